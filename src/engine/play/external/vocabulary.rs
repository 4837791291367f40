//! The words of the protocol: every line, question, answer, request and event with its fields, and
//! the JSON schema that is made of these lists. The documentation is compared with them by tests.

use super::{CODES, MOST_QUERIES, Request};
use crate::battle::{Choice, How, Purpose, Reason};
use crate::play::refusal::Kind;
use serde_json::{Map, Value, json};

/// A name, and the fields beside it; those that may be missing end with `?`.
pub type Entry = (&'static str, &'static [&'static str]);

/// Values of `type` in the lines that skirmish writes.
pub const LINES: [Entry; 11] = [
    ("hello", &["side", "rounds", "scale", "battle"]),
    (
        "ask",
        &[
            "n", "by", "ask", "count", "preset", "figure?", "purpose?", "dice?", "sides?", "need?",
            "to_hit?", "topic?", "piece?", "item?", "how?", "at?", "success?",
        ],
    ),
    ("list", &["n", "answers", "left_out?"]),
    (
        "state",
        &[
            "n", "round", "rounds", "step", "turn", "first", "sides", "figures", "items",
            "devices", "outcome", "decision", "digest", "map",
        ],
    ),
    ("odds", &["n", "answers"]),
    ("reach", &["n", "answers"]),
    ("sight", &["n", "answers"]),
    ("refused", &["n", "error", "code"]),
    ("events", &["n", "by", "answer", "events"]),
    ("end", &["result"]),
    (
        "result",
        &[
            "winners", "reason", "rounds", "points", "lost", "digest", "seed",
        ],
    ),
];

/// Values of `ask`.
pub const QUESTIONS: [Entry; 15] = [
    (
        "roll",
        &["purpose", "dice", "figure?", "sides", "need?", "to_hit?"],
    ),
    ("first", &[]),
    ("choose", &["topic", "figure?"]),
    ("lay", &["piece"]),
    ("deploy", &[]),
    ("act", &["figure?"]),
    ("face", &["figure"]),
    ("land", &["figure"]),
    ("pick-up", &["figure", "item"]),
    ("again", &["figure", "how"]),
    ("reroll", &["figure", "purpose", "success"]),
    ("revenge", &["figure", "at"]),
    ("spawn", &[]),
    ("return", &[]),
    ("summon", &["figure"]),
];

/// Values of `do` in answers besides the names of acts ([`How`]).
pub const ANSWERS: [Entry; 11] = [
    ("move", &["figure", "to", "shut?"]),
    ("leave", &["figure"]),
    ("face", &["facing"]),
    ("place", &["figure", "to"]),
    ("lay", &["to"]),
    ("choose", &["choice"]),
    ("side", &["side"]),
    ("yes", &[]),
    ("no", &[]),
    ("done", &[]),
    ("roll", &["faces"]),
];

/// The fields of an act.
const ACT: &[&str] = &["figure", "at?"];

/// Fields of the requests, in the order of [`Request::NAMES`].
const REQUESTS: [&[&str]; 5] = [&[], &[], &["queries"], &["figures"], &["pairs"]];

/// Values of `event`.
pub const EVENTS: [Entry; 38] = [
    ("round", &["number"]),
    ("first", &["side"]),
    ("step", &["side", "step"]),
    ("passed", &["side"]),
    ("allowed", &["side", "figures"]),
    ("activated", &["figure"]),
    (
        "rolled",
        &[
            "purpose", "faces", "natural", "bonus", "figure?", "side?", "need?", "to_hit?",
            "success?",
        ],
    ),
    ("placed", &["figure", "to", "aboard", "facing"]),
    ("taken-back", &["figure"]),
    ("moved", &["figure", "path", "cost"]),
    ("left", &["figure"]),
    ("boarded", &["figure", "mount"]),
    ("alighted", &["figure", "to"]),
    ("faced", &["figure", "facing"]),
    ("flew", &["figure", "aloft"]),
    ("struck", &["figure", "at?", "how"]),
    ("hit", &["figure", "at?"]),
    ("missed", &["figure", "at?"]),
    ("landed", &["figure", "at"]),
    ("saved", &["at?"]),
    ("wounded", &["figure", "left"]),
    ("defeated", &["figure", "by"]),
    ("disabled", &["figure"]),
    ("recruited", &["figure", "side"]),
    ("captured", &["figure", "side"]),
    ("summoned", &["figure", "by", "to"]),
    ("fled", &["figure", "path"]),
    ("pushed", &["figure", "path"]),
    ("rerolled", &["figure", "giver"]),
    ("guarded", &["figure"]),
    ("item", &["item", "holder"]),
    ("device", &["device", "figure"]),
    (
        "changed",
        &["change", "space?", "border?", "hits?", "terrain?", "open?"],
    ),
    ("laid", &["terrain", "spaces"]),
    ("lifted", &["spaces"]),
    ("scored", &["side", "points"]),
    ("noted", &["figure", "note", "note_word"]),
    ("chosen", &["figure", "choice"]),
];

/// The last event of a battle.
pub const ENDED: Entry = ("ended", &["winners", "reason", "rounds"]);

/// Fields of the entries of `sides` in a `state` line.
pub const SIDES: [&str; 6] = ["side", "name", "team", "seat", "points", "force_points"];

/// Fields of the entries of `figures` in a `state` line.
pub const FIGURES: [&str; 18] = [
    "figure", "name", "side", "place", "at", "facing", "aloft", "aboard", "kind", "size", "words",
    "status", "health", "points", "move", "may_move", "can", "acts",
];

/// Fields of an entry of `can` and `acts`.
pub const MODES: [&str; 5] = ["how", "range", "sight", "times", "still"];

/// Fields of `map` in a `state` line.
pub const MAP: [&str; 13] = [
    "name", "grid", "stagger", "columns", "rows", "terrain", "cost", "sight", "cover", "height",
    "level", "borders", "zones",
];

/// Fields of the entries of `borders` and `zones` in `map`.
pub const MAP_ENTRIES: [&str; 10] = [
    "between", "kind", "closed", "cost", "sight", "height", "open", "locked", "seat", "spaces",
];

/// Values of `place` of a figure.
pub const PLACES: [&str; 4] = ["reserve", "on", "out", "gone"];

/// Values of `topic`.
pub const TOPICS: [&str; 3] = ["support", "edge", "piece"];

/// Values of `change`.
pub const CHANGES: [&str; 5] = ["ruined", "hit", "laid", "removed", "door"];

/// Values of `do` that are answers.
pub fn answers() -> impl Iterator<Item = &'static str> {
    let acts = How::ALL.into_iter().map(How::name);
    ANSWERS.into_iter().map(|(name, _)| name).chain(acts)
}

/// Values of `do`.
pub fn verbs() -> Vec<&'static str> {
    answers().chain(Request::NAMES).collect()
}

