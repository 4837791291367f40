//! The turn: who goes first, moves, attacks, the end (L1, L6, L8).

use super::{Frame, Phase, Plastic, moving, volley};
use crate::battle::{Answer, Battle, Event, Log, Reason, Side, Target};
use crate::dice::Faces;
use crate::rules::{aims, kit};
use smallvec::SmallVec;

/// How many sides after the first one a side's turn comes.
pub fn place(b: &Battle<Plastic>, side: Side) -> u8 {
    let n = b.setup.sides.len() as u8;
    (side.0 + n - b.state.table.first.0) % n
}

/// Begins the first turn, or the one the scenario begins in.
pub fn open<L: Log>(b: &mut Battle<Plastic>, log: &mut L) {
    if kit::end_if_won(b, 0, log) {
        return;
    }
    let start = b.setup.brief.start.clone();
    begin_turn(b, start.round.max(1), log);
    let step = start.step.as_deref();
    let first = start
        .first
        .or(start.turn)
        .or(matches!(step, Some("move" | "attack")).then_some(Side(0)))
        .filter(|_| step != Some("roll") && b.state.outcome.is_none());
    let Some(first) = first else { return };
    b.state.frames.clear();
    b.emit(Event::First { side: first }, log);
    let turn = start.turn.map_or(0, |side| place(b, side));
    if step == Some("attack") {
        attacks(b, turn, log);
    } else {
        moves(b, turn, log);
    }
}

/// Begins a turn: everybody rolls for who goes first (L6). After the last one the battle is
/// over (L8).
fn begin_turn<L: Log>(b: &mut Battle<Plastic>, number: u16, log: &mut L) {
    if number > last_turn(b) {
        // For the team that has killed most; equal: a draw (L8).
        let end = aims::at_limit(b).unwrap_or((b.leading(), Reason::Points));
        return kit::end(b, end, b.state.table.turn, log);
    }
    b.emit(Event::Round { number }, log);
    let sides: SmallVec<[Side; 4]> = kit::sides(b).filter(|s| kit::stands(b, *s)).collect();
    b.state.frames.push(Frame::RollOff { sides });
}

/// The last turn (L8).
pub fn last_turn(b: &Battle<Plastic>) -> u16 {
    let config = &b.setup.config;
    kit::last_round(b, config.turns, config.longest)
}

/// The roll for who goes first: the highest does, those who are equal roll again (L6).
pub fn roll_off<L: Log>(b: &mut Battle<Plastic>, faces: &Faces, log: &mut L) {
    let again = |sides| Frame::RollOff { sides };
    match b.state.frames.pop() {
        Some(Frame::RollOff { sides }) if kit::roll_off(b, &sides, faces, again, log) => {
            moves(b, 0, log);
        }
        _ => {}
    }
}

/// The side whose turn comes so many after the first.
fn at(b: &Battle<Plastic>, place: u8) -> Side {
    let n = b.setup.sides.len() as u8;
    Side((b.state.table.first.0 + place) % n)
}

/// Lets the next side move that has somebody, from so many after the first on; then all attack.
fn moves<L: Log>(b: &mut Battle<Plastic>, from: u8, log: &mut L) {
    for place in from..b.setup.sides.len() as u8 {
        let side = at(b, place);
        if kit::stands(b, side) {
            let (side, step) = (Some(side), "move");
            return b.emit(Event::Step { side, step }, log);
        }
    }
    attacks(b, 0, log);
}

/// Lets the next side attack that can, from so many after the first on; then a new turn begins.
fn attacks<L: Log>(b: &mut Battle<Plastic>, from: u8, log: &mut L) {
    for place in from..b.setup.sides.len() as u8 {
        let side = at(b, place);
        if can_attack(b, side) {
            let (side, step) = (Some(side), "attack");
            return b.emit(Event::Step { side, step }, log);
        }
    }
    begin_turn(b, b.state.table.turn + 1, log);
}

/// Whether somebody of a side can attack somebody.
fn can_attack(b: &Battle<Plastic>, side: Side) -> bool {
    b.on_board().filter(|f| b.figure(*f).side == side).any(|f| {
        let mut some = false;
        let from = volley::Shot::stand(b, f, b.figure(f).at);
        volley::aims(b, f, from, &mut |_, _| {
            some = true;
            false
        });
        some
    })
}

/// Carries out a legal answer to the question what is done.
pub fn act<L: Log>(b: &mut Battle<Plastic>, answer: &Answer, log: &mut L) {
    let side = b.state.table.side;
    match *answer {
        Answer::Move { who, to } => moving::go(b, who, to, log),
        Answer::Place { who, to } => moving::put(b, who, to, log),
        Answer::Strike {
            who,
            at: Target::Figure(at),
            ..
        } => volley::begin(b, who, at, log),
        Answer::Done => {
            let next = place(b, side) + 1;
            if b.state.table.phase == Phase::Move {
                moving::close_gaps(b, side, log);
                b.emit(Event::Passed { side }, log);
                moves(b, next, log);
            } else if b.setup.config.alternate_attacks {
                volley::give_up(b, side, log);
                b.emit(Event::Passed { side }, log);
                next_attack(b, log);
            } else {
                b.emit(Event::Passed { side }, log);
                attacks(b, next, log);
            }
        }
        _ => {}
    }
    // Nothing is left to decide: on to the next.
    if b.state.table.phase == Phase::Move
        && b.state.outcome.is_none()
        && b.state.frames.is_empty()
        && !matches!(answer, Answer::Done)
        && !b.on_board().any(|f| moving::to_move(b, f).is_ok())
        && moving::followers(b).next().is_none()
    {
        moves(b, place(b, side) + 1, log);
    }
}

/// After a whole attack: the end, if only one team is left (L8), or the next attack of the side, if it has one.
pub fn after_attack<L: Log>(b: &mut Battle<Plastic>, log: &mut L) {
    let side = b.state.table.side;
    if kit::end_if_won(b, b.state.table.turn, log) {
        return;
    }
    if b.setup.config.alternate_attacks {
        next_attack(b, log);
    } else if !can_attack(b, side) {
        attacks(b, place(b, side) + 1, log);
    }
}

/// Where sides take turns: lets the next side attack that can, the side that has just done so
/// last; then a new turn begins.
fn next_attack<L: Log>(b: &mut Battle<Plastic>, log: &mut L) {
    let (now, sides) = (b.state.table.side, b.setup.sides.len() as u8);
    let next = (1..=sides)
        .map(|i| Side((now.0 + i) % sides))
        .find(|side| can_attack(b, *side));
    match next {
        None => begin_turn(b, b.state.table.turn + 1, log),
        Some(side) if side == now => {}
        Some(side) => {
            let (side, step) = (Some(side), "attack");
            b.emit(Event::Step { side, step }, log);
        }
    }
}
