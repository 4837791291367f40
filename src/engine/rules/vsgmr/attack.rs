//! Attacks, from the declaration to what follows (A1–A8).

use super::eyes::{self, Eyes};
use super::numbers::{self, armour_need, attack_dice, attack_need, bonus};
use super::odds::roll_of;
use super::table::{Attack, Frame, Stage};
use super::traits::{self, Pool};
use super::unit::{Power, Trait};
use super::{Skirmish, moving, powers, riding, structures};
use crate::battle::{
    Choice, Event, Fig, How, Log, Outcome, Purpose, Reason, Refused, Side, Target,
};
use crate::board::{Footprint, Sight, Space};
use crate::dice::{Dice, Faces};
use smallvec::smallvec;

/// Begins an attack: everything that is known before the dice are rolled.
pub fn begin<L: Log>(b: &mut Skirmish, who: Fig, how: How, at: Target, log: &mut L) {
    let first = match at {
        Target::Figure(target) => eyes::spaces(b, target),
        _ => Footprint::new(),
    };
    let follow = match (how, at) {
        (How::Shoot, Target::Figure(_)) if b.unit(who).has(Trait::AreaEffect) => 2,
        (How::Fight, Target::Figure(_)) if b.unit(who).has(Trait::DoubleStrike) => 1,
        _ => 0,
    };
    declare(b, who, how, at, (follow, first, false), log);
}

/// Declares an attack or one that follows: (attacks that may follow, spaces of the first target,
/// whether it is one last attack).
pub fn declare<L: Log>(
    b: &mut Skirmish,
    who: Fig,
    how: How,
    at: Target,
    (follow, first, revenge): (u8, Footprint, bool),
    log: &mut L,
) {
    b.emit(Event::Struck { who, how, at }, log);
    let spaces = eyes::spaces(b, who);
    let need = match at {
        Target::Figure(target) => {
            let stand = b.stand(who);
            let sight = if how == How::Shoot {
                Eyes::new(b, who, stand, !revenge).see_figure(target)
            } else {
                Sight::Clear
            };
            let close = eyes::close(b, who, &spaces, stand.aloft, target);
            attack_need(b, how, target, sight, close)
        }
        _ if how == How::Shoot => b.setup.config.shoot_need,
        _ => b.setup.config.fight_need,
    };
    let bonus = bonus(b, who, &spaces, roll_of(how));
    b.state.frames.push(Frame::Attack(Attack {
        who,
        how,
        at,
        bonus,
        need,
        follow,
        revenge,
        first,
        stage: Stage::Roll { again: false },
    }));
}

/// The dice an attack asks for now, what for, who rolls, and the unmodified face needed; none:
/// it asks a player, or nothing.
pub fn asks(b: &Skirmish, attack: &Attack) -> Option<(Purpose, Dice, Fig, i8)> {
    let config = &b.setup.config;
    match attack.stage {
        Stage::Roll { .. } => {
            let purpose = if attack.how == How::Shoot {
                Purpose::Shoot
            } else {
                Purpose::Fight
            };
            let dice = attack_dice(config, b.unit(attack.who), attack.how);
            Some((purpose, dice, attack.who, attack.need - attack.bonus))
        }
        Stage::Armour { bonus, .. } => {
            let target = target(attack)?;
            let unit = b.unit(target);
            let need = armour_need(config, unit.armour)?;
            Some((
                Purpose::Armour,
                smallvec![unit.power(Power::Armour).die()],
                target,
                need - bonus,
            ))
        }
        Stage::Terrain => Some((
            Purpose::Terrain,
            smallvec![6],
            attack.who,
            config.terrain_need,
        )),
        Stage::Recruit => Some((
            Purpose::Recruit,
            smallvec![6],
            attack.who,
            config.recruit_need,
        )),
        _ => None,
    }
}

/// Whether no face of the roll that an attack asks for now can succeed, and none of them means
/// anything else: such a roll is not asked for.
pub fn is_hopeless(b: &Skirmish, attack: &Attack) -> bool {
    if b.setup.config.hopeless_rolls {
        return false;
    }
    let Some((_, dice, _, need)) = asks(b, attack) else {
        return false;
    };
    let fails = dice.iter().all(|sides| i16::from(*sides) < i16::from(need));
    // A low die may still frighten the attacker.
    let frightens = || matches!(attack.stage, Stage::Roll { .. }) && frightens(b, attack);
    fails && (b.setup.config.fear_up_to == 0 || !frightens())
}

