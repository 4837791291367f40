//! Drives a match from the command line: it asks for dice and answers, writes the record, and
//! shows what happens.

use super::bot::Bot;
use super::human::{Human, Reply};
use super::input::{self, Line, by_program, on_terminal};
use super::paragraphs::wrapped;
use super::pause::{Pause, Unread};
use super::{Failure, output};
use crate::ai::{self, Agent, Clock, Clocked, Why, Wrapped};
use crate::battle::{Answer, Decision, Outcome, Reason, Side, Who};
use crate::play::external::{self, Input};
use crate::play::matches::{Applied, Match, Seat, Step};
use crate::play::record;
use crate::play::tell::{self, Teller};
use crate::play::{AgentName, DiceSource, Setup};
use crate::rules::Game;
use crate::store::record_file::RecordFile;
use crate::store::{ladder, opponents};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Steps of thought of an agent between two looks at the keyboard.
const BUDGET: u32 = 2_000;

/// Shows a battle as it goes.
pub trait Show {
    /// One more answer, what came of it, and its lines in the record.
    ///
    /// # Errors
    /// When it cannot be shown.
    fn applied(&mut self, game: &Game, applied: &Applied, lines: &str) -> Result<(), Failure>;
    /// Something was taken back: its line in the record.
    ///
    /// # Errors
    /// When it cannot be shown.
    fn undone(&mut self, line: &str) -> Result<(), Failure>;
    /// This question is answered next.
    fn before(&mut self, _decision: &Decision) {}
    /// A person or another program is about to be asked.
    ///
    /// # Errors
    /// When it cannot be shown.
    fn asking(&mut self) -> Result<(), Failure> {
        Ok(())
    }
    /// A person is about to see the board: lets them read first what would scroll out.
    ///
    /// # Errors
    /// When it cannot be shown.
    fn pause(&mut self) -> Result<Pause, Failure> {
        Ok(Pause::default())
    }
    /// An agent is thinking.
    ///
    /// # Errors
    /// When it cannot be shown.
    fn thinking(&mut self, _game: &Game) -> Result<(), Failure> {
        Ok(())
    }
    /// Whether the person who watches wants to leave.
    fn enough(&self) -> bool {
        false
    }
    /// The end, and its line in the record.
    ///
    /// # Errors
    /// When it cannot be shown.
    fn over(&mut self, game: &Game, outcome: &Outcome, line: &str) -> Result<(), Failure>;
}

/// Where plain lines go.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum To {
    /// The standard output.
    Output,
    /// The standard error, because a program reads the output.
    Errors,
}

/// Plain lines.
#[derive(Debug)]
pub struct Plain {
    /// Where to.
    pub to: To,
    /// With the reasons of choices.
    pub why: bool,
    /// Tells events in lines.
    teller: Teller,
    /// Waits at the end of each page, for a person at a terminal.
    unread: Option<Unread>,
}

impl Plain {
    /// Plain lines.
    pub fn new(to: To, why: bool) -> Self {
        Self {
            to,
            why,
            teller: Teller::default(),
            unread: None,
        }
    }
    /// Plain lines for a person who plays: on a terminal nothing scrolls out unseen.
    pub fn paged(why: bool) -> Self {
        Self {
            unread: on_terminal().then(Unread::default),
            ..Self::new(To::Output, why)
        }
    }
    fn say(&mut self, line: &str) -> Result<(), Failure> {
        match self.to {
            To::Output if output::is_terminal() => {
                let lines = wrapped(line, "    ");
                if let Some(unread) = &mut self.unread {
                    unread.make_room(lines.len())?;
                }
                output::line(&lines.join("\n"))
            }
            To::Output => output::line(line),
            To::Errors => {
                output::note(line);
                Ok(())
            }
        }
    }
}

impl Show for Plain {
    fn applied(&mut self, game: &Game, applied: &Applied, _: &str) -> Result<(), Failure> {
        if self.why
            && let Some(why) = &applied.why
        {
            for line in tell::why(game, why) {
                self.say(&line)?;
            }
        }
        for event in &applied.events {
            for line in self.teller.tell(game, event) {
                self.say(&line)?;
            }
        }
        Ok(())
    }
    fn undone(&mut self, _: &str) -> Result<(), Failure> {
        self.teller.flush();
        self.say("(taken back)")
    }
    fn before(&mut self, decision: &Decision) {
        self.teller.before(decision);
    }
    fn asking(&mut self) -> Result<(), Failure> {
        match self.teller.flush() {
            Some(line) => self.say(&line),
            None => Ok(()),
        }
    }
    fn pause(&mut self) -> Result<Pause, Failure> {
        match &mut self.unread {
            Some(unread) => unread.end(),
            None => Ok(Pause::default()),
        }
    }
    fn over(&mut self, game: &Game, outcome: &Outcome, _: &str) -> Result<(), Failure> {
        self.asking()?;
        // Any other end is an event that has been told.
        match outcome.reason {
            Reason::Conceded => self.say(&tell::outcome(game, outcome)),
            _ => Ok(()),
        }
    }
}

