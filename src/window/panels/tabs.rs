//! Log, reasons and scores.

use super::super::battle_screen::{BattleScreen, Command, Watch};
use super::super::history::Line;
use super::super::signs::sign;
use super::super::theme;
use super::super::titles::side_name;
use super::{PART, figure, reasons};
use crate::battle::{Place, Side};
use crate::play::tell;
use crate::rules::Game;
use egui::{Button, FontId, RichText, ScrollArea, Sense, Ui};

/// The size of the log's letters, and the height of a row.
const LETTERS: (f32, f32) = (13.0, 18.0);

/// The indent of a broken line, and its width.
const INDENT: (&str, f32) = ("    ", 15.0);

/// The lines of the log in rows, broken where they are too long for the panel.
#[derive(Default)]
pub struct Rows {
    width: f32,
    /// The lines they are of.
    lines: Vec<String>,
    /// Which line each row is of, and its text.
    rows: Vec<(usize, String)>,
}

impl Rows {
    /// Breaks the lines that have come or changed since, and leaves out those that have gone.
    fn keep_up(&mut self, ui: &Ui, lines: &[(usize, &Line)]) {
        let width = ui.available_width() - ui.spacing().scroll.allocated_width();
        if self.width != width {
            *self = Self {
                width,
                ..Self::default()
            };
        }
        // what was taken back may have been followed by other lines since
        let pairs = self.lines.iter().zip(lines);
        let same = pairs.take_while(|(was, (_, is))| **was == is.text).count();
        self.lines.truncate(same);
        let stay = self.rows.partition_point(|(of, _)| *of < same);
        self.rows.truncate(stay);
        let font = FontId::proportional(LETTERS.0);
        for (i, (_, line)) in lines.iter().enumerate().skip(same) {
            self.lines.push(line.text.clone());
            let text = line.text.clone();
            let room = width - INDENT.1;
            let whole = ui.painter().layout(text, font.clone(), theme::TEXT, room);
            for (k, row) in whole.rows.iter().enumerate() {
                let indent = if k > 0 { INDENT.0 } else { "" };
                self.rows.push((i, format!("{indent}{}", row.text())));
            }
        }
    }
}

/// The log of the battle.
pub(super) fn log(
    ui: &mut Ui,
    screen: &BattleScreen,
    rows: &mut Rows,
    commands: &mut Vec<Command>,
) {
    let shown = screen.course.player.shown.min(screen.course.history.len());
    let lines: Vec<(usize, &Line)> = screen.course.history.moments[..shown]
        .iter()
        .enumerate()
        .flat_map(|(i, m)| m.lines.iter().map(move |line| (i, line)))
        .collect();
    rows.keep_up(ui, &lines);
    let all = &rows.rows;
    ScrollArea::vertical()
        .id_salt("log")
        .auto_shrink(false)
        .min_scrolled_height(PART)
        .stick_to_bottom(true)
        .show_rows(ui, LETTERS.1, all.len(), |ui, rows| {
            for (of, row) in &all[rows] {
                let (i, line) = &lines[*of];
                let text = &line.text;
                let ink = if text.starts_with("==") {
                    theme::ACCENT
                } else if text.starts_with("--") {
                    theme::WEAK
                } else if text.contains("defeated") || text.contains(" lost") {
                    theme::BAD
                } else {
                    theme::TEXT
                };
                let label = RichText::new(row).size(LETTERS.0).color(ink);
                let label = ui.add(egui::Label::new(label).extend().sense(Sense::click()));
                label.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, text));
                if label.clicked() {
                    commands.push(Command::Watch(Watch::LookAtLine(*i, line.at)));
                }
                if text.contains("rolled") {
                    label.on_hover_ui(|ui| behind(ui, &screen.course.behind(*i)));
                }
            }
        });
}

/// The named numbers behind a roll.
fn behind(ui: &mut Ui, lines: &[crate::battle::Line]) {
    figure::close_together(ui);
    egui::Grid::new("behind").show(ui, |ui| {
        for line in lines {
            ui.label(RichText::new(&line.name).weak());
            ui.label(&line.value);
            ui.end_row();
        }
    });
}

/// Why the computer did what it did.
pub(super) fn why(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    let Some(i) = screen.reasons.choice(&screen.course) else {
        ui.label(RichText::new("The computer has not made a choice yet.").weak());
        return;
    };
    let (before, after) = (
        screen.course.choice_before(i),
        screen.course.choice_after(i),
    );
    let why = screen.reasons.why(&screen.course, i);
    ui.horizontal(|ui| {
        for (name, other) in [("Previous choice", before), ("Next choice", after)] {
            let button = ui.add_enabled(other.is_some(), Button::new(name));
            if let Some(other) = other.filter(|_| button.clicked()) {
                commands.push(Command::Watch(Watch::LookAtChoice(other)));
            }
        }
    });
    let moment = &screen.course.history.moments[i];
    let text = tell::answer(&moment.after, &moment.applied.answer);
    let part = ScrollArea::vertical().id_salt("why");
    let part = part.min_scrolled_height(PART);
    part.show(ui, |ui| {
        ui.label(RichText::new(text).strong());
        match why {
            Some(why) => reasons::reasons(ui, "why", &moment.after, why),
            None => {
                let words = "No reasons are known. Either this opponent does not compare its choices, or another version of the program played this battle.";
                ui.label(RichText::new(words).weak());
            }
        }
    });
}

