//! Sheets and pages: where a board lies on paper, and what is printed beside it.

use super::board::shapes;
use super::error::{MOST_PAGES, PrintError};
use super::svg::{Drawing, begin, labels};
use super::{Print, ZOOM};
use crate::board::Board;
use crate::look::Shape;
use crate::look::layout::{Camera, Layout};
use crate::shown::markup;
use emath::{Pos2, Rect, vec2};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// Paper.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Paper {
    /// 148 × 210 mm.
    A5,
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 297 × 420 mm.
    A3,
    /// 420 × 594 mm.
    A2,
    /// 594 × 841 mm.
    A1,
    /// 841 × 1189 mm.
    A0,
    /// 8½ × 11 inches.
    Letter,
    /// 8½ × 14 inches.
    Legal,
    /// 11 × 17 inches.
    Tabloid,
}

impl Paper {
    /// All papers.
    pub const ALL: [Paper; 9] = [
        Paper::A5,
        Paper::A4,
        Paper::A3,
        Paper::A2,
        Paper::A1,
        Paper::A0,
        Paper::Letter,
        Paper::Legal,
        Paper::Tabloid,
    ];
    /// Its name in options, and width and height upright in millimetres.
    fn row(self) -> (&'static str, f64, f64) {
        match self {
            Paper::A5 => ("a5", 148.0, 210.0),
            Paper::A4 => ("a4", 210.0, 297.0),
            Paper::A3 => ("a3", 297.0, 420.0),
            Paper::A2 => ("a2", 420.0, 594.0),
            Paper::A1 => ("a1", 594.0, 841.0),
            Paper::A0 => ("a0", 841.0, 1189.0),
            Paper::Letter => ("letter", 215.9, 279.4),
            Paper::Legal => ("legal", 215.9, 355.6),
            Paper::Tabloid => ("tabloid", 279.4, 431.8),
        }
    }
    /// Its name in options.
    pub fn name(self) -> &'static str {
        self.row().0
    }
    /// The paper of a name.
    pub fn named(name: &str) -> Option<Paper> {
        Paper::ALL.into_iter().find(|paper| paper.name() == name)
    }
    /// Width and height upright, in millimetres.
    pub fn size(self) -> (f64, f64) {
        let (_, wide, high) = self.row();
        (wide, high)
    }
}

/// What printers leave white.
const MARGIN: f64 = 10.0;
/// Below the board: key and ruler.
const FOOT: f64 = 14.0;

/// A part of a board, and where it lies on a page.
pub struct Part {
    /// Left, top, width and height on the page.
    pub on: (f64, f64, f64, f64),
    /// Millimetres a point of the shapes.
    pub unit: f64,
    /// The points that are seen.
    pub view: Rect,
    /// What is drawn.
    pub shapes: Vec<Shape>,
    /// The picture under the grid.
    pub backdrop: Option<std::sync::Arc<super::Backdrop>>,
}

/// A page: a part of a board, and SVG text over it.
pub struct Page {
    /// What is printed over the board, of the size of the page.
    pub svg: String,
    /// Width and height in millimetres.
    pub size: (f64, f64),
    pub(super) part: Option<Part>,
}

impl From<(String, (f64, f64))> for Page {
    fn from((svg, size): (String, (f64, f64))) -> Self {
        Page {
            svg,
            size,
            part: None,
        }
    }
}

/// Part of a board within a rectangle of the page: from `from` on, in millimetres of the board.
/// Also the names of its spaces as SVG text.
fn part(
    board: &Board,
    print: &Print,
    from: (f64, f64),
    on: (f64, f64, f64, f64),
) -> (Part, String) {
    let bounds = Layout::new(*board.grid()).bounds();
    let (left, top, wide, high) = on;
    let unit = print.space / f64::from(ZOOM);
    let view = Rect::from_min_size(Pos2::ZERO, vec2((wide / unit) as f32, (high / unit) as f32));
    let first = bounds.min + vec2((from.0 / print.space) as f32, (from.1 / print.space) as f32);
    let camera = Camera {
        centre: first + view.size() / ZOOM / 2.0,
        zoom: ZOOM,
        view,
    };
    let mut names = Drawing::new("p");
    labels(&mut names, board, &camera, print);
    let names = format!(
        "<defs><clipPath id=\"pc\"><rect x=\"{left:.3}\" y=\"{top:.3}\" width=\"{wide:.3}\" height=\"{high:.3}\"/></clipPath></defs>\
         <g clip-path=\"url(#pc)\"><g transform=\"translate({left:.4} {top:.4}) scale({unit:.7})\">{}</g></g>",
        names.done()
    );
    let part = Part {
        on,
        unit,
        view,
        shapes: shapes(board, &camera, print),
        backdrop: print.backdrop.clone(),
    };
    (part, names)
}

