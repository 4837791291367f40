//! Where a figure goes: all its places are scored roughly, the best ones exactly.

use crate::ai::model::cache::Cache;
use crate::ai::model::mover::Mover;
use crate::ai::score::attack::AttackValue;
use crate::ai::score::evaluator::{Approach, Evaluator};
use crate::ai::score::place::{Place, boarding, mount_at, score_place};
use crate::ai::score::sweep::{Swept, Workspace, sweep_and_stay};
use crate::ai::score::terms::Score;
use crate::battle::Milli;
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
    /// The attacks from the best place and from where it is, if there are any; `None`: not known.
    pub attacks: Option<[Option<AttackValue>; 2]>,
}

impl Plan {
    /// What going is worth more than staying.
    pub fn gain(&self) -> Milli {
        self.places
            .first()
            .map_or(Milli::ZERO, |best| best.score.total() - self.stay.total())
    }
}

/// The places of a mover worth going to, best first. A rough look: others standing in the
/// way of sight are not seen.
pub fn plan_of(evaluator: &Evaluator, work: &mut Workspace, index: usize, mover: &Mover) -> Plan {
    let Swept {
        places,
        stay,
        attacks,
    } = sweep_and_stay(evaluator, work, mover, CONFIRMED);
    Plan {
        mover: index,
        places,
        stay,
        attacks,
    }
}

/// What going to one place is worth more than staying; none where it is of no use.
pub fn gain_of(
    evaluator: &Evaluator,
    cache: &mut Cache,
    mover: &Mover,
    to: Space,
) -> Option<Score> {
    let exact = evaluator.depth.exact;
    let score = match mount_at(&evaluator.table, mover, to) {
        Some(mount) => boarding(evaluator, cache, mover, mount)?,
        None => score_place(
            evaluator,
            cache,
            mover,
            to,
            Approach {
                exact,
                ..Approach::GO
            },
        ),
    };
    let at = evaluator.table.figure(mover.lead).at;
    Some(score.minus(&score_place(
        evaluator,
        cache,
        mover,
        at,
        Approach {
            exact,
            ..Approach::STAY
        },
    )))
}

/// Looks again at the best places of a plan, with exact sight, as far as a rough look says
/// that they may be better than those before.
pub fn confirm(evaluator: &Evaluator, cache: &mut Cache, mover: &Mover, plan: &mut Plan) {
    let at = evaluator.table.figure(mover.lead).at;
    let mut best = Milli(i64::MIN);
    for place in &mut plan.places {
        if place.score.total() < best {
            break;
        }
        if mount_at(&evaluator.table, mover, place.to).is_none() {
            place.score = score_place(evaluator, cache, mover, place.to, Approach::GO.exactly());
        }
        best = best.max(place.score.total());
    }
    plan.places.sort_unstable_by(Place::order);
    plan.stay = score_place(evaluator, cache, mover, at, Approach::STAY.exactly());
}
