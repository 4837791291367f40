//! Events as JSON.

use super::{
    Object, border, device, facing, holder, item, object, points, side, space, target, terrain,
};
use crate::battle::{Event, Fig, Outcome, Roll, Sides, Target};
use crate::board::{Change, Space};
use crate::play::matches::Applied;
use crate::rules::Game;
use serde_json::{Value, json};

/// An event as JSON: `{"event":"moved","figure":"1.3","path":["A1","B2"],"cost":1}`.
#[expect(clippy::too_many_lines, reason = "a table")]
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
            object([("side", side(*s)), ("figures", json!(figures.number()))]),
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
        Event::TakenBack { who } => ("taken-back", object([("figure", label(*who))])),
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
        Event::Landed { who, at: place } => (
            "landed",
            object([
                ("figure", label(*who)),
                ("at", place.map_or(Value::Null, at)),
            ]),
        ),
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
        Event::Captured { who, side: s } => (
            "captured",
            object([("figure", label(*who)), ("side", side(*s))]),
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
        Event::Scored { side: s, points: p } => (
            "scored",
            object([("side", side(*s)), ("points", points(*p))]),
        ),
        Event::Noted { who, note } => (
            "noted",
            object([
                ("figure", label(*who)),
                ("note", json!(note.number)),
                ("note_word", json!(note.word)),
            ]),
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

/// An event as JSON, where a roll also says what the question said: the unmodified result that was
/// needed on a die (`to_hit`).
pub fn event_of(game: &Game, applied: &Applied, event: &Event) -> Object {
    let mut out = self::event(game, event);
    if let (Event::Rolled(_), Some(needed)) = (event, applied.needed) {
        out.insert("to_hit".to_owned(), json!(needed));
    }
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
        Change::Worn(a, b, hits) => object([
            ("change", json!("hit")),
            ("border", json!(border(game, a, b))),
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

/// The sides of some bits, counted from 1.
pub fn seats(sides: Sides) -> Vec<u8> {
    sides.iter().map(|side| side.0 + 1).collect()
}

pub(super) fn ended(outcome: &Outcome) -> Object {
    object([
        ("winners", json!(seats(outcome.winners))),
        ("reason", json!(outcome.reason.name())),
        ("rounds", json!(outcome.rounds)),
    ])
}
