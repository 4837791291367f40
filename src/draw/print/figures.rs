//! Paper figures for a force, and its reference sheet.

use super::page::{Paper, ruler};
use super::reference::reference;
use crate::board::GridKind;
use crate::look::colour::side;
use crate::shown::markup;
use std::fmt::Write;

/// A page as SVG text, and its size in millimetres.
pub type Page = (String, (f64, f64));

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
    /// The size of its footprint: its width in spaces.
    pub size: u8,
    /// What it is worth.
    pub points: String,
    /// Which of the cards it begins aboard of, from 0.
    pub aboard: Option<usize>,
    /// Odds, as name and value.
    pub odds: Vec<(String, String)>,
}

pub(super) const MARGIN: f64 = 10.0;
const FOOT: f64 = 12.0;

pub(super) fn begin((wide, high): (f64, f64)) -> String {
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
    let letters = card.label.chars().count().max(1) as f64;
    let small = (r * 0.6).min(r * 1.45 / (letters * 0.56));
    let _ = write!(
        out,
        "<text x=\"{cx:.2}\" y=\"{:.2}\" font-size=\"{small:.2}\" text-anchor=\"middle\" fill=\"#ffffff\" stroke=\"#202020\" stroke-width=\"{:.2}\" paint-order=\"stroke\">{}</text>",
        cy + small * 0.36,
        small * 0.12,
        markup(&card.label)
    );
    // a narrow letter is half as wide as it is high
    let fit = |letters: usize| (wide * 0.92 / (letters.max(1) as f64 * 0.54)).min(wide * 0.16);
    let whole = fit(card.name.chars().count());
    let (first, second, halves) = in_two(&card.name);
    let halves = fit(halves).min(wide * 0.13);
    let lines = match halves > whole {
        true => vec![(first, 0.845, halves), (second, 0.94, halves)],
        false => vec![(card.name.as_str(), 0.93, whole)],
    };
    for (line, down, size) in lines {
        let _ = write!(
            out,
            "<text x=\"{cx:.2}\" y=\"{:.2}\" font-size=\"{size:.2}\" text-anchor=\"middle\">{}</text>",
            y + high * down,
            markup(line)
        );
    }
    out
}

/// A name in two lines as alike as can be, and the letters of the longer one.
fn in_two(name: &str) -> (&str, &str, usize) {
    let letters = |text: &str| text.chars().count();
    let cuts = name.match_indices(' ').map(|(at, _)| {
        let (first, second) = (&name[..at], &name[at + 1..]);
        (first, second, letters(first).max(letters(second)))
    });
    let whole = (name, "", letters(name));
    cuts.min_by_key(|(.., longest)| *longest).unwrap_or(whole)
}

/// How much of its spaces a figure fills.
const FILLS: f64 = 0.95;
/// How much higher than wide a standee is, unfolded.
const UNFOLDED: f64 = 3.4;

