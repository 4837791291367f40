//! Universal VTT: houses are as closed for readers that know nothing of our keys as they are here,
//! and what portals become.

use super::uvtt_maps::vtt;
use super::*;
use skirmish::board::{Board, Gait, Spaces};
use skirmish::survey::opened;
use std::collections::BTreeSet;

/// The ground that can be reached from a space, doors counting as ways.
fn reached(map: &Map, from: Space) -> BTreeSet<Space> {
    let board = opened(&Board::new(map.clone()));
    let costs = board.field(&Spaces::of(board.len(), [from]), 1, Gait::Walk);
    let all = (0..board.len() as u32).map(Space);
    all.filter(|s| costs[s.index()] != u32::MAX).collect()
}

/// A map as another program gives it back that passes over our key.
fn stripped(map: &Map) -> (Map, Value) {
    let (text, _) = uvtt::write(map, None).unwrap();
    let mut json: Value = serde_json::from_str(&text).unwrap();
    json.as_object_mut().unwrap().remove("skirmish");
    let (again, _) = try_read(Format::Uvtt, json.to_string().as_bytes(), None).unwrap();
    (again, json)
}

/// Holds that from each piece of ground the same ground can be reached as before.
fn holds(map: &Map, name: &str) {
    let (again, json) = stripped(map);
    let board = Board::new(map.clone());
    let mut left = board.standable().clone();
    let first = |left: &Spaces| left.iter().next();
    while let Some(from) = first(&left) {
        // ways lead out of walls, but nobody stands in them
        let ground = |mut all: BTreeSet<Space>| {
            all.retain(|s| board.standable().contains(*s));
            all
        };
        let before = ground(reached(map, from));
        let after = ground(reached(&again, from));
        let names = |all: &BTreeSet<Space>| -> Vec<String> {
            all.iter().map(|s| map.grid.name(*s)).collect()
        };
        let (was, is) = (names(&before), names(&after));
        assert_eq!(was, is, "{name}\n{}\n{json}", write(map));
        before.iter().for_each(|s| left.remove(*s));
    }
}

/// Numbers that look drawn, the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % n
    }
}

