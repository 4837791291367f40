//! Maps of other programs, in and out.

mod damaged;
mod tiled_maps;

use assert_cmd::Command;
use serde_json::Value;
use skirmish::board::{BorderKind, Map, Space};
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
    let (map, notes) = read(format, &mut input).map_err(|e| e.to_string())?;
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
        let seen = |map: &Map| {
            let mut kept = map.clone();
            kept.borders
                .retain(|b| matches!(b.kind, BorderKind::Wall | BorderKind::Door));
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

// ---------------------------------------------------------------- Universal VTT

fn vtt(columns: f64, rows: f64, rest: &str) -> String {
    format!(
        "{{\"format\":0.3,\"resolution\":{{\"map_origin\":{{\"x\":2,\"y\":1}},\"map_size\":{{\"x\":{columns},\"y\":{rows}}},\"pixels_per_grid\":64}}{rest}}}"
    )
}

#[test]
fn walls_and_doors_of_universal_vtt_stand_on_sides() {
    let text = vtt(
        3.0,
        2.0,
        ",\"line_of_sight\":[[{\"x\":3,\"y\":1},{\"x\":3,\"y\":2}]],\"portals\":[{\"position\":{\"x\":3,\"y\":2.5},\"bounds\":[{\"x\":3,\"y\":2},{\"x\":3,\"y\":3}],\"rotation\":1.57,\"closed\":false}],\"lights\":[{}],\"image\":\"AAAA\"",
    );
    let (map, said) = check(Format::Uvtt, &text, &["===", "==="]);
    assert_eq!(walls(&map), ["A1|B1 Wall", "A2|B2 Door"]);
    assert!(map.borders[1].open);
    assert!(
        said.iter().any(|s| s.starts_with("lost 1 lights")),
        "{said:?}"
    );
    assert!(said.iter().any(|s| s.contains("picture")), "{said:?}");
}

#[test]
fn slanting_and_fractional_walls_are_snapped_and_said() {
    // through the middle of the squares, and a slant
    for line in [
        "{\"x\":2,\"y\":2.4},{\"x\":5,\"y\":2.4}",
        "{\"x\":2,\"y\":2.2},{\"x\":5,\"y\":1.8}",
    ] {
        let text = vtt(3.0, 2.0, &format!(",\"line_of_sight\":[[{line}]]"));
        let (map, said) = check(Format::Uvtt, &text, &["===", "==="]);
        assert_eq!(walls(&map), ["A1|A2 Wall", "B1|B2 Wall", "C1|C2 Wall"]);
        assert!(said.iter().any(|s| s.contains("snapped")), "{said:?}");
    }
    let text = vtt(
        3.0,
        2.0,
        ",\"line_of_sight\":[[{\"x\":2.1,\"y\":1.1},{\"x\":2.2,\"y\":1.2}],[{\"x\":2,\"y\":1},{\"x\":5,\"y\":1}]]",
    );
    let (map, said) = check(Format::Uvtt, &text, &["===", "==="]);
    assert!(map.borders.is_empty());
    assert!(!said.is_empty());
}

/// A line for `line_of_sight`, from points on the map.
fn line(points: &[(f64, f64)]) -> String {
    let points = points
        .iter()
        .map(|(x, y)| format!("{{\"x\":{},\"y\":{}}}", x + 2.0, y + 1.0));
    format!("[{}]", points.collect::<Vec<_>>().join(","))
}

/// The walls of 5 × 4 squares with these lines, and what is said.
fn walled(lines: &[String], rest: &str) -> (Map, Vec<String>) {
    let text = vtt(
        5.0,
        4.0,
        &format!(",\"line_of_sight\":[{}]{rest}", lines.join(",")),
    );
    try_read(Format::Uvtt, text.as_bytes(), None).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn a_house_drawn_through_the_middle_of_squares_is_closed_and_has_no_stubs() {
    // the same house in pieces that run both ways, with a gap for a door in its west
    let (w, n, e, s) = (1.5, 0.5, 3.5, 2.5);
    let ways = [
        vec![line(&[(w, 2.0), (w, s), (e, s), (e, n), (w, n), (w, 1.0)])],
        vec![
            line(&[(w, 1.0), (w, n), (e, n)]),
            line(&[(e, s), (e, n)]),
            line(&[(w, s), (e, s)]),
            line(&[(w, s), (w, 2.0)]),
        ],
    ];
    let door = line(&[(w, 1.0), (w, 2.0)]);
    let door = format!(",\"portals\":[{{\"bounds\":{door},\"closed\":true}}]");
    for lines in ways {
        let (map, _) = walled(&lines, &door);
        assert_eq!(
            walls(&map),
            [
                "A1|B1 Wall",
                "C1|D1 Wall",
                "A2|B2 Door",
                "B2|B3 Wall",
                "C2|D2 Wall",
                "C2|C3 Wall"
            ]
        );
    }
}

#[test]
fn bends_that_come_back_at_once_leave_no_stub() {
    let bent = line(&[
        (0.0, 2.1),
        (2.3, 2.1),
        (2.4, 1.2),
        (2.9, 1.2),
        (3.1, 2.1),
        (5.0, 2.1),
    ]);
    // it goes round the middle of C2: no bend to straighten
    let round = walled(&[bent], "").0;
    assert!(walls(&round).contains(&"C1|C2 Wall".to_owned()));
    let spike = line(&[(0.0, 2.1), (1.8, 2.1), (2.2, 1.4), (2.3, 2.1), (5.0, 2.1)]);
    let (map, said) = walled(&[spike], "");
    assert_eq!(
        walls(&map),
        [
            "A2|A3 Wall",
            "B2|B3 Wall",
            "C2|C3 Wall",
            "D2|D3 Wall",
            "E2|E3 Wall"
        ]
    );
    assert!(
        said.iter().any(|s| s.contains("1 bends of walls")),
        "{said:?}"
    );
}

#[test]
fn short_walls_go_their_own_way_or_are_left_out() {
    // upright and short, then upright and long enough
    let (map, said) = walled(&[line(&[(2.5, 1.05), (2.5, 1.4)])], "");
    assert!(map.borders.is_empty());
    assert!(said.iter().any(|s| s.contains("too small")), "{said:?}");
    let (map, _) = walled(&[line(&[(2.1, 1.55), (2.1, 2.4)])], "");
    assert_eq!(walls(&map).len(), 1);
    assert!(["B2|C2 Wall", "B3|C3 Wall"].contains(&walls(&map)[0].as_str()));
}

#[test]
fn pillars_fill_their_square_or_are_left_out() {
    let pillar = |x: f64, y: f64| {
        let (w, e, n, s) = (x - 0.2, x + 0.2, y - 0.2, y + 0.2);
        line(&[(w, n), (e, n), (e, s), (w, s), (w, n)])
    };
    let (map, said) = walled(&[pillar(1.5, 1.5), pillar(3.0, 2.0), pillar(4.0, 2.5)], "");
    assert!(map.borders.is_empty(), "{:?}", walls(&map));
    let filled: Vec<String> = (0..map.terrain.len() as u32)
        .map(Space)
        .filter(|s| map.terrains[usize::from(map.terrain[s.index()].0)].name == "wall")
        .map(|s| map.grid.name(s))
        .collect();
    assert_eq!(filled, ["B2"]);
    assert!(
        said.iter()
            .any(|s| s.starts_with("lost 2 outlines smaller than a square")),
        "{said:?}"
    );
}

#[test]
fn damaged_universal_vtt_is_refused() {
    refused(Format::Uvtt, "{", "not a Universal VTT file");
    refused(Format::Uvtt, "[]", "not a Universal VTT file");
    refused(Format::Uvtt, "{\"format\":0.3}", "resolution");
    refused(Format::Uvtt, vtt(0.0, 2.0, ""), "map_size");
    refused(Format::Uvtt, vtt(1e9, 1e8, ""), "map_size");
    refused(
        Format::Uvtt,
        vtt(5000.0, 5000.0, ""),
        "the limit is 1048576",
    );
    refused(
        Format::Uvtt,
        vtt(2.0, 2.0, ",\"line_of_sight\":7"),
        "not a Universal VTT file",
    );
    refused(
        Format::Uvtt,
        format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)),
        "not a",
    );
    refused(Format::Uvtt, b"\x89PNG\0\0", "not a text file");
    let whole = vtt(
        2.0,
        2.0,
        ",\"line_of_sight\":[[{\"x\":3,\"y\":1},{\"x\":3,\"y\":2}]]",
    );
    for end in 1..whole.len() {
        refused(Format::Uvtt, &whole[..end], "");
    }
}

