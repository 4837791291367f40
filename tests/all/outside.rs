//! Outside programs: the example bot plays, and programs that break the protocol are reported.

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

fn check(home: &Path, command: &str) -> (Option<i32>, String) {
    let gave = skirmish(
        home,
        &["ai", "check", command, "--bot-time", "0.2", "--json"],
    );
    (gave.status.code(), String::from_utf8(gave.stdout).unwrap())
}

/// The example bot as an agent, or `None` if there is no Python to run it.
fn example(home: &Path) -> Option<&'static str> {
    let code = include_str!("../../ai/bots/bot.py");
    assert!(code.lines().count() <= 64, "the example stays short");
    std::fs::write(home.join("bot.py"), code).unwrap();
    let python = Command::new("python3").arg("--version").output();
    python
        .is_ok_and(|p| p.status.success())
        .then_some("cmd:python3 bot.py")
}

#[test]
#[ignore = "slow"]
fn the_example_bot_keeps_to_the_protocol_and_repeats_its_battles() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let Some(bot) = example(home) else {
        return;
    };
    let gave = skirmish(home, &["ai", "check", bot, "--bot-time", "60"]);
    let text = String::from_utf8(gave.stdout).unwrap();
    assert!(gave.status.success(), "{text}");
    assert!(text.contains("no mistakes found"), "{text}");
    let battle = || {
        let options = [
            "watch",
            "--ruleset",
            "violence",
            "--rounds",
            "4",
            "--seed",
            "8",
            "--json",
        ];
        let agents = ["--agent", bot, "--agent", "charge", "--bot-time", "60"];
        let gave = skirmish(home, &[&options[..], &agents[..]].concat());
        assert!(gave.status.success());
        String::from_utf8(gave.stdout)
            .unwrap()
            .lines()
            .last()
            .unwrap()
            .to_owned()
    };
    assert_eq!(battle(), battle());
}

/// A bot that takes every default answer. At the end of its first battle it computes, or sleeps, for
/// longer than a program may do nothing.
const LINGERING: &str = r#"import json, os, sys, time
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "ask":
        print(json.dumps(said["preset"] | {"n": said["n"]}), flush=True)
    if said["type"] == "end":
        break
if not os.path.exists(sys.argv[1]):
    open(sys.argv[1], "w").close()
    if sys.argv[1] == "sleeps":
        time.sleep(0.9)
    while time.process_time() < 0.9:
        pass
"#;

#[test]
#[ignore = "slow"]
#[cfg(target_os = "linux")]
fn a_program_that_computes_after_the_battle_is_not_late() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    if example(home).is_none() {
        return;
    }
    std::fs::write(home.join("lingering.py"), LINGERING).unwrap();
    for (word, late) in [("computes", false), ("sleeps", true)] {
        let (_, found) = check(home, &format!("cmd:python3 lingering.py {word}"));
        let told = found.contains("still running after the end");
        assert_eq!(told, late, "{word}: {found}");
    }
}

#[test]
fn a_program_that_never_answers_is_late() {
    let home = tempfile::tempdir().unwrap();
    let silent = "cmd:sh -c 'while read line; do true; done'";
    let (code, text) = check(home.path(), silent);
    assert_eq!(code, Some(1));
    assert!(text.contains("late for 5 questions"), "{text}");
    // The battle goes on with preset answers, and says so.
    let gave = skirmish(
        home.path(),
        &[
            "watch",
            "--ruleset",
            "violence",
            "--rounds",
            "2",
            "--seed",
            "2",
            "--agent",
            silent,
            "--agent",
            "charge",
            "--bot-time",
            "0.05",
        ],
    );
    let said = String::from_utf8_lossy(&gave.stderr).into_owned();
    assert!(gave.status.success() && said.contains("was late"), "{said}");
}

#[test]
fn a_program_that_talks_nonsense_is_told_what_is_wrong_with_it() {
    let home = tempfile::tempdir().unwrap();
    let (code, text) = check(
        home.path(),
        "cmd:sh -c 'while read line; do echo nonsense; done'",
    );
    assert_eq!(code, Some(1));
    assert!(text.contains("not JSON"), "{text}");
    for line in text.lines() {
        let finding: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(finding["severity"], "error");
        assert!(finding["where"].is_string() && finding["mend"].is_string());
    }
}

#[test]
fn a_program_that_goes_is_missed_and_one_that_is_not_there_is_an_error() {
    let home = tempfile::tempdir().unwrap();
    let (code, text) = check(home.path(), "cmd:true");
    assert_eq!(code, Some(1));
    assert!(text.contains("got no more questions"), "{text}");
    let (code, _) = check(home.path(), "cmd:/nowhere/bot");
    assert_eq!(code, Some(2));
    let (code, _) = check(home.path(), "utility");
    assert_eq!(code, Some(2));
}
