//! Texts that users read are written in plain English: phrases that never are, found by reading
//! the sources, the shipped files and the documentation.

mod markdown;
mod rust;
mod toml;

use std::fs;
use std::path::{Path, PathBuf};

/// Phrases that are never plain English, in lower case, and what may follow to make them so.
const PHRASES: &[(&str, &[&str])] = &[
    ("gone on with", &[]),
    ("cannot be had", &[]),
    ("can be had", &[]),
    ("nobody chose", &[]),
    ("in its head", &[]),
    ("in the head", &[]),
    ("so many of", &[]),
    ("so many times", &[]),
    ("anew", &[]),
    ("none:", &[]),
    ("has no end", &[]),
    ("what has no", &[]),
    ("is no more", &["than"]),
    ("of one's own", &[]),
    ("comes to the same", &[]),
    ("come to the same", &[]),
    ("has no place here", &[]),
    ("have no place here", &[]),
    ("means nothing here", &[]),
    ("mean nothing here", &[]),
    ("only looks", &["at", "for", "like"]),
    ("hangs together", &[]),
    ("hung together", &[]),
];

/// Words after which a sentence that begins with "What" is a relative clause.
const AUXILIARIES: &[&str] = &[
    "is", "are", "was", "were", "has", "have", "had", "can", "cannot", "could", "may", "might",
    "must", "will", "would", "shall", "should", "does", "did", "do",
];

/// Words that may stand between "What" and its verb.
const ADVERBS: &[&str] = &[
    "also", "already", "ever", "never", "no", "not", "now", "once", "only", "still", "then",
];

/// Words that end like verbs and are none.
const NO_VERBS: &[&str] = &[
    "always", "else's", "his", "its", "lots", "red", "sides", "this", "thus", "us", "yes",
];

/// A piece of text that somebody reads, and its lines in a file.
///
/// Runs of blanks are one blank. A line break is one where the reader sees one, else a blank.
#[derive(Default)]
pub struct Text {
    text: String,
    /// From which byte of the text on which line of the file holds.
    lines: Vec<(usize, usize)>,
    /// A heading or a cell of a table, which need not be a sentence.
    fragment: bool,
}

impl Text {
    /// Adds a character that stands on a line of the file.
    fn push(&mut self, c: char, line: usize) {
        let last = self.text.chars().next_back();
        match (last, c) {
            (None, c) if c.is_whitespace() => return,
            (Some(' '), '\n') => {
                self.text.pop();
            }
            (Some(' ' | '\n'), c) if c.is_whitespace() => return,
            _ => {}
        }
        if self.lines.last().is_none_or(|(_, l)| *l != line) {
            self.lines.push((self.text.len(), line));
        }
        self.text.push(match c {
            '\n' => '\n',
            c if c.is_whitespace() => ' ',
            c => c,
        });
    }

    /// Adds a line of text, which goes on in the next one.
    fn push_line(&mut self, text: &str, line: usize) {
        text.chars().for_each(|c| self.push(c, line));
        self.push(' ', line);
    }

    /// The line of the file on which a byte of the text stands.
    fn line(&self, at: usize) -> usize {
        let after = self.lines.partition_point(|(from, _)| *from <= at);
        self.lines[after.max(1) - 1].1
    }

    /// Whether there are two words at least.
    fn is_prose(&self) -> bool {
        let is_word = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() > 1;
        self.text.split_whitespace().filter(is_word).count() > 1
    }

    /// Everything in it that is not plain English, with its line.
    fn faults(&self) -> Vec<(usize, String)> {
        let flat = self.text.replace('\n', " ").to_ascii_lowercase();
        let mut found = Vec::new();
        for (phrase, unless) in PHRASES {
            for (at, _) in flat.match_indices(phrase) {
                let (before, after) = (&flat[..at], &flat[at + phrase.len()..]);
                let whole = !before.ends_with(char::is_alphanumeric)
                    && (!phrase.ends_with(char::is_alphanumeric)
                        || !after.starts_with(char::is_alphanumeric));
                let next = after.split_whitespace().next().unwrap_or("");
                if whole && !unless.contains(&next) {
                    found.push((self.line(at), format!("\"{phrase}\"")));
                }
            }
        }
        let whole = !self.fragment || self.text.trim_end().ends_with('.');
        for (at, sentence) in sentences(&self.text).into_iter().filter(|_| whole) {
            if is_relative(sentence) {
                let start: Vec<&str> = sentence.split_whitespace().take(4).collect();
                found.push((self.line(at), format!("\"{} …\"", start.join(" "))));
            }
        }
        found
    }
}

/// The sentences of a text, from their first letter on, with the bytes they begin at.
fn sentences(text: &str) -> Vec<(usize, &str)> {
    let mut all = Vec::new();
    let mut start = 0;
    let mut ended = false;
    for (at, c) in text.char_indices().chain([(text.len(), '\n')]) {
        if c == '\n' || (ended && c == ' ') {
            let sentence = &text[start..at];
            let inner = sentence.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '{');
            if !inner.is_empty() {
                all.push((start + sentence.len() - inner.len(), inner));
            }
            start = at + c.len_utf8().min(text.len() - at);
            ended = false;
        } else if matches!(c, '.' | '!' | '?') {
            ended = true;
        } else if !matches!(c, ')' | '"' | '”' | '’' | '*' | '_' | '`') {
            ended = false;
        }
    }
    all
}

