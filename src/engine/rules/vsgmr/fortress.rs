//! The building of a fortress assault: which it is, its parts, and when it falls (C5).

use super::Skirmish;
use super::config::Config;
use super::stages::Fortress;
use super::structures::{self, Object};
use super::toggles::FortressKind;
use crate::battle::{Brief, Role, Side, Target};
use crate::board::{Between, Board, BorderKind, Change, Edge, Space, Spaces, Use};
use crate::rules::kit;

/// Fewest and most spaces or walls of a run that can be a fortress (C5).
const RUN: std::ops::RangeInclusive<usize> = 4..=60;

/// The building that a fortress assault is about: the largest that the map gives hits, first in
/// reading order; else the largest run of walls or buildings, of equal ones the nearest to where
/// the defenders start.
pub fn find(brief: &Brief, config: &Config) -> Option<Fortress> {
    let board = &*brief.board;
    let mut seen = Spaces::new(board.len());
    let mut best: Option<Vec<Space>> = None;
    for space in board.spaces().iter() {
        let terrain = board.terrain(space);
        if terrain.hits.is_none() || terrain.becomes.is_none() || seen.contains(space) {
            continue;
        }
        let object = board.object(space);
        for space in &object {
            seen.insert(*space);
        }
        if best.as_ref().is_none_or(|best| object.len() > best.len()) {
            best = Some(object);
        }
    }
    let named = best.and_then(|object| object.first().copied());
    named.map(Fortress::Spaces).or_else(|| {
        let any = config.fortress == FortressKind::AnyRun;
        any.then(|| largest_run(brief)).flatten()
    })
}

/// The largest run of walls or buildings of a board, of equal ones the nearest to the defenders.
fn largest_run(brief: &Brief) -> Option<Fortress> {
    let board = &*brief.board;
    let defender = brief
        .sides
        .iter()
        .find(|side| side.role == Role::Defender)?;
    let home: Vec<Space> = match &defender.zone {
        Some(zone) => zone.iter().collect(),
        None => match board.zone(Use::Deployment, defender.seat) {
            Some(zone) => zone.iter().collect(),
            None => board.grid().edge(Edge::North, 1).iter().collect(),
        },
    };
    let mut seen = Spaces::new(board.len());
    let mut runs: Vec<(usize, Vec<Space>, Fortress)> = Vec::new();
    for space in board.spaces().iter() {
        if !board.is_built(space) || seen.contains(space) {
            continue;
        }
        let run = board.component(space);
        run.iter().for_each(|space| {
            seen.insert(*space);
        });
        runs.push((run.len(), run, Fortress::Spaces(space)));
    }
    let is_wall = |between: &Between| {
        let border = board.border(between.0, between.1);
        border.is_some_and(|border| border.kind == BorderKind::Wall)
    };
    let mut done: Vec<Between> = Vec::new();
    for border in board
        .borders()
        .iter()
        .filter(|b| b.kind == BorderKind::Wall)
    {
        if done.contains(&border.between) {
            continue;
        }
        let run = board.border_run(border.between);
        let walls = run.iter().filter(|b| is_wall(b)).count();
        let (x, y) = border.between;
        let spaces = run.iter().flat_map(|(x, y)| [*x, *y]).collect();
        runs.push((walls, spaces, Fortress::Borders(x, y)));
        done.extend(run);
    }
    let fits = runs.into_iter().filter(|(size, ..)| RUN.contains(size));
    let far = |spaces: &[Space]| board.grid().gap(spaces, &home);
    fits.min_by_key(|(size, spaces, _)| (std::cmp::Reverse(*size), far(spaces)))
        .map(|(_, _, fortress)| fortress)
}

/// The borders of a building, in order; none, where it is made of spaces.
fn borders_of(board: &Board, fortress: Fortress) -> Vec<Between> {
    match fortress {
        Fortress::Spaces(_) => Vec::new(),
        Fortress::Borders(x, y) => {
            let run = board.border_run((x, y));
            // the first wall gives the whole its name
            std::iter::once((x, y))
                .chain(run.into_iter().filter(|other| *other != (x, y)))
                .collect()
        }
    }
}

