//! The battles by which opponents are measured and tuned: all shipped maps, and forces of 5 to 15
//! figures. Some maps and forces are held out: no profile is tuned on them.

use super::super::Failure;
use crate::arena::Cell;
use crate::arena::grid::Grid;
use crate::battle::{HalfPoints, Scale, Solo};
use crate::board::{Board, GridKind};
use crate::dice::{Stream, keyed};
use crate::play::setup::solo_name;
use crate::rules::Rules;
use crate::source::Source;
use crate::store::library::{self, MAPS};
use crate::store::options::BattleOptions;
use crate::survey;
pub use crate::survey::SCENARIOS;
use rand::seq::SliceRandom;

/// Whether a map or force is held out: the first by name of each grid or ruleset, and every fifth
/// after it. So at least a fifth is held out. Generated maps come after the others.
fn held_out(index: usize) -> bool {
    index.is_multiple_of(5)
}

/// The shipped maps for the usual scale: name, board, and whether it is held out.
///
/// # Errors
/// If a shipped map cannot be read, which tests rule out.
pub fn maps() -> Result<Vec<(&'static str, Board, bool)>, Failure> {
    let mut found = Vec::new();
    for (name, _) in MAPS.shipped {
        let map = crate::files::map::read(&MAPS.open(name)?.source)?;
        if survey::scale_of(&map) == Scale::default() {
            found.push((*name, map));
        }
    }
    found.sort_by_key(|(name, map)| (map.credit.recipe.is_some(), *name));
    let mut before: Vec<(GridKind, usize)> = Vec::new();
    let mut all = Vec::new();
    for (name, map) in found {
        let grid = map.grid.kind;
        let index = match before.iter_mut().find(|(known, _)| *known == grid) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                before.push((grid, 0));
                0
            }
        };
        all.push((name, Board::new(map), held_out(index)));
    }
    Ok(all)
}

/// The shipped forces of a ruleset with 5 to 15 figures: name, text, points, and whether it is
/// held out.
///
/// # Errors
/// If a shipped force cannot be read, which tests rule out.
pub fn forces(rules: Rules) -> Result<Vec<(&'static str, Source, HalfPoints, bool)>, Failure> {
    let mut names: Vec<&'static str> = rules.forces().iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    let mut all = Vec::new();
    for name in names {
        let source = library::force(name, Some(rules))?;
        let force = rules.force(&source, None)?;
        if FIGURES.contains(&force.figures.len()) {
            let held = held_out(all.len());
            all.push((name, source, force.points, held));
        }
    }
    Ok(all)
}

/// The scenario without objectives.
const PLAIN: &str = "battle";

/// Number of figures of a force in the pool.
const FIGURES: std::ops::RangeInclusive<usize> = 5..=15;
/// Largest difference in points of two forces in a scenario without a budget.
const APART: HalfPoints = HalfPoints(10);
/// Pairings kept of a scenario.
const OF_A_SCENARIO: usize = 48;

/// A part of the pool.
#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Which {
    /// All maps and forces
    All,
    /// Those on which profiles are tuned
    Tuning,
    /// Those on which no profile is tuned
    HeldOut,
}

impl Which {
    fn has(self, held_out: bool) -> bool {
        match self {
            Which::All => true,
            Which::Tuning => !held_out,
            Which::HeldOut => held_out,
        }
    }
}

/// A force of the pool.
struct Member {
    rules: Rules,
    index: usize,
    points: HalfPoints,
}

/// Maps and forces, and the grid of their battles.
pub struct Pool {
    /// The grid: venues, forces, agents.
    pub grid: Grid,
    which: Which,
    forces: Vec<Member>,
    maps: Vec<(String, u8)>,
}

impl Pool {
    /// The pool, or a part of it.
    ///
    /// # Errors
    /// If a shipped file cannot be read, which tests rule out.
    pub fn new(which: Which, seed: u64) -> Result<Self, Failure> {
        let mut grid = Grid::empty(seed);
        let mut members = Vec::new();
        for rules in Rules::ALL {
            for (_, source, points, held) in forces(rules)? {
                if which.has(held) {
                    members.push(Member {
                        rules,
                        index: grid.force(source),
                        points,
                    });
                }
            }
        }
        let mut seats = Vec::new();
        for (name, board, held) in maps()? {
            if which.has(held) {
                seats.push((name.to_owned(), survey::seats(&board)));
            }
        }
        Ok(Self {
            grid,
            which,
            forces: members,
            maps: seats,
        })
    }

    fn options(&self, rules: Rules, map: &str, scenario: Option<&str>) -> BattleOptions {
        BattleOptions {
            map: Some(map.to_owned()),
            scenario: scenario.map(str::to_owned),
            ruleset: Some(rules.name().to_owned()),
            solo: Some(solo_name(Solo::Off).to_owned()),
            seed: Some(self.grid.seed),
            ..BattleOptions::default()
        }
    }

