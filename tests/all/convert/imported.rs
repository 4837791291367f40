//! What comes with an imported map: zones, its picture, and every command that takes it.

use super::*;
use base64::Engine;
use skirmish::board::Use;
use skirmish::files::png::png;

fn skirmish(words: &[&str], home: &TempDir) -> (i32, String, String) {
    let output = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"))
        .args(words)
        .current_dir(home.path())
        .env("SKIRMISH_HOME", home.path().join("home"))
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn read_map(home: &TempDir, file: &str) -> Map {
    let text = fs::read_to_string(home.path().join(file)).unwrap();
    map::read(&Source::new(file, text)).unwrap()
}

/// A MegaMek board of open ground.
fn board(columns: u32, rows: u32) -> String {
    let mut text = format!("size {columns} {rows}\n");
    for row in 1..=rows {
        for column in 1..=columns {
            text += &format!("hex {column:02}{row:02} 0 \"\" \"\"\n");
        }
    }
    text + "end\n"
}

#[test]
fn maps_of_other_programs_come_with_zones() {
    let home = TempDir::new().unwrap();
    fs::write(home.path().join("wide.board"), board(14, 10)).unwrap();
    fs::write(home.path().join("tall.board"), board(10, 14)).unwrap();
    let zones = |file: &str, zones: &[&str]| {
        let words = [&["map", "convert", file, "out.toml"][..], zones].concat();
        let (code, out, err) = skirmish(&words, &home);
        assert_eq!((code, err.as_str()), (0, ""));
        let map = read_map(&home, "out.toml");
        let first = |zone: &skirmish::board::Zone| {
            assert_eq!(zone.kind, Use::Deployment);
            assert!(zone.spaces.count() >= 20, "{}", zone.spaces.count());
            (
                zone.seat.unwrap(),
                map.grid.name(zone.spaces.iter().next().unwrap()),
            )
        };
        let all: Vec<(u8, String)> = map.zones.iter().map(first).collect();
        assert_eq!(
            out.contains("zones were proposed"),
            !all.is_empty(),
            "{out}"
        );
        all.into_iter()
            .map(|(seat, at)| format!("{seat} {at}"))
            .collect::<Vec<_>>()
    };
    assert_eq!(zones("wide.board", &[]), ["1 A1", "2 A8"]);
    assert_eq!(zones("tall.board", &[]), ["1 A1", "2 H1"]);
    assert_eq!(
        zones("wide.board", &["--zones", "left-right"]),
        ["1 A1", "2 L1"]
    );
    let corners = zones("wide.board", &["--zones", "corners"]);
    assert_eq!(corners.len(), 4, "{corners:?}");
    assert!(zones("wide.board", &["--zones", "none"]).is_empty());
    assert_eq!(
        skirmish(
            &["map", "convert", "wide.board", "x.toml", "--zones", "all"],
            &home
        )
        .0,
        2
    );
    // the check has no error then, and without zones says where a battle would deploy
    assert_eq!(skirmish(&["map", "check", "wide.board"], &home).0, 0);
    let (code, out, _) = skirmish(&["map", "check", "out.toml"], &home);
    assert_eq!(code, 1);
    assert!(
        out.contains("a battle would deploy it along the top edge"),
        "{out}"
    );
    assert!(
        out.contains("a battle would deploy it along the bottom edge"),
        "{out}"
    );
}

#[test]
fn zones_lie_on_ground_that_hangs_together() {
    let text = "size 9 9\n";
    let mut text = text.to_owned();
    for row in 1..=9 {
        for column in 1..=9 {
            // a basin in the top left, walled in
            let wall = (row == 4 && column <= 4) || (column == 4 && row <= 4);
            let what = if wall { "impassable:1" } else { "" };
            text += &format!("hex {column:02}{row:02} 0 \"{what}\" \"\"\n");
        }
    }
    let home = TempDir::new().unwrap();
    fs::write(home.path().join("b.board"), text + "end\n").unwrap();
    assert_eq!(
        skirmish(&["map", "convert", "b.board", "b.toml"], &home).0,
        0
    );
    let map = read_map(&home, "b.toml");
    assert_eq!(map.zones.len(), 2);
    let inside = map.grid.named("B2").unwrap();
    assert!(map.zones.iter().all(|zone| !zone.spaces.contains(inside)));
}

#[test]
fn battles_take_maps_of_other_programs() {
    let home = TempDir::new().unwrap();
    fs::write(home.path().join("b.board"), board(14, 12)).unwrap();
    let battle = [
        "--map", "b.board", "--agent", "random", "--agent", "random", "--seed", "1", "--rounds",
        "1",
    ];
    let (code, out, err) = skirmish(&[&["watch", "--json"][..], &battle].concat(), &home);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("\"type\":\"result\""), "{out}");
    // the same as on the converted map
    assert_eq!(
        skirmish(&["map", "convert", "b.board", "b.toml"], &home).0,
        0
    );
    let (_, again, _) = skirmish(&[&["watch", "--json"][..], &battle].concat(), &home);
    let ends = |out: &str| out.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(ends(&out), ends(&again));
    let words: Vec<&str> = battle
        .iter()
        .map(|w| if *w == "b.board" { "b.toml" } else { *w })
        .collect();
    let (_, own, _) = skirmish(&[&["watch", "--json"][..], &words].concat(), &home);
    assert_eq!(ends(&out), ends(&own));
    let (code, out, err) = skirmish(&[&["arena", "--games", "2"][..], &battle].concat(), &home);
    assert_eq!(code, 0, "{out}{err}");
    let (code, out, err) = skirmish(&[&["play", "--terminal"][..], &battle].concat(), &home);
    assert_eq!(code, 0, "{out}{err}");
    // a scenario may name one that lies beside it
    let scenario = "format = \"skirmish-scenario/1\"\nname = \"S\"\nmap = \"b.board\"\n";
    fs::write(home.path().join("s.scenario.toml"), scenario).unwrap();
    let named = [
        &["watch", "--json", "--scenario", "./s.scenario.toml"][..],
        &battle[2..],
    ]
    .concat();
    let (code, out, err) = skirmish(&named, &home);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("\"type\":\"result\""), "{out}");
}

