//! What is counted of many places of one figure at once: the same terms as [`weigh`](super::place::weigh)
//! at a rough look, with everything that does not depend on the place worked out once.
//!
//! For what an enemy can do, places fall into a few classes: in reach of this or that way of
//! attacking, in cover or not. What it costs is asked once a class.

use super::aim::{Aim, awaiting, best_attack, catching, there, value_of};
use super::haste::{Haste, hasten};
use super::judge::{Judge, Way};
use super::peril::{Against, Hit, Peril, against_group, hit_on};
use super::position::aura_at;
use super::terms::{Part, Score, Tally};
use crate::ai::model::cache::Cache;
use crate::ai::model::company::Company;
use crate::ai::model::figure::{FigureInfo, reach_of, sees};
use crate::ai::model::mover::Mover;
use crate::ai::model::threat::{Threat, When};
use crate::ai::model::zone::Class;
use crate::battle::{Fig, Menace, Range};
use crate::board::{Lines, Sight, Space, Spaces};

/// What has been counted of each place, kept for reuse.
#[derive(Default)]
pub struct Sweep {
    /// Where the mover can go and, last, where it is.
    places: Vec<Space>,
    spots: Vec<Spot>,
    /// The attacks that [`Best`] means.
    aims: Vec<Aim>,
    /// The best attacks to come from them.
    haste: Haste,
    /// All that one enemy does at some place.
    known: Vec<Tolled>,
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
    pub fn aim(&self, i: usize) -> Option<Aim> {
        let best = self.spots[i].best;
        let aim = self.aims.get(best.aim)?;
        Some(aim.likely(best.likely))
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
    aim: usize,
}

impl Best {
    const NONE: Best = Best {
        total: f64::NEG_INFINITY,
        likely: 0.0,
        aim: usize::MAX,
    };
}

/// The lines from a figure of one space, as far as the board has them in a table.
fn lines<'a>(judge: &Judge<'a>, figure: &FigureInfo) -> Option<Lines<'a>> {
    (figure.size == 1)
        .then(|| judge.table.board.lines(figure.at))
        .flatten()
}

/// Looks around from all places of a mover and, last, from where it is.
pub fn look_around(judge: &Judge, cache: &mut Cache, sweep: &mut Sweep, mover: &Mover, way: Way) {
    let mut places = std::mem::take(&mut sweep.places);
    places.clear();
    places.extend_from_slice(&mover.ends);
    places.push(judge.table.figure(mover.lead).at);
    sweep.spots.clear();
    sweep.spots.resize(places.len(), Spot::NEW);
    sweep.aims.clear();
    sweep.by_class.resize(Sweep::CLASSES, Sweep::UNKNOWN);
    let set = Spaces::of(judge.table.board.len(), places.iter().copied());
    if judge.depth.threats {
        sweep_peril(judge, cache, sweep, mover, (&places, &set));
    }
    sweep_aims(judge, cache, sweep, mover, &set, way);
    hasten(judge, cache, &mut sweep.haste, mover, &places);
    sweep.places = places;
}

/// What it is worth to stay, once it has been looked around; that is not weighed again.
pub fn score_of_staying(
    judge: &Judge,
    cache: &mut Cache,
    sweep: &mut Sweep,
    mover: &Mover,
    at: Space,
) -> Score {
    let last = sweep.last();
    let Spot { unstruck, best, .. } = sweep.spots[last];
    let peril = Peril::striking(unstruck);
    let aim = best_attack(judge, cache, mover.lead, at, &[at], Way::STAY, &peril, 0);
    if let Some(aim) = aim.filter(|aim| aim.total > best.total) {
        sweep.spots[last].best = Best {
            total: aim.total,
            likely: 1.0,
            aim: sweep.aims.len(),
        };
        sweep.aims.push(aim);
    }
    let sums = sums_of(judge, mover, sweep);
    gather(judge, sweep, mover, &sums, last, Way::STAY)
}

