//! Open country: fields, woods, rivers, hills.

use super::super::canvas::{Canvas, Ground};
use super::buildings::{house, largest};
use crate::board::{BorderKind, GridKind, Space, Spaces};

/// Fields behind hedges and fences, copses, rocks, farms along a road.
pub fn countryside(canvas: &mut Canvas) {
    let large = largest(canvas, 10);
    for _ in 0..canvas.share(140) {
        let (wide, high) = (canvas.between(3, large), canvas.between(3, large));
        let Some(rect) = canvas.place(wide, high, 1) else {
            continue;
        };
        let spaces = canvas.spaces(rect).unwrap_or_default();
        let kind = match canvas.chance(65) {
            true => BorderKind::Hedge,
            false => BorderKind::Fence,
        };
        canvas.enclose(&spaces, kind, 4, false, 0);
        if canvas.chance(60) {
            for space in spaces {
                if canvas.chance(85) {
                    canvas.paint(space, Ground::Scrub);
                }
            }
        }
    }
    let small = largest(canvas, 6);
    for _ in 0..canvas.share(350) {
        house(canvas, (3, small));
    }
    copses(canvas, 90);
    canvas.scatter(70, (1, 3), Ground::Rocks);
    canvas.scatter(90, (2, 5), Ground::Scrub);
}

/// Woods with thickets in them, clearings, rocks, a pond.
pub fn forest(canvas: &mut Canvas) {
    for _ in 0..canvas.share(250) {
        let (from, wide) = (canvas.anywhere(), canvas.between(1, 3) as u32);
        for space in canvas.disc(from, wide) {
            canvas.take(space);
        }
    }
    canvas.scatter(500, (6, 20), Ground::Water);
    copses(canvas, 26);
    canvas.scatter(60, (3, 7), Ground::Thicket);
    canvas.scatter(60, (1, 4), Ground::Rocks);
    canvas.scatter(45, (2, 6), Ground::Scrub);
}

/// Patches of wood, the larger ones dense inside.
fn copses(canvas: &mut Canvas, one_for: usize) {
    for _ in 0..canvas.share(one_for) {
        let (from, size) = (canvas.anywhere(), canvas.between(4, 18) as usize);
        let grown = canvas.patch(from, size, Ground::Wood, |canvas, space| {
            canvas.at(space) == Ground::Open
        });
        if size > 10 {
            for space in &grown[..grown.len() / 4] {
                if !canvas.in_zone(*space) {
                    canvas.paint(*space, Ground::Thicket);
                }
            }
        }
    }
}

/// A river between the sides, with bridges where roads cross it and fords elsewhere.
pub fn river(canvas: &mut Canvas, hub: Space) {
    let bed = bed(canvas, hub);
    bridges(canvas, &bed);
    let large = largest(canvas, 6);
    for _ in 0..canvas.share(400) {
        house(canvas, (3, large));
    }
    copses(canvas, 70);
    canvas.scatter(60, (1, 3), Ground::Rocks);
    canvas.scatter(60, (2, 5), Ground::Scrub);
}

/// Paints the water of a river from edge to edge and gives all its spaces, bridges included.
fn bed(canvas: &mut Canvas, hub: Space) -> Spaces {
    let mut bed = Spaces::new(canvas.grid.len());
    let repeated = canvas.images.parts() > 1;
    let arms = if repeated { 1 } else { 2 };
    let mut mouths: Vec<Space> = Vec::new();
    for _ in 0..arms {
        let Some(mouth) = mouth(canvas, hub, &mouths) else {
            break;
        };
        mouths.push(mouth);
        let bend = bend(canvas, mouth, hub);
        let crooked = if canvas.doubled(mouth) {
            0
        } else {
            canvas.between(10, 40)
        };
        let mut way = canvas.way(mouth, bend, crooked);
        way.extend(canvas.way(bend, hub, crooked));
        let every = canvas.between(7, 11) as usize;
        let first = canvas.below(every as i64) as usize;
        for space in &way {
            for near in canvas.disc(*space, 1) {
                wet(canvas, near, Ground::Water, &mut bed);
            }
        }
        for (i, space) in way.iter().enumerate() {
            let ford = i % every == first || i % every == (first + 1) % every;
            if !ford {
                wet(canvas, *space, Ground::Deep, &mut bed);
            }
        }
    }
    bed
}

