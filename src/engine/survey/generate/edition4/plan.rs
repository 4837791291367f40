//! The plan of a map: where sides deploy, what they fight for, and the roads between.

use super::super::canvas::{Canvas, Ground};
use super::super::edition3;
use crate::board::{Grid, Images, Space, Spaces, Symmetry};
use crate::survey::Pace;
use crate::survey::ways::gap;
use rand::RngExt;
use rand_pcg::Pcg64;

/// How many places are tried for the zones of a map.
const TRIES: usize = 400;

/// The zones of the seats: at a distance that suits the pace, anywhere on the board, most often at
/// an edge.
pub fn zones(grid: &Grid, images: &Images, pace: Pace, rng: &mut Pcg64) -> Vec<Spaces> {
    let opposite;
    let (turned, parts) = if images.parts() == 1 {
        opposite = Images::new(*grid, Symmetry::HalfTurn);
        (&opposite, 2)
    } else {
        (images, images.parts())
    };
    // a path between zones is longer than a straight line
    let (near, far) = (pace.nearest() + 1, pace.farthest());
    let longest = (far * 7 / 8).max(near);
    let wanted = rng.random_range((longest * 2 / 3).max(near).min(longest)..=longest);
    let mut best: Option<(i64, Vec<Spaces>)> = None;
    for _ in 0..TRIES {
        let Some(first) = rectangle(grid, images, rng) else {
            continue;
        };
        let zones: Vec<Spaces> = (0..parts)
            .map(|part| {
                let there = first.iter().filter_map(|s| turned.image(s, part));
                Spaces::of(grid.len(), there)
            })
            .collect();
        let apart = |i: usize, j: usize| gap(grid, &zones[i], &zones[j]);
        let pairs = (0..parts).flat_map(|i| (i + 1..parts).map(move |j| (i, j)));
        let gaps: Vec<u32> = pairs.map(|(i, j)| apart(i, j)).collect();
        // the first two must meet in time, and every other must meet somebody
        let first_pair = gaps[0];
        let nearest = gaps.iter().copied().min().unwrap_or(0);
        if nearest < near || first_pair > longest {
            continue;
        }
        let edge = |s: Space| {
            let (column, row) = (grid.column(s), grid.row(s));
            column == 0 || row == 0 || column + 1 == grid.columns || row + 1 == grid.rows
        };
        let at_edge = first.iter().any(edge);
        let score = i64::from(first_pair.abs_diff(wanted)) - 3 * i64::from(at_edge);
        if best.as_ref().is_none_or(|(least, _)| score < *least) {
            best = Some((score, zones));
        }
        if score <= -3 {
            break;
        }
    }
    best.map_or_else(|| edition3::zones(grid, images), |(_, zones)| zones)
}

/// A rectangle of spaces with room for a force.
fn rectangle(grid: &Grid, images: &Images, rng: &mut Pcg64) -> Option<Spaces> {
    let (columns, rows) = (i64::from(grid.columns), i64::from(grid.rows));
    let short = columns.min(rows);
    let deep = rng.random_range((short / 9).clamp(2, 4)..=(short / 5).clamp(2, 6));
    let least = (20 + deep - 1) / deep;
    let long = rng
        .random_range(least..=(least + 6).max(short / 2))
        .min(14.max(least));
    let (wide, high) = if rng.random_range(0..2) == 0 {
        (deep, long)
    } else {
        (long, deep)
    };
    if wide > columns || high > rows {
        return None;
    }
    // at an edge more often than not
    let mut place = |length: i64, size: i64, at_edge: bool| {
        if at_edge && rng.random_range(0..100) < 55 {
            if rng.random_range(0..2) == 0 {
                0
            } else {
                length - size
            }
        } else {
            rng.random_range(0..=length - size)
        }
    };
    let column = place(columns, wide, wide < high);
    let row = place(rows, high, wide >= high);
    let all = (row..row + high).flat_map(|r| (column..column + wide).map(move |c| (c, r)));
    let spaces = all
        .filter_map(|(column, row)| grid.at(column, row))
        .filter(|space| !images.partnerless().contains(*space));
    let zone = Spaces::of(grid.len(), spaces);
    (zone.count() >= 20).then_some(zone)
}

