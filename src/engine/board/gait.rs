//! How a figure moves.

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