/// Goes on with the attack on top as if its roll had failed.
pub fn fail<L: Log>(b: &mut Skirmish, log: &mut L) {
    let Some(Frame::Attack(attack)) = b.state.frames.last().cloned() else {
        return;
    };
    match attack.stage {
        Stage::Roll { .. } => settled(b, false, false, 0, log),
        Stage::Armour {
            left, bonus, push, ..
        } => armoured(b, left, bonus, push, false, log),
        Stage::Terrain => {
            structures::damage(b, attack.at, log);
            b.state.frames.pop();
        }
        Stage::Recruit => strike_back(b, log),
        _ => {}
    }
}

fn target(attack: &Attack) -> Option<Fig> {
    match attack.at {
        Target::Figure(target) => Some(target),
        _ => None,
    }
}

/// Sets the stage of the attack on top.
fn stage(b: &mut Skirmish, stage: Stage) {
    if let Some(Frame::Attack(attack)) = b.state.frames.last_mut() {
        attack.stage = stage;
    }
}

/// What the dice of the attack on top have shown.
pub fn rolled<L: Log>(b: &mut Skirmish, attack: &Attack, faces: &Faces, log: &mut L) {
    let Some((purpose, _, by, need)) = asks(b, attack) else {
        return;
    };
    let config = &b.setup.config;
    let mut roll = b.roll_of(purpose, by, faces);
    let natural = roll.natural;
    let success = natural as i8 >= need;
    (roll.need, roll.success) = (Some(need), Some(success));
    match attack.stage {
        Stage::Roll { again } => {
            let fear = natural <= config.fear_up_to && frightens(b, attack);
            let push = if target(attack).is_some() && powers::pushes(b, attack.who, attack.how) {
                (natural + 1).saturating_sub(config.knockback_from)
            } else {
                0
            };
            let hit = success && !fear;
            roll.bonus = attack.bonus;
            roll.need = Some(attack.need);
            roll.success = Some(hit);
            b.emit(Event::Rolled(roll), log);
            if !again && traits::giver(b, by, Pool::Attack).is_some() {
                stage(b, Stage::Reroll { hit, fear, push });
            } else {
                settled(b, hit, fear, push, log);
            }
        }
        Stage::Armour {
            left,
            bonus,
            push,
            again,
        } => {
            roll.bonus = bonus;
            roll.need = Some(need + bonus);
            b.emit(Event::Rolled(roll), log);
            if !again && traits::giver(b, by, Pool::Armour).is_some() {
                stage(
                    b,
                    Stage::ArmourReroll {
                        left,
                        bonus,
                        push,
                        saved: success,
                    },
                );
            } else {
                armoured(b, left, bonus, push, success, log);
            }
        }
        Stage::Terrain => {
            (roll.by, roll.side) = (None, None);
            b.emit(Event::Rolled(roll), log);
            match success {
                true => b.emit(Event::Saved { at: attack.at }, log),
                false => structures::damage(b, attack.at, log),
            }
            b.state.frames.pop();
        }
        Stage::Recruit => {
            b.emit(Event::Rolled(roll), log);
            if success {
                traits::recruit(b, attack, log);
                succeeded(b, log);
            } else {
                strike_back(b, log);
            }
        }
        _ => {}
    }
}

/// Whether Cause Fear could strike the attacker (T2).
fn frightens(b: &Skirmish, attack: &Attack) -> bool {
    !b.unit(attack.who).is_fearless()
        && target(attack).is_some_and(|target| b.unit(target).has(Trait::CauseFear))
}

/// The attack roll stands.
pub fn settled<L: Log>(b: &mut Skirmish, hit: bool, fear: bool, push: u8, log: &mut L) {
    let Some(Frame::Attack(attack)) = b.state.frames.last().cloned() else {
        return;
    };
    let (who, at) = (attack.who, attack.at);
    if !hit {
        b.state.frames.pop();
        b.emit(Event::Missed { who, at }, log);
        if let (true, false, Some(target)) = (fear, attack.revenge, target(&attack)) {
            traits::flee(b, who, target, log);
        }
        return;
    }
    b.emit(Event::Hit { who, at }, log);
    let Some(target) = target(&attack) else {
        if b.setup.config.terrain_armour {
            stage(b, Stage::Terrain);
        } else {
            structures::damage(b, at, log);
            b.state.frames.pop();
        }
        return;
    };
    if armour_need(&b.setup.config, b.unit(target).armour).is_none() {
        defeated(b, log);
        return;
    }
    let spaces = eyes::spaces(b, target);
    let left = if b.unit(who).has(Trait::IgnoresArmor) {
        2
    } else {
        1
    };
    let bonus = bonus(b, target, &spaces, Choice::Armour);
    stage(
        b,
        Stage::Armour {
            left,
            bonus,
            push,
            again: false,
        },
    );
}

