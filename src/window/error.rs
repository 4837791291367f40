//! Why the window cannot do what it is asked for, in sentences for the person.

use super::file_name::NameError;
use super::link::LinkError;
use crate::battle::Refused;
use crate::play::record::Damaged;
use crate::shown::short;
use crate::source::Fault;
use crate::store::Failure;

/// Why a screen cannot be opened, or a battle, a map or a force cannot be begun, changed or kept.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// A file, a record or a text of a battle cannot be read or written.
    #[error(transparent)]
    Store(#[from] Failure),
    /// A link cannot be read, or cannot hold the battle.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// Something cannot have the name that was typed.
    #[error(transparent)]
    Name(#[from] NameError),
    /// The rules refuse an answer.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// A record cannot be resumed, because the rules of this version differ from it.
    #[error(transparent)]
    Differs(#[from] Differs),
    /// The set-up gives a side to a program on the standard input.
    #[error("a program on the standard input cannot play in the window: choose another opponent")]
    StdinSeat,
    /// The set-up gives a side to an outside program.
    #[error("a program cannot play in the window: choose another opponent")]
    ProgramSeat,
    /// The field of the seed holds something else.
    #[error("the seed {0:?} must be a whole number")]
    Seed(String),
    /// The file ends like a saved battle, and is none.
    #[error("{} is not a saved battle.", short(.0))]
    NotABattle(String),
    /// The bytes of a file are no UTF-8 text.
    #[error("{} is not a text file.", short(.0))]
    NotText(String),
    /// The force is none of the player's own files.
    #[error("only your own forces can be duplicated")]
    NotOwnForce,
    /// All names for copies of the force are taken.
    #[error("there are too many copies of this force already")]
    TooManyCopies,
    /// The force has an error, so it has no roster.
    #[error("the roster needs a force without errors: {}", .0.what)]
    FaultyForce(Fault),
    /// The scenario names no map to be opened with it.
    #[error("the scenario {0} fits any map: open a map and choose the scenario there")]
    FitsAnyMap(String),
    /// The journal of unsaved changes is damaged.
    #[error("the unsaved changes cannot be read ({why}); they are kept in {aside}")]
    Journal {
        /// What is wrong with it.
        why: String,
        /// The file into which it was put aside.
        aside: String,
    },
    /// Another window has the saved battle open.
    #[error("{0} is open in another skirmish window: close it there first")]
    InUse(String),
    /// The system names no data folder.
    #[error("There is no folder to keep files in.")]
    NoDataFolder,
}

impl From<Fault> for WindowError {
    fn from(fault: Fault) -> Self {
        WindowError::Store(fault.into())
    }
}

impl From<Damaged> for WindowError {
    fn from(damaged: Damaged) -> Self {
        WindowError::Store(damaged.into())
    }
}

impl From<WindowError> for Failure {
    fn from(error: WindowError) -> Self {
        match error {
            WindowError::Store(failure) => failure,
            other => Failure::of(other),
        }
    }
}

/// Where a record differs from what the rules of this version make of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{file}:{line}: move {number} differs from the rules of this version ({what}). From there on the battle is shown as it was saved."
)]
pub struct Differs {
    /// The record.
    pub file: String,
    /// The line of the answer, from 1.
    pub line: usize,
    /// The number of the answer in the battle.
    pub number: u64,
    /// How its events differ.
    pub what: String,
}
