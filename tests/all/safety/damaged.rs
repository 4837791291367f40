//! Damaged files of every format: one line on the standard error, with file, line and column; exit
//! code 2; and nothing changes on the disk.

use super::{recorded, run};
use std::collections::BTreeMap;
use std::path::Path;

/// A damaged file: its name, its text, the command that reads it, and where the fault is.
type Case = (&'static str, &'static str, &'static str, &'static str);

const CASES: &[Case] = &[
    (
        "a.toml",
        "format = \"skirmish-map/1\"\nname = 3\n",
        "map check ./a.toml",
        ":2:8: ",
    ),
    (
        "a.toml",
        "format = \"skirmish-map/1\"\nname = \"x\"\ngrid = \"square\"\nterrain = \"\"\"\n..\n...\"\"\"\n",
        "map show ./a.toml",
        ":6:",
    ),
    (
        "a.toml",
        "format = \"skirmish-map/9\"\n",
        "map check ./a.toml",
        ":1:10: ",
    ),
    ("a.toml", "", "map check ./a.toml", ":1:1: "),
    (
        "a.toml",
        "format = \"skirmish-map/1\"\nname = \"x\"\n",
        "map check ./a.toml",
        ":1:1: ",
    ),
    (
        "a.toml",
        "\u{feff}format = \"skirmish-map/1\"\nname = 3\n",
        "map check ./a.toml",
        ":2:8: ",
    ),
    // scenarios
    (
        "s.scenario.toml",
        "format = \"skirmish-scenario/1\"\nname = \"x\"\nmap = \"duel-ground\"\n[[sidels\n",
        "map check duel-ground --scenario s.scenario.toml",
        ":4:",
    ),
    (
        "s.scenario.toml",
        "format = \"skirmish-scenario/1\"\nname = \"x\"\nrounds = [1]\n",
        "map check duel-ground --scenario s.scenario.toml",
        ":3:10: ",
    ),
    (
        "s.scenario.toml",
        "format = \"skirmish-scenario/1\"\nname = \"x\"\nrounds = [1]\n",
        "watch --scenario s.scenario.toml",
        ":3:10: ",
    ),
    (
        "s.scenario.toml",
        "format = \"skirmish-scenario/1\"\nname = \"x\"\n[[side]]\nbudget = \"many\"\n",
        "map check duel-ground --scenario s.scenario.toml",
        ":4:10: ",
    ),
    (
        "s.scenario.toml",
        "format = \"skirmish-scenario/1\"\nname = \"x\"\n[[figure]]\nside = 1\nunit = {}\n",
        "map check duel-ground --scenario s.scenario.toml",
        ":5:8: ",
    ),
    (
        "s.scenario.toml",
        "format = \"skirmish-scenario/1\"\nname = \"x\"\naim = \"win\"\n",
        "watch --scenario s.scenario.toml",
        ":3:7: ",
    ),
    // forces
    (
        "f.toml",
        "format = \"skirmish-force/1\"\nruleset = \"vsgmr\"\nname = \"x\"\n[[figure]]\nname = 3\n",
        "force check ./f.toml",
        ":5:8: ",
    ),
    (
        "f.toml",
        "format = \"skirmish-force/1\"\nruleset = \"chess\"\n",
        "force show ./f.toml",
        ":2:11: ",
    ),
    (
        "f.toml",
        "format = \"skirmish-force/1\"\nruleset = \"vsgmr\"\nname = \"x\"\n",
        "watch --force ./f.toml",
        ":1:1: ",
    ),
    (
        "f.toml",
        "format = \"skirmish-force/1\"\nruleset = \"violence\"\nname = \"x\"\n",
        "watch --force ./f.toml",
        ":1:1: ",
    ),
    (
        "f.toml",
        "format = \"skirmish-force/1\"\nruleset = \"plastic\"\nname = \"x\"\n",
        "watch --force ./f.toml",
        ":1:1: ",
    ),
    (
        "f.toml",
        "format = \"skirmish-force/1\"\nruleset = \"d8\"\nname = \"x\"\n",
        "watch --force ./f.toml",
        ":1:1: ",
    ),
    // rules
    (
        "r.toml",
        "format = \"skirmish-rules/1\"\nfacing = 3\n",
        "watch --ruleset vsgmr --rules ./r.toml",
        ":2:10: ",
    ),
    (
        "r.toml",
        "facing = true\n",
        "watch --ruleset vsgmr --rules ./r.toml",
        ":1:1: ",
    ),
    (
        "r.toml",
        "format = \"skirmish-rules/1\"\nruleset = \"d8\"\nfasing = true\n",
        "watch --ruleset d8 --rules ./r.toml",
        ":3:1: ",
    ),
    // profiles
    (
        "p.toml",
        "format = \"skirmish-profile/1\"\nname = \"p\"\n[weights]\nkill = \"much\"\n",
        "ai show ./p.toml",
        ":4:8: ",
    ),
    (
        "p.toml",
        "format = \"skirmish-profile/2\"\nname = \"p\"\nabout = \"x\"\n[weights]\n",
        "watch --agent ./p.toml",
        ":1:10: ",
    ),
    // records
    ("r.jsonl", "", "replay r.jsonl", ":1:1: "),
    (
        "r.jsonl",
        "{\"type\":\"battle\"}\n",
        "replay r.jsonl",
        ":1:1: ",
    ),
    (
        "r.jsonl",
        "{\"type\":\"battle\",\n",
        "replay r.jsonl",
        ":1:1",
    ),
    (
        "r.jsonl",
        "[]\n",
        "play --terminal --resume r.jsonl",
        ":1:1: ",
    ),
    (
        "r.jsonl",
        "no JSON\n",
        "play --terminal --resume r.jsonl",
        ":1:",
    ),
    // results
    (
        "a.json",
        "{\"type\":\"result\",\"game\":0\n",
        "arena merge a.json",
        ":1:",
    ),
    (
        "a.json",
        "{\"type\":\"result\",\"game\":0}\n",
        "arena merge a.json",
        ":1:1: ",
    ),
    (
        "a.json",
        "{\"type\":\"other\"}\n",
        "arena merge a.json",
        ":1:1: ",
    ),
    ("a.json", "words\n", "arena merge a.json", ":1:1: "),
    // Tiled
    (
        "t.tmx",
        "<map>\n<layer>",
        "map convert t.tmx o.toml",
        ":1:1: ",
    ),
    (
        "t.tmx",
        "<map width=\"two\" height=\"2\" tilewidth=\"8\" tileheight=\"8\"/>",
        "map convert t.tmx o.toml",
        ":1:",
    ),
    ("t.tmx", "<svg/>", "map convert t.tmx o.toml", ":1:1: "),
    (
        "t.tmj",
        "{\"layers\":[\n{\"name\":3}]}",
        "map convert t.tmj o.toml",
        ":2:",
    ),
    (
        "t.tmj",
        "{\"layers\":[]}",
        "map convert t.tmj o.toml",
        ":1:1: ",
    ),
    (
        "t.tmj",
        "{\"width\":2,\"height\":2,\"tilewidth\":8,\"tileheight\":8,\"layers\":[\n{\"type\":\"tilelayer\",\"name\":\"ground\",\"width\":2,\"height\":2,\"data\":[1,2]}]}",
        "map convert t.tmj o.toml",
        ":2:28: ",
    ),
    (
        "t.tmj",
        "{\"width\":0,\"height\":2,\n\"layers\":[]}",
        "map convert t.tmj o.toml",
        ":1:2: ",
    ),
    // Universal VTT
    (
        "u.uvtt",
        "{\"resolution\":\n{\"map_size\":{\"x\":0,\"y\":2}}}",
        "map convert u.uvtt o.toml",
        ":2:2: ",
    ),
    (
        "u.uvtt",
        "{\"resolution\":\n3}",
        "map convert u.uvtt o.toml",
        ":2:",
    ),
    (
        "u.uvtt",
        "{\"line_of_sight\":[]}",
        "map convert u.uvtt o.toml",
        ":1:1: ",
    ),
    // Wesnoth
    (
        "w.map",
        "Gg, Gg, Gg\nGg, Gg\nGg, Gg, Gg\n",
        "map convert w.map o.toml",
        ":2:1: ",
    ),
    (
        "w.map",
        "Gg, Gg\nGg, Gg\n",
        "map convert w.map o.toml",
        ":1:1: ",
    ),
    (
        "w.cfg",
        "[scenario]\nname=\"x\n",
        "map convert w.cfg o.toml",
        ":1:1: ",
    ),
    (
        "w.cfg",
        "[scenario]\n[/scenario]\n",
        "map convert w.cfg o.toml",
        ":1:1: ",
    ),
    // MegaMek
    (
        "m.board",
        "size 2 2\nhex 0101 0 \"\" \"\"\n",
        "map convert m.board o.toml",
        ":2:17: ",
    ),
    (
        "m.board",
        "size 2 x\n",
        "map convert m.board o.toml",
        ":1:1: ",
    ),
    (
        "m.board",
        "size 2 2\nhex 01\n",
        "map convert m.board o.toml",
        ":2:1: ",
    ),
    // mappings
    (
        "g.toml",
        "format = \"skirmish-mapping/1\"\n[terrain]\nGg = 3\n",
        "map convert in.map o.toml --mapping g.toml",
        ":3:6: ",
    ),
    (
        "g.toml",
        "format = \"skirmish-mapping/1\"\n[own.mud]\nbecomes = \"nothing\"\n",
        "map convert in.map o.toml --mapping g.toml",
        ":3:",
    ),
];

