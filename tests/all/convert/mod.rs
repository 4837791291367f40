//! Maps of other programs, in and out.

mod damaged;
mod hex_maps;
mod imported;
mod tiled_maps;
mod tiled_solid;
mod uvtt_houses;
mod uvtt_maps;
mod wesnoth_scenarios;

use assert_cmd::Command;
use serde_json::Value;
use skirmish::board::{BorderKind, Cost, Map, Opacity, Space};
use skirmish::files::foreign::{Format, Input, Missing, read};
use skirmish::files::mapping::{DEFAULTS, Mapping};
use skirmish::files::{map, shipped, tiled, uvtt, write};
use skirmish::source::Source;
use std::fs;
use tempfile::TempDir;

/// Reads a text in a format; the map as text, or the fault.
fn try_read(
    format: Format,
    bytes: &[u8],
    mapping: Option<&str>,
) -> Result<(Map, Vec<String>), String> {
    let user =
        mapping.map(|m| Source::new("mapping", format!("format = \"skirmish-mapping/1\"\n{m}")));
    let mapping = Mapping::new(format.mapping(), user.as_ref()).map_err(|e| e.to_string())?;
    let mut input = Input {
        file: "file",
        name: "name",
        bytes,
        mapping: &mapping,
        beside: &mut |_| Err(Missing::NotThere("nothing".into())),
    };
    let read = read(format, &mut input).map_err(|e| e.to_string())?;
    let (map, notes) = (read.map, read.notes);
    let said = notes
        .all()
        .iter()
        .map(|n| format!("{} {} {}", n.fate.name(), n.count, n.what))
        .collect();
    Ok((map, said))
}

/// The terrain picture of what is read from a text, and what is said about it.
fn check(format: Format, text: &str, picture: &[&str]) -> (Map, Vec<String>) {
    let (map, said) = try_read(format, text.as_bytes(), None).unwrap_or_else(|e| panic!("{e}"));
    let columns = map.grid.columns as usize;
    let signs: Vec<char> = map
        .terrain
        .iter()
        .map(|t| map.terrains[usize::from(t.0)].sign)
        .collect();
    let rows: Vec<String> = signs.chunks(columns).map(|r| r.iter().collect()).collect();
    assert_eq!(rows, picture, "{text}");
    (map, said)
}

fn refused(format: Format, text: impl AsRef<[u8]>, why: &str) {
    match try_read(format, text.as_ref(), None) {
        Ok((map, _)) => panic!("read as {} × {}", map.grid.columns, map.grid.rows),
        Err(error) => assert!(error.contains(why), "{error:?} does not say {why:?}"),
    }
}

fn walls(map: &Map) -> Vec<String> {
    let name = |s| map.grid.name(s);
    map.borders
        .iter()
        .map(|b| format!("{}|{} {:?}", name(b.between.0), name(b.between.1), b.kind))
        .collect()
}

fn shipped_maps() -> impl Iterator<Item = (&'static str, Map)> {
    shipped::MAPS
        .iter()
        .map(|(name, text)| (*name, map::read(&Source::new(*name, *text)).unwrap()))
}

// ---------------------------------------------------------------- round trips

#[test]
fn every_shipped_map_goes_through_tiled_unchanged() {
    for (name, map) in shipped_maps() {
        let text = tiled::write(&map, "tiles.png");
        let (again, said) =
            try_read(Format::Tmx, text.as_bytes(), None).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(write(&map), write(&again), "{name}");
        assert_eq!(map, again, "{name}");
        assert_eq!(said, Vec::<String>::new(), "{name}");
    }
}

#[test]
fn every_shipped_map_of_squares_goes_through_universal_vtt_unchanged() {
    for (name, map) in shipped_maps() {
        if !map.grid.kind.is_square() {
            assert!(
                uvtt::write(&map, None)
                    .unwrap_err()
                    .to_string()
                    .contains("squares only")
            );
            continue;
        }
        let (text, _) = uvtt::write(&map, None).unwrap();
        let (again, _) = try_read(Format::Uvtt, text.as_bytes(), None).unwrap();
        assert_eq!(map, again, "{name}");
    }
}

#[test]
fn walls_and_doors_go_through_universal_vtt_without_our_own_key() {
    for (name, map) in shipped_maps().filter(|(_, m)| m.grid.kind.is_square()) {
        let (text, _) = uvtt::write(&map, None).unwrap();
        let mut json: Value = serde_json::from_str(&text).unwrap();
        json["skirmish"] = Value::Null;
        json["objects_line_of_sight"] = Value::Null;
        let (again, _) = try_read(Format::Uvtt, json.to_string().as_bytes(), None).unwrap();
        // beside a solid space stands the outline of that space
        let solid = |space: Space| {
            let terrain = &map.terrains[usize::from(map.terrain[space.index()].0)];
            let wall = terrain.cost == Cost::No && terrain.sight == Opacity::Blocking;
            wall || terrain.void
        };
        let seen = |of: &Map| {
            let mut kept = of.clone();
            kept.borders.retain(|b| {
                let kind = matches!(b.kind, BorderKind::Wall | BorderKind::Door);
                kind && !solid(b.between.0) && !solid(b.between.1)
            });
            walls(&kept)
        };
        assert_eq!(seen(&map), seen(&again), "{name}");
    }
}

