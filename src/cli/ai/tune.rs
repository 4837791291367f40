//! `skirmish ai tune`: finds better weights for a profile by playing battles.
//!
//! SPSA optimises the logarithms of the weights. Each step compares two variants of the profile: they
//! play against each other, against simpler opponents and against earlier versions, on the tuning part
//! of the pool. The result must then beat the original profile on the held-out part, by a sequential
//! test; otherwise nothing is written.

use super::super::arena::outputs::{failed, json_of};
use super::super::arena::pool::{Pool, SCENARIOS, Which, between};
use super::super::arena::{rows, series, sprt, until_stopped};
use super::super::machine::threads;
use super::super::{Ended, Exit, Failure, output};
use crate::ai::{self, Agent, Meta, Profile};
use crate::arena::spsa::Spsa;
use crate::arena::stats::{Sprt, Verdict};
use crate::arena::{Cell, Counter, Job, Plan, Row, Stopped};
use crate::battle::Side;
use crate::play::{AgentName, Setup};
use crate::store::disk::Log;
use crate::store::{disk, opponents};
use clap::Args;
use clap::builder::PossibleValuesParser;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Improve the weights of a profile by many battles
#[derive(Clone, Debug, Args)]
pub struct TuneArgs {
    /// Profile to start from, by name or file
    #[arg(value_name = "PROFILE")]
    pub profile: String,
    /// File for the tuned profile; it is written only if the profile is better
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// File for all steps; if it exists, the run is resumed [default: next to --out]
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Number of steps
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub iterations: u64,
    /// Pairs of battles for each step
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub pairs: u64,
    /// Change of each weight in the two variants of the first step, as a fraction
    #[arg(long, value_name = "PART", default_value_t = 0.2)]
    pub radius: f64,
    /// Size of the first step, as a factor of the slope
    #[arg(long, value_name = "PART", default_value_t = 0.5)]
    pub gain: f64,
    /// Tune only these weights
    #[arg(long, value_name = "TERM,…", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Play only these scenarios [default: plain battles, and every third one with objectives]
    #[arg(long, value_name = "SCENARIO,…", value_delimiter = ',', value_parser = PossibleValuesParser::new(SCENARIOS))]
    pub scenarios: Vec<String>,
    /// Opponents besides the other variant
    #[arg(
        long,
        value_name = "A,A…",
        value_delimiter = ',',
        default_value = "utility,charge,greedy"
    )]
    pub against: Vec<String>,
    /// Elo differences of the sequential test on the held-out part
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, default_value = "0,15", allow_hyphen_values = true)]
    pub gate: Sprt,
    /// Largest number of pairs of the test
    #[arg(long, value_name = "N", default_value_t = 4000)]
    pub gate_pairs: u64,
    /// Level at which the profile plays
    #[arg(long, value_name = "N")]
    pub level: Option<u8>,
    /// Seed of all battles and steps
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of threads, by default all cores; the result does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
}

/// Number of earlier versions that are kept as opponents.
const CHAMPIONS: usize = 3;
/// Agent names of the two variants, the original profile and the tuned one.
const PLUS: &str = "+";
const MINUS: &str = "-";
const FIRST: &str = "first";
const TUNED: &str = "tuned";

/// State of the optimisation.
struct Climb {
    spsa: Spsa,
    base: Profile,
    /// Indices of the weights that are tuned.
    moving: Vec<usize>,
    /// Their logarithms.
    point: Vec<f64>,
    champions: Vec<Profile>,
    step: u64,
    games: u64,
}

impl Climb {
    /// The start. `only`: the terms whose weights are tuned; if it is empty, all that are not 0.
    fn new(base: Profile, spsa: Spsa, only: &[String]) -> Result<Self, Failure> {
        let weights: Vec<(&str, f64)> = base.weights().collect();
        let wanted = Profile::terms(only).map_err(Failure::Message)?;
        if let Some(at) = wanted.iter().find(|at| weights[**at].1 == 0.0) {
            return Err(Failure::Message(format!(
                "--only: the weight of {:?} in {} is 0 and cannot be tuned; name weights that are not 0",
                weights[*at].0, base.name
            )));
        }
        let climbs =
            |at: &usize| weights[*at].1 > 0.0 && (wanted.is_empty() || wanted.contains(at));
        let moving: Vec<usize> = (0..weights.len()).filter(climbs).collect();
        let point = moving.iter().map(|i| weights[*i].1.ln()).collect();
        Ok(Self {
            spsa,
            base,
            moving,
            point,
            champions: Vec::new(),
            step: 0,
            games: 0,
        })
    }

