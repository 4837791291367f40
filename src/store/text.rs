//! Texts in files.

use super::{Failure, disk};
use crate::files::foreign::place;
use std::path::Path;

/// The longest file that is read, in bytes.
const LONGEST: u64 = 16 << 20;

/// The text of a file of at most [`LONGEST`] bytes.
///
/// # Errors
/// It is missing, not a file, too long, or not text.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    text(path, LONGEST, "a file")
}

/// The text of a file of at most `most` bytes; `what` names its kind in errors.
///
/// # Errors
/// It is missing, not a file, too long, or not text.
pub fn text(path: &Path, most: u64, what: &str) -> Result<String, Failure> {
    let shown = path.display();
    let bytes = disk::bytes(path, most, what)?;
    let binary = |at: usize, what: &str| {
        let (line, column) = place(&bytes, at);
        Failure::Message(format!(
            "{shown}:{line}:{column}: not a text file (byte {} is {what})",
            at + 1
        ))
    };
    if let Some(at) = bytes.iter().position(|b| *b == 0) {
        return Err(binary(at, "0"));
    }
    match std::str::from_utf8(&bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(error) => Err(binary(error.valid_up_to(), "not UTF-8 text")),
    }
}

/// A word as a shell takes it: quoted where it must be.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,=+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