/// What the parts of a map are laid out around.
pub struct Plan {
    /// The spaces of each objective; its images belong to it.
    pub goals: Vec<Vec<Space>>,
    /// The space in the middle of a main road.
    pub hub: Space,
}

/// Distance of each space from the nearest of the zones, and from the first and second zone.
struct Reach {
    first: Vec<u32>,
    second: Vec<u32>,
}

fn reach(canvas: &Canvas) -> Reach {
    let far = |zone: Option<&Spaces>| {
        let mut far = vec![u32::MAX; canvas.grid.len()];
        let Some(zone) = zone else { return far };
        let mut edge: Vec<Space> = zone.iter().collect();
        edge.iter().for_each(|s| far[s.index()] = 0);
        let mut steps = 0;
        while !edge.is_empty() {
            steps += 1;
            let next = edge.iter().flat_map(|s| canvas.grid.neighbours(*s));
            let next: Vec<Space> = next.map(|(_, s)| s).collect();
            edge.clear();
            for space in next {
                if far[space.index()] == u32::MAX {
                    far[space.index()] = steps;
                    edge.push(space);
                }
            }
        }
        far
    };
    Reach {
        first: far(canvas.zones.first()),
        second: far(canvas.zones.get(1)),
    }
}

/// Chooses the objectives and lays the roads: from each zone to the other, and to what they fight
/// for.
pub fn lay_out(canvas: &mut Canvas, pace: Pace, (ground, single): (Ground, bool)) -> Plan {
    let reach = reach(canvas);
    let hub = hub(canvas, &reach);
    let centres = objectives(canvas, &reach, hub, pace);
    main_road(canvas, hub, ground, single);
    for centre in &centres {
        for space in canvas.disc(*centre, 1) {
            canvas.keep(space, ground);
        }
        side_road(canvas, *centre, ground);
    }
    let goals = centres.iter().map(|centre| canvas.disc(*centre, 1));
    Plan {
        goals: goals.collect(),
        hub,
    }
}

/// A space by chance among those that lie together with their images and as far from one zone as
/// from the other.
fn hub(canvas: &mut Canvas, reach: &Reach) -> Space {
    let centre = canvas.centre();
    let all = (0..canvas.grid.len() as u32).map(Space);
    let fair = |space: &Space| {
        let (a, b) = (reach.first[space.index()], reach.second[space.index()]);
        let close = a.min(b) < 3 || a.saturating_add(b) > reach.first[centre.index()] * 2 + 4;
        let mut images = canvas.images.all(*space);
        let together = images.all(|image| canvas.grid.distance(image, *space) <= 1);
        !close && a.abs_diff(b) <= 1 && together && canvas.at(*space) != Ground::Void
    };
    let found: Vec<Space> = all.filter(fair).collect();
    match found.len() {
        0 => centre,
        n => found[canvas.below(n as i64) as usize],
    }
}

