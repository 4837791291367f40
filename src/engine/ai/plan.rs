//! Where to go: every place a figure can get to, the best of them looked at twice.

use super::aim::Aim;
use super::judge::{Judge, Way};
use super::memory::Memory;
use super::mover::Mover;
use super::sweep::Swept;
use super::terms::{Part, Score, Tally};
use crate::battle::Fig;
use crate::board::{Space, Spaces};

/// How many of a figure's best places are looked at again with exact sight.
pub(super) const CONFIRMED: usize = 2;

/// A place that has been weighed.
#[derive(Copy, Clone, Debug)]
pub(super) struct Place {
    pub to: Space,
    pub score: Score,
    pub far: u32,
}

impl Place {
    /// Best first; ties to the least way, then to reading order.
    fn order(a: &Place, b: &Place) -> std::cmp::Ordering {
        (-a.score.total(), a.far, a.to).cmp(&(-b.score.total(), b.far, b.to))
    }
}

/// What a group would best do.
pub(super) struct Plan {
    /// Index of the mover.
    pub mover: usize,
    /// The best places, best first.
    pub places: Vec<Place>,
    /// Staying as it is.
    pub stay: Score,
    /// The attacks from the best place and from where it is, if there is one; none: not known.
    pub aims: Option<[Option<Aim>; 2]>,
}

impl Plan {
    /// What going is worth more than staying.
    pub(super) fn gain(&self) -> i64 {
        self.places
            .first()
            .map_or(0, |best| best.score.total() - self.stay.total())
    }
}

impl Judge<'_> {
    /// What it is worth for a figure on foot to get on an own mount at a space; none where it
    /// is of no use.
    pub(super) fn board(&self, memory: &mut Memory, mover: &Mover, mount: Fig) -> Option<Score> {
        let table = &self.table;
        let man = table.man(mount);
        if !man.own || man.moves || !man.modes.is_empty() || mover.members.len() > 1 {
            return None;
        }
        let mut score = self.place(memory, mover, man.at, Way::GO);
        if self.hastes() {
            let mobile = 0.1 * (man.worth + table.man(mover.lead).worth);
            score.add(Part::Tempo, self.profile.weight(Part::Tempo) * mobile);
        }
        Some(score)
    }

    /// The mount at a space that a mover would get on.
    pub(super) fn mount_at(&self, mover: &Mover, to: Space) -> Option<Fig> {
        self.table
            .friends
            .iter()
            .copied()
            .find(|f| !mover.members.contains(f) && self.table.man(*f).spaces.contains(&to))
            .map(|mount| self.table.man(mount).lead)
    }

    /// The spaces of all friends who do not move with a mover.
    pub(super) fn others(&self, mover: &Mover) -> Spaces {
        let table = &self.table;
        let others = table.friends.iter().filter(|f| !mover.members.contains(f));
        let spaces = others.flat_map(|f| table.man(*f).spaces.iter().copied());
        Spaces::of(table.board.len(), spaces)
    }

    /// The places of a mover worth going to, best first. A rough look: others standing in the
    /// way of sight are not seen.
    pub(super) fn plan(&self, memory: &mut Memory, index: usize, mover: &Mover) -> Plan {
        let Swept { places, stay, aims } = self.sweep_and_stay(memory, mover, CONFIRMED);
        Plan {
            mover: index,
            places,
            stay,
            aims,
        }
    }

    /// What going to one place is worth more than staying; none where it is of no use.
    pub(super) fn one(&self, memory: &mut Memory, mover: &Mover, to: Space) -> Option<Score> {
        let exact = self.depth.exact;
        let score = match self.mount_at(mover, to) {
            Some(mount) => self.board(memory, mover, mount)?,
            None => self.place(memory, mover, to, Way { exact, ..Way::GO }),
        };
        let at = self.table.man(mover.lead).at;
        Some(score.minus(&self.place(memory, mover, at, Way { exact, ..Way::STAY })))
    }

    /// Looks again at the best places of a plan, with exact sight, as far as a rough look says
    /// that they may be better than those before.
    pub(super) fn confirm(&self, memory: &mut Memory, mover: &Mover, plan: &mut Plan) {
        let at = self.table.man(mover.lead).at;
        let mut best = i64::MIN;
        for place in &mut plan.places {
            if place.score.total() < best {
                break;
            }
            if self.mount_at(mover, place.to).is_none() {
                place.score = self.place(memory, mover, place.to, Way::GO.exactly());
            }
            best = best.max(place.score.total());
        }
        plan.places.sort_unstable_by(Place::order);
        plan.stay = self.place(memory, mover, at, Way::STAY.exactly());
    }
}
