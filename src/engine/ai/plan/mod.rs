//! What a side does: figures choose one after the other, each counting on the others.

pub mod activation;
pub mod choose;
pub mod deploy;
pub mod intent;
pub mod utility;
pub mod candidate;
pub mod candidates;
pub mod plan;
pub mod ranked;
pub mod reply;
pub mod boarding;
pub mod thinker;
pub mod turn;
