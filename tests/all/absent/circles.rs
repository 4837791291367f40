//! Circles of imports: none leads from one folder to another and back, none is larger than a reader
//! can hold in mind.

use super::tokens::{Placed, Token, paths};
use super::{File, is_engine, sources, within};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The most files that may import each other in a circle.
const MOST: usize = 8;

/// The modules that lead to something.
type Names<'a> = Vec<&'a str>;

/// What a module hands on under its own name: the name, and where that leads.
type HandedOn<'a> = Vec<(&'a str, Names<'a>)>;

/// Every file by its modules: its number, and what it hands on.
type Files<'a> = BTreeMap<Names<'a>, (usize, HandedOn<'a>)>;

fn names(file: &File) -> Names<'_> {
    file.modules.iter().map(String::as_str).collect()
}

fn files(all: &[File]) -> Files<'_> {
    let known: BTreeSet<Names> = all.iter().map(names).collect();
    let of = |(i, file)| (names(file), (i, handed_on(file, &known)));
    all.iter().enumerate().map(of).collect()
}

fn handed_on<'a>(file: &'a File, known: &BTreeSet<Names>) -> HandedOn<'a> {
    let here = names(file);
    let word = |token: &Placed, word: &str| token.1 == Token::Word(word.to_owned());
    let mut found = Vec::new();
    for (at, token) in file.tokens.iter().enumerate() {
        let is_use = word(token, "use") && at > 0;
        let is_pub = is_use
            && (word(&file.tokens[at - 1], "pub") || file.tokens[at - 1].1 == Token::Sign(')'));
        if !is_pub {
            continue;
        }
        let rest = &file.tokens[at + 1..];
        let end = rest.iter().position(|t| t.1 == Token::Sign(';'));
        for (_, path) in paths(&rest[..end.unwrap_or(rest.len())]) {
            let full = match path.as_slice() {
                ["crate", rest @ ..] => rest.to_vec(),
                ["self", rest @ ..] => [&here[..], rest].concat(),
                ["super", ..] => {
                    let up = path.iter().take_while(|name| **name == "super").count();
                    [&here[..here.len().saturating_sub(up)], &path[up..]].concat()
                }
                [first, ..] if known.contains(&[&here[..], &[*first]].concat()) => {
                    [&here[..], &path[..]].concat()
                }
                _ => continue,
            };
            found.extend(full.last().copied().map(|name| (name, full.clone())));
        }
    }
    found
}

/// The file that a path leads to, through what modules hand on.
fn target<'a>(path: &[&'a str], files: &Files<'a>, depth: usize) -> Option<Names<'a>> {
    let known = (1..=path.len())
        .rev()
        .find(|n| files.contains_key(&path[..*n]))?;
    let module = path[..known].to_vec();
    let Some(name) = path.get(known).filter(|_| depth < 8) else {
        return Some(module);
    };
    let next = files[&module]
        .1
        .iter()
        .find(|(handed, _)| handed == name)
        .map(|(_, leads)| [&leads[..], &path[known + 1..]].concat());
    match next.filter(|next| next[..] != *path) {
        Some(next) => target(&next, files, depth + 1).or(Some(module)),
        None => Some(module),
    }
}

/// The imports of each file as numbers of files. A module and what is inside it count as one: the
/// module names its parts, and they name what it holds for all of them.
fn arrows(all: &[File]) -> Vec<Vec<usize>> {
    let files = files(all);
    let of = |file: &File| {
        let here = names(file);
        let mut to = Vec::new();
        for (_, path) in file.paths() {
            let Some(path) = within(&path) else { continue };
            let Some(there) = target(path, &files, 0) else {
                continue;
            };
            if !there.starts_with(&here) && !here.starts_with(&there) {
                to.push(files[&there].0);
            }
        }
        to.sort_unstable();
        to.dedup();
        to
    };
    all.iter().map(of).collect()
}

/// For each file, all files that its imports lead to in the end.
fn reached(arrows: &[Vec<usize>]) -> Vec<Vec<bool>> {
    let from = |start: usize| {
        let mut seen = vec![false; arrows.len()];
        let mut open = arrows[start].clone();
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                open.extend(&arrows[at]);
            }
        }
        seen
    };
    (0..arrows.len()).map(from).collect()
}

/// Every circle that must not be: its files.
fn circles(all: &[File]) -> Vec<Vec<PathBuf>> {
    let reached = reached(&arrows(all));
    let mut found = Vec::new();
    let mut done = vec![false; all.len()];
    for first in 0..all.len() {
        if done[first] || !reached[first][first] {
            continue;
        }
        let circle: Vec<usize> = (0..all.len())
            .filter(|other| reached[first][*other] && reached[*other][first])
            .collect();
        circle.iter().for_each(|file| done[*file] = true);
        let folder = |file: &usize| all[*file].path.parent();
        let across = circle.iter().any(|file| folder(file) != folder(&circle[0]));
        if across || circle.len() > MOST {
            found.push(circle.iter().map(|f| all[*f].path.clone()).collect());
        }
    }
    found
}

fn planted(files: &[(&str, &str)]) -> Vec<File> {
    let file = |(path, text): &(&str, &str)| {
        let modules: Vec<&str> = path
            .trim_end_matches(".rs")
            .trim_end_matches("/mod")
            .split('/')
            .collect();
        File::new(PathBuf::from(path), &modules, text)
    };
    files.iter().map(file).collect()
}

#[test]
fn planted_circles_are_found() {
    let across = [
        ("board/mod.rs", "mod a; pub use a::Thing;"),
        ("board/a.rs", "use crate::battle::f;"),
        ("battle/mod.rs", "mod b; pub use b::f;"),
        ("battle/b.rs", "fn f() { crate::board::Thing }"),
    ];
    assert_eq!(circles(&planted(&across)).len(), 1);
    // without the way back, or within one folder, there is nothing wrong
    let one_way = [across[0], ("board/a.rs", ""), across[2], across[3]];
    assert_eq!(circles(&planted(&one_way)).len(), 0);
    let inside = [
        ("board/mod.rs", "mod a; mod b;"),
        ("board/a.rs", "use super::b::f;"),
        ("board/b.rs", "use super::a;"),
    ];
    assert_eq!(circles(&planted(&inside)).len(), 0);
    let names: Vec<String> = (0..=MOST).map(|i| format!("board/f{i}.rs")).collect();
    let texts: Vec<String> = (0..=MOST)
        .map(|i| format!("use super::f{};", (i + 1) % (MOST + 1)))
        .collect();
    let large: Vec<(&str, &str)> = names
        .iter()
        .zip(&texts)
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    assert_eq!(circles(&planted(&large)).len(), 1);
}

#[test]
fn the_engine_has_no_circle_across_folders_and_no_large_one() {
    let files: Vec<File> = sources().into_iter().filter(is_engine).collect();
    let found = circles(&files);
    assert!(found.is_empty(), "{found:#?}");
}
