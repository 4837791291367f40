//! Which spaces and sides a tool takes in.

use super::{Sheet, Side};
use crate::board::{Grid, Space, Spaces};
use crate::files::map::share_a_side;
use std::collections::BTreeSet;

/// All spaces fewer than `size` steps away: a brush.
pub fn around(grid: &Grid, middle: Space, size: u32) -> Spaces {
    let far = i64::from(size.max(1) - 1);
    let (column, row) = (i64::from(grid.column(middle)), i64::from(grid.row(middle)));
    // a step changes column and row by one at most, half a step more where rows are staggered
    let near = (-far..=far).flat_map(|dx| (-far - 1..=far + 1).map(move |dy| (dx, dy)));
    let near = near.chain((-far - 1..=far + 1).flat_map(|dx| (-far..=far).map(move |dy| (dx, dy))));
    let spaces = near
        .filter_map(|(dx, dy)| grid.at(column + dx, row + dy))
        .filter(|s| i64::from(grid.distance(middle, *s)) <= far);
    Spaces::of(grid.len(), spaces)
}

/// A brush drawn along a straight line.
pub fn line(grid: &Grid, from: Space, to: Space, size: u32) -> Spaces {
    let mut all = Spaces::new(grid.len());
    for space in grid.straight(from, to) {
        all.add(&around(grid, space, size));
    }
    all
}

/// The columns and rows between two corners.
pub fn rectangle(grid: &Grid, from: Space, to: Space) -> Spaces {
    let order = |a: u32, b: u32| a.min(b)..=a.max(b);
    let mut all = Spaces::new(grid.len());
    for row in order(grid.row(from), grid.row(to)) {
        for column in order(grid.column(from), grid.column(to)) {
            all.insert(Space(row * grid.columns + column));
        }
    }
    all
}

/// All spaces around one up to another: a hexagon on hexes.
pub fn hexagon(grid: &Grid, middle: Space, rim: Space) -> Spaces {
    around(grid, middle, grid.distance(middle, rim) + 1)
}

/// The neighbours over a side.
pub fn beside(grid: &Grid, space: Space) -> impl Iterator<Item = Space> + use<> {
    let kind = grid.kind;
    grid.neighbours(space)
        .filter(move |(d, _)| !kind.is_diagonal(*d))
        .map(|(_, s)| s)
}

/// The connected spaces that are alike, with no closed border between them.
pub fn flood(sheet: &Sheet, from: Space, alike: impl Fn(Space) -> bool) -> Spaces {
    let mut all = Spaces::of(sheet.grid.len(), [from]);
    let mut open = vec![from];
    while let Some(space) = open.pop() {
        for next in beside(&sheet.grid, space) {
            let between = (space.min(next), space.max(next));
            let shut = sheet
                .borders
                .get(&between)
                .is_some_and(|b| b.closed || b.open);
            if !shut && alike(next) && all.insert(next) {
                open.push(next);
            }
        }
    }
    all
}

/// The sides between spaces of a set and others.
pub fn outline(grid: &Grid, spaces: &Spaces) -> BTreeSet<Side> {
    let mut all = BTreeSet::new();
    for space in spaces.iter() {
        for next in beside(grid, space).filter(|n| !spaces.contains(*n)) {
            all.insert((space.0.min(next.0), space.0.max(next.0)));
        }
    }
    all
}

/// The sides to the right of a straight line of spaces, seen from its beginning.
pub fn along(grid: &Grid, from: Space, to: Space) -> BTreeSet<Side> {
    let line = grid.straight(from, to);
    let all = Spaces::of(grid.len(), line.iter().copied());
    let (dx, dy) = grid.offset(from, to);
    let right = |next: Space| {
        let (x, y) = grid.offset(from, next);
        i64::from(dx) * i64::from(y) - i64::from(dy) * i64::from(x) > 0
    };
    let mut sides = outline(grid, &all);
    sides.retain(|(a, b)| {
        let outer = if all.contains(Space(*a)) { *b } else { *a };
        right(Space(outer))
    });
    sides
}

/// Whether two spaces of a grid share a side.
pub fn is_side(grid: &Grid, (a, b): Side) -> bool {
    share_a_side(grid, Space(a), Space(b))
}
