//! Simple opponents, to measure others against.

pub mod charge;
pub mod newcomer;
pub mod passer;
pub mod random;
