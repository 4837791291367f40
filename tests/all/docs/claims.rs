//! Numbers, labels and commands that the pages name: the program has them.

use super::{root, run, text};
use skirmish::rules::Rules;
use std::path::Path;

#[test]
fn pages_count_what_ships() {
    let maps = skirmish::files::shipped::MAPS.len();
    let forces: usize = Rules::ALL.iter().map(|rules| rules.forces().len()).sum();
    for (page, told) in [
        ("docs/maps.md", format!("{maps} maps ship")),
        ("CHANGELOG.md", format!("- {maps} maps,")),
        ("CHANGELOG.md", format!("- {forces} forces;")),
    ] {
        assert!(text(Path::new(page)).contains(&told), "{page}: {told}");
    }
}

#[test]
fn labels_on_the_pages_are_those_of_the_window() {
    let mut sources = String::new();
    let mut folders = vec![root().join("src/window")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => sources += &std::fs::read_to_string(path).unwrap(),
            }
        }
    }
    let mut labels = 0;
    for page in [
        "README.md",
        "docs/window.md",
        "docs/maps.md",
        "docs/page.md",
    ] {
        let text = text(Path::new(page));
        let lines = text.lines().filter(|line| !line.starts_with("<img"));
        let text = lines.collect::<Vec<_>>().join("\n");
        let prose = text.split("```").step_by(2);
        let prose: String = prose.flat_map(|part| part.split('`').step_by(2)).collect();
        for label in prose.split('"').skip(1).step_by(2) {
            // a verdict is no label
            let known = label.starts_with("Not enough") || sources.contains(&format!("\"{label}"));
            assert!(
                known,
                "{page}: no control of the window is called {label:?}"
            );
            labels += 1;
        }
    }
    assert!(labels > 20, "{labels}");
}

/// The commands that a help lists.
fn listed(words: &[&str]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let (code, help) = run(
        folder.path(),
        &[&words[..], &["--help".to_owned()]].concat(),
    );
    assert_eq!(code, Some(0), "{help}");
    let Some((_, commands)) = help.split_once("Commands:\n") else {
        return Vec::new();
    };
    let lines = commands.lines().take_while(|line| line.starts_with("  "));
    let names = lines.filter(|line| !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.map(str::to_owned).collect()
}

#[test]
fn the_page_of_commands_has_all_of_them() {
    let page = text(Path::new("docs/commands.md"));
    for command in listed(&[]) {
        let begin = format!("skirmish {command} ");
        let line = page.lines().find(|line| line.starts_with(&begin));
        let line = line.unwrap_or_else(|| panic!("docs/commands.md has no line {begin:?}"));
        for below in listed(&[&command]) {
            let known = line.contains(&below) || command == "arena";
            assert!(known, "docs/commands.md: {line:?} lacks {below}");
        }
    }
}
