//! `skirmish map check`: mistakes in a map, and whether it is fair.

use super::map::{board, line};
use super::{Ended, Exit, Failure, output};
use crate::battle::Scale;
use crate::board::Board;
use crate::rules::Rules;
use crate::store::library;
use crate::store::options::BattleOptions;
use crate::survey::{self, Finding, Pace, Report, Severity};
use clap::Args;
use serde_json::json;

/// Options of `map check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Map (name or file)
    #[arg(required_unless_present = "scenarios")]
    map: Option<String>,
    /// Play battles of the shipped set pieces (scenarios with map and forces), or of those named
    /// here, and say whether both sides can win
    #[arg(
        long,
        value_name = "S,S…",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "all",
        value_delimiter = ',',
        conflicts_with_all = ["map", "scenario", "scale", "rounds", "forces"]
    )]
    scenarios: Option<Vec<String>>,
    /// Write the results of --scenarios into the table of this Markdown file
    #[arg(long, value_name = "FILE", requires = "scenarios")]
    table: Option<std::path::PathBuf>,
    /// Figure scale: 4.7mm, 15mm, 28mm, 54mm, 90mm, 180mm or 300mm [default: the scenario's, or 28mm]
    #[arg(long)]
    scale: Option<String>,
    /// Number of rounds of a battle [default: the scenario's, or 5]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: Option<u32>,
    /// Scenario to check and play on the map (name or file)
    #[arg(long, value_name = "S")]
    scenario: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Battles that test whether the map is fair.
    #[command(flatten)]
    battles: super::map_battles::BattlesArgs,
}

impl CheckArgs {
    /// The map's name or file.
    fn map(&self) -> &str {
        self.map.as_deref().unwrap_or_default()
    }
}

/// Findings about a scenario on a map, and the sizes of its figures.
fn scenario_on(name: &str, map: &str) -> Result<(Vec<Finding>, Vec<u8>), Failure> {
    let options = BattleOptions {
        map: Some(map.to_owned()),
        scenario: Some(name.to_owned()),
        ..Default::default()
    };
    let game = options.setup("utility")?.begin()?;
    let sizes = game.all().map(|who| game.size(who)).collect();
    Ok((crate::scenario::check(&game), sizes))
}

/// The sizes of the figures of some forces.
fn sizes(forces: &[String]) -> Result<Vec<u8>, Failure> {
    let mut sizes = Vec::new();
    for name in forces {
        let source = library::force(name, None)?;
        let force = Rules::of_force(&source)?.force(&source, None)?;
        sizes.extend(force.figures.iter().map(|figure| figure.size));
    }
    Ok(sizes)
}

/// Everything that is wrong with a map, with the scenario and the forces of the options on it.
fn findings(args: &CheckArgs, board: &Board, pace: Pace) -> Result<Report, Failure> {
    let mut report = survey::report(board, pace);
    let mut large = sizes(&args.battles.forces)?;
    if let Some(name) = &args.scenario {
        let (found, sizes) = scenario_on(name, args.map())?;
        report.add(board, found);
        large.extend(sizes);
    }
    report.add(board, survey::too_narrow(board, &large));
    Ok(report)
}

/// Speed of figures and number of rounds: from the options, else from the scenario, else from the
/// recipe of the map.
fn pace(args: &CheckArgs, board: &Board) -> Result<Pace, Failure> {
    let result = match &args.scenario {
        Some(name) => library::pace(Some(&library::plan(name)?)),
        None => survey::pace_of_recipe(board.map()).unwrap_or_else(|| library::pace(None)),
    };
    let of_scale = match &args.scale {
        None => result,
        Some(name) => {
            let scale = Scale::named(name).ok_or_else(|| {
                let known: Vec<_> = Scale::ALL.iter().map(|scale| scale.name()).collect();
                let known = known.join(", ");
                Failure::Message(format!("unknown scale {name:?}; there are: {known}"))
            })?;
            super::options::tell_nearest(name, scale);
            Pace::of(scale)
        }
    };
    Ok(Pace {
        rounds: args.rounds.unwrap_or(result.rounds),
        ..of_scale
    })
}

