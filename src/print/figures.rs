//! Paper figures for a force, and its reference sheet.

use super::page::{Page, Paper, ruler};
use super::svg::escape;
use crate::look::colour::side;
use std::fmt::Write;

/// A figure on paper.
#[derive(Clone, Debug, Default)]
pub struct Card {
    /// `1.3`
    pub label: String,
    /// Its name.
    pub name: String,
    /// What it is, in words.
    pub words: String,
    /// The side, from 0.
    pub side: usize,
    /// What it is worth.
    pub points: String,
    /// Odds, as name and value.
    pub odds: Vec<(String, String)>,
}

const MARGIN: f64 = 10.0;
const FOOT: f64 = 12.0;

fn begin((wide, high): (f64, f64)) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}mm\" height=\"{high}mm\" viewBox=\"0 0 {wide} {high}\" font-family=\"Ubuntu, sans-serif\"><rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
    )
}

/// The shape every side has besides its colour.
fn badge(number: usize, x: f64, y: f64, r: f64) -> String {
    let colour = side(number);
    let fill = format!("#{:02x}{:02x}{:02x}", colour.r(), colour.g(), colour.b());
    let sides = match number % 4 {
        0 => {
            return format!(
                "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{r:.2}\" fill=\"{fill}\" stroke=\"#202020\" stroke-width=\"{:.2}\"/>",
                r * 0.06
            );
        }
        n => n + 3,
    };
    let mut d = String::new();
    for i in 0..sides {
        let angle =
            (i as f64 + 0.5) / sides as f64 * std::f64::consts::TAU + std::f64::consts::FRAC_PI_2;
        let _ = write!(
            d,
            "{}{:.2} {:.2}",
            if i == 0 { 'M' } else { 'L' },
            x + r * 1.12 * angle.cos(),
            y + r * 1.12 * angle.sin()
        );
    }
    format!(
        "<path d=\"{d}Z\" fill=\"{fill}\" stroke=\"#202020\" stroke-width=\"{:.2}\"/>",
        r * 0.06
    )
}

/// One face: a badge with the label, the name below.
fn face(card: &Card, x: f64, y: f64, wide: f64, high: f64) -> String {
    let r = (wide * 0.36).min(high * 0.34);
    let (cx, cy) = (x + wide / 2.0, y + high * 0.42);
    let mut out = badge(card.side, cx, cy, r);
    let small = r * 0.6;
    let _ = write!(
        out,
        "<text x=\"{cx:.2}\" y=\"{:.2}\" font-size=\"{small:.2}\" text-anchor=\"middle\" fill=\"#ffffff\" stroke=\"#202020\" stroke-width=\"{:.2}\" paint-order=\"stroke\">{}</text>",
        cy + small * 0.36,
        small * 0.12,
        escape(&card.label)
    );
    // a narrow letter is half as wide as it is high
    let letters = card.name.chars().count().max(1) as f64;
    let size = (wide * 0.92 / (letters * 0.54)).min(wide * 0.16);
    let _ = write!(
        out,
        "<text x=\"{cx:.2}\" y=\"{:.2}\" font-size=\"{size:.2}\" text-anchor=\"middle\">{}</text>",
        y + high * 0.93,
        escape(&card.name)
    );
    out
}

/// Standees, or where these are too tall for the paper, tokens.
fn stand(card: &Card, x: f64, y: f64, space: f64, tall: bool) -> String {
    let wide = space * 0.95;
    if !tall {
        let r = space * 0.45;
        let mut out = format!(
            "<circle cx=\"{:.2}\" cy=\"{:.2}\" r=\"{r:.2}\" fill=\"#ffffff\" stroke=\"#000000\" stroke-width=\"0.2\"/>",
            x + wide / 2.0,
            y + wide / 2.0
        );
        let inner = r * 1.36;
        out += &face(
            card,
            x + (wide - inner) / 2.0,
            y + (wide - inner) / 2.0,
            inner,
            inner,
        );
        return out;
    }
    let (high, flap) = (wide * 1.3, wide * 0.4);
    let whole = 2.0 * (high + flap);
    let mut out = format!(
        "<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\"{wide:.2}\" height=\"{whole:.2}\" fill=\"none\" stroke=\"#000000\" stroke-width=\"0.2\"/>"
    );
    for fold in [flap, flap + high, flap + 2.0 * high] {
        let _ = write!(
            out,
            "<path d=\"M{x:.2} {0:.2}L{1:.2} {0:.2}\" stroke=\"#606060\" stroke-width=\"0.15\" stroke-dasharray=\"1 1\"/>",
            y + fold,
            x + wide
        );
    }
    let (cx, cy) = (x + wide / 2.0, y + flap + high / 2.0);
    let _ = write!(
        out,
        "<g transform=\"rotate(180 {cx:.3} {cy:.3})\">{}</g>",
        face(card, x, y + flap, wide, high)
    );
    out += &face(card, x, y + flap + high, wide, high);
    out
}

