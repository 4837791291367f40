//! Setting a battle up: sides, zones, units set beforehand, where to begin.

use super::config::Config;
use super::{Battle8, D8, Mark, Table, Unit, deploy, ground};
use crate::battle::{Brief, Fig, Listed, Place, Placed, Side};
use crate::board::Gait;
use crate::rules::{deploying, kit, parts};
use crate::source::Fault;
use smallvec::SmallVec;

/// Why a unit cannot be set aboard.
#[derive(Debug, thiserror::Error)]
enum NoSeat {
    #[error("{0} has no free seat for {1}")]
    Full(String, String),
    #[error("mounted_on names {0:?}, but no such vehicle stands on the board")]
    NoVehicle(String),
}

/// Why a force may not fight.
#[derive(Debug, thiserror::Error)]
enum ForceFault {
    #[error("{0}")]
    Budget(#[from] kit::TooDear),
    #[error("all units of this force stay off the map; add units that stand on it")]
    OffMap,
}

/// Sets a battle up, ready for its first decision.
///
/// # Errors
/// What is wrong with the forces, the rules, the scenario, or how they go together.
pub fn begin(brief: Brief) -> Result<Battle8, Fault> {
    // Devices serve skill rolls (D1).
    let steps = ["roll", "act", "free", "free actions"];
    let (mut brief, config) = kit::prepared::<D8>(brief, &steps, true)?;
    if brief.start.step.as_deref() == Some("free actions") {
        brief.start.step = Some("free".into());
    }
    let board = brief.board.clone();
    // Others may come from the corners, vehicles are large, and boats begin on water.
    let ground = (4, board.spaces());
    let force = kit::muster::<D8, _>(&brief, &config, &board, ground, |side, force| {
        kit::within_budget(brief.sides[side].budget, force)?;
        match force
            .figures
            .iter()
            .all(|f| config.kind(f.unit.kind).off_map)
        {
            true => Err(ForceFault::OffMap),
            false => Ok(()),
        }
    })?;
    let battle = kit::assemble(brief, config, board, force, Mark::new, Table::default());
    deploying::open(battle, set_beforehand, deploy::check_room, deploy::go_on)
}

/// Wounds a unit can take (D5).
pub fn wounds(unit: &Unit, config: &Config) -> u8 {
    match unit.kind {
        super::unit::Kind::Hero => config.hero_wounds.get(),
        _ => 1,
    }
}

/// The units of a side that a scenario means by a number or a name.
fn called<'a>(b: &'a Battle8, side: Side, word: &'a str) -> impl Iterator<Item = Fig> + 'a {
    let means = move |listed: &Listed<Unit>| {
        listed.side == side && (listed.name == word || listed.number.to_string() == word)
    };
    b.all().filter(move |f| means(&b.setup.roster[f.index()]))
}

/// The vehicles on the board that a unit can be meant to be aboard of.
fn carriers<'a>(b: &'a Battle8, who: Fig, placed: &'a Placed) -> impl Iterator<Item = Fig> + 'a {
    let name = placed.mounted_on.as_deref().unwrap_or_default();
    called(b, placed.side, name).filter(move |f| b.figure(*f).is_on() && *f != who)
}

/// Whether a vehicle has a seat for a unit.
fn has_seat(b: &Battle8, vehicle: Fig, who: Fig) -> bool {
    ground::has_room(b, vehicle, b.unit(who).kind)
}

/// Puts the units on the board that the scenario sets beforehand.
fn set_beforehand(b: &mut Battle8) -> Result<(), Fault> {
    let setup = b.setup.clone();
    let mut named = vec![false; setup.roster.len()];
    let mut waiting = Vec::new();
    for placed in &setup.brief.placed {
        let index = deploying::named(b, placed, &mut named, "unit")?;
        waiting.push((Fig(index as u16), placed));
    }
    let ready = |b: &Battle8, who: Fig, placed: &Placed| {
        carriers(b, who, placed).any(|vehicle| has_seat(b, vehicle, who))
    };
    deploying::set_in_turn(b, waiting, ready, set)?;
    // Who begins aboard goes with what carries it, unless it was set elsewhere; boats with their
    // own load.
    let mut on: Vec<Fig> = b.on_board().collect();
    while let Some(vehicle) = on.pop() {
        let riders: SmallVec<[Fig; 8]> = b
            .all()
            .filter(|f| !named[f.index()] && setup.roster[f.index()].aboard == Some(vehicle))
            .collect();
        let (at, facing) = (b.figure(vehicle).at, b.figure(vehicle).facing);
        for rider in riders {
            let figure = &mut b.state.figures[rider.index()];
            figure.place = Place::On;
            figure.aboard = Some(vehicle);
            figure.mark.waits = false;
            (figure.at, figure.facing) = (at, facing);
            on.push(rider);
        }
    }
    Ok(())
}

/// Sets a unit aboard of a vehicle that has a free seat for it.
fn set_aboard(b: &mut Battle8, who: Fig, placed: &Placed, name: &str) -> Result<(), NoSeat> {
    let seated = carriers(b, who, placed).find(|vehicle| has_seat(b, *vehicle, who));
    let Some(vehicle) = seated else {
        let called = |fig: Fig| b.setup.roster[fig.index()].name.clone();
        return Err(match carriers(b, who, placed).next() {
            Some(full) => NoSeat::Full(called(full), called(who)),
            None => NoSeat::NoVehicle(name.to_owned()),
        });
    };
    let (at, facing) = (b.figure(vehicle).at, b.figure(vehicle).facing);
    let figure = &mut b.state.figures[who.index()];
    figure.place = Place::On;
    figure.aboard = Some(vehicle);
    (figure.at, figure.facing) = (at, facing);
    Ok(())
}

/// Sets one unit that the scenario has placed.
fn set(b: &mut Battle8, who: Fig, placed: &Placed) -> Result<(), Fault> {
    let setup = b.setup.clone();
    let (index, listed) = (who.index(), &setup.roster[who.index()]);
    let fault = |what: String| Fault {
        file: setup.brief.scenario.name.clone(),
        at: Some(placed.line),
        what,
    };
    if placed.aloft {
        return Err(fault("d8 has no figures in the air; remove aloft".into()));
    }
    let most = wounds(&listed.unit, &setup.config);
    if placed.hits >= most && !placed.out {
        return Err(fault(format!(
            "{} survives at most {} hits; write out = true if it is defeated",
            listed.name,
            most - 1
        )));
    }
    let figure = &mut b.state.figures[index];
    figure.mark.waits = false;
    figure.mark.left = most - placed.hits.min(most);
    if placed.out {
        figure.place = Place::Gone;
        figure.mark.left = 0;
        return Ok(());
    }
    if placed.reserve {
        return Ok(());
    }
    if ground::stays_off(b, who) {
        return Err(fault(format!(
            "{} stays off the map, so it cannot be placed on it",
            listed.name
        )));
    }
    if let Some(name) = &placed.mounted_on {
        return set_aboard(b, who, placed, name).map_err(|why| fault(why.to_string()));
    }
    let Some(at) = placed.at else {
        return Err(fault(format!(
            "{} needs a place: at = \"C4\", mounted_on, out = true or reserve = true",
            listed.name
        )));
    };
    let name = setup.board.grid().name(at);
    let taken = ground::taken(b, None);
    let size = ground::sort(b, who).size;
    let gait = match ground::gait(b, who) {
        Gait::Fly => Gait::Walk,
        gait => gait,
    };
    match setup.board.fits(at, size, gait) {
        None => {
            return Err(fault(format!("{} cannot stand on {name}", listed.name)));
        }
        Some(spaces) if spaces.iter().any(|s| taken.contains(*s)) => {
            return Err(fault(format!("another figure already stands on {name}")));
        }
        Some(_) => {}
    }
    let facing = placed
        .facing
        .unwrap_or_else(|| parts::toward_the_middle(&setup.board, at));
    let figure = &mut b.state.figures[index];
    figure.place = Place::On;
    (figure.at, figure.facing) = (at, facing);
    Ok(())
}
