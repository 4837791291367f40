//! Charts as inline SVG. Colours are CSS classes of the page, so that they follow its light or dark
//! theme.

use super::super::{Matrix, Tally};
use super::NOT_ENOUGH;
use crate::shown::markup;
use std::fmt::Write;

/// Estimated width of a text, in units of the charts.
fn width(text: &str) -> f64 {
    7.2 * text.chars().count() as f64
}

fn widest<'a>(names: impl Iterator<Item = &'a str>) -> f64 {
    names.map(width).fold(40.0, f64::max).min(320.0)
}

fn open(out: &mut String, wide: f64, high: f64, label: &str) {
    let label = markup(label);
    let _ = write!(
        out,
        "<svg viewBox=\"0 0 {wide:.0} {high:.0}\" width=\"{wide:.0}\" height=\"{high:.0}\" role=\"img\" aria-label=\"{label}\"><title>{label}</title>"
    );
}

fn text(out: &mut String, x: f64, y: f64, class: &str, words: &str) {
    let words = markup(words);
    let _ = write!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"{class}\">{words}</text>"
    );
}

/// Scores with their intervals, one line each, with an axis at one half.
pub(super) fn intervals(label: &str, list: &[(String, Tally)]) -> String {
    const ROW: f64 = 26.0;
    const SPAN: f64 = 360.0;
    let names = widest(list.iter().map(|(name, _)| name.as_str()));
    let left = names + 12.0;
    let wide = left + SPAN + 190.0;
    let high = 34.0 + ROW * list.len() as f64;
    let x = |share: f64| left + SPAN * share;
    let mut out = String::new();
    open(&mut out, wide, high, label);
    for percent in [0, 25, 50, 75, 100] {
        let at = x(f64::from(percent) / 100.0);
        let class = if percent == 50 { "axis" } else { "grid" };
        let _ = write!(
            out,
            "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"20\" y2=\"{high:.0}\" class=\"{class}\"/>"
        );
        text(&mut out, at, 14.0, "tick middle", &format!("{percent} %"));
    }
    for (i, (name, tally)) in list.iter().enumerate() {
        let y = 38.0 + ROW * i as f64;
        let ((low, high), mean) = (tally.pairs.interval(), tally.pairs.mean());
        let class = side(tally);
        text(&mut out, names, y + 4.0, "name end", name);
        let _ = write!(
            out,
            "<line x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" class=\"{class} span\"/><circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"5\" class=\"{class}\"/>",
            x(low),
            x(high),
            x(mean)
        );
        let said = if tally.in_doubt() {
            format!("{:.1} %, {NOT_ENOUGH}", 100.0 * mean)
        } else {
            format!("{:.1} %", 100.0 * mean)
        };
        text(&mut out, left + SPAN + 12.0, y + 4.0, "tick", &said);
    }
    out.push_str("</svg>");
    out
}

fn side(tally: &Tally) -> &'static str {
    match tally.pairs.mean() {
        _ if tally.in_doubt() => "doubt",
        mean if mean > 0.5 => "more",
        _ => "less",
    }
}

/// A matrix as a heat map: the colour is stronger the farther the score is from one half.
pub(super) fn heat(label: &str, matrix: &Matrix) -> String {
    const CELL: f64 = 46.0;
    const ROW: f64 = 26.0;
    let names = widest(matrix.rows.iter().map(String::as_str));
    let heads = 0.72 * widest(matrix.columns.iter().map(String::as_str)) + 16.0;
    let wide = names + 12.0 + CELL * matrix.columns.len() as f64 + heads;
    let high = heads + 8.0 + ROW * matrix.rows.len() as f64;
    let mut out = String::new();
    open(&mut out, wide, high, label);
    for (c, column) in matrix.columns.iter().enumerate() {
        let (x, y) = (names + 12.0 + CELL * (c as f64 + 0.5), heads);
        let column = markup(column);
        let _ = write!(
            out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" class=\"name\" transform=\"rotate(-45 {x:.1} {y:.1})\">{column}</text>"
        );
    }
    for (r, row) in matrix.rows.iter().enumerate() {
        let y = heads + 8.0 + ROW * r as f64;
        text(&mut out, names, y + 17.0, "name end", row);
        for (c, column) in matrix.columns.iter().enumerate() {
            let x = names + 12.0 + CELL * c as f64;
            let tally = matrix.cells.get(&(r, c)).filter(|t| t.pairs.count > 0);
            let Some(tally) = tally else {
                let _ = write!(
                    out,
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.0}\" height=\"{:.0}\" class=\"empty\"/>",
                    CELL - 2.0,
                    ROW - 2.0
                );
                continue;
            };
            let ((low, high), mean) = (tally.pairs.interval(), tally.pairs.mean());
            let class = if mean >= 0.5 { "more" } else { "less" };
            let strength = 0.08 + 0.72 * (2.0 * (mean - 0.5).abs()).min(1.0);
            let note = if tally.in_doubt() {
                format!(", {NOT_ENOUGH}")
            } else {
                String::new()
            };
            let words = markup(&format!(
                "{row} · {column}: {:.1} % ({:.1}–{:.1}), {} pairs{note}",
                100.0 * mean,
                100.0 * low,
                100.0 * high,
                tally.pairs.count
            ));
            let doubt = if tally.in_doubt() { " faint" } else { "" };
            let _ = write!(
                out,
                "<g><title>{words}</title><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.0}\" height=\"{:.0}\" class=\"{class} cell\" fill-opacity=\"{strength:.2}\"/><text x=\"{:.1}\" y=\"{:.1}\" class=\"value middle{doubt}\">{:.0}</text></g>",
                CELL - 2.0,
                ROW - 2.0,
                x + CELL / 2.0 - 1.0,
                y + 16.5,
                100.0 * mean
            );
        }
    }
    out.push_str("</svg>");
    out
}

/// Counts as bars.
pub(super) fn bars(label: &str, counts: &[(String, u64)]) -> String {
    const HIGH: f64 = 140.0;
    const BAR: f64 = 30.0;
    let most = counts.iter().map(|(_, n)| *n).max().unwrap_or(1).max(1);
    let all: u64 = counts.iter().map(|(_, n)| *n).sum();
    let wide = 20.0 + BAR * counts.len() as f64;
    let mut out = String::new();
    open(&mut out, wide.max(120.0), HIGH + 44.0, label);
    for (i, (name, count)) in counts.iter().enumerate() {
        let x = 10.0 + BAR * i as f64;
        let tall = HIGH * *count as f64 / most as f64;
        let y = 18.0 + HIGH - tall;
        let percent = 100.0 * *count as f64 / all.max(1) as f64;
        let _ = write!(
            out,
            "<g><title>{name}: {count} ({percent:.1} %)</title><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.0}\" height=\"{tall:.1}\" class=\"bar\"/></g>",
            BAR - 4.0
        );
        let middle = x + BAR / 2.0 - 2.0;
        text(
            &mut out,
            middle,
            y - 4.0,
            "tick middle",
            &format!("{percent:.0}"),
        );
        text(&mut out, middle, HIGH + 34.0, "tick middle", name);
    }
    out.push_str("</svg>");
    out
}
