//! The panels around the board of a battle.

mod actions;
mod advice;
mod attack_menu;
mod figure;
mod prompt;
mod reasons;
mod tabs;
mod timeline;
mod top;
mod tray;
mod windows;

pub use top::top;
pub use tray::tray;

use super::battle_screen::{BattleScreen, Command, Tab};
use super::dialog::card;
use super::theme::Looks;
use egui::{Align, Button, Color32, Frame, Ui};

/// A panel without a ground of its own: the window's is the same, and filling it twice costs as
/// much as all that stands on it.
fn bare(ui: &Ui, panel: egui::Panel) -> egui::Panel {
    panel.frame(Frame::side_top_panel(ui.style()).fill(Color32::TRANSPARENT))
}

/// The panel below the board: buttons, or a timeline for a watched battle.
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
                actions::actions(ui, screen, tight, commands);
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

/// State of the panels from one frame to the next.
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
    // large text leaves the board at least half of the window; a phone that is held upright has no
    // room beside it
    let room = ui.available_size();
    let panel = match room.x < NARROW {
        true => bare(ui, egui::Panel::bottom("below")).exact_size(room.y * 0.42),
        false => {
            let width = (room.x * 0.5).clamp(250.0, 336.0);
            bare(ui, egui::Panel::right("side")).exact_size(width)
        }
    };
    panel.show(ui, |ui| {
        if ui.available_height() >= FIXED {
            // what is too wide for the panel does not make it wider
            let rect = ui.available_rect_before_wrap();
            let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(rect));
            inside.shrink_clip_rect(rect);
            fixed_parts(&mut inside, screen, memory, commands);
            ui.advance_cursor_after_rect(rect);
            return;
        }
        // all of it moves where there is no room to move a part
        egui::ScrollArea::vertical()
            .id_salt("side")
            .auto_shrink(false)
            .show(ui, |ui| {
                // a new question comes into view
                let now = screen
                    .turn
                    .asked
                    .is_some()
                    .then(|| screen.course.history.len());
                if now.is_some() && memory.asked != now {
                    ui.scroll_to_cursor(Some(Align::Min));
                }
                memory.asked = now;
                ui.add_space(6.0);
                prompt::flowing(ui, screen, commands);
                tabs(ui, screen, commands);
                prompt::notices(ui, screen, &mut memory.advice, commands);
                open_tab(ui, screen, memory, commands);
                prompt::wishes(ui, screen, commands);
            });
    });
}

/// In a lower panel nothing has a fixed place.
const FIXED: f32 = 500.0;

/// The height of the question's box, as a part of the panel, and at most.
const BOX: (f32, f32) = (0.38, 240.0);

/// The same where the battle is only watched.
const WATCHED_BOX: f32 = 72.0;

/// The room of the switches at the bottom.
const WISHES: f32 = 86.0;

/// Question, tabs and switches at fixed places, and what is looked at between them.
fn fixed_parts(
    ui: &mut Ui,
    screen: &BattleScreen,
    memory: &mut Memory,
    commands: &mut Vec<Command>,
) {
    ui.add_space(6.0);
    let high = match screen.is_played() {
        true => (ui.available_height() * BOX.0).min(BOX.1),
        false => WATCHED_BOX,
    };
    prompt::boxed(ui, screen, high, commands);
    tabs(ui, screen, commands);
    let below = if prompt::has_wishes(screen) {
        WISHES
    } else {
        0.0
    };
    let high = ui.available_height() - below;
    egui::ScrollArea::vertical()
        .id_salt("part")
        .auto_shrink(false)
        .max_height(high)
        .min_scrolled_height(high)
        .show(ui, |ui| {
            prompt::notices(ui, screen, &mut memory.advice, commands);
            open_tab(ui, screen, memory, commands);
        });
    prompt::wishes(ui, screen, commands);
}

/// In windows narrower than this, in points, the panel lies below the board.
const NARROW: f32 = 560.0;

/// How high a part of the right panel is at least.
const PART: f32 = 150.0;

/// The names of the parts of the panel.
fn tabs(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    ui.horizontal_wrapped(|ui| {
        for (tab, name) in [
            (Tab::Figure, "Figure"),
            (Tab::Log, "Log"),
            (Tab::Why, "Why"),
            (Tab::Score, "Score"),
        ] {
            let button = Button::selectable(screen.panels.tab == tab, name);
            if ui.add(button).clicked() {
                commands.push(Command::ShowTab(tab));
            }
        }
    });
    ui.separator();
}

/// The part that is open.
fn open_tab(ui: &mut Ui, screen: &BattleScreen, memory: &mut Memory, commands: &mut Vec<Command>) {
    match screen.panels.tab {
        Tab::Figure => figure::figure(ui, screen, commands),
        Tab::Log => tabs::log(ui, screen, &mut memory.rows, commands),
        Tab::Why => tabs::why(ui, screen, commands),
        Tab::Score => tabs::score(ui, screen, commands),
    }
}

/// Windows over everything: keys, and the end.
pub fn windows(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) {
    attack_menu::show(ui, screen, commands);
    windows::giving_up(ui, screen, commands);
    if screen.panels.help {
        windows::help(ui, screen, commands);
    }
    if screen.is_at_result() {
        windows::end(ui, screen, commands);
    }
}
