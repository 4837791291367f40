//! Changing files of the user without losing what they were.

use super::{Failure, disk, text};
use std::path::{Path, PathBuf};

/// Moves a file, under a name with a number if there is one of that name already; where it is now.
///
/// # Errors
/// The system's error, with the file's name.
pub fn put_aside(from: &Path, to: &Path) -> Result<PathBuf, Failure> {
    let said = |error| Failure::Io {
        what: from.display().to_string(),
        error,
    };
    disk::make_folder_of(to).map_err(said)?;
    let free = free(to);
    disk::rename(from, &free).map_err(said)?;
    Ok(free)
}

/// A name that no file has: this one, or with a number.
fn free(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let numbered = |n: u32| path.with_file_name(format!("{stem}-{n}.{ending}"));
    let mut free = path.to_owned();
    let mut number = 1;
    while disk::exists(&free) {
        number += 1;
        free = numbered(number);
    }
    free
}

/// Writes a file whole, or not at all, and keeps the file before beside it; where that is. What is
/// of others is kept under a name of its own, which nothing is written over.
///
/// # Errors
/// The system's error, with the file's name.
pub fn write_over(path: &Path, bytes: &[u8], others: bool) -> Result<Option<PathBuf>, Failure> {
    let mut backup = None;
    if disk::is_file(path) {
        let mut name = path.as_os_str().to_owned();
        name.push(if others { ".others.bak" } else { ".bak" });
        let mut beside = PathBuf::from(name);
        if others {
            beside = free(&beside);
        }
        disk::copy(path, &beside).map_err(|error| Failure::Io {
            what: format!("{} cannot be written", beside.display()),
            error,
        })?;
        backup = Some(beside);
    }
    disk::write(path, bytes)?;
    Ok(backup)
}

/// Whether a file is there that says something else than it did.
pub fn has_changed(path: &Path, before: Option<&str>) -> bool {
    let now = text::text(path, 1 << 30, "a file").ok();
    before.is_some() && now.is_some() && now.as_deref() != before
}
