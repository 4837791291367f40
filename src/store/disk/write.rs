//! Writing files whole, and opening them to write.

use super::{Failure, home, kind};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

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
pub fn to_write(path: &Path) -> Result<File, Failure> {
    let failed = |error| Failure::Io {
        what: format!("cannot write {}", path.display()),
        error,
    };
    match std::fs::metadata(path) {
        Ok(about) if about.is_dir() => Err(Failure::Message(format!(
            "cannot write {}: this is a directory, expected a file",
            path.display()
        ))),
        Ok(about) if kind(about.file_type()) == "a pipe" => into_pipe(path),
        Ok(about) if kind(about.file_type()) == "a socket" => Err(Failure::Message(format!(
            "cannot write {}: this is a socket, expected a file or a pipe",
            path.display()
        ))),
        _ => {
            check_folder(path, &target(path).map_err(failed)?)?;
            let mut options = OpenOptions::new();
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
fn into_pipe(path: &Path) -> Result<File, Failure> {
    use rustix::fs::{Mode, OFlags, fcntl_getfl, fcntl_setfl, open};
    let opened = || {
        let flags = OFlags::WRONLY | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let pipe = open(path, flags, Mode::empty())?;
        // nobody waits for a reader, but once there is one, it may be slow
        fcntl_setfl(&pipe, fcntl_getfl(&pipe)? - OFlags::NONBLOCK)?;
        Ok(File::from(pipe))
    };
    opened().map_err(|error: rustix::io::Errno| match error {
        rustix::io::Errno::NXIO => Failure::Message(format!(
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
fn into_pipe(path: &Path) -> Result<File, Failure> {
    Err(Failure::Message(format!(
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
        Some(folder) if !folder.is_dir() => Err(Failure::Message(format!(
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
