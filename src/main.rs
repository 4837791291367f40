//! The `skirmish` program.

use clap::{Parser, Subcommand};
use skirmish::cli::{self, Exit, Failure};
use std::process::ExitCode;

/// Tabletop miniature battles on squares and hexes, with computer opponents
#[derive(Parser)]
#[command(version)]
struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List, draw, check and ask maps
    Map {
        #[command(subcommand)]
        command: cli::map::MapCommand,
    },
}

fn main() -> ExitCode {
    let Command::Map { command } = Options::parse().command;
    match cli::map::run(command) {
        Ok(Exit::Done) => ExitCode::SUCCESS,
        Ok(Exit::No) => ExitCode::from(1),
        Err(Failure::Io { error, .. }) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("skirmish: {failure}");
            ExitCode::from(2)
        }
    }
}
