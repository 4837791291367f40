//! `skirmish arena` as a command: grids, going on, parts.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn arena(home: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .arg("arena")
        .args(arguments)
        .current_dir(home)
        .env("SKIRMISH_HOME", home)
        .output()
        .unwrap()
}

fn done(home: &Path, arguments: &[&str]) -> String {
    let gave = arena(home, arguments);
    let said = String::from_utf8_lossy(&gave.stderr).into_owned();
    assert!(gave.status.success(), "{arguments:?}: {said}");
    String::from_utf8(gave.stdout).unwrap()
}

/// A small grid that is played quickly.
const GRID: [&str; 14] = [
    "--ruleset",
    "violence",
    "--rounds",
    "3",
    "--maps",
    "duel-ground,crater",
    "--forces",
    "knives,brutes",
    "--agents",
    "random,charge",
    "--seed",
    "5",
    "--jobs",
    "2",
];

fn grid(more: &[&'static str]) -> Vec<&'static str> {
    GRID.into_iter().chain(more.iter().copied()).collect()
}

fn read(home: &Path, name: &str) -> String {
    std::fs::read_to_string(home.join(name)).unwrap()
}

#[test]
fn a_grid_has_every_pairing_and_is_the_same_for_any_number_of_threads() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let text = done(
        home,
        &grid(&[
            "--each", "1", "--json", "a.jsonl", "--csv", "a.csv", "--html", "a.html",
        ]),
    );
    // Two maps × (two mirrors and a match of different forces) × one match of agents.
    assert!(
        text.contains("\n12 battles in 6 pairs on 2 maps, seed 5"),
        "{text}"
    );
    let whole = read(home, "a.jsonl");
    let lines: Vec<Value> = whole
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    assert_eq!(lines.len(), 13);
    assert_eq!(lines[12]["type"], "summary");
    let verdict = lines[12]["verdict"].as_str().unwrap();
    assert!(
        text.starts_with(verdict) && read(home, "a.html").contains(verdict),
        "{text}"
    );
    assert_eq!(lines[0]["forces"][0], "knives.toml");
    assert_eq!(lines[0]["titles"]["forces"][0], "Alley Knives");
    assert!(
        text.contains("force Alley Knives") && !text.contains(".toml"),
        "{text}"
    );
    assert_eq!(lines[12]["matrices"]["forces"].as_array().unwrap().len(), 2);
    assert_eq!(read(home, "a.csv").lines().count(), 13);
    assert!(read(home, "a.html").contains("</html>"));
    let mut one = grid(&["--each", "1", "--json", "b.jsonl"]);
    one.extend(["--jobs", "1"]);
    let at = one.iter().position(|a| *a == "--jobs").unwrap();
    one.drain(at..at + 2);
    done(home, &one);
    assert_eq!(whole, read(home, "b.jsonl"));
    // The command of a line gives that battle again.
    let again = lines[5]["watch"].as_str().unwrap();
    let words: Vec<&str> = again.split(' ').skip(1).collect();
    let gave = Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .args(&words)
        .arg("--json")
        .env("SKIRMISH_HOME", home)
        .output()
        .unwrap();
    let text = String::from_utf8(gave.stdout).unwrap();
    let result: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(result["digest"], lines[5]["digest"]);
}

#[test]
fn a_series_that_was_cut_off_comes_out_as_if_it_had_not_been() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    done(
        home,
        &grid(&[
            "--games",
            "20",
            "--json",
            "whole.jsonl",
            "--csv",
            "whole.csv",
        ]),
    );
    let whole = read(home, "whole.jsonl");
    let at = |line: usize| whole.match_indices('\n').nth(line).unwrap().0 + 1;
    // In the middle of a line, in the middle of a pair, between pairs, at the beginning.
    for cut in [at(8) + 40, at(8), at(9), 0, at(19)] {
        std::fs::write(home.join("cut.jsonl"), &whole[..cut]).unwrap();
        done(
            home,
            &grid(&["--games", "20", "--resume", "cut.jsonl", "--csv", "cut.csv"]),
        );
        assert_eq!(whole, read(home, "cut.jsonl"));
        assert_eq!(read(home, "whole.csv"), read(home, "cut.csv"));
    }
    // The same --json goes on with what is not finished.
    std::fs::write(home.join("cut.jsonl"), &whole[..at(11)]).unwrap();
    let gave = arena(home, &grid(&["--games", "20", "--json", "cut.jsonl"]));
    assert!(String::from_utf8_lossy(&gave.stderr).contains("resuming after 12 battles"));
    assert_eq!(whole, read(home, "cut.jsonl"));
    // More of the same series.
    done(home, &grid(&["--games", "24", "--resume", "cut.jsonl"]));
    assert!(read(home, "cut.jsonl").starts_with(&whole[..at(19)]));
}

