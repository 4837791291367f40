//! Traits that need more than a number (T2, T4, T9, T10, T11, T15).

use super::eyes::{self, Eyes};
use super::moving::{self, Ground};
use super::numbers::{self, half};
use super::powers::{self, Push};
use super::table::{Attack, Frame, GOES_OFF, Mark, WAITS};
use super::toggles::InspirationArmour;
use super::unit::Trait;
use super::{Skirmish, attack, riding};
use crate::battle::{Event, Fig, How, Log, Purpose, Refused, Stand, Target};
use crate::board::{Facing, Sight, Space};
use crate::dice::Faces;
use crate::rules::kit;

/// Rolls that Inspiration may help (T9).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Pool {
    /// Attack rolls.
    Attack,
    /// Armour rolls.
    Armour,
    /// Skill rolls.
    Skill,
}

/// The figure whose Inspiration would be used for another roll of a figure: its own first (T9).
pub fn giver(b: &Skirmish, who: Fig, pool: Pool) -> Option<Fig> {
    let side = b.figure(who).side;
    if pool == Pool::Armour
        && b.setup.config.inspiration_armour == InspirationArmour::OwnTurn
        && b.state.table.turn != side
    {
        return None;
    }
    let gives = |f: &Fig| {
        b.unit(*f).has(Trait::Inspiration)
            && b.figure(*f).side == side
            && b.figure(*f).is_on()
            && !b.figure(*f).mark.has(Mark::INSPIRED)
    };
    Some(who).filter(gives).or_else(|| b.on_board().find(gives))
}

/// Uses an Inspiration for another roll of a figure.
pub fn reroll<L: Log>(b: &mut Skirmish, who: Fig, pool: Pool, log: &mut L) {
    if let Some(giver) = giver(b, who, pool) {
        b.emit(Event::Rerolled { giver, who }, log);
    }
}

/// A figure struck by fear turns away and flees (T2).
pub fn flee<L: Log>(b: &mut Skirmish, who: Fig, feared: Fig, log: &mut L) {
    attack::no_more(b, who);
    let grid = *b.board.grid();
    let (from, own) = (eyes::spaces(b, feared), eyes::spaces(b, who));
    let (a, t) = grid.nearest_pair(&from, &own);
    if a != t && b.setup.config.facing {
        let facing: Facing = grid.facing_to(a, t);
        if facing != b.figure(who).facing {
            b.emit(Event::Faced { who, facing }, log);
        }
    }
    let push = powers::flight(b, who, b.figure(who).at, &own, &from);
    forced(b, who, push, b.figure(feared).side, true, log);
}

/// Carries out a forced move (B9, T2, U3).
pub fn forced<L: Log>(
    b: &mut Skirmish,
    who: Fig,
    push: Push,
    by: crate::battle::Side,
    fled: bool,
    log: &mut L,
) {
    attack::no_more(b, who);
    if b.unit(who).is_building() {
        return;
    }
    let mount = b.figure(who).aboard;
    if let (Some(_), Some(to)) = (mount, push.path.first().filter(|_| push.path.len() > 1)) {
        b.emit(Event::Alighted { who, to: *to }, log);
    }
    let path = if mount.is_some() && push.path.len() == 1 {
        vec![b.figure(who).at]
    } else {
        push.path
    };
    let event = if fled {
        Event::Fled { who, path }
    } else {
        Event::Pushed { who, path }
    };
    b.emit(event, log);
    if push.off {
        let group: Vec<Fig> = std::iter::once(who).chain(b.load(who)).collect();
        for one in &group {
            moving::drop_items(b, *one, log);
        }
        for one in group {
            let note = GOES_OFF;
            b.emit(Event::Noted { who: one, note }, log);
            b.emit(
                Event::Defeated {
                    who: one,
                    by: Some(by),
                },
                log,
            );
            attack::score(b, one, by, log);
        }
    }
    riding::land_if_lost(b, mount, log);
}

/// Declares disabling (T4).
pub fn disable<L: Log>(b: &mut Skirmish, who: Fig, at: Fig, log: &mut L) {
    let (how, target) = (How::Disable, Target::Figure(at));
    b.emit(
        Event::Struck {
            who,
            how,
            at: target,
        },
        log,
    );
    b.state.frames.push(Frame::Disable { who, at });
}

