//! Universal VTT (`.uvtt`, `.dd2vtt`, `.df2vtt`): walls and doors of a picture, on squares.
//!
//! The format knows a picture, lines that block sight, and portals: doors, windows and arches; all
//! in units of a square. What else our maps say travels along under keys of our own, which other
//! programs pass over.

mod cut;
mod lines;
mod outline;
mod portals;
mod write;

use self::cut::openings;
use self::lines::Laying;
use self::outline::solid_sides;
use self::portals::{Door, doors};
use self::write::{is_wall, portals_of, wall_lines};
use super::builtin::Builtin;
use super::image;
use super::input::{Imported, Input};
use super::notes::{Fate, Notes};
use super::sketch::{Sketch, check_size};
use super::snap::{Effort, Lattice, Point};
use super::{map, map_text};
use crate::board::{Border, BorderKind, GridKind, Map, Picture, Stagger};
use crate::source::{Fault, Source};
use base64::Engine;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, Visitor};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

pub use self::write::{Drawn, fits, write};

/// Our key of a portal: the kind of border it is here.
const KIND: &str = "kind";
/// Our key of a portal: whether a door is open.
const STATE: &str = "state";
/// Our key of the first point of an outline: the terrain that it surrounds.
const TERRAIN: &str = "terrain";

#[derive(Deserialize)]
#[serde(expecting = "an object with a resolution")]
struct Vtt<'a> {
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
    environment: serde_json::Value,
    #[serde(default, borrow)]
    image: Image<'a>,
    #[serde(default)]
    skirmish: Option<Ours>,
    #[serde(flatten)]
    rest: BTreeMap<String, IgnoredAny>,
}

/// The points of a line; some programs write null for what they lost.
type Line = Vec<Option<Corner>>;

/// A point of a line.
#[derive(Deserialize)]
#[serde(expecting = "a point with x and y")]
struct Corner {
    #[serde(default)]
    x: Number,
    #[serde(default)]
    y: Number,
    /// What the line surrounds, in a file of ours.
    #[serde(default, rename = "terrain")]
    ground: serde_json::Value,
}

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
    /// What it is, in a file of ours.
    #[serde(default)]
    kind: serde_json::Value,
    #[serde(default)]
    state: serde_json::Value,
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

/// A text that is not copied where it stands as it is.
#[derive(Default)]
struct Image<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Image<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keep;
        impl<'de> Visitor<'de> for Keep {
            type Value = Image<'de>;
            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("a picture as base64 text")
            }
            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Image<'de>, E> {
                Ok(Image(Cow::Borrowed(text)))
            }
            fn visit_str<E>(self, text: &str) -> Result<Image<'de>, E> {
                Ok(Image(Cow::Owned(text.to_owned())))
            }
            fn visit_unit<E>(self) -> Result<Image<'de>, E> {
                Ok(Image::default())
            }
        }
        let image = deserializer.deserialize_any(Keep)?;
        Ok(image)
    }
}

/// Reads a Universal VTT file.
///
/// # Errors
/// It is damaged or too large.
pub fn read(input: &mut Input) -> Result<Imported, Fault> {
    let text = input.text()?;
    let vtt: Vtt = serde_json::from_str(&text)
        .map_err(|error| input.fault_of_json(&text, "not a Universal VTT file", &error))?;
    let (resolution, size, (columns, rows)) = vtt.size(input, &text)?;
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
    let walls = lines(&vtt.line_of_sight, origin);
    let things = lines(&vtt.objects_line_of_sight, origin);
    let doors = doors(&vtt, origin);
    let picture = vtt.picture(resolution, size, &mut sketch.notes);
    if let Some(ours) = &vtt.skirmish {
        let map = map::read(&Source::new(input.file, ours.map.as_str())).ok();
        let grid = sketch.grid;
        let same = |map: &Map| {
            let size = (map.grid.columns, map.grid.rows);
            map.grid.kind.is_square() && size == (grid.columns, grid.rows)
        };
        match map.filter(same) {
            Some(map) => {
                let kept = picture.filter(|_| map.credit.picture.is_some());
                let kept = kept.map(|(bytes, _)| bytes);
                let (map, notes) = match unchanged(&map, &walls.plain, &doors) {
                    true => (map, Notes::default()),
                    false => beneath(input, map, sketch, walls.plain, &doors)?,
                };
                return Ok(Imported {
                    map,
                    notes,
                    picture: kept,
                });
            }
            None => sketch.notes.lost(
                "the skirmish map in the file does not fit the rest and was ignored",
                "",
            ),
        }
    }
    let damaged = walls.damaged + things.damaged;
    Laying::new(&mut sketch, input.mapping).lay(walls, things, &doors);
    let notes = &mut sketch.notes;
    let what = "points of walls without x or y were left out".to_owned();
    notes.count(Fate::Lost, what, damaged, String::new());
    if picture.is_some() {
        let what = "all ground became floor; the format does not say what it is";
        notes.changed(what, "");
    }
    vtt.losses(notes);
    let (mut map, notes) = sketch.finish(input.file)?;
    let (bytes, pixels) = picture.unzip();
    map.credit.picture = pixels.map(|pixels| Picture {
        file: plain_name(input.name),
        offset: (0, 0),
        pixels_per_space: pixels,
        opacity: 100,
    });
    Ok(Imported {
        map,
        notes,
        picture: bytes,
    })
}

