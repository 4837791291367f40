//! Everything a battle is made of, as texts and words: what a record begins with.

use super::AgentName;
use super::handicap::{self, Handicap, HandicapFault, Percent};
use crate::battle::{Finding, Scale, Severity, Side, Solo};
use crate::board::Board;
use crate::rules::{Game, Rules};
use crate::scenario::{Overrides, Scenario};
use crate::source::{Fault, Source};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// What a battle is made of.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The ruleset.
    pub rules: Rules,
    /// The rules file, if one was given.
    pub config: Option<Source>,
    /// The map file.
    pub map: Source,
    /// The scenario file.
    pub scenario: Source,
    /// The force files, a side each.
    pub forces: Vec<Source>,
    /// Who answers for each side.
    pub agents: Vec<AgentName>,
    /// The solo table, where an option says.
    pub solo: Option<Solo>,
    /// Rounds, where an option says; `Some(None)`: no limit.
    pub rounds: Option<Option<u16>>,
    /// Figure scale, where an option says.
    pub scale: Option<Scale>,
    /// Where dice come from.
    pub dice: DiceSource,
    /// The seed of dice and agents.
    pub seed: u64,
    /// What was agreed besides.
    pub conditions: Conditions,
}

/// What is agreed about a battle besides what it is made of.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conditions {
    /// What sides leave at home; the forces are without it already.
    pub handicap: Option<Handicap>,
    /// For how many seconds an opponent that plays battles out may think about an answer; without
    /// it, no clock decides anything.
    pub think: Option<f64>,
}

/// Where dice come from.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub enum DiceSource {
    /// The program rolls, by the seed.
    #[default]
    Seeded,
    /// A person rolls real dice and types what they show.
    Typed,
    /// A program sends the faces on the standard input.
    Stdin,
}

impl DiceSource {
    /// All sources.
    pub const ALL: [Self; 3] = [Self::Seeded, Self::Typed, Self::Stdin];

    /// Its name in options and records.
    pub fn name(self) -> &'static str {
        match self {
            DiceSource::Seeded => "seeded",
            DiceSource::Typed => "typed",
            DiceSource::Stdin => "stdin",
        }
    }

    /// The source of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|source| source.name() == name)
    }
}

/// The word for a solo mode in records and options.
pub fn solo_name(solo: Solo) -> &'static str {
    match solo {
        Solo::Off => "off",
        Solo::Enemy => "enemy",
        Solo::Both => "both",
    }
}

/// The solo mode of a word.
pub fn solo_named(name: &str) -> Option<Solo> {
    [Solo::Off, Solo::Enemy, Solo::Both]
        .into_iter()
        .find(|s| solo_name(*s) == name)
}

/// What is wrong with the first line of a record.
#[derive(Debug, thiserror::Error)]
pub enum SetupFault {
    /// A key that is missing or not understood, and what must stand there.
    #[error("\"{0}\" must be {1}")]
    Key(&'static str, &'static str),
    /// A ruleset that is not known.
    #[error(
        "unknown ruleset {0:?}; the rulesets are {known}",
        known = Rules::ALL.map(Rules::name).join(", ")
    )]
    Ruleset(String),
    /// A configuration that no rules file could hold.
    #[error("\"config\" cannot be read: {0}")]
    Config(toml::ser::Error),
    /// A handicap that is not understood.
    #[error("{0}")]
    Handicap(#[from] HandicapFault),
}

fn must_be(key: &'static str, what: &'static str) -> SetupFault {
    SetupFault::Key(key, what)
}

