//! skirmish: tabletop miniature battles on squares and hexes, with computer opponents.
//!
//! Boards, rules, opponents and records live in the package `skirmish-engine` (`src/engine`) and
//! are re-exported here. On top of it stand `book`, `look` → `print`, and `store` → `arena` →
//! `window` → `cli`. In a browser there is no `cli`.

pub use skirmish_engine::{
    ai, battle, board, dice, draft, files, muster, play, rules, scenario, shown, source, survey,
};

pub mod arena;
pub mod book;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
#[cfg(feature = "look")]
pub mod look;
#[cfg(feature = "draw")]
pub mod print;
pub mod store;
#[cfg(feature = "window")]
pub mod window;
