//! Looking up a word in a book: an entry of a list, a term, or the id of a rule.

use super::{Block, Book, Chapter, ListKind, Passage};

/// What a book says about a word.
#[derive(Clone, Debug)]
pub struct Explained<'a> {
    /// The word as the book writes it.
    pub name: String,
    /// What sort of thing it is: `trait`, `key`, `term`, `rule`.
    pub sort: &'static str,
    /// What it does; of a term or rule: the passage about it, which may be a table or a board.
    pub about: Option<String>,
    /// The value of a key, and what it usually is if house rules change it.
    pub value: Option<(String, Option<String>)>,
    /// The chapter that explains it.
    pub chapter: &'a Chapter,
    /// The number of the passage in the chapter, from 0.
    pub passage: usize,
}

/// A word as words are compared.
fn plain(word: &str) -> String {
    let word = word.trim().to_lowercase();
    word.replace(['-', '_'], " ").replace("armor", "armour")
}

impl Book {
    /// Everything that the book says about a word.
    pub fn explain(&self, word: &str) -> Vec<Explained<'_>> {
        let wanted = plain(word);
        let mut found = self.entries_named(&wanted);
        if found.is_empty() {
            found = self.rule(word.trim());
        }
        if found.is_empty() {
            found = self.terms_named(&wanted);
        }
        found
    }

    /// All names that can be looked up, each once.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        let mut put = |name: &str| {
            if !names.iter().any(|known| known == name) {
                names.push(name.to_owned());
            }
        };
        for (.., passage) in self.numbered() {
            if let Block::Entries { entries, .. } = &passage.block {
                entries.iter().for_each(|entry| put(&entry.name));
            }
        }
        for (word, _) in self.index() {
            put(&word);
        }
        for (id, _) in &self.covered {
            put(rule_of(id));
        }
        names
    }

    /// Entries of lists with this name, or keys of a table with it.
    fn entries_named(&self, wanted: &str) -> Vec<Explained<'_>> {
        let mut found: Vec<Explained<'_>> = Vec::new();
        for (chapter, number, passage) in self.numbered() {
            let Block::Entries { kind, entries } = &passage.block else {
                continue;
            };
            for entry in entries {
                let name = plain(&entry.name);
                let part_of = |mark: char| {
                    let (first, _) = name.split_once(mark).unwrap_or((&name, ""));
                    first == wanted
                };
                // a power by its name without the level, a key by that of its table
                let power = *kind == ListKind::Powers
                    && (name
                        .strip_prefix(wanted)
                        .is_some_and(|rest| rest.starts_with(' ')));
                let table = *kind == ListKind::Configuration && part_of('.');
                if name != wanted && !power && !table {
                    continue;
                }
                let same =
                    |other: &Explained| other.name == entry.name && other.sort == kind.entry();
                if !found.iter().any(same) {
                    let value = entry.value.clone();
                    let (chapter, number) = match *kind {
                        ListKind::Configuration => (chapter, number),
                        _ => self
                            .told_at(&name)
                            .or_else(|| self.told_at(name.rsplit_once(' ')?.0))
                            .unwrap_or((chapter, number)),
                    };
                    found.push(Explained {
                        name: entry.name.clone(),
                        sort: kind.entry(),
                        about: Some(entry.about.clone()),
                        value: value.map(|value| (value, entry.usual.clone())),
                        chapter,
                        passage: number,
                    });
                }
            }
        }
        found
    }

    /// The passage that explains a term or has a heading about it.
    fn told_at(&self, name: &str) -> Option<(&Chapter, usize)> {
        let heading = |passage: &Passage| match &passage.block {
            Block::Heading(heading) => same_word(&plain(heading), name),
            _ => false,
        };
        let headed = self.numbered().find(|(.., passage)| heading(passage));
        let headed = headed.map(|(chapter, number, _)| (chapter, number));
        let termed = || {
            let terms = self.terms_named(name).into_iter().next()?;
            Some((terms.chapter, terms.passage))
        };
        headed.or_else(termed)
    }

    /// Passages that state a rule by its id: `T9`, or one sentence of it: `T9.2`.
    fn rule(&self, id: &str) -> Vec<Explained<'_>> {
        let is = |covered: &String| {
            covered.eq_ignore_ascii_case(id) || rule_of(covered).eq_ignore_ascii_case(id)
        };
        self.numbered()
            .filter(|(.., passage)| passage.covers.iter().any(is))
            .map(|(chapter, number, passage)| {
                told(&id.to_uppercase(), "rule", chapter, number, passage)
            })
            .collect()
    }

    /// Passages in which a word is a term or stands in the index.
    fn terms_named(&self, wanted: &str) -> Vec<Explained<'_>> {
        let mut found = Vec::new();
        for (chapter, number, passage) in self.numbered() {
            let texts = passage.block.texts();
            let terms = texts.iter().flat_map(|text| text.terms());
            let mut words = passage.index.iter().map(String::as_str).chain(terms);
            if let Some(word) = words.find(|word| same_word(&plain(word), wanted)) {
                found.push(told(word, "term", chapter, number, passage));
            }
        }
        found
    }

    fn numbered(&self) -> impl Iterator<Item = (&Chapter, usize, &Passage)> {
        self.chapters.iter().flat_map(|chapter| {
            let all = chapter.passages.iter().enumerate();
            all.map(move |(number, passage)| (chapter, number, passage))
        })
    }
}

/// Whether two words are the same, one perhaps in the plural.
fn same_word(a: &str, b: &str) -> bool {
    let singular = |word: &str| word.strip_suffix('s').unwrap_or(word).to_owned();
    a == b || singular(a) == singular(b)
}

/// The rule that a sentence belongs to: `T9` of `T9.2`.
fn rule_of(id: &str) -> &str {
    id.split_once('.').map_or(id, |(rule, _)| rule)
}

/// A passage as an explanation.
fn told<'a>(
    name: &str,
    sort: &'static str,
    chapter: &'a Chapter,
    passage: usize,
    of: &Passage,
) -> Explained<'a> {
    let about = match &of.block {
        Block::Paragraph(text) => Some(text.words()),
        Block::List { items, .. } => {
            let items = items.iter().map(|item| format!("– {}", item.words()));
            Some(items.collect::<Vec<_>>().join("\n"))
        }
        Block::Heading(_) | Block::Table { .. } | Block::Diagram(_) | Block::Entries { .. } => None,
    };
    Explained {
        name: name.to_owned(),
        sort,
        about,
        value: None,
        chapter,
        passage,
    }
}
