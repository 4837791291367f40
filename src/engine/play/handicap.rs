//! A handicap: a part of a force stays at home, so that two players of unlike strength have an even
//! battle. The figures that stay are chosen by the force file alone, and the battle is recorded with
//! the force as it fights.

use crate::battle::{HalfPoints, Side};
use crate::rules::Rules;
use crate::source::{Fault, Source, as_text};
use serde_json::{Map, Value, json};
use std::fmt;

/// The largest share of a force that may stay at home.
const MOST: i8 = 90;

/// Why a handicap is not possible, and what would be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandicapFault {
    /// A text that is no share.
    #[error("expected a share from 1% to {MOST}%, or from -{MOST}% to -1%, such as 20%")]
    NoShare,
    /// A line of a record that is not understood.
    #[error("\"handicap\" must be an object with \"percent\" and \"at_home\"")]
    NotWritten,
    /// No side that it could be given.
    #[error("a handicap needs a side that the computer plays")]
    NoSide,
    /// A force that cannot be read.
    #[error("{0}")]
    Force(#[from] Fault),
    /// A force file without entries.
    #[error("{0}: it has no [[figure]]")]
    NoFigures(String),
    /// A force whose entries do not say how many figures it has.
    #[error("{0}: a handicap cannot divide this force")]
    Indivisible(String),
    /// Less than the cheapest figures.
    #[error("{}", self.sentence())]
    TooSmall {
        /// The force.
        name: String,
        /// What the force costs.
        of: HalfPoints,
        /// The share that was asked for.
        percent: u8,
        /// The least that can stay at home.
        least: HalfPoints,
        /// The most that can.
        most: HalfPoints,
    },
    /// A force that needs all of its figures.
    #[error("{0} cannot leave any figure at home, so no handicap is possible for it")]
    NothingToLeave(String),
}

as_text!(HandicapFault);

impl HandicapFault {
    /// In words, where there are shares to be said.
    fn sentence(&self) -> String {
        let HandicapFault::TooSmall {
            name,
            of,
            percent,
            least,
            most,
        } = self
        else {
            return String::new();
        };
        let share = |points: HalfPoints| (100 * points.0 + of.0 - 1) / of.0.max(1);
        format!(
            "a handicap of {percent}% is too small for {name}: it has {of} points, and the least that \
             can stay at home are {least}; {}% to {}% are possible",
            share(*least),
            share(*most)
        )
    }
}

/// How much of a force stays at home, in hundredths of its points: above 0 of the opponents of a
/// person, below 0 of the person.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Percent(i8);

impl Percent {
    /// A share in hundredths; `None`: 0, or beyond 90.
    pub fn new(hundredths: i64) -> Option<Self> {
        let known = i8::try_from(hundredths).ok()?;
        (known != 0 && (-MOST..=MOST).contains(&known)).then_some(Self(known))
    }
    /// Reads `20%`, `20` or `-20%`.
    ///
    /// # Errors
    /// Anything else.
    pub fn read(text: &str) -> Result<Self, HandicapFault> {
        let number = text.trim().trim_end_matches('%').trim();
        let known = number.parse().ok().and_then(Self::new);
        known.ok_or(HandicapFault::NoShare)
    }
    /// In hundredths.
    pub fn hundredths(self) -> i8 {
        self.0
    }
}

/// The same for the other side.
impl std::ops::Neg for Percent {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", self.0)
    }
}

/// What a side leaves at home.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtHome {
    /// The side.
    pub side: Side,
    /// The name of its force.
    pub force: String,
    /// What stays at home costs so much.
    pub points: HalfPoints,
    /// What the whole force costs.
    pub of: HalfPoints,
    /// The names of the figures, in the order of the force file.
    pub figures: Vec<String>,
}

impl AtHome {
    /// In words: `Orcs: 5 of 24 points stay at home (2 × Warrior, Wolf)`.
    pub fn sentence(&self) -> String {
        let mut names: Vec<(&str, usize)> = Vec::new();
        for name in &self.figures {
            match names.last_mut() {
                Some((last, many)) if last == name => *many += 1,
                _ => names.push((name, 1)),
            }
        }
        let names: Vec<String> = names
            .into_iter()
            .map(|(name, many)| match many {
                1 => name.to_owned(),
                many => format!("{many} × {name}"),
            })
            .collect();
        format!(
            "{}: {} of {} points stay at home ({})",
            self.force,
            self.points,
            self.of,
            names.join(", ")
        )
    }
}

/// A handicap with what it came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// The share that was asked for.
    pub percent: Percent,
    /// What each side concerned leaves at home.
    pub at_home: Vec<AtHome>,
}

