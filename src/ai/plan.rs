//! Where to go: every place a figure can get to, with the best attack from there, as a sum of
//! terms.

use super::goals::{Goals, soon};
use super::profile::Profile;
use super::table::{Chance, Man, Memory, Table, rank};
use super::terms::{Part, Score};
use super::threat::{Threats, When, reach_of, repeated, times};
use crate::battle::{Fig, How, Menace, Mode, Range, Stand, Target};
use crate::board::{Look, Sight, Space, Spaces};
use smallvec::SmallVec;
use std::sync::Arc;

/// How many of a figure's best places are looked at again with exact sight.
const CONFIRMED: usize = 6;

/// What an opponent of this level looks at.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Depth {
    /// What enemies can do is seen.
    pub threats: bool,
    /// Attacks already planned are carried along.
    pub chaining: bool,
    /// Places are confirmed with exact sight.
    pub exact: bool,
}

/// Everything needed to weigh a place.
pub(super) struct Judge<'a> {
    pub table: Table<'a>,
    pub threats: Threats,
    pub goals: Goals,
    pub profile: &'a Profile,
    pub depth: Depth,
    stance: Stance,
    /// Path cost to each enemy, index = figure, for figures of one space.
    fields: Vec<Option<Arc<Vec<u32>>>>,
    /// The spaces of those who stand in the way of a side's sight, for enemy sides.
    blockers: Vec<Option<Spaces>>,
    /// Points that still can be had from each figure: chance that it is left.
    left: Vec<f64>,
}

/// A figure or group that can move, with where it can go.
pub(super) struct Mover {
    /// Who moves.
    pub lead: Fig,
    /// Everyone who goes along, the lead first.
    pub members: SmallVec<[Fig; 4]>,
    /// Spaces it may move to.
    pub ends: Vec<Space>,
    /// How far it goes.
    pub pace: u32,
}

/// The best attack found from a place.
#[derive(Copy, Clone, Debug)]
pub(super) struct Aim {
    pub at: Fig,
    pub how: How,
    pub kill: f64,
    pub deny: f64,
    pub wound: f64,
    pub back: f64,
    pub hazard: f64,
    pub gone: f64,
    pub total: f64,
}

/// What threatens a group at a place.
#[derive(Default)]
struct Peril {
    /// Points expected to be lost before it acts again.
    loss: f64,
    /// Points expected to be lost after that.
    later: f64,
    /// The chance that it has lost somebody before its own shots, before its own blows are due.
    struck: [f64; 2],
    /// Enemies that may come to attack it, and how likely each does.
    coming: SmallVec<[(Fig, f64); 8]>,
}

/// How the score and the time left change what counts.
#[derive(Copy, Clone, Debug)]
struct Stance {
    loss: f64,
    tempo: f64,
}

impl Stance {
    /// Who is ahead can wait; who is not must go, the later the more.
    fn of(table: &Table) -> Self {
        let team = table.game.team(table.side);
        let (mut own, mut best) = (0, 0);
        for side in table.game.all_sides() {
            let score = table.game.scores()[side.index()];
            if table.game.team(side) == team {
                own += score;
            } else {
                best = best.max(score);
            }
        }
        let late = table.late;
        if own > best {
            Self {
                loss: 1.0 + 0.3 * late,
                tempo: 1.0 + late,
            }
        } else {
            Self {
                loss: 1.0 - 0.4 * late,
                tempo: (1.0 + late) * (1.0 + 2.0 * late),
            }
        }
    }
}

impl Aim {
    /// Adds its parts to a score.
    pub(super) fn count(&self, profile: &Profile, score: &mut Score) {
        for (part, points) in [
            (Part::Kill, self.kill),
            (Part::Deny, self.deny),
            (Part::Wound, self.wound),
            (Part::Return, self.back),
            (Part::Hazard, self.hazard),
        ] {
            score.add(part, profile.weight(part) * points);
        }
    }
}

