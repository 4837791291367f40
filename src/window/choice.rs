//! Where a person wants to go from a screen.

use crate::rules::Rules;
use std::path::PathBuf;

/// The next screen or action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A quick battle against the computer.
    Quick,
    /// The computer against itself.
    Watch,
    /// Choosing everything.
    New,
    /// Going on with a record.
    Resume(PathBuf),
    /// Watching a record.
    Replay(PathBuf),
    /// The list of records.
    Saved,
    /// Looking at maps.
    Maps,
    /// Drawing a map: this one, or a new one.
    Draw(Option<String>),
    /// A battle on this map.
    Fight(String),
    /// Looking at forces.
    Forces,
    /// Changing a force.
    Build(Rules, String),
    /// Making a force.
    Make(Rules),
    /// Taking in a file from outside, where the system has a choice of files.
    TakeIn,
    /// Settings.
    Settings,
    /// Back to the menu.
    Back,
    /// Enough.
    Quit,
}
