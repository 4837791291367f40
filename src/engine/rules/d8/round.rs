//! The round: initiative, actions, free actions, the end (D1, D10).

use super::config::{ActionsPer, FreeActions};
use super::{Battle8, Frame, Phase, attack, ground, skill};
use crate::battle::{Answer, Event, Fig, How, Log, Place, Reason, Side};
use crate::board::Space;
use crate::dice::Faces;
use crate::rules::{aims, doors, kit};
use smallvec::{SmallVec, smallvec};

/// Begins the first round, or where the scenario begins.
pub fn open<L: Log>(b: &mut Battle8, log: &mut L) {
    let start = b.setup.brief.start.clone();
    if end_if_won(b, log) {
        return;
    }
    begin_round(b, start.round.max(1), log);
    let step = start.step.as_deref();
    let acting = matches!(step, Some("act" | "free"));
    let first = start
        .first
        .or(start.turn)
        .or(acting.then_some(Side(0)))
        .filter(|_| step != Some("roll"));
    let Some(first) = first else { return };
    if b.state.outcome.is_some() {
        return;
    }
    let sides = b.setup.sides.len() as u8;
    let order: SmallVec<[Side; 4]> = (0..sides).map(|i| Side((first.0 + i) % sides)).collect();
    let at = |side: Side| order.iter().position(|s| *s == side).unwrap_or(0) as u8;
    let turn = at(start.turn.unwrap_or(first));
    b.state.frames.clear();
    b.state.frames.push(Frame::Turns { order, turn });
    b.emit(Event::First { side: first }, log);
    let (side, step) = (start.turn.unwrap_or(first), step.unwrap_or("act"));
    if step == "free" {
        b.emit(
            Event::Step {
                side: Some(side),
                step: "free",
            },
            log,
        );
        free_turn(b, turn, log);
    } else if side != first {
        b.emit(
            Event::Step {
                side: Some(side),
                step: "act",
            },
            log,
        );
    }
}

/// Begins a round: all roll for initiative (D1). After the last one points decide (D10).
fn begin_round<L: Log>(b: &mut Battle8, number: u16, log: &mut L) {
    if number > last_round(b) {
        // For the team with the most points destroyed; equal points are a draw (D10).
        let end = aims::at_limit(b).unwrap_or((b.leading(), Reason::Points));
        return kit::end(b, end, b.state.table.round, log);
    }
    b.state.frames.clear();
    b.emit(Event::Round { number }, log);
    let order: SmallVec<[Side; 4]> = kit::sides(b).filter(|s| ground::stands(b, *s)).collect();
    let ends = smallvec![order.len() as u8];
    b.state.frames.push(Frame::RollOff { order, ends });
}

/// The last round.
pub fn last_round(b: &Battle8) -> u16 {
    let config = &b.setup.config;
    kit::last_round(b, config.rounds, config.longest)
}

/// Where the first group of sides that are level with each other begins and ends.
fn group(ends: &[u8]) -> Option<(usize, usize)> {
    let mut begin = 0;
    for end in ends {
        let end = usize::from(*end);
        if end - begin > 1 {
            return Some((begin, end));
        }
        begin = end;
    }
    None
}

/// The sides that roll next: the first that are level with each other.
pub fn level<'a>(order: &'a [Side], ends: &[u8]) -> &'a [Side] {
    group(ends).map_or(&[], |(begin, end)| &order[begin..end])
}

/// A roll for initiative: the highest first; those who are equal roll again (D1).
pub fn roll_off<L: Log>(b: &mut Battle8, faces: &Faces, log: &mut L) {
    let bonuses: SmallVec<[u8; 8]> = kit::sides(b).map(|s| aims::initiative(b, s)).collect();
    let bonus = |side: Side| bonuses[side.index()];
    let Some(Frame::RollOff { order, ends }) = b.state.frames.last_mut() else {
        return;
    };
    let Some((begin, end)) = group(ends) else {
        return;
    };
    let mut rolled: SmallVec<[(Side, u8); 4]> = order[begin..end]
        .iter()
        .copied()
        .zip(faces.iter().copied())
        .map(|(side, face)| (side, face + bonus(side)))
        .collect();
    rolled.sort_by_key(|(_, face)| std::cmp::Reverse(*face));
    for (i, (side, face)) in rolled.iter().enumerate() {
        order[begin + i] = *side;
        if i > 0 && rolled[i - 1].1 != *face {
            ends.push((begin + i) as u8);
        }
    }
    ends.sort_unstable();
    let known = group(ends).is_none().then(|| order.clone());
    kit::rolled_off(b, faces, log);
    if let Some(order) = known {
        let side = order[0];
        b.state.frames.clear();
        b.state.frames.push(Frame::Turns { order, turn: 0 });
        b.emit(Event::First { side }, log);
    }
}

/// The order of this round, and whose turn it is.
pub fn turns(b: &Battle8) -> Option<(&[Side], usize)> {
    match b.state.frames.first() {
        Some(Frame::Turns { order, turn }) => Some((order, usize::from(*turn))),
        _ => None,
    }
}

/// Whether a side's actions of this round are still to come, or going on.
pub fn to_act(b: &Battle8, side: Side) -> bool {
    match b.state.table.phase {
        Phase::Deploy | Phase::Roll => true,
        Phase::Free => false,
        Phase::Act => turns(b).is_some_and(|(order, turn)| order[turn..].contains(&side)),
    }
}