/// Values of `code` in a `refused` line.
pub fn codes() -> impl Iterator<Item = &'static str> {
    CODES
        .into_iter()
        .chain(Kind::ALL.into_iter().map(Kind::code))
}

/// Every word of the protocol that a program may meet, for the test of the documentation.
pub fn words() -> Vec<&'static str> {
    let mut all = verbs();
    let lists = [&LINES[..], &QUESTIONS, &ANSWERS, &EVENTS, &[ENDED]].concat();
    for (name, fields) in lists {
        all.push(name);
        all.extend(fields.iter().map(|field| field.trim_end_matches('?')));
    }
    all.extend(SIDES.into_iter().chain(FIGURES).chain(MODES));
    all.extend(MAP.into_iter().chain(MAP_ENTRIES));
    all.extend(PLACES.into_iter().chain(TOPICS).chain(CHANGES));
    all.extend(codes());
    all.extend(Purpose::ALL.iter().map(|p| p.name()));
    all.extend(Reason::ALL.iter().map(|r| r.name()));
    all.extend(Choice::ALL.iter().map(|c| c.name()));
    all.sort_unstable();
    all.dedup();
    all
}

/// The JSON types of a field, by its name.
fn types(field: &str) -> Value {
    let words = |words: Vec<&str>| json!({ "enum": words });
    let list = |of: &str| json!({"type": "array", "items": {"type": of}});
    match field {
        "n" | "round" | "count" | "left_out" | "left" | "cost" | "natural" | "bonus" | "need"
        | "to_hit" | "number" | "note" | "hits" | "seed" => json!({ "type": "integer" }),
        "side" => json!({"type": ["integer", "null"]}),
        "turn" | "first" | "rounds" => json!({"type": ["integer", "null"]}),
        "by" => json!({"type": ["integer", "string", "null"]}),
        "success" | "aloft" | "open" | "locked" => json!({ "type": "boolean" }),
        "dice" | "winners" | "lost" | "faces" => list("integer"),
        "path" | "spaces" => list("string"),
        "preset" | "outcome" => json!({"type": ["object", "null"]}),
        "battle" | "result" | "answer" | "decision" | "map" => json!({ "type": "object" }),
        "answers" | "events" | "items" | "devices" | "sides" => json!({ "type": "array" }),
        // A number of figures in an event, a list in other lines; the points of one side or all.
        "figures" => json!({"type": ["array", "integer"]}),
        "points" => json!({"type": ["array", "number"]}),
        "purpose" => words(Purpose::ALL.iter().map(|p| p.name()).collect()),
        "reason" => words(Reason::ALL.iter().map(|r| r.name()).collect()),
        "choice" => words(Choice::ALL.iter().map(|c| c.name()).collect()),
        "how" => words(How::ALL.iter().map(|h| h.name()).collect()),
        "code" => words(codes().collect()),
        "topic" => words(TOPICS.to_vec()),
        "change" => words(CHANGES.to_vec()),
        "ask" => words(QUESTIONS.iter().map(|(name, _)| *name).collect()),
        "queries" | "pairs" => json!({"type": "array", "maxItems": MOST_QUERIES}),
        "figure" | "aboard" | "at" => json!({"type": ["string", "null"]}),
        _ => json!({ "type": "string" }),
    }
}

