//! The journal of a draft: the map it began with, then a line for every gesture.

use super::{Draft, Op, Scene};
use crate::board::Map;
use crate::files;
use crate::source::{Fault, Source, as_text};
use serde::{Deserialize, Serialize};

pub(super) const UNDO: &str = "\"undo\"";
pub(super) const REDO: &str = "\"redo\"";
pub(super) const SAVED: &str = "\"saved\"";

/// The first line: what the draft began with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Journal {
    format: String,
    /// The file it is of, if it is of one.
    pub file: Option<String>,
    /// The map as a map file.
    pub map: String,
    /// The scenario on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<Scene>,
}

impl Journal {
    const FORMAT: &str = "skirmish-draft/1";
    /// The beginning of a journal.
    pub fn new(map: &Map, file: Option<String>) -> Self {
        Self {
            scene: None,
            format: Self::FORMAT.to_owned(),
            file,
            map: files::write(map),
        }
    }
    /// Its line.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("plain values")
    }
}

/// A gesture as a line.
pub(super) fn step(ops: &[Op]) -> String {
    serde_json::to_string(ops).expect("plain values")
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a step of the editor, or a word")]
enum Line {
    Word(String),
    Step(Vec<Op>),
}

/// The content of a journal.
pub struct Retold {
    /// What it began with.
    pub journal: Journal,
    /// The draft, as far as the journal can be read.
    pub draft: Draft,
    /// The map that was saved last, or that the journal began with.
    pub saved: Map,
    /// How much of the text was read: what comes after is damaged.
    pub read: usize,
}

/// Why a journal cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum JournalFault {
    /// Its first line is none of a journal.
    #[error("not an editor journal: {0}")]
    NoJournal(#[from] serde_json::Error),
    /// It is of another version.
    #[error("unknown journal format: {0}")]
    Format(String),
    /// The map that it begins with cannot be read.
    #[error("{0}")]
    Map(#[from] Fault),
}

as_text!(JournalFault);

/// The draft a journal tells of, how far it can be read: what was written while the power failed
/// is passed over, and what comes after a line that cannot be read.
///
/// # Errors
/// It is no journal, or the map it begins with cannot be read.
pub fn replay(text: &str) -> Result<Retold, JournalFault> {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    let journal: Journal = serde_json::from_str(first)?;
    if journal.format != Journal::FORMAT {
        return Err(JournalFault::Format(journal.format));
    }
    let source = Source::new("the journal's map", journal.map.clone());
    let map = files::map::read(&source)?;
    let mut draft = Draft::with(map.clone(), journal.scene.clone());
    let (mut saved, mut read) = (map, first.len());
    for line in lines {
        match serde_json::from_str(line) {
            Ok(Line::Step(ops)) => {
                if draft.gesture(&ops).is_err() {
                    break;
                }
            }
            Ok(Line::Word(word)) => match word.as_str() {
                "undo" => {
                    draft.undo();
                }
                "redo" => {
                    draft.redo();
                }
                "saved" => {
                    draft.mark_saved();
                    saved = draft.sheet().map();
                }
                _ => break,
            },
            Err(_) => break,
        }
        read += line.len();
    }
    draft.take_lines();
    Ok(Retold {
        journal,
        draft,
        saved,
        read,
    })
}
