//! The command line: options in, lines or JSON out. One file a command; no rule here.

pub mod ai;
pub mod arena;
pub mod board_key;
pub mod board_text;
pub mod bot;
pub mod chances;
pub mod choices;
mod convert;
mod default_answer;
mod doctor;
pub mod drive;
mod ended;
mod examples;
pub mod force;
mod force_battles;
pub mod help;
pub mod human;
pub mod input;
pub mod inquire;
pub mod interrupt;
mod machine;
mod manual;
pub mod map;
pub mod map_battles;
mod map_check;
mod map_new;
mod map_query;
pub mod markdown;
pub mod menu;
pub mod muster;
pub mod odds;
pub mod options;
pub mod orders;
pub mod output;
mod overview;
pub mod paragraphs;
pub mod play;
#[cfg(feature = "print")]
mod print;
pub mod replay;
pub mod rules;
pub mod screen;
mod set_pieces;
pub mod stage;
pub mod table_text;
mod value;
mod version;
pub mod watch;
#[cfg(feature = "window")]
pub mod window;

pub use crate::store::Failure;
pub use ended::{Ended, Exit};
pub use value::ValueError;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser, Subcommand};
use std::process::ExitCode;

/// Tabletop miniature battles on squares and hexes, with computer opponents
#[derive(Debug, Parser)]
#[command(
    name = "skirmish",
    version,
    long_version = version::details(),
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    after_help = "\
Without a command skirmish opens the window; without a display it shows a menu in the terminal.
List everything: skirmish list. Topics: skirmish help maps (scenarios, forces, rulesets, opponents)."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// Seed of the battles that are started without a command
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[cfg(feature = "window")]
    #[command(flatten)]
    window: window::WindowArgs,
    /// Old name of --dots
    #[cfg(feature = "window")]
    #[arg(long, value_name = "N", hide = true, value_parser = window::scale)]
    scale: Option<f32>,
}

/// The commands.
#[derive(Debug, Subcommand)]
enum Command {
    /// Play a battle against the computer or against each other
    #[command(after_help = examples::PLAY)]
    Play(play::PlayArgs),
    /// Watch the computer play a battle against itself
    #[command(after_help = examples::WATCH)]
    Watch(watch::WatchArgs),
    /// Show a recorded battle again, or verify it
    Replay(replay::ReplayArgs),
    /// Play many battles and say which force or opponent is stronger
    #[command(after_help = examples::ARENA)]
    Arena(Box<arena::ArenaArgs>),
    /// Show the exact odds of one attack, and the numbers behind them
    #[command(after_help = examples::ODDS)]
    Odds(odds::OddsArgs),
    /// List everything there is: maps, scenarios, forces, rulesets and opponents
    List(overview::ListArgs),
    /// List, show, make, check, convert and print maps, and ask about sight and movement
    #[command(alias = "maps", after_help = examples::MAP)]
    Map {
        #[command(subcommand)]
        command: Option<map::MapCommand>,
    },
    /// List the scenarios with what they are about
    #[command(alias = "scenario")]
    Scenarios(overview::ListArgs),
    /// List, show, make, change and check forces
    #[command(alias = "forces", after_help = examples::FORCE)]
    Force {
        #[command(subcommand)]
        command: Option<force::ForceCommand>,
    },
    /// List the rulesets, and show every number of one that can be changed
    #[command(aliases = ["ruleset", "rulesets"])]
    Rules {
        #[command(subcommand)]
        command: Option<rules::RulesCommand>,
    },
    /// List, show, check, measure and tune computer opponents
    #[command(aliases = ["agent", "agents", "opponent", "opponents"])]
    Ai {
        #[command(subcommand)]
        command: Option<ai::AiCommand>,
    },
    /// Show what skirmish finds on this machine, for bug reports
    Doctor(doctor::DoctorArgs),
    /// Print a script that completes commands in a shell
    Completions(manual::CompletionsArgs),
    /// Write manual pages for all commands into a folder
    Man(manual::ManArgs),
    /// Show the help of a command, or explain maps, scenarios, forces, rulesets or opponents
    Help(overview::HelpArgs),
}

