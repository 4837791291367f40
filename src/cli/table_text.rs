//! A board drawn in the terminal: squares and both kinds of hexes, figures as letter and number
//! in their side's colour, borders, levels, and the costs of a reach.

use crate::battle::{Fig, Side};
use crate::board::{Border, BorderKind, Grid, GridKind, Space, Stagger};
use crate::rules::Game;
use crate::shown::{escaped, is_unsafe};
use owo_colors::Style;
use std::fmt::Write;
use std::ops::Range;

/// Marks that are drawn over the board.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// Costs written on spaces.
    pub costs: Vec<(Space, u32)>,
    /// Spaces that are pointed out: where something has just happened.
    pub marked: Vec<Space>,
    /// Colours are shown; without them figures carry their full names.
    pub colour: bool,
    /// Columns of text and lines there is room for.
    pub room: Option<(usize, usize)>,
    /// The space that stays in view if the board is too large.
    pub focus: Option<Space>,
    /// From where the board is seen.
    pub turn: Turn,
}

/// From where a board is seen: quarter turns clockwise, 0 to 3. Boards of hexes are turned by
/// half turns only.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn(u8);

impl Turn {
    /// Turned on by so many quarter turns.
    pub fn by(self, quarters: u8) -> Self {
        Self((self.0 + quarters) % 4)
    }
    /// As far as a grid can be turned: hexes by half turns.
    pub fn on(self, kind: GridKind) -> Self {
        match kind {
            GridKind::Square => self,
            _ => Self(self.0 / 2 * 2),
        }
    }
    /// The direction that is at the top.
    pub fn top(self) -> &'static str {
        ["north", "west", "south", "east"][usize::from(self.0)]
    }
    fn is_sideways(self) -> bool {
        self.0 % 2 == 1
    }
}

/// The colour of a side.
pub fn side_style(side: Side) -> Style {
    let style = Style::new().bold();
    match side.0 {
        0 => style.bright_white().on_red(),
        1 => style.bright_white().on_blue(),
        2 => style.black().on_green(),
        3 => style.black().on_yellow(),
        4 => style.bright_white().on_magenta(),
        _ => style.black().on_cyan(),
    }
}

/// A sheet of characters.
struct Sheet {
    width: usize,
    cells: Vec<(char, Option<Style>)>,
}

impl Sheet {
    fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            cells: vec![(' ', None); width * height],
        }
    }
    fn put(&mut self, x: usize, y: usize, text: &str, style: Option<Style>) {
        for (i, c) in text.chars().enumerate() {
            if x + i < self.width
                && let Some(cell) = self.cells.get_mut(y * self.width + x + i)
            {
                let c = if is_unsafe(c) { '?' } else { c };
                *cell = (c, style);
            }
        }
    }
    fn text(&self) -> String {
        let mut out = String::new();
        for row in self.cells.chunks(self.width) {
            let end = row
                .iter()
                .rposition(|(c, s)| *c != ' ' || s.is_some())
                .map_or(0, |i| i + 1);
            let mut i = 0;
            while i < end {
                let style = row[i].1;
                let from = i;
                while i < end && same(row[i].1, style) {
                    i += 1;
                }
                let run: String = row[from..i].iter().map(|(c, _)| c).collect();
                match style {
                    Some(style) => write!(out, "{}", style.style(run)),
                    None => write!(out, "{run}"),
                }
                .expect("writing to a string");
            }
            out.push('\n');
        }
        out
    }
}

fn same(a: Option<Style>, b: Option<Style>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => a == b,
        _ => false,
    }
}

/// Where spaces lie on the sheet. Columns and rows are those of the board as it is turned.
struct Layout {
    grid: Grid,
    turn: Turn,
    /// Text columns from one space to the next.
    stride: usize,
    /// Text lines from one row to the next.
    lines: Vec<usize>,
    columns: Range<u32>,
    rows: Range<u32>,
}

/// Width of the row names at the left.
const LEFT: usize = 4;

