//! Skill rolls on the devices of a scenario, on locked doors and on barriers (A9).

use super::numbers::bonus;
use super::stages::Attempt;
use super::table::Frame;
use super::traits::{self, Pool};
use super::unit::Power;
use super::{Skirmish, attack, eyes, moving, riding, structures};
use crate::battle::{Choice, Event, Fig, How, Log, Purpose, Reason, Refused, Stand, Target};
use crate::board::{Border, BorderKind, Change, Space};
use crate::dice::Faces;
use crate::rules::devices::{self, Rest};
use crate::rules::kit;

/// Whether a figure at a stand is where it could use a device.
///
/// # Errors
/// Why not.
pub fn in_reach(b: &Skirmish, who: Fig, stand: Stand, device: u8) -> Result<(), Refused> {
    let index = usize::from(device);
    let Some(spec) = b.setup.brief.devices.get(index) else {
        return Err("that device does not exist".into());
    };
    if b.state.devices[index] {
        return Err(format!("{} has already been used", spec.name).into());
    }
    if spec.side.is_some_and(|side| side != b.figure(who).side) {
        return Err(format!("only another side can use {}", spec.name).into());
    }
    if !devices::has_effect(b, spec) {
        return Err(format!("{} has no effect any more", spec.name).into());
    }
    if stand.aloft && !spec.from_air {
        return Err(format!("{} cannot be used from the air", spec.name).into());
    }
    let spaces = b.spaces_at(stand.at, b.unit(who).size);
    if !b.board.touching(&spaces, &[spec.at]) {
        return Err(format!("it must stand next to {}", spec.name).into());
    }
    Ok(())
}

/// Whether a skill roll opens a barrier (A9, B8): a door that walking does not open. The other
/// barriers are prised open.
fn is_worked_door(b: &Skirmish, border: &Border) -> bool {
    b.setup.config.doors.takes_skill(border)
}

/// Whether a barrier can be prised open (A9): a fence or window, nothing more solid.
fn is_prised(b: &Skirmish, border: &Border) -> bool {
    b.setup.config.prising
        && border.closed
        && matches!(border.kind, BorderKind::Fence | BorderKind::Window)
}

/// Whether any barrier of the board can be opened with a skill roll.
pub fn has_use(b: &Skirmish) -> bool {
    let mut borders = b.board.borders().iter();
    borders.any(|border| is_worked_door(b, border) || is_prised(b, border))
}

/// The barriers beside a figure at a stand that a skill roll opens: doors, or those to be prised
/// open.
pub fn barriers(
    b: &Skirmish,
    who: Fig,
    stand: Stand,
    doors: bool,
) -> impl Iterator<Item = (Space, Space)> + '_ {
    let spaces = b.spaces_at(stand.at, b.unit(who).size);
    let wanted = move |border: &&Border| match doors {
        true => is_worked_door(b, border),
        false => is_prised(b, border),
    };
    let landed = !stand.aloft;
    let borders = b.board.borders().iter().filter(move |_| landed);
    borders
        .filter(wanted)
        .map(|border| border.between)
        .filter(move |(x, y)| spaces.contains(x) || spaces.contains(y))
}

/// Whether a figure at a stand can work on a barrier with a skill roll.
///
/// # Errors
/// Why not.
pub fn at_barrier(
    b: &Skirmish,
    who: Fig,
    stand: Stand,
    (x, y): (Space, Space),
) -> Result<(), Refused> {
    let border = b
        .board
        .border(x, y)
        .filter(|border| border.between == (x, y));
    let Some(border) = border else {
        return Err("there is nothing on that border".into());
    };
    if !is_worked_door(b, border) && !is_prised(b, border) {
        return Err("a skill roll cannot open that".into());
    }
    if stand.aloft {
        return Err("it is in the air and cannot reach that".into());
    }
    let spaces = b.spaces_at(stand.at, b.unit(who).size);
    if spaces.contains(&x) || spaces.contains(&y) {
        Ok(())
    } else {
        Err("it must stand beside that".into())
    }
}

/// Whether no face can succeed: such a roll is not asked for.
pub fn is_hopeless(b: &Skirmish, attempt: &Attempt) -> bool {
    let need = b.setup.config.skill_need - attempt.bonus;
    !b.setup.config.hopeless_rolls
        && attempt.rolled.is_none()
        && i16::from(need) > i16::from(die(b, attempt.who))
}

/// What is added to a figure's skill roll.
pub fn total(b: &Skirmish, who: Fig, at: Target) -> i8 {
    let config = &b.setup.config;
    let skill = match at {
        Target::Device(device) => b.setup.brief.devices[usize::from(device)].skill.as_ref(),
        _ => None,
    };
    let named = config.specific_skills
        && skill.is_some_and(|s| b.unit(who).skills.contains(&s.to_lowercase()));
    bonus(b, who, &eyes::spaces(b, who), Choice::Skill) + if named { config.trait_bonus } else { 0 }
}

/// Sides of the die of a figure's skill rolls (U1).
pub fn die(b: &Skirmish, who: Fig) -> u8 {
    b.unit(who).power(Power::Skill).die()
}

/// Declares a skill roll.
pub fn begin<L: Log>(b: &mut Skirmish, who: Fig, at: Target, log: &mut L) {
    let bonus = total(b, who, at);
    let how = How::Skill;
    b.emit(Event::Struck { who, how, at }, log);
    b.state.frames.push(Frame::Skill(Attempt {
        who,
        at,
        bonus,
        rolled: None,
        again: false,
    }));
}

/// The dice have been rolled.
pub fn rolled<L: Log>(b: &mut Skirmish, attempt: Attempt, faces: &Faces, log: &mut L) {
    let Attempt { who, bonus, .. } = attempt;
    let need = b.setup.config.skill_need;
    let success = kit::rolled(b, Purpose::Skill, who, faces, (bonus, need), log);
    if !attempt.again && traits::giver(b, who, Pool::Skill).is_some() {
        if let Some(frame) = b.state.frames.last_mut() {
            *frame = Frame::Skill(Attempt {
                rolled: Some(success),
                ..attempt
            });
        }
    } else {
        settled(b, attempt, success, log);
    }
}

/// The skill roll stands.
pub fn settled<L: Log>(b: &mut Skirmish, attempt: Attempt, success: bool, log: &mut L) {
    b.state.frames.pop();
    let Attempt { who, at, .. } = attempt;
    if !success {
        b.emit(Event::Missed { who, at }, log);
        return;
    }
    match at {
        Target::Device(device) => works(b, who, device, log),
        Target::Border(x, y) => {
            let door = b
                .board
                .border(x, y)
                .is_some_and(|k| k.kind == BorderKind::Door);
            let change = if door {
                Change::Door(x, y, true)
            } else {
                Change::Removed(x, y)
            };
            b.emit(Event::Changed(change), log);
        }
        _ => {}
    }
}

/// A device has been used with success.
fn works<L: Log>(b: &mut Skirmish, who: Fig, device: u8, log: &mut L) {
    match devices::used(b, who, device, log) {
        Rest::Nothing => {}
        Rest::Win(side) => attack::win(b, side, Reason::Device, log),
        Rest::Free(side, at) => {
            let prisoner = devices::reserve(b, side).next();
            if let Some(prisoner) = prisoner
                && let Some(to) = riding::nearest_free(b, prisoner, &[at])
            {
                devices::free(b, who, prisoner, to, log);
                structures::raise(b, prisoner, log);
                moving::face_placed(b, prisoner);
            }
        }
    }
}
