//! Sheets and pages: where a board lies on paper, and what is printed beside it.

use super::Print;
use super::svg::{self, Sheet, ZOOM, escape};
use crate::board::Board;
use crate::look::layout::{Camera, Layout};
use emath::{Pos2, Rect, vec2};
use std::fmt::Write;

/// Paper.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub enum Paper {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8½ × 11 inches.
    Letter,
}

impl Paper {
    /// All papers.
    pub const ALL: [Paper; 2] = [Paper::A4, Paper::Letter];
    /// Its name in options.
    pub fn name(self) -> &'static str {
        match self {
            Paper::A4 => "a4",
            Paper::Letter => "letter",
        }
    }
    /// Width and height upright, in millimetres.
    pub fn size(self) -> (f64, f64) {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
        }
    }
}

/// What printers leave white.
const MARGIN: f64 = 10.0;
/// Below the board: key and ruler.
const FOOT: f64 = 14.0;
/// Pages at most.
const MOST_PAGES: u32 = 400;

/// A page as SVG text, and its size in millimetres.
pub type Page = (String, (f64, f64));

fn begin((wide, high): (f64, f64)) -> String {
    // a ten-thousandth of a millimetre is close enough, and 927.1 is no 927.0999999999999
    let exact = |mm: f64| (mm * 1e4).round() / 1e4;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"{0}mm\" height=\"{1}mm\" viewBox=\"0 0 {0} {1}\" font-family=\"Ubuntu, sans-serif\">",
        exact(wide),
        exact(high)
    )
}

/// Part of a board within a rectangle of the page: from `from` on, in millimetres of the board.
fn part(
    board: &Board,
    print: &Print,
    from: (f64, f64),
    on: (f64, f64, f64, f64),
    key: &str,
) -> String {
    let bounds = Layout::new(*board.grid()).bounds();
    let (left, top, wide, high) = on;
    let zoom = f64::from(ZOOM);
    let view = Rect::from_min_size(
        Pos2::ZERO,
        vec2(
            (wide / print.space * zoom) as f32,
            (high / print.space * zoom) as f32,
        ),
    );
    let first = bounds.min + vec2((from.0 / print.space) as f32, (from.1 / print.space) as f32);
    let camera = Camera {
        centre: first + view.size() / ZOOM / 2.0,
        zoom: ZOOM,
        view,
    };
    let drawing = svg::board(board, &camera, print, key);
    format!(
        "<defs><clipPath id=\"{key}c\"><rect x=\"{left:.3}\" y=\"{top:.3}\" width=\"{wide:.3}\" height=\"{high:.3}\"/></clipPath></defs>\
         <g clip-path=\"url(#{key}c)\"><g transform=\"translate({left:.4} {top:.4}) scale({:.7})\">{}</g></g>",
        print.space / zoom,
        drawing.done()
    )
}

/// The whole board on one sheet of its own size.
pub fn sheet(board: &Board, print: &Print) -> String {
    let size = print.size(board);
    strip(board, print, size, 0.0, size.1)
}

/// The same in strips, for a picture.
pub fn strips(board: &Board, print: &Print) -> Sheet {
    let size = print.size(board);
    Sheet::of(board, size, |from, to| strip(board, print, size, from, to))
}

/// What lies between two heights on the sheet of the whole board.
fn strip(board: &Board, print: &Print, size: (f64, f64), from: f64, to: f64) -> String {
    let mut out = begin(size);
    out += "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>";
    out += &part(
        board,
        print,
        (0.0, from),
        (0.0, from, size.0, to - from),
        "s",
    );
    out + "</svg>"
}

/// How many pages side by side cover a length, if each shows `page` of it and `overlap` again.
fn count(length: f64, page: f64, overlap: f64) -> u32 {
    (((length - overlap) / (page - overlap) - 1e-9)
        .ceil()
        .max(1.0)) as u32
}

/// The board on as many pages as it takes, whichever way of turning the paper takes fewer.
///
/// # Errors
/// It would take too many.
pub fn pages(board: &Board, print: &Print, paper: Paper, title: &str) -> Result<Vec<Page>, String> {
    let (whole_wide, whole_high) = print.size(board);
    let (short, long) = paper.size();
    let plan = |size: (f64, f64)| {
        let area = (size.0 - 2.0 * MARGIN, size.1 - 2.0 * MARGIN - FOOT);
        let columns = count(whole_wide, area.0, print.overlap);
        let rows = count(whole_high, area.1, print.overlap);
        (columns.saturating_mul(rows), columns, rows, area, size)
    };
    let (upright, across) = (plan((short, long)), plan((long, short)));
    let (total, columns, rows, area, size) = if across.0 < upright.0 {
        across
    } else {
        upright
    };
    if total > MOST_PAGES {
        return Err(format!(
            "the map is {whole_wide:.0} × {whole_high:.0} mm and needs {total} pages; the limit is {MOST_PAGES}. Use a smaller --space, or write one sheet as .svg"
        ));
    }
    let mut all = Vec::with_capacity(total as usize);
    for row in 0..rows {
        for column in 0..columns {
            let from = (
                f64::from(column) * (area.0 - print.overlap),
                f64::from(row) * (area.1 - print.overlap),
            );
            let shown = (
                area.0.min(whole_wide - from.0),
                area.1.min(whole_high - from.1),
            );
            let mut out = begin(size);
            out += "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>";
            out += &part(board, print, from, (MARGIN, MARGIN, shown.0, shown.1), "p");
            let edges = Edges {
                left: column > 0,
                top: row > 0,
                right: column + 1 < columns,
                bottom: row + 1 < rows,
            };
            out += &crop_marks(shown, print.overlap, &edges);
            out += &foot(title, print, (column, row), (columns, rows), size);
            out += "</svg>";
            all.push((out, size));
        }
    }
    Ok(all)
}

