//! Answers, questions and events in the table's words, as JSON: a figure is `"1.3"`, a space
//! `"C4"`, a border `"C4|C5"`, dice are their faces. Never an index.
//!
//! Reading what was written gives the same back.

mod answers;
mod error;
mod events;
mod position;
mod reading;

pub use answers::{answer, ask, read_answer, read_choice, who};
pub use error::WordError;
pub use events::{changed, event, event_of, seats};
pub use position::{digest, result, state};
pub use reading::read_event;

use crate::battle::{Fig, HalfPoints, Holder, Side, Target};
use crate::board::{Facing, Space, TerrainId};
use crate::rules::Game;
use serde_json::{Map, Value, json};

/// A JSON object.
pub type Object = Map<String, Value>;

/// An object of some pairs.
pub(in crate::play) fn object(pairs: impl IntoIterator<Item = (&'static str, Value)>) -> Object {
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

/// Points as a number.
pub fn points(points: HalfPoints) -> Value {
    match points.0 % 2 {
        0 => json!(points.floor()),
        _ => json!(f64::from(points.0) / 2.0),
    }
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
pub fn read_figure(game: &Game, text: &str) -> Result<Fig, WordError> {
    game.labelled(text.trim()).ok_or_else(|| {
        let known = game
            .all_sides()
            .map(|s| {
                let many = game.all().filter(|f| game.first_side(*f) == s).count();
                format!("{0}.1 to {0}.{many}", s.0 + 1)
            })
            .collect();
        WordError::Figure {
            text: text.to_owned(),
            known,
        }
    })
}

/// Reads a space's name.
///
/// # Errors
/// When the board has none of that name.
pub fn read_space(game: &Game, text: &str) -> Result<Space, WordError> {
    let grid = game.board().grid();
    grid.named(text.trim()).ok_or_else(|| {
        let last = grid
            .at(i64::from(grid.columns) - 1, i64::from(grid.rows) - 1)
            .map_or_else(String::new, |s| grid.name(s));
        WordError::Space {
            text: text.to_owned(),
            last,
        }
    })
}

/// Reads a border, lower space first.
///
/// # Errors
/// When it is not two spaces of the board.
pub fn read_border(game: &Game, text: &str) -> Result<(Space, Space), WordError> {
    let (a, b) = text
        .split_once('|')
        .ok_or_else(|| WordError::Border(text.to_owned()))?;
    let (a, b) = (read_space(game, a)?, read_space(game, b)?);
    Ok((a.min(b), a.max(b)))
}

/// Reads a target: a figure, a space, a border or a device.
///
/// # Errors
/// When it is none of these.
pub fn read_target(game: &Game, text: &str) -> Result<Target, WordError> {
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
    let devices = device_names(game).into_iter();
    Err(WordError::Target {
        text: text.to_owned(),
        devices: devices.map(str::to_owned).collect(),
    })
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
pub fn read_facing(game: &Game, text: &str) -> Result<Facing, WordError> {
    let grid = game.board().grid();
    let text = text.trim();
    grid.facing_named(text)
        .or_else(|| grid.facing_named(&text.to_ascii_uppercase()))
        .ok_or_else(|| WordError::Direction {
            text: text.to_owned(),
            known: grid.facing_names().to_vec(),
        })
}

/// The name of a kind of terrain of the board.
pub fn terrain(game: &Game, id: TerrainId) -> &str {
    let known = &game.board().map().terrains;
    known.get(usize::from(id.0)).map_or("", |kind| &kind.name)
}

fn read_terrain(game: &Game, name: &str) -> Result<TerrainId, WordError> {
    let known = &game.board().map().terrains;
    let found = known.iter().position(|kind| kind.name == name);
    found
        .and_then(|i| u8::try_from(i).ok())
        .map(TerrainId)
        .ok_or_else(|| WordError::Terrain(name.to_owned()))
}

/// Spaces by name, one after the other: `C4, D4`.
pub fn spaces(game: &Game, all: &[Space]) -> String {
    let names: Vec<String> = all.iter().map(|at| space(game, *at)).collect();
    names.join(", ")
}
