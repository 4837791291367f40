//! Where each side deploys, the edge it starts from, and what the forces may cost (B12, R8, C1–C6).

use super::config::Config;
use super::moving::gait;
use super::unit::{Kind, Unit};
use super::{Skirmish, fortress, numbers, round};
use crate::battle::{Aim, Brief, Finding, HalfPoints, Listed, Role, Severity, SideSetup};
use crate::board::{Board, Edge, Gait, Space, Spaces};
use crate::rules::parts;
use crate::source::Fault;

// ---- where (B12, C1–C6) ----

/// Where each side deploys, and the edge it starts from.
///
/// # Errors
/// When a force does not fit, or the map lacks what the scenario is about.
pub fn zones(
    brief: &Brief,
    config: &Config,
    roster: &[Listed<Unit>],
) -> Result<Vec<(Spaces, Edge)>, Fault> {
    let board = &*brief.board;
    let fortress = match brief.aim {
        Aim::Fortress => {
            let fortress = fortress::find(brief, config).ok_or_else(|| {
                brief.scenario.fault_under(&["map"], format!(
                    "the map {} has no building and no wall of 4 to 60 spaces or sides, and this scenario needs one",
                    board.map().name
                ))
            })?;
            Some(fortress::spaces_of(board, fortress))
        }
        _ => None,
    };
    let edges = parts::edges(brief);
    let unit = numbers::move_unit(config, Kind::Troop);
    let half = numbers::half_unit(config, Kind::Troop);
    let mut zones = Vec::new();
    for (index, side) in brief.sides.iter().enumerate() {
        let edge = edges[index];
        if let Some(zone) = &side.zone {
            let mut zone = zone.clone();
            zone.keep(board.spaces());
            zones.push((zone, edge));
            continue;
        }
        let zone = match (brief.aim, &fortress) {
            (Aim::Ambush, _) => board.standable().clone(),
            (Aim::Fortress, Some(object)) => {
                let near = |s: &Space| board.grid().gap(object, &[*s]);
                let wanted = |s: &Space| match side.role {
                    Role::Attacker => near(s) >= 2 * unit,
                    _ => near(s) <= half,
                };
                Spaces::of(board.len(), board.standable().iter().filter(wanted))
            }
            _ => {
                let own: Vec<&Unit> = roster
                    .iter()
                    .filter(|l| l.side.index() == index && l.aboard.is_none())
                    .map(|l| &l.unit)
                    .collect();
                let facing = edges.contains(&edge.turned(2));
                match strip(board, edge, facing, unit, &own) {
                    Some(zone) => zone,
                    None if !brief.placed.is_empty() => board.standable().clone(),
                    None => {
                        return Err(brief.scenario.fault_under(
                            &["map"],
                            format!(
                                "the force of side {} does not fit on the map {}",
                                index + 1,
                                board.map().name
                            ),
                        ));
                    }
                }
            }
        };
        zones.push((zone, edge));
    }
    Ok(zones)
}

/// The strip along an edge in which a force deploys (C1): a Move Unit of a guy deep, less where
/// the strip across would be too near, two rows at least, deeper where the force does not fit.
fn strip(board: &Board, edge: Edge, facing: bool, unit: u32, force: &[&Unit]) -> Option<Spaces> {
    let grid = board.grid();
    let across = match edge {
        Edge::North | Edge::South => grid.rows,
        Edge::East | Edge::West => grid.columns,
    };
    let most = if facing {
        (across + 1).saturating_sub(2 * unit) / 2
    } else {
        across
    };
    let mut depth = unit.min(most).max(2);
    while depth <= across {
        let mut zone = grid.edge(edge, depth);
        zone.keep(board.standable());
        if fits(board, &zone, force) {
            return Some(zone);
        }
        depth += 1;
    }
    None
}

/// Whether a force finds room in a zone, largest first.
fn fits(board: &Board, zone: &Spaces, force: &[&Unit]) -> bool {
    let mut free = zone.clone();
    let mut force: Vec<&&Unit> = force.iter().collect();
    force.sort_by_key(|u| std::cmp::Reverse(u.size));
    force.into_iter().all(|unit| {
        let place = zone.iter().find_map(|at| {
            board
                .fits(at, unit.size, gait(unit, false))
                .filter(|spaces| spaces.iter().all(|s| free.contains(*s)))
        });
        place.is_some_and(|spaces| {
            spaces.iter().for_each(|s| free.remove(*s));
            true
        })
    })
}

// ---- points (R8) ----

