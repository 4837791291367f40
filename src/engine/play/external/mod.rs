//! Driving a battle from outside, in JSON lines: what is asked, and what may be said to it.
//!
//! One line asks: `{"type":"ask","n":7,"by":1,"ask":"act","count":212,"preset":{…}}`. One line
//! answers, in the record's form. A [`Request`] such as `{"do":"list"}` leaves the question open.
//! What cannot be done is refused, and the question stands.

mod queries;
mod scene;
pub mod vocabulary;

pub use queries::{MOST_QUERIES, OddsQuery, Request};

use super::matches::{self, Applied};
use super::record::line;
use super::refusal;
use super::{Setup, words};
use crate::battle::{Answer, Ask, Decision, Outcome, Reaches, Side};
use crate::dice::{self, Faces};
use crate::rules::Game;
use crate::source::Fault;
use serde_json::{Value, json};
use words::Object;

/// The longest line that is read, in bytes.
pub const LONGEST_LINE: usize = 1 << 20;
/// The most results of dice that are listed.
const MOST_LISTED: u64 = 4096;

fn typed(kind: &str) -> Object {
    [("type".to_owned(), json!(kind))].into_iter().collect()
}

/// How many answers are legal; for dice, how many results there are.
pub fn count(game: &Game, decision: &Decision) -> u64 {
    match &decision.ask {
        Ask::Roll { dice, .. } => dice
            .iter()
            .fold(1, |n: u64, d| n.saturating_mul(u64::from(*d))),
        Ask::Over => 0,
        _ => {
            let mut count = 0;
            game.legal(&mut Reaches::default(), &mut |_| {
                count += 1;
                true
            });
            count
        }
    }
}

/// The answer that is taken when nobody cares: the ruleset's, or what seeded dice show.
pub fn preset(game: &Game, decision: &Decision, seed: u64, number: u64) -> Option<Answer> {
    match &decision.ask {
        Ask::Over => None,
        Ask::Roll { dice, .. } => Some(Answer::Faces(dice::seeded(seed, number, dice))),
        _ => Some(game.preset()),
    }
}

/// The line that asks.
pub fn ask_line(game: &Game, decision: &Decision, number: u64, preset: Option<&Answer>) -> String {
    let mut out = typed("ask");
    out.insert("n".into(), json!(number));
    out.extend(words::ask(game, decision));
    out.insert("count".into(), json!(count(game, decision)));
    out.insert(
        "preset".into(),
        preset.map_or(Value::Null, |a| words::answer(game, a).into()),
    );
    line(out)
}

/// What came in on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// An answer, legal or not.
    Answer(Answer),
    /// A request about the question.
    Request(Request),
}

/// Why a line was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The kind of reason, for programs.
    pub code: &'static str,
    /// The reason, for people.
    pub error: String,
}

/// The codes of lines that are not understood.
pub const CODES: [&str; 2] = ["too-long", "not-understood"];

impl Refusal {
    /// The refusal of a line that is longer than [`LONGEST_LINE`].
    pub fn too_long() -> Self {
        Self {
            code: CODES[0],
            error: format!("the line is too long; a line may have at most {LONGEST_LINE} bytes"),
        }
    }

    fn not_understood(error: impl ToString) -> Self {
        Self {
            code: CODES[1],
            error: error.to_string(),
        }
    }
}

/// Reads a line.
///
/// # Errors
/// What is wrong with it, for [`refused_line`].
pub fn read(game: &Game, text: &str) -> Result<Input, Refusal> {
    if text.len() > LONGEST_LINE {
        return Err(Refusal::too_long());
    }
    let value: Value = serde_json::from_str(text).map_err(|error| {
        let said = error.to_string();
        let what = said.split(" at line ").next().unwrap_or(&said);
        let column = error.column();
        Refusal::not_understood(format!("the line is not JSON: {what} in column {column}"))
    })?;
    if let Some(request) = Request::read(game, &value).map_err(Refusal::not_understood)? {
        return Ok(Input::Request(request));
    }
    match value.get("do").and_then(Value::as_str) {
        Some(verb) if !vocabulary::verbs().contains(&verb) => {
            let verb: String = verb.chars().take(40).collect();
            Err(Refusal::not_understood(format!(
                "unknown \"do\" {verb:?}; it must be an answer ({}) or a request ({})",
                vocabulary::answers().collect::<Vec<_>>().join(", "),
                Request::NAMES.join(", ")
            )))
        }
        _ => words::read_answer(game, &value)
            .map(Input::Answer)
            .map_err(Refusal::not_understood),
    }
}

