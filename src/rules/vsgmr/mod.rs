//! VSGMR, Very Simple Generic Miniatures Rules, in the grid variant for every scale.

pub mod chance;
pub mod config;
pub mod duel;
pub mod force;
pub mod odds;
pub mod unit;
pub mod words;

pub use config::Config;
pub use force::{FORCES, summary};
pub use unit::Unit;

use crate::battle::{
    Answer, Battle, Brief, Decision, Event, Fig, Force, Goal, Group, How, Line, Log, Menace, Mode,
    Odds, Refused, Ruleset, Setup, Shown, Side, Stand, State, Status, Target,
};
use crate::board::{Reach, Sight, Spaces};
use crate::source::{Fault, Source};
use smallvec::SmallVec;

/// The ruleset's name as a type.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Vsgmr;

/// What it is and who wrote the game.
pub const ABOUT: &str = "VSGMR by Andrew Domino, the grid variant for figures of every scale";

impl Ruleset for Vsgmr {
    type Config = Config;
    type Unit = Unit;
    type Mark = ();
    type Table = ();
    type Frame = ();
    const NAME: &'static str = "vsgmr";

    fn config(rules: Option<&Source>) -> Result<Config, Fault> {
        Config::read(rules)
    }
    fn force(source: &Source, config: &Config) -> Result<Force<Unit>, Fault> {
        force::read(source, config)
    }
    fn begin(_brief: Brief) -> Result<Battle<Self>, Fault> {
        todo!()
    }
    fn decision(_b: &Battle<Self>) -> Decision {
        todo!()
    }
    fn legal(_b: &Battle<Self>, _each: &mut dyn FnMut(Answer) -> bool) {
        todo!()
    }
    fn check(_b: &Battle<Self>, _answer: &Answer) -> Result<(), Refused> {
        todo!()
    }
    fn resolve<L: Log>(_b: &mut Battle<Self>, _answer: &Answer, _log: &mut L) {
        todo!()
    }
    fn apply(_setup: &Setup<Self>, _state: &mut State<Self>, _event: &Event) {
        todo!()
    }
    fn preset(_b: &Battle<Self>) -> Answer {
        todo!()
    }
    fn groups(_b: &Battle<Self>, _side: Side) -> Vec<Group> {
        todo!()
    }
    fn size(_b: &Battle<Self>, _who: Fig) -> u8 {
        todo!()
    }
    fn reach(_b: &Battle<Self>, _who: Fig, _out: &mut Reach) -> bool {
        todo!()
    }
    fn modes(_b: &Battle<Self>, _who: Fig, _fresh: bool) -> SmallVec<[Mode; 3]> {
        todo!()
    }
    fn may_move(_b: &Battle<Self>, _who: Fig) -> bool {
        todo!()
    }
    fn strikes(
        _b: &Battle<Self>,
        _who: Fig,
        _stand: Stand,
        _each: &mut dyn FnMut(How, Target, Sight) -> bool,
    ) {
        todo!()
    }
    fn blockers(_b: &Battle<Self>, _side: Side) -> Spaces {
        todo!()
    }
    fn odds(
        _b: &Battle<Self>,
        _who: Fig,
        _stand: Stand,
        _how: How,
        _at: Target,
        _sight: Sight,
    ) -> Odds {
        todo!()
    }
    fn lines(
        _b: &Battle<Self>,
        _who: Fig,
        _stand: Stand,
        _how: How,
        _at: Target,
        _sight: Sight,
    ) -> Vec<Line> {
        todo!()
    }
    fn worth(_b: &Battle<Self>, _who: Fig) -> i64 {
        todo!()
    }
    fn menace(_b: &Battle<Self>, _enemy: Fig, _who: Fig) -> Menace {
        todo!()
    }
    fn aura(_b: &Battle<Self>, _who: Fig) -> u32 {
        todo!()
    }
    fn goals(_b: &Battle<Self>, _side: Side) -> Vec<Goal> {
        todo!()
    }
    fn shown(_b: &Battle<Self>, _who: Fig) -> Shown {
        todo!()
    }
    fn status(_b: &Battle<Self>) -> Status {
        todo!()
    }
}
