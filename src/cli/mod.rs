//! The command line: options in, lines or JSON out. One file a verb; no rule here.

pub mod ai;
pub mod arena;
pub mod board_key;
pub mod board_text;
pub mod bot;
pub mod chances;
pub mod choices;
mod convert;
pub mod drive;
mod failure;
pub mod force;
pub mod help;
pub mod human;
pub mod input;
pub mod inquire;
pub mod interrupt;
pub mod library;
pub mod map;
pub mod map_battles;
mod map_new;
mod map_query;
pub mod menu;
pub mod muster;
pub mod odds;
pub mod open;
pub mod opponents;
pub mod options;
pub mod orders;
pub mod paragraphs;
pub mod play;
#[cfg(feature = "print")]
mod print;
pub mod record_file;
pub mod replay;
pub mod rules;
pub mod screen;
pub mod stage;
pub mod table_text;
pub mod watch;
#[cfg(feature = "window")]
pub mod window;

pub use failure::{Ended, Exit, Failure};

use clap::{Parser, Subcommand};
use std::io::Write;
use std::process::ExitCode;

/// Tabletop miniature battles on squares and hexes, with computer opponents
#[derive(Debug, Parser)]
#[command(name = "skirmish", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[cfg(feature = "window")]
    #[command(flatten)]
    window: window::WindowArgs,
    /// Without a command: seed of the battles that are begun
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Dots a point, like --dots
    #[cfg(feature = "window")]
    #[arg(long, value_name = "N", help_heading = "Window", value_parser = window::scale)]
    scale: Option<f32>,
}

/// The verbs.
#[derive(Debug, Subcommand)]
enum Command {
    /// Play a battle, against the computer or each other
    Play(play::PlayArgs),
    /// Watch a battle of the computer against itself
    Watch(watch::WatchArgs),
    /// Show a recorded battle again, or verify it
    Replay(replay::ReplayArgs),
    /// Many battles between agents, in pairs with sides swapped, and what they tell
    Arena(Box<arena::ArenaArgs>),
    /// The exact odds of one figure attacking another
    Odds(odds::OddsArgs),
    /// List, draw, check and ask maps
    Map {
        #[command(subcommand)]
        command: map::MapCommand,
    },
    /// List, show, check, make and change forces
    Force {
        #[command(subcommand)]
        command: force::ForceCommand,
    },
    /// List rulesets, and every number and toggle of one
    Rules {
        #[command(subcommand)]
        command: rules::RulesCommand,
    },
    /// List and show the opponents
    Ai {
        #[command(subcommand)]
        command: ai::AiCommand,
    },
}

/// The program: parses what was typed, runs it, says what went wrong.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    interrupt::install();
    quiet_when_nobody_reads();
    #[cfg(feature = "window")]
    let ended = match &cli.command {
        None => {
            let without = |why: &str| menu::run(why, cli.seed);
            window::alone(&cli.window, cli.scale, cli.seed, without)
        }
        _ => run(cli.command, cli.seed),
    };
    #[cfg(not(feature = "window"))]
    let ended = run(cli.command, cli.seed);
    interrupt::restore();
    match ended {
        Ok(Exit::Done) => ExitCode::SUCCESS,
        Ok(Exit::No) => ExitCode::from(1),
        Ok(Exit::Interrupted) => ExitCode::from(130),
        Err(failure) if failure.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => {
            let _ = writeln!(std::io::stderr(), "skirmish: {failure}");
            ExitCode::from(2)
        }
    }
}

fn run(command: Option<Command>, seed: Option<u64>) -> Ended {
    match command {
        None => menu::run("no window was built in", seed),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Watch(args)) => watch::run(&args),
        Some(Command::Replay(args)) => replay::run(&args),
        Some(Command::Arena(args)) => arena::run(&args),
        Some(Command::Odds(args)) => odds::run(&args),
        Some(Command::Map { command }) => map::run(command),
        Some(Command::Force { command }) => force::run(&command),
        Some(Command::Rules { command }) => rules::run(&command),
        Some(Command::Ai { command }) => ai::run(&command),
    }
}

/// Whoever prints without minding a closed pipe ends quietly too; and a fault of the program
/// gives the terminal back before it is reported.
fn quiet_when_nobody_reads() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        interrupt::restore();
        let text = info.payload_as_str().unwrap_or_default();
        if text.starts_with("failed printing to stdout") {
            std::process::exit(0);
        }
        usual(info);
    }));
}
