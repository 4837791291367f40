//! The rule books: complete, with numbers from the rules in force, in plain sentences.

use serde_json::Value;
use skirmish::battle::Sort;
use skirmish::book::{Block, Book, Chapter, ListKind, Passage, Span};
use skirmish::cli::rules::{markdown, plain};
use skirmish::files::builtin::TERRAINS;
use skirmish::rules::Rules;
use skirmish::rules::house::{House, SettingKind};
use skirmish::source::Source;
use std::collections::BTreeMap;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn book(rules: Rules) -> Book {
    Book::read(rules, None).unwrap_or_else(|fault| panic!("{fault}"))
}

/// Every passage of a book with its chapter, the quick reference included.
fn passages(book: &Book) -> impl Iterator<Item = (&Chapter, &Passage)> {
    let chapters = book.chapters.iter().chain(&book.sheet);
    chapters.flat_map(|chapter| {
        chapter
            .passages
            .iter()
            .map(move |passage| (chapter, passage))
    })
}

/// A book of one chapter.
fn small(text: &str, house: Option<&str>) -> Result<Book, String> {
    let house = house.map(|text| {
        let head = "format = \"skirmish-rules/1\"\nruleset = \"vsgmr\"\n";
        Source::new("house.toml", format!("{head}{text}"))
    });
    let chapter = Source::new("text/01-small.md", text);
    Book::of(Rules::Vsgmr, house.as_ref(), &[chapter]).map_err(|fault| fault.to_string())
}

/// The words of a passage.
fn words(book: &Book, passage: usize) -> String {
    plain::passage(&book.chapters[0].passages[passage], 200)
        .trim()
        .to_owned()
}

mod stated {
    for_each_ruleset!(super::every_sentence_of_the_text_is_stated_once);
}

