//! Setting a battle up: sides, zones, figures set beforehand, where to begin.

use super::config::Config;
use super::force::{self, Unit};
use super::{Mark, Phase, Plastic, Table, deploy, ground};
use crate::battle::{Battle, Brief, Deploy, Figure, Listed, Place, Setup, Side, SideSetup, State};
use crate::board::{Damage, DamagedBoards, Facing, Space};
use crate::rules::{deploying, parts};
use crate::source::Fault;
use std::sync::Arc;

/// Sets a battle up, ready for its first decision.
///
/// # Errors
/// What is wrong with the forces, the rules, the scenario, or how they go together.
pub fn begin(brief: Brief) -> Result<Battle<Plastic>, Fault> {
    let config = Config::read(brief.rules.as_ref())?;
    parts::plain_battle(&brief, "plastic", &["roll", "move", "attack"])?;
    let board = ground::cleared(&brief.board, &config);
    let mut roster: Vec<Listed<Unit>> = Vec::new();
    let mut sides = Vec::new();
    for (index, side) in brief.sides.iter().enumerate() {
        let force = force::read(&side.force, &config)?;
        if side.budget.is_some_and(|budget| force.points > budget) {
            return Err(side.force.fault_somewhere(format!(
                "the force costs {} points; the scenario allows only {}",
                force.points / 2,
                side.budget.unwrap_or(0) / 2
            )));
        }
        // Who is set on the board beforehand may have lost the squad that allowed it.
        let set = brief.placed.iter().any(|p| p.side.index() == index);
        let units = || force.figures.iter().map(|(_, _, unit)| *unit);
        if let Some(what) = force::too_many(units(), &config).filter(|_| !set) {
            return Err(side.force.fault_somewhere(what));
        }
        let figures = force.figures.len();
        for (number, (name, _, unit)) in (1u16..).zip(force.figures) {
            roster.push(Listed {
                side: Side(index as u8),
                number,
                name,
                aboard: None,
                unit,
            });
        }
        let edge = parts::edge_of(side.seat);
        sides.push(SideSetup {
            name: force.name,
            seat: side.seat,
            team: side.team,
            role: side.role,
            // Others may come from the corners: twice the room leaves enough.
            zone: parts::zone_of(&board, side, edge, 2 * figures, board.standable()),
            edge,
            solo: false,
            points: force.points,
        });
    }
    let figures = roster
        .iter()
        .map(|listed| Figure {
            side: listed.side,
            place: Place::Reserve,
            at: Space(0),
            facing: Facing::default(),
            aloft: false,
            aboard: None,
            mark: Mark {
                moved: false,
                done: false,
                put: false,
                attacks: config.attacks.of(listed.unit.kind).get(),
                waits: brief.placed.is_empty() || brief.deploy.is_some(),
            },
        })
        .collect();
    let state = State {
        figures,
        items: Vec::new(),
        devices: Vec::new(),
        scores: vec![0; sides.len()],
        damage: Damage::default(),
        outcome: None,
        table: Table {
            phase: Phase::Deploy,
            turn: 0,
            side: Side(0),
            first: Side(0),
            leader: None,
            from: Space(0),
        },
        frames: Vec::new(),
    };
    let setup = Setup {
        board,
        boards: DamagedBoards::default(),
        sides,
        roster,
        config,
        brief,
    };
    let mut battle = Battle::new(Arc::new(setup), state);
    set_beforehand(&mut battle)?;
    deploy::check_room(&battle)?;
    deploy::go_on(&mut battle, 0, &mut ());
    while deploying::way(&battle) == Deploy::Auto && battle.state.table.phase == Phase::Deploy {
        let answer = deploy::preset(&battle);
        deploy::resolve(&mut battle, &answer, &mut ());
    }
    Ok(battle)
}

/// Puts the figures on the board that the scenario sets beforehand.
fn set_beforehand(battle: &mut Battle<Plastic>) -> Result<(), Fault> {
    let setup = battle.setup.clone();
    let mut named = vec![false; setup.roster.len()];
    for placed in &setup.brief.placed {
        let index = deploying::named(battle, placed, &mut named, "figure")?;
        if placed.mounted_on.is_some() || placed.aloft {
            let what = "plastic has no riding or flying; remove mounted_on and aloft".into();
            return Err(deploying::fault(battle, placed, what));
        }
        let name = &setup.roster[index].name;
        if placed.hits > 0 {
            let what = format!("{name} does not survive a hit; write out = true instead of hits");
            return Err(deploying::fault(battle, placed, what));
        }
        deploying::set(battle, index, placed, |at, name| {
            let stands = setup.board.standable().contains(at);
            (!stands).then(|| format!("figures cannot stand on {name}"))
        })?;
        battle.state.figures[index].mark.waits = false;
    }
    Ok(())
}
