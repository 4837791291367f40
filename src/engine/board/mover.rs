//! How a figure moves: on what, how far, past whom.

use super::Spaces;

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
    /// On water alone, deep or not, at cost 1 (D9).
    Sail,
    /// On foot at cost 1 everywhere, over fences and hedges too (L6).
    March,
}

impl Gait {
    /// All gaits.
    pub const ALL: [Gait; 5] = [Gait::Walk, Gait::Swim, Gait::Fly, Gait::Sail, Gait::March];
}

/// What difficult ground, hedges and changes of level do to a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub enum Rough {
    /// A step costs 2 (B6).
    #[default]
    Slow,
    /// There is no such step, nor one that begins on difficult ground.
    Avoid,
    /// A step costs 1, as any other.
    Even,
}

/// How a figure goes its way, besides its gait.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Going {
    /// It opens shut doors on its way: a step costs 1 more, at most 2 (B8).
    pub doors: bool,
    /// What rough ground does.
    pub rough: Rough,
    /// In the air, it may end its move over anything (T7).
    pub hover: bool,
}

impl Going {
    /// Ways of going that differ for one gait.
    pub(super) const COUNT: usize = 6;
    /// Opens doors; rough ground is slow.
    pub const THROUGH_DOORS: Going = Going {
        doors: true,
        rough: Rough::Slow,
        hover: false,
    };
    pub(super) fn index(self, gait: Gait) -> usize {
        if gait == Gait::Fly {
            return usize::from(self.hover);
        }
        3 * usize::from(self.doors) + self.rough as usize
    }
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

impl<'a> Mover<'a> {
    /// A figure of one space on foot.
    pub fn on_foot(budget: u32, closed: &'a Spaces, taken: &'a Spaces) -> Self {
        Self {
            size: 1,
            gait: Gait::Walk,
            budget,
            closed,
            taken,
        }
    }
}