impl<'a> Judge<'a> {
    /// Reads what is needed for a decision; what enemies can do in the next round only where
    /// somebody may move (`moving`).
    pub(super) fn new(
        table: Table<'a>,
        profile: &'a Profile,
        depth: Depth,
        moving: bool,
        memory: &mut Memory,
    ) -> Self {
        let later =
            moving && depth.threats && profile.weight(Part::Later) > 0.0 && table.rounds_left > 0;
        let threats = Threats::read(&table, memory, later);
        let goals = Goals::read(&table, memory);
        let mut fields = vec![None; table.men.len()];
        for foe in &table.foes {
            fields[foe.index()] = Some(memory.field(table.board, table.man(*foe).at, 1));
        }
        let left = vec![1.0; table.men.len()];
        let team = table.game.team(table.side);
        let blockers = table
            .game
            .all_sides()
            .map(|side| {
                (depth.exact && table.game.team(side) != team).then(|| table.game.blockers(side))
            })
            .collect();
        let stance = Stance::of(&table);
        Self {
            stance,
            table,
            threats,
            goals,
            profile,
            depth,
            fields,
            blockers,
            left,
        }
    }

    fn worth(&self, foe: Fig) -> f64 {
        self.table.man(foe).worth + self.goals.bounty[foe.index()]
    }

    /// Counts the attacks of friends who will not move any more, best first, so that nobody
    /// else plans on what they probably destroy.
    pub(super) fn settle(&mut self, memory: &mut Memory, movers: &[Mover]) {
        if !self.depth.chaining {
            return;
        }
        let mut waiting: Vec<Fig> = self
            .table
            .friends
            .iter()
            .copied()
            .filter(|f| !movers.iter().any(|m| m.members.contains(f)))
            .filter(|f| !self.table.man(*f).modes.is_empty())
            .collect();
        while !waiting.is_empty() {
            let mut best: Option<(usize, Aim)> = None;
            for (i, who) in waiting.iter().enumerate() {
                let man = self.table.man(*who);
                let (at, spaces) = (man.at, man.spaces.clone());
                if let Some(aim) =
                    self.aim(memory, *who, at, &spaces, false, true, &Peril::default())
                    && best.is_none_or(|(_, old)| aim.total > old.total)
                {
                    best = Some((i, aim));
                }
            }
            let Some((i, aim)) = best else { break };
            waiting.swap_remove(i);
            waiting.sort_unstable();
            self.left[aim.at.index()] *= 1.0 - aim.gone;
            self.threats.planned(aim.at, aim.how, aim.gone);
        }
    }

    /// How likely an enemy that may still move can be attacked from here when it is time.
    fn caught(&self, foe: Fig, spaces: &[Space], mode: &Mode) -> f64 {
        let Some(threat) = self.threats.of(foe) else {
            return 1.0;
        };
        if threat.menace != Menace::Moving || mode.how == How::Attack {
            return 1.0;
        }
        let gap = f64::from(self.table.man(foe).gap(spaces));
        let range = f64::from(reach_of(mode));
        let pace = f64::from(threat.pace.max(1));
        if mode.range == Range::Touch {
            if gap <= 1.0 { 0.6 } else { 0.0 }
        } else {
            // From 0.4 at the limit of range up to 0.9 where it cannot get out.
            let inside = (range - gap) / pace;
            0.4 + 0.5 * if inside > 1.0 { 1.0 } else { inside }
        }
    }

    /// The best attack of a figure from a place, given what threatens it there.
    #[allow(clippy::too_many_arguments)]
    fn aim(
        &self,
        memory: &mut Memory,
        who: Fig,
        anchor: Space,
        spaces: &[Space],
        moving: bool,
        exact: bool,
        peril: &Peril,
    ) -> Option<Aim> {
        let table = &self.table;
        let man = table.man(who);
        let struck = peril.struck;
        let mut best: Option<Aim> = None;
        self.awaiting(memory, who, peril, &mut best);
        if exact {
            let stand = Stand {
                at: anchor,
                facing: if moving { None } else { Some(man.facing) },
                aloft: man.aloft && !moving,
            };
            table.game.strikes(who, stand, &mut |how, at, sight| {
                if let Target::Figure(foe) = at
                    && let Some(mode) = man.modes.iter().find(|m| m.how == how)
                    && !table.man(foe).friend
                {
                    self.offer(
                        memory, who, foe, mode, sight, spaces, moving, struck, &mut best,
                    );
                }
                true
            });
            return best;
        }
        for mode in &man.modes {
            for foe in &table.foes {
                let target = table.man(*foe);
                let gap = target.gap(spaces);
                if gap > reach_of(mode) || (mode.range == Range::Touch && target.aloft) {
                    continue;
                }
                if let Some(sight) = table.sees(mode, spaces, &target.spaces, gap, None) {
                    self.offer(
                        memory, who, *foe, mode, sight, spaces, moving, struck, &mut best,
                    );
                }
            }
        }
        best
    }

