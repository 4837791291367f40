//! What a record is about, read without playing it: for lists of records.

use super::{AgentName, Setup};
use crate::source::Source;
use serde_json::Value;

/// What a record is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The ruleset.
    pub ruleset: &'static str,
    /// The map, by the name in its file.
    pub map: String,
    /// The forces, by the names in their files.
    pub forces: Vec<String>,
    /// Who plays them.
    pub agents: Vec<AgentName>,
    /// The round it is in; 0: it has not begun.
    pub round: u64,
    /// How many answers have been given.
    pub answers: usize,
    /// The winning sides, counted from 1, once it is over; an empty list is a draw.
    pub winners: Option<Vec<u64>>,
}

/// The name inside a file, else the name of the file.
fn named(source: &Source) -> String {
    let table = source.parse::<toml::Table>().ok();
    table
        .as_ref()
        .and_then(|t| t.get("name"))
        .and_then(|n| n.as_str())
        .map_or_else(|| source.name.clone(), str::to_owned)
}

impl Summary {
    /// What a record is about; `None`: its first line cannot be read.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let text = String::from_utf8_lossy(super::record::unmarked(bytes));
        let mut lines = text.lines();
        let head: Value = serde_json::from_str(lines.next()?).ok()?;
        let setup = Setup::read(head.as_object()?).ok()?;
        let mut summary = Self {
            ruleset: setup.rules.name(),
            map: named(&setup.map),
            forces: setup.forces.iter().map(named).collect(),
            agents: setup.agents,
            round: 0,
            answers: 0,
            winners: None,
        };
        // Where each round began, for when answers are taken back.
        let mut rounds: Vec<(u64, u64)> = Vec::new();
        let number = |line: &str, key: &str| -> Option<u64> {
            let value: Value = serde_json::from_str(line).ok()?;
            value.get(key)?.as_u64()
        };
        for line in lines {
            if line.starts_with("{\"type\":\"answer\"") {
                summary.answers += 1;
            } else if line.contains("\"event\":\"round\"") {
                if let (Some(n), Some(round)) = (number(line, "n"), number(line, "number")) {
                    rounds.push((n, round));
                }
            } else if line.starts_with("{\"type\":\"undo\"") {
                if let Some(to) = number(line, "to") {
                    rounds.retain(|(n, _)| *n < to);
                    summary.answers = usize::try_from(to.saturating_sub(1)).unwrap_or(0);
                }
            } else if line.starts_with("{\"type\":\"result\"")
                && let Ok(value) = serde_json::from_str::<Value>(line)
            {
                let winners = value.get("winners").and_then(Value::as_array);
                summary.winners = winners.map(|all| all.iter().filter_map(Value::as_u64).collect());
            }
        }
        summary.round = rounds.last().map_or(0, |r| r.1);
        Some(summary)
    }

    /// Whether a person plays a side.
    pub fn has_person(&self) -> bool {
        self.agents.contains(&AgentName::Human)
    }

    /// The sides and who plays them: `Orcs (human) - Elves (utility)`.
    pub fn sides(&self) -> String {
        let sides: Vec<String> = self
            .forces
            .iter()
            .zip(&self.agents)
            .map(|(force, agent)| format!("{force} ({agent})"))
            .collect();
        sides.join(" - ")
    }

    /// Where it stands: `round 3`, `won by Orcs`, `a draw`.
    pub fn stands(&self) -> String {
        match &self.winners {
            Some(winners) if winners.is_empty() => "a draw".to_owned(),
            Some(winners) => {
                let names: Vec<&str> = winners
                    .iter()
                    .filter_map(|w| self.forces.get(usize::try_from(*w).ok()?.checked_sub(1)?))
                    .map(String::as_str)
                    .collect();
                format!("won by {}", names.join(" and "))
            }
            None if self.round == 0 => "not begun".to_owned(),
            None => format!("round {}", self.round),
        }
    }
}
