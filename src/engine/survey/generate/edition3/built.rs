//! Places where people live, or lived.

use super::super::canvas::{Canvas, Ground};
use super::country::house;
use crate::board::{BorderKind, Space};

/// Houses along a street, gardens behind fences and hedges, trees.
pub fn village(canvas: &mut Canvas, across: bool) {
    let grid = canvas.grid;
    let centre = canvas.centre();
    let (column, row) = (i64::from(grid.column(centre)), i64::from(grid.row(centre)));
    let ends = match across {
        true => [
            grid.at(column, 0),
            grid.at(column, i64::from(grid.rows) - 1),
        ],
        false => [grid.at(0, row), grid.at(i64::from(grid.columns) - 1, row)],
    };
    for end in ends.into_iter().flatten() {
        canvas.road(end, centre, 20, Ground::Floor);
    }
    for _ in 0..canvas.share(40) {
        house(canvas, (4, 7), (3, 5));
    }
    for _ in 0..canvas.share(250) {
        if let Some(rect) = canvas.place(2, 2, 1) {
            for space in canvas.spaces(rect).unwrap_or_default() {
                canvas.paint(space, Ground::Building);
            }
        }
    }
    for _ in 0..canvas.share(90) {
        let (wide, high) = (canvas.between(3, 5), canvas.between(3, 5));
        let Some(rect) = canvas.place(wide, high, 0) else {
            continue;
        };
        let spaces = canvas.spaces(rect).unwrap_or_default();
        let kind = match canvas.chance(50) {
            true => BorderKind::Hedge,
            false => BorderKind::Fence,
        };
        let corner = spaces[canvas.below(spaces.len() as i64) as usize];
        canvas.enclose(&spaces, kind, 3, false, 0);
        canvas.patch(corner, 3, Ground::Scrub, |_, _| true);
    }
    canvas.scatter(40, (1, 2), Ground::Wood);
    canvas.scatter(80, (1, 1), Ground::Rocks);
}

/// Broken walls, rubble, bushes between them.
pub fn ruins(canvas: &mut Canvas) {
    for _ in 0..canvas.share(45) {
        let (wide, high) = (canvas.between(4, 8), canvas.between(4, 7));
        let Some(rect) = canvas.place(wide, high, 1) else {
            continue;
        };
        let spaces = canvas.spaces(rect).unwrap_or_default();
        let inner = canvas.spaces(rect.grown(-1)).unwrap_or_default();
        let standing = canvas.between(35, 65);
        for space in &spaces {
            canvas.paint(*space, Ground::Floor);
        }
        let rim: Vec<Space> = spaces
            .iter()
            .copied()
            .filter(|space| !inner.contains(space))
            .collect();
        for space in rim {
            if canvas.chance(standing) {
                canvas.paint(space, Ground::Wall);
            } else if canvas.chance(45) {
                canvas.paint(space, Ground::Rubble);
            }
        }
        for space in inner {
            if canvas.chance(18) {
                canvas.paint(space, Ground::Rubble);
            }
        }
    }
    canvas.scatter(60, (1, 5), Ground::Rubble);
    canvas.scatter(60, (2, 5), Ground::Scrub);
    canvas.scatter(120, (1, 3), Ground::Rocks);
    canvas.scatter(150, (1, 4), Ground::Wood);
}
