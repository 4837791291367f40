//! The program's own files: settings, journals and the like, by their names in the data folder.

use super::disk::{self, Hold};
use super::{Failure, backup, text};
use crate::source::Source;
use std::path::{Path, PathBuf};

/// The longest own file that is read, in bytes.
const LONGEST: u64 = 1 << 30;

/// The path of a file in the data folder.
///
/// # Errors
/// If the system names no data folder.
pub fn path(name: &str) -> Result<PathBuf, Failure> {
    let none = || Failure::message("there is no folder for saved files: set SKIRMISH_HOME");
    place(name).ok_or_else(none)
}

/// The path of a file, if there is a data folder.
fn place(name: &str) -> Option<PathBuf> {
    disk::home().map(|home| home.join(name))
}

/// The text of a file, under its whole path; `None` if there is no such file.
///
/// # Errors
/// The file cannot be read as text.
pub fn read(name: &str) -> Result<Option<Source>, Failure> {
    let Some(path) = place(name).filter(|path| !disk::is_missing(path)) else {
        return Ok(None);
    };
    let text = text::text(&path, LONGEST, "a file")?;
    Ok(Some(Source::new(path.display().to_string(), text)))
}

/// The text of a file, if it can be read.
pub fn load(name: &str) -> Option<String> {
    Some(read(name).ok()??.text)
}

/// Reads what `keep` wrote; `None` if there is no such file.
///
/// # Errors
/// What is wrong with the file, and where.
pub fn recall<T: serde::de::DeserializeOwned>(name: &str) -> Result<Option<T>, Failure> {
    let parse = |source: Source| source.parse().map_err(Failure::Fault);
    read(name)?.map(parse).transpose()
}

/// Keeps something in a file. A file of that name that cannot be read is put aside first.
///
/// # Errors
/// The system's error, with the file's name.
pub fn keep<T: serde::Serialize + serde::de::DeserializeOwned>(
    name: &str,
    what: &T,
) -> Result<(), Failure> {
    let text = toml::to_string(what).map_err(|error| Failure::message(error.to_string()))?;
    if recall::<T>(name).is_err()
        && let Some(path) = place(name)
    {
        backup::put_aside(&path, &path.with_file_name(damaged(name)))?;
    }
    write(name, &text).map(|_| ())
}

/// The name under which a damaged file is put aside.
pub fn damaged(name: &str) -> String {
    format!("{name}.damaged")
}

/// Writes a text to a file, whole or not at all; returns the file's path.
///
/// # Errors
/// The system's error, with the file's name.
pub fn write(name: &str, text: &str) -> Result<PathBuf, Failure> {
    let path = path(name)?;
    disk::write(&path, text.as_bytes())?;
    Ok(path)
}

/// Adds a text to the end of a file.
///
/// # Errors
/// The system's error, with the file's name.
pub fn append(name: &str, text: &str) -> Result<(), Failure> {
    let path = path(name)?;
    disk::append(&path, text).map_err(|error| Failure::Io {
        what: path.display().to_string(),
        error,
    })
}

/// Whether there is a file of this name.
pub fn exists(name: &str) -> bool {
    place(name).is_some_and(|path| disk::exists(&path))
}

/// The name of the file that is locked while another is held.
pub fn lock_name(name: &str) -> String {
    format!("{name}.lock")
}

/// Holds a file against other windows; `None` if one of them holds it. Without a data folder every
/// window gets it.
pub fn hold(name: &str) -> Option<Hold> {
    match place(&lock_name(name)) {
        None => Some(Hold::unlocked()),
        Some(path) => Hold::of(&path),
    }
}

/// Deletes a file, if there is one.
pub fn remove(name: &str) {
    if let Some(path) = place(name) {
        // nothing is lost if it stays
        let _ = disk::remove(&path);
    }
}

/// Gives a file another name.
pub fn rename(from: &str, to: &str) {
    if let (Some(from), Some(to)) = (place(from), place(to)) {
        // nothing is lost if it keeps its name
        let _ = disk::rename(&from, &to);
    }
}

/// The whole path of a file of the user as one word, for names of own files that belong to it: its
/// letters, and a number that tells similar paths apart (`a-b` and `a_b`, or equal ends).
pub fn word_for(path: &Path) -> String {
    let whole = disk::absolute(path).display().to_string();
    let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let name: Vec<char> = whole.chars().map(plain).collect();
    let end: String = name[name.len().saturating_sub(120)..].iter().collect();
    // FNV-1a: the same with every edition of the program
    let number = whole.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    format!("{}-{number:08x}", end.trim_matches('-'))
}
