//! What a place is good for besides attacks and dangers: nearer to the next attack, near
//! friends, in the way of enemies.

use super::haste::turns;
use super::judge::Judge;
use super::terms::Part;
use crate::ai::model::figure::{Man, reach_of};
use crate::ai::model::goals::soon;
use crate::ai::model::memory::Memory;
use crate::ai::model::mover::Mover;
use crate::ai::model::threat::When;
use crate::battle::{Fig, Menace, Range};
use crate::board::{Look, Sight, Space, Spaces};

/// The best attack to come, the sooner the better.
pub fn tempo_at(
    judge: &Judge,
    memory: &mut Memory,
    who: Fig,
    anchor: Space,
    spaces: &[Space],
    pace: u32,
) -> f64 {
    if !judge.hastes() {
        return 0.0;
    }
    let table = &judge.table;
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
        let (worth, left) = (judge.worth(*foe), judge.left(*foe));
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
pub fn aura_at(judge: &Judge, mover: &Mover, spaces: &[Space]) -> f64 {
    let table = &judge.table;
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

/// What standing in the way of attacks on friends is worth.
pub fn screen_at(judge: &Judge, memory: &mut Memory, mover: &Mover, spaces: &[Space]) -> f64 {
    let table = &judge.table;
    let own: f64 = mover.members.iter().map(|f| table.man(*f).worth).sum();
    let mut here = Spaces::new(table.board.len());
    spaces.iter().for_each(|s| {
        here.insert(*s);
    });
    let mut sum = 0.0;
    for threat in &judge.threats.all {
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
pub fn calling(judge: &Judge, who: Fig) -> f64 {
    let table = &judge.table;
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
        let gain = 0.3 * man.worth * judge.profile.weight(Part::Tempo);
        if gain > best {
            best = gain;
        }
    }
    best
}
