//! Exact rays from centre to centre: `Through(space)` and `Between(space, space)` steps.
//!
//! A ray is the same from every space (on hexes: from every space whose column or row has the
//! same stagger), so it is traced once and kept with all distances turned into differences of
//! indices.

use super::Space;
use super::grid::{Crossing, Grid, Offset, Portion, trace};
use super::shape::Shape;
use smallvec::SmallVec;
use std::borrow::Cow;

/// Marks of a space for sight, in [`Watch`]'s masks and in the board's table of cells.
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

/// A space on a ray and which of its marks matter there.
#[derive(Copy, Clone, Debug)]
pub(super) struct Watch {
    /// Where it lies, as a difference of indices into the board's table of cells.
    pub cell: i32,
    /// The marks.
    pub mask: u32,
}

/// One step of a ray, looked at closely: through a space, where both ways are that space, or
/// between two.
#[derive(Copy, Clone, Debug)]
pub(super) struct Step {
    /// The spaces of the two ways, as differences of indices into the board's table of cells.
    pub cells: [i32; 2],
    /// Where the step begins, as a fraction of the ray.
    pub entered: (i32, i32),
    /// For each way the directions, seen from its space, in which the ray's spaces before and
    /// after it lie, if a border there counts.
    pub sides: [[Option<u8>; 2]; 2],
}

impl Step {
    /// Whether there are two ways.
    pub fn is_between(&self) -> bool {
        self.cells[0] != self.cells[1]
    }
}

/// A ray from the centre of one space to that of another.
#[derive(Clone, Debug, Default)]
pub(super) struct Ray {
    /// The spaces it passes through, the last one with its border only; in fours, with idle
    /// ones at the end, because loops of few different lengths run more smoothly.
    pub singles: SmallVec<[[Watch; 4]; 4]>,
    /// The spaces it passes between.
    pub pairs: Box<[[Watch; 2]]>,
    /// All these but the last one as differences of spaces, in fours, the first one again at
    /// the end; off the map they mean nothing.
    pub spaces: Box<[[i32; 4]]>,
    /// All steps after leaving the first space, in order; the last enters the last space.
    pub steps: Box<[Step]>,
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
        let (mut singles, mut pairs) = (Vec::new(), Vec::new());
        let (mut spaces, mut steps) = (Vec::new(), Vec::new());
        let mut before = [(0, 0); 2];
        for (i, portion) in portions.iter().enumerate() {
            let [a, b] = ways(portion);
            let last = i + 1 == portions.len();
            let sides = if a != b {
                let after = ways(&portions[i + 1])[0];
                [a, b].map(|way| [direction(way, before[0]), direction(way, after)])
            } else if before[0] == before[1] {
                [[direction(a, before[0]), None]; 2]
            } else {
                [[None; 2]; 2]
            };
            let cells = [a, b].map(|at| difference(at, Shape::MARGIN));
            let [first, second] = [0, 1].map(|way: usize| {
                let own = if last { mark::VOID } else { mark::SPACE };
                let sides = sides[way].into_iter().flatten();
                Watch {
                    cell: cells[way],
                    mask: sides.fold(own, |mask, d| mask | mark::side(d)),
                }
            });
            if a == b {
                singles.push(first);
            } else {
                pairs.push([first, second]);
                spaces.push(difference(b, 0));
            }
            if !last {
                spaces.push(difference(a, 0));
            }
            steps.push(Step {
                cells,
                entered: portion.entered,
                sides,
            });
            before = [a, b];
        }
        Self {
            singles: fours(&singles, Watch { cell: 0, mask: 0 }),
            pairs: pairs.into(),
            spaces: fours(&spaces, spaces.first().copied().unwrap_or(0)),
            steps: steps.into(),
        }
    }
}

fn fours<T: Copy, All: FromIterator<[T; 4]>>(all: &[T], idle: T) -> All {
    let four = |some: &[T]| std::array::from_fn(|i| some.get(i).copied().unwrap_or(idle));
    all.chunks(4).map(four).collect()
}

impl Shape {
    /// How many columns and rows a ray that is kept may span.
    pub const SPAN: u32 = 63;

    /// The number of rays that can be kept for a grid.
    pub(super) fn slots(grid: &Grid) -> usize {
        let (width, height) = Self::spans(grid);
        Self::staggers(grid) * (2 * height + 1) as usize * (2 * width + 1) as usize
    }
    pub(super) fn spans(grid: &Grid) -> (i32, i32) {
        let span = |n: u32| n.saturating_sub(1).min(Self::SPAN) as i32;
        (span(grid.columns), span(grid.rows))
    }
    /// Whether the ray between two spaces is among those that are kept.
    pub(super) fn keeps(&self, from: Space, to: Space) -> bool {
        self.slot(from, to).is_some()
    }
    #[inline]
    fn slot(&self, from: Space, to: Space) -> Option<usize> {
        let ((x0, y0), (x1, y1)) = (self.place(from), self.place(to));
        let (width, height) = self.spans;
        let (x, y) = (x1 - x0 + width, y1 - y0 + height);
        if x < 0 || y < 0 || x > 2 * width || y > 2 * height {
            return None;
        }
        // hexes: rays differ by the stagger of the first space's column or row
        let stagger = self.stagger_at((x0, y0));
        Some(((stagger * (2 * height + 1) + y) * (2 * width + 1) + x) as usize)
    }
    /// The ray from one space to another, if it is among those that are kept.
    #[inline]
    pub(super) fn kept(&self, from: Space, to: Space) -> Option<&Ray> {
        let slot = self.slot(from, to)?;
        Some(self.rays[slot].get_or_init(|| Ray::new(&self.grid, self.place(from), self.place(to))))
    }
    /// The ray from one space to another.
    #[inline]
    pub(super) fn ray(&self, from: Space, to: Space) -> Cow<'_, Ray> {
        match self.kept(from, to) {
            Some(ray) => Cow::Borrowed(ray),
            None => Cow::Owned(Ray::new(&self.grid, self.place(from), self.place(to))),
        }
    }
    /// The index of a space in the board's table of cells.
    #[inline]
    pub(super) fn cell(&self, space: Space) -> usize {
        let (column, row) = self.place(space);
        self.cell_at(column, row)
    }
    #[inline]
    pub(super) fn cell_at(&self, column: i32, row: i32) -> usize {
        ((row + 1) * (self.grid.columns as i32 + Self::MARGIN) + column + 1) as usize
    }
    /// The space of an entry in the table of cells, if it is not in the margin.
    pub(super) fn space_of(&self, cell: usize) -> Option<Space> {
        let width = (self.grid.columns as i32 + Self::MARGIN) as usize;
        self.grid
            .at((cell % width) as i64 - 1, (cell / width) as i64 - 1)
    }
}
