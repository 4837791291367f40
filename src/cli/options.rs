//! The options that say which battle: from what was typed to a [`Setup`].

use super::open::{MAPS, is_foreign};
use super::{Failure, library, suggest};
use crate::battle::{Scale, Side};
use crate::play::Setup;
use crate::play::setup::{solo_name, solo_named};
use crate::rules::{Rules, house};
use crate::scenario::Scenario;
use crate::source::Source;
use clap::{Args, ValueEnum};
use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Source of the dice.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, ValueEnum)]
pub enum DiceOption {
    /// The program rolls, by the seed
    #[default]
    Seeded,
    /// You roll real dice and type what they show
    Typed,
    /// A program sends the faces on standard input
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

/// Options that describe a battle.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Battle")]
pub struct BattleOptions {
    /// Map (name or file)
    #[arg(long, value_name = "M")]
    pub map: Option<String>,
    /// Scenario (name or file)
    #[arg(long, value_name = "S")]
    pub scenario: Option<String>,
    /// Ruleset
    #[arg(long, value_name = "R")]
    pub ruleset: Option<String>,
    /// Rules file: numbers and switches that differ from the ruleset
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,
    /// Change a number or switch of the rules, such as facing=false, moves.small=5 or
    /// cost={small=3}; may be repeated
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    pub changes: Vec<String>,
    /// Force (name or file); give it once for each side
    #[arg(long = "force", value_name = "NAME|FILE")]
    pub forces: Vec<String>,
    /// Player of a side: human, stdin, random, charge, greedy, utility, search, cmd:"…" or a
    /// profile, some with :LEVEL; give it once for each side
    #[arg(long = "agent", value_name = "NAME[:LEVEL]")]
    pub agents: Vec<String>,
    /// Solo rules: off, enemy or both; without a value, both
    #[arg(
        long,
        value_name = "off|enemy|both",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "both",
        value_parser = ["off", "enemy", "both"]
    )]
    pub solo: Option<String>,
    /// Number of rounds, or none for no limit
    #[arg(long, value_name = "N|none", value_parser = rounds, allow_hyphen_values = true)]
    pub rounds: Option<Rounds>,
    /// Scale of the figures, such as 28mm
    #[arg(long, value_name = "S", value_parser = scale, allow_hyphen_values = true)]
    pub scale: Option<Scale>,
    /// Seed of dice and opponents; without it, a random seed is used and printed
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub seed: Option<u64>,
    /// Source of the dice
    #[arg(long, value_enum, value_name = "seeded|typed|stdin")]
    pub dice: Option<DiceOption>,
    /// File for the record; without it, a new file in the data folder
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Print the reasons for each choice
    #[arg(long)]
    pub why: bool,
    /// Record the time that each choice took
    #[arg(long)]
    pub timing: bool,
    /// Time limit in seconds for an answer of an outside program
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
        _ => Err("expected a number of rounds from 1 to 65535, or none".to_owned()),
    }
}

/// Reads a figure scale, like 28mm.
///
/// # Errors
/// There is no such scale.
pub fn scale(text: &str) -> Result<Scale, String> {
    Scale::named(text).ok_or_else(|| {
        let known: Vec<_> = Scale::ALL.iter().map(|s| s.name()).collect();
        suggest::choices(text, &known)
    })
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(n) if n > 0.0 && n <= 3600.0 => Ok(n),
        _ => Err("expected a number of seconds above 0, at most 3600".to_owned()),
    }
}

/// A random seed.
pub fn drawn_seed() -> u64 {
    // The standard library seeds its hash maps from the system's randomness.
    let hash = std::collections::hash_map::RandomState::new()
        .build_hasher()
        .finish();
    hash % 1_000_000_000
}

/// A sample force for a side without `--force`: within the scenario's budget, and not used by
/// another side if possible.
fn sample(
    rules: Rules,
    scenario: &Scenario,
    side: usize,
    taken: &[Source],
) -> Result<Source, Failure> {
    let shelf = library::forces(rules);
    let budget = scenario.budget(side);
    let mut best: Option<(bool, i32, Source)> = None;
    for (name, _) in rules.forces() {
        let source = shelf.open(name)?.source;
        let points = rules.force(&source, None)?.points;
        if budget.is_some_and(|most| points > most) {
            continue;
        }
        let fresh = !taken.iter().any(|t| t.name == source.name);
        // Without a budget the first ones are as good as any.
        let rank = budget.map_or(0, |_| points);
        if best.as_ref().is_none_or(|b| (fresh, rank) > (b.0, b.1)) {
            best = Some((fresh, rank, source));
        }
    }
    best.map(|b| b.2).ok_or_else(|| {
        Failure::said(format!(
            "no sample force of {} fits side {}; name one with --force",
            rules.name(),
            side + 1
        ))
    })
}

