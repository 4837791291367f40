//! Open country.

use super::super::canvas::{Canvas, Ground};
use crate::board::{BorderKind, GridKind, Space};

/// Fields behind hedges and fences, copses, rocks, farms along a road.
pub fn countryside(canvas: &mut Canvas) {
    through_road(canvas);
    for _ in 0..canvas.share(150) {
        let (wide, high) = (canvas.between(5, 9), canvas.between(4, 6));
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
    for _ in 0..canvas.share(400) {
        house(canvas, (4, 5), (3, 4));
    }
    copses(canvas, 90);
    canvas.scatter(70, (1, 3), Ground::Rocks);
    canvas.scatter(90, (2, 5), Ground::Scrub);
}

/// Woods with thickets in them, clearings, rocks, a pond.
pub fn forest(canvas: &mut Canvas) {
    for _ in 0..canvas.share(250) {
        let from = canvas.anywhere();
        for space in canvas.disc(from, 2) {
            canvas.take(space);
        }
    }
    canvas.scatter(500, (6, 14), Ground::Water);
    copses(canvas, 26);
    canvas.scatter(60, (3, 7), Ground::Thicket);
    canvas.scatter(60, (1, 4), Ground::Rocks);
    canvas.scatter(45, (2, 6), Ground::Scrub);
}

/// Patches of wood, the larger ones dense inside.
fn copses(canvas: &mut Canvas, one_for: usize) {
    for _ in 0..canvas.share(one_for) {
        let (from, size) = (canvas.anywhere(), canvas.between(5, 16) as usize);
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

/// A road from one side of the board to the other.
fn through_road(canvas: &mut Canvas) {
    let grid = canvas.grid;
    let centre = canvas.centre();
    let row = i64::from(grid.row(centre));
    for column in [0, i64::from(grid.columns) - 1] {
        let last = i64::from(grid.rows) - 1;
        let Some(end) = grid.at(column, (row - 1).max(0)) else {
            continue;
        };
        let (by, crooked) = match canvas.doubled(end) {
            true => (0, 0),
            false => (canvas.between(-3, 3), 40),
        };
        let Some(end) = grid.at(column, (row + by).clamp(0, last)) else {
            continue;
        };
        // the other half may have come with the first
        let there = (0..=last).filter_map(|row| grid.at(column, row));
        if there.into_iter().any(|space| canvas.is_kept(space)) {
            continue;
        }
        for space in canvas.way(end, centre, crooked) {
            canvas.keep(space, Ground::Floor);
        }
    }
}

/// A house: floor, walls, a door or two, windows.
pub fn house(canvas: &mut Canvas, wide: (i64, i64), high: (i64, i64)) -> bool {
    let (mut w, mut h) = (
        canvas.between(wide.0, wide.1),
        canvas.between(high.0, high.1),
    );
    if canvas.chance(50) {
        (w, h) = (h, w);
    }
    let Some(rect) = canvas.place(w, h, 1) else {
        return false;
    };
    let spaces = canvas.spaces(rect).unwrap_or_default();
    for space in &spaces {
        canvas.paint(*space, Ground::Floor);
    }
    let doors = canvas.between(2, 3) as usize;
    canvas.enclose(&spaces, BorderKind::Wall, doors, true, 20);
    true
}

/// A river through the middle, with a bridge where the way crosses it and fords beside.
pub fn river(canvas: &mut Canvas, across: bool) {
    let grid = canvas.grid;
    let centre = canvas.centre();
    let (middle_column, middle_row) = (i64::from(grid.column(centre)), i64::from(grid.row(centre)));
    let (last_column, last_row) = (i64::from(grid.columns) - 1, i64::from(grid.rows) - 1);
    let length = if across { grid.rows } else { grid.columns };
    // Each half of the river bends by itself, unless it comes as the partner of the other.
    for end in [0, i64::from(length) - 1] {
        let bank = |by: i64| match across {
            true => grid.at((middle_column + by).clamp(0, last_column), end),
            false => grid.at(end, (middle_row + by).clamp(0, last_row)),
        };
        let wet = |space: Space| matches!(canvas.at(space), Ground::Water | Ground::Deep);
        if (-4..=4).filter_map(bank).any(wet) {
            continue;
        }
        let (bend, crooked) = match bank(-1).is_some_and(|space| canvas.doubled(space)) {
            true => (0, 0),
            false => (canvas.between(-2, 2), 25),
        };
        let Some(mouth) = bank(bend) else { continue };
        let way = canvas.way(mouth, centre, crooked);
        let every = canvas.between(7, 10) as usize;
        let first = canvas.below(every as i64) as usize;
        for space in &way {
            for near in canvas.disc(*space, 1) {
                water(canvas, near, Ground::Water);
            }
        }
        for (i, space) in way.iter().enumerate() {
            let ford = i % every == first || i % every == (first + 1) % every;
            if !ford {
                water(canvas, *space, Ground::Deep);
            }
        }
    }
    let bridge: Vec<Space> = (0..grid.len() as u32)
        .map(Space)
        .filter(|space| canvas.is_kept(*space))
        .filter(|space| {
            let mut beside = grid.neighbours(*space).map(|(_, s)| canvas.at(s));
            beside.any(|ground| matches!(ground, Ground::Water | Ground::Deep))
        })
        .collect();
    for space in bridge {
        canvas.paint(space, Ground::Floor);
    }
    for _ in 0..canvas.share(450) {
        house(canvas, (4, 5), (3, 4));
    }
    copses(canvas, 70);
    canvas.scatter(60, (1, 3), Ground::Rocks);
    canvas.scatter(60, (2, 5), Ground::Scrub);
}

fn water(canvas: &mut Canvas, space: Space, ground: Ground) {
    if !canvas.in_zone(space) {
        canvas.paint(space, ground);
    }
    canvas.take(space);
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
