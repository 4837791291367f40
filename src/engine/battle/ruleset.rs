//! What a ruleset must answer.

use super::{
    Act, Answer, Battle, Brief, Decision, Event, Facts, Fig, Finding, Force, Goal, How, Line, Log,
    Mode, Note, Odds, Reaches, Sheet, Shown, Side, Stand, State, Status, Target, defaults,
};
use crate::board::{Reach, Sight};
use crate::source::{Fault, Source};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use smallvec::SmallVec;
use std::fmt::Debug;
use std::hash::Hash;

/// Takes an act that a figure could do: how, on what, and what it sees of that. It returns false
/// to stop.
pub type EachStrike<'a> = dyn FnMut(How, Target, Sight) -> bool + 'a;

/// Takes an answer and returns false to stop.
pub type EachAnswer<'a> = dyn FnMut(Answer) -> bool + 'a;

/// Sample forces: (file stem, text).
pub type Samples = &'static [(&'static str, &'static str)];

/// Ways of attacking.
pub type Modes = SmallVec<[Mode; 3]>;

/// Why an answer was refused: completes the sentence "that cannot be done: …".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

impl From<&str> for Refused {
    fn from(why: &str) -> Self {
        Refused(why.into())
    }
}

impl From<String> for Refused {
    fn from(why: String) -> Self {
        Refused(why)
    }
}

