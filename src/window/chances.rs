//! Chances in words.

use crate::battle::Ratio;

/// A chance as a number.
pub fn float(chance: Ratio) -> f64 {
    *chance.numer() as f64 / *chance.denom() as f64
}

/// A chance as a percentage.
pub fn percent(chance: Ratio) -> String {
    format!("{:.0}%", float(chance) * 100.0)
}

/// A chance as percentage and fraction.
pub fn exact(chance: Ratio) -> String {
    if *chance.denom() <= 100_000 {
        format!(
            "{:.1}%  ({}/{})",
            float(chance) * 100.0,
            chance.numer(),
            chance.denom()
        )
    } else {
        format!("{:.2}%", float(chance) * 100.0)
    }
}