/// The program: reads the command line, runs the command, says what went wrong.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let error = printable(error);
            let code = u8::try_from(error.exit_code()).unwrap_or(2);
            return match output::clap(&error) {
                Err(failure) if !failure.is_closed_pipe() => said(&failure),
                _ => ExitCode::from(code),
            };
        }
    };
    interrupt::install(bot::end_all);
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
    bot::end_all();
    match ended {
        Ok(Exit::Done) => ExitCode::SUCCESS,
        Ok(Exit::No) => ExitCode::from(1),
        Ok(Exit::Interrupted) => ExitCode::from(130),
        Err(failure) if failure.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => said(&failure),
    }
}

/// Says why a command failed, and its exit code.
fn said(failure: &Failure) -> ExitCode {
    let failure = crate::shown::message(&failure.to_string());
    output::note(format!("skirmish: {failure}"));
    ExitCode::from(2)
}

fn run(command: Option<Command>, seed: Option<u64>) -> Ended {
    match command {
        None => menu::run("no window was built in", seed),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Watch(args)) => watch::run(&args),
        Some(Command::Replay(args)) => replay::run(&args),
        Some(Command::Arena(args)) => arena::run(&args),
        Some(Command::Odds(args)) => odds::run(&args),
        Some(Command::List(args)) => overview::list(&args),
        Some(Command::Map { command }) => {
            let list = map::MapCommand::List { json: false };
            listed(command, list, map::run, "skirmish map --help")
        }
        Some(Command::Scenarios(args)) => overview::scenarios(&args),
        Some(Command::Force { command }) => {
            let list = force::ForceCommand::List { json: false };
            listed(command, list, |c| force::run(&c), "skirmish force --help")
        }
        Some(Command::Rules { command }) => {
            let list = rules::RulesCommand::List { json: false };
            listed(command, list, |c| rules::run(&c), "skirmish rules --help")
        }
        Some(Command::Ai { command }) => {
            let list = ai::AiCommand::List { json: false };
            listed(command, list, |c| ai::run(&c), "skirmish ai --help")
        }
        Some(Command::Doctor(args)) => doctor::run(&args),
        Some(Command::Completions(args)) => manual::completions(&args, Cli::command()),
        Some(Command::Man(args)) => manual::man(&args, Cli::command()),
        Some(Command::Help(args)) => overview::help(&args, Cli::command()),
    }
}

/// Runs a command; without one it runs the list of what exists and says how to go on.
fn listed<C>(command: Option<C>, list: C, run: impl Fn(C) -> Ended, help: &str) -> Ended {
    let Some(command) = command else {
        let ended = run(list)?;
        output::print(&format!("\nGo on with: {help}\n"))?;
        return Ok(ended);
    };
    run(command)
}

/// A wrong command line, with what was typed cut and escaped so that a terminal can show it.
fn printable(mut error: clap::Error) -> clap::Error {
    let typed = [
        ContextKind::InvalidSubcommand,
        ContextKind::InvalidArg,
        ContextKind::InvalidValue,
    ];
    for kind in typed {
        let Some(ContextValue::String(word)) = error.get(kind) else {
            continue;
        };
        let shown = crate::shown::short(word);
        if shown != *word {
            error.insert(kind, ContextValue::String(shown));
            // it repeats the word
            error.remove(ContextKind::Suggested);
        }
    }
    error
}

/// Whoever prints without minding a closed pipe ends quietly too; and a fault of the program
/// gives the terminal back before it is reported.
fn quiet_when_nobody_reads() {
    std::panic::set_hook(Box::new(move |info| {
        interrupt::restore();
        let text = info.payload_as_str().unwrap_or_default();
        if text.starts_with("failed printing to stdout") {
            std::process::exit(0);
        }
        output::note(format!("skirmish stopped because of a fault in it: {info}"));
        let trace = std::backtrace::Backtrace::capture();
        if trace.status() == std::backtrace::BacktraceStatus::Captured {
            output::note(trace);
        }
    }));
}
