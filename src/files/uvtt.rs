//! Universal VTT (`.uvtt`, `.dd2vtt`, `.df2vtt`): walls and doors of a picture, on squares.
//!
//! The format knows a picture, lines that block sight, and doors; all in units of a square. What
//! else our maps say travels along under a key of our own, which other programs pass over.

use super::foreign::Input;
use super::mapping::Mapping;
use super::notes::{Fate, Notes};
use super::sketch::{Sketch, check_size};
use super::snap::{Effort, Lattice, Point, extent, runs};
use super::{builtin, map, map_text};
use crate::board::{Border, BorderKind, GridKind, Map, Opacity, Space, Stagger};
use crate::source::{Fault, Source};
use base64::Engine;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, Visitor};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Deserialize)]
#[serde(expecting = "an object with a resolution")]
struct Vtt {
    #[serde(default)]
    resolution: Option<Resolution>,
    #[serde(default)]
    line_of_sight: Option<Vec<Option<Line>>>,
    #[serde(default)]
    objects_line_of_sight: Option<Vec<Option<Line>>>,
    #[serde(default)]
    portals: Option<Vec<Option<Portal>>>,
    #[serde(default)]
    lights: Option<Vec<IgnoredAny>>,
    #[serde(default)]
    environment: Option<IgnoredAny>,
    #[serde(default)]
    image: Long,
    #[serde(default)]
    skirmish: Option<Ours>,
    #[serde(flatten)]
    rest: BTreeMap<String, IgnoredAny>,
}

/// The points of a line; some programs write null for what they lost.
type Line = Vec<Option<Xy>>;

#[derive(Deserialize)]
#[serde(expecting = "an object with a map_size")]
struct Resolution {
    #[serde(default)]
    map_origin: Option<Xy>,
    #[serde(default)]
    map_size: Option<Xy>,
    #[serde(default)]
    pixels_per_grid: Number,
}

#[derive(Copy, Clone, Default, Deserialize)]
#[serde(expecting = "a point with x and y")]
struct Xy {
    #[serde(default)]
    x: Number,
    #[serde(default)]
    y: Number,
}

#[derive(Deserialize)]
#[serde(expecting = "a door with position and bounds")]
struct Portal {
    #[serde(default)]
    position: Option<Xy>,
    #[serde(default)]
    bounds: Option<Line>,
    #[serde(default)]
    rotation: Number,
    #[serde(default)]
    closed: Option<bool>,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with a map")]
struct Ours {
    map: String,
}

/// A number, also one written as text; none if it is missing or null.
#[derive(Copy, Clone, Default)]
struct Number(Option<f64>);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Read;
        impl Visitor<'_> for Read {
            type Value = Number;
            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("a number, such as 12 or 7.5")
            }
            fn visit_f64<E>(self, value: f64) -> Result<Number, E> {
                Ok(Number(Some(value)))
            }
            fn visit_i64<E>(self, value: i64) -> Result<Number, E> {
                Ok(Number(Some(value as f64)))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Number, E> {
                Ok(Number(Some(value as f64)))
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Number, E> {
                let read = text.trim().parse::<f64>().ok().filter(|v| v.is_finite());
                let wrong = serde::de::Unexpected::Str(text);
                read.map(|value| Number(Some(value)))
                    .ok_or_else(|| E::invalid_value(wrong, &self))
            }
            fn visit_unit<E>(self) -> Result<Number, E> {
                Ok(Number(None))
            }
        }
        deserializer.deserialize_any(Read)
    }
}

/// A text of which only the length is kept.
#[derive(Default)]
struct Long(usize);

impl<'de> Deserialize<'de> for Long {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Measure;
        impl Visitor<'_> for Measure {
            type Value = Long;
            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("a picture as base64 text")
            }
            fn visit_str<E>(self, text: &str) -> Result<Long, E> {
                Ok(Long(text.len()))
            }
            fn visit_unit<E>(self) -> Result<Long, E> {
                Ok(Long(0))
            }
        }
        deserializer.deserialize_any(Measure)
    }
}

