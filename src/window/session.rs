//! A battle in progress: the match, its record and the legal answers.

use super::error::WindowError;
use crate::ai;
use crate::battle::{
    Answer, Ask, Choice, Decision, Fig, Goal, How, Reaches, Refused, Side, Target, Who,
};
use crate::board::{Facing, Space};
use crate::play::matches::{Applied, Match, Seat, Step};
use crate::play::{AgentName, DiceSource, Setup, record};
use crate::rules::Game;
use crate::store::options::USUAL;
use crate::store::record_file::RecordFile;
use crate::store::{ladder, opponents};
use std::collections::{BTreeMap, BTreeSet};

/// A battle in progress.
pub struct Session {
    /// Map, forces, players and the rest of the set-up.
    pub setup: Setup,
    /// The battle with its agents and dice.
    pub battle: Match,
    file: Option<RecordFile>,
    /// Progress of the opponent that is thinking: playouts done, and in all.
    pub thinking: Option<(u32, u32)>,
    /// An error of the record. The battle waits until the player decides.
    trouble: Option<String>,
    /// Lines that are not in the record yet.
    unwritten: String,
    ended: bool,
    /// What is proposed to the person after the battle.
    proposal: Option<String>,
}

/// The result of one step.
pub enum SessionStep {
    /// An answer was applied.
    Applied(Box<Applied>),
    /// An opponent is thinking.
    Thinking,
    /// It waits for a person's answer.
    Waiting,
    /// The battle is over.
    Over,
}

fn seats(setup: &Setup) -> Result<Vec<Seat>, WindowError> {
    let seat = |(i, name): (usize, &AgentName)| match name {
        AgentName::Human => Ok(Seat::External),
        AgentName::Stdin => Err(WindowError::StdinSeat),
        AgentName::Command(_) => Err(WindowError::ProgramSeat),
        AgentName::Opponent { .. } => {
            let agent = opponents::agent(name, setup.seed, Side(i as u8))?;
            Ok(Seat::Agent(agent))
        }
    };
    setup.agents.iter().enumerate().map(seat).collect()
}

fn dice_seed(setup: &Setup) -> Option<u64> {
    (setup.dice == DiceSource::Seeded).then_some(setup.seed)
}

impl Session {
    /// Begins a battle and its record.
    ///
    /// # Errors
    /// What is wrong with its texts or agents.
    pub fn begin(setup: Setup, path: Option<&std::path::Path>) -> Result<Self, WindowError> {
        let game = setup.begin()?;
        let head = record::head_line(&setup)?;
        let (file, trouble) = match path {
            Some(path) => (Some(RecordFile::create(path, &head)?), None),
            None => match RecordFile::create_default(&setup.map.name, setup.seed, &head) {
                Ok(file) => (Some(file), None),
                Err(why) => (None, Some(format!("This battle cannot be saved: {why}."))),
            },
        };
        let mut session = Self::with(setup, game, file)?;
        session.trouble = trouble;
        Ok(session)
    }

    /// A battle with a record that is there already.
    ///
    /// # Errors
    /// What is wrong with its agents.
    pub fn with(setup: Setup, game: Game, file: Option<RecordFile>) -> Result<Self, WindowError> {
        let battle = Match::new(game, seats(&setup)?, dice_seed(&setup));
        Ok(Self {
            setup,
            battle,
            file,
            thinking: None,
            trouble: None,
            unwritten: String::new(),
            ended: false,
            proposal: None,
        })
    }

    /// Begins a battle that has gone some way already.
    ///
    /// # Errors
    /// What is wrong with its texts or agents.
    pub fn after(setup: Setup, answers: &[Answer]) -> Result<Self, WindowError> {
        let mut session = Self::begin(setup, None)?;
        for answer in answers {
            session.answer(answer.clone(), None)?;
        }
        Ok(session)
    }

    /// Plays answers again that are in the record already.
    pub fn replay(&mut self, answers: Vec<Answer>) {
        for answer in answers {
            self.battle.replay(answer);
        }
    }

    /// The battle as it stands.
    pub fn game(&self) -> &Game {
        self.battle.game()
    }

    /// Whether a person answers for a side.
    pub fn is_person(&self, side: Side) -> bool {
        matches!(self.battle.seat(side), Seat::External)
    }

    /// Whether any person plays.
    pub fn has_person(&self) -> bool {
        self.game().all_sides().any(|s| self.is_person(s))
    }

    fn keep(&mut self, applied: &Applied) {
        let lines = record::lines(self.battle.game(), applied);
        self.append(&lines);
    }

    fn append(&mut self, lines: &str) {
        let Some(file) = &mut self.file else { return };
        self.unwritten.push_str(lines);
        let before = file.length();
        let written = file.append(&self.unwritten);
        if file.length() != before {
            self.unwritten.clear();
        }
        self.trouble = written.err().map(|error| format!("{error}."));
    }

