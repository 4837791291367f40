//! An outside program as an opponent: `--agent cmd:"python3 bot.py"`.

mod error;
mod group;
mod program;

pub use error::{Gone, StartError};
pub use group::end_all;

use crate::ai::{Agent, Progress, Thought, View};
use crate::battle::{Answer, Decision, Event, Side};
use crate::play::matches::Applied;
use crate::play::{Setup, external};
use crate::rules::Game;
use program::{Heard, Program};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Number of wrong answers to one question before the default answer is used.
const CHANCES: u32 = 3;
/// Late answers in a row after which it is no longer asked.
const PATIENCE: u32 = 5;
/// Requests such as `{"do":"list"}` that it may make while one question is open.
const MOST_REQUESTS: u32 = 1000;
/// How long it may do nothing after the battle before it is ended.
const FAREWELL: Duration = Duration::from_millis(500);

/// A line of a type that no program knows, because new types may be added later.
const NEWS: &str = "{\"type\":\"note\",\"text\":\"ignore lines of types that you do not know\"}\n";
/// The error text when a legal answer is refused as a test.
const TRIAL: &str = "this refusal is only a test: answer again";

/// Why a question got no answer in time.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Late {
    /// It said nothing.
    Silent,
    /// It asked for lists, odds and the like until the time was over.
    Asking,
    /// It said nothing after its answer was refused.
    AfterRefusal,
    /// The question never reached it, because it did not read its input.
    Unread,
}

/// How a program behaved, for whoever checks it.
#[derive(Clone, Debug, Default)]
pub struct Conduct {
    /// Questions it was asked.
    pub asked: u64,
    /// Legal answers it gave in time.
    pub answered: u64,
    /// The longest it took for one of them.
    pub slowest: Duration,
    /// Questions it was late for, and why.
    pub late: Vec<(u64, Late)>,
    /// The last refusal: number of the question, answer, reason.
    pub refused: Vec<(u64, String, String)>,
    /// The first question about which it made too many requests.
    pub requests: Option<u64>,
    /// Why it was given up.
    pub gone: Option<Gone>,
    /// Whether it answered again after a refusal that was only a trial.
    pub again: Option<bool>,
    /// Whether it ended by itself after the battle.
    pub ended: Option<bool>,
}

/// How a program behaves, while it plays.
pub type Watched = Arc<Mutex<Conduct>>;

/// Refusals that are kept.
const KEPT: usize = 32;

/// A program that answers over its standard input and output.
#[derive(Debug)]
pub struct Bot {
    conduct: Watched,
    /// It is being checked: unexpected lines come, and late answers count though others were not.
    checked: bool,
    /// The next legal answer is refused, to see what comes then.
    trial: bool,
    command: String,
    /// The battle, until the program has been greeted with it.
    greeting: Option<Box<(Setup, Side)>>,
    seed: u64,
    limit: Duration,
    /// None once it has been given up.
    program: Option<Program>,
    /// Answers it still owes to questions that are past.
    owed: u32,
    late_in_a_row: u32,
    late: u32,
    wrong: u32,
    /// Questions that the default answer was used for.
    replaced: u64,
    /// Whether it has given a legal answer.
    answered: bool,
    gone: Option<Gone>,
    failed: Option<String>,
}

/// A question that is open.
struct Question<'a> {
    game: &'a Game,
    decision: Decision,
    number: u64,
    /// The line that asks it.
    line: String,
    begun: Instant,
    /// One clock for all that is said about the question.
    until: Instant,
    refusals: u32,
    requests: u32,
    /// Bytes that the program had taken before.
    taken: u64,
    /// Whether a legal answer was refused as a test.
    tried: bool,
    /// The state of the program.
    last: Late,
}

/// The next step after a line.
enum Next {
    Answer(Answer),
    Listen,
    GiveIn,
}

impl Bot {
    /// Starts the program.
    ///
    /// # Errors
    /// When the command cannot be started.
    pub fn start(
        command: &str,
        setup: &Setup,
        side: Side,
        limit: Duration,
    ) -> Result<Self, StartError> {
        let words = split(command)?;
        if words.is_empty() {
            return Err(StartError::NoCommand);
        }
        let program = Program::start(&words).map_err(|error| StartError::System {
            command: command.to_owned(),
            error,
        })?;
        Ok(Self {
            conduct: Watched::default(),
            checked: false,
            trial: false,
            command: command.to_owned(),
            greeting: Some(Box::new((setup.clone(), side))),
            seed: setup.seed,
            limit,
            program: Some(program),
            owed: 0,
            late_in_a_row: 0,
            late: 0,
            wrong: 0,
            replaced: 0,
            answered: false,
            gone: None,
            failed: None,
        })
    }

    /// How it behaves from now on.
    pub fn watched(&self) -> Watched {
        self.conduct.clone()
    }

    /// Counts all late answers, and not only those in a row.
    pub fn checked(mut self) -> Self {
        self.checked = true;
        self
    }

