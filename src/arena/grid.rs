//! From options to a grid of pairings: maps × scenarios × forces × agents.

mod lists;
mod motions;

use super::stats::Times;
use super::wrappers::Timed;
use super::{Cell, Job, Row, Titles};
use crate::ai::{Agent, Wrapped};
use crate::battle::{Role, Side};
use crate::board::Board;
use crate::play::handicap::Percent;
use crate::play::matches::run as play;
use crate::play::{AgentName, DiceSource, Setup, words};
use crate::rules::Rules;
use crate::scenario::Scenario;
use crate::source::Source;
use crate::store::Failure;
use crate::store::library::{self, Library, MAPS};
use crate::store::options::{BattleOptions, USUAL, check_agent};
use lists::{agent_names, all, choices, force_title, turned};
#[cfg(not(target_arch = "wasm32"))]
use rayon::prelude::*;
use serde_json::{Value, json};
use std::sync::{Arc, PoisonError};

/// Which forces fight each other.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Matchups {
    /// Different forces fight each other.
    Each,
    /// All sides have the same force.
    Mirror,
    /// Both.
    All,
}

/// Lists that make a grid of pairings.
#[derive(Clone, Debug, Default)]
pub struct GridOptions {
    /// Maps by name or file, or `all`.
    pub maps: Vec<String>,
    /// Scenarios by name or file, or `all`; scenarios made for one map are played on that map.
    pub scenarios: Vec<String>,
    /// Forces by name or file, or `all` of the ruleset.
    pub force_list: Vec<String>,
    /// Agents; each plays against each other.
    pub agent_list: Vec<String>,
    /// Number of sides, if the scenario does not say.
    pub sides: Option<u8>,
    /// Which of the listed forces fight each other; by default `Each`, with several agents `All`.
    pub matchups: Option<Matchups>,
}

/// A map and a scenario.
#[derive(Debug)]
struct Venue {
    /// The options that select them.
    options: BattleOptions,
    /// The battle without its forces and agents.
    base: Setup,
    board: Arc<Board>,
    scenario_title: String,
}

/// Pairings with the maps, scenarios, forces and agents they use.
#[derive(Debug)]
pub struct Grid {
    /// The pairings.
    pub cells: Vec<Cell>,
    /// The seed of the series.
    pub seed: u64,
    /// Pairings that cannot be played, and why.
    pub left_out: Vec<String>,
    venues: Vec<Venue>,
    agents: Vec<AgentName>,
    forces: Vec<Source>,
    /// Titles of the forces, in the same order.
    titles: Vec<String>,
    timing: bool,
    /// How much of its force the entrant named last leaves at home.
    handicap: Option<Percent>,
}

impl Grid {
    /// The grid of the options.
    ///
    /// # Errors
    /// If options or files are wrong, or no pairing can be played.
    pub fn new(battle: &BattleOptions, lists: &GridOptions) -> Result<Self, Failure> {
        let mut grid = Self::empty(0);
        grid.timing = battle.timing;
        grid.handicap = battle.handicap;
        let battle = &BattleOptions {
            handicap: None,
            ..battle.clone()
        };
        grid.find_venues(battle, lists)?;
        grid.seed = grid.venues[0].base.seed;
        let single = lists.maps.is_empty()
            && lists.scenarios.is_empty()
            && lists.force_list.is_empty()
            && lists.agent_list.is_empty();
        let mut cells = Vec::new();
        for venue in 0..grid.venues.len() {
            let forces = grid.force_choices(venue, lists)?;
            let agents = grid.agent_choices(venue, lists)?;
            let fixed = grid.fixed(venue)?;
            for forces in forces {
                for agents in &agents {
                    cells.push(Cell {
                        venue,
                        agents: agents.clone(),
                        forces: forces.clone(),
                        fixed_forces: fixed,
                    });
                }
            }
        }
        // Pairings that cannot be played are found now, not by the first thread that tries.
        #[cfg(not(target_arch = "wasm32"))]
        let each = cells.par_iter();
        #[cfg(target_arch = "wasm32")]
        let each = cells.iter();
        let tried: Vec<Option<Failure>> = each.map(|c| grid.playable(c).err()).collect();
        for (cell, failure) in cells.into_iter().zip(tried) {
            match failure {
                None => grid.cells.push(cell),
                Some(failure) if single => return Err(failure),
                Some(failure) => grid.left_out.push(grid.described(&cell, &failure)),
            }
        }
        if grid.cells.is_empty() {
            let first = grid.left_out.first().map_or("", String::as_str);
            return Err(Failure::message(format!(
                "no pairing can be played; the first: {first}"
            )));
        }
        Ok(grid)
    }

