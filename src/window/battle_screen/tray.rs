//! Figures that act from off the board: where they are shown, and clicks on them.

use super::super::history::{self, Spot};
use super::{BattleScreen, Tool};
use crate::battle::{Answer, Fig, How, Place, Target};
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

impl BattleScreen {
    /// Whether anybody acts from off the board at any time of this battle.
    pub fn has_tray(&self) -> bool {
        let start = &self.history.start;
        let mut sides = start.all_sides();
        sides.any(|side| !start.off_board_figures(side).is_empty())
    }

    /// The figures that act from off the board now, side by side.
    pub fn off_board(&self) -> Vec<Fig> {
        let game = self.game();
        let sides = game.all_sides();
        sides
            .flat_map(|side| game.off_board_figures(side))
            .filter(|who| game.place(*who) != Place::On)
            .collect()
    }

    /// Whether the chosen figure can attack a figure in the tray.
    pub fn aims_at(&self, at: Fig) -> bool {
        !self.ways_to(at).is_empty()
    }

    /// The ways in which the chosen figure can attack a figure.
    fn ways_to(&self, at: Fig) -> Vec<(How, Target)> {
        let (Some(who), Some(asked)) = (self.chosen, &self.asked) else {
            return Vec::new();
        };
        let game = self.history.game(self.history.len());
        let strikes = asked.legal.strikes.get(&who).into_iter().flatten();
        let there = |(_, target): &&(How, Target)| *target == Target::Figure(at);
        match game.allied(at, who) {
            true => Vec::new(),
            false => strikes.filter(there).copied().collect(),
        }
    }

    /// Attacks a figure in the tray with the chosen one, or selects it.
    pub(super) fn click_off(&mut self, at: Fig) {
        if !self.is_settled() {
            if self.is_played() {
                self.player.skip(&self.history);
            }
            self.choose(Some(at));
            return;
        }
        let ways = match self.tools.tool() {
            Tool::Play | Tool::Threat => self.ways_to(at),
            _ => Vec::new(),
        };
        match (ways.as_slice(), self.chosen) {
            ([(how, target)], Some(who)) => {
                let (how, at) = (*how, *target);
                self.answer(Answer::Strike { who, how, at }, None);
            }
            ([_, ..], Some(who)) => {
                let place = self.tray.0.get(&at).copied().unwrap_or_default();
                self.open_ways(who, &ways, place);
            }
            _ => self.choose(Some(at)),
        }
    }

    /// The place of a figure in the coordinates of the board: of one in the tray, at the edge of
    /// the view.
    pub(super) fn stands(
        &self,
        (game, camera, layout): (&Game, &Camera, &Layout),
        who: Fig,
    ) -> Pos2 {
        match self.tray.0.get(&who) {
            Some(at) if is_off(game, who) => edge(camera, *at),
            _ => history::base_of(game, layout, who).0,
        }
    }

    /// The place of a caption in the coordinates of the board.
    pub(super) fn spot(&self, spot: Spot, camera: &Camera, layout: &Layout) -> Option<Pos2> {
        match spot {
            Spot::Space(space) => Some(layout.centre(space)),
            Spot::Off(who) => self.tray.0.get(&who).map(|at| edge(camera, *at)),
        }
    }
}

fn edge(camera: &Camera, at: Pos2) -> Pos2 {
    camera.board(egui::pos2(at.x, camera.view.top() + EDGE))
}