/// The record as it is written, on the standard output.
#[derive(Debug)]
pub struct Stream;

impl Show for Stream {
    fn applied(&mut self, _: &Game, _: &Applied, lines: &str) -> Result<(), Failure> {
        output::print(lines)
    }
    fn undone(&mut self, line: &str) -> Result<(), Failure> {
        output::print(line)
    }
    fn over(&mut self, _: &Game, _: &Outcome, line: &str) -> Result<(), Failure> {
        output::print(line)
    }
}

/// Shows in two ways at once.
pub struct Both(pub Box<dyn Show>, pub Box<dyn Show>);

impl Show for Both {
    fn applied(&mut self, game: &Game, applied: &Applied, lines: &str) -> Result<(), Failure> {
        self.0.applied(game, applied, lines)?;
        self.1.applied(game, applied, lines)
    }
    fn undone(&mut self, line: &str) -> Result<(), Failure> {
        self.0.undone(line)?;
        self.1.undone(line)
    }
    fn before(&mut self, decision: &Decision) {
        self.0.before(decision);
        self.1.before(decision);
    }
    fn asking(&mut self) -> Result<(), Failure> {
        self.0.asking()?;
        self.1.asking()
    }
    fn over(&mut self, game: &Game, outcome: &Outcome, line: &str) -> Result<(), Failure> {
        self.0.over(game, outcome, line)?;
        self.1.over(game, outcome, line)
    }
}

/// Shows only the end, as its line in the record.
#[derive(Debug)]
pub struct End;

impl Show for End {
    fn applied(&mut self, _: &Game, _: &Applied, _: &str) -> Result<(), Failure> {
        Ok(())
    }
    fn undone(&mut self, _: &str) -> Result<(), Failure> {
        Ok(())
    }
    fn over(&mut self, _: &Game, _: &Outcome, line: &str) -> Result<(), Failure> {
        output::print(line)
    }
}

/// How driving a battle ended.
#[derive(Debug)]
pub enum Ending {
    /// The battle is over.
    Over(Outcome),
    /// A person or program left it; it can be resumed.
    Left,
}

/// A match with everything around it.
pub struct Driver {
    /// Map, forces, players and the rest of the set-up.
    pub setup: Setup,
    /// The match.
    pub battle: Match,
    record: Option<RecordFile>,
    show: Box<dyn Show>,
    human: Human,
    why: bool,
    timing: bool,
    thought_for: Duration,
}

/// The seat of each side: an agent, or a person or program that the driver asks.
///
/// # Errors
/// Unknown agents, and programs that cannot be started.
pub fn seats(setup: &Setup, limit: Duration) -> Result<Vec<Seat>, Failure> {
    setup
        .agents
        .iter()
        .enumerate()
        .map(|(i, name)| seat(setup, name, Side(i as u8), limit))
        .collect()
}

/// The seat of one side.
///
/// # Errors
/// An unknown agent, or a program that cannot be started.
pub fn seat(setup: &Setup, name: &AgentName, side: Side, limit: Duration) -> Result<Seat, Failure> {
    match name {
        AgentName::Human | AgentName::Stdin => Ok(Seat::External),
        AgentName::Command(command) => {
            let bot = Bot::start(command, setup, side, limit)?;
            Ok(Seat::Agent(Box::new(bot)))
        }
        AgentName::Opponent { .. } => {
            let agent = opponents::agent(name, setup.seed, side)?;
            Ok(Seat::Agent(match setup.conditions.think {
                Some(seconds) => Box::new(Wrapped::new(agent, Clocked::new(Watch::of(seconds)))),
                None => agent,
            }))
        }
    }
}

/// The clock of one thought.
struct Watch {
    begun: Instant,
    limit: Duration,
}

impl Watch {
    /// With a limit in seconds.
    fn of(seconds: f64) -> Box<Self> {
        Box::new(Self {
            begun: Instant::now(),
            limit: Duration::from_secs_f64(seconds.clamp(0.0, 3600.0)),
        })
    }
}

