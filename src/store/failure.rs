//! Errors, as sentences for people.

/// Wrong usage or unreadable input: one clear paragraph, exit code 2.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Something about a file or an option, said in full.
    #[error("{0}")]
    Said(String),
    /// A fault in a text file.
    #[error(transparent)]
    Fault(#[from] crate::source::Fault),
    /// A line of a record that cannot be read.
    #[error(transparent)]
    Damaged(#[from] crate::play::record::Damaged),
    /// Reading or writing failed.
    #[error("{what}: {error}")]
    Io {
        /// The attempt, with the file's name.
        what: String,
        /// The system's error.
        error: std::io::Error,
    },
}

/// The window shows a failure as its sentence.
impl From<Failure> for String {
    fn from(failure: Failure) -> Self {
        failure.to_string()
    }
}

impl Failure {
    /// A failure with a complete message.
    pub fn said(what: impl Into<String>) -> Self {
        Failure::Said(what.into())
    }
    /// Writing to the standard output failed: perhaps nobody reads it any more.
    pub fn output(error: std::io::Error) -> Self {
        Failure::Io {
            what: "standard output".into(),
            error,
        }
    }
    /// Whether it is only that nobody reads the output any more (`| head`).
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Failure::Io { error, .. } if error.kind() == std::io::ErrorKind::BrokenPipe)
    }
}
