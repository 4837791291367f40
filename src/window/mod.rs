//! The window: play, watch, replay. It holds no rule: it shows decisions, answers, events, odds
//! and reasons, and every answer it gives is one that the battle has found legal.
//!
//! `shell` alone touches macroquad; `platform` alone touches clock, files and environment. All
//! the rest draws through egui and runs without a window.

mod app;
mod backdrop;
mod battle;
mod battle_screen;
mod board_view;
mod board_words;
mod book;
mod builder;
mod chances;
mod choice;
mod dialog;
mod editor;
mod error;
mod export_map;
mod file_name;
mod forces;
mod history;
pub mod keys;
pub mod link;
mod maps;
mod menu;
mod message;
mod new_battle;
mod open_file;
mod options;
mod panels;
mod picture;
mod platform;
mod saved;
pub mod script;
mod session;
mod settings;
mod shell;
mod signs;
mod stop;
mod table;
pub mod taken_in;
mod theme;
mod thumbs;
mod titles;
#[cfg(target_arch = "wasm32")]
pub mod web;
mod work;

pub use app::App;
pub use error::{Differs, WindowError};
pub use options::Options;
pub use picture::{FIGURES, OVERVIEW};
pub use platform::{DisplayError, display};
pub use script::rehearse;
pub use settings::damaged_files;
pub use shell::{Ended, OpenError, apart, at_once, changes, driver, marks, next_frame, open};
pub use table::{Piece, Sprites};
pub use theme::Looks;
