//! `skirmish arena`: many battles, and what they tell.

use super::options::{BattleOptions, USUAL};
use super::{Ended, Exit, Failure, drive};
use crate::arena::stats::Sprt;
use crate::arena::{Job, Played, Report, Series, Tally};
use crate::battle::{Role, Side};
use crate::board::Board;
use crate::play::matches::{Seat, run as play};
use crate::play::{Setup, words};
use crate::scenario::Scenario;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value, json};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Battles between agents, in pairs with sides swapped
#[derive(Clone, Debug, Args)]
pub struct ArenaArgs {
    /// Which battle.
    #[command(flatten)]
    pub battle: BattleOptions,
    /// How many battles; rounded up to whole pairs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub games: u64,
    /// Threads; the result is the same for any number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Stop as soon as the first agent is known to be nearer to one of two Elo differences
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// One JSON line a battle and a summary, to a file or (-) the standard output
    #[arg(long, value_name = "FILE|-")]
    pub json: Option<String>,
    /// One line of comma-separated values a battle
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Play only part I of N of the series, counted from 0
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<(u64, u64)>,
}

fn sprt(text: &str) -> Result<Sprt, String> {
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

/// What is kept of a battle until its line is written.
struct More {
    line: Map<String, Value>,
}

/// Set when Ctrl-C was pressed: what has been played is still summed up.
static STOP: AtomicBool = AtomicBool::new(false);

/// Runs `skirmish arena`.
///
/// # Errors
/// What is wrong with the options or files, or that a result cannot be written.
pub fn run(args: &ArenaArgs) -> Ended {
    let setup = args.battle.setup(USUAL)?;
    if setup
        .agents
        .iter()
        .any(|a| matches!(a.as_str(), "human" | "stdin"))
        || setup.dice != "seeded"
    {
        return Err(Failure::said(
            "an arena plays by itself: agents are computer opponents, dice are seeded",
        ));
    }
    let board = setup.board()?;
    // What cannot be played is said now, not by the first thread that finds out.
    let first = setup.begin_on(board.clone())?;
    drop(first);
    let scenario = Scenario::read(&setup.scenario)?;
    let parts = (0..setup.forces.len())
        .any(|side| scenario.role(side) != Role::Equal || scenario.force(side).is_some());
    let series = Series {
        games: args.games,
        entrants: setup.agents.clone(),
        forces: setup.forces.iter().map(|f| f.name.clone()).collect(),
        fixed_forces: parts,
        seed: setup.seed,
        jobs: args.jobs.map_or_else(threads, usize::from),
        sprt: args.sprt,
        shard: args.shard,
    };
    let mut out = Outputs::open(args)?;
    if args.battle.seed.is_none() {
        eprintln!("seed {}", setup.seed);
    }
    super::interrupt::ask_first(&STOP);
    let bar = progress(&series, args);
    let report = series.run(
        |job| one(&setup, &args.battle, &board, job),
        |job, played| {
            bar.inc(1);
            out.game(job, played)
        },
        || !STOP.load(Ordering::Relaxed),
    )?;
    bar.finish_and_clear();
    out.summary(&report)?;
    if args.json.as_deref() != Some("-") {
        drive::print(&table(&setup, &series, &report))?;
    }
    Ok(Exit::Done)
}

fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The bar is for people: only on a terminal.
fn progress(series: &Series, args: &ArenaArgs) -> ProgressBar {
    let pairs = match args.shard {
        Some((i, n)) => (series.pairs() + n - 1 - i) / n,
        None => series.pairs(),
    };
    let style =
        ProgressStyle::with_template("{bar:40} {pos}/{len} battles, {per_sec}, {eta} to go");
    let bar = ProgressBar::new(pairs * series.pair_size());
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// The setup of one game: forces, agents and seed as the job seats them.
fn seated(setup: &Setup, job: &Job) -> Setup {
    Setup {
        forces: job
            .forces
            .iter()
            .map(|f| setup.forces[*f].clone())
            .collect(),
        agents: job.seats.iter().map(|a| setup.agents[*a].clone()).collect(),
        seed: job.seed,
        ..setup.clone()
    }
}

fn one(
    setup: &Setup,
    options: &BattleOptions,
    board: &Arc<Board>,
    job: &Job,
) -> Result<Played<More>, Failure> {
    let setup = seated(setup, job);
    let game = setup.begin_on(board.clone())?;
    let mut agents = Vec::with_capacity(setup.agents.len());
    for (i, name) in setup.agents.iter().enumerate() {
        match drive::seat(&setup, name, Side(i as u8), options.bot_limit())? {
            Seat::Agent(agent) => agents.push(agent),
            Seat::Asked => unreachable!("an arena has no human seats"),
        }
    }
    let played = play(game, &mut agents, setup.seed);
    let mut line = words::result(&played.game, &played.outcome, setup.seed);
    line.insert("game".into(), json!(job.game));
    line.insert("pair".into(), json!(job.pair));
    line.insert("map".into(), json!(setup.map.name));
    line.insert("agents".into(), json!(setup.agents));
    line.insert(
        "forces".into(),
        json!(setup.forces.iter().map(|f| &f.name).collect::<Vec<_>>()),
    );
    line.insert("watch".into(), json!(options.repeat(&setup)));
    let sides = 0..played.game.sides().len();
    Ok(Played {
        winners: sides
            .filter(|s| played.outcome.won(Side(*s as u8)))
            .collect(),
        rounds: played.outcome.rounds,
        pointless: played.game.scores().iter().all(|s| *s == 0),
        more: More { line },
    })
}

/// Where results go as they come.
struct Outputs {
    json: Option<Box<dyn Write>>,
    csv: Option<BufWriter<File>>,
}

impl Outputs {
    fn open(args: &ArenaArgs) -> Result<Self, Failure> {
        let json: Option<Box<dyn Write>> = match args.json.as_deref() {
            None => None,
            Some("-") => Some(Box::new(std::io::stdout())),
            Some(path) => Some(Box::new(create(Path::new(path))?)),
        };
        let mut csv = args.csv.as_deref().map(create).transpose()?;
        if let Some(csv) = &mut csv {
            writeln!(
                csv,
                "game,pair,map,agents,forces,winners,reason,rounds,points,lost,seed,digest"
            )
            .map_err(Failure::output)?;
        }
        Ok(Self { json, csv })
    }

    fn game(&mut self, job: &Job, played: &Played<More>) -> Result<(), Failure> {
        let line = &played.more.line;
        if let Some(json) = &mut self.json {
            writeln!(json, "{}", Value::Object(line.clone())).map_err(Failure::output)?;
        }
        if let Some(csv) = &mut self.csv {
            let cell = |name: &str| match &line[name] {
                Value::String(text) => field(text),
                Value::Array(list) => {
                    let words = list
                        .iter()
                        .map(|v| v.as_str().map_or_else(|| v.to_string(), str::to_owned));
                    field(&words.collect::<Vec<_>>().join(" "))
                }
                other => other.to_string(),
            };
            let cells = [
                "map", "agents", "forces", "winners", "reason", "rounds", "points", "lost", "seed",
                "digest",
            ];
            let cells: Vec<String> = cells.iter().map(|name| cell(name)).collect();
            writeln!(csv, "{},{},{}", job.game, job.pair, cells.join(","))
                .map_err(Failure::output)?;
        }
        Ok(())
    }

    fn summary(&mut self, report: &Report) -> Result<(), Failure> {
        if let Some(json) = &mut self.json {
            writeln!(json, "{}", summary(report)).map_err(Failure::output)?;
            json.flush().map_err(Failure::output)?;
        }
        if let Some(csv) = &mut self.csv {
            csv.flush().map_err(Failure::output)?;
            csv.get_ref().sync_all().map_err(Failure::output)?;
        }
        Ok(())
    }
}

fn create(path: &Path) -> Result<BufWriter<File>, Failure> {
    let file = File::create(path).map_err(|error| Failure::Io {
        what: path.display().to_string(),
        error,
    })?;
    Ok(BufWriter::new(file))
}

/// A field of a CSV line, quoted where it must be.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

fn rounded(number: f64, digits: i32) -> f64 {
    let scale = 10f64.powi(digits);
    (number * scale).round() / scale
}

fn tally(name: &str, tally: &Tally) -> Value {
    let ((low, high), (elo, (elo_low, elo_high))) = (tally.wilson(), tally.elo());
    json!({
        name: tally.name,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "share": rounded(tally.share(), 4),
        "wilson95": [rounded(low, 4), rounded(high, 4)],
        "elo": rounded(elo, 1),
        "elo95": [rounded(elo_low, 1), rounded(elo_high, 1)],
    })
}

fn summary(report: &Report) -> Value {
    let list = |name: &str, all: &[Tally]| all.iter().map(|t| tally(name, t)).collect::<Vec<_>>();
    let mut summary = json!({
        "type": "summary",
        "games": report.games,
        "pairs": report.pairs,
        "agents": list("agent", &report.agents),
        "forces": list("force", &report.forces),
        "seats": list("seat", &report.seats),
        "decisive": rounded(report.decisive, 4),
        "pointless": rounded(report.pointless, 4),
        "rounds": rounded(report.rounds, 2),
        "stopped": report.stopped,
    });
    if let Some((verdict, ratio)) = report.sprt {
        summary["sprt"] = json!({"verdict": verdict.name(), "llr": rounded(ratio, 3)});
    }
    summary
}

/// The report as a table for people.
fn table(setup: &Setup, series: &Series, report: &Report) -> String {
    let mut text = format!(
        "{} battles in {} pairs on {}, seed {}: {:.1} % decided, {:.1} % without a point, {:.1} rounds\n",
        report.games,
        report.pairs,
        setup.map.name,
        series.seed,
        100.0 * report.decisive,
        100.0 * report.pointless,
        report.rounds
    );
    text += &format!(
        "{:<28} {:>6} {:>6} {:>6}  {:>7}  {:<17} {:>6}  {}\n",
        "", "wins", "draws", "losses", "share", "95 %", "Elo", "95 %"
    );
    let groups = [
        ("agent", &report.agents),
        ("force", &report.forces),
        ("seat", &report.seats),
    ];
    for (what, tallies) in groups {
        // A lone name has played only itself: its share says nothing.
        for tally in tallies.iter().filter(|_| tallies.len() > 1) {
            let ((low, high), (elo, (elo_low, elo_high))) = (tally.wilson(), tally.elo());
            let doubt = if low <= 0.5 && 0.5 <= high {
                "  not enough battles to tell"
            } else {
                ""
            };
            text += &format!(
                "{:<28} {:>6} {:>6} {:>6}  {:>5.1} %  {:>5.1} % … {:>5.1} %  {:>+6.0}  {:+.0} … {:+.0}{doubt}\n",
                format!("{what} {}", tally.name),
                tally.wins,
                tally.draws,
                tally.losses,
                100.0 * tally.share(),
                100.0 * low,
                100.0 * high,
                elo,
                elo_low,
                elo_high,
            );
        }
    }
    if let Some((verdict, ratio)) = report.sprt {
        text += &format!(
            "sequential test: {} (log-likelihood ratio {ratio:.2})\n",
            verdict.name()
        );
    }
    if report.stopped != "games" {
        text += &format!("stopped: {}\n", report.stopped);
    }
    text
}
