//! The report as the body of a Markdown section.

use super::super::{Report, Tally};
use super::{LEGEND, NOT_ENOUGH, headline};
use std::fmt::Write;

/// A Markdown table; `|` in cells is escaped.
pub fn markdown_table(head: &[&str], rows: &[Vec<String>]) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let escaped = |cell: &String| cell.replace('|', "\\|");
    let mut text = line(head.iter().map(|cell| (*cell).to_owned()).collect());
    text += &line(head.iter().map(|_| "---".to_owned()).collect());
    for row in rows {
        text += &line(row.iter().map(escaped).collect());
    }
    text
}

/// The answer, then a table each of agents, forces, seats and maps.
pub fn markdown(report: &Report) -> String {
    let report = &report.titled();
    let mut text = format!("{}\n", headline(report));
    for (what, list) in [
        ("Agent", &report.agents),
        ("Force", &report.forces),
        ("Seat", &report.seats),
    ] {
        if list.len() > 1 {
            let rows: Vec<Vec<String>> = list.iter().map(|(n, t)| row(n, t)).collect();
            let head = [
                what, "Wins", "Draws", "Losses", "Score", "95 %", "Elo", "95 %", "Note",
            ];
            let _ = write!(text, "\n{}", markdown_table(&head, &rows));
        }
    }
    if report.maps.len() > 1 {
        let rows: Vec<Vec<String>> = report
            .maps
            .iter()
            .map(|(name, v)| {
                vec![
                    name.clone(),
                    v.games.to_string(),
                    format!("{:.1} %", 100.0 * v.decisive()),
                    format!("{:.1}", v.rounds.mean()),
                    format!("{:.1}", v.points.mean()),
                ]
            })
            .collect();
        let head = ["Map", "Battles", "With a winner", "Rounds", "Points"];
        let _ = write!(text, "\n{}", markdown_table(&head, &rows));
    }
    let _ = write!(text, "\n{LEGEND}\n");
    let remarks = report.remarks();
    if !remarks.is_empty() {
        text.push('\n');
    }
    for remark in remarks {
        let _ = writeln!(text, "- {remark}");
    }
    text
}

fn row(name: &str, tally: &Tally) -> Vec<String> {
    let ((low, high), (elo, (elo_low, elo_high))) = (tally.pairs.interval(), tally.elo());
    vec![
        name.to_owned(),
        tally.wins.to_string(),
        tally.draws.to_string(),
        tally.losses.to_string(),
        format!("{:.1} %", 100.0 * tally.pairs.mean()),
        format!("{:.1}–{:.1}", 100.0 * low, 100.0 * high),
        format!("{elo:+.0}"),
        format!("{elo_low:+.0} to {elo_high:+.0}"),
        if tally.in_doubt() { NOT_ENOUGH } else { "" }.to_owned(),
    ]
}
