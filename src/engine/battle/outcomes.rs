//! Exact odds of one act, for any ruleset: every die, every consequence.

use super::{
    Act, Answer, Ask, Battle, Fig, Hints, How, Place, Purpose, Ratio, Ruleset, Target, either,
    enumerate,
};
use crate::board::Sight;
use std::collections::BTreeMap;

/// Policy for players' questions inside a chain of rolls, when odds are enumerated.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Policy {
    /// The attacker rolls a failure again, where the rules let it.
    pub attacker_rerolls: bool,
    /// The target rolls a failure again, where the rules let it.
    pub target_rerolls: bool,
}

/// Every end of one legal act with its exact chance: see [`super::AnyBattle::outcomes`].
pub fn outcomes<R: Hints>(
    start: &Battle<R>,
    who: Fig,
    how: How,
    at: Target,
    policy: Policy,
) -> Vec<(String, Ratio)> {
    let mut begun = start.clone();
    begun.settle(&Answer::Strike { who, how, at }, &mut ());
    let ends = enumerate(
        begun,
        &mut |b| decide(b, who, at, policy),
        &|b| match b.decision().ask {
            Ask::Act { .. }
            | Ask::First
            | Ask::Deploy
            | Ask::Spawn
            | Ask::Return
            | Ask::Summon { .. } => true,
            Ask::Roll { purpose, .. } => {
                matches!(
                    purpose,
                    Purpose::Initiative | Purpose::Deployment | Purpose::Solo | Purpose::Spawn
                )
            }
            _ => false,
        },
    );
    let mut sums: BTreeMap<String, Ratio> = BTreeMap::new();
    for end in ends {
        let sum = sums
            .entry(describe(start, &end.battle, who, at))
            .or_insert(Ratio::from_integer(0));
        *sum = either(*sum, end.chance);
    }
    let mut list: Vec<_> = sums.into_iter().collect();
    list.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    list
}

/// The policy's answer to a question inside the chain.
fn decide<R: Ruleset>(b: &Battle<R>, actor: Fig, first: Target, policy: Policy) -> Answer {
    match b.decision().ask {
        Ask::Reroll { who, success, .. } => {
            let wanted = if b.allied(who, actor) {
                policy.attacker_rerolls
            } else {
                policy.target_rerolls
            };
            if wanted && !success {
                Answer::Yes
            } else {
                Answer::No
            }
        }
        Ask::Revenge { .. } => Answer::Yes,
        Ask::Again { who, how } => {
            let same = Answer::Strike {
                who,
                how,
                at: first,
            };
            if R::check(b, &same).is_ok() {
                return same;
            }
            let stand = b.stand(who);
            let mut best: Option<(Ratio, Answer)> = None;
            R::strikes(b, who, stand, &mut |way, at, sight: Sight| {
                let answer = Answer::Strike { who, how, at };
                if way == how && R::check(b, &answer).is_ok() {
                    let chance = R::odds(b, &Act::new(who, stand, how, at, sight)).defeat;
                    if best.as_ref().is_none_or(|(most, _)| chance > *most) {
                        best = Some((chance, answer));
                    }
                }
                true
            });
            best.map_or(Answer::Done, |(_, answer)| answer)
        }
        _ => R::preset(b),
    }
}

/// What became of the target and of the actor, in words.
fn describe<R: Ruleset>(before: &Battle<R>, after: &Battle<R>, who: Fig, at: Target) -> String {
    let mut words: Vec<String> = Vec::new();
    match at {
        Target::Figure(target) => {
            let (was, is) = (before.figure(target), after.figure(target));
            if is.place != Place::On && is.place != was.place {
                words.push("defeated".into());
            } else if was.side != is.side {
                words.push("recruited".into());
            } else {
                if was.at != is.at {
                    words.push("pushed".into());
                }
                let (was, is) = (R::shown(before, target), R::shown(after, target));
                if was.health != is.health {
                    words.push("wounded".into());
                }
                words.extend(
                    is.status
                        .iter()
                        .filter(|s| !was.status.contains(s))
                        .cloned(),
                );
            }
        }
        _ => {
            if before.state.damage != after.state.damage {
                words.push("damaged".into());
            }
            if before.state.devices != after.state.devices {
                words.push("used".into());
            }
        }
    }
    // Several kills of one attack.
    let target = match at {
        Target::Figure(target) => Some(target),
        _ => None,
    };
    let others = before.on_board().filter(|f| {
        let gone = after.figure(*f).place == Place::Gone;
        gone && Some(*f) != target && !before.allied(*f, who)
    });
    match others.count() {
        0 => {}
        n => words.push(format!("{n} more defeated")),
    }
    let (was, is) = (before.figure(who), after.figure(who));
    if is.place != Place::On {
        words.push("attacker lost".into());
    } else if was.at != is.at {
        words.push("attacker flees".into());
    }
    if words.is_empty() {
        words.push("nothing".into());
    }
    words.join(", ")
}
