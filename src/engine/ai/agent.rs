//! What answers for a side, how it sees the battle, and the reasons it gives.

use super::action::Action;
use crate::battle::{Answer, Decision, Event, Fig, Milli, Nerve, Side};
use crate::rules::Game;

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
    /// Its share of the score.
    pub points: Milli,
}

/// A choice as it was weighed: the terms add up to its score, exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weighed {
    /// What would be done, in short words.
    pub action: Action,
    /// The terms that are not zero.
    pub terms: Vec<Term>,
}

impl Weighed {
    /// The sum of the terms.
    pub fn score(&self) -> Milli {
        self.terms.iter().map(|t| t.points).sum()
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
    /// The nerve of the force, if the opponent heeded it in this choice; else steady.
    pub nerve: Nerve,
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
    /// Still thinking.
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
///
/// ```
/// use skirmish_engine::ai::{View, agent};
/// use skirmish_engine::battle::{Answer, Ask, Brief, Side, Who};
/// use skirmish_engine::board::Board;
/// use skirmish_engine::dice;
/// use skirmish_engine::files::{map, shipped};
/// use skirmish_engine::rules::Rules;
/// use skirmish_engine::source::Source;
/// use std::sync::Arc;
///
/// let (name, text) = shipped::map("ford").expect("it ships");
/// let map = map::read(&Source::new(name, text)).expect("it is a map");
/// let rules = Rules::named("vsgmr").expect("it ships");
/// let force = |i: usize| Source::new(rules.forces()[i].0, rules.forces()[i].1);
/// let brief = Brief::new(Arc::new(Board::new(map)), [force(0), force(1)]);
/// let mut game = rules.begin(brief).expect("a battle can begin");
///
/// let mut agents = [0, 1].map(|side| agent("captain", 1, Side(side)).expect("it is known"));
/// for number in 1..=40 {
///     let decision = game.decision();
///     let answer = match (decision.who, &decision.ask) {
///         (Who::Side(side), _) => {
///             let view = View::new(&game, side);
///             agents[usize::from(side.0)].decide(&view, number).answer
///         }
///         (_, Ask::Roll { dice, .. }) => Answer::Faces(dice::seeded(1, number, dice)),
///         _ => break,
///     };
///     game.answer(&answer, &mut ()).expect("an agent's answer is legal");
/// }
/// ```
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
