//! The round: initiative, order, steps, and how a battle ends (R1–R6).

use super::sight::{self, Ways};
use super::stages::SpawnStage;
use super::table::{Frame, Mark, Step};
use super::toggles::FirstGone;
use super::unit::{Kind, Level, Power, Trait};
use super::{Skirmish, kit, moving, numbers, scenarios, solo};
use crate::battle::{
    Aim, Event, Fig, HalfPoints, Log, Outcome, Place, Purpose, Reason, Role, Roll, Side, Sides,
    Victory,
};
use crate::dice::{Dice, Faces};

/// Whether a figure is still in the battle: on the board, safely out, or a reserve, unless it is
/// a prisoner, whom nobody is left to free (R4, C6).
#[inline]
fn counts(b: &Skirmish, who: Fig) -> bool {
    let figure = b.figure(who);
    match figure.place {
        Place::On | Place::Out => true,
        Place::Reserve => !scenarios::prisoners(b),
        Place::Gone => false,
    }
}

/// Whether a figure keeps its side in the battle: a mount that needs a rider does not do so by
/// itself (R4).
#[inline]
fn stands(b: &Skirmish, who: Fig) -> bool {
    let (config, unit) = (&b.setup.config, b.unit(who));
    let idle = matches!(unit.kind, Kind::Cavalry | Kind::Vehicle)
        && !unit.has(Trait::Independent)
        && !config.idle_mounts_fight
        && !config.empty_mounts_stand;
    !idle && counts(b, who)
}

/// Whether a side has anybody left.
pub fn alive(b: &Skirmish, side: Side) -> bool {
    b.all().any(|f| b.figure(f).side == side && stands(b, f))
}

/// Sides with anybody left, a bit each.
fn living(b: &Skirmish) -> u8 {
    b.all()
        .filter(|f| stands(b, *f))
        .fold(0, |bits, f| bits | 1 << b.figure(f).side.0)
}

// ---- initiative (R1) ----

/// Who rolls for initiative, in the order of the sides.
pub fn rollers(bits: u8) -> Vec<Side> {
    (0..8).filter(|i| bits >> i & 1 == 1).map(Side).collect()
}

/// The dice of an initiative roll.
pub fn initiative_dice(bits: u8) -> Dice {
    std::iter::repeat_n(6, bits.count_ones() as usize).collect()
}

/// What a side adds to its initiative: the best Super-Move of its living figures, and what
/// ambushers get (U2, C3).
pub fn initiative_bonus(b: &Skirmish, side: Side) -> i8 {
    let best = b
        .on_board()
        .filter(|f| b.figure(*f).side == side)
        .map(|f| b.unit(f).power(Power::Move))
        .max()
        .unwrap_or(Level::None) as i8;
    let ambush =
        b.setup.brief.aim == Aim::Ambush && b.setup.sides[side.index()].role == Role::Attacker;
    best + if ambush {
        b.setup.config.ambush_bonus
    } else {
        0
    }
}

/// The initiative dice have been rolled: the highest chooses, those level roll again.
pub fn initiative<L: Log>(b: &mut Skirmish, bits: u8, fresh: bool, faces: &Faces, log: &mut L) {
    b.state.frames.pop();
    if fresh {
        let number = b.state.table.round + 1;
        b.emit(Event::Round { number }, log);
    }
    let highest = highest(b, Purpose::Initiative, bits, faces, log);
    if highest.count_ones() > 1 {
        b.state.frames.push(Frame::Initiative {
            rollers: highest,
            fresh: false,
        });
    } else {
        let side = Side(highest.trailing_zeros() as u8);
        if solo::on(b) {
            solo::begin(b, side, log);
        } else {
            b.state.frames.push(Frame::First { side });
        }
    }
}

/// Records a roll-off; the sides with the highest result, a bit each.
pub fn highest<L: Log>(
    b: &mut Skirmish,
    purpose: Purpose,
    bits: u8,
    faces: &Faces,
    log: &mut L,
) -> u8 {
    let mut best = (i8::MIN, 0u8);
    for (side, face) in rollers(bits).into_iter().zip(faces) {
        let plus = if purpose == Purpose::Initiative {
            initiative_bonus(b, side)
        } else {
            0
        };
        let result = *face as i8 + plus;
        if result > best.0 {
            best = (result, 1 << side.0);
        } else if result == best.0 {
            best.1 |= 1 << side.0;
        }
    }
    let natural = faces.iter().copied().max().unwrap_or(0);
    let roll = Roll {
        bonus: best.0 - natural as i8,
        ..Roll::new(purpose, None, None, faces)
    };
    b.emit(Event::Rolled(roll), log);
    best.1
}

/// It is decided who goes first: the movement step begins.
pub fn begin<L: Log>(b: &mut Skirmish, first: Side, log: &mut L) {
    b.emit(Event::First { side: first }, log);
    b.emit(
        Event::Step {
            side: Some(first),
            step: Step::Move.name(),
        },
        log,
    );
}