/// The spaces of a building; those beside its borders, where it is made of borders.
pub fn spaces_of(board: &Board, fortress: Fortress) -> Vec<Space> {
    match fortress {
        Fortress::Spaces(first) if board.terrain(first).hits.is_some() => board.object(first),
        Fortress::Spaces(first) => board.component(first),
        Fortress::Borders(..) => {
            let borders = borders_of(board, fortress);
            let mut spaces: Vec<Space> = borders.iter().flat_map(|(x, y)| [*x, *y]).collect();
            spaces.sort_unstable();
            spaces.dedup();
            spaces
        }
    }
}

/// The spaces of the building that the battle is about, if it is about one, or those beside it.
pub fn object(b: &Skirmish) -> Option<Vec<Space>> {
    let fortress = b.state.table.fortress?;
    Some(spaces_of(&b.setup.board, fortress))
}

/// Whether a space or border is part of the building that the battle is about.
fn in_fortress(b: &Skirmish, at: Target) -> bool {
    let board = &b.setup.board;
    match (b.state.table.fortress, at) {
        (Some(Fortress::Spaces(first)), Target::Space(space)) => {
            first == space
                || board.terrain(space) == board.terrain(first)
                    && spaces_of(board, Fortress::Spaces(first)).contains(&space)
        }
        (Some(fortress @ Fortress::Borders(..)), Target::Border(x, y)) => {
            borders_of(board, fortress).contains(&(x, y))
        }
        _ => false,
    }
}

/// The building that the battle is about as something that falls as a whole, if a space or border
/// is part of it.
pub fn part_at(b: &Skirmish, at: Target) -> Option<Object> {
    let fortress = b.state.table.fortress?;
    in_fortress(b, at).then(|| Object {
        spaces: match fortress {
            Fortress::Spaces(_) => spaces_of(&b.setup.board, fortress),
            Fortress::Borders(..) => Vec::new(),
        },
        borders: borders_of(&b.setup.board, fortress),
        hits: hits(b),
    })
}

/// Unsaved hits that the building takes before it falls: two, or by its size (E3), and one for every further
/// assaulting side (C5).
pub fn hits(b: &Skirmish) -> u8 {
    let assaulters = kit::sides(b)
        .filter(|s| role(b, *s) == Role::Attacker)
        .count() as u8;
    let config = &b.setup.config;
    let size = || match b.state.table.fortress {
        Some(fortress @ Fortress::Borders(..)) => borders_of(&b.setup.board, fortress).len(),
        Some(fortress) => spaces_of(&b.setup.board, fortress).len(),
        None => 0,
    };
    let hits = if config.hits_by_size {
        structures::hits_of(config, size())
    } else {
        config.fortress_hits
    };
    hits + assaulters.saturating_sub(1)
}

/// Hits that the building has taken.
pub fn taken(b: &Skirmish) -> u8 {
    match b.state.table.fortress {
        Some(Fortress::Spaces(first)) => b.state.damage.hits(first),
        Some(Fortress::Borders(x, y)) => b.state.damage.worn((x, y)),
        None => 0,
    }
}

/// Whether the building has fallen.
pub fn has_fallen(b: &Skirmish) -> bool {
    let fell = match b.state.table.fortress {
        Some(Fortress::Spaces(first)) => Change::Ruined(first),
        Some(Fortress::Borders(x, y)) => Change::Removed(x, y),
        None => return false,
    };
    b.state.damage.changes().contains(&fell)
}

/// Whether a side may attack the terrain of a space or a border: defenders leave their building
/// alone (C5).
pub fn may_destroy(b: &Skirmish, side: Side, at: Target) -> bool {
    b.state.table.fortress.is_none() || role(b, side) == Role::Attacker || !in_fortress(b, at)
}

/// Parts of the building, for the attacks of those who are to bring it down.
pub fn wanted(b: &Skirmish, side: Side) -> Vec<Target> {
    let Some(fortress) = b.state.table.fortress else {
        return Vec::new();
    };
    if role(b, side) != Role::Attacker || has_fallen(b) {
        return Vec::new();
    }
    match fortress {
        Fortress::Spaces(_) => {
            let spaces = spaces_of(&b.setup.board, fortress);
            spaces.into_iter().map(Target::Space).collect()
        }
        Fortress::Borders(..) => borders_of(&b.setup.board, fortress)
            .into_iter()
            .filter(|(x, y)| b.board.border(*x, *y).is_some())
            .map(|(x, y)| Target::Border(x, y))
            .collect(),
    }
}

/// The part of a side.
pub fn role(b: &Skirmish, side: Side) -> Role {
    b.setup.sides[side.index()].role
}
