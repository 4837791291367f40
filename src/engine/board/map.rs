//! The map as written: terrain, elevation, borders and zones.

use super::{Grid, GridKind, Motion, Opacity, Space, Spaces, Terrain, TerrainId};
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

/// A picture that lies under the grid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// Its file, in the map's folder or below.
    pub file: String,
    /// The point of the picture that lies at the corner of the board's first space, in hundredths
    /// of a pixel, across and down.
    pub offset: (i32, i32),
    /// Pixels from one column or row of spaces to the next, in hundredths.
    pub pixels_per_space: u32,
    /// How much of the terrain it hides, in percent.
    pub opacity: u8,
}

impl Picture {
    /// The same picture under a board that begins so many columns and rows further left and up.
    pub fn shift(&mut self, kind: GridKind, columns: i64, rows: i64) {
        let pixels = i64::from(self.pixels_per_space);
        // from one column or row of hexes to the next: half the root of 3
        let narrow = pixels * 8660 / 10_000;
        let (across, down) = match kind {
            GridKind::Square => (pixels, pixels),
            GridKind::HexFlat => (narrow, pixels),
            GridKind::HexPointy => (pixels, narrow),
        };
        let moved = |from: i32, by: i64| {
            let to = i64::from(from).saturating_sub(by);
            to.clamp(-100_000_000, 100_000_000) as i32
        };
        self.offset = (
            moved(self.offset.0, columns.saturating_mul(across)),
            moved(self.offset.1, rows.saturating_mul(down)),
        );
    }
}

/// What a map has besides its board: who made it, notes, a picture. The rules do not mind.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Credit {
    /// Who made it.
    pub author: Option<String>,
    /// What is to be said about it.
    pub notes: Option<String>,
    /// How to draw it up again, in the words of `map new`.
    pub recipe: Option<String>,
    /// The picture under the grid.
    pub picture: Option<Picture>,
    /// Ids of the findings of the map check that are meant to be so.
    pub accept: Vec<String>,
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