/// An armour roll stands.
pub fn armoured<L: Log>(b: &mut Skirmish, left: u8, bonus: i8, push: u8, saved: bool, log: &mut L) {
    if !saved {
        defeated(b, log);
        return;
    }
    if left > 1 {
        let again = false;
        let left = left - 1;
        stage(
            b,
            Stage::Armour {
                left,
                bonus,
                push,
                again,
            },
        );
        return;
    }
    let Some(Frame::Attack(attack)) = b.state.frames.pop() else {
        return;
    };
    b.emit(Event::Saved { at: attack.at }, log);
    if let (1.., Some(target)) = (push, target(&attack)) {
        powers::knock_back(b, attack.who, target, push, log);
    }
}

/// The target of the attack on top is hit for good: does it take another (E3)? Else it is
/// defeated: may it be recruited? (T10)
fn defeated<L: Log>(b: &mut Skirmish, log: &mut L) {
    let Some(Frame::Attack(attack)) = b.state.frames.last() else {
        return;
    };
    if let Target::Figure(who) = attack.at {
        let left = structures::hits_left(b, who) - 1;
        if left > 0 {
            b.emit(Event::Wounded { who, left }, log);
            succeeded(b, log);
            return;
        }
        if b.unit(who).is_building() {
            strike_back(b, log);
            return;
        }
    }
    if attack.how == How::Fight && b.unit(attack.who).has(Trait::Recruit) {
        stage(b, Stage::Recruit);
    } else {
        strike_back(b, log);
    }
}

/// May the defeated make one last attack? (T11)
fn strike_back<L: Log>(b: &mut Skirmish, log: &mut L) {
    let Some(Frame::Attack(attack)) = b.state.frames.last() else {
        return;
    };
    if traits::may_revenge(b, attack) {
        stage(b, Stage::Revenge);
    } else {
        remove(b, log);
    }
}

/// Takes the defeated target of the attack on top away (A7).
pub fn remove<L: Log>(b: &mut Skirmish, log: &mut L) {
    let Some(Frame::Attack(attack)) = b.state.frames.last() else {
        return;
    };
    let by = b.figure(attack.who).side;
    let (who, by) = match attack.at {
        // the attacker may have been recruited meanwhile; the deed was its old side's
        Target::Figure(target) => (target, opponent(b, attack.who, target).unwrap_or(by)),
        _ => return,
    };
    take_away(b, who, by, log);
    succeeded(b, log);
}

/// The side that a deed of `who` against `target` belongs to, if they are opposed.
fn opponent(b: &Skirmish, who: Fig, target: Fig) -> Option<Side> {
    if b.allied(who, target) {
        let began = b.setup.roster[who.index()].side;
        (b.team(began) != b.team(b.figure(target).side)).then_some(began)
    } else {
        Some(b.figure(who).side)
    }
}

/// Removes a defeated figure: what it held and carried stays (A7, M6, M7), points are scored.
pub fn take_away<L: Log>(b: &mut Skirmish, who: Fig, by: Side, log: &mut L) {
    let mount = b.figure(who).aboard;
    moving::drop_items(b, who, log);
    b.emit(Event::Defeated { who, by: Some(by) }, log);
    structures::raze(b, who, log);
    riding::drop_load(b, who, log);
    riding::land_if_lost(b, mount, log);
    score(b, who, by, log);
}

/// Scores a figure for a side, if it was opposed (R4).
pub fn score<L: Log>(b: &mut Skirmish, who: Fig, by: Side, log: &mut L) {
    if b.team(by) != b.team(b.figure(who).side) {
        let points = numbers::value(b, who);
        b.emit(Event::Scored { side: by, points }, log);
    }
}

/// The attack on top has succeeded and is over: may another follow? (T1, T5)
fn succeeded<L: Log>(b: &mut Skirmish, _log: &mut L) {
    let Some(Frame::Attack(attack)) = b.state.frames.pop() else {
        return;
    };
    if attack.follow > 0 && may_follow(b, &attack) {
        b.state.frames.push(Frame::Again(attack));
    }
}

