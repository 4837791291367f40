//! What several rulesets share: reading forces, what scenarios may ask for, edges and zones of sides.

use crate::battle::{Aim, Brief, BriefSide, Side, Solo};
use crate::board::{Board, Edge, Facing, Space, Spaces, Use};
use crate::source::{Fault, Source};
use std::ops::Range;
use toml::Spanned;

/// More figures than any table holds.
pub const MOST: usize = 500;

/// Refuses a force written for another ruleset.
///
/// # Errors
/// Which one it is for.
pub fn written_for(source: &Source, said: &Spanned<String>, ruleset: &str) -> Result<(), Fault> {
    if said.get_ref() == ruleset {
        return Ok(());
    }
    let what = format!(
        "this force is for the ruleset {:?}, but the battle uses {ruleset:?}",
        said.get_ref()
    );
    Err(source.fault(said.span(), what))
}

/// How many figures a line of a force stands for; `before` it there are so many. `line` is where
/// it stands if it gives no number, `called` what figures are called.
///
/// # Errors
/// None, or too many.
pub fn count(
    source: &Source,
    given: Option<&Spanned<u16>>,
    line: Range<usize>,
    before: usize,
    called: &str,
) -> Result<usize, Fault> {
    let count = given.map_or(1, |count| usize::from(*count.get_ref()));
    if count == 0 || before + count > MOST {
        return Err(source.fault(
            given.map_or(line, Spanned::span),
            format!("count must be at least 1, and a force has at most {MOST} {called}"),
        ));
    }
    Ok(count)
}

/// The name given to a figure, without the blanks around it.
///
/// # Errors
/// It is empty; `whose` it is.
pub fn name(
    source: &Source,
    given: Option<&Spanned<String>>,
    whose: &str,
) -> Result<Option<String>, Fault> {
    let Some(given) = given else {
        return Ok(None);
    };
    match given.get_ref().trim() {
        "" => Err(source.fault(given.span(), format!("{whose} name must not be empty"))),
        name => Ok(Some(name.to_string())),
    }
}

/// Refuses what a scenario may ask for and a ruleset of plain battles does not have. `steps` are
/// those in which a battle of it may begin.
///
/// # Errors
/// What it asks for, and what there is.
pub fn plain_battle(brief: &Brief, ruleset: &str, steps: &[&str]) -> Result<(), Fault> {
    let fault = |key: &str, what: String| Err(brief.scenario.fault_under(&[key], what));
    if brief.aim != Aim::Battle {
        return fault(
            "aim",
            format!(
                "{ruleset} has no scenarios of type {:?}, only \"{}\"",
                brief.aim.name(),
                Aim::Battle.name()
            ),
        );
    }
    if !brief.items.is_empty() || !brief.devices.is_empty() {
        let key = if brief.items.is_empty() {
            "device"
        } else {
            "item"
        };
        return fault(
            key,
            format!("{ruleset} has no items or devices; remove them from the scenario"),
        );
    }
    if brief.solo.is_some_and(|solo| solo != Solo::Off) {
        return fault(
            "solo",
            format!("{ruleset} has no solo table; use solo = \"off\""),
        );
    }
    if !(2..=8).contains(&brief.sides.len()) {
        return fault(
            "side",
            format!(
                "there are {} sides; a battle of this ruleset has 2 to 8",
                brief.sides.len()
            ),
        );
    }
    if brief.sides.iter().all(|s| s.team == brief.sides[0].team) {
        return fault(
            "side",
            "all sides are in one team; a battle needs at least two teams".into(),
        );
    }
    let start = &brief.start;
    if let Some(step) = start.step.as_deref()
        && !steps.contains(&step)
    {
        return Err(unknown_step(brief, step, steps));
    }
    let known = |side: Option<Side>| side.is_none_or(|s| s.index() < brief.sides.len());
    if !known(start.turn) || !known(start.first) {
        return fault(
            "turn",
            format!(
                "turn and first must name an existing side, 1 to {}",
                brief.sides.len()
            ),
        );
    }
    Ok(())
}

/// The fault of a scenario that begins in a step there is not.
pub fn unknown_step(brief: &Brief, step: &str, known: &[&str]) -> Fault {
    Fault {
        file: brief.scenario.name.clone(),
        at: brief.start.at,
        what: format!("unknown step {step:?}; the steps are {}", known.join(", ")),
    }
}

/// The edge of a seat.
pub fn edge_of(seat: u8) -> Edge {
    match seat % 4 {
        1 => Edge::South,
        2 => Edge::North,
        3 => Edge::West,
        _ => Edge::East,
    }
}

/// Where a side deploys: as the scenario says, else the map, else in a strip along its edge
/// deep enough to have `room` to stand. Only on this ground.
pub fn zone_of(
    board: &Board,
    side: &BriefSide,
    edge: Edge,
    room: usize,
    ground: &Spaces,
) -> Spaces {
    let given = side
        .zone
        .as_ref()
        .or_else(|| board.zone(Use::Deployment, side.seat));
    if let Some(zone) = given {
        let mut zone = zone.clone();
        zone.keep(ground);
        return zone;
    }
    let grid = board.grid();
    let depth = match edge {
        Edge::North | Edge::South => grid.rows,
        Edge::East | Edge::West => grid.columns,
    };
    let mut strip = Spaces::new(board.len());
    for n in 3.min(depth)..=depth {
        strip = grid.edge(edge, n);
        let mut dry = strip.clone();
        dry.keep(board.standable());
        if dry.count() >= room {
            break;
        }
    }
    strip.keep(ground);
    strip
}

/// The facing toward the middle of the board.
pub fn toward_the_middle(board: &Board, at: Space) -> Facing {
    match board.grid().nearest_to_centre(board.spaces()) {
        Some(middle) if middle != at => board.grid().facing_to(at, middle),
        _ => Facing::default(),
    }
}
