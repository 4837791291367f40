//! Looking at maps.

use super::board_view::BoardView;
use super::theme;
use crate::board::{Board, GridKind, Space};
use crate::files::{map, shipped};
use crate::source::Source;
use egui::{RichText, Ui};
use std::sync::Arc;

/// The screen of maps.
#[derive(Default)]
pub struct Maps {
    chosen: usize,
    loaded: Option<(usize, Result<Arc<Board>, String>)>,
    /// The board's view.
    pub view: BoardView,
}

/// A grid's kind in words.
pub fn grid_words(kind: GridKind) -> &'static str {
    match kind {
        GridKind::Square => "squares",
        GridKind::HexFlat => "hexes, flat tops",
        GridKind::HexPointy => "hexes, pointed tops",
    }
}

/// What a space is, in words.
pub fn space_words(board: &Board, space: Space) -> String {
    let terrain = board.terrain(space);
    let mut words = format!("{} - {}", board.grid().name(space), terrain.name);
    let level = board.level(space);
    if level != 0 {
        words.push_str(&format!(", level {level:+}"));
    }
    if board.is_hard(space) {
        words.push_str(", difficult");
    }
    if terrain.cover {
        words.push_str(", cover");
    }
    words
}

impl Maps {
    /// The board that is shown.
    pub fn board(&self) -> Option<&Arc<Board>> {
        self.loaded.as_ref().and_then(|(_, b)| b.as_ref().ok())
    }

    /// Draws the screen; true: back to the menu.
    pub fn show(&mut self, ui: &mut Ui) -> bool {
        let mut back = ui.input(|i| i.key_pressed(egui::Key::Escape));
        egui::Panel::left("maps").exact_size(230.0).show(ui, |ui| {
            ui.add_space(6.0);
            ui.horizontal(|ui| {
                if ui.button("Back").clicked() {
                    back = true;
                }
                ui.heading("Maps");
            });
            egui::ScrollArea::vertical().show(ui, |ui| {
                for (i, (name, _)) in shipped::MAPS.iter().enumerate() {
                    if ui.selectable_label(self.chosen == i, *name).clicked() {
                        self.chosen = i;
                    }
                }
                ui.separator();
                ui.checkbox(&mut self.view.zones, "Zones");
                ui.checkbox(&mut self.view.coordinates, "Coordinates");
            });
        });
        if self.loaded.as_ref().is_none_or(|(i, _)| *i != self.chosen) {
            let (name, text) = shipped::MAPS[self.chosen];
            let board = map::read(&Source::new(name, text))
                .map(|m| Arc::new(Board::new(m)))
                .map_err(|fault| fault.to_string());
            self.loaded = Some((self.chosen, board));
            self.view.forget();
        }
        egui::CentralPanel::default()
            .frame(egui::Frame::NONE)
            .show(ui, |ui| match &self.loaded {
                Some((_, Ok(board))) => {
                    let seen = self.view.show(ui, board, true, true);
                    let words = match seen.hover {
                        Some(space) => space_words(board, space),
                        None => format!(
                            "{} - {} x {} {}",
                            board.map().name,
                            board.grid().columns,
                            board.grid().rows,
                            grid_words(board.grid().kind)
                        ),
                    };
                    let at = seen.response.rect.center_bottom() - egui::vec2(0.0, 16.0);
                    super::table::label(&seen.painter, at, &words, 13.0, theme::TEXT);
                }
                Some((_, Err(error))) => {
                    ui.label(RichText::new(error).color(theme::BAD));
                }
                None => {}
            });
        back
    }
}
