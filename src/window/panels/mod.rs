//! The panels around the board of a battle.

mod figure;
mod prompt;
mod reasons;
mod tabs;
mod timeline;
mod windows;

use super::battle_screen::{BattleScreen, Command, Leave, Tab, Tool};
use super::dialog;
use super::keys::Act;
use super::signs::{draw_sign, sign};
use super::theme::{self, Looks};
use super::titles::side_name;
use crate::battle::{Answer, Ask, Place, Side};
use crate::rules::Game;
use egui::{Align, Button, Color32, Frame, Rect, RichText, Sense, Ui, vec2};

fn card(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    Frame::new()
        .fill(ui.visuals().faint_bg_color)
        .corner_radius(6)
        .inner_margin(8)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            add(ui);
        });
}

/// A panel without a ground of its own: the window's is the same, and filling it twice costs as
/// much as all that stands on it.
fn bare(ui: &Ui, panel: egui::Panel) -> egui::Panel {
    panel.frame(Frame::side_top_panel(ui.style()).fill(Color32::TRANSPARENT))
}

/// Round, step, turn and points, and the way back; in a narrow window the sides have rows of
/// their own.
pub fn top(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    let game = screen.game().clone();
    let mut badges = badges(ui, &game, Told::All);
    let status = game.status();
    let rounds = status.rounds.map_or(String::new(), |n| format!(" of {n}"));
    let round = if status.round == 0 {
        "Before the battle".to_owned()
    } else {
        format!("Round {}{rounds}", status.round)
    };
    let turn = status
        .turn
        .map(|side| (side, turn_of(&side_name(&game, side))));
    let gap = ui.spacing().item_spacing.x;
    let wide = |text: &str, size: f32| {
        let font = egui::FontId::proportional(size);
        let galley = ui
            .painter()
            .layout_no_wrap(text.to_owned(), font, Color32::WHITE);
        galley.size().x + gap
    };
    // the buttons at both ends, and what is between; the longest of it, so that the rows stay
    let turns = game
        .all_sides()
        .map(|side| wide(&turn_of(&side_name(&game, side)), 14.0) + 24.0);
    let needed = 130.0 + wide("Before the battle", 16.0) + turns.fold(0.0, f32::max);
    let room = ui.available_width();
    let together =
        |badges: &[Badge]| -> f32 { badges.iter().map(|b| b.width() + gap + APART).sum() };
    let one = wide(status.step, 16.0).max(90.0);
    let one_row = needed + one + together(&badges) <= room;
    // all steps, so that one sees what comes after this one, where there is room for them
    let all = game
        .steps()
        .iter()
        .map(|step| wide(step, 16.0))
        .sum::<f32>();
    let beside = if one_row { together(&badges) } else { 0.0 };
    let steps: &[&str] = match game.steps() {
        steps if steps.contains(&status.step) && needed + all.max(one) + beside <= room => steps,
        _ => &[status.step],
    };
    // a row of their own, and no more than one
    for told in [Told::Counts, Told::Bare] {
        if !one_row && together(&badges) + gap > room {
            badges = self::badges(ui, &game, told);
        }
    }
    let mut help = false;
    bare(ui, egui::Panel::top("top"))
        .min_size(38.0)
        .show(ui, |ui| {
            ui.add_space(3.0);
            ui.horizontal(|ui| {
                ui.set_min_height(30.0);
                if ui.button("Menu").clicked() {
                    commands.push(Command::Leave(Leave::Menu));
                }
                ui.label(RichText::new(round).strong().size(16.0));
                for step in steps.iter().filter(|step| !step.is_empty()) {
                    let text = RichText::new(*step).size(16.0);
                    ui.label(match *step == status.step {
                        true => text.color(theme::ACCENT),
                        false => text.weak(),
                    });
                }
                if let Some((side, turn)) = &turn {
                    sign(ui, *side, 16.0);
                    ui.add(egui::Label::new(turn.as_str()).truncate());
                }
                ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
                    help = ui.button("?").on_hover_text("Show keys and help").clicked();
                    if one_row {
                        for badge in badges.iter().rev() {
                            badge.show(ui);
                            ui.add_space(APART);
                        }
                    }
                });
            });
            if !one_row {
                ui.horizontal_wrapped(|ui| {
                    for badge in &badges {
                        badge.show(ui);
                        ui.add_space(APART);
                    }
                });
                ui.add_space(3.0);
            }
        });
    if help {
        commands.push(Command::ShowHelp(!screen.help));
    }
}

