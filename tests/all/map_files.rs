//! Map files: read, written, and what is wrong with them.

use skirmish::board::{Board, BorderKind, Cost, Map, Opacity, Space, Use};
use skirmish::files::{map, shipped, write};
use skirmish::source::{Fault, Source};

fn read(text: &str) -> Result<Map, Fault> {
    map::read(&Source::new("test.toml", text))
}

/// A map of this terrain with more lines after it.
fn with(terrain: &str, more: &str) -> String {
    format!(
        "format = \"skirmish-map/1\"\nname = \"Test\"\ngrid = \"square\"\nterrain = \"\"\"\n{terrain}\"\"\"\n{more}"
    )
}

/// The text must be refused at this line and column, with these words.
fn refused(text: &str, at: (usize, usize), words: &str) {
    let fault = read(text).expect_err(words);
    assert!(fault.what.contains(words), "{fault}");
    assert_eq!(fault.at, Some(at), "{fault}");
    assert!(
        fault
            .to_string()
            .starts_with(&format!("test.toml:{}:{}: ", at.0, at.1)),
        "{fault}"
    );
}

#[test]
fn every_file_in_maps_is_shipped_and_reads() {
    let mut files: Vec<String> = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/maps"))
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix(".toml").map(str::to_owned))
        .filter(|name| !name.ends_with(".scenario"))
        .collect();
    files.sort();
    let names: Vec<&str> = shipped::MAPS.iter().map(|(name, _)| *name).collect();
    assert_eq!(files, names);
    for (name, text) in shipped::MAPS {
        let map = map::read(&Source::new(*name, *text)).unwrap_or_else(|fault| panic!("{fault}"));
        Board::new(map);
    }
}

#[test]
fn writing_and_reading_gives_the_same_map() {
    for (name, text) in shipped::MAPS {
        same_again(name, text);
    }
    same_again("odd signs", &odd_signs());
}

fn same_again(name: &str, text: &str) {
    let once =
        map::read(&Source::new(name, text)).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    let written = write(&once);
    let twice = map::read(&Source::new(format!("{name}, written"), written.clone()))
        .unwrap_or_else(|fault| panic!("{fault}\n{written}"));
    assert_eq!(once, twice, "{name}\n{written}");
    assert_eq!(written, write(&twice), "{name}");
}

/// Signs that need escapes, a rubble whose sign is taken, aliases, every override, odd stagger.
fn odd_signs() -> String {
    r##"format = "skirmish-map/1"
name = "Odd \"signs\" \\ and ünïcode"
grid = "hex-flat"
stagger = "odd"
space_mm = 31.05
terrain = """
.\\\"'
_:B'
\u00e9 .#"""
elevation = """
0123
0ia0
9 00"""
[legend]
"\\" = { name = "slope", cost = 2 }
"'" = { name = "hay", cost = "no", sight = "partial", height = 1, hits = 2, colour = "#ffee00" }
":" = { name = "ash", becomes = "slope", cover = true, water = true }
"_" = "void"
"é" = "building"
"u" = "thicket"
[[border]]
between = ["A1|B1", "C1|D1"]
kind = "wall"
move = 2
sight = "partial"
height = 1
[[border]]
between = ["B1|C1"]
kind = "door"
open = true
[[border]]
between = ["C3|D3"]
kind = "door"
sight = "clear"
[[zone]]
kind = "exit"
spaces = ["A1:D3"]
"##
    .to_owned()
}

#[test]
fn everything_a_file_says_is_read() {
    let map = read(&odd_signs()).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(map.name, "Odd \"signs\" \\ and ünïcode");
    assert_eq!(
        (map.grid.columns, map.grid.rows, map.space_size),
        (4, 3, 3105)
    );
    let at = |name: &str| map.grid.named(name).unwrap();
    let terrain = |name: &str| &map.terrains[usize::from(map.terrain[at(name).index()].0)];
    let names = ["A1", "B1", "C1", "D1", "A2", "B2", "C2"].map(|n| terrain(n).name.as_str());
    assert_eq!(
        names,
        ["open", "slope", "scrub", "hay", "void", "ash", "building"]
    );
    assert_eq!(terrain("D1").hits, Some(2));
    let left = map.terrains[usize::from(terrain("D1").becomes.unwrap().0)]
        .name
        .as_str();
    assert_eq!(left, "rubble", "hits alone leave rubble");
    assert_eq!(terrain("A3").name, "building");
    let level = |name: &str| map.elevation[at(name).index()];
    assert_eq!(["D1", "B2", "C2", "A3"].map(level), [3, -9, -1, 9]);
    let border = |a, b| {
        map.borders
            .iter()
            .find(|x| x.between == (at(a), at(b)))
            .unwrap()
    };
    let wall = border("A1", "B1");
    assert_eq!(
        (wall.closed, wall.hard, wall.sight, wall.height),
        (false, true, Opacity::Partial, 1)
    );
    let door = border("B1", "C1");
    assert_eq!(
        (door.open, door.closed, door.sight),
        (true, false, Opacity::Clear)
    );
    let glass = border("C3", "D3");
    assert_eq!(
        (glass.kind, glass.closed, glass.sight),
        (BorderKind::Door, true, Opacity::Clear)
    );
    // The rectangle leaves out what is void.
    assert_eq!(
        (map.zones[0].kind, map.zones[0].spaces.count()),
        (Use::Exit, 10)
    );
}

