//! The report as one page that needs nothing else: charts as inline SVG, light and dark.

use super::super::{Matrix, Report, Tally, Venue};
use super::svg::{bars, heat, intervals};
use super::{LEGEND, NOT_ENOUGH, headline};
use crate::shown::markup;
use std::fmt::Write;

const STYLE: &str = "\
:root{color-scheme:light dark;--paper:#fbfaf7;--ink:#23211d;--soft:#6d675d;--line:#d9d4c9;--card:#fff;--more:#1f6fb2;--less:#c2571a;--doubt:#8a8578;--bar:#4d7c57}\
@media(prefers-color-scheme:dark){:root{--paper:#17181b;--ink:#e8e6e1;--soft:#a29d93;--line:#3a3b40;--card:#1f2024;--more:#5aa9e6;--less:#ef8a4b;--doubt:#8d897f;--bar:#79b086}}\
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}\
main{max-width:1080px;margin:0 auto;padding:2rem 1.25rem 4rem}h1{font-size:1.6rem;margin:0 0 .25rem}h2{font-size:1.1rem;margin:2.5rem 0 .75rem}\
p{margin:.25rem 0;color:var(--soft)}.tiles{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.5rem 0}\
.tile{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.6rem 1rem;min-width:7rem}\
.verdict{color:var(--ink);font-size:1.15rem;margin:.75rem 0}\
.tile b{display:block;font-size:1.35rem;font-weight:600}.tile span{color:var(--soft);font-size:.85rem}\
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums;background:var(--card)}\
th,td{padding:.3rem .7rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}th{color:var(--soft);font-weight:500}\
th:first-child,td:first-child,td.left,th.left{text-align:left}.note{color:var(--doubt)}\
svg{max-width:none;display:block;font:12px system-ui,sans-serif}svg text{fill:var(--ink)}svg .tick{fill:var(--soft)}\
svg .middle{text-anchor:middle}svg .end{text-anchor:end}svg .grid{stroke:var(--line)}svg .axis{stroke:var(--soft)}\
svg .more{fill:var(--more);stroke:var(--more)}svg .less{fill:var(--less);stroke:var(--less)}svg .doubt{fill:var(--doubt);stroke:var(--doubt)}\
svg .span{stroke-width:3}svg .cell{stroke:none}svg .empty{fill:var(--line);fill-opacity:.35}svg .bar{fill:var(--bar)}svg .faint{fill:var(--soft);font-style:italic}\
";

/// The page. `title` is its heading; `facts` are lines about what was played.
pub fn page(title: &str, facts: &[String], report: &Report) -> String {
    let report = &report.titled();
    let mut out = String::new();
    let head = markup(title);
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/><title>{head}</title><style>{STYLE}</style></head>\n<body><main><h1>{head}</h1>\n"
    );
    let _ = writeln!(
        out,
        "<p class=\"verdict\">{}</p>",
        markup(&headline(report))
    );
    for fact in facts {
        let _ = writeln!(out, "<p>{}</p>", markup(fact));
    }
    tiles(&mut out, report);
    for (what, plural, list) in [
        ("agent", "Agents", &report.agents),
        ("force", "Forces, in battles against others", &report.forces),
        ("seat", "Seats", &report.seats),
    ] {
        if list.len() > 1 {
            heading(&mut out, plural);
            chart(
                &mut out,
                &intervals(&format!("{plural}: score with 95 % intervals"), list),
            );
            tallies(&mut out, what, list);
            let _ = writeln!(out, "<p>{LEGEND}</p>");
        }
    }
    for (title, matrix) in [
        ("Agents against each other", &report.agent_matrix),
        ("Forces against each other", &report.force_matrix),
        ("Agents on maps", &report.agents_on_maps),
        ("Agents in scenarios", &report.agents_in_scenarios),
        ("Seats on maps", &report.seats_on_maps),
        ("Seats in scenarios", &report.seats_in_scenarios),
    ] {
        if shows_something(matrix) {
            heading(&mut out, title);
            let _ = writeln!(
                out,
                "<p>Score of the row in %. Slanted numbers: {NOT_ENOUGH}. Point at a field to see its interval.</p>"
            );
            chart(&mut out, &heat(title, matrix));
        }
    }
    for (what, plural, list) in [
        ("map", "Maps", &report.maps),
        ("scenario", "Scenarios", &report.scenarios),
    ] {
        heading(&mut out, plural);
        venues(&mut out, what, list);
    }
    distributions(&mut out, report);
    thinking(&mut out, report);
    replaced(&mut out, report);
    if !report.remarks().is_empty() {
        heading(&mut out, "Notes");
        out.push_str("<ul>");
        for remark in report.remarks() {
            let _ = write!(out, "<li>{}</li>", markup(&remark));
        }
        out.push_str("</ul>\n");
    }
    out.push_str("</main></body></html>\n");
    out
}

fn shows_something(matrix: &Matrix) -> bool {
    let met = |t: &Tally| t.pairs.count > 0;
    matrix.rows.len() > 1 && matrix.columns.len() > 1 && matrix.cells.values().any(met)
}

