//! The panels around the board of a battle.

mod figure;
mod reasons;
mod timeline;
mod windows;

use super::battle_screen::{BattleScreen, Leave, Tool, question};
use super::tale::Said;
use super::theme::{self, Looks, glass};
use crate::battle::{Answer, Ask, Place, Ratio, Side, Who};
use crate::play::{tell, words};
use crate::rules::Game;
use egui::{
    Align, Align2, Button, Color32, FontId, Frame, Painter, Pos2, Rect, RichText, ScrollArea,
    Sense, Shape, Stroke, Ui, pos2, vec2,
};

/// The parts of the right panel.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Tab {
    /// The chosen figure, and what it can do.
    Figure,
    /// What has happened.
    Log,
    /// Why the computer did what it did.
    Why,
    /// Points, losses, luck.
    Score,
}

/// A chance as a number.
pub fn float(chance: Ratio) -> f64 {
    *chance.numer() as f64 / *chance.denom() as f64
}

/// A chance as a percentage.
pub fn percent(chance: Ratio) -> String {
    format!("{:.0}%", float(chance) * 100.0)
}

/// A chance as percentage and fraction.
fn exact(chance: Ratio) -> String {
    if *chance.denom() <= 100_000 {
        format!(
            "{:.1}%  ({}/{})",
            float(chance) * 100.0,
            chance.numer(),
            chance.denom()
        )
    } else {
        format!("{:.2}%", float(chance) * 100.0)
    }
}

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

/// A side's sign: its colour in its shape.
pub fn sign(ui: &mut Ui, side: Side, size: f32) {
    let (rect, _) = ui.allocate_exact_size(vec2(size, size), Sense::hover());
    let painter = ui.painter();
    let (at, r) = (rect.center(), size * 0.45);
    let fill = theme::side(side.index());
    let edge = Stroke::new(1.5, glass(Color32::WHITE, 170));
    match side.index() % 4 {
        0 => {
            painter.circle(at, r, fill, edge);
        }
        1 => {
            let rect = Rect::from_center_size(at, vec2(r, r) * 1.8);
            painter.rect(rect, 2.0, fill, edge, egui::StrokeKind::Inside);
        }
        n => {
            let corners = if n == 2 { 6 } else { 4 };
            let points = (0..corners)
                .map(|i| {
                    let a = i as f32 / corners as f32 * std::f32::consts::TAU;
                    at + vec2(a.sin(), -a.cos()) * r * 1.1
                })
                .collect();
            painter.add(Shape::convex_polygon(points, fill, edge));
        }
    }
}

/// Round, step, turn and points, and the way back.
pub fn top(ui: &mut Ui, screen: &mut BattleScreen) {
    egui::Panel::top("top").exact_size(38.0).show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            if ui.button("Menu").clicked() {
                screen.go(Leave::Menu);
            }
            let game = screen.game();
            let status = game.status();
            let rounds = status.rounds.map_or(String::new(), |n| format!(" of {n}"));
            let round = if status.round == 0 {
                "Before the battle".to_owned()
            } else {
                format!("Round {}{rounds}", status.round)
            };
            ui.label(RichText::new(round).strong().size(16.0));
            if !status.step.is_empty() {
                ui.label(RichText::new(status.step).color(theme::ACCENT).size(16.0));
            }
            if let Some(side) = status.turn {
                sign(ui, side, 16.0);
                ui.label(format!("Turn of the {}", game.sides()[side.index()].name));
            }
            ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
                let mut help = false;
                if ui.button("?").on_hover_text("Keys and help").clicked() {
                    help = true;
                }
                let game = screen.game();
                for side in game.all_sides().collect::<Vec<_>>().into_iter().rev() {
                    let alive = game
                        .all()
                        .filter(|f| game.side(*f) == side && !matches!(game.place(*f), Place::Gone))
                        .count();
                    let score = words::points_text(game.scores()[side.index()]);
                    ui.label(format!("{alive} figures, {score} points"));
                    ui.label(RichText::new(&game.sides()[side.index()].name).strong());
                    sign(ui, side, 16.0);
                    ui.add_space(10.0);
                }
                if help {
                    screen.help = !screen.help;
                }
            });
        });
    });
}

