//! Skill rolls on the devices of a scenario, on locked doors and on barriers (A9).

use super::config::Doors;
use super::moving;
use super::numbers::bonus;
use super::sight;
use super::table::Frame;
use super::traits::{self, Pool};
use super::unit::Power;
use super::{Skirmish, attack, riding, structures};
use crate::battle::{
    Choice, Effect, Event, Fig, How, Log, Place, Purpose, Reason, Roll, Stand, Target,
};
use crate::board::{Border, BorderKind, Change, Space};
use crate::dice::Faces;

/// Whether a figure at a stand is where it could use a device.
///
/// # Errors
/// Why not.
pub fn in_reach(b: &Skirmish, who: Fig, stand: Stand, device: u8) -> Result<(), String> {
    let index = usize::from(device);
    let Some(spec) = b.setup.brief.devices.get(index) else {
        return Err("that device does not exist".into());
    };
    if b.state.devices[index] {
        return Err(format!("{} has already been used", spec.name));
    }
    if spec.side.is_some_and(|side| side != b.figure(who).side) {
        return Err(format!("only another side can use {}", spec.name));
    }
    let left = match spec.effect {
        Effect::Door(x, y) | Effect::Force(x, y) => b.board.border(x, y).is_some(),
        Effect::Clear(space) => b.board.terrain(space).becomes.is_some(),
        Effect::Score(_) | Effect::Win | Effect::Free => true,
    };
    if !left {
        return Err(format!("{} has no effect any more", spec.name));
    }
    if stand.aloft && !spec.from_air {
        return Err(format!("{} cannot be used from the air", spec.name));
    }
    let spaces = b.spaces_at(stand.at, b.unit(who).size);
    if !b.board.touching(&spaces, &[spec.at]) {
        return Err(format!("it must stand next to {}", spec.name));
    }
    Ok(())
}

/// Whether a skill roll opens a barrier (A9, B8): a door that walking does not open. The other
/// barriers are prised open.
fn is_worked_door(b: &Skirmish, border: &Border) -> bool {
    let shut = border.kind == BorderKind::Door && border.closed && !border.open;
    shut && match b.setup.config.doors {
        Doors::Move => border.locked,
        Doors::Skill => true,
        Doors::Scenario => false,
    }
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
) -> Result<(), String> {
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

/// A skill roll under way.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Attempt {
    /// The figure.
    pub who: Fig,
    /// The device or barrier.
    pub at: Target,
    /// What is added.
    pub bonus: i8,
    /// None: to be rolled; else whether it is a success that may be rolled again.
    pub rolled: Option<bool>,
    /// It is the second roll, which stands.
    pub again: bool,
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
    bonus(b, who, &sight::spaces(b, who), Choice::Skill)
        + if named { config.trait_bonus } else { 0 }
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
    let natural = faces.iter().copied().max().unwrap_or(0);
    let success = natural as i8 + bonus >= need;
    let roll = Roll {
        purpose: Purpose::Skill,
        by: Some(who),
        side: Some(b.figure(who).side),
        faces: faces.clone(),
        natural,
        bonus,
        need: Some(need),
        success: Some(success),
    };
    b.emit(Event::Rolled(roll), log);
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
    b.emit(Event::Device { device, who }, log);
    let spec = &b.setup.brief.devices[usize::from(device)];
    let side = b.figure(who).side;
    let pair = |x: Space, y: Space| (x.min(y), x.max(y));
    let (effect, at) = (spec.effect.clone(), spec.at);
    match effect {
        Effect::Door(x, y) => {
            let (x, y) = pair(x, y);
            let open = b.board.border(x, y).is_some_and(|door| door.open);
            b.emit(Event::Changed(Change::Door(x, y, !open)), log);
        }
        Effect::Force(x, y) => {
            let (x, y) = pair(x, y);
            b.emit(Event::Changed(Change::Removed(x, y)), log);
        }
        Effect::Clear(space) => b.emit(Event::Changed(Change::Ruined(space)), log),
        Effect::Score(halves) => b.emit(Event::Scored { side, halves }, log),
        Effect::Win => attack::win(b, side, Reason::Device, log),
        Effect::Free => {
            let prisoner = b
                .all()
                .find(|f| b.figure(*f).place == Place::Reserve && b.figure(*f).side == side);
            if let Some(prisoner) = prisoner
                && let Some(to) = riding::nearest_free(b, prisoner, &[at])
            {
                let facing = b.figure(who).facing;
                b.emit(
                    Event::Placed {
                        who: prisoner,
                        to,
                        aboard: None,
                        facing,
                    },
                    log,
                );
                structures::raise(b, prisoner, log);
                moving::face_placed(b, prisoner);
            }
        }
    }
}
