//! Writing Universal VTT.

use super::super::builtin::border_name;
use super::super::map_text;
use super::super::notes::{Fate, Notes};
use super::super::snap::{Lattice, Point, runs};
use super::outline::{Looks, looks, outlines};
use super::{KIND, STATE, TERRAIN};
use crate::board::{Border, BorderKind, GridKind, Map, Opacity, Space, Terrain};
use crate::source::as_text;
use base64::Engine;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The light over a map that is dark as a whole, and over any other.
const DARK: &str = "ff000000";
const BRIGHT: &str = "ffffffff";

/// Whether other programs see it as a wall: it blocks sight.
pub(super) fn is_wall(border: &Border) -> bool {
    !matches!(border.kind, BorderKind::Door | BorderKind::Window)
        && border.sight == Opacity::Blocking
}

/// The borders that fill a gap in a wall: doors, windows, and fences from wall to wall.
pub(super) fn portals_of(map: &Map) -> Vec<&Border> {
    let fences = fences_in_walls(map);
    let looks = looks(map);
    let solid = |space: Space| looks[space.index()] == Looks::Solid;
    let portal = |b: &&Border| {
        let hole = matches!(b.kind, BorderKind::Door | BorderKind::Window);
        // what leads into a solid space leads nowhere
        let leads = !solid(b.between.0) && !solid(b.between.1);
        leads && (hole || fences.contains(&b.between))
    };
    map.borders.iter().filter(portal).collect()
}

/// Something on a side that stops figures and not sight: without it there would be a gap.
fn is_fence(border: &Border) -> bool {
    let other = !matches!(border.kind, BorderKind::Door | BorderKind::Window);
    other && border.closed && border.sight != Opacity::Blocking
}

/// The fences that run from one wall to another: without them the walls would be open.
fn fences_in_walls(map: &Map) -> BTreeSet<(Space, Space)> {
    let lattice = Lattice::squares(map.grid);
    let mut held: BTreeSet<(i64, i64)> = BTreeSet::new();
    let mut meeting: BTreeMap<(i64, i64), Vec<(Space, Space)>> = BTreeMap::new();
    let walls = map.borders.iter().filter(|b| !is_fence(b));
    let walls = walls.filter(|b| b.closed || b.kind == BorderKind::Door);
    let solid = super::outline::solid_sides(map);
    for side in walls.map(|b| b.between).chain(solid) {
        held.extend(lattice.ends(side));
    }
    for border in map.borders.iter().filter(|b| is_fence(b)) {
        for end in lattice.ends(border.between) {
            meeting.entry(end).or_default().push(border.between);
        }
    }
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    for first in map.borders.iter().filter(|b| is_fence(b)) {
        if !seen.insert(first.between) {
            continue;
        }
        let mut run = vec![first.between];
        let mut walls = BTreeSet::new();
        let mut next = 0;
        while next < run.len() {
            for end in lattice.ends(run[next]) {
                if held.contains(&end) {
                    walls.insert(end);
                    continue;
                }
                let more = meeting[&end].iter().copied();
                run.extend(more.filter(|side| seen.insert(*side)));
            }
            next += 1;
        }
        if walls.len() > 1 {
            found.extend(run);
        }
    }
    found
}

/// The lines of walls: on sides, and around walls that are spaces.
pub(super) fn wall_lines(map: &Map) -> Vec<Vec<Point>> {
    let lattice = Lattice::squares(map.grid);
    let walls = map.borders.iter().filter(|b| is_wall(b)).map(|b| b.between);
    let mut lines = runs(&lattice, walls);
    lines.extend(outlines(map).walls);
    lines
}

/// A picture for the file: its bytes, and how many pixels a square has.
pub struct Drawn {
    /// The bytes of a PNG, WebP or JPEG file.
    pub bytes: Vec<u8>,
    /// Pixels a square.
    pub pixels: u32,
}

/// A map that the format cannot hold: it has no squares.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "Universal VTT supports squares only; write a hex map as .tmx, or as .png with the facts of its \
     grid beside it"
)]
pub struct NoSquares;

as_text!(NoSquares);

/// Whether the format can hold a map; asked before its picture is drawn.
///
/// # Errors
/// The map has no squares.
pub fn fits(map: &Map) -> Result<(), NoSquares> {
    match map.grid.kind {
        GridKind::Square => Ok(()),
        _ => Err(NoSquares),
    }
}

fn xy(p: &Point) -> Value {
    json!({ "x": p.0, "y": p.1 })
}

fn line(points: &[Point]) -> Value {
    points.iter().map(xy).collect()
}

