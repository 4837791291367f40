//! Which games a series consists of.

use crate::dice::{Stream, keyed};
use rand::RngExt;

/// One pairing of the grid: agents, forces, map and scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Index of the map and scenario, given by the caller.
    pub venue: usize,
    /// Indices of agents, one a side. Equal agents have equal indices.
    pub agents: Vec<usize>,
    /// Indices of forces, one a side.
    pub forces: Vec<usize>,
    /// Forces stay on their seats, because the scenario gives each seat its own task.
    pub fixed_forces: bool,
}

/// One game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its index in the series.
    pub game: u64,
    /// The pair it belongs to.
    pub pair: u64,
    /// The index of its pairing.
    pub cell: usize,
    /// The map and scenario.
    pub venue: usize,
    /// The agent on each seat.
    pub agents: Vec<usize>,
    /// The force on each seat.
    pub forces: Vec<usize>,
    /// Its seed, the same within a pair.
    pub seed: u64,
    /// The seat of the entrant that is named first.
    pub first: usize,
}

/// A series: every pairing of a grid in turn, repeated.
#[derive(Clone, Debug)]
pub struct Plan {
    cells: Vec<Cell>,
    /// Number of games before each pairing in one round of the grid; the last entry is their sum.
    before: Vec<u64>,
    pairs: u64,
    seed: u64,
    shard: Option<(u64, u64)>,
}

impl Plan {
    /// A series of `games`, rounded up to whole pairs. `seed` decides everything.
    ///
    /// # Panics
    /// If there is no pairing, or a pairing has no sides.
    pub fn new(cells: Vec<Cell>, games: u64, seed: u64) -> Self {
        assert!(!cells.is_empty(), "a plan needs a pairing");
        let mut before = vec![0];
        for cell in &cells {
            assert_eq!(cell.agents.len(), cell.forces.len(), "one force a side");
            assert!(!cell.agents.is_empty(), "a pairing needs a side");
            before.push(before[before.len() - 1] + cell.agents.len() as u64);
        }
        let round = before[cells.len()];
        let rest = games % round;
        let begun = before.iter().take_while(|b| **b < rest).count() as u64;
        let pairs = games / round * cells.len() as u64 + begun;
        Self {
            cells,
            before,
            pairs,
            seed,
            shard: None,
        }
    }

    /// Only part i of n (from 0): the pairs whose index divided by n leaves the remainder i.
    pub fn sharded(mut self, shard: Option<(u64, u64)>) -> Self {
        self.shard = shard;
        self
    }

    /// The pairings.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
    /// The seed of the series.
    pub fn seed(&self) -> u64 {
        self.seed
    }
    /// Pairs in the whole series, all parts together.
    pub fn pairs(&self) -> u64 {
        self.pairs
    }
    /// The pairs of this part, in order.
    pub fn own_pairs(&self) -> impl Iterator<Item = u64> + use<> {
        let (part, of) = self.shard.unwrap_or((0, 1));
        (part..self.pairs).step_by(of as usize)
    }
    /// The number of games of this part.
    pub fn own_games(&self) -> u64 {
        if self.shard.is_none() {
            return self.first_game(self.pairs);
        }
        self.own_pairs().map(|pair| self.size(pair)).sum()
    }
    /// Games in a pair: as many as there are seats to rotate through.
    pub fn size(&self, pair: u64) -> u64 {
        self.cell(pair).1.agents.len() as u64
    }

    fn cell(&self, pair: u64) -> (usize, &Cell) {
        let index = (pair % self.cells.len() as u64) as usize;
        (index, &self.cells[index])
    }

    fn first_game(&self, pair: u64) -> u64 {
        let cells = self.cells.len();
        let (round, index) = (pair / cells as u64, (pair % cells as u64) as usize);
        round * self.before[cells] + self.before[index]
    }

    /// The jobs of a pair. Sides take each other's seats within it. Where both agents and forces
    /// differ, agents also change forces from one pair of the pairing to the next, so that the
    /// score of an agent is not the score of a force.
    pub fn pair(&self, pair: u64) -> Vec<Job> {
        let (index, cell) = self.cell(pair);
        let sides = cell.agents.len();
        let same_agents = cell.agents.iter().all(|a| *a == cell.agents[0]);
        let same_forces = cell.forces.iter().all(|f| *f == cell.forces[0]);
        let shift = if same_agents {
            0
        } else {
            (pair / self.cells.len() as u64 % sides as u64) as usize
        };
        let first = self.first_game(pair);
        // With equal agents and forces, swapping seats would only repeat the same battle.
        let alike = same_agents && (same_forces || cell.fixed_forces);
        let seed = |turn: usize| {
            let number = if alike { first + turn as u64 } else { pair };
            let mut rng = keyed(self.seed, Stream::Series, number);
            let _: u64 = rng.random();
            // People read and type seeds: keep them short, and exact as JSON numbers.
            rng.random_range(0..1u64 << 48)
        };
        (0..sides)
            .map(|turn| {
                let entrants: Vec<usize> = (0..sides).map(|seat| (seat + turn) % sides).collect();
                let force = |(seat, entrant): (usize, &usize)| {
                    if cell.fixed_forces {
                        cell.forces[seat]
                    } else {
                        cell.forces[(entrant + shift) % sides]
                    }
                };
                Job {
                    game: first + turn as u64,
                    pair,
                    cell: index,
                    venue: cell.venue,
                    agents: entrants.iter().map(|e| cell.agents[*e]).collect(),
                    forces: entrants.iter().enumerate().map(force).collect(),
                    seed: seed(turn),
                    first: (sides - turn) % sides,
                }
            })
            .collect()
    }
}
