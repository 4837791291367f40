//! Files in a browser: all of them in memory, and the page keeps what is written. It stands where
//! `disk` stands on other machines, with the same functions.

use super::{Failure, page};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{Error, ErrorKind, Result as IoResult};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The folder of all files.
const HOME: &str = "/skirmish";

/// A file.
struct Held {
    bytes: Vec<u8>,
    time: SystemTime,
}

type Files = BTreeMap<PathBuf, Held>;

thread_local! {
    static FILES: RefCell<Option<Files>> = const { RefCell::new(None) };
}

fn since_1970(seconds: f64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs_f64(seconds.max(0.0))
}

fn now() -> SystemTime {
    since_1970(page::now())
}

/// Does something with the files, which are read from the page when they are first wanted.
fn with<T>(run: impl FnOnce(&mut Files) -> T) -> T {
    FILES.with_borrow_mut(|files| {
        run(files.get_or_insert_with(|| {
            let held = |kept: page::StoredFile| {
                let (bytes, time) = (kept.bytes, since_1970(kept.time));
                (PathBuf::from(kept.path), Held { bytes, time })
            };
            page::files().into_iter().map(held).collect()
        }))
    })
}

fn none() -> Error {
    Error::new(ErrorKind::NotFound, "there is no such file")
}

/// The folder of the user's own files.
pub fn home() -> Option<PathBuf> {
    Some(PathBuf::from(HOME))
}

/// The bytes of a file of at most `most` bytes; `what` names its kind in errors.
///
/// # Errors
/// It is missing, or too long.
pub fn bytes(path: &Path, most: u64, what: &str) -> Result<Vec<u8>, Failure> {
    let shown = path.display();
    let found = with(|files| files.get(path).map(|held| held.bytes.clone()));
    let bytes = found.ok_or_else(|| Failure::Io {
        what: format!("cannot read {shown}"),
        error: none(),
    })?;
    match bytes.len() as u64 > most {
        true => Err(Failure::Message(format!(
            "{shown} is longer than {} MiB, the limit for {what}",
            most >> 20
        ))),
        false => Ok(bytes),
    }
}

/// Writes several files whole.
///
/// # Errors
/// None yet: what cannot be kept is told by the page later.
pub fn write_together(files: &[(&Path, &[u8])]) -> Result<(), Failure> {
    files.iter().for_each(|(path, bytes)| put(path, bytes));
    Ok(())
}

/// Writes a file whole.
///
/// # Errors
/// None yet: what cannot be kept is told by the page later.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    put(path, bytes);
    Ok(())
}

fn put(path: &Path, bytes: &[u8]) {
    let held = Held {
        bytes: bytes.to_vec(),
        time: now(),
    };
    with(|files| files.insert(path.to_owned(), held));
    page::keep(path, bytes);
}

/// Something in a folder.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its name in the folder.
    pub name: String,
    /// Its path.
    pub path: PathBuf,
}

/// Everything in a folder.
pub fn list(folder: &Path) -> Vec<Listed> {
    with(|files| {
        let inside = files.keys().filter(|path| path.parent() == Some(folder));
        inside
            .filter_map(|path| {
                Some(Listed {
                    name: path.file_name()?.to_string_lossy().into_owned(),
                    path: path.clone(),
                })
            })
            .collect()
    })
}

/// When a file was last written.
pub fn modified(path: &Path) -> Option<SystemTime> {
    with(|files| files.get(path).map(|held| held.time))
}

/// Whether a path leads to a file.
pub fn is_file(path: &Path) -> bool {
    with(|files| files.contains_key(path))
}

/// Whether a path leads to a file or a folder.
pub fn exists(path: &Path) -> bool {
    with(|files| files.keys().any(|file| file.starts_with(path)))
}

/// Whether a name is free.
pub fn is_missing(path: &Path) -> bool {
    !exists(path)
}

/// Deletes a file.
///
/// # Errors
/// There is none.
pub fn remove(path: &Path) -> IoResult<()> {
    with(|files| files.remove(path)).ok_or_else(none)?;
    page::remove(path);
    Ok(())
}

/// Gives a file another path.
///
/// # Errors
/// There is none.
pub fn rename(from: &Path, to: &Path) -> IoResult<()> {
    copy(from, to)?;
    remove(from)
}

