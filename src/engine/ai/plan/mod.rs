//! What a side does: figures choose one after the other, each counting on the others.

pub mod activation;
pub mod choose;
pub mod deploy;
pub mod intent;
pub mod mind;
pub mod offer;
pub mod offers;
pub mod plan;
pub mod ranked;
pub mod reply;
pub mod step;
pub mod thinker;
pub mod turn;
