//! VSGMR, Very Simple Generic Miniatures Rules, in the grid variant for every scale.
//!
//! In the order of play: what a figure is ([`mod@unit`], [`words`], [`force`]), the numbers
//! ([`config`], [`numbers`]), how a battle begins ([`begin`]), the round ([`round`]), movement
//! ([`moving`], [`riding`]), who sees whom ([`sight`]), attacks ([`attack`]) with traits
//! ([`traits`]) and super powers ([`powers`]), skill rolls ([`skill`]), odds ([`odds`]). The
//! edition of 2017 is the same with other numbers and toggles, buildings ([`structures`]) and
//! terrain that players place ([`pieces`]).

mod allowance;
pub mod attack;
pub mod begin;
pub mod chance;
mod check;
pub mod config;
mod contested;
pub mod decide;
mod doubts;
pub mod duel;
pub mod eyes;
pub mod force;
pub mod fortress;
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
mod routes;
pub mod scenarios;
pub mod setup;
pub mod sheet;
pub mod sight;
pub mod skill;
pub mod solo;
pub mod stages;
pub mod structures;
pub mod table;
pub mod toggles;
pub mod traits;
pub mod unit;
pub mod words;
pub mod zones;

pub use config::Config;
pub use unit::{Edition, Unit};

use super::book::{ForceSummary, Rulebook};
use super::duel::Duel;
use super::kit;
use crate::battle::{
    Act, Answer, AnyBattle, Bands, Battle, Brief, Decision, EachAnswer, EachGroup, EachStrike,
    Event, Facts, Fig, Finding, Force, Goal, HalfPoints, Hints, How, Line, Log, Menace, Modes,
    Note, Odds, OddsState, Reaches, Refused, Ruleset, Samples, Setup, Sheet, Shown, Side, Stand,
    State, Status,
};
use crate::board::{Reach, Space, Spaces};
use crate::source::{Fault, Source};
use table::{Frame, Mark, Table};

/// The ruleset's name as a type. Both editions are played by it; the configuration says which.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Vsgmr;

/// A battle by these rules.
pub type Skirmish = Battle<Vsgmr>;

impl Ruleset for Vsgmr {
    const NAME: &'static str = "vsgmr";
    const ABOUT: &'static str =
        "VSGMR by Andrew Domino, the grid variant for figures of every scale";
    const SHORT: &'static str = include_str!("short.txt");
    const FORCES: Samples = force::FORCES;
    const STEPS: &'static [&'static str] = &table::Step::NAMES;
    const NOTES: &'static [Note] = &[table::WAITS, table::GOES_OFF];
    const MARKS: &'static [(&'static str, &'static str)] = query::MARKS;

    type Config = Config;
    type Unit = Unit;
    type Mark = Mark;
    type Table = Table;
    type Frame = Frame;

    fn config(rules: Option<&Source>) -> Result<Config, Fault> {
        Config::read(rules, Edition::Grid)
    }
    fn force(source: &Source, config: &Config) -> Result<Force<Unit>, Fault> {
        force::read(source, config)
    }
    fn sheet(config: &Config) -> Sheet {
        sheet::sheet(Edition::Grid, config)
    }
    fn begin(brief: Brief) -> Result<Battle<Self>, Fault> {
        begin::begin(brief, Edition::Grid)
    }
    fn findings(b: &Battle<Self>) -> Vec<Finding> {
        zones::findings(b)
    }

    fn decision(b: &Battle<Self>) -> Decision {
        decide::decision(b)
    }
    fn legal(b: &Battle<Self>, known: &mut Reaches, each: &mut EachAnswer) {
        decide::legal(b, known, each);
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
    fn status(b: &Battle<Self>) -> Status {
        query::status(b)
    }

    fn facts(b: &Battle<Self>, who: Fig) -> Facts {
        Facts {
            worth: query::worth(b, who),
            may_move: moving::may_move(b, who),
            in_action: true,
            aura: query::aura(b, who),
            arc: eyes::arc(b, who),
        }
    }
    fn shown(b: &Battle<Self>, who: Fig) -> Shown {
        query::shown(b, who)
    }
    fn size(b: &Battle<Self>, who: Fig) -> u8 {
        b.unit(b.carrier(who)).size
    }
    fn reach(b: &Battle<Self>, who: Fig, out: &mut Reach) -> bool {
        moving::reach(b, who, out)
    }
    fn modes(b: &Battle<Self>, who: Fig, fresh: bool) -> Modes {
        sight::modes(b, who, fresh)
    }
    fn strikes(b: &Battle<Self>, who: Fig, stand: Stand, each: &mut EachStrike) {
        sight::strikes(b, who, stand, sight::ways(b, who, false), each);
    }
    fn odds(b: &Battle<Self>, act: &Act) -> Odds {
        query::odds(b, act)
    }
    fn lines(b: &Battle<Self>, act: &Act) -> Vec<Line> {
        query::lines(b, act)
    }

    fn goals(b: &Battle<Self>, side: Side) -> Vec<Goal> {
        scenarios::goals(b, side)
    }
    fn notice(b: &Battle<Self>, side: Side) -> Option<String> {
        query::notice(b, side)
    }
}

