//! Rooms and corridors.

use super::super::canvas::{Canvas, Ground, Rect};
use super::buildings::{enclose, largest};
use crate::board::{BorderKind, Space};

fn middle(canvas: &Canvas, rect: Rect) -> Option<Space> {
    canvas
        .grid
        .at(rect.column + rect.wide / 2, rect.row + rect.high / 2)
}

/// Rooms hewn out of rock, corridors between them, some of them dark.
pub fn dungeon(canvas: &mut Canvas, hub: Space) {
    canvas.built_up = false;
    let reach = canvas.between(2, 4) as u32;
    for space in canvas.disc(hub, reach) {
        canvas.paint(space, Ground::Floor);
    }
    let rooms = rooms(canvas);
    corridors(canvas, hub, &rooms);
    for (_, spaces) in &rooms {
        entries(canvas, spaces);
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
    for space in canvas.kept.clone().iter() {
        // crates and fallen stones beside the ways, not on them
        for (_, beside) in canvas.grid.neighbours(space).collect::<Vec<_>>() {
            if canvas.at(beside) == Ground::Floor && canvas.chance(4) {
                canvas.paint(beside, Ground::Rubble);
            }
        }
    }
    canvas.built_up = true;
}

/// Large rooms first, small ones into what is left.
fn rooms(canvas: &mut Canvas) -> Vec<(Rect, Vec<Space>)> {
    let large = largest(canvas, 10);
    let (halls, cells) = (canvas.share(28), canvas.share(20));
    let mut rooms = Vec::new();
    for i in 0..halls + cells {
        let (wide, high) = match i < halls {
            true => (canvas.between(3, large), canvas.between(3, large.min(8))),
            false => (canvas.between(2, 4), canvas.between(2, 4)),
        };
        let Some(rect) = canvas.place(wide, high, 1) else {
            continue;
        };
        let mut spaces = canvas.spaces(rect).unwrap_or_default();
        // halls with rounded corners, and with pillars
        let grid = canvas.grid;
        let edge = |s: Space| {
            let (column, row) = (i64::from(grid.column(s)), i64::from(grid.row(s)));
            let across = (column - rect.column).min(rect.column + rect.wide - 1 - column);
            let down = (row - rect.row).min(rect.row + rect.high - 1 - row);
            (across, down)
        };
        let rounded = wide > 4 && high > 4 && canvas.below(3) == 0;
        if rounded {
            spaces.retain(|s| edge(*s) != (0, 0));
        }
        for space in &spaces {
            canvas.paint(*space, Ground::Floor);
        }
        if wide > 6 && high > 4 && canvas.chance(60) {
            for space in &spaces {
                if edge(*space).0.min(2) + edge(*space).1.min(1) == 3 && edge(*space).0 % 2 == 0 {
                    canvas.paint(*space, Ground::Wall);
                }
            }
        }
        rooms.push((rect, spaces));
    }
    rooms
}

/// Corridors from each room to the nearest that are joined already.
fn corridors(canvas: &mut Canvas, hub: Space, rooms: &[(Rect, Vec<Space>)]) {
    let mut joined = vec![hub];
    for (rect, _) in rooms {
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
                if canvas.at(space) == Ground::Wall {
                    canvas.paint(space, Ground::Floor);
                }
            }
        }
        joined.push(here);
    }
}

/// Doors where corridors lead into a room: one for each, walls beside it.
fn entries(canvas: &mut Canvas, spaces: &[Space]) {
    let entries: Vec<(Space, Space)> = canvas
        .outline(spaces)
        .into_iter()
        .filter(|(_, outer)| canvas.at(*outer).walkable())
        .collect();
    if entries.len() > 8 || canvas.chance(35) {
        return;
    }
    let shut = canvas.chance(60);
    for (inner, outer) in entries {
        let across = canvas.is_kept(inner) && canvas.is_kept(outer);
        if canvas.is_apart(inner, outer) {
            canvas.border(inner, outer, BorderKind::Door, across || !shut);
        } else if !across {
            canvas.border(inner, outer, BorderKind::Wall, false);
        }
    }
}

/// Cabins and holds with corridors between them, crates, an outline without corners.
pub fn deck(canvas: &mut Canvas) {
    let (columns, rows) = (i64::from(canvas.grid.columns), i64::from(canvas.grid.rows));
    let cut = canvas.between(2, 4).min(columns.min(rows) / 6);
    for row in 0..rows {
        for column in 0..columns {
            let edge = column.min(columns - 1 - column) + row.min(rows - 1 - row);
            if let Some(space) = canvas.grid.at(column, row)
                && edge < cut
                && !canvas.is_kept(space)
                && !canvas.in_zone(space)
            {
                canvas.cut_off(space);
            }
        }
    }
    let whole = Rect {
        column: 1,
        row: 1,
        wide: columns - 2,
        high: rows - 2,
    };
    let mut cabins = Vec::new();
    divide(canvas, whole, &mut cabins);
    for rect in cabins {
        if !canvas.free(rect) {
            continue;
        }
        let spaces = canvas.spaces(rect).unwrap_or_default();
        for space in &spaces {
            canvas.take(*space);
        }
        if canvas.chance(35) {
            for space in &spaces {
                if canvas.chance(22) {
                    canvas.paint(*space, Ground::Rocks);
                }
            }
        }
        let doors = canvas.between(1, 2) as usize;
        enclose(canvas, &spaces, doors, 10);
    }
    for _ in 0..canvas.share(60) {
        let (wide, high) = (canvas.between(3, 6), canvas.between(3, 5));
        if let Some(rect) = canvas.place(wide, high, 1) {
            let spaces = canvas.spaces(rect).unwrap_or_default();
            enclose(canvas, &spaces, 2, 15);
        }
    }
    canvas.scatter(70, (1, 3), Ground::Rocks);
    canvas.scatter(220, (2, 5), Ground::Darkness);
}

/// Divides a deck into cabins of many sizes, with corridors between groups of them.
fn divide(canvas: &mut Canvas, rect: Rect, cabins: &mut Vec<Rect>) {
    let most = canvas.between(4, 8);
    if rect.wide.max(rect.high) <= most {
        if rect.wide >= 3 && rect.high >= 3 {
            cabins.push(rect);
        }
        return;
    }
    let upright = rect.wide >= rect.high;
    let length = rect.wide.max(rect.high);
    let corridor = if length > 12 { 2 } else { 1 };
    if length < 7 + corridor {
        if rect.wide.min(rect.high) >= 3 {
            cabins.push(rect);
        }
        return;
    }
    let at = canvas.between(3, length - 3 - corridor);
    let rest = length - at - corridor;
    let (first, second) = if upright {
        let first = Rect { wide: at, ..rect };
        let column = rect.column + at + corridor;
        let second = Rect {
            column,
            wide: rest,
            ..rect
        };
        (first, second)
    } else {
        let first = Rect { high: at, ..rect };
        let row = rect.row + at + corridor;
        let second = Rect {
            row,
            high: rest,
            ..rect
        };
        (first, second)
    };
    divide(canvas, first, cabins);
    divide(canvas, second, cabins);
}
