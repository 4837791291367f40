//! Names and texts reach the terminal without anything that it would obey.

use super::{Gave, run, say};
use skirmish::shown::{escaped, is_unsafe};
use std::path::Path;

/// A name with everything bad: a title, a colour, a C1 control, a turned direction, a bell.
const EVIL: &str = "\\u001b]0;pwn\\u0007\\u001b[31mEVIL\\u009b2J\\u202e\\r";

fn force(home: &Path) {
    let text = format!(
        "format = \"skirmish-force/1\"\nruleset = \"vsgmr\"\nname = \"{EVIL}\"\n[[figure]]\nname = \"{EVIL}\"\ncount = 5\nis = \"troop, distance\"\n"
    );
    std::fs::create_dir_all(home.join("forces")).unwrap();
    std::fs::write(home.join("forces/evil.toml"), text).unwrap();
}

fn map(home: &Path) {
    let text = format!(
        "format = \"skirmish-map/1\"\nname = \"{EVIL}\"\ngrid = \"square\"\nterrain = \"\"\"\nx.......\n........\n........\n........\"\"\"\n[legend]\n\"x\" = {{ name = \"{EVIL}\", cost = 2 }}\n[[zone]]\nkind = \"deployment\"\nseat = 1\nspaces = [\"A1:B4\"]\n[[zone]]\nkind = \"deployment\"\nseat = 2\nspaces = [\"G1:H4\"]\n"
    );
    std::fs::create_dir_all(home.join("maps")).unwrap();
    std::fs::write(home.join("maps/evil.toml"), text).unwrap();
}

/// Files of other programs with bad words in them.
fn foreign(home: &Path) {
    let evil = "\x1b]0;pwn\x07\x1b[31mEVIL\u{9b}2J\u{202e}";
    let write = |name: &str, text: String| std::fs::write(home.join(name), text).unwrap();
    write(
        "a.board",
        format!(
            "size 2 1\ntag \"{evil}\"\noption {evil}\nhex 0101 0 \"{evil}:1\" \"\"\nhex 0201 0 \"\" \"\"\nend\n"
        ),
    );
    write("b.tmx", format!("<map>\n<{evil}/>"));
    write("c.json", format!("{{\"layers\":[],\"{evil}\":"));
    write(
        "d.map",
        format!("Gg, Gg, 1 {evil}\nGg, Gg, Gg\nGg, Gg, Gg\n"),
    );
    write("e.uvtt", format!("{{\"resolution\":\"{evil}\"}}"));
    write(
        "f.toml",
        format!("format = \"skirmish-map/1\"\n{evil} = 1\n"),
    );
    write(
        "g.scenario.toml",
        format!("format = \"skirmish-scenario/1\"\nname = \"g\"\n\"{EVIL}\" = 1\n"),
    );
}

/// Nothing bad is in what a command printed.
fn is_clean(words: &str, gave: &Gave) {
    for text in [&gave.out, &gave.err] {
        let bad = text.chars().find(|c| is_unsafe(*c));
        assert_eq!(bad, None, "{words}: {text:?}");
    }
}

#[test]
fn no_command_prints_what_a_terminal_obeys() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    force(home);
    map(home);
    foreign(home);
    for words in [
        "force list",
        "force list --json",
        "force show evil",
        "force check evil",
        "force check evil --json",
        "map list",
        "map list --json",
        "map show evil",
        "map show evil --json",
        "map check evil",
        "map check evil --json",
        "map check evil --scenario g.scenario.toml",
        "map convert a.board a.toml",
        "map convert a.board a.toml --json",
        "map convert b.tmx b.toml",
        "map convert c.json c.toml",
        "map convert d.map d.toml",
        "map convert e.uvtt e.toml",
        "map show f.toml",
        "watch --map evil --ruleset vsgmr --force evil --force evil --rounds 1 --seed 1 --why",
        "watch --map evil --ruleset vsgmr --force evil --force evil --rounds 1 --seed 1 --json",
        "watch --map evil --force \x1b[31mred\u{202e}",
        "force show \x1b[31mred\u{202e}",
        "map show ./\x1b[31mred.toml",
        "replay \x1b[31mred.jsonl",
        "\x1b[31mred",
        "map \x1b[31mred",
        "watch --\x1b[31mred",
        "help \x1b[31mred",
        "watch --rules ./\x1b[31m.toml",
        "arena merge \x1b[31m.json",
        "list",
        "doctor",
    ] {
        let gave = say(home, words);
        is_clean(words, &gave);
        assert!(
            words.contains("check") || gave.out.len() + gave.err.len() > 0,
            "{words}"
        );
    }
    let gave = say(home, "force show evil");
    assert!(
        gave.out
            .contains("\\u{1b}]0;pwn\\u{7}\\u{1b}[31mEVIL\\u{9b}2J\\u{202e}"),
        "{}",
        gave.out
    );
    // JSON keeps its values
    let gave = say(home, "force list --json");
    let list: serde_json::Value = serde_json::from_str(&gave.out).unwrap();
    let names = list["forces"].as_array().unwrap();
    assert!(names.iter().any(|f| f["name"] == "evil"), "{}", gave.out);
    let gave = say(home, "map list --json");
    let list: serde_json::Value = serde_json::from_str(&gave.out).unwrap();
    let titles: Vec<&str> = list["maps"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|m| m["title"].as_str())
        .collect();
    assert!(
        titles.iter().any(|t| t.contains("\u{9b}2J\u{202e}")),
        "{titles:?}"
    );
}

