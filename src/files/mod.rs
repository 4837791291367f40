//! Map files, in and out, and the maps that ship with the program.
//!
//! Works on texts: it opens no file and knows no path.

pub mod builtin;
pub mod map;
mod map_text;
pub mod shipped;

pub use map_text::{spans, write};
