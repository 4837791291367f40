//! The best attack of a figure from a place, and what attacks are worth.

use super::judge::{Judge, Way};
use super::memory::Memory;
use super::mover::Mover;
use super::peril::Peril;
use super::profile::Profile;
use super::table::{Chance, FOLLOWED, rank, real};
use super::terms::{Part, Score, Tally};
use super::threat::{Threat, reach_of, repeated};
use crate::battle::{Act, Fig, How, Menace, Mode, Range, Stand, Target};
use crate::board::{Sight, Space};

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

impl Aim {
    /// The same attack, if it comes about with this chance.
    pub(super) fn likely(&self, chance: f64) -> Aim {
        Aim {
            kill: self.kill * chance,
            deny: self.deny * chance,
            wound: self.wound * chance,
            back: self.back * chance,
            hazard: self.hazard * chance,
            gone: self.gone * chance,
            total: self.total * chance,
            ..*self
        }
    }
    /// Adds its parts to a score.
    pub(super) fn count(&self, profile: &Profile, score: &mut impl Tally) {
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

/// What an act does to others than its target, in points.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Splash {
    kill: f64,
    own: f64,
}

impl Splash {
    /// Adds its parts to a score.
    pub(super) fn count(&self, profile: &Profile, score: &mut Score) {
        score.add(Part::Kill, profile.weight(Part::Kill) * self.kill);
        score.add(Part::Hazard, -profile.weight(Part::Kill) * self.own);
    }
    /// What it comes to.
    pub(super) fn total(&self, profile: &Profile) -> f64 {
        profile.weight(Part::Kill) * (self.kill - self.own)
    }
    /// So much of it.
    fn times(&self, factor: f64) -> Self {
        Self {
            kill: self.kill * factor,
            own: self.own * factor,
        }
    }
}

impl Judge<'_> {
    /// What an act does to others than its target, from where the figure is.
    pub(super) fn splash(&self, memory: &mut Memory, who: Fig, how: How, at: Target) -> Splash {
        if !matches!(how, How::Burst | How::Blast) {
            return Splash::default();
        }
        let (game, mut splash) = (self.table.game, Splash::default());
        if let Some(known) = memory.splash(who, how, at) {
            return known;
        }
        game.spread(
            &Act::new(who, game.stand(who), how, at, Sight::Clear),
            &mut |other, odds| {
                let man = self.table.man(other);
                let harm = real(odds.defeat) + real(odds.wound) * real(odds.part);
                let points = man.worth * self.left(other) * harm;
                if man.friend {
                    splash.own += points;
                } else {
                    splash.kill += points;
                }
            },
        );
        memory.keep_splash(who, how, at, splash);
        splash
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
                if let Some(aim) = self.aim(
                    memory,
                    *who,
                    at,
                    &spaces,
                    Way::STAY.exactly(),
                    &Peril::default(),
                    0,
                ) && best.is_none_or(|(_, old)| aim.total > old.total)
                {
                    best = Some((i, aim));
                }
            }
            let Some((i, aim)) = best else { break };
            waiting.swap_remove(i);
            waiting.sort_unstable();
            self.take(aim.at, aim.gone);
            self.threats.planned(aim.at, aim.how, aim.gone);
        }
    }

    /// How an enemy that may still move can be caught by a way of attacking.
    pub(super) fn catching(&self, foe: Fig, mode: &Mode) -> Catching {
        let moving = |threat: &&Threat| threat.menace == Menace::Moving;
        match self.threats.of(foe).filter(moving) {
            Some(_) if mode.how.takes_action() => Catching::Surely,
            Some(_) if mode.range == Range::Touch => Catching::Beside,
            Some(threat) => Catching::Within {
                range: f64::from(reach_of(mode)),
                pace: f64::from(threat.pace.max(1)),
            },
            None => Catching::Surely,
        }
    }

    /// The best attack of a figure from a place, given what threatens the group there that it is
    /// this member of.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn aim(
        &self,
        memory: &mut Memory,
        who: Fig,
        anchor: Space,
        spaces: &[Space],
        way: Way,
        peril: &Peril,
        member: usize,
    ) -> Option<Aim> {
        let table = &self.table;
        let man = table.man(who);
        let struck = peril.of(member);
        let mut best: Option<Aim> = None;
        self.awaiting(memory, who, &peril.coming, &mut best);
        let modes = if way.leaving {
            man.afoot(false)
        } else {
            &man.modes
        };
        // Who stays does not turn.
        let arc = if way.moving { None } else { man.arc };
        if way.exact && !way.leaving {
            let stand = Stand {
                at: anchor,
                facing: arc,
                aloft: man.aloft && !way.moving,
            };
            for (how, foe, sight) in memory.strikes(table.game, who, stand).iter() {
                if let Some(mode) = man.modes.iter().find(|m| m.how == *how)
                    && !table.man(*foe).friend
                {
                    self.offer(
                        memory, who, anchor, *foe, mode, *sight, spaces, way, struck, &mut best,
                    );
                }
            }
            return best;
        }
        for mode in modes {
            for foe in &table.foes {
                let target = table.man(*foe);
                let gap = target.gap(spaces);
                if gap > reach_of(mode) || (mode.range == Range::Touch && target.aloft) {
                    continue;
                }
                if let Some(sight) = table.sees(mode, spaces, &target.spaces, gap, arc) {
                    self.offer(
                        memory, who, anchor, *foe, mode, sight, spaces, way, struck, &mut best,
                    );
                }
            }
        }
        best
    }

    /// What a figure may do to those who come to attack it, before they do.
    pub(super) fn awaiting(
        &self,
        memory: &mut Memory,
        who: Fig,
        coming: &[(Fig, f64)],
        best: &mut Option<Aim>,
    ) {
        if !self.threats.first || !self.depth.chaining {
            return;
        }
        for (foe, coming) in coming {
            for mode in &self.table.man(who).modes {
                if mode.how.takes_action() || self.table.man(*foe).aloft {
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
        anchor: Space,
        foe: Fig,
        mode: &Mode,
        sight: Sight,
        spaces: &[Space],
        way: Way,
        struck: [f64; 2],
        best: &mut Option<Aim>,
    ) {
        let table = &self.table;
        let gap = table.man(foe).gap(spaces);
        let mut chance = table.chance_from(memory, who, anchor, foe, mode.how, sight, gap);
        let times = way.times(mode);
        if times == 0 {
            return;
        }
        if way.exact {
            chance = table.running(chance, who, anchor, foe);
        }
        let caught = self.catching(foe, mode).from(gap);
        let there = there(mode, struck.map(|struck| 1.0 - struck));
        let mut aim = self.value(who, foe, mode.how, &chance, times, caught * there);
        if !way.moving && way.exact {
            let splash = self.splash(memory, who, mode.how, Target::Figure(foe));
            let splash = splash.times(f64::from(times));
            aim.kill += splash.kill;
            aim.hazard -= splash.own;
            aim.total += splash.total(self.profile);
        }
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
        let left = self.left(foe);
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
                .map(|f| self.worth(*f) * self.left(*f))
                .sum::<f64>();
            kill += others * chance.hit * chance.defeat * FOLLOWED * likely;
        }
        if chance.more > 0.0 {
            kill += chance.more * table.beside(foe) * left * likely;
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
}

/// How likely an enemy can be attacked from where it is now when it is time.
#[derive(Copy, Clone)]
pub(super) enum Catching {
    /// It does not go before that.
    Surely,
    /// It may go out of touch.
    Beside,
    /// It may go out of range, in spaces, as far as its pace allows.
    Within {
        /// How far the attack reaches.
        range: f64,
        /// How far it goes.
        pace: f64,
    },
}

impl Catching {
    /// From so far away.
    #[inline]
    pub(super) fn from(self, gap: u32) -> f64 {
        match self {
            Catching::Surely => 1.0,
            Catching::Beside if gap <= 1 => 0.6,
            Catching::Beside => 0.0,
            // From 0.4 at the limit of range up to 0.9 where it cannot get out.
            Catching::Within { range, pace } => {
                let inside = (range - f64::from(gap)) / pace;
                0.4 + 0.5 * if inside > 1.0 { 1.0 } else { inside }
            }
        }
    }
}

/// The chance that a figure is still there when a way of attacking is due, given that for shots
/// and for blows. What is done at once comes before anything can happen.
pub(super) fn there(mode: &Mode, unstruck: [f64; 2]) -> f64 {
    match mode.how {
        how if how.takes_action() => 1.0,
        how => unstruck[usize::from(rank(how))],
    }
}
