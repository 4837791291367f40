//! What can be half done: how far the preparations, a reserve, the solo table or a skill roll have come.

use crate::battle::{Fig, Piece, Side, Target};
use crate::board::{Edge, Footprint, Space};
use smallvec::SmallVec;

/// How far the preparations have come.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SetupStage {
    /// Where does an object of the middle lie? (C4)
    Object {
        /// The item.
        item: u8,
    },
    /// What does this figure support? (T16)
    Support {
        /// The figure.
        who: Fig,
    },
    /// Rolling for who deploys first: the first group of more than one rolls (R7).
    Order {
        /// Sides that are level, a bit each; whoever deploys first comes first.
        groups: SmallVec<[u8; 8]>,
    },
    /// Placing terrain (E5).
    Pieces(PiecesStage),
    /// Placing figures (R7).
    Deploy(Deploying),
    /// Rolling for a place that two players want (R7).
    Contest(Contest),
}

/// Who places figures, and what is settled about their places.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deploying {
    /// The sides in the order in which they place.
    pub(super) order: SmallVec<[Side; 8]>,
    /// Whose turn it is, counted in `order`.
    pub(super) turn: u8,
    /// Spaces that were rolled for: they cannot be disputed again.
    pub(super) settled: SmallVec<[Space; 4]>,
}

impl Deploying {
    /// Whose turn it is.
    pub(super) fn side(&self) -> Side {
        self.order[usize::from(self.turn)]
    }
}

/// A place that two players want.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Contest {
    /// How far the placing had come.
    pub(super) deploying: Deploying,
    /// The figure to be placed.
    pub(super) who: Fig,
    /// Where another player's figure stands.
    pub(super) to: Space,
}

/// How far the placing of terrain has come.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PiecesStage {
    /// How many pieces does each player place?
    Count {
        /// The sides in the order in which they place.
        order: SmallVec<[Side; 8]>,
    },
    /// Which piece is placed next?
    Which(Laying),
    /// Where does it go?
    Where(Laying, Piece),
    /// Whose piece stands at a place that both want?
    Dispute(Laying, Piece, Space),
}

/// Who places, and what is left to be placed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Laying {
    /// The sides in the order in which they place.
    pub(super) order: SmallVec<[Side; 8]>,
    /// Whose turn it is, counted in `order`.
    pub(super) turn: u8,
    /// How many pieces each has yet to place.
    pub(super) left: SmallVec<[u8; 8]>,
    /// How many lie already.
    pub(super) laid: u8,
    /// The last piece, while its place may be disputed: whose it is, counted in `order`, and
    /// where it lies.
    pub(super) last: Option<(u8, Footprint)>,
}

/// How far the coming in of a reserve has come (C6).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum SpawnStage {
    /// Rolling for the edge.
    Roll {
        /// The side.
        side: Side,
    },
    /// The side chooses the edge.
    Edge {
        /// The side.
        side: Side,
    },
    /// The side places somebody at this edge.
    Place {
        /// The side.
        side: Side,
        /// The edge.
        edge: Edge,
    },
}

/// What the table asks for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum SoloStage {
    /// How many of this side act? (O2)
    Roll {
        /// The side.
        side: Side,
        /// Who goes first in this round.
        first: Side,
    },
    /// Whom do these sides bring back? A bit each (O2).
    Return {
        /// The sides that may yet.
        sides: u8,
    },
}

/// A skill roll under way.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Attempt {
    /// The figure.
    pub who: Fig,
    /// The device or barrier.
    pub at: Target,
    /// What is added.
    pub bonus: i8,
    /// None: to be rolled; else whether it is a success that may be rolled again.
    pub rolled: Option<bool>,
    /// It is the second roll, which stands.
    pub again: bool,
}

/// The building that a fortress assault is about, by its first part.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Fortress {
    /// Spaces of one terrain.
    Spaces(Space),
    /// Walls on borders, with the windows and doors between them.
    Borders(Space, Space),
}

/// A building made of spaces counts as its first space: digests of old records hold that.
impl std::hash::Hash for Fortress {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        match self {
            Fortress::Spaces(first) => first.hash(state),
            Fortress::Borders(x, y) => (x, y).hash(state),
        }
    }
}
