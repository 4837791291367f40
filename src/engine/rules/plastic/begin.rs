//! Setting a battle up: sides, zones, figures set beforehand, where to begin.

use super::{Mark, Plastic, Table, force, ground};
use crate::battle::{Battle, Brief};
use crate::rules::deploying::{self, in_zone};
use crate::rules::kit;
use crate::source::Fault;

/// Sets a battle up, ready for its first decision.
///
/// # Errors
/// What is wrong with the forces, the rules, the scenario, or how they go together.
pub fn begin(brief: Brief) -> Result<Battle<Plastic>, Fault> {
    let (brief, config) = kit::prepared::<Plastic>(brief, &["roll", "move", "attack"], false)?;
    let board = ground::cleared(&brief.board, &config);
    // Others may come from the corners: twice the room leaves enough.
    let room = (2, board.standable());
    let force = kit::muster::<Plastic, _>(&brief, &config, &board, room, |side, force| {
        kit::within_budget(brief.sides[side].budget, force)?;
        // Who is set on the board beforehand may have lost the squad that allowed it.
        let set = brief.placed.iter().any(|p| p.side.index() == side);
        let units = force.figures.iter().map(|f| f.unit);
        match force::too_many(units, &config) {
            Some(many) if !set => Err(ForceFault::Specials(many)),
            _ => Ok(()),
        }
    })?;
    let battle = kit::assemble(brief, config, board, force, Mark::new, Table::default());
    in_zone::open(battle, set_beforehand)
}

/// Why a force may not fight.
#[derive(Debug, thiserror::Error)]
enum ForceFault {
    #[error("{0}")]
    Budget(#[from] kit::TooDear),
    #[error("{0}")]
    Specials(force::TooManySpecials),
}

/// Puts the figures on the board that the scenario sets beforehand.
fn set_beforehand(battle: &mut Battle<Plastic>) -> Result<(), Fault> {
    let setup = battle.setup.clone();
    let name = |index: usize| &setup.roster[index].name;
    deploying::set_plain(
        battle,
        "figure",
        |index, placed| match placed.hits {
            0 => None,
            _ => Some(format!(
                "{} does not survive a hit; write out = true instead of hits",
                name(index)
            )),
        },
        |at, name| {
            let stands = setup.board.standable().contains(at);
            (!stands).then(|| format!("figures cannot stand on {name}"))
        },
        |mark, _, _| mark.waits = false,
    )
}
