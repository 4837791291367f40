//! The way a figure takes.

use super::step::Onward;
use super::{Board, Going, Mover, Space};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

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

/// A space that the search has come to.
struct Node {
    space: Space,
    /// The number of the node before it; the start's own number for the start.
    before: u32,
    /// The least cost found so far.
    cost: u64,
}

/// A node in the queue. The one of the least total cost comes first, of equal ones the one whose
/// own cost is higher, which is nearer to the end.
#[derive(PartialEq, Eq)]
struct Queued {
    /// Its cost and the least that may still follow.
    total: u64,
    cost: u64,
    node: u32,
}

impl PartialOrd for Queued {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Queued {
    fn cmp(&self, other: &Self) -> Ordering {
        (other.total, self.cost).cmp(&(self.total, other.cost))
    }
}

/// The nodes of a search, each space once.
struct Nodes {
    all: Vec<Node>,
    /// For each space the number of its node plus 1; 0: none. Zeros cost nothing on large boards.
    of: Vec<u32>,
}

impl Nodes {
    fn starting_at(space: Space, board_len: usize) -> Self {
        let mut nodes = Self {
            all: Vec::with_capacity(64),
            of: vec![0; board_len],
        };
        nodes.cheaper(space, 0, 0);
        nodes
    }
    /// Notes that a space can be reached at this cost. Its node's number, if that is cheaper than
    /// before.
    fn cheaper(&mut self, space: Space, before: u32, cost: u64) -> Option<u32> {
        let node = Node {
            space,
            before,
            cost,
        };
        let slot = &mut self.of[space.index()];
        if *slot == 0 {
            self.all.push(node);
            *slot = self.all.len() as u32;
            return Some(*slot - 1);
        }
        let number = *slot - 1;
        let known = &mut self.all[number as usize];
        (known.cost > cost).then(|| {
            *known = node;
            number
        })
    }
    /// The spaces from the start to a node.
    fn path(&self, mut number: u32) -> Vec<Space> {
        let mut path = vec![self.all[number as usize].space];
        while number != 0 {
            number = self.all[number as usize].before;
            path.push(self.all[number as usize].space);
        }
        path.reverse();
        path
    }
}

impl Board {
    /// The cheapest way to a space (M1), of equally cheap ones the straightest, by A* with a fixed
    /// tie order; the mover's budget is not looked at. None: no way, or the mover may not end
    /// there.
    pub fn route(&self, from: Space, to: Space, mover: &Mover) -> Option<Route> {
        self.route_going(from, to, mover, Going::default())
    }
    /// As `route`, for a figure that goes its way like this.
    pub fn route_going(
        &self,
        from: Space,
        to: Space,
        mover: &Mover,
        going: Going,
    ) -> Option<Route> {
        if from == to {
            return Some(Route {
                cost: 0,
                path: vec![from],
            });
        }
        let steps = self.step_table(mover.size, mover.gait, going)?;
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
        let apart = self.distances(to);
        let at_least = |space: Space| match apart {
            Some(row) => u64::from(row[space.index()]) * STEP,
            None => u64::from(self.grid().distance(space, to)) * STEP,
        };
        let mut nodes = Nodes::starting_at(from, self.len());
        let mut queue = BinaryHeap::with_capacity(64);
        queue.push(Queued {
            total: 0,
            cost: 0,
            node: 0,
        });
        while let Some(Queued { cost, node, .. }) = queue.pop() {
            let Node {
                space, cost: least, ..
            } = nodes.all[node as usize];
            if space == to {
                return Some(Route {
                    cost: (cost / STEP) as u32,
                    path: nodes.path(node),
                });
            }
            if cost > least {
                continue;
            }
            // clockwise from the first direction: with the queue's own order this settles all ties
            let Onward { mut open, hard, .. } = steps.onward[space.index()];
            let beside = &self.shape.neighbours[space.index()];
            while open != 0 {
                let direction = open.trailing_zeros();
                open &= open - 1;
                let next = Space(beside[direction as usize]);
                if closed.contains(next) {
                    continue;
                }
                let step = 1 + u64::from(hard >> direction & 1);
                let cost = cost + step * STEP + beside_line(next);
                if let Some(node) = nodes.cheaper(next, node, cost) {
                    let total = cost + at_least(next);
                    queue.push(Queued { total, cost, node });
                }
            }
        }
        None
    }

    /// Whether the mover comes to a space and may end there if it walks straight at it, each step
    /// to the nearest space to it, within its budget: true of most moves, and much sooner said than
    /// a route is found. False says nothing.
    pub fn walks_straight(&self, from: Space, to: Space, mover: &Mover, going: Going) -> bool {
        let (Some(steps), Some(apart)) = (
            self.step_table(mover.size, mover.gait, going),
            self.distances(to),
        ) else {
            return false;
        };
        let (closed, taken) = self.hindrances(mover);
        let rests = steps.rest.as_ref().is_none_or(|rest| rest.contains(to));
        if !rests || taken.contains(to) || closed.contains(to) {
            return false;
        }
        let (mut at, mut left) = (from, mover.budget);
        while at != to {
            let Onward { mut open, hard, .. } = steps.onward[at.index()];
            let beside = &self.shape.neighbours[at.index()];
            let mut nearest = None;
            while open != 0 {
                let d = open.trailing_zeros() as usize;
                open &= open - 1;
                let space = Space(beside[d]);
                let way = (apart[space.index()], hard >> d & 1, space);
                if nearest.is_none_or(|known| way < known) && !closed.contains(space) {
                    nearest = Some(way);
                }
            }
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
