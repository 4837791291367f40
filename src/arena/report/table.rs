//! The report as text for people: the answer, then tables.

use super::super::{Matrix, Report, Stopped, Tally};
use super::{LEGEND, NOT_ENOUGH, headline};
use std::fmt::Write;

/// The widest matrix that is printed.
const WIDEST: usize = 12;

/// The longest name that a table shows; longer ones are cut.
const LONGEST_NAME: usize = crate::shown::WIDEST;

/// A name as a table shows it.
fn named(name: &str) -> String {
    let name = crate::shown::escaped(name);
    match name.char_indices().nth(LONGEST_NAME) {
        Some((at, _)) => format!("{}…", &name[..at]),
        None => name.into_owned(),
    }
}

/// Width of a column of names: that of the longest, but at least this.
fn width<'a>(names: impl Iterator<Item = &'a String>, least: usize) -> usize {
    names
        .map(|name| named(name).chars().count())
        .fold(least, usize::max)
}

/// The text. `title` says where the battles were played: ` on Ford, seed 5`.
pub fn table(title: &str, report: &Report) -> String {
    let report = &report.titled();
    let mut text = format!("{}\n\n", headline(report));
    let all = &report.all;
    let _ = writeln!(
        text,
        "{} battles in {} pair{}{title}: {:.1} % with a winner, {:.1} % without a point; on average {:.1} rounds, {:.1} points, {:.1} changes of the lead",
        all.games,
        report.pairs,
        if report.pairs == 1 { "" } else { "s" },
        100.0 * all.decisive(),
        100.0 * all.pointless(),
        all.rounds.mean(),
        all.points.mean(),
        all.lead_changes.mean(),
    );
    groups(&mut text, report);
    venues(&mut text, report);
    for (title, matrix) in [
        ("agents against each other", &report.agent_matrix),
        ("forces against each other", &report.force_matrix),
        ("agents on maps", &report.agents_on_maps),
        ("agents in scenarios", &report.agents_in_scenarios),
        ("seats on maps", &report.seats_on_maps),
        ("seats in scenarios", &report.seats_in_scenarios),
    ] {
        let square = matrix.rows == matrix.columns;
        if matrix.rows.len() > 1 && matrix.columns.len() > 1 + usize::from(square) {
            grid(&mut text, title, matrix);
        }
    }
    thinking(&mut text, report);
    for (agent, count) in &report.replaced {
        let _ = writeln!(
            text,
            "{agent}: {count} answers replaced by the default answer"
        );
    }
    for remark in report.remarks() {
        let _ = writeln!(text, "{remark}");
    }
    if let Some((verdict, ratio)) = report.sprt {
        let _ = writeln!(
            text,
            "sequential test: {} (log-likelihood ratio {ratio:.2})",
            verdict.name()
        );
    }
    if report.stopped != Stopped::Games {
        let _ = writeln!(
            text,
            "the series ended because of: {}",
            report.stopped.name()
        );
    }
    text
}

/// Wins and scores of each agent, force and seat.
fn groups(text: &mut String, report: &Report) {
    let groups = [
        ("agent", &report.agents),
        ("force", &report.forces),
        ("seat", &report.seats),
    ];
    let width = groups
        .iter()
        .map(|(what, list)| what.len() + 1 + width(list.iter().map(|(name, _)| name), 0))
        .fold(20, usize::max);
    let _ = writeln!(
        text,
        "{:<width$} {:>6} {:>6} {:>6}  {:>7}  {:<17} {:>6}  95 %",
        "", "wins", "draws", "losses", "score", "95 %", "Elo",
    );
    for (what, list) in groups {
        // A name without an opponent has played only itself: its score says nothing.
        for (name, tally) in list.iter().filter(|_| list.len() > 1) {
            line(text, &format!("{what} {}", named(name)), width, tally);
        }
    }
    let _ = writeln!(text, "{LEGEND}");
}

/// How long each agent thinks about a decision.
fn thinking(text: &mut String, report: &Report) {
    for (agent, times) in &report.thinking {
        if let (Some(median), Some(most)) = (times.quantile(0.5), times.quantile(0.99)) {
            let _ = writeln!(
                text,
                "{agent} thinks {:.3} ms about a decision (median), at most {:.3} ms in 99 of 100; {} decisions",
                median / 1000.0,
                most / 1000.0,
                times.count()
            );
        }
    }
}

fn line(text: &mut String, name: &str, width: usize, tally: &Tally) {
    let ((low, high), (elo, (elo_low, elo_high))) = (tally.pairs.interval(), tally.elo());
    let doubt = if tally.in_doubt() {
        format!("  {NOT_ENOUGH} to tell")
    } else {
        String::new()
    };
    let _ = writeln!(
        text,
        "{name:<width$} {:>6} {:>6} {:>6}  {:>5.1} %  {:>5.1} % … {:>5.1} %  {elo:>+6.0}  {elo_low:+.0} … {elo_high:+.0}{doubt}",
        tally.wins,
        tally.draws,
        tally.losses,
        100.0 * tally.pairs.mean(),
        100.0 * low,
        100.0 * high,
    );
}

fn venues(text: &mut String, report: &Report) {
    for (what, list) in [("map", &report.maps), ("scenario", &report.scenarios)] {
        if list.len() < 2 {
            continue;
        }
        let width = width(list.iter().map(|(name, _)| name), 12);
        let _ = writeln!(
            text,
            "{what:<width$} {:>7} {:>13} {:>14} {:>7} {:>7} {:>12}",
            "battles", "with a winner", "without points", "rounds", "points", "lead changes"
        );
        for (name, v) in list {
            let _ = writeln!(
                text,
                "{:<width$} {:>7} {:>11.1} % {:>12.1} % {:>7.1} {:>7.1} {:>12.1}",
                named(name),
                v.games,
                100.0 * v.decisive(),
                100.0 * v.pointless(),
                v.rounds.mean(),
                v.points.mean(),
                v.lead_changes.mean()
            );
        }
    }
}

/// A matrix of scores in percent; in brackets where the interval contains 50 %.
fn grid(text: &mut String, title: &str, matrix: &Matrix) {
    if matrix.columns.len() > WIDEST {
        let _ = writeln!(
            text,
            "{title}: too wide for a terminal; use --html or --json"
        );
        return;
    }
    let width = width(matrix.rows.iter(), 12);
    let _ = writeln!(
        text,
        "{title}, score of the row in % (in brackets: {NOT_ENOUGH})"
    );
    let _ = write!(text, "{:<width$}", "");
    for column in &matrix.columns {
        let short: String = named(column).chars().take(9).collect();
        let _ = write!(text, " {short:>9}");
    }
    text.push('\n');
    for (r, row) in matrix.rows.iter().enumerate() {
        let _ = write!(text, "{:<width$}", named(row));
        for c in 0..matrix.columns.len() {
            let cell = match matrix.cells.get(&(r, c)) {
                Some(t) if t.pairs.count == 0 => String::new(),
                Some(t) if t.in_doubt() => format!("({:.0})", 100.0 * t.pairs.mean()),
                Some(t) => format!("{:.0} ", 100.0 * t.pairs.mean()),
                None => String::new(),
            };
            let _ = write!(text, " {cell:>9}");
        }
        text.push('\n');
    }
}
