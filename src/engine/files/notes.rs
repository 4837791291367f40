//! What happened to a map on its way from or to another program's file: grouped and counted.

use std::collections::BTreeMap;

/// What became of something.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fate {
    /// It has no place in the other format and is gone.
    Lost,
    /// It is there, but not quite as it was.
    Changed,
    /// The file does not say it; the program chose it.
    Guessed,
}

impl Fate {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Fate::Lost => "lost",
            Fate::Changed => "changed",
            Fate::Guessed => "guessed",
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
    /// What would change a guess: a line of a mapping, or an option.
    pub mend: String,
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
    found: BTreeMap<(Fate, String), Found>,
}

#[derive(Clone, Debug, Default)]
struct Found {
    count: usize,
    places: Vec<String>,
    mend: String,
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
    /// Counts guesses, and says what would change the first of them.
    pub fn guessed(&mut self, what: impl Into<String>, count: usize, place: String, mend: &str) {
        let what = what.into();
        self.count(Fate::Guessed, what.clone(), count, place);
        if let Some(found) = self.found.get_mut(&(Fate::Guessed, what))
            && found.mend.is_empty()
        {
            found.mend = mend.to_owned();
        }
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
        let found = self.found.entry(key).or_default();
        found.count += count;
        let places = &mut found.places;
        if !place.is_empty() && places.len() < PLACES && !places.contains(&place) {
            places.push(place);
        }
    }
    /// Adds what another way has noted.
    pub fn add(&mut self, more: Notes) {
        for note in more.all() {
            let place = note.places.join(", ");
            self.count(note.fate, note.what.clone(), note.count, place);
            if let Some(found) = self.found.get_mut(&(note.fate, note.what)) {
                found.mend = note.mend;
            }
        }
    }
    /// All notes: what is gone first, the most frequent first.
    pub fn all(&self) -> Vec<Note> {
        let mut all: Vec<Note> = self
            .found
            .iter()
            .map(|((fate, what), found)| Note {
                fate: *fate,
                what: what.clone(),
                count: found.count,
                places: found.places.clone(),
                mend: found.mend.clone(),
            })
            .collect();
        all.sort_by_key(|note| (note.fate, std::cmp::Reverse(note.count)));
        all
    }
}
