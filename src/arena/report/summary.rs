//! The report as one JSON object.

use super::super::stats::{Spread, Times};
use super::super::{Matrix, Names, Report, Tally, Venue};
use super::{NOT_ENOUGH, headline};
use serde_json::{Map, Value, json};

fn rounded(number: f64, digits: i32) -> f64 {
    let scale = 10f64.powi(digits);
    (number * scale).round() / scale
}

fn tally(head: &[(&str, &str)], tally: &Tally) -> Value {
    let ((low, high), (elo, (elo_low, elo_high))) = (tally.wilson(), tally.elo());
    let (score_low, score_high) = tally.pairs.interval();
    let mut out: Map<String, Value> = head
        .iter()
        .map(|(key, name)| ((*key).to_owned(), json!(name)))
        .collect();
    let numbers = json!({
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "share": rounded(tally.share(), 4),
        "wilson95": [rounded(low, 4), rounded(high, 4)],
        "elo": rounded(elo, 1),
        "elo95": [rounded(elo_low, 1), rounded(elo_high, 1)],
        "score": rounded(tally.pairs.mean(), 4),
        "score95": [rounded(score_low, 4), rounded(score_high, 4)],
        "pairs": tally.pairs.count,
    });
    if let Value::Object(numbers) = numbers {
        out.extend(numbers);
    }
    if tally.in_doubt() {
        out.insert("note".into(), json!(NOT_ENOUGH));
    }
    Value::Object(out)
}

fn list(key: &str, all: &[(String, Tally)]) -> Vec<Value> {
    all.iter()
        .map(|(name, t)| tally(&[(key, name)], t))
        .collect()
}

fn matrix(row: &str, column: &str, matrix: &Matrix) -> Vec<Value> {
    matrix
        .cells
        .iter()
        .map(|((r, c), t)| tally(&[(row, &matrix.rows[*r]), (column, &matrix.columns[*c])], t))
        .collect()
}

fn mean(spread: &Spread) -> Value {
    json!(rounded(
        if spread.count == 0 {
            0.0
        } else {
            spread.mean()
        },
        2
    ))
}

fn venues(key: &str, all: &[(String, Venue)]) -> Vec<Value> {
    all.iter()
        .map(|(name, v)| {
            json!({
                key: name,
                "games": v.games,
                "decisive": rounded(v.decisive(), 4),
                "pointless": rounded(v.pointless(), 4),
                "rounds": mean(&v.rounds),
                "points": mean(&v.points),
                "lead_changes": mean(&v.lead_changes),
            })
        })
        .collect()
}

fn thinking(all: &[(String, Times)]) -> Vec<Value> {
    all.iter()
        .map(|(agent, times)| {
            let ms = |part| times.quantile(part).map(|us| rounded(us / 1000.0, 3));
            json!({"agent": agent, "decisions": times.count(), "median_ms": ms(0.5), "p99_ms": ms(0.99)})
        })
        .collect()
}

/// Titles by file name.
fn titles(names: &Names) -> Value {
    let all = names.names().iter();
    all.map(|name| (name.clone(), json!(names.title(name))))
        .collect::<Map<_, _>>()
        .into()
}

/// The object. Names in it are file names; `titles` says what people call them.
pub fn summary(report: &Report) -> Value {
    let mut out = json!({
        "type": "summary",
        "verdict": headline(&report.titled()),
        "games": report.all.games,
        "pairs": report.pairs,
        "agents": list("agent", &report.agents),
        "forces": list("force", &report.forces),
        "seats": list("seat", &report.seats),
        "decisive": rounded(report.all.decisive(), 4),
        "pointless": rounded(report.all.pointless(), 4),
        "rounds": mean(&report.all.rounds),
        "points": mean(&report.all.points),
        "lead_changes": mean(&report.all.lead_changes),
        "maps": venues("map", &report.maps),
        "scenarios": venues("scenario", &report.scenarios),
        "matrices": {
            "agents": matrix("agent", "against", &report.agent_matrix),
            "forces": matrix("force", "against", &report.force_matrix),
            "agents_on_maps": matrix("agent", "map", &report.agents_on_maps),
            "agents_in_scenarios": matrix("agent", "scenario", &report.agents_in_scenarios),
            "seats_on_maps": matrix("map", "seat", &report.seats_on_maps),
            "seats_in_scenarios": matrix("scenario", "seat", &report.seats_in_scenarios),
        },
        "remarks": report.remarks(),
        "titles": {
            "forces": titles(&report.force_names),
            "maps": titles(&report.map_names),
            "scenarios": titles(&report.scenario_names),
        },
        "stopped": report.stopped.name(),
    });
    if let Some(agents) = out["agents"].as_array_mut() {
        for (name, count) in &report.replaced {
            for agent in agents.iter_mut().filter(|a| a["agent"] == **name) {
                agent["replaced"] = json!(count);
            }
        }
    }
    if !report.thinking.is_empty() {
        out["thinking"] = json!(thinking(&report.thinking));
    }
    if let Some((verdict, ratio)) = report.sprt {
        out["sprt"] = json!({"verdict": verdict.name(), "llr": rounded(ratio, 3)});
    }
    out
}