    /// An error of the record, and whether writing can be tried again.
    pub fn trouble(&self) -> Option<(&str, bool)> {
        Some((self.trouble.as_deref()?, self.file.is_some()))
    }

    /// Writes what is not in the record yet.
    pub fn try_again(&mut self) {
        self.append("");
    }

    /// Goes on without a record.
    pub fn unrecorded(&mut self) {
        self.file = None;
        self.trouble = None;
        self.unwritten.clear();
    }

    /// Makes sure that the record is on the disk.
    pub fn sync(&mut self) {
        if !self.unwritten.is_empty() {
            self.append("");
        }
        if let Some(file) = &mut self.file {
            // a later append tells
            let _ = file.sync();
        }
    }

    /// The next step of dice or computer, with about so much thought.
    pub fn step(&mut self, budget: u32) -> SessionStep {
        match self.battle.step(budget) {
            Step::Applied(applied) => {
                self.thinking = None;
                self.keep(&applied);
                SessionStep::Applied(applied)
            }
            Step::Thinking { done, of } => {
                self.thinking = Some((done, of));
                SessionStep::Thinking
            }
            Step::Waiting(_) => SessionStep::Waiting,
            Step::Over(outcome) => {
                if !self.ended {
                    self.ended = true;
                    let (game, seed) = (self.battle.game(), self.setup.seed);
                    let line = match self.battle.conceded() {
                        Some(side) => record::conceded_line(game, side, seed),
                        None => record::result_line(game, &outcome, seed),
                    };
                    self.append(&line);
                    self.sync();
                    // a ladder that cannot be kept is no reason to trouble the player
                    self.proposal = ladder::note(&self.setup, &outcome).ok().flatten();
                }
                SessionStep::Over
            }
        }
    }

    /// A person's answer.
    ///
    /// # Errors
    /// Why it cannot be given.
    pub fn answer(&mut self, answer: Answer, why: Option<ai::Why>) -> Result<Applied, Refused> {
        let applied = self.battle.answer(answer, why)?;
        self.keep(&applied);
        self.sync();
        Ok(applied)
    }

    /// Ends the battle because a side gives up.
    pub fn concede(&mut self, side: Side) {
        self.battle.concede(side);
    }

    /// Takes the last answer of a person back; how many answers are left.
    pub fn undo(&mut self) -> Option<usize> {
        let number = self.battle.undo()?;
        self.append(&record::undo_line(number));
        Some(number as usize - 1)
    }

    /// What to say to the person after the battle: a stronger opponent, after some wins.
    pub fn proposal(&self) -> Option<&str> {
        self.proposal.as_deref()
    }

    /// The computer's choices, best first.
    pub fn ranked(&self) -> Vec<ai::Thought> {
        let Who::Side(side) = self.game().decision().who else {
            return Vec::new();
        };
        let Ok(mut agent) = ai::agent(USUAL, self.setup.seed, side) else {
            return Vec::new();
        };
        let view = ai::View::new(self.game(), side);
        let mut all = agent.ranked(&view, self.battle.number());
        all.retain(|thought| self.game().check(&thought.answer).is_ok());
        all
    }

    /// Ends a thought that goes on: the answer it has come to so far, else that of somebody who
    /// does not think long.
    pub fn stop_thinking(&mut self) -> Option<Applied> {
        self.thinking.take()?;
        let Who::Side(side) = self.game().decision().who else {
            return None;
        };
        let mut agent = ai::agent(USUAL, self.setup.seed, side).ok()?;
        let applied = self.battle.stop(&mut *agent)?;
        self.keep(&applied);
        Some(applied)
    }

    /// The computer's answer.
    pub fn advice(&self) -> Option<ai::Thought> {
        let Who::Side(side) = self.game().decision().who else {
            return None;
        };
        let mut agent = ai::agent(USUAL, self.setup.seed, side).ok()?;
        self.battle.advice(&mut *agent)
    }
}

/// The legal answers to a question, sorted.
#[derive(Default)]
pub struct Legal {
    /// Where figures may move.
    pub moves: BTreeMap<Fig, BTreeSet<Space>>,
    /// Figures that may leave the board.
    pub leaves: BTreeSet<Fig>,
    /// The targets of each figure.
    pub strikes: BTreeMap<Fig, Vec<(How, Target)>>,
    /// Targets that are no aim of the battle: walls and other objects.
    walls: BTreeSet<Target>,
    /// Where figures may be put.
    pub places: BTreeMap<Fig, BTreeSet<Space>>,
    /// Where the piece of terrain asked about may be laid.
    pub lays: BTreeSet<Space>,
    /// Ways to face.
    pub faces: Vec<Facing>,
    /// Sides to choose.
    pub sides: Vec<Side>,
    /// Named things to choose.
    pub choices: Vec<Choice>,
    /// Yes, no, done.
    pub plain: Vec<Answer>,
    /// Default answer.
    pub preset: Option<Answer>,
}

