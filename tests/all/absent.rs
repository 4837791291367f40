//! What must be absent, found by reading the sources: imports against the order of layers, machines
//! below the window, names of rulesets outside the rules. Every rule is proven by a planted violation.

mod circles;
mod copies;
mod layers;
mod tokens;

use layers::{LAYERS, PACKAGES, package};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tokens::{Placed, Token, paths, tokens};

/// A source file.
#[derive(Clone)]
struct File {
    /// Its path, for messages.
    path: PathBuf,
    /// The modules that lead to it, from the layer on: `window`, `editor`, `files`.
    modules: Vec<String>,
    tokens: Vec<Placed>,
}

impl File {
    fn new(path: PathBuf, modules: &[&str], text: &str) -> Self {
        Self {
            path,
            modules: modules.iter().map(|m| (*m).to_owned()).collect(),
            tokens: tokens(text),
        }
    }
    fn layer(&self) -> &str {
        &self.modules[0]
    }
    /// Every path in it, seen from the root of its package where it leads there.
    fn paths(&self) -> Vec<(usize, Vec<&str>)> {
        let mut all = paths(&self.tokens);
        for (_, path) in &mut all {
            let up = path.iter().take_while(|name| **name == "super").count();
            if up > 0 {
                let root = self
                    .modules
                    .iter()
                    .take(self.modules.len().saturating_sub(up));
                let rest = path.split_off(up);
                *path = std::iter::once("crate")
                    .chain(root.map(String::as_str))
                    .collect();
                path.extend(rest);
            }
        }
        all
    }
}

/// All files of all layers; they are read once.
fn sources() -> &'static [File] {
    static READ: LazyLock<Vec<File>> = LazyLock::new(read_sources);
    &READ
}

fn read_sources() -> Vec<File> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    for (layer, _) in LAYERS {
        let base = src.join(package(layer));
        let before = all.len();
        let mut open = vec![base.join(layer), base.join(format!("{layer}.rs"))];
        while let Some(path) = open.pop() {
            if path.is_dir() {
                let entries = fs::read_dir(&path).expect("a readable folder");
                open.extend(entries.map(|e| e.expect("an entry").path()));
            } else if path.is_file() && path.extension().is_some_and(|e| e == "rs") {
                let text = fs::read_to_string(&path).expect("a readable file");
                let inside = path
                    .strip_prefix(&base)
                    .expect("in the folder")
                    .with_extension("");
                let modules: Vec<&str> = inside.iter().filter_map(|name| name.to_str()).collect();
                let modules = match modules.split_last() {
                    Some((&"mod", modules)) => modules,
                    _ => &modules[..],
                };
                let short = path.strip_prefix(&src).expect("in the folder").to_owned();
                all.push(File::new(short, modules, &text));
            }
        }
        assert!(all.len() > before, "nothing of the layer {layer}");
    }
    all
}

/// Something that must not be, with the files in which it must not be.
struct Rule {
    name: &'static str,
    /// Whether a file has to keep it.
    binds: fn(&File) -> bool,
    /// Every violation with its line.
    find: fn(&File) -> Vec<(usize, String)>,
    /// Where violations are planted, and texts that are violations there.
    planted: (&'static [&'static str], &'static [&'static str]),
    /// Texts that are none there.
    fine: &'static [&'static str],
}

impl Rule {
    fn violations(&self, file: &File) -> Vec<String> {
        if !(self.binds)(file) {
            return Vec::new();
        }
        let found = (self.find)(file).into_iter();
        let told = |(line, what)| format!("{}:{line}: {}: {what}", file.path.display(), self.name);
        found.map(told).collect()
    }
}

