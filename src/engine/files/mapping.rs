//! Mapping files (format `skirmish-mapping/1`): the terrain that each word of another program becomes.
//!
//! ```toml
//! format = "skirmish-mapping/1"
//! [terrain]                     # what the file calls it = what it becomes here
//! "grass*" = "open"             # * stands for anything; the most exact line wins
//! "Hh*" = { is = "open", level = 1 }
//! "flowers" = "ignore"          # only looks
//! "gate" = "door"               # a door that fills a space; it goes on a side of it
//! [layer]                       # whole layers of a Tiled map
//! "Roofs" = "ignore"            # or a terrain, "elevation", "zone"
//! [object]                      # objects of a Tiled map
//! "gate" = "door"               # wall fence window door hedge; deployment objective exit
//! [portal]                      # portals of Universal VTT: narrow, open, closed, "cut off"
//! "narrow" = "window"           # door, "open door", "locked door", window, opening, wall, fence, hedge
//! [colour]                      # tiles that no word names: the nearest of these colours counts
//! "#3f7fb0" = "water"
//! [own.swamp]                   # terrains of one's own, with the keys of a map's legend
//! cost = 2
//! ```
//! Where several things lie on one space the line that stands first in `[terrain]` counts
//! (MegaMek), or the topmost layer that means something (Tiled). A file given by the user is
//! looked at first, then the one that ships with the program.

use super::builtin::Builtin;
use super::legend::parse_colour;
use super::map::{Sees, Step};
use crate::board::{Cost, Opacity};
use crate::source::{Fault, Source};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// The newest version of the format.
pub const NEWEST: u32 = 1;

/// The mappings that ship with the program, by format.
pub const DEFAULTS: [(&str, &str); 4] = [
    ("uvtt", include_str!("mapping/uvtt.toml")),
    ("tiled", include_str!("mapping/tiled.toml")),
    ("wesnoth", include_str!("mapping/wesnoth.toml")),
    ("megamek", include_str!("mapping/megamek.toml")),
];

/// What something becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// A terrain, a kind of border or zone, or `ignore`.
    pub is: String,
    /// Levels it stands higher than its surroundings.
    pub level: i32,
    /// The seat, for zones.
    pub seat: Option<u8>,
    /// Where it stands in its file: the first line counts.
    pub rank: usize,
    /// Of a layer: it counts whatever its tiles mean by themselves.
    pub over: bool,
}

impl Target {
    /// Whether it is a door that fills a space.
    pub fn is_door(&self) -> bool {
        self.is == "door"
    }
    /// Whether it is only looks.
    pub fn ignored(&self) -> bool {
        self.is == "ignore"
    }
}

/// A terrain that the mapping file defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnTerrain {
    /// What a step onto it costs.
    pub cost: Cost,
    /// What it does to sight.
    pub sight: Opacity,
    /// Its height in levels.
    pub height: u8,
    /// Whether it covers who stands in it.
    pub cover: bool,
    /// Whether it is water.
    pub water: bool,
    /// The unsaved hits it takes as a whole.
    pub hits: Option<u8>,
    /// What it leaves.
    pub becomes: Option<String>,
    /// Its colour.
    pub colour: Option<u32>,
    /// Its character, if it should have a certain one.
    pub sign: Option<char>,
}

/// A mapping: the user's, if any, over the default of a format.
#[derive(Clone, Debug, Default)]
pub struct Mapping {
    sheets: Vec<Sheet>,
}

#[derive(Clone, Debug, Default)]
struct Sheet {
    terrain: Table,
    layer: Table,
    object: Table,
    portal: Table,
    /// Terrains by the colour of what is drawn.
    colours: Vec<(u32, String)>,
    own: BTreeMap<String, OwnTerrain>,
}

/// The part of a mapping something is looked up in.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Terrains and tiles.
    Terrain,
    /// Layers.
    Layer,
    /// Objects.
    Object,
    /// Portals of Universal VTT.
    Portal,
}

/// Lines of a mapping, with `*` in their keys.
#[derive(Clone, Debug, Default)]
struct Table {
    exact: BTreeMap<String, Target>,
    like: Vec<(Vec<String>, Target)>,
}

impl Table {
    /// Finds a name, as it is written or in small letters.
    fn find(&self, name: &str) -> Option<&Target> {
        self.find_among(name, |_| true)
    }

    /// Finds a name in the lines whose words are as asked for.
    fn find_among(&self, name: &str, fit: impl Fn(&[String]) -> bool) -> Option<&Target> {
        let lower = name.to_lowercase();
        if let Some(found) = self.exact.get(name).or_else(|| self.exact.get(&lower)) {
            return Some(found);
        }
        let fits = self
            .like
            .iter()
            .filter(|(parts, _)| fit(parts) && (like(parts, name) || like(parts, &lower)));
        // the longest; of equally long ones the first
        fits.max_by_key(|(parts, target)| {
            let length = parts.iter().map(String::len).sum::<usize>();
            (length, std::cmp::Reverse(target.rank))
        })
        .map(|(_, target)| target)
    }
}

