//! The map of a Wesnoth scenario: in its file, or in a file that it names.
//!
//! A scenario holds its map as `map_data="…"`, or names the file: `map_data="{maps/x.map}"`,
//! `map_file=x.map`; or it is put together of files, `{scenarios/x.cfg}`. Such files are followed
//! where they may be read. Those of an add-on, `{~add-ons/NAME/maps/x.map}`, are looked for in the
//! folders above the file, as if each were the add-on's. Macros are not: what they stand for is said elsewhere.

use super::input::{Input, Missing};
use super::notes::{Fate, Notes};
use crate::source::Fault;

/// The most files that are looked into for one map.
const MOST_FILES: usize = 64;
/// How many files may lead from one to the next.
const DEEPEST: usize = 8;
/// How many folders further up a file is looked for.
const HIGHEST: usize = 12;

/// Why a file that a scenario names was not read. It follows the name in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum NotOpened {
    #[error(" (in a player's folder)")]
    PlayersFolder,
    #[error(" (a name that macros build)")]
    BuiltName,
    #[error(" (too many files)")]
    TooMany,
    #[error(" ({0})")]
    Refused(String),
    #[error(" (not found)")]
    NotThere,
    #[error(" (not a map)")]
    NoMap,
    #[error(" (a macro)")]
    Macro,
    #[error(" (it includes itself)")]
    Circle,
    #[error(" (nested too deeply)")]
    TooDeep,
}

/// A map as text, and where it stands.
#[derive(Debug)]
pub struct Found {
    /// The file.
    pub file: String,
    /// Lines of the file before the map.
    pub before: usize,
    /// Its rows.
    pub text: String,
}

/// The map of a scenario; the whole of any other file.
///
/// # Errors
/// The file is a scenario whose map is not there, or is damaged.
pub fn map(input: &mut Input, text: String, notes: &mut Notes) -> Result<Found, Fault> {
    let file = input.file.to_owned();
    if !is_scenario(&text) {
        let before = 0;
        return Ok(Found { file, before, text });
    }
    let mut search = Search {
        notes,
        left: MOST_FILES,
        passed: Vec::new(),
    };
    let page = Page {
        file,
        at: String::new(),
        text,
    };
    let own = page.file.rsplit(['/', '\\']).next().unwrap_or_default();
    let mut way = vec![own.to_owned()];
    if let Some(found) = search.look(input, page, &mut way)? {
        let what = "everything in the scenario except its map was left out";
        search.notes.lost(what, "");
        return Ok(found);
    }
    let mut what =
        "this scenario has no map_data=\"…\"; convert the file of its map instead".to_owned();
    if let Some(first) = search.passed.first() {
        what += &format!("; not read: {first}");
    }
    Err(input.fault(what))
}

/// Whether a file is a scenario, not rows of a map: those have no brackets.
fn is_scenario(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    lines.any(|line| line.starts_with(['[', '{'])) || text.contains("map_data")
}

/// A file of a scenario.
struct Page {
    /// What faults call it.
    file: String,
    /// Its folder, from that of the first file; empty, or with a stroke at the end.
    at: String,
    text: String,
}

impl Page {
    fn fault(&self, line: usize, what: String) -> Fault {
        Fault {
            file: self.file.clone(),
            at: Some((line, 1)),
            what,
        }
    }
}

/// Looking through the files of a scenario.
struct Search<'a> {
    notes: &'a mut Notes,
    /// How many files may still be opened.
    left: usize,
    /// What was not followed, and why.
    passed: Vec<String>,
}