    /// What a figure may do to those who come to attack it, before they do.
    fn awaiting(&self, memory: &mut Memory, who: Fig, peril: &Peril, best: &mut Option<Aim>) {
        if !self.threats.first || !self.depth.chaining {
            return;
        }
        for (foe, coming) in &peril.coming {
            for mode in &self.table.man(who).modes {
                if mode.how == How::Attack || self.table.man(*foe).aloft {
                    continue;
                }
                let chance = self.table.chance(memory, who, *foe, mode.how, Sight::Clear);
                let aim = self.value(who, *foe, mode.how, &chance, 1, 0.7 * coming);
                if best.is_none_or(|old| aim.total > old.total) {
                    *best = Some(aim);
                }
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn offer(
        &self,
        memory: &mut Memory,
        who: Fig,
        foe: Fig,
        mode: &Mode,
        sight: Sight,
        spaces: &[Space],
        moving: bool,
        struck: [f64; 2],
        best: &mut Option<Aim>,
    ) {
        let table = &self.table;
        let chance = table.chance(memory, who, foe, mode.how, sight);
        let times = times(mode, moving);
        if times == 0 {
            return;
        }
        let caught = self.caught(foe, spaces, mode);
        let there = 1.0 - struck[usize::from(rank(mode.how))];
        let aim = self.value(who, foe, mode.how, &chance, times, caught * there);
        if best.is_none_or(|old| aim.total > old.total) {
            *best = Some(aim);
        }
    }

    /// What an attack is worth, if it comes about with this chance.
    pub(super) fn value(
        &self,
        who: Fig,
        foe: Fig,
        how: How,
        chance: &Chance,
        times: u8,
        likely: f64,
    ) -> Aim {
        let table = &self.table;
        let worth = table.man(foe).worth;
        let bounty = self.goals.bounty[foe.index()];
        let left = self.left[foe.index()];
        let harm = chance.harm();
        let all = repeated(harm, times);
        let defeat = if harm > 0.0 {
            all * (chance.defeat / harm)
        } else {
            0.0
        };
        let mut kill = worth * left * defeat * likely;
        if chance.again > 0 {
            let spaces = &table.man(foe).spaces;
            let others = table
                .foes
                .iter()
                .filter(|f| **f != foe)
                .filter(|f| table.man(**f).gap(spaces) <= chance.within.max(1))
                .take(usize::from(chance.again))
                .map(|f| self.worth(*f) * self.left[f.index()])
                .sum::<f64>();
            kill += others * chance.hit * chance.defeat * 0.8 * likely;
        }
        let deny = bounty * left * defeat * likely;
        let wound = (worth + bounty) * left * (all - defeat) * likely;
        let gone = all * likely;
        let back = match self.threats.of(foe) {
            Some(threat) if self.depth.threats => {
                let ahead = if table.rounds_left > 0 { 1.0 } else { 0.0 };
                gone * left * threat.damage * (0.5 + 0.5 * ahead)
            }
            _ => 0.0,
        };
        let own = table.man(who).worth;
        let hazard = -likely * (chance.lost * own + chance.flee * own * 0.25);
        let weigh = |part| self.profile.weight(part);
        let total = kill * weigh(Part::Kill)
            + deny * weigh(Part::Deny)
            + wound * weigh(Part::Wound)
            + back * weigh(Part::Return)
            + hazard * weigh(Part::Hazard);
        Aim {
            at: foe,
            how,
            kill,
            deny,
            wound,
            back,
            hazard,
            gone,
            total,
        }
    }

    /// What it is worth for a group to be at a place. `moving`: it would move there now.
    pub(super) fn place(
        &self,
        memory: &mut Memory,
        mover: &Mover,
        anchor: Space,
        moving: bool,
        exact: bool,
    ) -> Score {
        let table = &self.table;
        let profile = self.profile;
        let mut score = Score::default();
        let lead = table.man(mover.lead);
        let spaces = table.spaces_at(lead, anchor);
        let mut peril = Peril::default();
        if self.depth.threats {
            peril = self.peril(memory, mover, &spaces, exact);
            let loss = self.stance.loss * peril.loss;
            score.add(Part::Loss, -profile.weight(Part::Loss) * loss);
            score.add(Part::Later, -profile.weight(Part::Later) * peril.later);
        }
        let mut tempo = 0.0;
        for who in &mover.members {
            if let Some(aim) = self.aim(memory, *who, anchor, &spaces, moving, exact, &peril) {
                aim.count(profile, &mut score);
            }
            tempo += self.tempo(memory, *who, anchor, &spaces, mover.pace);
            if !self.goals.objects.is_empty() {
                let siege = self.goals.siege(table, *who, anchor, &spaces);
                score.add(Part::Objective, profile.weight(Part::Objective) * siege);
            }
        }
        score.add(
            Part::Tempo,
            profile.weight(Part::Tempo) * self.stance.tempo * tempo,
        );
        if self.goals.any {
            let pull = self.goals.at(table, mover.lead, anchor, mover.pace);
            score.add(Part::Objective, profile.weight(Part::Objective) * pull);
        }
        if profile.weight(Part::Aura) > 0.0 {
            score.add(
                Part::Aura,
                profile.weight(Part::Aura) * self.aura(mover, &spaces),
            );
        }
        if profile.weight(Part::Cohesion) > 0.0 {
            let alone = self.alone(mover, anchor);
            score.add(Part::Cohesion, -profile.weight(Part::Cohesion) * alone);
        }
        if exact && self.depth.threats && profile.weight(Part::Screen) > 0.0 {
            let screen = self.screen(memory, mover, &spaces);
            score.add(Part::Screen, profile.weight(Part::Screen) * screen);
        }
        score
    }

    /// What threatens a group at a place. Each enemy attacks one figure: what it does is shared
    /// over all it could attack, in the group and elsewhere.
    fn peril(&self, memory: &mut Memory, mover: &Mover, spaces: &[Space], exact: bool) -> Peril {
        let table = &self.table;
        let mut peril = Peril::default();
        let mut safe: SmallVec<[[f64; 2]; 4]> = SmallVec::from_elem([1.0; 2], mover.members.len());
        let mut unstruck = [1.0; 2];
        let mut harms: SmallVec<[(f64, u8); 4]> = SmallVec::new();
        for threat in &self.threats.all {
            for when in [When::Now, When::Next] {
                let never = match when {
                    When::Now => threat.menace == Menace::None,
                    When::Next => threat.menace == Menace::Moving || table.rounds_left == 0,
                };
                if never {
                    continue;
                }
                harms.clear();
                let mut all = threat.elsewhere(when, &mover.members);
                for who in &mover.members {
                    let (harm, rank) = threat.harm(table, memory, *who, spaces, when);
                    let prize = table.man(*who).worth * harm;
                    all += prize * prize;
                    harms.push((harm, rank));
                }
                if harms.iter().all(|(harm, _)| *harm == 0.0) {
                    continue;
                }
                let standing = threat.menace == Menace::Standing;
                let shot = harms.iter().any(|(harm, rank)| *harm > 0.0 && *rank == 0);
                let shown = !(exact && standing && when == When::Now && shot)
                    || self.shown(threat.foe, spaces);
                if !shown {
                    continue;
                }
                let met = if when == When::Now && threat.menace == Menace::Moving {
                    self.met(memory, mover, threat.foe)
                } else {
                    [0.0; 2]
                };
                let mut coming = 0.0;
                for ((who, (harm, rank)), safe) in
                    mover.members.iter().zip(&harms).zip(safe.iter_mut())
                {
                    if *harm == 0.0 {
                        continue;
                    }
                    let prize = table.man(*who).worth * harm;
                    let share = prize * prize / all;
                    let p = share * harm * (1.0 - met[usize::from(*rank)]);
                    safe[when as usize] *= 1.0 - p;
                    coming += share;
                    if standing && when == When::Now && !self.threats.first {
                        if *rank == 0 {
                            unstruck[0] *= 1.0 - p;
                        }
                        unstruck[1] *= 1.0 - p;
                    }
                }
                if when == When::Now && threat.menace == Menace::Moving && coming > 0.0 {
                    peril.coming.push((threat.foe, coming));
                }
            }
        }
        for (who, [now, next]) in mover.members.iter().zip(&safe) {
            let worth = table.man(*who).worth;
            peril.loss += worth * (1.0 - now);
            peril.later += worth * now * (1.0 - next);
        }
        peril.struck = [1.0 - unstruck[0], 1.0 - unstruck[1]];
        peril
    }

    /// The chance that a group destroys an enemy that comes to attack it, before its shots and
    /// before its blows are due: who has moved first comes first in every step.
    fn met(&self, memory: &mut Memory, mover: &Mover, foe: Fig) -> [f64; 2] {
        let table = &self.table;
        let mut met = [0.0; 2];
        if !self.threats.first || !self.depth.chaining {
            return met;
        }
        for who in &mover.members {
            for mode in &table.man(*who).modes {
                if mode.how == How::Attack {
                    continue;
                }
                let harm = table
                    .chance(memory, *who, foe, mode.how, Sight::Clear)
                    .harm();
                // The attack may be wanted elsewhere, or the enemy may come where it is not seen.
                let p = harm * 0.6;
                if rank(mode.how) == 0 && p > met[0] {
                    met[0] = p;
                }
                if p > met[1] {
                    met[1] = p;
                }
            }
        }
        met
    }

    /// Whether nobody stands in the way of an enemy's shot at these spaces.
    fn shown(&self, foe: Fig, spaces: &[Space]) -> bool {
        let table = &self.table;
        let look = Look {
            from: &table.man(foe).spaces,
            to: spaces,
            eyes: (1, 1),
            figures: self.blockers[table.game.side(foe).index()].as_ref(),
        };
        table
            .board
            .look(&look, |_, _| true)
            .is_some_and(|seen| seen.sight != Sight::Blocked)
    }

    /// The best attack to come, the sooner the better.
    fn tempo(
        &self,
        memory: &mut Memory,
        who: Fig,
        anchor: Space,
        spaces: &[Space],
        pace: u32,
    ) -> f64 {
        let table = &self.table;
        let man = table.man(who);
        let pace = f64::from(pace.max(1));
        let mut best = 0.0;
        for foe in &table.foes {
            let Some(field) = &self.fields[foe.index()] else {
                continue;
            };
            let target = table.man(*foe);
            let path = field[anchor.index()];
            let gap = target.gap(spaces);
            for mode in &man.fresh {
                if mode.range == Range::Touch && target.aloft {
                    continue;
                }
                let reach = reach_of(mode);
                let chance = table.chance(memory, who, *foe, mode.how, Sight::Clear);
                let gain = self.worth(*foe) * chance.harm() * self.left[foe.index()];
                // It cannot be sooner than straight ahead.
                if gain * soon(f64::from(gap.saturating_sub(reach)) / pace) <= best {
                    continue;
                }
                let seen = mode.range == Range::Touch
                    || !mode.sight
                    || spaces.iter().any(|from| {
                        target
                            .spaces
                            .iter()
                            .any(|to| table.board.line(*from, *to) != Sight::Blocked)
                    });
                let way = if path == u32::MAX {
                    if mode.range == Range::Touch && !man.aloft {
                        continue;
                    }
                    gap
                } else if seen && mode.range != Range::Touch {
                    gap
                } else {
                    path
                };
                let mut turns = f64::from(way.saturating_sub(reach)) / pace;
                if !seen {
                    turns += 0.5;
                }
                if turns > f64::from(table.rounds_left) + 0.999 {
                    turns *= 2.0;
                }
                let value = gain * soon(turns);
                if value > best {
                    best = value;
                }
            }
        }
        best
    }

    /// What helping, and being helped, is worth at a place.
    fn aura(&self, mover: &Mover, spaces: &[Space]) -> f64 {
        let table = &self.table;
        let mut sum = 0.0;
        for friend in &table.friends {
            if mover.members.contains(friend) {
                continue;
            }
            let other = table.man(*friend);
            let helps = other.aura > 0 || mover.members.iter().any(|who| table.man(*who).aura > 0);
            if !other.own || !helps {
                continue;
            }
            let gap = other.gap(spaces);
            for who in &mover.members {
                let man = table.man(*who);
                let armed = |man: &Man| !man.fresh.is_empty();
                if man.aura > 0 && gap <= man.aura && armed(other) {
                    sum += 0.15;
                }
                if other.aura > 0 && gap <= other.aura && armed(man) {
                    sum += 0.15;
                }
            }
        }
        sum
    }

    /// What being among enemies rather than friends costs, where there is danger at all.
    fn alone(&self, mover: &Mover, anchor: Space) -> f64 {
        let table = &self.table;
        let reach = 2 * mover.pace.clamp(3, 6);
        let near = |list: &[Fig]| -> f64 {
            list.iter()
                .filter(|f| !mover.members.contains(f))
                .map(|f| table.man(*f))
                .filter(|man| man.gap(&[anchor]) <= reach)
                .map(|man| man.worth)
                .sum()
        };
        let own: f64 = mover.members.iter().map(|f| table.man(*f).worth).sum();
        let friends = near(&table.friends) + own;
        let foes = near(&table.foes);
        if foes <= friends {
            return 0.0;
        }
        own * (foes - friends) / (foes + friends)
    }

    /// What standing in the way of attacks on friends is worth.
    fn screen(&self, memory: &mut Memory, mover: &Mover, spaces: &[Space]) -> f64 {
        let table = &self.table;
        let own: f64 = mover.members.iter().map(|f| table.man(*f).worth).sum();
        let mut here = Spaces::new(table.board.len());
        spaces.iter().for_each(|s| {
            here.insert(*s);
        });
        let mut sum = 0.0;
        for threat in &self.threats.all {
            if threat.menace != Menace::Standing {
                continue;
            }
            let foe = table.man(threat.foe);
            for friend in &table.friends {
                let man = table.man(*friend);
                if man.worth <= own || mover.members.contains(friend) {
                    continue;
                }
                let (a, b) = (foe.at, man.at);
                let through = spaces.iter().any(|s| {
                    table.grid.distance(a, *s) + table.grid.distance(*s, b)
                        == table.grid.distance(a, b)
                });
                if !through {
                    continue;
                }
                let (harm, rank) = threat.harm(table, memory, *friend, &man.spaces, When::Now);
                if harm == 0.0 || rank != 0 {
                    continue;
                }
                let look = Look {
                    from: &foe.spaces,
                    to: &man.spaces,
                    eyes: (1, 1),
                    figures: Some(&here),
                };
                let hidden = table
                    .board
                    .look(&look, |_, _| true)
                    .is_none_or(|seen| seen.sight == Sight::Blocked);
                if hidden {
                    let share = threat.share(table, harm, *friend);
                    sum += (man.worth - own) * harm * share * 0.5;
                }
            }
        }
        sum
    }

    /// What calling a friend to a figure's side is worth: the dearest that is far from all
    /// enemies comes nearer to them.
    pub(super) fn calling(&self, who: Fig) -> f64 {
        let table = &self.table;
        if table.rounds_left == 0 {
            return 0.0;
        }
        let away = |at: Space| -> u32 {
            let gaps = table
                .foes
                .iter()
                .map(|f| table.grid.distance(at, table.man(*f).at));
            gaps.min().unwrap_or(0)
        };
        let here = away(table.man(who).at);
        let mut best = 0.0;
        for friend in &table.friends {
            let man = table.man(*friend);
            let there = away(man.at);
            if *friend == who || there <= here + 6 {
                continue;
            }
            let gain = 0.3 * man.worth * self.profile.weight(Part::Tempo);
            if gain > best {
                best = gain;
            }
        }
        best
    }

    /// What taking a guard saves.
    pub(super) fn guarded(&self, memory: &mut Memory, who: Fig) -> f64 {
        let table = &self.table;
        let man = table.man(who);
        let mover = Mover {
            lead: who,
            members: SmallVec::from_slice(&[who]),
            ends: Vec::new(),
            pace: 0,
        };
        let peril = self.peril(memory, &mover, &man.spaces, false);
        // A guard turns about half of what would hit.
        0.5 * (peril.loss * self.profile.weight(Part::Loss)
            + peril.later * self.profile.weight(Part::Later))
    }

    /// What it is worth for a figure on foot to get on an own mount at a space; none where it
    /// is of no use.
    pub(super) fn board(&self, memory: &mut Memory, mover: &Mover, mount: Fig) -> Option<Score> {
        let table = &self.table;
        let man = table.man(mount);
        if !man.own || man.moves || !man.modes.is_empty() || mover.members.len() > 1 {
            return None;
        }
        let mut score = self.place(memory, mover, man.at, true, false);
        let mobile = 0.4 * (man.worth + table.man(mover.lead).worth);
        score.add(Part::Tempo, self.profile.weight(Part::Tempo) * mobile);
        Some(score)
    }
}

/// A place that has been weighed.
#[derive(Copy, Clone, Debug)]
pub(super) struct Place {
    pub to: Space,
    pub score: Score,
    pub far: u32,
}

impl Place {
    /// Best first; ties to the least way, then to reading order.
    fn order(a: &Place, b: &Place) -> std::cmp::Ordering {
        (-a.score.total(), a.far, a.to).cmp(&(-b.score.total(), b.far, b.to))
    }
}

/// What a group would best do.
pub(super) struct Plan {
    /// Index of the mover.
    pub mover: usize,
    /// The best places, best first.
    pub places: Vec<Place>,
    /// Staying as it is.
    pub stay: Score,
}

impl Plan {
    /// What going is worth more than staying.
    pub(super) fn gain(&self) -> i64 {
        self.places
            .first()
            .map_or(0, |best| best.score.total() - self.stay.total())
    }
}

impl Judge<'_> {
    /// The mount at a space that a mover would get on.
    fn mount_at(&self, mover: &Mover, to: Space) -> Option<Fig> {
        self.table
            .friends
            .iter()
            .copied()
            .find(|f| !mover.members.contains(f) && self.table.man(*f).spaces.contains(&to))
            .map(|mount| self.table.man(mount).lead)
    }

    /// The places of a mover worth going to, best first; ties to the least way, then to reading
    /// order. A rough look: others standing in the way of sight are not seen.
    pub(super) fn plan(&self, memory: &mut Memory, index: usize, mover: &Mover) -> Plan {
        let at = self.table.man(mover.lead).at;
        let mut places: Vec<Place> = Vec::with_capacity(mover.ends.len());
        for to in &mover.ends {
            let score = match self.mount_at(mover, *to) {
                Some(mount) => match self.board(memory, mover, mount) {
                    Some(score) => score,
                    None => continue,
                },
                None => self.place(memory, mover, *to, true, false),
            };
            let far = self.table.grid.distance(at, *to);
            places.push(Place {
                to: *to,
                score,
                far,
            });
        }
        if places.len() > CONFIRMED {
            places.select_nth_unstable_by(CONFIRMED - 1, Place::order);
            places.truncate(CONFIRMED);
        }
        places.sort_unstable_by(Place::order);
        let stay = self.place(memory, mover, at, false, false);
        Plan {
            mover: index,
            places,
            stay,
        }
    }

    /// What going to one place is worth more than staying; none where it is of no use.
    pub(super) fn one(&self, memory: &mut Memory, mover: &Mover, to: Space) -> Option<Score> {
        let exact = self.depth.exact;
        let score = match self.mount_at(mover, to) {
            Some(mount) => self.board(memory, mover, mount)?,
            None => self.place(memory, mover, to, true, exact),
        };
        let at = self.table.man(mover.lead).at;
        Some(score.minus(&self.place(memory, mover, at, false, exact)))
    }

    /// Looks again at the best places of a plan, with exact sight.
    pub(super) fn confirm(&self, memory: &mut Memory, mover: &Mover, plan: &mut Plan) {
        let at = self.table.man(mover.lead).at;
        for place in &mut plan.places {
            if self.mount_at(mover, place.to).is_none() {
                place.score = self.place(memory, mover, place.to, true, true);
            }
        }
        plan.places.sort_unstable_by(Place::order);
        plan.stay = self.place(memory, mover, at, false, true);
    }
}
