//! What the readers of other programs' files are given, and what they return.

use super::mapping::Mapping;
use super::notes::Notes;
use crate::board::Map;
use crate::source::{Fault, Source, in_words};

/// What could not be opened beside a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// It is not there or cannot be read: what it says is lost.
    NotThere(String),
    /// It lies outside the folder, or is too long: the file is refused.
    Refused(String),
}

/// A way to files beside the one that is read.
pub type Beside<'a> = &'a mut dyn FnMut(&str) -> Result<Vec<u8>, Missing>;

/// A file of another program.
pub struct Input<'a> {
    /// What faults call it.
    pub file: &'a str,
    /// What the map is called if the file does not say.
    pub name: &'a str,
    /// All of it.
    pub bytes: &'a [u8],
    /// What its words mean.
    pub mapping: &'a Mapping,
    /// The files beside it.
    pub beside: Beside<'a>,
}

impl Input<'_> {
    /// A fault of the whole file, told at its beginning.
    pub fn fault(&self, what: impl Into<String>) -> Fault {
        Fault {
            file: self.file.to_owned(),
            at: Some((1, 1)),
            what: what.into(),
        }
    }
    /// A fault at the first place of a text where something stands, else at its beginning.
    pub fn fault_near(&self, text: &str, near: &str, what: impl Into<String>) -> Fault {
        Source::new(self.file, text).fault_near(near, what)
    }
    /// A fault where the file first names something, else at its beginning.
    pub fn fault_naming(&self, name: &str, what: impl Into<String>) -> Fault {
        self.fault_near(&self.text().unwrap_or_default(), name, what)
    }
    /// A fault at a line and column, from 1.
    pub fn fault_at(&self, line: usize, column: usize, what: impl Into<String>) -> Fault {
        Fault {
            at: Some((line, column)),
            ..self.fault(what)
        }
    }
    /// A fault of damaged JSON: where, what, and the last key before it.
    pub fn fault_of_json(&self, text: &str, what: &str, error: &serde_json::Error) -> Fault {
        let (line, column) = (error.line().max(1), error.column().max(1));
        let said = in_our_words(error);
        let key = key_before(text, line, column);
        let key = key.map_or(String::new(), |key| format!(" (near {key:?})"));
        self.fault_at(line, column, format!("{what}: {said}{key}"))
    }
    /// The file as text; old files hold a few letters of other encodings in their comments.
    ///
    /// # Errors
    /// It is binary.
    pub fn text(&self) -> Result<String, Fault> {
        let bytes = self
            .bytes
            .strip_prefix(b"\xef\xbb\xbf")
            .unwrap_or(self.bytes);
        if let Some(at) = bytes.iter().position(|b| *b == 0) {
            let what = format!("not a text file (byte {} is 0)", at + 1);
            let (line, column) = place(bytes, at);
            return Err(self.fault_at(line, column, what));
        }
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }
}

/// Line and column, from 1, of a byte.
pub fn place(bytes: &[u8], at: usize) -> (usize, usize) {
    let before = &bytes[..at];
    let start = before
        .iter()
        .rposition(|b| *b == b'\n')
        .map_or(0, |i| i + 1);
    let line = before.iter().filter(|b| **b == b'\n').count() + 1;
    (
        line,
        String::from_utf8_lossy(&before[start..]).chars().count() + 1,
    )
}

/// A message of serde without its own words for the place and for kinds of values.
fn in_our_words(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let said = text.split(" at line ").next().unwrap_or(&text);
    let mut said = in_words(said.to_owned());
    let words = [
        ("EOF while parsing", "the file ends in the middle of"),
        ("expected value", "expected a value"),
        ("expected ident", "expected true, false or null"),
    ];
    for (theirs, ours) in words {
        said = said.replace(theirs, ours);
    }
    said
}

/// The last key of an object before a place in JSON; files may be one long line.
fn key_before(text: &str, line: usize, column: usize) -> Option<&str> {
    let line = text.lines().nth(line - 1)?;
    let mut end = column.min(line.len());
    while !line.is_char_boundary(end) {
        end -= 1;
    }
    let mut start = end.saturating_sub(400);
    while !line.is_char_boundary(start) {
        start += 1;
    }
    let near = &line[start..end];
    near.match_indices(':').rev().find_map(|(colon, _)| {
        let before = near[..colon].trim_end().strip_suffix('"')?;
        let key = &before[before.rfind('"')? + 1..];
        (!key.is_empty() && key.len() <= 40).then_some(key)
    })
}

/// A map that was read.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The map.
    pub map: Map,
    /// What was not carried over, changed or guessed.
    pub notes: Notes,
    /// The bytes of the picture that the map names, if the file holds it.
    pub picture: Option<Vec<u8>>,
}

impl From<(Map, Notes)> for Imported {
    fn from((map, notes): (Map, Notes)) -> Self {
        Self {
            map,
            notes,
            picture: None,
        }
    }
}
