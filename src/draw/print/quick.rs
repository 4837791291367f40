//! A quick reference: headings, sentences and small tables in columns, on exactly one page.

use super::error::PrintError;
use super::page::{Page, Paper};
use super::svg::begin;
use crate::shown::markup;
use std::fmt::Write;

/// A part of a quick reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A heading.
    Heading(String),
    /// A name, which may be empty, and what there is to say about it.
    Text(String, String),
    /// Rows of equal length.
    Rows(Vec<Vec<String>>),
}

const MARGIN: f64 = 9.0;
/// Between two columns.
const GAP: f64 = 5.0;
/// Height of the title and what is below it.
const TITLE: f64 = 9.0;
/// Heights of letters that are tried, the largest first, in tenths of a millimetre.
const SIZES: std::ops::RangeInclusive<u32> = 16..=36;

/// A line of a column: pieces of text with their distance from the left, bold or not.
#[derive(Clone, Debug, Default)]
struct Line {
    parts: Vec<(f64, String, bool)>,
    /// Height, as a multiple of the height of letters.
    high: f64,
    /// Whether it stays with the next one.
    stays: bool,
}

/// Lays the pieces out on one page, in the largest letters that fit.
///
/// # Errors
/// They do not fit even in the smallest letters that can be read.
pub fn quick(title: &str, pieces: &[Piece], paper: Paper) -> Result<Page, PrintError> {
    let size = paper.size();
    for tenths in SIZES.rev() {
        let letters = f64::from(tenths) / 10.0;
        for columns in [2, 3] {
            if let Some(svg) = page(title, pieces, size, letters, columns) {
                return Ok(Page::from((svg, size)));
            }
        }
    }
    Err(PrintError::TooLong(paper.name()))
}

/// The page in letters of this height; `None`: it has no room.
fn page(
    title: &str,
    pieces: &[Piece],
    (wide, high): (f64, f64),
    letters: f64,
    columns: usize,
) -> Option<String> {
    let gaps = GAP * (columns - 1) as f64;
    let column = (wide - 2.0 * MARGIN - gaps) / columns as f64;
    let room = (high - 2.0 * MARGIN - TITLE) / letters;
    let lines: Vec<Line> = pieces
        .iter()
        .flat_map(|piece| lines(piece, column / letters))
        .collect();
    let mut out = begin((wide, high));
    let _ = write!(
        out,
        "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/><text x=\"{MARGIN}\" y=\"{:.2}\" font-size=\"5.2\">{}</text>",
        MARGIN + 4.4,
        markup(title)
    );
    let (mut at, mut down) = (0, 0.0);
    for (number, line) in lines.iter().enumerate() {
        let next = lines.get(number + 1).filter(|_| line.stays);
        let needed = line.high + next.map_or(0.0, |next| next.high);
        if down + needed > room {
            (at, down) = (at + 1, 0.0);
        }
        if at >= columns {
            return None;
        }
        if down == 0.0 && line.parts.is_empty() {
            continue;
        }
        down += line.high;
        let left = MARGIN + at as f64 * (column + GAP);
        let base = MARGIN + TITLE + (down - 0.35) * letters;
        for (x, text, bold) in &line.parts {
            let stroke = match bold {
                true => format!(
                    " stroke=\"#000000\" stroke-width=\"{:.3}\"",
                    letters * 0.035
                ),
                false => String::new(),
            };
            let _ = write!(
                out,
                "<text x=\"{:.2}\" y=\"{base:.2}\" font-size=\"{letters:.2}\"{stroke}>{}</text>",
                left + x * letters,
                markup(text)
            );
        }
    }
    out.push_str("</svg>");
    Some(out)
}

/// A piece in lines of a width, in heights of letters.
fn lines(piece: &Piece, wide: f64) -> Vec<Line> {
    let empty = |high| Line {
        high,
        ..Line::default()
    };
    match piece {
        Piece::Heading(text) => {
            let line = Line {
                parts: vec![(0.0, text.to_uppercase(), true)],
                high: 1.35,
                stays: true,
            };
            vec![empty(0.6), line]
        }
        Piece::Text(name, text) => {
            let mut all = Vec::new();
            let lead = match name.is_empty() {
                true => 0.0,
                false => width(name) + 0.55,
            };
            for (number, words) in wrapped(text, wide, lead.min(wide * 0.8)).iter().enumerate() {
                let mut line = Line {
                    high: 1.22,
                    ..Line::default()
                };
                let mut left = 0.0;
                if number == 0 && !name.is_empty() {
                    line.parts.push((0.0, name.clone(), true));
                    left = lead;
                }
                line.parts.push((left, words.clone(), false));
                all.push(line);
            }
            all.push(empty(0.12));
            all
        }
        Piece::Rows(rows) => table(rows, wide),
    }
}

/// Rows whose columns share the width by what stands in them.
fn table(rows: &[Vec<String>], wide: f64) -> Vec<Line> {
    let count = rows.first().map_or(0, Vec::len);
    let longest = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| width(cell)).fold(1.0, f64::max) + 0.8
    };
    let mut widths: Vec<f64> = (0..count).map(longest).collect();
    // the widest columns give way
    while widths.iter().sum::<f64>() > wide {
        let widest = widths.iter().copied().fold(0.0, f64::max);
        match widths.iter_mut().find(|width| **width >= widest) {
            Some(width) if *width > 4.0 => *width -= 0.5,
            _ => break,
        }
    }
    let mut all = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let cells: Vec<Vec<String>> = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| wrapped(cell, width - 0.6, 0.0))
            .collect();
        for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
            let mut left = 0.0;
            let mut parts = Vec::new();
            for (cell, width) in cells.iter().zip(&widths) {
                if let Some(text) = cell.get(line) {
                    parts.push((left, text.clone(), number == 0));
                }
                left += width;
            }
            all.push(Line {
                parts,
                high: 1.22,
                stays: number == 0,
            });
        }
    }
    all.push(Line {
        high: 0.2,
        ..Line::default()
    });
    all
}

/// A text in lines of a width; the first begins after `lead`.
fn wrapped(text: &str, wide: f64, lead: f64) -> Vec<String> {
    let mut all = Vec::new();
    let (mut line, mut used) = (String::new(), lead);
    for word in text.split_whitespace() {
        let long = width(word);
        let blank = if line.is_empty() { 0.0 } else { width(" ") };
        if used + blank + long > wide && !(line.is_empty() && used == 0.0) {
            all.push(std::mem::take(&mut line));
            used = 0.0;
        }
        if !line.is_empty() {
            line.push(' ');
            used += blank;
        }
        line.push_str(word);
        used += long;
    }
    all.push(line);
    all
}

/// About how wide a text is, in heights of letters: never less than it is.
fn width(text: &str) -> f64 {
    let letter = |c: char| match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 0.27,
        'f' | 't' | 'r' | '(' | ')' | '-' | '/' => 0.39,
        'm' | 'w' | 'M' | 'W' | '%' => 0.89,
        'A'..='Z' => 0.68,
        _ => 0.57,
    };
    text.chars().map(letter).sum()
}