/// The roll to disable has been made.
pub fn disabled<L: Log>(b: &mut Skirmish, who: Fig, at: Fig, faces: &Faces, log: &mut L) {
    b.state.frames.pop();
    let need = b.setup.config.disable_need;
    if kit::rolled(b, Purpose::Disable, who, faces, (0, need), log) {
        b.emit(Event::Disabled { who: at }, log);
    } else {
        b.emit(
            Event::Missed {
                who,
                at: Target::Figure(at),
            },
            log,
        );
    }
}

/// Whether a figure may be disabled from a stand (T4).
///
/// # Errors
/// Why not.
pub fn check_disable(b: &Skirmish, who: Fig, at: Fig) -> Result<(), Refused> {
    if at.index() >= b.state.figures.len() || !b.figure(at).is_on() {
        return Err("the target is not on the board".into());
    }
    if b.allied(who, at) {
        return Err("the target is a friend".into());
    }
    let gap = b
        .board
        .grid()
        .gap(&eyes::spaces(b, who), &eyes::spaces(b, at));
    let range = numbers::range(b, who);
    if gap > range {
        return Err(format!("the target is {gap} spaces away; it reaches only {range}").into());
    }
    Ok(())
}

/// The defeated target of this attack joins the attacker's side (T10).
pub fn recruit<L: Log>(b: &mut Skirmish, attack: &Attack, log: &mut L) {
    let Target::Figure(who) = attack.at else {
        return;
    };
    let side = b.figure(attack.who).side;
    attack::no_more(b, who);
    moving::drop_items(b, who, log);
    riding::drop_load(b, who, log);
    let mount = b.figure(who).aboard;
    if mount.is_some() {
        let spaces = eyes::spaces(b, who);
        match riding::nearest_free(b, who, &spaces) {
            Some(to) => b.emit(Event::Alighted { who, to }, log),
            None => {
                let by = Some(side);
                b.emit(Event::Defeated { who, by }, log);
            }
        }
    }
    attack::score(b, who, side, log);
    if b.figure(who).is_on() {
        b.emit(Event::Recruited { who, side }, log);
    }
    riding::land_if_lost(b, mount, log);
}

/// Whether the defeated target of this attack may make one last attack (T11).
pub fn may_revenge(b: &Skirmish, attack: &Attack) -> bool {
    let Target::Figure(who) = attack.at else {
        return false;
    };
    let unit = b.unit(who);
    // an attacker that falls to one last attack has nobody left to take revenge on
    !attack.revenge
        && unit.has(Trait::Revenge)
        && riding::able(b, who)
        && b.figure(attack.who).is_on()
        && (attack.how != How::Shoot || unit.distance)
        && attack::check_target(b, who, attack.how, Target::Figure(attack.who), true).is_ok()
}

/// The defeated target of this attack makes its last one (T11).
pub fn revenge<L: Log>(b: &mut Skirmish, attack: &Attack, log: &mut L) {
    let Target::Figure(who) = attack.at else {
        return;
    };
    let unit = b.unit(who);
    let follow = match attack.how {
        How::Shoot if unit.has(Trait::AreaEffect) => 2,
        How::Fight if unit.has(Trait::DoubleStrike) => 1,
        _ => 0,
    };
    let first = eyes::spaces(b, attack.who);
    let at = Target::Figure(attack.who);
    attack::declare(b, who, attack.how, at, (follow, first, true), log);
}

/// Whether a figure is one that a summoner may call: allied, on the board, not itself, nor what
/// it is aboard of; somebody aboard only from a landed mount (T15).
fn callable(b: &Skirmish, who: Fig, called: Fig) -> bool {
    let figure = b.figure(called);
    called != who
        && figure.is_on()
        && !b.unit(called).is_building()
        && b.allied(called, who)
        && (figure.aboard.is_none() || !figure.aloft)
}