#[test]
fn universal_vtt_may_say_null_or_nothing() {
    let text = "{\"format\":\"1.0\",\"resolution\":{\"map_origin\":null,\"map_size\":{\"x\":\"3\",\"y\":2},\"pixels_per_grid\":null},\
        \"line_of_sight\":[null,[{\"x\":1,\"y\":0},null,{\"x\":1,\"y\":2}]],\"lights\":null,\"environment\":null,\"image\":null,\
        \"portals\":[null,{\"position\":{\"x\":2,\"y\":0.5},\"bounds\":null,\"rotation\":1.5708,\"closed\":null},\
        {\"position\":{\"x\":2.5,\"y\":1},\"rotation\":3.14159}]}";
    let (map, said) = check(Format::Uvtt, text, &["===", "==="]);
    // doors without ends lie as they are turned
    assert_eq!(
        walls(&map),
        ["A1|B1 Wall", "B1|C1 Door", "C1|C2 Door", "A2|B2 Wall"]
    );
    for lost in [
        "lost 2 points of walls without x or y",
        "lost 1 doors without a place",
    ] {
        assert!(said.iter().any(|s| s.starts_with(lost)), "{said:?}");
    }
}

#[test]
fn walls_beside_the_map_are_listed() {
    let (map, said) = walled(
        &[
            line(&[(9.0, 0.0), (9.0, 4.0)]),
            line(&[(3.0, 1.0), (9.0, 1.0)]),
        ],
        "",
    );
    assert_eq!(walls(&map), ["D1|D2 Wall", "E1|E2 Wall"]);
    for lost in [
        "lost 1 walls outside the map",
        "lost 1 parts of walls outside the map",
    ] {
        assert!(said.iter().any(|s| s.starts_with(lost)), "{said:?}");
    }
}

