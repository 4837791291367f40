//! `force check --against`: battles of one force against another on maps of different grids.

use super::arena::{lines, progress, rows, until_stopped};
use super::machine::threads;
use super::{Failure, drive, output};
use crate::arena::grid::Grid;
use crate::arena::report::against;
use crate::arena::{self, Cell, Counter, Plan, Report, Stopped};
use crate::battle::{HalfPoints, Scale};
use crate::files;
use crate::rules::{ForceSummary, Rules};
use crate::source::Source;
use crate::store::library::{self, MAPS};
use crate::store::options::{BattleOptions, USUAL, check_agent, drawn_seed};
use crate::survey;
use clap::Args;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::time::Duration;

/// Options of battles against another force.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Battles")]
pub struct BattlesArgs {
    /// Play battles against this force (name or file) on several maps, and say which is stronger
    #[arg(long, value_name = "FORCE")]
    pub against: Option<String>,
    /// Number of battles, rounded up to whole pairs
    #[arg(long, value_name = "N", default_value_t = 144, requires = "against", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Seed of the battles; without it a random seed is used and printed
    #[arg(long, value_name = "N", requires = "against")]
    seed: Option<u64>,
    /// Computer opponent that plays both sides
    #[arg(long, value_name = "NAME[:LEVEL]", default_value = USUAL, requires = "against")]
    agent: String,
    /// Number of threads, by default all cores; the result does not depend on it
    #[arg(long, value_name = "N", requires = "against", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

/// Maps taken of each kind of grid.
const OF_A_GRID: usize = 2;

/// Result of the battles.
pub struct ForceResult {
    /// Titles of the two forces.
    names: [String; 2],
    /// Their cost.
    points: [HalfPoints; 2],
    agent: String,
    seed: u64,
    report: Report,
}

/// Shipped maps, for each kind of grid those that both forces fit, two at most.
fn venues(grid: &mut Grid, rules: Rules, forces: [usize; 2], agent: usize) -> Result<(), Failure> {
    let mut taken = Vec::new();
    for (name, _) in MAPS.shipped {
        let map = files::map::read(&MAPS.open(name)?.source)?;
        let kind = map.grid.kind;
        if survey::scale_of(&map) != Scale::default()
            || taken.iter().filter(|known| **known == kind).count() == OF_A_GRID
        {
            continue;
        }
        let venue = grid.venue(BattleOptions {
            map: Some((*name).to_owned()),
            ruleset: Some(rules.name().to_owned()),
            seed: Some(grid.seed),
            ..BattleOptions::default()
        })?;
        let cell = Cell {
            venue,
            agents: vec![agent; 2],
            forces: forces.to_vec(),
            fixed_forces: false,
        };
        if grid.playable(&cell).is_ok() {
            taken.push(kind);
            grid.cells.push(cell);
        }
    }
    Ok(())
}

/// Plays the battles of a force against another.
///
/// # Errors
/// If the other force cannot be read, has another ruleset, or no map has room for both.
pub fn play(
    source: &Source,
    force: &ForceSummary,
    other: &str,
    args: &BattlesArgs,
) -> Result<ForceResult, Failure> {
    let rules = Rules::of_force(source)?;
    let foe = library::force(other, None)?;
    let foe_rules = Rules::of_force(&foe)?;
    if foe_rules != rules {
        return Err(Failure::message(format!(
            "--against {other}: this force is for the ruleset {}, but {} is for {}; both must have the same ruleset",
            foe_rules.name(),
            force.name,
            rules.name()
        )));
    }
    check_agent(&args.agent.as_str().into(), crate::battle::Side(0))?;
    let summary = rules.force(&foe, None)?;
    let seed = args.seed.unwrap_or_else(drawn_seed);
    if args.seed.is_none() {
        output::note(format!("seed {seed}"));
    }
    let mut grid = Grid::empty(seed);
    let forces = [grid.force(source.clone()), grid.force(foe)];
    if forces[0] == forces[1] {
        return Err(Failure::message(format!(
            "--against {other}: this is the same force; name another one"
        )));
    }
    let agent = grid.agent(args.agent.as_str().into());
    venues(&mut grid, rules, forces, agent)?;
    if grid.cells.is_empty() {
        return Err(Failure::message(format!(
            "no shipped map has room for both {} and {}",
            force.name, summary.name
        )));
    }
    let plan = Plan::new(grid.cells.clone(), args.games, seed);
    let bar = progress(plan.own_games(), 0);
    let mut counter = Counter::new(None);
    let stopped = arena::run(
        &plan,
        0,
        args.jobs.map_or_else(threads, usize::from),
        |job| {
            grid.play(job, |setup, name, side| {
                drive::agent(setup, name, side, Duration::from_secs(10))
            })
        },
        |pair| {
            let rows = rows(&lines(pair))?;
            counter.add(&rows);
            bar.inc(rows.len() as u64);
            Ok::<_, Failure>(ControlFlow::Continue(()))
        },
        until_stopped(),
    )?;
    bar.finish_and_clear();
    let report = counter.report(stopped).titled();
    let names = forces.map(|force| report.force_names.title(grid.force_name(force)));
    Ok(ForceResult {
        names,
        points: [force.points, summary.points],
        agent: args.agent.clone(),
        seed,
        report,
    })
}

impl ForceResult {
    /// Whether Ctrl-C ended the battles early.
    pub fn interrupted(&self) -> bool {
        self.report.stopped == Stopped::Interrupted
    }
    /// The answer in a sentence.
    fn sentence(&self) -> String {
        let [force, other] = &self.names;
        let mut text = against(force, other, &self.report);
        if self.interrupted() {
            text += " The battles were interrupted: this is the result so far.";
        }
        text
    }
    /// For people: the answer, the points and the maps.
    pub fn text(&self) -> String {
        let [force, other] = &self.names;
        let maps: Vec<&str> = self.report.maps.iter().map(|(n, _)| n.as_str()).collect();
        format!(
            "{}\n{force} cost {} points, {other} {}. Maps: {}. Both sides are played by {}, seed {}.\n",
            self.sentence(),
            self.points[0],
            self.points[1],
            maps.join(", "),
            self.agent,
            self.seed
        )
    }
    /// As one JSON object.
    pub fn json(&self) -> Value {
        let [force, other] = &self.names;
        let tally = self.report.forces.iter().find(|(name, _)| name == force);
        let tally = tally.map(|(_, tally)| tally.clone()).unwrap_or_default();
        let (low, high) = tally.pairs.interval();
        let maps: Vec<&String> = self.report.maps.iter().map(|(name, _)| name).collect();
        json!({
            "type": "battles", "force": force, "against": other,
            "points": self.points.map(|points| f64::from(points.0) / 2.0),
            "games": self.report.all.games, "wins": tally.wins, "draws": tally.draws,
            "losses": tally.losses, "score": tally.pairs.mean(), "score95": [low, high],
            "maps": maps, "agent": self.agent, "seed": self.seed,
            "verdict": self.sentence(),
        })
    }
}
