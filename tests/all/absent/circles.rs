//! Circles of imports: none leads from one folder to another and back, none is larger than a reader
//! can hold in mind. A folder with all that is inside it counts as one as well: what stands beside
//! it either imports from it or is imported by it.

use super::tokens::{Placed, Token, paths};
use super::{File, sources, within};
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

/// The circles among some nodes, each as the numbers of its nodes.
fn circles_of(arrows: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let reached = reached(arrows);
    let mut found = Vec::new();
    let mut done = vec![false; arrows.len()];
    for first in 0..arrows.len() {
        if done[first] || !reached[first][first] {
            continue;
        }
        let circle: Vec<usize> = (0..arrows.len())
            .filter(|other| reached[first][*other] && reached[*other][first])
            .collect();
        circle.iter().for_each(|node| done[*node] = true);
        found.push(circle);
    }
    found
}

/// The name below a folder of a file, or of the folder that it is in.
fn below<'a>(file: &'a File, folder: &[&str]) -> Option<&'a str> {
    let here = names(file);
    here.starts_with(folder)
        .then(|| here.get(folder.len()).copied())?
}

/// The circles among the files and folders of one folder, each folder with all inside it as one.
/// Only circles in which a folder takes part.
fn circles_beside(all: &[File], arrows: &[Vec<usize>], folder: &[&str]) -> Vec<Vec<PathBuf>> {
    let nodes: BTreeSet<&str> = all.iter().filter_map(|f| below(f, folder)).collect();
    let nodes: Vec<&str> = nodes.into_iter().collect();
    let node = |file: &File| nodes.iter().position(|n| below(file, folder) == Some(n));
    let mut between = vec![Vec::new(); nodes.len()];
    for (from, to) in all.iter().zip(arrows) {
        let Some(from) = node(from) else { continue };
        let to = to.iter().filter_map(|to| node(&all[*to]));
        between[from].extend(to.filter(|to| *to != from));
    }
    let is_folder = |at: &usize| {
        let deeper =
            |file: &&File| node(file) == Some(*at) && file.modules.len() > folder.len() + 1;
        all.iter().find(deeper).is_some()
    };
    let path = |at: &usize| folder.iter().chain([&nodes[*at]]).collect();
    let circles = circles_of(&between).into_iter();
    let circles = circles.filter(|circle| circle.iter().any(is_folder));
    circles
        .map(|circle| circle.iter().map(path).collect())
        .collect()
}

/// Every circle that must not be: its files, or the files and folders beside each other.
fn circles(all: &[File]) -> Vec<Vec<PathBuf>> {
    let arrows = arrows(all);
    let folder = |file: &usize| all[*file].path.parent();
    let across = |circle: &[usize]| circle.iter().any(|file| folder(file) != folder(&circle[0]));
    let mut found: Vec<Vec<PathBuf>> = circles_of(&arrows)
        .into_iter()
        .filter(|circle| across(circle) || circle.len() > MOST)
        .map(|circle| circle.iter().map(|f| all[*f].path.clone()).collect())
        .collect();
    let names = all.iter().map(names);
    let folders: BTreeSet<Names> = names
        .flat_map(|names| (0..names.len()).map(move |n| names[..n].to_vec()))
        .collect();
    for folder in &folders {
        found.extend(circles_beside(all, &arrows, folder));
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
    // as files, and as layers beside each other
    assert_eq!(circles(&planted(&across)).len(), 2);
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

/// A folder counts as one: a circle that leads in by one of its files and out by another is found
/// too.
#[test]
fn planted_circles_through_a_folder_are_found() {
    let through = [
        ("window/mod.rs", "mod app; mod editor; mod theme;"),
        ("window/app.rs", "use super::editor::panel;"),
        ("window/theme.rs", "use super::app::App;"),
        (
            "window/editor/mod.rs",
            "mod panel; mod ink; pub use panel::panel;",
        ),
        ("window/editor/panel.rs", ""),
        ("window/editor/ink.rs", "use crate::window::theme;"),
    ];
    let editor = ["window/app", "window/editor", "window/theme"].map(PathBuf::from);
    assert_eq!(circles(&planted(&through)), [editor]);
    let mut without = through;
    without[2].1 = "";
    assert!(circles(&planted(&without)).is_empty());
}

/// A circle that is planted into the sources as they are is found, in the window and in the command
/// line.
#[test]
fn circles_planted_into_the_sources_are_found() {
    for (layer, file, text) in [
        ("window", "theme", "use super::app::App;"),
        ("window", "platform", "use super::dialog::count;"),
        ("cli", "output", "use super::bot::Bot;"),
    ] {
        let mut files = sources().to_vec();
        let path = PathBuf::from(format!("{layer}/{file}.rs"));
        let changed = files.iter_mut().find(|known| known.path == path);
        let changed = changed.expect("the file is there");
        let planted = File::new(path.clone(), &[layer, file], text);
        changed.tokens.extend(planted.tokens);
        let found = circles(&files);
        let named = |circle: &Vec<PathBuf>| circle.iter().any(|p| p.with_extension("rs") == path);
        assert!(
            found.iter().any(named),
            "{layer}/{file}: {text}: {found:#?}"
        );
    }
}

#[test]
fn there_is_no_circle_across_folders_and_no_large_one() {
    let found = circles(sources());
    assert!(found.is_empty(), "{found:#?}");
}