#[test]
fn a_person_sees_no_escapes_of_names_either() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    force(home);
    map(home);
    let words = "play --terminal --map evil --ruleset vsgmr --force evil --force evil --seed 1";
    let words: Vec<&str> = words.split(' ').collect();
    let gave = run(
        home,
        &words,
        "\nboard\nkey\nlist\nscore\naim\n\x1b[31mred\nq\n",
    );
    assert_eq!(gave.code, 0, "{}", gave.err);
    is_clean("play", &gave);
    assert!(gave.out.contains("EVIL"), "{}", gave.out);
}

#[test]
fn a_long_word_is_cut_and_its_length_told() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let long = "x".repeat(5000);
    let file = |text: String| std::fs::write(home.join("l.toml"), text).unwrap();
    let cut = |words: &[&str]| {
        let gave = run(home, words, "");
        assert_eq!(gave.code, 2, "{words:?}");
        assert!(gave.err.len() < 1500, "{}", gave.err);
        assert!(
            gave.err.contains("5000 characters") || gave.err.contains("5002 characters"),
            "{}",
            gave.err
        );
    };
    for words in [
        &["map", "show", &long][..],
        &["force", "show", &long],
        &["ai", "show", &long],
        &["rules", "show", &long],
        &["watch", "--agent", &long],
        &["watch", "--scenario", &long],
        &["watch", "--ruleset", &long],
        &["help", &long],
        &[&long],
        &["map", &long],
    ] {
        cut(words);
    }
    file(format!("format = \"skirmish-map/1\"\n{long} = 1\n"));
    let gave = run(home, &["map", "show", "./l.toml"], "");
    assert!(
        gave.err.len() < 1500 && gave.err.contains("l.toml:2:1: "),
        "{}",
        gave.err
    );
    assert!(gave.err.contains("characters)"), "{}", gave.err);
}

#[test]
fn a_name_without_end_fits_every_table() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let long = "n".repeat(70_000);
    let line = |game: u64, agents: [&str; 2]| {
        let row = serde_json::json!({"type":"result","game":game,"pair":0,"map":long,"scenario":long,"agents":agents,"forces":[long, "b"],"winners":[1],"rounds":3,"points":[1.0,0.0],"seed":1});
        format!("{row}\n")
    };
    std::fs::write(
        home.join("a.json"),
        line(0, [&long, "b"]) + &line(1, ["b", &long]),
    )
    .unwrap();
    let gave = say(home, "arena merge a.json --partial");
    assert_eq!(gave.code, 0, "{}", &gave.err[..gave.err.len().min(500)]);
    assert!(gave.out.contains("n…"));
    std::fs::create_dir_all(home.join("maps")).unwrap();
    let map = format!(
        "format = \"skirmish-map/1\"\nname = \"{long}\"\ngrid = \"square\"\nterrain = \"\"\"\n...\"\"\"\n"
    );
    std::fs::write(home.join("maps/long.toml"), map).unwrap();
    assert_eq!(say(home, "map list").code, 0);
    assert_eq!(say(home, "map show long").code, 0);
    std::fs::create_dir_all(home.join("forces")).unwrap();
    let force = format!(
        "format = \"skirmish-force/1\"\nruleset = \"vsgmr\"\nname = \"{long}\"\n[[figure]]\nname = \"{long}\"\nis = \"troop, distance\"\n"
    );
    std::fs::write(home.join("forces/long.toml"), force).unwrap();
    for words in ["force show long", "force list", "force check long"] {
        let gave = say(home, words);
        assert!(
            (0..2).contains(&gave.code),
            "{words}: {}",
            &gave.err[..gave.err.len().min(500)]
        );
    }
}

#[test]
fn escapes_are_written_as_rust_writes_them() {
    assert_eq!(escaped("a\tb\nc"), "a\tb\nc");
    assert_eq!(escaped("a\r\nb"), "a\nb");
    assert_eq!(
        escaped("\x1b\x7f\u{85}\u{2066}"),
        "\\u{1b}\\u{7f}\\u{85}\\u{2066}"
    );
    assert_eq!(escaped("Grüße, 🎲, 中"), "Grüße, 🎲, 中");
}

/// Only two modules may reach the standard output and the standard error: one for lines, one for
/// the terminal.
#[test]
fn nothing_else_writes_to_the_terminal() {
    fn sources(folder: &Path, into: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            match entry.path() {
                path if path.is_dir() => sources(&path, into),
                path if path.extension().is_some_and(|e| e == "rs") => into.push(path),
                _ => {}
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    sources(&root, &mut all);
    assert!(all.len() > 300);
    // print! covers println!, eprint! and eprintln! are the same letters
    let ways = [
        "print!(",
        "println!(",
        "dbg!(",
        "stdout()",
        "stderr()",
        "anstream::",
        "/dev/tty",
    ];
    for path in all {
        // the build script talks to cargo
        let writers = ["src/store/output.rs", "src/cli/output.rs", "src/build.rs"];
        if writers.iter().any(|writer| path.ends_with(writer)) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for (number, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            let code = code.replace("on_stdout()", "");
            for way in ways {
                let at = format!("{}:{}", path.display(), number + 1);
                assert!(!code.contains(way), "{at}: {way} instead of store::output");
            }
        }
    }
}
