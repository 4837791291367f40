//! A roster for the table: a force as plain text, or as a page that any browser prints.

use super::split;
use crate::battle::HalfPoints;
use crate::rules::{ForceSummary, Rules};
use crate::shown::markup;
use std::fmt::Write;

/// Figures that are alike.
struct Row<'a> {
    first: usize,
    many: usize,
    name: &'a str,
    words: &'a str,
    points: HalfPoints,
}

/// The figures of a force, like ones that stand together in one row.
fn rows(force: &ForceSummary) -> Vec<Row<'_>> {
    let mut rows: Vec<Row> = Vec::new();
    for (i, figure) in force.figures.iter().enumerate() {
        let (name, words, points) = (&figure.name, &figure.words, figure.points);
        match rows.last_mut() {
            Some(row) if row.name == name && row.words == words && row.points == points => {
                row.many += 1;
            }
            _ => rows.push(Row {
                first: i + 1,
                many: 1,
                name,
                words,
                points,
            }),
        }
    }
    rows
}

impl Row<'_> {
    /// `2-4`, as figures are numbered in battle.
    fn numbers(&self) -> String {
        match self.many {
            1 => self.first.to_string(),
            many => format!("{}-{}", self.first, self.first + many - 1),
        }
    }
    fn cost(&self) -> String {
        let one = self.points.written();
        if self.many == 1 {
            one
        } else {
            let all = self.points * i32::try_from(self.many).unwrap_or(1);
            format!("{} x {one} = {}", self.many, all.written())
        }
    }
}

/// The roster as text, with a box for every figure to tick off.
pub fn text(rules: Rules, force: &ForceSummary) -> String {
    let rows = rows(force);
    let width = rows
        .iter()
        .map(|r| r.name.chars().count())
        .max()
        .unwrap_or(0)
        .clamp(4, crate::shown::WIDEST);
    let mut out = format!(
        "{}\n{}, {} points, {} figures, {}\n\n",
        force.name,
        rules.name(),
        force.points.written(),
        force.figures.len(),
        force.nerve.name()
    );
    for row in rows {
        let _ = writeln!(
            out,
            "{:>6}  {:<width$}  {}",
            row.numbers(),
            row.name,
            row.cost()
        );
        let _ = writeln!(out, "        {}", row.words);
        for line in vec!["[ ]"; row.many].chunks(16) {
            let _ = writeln!(out, "        {}", line.join(" "));
        }
        out.push('\n');
    }
    out
}

const STYLE: &str = "\
@page{margin:15mm}body{font:11pt/1.35 Georgia,serif;color:#111;max-width:180mm;margin:1em auto}\
h1{font-size:22pt;margin:0}p{margin:.2em 0 1em;color:#444}\
article{border:1px solid #777;border-radius:2mm;padding:3mm 4mm;margin:0 0 3mm;break-inside:avoid}\
h2{font-size:13pt;margin:0;display:flex;justify-content:space-between}\
h2 span{font-weight:normal;font-size:11pt}ul{margin:1mm 0 2mm;padding:0}\
li{display:inline-block;border:1px solid #bbb;border-radius:1mm;padding:0 1.5mm;margin:.5mm 1mm 0 0}\
i{display:inline-block;width:6mm;height:6mm;border:1px solid #111;margin:0 1.5mm 0 0}";

/// The roster as a page to print.
pub fn page(rules: Rules, force: &ForceSummary) -> String {
    let title = markup(&force.name);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <title>{title}</title>\n<style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n\
         <p>{}, {} points, {} figures, {}</p>\n",
        markup(rules.name()),
        force.points.written(),
        force.figures.len(),
        force.nerve.name()
    );
    for row in rows(force) {
        let words: String = split(row.words)
            .iter()
            .map(|w| format!("<li>{}</li>", markup(w)))
            .collect();
        let _ = writeln!(
            out,
            "<article><h2>{} {}<span>{}</span></h2><ul>{words}</ul>{}</article>",
            row.numbers(),
            markup(row.name),
            row.cost(),
            "<i></i>".repeat(row.many)
        );
    }
    out.push_str("</body></html>\n");
    out
}
