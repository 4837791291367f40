//! Answers, questions and events in the table's words, as JSON: a figure is `"1.3"`, a space
//! `"C4"`, a border `"C4|C5"`, dice are their faces. Never an index.
//!
//! Reading what was written gives the same back.

use crate::battle::{
    Answer, Ask, Choice, Decision, Event, Fig, Holder, How, Outcome, Place, Purpose, Reason, Roll,
    Side, Target, Topic, Who,
};
use crate::board::{Change, Facing, Space, TerrainId};
use crate::dice::Faces;
use crate::rules::Game;
use serde_json::{Map, Value, json};

/// A JSON object.
pub type Object = Map<String, Value>;

/// What is wrong with something that was to be read: completes a sentence.
pub type Unread = String;

fn object(pairs: impl IntoIterator<Item = (&'static str, Value)>) -> Object {
    pairs.into_iter().map(|(k, v)| (k.to_owned(), v)).collect()
}

// ---- figures, spaces, targets ----

/// A side as it is written: counted from 1.
pub fn side(side: Side) -> Value {
    json!(side.0 + 1)
}

/// A space by its name.
pub fn space(game: &Game, space: Space) -> String {
    game.board().grid().name(space)
}

/// A border by the names of its two spaces.
pub fn border(game: &Game, a: Space, b: Space) -> String {
    format!("{}|{}", space(game, a), space(game, b))
}

/// Half points as a number of points.
pub fn points(halves: i32) -> Value {
    if halves % 2 == 0 {
        json!(halves / 2)
    } else {
        json!(f64::from(halves) / 2.0)
    }
}

/// Half points as text: `3`, `3.5`.
pub fn points_text(halves: i32) -> String {
    points(halves).to_string()
}

/// The name of the `index`th of a list of names: its own where nothing else can be meant by it,
/// else `KIND N`, counted from 1.
fn listed(game: &Game, kind: &str, index: usize, names: &[&str]) -> String {
    let name = names[index];
    let alone = names
        .iter()
        .filter(|n| n.eq_ignore_ascii_case(name))
        .count()
        == 1;
    let clear = !name.trim().is_empty()
        && name.trim() == name
        && game.labelled(name).is_none()
        && read_space(game, name).is_err()
        && read_border(game, name).is_err()
        && numbered(kind, name).is_none();
    if alone && clear {
        name.to_owned()
    } else {
        format!("{kind} {}", index + 1)
    }
}

/// The number in `KIND N`, from 0.
fn numbered(kind: &str, text: &str) -> Option<usize> {
    let text = text.trim();
    let head = text.get(..kind.len())?;
    if !head.eq_ignore_ascii_case(kind) {
        return None;
    }
    let number: usize = text[kind.len()..].trim().parse().ok()?;
    number.checked_sub(1)
}

fn device_names(game: &Game) -> Vec<&str> {
    game.devices().iter().map(|d| d.name.as_str()).collect()
}

fn item_names(game: &Game) -> Vec<&str> {
    game.items().iter().map(|i| i.name.as_str()).collect()
}

/// A device by its name.
pub fn device(game: &Game, index: u8) -> String {
    listed(game, "device", usize::from(index), &device_names(game))
}

/// An item by its name.
pub fn item(game: &Game, index: u8) -> String {
    listed(game, "item", usize::from(index), &item_names(game))
}

fn read_listed(kind: &str, names: &[&str], text: &str) -> Option<u8> {
    let index = numbered(kind, text)
        .filter(|i| *i < names.len())
        .or_else(|| {
            names
                .iter()
                .position(|n| n.eq_ignore_ascii_case(text.trim()))
        })?;
    u8::try_from(index).ok()
}

/// A target: figure, space, border, or a device by its name.
pub fn target(game: &Game, at: Target) -> Option<String> {
    Some(match at {
        Target::Figure(figure) => game.label(figure),
        Target::Space(at) => space(game, at),
        Target::Border(a, b) => border(game, a, b),
        Target::Device(index) => device(game, index),
        Target::Nothing => return None,
    })
}

/// Reads a figure's name.
///
/// # Errors
/// When there is none of that name.
pub fn read_figure(game: &Game, text: &str) -> Result<Fig, Unread> {
    game.labelled(text.trim()).ok_or_else(|| {
        let sides: Vec<String> = game
            .all_sides()
            .map(|s| {
                let many = game.all().filter(|f| game.first_side(*f) == s).count();
                format!("{0}.1 to {0}.{many}", s.0 + 1)
            })
            .collect();
        format!(
            "there is no figure {text:?}; figures are {}",
            sides.join(", ")
        )
    })
}

/// Reads a space's name.
///
/// # Errors
/// When the board has none of that name.
pub fn read_space(game: &Game, text: &str) -> Result<Space, Unread> {
    let grid = game.board().grid();
    grid.named(text.trim()).ok_or_else(|| {
        let last = grid
            .at(i64::from(grid.columns) - 1, i64::from(grid.rows) - 1)
            .map_or_else(String::new, |s| grid.name(s));
        format!("there is no space {text:?}; the board goes from A1 to {last}")
    })
}

/// Reads a border, lower space first.
///
/// # Errors
/// When it is not two spaces of the board.
pub fn read_border(game: &Game, text: &str) -> Result<(Space, Space), Unread> {
    let (a, b) = text
        .split_once('|')
        .ok_or_else(|| format!("{text:?} is not a border like \"C4|C5\""))?;
    let (a, b) = (read_space(game, a)?, read_space(game, b)?);
    Ok((a.min(b), a.max(b)))
}

/// Reads a target: a figure, a space, a border or a device.
///
/// # Errors
/// When it is none of these.
pub fn read_target(game: &Game, text: &str) -> Result<Target, Unread> {
    if let Some(figure) = game.labelled(text.trim()) {
        return Ok(Target::Figure(figure));
    }
    if text.contains('|')
        && let Ok((a, b)) = read_border(game, text)
    {
        return Ok(Target::Border(a, b));
    }
    if let Ok(space) = read_space(game, text) {
        return Ok(Target::Space(space));
    }
    if let Some(index) = read_listed("device", &device_names(game), text) {
        return Ok(Target::Device(index));
    }
    let devices = device_names(game);
    let known = if devices.is_empty() {
        String::new()
    } else {
        format!(" or a device ({})", devices.join(", "))
    };
    Err(format!(
        "{text:?} is neither a figure (\"1.3\") nor a space (\"C4\") nor a border (\"C4|C5\"){known}"
    ))
}

fn holder(game: &Game, holder: Holder) -> Value {
    match holder {
        Holder::Space(at) => json!(space(game, at)),
        Holder::Figure(figure) => json!(game.label(figure)),
    }
}

fn facing(game: &Game, facing: Facing) -> Value {
    json!(game.board().grid().facing_name(facing))
}

/// Reads the name of a facing, in upper or lower case.
///
/// # Errors
/// When the grid has none of that name.
pub fn read_facing(game: &Game, text: &str) -> Result<Facing, Unread> {
    let grid = game.board().grid();
    let text = text.trim();
    grid.facing_named(text)
        .or_else(|| grid.facing_named(&text.to_ascii_uppercase()))
        .ok_or_else(|| {
            let known: Vec<_> = (0..grid.directions())
                .map(|d| grid.facing_name(Facing(d)))
                .collect();
            format!(
                "there is no direction {text:?} here; there are {}",
                known.join(", ")
            )
        })
}

/// The name of a kind of terrain of the board.
pub fn terrain(game: &Game, id: TerrainId) -> &str {
    let known = &game.board().map().terrains;
    known.get(usize::from(id.0)).map_or("", |kind| &kind.name)
}

fn read_terrain(game: &Game, name: &str) -> Result<TerrainId, Unread> {
    let known = &game.board().map().terrains;
    let found = known.iter().position(|kind| kind.name == name);
    found
        .and_then(|i| u8::try_from(i).ok())
        .map(TerrainId)
        .ok_or_else(|| format!("there is no terrain {name:?} on this board"))
}

/// Spaces by name, one after the other: `C4, D4`.
pub fn spaces(game: &Game, all: &[Space]) -> String {
    let names: Vec<String> = all.iter().map(|at| space(game, *at)).collect();
    names.join(", ")
}

// ---- answers ----

/// An answer as JSON: `{"do":"move","figure":"1.3","to":"C4"}`.
pub fn answer(game: &Game, answer: &Answer) -> Object {
    let mut out = Object::new();
    let mut put = |key: &str, value: Value| {
        out.insert(key.to_owned(), value);
    };
    match answer {
        Answer::Side(s) => {
            put("do", json!("side"));
            put("side", side(*s));
        }
        Answer::Move { who, to } => {
            put("do", json!("move"));
            put("figure", json!(game.label(*who)));
            put("to", json!(space(game, *to)));
        }
        Answer::Leave { who } => {
            put("do", json!("leave"));
            put("figure", json!(game.label(*who)));
        }
        Answer::Face(way) => {
            put("do", json!("face"));
            put("facing", facing(game, *way));
        }
        Answer::Strike { who, how, at } => {
            put("do", json!(how.name()));
            put("figure", json!(game.label(*who)));
            if let Some(at) = target(game, *at) {
                put("at", json!(at));
            }
        }
        Answer::Place { who, to } => {
            put("do", json!("place"));
            put("figure", json!(game.label(*who)));
            put("to", json!(space(game, *to)));
        }
        Answer::Lay { to } => {
            put("do", json!("lay"));
            put("to", json!(space(game, *to)));
        }
        Answer::Choose(choice) => {
            put("do", json!("choose"));
            put("choice", json!(choice.name()));
        }
        Answer::Yes => put("do", json!("yes")),
        Answer::No => put("do", json!("no")),
        Answer::Done => put("do", json!("done")),
        Answer::Faces(faces) => {
            put("do", json!("roll"));
            put("faces", json!(faces.as_slice()));
        }
    }
    out
}

fn text<'v>(value: &'v Object, key: &str) -> Result<&'v str, Unread> {
    match value.get(key) {
        Some(Value::String(text)) => Ok(text),
        Some(other) => Err(format!("\"{key}\" must be a text in quotes, it is {other}")),
        None => Err(format!("\"{key}\" is missing")),
    }
}

