//! Odds of figures in words, without a board.

use super::odds::{Aim, Case, Rerolls};
use super::unit::Trait;
use super::words::words;
use super::{Config, Unit};
use crate::battle::{Choice, How, Odds, Ratio};
use crate::rules::duel::{Duel, decimal, lines};
use crate::source::{Fault, Source};
use serde_json::{Value, json};

/// The odds of one figure in words attacking another, as JSON.
///
/// # Errors
/// What is wrong with the words, or the rules.
pub fn duel(duel: &Duel) -> Result<Value, Fault> {
    let config = Config::read(duel.rules)?;
    let (who, target) = (said(duel.attacker)?, said(duel.target)?);
    let how = if duel.hand_to_hand {
        How::Fight
    } else {
        How::Shoot
    };
    if how == How::Shoot && !who.distance {
        return Err(duel.attacker.fault_somewhere(
            "this figure makes no distance attacks; say distance, or ask for hand to hand",
        ));
    }
    let supports = |unit: &Unit, roll: Choice| unit.has(Trait::Support) && unit.support == roll;
    let case = Case {
        config: &config,
        who: &who,
        how,
        at: Aim::Figure(&target),
        covered: duel.cover,
        supported: supports(&who, super::odds::roll_of(how)),
        armour_supported: supports(&target, Choice::Armour),
        skilled: false,
    };
    let odds = case.profile().rerolled(Rerolls {
        attack: duel.policy.attacker_rerolls,
        armour: duel.policy.target_rerolls,
    });
    Ok(sheet(&case, &odds))
}

/// A figure of words on the command line.
fn said(source: &Source) -> Result<Unit, Fault> {
    words(&source.text).map_err(|(at, what)| source.fault(at..at, what))
}

/// The numbers of a case and its odds, as JSON.
pub fn sheet(case: &Case, odds: &Odds) -> Value {
    let roll = case.roll();
    let text = |r: Ratio| Value::String(r.to_string());
    json!({
        "how": case.how.name(),
        "need": roll.from,
        "dice": vec![roll.die; usize::from(roll.dice)],
        "hit": text(odds.hit),
        "armour_need": case.armour().map(|(armour, _)| armour.from),
        "defeat": text(odds.defeat),
        "defeat_p": decimal(odds.defeat),
        "flee": text(odds.flee),
        "pushed": text(odds.pushed),
        "lost": text(odds.lost),
        "lines": lines(&case.lines()),
    })
}