#[test]
fn a_map_with_everything_goes_through_tiled_unchanged() {
    for grid in ["square", "hex-flat", "hex-pointy"] {
        for stagger in ["even", "odd"] {
            let text = format!(
                "format = \"skirmish-map/1\"\nname = \"A <b> & \\\"c\\\"\"\ngrid = \"{grid}\"\nstagger = \"{stagger}\"\nspace_mm = 31.75\n\
                 terrain = '''\n._#x\n~\"Fz\n.y..'''\nelevation = '''\n0012\nab90\n0000'''\n[legend]\n_ = \"void\"\n\
                 x = {{ name = \"box & crate\", cost = \"no\", sight = \"partial\", height = 1, cover = true, hits = 2, becomes = \"splinters\", colour = \"#123456\" }}\n\
                 y = {{ name = \"splinters\", cost = 2 }}\nz = {{ name = \"bog\", cost = 2, water = true }}\n\
                 [[border]]\nbetween = [\"A2|B2\", \"B2|C2\", \"B3|C3\"]\nkind = \"wall\"\n\
                 [[border]]\nbetween = [\"A2|A3\"]\nkind = \"door\"\nopen = true\n\
                 [[border]]\nbetween = [\"D2|D3\"]\nkind = \"door\"\nstate = \"locked\"\n\
                 [[border]]\nbetween = [\"C1|C2\"]\nkind = \"fence\"\nmove = 2\nsight = \"clear\"\nheight = 2\n\
                 [[zone]]\nkind = \"deployment\"\nseat = 2\nspaces = [\"A1\", \"A3\"]\n[[zone]]\nkind = \"objective\"\nspaces = [\"C3\"]\n\
                 [[zone]]\nkind = \"exit\"\nseat = 1\nspaces = [\"D3\"]\n"
            );
            let map = map::read(&Source::new("all", text)).unwrap();
            let tmx = tiled::write(&map, "tiles.png");
            let (again, said) = try_read(Format::Tmx, tmx.as_bytes(), None).unwrap();
            assert_eq!(map, again, "{grid} {stagger} {said:?}");
        }
    }
}

#[test]
fn the_defaults_can_be_read() {
    for (name, text) in DEFAULTS {
        let source = Source::new(name, text);
        assert!(Mapping::new("", Some(&source)).is_ok(), "{name}");
    }
}

// ---------------------------------------------------------------- the command

