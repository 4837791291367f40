//! The `skirmish` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    skirmish::cli::main()
}