/// A space at the edge of the board where a river begins: about as far from one side as from the
/// other, and away from other mouths.
fn mouth(canvas: &mut Canvas, hub: Space, others: &[Space]) -> Option<Space> {
    let grid = canvas.grid;
    let zones = canvas.zones.clone();
    let away = |space: Space, zone: &Spaces| {
        let far = zone.iter().map(|s| grid.distance(s, space)).min();
        far.unwrap_or(0)
    };
    let mut found: Vec<(u32, Space)> = Vec::new();
    for space in (0..grid.len() as u32).map(Space) {
        let (column, row) = (grid.column(space), grid.row(space));
        let edge = column == 0 || row == 0 || column + 1 == grid.columns || row + 1 == grid.rows;
        if !edge || canvas.at(space) == Ground::Void {
            continue;
        }
        let far: Vec<u32> = zones.iter().map(|zone| away(space, zone)).collect();
        let (near, most) = (
            far.iter().min().copied()?,
            far.iter().take(2).max().copied()?,
        );
        let apart = others
            .iter()
            .map(|other| grid.distance(*other, space))
            .min();
        let opposite =
            apart.is_none_or(|apart| apart > grid.distance(*others.first().unwrap_or(&hub), hub));
        if near >= 3 && opposite {
            found.push((most - near, space));
        }
    }
    found.sort_unstable();
    // the fairest fifth, of which chance takes one
    let fair = (found.len() / 5).max(1).min(found.len());
    found.truncate(fair);
    match found.len() {
        0 => None,
        n => Some(found[canvas.below(n as i64) as usize].1),
    }
}

/// Where a river turns between its mouth and the middle; straight where a mirror would double it.
fn bend(canvas: &mut Canvas, mouth: Space, hub: Space) -> Space {
    let grid = canvas.grid;
    let half = |a: u32, b: u32| (i64::from(a) + i64::from(b)) / 2;
    let by = i64::from(grid.distance(mouth, hub)) / 4;
    let by = if canvas.doubled(mouth) { 0 } else { by };
    let column = half(grid.column(mouth), grid.column(hub)) + canvas.between(-by, by);
    let row = half(grid.row(mouth), grid.row(hub)) + canvas.between(-by, by);
    let bend = grid.at(column, row).unwrap_or(hub);
    let zones = canvas.zones.iter();
    let crowded = zones
        .flat_map(Spaces::iter)
        .any(|s| grid.distance(s, bend) < 3);
    if crowded { hub } else { bend }
}

/// Makes a space part of the river, in all parts.
fn wet(canvas: &mut Canvas, space: Space, ground: Ground, bed: &mut Spaces) {
    if canvas.in_zone(space) {
        return;
    }
    canvas.paint(space, ground);
    canvas.take(space);
    for image in canvas.images.all(space) {
        bed.insert(image);
    }
}

/// Paves the roads over the water and puts railings along them.
fn bridges(canvas: &mut Canvas, bed: &Spaces) {
    let decks: Vec<Space> = bed.iter().filter(|s| canvas.is_kept(*s)).collect();
    for space in &decks {
        canvas.paint(*space, Ground::Floor);
    }
    for space in decks {
        for (a, b) in canvas.outline(&[space]) {
            let open_water = matches!(canvas.at(b), Ground::Water | Ground::Deep);
            if open_water && !canvas.is_kept(b) {
                canvas.border(a, b, BorderKind::Fence, false);
            }
        }
    }
}

/// Hills in rings of levels; they slope down to the ways between them.
pub fn hills(canvas: &mut Canvas) {
    let broad = if canvas.grid.kind == GridKind::Square {
        2
    } else {
        1
    };
    let away = canvas.off_the_ways();
    for _ in 0..canvas.share(80) {
        let from = canvas.anywhere();
        let high = canvas.between(1, 3);
        let ring = canvas.between(1, broad);
        let core = canvas.between(1, 3);
        let radius = (core + ring * high) as u32;
        for space in canvas.disc(from, radius) {
            let out = round(canvas, from, space) - core;
            let down = if out <= 0 { 0 } else { (out + ring - 1) / ring };
            let level = (high - down).min(i64::from(away[space.index()]));
            if level > 0 {
                canvas.raise(space, level as i8);
            }
        }
    }
    copses(canvas, 110);
    canvas.scatter(45, (1, 4), Ground::Rocks);
    canvas.scatter(80, (2, 6), Ground::Scrub);
    canvas.scatter(200, (1, 3), Ground::Rubble);
}

/// How far apart two spaces are, diagonals of squares being longer than straight steps: what is as
/// far from one space lies in a ring, not in a square.
fn round(canvas: &Canvas, from: Space, to: Space) -> i64 {
    let grid = canvas.grid;
    let steps = i64::from(grid.distance(from, to));
    if !grid.kind.is_square() {
        return steps;
    }
    let across = i64::from(grid.column(from).abs_diff(grid.column(to)));
    let down = i64::from(grid.row(from).abs_diff(grid.row(to)));
    steps + across.min(down) / 2
}