/// Whether any further attack is possible after this one.
fn may_follow(b: &Skirmish, attack: &Attack) -> bool {
    b.figure(attack.who).is_on()
        && b.on_board()
            .any(|at| check_again(b, attack, Target::Figure(at)).is_ok())
}

/// Whether a further attack on a target may follow this one (T1, T5).
///
/// # Errors
/// Why not.
pub fn check_again(b: &Skirmish, attack: &Attack, at: Target) -> Result<(), Refused> {
    let Target::Figure(target) = at else {
        return Err("the next attack must be against a figure".into());
    };
    check_target(b, attack.who, attack.how, at, attack.revenge)?;
    if attack.how == How::Shoot {
        let gap = b.board.grid().gap(&attack.first, &eyes::spaces(b, target));
        let reach = numbers::half(b, attack.who);
        if gap > reach {
            return Err(format!(
                "the target is {gap} spaces from the first target; further attacks reach {reach}"
            )
            .into());
        }
    }
    Ok(())
}

/// Makes the further attack.
pub fn again<L: Log>(b: &mut Skirmish, attack: Attack, at: Target, log: &mut L) {
    let rest = (attack.follow - 1, attack.first, attack.revenge);
    declare(b, attack.who, attack.how, at, rest, log);
}

/// Whether a figure's position allows an attack on a target; nothing about what it has used up.
///
/// # Errors
/// Why not, with the facts.
pub fn check_target(
    b: &Skirmish,
    who: Fig,
    how: How,
    at: Target,
    revenge: bool,
) -> Result<(), Refused> {
    let stand = b.stand(who);
    let eyes = Eyes::new(b, who, stand, !revenge);
    let range = numbers::range(b, who);
    let target = match at {
        Target::Figure(target) if target.index() < b.state.figures.len() => target,
        Target::Space(space) => {
            if space.index() >= b.board.len() || !destructible(b, b.figure(who).side, space) {
                return Err("nothing on that space can be destroyed".into());
            }
            return eyes::ground_why(b, &eyes, stand, how, range, at);
        }
        Target::Border(x, y) => {
            let known = b.board.border(x, y).is_some_and(|k| k.between == (x, y));
            if !known {
                return Err("there is nothing on that border to attack".into());
            }
            if !super::fortress::may_destroy(b, b.figure(who).side, at) {
                return Err("its side defends that".into());
            }
            return eyes::ground_why(b, &eyes, stand, how, range, at);
        }
        _ => return Err("that cannot be attacked".into()),
    };
    if !b.figure(target).is_on() {
        return Err("the target is not on the board".into());
    }
    if b.allied(who, target) {
        return Err("the target is a friend".into());
    }
    let to = eyes::spaces(b, target);
    let aloft = b.figure(target).aloft;
    if how == How::Shoot {
        let gap = b.board.grid().gap(&eyes.from, &to);
        if gap > range {
            return Err(format!("the target is {gap} spaces away; it reaches only {range}").into());
        }
        if eyes.see(&to, aloft) == Sight::Blocked {
            return Err(eyes.why_not(&to, aloft).into());
        }
        return Ok(());
    }
    if stand.aloft {
        return Err("it is in the air and cannot fight hand to hand".into());
    }
    if aloft {
        return Err("the target is in the air and cannot be fought hand to hand".into());
    }
    if !b.board.touching(&eyes.from, &to) {
        return Err("it must stand next to the target, with no wall between them".into());
    }
    Ok(())
}

/// Whether the terrain of a space can be attacked by a side (A8).
pub fn destructible(b: &Skirmish, side: Side, space: Space) -> bool {
    structures::is_breakable(b, space)
        && super::fortress::may_destroy(b, side, Target::Space(space))
}

/// A figure has been moved against its will, or is gone: nothing follows its attacks any more.
pub fn no_more(b: &mut Skirmish, who: Fig) {
    for frame in &mut b.state.frames {
        if let Frame::Attack(attack) | Frame::Again(attack) = frame
            && attack.who == who
        {
            attack.follow = 0;
        }
    }
}

/// A device ends the battle for a side (A9).
pub fn win<L: Log>(b: &mut Skirmish, side: Side, reason: Reason, log: &mut L) {
    let outcome = Outcome {
        winners: b.team_sides(b.team(side)),
        reason,
        rounds: b.state.table.round,
    };
    b.emit(Event::Ended(outcome), log);
}