fn number(value: &Object, key: &str) -> Result<u64, Unread> {
    value
        .get(key)
        .ok_or_else(|| format!("\"{key}\" is missing"))?
        .as_u64()
        .ok_or_else(|| format!("\"{key}\" must be a whole number"))
}

fn small<T: TryFrom<u64>>(value: &Object, key: &str) -> Result<T, Unread> {
    T::try_from(number(value, key)?).map_err(|_| format!("\"{key}\" is too large"))
}

fn read_side(game: &Game, value: &Object, key: &str) -> Result<Side, Unread> {
    let number = number(value, key)?;
    let most = game.sides().len() as u64;
    if (1..=most).contains(&number) {
        Ok(Side(number as u8 - 1))
    } else {
        Err(format!("there is no side {number}; sides are 1 to {most}"))
    }
}

fn figure_of(game: &Game, value: &Object) -> Result<Fig, Unread> {
    read_figure(game, text(value, "figure")?)
}

/// Reads an answer. Fields that do not belong to it are left alone.
///
/// # Errors
/// What is missing or not understood. Whether the answer is legal is the rules' business.
pub fn read_answer(game: &Game, value: &Value) -> Result<Answer, Unread> {
    let Value::Object(value) = value else {
        return Err(format!(
            "an answer is an object like {{\"do\":\"done\"}}, not {value}"
        ));
    };
    let verb = text(value, "do")?;
    Ok(match verb {
        "side" => Answer::Side(read_side(game, value, "side")?),
        "move" => Answer::Move {
            who: figure_of(game, value)?,
            to: read_space(game, text(value, "to")?)?,
        },
        "leave" => Answer::Leave {
            who: figure_of(game, value)?,
        },
        "face" => Answer::Face(read_facing(game, text(value, "facing")?)?),
        "place" => Answer::Place {
            who: figure_of(game, value)?,
            to: read_space(game, text(value, "to")?)?,
        },
        "lay" => Answer::Lay {
            to: read_space(game, text(value, "to")?)?,
        },
        "choose" => Answer::Choose(read_choice(text(value, "choice")?)?),
        "yes" => Answer::Yes,
        "no" => Answer::No,
        "done" => Answer::Done,
        "roll" => Answer::Faces(read_faces(value)?),
        other => {
            let how = How::ALL
                .into_iter()
                .find(|h| h.name() == other)
                .ok_or_else(|| {
                    let ways: Vec<_> = How::ALL.iter().map(|h| h.name()).collect();
                    format!(
                        "nobody knows how to {other:?}; \"do\" is one of move, {}, leave, face, \
                         place, lay, choose, side, yes, no, done, roll",
                        ways.join(", ")
                    )
                })?;
            let at = if value.contains_key("at") {
                read_target(game, text(value, "at")?)?
            } else {
                Target::Nothing
            };
            Answer::Strike {
                who: figure_of(game, value)?,
                how,
                at,
            }
        }
    })
}

