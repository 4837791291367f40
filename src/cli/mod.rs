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
pub mod pager;
pub mod paragraphs;
pub mod pause;
pub mod play;
#[cfg(feature = "print")]
mod print;
pub mod replay;
pub mod rules;
pub mod screen;
mod set_pieces;
pub mod stage;
pub mod table_text;
mod usage;
mod value;
mod version;
pub mod watch;
#[cfg(feature = "window")]
pub mod window;

pub use crate::store::Failure;
pub use ended::{Ended, Exit};
pub use value::ValueError;

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
    /// Play a battle against the computer, or against other people
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
    /// List all maps, scenarios, forces, rulesets and opponents
    List(overview::ListArgs),
    /// List, show, draw, generate, check, convert and print maps, and ask about sight and movement
    #[command(alias = "maps", after_help = examples::MAP)]
    Map {
        #[command(subcommand)]
        command: Option<map::MapCommand>,
    },
    /// List all scenarios, each with a short description
    #[command(alias = "scenario")]
    Scenarios(overview::ListArgs),
    /// List, show, make, change and check forces
    #[command(alias = "forces", after_help = examples::FORCE)]
    Force {
        #[command(subcommand)]
        command: Option<force::ForceCommand>,
    },
    /// List the rulesets, show their numbers, and read their rule books
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
        Err(error) if error.exit_code() != 0 => {
            let words: Vec<String> = std::env::args_os()
                .skip(1)
                .map(|word| word.to_string_lossy().into_owned())
                .collect();
            let mut command = Cli::command();
            command.build();
            return said(&Failure::message(usage::message(&error, &command, &words)));
        }
        Err(help) => {
            return match output::help(&help) {
                Err(failure) if !failure.is_closed_pipe() => said(&failure),
                _ => ExitCode::SUCCESS,
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

/// Runs a command; without one it runs the list of what exists and names the help.
fn listed<C>(command: Option<C>, list: C, run: impl Fn(C) -> Ended, help: &str) -> Ended {
    let Some(command) = command else {
        let ended = run(list)?;
        output::print(&format!("\nMore: {help}\n"))?;
        return Ok(ended);
    };
    run(command)
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