impl Legal {
    /// The legal answers now.
    pub fn of(game: &Game, decision: &Decision) -> Self {
        let mut all = Self::default();
        if matches!(decision.ask, Ask::Over | Ask::Roll { .. }) {
            return all;
        }
        game.legal(&mut Reaches::default(), &mut |answer| {
            match answer {
                Answer::Move { who, to } => {
                    all.moves.entry(who).or_default().insert(to);
                }
                Answer::Leave { who } => {
                    all.leaves.insert(who);
                }
                Answer::Strike { who, how, at } => {
                    all.strikes.entry(who).or_default().push((how, at));
                }
                Answer::Place { who, to } => {
                    all.places.entry(who).or_default().insert(to);
                }
                Answer::Lay { to } => {
                    all.lays.insert(to);
                }
                Answer::Face(way) => all.faces.push(way),
                Answer::Side(side) => all.sides.push(side),
                Answer::Choose(choice) => all.choices.push(choice),
                other => all.plain.push(other),
            }
            true
        });
        all.preset = Some(game.preset());
        if let Who::Side(side) = decision.who {
            all.walls = walls(game, side, all.strikes.values().flatten());
        }
        all
    }
    /// Whether a figure can do anything.
    pub fn can_act(&self, who: Fig) -> bool {
        self.moves.contains_key(&who)
            || self.strikes.contains_key(&who)
            || self.leaves.contains(&who)
            || self.places.contains_key(&who)
    }
    /// Whether all that a figure can do is break something.
    pub fn only_breaks(&self, who: Fig) -> bool {
        let walks = self.moves.contains_key(&who) || self.leaves.contains(&who);
        let strikes = self.strikes.get(&who);
        !walks && strikes.is_some_and(|all| all.iter().all(|(_, at)| self.walls.contains(at)))
    }
    /// Whether anybody can act on more than walls and the like.
    pub fn aims(&self) -> bool {
        let mut all = self.strikes.values().flatten();
        all.any(|(_, at)| !self.walls.contains(at))
    }
    /// Whether all that anybody can do is break walls and the like, or be done.
    pub fn is_only_breaking(&self) -> bool {
        self.has(&Answer::Done)
            && !self.strikes.is_empty()
            && !self.aims()
            && self.moves.is_empty()
            && self.leaves.is_empty()
            && self.places.is_empty()
            && self.lays.is_empty()
            && self.faces.is_empty()
            && self.named().next().is_none()
    }
    /// Whether there is nothing to answer but that one is done.
    pub fn is_only_done(&self) -> bool {
        self.plain == [Answer::Done]
            && self.figures().is_empty()
            && self.lays.is_empty()
            && self.faces.is_empty()
            && self.sides.is_empty()
            && self.choices.is_empty()
    }
    /// The figures that can do something, in roster order.
    pub fn figures(&self) -> Vec<Fig> {
        let mut all: BTreeSet<Fig> = self.moves.keys().copied().collect();
        all.extend(self.strikes.keys());
        all.extend(&self.leaves);
        all.extend(self.places.keys());
        all.into_iter().collect()
    }
    /// The sides and named things that may be chosen, then yes and no, in the order in which they
    /// are offered.
    pub fn named(&self) -> impl Iterator<Item = Answer> + '_ {
        let sides = self.sides.iter().map(|side| Answer::Side(*side));
        let choices = self.choices.iter().map(|choice| Answer::Choose(*choice));
        let plain = [Answer::Yes, Answer::No].into_iter();
        sides
            .chain(choices)
            .chain(plain.filter(|answer| self.has(answer)))
    }
    /// Whether this plain answer may be given.
    pub fn has(&self, answer: &Answer) -> bool {
        self.plain.contains(answer)
    }
}

/// Which of the targets are walls and the like that this side does not fight for.
fn walls<'a>(
    game: &Game,
    side: Side,
    all: impl Iterator<Item = &'a (How, Target)>,
) -> BTreeSet<Target> {
    let goals = game.goals(side);
    let wanted = |space: Space| {
        let mut all = goals.iter();
        all.any(|goal| matches!(goal, Goal::Destroy { object, .. } if object.contains(space)))
    };
    let breakable = game.board().breakable();
    all.map(|(_, at)| *at)
        .filter(|at| match at {
            Target::Space(space) => breakable.contains(*space) && !wanted(*space),
            Target::Border(..) => true,
            _ => false,
        })
        .collect()
}