/// Reads the name of a choice.
///
/// # Errors
/// When there is none of that name.
pub fn read_choice(text: &str) -> Result<Choice, Unread> {
    Choice::ALL
        .into_iter()
        .find(|c| c.name().eq_ignore_ascii_case(text.trim()))
        .ok_or_else(|| {
            let known: Vec<_> = Choice::ALL.iter().map(|c| c.name()).collect();
            format!(
                "there is no choice {text:?}; there are {}",
                known.join(", ")
            )
        })
}

fn read_faces(value: &Object) -> Result<Faces, Unread> {
    let bad = || "\"faces\" must be a list of what the dice show, like [4,2]".to_owned();
    value
        .get("faces")
        .and_then(Value::as_array)
        .ok_or_else(bad)?
        .iter()
        .map(|face| {
            face.as_u64()
                .and_then(|f| u8::try_from(f).ok())
                .ok_or_else(bad)
        })
        .collect()
}

// ---- questions ----

/// Who must answer: a side's number, or `"chance"`.
pub fn who(who: Who) -> Value {
    match who {
        Who::Side(s) => side(s),
        Who::Chance => json!("chance"),
    }
}

/// A question as JSON, without its number: `by`, `ask`, and what it is about.
pub fn ask(game: &Game, decision: &Decision) -> Object {
    let mut out = object([
        ("by", who(decision.who)),
        ("ask", json!(decision.ask.name())),
    ]);
    let mut put = |key: &str, value: Value| {
        out.insert(key.to_owned(), value);
    };
    match &decision.ask {
        Ask::Roll {
            purpose,
            dice,
            by,
            sides,
            need,
        } => {
            put("purpose", json!(purpose.name()));
            put("dice", json!(dice.as_slice()));
            if let Some(by) = by {
                put("figure", json!(game.label(*by)));
            }
            put("sides", sides.iter().map(|s| side(*s)).collect());
            if let Some(need) = need {
                put("need", json!(need));
            }
        }
        Ask::Choose { topic, who } => {
            put(
                "topic",
                json!(match topic {
                    Topic::Support => "support",
                    Topic::Edge => "edge",
                    Topic::Piece => "piece",
                }),
            );
            if let Some(who) = who {
                put("figure", json!(game.label(*who)));
            }
        }
        Ask::Act { only } => {
            if let Some(only) = only {
                put("figure", json!(game.label(*only)));
            }
        }
        Ask::Face { who } | Ask::Land { who } | Ask::Summon { who } => {
            put("figure", json!(game.label(*who)));
        }
        Ask::PickUp { who, item: index } => {
            put("figure", json!(game.label(*who)));
            put("item", json!(item(game, *index)));
        }
        Ask::Again { who, how } => {
            put("figure", json!(game.label(*who)));
            put("how", json!(how.name()));
        }
        Ask::Reroll {
            who,
            purpose,
            success,
        } => {
            put("figure", json!(game.label(*who)));
            put("purpose", json!(purpose.name()));
            put("success", json!(success));
        }
        Ask::Revenge { who, at } => {
            put("figure", json!(game.label(*who)));
            put("at", json!(game.label(*at)));
        }
        Ask::Lay { piece } => put("piece", json!(piece.name())),
        Ask::First | Ask::Deploy | Ask::Spawn | Ask::Return | Ask::Over => {}
    }
    out
}

