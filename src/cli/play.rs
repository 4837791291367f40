//! `skirmish play`: a battle from the keyboard, in short commands.

use super::drive::{self, Driver, Driving, Ending, Plain, Show, To};
use super::input::{by_program, on_terminal};
use super::{Ended, Exit, Failure, output};
use crate::battle::{Finding, Side};
use crate::play::record::Replay;
use crate::play::{AgentName, Setup, tell};
use crate::rules::Game;
use crate::store::ladder;
use crate::store::options::{BattleOptions, check_agent};
use crate::store::record_file::{self, RecordFile};
use clap::Args;
use std::path::{Path, PathBuf};

/// Play a battle, against the computer or each other
#[derive(Clone, Debug, Args)]
pub struct PlayArgs {
    /// Which battle.
    #[command(flatten)]
    pub battle: BattleOptions,
    /// Play in the terminal, even if there is a display
    #[arg(long)]
    pub terminal: bool,
    /// Play in a window
    #[arg(long, conflicts_with = "terminal")]
    pub window: bool,
    /// The window.
    #[cfg(feature = "window")]
    #[command(flatten)]
    pub how: super::window::WindowArgs,
    /// Resume a recorded battle
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "map", "scenario", "ruleset", "rules", "changes", "forces", "solo", "rounds", "scale", "seed", "dice", "record"
    ])]
    pub resume: Option<PathBuf>,
}

/// Runs `skirmish play`.
///
/// # Errors
/// What is wrong with the options or files, or that the battle cannot be recorded.
pub fn run(args: &PlayArgs) -> Ended {
    #[cfg(feature = "window")]
    let asked = args
        .how
        .is_asked(args.window, &[("--terminal", args.terminal)])?;
    #[cfg(feature = "window")]
    if super::window::is_wanted(asked, args.terminal) {
        let instead = "leave --window out, or say --terminal";
        return match &args.resume {
            Some(file) => super::window::run(crate::window::App::resume(file)?, &args.how, instead),
            None => super::window::battle(
                args.battle.setup(AgentName::Human)?,
                args.battle.record.as_deref(),
                &args.how,
                instead,
            ),
        };
    }
    #[cfg(not(feature = "window"))]
    if args.window {
        return Err(super::watch::no_window());
    }
    match &args.resume {
        Some(file) => resume(file, &args.battle),
        None => {
            let mut options = args.battle.clone();
            if args.terminal || on_terminal() {
                options.opponent = Some(ladder::proposed());
            }
            begin(options.setup(AgentName::Human)?, &options)
        }
    }
}

/// Begins a battle and plays it in plain lines.
///
/// # Errors
/// What is wrong with its texts, or that it cannot be recorded.
pub fn begin(setup: Setup, options: &BattleOptions) -> Ended {
    let game = setup.begin()?;
    let record = open_record(&setup, options)?;
    announce(&setup, &game, options);
    let driving = driving(&setup, options);
    finish(Driver::new(setup, game, record, driving)?)
}

/// Opens the record of a battle that is about to begin.
///
/// # Errors
/// When the record that was asked for cannot be written.
pub fn open_record(setup: &Setup, options: &BattleOptions) -> Result<Option<RecordFile>, Failure> {
    let head = crate::play::record::head_line(setup)?;
    match &options.record {
        Some(path) => RecordFile::create(path, &head).map(Some),
        None => {
            let begun = RecordFile::create_default(&setup.map.name, setup.seed, &head);
            if let Err(why) = &begun {
                output::note(format!(
                    "notice: this battle is not saved: {why}; --record FILE names another place"
                ));
            }
            Ok(begun.ok())
        }
    }
}

/// Says which seed was drawn, if none was given, and what is doubtful about the battle (R8).
pub fn announce(setup: &Setup, game: &Game, options: &BattleOptions) {
    if options.seed.is_none() {
        output::note(format!("seed {}", setup.seed));
    }
    for left in setup.conditions.handicap.iter().flat_map(|h| &h.at_home) {
        output::note(format!("handicap: {}", left.sentence()));
    }
    let forces = setup.doubts().into_iter().flatten();
    for Finding {
        place, what, mend, ..
    } in forces.chain(game.findings())
    {
        let warning = format!("warning: {place}: {what}; {mend}");
        output::note(super::paragraphs::fitted(&warning));
    }
}

/// Plain lines; where a program reads the output, it gets nothing but JSON.
fn driving(setup: &Setup, options: &BattleOptions) -> Driving {
    let show: Box<dyn Show> = if by_program(setup) {
        Box::new(drive::Both(
            Box::new(drive::End),
            Box::new(Plain::new(To::Errors, options.why)),
        ))
    } else {
        Box::new(Plain::paged(options.why))
    };
    Driving {
        show,
        why: options.why,
        timing: options.timing,
        limit: options.bot_limit(),
    }
}

/// Resumes a recorded battle.
///
/// # Errors
/// When the record cannot be read or does not lead where it says.
pub fn resume(file: &Path, options: &BattleOptions) -> Ended {
    let (record_file, record) = RecordFile::open(file)?;
    record_file::refuse_programs(&record, &options.agents)?;
    let mut setup = record.setup.clone();
    for (i, name) in options.agents.iter().enumerate() {
        let Some(agent) = setup.agents.get_mut(i) else {
            return Err(Failure::message(format!(
                "{} agents for {} sides; give --agent at most once for each side",
                options.agents.len(),
                setup.agents.len()
            )));
        };
        check_agent(name, Side(i as u8))?;
        agent.clone_from(name);
    }
    let mut replay = Replay::new(&record)?;
    let start = replay.game().clone();
    let mut answers = Vec::new();
    let mut missing = String::new();
    while let Some(again) = replay.step() {
        let again = again?;
        if let Some((line, what)) = again.differs {
            output::note(format!(
                "{}:{line}:1: answer {}: {what}; so this battle cannot be resumed; `skirmish replay` shows it",
                record.file, again.applied.number
            ));
            return Ok(Exit::No);
        }
        let kept = record.answers[again.applied.number as usize - 1]
            .events
            .len();
        missing.clear();
        for event in again.applied.events.iter().skip(kept) {
            missing.push_str(&crate::play::record::event_line(
                replay.game(),
                &again.applied,
                event,
            ));
        }
        answers.push(again.applied.answer);
    }
    if record.result.is_some() {
        let game = replay.into_game();
        output::print(&format!(
            "{}\n",
            record.outcome(&game).map_or_else(
                || "the battle is over".to_owned(),
                |o| tell::outcome(&game, &o)
            )
        ))?;
        return Ok(Exit::Done);
    }
    let mut record_file = record_file;
    if !missing.is_empty() {
        record_file.append(&missing)?;
    }
    let driving = driving(&setup, options);
    let mut driver = Driver::new(setup, start, Some(record_file), driving)?;
    for answer in answers {
        driver.battle.replay(answer);
    }
    output::note(format!(
        "{}: resumed after {} answers",
        record.file,
        record.answers.len()
    ));
    finish(driver)
}

/// Plays to the end.
///
/// # Errors
/// When the battle cannot be recorded or shown.
pub fn finish(mut driver: Driver) -> Ended {
    match driver.run()? {
        Ending::Over(_) | Ending::Left => Ok(Exit::Done),
    }
}
