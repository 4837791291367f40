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
    /// The scale of a name: one of the table, a size in millimetres (`20mm`, `25-32mm`, `40`), a
    /// model scale (`1/72`) or a railway gauge (`N`, `HO`, `O`, `G`). Sizes that the table does not
    /// have mean its nearest row.
    pub fn named(name: &str) -> Option<Scale> {
        let bare = name.trim().to_lowercase();
        let bare = bare.trim_end_matches("mm").trim();
        if let Some(scale) = Scale::ALL
            .into_iter()
            .find(|s| s.name().trim_end_matches("mm") == bare)
        {
            return Some(scale);
        }
        match bare {
            "25-32" | "ho" => return Some(Scale::Mm28),
            "n" => return Some(Scale::Mm15),
            "o" => return Some(Scale::Mm54),
            "g" => return Some(Scale::Mm90),
            _ => {}
        }
        let size = match bare.split_once(['/', ':']) {
            // a grown man is 1.75 m tall
            Some(("1", of)) => 17_500 / of.parse::<u32>().ok().filter(|of| *of > 0)?,
            Some(_) => return None,
            None => tenths(bare)?,
        };
        Some(Scale::nearest(size))
    }
    /// Whether a name is the table's own, or one of its sizes; others mean the nearest row.
    pub fn is_exact(self, name: &str) -> bool {
        let bare = name.trim().trim_end_matches("mm").trim();
        let between = matches!(bare, "25" | "28" | "30" | "32" | "25-32");
        self.name().trim_end_matches("mm") == bare || self == Scale::Mm28 && between
    }
    /// The row of the table that is nearest to a size in tenths of a millimetre; of two equally
    /// near ones the larger.
    fn nearest(tenths: u32) -> Scale {
        let far = |scale: &Scale| match scale {
            Scale::Mm28 => 250u32
                .saturating_sub(tenths)
                .max(tenths.saturating_sub(320)),
            other => other.tenths().abs_diff(tenths),
        };
        let rows = Scale::ALL.into_iter().rev();
        rows.min_by_key(far).unwrap_or_default()
    }
    /// Size of its figures, in tenths of a millimetre.
    fn tenths(self) -> u32 {
        match self {
            Scale::Mm4 => 47,
            Scale::Mm15 => 150,
            Scale::Mm28 => 280,
            Scale::Mm54 => 540,
            Scale::Mm90 => 900,
            Scale::Mm180 => 1800,
            Scale::Mm300 => 3000,
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

/// A number of millimetres with at most one decimal, from 3 to 400, in tenths.
fn tenths(text: &str) -> Option<u32> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digit = (part.len() == 1)
        .then(|| part.parse::<u32>().ok())
        .flatten()?;
    let tenths = whole.parse::<u32>().ok()?.checked_mul(10)? + digit;
    (30..=4_000).contains(&tenths).then_some(tenths)
}
