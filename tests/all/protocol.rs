//! Battles driven by other programs over JSON lines.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running battle.
struct Driven {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Driven {
    fn start(home: &Path, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_skirmish"))
            .args(arguments)
            .env("SKIRMISH_HOME", home)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let to = child.stdin.take().unwrap();
        let from = BufReader::new(child.stdout.take().unwrap());
        Self { child, to, from }
    }
    fn line(&mut self) -> Option<Value> {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        (!line.is_empty()).then(|| serde_json::from_str(&line).unwrap())
    }
    fn say(&mut self, value: &Value) {
        writeln!(self.to, "{value}").unwrap();
    }
}

#[test]
fn a_program_answers_for_everybody_and_the_dice() {
    let home = tempfile::tempdir().unwrap();
    let mut battle = Driven::start(
        home.path(),
        &[
            "watch",
            "--ruleset",
            "violence",
            "--rounds",
            "3",
            "--seed",
            "1",
            "--agent",
            "stdin",
            "--agent",
            "stdin",
            "--dice",
            "stdin",
        ],
    );
    let (mut asked, mut rolled, mut result) = (0, 0, None);
    while let Some(line) = battle.line() {
        match line["type"].as_str().unwrap() {
            "ask" => {
                asked += 1;
                assert_eq!(line["n"], asked);
                assert!(line["count"].as_u64().unwrap() > 0);
                if asked == 3 {
                    battle.say(&json!({"do": "list"}));
                    let list = battle.line().unwrap();
                    assert_eq!(
                        list["answers"].as_array().unwrap().len() as u64,
                        line["count"].as_u64().unwrap()
                    );
                    battle.say(&json!({"do": "state"}));
                    assert_eq!(battle.line().unwrap()["type"], "state");
                    battle.say(&json!({"do": "roll", "faces": [99]}));
                    assert_eq!(battle.line().unwrap()["type"], "refused");
                    // the same question is asked again
                    assert_eq!(battle.line().unwrap(), line);
                }
                if line["by"] == "chance" {
                    rolled += 1;
                }
                battle.say(&line["preset"]);
            }
            "result" => result = Some(line),
            other => panic!("{other}"),
        }
    }
    assert!(battle.child.wait().unwrap().success());
    assert!(asked > 10 && rolled > 0);
    assert!(result.unwrap()["digest"].is_string());
}

#[test]
fn the_end_of_input_leaves_a_record_to_go_on_with() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("r.jsonl");
    let file = file.to_str().unwrap();
    let mut battle = Driven::start(
        home.path(),
        &[
            "play", "--seed", "4", "--agent", "stdin", "--agent", "charge", "--record", file,
        ],
    );
    let mut last = Value::Null;
    for _ in 0..5 {
        last = battle.line().unwrap();
        battle.say(&last["preset"]);
    }
    let next = battle.line().unwrap();
    assert!(next["n"].as_u64() > last["n"].as_u64());
    drop(battle.to);
    assert!(battle.child.wait().unwrap().success());
    let mut again = Driven::start(home.path(), &["play", "--resume", file]);
    assert_eq!(again.line().unwrap(), next);
    drop(again.to);
    assert!(again.child.wait().unwrap().success());
}

#[test]
fn a_bot_that_only_talks_nonsense_is_replaced_by_the_preset_and_counted() {
    let home = tempfile::tempdir().unwrap();
    let gave = Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .args([
            "watch",
            "--ruleset",
            "violence",
            "--rounds",
            "2",
            "--seed",
            "2",
            "--agent",
            "cmd:sh -c 'while read line; do echo nonsense; done'",
            "--agent",
            "charge",
        ])
        .env("SKIRMISH_HOME", home.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&gave.stderr).into_owned();
    assert!(gave.status.success(), "{said}");
    assert!(said.contains("was wrong 3 times"), "{said}");
}

#[test]
fn a_bot_that_is_late_is_replaced_by_the_preset_and_counted() {
    let home = tempfile::tempdir().unwrap();
    let gave = Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .args([
            "watch",
            "--ruleset",
            "violence",
            "--rounds",
            "1",
            "--seed",
            "2",
            "--bot-time",
            "0.05",
            "--agent",
            "cmd:sh -c 'while read line; do :; done'",
            "--agent",
            "charge",
        ])
        .env("SKIRMISH_HOME", home.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&gave.stderr).into_owned();
    assert!(gave.status.success(), "{said}");
    assert!(said.contains("late"), "{said}");
}

#[test]
fn a_record_in_use_is_refused_to_a_second_program() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("one.jsonl").display().to_string();
    let begin = [
        "watch",
        "--ruleset",
        "violence",
        "--agent",
        "stdin",
        "--record",
        &file,
    ];
    let mut first = Driven::start(home.path(), &begin);
    while let Some(line) = first.line() {
        if line["type"] == "ask" {
            break;
        }
    }
    let before = std::fs::read(&file).unwrap();
    let second = Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .args(["play", "--terminal", "--resume", &file])
        .env("SKIRMISH_HOME", home.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert_eq!(second.status.code(), Some(2), "{said}");
    assert!(said.contains("another skirmish program is using"), "{said}");
    assert_eq!(std::fs::read(&file).unwrap(), before);
    drop(first.to);
    assert!(first.child.wait().unwrap().success());
}
