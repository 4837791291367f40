//! `skirmish ai measure`: measures how strong the opponents are, and how much each term of their
//! evaluation is worth. An interrupted run can be resumed.

mod report;

use super::super::arena::outputs::{Entry, Lines, failed};
use super::super::arena::pool::{Pool, SCENARIOS, Which, between};
use super::super::arena::{lines, progress, rows as read_rows, until_stopped};
use super::super::machine::threads;
use super::super::markdown::section;
use super::super::{Ended, Exit, Failure, drive, output};
use crate::ai::{self, Wrapped};
use crate::arena::wrappers::Observed;
use crate::arena::{self, Cell, Counter, Job, Plan, PlayingStyle, Row, Stopped};
use crate::battle::Event;
use crate::rules::Game;
use crate::store::disk::Log;
use crate::store::opponents;
use clap::{Args, ValueEnum};
use report::{objects, table};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The opponent with which the others are compared.
const BASE: &str = "utility";
/// Largest number of pairs of a row with an agent that looks ahead, because it is slow.
const FEW: u64 = 200;

/// Measure how strong the opponents are, and how much each term of their evaluation is worth
#[derive(Clone, Debug, Args)]
pub struct MeasureArgs {
    /// Pairs of battles for each row
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub pairs: u64,
    /// File for all battles; if it exists, the battles in it are kept and the run is resumed
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
    /// Groups of rows to measure; without it, all
    #[arg(long, value_enum, value_delimiter = ',', value_name = "GROUP,…")]
    pub rows: Vec<Group>,
    /// Measure only rows whose name contains this text
    #[arg(long, value_name = "TEXT")]
    pub only: Option<String>,
    /// Maps and forces to play with
    #[arg(long, value_enum, default_value = "all")]
    pub on: Which,
    /// Seed of all battles
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of threads, by default all cores; the result does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Print one JSON object a row instead of tables
    #[arg(long)]
    pub json: bool,
    /// Print a Markdown section with version, date, machine and command
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
}

/// A group of rows.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum Group {
    /// The default opponent against simpler ones, and against one that looks ahead
    Matches,
    /// The default opponent against a simpler one in every scenario
    Scenarios,
    /// The default opponent without one term of its evaluation, against itself with all terms
    Terms,
    /// Each level against the one below
    Levels,
    /// Each character against the default opponent
    Characters,
    /// Each named strength against the one below, and a scripted newcomer against each
    Ladder,
}

/// The score that a row should have.
#[derive(Copy, Clone, Debug, PartialEq)]
enum Target {
    Least(f64),
    Most(f64),
    /// The whole interval above one half.
    Better,
    /// No target.
    None,
}

impl Target {
    fn words(self) -> String {
        match self {
            Target::Least(share) => format!("≥ {:.0} %", 100.0 * share),
            Target::Most(share) => format!("≤ {:.0} %", 100.0 * share),
            Target::Better => "> 50 %".to_owned(),
            Target::None => String::new(),
        }
    }
    fn judged(self, low: f64, high: f64) -> &'static str {
        let (below, above) = match self {
            Target::Least(share) => (high < share, low >= share),
            Target::Most(share) => (low > share, high <= share),
            Target::Better => (high < 0.5, low > 0.5),
            Target::None if low > 0.5 || high < 0.5 => return "",
            Target::None => return arena::report::NOT_ENOUGH,
        };
        match (below, above) {
            (true, _) => "missed",
            (_, true) => "met",
            _ => arena::report::NOT_ENOUGH,
        }
    }
}

/// One match: a row of the table.
struct Match {
    name: String,
    group: Group,
    agents: [String; 2],
    target: Target,
    pairs: u64,
    cells: Vec<Cell>,
}

/// A match, and the battles played so far.
struct Series {
    row: Match,
    plan: Plan,
    counter: Counter,
    done: u64,
    /// Playing style of each agent, where it was counted.
    styles: BTreeMap<String, PlayingStyle>,
}

impl Series {
    /// Adds a pair.
    fn add(&mut self, pair: &[Row]) {
        self.counter.add(pair);
        self.done += 1;
        for row in pair {
            let counted = row.styles.iter().flatten();
            for (agent, style) in row.agents.iter().zip(counted) {
                self.styles.entry(agent.clone()).or_default().merge(style);
            }
        }
    }
}

