//! The examples in the comments outside the engine, as tests: each stands here word for word. A test
//! compares them, and those of `examples_engine`, with all source files.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

type Outcome = Result<(), Box<dyn Error>>;

#[test]
fn a_series_is_played_and_counted() -> Outcome {
    use skirmish::arena::grid::{Grid, GridOptions};
    use skirmish::arena::{Counter, Plan, Row, Stopped, run};
    use skirmish::store::options::BattleOptions;
    use skirmish::store::{Failure, opponents};
    use std::ops::ControlFlow;

    let battle = BattleOptions {
        map: Some("duel-ground".into()),
        forces: vec!["dwarves".into(), "orcs".into()],
        agents: vec!["greedy".into(), "random".into()],
        seed: Some(7),
        ..BattleOptions::default()
    };
    let grid = Grid::new(&battle, &GridOptions::default())?;
    let plan = Plan::new(grid.cells.clone(), 4, grid.seed);
    let mut counter = Counter::new(None);
    let stopped = run(
        &plan,
        0,
        2,
        |job| {
            grid.play(job, |setup, name, side| {
                opponents::agent(name, setup.seed, side)
            })
        },
        |pair| {
            let rows = pair.iter().map(|(_, line)| Row::read(line));
            counter.add(&rows.collect::<Result<Vec<_>, _>>()?);
            Ok::<_, Failure>(ControlFlow::Continue(()))
        },
        || true,
    )?;
    let report = counter.report(stopped);
    assert_eq!((stopped, report.all.games), (Stopped::Games, 4));
    Ok(())
}

#[test]
fn an_interval_is_judged() -> Outcome {
    use skirmish::arena::report::{Judged, judged};
    assert_eq!(judged((0.59, 0.77)), Judged::Better);
    assert_eq!(judged((0.46, 0.54)), Judged::Even);
    assert_eq!(judged((0.30, 0.60)), Judged::Open);
    Ok(())
}

#[test]
fn a_book_explains_words() -> Outcome {
    use skirmish::book::Book;
    use skirmish::rules::Rules;
    let book = Book::read(Rules::ALL[0], None).unwrap();
    assert!(!book.explain("wood").is_empty());
    Ok(())
}

#[test]
fn days_become_dates() -> Outcome {
    use skirmish::cli::markdown::date;
    assert_eq!(date(0), (1970, 1, 1));
    assert_eq!(date(11_016), (2000, 2, 29));
    assert_eq!(date(20_453), (2025, 12, 31));
    Ok(())
}

#[cfg(feature = "window")]
#[test]
fn a_link_names_a_battle() -> Outcome {
    use skirmish::window::link;

    let battle = link::read("map=ford&force=elves&force=orcs&seed=7")
        .unwrap()
        .unwrap();
    assert_eq!(battle.seed, Some(7));
    assert!(link::read("agent=cmd%3Arm").is_err());
    Ok(())
}

#[cfg(feature = "window")]
#[test]
fn a_link_holds_a_record() -> Outcome {
    use skirmish::window::link;

    let link = link::of_record("a line\n").unwrap();
    assert_eq!(link::record(&link).unwrap().unwrap(), b"a line\n");
    assert!(link::record("record=???").is_err());
    assert_eq!(link::record("map=ford").unwrap(), None);
    Ok(())
}

/// The source files in a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => all.extend(sources(&path)),
            false if path.extension().is_some_and(|ending| ending == "rs") => all.push(path),
            false => {}
        }
    }
    all
}

/// The examples in a source file, as they would be compiled.
fn examples(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    // whether a fence is open, and its code if it is an example
    let mut open: Option<Option<String>> = None;
    for line in text.lines().map(str::trim_start) {
        let Some(line) = line.strip_prefix("///").or(line.strip_prefix("//!")) else {
            continue;
        };
        let line = line.strip_prefix(' ').unwrap_or(line);
        match (line.strip_prefix("```"), &mut open) {
            (Some(tag), None) => open = Some(tag.is_empty().then(String::new)),
            (Some(_), Some(_)) => all.extend(open.take().flatten()),
            (None, Some(Some(_))) if line.starts_with("# Ok::<") => {}
            (None, Some(Some(code))) => *code += line.strip_prefix("# ").unwrap_or(line),
            _ => {}
        }
    }
    all
}

/// Code without what the formatter changes.
fn bare(code: &str) -> String {
    code.chars()
        .filter(|c| !c.is_whitespace() && *c != ',')
        .collect()
}

#[test]
fn every_example_of_the_doc_comments_is_here() {
    let here = bare(include_str!("examples.rs")) + &bare(include_str!("examples_engine.rs"));
    let mut found = 0;
    for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let text = fs::read_to_string(&path).expect("a readable file");
        for example in examples(&text) {
            found += 1;
            let known = here.contains(&bare(&example));
            assert!(
                known,
                "{}: this example is not run:\n{example}",
                path.display()
            );
        }
    }
    assert!(found > 15, "only {found} examples");
}