#[test]
fn a_file_of_another_series_is_left_alone() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    done(home, &grid(&["--games", "4", "--json", "a.jsonl"]));
    let before = read(home, "a.jsonl");
    let mut other = grid(&["--games", "4", "--resume", "a.jsonl"]);
    let seed = other.iter().position(|a| *a == "--seed").unwrap();
    other[seed + 1] = "6";
    let gave = arena(home, &other);
    assert_eq!(gave.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&gave.stderr).contains("another series"));
    assert_eq!(before, read(home, "a.jsonl"));
}

#[test]
fn parts_put_together_are_the_whole_byte_for_byte() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let sprt = ["--games", "30", "--sprt", "0,200"];
    done(
        home,
        &grid(
            &[
                &sprt[..],
                &[
                    "--json",
                    "whole.jsonl",
                    "--csv",
                    "whole.csv",
                    "--html",
                    "whole.html",
                ],
            ]
            .concat(),
        ),
    );
    for part in ["0/3", "1/3", "2/3"] {
        let file: &'static str =
            ["0.jsonl", "1.jsonl", "2.jsonl"][part.as_bytes()[0] as usize - 48];
        done(
            home,
            &grid(&[&sprt[..], &["--shard", part, "--json", file]].concat()),
        );
    }
    let merge = ["merge", "2.jsonl", "0.jsonl", "1.jsonl"];
    let files = ["--json", "m.jsonl", "--csv", "m.csv", "--html", "m.html"];
    done(home, &[&merge[..], &files[..]].concat());
    for ending in ["jsonl", "csv", "html"] {
        let (whole, merged) = (
            read(home, &format!("whole.{ending}")),
            read(home, &format!("m.{ending}")),
        );
        assert_eq!(whole, merged, "{ending}");
    }
    let gave = arena(
        home,
        &[
            "merge", "0.jsonl", "2.jsonl", "--json", "n.jsonl", "--csv", "n.csv",
        ],
    );
    assert!(!home.join("n.jsonl").exists() && !home.join("n.csv").exists());
    assert_eq!(gave.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&gave.stderr).contains("no pair 1"));
    done(home, &["merge", "0.jsonl", "2.jsonl", "--partial"]);
    let gave = arena(home, &["merge", "0.jsonl", "0.jsonl"]);
    assert!(String::from_utf8_lossy(&gave.stderr).contains("two of these files"));
}

#[test]
#[ignore = "slow"]
fn of_several_sides_those_with_most_points_draw() {
    let home = tempfile::tempdir().unwrap();
    let mut told = 0;
    for (ruleset, sides) in [
        ("vsgmr", "4"),
        ("d8", "4"),
        ("plastic", "3"),
        ("violence", "4"),
        ("vsgmr", "2"),
    ] {
        let text = done(
            home.path(),
            &[
                "--ruleset",
                ruleset,
                "--sides",
                sides,
                "--maps",
                "crater,ruined-block",
                "--forces",
                "all",
                "--matchups",
                "mirror",
                "--agents",
                "random,charge",
                "--games",
                "60",
                "--seed",
                "9",
                "--json",
                "-",
            ],
        );
        for line in text.lines() {
            let row: Value = serde_json::from_str(line).unwrap();
            if row["type"] != "result" {
                continue;
            }
            let points = row["points"].as_array().unwrap();
            let points: Vec<f64> = points.iter().map(|p| p.as_f64().unwrap()).collect();
            let most = points.iter().copied().fold(0.0, f64::max);
            let level: Vec<usize> = (0..points.len()).filter(|i| points[*i] == most).collect();
            let decided = row["reason"] == "points" && row["winners"] == serde_json::json!([]);
            if decided && level.len() < points.len() {
                let seats: Vec<usize> = level.iter().map(|i| i + 1).collect();
                assert_eq!(row["drew"], serde_json::json!(seats), "{line}");
                told += 1;
            } else {
                assert!(row.get("drew").is_none(), "{line}");
            }
        }
    }
    assert!(told > 0, "nobody drew");
}

#[test]
fn more_sides_and_what_cannot_be_played() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let text = done(
        home,
        &[
            "--ruleset",
            "violence",
            "--rounds",
            "2",
            "--map",
            "crater",
            "--forces",
            "knives",
            "--sides",
            "3",
            "--agents",
            "random,charge",
            "--each",
            "1",
            "--seed",
            "3",
            "--json",
            "-",
            "--timing",
        ],
    );
    let lines: Vec<Value> = text
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["agents"].as_array().unwrap().len(), 3);
    assert!(lines[3]["thinking"][0]["median_ms"].is_number());
    let gave = arena(
        home,
        &[
            "--forces",
            "knives",
            "--ruleset",
            "vsgmr",
            "--games",
            "2",
            "--seed",
            "1",
        ],
    );
    assert_eq!(gave.status.code(), Some(2));
    // options of one battle are not passed over in silence
    for options in [&["--why"][..], &["--record", "r.jsonl"]] {
        let gave = arena(home, &[&["--games", "2"], options].concat());
        assert_eq!(gave.status.code(), Some(2), "{options:?}");
        let said = String::from_utf8_lossy(&gave.stderr).into_owned();
        assert!(said.contains("are for one battle"), "{said}");
    }
}

