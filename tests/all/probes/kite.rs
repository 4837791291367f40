//! Every figure keeps as far from enemies that fight hand to hand as its own range allows, and never
//! enters the reach of one.

use super::field::{Field, least, touching};
use skirmish::battle::Fig;
use skirmish::board::Space;

/// The farthest end out of reach from which it can attack; else the nearest to an enemy that is out
/// of reach; else the farthest from all.
pub fn place(field: &Field, who: Fig, ends: &[Space]) -> Space {
    let zones = field.zones(who, touching);
    let melee = field
        .foes
        .iter()
        .copied()
        .filter(|foe| field.is_melee(*foe));
    let melee: Vec<Fig> = melee.collect();
    let out_of_reach = |end: &Space| !zones.iter().any(|zone| zone.contains(*end));
    let safe: Vec<Space> = ends.iter().copied().filter(out_of_reach).collect();
    if safe.is_empty() {
        return least(ends, |end| -i64::from(field.gap(end, &field.foes)));
    }
    let attacks = |end: &Space| field.attacks(who, *end).iter().any(|a| a.chance > 0.0);
    let useful: Vec<Space> = safe.iter().copied().filter(attacks).collect();
    if useful.is_empty() {
        return least(&safe, |end| field.way[end.index()]);
    }
    least(&useful, |end| -i64::from(field.gap(end, &melee)))
}
