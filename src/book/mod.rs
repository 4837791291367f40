//! The rule books: one for each ruleset, written for players, with the numbers of the rules in force.
//!
//! The chapters are texts under `src/book/text/RULESET`, embedded by the build script in the order
//! of their names. [`Book::read`] puts in the numbers of a configuration, the generated lists and
//! what the figures of the diagrams see. How a book looks is not its business.
//!
//! ```
//! use skirmish::book::Book;
//! use skirmish::rules::Rules;
//! let book = Book::read(Rules::ALL[0], None).unwrap();
//! assert!(!book.explain("wood").is_empty());
//! ```

pub mod diagram;
mod error;
mod explain;
mod expression;
mod ground;
pub mod lists;
pub mod model;
mod reading;
mod stage;

pub use diagram::Diagram;
pub use explain::Explained;
pub use lists::ListKind;
pub use model::{Block, Chapter, Choice, Entry, Passage, Span, Text};

use crate::rules::Rules;
use crate::source::{Fault, Source};
use error::TextError;
use reading::{Body, Condition, Line, Raw, fault};
use serde_json::Value;
use std::collections::BTreeMap;

/// The chapters of all books: (ruleset, [(file name, text)]).
const CHAPTERS: &[(&str, &[(&str, &str)])] = include!(concat!(env!("OUT_DIR"), "/chapters.rs"));

/// The name of the file that is the quick reference and no chapter.
const SHEET: &str = "sheet";

/// A rule book by the rules in force.
#[derive(Clone, Debug)]
pub struct Book {
    /// The ruleset.
    pub rules: Rules,
    /// Its chapters, in the order of play.
    pub chapters: Vec<Chapter>,
    /// The quick reference of one page, number 0, if the book has one.
    pub sheet: Option<Chapter>,
    /// Every sentence of the rule text that a passage states, shown or not: its id, and where.
    pub covered: Vec<(String, String)>,
    config: Value,
    usual: Value,
    house: Option<Source>,
}

/// A book that is made passage by passage, so that a page may draw a frame in between.
pub struct BookBuilder {
    book: Book,
    texts: std::vec::IntoIter<Source>,
    /// The chapter that is being made, with the blocks that are left.
    open: Option<(Source, Chapter, std::vec::IntoIter<Raw>)>,
}

impl BookBuilder {
    /// Begins the book of a ruleset under a rules file.
    ///
    /// # Errors
    /// A fault of the rules file, with its place.
    pub fn begin(rules: Rules, house: Option<&Source>) -> Result<BookBuilder, Fault> {
        let texts = CHAPTERS.iter().find(|(name, _)| *name == rules.name());
        let named = |(file, text): &(&str, &str)| {
            Source::new(format!("src/book/text/{}/{file}", rules.name()), *text)
        };
        let texts = texts.map_or_else(Vec::new, |(_, all)| all.iter().map(named).collect());
        Self::of(rules, house, texts)
    }

    fn of(rules: Rules, house: Option<&Source>, texts: Vec<Source>) -> Result<BookBuilder, Fault> {
        let book = Book {
            rules,
            chapters: Vec::new(),
            sheet: None,
            covered: Vec::new(),
            config: rules.config(house)?,
            usual: rules.config(None)?,
            house: house.cloned(),
        };
        Ok(BookBuilder {
            book,
            texts: texts.into_iter(),
            open: None,
        })
    }

    /// Makes the next passage. False: the book is whole.
    ///
    /// # Errors
    /// A fault of a chapter, with its place.
    pub fn step(&mut self) -> Result<bool, Fault> {
        let Some((source, chapter, blocks)) = &mut self.open else {
            let Some(source) = self.texts.next() else {
                return Ok(false);
            };
            self.begin_chapter(source)?;
            return Ok(true);
        };
        if let Some(raw) = blocks.next() {
            chapter.passages.extend(self.book.passage(source, raw)?);
        } else if let Some((_, chapter, _)) = self.open.take() {
            match chapter.number {
                0 => self.book.sheet = Some(chapter),
                _ => self.book.chapters.push(chapter),
            }
        }
        Ok(true)
    }

