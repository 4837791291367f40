//! The board as these rules see it: flat ground, and obstacles (V7).

use crate::board::{Board, Cost, Space, Terrain, TerrainId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The board on which all that is not flat ground is closed to movement: difficult terrain,
/// hedges, and whatever does not lie at the level of most of the ground. The same board, if
/// nothing needs closing. Sight stays as it is.
pub fn flattened(board: &Arc<Board>) -> Arc<Board> {
    let mut map = board.map().clone();
    let plain = |map: &crate::board::Map, i: usize| {
        map.terrains[usize::from(map.terrain[i].0)].cost == Cost::Plain
    };
    let mut levels: BTreeMap<i8, usize> = BTreeMap::new();
    for i in 0..map.terrain.len() {
        if plain(&map, i) {
            *levels.entry(map.elevation[i]).or_default() += 1;
        }
    }
    let ground = levels
        .iter()
        .max_by_key(|(level, count)| (**count, -i16::from(**level)))
        .map_or(0, |(level, _)| *level);
    let mut changed = false;
    let mut slopes: BTreeMap<TerrainId, TerrainId> = BTreeMap::new();
    for i in 0..map.terrain.len() {
        if !plain(&map, i) || map.elevation[i] == ground {
            continue;
        }
        changed = true;
        let kind = map.terrain[i];
        let slope = *slopes.entry(kind).or_insert_with(|| {
            let Ok(id) = u8::try_from(map.terrains.len()) else {
                return kind;
            };
            map.terrains.push(Terrain {
                cost: Cost::No,
                ..map.terrains[usize::from(kind.0)].clone()
            });
            TerrainId(id)
        });
        map.terrain[i] = slope;
    }
    for terrain in &mut map.terrains {
        if terrain.cost == Cost::Hard || (terrain.water && terrain.cost != Cost::No) {
            terrain.cost = Cost::No;
            changed = true;
        }
    }
    for border in &mut map.borders {
        if border.hard && !border.closed {
            border.closed = true;
            changed = true;
        }
    }
    if changed {
        Arc::new(Board::new(map))
    } else {
        board.clone()
    }
}

/// Whether a fighter may stand here: flat ground.
pub fn is_flat(board: &Board, space: Space) -> bool {
    board.standable().contains(space)
}
