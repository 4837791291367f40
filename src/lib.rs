//! skirmish: tabletop miniature battles on squares and hexes, with computer opponents.
//!
//! The layers, each importing only what stands left of it:
//! `board · dice` → `battle` → `rules` → `scenario` → `ai` → `play` → `arena` → `cli`, `window`;
//! `files`, `survey`, `look` and `print` hang on `board`; `draft` on `board` and `files`.

pub mod ai;
#[cfg(not(target_arch = "wasm32"))]
pub mod arena;
pub mod battle;
pub mod board;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
#[cfg(target_arch = "wasm32")]
#[path = "cli/browser.rs"]
pub mod cli;
pub mod dice;
pub mod draft;
pub mod files;
#[cfg(feature = "look")]
pub mod look;
pub mod muster;
pub mod play;
#[cfg(feature = "print")]
pub mod print;
pub mod rules;
pub mod scenario;
pub mod source;
pub mod survey;
#[cfg(feature = "window")]
pub mod window;
