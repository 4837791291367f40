//! Files on the disk. `store` and `window` reach the file system and the environment through this
//! module alone, so that a browser's storage can stand in for it.

mod log;
mod write;

use super::Failure;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

pub use log::{Hold, Log, is_in_use, lock};
pub use write::{to_write, write, write_together};

thread_local! {
    static HOME: std::cell::RefCell<Option<PathBuf>> = const { std::cell::RefCell::new(None) };
}

/// Runs something with a data folder of its own: for tests, which share a process and its
/// environment.
pub fn with_home<T>(home: &Path, run: impl FnOnce() -> T) -> T {
    HOME.set(Some(home.to_owned()));
    let done = run();
    HOME.set(None);
    done
}

/// The folder of the user's own files: `SKIRMISH_HOME`, else the platform's place for data.
pub fn home() -> Option<PathBuf> {
    if let Some(home) = HOME.with_borrow(Clone::clone) {
        return Some(home);
    }
    let var = |name| {
        std::env::var_os(name)
            .filter(|v| !v.is_empty())
            .map(PathBuf::from)
    };
    if let Some(home) = var("SKIRMISH_HOME") {
        return Some(home);
    }
    let data = if cfg!(windows) {
        var("APPDATA")
    } else if cfg!(target_os = "macos") {
        var("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        var("XDG_DATA_HOME").or_else(|| var("HOME").map(|home| home.join(".local/share")))
    };
    data.map(|data| data.join("skirmish"))
}

/// Opens a file to read it. Pipes, sockets and devices are refused, because reading them may never
/// end. Files that the program was given open (`/dev/stdin`, `/dev/fd/3`) are read.
///
/// # Errors
/// It is missing, or not a file.
pub fn file(path: &Path) -> Result<File, Failure> {
    let shown = path.display();
    let failed = |error| Failure::Io {
        what: format!("cannot read {shown}"),
        error,
    };
    let about = std::fs::metadata(path).map_err(failed)?.file_type();
    let given = ["/dev/stdin", "/dev/fd", "/proc/self/fd"];
    if !about.is_file() && !given.iter().any(|open| path.starts_with(open)) {
        let mend = match about.is_dir() {
            true => "",
            false => "; to read the output of a program, use /dev/stdin",
        };
        let what = kind(about);
        return Err(Failure::Message(format!(
            "{shown} is {what}, expected a file{mend}"
        )));
    }
    File::open(path).map_err(failed)
}

/// The kind of something that is not a file, in words.
fn kind(about: std::fs::FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if about.is_fifo() {
            return "a pipe";
        }
        if about.is_socket() {
            return "a socket";
        }
    }
    match about.is_dir() {
        true => "a directory",
        false => "a device",
    }
}

/// The bytes of a file of at most `most` bytes; `what` names its kind in errors.
///
/// # Errors
/// It is missing, not a file, or too long.
pub fn bytes(path: &Path, most: u64, what: &str) -> Result<Vec<u8>, Failure> {
    let shown = path.display();
    let failed = |error| Failure::Io {
        what: format!("cannot read {shown}"),
        error,
    };
    let too_long = || {
        Failure::Message(format!(
            "{shown} is longer than {} MiB, the limit for {what}",
            most >> 20
        ))
    };
    let file = file(path)?;
    // said before anything is read, where the system knows
    if file.metadata().map_err(failed)?.len() > most {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    file.take(most + 1)
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    match bytes.len() as u64 > most {
        true => Err(too_long()),
        false => Ok(bytes),
    }
}

/// Something in a folder.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its name in the folder.
    pub name: String,
    /// Its path.
    pub path: PathBuf,
}

/// Everything in a folder, in no order; nothing if the folder cannot be read.
pub fn list(folder: &Path) -> Vec<Listed> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| Listed {
            name: entry.file_name().to_string_lossy().into_owned(),
            path: entry.path(),
        })
        .collect()
}

/// When a file was last written, if the system tells.
pub fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().ok()?.modified().ok()
}

/// Whether a path leads to a file.
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// Whether a path leads to anything.
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// Whether a name is free: not even a link without a target has it.
pub fn is_missing(path: &Path) -> bool {
    let about = path.symlink_metadata();
    about.is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound)
}

/// Deletes a file.
///
/// # Errors
/// The system's error.
pub fn remove(path: &Path) -> std::io::Result<()> {
    std::fs::remove_file(path)
}

/// Gives a file another path.
///
/// # Errors
/// The system's error.
pub fn rename(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::rename(from, to)
}

/// Copies a file; a file at `to` is replaced.
///
/// # Errors
/// The system's error.
pub fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::copy(from, to).map(|_| ())
}

/// Makes a folder and those above it, unless it exists.
///
/// # Errors
/// The system's error.
pub fn make_folder(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)
}

/// Makes the folder in which a file is to lie.
///
/// # Errors
/// The system's error.
pub fn make_folder_of(file: &Path) -> std::io::Result<()> {
    file.parent().map_or(Ok(()), make_folder)
}

/// Adds a text to the end of a file; makes the file and its folder if there is none.
///
/// # Errors
/// The system's error.
pub fn append(path: &Path, text: &str) -> std::io::Result<()> {
    make_folder_of(path)?;
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    file.write_all(text.as_bytes())
}

/// The whole path of a file; the path itself if the system does not tell.
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The whole path of something that exists, links resolved.
///
/// # Errors
/// The system's error.
pub fn canonical(path: &Path) -> std::io::Result<PathBuf> {
    path.canonicalize()
}
