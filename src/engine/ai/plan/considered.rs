//! Places that a mover does not consider: steps back of a mindless force, and what habits leave out.

use super::candidate::cut_off;
use crate::ai::model::cache::Cache;
use crate::ai::model::mover::{Mover, Options};
use crate::ai::model::row::Row;
use crate::ai::score::evaluator::Evaluator;
use crate::ai::score::temper::nearest_enemy;
use smallvec::SmallVec;

/// Leaves out the places that no mover considers.
pub fn leave_out(evaluator: &Evaluator, cache: &mut Cache, options: &mut Options) {
    let all = options.movers.iter_mut().chain(&mut options.placements);
    all.for_each(|mover| leave_out_of(evaluator, cache, mover));
}

/// Leaves out the places that one mover does not consider.
pub fn leave_out_of(evaluator: &Evaluator, cache: &mut Cache, mover: &mut Mover) {
    let (errors, lead) = (evaluator.errors, mover.lead);
    if errors.neglects(&evaluator.table, lead) {
        mover.ends.clear();
    }
    if evaluator.temper.never_back {
        leave_out_steps_back(evaluator, cache, mover);
    }
}

/// Leaves out the places where somebody of a group would be farther from the nearest enemy than it is,
/// unless they bring the group nearer to its aim, or round what cuts it off from the enemies.
fn leave_out_steps_back(evaluator: &Evaluator, cache: &mut Cache, mover: &mut Mover) {
    let (table, goals) = (&evaluator.table, &evaluator.goals);
    let at = table.figure(mover.lead).at;
    let members = mover.members.iter();
    let near: SmallVec<[u32; 4]> = members
        .map(|who| nearest_enemy(table, &table.figure(*who).spaces))
        .collect();
    let ways = cut_off(table, cache, mover.lead).map(|(foe, _)| cache.field(table.board, foe));
    let aim = |space| goals.at(table, mover.lead, space, mover.pace);
    let now = if goals.any { aim(at) } else { 0.0 };
    let mut ends = std::mem::take(&mut mover.ends);
    ends.retain(|to| {
        let back = mover.members.iter().zip(&near).enumerate();
        let is_back = back.into_iter().any(|(i, (who, near))| {
            let there = table.spaces_at(table.figure(*who), mover.stand(i, *to));
            nearest_enemy(table, &there) > *near
        });
        let round = |ways: &Row<u32>| ways[to.index()] < ways[at.index()];
        !is_back || goals.any && aim(*to) > now || ways.as_ref().is_some_and(round)
    });
    mover.ends = ends;
}