    /// Shuffled by the seed; each part of the pool has its own order.
    fn shuffled(&self, mut cells: Vec<Cell>) -> Vec<Cell> {
        let mut rng = keyed(self.grid.seed, Stream::Series, u64::MAX - self.which as u64);
        cells.shuffle(&mut rng);
        cells
    }

    /// Battles between equal forces: every map with every force for two sides. If `many_sides`, maps
    /// with four seats also have every third force for three and four sides. The agents of the
    /// pairings are 0 and 1; `between` replaces them.
    ///
    /// # Errors
    /// If a venue cannot be set up.
    pub fn battles(&mut self, many_sides: bool) -> Result<Vec<Cell>, Failure> {
        let mut cells = Vec::new();
        for rules in Rules::ALL {
            for (map, seats) in self.maps.clone() {
                let of_rules = self.forces.iter().filter(|f| f.rules == rules);
                let forces: Vec<usize> = of_rules.map(|f| f.index).collect();
                if forces.is_empty() {
                    continue;
                }
                let venue = self.grid.venue(self.options(rules, &map, None))?;
                for (i, force) in forces.iter().enumerate() {
                    for sides in 2..=4 {
                        let more = many_sides && seats >= 4 && i % 3 == 0;
                        if sides == 2 || more {
                            cells.push(Cell {
                                venue,
                                agents: who(sides),
                                forces: vec![*force; sides],
                                fixed_forces: false,
                            });
                        }
                    }
                }
            }
        }
        cells.retain(|cell| self.grid.playable(cell).is_ok());
        Ok(self.shuffled(cells))
    }

    /// Battles of one scenario, with forces within their budgets or of about equal points.
    ///
    /// # Errors
    /// If a venue cannot be set up.
    pub fn scenario(&mut self, scenario: &str) -> Result<Vec<Cell>, Failure> {
        let mut cells = Vec::new();
        for (map, _) in self.maps.clone() {
            let venue = self
                .grid
                .venue(self.options(Rules::ALL[0], &map, Some(scenario)))?;
            let fixed = self.grid.fixed(venue)?;
            let budgets = self.grid.budgets(venue)?;
            let of_rules = |f: &&Member| f.rules == self.grid.rules(venue);
            for a in self.forces.iter().filter(of_rules) {
                for b in self.forces.iter().filter(of_rules) {
                    let near = (a.points - b.points).abs() <= APART || budgets;
                    if near && (fixed || a.index <= b.index) {
                        cells.push(Cell {
                            venue,
                            agents: who(2),
                            forces: vec![a.index, b.index],
                            fixed_forces: fixed,
                        });
                    }
                }
            }
        }
        let mut kept = Vec::new();
        for cell in self.shuffled(cells) {
            if kept.len() < OF_A_SCENARIO && self.grid.playable(&cell).is_ok() {
                kept.push(cell);
            }
        }
        Ok(kept)
    }

    /// The battles, with one battle of a scenario with objectives after every second of them. The
    /// scenarios repeat as often as needed.
    ///
    /// # Errors
    /// If a venue cannot be set up.
    pub fn mixed(&mut self, battles: &[Cell]) -> Result<Vec<Cell>, Failure> {
        let aimed = SCENARIOS.into_iter().filter(|scenario| *scenario != PLAIN);
        let aimed = self.in_turn(aimed)?;
        let mut more = aimed.iter().cycle();
        let pairs = battles.chunks(2);
        Ok(pairs
            .flat_map(|two| two.iter().chain(more.next()))
            .cloned()
            .collect())
    }

    /// Battles of several scenarios in turn; those with fewer battles repeat theirs.
    ///
    /// # Errors
    /// If a venue cannot be set up.
    pub fn in_turn<'s>(
        &mut self,
        scenarios: impl IntoIterator<Item = &'s str>,
    ) -> Result<Vec<Cell>, Failure> {
        let mut all = Vec::new();
        for scenario in scenarios {
            let cells = self.scenario(scenario)?;
            if !cells.is_empty() {
                all.push(cells);
            }
        }
        let most = all.iter().map(Vec::len).max().unwrap_or(0);
        Ok((0..most)
            .flat_map(|i| all.iter().map(move |cells| cells[i % cells.len()].clone()))
            .collect())
    }
}

/// Two agents on the seats in turn; of three seats agent 0 has the first, agent 1 the others.
fn who(sides: usize) -> Vec<usize> {
    match sides {
        3 => vec![0, 1, 1],
        _ => (0..sides).map(|side| side % 2).collect(),
    }
}

/// The same pairings for two given agents.
pub fn between(cells: &[Cell], agents: [usize; 2]) -> Vec<Cell> {
    cells
        .iter()
        .map(|cell| Cell {
            agents: cell.agents.iter().map(|a| agents[*a]).collect(),
            ..cell.clone()
        })
        .collect()
}
