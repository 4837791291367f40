//! `skirmish arena`: many battles, and what they tell.

pub mod beside;
pub mod grid;
mod merge;
pub mod outputs;
pub mod pool;

use super::options::BattleOptions;
use super::{Ended, Exit, Failure};
use crate::arena::report::table;
use crate::arena::stats::Sprt;
use crate::arena::{self, Counter, Plan, Row, Stopped};
use clap::{Args, Subcommand};
use grid::{Grid, GridOptions};
use indicatif::{ProgressBar, ProgressStyle};
use outputs::{Begun, Entry, Lines, Outputs, Whole};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Battles between agents, in pairs with sides swapped
#[derive(Clone, Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct ArenaArgs {
    /// Another thing to do.
    #[command(subcommand)]
    pub command: Option<ArenaCommand>,
    /// Which battle.
    #[command(flatten)]
    pub battle: BattleOptions,
    /// Which grid of battles.
    #[command(flatten)]
    pub grid: GridOptions,
    /// How many battles in all; rounded up to whole pairs
    #[arg(long, value_name = "N", required_unless_present = "each", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub games: Option<u64>,
    /// How many pairs of every pairing of the grid, instead of --games
    #[arg(long, value_name = "N", conflicts_with = "games", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub each: Option<u64>,
    /// Threads; the result is the same for any number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Stop as soon as the first agent is known to be nearer to one of two Elo differences
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// One JSON line a battle and a summary, to a file or (-) the standard output; a file of the
    /// same series that was interrupted is gone on with
    #[arg(long, value_name = "FILE|-")]
    pub json: Option<String>,
    /// Go on with a series from the file it wrote with --json
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub resume: Option<PathBuf>,
    /// One line of comma-separated values a battle
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// A page with charts
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Play only part I of N of the series, counted from 0; arena merge puts parts together
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<(u64, u64)>,
}

/// What else an arena does.
#[derive(Clone, Debug, Subcommand)]
pub enum ArenaCommand {
    /// Put the parts of a series (--shard) together
    Merge(merge::MergeArgs),
}

/// Two Elo differences.
///
/// # Errors
/// When they are not.
pub fn sprt(text: &str) -> Result<Sprt, String> {
    let parts = text
        .split_once(',')
        .and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    match parts {
        Some((elo0, elo1)) if elo0 < elo1 && elo0 >= -1000.0 && elo1 <= 1000.0 => {
            Ok(Sprt { elo0, elo1 })
        }
        _ => Err("two Elo differences, the lower first, like 0,30".to_owned()),
    }
}

fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text
        .split_once('/')
        .and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((i, n)) if i < n => Ok((i, n)),
        _ => Err("a part and how many there are, like 0/4 … 3/4".to_owned()),
    }
}

/// Set when Ctrl-C was pressed: what has been played is still summed up.
static STOP: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C only asks to stop; whether it has been pressed.
pub fn until_stopped() -> impl FnMut() -> bool {
    super::interrupt::ask_first(&STOP);
    || !STOP.load(Ordering::Relaxed)
}

