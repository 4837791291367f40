//! The result of one game: a line of JSON.

use super::PlayingStyle;
use super::stats::Times;
use crate::store::Failure;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// One game, read from its line. Other fields of the line are ignored.
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
    /// Titles of map, scenario and forces; lines of older versions have none.
    #[serde(default)]
    pub titles: Option<Titles>,
    /// How long the side on each seat thought about its decisions.
    #[serde(default)]
    pub thinking: Option<Vec<Times>>,
    /// How many answers of the side on each seat the default answer stands for, where programs
    /// play.
    #[serde(default)]
    pub replaced: Option<Vec<u64>>,
    /// How the side on each seat played, where that was counted.
    #[serde(default)]
    #[serde(rename = "manner")]
    pub styles: Option<Vec<PlayingStyle>>,
}

/// Titles of what a game was played on and with: the names that people read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Titles {
    /// Title of the map.
    pub map: String,
    /// Title of the scenario.
    pub scenario: String,
    /// Title of the force on each seat.
    pub forces: Vec<String>,
}

/// How a battle ended for one side, from worst to best.
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
    /// Score against another side: 1 if this side did better, ½ if both did the same, else 0.
    pub fn against(self, other: Made) -> f64 {
        match self.cmp(&other) {
            Ordering::Greater => 1.0,
            Ordering::Equal => 0.5,
            Ordering::Less => 0.0,
        }
    }
}

/// What is wrong with a line of JSON, without the place, which is the caller's to name.
fn in_json(error: &serde_json::Error) -> String {
    let what = error.to_string();
    let what = what.split(" at line ").next().unwrap_or(&what);
    crate::source::in_words(what.to_owned())
}

/// Why a line is no result of a battle. The place is the caller's to name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// It is no JSON, or lacks a value.
    #[error("{0}")]
    Json(String),
    /// A list does not have an entry for every side.
    #[error("{0} must have one entry a side")]
    Entries(&'static str),
    /// A winner is no side.
    #[error("winners must be sides from 1 to {sides}")]
    Winners {
        /// How many sides there are.
        sides: usize,
    },
    /// A side that drew is no side, or somebody won.
    #[error("drew must be sides from 1 to {sides}, and only where nobody won")]
    Drew {
        /// How many sides there are.
        sides: usize,
    },
}

impl From<RowError> for Failure {
    fn from(error: RowError) -> Self {
        Failure::of(error)
    }
}

impl Row {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is not JSON, or if its lists do not fit the number of sides.
    pub fn read(line: &str) -> Result<Row, RowError> {
        let read = serde_json::from_str(line);
        let row: Row = read.map_err(|error| RowError::Json(in_json(&error)))?;
        let sides = row.agents.len();
        if sides == 0 || row.forces.len() != sides || row.points.len() != sides {
            return Err(RowError::Entries("agents, forces and points"));
        }
        let there = |side: &usize| (1..=sides).contains(side);
        if !row.winners.iter().all(there) {
            return Err(RowError::Winners { sides });
        }
        if !row.drew.iter().all(there) || (!row.drew.is_empty() && !row.winners.is_empty()) {
            return Err(RowError::Drew { sides });
        }
        if row.thinking.as_ref().is_some_and(|t| t.len() != sides) {
            return Err(RowError::Entries("thinking"));
        }
        if row.replaced.as_ref().is_some_and(|r| r.len() != sides) {
            return Err(RowError::Entries("replaced"));
        }
        if row.titles.as_ref().is_some_and(|t| t.forces.len() != sides) {
            return Err(RowError::Entries("titles.forces"));
        }
        Ok(row)
    }

    /// Whether nobody won.
    pub fn drawn(&self) -> bool {
        self.winners.is_empty()
    }
    /// Whether nobody won and nobody scored a point.
    pub fn pointless(&self) -> bool {
        self.drawn() && self.points.iter().all(|p| *p == 0.0)
    }
    /// Whether the side on this seat, from 0, won.
    pub fn won(&self, seat: usize) -> bool {
        self.winners.contains(&(seat + 1))
    }
    /// How the battle ended for the side on this seat, from 0.
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
    /// Score of one seat against another: 1, ½ or 0.
    pub fn score(&self, seat: usize, other: usize) -> f64 {
        self.made(seat).against(self.made(other))
    }
}
