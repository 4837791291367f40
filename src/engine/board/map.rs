//! The map as written: terrain, elevation, borders and zones.

use super::{Grid, Motion, Opacity, Space, Spaces, Terrain, TerrainId};
use serde::{Deserialize, Serialize};

/// What stands on the side between two spaces.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BorderKind {
    /// Closed to movement, blocks sight, 3 levels high; separates hand to hand (A4).
    Wall,
    /// Closed, partial, 1 level.
    Fence,
    /// Closed, partial, 3 levels.
    Window,
    /// Open: no effect; shut: closed, blocking, 3 levels; separates hand to hand when shut.
    Door,
    /// Cost 2, partial, 1 level.
    Hedge,
}

impl BorderKind {
    /// All kinds.
    pub const ALL: [BorderKind; 5] = [
        BorderKind::Wall,
        BorderKind::Fence,
        BorderKind::Window,
        BorderKind::Door,
        BorderKind::Hedge,
    ];
}

/// A border between two neighbouring spaces, with all values resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Border {
    /// The two spaces, the lower index first.
    pub between: (Space, Space),
    /// Its kind.
    pub kind: BorderKind,
    /// Closed to movement (as it stands: an open door is not).
    pub closed: bool,
    /// A step over it costs 2.
    pub hard: bool,
    /// What it does to sight (an open door: Clear).
    pub sight: Opacity,
    /// Height in levels above the higher of its two spaces.
    pub height: u8,
    /// For doors: whether it stands open.
    pub open: bool,
    /// For shut doors: whether it is locked, so that walking does not open it.
    pub locked: bool,
}

/// What a zone is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Use {
    /// Where a seat deploys.
    Deployment,
    /// A place to take or hold.
    Objective,
    /// Where a seat may leave.
    Exit,
}

/// A named group of spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// What it is for.
    pub kind: Use,
    /// The seat it belongs to, from 1.
    pub seat: Option<u8>,
    /// Its spaces.
    pub spaces: Spaces,
}

/// Who made a map, and what is to be said about it. The rules do not mind.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Credit {
    /// Who made it.
    pub author: Option<String>,
    /// What is to be said about it.
    pub notes: Option<String>,
    /// How to draw it up again, in the words of `map new`.
    pub recipe: Option<String>,
}

/// A map: everything its file says, resolved and checked, before it is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Its name.
    pub name: String,
    /// Who made it, and what is to be said about it.
    pub credit: Credit,
    /// Shape and size.
    pub grid: Grid,
    /// Size of a space when printed, in hundredths of a millimetre.
    pub space_size: u32,
    /// The kinds of terrain in use.
    pub terrains: Vec<Terrain>,
    /// Terrain of each space, in reading order.
    pub terrain: Vec<TerrainId>,
    /// Level of each space's ground, in reading order (B11).
    pub elevation: Vec<i8>,
    /// Borders, sorted by `between`.
    pub borders: Vec<Border>,
    /// Zones, in file order.
    pub zones: Vec<Zone>,
}

impl Map {
    /// The same map turned or flipped as a whole; none where one of its spaces would lie outside
    /// the grid.
    pub fn moved(&self, motion: Motion) -> Option<Map> {
        let image = |space: Space| self.grid.moved(motion, space);
        let void = |id: TerrainId| self.terrains[usize::from(id.0)].void;
        let nothing = self.terrain.iter().copied().find(|id| void(*id));
        let mut moved = Map {
            credit: Credit::default(),
            terrain: vec![nothing.unwrap_or(TerrainId(0)); self.terrain.len()],
            elevation: vec![0; self.elevation.len()],
            ..self.clone()
        };
        for space in (0..self.terrain.len() as u32).map(Space) {
            let id = self.terrain[space.index()];
            match image(space) {
                Some(to) => {
                    moved.terrain[to.index()] = id;
                    moved.elevation[to.index()] = self.elevation[space.index()];
                }
                None if void(id) => {}
                None => return None,
            }
        }
        let sides = moved.borders.iter_mut();
        for border in sides {
            let (a, b) = (image(border.between.0)?, image(border.between.1)?);
            border.between = (a.min(b), a.max(b));
        }
        moved.borders.sort_by_key(|border| border.between);
        for zone in &mut moved.zones {
            let spaces = zone.spaces.iter().filter_map(image);
            zone.spaces = Spaces::of(self.terrain.len(), spaces);
        }
        Some(moved)
    }
}

impl Border {
    /// Whether a figure on foot that walks through it opens it: a shut door that is not locked
    /// (B8).
    pub fn opens(&self) -> bool {
        self.kind == BorderKind::Door && self.closed && !self.open && !self.locked
    }
    /// Whether it keeps neighbours from fighting hand to hand (A4): a wall that blocks sight,
    /// or a shut door.
    pub fn separates(&self) -> bool {
        match self.kind {
            BorderKind::Wall => self.closed && self.sight == Opacity::Blocking,
            BorderKind::Door => !self.open,
            BorderKind::Fence | BorderKind::Window | BorderKind::Hedge => false,
        }
    }
    /// The same door opened or shut. A door that stands open on the map is an ordinary one when
    /// it is shut: closed and blocking. A locked door is unlocked once it was opened.
    pub(super) fn swung(&self, open: bool) -> Border {
        if open == self.open && !self.locked {
            return self.clone();
        }
        let sight = if open {
            Opacity::Clear
        } else {
            Opacity::Blocking
        };
        Border {
            open,
            closed: !open,
            hard: self.hard && !open,
            sight,
            locked: false,
            ..self.clone()
        }
    }
}