impl Search<'_> {
    /// The first map of a file, or else of the files it is put together of, in their order.
    fn look(
        &mut self,
        input: &mut Input,
        page: Page,
        way: &mut Vec<String>,
    ) -> Result<Option<Found>, Fault> {
        let words = words(&page)?;
        let maps = words.iter().filter(|w| w.is_map()).count();
        let Some(first) = words.iter().find(|w| w.is_map()) else {
            for word in words {
                if let Some(found) = self.follow(input, &page, &word, way)? {
                    return Ok(Some(found));
                }
            }
            return Ok(None);
        };
        let what = "other maps in the file were left out".to_owned();
        self.notes.count(Fate::Lost, what, maps - 1, String::new());
        for word in words.iter().filter(|w| !w.is_map()) {
            let what = "files and macros that the scenario includes were left out";
            self.notes.lost(what, format!("{{{}}}", shown(word.text)));
        }
        match first.kind {
            Kind::Rows => Ok(Some(Found {
                before: first.line - 1,
                text: first.text.to_owned(),
                file: page.file,
            })),
            _ => self.named(input, &page, first).map(Some),
        }
    }

    /// The map that is a file of its own.
    fn named(&mut self, input: &mut Input, page: &Page, word: &Word) -> Result<Found, Fault> {
        let name = shown(word.text);
        let sought = in_add_on(word.text.trim()).unwrap_or(word.text.trim());
        let sought = shown(sought.trim_start_matches('@'));
        let fault = |why: NotOpened| {
            let what = format!(
                "the map of this scenario is in another file, {name}{why}: convert that file, or put it \
                 beside the scenario, or give --root with the folder that holds this scenario and \
                 {sought}"
            );
            page.fault(word.line, what)
        };
        let (path, bytes) = self.open(input, page, word).map_err(fault)?;
        let inner = Input {
            file: &path,
            name: input.name,
            bytes: &bytes,
            mapping: input.mapping,
            beside: &mut *input.beside,
        };
        let text = inner.text()?;
        if is_scenario(&text) {
            return Err(fault(NotOpened::NoMap));
        }
        self.notes
            .changed("the map was read from another file", path.clone());
        Ok(Found {
            file: path,
            before: 0,
            text,
        })
    }

    /// Looks through a file that this one is put together of.
    fn follow(
        &mut self,
        input: &mut Input,
        page: &Page,
        word: &Word,
        way: &mut Vec<String>,
    ) -> Result<Option<Found>, Fault> {
        let opened = match word.kind {
            Kind::Macro => Err(NotOpened::Macro),
            _ => self.open(input, page, word),
        };
        let opened = opened.and_then(|(path, bytes)| match way.contains(&path) {
            true => Err(NotOpened::Circle),
            false if way.len() >= DEEPEST => Err(NotOpened::TooDeep),
            false => Ok((path, bytes)),
        });
        let (path, bytes) = match opened {
            Ok(opened) => opened,
            Err(why) => {
                let name = shown(word.text);
                self.passed.push(format!("{{{name}}}{why}"));
                self.notes.lost(
                    "files and macros that the scenario includes were not read",
                    format!("{{{name}}}"),
                );
                return Ok(None);
            }
        };
        let at = path.rfind('/').map_or("", |end| &path[..=end]).to_owned();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        way.push(path.clone());
        let file = path;
        let found = self.look(input, Page { file, at, text }, way);
        way.pop();
        found
    }

    /// Opens a file that a scenario names: beside it, or further up as far as may be read.
    fn open(
        &mut self,
        input: &mut Input,
        page: &Page,
        word: &Word,
    ) -> Result<(String, Vec<u8>), NotOpened> {
        let name = word.text.trim().trim_start_matches('@');
        let name = match in_add_on(name) {
            Some(inner) => inner,
            None if name.starts_with('~') => return Err(NotOpened::PlayersFolder),
            None => name,
        };
        if name.is_empty() || name.contains(['{', '}', '$', '"', '\n']) {
            return Err(NotOpened::BuiltName);
        }
        let mut refused = None;
        for path in places(&page.at, name, word.is_map()) {
            if self.left == 0 {
                return Err(NotOpened::TooMany);
            }
            match (input.beside)(&path) {
                Ok(bytes) => {
                    self.left -= 1;
                    return Ok((path, bytes));
                }
                Err(Missing::NotThere(_)) => {}
                Err(Missing::Refused(why)) => {
                    refused.get_or_insert(why);
                }
            }
        }
        match refused.filter(|_| name.contains("..") || name.starts_with('/')) {
            Some(why) => Err(NotOpened::Refused(why)),
            None => Err(NotOpened::NotThere),
        }
    }
}

/// What a name in an add-on says after the add-on's folder: `maps/x.map` of
/// `~add-ons/NAME/maps/x.map`.
fn in_add_on(name: &str) -> Option<&str> {
    let name = name.strip_prefix('~')?.trim_start_matches('/');
    let name = name.strip_prefix("data/").unwrap_or(name);
    let inner = ["add-ons/", "campaigns/"]
        .iter()
        .find_map(|folder| name.strip_prefix(folder))?;
    let (_, inner) = inner.split_once('/')?;
    let inner = inner.trim_start_matches('/');
    (!inner.is_empty()).then_some(inner)
}

/// Where a file of a name may lie, seen from a folder: there, or further up, as names begin at the
/// folder of all data; maps in a folder of maps, too, or copied there without their folders.
fn places(at: &str, name: &str, is_map: bool) -> Vec<String> {
    if let Some(name) = name.strip_prefix("./") {
        return vec![format!("{at}{name}")];
    }
    let mut all = Vec::new();
    for up in 0..=HIGHEST {
        let folder = format!("{at}{}", "../".repeat(up));
        all.push(format!("{folder}{name}"));
        if is_map {
            all.push(format!("{folder}maps/{name}"));
        }
    }
    if let Some((_, bare)) = name.rsplit_once('/').filter(|_| is_map) {
        all.push(format!("{at}{bare}"));
        all.push(format!("{at}maps/{bare}"));
    }
    all
}