/// The path of a file that a scenario names: beside the scenario if it exists there, else unchanged.
fn beside(folder: Option<&Path>, name: &str) -> String {
    match folder.map(|f| f.join(name)) {
        Some(path) if path.is_file() => path.display().to_string(),
        _ => name.to_owned(),
    }
}

/// The ruleset of a name.
///
/// # Errors
/// There is no ruleset of that name.
pub fn ruleset(name: &str) -> Result<Rules, Failure> {
    Rules::named(name).ok_or_else(|| {
        let known: Vec<_> = Rules::ALL.iter().map(|r| r.name()).collect();
        Failure::said(suggest::unknown("ruleset", name, &known))
    })
}

/// A rules file, if there is one, with the changes of `--rule`.
///
/// # Errors
/// A change is not possible; the error says which and why.
pub fn with_changes(
    rules: Rules,
    file: Option<Source>,
    changes: &[String],
) -> Result<Option<Source>, Failure> {
    match changes {
        [] => Ok(file),
        _ => Ok(house::changed(rules, file.as_ref(), changes)?),
    }
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

    /// The battle that the options describe. `first` is the default agent of side 1; every other
    /// side is played by [`USUAL`] by default.
    ///
    /// # Errors
    /// A file cannot be found or read, or an option is wrong.
    pub fn setup(&self, first: &str) -> Result<Setup, Failure> {
        let (source, folder) = self.scenario_source()?;
        self.setup_of(first, source, folder.as_deref(), None)
    }

    /// As `setup`, with the scenario and perhaps the map as texts.
    ///
    /// # Errors
    /// A file cannot be found or read, or an option is wrong.
    pub fn setup_of(
        &self,
        first: &str,
        source: Source,
        folder: Option<&Path>,
        map: Option<Source>,
    ) -> Result<Setup, Failure> {
        let config = match &self.rules {
            Some(name) => Some(library::RULES.open(name)?.source),
            None => None,
        };
        let scenario = Scenario::read(&source)?;
        let rules = self.rules_of(config.as_ref(), &scenario)?;
        let config = with_changes(rules, config, &self.changes)?;
        let map = match (map, &self.map, scenario.map()) {
            (Some(map), ..) => map,
            (None, Some(map), _) if is_foreign(map) => {
                return Err(Failure::said(format!(
                    "{map} is a map of another program; convert it first: skirmish map convert {map} FILE.toml"
                )));
            }
            (None, Some(map), _) => MAPS.open(map)?.source,
            (None, None, Some(map)) => {
                let found = MAPS.open(&beside(folder, map));
                let unfound = |why: Failure| scenario.map_fault(why.to_string());
                found.map_err(unfound)?.source
            }
            (None, None, None) => MAPS.open("ford")?.source,
        };
        let forces = self.force_sources(rules, &scenario, folder)?;
        let agents = self.agent_names(first, forces.len())?;
        let setup = Setup {
            rules,
            config,
            map,
            scenario: source,
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

    /// The ruleset: from `--ruleset`, else from the rules file, the scenario or the first force, else
    /// the default.
    fn rules_of(&self, config: Option<&Source>, scenario: &Scenario) -> Result<Rules, Failure> {
        let asked = match (&self.ruleset, config) {
            (Some(name), _) => Some(ruleset(name)?),
            (None, Some(config)) => Some(Rules::of_force(config)?),
            (None, None) => None,
        };
        if let (Some(asked), Some(meant)) = (asked, scenario.ruleset())
            && !asked.plays(meant)
        {
            return Err(Failure::said(format!(
                "{}: this scenario is for the ruleset {}, not {}",
                scenario.source().name,
                meant.name(),
                asked.name()
            )));
        }
        if let Some(rules) = asked.or(scenario.ruleset()) {
            return Ok(rules);
        }
        match self.forces.first() {
            Some(name) => Ok(Rules::of_force(&library::force(name, None)?)?),
            None => Ok(Rules::ALL[0]),
        }
    }

    /// The scenario's text, and the folder it lies in if it is a file.
    fn scenario_source(&self) -> Result<(Source, Option<PathBuf>), Failure> {
        match &self.scenario {
            None => Ok((Scenario::plain().source().clone(), None)),
            Some(name) => {
                let found = library::SCENARIOS.open(name)?;
                let folder = found
                    .path
                    .and_then(|p| p.parent().map(std::path::Path::to_owned));
                Ok((found.source, folder))
            }
        }
    }

    /// A force for every side: from `--force`, else the scenario's, else a sample.
    fn force_sources(
        &self,
        rules: Rules,
        scenario: &Scenario,
        folder: Option<&Path>,
    ) -> Result<Vec<Source>, Failure> {
        let sides = scenario.sides().unwrap_or(self.forces.len().max(2));
        if self.forces.len() > sides {
            return Err(Failure::said(format!(
                "{} forces for {sides} sides; give --force at most once for each side",
                self.forces.len()
            )));
        }
        let mut forces: Vec<Source> = Vec::new();
        for side in 0..sides {
            let source = match (self.forces.get(side), scenario.force(side)) {
                (Some(name), _) => library::force(name, Some(rules))?,
                (None, Some(name)) => library::force(&beside(folder, name), Some(rules))
                    .map_err(|why| scenario.force_fault(side, why.to_string()))?,
                (None, None) => sample(rules, scenario, side, &forces)?,
            };
            let other = Rules::of_force(&source)?;
            if other != rules {
                return Err(Failure::said(format!(
                    "{}: this force is for the ruleset {}, but the battle uses {}",
                    source.name,
                    other.name(),
                    rules.name()
                )));
            }
            forces.push(source);
        }
        Ok(forces)
    }

    fn agent_names(&self, first: &str, sides: usize) -> Result<Vec<String>, Failure> {
        if self.agents.len() > sides {
            return Err(Failure::said(format!(
                "{} agents for {sides} sides; give --agent at most once for each side",
                self.agents.len()
            )));
        }
        let mut agents = self.agents.clone();
        while agents.len() < sides {
            // A person plays against the opponent that is meant for people.
            let person = agents.first().is_some_and(|agent| agent == "human");
            let other = if person { crate::ai::DEFAULT } else { USUAL };
            agents.push(if agents.is_empty() { first } else { other }.to_owned());
        }
        for (i, name) in agents.iter().enumerate() {
            check_agent(name, Side(i as u8))?;
        }
        Ok(agents)
    }

    /// The command that shows this battle again: these options, with the setup's sides and seed.
    pub fn repeat(&self, setup: &Setup) -> String {
        let mut words = vec!["skirmish watch".to_owned()];
        let mut option =
            |name: &str, value: &str| words.push(format!("--{name} {}", quoted(value)));
        option("map", &setup.map.name);
        if let Some(scenario) = &self.scenario {
            option("scenario", scenario);
        }
        option("ruleset", setup.rules.name());
        if let Some(rules) = &self.rules {
            option("rules", rules);
        }
        for change in &self.changes {
            option("rule", change);
        }
        for force in &setup.forces {
            option("force", &force.name);
        }
        for agent in &setup.agents {
            option("agent", agent);
        }
        if let Some(rounds) = setup.rounds {
            option(
                "rounds",
                &rounds.map_or("none".to_owned(), |n| n.to_string()),
            );
        }
        if let Some(scale) = setup.scale {
            option("scale", scale.name());
        }
        if let Some(solo) = setup.solo {
            words.push(format!("--solo={}", solo_name(solo)));
        }
        words.push(format!("--seed {}", setup.seed));
        words.join(" ")
    }
}

/// A word as a shell takes it: quoted where it must be.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,=+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// The default agent of a side.
pub const USUAL: &str = "utility";

/// Whether there is an agent of this name.
///
/// # Errors
/// There is none; the error lists those that exist.
pub fn check_agent(name: &str, side: Side) -> Result<(), Failure> {
    if matches!(name, "human" | "stdin") || name.starts_with("cmd:") {
        return Ok(());
    }
    super::opponents::agent(name, 0, side).map(|_| ())
}
