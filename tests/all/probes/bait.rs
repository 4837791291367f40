//! One cheap figure stands just inside an enemy's reach, all others where they can strike whoever
//! takes it.

use super::field::{Field, least, touching};
use skirmish::battle::Fig;
use skirmish::board::Space;

/// The cheapest figure that can move; of equals the first.
pub fn bait(field: &Field) -> Option<Fig> {
    let walks = |who: &Fig| field.game.aboard(*who).is_none();
    let cost = |who: &Fig| (field.game.facts(*who).worth, *who);
    field.own.iter().copied().filter(walks).min_by_key(cost)
}

/// The bait goes just inside; the others attack who has come, or wait beside it out of reach.
pub fn place(field: &Field, who: Fig, ends: &[Space]) -> Space {
    let zones = field.zones(who, touching);
    let reached = |end: Space| zones.iter().filter(|zone| zone.contains(end)).count();
    let bait = bait(field).unwrap_or(who);
    if who == bait {
        let inside = |end: &Space| reached(*end) > 0;
        let inside: Vec<Space> = ends.iter().copied().filter(inside).collect();
        if inside.is_empty() {
            return least(ends, |end| field.way[end.index()]);
        }
        // Just inside: within reach of few, and far from them.
        return least(&inside, |end| {
            (reached(end), -i64::from(field.gap(end, &field.foes)))
        });
    }
    let spaces = |who: Fig| field.game.spaces(who);
    let near = |foe: &Fig| {
        let gaps = field
            .own
            .iter()
            .map(|own| field.board().gap(&spaces(*own), &spaces(*foe)));
        gaps.min().is_some_and(|gap| gap <= 1)
    };
    let come: Vec<Fig> = field.foes.iter().copied().filter(near).collect();
    let chance = |end: Space| {
        let attacks = field.attacks(who, end).into_iter();
        let on_them = attacks.filter(|a| come.contains(&a.at)).map(|a| a.chance);
        on_them.fold(0.0, f64::max)
    };
    if ends.iter().any(|end| chance(*end) > 0.0) {
        return least(ends, |end| (-chance(end), reached(end)));
    }
    least(ends, |end| (reached(end), field.gap(end, &[bait])))
}