impl Handicap {
    /// As in the first line of a record.
    pub fn write(&self) -> Value {
        let at_home: Vec<Value> = self
            .at_home
            .iter()
            .map(|left| {
                json!({
                    "side": left.side.0 + 1,
                    "force": left.force,
                    "points": f64::from(left.points.0) / 2.0,
                    "of": f64::from(left.of.0) / 2.0,
                    "figures": left.figures,
                })
            })
            .collect();
        json!({"percent": self.percent.0, "at_home": at_home})
    }
    /// Reads what [`Handicap::write`] wrote.
    ///
    /// # Errors
    /// What is not understood.
    pub fn read(value: &Value) -> Result<Self, HandicapFault> {
        let wrong = HandicapFault::NotWritten;
        let percent = value["percent"].as_i64().and_then(Percent::new);
        let at_home = value["at_home"]
            .as_array()
            .ok_or(HandicapFault::NotWritten)?;
        let points = |left: &Map<String, Value>, key: &str| {
            let points = left.get(key)?.as_f64()?;
            Some(HalfPoints((2.0 * points).round() as i32))
        };
        let left = |value: &Value| {
            let left = value.as_object()?;
            let names = left.get("figures")?.as_array()?.iter();
            Some(AtHome {
                side: Side(
                    u8::try_from(left.get("side")?.as_u64()?)
                        .ok()?
                        .checked_sub(1)?,
                ),
                force: left.get("force")?.as_str()?.to_owned(),
                points: points(left, "points")?,
                of: points(left, "of")?,
                figures: names
                    .map(|name| name.as_str().map(str::to_owned))
                    .collect::<Option<_>>()?,
            })
        };
        Ok(Self {
            percent: percent.ok_or(HandicapFault::NotWritten)?,
            at_home: at_home
                .iter()
                .map(left)
                .collect::<Option<_>>()
                .ok_or(wrong)?,
        })
    }
}

/// Figures that stay at home together: one of an entry of the force file, or, where figures begin
/// aboard of others, all of the entries that this joins.
struct Piece {
    /// The entries, counted from 0; for one figure of an entry that entry alone.
    entries: Vec<usize>,
    whole: bool,
    points: HalfPoints,
}

/// A force without some of its points: the most that fit into the share. Of several choices the one
/// whose figures stand last in the file.
///
/// # Errors
/// Why that is not possible, and what would be, as a sentence.
pub fn lessened(
    rules: Rules,
    config: Option<&Source>,
    force: &Source,
    (side, percent): (Side, u8),
) -> Result<(Source, AtHome), HandicapFault> {
    let read = |source: &Source| rules.force(source, config);
    let whole = read(force)?;
    let counts = counts(force)?;
    if counts.iter().sum::<usize>() != whole.figures.len() {
        return Err(HandicapFault::Indivisible(force.name.clone()));
    }
    let pieces = pieces(
        &counts,
        &whole
            .figures
            .iter()
            .map(|f| (f.points, f.aboard))
            .collect::<Vec<_>>(),
    );
    let limit = whole.points.0 * i32::from(percent) / 100;
    let most = whole.points.0 * i32::from(MOST) / 100;
    let sums = Sums::of(&pieces, HalfPoints(most));
    // A force without some figures may break a rule of its ruleset; then a smaller part stays at home.
    let lesser = |points: HalfPoints| -> Option<(Source, HalfPoints, Vec<usize>)> {
        let gone = sums.choice(&pieces, points)?;
        let text = without(force, &counts, &pieces, &gone)?;
        let source = Source::new(force.name.clone(), text);
        let left = read(&source).ok()?;
        (left.points == whole.points - points && !left.figures.is_empty())
            .then_some((source, points, gone))
    };
    let found = (1..=limit).rev().map(HalfPoints).find_map(lesser);
    let Some((source, points, gone)) = found else {
        let all = (1..=most).map(HalfPoints);
        let possible: Vec<HalfPoints> = all.filter(|points| lesser(*points).is_some()).collect();
        return Err(impossible(whole.name, whole.points, percent, &possible));
    };
    let mut figures = Vec::new();
    for entry in 0..counts.len() {
        let many: usize = gone
            .iter()
            .map(|p| pieces[*p].figures_of(entry, &counts))
            .sum();
        let first: usize = counts[..entry].iter().sum();
        figures.extend(std::iter::repeat_n(whole.figures[first].name.clone(), many));
    }
    let at_home = AtHome {
        side,
        force: whole.name,
        points,
        of: whole.points,
        figures,
    };
    Ok((source, at_home))
}

fn impossible(name: String, of: HalfPoints, percent: u8, possible: &[HalfPoints]) -> HandicapFault {
    match (possible.first(), possible.last()) {
        (Some(&least), Some(&most)) => HandicapFault::TooSmall {
            name,
            of,
            percent,
            least,
            most,
        },
        _ => HandicapFault::NothingToLeave(name),
    }
}