/// What can be done, as buttons; a timeline where nobody plays.
pub fn bottom(ui: &mut Ui, screen: &mut BattleScreen, looks: &mut Looks) {
    egui::Panel::bottom("bottom")
        .exact_size(if screen.is_played() { 46.0 } else { 74.0 })
        .show(ui, |ui| {
            if screen.is_played() {
                actions(ui, screen);
            } else {
                ui.add_space(4.0);
                timeline::timeline(ui, screen, looks);
            }
        });
}

fn actions(ui: &mut Ui, screen: &mut BattleScreen) {
    ui.horizontal_centered(|ui| {
        let asked = screen.asked.is_some();
        let can_end = screen
            .asked
            .as_ref()
            .is_some_and(|a| a.legal.has(&Answer::Done));
        let acts = screen
            .asked
            .as_ref()
            .is_some_and(|a| matches!(a.decision.ask, Ask::Act { only: None }));
        let end = if acts { "End step" } else { "Done" };
        let button = Button::new(RichText::new(end).strong()).min_size(vec2(96.0, 32.0));
        if ui
            .add_enabled(can_end, button)
            .on_hover_text("Nothing more to do now (E)")
            .clicked()
        {
            screen.done();
        }
        let tool = |ui: &mut Ui, name: &str, key: &str, on: bool| {
            ui.add_enabled(on, Button::new(name).min_size(vec2(0.0, 32.0)))
                .on_hover_text(format!("Key {key}"))
                .clicked()
        };
        if tool(ui, "Next figure", "N", asked) {
            screen.next_figure(false);
        }
        if tool(ui, "Undo", "U", true) {
            screen.undo();
        }
        ui.separator();
        if tool(ui, "Hint", "H", asked) {
            screen.advise();
        }
        if tool(ui, "Play this for me", "P", asked) {
            screen.play_one();
        }
        if tool(ui, "Play the rest", "Shift+P", asked) {
            screen.play_rest();
        }
        ui.separator();
        for (what, name, key) in [
            (Tool::Sight, "Sight", "S"),
            (Tool::Threat, "Threat", "T"),
            (Tool::Ruler, "Ruler", "R"),
        ] {
            let button = Button::selectable(screen.tool == what, name).min_size(vec2(0.0, 32.0));
            if ui.add(button).on_hover_text(format!("Key {key}")).clicked() {
                screen.toggle(what);
            }
        }
        if screen.player.is_moving() && tool(ui, "Skip", "Space", true) {
            screen.player.skip(&screen.tale);
        }
        if let Some((done, of)) = screen.session.as_ref().and_then(|s| s.thinking) {
            ui.label(format!("thinking {done}/{of}"));
        }
    });
}

/// The right panel: the question, and one of its parts.
pub fn side(ui: &mut Ui, screen: &mut BattleScreen) {
    egui::Panel::right("side").exact_size(336.0).show(ui, |ui| {
        ui.add_space(6.0);
        prompt(ui, screen);
        ui.horizontal(|ui| {
            for (tab, name) in [
                (Tab::Figure, "Figure"),
                (Tab::Log, "Log"),
                (Tab::Why, "Why"),
                (Tab::Score, "Score"),
            ] {
                if ui
                    .add(Button::selectable(screen.tab == tab, name))
                    .clicked()
                {
                    screen.tab = tab;
                }
            }
        });
        ui.separator();
        match screen.tab {
            Tab::Figure => figure::figure(ui, screen),
            Tab::Log => log(ui, screen),
            Tab::Why => why(ui, screen),
            Tab::Score => score(ui, screen),
        }
    });
}