impl Layout {
    fn new(game: &Game, picture: &Picture) -> Self {
        let grid = *game.board().grid();
        let turn = picture.turn.on(grid.kind);
        let (wide, high) = picture.room.unwrap_or((usize::MAX, usize::MAX));
        let wide = wide.saturating_sub(LEFT + 3).max(12);
        let high = high.max(5);
        let label = game
            .on_board()
            .map(|f| game.label(f).len())
            .max()
            .unwrap_or(3);
        let mut layout = Self {
            grid,
            turn,
            stride: 3,
            lines: Vec::new(),
            columns: 0..0,
            rows: 0..0,
        };
        let (all_columns, all_rows) = layout.size();
        if grid.kind != GridKind::HexFlat {
            // A figure's number, and its facing or a gap behind it.
            layout.stride = (label + 1).max(4);
        }
        let per_row = if grid.kind == GridKind::HexFlat { 2 } else { 1 };
        let most_columns = (wide / layout.stride).min(all_columns as usize);
        let most_rows = (high / per_row).clamp(1, all_rows as usize);
        let action: Vec<(u32, u32)> = game.on_board().map(|f| layout.cell(game.at(f))).collect();
        let focus = picture.focus.map(|s| layout.cell(s));
        let foe = picture.focus.and_then(|at| nearest_foe(game, at));
        let foe = foe.map(|foe| layout.cell(game.at(foe)));
        let of = |cells: &[(u32, u32)], columns: bool| -> Vec<u32> {
            let pick = |(c, r): &(u32, u32)| if columns { *c } else { *r };
            cells.iter().map(pick).collect()
        };
        layout.columns = window(
            (focus.map(|f| f.0), foe.map(|f| f.0)),
            &of(&action, true),
            most_columns as u32,
            all_columns,
        );
        // Lines between rows take room away from rows.
        for rows in (1..=most_rows as u32).rev() {
            let looked_at = (focus.map(|f| f.1), foe.map(|f| f.1));
            layout.rows = window(looked_at, &of(&action, false), rows, all_rows);
            layout.lines = layout.row_lines(game.board().borders());
            if layout.lines[layout.lines.len() - 1] <= high {
                break;
            }
        }
        layout
    }

    /// Columns and rows of the board as it is turned.
    fn size(&self) -> (u32, u32) {
        match self.turn.is_sideways() {
            true => (self.grid.rows, self.grid.columns),
            false => (self.grid.columns, self.grid.rows),
        }
    }

    /// Column and row of a space on the board as it is turned.
    fn cell(&self, space: Space) -> (u32, u32) {
        let (c, r) = (self.grid.column(space), self.grid.row(space));
        let (last_c, last_r) = (self.grid.columns - 1, self.grid.rows - 1);
        match self.turn.0 {
            0 => (c, r),
            1 => (last_r - r, c),
            2 => (last_c - c, last_r - r),
            _ => (r, last_c - c),
        }
    }

    /// The first text line of each row, and one past the last.
    fn row_lines(&self, borders: &[Border]) -> Vec<usize> {
        let mut lines = vec![0];
        for row in self.rows.clone() {
            let step = match self.grid.kind {
                GridKind::HexFlat => 2,
                // There are lines between rows where a border is.
                GridKind::HexPointy | GridKind::Square => {
                    let parted = borders.iter().any(|b| {
                        let (a, z) = (self.cell(b.between.0).1, self.cell(b.between.1).1);
                        a.min(z) == row && a.max(z) == row + 1
                    });
                    1 + usize::from(parted)
                }
            };
            lines.push(lines[lines.len() - 1] + step);
        }
        lines
    }

    /// Whether the hexes of a column or row of the board stand half a hex on, as it is turned.
    fn shifted(&self, n: u32) -> usize {
        let odd = n % 2 == 1;
        let on = match self.grid.stagger {
            Stagger::Even => odd,
            Stagger::Odd => !odd,
        };
        usize::from(on != (self.turn.0 == 2))
    }

    fn width(&self) -> usize {
        LEFT + self.columns.len() * self.stride + 3
    }

    fn height(&self) -> usize {
        1 + self.lines[self.lines.len() - 1] + usize::from(self.grid.kind == GridKind::HexFlat)
    }

