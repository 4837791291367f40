//! Universal VTT (`.uvtt`, `.dd2vtt`, `.df2vtt`): walls and doors of a picture, on squares.
//!
//! The format knows a picture, lines that block sight, and doors; all in units of a square. What
//! else our maps say travels along under a key of our own, which other programs pass over.

mod lines;
mod write;

use self::lines::Laying;
use self::write::{doors_of, is_wall};
use super::foreign::Input;
use super::notes::{Fate, Notes};
use super::sketch::{Sketch, check_size};
use super::snap::{Effort, Lattice, Point};
use super::{map, map_text};
use crate::board::{Border, BorderKind, GridKind, Map, Stagger};
use crate::source::{Fault, Source};
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, Visitor};
use std::collections::{BTreeMap, BTreeSet};

pub use self::write::{Picture, fits, write};

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
    #[serde(default)]
    freestanding: serde_json::Value,
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
        input.fault_near(&text, "\"resolution\"", what)
    };
    let resolution = vtt.resolution.as_ref();
    let resolution = resolution.ok_or_else(|| missing("resolution"))?;
    let size = resolution.map_size.and_then(Xy::point);
    let size = size.ok_or_else(|| missing("map_size"))?;
    let whole = |v: f64| (v.is_finite() && v > 0.0 && v < 1e9).then(|| (v - 1e-6).ceil() as u64);
    let (Some(columns), Some(rows)) = (whole(size.0), whole(size.1)) else {
        let what = format!(
            "map_size is {:e} × {:e}; expected numbers of squares above 0",
            size.0, size.1
        );
        return Err(input.fault_near(&text, "\"map_size\"", what));
    };
    let (columns, rows) =
        check_size(columns, rows).map_err(|e| input.fault_near(&text, "\"map_size\"", e))?;
    let mut sketch = Sketch::new(input.name, GridKind::Square, Stagger::Even, columns, rows);
    sketch.kind("floor", input.mapping);
    if (size.0 - f64::from(columns)).abs() > 1e-6 || (size.1 - f64::from(rows)).abs() > 1e-6 {
        let what = "the map ends inside a square; its last squares were made whole";
        sketch
            .notes
            .changed(what, format!("{} × {}", size.0, size.1));
    }
    let origin = resolution.map_origin.and_then(Xy::point);
    let origin = origin.unwrap_or((0.0, 0.0));
    let (walls, lost_walls) = lines(&vtt.line_of_sight, origin);
    let (things, lost_things) = lines(&vtt.objects_line_of_sight, origin);
    let doors = doors(&vtt, origin);
    if let Some(ours) = &vtt.skirmish {
        let map = map::read(&Source::new(input.file, ours.map.as_str())).ok();
        let grid = sketch.grid;
        let same = |map: &Map| {
            let size = (map.grid.columns, map.grid.rows);
            map.grid.kind.is_square() && size == (grid.columns, grid.rows)
        };
        match map.filter(same) {
            Some(map) if unchanged(&map, &walls, &doors) => return Ok((map, Notes::default())),
            Some(map) => return beneath(input, map, sketch, walls, &doors),
            None => sketch.notes.lost(
                "the skirmish map in the file does not fit the rest and was ignored",
                "",
            ),
        }
    }
    Laying::new(&mut sketch, input.mapping).lay(walls, things, &doors);
    let damaged = lost_walls + lost_things;
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
            "the picture was left out; all ground became floor",
            1,
            place,
        );
    }
    let lights = vtt.lights.as_ref().map_or(0, Vec::len);
    lost(notes, "lights are not supported", lights, String::new());
    if vtt.environment.is_some() {
        lost(notes, "ambient light is not supported", 1, String::new());
    }
    for key in vtt
        .rest
        .keys()
        .filter(|k| !matches!(k.as_str(), "format" | "software" | "creator"))
    {
        lost(
            notes,
            "other keys are not supported",
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

/// A door of the file, as it lies on the map.
struct Door {
    /// Its ends.
    ends: Vec<Point>,
    /// Where it is said to be.
    middle: Option<Point>,
    /// The way it runs, if its ends are not said.
    along: Option<Point>,
    closed: bool,
    /// It stands in no wall.
    freestanding: bool,
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
            freestanding: portal
                .as_ref()
                .and_then(|p| p.freestanding.as_bool())
                .unwrap_or(false),
        }
    };
    portals.map(read).collect()
}

/// Lines as they lie on the map, and how many of them lack something.
fn lines(lines: &Option<Vec<Option<Line>>>, origin: Point) -> (Vec<Vec<Point>>, usize) {
    let mut damaged = 0;
    let read = |line: &Option<Line>| {
        let all = line.as_deref().unwrap_or_default();
        let points = placed(all, origin);
        damaged += usize::from(line.is_none() || points.len() < all.len());
        points
    };
    let lines = lines.iter().flatten().map(read).collect();
    (lines, damaged)
}

/// Whether walls and doors are still as we wrote them with this map.
fn unchanged(map: &Map, walls: &[Vec<Point>], doors: &[Door]) -> bool {
    let lattice = Lattice::squares(map.grid);
    let mut effort = Effort::default();
    let lines = walls.iter().chain(doors.iter().map(|door| &door.ends));
    if !effort.take(lines.map(|line| lattice.steps(line)).sum()) {
        return false;
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
    let our_doors: BTreeSet<_> = doors_of(map).map(|b| (b.between, !b.open)).collect();
    found == our_walls && doors == our_doors
}

/// Our own map, with the walls and doors that another program has put in the place of ours.
fn beneath(
    input: &Input,
    mut map: Map,
    mut sketch: Sketch,
    walls: Vec<Vec<Point>>,
    doors: &[Door],
) -> Result<(Map, Notes), Fault> {
    Laying::new(&mut sketch, input.mapping).lay(walls, Vec::new(), doors);
    let (theirs, mut notes) = sketch.finish(input.file)?;
    let seen = |b: &Border| is_wall(b) || b.kind == BorderKind::Door;
    let ours: BTreeMap<_, _> = map.borders.iter().map(|b| (b.between, b.clone())).collect();
    let mut borders: BTreeMap<_, _> = ours.clone().into_iter().filter(|(_, b)| !seen(b)).collect();
    for border in theirs.borders {
        // a wall that still stands keeps what is said of it here
        let same = |b: &&Border| seen(b) && b.kind == border.kind && b.open == border.open;
        let kept = ours.get(&border.between).filter(same).cloned();
        borders.insert(border.between, kept.unwrap_or(border));
    }
    map.borders = borders.into_values().collect();
    let what = "walls and doors come from the other program; everything else is unchanged";
    notes.changed(what, "");
    let text = map_text::write(&map);
    let map = map::read(&Source::new(input.file, text))?;
    Ok((map, notes))
}
