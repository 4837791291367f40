//! `skirmish completions` and `skirmish man`: what shells and `man` know about the commands.

use super::{Ended, Exit, Failure, output};
use clap::Args;
use clap_complete::Shell;
use std::path::{Path, PathBuf};

/// Options of `completions`.
#[derive(Clone, Debug, Args)]
pub struct CompletionsArgs {
    /// The shell to complete commands in
    #[arg(value_enum)]
    shell: Shell,
}

/// Options of `man`.
#[derive(Clone, Debug, Args)]
pub struct ManArgs {
    /// Folder for the pages; it is created if the folder around it exists
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// Prints a script that completes commands and options in a shell.
///
/// # Errors
/// The output cannot be written.
pub fn completions(args: &CompletionsArgs, mut command: clap::Command) -> Ended {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Done)
}

/// Writes a manual page for the program and for each command.
///
/// # Errors
/// There is no such folder and none around it, or a page cannot be written.
pub fn man(args: &ManArgs, mut command: clap::Command) -> Ended {
    let folder = &args.out;
    let created = prepare(folder)?;
    command.build();
    let written = pages(&command, folder).map_err(|error| Failure::Io {
        what: format!("cannot write manual pages in {}", folder.display()),
        error,
    })?;
    let made = match created {
        true => format!("created the folder {}\n", folder.display()),
        false => String::new(),
    };
    output::print(&format!(
        "{made}{written} manual pages are in {0} (man -l {0}/skirmish.1 shows the first)\n",
        folder.display()
    ))?;
    Ok(Exit::Done)
}

/// Makes sure that there is a folder to write in. True: it was created.
fn prepare(folder: &Path) -> Result<bool, Failure> {
    let shown = folder.display();
    if folder.is_dir() {
        return Ok(false);
    }
    if folder.exists() {
        return Err(Failure::message(format!(
            "{shown} is a file; manual pages need a folder"
        )));
    }
    let around = match folder.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => folder,
    };
    if folder.as_os_str().is_empty() || !around.is_dir() {
        return Err(Failure::message(format!(
            "there is no folder {shown}, and no folder {} to create it in; create that one first",
            around.display()
        )));
    }
    std::fs::create_dir(folder).map_err(|error| Failure::Io {
        what: format!("cannot create the folder {shown}"),
        error,
    })?;
    Ok(true)
}

/// Writes the page of a command and those of the commands below it; how many there are.
fn pages(command: &clap::Command, folder: &Path) -> std::io::Result<usize> {
    let mut written = 1;
    for below in command.get_subcommands() {
        // what clap adds below each command only repeats the other pages
        let repeats = below.get_name() == "help" && below.get_positionals().next().is_none();
        if !repeats && !below.is_hide_set() {
            written += pages(below, folder)?;
        }
    }
    clap_mangen::Man::new(command.clone()).generate_to(folder)?;
    Ok(written)
}