    /// Text column and line of a space, if it is in the window.
    fn at(&self, space: Space) -> Option<(usize, usize)> {
        let (column, row) = self.cell(space);
        if !self.columns.contains(&column) || !self.rows.contains(&row) {
            return None;
        }
        let x = LEFT + (column - self.columns.start) as usize * self.stride;
        let y = 1 + self.lines[(row - self.rows.start) as usize];
        Some(match self.grid.kind {
            GridKind::Square => (x, y),
            GridKind::HexFlat => (x, y + self.shifted(self.grid.column(space))),
            GridKind::HexPointy => (x + self.shifted(self.grid.row(space)) * self.stride / 2, y),
        })
    }

    /// The letters of a column and the number of a row of the board.
    fn names(&self, column: u32, row: u32) -> (String, String) {
        let letters = self
            .grid
            .at(i64::from(column), 0)
            .map_or_else(String::new, |s| self.grid.name(s));
        (
            letters.trim_end_matches('1').to_owned(),
            (row + 1).to_string(),
        )
    }

    /// What stands above a column and before a row of the board as it is turned.
    fn heading(&self, column: u32, row: u32) -> (String, String) {
        let (last_c, last_r) = (self.grid.columns - 1, self.grid.rows - 1);
        match self.turn.0 {
            0 => self.names(column, row),
            1 => {
                let (letters, number) = self.names(row, last_r - column);
                (number, letters)
            }
            2 => self.names(last_c - column, last_r - row),
            _ => {
                let (letters, number) = self.names(last_c - row, column);
                (number, letters)
            }
        }
    }

    /// Which part of the board is shown; `None`: all of it.
    fn part(&self) -> Option<String> {
        let (all_columns, all_rows) = self.size();
        if self.columns.len() == all_columns as usize && self.rows.len() == all_rows as usize {
            return None;
        }
        let (first, top) = self.heading(self.columns.start, self.rows.start);
        let (last, bottom) = self.heading(self.columns.end - 1, self.rows.end - 1);
        let (_, most) = self.heading(self.columns.start, all_rows - 1);
        let (far, _) = self.heading(all_columns - 1, self.rows.start);
        Some(format!("{first}–{last} × {top}–{bottom} of {far} × {most}"))
    }
}

/// The enemy of the figure on a space that is nearest to it.
fn nearest_foe(game: &Game, at: Space) -> Option<Fig> {
    let who = game.on_board().find(|f| game.at(*f) == at)?;
    let foes = game.on_board().filter(|f| !game.allied(*f, who));
    foes.min_by_key(|f| (game.board().grid().distance(at, game.at(*f)), *f))
}

/// A window of `size` inside `0..all`: around all of `action` if it has room for that. Else with
/// `focus` in it, not at its edge, and if there is room with `foe` too: then with as much of `action`
/// as possible.
fn window(
    (focus, foe): (Option<u32>, Option<u32>),
    action: &[u32],
    size: u32,
    all: u32,
) -> Range<u32> {
    let (low, high) = match (action.iter().min(), action.iter().max()) {
        (Some(low), Some(high)) => (*low, *high),
        _ => (0, all.saturating_sub(1)),
    };
    let from = |start: u32| start..(start + size).min(all);
    let last = all - size.min(all);
    let around = |middle: u32| middle.saturating_sub(size / 2).min(last);
    let fits = high - low < size;
    match focus {
        Some(focus) if !fits || focus < low || focus > high => {
            let edge = u32::from(size > 2);
            let inside = |window: &Range<u32>| {
                window.contains(&focus.saturating_sub(edge))
                    && window.contains(&(focus + edge).min(all.saturating_sub(1)))
            };
            let centred = around(focus);
            let good = |window: &Range<u32>| {
                let seen = action.iter().filter(|at| window.contains(at)).count();
                let foe = foe.is_some_and(|foe| window.contains(&foe));
                (foe, seen, std::cmp::Reverse(window.start.abs_diff(centred)))
            };
            let windows = (0..=last).map(from).filter(inside);
            windows.max_by_key(good).unwrap_or(from(centred))
        }
        None if !fits => from(around(low)),
        _ => from(around(low + (high - low).div_ceil(2))),
    }
}

