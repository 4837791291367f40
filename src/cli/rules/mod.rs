//! `skirmish rules`: the rulesets there are, every number and toggle of one, and its rule book.

mod explain;
pub mod markdown;
mod pager;
pub mod plain;
mod read;
#[cfg(feature = "print")]
pub mod sheet;

use super::{Ended, Exit, output};
use crate::rules::Rules;
use crate::rules::house::{House, inline};
use crate::source::Source;
use crate::store::{library, options};
use clap::{Args, Subcommand};
use serde_json::{Value, json};

/// Rulesets
#[derive(Clone, Debug, Subcommand)]
pub enum RulesCommand {
    /// List the rulesets
    List {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Show every key of a ruleset's configuration with its value
    Show {
        /// Ruleset or rules file
        #[arg(default_value = "vsgmr")]
        ruleset: String,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Read the rule book of a ruleset
    Read(read::ReadArgs),
    /// Explain a word: a trait, power, weapon, terrain, border, mark, scenario, key or rule
    Explain(explain::ExplainArgs),
    /// Write a quick reference of one page: .pdf, .svg or .png
    #[cfg(feature = "print")]
    Sheet(sheet::SheetArgs),
}

/// House rules for a book.
#[derive(Clone, Debug, Args)]
pub struct HouseArgs {
    /// Rules file whose numbers the book shows
    #[arg(long = "rules", value_name = "FILE")]
    file: Option<String>,
    /// Change one number or switch of the rules, such as rounds=6; may be repeated
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    changes: Vec<String>,
}

impl HouseArgs {
    /// The ruleset, by its name or else that of the rules file, and the house rules if any.
    fn rules(&self, named: Option<&str>) -> Result<(Rules, Option<Source>), super::Failure> {
        let file = match &self.file {
            Some(file) => Some(library::RULES.open(file)?.source),
            None => None,
        };
        let rules = match (named, &file) {
            (Some(name), _) => options::ruleset(name)?,
            (None, Some(file)) => Rules::of_force(file)?,
            (None, None) => Rules::ALL[0],
        };
        let house = options::with_changes(rules, file, &self.changes)?;
        Ok((rules, house))
    }
}

/// Runs `skirmish rules`.
///
/// # Errors
/// When a ruleset or rules file cannot be found or read.
pub fn run(command: &RulesCommand) -> Ended {
    match command {
        RulesCommand::List { json: true } => {
            let list: Vec<_> = Rules::ALL
                .iter()
                .map(|r| json!({"name": r.name(), "about": r.about(), "forces": r.forces().len()}))
                .collect();
            output::print(&format!("{}\n", json!({ "rulesets": list })))?;
        }
        RulesCommand::List { json: false } => {
            let lines: Vec<String> = Rules::ALL
                .iter()
                .map(|r| format!("{:<10} {}\n", r.name(), r.about()))
                .collect();
            output::print(&lines.concat())?;
        }
        RulesCommand::Show { ruleset, json } => show(ruleset, *json)?,
        RulesCommand::Read(args) => return read::run(args),
        RulesCommand::Explain(args) => return explain::run(args),
        #[cfg(feature = "print")]
        RulesCommand::Sheet(args) => return sheet::run(args),
    }
    Ok(Exit::Done)
}

fn show(name: &str, json: bool) -> Result<(), super::Failure> {
    let (rules, source) = match Rules::named(name) {
        Some(rules) => (rules, None),
        None if name.contains(['/', '\\', '.']) => {
            let source = library::RULES.open(name)?.source;
            (Rules::of_force(&source)?, Some(source))
        }
        None => (options::ruleset(name)?, None),
    };
    let config = rules.config(source.as_ref())?;
    if json {
        return output::print(&format!("{config}\n"));
    }
    let defaults = rules.config(None)?;
    let house = House::new(rules)?;
    let about = |key: &str| {
        let settings = house.settings().iter();
        let setting = settings.into_iter().find(|s| s.path[0] == key);
        setting.map(|s| s.about.as_str())
    };
    let mut text = format!("# {}: {}\n", rules.name(), rules.about());
    if let Value::Object(keys) = &config {
        for (key, value) in keys.iter().filter(|(key, _)| rules.uses(key)) {
            if let Some(about) = about(key) {
                text.push_str(&format!("\n# {about}\n"));
            }
            let usual = defaults.get(key).unwrap_or(&Value::Null);
            text.push_str(&format!("{key} = {}", inline(value)));
            if usual != value {
                text.push_str(&format!("  # default {}", inline(usual)));
            }
            text.push('\n');
        }
    }
    output::print(&text)
}
