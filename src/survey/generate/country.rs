//! Open country.

use super::canvas::{Canvas, Ground};
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
        let aside = canvas.between(-3, 3);
        let last = i64::from(grid.rows) - 1;
        let Some(end) = grid.at(column, (row + aside).clamp(0, last)) else {
            continue;
        };
        for space in canvas.way(end, centre, 40) {
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
    // Each half of the river bends by itself; its partner follows.
    for end in [0, i64::from(length) - 1] {
        let bend = canvas.between(-2, 2);
        let mouth = match across {
            true => grid.at((middle_column + bend).clamp(0, last_column), end),
            false => grid.at(end, (middle_row + bend).clamp(0, last_row)),
        };
        let Some(mouth) = mouth else { continue };
        let way = canvas.way(mouth, centre, 25);
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

/// Hills in rings of levels; the ways between them stay low.
pub fn hills(canvas: &mut Canvas) {
    let broad = if canvas.grid.kind == GridKind::Square {
        2
    } else {
        1
    };
    for _ in 0..canvas.share(80) {
        let from = canvas.anywhere();
        let high = canvas.between(1, 3);
        let ring = canvas.between(1, broad);
        let core = canvas.between(1, 3);
        let radius = (core + ring * high) as u32;
        for space in canvas.disc(from, radius) {
            let out = i64::from(canvas.grid.distance(from, space)) - core;
            let down = if out <= 0 { 0 } else { (out + ring - 1) / ring };
            if down < high && !canvas.is_kept(space) {
                canvas.raise(space, (high - down) as i8);
            }
        }
    }
    copses(canvas, 110);
    canvas.scatter(45, (1, 4), Ground::Rocks);
    canvas.scatter(80, (2, 6), Ground::Scrub);
    canvas.scatter(200, (1, 3), Ground::Rubble);
}