    /// The profile with the weights of a point.
    fn profile(&self, point: &[f64]) -> Profile {
        let mut weights: Vec<f64> = self.base.weights().map(|(_, w)| w).collect();
        for (at, log) in self.moving.iter().zip(point) {
            weights[*at] = log.exp();
        }
        self.base.clone().weighing(&weights)
    }

    /// Makes a step; `difference` is the score of the first variant minus that of the second.
    fn go(&mut self, difference: f64, games: u64) {
        self.point = self.spsa.next(self.step, &self.point, difference);
        self.step += 1;
        self.games += games;
        if self.step.is_multiple_of((self.spsa.iterations / 10).max(1)) {
            self.champions.push(self.profile(&self.point));
            if self.champions.len() > CHAMPIONS {
                self.champions.remove(0);
            }
        }
    }
}

/// The longest journal that is read, in bytes.
const LONGEST: u64 = 1 << 30;

/// The file of all steps.
struct Journal {
    log: Log,
    path: PathBuf,
}

impl Journal {
    /// Opens a journal and repeats its steps; returns the battles of the test in it.
    fn open(path: &Path, head: &Value, climb: &mut Climb) -> Result<(Self, Vec<String>), Failure> {
        let mut gate = Vec::new();
        let mut length = 0;
        let mut log = Log::open(path, "the journal")?;
        if log.length() > 0 {
            let bytes = disk::bytes(path, LONGEST, "a journal")?;
            let lines = bytes.split_inclusive(|byte| *byte == b'\n');
            for (number, text) in (1..).zip(lines.filter(|line| line.ends_with(b"\n"))) {
                let wrong =
                    |what: &str| Failure::Message(format!("{}:{number}:1: {what}", path.display()));
                let line = json_of(path, number, text)?;
                match line["type"].as_str() {
                    Some("tune") if number == 1 => {
                        if line != *head {
                            return Err(wrong(
                                "this journal was written with other options or another profile; name another --journal",
                            ));
                        }
                    }
                    Some("step") if number > 1 && gate.is_empty() => {
                        let said = line["difference"].as_str().and_then(|d| d.parse().ok());
                        let games = line["games"].as_u64();
                        let (difference, games) = said.zip(games).ok_or_else(|| {
                            wrong("this step is damaged: it needs difference and games")
                        })?;
                        climb.go(difference, games);
                    }
                    Some("result") if number > 1 => {
                        gate.push(String::from_utf8_lossy(text).trim_end().to_owned());
                    }
                    _ => return Err(wrong("this line does not belong in a tuning journal")),
                }
                length += text.len() as u64;
            }
            if gate.len() % 2 == 1 {
                // An incomplete pair is played again.
                length -= gate.pop().map_or(0, |line: String| line.len() as u64 + 1);
            }
            log.keep(length).map_err(failed(path))?;
        }
        let mut journal = Self {
            log,
            path: path.to_owned(),
        };
        if length == 0 {
            journal.write(&head.to_string())?;
        }
        Ok((journal, gate))
    }

    fn write(&mut self, line: &str) -> Result<(), Failure> {
        let done = self.log.append(&format!("{line}\n"));
        done.map_err(failed(&self.path))
    }
}

/// The profiles behind the agent names of this module.
struct Cast<'a> {
    known: Vec<(&'a str, Profile)>,
    level: Option<String>,
}

impl Cast<'_> {
    fn agent(
        &self,
        setup: &Setup,
        name: &AgentName,
        side: Side,
    ) -> Result<Box<dyn Agent>, Failure> {
        let whole = name.to_string();
        match self.known.iter().find(|(known, _)| *known == whole) {
            Some((_, profile)) => ai::profiled(
                profile.clone(),
                self.level.as_deref(),
                &whole,
                setup.seed ^ u64::from(side.0),
            )
            .map_err(Failure::Message),
            None => opponents::agent(name, setup.seed, side),
        }
    }
}

/// Score of the first agent in a pair of games.
fn share(pool: &Pool, cast: &Cast, jobs: &[Job], first: usize) -> Result<f64, Failure> {
    let mut sum = 0.0;
    for job in jobs {
        let line = pool
            .grid
            .play(job, |setup, name, side| cast.agent(setup, name, side))?;
        let row = Row::read(&line)?;
        let seat = job
            .agents
            .iter()
            .position(|a| *a == first)
            .unwrap_or_default();
        sum += row.score(seat, 1 - seat);
    }
    Ok(sum / jobs.len() as f64)
}

