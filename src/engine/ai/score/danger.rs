//! What threatens a group at a place, and what prevents it.

use super::evaluator::Evaluator;
use crate::ai::model::cache::Cache;
use crate::ai::model::figure::rank;
use crate::ai::model::mover::Mover;
use crate::ai::model::threat::{Harm, Threat, When};
use crate::battle::{Fig, Menace, Side};
use crate::board::{Look, Sight, Space, Spaces};
use smallvec::SmallVec;
use std::cell::OnceCell;

/// What threatens a group at a place.
#[derive(Default)]
pub struct Danger {
    /// Points expected to be lost before it acts again.
    pub loss: f64,
    /// Points expected to be lost after that.
    pub later: f64,
    /// For each member the chance to be out of action before its own shots, before its own blows
    /// are due.
    pub struck: SmallVec<[[f64; 2]; 4]>,
    /// Enemies that may come to attack it, and how likely each does.
    pub coming: SmallVec<[(Fig, f64); 8]>,
}

impl Danger {
    /// Of a figure that is alive with these chances when its own shots, when its own blows are due.
    pub fn striking(alive: [f64; 2]) -> Self {
        let mut struck = SmallVec::new();
        struck.push(alive.map(|alive| 1.0 - alive));
        Self {
            struck,
            ..Self::default()
        }
    }
    /// The chances of the member of this number to be out of action in time.
    pub fn of(&self, member: usize) -> [f64; 2] {
        self.struck.get(member).copied().unwrap_or_default()
    }
}

/// Largest probability of loss by an attack on several figures.
const SURE: f64 = 0.95;

/// What one enemy does to one figure.
#[derive(Copy, Clone, Debug, Default)]
pub struct Hit {
    /// The chance to be lost to it.
    pub lost: f64,
    /// When in the round that comes.
    pub rank: u8,
    /// Deterrence: how much the chance of the attack drops if retaliation is certain.
    deterred: f64,
}

impl Hit {
    /// None at all.
    pub const NONE: Hit = Hit {
        lost: 0.0,
        rank: 0,
        deterred: 0.0,
    };
    /// Whether it matters for it how surely friends strike back.
    pub fn can_be_deterred(&self) -> bool {
        self.deterred > 0.0
    }
    /// The chance to be lost where friends strike back this surely.
    pub fn left(&self, deterrence: f64) -> f64 {
        let left = self.lost - self.deterred * deterrence;
        if left > 0.0 { left } else { 0.0 }
    }
}

/// What one enemy does to a group.
struct GroupHits {
    /// To each member.
    hits: SmallVec<[Hit; 4]>,
    /// It comes, at least in part, with the shots.
    shot: bool,
    /// How likely it comes to attack the group, if it would have to move for that.
    coming: Option<f64>,
}

/// How an enemy stands to a group, wherever the group is.
pub struct Confrontation {
    /// Sum of squared target values outside the group (denominator of its choice of target).
    elsewhere: f64,
    /// Points of the enemy.
    worth: f64,
    /// It would have to move to attack.
    pub coming: bool,
    /// How far its attack is deterred if it is surely struck back at.
    deterrence: f64,
    /// The chance that the group destroys it as it comes, before its shots and its blows are due.
    preempted: [f64; 2],
}

impl Confrontation {
    /// What the enemy's best attack comes to for a figure of so many points, and its share among
    /// all (`all`: the sum of their squared prizes) that it could attack.
    fn share(&self, harm: &Harm, worth: f64, all: f64) -> (Hit, f64) {
        let prize = worth * harm.lost;
        let share = prize * prize / all;
        let mut hit = Hit {
            lost: harm.lost * share * (1.0 - self.preempted[usize::from(harm.rank)]),
            rank: harm.rank,
            deterred: 0.0,
        };
        // What follows a success falls on those it did not attack.
        let more = harm.spread * (1.0 + harm.follow * (1.0 - share));
        if more > 1.0 {
            let all = hit.lost * more;
            hit.lost = if all < SURE { all } else { SURE };
        }
        // An enemy that comes to strike in this round is struck as it comes.
        if !(self.coming && harm.rank > 0) {
            hit.deterred = self.deterrence * share * self.worth / worth;
        }
        (hit, share)
    }
}