fn prompt(ui: &mut Ui, screen: &mut BattleScreen) {
    let mut answer = None;
    if let Some(asked) = &screen.asked {
        let game = screen.tale.game(screen.tale.len());
        card(ui, |ui| {
            ui.horizontal(|ui| {
                if let Who::Side(side) = asked.decision.who {
                    sign(ui, side, 16.0);
                    ui.label(RichText::new(&game.sides()[side.index()].name).strong());
                }
            });
            ui.label(
                RichText::new(question(game, &asked.decision))
                    .size(16.0)
                    .color(theme::ACCENT),
            );
            let words = advice(&asked.decision.ask);
            if !words.is_empty() {
                ui.label(RichText::new(words).weak());
            }
            let plain = asked.legal.has(&Answer::Yes) || asked.legal.has(&Answer::No);
            let more = matches!(
                asked.decision.ask,
                Ask::Again { .. } | Ask::Spawn | Ask::Return | Ask::Summon { .. }
            );
            let any = !asked.legal.sides.is_empty() || !asked.legal.choices.is_empty();
            if plain || more || any {
                ui.horizontal_wrapped(|ui| {
                    for side in &asked.legal.sides {
                        if ui
                            .button(format!("{} first", game.sides()[side.index()].name))
                            .clicked()
                        {
                            answer = Some(Answer::Side(*side));
                        }
                    }
                    for choice in &asked.legal.choices {
                        if ui.button(choice.name()).clicked() {
                            answer = Some(Answer::Choose(*choice));
                        }
                    }
                    for (plain, name) in [(Answer::Yes, "Yes"), (Answer::No, "No")] {
                        if asked.legal.has(&plain)
                            && ui
                                .add(Button::new(name).min_size(vec2(72.0, 28.0)))
                                .clicked()
                        {
                            answer = Some(plain);
                        }
                    }
                    if more && asked.legal.has(&Answer::Done) && ui.button("No more").clicked() {
                        answer = Some(Answer::Done);
                    }
                });
            }
            if matches!(
                asked.decision.ask,
                Ask::Deploy | Ask::Spawn | Ask::Return | Ask::Summon { .. }
            ) {
                ui.horizontal_wrapped(|ui| {
                    let mut pick = None;
                    for who in asked.legal.places.keys() {
                        let name = format!("{} {}", game.label(*who), game.name(*who));
                        if ui
                            .add(Button::selectable(screen.chosen == Some(*who), name))
                            .clicked()
                        {
                            pick = Some(*who);
                        }
                    }
                    if let Some(who) = pick {
                        screen.chosen = Some(who);
                    }
                });
            }
            if let Ask::Roll { dice, .. } = &asked.decision.ask {
                let typed = screen.typed.len();
                ui.label(format!("Die {} of {}", typed + 1, dice.len()));
                ui.horizontal_wrapped(|ui| {
                    for face in 1..=dice.get(typed).copied().unwrap_or(6) {
                        if ui.button(face.to_string()).clicked() {
                            screen.typed.push(face);
                        }
                    }
                });
                if screen.typed.len() == dice.len() {
                    answer = Some(Answer::Faces(screen.typed.iter().copied().collect()));
                }
            }
        });
    } else if let Some(outcome) = screen.game().outcome() {
        card(ui, |ui| {
            ui.label(
                RichText::new(tell::outcome(screen.game(), &outcome))
                    .size(15.0)
                    .color(theme::ACCENT),
            );
        });
    } else if screen.is_played() {
        card(ui, |ui| {
            ui.label(RichText::new("Watch the table").weak());
        });
    }
    let mut deploy = false;
    if screen
        .asked
        .as_ref()
        .is_some_and(|a| lays_out(&a.decision.ask))
    {
        deploy = ui.button("Place everything for me").clicked();
    }
    if deploy {
        screen.play_rest();
    }
    if screen.is_played() {
        ui.checkbox(&mut screen.face_itself, "Figures face by themselves");
    }
    if let Some(message) = screen.message.clone() {
        card(ui, |ui| {
            ui.label(RichText::new(message).color(theme::BAD));
        });
    }
    if let Some(thought) = screen.hint.clone() {
        let game = screen.tale.game(screen.tale.len()).clone();
        card(ui, |ui| {
            ui.label(RichText::new("Hint").strong().color(theme::GOOD));
            ui.label(tell::answer(&game, &thought.answer));
            if let Some(why) = &thought.why {
                reasons::reasons(ui, why);
            }
            if ui.button("Do it").clicked() {
                answer = Some(thought.answer.clone());
            }
        });
    }
    if let Some(answer) = answer {
        screen.give(answer, None);
    }
}

/// Whether this is a question of laying out the table, which the computer may do for a person.
fn lays_out(ask: &Ask) -> bool {
    use crate::battle::Topic;
    let piece = Ask::Choose {
        topic: Topic::Piece,
        who: None,
    };
    matches!(ask, Ask::Deploy | Ask::Lay { .. }) || *ask == piece
}

