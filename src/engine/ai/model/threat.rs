//! What the enemies can do before a figure acts again, and how they would share out their attacks.

use super::area::{everywhere, zones};
use super::cache::Cache;
use super::figure::{FigureInfo, rank, reach_of, repeated, sees};
use super::mover::Mover;
use super::places::Places;
use super::table::Table;
use super::zone::{Classed, Stood, Zone, Zones};
use crate::battle::{Fig, How, Menace, Mode, Range};
use crate::board::{Footprint, Sight, Space};
use crate::rules::Game;
use smallvec::SmallVec;
use std::sync::Arc;

/// Probability that a figure is among those that act, where only some do: in this turn, and early
/// in the next one.
const ACTING: [f64; 2] = [0.6, 0.4];

/// Where a side shares its actions: how many of its figures act on average, and the least
/// probability that a figure does.
const BUSY: f64 = 1.5;
const SELDOM: f64 = 0.1;

/// One enemy.
pub struct Threat {
    /// Who.
    pub foe: Fig,
    /// What it can still do this round.
    pub menace: Menace,
    /// How far it goes.
    pub pace: u32,
    now: Zones,
    next: Zones,
    /// The value of each figure that it could attack, now and next; and their sums.
    prizes: Vec<[Prize; 2]>,
    sums: [Prize; 2],
    /// Points that it is expected to destroy by attacks that are not looked at.
    other_damage: f64,
    /// Probability that it acts, where a side shares its actions.
    pub acting: f64,
    /// Points it is expected to destroy.
    pub damage: f64,
    /// Chance that it is still there when shots are due, when blows are due, and at the end.
    pub alive: [f64; 3],
    /// The same as all prizes were computed with it; `None`: not all with the same.
    alive_in_prizes: Option<[f64; 3]>,
}

/// Where an enemy could attack before somebody moved, and how far it went.
struct Before {
    zones: Zones,
    pace: u32,
}

/// The value of a figure as a target: the points that the best attack of an enemy destroys.
#[derive(Copy, Clone, Debug, Default)]
struct Prize {
    /// Squared: an enemy chooses its target in proportion to this.
    square: f64,
    /// The square, times the points that fall with all figures hit beside it.
    gain: f64,
}

/// All enemies.
pub struct Threats {
    /// In roster order.
    pub all: Vec<Threat>,
    /// Whether some enemy has yet to move: then the own side comes first in every step.
    pub own_side_first: bool,
}

/// When an attack comes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// Before the figure acts again.
    Now = 0,
    /// After that.
    Next = 1,
}

/// What an enemy's best attack does to a figure.
#[derive(Copy, Clone, Debug)]
pub struct Harm {
    /// The share of it that is destroyed.
    pub lost: f64,
    /// When in the round it comes.
    pub rank: u8,
    /// How many times that it destroys with all who go with it.
    pub spread: f64,
    /// How many attacks on others a success allows it, on average.
    pub follow: f64,
}

impl Harm {
    const NONE: Harm = Harm {
        lost: 0.0,
        rank: 0,
        spread: 1.0,
        follow: 0.0,
    };
}

impl Threat {
    /// Whether it attacks from where it stands then.
    fn stands(&self, when: When) -> bool {
        when == When::Now && self.menace == Menace::Standing
    }

    /// Where it can attack after a move.
    fn zones(&self, when: When) -> &[Zone] {
        match when {
            When::Now => &self.now.zones,
            When::Next => &self.next.zones,
        }
    }

    /// Whether it may be able to attack a figure on these spaces.
    #[inline]
    fn may_reach(&self, spaces: &[Space], when: When) -> bool {
        self.stands(when) || self.zones(when).iter().any(|zone| zone.meets(spaces))
    }

