//! Steps back, which the figures of a mindless force never take.

use super::candidate::cut_off;
use crate::ai::model::cache::Cache;
use crate::ai::model::mover::{Mover, Options};
use crate::ai::score::evaluator::Evaluator;
use crate::ai::score::temper::nearest_enemy;
use crate::board::Space;

/// Leaves out the steps back of all movers, if their force never takes one.
pub fn leave_out(evaluator: &Evaluator, cache: &mut Cache, options: &mut Options) {
    let all = options.movers.iter_mut().chain(&mut options.placements);
    all.for_each(|mover| leave_out_of(evaluator, cache, mover));
}

/// Leaves out the steps back of one mover, if its force never takes one.
pub fn leave_out_of(evaluator: &Evaluator, cache: &mut Cache, mover: &mut Mover) {
    if !evaluator.temper.never_back {
        return;
    }
    let mut ends = std::mem::take(&mut mover.ends);
    ends.retain(|to| {
        !is_step_back(evaluator, mover, *to) || leads_on(evaluator, cache, mover, *to)
    });
    mover.ends = ends;
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
