//! Where to go: every place a figure can get to, the best of them looked at twice.

use crate::ai::model::cache::Cache;
use crate::ai::model::mover::Mover;
use crate::ai::score::aim::Aim;
use crate::ai::score::judge::{Judge, Way};
use crate::ai::score::place::{Place, boarding, mount_at, weigh};
use crate::ai::score::sweep::{Swept, Workspace, sweep_and_stay};
use crate::ai::score::terms::Score;
use crate::board::Space;

/// How many of a figure's best places are looked at again with exact sight.
pub const CONFIRMED: usize = 2;

/// What a group would best do.
pub struct Plan {
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
    pub fn gain(&self) -> i64 {
        self.places
            .first()
            .map_or(0, |best| best.score.total() - self.stay.total())
    }
}

/// The places of a mover worth going to, best first. A rough look: others standing in the
/// way of sight are not seen.
pub fn plan_of(judge: &Judge, work: &mut Workspace, index: usize, mover: &Mover) -> Plan {
    let Swept { places, stay, aims } = sweep_and_stay(judge, work, mover, CONFIRMED);
    Plan {
        mover: index,
        places,
        stay,
        aims,
    }
}

/// What going to one place is worth more than staying; none where it is of no use.
pub fn gain_of(judge: &Judge, cache: &mut Cache, mover: &Mover, to: Space) -> Option<Score> {
    let exact = judge.depth.exact;
    let score = match mount_at(&judge.table, mover, to) {
        Some(mount) => boarding(judge, cache, mover, mount)?,
        None => weigh(judge, cache, mover, to, Way { exact, ..Way::GO }),
    };
    let at = judge.table.figure(mover.lead).at;
    Some(score.minus(&weigh(judge, cache, mover, at, Way { exact, ..Way::STAY })))
}

/// Looks again at the best places of a plan, with exact sight, as far as a rough look says
/// that they may be better than those before.
pub fn confirm(judge: &Judge, cache: &mut Cache, mover: &Mover, plan: &mut Plan) {
    let at = judge.table.figure(mover.lead).at;
    let mut best = i64::MIN;
    for place in &mut plan.places {
        if place.score.total() < best {
            break;
        }
        if mount_at(&judge.table, mover, place.to).is_none() {
            place.score = weigh(judge, cache, mover, place.to, Way::GO.exactly());
        }
        best = best.max(place.score.total());
    }
    plan.places.sort_unstable_by(Place::order);
    plan.stay = weigh(judge, cache, mover, at, Way::STAY.exactly());
}
