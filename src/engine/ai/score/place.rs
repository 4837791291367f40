//! What it is worth for a figure or a group to be at a place.

use super::attack::best_attack;
use super::danger::{Danger, danger_at};
use super::engage::engagement;
use super::evaluator::{Approach, Evaluator, SPENT};
use super::position::{aura_at, screen_at, tempo_at};
use super::terms::{Part, Score, Tally};
use crate::ai::model::cache::Cache;
use crate::ai::model::mover::Mover;
use crate::ai::model::table::Table;
use crate::battle::Fig;
use crate::board::{Space, Spaces};
use smallvec::SmallVec;

/// A place that has been weighed.
#[derive(Copy, Clone, Debug)]
pub struct Place {
    pub to: Space,
    pub score: Score,
    pub far: u32,
}

impl Place {
    /// Best first; ties to the least way, then to reading order.
    pub fn order(a: &Place, b: &Place) -> std::cmp::Ordering {
        (-a.score.total(), a.far, a.to).cmp(&(-b.score.total(), b.far, b.to))
    }
}

/// What it is worth for a group to be at a place, if it gets there in this way.
pub fn score_place(
    evaluator: &Evaluator,
    cache: &mut Cache,
    mover: &Mover,
    anchor: Space,
    approach: Approach,
) -> Score {
    let table = &evaluator.table;
    let profile = evaluator.profile;
    let mut score = Score::default();
    let lead = table.figure(mover.lead);
    let spaces = table.spaces_at(lead, anchor);
    let mut danger = Danger::default();
    cache.weighed += 1 + evaluator.threats.all.len() as u64;
    if evaluator.depth.threats {
        danger = danger_at(evaluator, cache, mover, anchor, &spaces, approach.exact);
        evaluator.count_danger(&mut score, danger.loss, danger.later, approach);
    }
    let mut tempo = 0.0;
    let approach = Approach {
        leaving: approach.moving && mover.lead != lead.lead,
        ..approach
    };
    if approach.leaving {
        let (attack, lost_tempo) = left_behind(evaluator, cache, mover, approach.exact);
        if let Some(lost) = attack {
            score = score.minus(&lost);
        }
        tempo -= lost_tempo;
    }
    let joined = evaluator.depth.chaining && !mover.formations.is_empty();
    let mut planned: SmallVec<[(Fig, f64); 8]> = SmallVec::new();
    for (i, who) in mover.members.iter().enumerate() {
        let (at, walked);
        let spaces = match mover.stand(i, anchor) {
            with if with == anchor => {
                at = anchor;
                &spaces
            }
            apart => {
                at = apart;
                walked = table.spaces_at(table.figure(*who), at);
                &walked
            }
        };
        if let Some(attack) = best_attack(evaluator, cache, *who, at, spaces, approach, &danger, i)
        {
            attack.count(profile, &mut score);
            if joined {
                planned.push((attack.at, evaluator.remaining(attack.at)));
                evaluator.reduce(attack.at, SPENT * attack.gone);
            }
        }
        tempo += tempo_at(evaluator, cache, *who, at, spaces, mover.pace);
    }
    for (foe, left) in planned.into_iter().rev() {
        evaluator.restore(foe, left);
    }
    evaluator.count_tempo(&mut score, tempo);
    let engagement = engagement(evaluator, cache, mover, anchor);
    evaluator.count_engagement(&mut score, engagement);
    evaluator.count_goals(&mut score, mover, anchor, &spaces);
    if profile.weight(Part::Aura) > 0.0 {
        score.add(
            Part::Aura,
            profile.weight(Part::Aura) * aura_at(evaluator, mover, &spaces),
        );
    }
    if profile.weight(Part::Cohesion) > 0.0 {
        let alone = mover.company(table).alone(table, anchor);
        score.add(Part::Cohesion, -profile.weight(Part::Cohesion) * alone);
    }
    if approach.exact && evaluator.depth.threats && profile.weight(Part::Screen) > 0.0 {
        let screen = screen_at(evaluator, cache, mover, &spaces);
        score.add(Part::Screen, profile.weight(Part::Screen) * screen);
    }
    evaluator.count_nerve(&mut score, mover, &spaces);
    evaluator.count_noise(&mut score, mover.lead, anchor);
    score
}

/// What is lost when a figure leaves what carries it, which is of no more use then: the score of its
/// attack, and its tempo.
fn left_behind(
    evaluator: &Evaluator,
    cache: &mut Cache,
    mover: &Mover,
    exact: bool,
) -> (Option<Score>, f64) {
    let table = &evaluator.table;
    let mount = table.figure(mover.lead).lead;
    let (at, its) = (table.figure(mount).at, table.figure(mount).spaces.clone());
    let still = Approach {
        exact,
        ..Approach::STAY
    };
    let calm = Danger::default();
    let attack = best_attack(evaluator, cache, mount, at, &its, still, &calm, 0);
    let lost = attack.map(|attack| {
        let mut lost = Score::default();
        attack.count(evaluator.profile, &mut lost);
        lost
    });
    let tempo = tempo_at(evaluator, cache, mount, at, &its, mover.pace);
    (lost, tempo)
}

/// The share of its worth that it counts to take an enemy's empty mount: the enemy has one fewer.
const TAKEN: f64 = 0.5;

/// The score of a figure on foot that gets on an own mount at a space, or on an enemy's that it takes;
/// none where the mount is of no use.
pub fn boarding(
    evaluator: &Evaluator,
    cache: &mut Cache,
    mover: &Mover,
    mount: Fig,
) -> Option<Score> {
    let table = &evaluator.table;
    let figure = table.figure(mount);
    let taken = !figure.friend;
    let idle = figure.own && !figure.moves && figure.modes.is_empty();
    if !(taken || idle) || mover.members.len() > 1 {
        return None;
    }
    let mut score = score_place(evaluator, cache, mover, figure.at, Approach::GO);
    if taken {
        let weight = evaluator.profile.weight(Part::Kill);
        score.add(Part::Kill, weight * TAKEN * figure.worth);
    }
    if evaluator.counts_tempo() {
        let mobile = 0.1 * (figure.worth + table.figure(mover.lead).worth);
        score.add(Part::Tempo, evaluator.profile.weight(Part::Tempo) * mobile);
    }
    Some(score)
}

/// The mount that a mover gets on at a space: it can end its move on no other figure.
pub fn mount_at(table: &Table, mover: &Mover, to: Space) -> Option<Fig> {
    for list in [&table.friends, &table.foes] {
        for who in list {
            let figure = table.figure(*who);
            if figure.covers(to) && !mover.takes(*who) {
                return Some(figure.lead);
            }
        }
    }
    None
}

/// The spaces of all who do not move with a mover.
pub fn spaces_of_others(table: &Table, mover: &Mover) -> Spaces {
    let mut spaces = Spaces::new(table.board.len());
    for list in [&table.friends, &table.foes] {
        for who in list {
            if !mover.takes(*who) {
                for space in &table.figure(*who).spaces {
                    spaces.insert(*space);
                }
            }
        }
    }
    spaces
}
