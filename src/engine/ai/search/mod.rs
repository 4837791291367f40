//! Looking ahead: whole turns are compared by playing them out.

pub mod enemy;
pub mod lookahead;
pub mod luck;
pub mod playout;
pub mod race;
pub mod stretch;
pub mod turn_plan;
