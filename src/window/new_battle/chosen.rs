//! The choices for a new battle, and their problems.

use crate::ai;
use crate::battle::{HalfPoints, Scale, Severity};
use crate::board::Board;
use crate::play::handicap::{AtHome, Percent};
use crate::play::{AgentName, DiceSource, Setup};
use crate::rules::Rules;
use crate::rules::house::House;
use crate::scenario::{self, Scenario};
use crate::source::Source;
use crate::store::ladder;
use crate::store::options::{BattleOptions, Rounds};
use crate::store::{Failure, library, opponents};
use crate::window::board_words::{MOST_SIDES, seats};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The choices, which are kept for the next time.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Chosen {
    /// The map.
    pub map: String,
    /// Which grids the list of maps shows: all, squares or hexes.
    pub grids: Grids,
    /// The ruleset.
    pub ruleset: String,
    /// The scenario.
    pub scenario: String,
    /// A force a side.
    pub forces: Vec<String>,
    /// The forces that were chosen last with each other ruleset.
    pub forces_of: BTreeMap<String, Vec<String>>,
    /// The player of each side.
    pub agents: Vec<AgentName>,
    /// A team a side.
    pub teams: Vec<u8>,
    /// How much of a force stays at home, in hundredths: above 0 of the computer's, below 0 of the
    /// person's.
    pub handicap: i8,
    /// Rounds; 0: as the rules say.
    pub rounds: u16,
    /// The solo table.
    pub solo: String,
    /// Figure scale.
    pub scale: String,
    /// Whether real dice are rolled.
    pub typed: bool,
    /// House rules, a ruleset each: the text of a rules file.
    pub house: BTreeMap<String, String>,
}

/// Which grids a list of maps shows.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub enum Grids {
    /// All of them.
    #[default]
    All,
    /// Squares.
    Squares,
    /// Hexes.
    Hexes,
}

impl Default for Chosen {
    fn default() -> Self {
        Self {
            map: "ford".into(),
            grids: Grids::All,
            ruleset: Rules::ALL[0].name().into(),
            scenario: "battle".into(),
            forces: Vec::new(),
            forces_of: BTreeMap::new(),
            agents: vec![AgentName::Human, ladder::proposed().into()],
            teams: vec![1, 2],
            handicap: 0,
            rounds: 0,
            solo: "off".into(),
            scale: Scale::default().name().into(),
            typed: false,
            house: BTreeMap::new(),
        }
    }
}

/// The subject of a problem.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// Everything together.
    Whole,
    /// The map.
    Map,
    /// The scenario.
    Scenario,
    /// The house rules.
    Rules,
    /// A side, from 0.
    Side(usize),
}

/// Something wrong or doubtful about what was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its subject.
    pub about: About,
    /// How bad.
    pub severity: Severity,
    /// What, a sentence.
    pub what: String,
}

impl Chosen {
    /// The ruleset.
    pub fn rules(&self) -> Rules {
        Rules::named(&self.ruleset).unwrap_or(Rules::ALL[0])
    }

    /// The rules file of the house rules, if anything is not as usual.
    pub fn house_source(&self) -> Option<Source> {
        let text = self.house.get(self.rules().name())?;
        Some(Source::new("house rules", text.clone()))
    }

    /// The house rules.
    pub fn house(&self) -> Option<House> {
        let rules = self.rules();
        self.house_source()
            .and_then(|source| House::read(rules, &source).ok())
            .or_else(|| House::new(rules).ok())
    }

    /// Replaces the house rules.
    pub fn set_house(&mut self, house: &House) {
        let name = house.rules().name();
        match house.source("") {
            Some(source) => {
                self.house.insert(name.to_owned(), source.text);
            }
            None => {
                self.house.remove(name);
            }
        }
    }

    /// The scenario that is chosen.
    pub fn scenario(&self) -> Option<Scenario> {
        let found = library::SCENARIOS.open(&self.scenario).ok()?;
        Scenario::read(&found.source).ok()
    }

    /// Changes the ruleset, and comes back to the forces that were chosen last with it.
    pub fn set_rules(&mut self, rules: Rules) {
        let before = std::mem::replace(&mut self.ruleset, rules.name().to_owned());
        let forces = self.forces_of.remove(rules.name()).unwrap_or_default();
        let forces = std::mem::replace(&mut self.forces, forces);
        self.forces_of.insert(before, forces);
    }

    /// Makes as many sides as there must be, with something sensible in each: forces that are
    /// close in points. `forces`: all there are, with their points.
    pub fn even_out(&mut self, forces: &[(String, HalfPoints)], sides: Option<usize>) {
        let sides = sides.unwrap_or(self.forces.len()).clamp(2, MOST_SIDES);
        self.forces.resize(sides, String::new());
        let points = |name: &str| forces.iter().find(|(n, _)| n == name).map(|(_, p)| *p);
        if self.forces.iter().all(|force| points(force).is_none()) {
            let (first, second) = closest(forces);
            for (force, name) in self.forces.iter_mut().zip([first, second]) {
                *force = name;
            }
        }
        for i in 0..sides {
            if points(&self.forces[i]).is_some() {
                continue;
            }
            let known = self.forces.iter().find_map(|force| points(force));
            let others = forces
                .iter()
                .filter(|(name, _)| !self.forces.contains(name));
            let wanted = known.unwrap_or_default();
            let near = others.min_by_key(|(_, points)| (*points - wanted).abs());
            let near = near.or(forces.first());
            self.forces[i] = near.map(|(name, _)| name.clone()).unwrap_or_default();
        }
        self.agents.resize(sides, ladder::proposed().into());
        self.teams.truncate(sides);
        while self.teams.len() < sides {
            self.teams.push(self.teams.len() as u8 + 1);
        }
    }

