//! A map in the making, as the readers of other programs' files fill it.

use super::builtin::{Builtin, TERRAINS};
use super::map::{INCH, MOST_SEATS, MOST_SPACES, OWN_COLOUR, read};
use super::mapping::{Mapping, OwnTerrain};
use super::notes::{Fate, Notes};
use super::snap::Lattice;
use crate::board::{
    Border, BorderKind, Credit, Grid, GridKind, Map, Space, Spaces, Stagger, Terrain, TerrainId,
    Use, Zone,
};
use crate::source::{Fault, Source, as_text};
use std::collections::{BTreeMap, BTreeSet};

/// The most zones a map takes over.
const MOST_ZONES: usize = 500;

/// A map in the making: any levels, any number of things on one side, notes beside it.
pub struct Sketch {
    /// Its name.
    pub name: String,
    /// Who made it, and what is to be said about it.
    pub credit: Credit,
    /// Shape and size.
    pub grid: Grid,
    /// Size of a space when printed, in hundredths of a millimetre.
    pub space_size: u32,
    /// Terrain of each space: index into the kinds.
    pub ground: Vec<u8>,
    /// Level of each space.
    pub levels: Vec<i32>,
    /// What was not carried over.
    pub notes: Notes,
    /// Doors that fill a space, and whether they stand open; they are hung at the end.
    pub doors: BTreeMap<Space, bool>,
    kinds: Vec<Terrain>,
    borders: BTreeMap<(Space, Space), Border>,
    bends: BTreeMap<(Space, Space), Border>,
    zones: Vec<Zone>,
}

/// A size that no map has.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizeFault {
    /// No columns or no rows.
    #[error("the map is {columns} × {rows} spaces; it needs at least 1 × 1")]
    Empty {
        /// Number of columns.
        columns: u64,
        /// Number of rows.
        rows: u64,
    },
    /// More than [`MOST_SPACES`].
    #[error("the map is {columns} × {rows} spaces, the limit is {MOST_SPACES} in all")]
    TooLarge {
        /// Number of columns.
        columns: u64,
        /// Number of rows.
        rows: u64,
    },
}

as_text!(SizeFault);

/// Whether a board of this size may be read; said before anything is allocated.
///
/// # Errors
/// It is empty or too large.
pub fn check_size(columns: u64, rows: u64) -> Result<(u32, u32), SizeFault> {
    if columns == 0 || rows == 0 {
        return Err(SizeFault::Empty { columns, rows });
    }
    match columns.checked_mul(rows) {
        Some(n) if n <= MOST_SPACES as u64 => Ok((columns as u32, rows as u32)),
        _ => Err(SizeFault::TooLarge { columns, rows }),
    }
}

impl Sketch {
    /// A map of open ground. The size has passed [`check_size`].
    pub fn new(name: &str, kind: GridKind, stagger: Stagger, columns: u32, rows: u32) -> Self {
        let grid = Grid {
            kind,
            stagger,
            columns,
            rows,
        };
        let mut sketch = Self {
            name: name.trim().to_owned(),
            credit: Credit::default(),
            grid,
            space_size: INCH,
            ground: Vec::new(),
            levels: vec![0; grid.len()],
            notes: Notes::default(),
            doors: BTreeMap::new(),
            kinds: Vec::new(),
            borders: BTreeMap::new(),
            bends: BTreeMap::new(),
            zones: Vec::new(),
        };
        sketch.ground = vec![0; grid.len()];
        sketch
    }

    /// The kind of terrain of a name: a built-in, or one that the mapping describes. The first
    /// kind asked for is what all spaces are until something else is said.
    pub fn kind(&mut self, name: &str, mapping: &Mapping) -> u8 {
        if let Some(i) = self.kinds.iter().position(|t| t.name == name) {
            return i as u8;
        }
        if let Some(own) = mapping.own(name) {
            return self.own(name, &own.clone(), mapping);
        }
        match Builtin::named(name) {
            Some(i) => self.builtin(i),
            None => self.builtin(0),
        }
    }

    fn builtin(&mut self, i: usize) -> u8 {
        let made = &TERRAINS[i];
        if let Some(found) = self.kinds.iter().position(|t| t.name == made.name) {
            return found as u8;
        }
        let becomes = made
            .becomes
            .and_then(Builtin::named)
            .map(|left| TerrainId(self.builtin(left)));
        self.push(made.terrain(made.sign, becomes))
    }

    /// The kind of solid wall.
    pub fn wall(&mut self) -> u8 {
        self.builtin(Builtin::named("wall").expect("a built-in"))
    }

