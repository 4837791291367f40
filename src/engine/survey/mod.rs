//! Analysis of a map without playing on it: checks, measures, and the map generator.

pub mod check;
mod doors;
pub mod generate;
pub mod measures;
mod pace;
mod scenarios;
mod ways;

pub use check::{Finding, FindingId, Report, Severity, check, counted, report, scales, too_narrow};
pub use generate::{GenerateFault, Recipe, Theme, generate, pace_of_recipe, scale_of};
pub use measures::{Measures, measures, opened};
pub use pace::Pace;
pub use scenarios::{SCENARIOS, scenarios, seats};
