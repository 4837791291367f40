//! A scenario as plain data, with every key of its file, while it is being made.

use crate::source::{Fault, Source};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A scenario and the file it is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scene {
    /// The file, once there is one.
    pub file: Option<String>,
    /// What it says.
    pub plan: Plan,
}

/// What a scenario file says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The kind of file and its version.
    pub format: String,
    /// Its name.
    pub name: String,
    /// Notes about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    /// The map it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// The ruleset it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
    /// The ruleset whose points the budgets are, where it is for several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budgets: Option<String>,
    /// Figure scale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<String>,
    /// What is fought for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aim: Option<String>,
    /// How many rounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Rounds>,
    /// Who has won when they are over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub victory: Option<String>,
    /// In which order figures are placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deploy: Option<String>,
    /// The solo table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solo: Option<String>,
    /// Whether figures may leave the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exits: Option<bool>,
    /// The round it begins in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    /// The step it begins in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// Whose turn it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    /// Who goes first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<u8>,
    /// The sides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub side: Vec<Party>,
    /// Objects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub item: Vec<Thing>,
    /// Devices.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub device: Vec<Device>,
    /// Figures set beforehand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figure: Vec<Piece>,
}

/// A number of rounds, or the word for no limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "expected a number of rounds from 1 to 65535, or \"none\""
)]
pub enum Rounds {
    /// So many.
    Count(u16),
    /// `none`.
    Word(String),
}

/// Points in halves; in the file whole numbers or halves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Halves(pub i32);

impl Serialize for Halves {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 % 2 {
            0 => to.serialize_i32(self.0 / 2),
            _ => to.serialize_f64(f64::from(self.0) / 2.0),
        }
    }
}

impl<'de> Deserialize<'de> for Halves {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "expected points: a whole number or a half")]
        enum Number {
            Whole(i32),
            Broken(f64),
        }
        let twice = match Number::deserialize(from)? {
            Number::Whole(n) => f64::from(n) * 2.0,
            Number::Broken(x) => x * 2.0,
        };
        match twice.fract() == 0.0 && twice.abs() < 4e6 {
            true => Ok(Halves(twice as i32)),
            false => Err(serde::de::Error::custom("points must be in steps of ½")),
        }
    }
}

/// A side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Party {
    /// Its seat on the map; else its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// Who fights together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<u8>,
    /// Its part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Points it may spend.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<Halves>,
    /// The force it plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force: Option<String>,
    /// Where it deploys, if not in the map's zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zone: Option<Vec<String>>,
}

/// An object that can be carried.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thing {
    /// Its name.
    pub name: String,
    /// Where it lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Points for the side that holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
    /// The side that loses as many while an enemy holds it, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guard: Option<u8>,
}

/// A device.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Device {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub at: String,
    /// What using it does: `door A1|A2`, `score 2`, …
    pub effect: String,
    /// Whether it can be used from the air.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub from_air: bool,
    /// Who can use it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<String>,
    /// Whether it can be used more than once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub again: Option<bool>,
    /// The only side that can use it, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<u8>,
    /// The side that loses the points that its use scores, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guard: Option<u8>,
}

/// A unit by its name, or its number in the force's order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "expected a unit: its name, or its number in the force"
)]
pub enum Unit {
    /// In the order of the force.
    Number(u32),
    /// As the force calls it.
    Name(String),
}

impl Unit {
    /// How it is written.
    pub fn text(&self) -> String {
        match self {
            Unit::Number(n) => n.to_string(),
            Unit::Name(name) => name.clone(),
        }
    }
}

/// A figure set beforehand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Its side, from 1.
    pub side: u8,
    /// Which of the force it is.
    pub unit: Unit,
    /// Where it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// Where it looks: a direction or a space.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<String>,
    /// Whom it rides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mounted_on: Option<Unit>,
    /// Whether it is in the air.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub aloft: bool,
    /// Whether it is out of the battle.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub out: bool,
    /// Whether it is held back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reserve: bool,
    /// Hits it has taken.
    #[serde(default, skip_serializing_if = "none")]
    pub hits: u8,
}

fn none(hits: &u8) -> bool {
    *hits == 0
}

/// Something that has a place on the map.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Placed {
    /// A figure, by its number in the scenario.
    Figure(usize),
    /// An object.
    Item(usize),
    /// A device.
    Device(usize),
}

