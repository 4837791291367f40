//! Reading the boards of MegaMek.
//!
//! `size W H`, then one `hex CCRR LEVEL "terrains" "theme"` a hex, then `end`. The numbers of
//! boards over 99 have more digits and cannot be split by position, but lines come row by row.

use super::input::Input;
use super::mapping::{OwnTerrain, Part};
use super::notes::Notes;
use super::sketch::{Sketch, check_size, cliff};
use crate::board::{Cost, Facing, GridKind, Map, Opacity, Space, Stagger, Use};
use crate::source::Fault;
use std::collections::BTreeMap;

/// One line of a board.
struct Hex<'a> {
    line: usize,
    digits: &'a str,
    level: i32,
    terrains: &'a str,
    theme: Option<&'a str>,
}

/// Reads a MegaMek board.
///
/// # Errors
/// It is damaged or too large.
pub fn read(input: &mut Input) -> Result<(Map, Notes), Fault> {
    let text = input.text()?;
    let mut notes = Notes::default();
    let ((columns, rows), hexes) = lines(input, &text, &mut notes)?;
    let mut sketch = Sketch::new(input.name, GridKind::HexFlat, Stagger::Even, columns, rows);
    sketch.notes = notes;
    let open = sketch.kind("open", input.mapping);
    debug_assert_eq!(open, 0);
    let whole = columns as usize * rows as usize;
    let in_order = hexes.len() == whole;
    if !in_order {
        let what = "hexes missing from the file became open ground";
        let count = whole - hexes.len();
        sketch.notes.count(
            super::notes::Fate::Changed,
            what.into(),
            count,
            String::new(),
        );
    }
    let mut marks = Marks::default();
    for (i, hex) in hexes.iter().enumerate() {
        let space = match in_order {
            true => Space(i as u32),
            false => place(hex.digits, columns, rows).ok_or_else(|| {
                let what = format!("hex {} is not on the board", hex.digits);
                input.fault_at(hex.line, 1, what)
            })?,
        };
        sketch.levels[space.index()] = hex.level;
        ground(input, &mut sketch, space, hex, &mut marks);
    }
    for (space, exits) in marks.cliffs {
        raise_cliffs(&mut sketch, space, exits);
    }
    deploy(&mut sketch, marks.zones);
    sketch.finish(input.file)
}

/// The size of a board, columns and rows, and its hexes line by line.
fn lines<'t>(
    input: &Input,
    text: &'t str,
    notes: &mut Notes,
) -> Result<((u32, u32), Vec<Hex<'t>>), Fault> {
    let mut size = None;
    let mut hexes: Vec<Hex> = Vec::new();
    let mut ended = false;
    for (i, line) in text.lines().enumerate() {
        let (number, line) = (i + 1, line.trim());
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            _ if line.starts_with('#') || line.starts_with("//") => {}
            "size" => {
                let numbers: Vec<u64> = rest
                    .split_whitespace()
                    .map_while(|n| n.parse().ok())
                    .collect();
                let &[columns, rows] = numbers.as_slice() else {
                    return Err(input.fault_at(number, 1, "expected size COLUMNS ROWS"));
                };
                size = Some(check_size(columns, rows).map_err(|e| input.fault_at(number, 1, e))?);
            }
            "hex" => {
                let Some((columns, rows)) = size else {
                    return Err(input.fault_at(
                        number,
                        1,
                        "this hex stands before the line size COLUMNS ROWS",
                    ));
                };
                if hexes.len() >= columns as usize * rows as usize {
                    let what = format!("more hexes than a board of {columns} × {rows} has");
                    return Err(input.fault_at(number, 1, what));
                }
                hexes.push(hex(number, rest).ok_or_else(|| {
                    let what =
                        "this hex cannot be read; expected hex 0101 0 \"terrains\" \"theme\"";
                    input.fault_at(number, 1, what)
                })?);
            }
            "option" => notes.lost("board options are not supported", rest.trim()),
            "tag" => notes.lost("tags are not supported", rest.trim().trim_matches('"')),
            "note" | "description" => notes.lost("notes are not supported", rest.trim()),
            "background" => notes.lost("background pictures are not supported", rest.trim()),
            "end" => {
                ended = true;
                break;
            }
            other => {
                let word: String = other.chars().take(20).collect();
                if !word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
                    return Err(input.fault_at(
                        number,
                        1,
                        format!("{word:?} does not begin a line of a MegaMek board"),
                    ));
                }
                notes.lost(
                    format!("lines that begin with {word} are not supported"),
                    format!("line {number}"),
                );
            }
        }
    }
    let Some((columns, rows)) = size else {
        return Err(input.fault("not a MegaMek board: there is no line size COLUMNS ROWS"));
    };
    let whole = columns as usize * rows as usize;
    // without its last line the file may have been cut off within a hex
    let cut = |hex: &Hex| hex.theme.is_none();
    if hexes.is_empty() || (!ended && (hexes.len() < whole || hexes.last().is_some_and(cut))) {
        let what = format!(
            "the file ends after {} of {whole} hexes; it is damaged",
            hexes.len()
        );
        let last = text.lines().last().unwrap_or_default();
        let (line, column) = (text.lines().count().max(1), last.chars().count() + 1);
        return Err(input.fault_at(line, column, what));
    }
    Ok(((columns, rows), hexes))
}