// ---- events ----

/// An event as JSON: `{"event":"moved","figure":"1.3","path":["A1","B2"],"cost":1}`.
pub fn event(game: &Game, event: &Event) -> Object {
    let label = |who: Fig| json!(game.label(who));
    let at = |at: Space| json!(space(game, at));
    let path = |path: &[Space]| -> Value { path.iter().map(|s| at(*s)).collect() };
    let goal = |who: Fig, aim: Target| {
        let mut out = object([("figure", label(who))]);
        if let Some(aim) = target(game, aim) {
            out.insert("at".to_owned(), json!(aim));
        }
        out
    };
    let (name, fields) = match event {
        Event::Round { number } => ("round", object([("number", json!(number))])),
        Event::First { side: s } => ("first", object([("side", side(*s))])),
        Event::Step { side: s, step } => (
            "step",
            object([("side", s.map_or(Value::Null, side)), ("step", json!(step))]),
        ),
        Event::Passed { side: s } => ("passed", object([("side", side(*s))])),
        Event::Allowed { side: s, figures } => (
            "allowed",
            object([("side", side(*s)), ("figures", json!(figures))]),
        ),
        Event::Activated { who } => ("activated", object([("figure", label(*who))])),
        Event::Rolled(roll) => ("rolled", rolled(game, roll)),
        Event::Placed {
            who,
            to,
            aboard,
            facing: way,
        } => (
            "placed",
            object([
                ("figure", label(*who)),
                ("to", at(*to)),
                ("aboard", aboard.map_or(Value::Null, label)),
                ("facing", facing(game, *way)),
            ]),
        ),
        Event::Moved {
            who,
            path: way,
            cost,
        } => (
            "moved",
            object([
                ("figure", label(*who)),
                ("path", path(way)),
                ("cost", json!(cost)),
            ]),
        ),
        Event::Left { who } => ("left", object([("figure", label(*who))])),
        Event::Boarded { who, mount } => (
            "boarded",
            object([("figure", label(*who)), ("mount", label(*mount))]),
        ),
        Event::Alighted { who, to } => (
            "alighted",
            object([("figure", label(*who)), ("to", at(*to))]),
        ),
        Event::Faced { who, facing: way } => (
            "faced",
            object([("figure", label(*who)), ("facing", facing(game, *way))]),
        ),
        Event::Flew { who, aloft } => (
            "flew",
            object([("figure", label(*who)), ("aloft", json!(aloft))]),
        ),
        Event::Struck { who, how, at } => {
            let mut fields = goal(*who, *at);
            fields.insert("how".to_owned(), json!(how.name()));
            ("struck", fields)
        }
        Event::Hit { who, at } => ("hit", goal(*who, *at)),
        Event::Missed { who, at } => ("missed", goal(*who, *at)),
        Event::Saved { at } => (
            "saved",
            target(game, *at).map_or_else(Object::new, |at| object([("at", json!(at))])),
        ),
        Event::Wounded { who, left } => (
            "wounded",
            object([("figure", label(*who)), ("left", json!(left))]),
        ),
        Event::Defeated { who, by } => (
            "defeated",
            object([
                ("figure", label(*who)),
                ("by", by.map_or(Value::Null, side)),
            ]),
        ),
        Event::Disabled { who } => ("disabled", object([("figure", label(*who))])),
        Event::Recruited { who, side: s } => (
            "recruited",
            object([("figure", label(*who)), ("side", side(*s))]),
        ),
        Event::Summoned { who, by, to } => (
            "summoned",
            object([("figure", label(*who)), ("by", label(*by)), ("to", at(*to))]),
        ),
        Event::Fled { who, path: way } => (
            "fled",
            object([("figure", label(*who)), ("path", path(way))]),
        ),
        Event::Pushed { who, path: way } => (
            "pushed",
            object([("figure", label(*who)), ("path", path(way))]),
        ),
        Event::Rerolled { giver, who } => (
            "rerolled",
            object([("figure", label(*who)), ("giver", label(*giver))]),
        ),
        Event::Guarded { who } => ("guarded", object([("figure", label(*who))])),
        Event::Item {
            item: index,
            holder: by,
        } => (
            "item",
            object([
                ("item", json!(item(game, *index))),
                ("holder", holder(game, *by)),
            ]),
        ),
        Event::Device { device: index, who } => (
            "device",
            object([
                ("device", json!(device(game, *index))),
                ("figure", label(*who)),
            ]),
        ),
        Event::Changed(change) => ("changed", changed(game, *change)),
        Event::Laid {
            terrain: id,
            spaces,
        } => (
            "laid",
            object([
                ("terrain", json!(terrain(game, *id))),
                ("spaces", path(spaces)),
            ]),
        ),
        Event::Lifted { spaces } => ("lifted", object([("spaces", path(spaces))])),
        Event::Scored { side: s, halves } => (
            "scored",
            object([("side", side(*s)), ("points", points(*halves))]),
        ),
        Event::Noted { who, note } => (
            "noted",
            object([("figure", label(*who)), ("note", json!(note))]),
        ),
        Event::Chosen { who, choice } => (
            "chosen",
            object([
                ("figure", who.map_or(Value::Null, label)),
                ("choice", json!(choice.name())),
            ]),
        ),
        Event::Ended(outcome) => ("ended", ended(outcome)),
    };
    let mut out = object([("event", json!(name))]);
    out.extend(fields);
    out
}