fn turn_of(side: &str) -> String {
    format!("Turn: {side}")
}

/// The room between two sides.
const APART: f32 = 10.0;

/// How much a badge tells; all of it where the mouse is on it.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Told {
    /// Name, figures and points, in words.
    All,
    /// Name and both counts.
    Counts,
    /// The counts alone, beside the sign.
    Bare,
}

fn badges(ui: &Ui, game: &Game, told: Told) -> Vec<Badge> {
    let of = |side| Badge::of(ui, game, side, told);
    game.all_sides().map(of).collect()
}

/// A side with its sign, figures and points, in one piece.
struct Badge {
    side: Side,
    text: String,
    galley: std::sync::Arc<egui::Galley>,
}

impl Badge {
    const SIGN: f32 = 16.0;
    const GAP: f32 = 6.0;

    fn of(ui: &Ui, game: &Game, side: Side, told: Told) -> Self {
        let alive = game
            .all()
            .filter(|f| game.side(*f) == side && !matches!(game.place(*f), Place::Gone))
            .count();
        let score = game.scores()[side.index()];
        let short = format!("  {alive}, {}", crate::play::words::points_text(score));
        let score = dialog::points(score);
        let name = side_name(game, side);
        let counts = format!("  {}, {score}", dialog::count(alive, "figure"));
        let font = egui::TextStyle::Body.resolve(ui.style());
        let mut job = egui::text::LayoutJob::default();
        let visuals = ui.visuals();
        let (shown, numbers) = match told {
            Told::All => (name.as_str(), counts.as_str()),
            Told::Counts => (name.as_str(), short.as_str()),
            Told::Bare => ("", short.trim_start()),
        };
        for (text, ink) in [
            (shown, visuals.strong_text_color()),
            (numbers, visuals.text_color()),
        ] {
            job.append(text, 0.0, egui::TextFormat::simple(font.clone(), ink));
        }
        job.wrap.max_width = f32::INFINITY;
        Self {
            side,
            text: format!("{name}{counts}"),
            galley: ui.painter().layout_job(job),
        }
    }

    fn width(&self) -> f32 {
        Self::SIGN + Self::GAP + self.galley.size().x
    }

    fn show(&self, ui: &mut Ui) {
        let size = vec2(self.width(), self.galley.size().y.max(Self::SIGN));
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        response
            .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, self.text.as_str()));
        response.on_hover_text(self.text.as_str());
        let middle = rect.left_center() + vec2(Self::SIGN / 2.0, 0.0);
        let painter = ui.painter();
        draw_sign(
            painter,
            self.side,
            Rect::from_center_size(middle, vec2(Self::SIGN, Self::SIGN)),
        );
        let at = rect.left_top()
            + vec2(
                Self::SIGN + Self::GAP,
                (rect.height() - self.galley.size().y) / 2.0,
            );
        painter.galley(at, self.galley.clone(), ui.visuals().text_color());
    }
}

/// What can be done, as buttons; a timeline for a watched battle.
pub fn bottom(ui: &mut Ui, screen: &BattleScreen, looks: &mut Looks, commands: &mut Vec<Command>) {
    let width = ui.available_width();
    let tight = is_tight(ui, width);
    bare(ui, egui::Panel::bottom("bottom"))
        .exact_size(match screen.is_played() {
            true if width < SNUG && !tight => 86.0,
            true => 46.0,
            false if is_short(ui) => 74.0,
            false if width < WATCHED / 2.0 => 146.0,
            false if width < WATCHED => 110.0,
            false => 74.0,
        })
        .show(ui, |ui| {
            if screen.is_played() {
                actions(ui, screen, tight, commands);
            } else {
                ui.add_space(4.0);
                timeline::timeline(ui, screen, looks, commands);
            }
        });
}

