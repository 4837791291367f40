//! The battles that opponents are measured and tuned by: all shipped maps, and forces of 5 to 15
//! figures. Some of both are held out: no profile is tuned on them.

use super::super::Failure;
use super::super::library;
use super::super::open::MAPS;
use super::super::options::BattleOptions;
use super::grid::Grid;
use crate::arena::Cell;
use crate::battle::Solo;
use crate::board::{Board, GridKind};
use crate::dice::{Stream, keyed};
use crate::play::setup::solo_name;
use crate::rules::Rules;
use crate::source::Source;
use crate::survey;
use rand::seq::SliceRandom;

/// Of each grid's maps and of each ruleset's forces, by name, the first and every fifth after it
/// are held out: at least a fifth of all, whatever is added. Maps that were drawn up from a recipe
/// come after the others.
fn held_out(index: usize) -> bool {
    index.is_multiple_of(5)
}

/// The shipped maps: name, board, and whether no profile is tuned on it.
///
/// # Errors
/// When a shipped map cannot be read, which tests rule out.
pub fn maps() -> Result<Vec<(&'static str, Board, bool)>, Failure> {
    let mut found = Vec::new();
    for (name, _) in MAPS.shipped {
        found.push((*name, crate::files::map::read(&MAPS.open(name)?.source)?));
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

/// The shipped forces of a ruleset that are neither too small nor too large: name, text, points,
/// and whether no profile is tuned with it.
///
/// # Errors
/// When a shipped force cannot be read, which tests rule out.
pub fn forces(rules: Rules) -> Result<Vec<(&'static str, Source, i32, bool)>, Failure> {
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

/// The scenarios with aims of their own, and the plain battle.
pub const SCENARIOS: [&str; 6] = [
    "battle",
    "escape",
    "ambush",
    "transport",
    "fortress",
    "spawning",
];

/// The one with nothing to fight for but points.
const PLAIN: &str = "battle";

/// Figures a force of the pool has.
const FIGURES: std::ops::RangeInclusive<usize> = 5..=15;
/// Half points by which forces in scenarios may differ where there is no budget.
const APART: i32 = 10;
/// Pairings of a scenario.
const OF_A_SCENARIO: usize = 48;

/// Which part of the pool.
#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Which {
    /// Everything
    All,
    /// What profiles may be tuned on
    Tuning,
    /// What they may not
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
    points: i32,
}

/// Maps and forces, with a grid they are played on.
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
    /// When a shipped file cannot be read, which tests rule out.
    pub fn new(which: Which, seed: u64) -> Result<Self, Failure> {
        let mut grid = Grid::empty(seed, std::time::Duration::from_secs(10));
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

    /// In an order of its own for every name, but always the same.
    fn shuffled(&self, mut cells: Vec<Cell>) -> Vec<Cell> {
        let mut rng = keyed(self.grid.seed, Stream::Series, u64::MAX - self.which as u64);
        cells.shuffle(&mut rng);
        cells
    }

    /// Battles between equal forces: every map with every force for two sides, and on maps with
    /// room for four every third force for three and for four sides too, if wanted. The agents of
    /// the pairings are 0 and 1, to be renamed.
    ///
    /// # Errors
    /// When a venue cannot be made.
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

    /// Battles of one scenario, each side's force within its budget, or about equal ones.
    ///
    /// # Errors
    /// When a venue cannot be made.
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

    /// Battles, and after every other one of a scenario with something to fight for, over and over.
    ///
    /// # Errors
    /// When a venue cannot be made.
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

    /// Battles of one scenario after the other, over and over.
    ///
    /// # Errors
    /// When a venue cannot be made.
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

/// Two agents on so many seats, in turn; of three seats the first has one.
fn who(sides: usize) -> Vec<usize> {
    match sides {
        3 => vec![0, 1, 1],
        _ => (0..sides).map(|side| side % 2).collect(),
    }
}

/// The same pairings for two agents.
pub fn between(cells: &[Cell], agents: [usize; 2]) -> Vec<Cell> {
    cells
        .iter()
        .map(|cell| Cell {
            agents: cell.agents.iter().map(|a| agents[*a]).collect(),
            ..cell.clone()
        })
        .collect()
}
