//! The options that say which battle: from what was typed to a [`Setup`].

use super::{Failure, library};
use crate::battle::{Scale, Side};
use crate::play::Setup;
use crate::play::setup::{solo_name, solo_named};
use crate::rules::Rules;
use crate::source::Source;
use clap::{Args, ValueEnum};
use std::hash::{BuildHasher, Hasher};
use std::path::PathBuf;
use std::time::Duration;

/// Where dice come from.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, ValueEnum)]
pub enum DiceOption {
    /// The program rolls, by the seed
    #[default]
    Seeded,
    /// You roll real dice and type what they show
    Typed,
    /// A program on the standard input says what they show
    Stdin,
}

impl DiceOption {
    /// Its name in options and records.
    pub fn name(self) -> &'static str {
        match self {
            DiceOption::Seeded => "seeded",
            DiceOption::Typed => "typed",
            DiceOption::Stdin => "stdin",
        }
    }
}

/// Which battle.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Battle")]
pub struct BattleOptions {
    /// Map by name or file
    #[arg(long, value_name = "M")]
    pub map: Option<String>,
    /// Scenario by name or file
    #[arg(long, value_name = "S")]
    pub scenario: Option<String>,
    /// Ruleset
    #[arg(long, value_name = "R")]
    pub ruleset: Option<String>,
    /// Rules file that changes numbers and toggles
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,
    /// Force by name or file; once a side
    #[arg(long = "force", value_name = "NAME|FILE")]
    pub forces: Vec<String>,
    /// Who plays a side: human, stdin, random, charge, greedy, utility, search, cmd:"…" or a
    /// profile, some with :LEVEL; once a side
    #[arg(long = "agent", value_name = "NAME[:LEVEL]")]
    pub agents: Vec<String>,
    /// The solo table: off, enemy or both; without a value both
    #[arg(
        long,
        value_name = "off|enemy|both",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "both",
        value_parser = ["off", "enemy", "both"]
    )]
    pub solo: Option<String>,
    /// Rounds, or none for no limit
    #[arg(long, value_name = "N|none", value_parser = rounds)]
    pub rounds: Option<Rounds>,
    /// Figure scale, like 28mm
    #[arg(long, value_name = "S", value_parser = scale)]
    pub scale: Option<Scale>,
    /// Seed of dice and opponents; without one it is drawn and printed
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Where dice come from
    #[arg(long, value_enum, value_name = "seeded|typed|stdin")]
    pub dice: Option<DiceOption>,
    /// Where the battle is recorded; without it in the data folder
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Print the reasons of each choice
    #[arg(long)]
    pub why: bool,
    /// Add how long each choice took to the record
    #[arg(long)]
    pub timing: bool,
    /// Seconds an outside program may take for an answer
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    pub bot_time: f64,
}

/// A number of rounds, or none.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rounds(pub Option<u16>);

fn rounds(text: &str) -> Result<Rounds, String> {
    if text == "none" {
        return Ok(Rounds(None));
    }
    match text.parse::<u16>() {
        Ok(n) if n > 0 => Ok(Rounds(Some(n))),
        _ => Err("a number of rounds from 1 to 65535, or none".to_owned()),
    }
}

fn scale(text: &str) -> Result<Scale, String> {
    Scale::named(text).ok_or_else(|| {
        let known: Vec<_> = Scale::ALL.iter().map(|s| s.name()).collect();
        format!("there are {}", known.join(", "))
    })
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(n) if n > 0.0 && n <= 3600.0 => Ok(n),
        _ => Err("a number of seconds above 0, at most 3600".to_owned()),
    }
}

/// A seed nobody chose.
pub fn drawn_seed() -> u64 {
    // The standard library seeds its hash maps from the system's randomness.
    let hash = std::collections::hash_map::RandomState::new()
        .build_hasher()
        .finish();
    hash % 1_000_000_000
}

/// The ruleset of a name.
///
/// # Errors
/// When there is none of that name.
pub fn ruleset(name: &str) -> Result<Rules, Failure> {
    Rules::named(name).ok_or_else(|| {
        let known: Vec<_> = Rules::ALL.iter().map(|r| r.name()).collect();
        Failure::said(format!(
            "there is no ruleset {name:?}; known: {}",
            known.join(", ")
        ))
    })
}

