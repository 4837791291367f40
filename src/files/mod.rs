//! Map files, in and out, and the maps that ship with the program.
//!
//! Works on texts: it opens no file and knows no path.

pub mod builtin;
mod legend;
pub mod map;
mod map_text;
mod picture;
pub mod shipped;

pub use map_text::{cost_text, grid_name, level_sign, opacity_name, spans, use_name, write};
