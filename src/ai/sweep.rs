//! Many places of one figure at once: the same terms as [`Judge::place`] at a rough look, with
//! everything that does not depend on the place worked out once.
//!
//! For what an enemy can do, places fall into a few classes: in reach of this or that way of
//! attacking, in cover or not. What it costs is asked once a class.

use super::aim::{Aim, there};
use super::goals::soon;
use super::judge::{Judge, Way};
use super::memory::Memory;
use super::mover::Mover;
use super::peril::Hit;
use super::plan::Place;
use super::position::Company;
use super::table::Man;
use super::terms::{Part, Score, Tally, Total};
use super::threat::{Threat, When, reach_of};
use super::zone::Class;
use crate::battle::{Fig, Menace, Mode, Range};
use crate::board::{Lines, Sight, Space, Spaces};
use smallvec::SmallVec;

/// Columns with an entry for each place, kept for reuse.
#[derive(Default)]
pub(super) struct Sweep {
    /// The chance to be alive before it acts again, and after that if it was until then.
    safe: [Vec<f64>; 2],
    /// The chance to be alive when shots, when blows are due.
    unstruck: [Vec<f64>; 2],
    /// The best attack.
    best: Vec<Best>,
    /// The attacks that entries of `best` mean.
    aims: Vec<Aim>,
    /// The best attack to come.
    tempo: Vec<f64>,
    /// The places in order.
    ranks: Vec<Rank>,
    /// Turns until an attack turned into shares of it.
    paces: Vec<Pace>,
    /// What one enemy does at each place, as a number among all that it does.
    tolls: Vec<u16>,
    /// The same number by class; [`Sweep::UNKNOWN`] until a place of the class comes.
    by_class: Vec<u16>,
    /// All that one enemy does at some place, nothing first.
    known: Vec<Tolled>,
    /// Attacks to come.
    hopes: Vec<Hope>,
}

impl Sweep {
    const UNKNOWN: u16 = u16::MAX;
    /// Few enemies have more classes.
    const CLASSES: usize = 16;
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

/// What an attack to come is worth by the way to go, as a share: seen and unseen.
struct Pace {
    pace: u32,
    reach: u32,
    rounds_left: u16,
    shares: Box<[f64; Pace::LONGEST as usize + 1]>,
}

impl Pace {
    /// Longer ways are as good as this one.
    const LONGEST: u32 = 255;