fn sweep_peril(
    judge: &Judge,
    cache: &mut Cache,
    sweep: &mut Sweep,
    mover: &Mover,
    (places, set): (&[Space], &Spaces),
) {
    for threat in &judge.threats.all {
        for when in [When::Now, When::Next] {
            if judge.idle(threat, when) || !threat.comes_near(&judge.table, mover, set, when) {
                continue;
            }
            let mut stood = cache.stood(threat.foe);
            let classes = threat.classes(&judge.table, &mut stood, places, when);
            sweep_threat(
                judge,
                cache,
                sweep,
                (mover, places),
                (threat, when),
                classes,
            );
            cache.keep_stood(threat.foe, stood);
        }
    }
}

/// What one enemy does at all places, given the class of each space.
fn sweep_threat(
    judge: &Judge,
    cache: &mut Cache,
    sweep: &mut Sweep,
    (mover, places): (&Mover, &[Space]),
    (threat, when): (&Threat, When),
    classes: &[Class],
) {
    // From where it stands it is not struck back at, so nothing deters it.
    let strikes = threat.menace == Menace::Standing && when == When::Now;
    let strikes_first = strikes && !judge.threats.own_side_first;
    let mut against = None;
    let mut retaliation: &[f64] = &[];
    sweep.known.clear();
    sweep.by_class.fill(Sweep::UNKNOWN);
    for (i, (to, spot)) in places.iter().zip(&mut sweep.spots).enumerate() {
        let class = usize::from(classes[to.index()]);
        if class == 0 {
            continue;
        }
        if class >= sweep.by_class.len() {
            sweep.by_class.resize(class + 1, Sweep::UNKNOWN);
        }
        if sweep.by_class[class] == Sweep::UNKNOWN {
            let against =
                against.get_or_insert_with(|| against_group(judge, cache, mover, threat, when));
            let aims = &mut sweep.aims;
            let tolled = toll_of_class(judge, cache, aims, mover, (threat, when), against, *to);
            if tolled.hit.can_be_deterred() && retaliation.is_empty() {
                retaliation = retaliation_at(judge, mover, places);
            }
            sweep.by_class[class] = sweep.known.len() as u16;
            sweep.known.push(tolled);
        }
        let Tolled { hit, awaited } = &sweep.known[usize::from(sweep.by_class[class])];
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
fn toll_of_class(
    judge: &Judge,
    cache: &mut Cache,
    aims: &mut Vec<Aim>,
    mover: &Mover,
    (threat, when): (&Threat, When),
    against: &Against,
    to: Space,
) -> Tolled {
    let hit = hit_on(judge, cache, mover.lead, threat, when, against, to);
    let coming = hit.filter(|_| against.coming).map(|(_, share)| share);
    Tolled {
        hit: hit.map_or(Hit::NONE, |(hit, _)| hit),
        awaited: best_awaited(judge, cache, aims, mover, threat.foe, coming),
    }
}

/// How surely friends strike back at each of all places of a mover.
fn retaliation_at<'m>(judge: &Judge, mover: &'m Mover, places: &[Space]) -> &'m [f64] {
    let at_each = || judge.deterrence.at_each(&judge.table, mover, places);
    mover.retaliation.get_or_init(at_each)
}

/// The best that can be done to an enemy that comes to attack, if it comes so likely.
fn best_awaited(
    judge: &Judge,
    cache: &mut Cache,
    aims: &mut Vec<Aim>,
    mover: &Mover,
    foe: Fig,
    coming: Option<f64>,
) -> Best {
    let Some(coming) = coming else {
        return Best::NONE;
    };
    let mut best = None;
    awaiting(judge, cache, mover.lead, &[(foe, coming)], &mut best);
    best.map_or(Best::NONE, |aim: Aim| {
        aims.push(aim);
        Best {
            total: aim.total,
            likely: 1.0,
            aim: aims.len() - 1,
        }
    })
}

