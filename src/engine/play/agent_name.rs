//! Who plays a side, as options and records name it.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Who plays a side: what `--agent` takes and what records hold.
///
/// ```
/// # use skirmish_engine::play::AgentName;
/// let bold = AgentName::from("bold:3");
/// assert!(bold.is_computer());
/// assert_eq!(bold.level(), Some("3"));
/// assert_eq!(bold.to_string(), "bold:3");
/// assert_eq!(AgentName::from("human"), AgentName::Human);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum AgentName {
    /// A person at this computer.
    Human,
    /// A program on the standard input and output.
    Stdin,
    /// A program that is started with this command.
    Command(String),
    /// A computer opponent of the program.
    Opponent {
        /// A baseline, a profile or a profile's file.
        name: String,
        /// The level as it was written, if any.
        level: Option<String>,
    },
}

impl AgentName {
    /// Whether nobody is asked: an opponent or a started program plays.
    pub fn is_computer(&self) -> bool {
        !matches!(self, AgentName::Human | AgentName::Stdin)
    }
    /// The level of an opponent, if one was written.
    pub fn level(&self) -> Option<&str> {
        match self {
            AgentName::Opponent { level, .. } => level.as_deref(),
            _ => None,
        }
    }
}

impl From<&str> for AgentName {
    fn from(text: &str) -> Self {
        if let Some(command) = text.strip_prefix("cmd:") {
            return AgentName::Command(command.to_owned());
        }
        match text {
            "human" => AgentName::Human,
            "stdin" => AgentName::Stdin,
            // a colon in a path is no level
            _ => match text.rsplit_once(':') {
                Some((name, level)) if !level.contains(['/', '\\']) => AgentName::Opponent {
                    name: name.to_owned(),
                    level: Some(level.to_owned()),
                },
                _ => AgentName::Opponent {
                    name: text.to_owned(),
                    level: None,
                },
            },
        }
    }
}

impl From<String> for AgentName {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<AgentName> for String {
    fn from(name: AgentName) -> Self {
        name.to_string()
    }
}

impl fmt::Display for AgentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AgentName::Human => f.write_str("human"),
            AgentName::Stdin => f.write_str("stdin"),
            AgentName::Command(command) => write!(f, "cmd:{command}"),
            AgentName::Opponent { name, level: None } => f.write_str(name),
            AgentName::Opponent {
                name,
                level: Some(level),
            } => write!(f, "{name}:{level}"),
        }
    }
}