    fn new(pace: u32, reach: u32, rounds_left: u16) -> Self {
        let share = |way| soon(turns(way as u32, reach, pace, rounds_left));
        let shares = Box::new(std::array::from_fn(share));
        Self {
            pace,
            reach,
            rounds_left,
            shares,
        }
    }
    #[inline]
    fn share(&self, way: u32) -> f64 {
        self.shares[way.min(Self::LONGEST) as usize]
    }
}

/// In how many turns an attack can come about at the end of a way; what comes too late counts as
/// later still.
pub(super) fn turns(way: u32, reach: u32, pace: u32, rounds_left: u16) -> f64 {
    let mut turns = f64::from(way.saturating_sub(reach)) / f64::from(pace.max(1));
    if turns > f64::from(rounds_left) + 0.999 {
        turns *= 2.0;
    }
    turns
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
            self.read_columns(memory, &mut sweep, mover, way);
        }
        let sums = self.sums(mover);
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
        places
    }

    fn read_columns(&self, memory: &mut Memory, sweep: &mut Sweep, mover: &Mover, way: Way) {
        let ends = &mover.ends[..];
        for column in sweep.safe.iter_mut().chain(&mut sweep.unstruck) {
            column.clear();
            column.resize(ends.len(), 1.0);
        }
        sweep.best.clear();
        sweep.best.resize(ends.len(), Best::NONE);
        sweep.aims.clear();
        sweep.tempo.clear();
        sweep.tempo.resize(ends.len(), 0.0);
        sweep.tolls.resize(ends.len(), 0);
        sweep.by_class.resize(Sweep::CLASSES, Sweep::UNKNOWN);
        let places = Spaces::of(self.table.board.len(), ends.iter().copied());
        if self.depth.threats {
            self.sweep_peril(memory, sweep, mover, &places);
        }
        self.sweep_aims(memory, sweep, mover, &places, way);
        if self.hastes() {
            self.sweep_tempo(memory, sweep, mover, ends);
        }
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

    fn sweep_peril(&self, memory: &mut Memory, sweep: &mut Sweep, mover: &Mover, places: &Spaces) {
        for threat in &self.threats.all {
            for when in [When::Now, When::Next] {
                if self.idle(threat, when) || !threat.comes_near(&self.table, mover, places, when) {
                    continue;
                }
                let mut stood = memory.stood(threat.foe);
                let classes = threat.classes(&self.table, &mut stood, &mover.ends, when);
                self.sweep_threat(memory, sweep, mover, (threat, when), classes);
                memory.keep_stood(threat.foe, stood);
            }
        }
    }

    /// What one enemy does at all places, given the class of each space.
    fn sweep_threat(
        &self,
        memory: &mut Memory,
        sweep: &mut Sweep,
        mover: &Mover,
        (threat, when): (&Threat, When),
        classes: &[Class],
    ) {
        self.toll_places(memory, sweep, mover, (threat, when), classes);
        let (known, tolls) = (&sweep.known[..], &sweep.tolls[..]);
        if known.len() == 1 {
            return;
        }
        let safe = &mut sweep.safe[when as usize][..];
        let spared: SmallVec<[f64; 12]> = known.iter().map(|k| 1.0 - k.hit.left(0.0)).collect();
        let spared = &spared[..];
        if known.iter().any(|k| k.hit.can_be_deterred()) {
            let hits: SmallVec<[Hit; 12]> = known.iter().map(|k| k.hit).collect();
            let (hits, backing) = (&hits[..], self.backed(mover));
            for ((safe, toll), backing) in safe.iter_mut().zip(tolls).zip(backing) {
                *safe *= 1.0 - hits[usize::from(*toll)].left(*backing);
            }
        } else {
            for (safe, toll) in safe.iter_mut().zip(tolls) {
                *safe *= spared[usize::from(*toll)];
            }
        }
        if threat.menace == Menace::Standing && when == When::Now && !self.threats.first {
            // From where it stands it is not struck back at, so nothing deters it.
            let [shots, blows] = &mut sweep.unstruck;
            for ((shots, blows), toll) in shots.iter_mut().zip(blows).zip(tolls) {
                let toll = usize::from(*toll);
                if known[toll].hit.rank == 0 {
                    *shots *= spared[toll];
                }
                *blows *= spared[toll];
            }
        }
        if known.iter().any(|k| k.awaited.aim != Best::NONE.aim) {
            for (best, toll) in sweep.best.iter_mut().zip(tolls) {
                let awaited = &known[usize::from(*toll)].awaited;
                if awaited.total > best.total {
                    *best = *awaited;
                }
            }
        }
    }

    /// Finds all that one enemy does at some place, for `sweep.known`, and which of these it does
    /// at each, for `sweep.tolls`.
    fn toll_places(
        &self,
        memory: &mut Memory,
        sweep: &mut Sweep,
        mover: &Mover,
        (threat, when): (&Threat, When),
        classes: &[Class],
    ) {
        let all = &mut sweep.known;
        all.clear();
        all.push(Tolled::NONE);
        let mut against = None;
        let by_class = &mut sweep.by_class;
        by_class.fill(Sweep::UNKNOWN);
        by_class[0] = 0;
        for (to, toll) in mover.ends.iter().zip(&mut sweep.tolls) {
            let class = usize::from(classes[to.index()]);
            if let Some(known) = by_class.get(class)
                && *known != Sweep::UNKNOWN
            {
                *toll = *known;
                continue;
            }
            let against = against.get_or_insert_with(|| self.against(memory, mover, threat, when));
            let hit = self.hit(memory, mover.lead, threat, when, against, *to);
            let coming = hit.filter(|_| against.coming).map(|(_, share)| share);
            let hit = hit.map_or(Hit::NONE, |(hit, _)| hit);
            let awaited = self.awaited(memory, &mut sweep.aims, mover, threat.foe, coming);
            if class >= by_class.len() {
                by_class.resize(class + 1, Sweep::UNKNOWN);
            }
            (by_class[class], *toll) = (all.len() as u16, all.len() as u16);
            all.push(Tolled { hit, awaited });
        }
    }

    /// How surely friends strike back at each place of a mover.
    fn backed<'m>(&self, mover: &'m Mover) -> &'m [f64] {
        let at_each = || self.backing.at_each(&self.table, mover);
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
                let unstruck = sweep
                    .unstruck
                    .each_ref()
                    .map(|column| &column[..ends.len()]);
                for (i, to) in ends.iter().enumerate() {
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
                    let there = there(mode, unstruck.map(|column| column[i]));
                    let likely = catching.from(gap) * there;
                    let total = most * likely;
                    if total > sweep.best[i].total {
                        sweep.best[i] = Best { total, likely, aim };
                    }
                }
            }
        }
    }

    fn sweep_tempo(&self, memory: &mut Memory, sweep: &mut Sweep, mover: &Mover, ends: &[Space]) {
        let table = &self.table;
        let man = table.man(mover.lead);
        let mut hopes = std::mem::take(&mut sweep.hopes);
        hopes.clear();
        for mode in &man.fresh {
            let reach = reach_of(mode);
            let left = table.rounds_left;
            let same = |p: &Pace| (p.pace, p.reach, p.rounds_left) == (mover.pace, reach, left);
            let pace = sweep.paces.iter().position(same).unwrap_or_else(|| {
                if sweep.paces.len() >= 64 && hopes.is_empty() {
                    sweep.paces.clear();
                }
                sweep.paces.push(Pace::new(mover.pace, reach, left));
                sweep.paces.len() - 1
            });
            for foe in &table.foes {
                let target = table.man(*foe);
                if mode.range == Range::Touch && target.aloft {
                    continue;
                }
                let chance = table.chance(memory, mover.lead, *foe, mode.how, Sight::Clear);
                let gain = self.worth(*foe) * chance.harm() * self.left(*foe);
                // It cannot be sooner than straight ahead from the nearest place.
                // Ways may end up to two spaces off.
                let least = u32::from(target.far[man.at.index()]).saturating_sub(mover.pace + 2);
                let most = gain * sweep.paces[pace].share(least);
                hopes.push(Hope {
                    most,
                    gain,
                    foe: *foe,
                    mode: *mode,
                    pace,
                });
            }
        }
        hopes.sort_unstable_by(|a, b| b.most.total_cmp(&a.most));
        let mut floor = 0.0;
        for hope in &hopes {
            if hope.most <= floor {
                break;
            }
            floor = self.hope(memory, sweep, man, hope, ends);
        }
        sweep.hopes = hopes;
    }

    /// Counts one attack to come; the least there is now at any of the places.
    fn hope(
        &self,
        memory: &mut Memory,
        sweep: &mut Sweep,
        man: &Man,
        hope: &Hope,
        ends: &[Space],
    ) -> f64 {
        let table = &self.table;
        let target = table.man(hope.foe);
        let field = memory.stands(table.board, target, &hope.mode);
        let (field, far) = (&field[..], &target.far[..]);
        let pace = &sweep.paces[hope.pace];
        let straight = |to: Space| pace.share(u32::from(far[to.index()]));
        let gain = hope.gain;
        if man.aloft {
            return raise(&mut sweep.tempo, ends, |to| gain * straight(to));
        }
        if hope.mode.range == Range::Touch {
            return raise(&mut sweep.tempo, ends, |to| match field[to.index()] {
                u32::MAX => 0.0,
                path => gain * pace.share(path),
            });
        }
        raise(&mut sweep.tempo, ends, |to| match field[to.index()] {
            u32::MAX => gain * straight(to),
            // Who stands where the attack reaches has no way to go.
            path => gain * pace.share(path + pace.reach),
        })
    }

    /// What is the same for all places of a mover.
    fn sums<'m>(&self, mover: &'m Mover) -> Sums<'m> {
        let table = &self.table;
        let weight = |part| self.profile.weight(part);
        let aura = |friend: &Fig| table.man(*friend).aura > 0;
        let company = (weight(Part::Cohesion) > 0.0).then(|| self.company(mover));
        let company = company.filter(|company| !company.never_outnumbered(table));
        Sums {
            worth: table.man(mover.lead).worth,
            helped: weight(Part::Aura) > 0.0 && table.friends.iter().any(aura),
            company,
            near: company.map_or(&[], |company| company.each(table, &mover.ends)),
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
        let to = mover.ends[i];
        let mut score = T::default();
        if self.depth.threats {
            let [now, next] = [sweep.safe[0][i], sweep.safe[1][i]];
            let (loss, later) = (sums.worth * (1.0 - now), sums.worth * now * (1.0 - next));
            self.count_peril(&mut score, loss, later, way);
        }
        let best = sweep.best[i];
        if let Some(aim) = sweep.aims.get(best.aim) {
            aim.likely(best.likely).count(self.profile, &mut score);
        }
        self.count_tempo(&mut score, sweep.tempo[i]);
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

/// Raises what there is at each place to what it is worth there; the least there is then.
fn raise(all: &mut [f64], places: &[Space], worth: impl Fn(Space) -> f64) -> f64 {
    let mut least = f64::INFINITY;
    for (best, to) in all.iter_mut().zip(places) {
        let value = worth(*to);
        *best = if value > *best { value } else { *best };
        least = if *best < least { *best } else { least };
    }
    least
}

/// What is the same for all places of a mover.
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

/// An attack to come, and what it may be worth at most.
struct Hope {
    most: f64,
    gain: f64,
    foe: Fig,
    mode: Mode,
    pace: usize,
}

/// What an enemy means for all places of a class.
#[derive(Copy, Clone)]
struct Tolled {
    /// What it does to the figure.
    hit: Hit,
    /// The best that can be done to it when it comes.
    awaited: Best,
}

impl Tolled {
    /// It can do nothing there.
    const NONE: Tolled = Tolled {
        hit: Hit::NONE,
        awaited: Best::NONE,
    };
}