fn rolled(game: &Game, roll: &Roll) -> Object {
    let mut out = object([
        ("purpose", json!(roll.purpose.name())),
        ("faces", json!(roll.faces.as_slice())),
        ("natural", json!(roll.natural)),
        ("bonus", json!(roll.bonus)),
    ]);
    if let Some(by) = roll.by {
        out.insert("figure".to_owned(), json!(game.label(by)));
    }
    if let Some(s) = roll.side {
        out.insert("side".to_owned(), side(s));
    }
    if let Some(need) = roll.need {
        out.insert("need".to_owned(), json!(need));
    }
    if let Some(success) = roll.success {
        out.insert("success".to_owned(), json!(success));
    }
    out
}

/// A lasting change of the board as JSON.
pub fn changed(game: &Game, change: Change) -> Object {
    match change {
        Change::Ruined(at) => object([
            ("change", json!("ruined")),
            ("space", json!(space(game, at))),
        ]),
        Change::Hit(at, hits) => object([
            ("change", json!("hit")),
            ("space", json!(space(game, at))),
            ("hits", json!(hits)),
        ]),
        Change::Laid(at, id) => object([
            ("change", json!("laid")),
            ("space", json!(space(game, at))),
            ("terrain", json!(terrain(game, id))),
        ]),
        Change::Removed(a, b) => object([
            ("change", json!("removed")),
            ("border", json!(border(game, a, b))),
        ]),
        Change::Door(a, b, open) => object([
            ("change", json!("door")),
            ("border", json!(border(game, a, b))),
            ("open", json!(open)),
        ]),
    }
}

