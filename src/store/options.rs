//! Which battle: from options in words to a [`Setup`].

use super::library::MAPS;
use super::{Failure, disk, import, library, suggest, text};
use crate::ai;
use crate::battle::{Aim, HalfPoints, Scale, Side};
use crate::play::handicap::Percent;
use crate::play::setup::{solo_name, solo_named};
use crate::play::{AgentName, Conditions, DiceSource, Setup};
use crate::rules::{Rules, house};
use crate::scenario::Scenario;
use crate::source::Source;
use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Which battle, in words: names or paths of files, names of rulesets and players.
#[derive(Clone, Debug, Default)]
pub struct BattleOptions {
    /// Map; by default the scenario's, or `ford`.
    pub map: Option<String>,
    /// Scenario; by default a plain fight.
    pub scenario: Option<String>,
    /// Ruleset; by default that of the rules file, the scenario or the first force.
    pub ruleset: Option<String>,
    /// Rules file.
    pub rules: Option<String>,
    /// Changes of the rules, such as `facing=false`.
    pub changes: Vec<String>,
    /// Forces, one a side; by default the scenario's, or sample forces.
    pub forces: Vec<String>,
    /// Players, one a side.
    pub agents: Vec<AgentName>,
    /// Solo rules: `off`, `enemy` or `both`.
    pub solo: Option<String>,
    /// Number of rounds.
    pub rounds: Option<Rounds>,
    /// Scale of the figures.
    pub scale: Option<Scale>,
    /// Seed of dice and opponents; by default a random one.
    pub seed: Option<u64>,
    /// Source of the dice.
    pub dice: Option<DiceSource>,
    /// File for the record; by default a new file in the data folder.
    pub record: Option<PathBuf>,
    /// Whether the reasons of each choice are told.
    pub why: bool,
    /// Whether the time that each choice took is recorded.
    pub timing: bool,
    /// Time limit for an answer of an outside program; by default ten seconds.
    pub bot_time: Option<Duration>,
    /// How much of a force stays at home.
    pub handicap: Option<Percent>,
    /// Seconds that an opponent that plays battles out may think about an answer.
    pub think: Option<f64>,
    /// The opponent of a person who names none; by default [`crate::ai::DEFAULT`].
    pub opponent: Option<&'static str>,
}

/// A number of rounds, or none.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rounds(pub Option<u16>);

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
    let library = library::forces(rules);
    let budget = scenario.budget_in(rules, side);
    let mut best: Option<(bool, HalfPoints, Source)> = None;
    for (name, _) in rules.forces() {
        let source = library.open(name)?.source;
        let points = rules.force(&source, None)?.points;
        if budget.is_some_and(|most| points > most) {
            continue;
        }
        let fresh = !taken.iter().any(|t| t.name == source.name);
        // Without a budget the first ones are as good as any.
        let rank = budget.map_or(HalfPoints::ZERO, |_| points);
        if best.as_ref().is_none_or(|b| (fresh, rank) > (b.0, b.1)) {
            best = Some((fresh, rank, source));
        }
    }
    best.map(|b| b.2).ok_or_else(|| {
        Failure::message(format!(
            "no sample force of {} fits side {}; name one with --force",
            rules.name(),
            side + 1
        ))
    })
}

/// The path of a file that a scenario names: beside the scenario if it exists there, else unchanged.
fn beside(folder: Option<&Path>, name: &str) -> String {
    match folder.map(|f| f.join(name)) {
        Some(path) if disk::is_file(&path) => path.display().to_string(),
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
        Failure::message(suggest::unknown("ruleset", name, &known))
    })
}

