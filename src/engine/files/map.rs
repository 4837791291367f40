//! Reading map files, format `skirmish-map/1`.
//!
//! Terrain: one line a row, one character a space; every row as long as the first. A blank is
//! void; where an editor would cut blanks off at the end of a line, let the legend name another
//! character `"void"`. Elevation, if given, has the same shape: `0` to `9` are levels, `a` to
//! `i` levels −1 to −9, a blank only stands on void. An own terrain's missing keys are those of
//! open ground; `hits` without `becomes` leaves rubble. A border's `move` is `1`, `2` or `"no"`,
//! like a terrain's `cost` (`"open"`, `"hard"`, `"closed"` are read too).

use super::backdrop;
use super::builtin::{self, BORDERS};
use super::legend::{Entry, Legend};
use super::picture::Picture;
use crate::board::{
    Border, BorderKind, Cost, Credit, Grid, GridKind, Map, Opacity, Space, Spaces, Stagger, Use,
    Zone,
};
use crate::source::{Fault, Source};
use serde::Deserialize;
use serde::de::{self, Deserializer, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use toml::Spanned;

/// The largest board, in spaces.
pub const MOST_SPACES: usize = 1 << 20;
/// The longest map file, in bytes.
pub const LONGEST_FILE: usize = 16 << 20;
/// The newest version of the format.
pub const NEWEST: u32 = 1;
/// Seats are numbered from 1 to this.
pub const MOST_SEATS: u8 = 8;
/// Size of a space when the file names none, in hundredths of a millimetre: one inch.
pub const INCH: u32 = 2540;
/// Colour of an own terrain that names none.
pub const OWN_COLOUR: u32 = 0xa0a0a0;

/// Reads a map file.
///
/// # Errors
/// The first thing that is wrong, with its line and column and what would be right.
///
/// ```
/// use skirmish_engine::files::map;
/// use skirmish_engine::source::Source;
///
/// let text = "format = \"skirmish-map/1\"\nname = \"Yard\"\ngrid = \"square\"\nterrain = \"\"\"\n..\n.#\"\"\"\n";
/// let map = map::read(&Source::new("yard.toml", text)).unwrap();
/// assert_eq!((map.name.as_str(), map.grid.columns, map.grid.rows), ("Yard", 2, 2));
///
/// let fault = map::read(&Source::new("yard.toml", text.replace("square", "round"))).unwrap_err();
/// assert_eq!(fault.at, Some((3, 8)));
/// ```
pub fn read(source: &Source) -> Result<Map, Fault> {
    if source.text.len() > LONGEST_FILE {
        return Err(source.fault_somewhere(format!(
            "the file is {} bytes long, the limit is {LONGEST_FILE} (16 MiB)",
            source.text.len()
        )));
    }
    let Some(format) = source.parse::<Head>()?.format else {
        let what =
            format!("not a map file: its first line must be format = \"skirmish-map/{NEWEST}\"");
        return Err(source.fault(0..0, what));
    };
    source.version(&format, "map", NEWEST)?;
    let draft: Draft = source.parse()?;
    let text = Picture {
        source,
        what: "terrain",
        string: &draft.terrain,
    };
    let (columns, rows) = text.size()?;
    let grid = Grid {
        kind: draft.grid,
        stagger: draft.stagger,
        columns: columns as u32,
        rows: rows as u32,
    };
    let signs = text.chars(columns, rows)?;
    let (terrains, ids) = Legend::read(source, &draft.legend)?.resolve(source, &signs)?;
    let terrain = text.terrain(&signs, columns, &ids)?;
    let exists: Vec<bool> = terrain
        .iter()
        .map(|id| !terrains[usize::from(id.0)].void)
        .collect();
    if !exists.contains(&true) {
        return Err(source.fault(
            draft.terrain.span(),
            "the whole board is void; at least one space must exist",
        ));
    }
    let elevation = match &draft.elevation {
        Some(string) => Picture {
            source,
            what: "elevation",
            string,
        }
        .levels(columns, rows, &exists)?,
        None => vec![0; signs.len()],
    };
    let names = Names { source, grid };
    let mut borders = BTreeMap::new();
    for border in &draft.border {
        border.read(&names, &mut borders)?;
    }
    let zones = zones(&names, &draft.zone, &exists)?;
    if draft.name.get_ref().trim().is_empty() {
        return Err(source.fault(draft.name.span(), "name is empty; give the map a name"));
    }
    Ok(Map {
        name: draft.name.into_inner(),
        credit: Credit {
            author: draft.author,
            notes: draft.notes,
            recipe: draft.recipe,
            picture: match &draft.picture {
                Some(picture) => Some(backdrop::read(source, picture)?),
                None => None,
            },
            accept: draft.accept,
        },
        grid,
        space_size: match &draft.space_mm {
            Some(size) => hundredths(source, size)?,
            None => INCH,
        },
        terrains,
        terrain,
        elevation,
        borders: borders.into_values().collect(),
        zones,
    })
}

/// Reads the zones. A seat has no more than one to deploy in.
fn zones(
    names: &Names,
    drafts: &[Spanned<ZoneDraft>],
    exists: &[bool],
) -> Result<Vec<Zone>, Fault> {
    let mut zones: Vec<Zone> = Vec::with_capacity(drafts.len());
    for draft in drafts {
        let zone = draft.get_ref().read(names, draft, exists)?;
        let same = |other: &Zone| other.kind == zone.kind && other.seat == zone.seat;
        if zone.kind == Use::Deployment && zones.iter().any(same) {
            let seat = zone.seat.unwrap_or_default();
            return Err(names.source.fault(
                draft.span(),
                format!("seat {seat} has a second deployment zone; list all its spaces in one"),
            ));
        }
        zones.push(zone);
    }
    Ok(zones)
}

// ---------------------------------------------------------------- what the file says

#[derive(Deserialize)]
struct Head {
    format: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Draft {
    #[serde(rename = "format")]
    _format: String,
    name: Spanned<String>,
    author: Option<String>,
    notes: Option<String>,
    recipe: Option<String>,
    picture: Option<Spanned<backdrop::Written>>,
    #[serde(default)]
    accept: Vec<String>,
    grid: GridKind,
    #[serde(default)]
    stagger: Stagger,
    space_mm: Option<Spanned<de::IgnoredAny>>,
    terrain: Spanned<String>,
    elevation: Option<Spanned<String>>,
    #[serde(default)]
    legend: BTreeMap<Spanned<String>, Entry>,
    #[serde(default)]
    border: Vec<Spanned<BorderDraft>>,
    #[serde(default)]
    zone: Vec<Spanned<ZoneDraft>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BorderDraft {
    between: Vec<Spanned<String>>,
    kind: Kind,
    #[serde(rename = "move")]
    step: Option<Step>,
    sight: Option<Sees>,
    height: Option<u8>,
    open: Option<Spanned<bool>>,
    state: Option<Spanned<DoorState>>,
}

/// How a door stands.
#[derive(Copy, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum DoorState {
    Open,
    Shut,
    Locked,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ZoneDraft {
    kind: Purpose,
    seat: Option<Spanned<u8>>,
    spaces: Vec<Spanned<String>>,
}

#[derive(Copy, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Wall,
    Fence,
    Window,
    Door,
    Hedge,
}

#[derive(Copy, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Purpose {
    Deployment,
    Objective,
    Exit,
}

#[derive(Copy, Clone, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Sees {
    #[default]
    Clear,
    Partial,
    Blocking,
}