/// The line that a request gets; none when `go_on` says that time is over.
pub fn reply(
    game: &Game,
    decision: &Decision,
    number: u64,
    request: &Request,
    go_on: &dyn Fn() -> bool,
) -> Option<String> {
    let (kind, answers) = match request {
        Request::List => return Some(list_line(game, decision, number)),
        Request::State => return Some(state_line(game, number)),
        Request::Odds(queries) => ("odds", queries::odds(game, queries, go_on)?),
        Request::Reach(figures) => ("reach", queries::reach(game, figures, go_on)?),
        Request::Sight(pairs) => ("sight", queries::sight(game, decision.who, pairs, go_on)?),
    };
    let mut out = typed(kind);
    out.insert("n".into(), json!(number));
    out.insert("answers".into(), answers);
    Some(line(out))
}

/// The number of the question an answer says it is for, if it says so.
pub fn number_of(text: &str) -> Option<u64> {
    serde_json::from_str::<Value>(text).ok()?.get("n")?.as_u64()
}

/// Whether an answer may be given now.
///
/// # Errors
/// Why not, for [`refused_line`].
pub fn check(game: &Game, decision: &Decision, answer: &Answer) -> Result<(), Refusal> {
    matches::check(game, decision, answer).map_err(|refused| Refusal {
        code: refusal::explain(game, answer, &refused).kind.code(),
        error: refused.to_string(),
    })
}

/// The line that refuses.
pub fn refused_line(number: u64, refusal: &Refusal) -> String {
    let mut out = typed("refused");
    out.insert("n".into(), json!(number));
    out.insert("error".into(), json!(refusal.error));
    out.insert("code".into(), json!(refusal.code));
    line(out)
}

/// The line with all legal answers; for dice all results, or how many are left out where they are
/// too many.
pub fn list_line(game: &Game, decision: &Decision, number: u64) -> String {
    let mut answers: Vec<Value> = Vec::new();
    let mut left_out = 0;
    match &decision.ask {
        Ask::Roll { dice, .. } => {
            let all = count(game, decision);
            if all > MOST_LISTED {
                left_out = all;
            } else {
                let mut faces: Faces = dice.iter().map(|_| 1).collect();
                loop {
                    answers.push(words::answer(game, &Answer::Faces(faces.clone())).into());
                    let Some(i) = (0..dice.len()).rev().find(|i| faces[*i] < dice[*i]) else {
                        break;
                    };
                    faces[i] += 1;
                    faces[i + 1..].fill(1);
                }
            }
        }
        Ask::Over => {}
        _ => game.legal(&mut Reaches::default(), &mut |answer| {
            answers.push(words::answer(game, &answer).into());
            true
        }),
    }
    let mut out = typed("list");
    out.insert("n".into(), json!(number));
    out.insert("answers".into(), Value::Array(answers));
    if left_out > 0 {
        out.insert("left_out".into(), json!(left_out));
    }
    line(out)
}

/// The line with the whole position.
pub fn state_line(game: &Game, number: u64) -> String {
    let mut out = typed("state");
    out.insert("n".into(), json!(number));
    out.extend(words::state(game));
    out.insert("map".into(), scene::map(game));
    line(out)
}

/// The line an outside program is greeted with: its side, the battle as records begin, and what
/// scenario and ruleset make of rounds and scale.
///
/// # Errors
/// What is wrong in the rules file.
pub fn hello_line(setup: &Setup, game: &Game, side: Side) -> Result<String, Fault> {
    let mut out = typed("hello");
    out.insert("side".into(), words::side(side));
    out.insert("rounds".into(), json!(game.status().rounds));
    out.insert("scale".into(), json!(game.brief().scale.name()));
    out.insert("battle".into(), Value::Object(setup.write()?));
    Ok(line(out))
}

/// The line that tells an outside program what came of an answer.
pub fn events_line(game: &Game, applied: &Applied) -> String {
    let mut out = typed("events");
    out.insert("n".into(), json!(applied.number));
    out.insert("by".into(), words::who(applied.by));
    out.insert("answer".into(), words::answer(game, &applied.answer).into());
    out.insert(
        "events".into(),
        applied
            .events
            .iter()
            .map(|e| Value::Object(words::event_of(game, applied, e)))
            .collect(),
    );
    line(out)
}

/// The line that tells an outside program the end.
pub fn end_line(game: &Game, outcome: &Outcome, seed: u64) -> String {
    let mut out = typed("end");
    out.insert("result".into(), words::result(game, outcome, seed).into());
    line(out)
}
