//! What a battle remembers: the round, what figures have used up, and what is half done.

use super::Vsgmr;
use super::stages::{Attempt, Fortress, SetupStage, SoloStage, SpawnStage};
use crate::battle::{
    Allowance, Choice, Event, Fig, HalfPoints, How, Note, Purpose, Setup, Side, State, Target,
};
use crate::board::Footprint;

/// The steps of a round (R2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Movement.
    Move,
    /// Distance attacks.
    Shoot,
    /// Hand to hand attacks.
    Fight,
    /// Skill rolls.
    Skill,
}

impl Step {
    /// All steps, in order.
    pub const ALL: [Step; 4] = [Step::Move, Step::Shoot, Step::Fight, Step::Skill];
    /// The names of all, in order.
    pub const NAMES: [&'static str; 4] = ["move", "shoot", "fight", "skill"];
    /// Its name.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
    /// The step of a name.
    pub fn named(name: &str) -> Option<Step> {
        Step::ALL.into_iter().find(|s| s.name() == name)
    }
    /// The step after it; none: the round is over.
    pub fn next(self) -> Option<Step> {
        Step::ALL.get(self as usize + 1).copied()
    }
}

/// Round, step and turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    /// The round, from 1; 0 before the first.
    pub round: u16,
    /// The step.
    pub step: Step,
    /// The side that goes first in this round.
    pub first: Side,
    /// Whose turn it is.
    pub turn: Side,
    /// Who has passed in this step, a bit a side (R6).
    pub passed: u8,
    /// What the solo table has left each side to activate (O2).
    pub left: [Allowance; 8],
    /// Sides that may bring a figure back after this round, a bit each (O2).
    pub returns: u8,
    /// Sides whose reserve has been rolled for in this round, a bit each (C6).
    pub spawned: u8,
    /// The building that the battle is about (C5).
    pub fortress: Option<Fortress>,
}

/// What is remembered about a figure: flags, and the roll it supports.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    flags: u16,
    /// Hits it has taken, where it takes several (E3).
    pub hits: u8,
    /// The kind of roll Support supports (T16).
    pub support: Choice,
}

impl Mark {
    /// It has moved this round.
    pub const MOVED: u16 = 1;
    /// It has made its attack, or something in place of it.
    pub const ATTACKED: u16 = 2;
    /// It has made its skill roll, or something in place of it.
    pub const ROLLED: u16 = 4;
    /// It got onto or into its mount this round (M4).
    pub const BOARDED: u16 = 8;
    /// Its Inspiration has been used this round (T9).
    pub const INSPIRED: u16 = 16;
    /// Disabled in this round (T4).
    pub const DISABLED: u16 = 32;
    /// Disabled in the next round (T4).
    pub const TO_BE_DISABLED: u16 = 64;
    /// It was activated this round (O3).
    pub const ACTIVATED: u16 = 128;
    /// Driven off the board; it never comes back (B9).
    pub const DRIVEN_OFF: u16 = 256;
    /// Nothing more this round.
    pub const DONE: u16 = Self::MOVED | Self::ATTACKED | Self::ROLLED;

    /// The mark of a fresh figure.
    pub fn new(support: Choice) -> Self {
        Self {
            flags: 0,
            hits: 0,
            support,
        }
    }
    /// Whether any of these flags is set.
    #[inline]
    pub fn has(self, flags: u16) -> bool {
        self.flags & flags != 0
    }
    /// Sets flags.
    pub fn set(&mut self, flags: u16) {
        self.flags |= flags;
    }
    /// What is left of it in a new round.
    fn renew(&mut self) {
        let lasting = self.flags & Self::DRIVEN_OFF;
        self.flags = if self.has(Self::TO_BE_DISABLED) {
            lasting | Self::DISABLED
        } else {
            lasting
        };
    }
}

