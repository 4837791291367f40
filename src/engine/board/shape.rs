//! What follows from a grid alone, shared by all boards of a map.

use super::hop::Hop;
use super::line::Ray;
use super::sweep::Sweep;
use super::{Facing, Grid, GridKind, Offset, Space, Spaces};
use std::sync::OnceLock;

/// Flat tables of a grid, one entry a space, and the rays traced so far.
pub(super) struct Shape {
    /// The grid.
    pub grid: Grid,
    /// Which columns and rows are staggered: masks of a column's and of a row's number.
    staggered: (i32, i32),
    /// Whether the stagger goes by rows.
    pub by_rows: bool,
    /// Multiplying by this and dropping 40 bits divides a space's index by the columns.
    reciprocal: u64,
    /// How many columns and rows a ray that is kept may span.
    pub spans: (i32, i32),
    /// The neighbour in each direction, or `Shape::NONE`.
    pub neighbours: Vec<[u32; 8]>,
    /// Rays by stagger and difference of rows and columns.
    pub rays: Vec<OnceLock<Ray>>,
    /// The same as bits, as far as they go down.
    pub(super) sweeps: Vec<OnceLock<Sweep>>,
    /// For grids up to `Shape::LARGEST`: how far every space is from each.
    distances: Vec<OnceLock<Box<[u16]>>>,
    /// For each direction and stagger how far on the neighbour is in reading order, and the
    /// spaces that have one there.
    steps: Vec<(i32, Spaces)>,
    /// The rows of a disc of each radius, for both staggers.
    discs: Vec<OnceLock<[Box<[Span]>; 2]>>,
    /// For grids up to `Shape::LARGEST`: the spaces of the disc of each radius around each space,
    /// 64 a word.
    whole_discs: Vec<OnceLock<Discs>>,
    /// Straight lines, the shortest first.
    pub(super) hops: OnceLock<Vec<Hop>>,
}

/// The discs of one radius around each space, made when first asked for.
type Discs = Box<[OnceLock<Box<[u64]>>]>;

/// A row of a disc, counted from its centre.
#[derive(Copy, Clone, Debug)]
pub(super) struct Span {
    /// Rows down.
    pub row: i32,
    /// The first and the last column.
    pub columns: (i32, i32),
}

impl Shape {
    /// No space.
    pub const NONE: u32 = u32::MAX;
    /// How many columns (and rows) the table of cells has more than the grid: one all around.
    pub const MARGIN: i32 = 2;
    /// The largest grid with tables that have an entry for each pair of spaces.
    pub const LARGEST: usize = 4096;

