//! The part of the command line that the window needs where there is no command line: finding
//! files, options of a battle, records.

pub mod beside;
mod failure;
pub mod import;
pub mod library;
pub mod open;
pub mod opponents;
pub mod options;
pub mod output;
pub mod record_file;
pub mod suggest;

pub use failure::{Ended, Exit, Failure};

/// Nobody interrupts a browser.
mod interrupt {
    /// Nothing is recorded that could be named.
    pub fn recording(_name: Option<String>) {}
    /// Nothing waits.
    pub fn writing() {}
}