/// The note of a figure that has to wait for the next round (P5).
pub const WAITS: Note = Note {
    number: 0,
    word: "waits",
    about: "it waits until the next round",
};
/// The note of a figure that is driven off the board (B9).
pub const GOES_OFF: Note = Note {
    number: 1,
    word: "goes-off",
    about: "it is driven off the board",
};

/// How far an attack has come. Only consequences are kept, never what the dice showed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The attack roll.
    Roll {
        /// It is the second, which stands.
        again: bool,
    },
    /// Is the attack roll made again?
    Reroll {
        /// It hits.
        hit: bool,
        /// Cause Fear strikes (T2).
        fear: bool,
        /// Strength of a knockback, if it comes to one (U3).
        push: u8,
    },
    /// An armour roll.
    Armour {
        /// Armour rolls that must succeed yet, this one included (T6).
        left: u8,
        /// What is added.
        bonus: i8,
        /// As above.
        push: u8,
        /// It is the second, which stands.
        again: bool,
    },
    /// Is the armour roll made again?
    ArmourReroll {
        /// As above.
        left: u8,
        /// As above.
        bonus: i8,
        /// As above.
        push: u8,
        /// It holds.
        saved: bool,
    },
    /// The roll of terrain or a building (A8).
    Terrain,
    /// The roll to recruit the defeated (T10).
    Recruit,
    /// Does the defeated strike back? (T11)
    Revenge,
    /// The defeated is taken away, and the attack is over.
    Remove,
}

/// An attack under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Attack {
    /// The attacker.
    pub who: Fig,
    /// Shoot or fight.
    pub how: How,
    /// The target.
    pub at: Target,
    /// What is added to the attack roll.
    pub bonus: i8,
    /// What is needed after adding.
    pub need: i8,
    /// How many attacks may follow if it succeeds (T1, T5).
    pub follow: u8,
    /// It is one last attack, or follows one (T11).
    pub revenge: bool,
    /// The spaces where the first target stood (T1).
    pub first: Footprint,
    /// How far it has come.
    pub stage: Stage,
}

/// Something half done.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Frame {
    /// Preparing (R7, T16).
    Setup(SetupStage),
    /// A reserve coming in (C6).
    Spawn(SpawnStage),
    /// The solo table (O2).
    Solo(SoloStage),
    /// Rolling for initiative (R1).
    Initiative {
        /// Who rolls, a bit a side.
        rollers: u8,
        /// The first roll of the round, not one between those who were level.
        fresh: bool,
    },
    /// Who goes first?
    First {
        /// Who chooses.
        side: Side,
    },
    /// A figure has acted where players alternate: the next side's turn (R6).
    Next,
    /// Does it land? (T7)
    Land {
        /// The figure.
        who: Fig,
    },
    /// Does it pick up what lies here? (M7)
    PickUp {
        /// The figure.
        who: Fig,
        /// The item.
        item: u8,
    },
    /// Where does it face? (S8)
    Face {
        /// The figure.
        who: Fig,
    },
    /// An attack.
    Attack(Attack),
    /// A further attack (T1, T5): the attack it follows, with what may still follow.
    Again(Attack),
    /// A skill roll (A9).
    Skill(Attempt),
    /// A roll to disable (T4).
    Disable {
        /// The figure.
        who: Fig,
        /// The target.
        at: Fig,
    },
    /// A roll to summon, and then whom and where to (T15).
    Summon {
        /// The figure.
        who: Fig,
        /// It has worked.
        called: bool,
    },
    /// What a summoned figure does at once (T15).
    AtOnce {
        /// The figure.
        who: Fig,
    },
}

