//! How much places are seen from others.

use super::{Board, Sight, Space, Spaces};
use std::ops::AddAssign;

/// At most so many of some spots, evenly spread over their order.
pub fn evenly(spots: Vec<Space>, most: usize) -> Vec<Space> {
    let stride = spots.len().div_ceil(most).max(1);
    spots.into_iter().step_by(stride).collect()
}

impl Board {
    /// How much the spaces of a zone are seen from some spots: for each, the `worth` of every sight
    /// of it added up, its own cover counted ([`Board::sight`]). An entry for each space of the
    /// board; blocked sights add nothing.
    pub fn exposure<T: Copy + Default + AddAssign>(
        &self,
        zone: &Spaces,
        spots: &[Space],
        worth: impl Fn(Sight) -> T,
    ) -> Vec<T> {
        let mut all = vec![T::default(); self.len()];
        for spot in spots {
            let mut count = |at: Space, sight| all[at.index()] += worth(sight);
            match self.kept_lines(*spot) {
                Some(lines) => lines.seen(zone).for_each(|(at, covered)| {
                    let covered = covered || self.covering().contains(at);
                    count(at, if covered { Sight::Cover } else { Sight::Clear });
                }),
                None => zone.iter().for_each(|at| match self.sight(*spot, at) {
                    Sight::Blocked => {}
                    sight => count(at, sight),
                }),
            }
        }
        all
    }
}