    /// What this enemy's best attack would do to a friend on these spaces.
    pub fn harm(
        &self,
        table: &Table,
        cache: &mut Cache,
        friend: Fig,
        spaces: &[Space],
        when: When,
    ) -> Harm {
        let mut best = Harm::NONE;
        let standing = self.stands(when);
        if !self.may_reach(spaces, when) {
            return best;
        }
        let zones = self.zones(when);
        let foe = table.figure(self.foe);
        let target = table.figure(friend);
        let gap = foe.gap(spaces);
        // An enemy that comes nearer stops as soon as it can attack.
        let near = match self.menace {
            Menace::Moving => gap.min(2).max(gap.saturating_sub(self.pace)),
            _ => gap,
        };
        let mut consider = |cache: &mut Cache, mode: &Mode, sight: Sight, times: u8| {
            let near = if times == mode.times { gap } else { near };
            let chance = if table.by_place && foe.on {
                table.chance_onto(cache, self.foe, friend, mode.how, spaces[0], sight)
            } else {
                table.chance_at(cache, self.foe, friend, mode.how, sight, near)
            };
            let harm = repeated(chance.harm(), times);
            let alive = match when {
                // Where each acts by itself, not all get to before the figure acts again.
                When::Now if mode.how.takes_action() => {
                    self.alive[0] * ACTING[usize::from(foe.modes.is_empty())] * self.acting
                }
                When::Now => self.alive[usize::from(rank(mode.how))],
                When::Next => self.alive[2] * 0.5,
            };
            if harm * alive > best.lost {
                let spread = if chance.more > 0.0 {
                    1.0 + chance.more / chance.harm()
                } else {
                    1.0
                };
                best = Harm {
                    lost: harm * alive,
                    rank: rank(mode.how),
                    spread,
                    follow: chance.following(),
                };
            }
        };
        if standing {
            for mode in self.standing(foe) {
                if mode.range == Range::Touch && (foe.aloft || target.aloft) {
                    continue;
                }
                if let Some(sight) = sees(table.board, mode, &foe.spaces, spaces, gap, foe.arc) {
                    consider(cache, mode, sight, mode.times);
                }
            }
            return best;
        }
        for zone in zones.iter().filter(|zone| zone.meets(spaces)) {
            let Zone { mode, times, .. } = zone;
            if mode.range == Range::Touch && target.aloft {
                continue;
            }
            let covered =
                (mode.sight || !foe.on) && spaces.iter().all(|s| table.board.terrain(*s).cover);
            let sight = if covered { Sight::Cover } else { Sight::Clear };
            // Only where a move costs an attack does it matter how far it has to come.
            let here = gap <= reach_of(mode);
            consider(cache, mode, sight, if here { mode.times } else { *times });
        }
        best
    }

    /// Whether it stands too far away from a mover to attack any of its places then.
    pub fn stands_too_far(&self, table: &Table, mover: &Mover, when: When) -> bool {
        let foe = table.figure(self.foe);
        let gap = || foe.gap(&table.figure(mover.lead).spaces);
        self.stands(when) && gap() > farthest(self.standing(foe)) + mover.pace
    }

    /// Fills `out` with the classes of some places for this enemy.
    pub fn classes(
        &self,
        table: &Table,
        cache: &mut Cache,
        places: &Places,
        when: When,
        out: &mut Classed,
    ) {
        let foe = table.figure(self.foe);
        let zones = match when {
            When::Now if self.menace == Menace::Standing => {
                let modes = self.standing(foe);
                let stood = cache.stood(self.foe);
                if stood.as_ref().is_none_or(|stood| !stood.holds(foe, modes)) {
                    *stood = None;
                }
                return stood
                    .get_or_insert_with(|| Stood::of(table.board, foe, modes))
                    .classes(table.board, foe, places, out);
            }
            When::Now => &self.now,
            When::Next => &self.next,
        };
        zones.classes(table.board, foe, places, out);
    }