/// A door, window or fence of a wall. Other programs take what is not closed for a window or an
/// open arch; what ours is stands beside it.
fn portal(lattice: &Lattice, border: &Border) -> Value {
    let (p, q) = lattice.side(border.between.0, border.between.1);
    let upright = p.0 == q.0;
    let mut value = json!({
        "position": { "x": (p.0 + q.0) / 2.0, "y": (p.1 + q.1) / 2.0 },
        "bounds": [xy(&p), xy(&q)],
        "rotation": if upright { std::f64::consts::FRAC_PI_2 } else { 0.0 },
        "closed": border.kind == BorderKind::Door,
        "freestanding": false,
        KIND: border_name(border.kind),
    });
    match border {
        Border { open: true, .. } => value[STATE] = json!("open"),
        Border { locked: true, .. } => value[STATE] = json!("locked"),
        _ => {}
    }
    value
}

/// The outlines of things that stand about. A wood's first point says what it is.
fn objects(map: &Map) -> Vec<Value> {
    let found = outlines(map);
    let pillars = found.pillars.iter().map(|points| line(points));
    let woods = found.woods.iter().map(|(name, points)| {
        let mut value = line(points);
        value[0][TERRAIN] = json!(name);
        value
    });
    pillars.chain(woods).collect()
}

/// Writes a Universal VTT file.
///
/// # Errors
/// The map has no squares.
pub fn write(map: &Map, picture: Option<&Drawn>) -> Result<(String, Notes), NoSquares> {
    fits(map)?;
    let lattice = Lattice::squares(map.grid);
    let portals = portals_of(map);
    let (dark, notes) = losses(map, &portals);
    let walls: Vec<Value> = wall_lines(map).iter().map(|points| line(points)).collect();
    let image = picture.map_or(String::new(), |p| {
        base64::engine::general_purpose::STANDARD.encode(&p.bytes)
    });
    let whole = json!({
        "format": 0.3,
        "resolution": {
            "map_origin": { "x": 0.0, "y": 0.0 },
            "map_size": { "x": map.grid.columns, "y": map.grid.rows },
            "pixels_per_grid": picture.map_or(70, |p| p.pixels),
        },
        "line_of_sight": walls,
        "objects_line_of_sight": objects(map),
        "portals": portals.iter().map(|b| portal(&lattice, b)).collect::<Vec<_>>(),
        "lights": [],
        "environment": {
            "baked_lighting": false,
            "ambient_light": if dark { DARK } else { BRIGHT },
        },
        "skirmish": { "map": map_text::write(map) },
        "image": image,
    });
    Ok((
        serde_json::to_string(&whole).expect("plain values") + "\n",
        notes,
    ))
}

/// Whether all ground is dark, and what other programs will not see.
fn losses(map: &Map, portals: &[&Border]) -> (bool, Notes) {
    let mut notes = Notes::default();
    let mut unseen = |what: &str, count: usize, place: String| {
        let what = format!("other programs will not see: {what}");
        notes.count(Fate::Lost, what, count, place);
    };
    let hung: BTreeSet<_> = portals.iter().map(|b| b.between).collect();
    let borders = map.borders.iter();
    for border in borders.filter(|b| !is_wall(b) && !hung.contains(&b.between)) {
        let what = format!("{} on a side", border_name(border.kind));
        unseen(&what, 1, map.grid.name(border.between.0));
    }
    for zone in &map.zones {
        let what = format!("{} zone", map_text::use_name(zone.kind));
        let seat = zone.seat.map_or(String::new(), |s| format!("seat {s}"));
        unseen(&what, 1, seat);
    }
    let high = map.elevation.iter().filter(|l| **l != 0).count();
    unseen("the level of a space", high, String::new());
    let looks = looks(map);
    let ground = |l: &&Looks| **l != Looks::Solid;
    let dark = looks.iter().filter(|l| **l == Looks::Dark).count();
    let all_dark = dark > 0 && dark == looks.iter().filter(ground).count();
    for (i, terrain) in map.terrains.iter().enumerate() {
        let here = map.terrain.iter().zip(&looks);
        let mut here = here
            .enumerate()
            .filter(|(_, (id, _))| usize::from(id.0) == i)
            .filter(|(_, (_, looks))| match looks {
                Looks::Ground => !is_plain(terrain),
                Looks::Dark => !all_dark,
                Looks::Solid | Looks::Wood => false,
            });
        let Some((first, _)) = here.next() else {
            continue;
        };
        let place = map.grid.name(Space(first as u32));
        unseen(&terrain.name, 1 + here.count(), place);
    }
    (all_dark, notes)
}

/// Whether a terrain has no rule of its own.
fn is_plain(terrain: &Terrain) -> bool {
    terrain.cost == crate::board::Cost::Plain
        && terrain.sight == Opacity::Clear
        && !terrain.cover
        && !terrain.water
}
