//! `skirmish replay`: a recorded battle, shown again or verified.

use super::drive::{Plain, Show, To};
use super::screen::Screen;
use super::{Ended, Exit, Failure, input, output};
use crate::play::record::{Record, Replay, Unverified, Verdict, unmarked, verify};
use crate::store::record_file;
use clap::Args;
use std::path::PathBuf;

/// Show a recorded battle again, or verify it
#[derive(Clone, Debug, Args)]
pub struct ReplayArgs {
    /// Record file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Play every answer again and report whether the result matches the record
    #[arg(long, conflicts_with_all = ["window", "json"])]
    pub verify: bool,
    /// Show it in a window
    #[arg(long, conflicts_with = "json")]
    pub window: bool,
    /// Print the lines of the record on standard output
    #[arg(long)]
    pub json: bool,
    /// The window.
    #[cfg(feature = "window")]
    #[command(flatten)]
    pub how: super::window::WindowArgs,
}

/// Runs `skirmish replay`.
///
/// # Errors
/// When the record cannot be read.
pub fn run(args: &ReplayArgs) -> Ended {
    #[cfg(not(feature = "window"))]
    if args.window {
        return Err(super::watch::no_window());
    }
    #[cfg(feature = "window")]
    let asked = args.how.is_asked(
        args.window,
        &[("--verify", args.verify), ("--json", args.json)],
    )?;
    let record = record_file::read(&args.file)?;
    #[cfg(feature = "window")]
    if asked {
        let app = crate::window::App::replay(&record)?;
        return super::window::run(app, &args.how, "leave --window out");
    }
    if args.verify {
        return verified(&record);
    }
    if args.json {
        let bytes = record_file::bytes(&args.file)?;
        let whole = String::from_utf8_lossy(unmarked(&bytes[..record.whole])).into_owned();
        output::print(&whole)?;
        return Ok(Exit::Done);
    }
    let mut show: Box<dyn Show> = if input::on_terminal() {
        Box::new(Screen::open(false)?)
    } else {
        Box::new(Plain::new(To::Output, false))
    };
    let notice = shown(&record, &mut *show)?;
    drop(show);
    if let Some(notice) = notice {
        output::note(format!("notice: {notice}"));
    }
    Ok(Exit::Done)
}

/// Shows a record. Returns what does not come out as recorded, if anything.
fn shown(record: &Record, show: &mut dyn Show) -> Result<Option<String>, Failure> {
    let mut replay = Replay::new(record)?;
    let mut notice = None;
    loop {
        show.before(&replay.game().decision());
        let Some(again) = replay.step() else {
            break;
        };
        let mut again = again?;
        if let Some((line, what)) = again.differs {
            notice.get_or_insert_with(|| {
                format!(
                    "{}:{line}:1: answer {}: {what}; from here on, the recorded events are shown",
                    record.file, again.applied.number
                )
            });
            let kept = &record.answers[again.applied.number as usize - 1];
            again.applied.events = record.events(replay.game(), kept)?;
        }
        show.applied(replay.game(), &again.applied, "")?;
        if show.enough() {
            return Ok(notice);
        }
        if notice.is_some() {
            replay.as_recorded();
        }
    }
    match record.outcome(replay.game()) {
        Some(outcome) => show.over(replay.game(), &outcome, "")?,
        None => {
            show.asking()?;
            notice.get_or_insert_with(|| format!("{}: the battle is unfinished", record.file));
        }
    }
    Ok(notice)
}

fn verified(record: &Record) -> Ended {
    let verdict = verify(record).map_err(|error| match error {
        Unverified::Fault(fault) => Failure::Fault(fault),
        Unverified::Damaged(damaged) => Failure::Damaged(damaged),
    })?;
    let (text, exit) = match verdict {
        Verdict::Same { answers, digest } => (
            format!(
                "{}: verified, {answers} answers, digest {digest}",
                record.file
            ),
            Exit::Done,
        ),
        Verdict::Unfinished { answers } => (
            format!(
                "{}: unfinished, {answers} answers match the record",
                record.file
            ),
            Exit::Done,
        ),
        Verdict::Differs { number, line, what } => (
            format!("{}:{line}:1: answer {number} differs: {what}", record.file),
            Exit::No,
        ),
    };
    output::print(&format!("{text}\n"))?;
    Ok(exit)
}