/// Points, losses, luck, and all figures.
pub(super) fn score(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    let game = screen.course.game().clone();
    let shown = screen.course.player.shown.min(screen.course.history.len());
    score_table(ui, screen, &game, shown);
    if let Some(aim) = &screen.aim {
        ui.label(RichText::new(aim).weak());
    }
    ui.separator();
    ui.label(RichText::new("Figures").strong());
    let part = ScrollArea::vertical().id_salt("figures");
    let part = part.min_scrolled_height(PART);
    part.show(ui, |ui| {
        for who in game.all() {
            ui.horizontal(|ui| {
                sign(ui, game.side(who), 12.0);
                let place = match game.place(who) {
                    Place::On => game.board().grid().name(game.at(who)),
                    Place::Reserve => "in reserve".to_owned(),
                    Place::Out => "left the board".to_owned(),
                    Place::Gone => "lost".to_owned(),
                };
                let text = format!("{} {} - {place}", game.label(who), game.name(who));
                let mut text = RichText::new(text).size(13.0);
                if game.place(who) == Place::Gone {
                    text = text.weak().strikethrough();
                }
                if ui.add(Button::selectable(false, text)).clicked() {
                    commands.push(Command::Find(who));
                }
            });
        }
    });
}

/// The room that a name and the numbers beside it need.
const TABLE: f32 = 296.0;

/// The room of a name beside the numbers.
const NUMBERS: f32 = 226.0;

/// Points, losses and dice of a side, in words for a table.
struct Row {
    side: Side,
    name: String,
    /// Points, figures lost, dice rolled, their average, the average to be expected.
    numbers: [String; 5],
}

/// The headings of the numbers.
const HEADS: [&str; 5] = ["points", "lost", "dice", "average", "expected"];

fn row(screen: &BattleScreen, game: &Game, side: Side, shown: usize) -> Row {
    let lost = game
        .all()
        .filter(|f| game.first_side(*f) == side && game.place(*f) == Place::Gone)
        .count();
    let luck = screen.course.history.luck(side, shown);
    let dice = f64::from(luck.dice.max(1));
    Row {
        side,
        name: side_name(game, side),
        numbers: [
            game.scores()[side.index()].to_string(),
            lost.to_string(),
            luck.dice.to_string(),
            format!("{:.2}", f64::from(luck.sum) / dice),
            format!("{:.2}", f64::from(luck.twice_expected) / 2.0 / dice),
        ],
    }
}

/// Points, losses and luck of every side.
pub(super) fn score_table(ui: &mut Ui, screen: &BattleScreen, game: &Game, shown: usize) {
    let rows: Vec<Row> = game
        .all_sides()
        .map(|side| row(screen, game, side, shown))
        .collect();
    let room = ui.available_width();
    if room < TABLE {
        // large text in a small window: each side has its numbers below its name
        ui.scope(|ui| {
            ui.spacing_mut().interact_size.y = 18.0;
            ui.spacing_mut().item_spacing.y = 2.0;
            for row in &rows {
                row.stacked(ui);
            }
        });
        return;
    }
    // names are cut where the numbers need the room
    let room = (room - NUMBERS).min(220.0);
    let table = egui::Grid::new("score").striped(true).min_col_width(0.0);
    table.show(ui, |ui| {
        for name in [""].iter().chain(&HEADS) {
            ui.label(RichText::new(*name).weak().size(12.5));
        }
        ui.end_row();
        for row in rows {
            ui.horizontal(|ui| {
                ui.set_max_width(room);
                // its edge is not cut off
                ui.add_space(1.0);
                row.named(ui);
            });
            for number in &row.numbers {
                ui.label(number);
            }
            ui.end_row();
        }
    });
}

impl Row {
    fn named(&self, ui: &mut Ui) {
        sign(ui, self.side, 12.0);
        ui.add(egui::Label::new(&self.name).truncate())
            .on_hover_text(&self.name);
    }

    /// The name, and below it every number with what it is.
    fn stacked(&self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            ui.add_space(1.0);
            self.named(ui);
        });
        ui.horizontal_wrapped(|ui| {
            for (head, number) in HEADS.iter().zip(&self.numbers) {
                // in one piece, so that no number stands in another line than its name
                let text = RichText::new(format!("{head} {number}")).size(13.0);
                ui.add(egui::Label::new(text).extend());
            }
        });
    }
}
