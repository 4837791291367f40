//! Skill rolls on the devices of a scenario and on doors: the third kind of action (D1, B8).

use super::unit::Kind;
use super::{Battle8, Frame, ground, round};
use crate::battle::{
    Effect, Event, Fig, Goal, How, Log, Odds, Purpose, Ratio, Reason, Refused, Side, Stand, Target,
};
use crate::board::{Border, Change, Space};
use crate::dice::Faces;
use crate::rules::devices::{self, Rest};
use crate::rules::kit;

/// The devices of the scenario.
fn all(b: &Battle8) -> impl Iterator<Item = u8> + use<> {
    0..b.setup.brief.devices.len() as u8
}

/// Whether a skill roll opens a door: one that walking does not open.
fn is_worked(b: &Battle8, border: &Border) -> bool {
    b.setup.config.doors.takes_skill(border)
}

/// What units can make skill rolls on: the devices, and the doors that walking does not open.
pub fn targets(b: &Battle8) -> Vec<Target> {
    let borders = b.board.borders().iter();
    let doors = borders
        .filter(|border| is_worked(b, border))
        .map(|border| Target::Border(border.between.0, border.between.1));
    all(b).map(Target::Device).chain(doors).collect()
}

/// Whether a unit at a stand can make a skill roll on something: infantry on foot, beside it, while
/// there still is something to do.
///
/// # Errors
/// Why not.
pub fn in_reach(b: &Battle8, who: Fig, stand: Option<Stand>, at: Target) -> Result<(), Refused> {
    let refuse = |why: &str| Err(Refused(why.into()));
    if b.unit(who).kind.is_vehicle() {
        return refuse("only infantry can make skill rolls");
    }
    if !b.figure(who).is_on() || b.figure(who).aboard.is_some() {
        return refuse("it must be on foot to make a skill roll");
    }
    let space = stand.map_or(b.figure(who).at, |stand| stand.at);
    match at {
        Target::Device(device) => device_in_reach(b, who, space, device),
        Target::Border(x, y) => door_in_reach(b, space, (x, y)),
        _ => refuse("a skill roll is made on a device or a door"),
    }
}

/// Whether a unit on a space can open a door with a skill roll.
fn door_in_reach(b: &Battle8, at: Space, (x, y): (Space, Space)) -> Result<(), Refused> {
    let border = b.board.border(x, y);
    let border = border.filter(|border| border.between == (x, y));
    if !border.is_some_and(|border| is_worked(b, border)) {
        return Err(Refused("a skill roll cannot open that".into()));
    }
    if at == x || at == y {
        Ok(())
    } else {
        Err(Refused("it must stand beside that".into()))
    }
}

/// Whether a unit on a space can use a device.
fn device_in_reach(b: &Battle8, who: Fig, at: Space, device: u8) -> Result<(), Refused> {
    let refuse = |why: String| Err(Refused(why));
    let index = usize::from(device);
    let Some(spec) = b.setup.brief.devices.get(index) else {
        return refuse("that device does not exist".into());
    };
    if spec.side.is_some_and(|side| side != b.figure(who).side) {
        return refuse(format!("only another side can use {}", spec.name));
    }
    if b.state.devices[index] {
        return refuse(format!("{} has already been used", spec.name));
    }
    if !devices::has_effect(b, spec) {
        return refuse(format!("{} has no effect any more", spec.name));
    }
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
pub fn begin<L: Log>(b: &mut Battle8, who: Fig, at: Target, log: &mut L) {
    let how = How::Skill;
    b.emit(Event::Activated { who }, log);
    b.emit(Event::Struck { who, how, at }, log);
    b.state.frames.push(match at {
        Target::Border(x, y) => Frame::Door {
            who,
            between: (x, y),
        },
        Target::Device(device) => Frame::Skill { who, device },
        _ => return,
    });
}

/// The die of a skill roll.
pub fn rolled<L: Log>(b: &mut Battle8, face: u8, log: &mut L) {
    let (who, at) = match b.state.frames.pop() {
        Some(Frame::Skill { who, device }) => (who, Target::Device(device)),
        Some(Frame::Door {
            who,
            between: (x, y),
        }) => (who, Target::Border(x, y)),
        _ => return,
    };
    let (bonus, need) = (bonus(b, who), b.setup.config.skill_need);
    let faces = Faces::from_slice(&[face]);
    let success = kit::rolled(b, Purpose::Skill, who, &faces, (bonus, need), log);
    match at {
        _ if !success => b.emit(Event::Missed { who, at }, log),
        Target::Device(device) => work(b, who, device, log),
        Target::Border(x, y) => b.emit(Event::Changed(Change::Door(x, y, true)), log),
        _ => {}
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
