//! Setting a battle up: sides, zones, fighters set beforehand, where to begin.

use super::config::Config;
use super::force::{self, Size};
use super::ground::{flattened, is_flat};
use super::{Mark, Phase, Table, Violence, deploy};
use crate::battle::{Battle, Brief, Deploy, Figure, Listed, Place, Setup, Side, SideSetup, State};
use crate::board::{Damage, DamagedBoards, Facing, Space};
use crate::rules::{deploying, parts};
use crate::source::Fault;
use std::sync::Arc;

/// Sets a battle up, ready for its first decision.
///
/// # Errors
/// What is wrong with the forces, the rules, the scenario, or how they go together.
pub fn begin(brief: Brief) -> Result<Battle<Violence>, Fault> {
    let config = Config::read(brief.rules.as_ref())?;
    parts::plain_battle(&brief, "violence", &["roll", "act"])?;
    let board = flattened(&brief.board);
    let mut roster: Vec<Listed<Size>> = Vec::new();
    let mut sides = Vec::new();
    for (index, side) in brief.sides.iter().enumerate() {
        let force = force::read(&side.force, &config)?;
        let budget = side.budget.unwrap_or(2 * i32::from(config.points));
        if budget > 0 && force.points > budget {
            return Err(side
                .force
                .fault_under(&["figure"], force::over(force.points, budget)));
        }
        let fighters = force.figures.len();
        for (number, (name, _, size)) in (1u16..).zip(force.figures) {
            roster.push(Listed {
                side: Side(index as u8),
                number,
                name,
                aboard: None,
                unit: size,
            });
        }
        let edge = parts::edge_of(side.seat);
        sides.push(SideSetup {
            name: force.name,
            seat: side.seat,
            team: side.team,
            role: side.role,
            // Others may come from the corners: twice the room leaves enough.
            zone: parts::zone_of(&board, side, edge, 2 * fighters, board.standable()),
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
                left: config.damage_points.of(listed.unit).get(),
                acted: false,
                guard: 0,
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
            left: sides.iter().map(|_| 0).collect(),
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
fn set_beforehand(battle: &mut Battle<Violence>) -> Result<(), Fault> {
    let setup = battle.setup.clone();
    let mut named = vec![false; setup.roster.len()];
    for placed in &setup.brief.placed {
        let index = deploying::named(battle, placed, &mut named, "fighter")?;
        if placed.mounted_on.is_some() || placed.aloft {
            let what = "violence has no riding or flying; remove mounted_on and aloft".into();
            return Err(deploying::fault(battle, placed, what));
        }
        let listed = &setup.roster[index];
        let most = setup.config.damage_points.of(listed.unit).get();
        if placed.hits >= most && !placed.out {
            let what = format!(
                "{} has only {most} damage points, but hits is {}; write out = true if it is defeated",
                listed.name, placed.hits
            );
            return Err(deploying::fault(battle, placed, what));
        }
        deploying::set(battle, index, placed, |at, name| {
            (!is_flat(&setup.board, at)).then(|| format!("{name} is not flat, open ground"))
        })?;
        let mark = &mut battle.state.figures[index].mark;
        mark.waits = false;
        mark.left = if placed.out { 0 } else { most - placed.hits };
    }
    Ok(())
}
