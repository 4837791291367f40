//! Reading map files, format `skirmish-map/1`.
//!
//! Terrain: one line a row, one character a space; every row as long as the first. A blank is
//! void; where an editor would cut blanks off at the end of a line, let the legend name another
//! character `"void"`. Elevation, if given, has the same shape: `0` to `9` are levels, `a` to
//! `i` levels −1 to −9, a blank only stands on void. An own terrain's missing keys are those of
//! open ground; `hits` without `becomes` leaves rubble. A border's `move` is `1`, `2` or `"no"`,
//! like a terrain's `cost` (`"open"`, `"hard"`, `"closed"` are read too).

use super::builtin::{self, BORDERS, Builtin, TERRAINS};
use crate::board::{
    Border, BorderKind, Cost, Grid, GridKind, Map, Opacity, Space, Spaces, Stagger, Terrain,
    TerrainId, Use, Zone,
};
use crate::source::{Fault, Source};
use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, Visitor, value::MapAccessDeserializer};
use std::collections::{BTreeMap, BTreeSet};
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
pub fn read(source: &Source) -> Result<Map, Fault> {
    if source.text.len() > LONGEST_FILE {
        return Err(source.fault_somewhere(format!(
            "the file is {} bytes long, the limit is {LONGEST_FILE} (16 MiB)",
            source.text.len()
        )));
    }
    match source.parse::<Head>()?.format {
        Some(format) => source.version(&format, "map", NEWEST)?,
        None => {
            return Err(source.fault(
                0..0,
                format!(
                    "not a map file: its first line must be format = \"skirmish-map/{NEWEST}\""
                ),
            ));
        }
    };
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
    let mut terrain = Vec::with_capacity(signs.len());
    for (i, sign) in signs.iter().enumerate() {
        let id = ids.get(sign).copied().ok_or_else(|| {
            let known = TERRAINS.iter().map(|t| &t.sign).chain(ids.keys()).collect::<BTreeSet<_>>();
            let known: String = known.into_iter().collect();
            text.fault(
                i / columns,
                i % columns,
                format!("unknown terrain character {sign:?}; known: {known:?}, others need a line in [legend]"),
            )
        })?;
        terrain.push(id);
    }
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
    let mut zones: Vec<Zone> = Vec::with_capacity(draft.zone.len());
    for zone in &draft.zone {
        let read = zone.get_ref().read(&names, zone, &exists)?;
        if read.kind == Use::Deployment
            && zones
                .iter()
                .any(|z| z.kind == read.kind && z.seat == read.seat)
        {
            let seat = read.seat.unwrap_or_default();
            return Err(source.fault(
                zone.span(),
                format!("seat {seat} has a second deployment zone; list all its spaces in one"),
            ));
        }
        zones.push(read);
    }
    if draft.name.get_ref().trim().is_empty() {
        return Err(source.fault(draft.name.span(), "name is empty; give the map a name"));
    }
    Ok(Map {
        name: draft.name.into_inner(),
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

/// A legend line: the name of a built-in, or a terrain of the map's own.
enum Entry {
    Name(String),
    Own(Box<Own>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Own {
    name: Spanned<String>,
    #[serde(default)]
    cost: Step,
    #[serde(default)]
    sight: Sees,
    #[serde(default)]
    height: u8,
    #[serde(default)]
    cover: bool,
    hits: Option<Spanned<u8>>,
    becomes: Option<Spanned<String>>,
    #[serde(default)]
    water: bool,
    colour: Option<Spanned<String>>,
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
enum Sees {
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
struct Step(Cost);

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

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Words;
        impl<'de> Visitor<'de> for Words {
            type Value = Entry;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("the name of a built-in terrain or a table { name = … }")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<Entry, E> {
                Ok(Entry::Name(name.to_owned()))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Entry, A::Error> {
                Own::deserialize(MapAccessDeserializer::new(map))
                    .map(|own| Entry::Own(Box::new(own)))
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

// ---------------------------------------------------------------- pictures: terrain, elevation

/// A string of rows, whose characters can be found again in the file.
struct Picture<'a> {
    source: &'a Source,
    what: &'static str,
    string: &'a Spanned<String>,
}

impl<'a> Picture<'a> {
    fn rows(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let text = self.string.get_ref();
        let text = text.strip_suffix('\n').unwrap_or(text);
        text.split('\n')
            .map(|row| row.strip_suffix('\r').unwrap_or(row))
    }

    /// Columns and rows, with the limit checked before anything is kept.
    fn size(&self) -> Result<(usize, usize), Fault> {
        let rows = self.rows().count();
        let columns = self.rows().next().map_or(0, |row| row.chars().count());
        if columns == 0 {
            return Err(self.source.fault(
                self.string.span(),
                format!("the first row of {} is empty", self.what),
            ));
        }
        match columns.checked_mul(rows) {
            Some(spaces) if spaces <= MOST_SPACES => Ok((columns, rows)),
            _ => Err(self.source.fault(
                self.string.span(),
                format!(
                    "the board is {columns} × {rows} spaces, the limit is {MOST_SPACES} in all"
                ),
            )),
        }
    }

    /// All characters in reading order; every row must have `columns`.
    fn chars(&self, columns: usize, rows: usize) -> Result<Vec<char>, Fault> {
        let found = self.rows().count();
        if found != rows {
            let at = found.min(rows).saturating_sub(1);
            return Err(self.fault(
                at,
                0,
                format!("{} has {found} rows, the terrain {rows}", self.what),
            ));
        }
        let mut all = Vec::with_capacity(columns * rows);
        for (r, row) in self.rows().enumerate() {
            let before = all.len();
            all.extend(row.chars());
            let length = all.len() - before;
            if length != columns {
                let hint = if length < columns {
                    "; to end a row outside the board, give void a character of its own, e.g. \"_\" = \"void\" in [legend]"
                } else {
                    ""
                };
                let what = format!(
                    "row {} of {} has {length} characters, expected {columns} as in the first row of the terrain{hint}",
                    r + 1,
                    self.what
                );
                return Err(self.fault(r, length.min(columns), what));
            }
        }
        Ok(all)
    }

    fn levels(&self, columns: usize, rows: usize, exists: &[bool]) -> Result<Vec<i8>, Fault> {
        let level = |i: usize, sign: char| match sign {
            _ if !exists[i] && (sign == ' ' || sign.is_ascii_digit()) => Some(0),
            '0'..='9' => Some(sign as i8 - b'0' as i8),
            'a'..='i' => Some(b'a' as i8 - 1 - sign as i8),
            _ => None,
        };
        let signs = self.chars(columns, rows)?;
        let mut levels = Vec::with_capacity(signs.len());
        for (i, &sign) in signs.iter().enumerate() {
            levels.push(level(i, sign).ok_or_else(|| {
                let what = format!("{sign:?} is no level; write 0 to 9, or a to i for −1 to −9 (blank only on void)");
                self.fault(i / columns, i % columns, what)
            })?);
        }
        Ok(levels)
    }

    /// A fault at a character of the picture, both from 0.
    fn fault(&self, row: usize, column: usize, what: String) -> Fault {
        let span = self.string.span();
        let offset = span.start + offset_in_token(&self.source.text[span.clone()], row, column);
        self.source.fault(offset..offset, what)
    }
}

/// The byte offset of a character of a string in the TOML token that spells it.
fn offset_in_token(token: &str, row: usize, column: usize) -> usize {
    let quotes = if token.starts_with("\"\"\"") || token.starts_with("'''") {
        3
    } else {
        1
    };
    let escapes = token.starts_with('"');
    let mut at = quotes.min(token.len());
    for start in ["\r\n", "\n"] {
        if quotes == 3 && token[at..].starts_with(start) {
            at += start.len();
            break;
        }
    }
    let (mut r, mut c) = (0, 0);
    while at < token.len() && (r, c) != (row, column) {
        let rest = &token[at..];
        let Some(sign) = rest.chars().next() else {
            break;
        };
        let mut decoded = Some(sign);
        let mut length = sign.len_utf8();
        if escapes && sign == '\\' {
            let escaped = rest[1..].chars().next().unwrap_or('\\');
            (length, decoded) = match escaped {
                'x' => (4, Some(' ')),
                'u' => (6, Some(' ')),
                'U' => (10, Some(' ')),
                'n' => (2, Some('\n')),
                ' ' | '\t' | '\r' | '\n' => {
                    let blanks = rest[1..].len()
                        - rest[1..].trim_start_matches([' ', '\t', '\r', '\n']).len();
                    (1 + blanks, None)
                }
                other => (1 + other.len_utf8(), Some(' ')),
            };
        }
        match decoded {
            Some('\n') if r == row => break, // the row ends here
            Some('\n') => (r, c) = (r + 1, 0),
            Some('\r') | None => {}
            Some(_) => c += 1,
        }
        at += length.min(rest.len());
    }
    at
}

// ---------------------------------------------------------------- legend

/// What a character or a name stands for while the list of terrains is made.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Means {
    Builtin(usize),
    Own(char),
}

struct Legend<'a> {
    means: BTreeMap<char, Means>,
    own: BTreeMap<char, &'a Own>,
}

impl<'a> Legend<'a> {
    fn read(source: &Source, lines: &'a BTreeMap<Spanned<String>, Entry>) -> Result<Self, Fault> {
        let mut legend = Legend {
            means: BTreeMap::new(),
            own: BTreeMap::new(),
        };
        for (key, entry) in lines {
            let mut signs = key.get_ref().chars();
            let sign = match (signs.next(), signs.next()) {
                (Some(sign), None) if !sign.is_control() => sign,
                _ => {
                    let what = format!("legend key {:?} must be one character", key.get_ref());
                    return Err(source.fault(key.span(), what));
                }
            };
            let means = match entry {
                Entry::Name(name) => Means::Builtin(Builtin::named(name).ok_or_else(|| {
                    let known: Vec<_> = TERRAINS.iter().map(|t| t.name).collect();
                    source.fault(
                        key.span(),
                        format!("unknown terrain {name:?}; known: {}", known.join(", ")),
                    )
                })?),
                Entry::Own(own) => match own.same_as_builtin() {
                    Some(i) => Means::Builtin(i),
                    None => {
                        legend.own.insert(sign, own);
                        Means::Own(sign)
                    }
                },
            };
            legend.means.insert(sign, means);
        }
        Ok(legend)
    }

    /// What a character stands for.
    fn of(&self, sign: char) -> Option<Means> {
        let built_in = || {
            TERRAINS
                .iter()
                .position(|t| t.sign == sign)
                .map(Means::Builtin)
        };
        self.means.get(&sign).copied().or_else(built_in)
    }

    /// What a terrain's name stands for on this map: an own terrain, else a built-in.
    fn named(&self, name: &str) -> Option<Means> {
        let own = self.own.iter().find(|(_, own)| own.name.get_ref() == name);
        own.map(|(sign, _)| Means::Own(*sign))
            .or_else(|| Builtin::named(name).map(Means::Builtin))
    }

    /// What a terrain leaves when it is destroyed.
    fn leaves(&self, source: &Source, means: Means) -> Result<Option<Means>, Fault> {
        let own = match means {
            Means::Builtin(i) => return Ok(TERRAINS[i].becomes.and_then(|name| self.named(name))),
            Means::Own(sign) => self.own[&sign],
        };
        let Some(name) = &own.becomes else {
            return Ok(own.hits.as_ref().and_then(|_| self.named("rubble")));
        };
        match self.named(name.get_ref()) {
            Some(left) if left != means => Ok(Some(left)),
            Some(_) => Err(source.fault(
                name.span(),
                format!("{:?} cannot become itself", name.get_ref()),
            )),
            None => Err(source.fault(
                name.span(),
                format!(
                    "unknown terrain {:?}; name a built-in or another terrain of this legend",
                    name.get_ref()
                ),
            )),
        }
    }

    /// The map's list of terrains (built-ins first, then its own by character), and what each
    /// character stands for.
    fn resolve(
        &self,
        source: &Source,
        used: &[char],
    ) -> Result<(Vec<Terrain>, BTreeMap<char, TerrainId>), Fault> {
        let drawn: BTreeSet<char> = used.iter().copied().collect();
        let mut open: Vec<Means> = drawn.iter().filter_map(|sign| self.of(*sign)).collect();
        open.extend(self.means.values());
        let mut listed = BTreeSet::new();
        while let Some(means) = open.pop() {
            if listed.insert(means) {
                open.extend(self.leaves(source, means)?);
            }
        }
        if listed.len() > 256 {
            return Err(source.fault_somewhere(format!(
                "{} kinds of terrain, the limit is 256",
                listed.len()
            )));
        }
        let id = |means: &Means| {
            TerrainId(listed.iter().position(|m| m == means).expect("listed") as u8)
        };
        let mut signs: BTreeMap<Means, char> = BTreeMap::new();
        for (sign, means) in self.means.iter().rev() {
            signs.insert(*means, *sign); // the first character wins
        }
        for means in &listed {
            let Means::Builtin(i) = *means else { continue };
            let free =
                |sign: &char| !self.means.contains_key(sign) && !signs.values().any(|s| s == sign);
            if !signs.contains_key(means) {
                let spare = ('a'..='z').chain('A'..='Z').chain('\u{a1}'..'\u{2ff}');
                let is_default = |c: &char| TERRAINS.iter().any(|t| t.sign == *c);
                let spare = spare.filter(|c| !is_default(c));
                let sign = std::iter::once(TERRAINS[i].sign)
                    .chain(spare)
                    .find(free)
                    .expect("more signs than terrains");
                signs.insert(*means, sign);
            }
        }
        let mut terrains: Vec<Terrain> = Vec::with_capacity(listed.len());
        for means in &listed {
            let becomes = self.leaves(source, *means)?.as_ref().map(id);
            let terrain = match *means {
                Means::Builtin(i) => TERRAINS[i].terrain(signs[means], becomes),
                Means::Own(sign) => self.own[&sign].terrain(source, sign, becomes)?,
            };
            if let Some(twin) = terrains.iter().find(|t| t.name == terrain.name) {
                let Means::Own(sign) = *means else {
                    unreachable!("built-ins have different names")
                };
                let what = format!(
                    "two terrains of this map are called {:?} (characters {:?} and {sign:?}); give one another name",
                    twin.name, twin.sign
                );
                return Err(source.fault(self.own[&sign].name.span(), what));
            }
            terrains.push(terrain);
        }
        let drawn = drawn
            .into_iter()
            .filter_map(|sign| Some((sign, id(&self.of(sign)?))));
        Ok((terrains, drawn.collect()))
    }
}

impl Own {
    /// The built-in this table repeats in every value, if it does.
    fn same_as_builtin(&self) -> Option<usize> {
        let i = Builtin::named(self.name.get_ref())?;
        let built_in = TERRAINS[i].terrain(' ', None);
        let colour = match &self.colour {
            Some(colour) => parse_colour(colour.get_ref())?,
            None => OWN_COLOUR,
        };
        let same = self.cost.0 == built_in.cost
            && Opacity::from(self.sight) == built_in.sight
            && (self.height, self.cover, self.water)
                == (built_in.height, built_in.cover, built_in.water)
            && self.hits.is_none()
            && self.becomes.as_ref().map(|b| b.get_ref().as_str()) == TERRAINS[i].becomes
            && colour == built_in.colour
            && !built_in.void;
        same.then_some(i)
    }

    fn terrain(
        &self,
        source: &Source,
        sign: char,
        becomes: Option<TerrainId>,
    ) -> Result<Terrain, Fault> {
        if self.name.get_ref().trim().is_empty() {
            return Err(source.fault(self.name.span(), "a terrain's name cannot be empty"));
        }
        if self.name.get_ref() == "void" {
            return Err(source.fault(
                self.name.span(),
                "void has no values of its own; write \"void\" instead of a table",
            ));
        }
        if let Some(hits) = self.hits.as_ref().filter(|h| *h.get_ref() == 0) {
            return Err(source.fault(
                hits.span(),
                "hits is 0, expected 1 to 255 (leave it out for spaces that fall one by one)",
            ));
        }
        let colour = match &self.colour {
            None => OWN_COLOUR,
            Some(colour) => parse_colour(colour.get_ref()).ok_or_else(|| {
                source.fault(
                    colour.span(),
                    format!("colour is {:?}, expected \"#rrggbb\"", colour.get_ref()),
                )
            })?,
        };
        Ok(Terrain {
            name: self.name.get_ref().clone(),
            sign,
            cost: self.cost.0,
            water: self.water,
            void: false,
            sight: self.sight.into(),
            height: self.height,
            cover: self.cover,
            hits: self.hits.as_ref().map(|h| *h.get_ref()),
            becomes,
            colour,
        })
    }
}

fn parse_colour(text: &str) -> Option<u32> {
    let digits = text
        .strip_prefix('#')
        .filter(|d| d.len() == 6 && d.bytes().all(|b| b.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, 16).ok()
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
                "this border stands between no spaces; list pairs such as \"C4|C5\"",
            ));
        }
        if let Some(open) = draft.open.as_ref().filter(|_| kind != BorderKind::Door) {
            let what = format!(
                "open belongs to doors; this is a {}",
                BORDERS[draft.kind as usize].1
            );
            return Err(source.fault(open.span(), what));
        }
        let open = draft.open.as_ref().is_some_and(|o| *o.get_ref());
        if open && (draft.step.is_some() || draft.sight.is_some()) {
            return Err(source.fault(
                self.span(),
                "an open door has no effect; leave out its move and sight",
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
                    "the spaces of {text:?} {near}; a border stands on a side two spaces share"
                );
                return Err(source.fault(pair.span(), what));
            }
            let between = (a.min(b), a.max(b));
            let mut border = if open {
                builtin::open_door(between)
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
