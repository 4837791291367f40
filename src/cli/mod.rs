//! The command line: options in, lines or JSON out. One file a verb; no rule here.

pub mod board_text;
pub mod map;
mod map_query;
pub mod odds;
pub mod open;

/// How a command ended, for the exit code.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// 0: done.
    Done,
    /// 1: what was asked about is not so.
    No,
}

/// Wrong usage or unreadable input: one clear paragraph, exit code 2.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Something about a file or an option, said in full.
    #[error("{0}")]
    Said(String),
    /// A fault in a text file.
    #[error(transparent)]
    Fault(#[from] crate::source::Fault),
    /// Reading or writing failed.
    #[error("{what}: {error}")]
    Io {
        /// What was being done, with the file's name.
        what: String,
        /// The system's word.
        error: std::io::Error,
    },
}

/// What every command returns.
pub type Ended = Result<Exit, Failure>;
