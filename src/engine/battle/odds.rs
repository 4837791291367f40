//! Exact odds from the rules themselves: every face of every die, equal states merged.

use super::{Answer, Ask, Battle, Hints, Ratio, Ruleset, State, Who};
use crate::dice::Faces;
use rustc_hash::FxHashMap;

/// A chance out of large numbers: exact as long as it fits, else to the last of 64 bits.
fn chance(mut ways: u128, mut of: u128) -> Ratio {
    let (mut a, mut b) = (ways, of);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    (ways, of) = (ways / a.max(1), of / a.max(1));
    while of > u128::from(u64::MAX) {
        (ways, of) = (ways >> 1, of >> 1);
    }
    Ratio::new(ways as u64, of.max(1) as u64)
}

/// The sum of two chances that exclude each other.
pub fn either(a: Ratio, b: Ratio) -> Ratio {
    let wide = |n: &u64| u128::from(*n);
    let of = wide(a.denom()) * wide(b.denom());
    // Rounded chances may come to a little more than 1.
    let ways =
        (wide(a.numer()) * wide(b.denom())).saturating_add(wide(b.numer()) * wide(a.denom()));
    chance(ways.min(of), of)
}

/// The chance that both of two things happen that know nothing of each other.
pub fn both(a: Ratio, b: Ratio) -> Ratio {
    let wide = |n: &u64, m: &u64| u128::from(*n) * u128::from(*m);
    chance(wide(a.numer(), b.numer()), wide(a.denom(), b.denom()))
}

/// Some of so many equal ways of a chance.
fn share(a: Ratio, ways: u64, of: u64) -> Ratio {
    let wide = |n: &u64, m: u64| u128::from(*n) * u128::from(m);
    chance(wide(a.numer(), ways), wide(a.denom(), of))
}

/// One way things can turn out, with its exact chance.
#[derive(Clone, Debug)]
pub struct Branch<R: Ruleset> {
    /// Its chance.
    pub chance: Ratio,
    /// The battle then.
    pub battle: Battle<R>,
}

/// Follows a battle from a decision through every result of the dice until `done`, answering
/// players' questions on the way by `policy`. Equal states are merged at every die, so a chain
/// of rolls costs its distinct consequences, not its faces. Chances sum to 1.
///
/// `policy` must answer every player's question it is shown; `done` is asked at every decision.
pub fn enumerate<R: Hints>(
    start: Battle<R>,
    policy: &mut dyn FnMut(&Battle<R>) -> Answer,
    done: &dyn Fn(&Battle<R>) -> bool,
) -> Vec<Branch<R>> {
    let mut ended: Vec<Branch<R>> = Vec::new();
    let mut places: FxHashMap<State<R>, usize> = FxHashMap::default();
    let mut open = vec![Branch {
        chance: Ratio::from_integer(1),
        battle: start,
    }];
    while !open.is_empty() {
        let mut next: Vec<Branch<R>> = Vec::new();
        let mut seen: FxHashMap<State<R>, usize> = FxHashMap::default();
        let merge = |list: &mut Vec<Branch<R>>,
                     seen: &mut FxHashMap<State<R>, usize>,
                     branch: Branch<R>| {
            match seen.get(&branch.battle.state) {
                Some(at) => list[*at].chance = either(list[*at].chance, branch.chance),
                None => {
                    seen.insert(branch.battle.state.clone(), list.len());
                    list.push(branch);
                }
            }
        };
        for Branch { chance, mut battle } in open {
            if done(&battle) {
                merge(&mut ended, &mut places, Branch { chance, battle });
                continue;
            }
            let decision = battle.decision();
            match (decision.who, decision.ask) {
                (Who::Chance, Ask::Roll { dice, .. }) => {
                    let throws = R::throws(&battle).unwrap_or_else(|| {
                        let mut all = Vec::new();
                        each_faces(&dice, &mut |faces| all.push((faces.clone(), 1)));
                        all
                    });
                    let ways: u64 = throws.iter().map(|(_, ways)| ways).sum();
                    let all = ways;
                    for (faces, ways) in throws {
                        let mut battle = battle.clone();
                        battle.settle(&Answer::Faces(faces), &mut ());
                        merge(
                            &mut next,
                            &mut seen,
                            Branch {
                                chance: share(chance, ways, all),
                                battle,
                            },
                        );
                    }
                }
                (_, Ask::Over) => merge(&mut ended, &mut places, Branch { chance, battle }),
                _ => {
                    let answer = policy(&battle);
                    battle.settle(&answer, &mut ());
                    merge(&mut next, &mut seen, Branch { chance, battle });
                }
            }
        }
        open = next;
    }
    ended
}

/// Calls `each` with every combination of faces.
fn each_faces(dice: &[u8], each: &mut dyn FnMut(&Faces)) {
    let mut faces: Faces = dice.iter().map(|_| 1).collect();
    loop {
        each(&faces);
        let Some(i) = (0..dice.len()).rev().find(|i| faces[*i] < dice[*i]) else {
            return;
        };
        faces[i] += 1;
        faces[i + 1..].fill(1);
    }
}
