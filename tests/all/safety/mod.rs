//! Files from strangers: they start no program, write nothing to the terminal, and destroy no file.

mod damaged;
mod escapes;
mod missing;
mod pictures;
mod writing;

use assert_cmd::Command;
use std::path::Path;
use std::time::Duration;

/// What a command gave: exit code, output and errors.
struct Gave {
    code: i32,
    out: String,
    err: String,
}

/// Runs a command in a folder which is its data folder too; it must not wait for anybody.
fn run(home: &Path, words: &[&str], input: &str) -> Gave {
    let out = Command::new(env!("CARGO_BIN_EXE_skirmish"))
        .args(words)
        .current_dir(home)
        .env("SKIRMISH_HOME", home)
        .env("SKIRMISH_NO_WINDOW", "a test")
        .write_stdin(input)
        .timeout(Duration::from_secs(60))
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Gave {
        code: out.status.code().unwrap_or(-1),
        out: text(out.stdout),
        err: text(out.stderr),
    }
}

/// Runs words that are separated by blanks.
fn say(home: &Path, words: &str) -> Gave {
    run(home, &words.split(' ').collect::<Vec<_>>(), "")
}

/// Plays a battle of nobody's interest to its end and records it in `r.jsonl`.
fn recorded(home: &Path) -> String {
    let _ = std::fs::remove_file(home.join("r.jsonl"));
    let gave = say(
        home,
        "watch --json --map duel-ground --ruleset violence --agent random --agent random \
         --rounds 1 --seed 5 --record r.jsonl",
    );
    assert_eq!(gave.code, 0, "{}", gave.err);
    std::fs::read_to_string(home.join("r.jsonl")).unwrap()
}

/// The first lines of a record: the battle has begun and is not over.
fn unfinished(home: &Path) -> String {
    let text = recorded(home);
    let lines = text.lines().take_while(|l| !l.contains("\"n\":3,"));
    lines.map(|line| format!("{line}\n")).collect()
}

/// A record in which the second side is played by a program that leaves a trace.
fn trap(home: &Path) -> String {
    let agents = "\"agents\":[\"random\",\"cmd:touch trace\\u001b[31m\"]";
    let text = unfinished(home).replace("\"agents\":[\"random\",\"random\"]", agents);
    assert!(text.contains("cmd:touch"));
    text
}

#[test]
fn a_record_never_starts_a_program() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let text = trap(home);
    std::fs::write(home.join("trap.jsonl"), &text).unwrap();
    for words in [
        "play --terminal --resume trap.jsonl",
        "play --terminal --resume trap.jsonl --agent random",
        "play --terminal --resume ./trap.jsonl --agent human",
    ] {
        let gave = say(home, words);
        assert_eq!(gave.code, 2, "{words}: {}{}", gave.out, gave.err);
        assert!(
            gave.err.contains("cmd:touch trace\\u{1b}[31m"),
            "{}",
            gave.err
        );
        assert!(gave.err.contains("It was not started"), "{}", gave.err);
        assert!(
            gave.err.contains("--agent random --agent 'cmd:"),
            "{}",
            gave.err
        );
        assert_eq!(gave.err.lines().count(), 1, "{}", gave.err);
        assert!(!home.join("trace").exists() && !home.join("trace\x1b[31m").exists());
    }
    for words in ["replay trap.jsonl", "replay trap.jsonl --verify"] {
        assert_eq!(say(home, words).code, 0, "{words}");
    }
    assert!(!home.join("trace\x1b[31m").exists());
    assert_eq!(
        std::fs::read_to_string(home.join("trap.jsonl")).unwrap(),
        text
    );
}

#[test]
fn a_program_that_is_named_again_is_started() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    std::fs::write(home.join("trap.jsonl"), trap(home)).unwrap();
    let agent = "cmd:touch trace\x1b[31m";
    let words = [
        "play",
        "--terminal",
        "--resume",
        "trap.jsonl",
        "--agent",
        "random",
        "--agent",
    ];
    let gave = run(home, &[&words[..], &[agent]].concat(), "");
    assert!(!gave.err.contains("It was not started"), "{}", gave.err);
    assert!(home.join("trace\x1b[31m").exists(), "{}", gave.err);
}

#[cfg(feature = "window")]
#[test]
fn the_window_starts_no_program_either() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    std::fs::write(home.join("trap.jsonl"), trap(home)).unwrap();
    let opened = skirmish::window::App::resume(&home.join("trap.jsonl"));
    let why = opened.err().expect("it is refused").to_string();
    assert!(why.contains("It was not started"), "{why}");
    assert!(!home.join("trace\x1b[31m").exists());
}

#[cfg(feature = "window")]
#[test]
fn a_link_has_limits_and_starts_nothing() {
    use skirmish::window::link;
    let good = link::read("map=ford&force=elves&force=orcs&agent=utility:3&seed=7");
    let good = good.expect("a link").expect("a battle");
    assert_eq!(good.map.as_deref(), Some("ford"));
    let many = |part: &str, times: usize| vec![part; times].join("&");
    for (text, why) in [
        (
            "agent=cmd%3Atouch%20trace".to_owned(),
            "cannot start a program",
        ),
        ("agent=stdin".to_owned(), "cannot start a program"),
        (format!("map={}", "x".repeat(201)), "more than 200 letters"),
        (many("seed=1", 6000), "at most 32768 are read"),
        (many("force=orcs", 9), "more than 8 of force"),
        (many("agent=random", 9), "more than 8 of agent"),
        ("map=..%2Fetc%2Fpasswd".to_owned(), "a path or a control"),
        ("force=a%1B%5B31m".to_owned(), "a path or a control"),
        ("rules=x".to_owned(), "unknown key"),
        ("seed=-1".to_owned(), "expected a whole number"),
    ] {
        let said = link::read(&text).expect_err(&text[..text.len().min(60)]);
        let said = said.to_string();
        assert!(said.contains(why) && said.len() < 500, "{said}");
    }
    let said = link::record(&format!("record={}", "A".repeat(40_000)));
    assert!(said.is_err_and(|said| said.to_string().contains("at most 32768")));
    // a short link can hold a long text
    let long = link::of_record(&"a".repeat(17 << 20)).expect("a short link");
    let said = link::record(&long).expect_err("too long").to_string();
    assert!(said.contains("longer than 16 MiB"), "{said}");
}

#[test]
fn a_record_may_begin_with_a_byte_order_mark() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let text = recorded(home);
    let torn = unfinished(home) + "{\"type\":\"ans";
    std::fs::write(home.join("m.jsonl"), format!("\u{feff}{text}")).unwrap();
    let gave = say(home, "replay m.jsonl --verify");
    assert_eq!(gave.code, 0, "{}", gave.err);
    let gave = say(home, "replay m.jsonl --json");
    assert_eq!((gave.code, gave.out), (0, text));
    // and resumed: the torn line goes, the mark stays
    std::fs::write(home.join("t.jsonl"), format!("\u{feff}{torn}")).unwrap();
    let gave = say(home, "play --terminal --resume t.jsonl");
    assert_eq!(gave.code, 0, "{}", gave.err);
    assert_eq!(say(home, "replay t.jsonl --verify").code, 0);
    let bytes = std::fs::read_to_string(home.join("t.jsonl")).unwrap();
    assert!(bytes.starts_with('\u{feff}') && bytes.contains("\"type\":\"result\""));
}
