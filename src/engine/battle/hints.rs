//! What opponents, overlays and the counting of odds ask of a ruleset beside the game. Each default is
//! right for a simple ruleset.

use super::{
    Act, Answer, Battle, Fig, HalfPoints, How, Menace, Modes, Odds, Reaches, Ruleset, Shelter, Side,
};
use crate::board::{Reach, Space, Spaces};
use crate::dice::Faces;
use smallvec::SmallVec;

/// Takes figures that act as one, the one that moves first: a figure with its load, or a squad.
pub type EachGroup<'a> = dyn FnMut(&[Fig]) + 'a;

/// Takes where a group's lead would go, and where its others would follow to.
pub type EachFormation<'a> = dyn FnMut(Space, &[(Fig, Space)]) + 'a;

/// What odds depend on that may change in a battle, as numbers.
pub type OddsState = SmallVec<[u32; 32]>;

/// A state of a figure that can be said after its words where odds are asked for, and what it
/// means: `soldier, moved`.
pub type Pose<R> = (&'static str, fn(&mut Battle<R>, Fig));

/// How the odds of an attack depend on the distance to its target.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Bands {
    /// Not at all.
    None,
    /// Only on whether it is [beside](Bands::beside) the attacker.
    Beside,
    /// On more bands than that.
    Many,
}

impl Bands {
    /// Whether a target at this distance, in spaces, is beside the attacker.
    #[inline]
    pub fn beside(gap: u32) -> bool {
        gap <= 1
    }
}

/// What makes opponents think faster or better, and overlays show more. A ruleset that has nothing special of this kind
/// writes `impl Hints for Mine {}`.
pub trait Hints: Ruleset {
    /// Whether the odds of an attack depend on where the attacker stands and whether it has moved
    /// there, besides what it sees.
    const ODDS_BY_PLACE: bool = false;
    /// How the odds of an attack depend on the distance to its target ([`Hints::band`]).
    const BANDS: Bands = Bands::None;
    /// Whether [`Hints::pace`] is no more than how far [`Ruleset::reach`] goes.
    const PACE_BY_REACH: bool = true;

    /// States of figures for questions about odds.
    const POSES: &'static [Pose<Self>] = &[];

    // ---- figures that act together, and what hides others ----

    /// The figures of a side on the board, as they act.
    fn groups(battle: &Battle<Self>, side: Side, each: &mut EachGroup) {
        for lead in battle.on_board() {
            if battle.figure(lead).side == side {
                each(&[lead]);
            }
        }
    }
    /// The spaces whose figures block this side's lines of sight.
    fn blockers(battle: &Battle<Self>, _side: Side) -> Spaces {
        Spaces::new(battle.board.len())
    }

    // ---- moves ----

    /// Every space that one figure can be told to move to now: the moves among the legal answers,
    /// until `each` returns false.
    fn moves(
        battle: &Battle<Self>,
        who: Fig,
        known: &mut Reaches,
        each: &mut dyn FnMut(Space) -> bool,
    ) {
        Self::legal(battle, known, &mut |answer| match answer {
            Answer::Move { who: mover, to } if mover == who => each(to),
            _ => true,
        });
    }
    /// Adds every space that one figure can be told to move to now: those of [`Hints::moves`].
    fn moves_into(battle: &Battle<Self>, who: Fig, known: &mut Reaches, into: &mut Vec<Space>) {
        Self::moves(battle, who, known, &mut |to| {
            into.push(to);
            true
        });
    }
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
    /// How far a figure goes in a move of its own, once it is not carried; 0: it never moves.
    /// `reach`: memory for where it can go.
    fn pace(battle: &Battle<Self>, who: Fig, reach: &mut Reach) -> u32 {
        let moves = Self::reach(battle, who, reach);
        let farthest = reach.ends().last().map_or(0, |(_, cost)| *cost);
        if moves { farthest } else { 0 }
    }

    // ---- odds ----

    /// How near a target so many spaces away counts: within one band the odds of an act are the
    /// same, sight and so on being equal. Below 4; 0 unless there are [`Hints::BANDS`].
    fn band(_battle: &Battle<Self>, _who: Fig, _how: How, _gap: u32) -> u8 {
        0
    }
    /// What the odds of attacks on figures depend on that may change in a battle: as long as it
    /// is equal, so are they. `None`: they may depend on anything.
    fn odds_state(_battle: &Battle<Self>) -> Option<OddsState> {
        None
    }
    /// Everybody besides its target whom an act may hurt, friends too, with the odds of each
    /// (fire on a space and all around it).
    fn spread(_battle: &Battle<Self>, _act: &Act, _each: &mut dyn FnMut(Fig, Odds)) {}
    /// Faces that stand for all that come to the same at the roll that is asked for, each with
    /// how many combinations it stands for; `None`: every combination for itself. It saves
    /// counting the combinations of many dice one by one.
    fn throws(_battle: &Battle<Self>) -> Option<Vec<(Faces, u64)>> {
        None
    }

    // ---- threats ----

    /// What `enemy` can still do before `who` can act again.
    fn menace(battle: &Battle<Self>, enemy: Fig, _who: Fig) -> Menace {
        if battle.figure(enemy).is_on() {
            Menace::Moving
        } else {
            Menace::None
        }
    }
    /// How being on guard changes the harm done to a figure.
    fn shelter(_battle: &Battle<Self>, _who: Fig) -> Shelter {
        Shelter::NONE
    }
    /// How a figure that is carried could attack once it has left what carries it, as `modes`;
    /// empty: it is not carried, or cannot leave.
    fn modes_after_dismount(_battle: &Battle<Self>, _who: Fig, _fresh: bool) -> Modes {
        Modes::new()
    }
    /// Whether a figure that its attack on another makes run, from where it might stand, would run
    /// off the board, and be lost.
    fn runs_off(_battle: &Battle<Self>, _who: Fig, _at: Space, _from: Fig) -> bool {
        false
    }

    // ---- turns and the end ----

    /// The figures of a side that act from off the board.
    fn off_board_figures(_battle: &Battle<Self>, _side: Side) -> Vec<Fig> {
        Vec::new()
    }
    /// Actions of a turn that the figures of a side share; `None`: each has its own.
    fn shared_actions(_battle: &Battle<Self>) -> Option<u8> {
        None
    }
    /// Whether a side that leads in points when the rounds are over has won.
    fn lead_counts(_battle: &Battle<Self>) -> bool {
        true
    }
    /// The most points that the team of a side can still score, where points alone decide the
    /// battle; `None`: something else may decide, or there is no limit.
    fn points_left(_battle: &Battle<Self>, _side: Side) -> Option<HalfPoints> {
        None
    }
}