/// A few words for somebody who does not know the rules.
fn advice(ask: &Ask) -> &'static str {
    match ask {
        Ask::Act { .. } => {
            "Click a figure, then a blue space to move there, or an enemy to attack it. Point at either to see what would follow."
        }
        Ask::Face { .. } => "Click around the figure; Enter takes the white arrow.",
        Ask::Lay { .. } => {
            "Click a green space; Enter lays it where the computer would. On the place of another's last piece you roll for it."
        }
        Ask::Deploy => "Click a space of your zone. Enter places it where the computer would.",
        Ask::First => "Who goes first acts first in every step.",
        Ask::Reroll { success: true, .. } => {
            "It succeeded as it stands; the new roll counts, whatever it is."
        }
        Ask::Reroll { success: false, .. } => {
            "It failed as it stands; the new roll counts, whatever it is."
        }
        Ask::Again { .. } => "Click another enemy, or leave it.",
        Ask::Roll { .. } => "Roll your dice and click what they show.",
        _ => "",
    }
}

fn log(ui: &mut Ui, screen: &mut BattleScreen) {
    let shown = screen.player.shown.min(screen.tale.len());
    let lines: Vec<(String, Option<crate::board::Space>)> = screen.tale.moments[..shown]
        .iter()
        .flat_map(|m| m.lines.iter().map(|l| (l.text.clone(), l.at)))
        .collect();
    let mut flash = None;
    ScrollArea::vertical()
        .auto_shrink(false)
        .stick_to_bottom(true)
        .show_rows(ui, 18.0, lines.len(), |ui, rows| {
            for (text, at) in &lines[rows] {
                let ink = if text.starts_with("==") {
                    theme::ACCENT
                } else if text.starts_with("--") {
                    theme::WEAK
                } else if text.contains("defeated") || text.contains(" lost") {
                    theme::BAD
                } else {
                    theme::TEXT
                };
                let label = RichText::new(text).size(13.0).color(ink);
                let label = egui::Label::new(label).truncate().sense(Sense::click());
                if ui.add(label).on_hover_text(text).clicked() {
                    flash = *at;
                }
            }
        });
    if let Some(at) = flash {
        screen.flash(at);
    }
}

fn why(ui: &mut Ui, screen: &mut BattleScreen) {
    let shown = screen.player.shown.min(screen.tale.len());
    let last = screen.tale.moments[..shown]
        .iter()
        .rev()
        .find(|m| m.given.why.is_some());
    match last.and_then(|m| m.given.why.as_ref().map(|w| (m, w))) {
        Some((moment, why)) => {
            let text = tell::answer(&moment.after, &moment.given.answer);
            ScrollArea::vertical().show(ui, |ui| {
                ui.label(RichText::new(text).strong());
                reasons::reasons(ui, why);
            });
        }
        None => {
            ui.label(RichText::new("The computer has not chosen anything yet.").weak());
        }
    }
}

fn score(ui: &mut Ui, screen: &mut BattleScreen) {
    let game = screen.game().clone();
    let shown = screen.player.shown.min(screen.tale.len());
    score_table(ui, screen, &game, shown);
    ui.separator();
    ui.label(RichText::new("Figures").strong());
    ScrollArea::vertical().show(ui, |ui| {
        for who in game.all() {
            ui.horizontal(|ui| {
                sign(ui, game.side(who), 12.0);
                let place = match game.place(who) {
                    Place::On => game.board().grid().name(game.at(who)),
                    Place::Reserve => "in reserve".to_owned(),
                    Place::Out => "has left".to_owned(),
                    Place::Gone => "lost".to_owned(),
                };
                let text = format!("{} {} - {place}", game.label(who), game.name(who));
                let mut text = RichText::new(text).size(13.0);
                if game.place(who) == Place::Gone {
                    text = text.weak().strikethrough();
                }
                if ui.add(Button::selectable(false, text)).clicked() {
                    screen.choose(Some(who));
                    if game.place(who) == Place::On {
                        screen.flash(game.at(who));
                    }
                }
            });
        }
    });
}