/// Whether a name consists of these parts with anything between them.
fn like(parts: &[String], name: &str) -> bool {
    let Some((first, rest)) = parts.split_first() else {
        return false;
    };
    let Some(mut left) = name.strip_prefix(first.as_str()) else {
        return false;
    };
    let Some((last, middle)) = rest.split_last() else {
        return left.is_empty();
    };
    for part in middle {
        match left.find(part.as_str()) {
            Some(at) => left = &left[at + part.len()..],
            None => return false,
        }
    }
    left.ends_with(last.as_str())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    format: Spanned<String>,
    #[serde(default)]
    terrain: BTreeMap<Spanned<String>, Line>,
    #[serde(default)]
    layer: BTreeMap<Spanned<String>, Line>,
    #[serde(default)]
    object: BTreeMap<Spanned<String>, Line>,
    #[serde(default)]
    portal: BTreeMap<Spanned<String>, Line>,
    #[serde(default)]
    colour: BTreeMap<Spanned<String>, Line>,
    #[serde(default)]
    own: BTreeMap<Spanned<String>, OwnDraft>,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "a name, or { is = NAME, level = N, seat = N, over = true }"
)]
enum Line {
    Name(String),
    More(More),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct More {
    is: String,
    #[serde(default)]
    level: i8,
    seat: Option<u8>,
    #[serde(default)]
    over: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OwnDraft {
    #[serde(default)]
    cost: Step,
    #[serde(default)]
    sight: Sees,
    #[serde(default)]
    height: u8,
    #[serde(default)]
    cover: bool,
    #[serde(default)]
    water: bool,
    hits: Option<u8>,
    becomes: Option<String>,
    colour: Option<Spanned<String>>,
}

impl Mapping {
    /// The mapping of a format, under the user's own if there is one.
    ///
    /// # Errors
    /// The user's file is at fault.
    pub fn new(format: &str, user: Option<&Source>) -> Result<Self, Fault> {
        let mut sheets = Vec::new();
        let ours = DEFAULTS.iter().find(|(name, _)| *name == format);
        let ours = match ours {
            Some((name, text)) => Sheet::read(&Source::new(format!("{name} mapping"), *text), &[])?,
            None => Sheet::default(),
        };
        if let Some(user) = user {
            sheets.push(Sheet::read(user, &[&ours])?);
        }
        sheets.push(ours);
        Ok(Self { sheets })
    }

    /// What a name means. Capitals do not matter unless the format says so.
    pub fn find(&self, part: Part, name: &str) -> Option<&Target> {
        self.sheets
            .iter()
            .find_map(|sheet| sheet.table(part).find(name))
    }
    /// What one tile of a set means, by the lines that name a tile with its number: `*grass*`
    /// means no tile of a set called that.
    pub fn find_tile(&self, set: &str, id: u32) -> Option<&Target> {
        let name = format!("{set}#{id}");
        let numbered = |parts: &[String]| parts.iter().any(|p| p.contains('#'));
        self.sheets
            .iter()
            .find_map(|sheet| sheet.terrain.find_among(&name, numbered))
    }
    /// How far up in the mapping a target stands: the user's lines before the program's.
    pub fn order(&self, part: Part, name: &str) -> usize {
        let mut before = 0;
        for sheet in &self.sheets {
            let table = sheet.table(part);
            if let Some(found) = table.find(name) {
                return before + found.rank;
            }
            before += table.exact.len() + table.like.len();
        }
        usize::MAX
    }
    /// The terrain whose colour is nearest to this one: of the user's lines if there are any.
    pub fn nearest(&self, colour: u32) -> Option<&str> {
        let lists = self.sheets.iter().map(|sheet| &sheet.colours);
        let list = lists.into_iter().find(|list| !list.is_empty())?;
        let away = |other: u32| {
            let part = |c: u32, by: u32| i64::from(c >> by & 0xff);
            let apart = |by: u32| (part(colour, by) - part(other, by)).pow(2);
            // eyes see green best and blue least
            apart(16) * 3 + apart(8) * 4 + apart(0) * 2
        };
        let nearest = list.iter().min_by_key(|(other, _)| away(*other));
        nearest.map(|(_, is)| is.as_str())
    }
    /// The values of a terrain that is not built in.
    pub fn own(&self, name: &str) -> Option<&OwnTerrain> {
        self.sheets.iter().find_map(|sheet| sheet.own.get(name))
    }
}

impl Sheet {
    fn table(&self, part: Part) -> &Table {
        match part {
            Part::Terrain => &self.terrain,
            Part::Layer => &self.layer,
            Part::Object => &self.object,
            Part::Portal => &self.portal,
        }
    }

    fn read(source: &Source, below: &[&Sheet]) -> Result<Self, Fault> {
        source.check_format("mapping", NEWEST)?;
        let draft: Draft = source.parse()?;
        source.version(&draft.format, "mapping", NEWEST)?;
        let mut sheet = Sheet::default();
        for (name, own) in draft.own {
            if Builtin::named(name.get_ref()).is_some() || name.get_ref().trim().is_empty() {
                let what = format!(
                    "{:?} cannot be defined in [own]; choose a name that no built-in terrain has",
                    name.get_ref()
                );
                return Err(source.fault(name.span(), what));
            }
            let colour = match &own.colour {
                None => None,
                Some(text) => Some(parse_colour(text.get_ref()).ok_or_else(|| {
                    source.fault(
                        text.span(),
                        format!("colour is {:?}, expected \"#rrggbb\"", text.get_ref()),
                    )
                })?),
            };
            let own = OwnTerrain {
                cost: own.cost.0,
                sight: own.sight.into(),
                height: own.height,
                cover: own.cover,
                water: own.water,
                hits: own.hits.filter(|h| *h > 0),
                becomes: own.becomes,
                colour,
                sign: None,
            };
            sheet.own.insert(name.into_inner(), own);
        }
        let known = |name: &str| {
            Builtin::named(name).is_some()
                || sheet.own.contains_key(name)
                || below.iter().any(|s| s.own.contains_key(name))
        };
        let ground = |name: &str| matches!(name, "ignore" | "door") || known(name);
        let layer = |name: &str| ground(name) || matches!(name, "elevation" | "zone");
        let thing = |name: &str| ground(name) || THINGS.contains(&name);
        let portal = |name: &str| PORTALS.contains(&name);
        for own in sheet.own.values() {
            if let Some(left) = own.becomes.as_ref().filter(|left| !known(left)) {
                return Err(source.fault_near(
                    &format!("{left:?}"),
                    format!("unknown terrain {left:?} in becomes"),
                ));
            }
        }
        let others = "\"door\" or \"ignore\"";
        let tables = (
            table(source, draft.terrain, &ground, others)?,
            table(source, draft.layer, &layer, others)?,
            table(source, draft.object, &thing, others)?,
        );
        let portals = table(source, draft.portal, &portal, &PORTALS.join(", "))?;
        let colours = colours(source, draft.colour, &known)?;
        (sheet.terrain, sheet.layer, sheet.object) = tables;
        (sheet.portal, sheet.colours) = (portals, colours);
        Ok(sheet)
    }
}

/// What objects can be besides terrain.
const THINGS: [&str; 8] = [
    "wall",
    "fence",
    "window",
    "door",
    "hedge",
    "deployment",
    "objective",
    "exit",
];

/// What portals can be.
const PORTALS: [&str; 8] = [
    "door",
    "open door",
    "locked door",
    "window",
    "opening",
    "wall",
    "fence",
    "hedge",
];

/// Reads `[colour]`.
fn colours(
    source: &Source,
    lines: BTreeMap<Spanned<String>, Line>,
    known: &dyn Fn(&str) -> bool,
) -> Result<Vec<(u32, String)>, Fault> {
    let mut all = Vec::new();
    for (key, line) in lines {
        let (Line::Name(is) | Line::More(More { is, .. })) = line;
        let colour = parse_colour(key.get_ref()).ok_or_else(|| {
            let what = format!("{:?} is no colour, expected \"#rrggbb\"", key.get_ref());
            source.fault(key.span(), what)
        })?;
        if !known(&is) {
            let what =
                format!("unknown terrain {is:?}; write a built-in terrain, or one from [own]");
            return Err(source.fault(key.span(), what));
        }
        all.push((colour, is));
    }
    Ok(all)
}

fn table(
    source: &Source,
    lines: BTreeMap<Spanned<String>, Line>,
    known: &dyn Fn(&str) -> bool,
    others: &str,
) -> Result<Table, Fault> {
    let mut lines: Vec<_> = lines.into_iter().collect();
    lines.sort_by_key(|(key, _)| key.span().start);
    let mut table = Table::default();
    for (rank, (key, line)) in lines.into_iter().enumerate() {
        let (is, level, seat, over) = match line {
            Line::Name(is) => (is, 0, None, false),
            Line::More(more) => (more.is, i32::from(more.level), more.seat, more.over),
        };
        if !known(&is) {
            let what = match others.starts_with('"') {
                true => format!(
                    "unknown terrain {is:?}; write a built-in terrain, one from [own], {others}"
                ),
                false => format!("{is:?} is nothing that a portal can be; write one of {others}"),
            };
            return Err(source.fault(key.span(), what));
        }
        let target = Target {
            is,
            level,
            seat,
            rank,
            over,
        };
        let key = key.into_inner();
        if key.contains('*') {
            let parts = key.split('*').map(str::to_owned).collect();
            table.like.push((parts, target));
        } else {
            table.exact.insert(key, target);
        }
    }
    Ok(table)
}
