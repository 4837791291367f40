//! Map files, in and out, ours and those of other programs; and the maps that ship with this one.
//!
//! Works on texts: it opens no file and knows no path.

pub mod backdrop;
pub mod builtin;
mod chain;
mod door_spaces;
pub mod foreign;
pub mod image;
mod input;
mod legend;
pub mod map;
mod map_text;
pub mod mapping;
mod megamek;
pub mod notes;
mod picture;
pub mod png;
pub mod propose;
pub mod shipped;
mod sketch;
pub(crate) mod snap;
pub mod tabletop;
pub mod tiled;
pub mod uvtt;
mod wesnoth;
mod wml;

pub use map_text::{cost_text, grid_name, level_sign, opacity_name, spans, use_name, write};
pub use sketch::{SizeFault, check_size};
