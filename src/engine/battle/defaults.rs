//! Defaults of the ruleset's interface: [`Ruleset::config`], [`Ruleset::strikes`] from its modes,
//! [`Ruleset::legal`], and [`Ruleset::check`] and [`Ruleset::preset`] from its legal answers.

use super::{
    Act, Answer, Ask, Battle, Decision, EachAnswer, EachStrike, Fig, Range, Ratio, Reaches,
    Refused, Ruleset, Stand, Target, Who,
};
use crate::board::{Sight, Space};
use crate::dice::fit;
use crate::source::{Fault, Source};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;

/// Reads a rules file of a ruleset; without one: the defaults.
///
/// # Errors
/// What is wrong in the file, and where.
pub fn config<C: Default + DeserializeOwned>(
    rules: Option<&Source>,
    ruleset: &str,
) -> Result<C, Fault> {
    #[derive(Deserialize)]
    struct Head {
        format: Spanned<String>,
        ruleset: Spanned<String>,
    }
    let Some(source) = rules else {
        return Ok(C::default());
    };
    source.check_format("rules", 1)?;
    let head: Head = source.parse()?;
    source.version(&head.format, "rules", 1)?;
    if head.ruleset.get_ref() != ruleset {
        let what = format!(
            "these rules are for the ruleset {:?}, but the battle uses {ruleset:?}",
            head.ruleset.get_ref()
        );
        return Err(source.fault(head.ruleset.span(), what));
    }
    source.parse()
}

/// Every enemy that one of the ways in which a figure attacks reaches from a stand, and that it sees
/// where that way needs sight.
pub fn strikes<R: Ruleset>(b: &Battle<R>, who: Fig, stand: Stand, each: &mut EachStrike) {
    for mode in R::modes(b, who, false) {
        let most = match mode.range {
            Range::Touch => 1,
            Range::Spaces(spaces) => spaces,
        };
        for enemy in b.on_board().filter(|f| !b.allied(*f, who)) {
            let at = b.figure(enemy).at;
            if b.board.grid().distance(stand.at, at) > most {
                continue;
            }
            let sight = match mode.sight {
                true => b.board.sight(stand.at, at),
                false => Sight::Clear,
            };
            if sight != Sight::Blocked && !each(mode.how, Target::Figure(enemy), sight) {
                return;
            }
        }
    }
}

/// Where a side may act: nothing more, and for each of its figures its acts from where it stands and
/// its moves, if it may move.
pub fn legal<R: Ruleset>(b: &Battle<R>, known: &mut Reaches, each: &mut EachAnswer) {
    let Decision {
        who: Who::Side(side),
        ask: Ask::Act { only },
    } = b.decision()
    else {
        return;
    };
    let acts = |who: &Fig| b.figure(*who).side == side && only.is_none_or(|only| only == *who);
    let mut go_on = each(Answer::Done);
    for who in b.on_board().filter(acts) {
        if !go_on {
            return;
        }
        let figure = b.figure(who);
        R::strikes(b, who, b.stand(who), &mut |how, at, _| {
            go_on = each(Answer::Strike { who, how, at });
            go_on
        });
        let reach = known.of(who);
        if go_on && R::facts(b, who).may_move && R::reach(b, who, reach) {
            let mut ends = reach.ends().iter().filter(|(to, _)| *to != figure.at);
            go_on = ends.all(|(to, _)| each(Answer::Move { who, to: *to }));
        }
    }
}

/// Whether an answer is among the legal ones, or faces fit the dice.
///
/// # Errors
/// That it is not.
pub fn check<R: Ruleset>(b: &Battle<R>, answer: &Answer) -> Result<(), Refused> {
    let refuse = |why: &str| Err(Refused(why.into()));
    match (b.decision().ask, answer) {
        (Ask::Over, _) => return refuse("the battle is over"),
        (Ask::Roll { dice, .. }, Answer::Faces(faces)) if fit(&dice, faces) => return Ok(()),
        (Ask::Roll { .. }, _) => return refuse("roll the dice first"),
        _ => {}
    }
    let mut found = false;
    R::legal(b, &mut Reaches::default(), &mut |legal| {
        found = legal == *answer;
        !found
    });
    match found {
        true => Ok(()),
        false => refuse("it is not among what can be done now"),
    }
}

/// The attack that destroys most on average; else the move that ends nearest to an enemy; else
/// nothing more, or what is listed last.
pub fn preset<R: Ruleset>(b: &Battle<R>) -> Answer {
    let mut best: Option<(Ratio, Answer)> = None;
    let mut near: Option<((u32, Fig, Space), Answer)> = None;
    let mut last = None;
    R::legal(b, &mut Reaches::default(), &mut |answer| {
        match answer {
            Answer::Strike {
                who,
                how,
                at: at @ Target::Figure(target),
            } => {
                let odds = R::odds(b, &Act::new(who, b.stand(who), how, at, Sight::Clear));
                let worth = R::facts(b, target).worth.0.unsigned_abs();
                let gain = (odds.defeat + odds.wound * odds.part) * Ratio::from_integer(worth);
                if best.as_ref().is_none_or(|(most, _)| gain > *most) {
                    best = Some((gain, answer.clone()));
                }
            }
            Answer::Move { who, to } => {
                let away = |space| {
                    let foes = b.on_board().filter(|f| !b.allied(who, *f));
                    let gaps = foes.map(|f| b.board.grid().distance(space, b.figure(f).at));
                    gaps.min().unwrap_or(0)
                };
                let key = (away(to), who, to);
                let nearer = key.0 < away(b.figure(who).at);
                if nearer && near.as_ref().is_none_or(|(best, _)| key < *best) {
                    near = Some((key, answer.clone()));
                }
            }
            _ => {}
        }
        if last != Some(Answer::Done) {
            last = Some(answer);
        }
        true
    });
    let best = best.filter(|(gain, _)| *gain > Ratio::from_integer(0));
    best.map(|(_, answer)| answer)
        .or(near.map(|(_, answer)| answer))
        .or(last)
        .unwrap_or(Answer::Done)
}
