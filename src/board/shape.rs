//! What follows from a grid alone, shared by all boards of a map.

use super::{Facing, Grid, Space};

/// Flat tables of a grid, one entry a space.
pub(super) struct Shape {
    /// Column and row.
    pub places: Vec<(i32, i32)>,
    /// The neighbour in each direction, or `Shape::NONE`.
    pub neighbours: Vec<[u32; 8]>,
}

impl Shape {
    /// No space.
    pub const NONE: u32 = u32::MAX;

    pub fn new(grid: Grid) -> Self {
        let all = || (0..grid.len() as u32).map(Space);
        let places = all()
            .map(|s| (grid.column(s) as i32, grid.row(s) as i32))
            .collect();
        let beside = |space| {
            let mut row = [Self::NONE; 8];
            for (facing, next) in grid.neighbours(space) {
                row[usize::from(facing.0)] = next.0;
            }
            row
        };
        Self {
            places,
            neighbours: all().map(beside).collect(),
        }
    }
    /// The neighbour in a direction, if inside the rectangle.
    pub fn neighbour(&self, space: Space, direction: Facing) -> Option<Space> {
        let next = *self.neighbours[space.index()].get(usize::from(direction.0))?;
        (next != Self::NONE).then_some(Space(next))
    }
}
