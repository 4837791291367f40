//! The opponents: they pick among legal answers.
//!
//! An agent sees the battle through the [`View`] of its side and never the dice to come. It knows
//! no ruleset by name. Its answer depends only on the state, its seed and the number of the
//! decision: what it keeps between decisions is a cache.

mod activation;
mod aim;
mod backing;
mod charge;
mod choose;
mod course;
mod deploy;
mod goals;
mod haste;
mod intent;
mod judge;
pub mod luck;
mod memory;
mod mind;
mod mover;
mod offer;
mod peril;
mod plan;
mod playout;
mod position;
mod profile;
pub mod race;
mod random;
mod ranked;
mod reply;
mod search;
mod slip;
mod stakes;
mod step;
mod sweep;
mod table;
mod terms;
mod threat;
mod turn;
mod what;
mod zone;

pub use profile::{Meta, Profile, profiles};
pub use terms::meaning;
pub use what::{Aimed, What};

use crate::battle::{Answer, Decision, Event, Fig, Side};
use crate::rules::Game;

/// The opponents without a profile: name, and what they do.
pub const BASELINES: [(&str, &str); 4] = [
    ("random", "plays at random"),
    ("charge", "runs to the nearest enemy and attacks it"),
    (
        "greedy",
        "looks only at the expected damage of its next action",
    ),
    (
        "search",
        "plays possible continuations to the end; utility at level 5",
    ),
];

/// The highest level. What the levels leave out: 1 sees only its own reach; 2 also what the
/// enemies can do, but does not carry planned attacks along; 3 all terms; 4 also confirms its
/// best places with exact sight; 5 plays what seems best out in its head. Below 4 they misjudge
/// what they weigh besides, by a bounded amount.
pub const LEVELS: u8 = 5;

/// How far each level misjudges at most, in times of what a figure of its side is worth on
/// average.
const SLIPS: [f64; LEVELS as usize] = [2.2, 1.5, 0.6, 0.0, 0.0];

/// The level of a name that gives none.
const USUAL: u8 = 4;

/// The opponent of a name, `NAME` or `NAME:LEVEL`, for a side: a baseline, or a profile that
/// ships with the program.
///
/// # Errors
/// A name or level there is not; the message lists those there are.
pub fn agent(name: &str, seed: u64, side: Side) -> Result<Box<dyn Agent>, String> {
    let (stem, level) = match name.split_once(':') {
        Some((stem, level)) => (stem, Some(level)),
        None => (name, None),
    };
    if BASELINES.iter().any(|(known, _)| *known == stem) {
        if let Some(level) = level {
            return Err(format!(
                "{stem} has no levels; write {stem} without :{level}"
            ));
        }
        return Ok(match stem {
            "random" => Box::new(random::Random::new(seed, side)),
            "charge" => Box::new(charge::Charge),
            "search" => Box::new(search::Search::new(
                &profiles()[0],
                stem.into(),
                seed ^ u64::from(side.0),
            )),
            _ => Box::new(mind::Mind::new(Profile::greedy(), USUAL, stem.into())),
        });
    }
    let all = profiles();
    let Some(profile) = all.iter().find(|p| p.name == stem) else {
        let known: Vec<&str> = BASELINES
            .iter()
            .map(|(known, _)| *known)
            .chain(all.iter().map(|p| p.name.as_str()))
            .collect();
        return Err(format!(
            "unknown opponent {stem:?}; the opponents are {}",
            known.join(", ")
        ));
    };
    profiled(profile.clone(), level, name, seed ^ u64::from(side.0))
}

/// The opponent of a profile, from wherever it was read.
///
/// `seed`: of its misjudgements at the lower levels, and of the dice it imagines at the highest.
///
/// # Errors
/// A level there is not.
pub fn profiled(
    profile: Profile,
    level: Option<&str>,
    name: &str,
    seed: u64,
) -> Result<Box<dyn Agent>, String> {
    let number = match level {
        None => USUAL,
        Some(text) => text
            .parse::<u8>()
            .ok()
            .filter(|n| (1..=LEVELS).contains(n))
            .ok_or_else(|| {
                format!("the level in {name:?} is {text:?}; it must be from 1 to {LEVELS}")
            })?,
    };
    if number == LEVELS {
        return Ok(Box::new(search::Search::new(&profile, name.into(), seed)));
    }
    let slips = slip::Slips {
        seed,
        most: SLIPS[usize::from(number) - 1],
    };
    Ok(Box::new(
        mind::Mind::new(profile, number, name.into()).slipping(slips),
    ))
}