/// A yard with two houses, one of borders and one of spaces, pillars, woods and a hedge.
#[allow(clippy::needless_range_loop)]
fn village(seed: u64) -> Map {
    const WIDE: usize = 16;
    const HIGH: usize = 12;
    let chance = &mut Chance(seed);
    let mut rows = vec![vec!['.'; WIDE]; HIGH];
    // scattered things, with a way all round the houses
    for _ in 0..18 {
        let (x, y) = (chance.below(16) as usize, chance.below(12) as usize);
        rows[y][x] = ['T', 'F', 'T', '#', '"', '~'][chance.below(6) as usize];
    }
    let mut borders: Vec<(String, &str)> = Vec::new();
    let name = |x: usize, y: usize| format!("{}{}", (b'A' + x as u8) as char, y + 1);
    // a house of borders
    let (x, y) = (1 + chance.below(3) as usize, 1 + chance.below(3) as usize);
    let (wide, high) = (3 + chance.below(3) as usize, 3 + chance.below(4) as usize);
    let mut sides = Vec::new();
    for i in 0..wide {
        sides.push((name(x + i, y - 1), name(x + i, y)));
        sides.push((name(x + i, y + high - 1), name(x + i, y + high)));
    }
    for i in 0..high {
        sides.push((name(x - 1, y + i), name(x, y + i)));
        sides.push((name(x + wide - 1, y + i), name(x + wide, y + i)));
    }
    let doors = chance.below(3);
    for (a, b) in &sides {
        let kind = match chance.below(8) {
            0 => "kind = \"window\"",
            1 => "kind = \"fence\"",
            2 if doors > 0 => "kind = \"door\"",
            3 if doors > 1 => "kind = \"door\"\nopen = true",
            _ => "kind = \"wall\"",
        };
        borders.push((format!("{a}|{b}"), kind));
    }
    for row in rows.iter_mut().skip(y).take(high) {
        for cell in row.iter_mut().skip(x).take(wide) {
            *cell = ['=', '=', '=', '%'][chance.below(4) as usize];
        }
    }
    // a house of spaces, with a gap, a shut door in it, or neither
    let (left, top) = (9 + chance.below(2) as usize, 2 + chance.below(4) as usize);
    for row in top..top + 5 {
        for column in left..left + 5 {
            let rim = row == top || row == top + 4 || column == left || column == left + 4;
            rows[row][column] = match rim {
                true => ['#', 'B'][chance.below(2) as usize],
                false => '=',
            };
        }
    }
    if chance.below(3) > 0 {
        let at = 1 + chance.below(3) as usize;
        rows[top + 4][left + at] = '=';
        if chance.below(2) == 0 {
            let between = format!("{}|{}", name(left + at, top + 3), name(left + at, top + 4));
            borders.push((between, "kind = \"door\""));
        }
    }
    let rows: Vec<String> = rows
        .into_iter()
        .map(|row| row.into_iter().collect())
        .collect();
    let mut text = format!(
        "format = \"skirmish-map/1\"\nname = \"Village\"\ngrid = \"square\"\nterrain = '''\n{}'''\n",
        rows.join("\n")
    );
    for (between, kind) in borders {
        text += &format!("[[border]]\nbetween = [\"{between}\"]\n{kind}\n");
    }
    map::read(&Source::new("village", text)).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn houses_are_as_closed_elsewhere_as_they_are_here() {
    for seed in 1..=40 {
        holds(&village(seed), &format!("seed {seed}"));
    }
}

#[test]
fn houses_of_shipped_maps_are_as_closed_elsewhere() {
    let clear = |map: &Map| {
        // what stops figures and hides nothing, and steep ground, is nothing that lines can say
        let stops = |i: &skirmish::board::TerrainId| {
            let terrain = &map.terrains[usize::from(i.0)];
            terrain.cost == skirmish::board::Cost::No && terrain.sight != Opacity::Blocking
        };
        let fence = |b: &skirmish::board::Border| {
            b.closed && b.sight != Opacity::Blocking && b.kind != BorderKind::Window
        };
        let void = |i: &skirmish::board::TerrainId| map.terrains[usize::from(i.0)].void;
        map.grid.kind.is_square()
            && !map.terrain.iter().any(|i| stops(i) && !void(i))
            && !map.borders.iter().any(fence)
            && map.elevation.iter().all(|level| *level == 0)
    };
    let maps: Vec<_> = shipped_maps().filter(|(_, map)| clear(map)).collect();
    assert!(maps.len() > 2, "{}", maps.len());
    for (name, map) in maps {
        holds(&map, name);
    }
}

fn read_map(text: &str) -> Map {
    map::read(&Source::new("map", text)).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn walls_that_are_spaces_are_lines_of_sight_and_pillars_and_woods_objects() {
    let map = read_map(
        "format = \"skirmish-map/1\"\nname = \"x\"\ngrid = \"square\"\nterrain = '''\n##......\n#..B..T.\n.....TT.\n........'''\n",
    );
    let (_, json) = stripped(&map);
    let line = |points: &[(f64, f64)]| -> Value {
        let point = |(x, y): &(f64, f64)| serde_json::json!({ "x": x, "y": y });
        points.iter().map(point).collect()
    };
    let corner = [
        (0.0, 0.0),
        (2.0, 0.0),
        (2.0, 1.0),
        (1.0, 1.0),
        (1.0, 2.0),
        (0.0, 2.0),
        (0.0, 0.0),
    ];
    assert_eq!(json["line_of_sight"], Value::from(vec![line(&corner)]));
    let objects = json["objects_line_of_sight"].as_array().unwrap();
    let pillar = [(3.0, 1.0), (4.0, 1.0), (4.0, 2.0), (3.0, 2.0), (3.0, 1.0)];
    assert_eq!(objects[0], line(&pillar));
    assert_eq!(objects.len(), 2);
    assert_eq!(objects[1][0]["terrain"], "wood");
    // and back
    let (again, _) = stripped(&map);
    let name = |space: &str| {
        let space = again.grid.named(space).unwrap();
        again.terrains[usize::from(again.terrain[space.index()].0)]
            .name
            .clone()
    };
    assert_eq!(
        [name("D2"), name("G2"), name("F3")],
        ["wall", "wood", "wood"]
    );
}

#[test]
fn windows_are_portals_that_are_not_closed_and_open_doors_are_closed() {
    let map = read_map(
        "format = \"skirmish-map/1\"\nname = \"x\"\ngrid = \"square\"\nterrain = '''\n...\n...\n...'''\n\
         [[border]]\nbetween = [\"A1|B1\"]\nkind = \"window\"\n\
         [[border]]\nbetween = [\"A2|B2\"]\nkind = \"door\"\nopen = true\n\
         [[border]]\nbetween = [\"A3|B3\"]\nkind = \"door\"\nstate = \"locked\"\n\
         [[border]]\nbetween = [\"B1|C1\"]\nkind = \"fence\"\n\
         [[border]]\nbetween = [\"B3|C3\"]\nkind = \"hedge\"\n",
    );
    let (again, json) = stripped(&map);
    let portals = json["portals"].as_array().unwrap();
    let closed: Vec<&Value> = portals.iter().map(|p| &p["closed"]).collect();
    assert_eq!(closed, [false, true, true]);
    assert_eq!(portals[1]["state"], "open");
    // a fence in the open and a hedge are not there for others
    assert_eq!(walls(&again), ["A1|B1 Window", "A2|B2 Door", "A3|B3 Door"]);
    assert!(again.borders[1].open);
    assert!(again.borders[2].locked);
}

/// A closed room of four squares in the middle of 6 × 4, with a portal of this width in its west.
fn room(portal: &str, rest: &str) -> String {
    let at = |x: f64, y: f64| format!("{{\"x\":{},\"y\":{}}}", x + 2.0, y + 1.0);
    let line = |points: &[(f64, f64)]| {
        let all: Vec<String> = points.iter().map(|(x, y)| at(*x, *y)).collect();
        format!("[{}]", all.join(","))
    };
    let walls = line(&[(2.0, 2.0), (2.0, 3.0), (4.0, 3.0), (4.0, 1.0), (2.0, 1.0)]);
    vtt(
        6.0,
        4.0,
        &format!(",\"line_of_sight\":[{walls}],\"portals\":[{portal}]{rest}"),
    )
}

fn gap(from: f64, to: f64, closed: bool) -> String {
    format!(
        "{{\"bounds\":[{{\"x\":4,\"y\":{}}},{{\"x\":4,\"y\":{}}}],\"closed\":{closed}}}",
        from + 1.0,
        to + 1.0
    )
}

#[test]
fn narrow_portals_and_those_that_stand_open_are_windows_unless_that_cuts_off_ground() {
    let kind = |text: &str, mapping: Option<&str>| {
        let (map, said) = try_read(Format::Uvtt, text.as_bytes(), mapping).unwrap();
        let side = (map.grid.named("B2").unwrap(), map.grid.named("C2").unwrap());
        let found = map.borders.iter().find(|b| b.between == side);
        (found.map(|b| (b.kind, b.open)), said)
    };
    // the only way in: a guess
    for portal in [gap(1.1, 1.9, true), gap(1.0, 2.0, false)] {
        let (found, said) = kind(&room(&portal, ""), None);
        assert_eq!(found, None, "{said:?}");
        let guess = said
            .iter()
            .find(|s| s.starts_with("guessed 1 windows became"));
        assert!(guess.is_some(), "{said:?}");
        // with a mapping it is what somebody says
        let mapping = "[portal]\n\"cut off\" = \"window\"\n";
        assert_eq!(
            kind(&room(&portal, ""), Some(mapping)).0,
            Some((BorderKind::Window, false))
        );
        let mapping = "[portal]\nnarrow = \"door\"\nopen = \"open door\"\n";
        assert_eq!(
            kind(&room(&portal, ""), Some(mapping)).0.unwrap().0,
            BorderKind::Door
        );
    }
    // with a door beside it: a window
    let door = "{\"bounds\":[{\"x\":4,\"y\":2},{\"x\":5,\"y\":2}],\"closed\":true}";
    let (found, said) = kind(&room(&format!("{},{door}", gap(1.1, 1.9, true)), ""), None);
    assert_eq!(found, Some((BorderKind::Window, false)), "{said:?}");
    assert!(
        said.iter().any(|s| s.contains("narrower than 0.85")),
        "{said:?}"
    );
    // a closed one as wide as a square is a door
    let (found, _) = kind(&room(&gap(1.0, 2.0, true), ""), None);
    assert_eq!(found, Some((BorderKind::Door, false)));
    refused_mapping(
        "[portal]\nopen = \"gate\"\n",
        "nothing that a portal can be",
    );
}

fn refused_mapping(mapping: &str, why: &str) {
    let text = room(&gap(1.0, 2.0, true), "");
    let error = try_read(Format::Uvtt, text.as_bytes(), Some(mapping)).unwrap_err();
    assert!(error.contains(why), "{error}");
}

#[test]
fn darkness_is_written_as_light_where_all_is_dark_and_losses_are_listed() {
    let rows = |rows: &str| {
        read_map(&format!(
            "format = \"skirmish-map/1\"\nname = \"x\"\ngrid = \"square\"\nterrain = '''\n{rows}'''\n"
        ))
    };
    let written = |map: &Map| {
        let (text, notes) = uvtt::write(map, None).unwrap();
        let json: Value = serde_json::from_str(&text).unwrap();
        let said: Vec<String> = notes.all().iter().map(ToString::to_string).collect();
        (json["environment"]["ambient_light"].clone(), said)
    };
    let (light, said) = written(&rows("%%#\n%%#"));
    assert_eq!((light, said.len()), (Value::from("ff000000"), 0));
    let (light, said) = written(&rows("%.#\n%~~"));
    assert_eq!(light, "ffffffff");
    assert_eq!(
        said,
        [
            "2 × other programs will not see: darkness (A1, …)",
            "2 × other programs will not see: water (B2, …)"
        ]
    );
    let text = room(
        &gap(1.0, 2.0, true),
        ",\"lights\":[{},{}],\"environment\":{\"ambient_light\":\"ff101020\"}",
    );
    let (_, said) = try_read(Format::Uvtt, text.as_bytes(), None).unwrap();
    for lost in ["lost 2 lights", "lost 1 the darkness of the map"] {
        assert!(said.iter().any(|s| s.starts_with(lost)), "{said:?}");
    }
}
