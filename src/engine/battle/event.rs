//! What has happened: facts, and the log that receives them.

use super::{Fig, HalfPoints, How, Outcome, Purpose, Side, Target};
use crate::board::{Change, Facing, Footprint, Space, TerrainId};
use crate::dice::Faces;
use std::hash::{Hash, Hasher};

/// A roll and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roll {
    /// What for.
    pub purpose: Purpose,
    /// The figure that rolled, if it was one.
    pub by: Option<Fig>,
    /// The side that rolled, or none for roll-offs (faces in the order of the sides asked).
    pub side: Option<Side>,
    /// Every face.
    pub faces: Faces,
    /// The face that counts, before adjustments.
    pub natural: u8,
    /// What is added to it.
    pub bonus: i8,
    /// What is needed after adding, where something is.
    pub need: Option<i8>,
    /// Whether it succeeded, where that is decided.
    pub success: Option<bool>,
}

impl Roll {
    /// A roll whose best face counts, without anything added or needed.
    pub fn new(purpose: Purpose, by: Option<Fig>, side: Option<Side>, faces: &Faces) -> Self {
        Self {
            purpose,
            by,
            side,
            faces: faces.clone(),
            natural: faces.iter().copied().max().unwrap_or(0),
            bonus: 0,
            need: None,
            success: None,
        }
    }
}

/// How much of a side may be activated in a round (O2).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Allowance {
    /// Everybody.
    All,
    /// One group, whatever it costs.
    One,
    /// So many groups, or groups of so many half points together.
    Figures(u16),
}

impl Allowance {
    /// The most that can be counted: records have the two numbers above for the other cases.
    pub const MOST: u16 = u16::MAX - 2;

    /// Its number in records.
    pub fn number(self) -> u16 {
        match self {
            Allowance::All => u16::MAX,
            Allowance::One => u16::MAX - 1,
            Allowance::Figures(n) => n.min(Self::MOST),
        }
    }
    /// The allowance of a number in a record.
    pub fn numbered(number: u16) -> Self {
        match number {
            u16::MAX => Allowance::All,
            n if n > Self::MOST => Allowance::One,
            n => Allowance::Figures(n),
        }
    }
}

impl Hash for Allowance {
    // As its number, so that digests in records stay as they are.
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u16(self.number());
    }
}

/// A small fact that only its ruleset knows the meaning of. A ruleset lists its own in
/// [`Ruleset::NOTES`](super::Ruleset::NOTES).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Its number in records.
    pub number: u8,
    /// Its word in records, for programs.
    pub word: &'static str,
    /// What it means, for people.
    pub about: &'static str,
}

