//! The opponents: they pick among legal answers.
//!
//! An agent sees the battle through the [`View`] of its side and never the dice to come. It knows
//! no ruleset by name. Its answer depends only on the state, the last turns of each side, its seed and
//! the number of the decision: what it keeps between decisions is a cache.
//!
//! `model` reads a position, `score` gives points to places and acts, `plan` chooses for a whole side,
//! `search` compares plans by playouts. Each imports only what stands before it.

mod action;
mod agent;
mod baseline;
mod clocked;
mod model;
mod plan;
mod roster;
mod score;
mod search;
mod wrapped;

pub use action::{Action, ActionTarget};
pub use agent::{Agent, Progress, Term, Thought, View, Weighed, Why};
pub use clocked::{Clock, Clocked};
pub use roster::{BASELINES, DEFAULT, LADDER, LEVELS, THINKER, agent, profiled};
pub use score::profile::{Meta, Profile, profiles};
pub use score::terms::meaning;
pub use search::{enemy, luck, race};
pub use wrapped::{Wrapped, Wrapper};