/// Plays one step. Returns the difference in score of the two variants, and the number of games.
fn compare(
    climb: &Climb,
    pool: &mut Pool,
    cells: &[Cell],
    args: &TuneArgs,
) -> Result<(f64, u64), Failure> {
    let (plus, minus) = climb.spsa.neighbours(climb.step, &climb.point);
    let champions: Vec<String> = (0..climb.champions.len())
        .map(|i| format!("champion{i}"))
        .collect();
    let mut known = vec![(PLUS, climb.profile(&plus)), (MINUS, climb.profile(&minus))];
    for (name, profile) in champions.iter().zip(&climb.champions) {
        known.push((name.as_str(), profile.clone()));
    }
    let cast = Cast {
        known,
        level: args.level.map(|l| l.to_string()),
    };
    let [a, b] = [PLUS, MINUS].map(|name| pool.grid.agent(name.into()));
    let mut others: Vec<usize> = vec![b];
    for name in champions.iter().chain(&args.against) {
        others.push(pool.grid.agent(name.as_str().into()));
    }
    let pool = &*pool;
    let one = |at: u64| -> Result<(f64, u64), Failure> {
        let other = others[(at % others.len() as u64) as usize];
        let number = climb.step * args.pairs + at;
        let cell = &cells[(number % cells.len() as u64) as usize];
        let against = |who: usize| {
            let cell = between(std::slice::from_ref(cell), [who, other]);
            // In a plan of one pairing, the seed of a pair depends on its number only.
            Plan::new(cell, 2, args.seed).pair(number)
        };
        let first = share(pool, &cast, &against(a), a)?;
        if other == b {
            return Ok((2.0 * first - 1.0, 2));
        }
        Ok((first - share(pool, &cast, &against(b), b)?, 4))
    };
    let all: Vec<_> = (0..args.pairs).into_par_iter().map(one).collect();
    let (mut sum, mut games) = (0.0, 0);
    for result in all {
        let (difference, played) = result?;
        sum += difference;
        games += played;
    }
    Ok((sum / args.pairs as f64, games))
}

/// The battles for tuning and for the test. Every third has objectives, so that all weights count;
/// or only the scenarios of the options.
fn battles(pool: &mut Pool, args: &TuneArgs) -> Result<Vec<Cell>, Failure> {
    if args.scenarios.is_empty() {
        let plain = pool.battles(false)?;
        return pool.mixed(&plain);
    }
    let cells = pool.in_turn(args.scenarios.iter().map(String::as_str))?;
    if cells.is_empty() {
        return Err(Failure::Message(format!(
            "--scenarios: too few maps fit {} to tune on some and hold others out; name other scenarios",
            args.scenarios.join(", ")
        )));
    }
    Ok(cells)
}

/// The test of the tuned profile against the original one on the held-out part.
fn gate(
    tuned: &Profile,
    climb: &Climb,
    args: &TuneArgs,
    before: &[String],
    journal: &mut Journal,
) -> Result<(Counter, Stopped), Failure> {
    let mut pool = Pool::new(Which::HeldOut, args.seed)?;
    let cells = battles(&mut pool, args)?;
    let agents = [TUNED, FIRST].map(|name| pool.grid.agent(name.into()));
    let plan = Plan::new(between(&cells, agents), 2 * args.gate_pairs, args.seed);
    let cast = Cast {
        known: vec![(TUNED, tuned.clone()), (FIRST, climb.base.clone())],
        level: args.level.map(|l| l.to_string()),
    };
    let mut counter = Counter::new(Some(args.gate));
    let mut done = 0;
    for lines in before.chunks_exact(2) {
        counter.add(&rows(lines)?);
        done += 1;
    }
    if counter.decided() {
        return Ok((counter, Stopped::Sprt));
    }
    let jobs = args.jobs.map_or_else(threads, usize::from);
    let play = |job: &Job| {
        let agent = |setup: &Setup, name: &AgentName, side| cast.agent(setup, name, side);
        pool.grid.play(job, agent)
    };
    let keep = |lines: &[String]| journal.write(&lines.join("\n"));
    let stopped = series(&plan, (done, jobs), &mut counter, play, keep)?;
    Ok((counter, stopped))
}

