//! Ground that windows would cut off.

use super::super::sketch::Sketch;
use super::lines::Window;
use crate::board::{BorderKind, Cost, Space};

/// Spaces that can be reached from each other.
struct Areas(Vec<u32>);

impl Areas {
    fn of(&mut self, space: Space) -> u32 {
        let mut at = space.0;
        while self.0[at as usize] != at {
            let next = self.0[self.0[at as usize] as usize];
            self.0[at as usize] = next;
            at = next;
        }
        at
    }

    /// Joins two areas; whether they were two.
    fn join(&mut self, a: Space, b: Space) -> bool {
        let (a, b) = (self.of(a), self.of(b));
        self.0[a.max(b) as usize] = a.min(b);
        a != b
    }
}

/// The windows that must be openings, in their order, so that no ground is cut off by windows.
/// Doors are ways.
pub(super) fn openings<'a>(sketch: &Sketch, windows: &'a [Window]) -> Vec<&'a Window> {
    if windows.is_empty() {
        return Vec::new();
    }
    let grid = sketch.grid;
    let ground = |space: Space| {
        let terrain = sketch.terrain(sketch.ground[space.index()]);
        terrain.cost != Cost::No && !terrain.void
    };
    let shut = |side: (Space, Space)| {
        let border = sketch.side(side);
        border.is_some_and(|b| b.closed && b.kind != BorderKind::Door)
    };
    let mut areas = Areas((0..grid.len() as u32).collect());
    for space in (0..grid.len() as u32).map(Space).filter(|s| ground(*s)) {
        let (column, row) = (i64::from(grid.column(space)), i64::from(grid.row(space)));
        let beside = [grid.at(column + 1, row), grid.at(column, row + 1)];
        for next in beside.into_iter().flatten().filter(|s| ground(*s)) {
            if !shut((space, next)) {
                areas.join(space, next);
            }
        }
    }
    let mut opens = |window: &&Window| {
        let sides = window.sides.iter().filter(|s| ground(s.0) && ground(s.1));
        // all of them are joined, whether one has joined two areas already or not
        let joined = sides.filter(|side| areas.join(side.0, side.1));
        joined.count() > 0
    };
    windows.iter().filter(&mut opens).collect()
}
