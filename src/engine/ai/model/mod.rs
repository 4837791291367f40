//! Facts about a position: figures, where they can go, what they can do to each other, and the aims.
//! Nothing here depends on a profile.

pub mod alone;
pub mod area;
pub mod cache;
pub mod company;
pub mod deterrence;
pub mod figure;
pub mod goals;
pub mod ground;
pub mod lead;
pub mod mover;
pub mod places;
pub mod row;
pub mod table;
pub mod threat;
pub mod zone;