/// Everything in a folder.
fn files(home: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(home).unwrap().flatten();
    let files = entries.filter(|e| e.path().is_file());
    files
        .map(|e| {
            (
                e.file_name().to_string_lossy().into_owned(),
                std::fs::read(e.path()).unwrap(),
            )
        })
        .collect()
}

/// Words that are the library's, not ours.
const FOREIGN: &[&str] = &[
    "untagged", "variant", "enum", "struct", "EOF", "Option", "at line", "serde",
];

#[test]
fn every_fault_of_a_file_has_a_place() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    std::fs::write(home.join("in.map"), "Gg, Gg, Gg\nGg, Gg, Gg\nGg, Gg, Gg\n").unwrap();
    let mut wrong = Vec::new();
    for (name, text, words, place) in CASES {
        std::fs::write(home.join(name), text).unwrap();
        let before = files(home);
        let gave = run(home, &words.split(' ').collect::<Vec<_>>(), "");
        let place = format!("{name}{place}");
        let ours = !FOREIGN.iter().any(|word| gave.err.contains(word));
        let good =
            gave.code == 2 && gave.err.lines().count() == 1 && gave.err.contains(&place) && ours;
        if !good {
            wrong.push(format!(
                "{words}: expected {place}: exit {}, {}{}",
                gave.code, gave.out, gave.err
            ));
        }
        assert_eq!(files(home), before, "{words} changed files");
        std::fs::remove_file(home.join(name)).unwrap();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(CASES.len() > 40);
}