/// The winning sides, counted from 1.
pub fn winners(outcome: &Outcome) -> Vec<u8> {
    (0..8u8)
        .filter(|s| outcome.won(Side(*s)))
        .map(|s| s + 1)
        .collect()
}

fn ended(outcome: &Outcome) -> Object {
    object([
        ("winners", json!(winners(outcome))),
        ("reason", json!(outcome.reason.name())),
        ("rounds", json!(outcome.rounds)),
    ])
}

fn flag(value: &Object, key: &str) -> Result<bool, Unread> {
    value
        .get(key)
        .and_then(Value::as_bool)
        .ok_or_else(|| format!("\"{key}\" must be true or false"))
}

/// Reads something that may be missing or null.
fn maybe<T>(
    value: &Object,
    key: &str,
    read: impl FnOnce(&Object, &str) -> Result<T, Unread>,
) -> Result<Option<T>, Unread> {
    match value.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(_) => read(value, key).map(Some),
    }
}

fn named<T: Copy>(all: &[T], name: fn(T) -> &'static str, text: &str) -> Result<T, Unread> {
    all.iter()
        .copied()
        .find(|t| name(*t) == text)
        .ok_or_else(|| format!("{text:?} is not known here"))
}

/// Reads an event.
///
/// # Errors
/// What is missing or not understood.
pub fn read_event(game: &Game, value: &Object) -> Result<Event, Unread> {
    let figure = |key: &str| read_figure(game, text(value, key)?);
    let at = |key: &str| read_space(game, text(value, key)?);
    let goal = || {
        maybe(value, "at", |v, k| read_target(game, text(v, k)?))
            .map(|at| at.unwrap_or(Target::Nothing))
    };
    let path = |key: &str| -> Result<Vec<Space>, Unread> {
        let bad = || format!("\"{key}\" must be a list of spaces");
        value
            .get(key)
            .and_then(Value::as_array)
            .ok_or_else(bad)?
            .iter()
            .map(|s| read_space(game, s.as_str().ok_or_else(bad)?))
            .collect()
    };
    let by_side = |key: &str| maybe(value, key, |v, k| read_side(game, v, k));
    let by_figure = |key: &str| maybe(value, key, |v, k| read_figure(game, text(v, k)?));
    let who = || figure("figure");
    Ok(match text(value, "event")? {
        "round" => Event::Round {
            number: small(value, "number")?,
        },
        "first" => Event::First {
            side: read_side(game, value, "side")?,
        },
        "step" => Event::Step {
            side: by_side("side")?,
            step: step_word(text(value, "step")?),
        },
        "passed" => Event::Passed {
            side: read_side(game, value, "side")?,
        },
        "allowed" => Event::Allowed {
            side: read_side(game, value, "side")?,
            figures: small(value, "figures")?,
        },
        "activated" => Event::Activated { who: who()? },
        "rolled" => Event::Rolled(read_rolled(game, value)?),
        "placed" => Event::Placed {
            who: who()?,
            to: at("to")?,
            aboard: by_figure("aboard")?,
            facing: read_facing(game, text(value, "facing")?)?,
        },
        "moved" => Event::Moved {
            who: who()?,
            path: path("path")?,
            cost: small(value, "cost")?,
        },
        "left" => Event::Left { who: who()? },
        "boarded" => Event::Boarded {
            who: who()?,
            mount: figure("mount")?,
        },
        "alighted" => Event::Alighted {
            who: who()?,
            to: at("to")?,
        },
        "faced" => Event::Faced {
            who: who()?,
            facing: read_facing(game, text(value, "facing")?)?,
        },
        "flew" => Event::Flew {
            who: who()?,
            aloft: flag(value, "aloft")?,
        },
        "struck" => Event::Struck {
            who: who()?,
            how: named(&How::ALL, How::name, text(value, "how")?)?,
            at: goal()?,
        },
        "hit" => Event::Hit {
            who: who()?,
            at: goal()?,
        },
        "missed" => Event::Missed {
            who: who()?,
            at: goal()?,
        },
        "saved" => Event::Saved { at: goal()? },
        "wounded" => Event::Wounded {
            who: who()?,
            left: small(value, "left")?,
        },
        "defeated" => Event::Defeated {
            who: who()?,
            by: by_side("by")?,
        },
        "disabled" => Event::Disabled { who: who()? },
        "recruited" => Event::Recruited {
            who: who()?,
            side: read_side(game, value, "side")?,
        },
        "summoned" => Event::Summoned {
            who: who()?,
            by: figure("by")?,
            to: at("to")?,
        },
        "fled" => Event::Fled {
            who: who()?,
            path: path("path")?,
        },
        "pushed" => Event::Pushed {
            who: who()?,
            path: path("path")?,
        },
        "rerolled" => Event::Rerolled {
            giver: figure("giver")?,
            who: who()?,
        },
        "guarded" => Event::Guarded { who: who()? },
        "item" => Event::Item {
            item: read_listed("item", &item_names(game), text(value, "item")?)
                .ok_or("there is no such item")?,
            holder: match read_target(game, text(value, "holder")?)? {
                Target::Figure(figure) => Holder::Figure(figure),
                Target::Space(at) => Holder::Space(at),
                _ => return Err("an item lies on a space or is with a figure".to_owned()),
            },
        },
        "device" => Event::Device {
            device: read_listed("device", &device_names(game), text(value, "device")?)
                .ok_or("there is no such device")?,
            who: who()?,
        },
        "changed" => Event::Changed(read_changed(game, value)?),
        "laid" => Event::Laid {
            terrain: read_terrain(game, text(value, "terrain")?)?,
            spaces: path("spaces")?.into_iter().collect(),
        },
        "lifted" => Event::Lifted {
            spaces: path("spaces")?.into_iter().collect(),
        },
        "scored" => Event::Scored {
            side: read_side(game, value, "side")?,
            halves: value
                .get("points")
                .and_then(Value::as_f64)
                .map(|p| (p * 2.0).round() as i32)
                .ok_or("\"points\" must be a number")?,
        },
        "noted" => Event::Noted {
            who: who()?,
            note: small(value, "note")?,
        },
        "chosen" => Event::Chosen {
            who: by_figure("figure")?,
            choice: read_choice(text(value, "choice")?)?,
        },
        "ended" => Event::Ended(read_ended(game, value)?),
        other => return Err(format!("there is no event {other:?}")),
    })
}