/// Places near a summoner at a stand where a figure could be called to, until `each` says false;
/// false then.
fn call_places(
    b: &Skirmish,
    who: Fig,
    stand: Stand,
    called: Fig,
    each: &mut dyn FnMut(Space) -> bool,
) -> bool {
    let ground = Ground::new(b, called);
    let from = b.spaces_at(stand.at, b.unit(who).size);
    let (grid, reach) = (b.board.grid(), half(b, who));
    let own = b.figure(called).at;
    let aboard = b.figure(called).aboard.is_some();
    // anchors lie at most two spaces from the nearest space of their footprint
    for at in eyes::near(b, &from, reach + 2) {
        if at == own && !aboard {
            continue;
        }
        let Some(spaces) = ground.free(b, at) else {
            continue;
        };
        let clear = grid.gap(&from, &spaces);
        if (1..=reach).contains(&clear) && !each(at) {
            return false;
        }
    }
    true
}

/// Whether a summoner at a stand has anybody to call, and a place for it (T15).
pub fn anyone_to_call(b: &Skirmish, who: Fig, stand: Stand) -> bool {
    b.on_board()
        .filter(|called| callable(b, who, *called))
        .any(|called| !call_places(b, who, stand, called, &mut |_| false))
}

/// Whom a summoner may call, and where to, until `each` says false.
pub fn calls(b: &Skirmish, who: Fig, each: &mut dyn FnMut(Fig, Space) -> bool) -> bool {
    let stand = b.stand(who);
    b.on_board()
        .filter(|called| callable(b, who, *called))
        .all(|called| call_places(b, who, stand, called, &mut |at| each(called, at)))
}

/// Whether a summoner may call a figure to a space.
///
/// # Errors
/// Why not.
pub fn check_call(b: &Skirmish, who: Fig, called: Fig, to: Space) -> Result<(), Refused> {
    if called.index() >= b.state.figures.len() || !callable(b, who, called) {
        return Err("only another friend on the board can be summoned".into());
    }
    let mut found = false;
    call_places(b, who, b.stand(who), called, &mut |at| {
        found = at == to;
        !found
    });
    if found {
        Ok(())
    } else {
        Err(format!(
            "the summoned figure needs a free space within {} spaces of the summoner",
            half(b, who)
        )
        .into())
    }
}

/// Declares summoning (T15).
pub fn summon<L: Log>(b: &mut Skirmish, who: Fig, log: &mut L) {
    let at = Target::Nothing;
    let how = How::Summon;
    b.emit(Event::Struck { who, how, at }, log);
    b.state.frames.push(Frame::Summon { who, called: false });
}

/// The roll to summon has been made.
pub fn summoned<L: Log>(b: &mut Skirmish, who: Fig, faces: &Faces, log: &mut L) {
    let need = b.setup.config.summon_need;
    if kit::rolled(b, Purpose::Summon, who, faces, (0, need), log) {
        if let Some(frame) = b.state.frames.last_mut() {
            *frame = Frame::Summon { who, called: true };
        }
    } else {
        b.state.frames.pop();
        let at = Target::Nothing;
        b.emit(Event::Missed { who, at }, log);
    }
}

/// Calls a figure to a space; it may act at once (T15).
pub fn call<L: Log>(b: &mut Skirmish, by: Fig, who: Fig, to: Space, log: &mut L) {
    b.state.frames.pop();
    let mount = b.figure(who).aboard;
    b.emit(Event::Summoned { who, by, to }, log);
    riding::land_if_lost(b, mount, log);
    if b.unit(by).summon_waits {
        b.emit(Event::Noted { who, note: WAITS }, log);
    } else if !b.figure(who).mark.has(Mark::ATTACKED | Mark::ROLLED) {
        b.state.frames.push(Frame::AtOnce { who });
    }
    moving::face_placed(b, who);
}

/// How a summoner or disabler is seen does not matter; this tells whether a shot could be made
/// at all from a stand, for presets.
pub fn sees_anyone(b: &Skirmish, who: Fig) -> bool {
    let eyes = Eyes::new(b, who, b.stand(who), false);
    let range = numbers::range(b, who);
    b.on_board().any(|at| {
        !b.allied(at, who)
            && b.board.grid().gap(&eyes.from, &eyes::spaces(b, at)) <= range
            && eyes.see_figure(at) != Sight::Blocked
    })
}
