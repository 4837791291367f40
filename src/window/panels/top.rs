//! The panel above the board.

use super::super::battle_screen::{AtResult, BattleScreen, Command, Leave};
use super::super::dialog;
use super::super::signs::{draw_sign, sign};
use super::super::titles::side_name;
use super::super::{platform, theme};
use super::bare;
use crate::battle::{Place, Side};
use crate::rules::Game;
use egui::{Align, Color32, Rect, RichText, Sense, Ui, vec2};

/// Round, step, turn and points, and the way back; in a narrow window the sides have rows of
/// their own.
pub fn top(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    let game = screen.course.game();
    let shown = Shown::fitting(ui, game);
    bare(ui, egui::Panel::top("top"))
        .min_size(38.0)
        .show(ui, |ui| {
            ui.add_space(3.0);
            ui.horizontal(|ui| {
                ui.set_min_height(30.0);
                if ui.button("Menu").clicked() {
                    commands.push(Command::Leave(Leave::Menu));
                }
                shown.round_and_turn(ui, game);
                ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
                    let side = ui.spacing().interact_size.y;
                    let help = ui.add(egui::Button::new("?").min_size(vec2(side, 0.0)));
                    if help.on_hover_text("Show keys and help").clicked() {
                        commands.push(Command::ShowHelp(!screen.panels.help));
                    }
                    ui.menu_button("Battle", |ui| battle(ui, screen, commands));
                    if shown.one_row {
                        for badge in shown.badges.iter().rev() {
                            badge.show(ui);
                            ui.add_space(APART);
                        }
                    }
                });
            });
            if !shown.one_row {
                ui.horizontal_wrapped(|ui| {
                    for badge in &shown.badges {
                        badge.show(ui);
                        ui.add_space(APART);
                    }
                });
                ui.add_space(3.0);
            }
        });
}

/// Ways to hand the battle on, and to give up.
fn battle(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    let mut row = |ui: &mut Ui, name: &str, about: &str, command: Command| {
        let button = ui.add(egui::Button::new(name).min_size(vec2(210.0, ROW)));
        if button.on_hover_text(about).clicked() {
            commands.push(command);
        }
    };
    if platform::ON_A_PAGE {
        let about = "It opens this battle from its beginning.";
        row(ui, "Copy link to this battle", about, Command::CopyLink);
        let about = "It shows this battle with all its moves.";
        row(
            ui,
            "Copy link with all moves",
            about,
            Command::CopyRecordLink,
        );
    }
    let about = "A copy of the saved battle as a file";
    row(ui, "Export the battle", about, Command::ExportRecord);
    let about = "The course of the battle as a text file";
    let report = Command::Result(AtResult::SaveReport);
    row(ui, "Export the report", about, report);
    let about = "The whole board with its figures";
    let picture = Command::Result(AtResult::SavePicture);
    row(ui, "Export a picture", about, picture);
    if screen.is_played() {
        ui.separator();
        ui.add_enabled_ui(screen.can_give_up().is_some(), |ui| {
            let about = "The battle ends, and the other side wins.";
            row(ui, "Give up...", about, Command::AskToGiveUp);
        });
    }
}

/// The height of a row in the menu.
const ROW: f32 = 32.0;

/// How much is shown, so that it fits the window.
struct Shown {
    badges: Vec<Badge>,
    /// Whether the sides are in the same row as the rest.
    one_row: bool,
    /// The steps of the round, or the one that is played.
    steps: Vec<&'static str>,
}

impl Shown {
    fn fitting(ui: &Ui, game: &Game) -> Self {
        let mut badges = badges(ui, game, Detail::All);
        let status = game.status();
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
            .map(|side| wide(&turn_of(&side_name(game, side)), 14.0) + 24.0);
        let needed = 192.0 + wide("Before the battle", 16.0) + turns.fold(0.0, f32::max);
        let room = ui.available_width();
        let together =
            |badges: &[Badge]| -> f32 { badges.iter().map(|b| b.width() + gap + APART).sum() };
        let one = wide(status.step, 16.0).max(90.0);
        let one_row = needed + one + together(&badges) <= room;
        // all steps, so that one sees what comes after this one, where there is room for them
        let all: f32 = game.steps().iter().map(|step| wide(step, 16.0)).sum();
        let beside = if one_row { together(&badges) } else { 0.0 };
        let steps = match game.steps() {
            steps if steps.contains(&status.step) && needed + all.max(one) + beside <= room => {
                steps.to_vec()
            }
            _ => vec![status.step],
        };
        // a row of their own, and no more than one
        for detail in [Detail::Counts, Detail::Bare] {
            if !one_row && together(&badges) + gap > room {
                badges = self::badges(ui, game, detail);
            }
        }
        Self {
            badges,
            one_row,
            steps,
        }
    }

    fn round_and_turn(&self, ui: &mut Ui, game: &Game) {
        let status = game.status();
        let rounds = status.rounds.map_or(String::new(), |n| format!(" of {n}"));
        let round = match status.round {
            0 => "Before the battle".to_owned(),
            n => format!("Round {n}{rounds}"),
        };
        ui.label(RichText::new(round).strong().size(16.0));
        for step in self.steps.iter().filter(|step| !step.is_empty()) {
            let text = RichText::new(*step).size(16.0);
            ui.label(match *step == status.step {
                true => text.color(theme::ACCENT),
                false => text.weak(),
            });
        }
        if let Some(side) = status.turn {
            sign(ui, side, 16.0);
            ui.add(egui::Label::new(turn_of(&side_name(game, side))).truncate());
        }
    }
}

fn turn_of(side: &str) -> String {
    format!("Turn: {side}")
}

/// The room between two sides.
const APART: f32 = 10.0;

/// How much a badge tells; all of it where the mouse is on it.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Detail {
    /// Name, figures and points, in words.
    All,
    /// Name and both counts.
    Counts,
    /// The counts alone, beside the sign.
    Bare,
}

fn badges(ui: &Ui, game: &Game, detail: Detail) -> Vec<Badge> {
    let of = |side| Badge::of(ui, game, side, detail);
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

    fn of(ui: &Ui, game: &Game, side: Side, detail: Detail) -> Self {
        let alive = game
            .all()
            .filter(|f| game.side(*f) == side && !matches!(game.place(*f), Place::Gone))
            .count();
        let score = game.scores()[side.index()];
        let short = format!("  {alive}, {}", score);
        let score = score.named();
        let name = side_name(game, side);
        let counts = format!("  {}, {score}", dialog::count(alive, "figure"));
        let font = egui::TextStyle::Body.resolve(ui.style());
        let mut job = egui::text::LayoutJob::default();
        let visuals = ui.visuals();
        let (shown, numbers) = match detail {
            Detail::All => (name.as_str(), counts.as_str()),
            Detail::Counts => (name.as_str(), short.as_str()),
            Detail::Bare => ("", short.trim_start()),
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
