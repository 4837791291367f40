//! How a ruleset's figures are written in force files: plain data for whoever helps to write
//! them. What a word costs, and whether it may be said, is asked of the reader of force files,
//! so that it is never told in two places.

/// What the figures of a ruleset can be, in the words and keys of its force files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The words of `is`, in the order in which people choose them.
    pub parts: Vec<Part>,
    /// Keys of a `[[figure]]` beside `name`, `count`, `is` and `notes`.
    pub keys: Vec<Key>,
    /// Keys of the whole file beside `format`, `ruleset`, `name` and `notes`.
    pub head: Vec<Key>,
    /// The most figures a force can have.
    pub most: usize,
}

impl Default for Sheet {
    /// Free words, and nothing beside them.
    fn default() -> Self {
        Self {
            parts: Vec::new(),
            keys: Vec::new(),
            head: Vec::new(),
            most: 200,
        }
    }
}

/// Words that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What they are: `Armour`.
    pub name: &'static str,
    /// What sort of words they are.
    pub sort: Sort,
    /// How many of them a figure has.
    pub pick: Pick,
    /// The words.
    pub words: Vec<Word>,
}

/// What sort of words the words of a part are.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Kinds or sizes of figures.
    Unit,
    /// Weapons, and ways of moving that are bought like them.
    Weapon,
    /// Abilities that a figure has or has not.
    Trait,
    /// Abilities that come in levels.
    Power,
    /// Anything else: rank, armour, squad.
    Other,
}

/// How many words of a part a figure has.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Pick {
    /// Exactly one; a new figure gets the first.
    One,
    /// One or none.
    AtMostOne,
    /// As many as one likes.
    Any,
}

/// A word of `is`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// As it is written.
    pub word: String,
    /// What it does, a short sentence; may be empty.
    pub about: String,
}

impl Word {
    /// A word and what it does.
    pub fn new(word: impl Into<String>, about: impl Into<String>) -> Self {
        Self {
            word: word.into(),
            about: about.into(),
        }
    }
}

/// A key beside the words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// As it is written.
    pub name: &'static str,
    /// What it is for people: `Begins aboard`.
    pub shown: &'static str,
    /// What it does, a short sentence.
    pub about: &'static str,
    /// What can stand there.
    pub kind: KeyKind,
}

/// What can stand at a key.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// True or false; false where it is missing.
    Switch,
    /// A whole number between two, both included.
    Number(i64, i64),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// Several texts.
    Texts,
    /// The name of another figure of the force.
    Figure,
}
