//! The board: a map compiled for quick questions.

use super::shape::Shape;
use super::sight::Sights;
use super::step::{SplitTables, StepTables};
use super::ways::Ways;
use super::{
    Border, Change, Cost, Damage, Facing, Gait, Going, Grid, Map, Opacity, Runs, Space, Spaces,
    Terrain, TerrainId, Use,
};
use std::sync::{Arc, OnceLock};

/// A map compiled for quick questions, with its damage applied. Immutable; share it.
///
/// ```
/// use skirmish_engine::board::Board;
/// use skirmish_engine::files::{map, shipped};
/// use skirmish_engine::source::Source;
///
/// let (name, text) = shipped::map("duel-ground").expect("a shipped map");
/// let board = Board::new(map::read(&Source::new(name, text))?);
/// let space = |name| board.grid().named(name).expect("a space");
/// assert_eq!(board.grid().distance(space("A1"), space("C1")), 2);
/// assert!(board.standable().contains(space("A1")));
/// assert_eq!(board.terrain(space("D6")).name, "wall");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Board {
    pub(super) map: Arc<Map>,
    pub(super) shape: Arc<Shape>,
    /// Terrain of each space as it is now.
    terrain: Vec<TerrainId>,
    /// Borders as they are now, sorted by `between`.
    borders: Vec<Border>,
    /// For each space, the directions in which it has a border.
    bordered: Vec<u8>,
    /// Whether walking opens any of its doors.
    shut_doors: bool,
    exists: Spaces,
    standable: Spaces,
    breakable: Spaces,
    covering: Spaces,
    zones: Arc<Vec<(Use, Option<u8>, Spaces)>>,
    pub(super) step_tables: StepTables,
    pub(super) split_tables: SplitTables,
    pub(super) sights: Sights,
    pub(super) ways: Ways,
    pub(super) runs: OnceLock<Arc<Runs>>,
}

impl Board {
    /// Compiles a map.
    ///
    /// # Panics
    /// If terrain or elevation do not have one entry a space.
    pub fn new(map: Map) -> Self {
        let len = map.grid.len();
        assert_eq!(
            (map.terrain.len(), map.elevation.len()),
            (len, len),
            "one entry a space"
        );
        let mut zones: Vec<(Use, Option<u8>, Spaces)> = Vec::new();
        for zone in &map.zones {
            let same = zones
                .iter_mut()
                .find(|(k, seat, _)| (*k, *seat) == (zone.kind, zone.seat));
            match same {
                Some((_, _, spaces)) => spaces.add(&zone.spaces),
                None => zones.push((zone.kind, zone.seat, zone.spaces.clone())),
            }
        }
        let (shape, terrain) = (Arc::new(Shape::new(map.grid)), map.terrain.clone());
        let mut borders = map.borders.clone();
        for border in &mut borders {
            let (a, b) = border.between;
            border.between = (a.min(b), a.max(b));
        }
        borders.sort_by_key(|b| b.between);
        Self::compile(Arc::new(map), shape, Arc::new(zones), terrain, borders)
    }
    /// The board of the same map with this damage, and no other, done.
    pub fn damaged(&self, damage: &Damage) -> Board {
        let (mut terrain, mut borders) = (self.map.terrain.clone(), self.map.borders.clone());
        let mut gone = Vec::new();
        for change in damage.changes() {
            match *change {
                Change::Ruined(space) => {
                    let kind = &self.map.terrains[usize::from(terrain[space.index()].0)];
                    terrain[space.index()] = kind.becomes.unwrap_or(terrain[space.index()]);
                }
                Change::Hit(..) | Change::Worn(..) => {}
                Change::Laid(space, id) => terrain[space.index()] = id,
                Change::Removed(a, b) => gone.push((a, b)),
                Change::Door(a, b, open) => {
                    for border in borders.iter_mut().filter(|border| border.between == (a, b)) {
                        *border = border.swung(open);
                    }
                }
            }
        }
        borders.retain(|border| !gone.contains(&border.between));
        let (map, shape, zones) = (self.map.clone(), self.shape.clone(), self.zones.clone());
        let mut board = Self::compile(map, shape, zones, terrain, borders);
        board.sights.lasting = false;
        board
    }
    fn compile(
        map: Arc<Map>,
        shape: Arc<Shape>,
        zones: Arc<Vec<(Use, Option<u8>, Spaces)>>,
        terrain: Vec<TerrainId>,
        mut borders: Vec<Border>,
    ) -> Self {
        let (grid, len) = (map.grid, map.grid.len());
        // squares have no side between diagonal neighbours
        let shares_side = |border: &Border| {
            let direction = grid.direction(border.between.0, border.between.1);
            direction.is_some_and(|d| !grid.kind.is_diagonal(d))
        };
        borders.retain(shares_side);
        let shut_doors = borders.iter().any(Border::opens);
        let mut bordered = vec![0u8; len];
        for Border {
            between: (a, b), ..
        } in &borders
        {
            for (a, b) in [(*a, *b), (*b, *a)] {
                bordered[a.index()] |= grid.direction(a, b).map_or(0, |d| 1 << d.0);
            }
        }
        let (mut exists, mut standable) = (Spaces::new(len), Spaces::new(len));
        let (mut breakable, mut covering) = (Spaces::new(len), Spaces::new(len));
        for (i, id) in terrain.iter().enumerate() {
            let (space, kind) = (Space(i as u32), &map.terrains[usize::from(id.0)]);
            if kind.becomes.is_some() {
                breakable.insert(space);
            }
            if kind.cover {
                covering.insert(space);
            }
            if !kind.void {
                exists.insert(space);
                if kind.cost != Cost::No {
                    standable.insert(space);
                }
            }
        }
        let mut board = Self {
            map,
            shape,
            terrain,
            borders,
            bordered,
            shut_doors,
            exists,
            standable,
            breakable,
            covering,
            zones,
            step_tables: StepTables::default(),
            split_tables: SplitTables::default(),
            sights: Sights::default(),
            ways: Ways::default(),
            runs: OnceLock::new(),
        };
        board.sights = Sights::of(&board);
        board.ways = Ways::of(board.grid());
        board
    }

