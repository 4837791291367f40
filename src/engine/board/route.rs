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

/// More than all spaces of a way together can lie beside its straight line: no board has more
/// than 2²⁰ spaces, and no space lies further than 2²² beside a line.
const STEP: u64 = 1 << 42;

impl Board {
    /// The cheapest way to a space (M1), of equally cheap ones the straightest, by A* with a fixed
    /// tie order; the mover's budget is not looked at. None: no way, or the mover may not end
    /// there.
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
        // how far beside the straight line a space lies, in steps of the same size for all
        let (start, end) = (self.shape.on_lattice(from), self.shape.on_lattice(to));
        let straight = (i64::from(end.0 - start.0), i64::from(end.1 - start.1));
        let beside_line = |space: Space| {
            let at = self.shape.on_lattice(space);
            let (x, y) = (i64::from(at.0 - start.0), i64::from(at.1 - start.1));
            (x * straight.1 - y * straight.0).unsigned_abs()
        };
        // clockwise from the first direction: with astar's own order this settles all ties left
        let onward = |space: &Space| {
            let Onward { open, hard, .. } = steps.onward[space.index()];
            let beside = self.shape.neighbours[space.index()];
            let all = (0..8).filter(|d| open >> d & 1 == 1);
            let all = all.map(|d| (Space(beside[d]), 1 + u64::from(hard >> d & 1)));
            all.filter(|(next, _)| !closed.contains(*next))
                .map(|(next, cost)| (next, cost * STEP + beside_line(next)))
                .collect::<SmallVec<[_; 8]>>()
        };
        let apart = self.distances(to);
        let at_least = |space: &Space| match apart {
            Some(row) => u64::from(row[space.index()]) * STEP,
            None => u64::from(self.grid().distance(*space, to)) * STEP,
        };
        let (path, cost) = astar(&from, onward, at_least, |space| *space == to)?;
        Some(Route {
            cost: (cost / STEP) as u32,
            path,
        })
    }

    /// Whether the mover comes to a space and may end there if it walks straight at it, each step
    /// to the nearest space to it, within its budget: true of most moves, and much sooner said than
    /// a route is found. False says nothing.
    pub fn walks_straight(&self, from: Space, to: Space, mover: &Mover) -> bool {
        let (Some(steps), Some(apart)) =
            (self.step_table(mover.size, mover.gait), self.distances(to))
        else {
            return false;
        };
        let (closed, taken) = self.hindrances(mover);
        let rests = steps.rest.as_ref().is_none_or(|rest| rest.contains(to));
        if !rests || taken.contains(to) || closed.contains(to) {
            return false;
        }
        let (mut at, mut left) = (from, mover.budget);
        while at != to {
            let Onward { open, hard, .. } = steps.onward[at.index()];
            let beside = &self.shape.neighbours[at.index()];
            let nearest = (0..8)
                .filter(|d| open >> d & 1 == 1 && !closed.contains(Space(beside[*d])))
                .map(|d| (apart[beside[d] as usize], hard >> d & 1, Space(beside[d])))
                .min();
            match nearest {
                Some((far, more, next)) if far < apart[at.index()] && left > u32::from(more) => {
                    (at, left) = (next, left - 1 - u32::from(more));
                }
                _ => return false,
            }
        }
        true
    }
}