/// Checks a map.
///
/// # Errors
/// The map, its scenario or a force cannot be read.
pub fn run(args: &CheckArgs) -> Ended {
    if let Some(names) = &args.scenarios {
        let table = args.table.as_deref();
        return super::set_pieces::run(names, &args.battles, (args.json, table));
    }
    let board = board(args.map())?;
    let pace = pace(args, &board)?;
    let Report { findings, accepted } = findings(args, &board, pace)?;
    let scales: Vec<&str> = survey::scales(&board, pace.rounds)
        .into_iter()
        .map(Scale::name)
        .collect();
    let measured = survey::measures(&board, pace);
    let errors = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .count();
    let warnings = findings.len() - errors;
    let result = match args.battles.battles {
        Some(games) if errors == 0 => Some(super::map_battles::play(
            args.map(),
            &board,
            &args.battles,
            args.scenario.clone(),
            games,
        )?),
        _ => None,
    };
    if args.json {
        let name = &board.map().name;
        let mut all = json!({
            "map": name, "errors": errors, "warnings": warnings, "findings": findings,
            "accepted": accepted, "scales": scales, "measures": measured,
        });
        if let Some(result) = &result {
            all["battles"] = super::map_battles::json(result, &board);
        }
        output::print(&line(&all))?;
    } else {
        let name = &board.map().name;
        let mut text = String::new();
        if let Some(result) = &result {
            if args.battles.markdown {
                let body = super::map_battles::markdown(result);
                output::print(&super::markdown::section(
                    &format!("Fairness of {name}"),
                    &body,
                ))?;
                return Ok(Exit::Done);
            }
            text += &format!("{}\n", result.sentence());
        }
        text += &ready_text(name, errors, warnings);
        for finding in &findings {
            text += &finding_text(finding);
        }
        for finding in &accepted {
            text += &format!(
                "accepted: {}: {} [{}]\n",
                finding.place,
                finding.what,
                finding.id.name()
            );
        }
        text += &scales_text(&scales, pace.rounds);
        text += &measures_text(&measured);
        if let Some(result) = &result {
            text += &super::map_battles::text(result, &board);
        }
        output::print(&text)?;
    }
    Ok(if errors == 0 { Exit::Done } else { Exit::No })
}

/// Whether a map can be played, in a sentence.
fn ready_text(name: &str, errors: usize, warnings: usize) -> String {
    let count = |n, what| match n {
        0 => format!("no {what}s"),
        n => survey::counted(n, what),
    };
    let (errors_text, warnings) = (count(errors, "error"), count(warnings, "warning"));
    match errors {
        0 => format!("{name} is ready to play: {errors_text}, {warnings}.\n"),
        _ => format!("{name} cannot be played yet: {errors_text}, {warnings}.\n"),
    }
}

/// A finding as a line.
pub(super) fn finding_text(finding: &Finding) -> String {
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let Finding {
        id,
        place,
        what,
        mend,
        ..
    } = finding;
    format!("{severity}: {place}: {what}; {mend} [{}]\n", id.name())
}

/// The scales for which a map is suitable.
fn scales_text(scales: &[&str], rounds: u32) -> String {
    match scales {
        [] => format!("no figure scale suits this map in {rounds} rounds\n"),
        scales => format!("figure scales that suit it: {}\n", scales.join(", ")),
    }
}

/// Distances and ground of the seats, one line each.
fn measures_text(measured: &survey::Measures) -> String {
    let mut text = String::new();
    for way in &measured.ways {
        let [seat, other] = way.seats;
        text += &format!("seats {seat} and {other}: {} spaces apart", way.distance);
        match (way.cost, way.round) {
            (Some(cost), Some(round)) => {
                text += &format!(", the path costs {cost}, first contact in round {round}");
            }
            _ => text += ", no path between them",
        }
        match &way.narrows {
            Some(names) => text += &format!(", all paths lead through {}\n", names.join(", ")),
            None => text += "\n",
        }
    }
    for side in &measured.sides {
        text += &format!(
            "seat {}: {} spaces to deploy on, reaches {} spaces first, {} % of them cover, {} % open ground",
            side.seat, side.zone, side.spaces, side.cover, side.open
        );
        match side.objective {
            Some(cost) => text += &format!(", the nearest objective costs {cost}\n"),
            None => text += "\n",
        }
    }
    text
}
