//! Why something cannot be read.

/// Why a text or a JSON value names nothing of this battle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordError {
    /// A key is missing.
    #[error("\"{0}\" is missing")]
    Missing(String),
    /// The value of a key is no text.
    #[error("\"{key}\" is {found}; it must be a text in quotes")]
    NotText {
        /// The key.
        key: String,
        /// Its value.
        found: String,
    },
    /// The value of a key is of another kind.
    #[error("\"{key}\" must be {expected}")]
    Not {
        /// The key.
        key: String,
        /// What it must be.
        expected: &'static str,
    },
    /// The number of a key is too large.
    #[error("\"{0}\" is too large")]
    TooLarge(String),
    /// A key names no such thing of this battle.
    #[error("\"{key}\" must name {expected} of this battle")]
    NotOfBattle {
        /// The key.
        key: &'static str,
        /// What it must name.
        expected: &'static str,
    },
    /// An answer is no JSON object; its value.
    #[error("an answer must be a JSON object such as {{\"do\":\"done\"}}, not {0}")]
    NoObject(String),
    /// There is no side of this number.
    #[error("unknown side {number}; the sides are 1 to {most}")]
    Side {
        /// The number.
        number: u64,
        /// The number of the last side.
        most: u64,
    },
    /// There is no figure of this name.
    #[error("unknown figure {text:?}; the figures are {}", known.join(", "))]
    Figure {
        /// The name.
        text: String,
        /// The figures of each side.
        known: Vec<String>,
    },
    /// The board has no space of this name.
    #[error("unknown space {text:?}; the board has A1 to {last}")]
    Space {
        /// The name.
        text: String,
        /// The last space of the board.
        last: String,
    },
    /// A text names no border.
    #[error("{0:?} is not a border; a border is two spaces, such as \"C4|C5\"")]
    Border(String),
    /// A text names no target.
    #[error(
        "unknown target {text:?}; it must be a figure (\"1.3\"), a space (\"C4\"), a border (\"C4|C5\"){}",
        or_a_device(devices)
    )]
    Target {
        /// The name.
        text: String,
        /// The devices of this battle.
        devices: Vec<String>,
    },
    /// The grid has no direction of this name.
    #[error("unknown direction {text:?}; the directions on this board are {}", known.join(", "))]
    Direction {
        /// The name.
        text: String,
        /// The directions of the grid.
        known: Vec<&'static str>,
    },
    /// The board has no terrain of this name.
    #[error("unknown terrain {0:?} on this board")]
    Terrain(String),
    /// There is no answer of this name.
    #[error(
        "unknown action {text:?}; \"do\" must be one of move, {}, leave, face, place, lay, choose, side, yes, no, done, roll",
        ways.join(", ")
    )]
    Action {
        /// The name.
        text: String,
        /// The ways of acting on a target.
        ways: Vec<&'static str>,
    },
    /// There is no choice of this name.
    #[error("unknown choice {text:?}; the choices are {}", known.join(", "))]
    Choice {
        /// The name.
        text: String,
        /// All choices.
        known: Vec<&'static str>,
    },
    /// The ruleset has no step of this name.
    #[error("unknown step {text:?}; the steps are {}", known.join(", "))]
    Step {
        /// The name.
        text: String,
        /// The steps of the ruleset.
        known: Vec<&'static str>,
    },
    /// The ruleset has no note of this number.
    #[error("unknown note {0}")]
    Note(u8),
    /// There is no event of this name.
    #[error("unknown event {0:?}")]
    Event(String),
    /// There is no change of the board of this name.
    #[error("unknown change {0:?}")]
    Change(String),
    /// A word that is not known where it stands.
    #[error("unknown word {0:?}")]
    Word(String),
}

fn or_a_device(devices: &[String]) -> String {
    match devices {
        [] => String::new(),
        devices => format!(" or a device ({})", devices.join(", ")),
    }
}

impl WordError {
    /// The value of a key must be something else.
    pub(super) fn not(key: &str, expected: &'static str) -> Self {
        WordError::Not {
            key: key.to_owned(),
            expected,
        }
    }
}