    /// Tries what a program should bear: a line of a kind it does not know, and a refusal.
    pub fn tried(mut self) -> Self {
        self.trial = true;
        self.say(NEWS.to_owned());
        self
    }

    fn note(&self, what: impl FnOnce(&mut Conduct)) {
        what(&mut self.conduct.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn say(&mut self, line: String) {
        if let Some(program) = &self.program
            && let Err(why) = program.say(line)
        {
            self.lost(why);
        }
    }

    /// Greets it, unless that has been done.
    fn greet(&mut self, game: &Game) {
        if let Some(greeting) = self.greeting.take() {
            let (setup, side) = *greeting;
            match external::hello_line(&setup, game, side) {
                Ok(hello) => self.say(hello),
                Err(fault) => self.give_up(fault.into()),
            }
        }
    }

    /// A pipe of the program is closed: it has ended, or it has closed the pipe itself.
    fn lost(&mut self, why: Gone) {
        let Some(program) = &mut self.program else {
            return;
        };
        if !program.has_ended() {
            return self.give_up(why);
        }
        if !self.answered {
            program.end(Duration::ZERO);
            let words = program.last_words();
            self.failed = Some(format!(
                "{} ended before its first answer{words}",
                self.name()
            ));
        }
        self.give_up(Gone::Ended);
    }

    /// Ends the program; it gets no more questions.
    fn give_up(&mut self, why: Gone) {
        let Some(mut program) = self.program.take() else {
            return;
        };
        program.end(Duration::ZERO);
        if self.failed.is_none() {
            program.show_complaints();
        }
        self.note(|c| c.gone = Some(why.clone()));
        self.gone = Some(why);
    }

    /// Asks until there is a legal answer; none when it is late or wrong too often.
    fn ask(&mut self, game: &Game, number: u64) -> Option<Answer> {
        self.greet(game);
        self.note(|c| c.asked += 1);
        let decision = game.decision();
        let preset = external::preset(game, &decision, self.seed, number);
        let line = external::ask_line(game, &decision, number, preset.as_ref());
        let program = self.program.as_mut()?;
        let (dropped, taken) = (program.open(), program.taken());
        self.owed = self.owed.saturating_sub(dropped);
        self.say(line.clone());
        let begun = Instant::now();
        let mut question = Question {
            game,
            decision,
            number,
            line,
            begun,
            until: begun + self.limit,
            refusals: 0,
            requests: 0,
            taken,
            tried: false,
            last: Late::Silent,
        };
        let answer = loop {
            let heard = self.program.as_mut()?.hear(question.until);
            match self.reply(&mut question, heard) {
                Next::Answer(answer) => break Some(answer),
                Next::Listen => {}
                Next::GiveIn => break None,
            }
        };
        if let Some(program) = &self.program {
            program.close();
        }
        answer
    }

    /// Decides the next step after a message.
    fn reply(&mut self, question: &mut Question, heard: Heard) -> Next {
        let text = match heard {
            Heard::Line(text) if text.trim().is_empty() => return Next::Listen,
            Heard::Line(text) => text,
            Heard::TooLong => {
                return self.refuse(question, String::new(), external::Refusal::too_long());
            }
            Heard::Endless => {
                self.give_up(Gone::EndlessLine);
                return Next::GiveIn;
            }
            Heard::End => {
                self.lost(Gone::ClosedOutput);
                return Next::GiveIn;
            }
            Heard::Nothing => {
                self.was_late(question);
                return Next::GiveIn;
            }
        };
        // What comes before the question is there is no answer to it.
        let unread = self
            .program
            .as_ref()
            .is_some_and(|p| p.delivered().is_err());
        if unread || self.is_past(question.number, &text) {
            return Next::Listen;
        }
        match external::read(question.game, &text) {
            Ok(external::Input::Answer(answer)) => {
                match external::check(question.game, &question.decision, &answer) {
                    Ok(()) => self.accept(question, answer),
                    Err(refusal) => self.refuse(question, text, refusal),
                }
            }
            Ok(external::Input::Request(request)) => self.serve(question, &request),
            Err(refusal) => self.refuse(question, text, refusal),
        }
    }

    /// Whether a line answers a question that is past.
    fn is_past(&mut self, number: u64, text: &str) -> bool {
        let past = match external::number_of(text) {
            Some(n) => n < number,
            None => self.owed > 0,
        };
        if past {
            self.owed = self.owed.saturating_sub(1);
        }
        past
    }

    fn accept(&mut self, question: &mut Question, answer: Answer) -> Next {
        if std::mem::take(&mut self.trial) {
            question.tried = true;
            question.last = Late::AfterRefusal;
            self.note(|c| c.again = Some(false));
            let trial = external::Refusal {
                code: "rules",
                error: TRIAL.to_owned(),
            };
            self.ask_again(question, &trial);
            return Next::Listen;
        }
        self.late_in_a_row = 0;
        if !std::mem::replace(&mut self.answered, true)
            && let Some(program) = &self.program
        {
            program.show_complaints();
        }
        self.note(|c| {
            c.answered += 1;
            c.slowest = c.slowest.max(question.begun.elapsed());
            if question.tried {
                c.again = Some(true);
            }
        });
        Next::Answer(answer)
    }

    /// Sends what was asked for, on the clock of the question.
    fn serve(&mut self, question: &mut Question, request: &external::Request) -> Next {
        question.requests += 1;
        question.last = Late::Asking;
        if question.requests > MOST_REQUESTS {
            self.wrong += 1;
            self.note(|c| c.requests = c.requests.or(Some(question.number)));
            return Next::GiveIn;
        }
        let until = question.until;
        let reply = external::reply(
            question.game,
            &question.decision,
            question.number,
            request,
            &|| Instant::now() < until,
        );
        match reply {
            Some(line) => {
                self.say(line);
                Next::Listen
            }
            None => {
                self.was_late(question);
                Next::GiveIn
            }
        }
    }

    fn refuse(
        &mut self,
        question: &mut Question,
        mut words: String,
        refusal: external::Refusal,
    ) -> Next {
        question.last = Late::AfterRefusal;
        question.refusals += 1;
        match question.refusals < CHANCES {
            true => self.ask_again(question, &refusal),
            false => self.say(external::refused_line(question.number, &refusal)),
        }
        self.note(|c| {
            if c.refused.len() < KEPT {
                words.truncate(words.floor_char_boundary(200));
                c.refused.push((question.number, words, refusal.error));
            }
        });
        if question.refusals >= CHANCES {
            self.wrong += 1;
            return Next::GiveIn;
        }
        Next::Listen
    }

    /// Says why a line was refused, and asks the same question again.
    fn ask_again(&mut self, question: &Question, refusal: &external::Refusal) {
        self.say(external::refused_line(question.number, refusal));
        self.say(question.line.clone());
    }

    fn was_late(&mut self, question: &Question) {
        // A slow reader takes something; one that takes nothing in all that time does not read.
        let stuck = |p: &&Program| p.taken() == question.taken;
        let unread = self.program.as_ref().filter(stuck);
        let unread = unread.and_then(|p| p.delivered().err());
        let why = match unread {
            Some(_) => Late::Unread,
            None => question.last,
        };
        self.late += 1;
        self.late_in_a_row += 1;
        self.owed += 1;
        self.note(|c| c.late.push((question.number, why)));
        let often = match self.checked {
            true => self.late >= PATIENCE,
            false => self.late_in_a_row >= PATIENCE,
        };
        if let Some(unread) = unread {
            self.give_up(unread);
        } else if often {
            self.give_up(Gone::Late {
                times: PATIENCE,
                in_a_row: !self.checked,
            });
        }
    }
}

impl Agent for Bot {
    fn name(&self) -> String {
        format!("cmd:{}", self.command)
    }
    fn think(&mut self, view: &View, number: u64, _budget: u32) -> Progress {
        let answer = self.ask(view.game, number);
        self.replaced += u64::from(answer.is_none());
        Progress::Decided(Thought {
            answer: answer.unwrap_or_else(|| view.game.preset()),
            why: None,
        })
    }
    fn listens(&self) -> bool {
        true
    }
    fn heard(
        &mut self,
        game: &Game,
        number: u64,
        question: &Decision,
        answer: &Answer,
        events: &[Event],
    ) {
        if self.program.is_none() {
            return;
        }
        self.greet(game);
        let applied = Applied {
            number,
            by: question.who,
            needed: question.needed(),
            answer: answer.clone(),
            events: events.to_vec(),
            why: None,
        };
        self.say(external::events_line(game, &applied));
    }
    fn ended(&mut self, game: &Game) {
        if let Some(outcome) = game.outcome() {
            self.say(external::end_line(game, &outcome, self.seed));
        }
        if let Some(mut program) = self.program.take() {
            program.show_complaints();
            let ended = program.end(FAREWELL);
            self.note(|c| c.ended = Some(ended));
        }
    }
    fn replaced(&self) -> u64 {
        self.replaced
    }
    fn failed(&self) -> Option<String> {
        self.failed.clone()
    }
    fn notice(&self) -> Option<String> {
        let mut said = Vec::new();
        if self.late > 0 {
            said.push(format!("was late {} times", self.late));
        }
        if self.wrong > 0 {
            said.push(format!(
                "was wrong {CHANCES} times about {} questions",
                self.wrong
            ));
        }
        if let Some(gone) = &self.gone {
            said.push(format!("is no longer asked because {gone}"));
        }
        (!said.is_empty()).then(|| {
            format!(
                "{} {}; the default answer was used for {} questions",
                self.name(),
                said.join(", "),
                self.replaced
            )
        })
    }
}

/// Splits a command at blanks; quotes keep words together.
fn split(command: &str) -> Result<Vec<String>, StartError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(q), c) if q == c => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(StartError::OpenQuote(command.to_owned()));
    }
    words.extend(word);
    Ok(words)
}
