//! `skirmish rules`: the rulesets there are, and every number and toggle of one.

use super::{Ended, Exit, output};
use crate::rules::Rules;
use crate::rules::house::{House, inline};
use crate::store::{library, options};
use clap::Subcommand;
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
