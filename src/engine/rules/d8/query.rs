//! What opponents, overlays and reports ask (see [`crate::battle::Ruleset`]).

use super::unit::{Kind, spell};
use super::{Battle8, D8, Phase, aiming, ground, round, skill};
use crate::battle::{
    EachGroup, Fig, How, Menace, Milli, Mode, Place, Range, Setup, Shown, Side, Stand, State,
    Target,
};
use crate::board::{Sight, Space};
use smallvec::SmallVec;

/// The ways of attacking, in the order they are listed.
const WAYS: [How; 3] = [How::Attack, How::Burst, How::Blast];

/// The ways in which a unit can attack from where it is.
pub fn ways(b: &Battle8, who: Fig) -> impl Iterator<Item = How> + '_ {
    let able = aiming::in_action(b, who).is_ok();
    WAYS.into_iter()
        .filter(move |how| able && armed(b, who, *how))
}

/// Whether a unit has a weapon for this way.
fn armed(b: &Battle8, who: Fig, how: How) -> bool {
    b.unit(who).battery(&b.setup.config, how).next().is_some()
}

/// A unit with everybody aboard, for each that is not aboard itself.
pub fn groups(b: &Battle8, side: Side, each: &mut EachGroup) {
    for lead in b.on_board() {
        if b.figure(lead).side == side && b.figure(lead).aboard.is_none() {
            let group: SmallVec<[Fig; 8]> = std::iter::once(lead).chain(b.load(lead)).collect();
            each(&group);
        }
    }
}

/// See [`crate::battle::Ruleset::modes`]. In a fresh round, those aboard may have got off.
pub fn modes(b: &Battle8, who: Fig, fresh: bool) -> SmallVec<[Mode; 3]> {
    let config = &b.setup.config;
    let times = if fresh {
        config.actions.get()
    } else {
        round::actions_left(b, who)
    };
    if times == 0 || (!fresh && aiming::in_action(b, who).is_err()) {
        return SmallVec::new();
    }
    let off = ground::stays_off(b, who);
    WAYS.into_iter()
        .filter_map(|how| {
            let arms = b.unit(who).battery(config, how);
            let scale = b.setup.brief.scale;
            let far = arms.map(|w| config.range(config.weapon(w), scale)).max()?;
            let grid = b.board.grid();
            Some(Mode {
                how,
                range: Range::Spaces(if off { grid.columns + grid.rows } else { far }),
                sight: !off,
                times,
                still: false,
            })
        })
        .collect()
}

/// See [`crate::battle::Ruleset::strikes`]: units; and for fire with splash, free spaces beside
/// two or more of the enemy's.
pub fn strikes(
    b: &Battle8,
    who: Fig,
    stand: Stand,
    each: &mut dyn FnMut(How, Target, Sight) -> bool,
) {
    if round::actions_left(b, who) == 0 {
        return;
    }
    for how in ways(b, who) {
        for target in targets(b, who) {
            let at = Target::Figure(target);
            if let Ok(shot) = aiming::aim(b, who, Some(stand), how, at)
                && !each(how, at, shot.sight)
            {
                return;
            }
        }
        if how != How::Blast {
            continue;
        }
        for space in crowded(b, who) {
            let at = Target::Space(space);
            if let Ok(shot) = aiming::aim(b, who, Some(stand), how, at)
                && !each(how, at, shot.sight)
            {
                return;
            }
        }
    }
    for at in skill::targets(b) {
        let usable = skill::in_reach(b, who, Some(stand), at).is_ok();
        if usable && !each(How::Skill, at, Sight::Clear) {
            return;
        }
    }
}

/// The enemies that a unit might attack: those on the board, and those that act from off it.
pub fn targets(b: &Battle8, who: Fig) -> impl Iterator<Item = Fig> + '_ {
    let there = |f: &Fig| b.figure(*f).is_on() || ground::is_off(b, *f);
    b.all().filter(move |f| there(f) && !b.allied(who, *f))
}

/// The free spaces beside enemies, in reading order.
pub fn beside_enemies(b: &Battle8, who: Fig) -> Vec<Space> {
    let grid = b.board.grid();
    let mut beside: Vec<Space> = Vec::new();
    for enemy in b.on_board().filter(|f| !b.allied(who, *f)) {
        if b.figure(enemy).aboard.is_none() {
            for space in ground::spaces(b, enemy) {
                beside.extend(grid.neighbours(space).map(|(_, s)| s));
            }
        }
    }
    beside.sort_unstable();
    beside.dedup();
    let taken = ground::taken(b, None);
    beside.retain(|s| !taken.contains(*s));
    beside
}