/// What an event means to marks and table.
pub fn apply(setup: &Setup<Vsgmr>, state: &mut State<Vsgmr>, event: &Event) {
    match event {
        Event::Round { number } => {
            state.table.round = *number;
            state.table.passed = 0;
            state.table.left = [Allowance::All; 8];
            state.table.returns = 0;
            state.table.spawned = 0;
            state.table.step = Step::Move;
            for figure in &mut state.figures {
                figure.mark.renew();
            }
        }
        Event::First { side } => {
            state.table.first = *side;
            state.table.turn = *side;
        }
        Event::Step { side, step } => {
            if let Some(step) = Step::named(step) {
                if step != state.table.step {
                    state.table.passed = 0;
                }
                state.table.step = step;
            }
            if let Some(side) = side {
                state.table.turn = *side;
            }
        }
        Event::Passed { side } => state.table.passed |= 1 << side.0,
        Event::Activated { who } => {
            let side = state.figures[who.index()].side.index();
            let cost = group_cost(setup, state, *who);
            let left = &mut state.table.left[side];
            *left = super::allowance::spent(setup, *left, cost);
            mark(state, outermost(state, *who), Mark::ACTIVATED);
        }
        Event::Allowed { side, figures } => state.table.left[side.index()] = *figures,
        Event::Rolled(roll) => {
            let bit = roll.side.map_or(0, |s| 1 << s.0);
            match roll.purpose {
                Purpose::Solo if roll.natural == 6 => state.table.returns |= bit,
                Purpose::Spawn => state.table.spawned |= bit,
                _ => {}
            }
        }
        Event::Moved { who, .. } => mark(state, *who, Mark::MOVED),
        Event::Fled { who, .. } | Event::Pushed { who, .. } => mark(state, *who, Mark::DONE),
        Event::Boarded { who, mount } => {
            mark(state, *who, Mark::BOARDED);
            // A guy who boards and the mount are one (O3).
            if state.figures[who.index()].mark.has(Mark::ACTIVATED) {
                mark(state, outermost(state, *mount), Mark::ACTIVATED);
            }
        }
        Event::Struck { who, how, .. } => {
            let used = match how {
                How::Skill => Mark::ROLLED,
                How::Disable | How::Summon => Mark::ATTACKED | Mark::ROLLED,
                _ => Mark::ATTACKED,
            };
            state.figures[who.index()].mark.set(used);
        }
        Event::Wounded { who, .. } => state.figures[who.index()].mark.hits += 1,
        Event::Disabled { who } => state.figures[who.index()].mark.set(Mark::TO_BE_DISABLED),
        Event::Recruited { who, .. } => state.figures[who.index()].mark.set(Mark::DONE),
        Event::Rerolled { giver, .. } => state.figures[giver.index()].mark.set(Mark::INSPIRED),
        Event::Noted { who, note: WAITS } => mark(state, *who, Mark::DONE),
        Event::Noted {
            who,
            note: GOES_OFF,
        } => state.figures[who.index()].mark.set(Mark::DRIVEN_OFF),
        Event::Chosen {
            who: Some(who),
            choice,
        } => state.figures[who.index()].mark.support = *choice,
        _ => {}
    }
}

/// The outermost mount a figure is aboard of, or itself.
fn outermost(state: &State<Vsgmr>, who: Fig) -> Fig {
    let mut at = who;
    while let Some(mount) = state.figures[at.index()].aboard {
        at = mount;
    }
    at
}

/// What a figure and all that is aboard of its mount cost.
fn group_cost(setup: &Setup<Vsgmr>, state: &State<Vsgmr>, who: Fig) -> HalfPoints {
    let lead = outermost(state, who);
    (0..state.figures.len())
        .map(|i| Fig(i as u16))
        .filter(|f| state.figures[f.index()].is_on() && outermost(state, *f) == lead)
        .map(|f| setup.roster[f.index()].unit.cost)
        .sum()
}

/// Marks a figure and everything aboard of it.
fn mark(state: &mut State<Vsgmr>, who: Fig, flags: u16) {
    for i in 0..state.figures.len() {
        let mut at = Some(Fig(i as u16));
        while let Some(on) = at {
            if on == who {
                state.figures[i].mark.set(flags);
                break;
            }
            at = state.figures[on.index()].aboard;
        }
    }
}