/// Reads a Universal VTT file.
///
/// # Errors
/// It is damaged or too large.
pub fn read(input: &mut Input) -> Result<(Map, Notes), Fault> {
    let text = input.text()?;
    let vtt: Vtt = serde_json::from_str(&text)
        .map_err(|error| input.fault_of_json(&text, "not a Universal VTT file", &error))?;
    let missing = |key: &str| {
        let what = format!(
            "not a Universal VTT file: no {key}; expected \"resolution\": {{\"map_size\": {{\"x\": COLUMNS, \"y\": ROWS}}}}, in squares"
        );
        input.fault(what)
    };
    let resolution = vtt.resolution.as_ref();
    let resolution = resolution.ok_or_else(|| missing("resolution"))?;
    let size = resolution.map_size.and_then(Xy::point);
    let size = size.ok_or_else(|| missing("map_size"))?;
    let whole = |v: f64| (v.is_finite() && v > 0.0 && v < 1e9).then(|| (v - 1e-6).ceil() as u64);
    let (Some(columns), Some(rows)) = (whole(size.0), whole(size.1)) else {
        return Err(input.fault(format!(
            "map_size is {:e} × {:e}; expected squares above 0",
            size.0, size.1
        )));
    };
    let (columns, rows) = check_size(columns, rows).map_err(|e| input.fault(e))?;
    let mut sketch = Sketch::new(input.name, GridKind::Square, Stagger::Even, columns, rows);
    sketch.kind("floor", input.mapping);
    if (size.0 - f64::from(columns)).abs() > 1e-6 || (size.1 - f64::from(rows)).abs() > 1e-6 {
        let what = "the map ends within a square; the last squares are whole here";
        sketch
            .notes
            .changed(what, format!("{} × {}", size.0, size.1));
    }
    let origin = resolution.map_origin.and_then(Xy::point);
    let origin = origin.unwrap_or((0.0, 0.0));
    let walls = [&vtt.line_of_sight, &vtt.objects_line_of_sight]
        .into_iter()
        .flatten();
    let mut damaged = 0;
    let walls: Vec<Vec<Point>> = walls
        .flatten()
        .map(|line| {
            let all = line.as_deref().unwrap_or_default();
            let points = placed(all, origin);
            damaged += usize::from(line.is_none() || points.len() < all.len());
            points
        })
        .collect();
    let own_walls = vtt.line_of_sight.as_ref().map_or(0, Vec::len);
    let doors = doors(&vtt, origin);
    if let Some(ours) = &vtt.skirmish {
        match ours_again(input, ours, &sketch, &walls[..own_walls], &doors) {
            Some(found) => return Ok(found),
            None => sketch.notes.changed("walls or doors were changed by another program; the rest of the map was left aside", ""),
        }
    }
    let mut effort = Effort::default();
    put_walls(&mut sketch, &walls, own_walls, input.mapping, &mut effort);
    put_doors(&mut sketch, &doors, &mut effort);
    let notes = &mut sketch.notes;
    let what = "points of walls without x or y were left out".to_owned();
    notes.count(Fate::Lost, what, damaged, String::new());
    let lost = |notes: &mut Notes, what: &str, n: usize, place: String| {
        notes.count(Fate::Lost, what.to_owned(), n, place);
    };
    if vtt.image.0 > 0 {
        let place = match resolution.pixels_per_grid.0 {
            Some(pixels) => format!("{} KiB, {pixels} pixels a square", vtt.image.0 / 1366),
            None => format!("{} KiB", vtt.image.0 / 1366),
        };
        lost(
            notes,
            "the picture has no place here; all ground became floor",
            1,
            place,
        );
    }
    let lights = vtt.lights.as_ref().map_or(0, Vec::len);
    lost(notes, "lights have no place here", lights, String::new());
    if vtt.environment.is_some() {
        lost(
            notes,
            "the lighting of the surroundings has no place here",
            1,
            String::new(),
        );
    }
    for key in vtt
        .rest
        .keys()
        .filter(|k| !matches!(k.as_str(), "format" | "software" | "creator"))
    {
        lost(
            notes,
            "further keys mean nothing here",
            1,
            key.chars().take(40).collect(),
        );
    }
    sketch.finish(input.file)
}

impl Xy {
    /// The point, if both of its numbers are there.
    fn point(self) -> Option<Point> {
        Some((self.x.0?, self.y.0?))
    }
}