/// The names of a path that leads into a layer of this program: the layer first.
fn within<'a>(path: &'a [&'a str]) -> Option<&'a [&'a str]> {
    let is_package = |name: &str| PACKAGES.iter().any(|(_, whole, _)| *whole == name);
    let rest = match path {
        ["crate" | "skirmish", package, rest @ ..] if is_package(package) => rest,
        ["crate" | "skirmish", rest @ ..] => rest,
        [package, rest @ ..] if is_package(package) => rest,
        _ => return None,
    };
    LAYERS
        .iter()
        .any(|(layer, _)| rest.first() == Some(layer))
        .then_some(rest)
}

fn arrows(file: &File) -> Vec<(usize, String)> {
    let (_, allowed) = LAYERS
        .iter()
        .find(|(layer, _)| *layer == file.layer())
        .expect("a layer");
    let mut found = Vec::new();
    for (line, path) in file.paths() {
        if let Some([to, ..]) = within(&path)
            && *to != file.layer()
            && !allowed.contains(to)
        {
            found.push((line, format!("names {to}")));
        }
    }
    // the whole package under another name would hide the layers
    for part in file.tokens.windows(3) {
        if let [(line, Token::Word(root)), (_, second), (_, third)] = part
            && root == "crate"
            && (*second == Token::Word("as".to_owned()) || *third == Token::Sign('*'))
        {
            found.push((*line, "names everything".to_owned()));
        }
    }
    found
}

/// Every word that `is_wrong`, in the code.
fn code(file: &File, is_wrong: impl Fn(&str) -> bool) -> Vec<(usize, String)> {
    let words = file.tokens.iter().filter_map(|(line, token)| match token {
        Token::Word(word) if is_wrong(word) => Some((*line, word.clone())),
        _ => None,
    });
    words.collect()
}

/// Every path that `is_wrong`.
fn wrong_paths(file: &File, is_wrong: impl Fn(&[&str]) -> bool) -> Vec<(usize, String)> {
    let all = file.paths().into_iter();
    all.filter(|(_, path)| is_wrong(path))
        .map(|(line, path)| (line, path.join("::")))
        .collect()
}

/// Whether a path leads to the clock, threads, files or another part of the machine.
fn is_machine(path: &[&str]) -> bool {
    matches!(
        path,
        [
            "std",
            "fs" | "env" | "process" | "thread" | "net" | "os",
            ..
        ]
    ) || path.iter().any(|name| {
        matches!(
            *name,
            "Instant" | "RandomState" | "stdout" | "stderr" | "stdin"
        )
    }) || matches!(path, [.., "SystemTime", "now"])
}

/// Methods of paths that ask the file system: `.exists()`.
fn asks_files(file: &File) -> Vec<(usize, String)> {
    let asks = [
        "exists",
        "is_file",
        "is_dir",
        "metadata",
        "symlink_metadata",
        "read_dir",
        "canonicalize",
    ];
    let called = |part: &[Placed]| match part {
        [
            (_, Token::Sign('.')),
            (line, Token::Word(name)),
            (_, Token::Sign('(')),
            (_, Token::Sign(')')),
        ] if asks.contains(&name.as_str()) => Some((*line, format!(".{name}()"))),
        _ => None,
    };
    file.tokens.windows(4).filter_map(called).collect()
}

fn is_engine(file: &File) -> bool {
    package(file.layer()) == "engine"
}

const RULES: [Rule; 9] = [
    Rule {
        name: "imports go left",
        binds: |_| true,
        find: arrows,
        planted: (
            &["board", "deep", "file"],
            &[
                "use crate::rules::Game;",
                "use crate::{board::Space, rules};",
                "use crate::{\n    board,\n    rules::{Game, Rules},\n};",
                "fn f() { crate::rules::f() }",
                "use super::super::super::rules;",
                "use super::super::super::{rules::Game};",
                "use skirmish_engine::rules as r;",
                "use crate as all;",
                "use crate::*;",
            ],
        ),
        fine: &[
            "// crate::rules",
            "/* crate::rules /* nested */ crate::rules */",
            "let text = \"crate::rules\";",
            "let text = r#\"crate::rules\"#;",
            "let quote = '\"'; use crate::board::Space; let other = '\"';",
            "use super::super::rules;",
            "fn f<'a>(rules: &'a str) {}",
        ],
    },
    Rule {
        name: "no floats under the rules",
        binds: |file| ["board", "dice", "battle", "rules", "scenario"].contains(&file.layer()),
        find: |file| code(file, |word| matches!(word, "f32" | "f64")),
        planted: (
            &["rules", "duel"],
            &["let x: f32 = 1.0;", "fn f() -> f64 {}"],
        ),
        fine: &["// f32", "let text = \"f64\";"],
    },
    Rule {
        name: "no machine in the engine",
        binds: is_engine,
        find: |file| {
            let mut found = wrong_paths(file, is_machine);
            // in drafts hash maps are only looked into, never listed
            let lists = file.layer() != "draft";
            let hashed = |word: &str| lists && matches!(word, "HashMap" | "HashSet");
            found.extend(code(file, hashed));
            found.extend(asks_files(file));
            found
        },
        planted: (
            &["play", "record"],
            &[
                "use std::fs;",
                "use std::{fmt, env};",
                "std::thread::spawn(f);",
                "use std::time::Instant;",
                "let now = SystemTime::now();",
                "use std::process::Command;",
                "use std::collections::{BTreeMap, HashMap};",
                "let all: HashSet<u8>;",
                "std::io::stdout().lock();",
                "if path.exists() {}",
            ],
        ),
        fine: &[
            "env!(\"CARGO_PKG_VERSION\")",
            "if board.exists(space) {}",
            "use std::io::Read;",
        ],
    },
    Rule {
        name: "nothing is left unfinished, nothing is printed by the way",
        binds: |_| true,
        find: |file| {
            code(file, |word| {
                let unfinished = matches!(word, "todo" | "unimplemented" | "dbg");
                unfinished || matches!(word, "println" | "eprintln" | "eprint")
            })
        },
        planted: (
            &["cli", "play"],
            &[
                "todo!()",
                "unimplemented!()",
                "dbg!(x)",
                "println!(\"a\")",
                "eprintln!(\"a\")",
            ],
        ),
        fine: &["// todo!()", "output::print(text)"],
    },
    Rule {
        name: "no ruleset is named outside the rules and the command line",
        binds: |file| !["rules", "cli"].contains(&file.layer()),
        find: |file| {
            let names = ["vsgmr", "violence", "plastic", "d8", "vsgmr2017"];
            let is_name = |word: &str| names.contains(&word.to_lowercase().as_str());
            let mut found = code(file, is_name);
            for (line, token) in &file.tokens {
                if let Token::Text(text) = token {
                    let mut words = text.split(|c: char| !c.is_alphanumeric());
                    found.extend(
                        words
                            .find(|word| is_name(word))
                            .map(|w| (*line, w.to_owned())),
                    );
                }
            }
            found
        },
        planted: (
            &["window", "table"],
            &[
                "let r = Rules::D8;",
                "Game::D8(b) => 1,",
                "use crate::rules::d8;",
                "Rules::Plastic",
                "Violence",
                "if name == \"vsgmr\" {}",
                "let text = \"the plastic soldiers\";",
                "Game::Vsgmr2017(_)",
            ],
        ),
        fine: &["// plastic", "let d = d80;"],
    },
    Rule {
        name: "no ruleset knows another",
        binds: |file| ruleset(file).is_some(),
        find: |file| {
            let own = ruleset(file).expect("a ruleset");
            let others = RULESETS.iter().filter(|name| **name != own);
            let others: Vec<&str> = others.copied().collect();
            wrong_paths(file, |path| {
                path.iter()
                    .any(|name| others.contains(&name.to_lowercase().as_str()))
            })
        },
        planted: (
            &["rules", "violence", "round"],
            &[
                "use super::super::d8::Unit;",
                "use crate::rules::{parts, plastic};",
                "Rules::Vsgmr",
                "Game::D8(b)",
            ],
        ),
        fine: &["use super::Violence;", "// d8"],
    },
    Rule {
        name: "only the disk of the store and the platform of the window reach the machine",
        binds: |file| {
            let modules: Vec<&str> = file.modules.iter().map(String::as_str).collect();
            match modules[..] {
                ["store", "disk" | "output", ..] | ["window", "platform", ..] => false,
                ["store" | "window" | "look", ..] => true,
                _ => false,
            }
        },
        find: |file| {
            let mut found = wrong_paths(file, |path| {
                // seeds are drawn from the randomness of the system
                is_machine(path) && !(file.layer() == "store" && path.contains(&"RandomState"))
            });
            found.extend(asks_files(file));
            found
        },
        planted: (
            &["window", "saved"],
            &[
                "std::fs::rename(a, b)",
                "use std::env;",
                "if to.exists() {}",
                "path.is_file()",
                "let begun = Instant::now();",
                "std::thread::spawn(f);",
            ],
        ),
        fine: &[
            "disk::exists(&to)",
            "use std::time::SystemTime;",
            "use std::path::Path;",
        ],
    },
    Rule {
        name: "only the command line knows options, colours and screens of a terminal",
        binds: |file| file.layer() != "cli",
        find: |file| {
            let terminal = [
                "clap",
                "clap_complete",
                "clap_mangen",
                "anstream",
                "crossterm",
                "indicatif",
                "owo_colors",
                "ctrlc",
                "signal_hook",
            ];
            wrong_paths(file, |path| terminal.contains(&path[0]))
        },
        planted: (
            &["store", "options"],
            &[
                "use clap::Args;",
                "#[derive(clap::ValueEnum)]",
                "anstream::stdout();",
                "use indicatif::ProgressBar;",
            ],
        ),
        fine: &["let clapped = 1;"],
    },
    Rule {
        name: "only the window names its libraries",
        binds: |file| file.layer() != "window",
        find: |file| {
            wrong_paths(file, |path| {
                ["macroquad", "miniquad", "egui"].contains(&path[0])
            })
        },
        planted: (
            &["look", "ground"],
            &[
                "use macroquad::prelude::*;",
                "egui::Color32::RED",
                "use egui::{Pos2, Rect};",
            ],
        ),
        fine: &["use emath::Pos2;"],
    },
];

/// The rulesets: their folders in the layer `rules`.
const RULESETS: [&str; 4] = ["vsgmr", "violence", "plastic", "d8"];

/// The ruleset whose folder a file is in.
fn ruleset(file: &File) -> Option<&str> {
    match file.modules.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["rules", ruleset, ..] => RULESETS.into_iter().find(|name| *name == ruleset),
        _ => None,
    }
}

