//! A match: a battle with its agents and dice, one loop for every driver.
//!
//! [`Match::step`] asks the battle what is to be decided and gets the answer from seeded dice or
//! an agent; where a person or another program decides, the driver is told so and hands the
//! answer in with [`Match::give`]. Answers are numbered from 1; a number is the key of seeded
//! dice and of the agents' randomness, so what is taken back and done again meets the same dice.
//!
//! A match of two opponents, seeded dice, to its end:
//!
//! ```
//! use skirmish_engine::ai;
//! use skirmish_engine::battle::{Brief, Side};
//! use skirmish_engine::board::Board;
//! use skirmish_engine::files::{map, shipped};
//! use skirmish_engine::play::matches::{Match, Seat, Step};
//! use skirmish_engine::rules::Rules;
//! use skirmish_engine::source::Source;
//! use std::sync::Arc;
//!
//! let (name, text) = shipped::map("duel-ground").expect("a shipped map");
//! let board = Board::new(map::read(&Source::new(name, text))?);
//! let rules = Rules::named("violence").expect("a ruleset");
//! let forces = rules.forces()[..2].iter().map(|(name, text)| Source::new(*name, *text));
//! let game = rules.begin(Brief::new(Arc::new(board), forces))?;
//!
//! let seats = [("greedy", Side(0)), ("random", Side(1))]
//!     .map(|(name, side)| Seat::Agent(ai::agent(name, 7, side).expect("an opponent")));
//! let mut battle = Match::new(game, seats.into(), Some(7));
//! let outcome = loop {
//!     match battle.step(1_000) {
//!         Step::Applied(applied) => assert!(applied.number > 0),
//!         Step::Thinking { .. } => {}
//!         Step::Waiting(decision) => panic!("nobody is asked: {decision:?}"),
//!         Step::Over(outcome) => break outcome,
//!     }
//! };
//! assert!(outcome.rounds > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::concession;
use crate::ai::{Agent, Progress, Thought, View, Why};
use crate::battle::{Answer, Ask, Decision, Event, HalfPoints, Outcome, Refused, Side, Who};
use crate::dice;
use crate::rules::Game;
use smallvec::SmallVec;

/// Who answers for a side.
pub enum Seat {
    /// An agent.
    Agent(Box<dyn Agent>),
    /// Whoever drives the match: a person, a program on the standard input.
    External,
}

impl std::fmt::Debug for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Seat::Agent(agent) => write!(f, "Agent({})", agent.name()),
            Seat::External => write!(f, "External"),
        }
    }
}

/// An answer that was applied, and its events.
#[derive(Clone, Debug)]
pub struct Applied {
    /// Its number, from 1.
    pub number: u64,
    /// Who gave it.
    pub by: Who,
    /// The unmodified result that the question said is needed on a die, if it did.
    pub needed: Option<i8>,
    /// The answer.
    pub answer: Answer,
    /// What happened.
    pub events: Vec<Event>,
    /// Why, from agents with reasons.
    pub why: Option<Why>,
}

/// What a step came to.
#[derive(Clone, Debug)]
pub enum Step {
    /// One more answer was applied.
    Applied(Box<Applied>),
    /// An agent is still thinking: so many of so many steps.
    Thinking {
        /// Steps done.
        done: u32,
        /// Steps in all.
        of: u32,
    },
    /// The driver must answer this.
    Waiting(Decision),
    /// The battle is over.
    Over(Outcome),
}

/// One answer in the history.
#[derive(Debug)]
struct Past {
    /// The battle before it; dropped once a die has fallen after it, and where seeded dice fell.
    before: Option<Game>,
    /// Whether the driver gave it: for a side, or as what a die shows.
    asked: bool,
}

/// A battle being played.
#[derive(Debug)]
pub struct Match {
    game: Game,
    seats: Vec<Seat>,
    /// None: the driver throws the dice.
    seed: Option<u64>,
    past: Vec<Past>,
    /// The side that has given up.
    conceded: Option<Side>,
}

impl Match {
    /// A battle with who answers for each side, and the seed of its dice; without one the driver
    /// is asked for faces.
    pub fn new(game: Game, seats: Vec<Seat>, seed: Option<u64>) -> Self {
        assert_eq!(game.sides().len(), seats.len(), "a seat for every side");
        Self {
            game,
            seats,
            seed,
            past: Vec::new(),
            conceded: None,
        }
    }

    /// The battle as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The number of the question asked now: one more than there are answers.
    pub fn number(&self) -> u64 {
        self.past.len() as u64 + 1
    }

    /// Who answers for a side.
    pub fn seat(&self, side: Side) -> &Seat {
        &self.seats[side.index()]
    }

    /// Lets someone else answer for a side.
    pub fn reseat(&mut self, side: Side, seat: Seat) {
        self.seats[side.index()] = seat;
    }

    /// Ends the battle because a side gives up.
    pub fn concede(&mut self, side: Side) {
        self.conceded = Some(side);
    }

