//! How surely friends strike back at an enemy that comes to a place. Such a place deters attacks.

use super::cache::Cache;
use super::figure::{reach_of, repeated};
use super::mover::Mover;
use super::table::Table;
use crate::battle::Fig;
use crate::board::{Sight, Space};
use smallvec::SmallVec;

/// What a friend can do to an enemy that comes near it.
struct Retaliator {
    who: Fig,
    /// The share that it destroys of an enemy, on average over all of them.
    harm: f64,
    /// How near one has to come for that, in spaces.
    reach: u32,
}

/// What all friends can do; nobody strikes back by default.
#[derive(Default)]
pub struct Deterrence {
    retaliators: Vec<Retaliator>,
}

impl Deterrence {
    /// Reads what friends can do in the next round.
    pub fn read(table: &Table, cache: &mut Cache) -> Self {
        let mut retaliators = Vec::with_capacity(table.friends.len());
        for who in &table.friends {
            let figure = table.figure(*who);
            let mut retaliator = Retaliator {
                who: *who,
                harm: 0.0,
                reach: 0,
            };
            // Where each acts by itself, the others may have acted already.
            for mode in figure.fresh.iter().filter(|mode| !mode.how.takes_action()) {
                let mut sum = 0.0;
                for foe in &table.foes {
                    let chance = table.chance(cache, *who, *foe, mode.how, Sight::Clear);
                    sum += repeated(chance.harm(), mode.times);
                }
                let harm = sum / table.foes.len() as f64;
                if harm > retaliator.harm {
                    retaliator.harm = harm;
                    retaliator.reach = cache.pace(table.game, figure.lead) + reach_of(mode);
                }
            }
            if retaliator.harm > 0.0 {
                retaliators.push(retaliator);
            }
        }
        Self { retaliators }
    }

    /// Probability (0–1) that friends outside the group destroy an enemy that attacks it at a place.
    pub fn at(&self, table: &Table, mover: &Mover, anchor: Space) -> f64 {
        let mut left = 1.0;
        for retaliator in self.of_others(mover) {
            if u32::from(table.figure(retaliator.who).far[anchor.index()]) <= retaliator.reach {
                left *= 1.0 - retaliator.harm;
            }
        }
        1.0 - left
    }

    /// As `at`, for each of its places. Most friends are near all of the places or near none.
    pub fn at_each(&self, table: &Table, mover: &Mover, places: &[Space]) -> Vec<f64> {
        let (at, way) = (table.figure(mover.lead).at, mover.farthest(table));
        let gap = |retaliator: &Retaliator| u32::from(table.figure(retaliator.who).far[at.index()]);
        let (near, others): (SmallVec<[&Retaliator; 16]>, SmallVec<[&Retaliator; 16]>) = self
            .of_others(mover)
            .filter(|retaliator| gap(retaliator) <= retaliator.reach + way)
            .partition(|retaliator| gap(retaliator) + way <= retaliator.reach);
        let near = near
            .iter()
            .map(|retaliator| 1.0 - retaliator.harm)
            .product();
        let mut sure: Vec<f64> = vec![near; places.len()];
        for retaliator in others {
            let far = &table.figure(retaliator.who).far[..];
            let spared = 1.0 - retaliator.harm;
            for (i, left) in sure.iter_mut().enumerate() {
                if u32::from(far[places[i].index()]) <= retaliator.reach {
                    *left *= spared;
                }
            }
        }
        for left in &mut sure {
            *left = 1.0 - *left;
        }
        sure
    }

    fn of_others(&self, mover: &Mover) -> impl Iterator<Item = &Retaliator> {
        let others = |retaliator: &&Retaliator| !mover.takes(retaliator.who);
        self.retaliators.iter().filter(others)
    }
}