impl From<Sees> for Opacity {
    fn from(sees: Sees) -> Self {
        match sees {
            Sees::Clear => Opacity::Clear,
            Sees::Partial => Opacity::Partial,
            Sees::Blocking => Opacity::Blocking,
        }
    }
}

/// What a step costs: 1, 2 or "no".
#[derive(Copy, Clone)]
pub(super) struct Step(pub Cost);

impl Default for Step {
    fn default() -> Self {
        Step(Cost::Plain)
    }
}

impl<'de> Deserialize<'de> for Step {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Words;
        impl Visitor<'_> for Words {
            type Value = Step;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("1, 2 or \"no\"")
            }
            fn visit_i64<E: de::Error>(self, n: i64) -> Result<Step, E> {
                match n {
                    1 => Ok(Step(Cost::Plain)),
                    2 => Ok(Step(Cost::Hard)),
                    _ => Err(E::invalid_value(de::Unexpected::Signed(n), &self)),
                }
            }
            fn visit_str<E: de::Error>(self, word: &str) -> Result<Step, E> {
                match word {
                    "open" => Ok(Step(Cost::Plain)),
                    "hard" => Ok(Step(Cost::Hard)),
                    "no" | "closed" => Ok(Step(Cost::No)),
                    _ => Err(E::invalid_value(de::Unexpected::Str(word), &self)),
                }
            }
        }
        deserializer.deserialize_any(Words)
    }
}