/// A name short enough for a message.
fn shown(name: &str) -> String {
    let words: Vec<&str> = name.split_whitespace().collect();
    words.join(" ").chars().take(60).collect()
}

/// What a word of a scenario has to do with its map.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// The rows themselves.
    Rows,
    /// The name of the map's file.
    Named,
    /// A file that is put in here.
    File,
    /// Something that is put in here.
    Macro,
}

struct Word<'a> {
    kind: Kind,
    line: usize,
    text: &'a str,
}

impl Word<'_> {
    fn is_map(&self) -> bool {
        matches!(self.kind, Kind::Rows | Kind::Named)
    }
}

/// All of a scenario that has to do with its map, in order: outside of comments and other texts.
fn words(page: &Page) -> Result<Vec<Word<'_>>, Fault> {
    let text = page.text.as_str();
    let mut all = Vec::new();
    let (mut at, mut line) = (0, 1);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let start = at;
        let here = line;
        match rest.as_bytes()[0] {
            b'#' => at += rest.find('\n').unwrap_or(rest.len()),
            b'"' => at += rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            b'{' => {
                let end = closing(rest);
                let inner = &rest[1..end];
                at += (end + 1).min(rest.len());
                let path = inner.contains('/') || inner.ends_with(".cfg");
                let kind = match path && !inner.trim().contains(char::is_whitespace) {
                    true => Kind::File,
                    false => Kind::Macro,
                };
                all.push(Word {
                    kind,
                    line: here,
                    text: inner,
                });
            }
            b'm' => {
                let before = text[..at].bytes().next_back();
                let begins = before.is_none_or(|b| !b.is_ascii_alphanumeric() && b != b'_');
                match begins.then(|| value(rest)).flatten() {
                    Some((word, long)) => {
                        at += long;
                        all.extend(map_named(page, word, rest, here)?);
                    }
                    None => at += 1,
                }
            }
            _ => at += rest.chars().next().map_or(1, char::len_utf8),
        }
        line += text[start..at].matches('\n').count();
    }
    Ok(all)
}

/// Where the bracket that a text begins with is closed; its end if it is not.
fn closing(text: &str) -> usize {
    let mut deep = 0;
    for (i, b) in text.bytes().enumerate() {
        match b {
            b'{' => deep += 1,
            b'}' if deep == 1 => return i,
            b'}' => deep -= 1,
            _ => {}
        }
    }
    text.len()
}

/// The value of a key that is the map or names it, and how long key and value are.
fn value(text: &str) -> Option<(Given<'_>, usize)> {
    let named = text.starts_with("map_file");
    let key = if named { "map_file" } else { "map_data" };
    let rest = text.strip_prefix(key)?.trim_start();
    let rest = rest.strip_prefix('=')?.trim_start_matches([' ', '\t']);
    let start = text.len() - rest.len();
    let (inside, long, whole) = match rest.strip_prefix('"') {
        Some(inside) => match inside.find('"') {
            Some(end) => (&inside[..end], end + 2, true),
            None => (inside, rest.len(), false),
        },
        None => {
            let end = rest.find(['\n', '#']).unwrap_or(rest.len());
            (rest[..end].trim(), end, true)
        }
    };
    let given = Given {
        named,
        start,
        text: inside,
        whole,
    };
    Some((given, start + long))
}

struct Given<'a> {
    /// Whether it is a name for sure.
    named: bool,
    /// Where it begins.
    start: usize,
    text: &'a str,
    /// Whether it ends.
    whole: bool,
}

/// What such a value is; nothing if it is empty.
fn map_named<'a>(
    page: &Page,
    given: Given<'a>,
    rest: &str,
    line: usize,
) -> Result<Option<Word<'a>>, Fault> {
    let line = line + rest[..given.start].matches('\n').count();
    if !given.whole {
        let what = "the map_data that begins here is not closed; the file is damaged";
        return Err(page.fault(line, what.into()));
    }
    let inside = given.text.trim();
    let put_in = inside.strip_prefix('{').and_then(|t| t.strip_suffix('}'));
    let (kind, text) = match put_in {
        _ if inside.is_empty() => return Ok(None),
        Some(name) => (Kind::Named, name),
        None if given.named => (Kind::Named, inside),
        None => (Kind::Rows, given.text),
    };
    Ok(Some(Word { kind, line, text }))
}