    /// A kind of the map's own, whose values are given.
    pub fn own(&mut self, name: &str, own: &OwnTerrain, mapping: &Mapping) -> u8 {
        if let Some(found) = self.kinds.iter().position(|t| t.name == name) {
            return found as u8;
        }
        let becomes = own.becomes.as_ref().filter(|left| *left != name);
        let becomes = becomes.map(|left| TerrainId(self.kind(left, mapping)));
        let sign = own
            .sign
            .filter(|c| !self.kinds.iter().any(|t| t.sign == *c));
        self.push(Terrain {
            name: name.to_owned(),
            sign: sign.unwrap_or('\0'),
            cost: own.cost,
            water: own.water,
            void: false,
            sight: own.sight,
            height: own.height,
            cover: own.cover,
            hits: own.hits.filter(|_| becomes.is_some()),
            becomes,
            colour: own.colour.unwrap_or(OWN_COLOUR),
        })
    }

    /// Adds a kind; when there are too many, the first stands for it.
    fn push(&mut self, terrain: Terrain) -> u8 {
        if self.kinds.len() >= 250 {
            let what = "terrains beyond the limit of 250 became the map's first terrain".to_owned();
            self.notes.count(Fate::Changed, what, 1, terrain.name);
            return 0;
        }
        self.kinds.push(terrain);
        (self.kinds.len() - 1) as u8
    }

    /// Takes over a whole list of kinds, in its order; characters and all.
    pub fn adopt(&mut self, list: Vec<(String, OwnTerrain)>) {
        let id = |name: &str| {
            let found = list.iter().position(|(n, _)| n == name);
            found.map(|i| TerrainId(i as u8))
        };
        let whole = list.len() <= 250;
        let kinds = list
            .iter()
            .enumerate()
            .filter(|_| whole)
            .map(|(i, (name, own))| {
                let first = list.iter().position(|(n, _)| n == name) == Some(i);
                let void = name == "void";
                Terrain {
                    name: if first {
                        name.clone()
                    } else {
                        format!("{name} {i}")
                    },
                    sign: own.sign.unwrap_or('\0'),
                    cost: own.cost,
                    water: own.water,
                    void,
                    sight: own.sight,
                    height: own.height,
                    cover: own.cover,
                    hits: own.hits,
                    becomes: own.becomes.as_deref().and_then(id),
                    colour: own.colour.unwrap_or(OWN_COLOUR),
                }
            });
        self.kinds = kinds.collect();
    }
    /// Whether there is a kind of this name.
    pub fn knows(&self, name: &str) -> bool {
        self.kinds.iter().any(|t| t.name == name)
    }

    /// What is known of a kind.
    pub fn terrain(&self, kind: u8) -> &Terrain {
        &self.kinds[usize::from(kind)]
    }
    /// The name of a space.
    pub fn place(&self, space: Space) -> String {
        self.grid.name(space)
    }
    /// Whether a space is part of the board.
    pub fn exists(&self, space: Space) -> bool {
        !self.kinds[usize::from(self.ground[space.index()])].void
    }
    /// Sets a border. Of two on one side the later one stands.
    pub fn border(&mut self, border: Border) {
        self.borders.insert(border.between, border);
    }

    /// What stands on the side between two spaces.
    pub fn side(&self, between: (Space, Space)) -> Option<&Border> {
        self.borders.get(&between)
    }

    /// Takes away what stands on a side.
    pub fn clear(&mut self, between: (Space, Space)) {
        self.borders.remove(&between);
    }

    /// Puts something on a side that a line crossed there and back: it stays only if something
    /// else, or the edge of the map, is at both of its ends when all is laid.
    pub fn bend(&mut self, border: Border) {
        self.bends.insert(border.between, border);
    }

    /// Keeps the bends without which a way would be open, and straightens the others.
    fn settle_bends(&mut self) {
        let lattice = Lattice::to_scale(self.grid);
        let bends = std::mem::take(&mut self.bends);
        if bends.is_empty() {
            return;
        }
        let held: BTreeSet<_> = self.borders.keys().flat_map(|s| lattice.ends(*s)).collect();
        for (between, border) in bends {
            if self.borders.contains_key(&between) {
                continue;
            }
            let (p, q) = lattice.side(between.0, between.1);
            let keys = lattice.ends(between);
            let mut ends = [p, q].into_iter().zip(keys);
            if ends.all(|(corner, key)| held.contains(&key) || lattice.at_edge(corner)) {
                self.borders.insert(between, border);
            } else {
                let what = "small bends in lines were straightened";
                self.notes.changed(what, self.place(between.0));
            }
        }
    }

    /// Adds a zone, or to the deployment zone of the same seat.
    pub fn zone(&mut self, kind: Use, seat: Option<u8>, spaces: impl IntoIterator<Item = Space>) {
        let seat = match (kind, seat) {
            (Use::Deployment, seat) => Some(seat.unwrap_or(1)),
            (_, seat) => seat,
        };
        if seat.is_some_and(|seat| !(1..=MOST_SEATS).contains(&seat)) {
            let what = format!("deployment zones of seats beyond {MOST_SEATS} are not supported");
            self.notes.lost(what, format!("seat {}", seat.unwrap_or(0)));
            return;
        }
        let many = kind != Use::Deployment && self.zones.len() >= MOST_ZONES;
        if many {
            let what = format!("zones beyond {MOST_ZONES} were left out");
            self.notes.lost(what, "");
            return;
        }
        let mut all = Spaces::new(self.grid.len());
        for space in spaces {
            all.insert(space);
        }
        let same = |z: &&mut Zone| kind == Use::Deployment && z.kind == kind && z.seat == seat;
        match self.zones.iter_mut().find(same) {
            Some(zone) => all.iter().for_each(|space| {
                zone.spaces.insert(space);
            }),
            None => self.zones.push(Zone {
                kind,
                seat,
                spaces: all,
            }),
        }
    }

