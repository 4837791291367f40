//! The record of a battle: save, replay, bug report and stream in one. JSON lines: one `battle`
//! line, then `answer` and `event` lines with the number of their answer, `undo` where something
//! was taken back, last the `result`.
//!
//! Here are the lines and what they mean; keeping them in a file is the driver's business.

use super::matches::Applied;
use super::setup::SetupFault;
use super::{Setup, concession, words};
use crate::battle::{Answer, Event, Outcome, Side};
use crate::rules::Game;
use crate::source::Fault;
use serde_json::{Value, json};
use words::{Object, WordError};

pub use super::replay::{Replay, Replayed, Unverified, Verdict, verify};

/// The format this program writes.
pub const FORMAT: &str = "skirmish-record/1";
/// The newest version of the format this program reads.
pub const NEWEST: u32 = 1;

/// Fields of events that records of older versions do not have.
pub(super) const ADDED: [&str; 2] = ["note_word", "to_hit"];

/// An object as one line, with its end.
pub fn line(object: Object) -> String {
    let mut line = Value::Object(object).to_string();
    line.push('\n');
    line
}

/// The first line.
///
/// # Errors
/// What is wrong in the rules file.
pub fn head_line(setup: &Setup) -> Result<String, Fault> {
    setup.write().map(line)
}

/// The line of an answer.
pub fn answer_line(
    game: &Game,
    applied: &Applied,
    think_ms: Option<u64>,
    why: Option<Value>,
) -> String {
    let mut out = Object::new();
    out.insert("type".into(), json!("answer"));
    out.insert("n".into(), json!(applied.number));
    out.insert("by".into(), words::who(applied.by));
    out.extend(words::answer(game, &applied.answer));
    if let Some(ms) = think_ms {
        out.insert("think_ms".into(), json!(ms));
    }
    if let Some(why) = why {
        out.insert("why".into(), why);
    }
    line(out)
}

/// The line of an event that followed from an answer.
pub fn event_line(game: &Game, applied: &Applied, event: &Event) -> String {
    let mut out = Object::new();
    out.insert("type".into(), json!("event"));
    out.insert("n".into(), json!(applied.number));
    out.extend(words::event_of(game, applied, event));
    line(out)
}

/// The lines of an answer and of what came of it.
pub fn lines(game: &Game, applied: &Applied) -> String {
    let mut out = answer_line(game, applied, None, None);
    for event in &applied.events {
        out.push_str(&event_line(game, applied, event));
    }
    out
}

/// The line of something taken back: the question of this number is asked again.
pub fn undo_line(to: u64) -> String {
    line(
        [("type".into(), json!("undo")), ("to".into(), json!(to))]
            .into_iter()
            .collect(),
    )
}

/// The last line.
pub fn result_line(game: &Game, outcome: &Outcome, seed: u64) -> String {
    line(words::result(game, outcome, seed))
}

/// The last line of a battle that ended because a side gave up. Its `conceded` names the side.
pub fn conceded_line(game: &Game, by: Side, seed: u64) -> String {
    line(conceded(game, by, seed))
}

pub(super) fn conceded(game: &Game, by: Side, seed: u64) -> Object {
    let mut out = words::result(game, &concession::outcome(game, by), seed);
    out.insert("conceded".into(), words::side(by));
    out
}

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {what}")]
pub struct Damaged {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong with it.
    pub what: String,
}

/// An answer as it stands in a record, with what came of it.
#[derive(Clone, Debug)]
pub struct RecordedAnswer {
    /// Its line, from 1.
    pub line: usize,
    /// The answer.
    pub answer: Object,
    /// The events after it, with their lines.
    pub events: Vec<(usize, Object)>,
}

