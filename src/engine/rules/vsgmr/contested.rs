//! Places that figures of two players want (R7): where their zones overlap, a player may name the
//! place of another player's figure. Both roll, and the higher die decides.

use super::moving::gait;
use super::stages::{Contest, Deploying};
use super::{Skirmish, eyes, riding};
use crate::battle::{Aim, Event, Fig, Log, Side};
use crate::board::{Footprint, Space, Spaces};

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
    let spaces = rivals(b, side).flat_map(|f| eyes::spaces(b, f));
    let disputed = Spaces::of(b.board.len(), spaces);
    if disputed.is_empty() {
        return Vec::new();
    }
    let size = b.unit(who).size;
    let touches = |to: &Space| match size {
        1 => disputed.contains(*to),
        _ => b.spaces_at(*to, size).iter().any(|s| disputed.contains(*s)),
    };
    let zone = b.setup.sides[side.index()].zone.iter();
    zone.filter(|to| touches(to) && rival(b, deploying, who, *to).is_some())
        .collect()
}

/// The sides that roll for a place, a bit each.
pub fn rollers(b: &Skirmish, contest: &Contest) -> u8 {
    let own = b.figure(contest.who).side;
    let rival = rival(b, &contest.deploying, contest.who, contest.to);
    let other = rival.map_or(own, |rival| b.figure(rival).side);
    1 << own.0 | 1 << other.0
}

/// The dice have settled a place: if the figure to be placed has won it, what stands there is taken
/// off the board, to be placed elsewhere.
pub fn settle<L: Log>(b: &mut Skirmish, contest: Contest, won: bool, log: &mut L) -> Deploying {
    let Contest {
        mut deploying,
        who,
        to,
    } = contest;
    if let Some(rival) = rival(b, &deploying, who, to).filter(|_| won) {
        take_back(b, rival, log);
    }
    let unit = b.unit(who);
    let spaces = b.board.fits(to, unit.size, gait(unit, false));
    deploying.settled.extend(spaces.into_iter().flatten());
    deploying
}

/// Takes a figure off the board again, with everything aboard of it.
fn take_back<L: Log>(b: &mut Skirmish, who: Fig, log: &mut L) {
    let load: Vec<Fig> = riding::seated(b, who).collect();
    for one in load {
        take_back(b, one, log);
    }
    b.emit(Event::TakenBack { who }, log);
}
