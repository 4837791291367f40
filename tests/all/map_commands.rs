//! `skirmish map …` as other programs call it.

mod recipes;

use assert_cmd::Command;
use serde_json::{Value, json};
use std::fs;
use tempfile::TempDir;

/// A data folder of one's own, with the sample map in a file.
struct Desk {
    home: TempDir,
    sample: String,
}

/// What a command gave.
struct Gave {
    code: i32,
    out: String,
    err: String,
}

/// A board of 5 × 4: a wall, a wood, water, a hill, a window and a shut door.
const SAMPLE: &str = "format = \"skirmish-map/1\"
name = \"Sample\"
grid = \"square\"
terrain = \"\"\"
..#..
..T..
~~~..
.....\"\"\"
elevation = \"\"\"
00000
00001
00000
00000\"\"\"
[[border]]
between = [\"A1|B1\"]
kind = \"window\"
[[border]]
between = [\"A4|B4\"]
kind = \"door\"
";

impl Desk {
    fn new() -> Self {
        let home = TempDir::new().unwrap();
        let file = home.path().join("sample.toml");
        fs::write(&file, SAMPLE).unwrap();
        Desk {
            sample: file.display().to_string(),
            home,
        }
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let file = self.home.path().join(name);
        fs::write(&file, content).unwrap();
        file.display().to_string()
    }

    fn run(&self, words: &[&str], input: &str) -> Gave {
        let mut command = Command::new(env!("CARGO_BIN_EXE_skirmish"));
        command
            .env("SKIRMISH_HOME", self.home.path())
            .arg("map")
            .args(words);
        let output = command.write_stdin(input).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Gave {
            code: output.status.code().unwrap(),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    fn says(&self, words: &[&str]) -> String {
        let gave = self.run(words, "");
        assert_eq!((gave.code, gave.err.as_str()), (0, ""), "{words:?}");
        gave.out
    }

    fn json(&self, words: &[&str]) -> Value {
        serde_json::from_str(&self.says(words)).unwrap()
    }

    /// A question to the sample.
    fn ask(&self, verb: &str, words: &[&str]) -> Value {
        let words: Vec<&str> = [verb, &self.sample, "--json"]
            .iter()
            .chain(words)
            .copied()
            .collect();
        self.json(&words)
    }

    /// Exit code 2, nothing on standard output, these words on standard error.
    fn refuses(&self, words: &[&str], said: &str) {
        let gave = self.run(words, "");
        assert_eq!(
            (gave.code, gave.out.as_str()),
            (2, ""),
            "{words:?}: {}",
            gave.err
        );
        assert!(gave.err.contains(said), "{words:?}: {}", gave.err);
        assert!(!gave.err.contains("panicked"), "{}", gave.err);
    }
}

#[test]
fn list_names_every_map() {
    let list = Desk::new().json(&["list", "--json"]);
    let maps = list["maps"].as_array().unwrap();
    assert!(maps.len() >= 14);
    for map in maps {
        for key in [
            "name",
            "grid",
            "columns",
            "rows",
            "seats",
            "scenarios",
            "file",
        ] {
            assert!(!map[key].is_null(), "{key} in {map}");
        }
    }
    let of = |name: &str| maps.iter().find(|m| m["name"] == name).unwrap();
    assert_eq!(
        (&of("ford")["grid"], &of("ford")["columns"]),
        (&json!("hex-flat"), &json!(30))
    );
    assert_eq!(
        (&of("ford")["seats"], &of("crater")["seats"]),
        (&json!(2), &json!(4))
    );
    let fortress = |name: &str| {
        of(name)["scenarios"]
            .as_array()
            .unwrap()
            .contains(&json!("fortress"))
    };
    assert!(fortress("village") && !fortress("ford"));
}

#[test]
fn maps_of_the_users_own_come_first() {
    let desk = Desk::new();
    fs::create_dir(desk.home.path().join("maps")).unwrap();
    desk.file("maps/Ford.toml", SAMPLE);
    desk.file("maps/last-stand.scenario.toml", "no map");
    for name in ["ford", "FORD.toml"] {
        assert!(
            desk.says(&["show", name]).starts_with("Sample: square"),
            "{name}"
        );
    }
    assert!(
        desk.says(&["show", "Village"])
            .starts_with("Village: square")
    );
    let list = desk.says(&["list"]);
    assert!(
        list.contains("Ford ") && !list.contains("ford ") && !list.contains("last-stand"),
        "{list}"
    );
}

#[test]
fn show_draws_spaces_borders_and_coordinates() {
    let desk = Desk::new();
    let drawn = desk.says(&["show", &desk.sample]);
    let board = "  A B C D E\n1 .+. # . .\n2 . . T . .\n3 ~ ~ ~ . .\n4 .*. . . .\n";
    assert!(drawn.contains(board), "{drawn}");
    assert!(
        drawn.contains("T wood: cost 2, sight partial, height 2, cover"),
        "{drawn}"
    );
    assert!(drawn.contains("2 0 0 0 0 1"), "{drawn}");
    let flat = desk.file(
        "flat.toml",
        SAMPLE
            .replace("square", "hex-flat")
            .replace("A1|B1", "B1|A2"),
    );
    let drawn = desk.says(&["show", &flat]);
    let board = "  A B C D E\n1 .   #   .\n    .   .\n2 .+  T   .\n    .   .\n3 ~   ~   .\n    ~   .\n4 .   .   .\n   *.   .\n";
    assert!(drawn.contains(board), "{drawn}");
    let pointy = desk.file(
        "pointy.toml",
        SAMPLE
            .replace("square", "hex-pointy")
            .replace("A1|B1", "B1|A2"),
    );
    let drawn = desk.says(&["show", &pointy]);
    let board = "  A B C D E\n1 . . # . .\n   +\n2  . . T . .\n3 ~ ~ ~ . .\n4  .*. . . .\n";
    assert!(drawn.contains(board), "{drawn}");
}

#[test]
fn show_json_has_every_space_and_border_with_defaults() {
    let desk = Desk::new();
    let map = desk.json(&["show", &desk.sample, "--json"]);
    assert_eq!(
        (&map["columns"], &map["rows"], &map["space_mm"]),
        (&json!(5), &json!(4), &json!(25.4))
    );
    let spaces = map["spaces"].as_array().unwrap();
    assert_eq!(spaces.len(), 20);
    let wall = &spaces[2];
    assert_eq!(
        (&wall["space"], &wall["terrain"], &wall["cost"]),
        (&json!("C1"), &json!("wall"), &json!("no"))
    );
    assert_eq!(
        (&wall["sight"], &wall["height"], &wall["becomes"]),
        (&json!("blocking"), &json!(3), &json!("rubble"))
    );
    assert_eq!(spaces[9]["elevation"], 1);
    let window = json!({"between": "A1|B1", "kind": "window", "move": "no", "sight": "partial", "height": 3});
    assert_eq!(map["borders"][0], window);
    assert_eq!(map["borders"][1]["open"], false);
    for (name, _) in skirmish::files::shipped::MAPS {
        let map = desk.json(&["show", name, "--json"]);
        let count = map["columns"].as_u64().unwrap() * map["rows"].as_u64().unwrap();
        assert_eq!(
            map["spaces"].as_array().unwrap().len() as u64,
            count,
            "{name}"
        );
    }
}

#[test]
fn sight_tells_what_is_in_the_way() {
    let desk = Desk::new();
    let sight = |words: &[&str]| desk.ask("sight", words);
    assert_eq!(
        sight(&["--from", "B1", "--to", "D1"]),
        json!({"from": "B1", "to": "D1", "distance": 2, "sight": "blocked", "by": ["C1"]})
    );
    assert_eq!(
        sight(&["--from", "a1", "--to", "B1"]),
        json!({"from": "A1", "to": "B1", "distance": 1, "sight": "cover", "by": ["A1|B1"]})
    );
    assert_eq!(
        sight(&["--from", "A3", "--to", "D3"]),
        json!({"from": "A3", "to": "D3", "distance": 3, "sight": "clear", "by": []})
    );
    assert_eq!(sight(&["--from", "B2", "--to", "C2"])["by"], json!(["C2"]));
    let enemy = sight(&["--from", "A3", "--to", "D3", "--figure", "B3:enemy"]);
    assert_eq!(
        (&enemy["sight"], &enemy["by"]),
        (&json!("blocked"), &json!(["B3"]))
    );
    assert_eq!(
        sight(&["--from", "A3", "--to", "D3", "--figure", "B3:own"])["sight"],
        "clear"
    );
    let ends = [
        "--from", "A3", "--to", "D3", "--figure", "A3:own", "--figure", "D3:enemy",
    ];
    assert_eq!(sight(&ends)["sight"], "clear");
    let large = sight(&["--from", "A2", "--to", "D3", "--footprint", "2"]);
    assert_eq!(
        (&large["sight"], &large["distance"]),
        (&json!("clear"), &json!(2))
    );
}

#[test]
fn reach_lists_costs_in_order() {
    let desk = Desk::new();
    let reach = |words: &[&str]| -> Vec<(String, u64)> {
        let answer = desk.ask("reach", words);
        let ends = answer["reach"].as_array().unwrap().iter();
        ends.map(|end| {
            (
                end["space"].as_str().unwrap().to_owned(),
                end["cost"].as_u64().unwrap(),
            )
        })
        .collect()
    };
    let pairs = |text: &str| -> Vec<(String, u64)> {
        let words = text.split(' ').map(|word| word.split_once('=').unwrap());
        words
            .map(|(space, cost)| (space.to_owned(), cost.parse().unwrap()))
            .collect()
    };
    // Water, the hill and a shut door cost 2, the first step may overspend.
    assert_eq!(
        reach(&["--from", "A4", "--move", "1"]),
        pairs("A4=0 A3=2 B3=2 B4=2")
    );
    assert_eq!(
        reach(&["--from", "D1", "--move", "1"]),
        pairs("D1=0 E1=1 D2=1 C2=2 E2=2")
    );
    assert_eq!(
        reach(&["--from", "E4", "--move", "1", "--figure", "D4:enemy"]),
        pairs("E4=0 D3=1 E3=1")
    );
    let past = reach(&[
        "--from", "E4", "--move", "2", "--figure", "D4:own", "--figure", "E4:own",
    ]);
    assert!(
        past.contains(&("C4".to_owned(), 2)) && past.iter().all(|(space, _)| space != "D4"),
        "{past:?}"
    );
    let flying = reach(&["--from", "A1", "--move", "2", "--flying"]);
    assert!(
        flying.contains(&("B1".to_owned(), 1)) && flying.contains(&("A3".to_owned(), 2)),
        "{flying:?}"
    );
    let mut over = vec!["--from", "E4", "--move", "2", "--flying"];
    let free = reach(&over);
    over.extend(["--figure", "D4:enemy", "--figure", "D3:enemy"]);
    let stands = |(space, _): &(String, u64)| space != "D4" && space != "D3";
    assert!(free.contains(&("C4".to_owned(), 2)), "{free:?}");
    assert_eq!(
        reach(&over),
        free.into_iter().filter(stands).collect::<Vec<_>>()
    );
    assert_eq!(
        reach(&["--from", "D1", "--move", "1", "--footprint", "2"])[0],
        ("D1".to_owned(), 0)
    );
    // Nobody moves through a locked door or a wall; a door that stands open costs nothing.
    for (instead, reached) in [
        ("\"door\"\nstate = \"locked\"", "A4=0 A3=2 B3=2"),
        ("\"wall\"", "A4=0 A3=2 B3=2"),
        ("\"door\"\nopen = true", "A4=0 B4=1 A3=2 B3=2"),
    ] {
        let other = SAMPLE.replace("\"door\"", instead);
        fs::write(&desk.sample, other).unwrap();
        assert_eq!(
            reach(&["--from", "A4", "--move", "1"]),
            pairs(reached),
            "{instead}"
        );
    }
}

#[test]
fn routes_have_both_ends_and_their_cost() {
    let desk = Desk::new();
    let route = |words: &[&str]| desk.ask("route", words);
    assert_eq!(
        route(&["--from", "B1", "--to", "D1"]),
        json!({"from": "B1", "to": "D1", "cost": 3, "path": ["B1", "C2", "D1"]})
    );
    assert_eq!(
        route(&["--from", "B1", "--to", "B1"])["path"],
        json!(["B1"])
    );
    assert_eq!(
        route(&["--from", "B1", "--to", "C1"]),
        json!({"from": "B1", "to": "C1", "cost": null, "path": []})
    );
    assert_eq!(
        route(&["--from", "B2", "--to", "D2", "--flying"])["cost"],
        2
    );
    let over = ["--from", "B2", "--to", "D2", "--flying", "--figure"];
    assert_eq!(route(&[&over[..], &["C2:enemy"]].concat())["cost"], 2);
    assert_eq!(
        route(&[&over[..], &["D2:enemy"]].concat())["cost"],
        json!(null)
    );
}

#[test]
fn pairs_answer_line_by_line() {
    let desk = Desk::new();
    let file = desk.file("pairs", "B1 D1\nA3 D3\n");
    let out = desk.says(&["sight", &desk.sample, "--pairs", &file]);
    let lines: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        lines
            .iter()
            .map(|l| l["sight"].as_str().unwrap())
            .collect::<Vec<_>>(),
        ["blocked", "clear"]
    );
    let gave = desk.run(
        &["reach", &desk.sample, "--pairs", "-"],
        "E4 1\nE4 -1\nZ9 3\nA1\nE4 2",
    );
    assert_eq!(gave.code, 2, "{}", gave.err);
    let lines: Vec<Value> = gave
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        (&lines[0]["move"], &lines[4]["move"]),
        (&json!(1), &json!(2))
    );
    for (i, words) in [
        (1, "movement is \"-1\""),
        (2, "\"Z9\" is not a space"),
        (3, "not a question"),
    ] {
        assert_eq!(lines[i]["line"], i + 1);
        assert!(
            lines[i]["error"].as_str().unwrap().contains(words),
            "{}",
            lines[i]
        );
    }
    let gave = desk.run(&["route", &desk.sample, "--pairs", "-"], "B1 D1\r\n\n");
    assert_eq!((gave.code, gave.out.lines().count()), (0, 1));
}

#[test]
fn check_ends_with_1_only_on_errors() {
    let desk = Desk::new();
    let gave = desk.run(&["check", &desk.sample, "--json"], "");
    assert_eq!(gave.code, 1);
    let found: Value = serde_json::from_str(&gave.out).unwrap();
    let first = &found["findings"][0];
    assert_eq!(
        (&first["severity"], &first["where"]),
        (&json!("error"), &json!("seat 1"))
    );
    assert!(first["what"].is_string() && first["mend"].is_string());
    assert_eq!(first["id"], "zone-missing");
    // a shipped map accepts what it means to be so
    let accepted = desk.json(&["check", "crater", "--json"]);
    assert_eq!(accepted["accepted"][0]["id"], "zones-close");
    assert_eq!(
        (&accepted["warnings"], &accepted["scales"]),
        (&json!(0), &json!(["28mm"]))
    );
    // a force says how wide its figures are
    let wide = desk.json(&["check", "ford", "--json", "--force", "elves"]);
    assert!(wide["findings"].is_array());
    assert_eq!(
        desk.json(&["check", "ford", "--json"])["findings"],
        json!([])
    );
    let slow = desk.json(&["check", "ford", "--json", "--scale", "54mm"]);
    assert_eq!(slow["findings"][0]["severity"], "warning");
    assert_eq!(
        desk.json(&["check", "ford", "--json", "--rounds", "3"])["warnings"],
        1
    );
    // a scenario says how long it is, unless the command does
    let short = "format = \"skirmish-scenario/1\"\nname = \"Short\"\nmap = \"ford\"\nrounds = 3\n\
        [[side]]\nforce = \"elves\"\n[[side]]\nforce = \"orcs\"\n";
    let short = desk.file("short.scenario.toml", short);
    let words = ["check", "ford", "--json", "--scenario", &short];
    let warned = |more: &[&str]| desk.json(&[&words[..], more].concat())["warnings"].clone();
    assert_eq!(
        (warned(&[]), warned(&["--rounds", "5"])),
        (json!(1), json!(0))
    );
}

#[test]
fn bad_input_gives_one_clear_error() {
    let desk = Desk::new();
    let sample = desk.sample.as_str();
    desk.refuses(&["show", "forf"], "did you mean \"ford\"?");
    desk.refuses(&["show", "xyzzy"], "known: barrows, ");
    desk.refuses(&["show", "./missing.toml"], "cannot read ./missing.toml");
    desk.refuses(
        &["show", desk.home.path().to_str().unwrap()],
        "is a directory",
    );
    let binary = desk.file("binary.toml", [0u8, 159, 146, 150]);
    desk.refuses(&["show", &binary], "not a text file");
    let ragged = desk.file("ragged.toml", SAMPLE.replace("..T..", "..T."));
    desk.refuses(
        &["check", &ragged],
        "ragged.toml:6:5: row 2 of terrain has 4 characters, expected 5",
    );
    let huge = desk.file("huge.toml", vec![b'#'; (16 << 20) + 1]);
    desk.refuses(&["check", &huge], "16 MiB");
    let wide = SAMPLE.replace("..#..", &".".repeat(10_000_000));
    let wide = desk.file("wide.toml", wide);
    desk.refuses(&["check", &wide], "the limit is 1048576");
    desk.refuses(
        &["sight", sample, "--from", "A1", "--to", "F1"],
        "\"F1\" is not a space of this map (A1 to E4)",
    );
    desk.refuses(&["sight", sample, "--from", "A1"], "--to");
    desk.refuses(
        &["reach", sample, "--from", "A1", "--move", "0"],
        "--move is \"0\": expected a whole number from 1 to 1000000",
    );
    desk.refuses(
        &["reach", sample, "--from", "A1", "--move", "-3"],
        "--move is \"-3\": expected a whole number from 1 to 1000000",
    );
    desk.refuses(
        &[
            "reach",
            sample,
            "--from",
            "E4",
            "--move",
            "3",
            "--footprint",
            "2",
        ],
        "outside the board",
    );
    desk.refuses(
        &[
            "reach",
            sample,
            "--from",
            "E4",
            "--move",
            "3",
            "--footprint",
            "0",
        ],
        "--footprint is \"0\": expected a whole number from 1 to 3",
    );
    desk.refuses(
        &[
            "route", sample, "--from", "A1", "--to", "B1", "--figure", "B1:foe",
        ],
        "C4:enemy",
    );
    desk.refuses(
        &["check", "ford", "--scale", "small"],
        "there are: 4.7mm, 15mm, 28mm",
    );
    // A scale that is not in the table is taken as the nearest one, and this is said.
    let near = desk.run(&["check", "ford", "--scale", "13mm"], "");
    let note = "the scale 13mm is not in the table; the nearest row is 15mm";
    assert_eq!((near.code, near.err.trim_end()), (0, note));
    assert_eq!(near.out, desk.says(&["check", "ford", "--scale", "15mm"]));
}

#[test]
fn eyes_in_the_air_are_as_high_as_is_said() {
    let desk = Desk::new();
    let over = ["--from", "B1", "--to", "D1", "--flying"];
    assert_eq!(desk.ask("sight", &over)["sight"], "blocked");
    let high = [&over[..], &["--fly-height", "9"]].concat();
    assert_eq!(desk.ask("sight", &high)["sight"], "clear");
    let grounded = desk.run(
        &[
            "sight",
            &desk.sample,
            "--from",
            "B1",
            "--to",
            "D1",
            "--fly-height",
            "9",
        ],
        "",
    );
    assert_eq!(grounded.code, 2);
}

#[test]
fn a_question_without_an_end_is_given_up() {
    let desk = Desk::new();
    let long = format!("A1 B1\n{}\nA1 C1\n", "x".repeat(1 << 20));
    let gave = desk.run(&["sight", &desk.sample, "--pairs", "-"], &long);
    assert_eq!(gave.code, 2);
    let lines: Vec<&str> = gave.out.lines().collect();
    assert_eq!(lines.len(), 3, "{}", gave.out);
    assert!(lines[1].contains("\"line\":2") && lines[1].contains("longer than"));
    if let Ok(endless) = fs::File::open("/dev/zero") {
        let gave = std::process::Command::new(env!("CARGO_BIN_EXE_skirmish"))
            .args(["map", "sight", &desk.sample, "--pairs", "-"])
            .stdin(endless)
            .output()
            .unwrap();
        assert_eq!(gave.status.code(), Some(2));
        let err = String::from_utf8(gave.stderr).unwrap();
        assert!(err.contains("does not end"), "{err}");
    }
}