/// The room that all buttons need in one row.
const ROW: f32 = 990.0;

/// The same where they stand close together; in less room they need a second row.
const SNUG: f32 = 880.0;

/// In less room than this some of them go into menus, however high the window is.
const TIGHT: f32 = 620.0;

/// The same for a watched battle.
const WATCHED: f32 = 1016.0;

/// A window lower than this has no room for a second row.
const SHORT: f32 = 440.0;

/// Whether the window has no room for a second row.
fn is_short(ui: &Ui) -> bool {
    ui.ctx().content_rect().height() < SHORT
}

/// Whether some of the buttons go into menus.
fn is_tight(ui: &Ui, width: f32) -> bool {
    width < if is_short(ui) { SNUG } else { TIGHT }
}

fn actions(ui: &mut Ui, screen: &BattleScreen, tight: bool, commands: &mut Vec<Command>) {
    let room = ui.available_width() + 20.0;
    let snug = room < ROW;
    let narrow = room < SNUG && !tight;
    if snug {
        ui.spacing_mut().button_padding.x = 7.0;
    }
    let row = |ui: &mut Ui, add: &mut dyn FnMut(&mut Ui)| {
        if narrow {
            ui.horizontal_wrapped(add);
        } else {
            ui.horizontal_centered(add);
        }
    };
    row(ui, &mut |ui: &mut Ui| {
        let asked = screen.asked.as_ref();
        let can_end = asked.is_some_and(|a| a.legal.has(&Answer::Done));
        let acts = asked.is_some_and(|a| matches!(a.decision.ask, Ask::Act { only: None }));
        let choosable = asked.is_some_and(|a| !a.legal.figures().is_empty());
        // dice have nothing to choose
        let asked = asked.is_some() && !screen.is_rolling();
        let end = if acts { "End step" } else { "Done" };
        let least = if snug { 0.0 } else { 96.0 };
        let button = Button::new(RichText::new(end).strong()).min_size(vec2(least, 32.0));
        let hint = |act: Act| screen.keys.hint(act);
        let [end_words, next, undo, advise, one, rest, out] = [
            Act::EndStep,
            Act::NextFigure,
            Act::Undo,
            Act::Hint,
            Act::PlayOne,
            Act::PlayRest,
            Act::PlayOut,
        ]
        .map(hint);
        let tools = [
            (Tool::Sight, "Sight", hint(Act::Sight)),
            (Tool::Threat, "Threat", hint(Act::Threat)),
            (Tool::Ruler, "Ruler", hint(Act::Ruler)),
            (Tool::WhyNot, "Why not?", hint(Act::WhyNot)),
        ];
        if ui
            .add_enabled(can_end, button)
            .on_hover_text(end_words)
            .clicked()
        {
            commands.push(Command::Done);
        }
        let tool = |ui: &mut Ui, name: &str, words: &str, on: bool| {
            ui.add_enabled(on, Button::new(name).min_size(vec2(0.0, 32.0)))
                .on_hover_text(words)
                .clicked()
        };
        if tool(ui, "Next figure", &next, choosable) {
            commands.push(Command::NextFigure);
        }
        if tool(ui, "Undo", &undo, true) {
            commands.push(Command::Undo);
        }
        if !snug {
            ui.separator();
        }
        if tool(ui, "Hint", &advise, asked) {
            commands.push(Command::Advise);
        }
        let plays = |ui: &mut Ui, commands: &mut Vec<Command>| {
            if tool(ui, "Play this for me", &one, asked) {
                commands.push(Command::PlayOne);
            }
            if tool(ui, "Play rest of step", &rest, asked) {
                commands.push(Command::PlayRest);
            }
            if tool(ui, "Play to the end", &out, asked) {
                commands.push(Command::PlayOut);
            }
        };
        let looks = |ui: &mut Ui, commands: &mut Vec<Command>| {
            for (what, name, words) in &tools {
                let on = screen.tools.tool() == *what;
                let button = Button::selectable(on, *name).min_size(vec2(0.0, 32.0));
                if ui.add(button).on_hover_text(words).clicked() {
                    commands.push(Command::Toggle(*what));
                }
            }
        };
        if tight {
            let menu = |name: &str| Button::new(name.to_owned()).min_size(vec2(0.0, 32.0));
            let chosen = tools.iter().find(|(what, ..)| screen.tools.tool() == *what);
            let name = chosen.map_or("Tools", |(_, name, _)| name);
            egui::containers::menu::MenuButton::from_button(menu("Play..."))
                .ui(ui, |ui| plays(ui, commands));
            egui::containers::menu::MenuButton::from_button(menu(name).selected(chosen.is_some()))
                .ui(ui, |ui| looks(ui, commands));
        } else {
            plays(ui, commands);
            if !snug {
                ui.separator();
            }
            looks(ui, commands);
        }
    });
}