impl BattleOptions {
    /// How long an outside program may take for an answer.
    pub fn bot_limit(&self) -> Duration {
        if self.bot_time > 0.0 {
            Duration::from_secs_f64(self.bot_time)
        } else {
            Duration::from_secs(10)
        }
    }

    /// The battle that was asked for. `first` plays side 1 unless an option says otherwise, the
    /// usual opponent every other side.
    ///
    /// # Errors
    /// What cannot be found or read, and wrong options.
    pub fn setup(&self, first: &str) -> Result<Setup, Failure> {
        let config = self.rules.as_deref().map(library::rules).transpose()?;
        let rules = self.rules_of(config.as_ref())?;
        let map = library::map(self.map.as_deref().unwrap_or("ford"))?;
        let scenario = self.scenario_source()?;
        let forces = self.force_sources(rules, 2)?;
        let agents = self.agent_names(first, forces.len())?;
        let setup = Setup {
            rules,
            config,
            map,
            scenario,
            forces,
            agents,
            solo: self.solo.as_deref().and_then(solo_named),
            rounds: self.rounds.map(|r| r.0),
            scale: self.scale,
            dice: self.dice.unwrap_or_default().name().to_owned(),
            seed: self.seed.unwrap_or_else(drawn_seed),
        };
        Ok(setup)
    }

    /// The ruleset: as named, else that of the rules file or the first force, else the default.
    fn rules_of(&self, config: Option<&Source>) -> Result<Rules, Failure> {
        if let Some(name) = &self.ruleset {
            return ruleset(name);
        }
        if let Some(config) = config {
            return Ok(Rules::of_force(config)?);
        }
        match self.forces.first() {
            Some(name) => Ok(Rules::of_force(&library::force(name, None)?)?),
            None => Ok(Rules::ALL[0]),
        }
    }

    fn scenario_source(&self) -> Result<Source, Failure> {
        Ok(Source::new("battle", "format = \"skirmish-scenario/1\"\n"))
    }

    /// The forces that were named, filled up with samples to the number of sides.
    fn force_sources(&self, rules: Rules, sides: usize) -> Result<Vec<Source>, Failure> {
        let mut forces = self
            .forces
            .iter()
            .map(|name| library::force(name, Some(rules)))
            .collect::<Result<Vec<_>, _>>()?;
        for force in &forces {
            let other = Rules::of_force(force)?;
            if other != rules {
                return Err(Failure::said(format!(
                    "{}: this force is for the ruleset {}, the battle is of {}",
                    force.name,
                    other.name(),
                    rules.name()
                )));
            }
        }
        for (name, text) in rules.forces() {
            if forces.len() < sides && !forces.iter().any(|f| f.name == *name) {
                forces.push(Source::new(*name, *text));
            }
        }
        if forces.len() < sides {
            return Err(Failure::said(format!(
                "{} forces are needed, {} given; name one a side with --force",
                sides,
                forces.len()
            )));
        }
        Ok(forces)
    }

    fn agent_names(&self, first: &str, sides: usize) -> Result<Vec<String>, Failure> {
        if self.agents.len() > sides {
            return Err(Failure::said(format!(
                "{} agents for {sides} sides; give --agent once a side at most",
                self.agents.len()
            )));
        }
        let mut agents = self.agents.clone();
        while agents.len() < sides {
            agents.push(if agents.is_empty() { first } else { USUAL }.to_owned());
        }
        for (i, name) in agents.iter().enumerate() {
            check_agent(name, Side(i as u8))?;
        }
        Ok(agents)
    }

    /// The options that repeat a battle, as they are typed.
    pub fn repeat(setup: &Setup) -> String {
        let solo = setup
            .solo
            .map_or_else(String::new, |s| format!(" --solo={}", solo_name(s)));
        format!("--map {}{solo} --seed {}", setup.map.name, setup.seed)
    }
}

/// Who plays a side unless an option says otherwise.
pub const USUAL: &str = "utility";

/// Whether there is an agent of this name.
///
/// # Errors
/// When there is none; says which there are.
pub fn check_agent(name: &str, side: Side) -> Result<(), Failure> {
    if matches!(name, "human" | "stdin") || name.starts_with("cmd:") {
        return Ok(());
    }
    crate::ai::agent(name, 0, side)
        .map(|_| ())
        .map_err(|error| Failure::said(format!("{error}; besides human, stdin and cmd:\"…\"")))
}
