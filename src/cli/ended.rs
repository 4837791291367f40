//! How commands end.

use crate::store::Failure;

/// How a command ended, for the exit code.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Exit {
    /// 0: done.
    Done,
    /// 1: what was asked about is not so.
    No,
    /// 130: Ctrl-C, after what was under way has been brought to an end.
    Interrupted,
}

/// The result of every command.
pub type Ended = Result<Exit, Failure>;
