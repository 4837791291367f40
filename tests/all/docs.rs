//! The documentation: its commands run, its files are read, its links lead somewhere.
//!
//! The rules, told to readers in `docs/README.md`: a fence tagged `sh` is run, command by command,
//! in a folder of the page's own; `# exit N` names another exit code than 0. A fence tagged
//! `sh no-run` is checked for its options alone, by `--help` at its end. A fence whose tag has a file
//! name, such as `toml bridge.toml`, is written to that file first. Long runs are shortened
//! ([`shortened`]). Standard input is empty, and there is no window.

mod claims;

use skirmish::ai::Profile;
use skirmish::battle::{Choice, How, Purpose};
use skirmish::files::{map, mapping::Mapping};
use skirmish::play::record::{Record, Verdict, verify};
use skirmish::rules::{Rules, house::House};
use skirmish::scenario::Scenario;
use skirmish::source::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder of the project.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All pages, as paths from the project's folder.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
    ]
    .map(PathBuf::from)
    .into();
    let mut folders = vec![PathBuf::from("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = folder.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

fn text(page: &Path) -> String {
    std::fs::read_to_string(root().join(page)).unwrap()
}

/// A fenced block.
#[derive(Debug)]
struct Fence {
    /// The line of its first fence, from 1.
    line: usize,
    /// The words behind the first fence.
    tag: Vec<String>,
    /// Everything between the fences.
    body: String,
}

impl Fence {
    fn is(&self, tag: &[&str]) -> bool {
        self.tag == tag
    }
    /// The file that the tag names.
    fn file(&self) -> Option<&str> {
        let name = self.tag.get(1)?;
        name.contains('.').then_some(name.as_str())
    }
}

/// The fenced blocks of a text.
fn fences(text: &str) -> Vec<Fence> {
    let mut all = Vec::new();
    let mut open: Option<Fence> = None;
    for (number, line) in text.lines().enumerate() {
        match (line.trim_start().strip_prefix("```"), open.take()) {
            (Some(_), Some(fence)) => all.push(fence),
            (Some(tag), None) => {
                open = Some(Fence {
                    line: number + 1,
                    tag: tag.split_whitespace().map(str::to_owned).collect(),
                    body: String::new(),
                });
            }
            (None, Some(mut fence)) => {
                fence.body.push_str(line);
                fence.body.push('\n');
                open = Some(fence);
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a fence is not closed: {open:?}");
    all
}

/// A command of the program as a page has it.
#[derive(Debug, PartialEq, Eq)]
struct Line {
    words: Vec<String>,
    exit: i32,
}

/// The words of a shell line, and the comment at its end.
fn split(line: &str) -> (Vec<String>, &str) {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (None, '#') if word.is_none() => return (words, &line[at..]),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some(q), c) if c == q => quote = None,
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    assert!(quote.is_none(), "a quote is not closed: {line}");
    words.extend(word);
    (words, "")
}

/// The program's commands in a block; other commands are left out.
fn commands(body: &str) -> Vec<Line> {
    let whole = body.replace("\\\n", " ");
    let mut all = Vec::new();
    for line in whole.lines() {
        let (words, comment) = split(line);
        let exit = comment.strip_prefix("# exit ").map_or(0, |code| {
            let code = code.trim().parse();
            code.expect("an exit code behind `# exit`")
        });
        // Where the output goes does not matter here.
        let end = words.iter().position(|word| word.starts_with('>'));
        let words = &words[..end.unwrap_or(words.len())];
        for words in words.split(|word| word == "&&") {
            if let Some((first, rest)) = words.split_first()
                && first == "skirmish"
            {
                let words = rest.to_vec();
                all.push(Line { words, exit });
            }
        }
    }
    all
}

/// The same command with at most two games, battles, pairs or trials, and one round.
fn shortened(mut words: Vec<String>) -> Vec<String> {
    const COUNTS: [&str; 5] = ["--games", "--battles", "--pairs", "--each", "--trial"];
    let mut fights = matches!(words.first().map(String::as_str), Some("watch" | "arena"))
        && words.get(1).is_none_or(|verb| verb != "merge");
    for at in 1..words.len() {
        if COUNTS.contains(&words[at - 1].as_str())
            && let Ok(count) = words[at].parse::<u32>()
        {
            words[at] = count.min(2).to_string();
            fights |= words[at - 1] == "--battles";
        }
    }
    if fights {
        let at = words.iter().position(|word| word == "--rounds");
        match at {
            Some(at) => words[at + 1] = "1".into(),
            None => words.extend(["--rounds".into(), "1".into()]),
        }
    }
    words
}

/// Runs a command in a folder: its exit code and what it printed.
fn run(folder: &Path, words: &[String]) -> (Option<i32>, String) {
    let gave = Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .args(words)
        .current_dir(folder)
        .env("SKIRMISH_HOME", folder.join("home"))
        .env("SKIRMISH_NO_WINDOW", "the documentation is tested")
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = [gave.stdout, gave.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (gave.status.code(), said.concat())
}

/// Runs the commands of a page from top to bottom.
fn page_runs(page: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut ran = 0;
    for fence in fences(&text(Path::new(page))) {
        if let Some(name) = fence.file() {
            std::fs::write(folder.path().join(name), &fence.body).unwrap();
        }
        let checked_only = fence.is(&["sh", "no-run"]);
        if !checked_only && !fence.is(&["sh"]) {
            continue;
        }
        for line in commands(&fence.body) {
            let (words, exit) = if checked_only {
                let help = std::iter::once("--help".to_owned());
                (line.words.iter().cloned().chain(help).collect(), 0)
            } else {
                (shortened(line.words.clone()), line.exit)
            };
            let (code, said) = run(folder.path(), &words);
            assert_eq!(
                code,
                Some(exit),
                "{page}, block at line {}: skirmish {}\n{said}",
                fence.line,
                words.join(" ")
            );
            ran += 1;
        }
    }
    assert!(ran > 0, "{page} has no command that runs");
}

/// Declares a test for each page, so that they run side by side.
macro_rules! pages_run {
    ($($(#[$mark:meta])* $name:ident: $page:literal;)*) => {
        $(#[test]
        $(#[$mark])*
        fn $name() {
            page_runs($page);
        })*
        /// The pages that have a test of their own.
        const RUN: &[&str] = &[$($page),*];
    };
}

pages_run! {
    readme_runs: "README.md";
    arena_page_runs: "docs/arena.md";
    commands_page_runs: "docs/commands.md";
    formats_page_runs: "docs/formats.md";
    #[ignore = "slow"]
    maps_page_runs: "docs/maps.md";
    measurements_page_runs: "docs/measurements.md";
    opponents_page_runs: "docs/opponents.md";
    protocol_page_runs: "docs/protocol.md";
    terminal_page_runs: "docs/terminal.md";
    window_page_runs: "docs/window.md";
    rules_page_runs: "docs/rules/README.md";
    d8_page_runs: "docs/rules/d8.md";
    plastic_page_runs: "docs/rules/plastic.md";
    violence_page_runs: "docs/rules/violence.md";
    vsgmr_page_runs: "docs/rules/vsgmr.md";
    vsgmr2017_page_runs: "docs/rules/vsgmr2017.md";
}

#[test]
fn other_pages_run() {
    for page in pages() {
        let name = page.to_str().unwrap().replace('\\', "/");
        let all = fences(&text(&page));
        let has = all
            .iter()
            .any(|fence| fence.tag.first().is_some_and(|tag| tag == "sh"));
        if has && !RUN.contains(&name.as_str()) {
            page_runs(&name);
        }
    }
}

#[test]
fn shell_lines_are_split_and_long_runs_shortened() {
    let body = "cargo test\n# a comment\nskirmish arena --games 2000 \\\n  --agent 'cmd:python3 b.py' # exit 1\n\
                skirmish map list && skirmish watch --rounds 5 --seed 3\n";
    let lines = commands(body);
    let short: Vec<String> = lines
        .iter()
        .map(|line| format!("{} {}", line.exit, shortened(line.words.clone()).join("|")))
        .collect();
    assert_eq!(
        short,
        [
            "1 arena|--games|2|--agent|cmd:python3 b.py|--rounds|1",
            "0 map|list",
            "0 watch|--rounds|1|--seed|3",
        ]
    );
}

// ---- the examples of the file formats ----

/// Reads a file of any format with its reader.
fn read(name: &str, body: &str) -> Result<(), String> {
    let source = Source::new(name, body);
    let told = |fault: skirmish::source::Fault| fault.to_string();
    let format = body
        .split_once("skirmish-")
        .and_then(|(_, rest)| rest.split_once('/'))
        .ok_or("no format")?
        .0;
    match format {
        "map" => map::read(&source).map(drop).map_err(told),
        "scenario" => Scenario::read(&source).map(drop).map_err(told),
        "force" => Rules::of_force(&source)
            .and_then(|rules| rules.force(&source, None))
            .map(drop)
            .map_err(told),
        "rules" => Rules::of_force(&source)
            .and_then(|rules| House::read(rules, &source))
            .map(drop)
            .map_err(told),
        "profile" => Profile::read(&source).map(drop).map_err(told),
        "mapping" => Mapping::new("tiled", Some(&source)).map(drop).map_err(told),
        "record" => {
            let record = Record::read(name, body.as_bytes()).map_err(|e| e.to_string())?;
            match verify(&record).map_err(|e| e.to_string())? {
                Verdict::Same { .. } => Ok(()),
                other => Err(format!("{name}: {other:?}")),
            }
        }
        other => Err(format!("{name}: no reader for {other}")),
    }
}

#[test]
fn every_format_has_an_example_that_its_reader_takes() {
    let mut formats = Vec::new();
    for page in pages() {
        for fence in fences(&text(&page)) {
            let Some(name) = fence.file() else {
                continue;
            };
            read(name, &fence.body).unwrap_or_else(|why| panic!("{}: {why}", page.display()));
            if page.ends_with("formats.md") {
                let of = fence.body.split_once("skirmish-").unwrap().1;
                formats.push(of.split_once('/').unwrap().0.to_owned());
            }
        }
    }
    formats.sort();
    assert_eq!(
        formats,
        [
            "force", "map", "mapping", "profile", "record", "rules", "scenario"
        ]
    );
}

#[test]
fn json_in_the_pages_is_json() {
    for page in pages() {
        for fence in fences(&text(&page)) {
            let tag = fence.tag.first().map(String::as_str);
            if !matches!(tag, Some("json" | "jsonl")) {
                continue;
            }
            for line in fence.body.lines() {
                let read: Result<serde_json::Value, _> = serde_json::from_str(line);
                assert!(read.is_ok(), "{}: {line}", page.display());
            }
        }
    }
}

/// The fields of an answer or event, by what it is: `do move`, `event placed`.
type Fields = BTreeMap<String, BTreeSet<String>>;

/// Adds the fields of the lines of JSON in a text.
fn add_fields(fields: &mut Fields, text: &str) {
    for line in text.lines() {
        let Ok(serde_json::Value::Object(line)) = serde_json::from_str(line) else {
            continue;
        };
        for key in ["do", "event"] {
            if let Some(name) = line.get(key).and_then(serde_json::Value::as_str) {
                let known = fields.entry(format!("{key} {name}")).or_default();
                known.extend(line.keys().cloned());
            }
        }
    }
}

#[test]
fn the_protocol_page_has_the_answers_and_events_of_battles() {
    let page = text(Path::new("docs/protocol.md"));
    let mut told = Fields::new();
    for fence in fences(&page) {
        add_fields(&mut told, &fence.body);
    }
    let mut seen = Fields::new();
    let folder = tempfile::tempdir().unwrap();
    for (ruleset, agent) in [
        ("vsgmr", "charge"),
        ("vsgmr2017", "random"),
        ("violence", "charge"),
        ("plastic", "charge"),
        ("d8", "charge"),
    ] {
        let line = format!(
            "watch --ruleset {ruleset} --agent {agent} --agent charge --rounds 3 --seed 5 --json"
        );
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let (code, lines) = run(folder.path(), &words);
        assert_eq!(code, Some(0), "{lines}");
        add_fields(&mut seen, &lines);
    }
    assert!(seen.len() > 20, "{seen:?}");
    // Answers stand in records with these fields before their own.
    let frame = ["type", "n", "by"].map(str::to_owned);
    for (name, fields) in seen {
        let known = told.get(&name);
        let known = known.unwrap_or_else(|| panic!("docs/protocol.md does not have {name:?}"));
        let missing: Vec<_> = fields
            .iter()
            .filter(|field| !known.contains(*field) && !frame.contains(field))
            .collect();
        assert!(missing.is_empty(), "{name} has {missing:?} too");
    }
    let words = Purpose::ALL.map(Purpose::name).into_iter();
    for word in words.chain(How::ALL.map(How::name)) {
        assert!(page.contains(word), "docs/protocol.md does not have {word}");
    }
    for choice in Choice::ALL {
        let piece = matches!(choice, Choice::Piece(_));
        assert!(piece || page.contains(choice.name()), "{}", choice.name());
    }
}

// ---- links and lengths ----

/// The targets of Markdown links and pictures outside fenced blocks, with their lines.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut all = Vec::new();
    let mut fenced = false;
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        }
        if fenced {
            continue;
        }
        for (before, after) in [("](", ')'), ("src=\"", '"')] {
            for part in line.split(before).skip(1) {
                if let Some((target, _)) = part.split_once(after) {
                    all.push((number + 1, target.to_owned()));
                }
            }
        }
    }
    all
}

/// The anchors of a page's headings, as GitHub makes them.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| -> String {
        let title = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        title.chars().filter(kept).collect::<String>()
    };
    headings
        .map(|heading| anchor(heading).replace(' ', "-"))
        .collect()
}

#[test]
fn links_lead_to_files_and_headings() {
    let drawn = root().join("docs/pictures").is_dir();
    for page in pages() {
        let here = text(&page);
        for (line, target) in links(&here) {
            if target.starts_with("http") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((&target, ""));
            let path = root().join(page.parent().unwrap()).join(file);
            let told = format!("{}:{line}: {target}", page.display());
            // Pictures are made by the program itself, and may be left out as a whole.
            if file.contains("pictures/") && !drawn {
                continue;
            }
            assert!(file.is_empty() || path.exists(), "no such file: {told}");
            if !heading.is_empty() {
                let there = if file.is_empty() {
                    here.clone()
                } else {
                    std::fs::read_to_string(path).unwrap()
                };
                assert!(
                    anchors(&there).iter().any(|anchor| anchor == heading),
                    "no such heading: {told}"
                );
            }
        }
    }
}

#[test]
fn pictures_have_words_for_those_who_cannot_see_them() {
    for page in pages() {
        let blind = |line: &str| {
            line.contains("![](") || line.contains("<img ") && !line.contains("alt=\"")
        };
        let empty = text(&page).lines().any(blind);
        assert!(!empty, "{} has a picture without words", page.display());
    }
}

#[test]
fn the_pages_at_the_top_stay_short() {
    for (page, most) in [
        ("README.md", 150),
        ("ARCHITECTURE.md", 250),
        ("CHANGELOG.md", 80),
    ] {
        let lines = text(Path::new(page)).lines().count();
        assert!(lines <= most, "{page} has {lines} lines, at most {most}");
    }
}
