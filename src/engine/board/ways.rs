//! How far it is from everywhere to one space, or to where something there is in range: worked
//! out when it is asked for, and kept with the board.

use super::shape::Shape;
use super::{Board, Footprint, Gait, Grid, Space, Spaces};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// For each space a row with a cost for each space, as far as it has been asked for.
type Rows = Vec<OnceLock<Box<[u32]>>>;

/// The longest range of which rows are kept; longer ones are as good as this one.
const LONGEST: u32 = 63;

/// Costs to one place from everywhere, for figures of each size and gait.
type ByFigure = [[OnceLock<Box<[u32]>>; Gait::ALL.len()]; Grid::LARGEST as usize];

/// The last answers to questions about sets of spaces: battles on one board ask the same again.
#[derive(Default)]
struct Recent<T> {
    all: Mutex<Vec<(Spaces, Arc<Vec<T>>)>>,
}

impl<T> Recent<T> {
    /// The most answers that are kept.
    const MOST: usize = 8;

    /// The answer about a set, worked out if it is not known.
    fn of(&self, set: &Spaces, work_out: impl FnOnce() -> Vec<T>) -> Arc<Vec<T>> {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = all.iter().find(|(known, _)| known == set) {
            return known.clone();
        }
        let answer = Arc::new(work_out());
        if all.len() == Self::MOST {
            all.remove(0);
        }
        all.push((set.clone(), answer.clone()));
        answer
    }
}

/// Rows of a board; none on boards of more than [`Shape::LARGEST`] spaces.
#[derive(Default)]
pub(super) struct Ways {
    /// To each space.
    to: Rows,
    /// To where each space is in range: by range, twice as many for with and without sight.
    stands: Vec<OnceLock<Rows>>,
    /// The middle, and the middle of where figures can stand.
    middles: [OnceLock<Option<Space>>; 2],
    to_middle: ByFigure,
    /// Path costs to sets, for figures of one space on foot.
    fields: Recent<u32>,
    /// Distances from sets.
    gaps: Recent<u16>,
}

impl Ways {
    /// No rows yet.
    pub(super) fn of(grid: &Grid) -> Self {
        let kept = Shape::rows(grid) > 0;
        let ranges = if kept { 2 * (LONGEST as usize + 1) } else { 0 };
        Self {
            to: empty(grid),
            stands: (0..ranges).map(|_| OnceLock::new()).collect(),
            ..Self::default()
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
    /// Path cost from everywhere to where one gets at the nearest of some figures (u32::MAX: no way),
    /// for a figure of one space on foot.
    pub fn ways_to_nearest(&self, figures: impl Iterator<Item = Footprint>) -> Vec<u32> {
        let mut least = vec![u32::MAX; self.len()];
        let mut nearer = |costs: &[u32]| {
            for (least, cost) in least.iter_mut().zip(costs) {
                *least = (*least).min(*cost);
            }
        };
        let mut others = Spaces::new(self.len());
        for spaces in figures {
            let kept = match spaces[..] {
                [at] => self.ways(at),
                _ => None,
            };
            match kept {
                Some(costs) => nearer(costs),
                None => others.add(&self.approach(&spaces)),
            }
        }
        if !others.is_empty() {
            nearer(&self.field(&others, 1, Gait::Walk));
        }
        least
    }
    /// [`Board::ways_within`] of one space, kept; none on boards of more than 4,096 spaces.
    pub fn stands(&self, at: Space, range: u32, sight: bool) -> Option<&[u32]> {
        let kind = 2 * range.min(LONGEST) as usize + usize::from(sight);
        let rows = self.ways.stands.get(kind)?;
        let row = &rows.get_or_init(|| empty(self.grid()))[at.index()];
        Some(row.get_or_init(|| self.ways_within(&[at], range, sight).into()))
    }
    /// Whether answers about sets of spaces are kept: not on large boards, nor on those that may not
    /// last.
    fn keeps_answers(&self) -> bool {
        self.sights.lasting && Shape::rows(self.grid()) > 0
    }
    /// [`Board::field`] for a figure of one space on foot; the last ones are kept.
    pub fn kept_field(&self, goals: &Spaces) -> Arc<Vec<u32>> {
        let field = || self.field(goals, 1, Gait::Walk);
        match self.keeps_answers() {
            true => self.ways.fields.of(goals, field),
            false => Arc::new(field()),
        }
    }
    /// [`Board::gaps`]; the last ones are kept.
    pub fn kept_gaps(&self, set: &Spaces) -> Arc<Vec<u16>> {
        match self.keeps_answers() {
            true => self.ways.gaps.of(set, || self.gaps(set)),
            false => Arc::new(self.gaps(set)),
        }
    }
    /// The space nearest to the middle of the board, kept.
    pub fn centre(&self) -> Option<Space> {
        let middle = || self.grid().nearest_to_centre(self.spaces());
        *self.ways.middles[0].get_or_init(middle)
    }
    /// The standable space nearest to the middle of the board, kept.
    pub fn middle(&self) -> Option<Space> {
        let middle = || self.grid().nearest_to_centre(self.standable());
        *self.ways.middles[1].get_or_init(middle)
    }
    /// These spaces and all beside them.
    pub fn beside(&self, spaces: &[Space]) -> Spaces {
        let mut around = Spaces::of(self.len(), spaces.iter().copied());
        self.grow(&mut around, 1);
        around
    }
    /// Path cost from everywhere to the standable middle or beside it (u32::MAX: no way), for
    /// figures of a size and gait, kept.
    ///
    /// # Panics
    /// If no figure has this size.
    pub fn to_middle(&self, size: u8, gait: Gait) -> &[u32] {
        self.ways.to_middle[usize::from(size) - 1][gait as usize].get_or_init(|| {
            let goals = self.beside(self.middle().as_slice());
            self.field(&goals, size, gait).into()
        })
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
