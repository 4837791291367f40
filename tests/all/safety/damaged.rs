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
    // journals
    (
        "j.jsonl",
        "words\n",
        "ai tune utility --out t.toml --journal j.jsonl",
        ":1:1: the line is not valid JSON",
    ),
    (
        "j.jsonl",
        "{\"type\":\"step\"}\n",
        "ai tune utility --out t.toml --journal j.jsonl",
        ":1:1: this line does not belong",
    ),
    (
        "j.jsonl",
        "{\"type\":\"tune\"}\n",
        "ai tune utility --out t.toml --journal j.jsonl",
        ":1:1: this journal was written with other options",
    ),
    (
        "j.jsonl",
        "words\n",
        "ai measure --rows matches --only random --resume j.jsonl",
        ":1:1: this is not a file of arena results",
    ),
    (
        "j.jsonl",
        "{\"type\":\"result\",\"game\":0\n",
        "ai measure --rows matches --only random --resume j.jsonl",
        ":1:",
    ),
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
    // newer versions are told before their unknown keys
    (
        "a.toml",
        "format = \"skirmish-map/9\"\nsky = \"blue\"\n",
        "map check ./a.toml",
        ":1:10: map files of version 9 need a newer skirmish",
    ),
    (
        "s.scenario.toml",
        "sky = \"blue\"\nformat = \"skirmish-scenario/2\"\n",
        "watch --scenario s.scenario.toml",
        ":2:10: scenario files of version 2 need a newer skirmish",
    ),
    (
        "f.toml",
        "sky = \"blue\"\nruleset = \"chess\"\nformat = \"skirmish-force/2\"\n",
        "force check ./f.toml",
        ":3:10: force files of version 2 need a newer skirmish",
    ),
    (
        "r.toml",
        "ruleset = \"d8\"\nfasing = true\nformat = \"skirmish-rules/2\"\n",
        "watch --ruleset d8 --rules ./r.toml",
        ":3:10: rules files of version 2 need a newer skirmish",
    ),
    (
        "p.toml",
        "sky = 1\nformat = \"skirmish-profile/2\"\n",
        "ai show ./p.toml",
        ":2:10: profile files of version 2 need a newer skirmish",
    ),
    (
        "g.toml",
        "sky = 1\nformat = \"skirmish-mapping/2\"\n",
        "map convert in.map o.toml --mapping g.toml",
        ":2:10: mapping files of version 2 need a newer skirmish",
    ),
    // what a file as a whole says is told at the key that says it
    (
        "s.scenario.toml",
        "format = \"skirmish-scenario/1\"\nname = \"x\"\naim = \"battle\"\n[[side]]\nteam = 1\n[[side]]\nteam = 1\n",
        "watch --map duel-ground --scenario s.scenario.toml",
        ":4:3: all sides are in one team",
    ),
    (
        "s.scenario.toml",
        "format = \"skirmish-scenario/1\"\nname = \"x\"\naim = \"fortress\"\n",
        "watch --map duel-ground --ruleset violence --scenario s.scenario.toml",
        ":3:1: violence cannot play the aim",
    ),
    (
        "s.scenario.toml",
        "format = \"skirmish-scenario/1\"\nname = \"x\"\naim = \"battle\"\nsolo = \"both\"\n",
        "watch --map duel-ground --ruleset d8 --scenario s.scenario.toml",
        ":4:1: d8 has no solo table",
    ),
    (
        "r.toml",
        "format = \"skirmish-rules/1\"\nruleset = \"d8\"\n[kind.tank]\nsize = 9\n",
        "watch --ruleset d8 --rules ./r.toml",
        ":4:1: the size of a tank",
    ),
    (
        "t.tmx",
        "<map width=\"2\" height=\"2\" tilewidth=\"8\" tileheight=\"8\">\n<tileset firstgid=\"1\" source=\"../../etc/x.tsx\"/></map>",
        "map convert t.tmx o.toml",
        ":2:31: the map refers to",
    ),
    (
        "t.tmj",
        "{\"width\":2,\"height\":2,\"tilewidth\":8,\"tileheight\":8,\"layers\":[],\n\"tilesets\":[{\"firstgid\":1,\"source\":\"../../etc/x.tsx\"}]}",
        "map convert t.tmj o.toml",
        ":2:",
    ),
    (
        "u.uvtt",
        "{\n\"resolution\":{}}",
        "map convert u.uvtt o.toml",
        ":2:1: ",
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

/// Damaged files of the window: the name, the text, and what the window says about it.
#[cfg(feature = "window")]
const OF_THE_WINDOW: &[(&str, &str, &str)] = &[
    (
        "keys.toml",
        "format = \"skirmish-keys/1\"\n[keys]\nlog = 3\n",
        ":3:7: ",
    ),
    (
        "keys.toml",
        "format = \"skirmish-keys/1\"\n[keys]\nlog = \"Ctrl+Nothing\"\n",
        ":3:7: ",
    ),
    (
        "keys.toml",
        "format = \"skirmish-keys/1\"\n[keys]\ndance = \"D\"\n",
        ":3:1: there is no action",
    ),
    (
        "keys.toml",
        "sky = 1\nformat = \"skirmish-keys/2\"\n",
        ":2:10: keys files of version 2 need a newer skirmish",
    ),
    ("keys.toml", "[keys\n", ":1:6: "),
    ("keys.toml", "", ":1:1: "),
    ("keys.toml", "format = 3\n", ":1:10: "),
    (
        "window.toml",
        "size = 100\ncontrast = \"much\"\n",
        ":2:12: ",
    ),
    ("window.toml", "size = -1\n", ":1:8: "),
    ("window.toml", "size = [\n", ":"),
    ("window.toml", "still = 1\n", ":1:9: "),
    ("r.jsonl", "", ":1:1: "),
    ("r.jsonl", "{}\n", ":1:1: "),
    ("r.jsonl", "[]\n", ":1:1: "),
    ("r.jsonl", "no JSON\n", ":1:2: "),
    (
        "r.jsonl",
        "{\"type\":\"battle\",\"format\":\"skirmish-record/2\"}\n",
        ":1:1: the record has version 2 and needs a newer skirmish",
    ),
    (
        "r.jsonl",
        "{\"type\":\"battle\",\"format\":\"skirmish-record/1\"}\n",
        ":1:1: ",
    ),
];

#[cfg(feature = "window")]
#[test]
fn the_files_of_the_window_have_places_too() {
    use skirmish::store::disk::with_home;
    use skirmish::window::{App, damaged_files};
    let mut wrong = Vec::new();
    for (name, text, place) in OF_THE_WINDOW {
        let home = tempfile::tempdir().unwrap();
        let home = home.path();
        std::fs::write(home.join(name), text).unwrap();
        let before = files(home);
        let said = match name.ends_with(".jsonl") {
            true => {
                let error = App::resume(&home.join(name)).err();
                error.iter().map(ToString::to_string).collect()
            }
            false => with_home(home, damaged_files),
        };
        let ours = |said: &str| !FOREIGN.iter().any(|word| said.contains(word));
        match &said[..] {
            [said] if said.contains(&format!("{name}{place}")) && ours(said) => {}
            _ => wrong.push(format!("{text:?}: expected {name}{place}: {said:?}")),
        }
        assert_eq!(files(home), before, "{text:?}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
