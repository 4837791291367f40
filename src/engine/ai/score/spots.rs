//! The terms of many places of one figure at once: as [`score_place`](super::place::score_place) without
//! exact sight. Everything that does not depend on the place is computed once.
//!
//! For what an enemy can do, places fall into a few classes: in reach of this or that way of
//! attacking, in cover or not, beside it or not where that matters. What it costs is asked once a class.

use super::attack::{AttackValue, awaiting, best_attack, catch_chance, there, value_of};
use super::danger::{Confrontation, Danger, Hit, against_group, hit_on};
use super::engage::engagement_at_each;
use super::evaluator::{Approach, Evaluator};
use super::next_attack::{NextAttacks, find_next_attacks};
use super::position::aura_at;
use super::terms::{Part, Score, Tally};
use crate::ai::model::cache::Cache;
use crate::ai::model::company::Company;
use crate::ai::model::figure::{FigureInfo, reach_of, sees};
use crate::ai::model::mover::Mover;
use crate::ai::model::places::Places;
use crate::ai::model::threat::{Threat, When};
use crate::ai::model::zone::Classed;
use crate::battle::{Bands, Fig, Menace, Range};
use crate::board::{Lines, Sight, Space};

/// What has been counted of each place, kept for reuse.
#[derive(Default)]
pub struct Sweep {
    /// Where the mover can go and, last, where it is.
    places: Places,
    spots: Vec<Spot>,
    /// The attacks that [`Best`] means.
    attacks: Vec<AttackValue>,
    /// The best attacks to come from them.
    next_attacks: NextAttacks,
    /// Points for being near the fight, at each.
    engagement: Vec<f64>,
    /// The classes of the places for the enemy looked at.
    classes: Classed,
    /// All that one enemy does at some place.
    known: Vec<ClassEffect>,
    /// Which of these it does in each class; [`Sweep::UNKNOWN`] until a place of the class comes.
    by_class: Vec<u16>,
}

/// What has been counted of one place: a cache line.
#[derive(Copy, Clone)]
struct Spot {
    /// The chance to be alive before the figure acts again, and after that if it was until then.
    safe: [f64; 2],
    /// The chance to be alive when shots, when blows are due.
    unstruck: [f64; 2],
    /// The best attack.
    best: Best,
}

impl Spot {
    /// Nothing threatens, and nobody can be attacked.
    const NEW: Spot = Spot {
        safe: [1.0; 2],
        unstruck: [1.0; 2],
        best: Best::NONE,
    };
}

impl Sweep {
    const UNKNOWN: u16 = u16::MAX;
    /// Few enemies have more classes.
    const CLASSES: usize = 16;

    /// The best attack from the place of this number.
    pub fn attack(&self, i: usize) -> Option<AttackValue> {
        let best = self.spots[i].best;
        let attack = self.attacks.get(best.attack)?;
        Some(attack.likely(best.likely))
    }
    /// The number of the last place: where the mover is.
    pub fn last(&self) -> usize {
        self.spots.len() - 1
    }
}

/// An attack, come about with some chance.
#[derive(Copy, Clone)]
struct Best {
    total: f64,
    likely: f64,
    attack: usize,
}

impl Best {
    const NONE: Best = Best {
        total: f64::NEG_INFINITY,
        likely: 0.0,
        attack: usize::MAX,
    };
}

/// The lines from a figure of one space, as far as the board has them in a table.
fn lines<'a>(evaluator: &Evaluator<'a>, figure: &FigureInfo) -> Option<Lines<'a>> {
    (figure.size == 1)
        .then(|| evaluator.table.board.lines(figure.at))
        .flatten()
}