#[test]
fn what_is_no_file_of_results_is_not_written_over() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for text in ["shopping list\n- milk\n", "[[[[", "{\"type\":\"result\",\n"] {
        std::fs::write(home.join("notes.txt"), text).unwrap();
        for option in ["--json", "--resume"] {
            let gave = arena(home, &grid(&["--games", "4", option, "notes.txt"]));
            assert_eq!(gave.status.code(), Some(2), "{option} {text}");
            assert_eq!(text, read(home, "notes.txt"), "{option}");
        }
        assert_eq!(
            arena(home, &["merge", "notes.txt"]).status.code(),
            Some(2),
            "{text}"
        );
    }
    std::fs::write(home.join("notes.txt"), "").unwrap();
    let gave = arena(home, &["merge", "notes.txt"]);
    assert!(String::from_utf8_lossy(&gave.stderr).contains("no whole pair"));
    let gave = arena(home, &grid(&["--games", "4", "--resume", "nowhere.jsonl"]));
    assert_eq!(gave.status.code(), Some(2));
    assert!(!home.join("nowhere.jsonl").exists());
}

#[test]
#[ignore = "slow"]
fn all_scenarios_are_those_of_the_ruleset() {
    let home = tempfile::tempdir().unwrap();
    for (ruleset, with, without) in [
        ("vsgmr", "crypt", "guarded-pass"),
        ("vsgmr2017", "guarded-pass", "crypt"),
        ("violence", "battle", "crypt"),
        ("plastic", "hill-seven", "narrows"),
    ] {
        let head = [
            "--ruleset",
            ruleset,
            "--scenarios",
            "all",
            "--rounds",
            "1",
            "--each",
            "1",
        ];
        let tail = ["--agents", "random", "--seed", "1", "--json", "-"];
        let text = done(home.path(), &[&head[..], &tail[..]].concat());
        let played = |name: &str| text.contains(&format!("\"scenario\":\"{name}.scenario.toml\""));
        assert!(played(with) && !played(without), "{ruleset}");
    }
}

/// Whether a text is a date such as 2026-01-31.
fn is_date(text: &str) -> bool {
    let parts: Vec<usize> = text.split('-').map(str::len).collect();
    parts == [4, 2, 2] && text.chars().all(|c| c.is_ascii_digit() || c == '-')
}

#[test]
fn a_markdown_section_names_version_date_machine_and_command() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let text = done(home, &grid(&["--games", "12", "--markdown"]));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "## random against charge");
    let version = format!("- Version: {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(lines[2], version);
    assert!(
        is_date(lines[3].strip_prefix("- Date: ").unwrap()),
        "{text}"
    );
    assert!(
        lines[4].starts_with("- Machine: ") && lines[4].contains("core"),
        "{text}"
    );
    assert_eq!(
        lines[5],
        format!(
            "- Command: `skirmish arena {} --games 12 --markdown`",
            GRID.join(" ")
        )
    );
    assert!(text.contains("| Agent | Wins | Draws |"), "{text}");
    let gave = arena(home, &grid(&["--games", "4", "--markdown", "--json", "-"]));
    assert_eq!(gave.status.code(), Some(2));
    // A map, too.
    let check = |more: &[&str]| {
        let what = [
            "map",
            "check",
            "duel-ground",
            "--battles",
            "2",
            "--agent",
            "random",
        ];
        let gave = Command::new(env!("CARGO_BIN_EXE_skirmish"))
            .args(what)
            .args(more)
            .env("SKIRMISH_HOME", home)
            .output()
            .unwrap();
        String::from_utf8(gave.stdout).unwrap()
    };
    let text = check(&["--seed", "7", "--markdown"]);
    assert!(
        text.starts_with("## Fairness of Duel Ground\n\n- Version: "),
        "{text}"
    );
    assert!(
        text.contains("| Seat | Wins | Draws | Losses | Score | 95 % |"),
        "{text}"
    );
    let text = check(&["--seed", "7"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with("Not enough battles yet: seat 1 wins "),
        "{text}"
    );
    assert_eq!(
        lines[1],
        "Duel Ground is ready to play: no errors, no warnings."
    );
}

#[test]
fn days_become_dates_of_the_calendar() {
    use skirmish::cli::markdown::date;
    assert_eq!(date(0), (1970, 1, 1));
    assert_eq!(date(59), (1970, 3, 1));
    assert_eq!(date(11_016), (2000, 2, 29));
    assert_eq!(date(11_017), (2000, 3, 1));
    assert_eq!(date(20_453), (2025, 12, 31));
    assert_eq!(date(47_540), (2100, 2, 28));
    assert_eq!(date(47_541), (2100, 3, 1));
}
