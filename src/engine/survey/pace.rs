//! What checks and measures assume about the battles on a map.

use crate::battle::Scale;
use serde::{Deserialize, Serialize};

/// How fast the slowest foot is, how far an ordinary shot goes, how long a battle lasts.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pace {
    /// The figure scale.
    pub scale: Scale,
    /// Movement of a guy on foot, in spaces.
    pub movement: u32,
    /// An ordinary shot, in spaces.
    pub shot: u32,
    /// Rounds of a battle.
    pub rounds: u32,
}

impl Pace {
    /// The pace of a figure scale, with battles of five rounds (B3, R4).
    pub fn of(scale: Scale) -> Self {
        let shot = if scale == Scale::Mm28 {
            12
        } else {
            scale.short()
        };
        Pace {
            scale,
            movement: scale.move_unit(),
            shot,
            rounds: 5,
        }
    }
    /// The fewest spaces between deployment zones: two moves (C1).
    pub fn nearest(self) -> u32 {
        2 * self.movement
    }
    /// The most spaces between deployment zones: figures must meet two rounds before the end of a
    /// battle, or of one of five rounds.
    pub fn farthest(self) -> u32 {
        self.rounds.saturating_sub(2).max(3) * self.movement
    }
}

/// Percentage points by which the cover on the ground of two sides may differ.
pub const LOPSIDED: usize = 15;