/// Which part of the board a picture shows; `None`: all of it.
pub fn part(game: &Game, picture: &Picture) -> Option<String> {
    Layout::new(game, picture).part()
}

/// The board with its figures as text, with colours as ANSI codes.
pub fn draw(game: &Game, picture: &Picture) -> String {
    let layout = Layout::new(game, picture);
    let mut sheet = Sheet::new(layout.width(), layout.height());
    coordinates(&layout, &mut sheet);
    for index in 0..game.board().len() as u32 {
        terrain(game, &layout, &mut sheet, Space(index));
    }
    for (space, cost) in &picture.costs {
        if let Some((x, y)) = layout.at(*space) {
            let style = Style::new().bright_green().bold();
            sheet.put(x, y, &format!("{cost:<2}"), Some(style));
        }
    }
    for border in game.board().borders() {
        draw_border(&layout, &mut sheet, border);
    }
    things(game, &layout, &mut sheet);
    let figures: Vec<Fig> = game.on_board().collect();
    for figure in figures {
        if game.aboard(figure).is_none() {
            draw_figure(game, picture, &layout, &mut sheet, figure);
        }
    }
    sheet.text()
}

fn coordinates(layout: &Layout, sheet: &mut Sheet) {
    let dim = Some(Style::new().dimmed());
    for column in layout.columns.clone() {
        let (name, _) = layout.heading(column, layout.rows.start);
        let x = LEFT + (column - layout.columns.start) as usize * layout.stride;
        sheet.put(x, 0, &name, dim);
    }
    for row in layout.rows.clone() {
        let (_, name) = layout.heading(layout.columns.start, row);
        let y = 1 + layout.lines[(row - layout.rows.start) as usize];
        sheet.put(0, y, &format!("{name:>3}"), dim);
    }
}

fn terrain(game: &Game, layout: &Layout, sheet: &mut Sheet, space: Space) {
    let board = game.board();
    let Some((x, y)) = layout.at(space).filter(|_| board.exists(space)) else {
        return;
    };
    let terrain = board.terrain(space);
    let (r, g, b) = (
        (terrain.colour >> 16) as u8,
        (terrain.colour >> 8) as u8,
        terrain.colour as u8,
    );
    let style = Style::new().truecolor(r, g, b);
    sheet.put(x, y, &terrain.sign.to_string(), Some(style));
    let level = board.level(space);
    if level != 0 {
        let text = if level > 0 {
            level.to_string()
        } else {
            format!("{level}")
        };
        sheet.put(x + 1, y, &text, Some(Style::new().dimmed()));
    }
}

/// How a border is drawn: level and upright.
pub(super) fn strokes(kind: BorderKind, open: bool) -> (char, char) {
    match kind {
        BorderKind::Wall => ('─', '│'),
        BorderKind::Window => ('┄', '┊'),
        BorderKind::Fence => ('╌', '╎'),
        BorderKind::Hedge => ('~', '{'),
        BorderKind::Door if open => ('·', '·'),
        BorderKind::Door => ('+', '+'),
    }
}

fn draw_border(layout: &Layout, sheet: &mut Sheet, border: &Border) {
    let (flat, upright) = strokes(border.kind, border.open);
    let (Some(one), Some(other)) = (layout.at(border.between.0), layout.at(border.between.1))
    else {
        return;
    };
    // The upper one, or the left one of a line, first.
    let ((ay, ax), (by, bx)) = {
        let (one, other) = ((one.1, one.0), (other.1, other.0));
        (one.min(other), one.max(other))
    };
    let style = Some(Style::new().bold());
    if ay == by {
        sheet.put(ax.max(bx) - 1, ay, &upright.to_string(), style);
    } else if ax == bx && by > ay + 1 {
        let text: String = std::iter::repeat_n(flat, layout.stride - 1).collect();
        sheet.put(ax, by - 1, &text, style);
    } else {
        let slanted = |falls: bool| match (border.kind, falls) {
            (BorderKind::Wall, true) => '╲',
            (BorderKind::Wall, false) => '╱',
            (BorderKind::Hedge, _) => flat,
            _ => upright,
        };
        // The side below a space on its right runs up to the right, the one on its left down.
        let ((x, y), sign) = match layout.grid.kind {
            // Beside the second line of the higher of the two, where no figure stands.
            GridKind::HexFlat if (ax < bx) == (ay < by) => {
                ((ax.max(bx) - 1, ay.max(by)), slanted(false))
            }
            GridKind::HexFlat => ((ax.max(bx), ay.max(by)), slanted(true)),
            // On the line between the rows.
            _ => {
                if bx > ax {
                    ((ax + 1, ay + 1), slanted(false))
                } else {
                    ((ax - 1, ay + 1), slanted(true))
                }
            }
        };
        sheet.put(x, y, &sign.to_string(), style);
    }
}