/// How many figures each entry of a force file stands for.
fn counts(force: &Source) -> Result<Vec<usize>, HandicapFault> {
    let document = force.document()?;
    let tables = document
        .get("figure")
        .and_then(|item| item.as_array_of_tables());
    let entries = tables.ok_or_else(|| HandicapFault::NoFigures(force.name.clone()))?;
    let count = |table: &toml_edit::Table| {
        let count = table.get("count").and_then(toml_edit::Item::as_integer);
        count.map_or(1, |n| usize::try_from(n).unwrap_or(1))
    };
    Ok(entries.iter().map(count).collect())
}

/// What can stay at home by itself, in the order of the file. `figures`: points and mounts.
fn pieces(counts: &[usize], figures: &[(HalfPoints, Option<usize>)]) -> Vec<Piece> {
    let entry_of: Vec<usize> = counts
        .iter()
        .enumerate()
        .flat_map(|(entry, many)| std::iter::repeat_n(entry, *many))
        .collect();
    // Entries that figures aboard of others join, by the first of them.
    let mut joined: Vec<usize> = (0..counts.len()).collect();
    for (figure, (_, aboard)) in figures.iter().enumerate() {
        let Some(mount) = aboard else { continue };
        let (a, b) = (joined[entry_of[figure]], joined[entry_of[*mount]]);
        joined
            .iter_mut()
            .filter(|e| **e == a.max(b))
            .for_each(|e| *e = a.min(b));
    }
    let mut pieces = Vec::new();
    let mut first = 0;
    for (entry, many) in counts.iter().enumerate() {
        let cost = |entry: usize| -> HalfPoints {
            (0..figures.len())
                .filter(|f| entry_of[*f] == entry)
                .map(|f| figures[f].0)
                .sum()
        };
        let entries: Vec<usize> = (0..counts.len()).filter(|e| joined[*e] == entry).collect();
        if entries.len() > 1 || joined[entry] != entry {
            if !entries.is_empty() {
                let points = entries.iter().map(|e| cost(*e)).sum();
                pieces.push(Piece {
                    entries,
                    whole: true,
                    points,
                });
            }
        } else {
            for _ in 0..*many {
                pieces.push(Piece {
                    entries: vec![entry],
                    whole: false,
                    points: figures[first].0,
                });
            }
        }
        first += many;
    }
    pieces
}

impl Piece {
    /// How many figures of an entry it holds.
    fn figures_of(&self, entry: usize, counts: &[usize]) -> usize {
        match (self.entries.contains(&entry), self.whole) {
            (false, _) => 0,
            (true, true) => counts[entry],
            (true, false) => 1,
        }
    }
}

/// Which sums the pieces from each one on, counted from the last, can make.
struct Sums {
    reached: Vec<Vec<bool>>,
}

impl Sums {
    fn of(pieces: &[Piece], most: HalfPoints) -> Self {
        let most = usize::try_from(most.0).unwrap_or(0);
        // `reached[i]` is about the first `i` pieces: a choice begins with the last.
        let mut reached = vec![vec![false; most + 1]];
        reached[0][0] = true;
        for piece in pieces {
            let before = &reached[reached.len() - 1];
            let mut now = before.clone();
            if let Ok(own @ 1..) = usize::try_from(piece.points.0) {
                for sum in own..=most {
                    now[sum] |= before[sum - own];
                }
            }
            reached.push(now);
        }
        Self { reached }
    }
    /// The pieces that make a sum, the last ones if possible; none: it cannot be made.
    fn choice(&self, pieces: &[Piece], points: HalfPoints) -> Option<Vec<usize>> {
        let mut left = usize::try_from(points.0).ok()?;
        let makes = |i: usize, sum: usize| self.reached[i].get(sum).copied().unwrap_or(false);
        if !makes(pieces.len(), left) {
            return None;
        }
        let mut chosen = Vec::new();
        for (i, piece) in pieces.iter().enumerate().rev() {
            let own = usize::try_from(piece.points.0).unwrap_or(0);
            if own > 0 && own <= left && makes(i, left - own) {
                chosen.push(i);
                left -= own;
            }
        }
        Some(chosen)
    }
}

/// The text of a force file without some pieces.
fn without(force: &Source, counts: &[usize], pieces: &[Piece], gone: &[usize]) -> Option<String> {
    let mut document = force.document().ok()?;
    // What the force may cost is no longer what it costs.
    document.remove("points");
    let tables = document.get_mut("figure")?.as_array_of_tables_mut()?;
    for entry in (0..counts.len()).rev() {
        let less: usize = gone
            .iter()
            .map(|p| pieces[*p].figures_of(entry, counts))
            .sum();
        match counts[entry].saturating_sub(less) {
            0 => {
                tables.remove(entry);
            }
            left if less > 0 => {
                let table = tables.get_mut(entry)?;
                table["count"] = toml_edit::value(i64::try_from(left).ok()?);
            }
            _ => {}
        }
    }
    Some(document.to_string())
}