    /// The map as it was read, without damage.
    pub fn map(&self) -> &Map {
        &self.map
    }
    /// The grid.
    #[inline]
    pub fn grid(&self) -> &Grid {
        &self.map.grid
    }
    /// Number of spaces, void included.
    pub fn len(&self) -> usize {
        self.terrain.len()
    }
    /// Whether the board has no spaces.
    pub fn is_empty(&self) -> bool {
        self.terrain.is_empty()
    }
    /// The terrain of a space as it is now.
    #[inline]
    pub fn terrain(&self, space: Space) -> &Terrain {
        &self.map.terrains[usize::from(self.terrain[space.index()].0)]
    }
    /// The distance of every space from one; none on boards of more than 4,096 spaces.
    #[inline]
    pub fn distances(&self, from: Space) -> Option<&[u16]> {
        self.shape.distances(from)
    }
    /// As [`Grid::gap`], from rows of distances where they are kept.
    #[inline]
    pub fn gap(&self, a: &[Space], b: &[Space]) -> u32 {
        if let ([a], [b]) = (a, b)
            && let Some(row) = self.distances(*a)
        {
            return u32::from(row[b.index()]);
        }
        self.grid().gap(a, b)
    }
    /// Adds to a set all spaces at most so far from one of its own.
    pub fn grow(&self, set: &mut Spaces, by: u32) {
        for _ in 0..by {
            self.shape.grow(set);
        }
    }
    /// The spaces of a set that are at most so far from one of these.
    pub fn within(&self, from: &[Space], range: u32, of: &Spaces) -> Spaces {
        if range > Shape::SPAN {
            let near = |space: &Space| from.iter().any(|at| self.gap(&[*at], &[*space]) <= range);
            return Spaces::of(self.len(), of.iter().filter(near));
        }
        let mut near = Spaces::new(self.len());
        for from in from {
            self.add_within(*from, range, false, &mut near);
        }
        near.keep(of);
        near
    }
    /// How far every space is from the nearest of a set; of an empty one: `u16::MAX`.
    pub fn gaps(&self, set: &Spaces) -> Vec<u16> {
        let mut gaps = vec![u16::MAX; self.len()];
        let (mut near, mut ring) = (set.clone(), set.clone());
        for far in 0.. {
            if ring.is_empty() {
                break;
            }
            ring.iter().for_each(|space| gaps[space.index()] = far);
            ring = near.clone();
            self.shape.grow(&mut ring);
            ring.subtract(&near);
            near.add(&ring);
        }
        gaps
    }
    /// Ground level of a space.
    pub fn level(&self, space: Space) -> i8 {
        self.map.elevation[space.index()]
    }
    /// Whether the space is part of the board (not void).
    pub fn exists(&self, space: Space) -> bool {
        self.exists.contains(space)
    }
    /// Whether the ground is difficult for a figure on foot.
    pub fn is_hard(&self, space: Space) -> bool {
        self.terrain(space).cost == Cost::Hard
    }
    /// All spaces that are part of the board.
    pub fn spaces(&self) -> &Spaces {
        &self.exists
    }
    /// Spaces a figure may stand on: walkable on foot (`cost` not `No`).
    #[inline]
    pub fn standable(&self) -> &Spaces {
        &self.standable
    }
    /// Spaces whose terrain can be destroyed (A8).
    pub fn breakable(&self) -> &Spaces {
        &self.breakable
    }
    /// Spaces whose terrain gives cover to who stands there (S5).
    #[inline]
    pub fn covering(&self) -> &Spaces {
        &self.covering
    }
    /// The border between two neighbours as it is now (removed ones are none).
    pub fn border(&self, a: Space, b: Space) -> Option<&Border> {
        let found = self
            .borders
            .binary_search_by_key(&(a.min(b), a.max(b)), |b| b.between);
        found.ok().map(|i| &self.borders[i])
    }
    /// The border on the side of a space that faces a direction.
    pub(super) fn border_towards(&self, space: Space, direction: u8) -> Option<&Border> {
        if self.bordered[space.index()] >> direction & 1 == 0 {
            return None;
        }
        self.border(space, self.shape.neighbour(space, Facing(direction))?)
    }
    /// Whether any door is shut and not locked.
    pub fn has_shut_doors(&self) -> bool {
        self.shut_doors
    }
    /// All borders as they are now.
    pub fn borders(&self) -> &[Border] {
        &self.borders
    }
    /// The zone spaces of a use and seat, if the map has such a zone: all zones of that use and
    /// seat together; else those of that use that belong to no seat.
    pub fn zone(&self, kind: Use, seat: u8) -> Option<&Spaces> {
        let of = |seat| {
            self.zones
                .iter()
                .find(|zone| (zone.0, zone.1) == (kind, seat))
        };
        of(Some(seat)).or_else(|| of(None)).map(|zone| &zone.2)
    }
    /// The connected object (A8) a destructible space belongs to: all its spaces that hang
    /// together by their sides, in reading order, or the space alone where the terrain has no
    /// `hits`. Empty: not destructible.
    pub fn object(&self, space: Space) -> Vec<Space> {
        let kind = self.terrain(space);
        if kind.becomes.is_none() {
            return Vec::new();
        }
        let mut object = vec![space];
        if kind.hits.is_none() {
            return object;
        }
        let mut found = Spaces::of(self.len(), [space]);
        let mut next = 0;
        while let Some(&space) = object.get(next) {
            next += 1;
            for (direction, beside) in self.grid().neighbours(space) {
                let same = self.terrain[beside.index()] == self.terrain[space.index()];
                if same && !self.grid().kind.is_diagonal(direction) && found.insert(beside) {
                    object.push(beside);
                }
            }
        }
        object.sort_unstable();
        object
    }
    /// Whether a space in a direction can be stepped to, ignoring figures (B8), by a figure of
    /// one space on foot.
    pub fn steps(&self, from: Space, direction: Facing) -> bool {
        self.step(from, direction, Gait::Walk, Going::default())
            .is_some()
    }
    /// Whether two figures touch: some pair adjacent (or the same space) and not separated by a
    /// wall or shut door (A4). At a corner of squares both ways round have to be cut off: by
    /// such a border, a wall that fills its space, or void.
    pub fn touching(&self, a: &[Space], b: &[Space]) -> bool {
        a.iter().any(|a| b.iter().any(|b| self.touches(*a, *b)))
    }
    fn touches(&self, a: Space, b: Space) -> bool {
        if a == b {
            return true;
        }
        let mut beside = self.shape.neighbours[a.index()].iter();
        let Some(direction) = beside.position(|space| *space == b.0) else {
            return false;
        };
        let direction = Facing(direction as u8);
        let separated = |a, b| self.border(a, b).is_some_and(Border::separates);
        match self.corner(a, direction) {
            None => !self
                .border_towards(a, direction.0)
                .is_some_and(Border::separates),
            Some(ways) => ways.into_iter().any(|way| {
                let kind = self.terrain(way);
                let filled =
                    kind.cost == Cost::No && kind.sight == Opacity::Blocking && !kind.water;
                !(kind.void || filled || separated(a, way) || separated(way, b))
            }),
        }
    }
    /// The two spaces beside a diagonal step of squares, anticlockwise first.
    pub(super) fn corner(&self, from: Space, direction: Facing) -> Option<[Space; 2]> {
        let kind = self.grid().kind;
        if !kind.is_diagonal(direction) {
            return None;
        }
        let n = self.grid().directions();
        let beside = |turn| self.shape.neighbour(from, Facing((direction.0 + turn) % n));
        Some([beside(n - 1)?, beside(1)?])
    }
}
