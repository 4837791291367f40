//! Doors that fill a whole space in another program become doors on a side of that space.
//!
//! There a door stands in a wall and takes a space of its own. Here it stands on a side: the space
//! becomes ground, and the door closes the side where one of the two rooms begins.

use super::builtin;
use super::sketch::Sketch;
use super::snap::Lattice;
use crate::board::{BorderKind, Cost, Space};
use std::collections::{BTreeMap, BTreeSet};

/// A door is no wider than this; what is longer and is called a door is a wall that may have one.
const WIDEST: usize = 4;

/// Puts doors on sides; `doors`: of each space, whether its door stands open.
///
/// Doors that touch are one. What lies around them falls into parts that do not meet; the door goes
/// on all sides towards the smallest part. Where there is one part only, and more than one side, it
/// goes where walls on sides leave a gap of one side, else in the place of the one wall on its
/// sides; else no wall says where the door belongs: it is left out, and that is noted. What is wider
/// than any door is wall; where most of what is called a door is that, all of it is.
pub fn put_on_sides(sketch: &mut Sketch, doors: &BTreeMap<Space, bool>) {
    let all = touching(sketch, doors.keys().copied().collect());
    let long = all.iter().filter(|one| one.len() > WIDEST);
    let most = long.map(Vec::len).sum::<usize>() * 2 > doors.len();
    let (walls, all): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|one| most || one.len() > WIDEST);
    for space in walls.into_iter().flatten() {
        sketch.ground[space.index()] = sketch.wall();
        let what = "doors in long rows became walls";
        sketch.notes.changed(what, sketch.place(space));
    }
    for one in all {
        let place = sketch.place(one[0]);
        let parts = parts(sketch, &one, doors);
        let smallest = parts.iter().min_by_key(|part| part.len());
        let part = smallest
            .filter(|part| parts.len() > 1 || part.len() == 1)
            .cloned()
            .or_else(|| in_line(sketch, &one, doors));
        let Some(part) = part else {
            let what = "doors with no wall on either side were left out";
            sketch.notes.lost(what, place);
            continue;
        };
        for (inside, outside) in part {
            let between = (inside.min(outside), inside.max(outside));
            sketch.border(match doors[&inside] {
                true => builtin::open_door(between),
                false => builtin::border(BorderKind::Door, between),
            });
        }
        let what = "doors that fill a space became doors on a side of it";
        sketch.notes.changed(what, place);
    }
}

/// Spaces grouped into connected areas.
fn touching(sketch: &Sketch, mut left: BTreeSet<Space>) -> Vec<Vec<Space>> {
    let mut all = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut one = vec![first];
        let mut next = 0;
        while next < one.len() {
            let beside = beside(sketch, one[next]);
            one.extend(beside.into_iter().filter(|s| left.remove(s)));
            next += 1;
        }
        all.push(one);
    }
    all
}

/// The spaces over the sides of a space.
fn beside(sketch: &Sketch, space: Space) -> Vec<Space> {
    let grid = sketch.grid;
    let all = grid.neighbours(space).map(|(_, next)| next);
    all.filter(|next| super::map::share_a_side(&grid, space, *next))
        .collect()
}

/// The sides from a door to the ground around it, grouped by connected area.
fn parts(
    sketch: &Sketch,
    door: &[Space],
    doors: &BTreeMap<Space, bool>,
) -> Vec<Vec<(Space, Space)>> {
    let mut sides = ground_around(sketch, door, doors);
    sides.retain(|side| !walled(sketch, *side));
    let mut parts: Vec<Vec<(Space, Space)>> = Vec::new();
    while let Some(first) = sides.first().copied() {
        sides.remove(0);
        let mut part = vec![first];
        let mut next = 0;
        while next < part.len() {
            let from = part[next].1;
            let near = |side: &(Space, Space)| sketch.grid.distance(from, side.1) <= 1;
            part.extend(sides.iter().copied().filter(near));
            sides.retain(|side| !near(side));
            next += 1;
        }
        parts.push(part);
    }
    parts
}

/// The sides of a door towards ground, walls on them or not.
fn ground_around(
    sketch: &Sketch,
    door: &[Space],
    doors: &BTreeMap<Space, bool>,
) -> Vec<(Space, Space)> {
    let free = |space: &Space| {
        let terrain = sketch.terrain(sketch.ground[space.index()]);
        terrain.cost != Cost::No && !terrain.void && !doors.contains_key(space)
    };
    let around = |inside: &Space| {
        let inside = *inside;
        let ground = beside(sketch, inside).into_iter().filter(free);
        ground
            .map(move |outside| (inside, outside))
            .collect::<Vec<_>>()
    };
    let mut sides: Vec<_> = door.iter().flat_map(around).collect();
    sides.sort_unstable();
    sides
}

/// Whether something on a side stops whoever walks.
fn walled(sketch: &Sketch, (inside, outside): (Space, Space)) -> bool {
    let there = sketch.side((inside.min(outside), inside.max(outside)));
    there.is_some_and(|b| b.closed && b.kind != BorderKind::Door)
}

/// The one side of a door that fills a gap between walls on sides, or that has the only wall.
fn in_line(
    sketch: &Sketch,
    door: &[Space],
    doors: &BTreeMap<Space, bool>,
) -> Option<Vec<(Space, Space)>> {
    let sides = ground_around(sketch, door, doors);
    let (shut, open): (Vec<_>, Vec<_>) = sides.into_iter().partition(|s| walled(sketch, *s));
    let lattice = Lattice::to_scale(sketch.grid);
    // the corners in which walls around end
    let mut ends = BTreeSet::new();
    let around: BTreeSet<Space> = door.iter().flat_map(|s| beside(sketch, *s)).collect();
    for space in around {
        for next in beside(sketch, space) {
            let side = (space.min(next), space.max(next));
            if walled(sketch, side) {
                for end in lattice.ends(side) {
                    ends.insert(end);
                }
            }
        }
    }
    let held = |side: &(Space, Space)| {
        let (a, b) = (side.0.min(side.1), side.0.max(side.1));
        lattice.ends((a, b)).iter().all(|end| ends.contains(end))
    };
    let gaps: Vec<_> = open.into_iter().filter(held).collect();
    match (gaps.as_slice(), shut.as_slice()) {
        ([gap], _) => Some(vec![*gap]),
        ([], [wall]) => Some(vec![*wall]),
        _ => None,
    }
}
