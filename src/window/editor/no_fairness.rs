//! How fair the map is, where there are no threads to play battles in: not told.

use super::Editor;
use crate::window::board_view::Seen;
use egui::Ui;

/// No battles.
#[derive(Default)]
pub(super) struct Fairness;

impl Editor {
    /// Says that there are no battles.
    pub(super) fn play_battles(&mut self) {
        self.message = Some(Err("test battles are not available in a browser".to_owned()));
    }

    /// There is nothing to look at.
    pub(super) fn follow_battles(&mut self, _ui: &Ui) {}

    /// There is nothing to tell.
    pub(super) fn fairness_panel(&mut self, _ui: &mut Ui) {}

    /// There is nothing to draw.
    pub(super) fn draw_heat(&self, _seen: &Seen) {}
}
