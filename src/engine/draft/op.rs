//! What can be done to a sheet, and what it changes.

use super::{Barrier, Head, Scene, Sheet, Side, regridded, runs};
use crate::board::{
    Border, Cost, Grid, GridKind, Opacity, Space, Spaces, Stagger, Terrain, TerrainId, Use, Zone,
};
use crate::files::SizeFault;
use crate::files::builtin::{Builtin, TERRAINS};
use crate::files::map::{MOST_SEATS, share_a_side};
use crate::source::as_text;
use serde::{Deserialize, Serialize};

/// A side between two spaces, what was on it, and what is now.
pub type Redrawn = ((Space, Space), Option<Border>, Option<Border>);

/// A kind of terrain of the map's own; others are named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// Its character in the file.
    pub sign: char,
    /// What entering costs.
    pub cost: Cost,
    /// Swimmers enter at cost 1.
    pub water: bool,
    /// What it does to sight.
    pub sight: Opacity,
    /// Its height.
    pub height: u8,
    /// Whether it is cover to stand in.
    pub cover: bool,
    /// Unsaved hits until it falls as one.
    pub hits: Option<u8>,
    /// The name of what is left of it.
    pub becomes: Option<String>,
    /// Its colour, 0xRRGGBB.
    pub colour: u32,
}

impl Kind {
    /// A kind of another map, to be made here too; what is left of it only if every map has it.
    pub fn carried(terrain: &Terrain, all: &[Terrain]) -> Self {
        let left = terrain.becomes.map(|id| &all[usize::from(id.0)].name);
        Self {
            name: terrain.name.clone(),
            sign: terrain.sign,
            cost: terrain.cost,
            water: terrain.water,
            sight: terrain.sight,
            height: terrain.height,
            cover: terrain.cover,
            hits: terrain.hits,
            becomes: left.filter(|name| Builtin::named(name).is_some()).cloned(),
            colour: terrain.colour,
        }
    }
}

/// One thing done to a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "kebab-case")]
pub enum Op {
    /// Spaces become this kind.
    Ground {
        /// A kind of the map, or a built-in.
        kind: String,
        /// The spaces.
        #[serde(with = "runs")]
        on: Spaces,
    },
    /// Spaces rise or sink.
    Raise {
        /// By so many levels.
        by: i8,
        /// The spaces.
        #[serde(with = "runs")]
        on: Spaces,
    },
    /// Spaces come to a level.
    Level {
        /// The level.
        to: i8,
        /// The spaces.
        #[serde(with = "runs")]
        on: Spaces,
    },
    /// Something stands on sides, or nothing any more.
    Side {
        /// What stands there.
        barrier: Option<Barrier>,
        /// The sides.
        on: Vec<Side>,
    },
    /// Spaces join a zone or leave it.
    Zone {
        /// The zone's number, from 0.
        zone: usize,
        /// Whether they join.
        join: bool,
        /// The spaces.
        #[serde(with = "runs")]
        on: Spaces,
    },
    /// A new zone, with no spaces yet.
    NewZone {
        /// What it is for.
        kind: Use,
        /// Whose it is.
        seat: Option<u8>,
    },
    /// A zone goes.
    DropZone {
        /// Its number, from 0.
        zone: usize,
    },
    /// A kind of the map's own comes, or the one of this name changes.
    Kind(Kind),
    /// The map says other things about itself.
    Head(Head),
    /// The scenario becomes this, or goes.
    Scene {
        /// The scenario.
        scene: Option<Box<Scene>>,
    },
    /// The board becomes larger or smaller.
    Size {
        /// Columns it has then.
        columns: u32,
        /// Rows it has then.
        rows: u32,
        /// Columns that come on the left; fewer than 0 go.
        left: i64,
        /// Rows that come at the top; fewer than 0 go.
        top: i64,
    },
    /// The board comes to lie on another kind of grid, as far as it can.
    Grid {
        /// The kind.
        kind: GridKind,
    },
}

/// A change and what was there before.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)]
pub(super) enum Change {
    Ground(Vec<(Space, TerrainId, TerrainId)>),
    Level(Vec<(Space, i8, i8)>),
    Side(Vec<Redrawn>),
    Zones(Vec<Zone>, Vec<Zone>),
    Kinds(Vec<Terrain>, Vec<Terrain>),
    Head(Head, Head),
    Scene(Box<(Option<Scene>, Option<Scene>)>),
    Whole(Box<(Sheet, Sheet)>),
}

