//! Reading events that were written.

use super::answers::{read_faces, read_side, small, text};
use super::{
    Object, WordError, device_names, item_names, read_border, read_choice, read_facing,
    read_figure, read_listed, read_space, read_target, read_terrain,
};
use crate::battle::{
    Allowance, Event, HalfPoints, Holder, How, Note, Outcome, Purpose, Reason, Roll, Sides, Target,
};
use crate::board::{Change, Space};
use crate::rules::Game;
use serde_json::Value;

fn flag(value: &Object, key: &str) -> Result<bool, WordError> {
    value
        .get(key)
        .and_then(Value::as_bool)
        .ok_or_else(|| WordError::not(key, "true or false"))
}

/// Reads something that may be missing or null.
fn maybe<T>(
    value: &Object,
    key: &str,
    read: impl FnOnce(&Object, &str) -> Result<T, WordError>,
) -> Result<Option<T>, WordError> {
    match value.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(_) => read(value, key).map(Some),
    }
}

fn named<T: Copy>(all: &[T], name: fn(T) -> &'static str, text: &str) -> Result<T, WordError> {
    all.iter()
        .copied()
        .find(|t| name(*t) == text)
        .ok_or_else(|| WordError::Word(text.to_owned()))
}

/// As `named`, or one of the words that the ruleset adds.
fn own<T: Copy>(
    all: &[T],
    name: fn(T) -> &'static str,
    words: &'static [&'static str],
    make: fn(&'static str) -> T,
    text: &str,
) -> Result<T, WordError> {
    match words.iter().find(|word| **word == text) {
        Some(word) => Ok(make(word)),
        None => named(all, name, text),
    }
}

/// Reads an event.
///
/// # Errors
/// What is missing or not understood.
#[expect(clippy::too_many_lines, reason = "a table")]
pub fn read_event(game: &Game, value: &Object) -> Result<Event, WordError> {
    let figure = |key: &str| read_figure(game, text(value, key)?);
    let at = |key: &str| read_space(game, text(value, key)?);
    let goal = || {
        maybe(value, "at", |v, k| read_target(game, text(v, k)?))
            .map(|at| at.unwrap_or(Target::Nothing))
    };
    let path = |key: &str| -> Result<Vec<Space>, WordError> {
        let bad = || WordError::not(key, "a list of spaces, such as [\"C4\",\"C5\"]");
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
            step: step_word(game, text(value, "step")?)?,
        },
        "passed" => Event::Passed {
            side: read_side(game, value, "side")?,
        },
        "captured" => Event::Captured {
            who: who()?,
            side: read_side(game, value, "side")?,
        },
        "allowed" => Event::Allowed {
            side: read_side(game, value, "side")?,
            figures: Allowance::numbered(small(value, "figures")?),
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
        "taken-back" => Event::TakenBack { who: who()? },
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
        "landed" => Event::Landed {
            who: who()?,
            at: maybe(value, "at", |v, k| read_space(game, text(v, k)?))?,
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
            item: read_listed("item", &item_names(game), text(value, "item")?).ok_or(
                WordError::NotOfBattle {
                    key: "item",
                    expected: "an item",
                },
            )?,
            holder: match read_target(game, text(value, "holder")?)? {
                Target::Figure(figure) => Holder::Figure(figure),
                Target::Space(at) => Holder::Space(at),
                _ => return Err(WordError::not("holder", "a space or a figure")),
            },
        },
        "device" => Event::Device {
            device: read_listed("device", &device_names(game), text(value, "device")?).ok_or(
                WordError::NotOfBattle {
                    key: "device",
                    expected: "a device",
                },
            )?,
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
            points: value
                .get("points")
                .and_then(Value::as_f64)
                .map(|p| HalfPoints((p * 2.0).round() as i32))
                .ok_or_else(|| WordError::not("points", "a number"))?,
        },
        "noted" => Event::Noted {
            who: who()?,
            note: note(game, small(value, "note")?)?,
        },
        "chosen" => Event::Chosen {
            who: by_figure("figure")?,
            choice: read_choice(text(value, "choice")?)?,
        },
        "ended" => Event::Ended(read_ended(game, value)?),
        other => return Err(WordError::Event(other.to_owned())),
    })
}

fn read_rolled(game: &Game, value: &Object) -> Result<Roll, WordError> {
    let small_signed = |key: &str| -> Result<i8, WordError> {
        value
            .get(key)
            .and_then(Value::as_i64)
            .and_then(|n| i8::try_from(n).ok())
            .ok_or_else(|| WordError::not(key, "a whole number from -128 to 127"))
    };
    Ok(Roll {
        purpose: own(
            &Purpose::ALL,
            Purpose::name,
            game.purposes(),
            Purpose::Own,
            text(value, "purpose")?,
        )?,
        by: maybe(value, "figure", |v, k| read_figure(game, text(v, k)?))?,
        side: maybe(value, "side", |v, k| read_side(game, v, k))?,
        faces: read_faces(value)?,
        natural: small(value, "natural")?,
        bonus: small_signed("bonus")?,
        need: maybe(value, "need", |_, k| small_signed(k))?,
        success: maybe(value, "success", flag)?,
    })
}

fn read_changed(game: &Game, value: &Object) -> Result<Change, WordError> {
    let at = || read_space(game, text(value, "space")?);
    let between = || read_border(game, text(value, "border")?);
    Ok(match text(value, "change")? {
        "ruined" => Change::Ruined(at()?),
        "hit" if value.contains_key("border") => {
            let (a, b) = between()?;
            Change::Worn(a, b, small(value, "hits")?)
        }
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
        other => return Err(WordError::Change(other.to_owned())),
    })
}

fn read_ended(game: &Game, value: &Object) -> Result<Outcome, WordError> {
    let bad = || WordError::not("winners", "a list of sides, such as [1]");
    let mut winners = 0;
    for winner in value
        .get("winners")
        .and_then(Value::as_array)
        .ok_or_else(bad)?
    {
        let winner = winner
            .as_u64()
            .filter(|w| (1..=game.sides().len().min(8) as u64).contains(w))
            .ok_or_else(bad)?;
        winners |= 1 << (winner - 1);
    }
    Ok(Outcome {
        winners: Sides::from_bits(winners),
        reason: own(
            &Reason::ALL,
            Reason::name,
            game.reasons(),
            Reason::Own,
            text(value, "reason")?,
        )?,
        rounds: small(value, "rounds")?,
    })
}

/// The ruleset's note of a number.
fn note(game: &Game, number: u8) -> Result<Note, WordError> {
    let found = game.notes().iter().find(|note| note.number == number);
    found.copied().ok_or(WordError::Note(number))
}

/// The ruleset's word for a step.
fn step_word(game: &Game, text: &str) -> Result<&'static str, WordError> {
    let known = game.step_words();
    let found = known.iter().copied().find(|word| *word == text);
    found.ok_or_else(|| WordError::Step {
        text: text.to_owned(),
        known: known.to_vec(),
    })
}
