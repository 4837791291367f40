//! A force while it is being made: a force file that is edited word by word, keeping everything
//! it does not know, and what the ruleset says about it ([`Judged`]).
//!
//! No ruleset's words are known here: what can be said comes from its [`Sheet`], what it costs
//! and what is wrong with it from its reader of force files.

mod judge;
pub mod roster;

pub use judge::{Judged, Price, Verdict};

use crate::battle::{Key, KeyKind, Part, Pick, Sheet};
use crate::rules::Rules;
use crate::source::{Fault, Source};
use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, Value};

/// A force being made.
#[derive(Clone, Debug)]
pub struct Muster {
    rules: Rules,
    sheet: Sheet,
    doc: DocumentMut,
}

/// A word without what does not matter about it.
fn plain(word: &str) -> String {
    let word = word.split('(').next().unwrap_or(word);
    word.to_lowercase()
        .replace(['-', '_'], " ")
        .replace("armour", "armor")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// Whether two words mean the same.
fn same(a: &str, b: &str) -> bool {
    plain(a) == plain(b)
}

/// Whether a word is among others.
pub fn said(words: &[String], word: &str) -> bool {
    words.iter().any(|w| same(w, word))
}

/// Words apart.
fn split(words: &str) -> Vec<String> {
    words
        .split(',')
        .map(|w| w.trim().to_owned())
        .filter(|w| !w.is_empty())
        .collect()
}

impl Muster {
    /// A force of a ruleset without figures.
    pub fn new(rules: Rules, name: &str) -> Self {
        let mut doc = DocumentMut::new();
        doc["format"] = toml_edit::value("skirmish-force/1");
        doc["ruleset"] = toml_edit::value(rules.name());
        doc["name"] = toml_edit::value(name);
        Self {
            rules,
            sheet: rules.sheet(),
            doc,
        }
    }

    /// A force file, which need not be free of faults.
    ///
    /// # Errors
    /// When it is not even TOML, or of no ruleset there is.
    pub fn read(source: &Source) -> Result<Self, Fault> {
        let rules = Rules::of_force(source)?;
        source.parse::<toml::Table>()?;
        let mut doc = source.document()?;
        if let Some(item) = doc.get_mut("figure") {
            let found = std::mem::take(item);
            match found.into_array_of_tables() {
                Ok(tables) => *item = Item::ArrayOfTables(tables),
                Err(_) => {
                    return Err(source.fault_under(&["figure"], "figure must be a list of tables"));
                }
            }
        }
        Ok(Self {
            rules,
            sheet: rules.sheet(),
            doc,
        })
    }

    /// The ruleset.
    pub fn rules(&self) -> Rules {
        self.rules
    }
    /// What its figures can be.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }
    /// The file.
    pub fn text(&self) -> String {
        self.doc.to_string()
    }
    /// The force's name.
    pub fn name(&self) -> &str {
        self.doc.get("name").and_then(Item::as_str).unwrap_or("")
    }
    /// Gives the force a name.
    pub fn rename(&mut self, name: &str) {
        put(self.doc.as_table_mut(), "name", Some(name.into()));
    }

    fn tables(&self) -> Option<&ArrayOfTables> {
        self.doc.get("figure").and_then(Item::as_array_of_tables)
    }
    fn tables_mut(&mut self) -> &mut ArrayOfTables {
        let item = self
            .doc
            .entry("figure")
            .or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
        if item.as_array_of_tables().is_none() {
            *item = Item::ArrayOfTables(ArrayOfTables::new());
        }
        item.as_array_of_tables_mut().expect("made above")
    }
    fn table(&self, figure: usize) -> Option<&Table> {
        self.tables()?.get(figure)
    }

    /// How many `[[figure]]` lines there are.
    pub fn len(&self) -> usize {
        self.tables().map_or(0, ArrayOfTables::len)
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// What a figure is called.
    pub fn figure_name(&self, figure: usize) -> &str {
        self.table(figure)
            .and_then(|t| t.get("name"))
            .and_then(Item::as_str)
            .unwrap_or("")
    }
    /// How many there are of a figure.
    pub fn count(&self, figure: usize) -> u32 {
        self.table(figure)
            .and_then(|t| t.get("count"))
            .and_then(Item::as_integer)
            .and_then(|n| u32::try_from(n).ok())
            .unwrap_or(1)
    }
    /// A figure's words, as they are written.
    pub fn words_text(&self, figure: usize) -> &str {
        self.table(figure)
            .and_then(|t| t.get("is"))
            .and_then(Item::as_str)
            .unwrap_or("")
    }
    /// A figure's words, apart; in the sheet's own spelling where the ruleset reads them.
    pub fn words(&self, figure: usize) -> Vec<String> {
        let written = split(self.words_text(figure));
        if written.iter().all(|w| self.part_of(w).is_some()) {
            return written;
        }
        match self.spelled(figure).map(|words| split(&words)) {
            Some(words) if words.iter().all(|w| self.part_of(w).is_some()) => words,
            _ => written,
        }
    }
    /// The part of the sheet in which a word stands.
    pub fn part_of(&self, word: &str) -> Option<&Part> {
        let here = |part: &&Part| part.words.iter().any(|w| same(&w.word, word));
        self.sheet.parts.iter().find(here)
    }
    /// Whether a figure has a word.
    pub fn has(&self, figure: usize, word: &str) -> bool {
        said(&self.words(figure), word)
    }

    /// Gives a figure a name; those aboard of it follow.
    pub fn rename_figure(&mut self, figure: usize, name: &str) {
        let old = self.figure_name(figure).to_owned();
        let follows: Vec<&'static str> = self
            .sheet
            .keys
            .iter()
            .filter(|k| k.kind == KeyKind::Figure)
            .map(|k| k.name)
            .collect();
        for (i, table) in self.tables_mut().iter_mut().enumerate() {
            if i == figure {
                put(table, "name", Some(name.into()));
            }
            for key in &follows {
                if table.get(key).and_then(Item::as_str) == Some(&old) {
                    put(table, key, Some(name.into()));
                }
            }
        }
    }
    /// Says how many there are of a figure.
    pub fn set_count(&mut self, figure: usize, count: u32) {
        let value = (count != 1).then(|| Value::from(i64::from(count)));
        self.set(figure, "count", value);
    }
    /// Replaces a figure's words.
    pub fn set_words(&mut self, figure: usize, words: &str) {
        self.set(figure, "is", Some(words.into()));
    }
    /// Gives a figure a word, or takes it away. A word of a part of which there can be one only
    /// takes the others' place.
    pub fn toggle(&mut self, figure: usize, word: &str) {
        let text = self.toggled(figure, word);
        self.set_words(figure, &text);
    }
    /// The words a figure would have after [`Self::toggle`].
    fn toggled(&self, figure: usize, word: &str) -> String {
        let mut words = self.words(figure);
        let part = self.part_of(word);
        let pick = part.map_or(Pick::Any, |p| p.pick);
        if words.iter().any(|w| same(w, word)) {
            if pick != Pick::One {
                words.retain(|w| !same(w, word));
            }
            return words.join(", ");
        }
        let mut at = words.len();
        if let (Some(part), Pick::One | Pick::AtMostOne) = (part, pick) {
            let of_it = |w: &String| part.words.iter().any(|x| same(&x.word, w));
            if let Some(place) = words.iter().position(of_it) {
                at = place;
            } else if pick == Pick::One {
                at = 0;
            }
            words.retain(|w| !of_it(w));
        }
        // in the order of the sheet's parts, as far as the others are
        if at >= words.len() {
            let rank = |w: &str| {
                self.sheet
                    .parts
                    .iter()
                    .position(|p| p.words.iter().any(|x| same(&x.word, w)))
                    .unwrap_or(usize::MAX)
            };
            let mine = rank(word);
            at = words
                .iter()
                .position(|w| rank(w) > mine)
                .unwrap_or(words.len());
        }
        words.insert(at, word.to_owned());
        words.join(", ")
    }

    /// What stands at a key of a figure.
    pub fn get(&self, figure: usize, key: &str) -> Option<&Value> {
        self.table(figure)?.get(key)?.as_value()
    }
    /// Says what stands at a key of a figure; `None`: nothing.
    pub fn set(&mut self, figure: usize, key: &str, value: Option<Value>) {
        if let Some(table) = self.tables_mut().get_mut(figure) {
            put(table, key, value);
        }
    }
    /// What stands at a key of the file.
    pub fn get_head(&self, key: &Key) -> Option<&Value> {
        self.doc.get(key.name)?.as_value()
    }
    /// Says what stands at a key of the file.
    pub fn set_head(&mut self, key: &Key, value: Option<Value>) {
        put(self.doc.as_table_mut(), key.name, value);
    }

    /// A name that no figure has yet.
    fn fresh_name(&self, stem: &str) -> String {
        let bare = stem.trim_end_matches(|c: char| c.is_ascii_digit()).trim();
        let bare = if bare.is_empty() { "Figure" } else { bare };
        (1..)
            .map(|n| match n {
                1 => bare.to_owned(),
                n => format!("{bare} {n}"),
            })
            .find(|name| (0..self.len()).all(|i| self.figure_name(i) != name))
            .expect("there are more names than figures")
    }
    /// Adds a figure with the first word of each part that needs one; its number.
    pub fn add(&mut self) -> usize {
        let words: Vec<&str> = self
            .sheet
            .parts
            .iter()
            .filter(|p| p.pick == Pick::One)
            .filter_map(|p| p.words.first())
            .map(|w| w.word.as_str())
            .collect();
        let words = words.join(", ");
        let mut table = Table::new();
        let name = self.fresh_name("Figure");
        table["name"] = toml_edit::value(name);
        table["is"] = toml_edit::value(words);
        self.put_in(self.len(), table)
    }
    /// Adds another figure like this one, under a name of its own, behind it; its number.
    pub fn copy(&mut self, figure: usize) -> usize {
        let Some(mut table) = self.table(figure).cloned() else {
            return self.add();
        };
        let name = self.fresh_name(self.figure_name(figure));
        put(&mut table, "name", Some(name.into()));
        self.put_in(figure + 1, table)
    }
    fn put_in(&mut self, at: usize, mut table: Table) -> usize {
        if table.decor().prefix().is_none() || at > 0 {
            table.decor_mut().set_prefix("\n");
        }
        let tables = self.tables_mut();
        let at = at.min(tables.len());
        tables.insert(at, table);
        self.number();
        at
    }
    /// Takes a figure out.
    pub fn remove(&mut self, figure: usize) {
        if figure < self.len() {
            self.tables_mut().remove(figure);
        }
    }
    /// Moves a figure one place up or down; its number then.
    pub fn shift(&mut self, figure: usize, down: bool) -> usize {
        let to = if down {
            figure + 1
        } else {
            figure.saturating_sub(1)
        };
        if to == figure || to.max(figure) >= self.len() {
            return figure;
        }
        let tables = self.tables_mut();
        let table = tables.remove(figure);
        tables.insert(to, table);
        self.number();
        to
    }
    /// Puts the tables into the file in their own order.
    fn number(&mut self) {
        for (i, table) in self.tables_mut().iter_mut().enumerate() {
            table.set_position(isize::try_from(i + 1).ok());
        }
    }
}

/// Puts a value at a key, keeping what stands around it; `None`: takes the key out.
fn put(table: &mut Table, key: &str, value: Option<Value>) {
    match (value, table.get_mut(key).and_then(Item::as_value_mut)) {
        (None, _) => {
            table.remove(key);
        }
        (Some(mut value), Some(old)) => {
            *value.decor_mut() = old.decor().clone();
            *old = value;
        }
        (Some(value), None) => {
            table.insert(key, Item::Value(value));
        }
    }
}

/// Several texts as a value.
pub fn texts(all: &[String]) -> Option<Value> {
    (!all.is_empty()).then(|| Value::Array(all.iter().collect::<Array>()))
}
