//! Where a figure can go.

use super::{Board, Space, Spaces};

/// How a figure moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Gait {
    /// On foot, hoof or wheel.
    #[default]
    Walk,
    /// Walks, and swims in water at cost 1.
    Swim,
    /// Over everything at cost 1; may end only where nothing stands in the way (T7).
    Fly,
}

/// A figure about to move.
#[derive(Copy, Clone, Debug)]
pub struct Mover<'a> {
    /// Footprint size (B10).
    pub size: u8,
    /// How it moves.
    pub gait: Gait,
    /// Movement in spaces.
    pub budget: u32,
    /// Spaces it may not move through (opposing figures).
    pub closed: &'a Spaces,
    /// Spaces it may pass but not end on (any figure but itself).
    pub taken: &'a Spaces,
}

/// What a figure can reach: costs a space (of its anchor), kept for reuse.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    _private: (),
}

impl Reach {
    /// Cost to stand at this space, if the figure can end there. The start costs 0.
    pub fn cost(&self, _space: Space) -> Option<u32> {
        todo!()
    }
    /// Spaces it can end on with their costs, the start first, by cost, then reading order.
    pub fn ends(&self) -> &[(Space, u32)] {
        todo!()
    }
}

impl Board {
    /// Fills `out` with what the mover can reach from its anchor (B6–B8): a step costs 2 into
    /// difficult ground, over a hedge or to another level, else 1; the first step may overspend
    /// and ends the move.
    pub fn reach(&self, _from: Space, _mover: &Mover, _out: &mut Reach) {
        todo!()
    }
    /// Path cost from every space to the nearest of `goals` (u32::MAX: no way), for a figure of
    /// this size and gait that nobody hinders. Costs as in `reach`.
    pub fn field(&self, _goals: &Spaces, _size: u8, _gait: Gait) -> Vec<u32> {
        todo!()
    }
}