/// The actions a unit could still use in this round (D1): its side's, or its own. Off the map:
/// one, where it is back.
pub fn actions_left(b: &Battle8, who: Fig) -> u8 {
    let (config, table, figure) = (&b.setup.config, &b.state.table, b.figure(who));
    let off = ground::stays_off(b, who);
    let there = figure.is_on() || (off && figure.place == Place::Reserve);
    if !there || !to_act(b, figure.side) || (off && figure.mark.back > table.round) {
        return 0;
    }
    let own = config.actions.get();
    let left = match config.actions_per {
        ActionsPer::Unit => own.saturating_sub(figure.mark.used),
        ActionsPer::Player if table.phase == Phase::Act && table.side == figure.side => table.left,
        ActionsPer::Player => own,
    };
    if off { left.min(1) } else { left }
}

/// Carries out a legal answer to the question who acts and how.
pub fn act<L: Log>(b: &mut Battle8, answer: &Answer, log: &mut L) {
    let free = b.state.table.phase == Phase::Free;
    match *answer {
        Answer::Done => {
            let side = b.state.table.side;
            b.emit(Event::Passed { side }, log);
            let next = turns(b).map_or(0, |(_, turn)| turn as u8 + 1);
            if free {
                free_turn(b, next, log);
            } else {
                turn(b, next, log);
            }
        }
        Answer::Move { who, to } if free => {
            step_over(b, who, to, log);
            let now = turns(b).map_or(0, |(_, turn)| turn as u8);
            free_turn(b, now, log);
        }
        Answer::Move { who, to } => {
            if let Some(route) = ground::route(b, who, to) {
                let (path, cost) = (route.path, route.cost);
                b.emit(Event::Activated { who }, log);
                let ways = (ground::gait(b, who), ground::going(b, who));
                doors::open(b, &path, ways, log);
                b.emit(Event::Moved { who, path, cost }, log);
            }
            after_action(b, log);
        }
        Answer::Strike {
            who,
            how: How::Skill,
            at,
        } => skill::begin(b, who, at, log),
        Answer::Strike { who, how, at } => attack::begin(b, who, how, at, log),
        _ => {}
    }
}

/// Gets a unit on what stands on a space, or off onto it (D1).
fn step_over<L: Log>(b: &mut Battle8, who: Fig, to: Space, log: &mut L) {
    if b.figure(who).aboard.is_some() {
        b.emit(Event::Alighted { who, to }, log);
    } else if let Some(mount) = ground::standing(b, to) {
        b.emit(Event::Boarded { who, mount }, log);
    }
}

/// After an action: the end, or the next action, or the next side.
pub fn after_action<L: Log>(b: &mut Battle8, log: &mut L) {
    if end_if_won(b, log) {
        return;
    }
    let (config, table) = (&b.setup.config, &b.state.table);
    let more = match config.actions_per {
        ActionsPer::Player => table.left > 0,
        ActionsPer::Unit => b
            .all()
            .any(|f| b.figure(f).side == table.side && actions_left(b, f) > 0),
    };
    // A side may have nobody left after its own shells.
    if !more || !ground::stands(b, table.side) {
        let next = turns(b).map_or(0, |(_, turn)| turn as u8 + 1);
        turn(b, next, log);
    }
}

/// The turn of the next side that has anybody on the board; then the free actions.
fn turn<L: Log>(b: &mut Battle8, from: u8, log: &mut L) {
    match next(b, from, ground::stands) {
        Some((turn, side)) => {
            set_turn(b, turn);
            b.emit(
                Event::Step {
                    side: Some(side),
                    step: "act",
                },
                log,
            );
        }
        None => free_turn(b, 0, log),
    }
}

/// The free actions of the next side that has any to make; then the next round.
fn free_turn<L: Log>(b: &mut Battle8, from: u8, log: &mut L) {
    match next(b, from, |b, side| free_units(b, side).next().is_some()) {
        Some((turn, side)) => {
            let goes_on = b.state.table.phase == Phase::Free && b.state.table.side == side;
            set_turn(b, turn);
            if !goes_on {
                b.emit(
                    Event::Step {
                        side: Some(side),
                        step: "free",
                    },
                    log,
                );
            }
        }
        None => begin_round(b, b.state.table.round + 1, log),
    }
}

fn next(b: &Battle8, from: u8, may: impl Fn(&Battle8, Side) -> bool) -> Option<(u8, Side)> {
    let (order, _) = turns(b)?;
    (usize::from(from)..order.len())
        .map(|i| (i as u8, order[i]))
        .find(|(_, side)| may(b, *side))
}

fn set_turn(b: &mut Battle8, now: u8) {
    if let Some(Frame::Turns { turn, .. }) = b.state.frames.first_mut() {
        *turn = now;
    }
}

/// Whether a unit may still get on or off something in this round (D1).
pub fn is_free(b: &Battle8, who: Fig) -> bool {
    b.setup.config.free_actions == FreeActions::Unlimited || !b.figure(who).mark.freed
}

/// The units of a side that can get on or off something.
pub fn free_units(b: &Battle8, side: Side) -> impl Iterator<Item = Fig> + '_ {
    b.on_board().filter(move |who| {
        let figure = b.figure(*who);
        figure.side == side
            && is_free(b, *who)
            && match figure.aboard {
                Some(_) => !ground::exits(b, *who).is_empty(),
                None => b.on_board().any(|v| ground::can_board(b, *who, v)),
            }
    })
}

/// Ends the battle when at most one team has anybody left on the board (D10).
fn end_if_won<L: Log>(b: &mut Battle8, log: &mut L) -> bool {
    let ending = kit::ending(b, |side| ground::stands(b, side), b.leading());
    let Some((winners, reason)) = ending else {
        return false;
    };
    kit::end(b, (winners, reason), b.state.table.round, log);
    true
}
