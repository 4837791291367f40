//! `skirmish odds`: what an attack may lead to, exactly, and why.

use super::options::BattleOptions;
use super::{Ended, Exit, Failure};
use crate::battle::{Answer, Fig, How, Place, Target};
use crate::play::{tell, words};
use crate::rules::duel::{Duel, decimal};
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
    /// Hand to hand instead of at a distance
    #[arg(long)]
    pub hand_to_hand: bool,
    /// The target is in cover
    #[arg(long)]
    pub cover: bool,
    /// Which rules
    #[arg(long, value_name = "R")]
    pub ruleset: Option<String>,
    /// A rules file that changes some of them
    #[arg(long, value_name = "FILE")]
    pub rules: Option<std::path::PathBuf>,
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

    fn ruleset(&self) -> Result<Rules, Failure> {
        let Some(name) = &self.ruleset else {
            return Ok(Rules::ALL[0]);
        };
        Rules::named(name).ok_or_else(|| {
            let known: Vec<_> = Rules::ALL.iter().map(|r| r.name()).collect();
            Failure::Said(format!(
                "unknown ruleset {name:?}; known: {}",
                known.join(", ")
            ))
        })
    }
}

/// Prints the odds of one figure in words attacking another.
///
/// # Errors
/// What is wrong with the words or the rules.
pub fn run(args: &OddsArgs) -> Ended {
    if let (Some(on), Some(by), Some(at)) = (&args.on, &args.by, &args.at) {
        return placed(args, on, by, at);
    }
    let rules = match &args.rules {
        None => None,
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(|error| Failure::Io {
                what: format!("cannot read {}", path.display()),
                error,
            })?;
            Some(Source::new(path.display().to_string(), text))
        }
    };
    let words =
        |option: &str, text: &Option<String>| Source::new(option, text.clone().unwrap_or_default());
    let (attacker, target) = (
        words("--attacker", &args.attacker),
        words("--target", &args.target),
    );
    let sheet = args.ruleset()?.duel(&Duel {
        attacker: &attacker,
        target: &target,
        hand_to_hand: args.hand_to_hand,
        cover: args.cover,
        policy: args.policy(),
        rules: rules.as_ref(),
    })?;
    show(&sheet, args.json, args.policy())
}

/// Prints the odds of a figure of a set position attacking another.
fn placed(args: &OddsArgs, on: &str, by: &str, at: &str) -> Ended {
    let options = BattleOptions {
        scenario: Some(on.to_owned()),
        ruleset: args.ruleset.clone(),
        rules: args.rules.as_ref().map(|r| r.display().to_string()),
        seed: Some(0),
        ..Default::default()
    };
    let game = options.setup(super::options::USUAL)?.begin()?;
    let said = |what: String| Failure::Said(format!("{on}: {what}"));
    let who = words::read_figure(&game, by).map_err(said)?;
    let target = words::read_target(&game, at).map_err(said)?;
    for figure in [Some(who), as_figure(target)].into_iter().flatten() {
        if game.place(figure) != Place::On {
            let name = tell::figure(&game, figure);
            return Err(said(format!("{name} is not on the board")));
        }
    }
    let mut sheets = game.sheets(who, target);
    let close = |sheet: &Value| sheet["how"] == How::Fight.name();
    if args.hand_to_hand {
        sheets.retain(close);
    } else if sheets.iter().any(|s| !close(s)) {
        sheets.retain(|s| !close(s));
    }
    if sheets.is_empty() {
        sheets.push(json!({
            "hit": "0", "defeat": "0", "defeat_p": 0.0, "flee": "0", "pushed": "0",
            "lines": [{"name": "possible from where it stands", "value": "no"}],
        }));
    }
    for sheet in &mut sheets {
        let how = How::ALL.into_iter().find(|h| sheet["how"] == h.name());
        let answer = how.map(|how| Answer::Strike {
            who,
            how,
            at: target,
        });
        // All that may come of it can be counted only where it can be done at once.
        if let (Some(how), Some(answer)) = (how, answer)
            && game.check(&answer).is_ok()
        {
            let outcomes: Vec<Value> = game
                .outcomes(who, how, target, args.policy())
                .into_iter()
                .map(|(outcome, p)| {
                    json!({"outcome": outcome, "p": p.to_string(), "p_float": decimal(p)})
                })
                .collect();
            sheet["outcomes"] = outcomes.into();
        }
        show(sheet, args.json, args.policy())?;
    }
    Ok(Exit::Done)
}

fn as_figure(target: Target) -> Option<Fig> {
    match target {
        Target::Figure(figure) => Some(figure),
        _ => None,
    }
}

/// Prints one sheet of odds: as JSON, or as lines.
///
/// # Errors
/// When it cannot be written.
pub fn show(sheet: &Value, as_json: bool, policy: Policy) -> Ended {
    let mut out = anstream::stdout().lock();
    let text = if as_json {
        format!("{sheet}\n")
    } else {
        told(sheet, policy)
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
    format!("{fraction:<10}{}.{:02} %", parts / 100, parts % 100)
}

/// Names and values in two columns.
fn table(rows: &[(String, String)]) -> String {
    let width = rows.iter().map(|r| r.0.chars().count()).max().unwrap_or(0);
    rows.iter()
        .map(|(name, value)| format!("  {name:<width$}  {value}\n"))
        .collect()
}