fn hex(line: usize, rest: &str) -> Option<Hex<'_>> {
    let rest = rest.trim();
    let (digits, rest) = rest.split_once(char::is_whitespace)?;
    let rest = rest.trim_start();
    let (level, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let mut quoted = rest.split('"');
    quoted.next();
    let terrains = quoted.next().unwrap_or("");
    quoted.next();
    // both texts, begun and ended; the second may be missing
    let quotes = rest.matches('"').count();
    let theme = quoted.next().filter(|_| quotes >= 4);
    let good = quotes >= 2
        && quotes.is_multiple_of(2)
        && !digits.is_empty()
        && digits.bytes().all(|b| b.is_ascii_digit());
    good.then_some(Hex {
        line,
        digits,
        level: level.parse().ok()?,
        terrains,
        theme,
    })
}

/// The space of a number like 0312, where it can be told.
fn place(digits: &str, columns: u32, rows: u32) -> Option<Space> {
    let inside = |split: usize| {
        let (c, r) = digits.split_at_checked(split)?;
        let (c, r): (u32, u32) = (c.parse().ok()?, r.parse().ok()?);
        ((1..=columns).contains(&c) && (1..=rows).contains(&r))
            .then(|| Space((r - 1) * columns + c - 1))
    };
    match digits.len() {
        4 => inside(2),
        5 => inside(3)
            .filter(|_| inside(2).is_none())
            .or_else(|| inside(2)),
        n => inside(n / 2),
    }
}

/// What hexes say of more than their own ground.
#[derive(Default)]
struct Marks {
    /// Hexes with cliffs, and on which sides.
    cliffs: Vec<(Space, u32)>,
    /// Deployment zones by their numbers.
    zones: BTreeMap<u32, Vec<Space>>,
}

/// The terrains of one hex.
#[derive(Default)]
struct Terrains<'t> {
    /// The one that counts: its rank, its key and how much it lifts the ground.
    best: Option<(usize, String, i32)>,
    /// The keys of those that count less.
    others: Vec<String>,
    /// The number of each.
    values: BTreeMap<&'t str, i32>,
}

/// What lies on one hex.
fn ground(input: &Input, sketch: &mut Sketch, space: Space, hex: &Hex, marks: &mut Marks) {
    let name = sketch.place(space);
    let terrains = terrains(input, sketch, space, hex, marks);
    if let Some(theme) = hex.theme.filter(|t| !t.is_empty() && *t != "grass") {
        let what = format!("the theme {theme:?} is only decoration");
        sketch.notes.lost(what, name.clone());
    }
    let Terrains {
        best: Some((_, key, level)),
        mut others,
        values,
    } = terrains
    else {
        return;
    };
    let is = &input
        .mapping
        .find(Part::Terrain, &key)
        .expect("found before")
        .is;
    let road = others
        .iter()
        .position(|other| ROADS.contains(&plain(other)) && CROSSED.contains(&plain(&key)))
        .and_then(|road| with_road(input, sketch, is).map(|kind| (road, kind)));
    if let Some((road, _)) = road {
        let what = format!(
            "a {} through {} makes movement easy from every side, not only along it",
            plain(&others.remove(road)),
            plain(&key)
        );
        sketch.notes.changed(what, name.clone());
    }
    for other in others {
        let what = match (plain(&other), plain(&key)) {
            ("water", "bridge") => "water below bridges was left out".to_owned(),
            (other, key) => format!("{other} in the same hex as {key} was left out"),
        };
        sketch.notes.lost(what, name.clone());
    }
    let kind = match road {
        Some((_, kind)) => kind,
        None => standing(input, sketch, space, is, &values),
    };
    sketch.ground[space.index()] = kind;
    let deck = values
        .get("bridge_elev")
        .copied()
        .filter(|_| key.starts_with("bridge:"));
    sketch.levels[space.index()] += level + deck.unwrap_or(0);
}

