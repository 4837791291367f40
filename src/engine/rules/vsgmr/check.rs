//! Which answers are legal, and why others are not.

use super::attack::{check_again, check_target};
use super::decide::decision;
use super::round::{self, ways_at_once, ways_now};
use super::sight::{self, Ways};
use super::table::{Frame, Mark, Step};
use super::{Skirmish, moving, riding, routes, scenarios, setup, skill, solo, traits};
use crate::battle::{Answer, Ask, Decision, Fig, How, Refused, Target, Who};
use crate::dice;

/// See [`crate::battle::Ruleset::check`].
pub fn check(b: &Skirmish, answer: &Answer) -> Result<(), Refused> {
    let decision = decision(b);
    let refuse = |why: &str| Err(Refused(why.into()));
    if !matches!(decision.ask, Ask::Roll { .. } | Ask::Over) {
        match b.state.frames.last() {
            Some(Frame::Setup(stage)) => return setup::check(b, stage, answer),
            Some(Frame::Spawn(stage)) => {
                return scenarios::check(b, *stage, answer);
            }
            Some(Frame::Solo(stage)) => return solo::check(b, *stage, answer),
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
                    "{faces:?} does not fit dice with {dice:?} sides"
                )))
            }
        }
        (Ask::First, Answer::Side(side)) => {
            if side.index() < b.setup.sides.len() && round::alive(b, *side) {
                Ok(())
            } else {
                refuse("that side is no longer in the battle")
            }
        }
        (Ask::Act { .. }, Answer::Done) => Ok(()),
        (
            Ask::Act { only },
            Answer::Move { who, .. }
            | Answer::MoveAndShut { who, .. }
            | Answer::Leave { who }
            | Answer::Strike { who, .. },
        ) => {
            check_actor(b, &decision, *only, *who)?;
            check_act(b, *only, answer)
        }
        (Ask::Face { .. }, Answer::Face(facing)) => {
            if facing.0 < b.board.grid().directions() {
                Ok(())
            } else {
                refuse("that direction does not exist on this board")
            }
        }
        (
            Ask::Land { .. } | Ask::PickUp { .. } | Ask::Reroll { .. } | Ask::Revenge { .. },
            Answer::Yes | Answer::No,
        ) => Ok(()),
        (Ask::Again { .. } | Ask::Summon { .. }, Answer::Done) => Ok(()),
        (Ask::Again { who, how }, Answer::Strike { who: w, how: h, at }) => {
            let Some(Frame::Again(attack)) = b.state.frames.last() else {
                return refuse("it has no more attacks");
            };
            if who != w || how != h {
                return refuse("the next attack must be by the same figure and of the same kind");
            }
            check_again(b, attack, *at)
        }
        (Ask::Summon { who }, Answer::Place { who: called, to }) => {
            traits::check_call(b, *who, *called, *to)
        }
        _ => refuse("that does not answer the question"),
    }
}

/// Whether an act is legal for a figure that may act; `only` is a summoned one that acts at once.
fn check_act(b: &Skirmish, only: Option<Fig>, answer: &Answer) -> Result<(), Refused> {
    let refuse = |why: &str| Err(Refused(why.into()));
    let moves = match only {
        None => b.state.table.step == Step::Move,
        Some(who) => round::may_move_at_once(b, who),
    };
    match answer {
        Answer::Move { .. } | Answer::MoveAndShut { .. } | Answer::Leave { .. } if !moves => {
            Err(why_not_now(b, only))
        }
        Answer::Move { who, to } => moving::check(b, *who, *to),
        Answer::MoveAndShut { who, to, door } => {
            moving::check(b, *who, *to)?;
            if routes::shuttable(b, *who, *to).contains(door) {
                Ok(())
            } else {
                refuse("only a guy on foot beside an open door can shut it")
            }
        }
        Answer::Leave { who } => match moving::way_out(b, *who) {
            Some(_) => Ok(()),
            None => refuse("it cannot leave the board from here"),
        },
        Answer::Strike { who, how, at } => {
            let ways = match only {
                None => ways_now(b, *who),
                Some(who) => ways_at_once(b, who),
            };
            check_strike(b, *who, ways, *how, *at)
        }
        _ => refuse("that does not answer the question"),
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
        return Err(Refused("that figure does not exist".into()));
    }
    if !b.figure(who).is_on() {
        return Err(Refused("it is not on the board".into()));
    }
    if only.is_some_and(|only| only != who) {
        return Err(Refused("only the summoned figure may act now".into()));
    }
    if decision.who != Who::Side(b.figure(who).side) {
        return Err(Refused("it belongs to another side".into()));
    }
    Ok(())
}

/// Whether a figure may act on something in these ways.
fn check_strike(b: &Skirmish, who: Fig, ways: Ways, how: How, at: Target) -> Result<(), Refused> {
    if !ways.has(how) {
        return Err(why_not(b, who, how));
    }
    match (how, at) {
        (How::Shoot | How::Fight, _) => check_target(b, who, how, at, false),
        (How::Disable, Target::Figure(at)) => traits::check_disable(b, who, at),
        (How::Summon, Target::Nothing) => {
            if traits::anyone_to_call(b, who, b.stand(who)) {
                Ok(())
            } else {
                Err("no friend can be called, or there is no free space near it".into())
            }
        }
        (How::Skill, Target::Device(device)) => skill::in_reach(b, who, b.stand(who), device),
        (How::Skill, Target::Border(x, y)) => skill::at_barrier(b, who, b.stand(who), (x, y)),
        _ => Err("that target does not fit this action".into()),
    }
}

/// Why figures do not move now; `only` is a summoned figure that acts at once.
fn why_not_now(b: &Skirmish, only: Option<Fig>) -> Refused {
    if only.is_some() {
        "it cannot move: it has already acted, or moved in this round".into()
    } else {
        Refused(format!(
            "figures do not move in the {} step",
            b.state.table.step.name()
        ))
    }
}

/// Why a figure may not act in a way now.
fn why_not(b: &Skirmish, who: Fig, how: How) -> Refused {
    let (figure, unit) = (b.figure(who), b.unit(who));
    let used = match how {
        How::Skill => Mark::ROLLED,
        How::Disable | How::Summon => Mark::ATTACKED | Mark::ROLLED,
        _ => Mark::ATTACKED,
    };
    let why = if figure.aboard.is_some() && how == How::Skill {
        "it must leave its mount to make a skill roll"
    } else if riding::controls(b, who) {
        "it steers its mount; it acts on its own once it has left it"
    } else if riding::is_busy_aboard(b, who) {
        "it is aboard a mount, and figures aboard do not act"
    } else if figure.mark.has(Mark::DISABLED) {
        "it is disabled in this round"
    } else if !riding::able(b, who) {
        "it has no rider aboard that can steer it"
    } else if how == How::Shoot && !unit.distance {
        "it has no distance weapon"
    } else if how == How::Skill && !unit.kind.is_guy() {
        "only figures on foot make skill rolls"
    } else if figure.mark.has(used) {
        "it has already acted in this round"
    } else if !sight::ways(b, who, false).has(how) {
        "it does not have this ability"
    } else {
        return Refused(format!(
            "it cannot do this in the {} step",
            b.state.table.step.name()
        ));
    };
    why.into()
}
