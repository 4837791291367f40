//! Houses and rooms: of many sizes and outlines, with doors that stand apart.

use super::super::canvas::{Canvas, Ground, Rect};
use crate::board::{BorderKind, Space, Spaces};

/// A house: floor, walls, a few doors, windows, sometimes a wall inside.
pub fn house(canvas: &mut Canvas, sizes: (i64, i64)) -> bool {
    let (wide, high) = (
        canvas.between(sizes.0, sizes.1),
        canvas.between(sizes.0, sizes.1),
    );
    let Some(rect) = canvas.place(wide, high, 1) else {
        return false;
    };
    let spaces = outline(canvas, rect);
    for space in &spaces {
        canvas.paint(*space, Ground::Floor);
    }
    let doors = if spaces.len() > 20 {
        canvas.between(2, 3)
    } else {
        canvas.between(1, 2)
    };
    let windows = canvas.between(10, 25);
    enclose(canvas, &spaces, doors as usize, windows);
    if wide.max(high) >= 6 && canvas.chance(60) {
        inner_wall(canvas, rect, &spaces);
    }
    true
}

/// The spaces of a house in a rectangle: all of them, or without a corner.
fn outline(canvas: &mut Canvas, rect: Rect) -> Vec<Space> {
    let mut spaces = canvas.spaces(rect).unwrap_or_default();
    if rect.wide < 4 || rect.high < 4 || canvas.chance(55) {
        return spaces;
    }
    let (wide, high) = (
        canvas.between(1, rect.wide / 2),
        canvas.between(1, rect.high / 2),
    );
    let (right, bottom) = (canvas.chance(50), canvas.chance(50));
    let corner = Rect {
        column: rect.column + if right { rect.wide - wide } else { 0 },
        row: rect.row + if bottom { rect.high - high } else { 0 },
        wide,
        high,
    };
    let cut = canvas.spaces(corner).unwrap_or_default();
    spaces.retain(|space| !cut.contains(space));
    spaces
}

/// Walls round a group of spaces, with some doors that stand apart; so many in a hundred of the
/// other sides are windows.
pub fn enclose(canvas: &mut Canvas, spaces: &[Space], doors: usize, windows: i64) {
    let sides = canvas.outline(spaces);
    for (a, b) in &sides {
        let kind = match canvas.chance(windows) {
            true => BorderKind::Window,
            false => BorderKind::Wall,
        };
        canvas.border(*a, *b, kind, false);
    }
    let mut left: Vec<(Space, Space)> = sides
        .into_iter()
        .filter(|(a, b)| passable(canvas, *a) && passable(canvas, *b))
        .collect();
    for _ in 0..doors {
        if left.is_empty() {
            return;
        }
        let (a, b) = left.swap_remove(canvas.below(left.len() as i64) as usize);
        if canvas.is_apart(a, b) {
            let open = canvas.chance(35);
            canvas.replace(a, b, Some((BorderKind::Door, open)));
            left.retain(|(c, _)| canvas.grid.distance(a, *c) > 2);
        }
    }
}

/// Whether a door may open to a space.
fn passable(canvas: &Canvas, space: Space) -> bool {
    let ground = canvas.at(space);
    ground.walkable() && !matches!(ground, Ground::Water | Ground::Darkness)
}

/// A wall across the longer side of a house, with a door or a gap in it.
fn inner_wall(canvas: &mut Canvas, rect: Rect, spaces: &[Space]) {
    let inside = Spaces::of(canvas.grid.len(), spaces.iter().copied());
    let upright = rect.wide >= rect.high;
    let at = match upright {
        true => rect.column + canvas.between(2, rect.wide - 3),
        false => rect.row + canvas.between(2, rect.high - 3),
    };
    let line = |s: Space| {
        i64::from(match upright {
            true => canvas.grid.column(s),
            false => canvas.grid.row(s),
        })
    };
    let room: Vec<Space> = spaces.iter().copied().filter(|s| line(*s) <= at).collect();
    let sides: Vec<(Space, Space)> = canvas
        .outline(&room)
        .into_iter()
        .filter(|(_, outer)| inside.contains(*outer))
        .collect();
    if sides.is_empty() {
        return;
    }
    let gap = canvas.below(sides.len() as i64) as usize;
    for (i, (a, b)) in sides.into_iter().enumerate() {
        if i != gap {
            canvas.border(a, b, BorderKind::Wall, false);
        } else if canvas.chance(60) && canvas.is_apart(a, b) {
            let open = canvas.chance(40);
            canvas.border(a, b, BorderKind::Door, open);
        }
    }
}

/// Houses along a street, gardens behind fences and hedges, trees.
pub fn village(canvas: &mut Canvas) {
    let large = largest(canvas, 8);
    for _ in 0..canvas.share(38) {
        house(canvas, (3, large));
    }
    for _ in 0..canvas.share(300) {
        let (wide, high) = (canvas.between(2, 3), canvas.between(2, 3));
        if let Some(rect) = canvas.place(wide, high, 1) {
            for space in canvas.spaces(rect).unwrap_or_default() {
                canvas.paint(space, Ground::Building);
            }
        }
    }
    for _ in 0..canvas.share(90) {
        let (wide, high) = (canvas.between(2, 6), canvas.between(2, 5));
        let Some(rect) = canvas.place(wide, high, 0) else {
            continue;
        };
        let spaces = outline(canvas, rect);
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

/// The longest side of a building on a board: small boards have smaller ones.
pub fn largest(canvas: &Canvas, most: i64) -> i64 {
    (i64::from(canvas.grid.columns.min(canvas.grid.rows)) / 3).clamp(3, most)
}

/// Broken walls, rubble, bushes between them.
pub fn ruins(canvas: &mut Canvas) {
    let large = largest(canvas, 10);
    for _ in 0..canvas.share(45) {
        let (wide, high) = (canvas.between(3, large), canvas.between(3, large));
        let Some(rect) = canvas.place(wide, high, 1) else {
            continue;
        };
        let spaces = outline(canvas, rect);
        let whole = Spaces::of(canvas.grid.len(), spaces.iter().copied());
        let standing = canvas.between(35, 65);
        for space in &spaces {
            canvas.paint(*space, Ground::Floor);
        }
        for space in &spaces {
            let mut around = canvas.grid.neighbours(*space).map(|(_, next)| next);
            let rim = around.any(|next| !whole.contains(next));
            let rubble = if rim { 45 } else { 18 };
            if rim && canvas.chance(standing) {
                canvas.paint(*space, Ground::Wall);
            } else if canvas.chance(rubble) {
                canvas.paint(*space, Ground::Rubble);
            }
        }
    }
    canvas.scatter(60, (1, 5), Ground::Rubble);
    canvas.scatter(60, (2, 5), Ground::Scrub);
    canvas.scatter(120, (1, 3), Ground::Rocks);
    canvas.scatter(150, (1, 4), Ground::Wood);
}