impl Change {
    /// Makes the change, or takes it back.
    pub fn put(&self, sheet: &mut Sheet, forth: bool) {
        fn pick<T: Clone>(forth: bool, before: &T, after: &T) -> T {
            if forth { after } else { before }.clone()
        }
        match self {
            Change::Ground(all) => all.iter().for_each(|(space, a, b)| {
                sheet.ground[space.index()] = pick(forth, a, b);
            }),
            Change::Level(all) => all.iter().for_each(|(space, a, b)| {
                sheet.levels[space.index()] = pick(forth, a, b);
            }),
            Change::Side(all) => {
                for (between, a, b) in all {
                    match pick(forth, a, b) {
                        Some(border) => sheet.borders.insert(*between, border),
                        None => sheet.borders.remove(between),
                    };
                }
            }
            Change::Zones(a, b) => sheet.zones = pick(forth, a, b),
            Change::Kinds(a, b) => sheet.terrains = pick(forth, a, b),
            Change::Head(a, b) => sheet.head = pick(forth, a, b),
            Change::Scene(both) => sheet.scene = pick(forth, &both.0, &both.1),
            Change::Whole(both) => *sheet = pick(forth, &both.0, &both.1),
        }
    }
}

/// The most terrains of a map while it is drawn.
const MOST_TERRAINS: usize = 250;

/// Why an operation cannot be done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpFault {
    /// A zone that does not exist.
    #[error("this zone does not exist")]
    NoZone,
    /// A seat that does not exist.
    #[error("seats are numbered from 1 to {MOST_SEATS}")]
    NoSeat,
    /// A seat that has a deployment zone.
    #[error("seat {0} already has a deployment zone")]
    SecondZone(u8),
    /// A map without a name.
    #[error("a map needs a name")]
    NoMapName,
    /// A terrain that is not known.
    #[error("unknown terrain {0:?}")]
    UnknownTerrain(String),
    /// More terrains than a map can have.
    #[error("a map can have at most {MOST_TERRAINS} terrains")]
    TooManyTerrains,
    /// A border between spaces that are no neighbours.
    #[error("these two spaces do not share a side")]
    NoSide,
    /// A terrain without a name.
    #[error("a terrain needs a name")]
    NoTerrainName,
    /// The terrain of spaces that are no part of the board.
    #[error("void cannot be changed")]
    Void,
    /// A terrain that is destroyed before it is hit.
    #[error("hits must be from 1 to 255")]
    NoHits,
    /// A terrain that is destroyed without a change.
    #[error("{0} cannot become itself")]
    BecomesItself(String),
    /// A size that no map has.
    #[error("{0}")]
    Size(#[from] SizeFault),
    /// A size that holds no space of the map.
    #[error("the map would be empty")]
    EmptyMap,
}

as_text!(OpFault);

impl Op {
    /// What it changes on a sheet; nothing where all is so already.
    pub(super) fn on(&self, sheet: &Sheet) -> Result<Vec<Change>, OpFault> {
        let inside = |on: &Spaces| -> Vec<Space> {
            on.iter().filter(|s| s.index() < sheet.grid.len()).collect()
        };
        Ok(match self {
            Op::Ground { kind, on } => ground(sheet, kind, &inside(on))?,
            Op::Raise { by, on } => levels(sheet, &inside(on), |old| old.saturating_add(*by)),
            Op::Level { to, on } => levels(sheet, &inside(on), |_| *to),
            Op::Side { barrier, on } => sides(sheet, *barrier, on)?,
            Op::Zone { zone, join, on } => {
                let mut zones = sheet.zones.clone();
                let found = zones.get_mut(*zone).ok_or(OpFault::NoZone)?;
                for space in inside(on) {
                    match join {
                        true => {
                            found.spaces.insert(space);
                        }
                        false => found.spaces.remove(space),
                    }
                }
                rezoned(sheet, zones)
            }
            Op::NewZone { kind, seat } => {
                let seat = seat.or((*kind == Use::Deployment).then_some(1));
                if seat.is_some_and(|s| !(1..=MOST_SEATS).contains(&s)) {
                    return Err(OpFault::NoSeat);
                }
                let same = |z: &Zone| z.kind == Use::Deployment && z.seat == seat;
                if *kind == Use::Deployment && sheet.zones.iter().any(same) {
                    return Err(OpFault::SecondZone(seat.unwrap_or(1)));
                }
                let mut zones = sheet.zones.clone();
                zones.push(Zone {
                    kind: *kind,
                    seat,
                    spaces: Spaces::new(sheet.grid.len()),
                });
                rezoned(sheet, zones)
            }
            Op::DropZone { zone } => {
                let mut zones = sheet.zones.clone();
                if *zone >= zones.len() {
                    return Err(OpFault::NoZone);
                }
                zones.remove(*zone);
                rezoned(sheet, zones)
            }
            Op::Kind(kind) => own(sheet, kind)?,
            Op::Head(head) if head.name.trim().is_empty() => {
                return Err(OpFault::NoMapName);
            }
            Op::Head(head) if *head == sheet.head => Vec::new(),
            Op::Head(head) => vec![Change::Head(sheet.head.clone(), head.clone())],
            Op::Scene { scene } => {
                let now = scene.as_deref().cloned();
                match now == sheet.scene {
                    true => Vec::new(),
                    false => vec![Change::Scene(Box::new((sheet.scene.clone(), now)))],
                }
            }
            Op::Size {
                columns,
                rows,
                left,
                top,
            } => whole(sheet, sized(sheet, (*columns, *rows), (*left, *top))?),
            Op::Grid { kind } => whole(sheet, regridded(sheet, *kind)?.0),
        })
    }
}

