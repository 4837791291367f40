//! What is known of one game: a line of JSON.

use super::Manner;
use super::stats::Times;
use serde::Deserialize;
use std::cmp::Ordering;

/// One game, as its line says it. What else stands in the line is left alone.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Row {
    /// Its index in the series.
    pub game: u64,
    /// The pair it belongs to.
    pub pair: u64,
    /// The map.
    pub map: String,
    /// The scenario.
    #[serde(default)]
    pub scenario: String,
    /// The agent on each seat.
    pub agents: Vec<String>,
    /// The force on each seat.
    pub forces: Vec<String>,
    /// The winning sides, from 1; none: a draw.
    pub winners: Vec<usize>,
    /// The sides that drew, from 1, where others lost by that; else none.
    #[serde(default)]
    pub drew: Vec<usize>,
    /// The last round begun.
    pub rounds: u16,
    /// Points of each side.
    pub points: Vec<f64>,
    /// How often another side took the lead in points.
    #[serde(default)]
    pub lead_changes: u32,
    /// Its seed.
    pub seed: u64,
    /// How long the side on each seat thought about its decisions.
    #[serde(default)]
    pub thinking: Option<Vec<Times>>,
    /// How the side on each seat played, where that was counted.
    #[serde(default)]
    pub manner: Option<Vec<Manner>>,
}

/// What a side made of a battle, from worst to best.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Made {
    /// Others won, or drew without it.
    Loss,
    /// Nobody won, and it was one of those who drew.
    Draw,
    /// It won, alone or with others.
    Win,
}

impl Made {
    /// The points that come of this against what another made: 1 for more, ½ for as much.
    pub fn against(self, other: Made) -> f64 {
        match self.cmp(&other) {
            Ordering::Greater => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Less => 0.0,
        }
    }
}

impl Row {
    /// Reads a line.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(line: &str) -> Result<Row, String> {
        let row: Row = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let sides = row.agents.len();
        if sides == 0 || row.forces.len() != sides || row.points.len() != sides {
            return Err("agents, forces and points must be as many as there are sides".into());
        }
        let there = |side: &usize| (1..=sides).contains(side);
        if !row.winners.iter().all(there) {
            return Err(format!("winners are sides from 1 to {sides}"));
        }
        if !row.drew.iter().all(there) || (!row.drew.is_empty() && !row.winners.is_empty()) {
            return Err(format!(
                "drew are sides from 1 to {sides}, where nobody won"
            ));
        }
        if row.thinking.as_ref().is_some_and(|t| t.len() != sides) {
            return Err("times must be as many as there are sides".into());
        }
        Ok(row)
    }

    /// Whether nobody won.
    pub fn drawn(&self) -> bool {
        self.winners.is_empty()
    }
    /// Whether nobody won, lost or scored anything.
    pub fn pointless(&self) -> bool {
        self.drawn() && self.points.iter().all(|p| *p == 0.0)
    }
    /// Whether the side on this seat, from 0, won.
    pub fn won(&self, seat: usize) -> bool {
        self.winners.contains(&(seat + 1))
    }
    /// What the side on this seat, from 0, made of the battle.
    pub fn made(&self, seat: usize) -> Made {
        let among = self.drew.is_empty() || self.drew.contains(&(seat + 1));
        if self.won(seat) {
            Made::Win
        } else if self.drawn() && among {
            Made::Draw
        } else {
            Made::Loss
        }
    }
    /// What a seat made of another.
    pub fn score(&self, seat: usize, other: usize) -> f64 {
        self.made(seat).against(self.made(other))
    }
}
