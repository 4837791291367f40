//! Measuring opponents, and tuning their profiles.

use serde_json::Value;
use skirmish::ai::{Meta, Profile, profiles};
use skirmish::arena::spsa::Spsa;
use skirmish::board::GridKind;
use skirmish::cli::arena::pool;
use skirmish::rules::Rules;
use skirmish::source::Source;
use std::path::Path;
use std::process::{Command, Output};

fn skirmish(home: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .args(arguments)
        .current_dir(home)
        .env("SKIRMISH_HOME", home)
        .output()
        .unwrap()
}

#[test]
fn a_fifth_of_maps_and_forces_of_every_grid_and_ruleset_is_held_out() {
    let maps = pool::maps().unwrap();
    for grid in [GridKind::Square, GridKind::HexFlat, GridKind::HexPointy] {
        let of: Vec<bool> = maps
            .iter()
            .filter(|(_, board, _)| board.grid().kind == grid)
            .map(|(_, _, held)| *held)
            .collect();
        let held = of.iter().filter(|held| **held).count();
        assert!(held * 5 >= of.len() && held < of.len(), "{grid:?}: {of:?}");
    }
    for rules in Rules::ALL {
        let forces = pool::forces(rules).unwrap();
        let held = forces.iter().filter(|(.., held)| *held).count();
        assert!(held * 5 >= forces.len(), "{}", rules.name());
    }
}

#[test]
fn a_profile_without_a_term_has_no_weight_for_it() {
    let profile = profiles()[0].clone().ignoring(&["loss", "later"]).unwrap();
    for (name, weight) in profile.weights() {
        // Engagement is a term of other characters.
        let none = ["loss", "later", "engage"].contains(&name);
        assert_eq!(weight == 0.0, none, "{name}");
    }
    let fault = profile.ignoring(&["luck"]).unwrap_err();
    assert!(fault.contains("the terms are kill"), "{fault}");
}

#[test]
fn a_profile_is_read_as_it_was_written() {
    for profile in profiles() {
        let weights: Vec<f64> = profile.weights().map(|(_, w)| w * 1.234_567).collect();
        let mut profile = profile.clone().weighing(&weights);
        profile.meta = Some(Meta {
            from: "utility".into(),
            tuned_by: 12_800,
            games: 2_000,
            elo: 21.5,
            elo95: (3.0, 40.1),
        });
        let read = Profile::read(&Source::new("mine", profile.text())).unwrap();
        assert_eq!(read, profile);
    }
}

#[test]
fn climbing_finds_the_top_of_a_noisy_hill() {
    let spsa = Spsa {
        seed: 5,
        iterations: 400,
        radius: 0.2,
        gain: 0.5,
    };
    let top = [0.7, -0.4, 0.1, 1.0];
    let worth = |point: &[f64]| -> f64 {
        -point
            .iter()
            .zip(top)
            .map(|(x, t)| (x - t) * (x - t))
            .sum::<f64>()
            / 4.0
    };
    let mut point = vec![0.0; 4];
    for step in 0..spsa.iterations {
        let (a, b) = spsa.neighbours(step, &point);
        let noise = 0.02 * spsa.direction(step + 10_000, 1)[0];
        point = spsa.next(step, &point, worth(&a) - worth(&b) + noise);
    }
    for (x, t) in point.iter().zip(top) {
        assert!((x - t).abs() < 0.15, "{point:?}");
    }
}

#[test]
fn what_a_step_goes_shrinks_as_planned() {
    let spsa = Spsa {
        seed: 1,
        iterations: 90,
        radius: 0.2,
        gain: 0.5,
    };
    assert_eq!((spsa.radius(0), spsa.gain(0)), (0.2, 0.5));
    // 10 ahead of the first step: at step 30 the gain has the exponent of (10 + 1 + 30) / 11 …
    let ratio: f64 = (9.0 + 1.0) / (9.0 + 31.0);
    assert!((spsa.gain(30) - 0.5 * ratio.powf(0.602)).abs() < 1e-12);
    assert!((spsa.radius(9) - 0.2 / 10f64.powf(0.101)).abs() < 1e-12);
}