/// What threatens a group at a place. Each enemy attacks one figure: what it does is shared
/// over all it could attack, in the group and elsewhere.
pub fn danger_at(
    evaluator: &Evaluator,
    cache: &mut Cache,
    mover: &Mover,
    anchor: Space,
    spaces: &[Space],
    exact: bool,
) -> Danger {
    if let ([who], true) = (&mover.members[..], mover.formations.is_empty()) {
        return danger_to_one(evaluator, cache, mover, *who, anchor, spaces, exact);
    }
    let table = &evaluator.table;
    let mut danger = Danger::default();
    let mut safe: SmallVec<[[f64; 2]; 4]> = SmallVec::from_elem([1.0; 2], mover.members.len());
    let mut struck: SmallVec<[[f64; 2]; 4]> = SmallVec::from_elem([1.0; 2], mover.members.len());
    let deterrence = OnceCell::new();
    let at_place = || evaluator.deterrence.at(table, mover, anchor);
    let others: SmallVec<[OnceCell<Spaces>; 4]> =
        table.game.all_sides().map(|_| OnceCell::new()).collect();
    let watched = evaluator.watched(mover);
    for threat in &evaluator.threats.all {
        for when in [When::Now, When::Next] {
            if evaluator.idle(threat, when) || !watched(threat.foe) {
                continue;
            }
            let Some(group_hits) =
                hits_on_group(evaluator, cache, mover, threat, when, anchor, spaces)
            else {
                continue;
            };
            let standing = threat.menace == Menace::Standing && when == When::Now;
            let shown = |i| {
                let at = mover.stand(i, anchor);
                let side = table.game.side(threat.foe);
                let others = &others[side.index()];
                let others = others.get_or_init(|| others_in_the_way(evaluator, mover, side));
                if at == anchor {
                    return is_shown(evaluator, threat.foe, spaces, others);
                }
                let own = table.spaces_at(table.figure(mover.members[i]), at);
                is_shown(evaluator, threat.foe, &own, others)
            };
            if exact
                && standing
                && group_hits.shot
                && !(0..mover.members.len()).any(|i| group_hits.hits[i].lost > 0.0 && shown(i))
            {
                continue;
            }
            for (i, safe) in safe.iter_mut().enumerate() {
                let hit = &group_hits.hits[i];
                let p = match hit.can_be_deterred() {
                    true => hit.left(*deterrence.get_or_init(at_place)),
                    false => hit.lost,
                };
                safe[when as usize] *= 1.0 - p;
                if !standing || evaluator.threats.own_side_first {
                    continue;
                }
                // A carrier and its load are of use only together.
                let with = if mover.formations.is_empty() {
                    0..struck.len()
                } else {
                    i..i + 1
                };
                for unstruck in &mut struck[with] {
                    if hit.rank == 0 {
                        unstruck[0] *= 1.0 - p;
                    }
                    unstruck[1] *= 1.0 - p;
                }
            }
            if let Some(coming) = group_hits.coming {
                danger.coming.push((threat.foe, coming));
            }
        }
    }
    for (i, [now, next]) in safe.iter().enumerate() {
        let who = &mover.members[i];
        let worth = table.figure(*who).worth;
        danger.loss += worth * (1.0 - now);
        danger.later += worth * now * (1.0 - next);
    }
    danger.struck = struck
        .iter()
        .map(|unstruck| unstruck.map(|p| 1.0 - p))
        .collect();
    danger
}

/// The danger to a figure that goes alone, at a place: [`danger_at`] without lists of members.
fn danger_to_one(
    evaluator: &Evaluator,
    cache: &mut Cache,
    mover: &Mover,
    who: Fig,
    anchor: Space,
    spaces: &[Space],
    exact: bool,
) -> Danger {
    let table = &evaluator.table;
    let worth = table.figure(who).worth;
    let mut danger = Danger::default();
    let (mut safe, mut unstruck) = ([1.0; 2], [1.0; 2]);
    let deterrence = OnceCell::new();
    let at_place = || evaluator.deterrence.at(table, mover, anchor);
    let mut others: Option<(Side, Spaces)> = None;
    let mut shown = |foe: Fig| {
        let side = table.game.side(foe);
        if others.as_ref().is_none_or(|(of, _)| *of != side) {
            others = Some((side, others_in_the_way(evaluator, mover, side)));
        }
        let others = others.as_ref();
        others.is_some_and(|(_, others)| is_shown(evaluator, foe, spaces, others))
    };
    let watched = evaluator.watched(mover);
    for threat in &evaluator.threats.all {
        for when in [When::Now, When::Next] {
            if evaluator.idle(threat, when) || !watched(threat.foe) {
                continue;
            }
            let harm = threat.harm(table, cache, who, spaces, when);
            if harm.lost == 0.0 {
                continue;
            }
            let against = against_group(evaluator, cache, mover, threat, when);
            let prize = worth * harm.lost;
            let (hit, share) = against.share(&harm, worth, against.elsewhere + prize * prize);
            let standing = threat.menace == Menace::Standing && when == When::Now;
            let shot = harm.rank == 0;
            if exact && standing && shot && !(hit.lost > 0.0 && shown(threat.foe)) {
                continue;
            }
            let p = match hit.can_be_deterred() {
                true => hit.left(*deterrence.get_or_init(at_place)),
                false => hit.lost,
            };
            safe[when as usize] *= 1.0 - p;
            if standing && !evaluator.threats.own_side_first {
                if hit.rank == 0 {
                    unstruck[0] *= 1.0 - p;
                }
                unstruck[1] *= 1.0 - p;
            }
            if against.coming && share > 0.0 {
                danger.coming.push((threat.foe, share));
            }
        }
    }
    let [now, next] = safe;
    danger.loss = worth * (1.0 - now);
    danger.later = worth * now * (1.0 - next);
    danger.struck.push(unstruck.map(|p| 1.0 - p));
    danger
}

