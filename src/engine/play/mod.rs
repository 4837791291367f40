//! A battle with its agents and dice, and the record of it. How anything is drawn is not known
//! here, nor any file, clock or thread: drivers hand these in.

mod agent_name;
pub mod briefing;
pub mod concession;
pub mod danger;
pub mod external;
pub mod handicap;
pub mod matches;
pub mod record;
pub mod refusal;
mod replay;
pub mod setup;
pub mod short;
pub mod summary;
pub mod tell;
pub mod words;

pub use agent_name::AgentName;
pub use handicap::HandicapFault;
pub use matches::{Match, Played, Seat, Step, run};
pub use setup::{Conditions, DiceSource, Setup, SetupFault};
pub use summary::Summary;
