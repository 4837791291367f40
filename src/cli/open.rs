//! Finding what a player names: by path, by name in the data folder, or built in.

use super::{Failure, suggest};
use crate::files::foreign::{Format, place};
use crate::files::shipped::{self, Shipped};
use crate::source::Source;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// The longest file that is read, in bytes.
const LONGEST: u64 = 16 << 20;

/// A kind of file people name in options, and where such files are.
#[derive(Copy, Clone, Debug)]
pub struct Shelf {
    /// The word for one such file: `map`.
    pub what: &'static str,
    /// The subfolder of the data folder that holds the user's files.
    pub folder: &'static str,
    /// The ending of their file names.
    pub ending: &'static str,
    /// Those that ship with the program.
    pub shipped: &'static [Shipped],
}

/// The maps.
pub const MAPS: Shelf = Shelf {
    what: "map",
    folder: "maps",
    ending: ".toml",
    shipped: shipped::MAPS,
};

/// A text that was found, and where.
#[derive(Clone, Debug)]
pub struct Found {
    /// The text, under the name faults report.
    pub source: Source,
    /// The file name without its ending.
    pub name: String,
    /// The file, if it is one; built-ins are none.
    pub path: Option<PathBuf>,
}

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

impl Shelf {
    /// Finds and reads what a player named: a path, else a name in the data folder, else a
    /// built-in. Names need no ending, no capitals and no hyphens: `Hill Pass` is `hill-pass`.
    ///
    /// # Errors
    /// There is no such file or name (close names are listed), or it cannot be read as text.
    pub fn open(&self, named: &str) -> Result<Found, Failure> {
        let path = Path::new(named);
        if path.is_file() || named.contains(['/', '\\']) {
            return self.read(path);
        }
        let stem = &self.stem(named).trim().replace(' ', "-");
        if let Some(found) = self
            .all()
            .into_iter()
            .find(|entry| entry.name.eq_ignore_ascii_case(stem))
        {
            return match found.path {
                Some(path) => self.read(&path),
                None => Ok(self.built_in(found.name)),
            };
        }
        if path.exists() || named.ends_with(self.ending) {
            return self.read(path);
        }
        let known: Vec<String> = self.all().into_iter().map(|entry| entry.name).collect();
        Err(Failure::said(suggest::unknown(self.what, named, &known)))
    }

    /// Everything on the shelf by name: the user's own first where names are equal.
    pub fn all(&self) -> Vec<Entry> {
        let mut all: Vec<Entry> = Vec::new();
        let folder = home().map(|home| home.join(self.folder));
        let files = folder
            .and_then(|folder| std::fs::read_dir(folder).ok())
            .into_iter()
            .flatten()
            .flatten();
        for file in files {
            let name = file.file_name().to_string_lossy().into_owned();
            let stem = self.stem(&name);
            // Another kind of file in the same folder has an inner ending of its own.
            if stem != name && !stem.is_empty() && !stem.contains('.') {
                all.push(Entry {
                    name: stem.to_owned(),
                    path: Some(file.path()),
                });
            }
        }
        for (name, _) in self.shipped {
            if !all
                .iter()
                .any(|entry| entry.name.eq_ignore_ascii_case(name))
            {
                all.push(Entry {
                    name: (*name).to_owned(),
                    path: None,
                });
            }
        }
        all.sort();
        all
    }

    /// A file name without this shelf's ending.
    fn stem<'a>(&self, name: &'a str) -> &'a str {
        let cut = name
            .len()
            .checked_sub(self.ending.len())
            .filter(|at| name.is_char_boundary(*at));
        match cut {
            Some(at) if name[at..].eq_ignore_ascii_case(self.ending) => &name[..at],
            _ => name,
        }
    }

    fn built_in(&self, name: String) -> Found {
        let text = self
            .shipped
            .iter()
            .find(|(n, _)| *n == name)
            .expect("listed")
            .1;
        Found {
            source: Source::new(format!("{name}{}", self.ending), text),
            name,
            path: None,
        }
    }

    fn read(&self, path: &Path) -> Result<Found, Failure> {
        let text = read_text(path)?;
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let name = self.stem(&file).to_owned();
        Ok(Found {
            source: Source::new(path.display().to_string(), text),
            name,
            path: Some(path.to_owned()),
        })
    }
}

