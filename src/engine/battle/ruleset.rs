//! What a ruleset must answer.

use super::{
    Answer, Battle, Brief, Decision, Event, Fig, Force, Goal, How, Line, Log, Menace, Mode, Odds,
    Reaches, Sheet, Shelter, Shown, Side, Stand, State, Status, Target,
};
use crate::board::{Facing, Reach, Sight, Space, Spaces};
use crate::dice::Faces;
use crate::source::{Fault, Source};
use schemars::JsonSchema;
use serde::Serialize;
use smallvec::SmallVec;
use std::fmt::Debug;
use std::hash::Hash;

/// Takes figures that act as one, the one that moves first: a figure with its load, or a squad.
pub type EachGroup<'a> = dyn FnMut(&[Fig]) + 'a;

/// Takes where a group's lead would go, and where its others would follow to.
pub type EachFormation<'a> = dyn FnMut(Space, &[(Fig, Space)]) + 'a;

/// What odds depend on that may change in a battle, as numbers.
pub type OddsState = SmallVec<[u32; 32]>;

/// Why an answer was refused: completes the sentence "that cannot be done: …".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

/// A set of rules. The functions take the battle, so a ruleset is a name without data.
pub trait Ruleset: Copy + Debug + PartialEq + Eq + Hash + Send + Sync + 'static {
    /// Every number and toggle.
    type Config: Clone + Debug + Send + Sync + Serialize + JsonSchema;
    /// What a figure is.
    type Unit: Clone + Debug + Send + Sync;
    /// What is remembered about a figure.
    type Mark: Clone + Debug + PartialEq + Eq + Hash + Send + Sync;
    /// Round, step, turn, actions left.
    type Table: Clone + Debug + PartialEq + Eq + Hash + Send + Sync;
    /// Something half done.
    type Frame: Clone + Debug + PartialEq + Eq + Hash + Send + Sync;

    /// Its name in files and options.
    const NAME: &'static str;
    /// What keys of the configuration mean that older records do not have, as TOML: how their
    /// battles were played.
    const BEFORE: &'static str = "";
    /// Whether the odds of an attack depend on where the attacker stands and whether it has moved
    /// there, besides what it sees.
    const ODDS_BY_PLACE: bool = false;

    /// Whether the odds of an attack depend on how far away its target is ([`Ruleset::band`]).
    const ODDS_BY_BAND: bool = false;
    /// Whether [`Ruleset::pace`] is no more than how far [`Ruleset::reach`] goes.
    const PACE_BY_REACH: bool = true;

    // ---- before the battle ----

    /// Reads a rules file; none: the defaults.
    ///
    /// # Errors
    /// What is wrong in the file, and where.
    fn config(rules: Option<&Source>) -> Result<Self::Config, Fault>;
    /// Reads a force file.
    ///
    /// # Errors
    /// What is wrong in the file, and where.
    fn force(source: &Source, config: &Self::Config) -> Result<Force<Self::Unit>, Fault>;
    /// What its figures can be, for whoever helps to write a force. Without it they are still
    /// written as free words.
    fn sheet() -> Sheet {
        Sheet::default()
    }
    /// Sets a battle up, ready for its first decision.
    ///
    /// # Errors
    /// What is wrong with the forces, the rules, the scenario, or how they go together.
    fn begin(brief: Brief) -> Result<Battle<Self>, Fault>;

    // ---- the game ----

    /// Who must decide what. O(1).
    fn decision(battle: &Battle<Self>) -> Decision;
    /// Every legal answer to a question to a player, one after the other, until `each` says
    /// false. (For dice: nothing; any faces that fit are legal.)
    fn legal(battle: &Battle<Self>, each: &mut dyn FnMut(Answer) -> bool);
    /// As `legal`, with memory for where figures can go.
    fn legal_again(
        battle: &Battle<Self>,
        _known: &mut Reaches,
        each: &mut dyn FnMut(Answer) -> bool,
    ) {
        Self::legal(battle, each);
    }
    /// Every space that one figure can be told to move to now: the moves among `legal`, until
    /// `each` says false.
    fn moves(
        battle: &Battle<Self>,
        who: Fig,
        known: &mut Reaches,
        each: &mut dyn FnMut(Space) -> bool,
    ) {
        Self::legal_again(battle, known, &mut |answer| match answer {
            Answer::Move { who: mover, to } if mover == who => each(to),
            _ => true,
        });
    }
    /// Whether an answer is legal.
    ///
    /// # Errors
    /// Why not.
    fn check(battle: &Battle<Self>, answer: &Answer) -> Result<(), Refused>;
    /// Carries out a legal answer, up to the next decision.
    fn resolve<L: Log>(battle: &mut Battle<Self>, answer: &Answer, log: &mut L);
    /// Faces that stand for all that come to the same at the roll that is asked for, each with
    /// how many combinations it stands for; none: every combination for itself. It saves
    /// counting the combinations of many dice one by one.
    fn throws(_: &Battle<Self>) -> Option<Vec<(Faces, u64)>> {
        None
    }
    /// What an event means to the ruleset's own marks and table; positions, scores and the like
    /// are changed already.
    fn apply(setup: &super::Setup<Self>, state: &mut State<Self>, event: &Event);
    /// A sensible answer to any question to a player, quickly: for Enter, a late bot, automatic
    /// deployment.
    fn preset(battle: &Battle<Self>) -> Answer;

    // ---- what opponents, overlays and odds ask ----

    /// The figures of a side on the board, as they act.
    fn groups(battle: &Battle<Self>, side: Side, each: &mut EachGroup);
    /// Where everybody of a group would stand, the lead first, for each of some spaces its lead
    /// might go to: at the same space, unless they walk.
    fn formations(battle: &Battle<Self>, lead: Fig, ends: &[Space], each: &mut EachFormation) {
        let mut all: SmallVec<[(Fig, Space); 4]> = SmallVec::new();
        Self::groups(battle, battle.figure(lead).side, &mut |group| {
            if group[0] == lead {
                all.extend(group.iter().map(|who| (*who, battle.figure(lead).at)));
            }
        });
        if all.is_empty() {
            all.push((lead, battle.figure(lead).at));
        }
        for to in ends {
            all.iter_mut().for_each(|(_, at)| *at = *to);
            each(*to, &all);
        }
    }
    /// The footprint size of a figure (B10).
    fn size(battle: &Battle<Self>, who: Fig) -> u8;
    /// Where a figure could move in its next move, as things stand (whether or not it is its
    /// turn). False: it cannot move (then `out` holds its own space only).
    fn reach(battle: &Battle<Self>, who: Fig, out: &mut Reach) -> bool;
    /// The ways in which a figure can still attack in this round, or could in a fresh one
    /// (`fresh`).
    fn modes(battle: &Battle<Self>, who: Fig, fresh: bool) -> SmallVec<[Mode; 3]>;
    /// Whether a figure may still move in this round (it need not be its turn).
    fn may_move(battle: &Battle<Self>, who: Fig) -> bool;
    /// Every attack or other act (not on bare terrain unless a goal asks for it) the figure
    /// could make from a stand, with what it sees, until `each` says false. Whose turn it is
    /// does not matter; what it has already used up this round does.
    fn strikes(
        battle: &Battle<Self>,
        who: Fig,
        stand: Stand,
        each: &mut dyn FnMut(How, Target, Sight) -> bool,
    );
    /// Where a figure looks, if it can shoot only at what lies ahead (S8); none: it looks all
    /// around.
    fn arc(_battle: &Battle<Self>, _who: Fig) -> Option<Facing> {
        None
    }
    /// The spaces whose figures block this side's lines of sight.
    fn blockers(battle: &Battle<Self>, side: Side) -> Spaces;
    /// The exact odds of a figure's own part in one act from a stand, with that sight; no reroll
    /// by anybody.
    fn odds(
        battle: &Battle<Self>,
        who: Fig,
        stand: Stand,
        how: How,
        at: Target,
        sight: Sight,
    ) -> Odds;
    /// How near a target so many spaces away counts: within one band the odds of an act are the
    /// same, sight and so on being equal. Below 4; 0 unless [`Ruleset::ODDS_BY_BAND`].
    fn band(_battle: &Battle<Self>, _who: Fig, _how: How, _gap: u32) -> u8 {
        0
    }
    /// As `odds`, from so many spaces away instead of from a stand.
    fn odds_from(
        battle: &Battle<Self>,
        who: Fig,
        how: How,
        at: Target,
        sight: Sight,
        _gap: u32,
    ) -> Odds {
        let figure = battle.figure(who);
        let stand = Stand {
            at: figure.at,
            facing: None,
            aloft: figure.aloft && how != How::Fight,
        };
        Self::odds(battle, who, stand, how, at, sight)
    }
    /// What the odds of attacks on figures (`odds_from`) depend on that may change in a battle: as
    /// long as it is equal, so are they. None: they may depend on anything.
    fn odds_state(_battle: &Battle<Self>) -> Option<OddsState> {
        None
    }
    /// As `odds` from where the figure stands, if its target stood elsewhere.
    fn odds_onto(
        battle: &Battle<Self>,
        who: Fig,
        how: How,
        at: Fig,
        _to: Space,
        sight: Sight,
    ) -> Odds {
        Self::odds_from(battle, who, how, Target::Figure(at), sight, 0)
    }
    /// Everybody besides its target whom an act may hurt, friends too, with the odds of each
    /// (fire on a space and all around it).
    fn spread(
        _battle: &Battle<Self>,
        _who: Fig,
        _stand: Stand,
        _how: How,
        _at: Target,
        _each: &mut dyn FnMut(Fig, Odds),
    ) {
    }
    /// The figures of a side that act from off the board.
    fn away(_battle: &Battle<Self>, _side: Side) -> Vec<Fig> {
        Vec::new()
    }
    /// Actions of a turn that the figures of a side share; none: each has its own.
    fn shared(_battle: &Battle<Self>) -> Option<u8> {
        None
    }
    /// What limits a side in its turn besides what each of its figures may do, for people: how many
    /// may still act, who acts in between. None: nothing does.
    fn notice(_battle: &Battle<Self>, _side: Side) -> Option<String> {
        None
    }
    /// The figures of a squad that can still attack a target's squad, each with its target, those who
    /// need least first. Firing with the whole squad is attacking with the first of them until none
    /// is left. Empty where figures have no squads.
    fn fire_of_squad(_battle: &Battle<Self>, _who: Fig, _at: Fig) -> Vec<(Fig, Fig)> {
        Vec::new()
    }
    /// The exact odds of one act from where the figure stands, with everybody who joins in it.
    fn joint(battle: &Battle<Self>, who: Fig, how: How, at: Target, sight: Sight) -> Odds {
        let figure = battle.figure(who);
        let stand = Stand {
            at: figure.at,
            facing: Some(figure.facing),
            aloft: figure.aloft,
        };
        Self::odds(battle, who, stand, how, at, sight)
    }
    /// The numbers behind `odds`, named, in the order a player would add them.
    fn lines(
        battle: &Battle<Self>,
        who: Fig,
        stand: Stand,
        how: How,
        at: Target,
        sight: Sight,
    ) -> Vec<Line>;
    /// What a figure is worth to its side now, in thousandths of a point.
    fn worth(battle: &Battle<Self>, who: Fig) -> i64;
    /// How a figure that is carried could attack once it has left what carries it, as `modes`;
    /// empty: it is not carried, or cannot leave.
    fn afoot(_battle: &Battle<Self>, _who: Fig, _fresh: bool) -> SmallVec<[Mode; 3]> {
        SmallVec::new()
    }
    /// Whether who leads in points when the rounds are over has won.
    fn lead_counts(_battle: &Battle<Self>) -> bool {
        true
    }
    /// How far a figure goes in a move of its own, once it is not carried; 0: it never moves.
    /// `reach`: memory for where it can go.
    fn pace(battle: &Battle<Self>, who: Fig, reach: &mut Reach) -> u32 {
        let moves = Self::reach(battle, who, reach);
        let farthest = reach.ends().last().map_or(0, |(_, cost)| *cost);
        if moves { farthest } else { 0 }
    }
    /// Whether a figure can attack from where it is: not from inside what carries it, say.
    fn serves(_battle: &Battle<Self>, _who: Fig) -> bool {
        true
    }
    /// How being on guard changes the harm done to a figure.
    fn shelter(_battle: &Battle<Self>, _who: Fig) -> Shelter {
        Shelter::NONE
    }
    /// Whether a figure that its attack on another makes run, from where it might stand, would run
    /// off the board, and be lost.
    fn runs_off(_battle: &Battle<Self>, _who: Fig, _at: Space, _from: Fig) -> bool {
        false
    }
    /// What `enemy` can still do before `who` can act again.
    fn menace(battle: &Battle<Self>, enemy: Fig, who: Fig) -> Menace;
    /// How far a figure helps its friends by being near, in spaces; 0: it does not.
    fn aura(battle: &Battle<Self>, who: Fig) -> u32;
    /// What a side can win besides points.
    fn goals(battle: &Battle<Self>, side: Side) -> Vec<Goal>;
    /// How a figure is shown.
    fn shown(battle: &Battle<Self>, who: Fig) -> Shown;
    /// Where the battle stands.
    fn status(battle: &Battle<Self>) -> Status;
    /// The steps of a round in their order, by the names that `status` gives them; none where it
    /// has no more than one.
    fn steps(_battle: &Battle<Self>) -> &'static [&'static str] {
        &[]
    }
}