/// Looks around from all places of a mover and, last, from where it is.
pub fn look_around(
    evaluator: &Evaluator,
    cache: &mut Cache,
    sweep: &mut Sweep,
    mover: &Mover,
    approach: Approach,
) {
    let table = &evaluator.table;
    let mut places = std::mem::take(&mut sweep.places);
    places.fill(table.board.len(), &mover.ends, table.figure(mover.lead).at);
    sweep.spots.clear();
    sweep.spots.resize(places.all.len(), Spot::NEW);
    sweep.attacks.clear();
    sweep.by_class.resize(Sweep::CLASSES, Sweep::UNKNOWN);
    // Many places at once cost about an eighth of as many by themselves.
    cache.weighed += (places.all.len() * (1 + evaluator.threats.all.len())) as u64 / 8;
    if evaluator.depth.threats {
        sweep_danger(evaluator, cache, sweep, mover, &places);
        places.copy_to_twins(&mut sweep.spots);
    }
    sweep_attacks(evaluator, cache, sweep, mover, &places, approach);
    places.copy_to_twins(&mut sweep.spots[..mover.ends.len()]);
    find_next_attacks(
        evaluator,
        cache,
        &mut sweep.next_attacks,
        mover,
        &places.all,
    );
    engagement_at_each(evaluator, cache, &mut sweep.engagement, mover, &places.all);
    sweep.places = places;
}

/// What it is worth to stay, once it has been looked around; that is not weighed again.
pub fn score_of_staying(
    evaluator: &Evaluator,
    cache: &mut Cache,
    sweep: &mut Sweep,
    mover: &Mover,
    at: Space,
) -> Score {
    let last = sweep.last();
    let Spot { unstruck, best, .. } = sweep.spots[last];
    let danger = Danger::striking(unstruck);
    let attack = best_attack(
        evaluator,
        cache,
        mover.lead,
        at,
        &[at],
        Approach::STAY,
        &danger,
        0,
    );
    if let Some(attack) = attack.filter(|attack| attack.total > best.total) {
        sweep.spots[last].best = Best {
            total: attack.total,
            likely: 1.0,
            attack: sweep.attacks.len(),
        };
        sweep.attacks.push(attack);
    }
    let sums = sums_of(evaluator, mover, sweep);
    gather(evaluator, sweep, mover, &sums, last, Approach::STAY)
}

fn sweep_danger(
    evaluator: &Evaluator,
    cache: &mut Cache,
    sweep: &mut Sweep,
    mover: &Mover,
    places: &Places,
) {
    let watched = evaluator.watched(mover);
    for threat in &evaluator.threats.all {
        for when in [When::Now, When::Next] {
            if evaluator.idle(threat, when)
                || !watched(threat.foe)
                || threat.stands_too_far(&evaluator.table, mover, when)
            {
                continue;
            }
            threat.classes(&evaluator.table, cache, places, when, &mut sweep.classes);
            if !sweep.classes.is_empty() {
                sweep_threat(
                    evaluator,
                    cache,
                    sweep,
                    (mover, &places.all),
                    (threat, when),
                );
            }
        }
    }
}

/// What one enemy does at all places, given their classes.
fn sweep_threat(
    evaluator: &Evaluator,
    cache: &mut Cache,
    sweep: &mut Sweep,
    (mover, places): (&Mover, &[Space]),
    (threat, when): (&Threat, When),
) {
    // From where it stands it is not struck back at, so nothing deters it.
    let strikes = threat.menace == Menace::Standing && when == When::Now;
    let strikes_first = strikes && !evaluator.threats.own_side_first;
    let mut against = None;
    let mut retaliation: &[f64] = &[];
    let Sweep {
        spots,
        attacks,
        classes,
        known,
        by_class,
        ..
    } = sweep;
    known.clear();
    by_class.fill(Sweep::UNKNOWN);
    let foe = evaluator.table.figure(threat.foe);
    for (i, class) in classes.iter() {
        let (i, mut class) = (*i as usize, usize::from(*class));
        if foe.bands != Bands::None {
            class = 2 * class + usize::from(Bands::beside(foe.gap(&places[i..=i])));
        }
        if class >= by_class.len() {
            by_class.resize(class + 1, Sweep::UNKNOWN);
        }
        if by_class[class] == Sweep::UNKNOWN {
            let against =
                against.get_or_insert_with(|| against_group(evaluator, cache, mover, threat, when));
            let effect = effect_of_class(
                evaluator,
                cache,
                attacks,
                mover,
                (threat, when),
                against,
                places[i],
            );
            if effect.hit.can_be_deterred() && retaliation.is_empty() {
                retaliation = retaliation_at(evaluator, mover, places);
            }
            by_class[class] = known.len() as u16;
            known.push(effect);
        }
        let ClassEffect { hit, awaited } = &known[usize::from(by_class[class])];
        let spot = &mut spots[i];
        let lost = if hit.can_be_deterred() {
            hit.left(retaliation[i])
        } else {
            hit.lost
        };
        spot.safe[when as usize] *= 1.0 - lost;
        if strikes_first {
            if hit.rank == 0 {
                spot.unstruck[0] *= 1.0 - hit.lost;
            }
            spot.unstruck[1] *= 1.0 - hit.lost;
        }
        if awaited.total > spot.best.total {
            spot.best = *awaited;
        }
    }
}

