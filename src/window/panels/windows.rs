//! Windows over everything: keys, and the end.

use super::super::battle_screen::report::{self, TURNS};
use super::super::battle_screen::{AtResult, BattleScreen, Command, Leave, Watch};
use super::super::dialog;
use super::super::keys::Act;
use super::super::session::Session;
use super::super::theme::{self};
use crate::battle::Outcome;
use crate::play::tell;
use egui::{Align2, RichText, ScrollArea, Ui, vec2};

use super::super::signs::sign;
use super::super::titles::side_name;
use super::prompt;
use super::tabs::score_table;

/// The mouse in words.
const MOUSE: [(&str, &str); 7] = [
    (
        "click",
        "select a figure, move it, attack; with Shift: aim at a space",
    ),
    ("right click", "deselect"),
    ("drag", "move the board"),
    ("drag from a lit space", "move there and face that way"),
    ("wheel", "zoom in, zoom out"),
    ("Tab", "go through the buttons; Enter presses one"),
    ("F1", "open the rule book, at what the mouse points at"),
];

/// The room that two columns of keys need.
const TWO_COLUMNS: f32 = 900.0;

/// A key and its effect.
fn help_line(ui: &mut Ui, (key, what): &(String, &str)) {
    ui.label(RichText::new(key).size(13.0).strong().color(theme::ACCENT));
    ui.label(RichText::new(*what).size(13.0));
}

/// A window of egui in the middle of the screen.
fn centred<'a>(title: &'static str) -> egui::Window<'a> {
    egui::Window::new(title)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
}

/// All keys, as they are now.
pub(super) fn help(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    let mut open = true;
    let mut keep = false;
    centred("Keys").open(&mut open).show(ui.ctx(), |ui| {
        let room = ui.ctx().content_rect().size();
        ScrollArea::vertical()
            .min_scrolled_height(room.y - 130.0)
            .max_height(room.y - 130.0)
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                ui.spacing_mut().interact_size.y = 19.0;
                ui.set_max_width(room.x - 52.0);
                let keys = Act::ALL.iter();
                let keys = keys.map(|act| (screen.keys.shown(*act), act.what()));
                let mouse = MOUSE.iter().map(|(how, what)| ((*how).to_owned(), *what));
                let (mouse, keys) = (mouse.collect::<Vec<_>>(), keys.collect::<Vec<_>>());
                if room.x < TWO_COLUMNS {
                    for line in mouse.iter().chain(&keys) {
                        ui.horizontal_wrapped(|ui| help_line(ui, line));
                    }
                    return;
                }
                ui.horizontal(|ui| {
                    egui::Grid::new("keys").striped(true).show(ui, |ui| {
                        for part in [&mouse, &keys] {
                            let (left, right) = part.split_at(part.len().div_ceil(2));
                            for (i, line) in left.iter().enumerate() {
                                help_line(ui, line);
                                if let Some(line) = right.get(i) {
                                    help_line(ui, line);
                                }
                                ui.end_row();
                            }
                        }
                    });
                    // beside the bar that scrolls
                    ui.add_space(10.0);
                });
            });
        ui.separator();
        ui.horizontal_wrapped(|ui| {
            keep = ui
                .button("Save keys to a file")
                .on_hover_text("Writes keys.toml to the data folder, where you can edit it")
                .clicked();
            ui.label(RichText::new("Changes in that file apply from the next battle.").weak());
        });
        if let Some(message) = &screen.message {
            prompt::message(ui, message);
        }
    });
    if keep {
        commands.push(Command::SaveKeys);
    }
    if !open {
        commands.push(Command::ShowHelp(false));
    }
}

/// The question whether one gives up.
pub(super) fn giving_up(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    let Some(side) = screen.panels.giving_up else {
        return;
    };
    let question = format!(
        "Do you give up this battle? {} then lose it.",
        side_name(screen.course.game(), side)
    );
    if let Some(said) = dialog::confirm(ui, &question, "Give up") {
        commands.push(Command::GiveUp(said == dialog::Reply::Yes));
    }
}