    /// A grid without pairings.
    pub fn empty(seed: u64) -> Self {
        Self {
            cells: Vec::new(),
            seed,
            left_out: Vec::new(),
            venues: Vec::new(),
            agents: Vec::new(),
            forces: Vec::new(),
            titles: Vec::new(),
            timing: false,
            handicap: None,
        }
    }

    /// Adds the map and scenario of the options; returns their index.
    ///
    /// # Errors
    /// If options or files are wrong.
    pub fn venue(&mut self, options: BattleOptions) -> Result<usize, Failure> {
        let base = options.setup(USUAL)?;
        self.add_venue(options, base)
    }

    fn add_venue(&mut self, options: BattleOptions, base: Setup) -> Result<usize, Failure> {
        let known = self.venues.iter();
        let known = known.map(|v| (&v.base.map.name, &v.board));
        let board = match known.into_iter().find(|(name, _)| **name == base.map.name) {
            Some((_, board)) => board.clone(),
            None => base.board()?,
        };
        let scenario = Scenario::read(&base.scenario)?;
        self.venues.push(Venue {
            options,
            base,
            board,
            scenario_title: scenario.name().to_owned(),
        });
        Ok(self.venues.len() - 1)
    }

    /// The index of an agent, added if it is new.
    pub fn agent(&mut self, name: AgentName) -> usize {
        let known = self.agents.iter().position(|a| *a == name);
        known.unwrap_or_else(|| {
            self.agents.push(name);
            self.agents.len() - 1
        })
    }

    /// The ruleset of a venue.
    pub fn rules(&self, venue: usize) -> Rules {
        self.venues[venue].base.rules
    }

    fn find_venues(&mut self, battle: &BattleOptions, lists: &GridOptions) -> Result<(), Failure> {
        let listed = |names: &[String], library: Library, one: &Option<String>| {
            if all(names) {
                let entries = library.all().into_iter();
                entries.map(|entry| Some(entry.name)).collect()
            } else if names.is_empty() {
                vec![one.clone()]
            } else {
                names
                    .iter()
                    .map(|n| Some(n.trim().to_owned()))
                    .collect::<Vec<_>>()
            }
        };
        let maps = listed(&lists.maps, MAPS, &battle.map);
        let scenarios = listed(&lists.scenarios, library::SCENARIOS, &battle.scenario);
        let mut seed = battle.seed;
        for scenario in &scenarios {
            for map in &maps {
                let mut options = BattleOptions {
                    map: map.clone(),
                    scenario: scenario.clone(),
                    seed,
                    ..battle.clone()
                };
                if !lists.force_list.is_empty()
                    && !all(&lists.force_list)
                    && options.ruleset.is_none()
                {
                    // Unless the scenario has a ruleset, it is that of the forces.
                    options.forces = vec![lists.force_list[0].clone()];
                }
                let own_map = self.own_map(&options)?;
                if own_map && !lists.maps.is_empty() {
                    options.map = None;
                }
                let base = match options.setup(USUAL) {
                    Ok(base) => Ok(base),
                    Err(_) if !options.forces.is_empty() && battle.forces.is_empty() => {
                        options.forces.clear();
                        options.setup(USUAL)
                    }
                    Err(failure) => Err(failure),
                };
                let base = match base {
                    Ok(base) => base,
                    // "all" means all scenarios of this ruleset.
                    Err(failure) if all(&lists.scenarios) => {
                        self.left_out.push(failure.to_string());
                        break;
                    }
                    Err(failure) => return Err(failure),
                };
                options.forces.clone_from(&battle.forces);
                seed = Some(base.seed);
                if !base.agents.iter().all(AgentName::is_computer)
                    || base.dice != DiceSource::Seeded
                {
                    return Err(Failure::message(
                        "an arena plays without people: agents must be computer opponents, and dice seeded",
                    ));
                }
                self.add_venue(options, base)?;
                if own_map && !lists.maps.is_empty() {
                    break;
                }
            }
        }
        match (self.venues.is_empty(), self.left_out.first()) {
            (true, Some(why)) => Err(Failure::message(why.clone())),
            _ => Ok(()),
        }
    }