/// What the panels remember from one frame to the next.
#[derive(Default)]
pub struct Memory {
    /// The rows of the log.
    rows: tabs::Rows,
    /// After how many answers the last question was asked that has come into view.
    asked: Option<usize>,
    /// The number of the last advice that has come into view.
    advice: Option<u32>,
}

/// The right panel: the question, and one of its parts.
pub fn side(ui: &mut Ui, screen: &BattleScreen, memory: &mut Memory, commands: &mut Vec<Command>) {
    // large text leaves the board at least half of the window
    let width = (ui.available_width() * 0.5).clamp(250.0, 336.0);
    bare(ui, egui::Panel::right("side"))
        .exact_size(width)
        .show(ui, |ui| {
            // all of it moves where there is no room to move a part
            egui::ScrollArea::vertical()
                .id_salt("side")
                .auto_shrink(false)
                .show(ui, |ui| {
                    // a new question comes into view
                    let now = screen.asked.is_some().then(|| screen.tale.len());
                    if now.is_some() && memory.asked != now {
                        ui.scroll_to_cursor(Some(Align::Min));
                    }
                    memory.asked = now;
                    side_parts(ui, screen, memory, commands);
                });
        });
}

/// How high a part of the right panel is at least.
const PART: f32 = 150.0;

fn side_parts(
    ui: &mut Ui,
    screen: &BattleScreen,
    memory: &mut Memory,
    commands: &mut Vec<Command>,
) {
    ui.add_space(6.0);
    let low = prompt::is_low(ui, screen);
    prompt::prompt(ui, screen, &mut memory.advice, commands);
    ui.horizontal_wrapped(|ui| {
        for (tab, name) in [
            (Tab::Figure, "Figure"),
            (Tab::Log, "Log"),
            (Tab::Why, "Why"),
            (Tab::Score, "Score"),
        ] {
            let button = Button::selectable(screen.tab == tab, name);
            if ui.add(button).clicked() {
                commands.push(Command::ShowTab(tab));
            }
        }
    });
    ui.separator();
    match screen.tab {
        Tab::Figure => figure::figure(ui, screen, commands),
        Tab::Log => tabs::log(ui, screen, &mut memory.rows, commands),
        Tab::Why => tabs::why(ui, screen, commands),
        Tab::Score => tabs::score(ui, screen, commands),
    }
    if low {
        ui.separator();
        prompt::wishes(ui, screen, commands);
    }
}

/// Windows over everything: keys, and the end.
pub fn windows(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    if screen.help {
        windows::help(ui, screen, commands);
    }
    if screen.is_at_result() {
        windows::end(ui, screen, commands);
    }
}