/// Points as they lie on the map; those that say nothing are passed over.
fn placed(points: &[Option<Xy>], origin: Point) -> Vec<Point> {
    let there = points.iter().filter_map(|p| p.and_then(Xy::point));
    there.map(|p| (p.0 - origin.0, p.1 - origin.1)).collect()
}

/// Whether a line lies wholly beside the map, and whether a part of it does.
fn beside(line: &[Point], lattice: &Lattice) -> (bool, bool) {
    let (low, high) = extent(line);
    let far = lattice.extent();
    let out = low.0 > far.0 || low.1 > far.1 || high.0 < 0.0 || high.1 < 0.0;
    let part = low.0 < -1.0 || low.1 < -1.0 || high.0 > far.0 + 1.0 || high.1 > far.1 + 1.0;
    (out && !line.is_empty(), part)
}

/// What is said of lines beyond what one map may have.
const TOO_MUCH: &str = "lines beyond some hundred thousand spaces of length were left out";

fn put_walls(
    sketch: &mut Sketch,
    walls: &[Vec<Point>],
    own: usize,
    mapping: &Mapping,
    effort: &mut Effort,
) {
    let lattice = Lattice::squares(sketch.grid);
    for (i, line) in walls.iter().enumerate() {
        let place = || {
            let at = line.first().map_or((0.0, 0.0), |p| *p);
            format!("({:.2}, {:.2})", at.0, at.1)
        };
        let what = if i < own {
            "walls"
        } else {
            "outlines of objects"
        };
        if let Some((space, middle)) = lattice.standing(line) {
            let what = match middle {
                true => "small outlines round the middle of a square became a wall that fills it",
                false => "outlines smaller than a square, beside its middle, were left out",
            };
            if middle {
                sketch.ground[space.index()] = sketch.kind("wall", mapping);
                sketch.notes.changed(what, sketch.place(space));
            } else {
                sketch.notes.lost(what, sketch.place(space));
            }
            continue;
        }
        if !effort.take(lattice.steps(line)) {
            sketch.notes.lost(TOO_MUCH, place());
            continue;
        }
        let (out, part) = beside(line, &lattice);
        if out {
            let what = format!("{what} outside the map were left out");
            sketch.notes.lost(what, place());
            continue;
        }
        if part {
            let what = format!("parts of {what} outside the map were cut off");
            sketch.notes.lost(what, place());
        }
        let snapped = lattice.snap(line);
        if snapped.bends > 0 {
            let what = format!("bends of {what} over a side and back were straightened");
            let bends = snapped.bends;
            sketch.notes.count(Fate::Changed, what, bends, place());
        }
        if snapped.edge {
            let what = format!("{what} along the edge of the map are the edge itself here");
            sketch.notes.changed(what, place());
            continue;
        }
        if snapped.sides.is_empty() {
            let what = format!("{what} too small to stand between two squares were left out");
            sketch.notes.lost(what, place());
            continue;
        }
        if snapped.moved {
            let what =
                format!("{what} that do not follow the sides of squares were snapped to them");
            sketch.notes.changed(what, place());
        }
        for between in snapped.sides {
            sketch.border(builtin::border(BorderKind::Wall, between));
        }
    }
}

/// A door of the file, as it lies on the map.
struct Door {
    /// Its ends.
    ends: Vec<Point>,
    /// Where it is said to be.
    middle: Option<Point>,
    /// The way it runs, if its ends are not said.
    along: Option<Point>,
    closed: bool,
}

fn doors(vtt: &Vtt, origin: Point) -> Vec<Door> {
    let portals = vtt.portals.iter().flatten();
    let read = |portal: &Option<Portal>| {
        let ends = portal.as_ref().and_then(|p| p.bounds.as_deref());
        let ends = placed(ends.unwrap_or_default(), origin);
        let middle = portal.as_ref().and_then(|p| p.position?.point());
        let middle = middle.map(|p| (p.0 - origin.0, p.1 - origin.1));
        let middle = middle.or_else(|| {
            let (p, q) = (ends.first()?, ends.last()?);
            Some(((p.0 + q.0) / 2.0, (p.1 + q.1) / 2.0))
        });
        let turn = portal.as_ref().and_then(|p| p.rotation.0);
        let turn = turn.filter(|turn| turn.is_finite() && ends.len() < 2);
        // across or along the rows: nothing between is needed, and no sine is the same everywhere
        let quarter = std::f64::consts::FRAC_PI_2;
        let upright = turn.map(|turn| ((turn / quarter).round() as i64).rem_euclid(2) == 1);
        Door {
            ends,
            middle,
            along: upright.map(|upright| if upright { (0.0, 1.0) } else { (1.0, 0.0) }),
            closed: portal.as_ref().and_then(|p| p.closed).unwrap_or(true),
        }
    };
    portals.map(read).collect()
}

