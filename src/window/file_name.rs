//! Names of files that a person types.

use std::path::PathBuf;

/// Why something cannot have a name that was typed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing of it can be part of a file's name.
    #[error("the name needs at least one letter or digit")]
    Empty,
    /// Another force of the player has it.
    #[error("you already have a force called {0}: choose another name")]
    ForceTaken(String),
    /// Another map of the player has it.
    #[error("you already have a map called {0}: choose another name")]
    MapTaken(String),
    /// Another scenario is in this file.
    #[error("{} exists already: give the scenario another name", .0.display())]
    ScenarioTaken(PathBuf),
    /// Another saved battle has it.
    #[error("there is already a saved battle with this name: choose another name")]
    BattleTaken,
    /// Another file has it.
    #[error("there is already a file with this name: choose another name")]
    FileTaken,
}

/// A name as the stem of a file: lower case, hyphens for whatever is no letter or digit.
///
/// # Errors
/// When nothing is left of it.
pub fn stem(name: &str) -> Result<String, NameError> {
    let mut stem = String::new();
    for c in name.trim().to_lowercase().chars() {
        if c.is_alphanumeric() {
            stem.push(c);
        } else if !stem.ends_with('-') && !stem.is_empty() {
            stem.push('-');
        }
    }
    let stem: String = stem.trim_end_matches('-').chars().take(60).collect();
    if stem.is_empty() {
        Err(NameError::Empty)
    } else {
        Ok(stem)
    }
}