    /// Whether the scenario of the options is made for one map.
    fn own_map(&self, options: &BattleOptions) -> Result<bool, Failure> {
        match &options.scenario {
            None => Ok(false),
            Some(name) => {
                let source = library::SCENARIOS.open(name)?.source;
                Ok(Scenario::read(&source)?.map().is_some())
            }
        }
    }

    fn scenario(&self, venue: usize) -> Result<Scenario, Failure> {
        Ok(Scenario::read(&self.venues[venue].base.scenario)?)
    }

    /// Whether the scenario limits the points of forces.
    ///
    /// # Errors
    /// If the scenario is wrong.
    pub fn budgets(&self, venue: usize) -> Result<bool, Failure> {
        let scenario = self.scenario(venue)?;
        let sides = self.venues[venue].base.forces.len();
        Ok((0..sides).any(|side| scenario.budget(side).is_some()))
    }

    /// Whether forces stay on their seats, because the scenario gives each seat its own task.
    ///
    /// # Errors
    /// If the scenario is wrong.
    pub fn fixed(&self, venue: usize) -> Result<bool, Failure> {
        let scenario = self.scenario(venue)?;
        let sides = self.venues[venue].base.forces.len();
        Ok((0..sides).any(|side| {
            scenario.role(side) != Role::Equal
                || scenario.force(side).is_some()
                || scenario.budget(side).is_some()
        }))
    }

    fn sides(&self, venue: usize, lists: &GridOptions) -> Result<usize, Failure> {
        let open = match lists.sides {
            Some(sides) => usize::from(sides),
            None => self.venues[venue].base.forces.len().max(2),
        };
        Ok(self.scenario(venue)?.sides().unwrap_or(open))
    }

    /// The index of a force, added if it is new.
    pub fn force(&mut self, source: Source) -> usize {
        match self.forces.iter().position(|f| f.name == source.name) {
            Some(known) => known,
            None => {
                self.titles.push(force_title(&source));
                self.forces.push(source);
                self.forces.len() - 1
            }
        }
    }

    /// The file name of a force.
    pub fn force_name(&self, force: usize) -> &str {
        &self.forces[force].name
    }

    fn force_choices(
        &mut self,
        venue: usize,
        lists: &GridOptions,
    ) -> Result<Vec<Vec<usize>>, Failure> {
        let sides = self.sides(venue, lists)?;
        let scenario = self.scenario(venue)?;
        let own = (0..sides).any(|side| scenario.force(side).is_some());
        if lists.force_list.is_empty() || own {
            let forces = self.venues[venue].base.forces.clone();
            let known: Vec<usize> = forces.into_iter().map(|f| self.force(f)).collect();
            return Ok(vec![
                (0..sides).map(|side| known[side % known.len()]).collect(),
            ]);
        }
        let rules = self.venues[venue].base.rules;
        let mut known = Vec::new();
        if all(&lists.force_list) {
            for entry in library::forces(rules).all() {
                let source = library::forces(rules).open(&entry.name)?.source;
                known.push(self.force(source));
            }
        } else {
            for name in &lists.force_list {
                // Two rulesets may ship a force of one name.
                let name = name.trim();
                let mut own = rules.forces().iter();
                let own = own.any(|(shipped, _)| shipped.eq_ignore_ascii_case(name));
                let source = library::force(name, own.then_some(rules))?;
                if Rules::of_force(&source)? == rules {
                    known.push(self.force(source));
                } else {
                    let why = format!("{name} is not a force for {}", rules.name());
                    self.left_out.push(why);
                }
            }
        }
        let matchups = match lists.matchups {
            Some(matchups) => matchups,
            None if known.len() < 2 => Matchups::Mirror,
            None if lists.agent_list.is_empty() => Matchups::Each,
            None => Matchups::All,
        };
        let mut out: Vec<Vec<usize>> = Vec::new();
        if matchups != Matchups::Each {
            out.extend(known.iter().map(|force| vec![*force; sides]));
        }
        if matchups != Matchups::Mirror && known.len() > 1 {
            let mut each = choices(known.len(), sides);
            if self.fixed(venue)? {
                each = turned(each);
            }
            let named = |choice: Vec<usize>| choice.into_iter().map(|at| known[at]).collect();
            out.extend(each.into_iter().map(named));
        }
        Ok(out)
    }

