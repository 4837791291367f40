//! The best of many places of one figure or group.

use super::attack::AttackValue;
use super::evaluator::{Approach, Evaluator};
use super::place::{Place, boarding, mount_at, score_place, spaces_of_others};
use super::spots::{Sums, Sweep, gather, look_around, score_of_staying, sums_of};
use super::terms::{Score, Total};
use crate::ai::model::cache::Cache;
use crate::ai::model::mover::Mover;
use crate::battle::Milli;
use crate::board::Space;
use smallvec::SmallVec;

/// Caches and scratch space, kept from one decision to the next.
#[derive(Default)]
pub struct Workspace {
    /// Caches.
    pub cache: Cache,
    sweep: Sweep,
    /// The places in order.
    ranks: Vec<Rank>,
}

/// What has been found at a look at all places of a mover.
pub struct Swept {
    /// The best of them, best first.
    pub places: Vec<Place>,
    /// What it is worth to stay.
    pub stay: Score,
    /// The attacks from the best place and from where it is, if there is one; none: not known.
    pub attacks: Option<[Option<AttackValue>; 2]>,
}

/// A place by its order: best first, ties to the least way, then to reading order.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// The score, less is better.
    loss: Milli,
    far: u32,
    to: Space,
    /// Among the places of the mover.
    index: u32,
}

/// The best places a group can move to at a rough look, best first, at most so many; ties to
/// the least way, then to reading order.
pub fn sweep(
    evaluator: &Evaluator,
    work: &mut Workspace,
    mover: &Mover,
    approach: Approach,
    most: usize,
) -> Vec<Place> {
    sweep_all(evaluator, work, mover, approach, most).0
}

/// The same of a group that goes; and what it is worth to stay.
pub fn sweep_and_stay(
    evaluator: &Evaluator,
    work: &mut Workspace,
    mover: &Mover,
    most: usize,
) -> Swept {
    let (places, looked) = sweep_all(evaluator, work, mover, Approach::GO, most);
    let at = evaluator.table.figure(mover.lead).at;
    let Workspace {
        cache,
        sweep,
        ranks,
    } = work;
    if !looked {
        return Swept {
            places,
            stay: score_place(evaluator, cache, mover, at, Approach::STAY),
            attacks: None,
        };
    }
    let stay = score_of_staying(evaluator, cache, sweep, mover, at);
    let walks = |place: &Place| mount_at(&evaluator.table, mover, place.to).is_none();
    let best = ranks.first().map_or(0, |rank| rank.index as usize);
    let attacks = places.first().is_none_or(walks);
    let attacks = attacks.then(|| [best, sweep.last()].map(|i| sweep.attack(i)));
    debug_assert!(
        (stay.total() - score_place(evaluator, cache, mover, at, Approach::STAY).total()).abs()
            <= Milli(5),
        "a sweep weighs staying as it is weighed alone"
    );
    Swept {
        places,
        stay,
        attacks,
    }
}

/// See [`sweep`]; and whether it has looked around from all places at once, so that more
/// is known of them.
fn sweep_all(
    evaluator: &Evaluator,
    work: &mut Workspace,
    mover: &Mover,
    approach: Approach,
    most: usize,
) -> (Vec<Place>, bool) {
    let Workspace {
        cache,
        sweep,
        ranks,
    } = work;
    let table = &evaluator.table;
    let lead = table.figure(mover.lead);
    let single = mover.members.len() == 1
        && lead.size == 1
        && lead.lead == mover.lead
        && !table.by_place
        && !table.banded();
    let swept = single && !approach.exact && mover.ends.len() > 1;
    if swept {
        look_around(evaluator, cache, sweep, mover, approach);
    }
    let sums = match swept {
        true => sums_of(evaluator, mover, sweep),
        false => Sums::default(),
    };
    let others = spaces_of_others(table, mover);
    let mut alone: SmallVec<[(Space, Score); 4]> = SmallVec::new();
    rank(mover, evaluator, ranks, most, |i, to| {
        if others.contains(to)
            && let Some(mount) = mount_at(table, mover, to)
        {
            let score = boarding(evaluator, cache, mover, mount)?;
            alone.push((to, score));
            Some(score.total())
        } else if swept {
            Some(gather::<Total>(evaluator, sweep, mover, &sums, i, approach).0)
        } else {
            let score = score_place(evaluator, cache, mover, to, approach);
            alone.push((to, score));
            Some(score.total())
        }
    });
    let score = |rank: &Rank| match alone.iter().find(|(to, _)| *to == rank.to) {
        Some((_, score)) => *score,
        None => gather(
            evaluator,
            sweep,
            mover,
            &sums,
            rank.index as usize,
            approach,
        ),
    };
    let places = ranks
        .iter()
        .map(|rank| Place {
            to: rank.to,
            score: score(rank),
            far: rank.far,
        })
        .collect::<Vec<_>>();
    debug_assert_eq!(
        disagreement(evaluator, cache, mover, approach, &places),
        None,
        "a sweep weighs places as they are weighed one by one"
    );
    (places, swept)
}

/// Orders the places of a mover by their totals, best first, at most so many; those without a total
/// are left out.
fn rank(
    mover: &Mover,
    evaluator: &Evaluator,
    ranks: &mut Vec<Rank>,
    most: usize,
    mut total: impl FnMut(usize, Space) -> Option<Milli>,
) {
    let table = &evaluator.table;
    let at = table.figure(mover.lead).at;
    let apart = table.board.distances(at);
    ranks.clear();
    for (i, to) in mover.ends.iter().enumerate() {
        let Some(total) = total(i, *to) else {
            continue;
        };
        let worst = ranks.last().filter(|_| ranks.len() == most);
        if worst.is_some_and(|worst| -total > worst.loss) {
            continue;
        }
        let rank = Rank {
            loss: -total,
            far: match apart {
                Some(row) => u32::from(row[to.index()]),
                None => table.grid.distance(at, *to),
            },
            to: *to,
            index: i as u32,
        };
        let place = ranks.partition_point(|better| *better < rank);
        if place < most {
            ranks.truncate(most - 1);
            ranks.insert(place, rank);
        }
    }
}

/// How the best place is worth something else by itself, but for rounding; none: it is not.
fn disagreement(
    evaluator: &Evaluator,
    cache: &mut Cache,
    mover: &Mover,
    approach: Approach,
    places: &[Place],
) -> Option<String> {
    let best = places.first()?;
    let alone = score_place(evaluator, cache, mover, best.to, approach);
    let same = mount_at(&evaluator.table, mover, best.to).is_some()
        || (alone.total() - best.score.total()).abs() <= Milli(5);
    let terms = |score: &Score| format!("{:?}", score.weighed(String::new().into()).terms);
    (!same).then(|| format!("{} but alone {}", terms(&best.score), terms(&alone)))
}