/// A standee, or a token.
fn stand(card: &Card, x: f64, y: f64, wide: f64, tall: bool) -> String {
    if !tall {
        let r = wide * 0.47;
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

/// How many spaces wide what stands on a footprint may be, so that two of its kind have room side
/// by side: three hexes in a triangle, and seven in a flower, lie closer together than squares.
fn across(size: u8, grid: GridKind) -> f64 {
    match (grid, size) {
        (_, 0 | 1) => 1.0,
        (GridKind::Square, n) => f64::from(n),
        (_, 2) => 3.0_f64.sqrt(),
        (_, _) => 7.0_f64.sqrt(),
    }
}

/// Those who begin aboard of a figure, and it, as one figure: two standees have no room in one
/// space. Of large ones the riders are put aside, or onto the token.
fn mounted(cards: &[Card], mount: usize) -> Option<Card> {
    let riders = cards.iter().filter(|card| card.aboard == Some(mount));
    let riders: Vec<&Card> = riders.collect();
    let mount = cards.get(mount).filter(|card| card.size <= 1)?;
    let words = |word: fn(&Card) -> &str| -> Vec<&str> { riders.iter().map(|c| word(c)).collect() };
    let names = words(|card| &card.name).join(", ");
    let labels = words(|card| &card.label).join("+");
    (!riders.is_empty()).then(|| Card {
        label: format!("{labels}+{}", mount.label),
        name: format!("{names} on {}", mount.name),
        ..mount.clone()
    })
}

/// Pages of figures to cut out, and pages that say what they are. Standees, or tokens of what is
/// large or too tall for the paper; who begins on a mount stands there a second time, with it.
/// Also the figures left out because they are larger than the paper.
pub fn sheets(
    cards: &[Card],
    (grid, space): (GridKind, f64),
    paper: Paper,
    title: &str,
) -> (Vec<Page>, Vec<String>) {
    const GAP: f64 = 3.0;
    let size = paper.size();
    let room = (size.0 - 2.0 * MARGIN, size.1 - 2.0 * MARGIN - FOOT);
    let (mut pages, mut too_large) = (Vec::new(), Vec::new());
    let mut out = String::new();
    // where the next figure goes, and how high the row is
    let (mut x, mut y, mut row) = (0.0_f64, 0.0_f64, 0.0_f64);
    let mut finish = |out: &mut String| {
        if !out.is_empty() {
            let page = std::mem::take(out);
            pages.push((begin(size) + &page + &foot(title, size) + "</svg>", size));
        }
    };
    let stands = (0..cards.len()).flat_map(|i| [Some(cards[i].clone()), mounted(cards, i)]);
    for card in stands.flatten() {
        let wide = space * FILLS * across(card.size, grid);
        let tall = card.size <= 1 && wide * UNFOLDED <= room.1;
        let high = if tall { wide * UNFOLDED } else { wide };
        if wide > room.0 || high > room.1 {
            too_large.push(format!("{} {}", card.label, card.name));
            continue;
        }
        if x + wide > room.0 {
            (x, y, row) = (0.0, y + row + GAP, 0.0);
        }
        if y + high > room.1 {
            finish(&mut out);
            (x, y, row) = (0.0, 0.0, 0.0);
        }
        out += &stand(&card, MARGIN + x, MARGIN + y, wide, tall);
        (x, row) = (x + wide + GAP, row.max(high));
    }
    finish(&mut out);
    pages.extend(reference(cards, title, size));
    (pages, too_large)
}

fn foot(title: &str, size: (f64, f64)) -> String {
    let base = size.1 - MARGIN;
    ruler((MARGIN, base - 5.5))
        + &format!(
            "<text x=\"{:.2}\" y=\"{base:.2}\" font-size=\"3\" text-anchor=\"end\">{}</text>",
            size.0 - MARGIN,
            markup(title)
        )
}

/// Lines no wider than a multiple of the letter height.
pub(super) fn wrapped(text: &str, most: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    // a number and its unit stay together
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let last = lines.last_mut().expect("one");
        if !last.is_empty() && width(last) + width(" ") + width(word) > most {
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

/// How wide a text is, in heights of its letters; a little more rather than less.
fn width(text: &str) -> f64 {
    let letter = |c: char| match c {
        'i' | 'j' | 'l' | ' ' | '.' | ',' | ':' | ';' | '\'' | '·' => 0.27,
        'f' | 'r' | 't' | 'I' | '/' | '(' | ')' | '-' => 0.41,
        'm' | 'w' | 'M' | 'W' | '—' => 1.0,
        _ if c.is_ascii_lowercase() || c.is_ascii_digit() => 0.6,
        _ if c.is_ascii_uppercase() => 0.78,
        // accented letters as their plain ones, the rest as wide as high
        _ if c.is_lowercase() => 0.62,
        _ => 1.0,
    };
    text.chars().map(letter).sum()
}
