//! Rooms and corridors.

use super::super::canvas::{Canvas, Ground, Rect};
use crate::board::{BorderKind, Space};

fn middle(canvas: &Canvas, rect: Rect) -> Option<Space> {
    canvas
        .grid
        .at(rect.column + rect.wide / 2, rect.row + rect.high / 2)
}

/// Rooms hewn out of rock, corridors between them, some of them dark.
pub fn dungeon(canvas: &mut Canvas) {
    canvas.built_up = false;
    let centre = canvas.centre();
    for space in canvas.disc(centre, 3) {
        canvas.paint(space, Ground::Floor);
    }
    let mut joined = vec![centre];
    let mut rooms = Vec::new();
    // large rooms first, small ones into what is left
    let (halls, cells) = (canvas.share(28), canvas.share(20));
    for i in 0..halls + cells {
        let (wide, high) = match i < halls {
            true => (canvas.between(4, 8), canvas.between(3, 6)),
            false => (canvas.between(2, 4), canvas.between(2, 3)),
        };
        let Some(rect) = canvas.place(wide, high, 1) else {
            continue;
        };
        let spaces = canvas.spaces(rect).unwrap_or_default();
        for space in &spaces {
            canvas.paint(*space, Ground::Floor);
        }
        rooms.push((rect, spaces));
    }
    for (rect, _) in &rooms {
        let Some(here) = middle(canvas, *rect) else {
            continue;
        };
        let mut nearest = joined.clone();
        nearest.sort_by_key(|space| (canvas.grid.distance(*space, here), space.0));
        let ways = if canvas.chance(40) { 2 } else { 1 };
        for to in nearest.into_iter().take(ways) {
            let bent = canvas.grid.at(
                i64::from(canvas.grid.column(here)),
                i64::from(canvas.grid.row(to)),
            );
            let by = bent.unwrap_or(to);
            for space in [canvas.way(here, by, 0), canvas.way(by, to, 0)].concat() {
                canvas.paint(space, Ground::Floor);
            }
        }
        joined.push(here);
    }
    for (_, spaces) in &rooms {
        let entries: Vec<(Space, Space)> = canvas
            .outline(spaces)
            .into_iter()
            .filter(|(_, outer)| canvas.at(*outer).walkable())
            .collect();
        if entries.len() <= 4 {
            let shut = canvas.chance(30);
            for (inner, outer) in entries {
                canvas.border(inner, outer, BorderKind::Door, !shut);
            }
        }
        let kind = match canvas.below(10) {
            0 | 1 => Ground::Darkness,
            2..=5 => Ground::Rubble,
            6 => Ground::Water,
            _ => continue,
        };
        let from = spaces[canvas.below(spaces.len() as i64) as usize];
        let size = canvas.between(2, 6) as usize;
        canvas.patch(from, size, kind, |canvas, space| {
            canvas.at(space) == Ground::Floor
        });
    }
    canvas.built_up = true;
    for _ in 0..canvas.share(150) {
        let (wide, high) = (canvas.between(4, 6), canvas.between(3, 4));
        let Some(rect) = canvas.place(wide, high, 0) else {
            continue;
        };
        let spaces = canvas.spaces(rect).unwrap_or_default();
        if spaces.iter().all(|space| canvas.in_zone(*space)) {
            canvas.enclose(&spaces, BorderKind::Wall, 2, true, 0);
        }
    }
}

/// Cabins and holds with corridors between them, crates, an outline without corners.
pub fn deck(canvas: &mut Canvas) {
    let (columns, rows) = (i64::from(canvas.grid.columns), i64::from(canvas.grid.rows));
    let cut = canvas.between(2, 4).min(columns / 6);
    for row in 0..rows {
        for column in 0..columns {
            let edge = column.min(columns - 1 - column) + row.min(rows - 1 - row);
            if let Some(space) = canvas.grid.at(column, row)
                && edge < cut
                && !canvas.is_kept(space)
            {
                canvas.cut_off(space);
            }
        }
    }
    let mut rooms: Vec<Vec<Space>> = Vec::new();
    for _ in 0..canvas.share(24) {
        let (wide, high) = (canvas.between(4, 7), canvas.between(3, 5));
        if let Some(rect) = canvas.place(wide, high, 1) {
            rooms.push(canvas.spaces(rect).unwrap_or_default());
        }
    }
    for spaces in rooms {
        let hold = canvas.chance(35);
        if hold {
            for space in &spaces {
                if canvas.chance(22) {
                    canvas.paint(*space, Ground::Rocks);
                }
            }
        }
        let doors = canvas.between(2, 3) as usize;
        canvas.enclose(&spaces, BorderKind::Wall, doors, true, 12);
    }
    canvas.scatter(70, (1, 3), Ground::Rocks);
    canvas.scatter(200, (2, 5), Ground::Darkness);
}
