//! What a side does: figures choose one after the other, each counting on the others.

pub mod activation;
pub mod boarding;
pub mod candidate;
pub mod candidates;
pub mod choose;
pub mod considered;
pub mod deploy;
pub mod intent;
#[allow(clippy::module_inception)]
pub mod plan;
pub mod ranked;
pub mod reply;
pub mod thinker;
pub mod together;
pub mod turn;
pub mod utility;