/// All cores.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The bar is for people: on the standard error, and only if that is a terminal.
pub fn progress(games: u64, done: u64) -> ProgressBar {
    let style =
        ProgressStyle::with_template("{bar:40} {pos}/{len} battles, {per_sec}, {eta} to go");
    let bar = ProgressBar::new(games);
    bar.set_position(done);
    bar.reset_eta();
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Runs `skirmish arena`.
///
/// # Errors
/// What is wrong with the options or files, or that a result cannot be written.
pub fn run(args: &ArenaArgs) -> Ended {
    if let Some(ArenaCommand::Merge(args)) = &args.command {
        return merge::run(args);
    }
    // Where a series goes on is where it is written.
    let resumed = args.resume.as_ref().map(|path| path.display().to_string());
    let json = args.json.as_deref().or(resumed.as_deref());
    let begun = json.map(Path::new).filter(|path| path.is_file());
    if let (Some(path), None) = (&args.resume, begun) {
        return Err(Failure::Said(format!(
            "{}: there is no such file to go on with; begin a series with --json",
            path.display()
        )));
    }
    let goes_on = match begun {
        Some(path) if args.resume.is_some() || unfinished(path)? => Some(path),
        _ => None,
    };
    let mut battle = args.battle.clone();
    if let (None, Some(path)) = (battle.seed, goes_on) {
        battle.seed = Whole::of(path)?.and_then(|whole| whole.seed);
        if battle.seed.is_none() {
            return Err(Failure::said(format!(
                "{} is a series that has not ended: give the --seed it was begun with to go on, or name another file",
                path.display()
            )));
        }
    }
    let grid = Grid::new(&battle, &args.grid)?;
    let games = match (args.each, args.games) {
        (Some(each), _) => grid
            .cells
            .iter()
            .map(|c| c.agents.len() as u64 * each)
            .sum(),
        (None, games) => games.unwrap_or(1),
    };
    let plan = Plan::new(grid.cells.clone(), games, grid.seed).sharded(args.shard);
    // Parts cannot know what the others have played: the test is for whoever merges them.
    let sprt = args.sprt.filter(|_| args.shard.is_none());
    let mut counter = Counter::new(sprt);
    let mut kept: Option<Begun> = None;
    if let Some(path) = goes_on {
        let pairs = plan.own_pairs().map(|pair| plan.pair(pair));
        let fits = |job: &arena::Job, row: &Row| grid.fits(job, row);
        kept = Some(Begun::read(path, pairs, fits, &mut counter, |_| Ok(()))?);
    }
    let (csv, html) = (args.csv.as_deref(), args.html.as_deref());
    let mut out = Outputs::open(json, kept.as_ref(), csv, html)?;
    if let (Some(path), Some(kept)) = (begun, &kept) {
        copy_to_csv(path, kept.pairs, &plan, &mut out)?;
        eprintln!(
            "going on after {} battles of {}",
            counter.games(),
            path.display()
        );
    }
    if battle.seed.is_none() {
        eprintln!("seed {}", grid.seed);
    }
    if !grid.left_out.is_empty() {
        eprintln!(
            "{} pairings cannot be played and are left out; the first: {}",
            grid.left_out.len(),
            grid.left_out[0]
        );
    }
    let bar = progress(plan.own_games(), counter.games());
    let from = kept.as_ref().map_or(0, |begun| begun.pairs);
    let stopped = if counter.decided() {
        Stopped::Sprt
    } else {
        arena::run(
            &plan,
            from,
            args.jobs.map_or_else(threads, usize::from),
            |job| grid.play(job),
            |pair| {
                let lines: Vec<String> = pair.into_iter().map(|(_, line)| line).collect();
                let rows = lines.iter().map(|line| Row::read(line));
                let rows: Vec<Row> = rows.collect::<Result<_, _>>().map_err(Failure::Said)?;
                out.pair(&lines)?;
                counter.add(&rows);
                bar.inc(rows.len() as u64);
                Ok(match counter.decided() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                })
            },
            until_stopped(),
        )?
    };
    bar.finish_and_clear();
    let report = counter.report(stopped);
    let whole = Whole {
        seed: Some(grid.seed),
        shard: args.shard,
        sprt: args.sprt,
    };
    out.finish(&report, &whole)?;
    out.print(&table(&grid.title(), &report))?;
    Ok(match stopped {
        Stopped::Interrupted => {
            if let Some(file) = json.filter(|_| !out.on_stdout()) {
                eprintln!("the same command with --resume {file} instead of --json goes on");
            }
            Exit::Interrupted
        }
        _ => Exit::Done,
    })
}

/// Whether a file of results has no end, or says that it was interrupted.
///
/// # Errors
/// When it holds anything else: that is not written over.
fn unfinished(path: &Path) -> Result<bool, Failure> {
    let kept =
        |error: Failure| Failure::Said(format!("{error}; it is left as it is, name another file"));
    let mut lines = Lines::open(path).map_err(kept)?;
    let mut games = 0;
    loop {
        match lines.entry().map_err(kept)? {
            Some(Entry::Game(..)) => games += 1,
            Some(Entry::Summary(summary)) => return Ok(summary["stopped"] == "interrupted"),
            None => return Ok(games > 0),
        }
    }
}

/// The battles that were played before, for the table of values.
fn copy_to_csv(path: &Path, pairs: u64, plan: &Plan, out: &mut Outputs) -> Result<(), Failure> {
    let mut lines = Lines::open(path)?;
    for pair in plan.own_pairs().take(pairs as usize) {
        for _ in 0..plan.size(pair) {
            if let Some(Entry::Game(_, text)) = lines.entry()? {
                out.csv(&[text])?;
            }
        }
    }
    Ok(())
}
