//! A record in a file: appended as the battle goes, locked against a second program.

use super::{Failure, interrupt, library, open, output};
use crate::play::record::Record;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What is locked, for messages.
const LOCKED: &str = "the record";

/// Number of answers after which the file is synced in any case.
const BATCH: u32 = 256;

/// A record being written.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    file: File,
    /// Length up to the last whole line.
    length: u64,
    /// Whether an incomplete line follows, which is still to be cut off.
    torn: bool,
    unsynced: u32,
}

impl RecordFile {
    /// Begins a record at a path that the user named.
    ///
    /// # Errors
    /// The file is not empty, another program is using it, or it cannot be
    /// written.
    pub fn create(path: &Path, head: &str) -> Result<Self, Failure> {
        let failed = |error| Failure::Io {
            what: format!("cannot write the record {}", path.display()),
            error,
        };
        let file = open::to_write(path)?;
        open::lock(&file, path, LOCKED)?;
        let about = file.metadata().map_err(failed)?;
        if about.is_file() && about.len() > 0 {
            return Err(Failure::Said(format!(
                "{0} already exists and is not empty; name another file, or resume it with \
                 `skirmish play --resume {0}`",
                path.display()
            )));
        }
        Self::begin(path, file, head)
    }

    /// Begins a record in the data folder.
    ///
    /// # Errors
    /// Why that cannot be written.
    pub fn create_default(map: &str, seed: u64, head: &str) -> Result<Self, String> {
        let folder =
            library::records().ok_or("there is no data folder; name a file with --record")?;
        let said = |error| format!("{}: {error}", folder.display());
        std::fs::create_dir_all(&folder).map_err(said)?;
        let stem: String = Path::new(map)
            .file_stem()
            .and_then(|s| s.to_str())
            .unwrap_or("battle")
            .chars()
            .map(|c| if c.is_alphanumeric() { c } else { '-' })
            .collect();
        for number in 1..10_000u32 {
            let name = match number {
                1 => format!("{stem}-{seed}.jsonl"),
                n => format!("{stem}-{seed}-{n}.jsonl"),
            };
            let path = folder.join(name);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => {
                    let begun = open::lock(&file, &path, LOCKED)
                        .and_then(|()| Self::begin(&path, file, head));
                    return begun.map_err(|error| {
                        let _ = std::fs::remove_file(&path);
                        error.to_string()
                    });
                }
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(format!("{}: {error}", path.display())),
            }
        }
        Err(format!(
            "the folder {} has too many records",
            folder.display()
        ))
    }

    fn begin(path: &Path, file: File, head: &str) -> Result<Self, Failure> {
        let mut record = Self {
            path: path.to_owned(),
            file,
            length: 0,
            torn: false,
            unsynced: 0,
        };
        record.write(head).map_err(|error| Failure::Io {
            what: format!("cannot write the record {}", path.display()),
            error,
        })?;
        record.sync()?;
        interrupt::recording(Some(path.display().to_string()));
        Ok(record)
    }

    /// Opens a record to resume it: reads it, and cuts off an incomplete last line.
    ///
    /// # Errors
    /// When it cannot be read, is damaged, or another program has it.
    pub fn open(path: &Path) -> Result<(Self, Record), Failure> {
        let failed = |error| Failure::Io {
            what: format!("cannot open the record {}", path.display()),
            error,
        };
        let bytes = library::read_bytes(path)?;
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .map_err(failed)?;
        open::lock(&file, path, LOCKED)?;
        let record = Record::read(&path.display().to_string(), &bytes)?;
        if record.torn {
            notice_torn(&record);
        }
        // what follows is an incomplete line, which the first line that is appended replaces
        file.seek(SeekFrom::Start(record.whole as u64))
            .map_err(failed)?;
        interrupt::recording(Some(path.display().to_string()));
        let length = record.whole as u64;
        Ok((
            Self {
                path: path.to_owned(),
                file,
                length,
                torn: record.torn,
                unsynced: 0,
            },
            record,
        ))
    }

    /// How many bytes of it have been written.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends whole lines.
    ///
    /// # Errors
    /// When they cannot be written; what was written before is kept.
    pub fn append(&mut self, lines: &str) -> Result<(), Failure> {
        self.write(lines).map_err(|error| Failure::Io {
            what: format!(
                "cannot write the record {}, so the battle stops here; everything written \
                 before is kept",
                self.path.display()
            ),
            error,
        })?;
        self.unsynced += 1;
        if self.unsynced >= BATCH {
            self.sync()?;
        }
        Ok(())
    }

    /// Writes whole lines, or nothing if the file lets us.
    fn write(&mut self, lines: &str) -> std::io::Result<()> {
        let _line = interrupt::writing();
        if self.torn {
            self.file.set_len(self.length)?;
            self.torn = false;
        }
        let done = self.file.write_all(lines.as_bytes());
        if done.is_err() {
            let _ = self.file.set_len(self.length);
            let _ = self.file.seek(SeekFrom::Start(self.length));
            let _ = self.file.sync_data();
        } else {
            self.length += lines.len() as u64;
        }
        done
    }

    /// Makes sure that everything appended is on the disk.
    ///
    /// # Errors
    /// When it cannot be.
    pub fn sync(&mut self) -> Result<(), Failure> {
        use std::io::ErrorKind::{InvalidInput, Unsupported};
        self.unsynced = 0;
        match self.file.sync_data() {
            // Pipes and devices have nothing to sync.
            Err(error) if !matches!(error.kind(), InvalidInput | Unsupported) => Err(Failure::Io {
                what: format!("cannot write the record {}", self.path.display()),
                error,
            }),
            _ => Ok(()),
        }
    }
}

/// Refuses to resume a record in which a program plays, unless the same program is named on the
/// command line: whoever wrote the record chose it.
///
/// # Errors
/// The record names such a program.
pub fn refuse_programs(record: &Record, named: &[String]) -> Result<(), Failure> {
    let agents = &record.setup.agents;
    let program = |agent: &&String| agent.starts_with("cmd:") && !named.contains(agent);
    let Some(found) = agents.iter().position(|agent| program(&agent)) else {
        return Ok(());
    };
    let options: Vec<String> = agents
        .iter()
        .map(|agent| format!("--agent {}", super::options::quoted(agent)))
        .collect();
    Err(Failure::Said(format!(
        "{}:1: this record wants to start a program for side {}: {}. It was not started. If you \
         trust it: skirmish play --terminal --resume {} {}",
        record.file,
        found + 1,
        crate::shown::escaped(&agents[found]),
        super::options::quoted(&record.file),
        options.join(" ")
    )))
}

/// Reads a record for replay, with a notice if its last line was torn.
///
/// # Errors
/// When it cannot be read or is damaged.
pub fn read(path: &Path) -> Result<Record, Failure> {
    let bytes = library::read_bytes(path)?;
    let record = Record::read(&path.display().to_string(), &bytes)?;
    if record.torn {
        notice_torn(&record);
    }
    Ok(record)
}

fn notice_torn(record: &Record) {
    output::note(format!(
        "notice: {}: the last line is incomplete and was left out",
        record.file
    ));
}

/// Whether another program is writing a record.
pub fn is_in_use(path: &Path) -> bool {
    match open::file(path) {
        Ok(file) => matches!(file.try_lock(), Err(TryLockError::WouldBlock)),
        Err(_) => false,
    }
}
