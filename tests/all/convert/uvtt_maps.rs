//! Universal VTT: walls and doors onto sides, what is snapped, left out and refused.

use super::*;

pub fn vtt(columns: f64, rows: f64, rest: &str) -> String {
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
    // the only way from one half to the other
    assert_eq!(walls(&map), ["A1|B1 Wall"]);
    assert!(
        said.iter()
            .any(|s| s.starts_with("guessed 1 windows became openings")),
        "{said:?}"
    );
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
    assert!(said.iter().any(|s| s.contains("1 small bends")), "{said:?}");
}

#[test]
fn short_walls_go_their_own_way_or_are_left_out() {
    // upright and short, then upright and long enough
    let (map, said) = walled(&[line(&[(2.5, 1.05), (2.5, 1.4)])], "");
    assert!(map.borders.is_empty());
    assert!(said.iter().any(|s| s.contains("too short")), "{said:?}");
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
        "lost 1 doors without a position",
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
            .any(|s| s.starts_with("lost 1 lines beyond the limit")),
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

/// Which spaces can be walked to from a space, over doors or not.
fn walk(map: &Map, from: &str, through_doors: bool) -> Vec<Space> {
    let from = map.grid.named(from).unwrap();
    let shut: std::collections::BTreeSet<(Space, Space)> = map
        .borders
        .iter()
        .filter(|b| b.kind != BorderKind::Door || !through_doors)
        .map(|b| b.between)
        .collect();
    let mut found = vec![from];
    let mut seen = vec![false; map.terrain.len()];
    seen[from.index()] = true;
    let mut next = 0;
    while next < found.len() {
        let here = found[next];
        let (column, row) = (map.grid.column(here) as i64, map.grid.row(here) as i64);
        for (x, y) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let Some(there) = map.grid.at(column + x, row + y) else {
                continue;
            };
            let side = (here.min(there), here.max(there));
            if !shut.contains(&side) && !seen[there.index()] {
                seen[there.index()] = true;
                found.push(there);
            }
        }
        next += 1;
    }
    found
}

#[test]
fn a_turned_room_is_closed_by_its_door_and_opened_by_it() {
    // a room of 8 × 6 about the middle of the map, turned and moved little by little, a door of
    // one square anywhere in one of its sides
    for turn in 0..12 {
        let (along, across) = (f64::from(turn) * 0.26).sin_cos();
        let at = |x: f64, y: f64| {
            let x0 = 9.0 + 0.17 * f64::from(turn % 6);
            (x0 + x * across - y * along, 9.3 + x * along + y * across)
        };
        for step in 0..6 {
            let d = -3.5 + 1.1 * f64::from(step);
            let wall = [
                at(d + 1.0, -3.0),
                at(4.0, -3.0),
                at(4.0, 3.0),
                at(-4.0, 3.0),
            ];
            let wall: Vec<(f64, f64)> = wall
                .into_iter()
                .chain([at(-4.0, -3.0), at(d, -3.0)])
                .collect();
            // as one line, and in pieces
            let whole = line(&wall);
            let pieces: Vec<String> = wall.windows(2).map(line).collect();
            for lines in [whole, pieces.join(",")] {
                let door = line(&[at(d, -3.0), at(d + 1.0, -3.0)]);
                let text = vtt(
                    18.0,
                    18.0,
                    &format!(
                        ",\"line_of_sight\":[{lines}],\"portals\":[{{\"bounds\":{door},\"closed\":true,\"freestanding\":false}}]"
                    ),
                );
                let (map, said) = try_read(Format::Uvtt, text.as_bytes(), None).unwrap();
                let inside = walk(&map, "J10", false);
                assert!(inside.len() < 70, "open: {turn} {step} {:?}", walls(&map));
                assert!(!inside.contains(&map.grid.named("A1").unwrap()));
                let all = walk(&map, "J10", true);
                assert!(
                    all.contains(&map.grid.named("A1").unwrap()),
                    "shut for good: {turn} {step} {:?} {said:?}",
                    walls(&map)
                );
            }
        }
    }
}

