//! One line of comma-separated values a battle: every cell holds one value.

use super::super::{Made, Row, RowError};
use crate::shown::escaped;
use serde_json::Value;

/// The columns of a battle before those of its seats.
const BATTLE: [&str; 10] = [
    "game",
    "pair",
    "map",
    "scenario",
    "seats",
    "seed",
    "rounds",
    "reason",
    "lead_changes",
    "digest",
];

/// The columns of a seat; each name is followed by the number of the seat, from 1.
const SEAT: [&str; 6] = ["agent", "force", "result", "points", "lost", "replaced"];

/// The last column: the command that shows the battle.
const COMMAND: &str = "command";

/// The first line, for battles of up to this many sides.
pub fn csv_head(seats: usize) -> String {
    let mut names: Vec<String> = BATTLE.map(str::to_owned).into();
    for seat in 1..=seats {
        names.extend(SEAT.map(|name| format!("{name}{seat}")));
    }
    names.push(COMMAND.to_owned());
    names.join(",")
}

/// The line of a battle, from its line of JSON. Cells of seats that it does not have are empty.
///
/// # Errors
/// If the line is damaged.
pub fn csv_line(line: &str, seats: usize) -> Result<String, RowError> {
    let row = Row::read(line)?;
    let value: Value =
        serde_json::from_str(line).map_err(|error| RowError::Json(error.to_string()))?;
    let word = |name: &str| text(value[name].as_str().unwrap_or_default());
    let titles = row.titles.as_ref();
    let mut cells = vec![
        row.game.to_string(),
        row.pair.to_string(),
        text(titles.map_or(&row.map, |t| &t.map)),
        text(titles.map_or(&row.scenario, |t| &t.scenario)),
        row.agents.len().to_string(),
        row.seed.to_string(),
        row.rounds.to_string(),
        word("reason"),
        row.lead_changes.to_string(),
        word("digest"),
    ];
    for seat in 0..seats {
        if seat >= row.agents.len() {
            cells.extend(SEAT.map(|_| String::new()));
            continue;
        }
        let count = |list: Option<u64>| list.unwrap_or_default().to_string();
        cells.extend([
            text(&row.agents[seat]),
            text(titles.map_or(&row.forces[seat], |t| &t.forces[seat])),
            match row.made(seat) {
                Made::Win => "win",
                Made::Draw => "draw",
                Made::Loss => "loss",
            }
            .to_owned(),
            // whole numbers have no fraction here
            row.points[seat].to_string(),
            count(value["lost"][seat].as_u64()),
            count(row.replaced.as_ref().map(|counts| counts[seat])),
        ]);
    }
    cells.push(word("watch"));
    Ok(cells.join(","))
}

/// A cell with text: nothing that a terminal obeys, no formula for a spreadsheet, and quoted if CSV
/// needs it.
fn text(text: &str) -> String {
    let mut text = escaped(text).replace('\n', "\\n");
    if text.starts_with(['=', '+', '-', '@', '\t']) {
        text.insert(0, '\'');
    }
    if text.contains([',', '"', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text
}
