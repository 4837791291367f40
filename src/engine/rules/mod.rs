//! The rulesets, and [`Game`]: a battle of whichever it is.
//!
//! A ruleset is one folder, readable from top to bottom like its rulebook. No ruleset knows
//! another. Everything to the right of this layer sees only [`Game`] and never a ruleset's name.

pub mod d8;
mod deploying;
pub mod duel;
mod exact;
mod game;
pub mod house;
mod parts;
pub mod plastic;
pub mod violence;
pub mod vsgmr;

use crate::battle::{Brief, Finding, Ruleset, Sheet};
use crate::source::{Fault, Source};
use d8::D8;
use plastic::Plastic;
use violence::Violence;
use vsgmr::{Edition, Vsgmr};

pub use game::Game;

/// The rulesets there are.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rules {
    /// VSGMR, the grid variant for every scale.
    Vsgmr,
    /// VSGMR, the edition of 2017.
    Vsgmr2017,
    /// Very Quick Violence.
    Violence,
    /// Simple Plastic Wargame.
    Plastic,
    /// d8.
    D8,
}

/// Does the same with the type of a ruleset.
macro_rules! with {
    ($rules:expr, $R:ident => $do:expr) => {
        match $rules {
            Rules::Vsgmr | Rules::Vsgmr2017 => {
                type $R = Vsgmr;
                $do
            }
            Rules::Violence => {
                type $R = Violence;
                $do
            }
            Rules::Plastic => {
                type $R = Plastic;
                $do
            }
            Rules::D8 => {
                type $R = D8;
                $do
            }
        }
    };
}

mod before;

/// A force file as lists and checks show it.
#[derive(Clone, Debug)]
pub struct ForceSummary {
    /// The force's name.
    pub name: String,
    /// Half points.
    pub points: i32,
    /// Its figures: name, words, half points.
    pub figures: Vec<(String, String, i32)>,
    /// The sizes of their footprints, in the same order (B10).
    pub sizes: Vec<u8>,
    /// Whom each begins aboard of, counted from 0.
    pub aboard: Vec<Option<usize>>,
    /// What is doubtful about it.
    pub findings: Vec<Finding>,
}

impl Rules {
    /// All rulesets; the first is the default.
    pub const ALL: [Rules; 5] = [
        Rules::Vsgmr,
        Rules::Vsgmr2017,
        Rules::Violence,
        Rules::Plastic,
        Rules::D8,
    ];

