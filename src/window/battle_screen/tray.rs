//! Figures that act from off the board: where they are shown, and clicks on them.

use super::super::history::{self, Spot};
use crate::battle::{Fig, Place};
use crate::look::layout::{Camera, Layout};
use crate::rules::Game;
use egui::Pos2;
use std::collections::BTreeMap;

/// Where the figures of the tray were drawn in the last frame.
#[derive(Default)]
pub struct Tray(pub BTreeMap<Fig, Pos2>);

/// How far below the edge of the board's view the end of an arrow from the tray is, in points.
const EDGE: f32 = 6.0;

/// Whether a figure acts from off the board now.
pub fn is_off(game: &Game, who: Fig) -> bool {
    game.place(who) != Place::On && game.off_board_figures(game.side(who)).contains(&who)
}

/// Whether anybody acts from off the board at any time of a battle.
pub fn has_tray(start: &Game) -> bool {
    let mut sides = start.all_sides();
    sides.any(|side| !start.off_board_figures(side).is_empty())
}

/// The figures that act from off the board now, side by side.
pub fn off_board(game: &Game) -> Vec<Fig> {
    let sides = game.all_sides();
    sides
        .flat_map(|side| game.off_board_figures(side))
        .filter(|who| game.place(*who) != Place::On)
        .collect()
}

impl Tray {
    /// The place of a figure in the coordinates of the board: of one in the tray, at the edge of
    /// the view.
    pub(super) fn stands(
        &self,
        (game, camera, layout): (&Game, &Camera, &Layout),
        who: Fig,
    ) -> Pos2 {
        match self.0.get(&who) {
            Some(at) if is_off(game, who) => edge(camera, *at),
            _ => history::base_of(game, layout, who).0,
        }
    }

    /// The place of a caption in the coordinates of the board.
    pub(super) fn spot(&self, spot: Spot, camera: &Camera, layout: &Layout) -> Option<Pos2> {
        match spot {
            Spot::Space(space) => Some(layout.centre(space)),
            Spot::Off(who) => self.0.get(&who).map(|at| edge(camera, *at)),
        }
    }
}

fn edge(camera: &Camera, at: Pos2) -> Pos2 {
    camera.board(egui::pos2(at.x, camera.view.top() + EDGE))
}