fn convert(words: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("skirmish"));
    let output = command
        .args(["map", "convert"])
        .args(words)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn the_command_converts_there_and_back() {
    let home = TempDir::new().unwrap();
    let path = |name: &str| home.path().join(name).display().to_string();
    let (tmx, toml) = (path("ford.tmx"), path("ford.toml"));
    assert_eq!(convert(&["ford", &tmx]).0, 0);
    assert!(
        fs::read(path("ford-tiles.png"))
            .unwrap()
            .starts_with(b"\x89PNG")
    );
    let (code, out, err) = convert(&[&tmx, &toml, "--json"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let said: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(said["findings"], serde_json::json!([]));
    let ford = shipped_maps().find(|(name, _)| *name == "ford").unwrap().1;
    let again = map::read(&Source::new("ford", fs::read_to_string(&toml).unwrap())).unwrap();
    assert_eq!(ford, again);
    assert_eq!(convert(&["ford", &path("ford.map")]).0, 2);
    assert_eq!(convert(&[&path("none.tmx"), &toml]).0, 2);
    assert_eq!(convert(&[&toml, &toml]).0, 2);
    assert!(convert(&["--defaults", "wesnoth"]).1.contains("[terrain]"));
}

#[test]
#[ignore = "slow"]
fn a_file_without_a_picture_says_once_and_truly_why_it_has_none() {
    let home = TempDir::new().unwrap();
    let path = |name: &str| home.path().join(name).display().to_string();
    let (wide, out) = (path("wide.toml"), path("wide.uvtt"));
    // fewer than 8 pixels a square
    let row = ".".repeat(600);
    let text = format!(
        "format = \"skirmish-map/1\"\nname = \"Wide\"\ngrid = \"square\"\nterrain = \"\"\"\n{row}\n{row}\"\"\"\n"
    );
    fs::write(&wide, text).unwrap();
    let pictures = |from: &str| -> Vec<String> {
        let (code, said, err) = convert(&[from, &out, "--json"]);
        assert_eq!((code, err.as_str()), (0, ""));
        let said: Value = serde_json::from_str(&said).unwrap();
        let whats = said["findings"].as_array().unwrap().iter();
        let whats = whats.map(|finding| finding["what"].as_str().unwrap().to_owned());
        whats.filter(|what| what.contains("picture")).collect()
    };
    let (large, small) = match cfg!(feature = "print") {
        true => (Some("the map is too large to draw"), None),
        false => (
            Some("this build cannot draw pictures"),
            Some("this build cannot draw pictures"),
        ),
    };
    let said = |why: Option<&str>| -> Vec<String> {
        let said = why.map(|why| format!("the file contains no picture: {why}"));
        said.into_iter().collect()
    };
    assert_eq!(pictures(&wide), said(large));
    assert_eq!(pictures("village"), said(small));
}

#[test]
fn what_has_no_meaning_comes_with_the_line_that_gives_it_one() {
    let home = TempDir::new().unwrap();
    let path = |name: &str| home.path().join(name).display().to_string();
    let map = "<map orientation=\"orthogonal\" width=\"2\" height=\"1\" tilewidth=\"8\" tileheight=\"8\"><tileset firstgid=\"1\" name=\"Basic\"/><layer name=\"x\" width=\"2\" height=\"1\"><data encoding=\"csv\">4,4</data></layer></map>";
    fs::write(path("m.tmx"), map).unwrap();
    let (code, out, _) = convert(&[&path("m.tmx"), &path("m.toml")]);
    assert_eq!(code, 0);
    assert!(out.contains("became open ground (Basic#3"), "{out}");
    assert!(out.contains("--mapping FILE (--defaults tiled"), "{out}");
    // the lines it proposes are a mapping
    let at = out.find("        format = ").unwrap();
    fs::write(path("words.toml"), &out[at..]).unwrap();
    let words = path("words.toml");
    let (code, out, err) = convert(&[&path("m.tmx"), &path("m.toml"), "--mapping", &words]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(!out.contains("unknown"), "{out}");
    assert!(fs::read_to_string(path("m.toml")).unwrap().contains("TT"));
    let board = "size 2 1\nhex 0101 0 \"mystery:2\" \"\"\nhex 0201 0 \"\" \"\"\nend\n";
    fs::write(path("m.board"), board).unwrap();
    let (_, out, _) = convert(&[&path("m.board"), &path("m.toml")]);
    assert!(out.contains("\"mystery:*\" = \"wood\""), "{out}");
}

#[test]
fn nothing_outside_the_folder_is_opened() {
    let home = TempDir::new().unwrap();
    let inner = home.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let set = "<tileset name=\"s\"><tile id=\"0\" type=\"water\"/></tileset>";
    fs::write(home.path().join("outer.tsx"), set).unwrap();
    fs::write(inner.join("near.tsx"), set).unwrap();
    let map = |source: &str| {
        let text = format!(
            "<map orientation=\"orthogonal\" width=\"1\" height=\"1\" tilewidth=\"8\" tileheight=\"8\"><tileset firstgid=\"1\" source=\"{source}\"/><layer name=\"x\" width=\"1\" height=\"1\"><data encoding=\"csv\">1</data></layer></map>"
        );
        let file = inner.join("m.tmx");
        fs::write(&file, text).unwrap();
        convert(&[
            &file.display().to_string(),
            &inner.join("m.toml").display().to_string(),
        ])
    };
    let (code, _, err) = map("near.tsx");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(
        fs::read_to_string(inner.join("m.toml"))
            .unwrap()
            .contains('~')
    );
    fs::remove_file(inner.join("m.toml")).unwrap();
    let absolute = home.path().join("outer.tsx").display().to_string();
    for outside in [
        "../outer.tsx",
        "x/../../outer.tsx",
        "..\\outer.tsx",
        "http://example.org/a.tsx",
        "file:///etc/passwd",
        "C:\\a.tsx",
        &absolute,
    ] {
        let (code, out, err) = map(outside);
        assert_eq!((code, out.as_str()), (2, ""), "{outside}");
        assert!(err.contains("outside its folder"), "{outside}: {err}");
        assert!(!inner.join("m.toml").exists());
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(home.path().join("outer.tsx"), inner.join("link.tsx")).unwrap();
        assert_eq!(map("link.tsx").0, 2);
    }
    // a way out and in again is none out, and a folder that is named may be looked into
    let name = inner.file_name().unwrap().to_string_lossy().into_owned();
    assert_eq!(map(&format!("../{name}/near.tsx")).0, 0);
    fs::create_dir(home.path().join("sets")).unwrap();
    fs::write(home.path().join("sets/far.tsx"), set).unwrap();
    let (code, _, err) = map("../sets/far.tsx");
    let root = home.path().canonicalize().unwrap().display().to_string();
    assert_eq!(code, 2);
    assert!(
        err.contains(&format!("allow it with --root {root}")),
        "{err}"
    );
    let (file, to) = (inner.join("m.tmx"), inner.join("m.toml"));
    let (file, to) = (file.display().to_string(), to.display().to_string());
    assert_eq!(convert(&[&file, &to, "--root", &root]).0, 0);
    assert_eq!(
        convert(&[&file, &to, "--root", &format!("{root}/none")]).0,
        2
    );
    // a tileset that is not there is said, not refused
    let (code, out, _) = map("gone.tsx");
    assert_eq!(code, 0);
    assert!(out.contains("a tileset file is missing"), "{out}");
}