fn whole(sheet: &Sheet, now: Sheet) -> Vec<Change> {
    match now == *sheet {
        true => Vec::new(),
        false => vec![Change::Whole(Box::new((sheet.clone(), now)))],
    }
}

fn rezoned(sheet: &Sheet, zones: Vec<Zone>) -> Vec<Change> {
    match zones == sheet.zones {
        true => Vec::new(),
        false => vec![Change::Zones(sheet.zones.clone(), zones)],
    }
}

/// The list of kinds with this built-in in it, and what it leaves.
fn with_builtin(terrains: &mut Vec<Terrain>, name: &str) -> Result<TerrainId, OpFault> {
    if let Some(i) = terrains.iter().position(|t| t.name == name) {
        return Ok(TerrainId(i as u8));
    }
    let made = Builtin::named(name).ok_or_else(|| OpFault::UnknownTerrain(name.to_owned()))?;
    let made = &TERRAINS[made];
    let becomes = match made.becomes {
        Some(left) => Some(with_builtin(terrains, left)?),
        None => None,
    };
    if terrains.len() >= MOST_TERRAINS {
        return Err(OpFault::TooManyTerrains);
    }
    let sign = Sheet::free_sign(terrains, made.sign);
    terrains.push(made.terrain(sign, becomes));
    Ok(TerrainId((terrains.len() - 1) as u8))
}

fn ground(sheet: &Sheet, kind: &str, on: &[Space]) -> Result<Vec<Change>, OpFault> {
    let mut terrains = sheet.terrains.clone();
    let id = with_builtin(&mut terrains, kind)?;
    let changed = |s: &&Space| sheet.ground[s.index()] != id;
    let all: Vec<_> = on
        .iter()
        .filter(changed)
        .map(|s| (*s, sheet.ground[s.index()], id))
        .collect();
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let mut changes = Vec::new();
    let void = terrains[usize::from(id.0)].void;
    if terrains != sheet.terrains {
        changes.push(Change::Kinds(sheet.terrains.clone(), terrains));
    }
    if void {
        // what is no part of the board has neither level nor borders
        changes.extend(levels_anywhere(sheet, on, |_| 0));
        let mut gone = Spaces::new(sheet.grid.len());
        on.iter().for_each(|s| {
            gone.insert(*s);
        });
        let lost = sheet
            .borders
            .iter()
            .filter(|((a, b), _)| gone.contains(*a) || gone.contains(*b));
        let lost: Vec<_> = lost.map(|(k, b)| (*k, Some(b.clone()), None)).collect();
        if !lost.is_empty() {
            changes.push(Change::Side(lost));
        }
    }
    changes.push(Change::Ground(all));
    Ok(changes)
}

fn levels(sheet: &Sheet, on: &[Space], to: impl Fn(i8) -> i8) -> Vec<Change> {
    let on: Vec<Space> = on.iter().copied().filter(|s| sheet.exists(*s)).collect();
    levels_anywhere(sheet, &on, to)
}

fn levels_anywhere(sheet: &Sheet, on: &[Space], to: impl Fn(i8) -> i8) -> Vec<Change> {
    let new = |s: &Space| {
        let old = sheet.levels[s.index()];
        let new = to(old).clamp(-9, 9);
        (old != new).then_some((*s, old, new))
    };
    let all: Vec<_> = on.iter().filter_map(new).collect();
    match all.is_empty() {
        true => Vec::new(),
        false => vec![Change::Level(all)],
    }
}

fn sides(sheet: &Sheet, barrier: Option<Barrier>, on: &[Side]) -> Result<Vec<Change>, OpFault> {
    let mut all = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for (a, b) in on {
        let between = (Space(*a.min(b)), Space(*a.max(b)));
        let inside = between.1.index() < sheet.grid.len();
        if !inside || !share_a_side(&sheet.grid, between.0, between.1) {
            return Err(OpFault::NoSide);
        }
        if !seen.insert(between) {
            continue;
        }
        let there = sheet.exists(between.0) && sheet.exists(between.1);
        let new = barrier.filter(|_| there).map(|b| b.between(between));
        let old = sheet.borders.get(&between).cloned();
        if old != new {
            all.push((between, old, new));
        }
    }
    Ok(match all.is_empty() {
        true => Vec::new(),
        false => vec![Change::Side(all)],
    })
}

