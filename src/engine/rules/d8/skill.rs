//! Skill rolls on the devices of a scenario: the third kind of action (D1).

use super::unit::Kind;
use super::{Battle8, Frame, ground, round};
use crate::battle::{
    Effect, Event, Fig, Goal, How, Log, Odds, Purpose, Ratio, Reason, Refused, Side, Stand, Target,
};
use crate::dice::Faces;
use crate::rules::devices::{self, Rest};
use crate::rules::kit;

/// The devices of the scenario.
pub fn all(b: &Battle8) -> impl Iterator<Item = u8> + use<> {
    0..b.setup.brief.devices.len() as u8
}

/// Whether a unit at a stand can use a device: infantry on foot, beside it, while it still does
/// something.
///
/// # Errors
/// Why not.
pub fn in_reach(b: &Battle8, who: Fig, stand: Option<Stand>, device: u8) -> Result<(), Refused> {
    let refuse = |why: String| Err(Refused(why));
    let index = usize::from(device);
    let Some(spec) = b.setup.brief.devices.get(index) else {
        return refuse("that device does not exist".into());
    };
    if b.unit(who).kind.is_vehicle() {
        return refuse("only infantry can use devices".into());
    }
    if !b.figure(who).is_on() || b.figure(who).aboard.is_some() {
        return refuse("it must be on foot to use a device".into());
    }
    if spec.side.is_some_and(|side| side != b.figure(who).side) {
        return refuse(format!("only another side can use {}", spec.name));
    }
    if b.state.devices[index] {
        return refuse(format!("{} has already been used", spec.name));
    }
    if !devices::has_effect(b, spec) {
        return refuse(format!("{} has no effect any more", spec.name));
    }
    let at = stand.map_or(b.figure(who).at, |stand| stand.at);
    if !b.board.touching(&[at], &[spec.at]) {
        return refuse(format!("it must stand next to {}", spec.name));
    }
    Ok(())
}

/// What is added to a unit's skill rolls: heroes are better at them, and morale helps.
pub fn bonus(b: &Battle8, who: Fig) -> i8 {
    let hero = match b.unit(who).kind {
        Kind::Hero => b.setup.config.skill_hero,
        _ => 0,
    };
    hero + i8::from(ground::cheered(b, who, &ground::spaces(b, who)))
}

/// The unmodified result that a unit needs.
pub fn needed(b: &Battle8, who: Fig) -> i8 {
    b.setup.config.skill_need - bonus(b, who)
}

/// The odds of a skill roll.
pub fn odds(b: &Battle8, who: Fig) -> Odds {
    let die = i64::from(b.setup.config.die.get());
    let good = (die + 1 - i64::from(needed(b, who))).clamp(0, die);
    let hit = Ratio::new(good as u64, die as u64);
    Odds {
        hit,
        defeat: hit,
        ..Odds::NONE
    }
}

/// Begins a skill roll.
pub fn begin<L: Log>(b: &mut Battle8, who: Fig, device: u8, log: &mut L) {
    let (how, at) = (How::Skill, Target::Device(device));
    b.emit(Event::Activated { who }, log);
    b.emit(Event::Struck { who, how, at }, log);
    b.state.frames.push(Frame::Skill { who, device });
}

/// The die of a skill roll.
pub fn rolled<L: Log>(b: &mut Battle8, face: u8, log: &mut L) {
    let Some(Frame::Skill { who, device }) = b.state.frames.pop() else {
        return;
    };
    let (bonus, need) = (bonus(b, who), b.setup.config.skill_need);
    let faces = Faces::from_slice(&[face]);
    let success = kit::rolled(b, Purpose::Skill, who, &faces, (bonus, need), log);
    if success {
        work(b, who, device, log);
    } else {
        let at = Target::Device(device);
        b.emit(Event::Missed { who, at }, log);
    }
    if b.state.outcome.is_none() {
        round::after_action(b, log);
    }
}

/// What a device does.
fn work<L: Log>(b: &mut Battle8, who: Fig, device: u8, log: &mut L) {
    match devices::used(b, who, device, log) {
        Rest::Nothing => {}
        Rest::Win(side) => {
            let (winners, round) = (b.team_sides(b.team(side)), b.state.table.round);
            kit::end(b, (winners, Reason::Device), round, log);
        }
        Rest::Free(side, at) => {
            if let Some(prisoner) = prisoner(b, side)
                && let Some(to) = ground::nearest_free(b, prisoner, &[at], u32::MAX)
            {
                devices::free(b, who, prisoner, to, log);
            }
        }
    }
}

/// Somebody of a side that is still to be freed.
fn prisoner(b: &Battle8, side: Side) -> Option<Fig> {
    devices::reserve(b, side).find(|f| !ground::stays_off(b, *f))
}

/// The devices that bring a side something.
pub fn goals(b: &Battle8, side: Side) -> Vec<Goal> {
    let useful = |device: &u8| {
        let index = usize::from(*device);
        let spec = &b.setup.brief.devices[index];
        !b.state.devices[index]
            && spec.side.is_none_or(|owner| owner == side)
            && match spec.effect {
                Effect::Win | Effect::Score(_) => true,
                Effect::Free => prisoner(b, side).is_some(),
                _ => false,
            }
    };
    let goal = |device: u8| Goal::Use {
        device,
        at: b.setup.brief.devices[usize::from(device)].at,
    };
    all(b).filter(useful).map(goal).collect()
}