/// Checks the forces against what the scenario lets them cost.
///
/// # Errors
/// A force that costs more.
pub fn budget(brief: &Brief, config: &Config, index: usize, cost: HalfPoints) -> Result<(), Fault> {
    let side = &brief.sides[index];
    let Some(budget) = side.budget.filter(|budget| config.points && cost > *budget) else {
        return Ok(());
    };
    let what = format!(
        "this force costs {} points; the scenario allows side {} only {}",
        cost.written(),
        index + 1,
        budget.written()
    );
    #[derive(serde::Deserialize)]
    struct Head {
        name: toml::Spanned<String>,
    }
    let span = side.force.parse::<Head>().map(|head| head.name.span());
    Err(side.force.fault(span.unwrap_or(0..0), what))
}

/// What is doubtful about a battle as it was set up: uneven or unspent points (R8), a way to
/// escape that is longer than the rounds (C2).
pub fn findings(b: &Skirmish) -> Vec<Finding> {
    let mut found = Vec::new();
    if b.setup.config.points {
        found.extend(unspent(b));
        found.extend(uneven_points(b));
    }
    if b.setup.config.equal_figures {
        found.extend(uneven_numbers(b));
    }
    found.extend(super::doubts::findings(b));
    found.extend(long_escapes(b));
    found
}

fn warning(side: &SideSetup, what: String, mend: &str) -> Finding {
    Finding {
        severity: Severity::Warning,
        place: side.name.clone(),
        what,
        mend: mend.into(),
    }
}

/// Sides that have points left (R8).
fn unspent(b: &Skirmish) -> impl Iterator<Item = Finding> + '_ {
    let sides = b.setup.sides.iter().zip(&b.setup.brief.sides);
    sides.filter_map(|(side, spec)| {
        let left = spec.budget? - side.points;
        let what = format!("{} of its points are not spent", left.written());
        (left > HalfPoints::ZERO)
            .then(|| warning(side, what, "add figures; unspent points are lost"))
    })
}

/// Every two sides that fight each other on equal terms: the later one first, each with its index.
fn opponents(b: &Skirmish) -> impl Iterator<Item = ((usize, &SideSetup), (usize, &SideSetup))> {
    let sides = &b.setup.sides;
    let pairs = sides.iter().enumerate().flat_map(move |(i, one)| {
        let before = sides[..i].iter().enumerate();
        before.map(move |other| ((i, one), other))
    });
    pairs.filter(|((_, one), (_, other))| one.role == other.role && one.team != other.team)
}

/// Sides whose points differ by too much (R8).
fn uneven_points(b: &Skirmish) -> impl Iterator<Item = Finding> + '_ {
    let tolerance = b.setup.config.points_tolerance;
    opponents(b).filter_map(move |((_, one), (_, other))| {
        let apart = (one.points - other.points).abs();
        let what = format!(
            "it has {} points and {} has {}; they differ by more than {tolerance}",
            one.points.written(),
            other.name,
            other.points.written(),
        );
        let uneven = apart > HalfPoints::whole(tolerance as i32);
        uneven.then(|| warning(one, what, "make the forces equal, or ignore this"))
    })
}

/// Sides that differ in their numbers of figures.
fn uneven_numbers(b: &Skirmish) -> impl Iterator<Item = Finding> + '_ {
    let count = |i: usize| {
        let own = b.setup.roster.iter().filter(|l| l.side.index() == i);
        own.count()
    };
    opponents(b).filter_map(move |((i, one), (j, other))| {
        let what = format!(
            "the number of figures differs: {} here, {} has {}",
            count(i),
            other.name,
            count(j)
        );
        let uneven = count(i) != count(j);
        uneven.then(|| warning(one, what, "make the forces equal, or ignore this"))
    })
}

/// Sides that cannot get across the board within the rounds (C2).
fn long_escapes(b: &Skirmish) -> Vec<Finding> {
    let (Aim::Escape, Some(rounds)) = (b.setup.brief.aim, round::rounds(b)) else {
        return Vec::new();
    };
    let walk = u32::from(rounds) * numbers::move_unit(&b.setup.config, Kind::Troop);
    let sides = b.setup.sides.iter().filter(|s| s.role != Role::Defender);
    let long = sides.filter_map(|side| {
        let goal = b.board.grid().edge(side.edge.turned(2), 1);
        let far = b.board.field(&goal, 1, Gait::Walk);
        let near = side.zone.iter().map(|s| far[s.index()]).min().unwrap_or(0);
        let what = format!(
            "the way across costs {near}, but a figure on foot moves only {walk} in {rounds} rounds"
        );
        let mend = "allow more rounds, or take a smaller map";
        (near > walk).then(|| warning(side, what, mend))
    });
    long.collect()
}
