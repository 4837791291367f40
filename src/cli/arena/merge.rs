//! `skirmish arena merge`: joins the parts of a series that was split over machines.

use super::super::{Ended, Exit, Failure};
use super::outputs::{Entry, Lines, Outputs, Whole};
use crate::arena::report::table;
use crate::arena::stats::Sprt;
use crate::arena::{Counter, Row, Stopped};
use clap::Args;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Join the parts of a series that were played with --shard
#[derive(Clone, Debug, Args)]
pub struct MergeArgs {
    /// Files that the parts wrote with --json
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Write the whole series as JSON lines to a file or to standard output (-)
    #[arg(long, value_name = "FILE|-")]
    pub json: Option<String>,
    /// Write one line of comma-separated values a battle
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write an HTML page with charts
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Report the battles there are, even if parts are missing
    #[arg(long)]
    pub partial: bool,
    /// Print a Markdown section with version, date, machine and command
    #[arg(long)]
    pub markdown: bool,
}

/// A part and its next game.
struct Part {
    name: String,
    lines: Lines,
    next: Option<(Box<Row>, String)>,
    summary: Option<Value>,
}

impl Part {
    fn open(path: &Path) -> Result<Self, Failure> {
        let mut part = Self {
            name: path.display().to_string(),
            lines: Lines::open(path)?,
            next: None,
            summary: None,
        };
        part.advance()?;
        Ok(part)
    }
    fn advance(&mut self) -> Result<(), Failure> {
        self.next = match self.lines.entry()? {
            Some(Entry::Game(row, text)) => Some((row, text)),
            Some(Entry::Summary(summary)) => {
                self.summary = Some(summary);
                None
            }
            None => None,
        };
        Ok(())
    }
}

/// Runs `skirmish arena merge`.
///
/// # Errors
/// If files cannot be read, are damaged, or do not make a whole series.
pub fn run(args: &MergeArgs) -> Ended {
    let outputs = [
        ("--json", args.json.as_ref().map(Path::new)),
        ("--csv", args.csv.as_deref()),
        ("--html", args.html.as_deref()),
    ];
    let is_part = |file: &Path| {
        let same = |part: &PathBuf| {
            part == file || part.canonicalize().ok() == file.canonicalize().ok() && file.exists()
        };
        args.files.iter().any(same)
    };
    for (option, file) in outputs {
        if let Some(file) = file.filter(|file| is_part(file)) {
            return Err(Failure::Message(format!(
                "{} is one of the parts: name another file for {option}",
                file.display()
            )));
        }
    }
    let first = Whole::of(&args.files[0])?.unwrap_or_default();
    // A first pass without output: no file is started before all parts are known to be sound.
    let mut nowhere = Outputs::open(None, None, None, None)?;
    let (counted, _) = join(args, first.sprt, &mut nowhere)?;
    let csv = args.csv.as_deref().map(|path| (path, counted.seats()));
    let mut out = Outputs::open(args.json.as_deref(), None, csv, args.html.as_deref())?;
    let (counter, parts) = join(args, first.sprt, &mut out)?;
    let whole = |part: &Part| {
        let summary = part.summary.as_ref();
        summary.is_some_and(|s| s["stopped"] == "games")
    };
    let parts_of = parts
        .iter()
        .find_map(|p| p.summary.as_ref()?["shard"][1].as_u64());
    let complete = parts_of.is_none_or(|of| of == parts.len() as u64);
    let stopped = match counter.decided() {
        true => Stopped::Sprt,
        false if parts.iter().all(whole) && complete => Stopped::Games,
        false => Stopped::Interrupted,
    };
    let report = counter.report(stopped);
    let whole = Whole {
        seed: first.seed,
        ..Whole::default()
    };
    out.finish(&report, &whole)?;
    out.print(&match args.markdown {
        true => super::section_of(&report),
        false => table("", &report),
    })?;
    Ok(Exit::Done)
}

/// Reads the parts in parallel, counts their battles and writes them in order.
fn join(
    args: &MergeArgs,
    sprt: Option<Sprt>,
    out: &mut Outputs,
) -> Result<(Counter, Vec<Part>), Failure> {
    let mut counter = Counter::new(sprt);
    let mut parts: Vec<Part> = args
        .files
        .iter()
        .map(|file| Part::open(file))
        .collect::<Result<_, _>>()?;
    let mut pairs = 0;
    let mut missing = Vec::new();
    let (mut rows, mut texts) = (Vec::<Row>::new(), Vec::new());
    while !counter.decided() {
        let ahead = parts.iter_mut().filter(|p| p.next.is_some());
        let first = ahead.min_by_key(|p| p.next.as_ref().map(|(row, _)| row.game));
        let Some((part, (row, text))) = first.and_then(|p| p.next.take().map(|n| (p, n))) else {
            break;
        };
        part.advance()?;
        if counter.games() + rows.len() as u64 > row.game && !args.partial
            || rows.last().is_some_and(|last| last.game >= row.game)
        {
            return Err(Failure::Message(format!(
                "{}: battle {} is found twice: in this file, or in two of these files",
                part.name, row.game
            )));
        }
        if rows.first().is_some_and(|first| first.pair != row.pair) {
            // An incomplete pair.
            rows.clear();
            texts.clear();
        }
        if rows.is_empty() {
            missing.extend((pairs..row.pair).take(8));
            pairs = row.pair + 1;
        }
        if !missing.is_empty() && !args.partial {
            break;
        }
        let size = row.agents.len();
        rows.push(*row);
        texts.push(text);
        if rows.len() == size {
            out.pair(&texts)?;
            counter.add(&rows);
            rows.clear();
            texts.clear();
        }
    }
    if !missing.is_empty() && !args.partial {
        let missing: Vec<String> = missing.iter().map(u64::to_string).collect();
        return Err(Failure::Message(format!(
            "parts are missing or not finished: there is no pair {} (--partial reports the battles there are)",
            missing.join(", ")
        )));
    }
    if counter.games() == 0 {
        return Err(Failure::Message(format!(
            "{}: there is no whole pair of battles to report",
            args.files[0].display()
        )));
    }
    Ok((counter, parts))
}
