//! `skirmish rules`: the rulesets there are, every number and toggle of one, and its rule book.

mod explain;
pub mod markdown;
pub mod plain;
mod read;
#[cfg(feature = "print")]
pub mod sheet;

use super::{Ended, Exit, output};
use crate::rules::Rules;
use crate::rules::house::{House, Setting, inline};
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
    /// Print all numbers and switches of a ruleset, as a rules file that you can change
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
    let mut text = format!("# {}: {}\n", rules.name(), rules.about());
    if let Value::Object(keys) = &config {
        for (key, value) in keys.iter().filter(|(key, _)| rules.uses(key)) {
            text.push('\n');
            text.push_str(&comments(&house, key));
            let usual = defaults.get(key).unwrap_or(&Value::Null);
            text.push_str(&lines(key, value, usual));
        }
    }
    output::print(&text)
}

/// What a key means, in comments; of a table of tables: what each column means.
fn comments(house: &House, key: &str) -> String {
    let settings = house.settings().iter().filter(|s| s.path[0] == key);
    let settings: Vec<&Setting> = settings.collect();
    let first = |setting: &&Setting| {
        let sentence = setting.about.split_inclusive(". ").next();
        sentence.unwrap_or_default().to_owned()
    };
    let Some(title) = settings.first().map(first) else {
        return String::new();
    };
    let is_table = settings.iter().any(|s| s.path.len() > 2);
    if !is_table || settings.iter().any(|s| first(s) != title) {
        return settings
            .first()
            .map_or_else(String::new, |one| format!("# {}\n", one.about));
    }
    let mut text = format!("# {}\n", title.trim_end());
    let mut known: Vec<&str> = Vec::new();
    for setting in settings.iter().filter(|s| s.path.len() > 2) {
        let column = setting.path[2].as_str();
        if !known.contains(&column) {
            known.push(column);
            text.push_str(&format!("# {column}: {}\n", &setting.about[title.len()..]));
        }
    }
    text
}

/// A key with its value, a table of tables with a line for each row; the default behind what differs
/// from it.
fn lines(key: &str, value: &Value, usual: &Value) -> String {
    match value {
        Value::Object(rows) if rows.values().all(Value::is_object) => {
            let line = |(row, value): (&String, &Value)| {
                let usual = usual.get(row).unwrap_or(&Value::Null);
                lines(&format!("{key}.{row}"), value, usual)
            };
            rows.iter().map(line).collect()
        }
        _ if usual == value => format!("{key} = {}\n", inline(value)),
        _ => format!("{key} = {}  # default {}\n", inline(value), inline(usual)),
    }
}