#[test]
fn pieces_of_a_line_are_one_line() {
    // a wall in pieces, one of which lies across no way, written either way round
    let points = [(0.0, 2.1), (1.6, 2.1), (2.1, 2.7), (2.4, 2.1), (5.0, 2.1)];
    let whole = walled(&[line(&points)], "").0;
    let pieces: Vec<String> = points.windows(2).map(line).collect();
    let turned: Vec<String> = points
        .windows(2)
        .rev()
        .map(|p| line(&[p[1], p[0]]))
        .collect();
    for lines in [&pieces, &turned] {
        assert_eq!(walls(&walled(lines, "").0), walls(&whole));
    }
    // a pillar in four pieces fills its square
    let pillar = [(1.3, 1.3), (1.7, 1.3), (1.7, 1.7), (1.3, 1.7), (1.3, 1.3)];
    let pieces: Vec<String> = pillar.windows(2).map(line).collect();
    let (map, said) = walled(&pieces, "");
    assert!(map.borders.is_empty());
    assert!(
        said.iter().any(|s| s.contains("small outlines")),
        "{said:?}"
    );
}

#[test]
fn rests_of_a_wall_beside_a_door_are_no_loss() {
    let cross = line(&[(0.0, 1.0), (2.0, 1.0), (5.0, 1.0)]);
    let rest = line(&[(2.0, 1.0), (2.0, 1.4)]);
    let wall = line(&[(2.0, 2.4), (2.0, 4.0)]);
    let door = line(&[(2.0, 1.4), (2.0, 2.4)]);
    let portals = format!(",\"portals\":[{{\"bounds\":{door},\"closed\":true}}]");
    let (map, said) = walled(&[cross, rest, wall], &portals);
    let upright: Vec<String> = walls(&map)
        .into_iter()
        .filter(|w| w.contains('B') && w.contains('C'))
        .collect();
    assert_eq!(upright, ["B2|C2 Door", "B3|C3 Wall", "B4|C4 Wall"]);
    assert!(said.iter().all(|s| !s.starts_with("lost")), "{said:?}");
    assert!(
        said.contains(
            &"changed 1 walls shorter than a square were merged with the walls or doors they touch"
                .to_owned()
        ),
        "{said:?}"
    );
}

#[test]
fn a_bend_that_holds_a_door_stays() {
    // a thick stub from the wall in the west, drawn round, and a door from its tip to the east
    let round = line(&[
        (0.0, 1.9),
        (0.0, 0.0),
        (3.0, 0.0),
        (3.0, 4.0),
        (0.0, 4.0),
        (0.0, 2.1),
        (1.0, 2.1),
        (1.0, 1.9),
        (0.0, 1.9),
    ]);
    let wall = line(&[(2.0, 2.0), (3.0, 2.0)]);
    let door = line(&[(1.0, 2.0), (2.0, 2.0)]);
    let portals = format!(",\"portals\":[{{\"bounds\":{door},\"closed\":true}}]");
    let (map, _) = walled(&[round, wall], &portals);
    let north = walk(&map, "B1", false);
    assert!(
        !north.contains(&map.grid.named("B4").unwrap()),
        "{:?}",
        walls(&map)
    );
    assert!(walk(&map, "B1", true).contains(&map.grid.named("B4").unwrap()));
}