/// A Universal VTT file of 6 × 4 squares with a picture of 10 pixels a square.
fn pictured() -> (String, Vec<u8>) {
    let pixels: Vec<[u8; 4]> = (0..60 * 40)
        .map(|i| {
            if (i % 60 / 10 + i / 600) % 2 == 0 {
                [200, 40, 40, 255]
            } else {
                [40, 40, 200, 255]
            }
        })
        .collect();
    let picture = png(60, 40, &pixels);
    let image = base64::engine::general_purpose::STANDARD.encode(&picture);
    let text = format!(
        "{{\"format\":0.3,\"resolution\":{{\"map_origin\":{{\"x\":0,\"y\":0}},\"map_size\":{{\"x\":6,\"y\":4}},\"pixels_per_grid\":10}},\
         \"line_of_sight\":[[{{\"x\":3,\"y\":0}},{{\"x\":3,\"y\":2}}]],\"portals\":[],\"image\":\"{image}\"}}"
    );
    (text, picture)
}

#[test]
fn the_picture_of_a_battle_map_is_kept() {
    let home = TempDir::new().unwrap();
    let (text, picture) = pictured();
    fs::write(home.path().join("yard.dd2vtt"), text).unwrap();
    let (code, out, err) = skirmish(&["map", "convert", "yard.dd2vtt", "mine.toml"], &home);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(!out.contains("the picture was left out"), "{out}");
    assert_eq!(fs::read(home.path().join("mine.png")).unwrap(), picture);
    let map = read_map(&home, "mine.toml");
    let named = map.credit.picture.clone().unwrap();
    assert_eq!(
        (named.file.as_str(), named.pixels_per_space),
        ("mine.png", 1000)
    );
    assert_eq!(map, map::read(&Source::new("again", write(&map))).unwrap());
    // and out again
    let (code, _, err) = skirmish(&["map", "convert", "mine.toml", "back.uvtt"], &home);
    assert_eq!((code, err.as_str()), (0, ""));
    let json: Value =
        serde_json::from_str(&fs::read_to_string(home.path().join("back.uvtt")).unwrap()).unwrap();
    let image = base64::engine::general_purpose::STANDARD.decode(json["image"].as_str().unwrap());
    assert_eq!(image.unwrap(), picture);
    assert_eq!(json["resolution"]["pixels_per_grid"], 10);
    let (code, _, _) = skirmish(&["map", "convert", "back.uvtt", "again.toml"], &home);
    assert_eq!(code, 0);
    assert_eq!(fs::read(home.path().join("again.png")).unwrap(), picture);
    // a picture that is gone is said
    fs::remove_file(home.path().join("mine.png")).unwrap();
    let (code, _, err) = skirmish(&["map", "convert", "mine.toml", "b.uvtt"], &home);
    assert_eq!(code, 2);
    assert!(
        err.contains("picture \"mine.png\": it cannot be read"),
        "{err}"
    );
}