#[test]
fn a_text_that_is_not_text_has_a_place() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    for (name, words) in [
        ("a.toml", "map show ./a.toml"),
        ("f.toml", "force show ./f.toml"),
        ("b.board", "map convert b.board o.toml"),
        ("t.tmx", "map convert t.tmx o.toml"),
    ] {
        std::fs::write(home.join(name), b"name = 1\nx\0\n").unwrap();
        let gave = run(home, &words.split(' ').collect::<Vec<_>>(), "");
        assert_eq!(gave.code, 2, "{words}");
        assert!(
            gave.err.contains(&format!("{name}:2:2: ")),
            "{words}: {}",
            gave.err
        );
    }
}

#[test]
fn a_damaged_line_of_a_record_has_a_place() {
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    let text = recorded(home);
    let mut lines: Vec<&str> = text.lines().collect();
    lines[2] = "{\"type\":\"answer\",";
    std::fs::write(home.join("d.jsonl"), lines.join("\n") + "\n").unwrap();
    for words in [
        "replay d.jsonl",
        "replay d.jsonl --verify",
        "play --terminal --resume d.jsonl",
    ] {
        let gave = run(home, &words.split(' ').collect::<Vec<_>>(), "");
        assert_eq!(gave.code, 2, "{words}");
        assert!(gave.err.contains("d.jsonl:3:17: "), "{words}: {}", gave.err);
    }
}

#[cfg(feature = "window")]
#[test]
fn the_files_of_the_window_have_places_too() {
    use skirmish::store::disk::with_home;
    use skirmish::window::{App, damaged_files};
    let home = tempfile::tempdir().unwrap();
    let home = home.path();
    std::fs::write(
        home.join("keys.toml"),
        "format = \"skirmish-keys/1\"\n[keys]\nlog = 3\n",
    )
    .unwrap();
    std::fs::write(
        home.join("window.toml"),
        "size = 100\ncontrast = \"much\"\n",
    )
    .unwrap();
    let found = with_home(home, damaged_files);
    let [keys, settings] = &found[..] else {
        panic!("{found:?}");
    };
    assert!(
        keys.contains("keys.toml:3:7: ") && !keys.contains("variant"),
        "{keys}"
    );
    assert!(settings.contains("window.toml:2:12: "), "{settings}");
    std::fs::write(home.join("r.jsonl"), "{}\n").unwrap();
    let why = App::resume(&home.join("r.jsonl")).err().expect("no record");
    assert!(why.contains("r.jsonl:1:1: "), "{why}");
}