/// A name for the picture's file: letters, digits and hyphens of the map's.
fn plain_name(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let name: String = name.chars().take(60).map(plain).collect();
    format!("{name}-picture")
}

impl Vtt<'_> {
    /// What the file says of its size, in squares; and the size of the board, columns and rows.
    fn size(&self, input: &Input, text: &str) -> Result<(&Resolution, Point, (u32, u32)), Fault> {
        let missing = |key: &str| {
            let what = format!(
                "not a Universal VTT file: no {key}; expected \"resolution\": {{\"map_size\": {{\"x\": COLUMNS, \"y\": ROWS}}}}, in squares"
            );
            input.fault_near(text, "\"resolution\"", what)
        };
        let resolution = self.resolution.as_ref();
        let resolution = resolution.ok_or_else(|| missing("resolution"))?;
        let size = resolution.map_size.and_then(Xy::point);
        let size = size.ok_or_else(|| missing("map_size"))?;
        let whole =
            |v: f64| (v.is_finite() && v > 0.0 && v < 1e9).then(|| (v - 1e-6).ceil() as u64);
        let (Some(columns), Some(rows)) = (whole(size.0), whole(size.1)) else {
            let what = format!(
                "map_size is {:e} × {:e}; expected numbers of squares above 0",
                size.0, size.1
            );
            return Err(input.fault_near(text, "\"map_size\"", what));
        };
        let board =
            check_size(columns, rows).map_err(|e| input.fault_near(text, "\"map_size\"", e))?;
        Ok((resolution, size, board))
    }

    /// The picture of the file, and how many pixels a square of it has, in hundredths.
    fn picture(
        &self,
        resolution: &Resolution,
        size: Point,
        notes: &mut Notes,
    ) -> Option<(Vec<u8>, u32)> {
        let text = self.image.0.trim();
        let text = text.split_once("base64,").map_or(text, |(_, rest)| rest);
        if text.is_empty() {
            return None;
        }
        let pixels = resolution.pixels_per_grid.0;
        let place = match pixels {
            Some(pixels) => format!("{} KiB, {pixels} pixels a square", text.len() / 1366),
            None => format!("{} KiB", text.len() / 1366),
        };
        let found = picture_of(text, pixels, size);
        if let Err(why) = &found {
            let what = format!("the picture was left out: {why}");
            notes.lost(what, place);
        }
        found.ok()
    }

    /// Notes what is not carried over besides walls and doors.
    fn losses(&self, notes: &mut Notes) {
        let lights = self.lights.as_ref().map_or(0, Vec::len);
        let what = "lights are not supported".to_owned();
        notes.count(Fate::Lost, what, lights, String::new());
        let said = |key: &str| self.environment.get(key);
        let light = said("ambient_light").and_then(serde_json::Value::as_str);
        match light.and_then(brightness) {
            Some(0..=127) => {
                let what = "the darkness of the map was left out; all of it is in daylight";
                notes.lost(what, light.unwrap_or_default());
            }
            Some(128..=254) => {
                notes.lost("ambient light is not supported", light.unwrap_or_default());
            }
            _ => {}
        }
        let known = ["format", "software", "creator"];
        for key in self.rest.keys().filter(|k| !known.contains(&k.as_str())) {
            let place = key.chars().take(40).collect::<String>();
            notes.lost("other keys are not supported", place);
        }
    }
}

/// How bright a colour of the form `AARRGGBB` or `RRGGBB` is, from 0 to 255.
fn brightness(colour: &str) -> Option<u8> {
    let digits = colour.trim().trim_start_matches('#');
    let value = u32::from_str_radix(digits, 16).ok()?;
    let parts = [value >> 16 & 0xff, value >> 8 & 0xff, value & 0xff];
    parts.into_iter().max().map(|most| most as u8)
}