impl Setup {
    /// The battle with a part of some forces left at home. Above 0 it is the computer's part if a
    /// person plays, else that of all sides but the first; below 0 it is the part of the others.
    ///
    /// # Errors
    /// A force cannot be divided so; what is possible, as a sentence.
    pub fn handicapped(mut self, percent: Percent) -> Result<Setup, HandicapFault> {
        let hundredths = percent.hundredths();
        let people = self.agents.iter().any(|agent| !agent.is_computer());
        let favoured = |side: usize| match people {
            true => self
                .agents
                .get(side)
                .is_some_and(|agent| !agent.is_computer()),
            false => side == 0,
        };
        let concerned: Vec<usize> = (0..self.forces.len())
            .filter(|side| favoured(*side) != (hundredths > 0))
            .collect();
        if concerned.is_empty() {
            return Err(HandicapFault::NoSide);
        }
        let mut at_home = Vec::new();
        for side in concerned {
            let part = (Side(side as u8), hundredths.unsigned_abs());
            let (force, left) =
                handicap::lessened(self.rules, self.config.as_ref(), &self.forces[side], part)?;
            self.forces[side] = force;
            at_home.push(left);
        }
        self.conditions.handicap = Some(Handicap { percent, at_home });
        Ok(self)
    }

    /// What is doubtful about the forces, a side each: what `force check` says too. A force of which a
    /// part was left at home is not judged.
    pub fn doubts(&self) -> Vec<Vec<Finding>> {
        let home = self.conditions.handicap.iter().flat_map(|h| &h.at_home);
        let lessened: Vec<Side> = home.map(|left| left.side).collect();
        let of = |(i, force)| {
            if lessened.contains(&Side(i as u8)) {
                return Vec::new();
            }
            let force = self.rules.force(force, self.config.as_ref());
            let mut found = force.map_or_else(|_| Vec::new(), |force| force.findings);
            found.retain(|finding| finding.severity == Severity::Warning);
            found
        };
        self.forces.iter().enumerate().map(of).collect()
    }

    /// Sets the battle up, ready for its first decision.
    ///
    /// # Errors
    /// What is wrong in one of the texts, and where.
    pub fn begin(&self) -> Result<Game, Fault> {
        self.begin_on(self.board()?)
    }

    /// The board, for several battles to share.
    ///
    /// # Errors
    /// What is wrong in the map file.
    pub fn board(&self) -> Result<Arc<Board>, Fault> {
        Ok(Arc::new(Board::new(crate::files::map::read(&self.map)?)))
    }

    /// As `begin`, on a board made before.
    ///
    /// # Errors
    /// What is wrong in one of the texts, and where.
    pub fn begin_on(&self, board: Arc<Board>) -> Result<Game, Fault> {
        let overrides = Overrides {
            rules: self.config.clone(),
            solo: self.solo,
            rounds: self.rounds,
            scale: self.scale,
            computer: self.agents.iter().map(AgentName::is_computer).collect(),
        };
        let brief = Scenario::read(&self.scenario)?.brief(board, &self.forces, &overrides)?;
        self.rules.begin(brief)
    }

    /// The rules configuration with every key: the file's, or the defaults.
    ///
    /// # Errors
    /// What is wrong in the rules file.
    pub fn full_config(&self) -> Result<Value, Fault> {
        self.rules.config(self.config.as_ref())
    }

    /// The first line of a record.
    ///
    /// # Errors
    /// What is wrong in the rules file.
    pub fn write(&self) -> Result<Map<String, Value>, Fault> {
        let text = |source: &Source| json!({"name": source.name, "text": source.text});
        let head = json!({
            "type": "battle",
            "format": super::record::FORMAT,
            "program": concat!("skirmish ", env!("CARGO_PKG_VERSION")),
            "ruleset": self.rules.name(),
            "config": self.full_config()?,
            "map": text(&self.map),
            "scenario": text(&self.scenario),
            "forces": self.forces.iter().map(text).collect::<Vec<_>>(),
            "agents": self.agents,
            "solo": self.solo.map(solo_name),
            "rounds": match self.rounds {
                None => Value::Null,
                Some(None) => json!("none"),
                Some(Some(n)) => json!(n),
            },
            "scale": self.scale.map(Scale::name),
            "dice": self.dice.name(),
            "seed": self.seed,
        });
        let Value::Object(mut head) = head else {
            unreachable!("written as an object")
        };
        if let Some(handicap) = &self.conditions.handicap {
            head.insert("handicap".into(), handicap.write());
        }
        if let Some(seconds) = self.conditions.think {
            head.insert("think".into(), json!(seconds));
        }
        Ok(head)
    }

