//! `skirmish arena`: plays many battles and says who is stronger, and how sure that is.

mod merge;
mod options;
pub mod outputs;
pub mod pool;

use super::machine::threads;
use super::markdown::section;
use super::{Ended, Exit, Failure, ValueError, drive, output};
use crate::arena::grid::{Grid, GridOptions};
use crate::arena::report::{markdown, table};
use crate::arena::stats::Sprt;
use crate::arena::{self, Counter, Job, Plan, Report, Row, Stopped};
use crate::store::options::BattleOptions;
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use outputs::{Begun, Entry, Lines, Outputs, Whole};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Play many battles between forces or opponents and say which is stronger
///
/// Battles are played in pairs with the same seed and swapped sides. The answer comes first, then
/// the numbers. The result is the same for any number of threads.
#[derive(Clone, Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct ArenaArgs {
    /// Another command.
    #[command(subcommand)]
    pub command: Option<ArenaCommand>,
    /// Number of battles in all, rounded up to whole pairs
    #[arg(long, value_name = "N", required_unless_present = "each", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub games: Option<u64>,
    /// Number of pairs for every pairing of the grid, instead of --games
    #[arg(long, value_name = "N", conflicts_with = "games", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub each: Option<u64>,
    /// Number of threads, by default all cores; the result does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Stop when a sequential test has decided which of two Elo differences the first agent has
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// Write one JSON line a battle and a summary to a file or to standard output (-); an
    /// interrupted series in the same file is resumed
    #[arg(long, value_name = "FILE|-")]
    pub json: Option<String>,
    /// Resume an interrupted series from the file that --json wrote
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub resume: Option<PathBuf>,
    /// Write one line of comma-separated values a battle
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write an HTML page with charts
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Play only part I of N of the series, counted from 0; "arena merge" joins the parts
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<(u64, u64)>,
    /// Print a Markdown section with version, date, machine and command
    #[arg(long)]
    pub markdown: bool,
    /// The battle.
    #[command(flatten)]
    pub battle: BattleOptions,
    /// Lists of maps, forces and agents.
    #[command(flatten)]
    pub grid: GridOptions,
}

/// Further commands of `skirmish arena`.
#[derive(Clone, Debug, Subcommand)]
pub enum ArenaCommand {
    /// Join the parts of a series that were played with --shard
    Merge(merge::MergeArgs),
}

/// Reads two Elo differences, the lower first.
///
/// # Errors
/// If the text is anything else.
pub fn sprt(text: &str) -> Result<Sprt, ValueError> {
    let parts = text
        .split_once(',')
        .and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    match parts {
        Some((elo0, elo1)) if elo0 < elo1 && elo0 >= -1000.0 && elo1 <= 1000.0 => {
            Ok(Sprt { elo0, elo1 })
        }
        _ => Err(ValueError::Expected(
            "two Elo differences, the lower first, such as 0,30",
        )),
    }
}

fn shard(text: &str) -> Result<(u64, u64), ValueError> {
    let parts = text
        .split_once('/')
        .and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((i, n)) if i < n => Ok((i, n)),
        _ => Err(ValueError::Expected(
            "a part and the number of parts, such as 0/4 to 3/4",
        )),
    }
}

/// Set when Ctrl-C was pressed; the battles played so far are still reported.
static STOP: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C ask for a stop instead of ending the program. The function returned is true until
/// Ctrl-C is pressed.
pub fn until_stopped() -> impl FnMut() -> bool {
    super::interrupt::ask_first(&STOP);
    || !STOP.load(Ordering::Relaxed)
}

/// A progress bar on standard error; invisible if that is not a terminal.
pub fn progress(games: u64, done: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} battles, {per_sec}, {eta} left");
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
/// If options or files are wrong, or a result cannot be written.
pub fn run(args: &ArenaArgs) -> Ended {
    if let Some(ArenaCommand::Merge(args)) = &args.command {
        return merge::run(args);
    }
    let files = Files::of(args)?;
    let battle = seeded(args, files.resumed())?;
    if battle.record.is_some() || battle.why {
        return Err(Failure::message(
            "--record and --why are for one battle; --json FILE has the command that shows each battle of a series",
        ));
    }
    let grid = Grid::new(&battle, &args.grid)?;
    let plan = planned(args, &grid);
    // A part does not know the battles of the others: the test is made by "arena merge".
    let sprt = args.sprt.filter(|_| args.shard.is_none());
    let mut counter = Counter::new(sprt);
    let (mut out, from) = opened(args, &files, &grid, &plan, &mut counter)?;
    if battle.seed.is_none() {
        output::note(format!("seed {}", grid.seed));
    }
    if !grid.left_out.is_empty() {
        output::note(format!(
            "{} pairings cannot be played and are skipped; the first: {}",
            grid.left_out.len(),
            grid.left_out[0]
        ));
    }
    let stopped = match counter.decided() {
        true => Stopped::Sprt,
        false => {
            let jobs = args.jobs.map_or_else(threads, usize::from);
            let play = |job: &Job| {
                grid.play(job, |setup, name, side| {
                    drive::agent(setup, name, side, battle.bot_limit())
                })
            };
            let keep = |lines: &[String]| out.pair(lines);
            series(&plan, (from, jobs), &mut counter, play, keep)?
        }
    };
    let report = counter.report(stopped);
    let whole = Whole {
        seed: Some(grid.seed),
        shard: args.shard,
        sprt: args.sprt,
    };
    out.finish(&report, &whole)?;
    out.print(&match args.markdown {
        true => section_of(&report),
        false => table(&grid.title(), &report),
    })?;
    Ok(match stopped {
        Stopped::Interrupted => {
            if let Some(file) = files.json.filter(|_| !out.on_stdout()) {
                output::note(format!(
                    "to resume, run the same command with --resume {file} instead of --json"
                ));
            }
            Exit::Interrupted
        }
        _ => Exit::Done,
    })
}