#[test]
fn lines_without_end_are_left_out() {
    let zigzag: Vec<(f64, f64)> = (0..4000)
        .map(|i| (if i % 2 == 0 { 0.0 } else { 512.0 }, f64::from(i) / 8.0))
        .collect();
    let text = vtt(
        512.0,
        512.0,
        &format!(
            ",\"line_of_sight\":[{},{}]",
            line(&zigzag),
            line(&[(1.0, 0.0), (1.0, 1.0)])
        ),
    );
    let (map, said) = try_read(Format::Uvtt, text.as_bytes(), None).unwrap();
    assert_eq!(walls(&map), ["A1|B1 Wall"]);
    assert!(
        said.iter()
            .any(|s| s.starts_with("lost 1 lines beyond some hundred thousand")),
        "{said:?}"
    );
}

#[test]
fn faults_in_json_name_the_key_and_what_would_be_right() {
    let size = vtt(2.0, 2.0, "").replace("\"x\":2,\"y\":2", "\"x\":\"two\",\"y\":2");
    assert!(size.contains("two"), "{size}");
    refused(Format::Uvtt, &size, "expected a number, such as 12");
    refused(Format::Uvtt, &size, "(near \"x\")");
    let none = "{\"format\":0.3,\"resolution\":{\"pixels_per_grid\":70}}";
    refused(
        Format::Uvtt,
        none,
        "no map_size; expected \"resolution\": {\"map_size\"",
    );
}

// ---------------------------------------------------------------- Wesnoth

#[test]
fn wesnoth_maps_lose_their_border_and_keep_their_hills() {
    let text = "border_size=1\nusage=map\n\nGg, Gg, Gg, Gg, Gg\nGg, 1 Ke, Gs^Fp, Mm, Gg\nGg, Ww^Bw|, Hh^Ecf, 2 Ke, Gg\nGg, Gg, Gg, Gg, Gg\n";
    let (map, said) = check(Format::Wesnoth, text, &["aTo", "=.a"]);
    assert_eq!(map.elevation, [0, 0, 2, 0, 1, 0]);
    let seats: Vec<_> = map.zones.iter().map(|z| z.seat).collect();
    assert_eq!(seats, [Some(1), Some(2)]);
    assert!(
        said.iter()
            .any(|s| s == "lost 1 decoration ^Ecf has no place here"),
        "{said:?}"
    );
    assert_eq!(
        map.grid.name(
            map.grid
                .neighbour(map.grid.named("B1").unwrap(), skirmish::board::Facing(4))
                .unwrap()
        ),
        "A2"
    );
}

