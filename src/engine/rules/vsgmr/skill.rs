//! Skill rolls on the devices of a scenario (A9).

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
use crate::board::{Change, Space};
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

/// What is added to a figure's skill roll on a device.
pub fn total(b: &Skirmish, who: Fig, device: u8) -> i8 {
    let config = &b.setup.config;
    let spec = &b.setup.brief.devices[usize::from(device)];
    let named = config.specific_skills
        && spec
            .skill
            .as_ref()
            .is_some_and(|s| b.unit(who).skills.contains(&s.to_lowercase()));
    bonus(b, who, &sight::spaces(b, who), Choice::Skill)
        + if named { config.trait_bonus } else { 0 }
}

/// Sides of the die of a figure's skill rolls (U1).
pub fn die(b: &Skirmish, who: Fig) -> u8 {
    b.unit(who).power(Power::Skill).die()
}

/// Declares a skill roll.
pub fn begin<L: Log>(b: &mut Skirmish, who: Fig, device: u8, log: &mut L) {
    let bonus = total(b, who, device);
    b.emit(
        Event::Struck {
            who,
            how: How::Skill,
            at: Target::Device(device),
        },
        log,
    );
    b.state.frames.push(Frame::Skill {
        who,
        device,
        bonus,
        rolled: None,
        again: false,
    });
}

/// The dice have been rolled.
pub fn rolled<L: Log>(
    b: &mut Skirmish,
    (who, device, bonus, again): (Fig, u8, i8, bool),
    faces: &Faces,
    log: &mut L,
) {
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
    if !again && traits::giver(b, who, Pool::Skill).is_some() {
        if let Some(frame) = b.state.frames.last_mut() {
            *frame = Frame::Skill {
                who,
                device,
                bonus,
                rolled: Some(success),
                again,
            };
        }
    } else {
        settled(b, who, device, success, log);
    }
}

/// The skill roll stands.
pub fn settled<L: Log>(b: &mut Skirmish, who: Fig, device: u8, success: bool, log: &mut L) {
    b.state.frames.pop();
    if !success {
        let at = Target::Device(device);
        b.emit(Event::Missed { who, at }, log);
        return;
    }
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
