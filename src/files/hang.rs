//! Doors that fill a whole space in another program, hung on the sides of that space.
//!
//! There a door stands in a wall and takes a space of its own. Here it stands on a side: the space
//! becomes ground, and the door closes the side where one of the two rooms begins.

use super::builtin;
use super::sketch::Sketch;
use crate::board::{BorderKind, Cost, Space};
use std::collections::{BTreeMap, BTreeSet};

/// A door is no wider than this; what is longer and is called a door is a wall that may have one.
const WIDEST: usize = 4;

/// Hangs doors; of each space, whether its door stands open.
///
/// Doors that touch are one. What lies around them falls into parts that do not meet; the door goes
/// on all sides towards the smallest part. Where there is one part only, and more than one side, no
/// wall says where the door belongs: it is left out, and that is noted. What is wider than any door
/// is wall; where most of what is called a door is that, all of it is.
pub fn doors(sketch: &mut Sketch, doors: &BTreeMap<Space, bool>) {
    let all = touching(sketch, doors.keys().copied().collect());
    let long = all.iter().filter(|one| one.len() > WIDEST);
    let most = long.map(Vec::len).sum::<usize>() * 2 > doors.len();
    let (walls, all): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|one| most || one.len() > WIDEST);
    for space in walls.into_iter().flatten() {
        sketch.ground[space.index()] = sketch.wall();
        let what = "things called doors that stand in long rows became wall";
        sketch.notes.changed(what, sketch.place(space));
    }
    for one in all {
        let place = sketch.place(one[0]);
        let parts = parts(sketch, &one, doors);
        let smallest = parts.iter().min_by_key(|part| part.len());
        let Some(part) = smallest.filter(|part| parts.len() > 1 || part.len() == 1) else {
            let what = "doors with no wall on either side were left out";
            sketch.notes.lost(what, place);
            continue;
        };
        for &(inside, outside) in part {
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

/// Spaces by which of them hang together over their sides.
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

/// The sides from a door to the ground around it, by which of that ground hangs together.
fn parts(
    sketch: &Sketch,
    door: &[Space],
    doors: &BTreeMap<Space, bool>,
) -> Vec<Vec<(Space, Space)>> {
    let free = |space: &Space| {
        let terrain = sketch.terrain(sketch.ground[space.index()]);
        terrain.cost != Cost::No && !terrain.void && !doors.contains_key(space)
    };
    let mut sides: Vec<(Space, Space)> = door
        .iter()
        .flat_map(|inside| {
            let around = beside(sketch, *inside).into_iter().filter(free);
            around.map(|outside| (*inside, outside))
        })
        .collect();
    sides.sort_unstable();
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