#[test]
#[ignore = "slow"]
fn tuning_goes_on_where_it_stopped_and_writes_what_has_passed() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let tune = |out: &str, jobs: &str, gate: &str| {
        let what = [
            "ai",
            "tune",
            "utility",
            "--out",
            out,
            "--iterations",
            "2",
            "--pairs",
            "1",
        ];
        let how = [
            "--level",
            "1",
            "--against",
            "greedy",
            "--gate-pairs",
            "8",
            "--jobs",
            jobs,
            gate,
        ];
        skirmish(home, &[&what[..], &how[..]].concat())
    };
    let gave = tune("a.toml", "1", "--gate=-400,-100");
    assert!(
        gave.status.success(),
        "{}",
        String::from_utf8_lossy(&gave.stderr)
    );
    let whole = std::fs::read_to_string(home.join("a.journal.jsonl")).unwrap();
    let written = std::fs::read_to_string(home.join("a.toml")).unwrap();
    let profile = Profile::read(&Source::new("a.toml", written.clone())).unwrap();
    let meta = profile.meta.as_ref().unwrap();
    assert_eq!((meta.from.as_str(), meta.tuned_by), ("utility", 4));
    assert!(meta.games >= 16 && meta.elo95.0 <= meta.elo && meta.elo <= meta.elo95.1);
    // The weights move by what the battles told apart, and by nothing else.
    let told = whole
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|line| line["type"] == "step")
        .filter_map(|line| line["difference"].as_str()?.parse::<f64>().ok())
        .any(|difference| difference != 0.0);
    assert_eq!(
        profile.weights().collect::<Vec<_>>() != profiles()[0].weights().collect::<Vec<_>>(),
        told
    );
    // Cut off after one step, in the middle of a line, in the middle of the test.
    let at = |line: usize| whole.match_indices('\n').nth(line).unwrap().0 + 1;
    for (cut, jobs) in [(at(1) + 30, "1"), (at(5), "2")] {
        std::fs::write(home.join("b.journal.jsonl"), &whole[..cut]).unwrap();
        let gave = tune("b.toml", jobs, "--gate=-400,-100");
        assert!(
            gave.status.success(),
            "{}",
            String::from_utf8_lossy(&gave.stderr)
        );
        assert_eq!(
            whole,
            std::fs::read_to_string(home.join("b.journal.jsonl")).unwrap()
        );
        let again = std::fs::read_to_string(home.join("b.toml")).unwrap();
        assert_eq!(written.replace("name = \"a\"", "name = \"b\""), again);
    }
    // What is not better is not written.
    let gave = tune("c.toml", "2", "--gate=300,400");
    assert_eq!(gave.status.code(), Some(1));
    assert!(!home.join("c.toml").exists());
}

#[test]
#[ignore = "slow"]
fn only_the_weights_that_are_named_are_tuned_in_the_scenarios_that_are() {
    let home = tempfile::tempdir().unwrap();
    let tune = |only: &str| {
        let what = ["ai", "tune", "utility", "--out", "a.toml", "--only", only];
        let how = [
            "--iterations",
            "3",
            "--pairs",
            "3",
            "--level",
            "1",
            "--against",
            "greedy",
            "--gate-pairs",
            "2",
            "--gate=-400,-100",
            "--scenarios",
            "escape",
        ];
        skirmish(home.path(), &[&what[..], &how[..]].concat())
    };
    let gave = tune("tempo,kill");
    assert!(gave.status.code().is_some_and(|code| code < 2));
    let journal = std::fs::read_to_string(home.path().join("a.journal.jsonl")).unwrap();
    let lines = journal
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let (steps, rest): (Vec<Value>, Vec<Value>) =
        lines.partition(|line: &Value| line["type"] == "step");
    let played: Vec<&Value> = rest
        .iter()
        .filter(|line| line["type"] == "result")
        .collect();
    let escapes = |line: &&Value| {
        line["scenario"]
            .as_str()
            .is_some_and(|s| s.contains("escape"))
    };
    assert!(played.len() >= 4 && played.iter().all(escapes));
    let last = steps.last().unwrap();
    let before: Vec<_> = profiles()[0].weights().collect();
    for ((name, old), new) in before.iter().zip(last["weights"].as_array().unwrap()) {
        let moved = new.as_f64().unwrap() != *old;
        assert!(!moved || ["tempo", "kill"].contains(name), "{name}");
    }
    // A journal of other weights is not gone on with, and a term there is not is named.
    for (only, fault) in [("tempo", "other options"), ("luck", "the terms are kill")] {
        let gave = tune(only);
        let said = String::from_utf8_lossy(&gave.stderr).into_owned();
        assert!(
            gave.status.code() == Some(2) && said.contains(fault),
            "{said}"
        );
    }
}