/// What is wrong with a line of a record.
#[derive(Debug, thiserror::Error)]
enum LineFault {
    #[error(
        "this is not a record: its first line must be a battle line with \"format\":\"{FORMAT}\""
    )]
    NoRecord,
    #[error(
        "the record has version {0} and needs a newer skirmish; this one reads versions up to {NEWEST}"
    )]
    Version(u32),
    #[error("{0}")]
    Setup(#[from] SetupFault),
    #[error("\"type\" is missing")]
    NoType,
    #[error("unknown \"type\" {0:?}; it must be answer, event, undo or result")]
    UnknownType(String),
    #[error("a second battle line; a record has only one battle")]
    SecondBattle,
    #[error("there are lines after the result; the result must be the last line")]
    AfterResult,
    #[error("\"{0}\" must be a whole number")]
    NoNumber(&'static str),
    #[error("the answer has no \"do\"")]
    NoDo,
    #[error("answer {next} comes next, but this is answer {found}")]
    OtherAnswer { next: u64, found: u64 },
    #[error("this event belongs to answer {of}, but it follows answer {after}")]
    OtherEvent { of: u64, after: u64 },
    #[error("\"to\" is {to}, but there are only {count} answers to take back")]
    Undo { to: u64, count: u64 },
}

/// A record as read: what was taken back is left out.
#[derive(Clone, Debug)]
pub struct Record {
    /// The file's name, for messages.
    pub file: String,
    /// What the battle is made of.
    pub setup: Setup,
    /// The first line as it stands.
    pub head: Object,
    /// The answers that count, in order.
    pub answers: Vec<RecordedAnswer>,
    /// The result, once there is one.
    pub result: Option<Object>,
    /// How many bytes of whole lines there are.
    pub whole: usize,
    /// Whether a torn last line was left out.
    pub torn: bool,
}

impl Record {
    /// Reads a record. A last line without its end is a torn write and left out.
    ///
    /// # Errors
    /// The first line that cannot be read.
    pub fn read(file: &str, bytes: &[u8]) -> Result<Record, Damaged> {
        let whole = bytes.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
        let broken = |line: usize, column: usize, what: String| Damaged {
            file: file.to_owned(),
            line,
            column,
            what,
        };
        let damaged = |line: usize, what: String| broken(line, 1, what);
        let mut lines = unmarked(&bytes[..whole])
            .split_inclusive(|b| *b == b'\n')
            .enumerate()
            .map(|(i, bytes)| {
                let parsed = parse(bytes);
                (i + 1, parsed.map_err(|(at, what)| broken(i + 1, at, what)))
            });
        let (_, first) = lines.next().ok_or_else(|| {
            damaged(
                1,
                "the file has no complete line; a record begins with a battle line".to_owned(),
            )
        })?;
        let head = first?;
        let fault = |line: usize, fault: LineFault| damaged(line, fault.to_string());
        check_format(&head).map_err(|why| fault(1, why))?;
        let mut record = Record {
            file: file.to_owned(),
            setup: Setup::read(&head).map_err(|why| fault(1, why.into()))?,
            head,
            answers: Vec::new(),
            result: None,
            whole,
            torn: whole < bytes.len(),
        };
        for (number, line) in lines {
            record
                .take(number, line?)
                .map_err(|why| fault(number, why))?;
        }
        Ok(record)
    }

    /// Takes in one more line.
    fn take(&mut self, line: usize, object: Object) -> Result<(), LineFault> {
        if self.result.is_some() {
            return Err(LineFault::AfterResult);
        }
        let number = |key: &'static str| {
            let number = object.get(key).and_then(Value::as_u64);
            number.ok_or(LineFault::NoNumber(key))
        };
        let count = self.answers.len() as u64;
        match object.get("type").and_then(Value::as_str) {
            Some("answer") => {
                let (next, found) = (count + 1, number("n")?);
                if found != next {
                    return Err(LineFault::OtherAnswer { next, found });
                }
                if !object.get("do").is_some_and(Value::is_string) {
                    return Err(LineFault::NoDo);
                }
                self.answers.push(RecordedAnswer {
                    line,
                    answer: object,
                    events: Vec::new(),
                });
            }
            Some("event") => {
                let n = number("n")?;
                let last = self.answers.last_mut().filter(|_| n == count);
                let last = last.ok_or(LineFault::OtherEvent {
                    of: n,
                    after: count,
                })?;
                last.events.push((line, object));
            }
            Some("undo") => {
                let to = number("to")?;
                if !(1..=count).contains(&to) {
                    return Err(LineFault::Undo { to, count });
                }
                self.answers.truncate(to as usize - 1);
            }
            Some("result") => self.result = Some(object),
            Some("battle") => return Err(LineFault::SecondBattle),
            Some(other) => return Err(LineFault::UnknownType(other.to_owned())),
            None => return Err(LineFault::NoType),
        }
        Ok(())
    }

    /// The side that gave up, if the battle ended so.
    pub fn conceded(&self) -> Option<Side> {
        let number = self.result.as_ref()?.get("conceded")?.as_u64()?;
        let side = Side(u8::try_from(number).ok()?.checked_sub(1)?);
        (side.index() < self.setup.forces.len()).then_some(side)
    }

    /// How the battle ended that is played again to its last answer, if it has.
    pub fn outcome(&self, game: &Game) -> Option<Outcome> {
        let given_up = self.conceded().map(|side| concession::outcome(game, side));
        game.outcome().or(given_up)
    }

    /// Reads an answer that was kept.
    ///
    /// # Errors
    /// When it is not in the words of this battle.
    pub fn answer(&self, game: &Game, kept: &RecordedAnswer) -> Result<Answer, Damaged> {
        words::read_answer(game, &Value::Object(kept.answer.clone()))
            .map_err(|why| self.damaged(kept.line, &why))
    }

    fn damaged(&self, line: usize, why: &WordError) -> Damaged {
        Damaged {
            file: self.file.clone(),
            line,
            column: 1,
            what: why.to_string(),
        }
    }

    /// Reads the events that were kept after an answer.
    ///
    /// # Errors
    /// When one is not in the words of this battle.
    pub fn events(&self, game: &Game, kept: &RecordedAnswer) -> Result<Vec<Event>, Damaged> {
        kept.events
            .iter()
            .map(|(line, event)| {
                words::read_event(game, event).map_err(|why| self.damaged(*line, &why))
            })
            .collect()
    }
}

/// A file without the byte order mark with which some editors begin it.
pub fn unmarked(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes)
}

/// A line; what is wrong with it, and in which column.
fn parse(bytes: &[u8]) -> Result<Object, (usize, String)> {
    match serde_json::from_slice(bytes.trim_ascii_end()) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err((1, "the line is not a JSON object".to_owned())),
        Err(error) => Err((
            error.column().max(1),
            "the line is not valid JSON; a record has one object a line".to_owned(),
        )),
    }
}

fn check_format(head: &Object) -> Result<(), LineFault> {
    if head.get("type").and_then(Value::as_str) != Some("battle") {
        return Err(LineFault::NoRecord);
    }
    let version = head
        .get("format")
        .and_then(Value::as_str)
        .and_then(|f| f.strip_prefix("skirmish-record/"))
        .and_then(|n| n.parse::<u32>().ok())
        .ok_or(LineFault::NoRecord)?;
    match (1..=NEWEST).contains(&version) {
        true => Ok(()),
        false => Err(LineFault::Version(version)),
    }
}