/// How an enemy stands to a group, wherever the group is.
pub fn against_group(
    evaluator: &Evaluator,
    cache: &mut Cache,
    mover: &Mover,
    threat: &Threat,
    when: When,
) -> Confrontation {
    let coming = when == When::Now && threat.menace == Menace::Moving;
    Confrontation {
        elsewhere: threat.elsewhere(when, &mover.members),
        worth: evaluator.table.figure(threat.foe).worth,
        coming,
        deterrence: if coming || when == When::Next {
            evaluator.profile.judgement.deterrence
        } else {
            0.0
        },
        preempted: if coming {
            preempted_by(evaluator, cache, mover, threat.foe)
        } else {
            [0.0; 2]
        },
    }
}

/// What one enemy does to a figure that stands alone on a space, as far as it does not attack
/// others instead, and how likely it attacks it; none if it can do nothing to it.
pub fn hit_on(
    evaluator: &Evaluator,
    cache: &mut Cache,
    who: Fig,
    threat: &Threat,
    when: When,
    against: &Confrontation,
    to: Space,
) -> Option<(Hit, f64)> {
    let table = &evaluator.table;
    let harm = threat.harm(table, cache, who, &[to], when);
    let prize = table.figure(who).worth * harm.lost;
    let all = against.elsewhere + prize * prize;
    (harm.lost > 0.0).then(|| against.share(&harm, table.figure(who).worth, all))
}

/// What one enemy does to a group on some spaces, as far as it does not attack others
/// instead; none if it can do nothing to it.
fn hits_on_group(
    evaluator: &Evaluator,
    cache: &mut Cache,
    mover: &Mover,
    threat: &Threat,
    when: When,
    anchor: Space,
    spaces: &[Space],
) -> Option<GroupHits> {
    let table = &evaluator.table;
    let mut harms: SmallVec<[Harm; 4]> = SmallVec::new();
    for (i, who) in mover.members.iter().enumerate() {
        let at = mover.stand(i, anchor);
        harms.push(if at == anchor {
            threat.harm(table, cache, *who, spaces, when)
        } else {
            let own = table.spaces_at(table.figure(*who), at);
            threat.harm(table, cache, *who, &own, when)
        });
    }
    if harms.iter().all(|harm| harm.lost == 0.0) {
        return None;
    }
    let against = against_group(evaluator, cache, mover, threat, when);
    let mut all = against.elsewhere;
    for (i, harm) in harms.iter().enumerate() {
        let who = &mover.members[i];
        let prize = table.figure(*who).worth * harm.lost;
        all += prize * prize;
    }
    let shot = harms.iter().any(|harm| harm.lost > 0.0 && harm.rank == 0);
    let mut coming = 0.0;
    let mut hits: SmallVec<[Hit; 4]> = SmallVec::new();
    for (i, harm) in harms.iter().enumerate() {
        let who = &mover.members[i];
        let (mut hit, mut share) = (Hit::default(), 0.0);
        if harm.lost > 0.0 {
            (hit, share) = against.share(harm, table.figure(*who).worth, all);
        }
        hits.push(hit);
        coming += share;
    }
    Some(GroupHits {
        hits,
        shot,
        coming: (against.coming && coming > 0.0).then_some(coming),
    })
}

/// Probability that a group destroys an enemy that comes to attack it, before its shots and before
/// its blows: the side that moved first acts first in every step.
fn preempted_by(evaluator: &Evaluator, cache: &mut Cache, mover: &Mover, foe: Fig) -> [f64; 2] {
    let table = &evaluator.table;
    let mut preempted = [0.0; 2];
    if !evaluator.threats.own_side_first || !evaluator.depth.chaining {
        return preempted;
    }
    for who in &mover.members {
        for mode in &table.figure(*who).modes {
            if mode.how.takes_action() {
                continue;
            }
            let harm = table
                .chance(cache, *who, foe, mode.how, Sight::Clear)
                .harm();
            // The attack may be wanted elsewhere, or the enemy may come where it is not seen.
            let p = harm * 0.6;
            if rank(mode.how) == 0 && p > preempted[0] {
                preempted[0] = p;
            }
            if p > preempted[1] {
                preempted[1] = p;
            }
        }
    }
    preempted
}

/// The spaces of figures that block a side's sight, without those of the moving group.
fn others_in_the_way(evaluator: &Evaluator, mover: &Mover, side: Side) -> Spaces {
    let mut others = evaluator.blockers(side).clone();
    for who in &mover.members {
        for space in &evaluator.table.figure(*who).spaces {
            others.remove(*space);
        }
    }
    others
}

/// Whether nobody of these stands in the way of an enemy's shot at some spaces.
fn is_shown(evaluator: &Evaluator, foe: Fig, spaces: &[Space], others: &Spaces) -> bool {
    let look = Look {
        from: &evaluator.table.figure(foe).spaces,
        to: spaces,
        eyes: (1, 1),
        figures: Some(others),
    };
    evaluator
        .table
        .board
        .look(&look, |_, _| true)
        .is_some_and(|seen| seen.sight != Sight::Blocked)
}
