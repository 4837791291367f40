//! What follows from a grid alone, shared by all boards of a map.

use super::line::Ray;
use super::{Facing, Grid, GridKind, Space};
use std::sync::OnceLock;

/// Flat tables of a grid, one entry a space, and the rays traced so far.
pub(super) struct Shape {
    /// The grid.
    pub grid: Grid,
    /// Whether the stagger goes by rows.
    pub by_rows: bool,
    /// How many columns and rows a ray that is kept may span.
    pub spans: (i32, i32),
    /// Column and row.
    pub places: Vec<(i32, i32)>,
    /// The neighbour in each direction, or `Shape::NONE`.
    pub neighbours: Vec<[u32; 8]>,
    /// For each stagger, how far on in reading order the neighbour in each direction is.
    pub strides: [[i32; 8]; 2],
    /// Rays by stagger and difference of rows and columns.
    pub rays: Vec<OnceLock<Ray>>,
}

impl Shape {
    /// No space.
    pub const NONE: u32 = u32::MAX;
    /// How many columns (and rows) the table of cells has more than the grid: one all around.
    pub const MARGIN: i32 = 2;

    pub fn new(grid: Grid) -> Self {
        let all = || (0..grid.len() as u32).map(Space);
        let beside = |space| {
            let mut row = [Self::NONE; 8];
            for (facing, next) in grid.neighbours(space) {
                row[usize::from(facing.0)] = next.0;
            }
            row
        };
        let by_rows = grid.kind == GridKind::HexPointy;
        let strides = [(0, 0), if by_rows { (0, 1) } else { (1, 0) }].map(|(column, row)| {
            let mut strides = [0; 8];
            let at = grid.lattice_at(column, row);
            for (stride, step) in strides.iter_mut().zip(grid.kind.steps()) {
                let next = grid.place((at.0 + step.0, at.1 + step.1));
                *stride = (next.1 - row) * grid.columns as i32 + (next.0 - column);
            }
            strides
        });
        Self {
            grid,
            spans: Self::spans(&grid),
            by_rows,
            strides,
            places: all()
                .map(|s| (grid.column(s) as i32, grid.row(s) as i32))
                .collect(),
            neighbours: all().map(beside).collect(),
            rays: (0..Self::slots(&grid)).map(|_| OnceLock::new()).collect(),
        }
    }
    /// Whether a space lies in an even (0) or odd (1) column, or row where those are staggered:
    /// all spaces alike in this have their neighbours equally far on in reading order.
    pub fn stagger(&self, space: Space) -> u8 {
        let (column, row) = self.places[space.index()];
        (if self.by_rows { row } else { column } & 1) as u8
    }
    /// The neighbour in a direction, if inside the rectangle.
    pub fn neighbour(&self, space: Space, direction: Facing) -> Option<Space> {
        let next = *self.neighbours[space.index()].get(usize::from(direction.0))?;
        (next != Self::NONE).then_some(Space(next))
    }
}
