//! A record in a file: appended as the battle goes, locked against a second program.

use super::disk::{self, Log};
use super::text::quoted;
use super::{Failure, interrupt, output};
use crate::play::AgentName;
use crate::play::record::Record;
use crate::shown::escaped;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The kind of file, for messages.
const KIND: &str = "the record";

/// The longest record that is read, in bytes.
const LONGEST: u64 = 1 << 30;

/// Number of answers after which the file is synced in any case.
const BATCH: u32 = 256;

/// The folder for records, unless an option names a file.
pub fn folder() -> Option<PathBuf> {
    disk::home().map(|home| home.join("records"))
}

/// All records in the data folder with the time of their last line, the newest first.
pub fn all() -> Vec<(PathBuf, SystemTime)> {
    let files = folder().map_or_else(Vec::new, |folder| disk::list(&folder));
    let mut all: Vec<(SystemTime, PathBuf)> = files
        .into_iter()
        .filter(|file| file.path.extension().is_some_and(|x| x == "jsonl"))
        .filter_map(|file| Some((disk::modified(&file.path)?, file.path)))
        .collect();
    all.sort();
    all.into_iter().rev().map(|(t, path)| (path, t)).collect()
}

/// The bytes of a record.
///
/// # Errors
/// It cannot be read, is not a file, or is too long.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    disk::bytes(path, LONGEST, "a record")
}

/// A record being written.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    log: Log,
    unsynced: u32,
}

impl RecordFile {
    /// Begins a record at a path that the user named.
    ///
    /// # Errors
    /// The file is not empty, another program is using it, or it cannot be
    /// written.
    pub fn create(path: &Path, head: &str) -> Result<Self, Failure> {
        let log = Log::open(path, KIND)?;
        if log.length() > 0 {
            return Err(Failure::Message(format!(
                "{0} already exists and is not empty; name another file, or resume it with \
                 `skirmish play --resume {0}`",
                path.display()
            )));
        }
        Self::begin(path, log, head)
    }

    /// Begins a record in the data folder.
    ///
    /// # Errors
    /// Why that cannot be written.
    pub fn create_default(map: &str, seed: u64, head: &str) -> Result<Self, Failure> {
        let folder = folder().ok_or_else(|| {
            Failure::message("there is no data folder; name a file with --record")
        })?;
        let said = |error| Failure::Io {
            what: folder.display().to_string(),
            error,
        };
        disk::make_folder(&folder).map_err(said)?;
        let stem: String = Path::new(map)
            .file_stem()
            .and_then(|s| s.to_str())
            .unwrap_or("battle")
            .chars()
            .map(|c| if c.is_alphanumeric() { c } else { '-' })
            .collect();
        for number in 1..10_000u32 {
            let path = folder.join(match number {
                1 => format!("{stem}-{seed}.jsonl"),
                n => format!("{stem}-{seed}-{n}.jsonl"),
            });
            if let Some(log) = Log::create(&path, KIND)? {
                return Self::begin(&path, log, head).inspect_err(|_| {
                    // an empty record is of no use; it may also stay
                    let _ = disk::remove(&path);
                });
            }
        }
        Err(Failure::Message(format!(
            "the folder {} has too many records",
            folder.display()
        )))
    }

    fn begin(path: &Path, log: Log, head: &str) -> Result<Self, Failure> {
        let mut record = Self {
            path: path.to_owned(),
            log,
            unsynced: 0,
        };
        record.log.append(head).map_err(|error| Failure::Io {
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
        let bytes = bytes(path)?;
        let mut log = Log::reopen(path, KIND)?;
        let record = Record::read(&path.display().to_string(), &bytes)?;
        if record.torn {
            notice_torn(&record);
        }
        log.keep(record.whole as u64).map_err(|error| Failure::Io {
            what: format!("cannot open the record {}", path.display()),
            error,
        })?;
        interrupt::recording(Some(path.display().to_string()));
        let file = Self {
            path: path.to_owned(),
            log,
            unsynced: 0,
        };
        Ok((file, record))
    }

    /// How many bytes of it have been written.
    pub fn length(&self) -> u64 {
        self.log.length()
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
        self.log.append(lines).map_err(|error| Failure::Io {
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

    /// Makes sure that everything appended is on the disk.
    ///
    /// # Errors
    /// When it cannot be.
    pub fn sync(&mut self) -> Result<(), Failure> {
        self.unsynced = 0;
        self.log.sync().map_err(|error| Failure::Io {
            what: format!("cannot write the record {}", self.path.display()),
            error,
        })
    }
}

/// Refuses to resume a record in which a program plays, unless the same program is named on the
/// command line: whoever wrote the record chose it.
///
/// # Errors
/// The record names such a program.
pub fn refuse_programs(record: &Record, named: &[AgentName]) -> Result<(), Failure> {
    let agents = &record.setup.agents;
    let is_strange =
        |agent: &AgentName| matches!(agent, AgentName::Command(_)) && !named.contains(agent);
    let Some(found) = agents.iter().position(is_strange) else {
        return Ok(());
    };
    let options: Vec<String> = agents
        .iter()
        .map(|agent| format!("--agent {}", quoted(&agent.to_string())))
        .collect();
    Err(Failure::Message(format!(
        "{}:1:1: this record wants to start a program for side {}: {}. It was not started. If you \
         trust it: skirmish play --terminal --resume {} {}",
        record.file,
        found + 1,
        escaped(&agents[found].to_string()),
        quoted(&record.file),
        options.join(" ")
    )))
}

/// Reads a record for replay, with a notice if its last line was torn.
///
/// # Errors
/// When it cannot be read or is damaged.
pub fn read(path: &Path) -> Result<Record, Failure> {
    let bytes = bytes(path)?;
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