    /// Begins the next chapter.
    fn begin_chapter(&mut self, source: Source) -> Result<(), Fault> {
        let (title, blocks) = reading::read(&source)?;
        for raw in &blocks {
            let place = || format!("{}:{}", source.name, raw.line);
            let ids = raw.covers.iter().map(|id| (id.clone(), place()));
            self.book.covered.extend(ids);
        }
        let name = name_of(&source.name);
        let chapter = Chapter {
            number: match name == SHEET {
                true => 0,
                false => self.book.chapters.len() + 1,
            },
            name,
            title,
            passages: Vec::new(),
        };
        self.open = Some((source, chapter, blocks.into_iter()));
        Ok(())
    }

    /// The whole book.
    ///
    /// # Errors
    /// A fault of a chapter, with its place.
    pub fn finish(mut self) -> Result<Book, Fault> {
        while self.step()? {}
        Ok(self.book)
    }
}

impl Book {
    /// The book of a ruleset under a rules file; without one: as the rules are written.
    ///
    /// # Errors
    /// A fault of the rules file or of a chapter, with its place.
    pub fn read(rules: Rules, house: Option<&Source>) -> Result<Book, Fault> {
        BookBuilder::begin(rules, house)?.finish()
    }

    /// The book that these chapters make.
    ///
    /// # Errors
    /// A fault of the rules file or of a chapter, with its place.
    pub fn of(rules: Rules, house: Option<&Source>, texts: &[Source]) -> Result<Book, Fault> {
        BookBuilder::of(rules, house, texts.to_vec())?.finish()
    }

    /// The chapter of a name or number.
    pub fn chapter(&self, named: &str) -> Option<&Chapter> {
        let wanted = named.trim().to_lowercase().replace([' ', '_'], "-");
        let is = |chapter: &&Chapter| {
            chapter.name == wanted
                || chapter.number.to_string() == wanted
                || chapter.title.to_lowercase().replace(' ', "-") == wanted
        };
        self.chapters.iter().find(is)
    }

    /// Words in alphabetical order, each with the numbers of the chapters that explain it.
    pub fn index(&self) -> Vec<(String, Vec<usize>)> {
        let mut index: BTreeMap<String, (String, Vec<usize>)> = BTreeMap::new();
        for chapter in &self.chapters {
            for passage in &chapter.passages {
                let texts = passage.block.texts();
                let terms = texts.iter().flat_map(|text| text.terms());
                for word in passage.index.iter().map(String::as_str).chain(terms) {
                    let new = || (word.to_owned(), Vec::new());
                    let (_, found) = index.entry(word.to_lowercase()).or_insert_with(new);
                    if !found.contains(&chapter.number) {
                        found.push(chapter.number);
                    }
                }
            }
        }
        index.into_values().collect()
    }

    /// Whether house rules are in force.
    pub fn is_changed(&self) -> bool {
        self.config != self.usual
    }

    /// A block with its numbers; `None`: it is not shown under these rules.
    fn passage(&self, source: &Source, raw: Raw) -> Result<Option<Passage>, Fault> {
        let here = |why: TextError| fault(source, raw.line, why.to_string());
        let house = match &raw.when {
            None => None,
            Some(when) => match self.holds(when).map_err(here)? {
                (false, _) => return self.checked(source, &raw),
                (true, choice) => Some(choice).filter(|choice| choice.changed),
            },
        };
        let ours = match &raw.ours {
            None => None,
            Some(keys) => {
                let all = keys.iter().map(|key| self.choice(key));
                Some(all.collect::<Result<Vec<_>, _>>().map_err(here)?)
            }
        };
        Ok(Some(Passage {
            line: raw.line,
            covers: raw.covers.clone(),
            ours,
            example: raw.example,
            house,
            index: raw.index.clone(),
            block: self.block(source, &raw)?,
        }))
    }