fn sweep_aims(
    judge: &Judge,
    cache: &mut Cache,
    sweep: &mut Sweep,
    mover: &Mover,
    places: &Spaces,
    way: Way,
) {
    let ends = &mover.ends[..];
    let table = &judge.table;
    let who = mover.lead;
    let figure = table.figure(who);
    for mode in &figure.modes {
        let times = way.times(mode);
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
            let any = || table.board.any_within(target.at, reach, mode.sight, places);
            if target.size == 1 && any() == Some(false) {
                continue;
            }
            let (far, near) = (&target.far[..], reach.min(u32::from(u16::MAX)) as u16);
            let view = lines(judge, target).filter(|_| mode.sight);
            let cover = table.board.terrain(target.at).cover;
            let mut known = [None; 2];
            let catching = catching(judge, *foe, mode);
            for (to, spot) in ends.iter().zip(&mut sweep.spots) {
                let gap = far[to.index()];
                if gap > near {
                    continue;
                }
                let gap = u32::from(gap);
                let sight = match view {
                    Some(view) => match view.line(*to) {
                        Sight::Blocked => continue,
                        Sight::Clear if cover => Sight::Cover,
                        sight => sight,
                    },
                    None => match sees(table.board, mode, &[*to], &target.spaces, gap, None) {
                        Some(sight) => sight,
                        None => continue,
                    },
                };
                let known = &mut known[usize::from(sight == Sight::Cover)];
                let (aim, most) = *known.get_or_insert_with(|| {
                    let chance = table.chance(cache, who, *foe, mode.how, sight);
                    let aim = value_of(judge, who, *foe, mode.how, &chance, times, 1.0);
                    sweep.aims.push(aim);
                    (sweep.aims.len() - 1, aim.total)
                });
                let likely = catching.from(gap) * there(mode, spot.unstruck);
                let total = most * likely;
                if total > spot.best.total {
                    spot.best = Best { total, likely, aim };
                }
            }
        }
    }
}

/// What is the same for all places of a mover.
pub fn sums_of<'m>(judge: &Judge, mover: &'m Mover, sweep: &Sweep) -> Sums<'m> {
    let table = &judge.table;
    let weight = |part| judge.profile.weight(part);
    let aura = |friend: &Fig| table.figure(*friend).aura > 0;
    let company = (weight(Part::Cohesion) > 0.0).then(|| mover.company(&judge.table));
    let company = company.filter(|company| !company.never_outnumbered(table));
    Sums {
        worth: table.figure(mover.lead).worth,
        helped: weight(Part::Aura) > 0.0 && table.friends.iter().any(aura),
        company,
        near: company.map_or(&[], |company| company.each(table, &sweep.places)),
    }
}

/// The score of a place from what has been counted.
pub fn gather<T: Tally>(
    judge: &Judge,
    sweep: &Sweep,
    mover: &Mover,
    sums: &Sums,
    i: usize,
    way: Way,
) -> T {
    let to = sweep.places[i];
    let mut score = T::default();
    let safe = sweep.spots[i].safe;
    if judge.depth.threats {
        let [now, next] = safe;
        let (loss, later) = (sums.worth * (1.0 - now), sums.worth * now * (1.0 - next));
        judge.count_peril(&mut score, loss, later, way);
    }
    if let Some(aim) = sweep.aim(i) {
        aim.count(judge.profile, &mut score);
    }
    judge.count_tempo(&mut score, sweep.haste.best[i]);
    judge.count_goals(&mut score, mover, to, &[to]);
    if sums.helped {
        let aura = aura_at(judge, mover, &[to]);
        score.add(Part::Aura, judge.profile.weight(Part::Aura) * aura);
    }
    if let Some(company) = sums.company {
        let alone = company.outnumbered(sums.near[i]);
        score.add(
            Part::Cohesion,
            -judge.profile.weight(Part::Cohesion) * alone,
        );
    }
    judge.count_slip(&mut score, mover.lead, to);
    score
}

/// What is the same for all places of a mover.
#[derive(Default)]
pub struct Sums<'m> {
    worth: f64,
    /// Some friend helps others by being near.
    helped: bool,
    company: Option<&'m Company>,
    /// Points of friends and of enemies near each of the places.
    near: &'m [[f64; 2]],
}

/// What an enemy means for all places of a class.
#[derive(Copy, Clone)]
struct Tolled {
    /// What it does to the figure.
    hit: Hit,
    /// The best that can be done to it when it comes.
    awaited: Best,
}
