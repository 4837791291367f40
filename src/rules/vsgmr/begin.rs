//! How a battle begins: forces, sides, zones, and who stands where.

use super::config::Config;
use super::moving::Ground;
use super::riding;
use super::table::{Mark, Step, Table};
use super::unit::{Edition, Traits, Unit};
use super::{Skirmish, Vsgmr, round, scenarios, setup, solo, structures, zones};
use crate::battle::{
    Aim, Battle, Brief, Fig, Figure, Holder, ItemSpec, Listed, Place, Placed, Ruleset, Scale,
    Setup, Side, SideSetup, State,
};
use crate::board::{Board, Damage, Edge, Facing, Space, Spaces};
use crate::source::Fault;
use std::sync::Arc;

/// Sets a battle up, ready for its first decision.
///
/// # Errors
/// What is wrong with the forces, the rules, the scenario, or how they go together.
pub fn begin(mut brief: Brief, edition: Edition) -> Result<Skirmish, Fault> {
    let config = configured(&brief, edition)?;
    brief.board = structures::furnished(&brief.board, &config)
        .map_err(|what| brief.scenario.fault_somewhere(what))?;
    if brief.sides.is_empty() || brief.sides.len() > 8 {
        return Err(brief.scenario.fault_somewhere("a battle has 1 to 8 sides"));
    }
    if brief.aim == Aim::Transport && brief.items.is_empty() {
        brief.items.push(ItemSpec {
            name: "the object".into(),
            at: None,
        });
    }
    let mut roster: Vec<Listed<Unit>> = Vec::new();
    let mut sides: Vec<SideSetup> = Vec::new();
    for (index, side) in brief.sides.iter().enumerate() {
        let force = Vsgmr::force(&side.force, &config)?;
        let base = roster.len();
        for (i, (name, aboard, unit)) in force.figures.into_iter().enumerate() {
            roster.push(Listed {
                side: Side(index as u8),
                number: i as u16 + 1,
                name,
                aboard: aboard.map(|mount| Fig((base + mount) as u16)),
                unit: played(unit, &config),
            });
        }
        zones::budget(&brief, &config, index, force.points)?;
        sides.push(SideSetup {
            name: force.name,
            seat: side.seat,
            team: side.team,
            role: side.role,
            zone: Spaces::default(),
            edge: Edge::North,
            solo: match brief.solo.unwrap_or(config.solo) {
                crate::battle::Solo::Off => false,
                crate::battle::Solo::Enemy => side.computer,
                crate::battle::Solo::Both => true,
            },
            points: force.points,
        });
    }
    let zones = zones::zones(&brief, &config, &roster)?;
    for (side, (zone, edge)) in sides.iter_mut().zip(zones) {
        (side.zone, side.edge) = (zone, edge);
    }
    let board = brief.board.clone();
    let fortress = match brief.aim {
        Aim::Fortress => scenarios::fortress(&board).and_then(|object| object.first().copied()),
        _ => None,
    };
    let figures = roster
        .iter()
        .map(|listed| Figure {
            side: listed.side,
            place: Place::Reserve,
            at: Space(0),
            facing: Facing::default(),
            aloft: false,
            aboard: None,
            mark: Mark::new(listed.unit.support),
        })
        .collect();
    let items = brief
        .items
        .iter()
        .map(|item| {
            let middle = || board.grid().nearest_to_centre(board.standable());
            Holder::Space(item.at.or_else(middle).unwrap_or(Space(0)))
        })
        .collect();
    let start = brief.start.clone();
    let side = start.turn.or(start.first).unwrap_or(Side(0));
    let state = State {
        figures,
        items,
        devices: vec![false; brief.devices.len()],
        scores: vec![0; sides.len()],
        damage: Damage::default(),
        outcome: None,
        table: Table {
            round: start.round,
            step: Step::Move,
            first: start.first.unwrap_or(side),
            turn: side,
            passed: 0,
            left: [solo::ALL; 8],
            returns: 0,
            spawned: 0,
            fortress,
        },
        frames: Vec::new(),
    };
    let setup = Setup {
        board,
        sides,
        roster,
        config,
        brief,
    };
    let mut b = Battle::new(Arc::new(setup), state);
    for placed in b.setup.clone().brief.placed.iter() {
        set(&mut b, placed)?;
    }
    first_step(&mut b)?;
    setup::start(&mut b)?;
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

/// A unit without what the configuration leaves out (R11).
fn played(mut unit: Unit, config: &Config) -> Unit {
    if !config.traits {
        unit.traits = Traits::default();
    }
    if !config.super_powers {
        unit.powers = Default::default();
    }
    unit
}

/// The edge that a zone lies nearest to.
pub fn nearest_edge(board: &Board, zone: &Spaces) -> Edge {
    let grid = board.grid();
    let far = |edge: Edge| -> u64 {
        zone.iter()
            .map(|s| {
                let (column, row) = (grid.column(s), grid.row(s));
                u64::from(match edge {
                    Edge::North => row,
                    Edge::East => grid.columns - 1 - column,
                    Edge::South => grid.rows - 1 - row,
                    Edge::West => column,
                })
            })
            .sum()
    };
    Edge::ALL
        .into_iter()
        .min_by_key(|edge| far(*edge))
        .unwrap_or(Edge::South)
}

/// The figure of a side that a scenario names, by number or by name; of several alike the first
/// that is not set yet.
fn named(b: &Skirmish, side: Side, name: &str, fresh: bool) -> Option<Fig> {
    let own = |f: &Fig| b.setup.roster[f.index()].side == side;
    if let Ok(number) = name.parse::<u16>() {
        return b
            .all()
            .filter(own)
            .find(|f| b.setup.roster[f.index()].number == number);
    }
    let like = |f: &Fig| b.setup.roster[f.index()].name.eq_ignore_ascii_case(name);
    b.all()
        .filter(own)
        .filter(like)
        .find(|f| !fresh || b.figure(*f).place == Place::Reserve)
}

/// Sets one figure that the scenario has placed.
fn set(b: &mut Skirmish, placed: &Placed) -> Result<(), Fault> {
    let fault = |b: &Skirmish, what: String| Fault {
        file: b.setup.brief.scenario.name.clone(),
        at: Some(placed.line).filter(|at| *at != (0, 0)),
        what,
    };
    let Some(who) = named(b, placed.side, &placed.unit, true) else {
        let what = format!(
            "side {} has no figure {:?}, or no further one",
            placed.side.0 + 1,
            placed.unit
        );
        return Err(fault(b, what));
    };
    let edge = b.setup.sides[placed.side.index()].edge;
    if placed.out {
        b.state.figures[who.index()].place = Place::Gone;
        return Ok(());
    }
    if placed.reserve {
        return Ok(());
    }
    if let Some(mount) = &placed.mounted_on {
        let Some(mount) = named(b, placed.side, mount, false).filter(|m| b.figure(*m).is_on())
        else {
            return Err(fault(
                b,
                format!("there is no {mount:?} on the board to be aboard of"),
            ));
        };
        if !riding::has_seat(b, mount, who) {
            let name = &b.setup.roster[mount.index()].name;
            return Err(fault(b, format!("{name} has no seat free for it")));
        }
        seat(b, who, mount);
        return Ok(());
    }
    let Some(at) = placed.at else {
        return Err(fault(
            b,
            "say where it is: at, mounted_on, out or reserve".into(),
        ));
    };
    if Ground::new(b, who).free(b, at).is_none() {
        let name = b.board.grid().name(at);
        return Err(fault(b, format!("there is no free place for it at {name}")));
    }
    let facing = placed.facing.unwrap_or_else(|| inward(b, edge));
    let hits = placed.hits.min(structures::hits_left(b, who) - 1);
    let figure = &mut b.state.figures[who.index()];
    figure.place = Place::On;
    figure.at = at;
    figure.facing = facing;
    figure.aloft = placed.aloft;
    figure.mark.hits = hits;
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

/// The step that the scenario begins in, if it begins in the middle.
fn first_step(b: &mut Skirmish) -> Result<(), Fault> {
    let start = b.setup.brief.start.clone();
    if let Some(word) = &start.step {
        b.state.table.step = Step::named(word).ok_or_else(|| {
            let known: Vec<_> = Step::ALL.iter().map(|s| s.name()).collect();
            let what = format!("unknown step {word:?}; known: {}", known.join(", "));
            b.setup.brief.scenario.fault_somewhere(what)
        })?;
    }
    Ok(())
}
