//! Odds of figures in words, without a board.

use super::odds::{Aim, Case, Rerolls};
use super::unit::{Edition, Trait};
use super::words::words_of;
use super::{Config, Skirmish, Unit, numbers, query, structures};
use crate::battle::{Act, Choice, How, Odds, Ratio};
use crate::rules::Policy;
use crate::rules::duel::{APART, Duel, decimal, lines, out_of_reach};
use crate::source::{Fault, Source};
use serde_json::{Value, json};

/// The odds of one figure in words attacking another, as JSON.
///
/// # Errors
/// What is wrong with the words, or the rules.
pub fn duel(duel: &Duel, edition: Edition) -> Result<Value, Fault> {
    let config = Config::read(duel.rules, edition)?;
    let (who, target) = (said(duel.attacker, edition)?, said(duel.target, edition)?);
    let how = if duel.hand_to_hand {
        How::Fight
    } else {
        How::Shoot
    };
    if how == How::Fight && who.is_building() {
        let what = "buildings do not fight hand to hand";
        return Err(duel.attacker.fault_of_words(what));
    }
    if how == How::Shoot && !who.distance {
        return Err(duel.attacker.fault_of_words(
            "the attacker has no distance attack; add the word distance, or use --hand-to-hand",
        ));
    }
    let reach = numbers::distance_unit(&config, &who);
    // At the usual distance figures of every scale are taken to reach each other.
    if how == How::Shoot && duel.apart > reach.max(APART) {
        return Ok(out_of_reach(reach, duel.apart));
    }
    let supports =
        |unit: &Unit, roll: Choice| u8::from(unit.has(Trait::Support) && unit.support == roll);
    let case = Case {
        config: &config,
        who: &who,
        how,
        at: Aim::Figure(&target),
        covered: duel.cover,
        close: false,
        supports: supports(&who, super::odds::roll_of(how)),
        armour_supports: supports(&target, Choice::Armour),
        skilled: false,
        hits: structures::hits_most(&config, &target),
    };
    let rerolls = rerolls(duel.policy);
    let mut odds = case.odds_if(rerolls);
    if target.has(Trait::Revenge) && (how != How::Shoot || target.distance) {
        let back = Case {
            who: &target,
            at: Aim::Figure(&who),
            covered: false,
            supports: supports(&target, super::odds::roll_of(how)),
            armour_supports: supports(&who, Choice::Armour),
            hits: structures::hits_most(&config, &who),
            ..case
        };
        odds.lost = case.avenged(&back, rerolls);
    }
    Ok(sheet(&case, &odds))
}

/// A figure of words on the command line.
fn said(source: &Source, edition: Edition) -> Result<Unit, Fault> {
    words_of(&source.text, edition).map_err(|(at, what)| source.fault(at..at, what))
}

/// The odds of one act on a board, as JSON.
pub fn on_board(b: &Skirmish, act: &Act, policy: Policy) -> Value {
    let spaces = query::spaces_at(b, act.who, act.stand);
    let case = query::case(
        b,
        act.who,
        (&spaces, act.stand.aloft),
        act.how,
        act.at,
        act.sight,
    );
    let odds = query::odds_if(b, act, rerolls(policy));
    sheet(&case, &odds)
}

/// Whose failures are rolled again.
fn rerolls(policy: Policy) -> Rerolls {
    Rerolls {
        attack: policy.attacker_rerolls,
        armour: policy.target_rerolls,
    }
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
        "wound": text(odds.wound),
        "defeat": text(odds.defeat),
        "defeat_p": decimal(odds.defeat),
        "flee": text(odds.flee),
        "pushed": text(odds.pushed),
        "lost": text(odds.lost),
        "turn": case.turn().into_iter().map(text).collect::<Vec<_>>(),
        "lines": lines(&case.lines()),
    })
}