#[test]
fn every_planted_violation_is_found() {
    for rule in RULES {
        let (modules, texts) = rule.planted;
        let found =
            |text: &str| rule.violations(&File::new(PathBuf::from("planted.rs"), modules, text));
        for text in texts {
            assert!(!found(text).is_empty(), "{}: {text:?}", rule.name);
        }
        for text in rule.fine {
            assert_eq!(found(text), [""; 0], "{}: {text:?}", rule.name);
        }
    }
}

/// Every arrow between two layers that is not allowed is found, in each of the ways to import.
#[test]
fn every_forbidden_arrow_is_found() {
    for (layer, allowed) in LAYERS {
        for (other, _) in LAYERS {
            let texts = [
                format!("use crate::{other}::Thing;"),
                format!("use crate::{{{other}}};"),
                format!("fn f() {{ crate::{other}::f() }}"),
                format!("use super::super::{other};"),
            ];
            let packages =
                PACKAGES.map(|(_, whole, _)| format!("pub use {whole}::{other}::Thing;"));
            for text in texts.into_iter().chain(packages) {
                let found = arrows(&File::new(PathBuf::new(), &[layer, "part"], &text));
                let expected = usize::from(other != layer && !allowed.contains(&other));
                assert_eq!(found.len(), expected, "{layer}: {text}");
            }
        }
    }
}

#[test]
fn nothing_is_there_that_must_be_absent() {
    let files = sources();
    let found: Vec<String> = RULES
        .iter()
        .flat_map(|rule| files.iter().flat_map(|file| rule.violations(file)))
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}
