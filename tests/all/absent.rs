//! What must be absent, found by reading the sources.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of a layer: below `src/engine` if it belongs to the engine, else below `src`.
fn folder(layer: &str) -> PathBuf {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let engine = src.join("engine").join(layer);
    if !layer.is_empty() && engine.exists() {
        engine
    } else {
        src.join(layer)
    }
}

/// All Rust files of a layer, with their text, comments taken out; of everything without a name.
fn sources(layer: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut open = vec![folder(layer)];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).expect("a readable folder");
            open.extend(entries.map(|e| e.expect("an entry").path()));
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = fs::read_to_string(&path).expect("a readable file");
            found.push((path, without_comments(&text)));
        }
    }
    assert!(!found.is_empty(), "nothing of the layer {layer:?}");
    found.sort();
    found
}

/// The text without line comments; none of our strings holds two slashes in a row.
fn without_comments(text: &str) -> String {
    text.lines()
        .map(|line| line.split("//").next().unwrap_or(""))
        .collect::<Vec<_>>()
        .join("\n")
}

/// The words (names and keywords) of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
}

/// Every place where one of the words stands in a layer.
fn places(layer: &str, unwanted: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (path, text) in sources(layer) {
        for (number, line) in (1..).zip(text.lines()) {
            for word in words(line).filter(|word| unwanted.contains(word)) {
                found.push(format!("{}:{number}: {word}", path.display()));
            }
        }
    }
    found
}

#[test]
fn what_is_looked_for_would_be_found() {
    assert_eq!(without_comments("a // f32\nb"), "a \nb");
    assert!(words("let x: f32 = 1;").any(|w| w == "f32"));
    assert!(!places("board", &["Spaces"]).is_empty());
}

#[test]
fn below_the_window_there_is_no_float_clock_thread_or_output() {
    let unwanted = [
        "f32",
        "f64",
        "HashMap",
        "HashSet",
        "Instant",
        "SystemTime",
        "thread",
        "env",
        "println",
        "eprintln",
        "print",
        "eprint",
        "dbg",
        "stdout",
        "stderr",
        "todo",
        "unimplemented",
    ];
    for layer in ["board", "battle", "rules"] {
        let found = places(layer, &unwanted);
        assert!(found.is_empty(), "{found:#?}");
    }
}

#[test]
fn no_ruleset_is_named_outside_the_rules() {
    let names = [
        "Vsgmr",
        "Violence",
        "vsgmr",
        "violence",
        "rules::d8",
        "Rules::D8",
        "Game::D8",
    ];
    for layer in [
        "board", "battle", "ai", "arena", "files", "survey", "play", "window",
    ] {
        let found = places(layer, &names);
        assert!(found.is_empty(), "{found:#?}");
    }
}

#[test]
fn no_ruleset_knows_another() {
    assert_eq!(places("rules/violence", &["Vsgmr", "vsgmr"]), [""; 0]);
    assert_eq!(places("rules/vsgmr", &["Violence", "violence"]), [""; 0]);
    let others = [
        "Vsgmr", "vsgmr", "Violence", "violence", "Plastic", "plastic",
    ];
    assert_eq!(places("rules/d8", &others), [""; 0]);
}

#[test]
fn layers_import_only_what_stands_left_of_them() {
    let layers = [
        "board", "battle", "rules", "scenario", "ai", "play", "arena", "cli", "window",
    ];
    for (i, layer) in layers.iter().enumerate() {
        for (path, text) in sources(layer) {
            for right in &layers[i + 1..] {
                for import in [format!("crate::{right}::"), format!("crate::{right};")] {
                    let found = text.contains(&import);
                    // The command line and the window stand side by side: one starts the other.
                    let starts = *layer == "cli" && *right == "window";
                    assert!(!found || starts, "{} names {right}", path.display());
                }
            }
        }
    }
}

#[test]
fn only_the_window_names_its_library() {
    let outside: Vec<String> = places("", &["macroquad"])
        .into_iter()
        .filter(|place| !place.contains("src/window"))
        .collect();
    assert!(outside.is_empty(), "{outside:#?}");
}

#[test]
fn the_window_reaches_the_machine_only_through_its_platform() {
    let machine = [
        "fs",
        "env",
        "process",
        "thread",
        "SystemTime",
        "Instant",
        "RandomState",
    ];
    let found: Vec<String> = places("window", &machine)
        .into_iter()
        // dialogs about files of one's own list and remove them themselves
        .filter(|place| {
            !["platform.rs", "menu.rs", "saved.rs", "forces.rs"]
                .iter()
                .any(|file| place.contains(file))
        })
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}