    /// The side that has given up, if one has.
    pub fn conceded(&self) -> Option<Side> {
        self.conceded
    }

    /// How the battle has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        let given_up = self
            .conceded
            .map(|side| concession::outcome(&self.game, side));
        self.game.outcome().or(given_up)
    }

    /// Takes the next step: the dice's or an agent's answer, or says that the driver is asked.
    /// Agents think for about `budget` steps at a time.
    pub fn step(&mut self, budget: u32) -> Step {
        if let Some(outcome) = self.outcome() {
            return Step::Over(outcome);
        }
        let decision = self.game.decision();
        let number = self.number();
        match (decision.who, &decision.ask) {
            (Who::Chance, Ask::Roll { dice, .. }) => match self.seed {
                Some(seed) => {
                    let faces = dice::seeded(seed, number, dice);
                    Step::Applied(Box::new(self.carry_out(
                        decision.who,
                        Answer::Faces(faces),
                        None,
                    )))
                }
                None => Step::Waiting(decision),
            },
            (Who::Side(side), _) => match &mut self.seats[side.index()] {
                Seat::External => Step::Waiting(decision),
                Seat::Agent(agent) => {
                    match agent.think(&View::new(&self.game, side), number, budget) {
                        Progress::Thinking { done, of } => Step::Thinking { done, of },
                        Progress::Decided(thought) => {
                            let thought = lawful(&self.game, thought);
                            Step::Applied(Box::new(self.carry_out(
                                decision.who,
                                thought.answer,
                                thought.why,
                            )))
                        }
                    }
                }
            },
            (Who::Chance, _) => unreachable!("chance only rolls, and the battle is not over"),
        }
    }

    /// Gives the driver's answer to the question asked now.
    ///
    /// # Errors
    /// Refused: nothing has changed.
    pub fn answer(&mut self, answer: Answer, why: Option<Why>) -> Result<Applied, Refused> {
        let decision = self.game.decision();
        check(&self.game, &decision, &answer)?;
        let applied = self.carry_out(decision.who, answer, why);
        if let Some(last) = self.past.last_mut() {
            last.asked = true;
        }
        Ok(applied)
    }

    /// Gives an answer of a record again, without telling anybody; it is known to be legal.
    pub fn replay(&mut self, answer: Answer) {
        let by = self.game.decision().who;
        let asked = match by {
            Who::Side(side) => matches!(self.seats[side.index()], Seat::External),
            Who::Chance => self.seed.is_none(),
        };
        self.carry_out(by, answer, None);
        if let Some(last) = self.past.last_mut() {
            last.asked = asked;
        }
    }

    /// The answer an agent would give to the question asked now, whoever is asked.
    pub fn advice(&self, agent: &mut dyn Agent) -> Option<Thought> {
        match self.game.decision() {
            Decision { ask: Ask::Over, .. } => None,
            Decision {
                who: Who::Side(side),
                ..
            } => Some(lawful(
                &self.game,
                agent.decide(&View::new(&self.game, side), self.number()),
            )),
            _ => None,
        }
    }

    /// Ends the thought of the one whose turn it is: the answer it has come to so far, or, where
    /// it has none, that of another agent. Nothing where no agent is asked.
    pub fn stop(&mut self, other: &mut dyn Agent) -> Option<Applied> {
        let Decision {
            who: Who::Side(side),
            ..
        } = self.game.decision()
        else {
            return None;
        };
        let number = self.number();
        let Seat::Agent(agent) = &mut self.seats[side.index()] else {
            return None;
        };
        let thought = match agent.stopped(&View::new(&self.game, side), number) {
            Some(thought) => lawful(&self.game, thought),
            None => self.advice(other)?,
        };
        Some(self.carry_out(Who::Side(side), thought.answer, thought.why))
    }

    fn carry_out(&mut self, by: Who, answer: Answer, why: Option<Why>) -> Applied {
        let number = self.number();
        let decision = self.game.decision();
        let before = if by == Who::Chance {
            // What was done before a die cannot be taken back any more.
            for past in self
                .past
                .iter_mut()
                .rev()
                .take_while(|p| p.before.is_some())
            {
                past.before = None;
            }
            // A die that was thrown on a table may have been read wrongly.
            self.seed.is_none().then(|| self.game.clone())
        } else {
            Some(self.game.clone())
        };
        self.past.push(Past {
            before,
            asked: false,
        });
        let mut events = Vec::new();
        self.game.settle(&answer, &mut events);
        for seat in &mut self.seats {
            if let Seat::Agent(agent) = seat
                && agent.listens()
            {
                agent.heard(&self.game, number, &decision, &answer, &events);
                if self.game.outcome().is_some() {
                    agent.ended(&self.game);
                }
            }
        }
        Applied {
            number,
            by,
            needed: decision.needed(),
            answer,
            events,
            why,
        }
    }

    /// Takes back the driver's last answer, and everything after it. Returns its number, the
    /// number of the question that is asked again; none if there is no such answer since the last
    /// die. What the last die shows can be told anew where the driver threw it; what was done before
    /// it stays done.
    pub fn undo(&mut self) -> Option<u64> {
        let back = self
            .past
            .iter()
            .rposition(|p| p.asked && p.before.is_some())?;
        let number = back as u64 + 1;
        self.rewind(number);
        Some(number)
    }

    /// Goes back to the question of this number, if it lies after the last die.
    fn rewind(&mut self, number: u64) -> bool {
        let back = number as usize - 1;
        let Some(game) = self.past.get_mut(back).and_then(|p| p.before.take()) else {
            return false;
        };
        self.game = game;
        self.conceded = None;
        self.past.truncate(back);
        true
    }

    /// Why the match must not go on, if an agent has failed ([`Agent::failed`]).
    pub fn failed(&self) -> Option<String> {
        self.seats.iter().find_map(|seat| match seat {
            Seat::Agent(agent) => agent.failed(),
            Seat::External => None,
        })
    }

    /// What agents have to say at the end, a line each.
    pub fn notices(&self) -> Vec<String> {
        self.seats
            .iter()
            .filter_map(|seat| match seat {
                Seat::Agent(agent) => agent.notice(),
                Seat::External => None,
            })
            .collect()
    }
}

