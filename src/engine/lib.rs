//! The engine of skirmish: boards, rules, opponents and records, without a window or a terminal.
//!
//! Each layer imports only what stands left of it:
//! `shown` · `source` · `board` · `dice` → `battle` → `rules` → `scenario` → `ai` → `play`;
//! `files` and `survey` build on `board`, `draft` on `board` and `files`, `muster` on `rules`.
//! Nothing here uses a thread, a clock, a folder or the standard output.

#![warn(clippy::too_many_lines)]

pub mod ai;
pub mod battle;
pub mod board;
pub mod dice;
pub mod draft;
pub mod files;
pub mod muster;
pub mod play;
pub mod rules;
pub mod scenario;
pub mod shown;
pub mod source;
pub mod survey;