    /// A block that is not shown must be in order all the same.
    fn checked(&self, source: &Source, raw: &Raw) -> Result<Option<Passage>, Fault> {
        for key in raw.ours.iter().flatten() {
            self.choice(key)
                .map_err(|why| fault(source, raw.line, why.to_string()))?;
        }
        self.block(source, raw).map(|_| None)
    }

    /// Whether a condition holds, and the key that decides it.
    fn holds(&self, when: &Condition) -> Result<(bool, Choice), TextError> {
        let choice = self.choice(&when.key)?;
        Ok(((choice.value == when.value) != when.otherwise, choice))
    }

    /// A key with its value.
    fn choice(&self, key: &str) -> Result<Choice, TextError> {
        let value = lists::written(&self.config, key);
        let value = value.ok_or_else(|| TextError::NoKey(key.to_owned()))?;
        let usual = lists::written(&self.usual, key);
        Ok(Choice {
            key: key.to_owned(),
            changed: usual.as_ref() != Some(&value),
            value,
        })
    }

    fn block(&self, source: &Source, raw: &Raw) -> Result<Block, Fault> {
        let text = |(line, text): &Line| {
            self.text(text)
                .map_err(|why| fault(source, *line, why.to_string()))
        };
        Ok(match &raw.body {
            Body::Heading(heading) => {
                let heading = text(&(raw.line, heading.clone()))?;
                Block::Heading(heading.words())
            }
            Body::Paragraph(line) => Block::Paragraph(text(line)?),
            Body::List(ordered, items) => Block::List {
                ordered: *ordered,
                items: items.iter().map(text).collect::<Result<_, _>>()?,
            },
            Body::Table(rows) => {
                let row = |(line, cells): &(usize, Vec<String>)| {
                    let cells = cells.iter().map(|cell| text(&(*line, cell.clone())));
                    cells.collect::<Result<Vec<Text>, Fault>>()
                };
                let mut rows = rows.iter().map(row).collect::<Result<Vec<_>, _>>()?;
                Block::Table {
                    head: rows.remove(0),
                    rows,
                }
            }
            Body::Board(lines) => {
                let rules = (self.rules, self.house.as_ref());
                Block::Diagram(Box::new(Diagram::read(source, lines, rules)?))
            }
            Body::Made(kind) => Block::Entries {
                kind: *kind,
                entries: lists::entries(*kind, self.rules, self.house.as_ref())?,
            },
        })
    }

    /// A text with its terms and numbers.
    fn text(&self, text: &str) -> Result<Text, TextError> {
        let mut spans = Vec::new();
        for (number, part) in text.split("**").enumerate() {
            let is_term = number % 2 == 1;
            let mut words = String::new();
            let put = |words: &mut String, spans: &mut Vec<Span>| {
                let words = std::mem::take(words);
                match (words.is_empty(), is_term) {
                    (true, _) => {}
                    (_, true) => spans.push(Span::Term(words)),
                    (_, false) => spans.push(Span::Plain(words)),
                }
            };
            let mut rest = part;
            while let Some((before, after)) = rest.split_once('{') {
                let (inside, behind) = after.split_once('}').ok_or(TextError::OpenBrace)?;
                words.push_str(before);
                let now = expression::shown(inside, &self.config)?;
                let usual = expression::shown(inside, &self.usual)?;
                if now == usual {
                    words.push_str(&now);
                } else {
                    put(&mut words, &mut spans);
                    spans.push(Span::Changed { now, usual });
                }
                rest = behind;
            }
            words.push_str(rest);
            put(&mut words, &mut spans);
        }
        match text.matches("**").count() % 2 {
            0 => Ok(Text(spans)),
            _ => Err(TextError::OpenTerm),
        }
    }
}

/// The name of a chapter: that of its file without folder, number and ending.
fn name_of(file: &str) -> String {
    let file = file.rsplit('/').next().unwrap_or(file);
    let stem = file.strip_suffix(".md").unwrap_or(file);
    let is_number = |part: &str| part.chars().all(|c| c.is_ascii_digit());
    match stem.split_once('-') {
        Some((number, name)) if is_number(number) => name.to_owned(),
        _ => stem.to_owned(),
    }
}
