//! How far it is from everywhere to one space, or to where something there is in range: worked
//! out when it is asked for, and kept with the board.

use super::shape::Shape;
use super::{Board, Gait, Grid, Space, Spaces};
use std::sync::OnceLock;

/// For each space a row with a cost for each space, as far as it has been asked for.
type Rows = Vec<OnceLock<Box<[u32]>>>;

/// The longest range of which rows are kept; longer ones are as good as this one.
const LONGEST: u32 = 63;

/// Rows of a board; none on boards of more than [`Shape::LARGEST`] spaces.
#[derive(Default)]
pub(super) struct Ways {
    /// To each space.
    to: Rows,
    /// To where each space is in range: by range, twice as many for with and without sight.
    stands: Vec<OnceLock<Rows>>,
}

impl Ways {
    /// No rows yet.
    pub(super) fn of(grid: &Grid) -> Self {
        let kept = Shape::rows(grid) > 0;
        let ranges = if kept { 2 * (LONGEST as usize + 1) } else { 0 };
        Self {
            to: empty(grid),
            stands: (0..ranges).map(|_| OnceLock::new()).collect(),
        }
    }
}

fn empty(grid: &Grid) -> Rows {
    (0..Shape::rows(grid)).map(|_| OnceLock::new()).collect()
}

impl Board {
    /// [`Board::field`] of the approach to a space for a figure of one space on foot, kept; none on
    /// boards of more than 4,096 spaces.
    pub fn ways(&self, to: Space) -> Option<&[u32]> {
        let row = self.ways.to.get(to.index())?;
        Some(row.get_or_init(|| self.field(&self.approach(&[to]), 1, Gait::Walk).into()))
    }
    /// [`Board::ways_within`] of one space, kept; none on boards of more than 4,096 spaces.
    pub fn stands(&self, at: Space, range: u32, sight: bool) -> Option<&[u32]> {
        let kind = 2 * range.min(LONGEST) as usize + usize::from(sight);
        let rows = self.ways.stands.get(kind)?;
        let row = &rows.get_or_init(|| empty(self.grid()))[at.index()];
        Some(row.get_or_init(|| self.ways_within(&[at], range, sight).into()))
    }
    /// Path cost from everywhere to the nearest standable space from which one of these is at
    /// most so far away (up to 63 spaces) and, where `sight`, seen (u32::MAX: no way), for a
    /// figure of one space on foot.
    pub fn ways_within(&self, spaces: &[Space], range: u32, sight: bool) -> Vec<u32> {
        let mut goal = Spaces::new(self.len());
        for at in spaces {
            self.add_within(*at, range.min(LONGEST), sight, &mut goal);
        }
        goal.keep(self.standable());
        self.field(&goal, 1, Gait::Walk)
    }
}
