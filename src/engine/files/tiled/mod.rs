//! Maps of Tiled: TMX (XML) and TMJ (JSON), in and out.
//!
//! `tmx` and `tmj` read the two spellings into one [`Doc`]; `data` unpacks layers; `meaning`
//! makes a map of it, with `frame` for where tiles lie, `objects` for what was drawn freely,
//! `solid` for collision shapes, `colour` for tiles that no word names and `template` for what
//! objects leave to files of their own;
//! `write` writes TMX that reads back as the same map.

mod colour;
mod data;
mod doc;
mod frame;
mod json;
mod meaning;
mod objects;
mod solid;
mod tally;
mod template;
mod tmj;
mod tmx;
mod write;

use super::input::Input;
use super::notes::Notes;
use crate::board::Map;
use crate::source::Fault;

pub use write::{Tiles, tiles, write};

/// Reads a map of Tiled.
///
/// # Errors
/// It is damaged, too large, or refers outside its folder.
pub fn read(json: bool, input: &mut Input) -> Result<(Map, Notes), Fault> {
    let mut doc = if json {
        tmj::read(input)?
    } else {
        tmx::read(input)?
    };
    template::fill(&mut doc, input)?;
    meaning::map(doc, input)
}