fn put_doors(sketch: &mut Sketch, doors: &[Door], effort: &mut Effort) {
    let lattice = Lattice::squares(sketch.grid);
    for door in doors {
        let (points, middle) = (&door.ends, door.middle);
        let place = middle.map_or(String::new(), |p| format!("({:.2}, {:.2})", p.0, p.1));
        let Some(at) = middle else {
            sketch
                .notes
                .lost("doors without a place were left out", place);
            continue;
        };
        if !effort.take(lattice.steps(points) + 4) {
            sketch.notes.lost(TOO_MUCH, place);
            continue;
        }
        let mut snapped = lattice.snap(points);
        if snapped.sides.is_empty() {
            let far = lattice.extent();
            let near = at.0 > -1.0 && at.1 > -1.0 && at.0 < far.0 + 1.0 && at.1 < far.1 + 1.0;
            let ends = points
                .first()
                .zip(points.last())
                .filter(|_| points.len() > 1);
            let side = match (near.then_some(at), ends) {
                // as it runs, and where it is said to be
                (Some(m), Some((p, q))) => {
                    let half = ((q.0 - p.0) / 2.0, (q.1 - p.1) / 2.0);
                    let (p, q) = ((m.0 - half.0, m.1 - half.1), (m.0 + half.0, m.1 + half.1));
                    lattice.nearest_side(p, q)
                }
                (Some(m), None) => {
                    let (x, y) = door.along.unwrap_or((0.0, 0.0));
                    lattice.nearest_side((m.0 - x, m.1 - y), (m.0 + x, m.1 + y))
                }
                (None, _) => None,
            };
            snapped.sides.extend(side);
            snapped.moved = true;
        }
        if snapped.sides.is_empty() {
            sketch
                .notes
                .lost("doors outside the map were left out", place);
            continue;
        }
        if snapped.moved {
            let what = "doors that do not fill a side of a square were snapped to one";
            sketch.notes.changed(what, place);
        }
        for between in snapped.sides {
            sketch.border(match door.closed {
                true => builtin::border(BorderKind::Door, between),
                false => builtin::open_door(between),
            });
        }
    }
}

/// Our own map inside the file, if its walls and doors are still as we wrote them.
fn ours_again(
    input: &Input,
    ours: &Ours,
    sketch: &Sketch,
    walls: &[Vec<Point>],
    doors: &[Door],
) -> Option<(Map, Notes)> {
    let map = map::read(&Source::new(input.file, ours.map.as_str())).ok()?;
    let same = (map.grid.columns, map.grid.rows) == (sketch.grid.columns, sketch.grid.rows);
    if !same || !map.grid.kind.is_square() {
        return None;
    }
    let lattice = Lattice::squares(map.grid);
    let mut effort = Effort::default();
    let lines = walls.iter().chain(doors.iter().map(|door| &door.ends));
    if !effort.take(lines.map(|line| lattice.steps(line)).sum()) {
        return None;
    }
    let found: BTreeSet<_> = walls
        .iter()
        .flat_map(|line| lattice.snap(line).sides)
        .collect();
    let doors: BTreeSet<_> = doors
        .iter()
        .flat_map(|door| {
            let sides = lattice.snap(&door.ends).sides;
            sides.into_iter().map(|side| (side, door.closed))
        })
        .collect();
    let our_walls: BTreeSet<_> = map
        .borders
        .iter()
        .filter(|b| is_wall(b))
        .map(|b| b.between)
        .collect();
    let our_doors: BTreeSet<_> = doors_of(&map).map(|b| (b.between, !b.open)).collect();
    (found == our_walls && doors == our_doors).then(|| (map, Notes::default()))
}

/// Whether other programs see it as a wall: it blocks sight.
fn is_wall(border: &Border) -> bool {
    border.kind != BorderKind::Door && border.sight == Opacity::Blocking
}