fn read_rolled(game: &Game, value: &Object) -> Result<Roll, Unread> {
    let small_signed = |key: &str| -> Result<i8, Unread> {
        value
            .get(key)
            .and_then(Value::as_i64)
            .and_then(|n| i8::try_from(n).ok())
            .ok_or_else(|| format!("\"{key}\" must be a small whole number"))
    };
    Ok(Roll {
        purpose: named(&Purpose::ALL, Purpose::name, text(value, "purpose")?)?,
        by: maybe(value, "figure", |v, k| read_figure(game, text(v, k)?))?,
        side: maybe(value, "side", |v, k| read_side(game, v, k))?,
        faces: read_faces(value)?,
        natural: small(value, "natural")?,
        bonus: small_signed("bonus")?,
        need: maybe(value, "need", |_, k| small_signed(k))?,
        success: maybe(value, "success", flag)?,
    })
}

fn read_changed(game: &Game, value: &Object) -> Result<Change, Unread> {
    let at = || read_space(game, text(value, "space")?);
    let between = || read_border(game, text(value, "border")?);
    Ok(match text(value, "change")? {
        "ruined" => Change::Ruined(at()?),
        "hit" => Change::Hit(at()?, small(value, "hits")?),
        "laid" => Change::Laid(at()?, read_terrain(game, text(value, "terrain")?)?),
        "removed" => {
            let (a, b) = between()?;
            Change::Removed(a, b)
        }
        "door" => {
            let (a, b) = between()?;
            Change::Door(a, b, flag(value, "open")?)
        }
        other => return Err(format!("there is no change {other:?}")),
    })
}

