//! What is read as a file: no pipe, socket or device, for nobody may ever write to it; what the
//! program was given open is read.

use assert_cmd::Command;
use std::path::Path;
use std::time::Duration;

/// Runs a command that must not wait for anybody; its exit code, output and errors.
fn run(home: &Path, words: &[&str], input: &str) -> (i32, String, String) {
    let out = Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .args(words)
        .current_dir(home)
        .env("SKIRMISH_HOME", home)
        .write_stdin(input)
        .timeout(Duration::from_secs(20))
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        out.status.code().unwrap_or(-1),
        text(out.stdout),
        text(out.stderr),
    )
}

#[test]
fn a_pipe_is_refused_wherever_a_file_is_read() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for name in [
        "pipe",
        "pipe.toml",
        "pipe.scenario.toml",
        "pipe.jsonl",
        "pipe.tmx",
        "pipe.json",
        "pipe.board",
    ] {
        let made = std::process::Command::new("mkfifo")
            .arg(home.join(name))
            .status();
        assert!(made.unwrap().success());
    }
    std::fs::write(home.join("in.map"), "Gg, Gg, Gg\nGg, Gg, Gg\nGg, Gg, Gg\n").unwrap();
    for words in [
        "map show pipe.toml",
        "map show ./pipe",
        "map check pipe.toml",
        "map check ford --scenario pipe.scenario.toml",
        "map print pipe.toml --out a.svg",
        "map reach pipe.toml --from A1 --move 6",
        "map sight ford --pairs pipe",
        "map convert pipe.tmx a.toml",
        "map convert pipe.json a.toml",
        "map convert pipe.board a.toml",
        "map convert in.map a.toml --mapping pipe.toml",
        "force check pipe.toml",
        "force show ./pipe.toml",
        "ai show ./pipe.toml",
        "rules show ./pipe.toml",
        "watch --map pipe.toml --json",
        "watch --scenario pipe.scenario.toml --json",
        "watch --force pipe.toml --json",
        "watch --rules pipe.toml --json",
        "watch --agent ./pipe.toml --json",
        "watch --map ./pipe.board --json",
        "arena merge pipe.jsonl",
        "replay pipe.jsonl --verify",
        "play --terminal --resume pipe.jsonl",
        "odds --on pipe.scenario.toml --by 1.1 --at 2.1",
    ] {
        if !cfg!(feature = "print") && words.starts_with("map print") {
            continue;
        }
        let all: Vec<&str> = words.split(' ').collect();
        let (code, out, err) = run(home, &all, "");
        assert_eq!(code, 2, "{words}: {out}{err}");
        assert!(
            err.contains("is a pipe, expected a file"),
            "{words}: {out}{err}"
        );
        assert_eq!(err.trim_end().lines().count(), 1, "{words}: {err}");
    }
}

#[test]
fn what_the_program_was_given_open_is_read() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let map = "format = \"skirmish-map/1\"\nname = \"Two\"\ngrid = \"square\"\nterrain = \"\"\"\n.T\"\"\"\n";
    let (code, out, err) = run(home, &["map", "show", "/dev/stdin"], map);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("Two"), "{out}");
    let pairs = ["map", "sight", "ford", "--pairs"];
    for from in ["-", "/dev/stdin"] {
        let (code, out, err) = run(home, &[&pairs[..], &[from]].concat(), "A1 C4\n");
        assert_eq!((code, out.lines().count()), (0, 1), "{from}: {out}{err}");
    }
    let (code, _, err) = run(home, &["map", "show", "/dev/null"], "");
    assert_eq!(code, 2);
    assert!(
        err.contains("/dev/null is a device, expected a file"),
        "{err}"
    );
}
