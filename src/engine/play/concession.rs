//! Giving up: how a battle ends for which a side concedes, and whether a side cannot win any more.

use crate::battle::{HalfPoints, Outcome, Reason, Side, Sides};
use crate::rules::Game;

/// How a battle ends when this side gives up: of the other teams the one with the most points wins,
/// several if they are level.
pub fn outcome(game: &Game, by: Side) -> Outcome {
    let team = game.team(by);
    let rivals = || game.all_sides().filter(|s| game.team(*s) != team);
    let most = rivals().map(|s| points(game, game.team(s))).max();
    let winners: Sides = rivals()
        .filter(|s| Some(points(game, game.team(*s))) == most)
        .collect();
    Outcome {
        winners,
        reason: Reason::Conceded,
        rounds: game.status().round,
    }
}

/// Whether it is proven that a side cannot win any more: points alone decide, and even with all that
/// its team can still score it has no more than another team has now.
///
/// It never guesses: false where anything else may decide.
pub fn is_hopeless(game: &Game, side: Side) -> bool {
    let Some(left) = game.points_left(side) else {
        return false;
    };
    let team = game.team(side);
    let others = game
        .all_sides()
        .map(|s| game.team(s))
        .filter(|t| *t != team);
    let best = others.map(|t| points(game, t)).max();
    best.is_some_and(|best| points(game, team) + left <= best)
}

/// Points of a team.
fn points(game: &Game, team: u8) -> HalfPoints {
    let sides = game.all_sides().filter(|s| game.team(*s) == team);
    sides.map(|s| game.scores()[s.index()]).sum()
}
