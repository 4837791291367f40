//! The facts of a picture's grid that virtual tabletops ask for.

use super::map_text::grid_name;
use super::snap::Lattice;
use crate::board::{GridKind, Map, Stagger};
use serde_json::{Value, json};

/// The newest version of the format.
const NEWEST: u32 = 1;

/// The facts of the grid of a picture of this size in pixels, which shows the board and nothing
/// else, with so many pixels from side to side of a space.
pub fn facts(map: &Map, picture: &str, pixels: u32, (wide, high): (u32, u32)) -> Value {
    let lattice = Lattice::to_scale(map.grid);
    let long = |units: f64| (units * f64::from(pixels) * 100.0).round() / 100.0;
    let pair = |(x, y): (f64, f64)| json!({ "x": long(x), "y": long(y) });
    let (top, lines) = match map.grid.kind {
        GridKind::Square => ("square", Value::Null),
        GridKind::HexFlat => ("flat", json!("columns")),
        GridKind::HexPointy => ("pointed", json!("rows")),
    };
    let further = |one: &str, other: &str| match (map.grid.kind, map.grid.stagger) {
        (GridKind::Square, _) => Value::Null,
        (_, Stagger::Even) => json!(one),
        (_, Stagger::Odd) => json!(other),
    };
    json!({
        "format": format!("skirmish-grid/{NEWEST}"),
        "name": map.name,
        "picture": picture,
        "width": wide,
        "height": high,
        "grid": grid_name(map.grid.kind),
        "top": top,
        "columns": map.grid.columns,
        "rows": map.grid.rows,
        "pixels_per_space": pixels,
        "space": pair(lattice.space),
        "step": pair(lattice.step),
        "offset": { "x": 0, "y": 0 },
        "shifted_lines": lines,
        "shifted_counted_from_1": further("even", "odd"),
        "shifted_counted_from_0": further("odd", "even"),
    })
}
