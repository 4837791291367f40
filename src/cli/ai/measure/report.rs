//! The rows of `ai measure` as sentences and tables, or as JSON.

use super::{BASE, Group, Series};
use crate::arena::report::{Judged, judged, markdown_table};
use crate::arena::stats::{elo, wilson};
use crate::arena::{PlayingStyle, Stopped, Tally};
use clap::ValueEnum;
use serde_json::json;
use std::collections::BTreeMap;

/// The battles of the first agent against the second.
fn tally(series: &Series) -> Tally {
    let report = series.counter.report(Stopped::Games);
    let names = &report.agent_matrix.rows;
    let at = |name: &str| names.iter().position(|n| n == name);
    let [first, second] = [0, 1].map(|i| at(&series.row.agents[i]));
    let key = first.zip(second);
    key.and_then(|key| report.agent_matrix.cells.get(&key).cloned())
        .unwrap_or_default()
}

/// The interval that is shown: taken over pairs, because the games of a pair are not independent.
fn interval(tally: &Tally) -> (f64, f64) {
    tally.pairs.interval()
}

/// One line of JSON a row.
pub(super) fn objects(all: &[Series]) -> String {
    let mut text = String::new();
    for series in all {
        let tally = tally(series);
        let (low, high) = interval(&tally);
        let score = tally.wins as f64 + tally.draws as f64 / 2.0;
        let (wilson_low, wilson_high) = wilson(score, tally.games() as f64);
        let object = json!({
            "row": series.row.name,
            "group": format!("{:?}", series.row.group).to_lowercase(),
            "agents": series.row.agents,
            "pairs": tally.pairs.count,
            "games": series.counter.games(),
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "share": tally.pairs.mean(),
            "share95": [low, high],
            "wilson95": [wilson_low, wilson_high],
            "elo": elo(tally.pairs.mean()),
            "elo95": [elo(low), elo(high)],
            "target": series.row.target.words(),
            "verdict": series.row.target.judged(low, high),
            "sentence": sentence(series, &tally),
            "manners": series.styles,
        });
        text += &format!("{object}\n");
    }
    text
}

/// The result of a match in a sentence: `utility beats greedy in 8 of 10 battles`.
fn sentence(series: &Series, tally: &Tally) -> String {
    let [first, second] = &series.row.agents;
    let place = match series.row.group {
        Group::Scenarios => series.row.name.split(',').next(),
        _ => None,
    };
    let place = place.map_or(String::new(), |name| format!("{name}: "));
    let tenths = |share: f64| match (100.0 * share).round() {
        percent if percent % 10.0 == 0.0 => format!("{:.0} of 10", percent / 10.0),
        percent => format!("{percent:.0} of 100"),
    };
    let mean = tally.pairs.mean();
    match judged(interval(tally)) {
        Judged::Better => format!("{place}{first} beats {second} in {} battles", tenths(mean)),
        Judged::Worse => format!(
            "{place}{second} beats {first} in {} battles",
            tenths(1.0 - mean)
        ),
        Judged::Even => format!("{place}{first} and {second} play about equally well"),
        Judged::Open => format!(
            "{place}Not enough battles to tell {first} from {second}: {first} wins {:.0} % of {}",
            100.0 * mean,
            tally.games()
        ),
    }
}

/// The answer of a group: a sentence a match, or a summary of many matches.
fn answer(group: Group, rows: &[&Series]) -> String {
    let played = rows.iter().map(|series| (*series, tally(series)));
    let played: Vec<(&Series, Tally)> = played.filter(|(_, t)| t.pairs.count > 0).collect();
    if played.is_empty() {
        return "No battle has been played yet.".to_owned();
    }
    if group != Group::Terms {
        let all: Vec<String> = played.iter().map(|(s, t)| sentence(s, t)).collect();
        return format!("{}.", all.join(". "));
    }
    let term = |series: &Series| {
        let name = series.row.agents[0].split_once('~');
        name.map_or("", |(_, term)| term).to_owned()
    };
    let of = |wanted: Judged| {
        let rows = played.iter().filter(|(_, t)| judged(interval(t)) == wanted);
        let mut rows: Vec<&(&Series, Tally)> = rows.collect();
        rows.sort_by(|a, b| a.1.pairs.mean().total_cmp(&b.1.pairs.mean()));
        rows
    };
    let (helps, harms) = (of(Judged::Worse), of(Judged::Better));
    let mut text = format!(
        "{} of {} terms certainly make {BASE} stronger",
        helps.len(),
        played.len()
    );
    if let Some((series, tally)) = helps.first() {
        text += &format!(
            "; {} is worth most: without it, {BASE} wins {:.0} % against itself",
            term(series),
            100.0 * tally.pairs.mean()
        );
    }
    if !harms.is_empty() {
        let names: Vec<String> = harms.iter().map(|(series, _)| term(series)).collect();
        text += &format!("; it is stronger without {}", names.join(", "));
    }
    text + "."
}

/// A sentence and a table for each group, in Markdown.
pub(super) fn table(all: &[Series]) -> String {
    let mut text = String::new();
    for group in Group::value_variants() {
        let rows: Vec<&Series> = all.iter().filter(|s| s.row.group == *group).collect();
        if rows.is_empty() {
            continue;
        }
        text += &format!("{}\n\n", answer(*group, &rows));
        text += &markdown_table(
            &[
                "Match", "Score", "95 %", "Elo", "95 %", "Pairs", "Target", "Result",
            ],
            &[],
        );
        let mut means = Vec::new();
        for series in &rows {
            let tally = tally(series);
            if tally.pairs.count == 0 {
                continue;
            }
            let ((low, high), mean) = (interval(&tally), tally.pairs.mean());
            means.push(mean);
            text += &format!(
                "| {} | {:.1} % | {:.1}–{:.1} | {:+.0} | {:+.0} to {:+.0} | {} | {} | {} |\n",
                series.row.name,
                100.0 * mean,
                100.0 * low,
                100.0 * high,
                elo(mean),
                elo(low),
                elo(high),
                tally.pairs.count,
                series.row.target.words(),
                series.row.target.judged(low, high),
            );
        }
        if *group == Group::Scenarios && !means.is_empty() {
            let mean = means.iter().sum::<f64>() / means.len() as f64;
            let verdict = if mean >= 0.6 { "met" } else { "missed" };
            text += &format!(
                "| all scenarios | {:.1} % | | | | | ≥ 60 % | {verdict} |\n",
                100.0 * mean
            );
        }
        text.push('\n');
        text += &styles(&rows);
    }
    text
}

/// Playing styles of the agents, in Markdown; empty if they were not counted.
fn styles(rows: &[&Series]) -> String {
    let mut all: BTreeMap<&str, PlayingStyle> = BTreeMap::new();
    for (agent, style) in rows.iter().flat_map(|s| &s.styles) {
        all.entry(agent).or_default().merge(style);
    }
    if all.is_empty() {
        return String::new();
    }
    let mut text = markdown_table(
        &[
            "Opponent",
            "Spaces to the nearest enemy",
            "Charges in 100 moves",
            "Turns near an objective",
        ],
        &[],
    );
    for (agent, style) in all {
        let aiming = style.aiming().map(|share| format!("{share:.1} %"));
        text += &format!(
            "| {agent} | {:.2} | {:.1} | {} |\n",
            style.range(),
            style.charging(),
            aiming.unwrap_or_default()
        );
    }
    text.push('\n');
    text
}
