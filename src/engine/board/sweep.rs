//! Sight over level ground by bits. Most lines are clear, or end at a space they pass through,
//! and that shows in a few words, each of which has a bit for every space of 8 × 8.

use super::grid::{Crossing, Offset, trace};
use super::shape::Shape;
use super::{Grid, Space};

/// What a look along a line finds; ordered from worst to best for the attacker.
///
/// ```
/// use skirmish_engine::board::{Board, Sight};
/// use skirmish_engine::files::{map, shipped};
/// use skirmish_engine::source::Source;
///
/// let (name, text) = shipped::map("duel-ground").expect("a shipped map");
/// let board = Board::new(map::read(&Source::new(name, text))?);
/// let space = |name| board.grid().named(name).expect("a space");
/// assert_eq!(board.sight(space("A1"), space("C1")), Sight::Clear);
/// // A wall on D6 stands between.
/// assert_eq!(board.sight(space("A6"), space("G6")), Sight::Blocked);
/// assert!(Sight::Clear > Sight::Cover && Sight::Cover > Sight::Blocked);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sight {
    /// Nothing to be seen.
    Blocked,
    /// Seen, in cover.
    Cover,
    /// Seen in the open.
    Clear,
}

/// How many columns and rows a window has.
const EDGE: i32 = 8;

/// Some spaces of a ray, all within one window.
#[derive(Copy, Clone, Debug, Default)]
struct Window {
    /// Where it begins, as a difference of indices into the table of cells.
    at: i32,
    /// Those between the ray's ends.
    some: u64,
    /// Those among them that the ray passes through.
    through: u64,
}

/// A ray as bits. It is the same from either end, so only those that go down are made. The
/// size of a cache line.
pub(super) struct Sweep {
    /// What most rays need.
    at: [i32; 2],
    some: [u64; 2],
    through: [u64; 2],
    /// The windows of longer rays.
    more: Box<[Window]>,
}

impl Sweep {
    fn new(shape: &Shape, from: (i32, i32), to: (i32, i32)) -> Self {
        let grid = &shape.grid;
        let origin = grid.lattice_at(from.0, from.1);
        let end = grid.lattice_at(to.0, to.1);
        let portions = trace(grid.kind, (end.0 - origin.0, end.1 - origin.1));
        let place = |at: Offset| {
            let (column, row) = grid.place((origin.0 + at.0, origin.1 + at.1));
            (column - from.0, row - from.1)
        };
        let mut spaces = Vec::new();
        for portion in &portions[..portions.len().saturating_sub(1)] {
            match portion.crossing {
                Crossing::Through(at) => spaces.push((place(at), true)),
                Crossing::Between(a, b) => spaces.extend([(place(a), false), (place(b), false)]),
            }
        }
        // the border between neighbours shows at their own spaces only
        if portions.len() == 1 {
            spaces.extend([((0, 0), false), ((to.0 - from.0, to.1 - from.1), false)]);
        }
        let mut windows = Vec::new();
        let mut rest = &spaces[..];
        while !rest.is_empty() {
            let (mut least, mut most) = (rest[0].0, rest[0].0);
            let fits = |((column, row), _): &&((i32, i32), bool)| {
                least = (least.0.min(*column), least.1.min(*row));
                most = (most.0.max(*column), most.1.max(*row));
                most.0 - least.0 < EDGE && most.1 - least.1 < EDGE
            };
            let (inside, after) = rest.split_at(rest.iter().take_while(fits).count());
            windows.push(Self::window(shape, inside));
            rest = after;
        }
        let [first, second] = [0, 1].map(|i| windows.get(i).copied().unwrap_or_default());
        Self {
            at: [first.at, second.at],
            some: [first.some, second.some],
            through: [first.through, second.through],
            more: windows.get(2..).unwrap_or_default().into(),
        }
    }
    fn window(shape: &Shape, spaces: &[((i32, i32), bool)]) -> Window {
        let least = |of: fn(&(i32, i32)) -> i32| spaces.iter().map(|(at, _)| of(at)).min();
        let (left, top) = (least(|at| at.0).unwrap_or(0), least(|at| at.1).unwrap_or(0));
        let mut window = Window {
            at: top * (shape.grid.columns as i32 + Shape::MARGIN) + left,
            ..Window::default()
        };
        for ((column, row), through) in spaces {
            let bit = (row - top) * EDGE + column - left;
            window.some |= 1 << bit;
            window.through |= u64::from(*through) << bit;
        }
        window
    }
}

/// What sight over level ground needs of a board.
pub(super) struct Windows {
    /// For the window that begins at each cell: the spaces that may hide or cover anything, and
    /// those that nobody sees through.
    cells: Vec<[u64; 2]>,
}

impl Windows {
    /// Gathers, for all cells of the shape's table, whether they matter to sight and whether
    /// they end every line through them.
    pub fn of(shape: &Shape, marks: &[u32], solid: u32) -> Self {
        let width = (shape.grid.columns as i32 + Shape::MARGIN) as usize;
        let mut cells = vec![[0u64; 2]; marks.len()];
        for (row, marks) in marks.chunks(width).enumerate().rev() {
            // the window's uppermost row, from its left
            let mut upper = [0u64; 2];
            for (column, mark) in marks.iter().enumerate().rev() {
                let cell = row * width + column;
                let below = cells.get(cell + width).copied().unwrap_or_default();
                for (which, set) in [*mark != 0, mark & solid != 0].into_iter().enumerate() {
                    upper[which] = ((upper[which] << 1) | u64::from(set)) & 0xff;
                    cells[cell][which] = (below[which] << EDGE) | upper[which];
                }
            }
        }
        Self { cells }
    }
    /// The sight between two spaces that are not void, as far as bits alone tell it.
    #[inline]
    pub fn glance(&self, shape: &Shape, a: Space, b: Space) -> Option<Sight> {
        let (from, to) = (a.min(b), a.max(b));
        let (column, row) = shape.place(from);
        let sweep = shape.sweep((column, row), shape.place(to))?;
        let start = shape.cell_at(column, row);
        let met = |at: i32| self.cells[start.wrapping_add_signed(at as isize)];
        // nothing is asked before both are known: who guesses which it is loses more than he saves
        let ([here, solid], [then, hard]) = (met(sweep.at[0]), met(sweep.at[1]));
        let mut some = (here & sweep.some[0]) | (then & sweep.some[1]);
        let mut through = (solid & sweep.through[0]) | (hard & sweep.through[1]);
        for window in &sweep.more {
            let [here, solid] = met(window.at);
            some |= here & window.some;
            through |= solid & window.through;
        }
        if some != 0 && through == 0 {
            return None;
        }
        Some(if through == 0 {
            Sight::Clear
        } else {
            Sight::Blocked
        })
    }
}

impl Shape {
    /// How many sweeps there can be.
    pub(super) fn sweep_slots(grid: &Grid) -> usize {
        let (width, height) = Self::spans(grid);
        Self::staggers(grid) * (height + 1) as usize * (2 * width + 1) as usize
    }
    /// The sweep from a place to one not above it, if it is near enough to be kept.
    #[inline]
    fn sweep(&self, from: (i32, i32), to: (i32, i32)) -> Option<&Sweep> {
        let (width, height) = self.spans;
        let (x, y) = (to.0 - from.0 + width, to.1 - from.1);
        if x < 0 || x > 2 * width || y > height {
            return None;
        }
        let stagger = self.stagger_at(from);
        let slot = (stagger * (height + 1) + y) * (2 * width + 1) + x;
        Some(self.sweeps[slot as usize].get_or_init(|| Sweep::new(self, from, to)))
    }
}