    /// Its name in files and options.
    pub fn name(self) -> &'static str {
        match self {
            Rules::Vsgmr2017 => Edition::Of2017.name(),
            _ => with!(self, R => R::NAME),
        }
    }

    /// The ruleset of a name.
    pub fn named(name: &str) -> Option<Rules> {
        Rules::ALL
            .into_iter()
            .find(|r| r.name().eq_ignore_ascii_case(name))
    }

    /// Whether it plays scenarios written for another: its own, and those of other editions.
    pub fn plays(self, written_for: Rules) -> bool {
        let edition = |rules| matches!(rules, Rules::Vsgmr | Rules::Vsgmr2017);
        self == written_for || (edition(self) && edition(written_for))
    }

    /// One line on what it is and who wrote the game.
    pub fn about(self) -> &'static str {
        match self {
            Rules::Vsgmr => vsgmr::ABOUT,
            Rules::Vsgmr2017 => vsgmr::ABOUT_2017,
            Rules::Violence => violence::ABOUT,
            Rules::Plastic => plastic::ABOUT,
            Rules::D8 => d8::ABOUT,
        }
    }

    /// A part of its short rules, for players: of a step by its name, of the `turn`, what `always`
    /// holds, how to `win`. Values of the configuration stand as `{key}`.
    pub fn short(self, part: &str) -> Option<String> {
        let text = match self {
            Rules::Vsgmr | Rules::Vsgmr2017 => include_str!("vsgmr/short.txt"),
            Rules::Violence => include_str!("violence/short.txt"),
            Rules::Plastic => include_str!("plastic/short.txt"),
            Rules::D8 => include_str!("d8/short.txt"),
        };
        let head = format!("[{part}]\n");
        let (_, rest) = text.split_once(&head)?;
        let end = rest.find("\n[").unwrap_or(rest.len());
        Some(rest[..end].trim().to_owned())
    }

    /// The sample forces that ship with it: (file stem, text).
    pub fn forces(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Rules::Vsgmr => vsgmr::FORCES,
            Rules::Vsgmr2017 => vsgmr::FORCES_2017,
            Rules::Violence => violence::FORCES,
            Rules::Plastic => plastic::FORCES,
            Rules::D8 => d8::FORCES,
        }
    }

    /// Reads a rules file (none: the defaults) and gives it back with every key, as JSON.
    ///
    /// # Errors
    /// What is wrong in the file, and where.
    pub fn config(self, rules: Option<&Source>) -> Result<serde_json::Value, Fault> {
        let plain = "a configuration is plain data";
        match self {
            Rules::Vsgmr2017 => vsgmr::Config::read(rules, Edition::Of2017)
                .map(|c| serde_json::to_value(c).expect(plain)),
            _ => with!(self, R => R::config(rules).map(|c| serde_json::to_value(c).expect(plain))),
        }
    }

    /// Every key of its configuration as a JSON schema: what it means, what it can be, and what
    /// it is unless a rules file says otherwise.
    pub fn schema(self) -> serde_json::Value {
        let mut schema = with!(self, R => schemars::schema_for!(<R as Ruleset>::Config).into());
        if self == Rules::Vsgmr2017 {
            vsgmr::config::usual(&mut schema, Edition::Of2017);
        }
        schema
    }

    /// What its figures can be, in the words and keys of its force files.
    pub fn sheet(self) -> Sheet {
        match self {
            Rules::Vsgmr2017 => vsgmr::sheet::sheet(Edition::Of2017),
            _ => with!(self, R => <R as Ruleset>::sheet()),
        }
    }

    /// Reads a force file.
    ///
    /// # Errors
    /// What is wrong in the file, and where.
    pub fn force(self, source: &Source, rules: Option<&Source>) -> Result<ForceSummary, Fault> {
        match self {
            Rules::Vsgmr => vsgmr::summary(source, rules, Edition::Grid),
            Rules::Vsgmr2017 => vsgmr::summary(source, rules, Edition::Of2017),
            Rules::Violence => violence::summary(source, rules),
            Rules::Plastic => plastic::summary(source, rules),
            Rules::D8 => d8::summary(source, rules),
        }
    }

    /// The ruleset a force file is written for.
    ///
    /// # Errors
    /// When the file is not TOML or names none that exists.
    pub fn of_force(source: &Source) -> Result<Rules, Fault> {
        #[derive(serde::Deserialize)]
        struct Head {
            ruleset: Option<toml::Spanned<String>>,
        }
        match source.parse::<Head>()?.ruleset {
            None => Ok(Rules::Vsgmr),
            Some(name) => Rules::named(name.get_ref()).ok_or_else(|| {
                let known: Vec<_> = Rules::ALL.iter().map(|r| r.name()).collect();
                source.fault(
                    name.span(),
                    format!(
                        "unknown ruleset {:?}; the rulesets are {}",
                        name.get_ref(),
                        known.join(", ")
                    ),
                )
            }),
        }
    }

    /// Sets up a battle, ready for its first decision.
    ///
    /// # Errors
    /// What is wrong with the forces, the rules, the scenario, or how they go together.
    pub fn begin(self, brief: Brief) -> Result<Game, Fault> {
        Ok(match self {
            Rules::Vsgmr => Game::Vsgmr(Vsgmr::begin(brief)?),
            Rules::Vsgmr2017 => Game::Vsgmr2017(vsgmr::begin::begin(brief, Edition::Of2017)?),
            Rules::Violence => Game::Violence(Violence::begin(brief)?),
            Rules::Plastic => Game::Plastic(Plastic::begin(brief)?),
            Rules::D8 => Game::D8(D8::begin(brief)?),
        })
    }
}

/// Policy for players' questions inside a chain of rolls, when odds are enumerated.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Policy {
    /// The attacker rolls a failure again, where the rules let it.
    pub attacker_rerolls: bool,
    /// The target rolls a failure again, where the rules let it.
    pub target_rerolls: bool,
}