impl Plan {
    /// A battle of two sides on a map.
    pub fn fresh(name: &str) -> Self {
        Plan {
            format: "skirmish-scenario/1".to_owned(),
            name: name.to_owned(),
            notes: None,
            map: None,
            ruleset: None,
            budgets: None,
            scale: None,
            aim: None,
            rounds: None,
            victory: None,
            deploy: None,
            solo: None,
            exits: None,
            round: None,
            step: None,
            turn: None,
            first: None,
            side: vec![Party::default(), Party::default()],
            item: Vec::new(),
            device: Vec::new(),
            figure: Vec::new(),
        }
    }
    /// What a scenario file says.
    ///
    /// # Errors
    /// It is none: the first fault, with its place.
    pub fn read(source: &Source) -> Result<Self, Fault> {
        source.parse()
    }
    /// As a scenario file.
    pub fn text(&self) -> String {
        toml::to_string(self).expect("plain values")
    }
    /// All that has a place, with the place's name.
    pub fn placed(&self) -> impl Iterator<Item = (Placed, &str)> {
        let figures = self.figure.iter().enumerate();
        let figures = figures.filter_map(|(i, f)| Some((Placed::Figure(i), f.at.as_deref()?)));
        let items = self.item.iter().enumerate();
        let items = items.filter_map(|(i, t)| Some((Placed::Item(i), t.at.as_deref()?)));
        let devices = self.device.iter().enumerate();
        let devices = devices.map(|(i, d)| (Placed::Device(i), d.at.as_str()));
        figures.chain(items).chain(devices)
    }
    /// Puts something in another place.
    pub fn put(&mut self, what: Placed, at: String) {
        match what {
            Placed::Figure(i) => self.figure[i].at = Some(at),
            Placed::Item(i) => self.item[i].at = Some(at),
            Placed::Device(i) => self.device[i].at = at,
        }
    }
    /// Takes something away.
    pub fn take(&mut self, what: Placed) {
        match what {
            Placed::Figure(i) => drop(self.figure.remove(i)),
            Placed::Item(i) => drop(self.item.remove(i)),
            Placed::Device(i) => drop(self.device.remove(i)),
        }
    }
    /// Takes a side away, and its figures.
    pub fn drop_side(&mut self, side: usize) {
        self.side.remove(side);
        let number = side as u8 + 1;
        self.figure.retain(|f| f.side != number);
        for figure in self.figure.iter_mut().filter(|f| f.side > number) {
            figure.side -= 1;
        }
    }
    /// The same on a board whose spaces have other names; what has no place any more goes.
    pub fn renamed(&self, name: impl Fn(&str) -> Option<String>) -> Self {
        let mut plan = self.clone();
        plan.figure = kept(&plan.figure, |figure| {
            Some(Piece {
                at: match &figure.at {
                    Some(at) => Some(name(at)?),
                    None => None,
                },
                // a direction stays one
                facing: figure.facing.as_ref().map(|f| name(f).unwrap_or(f.clone())),
                ..figure.clone()
            })
        });
        plan.item = kept(&plan.item, |item| {
            Some(Thing {
                at: match &item.at {
                    Some(at) => Some(name(at)?),
                    None => None,
                },
                ..item.clone()
            })
        });
        plan.device = kept(&plan.device, |device| {
            let mut words = Vec::new();
            for (i, word) in device.effect.split_whitespace().enumerate() {
                let border = word.split_once('|');
                words.push(match border {
                    Some((a, b)) => format!("{}|{}", name(a)?, name(b)?),
                    None if i > 0 && device.effect.starts_with("clear") => name(word)?,
                    None => word.to_owned(),
                });
            }
            Some(Device {
                at: name(&device.at)?,
                effect: words.join(" "),
                ..device.clone()
            })
        });
        for side in &mut plan.side {
            let Some(zone) = &mut side.zone else { continue };
            *zone = zone
                .iter()
                .filter_map(|span| match span.split_once(':') {
                    Some((a, b)) => Some(format!("{}:{}", name(a)?, name(b)?)),
                    None => name(span),
                })
                .collect();
            if zone.is_empty() {
                side.zone = None;
            }
        }
        plan
    }
}

fn kept<T>(all: &[T], change: impl Fn(&T) -> Option<T>) -> Vec<T> {
    all.iter().filter_map(change).collect()
}
