//! Figures and sides.

use crate::board::{Facing, Space};

/// A figure of a battle: its index in roster order, all sides one after the other.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fig(pub u16);

impl Fig {
    /// The index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A side (player, seat): its index, in the order the forces were named. Shown counted from 1.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side(pub u8);

impl Side {
    /// The index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of sides, of eight at most.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sides(u8);

impl Sides {
    /// No side.
    pub const NONE: Sides = Sides(0);

    /// The sides of a number: bit 0 is the first.
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }
    /// The number with a bit for each side.
    pub const fn bits(self) -> u8 {
        self.0
    }
    /// Whether a side is among them.
    #[inline]
    pub const fn contains(self, side: Side) -> bool {
        self.0 >> side.0 & 1 == 1
    }
    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    /// The sides, in order.
    pub fn iter(self) -> impl Iterator<Item = Side> {
        (0..8).map(Side).filter(move |side| self.contains(*side))
    }
}

impl FromIterator<Side> for Sides {
    fn from_iter<I: IntoIterator<Item = Side>>(sides: I) -> Self {
        Self(sides.into_iter().fold(0, |bits, side| bits | 1 << side.0))
    }
}

/// Whether a figure is in play.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// Not yet on the board; `at` means nothing.
    Reserve,
    /// On the board.
    On,
    /// Left the board safely (B9); counts as alive.
    Out,
    /// Defeated, or forced off the board.
    Gone,
}

/// All that can change about one figure.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Figure<M> {
    /// The side it fights for now (recruiting changes it).
    pub side: Side,
    /// Whether it is in play.
    pub place: Place,
    /// Anchor of its footprint. Aboard: the mount's anchor.
    pub at: Space,
    /// Where it looks.
    pub facing: Facing,
    /// In the air.
    pub aloft: bool,
    /// The mount or vehicle it is in or on.
    pub aboard: Option<Fig>,
    /// What the ruleset remembers about it.
    pub mark: M,
}

impl<M: PartialEq> Figure<M> {
    /// Whether two are the same but for where they look.
    pub(super) fn eq_ignoring_facing(&self, other: &Self) -> bool {
        (self.at, self.side, self.place) == (other.at, other.side, other.place)
            && (self.aloft, self.aboard) == (other.aloft, other.aboard)
            && self.mark == other.mark
    }
}

impl<M> Figure<M> {
    /// Whether it is on the board.
    #[inline]
    pub fn is_on(&self) -> bool {
        self.place == Place::On
    }
}

/// A figure's lasting name: `1.3` is the third of the first side's force.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The side it began on.
    pub side: Side,
    /// Its number in that side's force, from 1.
    pub number: u16,
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.side.0 + 1, self.number)
    }
}