/// Reads the terrains of one hex; notes what is not carried over.
fn terrains<'t>(
    input: &Input,
    sketch: &mut Sketch,
    space: Space,
    hex: &Hex<'t>,
    marks: &mut Marks,
) -> Terrains<'t> {
    let name = sketch.place(space);
    let mut all = Terrains::default();
    for part in hex.terrains.split(';').filter(|p| !p.trim().is_empty()) {
        let mut words = part.trim().split(':');
        let (kind, level) = (words.next().unwrap_or(""), words.next().unwrap_or("0"));
        let level: i32 = level.trim().parse().unwrap_or(0);
        all.values.insert(kind, level);
        if kind.eq_ignore_ascii_case("cliff_top") || kind.eq_ignore_ascii_case("incline_top") {
            let exits = words.next().and_then(|e| e.parse().ok()).unwrap_or(0);
            if kind.starts_with('c') || kind.starts_with('C') {
                marks.cliffs.push((space, exits));
            } else {
                let what = format!("{kind} is not supported");
                sketch.notes.lost(what, name.clone());
            }
            continue;
        }
        let plain = kind.to_ascii_lowercase();
        let key = format!("{plain}:{level}");
        let exits = words.next().map_or("", str::trim);
        if plain == "deployment_zone" {
            let zones = zones(exits);
            if zones.is_empty() {
                let what = "a deployment_zone without a number is not supported";
                sketch.notes.lost(what, name.clone());
            }
            for zone in zones {
                marks.zones.entry(zone).or_default().push(space);
            }
            continue;
        }
        if JOINED.contains(&plain.as_str()) && !matches!(exits, "" | "0") {
            let what = format!("the exits of {plain} are not supported");
            sketch.notes.lost(what, name.clone());
        }
        let lifts = plain.ends_with("elevator");
        if lifts {
            let what = format!("{plain} does not move");
            sketch.notes.lost(what, name.clone());
        }
        if key.starts_with("foliage_elev:") && !matches!(level, 1 | 2) {
            let what = format!("foliage {level} levels high became foliage of the usual height");
            sketch.notes.lost(what, name.clone());
        }
        match input.mapping.find(Part::Terrain, &key) {
            Some(target) if target.ignored() => {}
            Some(target) => {
                if let Some(less) = alike(input, &plain, level).filter(|_| !lifts) {
                    let what = format!("{plain} {level} is treated as {plain} {less}");
                    sketch.notes.lost(what, name.clone());
                }
                let rank = input.mapping.order(Part::Terrain, &key);
                let is_better = all.best.as_ref().is_none_or(|(old, ..)| rank < *old);
                if is_better {
                    if let Some((_, old, _)) = all.best.replace((rank, key, target.level)) {
                        all.others.push(old);
                    }
                } else {
                    all.others.push(key);
                }
                continue;
            }
            None if DETAILS.iter().any(|d| kind.starts_with(d)) => {}
            None => {
                let what = format!("terrain {kind} is unknown and was left out");
                sketch.notes.lost(what, name.clone());
                continue;
            }
        }
        if !matches!(
            kind,
            "foliage_elev" | "bldg_elev" | "bridge_elev" | "fuel_tank_elev"
        ) {
            sketch
                .notes
                .lost(format!("{kind} is not supported"), name.clone());
        }
    }
    all
}

/// The kind of terrain of a hex without a road: buildings and tanks are as high as the file says.
fn standing(
    input: &Input,
    sketch: &mut Sketch,
    space: Space,
    is: &str,
    values: &BTreeMap<&str, i32>,
) -> u8 {
    let tall = ["bldg_elev", "fuel_tank_elev"]
        .iter()
        .find_map(|k| values.get(k));
    match tall.filter(|_| is == "building" || is == "tank") {
        Some(&high) if is == "tank" || high != 4 => {
            let height = high.clamp(1, 200) as u8;
            let own = OwnTerrain {
                cost: Cost::No,
                sight: Opacity::Blocking,
                height,
                cover: false,
                water: false,
                hits: None,
                becomes: Some("rubble".into()),
                colour: Some(if is == "tank" { 0x9a9488 } else { 0x8a5a44 }),
                sign: None,
            };
            sketch.own(&format!("{is} {height}"), &own, input.mapping)
        }
        _ if is == "door" => {
            sketch.doors.insert(space, false);
            sketch.kind("floor", input.mapping)
        }
        _ => sketch.kind(is, input.mapping),
    }
}

