//! The rows of `ai measure` as sentences and tables, or as JSON.

use super::{BASE, Group, Series};
use crate::arena::report::{Judged, NOT_ENOUGH, judged, markdown_table};
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

/// The most matches of a group that have a sentence each.
const FEW: usize = 2;

/// The most matches that are named in a sentence.
const NAMED: usize = 3;

/// A group in a word or two.
fn title(group: Group) -> &'static str {
    match group {
        Group::Matches => "Other opponents",
        Group::Scenarios => "Scenarios",
        Group::Terms => "Terms",
        Group::Levels => "Levels",
        Group::Characters => "Characters",
        Group::Ladder => "Strengths",
    }
}

/// Which of many matches reach their target; each by its name and its score.
#[derive(Default)]
struct Reached {
    met: usize,
    missed: Vec<String>,
    open: Vec<String>,
}

impl Reached {
    fn of(played: &[(&Series, Tally)]) -> Self {
        let mut reached = Self::default();
        for (series, tally) in played {
            let (low, high) = interval(tally);
            let name = match series.row.group {
                Group::Scenarios => series.row.name.split(',').next().unwrap_or_default(),
                _ => &series.row.name,
            };
            let named = format!("{name} ({:.0} %)", 100.0 * tally.pairs.mean());
            match series.row.target.judged(low, high) {
                "met" => reached.met += 1,
                "missed" => reached.missed.push(named),
                NOT_ENOUGH => reached.open.push(named),
                _ => {}
            }
        }
        reached
    }

    fn count(&self) -> usize {
        self.met + self.missed.len() + self.open.len()
    }

    /// `3 of 5 matches reach their target; missed by: siege (41 %)`
    fn sentence(&self) -> String {
        let count = self.count();
        if self.met == count {
            return format!("all {count} matches reach their target");
        }
        if self.open.len() == count {
            return format!(
                "not enough battles to tell which of {count} matches reach their target"
            );
        }
        let mut text = format!("{} of {count} matches reach their target", self.met);
        for (what, names) in [
            ("missed by", &self.missed),
            ("not enough battles to tell", &self.open),
        ] {
            if names.is_empty() {
                continue;
            }
            text += &format!("; {what}: {}", names[..names.len().min(NAMED)].join(", "));
            if names.len() > NAMED {
                text += &format!(" and {} more", names.len() - NAMED);
            }
        }
        text
    }
}

/// The answer of several groups in a sentence; none where there is one group, or no target.
fn first_answer(all: &[Series]) -> Option<String> {
    let mut groups: Vec<Group> = Vec::new();
    for series in all {
        if !groups.contains(&series.row.group) {
            groups.push(series.row.group);
        }
    }
    let judged = all.iter().filter(|s| s.row.target != super::Target::None);
    let played: Vec<(&Series, Tally)> = judged
        .map(|series| (series, tally(series)))
        .filter(|(_, tally)| tally.pairs.count > 0)
        .collect();
    let reached = Reached::of(&played);
    (groups.len() > 1 && reached.count() > 0).then(|| {
        format!(
            "{} of {} matches reach their target; {} miss it, {} need more battles.",
            reached.met,
            reached.count(),
            reached.missed.len(),
            reached.open.len()
        )
    })
}

/// The answer of a group: a sentence a match, or a summary of many matches.
fn answer(group: Group, rows: &[&Series]) -> String {
    let played = rows.iter().map(|series| (*series, tally(series)));
    let played: Vec<(&Series, Tally)> = played.filter(|(_, t)| t.pairs.count > 0).collect();
    if played.is_empty() {
        return "No battle has been played yet.".to_owned();
    }
    if group != Group::Terms {
        return match played.len() {
            ..=FEW => {
                let all: Vec<String> = played.iter().map(|(s, t)| sentence(s, t)).collect();
                format!("{}.", all.join(". "))
            }
            _ => format!("{}: {}.", title(group), Reached::of(&played).sentence()),
        };
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
    let first = first_answer(all).map(|answer| format!("{answer}\n\n"));
    let mut text = first.unwrap_or_default();
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
