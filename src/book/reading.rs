//! Reading a chapter: blocks with their directives, before any number is known.
//!
//! A chapter is Markdown with `# Title` on its first line, `## Heading`, paragraphs, lists, numbered
//! lists, tables and **terms**. Digits stand in braces only (see [`super::expression`]). A line that
//! begins with a colon is a directive about the next block:
//!
//! | Directive | Meaning |
//! |---|---|
//! | `:covers ID ID` | it states these sentences of the rule text (`tests/coverage`) |
//! | `:ours KEY KEY` | it is ours; the keys give the other reading |
//! | `:if KEY = VALUE`, `:else`, `:end` | the blocks between are shown under this value only |
//! | `:list KIND` | a list that the program makes stands here ([`ListKind`]) |
//! | `:example` | it is a worked example |
//! | `:index word, word` | it is found under these words too |

use super::lists::ListKind;
use crate::source::{Fault, Source};

/// When a block is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The key that decides.
    pub key: String,
    /// The value that it must have.
    pub value: String,
    /// Whether it must have another value instead.
    pub otherwise: bool,
}

/// A text and the line on which it begins.
pub type Line = (usize, String);

/// A block as it is written.
#[derive(Clone, Debug)]
pub enum Body {
    /// A heading.
    Heading(String),
    /// Sentences.
    Paragraph(Line),
    /// Points.
    List(bool, Vec<Line>),
    /// Rows of a table; the first is its head.
    Table(Vec<(usize, Vec<String>)>),
    /// The lines of a board.
    Board(Vec<Line>),
    /// A list that the program makes.
    Made(ListKind),
}

/// A block with its directives.
#[derive(Clone, Debug)]
pub struct Raw {
    /// Where it stands.
    pub line: usize,
    /// Ids of sentences that it states.
    pub covers: Vec<String>,
    /// The keys of `:ours`, if it has one.
    pub ours: Option<Vec<String>>,
    /// Whether it is an example.
    pub example: bool,
    /// Words for the index.
    pub index: Vec<String>,
    /// When it is shown.
    pub when: Option<Condition>,
    /// What stands in it.
    pub body: Body,
}

/// The title of a chapter and its blocks.
///
/// # Errors
/// What is wrong, and on which line.
pub fn read(source: &Source) -> Result<(String, Vec<Raw>), Fault> {
    let mut reader = Reader {
        source,
        lines: source.text.lines().collect(),
        at: 0,
        next: Raw::empty(),
        when: None,
        out: Vec::new(),
    };
    let title = reader
        .lines
        .first()
        .and_then(|line| line.strip_prefix("# "));
    let title = title.map(|title| title.trim().to_owned());
    let title =
        title.ok_or_else(|| fault(source, 1, "a chapter begins with its title: # Title"))?;
    reader.at = 1;
    while reader.at < reader.lines.len() {
        reader.block()?;
    }
    if let Some((line, _)) = reader.when {
        return Err(fault(source, line, "this :if has no :end"));
    }
    if reader.next.is_directed() {
        let last = reader.lines.len();
        return Err(fault(source, last, "a directive has no block behind it"));
    }
    Ok((title, reader.out))
}

/// A fault on a line, from 1.
pub fn fault(source: &Source, line: usize, what: impl Into<String>) -> Fault {
    Fault {
        file: source.name.clone(),
        at: Some((line, 1)),
        what: what.into(),
    }
}

impl Raw {
    fn empty() -> Self {
        Self {
            line: 0,
            covers: Vec::new(),
            ours: None,
            example: false,
            index: Vec::new(),
            when: None,
            body: Body::Heading(String::new()),
        }
    }
    fn is_directed(&self) -> bool {
        !self.covers.is_empty() || self.ours.is_some() || self.example || !self.index.is_empty()
    }
}

struct Reader<'a> {
    source: &'a Source,
    lines: Vec<&'a str>,
    /// The line that is read next, from 0.
    at: usize,
    /// The directives for the next block.
    next: Raw,
    /// The condition that is open, and its line.
    when: Option<(usize, Condition)>,
    out: Vec<Raw>,
}

