//! How a battle begins: forces, sides, zones, and who stands where.

use super::config::Config;
use super::moving::Ground;
use super::table::{Mark, Step, Table};
use super::unit::{Edition, Trait, Traits, Unit};
use super::{Skirmish, Vsgmr, eyes, fortress, riding, round, setup, structures, zones};
use crate::battle::{
    Aim, Allowance, Brief, Event, Fig, HalfPoints, ItemSpec, Listed, Place, Placed, Ruleset, Scale,
    Side, SideSetup, Solo,
};
use crate::board::{Edge, Facing};
use crate::rules::{deploying, kit, parts};
use crate::source::Fault;

/// Sets a battle up, ready for its first decision.
///
/// # Errors
/// What is wrong with the forces, the rules, the scenario, or how they go together.
pub fn begin(mut brief: Brief, edition: Edition) -> Result<Skirmish, Fault> {
    let config = configured(&brief, edition)?;
    brief.board = structures::furnished(&brief.board, &config)
        .map_err(|many| brief.scenario.fault_under(&["map"], many.to_string()))?;
    if brief.sides.is_empty() || brief.sides.len() > 8 {
        return Err(brief
            .scenario
            .fault_under(&["side"], "a battle of this ruleset has 1 to 8 sides"));
    }
    if brief.aim == Aim::Transport && brief.items.is_empty() {
        brief.items.push(ItemSpec {
            name: "the object".into(),
            at: None,
            points: HalfPoints::ZERO,
            guard: None,
        });
    }
    let mut roster: Vec<Listed<Unit>> = Vec::new();
    let mut sides: Vec<SideSetup> = Vec::new();
    for (index, side) in brief.sides.iter().enumerate() {
        let mut force = Vsgmr::force(&side.force, &config)?;
        zones::budget(&brief, &config, index, force.points)?;
        for figure in &mut force.figures {
            play_by(&mut figure.unit, &config);
        }
        let mut setup = kit::enlist(&mut roster, &brief, index, force);
        setup.solo = match brief.solo.unwrap_or(config.solo) {
            Solo::Off => false,
            Solo::Enemy => side.computer,
            Solo::Both => true,
        };
        sides.push(setup);
    }
    let zones = zones::zones(&brief, &config, &roster)?;
    for (side, (zone, edge)) in sides.iter_mut().zip(zones) {
        (side.zone, side.edge) = (zone, edge);
    }
    let board = brief.board.clone();
    let fortress = match brief.aim {
        Aim::Fortress => fortress::find(&brief, &config),
        _ => None,
    };
    let start = brief.start.clone();
    let side = start.turn.or(start.first).unwrap_or(Side(0));
    let table = Table {
        round: start.round,
        step: Step::Move,
        first: start.first.unwrap_or(side),
        turn: side,
        passed: 0,
        left: [Allowance::All; 8],
        returns: 0,
        spawned: 0,
        fortress,
    };
    let force = (roster, sides);
    let mark = |_: &Config, _: &Brief, unit: &Unit| Mark::new(unit.support);
    let mut b = kit::assemble(brief, config, board, force, mark, table);
    set_beforehand(&mut b)?;
    first_step(&mut b)?;
    setup::start(&mut b)?;
    first_roll(&mut b);
    round::advance(&mut b, &mut ());
    Ok(b)
}

/// The configuration with what the scenario says.
fn configured(brief: &Brief, edition: Edition) -> Result<Config, Fault> {
    let mut config = Config::read(brief.rules.as_ref(), edition)?;
    if brief.scale != Scale::default() {
        config.scale = brief.scale;
    }
    if !config.mooks {
        config.mook_bonus = 0;
    }
    Ok(config)
}

/// Takes from a unit what the configuration leaves out (R11).
fn play_by(unit: &mut Unit, config: &Config) {
    if !config.traits {
        unit.traits = Traits::default();
    }
    if !config.super_powers {
        unit.powers = Default::default();
    }
}

/// The figures of a side that a scenario means by a number or a name.
fn named<'a>(b: &'a Skirmish, side: Side, name: &'a str) -> impl Iterator<Item = Fig> + 'a {
    let number = name.parse::<u16>();
    b.all().filter(move |f| {
        let listed = &b.setup.roster[f.index()];
        let like = match number {
            Ok(number) => listed.number == number,
            Err(_) => listed.name.eq_ignore_ascii_case(name),
        };
        like && listed.side == side
    })
}

/// The mounts on the board that a figure can be meant to be aboard of.
fn mounts_named<'a>(b: &'a Skirmish, placed: &'a Placed) -> impl Iterator<Item = Fig> + 'a {
    let name = placed.mounted_on.as_deref().unwrap_or_default();
    named(b, placed.side, name).filter(|mount| b.figure(*mount).is_on())
}

/// Sets the figures that the scenario has placed. Of several alike each is the first that stands
/// nowhere yet.
fn set_beforehand(b: &mut Skirmish) -> Result<(), Fault> {
    let setup = b.setup.clone();
    let mut taken = vec![false; setup.roster.len()];
    let mut waiting = Vec::new();
    for placed in &setup.brief.placed {
        let Some(who) = named(b, placed.side, &placed.unit).find(|f| !taken[f.index()]) else {
            let what = format!(
                "side {} has no figure {:?} left to set",
                placed.side.0 + 1,
                placed.unit
            );
            return Err(deploying::fault(b, placed, what));
        };
        taken[who.index()] = !placed.reserve;
        waiting.push((who, placed));
    }
    let ready = |b: &Skirmish, who: Fig, placed: &Placed| {
        mounts_named(b, placed).any(|mount| riding::has_seat(b, mount, who))
    };
    let looks = |(who, placed): &(Fig, &Placed)| placed.facing.is_none().then_some(*who);
    let unsaid: Vec<Fig> = waiting.iter().filter_map(looks).collect();
    deploying::set_in_turn(b, waiting, ready, set)?;
    for who in unsaid {
        look_around(b, who);
    }
    Ok(())
}