/// Checks an answer to any question, dice included.
///
/// # Errors
/// Why it cannot be given.
pub fn check(game: &Game, decision: &Decision, answer: &Answer) -> Result<(), Refused> {
    match (&decision.ask, answer) {
        (Ask::Over, _) => Err(Refused("the battle is over".to_owned())),
        (Ask::Roll { dice, .. }, Answer::Faces(faces)) => {
            if dice::fit(dice, faces) {
                game.check(answer)
            } else {
                let kinds: Vec<String> = dice.iter().map(|d| format!("d{d}")).collect();
                Err(Refused(format!(
                    "{faces:?} does not fit the dice rolled now ({})",
                    kinds.join(" and ")
                )))
            }
        }
        (Ask::Roll { .. }, _) => Err(Refused("roll the dice first".to_owned())),
        (_, Answer::Faces(_)) => Err(Refused(
            "no dice are rolled now; answer the question".to_owned(),
        )),
        _ => game.check(answer),
    }
}

/// The thought itself, or the preset answer if the agent answered what is not legal.
fn lawful(game: &Game, thought: Thought) -> Thought {
    if game.check(&thought.answer).is_ok() {
        return thought;
    }
    debug_assert!(
        false,
        "an agent's answer is not legal: {:?}",
        thought.answer
    );
    Thought {
        answer: game.preset(),
        why: None,
    }
}

/// A battle that has been played to its end.
#[derive(Clone, Debug)]
pub struct Played {
    /// The battle at its end.
    pub game: Game,
    /// How it ended.
    pub outcome: Outcome,
    /// How many answers were given, dice included.
    pub answers: u64,
    /// How often another team took the lead in points.
    pub lead_changes: u32,
}

/// Plays a battle between agents with seeded dice, with nothing kept but the end.
///
/// # Panics
/// When there is not an agent for every side.
pub fn run(mut game: Game, agents: &mut [Box<dyn Agent>], seed: u64) -> Played {
    assert_eq!(game.sides().len(), agents.len(), "an agent for every side");
    let listening = agents.iter().any(|a| a.listens());
    let mut events: Vec<Event> = Vec::new();
    let mut answers = 0;
    let mut scores: SmallVec<[HalfPoints; 8]> = game.scores().into();
    let (mut ahead, mut lead_changes) = (game.leading(), 0);
    let mut failed = false;
    loop {
        let number = answers + 1;
        let decision = game.decision();
        let answer = match (decision.who, &decision.ask) {
            (_, Ask::Over) => break,
            (Who::Chance, Ask::Roll { dice, .. }) => {
                Answer::Faces(dice::seeded(seed, number, dice))
            }
            // A battle that an agent failed in has no result that counts: it ends quickly.
            (Who::Side(_), _) if failed => game.preset(),
            (Who::Side(side), _) => {
                let agent = &mut agents[side.index()];
                let thought = agent.decide(&View::new(&game, side), number);
                failed = agent.failed().is_some();
                lawful(&game, thought).answer
            }
            (Who::Chance, _) => unreachable!("chance only rolls"),
        };
        if listening {
            events.clear();
            game.settle(&answer, &mut events);
            for agent in agents.iter_mut().filter(|a| a.listens()) {
                agent.heard(&game, number, &decision, &answer, &events);
            }
        } else {
            game.settle(&answer, &mut ());
        }
        if *game.scores() != *scores {
            scores = game.scores().into();
            let now = game.leading();
            if !now.is_empty() {
                lead_changes += u32::from(!ahead.is_empty() && ahead != now);
                ahead = now;
            }
        }
        answers = number;
    }
    for agent in agents.iter_mut().filter(|a| a.listens()) {
        agent.ended(&game);
    }
    let outcome = game.outcome().expect("a battle that is over has an end");
    Played {
        game,
        outcome,
        answers,
        lead_changes,
    }
}