    /// The finished map, read by the reader of map files itself.
    ///
    /// # Errors
    /// Nothing of it exists.
    pub fn finish(mut self, file: &str) -> Result<(Map, Notes), Fault> {
        let refuse = |what: String| Fault {
            file: file.to_owned(),
            at: Some((1, 1)),
            what,
        };
        if !(0..self.grid.len() as u32).any(|i| self.exists(Space(i))) {
            return Err(refuse(
                "there is nothing on this map: every space is empty".into(),
            ));
        }
        if self.name.is_empty() {
            self.name = "Unnamed".to_owned();
        }
        self.name.retain(|c| !c.is_control());
        self.settle_bends();
        let doors = std::mem::take(&mut self.doors);
        super::door_spaces::put_on_sides(&mut self, &doors);
        self.fit_levels();
        self.trim_zones();
        self.give_signs();
        let map = Map {
            name: self.name,
            credit: self.credit,
            grid: self.grid,
            space_size: self.space_size,
            terrains: self.kinds,
            terrain: self.ground.into_iter().map(TerrainId).collect(),
            elevation: self.levels.into_iter().map(|l| l as i8).collect(),
            borders: self.borders.into_values().collect(),
            zones: self.zones,
        };
        let text = super::write(&map);
        let map = read(&Source::new(file, text))
            .map_err(|fault| refuse(format!("the converted map is not valid: {fault}")))?;
        Ok((map, self.notes))
    }

    /// Levels reach from −9 to 9: all are moved together if that helps, else cut off.
    fn fit_levels(&mut self) {
        let real = |i: &usize| self.exists(Space(*i as u32));
        let there: Vec<i32> = (0..self.levels.len())
            .filter(real)
            .map(|i| self.levels[i])
            .collect();
        let (low, high) = (
            there.iter().copied().min().unwrap_or(0),
            there.iter().copied().max().unwrap_or(0),
        );
        if low < -9 || high > 9 {
            let by = if high.saturating_sub(low) <= 18 {
                // as near to the old levels as possible
                if high > 9 { high - 9 } else { low + 9 }
            } else if low > 0 {
                low
            } else {
                0
            };
            if by != 0 {
                let down = if by > 0 { "lowered" } else { "raised" };
                let what = format!(
                    "all levels were {down} by {} to fit the range −9 to 9",
                    by.abs()
                );
                self.notes.changed(what, "");
                self.levels
                    .iter_mut()
                    .for_each(|l| *l = l.saturating_sub(by));
            }
        }
        for i in 0..self.levels.len() {
            let (old, space) = (self.levels[i], Space(i as u32));
            if !self.exists(space) {
                self.levels[i] = 0;
            } else if !(-9..=9).contains(&old) {
                self.levels[i] = old.clamp(-9, 9);
                let what = "levels below −9 or above 9 became −9 or 9";
                let place = format!("{} ({old})", self.place(space));
                self.notes.changed(what, place);
            }
        }
    }

    fn trim_zones(&mut self) {
        let ground = (&self.kinds, &self.ground);
        let exists = |s: Space| !ground.0[usize::from(ground.1[s.index()])].void;
        for zone in &mut self.zones {
            let off: Vec<Space> = zone.spaces.iter().filter(|s| !exists(*s)).collect();
            off.iter().for_each(|s| zone.spaces.remove(*s));
            let what = "spaces of zones outside the board were left out".to_owned();
            let first = off.first().map_or(String::new(), |s| self.grid.name(*s));
            self.notes.count(Fate::Lost, what, off.len(), first);
        }
        self.zones.retain(|zone| !zone.spaces.is_empty());
    }

    /// A character of its own for every kind that has none yet.
    fn give_signs(&mut self) {
        let mut free = ('a'..='z')
            .chain('A'..='Z')
            .chain('0'..='9')
            .chain("+-*,;!?&@$/|<>()[]{}^'`".chars())
            .chain('\u{c0}'..='\u{24f}')
            .filter(|c| !TERRAINS.iter().any(|t| t.sign == *c))
            .filter(|c| !self.kinds.iter().any(|t| t.sign == *c))
            .collect::<Vec<_>>()
            .into_iter();
        for kind in &mut self.kinds {
            if kind.sign == '\0' {
                kind.sign = free.next().unwrap_or('?');
            }
        }
    }
}

/// A wall that closes the way but not the view: a cliff.
pub fn cliff(between: (Space, Space)) -> Border {
    Border {
        sight: crate::board::Opacity::Clear,
        height: 0,
        ..super::builtin::border(BorderKind::Wall, between)
    }
}