/// How many pages side by side cover a length, if each shows `page` of it and `overlap` again.
fn count(length: f64, page: f64, overlap: f64) -> u32 {
    (((length - overlap) / (page - overlap) - 1e-9)
        .ceil()
        .max(1.0)) as u32
}

/// How a board is spread over pages.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Plan {
    /// Pages side by side, and rows of pages.
    pub pages: (u32, u32),
    /// Width and height of a page.
    pub size: (f64, f64),
    /// Width and height of the whole board.
    pub board: (f64, f64),
    /// Width and height of what a page shows of the board.
    area: (f64, f64),
}

impl Plan {
    /// The number of pages.
    pub fn total(&self) -> u32 {
        self.pages.0.saturating_mul(self.pages.1)
    }
}

/// As few pages as a board takes, whichever way the paper is turned.
pub fn plan(board: &Board, print: &Print, paper: Paper) -> Plan {
    let whole = print.size(board);
    let (short, long) = paper.size();
    let turned = |size: (f64, f64)| {
        let area = (size.0 - 2.0 * MARGIN, size.1 - 2.0 * MARGIN - FOOT);
        let columns = count(whole.0, area.0, print.overlap);
        let rows = count(whole.1, area.1, print.overlap);
        Plan {
            pages: (columns, rows),
            size,
            board: whole,
            area,
        }
    };
    let (upright, across) = (turned((short, long)), turned((long, short)));
    if across.total() < upright.total() {
        across
    } else {
        upright
    }
}

/// The board on as many pages as it takes, and pages with its key.
///
/// # Errors
/// It would take too many.
pub fn pages(
    board: &Board,
    print: &Print,
    paper: Paper,
    title: &str,
) -> Result<Vec<Page>, PrintError> {
    let plan = plan(board, print, paper);
    let (whole, (columns, rows)) = (plan.board, plan.pages);
    if plan.total() > MOST_PAGES {
        return Err(PrintError::TooManyPages {
            wide: whole.0,
            high: whole.1,
            pages: plan.total(),
        });
    }
    let mut all = Vec::with_capacity(plan.total() as usize + 1);
    for row in 0..rows {
        for column in 0..columns {
            let from = (
                f64::from(column) * (plan.area.0 - print.overlap),
                f64::from(row) * (plan.area.1 - print.overlap),
            );
            let shown = (
                plan.area.0.min(whole.0 - from.0),
                plan.area.1.min(whole.1 - from.1),
            );
            let (part, names) = part(board, print, from, (MARGIN, MARGIN, shown.0, shown.1));
            let edges = Edges {
                left: column > 0,
                top: row > 0,
                right: column + 1 < columns,
                bottom: row + 1 < rows,
            };
            let mut svg = begin(plan.size) + &names;
            svg += &crop_marks(shown, print.overlap, &edges);
            svg += &foot(title, print, (column, row), (columns, rows), plan.size);
            svg += "</svg>";
            all.push(Page {
                svg,
                size: plan.size,
                part: Some(part),
            });
        }
    }
    if print.key {
        all.extend(key_pages(board, print, paper, title));
    }
    Ok(all)
}

/// Pages with the key of a board.
fn key_pages(board: &Board, print: &Print, paper: Paper, title: &str) -> Vec<Page> {
    let size = paper.size();
    let room = (size.0 - 2.0 * MARGIN, size.1 - 2.0 * MARGIN - 8.0);
    let columns = super::key::columns(board, print, room);
    let pages = columns.into_iter().map(|body| {
        let shown: String = title.chars().take(60).collect();
        let svg = format!(
            "{}<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/><text x=\"{MARGIN}\" y=\"{:.1}\" font-size=\"5\">{}: key</text><g transform=\"translate({MARGIN} {:.1})\">{body}</g></svg>",
            begin(size),
            MARGIN + 4.0,
            markup(&shown),
            MARGIN + 8.0
        );
        Page {
            svg,
            size,
            part: None,
        }
    });
    pages.collect()
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
        markup(&shown),
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
