//! What would be done, in short words once somebody wants to read it.

use crate::battle::{Fig, How, Label, Target};
use crate::board::{Cell, Space};
use crate::rules::Game;
use std::fmt;

/// What would be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A figure goes to a space.
    Go(Label, Cell),
    /// A figure acts in some way.
    Act(Label, How, Aimed),
    /// Anything else.
    Words(String),
}

/// What an act is aimed at.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Aimed {
    /// A figure.
    Figure(Label),
    /// A space.
    Space(Cell),
    /// A device, by its number from 0.
    Device(u8),
    /// Nothing that has a name.
    Nothing,
}

impl What {
    /// Going to a space.
    pub fn go(game: &Game, who: Fig, to: Space) -> Self {
        What::Go(game.named(who), game.board().grid().cell(to))
    }
    /// Acting on something.
    pub fn act(game: &Game, who: Fig, how: How, at: Target) -> Self {
        let at = match at {
            Target::Figure(at) => Aimed::Figure(game.named(at)),
            Target::Space(at) => Aimed::Space(game.board().grid().cell(at)),
            Target::Device(device) => Aimed::Device(device),
            Target::Border(..) | Target::Nothing => Aimed::Nothing,
        };
        What::Act(game.named(who), how, at)
    }
}

impl From<String> for What {
    fn from(words: String) -> Self {
        What::Words(words)
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Go(who, to) => write!(f, "{who} to {to}"),
            What::Act(who, how, at) => write!(f, "{who} {}{at}", how.name()),
            What::Words(words) => f.write_str(words),
        }
    }
}

impl fmt::Display for Aimed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Aimed::Figure(at) => write!(f, " {at}"),
            Aimed::Space(at) => write!(f, " {at}"),
            Aimed::Device(device) => write!(f, " device {}", device + 1),
            Aimed::Nothing => Ok(()),
        }
    }
}
