//! Many battles, in pairs, on many threads, with the same result for any number of them.
//!
//! A [`Plan`] says which games there are: a grid of pairings, each played again and again. A pair
//! is one seed, map and set of forces, played once for each way of seating the entrants (two
//! sides: sides swapped; more: seats rotated). [`run`] plays them and hands them over in order.
//! Every game is one line of JSON, a [`Row`]; a [`Counter`] turns rows into a [`Report`] that does
//! not grow with their number. Because all that a report needs stands in the rows, a series that
//! was interrupted, or split over machines, is summed up exactly as if it never had been.
//!
//! It knows nothing of what is inside a battle: whoever calls says how one game is played.

mod count;
pub mod heat;
mod manner;
mod plan;
pub mod report;
mod row;
mod run;
pub mod spsa;
pub mod stats;

pub use count::{Counter, Matrix, Report, Tally, Venue};
pub use manner::Manner;
pub use plan::{Cell, Job, Plan};
pub use row::{Made, Row};
pub use run::{Stopped, run};