/// Measures one row in one go and in two: its line.
fn measured_in_parts(home: &Path, rows: &str, only: &str) -> Value {
    let measure = |file: &str, pairs: &str| {
        let what = [
            "ai", "measure", "--pairs", pairs, "--resume", file, "--json",
        ];
        let which = ["--rows", rows, "--only", only];
        let gave = skirmish(home, &[&what[..], &which[..]].concat());
        assert!(
            gave.status.success(),
            "{}",
            String::from_utf8_lossy(&gave.stderr)
        );
        String::from_utf8(gave.stdout).unwrap()
    };
    let whole = measure("whole.jsonl", "4");
    let row: Value = serde_json::from_str(whole.lines().next().unwrap()).unwrap();
    measure("part.jsonl", "2");
    assert_eq!(measure("part.jsonl", "4"), whole);
    let read = |name: &str| std::fs::read_to_string(home.join(name)).unwrap();
    assert_eq!(read("part.jsonl"), read("whole.jsonl"));
    let end = format!("\"row\":{}}}", row["row"]);
    assert!(read("whole.jsonl").lines().all(|line| line.ends_with(&end)));
    row
}

#[test]
#[ignore = "slow"]
fn measuring_goes_on_where_it_stopped() {
    let home = tempfile::tempdir().unwrap();
    let row = measured_in_parts(home.path(), "matches", "random");
    assert_eq!(
        (&row["row"], &row["pairs"]),
        (&"utility : random".into(), &4.into())
    );
    assert_eq!(row["target"], "≥ 99 %");
    let sentence = row["sentence"].as_str().unwrap();
    assert!(
        sentence.starts_with("utility beats random in "),
        "{sentence}"
    );
    let what = ["ai", "measure", "--pairs", "4", "--resume", "whole.jsonl"];
    let which = ["--rows", "matches", "--only", "random", "--markdown"];
    let gave = skirmish(home.path(), &[&what[..], &which[..]].concat());
    let text = String::from_utf8(gave.stdout).unwrap();
    assert!(
        text.starts_with("## Strength of the opponents\n\n- Version: "),
        "{text}"
    );
    assert!(
        text.contains(&format!("\n{sentence}.\n\n| Match |")),
        "{text}"
    );
    assert_eq!(row["manners"], serde_json::json!({}));
}

#[test]
fn an_opponent_with_a_level_of_its_own_is_no_character_to_measure() {
    let home = tempfile::tempdir().unwrap();
    let which = ["ai", "measure", "--rows", "characters", "--only", "search"];
    let gave = skirmish(home.path(), &[&which[..], &["--on", "held-out"]].concat());
    let said = String::from_utf8(gave.stderr).unwrap();
    assert!(said.contains("no row has such a name"), "{said}");
}

#[test]
#[ignore = "slow"]
fn characters_are_told_by_how_they_play() {
    let home = tempfile::tempdir().unwrap();
    let row = measured_in_parts(home.path(), "characters", "bold");
    for agent in ["bold", "utility"] {
        let of = |key: &str| row["manners"][agent][key].as_u64().unwrap();
        assert!(of("turns") > 0 && of("gaps") >= of("turns"), "{agent}");
        assert!(of("charges") <= of("moves") && of("moves") > 0, "{agent}");
        assert!(
            of("there") <= of("aimed") && of("aimed") <= of("turns"),
            "{agent}"
        );
    }
}
