//! Pages that say what every kind of figure is, with its odds.

use super::figures::{Card, MARGIN, Page, begin, wrapped};
use crate::shown::markup;
use std::fmt::Write;

/// Millimetres from line to line.
const STEP: f64 = 4.4;
/// Heights of letters in millimetres.
const BOLD: f64 = 3.6;
const PLAIN: f64 = 3.2;
/// Millimetres above the first line, for the title.
const TITLE: f64 = 14.0;

/// A line of a page.
#[derive(Default)]
struct Line {
    text: String,
    bold: bool,
    inset: f64,
}

/// What every kind of figure is, with its odds: pages of this size, with a title.
pub(super) fn reference(cards: &[Card], title: &str, size: (f64, f64)) -> Vec<Page> {
    let most = ((size.1 - 2.0 * MARGIN - TITLE) / STEP) as usize;
    let sheets = sheets(kinds(cards, size.0), most);
    let page = |lines: Vec<Line>| (page(&lines, title, size), size);
    sheets.into_iter().map(page).collect()
}

/// The lines of each kind of figure, on paper of this width.
fn kinds(cards: &[Card], width: f64) -> Vec<Vec<Line>> {
    let mut all = Vec::new();
    let mut seen: Vec<(usize, &str, &str)> = Vec::new();
    for card in cards {
        let key = (card.side, card.name.as_str(), card.words.as_str());
        if !seen.contains(&key) {
            seen.push(key);
            let alike = |c: &&Card| (c.side, c.name.as_str(), c.words.as_str()) == key;
            let alike: Vec<&Card> = cards.iter().filter(alike).collect();
            all.push(kind(card, &alike, cards, width));
        }
    }
    all
}

/// The lines of one kind of figure; `alike`: all figures of that kind.
fn kind(card: &Card, alike: &[&Card], cards: &[Card], width: f64) -> Vec<Line> {
    let labels: Vec<&str> = alike.iter().map(|c| c.label.as_str()).collect();
    let unit = if card.points == "1" {
        "point"
    } else {
        "points"
    };
    let head = format!(
        "{} — {} ({} {unit})",
        labels.join(" "),
        card.name,
        card.points
    );
    let mut lines: Vec<Line> = Vec::new();
    let mut say = |text: &str, bold: bool, inset: f64| {
        let high = if bold { BOLD } else { PLAIN };
        let room = (width - 2.0 * MARGIN - inset - 4.0) / high;
        for (i, part) in wrapped(text, room).into_iter().enumerate() {
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
    let begin = alike.iter().filter_map(|c| {
        let mount = cards.get(c.aboard?)?;
        Some(format!("{} on {} {}", c.label, mount.label, mount.name))
    });
    let begin: Vec<String> = begin.collect();
    if !begin.is_empty() {
        let aboard = format!("Begins the battle aboard: {}", begin.join(", "));
        say(&aboard, false, 4.0);
    }
    for (name, value) in &card.odds {
        say(&format!("{name}: {value}"), false, 8.0);
    }
    lines
}

/// The lines of each page. A kind that fits on a page begins a new one rather than going over its
/// end.
fn sheets(kinds: Vec<Vec<Line>>, most: usize) -> Vec<Vec<Line>> {
    let mut sheets: Vec<Vec<Line>> = vec![Vec::new()];
    for kind in kinds {
        let last = sheets.last().map_or(0, Vec::len);
        if last > 0 && last + 1 + kind.len() > most && kind.len() <= most {
            sheets.push(Vec::new());
        }
        for (i, line) in kind.into_iter().enumerate() {
            let sheet = match sheets.last_mut() {
                Some(sheet) if sheet.len() < most => sheet,
                _ => {
                    sheets.push(Vec::new());
                    sheets.last_mut().expect("one")
                }
            };
            if i == 0 && !sheet.is_empty() {
                sheet.push(Line::default());
            }
            sheet.push(line);
        }
    }
    sheets
}

/// A page as SVG.
fn page(lines: &[Line], title: &str, size: (f64, f64)) -> String {
    let mut out = begin(size);
    let _ = write!(
        out,
        "<text x=\"{MARGIN}\" y=\"{:.1}\" font-size=\"6\">{}</text>",
        MARGIN + 6.0,
        markup(title)
    );
    for (i, line) in lines.iter().enumerate() {
        let y = MARGIN + TITLE + i as f64 * STEP;
        let ink = if line.bold { "#000000" } else { "#404040" };
        let size = if line.bold { BOLD } else { PLAIN };
        let _ = write!(
            out,
            "<text x=\"{:.1}\" y=\"{y:.1}\" font-size=\"{size}\" fill=\"{ink}\">{}</text>",
            MARGIN + line.inset,
            markup(&line.text)
        );
    }
    out + "</svg>"
}
