//! An action that was weighed: kept as data, and put into short words when somebody reads it.

use crate::battle::{Fig, How, Label, Target};
use crate::board::{Cell, Space};
use crate::rules::Game;
use std::fmt;

/// An action that was weighed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A figure goes to a space.
    Go(Label, Cell),
    /// A figure acts in some way.
    Act(Label, How, ActionTarget),
    /// Anything else.
    Words(String),
}

/// The target of an action, by the names of the table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ActionTarget {
    /// A figure.
    Figure(Label),
    /// A space.
    Space(Cell),
    /// A device, by its number from 0.
    Device(u8),
    /// Nothing that has a name.
    Nothing,
}

impl Action {
    /// Going to a space.
    pub fn go(game: &Game, who: Fig, to: Space) -> Self {
        Action::Go(game.named(who), game.board().grid().cell(to))
    }
    /// Acting on something.
    pub fn act(game: &Game, who: Fig, how: How, at: Target) -> Self {
        let at = match at {
            Target::Figure(at) => ActionTarget::Figure(game.named(at)),
            Target::Space(at) => ActionTarget::Space(game.board().grid().cell(at)),
            Target::Device(device) => ActionTarget::Device(device),
            Target::Border(..) | Target::Nothing => ActionTarget::Nothing,
        };
        Action::Act(game.named(who), how, at)
    }
}

impl From<String> for Action {
    fn from(words: String) -> Self {
        Action::Words(words)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Go(who, to) => write!(f, "{who} to {to}"),
            Action::Act(who, how, at) => write!(f, "{who} {}{at}", how.name()),
            Action::Words(words) => f.write_str(words),
        }
    }
}

impl fmt::Display for ActionTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ActionTarget::Figure(at) => write!(f, " {at}"),
            ActionTarget::Space(at) => write!(f, " {at}"),
            ActionTarget::Device(device) => write!(f, " device {}", device + 1),
            ActionTarget::Nothing => Ok(()),
        }
    }
}