    /// Reads the first line of a record.
    ///
    /// # Errors
    /// What is missing or not understood.
    pub fn read(head: &Map<String, Value>) -> Result<Setup, SetupFault> {
        let source = |value: Option<&Value>, key: &'static str| {
            let part = |part: &str| value.and_then(|v| v.get(part)).and_then(Value::as_str);
            match (part("name"), part("text")) {
                (Some(name), Some(text)) => Ok(Source::new(name, text)),
                _ => Err(must_be(key, "an object with \"name\" and \"text\"")),
            }
        };
        let word = |key: &'static str| {
            let word = head.get(key).and_then(Value::as_str);
            word.ok_or(must_be(key, "a text in quotes"))
        };
        let list = |key: &'static str| {
            let list = head.get(key).and_then(Value::as_array);
            list.ok_or(must_be(key, "a list"))
        };
        let optional = |key: &str| head.get(key).filter(|v| !v.is_null());
        let ruleset = word("ruleset")?;
        let rules = Rules::named(ruleset).ok_or_else(|| SetupFault::Ruleset(ruleset.to_owned()))?;
        let config = match optional("config") {
            None => None,
            Some(value) => Some(Source::new("rules", config_text(&rules.as_before(value))?)),
        };
        Ok(Setup {
            rules,
            config,
            map: source(head.get("map"), "map")?,
            scenario: source(head.get("scenario"), "scenario")?,
            forces: list("forces")?
                .iter()
                .map(|f| source(Some(f), "forces"))
                .collect::<Result<_, _>>()?,
            agents: list("agents")?
                .iter()
                .map(|agent| agent.as_str().map(AgentName::from))
                .collect::<Option<_>>()
                .ok_or(must_be("agents", "a list of names"))?,
            solo: optional("solo")
                .map(|value| {
                    let solo = value.as_str().and_then(solo_named);
                    solo.ok_or(must_be("solo", "\"off\", \"enemy\" or \"both\""))
                })
                .transpose()?,
            rounds: optional("rounds")
                .map(|value| match value.as_u64().map(u16::try_from) {
                    Some(Ok(rounds)) => Ok(Some(rounds)),
                    _ if value == "none" => Ok(None),
                    _ => Err(must_be("rounds", "a whole number up to 65535, or \"none\"")),
                })
                .transpose()?,
            scale: optional("scale")
                .map(|value| {
                    let scale = value.as_str().and_then(Scale::named);
                    scale.ok_or(must_be("scale", "a figure scale, such as \"28mm\""))
                })
                .transpose()?,
            dice: DiceSource::named(word("dice")?)
                .ok_or(must_be("dice", "\"seeded\", \"typed\" or \"stdin\""))?,
            seed: head
                .get("seed")
                .and_then(Value::as_u64)
                .ok_or(must_be("seed", "a whole number"))?,
            conditions: Conditions {
                handicap: optional("handicap").map(Handicap::read).transpose()?,
                think: optional("think").and_then(Value::as_f64),
            },
        })
    }
}

/// A configuration as the text of a rules file.
fn config_text(config: &Value) -> Result<String, SetupFault> {
    fn toml_of(value: &Value) -> Option<toml::Value> {
        Some(match value {
            Value::Null => return None,
            Value::Bool(b) => toml::Value::Boolean(*b),
            Value::Number(n) => match n.as_i64() {
                Some(n) => toml::Value::Integer(n),
                None => toml::Value::Float(n.as_f64()?),
            },
            Value::String(s) => toml::Value::String(s.clone()),
            Value::Array(list) => toml::Value::Array(list.iter().filter_map(toml_of).collect()),
            Value::Object(map) => toml::Value::Table(
                map.iter()
                    .filter_map(|(k, v)| Some((k.clone(), toml_of(v)?)))
                    .collect(),
            ),
        })
    }
    match toml_of(config) {
        Some(table @ toml::Value::Table(_)) => toml::to_string(&table).map_err(SetupFault::Config),
        _ => Err(must_be("config", "an object")),
    }
}
