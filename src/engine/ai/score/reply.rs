//! What the enemies take in reply, all together: where a side shares its actions, only its best
//! attacks come.

use super::evaluator::Evaluator;
use crate::ai::model::cache::Cache;
use crate::ai::model::mover::Mover;
use crate::ai::model::threat::Threat;
use crate::battle::{Fig, Menace};
use crate::board::Space;
use smallvec::SmallVec;

/// Turns of the enemies to expect before the own side acts again, if they have yet to act in this
/// round, and if they have acted. Who goes first in the next round is not known.
const TURNS: [f64; 2] = [1.2, 0.6];

/// Figures that are gone by then, each with its chance.
pub type Gone = SmallVec<[(Fig, f64); 4]>;

/// What the enemies could take as things are.
pub struct Reply {
    /// For each enemy its two best targets, with the points that it takes of them.
    best: Vec<[(Fig, f64); 2]>,
    /// What they take if nothing is done.
    pub before: f64,
}

impl Reply {
    /// Looks at all friends where they stand.
    pub fn read(evaluator: &Evaluator, cache: &mut Cache) -> Self {
        let best = evaluator.threats.all.iter();
        let best = best.map(|threat| best_targets(evaluator, cache, threat));
        let mut reply = Self {
            best: best.collect(),
            before: 0.0,
        };
        reply.before = reply.after(evaluator, cache, None, &Gone::new());
        reply
    }

    /// Points that they take if a mover is at a place, and some of them are gone.
    pub fn after(
        &self,
        evaluator: &Evaluator,
        cache: &mut Cache,
        placed: Option<(&Mover, Space)>,
        gone: &Gone,
    ) -> f64 {
        let table = &evaluator.table;
        cache.weighed += self.best.len() as u64;
        let placed = placed.map(|(mover, to)| {
            let figure = table.figure(mover.lead);
            (mover.lead, table.spaces_at(figure, to))
        });
        let mut sum = 0.0;
        for side in table.game.all_sides() {
            let mut options: SmallVec<[Choice; 16]> = SmallVec::new();
            for (threat, [first, second]) in evaluator.threats.all.iter().zip(&self.best) {
                if table.game.side(threat.foe) != side {
                    continue;
                }
                let mut most = first.1;
                if let Some((lead, spaces)) = &placed {
                    let others = if first.0 == *lead { second.1 } else { first.1 };
                    most = others.max(prize(evaluator, cache, threat, *lead, spaces));
                }
                let left = gone.iter().filter(|(foe, _)| *foe == threat.foe);
                let there = left.fold(1.0, |there, (_, gone)| there * (1.0 - gone));
                let points = turns(evaluator, threat) * most;
                let share = share(evaluator, threat);
                options.push(Choice {
                    points,
                    share,
                    there,
                });
            }
            sum += best_of_all(&mut options);
        }
        sum
    }
}

/// What an enemy may do with the actions of its side.
struct Choice {
    /// The points that it takes.
    points: f64,
    /// The share of the actions that it needs.
    share: f64,
    /// The chance that it is there.
    there: f64,
}

/// The points that a side takes: the best that are there act, until all actions are used.
fn best_of_all(choices: &mut [Choice]) -> f64 {
    choices.sort_by(|a, b| (b.points / b.share).total_cmp(&(a.points / a.share)));
    let (mut sum, mut rest) = (0.0, 1.0);
    for choice in choices {
        let used = choice.there * choice.share.min(rest);
        sum += choice.points * used / choice.share;
        rest -= used;
    }
    sum
}

/// The share of the actions of its side that an enemy can use: off the board it acts once.
fn share(evaluator: &Evaluator, threat: &Threat) -> f64 {
    let table = &evaluator.table;
    match table.game.shared_actions() {
        Some(actions) if !table.figure(threat.foe).on => 1.0 / f64::from(actions.max(1)),
        _ => 1.0,
    }
}

/// The two best targets of an enemy. What is aboard something cannot be attacked by itself.
fn best_targets(evaluator: &Evaluator, cache: &mut Cache, threat: &Threat) -> [(Fig, f64); 2] {
    let table = &evaluator.table;
    let mut best = [(threat.foe, 0.0); 2];
    for friend in &table.friends {
        let figure = table.figure(*friend);
        if figure.lead != *friend {
            continue;
        }
        let points = prize(evaluator, cache, threat, *friend, &figure.spaces);
        if points > best[0].1 {
            best = [(*friend, points), best[0]];
        } else if points > best[1].1 {
            best[1] = (*friend, points);
        }
    }
    best
}

/// How many turns of an enemy to expect.
fn turns(evaluator: &Evaluator, threat: &Threat) -> f64 {
    let table = &evaluator.table;
    let last = table.rounds_left == 0;
    let foe = table.figure(threat.foe);
    let acted = !foe.on && foe.modes.is_empty();
    match threat.menace {
        Menace::Moving if acted && last => 0.0,
        Menace::Moving if acted => TURNS[1],
        Menace::Moving if last => 1.0,
        Menace::Moving => TURNS[0],
        _ if last => 0.0,
        _ => TURNS[1],
    }
}

/// The points that an enemy takes of a friend on some spaces if it uses all actions of its side.
fn prize(
    evaluator: &Evaluator,
    cache: &mut Cache,
    threat: &Threat,
    friend: Fig,
    spaces: &[Space],
) -> f64 {
    let table = &evaluator.table;
    table.figure(friend).worth * threat.harm_alone(table, cache, friend, spaces)
}