/// Items and devices.
fn things(game: &Game, layout: &Layout, sheet: &mut Sheet) {
    let style = Some(Style::new().bright_yellow().bold());
    for index in 0..game.items().len() {
        if let crate::battle::Holder::Space(space) = game.item(index as u8)
            && let Some((x, y)) = layout.at(space)
        {
            sheet.put(x, y, "$", style);
        }
    }
    for (index, device) in game.devices().iter().enumerate() {
        if let Some((x, y)) = layout.at(device.at) {
            let sign = if game.device_used(index as u8) {
                "x"
            } else {
                "&"
            };
            sheet.put(x, y, sign, style);
        }
    }
}

/// The arrow of a facing by its name, on the board as it is turned.
fn arrow(name: &str, turn: Turn) -> char {
    const ALL: [(&str, char); 8] = [
        ("N", '↑'),
        ("NE", '↗'),
        ("E", '→'),
        ("SE", '↘'),
        ("S", '↓'),
        ("SW", '↙'),
        ("W", '←'),
        ("NW", '↖'),
    ];
    let at = ALL.iter().position(|(n, _)| *n == name);
    at.map_or(' ', |at| ALL[(at + 2 * usize::from(turn.0)) % 8].1)
}

fn draw_figure(game: &Game, picture: &Picture, layout: &Layout, sheet: &mut Sheet, figure: Fig) {
    let mut text = game.label(figure);
    let room = match layout.grid.kind {
        // The next space of the same line is two columns on.
        GridKind::HexFlat => 2 * layout.stride - 1,
        _ => layout.stride,
    };
    if text.chars().count() < room
        && let Some(facing) = game.facts(figure).arc
    {
        text.push(arrow(layout.grid.facing_name(facing), layout.turn));
    }
    let mut style = side_style(game.side(figure));
    if game.aloft(figure) {
        style = style.underline();
    }
    for space in game.spaces(figure) {
        if let Some((x, y)) = layout.at(space) {
            let style = if picture.marked.contains(&space) {
                style.reversed()
            } else {
                style
            };
            sheet.put(x, y, &text, Some(style));
        }
    }
}

/// One line a side: its name, how many stand, points.
pub fn standings(game: &Game) -> String {
    let mut out = String::new();
    for side in game.all_sides() {
        let standing = game.on_board().filter(|f| game.side(*f) == side).count();
        let of = game.all().filter(|f| game.first_side(*f) == side).count();
        let setup = &game.sides()[side.index()];
        let style = side_style(side);
        writeln!(
            out,
            "{} {}: {standing} of {of} figures on the board, {} scored",
            style.style(format!(" {} ", side.0 + 1)),
            escaped(&setup.name),
            game.scores()[side.index()].named(),
        )
        .expect("writing to a string");
    }
    out
}

/// The line above the board: round, step, whose turn.
pub fn status(game: &Game) -> String {
    let status = game.status();
    let of = status
        .rounds
        .map_or_else(String::new, |n| format!(" of {n}"));
    let turn = status.turn.map_or_else(String::new, |s| {
        format!(", {}", crate::play::tell::side(game, s))
    });
    let round = match status.round {
        0 => "Before round 1".to_owned(),
        n => format!("Round {n}{of}"),
    };
    format!("{round}, step {}{turn}", status.step)
}