/// The middles of the objectives: one at the hub, a pair, or both; more of them for longer battles.
fn objectives(canvas: &mut Canvas, reach: &Reach, hub: Space, pace: Pace) -> Vec<Space> {
    let far = pace.farthest();
    let more = (pace.rounds.saturating_sub(5) / 3).min(4) as usize;
    let kind = canvas.below(3);
    let mut centres = Vec::new();
    if kind != 0 {
        centres.push(hub);
    }
    let wanted = more + usize::from(kind != 1);
    let grid = canvas.grid;
    let inner = |space: Space| {
        let (column, row) = (grid.column(space), grid.row(space));
        column > 0 && row > 0 && column + 1 < grid.columns && row + 1 < grid.rows
    };
    // alone if nothing repeats it, so it must be as far from one side as from the other
    let lone = canvas.images.parts() == 1;
    let apart = (far / 3).max(3);
    for _ in 0..wanted * 60 {
        if centres.len() >= wanted + usize::from(kind != 0) {
            break;
        }
        let space = canvas.anywhere();
        let (a, b) = (reach.first[space.index()], reach.second[space.index()]);
        let fair = !lone || a.abs_diff(b) <= 1;
        let reached = a.min(b) >= pace.movement.max(2) && a.max(b) <= far + pace.movement;
        let mut images = canvas.images.all(space);
        let alone =
            images.all(|image| image == space || canvas.grid.distance(image, space) > apart);
        let clear = centres.iter().all(|c: &Space| {
            let mut others = canvas.images.all(*c);
            others.all(|other| canvas.grid.distance(other, space) >= apart)
        });
        if fair && reached && alone && clear && inner(space) && canvas.at(space) != Ground::Void {
            centres.push(space);
        }
    }
    if centres.is_empty() {
        centres.push(hub);
    }
    centres
}

/// The space of a zone that is nearest to another, by chance among equals.
fn gate(canvas: &mut Canvas, zone: usize, to: Space) -> Space {
    let Some(zone) = canvas.zones.get(zone).cloned() else {
        return to;
    };
    let far = |space: Space| canvas.grid.distance(space, to);
    let least = zone.iter().map(far).min().unwrap_or(0);
    let near: Vec<Space> = zone.iter().filter(|s| far(*s) <= least + 1).collect();
    match near.len() {
        0 => to,
        n => near[canvas.below(n as i64) as usize],
    }
}

/// The main road: through the hub, or unless there is a single one round it on either side.
fn main_road(canvas: &mut Canvas, hub: Space, ground: Ground, single: bool) {
    let crooked = canvas.between(10, 45);
    let around = !single && canvas.images.parts() > 1 && canvas.chance(45);
    if !around {
        for zone in 0..canvas.zones.len() {
            let from = gate(canvas, zone, hub);
            canvas.road(from, hub, crooked, ground);
            leave(canvas, from, hub, ground);
        }
        return;
    }
    let by = i64::from(canvas.grid.columns.min(canvas.grid.rows)) / 5;
    let (column, row) = (
        i64::from(canvas.grid.column(hub)) + canvas.between(-by, by),
        i64::from(canvas.grid.row(hub)) + canvas.between(-by, by),
    );
    let bend = canvas.grid.at(column, row).unwrap_or(hub);
    for zone in 0..canvas.zones.len().min(2) {
        let from = gate(canvas, zone, bend);
        canvas.road(from, bend, crooked, ground);
        leave(canvas, from, bend, ground);
    }
}

/// Paves the way from a zone to the edge of the board behind it.
fn leave(canvas: &mut Canvas, gate: Space, to: Space, ground: Ground) {
    if ground == Ground::Open || canvas.doubled(gate) {
        return;
    }
    let grid = canvas.grid;
    let edge = |s: &Space| {
        let (column, row) = (grid.column(*s), grid.row(*s));
        column == 0 || row == 0 || column + 1 == grid.columns || row + 1 == grid.rows
    };
    let behind = |s: &Space| grid.distance(*s, to) > grid.distance(gate, to);
    let all = (0..grid.len() as u32).map(Space);
    let ends = all.filter(|s| edge(s) && behind(s) && canvas.at(*s) != Ground::Void);
    let Some(end) = ends.min_by_key(|s| (grid.squared_distance(gate, *s), s.0)) else {
        return;
    };
    for space in canvas.way(gate, end, 20) {
        canvas.paint(space, ground);
        canvas.take(space);
    }
}

/// A road from an objective to the nearest one.
fn side_road(canvas: &mut Canvas, from: Space, ground: Ground) {
    let near: Vec<Space> = canvas.disc(from, 1);
    let other = canvas.kept.iter().filter(|s| !near.contains(s));
    let to = other.min_by_key(|s| (canvas.grid.squared_distance(from, *s), s.0));
    if let Some(to) = to {
        canvas.road(from, to, 20, ground);
    }
}
