//! What happened to a map on its way from or to another program's file: grouped and counted.

use std::collections::BTreeMap;

/// What became of something.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fate {
    /// It has no place in the other format and is gone.
    Lost,
    /// It is there, but not quite as it was.
    Changed,
}

impl Fate {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Fate::Lost => "lost",
            Fate::Changed => "changed",
        }
    }
}

/// One kind of thing that was not carried over as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Gone or changed.
    pub fate: Fate,
    /// A sentence: what it was, and what became of it.
    pub what: String,
    /// How often.
    pub count: usize,
    /// The first places, in the words of the map or of the file.
    pub places: Vec<String>,
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{} × {}", self.count, self.what)?;
        if self.places.is_empty() {
            return Ok(());
        }
        let more = match self.count > self.places.len() {
            true => ", …",
            false => "",
        };
        write!(f, " ({}{more})", self.places.join(", "))
    }
}

/// How many places a note names.
const PLACES: usize = 5;
/// How many kinds of things are told apart.
const KINDS: usize = 400;

/// All notes of a conversion.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    found: BTreeMap<(Fate, String), (usize, Vec<String>)>,
}

impl Notes {
    /// Counts one thing that is gone.
    pub fn lost(&mut self, what: impl Into<String>, place: impl Into<String>) {
        self.count(Fate::Lost, what.into(), 1, place.into());
    }
    /// Counts one thing that is not quite as it was.
    pub fn changed(&mut self, what: impl Into<String>, place: impl Into<String>) {
        self.count(Fate::Changed, what.into(), 1, place.into());
    }
    /// Counts several at once; nothing if there are none.
    pub fn count(&mut self, fate: Fate, what: String, count: usize, place: String) {
        if count == 0 {
            return;
        }
        let full = self.found.len() >= KINDS;
        let mut key = (fate, what);
        if full && !self.found.contains_key(&key) {
            key.1 = "things of other kinds".to_owned();
        }
        let (n, places) = self.found.entry(key).or_default();
        *n += count;
        if !place.is_empty() && places.len() < PLACES && !places.contains(&place) {
            places.push(place);
        }
    }
    /// Adds what another way has noted.
    pub fn add(&mut self, more: Notes) {
        for note in more.all() {
            let place = note.places.join(", ");
            self.count(note.fate, note.what, note.count, place);
        }
    }
    /// All notes: what is gone first, the most frequent first.
    pub fn all(&self) -> Vec<Note> {
        let mut all: Vec<Note> = self
            .found
            .iter()
            .map(|((fate, what), (count, places))| Note {
                fate: *fate,
                what: what.clone(),
                count: *count,
                places: places.clone(),
            })
            .collect();
        all.sort_by_key(|note| (note.fate, std::cmp::Reverse(note.count)));
        all
    }
}