impl Clock for Watch {
    fn start(&mut self) {
        self.begun = Instant::now();
    }
    fn is_over(&self) -> bool {
        self.begun.elapsed() >= self.limit
    }
}

/// The agent of a side that no person plays.
///
/// # Errors
/// A person plays it, the agent is unknown, or its program cannot be started.
pub fn agent(
    setup: &Setup,
    name: &AgentName,
    side: Side,
    limit: Duration,
) -> Result<Box<dyn Agent>, Failure> {
    match seat(setup, name, side, limit)? {
        Seat::Agent(agent) => Ok(agent),
        Seat::External => Err(Failure::message("an arena plays without people")),
    }
}

/// How a battle is driven.
pub struct Driving {
    /// How it is shown.
    pub show: Box<dyn Show>,
    /// Reasons go into the record and stream too.
    pub why: bool,
    /// Times go into the record and stream too.
    pub timing: bool,
    /// How long outside programs may take.
    pub limit: Duration,
}

impl Driver {
    /// A battle with an agent or person for each side, at its beginning or resumed.
    ///
    /// # Errors
    /// Unknown agents, and programs that cannot be started.
    pub fn new(
        setup: Setup,
        game: Game,
        record: Option<RecordFile>,
        driving: Driving,
    ) -> Result<Self, Failure> {
        let seats = seats(&setup, driving.limit)?;
        let seed = (setup.dice == DiceSource::Seeded).then_some(setup.seed);
        Ok(Self {
            battle: Match::new(game, seats, seed),
            human: Human::new(&setup),
            setup,
            record,
            show: driving.show,
            why: driving.why,
            timing: driving.timing,
            thought_for: Duration::ZERO,
        })
    }

    /// Plays on to the end, or until a person or program leaves.
    ///
    /// # Errors
    /// When the battle cannot be recorded or shown.
    pub fn run(&mut self) -> Result<Ending, Failure> {
        self.human.greet(self.battle.game(), &self.setup)?;
        loop {
            if self.show.enough() {
                return self.left();
            }
            self.show.before(&self.battle.game().decision());
            let begun = Instant::now();
            let step = self.battle.step(BUDGET);
            match step {
                Step::Applied(applied) => {
                    if let Some(why) = self.battle.failed() {
                        return self.failed(why);
                    }
                    self.thought_for += begun.elapsed();
                    self.note(&applied)?;
                }
                Step::Thinking { .. } => {
                    self.thought_for += begun.elapsed();
                    self.show.thinking(self.battle.game())?;
                }
                Step::Waiting(decision) => {
                    if let Some(record) = &mut self.record {
                        record.sync()?;
                    }
                    if decision.who != Who::Chance {
                        self.show.asking()?;
                        if !self.human.is_busy(self.battle.game(), &decision) {
                            self.human.after(self.show.pause()?);
                        }
                    }
                    if !self.ask(&decision)? {
                        return self.left();
                    }
                }
                Step::Over(outcome) => return self.over(outcome),
            }
        }
    }

    /// Asks a person or another program. False: they have left.
    fn ask(&mut self, decision: &Decision) -> Result<bool, Failure> {
        let by_program = match decision.who {
            Who::Chance => self.setup.dice == DiceSource::Stdin,
            Who::Side(side) => self.setup.agents[side.index()] == AgentName::Stdin,
        };
        let begun = Instant::now();
        let (answer, why) = if by_program {
            match self.ask_stdin(decision)? {
                Some(answer) => (answer, None),
                None => return Ok(false),
            }
        } else {
            match self.human.ask(&self.battle, decision)? {
                Reply::Answer(answer, why) => (answer, why),
                Reply::Undo => {
                    self.undo()?;
                    return Ok(true);
                }
                Reply::Quit => return Ok(false),
                Reply::Concede => {
                    if let Who::Side(side) = decision.who {
                        self.battle.concede(side);
                    }
                    return Ok(true);
                }
            }
        };
        self.thought_for = begun.elapsed();
        match self.battle.answer(answer, why) {
            Ok(applied) => self.note(&applied)?,
            Err(refused) => {
                // It has been checked before; the question is asked again in any case.
                output::note(format!("That cannot be done: {refused}."));
            }
        }
        Ok(true)
    }

    fn undo(&mut self) -> Result<(), Failure> {
        match self.battle.undo() {
            Some(number) => {
                let line = record::undo_line(number);
                if let Some(record) = &mut self.record {
                    record.append(&line)?;
                }
                self.show.undone(&line)
            }
            None => {
                output::note(
                    "There is nothing to take back: what was done before a die was rolled stays."
                        .to_string(),
                );
                Ok(())
            }
        }
    }

