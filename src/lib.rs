//! skirmish: tabletop miniature battles on squares and hexes, with computer opponents.
//!
//! Boards, rules, opponents and records live in the package `skirmish-engine` (`src/engine`); how boards
//! look and are printed (`look` → `print`) in `skirmish-draw` (`src/draw`). Both are re-exported here. On
//! top of them stand `book`, and `store` → `arena` → `window` → `cli`. In a browser there is no `cli`.

#[cfg(feature = "look")]
pub use skirmish_draw::look;
#[cfg(feature = "draw")]
pub use skirmish_draw::print;
pub use skirmish_engine::{
    ai, battle, board, dice, draft, files, muster, play, rules, scenario, shown, source, survey,
};

pub mod arena;
pub mod book;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
pub mod store;
#[cfg(feature = "window")]
pub mod window;