impl Hints for Vsgmr {
    const BANDS: Bands = Bands::Beside;

    fn groups(b: &Battle<Self>, side: Side, each: &mut EachGroup) {
        query::groups(b, side, each);
    }
    fn blockers(b: &Battle<Self>, side: Side) -> Spaces {
        eyes::blockers(b, side)
    }

    fn points_left(b: &Battle<Self>, side: Side) -> Option<HalfPoints> {
        round::points_left(b, side)
    }

    fn band(_: &Battle<Self>, _: Fig, how: How, gap: u32) -> u8 {
        query::band(how, gap)
    }
    fn moves(b: &Battle<Self>, who: Fig, known: &mut Reaches, each: &mut dyn FnMut(Space) -> bool) {
        decide::moves(b, who, known, each);
    }
    fn moves_into(b: &Battle<Self>, who: Fig, known: &mut Reaches, into: &mut Vec<Space>) {
        decide::moves(b, who, known, &mut |to| {
            into.push(to);
            true
        });
    }
    fn odds_state(b: &Battle<Self>) -> Option<OddsState> {
        query::odds_state(b)
    }
    fn menace(b: &Battle<Self>, enemy: Fig, who: Fig) -> Menace {
        query::menace(b, enemy, who)
    }
    fn modes_after_dismount(b: &Battle<Self>, who: Fig, fresh: bool) -> Modes {
        sight::modes_after_dismount(b, who, fresh)
    }
    fn runs_off(b: &Battle<Self>, who: Fig, at: Space, from: Fig) -> bool {
        powers::runs_off(b, who, at, from)
    }
}

/// An edition before the battle: the same rules under another configuration.
pub(super) struct EditionBook(pub Edition);

impl Rulebook for EditionBook {
    fn name(&self) -> &'static str {
        self.0.name()
    }
    fn about(&self) -> &'static str {
        match self.0 {
            Edition::Grid => Vsgmr::ABOUT,
            Edition::Of2017 => {
                "VSGMR 2017 by Andrew Domino: plain figures, buildings that fight, terrain placed by hand"
            }
        }
    }
    fn short(&self) -> &'static str {
        match self.0 {
            Edition::Grid => Vsgmr::SHORT,
            Edition::Of2017 => include_str!("short2017.txt"),
        }
    }
    fn forces(&self) -> Samples {
        match self.0 {
            Edition::Grid => Vsgmr::FORCES,
            Edition::Of2017 => force::FORCES_2017,
        }
    }
    fn config(&self, rules: Option<&Source>) -> Result<serde_json::Value, Fault> {
        Config::read(rules, self.0).map(kit::plain)
    }
    fn schema(&self) -> serde_json::Value {
        let mut schema = schemars::schema_for!(Config).into();
        if self.0 == Edition::Of2017 {
            config::usual(&mut schema, self.0);
        }
        schema
    }
    fn sheet(&self, rules: Option<&Source>) -> Result<Sheet, Fault> {
        Ok(sheet::sheet(self.0, &Config::read(rules, self.0)?))
    }
    fn marks(&self) -> &'static [(&'static str, &'static str)] {
        Vsgmr::MARKS
    }
    fn force(&self, source: &Source, rules: Option<&Source>) -> Result<ForceSummary, Fault> {
        let config = Config::read(rules, self.0)?;
        force::read(source, &config).map(Force::summary)
    }
    fn begin(&self, brief: Brief) -> Result<Box<dyn AnyBattle>, Fault> {
        Ok(Box::new(begin::begin(brief, self.0)?))
    }
    fn duel(&self, duel: &Duel) -> Result<serde_json::Value, Fault> {
        duel::duel(duel, self.0)
    }
}
