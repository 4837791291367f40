//! What something is worth to a side: a sum of named terms, weighed by a profile.

pub mod attack;
pub mod next_attack;
pub mod engage;
pub mod evaluator;
pub mod habits;
pub mod danger;
pub mod place;
pub mod position;
pub mod profile;
pub mod noise;
pub mod spots;
pub mod stance;
pub mod sweep;
pub mod terms;