/// Whether a sentence begins with a relative "who" or "what" before a verb. A question does not,
/// nor does a title of up to three words.
fn is_relative(sentence: &str) -> bool {
    let closing = |c: char| matches!(c, ')' | '"' | '”' | '’' | '*' | '_' | '`' | ' ');
    let bare = sentence.trim_end_matches(closing);
    let title = bare.ends_with(char::is_alphanumeric) && bare.split(' ').count() <= 3;
    if bare.ends_with('?') || title {
        return false;
    }
    let clean = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let mut words = sentence.split_whitespace();
    let first = words.next().unwrap_or("").to_owned();
    let mut rest = words
        .map(clean)
        .skip_while(|w| ADVERBS.contains(&w.as_str()));
    let Some(next) = rest.next() else {
        return false;
    };
    match first.to_ascii_lowercase().as_str() {
        "who" => next.chars().all(|c| c.is_ascii_lowercase()) && next != "else",
        "what" => {
            let ends = |end: &str| next.len() > 2 && next.ends_with(end);
            AUXILIARIES.contains(&next.as_str())
                || ((ends("s") || ends("ed"))
                    && next.chars().all(|c| c.is_ascii_lowercase())
                    && !NO_VERBS.contains(&next.as_str()))
        }
        _ => false,
    }
}

/// All files with an ending in a folder and those below it.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).expect("a readable folder");
            open.extend(entries.map(|e| e.expect("an entry").path()));
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Every fault in the texts of some files, as `file:line: phrase`.
fn faults(paths: &[PathBuf], read: fn(&str) -> Vec<Text>) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for path in paths {
        let source = fs::read_to_string(path).expect("a readable file");
        let shown = path.strip_prefix(root).unwrap_or(path).display();
        for text in read(&source) {
            for (line, what) in text.faults() {
                found.push(format!("{shown}:{line}: {what}"));
            }
        }
    }
    found
}

/// Fails with all faults, and says what to do.
fn assert_plain(found: Vec<String>) {
    assert!(
        found.is_empty(),
        "{} texts are not plain English; name who does what, in the usual words:\n{}",
        found.len(),
        found.join("\n")
    );
}

#[test]
fn the_program_speaks_plainly() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let paths = files(&root, "rs");
    assert!(paths.len() > 100, "only {} sources", paths.len());
    assert_plain(faults(&paths, rust::texts));
}

#[test]
fn shipped_files_speak_plainly() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = files(&root.join("maps"), "toml");
    paths.extend(files(&root.join("ai"), "toml"));
    paths.extend(files(&root.join("src"), "toml"));
    assert!(paths.len() > 50, "only {} files", paths.len());
    assert_plain(faults(&paths, toml::texts));
}

#[test]
fn the_documentation_speaks_plainly() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = files(&root.join("docs"), "md");
    for name in ["README", "CONTRIBUTING", "CHANGELOG", "ARCHITECTURE"] {
        paths.push(root.join(format!("{name}.md")));
    }
    paths.retain(|path| path.is_file());
    assert!(!paths.is_empty());
    assert_plain(faults(&paths, markdown::texts));
}

fn found_in(text: &str) -> Vec<(usize, String)> {
    let mut piece = Text::default();
    for (line, words) in (1..).zip(text.lines()) {
        piece.push_line(words, line);
    }
    piece.faults()
}

#[test]
fn every_phrase_is_found() {
    for (phrase, unless) in PHRASES {
        let broken = phrase.replacen(' ', "\n", 1);
        let text = format!("A file that {broken} here.");
        let line = 1;
        let said = format!("\"{phrase}\"");
        assert!(found_in(&text).contains(&(line, said.clone())), "{phrase}");
        for next in *unless {
            let text = format!("It {phrase} {next} this.");
            assert_eq!(found_in(&text), [], "{phrase} {next}");
        }
    }
    assert_eq!(found_in("in the header, renewed, canned, none left"), []);
}

#[test]
fn relative_sentences_are_found_and_questions_are_not() {
    for bad in [
        "Who is ahead can wait.",
        "Who has settled on a way goes it.",
        "Who never moves stays.",
        "Who cannot wade takes the dike",
        "Who stays:",
        "What has no partner becomes void.",
        "What is not there is left out.",
        "What comes later is said here.",
        "what lies below bridges was left out",
    ] {
        assert!(!found_in(bad).is_empty(), "{bad}");
        let later = format!("It is so.\n({bad})");
        assert!(found_in(&later).iter().any(|f| f.0 == 2), "{later}");
    }
    for good in [
        "Who moves first?",
        "(What is new?)",
        "What you can do",
        "What happened",
        "What its owner says holds.",
        "A side that is ahead can wait.",
        "Whoever is ahead waits.",
        "It says who is ahead, and what is left.",
    ] {
        assert_eq!(found_in(good), [], "{good}");
    }
}