/// Copies a file; a file at `to` is replaced.
///
/// # Errors
/// There is none.
pub fn copy(from: &Path, to: &Path) -> IoResult<()> {
    let bytes = with(|files| files.get(from).map(|held| held.bytes.clone()));
    put(to, &bytes.ok_or_else(none)?);
    Ok(())
}

/// Folders need not be made.
///
/// # Errors
/// None.
pub fn make_folder(_folder: &Path) -> IoResult<()> {
    Ok(())
}

/// Folders need not be made.
///
/// # Errors
/// None.
pub fn make_folder_of(_file: &Path) -> IoResult<()> {
    Ok(())
}

/// Adds a text to the end of a file; makes the file if there is none.
///
/// # Errors
/// None yet: what cannot be kept is told by the page later.
pub fn append(path: &Path, text: &str) -> IoResult<()> {
    with(|files| {
        let held = files.entry(path.to_owned()).or_insert_with(|| Held {
            bytes: Vec::new(),
            time: now(),
        });
        held.bytes.extend_from_slice(text.as_bytes());
        held.time = now();
    });
    page::add(path, text.as_bytes());
    Ok(())
}

/// The whole path of a file.
pub fn absolute(path: &Path) -> PathBuf {
    Path::new(HOME).join(path)
}

/// The path itself: there are no links.
///
/// # Errors
/// There is nothing there.
pub fn canonical(path: &Path) -> IoResult<PathBuf> {
    let whole = absolute(path);
    match exists(&whole) {
        true => Ok(whole),
        false => Err(none()),
    }
}

/// A file that only grows: whole texts are appended.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    length: u64,
    /// Whether an incomplete text follows, which is still to be cut off.
    torn: bool,
}

impl Log {
    /// Opens a file to append to it, and makes it if there is none.
    ///
    /// # Errors
    /// None.
    pub fn open(path: &Path, what: &str) -> Result<Self, Failure> {
        if !is_file(path) {
            put(path, b"");
        }
        Self::reopen(path, what)
    }

    /// Makes a file to append to it; `None` if there is something of that name.
    ///
    /// # Errors
    /// None.
    pub fn create(path: &Path, _what: &str) -> Result<Option<Self>, Failure> {
        if exists(path) {
            return Ok(None);
        }
        put(path, b"");
        Ok(Some(Self {
            path: path.to_owned(),
            length: 0,
            torn: false,
        }))
    }

    /// Opens a file that exists, to append to it.
    ///
    /// # Errors
    /// There is none.
    pub fn reopen(path: &Path, what: &str) -> Result<Self, Failure> {
        let length = with(|files| files.get(path).map(|held| held.bytes.len() as u64));
        Ok(Self {
            path: path.to_owned(),
            length: length.ok_or_else(|| Failure::Io {
                what: format!("cannot open {what} {}", path.display()),
                error: none(),
            })?,
            torn: false,
        })
    }

    /// Goes back to where the last whole text ends. What follows is cut off by the next text that is
    /// appended.
    ///
    /// # Errors
    /// None.
    pub fn keep(&mut self, whole: u64) -> IoResult<()> {
        self.torn = self.length != whole;
        self.length = whole;
        Ok(())
    }

    /// How many bytes of it have been written.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Appends a whole text.
    ///
    /// # Errors
    /// The file was deleted meanwhile.
    pub fn append(&mut self, text: &str) -> IoResult<()> {
        if self.torn {
            let whole = with(|files| {
                let held = files.get_mut(&self.path)?;
                held.bytes.truncate(self.length as usize);
                Some(held.bytes.clone())
            });
            page::keep(&self.path, &whole.ok_or_else(none)?);
            self.torn = false;
        }
        append(&self.path, text)?;
        self.length += text.len() as u64;
        Ok(())
    }

    /// The page keeps what is appended at once.
    ///
    /// # Errors
    /// None.
    pub fn sync(&mut self) -> IoResult<()> {
        Ok(())
    }
}

/// Another page that is open has its own files in memory and is not allowed to write.
pub fn is_in_use(_path: &Path) -> bool {
    false
}

/// A lock on a file: the page holds one for all of them.
#[derive(Debug)]
pub struct Hold;

impl Hold {
    /// Holds nothing.
    pub fn unlocked() -> Self {
        Self
    }

    /// Holds a file.
    pub fn of(_path: &Path) -> Option<Self> {
        Some(Self)
    }
}
