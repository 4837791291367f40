//! All figures stay in cover out of every enemy's reach, near each other, and attack whoever comes; in
//! the last two rounds they attack if they are behind.

use super::field::{Field, least};
use super::rush;
use skirmish::battle::Fig;
use skirmish::board::Space;

/// An end out of every enemy's reach, if possible with a target, in cover, near to friends.
pub fn place(field: &Field, who: Fig, ends: &[Space]) -> Space {
    if is_late_and_behind(field, who) {
        return rush::place(field, who, ends);
    }
    let zones = field.zones(who, |_| true);
    let reached = |end: Space| zones.iter().filter(|zone| zone.contains(end)).count();
    let friends: Vec<Space> = field
        .own
        .iter()
        .filter(|f| **f != who)
        .map(|f| field.game.at(*f))
        .collect();
    let apart = |end: Space| -> u32 {
        let gaps = friends.iter().map(|at| field.board().gap(&[end], &[*at]));
        gaps.sum()
    };
    least(ends, |end| {
        let attacks = field.attacks(who, end).iter().any(|a| a.chance > 0.0);
        let covered = field.board().terrain(end).cover;
        (reached(end), !attacks, !covered, apart(end))
    })
}

/// Whether it is one of the last two rounds and the side has fewer points than another.
fn is_late_and_behind(field: &Field, who: Fig) -> bool {
    let (game, status) = (field.game, field.game.status());
    let scores = game.scores();
    let own = scores[game.side(who).index()];
    let late = status
        .rounds
        .is_some_and(|rounds| status.round + 1 >= rounds);
    late && scores.iter().any(|score| *score > own)
}
