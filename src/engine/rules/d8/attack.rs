//! Attacks: the roll, where a shot comes down, who defends, what a hit does (D3–D6, D8).

use super::aiming::{aim, bonus};
use super::config::At;
use super::defence::{Salvo, defence, harms, may_be_critical, salvo};
use super::unit::{Kind, Weapon};
use super::wreck::defeat;
use super::{Battle8, Frame, ground, round};
use crate::battle::{Event, Fig, How, Log, Place, Purpose, Roll, Target};
use crate::board::{Facing, Footprint, Landing, Space};
use crate::dice::Faces;
use crate::rules::kit;
use smallvec::SmallVec;

/// Begins an attack.
pub fn begin<L: Log>(b: &mut Battle8, who: Fig, how: How, at: Target, log: &mut L) {
    let Ok(shot) = aim(b, who, None, how, at) else {
        return;
    };
    let bonus = bonus(b, who, None);
    let cheered = b
        .on_board()
        .filter(|f| ground::cheered(b, *f, &ground::spaces(b, *f)))
        .collect();
    b.emit(Event::Activated { who }, log);
    b.emit(Event::Struck { who, how, at }, log);
    b.state.frames.push(Frame::Salvo(Salvo {
        who,
        from: shot.from,
        at,
        aim: shot.aim,
        band: shot.band,
        bonus,
        fired: 0,
        shots: shot.shots,
        cheered,
    }));
}

/// What this shot adds to its roll.
fn shot_bonus(b: &Battle8, salvo: &Salvo) -> i8 {
    let own = b.setup.config.weapon(salvo.shots[0]).bonus;
    salvo.bonus.saturating_add(own)
}

/// The unmodified result this shot needs.
pub fn need(b: &Battle8, salvo: &Salvo) -> i8 {
    let config = &b.setup.config;
    let plain = config.need(salvo.band) - shot_bonus(b, salvo);
    plain.clamp(config.failure as i8 + 1, config.critical as i8)
}

/// The attack roll of a shot (D3).
pub fn shoot<L: Log>(b: &mut Battle8, face: u8, log: &mut L) {
    let Some(salvo) = salvo(b).cloned() else {
        return;
    };
    let config = &b.setup.config;
    let arm = *config.weapon(salvo.shots[0]);
    let (bonus, need) = (shot_bonus(b, &salvo), config.need(salvo.band));
    let highest = face >= config.critical;
    let critical = highest && may_be_critical(b, salvo.shots[0], salvo.fired == 0, salvo.at);
    let success = highest || (face > config.failure && face as i8 + bonus >= need);
    let off = matches!(salvo.at, Target::Figure(f) if ground::is_off(b, f));
    let faces = Faces::from_slice(&[face]);
    let roll = Roll {
        bonus,
        need: Some(need),
        success: Some(success),
        ..b.roll_of(Purpose::Attack, salvo.who, &faces)
    };
    b.emit(Event::Rolled(roll), log);
    let (who, at) = (salvo.who, salvo.at);
    let event = if success {
        Event::Hit { who, at }
    } else {
        Event::Missed { who, at }
    };
    b.emit(event, log);
    match (arm.area && !off, at) {
        (true, _) if !success => b.state.frames.push(Frame::Scatter),
        (true, _) => {
            let beside: Footprint = b.board.grid().neighbours(salvo.aim).map(|n| n.1).collect();
            land(b, Some(salvo.aim), &beside, critical, log);
        }
        (false, Target::Figure(target)) if critical => {
            defeat(b, salvo.who, target, log);
            next_shot(b, log);
        }
        (false, Target::Figure(target)) if success => {
            if harms(b, salvo.shots[0], target, true) {
                let hit = SmallVec::from_slice(&[(target, true)]);
                b.state.frames.push(Frame::Defend { hit });
            } else {
                b.emit(Event::Saved { at }, log);
                next_shot(b, log);
            }
        }
        _ => next_shot(b, log),
    }
}

