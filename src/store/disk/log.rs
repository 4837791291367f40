//! Files that only grow, and locks against other programs.

use super::{Failure, file, make_folder_of, remove, to_write};
use crate::store::interrupt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

/// A file that only grows: whole texts are appended, or nothing. It is locked against a second
/// program.
#[derive(Debug)]
pub struct Log {
    file: File,
    /// Length up to the last whole text.
    length: u64,
    /// Whether an incomplete text follows, which is still to be cut off.
    torn: bool,
}

impl Log {
    /// Opens a file to append to it, and makes it if there is none; `what` names its kind.
    ///
    /// # Errors
    /// Another program has it, or it cannot be written.
    pub fn open(path: &Path, what: &str) -> Result<Self, Failure> {
        let file = to_write(path)?;
        lock(&file, path, what)?;
        let about = file.metadata().map_err(|error| Failure::Io {
            what: format!("cannot write {what} {}", path.display()),
            error,
        })?;
        Ok(Self {
            file,
            length: if about.is_file() { about.len() } else { 0 },
            torn: false,
        })
    }

    /// Makes a file to append to it; `None` if there is something of that name.
    ///
    /// # Errors
    /// Another program has it, or it cannot be made.
    pub fn create(path: &Path, what: &str) -> Result<Option<Self>, Failure> {
        match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(file) => {
                lock(&file, path, what).inspect_err(|_| {
                    let _ = remove(path);
                })?;
                Ok(Some(Self {
                    file,
                    length: 0,
                    torn: false,
                }))
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(None),
            Err(error) => Err(Failure::Io {
                what: path.display().to_string(),
                error,
            }),
        }
    }

    /// Opens a file that exists, to append to it.
    ///
    /// # Errors
    /// Another program has it, or it cannot be written.
    pub fn reopen(path: &Path, what: &str) -> Result<Self, Failure> {
        let failed = |error| Failure::Io {
            what: format!("cannot open {what} {}", path.display()),
            error,
        };
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).open(path).map_err(failed)?;
        lock(&file, path, what)?;
        let length = file.metadata().map_err(failed)?.len();
        Ok(Self {
            file,
            length,
            torn: false,
        })
    }

    /// Goes back to where the last whole text ends. What follows is cut off by the next text that is
    /// appended.
    ///
    /// # Errors
    /// The system's error.
    pub fn keep(&mut self, whole: u64) -> std::io::Result<()> {
        self.file.seek(SeekFrom::Start(whole))?;
        self.torn = self.length != whole;
        self.length = whole;
        Ok(())
    }

    /// How many bytes of it have been written.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Appends a whole text, or nothing if the file lets us.
    ///
    /// # Errors
    /// The system's error.
    pub fn append(&mut self, text: &str) -> std::io::Result<()> {
        let _line = interrupt::writing();
        if self.torn {
            self.file.set_len(self.length)?;
            self.torn = false;
        }
        let done = self.file.write_all(text.as_bytes());
        if done.is_err() {
            let _ = self.file.set_len(self.length);
            let _ = self.file.seek(SeekFrom::Start(self.length));
            let _ = self.file.sync_data();
        } else {
            self.length += text.len() as u64;
        }
        done
    }

    /// Makes sure that everything appended is on the disk.
    ///
    /// # Errors
    /// The system's error.
    pub fn sync(&mut self) -> std::io::Result<()> {
        use std::io::ErrorKind::{InvalidInput, Unsupported};
        match self.file.sync_data() {
            // Pipes and devices have nothing to sync.
            Err(error) if !matches!(error.kind(), InvalidInput | Unsupported) => Err(error),
            _ => Ok(()),
        }
    }
}

/// Whether another program is writing a file.
pub fn is_in_use(path: &Path) -> bool {
    match file(path) {
        Ok(file) => matches!(file.try_lock(), Err(TryLockError::WouldBlock)),
        Err(_) => false,
    }
}

/// A lock on a file. It ends when this is dropped, or with the program, however that ends.
#[derive(Debug)]
pub struct Hold {
    _lock: Option<File>,
}

impl Hold {
    /// Holds nothing, for places where there are no locks.
    pub fn unlocked() -> Self {
        Self { _lock: None }
    }

    /// Holds a file, and makes it if there is none; `None` if another program holds it. Without file
    /// locks every program gets it.
    pub fn of(path: &Path) -> Option<Self> {
        // a folder that cannot be made cannot be written in either, which is said when that is tried
        let _ = make_folder_of(path);
        let mut options = OpenOptions::new();
        let file = options.write(true).create(true).truncate(false).open(path);
        match file {
            Err(_) => Some(Self::unlocked()),
            Ok(file) => match file.try_lock() {
                Err(TryLockError::WouldBlock) => None,
                Ok(()) | Err(TryLockError::Error(_)) => Some(Self { _lock: Some(file) }),
            },
        }
    }
}

/// Locks a file against a second program that would write it too; `what` names its kind.
///
/// # Errors
/// Another program has it.
pub fn lock(file: &File, path: &Path, what: &str) -> Result<(), Failure> {
    // Nobody is in the way of another at /dev/null.
    if file.metadata().is_ok_and(|about| !about.is_file()) {
        return Ok(());
    }
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(Failure::Message(format!(
            "another skirmish program is using {what} {}",
            path.display()
        ))),
        // A file system without locks: nothing to be done about it.
        Err(TryLockError::Error(_)) => Ok(()),
    }
}