/// A set of rules. The functions take the battle, so a ruleset is a name without data. What has a
/// default may be left out.
///
/// [`Hints`](super::Hints) has what opponents ask beside it, all of it with defaults.
pub trait Ruleset: Copy + Debug + PartialEq + Eq + Hash + Send + Sync + 'static {
    /// Every number and toggle.
    type Config: Clone + Debug + Default + Send + Sync + Serialize + DeserializeOwned + JsonSchema;
    /// What a figure is.
    type Unit: Clone + Debug + Send + Sync;
    /// What is remembered about a figure.
    type Mark: Clone + Debug + PartialEq + Eq + Hash + Send + Sync;
    /// Round, step, turn, actions left.
    type Table: Clone + Debug + PartialEq + Eq + Hash + Send + Sync;
    /// Something half done.
    type Frame: Clone + Debug + PartialEq + Eq + Hash + Send + Sync;

    /// Its name in files and options.
    const NAME: &'static str;
    /// One line on what it is and who wrote the game.
    const ABOUT: &'static str;
    /// Its short rules for players: a heading `[step]` before the text of each step, `[turn]`,
    /// `[always]`, `[win]`. Values of the configuration stand as `{key}`.
    const SHORT: &'static str = "";
    /// The sample forces that ship with it: (file stem, text).
    const FORCES: Samples = &[];
    /// The steps of a round in their order, by the names that `status` gives them; empty where a
    /// round has no more than one.
    const STEPS: &'static [&'static str] = &[];
    /// Every word that its events have for a step.
    const STEP_WORDS: &'static [&'static str] = Self::STEPS;

    /// What it rolls for besides ([`Purpose::Own`](super::Purpose::Own)).
    const PURPOSES: &'static [&'static str] = &[];
    /// How its battles end besides ([`Reason::Own`](super::Reason::Own)).
    const REASONS: &'static [&'static str] = &[];
    /// Its own small facts about figures ([`Event::Noted`]).
    const NOTES: &'static [Note] = &[];
    /// What can be said of a figure in [`Shown::status`], each with what it means; `…` stands for
    /// a name or a number.
    const MARKS: &'static [(&'static str, &'static str)] = &[];

    // ---- before the battle ----

    /// Reads a rules file; without one: the defaults. The configuration needs the keys `format`
    /// and `ruleset`.
    ///
    /// # Errors
    /// What is wrong in the file, and where.
    fn config(rules: Option<&Source>) -> Result<Self::Config, Fault> {
        defaults::config(rules, Self::NAME)
    }
    /// Reads a force file.
    ///
    /// # Errors
    /// What is wrong in the file, and where.
    fn force(source: &Source, config: &Self::Config) -> Result<Force<Self::Unit>, Fault>;
    /// The words and keys of its force files, with what they do under a configuration, for
    /// programs that help to write one. Without it they are written as free words.
    fn sheet(_config: &Self::Config) -> Sheet {
        Sheet::default()
    }
    /// Sets a battle up, ready for its first decision.
    ///
    /// # Errors
    /// What is wrong with the forces, the rules, the scenario, or how they go together.
    fn begin(brief: Brief) -> Result<Battle<Self>, Fault>;
    /// What is doubtful about a battle as it was set up: uneven forces, a way that is too long.
    fn findings(_battle: &Battle<Self>) -> Vec<Finding> {
        Vec::new()
    }

    // ---- the game ----

    /// Who must decide what. O(1).
    fn decision(battle: &Battle<Self>) -> Decision;
    /// Every legal answer to a question to a player, one after the other, until `each` returns
    /// false. (For dice: nothing; any faces that fit are legal.) `known` remembers where figures
    /// can go. The default: nothing more, and the acts and moves of each figure of the side.
    fn legal(battle: &Battle<Self>, known: &mut Reaches, each: &mut EachAnswer) {
        defaults::legal(battle, known, each);
    }
    /// Whether an answer is legal. The default looks among the legal answers, so it cannot say
    /// why one is not.
    ///
    /// # Errors
    /// Why not.
    fn check(battle: &Battle<Self>, answer: &Answer) -> Result<(), Refused> {
        defaults::check(battle, answer)
    }
    /// Carries out a legal answer, up to the next decision.
    fn resolve<L: Log>(battle: &mut Battle<Self>, answer: &Answer, log: &mut L);
    /// What an event means to the ruleset's own marks and table; positions, scores and the like
    /// are changed already.
    fn apply(setup: &super::Setup<Self>, state: &mut State<Self>, event: &Event);
    /// A sensible answer to any question to a player, quickly: for Enter, a late bot, automatic
    /// deployment. The default attacks where it pays most, else comes nearer.
    fn preset(battle: &Battle<Self>) -> Answer {
        defaults::preset(battle)
    }
    /// Where the battle stands.
    fn status(battle: &Battle<Self>) -> Status;

    // ---- a figure ----

    /// What opponents and overlays know of a figure.
    fn facts(battle: &Battle<Self>, who: Fig) -> Facts;
    /// How a figure is shown. The default: as its force file describes it.
    fn shown(battle: &Battle<Self>, who: Fig) -> Shown {
        Shown::listed(&battle.setup.roster[who.index()])
    }
    /// The footprint size of a figure (B10).
    fn size(_battle: &Battle<Self>, _who: Fig) -> u8 {
        1
    }
    /// Where a figure could move in its next move, as things stand (whether or not it is its
    /// turn). False: it cannot move (then `out` holds its own space only).
    fn reach(battle: &Battle<Self>, who: Fig, out: &mut Reach) -> bool;
    /// The ways in which a figure can still attack in this round, or could in a fresh one
    /// (`fresh`).
    fn modes(battle: &Battle<Self>, who: Fig, fresh: bool) -> Modes;
    /// Every attack or other act (not on bare terrain unless a goal asks for it) the figure
    /// could make from a stand, until `each` returns false. Whose turn it is does not matter;
    /// what it has already used up this round does. The default: every enemy that one of its
    /// [`modes`](Ruleset::modes) reaches, and that it sees where it needs to.
    fn strikes(battle: &Battle<Self>, who: Fig, stand: Stand, each: &mut EachStrike) {
        defaults::strikes(battle, who, stand, each);
    }
    /// The exact odds of an act; nobody rolls again.
    fn odds(battle: &Battle<Self>, act: &Act) -> Odds;
    /// The numbers behind `odds`, named, in the order a player would add them.
    fn lines(_battle: &Battle<Self>, _act: &Act) -> Vec<Line> {
        Vec::new()
    }

    // ---- a side ----

    /// What a side can win besides points.
    fn goals(_battle: &Battle<Self>, _side: Side) -> Vec<Goal> {
        vec![Goal::Fight]
    }
    /// What limits a side in its turn besides what each of its figures may do, for people: how
    /// many may still act, who acts in between.
    fn notice(_battle: &Battle<Self>, _side: Side) -> Option<String> {
        None
    }
}
