//! What the command line and the window share: finding files by path or by name, the data folder,
//! records on the disk, the options of a battle, opponents by name, lines of output.
//!
//! `disk` alone reaches the file system and the environment, `output` alone the standard output. In a
//! browser `browser` stands for `disk`, over what the page (`page`) keeps.

pub mod backup;
pub mod beside;
#[cfg(target_arch = "wasm32")]
pub mod browser;
#[cfg(not(target_arch = "wasm32"))]
pub mod disk;
pub mod export;
mod failure;
pub mod import;
pub mod interrupt;
pub mod ladder;
pub mod library;
pub mod opponents;
pub mod options;
pub mod output;
pub mod own;
#[cfg(target_arch = "wasm32")]
pub mod page;
pub mod record_file;
pub mod suggest;
pub mod text;

#[cfg(target_arch = "wasm32")]
pub use browser as disk;
pub use failure::{Failure, PictureError, Undrawn, Unusable};