/// A terrain's name without its number.
fn plain(key: &str) -> &str {
    key.split(':').next().unwrap_or(key)
}

/// Terrains that make a way through others.
const ROADS: [&str; 2] = ["road", "pavement"];

/// Terrains that keep what they are where a road leads through them, but for the way.
const CROSSED: [&str; 13] = [
    "woods",
    "jungle",
    "rubble",
    "rough",
    "planted_fields",
    "field",
    "swamp",
    "mud",
    "snow",
    "fortified",
    "industrial",
    "heavy_industrial",
    "tundra",
];

/// The kind of a terrain with a road in it: a step onto it costs 1, all else is as without.
///
/// None if a step onto it costs no more without the road, or nobody gets there.
fn with_road(input: &Input, sketch: &mut Sketch, is: &str) -> Option<u8> {
    let name = format!("road through {is}");
    let bare = sketch.kind(is, input.mapping);
    let bare = sketch.terrain(bare);
    if bare.cost != Cost::Hard {
        return None;
    }
    let own = OwnTerrain {
        cost: Cost::Plain,
        sight: bare.sight,
        height: bare.height,
        cover: bare.cover,
        water: bare.water,
        hits: None,
        becomes: None,
        colour: Some(between(bare.colour, ROAD)),
        sign: None,
    };
    Some(sketch.own(&name, &own, input.mapping))
}

/// The colour of a beaten track.
const ROAD: u32 = 0xb9a883;

/// The colour half-way between two.
fn between(a: u32, b: u32) -> u32 {
    let part = |colour: u32, at: u32| (colour >> at) & 0xff;
    let half = |at: u32| ((part(a, at) + part(b, at)) / 2) << at;
    half(16) | half(8) | half(0)
}

/// The numbers of the deployment zones a hex belongs to: bit 0 of its exits is zone 1.
fn zones(exits: &str) -> Vec<u32> {
    let bits: u32 = exits.parse().unwrap_or(0);
    (0..31)
        .filter(|bit| bits & (1 << bit) != 0)
        .map(|bit| bit + 1)
        .collect()
}

/// Deployment zones in the order of their numbers: who takes which is said elsewhere.
fn deploy(sketch: &mut Sketch, zones: BTreeMap<u32, Vec<Space>>) {
    for (seat, (zone, spaces)) in (1u32..).zip(zones) {
        if seat != zone {
            let what = format!("deployment zone {zone} became the zone of seat {seat}");
            let place = sketch.place(spaces[0]);
            sketch.notes.changed(what, place);
        }
        let seat = u8::try_from(seat).expect("there are 31 at most");
        sketch.zone(Use::Deployment, Some(seat), spaces);
    }
}

/// Terrains that go on in some hexes around, as their exits say.
const JOINED: [&str; 5] = ["road", "pavement", "bridge", "building", "fuel_tank"];

/// The least number of a terrain, from 1 on, that means the same here as a greater one.
fn alike(input: &Input, kind: &str, level: i32) -> Option<i32> {
    let is = |level: i32| {
        let target = input
            .mapping
            .find(Part::Terrain, &format!("{kind}:{level}"));
        target.map(|target| (&target.is, target.level))
    };
    // no terrain has as many kinds; depths and heights may be any number
    (1..level.min(20)).find(|less| is(*less) == is(level))
}

/// Beginnings of names of details that belong to a terrain that is there anyway.
const DETAILS: [&str; 12] = [
    "bldg_",
    "bridge_",
    "fuel_tank_",
    "foliage_",
    "fluff",
    "ground_fluff",
    "road_fluff",
    "water_fluff",
    "incline",
    "cliff",
    "industrial",
    "hazardous",
];

/// Cliffs on the sides of a hex that the exits name: bit 0 north, then clockwise.
fn raise_cliffs(sketch: &mut Sketch, space: Space, exits: u32) {
    for direction in 0..6u8 {
        if exits & (1 << direction) == 0 {
            continue;
        }
        if let Some(next) = sketch.grid.neighbour(space, Facing(direction)) {
            let between = (space.min(next), space.max(next));
            sketch.border(cliff(between));
        }
    }
    if exits == 0 {
        let place = sketch.place(space);
        sketch
            .notes
            .lost("a cliff_top without sides is not supported", place);
    }
}
