//! Which answers are legal, and why others are not.

use super::attack::{check_again, check_target};
use super::decide::decision;
use super::round::{self, ways_at_once, ways_now};
use super::sight::{self, Ways};
use super::table::{Frame, Mark, Step};
use super::{Skirmish, moving, scenarios, setup, skill, solo, traits};
use crate::battle::{Answer, Ask, Decision, Fig, How, Refused, Target, Who};
use crate::dice;

/// See [`crate::battle::Ruleset::check`].
pub fn check(b: &Skirmish, answer: &Answer) -> Result<(), Refused> {
    let decision = decision(b);
    let refuse = |why: &str| Err(Refused(why.into()));
    if !matches!(decision.ask, Ask::Roll { .. } | Ask::Over) {
        match b.state.frames.last() {
            Some(Frame::Setup(stage)) => return setup::check(b, stage, answer).map_err(Refused),
            Some(Frame::Spawn(stage)) => {
                return scenarios::check(b, *stage, answer).map_err(Refused);
            }
            Some(Frame::Solo(stage)) => return solo::check(b, *stage, answer).map_err(Refused),
            _ => {}
        }
    }
    match (&decision.ask, answer) {
        (Ask::Over, _) => refuse("the battle is over"),
        (Ask::Roll { dice, .. }, Answer::Faces(faces)) => {
            if dice::fit(dice, faces) {
                Ok(())
            } else {
                Err(Refused(format!(
                    "dice with {dice:?} sides cannot show {faces:?}"
                )))
            }
        }
        (Ask::First, Answer::Side(side)) => {
            if side.index() < b.setup.sides.len() && round::alive(b, *side) {
                Ok(())
            } else {
                refuse("that side is not in the battle any more")
            }
        }
        (Ask::Act { .. }, Answer::Done) => Ok(()),
        (Ask::Act { only }, Answer::Move { who, .. } | Answer::Leave { who })
        | (Ask::Act { only }, Answer::Strike { who, .. }) => {
            check_actor(b, &decision, *only, *who)?;
            let moves = match only {
                None => b.state.table.step == Step::Move,
                Some(who) => round::may_move_at_once(b, *who),
            };
            match answer {
                Answer::Move { .. } | Answer::Leave { .. } if !moves => {
                    refuse("this is not the time to move")
                }
                Answer::Move { who, to } => moving::check(b, *who, *to),
                Answer::Leave { who } => match moving::way_out(b, *who) {
                    Some(_) => Ok(()),
                    None => refuse("it cannot walk off the board from here"),
                },
                Answer::Strike { who, how, at } => {
                    let ways = match only {
                        None => ways_now(b, *who),
                        Some(who) => ways_at_once(b, *who),
                    };
                    check_strike(b, *who, ways, *how, *at).map_err(Refused)
                }
                _ => refuse("that is no answer to this question"),
            }
        }
        (Ask::Face { .. }, Answer::Face(facing)) => {
            if facing.0 < b.board.grid().directions() {
                Ok(())
            } else {
                refuse("there is no such direction")
            }
        }
        (
            Ask::Land { .. } | Ask::PickUp { .. } | Ask::Reroll { .. } | Ask::Revenge { .. },
            Answer::Yes | Answer::No,
        ) => Ok(()),
        (Ask::Again { .. } | Ask::Summon { .. }, Answer::Done) => Ok(()),
        (Ask::Again { who, how }, Answer::Strike { who: w, how: h, at }) => {
            let Some(Frame::Again(attack)) = b.state.frames.last() else {
                return refuse("no further attack is possible");
            };
            if who != w || how != h {
                return refuse("the further attack is of the same figure and kind");
            }
            check_again(b, attack, *at).map_err(Refused)
        }
        (Ask::Summon { who }, Answer::Place { who: called, to }) => {
            traits::check_call(b, *who, *called, *to).map_err(Refused)
        }
        _ => refuse("that is no answer to this question"),
    }
}

/// Whether a figure may act for the side that is asked.
fn check_actor(
    b: &Skirmish,
    decision: &Decision,
    only: Option<Fig>,
    who: Fig,
) -> Result<(), Refused> {
    if who.index() >= b.state.figures.len() {
        return Err(Refused("there is no such figure".into()));
    }
    if !b.figure(who).is_on() {
        return Err(Refused("it is not on the board".into()));
    }
    if only.is_some_and(|only| only != who) {
        return Err(Refused("only the summoned figure acts now".into()));
    }
    if decision.who != Who::Side(b.figure(who).side) {
        return Err(Refused("it belongs to another side".into()));
    }
    Ok(())
}

/// Whether a figure may act on something in these ways.
fn check_strike(b: &Skirmish, who: Fig, ways: Ways, how: How, at: Target) -> Result<(), String> {
    if !ways.has(how) {
        return Err(why_not(b, who, how).into());
    }
    match (how, at) {
        (How::Shoot | How::Fight, _) => check_target(b, who, how, at, false),
        (How::Disable, Target::Figure(at)) => traits::check_disable(b, who, at),
        (How::Summon, Target::Nothing) => {
            if traits::anyone_to_call(b, who, sight::stand(b, who)) {
                Ok(())
            } else {
                Err("there is nobody to call, or no free place for anybody".into())
            }
        }
        (How::Skill, Target::Device(device)) => {
            skill::in_reach(b, who, sight::stand(b, who), device)
        }
        _ => Err("that is no target for this".into()),
    }
}

/// Why a figure may not act in a way now.
fn why_not(b: &Skirmish, who: Fig, how: How) -> &'static str {
    let (figure, unit) = (b.figure(who), b.unit(who));
    let used = match how {
        How::Skill => Mark::ROLLED,
        How::Disable | How::Summon => Mark::ATTACKED | Mark::ROLLED,
        _ => Mark::ATTACKED,
    };
    if figure.aboard.is_some() {
        "it is aboard of a mount"
    } else if figure.mark.has(Mark::DISABLED) {
        "it is disabled"
    } else if !sight::able(b, who) {
        "nobody steers it"
    } else if how == How::Shoot && !unit.distance {
        "it has no distance attack"
    } else if how == How::Skill && !unit.kind.is_guy() {
        "only guys make skill rolls"
    } else if figure.mark.has(used) {
        "it has done that, or something in its place, this round"
    } else if !sight::ways(b, who, false).has(how) {
        "it has not learnt that"
    } else {
        "this is not the step for it"
    }
}