/// Something on a shelf.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The file name without its ending.
    pub name: String,
    /// The file; built-ins are none.
    pub path: Option<PathBuf>,
}

/// Opens a file to read it. Pipes, sockets and devices are refused, because reading them may never
/// end. Files that the program was given open (`/dev/stdin`, `/dev/fd/3`) are read.
///
/// # Errors
/// It is missing, or not a file.
pub fn file(path: &Path) -> Result<std::fs::File, Failure> {
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
        return Err(Failure::Said(format!(
            "{shown} is {what}, expected a file{mend}"
        )));
    }
    std::fs::File::open(path).map_err(failed)
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
        Failure::Said(format!(
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
    let bytes = bytes(path, most, what)?;
    let binary = |at: usize, what: &str| {
        let (line, column) = place(&bytes, at);
        Failure::Said(format!(
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

/// Whether a path is an existing file whose ending belongs to a map format of another program.
pub fn is_foreign(named: &str) -> bool {
    let path = Path::new(named);
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let format = Format::of_ending(&ending);
    path.is_file() && format.is_some_and(|format| format != Format::Skirmish)
}

/// Writes a file through a temporary file, so that a crash never leaves half of it. Links are
/// followed. What is no regular file (a device, a pipe) is written into, never replaced. Folders
/// are made in the data folder only.
///
/// # Errors
/// The system's error, with the file's name; a folder that does not exist.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_together(&[(path, bytes)])
}

/// Writes several files as [`write`] does: if one of them cannot be written, none is.
///
/// # Errors
/// The system's error, with the file's name; a folder that does not exist.
pub fn write_together(files: &[(&Path, &[u8])]) -> Result<(), Failure> {
    let parts: Result<Vec<Part>, Failure> = files
        .iter()
        .map(|(path, bytes)| Part::new(path, bytes))
        .collect();
    parts?.into_iter().try_for_each(Part::finish)
}

/// A file on its way to its place.
enum Part<'a> {
    /// All of it is in a temporary file beside its place.
    Beside {
        path: &'a Path,
        target: PathBuf,
        part: PathBuf,
    },
    /// Nothing is written yet: its place is a device or a pipe.
    Through { path: &'a Path, bytes: &'a [u8] },
}

impl<'a> Part<'a> {
    fn new(path: &'a Path, bytes: &'a [u8]) -> Result<Self, Failure> {
        let failed = |error| Failure::Io {
            what: format!("cannot write {}", path.display()),
            error,
        };
        let target = target(path).map_err(failed)?;
        if let Some(folder) = folder_of(&target)
            && home().is_some_and(|home| folder.starts_with(home))
        {
            std::fs::create_dir_all(folder).map_err(|error| Failure::Io {
                what: format!(
                    "cannot write {}: cannot create the folder {}",
                    path.display(),
                    folder.display()
                ),
                error,
            })?;
        }
        // not `target`: what /dev/stdout leads to has no name
        if let Ok(about) = path.metadata()
            && !about.is_file()
        {
            // a pipe that is opened and closed again would end for its reader
            if kind(about.file_type()) != "a pipe" {
                to_write(path)?;
            }
            return Ok(Self::Through { path, bytes });
        }
        check_folder(path, &target)?;
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let part = target.with_file_name(name);
        let done = std::fs::File::create(&part).and_then(|mut file| {
            if let Ok(before) = target.metadata() {
                // who may read a file stays as it was; where that cannot be kept, nothing is lost
                let _ = file.set_permissions(before.permissions());
            }
            file.write_all(bytes).and_then(|()| file.sync_all())
        });
        if done.is_err() {
            let _ = std::fs::remove_file(&part);
        }
        done.map_err(failed)?;
        Ok(Self::Beside { path, target, part })
    }

    fn finish(self) -> Result<(), Failure> {
        let (path, done) = match &self {
            Self::Beside { path, target, part } => (path, std::fs::rename(part, target)),
            Self::Through { path, bytes } => {
                let mut file = to_write(path)?;
                (path, file.write_all(bytes).and_then(|()| file.flush()))
            }
        };
        done.map_err(|error| Failure::Io {
            what: format!("cannot write {}", path.display()),
            error,
        })
    }
}

impl Drop for Part<'_> {
    fn drop(&mut self) {
        if let Self::Beside { part, .. } = self {
            // it is not there any more if the file has reached its place
            let _ = std::fs::remove_file(part);
        }
    }
}

/// Opens a file to write into it from its beginning, and makes it if there is none. Nothing is cut
/// off. A pipe must have a reader: nobody waits for one.
///
/// # Errors
/// The system's error, with the file's name; a folder that does not exist.
pub fn to_write(path: &Path) -> Result<std::fs::File, Failure> {
    let failed = |error| Failure::Io {
        what: format!("cannot write {}", path.display()),
        error,
    };
    match std::fs::metadata(path) {
        Ok(about) if about.is_dir() => Err(Failure::Said(format!(
            "cannot write {}: this is a directory, expected a file",
            path.display()
        ))),
        Ok(about) if kind(about.file_type()) == "a pipe" => into_pipe(path),
        Ok(about) if kind(about.file_type()) == "a socket" => Err(Failure::Said(format!(
            "cannot write {}: this is a socket, expected a file or a pipe",
            path.display()
        ))),
        _ => {
            check_folder(path, &target(path).map_err(failed)?)?;
            let mut options = std::fs::OpenOptions::new();
            options.write(true).create(true).truncate(false);
            options.open(path).map_err(failed)
        }
    }
}

/// Opens a pipe to write into it.
///
/// # Errors
/// Nobody reads it.
#[cfg(unix)]
fn into_pipe(path: &Path) -> Result<std::fs::File, Failure> {
    use rustix::fs::{Mode, OFlags, fcntl_getfl, fcntl_setfl, open};
    let opened = || {
        let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let pipe = open(path, flags, Mode::empty())?;
        // nobody waits for a reader, but once there is one, it may be slow
        fcntl_setfl(&pipe, fcntl_getfl(&pipe)? - OFlags::NONBLOCK)?;
        Ok(std::fs::File::from(pipe))
    };
    opened().map_err(|error: rustix::io::Errno| match error {
        rustix::io::Errno::NXIO => Failure::Said(format!(
            "cannot write {}: nobody reads this pipe; start the program that reads it first",
            path.display()
        )),
        error => Failure::Io {
            what: format!("cannot write {}", path.display()),
            error: error.into(),
        },
    })
}

/// Opens a pipe to write into it: there are none in the file system.
#[cfg(not(unix))]
fn into_pipe(path: &Path) -> Result<std::fs::File, Failure> {
    Err(Failure::Said(format!(
        "{} is a pipe, expected a file",
        path.display()
    )))
}

/// The folder a path lies in; none if that is the current one.
fn folder_of(path: &Path) -> Option<&Path> {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
}

/// Whether the folder of an output file exists.
fn check_folder(path: &Path, target: &Path) -> Result<(), Failure> {
    match folder_of(target) {
        Some(folder) if !folder.is_dir() => Err(Failure::Said(format!(
            "cannot write {}: there is no folder {}; make it first",
            path.display(),
            folder.display()
        ))),
        _ => Ok(()),
    }
}

/// The file that a path leads to over symbolic links, which may not exist yet.
fn target(path: &Path) -> std::io::Result<PathBuf> {
    const MOST_LINKS: usize = 40;
    let mut at = path.to_owned();
    for _ in 0..MOST_LINKS {
        match std::fs::read_link(&at) {
            Ok(next) => at = at.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(at),
        }
    }
    Err(std::io::Error::other("too many symbolic links"))
}

/// Locks a file against a second program that would write it too; `what` names its kind.
///
/// # Errors
/// Another program has it.
pub fn lock(file: &std::fs::File, path: &Path, what: &str) -> Result<(), Failure> {
    // Nobody is in the way of another at /dev/null.
    if file.metadata().is_ok_and(|about| !about.is_file()) {
        return Ok(());
    }
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(std::fs::TryLockError::WouldBlock) => Err(Failure::Said(format!(
            "another skirmish program is using {what} {}",
            path.display()
        ))),
        // A file system without locks: nothing to be done about it.
        Err(std::fs::TryLockError::Error(_)) => Ok(()),
    }
}
