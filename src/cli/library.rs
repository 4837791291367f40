//! Finding files by path or by name: what ships with the program, and one's own files in the
//! data folder.

use super::{Failure, home};
use crate::rules::Rules;
use crate::source::Source;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The longest file that is read, in bytes.
pub const LONGEST_FILE: u64 = 16 << 20;

/// Reads a text file.
///
/// # Errors
/// When it is no readable text of reasonable length; says which.
pub fn read(path: &Path) -> Result<Source, Failure> {
    let name = path.display().to_string();
    let bytes = read_bytes(path)?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source::new(name, text)),
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
            let (line, column) = Source::new("", text).line_column(valid);
            Err(Failure::Said(format!(
                "{name}:{line}:{column}: this is not a text file (UTF-8 is expected)"
            )))
        }
    }
}

/// Reads a file's bytes; standard input for `-`.
///
/// # Errors
/// When it cannot be read, is a directory, or is too long.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let name = path.display();
    let failed = |error: std::io::Error| Failure::Io {
        what: format!("{name} cannot be read"),
        error,
    };
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        std::io::stdin()
            .lock()
            .take(LONGEST_FILE + 1)
            .read_to_end(&mut bytes)
            .map_err(failed)?;
    } else {
        let about = std::fs::metadata(path).map_err(failed)?;
        if about.is_dir() {
            return Err(Failure::Said(format!(
                "{name} is a directory, a file is wanted"
            )));
        }
        if about.is_file() && about.len() > LONGEST_FILE {
            return Err(too_long(path, about.len()));
        }
        std::fs::File::open(path)
            .map_err(failed)?
            .take(LONGEST_FILE + 1)
            .read_to_end(&mut bytes)
            .map_err(failed)?;
    }
    if bytes.len() as u64 > LONGEST_FILE {
        return Err(too_long(path, bytes.len() as u64));
    }
    Ok(bytes)
}

fn too_long(path: &Path, length: u64) -> Failure {
    Failure::Said(format!(
        "{} is {length} bytes long or more, the limit is {LONGEST_FILE} (16 MiB)",
        path.display()
    ))
}

/// Whether something typed can only be meant as a path.
fn is_path(name: &str) -> bool {
    name == "-" || name.contains(['/', '\\']) || name.ends_with(".toml")
}

/// Finds a file by path, by the name of a shipped one, or by name in a folder of the data folder.
fn find(
    kind: &str,
    folder: &str,
    name: &str,
    shipped: &[(&'static str, &'static str)],
) -> Result<Source, Failure> {
    if is_path(name) {
        return read(Path::new(name));
    }
    if let Some((name, text)) = shipped.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)) {
        return Ok(Source::new(*name, *text));
    }
    let own = own_files(folder);
    if let Some((_, path)) = own.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)) {
        return read(path);
    }
    if Path::new(name).exists() {
        return read(Path::new(name));
    }
    let mut known: Vec<&str> = shipped.iter().map(|(n, _)| *n).collect();
    known.extend(own.iter().map(|(n, _)| n.as_str()));
    Err(Failure::Said(format!(
        "there is no {kind} {name:?}, neither as a file nor by name; known: {}",
        if known.is_empty() {
            "none".to_owned()
        } else {
            known.join(", ")
        }
    )))
}

/// One's own files in a folder of the data folder, by name.
pub fn own_files(folder: &str) -> Vec<(String, PathBuf)> {
    let Some(place) = home::folder().map(|f| f.join(folder)) else {
        return Vec::new();
    };
    let Ok(entries) = std::fs::read_dir(place) else {
        return Vec::new();
    };
    let mut files: Vec<(String, PathBuf)> = entries
        .filter_map(Result::ok)
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "toml"))
        .filter_map(|p| Some((p.file_stem()?.to_str()?.to_owned(), p)))
        .collect();
    files.sort();
    files
}

/// A map by path or name.
///
/// # Errors
/// When there is none, or it cannot be read.
pub fn map(name: &str) -> Result<Source, Failure> {
    find("map", "maps", name, crate::files::shipped::MAPS)
}

/// A rules file by path or name.
///
/// # Errors
/// When there is none, or it cannot be read.
pub fn rules(name: &str) -> Result<Source, Failure> {
    find("rules file", "rules", name, &[])
}

/// A force by path or name; shipped ones of this ruleset first, if one is known.
///
/// # Errors
/// When there is none, or it cannot be read.
pub fn force(name: &str, rules: Option<Rules>) -> Result<Source, Failure> {
    let shipped: Vec<(&'static str, &'static str)> = match rules {
        Some(rules) => rules.forces().to_vec(),
        None => Rules::ALL
            .iter()
            .flat_map(|r| r.forces().iter().copied())
            .collect(),
    };
    find("force", "forces", name, &shipped)
}
