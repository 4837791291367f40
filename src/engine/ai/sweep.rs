//! Many places of one figure at once: the same terms as [`Judge::place`] at a rough look, with
//! everything that does not depend on the place worked out once.
//!
//! For what an enemy can do, places fall into a few classes: in reach of this or that way of
//! attacking, in cover or not. What it costs is asked once a class.

use super::aim::{Aim, there};
use super::haste::Haste;
use super::judge::{Judge, Way};
use super::memory::Memory;
use super::mover::Mover;
use super::peril::{Against, Hit, Peril};
use super::plan::Place;
use super::position::Company;
use super::table::Man;
use super::terms::{Part, Score, Tally, Total};
use super::threat::{Threat, When, reach_of};
use super::zone::Class;
use crate::battle::{Fig, Menace, Range};
use crate::board::{Lines, Sight, Space, Spaces};
use smallvec::SmallVec;

/// What has been counted of each place, kept for reuse.
#[derive(Default)]
pub(super) struct Sweep {
    /// Where the mover can go and, last, where it is.
    places: Vec<Space>,
    spots: Vec<Spot>,
    /// The attacks that [`Best`] means.
    aims: Vec<Aim>,
    /// The best attacks to come from them.
    haste: Haste,
    /// The places in order.
    ranks: Vec<Rank>,
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
    fn aim(&self, i: usize) -> Option<Aim> {
        let best = self.spots[i].best;
        let aim = self.aims.get(best.aim)?;
        Some(aim.likely(best.likely))
    }
}

/// What has been found at a look at all places of a mover.
pub(super) struct Swept {
    /// The best of them, best first.
    pub places: Vec<Place>,
    /// What it is worth to stay.
    pub stay: Score,
    /// The attacks from the best place and from where it is, if there is one; none: not known.
    pub aims: Option<[Option<Aim>; 2]>,
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
fn lines<'a>(judge: &Judge<'a>, man: &Man) -> Option<Lines<'a>> {
    (man.size == 1)
        .then(|| judge.table.board.lines(man.at))
        .flatten()
}