    /// Records and shows an answer.
    fn note(&mut self, applied: &Applied) -> Result<(), Failure> {
        let game = self.battle.game();
        let think = std::mem::take(&mut self.thought_for);
        let think_ms =
            (self.timing && applied.by != Who::Chance).then_some(think.as_millis() as u64);
        let why = applied.why.as_ref().filter(|_| self.why);
        let mut lines =
            record::answer_line(game, applied, think_ms, why.map(|w| why_json(game, w)));
        for event in &applied.events {
            lines.push_str(&record::event_line(game, applied, event));
        }
        if let Some(record) = &mut self.record {
            record.append(&lines)?;
        }
        self.human.heard(game, applied);
        self.show.applied(game, applied, &lines)
    }

    fn over(&mut self, outcome: Outcome) -> Result<Ending, Failure> {
        let (game, seed) = (self.battle.game(), self.setup.seed);
        let line = match self.battle.conceded() {
            Some(side) => record::conceded_line(game, side, seed),
            None => record::result_line(game, &outcome, seed),
        };
        if let Some(record) = &mut self.record {
            record.append(&line)?;
            record.sync()?;
        }
        self.show.over(game, &outcome, &line)?;
        self.tell_notices();
        self.tell_record("the record of this battle:");
        if !by_program(&self.setup) {
            match ladder::note(&self.setup, &outcome) {
                Ok(Some(said)) => output::line(&said)?,
                Ok(None) => {}
                Err(why) => output::note(format!("notice: this battle is not counted: {why}")),
            }
        }
        Ok(Ending::Over(outcome))
    }

    fn left(&mut self) -> Result<Ending, Failure> {
        if let Some(record) = &mut self.record {
            record.sync()?;
        }
        self.tell_notices();
        self.tell_record("saved; resume it with: skirmish play --resume");
        Ok(Ending::Left)
    }

    /// A program failed: its answer is not recorded, so the battle can be resumed.
    fn failed(&mut self, why: String) -> Result<Ending, Failure> {
        if let Some(record) = &mut self.record {
            record.sync()?;
        }
        Err(Failure::Message(why))
    }

    fn tell_notices(&self) {
        for notice in self.battle.notices() {
            output::note(format!("notice: {notice}"));
        }
    }

    fn tell_record(&self, what: &str) {
        if let Some(record) = &self.record {
            output::note(format!("{what} {}", record.path().display()));
        }
    }

    /// Asks over the standard output and input. None: the input has ended.
    fn ask_stdin(&mut self, decision: &Decision) -> Result<Option<Answer>, Failure> {
        let game = self.battle.game();
        let number = self.battle.number();
        let preset = external::preset(game, decision, self.setup.seed, number);
        let question = external::ask_line(game, decision, number, preset.as_ref());
        output::print(&question)?;
        let mut stdin = std::io::stdin().lock();
        loop {
            let line =
                input::line(&mut stdin, external::LONGEST_LINE).map_err(|error| Failure::Io {
                    what: "the standard input".into(),
                    error,
                })?;
            let said = match line {
                Line::End => return Ok(None),
                Line::TooLong => Err(external::Refusal::too_long()),
                Line::Text(text) if text.trim().is_empty() => continue,
                Line::Text(text) => external::read(game, &text),
            };
            let checked = match said {
                Ok(Input::Request(request)) => {
                    let reply = external::reply(game, decision, number, &request, &|| true);
                    output::print(&reply.unwrap_or_default())?;
                    continue;
                }
                Ok(Input::Answer(answer)) => {
                    external::check(game, decision, &answer).map(|()| answer)
                }
                Err(error) => Err(error),
            };
            match checked {
                Ok(answer) => return Ok(Some(answer)),
                Err(refusal) => {
                    output::print(&external::refused_line(number, &refusal))?;
                    output::print(&question)?;
                }
            }
        }
    }
}

/// The reasons of a choice as JSON, in thousandths of a point.
fn why_json(game: &Game, why: &Why) -> Value {
    let weighed = |w: &ai::Weighed| {
        let terms: Vec<Value> = w
            .terms
            .iter()
            .map(|t| json!({"name": t.name, "milli": t.points}))
            .collect();
        json!({"what": w.action.to_string(), "terms": terms, "milli": w.score()})
    };
    json!({
        "figure": why.who.map(|f| game.label(f)),
        "chosen": weighed(&why.chosen),
        "runner_up": why.runner_up.as_ref().map(weighed),
        "nerve": why.nerve,
    })
}
