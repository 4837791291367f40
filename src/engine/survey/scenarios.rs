//! The scenarios that a map is suitable for.

use crate::board::{Board, Use};

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
/// needs a building that falls as a whole.
pub fn scenarios(board: &Board) -> Vec<&'static str> {
    if seats(board) < 2 {
        return Vec::new();
    }
    let mut names = vec![
        "battle",
        "escape",
        "ambush",
        "transport",
        "fortress",
        "spawning",
    ];
    let map = board.map();
    if !map
        .terrain
        .iter()
        .any(|id| map.terrains[usize::from(id.0)].hits.is_some())
    {
        names.retain(|name| *name != "fortress");
    }
    names
}
