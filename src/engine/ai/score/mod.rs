//! What something is worth to a side: a sum of named terms, weighed by a profile.

pub mod attack;
pub mod danger;
pub mod engage;
pub mod evaluator;
pub mod habits;
pub mod judgement;
pub mod next_attack;
pub mod noise;
pub mod place;
pub mod position;
pub mod profile;
pub mod reply;
pub mod spots;
pub mod stance;
pub mod sweep;
pub mod temper;
pub mod terms;