/// A fact. State changes only by these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A round (or turn, where that is the ruleset's word) begins.
    Round {
        /// Its number, from 1.
        number: u16,
    },
    /// This side goes first.
    First {
        /// The side.
        side: Side,
    },
    /// A step or turn begins.
    Step {
        /// The side whose turn it is, if it is one side's.
        side: Option<Side>,
        /// The ruleset's word for it.
        step: &'static str,
    },
    /// A side has nothing more to do in this step or turn.
    Passed {
        /// The side.
        side: Side,
    },
    /// How many figures a solo side may activate this round (O2).
    Allowed {
        /// The side.
        side: Side,
        /// How many groups, or half points of groups.
        figures: Allowance,
    },
    /// A figure was activated (O3, V3).
    Activated {
        /// The figure.
        who: Fig,
    },
    /// Dice were rolled.
    Rolled(Roll),
    /// A figure came onto the board (deployment, reserve, return).
    Placed {
        /// The figure.
        who: Fig,
        /// Its anchor.
        to: Space,
        /// What it is aboard of.
        aboard: Option<Fig>,
        /// Where it looks.
        facing: Facing,
    },
    /// A figure was taken off the board again, to be placed elsewhere (R7).
    TakenBack {
        /// The figure.
        who: Fig,
    },
    /// A figure moved.
    Moved {
        /// The figure.
        who: Fig,
        /// Anchor spaces, both ends included.
        path: Vec<Space>,
        /// What it cost.
        cost: u32,
    },
    /// A figure walked off the board, safely (B9).
    Left {
        /// The figure.
        who: Fig,
    },
    /// A figure got on or into a mount, by moving there.
    Boarded {
        /// The figure.
        who: Fig,
        /// The mount.
        mount: Fig,
    },
    /// A figure is no longer aboard, and stands here.
    Alighted {
        /// The figure.
        who: Fig,
        /// Its anchor.
        to: Space,
    },
    /// A figure looks another way.
    Faced {
        /// The figure.
        who: Fig,
        /// The way.
        facing: Facing,
    },
    /// A figure took to the air or came down (T7).
    Flew {
        /// The figure.
        who: Fig,
        /// In the air now.
        aloft: bool,
    },
    /// A figure acts on something.
    Struck {
        /// The figure.
        who: Fig,
        /// The way.
        how: How,
        /// The target.
        at: Target,
    },
    /// The attack was a hit.
    Hit {
        /// The attacker.
        who: Fig,
        /// The target.
        at: Target,
    },
    /// The attack, skill roll or the like failed.
    Missed {
        /// Who acted.
        who: Fig,
        /// The target.
        at: Target,
    },
    /// A shot that missed came down: here, or off the board (D6).
    Landed {
        /// Who fired it.
        who: Fig,
        /// Where.
        at: Option<Space>,
    },
    /// Armour turned the hit into a miss.
    Saved {
        /// The target.
        at: Target,
    },
    /// A figure was wounded and lives.
    Wounded {
        /// The figure.
        who: Fig,
        /// Damage points left.
        left: u8,
    },
    /// A figure was defeated or driven off, and is gone.
    Defeated {
        /// The figure.
        who: Fig,
        /// The side that did it.
        by: Option<Side>,
    },
    /// A figure is disabled (T4).
    Disabled {
        /// The figure.
        who: Fig,
    },
    /// A figure changed sides (T10).
    Recruited {
        /// The figure.
        who: Fig,
        /// Its new side.
        side: Side,
    },
    /// A figure took an empty mount of an opponent, which now belongs to this side (M2).
    Captured {
        /// The mount.
        who: Fig,
        /// Its new side.
        side: Side,
    },
    /// A figure was called to another place (T15).
    Summoned {
        /// The figure.
        who: Fig,
        /// By whom.
        by: Fig,
        /// Its new anchor.
        to: Space,
    },
    /// A figure fled in fear (T2).
    Fled {
        /// The figure.
        who: Fig,
        /// Anchor spaces, both ends included.
        path: Vec<Space>,
    },
    /// A figure was knocked back (U3).
    Pushed {
        /// The figure.
        who: Fig,
        /// Anchor spaces, both ends included.
        path: Vec<Space>,
    },
    /// A reroll was used (T9).
    Rerolled {
        /// The figure whose inspiration was used.
        giver: Fig,
        /// The figure that rolls again.
        who: Fig,
    },
    /// A figure has put up its guard (V6).
    Guarded {
        /// The figure.
        who: Fig,
    },
    /// An item changed hands or place (M7).
    Item {
        /// Its index.
        item: u8,
        /// Where it is now.
        holder: super::Holder,
    },
    /// A device was used with success (A9).
    Device {
        /// Its index.
        device: u8,
        /// By whom.
        who: Fig,
    },
    /// The board changed.
    Changed(Change),
    /// A piece of terrain, or a building, was laid over the ground of these spaces.
    Laid {
        /// Its terrain.
        terrain: TerrainId,
        /// Where.
        spaces: Footprint,
    },
    /// What was laid on these spaces is gone: the ground is as it was before.
    Lifted {
        /// Where.
        spaces: Footprint,
    },
    /// A side scored.
    Scored {
        /// The side.
        side: Side,
        /// Points.
        points: HalfPoints,
    },
    /// Something only the ruleset knows the meaning of: its own small fact about a figure.
    Noted {
        /// The figure.
        who: Fig,
        /// The fact.
        note: Note,
    },
    /// A supporter's kind of roll, an edge, was chosen.
    Chosen {
        /// For whom.
        who: Option<Fig>,
        /// What.
        choice: super::Choice,
    },
    /// The battle is over.
    Ended(Outcome),
}

/// Receives events. `()` receives nothing, for simulated battles.
pub trait Log {
    /// Whether events are read. Where they are not, a route on which nothing depends may be missing
    /// in [`Event::Moved`]: its path holds both ends only.
    const IS_READ: bool = true;
    /// One more fact.
    fn event(&mut self, event: &Event);
}

impl Log for () {
    const IS_READ: bool = false;
    fn event(&mut self, _: &Event) {}
}

impl Log for Vec<Event> {
    fn event(&mut self, event: &Event) {
        self.push(event.clone());
    }
}