/// All matches that the options ask for, with their battles.
fn matches(pool: &mut Pool, args: &MeasureArgs) -> Result<Vec<Match>, Failure> {
    let mut rows = opponents_compared(args)?;
    let battles = pool.battles(true)?;
    for row in &mut rows {
        row.cells.clone_from(&battles);
    }
    rows.extend(SCENARIOS.map(|scenario| Match {
        name: format!("{scenario}, {BASE} : greedy"),
        group: Group::Scenarios,
        agents: [BASE.to_owned(), "greedy".to_owned()],
        target: Target::Least(0.5),
        pairs: args.pairs,
        cells: Vec::new(),
    }));
    rows.retain(|row| args.rows.is_empty() || args.rows.contains(&row.group));
    rows.retain(|row| {
        args.only
            .as_ref()
            .is_none_or(|text| row.name.contains(text))
    });
    // Characters also differ in battles with objectives.
    let mixed = match rows.iter().any(|row| row.group == Group::Characters) {
        true => pool.mixed(&battles)?,
        false => Vec::new(),
    };
    for row in &mut rows {
        if row.group == Group::Scenarios {
            let scenario = row.name.split(',').next().unwrap_or_default();
            row.cells = pool.scenario(scenario)?;
        }
        if row.group == Group::Characters {
            row.cells.clone_from(&mixed);
        }
        let agents = [0, 1].map(|i| pool.grid.agent(row.agents[i].as_str().into()));
        row.cells = between(&row.cells, agents);
    }
    // A scenario may fit no map of a part of the pool.
    rows.retain(|row| !row.cells.is_empty());
    Ok(rows)
}

/// The opponents that are compared, each pair with its target, without battles.
fn opponents_compared(args: &MeasureArgs) -> Result<Vec<Match>, Failure> {
    let mut rows = Vec::new();
    let mut add = |group, first: &str, second: &str, target, pairs| {
        rows.push(Match {
            name: format!("{first} : {second}"),
            group,
            agents: [first.to_owned(), second.to_owned()],
            target,
            pairs,
            cells: Vec::new(),
        });
    };
    for (other, share) in [("random", 0.99), ("charge", 0.9), ("greedy", 0.75)] {
        add(
            Group::Matches,
            BASE,
            other,
            Target::Least(share),
            args.pairs,
        );
    }
    let lossless = format!("{BASE}~loss");
    add(
        Group::Matches,
        &lossless,
        BASE,
        Target::Most(0.4),
        args.pairs,
    );
    let few = args.pairs.min(FEW);
    add(Group::Matches, ai::THINKER, BASE, Target::Least(0.64), few);
    let base = opponents::profile(BASE)?;
    for (term, weight) in base.weights() {
        if weight > 0.0 {
            let without = format!("{BASE}~{term}");
            add(Group::Terms, &without, BASE, Target::None, args.pairs);
        }
    }
    for level in 2..=ai::LEVELS {
        let (high, low) = (format!("{BASE}:{level}"), format!("{BASE}:{}", level - 1));
        let pairs = if level == ai::LEVELS { few } else { args.pairs };
        add(Group::Levels, &high, &low, Target::Better, pairs);
    }
    for (low, high) in ai::LADDER.iter().zip(&ai::LADDER[1..]) {
        add(Group::Ladder, high, low, Target::Least(0.59), args.pairs);
    }
    for (name, share) in ai::LADDER.iter().zip([0.59, 0.44, 0.29, 0.14]) {
        add(Group::Ladder, "newcomer", name, Target::Least(share), few);
    }
    add(
        Group::Ladder,
        ai::DEFAULT,
        BASE,
        Target::Least(0.4),
        args.pairs,
    );
    // The others with a level of their own are compared above.
    let profiles = ai::profiles().iter().filter(|p| p.level.is_none());
    for profile in profiles.filter(|p| p.name != BASE) {
        let target = Target::Least(0.45);
        add(Group::Characters, &profile.name, BASE, target, args.pairs);
    }
    Ok(rows)
}

/// The line of a game with one more field.
fn with(line: &str, key: &str, value: &Value) -> String {
    match line.strip_suffix('}') {
        Some(line) => format!("{line},{}:{value}}}", json!(key)),
        None => line.to_owned(),
    }
}

/// The file of all battles, if there is one.
struct Journal(Option<(Log, PathBuf)>);