/// Pages of figures to cut out, and pages that say what they are.
///
/// # Errors
/// A space is larger than the paper.
pub fn sheets(cards: &[Card], space: f64, paper: Paper, title: &str) -> Result<Vec<Page>, String> {
    let size = paper.size();
    let room = (size.0 - 2.0 * MARGIN, size.1 - 2.0 * MARGIN - FOOT);
    let tall = space * 0.95 * 3.4 <= room.1;
    let (wide, high) = (
        space * 0.95 + 3.0,
        space * 0.95 * if tall { 3.4 } else { 1.0 } + 3.0,
    );
    let (columns, rows) = ((room.0 / wide) as usize, (room.1 / high) as usize);
    if columns == 0 || rows == 0 {
        return Err(format!(
            "a figure of {space:.0} mm is larger than the paper"
        ));
    }
    let mut pages = Vec::new();
    for chunk in cards.chunks(columns * rows) {
        let mut out = begin(size);
        for (i, card) in chunk.iter().enumerate() {
            let x = MARGIN + (i % columns) as f64 * wide;
            let y = MARGIN + (i / columns) as f64 * high;
            out += &stand(card, x, y, space, tall);
        }
        out += &foot(title, size);
        pages.push((out + "</svg>", size));
    }
    pages.extend(reference(cards, title, size));
    Ok(pages)
}

fn foot(title: &str, size: (f64, f64)) -> String {
    let base = size.1 - MARGIN;
    ruler((MARGIN, base - 5.5))
        + &format!(
            "<text x=\"{:.2}\" y=\"{base:.2}\" font-size=\"3\" text-anchor=\"end\">{}</text>",
            size.0 - MARGIN,
            escape(title)
        )
}

/// What every kind of figure is, with its odds.
fn reference(cards: &[Card], title: &str, size: (f64, f64)) -> Vec<Page> {
    struct Line {
        text: String,
        bold: bool,
        inset: f64,
    }
    let mut lines: Vec<Line> = Vec::new();
    let mut seen: Vec<(usize, &str, &str)> = Vec::new();
    for card in cards {
        let key = (card.side, card.name.as_str(), card.words.as_str());
        if seen.contains(&key) {
            continue;
        }
        seen.push(key);
        let alike: Vec<&str> = cards
            .iter()
            .filter(|c| (c.side, c.name.as_str(), c.words.as_str()) == key)
            .map(|c| c.label.as_str())
            .collect();
        let head = format!(
            "{} — {} ({} points)",
            alike.join(" "),
            card.name,
            card.points
        );
        let mut say = |text: &str, bold: bool, inset: f64| {
            for (i, part) in wrapped(text, 130).into_iter().enumerate() {
                let inset = if i > 0 { inset + 4.0 } else { inset };
                lines.push(Line {
                    text: part,
                    bold,
                    inset,
                });
            }
        };
        say(&head, true, 0.0);
        say(&card.words, false, 4.0);
        for (name, value) in &card.odds {
            say(&format!("{name}: {value}"), false, 8.0);
        }
    }
    let step = 4.6;
    let most = ((size.1 - 2.0 * MARGIN - FOOT - 12.0) / step) as usize;
    lines
        .chunks(most.max(1))
        .map(|chunk| {
            let mut out = begin(size);
            let _ = write!(
                out,
                "<text x=\"{MARGIN}\" y=\"{:.1}\" font-size=\"6\">{}</text>",
                MARGIN + 6.0,
                escape(title)
            );
            for (i, line) in chunk.iter().enumerate() {
                let y = MARGIN + 14.0 + i as f64 * step;
                let ink = if line.bold { "#000000" } else { "#404040" };
                let size = if line.bold { 3.6 } else { 3.2 };
                let _ = write!(
                    out,
                    "<text x=\"{:.1}\" y=\"{y:.1}\" font-size=\"{size}\" fill=\"{ink}\">{}</text>",
                    MARGIN + line.inset,
                    escape(&line.text)
                );
            }
            (out + "</svg>", size)
        })
        .collect()
}

/// Lines of at most so many letters.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("one");
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > most {
            lines.push(word.to_owned());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}
