//! The map as written, and the board compiled from it.

use super::{Damage, Facing, Grid, Opacity, Space, Spaces, Terrain, TerrainId};

/// What stands on the side between two spaces.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
}

/// What a zone is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

/// A map: everything its file says, resolved and checked, before it is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Its name.
    pub name: String,
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

/// A map compiled for quick questions, with its damage applied. Immutable; share it.
pub struct Board {
    // flat tables, one entry a space
    map: Map,
}

impl Board {
    /// Compiles a map.
    pub fn new(_map: Map) -> Self {
        todo!()
    }
    /// The board of the same map with this damage done (made anew; sight rows are on demand).
    pub fn damaged(&self, _damage: &Damage) -> Board {
        todo!()
    }
    /// The map as it was read, without damage.
    pub fn map(&self) -> &Map {
        &self.map
    }
    /// The grid.
    pub fn grid(&self) -> &Grid {
        &self.map.grid
    }
    /// Number of spaces.
    pub fn len(&self) -> usize {
        todo!()
    }
    /// The terrain of a space as it is now.
    pub fn terrain(&self, _space: Space) -> &Terrain {
        todo!()
    }
    /// Ground level of a space.
    pub fn level(&self, _space: Space) -> i8 {
        todo!()
    }
    /// Whether the space is part of the board (not void).
    pub fn exists(&self, _space: Space) -> bool {
        todo!()
    }
    /// Whether the ground is difficult for a figure on foot.
    pub fn is_hard(&self, _space: Space) -> bool {
        todo!()
    }
    /// All spaces that are part of the board.
    pub fn spaces(&self) -> &Spaces {
        todo!()
    }
    /// Spaces a figure may stand on: walkable on foot (`cost` not `No`).
    pub fn standable(&self) -> &Spaces {
        todo!()
    }
    /// The border between two neighbours as it is now (removed ones are none).
    pub fn border(&self, _a: Space, _b: Space) -> Option<&Border> {
        todo!()
    }
    /// All borders as they are now.
    pub fn borders(&self) -> &[Border] {
        todo!()
    }
    /// The zone spaces of a use and seat, if the map has such a zone.
    pub fn zone(&self, _kind: Use, _seat: u8) -> Option<&Spaces> {
        todo!()
    }
    /// The connected object (A8) a destructible space belongs to: all its spaces, or the space
    /// alone where the terrain has no `hits`. Empty: not destructible.
    pub fn object(&self, _space: Space) -> Vec<Space> {
        todo!()
    }
    /// Whether a space in a direction can be stepped to, ignoring figures (B8), by a figure of
    /// one space on foot.
    pub fn steps(&self, _from: Space, _direction: Facing) -> bool {
        todo!()
    }
    /// Whether two figures touch: some pair adjacent and not separated by a wall or shut door
    /// (A4; corners both ways round).
    pub fn touching(&self, _a: &[Space], _b: &[Space]) -> bool {
        todo!()
    }
}
