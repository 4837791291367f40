//! VSGMR, Very Simple Generic Miniatures Rules, in the grid variant for every scale.
//!
//! In the order of play: what a figure is ([`mod@unit`], [`words`], [`force`]), the numbers
//! ([`config`], [`numbers`]), how a battle begins ([`begin`]), the round ([`round`]), movement
//! ([`moving`], [`riding`]), who sees whom ([`sight`]), attacks ([`attack`]) with traits
//! ([`traits`]) and super powers ([`powers`]), skill rolls ([`skill`]), odds ([`odds`]). The
//! edition of 2017 is the same with other numbers and toggles, buildings ([`structures`]) and
//! terrain that players place ([`pieces`]).

pub mod attack;
pub mod begin;
pub mod chance;
mod check;
pub mod config;
pub mod decide;
pub mod duel;
pub mod force;
pub mod moving;
pub mod numbers;
pub mod odds;
pub mod pieces;
mod places;
pub mod powers;
pub mod preset;
pub mod query;
pub mod riding;
pub mod round;
pub mod scenarios;
pub mod setup;
pub mod sheet;
pub mod sight;
pub mod skill;
pub mod solo;
pub mod structures;
pub mod table;
pub mod traits;
pub mod unit;
pub mod words;
pub mod zones;

pub use config::Config;
pub use force::{FORCES, FORCES_2017, summary};
pub use unit::{Edition, Unit};

use crate::battle::{
    Answer, Battle, Brief, Decision, EachGroup, Event, Fig, Force, Goal, How, Line, Log, Menace,
    Mode, Odds, OddsState, Reaches, Refused, Ruleset, Setup, Sheet, Shown, Side, Stand, State,
    Status, Target,
};
use crate::board::{Facing, Reach, Sight, Space, Spaces};
use crate::source::{Fault, Source};
use smallvec::SmallVec;
use table::{Frame, Mark, Table};

/// The ruleset's name as a type. Both editions are played by it; the configuration says which.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Vsgmr;

/// A battle by these rules.
pub type Skirmish = Battle<Vsgmr>;

/// What it is and who wrote the game.
pub const ABOUT: &str = "VSGMR by Andrew Domino, the grid variant for figures of every scale";

/// What the edition of 2017 is and who wrote it.
pub const ABOUT_2017: &str =
    "VSGMR 2017 by Andrew Domino: plain figures, buildings that fight, terrain placed by hand";

impl Ruleset for Vsgmr {
    type Config = Config;
    type Unit = Unit;
    type Mark = Mark;
    type Table = Table;
    type Frame = Frame;
    const NAME: &'static str = "vsgmr";
    const NOTES: &'static [(u8, &'static str)] =
        &[(table::WAITS, "waits"), (table::GOES_OFF, "goes-off")];

    fn config(rules: Option<&Source>) -> Result<Config, Fault> {
        Config::read(rules, Edition::Grid)
    }
    fn force(source: &Source, config: &Config) -> Result<Force<Unit>, Fault> {
        force::read(source, config)
    }
    fn sheet() -> Sheet {
        sheet::sheet(Edition::Grid)
    }
    fn begin(brief: Brief) -> Result<Battle<Self>, Fault> {
        begin::begin(brief, Edition::Grid)
    }
    fn decision(b: &Battle<Self>) -> Decision {
        decide::decision(b)
    }
    fn legal(b: &Battle<Self>, each: &mut dyn FnMut(Answer) -> bool) {
        decide::legal(b, &mut Reaches::default(), each);
    }
    fn legal_again(b: &Battle<Self>, known: &mut Reaches, each: &mut dyn FnMut(Answer) -> bool) {
        decide::legal(b, known, each);
    }
    fn moves(b: &Battle<Self>, who: Fig, known: &mut Reaches, each: &mut dyn FnMut(Space) -> bool) {
        decide::moves(b, who, known, each);
    }
    fn check(b: &Battle<Self>, answer: &Answer) -> Result<(), Refused> {
        check::check(b, answer)
    }
    fn resolve<L: Log>(b: &mut Battle<Self>, answer: &Answer, log: &mut L) {
        decide::resolve(b, answer, log);
    }
    fn apply(setup: &Setup<Self>, state: &mut State<Self>, event: &Event) {
        table::apply(setup, state, event);
    }
    fn preset(b: &Battle<Self>) -> Answer {
        preset::answer(b)
    }
    fn groups(b: &Battle<Self>, side: Side, each: &mut EachGroup) {
        query::groups(b, side, each);
    }
    fn size(b: &Battle<Self>, who: Fig) -> u8 {
        b.unit(b.carrier(who)).size
    }
    fn reach(b: &Battle<Self>, who: Fig, out: &mut Reach) -> bool {
        moving::reach(b, who, out)
    }
    fn modes(b: &Battle<Self>, who: Fig, fresh: bool) -> SmallVec<[Mode; 3]> {
        sight::modes(b, who, fresh)
    }
    fn afoot(b: &Battle<Self>, who: Fig, fresh: bool) -> SmallVec<[Mode; 3]> {
        sight::afoot(b, who, fresh)
    }
    fn may_move(b: &Battle<Self>, who: Fig) -> bool {
        moving::may_move(b, who)
    }
    fn strikes(
        b: &Battle<Self>,
        who: Fig,
        stand: Stand,
        each: &mut dyn FnMut(How, Target, Sight) -> bool,
    ) {
        sight::strikes(b, who, stand, sight::ways(b, who, false), each);
    }
    fn blockers(b: &Battle<Self>, side: Side) -> Spaces {
        sight::blockers(b, side)
    }
    fn odds(b: &Battle<Self>, who: Fig, stand: Stand, how: How, at: Target, sight: Sight) -> Odds {
        query::odds(b, who, stand, how, at, sight)
    }
    fn odds_state(b: &Battle<Self>) -> Option<OddsState> {
        query::odds_state(b)
    }
    fn lines(
        b: &Battle<Self>,
        who: Fig,
        stand: Stand,
        how: How,
        at: Target,
        sight: Sight,
    ) -> Vec<Line> {
        query::lines(b, who, stand, how, at, sight)
    }
    fn worth(b: &Battle<Self>, who: Fig) -> i64 {
        query::worth(b, who)
    }
    fn runs_off(b: &Battle<Self>, who: Fig, at: Space, from: Fig) -> bool {
        powers::runs_off(b, who, at, from)
    }
    fn menace(b: &Battle<Self>, enemy: Fig, who: Fig) -> Menace {
        query::menace(b, enemy, who)
    }
    fn arc(b: &Battle<Self>, who: Fig) -> Option<Facing> {
        sight::arc(b, who)
    }
    fn aura(b: &Battle<Self>, who: Fig) -> u32 {
        query::aura(b, who)
    }
    fn goals(b: &Battle<Self>, side: Side) -> Vec<Goal> {
        scenarios::goals(b, side)
    }
    fn shown(b: &Battle<Self>, who: Fig) -> Shown {
        query::shown(b, who)
    }
    fn status(b: &Battle<Self>) -> Status {
        query::status(b)
    }

    fn steps(_: &Battle<Self>) -> &'static [&'static str] {
        &table::Step::NAMES
    }

    fn notice(b: &Battle<Self>, side: Side) -> Option<String> {
        query::notice(b, side)
    }
}