    /// The attack modes of an enemy that does not move. If it has none left in this round, it may act
    /// first in the next.
    fn standing<'a>(&self, foe: &'a FigureInfo) -> &'a [Mode] {
        if foe.modes.is_empty() {
            &foe.fresh
        } else {
            &foe.modes
        }
    }

    /// The squared prizes of all friends but these.
    pub fn elsewhere(&self, when: When, but: &[Fig]) -> f64 {
        let mut others = self.sums[when as usize].square;
        for friend in but {
            others -= self.prizes[friend.index()][when as usize].square;
        }
        if others > 0.0 { others } else { 0.0 }
    }

    /// Swaps the squared value of a friend as a target.
    pub fn exchange(&mut self, when: When, who: Fig, prize: &mut f64) {
        let known = &mut self.prizes[who.index()][when as usize].square;
        if *known == *prize {
            return;
        }
        self.sums[when as usize].square += *prize - *known;
        std::mem::swap(known, prize);
    }

    /// Forgets what it can do: nobody has seen it.
    pub fn overlook(&mut self) {
        self.menace = Menace::None;
        self.now = Zones::default();
        self.next = Zones::default();
        self.prizes.fill(Default::default());
        self.sums = Default::default();
        self.expect();
    }

    /// Computes the values of some figures as targets, where they stand.
    fn weigh(&mut self, table: &Table, cache: &mut Cache, targets: &[Fig]) {
        for when in [When::Now, When::Next] {
            if self.idle(when) {
                continue;
            }
            for target in targets {
                let figure = table.figure(*target);
                let known = self.prizes[target.index()][when as usize];
                let counted = known.square != 0.0 || known.gain != 0.0;
                if !counted && !self.may_reach(&figure.spaces, when) {
                    continue;
                }
                let harm = self.harm(table, cache, *target, &figure.spaces, when);
                let prize = figure.worth * harm.lost;
                let square = prize * prize;
                let friend = if figure.friend { 1.0 } else { 0.0 };
                let now = Prize {
                    square,
                    gain: square * prize * harm.spread * friend,
                };
                let known = &mut self.prizes[target.index()][when as usize];
                let sum = &mut self.sums[when as usize];
                sum.square += now.square - known.square;
                sum.gain += now.gain - known.gain;
                *known = now;
            }
        }
        self.expect();
    }

    /// Adds up what it is expected to destroy: the mean of the target values, weighted by their
    /// squares.
    fn expect(&mut self) {
        self.damage = self.other_damage;
        for sum in &self.sums {
            if sum.square > 0.0 && sum.gain > 0.0 {
                self.damage += sum.gain / sum.square;
            }
        }
    }

    /// Whether there is nothing it can do then.
    fn idle(&self, when: When) -> bool {
        match when {
            When::Now => self.menace == Menace::None,
            When::Next => self.next.zones.is_empty(),
        }
    }

    /// Finds its reach again after others moved between these spaces; what it was before, if it
    /// changed.
    fn look_again(
        &mut self,
        table: &Table,
        cache: &mut Cache,
        game: &Game,
        changed: &[Space],
    ) -> Option<Before> {
        let (figure, moving) = (table.figure(self.foe), self.menace == Menace::Moving);
        let none = |zones: &Zones| zones.zones.is_empty();
        let known = if moving {
            &mut self.now
        } else {
            &mut self.next
        };
        if none(known) || table.figure(figure.lead).gap(changed) > self.pace + 1 {
            return None;
        }
        let pace = self.pace;
        let zones = cache.with_reach(game, figure.lead, |cache, reach| {
            self.pace = reach.ends().last().map_or(0, |(_, cost)| *cost);
            zones(table, cache, self.foe, ways(figure, moving), reach)
        });
        let zones = std::mem::replace(known, zones);
        (!Arc::ptr_eq(known, &zones)).then_some(Before { zones, pace })
    }

    /// Where it can attack after its next move.
    pub(super) fn after_a_move(&self) -> &[Zone] {
        match self.menace {
            Menace::Moving => self.zones(When::Now),
            _ => self.zones(When::Next),
        }
    }

    /// Whether it attacks in the same ways, and goes as far, as before: only where may be different.
    fn attacks_as(&self, before: &Before) -> bool {
        let (now, old) = (self.after_a_move(), &before.zones.zones[..]);
        if self.pace != before.pace || now.len() != old.len() {
            return false;
        }
        for (i, zone) in now.iter().enumerate() {
            if zone.mode != old[i].mode || zone.times != old[i].times {
                return false;
            }
        }
        true
    }

    /// Whether it can attack a figure in other ways than before, which was as many.
    fn attacks_otherwise(&self, before: &Before, figure: &FigureInfo) -> bool {
        for (i, zone) in self.after_a_move().iter().enumerate() {
            if zone.meets(&figure.spaces) != before.zones.zones[i].meets(&figure.spaces) {
                return true;
            }
        }
        false
    }

    /// Computes the values of its targets again, as far as they may have changed: a friend has moved,
    /// and with that where this enemy can attack, if that was different before.
    fn weigh_again(
        &mut self,
        table: &Table,
        cache: &mut Cache,
        moved: Fig,
        before: Option<&Before>,
    ) {
        // Odds that depend on the place are asked again each time, and counted as work.
        let same_chances = self.alive_in_prizes == Some(self.alive) && !table.by_place;
        let mut targets: SmallVec<[Fig; 16]> = SmallVec::new();
        match before {
            Some(before) if same_chances && self.attacks_as(before) => {
                for friend in &table.friends {
                    let figure = table.figure(*friend);
                    if *friend == moved || self.attacks_otherwise(before, figure) {
                        targets.push(*friend);
                    }
                }
            }
            Some(_) => targets.extend_from_slice(&table.friends),
            None => targets.push(moved),
        }
        self.weigh(table, cache, &targets);
        let all = targets.len() == table.friends.len();
        self.alive_in_prizes = (all || same_chances).then_some(self.alive);
    }

    /// The chance that this enemy turns on a friend where it stands: in proportion to the square
    /// of what it would gain.
    pub fn share(&self, table: &Table, harm: f64, who: Fig) -> f64 {
        let prize = table.figure(who).worth * harm;
        let all = prize * prize + self.elsewhere(When::Now, &[who]);
        if all > 0.0 { prize * prize / all } else { 0.0 }
    }
}