impl Journal {
    /// Opens a journal and counts the battles in it.
    fn open(path: Option<&Path>, pool: &Pool, all: &mut [Series]) -> Result<Self, Failure> {
        let Some(path) = path else {
            return Ok(Self(None));
        };
        let mut log = Log::open(path, "the journal")?;
        if log.length() > 0 {
            let mut length = 0;
            let mut lines = Lines::open(path)?;
            let mut pair: Vec<Row> = Vec::new();
            let mut of = (String::new(), 0);
            while let Some(entry) = lines.entry()? {
                let Entry::Game(row, text) = entry else {
                    continue;
                };
                let value: Value = serde_json::from_str(&text).unwrap_or_default();
                let name = value["row"].as_str().unwrap_or_default();
                if of != (name.to_owned(), row.pair) {
                    // An incomplete pair does not count.
                    of = (name.to_owned(), row.pair);
                    pair.clear();
                }
                pair.push(*row);
                if pair.len() < pair[0].agents.len() {
                    continue;
                }
                length = lines.read;
                // Other rows stay in the file, but are not counted.
                let series = all.iter_mut().find(|s| s.row.name == name);
                if let Some(series) = series.filter(|s| s.done < s.plan.pairs()) {
                    let jobs = series.plan.pair(series.done);
                    let fits = jobs
                        .iter()
                        .zip(&pair)
                        .all(|(job, row)| pool.grid.fits(job, row));
                    if !fits || jobs.len() != pair.len() {
                        return Err(Failure::Message(format!(
                            "{}: the battles of {name:?} were played with other maps, forces or another seed; name another file",
                            path.display()
                        )));
                    }
                    series.add(&pair);
                }
                pair.clear();
            }
            log.keep(length).map_err(failed(path))?;
        }
        Ok(Self(Some((log, path.to_owned()))))
    }

    fn write(&mut self, lines: &[String], row: &str) -> Result<(), Failure> {
        if let Some((log, path)) = &mut self.0 {
            let mut text = String::new();
            for line in lines {
                text += &with(line, "row", &json!(row));
                text.push('\n');
            }
            log.append(&text).map_err(failed(path))?;
        }
        Ok(())
    }
}

/// Runs `skirmish ai measure`.
///
/// # Errors
/// If the journal cannot be read or written, or belongs to other battles.
pub fn run(args: &MeasureArgs) -> Ended {
    let mut pool = Pool::new(args.on, args.seed)?;
    let rows = matches(&mut pool, args)?;
    let mut all: Vec<Series> = rows
        .into_iter()
        .map(|row| {
            let games: u64 = {
                let of = |pair: u64| {
                    row.cells[(pair % row.cells.len() as u64) as usize]
                        .agents
                        .len()
                };
                (0..row.pairs).map(|pair| of(pair) as u64).sum()
            };
            Series {
                plan: Plan::new(row.cells.clone(), games, args.seed),
                counter: Counter::new(None),
                done: 0,
                styles: BTreeMap::new(),
                row,
            }
        })
        .collect();
    if all.is_empty() {
        return Err(Failure::message(
            "no row has such a name; --rows and --only select rows",
        ));
    }
    let mut journal = Journal::open(args.resume.as_deref(), &pool, &mut all)?;
    let mut go_on = until_stopped();
    let mut stopped = Stopped::Games;
    let games = all.iter().map(|s| s.plan.own_games()).sum();
    let bar = progress(games, all.iter().map(|s| s.counter.games()).sum());
    for series in &mut all {
        let (plan, done) = (series.plan.clone(), series.done);
        let name = series.row.name.clone();
        let counted = series.row.group == Group::Characters;
        stopped = arena::run(
            &plan,
            done,
            args.jobs.map_or_else(threads, usize::from),
            |job| match counted {
                true => play_counted(&pool, job),
                false => pool.grid.play(job, |setup, name, side| {
                    drive::agent(setup, name, side, Duration::from_secs(10))
                }),
            },
            |pair| {
                let lines = lines(pair);
                let rows = read_rows(&lines)?;
                journal.write(&lines, &name)?;
                series.add(&rows);
                bar.inc(rows.len() as u64);
                Ok(ControlFlow::Continue(()))
            },
            &mut go_on,
        )?;
        if stopped == Stopped::Interrupted {
            break;
        }
    }
    bar.finish_and_clear();
    output::print(&match (args.json, args.markdown) {
        (true, _) => objects(&all),
        (_, true) => section("Strength of the opponents", &table(&all)),
        _ => table(&all),
    })?;
    Ok(match stopped {
        Stopped::Interrupted => Exit::Interrupted,
        _ => Exit::Done,
    })
}

/// Plays one game and counts the playing style of each side; returns its line.
fn play_counted(pool: &Pool, job: &Job) -> Result<String, Failure> {
    let styles = Arc::new(Mutex::new(vec![PlayingStyle::default(); job.agents.len()]));
    let line = pool.grid.play(job, |setup, name, side| {
        let agent = opponents::agent(name, setup.seed, side)?;
        let styles = styles.clone();
        let count = move |game: &Game, events: &[Event]| {
            let mut styles = styles.lock().unwrap_or_else(PoisonError::into_inner);
            styles[side.index()].add(game, side, events);
        };
        Ok(Box::new(Wrapped::new(agent, Observed(count))))
    })?;
    let styles = styles.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(with(&line, "manner", &json!(*styles)))
}