/// A shot that missed comes down somewhere else (D6).
pub fn scatter<L: Log>(b: &mut Battle8, faces: &Faces, log: &mut L) {
    b.state.frames.pop();
    let Some(salvo) = salvo(b).cloned() else {
        return;
    };
    let roll = Roll {
        natural: faces[0],
        ..b.roll_of(Purpose::Scatter, salvo.who, faces)
    };
    b.emit(Event::Rolled(roll), log);
    let far = b.setup.config.astray(faces[1], b.setup.brief.scale);
    let way = Facing(faces[0] - 1);
    let (landing, beside) = b.board.grid().scattered(salvo.aim, way, far);
    let at = match landing {
        Landing::On(space) if b.board.exists(space) => Some(space),
        _ => None,
    };
    b.emit(Event::Landed { who: salvo.who, at }, log);
    land(b, at, &beside, false, log);
}

/// Whom a shot of a weapon hits that comes down here: all on the space directly, with splash
/// all beside it too (D6).
pub fn struck(
    b: &Battle8,
    weapon: Weapon,
    at: Option<Space>,
    beside: &[Space],
) -> SmallVec<[(Fig, bool); 8]> {
    let splash = b.setup.config.weapon(weapon).splash;
    let mut hit = SmallVec::new();
    for who in b.on_board().filter(|f| b.figure(*f).aboard.is_none()) {
        let own = ground::spaces(b, who);
        let direct = at.is_some_and(|s| own.contains(&s));
        let near = splash && own.iter().any(|s| beside.contains(s));
        if (direct || near) && harms(b, weapon, who, direct) {
            hit.push((who, direct));
        }
    }
    hit
}

/// A shot comes down.
fn land<L: Log>(b: &mut Battle8, at: Option<Space>, beside: &[Space], critical: bool, log: &mut L) {
    let Some((who, weapon)) = salvo(b).map(|s| (s.who, s.shots[0])) else {
        return;
    };
    let mut hit = struck(b, weapon, at, beside);
    if critical {
        // Nobody defends against a critical success, not even a vehicle (D4, D5).
        let under = |f: Fig| {
            b.unit(f).kind == Kind::Submarine && b.setup.config.weapon(weapon).at == At::Surface
        };
        let aimed = at
            .and_then(|s| ground::standing(b, s))
            .filter(|f| !under(*f));
        if let Some(target) = aimed {
            hit.retain(|(f, _)| *f != target);
            defeat(b, who, target, log);
        }
    }
    if hit.is_empty() {
        return next_shot(b, log);
    }
    hit.reverse();
    b.state.frames.push(Frame::Defend { hit });
}

/// A defence roll, and what comes of it (D4, D5).
pub fn defend<L: Log>(b: &mut Battle8, face: u8, log: &mut L) {
    let Some(Frame::Defend { hit }) = b.state.frames.last_mut() else {
        return;
    };
    let Some((who, direct)) = hit.pop() else {
        return;
    };
    let last = hit.is_empty();
    if last {
        b.state.frames.pop();
    }
    let bonus = defence(b, who, None);
    let need = b.setup.config.defence as i8;
    let faces = Faces::from_slice(&[face]);
    let success = kit::rolled(b, Purpose::Defence, who, &faces, (bonus, need), log);
    let Some((by, weapon)) = salvo(b).map(|s| (s.who, s.shots[0])) else {
        return;
    };
    if success {
        let at = Target::Figure(who);
        b.emit(Event::Saved { at }, log);
    } else {
        let area = b.setup.config.weapon(weapon).area;
        let left = b.figure(who).mark.left - 1;
        if left == 0 || (area && direct) || b.unit(who).kind.is_vehicle() {
            defeat(b, by, who, log);
        } else {
            b.emit(Event::Wounded { who, left }, log);
        }
    }
    if last {
        next_shot(b, log);
    }
}

/// Goes on to the next shot, or ends the attack; nothing while others have to roll first.
pub fn next_shot<L: Log>(b: &mut Battle8, log: &mut L) {
    let Some(salvo) = b.state.frames.last() else {
        return;
    };
    let Frame::Salvo(salvo) = salvo else { return };
    let target_gone = match salvo.at {
        Target::Figure(target) => b.figure(target).place == Place::Gone,
        _ => false,
    };
    let gunner_gone = b.figure(salvo.who).place == Place::Gone;
    let config = &b.setup.config;
    let area = config.weapon(salvo.shots[0]).area;
    let over =
        salvo.shots.len() < 2 || (!area && target_gone) || (config.burst_ends && gunner_gone);
    if over {
        b.state.frames.pop();
        round::after_action(b, log);
    } else if let Some(Frame::Salvo(salvo)) = b.state.frames.last_mut() {
        salvo.shots.remove(0);
        salvo.fired += 1;
    }
}
