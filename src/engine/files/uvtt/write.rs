//! Writing Universal VTT.

use super::super::notes::{Fate, Notes};
use super::super::snap::{Lattice, Point, runs};
use super::super::{builtin, map_text};
use crate::board::{Border, BorderKind, GridKind, Map, Opacity, Space};
use base64::Engine;
use serde_json::{Value, json};

/// Whether other programs see it as a wall: it blocks sight.
pub(super) fn is_wall(border: &Border) -> bool {
    border.kind != BorderKind::Door && border.sight == Opacity::Blocking
}

pub(super) fn doors_of(map: &Map) -> impl Iterator<Item = &Border> {
    map.borders.iter().filter(|b| b.kind == BorderKind::Door)
}

/// A picture for the file: PNG bytes, and how many pixels a square has.
pub struct Picture {
    /// The bytes.
    pub png: Vec<u8>,
    /// Pixels a square.
    pub pixels: u32,
}

/// Whether the format can hold a map; asked before its picture is drawn.
///
/// # Errors
/// The map has no squares.
pub fn fits(map: &Map) -> Result<(), String> {
    match map.grid.kind {
        GridKind::Square => Ok(()),
        _ => Err("Universal VTT supports squares only; write a hex map as .tmx".into()),
    }
}

/// Writes a Universal VTT file.
///
/// # Errors
/// The map has no squares.
pub fn write(map: &Map, picture: Option<&Picture>) -> Result<(String, Notes), String> {
    fits(map)?;
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