/// What is wrong with the picture in a file.
#[derive(Debug, thiserror::Error)]
enum InnerFault {
    #[error("it is longer than {} MiB", image::MOST_BYTES >> 20)]
    TooLong,
    #[error("damaged base64 data: {0}")]
    Base64(#[from] base64::DecodeError),
    #[error("{0}")]
    Picture(#[from] image::PictureFault),
    #[error("it has {0:.3} pixels a square")]
    Scale(f64),
}

/// The bytes of a picture, and how many pixels of it a square has, in hundredths.
fn picture_of(text: &str, pixels: Option<f64>, size: Point) -> Result<(Vec<u8>, u32), InnerFault> {
    if text.len() as u64 / 4 * 3 > image::MOST_BYTES {
        return Err(InnerFault::TooLong);
    }
    let clean: String;
    let text = match text.contains(char::is_whitespace) {
        true => {
            clean = text.split_whitespace().collect();
            clean.as_str()
        }
        false => text,
    };
    let bytes = base64::engine::general_purpose::GeneralPurpose::new(
        &base64::alphabet::STANDARD,
        base64::engine::GeneralPurposeConfig::new()
            .with_decode_padding_mode(base64::engine::DecodePaddingMode::Indifferent),
    )
    .decode(text)?;
    let about = image::about(&bytes)?;
    // what the picture itself shows counts: some programs shrink it and keep the old number
    let wide = about.wide as f64 / size.0;
    let high = about.high as f64 / size.1;
    let said =
        pixels.filter(|said| (said / wide - 1.0).abs() < 0.02 || (said / high - 1.0).abs() < 0.02);
    let pixels = said.unwrap_or(wide);
    match (1.0..=10_000.0).contains(&pixels) {
        true => Ok((bytes, (pixels * 100.0).round() as u32)),
        false => Err(InnerFault::Scale(pixels)),
    }
}

impl Xy {
    /// The point, if both of its numbers are there.
    fn point(self) -> Option<Point> {
        Some((self.x.0?, self.y.0?))
    }
}

/// Points as they lie on the map; those that say nothing are passed over.
fn placed(points: &[Option<Corner>], origin: Point) -> Vec<Point> {
    let there = points.iter().flatten();
    let there = there.filter_map(|p| Some((p.x.0?, p.y.0?)));
    there.map(|p| (p.0 - origin.0, p.1 - origin.1)).collect()
}

/// Lines as they lie on the map; how many of them lack something; and what each surrounds, if it
/// says so.
#[derive(Default)]
struct Lines {
    plain: Vec<Vec<Point>>,
    damaged: usize,
    of: BTreeMap<String, Vec<Vec<Point>>>,
}

fn lines(lines: &Option<Vec<Option<Line>>>, origin: Point) -> Lines {
    let mut all = Lines::default();
    for line in lines.iter().flatten() {
        let corners = line.as_deref().unwrap_or_default();
        let points = placed(corners, origin);
        all.damaged += usize::from(line.is_none() || points.len() < corners.len());
        let ground = corners.iter().flatten().next();
        let ground = ground.and_then(|corner| corner.ground.as_str());
        match ground.filter(|name| Builtin::named(name).is_some()) {
            Some(name) => all.of.entry(name.to_owned()).or_default().push(points),
            None => all.plain.push(points),
        }
    }
    all
}

/// Whether walls, doors and windows are still as we wrote them with this map.
fn unchanged(map: &Map, walls: &[Vec<Point>], doors: &[Door]) -> bool {
    let lattice = Lattice::squares(map.grid);
    let mut effort = Effort::default();
    let lines = walls.iter().chain(doors.iter().map(|door| &door.ends));
    if !effort.take(lines.map(|line| lattice.steps(line)).sum()) {
        return false;
    }
    let sides = |lines: &[Vec<Point>]| -> BTreeSet<_> {
        let all = lines.iter();
        all.flat_map(|line| lattice.snap(line).sides).collect()
    };
    let doors: BTreeSet<_> = doors
        .iter()
        .flat_map(|door| {
            let sides = lattice.snap(&door.ends).sides;
            sides.into_iter().map(|side| (side, door.closed))
        })
        .collect();
    let portals = portals_of(map).into_iter();
    let portals: BTreeSet<_> = portals
        .map(|b| (b.between, b.kind == BorderKind::Door))
        .collect();
    sides(walls) == sides(&wall_lines(map)) && doors == portals
}

/// Our own map, with the walls and doors that another program has put in the place of ours.
fn beneath(
    input: &Input,
    mut map: Map,
    mut sketch: Sketch,
    walls: Vec<Vec<Point>>,
    doors: &[Door],
) -> Result<(Map, Notes), Fault> {
    let things = Lines {
        plain: walls,
        ..Lines::default()
    };
    Laying::new(&mut sketch, input.mapping).lay(things, Lines::default(), doors);
    let (theirs, mut notes) = sketch.finish(input.file)?;
    let portals: BTreeSet<_> = portals_of(&map).iter().map(|b| b.between).collect();
    let solid = solid_sides(&map);
    let seen = |b: &Border| is_wall(b) || portals.contains(&b.between);
    let ours: BTreeMap<_, _> = map.borders.iter().map(|b| (b.between, b.clone())).collect();
    let mut borders: BTreeMap<_, _> = ours.clone().into_iter().filter(|(_, b)| !seen(b)).collect();
    for border in theirs.borders {
        match ours.get(&border.between) {
            // a wall that still stands keeps what is said of it here
            Some(kept) if seen(kept) && kept.kind == border.kind && (kept.open || !border.open) => {
                borders.insert(border.between, kept.clone());
            }
            None if solid.contains(&border.between) && border.kind == BorderKind::Wall => {}
            _ => {
                borders.insert(border.between, border);
            }
        }
    }
    map.borders = borders.into_values().collect();
    let what = "walls and doors come from the other program; everything else is unchanged";
    notes.changed(what, "");
    let text = map_text::write(&map);
    let map = map::read(&Source::new(input.file, text))?;
    Ok((map, notes))
}
