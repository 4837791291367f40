//! Noise of the numbered levels: they misjudge every choice by a bounded amount.
//!
//! A misjudgement is bounded, and lasts for a round: it is keyed by the opponent's seed, the
//! round, the figure and what it would do, so that nobody wavers within a round.

use super::terms::{Part, Tally};
use crate::ai::model::table::Table;
use crate::battle::Fig;
use crate::dice::mixed;

/// Seed and amplitude of the noise.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct NoiseSource {
    /// The opponent's own.
    pub seed: u64,
    /// Amplitude, as a multiple of the mean figure value of the side.
    pub most: f64,
}

impl NoiseSource {
    /// No noise.
    pub const NONE: NoiseSource = NoiseSource { seed: 0, most: 0.0 };

    /// The misjudgements of this round.
    pub fn now(self, table: &Table) -> Noise {
        if self.most == 0.0 {
            return Noise::NONE;
        }
        let worth: f64 = table.friends.iter().map(|f| table.figure(*f).worth).sum();
        let mean = worth / table.friends.len().max(1) as f64;
        Noise {
            key: mixed(self.seed ^ mixed(u64::from(table.game.status().round))),
            most: self.most * mean,
        }
    }
}

/// The misjudgements of one round.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Noise {
    key: u64,
    /// Points.
    most: f64,
}

impl Noise {
    /// None.
    pub const NONE: Noise = Noise { key: 0, most: 0.0 };

    /// Adds by how much this figure's doing something is misjudged.
    pub fn count(self, score: &mut impl Tally, who: Fig, what: u64) {
        if self.most == 0.0 {
            return;
        }
        let bits = mixed(self.key ^ mixed((who.index() as u64) << 48 ^ what));
        let share = (bits >> 40) as f64 / f64::from(1 << 23) - 1.0;
        score.add(Part::Noise, self.most * share);
    }
}