/// The battle as one side sees it: today everything.
#[derive(Copy, Clone, Debug)]
pub struct View<'a> {
    /// The battle.
    pub game: &'a Game,
    /// The side that looks.
    pub side: Side,
}

impl<'a> View<'a> {
    /// The view of a side.
    pub fn new(game: &'a Game, side: Side) -> Self {
        Self { game, side }
    }
    /// A battle to look ahead in. Dice in it are the caller's own, never the table's.
    pub fn imagine(&self) -> Game {
        self.game.imagine()
    }
}

/// One named part of a score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it is: `kill`, `loss`, `objective`.
    pub name: &'static str,
    /// Thousandths of a point.
    pub milli: i64,
}

/// A choice as it was weighed: the terms add up to its score, exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// What would be done, in short words.
    pub what: What,
    /// The terms that are not zero.
    pub terms: Vec<Term>,
}

impl Weighed {
    /// The sum of the terms, in thousandths of a point.
    pub fn score(&self) -> i64 {
        self.terms.iter().map(|t| t.milli).sum()
    }
}

/// Why an answer was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Why {
    /// The figure it is about.
    pub who: Option<Fig>,
    /// What was chosen.
    pub chosen: Weighed,
    /// The next best, if there was another.
    pub runner_up: Option<Weighed>,
}

/// An answer with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The answer: always legal.
    pub answer: Answer,
    /// The reasons, from agents that have some.
    pub why: Option<Why>,
}

/// How far a thought has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Not there yet: so many of so many steps.
    Thinking {
        /// Steps done.
        done: u32,
        /// Steps in all.
        of: u32,
    },
    /// The answer.
    Decided(Thought),
}

/// Something that answers for a side.
pub trait Agent: Send {
    /// Its name with its level, as options and records say it: `utility`, `bold:3`.
    fn name(&self) -> String;
    /// Thinks about the question the view's game asks this side, for at most about `budget`
    /// steps; `number` is the decision's number in the battle. Called again with the same
    /// arguments until it has decided.
    fn think(&mut self, view: &View, number: u64, budget: u32) -> Progress;
    /// What it would weigh at this question, best first, each with its reasons; of agents
    /// without reasons the answer alone.
    fn ranked(&mut self, view: &View, number: u64) -> Vec<Thought> {
        vec![self.decide(view, number)]
    }
    /// How it weighs one legal answer to this question; none where it has no terms for it.
    fn weigh(&mut self, _view: &View, _answer: &Answer) -> Option<Weighed> {
        None
    }
    /// The answer if its thought about this question ends here; none from agents whose thoughts
    /// have no part that would do, and where none is under way.
    fn stopped(&mut self, _view: &View, _number: u64) -> Option<Thought> {
        None
    }
    /// Forgets what it is in the middle of, for who imagines one battle after another.
    fn forget(&mut self) {}
    /// Whether it wants to be told what happens ([`Agent::heard`]): outside programs do.
    fn listens(&self) -> bool {
        false
    }
    /// What came of the answer of this number to a question, whoever gave it.
    fn heard(
        &mut self,
        _game: &Game,
        _number: u64,
        _question: &Decision,
        _answer: &Answer,
        _events: &[Event],
    ) {
    }
    /// The battle is over.
    fn ended(&mut self, _game: &Game) {}
    /// What the table should be told about it at the end, if anything: answers that came late.
    fn notice(&self) -> Option<String> {
        None
    }
    /// How many questions the preset answer was used for, because this agent gave none.
    fn replaced(&self) -> u64 {
        0
    }
    /// Why the battle must not go on: an outside program ended before its first answer.
    fn failed(&self) -> Option<String> {
        None
    }
    /// Thinks to the end.
    fn decide(&mut self, view: &View, number: u64) -> Thought {
        loop {
            if let Progress::Decided(thought) = self.think(view, number, u32::MAX) {
                return thought;
            }
        }
    }
}
