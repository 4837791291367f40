//! `map check --scenarios`: plays the shipped set pieces and says whether both sides can win.

use super::arena::{progress, until_stopped};
use super::machine::threads;
use super::map_battles::BattlesArgs;
use super::{Ended, Exit, Failure, drive, output};
use crate::arena::report::markdown_table;
use crate::arena::set_pieces::{self, Measured};
use crate::store::disk;
use crate::store::options::{BattleOptions, drawn_seed};
use serde_json::json;
use std::path::Path;

/// Head of the table.
const HEAD: [&str; 7] = [
    "Scenario",
    "Sides",
    "First side",
    "95 %",
    "Rounds, median",
    "Battles",
    "Fingerprint",
];

/// Battles of each set piece unless `--battles` says.
const BATTLES: u64 = 400;

/// Largest file with a table, in bytes.
const MOST: u64 = 4 << 20;

/// Plays the set pieces of these names, or all; prints a line each, or writes their rows into the
/// table of a Markdown file.
///
/// # Errors
/// If there is no set piece of a name, or the file has no row for one.
pub fn run(names: &[String], args: &BattlesArgs, (as_json, table): (bool, Option<&Path>)) -> Ended {
    let all = set_pieces::names().into_iter().map(str::to_owned);
    let names = match names {
        [] => all.collect(),
        [one] if one.as_str() == "all" => all.collect(),
        some => some.to_vec(),
    };
    let games = args.battles.unwrap_or(BATTLES);
    let seed = args.seed().unwrap_or_else(drawn_seed);
    let jobs = args.jobs().map_or_else(threads, usize::from);
    let limit = BattleOptions::default().bot_limit();
    let bar = progress(games * names.len() as u64, 0);
    let mut go_on = until_stopped();
    let mut measured = Vec::new();
    for (at, name) in (0u64..).zip(&names) {
        let done = at * games;
        measured.push(set_pieces::measure(
            (name, args.agent()),
            (games, seed, jobs),
            |setup, name, side| drive::agent(setup, name, side, limit),
            |played| bar.set_position(done + played),
            &mut go_on,
        )?);
    }
    bar.finish_and_clear();
    if !go_on() {
        return Ok(Exit::Interrupted);
    }
    if let Some(file) = table {
        write(file, &measured)?;
    }
    if as_json {
        let all: Vec<_> = measured.iter().map(json_of).collect();
        output::print(&super::map::line(
            &json!({ "scenarios": all, "seed": seed }),
        ))?;
    } else if args.markdown {
        let rows: Vec<Vec<String>> = measured.iter().map(cells).collect();
        let body = markdown_table(&HEAD, &rows);
        output::print(&super::markdown::section("Set pieces", &body))?;
    } else {
        let mut text = answer(&measured);
        text.extend(measured.iter().map(line));
        text += &format!(
            "{games} battles each of {} against itself, seed {seed}\n",
            args.agent()
        );
        output::print(&text)?;
    }
    Ok(Exit::Done)
}

/// The answer for several set pieces in a sentence; one says it by its own line.
fn answer(all: &[Measured]) -> String {
    let good = all.iter().filter(|piece| piece.is_told() && piece.holds());
    match all.len() {
        0 | 1 => String::new(),
        all => format!("Both sides can win {} of {all} set pieces.\n", good.count()),
    }
}

/// A set piece as a line: the answer, then the numbers.
fn line(piece: &Measured) -> String {
    let Measured { rounds, last, .. } = piece;
    let force = |at: usize| piece.forces.get(at).map_or("", String::as_str);
    let verdict = match piece.holds() {
        _ if !piece.is_told() => "not enough battles to tell".to_owned(),
        true => "both sides can win".to_owned(),
        false if 2 * rounds < *last => "it is over too soon".to_owned(),
        false => format!(
            "{} have the better chances",
            force(usize::from(piece.share < 0.5))
        ),
    };
    format!(
        "{}: {verdict}; {} win {:.0} % ({:.0}–{:.0}), half of the battles last {rounds} of {last} rounds or more\n",
        piece.title,
        force(0),
        100.0 * piece.share,
        100.0 * piece.interval.0,
        100.0 * piece.interval.1,
    )
}

fn json_of(piece: &Measured) -> serde_json::Value {
    json!({
        "scenario": piece.name, "title": piece.title, "forces": piece.forces, "games": piece.games,
        "share": piece.share, "low": piece.interval.0, "high": piece.interval.1,
        "rounds": piece.rounds, "last": piece.last, "holds": piece.holds(),
        "fingerprint": piece.fingerprint,
    })
}

/// The cells of its row.
fn cells(piece: &Measured) -> Vec<String> {
    vec![
        piece.name.clone(),
        piece.forces.join(" : "),
        format!("{:.1} %", 100.0 * piece.share),
        format!(
            "{:.1} … {:.1}",
            100.0 * piece.interval.0,
            100.0 * piece.interval.1
        ),
        format!("{} of {}", piece.rounds, piece.last),
        piece.games.to_string(),
        piece.fingerprint.clone(),
    ]
}

/// Writes the rows of set pieces into the table of a Markdown file, in place of those with their names.
fn write(file: &Path, measured: &[Measured]) -> Result<(), Failure> {
    let name = file.display();
    let text = disk::bytes(file, MOST, "a Markdown file")?;
    let text = String::from_utf8(text)
        .map_err(|_| Failure::message(format!("{name}: this is not text in UTF-8")))?;
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for piece in measured {
        let begin = format!("| {} |", piece.name);
        let Some(row) = lines.iter_mut().find(|line| line.starts_with(&begin)) else {
            return Err(Failure::message(format!(
                "{name}: no row of a table begins with \"{begin}\"; add one"
            )));
        };
        *row = format!("| {} |", cells(piece).join(" | "));
    }
    let ending = if text.ends_with('\n') { "\n" } else { "" };
    disk::write(file, (lines.join("\n") + ending).as_bytes())
}
