//! What a place is good for besides attacks and dangers: nearer to the next attack, near
//! friends, in the way of enemies.

use super::goals::soon;
use super::haste::turns;
use super::judge::Judge;
use super::memory::Memory;
use super::mover::Mover;
use super::table::{Man, Table};
use super::terms::Part;
use super::threat::{When, reach_of};
use crate::battle::{Fig, Menace, Range};
use crate::board::{Look, Sight, Space, Spaces};
use smallvec::SmallVec;
use std::cell::OnceCell;

impl Judge<'_> {
    /// The best attack to come, the sooner the better.
    pub(super) fn tempo(
        &self,
        memory: &mut Memory,
        who: Fig,
        anchor: Space,
        spaces: &[Space],
        pace: u32,
    ) -> f64 {
        if !self.hastes() {
            return 0.0;
        }
        let table = &self.table;
        let man = table.man(who);
        let fresh = if man.fresh.is_empty() {
            man.afoot(true)
        } else {
            &man.fresh
        };
        let mut best = 0.0;
        for foe in &table.foes {
            let target = table.man(*foe);
            let gap = target.gap(spaces);
            let (worth, left) = (self.worth(*foe), self.left(*foe));
            for mode in fresh {
                if mode.range == Range::Touch && target.aloft {
                    continue;
                }
                let reach = reach_of(mode);
                let near = gap.min(reach);
                let chance = table.chance_at(memory, who, *foe, mode.how, Sight::Clear, near);
                let gain = worth * chance.harm() * left;
                if gain <= best {
                    // It would not be worth more even at once.
                    continue;
                }
                let field = memory.stands(table.board, target, mode);
                let turns = match field[anchor.index()] {
                    _ if man.aloft => turns(gap, reach, pace, table.rounds_left),
                    u32::MAX if mode.range == Range::Touch => continue,
                    u32::MAX => turns(gap, reach, pace, table.rounds_left),
                    way if mode.range == Range::Touch => turns(way, 1, pace, table.rounds_left),
                    way => turns(way, 0, pace, table.rounds_left),
                };
                let value = gain * soon(turns);
                if value > best {
                    best = value;
                }
            }
        }
        best
    }

    /// What helping, and being helped, is worth at a place.
    pub(super) fn aura(&self, mover: &Mover, spaces: &[Space]) -> f64 {
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

    /// Who is near a group wherever it goes now, and who may be.
    pub(super) fn company<'m>(&self, mover: &'m Mover) -> &'m Company {
        mover.company.get_or_init(|| self.gather(mover))
    }

    fn gather(&self, mover: &Mover) -> Company {
        let table = &self.table;
        let at = table.man(mover.lead).at;
        let own: f64 = mover.members.iter().map(|f| table.man(*f).worth).sum();
        let mut company = Company {
            own,
            reach: 2 * mover.pace.clamp(3, 6),
            near: [own, 0.0],
            maybe: SmallVec::new(),
            each: OnceCell::new(),
        };
        for (side, list) in [&table.friends, &table.foes].into_iter().enumerate() {
            for fig in list.iter().filter(|f| !mover.members.contains(f)) {
                let man = table.man(*fig);
                let gap = u32::from(man.far[at.index()]);
                if gap + mover.pace <= company.reach {
                    company.near[side] += man.worth;
                } else if gap <= company.reach + mover.pace {
                    company.maybe.push((*fig, side));
                }
            }
        }
        company
    }

    /// What standing in the way of attacks on friends is worth.
    pub(super) fn screen(&self, memory: &mut Memory, mover: &Mover, spaces: &[Space]) -> f64 {
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
                let apart = |a: Space, b: Space| table.board.gap(&[a], &[b]);
                let through = spaces
                    .iter()
                    .any(|s| apart(a, *s) + apart(*s, b) == apart(a, b));
                if !through {
                    continue;
                }
                let harm = threat.harm(table, memory, *friend, &man.spaces, When::Now);
                if harm.lost == 0.0 || harm.rank != 0 {
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
                    let share = threat.share(table, harm.lost, *friend);
                    sum += (man.worth - own) * harm.lost * share * 0.5;
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
}

/// Friends and enemies around a group that is about to move.
pub(super) struct Company {
    own: f64,
    /// What counts as near.
    reach: u32,
    /// Points of the friends, itself among them, and of the enemies near all its places.
    near: [f64; 2],
    /// Who is near some of its places: friends (0) and enemies (1).
    maybe: SmallVec<[(Fig, usize); 16]>,
    /// Points near each of its places, once somebody has asked.
    each: OnceCell<Vec<[f64; 2]>>,
}

impl Company {
    /// What being among enemies rather than friends costs, where there is danger at all.
    pub(super) fn alone(&self, table: &Table, anchor: Space) -> f64 {
        let mut near = self.near;
        for (fig, side) in &self.maybe {
            let man = table.man(*fig);
            if u32::from(man.far[anchor.index()]) <= self.reach {
                near[*side] += man.worth;
            }
        }
        self.outnumbered(near)
    }

    /// Whether nowhere can be more points of enemies near than of friends.
    pub(super) fn never_outnumbered(&self, table: &Table) -> bool {
        let foes = self.maybe.iter().filter(|(_, side)| *side == 1);
        let most = foes.fold(self.near[1], |most, (foe, _)| most + table.man(*foe).worth);
        most <= self.near[0]
    }

    /// Points of the friends and of the enemies near each of all its places: what
    /// [`Company::alone`] adds up, figure by figure.
    pub(super) fn each(&self, table: &Table, places: &[Space]) -> &[[f64; 2]] {
        self.each.get_or_init(|| {
            let mut each = vec![self.near; places.len()];
            for (fig, side) in &self.maybe {
                let man = table.man(*fig);
                let far = &man.far[..];
                let reach = self.reach.min(u32::from(u16::MAX)) as u16;
                for (sums, place) in each.iter_mut().zip(places) {
                    if far[place.index()] <= reach {
                        sums[*side] += man.worth;
                    }
                }
            }
            each
        })
    }

    /// What it costs with so many points of friends and enemies near.
    pub(super) fn outnumbered(&self, [friends, foes]: [f64; 2]) -> f64 {
        if foes <= friends {
            return 0.0;
        }
        self.own * (foes - friends) / (foes + friends)
    }
}
