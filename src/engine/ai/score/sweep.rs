//! The best of many places of one figure or group.

use super::aim::Aim;
use super::judge::{Judge, Way};
use super::place::{Place, boarding, mount_at, spaces_of_others, weigh};
use super::spots::{Sums, Sweep, gather, look_around, score_of_staying, sums_of};
use super::terms::{Score, Total};
use crate::ai::model::cache::Cache;
use crate::ai::model::figure::reach_of;
use crate::ai::model::mover::Mover;
use crate::board::Space;
use smallvec::SmallVec;

/// What is kept from one decision to the next.
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
    pub aims: Option<[Option<Aim>; 2]>,
}

/// A place by its order: best first, ties to the least way, then to reading order.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// The score, less is better.
    loss: i64,
    far: u32,
    to: Space,
    /// Among the places of the mover.
    index: u32,
}

/// The best places a group can move to at a rough look, best first, at most so many; ties to
/// the least way, then to reading order.
pub fn sweep(
    judge: &Judge,
    work: &mut Workspace,
    mover: &Mover,
    way: Way,
    most: usize,
) -> Vec<Place> {
    sweep_all(judge, work, mover, way, most).0
}

/// The same of a group that goes; and what it is worth to stay.
pub fn sweep_and_stay(judge: &Judge, work: &mut Workspace, mover: &Mover, most: usize) -> Swept {
    let (places, looked) = sweep_all(judge, work, mover, Way::GO, most);
    let at = judge.table.figure(mover.lead).at;
    let Workspace {
        cache,
        sweep,
        ranks,
    } = work;
    if !looked {
        return Swept {
            places,
            stay: weigh(judge, cache, mover, at, Way::STAY),
            aims: None,
        };
    }
    let stay = score_of_staying(judge, cache, sweep, mover, at);
    let walks = |place: &Place| mount_at(&judge.table, mover, place.to).is_none();
    let best = ranks.first().map_or(0, |rank| rank.index as usize);
    let aims = places.first().is_none_or(walks);
    let aims = aims.then(|| [best, sweep.last()].map(|i| sweep.aim(i)));
    debug_assert!(
        stay.total()
            .abs_diff(weigh(judge, cache, mover, at, Way::STAY).total())
            <= 5,
        "a sweep weighs staying as it is weighed alone"
    );
    Swept { places, stay, aims }
}

/// See [`sweep`]; and whether it has looked around from all places at once, so that more
/// is known of them.
fn sweep_all(
    judge: &Judge,
    work: &mut Workspace,
    mover: &Mover,
    way: Way,
    most: usize,
) -> (Vec<Place>, bool) {
    let Workspace {
        cache,
        sweep,
        ranks,
    } = work;
    let table = &judge.table;
    let lead = table.figure(mover.lead);
    let single = mover.members.len() == 1
        && lead.size == 1
        && lead.lead == mover.lead
        && !table.by_place
        && !(table.by_band && banded(judge));
    let swept = single && !way.exact && mover.ends.len() > 1;
    if swept {
        look_around(judge, cache, sweep, mover, way);
    }
    let sums = match swept {
        true => sums_of(judge, mover, sweep),
        false => Sums::default(),
    };
    let others = spaces_of_others(table, mover);
    let mut alone: SmallVec<[(Space, Score); 4]> = SmallVec::new();
    rank(mover, judge, ranks, most, |i, to| {
        if others.contains(to)
            && let Some(mount) = mount_at(table, mover, to)
        {
            let score = boarding(judge, cache, mover, mount)?;
            alone.push((to, score));
            Some(score.total())
        } else if swept {
            Some(gather::<Total>(judge, sweep, mover, &sums, i, way).0)
        } else {
            let score = weigh(judge, cache, mover, to, way);
            alone.push((to, score));
            Some(score.total())
        }
    });
    let score = |rank: &Rank| match alone.iter().find(|(to, _)| *to == rank.to) {
        Some((_, score)) => *score,
        None => gather(judge, sweep, mover, &sums, rank.index as usize, way),
    };
    let places = ranks
        .iter()
        .map(|rank| Place {
            to: rank.to,
            score: score(rank),
            far: rank.far,
        })
        .collect::<Vec<_>>();
    debug_assert!(
        agree(judge, cache, mover, way, &places),
        "a sweep weighs places as they are weighed one by one"
    );
    (places, swept)
}

/// Orders the places of a mover by their totals, best first, at most so many; those without a total
/// are left out.
fn rank(
    mover: &Mover,
    judge: &Judge,
    ranks: &mut Vec<Rank>,
    most: usize,
    mut total: impl FnMut(usize, Space) -> Option<i64>,
) {
    let table = &judge.table;
    let at = table.figure(mover.lead).at;
    let apart = table.board.distances(at);
    ranks.clear();
    // Places that lose more are not among the best.
    let mut bar = i64::MAX;
    for (i, to) in mover.ends.iter().enumerate() {
        let Some(total) = total(i, *to) else {
            continue;
        };
        if -total > bar {
            continue;
        }
        ranks.push(Rank {
            loss: -total,
            far: match apart {
                Some(row) => u32::from(row[to.index()]),
                None => table.grid.distance(at, *to),
            },
            to: *to,
            index: i as u32,
        });
        if ranks.len() == 2 * most + 6 {
            let (_, last, _) = ranks.select_nth_unstable(most - 1);
            bar = last.loss;
            ranks.truncate(most);
        }
    }
    if ranks.len() > most {
        ranks.select_nth_unstable(most - 1);
        ranks.truncate(most);
    }
    ranks.sort_unstable();
}

/// Whether it matters for somebody's attacks how far away their target is.
fn banded(judge: &Judge) -> bool {
    let table = &judge.table;
    let mut figures = table.friends.iter().chain(&table.foes);
    figures.any(|who| {
        let figure = table.figure(*who);
        let mut modes = figure.modes.iter().chain(&figure.fresh);
        modes.any(|mode| {
            let band = |gap| table.game.band(*who, mode.how, gap);
            (2..=reach_of(mode).max(2)).any(|gap| band(gap) != band(1))
        })
    })
}

/// Whether the best place is worth the same by itself, up to rounding.
fn agree(judge: &Judge, cache: &mut Cache, mover: &Mover, way: Way, places: &[Place]) -> bool {
    places.first().is_none_or(|best| {
        let alone = weigh(judge, cache, mover, best.to, way);
        mount_at(&judge.table, mover, best.to).is_some()
            || alone.total().abs_diff(best.score.total()) <= 5
    })
}
