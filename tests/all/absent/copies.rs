//! Lines that two rulesets share: plumbing stands once, in a place for all of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A run of so many equal lines counts.
const RUN: usize = 6;

/// The lines of a file that say something, each with its number: no comments, imports or lone brackets.
fn lines(text: &str) -> Vec<(usize, String)> {
    let (mut lines, mut importing) = (Vec::new(), false);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let import = importing || line.starts_with("use ") || line.starts_with("pub use ");
        importing = import && !line.ends_with(';');
        let says = line.chars().any(char::is_alphanumeric) && !line.starts_with("//");
        if says && !import {
            lines.push((number, line));
        }
    }
    lines
}

/// Where each ruleset's files share a run with those of another: one place of each run.
fn shared(files: &[(String, PathBuf, String)]) -> Vec<String> {
    let mut first: BTreeMap<Vec<String>, (&str, String)> = BTreeMap::new();
    let mut found = Vec::new();
    for (ruleset, path, text) in files {
        for run in lines(text).windows(RUN) {
            let place = format!("{}:{}", path.display(), run[0].0);
            let run = run.iter().map(|(_, line)| line.clone()).collect();
            match first.get(&run) {
                Some((other, there)) if *other != ruleset.as_str() => {
                    found.push(format!("{place} ~ {there}"))
                }
                Some(_) => {}
                None => _ = first.insert(run, (ruleset, place)),
            }
        }
    }
    found
}

/// The sources of all rulesets: folder, path and text.
fn rulesets() -> Vec<(String, PathBuf, String)> {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engine/rules");
    let mut files = Vec::new();
    for folder in fs::read_dir(rules).expect("rulesets").map(Result::unwrap) {
        if !folder.path().is_dir() {
            continue;
        }
        let name = folder.file_name().into_string().expect("a plain name");
        for file in fs::read_dir(folder.path()).unwrap().map(Result::unwrap) {
            if file.path().extension().is_some_and(|end| end == "rs") {
                let text = fs::read_to_string(file.path()).expect("a source");
                files.push((name.clone(), file.path(), text));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn no_two_rulesets_share_a_run_of_lines() {
    let mut files = rulesets();
    assert!(files.len() > 50, "{} files", files.len());
    assert_eq!(shared(&files), Vec::<String>::new());
    // the same lines in another ruleset are found
    let (_, path, text) = files[0].clone();
    files.push(("another".into(), path, text));
    assert!(!shared(&files).is_empty());
}