/// The result of the battle.
pub(super) fn end(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    let Some(outcome) = screen.course.outcome() else {
        return;
    };
    let mut open = true;
    centred("Result").open(&mut open).show(ui.ctx(), |ui| {
        let room = ui.ctx().content_rect().size();
        ui.set_width((room.x - 40.0).min(600.0));
        // the buttons stay below what scrolls, so they are in reach however large the text is
        let id = egui::Id::unique("end buttons");
        let below: f32 = ui.data(|data| data.get_temp(id)).unwrap_or(BUTTONS);
        let most = (room.y - FRAME - below).max(LEAST);
        ScrollArea::vertical()
            .auto_shrink([false, room.y >= LOW])
            .min_scrolled_height(most)
            .max_height(most)
            .show(ui, |ui| end_parts(ui, screen, &outcome, commands));
        let buttons = ui.scope(|ui| end_buttons(ui, screen, room.y, commands));
        let below = buttons.response.rect.height();
        ui.data_mut(|data| data.insert_temp(id, below));
    });
    if !open {
        commands.push(Command::Result(AtResult::CloseResult));
    }
}

/// The height of a window's title and edges.
const FRAME: f32 = 62.0;

/// The height of the buttons at the end, before it is known.
const BUTTONS: f32 = 80.0;

/// The least height of the scrolled part above them.
const LEAST: f32 = 80.0;

/// In a lower window no room is kept below the buttons for what is said; what scrolls fills it.
const LOW: f32 = 480.0;

/// The winner, the reason, points, luck and turning points.
fn end_parts(ui: &mut Ui, screen: &BattleScreen, outcome: &Outcome, commands: &mut Vec<Command>) {
    let game = screen.course.game();
    // beside the bar that scrolls
    ui.set_max_width(ui.available_width() - 10.0);
    ui.horizontal_wrapped(|ui| {
        for side in game.all_sides().filter(|s| outcome.won(*s)) {
            sign(ui, side, 26.0);
            ui.label(
                RichText::new(format!("Winner: {}", side_name(game, side)))
                    .size(24.0)
                    .color(theme::ACCENT),
            );
        }
        if outcome.winners.is_empty() {
            ui.label(RichText::new("A draw").size(24.0).color(theme::ACCENT));
        }
    });
    ui.label(tell::outcome(game, outcome));
    if let Some(proposal) = screen.course.session.as_ref().and_then(Session::proposal) {
        ui.label(RichText::new(proposal).color(theme::ACCENT));
    }
    ui.add_space(6.0);
    score_table(ui, screen, game, screen.course.history.len());
    ui.add_space(6.0);
    let turns = screen.course.history.turns(TURNS);
    if turns.is_empty() {
        ui.label(RichText::new(report::NO_TURNS).weak());
    } else {
        ui.label(RichText::new("Turning points").strong());
    }
    for turn in turns {
        if ui.link(turn.text).clicked() {
            commands.push(Command::Watch(Watch::PauseAt(turn.after)));
            commands.push(Command::Result(AtResult::CloseResult));
        }
    }
}

/// Where to go from here, and what became of what was to be kept.
fn end_buttons(ui: &mut Ui, screen: &BattleScreen, high: f32, commands: &mut Vec<Command>) {
    ui.separator();
    // where a file was put is said so that no button moves away under the mouse: where there is
    // room for it below them, else above, which is taken from what scrolls
    let low = high < LOW;
    let said = |ui: &mut Ui, screen: &BattleScreen| {
        if let Some(message) = &screen.message {
            prompt::message(ui, message);
        }
    };
    if low {
        said(ui, screen);
    }
    ui.horizontal_wrapped(|ui| {
        if ui
            .button("Play again")
            .on_hover_text("The same battle with other dice")
            .clicked()
        {
            let again = Leave::Again(Box::new(screen.course.setup.clone()));
            commands.push(Command::Leave(again));
        }
        if ui.button("Save report").clicked() {
            commands.push(Command::Result(AtResult::SaveReport));
        }
        if ui.button("Save picture").clicked() {
            commands.push(Command::Result(AtResult::SavePicture));
        }
        if ui.button("Look at the board").clicked() {
            commands.push(Command::Result(AtResult::LookAtBoard));
        }
        if ui.button("Go to the menu").clicked() {
            commands.push(Command::Leave(Leave::Menu));
        }
    });
    if !low {
        ui.scope(|ui| {
            ui.set_min_height(2.0 * ui.text_style_height(&egui::TextStyle::Body));
            said(ui, screen);
        });
    }
}
