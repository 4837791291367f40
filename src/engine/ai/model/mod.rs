//! What is so in a position: figures, where they can go, what they can do to each other, and what
//! is fought for. Nothing here weighs anything by a profile.

pub mod area;
pub mod deterrence;
pub mod company;
pub mod figure;
pub mod goals;
pub mod ground;
pub mod cache;
pub mod mover;
pub mod row;
pub mod lead;
pub mod table;
pub mod threat;
pub mod zone;
