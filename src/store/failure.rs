//! Errors, as sentences for people.

use crate::files::image;
use std::path::PathBuf;

/// Wrong usage or unreadable input: one clear paragraph, exit code 2.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Something about a file or an option, said in full.
    #[error("{0}")]
    Message(String),
    /// A fault in a text file.
    #[error(transparent)]
    Fault(#[from] crate::source::Fault),
    /// A line of a record that cannot be read.
    #[error(transparent)]
    Damaged(#[from] crate::play::record::Damaged),
    /// A map names a picture that cannot be used.
    #[error(transparent)]
    Picture(#[from] PictureError),
    /// A map cannot be drawn.
    #[error(transparent)]
    Undrawn(#[from] Undrawn),
    /// An error of a layer that builds on this one.
    #[error(transparent)]
    Other(Box<dyn std::error::Error + Send + Sync>),
    /// Reading or writing failed.
    #[error("{what}: {}", in_words(error))]
    Io {
        /// The attempt, with the file's name.
        what: String,
        /// The system's error.
        error: std::io::Error,
    },
}

/// What the system says about a file, in words without its number; what would be right, where that
/// is known.
pub fn in_words(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    let words = match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder",
        ErrorKind::PermissionDenied => {
            "this user may not do that; change the permissions of the file"
        }
        ErrorKind::IsADirectory => "this is a folder; name a file",
        ErrorKind::NotADirectory => "a part of the path is no folder",
        ErrorKind::StorageFull => "the disk is full; make room and try again",
        ErrorKind::FileTooLarge => "the file would become larger than this system allows",
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only; name a file elsewhere",
        ErrorKind::InvalidFilename => "this is no name that a file can have",
        _ => {
            let said = error.to_string();
            return match said.split_once(" (os error ") {
                Some((said, _)) => said.to_lowercase(),
                None => said,
            };
        }
    };
    words.to_owned()
}

#[cfg(feature = "draw")]
impl From<crate::print::PrintError> for Failure {
    fn from(error: crate::print::PrintError) -> Self {
        Failure::Undrawn(error.into())
    }
}

impl Failure {
    /// A failure with a complete message.
    pub fn message(what: impl Into<String>) -> Self {
        Failure::Message(what.into())
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

/// Why a picture that a map names cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("picture {named:?}: {why}")]
pub struct PictureError {
    /// Its name in the map.
    pub named: String,
    /// What is wrong with it.
    pub why: Unusable,
}

/// Why a picture is of no use.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// Its name leads to no file below a folder.
    #[error("it lies outside the map's folder; copy it into that folder")]
    Outside,
    /// Its name is that of a link.
    #[error("it is a link to a place outside the map's folder; copy the file into that folder")]
    Link,
    /// It lies in another folder.
    #[error("it lies in {}, outside the map's folder; copy it into the map's folder", .0.display())]
    Elsewhere(PathBuf),
    /// The system does not open it.
    #[error("it cannot be read ({0})")]
    Unread(String),
    /// It is too long, or reading it failed.
    #[error(transparent)]
    File(Box<Failure>),
    /// It is of no known kind, damaged or too large.
    #[error(transparent)]
    Content(image::PictureFault),
}

/// Why a map cannot be drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Undrawn {
    /// Its spaces would have too few pixels.
    #[error("the map is too large to draw")]
    TooLarge,
    /// The picture or page cannot be made.
    #[cfg(feature = "draw")]
    #[error(transparent)]
    Print(#[from] crate::print::PrintError),
    /// The program was built without the feature `draw`.
    #[error("this build cannot draw pictures")]
    NotInThisBuild,
}
