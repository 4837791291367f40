//! Setting a battle up: sides, zones, fighters set beforehand, where to begin.

use super::ground::flattened;
use super::{Mark, Table, Violence};
use crate::battle::{Battle, Brief, HalfPoints};
use crate::rules::deploying::{
    self,
    in_zone::{self, InZone},
};
use crate::rules::kit;
use crate::rules::kit::TooDear;
use crate::source::Fault;

/// Sets a battle up, ready for its first decision.
///
/// # Errors
/// What is wrong with the forces, the rules, the scenario, or how they go together.
pub fn begin(brief: Brief) -> Result<Battle<Violence>, Fault> {
    let (brief, config) = kit::prepared::<Violence>(brief, &["roll", "act"], false)?;
    let board = flattened(&brief.board);
    // Others may come from the corners: twice the room leaves enough.
    let ground = (2, board.standable());
    let force = kit::muster::<Violence, _>(&brief, &config, &board, ground, |side, force| {
        let budget = brief.sides[side].budget;
        let budget = budget.unwrap_or(HalfPoints::whole(config.points));
        match budget > HalfPoints::ZERO && force.points > budget {
            true => Err(TooDear::for_rules(force.points, budget)),
            false => Ok(()),
        }
    })?;
    let table = Table {
        left: brief.sides.iter().map(|_| 0).collect(),
        ..Table::default()
    };
    let battle = kit::assemble(brief, config, board, force, Mark::new, table);
    in_zone::open(battle, set_beforehand)
}

/// Puts the figures on the board that the scenario sets beforehand.
fn set_beforehand(battle: &mut Battle<Violence>) -> Result<(), Fault> {
    let setup = battle.setup.clone();
    let most = |index: usize| {
        setup
            .config
            .damage_points
            .of(setup.roster[index].unit)
            .get()
    };
    deploying::set_plain(
        battle,
        "fighter",
        |index, placed| match most(index) {
            most if placed.hits >= most && !placed.out => Some(format!(
                "{} has only {most} damage points, but hits is {}; write out = true if it is defeated",
                setup.roster[index].name, placed.hits
            )),
            _ => None,
        },
        |at, name| Violence::unfit(&setup.board, at, name),
        |mark, placed, index| {
            mark.waits = false;
            mark.left = if placed.out {
                0
            } else {
                most(index) - placed.hits
            };
        },
    )
}
