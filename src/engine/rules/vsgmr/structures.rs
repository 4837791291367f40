//! Buildings as figures, how many hits things take by their size, and the terrains that stand
//! for both on the board (E2, E3, E5).

use super::config::Config;
use super::toggles::{Breakable, Objects};
use super::unit::{Edition, Unit};
use super::words::SIZES;
use super::{Skirmish, eyes, fortress};
use crate::battle::{Event, Fig, Log, Piece, Scenery, Target};
use crate::board::{
    Between, Board, BorderKind, Change, Cost, Map, Opacity, Space, Spaces, Terrain, TerrainId,
};
use std::sync::Arc;

// ---- hits (E3) ----

/// Hits that something of a size takes before it is gone.
fn hits_of_size(config: &Config, size: u8) -> u8 {
    match size {
        0 | 1 => config.small_hits,
        2 => config.medium_hits,
        _ => config.large_hits,
    }
}

/// Hits that terrain of so many spaces takes before it is gone.
pub fn hits_of(config: &Config, spaces: usize) -> u8 {
    let from = |least: u32| spaces >= least as usize;
    match (from(config.medium_from), from(config.large_from)) {
        (_, true) => config.large_hits,
        (true, false) => config.medium_hits,
        (false, false) => config.small_hits,
    }
}

/// Hits that a fresh figure takes before it is defeated: one, buildings by their size.
pub fn hits_most(config: &Config, unit: &Unit) -> u8 {
    if unit.is_building() {
        hits_of_size(config, unit.size)
    } else {
        1
    }
}

/// Hits that a figure takes yet, the last one included.
pub fn hits_left(b: &Skirmish, who: Fig) -> u8 {
    hits_most(&b.setup.config, b.unit(who))
        .saturating_sub(b.figure(who).mark.hits)
        .max(1)
}

// ---- what falls as a whole (A8, C5, E3) ----

/// Terrain that takes hits as one thing and falls as one.
pub struct Object {
    /// Its spaces, in reading order.
    pub spaces: Vec<Space>,
    /// Its borders, in order.
    pub borders: Vec<Between>,
    /// Hits that it takes before it falls.
    pub hits: u8,
}

impl Object {
    /// Hits that it has taken.
    fn taken(&self, b: &Skirmish) -> u8 {
        match (self.spaces.first(), self.borders.first()) {
            (Some(first), _) => b.state.damage.hits(*first),
            (None, Some(first)) => b.state.damage.worn(*first),
            (None, None) => 0,
        }
    }
}

/// The object that a space or border belongs to.
pub fn object_at(b: &Skirmish, at: Target) -> Object {
    let config = &b.setup.config;
    if let Some(object) = fortress::part_at(b, at) {
        return object;
    }
    let in_runs = config.objects == Objects::Runs;
    let runs = || b.setup.board.runs(config.piece_most, config.block_most);
    match at {
        Target::Space(space) => {
            if in_runs
                && !b.state.damage.is_laid(space)
                && let Some((spaces, whole)) = runs().of_space(space)
            {
                return Object {
                    hits: if whole {
                        config.large_hits
                    } else {
                        hits_of(config, spaces.len())
                    },
                    spaces: spaces.to_vec(),
                    borders: Vec::new(),
                };
            }
            let spaces = b.board.object(space);
            let hits = match config.hits_by_size {
                true => hits_of(config, spaces.len()),
                false => b.board.terrain(space).hits.unwrap_or(1),
            };
            Object {
                spaces,
                borders: Vec::new(),
                hits,
            }
        }
        Target::Border(x, y) => {
            let wall =
                b.setup.board.border(x, y).map(|border| border.kind) == Some(BorderKind::Wall);
            let runs = (in_runs && wall).then(runs);
            let piece = runs.as_ref().and_then(|runs| runs.of_border((x, y)));
            Object {
                spaces: Vec::new(),
                borders: piece.map_or_else(|| vec![(x, y)], <[Between]>::to_vec),
                hits: piece.map_or(1, |piece| hits_of(config, piece.len())),
            }
        }
        _ => Object {
            spaces: Vec::new(),
            borders: Vec::new(),
            hits: 1,
        },
    }
}

/// Hits that the object of a space or border takes yet, the last one included.
pub fn terrain_hits_left(b: &Skirmish, at: Target) -> u8 {
    let object = object_at(b, at);
    object.hits.saturating_sub(object.taken(b)).max(1)
}

/// Terrains that could not be destroyed when the first records were made.
const PLANTS: [&str; 4] = ["wood", "thicket", "scrub", "rocks"];

