//! What it is worth for a figure or a group to be at a place.

use super::aim::best_attack;
use super::judge::{Judge, SPENT, Way};
use super::peril::{Peril, peril_at};
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
pub fn weigh(judge: &Judge, cache: &mut Cache, mover: &Mover, anchor: Space, way: Way) -> Score {
    let table = &judge.table;
    let profile = judge.profile;
    let mut score = Score::default();
    let lead = table.figure(mover.lead);
    let spaces = table.spaces_at(lead, anchor);
    let mut peril = Peril::default();
    if judge.depth.threats {
        peril = peril_at(judge, cache, mover, anchor, &spaces, way.exact);
        judge.count_peril(&mut score, peril.loss, peril.later, way);
    }
    let mut tempo = 0.0;
    let way = Way {
        leaving: way.moving && mover.lead != lead.lead,
        ..way
    };
    if way.leaving {
        // What carries it stays behind, and is of no more use.
        let mount = lead.lead;
        let (at, its) = (table.figure(mount).at, table.figure(mount).spaces.clone());
        let still = Way {
            exact: way.exact,
            ..Way::STAY
        };
        if let Some(aim) = best_attack(judge, cache, mount, at, &its, still, &Peril::default(), 0) {
            let mut lost = Score::default();
            aim.count(profile, &mut lost);
            score = score.minus(&lost);
        }
        tempo -= tempo_at(judge, cache, mount, at, &its, mover.pace);
    }
    let joined = judge.depth.chaining && !mover.formations.is_empty();
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
        if let Some(aim) = best_attack(judge, cache, *who, at, spaces, way, &peril, i) {
            aim.count(profile, &mut score);
            if joined {
                planned.push((aim.at, judge.left(aim.at)));
                judge.take(aim.at, SPENT * aim.gone);
            }
        }
        tempo += tempo_at(judge, cache, *who, at, spaces, mover.pace);
    }
    for (foe, left) in planned.into_iter().rev() {
        judge.restore(foe, left);
    }
    judge.count_tempo(&mut score, tempo);
    judge.count_goals(&mut score, mover, anchor, &spaces);
    if profile.weight(Part::Aura) > 0.0 {
        score.add(
            Part::Aura,
            profile.weight(Part::Aura) * aura_at(judge, mover, &spaces),
        );
    }
    if profile.weight(Part::Cohesion) > 0.0 {
        let alone = mover.company(table).alone(table, anchor);
        score.add(Part::Cohesion, -profile.weight(Part::Cohesion) * alone);
    }
    if way.exact && judge.depth.threats && profile.weight(Part::Screen) > 0.0 {
        let screen = screen_at(judge, cache, mover, &spaces);
        score.add(Part::Screen, profile.weight(Part::Screen) * screen);
    }
    judge.count_slip(&mut score, mover.lead, anchor);
    score
}

/// What it is worth for a figure on foot to get on an own mount at a space; none where it
/// is of no use.
pub fn boarding(judge: &Judge, cache: &mut Cache, mover: &Mover, mount: Fig) -> Option<Score> {
    let table = &judge.table;
    let figure = table.figure(mount);
    if !figure.own || figure.moves || !figure.modes.is_empty() || mover.members.len() > 1 {
        return None;
    }
    let mut score = weigh(judge, cache, mover, figure.at, Way::GO);
    if judge.hastes() {
        let mobile = 0.1 * (figure.worth + table.figure(mover.lead).worth);
        score.add(Part::Tempo, judge.profile.weight(Part::Tempo) * mobile);
    }
    Some(score)
}

/// The mount at a space that a mover would get on.
pub fn mount_at(table: &Table, mover: &Mover, to: Space) -> Option<Fig> {
    table
        .friends
        .iter()
        .copied()
        .find(|f| !mover.members.contains(f) && table.figure(*f).spaces.contains(&to))
        .map(|mount| table.figure(mount).lead)
}

/// The spaces of all friends who do not move with a mover.
pub fn spaces_of_others(table: &Table, mover: &Mover) -> Spaces {
    let others = table.friends.iter().filter(|f| !mover.members.contains(f));
    let spaces = others.flat_map(|f| table.figure(*f).spaces.iter().copied());
    Spaces::of(table.board.len(), spaces)
}
