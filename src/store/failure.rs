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
    /// A map names a picture that cannot be used.
    #[error(transparent)]
    Picture(#[from] super::beside::PictureError),
    /// A map cannot be drawn.
    #[error(transparent)]
    Undrawn(#[from] super::export::Undrawn),
    /// An error of a layer that builds on this one.
    #[error(transparent)]
    Other(Box<dyn std::error::Error + Send + Sync>),
    /// Reading or writing failed.
    #[error("{what}: {error}")]
    Io {
        /// The attempt, with the file's name.
        what: String,
        /// The system's error.
        error: std::io::Error,
    },
}

#[cfg(feature = "draw")]
impl From<crate::print::PrintError> for Failure {
    fn from(error: crate::print::PrintError) -> Self {
        Failure::Undrawn(error.into())
    }
}

impl Failure {
    /// A failure with a complete message.
    pub fn said(what: impl Into<String>) -> Self {
        Failure::Said(what.into())
    }
    /// The failure of a command that an error explains in full.
    pub fn of(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Failure::Other(Box::new(error))
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
