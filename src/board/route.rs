//! The way a figure takes.

use super::{Board, Mover, Space};

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
    pub fn route(&self, _from: Space, _to: Space, _mover: &Mover) -> Option<Route> {
        todo!()
    }
}
