//! What a book is made of once its numbers are known: chapters, passages, blocks and spans. How it
//! looks is decided by whoever shows it.

use super::diagram::Diagram;
use super::lists::ListKind;

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Words.
    Plain(String),
    /// A term where it is explained.
    Term(String),
    /// A value that house rules have changed.
    Changed {
        /// The value in force.
        now: String,
        /// The value without house rules.
        usual: String,
    },
}

impl Span {
    /// The span as words; a changed value names the usual one behind it.
    pub fn words(&self) -> String {
        match self {
            Span::Plain(text) | Span::Term(text) => text.clone(),
            Span::Changed { now, usual } => format!("{now} (house rule; usually {usual})"),
        }
    }
}

/// A text with terms and numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(pub Vec<Span>);

impl Text {
    /// All of it as plain words.
    pub fn words(&self) -> String {
        self.0.iter().map(Span::words).collect()
    }
    /// The terms that it explains.
    pub fn terms(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|span| match span {
            Span::Term(term) => Some(term.as_str()),
            _ => None,
        })
    }
    /// Whether house rules have changed a value in it.
    pub fn is_changed(&self) -> bool {
        let changed = |span: &Span| matches!(span, Span::Changed { .. });
        self.0.iter().any(changed)
    }
}

/// A key of the configuration with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The key; dots lead into tables.
    pub key: String,
    /// Its value in force.
    pub value: String,
    /// Whether house rules have changed it.
    pub changed: bool,
}

/// An entry of a generated list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name: a trait, a weapon, a key.
    pub name: String,
    /// What it does, in full.
    pub about: String,
    /// The value of a key.
    pub value: Option<String>,
    /// What stands in `value`, else in `about`, without house rules, if that differs.
    pub usual: Option<String>,
}

/// A block of a chapter.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading below the title.
    Heading(String),
    /// Sentences.
    Paragraph(Text),
    /// Points of a list.
    List {
        /// Whether they are numbered.
        ordered: bool,
        /// The points.
        items: Vec<Text>,
    },
    /// A table.
    Table {
        /// The first row.
        head: Vec<Text>,
        /// The others, each as long as the first.
        rows: Vec<Vec<Text>>,
    },
    /// A small board.
    Diagram(Box<Diagram>),
    /// A list that the program makes.
    Entries {
        /// What it lists.
        kind: ListKind,
        /// Its entries.
        entries: Vec<Entry>,
    },
}

impl Block {
    /// Every text in it.
    pub fn texts(&self) -> Vec<&Text> {
        match self {
            Block::Paragraph(text) => vec![text],
            Block::List { items, .. } => items.iter().collect(),
            Block::Table { head, rows } => head.iter().chain(rows.iter().flatten()).collect(),
            Block::Heading(_) | Block::Diagram(_) | Block::Entries { .. } => Vec::new(),
        }
    }
}

/// A block with what is said about it.
#[derive(Clone, Debug)]
pub struct Passage {
    /// Where it stands in the chapter's file.
    pub line: usize,
    /// The sentences of the rule text that it states, by their ids.
    pub covers: Vec<String>,
    /// Whether it is ours, with the keys that give the other reading.
    pub ours: Option<Vec<Choice>>,
    /// Whether it is a worked example.
    pub example: bool,
    /// The changed key because of which it is shown.
    pub house: Option<Choice>,
    /// Words under which it is found, besides its terms.
    pub index: Vec<String>,
    /// What is shown.
    pub block: Block,
}

impl Passage {
    /// The note about house rules and choices of ours that stands with it; `None`: nothing to say.
    pub fn mark(&self) -> Option<String> {
        let said = |choices: &[Choice]| {
            let each = choices.iter().map(|c| format!("{} = {}", c.key, c.value));
            each.collect::<Vec<_>>().join(", ")
        };
        let ours = self.ours.as_ref().map(|choices| match choices.is_empty() {
            true => "ours".to_owned(),
            false => format!("ours ({})", said(choices)),
        });
        let house = self
            .house
            .as_ref()
            .map(|choice| format!("house rule ({})", said(std::slice::from_ref(choice))));
        match (ours, house) {
            (Some(ours), Some(house)) => Some(format!("{ours}, {house}")),
            (ours, house) => ours.or(house),
        }
    }
}

/// A chapter.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Its number, from 1.
    pub number: usize,
    /// Its name on the command line: `what-you-need`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// What stands in it.
    pub passages: Vec<Passage>,
}
