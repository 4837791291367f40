//! What several rulesets share: reading forces, what scenarios may ask for, edges and zones of sides,
//! who is left, the end.

use crate::battle::{
    Aim, Battle, Brief, Event, Log, Outcome, Reason, Role, Ruleset, Side, Sides, Solo,
};
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
    sides_and_start(brief, ruleset, steps)
}

/// Refuses a solo table, and sides or a beginning that there cannot be. `steps` are those in which a
/// battle may begin.
///
/// # Errors
/// What the scenario asks for, and what there is.
pub fn sides_and_start(brief: &Brief, ruleset: &str, steps: &[&str]) -> Result<(), Fault> {
    let fault = |key: &str, what: String| Err(brief.scenario.fault_under(&[key], what));
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

/// The edge each side starts from: of its zone, or of the map's deployment zone for its seat, or
/// one that its seat gives.
pub fn edges(brief: &Brief) -> Vec<Edge> {
    let board = &brief.board;
    let zones: Vec<Option<Edge>> = brief
        .sides
        .iter()
        .map(|side| {
            side.zone
                .as_ref()
                .or_else(|| board.zone(Use::Deployment, side.seat))
                .map(|zone| nearest_edge(board, zone))
        })
        .collect();
    let apart = |edges: &[Edge]| {
        (0..edges.len()).all(|i| {
            (0..i).all(|j| edges[i] != edges[j] || brief.sides[i].team == brief.sides[j].team)
        })
    };
    let known: Option<Vec<Edge>> = zones.iter().copied().collect();
    if let Some(known) = known.filter(|known| apart(known)) {
        return known;
    }
    // Across the shorter way, so that the sides meet.
    let wide = board.grid().columns >= board.grid().rows;
    let first = if wide { Edge::North } else { Edge::West };
    let mut seats: Vec<u8> = brief.sides.iter().map(|s| s.seat).collect();
    seats.sort_unstable();
    let opposed = matches!(brief.aim, Aim::Spawning | Aim::Fortress | Aim::Ambush);
    brief
        .sides
        .iter()
        .enumerate()
        .map(|(index, side)| {
            let place = seats.iter().position(|s| *s == side.seat).unwrap_or(index);
            match (&side.zone, side.role) {
                (Some(zone), _) => nearest_edge(board, zone),
                (None, Role::Attacker) if opposed => first.turned(2),
                (None, Role::Defender) if opposed => first,
                _ if seats.len() == 2 => first.turned(2 * place),
                _ => first.turned(place),
            }
        })
        .collect()
}

/// A strip along an edge, `least` spaces deep, or as deep as it takes to have `room` to stand. Only
/// on this ground.
pub fn strip(board: &Board, edge: Edge, (least, room): (u32, usize), ground: &Spaces) -> Spaces {
    let grid = board.grid();
    let depth = match edge {
        Edge::North | Edge::South => grid.rows,
        Edge::East | Edge::West => grid.columns,
    };
    let mut strip = Spaces::new(board.len());
    for n in least.min(depth)..=depth {
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

/// All sides, in order.
pub fn sides<R: Ruleset>(b: &Battle<R>) -> impl Iterator<Item = Side> + use<R> {
    (0..b.setup.sides.len() as u8).map(Side)
}

/// Whether a side has somebody on the board.
pub fn stands<R: Ruleset>(b: &Battle<R>, side: Side) -> bool {
    b.on_board().any(|f| b.figure(f).side == side)
}

/// Ends the battle in this round.
pub fn end<R: Ruleset, L: Log>(
    b: &mut Battle<R>,
    (winners, reason): (Sides, Reason),
    rounds: u16,
    log: &mut L,
) {
    b.state.frames.clear();
    let outcome = Outcome {
        winners,
        reason,
        rounds,
    };
    b.emit(Event::Ended(outcome), log);
}