fn doors_of(map: &Map) -> impl Iterator<Item = &Border> {
    map.borders.iter().filter(|b| b.kind == BorderKind::Door)
}

/// A picture for the file: PNG bytes, and how many pixels a square has.
pub struct Picture {
    /// The bytes.
    pub png: Vec<u8>,
    /// Pixels a square.
    pub pixels: u32,
}

/// Writes a Universal VTT file.
///
/// # Errors
/// The map has no squares.
pub fn write(map: &Map, picture: Option<&Picture>) -> Result<(String, Notes), String> {
    if map.grid.kind != GridKind::Square {
        return Err("Universal VTT knows squares only; write a hex map as .tmx".into());
    }
    let mut notes = Notes::default();
    let lattice = Lattice::squares(map.grid);
    let xy = |p: &Point| json!({ "x": p.0, "y": p.1 });
    let lines = |runs: Vec<Vec<Point>>| -> Vec<Value> {
        runs.iter()
            .map(|run| run.iter().map(xy).collect())
            .collect()
    };
    let walls = map.borders.iter().filter(|b| is_wall(b)).map(|b| b.between);
    let portals: Vec<Value> = doors_of(map)
        .map(|door| {
            let (p, q) = lattice.side(door.between.0, door.between.1);
            let upright = p.0 == q.0;
            json!({
                "position": { "x": (p.0 + q.0) / 2.0, "y": (p.1 + q.1) / 2.0 },
                "bounds": [xy(&p), xy(&q)],
                "rotation": if upright { std::f64::consts::FRAC_PI_2 } else { 0.0 },
                "closed": !door.open,
                "freestanding": false,
            })
        })
        .collect();
    for border in map
        .borders
        .iter()
        .filter(|b| b.kind != BorderKind::Door && !is_wall(b))
    {
        let what = format!(
            "other programs will not see: {} on a side",
            builtin::border_name(border.kind)
        );
        notes.lost(what, map.grid.name(border.between.0));
    }
    for zone in &map.zones {
        let what = format!(
            "other programs will not see: {} zone",
            map_text::use_name(zone.kind)
        );
        notes.lost(
            what,
            zone.seat.map_or(String::new(), |s| format!("seat {s}")),
        );
    }
    let high = map.elevation.iter().filter(|l| **l != 0).count();
    let what = "other programs will not see: the level of a space".to_owned();
    notes.count(Fate::Lost, what, high, String::new());
    let pixels = picture.map_or(70, |p| p.pixels);
    let image = picture.map_or(String::new(), |p| {
        base64::engine::general_purpose::STANDARD.encode(&p.png)
    });
    if picture.is_none() {
        notes.lost("the file holds no picture; this build draws none", "");
    }
    let whole = json!({
        "format": 0.3,
        "resolution": {
            "map_origin": { "x": 0.0, "y": 0.0 },
            "map_size": { "x": map.grid.columns, "y": map.grid.rows },
            "pixels_per_grid": pixels,
        },
        "line_of_sight": lines(runs(&lattice, walls)),
        "objects_line_of_sight": lines(runs(&lattice, blocking_edges(map))),
        "portals": portals,
        "lights": [],
        "environment": { "baked_lighting": false, "ambient_light": "ffffffff" },
        "skirmish": { "map": map_text::write(map) },
        "image": image,
    });
    Ok((
        serde_json::to_string(&whole).expect("plain values") + "\n",
        notes,
    ))
}

/// The sides between a space that blocks sight and one that does not.
fn blocking_edges(map: &Map) -> Vec<(Space, Space)> {
    let blocks = |s: Space| {
        let terrain = &map.terrains[usize::from(map.terrain[s.index()].0)];
        terrain.sight == Opacity::Blocking && !terrain.void
    };
    let mut edges = Vec::new();
    for i in 0..map.terrain.len() as u32 {
        let space = Space(i);
        let (column, row) = (
            i64::from(map.grid.column(space)),
            i64::from(map.grid.row(space)),
        );
        for next in [map.grid.at(column + 1, row), map.grid.at(column, row + 1)] {
            if let Some(next) = next.filter(|next| blocks(space) != blocks(*next)) {
                edges.push((space, next));
            }
        }
    }
    edges
}