impl Reader<'_> {
    fn block(&mut self) -> Result<(), Fault> {
        let (line, text) = (self.at + 1, self.lines[self.at].trim_end());
        if text.is_empty() {
            self.at += 1;
            return Ok(());
        }
        if let Some(directive) = text.strip_prefix(':') {
            self.at += 1;
            return self.directive(line, directive);
        }
        let body = if let Some(heading) = text.strip_prefix("## ") {
            self.at += 1;
            self.check(line, heading)?;
            Body::Heading(heading.trim().to_owned())
        } else if text.starts_with("```") {
            self.board(line, text)?
        } else if text.starts_with('|') {
            self.table()?
        } else if item(text).is_some() {
            self.list()?
        } else if text.starts_with('#') {
            return Err(fault(
                self.source,
                line,
                "a heading within a chapter begins with ##",
            ));
        } else {
            let text = self.paragraph(line)?;
            Body::Paragraph((line, text))
        };
        self.put(line, body);
        Ok(())
    }

    /// Adds a block with the directives that stand before it.
    fn put(&mut self, line: usize, body: Body) {
        let next = std::mem::replace(&mut self.next, Raw::empty());
        let when = self.when.as_ref().map(|(_, when)| when.clone());
        self.out.push(Raw {
            line,
            when,
            body,
            ..next
        });
    }

    fn directive(&mut self, line: usize, text: &str) -> Result<(), Fault> {
        let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
        let words = || rest.split_whitespace().map(str::to_owned);
        let wrong = |what: &str| Err(fault(self.source, line, what));
        match (name, &self.when) {
            ("covers", _) => self.next.covers.extend(words()),
            ("ours", _) => self.next.ours.get_or_insert_default().extend(words()),
            ("example", _) => self.next.example = true,
            ("index", _) => {
                let entries = rest
                    .split(',')
                    .map(str::trim)
                    .filter(|word| !word.is_empty());
                self.next.index.extend(entries.map(str::to_owned));
            }
            ("list", _) => {
                let kind = ListKind::named(rest.trim()).ok_or_else(|| {
                    let known: Vec<&str> = ListKind::ALL.iter().map(|kind| kind.name()).collect();
                    let what = format!("there is no list {rest:?}; known: {}", known.join(", "));
                    fault(self.source, line, what)
                })?;
                self.put(line, Body::Made(kind));
            }
            ("if", None) => {
                let (key, value) = rest.split_once('=').unwrap_or((rest, "true"));
                let condition = Condition {
                    key: key.trim().to_owned(),
                    value: value.trim().to_owned(),
                    otherwise: false,
                };
                self.when = Some((line, condition));
            }
            ("if", Some(_)) => return wrong("an :if cannot stand within another"),
            ("else", Some((_, when))) if !when.otherwise => {
                if let Some((_, when)) = &mut self.when {
                    when.otherwise = true;
                }
            }
            ("end", Some(_)) => self.when = None,
            ("else" | "end", _) => return wrong("there is no :if before it"),
            _ => {
                return wrong(
                    "unknown directive; known: covers, ours, if, else, end, list, example, index",
                );
            }
        }
        Ok(())
    }

    /// The lines of a paragraph as one.
    fn paragraph(&mut self, line: usize) -> Result<String, Fault> {
        let mut text = String::new();
        while let Some(next) = self.lines.get(self.at).map(|line| line.trim()) {
            let ends =
                next.is_empty() || next.starts_with([':', '|', '#']) || next.starts_with("```");
            if ends || (!text.is_empty() && item(next).is_some()) {
                break;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(next);
            self.at += 1;
        }
        self.check(line, &text)?;
        Ok(text)
    }

    fn list(&mut self) -> Result<Body, Fault> {
        let mut items: Vec<Line> = Vec::new();
        let mut numbered = false;
        while let Some(text) = self.lines.get(self.at) {
            let line = self.at + 1;
            match item(text.trim_end()) {
                Some((ordered, point)) => {
                    if items.is_empty() {
                        numbered = ordered;
                    }
                    items.push((line, point.to_owned()));
                }
                None if text.starts_with("  ") && !text.trim().is_empty() => {
                    if let Some((_, last)) = items.last_mut() {
                        last.push(' ');
                        last.push_str(text.trim());
                    }
                }
                None => break,
            }
            self.at += 1;
        }
        for (line, point) in &items {
            self.check(*line, point)?;
        }
        Ok(Body::List(numbered, items))
    }

    fn table(&mut self) -> Result<Body, Fault> {
        let mut rows: Vec<(usize, Vec<String>)> = Vec::new();
        while let Some(text) = self.lines.get(self.at).filter(|line| line.starts_with('|')) {
            let line = self.at + 1;
            let inside = text.trim_end().trim_start_matches('|');
            let inside = inside.strip_suffix('|').unwrap_or(inside);
            let cells: Vec<String> = inside
                .split('|')
                .map(|cell| cell.trim().to_owned())
                .collect();
            self.at += 1;
            let is_rule =
                |cell: &String| !cell.is_empty() && cell.chars().all(|c| "-:".contains(c));
            if rows.len() == 1 && cells.iter().all(is_rule) {
                continue;
            }
            if rows
                .first()
                .is_some_and(|(_, head)| head.len() != cells.len())
            {
                return Err(fault(
                    self.source,
                    line,
                    "this row is not as long as the first",
                ));
            }
            for cell in &cells {
                self.check(line, cell)?;
            }
            rows.push((line, cells));
        }
        Ok(Body::Table(rows))
    }

    fn board(&mut self, line: usize, text: &str) -> Result<Body, Fault> {
        if text != "```board" {
            return Err(fault(self.source, line, "a fence begins with ```board"));
        }
        let mut inside = Vec::new();
        self.at += 1;
        while let Some(text) = self.lines.get(self.at) {
            self.at += 1;
            if text.trim_end() == "```" {
                return Ok(Body::Board(inside));
            }
            inside.push((self.at, (*text).to_owned()));
        }
        Err(fault(self.source, line, "this fence is not closed by ```"))
    }

    /// Digits stand in expressions only, and the text has no code and no links.
    fn check(&self, line: usize, text: &str) -> Result<(), Fault> {
        let mut inside = false;
        for c in text.chars() {
            match c {
                '{' => inside = true,
                '}' => inside = false,
                '`' => return Err(fault(self.source, line, "code cannot stand in a text")),
                c if c.is_ascii_digit() && !inside => {
                    let what = "a number stands in braces: {key}, or {const 5} if no key has it";
                    return Err(fault(self.source, line, what));
                }
                _ => {}
            }
        }
        match inside {
            true => Err(fault(self.source, line, "a brace is not closed")),
            false => Ok(()),
        }
    }
}

/// A point of a list: whether it is numbered, and its text.
fn item(text: &str) -> Option<(bool, &str)> {
    if let Some(point) = text.strip_prefix("- ") {
        return Some((false, point.trim()));
    }
    let (number, point) = text.split_once(". ")?;
    let is_number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
    is_number.then_some((true, point.trim()))
}
