//! What the figures of a force are like under fire. No rule asks for it: only opponents do.

use super::sheet::{Key, KeyKind};
use serde::{Deserialize, Serialize};

/// What the figures of a force are like under fire; the key `nerve` of a force file.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Nerve {
    /// They weigh what they gain and what they risk.
    #[default]
    Steady,
    /// They press on and seldom step back.
    Reckless,
    /// They keep their distance.
    Cautious,
    /// They never step back.
    Mindless,
}

impl Nerve {
    /// Each of them.
    pub const ALL: [Nerve; 4] = [
        Nerve::Steady,
        Nerve::Reckless,
        Nerve::Cautious,
        Nerve::Mindless,
    ];

    /// The key of a force file, for whoever helps to write one.
    pub const KEY: Key = Key {
        name: "nerve",
        shown: "Nerve",
        about: "What the figures are like under fire; opponents play them so, no rule asks for it",
        kind: KeyKind::Choice(&["steady", "reckless", "cautious", "mindless"]),
    };

    /// Its name in force files.
    pub fn name(self) -> &'static str {
        match self {
            Nerve::Steady => "steady",
            Nerve::Reckless => "reckless",
            Nerve::Cautious => "cautious",
            Nerve::Mindless => "mindless",
        }
    }

    /// What such figures do, to complete a sentence that names them.
    pub fn does(self) -> &'static str {
        match self {
            Nerve::Steady => "weigh what they gain and what they risk",
            Nerve::Reckless => "press on and seldom step back",
            Nerve::Cautious => "keep their distance",
            Nerve::Mindless => "do not step back",
        }
    }

    /// Its name and what it means: `mindless: they do not step back`.
    pub fn sentence(self) -> String {
        format!("{}: they {}", self.name(), self.does())
    }
}