// ---- order and steps (R2, R6) ----

/// The side to the left of a side, around the table (R1).
pub fn left_of(b: &Skirmish, side: Side) -> Side {
    let seat = |s: Side| (b.setup.sides[s.index()].seat, s);
    let all = || kit::sides(b);
    all()
        .filter(|s| seat(*s) > seat(side))
        .min_by_key(|s| seat(*s))
        .or_else(|| all().min_by_key(|s| seat(*s)))
        .unwrap_or(side)
}

/// The ways of acting that belong to a step (R2, T4, T15).
pub fn in_step(ways: Ways, step: Step) -> Ways {
    let later = step != Step::Move;
    Ways {
        shoot: ways.shoot && step == Step::Shoot,
        fight: ways.fight && step == Step::Fight,
        skill: ways.skill && step == Step::Skill,
        disable: ways.disable && later,
        summon: ways.summon && later,
    }
}

/// What a figure may use in the step as it is.
pub fn ways_now(b: &Skirmish, who: Fig) -> Ways {
    in_step(sight::ways(b, who, false), b.state.table.step)
}

/// Whether a figure could do anything in the step as it is.
pub fn can_act(b: &Skirmish, who: Fig) -> bool {
    if b.state.table.step == Step::Move {
        moving::may_move(b, who)
    } else {
        sight::has_act(b, who, ways_now(b, who))
    }
}

/// Whether a side could do anything in the step as it is.
pub fn busy(b: &Skirmish, side: Side) -> bool {
    b.on_board()
        .any(|f| b.figure(f).side == side && can_act(b, f))
}

/// What a summoned figure may use at once (T15).
pub fn ways_at_once(b: &Skirmish, who: Fig) -> Ways {
    let ways = sight::ways(b, who, false);
    Ways {
        disable: false,
        summon: false,
        ..ways
    }
}

/// Whether a summoned figure may move at once: before it has done anything else.
pub fn may_move_at_once(b: &Skirmish, who: Fig) -> bool {
    !b.figure(who).mark.has(Mark::ATTACKED | Mark::ROLLED) && moving::may_move(b, who)
}

/// Goes on to whoever can do something next: in this step, in a later one, in a new round.
pub fn next<L: Log>(b: &mut Skirmish, log: &mut L) {
    let everyone = b.setup.config.everyone_acts;
    let (first, mut side) = (b.state.table.first, b.state.table.turn);
    let alive = living(b);
    for _ in 0..b.setup.sides.len() {
        side = left_of(b, side);
        if side == first && !everyone {
            break;
        }
        let passed = everyone && b.state.table.passed >> side.0 & 1 == 1;
        if alive >> side.0 & 1 == 0 || passed || !busy(b, side) && !scenarios::spawn_due(b, side) {
            continue;
        }
        if side != b.state.table.turn {
            let step = b.state.table.step.name();
            let side = Some(side);
            b.emit(Event::Step { side, step }, log);
        }
        return;
    }
    match b.state.table.step.next() {
        Some(step) => b.emit(
            Event::Step {
                side: Some(first),
                step: step.name(),
            },
            log,
        ),
        None => {
            if let Some(outcome) = over_by_rounds(b) {
                b.emit(Event::Ended(outcome), log);
                return;
            }
            if !solo::end_of_round(b) {
                new_round(b, log);
            }
        }
    }
}

/// Begins a new round: by initiative, or as the solo table has it (R1, O1).
pub fn new_round<L: Log>(b: &mut Skirmish, log: &mut L) {
    if solo::on(b) && (b.state.table.round > 0 || b.setup.brief.start.first.is_some()) {
        solo::new_round(b, log);
        return;
    }
    b.state.frames.push(Frame::Initiative {
        rollers: living(b),
        fresh: true,
    });
}