#[test]
fn doors_that_stand_free_stay_where_they_are() {
    let wall = line(&[(0.0, 2.0), (5.0, 2.0)]);
    let door = line(&[(2.6, 1.4), (3.1, 1.4)]);
    let found = |free: bool, mapping: Option<&str>| {
        let rest = format!(
            ",\"line_of_sight\":[{wall}],\"portals\":[{{\"bounds\":{door},\"closed\":true,\"freestanding\":{free}}}]"
        );
        let text = vtt(5.0, 4.0, &rest);
        let mut found = walls(&try_read(Format::Uvtt, text.as_bytes(), mapping).unwrap().0);
        found.sort();
        found
    };
    let all = |more: &[&'static str]| {
        let mut all = vec!["A2|A3 Wall", "B2|B3 Wall", "D2|D3 Wall", "E2|E3 Wall"];
        all.extend(more);
        all.sort();
        all
    };
    let door = Some("[portal]\nnarrow = \"door\"\n");
    assert_eq!(found(false, door), all(&["C2|C3 Door"]));
    assert_eq!(found(true, door), all(&["C1|C2 Door", "C2|C3 Wall"]));
    // as narrow as it is, it is a window unless a mapping says otherwise; in the wall it is then
    // the only way to the other half
    assert_eq!(found(false, None), all(&[]));
    assert_eq!(found(true, None), all(&["C1|C2 Window", "C2|C3 Wall"]));
}

#[test]
fn outlines_of_things_fill_what_they_surround() {
    let table = line(&[(1.1, 1.1), (2.9, 1.0), (2.9, 2.1), (1.1, 1.9), (1.1, 1.1)]);
    let screen = line(&[(0.0, 3.0), (2.0, 3.0)]);
    let text = vtt(
        5.0,
        4.0,
        &format!(",\"objects_line_of_sight\":[{table},{screen}]"),
    );
    let (map, said) = check(Format::Uvtt, &text, &["=====", "=##==", "=====", "====="]);
    assert_eq!(walls(&map), ["A3|A4 Wall", "B3|B4 Wall"]);
    assert!(
        said.iter().any(|s| s.contains("fill the squares")),
        "{said:?}"
    );
    // what surrounds more than a quarter of the map does not
    let text = vtt(
        5.0,
        4.0,
        &format!(
            ",\"objects_line_of_sight\":[{}]",
            line(&[(1.0, 1.0), (4.0, 1.0), (4.0, 3.0), (1.0, 3.0), (1.0, 1.0)])
        ),
    );
    let (map, _) = check(Format::Uvtt, &text, &["====="; 4]);
    assert_eq!(map.borders.len(), 10);
}

#[test]
fn walls_changed_elsewhere_come_back_onto_the_map_that_travels_along() {
    let text = "format = \"skirmish-map/1\"\nname = \"Yard\"\ngrid = \"square\"\n\
        terrain = '''\nT..\n..~\n...'''\n\
        [[border]]\nbetween = [\"A1|B1\"]\nkind = \"wall\"\nheight = 1\n\
        [[border]]\nbetween = [\"B1|C1\"]\nkind = \"fence\"\n\
        [[border]]\nbetween = [\"A2|B2\"]\nkind = \"door\"\n\
        [[zone]]\nkind = \"deployment\"\nseat = 1\nspaces = [\"C3\"]\n";
    let ours = map::read(&Source::new("yard", text)).unwrap();
    let (written, _) = uvtt::write(&ours, None).unwrap();
    let (same, said) = try_read(Format::Uvtt, written.as_bytes(), None).unwrap();
    assert_eq!((write(&same), said.len()), (write(&ours), 0));
    // another program opens the door and puts up a wall
    let mut value: Value = serde_json::from_str(&written).unwrap();
    value["portals"][0]["closed"] = false.into();
    let wall = serde_json::json!([{ "x": 1, "y": 2 }, { "x": 2, "y": 2 }]);
    value["line_of_sight"].as_array_mut().unwrap().push(wall);
    let (back, said) = try_read(Format::Uvtt, value.to_string().as_bytes(), None).unwrap();
    assert_eq!(
        walls(&back),
        ["A1|B1 Wall", "B1|C1 Fence", "A2|B2 Door", "B2|B3 Wall"]
    );
    assert_eq!(back.borders[0].height, 1);
    assert!(back.borders[2].open);
    assert_eq!((&back.terrain, back.zones.len()), (&ours.terrain, 1));
    assert!(
        said.iter()
            .any(|s| s.contains("come from the other program")),
        "{said:?}"
    );
}