/// Where the lines go, and whether that file holds a series already.
struct Files {
    /// The file of lines, or `-`.
    json: Option<String>,
    /// Whether the series in it is resumed.
    resumes: bool,
}

impl Files {
    fn of(args: &ArenaArgs) -> Result<Self, Failure> {
        if args.markdown && args.json.as_deref() == Some("-") {
            return Err(Failure::message(
                "--markdown and --json - both use standard output; give --json a file",
            ));
        }
        // A resumed series is written to the file it is read from.
        let resume = args.resume.as_ref().map(|path| path.display().to_string());
        let json = args.json.clone().or(resume);
        let exists = json.as_ref().is_some_and(|file| Path::new(file).is_file());
        if let (Some(path), false) = (&args.resume, exists) {
            return Err(Failure::Message(format!(
                "{}: there is no such file to resume; start a series with --json",
                path.display()
            )));
        }
        let resumes = match json.as_deref().filter(|_| exists) {
            Some(file) => args.resume.is_some() || unfinished(Path::new(file))?,
            None => false,
        };
        Ok(Self { json, resumes })
    }
    /// The file of the series that is resumed.
    fn resumed(&self) -> Option<&Path> {
        let file = self.json.as_deref().filter(|_| self.resumes);
        file.map(Path::new)
    }
}

/// The options of the battles, with the seed of the series that is resumed.
fn seeded(args: &ArenaArgs, resumed: Option<&Path>) -> Result<BattleOptions, Failure> {
    let mut battle = args.battle.clone();
    if let (None, Some(path)) = (battle.seed, resumed) {
        battle.seed = Whole::of(path)?.and_then(|whole| whole.seed);
        if battle.seed.is_none() {
            return Err(Failure::message(format!(
                "{} is a series that has not ended: to resume it, give the --seed it was started with; else name another file",
                path.display()
            )));
        }
    }
    Ok(battle)
}

/// The plan of all battles of the grid, or of the part that is played here.
fn planned(args: &ArenaArgs, grid: &Grid) -> Plan {
    let games = match (args.each, args.games) {
        (Some(each), _) => {
            let cells = grid.cells.iter();
            cells.map(|c| c.agents.len() as u64 * each).sum()
        }
        (None, games) => games.unwrap_or(1),
    };
    Plan::new(grid.cells.clone(), games, grid.seed).sharded(args.shard)
}

/// Opens the files to be written. Counts the battles of the series that is resumed; returns how many
/// pairs it has.
fn opened(
    args: &ArenaArgs,
    files: &Files,
    grid: &Grid,
    plan: &Plan,
    counter: &mut Counter,
) -> Result<(Outputs, u64), Failure> {
    let mut kept: Option<Begun> = None;
    if let Some(path) = files.resumed() {
        let pairs = plan.own_pairs().map(|pair| plan.pair(pair));
        let fits = |job: &arena::Job, row: &Row| grid.fits(job, row);
        kept = Some(Begun::read(path, pairs, fits, counter, |_| Ok(()))?);
    }
    let seats = plan.cells().iter().map(|cell| cell.agents.len()).max();
    let csv = args.csv.as_deref().zip(seats);
    let mut out = Outputs::open(
        files.json.as_deref(),
        kept.as_ref(),
        csv,
        args.html.as_deref(),
    )?;
    let Some((path, kept)) = files.resumed().zip(kept) else {
        return Ok((out, 0));
    };
    copy_to_csv(path, kept.pairs, plan, &mut out)?;
    output::note(format!(
        "resuming after {} battles in {}",
        counter.games(),
        path.display()
    ));
    Ok((out, kept.pairs))
}

/// Plays the battles of a plan after the first pairs, on a number of threads, and counts them until
/// the test has decided. `keep` gets the lines of every pair in order.
pub fn series(
    plan: &Plan,
    (first, jobs): (u64, usize),
    counter: &mut Counter,
    play: impl Fn(&Job) -> Result<String, Failure> + Sync,
    mut keep: impl FnMut(&[String]) -> Result<(), Failure>,
) -> Result<Stopped, Failure> {
    let bar = progress(plan.own_games(), counter.games());
    let pair = |pair| {
        let lines = lines(pair);
        let rows = rows(&lines)?;
        keep(&lines)?;
        counter.add(&rows);
        bar.inc(rows.len() as u64);
        Ok(match counter.decided() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    };
    let stopped = arena::run(plan, first, jobs, play, pair, until_stopped())?;
    bar.finish_and_clear();
    Ok(stopped)
}

/// The results of some lines.
///
/// # Errors
/// If a line is damaged.
pub fn rows(lines: &[String]) -> Result<Vec<Row>, Failure> {
    let rows = lines.iter().map(|line| Ok(Row::read(line)?));
    rows.collect()
}

/// The lines of a pair, in order.
pub fn lines(pair: Vec<(Job, String)>) -> Vec<String> {
    pair.into_iter().map(|(_, line)| line).collect()
}

/// A report as a Markdown section.
fn section_of(report: &Report) -> String {
    let title = crate::arena::report::title(&report.titled());
    section(&title, &markdown(report))
}

/// Whether the series in a file has no summary, or a summary that says it was interrupted.
///
/// # Errors
/// If the file holds anything else; it is not overwritten then.
fn unfinished(path: &Path) -> Result<bool, Failure> {
    let kept = |error: Failure| {
        Failure::Message(format!(
            "{error}; the file is not changed, name another one"
        ))
    };
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

/// Copies the battles that were played before to the CSV file.
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
