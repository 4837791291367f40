//! Why a text is no order.

use crate::cli::help::UnknownCommand;
use crate::play::words::WordError;

/// Why what was typed is no order; says what could be typed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OrderError {
    /// Nothing was typed.
    #[error("? lists all commands")]
    Empty,
    /// The first word is no command.
    #[error(transparent)]
    Command(#[from] UnknownCommand),
    /// A word names no figure, space, target, facing or choice of this battle.
    #[error(transparent)]
    Word(#[from] WordError),
    /// The text begins like JSON, and is none.
    #[error("this is not JSON: {0}")]
    Json(String),
    /// There is no choice of that number.
    #[error("{}", no_choice(typed, *choices))]
    NoChoice {
        /// The number with its sign.
        typed: String,
        /// How many choices there are.
        choices: usize,
    },
    /// A word is missing: what to name.
    #[error("name {0}")]
    Missing(&'static str),
    /// A figure can attack another in several ways.
    #[error("there are several ways to attack it; list {0} shows them with their numbers")]
    SeveralWays(String),
    /// Words follow that mean nothing there; this is the first one.
    #[error("nothing is expected at {0:?}; help COMMAND shows how a command is typed")]
    Left(String),
    /// The computer cannot answer for this long.
    #[error("\"auto {0}\" is not understood; there are auto, auto figure, auto step, auto rest")]
    Scope(String),
    /// The board cannot be turned by this angle.
    #[error("the board is turned by 90, 180 or 270 degrees, not by {0:?}")]
    Degrees(String),
    /// No die shows this.
    #[error("{0:?} is not what a die shows; type numbers, such as 4 2")]
    Face(String),
}

fn no_choice(typed: &str, choices: usize) -> String {
    match choices {
        0 => format!("there is no choice {typed} here"),
        n => format!("there is no choice {typed}; there are #1 to #{n} (list all)"),
    }
}
