//! [`AnyBattle`]: a battle whose ruleset is known only when the program runs.

use super::{
    Act, Answer, Bands, Battle, Brief, Decision, EachAnswer, EachFormation, EachGroup, EachStrike,
    Event, Facts, Fig, Finding, Goal, HalfPoints, Hints, Holder, How, Label, Line, Menace, Modes,
    Note, Odds, OddsState, Outcome, Place, Policy, Ratio, Reaches, Refused, Ruleset, Shelter,
    Shown, Side, SideSetup, Sides, Stand, Status, Target, outcomes,
};
use crate::board::{Board, Facing, Footprint, Reach, Space, Spaces};
use std::any::Any;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Makes [`AnyBattle`] from two lists: what a ruleset answers is passed on to it as it is, the
/// rest says how a battle answers.
macro_rules! any_battle {
    (
        ruleset { $($(#[$about:meta])* fn $ask:ident(&self $(, $arg:ident: $type:ty)* $(,)?) $(-> $out:ty)?;)* }
        battle { $($(#[$doc:meta])* fn $name:ident($b:ident $(, $of:ident: $kind:ty)* $(,)?) $(-> $result:ty)? $body:block)* }
    ) => {
        /// A battle of any ruleset, seen without its types. Every [`Battle`] is one.
        ///
        /// What a ruleset answers has the same name and meaning here as in [`Ruleset`] and
        /// [`Hints`].
        pub trait AnyBattle: Debug + Send + Sync {
            $($(#[$about])* #[doc = concat!("See `", stringify!($ask), "` of [`Ruleset`] or [`Hints`].")]
            fn $ask(&self $(, $arg: $type)*) $(-> $out)?;)*
            $($(#[$doc])* fn $name(&self $(, $of: $kind)*) $(-> $result)?;)*
            /// Checks an answer and carries it out up to the next decision; events go to `log`.
            ///
            /// # Errors
            /// Refused: the battle is unchanged, the reason completes a sentence.
            fn answer_any(&mut self, answer: &Answer, log: Option<&mut Vec<Event>>) -> Result<(), Refused>;
            /// Carries out an answer known to be legal; events go to `log`.
            fn settle_any(&mut self, answer: &Answer, log: Option<&mut Vec<Event>>);
            /// Makes a recorded fact true without asking the rules: for showing old records.
            fn show(&mut self, event: &Event);
            /// Goes back to where the turn of the side that answers now began. False: it began
            /// here, or that is not kept.
            fn rewind(&mut self) -> bool;
            /// Goes back to where a turn began that is over and was kept, 0 for the oldest: whose it
            /// was, and what that side answered. None: no such turn is kept.
            fn recall(&mut self, number: usize) -> Option<(Side, Arc<[Answer]>)>;
            /// Keeps no turns any longer.
            fn forget(&mut self);
        }

        impl<R: Hints> AnyBattle for Battle<R> {
            $(#[inline] fn $ask(&self $(, $arg: $type)*) $(-> $out)? { R::$ask(self $(, $arg)*) })*
            $(#[inline] fn $name(&self $(, $of: $kind)*) $(-> $result)? { let $b = self; $body })*
            fn answer_any(&mut self, answer: &Answer, log: Option<&mut Vec<Event>>) -> Result<(), Refused> {
                R::check(self, answer)?;
                self.settle_any(answer, log);
                Ok(())
            }
            fn settle_any(&mut self, answer: &Answer, log: Option<&mut Vec<Event>>) {
                match log {
                    Some(log) => self.settle(answer, log),
                    None => self.settle(answer, &mut ()),
                }
            }
            fn show(&mut self, event: &Event) {
                self.emit(event.clone(), &mut ());
            }
            fn rewind(&mut self) -> bool {
                Battle::rewind(self)
            }
            fn recall(&mut self, number: usize) -> Option<(Side, Arc<[Answer]>)> {
                Battle::recall(self, number)
            }
            fn forget(&mut self) {
                Battle::forget(self);
            }
        }
    };
}

any_battle! {
    ruleset {
        fn decision(&self) -> Decision;
        fn legal(&self, known: &mut Reaches, each: &mut EachAnswer);
        fn check(&self, answer: &Answer) -> Result<(), Refused>;
        fn preset(&self) -> Answer;
        fn status(&self) -> Status;
        fn findings(&self) -> Vec<Finding>;
        fn facts(&self, who: Fig) -> Facts;
        fn shown(&self, who: Fig) -> Shown;
        fn size(&self, who: Fig) -> u8;
        fn reach(&self, who: Fig, out: &mut Reach) -> bool;
        fn modes(&self, who: Fig, fresh: bool) -> Modes;
        fn strikes(&self, who: Fig, stand: Stand, each: &mut EachStrike);
        fn odds(&self, act: &Act) -> Odds;
        fn lines(&self, act: &Act) -> Vec<Line>;
        fn groups(&self, side: Side, each: &mut EachGroup);
        fn blockers(&self, side: Side) -> Spaces;
        fn goals(&self, side: Side) -> Vec<Goal>;
        fn notice(&self, side: Side) -> Option<String>;
        fn moves(&self, who: Fig, known: &mut Reaches, each: &mut dyn FnMut(Space) -> bool);
        fn moves_into(&self, who: Fig, known: &mut Reaches, into: &mut Vec<Space>);
        fn formations(&self, lead: Fig, ends: &[Space], each: &mut EachFormation);
        fn pace(&self, who: Fig, reach: &mut Reach) -> u32;
        fn band(&self, who: Fig, how: How, gap: u32) -> u8;
        fn odds_state(&self) -> Option<OddsState>;
        fn spread(&self, act: &Act, each: &mut dyn FnMut(Fig, Odds));
        fn menace(&self, enemy: Fig, who: Fig) -> Menace;
        fn shelter(&self, who: Fig) -> Shelter;
        fn modes_after_dismount(&self, who: Fig, fresh: bool) -> Modes;
        fn runs_off(&self, who: Fig, at: Space, from: Fig) -> bool;
        fn off_board_figures(&self, side: Side) -> Vec<Fig>;
        fn shared_actions(&self) -> Option<u8>;
        fn lead_counts(&self) -> bool;
        fn points_left(&self, side: Side) -> Option<HalfPoints>;
    }
    battle {
        /// The name of the ruleset.
        fn ruleset(_b) -> &'static str { R::NAME }
        /// The steps of a round in their order; empty where it has no more than one.
        fn steps(_b) -> &'static [&'static str] { R::STEPS }
        /// Every word that events have for a step.
        fn step_words(_b) -> &'static [&'static str] { R::STEP_WORDS }
        /// What it rolls for besides.
        fn purposes(_b) -> &'static [&'static str] { R::PURPOSES }
        /// How its battles end besides.
        fn reasons(_b) -> &'static [&'static str] { R::REASONS }
        /// Its small facts about figures.
        fn notes(_b) -> &'static [Note] { R::NOTES }
        /// Whether the odds of an attack depend on where the attacker stands.
        fn odds_by_place(_b) -> bool { R::ODDS_BY_PLACE }
        /// How the odds of an attack depend on the distance to its target.
        fn bands(_b) -> Bands { R::BANDS }
        /// Whether the pace of a figure that can move is how far its reach goes.
        fn pace_by_reach(_b) -> bool { R::PACE_BY_REACH }
        /// The battle with its types, to be cast down.
        fn any(b) -> &dyn Any { b }
        /// A copy.
        fn copied(b) -> Box<dyn AnyBattle> { Box::new(b.clone()) }
        /// Whether the turn of the side that answers now began in this battle, as far as that is
        /// kept: simulated battles may have begun anywhere.
        fn began_in(b, begun: &dyn AnyBattle) -> bool { same(begun).is_some_and(|begun| Battle::began_in(b, begun)) }
        /// Whether two battles of one setup are in the same state but for where figures look.
        fn eq_ignoring_facing(b, other: &dyn AnyBattle) -> bool { same(other).is_some_and(|other| Battle::eq_ignoring_facing(b, other)) }
        /// Whether two are states of one battle: they share what never changes in it.
        fn same_battle(b, other: &dyn AnyBattle) -> bool { same::<R>(other).is_some_and(|other| Arc::ptr_eq(&b.setup, &other.setup)) }
        /// Whether two battles of one setup are in the same state.
        fn same_state(b, other: &dyn AnyBattle) -> bool { same::<R>(other).is_some_and(|other| b.state == other.state) }
        /// A number that is the same for equal states on every machine and build.
        fn digest(b) -> u64 {
            let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
            b.state.hash(&mut hasher);
            hasher.0
        }
        /// The board with its damage.
        fn board(b) -> &Arc<Board> { &b.board }
        /// The sides.
        fn sides(b) -> &[SideSetup] { &b.setup.sides }
        /// What the battle began with.
        fn brief(b) -> &Brief { &b.setup.brief }
        /// The rules configuration, every key, as JSON.
        fn config(b) -> serde_json::Value { serde_json::to_value(&b.setup.config).expect("a configuration is plain data") }
        /// Where an item is.
        fn item(b, index: u8) -> Holder { b.state.items[usize::from(index)] }
        /// Whether a device has been used up.
        fn device_used(b, index: u8) -> bool { b.state.devices[usize::from(index)] }
        /// The number of figures, gone ones included.
        fn figures(b) -> usize { b.state.figures.len() }
        /// Whether a figure is in play.
        fn place(b, who: Fig) -> Place { b.figure(who).place }
        /// The side a figure fights for now.
        fn side(b, who: Fig) -> Side { b.figure(who).side }
        /// The side a figure began with.
        fn first_side(b, who: Fig) -> Side { b.setup.roster[who.index()].side }
        /// Where a figure stands (of its mount, when aboard).
        fn stand(b, who: Fig) -> Stand { Battle::stand(b, who) }
        /// The anchor space of a figure.
        fn at(b, who: Fig) -> Space { b.figure(who).at }
        /// Where a figure looks.
        fn facing(b, who: Fig) -> Facing { b.figure(who).facing }
        /// Whether a figure is in the air.
        fn aloft(b, who: Fig) -> bool { b.figure(who).aloft }
        /// What a figure is aboard of.
        fn aboard(b, who: Fig) -> Option<Fig> { b.figure(who).aboard }
        /// The spaces of a figure.
        fn spaces(b, who: Fig) -> Footprint { b.spaces_at(b.figure(who).at, R::size(b, who)) }
        /// A figure's lasting name.
        fn named(b, who: Fig) -> Label { Battle::named(b, who) }
        /// The figure of a lasting name.
        fn labelled(b, label: &str) -> Option<Fig> { Battle::labelled(b, label) }
        /// What a figure is called in its force.
        fn name(b, who: Fig) -> &str { &b.setup.roster[who.index()].name }
        /// Points scored so far, a side each.
        fn scores(b) -> &[HalfPoints] { &b.state.scores }
        /// The end, once there is one.
        fn outcome(b) -> Option<Outcome> { b.state.outcome }
        /// The sides of the team that has more points than every other: see [`Battle::leading`].
        fn leading(b) -> Sides { Battle::leading(b) }
        /// The sides that drew where others lost by that: see [`Battle::drew`].
        fn drew(b) -> Sides { Battle::drew(b) }
        /// Every end of one legal act, by enumeration through all dice, as (what became of the
        /// target and the actor, exact chance), most likely first. The battle must be at a question
        /// that takes this act. Follow-ups go to the same target, else to the best chance.
        fn outcomes(b, who: Fig, how: How, at: Target, policy: Policy) -> Vec<(String, Ratio)> {
            outcomes::outcomes(b, who, how, at, policy)
        }
    }
}

/// The other battle, if it is of the same ruleset.
fn same<R: Ruleset>(other: &dyn AnyBattle) -> Option<&Battle<R>> {
    other.any().downcast_ref()
}

/// FNV-1a: a hash that is the same everywhere, unlike the standard library's.
struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    // Fixed width and order of bytes, so that the digest does not depend on the machine.
    fn write_u16(&mut self, n: u16) {
        self.write(&n.to_le_bytes());
    }
    fn write_u32(&mut self, n: u32) {
        self.write(&n.to_le_bytes());
    }
    fn write_u64(&mut self, n: u64) {
        self.write(&n.to_le_bytes());
    }
    fn write_usize(&mut self, n: usize) {
        self.write(&(n as u64).to_le_bytes());
    }
    fn write_isize(&mut self, n: isize) {
        self.write(&(n as i64).to_le_bytes());
    }
    fn finish(&self) -> u64 {
        self.0
    }
}