    fn agent_choices(
        &mut self,
        venue: usize,
        lists: &GridOptions,
    ) -> Result<Vec<Vec<usize>>, Failure> {
        let sides = self.sides(venue, lists)?;
        let names = agent_names(&lists.agent_list)?;
        for name in &names {
            check_agent(name, Side(0))?;
            if !name.is_computer() {
                return Err(Failure::message(
                    "an arena plays without people: agents must be computer opponents",
                ));
            }
        }
        let mut known = Vec::new();
        let listed = !names.is_empty();
        let names = if listed {
            names
        } else {
            self.venues[venue].base.agents.clone()
        };
        for name in names {
            let at = self.agent(name);
            if !listed || !known.contains(&at) {
                known.push(at);
            }
        }
        if listed {
            let named = |choice: Vec<usize>| choice.into_iter().map(|at| known[at]).collect();
            return Ok(choices(known.len(), sides).into_iter().map(named).collect());
        }
        let last = known[known.len() - 1];
        known.resize(sides, last);
        Ok(vec![known])
    }

    /// Tries to set up a pairing.
    ///
    /// # Errors
    /// Why it cannot be played.
    pub fn playable(&self, cell: &Cell) -> Result<(), Failure> {
        let venue = &self.venues[cell.venue];
        let mut setup = self.seated(venue, &cell.forces, &[], 0);
        setup.agents = vec![USUAL.into(); cell.forces.len()];
        for first in 0..cell.forces.len() {
            self.handicapped(setup.clone(), first)?
                .begin_on(venue.board.clone())?;
            if self.handicap.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// A battle with the handicap of the series. `first`: the seat of the entrant that is named first.
    fn handicapped(&self, setup: Setup, first: usize) -> Result<Setup, Failure> {
        let Some(percent) = self.handicap else {
            return Ok(setup);
        };
        if setup.forces.len() != 2 {
            return Err(Failure::message(
                "a handicap in a series needs battles of two sides",
            ));
        }
        let percent = if first == 0 { percent } else { -percent };
        setup.handicapped(percent).map_err(Failure::message)
    }

    fn described(&self, cell: &Cell, failure: &Failure) -> String {
        let venue = &self.venues[cell.venue];
        let forces: Vec<&str> = cell
            .forces
            .iter()
            .map(|f| self.titles[*f].as_str())
            .collect();
        format!(
            "{} on {} with {}: {failure}",
            venue.scenario_title,
            venue.board.map().name,
            forces.join(", ")
        )
    }

    fn titles(&self, job: &Job) -> Titles {
        let venue = &self.venues[job.venue];
        Titles {
            map: venue.board.map().name.clone(),
            scenario: venue.scenario_title.clone(),
            forces: job.forces.iter().map(|f| self.titles[*f].clone()).collect(),
        }
    }

    fn seated(&self, venue: &Venue, forces: &[usize], agents: &[usize], seed: u64) -> Setup {
        Setup {
            forces: forces.iter().map(|f| self.forces[*f].clone()).collect(),
            agents: agents.iter().map(|a| self.agents[*a].clone()).collect(),
            seed,
            ..venue.base.clone()
        }
    }

    /// Maps and seed in a few words: ` on Ford, seed 5`.
    pub fn title(&self) -> String {
        let mut maps: Vec<&str> = self
            .venues
            .iter()
            .map(|v| v.board.map().name.as_str())
            .collect();
        maps.dedup();
        maps.sort_unstable();
        maps.dedup();
        match maps.as_slice() {
            [one] => format!(" on {one}, seed {}", self.seed),
            many => format!(" on {} maps, seed {}", many.len(), self.seed),
        }
    }

    /// Whether a line of a series is the battle of this job.
    pub fn fits(&self, job: &Job, row: &Row) -> bool {
        let venue = &self.venues[job.venue];
        row.game == job.game
            && row.pair == job.pair
            && row.seed == job.seed
            && row.map == venue.base.map.name
            && (row.scenario == venue.base.scenario.name || row.scenario.is_empty())
            && job
                .agents
                .iter()
                .map(|a| self.agents[*a].to_string())
                .eq(row.agents.iter().cloned())
            && job
                .forces
                .iter()
                .map(|f| &self.forces[*f].name)
                .eq(&row.forces)
    }

    /// Plays one game with the agents that `agent` makes, and returns its line of JSON.
    ///
    /// # Errors
    /// If the battle cannot be set up, or an agent cannot be made.
    pub fn play(
        &self,
        job: &Job,
        agent: impl Fn(&Setup, &AgentName, Side) -> Result<Box<dyn Agent>, Failure>,
    ) -> Result<String, Failure> {
        let venue = &self.venues[job.venue];
        let setup = self.seated(venue, &job.forces, &job.agents, job.seed);
        let setup = self.handicapped(setup, job.first)?;
        let game = setup.begin_on(venue.board.clone())?;
        let mut agents = Vec::with_capacity(setup.agents.len());
        let mut clocks = Vec::new();
        for (i, name) in setup.agents.iter().enumerate() {
            let agent = agent(&setup, name, Side(i as u8))?;
            if self.timing {
                let timed = Timed::default();
                clocks.push(timed.times.clone());
                agents.push(Box::new(Wrapped::new(agent, timed)) as Box<dyn Agent>);
            } else {
                agents.push(agent);
            }
        }
        let played = play(game, &mut agents, setup.seed);
        if let Some(why) = agents.iter().find_map(|agent| agent.failed()) {
            return Err(Failure::Message(why));
        }
        let mut line = words::result(&played.game, &played.outcome, setup.seed);
        line.insert("game".into(), json!(job.game));
        line.insert("pair".into(), json!(job.pair));
        line.insert("map".into(), json!(setup.map.name));
        line.insert("scenario".into(), json!(setup.scenario.name));
        line.insert("agents".into(), json!(setup.agents));
        let forces: Vec<&String> = setup.forces.iter().map(|f| &f.name).collect();
        line.insert("forces".into(), json!(forces));
        line.insert("titles".into(), json!(self.titles(job)));
        let drew = words::seats(played.game.drew());
        if !drew.is_empty() {
            line.insert("drew".into(), json!(drew));
        }
        line.insert("lead_changes".into(), json!(played.lead_changes));
        if let Some(handicap) = &setup.conditions.handicap {
            line.insert("handicap".into(), handicap.write());
        }
        let notices: Vec<String> = agents.iter().filter_map(|a| a.notice()).collect();
        if !notices.is_empty() {
            line.insert("notices".into(), json!(notices));
        }
        let is_program = |name: &AgentName| matches!(name, AgentName::Command(_));
        if setup.agents.iter().any(is_program) {
            let replaced: Vec<u64> = agents.iter().map(|agent| agent.replaced()).collect();
            line.insert("replaced".into(), json!(replaced));
        }
        if self.timing {
            let times: Vec<Times> = clocks
                .iter()
                .map(|clock| clock.lock().unwrap_or_else(PoisonError::into_inner).clone())
                .collect();
            line.insert("thinking".into(), json!(times));
        }
        line.insert("watch".into(), json!(venue.options.repeat(&setup)));
        Ok(Value::Object(line).to_string())
    }
}
