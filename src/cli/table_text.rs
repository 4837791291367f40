//! A board drawn in the terminal: squares and both kinds of hexes, figures as letter and number
//! in their side's colour, borders, levels, and the costs of a reach.

use crate::battle::{Fig, Side};
use crate::board::{Border, BorderKind, Grid, GridKind, Space, Stagger};
use crate::rules::Game;
use owo_colors::Style;
use std::fmt::Write;
use std::ops::Range;

/// What is drawn besides the board.
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
    /// What must be in sight where there is not room for everything.
    pub focus: Option<Space>,
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

/// Where spaces lie on the sheet.
struct Layout {
    grid: Grid,
    /// Text columns from one space to the next.
    stride: usize,
    /// Text lines from one row to the next.
    lines: Vec<usize>,
    columns: Range<u32>,
    rows: Range<u32>,
}

/// Width of the row numbers at the left.
const LEFT: usize = 4;

impl Layout {
    fn new(game: &Game, picture: &Picture) -> Self {
        let grid = *game.board().grid();
        let (wide, high) = picture.room.unwrap_or((usize::MAX, usize::MAX));
        let wide = wide.saturating_sub(LEFT + 3).max(12);
        let high = high.max(6);
        let all = grid.columns as usize;
        let stride = match grid.kind {
            GridKind::HexFlat => 3,
            _ if all * 4 <= wide => 4,
            _ => 3,
        };
        let per_row = if grid.kind == GridKind::HexFlat { 2 } else { 1 };
        let columns = (wide / stride).min(all);
        let most = (high / per_row).min(grid.rows as usize);
        let (c, r) = picture
            .focus
            .map_or((0, 0), |s| (grid.column(s), grid.row(s)));
        let columns = window(c, columns as u32, grid.columns);
        let mut layout = Self {
            grid,
            stride,
            lines: Vec::new(),
            columns,
            rows: 0..0,
        };
        // Lines between rows take room away from rows.
        for rows in (1..=most as u32).rev() {
            layout.rows = window(r, rows, grid.rows);
            layout.lines = layout.row_lines(game.board().borders());
            if layout.lines[layout.lines.len() - 1] <= high {
                break;
            }
        }
        layout
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
                        let (a, z) = b.between;
                        self.grid.row(a) == row && self.grid.row(z) == row + 1
                    });
                    1 + usize::from(parted)
                }
            };
            lines.push(lines[lines.len() - 1] + step);
        }
        lines
    }

    fn shifted(&self, n: u32) -> usize {
        let odd = n % 2 == 1;
        usize::from(match self.grid.stagger {
            Stagger::Even => odd,
            Stagger::Odd => !odd,
        })
    }

    fn width(&self) -> usize {
        LEFT + self.columns.len() * self.stride + 3
    }

    fn height(&self) -> usize {
        1 + self.lines[self.lines.len() - 1] + usize::from(self.grid.kind == GridKind::HexFlat)
    }

    /// Text column and line of a space, if it is in the window.
    fn at(&self, space: Space) -> Option<(usize, usize)> {
        let (column, row) = (self.grid.column(space), self.grid.row(space));
        if !self.columns.contains(&column) || !self.rows.contains(&row) {
            return None;
        }
        let x = LEFT + (column - self.columns.start) as usize * self.stride;
        let y = 1 + self.lines[(row - self.rows.start) as usize];
        Some(match self.grid.kind {
            GridKind::Square => (x, y),
            GridKind::HexFlat => (x, y + self.shifted(column)),
            GridKind::HexPointy => (x + self.shifted(row) * self.stride / 2, y),
        })
    }
}

/// A window of `size` around `focus`, inside `0..all`.
fn window(focus: u32, size: u32, all: u32) -> Range<u32> {
    let start = focus.saturating_sub(size / 2).min(all - size.min(all));
    start..(start + size).min(all)
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
        let name = layout
            .grid
            .at(i64::from(column), 0)
            .map_or_else(String::new, |s| layout.grid.name(s));
        let x = LEFT + (column - layout.columns.start) as usize * layout.stride;
        sheet.put(x, 0, name.trim_end_matches('1'), dim);
    }
    for row in layout.rows.clone() {
        let y = 1 + layout.lines[(row - layout.rows.start) as usize];
        sheet.put(0, y, &format!("{:>3}", row + 1), dim);
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

fn draw_border(layout: &Layout, sheet: &mut Sheet, border: &Border) {
    let (flat, upright) = match border.kind {
        BorderKind::Wall => ('─', '│'),
        BorderKind::Window => ('┄', '┊'),
        BorderKind::Fence => ('╌', '╎'),
        BorderKind::Hedge => ('~', '{'),
        BorderKind::Door if border.open => ('·', '·'),
        BorderKind::Door => ('+', '+'),
    };
    let (a, b) = border.between;
    let (Some((ax, ay)), Some((bx, by))) = (layout.at(a), layout.at(b)) else {
        return;
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
                let ((ux, uy), (lx, _)) = if ay < by {
                    ((ax, ay), (bx, by))
                } else {
                    ((bx, by), (ax, ay))
                };
                if lx > ux {
                    ((ux + 1, uy + 1), slanted(false))
                } else {
                    ((ux - 1, uy + 1), slanted(true))
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

/// The arrow of a facing by its name.
fn arrow(name: &str) -> char {
    match name {
        "N" => '↑',
        "NE" => '↗',
        "E" => '→',
        "SE" => '↘',
        "S" => '↓',
        "SW" => '↙',
        "W" => '←',
        "NW" => '↖',
        _ => ' ',
    }
}

fn draw_figure(game: &Game, picture: &Picture, layout: &Layout, sheet: &mut Sheet, figure: Fig) {
    let label = game.label(figure);
    let text = if picture.colour {
        let number = label.rsplit('.').next().unwrap_or_default();
        let letter = game.shown(figure).letter;
        let mut text = format!("{letter}{number}");
        if text.chars().count() < layout.stride.max(3) {
            text.push(arrow(layout.grid.facing_name(game.facing(figure))));
        }
        text
    } else {
        label
    };
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
            "{} {}: {standing} of {of} on the board, {} points",
            style.style(format!(" {} ", side.0 + 1)),
            setup.name,
            crate::play::words::points_text(game.scores()[side.index()]),
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
    let turn = status
        .turn
        .map_or_else(String::new, |s| format!(", side {}", s.0 + 1));
    format!("round {}{of}, {}{turn}", status.round, status.step)
}
