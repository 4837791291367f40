//! Places that figures of two players want (R7): where their zones overlap, a player may name the
//! place of another player's figure. Both roll, and the higher die decides.

use super::moving::gait;
use super::stages::{Contest, Deploying, SetupStage};
use super::table::Frame;
use super::{Skirmish, eyes, riding, round, setup};
use crate::battle::{Aim, Ask, Decision, Event, Fig, Log, Purpose, Side, Who};
use crate::board::{Footprint, Space};
use crate::dice::Faces;
use smallvec::smallvec;

/// Whether places can be disputed at all by a side: not in a strip along its edge, where figures
/// begin far from each other, nor in an ambush, where one side comes after the other.
fn allowed(b: &Skirmish, side: Side) -> bool {
    let brief = &b.setup.brief;
    b.setup.config.figure_disputes
        && brief.aim != Aim::Ambush
        && brief.sides[side.index()].zone.is_some()
}

/// The opposing figures whose places a side may dispute: mounts with their load, no buildings.
fn rivals(b: &Skirmish, side: Side) -> impl Iterator<Item = Fig> + '_ {
    let may = allowed(b, side);
    b.on_board().filter(move |f| {
        let figure = b.figure(*f);
        may && figure.aboard.is_none()
            && b.team(figure.side) != b.team(side)
            && !b.unit(*f).is_building()
    })
}

/// The figure that stands where another one would be placed, if it is the only thing in the way
/// and the dice have not settled the place yet.
pub fn rival(b: &Skirmish, deploying: &Deploying, who: Fig, to: Space) -> Option<Fig> {
    let (unit, side) = (b.unit(who), b.figure(who).side);
    if unit.is_building() || rivals(b, side).next().is_none() || to.index() >= b.board.len() {
        return None;
    }
    let zone = &b.setup.sides[side.index()].zone;
    let spaces = b.board.fits(to, unit.size, gait(unit, false))?;
    let free = |s: &Space| zone.contains(*s) && !deploying.settled.contains(s);
    let stands = |f: &Fig| b.figure(*f).aboard.is_none() && meets(&eyes::spaces(b, *f), &spaces);
    let mut there = b.on_board().filter(stands);
    let found = there.next()?;
    let alone = there.next().is_none() && rivals(b, side).any(|f| f == found);
    (alone && spaces.iter().all(free)).then_some(found)
}

fn meets(some: &Footprint, others: &Footprint) -> bool {
    some.iter().any(|s| others.contains(s))
}

/// The places of opposing figures that a figure may be placed on, once the dice allow it.
pub fn places(b: &Skirmish, deploying: &Deploying, who: Fig) -> Vec<Space> {
    let side = b.figure(who).side;
    if rivals(b, side).next().is_none() {
        return Vec::new();
    }
    let zone = b.setup.sides[side.index()].zone.iter();
    zone.filter(|to| rival(b, deploying, who, *to).is_some())
        .collect()
}

/// The sides that roll for a place, in the order of the sides.
fn rollers(b: &Skirmish, contest: &Contest) -> Option<[Side; 2]> {
    let own = b.figure(contest.who).side;
    let other = rival(b, &contest.deploying, contest.who, contest.to)?;
    let other = b.figure(other).side;
    Some([own.min(other), own.max(other)])
}

/// The roll for a place.
pub fn decision(b: &Skirmish, contest: &Contest) -> Decision {
    let sides = rollers(b, contest);
    Decision {
        who: Who::Chance,
        ask: Ask::Roll {
            purpose: Purpose::Dispute,
            dice: smallvec![6, 6],
            by: None,
            sides: sides.into_iter().flatten().collect(),
            need: None,
        },
    }
}

/// Both have rolled for a place: the higher one's figure stands there, the other one goes elsewhere.
pub fn rolled<L: Log>(b: &mut Skirmish, mut contest: Contest, faces: &Faces, log: &mut L) {
    let rolling = rollers(b, &contest).into_iter().flatten();
    let rolling = rolling.fold(0, |bits, side| bits | 1 << side.0);
    let highest = round::highest(b, Purpose::Dispute, rolling, faces, log);
    if highest.count_ones() > 1 {
        // level: the same question again
        return;
    }
    b.state.frames.pop();
    let Contest { who, to, .. } = contest;
    let rival = rival(b, &contest.deploying, who, to);
    let unit = b.unit(who);
    if let Some(spaces) = b.board.fits(to, unit.size, gait(unit, false)) {
        contest.deploying.settled.extend(spaces);
    }
    let stage = SetupStage::Deploy(contest.deploying);
    b.state.frames.push(Frame::Setup(stage));
    if setup::rolled_off(highest) == b.figure(who).side {
        if let Some(rival) = rival {
            take_back(b, rival, log);
        }
        setup::placed(b, who, to, log);
    }
}

/// Takes a figure off the board again, with everything aboard of it.
fn take_back<L: Log>(b: &mut Skirmish, who: Fig, log: &mut L) {
    let load: Vec<Fig> = riding::seated(b, who).collect();
    for one in load {
        take_back(b, one, log);
    }
    b.emit(Event::TakenBack { who }, log);
}