impl Judge<'_> {
    /// The best places a group can move to at a rough look, best first, at most so many; ties to
    /// the least way, then to reading order.
    pub(super) fn sweep(
        &self,
        memory: &mut Memory,
        mover: &Mover,
        way: Way,
        most: usize,
    ) -> Vec<Place> {
        self.swept(memory, mover, way, most).0
    }

    /// The same of a group that goes; and what it is worth to stay.
    pub(super) fn sweep_and_stay(&self, memory: &mut Memory, mover: &Mover, most: usize) -> Swept {
        let (places, looked) = self.swept(memory, mover, Way::GO, most);
        let at = self.table.man(mover.lead).at;
        if !looked {
            return Swept {
                places,
                stay: self.place(memory, mover, at, Way::STAY),
                aims: None,
            };
        }
        let mut sweep = std::mem::take(&mut memory.sweep);
        let stay = self.stay(memory, &mut sweep, mover, at);
        let walks = |place: &Place| self.mount_at(mover, place.to).is_none();
        let best = sweep.ranks.first().map_or(0, |rank| rank.index as usize);
        let last = sweep.spots.len() - 1;
        let aims = places.first().is_none_or(walks);
        let aims = aims.then(|| [best, last].map(|i| sweep.aim(i)));
        memory.sweep = sweep;
        debug_assert!(
            stay.total()
                .abs_diff(self.place(memory, mover, at, Way::STAY).total())
                <= 5,
            "a sweep weighs staying as it is weighed alone"
        );
        Swept { places, stay, aims }
    }

    /// See [`Judge::sweep`]; and whether it has looked around from all places at once, so that more
    /// is known of them.
    fn swept(
        &self,
        memory: &mut Memory,
        mover: &Mover,
        way: Way,
        most: usize,
    ) -> (Vec<Place>, bool) {
        let table = &self.table;
        let at = table.man(mover.lead).at;
        let single = mover.members.len() == 1
            && table.man(mover.lead).size == 1
            && table.man(mover.lead).lead == mover.lead
            && !table.by_place
            && !(table.by_band && self.banded());
        let others = self.others(mover);
        let mut sweep = std::mem::take(&mut memory.sweep);
        let mut ranks = std::mem::take(&mut sweep.ranks);
        ranks.clear();
        let mut mounted: SmallVec<[(Space, Score); 4]> = SmallVec::new();
        let swept = single && !way.exact && mover.ends.len() > 1;
        if swept {
            self.look_around(memory, &mut sweep, mover, way);
        }
        let sums = match swept {
            true => self.sums(mover, &sweep.places),
            false => Sums::default(),
        };
        let apart = table.board.distances(at);
        // Places that lose more are not among the best.
        let mut bar = i64::MAX;
        for (i, to) in mover.ends.iter().enumerate() {
            let total = if others.contains(*to)
                && let Some(mount) = self.mount_at(mover, *to)
            {
                let Some(score) = self.board(memory, mover, mount) else {
                    continue;
                };
                mounted.push((*to, score));
                score.total()
            } else if swept {
                self.gathered::<Total>(&sweep, mover, &sums, i, way).0
            } else {
                let score = self.place(memory, mover, *to, way);
                mounted.push((*to, score));
                score.total()
            };
            if -total > bar {
                continue;
            }
            ranks.push(Rank {
                loss: -total,
                far: match apart {
                    Some(row) => u32::from(row[to.index()]),
                    None => table.grid.distance(at, *to),
                },
                to: *to,
                index: i as u32,
            });
            if ranks.len() == 2 * most + 6 {
                let (_, last, _) = ranks.select_nth_unstable(most - 1);
                bar = last.loss;
                ranks.truncate(most);
            }
        }
        if ranks.len() > most {
            ranks.select_nth_unstable(most - 1);
            ranks.truncate(most);
        }
        ranks.sort_unstable();
        let score = |rank: &Rank| match mounted.iter().find(|(to, _)| *to == rank.to) {
            Some((_, score)) => *score,
            None => self.gathered(&sweep, mover, &sums, rank.index as usize, way),
        };
        let places = ranks
            .iter()
            .map(|rank| Place {
                to: rank.to,
                score: score(rank),
                far: rank.far,
            })
            .collect::<Vec<_>>();
        sweep.ranks = ranks;
        memory.sweep = sweep;
        debug_assert!(
            self.agree(memory, mover, way, &places),
            "a sweep weighs places as they are weighed one by one"
        );
        (places, swept)
    }

    /// Looks around from all places of a mover and, last, from where it is.
    fn look_around(&self, memory: &mut Memory, sweep: &mut Sweep, mover: &Mover, way: Way) {
        let mut places = std::mem::take(&mut sweep.places);
        places.clear();
        places.extend_from_slice(&mover.ends);
        places.push(self.table.man(mover.lead).at);
        sweep.spots.clear();
        sweep.spots.resize(places.len(), Spot::NEW);
        sweep.aims.clear();
        sweep.by_class.resize(Sweep::CLASSES, Sweep::UNKNOWN);
        let set = Spaces::of(self.table.board.len(), places.iter().copied());
        if self.depth.threats {
            self.sweep_peril(memory, sweep, mover, (&places, &set));
        }
        self.sweep_aims(memory, sweep, mover, &set, way);
        self.hasten(memory, &mut sweep.haste, mover, &places);
        sweep.places = places;
    }

    /// What it is worth to stay, once it has been looked around; that is not weighed again.
    fn stay(&self, memory: &mut Memory, sweep: &mut Sweep, mover: &Mover, at: Space) -> Score {
        let last = sweep.spots.len() - 1;
        let Spot { unstruck, best, .. } = sweep.spots[last];
        let peril = Peril::striking(unstruck);
        let aim = self.aim(memory, mover.lead, at, &[at], Way::STAY, &peril, 0);
        if let Some(aim) = aim.filter(|aim| aim.total > best.total) {
            sweep.spots[last].best = Best {
                total: aim.total,
                likely: 1.0,
                aim: sweep.aims.len(),
            };
            sweep.aims.push(aim);
        }
        let sums = self.sums(mover, &sweep.places);
        self.gathered(sweep, mover, &sums, last, Way::STAY)
    }

    /// Whether it matters for somebody's attacks how far away their target is.
    fn banded(&self) -> bool {
        let table = &self.table;
        let mut figures = table.friends.iter().chain(&table.foes);
        figures.any(|who| {
            let man = table.man(*who);
            let mut modes = man.modes.iter().chain(&man.fresh);
            modes.any(|mode| {
                let band = |gap| table.game.band(*who, mode.how, gap);
                (2..=reach_of(mode).max(2)).any(|gap| band(gap) != band(1))
            })
        })
    }

    /// Whether the best place is worth the same by itself, up to rounding.
    fn agree(&self, memory: &mut Memory, mover: &Mover, way: Way, places: &[Place]) -> bool {
        places.first().is_none_or(|best| {
            let alone = self.place(memory, mover, best.to, way);
            self.mount_at(mover, best.to).is_some()
                || alone.total().abs_diff(best.score.total()) <= 5
        })
    }

    fn sweep_peril(
        &self,
        memory: &mut Memory,
        sweep: &mut Sweep,
        mover: &Mover,
        (places, set): (&[Space], &Spaces),
    ) {
        for threat in &self.threats.all {
            for when in [When::Now, When::Next] {
                if self.idle(threat, when) || !threat.comes_near(&self.table, mover, set, when) {
                    continue;
                }
                let mut stood = memory.stood(threat.foe);
                let classes = threat.classes(&self.table, &mut stood, places, when);
                self.sweep_threat(memory, sweep, (mover, places), (threat, when), classes);
                memory.keep_stood(threat.foe, stood);
            }
        }
    }

    /// What one enemy does at all places, given the class of each space.
    fn sweep_threat(
        &self,
        memory: &mut Memory,
        sweep: &mut Sweep,
        (mover, places): (&Mover, &[Space]),
        (threat, when): (&Threat, When),
        classes: &[Class],
    ) {
        // From where it stands it is not struck back at, so nothing deters it.
        let strikes = threat.menace == Menace::Standing && when == When::Now;
        let strikes_first = strikes && !self.threats.first;
        let mut against = None;
        let mut backed: &[f64] = &[];
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
                    against.get_or_insert_with(|| self.against(memory, mover, threat, when));
                let aims = &mut sweep.aims;
                let tolled = self.tolled(memory, aims, mover, (threat, when), against, *to);
                if tolled.hit.can_be_deterred() && backed.is_empty() {
                    backed = self.backed(mover, places);
                }
                sweep.by_class[class] = sweep.known.len() as u16;
                sweep.known.push(tolled);
            }
            let Tolled { hit, awaited } = &sweep.known[usize::from(sweep.by_class[class])];
            let lost = if hit.can_be_deterred() {
                hit.left(backed[i])
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
    fn tolled(
        &self,
        memory: &mut Memory,
        aims: &mut Vec<Aim>,
        mover: &Mover,
        (threat, when): (&Threat, When),
        against: &Against,
        to: Space,
    ) -> Tolled {
        let hit = self.hit(memory, mover.lead, threat, when, against, to);
        let coming = hit.filter(|_| against.coming).map(|(_, share)| share);
        Tolled {
            hit: hit.map_or(Hit::NONE, |(hit, _)| hit),
            awaited: self.awaited(memory, aims, mover, threat.foe, coming),
        }
    }

    /// How surely friends strike back at each of all places of a mover.
    fn backed<'m>(&self, mover: &'m Mover, places: &[Space]) -> &'m [f64] {
        let at_each = || self.backing.at_each(&self.table, mover, places);
        mover.backed.get_or_init(at_each)
    }

    /// The best that can be done to an enemy that comes to attack, if it comes so likely.
    fn awaited(
        &self,
        memory: &mut Memory,
        aims: &mut Vec<Aim>,
        mover: &Mover,
        foe: Fig,
        coming: Option<f64>,
    ) -> Best {
        let Some(coming) = coming else {
            return Best::NONE;
        };
        let mut best = None;
        self.awaiting(memory, mover.lead, &[(foe, coming)], &mut best);
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
        &self,
        memory: &mut Memory,
        sweep: &mut Sweep,
        mover: &Mover,
        places: &Spaces,
        way: Way,
    ) {
        let ends = &mover.ends[..];
        let table = &self.table;
        let who = mover.lead;
        let man = table.man(who);
        for mode in &man.modes {
            let times = way.times(mode);
            if times == 0 {
                continue;
            }
            let reach = reach_of(mode);
            for foe in &table.foes {
                let target = table.man(*foe);
                let near = u32::from(target.far[man.at.index()]) <= reach + mover.pace;
                if !near || (mode.range == Range::Touch && target.aloft) {
                    continue;
                }
                let any = || table.board.any_within(target.at, reach, mode.sight, places);
                if target.size == 1 && any() == Some(false) {
                    continue;
                }
                let (far, near) = (&target.far[..], reach.min(u32::from(u16::MAX)) as u16);
                let view = lines(self, target).filter(|_| mode.sight);
                let cover = table.board.terrain(target.at).cover;
                let mut known = [None; 2];
                let catching = self.catching(*foe, mode);
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
                        None => match table.sees(mode, &[*to], &target.spaces, gap, None) {
                            Some(sight) => sight,
                            None => continue,
                        },
                    };
                    let known = &mut known[usize::from(sight == Sight::Cover)];
                    let (aim, most) = *known.get_or_insert_with(|| {
                        let chance = table.chance(memory, who, *foe, mode.how, sight);
                        let aim = self.value(who, *foe, mode.how, &chance, times, 1.0);
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
    fn sums<'m>(&self, mover: &'m Mover, places: &[Space]) -> Sums<'m> {
        let table = &self.table;
        let weight = |part| self.profile.weight(part);
        let aura = |friend: &Fig| table.man(*friend).aura > 0;
        let company = (weight(Part::Cohesion) > 0.0).then(|| self.company(mover));
        let company = company.filter(|company| !company.never_outnumbered(table));
        Sums {
            worth: table.man(mover.lead).worth,
            helped: weight(Part::Aura) > 0.0 && table.friends.iter().any(aura),
            company,
            near: company.map_or(&[], |company| company.each(table, places)),
        }
    }

    /// The score of a place from what has been counted.
    fn gathered<T: Tally>(
        &self,
        sweep: &Sweep,
        mover: &Mover,
        sums: &Sums,
        i: usize,
        way: Way,
    ) -> T {
        let to = sweep.places[i];
        let mut score = T::default();
        let safe = sweep.spots[i].safe;
        if self.depth.threats {
            let [now, next] = safe;
            let (loss, later) = (sums.worth * (1.0 - now), sums.worth * now * (1.0 - next));
            self.count_peril(&mut score, loss, later, way);
        }
        if let Some(aim) = sweep.aim(i) {
            aim.count(self.profile, &mut score);
        }
        self.count_tempo(&mut score, sweep.haste.best[i]);
        self.count_goals(&mut score, mover, to, &[to]);
        if sums.helped {
            let aura = self.aura(mover, &[to]);
            score.add(Part::Aura, self.profile.weight(Part::Aura) * aura);
        }
        if let Some(company) = sums.company {
            let alone = company.outnumbered(sums.near[i]);
            score.add(Part::Cohesion, -self.profile.weight(Part::Cohesion) * alone);
        }
        self.count_slip(&mut score, mover.lead, to);
        score
    }
}

/// What is the same for all places of a mover.
#[derive(Default)]
struct Sums<'m> {
    worth: f64,
    /// Some friend helps others by being near.
    helped: bool,
    company: Option<&'m Company>,
    /// Points of friends and of enemies near each of the places.
    near: &'m [[f64; 2]],
}

/// A place by its order: best first, ties to the least way, then to reading order.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// The score, less is better.
    loss: i64,
    far: u32,
    to: Space,
    /// Among the places of the mover.
    index: u32,
}

/// What an enemy means for all places of a class.
#[derive(Copy, Clone)]
struct Tolled {
    /// What it does to the figure.
    hit: Hit,
    /// The best that can be done to it when it comes.
    awaited: Best,
}