/// A length in millimetres with up to two decimals, read from its digits, in hundredths.
fn hundredths(source: &Source, value: &Spanned<de::IgnoredAny>) -> Result<u32, Fault> {
    let digits = &source.text[value.span()];
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let plain = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    let size = (plain(whole) && plain(part) && (1..=4).contains(&whole.len()) && part.len() <= 2)
        .then(|| format!("{whole}{part:0<2}").parse::<u32>().ok())
        .flatten();
    size.filter(|size| (100..=100_000).contains(size)).ok_or_else(|| {
        source.fault(
            value.span(),
            format!("space_mm is {digits}, expected millimetres from 1 to 1000 with at most two decimals, such as 25.4"),
        )
    })
}

// ---------------------------------------------------------------- borders and zones

/// Reads names of spaces.
struct Names<'a> {
    source: &'a Source,
    grid: Grid,
}

impl Names<'_> {
    fn space(&self, name: &str, span: std::ops::Range<usize>) -> Result<Space, Fault> {
        self.grid.named(name).ok_or_else(|| {
            let last = self
                .grid
                .name(Space(self.grid.columns * self.grid.rows - 1));
            self.source.fault(
                span,
                format!("{name:?} is not a space of this map (A1 to {last})"),
            )
        })
    }
}

impl BorderKind {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Wall => BorderKind::Wall,
            Kind::Fence => BorderKind::Fence,
            Kind::Window => BorderKind::Window,
            Kind::Door => BorderKind::Door,
            Kind::Hedge => BorderKind::Hedge,
        }
    }
}

/// Whether two spaces share a side.
pub fn share_a_side(grid: &Grid, a: Space, b: Space) -> bool {
    grid.distance(a, b) == 1
        && (grid.kind != GridKind::Square
            || grid.column(a) == grid.column(b)
            || grid.row(a) == grid.row(b))
}

trait ReadBorder {
    fn read(&self, names: &Names, into: &mut BTreeMap<(Space, Space), Border>)
    -> Result<(), Fault>;
}

