//! What can be said about a map without playing on it.

pub mod check;

pub use check::{Finding, Pace, Severity, check};
