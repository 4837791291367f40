//! The way a figure takes.

use super::step::Onward;
use super::{Board, Mover, Space};
use pathfinding::prelude::astar;
use smallvec::SmallVec;

/// A cheapest way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// Its cost.
    pub cost: u32,
    /// Anchor spaces, both ends included.
    pub path: Vec<Space>,
}

impl Board {
    /// The cheapest way to a space, A* with a fixed tie order (M1); the mover's budget is not
    /// looked at. None: no way, or the mover may not end there.
    pub fn route(&self, from: Space, to: Space, mover: &Mover) -> Option<Route> {
        if from == to {
            return Some(Route {
                cost: 0,
                path: vec![from],
            });
        }
        let steps = self.step_table(mover.size, mover.gait)?;
        let (closed, taken) = self.hindrances(mover);
        let rests = steps.rest.as_ref().is_none_or(|rest| rest.contains(to));
        if !rests || taken.contains(to) || closed.contains(to) {
            return None;
        }
        // clockwise from the first direction: with astar's own order this settles all ties
        let onward = |space: &Space| {
            let Onward { open, hard, .. } = steps.onward[space.index()];
            let beside = self.shape.neighbours[space.index()];
            let all = (0..8).filter(|d| open >> d & 1 == 1);
            let all = all.map(|d| (Space(beside[d]), 1 + u32::from(hard >> d & 1)));
            all.filter(|(next, _)| !closed.contains(*next))
                .collect::<SmallVec<[_; 8]>>()
        };
        let at_least = |space: &Space| self.grid().distance(*space, to);
        let (path, cost) = astar(&from, onward, at_least, |space| *space == to)?;
        Some(Route { cost, path })
    }
}
