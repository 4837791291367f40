//! What can be said about a map without playing on it.

pub mod check;
mod scenarios;

pub use check::{Finding, Pace, Severity, check};
pub use scenarios::{scenarios, seats};
