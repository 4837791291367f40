//! Exact rays from centre to centre: `Through(space)` and `Between(space, space)` steps.
//!
//! A ray is the same from every space (on hexes: from every space whose column or row has the
//! same stagger), so it is traced once and kept with all distances turned into differences of
//! indices.

use super::Space;
use super::grid::{Crossing, Grid, Offset, Portion, trace};
use super::shape::Shape;
use std::borrow::Cow;

/// Marks of a space for sight, in [`Step`]'s masks and in the board's table of cells.
pub(super) mod mark {
    /// Not part of the board.
    pub const VOID: u32 = 1;
    /// Its terrain blocks.
    pub const BLOCK: u32 = 2;
    /// Its terrain covers.
    pub const PARTIAL: u32 = 4;
    /// The terrain of a space, whatever it does.
    pub const SPACE: u32 = VOID | BLOCK | PARTIAL;
    /// Sides with blocking borders, a bit a direction.
    pub const SHUT: u32 = 0xff << 8;
    /// Sides with partial borders, a bit a direction.
    pub const VEILED: u32 = 0xff << 16;
    /// The border in a direction, whatever it does.
    pub const fn side(direction: u8) -> u32 {
        0x1_0100 << direction
    }
}

/// One step of a ray: through a space, where both ways are that space, or between two.
#[derive(Copy, Clone, Debug)]
pub(super) struct Step {
    /// The spaces of the two ways, as differences of indices into the board's table of cells.
    pub cells: [i32; 2],
    /// Which marks of those spaces matter.
    pub masks: [u32; 2],
}

impl Step {
    /// Whether there are two ways.
    pub fn is_between(&self) -> bool {
        self.cells[0] != self.cells[1]
    }
}

/// What only a closer look at a step needs.
#[derive(Copy, Clone, Debug)]
pub(super) struct Detail {
    /// Where the step begins, as a fraction of the ray.
    pub entered: (i32, i32),
    /// For each way the directions, seen from its space, in which the ray's spaces before and
    /// after it lie, if a border there counts.
    pub sides: [[Option<u8>; 2]; 2],
}

/// A ray from the centre of one space to that of another.
#[derive(Clone, Debug, Default)]
pub(super) struct Ray {
    /// All steps after leaving the first space; the last enters the last space.
    pub steps: Box<[Step]>,
    /// The spaces of each step as differences of spaces; off the map they mean nothing.
    pub spaces: Box<[[i32; 2]]>,
    /// Details of each step.
    pub details: Box<[Detail]>,
}

impl Ray {
    fn new(grid: &Grid, from: (i32, i32), to: (i32, i32)) -> Self {
        let origin = grid.lattice_at(from.0, from.1);
        let end = grid.lattice_at(to.0, to.1);
        let portions = trace(grid.kind, (end.0 - origin.0, end.1 - origin.1));
        let difference = |at: Offset, margin: i32| {
            let (column, row) = grid.place((origin.0 + at.0, origin.1 + at.1));
            (row - from.1) * (grid.columns as i32 + margin) + (column - from.0)
        };
        let ways = |portion: &Portion| match portion.crossing {
            Crossing::Through(at) => [at, at],
            Crossing::Between(a, b) => [a, b],
        };
        let direction = |from: Offset, to: Offset| {
            let step = (to.0 - from.0, to.1 - from.1);
            grid.kind
                .steps()
                .iter()
                .position(|s| *s == step)
                .map(|d| d as u8)
        };
        let details: Box<[Detail]> = (0..portions.len())
            .map(|i| {
                let [a, b] = ways(&portions[i]);
                let before = i.checked_sub(1).map_or([(0, 0); 2], |i| ways(&portions[i]));
                let sides = if a != b {
                    let after = ways(&portions[i + 1])[0];
                    [a, b].map(|way| [direction(way, before[0]), direction(way, after)])
                } else if before[0] == before[1] {
                    [[direction(a, before[0]), None]; 2]
                } else {
                    [[None; 2]; 2]
                };
                Detail {
                    entered: portions[i].entered,
                    sides,
                }
            })
            .collect();
        let step = |(i, portion): (usize, &Portion)| {
            let own = if i + 1 == portions.len() {
                0
            } else {
                mark::SPACE
            };
            let sides = |sides: [Option<u8>; 2]| {
                sides
                    .into_iter()
                    .flatten()
                    .fold(own, |mask, d| mask | mark::side(d))
            };
            let cells = ways(portion).map(|at| difference(at, Shape::MARGIN));
            Step {
                cells,
                masks: details[i].sides.map(sides),
            }
        };
        Self {
            steps: portions.iter().enumerate().map(step).collect(),
            spaces: portions
                .iter()
                .map(|p| ways(p).map(|at| difference(at, 0)))
                .collect(),
            details,
        }
    }
}

impl Shape {
    /// How many columns and rows a ray that is kept may span.
    pub const SPAN: u32 = 63;

    /// The number of rays that can be kept for a grid.
    pub(super) fn slots(grid: &Grid) -> usize {
        let (width, height) = Self::spans(grid);
        (2 * width + 1) as usize * (2 * height + 1) as usize * 2
    }
    fn spans(grid: &Grid) -> (i32, i32) {
        let span = |n: u32| n.saturating_sub(1).min(Self::SPAN) as i32;
        (span(grid.columns), span(grid.rows))
    }
    /// Whether the ray between two spaces is among those that are kept.
    pub(super) fn keeps(&self, from: Space, to: Space) -> bool {
        self.slot(from, to).is_some()
    }
    fn slot(&self, from: Space, to: Space) -> Option<usize> {
        let ((x0, y0), (x1, y1)) = (self.places[from.index()], self.places[to.index()]);
        let (width, height) = Self::spans(&self.grid);
        let (x, y) = (x1 - x0 + width, y1 - y0 + height);
        if x < 0 || y < 0 || x > 2 * width || y > 2 * height {
            return None;
        }
        // hexes: rays differ by the stagger of the first space's column or row
        let stagger = (if self.by_rows { y0 } else { x0 }) & 1;
        Some((((stagger * (2 * height + 1)) + y) * (2 * width + 1) + x) as usize)
    }
    /// The ray from one space to another.
    pub(super) fn ray(&self, from: Space, to: Space) -> Cow<'_, Ray> {
        let make = || {
            Ray::new(
                &self.grid,
                self.places[from.index()],
                self.places[to.index()],
            )
        };
        match self.slot(from, to) {
            Some(slot) => Cow::Borrowed(self.rays[slot].get_or_init(make)),
            None => Cow::Owned(make()),
        }
    }
    /// The index of a space in the board's table of cells.
    pub(super) fn cell(&self, space: Space) -> usize {
        let (column, row) = self.places[space.index()];
        ((row + 1) * (self.grid.columns as i32 + Self::MARGIN) + column + 1) as usize
    }
    /// The space of an entry in the table of cells, if it is not in the margin.
    pub(super) fn space_of(&self, cell: usize) -> Option<Space> {
        let width = (self.grid.columns as i32 + Self::MARGIN) as usize;
        self.grid
            .at((cell % width) as i64 - 1, (cell / width) as i64 - 1)
    }
}
