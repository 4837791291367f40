//! `skirmish watch`: the computer plays, people watch.

#[cfg(not(feature = "window"))]
use super::Failure;
use super::drive::{self, Driver, Driving, Ending, Plain, Show, Stream, To};
use super::screen::Screen;
use super::{Ended, Exit, input, output, play};
use crate::play::{AgentName, DiceSource, Setup};
use crate::store::options::{BattleOptions, USUAL};
use clap::Args;

/// Watch a battle of the computer against itself
#[derive(Clone, Debug, Args)]
pub struct WatchArgs {
    /// Which battle.
    #[command(flatten)]
    pub battle: BattleOptions,
    /// Watch in a window
    #[arg(long, conflicts_with = "json")]
    pub window: bool,
    /// Print the record on the standard output, as it is written
    #[arg(long)]
    pub json: bool,
    /// The window.
    #[cfg(feature = "window")]
    #[command(flatten)]
    pub how: super::window::WindowArgs,
}

/// Runs `skirmish watch`.
///
/// # Errors
/// What is wrong with the options or files, or that the battle cannot be recorded.
pub fn run(args: &WatchArgs) -> Ended {
    #[cfg(feature = "window")]
    if args.how.is_asked(args.window, &[("--json", args.json)])? {
        let setup = args.battle.setup(USUAL)?;
        let record = args.battle.record.as_deref();
        return super::window::battle(setup, record, &args.how, "leave --window out");
    }
    #[cfg(not(feature = "window"))]
    if args.window {
        return Err(no_window());
    }
    let setup = args.battle.setup(USUAL)?;
    begin(setup, &args.battle, args.json)
}

/// The error if a window is asked for and none is built in.
#[cfg(not(feature = "window"))]
pub fn no_window() -> Failure {
    Failure::message(
        "this program was built without a window; leave out --window to use the terminal",
    )
}

/// Whether a battle can be watched on the whole screen: no answer is typed.
fn has_screen(setup: &Setup) -> bool {
    input::on_terminal()
        && setup.dice == DiceSource::Seeded
        && setup.agents.iter().all(AgentName::is_computer)
}

/// Begins a battle and shows it to the end.
///
/// # Errors
/// What is wrong with its texts, or that it cannot be recorded or shown.
pub fn begin(setup: Setup, options: &BattleOptions, json: bool) -> Ended {
    let game = setup.begin()?;
    let head = crate::play::record::head_line(&setup)?;
    let record = play::open_record(&setup, options)?;
    play::announce(&setup, &game, options);
    let screen = !json && has_screen(&setup);
    let show: Box<dyn Show> = if json {
        output::print(&head)?;
        Box::new(Stream)
    } else if screen {
        Box::new(Screen::open(options.why)?)
    } else if input::by_program(&setup) {
        Box::new(drive::Both(
            Box::new(drive::End),
            Box::new(Plain::new(To::Errors, options.why)),
        ))
    } else {
        Box::new(Plain::new(To::Output, options.why))
    };
    let driving = Driving {
        show,
        why: options.why,
        timing: options.timing,
        limit: options.bot_limit(),
    };
    let mut driver = Driver::new(setup, game, record, driving)?;
    let ending = driver.run()?;
    drop(driver);
    match ending {
        Ending::Over(_) | Ending::Left => Ok(Exit::Done),
    }
}

/// Whether the output is no terminal, so that plain lines are wanted.
pub fn is_piped() -> bool {
    !output::is_terminal()
}
