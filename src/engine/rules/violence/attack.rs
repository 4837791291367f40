//! Opposed dice, damage, and the odds of it (V5, V6).

use super::config::DefendDice;
use super::{Frame, Violence, force, round};
use crate::battle::{
    Battle, Event, Fig, How, Line, Log, Odds, OddsState, Purpose, Ratio, Roll, Shelter, Target,
};
use crate::dice::Faces;
use crate::rules::kit;

/// What a fighter adds to its die: as the attacker, or as the target (V6).
fn bonus(battle: &Battle<Violence>, who: Fig, attacking: bool) -> u8 {
    let config = &battle.setup.config;
    let counts = !attacking || config.defend_dice == DefendDice::All;
    if battle.figure(who).mark.guard > 0 && counts {
        config.guard.of(*battle.unit(who))
    } else {
        0
    }
}

/// The two dice of an attack: only a higher attacker does damage (V5).
pub fn resolve<L: Log>(battle: &mut Battle<Violence>, faces: &Faces, log: &mut L) {
    let Some(Frame::Attack { who, at }) = battle.state.frames.pop() else {
        return;
    };
    let (mine, theirs) = (bonus(battle, who, true), bonus(battle, at, false));
    let defence = u16::from(faces[1]) + u16::from(theirs);
    let success = u16::from(faces[0]) + u16::from(mine) > defence;
    let target = Target::Figure(at);
    let roll = Roll {
        natural: faces[0],
        bonus: i8::try_from(mine).unwrap_or(i8::MAX),
        need: i8::try_from(defence + 1).ok(),
        success: Some(success),
        ..battle.roll_of(Purpose::Attack, who, faces)
    };
    battle.emit(Event::Rolled(roll), log);
    kit::hit_or_miss(battle, success, (who, target), log);
    if success && hurt(battle, who, at, log) {
        return;
    }
    round::end_activation_if_spent(battle, log);
}

/// Takes damage points from a fighter. True: that ended the battle.
fn hurt<L: Log>(battle: &mut Battle<Violence>, by: Fig, who: Fig, log: &mut L) -> bool {
    let config = &battle.setup.config;
    let left = battle
        .figure(who)
        .mark
        .left
        .saturating_sub(config.damage.get());
    if left > 0 {
        battle.emit(Event::Wounded { who, left }, log);
        return false;
    }
    let points = force::cost(*battle.unit(who), config);
    kit::defeat(battle, (who, by), points, log);
    round::end_if_lost(battle, battle.figure(who).side, log)
}

/// The chance that one die with a bonus shows more than another.
fn chance_higher(die: u8, mine: u8, theirs: u8) -> Ratio {
    let die = u64::from(die);
    let ways = (1..=die)
        .map(|face| (face + u64::from(mine)).saturating_sub(u64::from(theirs) + 1))
        .map(|lower| lower.min(die))
        .sum();
    Ratio::new(ways, die * die)
}

/// The exact odds of one act.
pub fn odds(battle: &Battle<Violence>, who: Fig, how: How, at: Target) -> Odds {
    let one = Ratio::from_integer(1);
    match (how, at) {
        (How::Defend, Target::Nothing) => Odds {
            hit: one,
            defeat: one,
            ..Odds::NONE
        },
        (How::Attack, Target::Figure(target)) => {
            let config = &battle.setup.config;
            let (mine, theirs) = (bonus(battle, who, true), bonus(battle, target, false));
            let hit = chance_higher(config.die.get(), mine, theirs);
            let (left, damage) = (battle.figure(target).mark.left, config.damage.get());
            if left <= damage {
                Odds {
                    hit,
                    defeat: hit,
                    ..Odds::NONE
                }
            } else {
                Odds {
                    hit,
                    wound: hit,
                    part: Ratio::new(u64::from(damage), u64::from(left)),
                    ..Odds::NONE
                }
            }
        }
        _ => Odds::NONE,
    }
}

/// What [`odds`] depend on: guards, and damage points left.
pub fn odds_state(battle: &Battle<Violence>) -> OddsState {
    let figures = battle.state.figures.iter();
    let state = figures.map(|f| u32::from(f.mark.guard > 0) << 8 | u32::from(f.mark.left));
    state.collect()
}

/// What a guard lets through of the harm done to a fighter (V6).
pub fn shelter(battle: &Battle<Violence>, who: Fig) -> Shelter {
    let config = &battle.setup.config;
    let die = config.die.get();
    let open = chance_higher(die, 0, 0);
    let one = Ratio::from_integer(1);
    if *open.numer() == 0 {
        return Shelter::NONE;
    }
    let guarded = chance_higher(die, 0, config.guard.of(*battle.unit(who))) / open;
    let mark = &battle.figure(who).mark;
    let stays = if mark.guard > 0 { guarded } else { one };
    let fresh = !mark.acted && round::actions_left(battle, who) > 0;
    Shelter {
        stays,
        acting: if fresh { one } else { stays },
        taken: fresh.then_some(guarded),
    }
}

/// The numbers behind the odds, named.
pub fn lines(battle: &Battle<Violence>, who: Fig, how: How, at: Target) -> Vec<Line> {
    let config = &battle.setup.config;
    let line = |name: &str, value: String| Line {
        name: name.into(),
        value,
    };
    match (how, at) {
        (How::Defend, _) => vec![line(
            "guard",
            format!("+{}", config.guard.of(*battle.unit(who))),
        )],
        (How::Attack, Target::Figure(target)) => {
            let mut lines = vec![line("attacker's die", format!("d{}", config.die))];
            let guard = |fig, attacking| bonus(battle, fig, attacking);
            if guard(who, true) > 0 {
                lines.push(line("attacker's guard", format!("+{}", guard(who, true))));
            }
            lines.push(line("target's die", format!("d{}", config.die)));
            if guard(target, false) > 0 {
                lines.push(line("target's guard", format!("+{}", guard(target, false))));
            }
            lines.push(line("hit if", "the attacker's total is higher".into()));
            lines.push(line(
                "target's damage points left",
                battle.figure(target).mark.left.to_string(),
            ));
            lines
        }
        _ => Vec::new(),
    }
}