/// Whether the terrain of a space is of a kind that can be destroyed (A8).
pub fn is_breakable(b: &Skirmish, space: Space) -> bool {
    let walls_only = b.setup.config.breakable == Breakable::Walls;
    b.board.breakable().contains(space)
        && !(walls_only && PLANTS.contains(&b.board.terrain(space).name.as_str()))
}

/// A space or border has taken a hit that was not saved; at the last its whole object falls.
pub fn damage<L: Log>(b: &mut Skirmish, at: Target, log: &mut L) {
    let object = object_at(b, at);
    let hits = object.taken(b) + 1;
    let first = (
        object.spaces.first().copied(),
        object.borders.first().copied(),
    );
    if object.hits > 1 {
        match first {
            (Some(first), _) => b.emit(Event::Changed(Change::Hit(first, hits)), log),
            (None, Some((x, y))) => b.emit(Event::Changed(Change::Worn(x, y, hits)), log),
            (None, None) => {}
        }
    }
    if hits < object.hits {
        return;
    }
    if first.0.is_some_and(|first| b.state.damage.is_laid(first)) {
        let spaces = object.spaces.into_iter().collect();
        b.emit(Event::Lifted { spaces }, log);
        return;
    }
    for space in object.spaces {
        let ruined = Change::Ruined(space);
        if !b.state.damage.changes().contains(&ruined) {
            b.emit(Event::Changed(ruined), log);
        }
    }
    for (x, y) in object.borders {
        if b.board.border(x, y).is_some() {
            b.emit(Event::Changed(Change::Removed(x, y)), log);
        }
    }
}

// ---- what stands on the board ----

/// The name of the terrain that a building is.
fn building_name(size: u8) -> String {
    let size = SIZES[usize::from(size.clamp(1, 3)) - 1];
    format!("{size} building")
}

/// The terrain of a name.
fn terrain_named(board: &Board, name: &str) -> Option<TerrainId> {
    let found = board.map().terrains.iter().position(|t| t.name == name)?;
    u8::try_from(found).ok().map(TerrainId)
}

/// The terrain of a piece.
pub fn terrain_of(board: &Board, piece: Piece) -> Option<TerrainId> {
    terrain_named(board, piece.name())
}

/// A map that leaves no room for the terrains of the rules.
#[derive(Debug, thiserror::Error)]
#[error(
    "the map {map} has too many kinds of terrain; these rules add their own, and 256 is the limit"
)]
pub struct TooManyTerrains {
    map: String,
}

/// The board with the terrains that buildings and pieces are, if these rules have such.
///
/// # Errors
/// When the map has so many terrains of its own that there is no room for them.
pub fn furnished(board: &Arc<Board>, config: &Config) -> Result<Arc<Board>, TooManyTerrains> {
    if config.edition() == Edition::Grid && config.terrain_die == 0 {
        return Ok(board.clone());
    }
    let mut map = board.map().clone();
    let left = take_what_plants_leave(&mut map);
    let known = |name: &str| map.terrains.iter().any(|t| t.name == name);
    let under = TerrainId(map.terrain.first().map_or(0, |id| id.0));
    let pieces = Piece::ALL.map(|piece| piece_terrain(config, piece, under));
    let buildings = [1, 2, 3].map(building_terrain);
    let more: Vec<Terrain> = pieces
        .into_iter()
        .chain(buildings)
        .filter(|terrain| !known(&terrain.name))
        .collect();
    map.terrains.extend(more);
    put_what_plants_leave(&mut map, left);
    if map.terrains.len() > 256 {
        return Err(TooManyTerrains { map: map.name });
    }
    Ok(Arc::new(Board::new(map)))
}

/// What plants and rocks leave, taken off a map's list of terrains.
#[derive(Default)]
struct Left {
    /// The terrains.
    terrains: Vec<Terrain>,
    /// Who leaves which of them, both counted in their lists.
    of: Vec<(usize, usize)>,
}

