//! How a battle begins: forces, sides, zones, and who stands where.

use super::config::Config;
use super::moving::Ground;
use super::riding;
use super::table::{Frame, Mark, Step, Table};
use super::unit::{Kind, Traits, Unit};
use super::{Skirmish, Vsgmr, numbers, round};
use crate::battle::{
    Battle, Brief, Fig, Figure, Holder, Listed, Place, Placed, Ruleset, Scale, Setup, Side,
    SideSetup, State,
};
use crate::board::{Board, Damage, Edge, Facing, Space, Spaces, Use};
use crate::source::Fault;
use std::sync::Arc;

/// Sets a battle up, ready for its first decision.
///
/// # Errors
/// What is wrong with the forces, the rules, the scenario, or how they go together.
pub fn begin(brief: Brief) -> Result<Skirmish, Fault> {
    let config = configured(&brief)?;
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
        let (zone, edge) = zone(&brief, &config, index);
        sides.push(SideSetup {
            name: force.name,
            seat: side.seat,
            team: side.team,
            role: side.role,
            zone,
            edge,
            solo: match brief.solo.unwrap_or(config.solo) {
                crate::battle::Solo::Off => false,
                crate::battle::Solo::Enemy => side.computer,
                crate::battle::Solo::Both => true,
            },
            points: force.points,
        });
    }
    if sides.is_empty() || sides.len() > 8 {
        return Err(brief.scenario.fault_somewhere("a battle has 1 to 8 sides"));
    }
    let board = brief.board.clone();
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
    deploy(&mut b)?;
    first_step(&mut b)?;
    round::advance(&mut b, &mut ());
    Ok(b)
}

/// The configuration with what the scenario says.
fn configured(brief: &Brief) -> Result<Config, Fault> {
    let mut config = Vsgmr::config(brief.rules.as_ref())?;
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

/// Where a side deploys, and the edge it starts from (B12, C1).
fn zone(brief: &Brief, config: &Config, index: usize) -> (Spaces, Edge) {
    let side = &brief.sides[index];
    let board = &brief.board;
    let given = side
        .zone
        .clone()
        .or_else(|| board.zone(Use::Deployment, side.seat).cloned());
    if let Some(zone) = given {
        let edge = nearest_edge(board, &zone);
        return (zone, edge);
    }
    let mut seats: Vec<u8> = brief.sides.iter().map(|s| s.seat).collect();
    seats.sort_unstable();
    let place = seats.iter().position(|s| *s == side.seat).unwrap_or(index);
    let wide = board.grid().columns >= board.grid().rows;
    let edge = match (seats.len(), wide) {
        (0..=2, true) => [Edge::West, Edge::East][place % 2],
        (0..=2, false) => [Edge::South, Edge::North][place % 2],
        _ => Edge::South.turned(place),
    };
    let depth = numbers::move_unit(config, Kind::Troop).max(2);
    let mut zone = board.grid().edge(edge, depth);
    zone.keep(board.standable());
    (zone, edge)
}

/// The edge that a zone lies nearest to.
fn nearest_edge(board: &Board, zone: &Spaces) -> Edge {
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
    let figure = &mut b.state.figures[who.index()];
    figure.place = Place::On;
    figure.at = at;
    figure.facing = facing;
    figure.aloft = placed.aloft;
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

/// Places whoever is not placed yet in its side's zone: the front rank first.
fn deploy(b: &mut Skirmish) -> Result<(), Fault> {
    if !b.setup.brief.placed.is_empty() {
        return Ok(());
    }
    for side in round::sides(b) {
        let setup = &b.setup.clone().sides[side.index()];
        let facing = inward(b, setup.edge);
        let grid = *b.board.grid();
        let middle = grid.nearest_to_centre(b.board.spaces());
        let mut spaces: Vec<Space> = setup.zone.iter().collect();
        if let Some(middle) = middle {
            spaces.sort_by_key(|s| (grid.distance(*s, middle), *s));
        }
        let own: Vec<Fig> = b
            .all()
            .filter(|f| b.setup.roster[f.index()].side == side)
            .collect();
        let (riders, others): (Vec<Fig>, Vec<Fig>) = own
            .into_iter()
            .partition(|f| b.setup.roster[f.index()].aboard.is_some());
        for who in others {
            let ground = Ground::new(b, who);
            let inside = |s: &Space| {
                ground
                    .free(b, *s)
                    .is_some_and(|spaces| spaces.iter().all(|s| setup.zone.contains(*s)))
            };
            let zone: Vec<Space> = spaces.clone();
            let place = spaces
                .iter()
                .copied()
                .find(inside)
                .or_else(|| riding::nearest_free(b, who, &zone));
            let Some(at) = place else {
                let what = format!("the forces do not fit on {}", b.board.map().name);
                return Err(b.setup.brief.scenario.fault_somewhere(what));
            };
            let figure = &mut b.state.figures[who.index()];
            figure.place = Place::On;
            figure.at = at;
            figure.facing = facing;
        }
        for who in riders {
            if let Some(mount) = b.setup.roster[who.index()].aboard {
                seat(b, who, mount);
            }
        }
    }
    Ok(())
}

/// Begins the first round, or where the scenario says.
fn first_step(b: &mut Skirmish) -> Result<(), Fault> {
    let start = b.setup.brief.start.clone();
    if start.round == 0 {
        let bits = round::sides(b)
            .filter(|s| round::alive(b, *s))
            .fold(0, |bits, s| bits | 1 << s.0);
        b.state.frames.push(Frame::Initiative {
            rollers: bits,
            fresh: true,
        });
        return Ok(());
    }
    if let Some(word) = &start.step {
        b.state.table.step = Step::named(word).ok_or_else(|| {
            let known: Vec<_> = Step::ALL.iter().map(|s| s.name()).collect();
            let what = format!("unknown step {word:?}; known: {}", known.join(", "));
            b.setup.brief.scenario.fault_somewhere(what)
        })?;
    }
    Ok(())
}