#[test]
fn the_built_in_terrains_have_their_values() {
    let map = read(&with(".=:oTF~w%#B \n............", "")).unwrap();
    let row: Vec<String> = (0..12)
        .map(|i| {
            let t = &map.terrains[usize::from(map.terrain[i].0)];
            let cost = ["1", "2", "no"][match t.cost {
                Cost::Plain => 0,
                Cost::Hard => 1,
                Cost::No => 2,
            }];
            format!("{} {cost} {:?} {} {}", t.name, t.sight, t.height, t.cover)
        })
        .collect();
    assert_eq!(
        row,
        [
            "open 1 Clear 0 false",
            "floor 1 Clear 0 false",
            "rubble 2 Partial 1 true",
            "rocks 2 Partial 1 true",
            "wood 2 Partial 2 true",
            "thicket 2 Blocking 3 true",
            "water 2 Clear 0 false",
            "deep no Clear 0 false",
            "darkness 2 Blocking 9 true",
            "wall no Blocking 3 false",
            "building no Blocking 4 false",
            "void no Clear 0 false",
        ]
    );
    assert!(map.terrains.iter().filter(|t| t.void).count() == 1);
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn faults_have_their_place() {
    refused("name = \"x\"", (1, 1), "not a map file");
    refused(
        "format = \"skirmish-map/2\"\nnew = 1",
        (1, 10),
        "need a newer skirmish",
    );
    refused(
        "format = \"skirmish-force/1\"",
        (1, 10),
        "expected \"skirmish-map/1\"",
    );
    refused(
        &with("..\n..", "colour = 3"),
        (7, 1),
        "unknown key \"colour\"",
    );
    refused(
        &with("..\n..", "").replace("square", "squares"),
        (3, 8),
        "unknown value \"squares\"; expected square, hex-flat, hex-pointy",
    );
    refused(
        &with("..\n..", "").replace("\"Test\"", "7"),
        (2, 8),
        "this is the number 7; expected text in quotation marks",
    );
    refused(&with("..\n.x", ""), (6, 2), "unknown terrain character 'x'");
    refused(
        &with("...\n..\n...", ""),
        (6, 3),
        "row 2 of terrain has 2 characters, expected 3",
    );
    refused(
        &with("..\n...", ""),
        (6, 3),
        "row 2 of terrain has 3 characters, expected 2",
    );
    refused(
        &with("..\n\\\"?", ""),
        (6, 3),
        "unknown terrain character '?'",
    );
    refused(&with("", ""), (4, 11), "the first row of terrain is empty");
    refused(&with("  \n  ", ""), (4, 11), "the whole board is void");
    refused(
        &with("..\n..", "[legend]\nab = \"wall\""),
        (8, 1),
        "must be one character",
    );
    refused(
        &with("..\n..", "[legend]\na = \"wal\""),
        (8, 1),
        "unknown terrain \"wal\"; known: open,",
    );
    refused(
        &with("..\n..", "[legend]\na = { name=\"a\", cost=3 }"),
        (8, 22),
        "1, 2 or \"no\"",
    );
    refused(
        &with("..\n..", "[legend]\na = { name=\"a\", hits=0 }"),
        (8, 22),
        "hits is 0",
    );
    refused(
        &with("..\n..", "[legend]\na = { name=\"a\", becomes=\"b\" }"),
        (8, 25),
        "unknown terrain \"b\"",
    );
    refused(
        &with("..\n..", "[legend]\na = { name=\"a\", becomes=\"a\" }"),
        (8, 25),
        "cannot become itself",
    );
    refused(
        &with("..\n..", "[legend]\na = { name=\"open\", cost=2 }"),
        (8, 12),
        "two terrains of this map",
    );
    refused(
        &with("..\n..", "[legend]\na = { name=\"a\", colour=\"red\" }"),
        (8, 24),
        "\"#rrggbb\"",
    );
    refused(
        &with("..\n..", "space_mm = -2.5"),
        (7, 12),
        "space_mm is -2.5",
    );
    refused(
        &with("..\n..", "space_mm = 25.123"),
        (7, 12),
        "at most two decimals",
    );
    refused(
        &with("..\n..", "elevation = \"\"\"\n0.\n00\"\"\""),
        (8, 2),
        "'.' is not a level",
    );
    refused(
        &with("..\n..", "elevation = \"\"\"\n00\"\"\""),
        (8, 1),
        "elevation has 1 rows, but terrain has 2",
    );
    refused(
        &with("..\n..", "elevation = \"\"\"\n00\n000\"\"\""),
        (9, 3),
        "row 2 of elevation",
    );
}

#[test]
fn faults_of_borders_and_zones_have_their_place() {
    let border = |keys: &str| with("...\n...\n...", &format!("[[border]]\n{keys}"));
    refused(
        &border("between = [\"A1|C1\"]\nkind = \"wall\""),
        (9, 12),
        "are not neighbours",
    );
    refused(
        &border("between = [\"A1|B2\"]\nkind = \"wall\""),
        (9, 12),
        "meet only at a corner",
    );
    refused(
        &border("between = [\"A1-B1\"]\nkind = \"wall\""),
        (9, 12),
        "not a border",
    );
    refused(
        &border("between = [\"A1|A9\"]\nkind = \"wall\""),
        (9, 12),
        "\"A9\" is not a space of this map (A1 to C3)",
    );
    refused(
        &border("between = [\"A1|B1\", \"B1|A1\"]\nkind = \"wall\""),
        (9, 21),
        "a second border",
    );
    refused(
        &border("between = [\"A1|B1\"]\nkind = \"moat\""),
        (10, 8),
        "expected wall, fence",
    );
    refused(
        &border("between = [\"A1|B1\"]\nkind = \"wall\"\nopen = true"),
        (11, 8),
        "open is for doors only",
    );
    refused(
        &border("between = [\"A1|B1\"]\nkind = \"fence\"\nheight = -1"),
        (11, 10),
        "this is the number -1; expected a whole number from 0 to 255",
    );
    let zone = |keys: &str| with("...\n.. \n...", &format!("[[zone]]\n{keys}"));
    refused(
        &zone("kind = \"objective\"\nspaces = [\"A1:D4\"]"),
        (10, 11),
        "\"D4\" is not a space of this map",
    );
    refused(
        &zone("kind = \"objective\"\nspaces = [\"C2\"]"),
        (10, 11),
        "lies on void",
    );
    refused(
        &zone("kind = \"objective\"\nspaces = []"),
        (8, 1),
        "no spaces",
    );
    refused(
        &zone("kind = \"deployment\"\nspaces = [\"A1\"]"),
        (8, 1),
        "needs a seat",
    );
    refused(
        &zone("kind = \"deployment\"\nseat = 9\nspaces = [\"A1\"]"),
        (10, 8),
        "seat is 9",
    );
    let twice = "kind = \"deployment\"\nseat = 1\nspaces = [\"A1\"]\n[[zone]]\nkind = \"deployment\"\nseat = 1\nspaces = [\"B1\"]";
    refused(&zone(twice), (12, 1), "second deployment zone");
}

#[test]
fn sizes_are_limited_before_anything_is_made() {
    let wide = ".".repeat(1025);
    let rows = vec![wide.as_str(); 1024].join("\n");
    refused(
        &with(&rows, ""),
        (4, 11),
        "1025 × 1024 spaces, the limit is 1048576",
    );
    let ten_million = ".".repeat(10_000_000);
    refused(&with(&ten_million, ""), (4, 11), "10000000 × 1 spaces");
    let long = with("..", &"# more\n".repeat(2_400_000));
    let fault = read(&long).expect_err("too long");
    assert!(fault.what.contains("16 MiB"), "{fault}");
    refused(
        &with("..\n..", "columns = 10000000"),
        (7, 1),
        "unknown key \"columns\"",
    );
}

#[test]
fn borders_stand_where_hexes_share_a_side() {
    for (grid, stagger, side, apart) in [
        ("hex-flat", "even", "A1|B1", "A1|B2"),
        ("hex-flat", "odd", "A1|B2", "A2|B1"),
        ("hex-pointy", "even", "A1|A2", "B1|A3"),
        ("hex-pointy", "odd", "A1|B2", "B1|A2"),
    ] {
        let text = |pair| {
            with(
                "...\n...\n...",
                &format!(
                    "stagger = \"{stagger}\"\n[[border]]\nbetween = [\"{pair}\"]\nkind = \"wall\""
                ),
            )
            .replace("square", grid)
        };
        let map = read(&text(side)).unwrap_or_else(|fault| panic!("{grid} {stagger}: {fault}"));
        assert_eq!(map.borders[0].between.0, Space(0));
        assert!(read(&text(apart)).is_err(), "{grid} {stagger} {apart}");
    }
}

#[test]
fn author_and_notes_are_kept() {
    let text = "format = \"skirmish-map/1\"\nname = \"Two\"\nauthor = \"Ann \\\"A\\\" Other\"\n\
                notes = \"First line\\nsecond\"\ngrid = \"square\"\nterrain = \"..\"\n";
    let map = skirmish::files::map::read(&skirmish::source::Source::new("two", text)).unwrap();
    assert_eq!(map.credit.author.as_deref(), Some("Ann \"A\" Other"));
    let written = skirmish::files::write(&map);
    let again = skirmish::files::map::read(&skirmish::source::Source::new("two", written)).unwrap();
    assert_eq!(again.credit, map.credit);
    assert_eq!(again, map);
}
