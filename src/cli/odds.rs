//! `skirmish odds`: what an attack may lead to, exactly, and why.

use super::options::{self, BattleOptions};
use super::{Ended, Exit, Failure, library};
use crate::battle::{Place, Target};
use crate::rules::duel::{self, Duel};
use crate::rules::{Policy, Rules};
use crate::source::Source;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::io::Write;

/// Who rolls failures again.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub enum Rerolls {
    /// The attack roll, when it misses.
    Attacker,
    /// The armour roll, when it fails.
    Defender,
}

/// The exact odds of one figure attacking another, with every number behind them
#[derive(Clone, Debug, Args)]
pub struct OddsArgs {
    /// The attacker in words: "hero, distance, automatic fire, Sharpshooter"
    #[arg(
        long,
        value_name = "WORDS",
        required_unless_present = "on",
        requires = "target"
    )]
    pub attacker: Option<String>,
    /// The target in words: "troop, light armour"
    #[arg(long, value_name = "WORDS", requires = "attacker")]
    pub target: Option<String>,
    /// Hand to hand, or from beside it, instead of at a distance
    #[arg(long)]
    pub hand_to_hand: bool,
    /// The target is in cover
    #[arg(long)]
    pub cover: bool,
    /// How many spaces they are apart, in rules where odds depend on it
    #[arg(long, value_name = "SPACES", default_value_t = duel::APART, value_parser = clap::value_parser!(u32).range(1..=i64::from(duel::FARTHEST)))]
    pub apart: u32,
    /// Which rules
    #[arg(long, value_name = "R")]
    pub ruleset: Option<String>,
    /// A rules file that changes some of them
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,
    /// Changes a number or toggle of them, such as cover_need=5; may be repeated
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    pub changes: Vec<String>,
    /// Who rolls a failure again, once (may be given twice)
    #[arg(long, value_enum)]
    pub reroll: Vec<Rerolls>,
    /// A scenario with placed figures, instead of words
    #[arg(long, value_name = "SCENARIO", conflicts_with_all = ["attacker", "target"], requires_all = ["by", "at"])]
    pub on: Option<String>,
    /// The figure that attacks: "1.3"
    #[arg(long, value_name = "FIGURE", requires = "on")]
    pub by: Option<String>,
    /// The figure attacked: "2.1"
    #[arg(long, value_name = "FIGURE", requires = "on")]
    pub at: Option<String>,
    /// As one JSON object
    #[arg(long)]
    pub json: bool,
}

impl OddsArgs {
    /// The policy that was asked for.
    pub fn policy(&self) -> Policy {
        Policy {
            attacker_rerolls: self.reroll.contains(&Rerolls::Attacker),
            target_rerolls: self.reroll.contains(&Rerolls::Defender),
        }
    }
}

/// Prints the odds of one figure in words attacking another.
///
/// # Errors
/// What is wrong with the words or the rules.
pub fn run(args: &OddsArgs) -> Ended {
    let sheet = match &args.on {
        Some(scenario) => on_board(args, scenario)?,
        None => in_words(args)?,
    };
    show(&sheet, args.json, args.policy())
}

/// The odds of two figures in words.
fn in_words(args: &OddsArgs) -> Result<Value, Failure> {
    let rules = match &args.rules {
        None => None,
        Some(name) => Some(library::RULES.open(name)?.source),
    };
    let ruleset = match (&args.ruleset, &rules) {
        (Some(name), _) => options::ruleset(name)?,
        (None, Some(file)) => Rules::of_force(file)?,
        (None, None) => Rules::ALL[0],
    };
    let rules = options::with_changes(ruleset, rules, &args.changes)?;
    let words =
        |option: &str, text: &Option<String>| Source::new(option, text.clone().unwrap_or_default());
    Ok(ruleset.duel(&Duel {
        attacker: &words("--attacker", &args.attacker),
        target: &words("--target", &args.target),
        hand_to_hand: args.hand_to_hand,
        cover: args.cover,
        apart: args.apart,
        policy: args.policy(),
        rules: rules.as_ref(),
    })?)
}

