//! A battle is a state that asks, and everything that happens is an answer.
//!
//! [`Battle::decision`] says who must decide what: a player, or chance (dice). [`Battle::answer`]
//! checks the answer, then changes the state by recorded [`Event`]s only, until the next decision.
//! Window, terminal, opponents, external programs, replays and tests drive the same two calls.
//!
//! Nothing here is a word of one ruleset; a ruleset fills in [`Ruleset`].

mod answer;
mod any;
mod ask;
mod brief;
mod defaults;
mod event;
mod figure;
mod hints;
mod odds;
mod outcomes;
mod query;
mod reaches;
mod ruleset;
mod scale;
mod sheet;
mod state;

pub use answer::{Answer, Choice, How, Piece, Scenery, Target};
pub use any::AnyBattle;
pub use ask::{Ask, Decision, Purpose, Topic, Who};
pub use brief::{
    Aim, Brief, BriefSide, Deploy, DeviceSpec, Effect, ItemSpec, Placed, Role, Solo, Start, Victory,
};
pub use defaults::config as read_config;
pub use event::{Allowance, Event, Log, Note, Roll};
pub use figure::{Fig, Figure, Label, Place, Side, Sides};
pub use hints::{EachFormation, Hints, OddsState};
pub use odds::{Branch, both, either, enumerate};
pub use outcomes::Policy;
pub use query::{
    Act, Facts, Finding, Force, ForceFigure, Goal, Line, Menace, Milli, Mode, Odds, Range, Ratio,
    Severity, Shelter, Shown, Stand, Status, first_letter,
};
pub use reaches::Reaches;
pub use ruleset::{EachAnswer, EachGroup, EachStrike, Modes, Refused, Ruleset};
pub use scale::Scale;
pub use sheet::{Key, KeyKind, Part, Pick, Sheet, Word};
pub use state::{Battle, Holder, Listed, Outcome, Reason, Setup, SideSetup, State};
