//! Files from outside: chosen or dropped on the page. Each is kept where its kind belongs and then
//! opened.

use super::error::WindowError;
use crate::files::map;
use crate::play::Summary;
use crate::rules::Rules;
use crate::scenario::Scenario;
use crate::shown::short;
use crate::source::Source;
use crate::store::{Failure, disk, own};
use std::path::PathBuf;

/// What a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A saved battle.
    Record,
    /// A map of this program.
    Map,
    /// A scenario.
    Scenario,
    /// A force.
    Force,
    /// A file with changes of the rules.
    Rules,
    /// A map of another program.
    Foreign,
}

/// Tells the kind of a file by its name and text.
///
/// # Errors
/// What is wrong with it: the fault of the kind that its name says.
pub fn kind(name: &str, bytes: &[u8]) -> Result<Kind, WindowError> {
    let lower = name.to_lowercase();
    if lower.ends_with(".jsonl") || bytes.starts_with(b"{\"type\":\"battle\"") {
        return match Summary::read(bytes) {
            Some(_) => Ok(Kind::Record),
            None => Err(WindowError::NotABattle(name.to_owned())),
        };
    }
    if !lower.ends_with(".toml") {
        return Ok(Kind::Foreign);
    }
    let text = std::str::from_utf8(bytes);
    let text = text.map_err(|_| WindowError::NotText(name.to_owned()))?;
    let source = Source::new(short(name), text);
    if lower.ends_with(".scenario.toml") {
        Scenario::read(&source)?;
        return Ok(Kind::Scenario);
    }
    let not_a_map = match map::read(&source) {
        Ok(_) => return Ok(Kind::Map),
        Err(fault) => fault,
    };
    let Ok(rules) = Rules::of_force(&source) else {
        return Err(not_a_map.into());
    };
    match rules.force(&source, None) {
        Ok(_) => Ok(Kind::Force),
        Err(fault) if text.contains("[[figure") || text.contains("[[unit") => Err(fault.into()),
        Err(_) => Ok(Kind::Rules),
    }
}

/// Keeps a file in the folder of its kind under a name that is free; returns its path.
///
/// # Errors
/// What the system said.
pub fn keep(kind: &Kind, name: &str, bytes: &[u8]) -> Result<PathBuf, Failure> {
    let folder = match kind {
        Kind::Record => "records",
        Kind::Map | Kind::Scenario => "maps",
        Kind::Force => "forces",
        Kind::Rules => "rules",
        Kind::Foreign => "imports",
    };
    let plain = |c: char| c.is_alphanumeric() || "-_. ".contains(c);
    let name: String = name.chars().filter(|c| plain(*c)).take(100).collect();
    let name = name.trim_start_matches('.');
    let (stem, ending) = name.split_once('.').unwrap_or((name, ""));
    for number in 1.. {
        let again = match number {
            1 => String::new(),
            n => format!("-{n}"),
        };
        let dot = if ending.is_empty() { "" } else { "." };
        let path = own::path(&format!("{folder}/{stem}{again}{dot}{ending}"))?;
        if disk::is_missing(&path) {
            disk::write(&path, bytes)?;
            return Ok(path);
        }
    }
    unreachable!("there are more numbers than files")
}
