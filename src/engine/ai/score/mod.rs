//! What something is worth to a side: a sum of named terms, weighed by a profile.

pub mod aim;
pub mod haste;
pub mod judge;
pub mod peril;
pub mod place;
pub mod position;
pub mod profile;
pub mod slip;
pub mod spots;
pub mod stance;
pub mod sweep;
pub mod terms;