/// The odds of two figures where a scenario has set them.
fn on_board(args: &OddsArgs, scenario: &str) -> Result<Value, Failure> {
    let options = BattleOptions {
        scenario: Some(scenario.into()),
        ruleset: args.ruleset.clone(),
        rules: args.rules.clone(),
        changes: args.changes.clone(),
        seed: Some(0),
        ..BattleOptions::default()
    };
    let game = options.setup("random")?.begin()?;
    let figure = |option: &str, name: &Option<String>| {
        let name = name.as_deref().unwrap_or_default();
        let found = game.labelled(name);
        let Some(found) = found.filter(|f| game.place(*f) == Place::On) else {
            let known: Vec<String> = game.on_board().map(|f| game.label(f)).collect();
            return Err(Failure::Said(format!(
                "{option} {name}: no such figure is on the board; there are {}",
                known.join(", ")
            )));
        };
        Ok(found)
    };
    let (by, at) = (figure("--by", &args.by)?, figure("--at", &args.at)?);
    let sheets = game.sheets(by, Target::Figure(at), args.policy());
    let wanted = |sheet: &&Value| sheet["how"] == "fight";
    let sheet = if args.hand_to_hand {
        sheets.iter().find(wanted)
    } else {
        sheets.first()
    };
    Ok(sheet.cloned().unwrap_or_else(|| {
        json!({
            "how": null, "need": null, "dice": [], "hit": "0", "armour_need": null,
            "defeat": "0", "defeat_p": 0.0, "flee": "0", "pushed": "0", "lost": "0",
            "lines": [{ "name": "no attack", "value": "not from where it stands" }],
        })
    }))
}

/// Prints one sheet of odds: as JSON, or as lines.
///
/// # Errors
/// When it cannot be written.
pub fn show(sheet: &Value, as_json: bool, policy: Policy) -> Ended {
    let mut out = anstream::stdout().lock();
    let text = match sheet["ways"].as_array() {
        _ if as_json => format!("{sheet}\n"),
        Some(ways) => {
            let told = |way: &Value| {
                let how = way["how"].as_str().unwrap_or_default();
                format!("{how}\n{}", told(way, policy))
            };
            ways.iter().map(told).collect::<Vec<_>>().join("\n")
        }
        None => told(sheet, policy),
    };
    out.write_all(text.as_bytes())
        .map_err(|error| Failure::Io {
            what: "cannot write".into(),
            error,
        })?;
    Ok(Exit::Done)
}

/// A sheet of odds as lines.
fn told(sheet: &Value, policy: Policy) -> String {
    let mut rows: Vec<(String, String)> = Vec::new();
    for line in sheet["lines"].as_array().into_iter().flatten() {
        let word = |key: &str| line[key].as_str().unwrap_or_default().to_string();
        rows.push((word("name"), word("value")));
    }
    let mut text = table(&rows);
    let rerolls = match (policy.attacker_rerolls, policy.target_rerolls) {
        (false, false) => "nobody rolls again",
        (true, false) => "the attacker rolls a miss again",
        (false, true) => "the target rolls a failed armour roll again",
        (true, true) => "both roll a failure again",
    };
    text.push_str(&format!("\n{rerolls}:\n"));
    let mut rows: Vec<(String, String)> = Vec::new();
    for key in ["hit", "defeat", "flee", "pushed", "lost"] {
        if let Some(chance) = sheet[key].as_str()
            && (chance != "0" || matches!(key, "hit" | "defeat"))
        {
            let name = match key {
                "flee" => "attacker flees",
                "lost" => "attacker lost",
                "pushed" => "target pushed",
                _ => key,
            };
            rows.push((name.into(), share(chance)));
        }
    }
    for outcome in sheet["outcomes"].as_array().into_iter().flatten() {
        let word = |key: &str| outcome[key].as_str().unwrap_or_default();
        rows.push((word("outcome").into(), share(word("p"))));
    }
    text.push_str(&table(&rows));
    text
}

/// `2/9  22.22 %`.
fn share(fraction: &str) -> String {
    let (n, d) = fraction.split_once('/').unwrap_or((fraction, "1"));
    let (Ok(n), Ok(d)) = (n.parse::<u128>(), d.parse::<u128>()) else {
        return fraction.into();
    };
    let parts = (n * 10_000 + d / 2) / d.max(1);
    // Of several rolls in a row the fraction says nothing to anybody.
    let shown = if fraction.len() <= 16 { fraction } else { "" };
    format!("{shown:<9} {}.{:02} %", parts / 100, parts % 100)
}

/// Names and values in two columns.
fn table(rows: &[(String, String)]) -> String {
    let width = rows.iter().map(|r| r.0.chars().count()).max().unwrap_or(0);
    rows.iter()
        .map(|(name, value)| format!("  {name:<width$}  {value}\n"))
        .collect()
}
