//! Places that a mover does not consider: steps back of a mindless force, and what habits leave out.

use super::candidate::cut_off;
use crate::ai::model::cache::Cache;
use crate::ai::model::mover::{Mover, Options};
use crate::ai::score::evaluator::Evaluator;
use crate::ai::score::temper::nearest_enemy;
use crate::board::Space;

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
        let mut ends = std::mem::take(&mut mover.ends);
        let considered = |to: &Space| {
            !is_step_back(evaluator, mover, *to) || leads_on(evaluator, cache, mover, *to)
        };
        ends.retain(considered);
        mover.ends = ends;
    }
}

/// Whether somebody of a group would end farther from the nearest enemy than it is.
fn is_step_back(evaluator: &Evaluator, mover: &Mover, to: Space) -> bool {
    let table = &evaluator.table;
    mover.members.iter().enumerate().any(|(i, who)| {
        let figure = table.figure(*who);
        let there = table.spaces_at(figure, mover.stand(i, to));
        nearest_enemy(table, &there) > nearest_enemy(table, &figure.spaces)
    })
}

/// Whether a step back brings a group nearer to its aim, or round what cuts it off from the enemies.
fn leads_on(evaluator: &Evaluator, cache: &mut Cache, mover: &Mover, to: Space) -> bool {
    let (table, goals) = (&evaluator.table, &evaluator.goals);
    let at = table.figure(mover.lead).at;
    let aim = |space| goals.at(table, mover.lead, space, mover.pace);
    if goals.any && aim(to) > aim(at) {
        return true;
    }
    cut_off(table, cache, mover.lead).is_some_and(|(foe, _)| {
        let ways = cache.field(table.board, foe);
        ways[to.index()] < ways[at.index()]
    })
}