/// The schema of an object with a key of this value and some fields.
fn object(key: &str, (name, fields): Entry) -> Value {
    let mut properties = Map::new();
    properties.insert(key.to_owned(), json!({ "const": name }));
    let mut required = vec![key];
    for field in fields {
        let bare = field.trim_end_matches('?');
        properties.insert(bare.to_owned(), types(bare));
        if bare == *field {
            required.push(bare);
        }
    }
    json!({"type": "object", "properties": properties, "required": required})
}

/// The JSON schema of all lines: those skirmish writes (`line`, with `question` and `event` in
/// them) and those a program writes (`answer`, `request`).
pub fn schema() -> Value {
    let any = |key: &str, entries: &[Entry]| -> Value {
        let all: Vec<Value> = entries.iter().map(|entry| object(key, *entry)).collect();
        json!({ "oneOf": all })
    };
    let acts = How::ALL.iter().map(|how| (how.name(), ACT));
    let answers: Vec<Entry> = ANSWERS.into_iter().chain(acts).collect();
    let requests: Vec<Entry> = Request::NAMES.into_iter().zip(REQUESTS).collect();
    let events: Vec<Entry> = EVENTS.into_iter().chain([ENDED]).collect();
    let of = |name: &str| json!({ "$ref": format!("#/$defs/{name}") });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The protocol of skirmish: one JSON object a line",
        "anyOf": [of("line"), of("answer"), of("request")],
        "$defs": {
            "line": any("type", &LINES),
            "question": any("ask", &QUESTIONS),
            "event": any("event", &events),
            "answer": any("do", &answers),
            "request": any("do", &requests),
        },
    })
}
