//! The scenarios that a map is suitable for.

use crate::board::{Board, BorderKind, Use};

/// The plain battle, and the scenarios with objectives that are of no map in particular.
pub const SCENARIOS: [&str; 6] = [
    "battle",
    "escape",
    "ambush",
    "transport",
    "fortress",
    "spawning",
];

/// The highest seat that has a deployment zone.
pub fn seats(board: &Board) -> u8 {
    let zones = board
        .map()
        .zones
        .iter()
        .filter(|zone| zone.kind == Use::Deployment);
    zones.filter_map(|zone| zone.seat).max().unwrap_or(0)
}

/// The scenarios that can be played on a map, by name: all need two sides, the fortress also
/// needs something to bring down.
pub fn scenarios(board: &Board) -> Vec<&'static str> {
    if seats(board) < 2 {
        return Vec::new();
    }
    let mut names = SCENARIOS.to_vec();
    if !has_building(board) {
        names.retain(|name| *name != "fortress");
    }
    names
}

/// Fewest and most spaces or walls of a run that can be a fortress (C5).
const RUN: std::ops::RangeInclusive<usize> = 4..=60;

/// Whether a map has a building that the map gives hits, or a run of walls or buildings that is large
/// enough to be assaulted and small enough to fall (C5).
fn has_building(board: &Board) -> bool {
    let map = board.map();
    let given = |id: &crate::board::TerrainId| map.terrains[usize::from(id.0)].hits.is_some();
    let wall = |border: &crate::board::Border| border.kind == BorderKind::Wall;
    map.terrain.iter().any(given)
        || board
            .spaces()
            .iter()
            .any(|s| board.is_built(s) && RUN.contains(&board.component(s).len()))
        || board.borders().iter().filter(|b| wall(b)).any(|border| {
            let run = board.border_run(border.between);
            let is_wall = |b: &&(crate::board::Space, crate::board::Space)| {
                board.border(b.0, b.1).is_some_and(wall)
            };
            RUN.contains(&run.iter().filter(is_wall).count())
        })
}