#[cfg(feature = "print")]
#[test]
fn the_picture_lies_under_the_grid_in_pictures_and_prints() {
    let home = TempDir::new().unwrap();
    fs::write(home.path().join("yard.dd2vtt"), pictured().0).unwrap();
    let pixels = |file: &str| {
        let bytes = fs::read(home.path().join(file)).unwrap();
        skirmish::files::backdrop::pixels(&bytes, 1 << 24).unwrap()
    };
    let near = |pixel: &[u8], wanted: [u8; 3]| {
        let mut parts = pixel.iter().zip(wanted);
        parts.all(|(a, b)| a.abs_diff(b) <= 3)
    };
    // the board begins at the corner; in its second row there are no zones
    let is = |file: &str, column: f64, wanted: [u8; 3]| {
        let (wide, _, pixels) = pixels(file);
        let size = f64::from(wide) / 6.0;
        let (x, y) = ((column * size) as usize, (1.4 * size) as usize);
        let i = (y * wide as usize + x) * 4;
        let found = &pixels[i..i + 3];
        assert!(near(found, wanted), "{file} {column}: {found:?}");
    };
    const RED: [u8; 3] = [200, 40, 40];
    const BLUE: [u8; 3] = [40, 40, 200];
    // from the file itself, as every command takes it
    let words = ["map", "show", "yard.dd2vtt", "--png", "show.png"];
    let (code, out, err) = skirmish(&words, &home);
    assert_eq!(code, 0, "{out}{err}");
    let all = pixels("show.png").2;
    let red = all.chunks(4).filter(|p| near(&p[..3], RED)).count();
    assert!(red > 5_000, "{red}");
    for (words, file) in [
        (
            ["map", "print", "yard.dd2vtt", "--out", "print.png"],
            "print.png",
        ),
        (
            ["map", "convert", "yard.dd2vtt", "bare.png", "--json"],
            "bare.png",
        ),
    ] {
        let (code, out, err) = skirmish(&words, &home);
        assert_eq!(code, 0, "{out}{err}");
        is(file, 0.4, BLUE);
        is(file, 1.4, RED);
    }
    for file in ["pages.pdf", "sheet.svg"] {
        let words = ["map", "print", "yard.dd2vtt", "--out", file];
        let (code, out, err) = skirmish(&words, &home);
        assert_eq!(code, 0, "{out}{err}");
        let bytes = fs::read(home.path().join(file)).unwrap();
        let sign: &[u8] = if file.ends_with("pdf") {
            b"/Image"
        } else {
            b"data:image/png"
        };
        assert!(bytes.windows(sign.len()).any(|part| part == sign), "{file}");
    }
}

#[test]
fn a_map_says_what_its_picture_is_in_numbers_that_are_checked() {
    let text = |picture: &str| {
        format!(
            "format = \"skirmish-map/1\"\nname = \"x\"\npicture = {picture}\ngrid = \"square\"\nterrain = \"..\"\n"
        )
    };
    let good = text(
        "{ file = \"maps/yard.webp\", pixels_per_space = 70.5, offset = [-12, 3.25], opacity = 0.4 }",
    );
    let map = map::read(&Source::new("x", good.as_str())).unwrap();
    let picture = map.credit.picture.clone().unwrap();
    assert_eq!(
        (picture.offset, picture.pixels_per_space, picture.opacity),
        ((-1200, 325), 7050, 40)
    );
    assert_eq!(map, map::read(&Source::new("x", write(&map))).unwrap());
    for (bad, why) in [
        (
            "{ file = \"../yard.png\", pixels_per_space = 70 }",
            "in the map's folder or below",
        ),
        (
            "{ file = \"/yard.png\", pixels_per_space = 70 }",
            "in the map's folder or below",
        ),
        (
            "{ file = \"C:\\\\yard.png\", pixels_per_space = 70 }",
            "in the map's folder or below",
        ),
        (
            "{ file = \"yard.png\", pixels_per_space = 0 }",
            "expected 1 to 10000",
        ),
        ("{ file = \"yard.png\" }", "pixels_per_space"),
        (
            "{ file = \"yard.png\", pixels_per_space = 70, opacity = 2 }",
            "expected 0 to 1",
        ),
        (
            "{ file = \"yard.png\", pixels_per_space = 70, scale = 2 }",
            "scale",
        ),
    ] {
        let said = map::read(&Source::new("x", text(bad)))
            .unwrap_err()
            .to_string();
        assert!(said.contains(why), "{bad}: {said}");
        assert!(said.contains("x:3:"), "{said}");
    }
}