fn heading(out: &mut String, words: &str) {
    let _ = writeln!(out, "<h2>{}</h2>", markup(words));
}

fn chart(out: &mut String, svg: &str) {
    let _ = writeln!(out, "<div class=\"wide\">{svg}</div>");
}

fn tiles(out: &mut String, report: &Report) {
    let all = &report.all;
    let mut tiles = vec![
        (all.games.to_string(), "battles"),
        (report.pairs.to_string(), "pairs"),
        (format!("{:.1} %", 100.0 * all.decisive()), "with a winner"),
        (
            format!("{:.1} %", 100.0 * all.pointless()),
            "without a point",
        ),
        (format!("{:.1}", all.rounds.mean()), "rounds"),
        (format!("{:.1}", all.points.mean()), "points in all"),
        (
            format!("{:.1}", all.lead_changes.mean()),
            "changes of the lead",
        ),
        (report.stopped.name().to_owned(), "ended by"),
    ];
    if let Some((verdict, ratio)) = report.sprt {
        tiles.push((
            format!("{} ({ratio:.2})", verdict.name()),
            "sequential test",
        ));
    }
    out.push_str("<div class=\"tiles\">");
    for (number, what) in tiles {
        let _ = write!(
            out,
            "<div class=\"tile\"><b>{number}</b><span>{what}</span></div>"
        );
    }
    out.push_str("</div>\n");
}

fn tallies(out: &mut String, what: &str, list: &[(String, Tally)]) {
    let _ = write!(
        out,
        "<div class=\"wide\"><table><thead><tr><th>{what}</th><th>wins</th><th>draws</th><th>losses</th><th>score</th><th>95 %</th><th>Elo</th><th>95 %</th><th class=\"left\"></th></tr></thead><tbody>"
    );
    for (name, tally) in list {
        let ((low, high), (elo, (elo_low, elo_high))) = (tally.pairs.interval(), tally.elo());
        let note = if tally.in_doubt() { NOT_ENOUGH } else { "" };
        let _ = write!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.1} %</td><td>{:.1} … {:.1} %</td><td>{elo:+.0}</td><td>{elo_low:+.0} … {elo_high:+.0}</td><td class=\"left note\">{note}</td></tr>",
            markup(name),
            tally.wins,
            tally.draws,
            tally.losses,
            100.0 * tally.pairs.mean(),
            100.0 * low,
            100.0 * high,
        );
    }
    out.push_str("</tbody></table></div>\n");
}

fn venues(out: &mut String, what: &str, list: &[(String, Venue)]) {
    let _ = write!(
        out,
        "<div class=\"wide\"><table><thead><tr><th>{what}</th><th>battles</th><th>with a winner</th><th>without a point</th><th>rounds</th><th>points</th><th>changes of the lead</th></tr></thead><tbody>"
    );
    for (name, v) in list {
        let _ = write!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{:.1} %</td><td>{:.1} %</td><td>{:.1}</td><td>{:.1}</td><td>{:.1}</td></tr>",
            markup(name),
            v.games,
            100.0 * v.decisive(),
            100.0 * v.pointless(),
            v.rounds.mean(),
            v.points.mean(),
            v.lead_changes.mean()
        );
    }
    out.push_str("</tbody></table></div>\n");
}

fn distributions(out: &mut String, report: &Report) {
    let rounds: Vec<_> = report
        .rounds
        .iter()
        .map(|(r, n)| (r.to_string(), *n))
        .collect();
    let leads: Vec<_> = report
        .lead_changes
        .iter()
        .map(|(l, n)| (l.to_string(), *n))
        .collect();
    for (title, counts) in [
        ("Battles by rounds, in %", rounds),
        ("Battles by changes of the lead, in %", leads),
    ] {
        if !counts.is_empty() {
            heading(out, title);
            chart(out, &bars(title, &counts));
        }
    }
}

fn replaced(out: &mut String, report: &Report) {
    if report.replaced.is_empty() {
        return;
    }
    heading(out, "Answers replaced by the default answer");
    out.push_str(
        "<div class=\"wide\"><table><thead><tr><th>agent</th><th>replaced</th></tr></thead><tbody>",
    );
    for (agent, count) in &report.replaced {
        let _ = write!(out, "<tr><td>{}</td><td>{count}</td></tr>", markup(agent));
    }
    out.push_str("</tbody></table></div>\n");
}

fn thinking(out: &mut String, report: &Report) {
    if report.thinking.is_empty() {
        return;
    }
    heading(out, "Thinking time per decision");
    out.push_str("<div class=\"wide\"><table><thead><tr><th>agent</th><th>decisions</th><th>median</th><th>99 of 100 take at most</th></tr></thead><tbody>");
    for (agent, times) in &report.thinking {
        let ms = |part| times.quantile(part).unwrap_or_default() / 1000.0;
        let _ = write!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{:.3} ms</td><td>{:.3} ms</td></tr>",
            markup(agent),
            times.count(),
            ms(0.5),
            ms(0.99)
        );
    }
    out.push_str("</tbody></table></div>\n");
}
