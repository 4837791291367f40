//! `skirmish force`: the forces there are, and what is wrong with one.

use super::{Ended, Exit, Failure, drive, library};
use crate::battle::{Finding, Severity};
use crate::muster::roster;
use crate::play::words::{points, points_text};
use crate::rules::{ForceSummary, Rules};
use crate::source::Source;
use clap::Subcommand;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Forces
#[derive(Clone, Debug, Subcommand)]
pub enum ForceCommand {
    /// List the forces there are
    List {
        /// As one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Show a force with its points
    Show {
        /// Name or file
        force: String,
        /// As one JSON object
        #[arg(long)]
        json: bool,
        /// As a roster with a box for every figure
        #[arg(long, conflicts_with = "json")]
        roster: bool,
        /// The roster as a page that any browser prints
        #[arg(long, value_name = "FILE", conflicts_with = "json")]
        page: Option<PathBuf>,
    },
    /// Say what is wrong or doubtful in forces
    Check {
        /// Names or files
        #[arg(required = true)]
        forces: Vec<String>,
        /// As JSON, a finding a line
        #[arg(long)]
        json: bool,
    },
    /// Make a force, in the window or in lines
    New {
        /// Ruleset
        #[arg(long, value_name = "R")]
        ruleset: Option<String>,
        /// Begin with a force there is
        #[arg(long, value_name = "NAME|FILE")]
        from: Option<String>,
        /// Where.
        #[command(flatten)]
        how: How,
    },
    /// Change a force, in the window or in lines
    Edit {
        /// Name or file
        force: String,
        /// Where.
        #[command(flatten)]
        how: How,
    },
}

/// Where a force is made.
#[derive(Clone, Debug, clap::Args)]
pub struct How {
    /// In lines of the terminal even if there is a display
    #[arg(long)]
    terminal: bool,
    /// The window.
    #[cfg(feature = "window")]
    #[command(flatten)]
    window: super::window::WindowArgs,
}

impl How {
    /// Whether the window is wanted.
    #[cfg(feature = "window")]
    fn in_window(&self) -> Result<bool, Failure> {
        let asked = self
            .window
            .is_asked(false, &[("--terminal", self.terminal)])?;
        Ok(super::window::is_wanted(asked, self.terminal))
    }
}

/// Runs `skirmish force`.
///
/// # Errors
/// When a force cannot be found or read.
pub fn run(command: &ForceCommand) -> Ended {
    match command {
        ForceCommand::List { json } => list(*json),
        ForceCommand::Show {
            force,
            json,
            roster,
            page,
        } => match page {
            Some(file) => print_page(force, file),
            None if *roster => print_roster(force),
            None => show(force, *json),
        },
        ForceCommand::Check { forces, json } => check(forces, *json),
        ForceCommand::New { ruleset, from, how } => {
            let rules = match (ruleset, from) {
                (Some(name), _) => super::options::ruleset(name)?,
                (None, Some(from)) => Rules::of_force(&library::force(from, None)?)?,
                (None, None) => Rules::ALL[0],
            };
            #[cfg(feature = "window")]
            if how.in_window()? {
                let app = crate::window::App::make_force(rules, from.as_deref());
                let app = app.map_err(Failure::said)?;
                return super::window::run(app, &how.window, "skirmish force new --terminal");
            }
            #[cfg(not(feature = "window"))]
            let _ = how.terminal;
            super::muster::run(rules, None, from.as_deref())
        }
        ForceCommand::Edit { force, how } => {
            #[cfg(feature = "window")]
            if how.in_window()? {
                let app = crate::window::App::edit_force(force).map_err(Failure::said)?;
                return super::window::run(app, &how.window, "skirmish force edit --terminal");
            }
            #[cfg(not(feature = "window"))]
            let _ = how.terminal;
            super::muster::run(Rules::ALL[0], Some(force), None)
        }
    }
}

fn print_roster(name: &str) -> Ended {
    let source = library::force(name, None)?;
    let (rules, force) = summary(&source)?;
    drive::print(&roster::text(rules, &force))?;
    Ok(Exit::Done)
}

fn print_page(name: &str, file: &Path) -> Ended {
    let source = library::force(name, None)?;
    let (rules, force) = summary(&source)?;
    super::open::write(file, roster::page(rules, &force).as_bytes())?;
    Ok(Exit::Done)
}

/// Every force: its name to be named by, its text, and its file.
fn all() -> Vec<(String, Source, Option<String>)> {
    let mut forces: Vec<(String, Source, Option<String>)> = Vec::new();
    for rules in Rules::ALL {
        let shelf = library::forces(rules);
        for entry in shelf.all() {
            let file = entry.path.map(|p| p.display().to_string());
            // One's own files are on every ruleset's shelf.
            if forces.iter().any(|(name, _, _)| *name == entry.name) {
                continue;
            }
            let named = file.as_deref().unwrap_or(&entry.name);
            if let Ok(found) = shelf.open(named) {
                forces.push((entry.name, found.source, file));
            }
        }
    }
    forces
}

fn summary(source: &Source) -> Result<(Rules, ForceSummary), Failure> {
    let rules = Rules::of_force(source)?;
    Ok((rules, rules.force(source, None)?))
}

fn list(json: bool) -> Ended {
    let mut entries = Vec::new();
    let mut text = String::new();
    for (name, source, file) in all() {
        let (rules, force) = match summary(&source) {
            Ok(found) => found,
            Err(error) => {
                text.push_str(&format!("{name:<22} unreadable: {error}\n"));
                continue;
            }
        };
        text.push_str(&format!(
            "{name:<22} {:<9} {:>5} points  {:>2} figures  {}\n",
            rules.name(),
            points_text(force.points),
            force.figures.len(),
            force.name
        ));
        entries.push(json!({
            "name": name,
            "title": force.name,
            "ruleset": rules.name(),
            "points": points(force.points),
            "figures": force.figures.len(),
            "file": file,
        }));
    }
    if json {
        drive::print(&format!("{}\n", json!({ "forces": entries })))?;
    } else {
        drive::print(&text)?;
    }
    Ok(Exit::Done)
}

fn show(name: &str, json: bool) -> Ended {
    let source = library::force(name, None)?;
    let (rules, force) = summary(&source)?;
    if json {
        let figures: Vec<_> = force
            .figures
            .iter()
            .enumerate()
            .map(|(i, (name, words, halves))| {
                json!({"number": i + 1, "name": name, "words": words, "points": points(*halves)})
            })
            .collect();
        let object = json!({
            "name": force.name,
            "ruleset": rules.name(),
            "points": points(force.points),
            "figures": figures,
            "findings": force.findings,
        });
        drive::print(&format!("{object}\n"))?;
        return Ok(Exit::Done);
    }
    let mut text = format!(
        "{} ({}), {} points\n",
        force.name,
        rules.name(),
        points_text(force.points)
    );
    for (i, (name, words, halves)) in force.figures.iter().enumerate() {
        text.push_str(&format!(
            "{:>3}  {name:<20} {:>5}  {words}\n",
            i + 1,
            points_text(*halves)
        ));
    }
    for finding in &force.findings {
        text.push_str(&told(finding));
    }
    drive::print(&text)?;
    Ok(Exit::Done)
}

/// A finding as one line.
pub fn told(finding: &Finding) -> String {
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    format!(
        "{severity}: {}: {}; {}\n",
        finding.place, finding.what, finding.mend
    )
}

fn check(names: &[String], json: bool) -> Ended {
    let mut errors = false;
    let mut text = String::new();
    let mut unread = Vec::new();
    for name in names {
        let read = library::force(name, None).and_then(|source| summary(&source));
        let (_, force) = match read {
            Ok(read) => read,
            Err(failure) => {
                unread.push(failure);
                continue;
            }
        };
        for finding in &force.findings {
            errors |= finding.severity == Severity::Error;
            if json {
                text.push_str(&format!("{}\n", json!(finding)));
            } else {
                text.push_str(&told(finding));
            }
        }
        if !json && force.findings.is_empty() {
            text.push_str(&format!(
                "{name}: nothing is wrong ({}, {} points)\n",
                force.name,
                points_text(force.points)
            ));
        }
    }
    drive::print(&text)?;
    // The last one is said by whoever called.
    if let Some(last) = unread.pop() {
        for failure in unread {
            eprintln!("skirmish: {failure}");
        }
        return Err(last);
    }
    Ok(if errors { Exit::No } else { Exit::Done })
}
