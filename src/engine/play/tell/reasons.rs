//! The reasons of a choice: first in words, then the terms that add up.

use super::weighed_action;
use crate::ai::{Weighed, Why};
use crate::battle::{Milli, Nerve};
use crate::rules::Game;

/// Terms that are points taken from the enemy.
const TAKES: [&str; 2] = ["kill", "wound"];
/// Terms that are points that may be lost.
const RISKS: [&str; 3] = ["loss", "later", "hazard"];
/// Other terms, with what the figure does for their sake.
const OTHERS: [(&str, &str); 5] = [
    ("objective", "it comes nearer to the objective"),
    ("deny", "it keeps the enemy from the objective"),
    ("return", "it stops enemies that could strike back"),
    ("tempo", "it comes nearer to its next attack"),
    ("engage", "it comes into the fight"),
];
/// Points, in thousandths, that are worth a word.
const WORTH_SAYING: Milli = Milli(50);

/// The terms of a choice: `kill +1.20, loss -0.30; together +0.90 points`.
fn terms(weighed: &Weighed) -> String {
    let terms: Vec<String> = weighed
        .terms
        .iter()
        .map(|t| format!("{} {}", t.name, signed(t.points)))
        .collect();
    if terms.is_empty() {
        return "nothing to gain or lose".to_owned();
    }
    format!(
        "{}; together {} points",
        terms.join(", "),
        signed(weighed.score())
    )
}

/// The reasons of a choice, a line each: in words, then the terms of the choice and of the next best.
pub fn why(game: &Game, why: &Why) -> Vec<String> {
    let mut lines = vec![
        format!("why: {}", because(game, why)),
        format!("  exactly: {}", terms(&why.chosen)),
    ];
    if let Some(next) = &why.runner_up {
        lines.push(format!(
            "  next best: {}: {}",
            weighed_action(game, &next.action),
            terms(next)
        ));
    }
    lines
}

/// A choice with its reasons in a sentence or two: what is done, what it expects to take and to risk,
/// and the second choice.
pub fn because(game: &Game, why: &Why) -> String {
    let what = weighed_action(game, &why.chosen.action);
    let mut reasons = expects(&why.chosen);
    if why.nerve != Nerve::Steady {
        reasons += &format!(", and {} figures {}", why.nerve.name(), why.nerve.does());
    }
    let second = why.runner_up.as_ref().map_or_else(String::new, |next| {
        let behind = match why.chosen.score() - next.score() {
            little if little < WORTH_SAYING => "nearly as good".to_owned(),
            behind => format!("{} points behind", tenths(behind)),
        };
        let what = weighed_action(game, &next.action);
        format!("; the second choice, {behind}, was: {what}")
    });
    format!("{what}: {reasons}{second}")
}

/// What something else than the choice would have brought, in a sentence or two, and how far it is
/// behind.
pub fn instead(game: &Game, there: &Weighed, chosen: Option<&Weighed>) -> String {
    let (what, reasons) = (weighed_action(game, &there.action), expects(there));
    let behind = chosen.map_or_else(String::new, |chosen| {
        let best = weighed_action(game, &chosen.action);
        match chosen.score() - there.score() {
            ahead if ahead <= -WORTH_SAYING => {
                format!(
                    "; that is {} points more than: {best}",
                    tenths(there.score() - chosen.score())
                )
            }
            little if little < WORTH_SAYING => format!("; that is nearly as good as: {best}"),
            behind => format!("; that is {} points less than: {best}", tenths(behind)),
        }
    });
    format!("{what}: {reasons}{behind}")
}

/// What is expected of an action, in words.
fn expects(chosen: &Weighed) -> String {
    let sum = |names: &[&str]| -> Milli {
        let terms = chosen.terms.iter().filter(|t| names.contains(&t.name));
        terms.map(|t| t.points).sum()
    };
    let (takes, risks) = (sum(&TAKES), -sum(&RISKS));
    let mut parts = Vec::new();
    match (takes >= WORTH_SAYING, risks >= WORTH_SAYING) {
        (true, true) => parts.push(format!(
            "it expects to take {} points and to risk {}",
            tenths(takes),
            tenths(risks)
        )),
        (true, false) => parts.push(format!("it expects to take {} points", tenths(takes))),
        (false, true) => parts.push(format!("it risks {} points", tenths(risks))),
        (false, false) => {}
    }
    // alone, a small gain is the reason too
    let least = match parts.is_empty() {
        true => Milli(1),
        false => WORTH_SAYING,
    };
    let others = OTHERS
        .iter()
        .map(|(name, words)| (sum(&[name]), words))
        .filter(|(gain, _)| *gain >= least);
    if let Some((_, words)) = others.max_by_key(|(gain, _)| *gain) {
        parts.push((*words).to_owned());
    }
    if parts.is_empty() {
        let gain = chosen.score();
        parts.push(match gain.abs() < WORTH_SAYING {
            true => "it expects neither gain nor loss".to_owned(),
            false => format!("it expects {} points in all", signed(gain)),
        });
    }
    parts.join(", and ")
}

/// Thousandths of a point in tenths, rounded: `0.8`.
fn tenths(points: Milli) -> String {
    let tenths = (points.0.unsigned_abs() + 50) / 100;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Thousandths of a point with their sign, in hundredths: `+1.25`.
fn signed(points: Milli) -> String {
    let sign = if points < Milli::ZERO { '-' } else { '+' };
    let hundredths = (points.0.unsigned_abs() + 5) / 10;
    format!("{sign}{}.{:02}", hundredths / 100, hundredths % 100)
}
