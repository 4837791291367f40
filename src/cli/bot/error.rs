//! Why a program cannot be started, and why one is given up.

/// Why a command cannot play.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// It has no words.
    #[error("cmd: needs a command, like cmd:\"python3 bot.py\"")]
    NoCommand,
    /// A quote is opened and not closed.
    #[error("{0:?} has an opening quote without a closing one")]
    OpenQuote(String),
    /// The system does not start it.
    #[error("{command:?} cannot be started: {error}")]
    System {
        /// The command.
        command: String,
        /// The system's error.
        error: std::io::Error,
    },
}

impl From<StartError> for crate::store::Failure {
    fn from(error: StartError) -> Self {
        Self::of(error)
    }
}

/// Why a program gets no more questions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Gone {
    /// It has ended.
    #[error("it has ended")]
    Ended,
    /// Its output is closed, and it runs on.
    #[error("it has closed its output")]
    ClosedOutput,
    /// Writing to its input failed.
    #[error("it no longer reads its input ({0})")]
    ClosedInput(String),
    /// It leaves this many bytes of its input unread.
    #[error("it does not read its input ({0} bytes wait)")]
    Unread(usize),
    /// It wrote a line of unlimited length.
    #[error("it wrote a line that does not end")]
    EndlessLine,
    /// It was late too often.
    #[error("it was late {times} times{}", if *.in_a_row { " in a row" } else { "" })]
    Late {
        /// How often.
        times: u32,
        /// Whether no answer was in time between them.
        in_a_row: bool,
    },
    /// A text of the battle cannot be sent to it.
    #[error(transparent)]
    Greeting(#[from] crate::source::Fault),
}