/// The map of a battle that names none: one with a building, if the scenario is about it.
fn usual_map(scenario: &Scenario) -> &'static str {
    match scenario.aim() {
        Aim::Fortress => "castle",
        _ => "ford",
    }
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
        self.bot_time.unwrap_or(Duration::from_secs(10))
    }

    /// The battle that the options describe. `first` is the default agent of side 1; every other
    /// side is played by [`USUAL`] by default.
    ///
    /// # Errors
    /// A file cannot be found or read, or an option is wrong.
    pub fn setup(&self, first: impl Into<AgentName>) -> Result<Setup, Failure> {
        let (source, folder) = self.scenario_source()?;
        self.setup_of(first, source, folder.as_deref(), None)
    }

    /// As `setup`, with the scenario and perhaps the map as texts.
    ///
    /// # Errors
    /// A file cannot be found or read, or an option is wrong.
    pub fn setup_of(
        &self,
        first: impl Into<AgentName>,
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
            (None, Some(map), _) => import::source(map)?,
            (None, None, Some(map)) => {
                let found = import::source(&beside(folder, map));
                found.map_err(|why| scenario.map_fault(why.to_string()))?
            }
            (None, None, None) => MAPS.open(usual_map(&scenario))?.source,
        };
        let forces = self.force_sources(rules, &scenario, folder)?;
        let mut agents = self.agent_names(first.into(), forces.len())?;
        if self.think.is_some() {
            agents = agents.into_iter().map(with_time).collect();
        }
        // A map drawn up for another scale is played at that, unless the battle says otherwise.
        let scale = self.scale.or_else(|| match scenario.scale() {
            None if map.text.contains("--scale ") => {
                let read = crate::files::map::read(&map).ok()?;
                Some(crate::survey::scale_of(&read)).filter(|scale| *scale != Scale::default())
            }
            _ => None,
        });
        let setup = Setup {
            rules,
            config,
            map,
            scenario: source,
            forces,
            agents,
            solo: self.solo.as_deref().and_then(solo_named),
            rounds: self.rounds.map(|r| r.0),
            scale,
            dice: self.dice.unwrap_or_default(),
            seed: self.seed.unwrap_or_else(drawn_seed),
            conditions: Conditions {
                think: self.think,
                ..Conditions::default()
            },
        };
        match self.handicap {
            None => Ok(setup),
            Some(percent) => setup.handicapped(percent).map_err(Failure::message),
        }
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
            return Err(Failure::message(format!(
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
            return Err(Failure::message(format!(
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
                return Err(Failure::message(format!(
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

    fn agent_names(&self, first: AgentName, sides: usize) -> Result<Vec<AgentName>, Failure> {
        if self.agents.len() > sides {
            return Err(Failure::message(format!(
                "{} agents for {sides} sides; give --agent at most once for each side",
                self.agents.len()
            )));
        }
        let mut agents = self.agents.clone();
        if agents.is_empty() && sides > 0 {
            agents.push(first);
        }
        // A person plays against the opponent that is meant for people.
        let other = match agents.first() {
            Some(AgentName::Human) => self.opponent.unwrap_or(crate::ai::DEFAULT),
            _ => USUAL,
        };
        agents.resize(sides, other.into());
        for (i, name) in agents.iter().enumerate() {
            check_agent(name, Side(i as u8))?;
        }
        Ok(agents)
    }

    /// The command that shows this battle again: these options, with the setup's sides and seed.
    pub fn repeat(&self, setup: &Setup) -> String {
        let mut words = vec!["skirmish watch".to_owned()];
        let mut option =
            |name: &str, value: &str| words.push(format!("--{name} {}", text::quoted(value)));
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
            option("agent", &agent.to_string());
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
        if let Some(handicap) = &setup.conditions.handicap {
            words.push(format!("--handicap={}", handicap.percent));
        }
        if let Some(seconds) = setup.conditions.think {
            words.push(format!("--think {seconds}"));
        }
        words.push(format!("--seed {}", setup.seed));
        words.join(" ")
    }
}

/// An opponent that is given time to think: the strongest named strength then plays its plans out.
fn with_time(name: AgentName) -> AgentName {
    let strongest = ai::LADDER.last().copied();
    match name {
        AgentName::Opponent { name, level: None } if strongest == Some(&name) => {
            AgentName::Opponent {
                name: ai::THINKER.to_owned(),
                level: None,
            }
        }
        other => other,
    }
}

/// The default agent of a side.
pub const USUAL: &str = "utility";

/// Whether there is an agent of this name.
///
/// # Errors
/// There is none; the error lists those that exist.
pub fn check_agent(name: &AgentName, side: Side) -> Result<(), Failure> {
    match name {
        AgentName::Human | AgentName::Stdin | AgentName::Command(_) => Ok(()),
        AgentName::Opponent { .. } => super::opponents::agent(name, 0, side).map(|_| ()),
    }
}