/// The attack modes of an enemy that comes: in this round, or in the next.
pub(super) fn ways<'a>(figure: &'a FigureInfo, moving: bool) -> &'a [Mode] {
    if moving && !figure.modes.is_empty() {
        &figure.modes
    } else {
        &figure.fresh
    }
}

/// How far these ways of attacking go at most, in spaces.
fn farthest(modes: &[Mode]) -> u32 {
    modes.iter().map(reach_of).max().unwrap_or(0)
}

impl Threats {
    /// Looks at every enemy. With `next`, also at what they can do after the figure's next act.
    pub fn read(table: &Table, cache: &mut Cache, next: bool) -> Self {
        let Some(own_figure) = table
            .friends
            .iter()
            .find(|f| table.figure(**f).own)
            .copied()
        else {
            return Self {
                all: Vec::new(),
                own_side_first: true,
            };
        };
        let mut all = Vec::with_capacity(table.foes.len());
        let none = Zones::default();
        for foe in table.foes.iter().chain(&table.afar) {
            let figure = table.figure(*foe);
            let menace = table.game.menace(*foe, own_figure);
            let mut threat = Threat {
                foe: *foe,
                menace,
                pace: 0,
                now: none.clone(),
                next: none.clone(),
                sums: Default::default(),
                prizes: vec![Default::default(); table.figures.len()],
                other_damage: 0.0,
                acting: 1.0,
                damage: 0.0,
                alive: [1.0; 3],
                alive_in_prizes: Some([1.0; 3]),
            };
            let moving = menace == Menace::Moving;
            let armed = !figure.modes.is_empty() || !figure.fresh.is_empty();
            if !figure.on {
                if menace != Menace::None {
                    threat.now = everywhere(table, &figure.fresh);
                }
            } else if (moving || next) && armed {
                let zones = cache.with_reach(table.game, figure.lead, |cache, reach| {
                    threat.pace = reach.ends().last().map_or(0, |(_, cost)| *cost);
                    zones(table, cache, *foe, ways(figure, moving), reach)
                });
                if moving {
                    threat.now = zones;
                } else {
                    threat.next = zones;
                }
            }
            all.push(threat);
        }
        all.sort_by_key(|t: &Threat| t.foe);
        let first = all.iter().any(|t| t.menace == Menace::Moving)
            || all.iter().all(|t| t.menace == Menace::None);
        let mut threats = Self {
            all,
            own_side_first: first,
        };
        threats.count(table, cache, next);
        if table.game.shared_actions().is_some() {
            threats.share_actions(table);
            threats.count(table, cache, next);
        }
        threats
    }