/// On which sides another page goes on.
struct Edges {
    left: bool,
    top: bool,
    right: bool,
    bottom: bool,
}

/// Short lines in the margin: where to cut, and where the next page begins to show the same.
fn crop_marks((wide, high): (f64, f64), overlap: f64, edges: &Edges) -> String {
    let (left, top, right, bottom) = (MARGIN, MARGIN, MARGIN + wide, MARGIN + high);
    let mut out = String::from("<g stroke=\"#000000\" stroke-width=\"0.15\" fill=\"none\">");
    let mut line = |x1: f64, y1: f64, x2: f64, y2: f64, dashed: bool| {
        let dash = if dashed {
            " stroke-dasharray=\"0.8 0.8\""
        } else {
            ""
        };
        let _ = write!(out, "<path d=\"M{x1:.3} {y1:.3}L{x2:.3} {y2:.3}\"{dash}/>");
    };
    let half = overlap / 2.0;
    for (x, on) in [(left, edges.left), (right, edges.right)] {
        line(x, top - 6.0, x, top - 1.0, false);
        line(x, bottom + 1.0, x, bottom + 5.0, false);
        if on && half > 0.0 {
            let x = if x == left { x + half } else { x - half };
            line(x, top - 4.0, x, top - 1.0, true);
            line(x, bottom + 1.0, x, bottom + 4.0, true);
        }
    }
    for (y, on) in [(top, edges.top), (bottom, edges.bottom)] {
        line(left - 6.0, y, left - 1.0, y, false);
        line(right + 1.0, y, right + 5.0, y, false);
        if on && half > 0.0 {
            let y = if y == top { y + half } else { y - half };
            line(left - 4.0, y, left - 1.0, y, true);
            line(right + 1.0, y, right + 4.0, y, true);
        }
    }
    out + "</g>"
}

/// A page's place among the others, the title, and a ruler to check the printer by.
fn foot(
    title: &str,
    print: &Print,
    (column, row): (u32, u32),
    (columns, rows): (u32, u32),
    size: (f64, f64),
) -> String {
    let base = size.1 - MARGIN - 1.0;
    let mut out = ruler((MARGIN, base - 4.5));
    let letter = |n: u32| {
        let mut name = String::new();
        let mut rest = n + 1;
        while rest > 0 {
            name.insert(0, (b'A' + ((rest - 1) % 26) as u8) as char);
            rest = (rest - 1) / 26;
        }
        name
    };
    // the key: all pages small, this one dark
    let cell = (9.0 / f64::from(rows.max(1)))
        .min(24.0 / f64::from(columns.max(1)))
        .min(3.2);
    let left = size.0 - MARGIN - cell * f64::from(columns);
    let top = base - cell * f64::from(rows);
    for r in 0..rows {
        for c in 0..columns {
            let fill = if (c, r) == (column, row) {
                "#404040"
            } else {
                "#ffffff"
            };
            let _ = write!(
                out,
                "<rect x=\"{:.3}\" y=\"{:.3}\" width=\"{cell:.3}\" height=\"{cell:.3}\" fill=\"{fill}\" stroke=\"#808080\" stroke-width=\"0.12\"/>",
                left + f64::from(c) * cell,
                top + f64::from(r) * cell
            );
        }
    }
    let _ = write!(
        out,
        "<text x=\"{:.2}\" y=\"{:.2}\" font-size=\"4.2\" text-anchor=\"end\">{}{}</text>",
        left - 2.0,
        base - 4.2,
        letter(column),
        row + 1
    );
    let shown: String = title.chars().take(36).collect();
    let _ = write!(
        out,
        "<text x=\"{:.2}\" y=\"{:.2}\" font-size=\"2.6\" text-anchor=\"end\" fill=\"#404040\">{} · page {} of {} · space {} mm</text>",
        left - 2.0,
        base,
        escape(&shown),
        row * columns + column + 1,
        rows * columns,
        (print.space * 100.0).round() / 100.0
    );
    out
}

/// A ruler of 100 mm.
pub fn ruler((left, top): (f64, f64)) -> String {
    let mut out = String::from("<g stroke=\"#000000\" stroke-width=\"0.2\" fill=\"none\">");
    let _ = write!(
        out,
        "<path d=\"M{left:.3} {top:.3}L{:.3} {top:.3}\"/>",
        left + 100.0
    );
    for i in 0..=20 {
        let x = left + f64::from(i) * 5.0;
        let long = if i % 2 == 0 { 2.4 } else { 1.4 };
        let _ = write!(
            out,
            "<path d=\"M{x:.3} {top:.3}L{x:.3} {:.3}\"/>",
            top - long
        );
    }
    out += "</g>";
    let _ = write!(
        out,
        "<text x=\"{left:.2}\" y=\"{:.2}\" font-size=\"2.6\" fill=\"#404040\">100 mm: if this line is shorter, print at actual size (100 %)</text>",
        top + 3.6
    );
    out
}
