//! How surely friends strike back at who comes to a place: nobody comes gladly among many.

use super::figure::{reach_of, repeated};
use super::memory::Memory;
use super::mover::Mover;
use super::table::Table;
use crate::battle::Fig;
use crate::board::{Sight, Space};
use smallvec::SmallVec;

/// What a friend can do to who comes near it.
struct Arm {
    who: Fig,
    /// The share that it destroys of an enemy, on average over all of them.
    harm: f64,
    /// How near one has to come for that, in spaces.
    reach: u32,
}

/// What all friends can do; by default nobody strikes back.
#[derive(Default)]
pub struct Backing {
    arms: Vec<Arm>,
}

impl Backing {
    /// Reads what friends can do in the next round.
    pub fn read(table: &Table, memory: &mut Memory) -> Self {
        let mut arms = Vec::with_capacity(table.friends.len());
        for who in &table.friends {
            let man = table.man(*who);
            let mut arm = Arm {
                who: *who,
                harm: 0.0,
                reach: 0,
            };
            // Where each acts by itself, the others may have acted already.
            for mode in man.fresh.iter().filter(|mode| !mode.how.takes_action()) {
                let mut sum = 0.0;
                for foe in &table.foes {
                    let chance = table.chance(memory, *who, *foe, mode.how, Sight::Clear);
                    sum += repeated(chance.harm(), mode.times);
                }
                let harm = sum / table.foes.len() as f64;
                if harm > arm.harm {
                    arm.harm = harm;
                    arm.reach = memory.pace(table.game, man.lead) + reach_of(mode);
                }
            }
            if arm.harm > 0.0 {
                arms.push(arm);
            }
        }
        Self { arms }
    }

    /// How surely others than a group strike back at who comes to it at a place.
    pub fn at(&self, table: &Table, mover: &Mover, anchor: Space) -> f64 {
        let mut left = 1.0;
        for arm in self.of_others(mover) {
            if u32::from(table.man(arm.who).far[anchor.index()]) <= arm.reach {
                left *= 1.0 - arm.harm;
            }
        }
        1.0 - left
    }

    /// The same at each of its places and of where it is, friend by friend: many are near all of
    /// them, or none.
    pub fn at_each(&self, table: &Table, mover: &Mover, places: &[Space]) -> Vec<f64> {
        let (at, way) = (table.man(mover.lead).at, mover.farthest(table));
        let gap = |arm: &Arm| u32::from(table.man(arm.who).far[at.index()]);
        let (near, others): (SmallVec<[&Arm; 16]>, SmallVec<[&Arm; 16]>) = self
            .of_others(mover)
            .filter(|arm| gap(arm) <= arm.reach + way)
            .partition(|arm| gap(arm) + way <= arm.reach);
        let near = near.iter().map(|arm| 1.0 - arm.harm).product();
        let mut sure: Vec<f64> = vec![near; places.len()];
        for arm in others {
            let far = &table.man(arm.who).far[..];
            for (left, place) in sure.iter_mut().zip(places) {
                let near = u32::from(far[place.index()]) <= arm.reach;
                *left *= if near { 1.0 - arm.harm } else { 1.0 };
            }
        }
        for left in &mut sure {
            *left = 1.0 - *left;
        }
        sure
    }

    fn of_others(&self, mover: &Mover) -> impl Iterator<Item = &Arm> {
        let others = |arm: &&Arm| !mover.members.contains(&arm.who);
        self.arms.iter().filter(others)
    }
}