    /// Where a side shares its actions, figures act in proportion to the square of what they would
    /// destroy.
    fn share_actions(&mut self, table: &Table) {
        let squares = |threat: &Threat| threat.damage * threat.damage;
        for side in table.game.all_sides() {
            let of_it = |threat: &&mut Threat| table.game.side(threat.foe) == side;
            let all: f64 = self.all.iter_mut().filter(of_it).map(|t| squares(t)).sum();
            for threat in self.all.iter_mut().filter(of_it) {
                let share = if all > 0.0 {
                    squares(threat) / all
                } else {
                    1.0
                };
                threat.acting = (BUSY * share).clamp(SELDOM, 1.0);
            }
        }
    }

    /// Computes for every enemy the values of its targets: the friends, and the figures of third
    /// teams.
    fn count(&mut self, table: &Table, cache: &mut Cache, next: bool) {
        let all: f64 = table.friends.iter().map(|f| table.figure(*f).worth).sum();
        let mean = all / table.friends.len().max(1) as f64;
        for threat in &mut self.all {
            threat.other_damage = 0.0;
            if !next && table.rounds_left > 0 && !table.figure(threat.foe).fresh.is_empty() {
                // Not looked at: something like it does every round.
                threat.other_damage = 0.2 * mean;
            }
            threat.weigh(table, cache, &table.friends);
            // Where there are more than two teams, it may turn on the others as well.
            let team = |who: &Fig| table.game.team(table.game.side(*who));
            let own = team(&threat.foe);
            let others = table.foes.iter().copied().filter(|f| team(f) != own);
            let others: SmallVec<[Fig; 16]> = others.collect();
            threat.weigh(table, cache, &others);
        }
    }

    /// A friend has moved from some spaces to where the table has it now; what enemies can do is
    /// asked of the battle as it is after that.
    pub fn moved(
        &mut self,
        table: &Table,
        cache: &mut Cache,
        game: &Game,
        who: Fig,
        from: &[Space],
    ) {
        let mut changed = Footprint::from_slice(from);
        changed.extend_from_slice(&table.figure(who).spaces);
        for threat in &mut self.all {
            let before = threat.look_again(table, cache, game, &changed);
            threat.weigh_again(table, cache, who, before.as_ref());
        }
    }

    /// The threat of an enemy.
    pub fn of(&self, foe: Fig) -> Option<&Threat> {
        self.all
            .binary_search_by_key(&foe, |t| t.foe)
            .ok()
            .map(|i| &self.all[i])
    }

    /// Takes a planned attack into account: the enemy may be gone by then.
    pub fn planned(&mut self, foe: Fig, how: How, gone: f64) {
        let first = self.own_side_first;
        if let Ok(i) = self.all.binary_search_by_key(&foe, |t| t.foe) {
            let alive = &mut self.all[i].alive;
            let before = |theirs: u8| {
                how.takes_action() || rank(how) < theirs || (rank(how) == theirs && first)
            };
            if before(0) {
                alive[0] *= 1.0 - gone;
            }
            if before(1) {
                alive[1] *= 1.0 - gone;
            }
            alive[2] *= 1.0 - gone;
        }
    }
}
