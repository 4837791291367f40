//! Answers and questions as JSON.

use super::{
    Object, WordError, border, facing, item, object, read_border, read_facing, read_figure,
    read_space, read_target, side, space, target,
};
use crate::battle::{Answer, Ask, Choice, Decision, Fig, How, Side, Target, Topic, Who};
use crate::dice::Faces;
use crate::rules::Game;
use serde_json::{Value, json};

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
        Answer::MoveAndShut { who, to, door } => {
            put("do", json!("move"));
            put("figure", json!(game.label(*who)));
            put("to", json!(space(game, *to)));
            put("shut", json!(border(game, door.0, door.1)));
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

pub(super) fn text<'v>(value: &'v Object, key: &str) -> Result<&'v str, WordError> {
    match value.get(key) {
        Some(Value::String(text)) => Ok(text),
        Some(other) => Err(WordError::NotText {
            key: key.to_owned(),
            found: other.to_string(),
        }),
        None => Err(WordError::Missing(key.to_owned())),
    }
}

fn number(value: &Object, key: &str) -> Result<u64, WordError> {
    value
        .get(key)
        .ok_or_else(|| WordError::Missing(key.to_owned()))?
        .as_u64()
        .ok_or_else(|| WordError::not(key, "a whole number"))
}

pub(super) fn small<T: TryFrom<u64>>(value: &Object, key: &str) -> Result<T, WordError> {
    T::try_from(number(value, key)?).map_err(|_| WordError::TooLarge(key.to_owned()))
}

pub(super) fn read_side(game: &Game, value: &Object, key: &str) -> Result<Side, WordError> {
    let number = number(value, key)?;
    let most = game.sides().len() as u64;
    if (1..=most).contains(&number) {
        Ok(Side(number as u8 - 1))
    } else {
        Err(WordError::Side { number, most })
    }
}

fn figure_of(game: &Game, value: &Object) -> Result<Fig, WordError> {
    read_figure(game, text(value, "figure")?)
}

/// Reads an answer. Fields that do not belong to it are left alone.
///
/// # Errors
/// What is missing or not understood. Whether the answer is legal is the rules' business.
pub fn read_answer(game: &Game, value: &Value) -> Result<Answer, WordError> {
    let Value::Object(value) = value else {
        return Err(WordError::NoObject(value.to_string()));
    };
    let verb = text(value, "do")?;
    Ok(match verb {
        "side" => Answer::Side(read_side(game, value, "side")?),
        "move" if value.contains_key("shut") => Answer::MoveAndShut {
            who: figure_of(game, value)?,
            to: read_space(game, text(value, "to")?)?,
            door: read_border(game, text(value, "shut")?)?,
        },
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
                .ok_or_else(|| WordError::Action {
                    text: other.to_owned(),
                    ways: How::ALL.iter().map(|h| h.name()).collect(),
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
pub fn read_choice(text: &str) -> Result<Choice, WordError> {
    let said = text.trim().to_lowercase().replace("armor", "armour");
    Choice::ALL
        .into_iter()
        .find(|c| c.name() == said)
        .ok_or_else(|| WordError::Choice {
            text: text.to_owned(),
            known: Choice::ALL.iter().map(|c| c.name()).collect(),
        })
}

pub(super) fn read_faces(value: &Object) -> Result<Faces, WordError> {
    let expected = "a list of the numbers on the dice, such as [4,2]";
    let bad = || WordError::not("faces", expected);
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
                put("to_hit", json!(need));
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