/// Takes the terrains off a map's list that are there only because plants and rocks leave them:
/// they go to its end, so that those of this ruleset keep the numbers that digests of old records
/// hold.
fn take_what_plants_leave(map: &mut Map) -> Left {
    let leaves = |terrain: &Terrain, id: usize| terrain.becomes == Some(TerrainId(id as u8));
    let is_plant = |terrain: &Terrain| PLANTS.contains(&terrain.name.as_str());
    let is_late = |id: &usize| {
        let mut by = map.terrains.iter().filter(|t| leaves(t, *id)).peekable();
        // What leaves something else itself would have to be followed further.
        map.terrains[*id].becomes.is_none()
            && by.peek().is_some()
            && by.all(is_plant)
            && !map.terrain.contains(&TerrainId(*id as u8))
    };
    let late: Vec<usize> = (0..map.terrains.len()).filter(is_late).collect();
    if late.is_empty() {
        return Left::default();
    }
    let earlier = |id: usize| id - late.iter().filter(|l| **l < id).count();
    let mut left = Left::default();
    let mut kept = Vec::new();
    for (id, mut terrain) in map.terrains.drain(..).enumerate() {
        if late.contains(&id) {
            left.terrains.push(terrain);
            continue;
        }
        if let Some(becomes) = terrain.becomes {
            let becomes = usize::from(becomes.0);
            if let Some(which) = late.iter().position(|l| *l == becomes) {
                left.of.push((kept.len(), which));
            }
            terrain.becomes = Some(TerrainId(earlier(becomes) as u8));
        }
        kept.push(terrain);
    }
    map.terrains = kept;
    for id in &mut map.terrain {
        *id = TerrainId(earlier(usize::from(id.0)) as u8);
    }
    left
}

/// Puts them at the end of the list.
fn put_what_plants_leave(map: &mut Map, left: Left) {
    let base = map.terrains.len();
    map.terrains.extend(left.terrains);
    for (who, which) in left.of {
        // A list that is too long is refused anyway.
        map.terrains[who].becomes = u8::try_from(base + which).ok().map(TerrainId);
    }
}

/// The terrain of a piece (E5): one object that takes hits by its size. What it becomes is the
/// ground under it, whatever `under` is.
fn piece_terrain(config: &Config, piece: Piece, under: TerrainId) -> Terrain {
    let (sign, cost, sight, height, colour) = match piece.of {
        Scenery::Rocks => ('o', Cost::Hard, Opacity::Partial, 1, 0x8d_8a84),
        Scenery::Wood => ('T', Cost::Hard, Opacity::Partial, 2, 0x4d_7a36),
        Scenery::Wall => ('#', Cost::No, Opacity::Blocking, 3, 0x5b_5650),
    };
    Terrain {
        name: piece.name().into(),
        sign,
        cost,
        water: false,
        void: false,
        sight,
        height,
        cover: cost == Cost::Hard,
        hits: Some(hits_of_size(config, piece.size)),
        becomes: Some(under),
        colour,
    }
}

/// The terrain that a building is (E2): something small gives cover, anything larger hides what
/// is behind it. It falls with its figure, never by itself.
fn building_terrain(size: u8) -> Terrain {
    let (sight, height) = match size {
        1 => (Opacity::Partial, 1),
        2 => (Opacity::Blocking, 2),
        _ => (Opacity::Blocking, 4),
    };
    Terrain {
        name: building_name(size),
        sign: 'B',
        cost: Cost::No,
        water: false,
        void: false,
        sight,
        height,
        cover: false,
        hits: None,
        becomes: None,
        colour: 0x8a_5a44,
    }
}

/// A building that has come onto the board stands there as terrain.
pub fn raise<L: Log>(b: &mut Skirmish, who: Fig, log: &mut L) {
    if b.unit(who).is_building()
        && let Some(terrain) = terrain_named(&b.board, &building_name(b.unit(who).size))
    {
        let spaces = eyes::spaces(b, who);
        b.emit(Event::Laid { terrain, spaces }, log);
    }
}

/// A building that is gone leaves the ground that was under it.
pub fn raze<L: Log>(b: &mut Skirmish, who: Fig, log: &mut L) {
    if b.unit(who).is_building() {
        let spaces = eyes::spaces(b, who);
        b.emit(Event::Lifted { spaces }, log);
    }
}

/// Whether something that nobody can walk through would leave a way round it here: the free
/// spaces beside it hang together.
pub fn leaves_a_way(board: &Board, spaces: &[Space]) -> bool {
    let grid = board.grid();
    let mut ring = Spaces::new(board.len());
    for space in spaces {
        for (_, beside) in grid.neighbours(*space) {
            if board.standable().contains(beside) && !spaces.contains(&beside) {
                ring.insert(beside);
            }
        }
    }
    let Some(first) = ring.iter().next() else {
        return true;
    };
    let mut open = vec![first];
    let mut found = Spaces::of(board.len(), [first]);
    while let Some(at) = open.pop() {
        for (way, next) in grid.neighbours(at) {
            let on = ring.contains(next) && !grid.kind.is_diagonal(way);
            if on && board.steps(at, way) && found.insert(next) {
                open.push(next);
            }
        }
    }
    found.count() == ring.count()
}
