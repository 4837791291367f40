//! Areas that are connected on foot, before and after the change of grid.

use super::{Over, is_ground, sides_of};
use crate::board::{BorderKind, Opacity, Space, Spaces};
use crate::draft::Barrier;
use crate::draft::{Sheet, area};
use crate::files::notes::Notes;
use std::collections::VecDeque;

/// The most obstacles that are removed to connect two areas again.
const MOST: u32 = 4;

/// The connected areas while doors are shut, numbered from 1; 0 where no figure can walk.
pub(super) fn groups(sheet: &Sheet) -> Vec<u32> {
    let mut group = vec![0; sheet.grid.len()];
    let mut last = 0;
    for start in sheet.spaces().filter(|s| is_ground(sheet, *s)) {
        if group[start.index()] == 0 {
            last += 1;
            for space in area::flood(sheet, start, |s| is_ground(sheet, s)).iter() {
                group[space.index()] = last;
            }
        }
    }
    group
}

/// Whether whoever walks is stopped at a side, doors apart.
fn is_shut(now: &Sheet, side: (Space, Space)) -> bool {
    now.borders.get(&side).is_some_and(|b| b.closed)
}

/// Opens what has come to lie between ground that hung together.
pub(super) fn join(over: &mut Over, now: &mut Sheet, notes: &mut Notes) {
    let mut parts: Vec<(u32, Spaces)> = Vec::new();
    let mut seen = Spaces::new(now.grid.len());
    for start in now.spaces() {
        let group = over.group(start);
        if group == 0 || seen.contains(start) {
            continue;
        }
        let part = area::flood(now, start, |s| over.group(s) == group);
        seen.add(&part);
        parts.push((group, part));
    }
    // the largest part of each group is what the others are joined to
    parts.sort_by_key(|(group, part)| (*group, std::cmp::Reverse(part.count())));
    let mut main: Option<(u32, Spaces)> = None;
    for (group, part) in parts {
        match &mut main {
            Some((same, whole)) if *same == group => {
                match way(over, now, group, &part, whole) {
                    Some(way) => open(over, now, &way, notes),
                    None => {
                        let first = part.iter().next().map(|s| now.grid.name(s));
                        let what =
                            "parts of the board that are no longer connected, except through doors";
                        notes.lost(what, first.unwrap_or_default());
                    }
                }
                whole.add(&part);
            }
            _ => main = Some((group, part)),
        }
    }
}

/// The way from one part to another on which the least is to be opened.
fn way(over: &Over, now: &Sheet, group: u32, from: &Spaces, to: &Spaces) -> Option<Vec<Space>> {
    let mut cost = std::collections::BTreeMap::new();
    let mut open: VecDeque<(u32, Space)> = from.iter().map(|s| (0, s)).collect();
    cost.extend(from.iter().map(|s| (s, (0, s))));
    while let Some((so_far, space)) = open.pop_front() {
        if cost[&space].0 < so_far {
            continue;
        }
        if to.contains(space) {
            let mut way = vec![space];
            let mut at = space;
            while !from.contains(at) {
                at = cost[&at].1;
                way.push(at);
            }
            way.reverse();
            return Some(way);
        }
        for next in area::beside(&now.grid, space) {
            let there = over.group(next);
            if !now.exists(next) || (there != 0 && there != group) {
                continue;
            }
            let side = (space.min(next), space.max(next));
            let blocked = is_shut(now, side) || there == 0;
            let sum = so_far + u32::from(blocked);
            if sum <= MOST && cost.get(&next).is_none_or(|(old, _)| sum < *old) {
                cost.insert(next, (sum, space));
                match blocked {
                    true => open.push_back((sum, next)),
                    false => open.push_front((sum, next)),
                }
            }
        }
    }
    None
}

/// Opens a way, taking its ground from where it begins.
fn open(over: &mut Over, now: &mut Sheet, way: &[Space], notes: &mut Notes) {
    for pair in way.windows(2) {
        let (at, next) = (pair[0], pair[1]);
        let side = (at.min(next), at.max(next));
        if is_shut(now, side) {
            now.borders.remove(&side);
            let what = "sides opened so that connected areas stay connected";
            notes.changed(what, now.grid.side_name(side));
        }
        if over.group(next) == 0 {
            over.source[next.index()] = over.source[at.index()];
            now.ground[next.index()] = now.ground[at.index()];
            now.levels[next.index()] = now.levels[at.index()];
            let what = "spaces opened so that connected areas stay connected";
            notes.changed(what, now.grid.name(next));
        }
    }
}

/// Closes the sides between areas that were not connected.
pub(super) fn part(over: &Over, now: &mut Sheet, notes: &mut Notes) {
    for space in now.spaces() {
        for side in sides_of(&now.grid, space).filter(|side| side.0 == space) {
            let (a, b) = (over.group(side.0), over.group(side.1));
            let door = now.borders.get(&side).is_some_and(|b| b.open);
            if a == 0 || b == 0 || a == b || door || is_shut(now, side) {
                continue;
            }
            let barrier = between(over, side);
            now.borders.insert(side, barrier.between(side));
            let what = "sides closed so that separate areas stay separate";
            notes.changed(what, now.grid.side_name(side));
        }
    }
}

/// What stands where two new spaces meet: as high and thick as the ground there that nobody
/// enters, else a wall.
fn between(over: &Over, (a, b): (Space, Space)) -> Barrier {
    let (p, q) = (over.to.centre(a), over.to.centre(b));
    let middle = ((p.0 + q.0) / 2.0 + over.by.0, (p.1 + q.1) / 2.0 + over.by.1);
    let wall = Barrier::of(BorderKind::Wall, false);
    match over.from.closest(middle) {
        Some(old) if !is_ground(over.old, old) => {
            let kind = over.old.kind(old);
            Barrier {
                sight: kind.sight,
                height: match kind.sight {
                    Opacity::Clear => 0,
                    _ => kind.height,
                },
                ..wall
            }
        }
        _ => wall,
    }
}