#[test]
fn what_wesnoth_maps_lose_is_listed() {
    let text = "border_size=1\nusage=mask\n\n\
        Gg, Gg, Gg, Gg, Gg\n\
        Gg, cave Gg, Ww^Bw|, Gg^Efm, Gg\n\
        Gg, Gs^Vh, Jj9, Gg^Jjj, Gg\n\
        Gg, Gg, Gg, Gg, Gg\n";
    let (_, said) = check(Format::Wesnoth, text, &[".=.", "a.."]);
    let lost = [
        "changed 1 terrain Jj9 is unknown and became open ground",
        "lost 1 terrain ^Jjj is unknown and was left out",
        "changed 1 villages became ground that gives cover; they earn nothing",
        "lost 1 decoration ^Efm has no place here",
        "lost 1 named places have no place here",
        "lost 1 the header line usage means nothing here",
        "lost 1 what lies below bridges was left out",
    ];
    for what in lost {
        assert!(said.iter().any(|s| s.starts_with(what)), "{what}: {said:?}");
    }
}

#[test]
fn the_map_of_a_wesnoth_scenario_is_found() {
    let rows = "Gg, Gg, Gg, Gg\nGg, 1 Ke, Gs^Fp, Gg\nGg, Ww, 2 Ke, Gg\nGg, Gg, Gg, Gg";
    let scenario =
        |map: &str| format!("[scenario]\n    id=ford\n    map_data = \"{map}\"\n[/scenario]\n");
    let (map, said) = check(
        Format::Wesnoth,
        &scenario(&format!("border_size=1\nusage=map\n\n{rows}")),
        &["aT", "~a"],
    );
    assert_eq!(map.zones.len(), 2);
    assert!(said.iter().any(|s| s.contains("scenario")), "{said:?}");
    // faults count the lines of the whole file
    let bad = scenario(&rows.replace("Ww,", "Ww"));
    refused(Format::Wesnoth, bad, "file:5:1: this row has 3 cells");
    refused(
        Format::Wesnoth,
        scenario("{multiplayer/maps/2p_Ford.map}"),
        "file:3:1: the map of this scenario is another file",
    );
    refused(
        Format::Wesnoth,
        "[scenario]\nmap_data=\"Gg, Gg",
        "does not end",
    );
    refused(Format::Wesnoth, "[scenario]\nid=x\n", "without map_data");
    refused(
        Format::Wesnoth,
        "gggff\nggmff\nggggg\n",
        "before Wesnoth 1.3",
    );
}

#[test]
fn gates_of_wesnoth_hang_between_their_walls() {
    let text = "Gg, Gg, Gg, Gg, Gg\n\
        Gg, Xu, Gg, Xu, Gg\n\
        Gg, Xu, Rr^Pr|, Xu, Gg\n\
        Gg, Xu, Gg^Pw|o, Xu, Gg\n\
        Gg, Xu, Gg, Xu, Gg\n\
        Gg, Gg, Gg, Gg, Gg\n";
    let (map, said) = check(Format::Wesnoth, text, &["#.#", "#=#", "#=#", "#.#"]);
    assert_eq!(walls(&map), ["B1|B2 Door"]);
    assert!(!map.borders[0].open);
    assert!(said.iter().any(|s| s.contains("doors")), "{said:?}");
}

#[test]
fn damaged_wesnoth_maps_are_refused() {
    refused(Format::Wesnoth, "", "it has none");
    refused(Format::Wesnoth, "Gg, Gg\nGg, Gg", "it has none");
    refused(
        Format::Wesnoth,
        "Gg, Gg, Gg\nGg, Gg\nGg, Gg, Gg",
        "this row has 2 cells",
    );
    refused(
        Format::Wesnoth,
        "Gg, Gg, Gg\nGg, G!, Gg\nGg, Gg, Gg",
        "no terrain code",
    );
    refused(Format::Wesnoth, vec![0u8; 100], "not a text file");
    refused(Format::Wesnoth, "Gg,".repeat(2_000_000), "the limit is");
}

// ---------------------------------------------------------------- MegaMek