fn read_ended(game: &Game, value: &Object) -> Result<Outcome, Unread> {
    let mut winners = 0;
    for winner in value
        .get("winners")
        .and_then(Value::as_array)
        .ok_or("\"winners\" must be a list of sides")?
    {
        let winner = winner
            .as_u64()
            .filter(|w| (1..=game.sides().len().min(8) as u64).contains(w))
            .ok_or("\"winners\" must be a list of sides")?;
        winners |= 1 << (winner - 1);
    }
    Ok(Outcome {
        winners,
        reason: named(&Reason::ALL, Reason::name, text(value, "reason")?)?,
        rounds: small(value, "rounds")?,
    })
}

/// Words of rulesets for their steps, as events hold them.
const STEPS: [&str; 16] = [
    "deployment",
    "initiative",
    "move",
    "movement",
    "shoot",
    "distance",
    "fight",
    "hand to hand",
    "skill",
    "skills",
    "activation",
    "turn",
    "attack",
    "act",
    "end",
    "return",
];

/// A step's word that lasts as long as the program: a record has few different ones.
fn step_word(text: &str) -> &'static str {
    STEPS
        .into_iter()
        .find(|s| *s == text)
        .unwrap_or_else(|| Box::leak(text.chars().take(40).collect::<String>().into_boxed_str()))
}

// ---- the whole position ----

/// The whole position as JSON.
pub fn state(game: &Game) -> Object {
    let status = game.status();
    let grid = game.board().grid();
    let sides: Value = game
        .all_sides()
        .map(|s| {
            let setup = &game.sides()[s.index()];
            json!({
                "side": s.0 + 1,
                "name": setup.name,
                "team": setup.team,
                "seat": setup.seat,
                "points": points(game.scores()[s.index()]),
                "force_points": points(setup.points),
            })
        })
        .collect();
    let figures: Value = game.all().map(|f| figure_state(game, f)).collect();
    let items: Value = (0..game.items().len() as u8)
        .map(|i| json!({"item": item(game, i), "holder": holder(game, game.item(i))}))
        .collect();
    let devices: Value = game
        .devices()
        .iter()
        .enumerate()
        .map(|(i, d)| {
            json!({
                "device": device(game, i as u8),
                "at": grid.name(d.at),
                "used": game.device_used(i as u8),
            })
        })
        .collect();
    object([
        ("round", json!(status.round)),
        ("rounds", json!(status.rounds)),
        ("step", json!(status.step)),
        ("turn", status.turn.map_or(Value::Null, side)),
        ("sides", sides),
        ("figures", figures),
        ("items", items),
        ("devices", devices),
        (
            "outcome",
            game.outcome()
                .as_ref()
                .map_or(Value::Null, |o| ended(o).into()),
        ),
        ("decision", ask(game, &game.decision()).into()),
        ("digest", json!(digest(game))),
    ])
}

fn figure_state(game: &Game, figure: Fig) -> Value {
    let shown = game.shown(figure);
    let place = match game.place(figure) {
        Place::Reserve => "reserve",
        Place::On => "on",
        Place::Out => "out",
        Place::Gone => "gone",
    };
    let on = game.place(figure) == Place::On;
    let when = |value: Value| if on { value } else { Value::Null };
    json!({
        "figure": game.label(figure),
        "name": shown.name,
        "side": side(game.side(figure)),
        "place": place,
        "at": when(json!(space(game, game.at(figure)))),
        "facing": when(facing(game, game.facing(figure))),
        "aloft": game.aloft(figure),
        "aboard": game.aboard(figure).map_or(Value::Null, |m| json!(game.label(m))),
        "kind": shown.kind,
        "size": shown.size,
        "words": shown.words,
        "status": shown.status,
        "health": shown.health,
        "points": points(shown.points),
    })
}

/// The digest of a state as records write it.
pub fn digest(game: &Game) -> String {
    format!("{:016x}", game.digest())
}

/// The `result` line of a record.
pub fn result(game: &Game, outcome: &Outcome, seed: u64) -> Object {
    let lost: Vec<usize> = game
        .all_sides()
        .map(|s| {
            game.all()
                .filter(|f| game.first_side(*f) == s && game.place(*f) == Place::Gone)
                .count()
        })
        .collect();
    let scores: Vec<Value> = game.scores().iter().map(|h| points(*h)).collect();
    let mut out = object([("type", json!("result"))]);
    out.extend(ended(outcome));
    out.extend(object([
        ("points", json!(scores)),
        ("lost", json!(lost)),
        ("digest", json!(digest(game))),
        ("seed", json!(seed)),
    ]));
    out
}
