//! Mounts, vehicles and what is aboard of them (M2–M6).

use super::moving::{self, Ground};
use super::table::Mark;
use super::unit::{Kind, Trait};
use super::{Skirmish, eyes};
use crate::battle::{Event, Fig, Log, Place};
use crate::board::{Footprint, Space};

/// What is directly aboard of a mount: guys first, each in force order.
pub fn seated(b: &Skirmish, mount: Fig) -> impl Iterator<Item = Fig> + '_ {
    let aboard = move |guy: bool| {
        b.on_board()
            .filter(move |f| b.figure(*f).aboard == Some(mount) && b.unit(*f).kind.is_guy() == guy)
    };
    aboard(true).chain(aboard(false))
}

/// The rider or driver: the first guy aboard in force order.
pub fn controller(b: &Skirmish, mount: Fig) -> Option<Fig> {
    seated(b, mount).find(|f| b.unit(*f).kind.is_guy())
}

/// Whether a figure steers the mount that it is aboard of (M4). Nobody steers an Independent one.
pub fn controls(b: &Skirmish, who: Fig) -> bool {
    b.figure(who).aboard.is_some_and(|mount| {
        !b.unit(mount).has(Trait::Independent) && controller(b, mount) == Some(who)
    })
}

/// Whether a figure is aboard and may not attack from there: it steers, or the rules let nobody
/// aboard attack (M4).
#[inline]
pub fn is_busy_aboard(b: &Skirmish, who: Fig) -> bool {
    b.figure(who).aboard.is_some() && (!b.setup.config.passengers_attack || controls(b, who))
}

/// Whether a figure is its own master, or has one that can steer it (M3, T8).
#[inline]
pub fn controlled(b: &Skirmish, who: Fig) -> bool {
    let unit = b.unit(who);
    unit.kind.is_guy()
        || unit.is_building()
        || unit.has(Trait::Independent)
        || controller(b, who).is_some_and(|f| !b.figure(f).mark.has(Mark::DISABLED))
}

/// Whether a figure may attack: it is controlled, or a mount without a rider that fights on its
/// own (E8).
#[inline]
pub fn may_attack(b: &Skirmish, who: Fig) -> bool {
    controlled(b, who) || b.setup.config.idle_mounts_fight && controller(b, who).is_none()
}

/// Whether a mount has a seat free for a figure (M2).
pub fn has_seat(b: &Skirmish, mount: Fig, who: Fig) -> bool {
    let (carrier, rider) = (b.unit(mount), b.unit(who));
    let suits = match rider.kind {
        Kind::Building => false,
        Kind::Cavalry => carrier.carries_mounts && carrier.size >= rider.size,
        Kind::Vehicle => carrier.carries_mounts && carrier.size > rider.size,
        _ => true,
    };
    suits && seated(b, mount).count() < usize::from(carrier.seats)
}

/// Whether a figure could board a mount if it came there (M2, T7).
pub fn boardable(b: &Skirmish, mount: Fig, who: Fig) -> bool {
    let (carrier, rider) = (b.figure(mount), b.figure(who));
    b.unit(mount).seats > 0
        && mount != who
        && carrier.is_on()
        && carrier.aboard.is_none()
        && !carrier.aloft
        && (carrier.side == rider.side || is_prize(b, mount, who))
        && rider.aboard != Some(mount)
        && has_seat(b, mount, who)
}

/// Whether a figure may take an opponent's mount: nobody is aboard, and it is not Independent
/// (M2).
fn is_prize(b: &Skirmish, mount: Fig, who: Fig) -> bool {
    b.setup.config.capture_mounts
        && !b.allied(mount, who)
        && b.unit(who).kind.is_guy()
        && !b.unit(mount).has(Trait::Independent)
        && seated(b, mount).next().is_none()
}

/// Lets everything aboard of a mount step down to the nearest free places (M6). The mount's own
/// spaces are free if it is gone. Whoever finds no place at all is lost.
pub fn drop_load<L: Log>(b: &mut Skirmish, mount: Fig, log: &mut L) {
    let spaces = eyes::spaces(b, mount);
    let load: Vec<Fig> = {
        let first = controller(b, mount);
        let mut load: Vec<Fig> = b
            .on_board()
            .filter(|f| b.figure(*f).aboard == Some(mount))
            .collect();
        load.sort_by_key(|f| Some(*f) != first);
        load
    };
    for who in load {
        step_down(b, who, &spaces, log);
    }
}

/// Puts a figure from its mount on the free place nearest to these spaces; lost if there is none.
pub fn step_down<L: Log>(b: &mut Skirmish, who: Fig, near: &Footprint, log: &mut L) {
    match nearest_free(b, who, near) {
        Some(to) => {
            if b.figure(who).aloft {
                b.emit(Event::Flew { who, aloft: false }, log);
            }
            b.emit(Event::Alighted { who, to }, log);
        }
        None => b.emit(Event::Defeated { who, by: None }, log),
    }
}

/// The free place nearest to some spaces where a figure fits, first in reading order.
pub fn nearest_free(b: &Skirmish, who: Fig, near: &[Space]) -> Option<Space> {
    let ground = Ground::new(b, who);
    let grid = b.board.grid();
    b.board
        .spaces()
        .iter()
        .filter_map(|at| {
            let spaces = ground.free(b, at)?;
            Some((grid.gap(near, &spaces), at))
        })
        .min()
        .map(|(_, at)| at)
}

/// A figure in the air that has lost whoever steered it comes down (T7).
pub fn land_if_lost<L: Log>(b: &mut Skirmish, mount: Option<Fig>, log: &mut L) {
    let Some(who) = mount else { return };
    let figure = b.figure(who);
    if figure.place == Place::On
        && figure.aloft
        && figure.aboard.is_none()
        && !b.unit(who).kind.is_guy()
        && !b.unit(who).has(Trait::Independent)
        && controller(b, who).is_none()
    {
        come_down(b, who, log);
    }
}

/// Lets a figure land where it is, or on the nearest place where it can stand.
fn come_down<L: Log>(b: &mut Skirmish, who: Fig, log: &mut L) {
    if moving::fits(b, who, b.figure(who).at).is_none()
        && let Some(to) = nearest_free(b, who, &eyes::spaces(b, who))
    {
        let path = vec![b.figure(who).at, to];
        b.emit(Event::Moved { who, path, cost: 0 }, log);
    }
    b.emit(Event::Flew { who, aloft: false }, log);
}

/// Whether somebody aboard may step off: landed, not moved with its mount, not boarded this
/// round, and not disabled (M4, T7).
pub fn may_step_off(b: &Skirmish, who: Fig) -> bool {
    let figure = b.figure(who);
    figure.aboard.is_some()
        && !figure.aloft
        && !figure
            .mark
            .has(Mark::MOVED | Mark::BOARDED | Mark::DISABLED)
        && (b.unit(who).kind.is_guy() || controlled(b, who))
        && moving::movement(b, who) > 0
}

/// Whether a figure is able to act at all: on the board, not steering a mount, controlled if it is
/// one, and not disabled (M3, M4, T4).
#[inline]
pub fn able(b: &Skirmish, who: Fig) -> bool {
    let figure = b.figure(who);
    figure.is_on()
        && !is_busy_aboard(b, who)
        && !figure.mark.has(Mark::DISABLED)
        && may_attack(b, who)
}
