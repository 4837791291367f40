//! How far a person has come against the named strengths, and which opponent is proposed next. It is
//! kept in the data folder.

use super::{Failure, own};
use crate::ai;
use crate::battle::{Outcome, Side};
use crate::play::{AgentName, Setup};
use serde::{Deserialize, Serialize};

/// The file in the data folder.
const FILE: &str = "ladder.toml";
/// Its format.
const FORMAT: &str = "skirmish-ladder/1";
/// Wins in a row after which the next strength is proposed.
const WINS: u32 = 3;

/// How a person has fared against the named strengths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    format: String,
    /// The strength of the last battle that was played to its end; none: there was no such battle.
    strength: Option<String>,
    /// Battles won against it in a row.
    wins: u32,
}

impl Default for Ladder {
    fn default() -> Self {
        Self {
            format: FORMAT.to_owned(),
            strength: None,
            wins: 0,
        }
    }
}

impl Ladder {
    /// What the data folder says; nothing yet if there is no such file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn load() -> Result<Self, Failure> {
        Ok(own::recall(FILE)?.unwrap_or_default())
    }

    /// The place of the last strength on the ladder.
    fn place(&self) -> Option<usize> {
        let last = self.strength.as_ref()?;
        ai::LADDER.iter().position(|known| known == last)
    }

    /// The opponent to propose for the next battle: the weakest in a first battle, the next one after
    /// three wins in a row, else that of the last battle.
    pub fn proposed(&self) -> &'static str {
        let place = match self.place() {
            None => 0,
            Some(last) if self.wins >= WINS => (last + 1).min(ai::LADDER.len() - 1),
            Some(last) => last,
        };
        ai::LADDER[place]
    }

    /// Counts a battle against a strength. Returns what to say to the person, if anything.
    pub fn count(&mut self, strength: &str, won: bool) -> Option<String> {
        if self.strength.as_deref() != Some(strength) {
            self.strength = Some(strength.to_owned());
            self.wins = 0;
        }
        self.wins = if won { self.wins.saturating_add(1) } else { 0 };
        let next = self.proposed();
        (self.wins == WINS).then(|| {
            let beaten = titled(strength);
            let next = if next == strength {
                "search, the Warlord with time to think".to_owned()
            } else {
                titled(next)
            };
            format!("You have beaten the {beaten} three times in a row. Next time: {next}?")
        })
    }
}

/// The opponent to propose to a person who names none; the default one if the file cannot be read.
pub fn proposed() -> &'static str {
    Ladder::load().map_or(ai::DEFAULT, |ladder| ladder.proposed())
}

/// Counts a battle that has ended, if one person played it against one of the named strengths.
/// Returns what to say to the person, if anything.
///
/// # Errors
/// The file cannot be read or written.
pub fn note(setup: &Setup, outcome: &Outcome) -> Result<Option<String>, Failure> {
    let Some((person, strength)) = counted(setup) else {
        return Ok(None);
    };
    let mut ladder = Ladder::load()?;
    let said = ladder.count(strength, outcome.won(person));
    own::keep(FILE, &ladder)?;
    Ok(said)
}

/// The person of a battle, and the named strength that plays all other sides.
fn counted(setup: &Setup) -> Option<(Side, &'static str)> {
    let human = |name: &AgentName| *name == AgentName::Human;
    let person = setup.agents.iter().position(human)?;
    let mut others = setup
        .agents
        .iter()
        .enumerate()
        .filter(|(i, _)| *i != person);
    let strength = |name: &AgentName| match name {
        AgentName::Opponent { name, level: None } => {
            ai::LADDER.into_iter().find(|known| known == name)
        }
        _ => None,
    };
    let first = strength(others.next()?.1)?;
    let same = others.all(|(_, name)| strength(name) == Some(first));
    same.then_some((Side(person as u8), first))
}

/// A strength as a title: `Recruit`.
fn titled(strength: &str) -> String {
    let mut letters = strength.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
