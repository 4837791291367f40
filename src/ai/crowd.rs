//! How many points of friends and of enemies stand near each space: being among enemies rather
//! than friends is a danger of its own.

use super::judge::Judge;
use super::mover::Mover;
use super::table::{Man, Table};
use crate::board::Space;
use smallvec::SmallVec;
use std::cell::OnceCell;

/// Points are counted in whole parts of so many, so that what is taken away again leaves nothing.
const PARTS: f64 = 4096.0;

/// Paces between which what counts as near differs.
const SLOW: u32 = 3;
const FAST: u32 = 6;

fn parts(worth: f64) -> i64 {
    (worth * PARTS) as i64
}

/// Points near each space.
struct Crowd {
    /// What counts as near, in spaces.
    reach: u16,
    /// In parts: of friends and of enemies, by space.
    points: [Vec<i64>; 2],
}

impl Crowd {
    fn of(table: &Table, reach: u16) -> Self {
        let none = || vec![0; table.board.len()];
        let mut crowd = Self {
            reach,
            points: [none(), none()],
        };
        for who in table.friends.iter().chain(&table.foes) {
            crowd.count(table.man(*who), 1);
        }
        crowd
    }

    /// Counts a figure where it is, so many times.
    fn count(&mut self, man: &Man, times: i64) {
        let (reach, worth) = (self.reach, times * parts(man.worth));
        let points = &mut self.points[usize::from(!man.friend)];
        for (points, far) in points.iter_mut().zip(&man.far[..]) {
            *points += if *far <= reach { worth } else { 0 };
        }
    }
}

/// The crowds of one decision, each for figures of another pace, once somebody has asked.
#[derive(Default)]
pub(super) struct Crowds {
    by_pace: [OnceCell<Crowd>; (FAST - SLOW + 1) as usize],
}

impl Crowds {
    fn of(&self, table: &Table, pace: u32) -> &Crowd {
        let pace = pace.clamp(SLOW, FAST);
        let crowd = || Crowd::of(table, 2 * pace as u16);
        self.by_pace[(pace - SLOW) as usize].get_or_init(crowd)
    }

    /// Counts a figure where it is, so many times.
    pub(super) fn count(&mut self, man: &Man, times: i64) {
        let known = self.by_pace.iter_mut().filter_map(OnceCell::get_mut);
        known.for_each(|crowd| crowd.count(man, times));
    }
}

/// Who is around a group that is about to move.
pub(super) struct Around<'a> {
    crowd: &'a Crowd,
    /// How far each space is from each of its members where it is now, and that one's points.
    members: SmallVec<[(&'a [u16], i64); 4]>,
    own: f64,
}

impl Judge<'_> {
    /// Who is around a group wherever it goes now.
    pub(super) fn around(&self, mover: &Mover) -> Around<'_> {
        let members = mover.members.iter().map(|who| self.table.man(*who));
        Around {
            crowd: self.crowds.of(&self.table, mover.pace),
            own: members.clone().map(|man| man.worth).sum(),
            members: members
                .map(|man| (&man.far[..], parts(man.worth)))
                .collect(),
        }
    }
}

impl Around<'_> {
    /// What it costs to be at a place among enemies rather than friends.
    #[inline]
    pub(super) fn alone(&self, anchor: Space) -> f64 {
        let at = anchor.index();
        let [mut friends, foes] = [0, 1].map(|side| self.crowd.points[side][at]);
        for (far, points) in &self.members {
            if far[at] <= self.crowd.reach {
                friends -= points;
            }
        }
        let [friends, foes] = [friends, foes].map(|points| points as f64 / PARTS);
        let friends = friends + self.own;
        if foes <= friends {
            return 0.0;
        }
        self.own * (foes - friends) / (foes + friends)
    }
}