    /// Whether the teams are each side for itself.
    fn each_alone(&self) -> bool {
        self.teams
            .iter()
            .enumerate()
            .all(|(i, t)| usize::from(*t) == i + 1)
    }

    /// The battle, as chosen.
    ///
    /// # Errors
    /// What cannot be found or read.
    pub fn setup(&self, seed: u64) -> Result<Setup, Failure> {
        let options = BattleOptions {
            map: Some(self.map.clone()),
            scenario: Some(self.scenario.clone()),
            ruleset: Some(self.ruleset.clone()),
            forces: self.forces.clone(),
            agents: self.agents.clone(),
            solo: (self.solo != "off").then(|| self.solo.clone()),
            rounds: (self.rounds > 0).then_some(Rounds(Some(self.rounds))),
            scale: Scale::named(&self.scale).filter(|s| *s != Scale::default()),
            seed: Some(seed),
            dice: self.typed.then_some(DiceSource::Typed),
            handicap: Percent::new(self.handicap.into()),
            ..BattleOptions::default()
        };
        let mut setup = options.setup(AgentName::Human)?;
        setup.config = self.house_source();
        if !self.each_alone() {
            setup.scenario = scenario::with_teams(&setup.scenario, &self.teams)?;
        }
        Ok(setup)
    }

    /// Errors and warnings, found by setting the battle up, and what each side leaves at home.
    pub fn problems(&self, board: &Arc<Board>) -> (Vec<Problem>, Vec<AtHome>) {
        let mut all = Vec::new();
        let mut add = |about, severity, what: String| {
            all.push(Problem {
                about,
                severity,
                what,
            });
        };
        let seats = seats(board);
        if seats > 0 && self.forces.len() > seats {
            let what = format!(
                "the map has deployment zones for {seats} sides, but there are {} sides",
                self.forces.len()
            );
            add(About::Map, Severity::Warning, what);
        }
        let setup = match self.setup(0) {
            Ok(setup) => setup,
            Err(error) => {
                add(About::Whole, Severity::Error, error.to_string());
                return (all, Vec::new());
            }
        };
        match setup.begin_on(board.clone()) {
            Err(fault) => {
                let of = |source: &Source| source.name == fault.file;
                let about = if let Some(side) = setup.forces.iter().position(of) {
                    About::Side(side)
                } else if setup.config.as_ref().is_some_and(of) {
                    About::Rules
                } else if of(&setup.scenario) {
                    About::Scenario
                } else if of(&setup.map) {
                    About::Map
                } else {
                    About::Whole
                };
                add(about, Severity::Error, fault.what);
            }
            Ok(game) => {
                for (side, doubts) in setup.doubts().into_iter().enumerate() {
                    for doubt in doubts {
                        let what = format!("{}; {}", doubt.what, doubt.mend);
                        add(About::Side(side), doubt.severity, what);
                    }
                }
                for finding in game.findings() {
                    let what = format!("{}: {}", finding.what, finding.mend);
                    add(About::Whole, finding.severity, what);
                }
            }
        }
        let handicap = setup.conditions.handicap;
        (all, handicap.map_or_else(Vec::new, |h| h.at_home))
    }
}

impl Chosen {
    /// Why a scenario cannot be played on this board with the chosen rules; none: it can be.
    pub fn refusal(&self, scenario: &str, board: &Arc<Board>, cheapest: &str) -> Option<String> {
        let mut other = Chosen {
            scenario: scenario.to_owned(),
            rounds: 0,
            ..self.clone()
        };
        let sides = other.scenario().and_then(|s| s.sides());
        let sides = sides.unwrap_or(other.forces.len());
        other.forces = vec![cheapest.to_owned(); sides];
        other.teams = (1..=sides as u8).collect();
        let (problems, _) = other.problems(board);
        let refuses =
            |p: &Problem| p.about == About::Scenario && matches!(p.severity, Severity::Error);
        problems.into_iter().find(refuses).map(|p| p.what)
    }
}

/// The two forces that are closest in points, the first of them in their order.
fn closest(forces: &[(String, HalfPoints)]) -> (String, String) {
    let pairs = forces.iter().enumerate();
    let pairs = pairs.flat_map(|(i, a)| forces[i + 1..].iter().map(move |b| (a, b)));
    let best = pairs.min_by_key(|(a, b)| (a.1 - b.1).abs());
    let name =
        |force: Option<&(String, HalfPoints)>| force.map(|f| f.0.clone()).unwrap_or_default();
    match best {
        Some((a, b)) => (a.0.clone(), b.0.clone()),
        None => (name(forces.first()), name(forces.first())),
    }
}

/// Somebody who can play a side.
#[derive(Clone, Debug)]
pub struct Player {
    /// Without a level.
    pub name: AgentName,
    /// A short description.
    pub about: String,
    /// Whether it has levels.
    pub has_levels: bool,
}

/// Everybody who can play a side.
pub fn players() -> Vec<Player> {
    let player = |name: &str, about: &str, has_levels| Player {
        name: name.into(),
        about: about.to_owned(),
        has_levels,
    };
    let mut all = vec![Player {
        name: AgentName::Human,
        about: "plays with mouse and keyboard in this window".to_owned(),
        has_levels: false,
    }];
    let shipped = ai::profiles();
    all.extend(shipped.iter().map(|p| player(&p.name, &p.about, true)));
    for entry in library::PROFILES.all() {
        if shipped.iter().all(|p| p.name != entry.name)
            && let Ok(profile) = opponents::profile(&entry.name)
        {
            all.push(player(&entry.name, &profile.about, true));
        }
    }
    let baselines = ai::BASELINES.iter();
    all.extend(baselines.map(|(name, about)| player(name, about, false)));
    all
}