const BOARD: &str = "size 2 2\r\noption exit_roads_to_pavement false\r\nhex 0101 0 \"\" \"grass\"\r\nhex 0201 1 \"woods:1;foliage_elev:2\" \"grass\"\r\nhex 0102 3 \"road:1:9;cliff_top:1:2\" \"\"\r\nhex 0202 -1 \"water:1\" \"desert\"\r\nend\r\n";

#[test]
fn megamek_boards_keep_levels_and_cliffs() {
    let (map, said) = check(Format::MegaMek, BOARD, &[".T", "=~"]);
    assert_eq!(map.elevation, [0, 1, 3, -1]);
    assert_eq!(walls(&map), ["B1|A2 Wall"]);
    assert!(said.iter().any(|s| s.contains("options")), "{said:?}");
    assert!(said.iter().any(|s| s.contains("desert")), "{said:?}");
}

#[test]
fn what_megamek_boards_lose_is_listed() {
    let text = "# made by hand\nsize 3 2\noption roadsAutoExit false\ntag \"Forest\"\nweather rain\n\
        hex 0101 0 \"woods:1;fire:1\" \"lunar\"\n\
        hex 0201 1 \"bridge:1:9;bridge_cf:90;bridge_elev:1;water:2\" \"\"\n\
        hex 0301 0 \"cliff_top:1;incline_top:1:3;mystery:2\" \"\"\n\
        hex 0102 0 \"metal_content:5\"\n\
        hex 0202 0 \"BUILDING:2;bldg_elev:3;bldg_cf:40\" \"\"\n\
        hex 0302 0 \"arms:1\" \"\"\nend\n";
    let (map, said) = try_read(Format::MegaMek, text.as_bytes(), None).unwrap();
    assert_eq!(map.elevation, [0, 2, 0, 0, 0, 0]);
    for what in [
        "lost 1 options of the board",
        "lost 1 tags have no place here",
        "lost 1 lines beginning with weather",
        "lost 1 the theme \"lunar\" is only looks",
        "lost 1 fire lies together with woods and was left out",
        "lost 1 water lies together with bridge and was left out",
        "lost 1 cliff_top without sides",
        "lost 1 incline_top has no place here",
        "lost 1 terrain mystery is unknown and was left out",
        "lost 1 metal_content has no place here",
        "lost 1 bldg_cf has no place here",
        "lost 1 bridge_cf has no place here",
        "lost 1 arms has no place here",
    ] {
        assert!(said.iter().any(|s| s.starts_with(what)), "{what}: {said:?}");
    }
}

#[test]
fn megamek_boards_over_99_are_read_in_order() {
    let mut text = "size 120 2\n".to_owned();
    for row in 1..=2 {
        for column in 1..=120 {
            let is = if (column, row) == (112, 2) {
                "building:1;bldg_elev:7;bldg_cf:40"
            } else {
                ""
            };
            text += &format!(
                "hex {column:02}{row:02} {} \"{is}\" \"\"\n",
                if row == 2 { 12 } else { 0 }
            );
        }
    }
    let (map, said) = try_read(Format::MegaMek, (text + "end").as_bytes(), None).unwrap();
    let there = map.grid.at(111, 1).unwrap();
    assert_eq!(
        map.terrains[usize::from(map.terrain[there.index()].0)].height,
        7
    );
    assert_eq!((map.elevation[0], map.elevation[there.index()]), (-3, 9));
    assert!(said.iter().any(|s| s.contains("lowered by 3")), "{said:?}");
}

#[test]
fn damaged_megamek_boards_are_refused() {
    refused(Format::MegaMek, "", "no size line");
    refused(Format::MegaMek, "size 0 0\nend", "it has none");
    refused(Format::MegaMek, "size 99999 99999\n", "the limit is");
    refused(Format::MegaMek, "size 2 x\n", "expected size");
    refused(Format::MegaMek, "hex 0101 0 \"\" \"\"", "before the size");
    refused(
        Format::MegaMek,
        "size 1 1\nhex 0101 high \"\" \"\"\nend",
        "cannot be read",
    );
    refused(
        Format::MegaMek,
        "size 1 1\nhex 0101 0 \"\" \"\"\nhex 0101 0 \"\" \"\"\nend",
        "more hexes",
    );
    for end in 1..BOARD.len() - 8 {
        refused(Format::MegaMek, &BOARD[..end], "");
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
    assert!(err.contains(&format!("--root {root} allows it")), "{err}");
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
    assert!(out.contains("a tileset is not there"), "{out}");
}