#[cfg(feature = "print")]
#[test]
fn hexes_reach_virtual_tabletops_as_a_picture_and_facts() {
    let home = TempDir::new().unwrap();
    for (grid, stagger, top, lines, one) in [
        ("hex-flat", "even", "flat", "columns", "even"),
        ("hex-flat", "odd", "flat", "columns", "odd"),
        ("hex-pointy", "even", "pointed", "rows", "even"),
    ] {
        let text = format!(
            "format = \"skirmish-map/1\"\nname = \"x\"\ngrid = \"{grid}\"\nstagger = \"{stagger}\"\nterrain = '''\n~...\n....\n....'''\n"
        );
        fs::write(home.path().join("x.toml"), text).unwrap();
        let (code, out, err) = skirmish(&["map", "convert", "x.toml", "x.png"], &home);
        assert_eq!((code, err.as_str()), (0, ""), "{out}");
        let facts = fs::read_to_string(home.path().join("x.grid.json")).unwrap();
        let facts: Value = serde_json::from_str(&facts).unwrap();
        assert_eq!(facts["picture"], "x.png");
        assert_eq!((&facts["columns"], &facts["rows"]), (&4.into(), &3.into()));
        assert_eq!(facts["offset"], serde_json::json!({ "x": 0, "y": 0 }));
        assert_eq!(
            (&facts["top"], &facts["shifted_lines"]),
            (&top.into(), &lines.into())
        );
        assert_eq!(facts["shifted_counted_from_1"], one);
        let bytes = fs::read(home.path().join("x.png")).unwrap();
        let (wide, high, pixels) = skirmish::files::backdrop::pixels(&bytes, 1 << 24).unwrap();
        assert_eq!(
            (&facts["width"], &facts["height"]),
            (&wide.into(), &high.into())
        );
        // by the facts alone: the middle of A1 is water, that of the space beside it is not
        let number = |value: &Value| value.as_f64().unwrap();
        let map = read_map(&home, "x.toml");
        let middle = |column: u32, row: u32| {
            let shifted = |n: u32| {
                let odd = n % 2 == 1;
                f64::from(u8::from(odd == (facts["shifted_counted_from_0"] == "odd")))
            };
            let (across, down) = match lines {
                "columns" => (0.0, 0.5 * shifted(column)),
                _ => (0.5 * shifted(row), 0.0),
            };
            let size = number(&facts["pixels_per_space"]);
            let x = f64::from(column) * number(&facts["step"]["x"])
                + number(&facts["space"]["x"]) / 2.0;
            let y =
                f64::from(row) * number(&facts["step"]["y"]) + number(&facts["space"]["y"]) / 2.0;
            let (x, y) = (x + across * size, y + down * size);
            let i = (y as usize * wide as usize + x as usize) * 4;
            [pixels[i], pixels[i + 1], pixels[i + 2]]
        };
        let blue = |[r, _, b]: [u8; 3]| b > r;
        for i in 0..map.terrain.len() as u32 {
            let (column, row) = (map.grid.column(Space(i)), map.grid.row(Space(i)));
            assert_eq!(
                blue(middle(column, row)),
                i == 0,
                "{grid} {stagger} {column} {row}"
            );
        }
    }
    let said = skirmish(&["map", "convert", "x.toml", "x.uvtt"], &home).2;
    assert!(
        said.contains("as .png with the facts of its grid"),
        "{said}"
    );
}

#[cfg(feature = "window")]
#[test]
fn the_editor_makes_a_new_map_of_one_of_another_program() {
    use skirmish::window::{App, rehearse};
    let home = TempDir::new().unwrap();
    let path = |name: &str| home.path().join(name).display().to_string();
    fs::write(path("b.board"), board(14, 12)).unwrap();
    fs::write(path("yard.dd2vtt"), pictured().0).unwrap();
    skirmish::store::disk::with_home(&home.path().join("home"), || {
        let open = |file: &str| App::edit_map(Some(&path(file))).unwrap_or_else(|e| panic!("{e}"));
        let mut app = open("b.board");
        let map = app.draft().unwrap().sheet().map();
        assert_eq!(
            (map.grid.columns, map.grid.rows, map.zones.len()),
            (14, 12, 2)
        );
        rehearse(&mut app, "wait 2").unwrap_or_else(|e| panic!("{e}"));
        // its picture lies under the grid
        let mut app = open("yard.dd2vtt");
        rehearse(&mut app, "wait 2").unwrap_or_else(|e| panic!("{e}"));
        assert!(app.draft().unwrap().sheet().map().credit.picture.is_some());
    });
}
