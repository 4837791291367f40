//! A battle is a state that asks, and everything that happens is an answer.
//!
//! [`Battle::decision`] says who must decide what: a player, or chance (dice). [`Battle::answer`]
//! checks the answer, then changes the state by recorded [`Event`]s only, until the next decision.
//! Window, terminal, opponents, external programs, replays and tests drive the same two calls.
//!
//! Nothing here is a word of one ruleset; a ruleset fills in [`Ruleset`].
//!
//! A whole battle, with the ruleset's usual answers and seeded dice:
//!
//! ```
//! use skirmish_engine::battle::{Answer, Ask, Brief};
//! use skirmish_engine::board::Board;
//! use skirmish_engine::dice;
//! use skirmish_engine::files::{map, shipped};
//! use skirmish_engine::rules::Rules;
//! use skirmish_engine::source::Source;
//! use std::sync::Arc;
//!
//! let (name, text) = shipped::map("duel-ground").expect("a shipped map");
//! let board = Board::new(map::read(&Source::new(name, text))?);
//! let rules = Rules::named("violence").expect("a ruleset");
//! let forces = rules.forces()[..2].iter().map(|(name, text)| Source::new(*name, *text));
//! let mut game = rules.begin(Brief::new(Arc::new(board), forces))?;
//!
//! let mut events = Vec::new();
//! for number in 1.. {
//!     let answer = match game.decision().ask {
//!         Ask::Over => break,
//!         Ask::Roll { dice, .. } => Answer::Faces(dice::seeded(7, number, &dice)),
//!         _ => game.preset(),
//!     };
//!     game.answer(&answer, &mut events)?;
//! }
//! assert!(game.outcome().is_some() && !events.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod any;
mod appearance;
mod ask;
mod brief;
mod defaults;
mod event;
mod figure;
mod hints;
mod nerve;
mod odds;
mod outcomes;
mod points;
mod query;
mod reaches;
mod ruleset;
mod scale;
mod sheet;
mod state;
mod turns;

pub use answer::{Answer, Choice, How, Piece, Scenery, Target};
pub use any::AnyBattle;
pub use appearance::{Appearance, Gear, Silhouette, Weapon};
pub use ask::{Ask, Decision, Purpose, Topic, Who};
pub use brief::{
    Aim, Brief, BriefSide, Deploy, DeviceSpec, Effect, ItemSpec, Placed, Role, Solo, Start, Victory,
};
pub use defaults::config as read_config;
pub use event::{Allowance, Event, Log, Note, Roll};
pub use figure::{Fig, Figure, Label, Place, Side, Sides};
pub use hints::{Bands, EachFormation, EachGroup, Hints, OddsState, Pose};
pub use nerve::Nerve;
pub use odds::{Branch, both, either, enumerate};
pub use outcomes::Policy;
pub use points::{HalfPoints, Milli};
pub use query::{
    Act, Facts, Finding, Force, ForceFigure, Goal, Line, Menace, Mode, Odds, Range, Ratio,
    Severity, Shelter, Shown, Stand, Status, first_letter,
};
pub use reaches::Reaches;
pub use ruleset::{EachAnswer, EachStrike, Modes, Refused, Ruleset, Samples};
pub use scale::Scale;
pub use sheet::{Key, KeyKind, Part, Pick, Sheet, Sort, Word};
pub use state::{Battle, Holder, Listed, Outcome, Reason, Setup, SideSetup, State};