/// Runs `skirmish ai tune`.
///
/// # Errors
/// If a profile or opponent does not exist, or files cannot be read or written.
pub fn run(args: &TuneArgs) -> Ended {
    let first = opponents::profile(&args.profile)?;
    for name in &args.against {
        opponents::agent(&name.as_str().into(), 0, Side(0))?;
    }
    if !(args.radius > 0.0 && args.radius < 2.0 && args.gain > 0.0 && args.gain < 100.0) {
        return Err(Failure::message(
            "--radius must be above 0 and below 2, --gain above 0 and below 100",
        ));
    }
    let spsa = Spsa {
        seed: args.seed,
        iterations: args.iterations,
        radius: args.radius,
        gain: args.gain,
    };
    let head = head(args, &first);
    let mut climb = Climb::new(first, spsa, &args.only)?;
    let beside = args.out.with_extension("journal.jsonl");
    let path = args.journal.as_deref().unwrap_or(&beside);
    let (mut journal, before) = Journal::open(path, &head, &mut climb)?;
    if !climbed(&mut climb, args, &mut journal)? {
        return Ok(Exit::Interrupted);
    }
    let tuned = climb.profile(&climb.point);
    let (counter, stopped) = gate(&tuned, &climb, args, &before, &mut journal)?;
    if stopped == Stopped::Interrupted {
        output::note("interrupted in the test; run the same command to resume");
        return Ok(Exit::Interrupted);
    }
    settle(tuned, &climb, args, &counter, stopped)
}

/// The first line of a journal: what the options ask for.
fn head(args: &TuneArgs, first: &Profile) -> Value {
    json!({
        "type": "tune",
        "profile": first.text(),
        "iterations": args.iterations,
        "pairs": args.pairs,
        "radius": format!("{:?}", args.radius),
        "gain": format!("{:?}", args.gain),
        "only": args.only,
        "scenarios": args.scenarios,
        "against": args.against,
        "level": args.level,
        "seed": args.seed,
        "gate": format!("{:?},{:?}", args.gate.elo0, args.gate.elo1),
    })
}

/// Takes all steps that are left; false if that was interrupted.
fn climbed(climb: &mut Climb, args: &TuneArgs, journal: &mut Journal) -> Result<bool, Failure> {
    let threads = args.jobs.map_or_else(threads, usize::from);
    let workers = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let workers = workers.map_err(Failure::of)?;
    let mut pool = Pool::new(Which::Tuning, args.seed)?;
    let cells = battles(&mut pool, args)?;
    let mut go_on = until_stopped();
    let bar = indicatif::ProgressBar::new(args.iterations);
    bar.set_position(climb.step);
    while climb.step < args.iterations {
        if !go_on() {
            bar.finish_and_clear();
            output::note(format!(
                "interrupted after step {}; run the same command to resume",
                climb.step
            ));
            return Ok(false);
        }
        let (difference, games) = workers.install(|| compare(climb, &mut pool, &cells, args))?;
        climb.go(difference, games);
        let now = climb.profile(&climb.point);
        let weights: Vec<f64> = now.weights().map(|(_, w)| w).collect();
        let line = json!({"type": "step", "n": climb.step, "difference": format!("{difference:?}"), "games": games, "weights": weights});
        journal.write(&line.to_string())?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(true)
}

/// Writes the tuned profile if the held-out battles show that it is better, and says so.
fn settle(
    mut tuned: Profile,
    climb: &Climb,
    args: &TuneArgs,
    counter: &Counter,
    stopped: Stopped,
) -> Ended {
    let report = counter.report(stopped);
    let (elo, (low, high)) = report.agents[0].1.elo();
    let mut text = String::new();
    for ((name, new), (_, old)) in tuned.weights().zip(climb.base.weights()) {
        text += &format!("  {name:<12} {old:<8} {new}\n");
    }
    let verdict = counter
        .verdict()
        .map_or(Verdict::Open, |(verdict, _)| verdict);
    text += &format!(
        "held-out battles: {elo:+.0} Elo ({low:+.0} to {high:+.0}) in {} battles, sequential test: {}\n",
        report.all.games,
        verdict.name()
    );
    if verdict != Verdict::Higher && low <= 0.0 {
        output::print(&format!(
            "The tuned profile is not certainly better: nothing is written.\n{text}"
        ))?;
        return Ok(Exit::No);
    }
    let name = args.out.file_stem().unwrap_or_default().to_string_lossy();
    let name = name.to_lowercase();
    tuned.name = name.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    tuned.about = format!("{}, tuned", climb.base.about.trim_end_matches(", tuned"));
    let tenth = |elo: f64| (elo * 10.0).round() / 10.0;
    tuned.meta = Some(Meta {
        from: climb.base.name.clone(),
        tuned_by: climb.games,
        games: report.all.games,
        elo: tenth(elo),
        elo95: (tenth(low), tenth(high)),
    });
    disk::write(&args.out, tuned.text().as_bytes())?;
    output::print(&format!(
        "The tuned profile is better by {elo:+.0} Elo ({low:+.0} to {high:+.0}); it is in {}.\n{text}",
        args.out.display()
    ))?;
    Ok(Exit::Done)
}
