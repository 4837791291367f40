//! What can be answered.

use super::{Fig, Side};
use crate::board::{Edge, Facing, Space};
use crate::dice::Faces;

/// A way to act on something.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum How {
    /// Distance attack.
    Shoot,
    /// Hand to hand attack.
    Fight,
    /// An attack that takes an action (V5, D3).
    Attack,
    /// Skill roll on a device (A9).
    Skill,
    /// The Disable trait (T4).
    Disable,
    /// The Summon trait (T15).
    Summon,
    /// Taking a guard (V6).
    Defend,
    /// Several shots at a space, each for whoever is there; takes an action (D8).
    Burst,
    /// Fire on a space and all around it; takes an action (D6).
    Blast,
}

impl How {
    /// All ways.
    pub const ALL: [How; 9] = [
        How::Shoot,
        How::Fight,
        How::Attack,
        How::Skill,
        How::Disable,
        How::Summon,
        How::Defend,
        How::Burst,
        How::Blast,
    ];
    /// Whether it is an attack that takes an action, which could be spent on moving instead.
    /// Shots and blows have steps of their own.
    pub fn takes_action(self) -> bool {
        matches!(self, How::Attack | How::Burst | How::Blast)
    }
    /// The word used in records and commands.
    pub fn name(self) -> &'static str {
        match self {
            How::Shoot => "shoot",
            How::Fight => "fight",
            How::Attack => "attack",
            How::Skill => "skill",
            How::Disable => "disable",
            How::Summon => "summon",
            How::Defend => "defend",
            How::Burst => "burst",
            How::Blast => "blast",
        }
    }
}

/// What is acted on.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// A figure.
    Figure(Fig),
    /// The terrain of a space, or the object it belongs to (A8).
    Space(Space),
    /// A border, lower space first (A8).
    Border(Space, Space),
    /// A device of the scenario: its index (A9).
    Device(u8),
    /// Nothing in particular.
    Nothing,
}

impl Target {
    /// The figure, if it is one.
    pub fn figure(self) -> Option<Fig> {
        match self {
            Target::Figure(figure) => Some(figure),
            _ => None,
        }
    }
}

/// A piece of terrain to be laid on the board: what it is of, and its size.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// What it is of.
    pub of: Scenery,
    /// Footprint size (B10): 1 small, 2 medium, 3 large.
    pub size: u8,
}

/// What pieces of terrain are of.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scenery {
    /// Rocks.
    Rocks,
    /// Trees.
    Wood,
    /// Walls.
    Wall,
}

impl Piece {
    /// All pieces.
    pub const ALL: [Piece; 9] = {
        let of = [Scenery::Rocks, Scenery::Wood, Scenery::Wall];
        let mut all = [Piece { of: of[0], size: 1 }; 9];
        let mut i = 0;
        while i < 9 {
            all[i] = Piece {
                of: of[i / 3],
                size: (i % 3) as u8 + 1,
            };
            i += 1;
        }
        all
    };
    /// Its name: that of its terrain on the board.
    pub fn name(self) -> &'static str {
        match (self.of, self.size) {
            (Scenery::Rocks, 1) => "small rocks",
            (Scenery::Rocks, 2) => "medium rocks",
            (Scenery::Rocks, _) => "large rocks",
            (Scenery::Wood, 1) => "small wood",
            (Scenery::Wood, 2) => "medium wood",
            (Scenery::Wood, _) => "large wood",
            (Scenery::Wall, 1) => "small wall",
            (Scenery::Wall, 2) => "medium wall",
            (Scenery::Wall, _) => "large wall",
        }
    }
}

/// One of a few named things.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// Distance attacks (T16).
    Shooting,
    /// Hand to hand attacks (T16).
    Fighting,
    /// Armour rolls (T16).
    Armour,
    /// Skill rolls (T16).
    Skill,
    /// An edge of the board (C6).
    Edge(Edge),
    /// A piece of terrain (E5).
    Piece(Piece),
}

impl Choice {
    /// The word used in records and commands.
    pub fn name(self) -> &'static str {
        match self {
            Choice::Shooting => "distance",
            Choice::Fighting => "hand to hand",
            Choice::Armour => "armour",
            Choice::Skill => "skill",
            Choice::Edge(Edge::North) => "north",
            Choice::Edge(Edge::East) => "east",
            Choice::Edge(Edge::South) => "south",
            Choice::Edge(Edge::West) => "west",
            Choice::Piece(piece) => piece.name(),
        }
    }
    /// All choices.
    pub const ALL: [Choice; 17] = [
        Choice::Shooting,
        Choice::Fighting,
        Choice::Armour,
        Choice::Skill,
        Choice::Edge(Edge::North),
        Choice::Edge(Edge::East),
        Choice::Edge(Edge::South),
        Choice::Edge(Edge::West),
        Choice::Piece(Piece::ALL[0]),
        Choice::Piece(Piece::ALL[1]),
        Choice::Piece(Piece::ALL[2]),
        Choice::Piece(Piece::ALL[3]),
        Choice::Piece(Piece::ALL[4]),
        Choice::Piece(Piece::ALL[5]),
        Choice::Piece(Piece::ALL[6]),
        Choice::Piece(Piece::ALL[7]),
        Choice::Piece(Piece::ALL[8]),
    ];
}

/// An answer to a decision. It says what is done in the table's words, so that a record of
/// answers can be read and replayed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// This side (goes first).
    Side(Side),
    /// A figure moves to a space; the route is derived. To a space of an own mount with a free
    /// seat: it boards (M2).
    Move {
        /// The figure.
        who: Fig,
        /// The anchor space it ends on.
        to: Space,
    },
    /// A figure moves to a space and shuts a door beside it at the end of its move (B8).
    MoveAndShut {
        /// The figure.
        who: Fig,
        /// The space it ends on.
        to: Space,
        /// The door, lower space first.
        door: (Space, Space),
    },
    /// A figure walks off the board (B9).
    Leave {
        /// The figure.
        who: Fig,
    },
    /// The figure asked about faces this way.
    Face(Facing),
    /// A figure acts on something.
    Strike {
        /// The figure.
        who: Fig,
        /// The way.
        how: How,
        /// The target.
        at: Target,
    },
    /// A figure is put on a space (deployment, spawning, summoning, returning); onto a mount's
    /// space where it may start aboard.
    Place {
        /// The figure.
        who: Fig,
        /// The anchor space.
        to: Space,
    },
    /// The piece of terrain asked about is laid on the board (E5).
    Lay {
        /// The anchor space.
        to: Space,
    },
    /// One of a few named things.
    Choose(Choice),
    /// Yes.
    Yes,
    /// No.
    No,
    /// Nothing more of this.
    Done,
    /// What the dice show (answers of chance).
    Faces(Faces),
}

impl Answer {
    /// The figure that acts by it, if it names one.
    pub fn figure(&self) -> Option<Fig> {
        match self {
            Answer::Move { who, .. }
            | Answer::MoveAndShut { who, .. }
            | Answer::Leave { who }
            | Answer::Strike { who, .. }
            | Answer::Place { who, .. } => Some(*who),
            _ => None,
        }
    }
}