/// Those of them that are beside two or more whom splash can hurt.
fn crowded(b: &Battle8, who: Fig) -> Vec<Space> {
    let grid = b.board.grid();
    let mut all = beside_enemies(b, who);
    all.retain(|space| {
        let near = b.on_board().filter(|f| {
            b.figure(*f).aboard.is_none()
                && !b.allied(who, *f)
                && !b.unit(*f).kind.is_vehicle()
                && grid.distance(b.figure(*f).at, *space) == 1
        });
        near.take(2).count() == 2
    });
    all
}

/// What a unit is worth: its cost, less as wounds are taken.
pub fn worth(b: &Battle8, who: Fig) -> Milli {
    let config = &b.setup.config;
    let whole = b.unit(who).cost(config).milli();
    match b.unit(who).kind {
        Kind::Hero => {
            let most = i64::from(config.hero_wounds.get());
            Milli(whole.0 * i64::from(b.figure(who).mark.left) / most)
        }
        _ => whole,
    }
}

/// See [`crate::battle::Hints::menace`].
pub fn menace(b: &Battle8, enemy: Fig, who: Fig) -> Menace {
    let figure = b.figure(enemy);
    let off = ground::is_off(b, enemy);
    if !(figure.is_on() || off) || modes(b, enemy, true).is_empty() {
        return Menace::None;
    }
    if off {
        // All is within its reach, as soon as it is back.
        let soon = figure.mark.back <= b.state.table.round + 1;
        return if soon { Menace::Moving } else { Menace::None };
    }
    let own = b.figure(who).side;
    if b.state.table.phase == Phase::Act {
        let first = |side: Side| {
            round::turns(b).and_then(|(order, turn)| order[turn..].iter().position(|s| *s == side))
        };
        return match (first(figure.side), first(own)) {
            // It acts before this one does again.
            (Some(theirs), Some(ours)) if ours == 0 || theirs < ours => Menace::Moving,
            (Some(_), None) => Menace::Moving,
            // It has acted, and this one is still to act, then both roll again.
            (None, Some(_)) | (None, None) => Menace::Standing,
            (Some(_), Some(_)) => Menace::None,
        };
    }
    Menace::Moving
}

/// The rounds a unit misses after an attack from off the map: planes need a carrier to be back
/// at once (D9).
pub fn away_for(setup: &Setup<D8>, state: &State<D8>, who: Fig) -> u16 {
    let side = state.figures[who.index()].side;
    let based = setup
        .roster
        .iter()
        .zip(&state.figures)
        .any(|(listed, figure)| {
            let carrier = listed.unit.kind == Kind::Carrier;
            figure.side == side && carrier && figure.place != Place::Gone
        });
    match setup.roster[who.index()].unit.kind {
        Kind::Plane if !based => u16::from(setup.config.turnaround),
        _ => 0,
    }
}

/// How a unit is shown.
pub fn shown(b: &Battle8, who: Fig) -> Shown {
    let (unit, figure) = (b.unit(who), b.figure(who));
    let mut status = Vec::new();
    match figure.place {
        Place::On => {
            if let Some(vehicle) = figure.aboard {
                let on = &b.setup.roster[vehicle.index()].name;
                status.push(format!("aboard {on}"));
            }
            if figure.mark.used > 0 && b.state.table.phase == Phase::Act {
                status.push("acted".into());
            }
            if !ground::manned(b, who) {
                status.push("no crew".into());
            }
        }
        Place::Reserve if ground::stays_off(b, who) => {
            status.push("off the map".into());
            if figure.mark.back > b.state.table.round {
                status.push(format!("back in round {}", figure.mark.back));
            }
        }
        _ => {}
    }
    let most = if unit.kind == Kind::Hero {
        b.setup.config.hero_wounds.get()
    } else {
        1
    };
    let (name, points) = (
        &b.setup.roster[who.index()].name,
        unit.cost(&b.setup.config),
    );
    Shown {
        size: b.setup.config.kind(unit.kind).size,
        words: spell(unit),
        appearance: unit.appearance(),
        status,
        health: (most > 1).then_some((figure.mark.left, most)),
        ..Shown::plain(name, unit.kind.name(), points)
    }
}
