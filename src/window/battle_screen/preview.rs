//! Preview of a click where the mouse points, worked out once.

use super::forecast::{AttackPreview, MovePreview, attack_previews, move_preview};
use super::tray::is_off;
use super::turn::Question;
use crate::battle::{Answer, Event, Fig, Place, Target};
use crate::board::{Reach, Space};
use crate::rules::Game;

/// Where the mouse points: a space, or a figure in the tray.
type Pointed = (Option<Space>, Option<Fig>);

/// Preview of a click where the mouse points.
#[derive(Default)]
pub struct Preview {
    /// After how many answers, for which figure and space, and whether the board was at rest.
    of: Option<(usize, Option<Fig>, Pointed, bool)>,
    /// The result of a move there.
    movement: Option<MovePreview>,
    /// How attacks there would go.
    attacks: Vec<AttackPreview>,
    /// The spaces that the piece of terrain would cover there.
    covered: Vec<Space>,
    /// The reach of a figure after a number of answers.
    reach: Option<(usize, Fig, Reach)>,
}

impl Preview {
    /// The result of a move there.
    pub fn movement(&self) -> Option<&MovePreview> {
        self.movement.as_ref()
    }
    /// How attacks there would go.
    pub fn attacks(&self) -> &[AttackPreview] {
        &self.attacks
    }
    /// The spaces that the piece of terrain would cover there.
    pub(super) fn covered(&self) -> &[Space] {
        &self.covered
    }
    /// Finds everything out again.
    pub(super) fn forget(&mut self) {
        self.of = None;
    }

    /// The spaces that a figure can reach, with costs. `after` is the number of answers before.
    pub(super) fn reach(&mut self, game: &Game, after: usize, who: Fig) -> Option<&Reach> {
        let stale = self
            .reach
            .as_ref()
            .is_none_or(|(n, f, _)| (*n, *f) != (after, who));
        if stale {
            let mut reach = Reach::default();
            let can = game.reach(who, &mut reach);
            self.reach = can.then_some((after, who, reach));
        }
        self.reach.as_ref().map(|(_, _, r)| r)
    }

    /// Finds out about where the mouse points; `game`: the battle after so many answers, `None` while
    /// figures move.
    pub(super) fn look(
        &mut self,
        (after, game): (usize, Option<&Game>),
        asked: Option<&Question>,
        chosen: Option<Fig>,
        (hover, off): Pointed,
    ) {
        let of = (after, chosen, (hover, off), game.is_some());
        if self.of == Some(of) {
            return;
        }
        self.of = Some(of);
        self.movement = None;
        self.attacks.clear();
        self.covered.clear();
        let Some(game) = game else { return };
        let acts = |who: &Fig| game.place(*who) == Place::On || is_off(game, *who);
        let Some(space) = hover else {
            if let (Some(who), Some(at)) = (chosen.filter(acts), off)
                && !game.allied(at, who)
            {
                self.attacks = attack_previews(game, who, Target::Figure(at));
            }
            return;
        };
        if asked.is_some_and(|asked| asked.legal.lays.contains(&space)) {
            self.covered = covered(game, space);
            return;
        }
        let Some(who) = chosen.filter(acts) else {
            return;
        };
        let enemies: Vec<Fig> = game
            .on_board()
            .filter(|f| game.spaces(*f).contains(&space) && !game.allied(*f, who))
            .collect();
        if enemies.is_empty() {
            let moves = asked.and_then(|asked| asked.legal.moves.get(&who));
            if moves.is_some_and(|moves| moves.contains(&space)) {
                self.movement = Some(move_preview(game, who, space));
            }
            return;
        }
        for target in enemies {
            self.attacks
                .extend(attack_previews(game, who, Target::Figure(target)));
        }
    }
}

/// The spaces a piece of terrain would cover, found by laying it in a copy of the battle.
fn covered(game: &Game, to: Space) -> Vec<Space> {
    let mut copy = game.clone();
    let mut events = Vec::new();
    copy.settle(&Answer::Lay { to }, &mut events);
    let laid = events.into_iter().find_map(|event| match event {
        Event::Laid { spaces, .. } => Some(spaces.into_iter().collect()),
        _ => None,
    });
    laid.unwrap_or_else(|| vec![to])
}
