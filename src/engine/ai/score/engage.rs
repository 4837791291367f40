//! How near a figure is to the fight it has to walk to: what brings figures forward that are worth too
//! much to risk for any single attack. Where figures share the actions of their side, points for leaving
//! the deployment zone instead: else a few act all the time and the others never.

use super::evaluator::Evaluator;
use super::next_attack::turns;
use super::terms::Part;
use crate::ai::model::cache::Cache;
use crate::ai::model::figure::{FigureInfo, reach_of};
use crate::ai::model::goals::time_discount;
use crate::ai::model::mover::Mover;
use crate::battle::{Mode, Range};
use crate::board::{Space, Spaces};

/// Points for a figure that leaves its deployment zone, where figures share actions.
const COMES_OUT: f64 = 0.8;

/// Whether a figure has to walk up to its enemies: it strikes hardly farther than it goes.
fn walks_up(figure: &FigureInfo, pace: u32) -> bool {
    let modes = modes(figure);
    !modes.is_empty() && modes.iter().all(|mode| reach_of(mode) <= pace.max(1) + 3)
}

/// How it can attack in a fresh round.
fn modes<'a>(figure: &'a FigureInfo) -> &'a [Mode] {
    match figure.fresh.is_empty() {
        true => figure.modes_on_foot(true),
        false => &figure.fresh,
    }
}

/// What nearness is worth that needs so many turns: nothing after the last round but an attack.
fn nearness(turns: f64, rounds_left: u16) -> f64 {
    match rounds_left {
        0 if turns > 0.0 => 0.0,
        _ => time_discount(turns),
    }
}

/// The deployment zone, if a group stands in it and is to come out: where figures share actions and the
/// points decide, as long as there is a round to come.
fn to_leave<'a>(evaluator: &Evaluator<'a>, mover: &Mover) -> Option<&'a Spaces> {
    let (table, game) = (&evaluator.table, evaluator.table.game);
    let comes_out = table.rounds_left > 0 && game.shared_actions().is_some() && game.lead_counts();
    let zone = &game.sides()[game.side(mover.lead).index()].zone;
    (comes_out && zone.contains(table.figure(mover.lead).at)).then_some(zone)
}

/// Points for leaving a zone by a move to a space; 0 inside it.
fn coming_out(zone: &Spaces, to: Space) -> f64 {
    if zone.contains(to) { 0.0 } else { COMES_OUT }
}

/// Points for being near the fight, or for leaving the deployment zone, at each of some places.
pub fn engagement_at_each(
    evaluator: &Evaluator,
    cache: &mut Cache,
    near: &mut Vec<f64>,
    mover: &Mover,
    places: &[Space],
) {
    near.clear();
    near.resize(places.len(), 0.0);
    let table = &evaluator.table;
    let figure = table.figure(mover.lead);
    if evaluator.profile.weight(Part::Engage) == 0.0 {
        return;
    }
    if let Some(zone) = to_leave(evaluator, mover) {
        for (near, to) in near.iter_mut().zip(places) {
            *near = coming_out(zone, *to);
        }
        return;
    }
    if !walks_up(figure, mover.pace) {
        return;
    }
    for mode in modes(figure) {
        for foe in &table.foes {
            let target = table.figure(*foe);
            if mode.range == Range::Touch && target.aloft {
                continue;
            }
            let field = cache.approach_costs(table.board, target, mode);
            for (i, near) in near.iter_mut().enumerate() {
                let to = places[i];
                let gap = u32::from(target.far[to.index()]);
                let turns = turns_to(evaluator, figure, mode, field[to.index()], gap, mover.pace);
                let nearness = turns.map_or(0.0, |turns| nearness(turns, table.rounds_left));
                let value = figure.worth * nearness;
                if value > *near {
                    *near = value;
                }
            }
        }
    }
}

/// The same for a group at one place: the sum over its members.
pub fn engagement(evaluator: &Evaluator, cache: &mut Cache, mover: &Mover, anchor: Space) -> f64 {
    let table = &evaluator.table;
    let mut sum = 0.0;
    if evaluator.profile.weight(Part::Engage) == 0.0 {
        return sum;
    }
    if let Some(zone) = to_leave(evaluator, mover) {
        return mover.members.len() as f64 * coming_out(zone, anchor);
    }
    for (i, who) in mover.members.iter().enumerate() {
        let figure = table.figure(*who);
        if !walks_up(figure, mover.pace) {
            continue;
        }
        let at = mover.stand(i, anchor);
        let spaces = table.spaces_at(figure, at);
        let mut best = 0.0;
        for mode in modes(figure) {
            for foe in &table.foes {
                let target = table.figure(*foe);
                if mode.range == Range::Touch && target.aloft {
                    continue;
                }
                let field = cache.approach_costs(table.board, target, mode);
                let gap = target.gap(&spaces);
                let turns = turns_to(evaluator, figure, mode, field[at.index()], gap, mover.pace);
                let value = turns.map_or(0.0, |turns| nearness(turns, table.rounds_left));
                if value > best {
                    best = value;
                }
            }
        }
        sum += figure.worth * best;
    }
    sum
}

/// In how many turns a figure can attack at the end of a path; none: there is no path.
fn turns_to(
    evaluator: &Evaluator,
    figure: &FigureInfo,
    mode: &Mode,
    path: u32,
    gap: u32,
    pace: u32,
) -> Option<f64> {
    let left = evaluator.table.rounds_left;
    let touch = mode.range == Range::Touch;
    match path {
        _ if figure.aloft => Some(turns(gap, reach_of(mode), pace, left)),
        u32::MAX if touch => None,
        u32::MAX => Some(turns(gap, reach_of(mode), pace, left)),
        path => Some(turns(path, u32::from(touch), pace, left)),
    }
}
