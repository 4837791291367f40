//! Why a script stopped.

use std::fmt::Display;

/// Why a script came to a stop, with its line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The window is not as the line has it: there is no such control, it is switched off, the text
    /// is not on the screen.
    #[error("{0}")]
    NotSo(String),
    /// The line makes no sense on this board, or what it asks for cannot be written.
    #[error("{0}")]
    Wrong(String),
}

impl Stop {
    /// A line that makes no sense, for this reason.
    pub(super) fn wrong(why: impl Display) -> Self {
        Stop::Wrong(why.to_string())
    }
    pub(super) fn at(self, place: &str) -> Self {
        match self {
            Stop::NotSo(what) => Stop::NotSo(format!("{place}: {what}")),
            Stop::Wrong(what) => Stop::Wrong(format!("{place}: {what}")),
        }
    }
}