impl ReadBorder for Spanned<BorderDraft> {
    fn read(
        &self,
        names: &Names,
        into: &mut BTreeMap<(Space, Space), Border>,
    ) -> Result<(), Fault> {
        let (source, draft) = (names.source, self.get_ref());
        let kind = BorderKind::of(draft.kind);
        if draft.between.is_empty() {
            return Err(source.fault(
                self.span(),
                "this border has no spaces; list pairs such as \"C4|C5\"",
            ));
        }
        if let Some(open) = draft.open.as_ref().filter(|_| kind != BorderKind::Door) {
            let what = format!(
                "open is for doors only; this is a {}",
                BORDERS[draft.kind as usize].1
            );
            return Err(source.fault(open.span(), what));
        }
        if let Some(state) = draft.state.as_ref().filter(|_| kind != BorderKind::Door) {
            let what = format!(
                "state is for doors only; this is a {}",
                BORDERS[draft.kind as usize].1
            );
            return Err(source.fault(state.span(), what));
        }
        if let (Some(open), Some(_)) = (&draft.open, &draft.state) {
            let what = "open and state say the same; keep only state";
            return Err(source.fault(open.span(), what));
        }
        let state = draft.state.as_ref().map(|s| *s.get_ref());
        let locked = state == Some(DoorState::Locked);
        let open =
            state == Some(DoorState::Open) || draft.open.as_ref().is_some_and(|o| *o.get_ref());
        if open && (draft.step.is_some() || draft.sight.is_some()) {
            return Err(source.fault(
                self.span(),
                "an open door has no effect; remove its move and sight",
            ));
        }
        for pair in &draft.between {
            let text = pair.get_ref();
            let Some((a, b)) = text.split_once('|') else {
                let what = format!(
                    "{text:?} is not a border; write two spaces that share a side, such as \"C4|C5\""
                );
                return Err(source.fault(pair.span(), what));
            };
            let (a, b) = (
                names.space(a.trim(), pair.span())?,
                names.space(b.trim(), pair.span())?,
            );
            if !share_a_side(&names.grid, a, b) {
                let near = if names.grid.distance(a, b) == 1 {
                    "meet only at a corner"
                } else {
                    "are not neighbours"
                };
                let what = format!(
                    "the spaces of {text:?} {near}; a border needs two spaces that share a side"
                );
                return Err(source.fault(pair.span(), what));
            }
            let between = (a.min(b), a.max(b));
            let mut border = if open {
                builtin::open_door(between)
            } else if locked {
                builtin::locked_door(between)
            } else {
                builtin::border(kind, between)
            };
            if let Some(Step(cost)) = draft.step {
                (border.closed, border.hard) = (cost == Cost::No, cost == Cost::Hard);
            }
            if let Some(sight) = draft.sight {
                border.sight = sight.into();
            }
            border.height = draft.height.unwrap_or(border.height);
            if into.insert(between, border).is_some() {
                let what = format!("a second border between {text:?}; there can be only one");
                return Err(source.fault(pair.span(), what));
            }
        }
        Ok(())
    }
}

impl ZoneDraft {
    fn read(
        &self,
        names: &Names,
        whole: &Spanned<ZoneDraft>,
        exists: &[bool],
    ) -> Result<Zone, Fault> {
        let (source, grid) = (names.source, names.grid);
        let seat = match &self.seat {
            Some(seat) if !(1..=MOST_SEATS).contains(seat.get_ref()) => {
                return Err(source.fault(
                    seat.span(),
                    format!("seat is {}, expected 1 to {MOST_SEATS}", seat.get_ref()),
                ));
            }
            seat => seat.as_ref().map(|s| *s.get_ref()),
        };
        let kind = match self.kind {
            Purpose::Deployment => Use::Deployment,
            Purpose::Objective => Use::Objective,
            Purpose::Exit => Use::Exit,
        };
        if kind == Use::Deployment && seat.is_none() {
            return Err(source.fault(
                whole.span(),
                "a deployment zone needs a seat, e.g. seat = 1",
            ));
        }
        let mut spaces = Spaces::new(exists.len());
        for item in &self.spaces {
            let text = item.get_ref();
            let (from, to) = text.split_once(':').unwrap_or((text, text));
            let (from, to) = (
                names.space(from.trim(), item.span())?,
                names.space(to.trim(), item.span())?,
            );
            let order = |a: u32, b: u32| a.min(b)..=a.max(b);
            let mut any = false;
            for row in order(grid.row(from), grid.row(to)) {
                for column in order(grid.column(from), grid.column(to)) {
                    let space = Space(row * grid.columns + column);
                    if exists[space.index()] {
                        spaces.insert(space);
                        any = true;
                    }
                }
            }
            if !any {
                return Err(source.fault(
                    item.span(),
                    format!("{text:?} lies on void, outside the board"),
                ));
            }
        }
        if spaces.is_empty() {
            return Err(source.fault(
                whole.span(),
                "this zone has no spaces; list some, such as \"A1:C2\"",
            ));
        }
        Ok(Zone { kind, seat, spaces })
    }
}
