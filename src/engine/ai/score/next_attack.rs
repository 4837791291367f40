//! The attacks to come from many places at once: nearer to the next one is better.

use super::evaluator::Evaluator;
use crate::ai::model::cache::Cache;
use crate::ai::model::figure::{FigureInfo, reach_of};
use crate::ai::model::goals::time_discount;
use crate::ai::model::mover::Mover;
use crate::battle::{Bands, Fig, Mode, Range};
use crate::board::{Sight, Space};

/// The best attack to come at each of some places, kept for reuse.
#[derive(Default)]
pub struct NextAttacks {
    /// For each place, what it is worth.
    pub best: Vec<f64>,
    /// Turns until an attack turned into shares of it.
    discounts: Vec<PathDiscount>,
    futures: Vec<FutureAttack>,
}

/// What an attack to come is worth by the way to go, as a share: seen and unseen.
struct PathDiscount {
    pace: u32,
    reach: u32,
    rounds_left: u16,
    shares: Box<[f64; PathDiscount::LONGEST as usize + 1]>,
}

impl PathDiscount {
    /// Longer ways are as good as this one.
    const LONGEST: u32 = 255;

    fn new(pace: u32, reach: u32, rounds_left: u16) -> Self {
        let share = |way| time_discount(turns(way as u32, reach, pace, rounds_left));
        let shares = Box::new(std::array::from_fn(share));
        Self {
            pace,
            reach,
            rounds_left,
            shares,
        }
    }
    #[inline]
    fn share(&self, way: u32) -> f64 {
        self.shares[way.min(Self::LONGEST) as usize]
    }
}

/// In how many turns an attack can come about at the end of a way; what comes too late counts as
/// later still.
pub fn turns(way: u32, reach: u32, pace: u32, rounds_left: u16) -> f64 {
    let mut turns = f64::from(way.saturating_sub(reach)) / f64::from(pace.max(1));
    if turns > f64::from(rounds_left) + 0.999 {
        turns *= 2.0;
    }
    turns
}

/// An attack to come, and what it may be worth at most.
struct FutureAttack {
    most: f64,
    /// Its value beside the target, in points.
    beside: f64,
    /// Its value from farther away, in points.
    far: f64,
    foe: Fig,
    mode: Mode,
    pace: usize,
}

/// Finds the best attack to come of a mover from each of these places.
pub fn find_next_attacks(
    evaluator: &Evaluator,
    cache: &mut Cache,
    next_attacks: &mut NextAttacks,
    mover: &Mover,
    places: &[Space],
) {
    next_attacks.best.clear();
    next_attacks.best.resize(places.len(), 0.0);
    if !evaluator.counts_tempo() {
        return;
    }
    let table = &evaluator.table;
    let figure = table.figure(mover.lead);
    let mut futures = std::mem::take(&mut next_attacks.futures);
    futures.clear();
    for mode in &figure.fresh {
        let reach = reach_of(mode);
        let left = table.rounds_left;
        let same = |p: &PathDiscount| (p.pace, p.reach, p.rounds_left) == (mover.pace, reach, left);
        let pace = next_attacks
            .discounts
            .iter()
            .position(same)
            .unwrap_or_else(|| {
                if next_attacks.discounts.len() >= 64 && futures.is_empty() {
                    next_attacks.discounts.clear();
                }
                next_attacks
                    .discounts
                    .push(PathDiscount::new(mover.pace, reach, left));
                next_attacks.discounts.len() - 1
            });
        for foe in &table.foes {
            let target = table.figure(*foe);
            if mode.range == Range::Touch && target.aloft {
                continue;
            }
            let (worth, left) = (evaluator.worth(*foe), evaluator.remaining(*foe));
            let mut gain = |gap: u32| {
                let (how, near) = (mode.how, gap.min(reach));
                let chance = table.chance_at(cache, mover.lead, *foe, how, Sight::Clear, near);
                worth * chance.harm() * left
            };
            let far = gain(2);
            let beside = match figure.bands {
                Bands::None => far,
                _ => gain(1),
            };
            // It cannot be sooner than straight ahead from the nearest place.
            // Ways may end up to two spaces off.
            let least = u32::from(target.far[figure.at.index()]).saturating_sub(mover.pace + 2);
            let most = beside.max(far) * next_attacks.discounts[pace].share(least);
            futures.push(FutureAttack {
                most,
                beside,
                far,
                foe: *foe,
                mode: *mode,
                pace,
            });
        }
    }
    futures.sort_unstable_by(|a, b| b.most.total_cmp(&a.most));
    let mut floor = 0.0;
    for future in &futures {
        if future.most <= floor {
            break;
        }
        // Most attacks are as good from anywhere: those need no look at the distance.
        let (beside, far) = (future.beside, future.far);
        let known = &mut *next_attacks;
        floor = if beside == far {
            let gain = |_: u32| far;
            count_future(evaluator, cache, known, figure, future, places, gain)
        } else {
            let gain = |gap| if Bands::beside(gap) { beside } else { far };
            count_future(evaluator, cache, known, figure, future, places, gain)
        };
    }
    next_attacks.futures = futures;
}

/// Counts one attack to come, given its value by the distance to its target; returns the least value that
/// any of the places has now.
fn count_future(
    evaluator: &Evaluator,
    cache: &mut Cache,
    next_attacks: &mut NextAttacks,
    figure: &FigureInfo,
    future: &FutureAttack,
    places: &[Space],
    gain: impl Fn(u32) -> f64,
) -> f64 {
    let table = &evaluator.table;
    let target = table.figure(future.foe);
    let field = cache.approach_costs(table.board, target, &future.mode);
    let (field, far) = (&field[..], &target.far[..]);
    let pace = &next_attacks.discounts[future.pace];
    let far = |to: Space| u32::from(far[to.index()]);
    let straight = |to: Space| gain(far(to)) * pace.share(far(to));
    if figure.aloft {
        return raise(&mut next_attacks.best, places, straight);
    }
    if future.mode.range == Range::Touch {
        return raise(&mut next_attacks.best, places, |to| {
            match field[to.index()] {
                u32::MAX => 0.0,
                path => gain(far(to)) * pace.share(path),
            }
        });
    }
    raise(&mut next_attacks.best, places, |to| {
        match field[to.index()] {
            u32::MAX => straight(to),
            // A figure that can attack from there has no way to go.
            path => gain(far(to)) * pace.share(path + pace.reach),
        }
    })
}

/// Raises what there is at each place to what it is worth there; the least there is then.
fn raise(all: &mut [f64], places: &[Space], worth: impl Fn(Space) -> f64) -> f64 {
    let mut least = f64::INFINITY;
    let places = &places[..all.len()];
    for (i, best) in all.iter_mut().enumerate() {
        let value = worth(places[i]);
        *best = if value > *best { value } else { *best };
        least = if *best < least { *best } else { least };
    }
    least
}