/// Turns a figure of which the scenario says no facing toward the nearest enemy it sees, and
/// whoever is aboard with it (S8).
fn look_around(b: &mut Skirmish, who: Fig) {
    let (at, aboard) = (b.figure(who).at, b.figure(who).aboard);
    if !b.figure(who).is_on() || aboard.is_some() {
        return;
    }
    let Some(to) = eyes::nearest_enemy(b, who).filter(|to| *to != at) else {
        return;
    };
    let facing = b.board.grid().facing_to(at, to);
    b.emit(Event::Faced { who, facing }, &mut ());
}

/// Sets one figure that the scenario has placed.
fn set(b: &mut Skirmish, who: Fig, placed: &Placed) -> Result<(), Fault> {
    let fault = deploying::fault::<Vsgmr>;
    let edge = b.setup.sides[placed.side.index()].edge;
    if placed.out {
        b.state.figures[who.index()].place = Place::Gone;
        return Ok(());
    }
    if placed.reserve {
        return Ok(());
    }
    if let Some(name) = &placed.mounted_on {
        let seated = mounts_named(b, placed).find(|mount| riding::has_seat(b, *mount, who));
        let Some(mount) = seated else {
            let what = match mounts_named(b, placed).next() {
                Some(mount) => {
                    let name = &b.setup.roster[mount.index()].name;
                    format!("{name} has no free seat")
                }
                None => format!("mounted_on names {name:?}, but no such mount stands on the board"),
            };
            return Err(fault(b, placed, what));
        };
        seat(b, who, mount);
        return Ok(());
    }
    let Some(at) = placed.at else {
        let what = "the figure needs a place: at, mounted_on, out or reserve";
        return Err(fault(b, placed, what.into()));
    };
    if Ground::new(b, who).free(b, at).is_none() {
        let name = b.board.grid().name(at);
        let what = format!("there is no free space for it at {name}");
        return Err(fault(b, placed, what));
    }
    let (unit, name) = (b.unit(who), &b.setup.roster[who.index()].name);
    let most = structures::hits_most(&b.setup.config, unit);
    if placed.hits >= most {
        let what = format!(
            "{name} survives at most {} hits; write out = true if it is defeated",
            most - 1
        );
        return Err(fault(b, placed, what));
    }
    // Without traits nothing flies, whatever the scenario was written for (R11).
    let flies = unit.has(Trait::Flight);
    if placed.aloft && !flies && b.setup.config.traits {
        return Err(fault(
            b,
            placed,
            format!("{name} cannot be in the air: it does not have Flight"),
        ));
    }
    let facing = placed.facing.unwrap_or_else(|| inward(b, edge));
    let figure = &mut b.state.figures[who.index()];
    figure.place = Place::On;
    figure.at = at;
    figure.facing = facing;
    figure.aloft = placed.aloft && flies;
    figure.mark.hits = placed.hits;
    structures::raise(b, who, &mut ());
    Ok(())
}

/// Puts a figure aboard of a mount that is on the board.
pub fn seat(b: &mut Skirmish, who: Fig, mount: Fig) {
    let (at, facing, aloft) = {
        let mount = b.figure(mount);
        (mount.at, mount.facing, mount.aloft)
    };
    let figure = &mut b.state.figures[who.index()];
    figure.place = Place::On;
    figure.at = at;
    figure.facing = facing;
    figure.aloft = aloft;
    figure.aboard = Some(mount);
}

/// The facing that looks from an edge across the board.
pub fn inward(b: &Skirmish, edge: Edge) -> Facing {
    let grid = b.board.grid();
    let name = match edge {
        Edge::North => ["S", "SE"],
        Edge::East => ["W", "NW"],
        Edge::South => ["N", "NE"],
        Edge::West => ["E", "SE"],
    };
    name.into_iter()
        .find_map(|name| grid.facing_named(name))
        .unwrap_or_default()
}

/// What a scenario calls the roll for who goes first, to begin with it.
const ROLL: &str = "initiative";

/// The step that the scenario begins in, if it begins in the middle.
fn first_step(b: &mut Skirmish) -> Result<(), Fault> {
    let start = b.setup.brief.start.clone();
    match start.step.as_deref() {
        None | Some(ROLL) => Ok(()),
        Some(word) => match Step::named(word) {
            Some(step) => {
                b.state.table.step = step;
                Ok(())
            }
            None => {
                let known: Vec<_> = [ROLL].into_iter().chain(Step::NAMES).collect();
                Err(parts::unknown_step(&b.setup.brief, word, &known))
            }
        },
    }
}

/// Begins the round with the roll for who goes first, if the scenario says so (R1).
fn first_roll(b: &mut Skirmish) {
    let start = &b.setup.brief.start;
    if start.step.as_deref() == Some(ROLL) && b.state.frames.is_empty() {
        b.state.table.round = start.round.saturating_sub(1);
        round::new_round(b, &mut ());
    }
}
