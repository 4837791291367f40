//! Where figures can go that nobody hinders, as it is kept with the steps of a board.

use super::{Space, Spaces};
use std::sync::OnceLock;

/// Where a figure can go that nobody hinders.
pub(super) struct OpenReach {
    /// Spaces it can end on with their costs, by cost, then reading order.
    pub ends: Box<[(Space, u32)]>,
    /// Spaces that it enters.
    pub seen: Spaces,
    /// Spaces from which it goes on.
    pub left: Spaces,
}

/// The reach from each start, made when first asked for.
type ByStart = Box<[OnceLock<Box<OpenReach>>]>;

/// Where figures can go that nobody hinders, by budget.
#[derive(Default)]
pub(super) struct OpenReaches {
    by_budget: [OnceLock<ByStart>; OpenReaches::FARTHEST + 1],
}

impl OpenReaches {
    /// The largest budget for which they are kept.
    const FARTHEST: usize = 24;

    /// The reach from a start on a board of `len` spaces, made if it is not known; none if the budget
    /// is too large.
    pub fn of(
        &self,
        (budget, start): (u32, Space),
        len: usize,
        make: impl FnOnce() -> OpenReach,
    ) -> Option<&OpenReach> {
        let by_start = self.by_budget.get(budget as usize)?;
        let by_start = by_start.get_or_init(|| (0..len).map(|_| OnceLock::new()).collect());
        Some(by_start[start.index()].get_or_init(|| Box::new(make())))
    }
}