fn score_table(ui: &mut Ui, screen: &BattleScreen, game: &Game, shown: usize) {
    egui::Grid::new("score").striped(true).show(ui, |ui| {
        for name in ["", "points", "lost", "dice", "mean", "due"] {
            ui.label(RichText::new(name).weak());
        }
        ui.end_row();
        for side in game.all_sides() {
            ui.horizontal(|ui| {
                sign(ui, side, 12.0);
                ui.label(&game.sides()[side.index()].name);
            });
            ui.label(words::points_text(game.scores()[side.index()]));
            let lost = game
                .all()
                .filter(|f| game.first_side(*f) == side && game.place(*f) == Place::Gone)
                .count();
            ui.label(lost.to_string());
            let luck = screen.tale.luck(side, shown);
            ui.label(luck.dice.to_string());
            let dice = f64::from(luck.dice.max(1));
            ui.label(format!("{:.2}", f64::from(luck.sum) / dice));
            ui.label(format!(
                "{:.2}",
                f64::from(luck.twice_expected) / 2.0 / dice
            ));
            ui.end_row();
        }
    });
}

/// Windows over everything: keys, and the end.
pub fn windows(ui: &mut Ui, screen: &mut BattleScreen) {
    if screen.help {
        windows::help(ui, screen);
    }
    let over = screen.game().outcome().is_some()
        && screen.player.shown == screen.tale.len()
        && !screen.player.is_moving();
    if over && !screen.end_seen {
        windows::end(ui, screen);
    }
}

/// A word over the board, with dice before it.
pub fn said(painter: &Painter, at: Pos2, said: &Said) {
    let ink = match said.good {
        Some(true) => theme::GOOD,
        Some(false) => theme::BAD,
        None => theme::TEXT,
    };
    let die = 22.0;
    let galley = painter.layout_no_wrap(said.text.clone(), FontId::proportional(14.0), ink);
    let dice = said.faces.len() as f32 * (die + 4.0);
    let gap = if said.faces.is_empty() || said.text.is_empty() {
        0.0
    } else {
        4.0
    };
    let size = vec2(
        dice + gap + galley.size().x,
        galley.size().y.max(if dice > 0.0 { die } else { 0.0 }),
    );
    let rect = Align2::CENTER_BOTTOM.anchor_size(at, size);
    painter.rect_filled(
        rect.expand2(vec2(7.0, 4.0)),
        6.0,
        glass(Color32::from_rgb(16, 16, 20), 220),
    );
    for (i, face) in said.faces.iter().enumerate() {
        let corner = pos2(
            rect.left() + i as f32 * (die + 4.0),
            rect.center().y - die / 2.0,
        );
        draw_die(painter, Rect::from_min_size(corner, vec2(die, die)), *face);
    }
    painter.galley(
        pos2(
            rect.right() - galley.size().x,
            rect.center().y - galley.size().y / 2.0,
        ),
        galley,
        ink,
    );
}

fn draw_die(painter: &Painter, rect: Rect, face: u8) {
    painter.rect(
        rect,
        4.0,
        Color32::from_rgb(0xfa, 0xf6, 0xea),
        Stroke::new(1.0, Color32::BLACK),
        egui::StrokeKind::Inside,
    );
    let ink = Color32::from_rgb(0x22, 0x1c, 0x18);
    if face > 6 {
        painter.text(
            rect.center(),
            Align2::CENTER_CENTER,
            face,
            FontId::proportional(14.0),
            ink,
        );
        return;
    }
    let step = rect.width() * 0.26;
    let spots: &[(f32, f32)] = match face {
        1 => &[(0.0, 0.0)],
        2 => &[(-1.0, -1.0), (1.0, 1.0)],
        3 => &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
        4 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
        5 => &[
            (-1.0, -1.0),
            (1.0, -1.0),
            (0.0, 0.0),
            (-1.0, 1.0),
            (1.0, 1.0),
        ],
        _ => &[
            (-1.0, -1.0),
            (1.0, -1.0),
            (-1.0, 0.0),
            (1.0, 0.0),
            (-1.0, 1.0),
            (1.0, 1.0),
        ],
    };
    for (x, y) in spots {
        painter.circle_filled(
            rect.center() + vec2(*x, *y) * step,
            rect.width() * 0.095,
            ink,
        );
    }
}