fn every_sentence_of_the_text_is_stated_once(rules: Rules) {
    let path = root().join(format!("tests/coverage/{}.toml", rules.name()));
    let table: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    let mut stated: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for sentence in table["sentence"].as_array().unwrap() {
        stated.insert(sentence["id"].as_str().unwrap().to_owned(), Vec::new());
    }
    let mut faults = Vec::new();
    for (id, place) in book(rules).covered {
        match stated.get_mut(&id) {
            Some(places) => places.push(place),
            None => faults.push(format!("{place}: there is no sentence {id}")),
        }
    }
    for (id, places) in stated {
        match places.as_slice() {
            [] => faults.push(format!("no chapter states sentence {id}")),
            [_] => {}
            _ => faults.push(format!(
                "sentence {id} is stated at {}",
                places.join(" and ")
            )),
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

mod complete {
    for_each_ruleset!(super::every_key_and_every_word_of_a_force_occurs);
}

fn every_key_and_every_word_of_a_force_occurs(rules: Rules) {
    let book = book(rules);
    let mut listed: BTreeMap<ListKind, Vec<String>> = BTreeMap::new();
    for (_, passage) in passages(&book) {
        if let Block::Entries { kind, entries } = &passage.block {
            let names = entries.iter().map(|entry| entry.name.clone());
            listed.entry(*kind).or_default().extend(names);
        }
    }
    let has = |kind: ListKind, name: &str| {
        listed
            .get(&kind)
            .is_some_and(|names| names.iter().any(|known| known == name))
    };
    let mut missing = Vec::new();
    for setting in House::new(rules).unwrap().settings() {
        let key = setting.path.join(".");
        if rules.uses(&setting.path[0]) && !has(ListKind::Configuration, &key) {
            missing.push(key);
        }
    }
    for part in rules.sheet().parts {
        let kind = match part.sort {
            Sort::Trait => ListKind::Traits,
            Sort::Power => ListKind::Powers,
            Sort::Weapon => ListKind::Weapons,
            Sort::Unit => ListKind::Units,
            Sort::Other => continue,
        };
        let names = part.words.into_iter().map(|word| word.word);
        missing.extend(names.filter(|name| !has(kind, name)));
    }
    let terrain = TERRAINS.iter().map(|terrain| terrain.name.to_owned());
    missing.extend(terrain.filter(|name| !has(ListKind::Terrain, name)));
    assert!(missing.is_empty(), "{missing:?}");
}

mod house_rules {
    for_each_ruleset!(super::house_rules_show_and_are_marked);
}

fn house_rules_show_and_are_marked(rules: Rules) {
    let plain_book = book(rules);
    let mut house = House::new(rules).unwrap();
    let limit = |path: &[String]| path == ["rounds"] || path == ["turns"];
    let at = house
        .settings()
        .iter()
        .position(|s| limit(&s.path))
        .unwrap();
    house.set(at, Value::from(7 + house.value(at).as_i64().unwrap()));
    let source = house.source("house.toml");
    let changed = Book::read(rules, source.as_ref()).unwrap();
    assert!(changed.is_changed() && !plain_book.is_changed());
    let marks = |book: &Book| {
        let texts = passages(book).flat_map(|(_, passage)| passage.block.texts());
        let spans = texts.flat_map(|text| &text.0);
        spans
            .filter(|span| matches!(span, Span::Changed { .. }))
            .count()
    };
    assert_eq!(marks(&plain_book), 0);
    assert!(marks(&changed) > 0);
    let value = house.value(at).to_string();
    let said = format!(
        "{value} (house rule; usually {})",
        house.settings()[at].usual
    );
    assert!(plain::book(&changed, 500).contains(&said), "{said}");
    assert!(markdown::book(&changed).contains("house rule; usually"));
    assert!(!plain::book(&plain_book, 500).contains("house rule;"));
}

mod short {
    for_each_ruleset!(super::sentences_are_short);
}

fn sentences_are_short(rules: Rules) {
    let book = book(rules);
    let mut long = Vec::new();
    for (chapter, passage) in passages(&book) {
        let mut texts: Vec<String> = match &passage.block {
            Block::Table { .. } => Vec::new(),
            block => block.texts().iter().map(|text| text.words()).collect(),
        };
        if let Block::Diagram(diagram) = &passage.block {
            texts.push(diagram.note.clone());
        }
        if let Block::Entries { entries, .. } = &passage.block {
            texts.extend(entries.iter().map(|entry| entry.about.clone()));
        }
        for text in texts {
            let sentences = text.split(['.', ':', ';', '?', '!', '\n']);
            for sentence in sentences.filter(|s| s.split_whitespace().count() > 25) {
                long.push(format!("{}:{}: {sentence}", chapter.name, passage.line));
            }
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

mod diagrams {
    for_each_ruleset!(super::diagrams_fit);
}

fn diagrams_fit(rules: Rules) {
    let book = book(rules);
    let mut count = 0;
    for (chapter, passage) in passages(&book) {
        if let Block::Diagram(diagram) = &passage.block {
            count += 1;
            let text = plain::board(diagram, plain::WIDEST);
            let widest = text.lines().map(|line| line.chars().count()).max();
            let place = format!("{}:{}", chapter.name, passage.line);
            assert!(widest <= Some(plain::WIDEST), "{place}\n{text}");
            let whole = diagram.figures.iter().all(|f| text.contains(f.letter));
            assert!(whole, "{place}\n{text}");
        }
    }
    assert!(count >= 4, "only {count} diagrams");
}

mod explained {
    for_each_ruleset!(super::everything_in_a_list_can_be_explained);
}

fn everything_in_a_list_can_be_explained(rules: Rules) {
    let book = book(rules);
    let names = book.names();
    assert!(names.len() > 50);
    for name in names {
        let found = book.explain(&name);
        assert!(!found.is_empty(), "{name}");
    }
    assert!(book.explain("zzzz").is_empty());
}

mod pages {
    for_each_ruleset!(super::the_page_in_docs_is_the_book);
}

fn the_page_in_docs_is_the_book(rules: Rules) {
    let name = rules.name();
    let path = root().join(format!("docs/rules/{name}.md"));
    let page = std::fs::read_to_string(&path).unwrap();
    let renewed = markdown::book(&book(rules));
    let line = page.lines().zip(renewed.lines()).position(|(a, b)| a != b);
    assert!(
        page == renewed,
        "{} differs from line {}; renew it: skirmish rules read {name} --markdown > docs/rules/{name}.md",
        path.display(),
        line.map_or(page.lines().count(), |line| line + 1)
    );
}

#[cfg(feature = "print")]
mod quick {
    for_each_ruleset!(super::the_quick_reference_is_one_page);
}

#[cfg(feature = "print")]
fn the_quick_reference_is_one_page(rules: Rules) {
    use skirmish::cli::rules::sheet;
    use skirmish::print::Paper;
    let book = book(rules);
    for paper in [Paper::A4, Paper::Letter] {
        let page = sheet::page(&book, paper).unwrap();
        assert_eq!(page.size, paper.size());
        let (wide, high) = page.size;
        let number = |text: &str, key: &str| -> f64 {
            let (_, rest) = text.split_once(&format!("{key}=\"")).unwrap();
            rest.split('"').next().unwrap().parse().unwrap()
        };
        for text in page.svg.split("<text ").skip(1) {
            let inside = number(text, "x") < wide && number(text, "y") < high;
            assert!(inside, "{text}");
        }
    }
}

#[test]
fn numbers_come_from_the_configuration() {
    let text = "# T\n\n{rounds} rounds, {shoot_need+}, {signed mook_bonus}, {guy_move_28mm / 4}, \
                {max(fight_need, 9)}, {chance shoot_need - 1+ d6}, {points}, {scale}, {const 12}.\n";
    let book = small(text, None).unwrap();
    assert_eq!(
        words(&book, 0),
        "5 rounds, 5+, −1, 1½, 9, 50 %, yes, 28mm, 12."
    );
    let book = small(text, Some("rounds = 6\n")).unwrap();
    assert!(words(&book, 0).starts_with("6 (house rule; usually 5) rounds, 5+"));
}

#[test]
fn conditions_and_marks_follow_the_rules_in_force() {
    let text =
        "# T\n\n:if doors = move\n:ours doors\nWalk.\n:else\nRoll.\n:end\n\n:ours\nAlways.\n";
    let book = small(text, None).unwrap();
    assert_eq!(words(&book, 0), "[ours (doors = move)] Walk.");
    assert_eq!(words(&book, 1), "[ours] Always.");
    let book = small(text, Some("doors = \"skill\"\n")).unwrap();
    assert_eq!(words(&book, 0), "[house rule (doors = skill)] Roll.");
}

#[test]
fn what_a_figure_sees_is_the_answer_of_the_program() {
    let text = "# T\n\n```board\ngrid square\nrows\n.....\n..#..\n..o..\nend\nA at A2 Archer\n\
                B at E2 Orc\nC at A3 Archer\nD at E3 Orc\nE at A1 Archer\nF at E1 Orc\nline A B\n\
                line C D\nline E F\nnote Three lines.\n```\n";
    let book = small(text, None).unwrap();
    let drawn = words(&book, 0);
    for said in [
        "A does not see B (C2).",
        "C sees D in cover (C3).",
        "E sees F.",
        "Three lines.",
    ] {
        assert!(drawn.contains(said), "{drawn}");
    }
}

#[test]
fn faults_name_the_file_and_the_line() {
    let fault = |text: &str| small(text, None).unwrap_err();
    for (text, said) in [
        (
            "no title\n",
            "text/01-small.md:1:1: a chapter begins with its title",
        ),
        (
            "# T\n\nIt costs 2.\n",
            "text/01-small.md:3:1: a number stands in braces",
        ),
        (
            "# T\n\nIt costs {nothing}.\n",
            "text/01-small.md:3:1: the configuration has no key",
        ),
        (
            "# T\n\n- a\n- {rounds /}\n",
            "text/01-small.md:4:1: something is missing",
        ),
        (
            "# T\n\n:if doors = move\nText.\n",
            "text/01-small.md:3:1: this :if has no :end",
        ),
        (
            "# T\n\n:list pies\n",
            "text/01-small.md:3:1: there is no list \"pies\"",
        ),
        (
            "# T\n\n:ours pie\nText.\n",
            "text/01-small.md:4:1: the configuration has no key",
        ),
        (
            "# T\n\n:covers R1\n",
            "text/01-small.md:3:1: a directive has no block behind it",
        ),
        (
            "# T\n\n| a | b |\n|---|---|\n| c |\n",
            "text/01-small.md:5:1: this row is not as long",
        ),
        (
            "# T\n\n```board\ngrid square\nrows\n..\nend\nfish\n```\n",
            "text/01-small.md:8:1: \"fish\"",
        ),
    ] {
        let found = fault(text);
        assert!(found.starts_with(said), "{found}\n{said}");
    }
}

#[test]
fn the_files_of_all_chapters_are_in_the_program() {
    for rules in Rules::ALL {
        let folder = root().join(format!("src/book/text/{}", rules.name()));
        let files = std::fs::read_dir(folder).unwrap().count();
        let book = book(rules);
        assert_eq!(
            files,
            book.chapters.len() + usize::from(book.sheet.is_some())
        );
        let names: Vec<&str> = book.chapters.iter().map(|c| c.name.as_str()).collect();
        for (number, name) in names.iter().enumerate() {
            assert_eq!(
                book.chapter(name).unwrap().number,
                number + 1,
                "{name} is there twice"
            );
        }
    }
}

#[test]
fn every_number_can_change() {
    // each number of the configuration, one after the other, is read by the book of its ruleset
    for rules in Rules::ALL {
        let house = House::new(rules).unwrap();
        let numbers = house.settings().iter().enumerate().filter(|(_, setting)| {
            matches!(setting.kind, SettingKind::Number(..)) && setting.path.len() == 1
        });
        let mut together = house.clone();
        for (at, setting) in numbers {
            let before = together.value(at).clone();
            together.set(at, Value::from(setting.usual.as_i64().unwrap() + 1));
            if together.fault().is_some() {
                together.set(at, before);
            }
        }
        let source = together.source("house.toml");
        let book = Book::read(rules, source.as_ref()).unwrap_or_else(|fault| panic!("{fault}"));
        assert!(book.is_changed());
    }
}

fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .args(arguments)
        .output()
        .expect("it runs");
    (
        output.status.code().unwrap_or(-1),
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[test]
#[ignore = "slow"]
fn commands_read_and_explain() {
    let (code, out, _) = run(&["rules", "read", "violence"]);
    assert_eq!(code, 0);
    assert!(out.contains("what-you-need"), "{out}");
    let (code, out, _) = run(&["rules", "read", "violence", "what-you-need"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("1. WHAT YOU NEED"), "{out}");
    let (code, _, err) = run(&["rules", "read", "violence", "what-you-ned"]);
    assert_eq!(code, 2);
    assert!(err.contains("did you mean \"what-you-need\"?"), "{err}");
    let (code, out, _) = run(&["rules", "explain", "stealth"]);
    assert_eq!(code, 0);
    assert!(
        out.contains("vsgmr: Stealth (trait)") && out.contains("6+"),
        "{out}"
    );
    let (code, out, _) = run(&["rules", "explain", "stealth", "--rule", "cover_need=5"]);
    assert_eq!(code, 0);
    assert!(out.contains("5+"), "{out}");
    let (code, out, _) = run(&["rules", "explain", "cover_need", "--json"]);
    assert_eq!(code, 0);
    let found: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(found["explained"][0]["value"], "6");
    assert_eq!(found["explained"][0]["sort"], "key");
    let (code, out, _) = run(&["rules", "explain", "T9"]);
    assert_eq!(code, 0, "{out}");
    let (code, _, err) = run(&["rules", "explain", "Stelth"]);
    assert_eq!(code, 2);
    assert!(err.contains("\"Stealth\""), "{err}");
}

#[cfg(feature = "print")]
#[test]
fn the_quick_reference_is_written() {
    let folder = tempfile::tempdir().unwrap();
    for (end, begins) in [("pdf", &b"%PDF"[..]), ("svg", b"<svg"), ("png", b"\x89PNG")] {
        let file = folder.path().join(format!("sheet.{end}"));
        let (code, _, err) = run(&["rules", "sheet", "plastic", "--out", file.to_str().unwrap()]);
        assert_eq!(code, 0, "{err}");
        assert!(std::fs::read(file).unwrap().starts_with(begins));
    }
    let (code, _, err) = run(&["rules", "sheet", "plastic", "--out", "sheet.doc"]);
    assert_eq!(code, 2);
    assert!(err.contains("use .pdf, .svg or .png"), "{err}");
}

/// Set pieces of which a book tells: their rounds, and the points of their devices.
#[test]
fn c7_the_book_tells_rounds_and_points_of_set_pieces_as_they_are() {
    let text = std::fs::read_to_string(root().join("src/book/text/vsgmr/15-scenarios.md")).unwrap();
    let mut told = 0;
    for (name, scenario) in skirmish::scenario::SHIPPED {
        let table: toml::Table = scenario.parse().unwrap();
        let begins = format!("**{}**:", table["name"].as_str().unwrap());
        let Some(passage) = text.lines().find(|line| line.starts_with(&begins)) else {
            continue;
        };
        told += 1;
        let rounds = &table["rounds"];
        let numbers = [
            format!("{{const {rounds}}} rounds"),
            format!("after round {{const {rounds}}}"),
        ];
        assert!(
            numbers.iter().any(|n| passage.contains(n)),
            "{name}: {passage}"
        );
        let devices = table.get("device").and_then(|d| d.as_array());
        for device in devices.into_iter().flatten() {
            let effect = device["effect"].as_str().unwrap();
            if let Some(points) = effect.strip_prefix("score ") {
                let points = format!("{{const {points}}} points");
                assert!(passage.contains(&points), "{name}: {passage}");
            }
        }
    }
    assert!(told >= 5, "{told}");
}