/// What one enemy means at a place, and at all others of its class.
fn effect_of_class(
    evaluator: &Evaluator,
    cache: &mut Cache,
    attacks: &mut Vec<AttackValue>,
    mover: &Mover,
    (threat, when): (&Threat, When),
    against: &Confrontation,
    to: Space,
) -> ClassEffect {
    let hit = hit_on(evaluator, cache, mover.lead, threat, when, against, to);
    let coming = hit.filter(|_| against.coming).map(|(_, share)| share);
    ClassEffect {
        hit: hit.map_or(Hit::NONE, |(hit, _)| hit),
        awaited: best_awaited(evaluator, cache, attacks, mover, threat.foe, coming),
    }
}

/// How surely friends strike back at each of all places of a mover.
fn retaliation_at<'m>(evaluator: &Evaluator, mover: &'m Mover, places: &[Space]) -> &'m [f64] {
    let at_each = || {
        evaluator
            .deterrence
            .at_each(&evaluator.table, mover, places)
    };
    mover.retaliation.get_or_init(at_each)
}

/// The best that can be done to an enemy that comes to attack, if it comes so likely.
fn best_awaited(
    evaluator: &Evaluator,
    cache: &mut Cache,
    attacks: &mut Vec<AttackValue>,
    mover: &Mover,
    foe: Fig,
    coming: Option<f64>,
) -> Best {
    let Some(coming) = coming else {
        return Best::NONE;
    };
    let mut best = None;
    awaiting(evaluator, cache, mover.lead, &[(foe, coming)], &mut best);
    best.map_or(Best::NONE, |attack: AttackValue| {
        attacks.push(attack);
        Best {
            total: attack.total,
            likely: 1.0,
            attack: attacks.len() - 1,
        }
    })
}

fn sweep_attacks(
    evaluator: &Evaluator,
    cache: &mut Cache,
    sweep: &mut Sweep,
    mover: &Mover,
    places: &Places,
    approach: Approach,
) {
    let table = &evaluator.table;
    let who = mover.lead;
    let figure = table.figure(who);
    for mode in &figure.modes {
        let times = approach.times(mode);
        if times == 0 {
            continue;
        }
        let reach = reach_of(mode);
        for foe in &table.foes {
            let target = table.figure(*foe);
            let near = u32::from(target.far[figure.at.index()]) <= reach + mover.pace;
            if !near || (mode.range == Range::Touch && target.aloft) {
                continue;
            }
            let near = places.near(table.board, target, reach, mode.sight);
            let near = near.as_ref().unwrap_or(&places.set);
            if near.is_empty() {
                continue;
            }
            let far = &target.far[..];
            let view = lines(evaluator, target).filter(|_| mode.sight);
            let cover = table.board.terrain(target.at).cover;
            let mut known = [[None; 2]; 2];
            let catch_chance = catch_chance(evaluator, *foe, mode);
            let spots = &mut sweep.spots[..mover.ends.len()];
            for to in near.iter() {
                let gap = u32::from(far[to.index()]);
                // Where it is it is weighed as it stays.
                let Some(spot) = spots.get_mut(places.number(to) as usize) else {
                    continue;
                };
                if gap > reach {
                    continue;
                }
                let sight = match view {
                    Some(view) => match view.line(to) {
                        Sight::Blocked => continue,
                        Sight::Clear if cover => Sight::Cover,
                        sight => sight,
                    },
                    None => match sees(table.board, mode, &[to], &target.spaces, gap, None) {
                        Some(sight) => sight,
                        None => continue,
                    },
                };
                let known = &mut known[usize::from(sight == Sight::Cover)];
                let near = figure.bands != Bands::None && Bands::beside(gap);
                let (attack, most) = *known[usize::from(near)].get_or_insert_with(|| {
                    let chance = table.chance_at(cache, who, *foe, mode.how, sight, gap);
                    let attack = value_of(evaluator, who, *foe, mode.how, &chance, times, 1.0);
                    sweep.attacks.push(attack);
                    (sweep.attacks.len() - 1, attack.total)
                });
                let likely = catch_chance.from(gap) * there(mode, spot.unstruck);
                let total = most * likely;
                if total > spot.best.total {
                    spot.best = Best {
                        total,
                        likely,
                        attack,
                    };
                }
            }
        }
    }
}