    pub fn new(grid: Grid) -> Self {
        let mut shape = Self::bare(grid);
        let mut steps: Vec<(i32, Spaces)> = Vec::new();
        for direction in 0..grid.directions() {
            for space in (0..grid.len() as u32).map(Space) {
                let Some(next) = shape.neighbour(space, Facing(direction)) else {
                    continue;
                };
                let stride = next.0 as i32 - space.0 as i32;
                let known = steps.iter().position(|(known, _)| *known == stride);
                let known = known.unwrap_or_else(|| {
                    steps.push((stride, Spaces::new(grid.len())));
                    steps.len() - 1
                });
                steps[known].1.insert(space);
            }
        }
        shape.steps = steps;
        shape
    }
    /// Adds all neighbours of a set's spaces to it.
    pub fn grow(&self, set: &mut Spaces) {
        let old = set.clone();
        let used = |word: &u64| *word != 0;
        let Some(first) = old.words().iter().position(used) else {
            return;
        };
        let last = old.words().iter().rposition(used).unwrap_or(first);
        let (from, to) = (&old.words()[first..=last], set.words_mut());
        for (stride, mask) in &self.steps {
            let mask = &mask.words()[first..=last];
            let (by, bits) = (stride.div_euclid(64), stride.rem_euclid(64) as u32);
            let mut at = (first as i32 + by) as usize;
            // what a word passes on to the next
            let mut over = 0;
            for (i, from) in from.iter().enumerate() {
                let moved = from & mask[i];
                // who has a neighbour there does not leave the board
                if let Some(to) = to.get_mut(at) {
                    *to |= moved << bits | over;
                }
                over = moved.unbounded_shr(64 - bits);
                at = at.wrapping_add(1);
            }
            if over != 0 {
                to[at] |= over;
            }
        }
    }
    fn bare(grid: Grid) -> Self {
        let all = || (0..grid.len() as u32).map(Space);
        let beside = |space| {
            let mut row = [Self::NONE; 8];
            for (facing, next) in grid.neighbours(space) {
                row[usize::from(facing.0)] = next.0;
            }
            row
        };
        let by_rows = grid.kind == GridKind::HexPointy;
        Self {
            grid,
            spans: Self::spans(&grid),
            by_rows,
            staggered: match grid.kind {
                GridKind::Square => (0, 0),
                GridKind::HexFlat => (1, 0),
                GridKind::HexPointy => (0, 1),
            },
            // exact, for a map has no more than 2^20 spaces
            reciprocal: (1 << 40) / u64::from(grid.columns.max(1)) + 1,
            neighbours: all().map(beside).collect(),
            rays: (0..Self::slots(&grid)).map(|_| OnceLock::new()).collect(),
            sweeps: (0..Self::sweep_slots(&grid))
                .map(|_| OnceLock::new())
                .collect(),
            distances: (0..Self::rows(&grid)).map(|_| OnceLock::new()).collect(),
            steps: Vec::new(),
            discs: (0..=Self::SPAN).map(|_| OnceLock::new()).collect(),
            whole_discs: (0..=Self::SPAN).map(|_| OnceLock::new()).collect(),
            hops: OnceLock::new(),
        }
    }
    /// How many rows a table of pairs has: one a space, or none for a large grid.
    pub fn rows(grid: &Grid) -> usize {
        let len = grid.len();
        if len <= Self::LARGEST { len } else { 0 }
    }
    /// How far each space is from one; none for a large grid.
    #[inline]
    pub fn distances(&self, from: Space) -> Option<&[u16]> {
        let row = self.distances.get(from.index())?;
        Some(row.get_or_init(|| {
            let all = (0..self.grid.len() as u32).map(Space);
            all.map(|to| self.grid.distance(from, to) as u16).collect()
        }))
    }
    /// The rows of the disc of a radius around a space, as far as they lie on the grid: the
    /// index of the first space and how many there are.
    pub fn disc(&self, centre: Space, radius: u32) -> impl Iterator<Item = (usize, usize)> {
        let radius = radius.min(Self::SPAN);
        let spans = self.discs[radius as usize].get_or_init(|| self.spans_of(radius as i32));
        let (column, row) = self.place(centre);
        let (columns, rows) = (self.grid.columns as i32, self.grid.rows as i32);
        spans[usize::from(self.stagger(centre))]
            .iter()
            .filter_map(move |span| {
                let first = (column + span.columns.0).max(0);
                let last = (column + span.columns.1).min(columns - 1);
                let row = row + span.row;
                let inside = (0..rows).contains(&row) && first <= last;
                inside.then(|| {
                    let begin = row * columns + first;
                    (begin as usize, (last - first + 1) as usize)
                })
            })
    }
    /// The spaces of the disc of a radius around a space, 64 a word; none for a large grid.
    pub fn whole_disc(&self, centre: Space, radius: u32) -> Option<&[u64]> {
        let rows = Self::rows(&self.grid);
        if rows == 0 {
            return None;
        }
        let all = self.whole_discs[radius.min(Self::SPAN) as usize]
            .get_or_init(|| (0..rows).map(|_| OnceLock::new()).collect());
        Some(all[centre.index()].get_or_init(|| {
            let mut disc = Spaces::new(self.grid.len());
            for (begin, count) in self.disc(centre, radius) {
                let spaces = begin as u32..(begin + count) as u32;
                spaces.for_each(|space| {
                    disc.insert(Space(space));
                });
            }
            disc.words().into()
        }))
    }
    fn spans_of(&self, radius: i32) -> [Box<[Span]>; 2] {
        [(0, 0), if self.by_rows { (0, 1) } else { (1, 0) }].map(|(column, row)| {
            let at = self.grid.lattice_at(column, row);
            let within = |right: i32, down: i32| {
                let to = self.grid.lattice_at(column + right, row + down);
                self.grid.length((to.0 - at.0, to.1 - at.1)) <= radius as u32
            };
            let span = |down: i32| {
                let mut inside = (-radius..=radius).filter(|right| within(*right, down));
                let first = inside.next()?;
                let columns = (first, inside.next_back().unwrap_or(first));
                Some(Span { row: down, columns })
            };
            (-radius - 1..=radius + 1).filter_map(span).collect()
        })
    }
    /// Column and row.
    #[inline]
    pub fn place(&self, space: Space) -> (i32, i32) {
        let row = ((u64::from(space.0) * self.reciprocal) >> 40) as u32;
        ((space.0 - row * self.grid.columns) as i32, row as i32)
    }
    /// Lattice coordinates of a space.
    pub fn on_lattice(&self, space: Space) -> Offset {
        let (column, row) = self.place(space);
        self.grid.lattice_at(column, row)
    }
    /// Whether a space lies in a column, or row where those are staggered, that is even (0) or
    /// odd (1): all spaces alike in this have their neighbours equally far on in reading order.
    pub fn stagger(&self, space: Space) -> u8 {
        self.stagger_at(self.place(space)) as u8
    }
    #[inline]
    pub(super) fn stagger_at(&self, (column, row): (i32, i32)) -> i32 {
        (column & self.staggered.0) | (row & self.staggered.1)
    }
    /// How many sorts of columns or rows there are.
    pub(super) fn staggers(grid: &Grid) -> usize {
        if grid.kind == GridKind::Square { 1 } else { 2 }
    }
    /// The neighbour in a direction, if inside the rectangle.
    pub fn neighbour(&self, space: Space, direction: Facing) -> Option<Space> {
        let next = *self.neighbours[space.index()].get(usize::from(direction.0))?;
        (next != Self::NONE).then_some(Space(next))
    }
}
