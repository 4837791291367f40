//! Messages about names that do not exist: the nearest names, and the command that lists all.

use crate::shown::{LONGEST_WORD, quoted};

/// At most this many names are listed in a message.
const MOST_NAMES: usize = 12;

/// At most this many near names are offered.
const MOST_NEAR: usize = 3;

/// Kinds of names, with the command that lists all of a kind.
const LISTS: [(&str, &str); 7] = [
    ("map", "skirmish map list"),
    ("scenario", "skirmish scenarios"),
    ("force", "skirmish force list"),
    ("ruleset", "skirmish rules list"),
    ("opponent", "skirmish ai list"),
    ("profile", "skirmish ai list"),
    ("command or topic", "skirmish --help"),
];

/// The message about an unknown name: `there is no map "castel"; did you mean "castle"?
/// (skirmish map list shows all)`. Without a near name it lists the known ones.
pub fn unknown<S: AsRef<str>>(kind: &str, named: &str, known: &[S]) -> String {
    let near: Vec<String> = nearest(named, known).into_iter().map(quoted).collect();
    let ending = match (near.is_empty(), known.is_empty()) {
        (false, _) => format!("; did you mean {}?", near.join(" or ")),
        (true, false) => format!("; known: {}", some(known)),
        (true, true) => String::new(),
    };
    let list = LISTS.iter().find(|(of, _)| *of == kind);
    let list = list.map_or(String::new(), |(_, command)| {
        format!(" ({command} shows all)")
    });
    format!("there is no {kind} {}{ending}{list}", quoted(named))
}

/// What an option may be, with the values nearest to the one that was given: `expected one of
/// village, forest; did you mean "village"?`.
pub fn choices<S: AsRef<str>>(given: &str, known: &[S]) -> String {
    let names: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
    let near: Vec<String> = nearest(given, known).into_iter().map(quoted).collect();
    let hint = match near.is_empty() {
        true => String::new(),
        false => format!("; did you mean {}?", near.join(" or ")),
    };
    format!("expected one of {}{hint}", names.join(", "))
}

/// The known names nearest to a word: those with the fewest typing errors, else those that contain
/// it or are contained in it. Empty if nothing is near.
pub fn nearest<'a, S: AsRef<str>>(named: &str, known: &'a [S]) -> Vec<&'a str> {
    let wanted = plain(named);
    let length = wanted.chars().count();
    if length == 0 || length > LONGEST_WORD {
        return Vec::new();
    }
    let names = || known.iter().map(AsRef::as_ref);
    let errors: Vec<(usize, &str)> = names()
        .map(|name| (strsim::osa_distance(&wanted, &plain(name)), name))
        .filter(|(errors, _)| *errors <= 1 + length / 4 && *errors < length)
        .collect();
    let fewest = errors.iter().map(|(errors, _)| *errors).min();
    let mut near: Vec<&str> = match fewest {
        Some(fewest) => errors
            .iter()
            .filter(|(errors, _)| *errors == fewest)
            .map(|(_, name)| *name)
            .collect(),
        None if length < 3 => Vec::new(),
        None => names()
            .filter(|name| {
                let name = plain(name);
                name.contains(&wanted) || (name.len() > 2 && wanted.contains(&name))
            })
            .collect(),
    };
    let mut seen = Vec::new();
    near.retain(|name| {
        let new = !seen.contains(name);
        seen.push(*name);
        new
    });
    near.truncate(MOST_NEAR);
    near
}

/// A name as names are compared: small letters, hyphens between words.
fn plain(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '_'], "-")
}

/// The first of some names, and how many more there are.
fn some<S: AsRef<str>>(known: &[S]) -> String {
    let first = known.iter().take(MOST_NAMES).map(AsRef::as_ref);
    let listed = first.collect::<Vec<_>>().join(", ");
    match known.len().saturating_sub(MOST_NAMES) {
        0 => listed,
        more => format!("{listed} and {more} more"),
    }
}
