//! The layers of the program, and the packages that they are in.

use std::fs;
use std::path::Path;

/// Every layer, with the layers that it may import. A layer stands right of all that it imports.
pub const LAYERS: [(&str, &[&str]); 20] = [
    ("shown", &[]),
    ("source", &["shown"]),
    ("board", &[]),
    ("dice", &[]),
    ("battle", &["source", "board", "dice"]),
    ("rules", &["source", "board", "dice", "battle"]),
    ("files", &["shown", "source", "board"]),
    ("survey", &["source", "board", "dice", "battle", "files"]),
    ("draft", &["source", "board", "files"]),
    ("muster", &["shown", "source", "battle", "rules"]),
    (
        "scenario",
        &["source", "board", "battle", "rules", "files", "survey"],
    ),
    ("ai", &["source", "board", "dice", "battle", "rules"]),
    (
        "play",
        &[
            "shown", "source", "board", "dice", "battle", "rules", "files", "scenario", "ai",
        ],
    ),
    ("look", &["board"]),
    ("print", &["shown", "board", "files", "look"]),
    (
        "store",
        &[
            "shown", "source", "board", "battle", "rules", "files", "survey", "draft", "scenario",
            "ai", "play", "look", "print",
        ],
    ),
    (
        "book",
        &["source", "board", "battle", "rules", "files", "scenario"],
    ),
    (
        "arena",
        &[
            "shown", "source", "board", "dice", "battle", "rules", "files", "scenario", "ai",
            "play", "store",
        ],
    ),
    (
        "window",
        &[
            "shown", "source", "board", "dice", "battle", "rules", "files", "survey", "draft",
            "muster", "scenario", "ai", "play", "store", "book", "arena", "look", "print",
        ],
    ),
    (
        "cli",
        &[
            "shown", "source", "board", "dice", "battle", "rules", "files", "survey", "draft",
            "muster", "scenario", "ai", "play", "store", "book", "arena", "look", "print",
            "window",
        ],
    ),
];

/// The packages beside the program's own: the folder in `src`, the name in imports, and the layers.
pub const PACKAGES: [(&str, &str, &[&str]); 2] = [
    (
        "engine",
        "skirmish_engine",
        &[
            "shown", "source", "board", "dice", "battle", "rules", "files", "survey", "draft",
            "muster", "scenario", "ai", "play",
        ],
    ),
    ("draw", "skirmish_draw", &["look", "print"]),
];

/// The folder of the package that a layer is in; empty for the program's own.
pub fn package(layer: &str) -> &'static str {
    let mut all = PACKAGES.iter();
    all.find(|(.., layers)| layers.contains(&layer))
        .map_or("", |(folder, ..)| folder)
}

/// The table of layers itself points left only, and names every folder and file of the sources.
#[test]
fn the_table_of_layers_is_in_order_and_complete() {
    for (at, (layer, allowed)) in LAYERS.iter().enumerate() {
        for to in *allowed {
            let left = LAYERS[..at].iter().any(|(before, _)| before == to);
            assert!(left, "{layer} may import {to}, which is not left of it");
        }
    }
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let folders = PACKAGES.map(|(folder, ..)| src.join(folder));
    for folder in std::iter::once(&src).chain(&folders) {
        for entry in fs::read_dir(folder).expect("a readable folder").flatten() {
            let name = entry.file_name().into_string().expect("a plain name");
            let stem = name.trim_end_matches(".rs");
            let is_source = entry.path().is_dir() || name.ends_with(".rs");
            let known = LAYERS.iter().any(|(layer, _)| *layer == stem);
            let known = known || PACKAGES.iter().any(|(folder, ..)| *folder == stem);
            let known = known || ["lib", "main", "build", "page"].contains(&stem);
            assert!(known || !is_source, "{name} is in no layer");
        }
    }
}
