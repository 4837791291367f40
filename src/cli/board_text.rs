//! A board in plain characters: spaces, borders and coordinates along the edges.
//!
//! Squares and pointy-topped hexes are one character wider than what stands on them, so that an
//! upright border fits between two of them; pointy rows are shifted by half of that. Flat-topped
//! hexes take two lines a row, the shifted columns stand on the lower one. Borders on slanted or
//! level sides stand where the two spaces meet; a line between two rows is drawn only if it has any.

use crate::board::{Board, Border, BorderKind, Grid, GridKind, Space, Stagger};

/// Draws a board, with a character for each space.
pub fn draw(board: &Board, sign: impl Fn(Space) -> char) -> Vec<String> {
    draw_words(board, 1, |space| sign(space).to_string())
}

/// Draws a board, with a text of at most `wide` characters for each space.
pub fn draw_words(board: &Board, wide: usize, words: impl Fn(Space) -> String) -> Vec<String> {
    let grid = *board.grid();
    let stride = wide + 1;
    let (across, high) = (
        stride * grid.columns as usize + stride / 2,
        2 * grid.rows as usize + 1,
    );
    let mut canvas = vec![vec![' '; across]; high];
    for index in 0..board.len() as u32 {
        let (x, y) = at(&grid, stride, Space(index));
        for (i, c) in words(Space(index)).chars().take(wide).enumerate() {
            canvas[y][x + i] = c;
        }
    }
    for border in board.borders() {
        let (x, y, stroke) = stroke(&grid, stride, border);
        canvas[y][x] = stroke;
    }
    let mut lines = heading(&grid, stride);
    let gutter = grid.rows.to_string().len();
    for (y, row) in canvas.into_iter().enumerate() {
        let text: String = row.into_iter().collect();
        let text = text.trim_end();
        let flat = grid.kind == GridKind::HexFlat;
        let last = y >= 2 * grid.rows as usize;
        if y % 2 == 1 && !flat && text.is_empty() || last && text.is_empty() {
            continue;
        }
        let number = if y % 2 == 0 && !last {
            (y / 2 + 1).to_string()
        } else {
            String::new()
        };
        lines.push(format!("{number:>gutter$} {text}").trim_end().to_owned());
    }
    lines
}

/// Whether a space is shifted by half a space.
fn shifted(grid: &Grid, space: Space) -> bool {
    let place = match grid.kind {
        GridKind::Square => return false,
        GridKind::HexFlat => grid.column(space),
        GridKind::HexPointy => grid.row(space),
    };
    (place % 2 == 1) == (grid.stagger == Stagger::Even)
}

/// Character and line of a space on the canvas, whose columns are `stride` characters apart.
fn at(grid: &Grid, stride: usize, space: Space) -> (usize, usize) {
    let (x, y) = (
        stride * grid.column(space) as usize,
        2 * grid.row(space) as usize,
    );
    match grid.kind {
        GridKind::Square => (x, y),
        GridKind::HexFlat => (x, y + usize::from(shifted(grid, space))),
        GridKind::HexPointy => (x + usize::from(shifted(grid, space)) * stride / 2, y),
    }
}

/// Where a border is drawn, and how.
fn stroke(grid: &Grid, stride: usize, border: &Border) -> (usize, usize, char) {
    let (a, b) = border.between;
    let ((ax, ay), (bx, by)) = (at(grid, stride, a), at(grid, stride, b));
    let sign = |wall: char| match border.kind {
        BorderKind::Wall => wall,
        BorderKind::Fence => 'x',
        BorderKind::Window => '+',
        BorderKind::Door if border.open => '\'',
        BorderKind::Door => '*',
        BorderKind::Hedge => '&',
    };
    match grid.kind {
        _ if ay == by => (ax.min(bx) + stride - 1, ay, sign('|')),
        _ if ax == bx => (ax, ay.min(by) + 1, sign('-')),
        // The first space is the upper one; a side to the lower right runs like a slash.
        GridKind::HexPointy if bx > ax => ((ax + bx) / 2, ay + 1, sign('/')),
        GridKind::HexPointy => ((ax + bx) / 2, ay + 1, sign('\\')),
        _ => {
            let (left, right) = if ax < bx { (ay, by) } else { (by, ay) };
            (
                ax.min(bx) + stride - 1,
                left.max(right),
                sign(if left < right { '/' } else { '\\' }),
            )
        }
    }
}

/// The lines with the names of the columns.
fn heading(grid: &Grid, stride: usize) -> Vec<String> {
    let gutter = grid.rows.to_string().len() + 1;
    let letters = |column: u32| {
        grid.name(Space(column))
            .chars()
            .filter(char::is_ascii_alphabetic)
            .collect()
    };
    let names: Vec<Vec<char>> = (0..grid.columns).map(letters).collect();
    let tall = names.last().map_or(0, Vec::len);
    let line = |i: usize| {
        let mut text = " ".repeat(gutter);
        for name in &names {
            text.push((i + name.len()).checked_sub(tall).map_or(' ', |k| name[k]));
            text.push_str(&" ".repeat(stride - 1));
        }
        text.trim_end().to_owned()
    };
    (0..tall).map(line).collect()
}

/// What the characters of borders mean, those on this board only.
pub fn border_key(board: &Board) -> Vec<String> {
    let mut key = Vec::new();
    let any = |test: &dyn Fn(&Border) -> bool| board.borders().iter().any(test);
    let strokes = match board.grid().kind {
        GridKind::Square => "| -",
        GridKind::HexFlat => "- / \\",
        GridKind::HexPointy => "| / \\",
    };
    let mut say = |there: bool, text: String| {
        if there {
            key.push(text);
        }
    };
    say(
        any(&|b| b.kind == BorderKind::Wall),
        format!("{strokes} wall"),
    );
    say(any(&|b| b.kind == BorderKind::Fence), "x fence".to_owned());
    say(
        any(&|b| b.kind == BorderKind::Window),
        "+ window".to_owned(),
    );
    say(
        any(&|b| b.kind == BorderKind::Door && b.open),
        "' open door".to_owned(),
    );
    say(
        any(&|b| b.kind == BorderKind::Door && !b.open),
        "* shut door".to_owned(),
    );
    say(any(&|b| b.kind == BorderKind::Hedge), "& hedge".to_owned());
    key
}
