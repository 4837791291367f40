//! `skirmish force`: lists, shows, checks, makes and changes forces.

use super::{Ended, Exit, Failure, ValueError, output};
use crate::battle::{Finding, HalfPoints, Severity};
use crate::muster::roster;
use crate::play::words::points;
use crate::rules::{ForceSummary, Rules};
use crate::source::Source;
use crate::store::{disk, library, options};
use clap::Subcommand;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Forces
#[derive(Clone, Debug, Subcommand)]
pub enum ForceCommand {
    /// List all forces
    List {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Show the figures and points of a force
    Show {
        /// Name or file of the force
        force: String,
        /// Ruleset of the force, where two rulesets have one of this name
        #[arg(long, value_name = "R")]
        ruleset: Option<String>,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
        /// Print a roster with a box for every figure
        #[arg(long, conflicts_with = "json")]
        roster: bool,
        /// Write the roster as an HTML page for printing
        #[arg(long, value_name = "FILE", conflicts_with = "json")]
        page: Option<PathBuf>,
    },
    /// Find mistakes in forces; compare one with a budget or with another force
    Check(CheckArgs),
    /// Make a force in the window or in the terminal
    New {
        /// Ruleset
        #[arg(long, value_name = "R")]
        ruleset: Option<String>,
        /// Start from a copy of this force
        #[arg(long, value_name = "NAME|FILE")]
        from: Option<String>,
        /// Window or terminal.
        #[command(flatten)]
        how: How,
    },
    /// Change a force in the window or in the terminal
    Edit {
        /// Name or file of the force
        force: String,
        /// Window or terminal.
        #[command(flatten)]
        how: How,
    },
}

/// Options of `force check`.
#[derive(Clone, Debug, clap::Args)]
pub struct CheckArgs {
    /// Names or files of the forces
    #[arg(required = true)]
    forces: Vec<String>,
    /// Most points a force may cost; exit code 1 if one costs more
    #[arg(long, value_name = "POINTS", value_parser = half_points)]
    budget: Option<HalfPoints>,
    /// Print JSON, one finding a line
    #[arg(long)]
    json: bool,
    /// Battles against another force.
    #[command(flatten)]
    battles: super::force_battles::BattlesArgs,
}

/// Points in steps of one half.
fn half_points(text: &str) -> Result<HalfPoints, ValueError> {
    let points = text.parse::<f64>().ok().map(|points| 2.0 * points);
    match points {
        Some(halves) if (0.0..=2_000_000.0).contains(&halves) && halves.fract() == 0.0 => {
            Ok(HalfPoints(halves as i32))
        }
        _ => Err(ValueError::Expected(
            "a number of points in steps of 0.5, such as 25 or 12.5",
        )),
    }
}

/// Where a force is made or changed.
#[derive(Clone, Debug, clap::Args)]
pub struct How {
    /// Use the terminal even if there is a display
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
/// If a force cannot be found or read.
pub fn run(command: &ForceCommand) -> Ended {
    match command {
        ForceCommand::List { json } => list(*json),
        ForceCommand::Show {
            force,
            ruleset,
            json,
            roster,
            page,
        } => {
            let rules = ruleset.as_deref().map(options::ruleset).transpose()?;
            let source = library::force(force, rules)?;
            match page {
                Some(file) => print_page(&source, file),
                None if *roster => print_roster(&source),
                None => show(&source, *json),
            }
        }
        ForceCommand::Check(args) => check(args),
        ForceCommand::New { ruleset, from, how } => {
            let rules = match (ruleset, from) {
                (Some(name), _) => options::ruleset(name)?,
                (None, Some(from)) => Rules::of_force(&library::force(from, None)?)?,
                (None, None) => Rules::ALL[0],
            };
            #[cfg(feature = "window")]
            if how.in_window()? {
                let app = crate::window::App::make_force(rules, from.as_deref());
                let app = app?;
                return super::window::run(app, &how.window, "skirmish force new --terminal");
            }
            #[cfg(not(feature = "window"))]
            let _ = how.terminal;
            super::muster::run(rules, None, from.as_deref())
        }
        ForceCommand::Edit { force, how } => {
            #[cfg(feature = "window")]
            if how.in_window()? {
                let app = crate::window::App::edit_force(force)?;
                return super::window::run(app, &how.window, "skirmish force edit --terminal");
            }
            #[cfg(not(feature = "window"))]
            let _ = how.terminal;
            super::muster::run(Rules::ALL[0], Some(force), None)
        }
    }
}

fn print_roster(source: &Source) -> Ended {
    let (rules, force) = summary(source)?;
    output::print(&roster::text(rules, &force))?;
    Ok(Exit::Done)
}

fn print_page(source: &Source, file: &Path) -> Ended {
    let (rules, force) = summary(source)?;
    disk::write(file, roster::page(rules, &force).as_bytes())?;
    Ok(Exit::Done)
}

/// A force that can be named in commands.
pub struct Known {
    /// Its name in commands.
    pub name: String,
    /// The ruleset that it ships with; for a file of the user, the first ruleset.
    pub rules: Rules,
    /// The user's file; `None` if it ships with the program.
    pub file: Option<String>,
    source: Source,
}

/// Every force of every ruleset.
pub fn all() -> Vec<Known> {
    let mut forces: Vec<Known> = Vec::new();
    for rules in Rules::ALL {
        let own_and_shipped = library::forces(rules);
        for entry in own_and_shipped.all() {
            let file = entry.path.map(|p| p.display().to_string());
            // Files of the user are in the library of every ruleset, and hide shipped ones.
            let hidden =
                |by: &Known| by.name == entry.name && (by.file.is_some() || file.is_some());
            if forces.iter().any(hidden) {
                continue;
            }
            let named = file.as_deref().unwrap_or(&entry.name);
            if let Ok(found) = own_and_shipped.open(named) {
                forces.push(Known {
                    name: entry.name,
                    rules,
                    file,
                    source: found.source,
                });
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
    for Known {
        name, source, file, ..
    } in all()
    {
        let (rules, force) = match summary(&source) {
            Ok(found) => found,
            Err(error) => {
                text.push_str(&format!("{name:<22} cannot be read: {error}\n"));
                continue;
            }
        };
        text.push_str(&format!(
            "{name:<22} {:<9} {:>5} points  {:>2} figures  {}\n",
            rules.name(),
            force.points,
            force.figures.len(),
            force.name
        ));
        entries.push(json!({
            "name": name,
            "title": force.name,
            "ruleset": rules.name(),
            "points": points(force.points),
            "nerve": force.nerve,
            "figures": force.figures.len(),
            "file": file,
        }));
    }
    if json {
        output::print(&format!("{}\n", json!({ "forces": entries })))?;
    } else {
        output::print(&text)?;
    }
    Ok(Exit::Done)
}

fn show(source: &Source, json: bool) -> Ended {
    let (rules, force) = summary(source)?;
    if json {
        let figures: Vec<_> = force
            .figures
            .iter()
            .enumerate()
            .map(|(i, f)| {
                json!({"number": i + 1, "name": f.name, "words": f.words, "points": points(f.points)})
            })
            .collect();
        let object = json!({
            "name": force.name,
            "ruleset": rules.name(),
            "points": points(force.points),
            "nerve": force.nerve,
            "figures": figures,
            "findings": force.findings,
        });
        output::print(&format!("{object}\n"))?;
        return Ok(Exit::Done);
    }
    let mut text = format!(
        "{} ({}), {} points\nNerve: {}\n",
        force.name,
        rules.name(),
        force.points,
        force.nerve.sentence()
    );
    for (i, figure) in force.figures.iter().enumerate() {
        text.push_str(&format!(
            "{:>3}  {:<20} {:>5}  {}\n",
            i + 1,
            figure.name,
            figure.points,
            figure.words
        ));
    }
    for finding in &force.findings {
        text.push_str(&finding_line(finding));
    }
    output::print(&text)?;
    Ok(Exit::Done)
}

/// A finding as one line.
pub fn finding_line(finding: &Finding) -> String {
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    format!(
        "{severity}: {}: {}; {}\n",
        finding.place, finding.what, finding.mend
    )
}

/// Whether a force is within a budget, in a sentence; the finding if it is not.
fn within(force: &ForceSummary, budget: HalfPoints) -> (String, Option<Finding>) {
    let over = force.points - budget;
    let (name, costs) = (&force.name, force.points);
    if over <= HalfPoints::ZERO {
        let left = -over;
        let sentence =
            format!("{name}: {costs} points, within the budget of {budget} ({left} left)\n");
        return (sentence, None);
    }
    // The cheapest single figure whose removal is enough, else the most expensive ones.
    let enough = force.figures.iter().filter(|f| f.points >= over);
    let mend = match enough.min_by_key(|f| f.points) {
        Some(f) => {
            format!("without {} ({}) it would fit", f.name, f.points)
        }
        None => {
            let mut order: Vec<_> = force.figures.iter().collect();
            order.sort_by_key(|f| std::cmp::Reverse(f.points));
            let figures = order.iter().take(3);
            let figures = figures.map(|f| format!("{} ({})", f.name, f.points));
            let figures: Vec<String> = figures.collect();
            format!(
                "remove several figures; the most expensive are {}",
                figures.join(", ")
            )
        }
    };
    let sentence = format!("{name}: {costs} points, {over} over the budget of {budget}\n");
    let finding = Finding {
        severity: Severity::Error,
        place: name.clone(),
        what: format!("costs {costs} points, {over} over the budget of {budget}"),
        mend,
    };
    (sentence, Some(finding))
}

fn check(args: &CheckArgs) -> Ended {
    let (mut errors, mut interrupted) = (false, false);
    let mut text = String::new();
    let mut unread = Vec::new();
    for name in &args.forces {
        let read = library::force(name, None).and_then(|source| {
            let (_, force) = summary(&source)?;
            Ok((source, force))
        });
        let (source, mut force) = match read {
            Ok(read) => read,
            Err(failure) => {
                unread.push(failure);
                continue;
            }
        };
        if let Some(budget) = args.budget {
            let (sentence, finding) = within(&force, budget);
            text += if args.json { "" } else { &sentence };
            force.findings.extend(finding);
        }
        let severe = |finding: &Finding| finding.severity == Severity::Error;
        errors |= force.findings.iter().any(severe);
        if let Some(against) = &args.battles.against {
            let met = super::force_battles::play(&source, &force, against, &args.battles)?;
            interrupted |= met.interrupted();
            text += &match args.json {
                true => format!("{}\n", met.json()),
                false => met.text(),
            };
        }
        for finding in &force.findings {
            text += &match args.json {
                true => format!("{}\n", json!(finding)),
                false => finding_line(finding),
            };
        }
        let asked = args.budget.is_some() || args.battles.against.is_some();
        if force.findings.is_empty() && !asked && !args.json {
            text += &format!(
                "{name}: no mistakes found ({}, {} points)\n",
                force.name, force.points
            );
        }
    }
    output::print(&text)?;
    // The caller prints the last failure.
    if let Some(last) = unread.pop() {
        for failure in unread {
            output::note(format!("skirmish: {failure}"));
        }
        return Err(last);
    }
    Ok(match (interrupted, errors) {
        (true, _) => Exit::Interrupted,
        (_, true) => Exit::No,
        _ => Exit::Done,
    })
}
