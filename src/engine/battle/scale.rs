//! Figure scales (B3).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Size of the figures; it sets how far they move and shoot, in spaces.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
pub enum Scale {
    /// 4.7 mm, toy cars; a space is half an inch.
    #[serde(rename = "4.7mm")]
    Mm4,
    /// 15 mm; a space is half an inch.
    #[serde(rename = "15mm")]
    Mm15,
    /// 25 to 32 mm, the default; a space is one inch.
    #[default]
    #[serde(rename = "28mm")]
    Mm28,
    /// 54 mm; a space is two inches.
    #[serde(rename = "54mm")]
    Mm54,
    /// 90 mm; a space is three inches.
    #[serde(rename = "90mm")]
    Mm90,
    /// 180 mm; a space is three inches.
    #[serde(rename = "180mm")]
    Mm180,
    /// 300 mm; a space is six inches.
    #[serde(rename = "300mm")]
    Mm300,
}

impl Scale {
    /// All scales, smallest first.
    pub const ALL: [Scale; 7] = [
        Scale::Mm4,
        Scale::Mm15,
        Scale::Mm28,
        Scale::Mm54,
        Scale::Mm90,
        Scale::Mm180,
        Scale::Mm300,
    ];

    /// (name, Move Unit, short range, long range, space in hundredths of an inch).
    fn row(self) -> (&'static str, u32, u32, u32, u32) {
        match self {
            Scale::Mm4 => ("4.7mm", 12, 20, 50, 50),
            Scale::Mm15 => ("15mm", 12, 20, 50, 50),
            Scale::Mm28 => ("28mm", 6, 10, 25, 100),
            Scale::Mm54 => ("54mm", 3, 8, 15, 200),
            Scale::Mm90 => ("90mm", 2, 5, 10, 300),
            Scale::Mm180 => ("180mm", 2, 3, 8, 300),
            Scale::Mm300 => ("300mm", 1, 2, 5, 600),
        }
    }
    /// Its name in files and options.
    pub fn name(self) -> &'static str {
        self.row().0
    }
    /// The scale of a name; `28`, `25mm`, `25-32mm` and `32mm` all mean 28 mm.
    pub fn named(name: &str) -> Option<Scale> {
        let bare = name.trim().trim_end_matches("mm").trim();
        match bare {
            "25" | "25-32" | "32" | "30" => Some(Scale::Mm28),
            _ => Scale::ALL
                .into_iter()
                .find(|s| s.name().trim_end_matches("mm") == bare),
        }
    }
    /// The Move Unit of someone on foot, in spaces.
    pub fn move_unit(self) -> u32 {
        self.row().1
    }
    /// Short range, in spaces.
    pub fn short(self) -> u32 {
        self.row().2
    }
    /// Long range, in spaces.
    pub fn long(self) -> u32 {
        self.row().3
    }
    /// Size of a space, in hundredths of an inch.
    pub fn space(self) -> u32 {
        self.row().4
    }
}