/// Carries on until somebody has to decide something, or the battle is over.
pub fn advance<L: Log>(b: &mut Skirmish, log: &mut L) {
    loop {
        if b.state.outcome.is_some() {
            b.state.frames.clear();
            return;
        }
        match b.state.frames.last() {
            None => {
                let turn = b.state.table.turn;
                if b.state.table.round == 0 {
                    new_round(b, log);
                } else if let Some(outcome) = ended(b) {
                    b.emit(Event::Ended(outcome), log);
                } else if scenarios::spawn_due(b, turn) {
                    let stage = SpawnStage::Roll { side: turn };
                    b.state.frames.push(Frame::Spawn(stage));
                    return;
                } else if b.state.table.passed >> b.state.table.turn.0 & 1 == 0
                    && busy(b, b.state.table.turn)
                {
                    return;
                } else {
                    next(b, log);
                }
            }
            Some(Frame::AtOnce { .. }) if ended(b).is_some() => {
                b.state.frames.clear();
            }
            Some(Frame::Next) => {
                b.state.frames.pop();
                if let Some(outcome) = ended(b) {
                    b.emit(Event::Ended(outcome), log);
                } else {
                    next(b, log);
                }
            }
            Some(Frame::Attack(attack)) if super::attack::is_hopeless(b, attack) => {
                super::attack::fail(b, log);
            }
            Some(Frame::Skill(roll)) if super::skill::is_hopeless(b, roll) => {
                let roll = *roll;
                super::skill::settled(b, roll, false, log);
            }
            Some(frame) => {
                let idle = match frame {
                    Frame::Land { who } | Frame::Face { who } => {
                        !b.figure(*who).is_on() || b.figure(*who).aboard.is_some()
                    }
                    Frame::PickUp { who, item } => {
                        b.figure(*who).aloft || !moving::lies_here(b, *who, *item)
                    }
                    Frame::Again(attack) => attack.follow == 0,
                    Frame::AtOnce { who } => {
                        !b.figure(*who).is_on()
                            || !may_move_at_once(b, *who)
                                && !sight::has_act(b, *who, ways_at_once(b, *who))
                    }
                    Frame::Attack(attack) if attack.stage == super::table::Stage::Remove => {
                        super::attack::remove(b, log);
                        continue;
                    }
                    _ => false,
                };
                if !idle {
                    return;
                }
                b.state.frames.pop();
            }
        }
    }
}

// ---- the end (R4) ----

/// The number of rounds, if there is one.
pub fn rounds(b: &Skirmish) -> Option<u16> {
    let brief = &b.setup.brief;
    match brief.rounds {
        Some(rounds) => rounds,
        None if brief.aim == Aim::Ambush => None,
        None => Some(b.setup.config.rounds),
    }
    .filter(|n| *n > 0)
}

/// How the battle is decided when it does not decide itself.
fn victory(b: &Skirmish) -> Victory {
    b.setup.brief.victory.unwrap_or(b.setup.config.victory)
}

/// The most points that the team of a side can still score, where points alone decide. No limit
/// is known where figures change sides (T10), are summoned (T15) or come back (O2).
pub fn points_left(b: &Skirmish, side: Side) -> Option<HalfPoints> {
    let again = |f: Fig| b.unit(f).has(Trait::Recruit) || b.unit(f).has(Trait::Summon);
    if b.setup.sides.iter().any(|s| s.solo) || b.all().any(again) {
        return None;
    }
    kit::points_left(b, side, Some(victory(b)), |f| numbers::value(b, f))
}

/// The end by points: the team that has most, or nobody.
pub fn by_points(b: &Skirmish) -> Outcome {
    Outcome {
        winners: b.leading(),
        reason: Reason::Points,
        rounds: b.state.table.round,
    }
}

/// The end after a whole act, if this is one.
fn ended(b: &Skirmish) -> Option<Outcome> {
    let rounds = b.state.table.round;
    if let Some(outcome) = scenarios::victory(b) {
        return Some(outcome);
    }
    let alive = living(b);
    let mut teams = 0u32;
    let mut left = 0u32;
    let mut team = 0;
    let mut seen = [0u8; 8];
    for side in kit::sides(b) {
        let own = b.team(side);
        if seen[..teams as usize].contains(&own) {
            continue;
        }
        seen[teams as usize] = own;
        teams += 1;
        if alive & b.team_sides(own).bits() != 0 {
            left += 1;
            team = own;
        }
    }
    match left {
        0 => {
            let outcome = by_points(b);
            let reason = if outcome.winners.is_empty() {
                Reason::NobodyLeft
            } else {
                Reason::Points
            };
            Some(Outcome { reason, ..outcome })
        }
        1 if teams > 1 => Some(match victory(b) {
            Victory::LastStanding => Outcome {
                winners: b.team_sides(team),
                reason: Reason::LastStanding,
                rounds,
            },
            Victory::Points => by_points(b),
        }),
        _ if left < teams && b.setup.config.first_gone == FirstGone::Ends => Some(by_points(b)),
        _ => None,
    }
}

/// Records a die that stands as it fell; the face it shows.
pub fn record_roll<L: Log>(
    b: &mut Skirmish,
    purpose: Purpose,
    side: Option<Side>,
    faces: &Faces,
    log: &mut L,
) -> u8 {
    let natural = faces.first().copied().unwrap_or(1);
    let roll = Roll {
        natural,
        ..Roll::new(purpose, None, side, faces)
    };
    b.emit(Event::Rolled(roll), log);
    natural
}

/// The end after a round's last step, if this is one.
fn over_by_rounds(b: &Skirmish) -> Option<Outcome> {
    let round = b.state.table.round;
    match rounds(b) {
        Some(last) => {
            (round >= last).then(|| scenarios::at_limit(b).unwrap_or_else(|| by_points(b)))
        }
        None => (round >= b.setup.config.longest).then_some(Outcome {
            winners: Sides::NONE,
            reason: Reason::TooLong,
            rounds: round,
        }),
    }
}