fn own(sheet: &Sheet, kind: &Kind) -> Result<Vec<Change>, OpFault> {
    let name = kind.name.trim();
    if name.is_empty() {
        return Err(OpFault::NoTerrainName);
    }
    if name == "void" {
        return Err(OpFault::Void);
    }
    if kind.hits == Some(0) {
        return Err(OpFault::NoHits);
    }
    if kind.becomes.as_deref() == Some(name) {
        return Err(OpFault::BecomesItself(name.to_owned()));
    }
    let mut terrains = sheet.terrains.clone();
    let old = terrains.iter().position(|t| t.name == name);
    let becomes = match &kind.becomes {
        Some(left) => Some(with_builtin(&mut terrains, left)?),
        None => None,
    };
    let others: Vec<Terrain> = terrains
        .iter()
        .enumerate()
        .filter(|(i, _)| Some(*i) != old)
        .map(|(_, t)| t.clone())
        .collect();
    let taken =
        |c: char| kind.sign.is_control() || TERRAINS.iter().any(|t| t.sign == c && t.name != name);
    let wanted = if taken(kind.sign) { '\0' } else { kind.sign };
    let terrain = Terrain {
        name: name.to_owned(),
        sign: Sheet::free_sign(&others, wanted),
        cost: kind.cost,
        water: kind.water,
        void: false,
        sight: kind.sight,
        height: kind.height,
        cover: kind.cover,
        hits: kind.hits.filter(|_| becomes.is_some()),
        becomes,
        colour: kind.colour & 0xff_ffff,
    };
    match old {
        Some(i) => terrains[i] = terrain,
        None if terrains.len() >= MOST_TERRAINS => {
            return Err(OpFault::TooManyTerrains);
        }
        None => terrains.push(terrain),
    }
    Ok(match terrains == sheet.terrains {
        true => Vec::new(),
        false => vec![Change::Kinds(sheet.terrains.clone(), terrains)],
    })
}

/// The sheet with other edges.
fn sized(
    sheet: &Sheet,
    (columns, rows): (u32, u32),
    (left, top): (i64, i64),
) -> Result<Sheet, OpFault> {
    crate::files::check_size(columns.into(), rows.into())?;
    let old = sheet.grid;
    // the stagger moves with the columns or rows that come before
    let odd = match old.kind {
        GridKind::Square => false,
        GridKind::HexFlat => left.rem_euclid(2) == 1,
        GridKind::HexPointy => top.rem_euclid(2) == 1,
    };
    let stagger = match (odd, old.stagger) {
        (false, same) => same,
        (true, Stagger::Even) => Stagger::Odd,
        (true, Stagger::Odd) => Stagger::Even,
    };
    let grid = Grid {
        columns,
        rows,
        stagger,
        ..old
    };
    let moved = |s: Space| grid.at(i64::from(old.column(s)) + left, i64::from(old.row(s)) + top);
    let mut terrains = sheet.terrains.clone();
    let open = with_builtin(&mut terrains, TERRAINS[0].name)?;
    let mut head = sheet.head.clone();
    if let Some(picture) = &mut head.picture {
        picture.shift(old.kind, left, top);
    }
    let mut now = Sheet {
        head,
        grid,
        terrains,
        ground: vec![open; grid.len()],
        levels: vec![0; grid.len()],
        borders: Default::default(),
        zones: Vec::new(),
        scene: None,
    };
    if let Some(scene) = &sheet.scene {
        let name = |old_name: &str| Some(grid.name(moved(old.named(old_name)?)?));
        now.scene = Some(Scene {
            plan: scene.plan.renamed(name),
            ..scene.clone()
        });
    }
    for space in sheet.spaces() {
        if let Some(to) = moved(space) {
            now.ground[to.index()] = sheet.ground[space.index()];
            now.levels[to.index()] = sheet.levels[space.index()];
        }
    }
    for ((a, b), border) in &sheet.borders {
        if let (Some(a), Some(b)) = (moved(*a), moved(*b)) {
            let between = (a.min(b), a.max(b));
            now.borders
                .insert(between, Barrier::from(border).between(between));
        }
    }
    for zone in &sheet.zones {
        now.zones.push(Zone {
            spaces: Spaces::of(grid.len(), zone.spaces.iter().filter_map(moved)),
            ..zone.clone()
        });
    }
    if !now.spaces().any(|s| now.exists(s)) {
        return Err(OpFault::EmptyMap);
    }
    Ok(now)
}