/// What is the same for all places of a mover.
pub fn sums_of<'m>(evaluator: &Evaluator, mover: &'m Mover, sweep: &Sweep) -> Sums<'m> {
    let table = &evaluator.table;
    let weight = |part| evaluator.profile.weight(part);
    let aura = |friend: &Fig| table.figure(*friend).aura > 0;
    let company = (weight(Part::Cohesion) > 0.0).then(|| mover.company(&evaluator.table));
    let company = company.filter(|company| !company.never_outnumbered(table));
    Sums {
        worth: table.figure(mover.lead).worth,
        goals: evaluator.has_goals(mover),
        nerve: evaluator.temper.counts(),
        noise: evaluator.has_noise(),
        helped: weight(Part::Aura) > 0.0 && table.friends.iter().any(aura),
        company,
        near: company.map_or(&[], |company| company.each(table, &sweep.places.all)),
    }
}

/// The score of a place from what has been counted.
pub fn gather<T: Tally>(
    evaluator: &Evaluator,
    sweep: &Sweep,
    mover: &Mover,
    sums: &Sums,
    i: usize,
    approach: Approach,
) -> T {
    let to = sweep.places.all[i];
    let mut score = T::default();
    let safe = sweep.spots[i].safe;
    if evaluator.depth.threats {
        let [now, next] = safe;
        let (loss, later) = (sums.worth * (1.0 - now), sums.worth * now * (1.0 - next));
        evaluator.count_danger(&mut score, loss, later, approach);
    }
    if let Some(attack) = sweep.attack(i) {
        attack.count(evaluator.profile, &mut score);
    }
    evaluator.count_tempo(&mut score, sweep.next_attacks.best[i]);
    evaluator.count_engagement(&mut score, sweep.engagement[i]);
    if sums.goals {
        evaluator.count_goals(&mut score, mover, to, &[to]);
    }
    if sums.helped {
        let aura = aura_at(evaluator, mover, &[to]);
        score.add(Part::Aura, evaluator.profile.weight(Part::Aura) * aura);
    }
    if let Some(company) = sums.company {
        let alone = company.outnumbered(sums.near[i]);
        score.add(
            Part::Cohesion,
            -evaluator.profile.weight(Part::Cohesion) * alone,
        );
    }
    if sums.nerve {
        evaluator.count_nerve(&mut score, mover, &[to]);
    }
    if sums.noise {
        evaluator.count_noise(&mut score, mover.lead, to);
    }
    score
}

/// What is the same for all places of a mover.
#[derive(Default)]
pub struct Sums<'m> {
    worth: f64,
    /// Places bring it towards the goals.
    goals: bool,
    /// The nerve of the force makes something of places.
    nerve: bool,
    /// Places are misjudged.
    noise: bool,
    /// Some friend helps others by being near.
    helped: bool,
    company: Option<&'m Company>,
    /// Points of friends and of enemies near each of the places.
    near: &'m [[f64; 2]],
}

/// What an enemy means for all places of a class.
#[derive(Copy, Clone)]
struct ClassEffect {
    /// What it does to the figure.
    hit: Hit,
    /// The best that can be done to it when it comes.
    awaited: Best,
}
