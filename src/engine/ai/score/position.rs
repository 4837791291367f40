//! What a place is good for besides attacks and dangers: nearer to the next attack, near
//! friends, in the way of enemies.

use super::evaluator::Evaluator;
use super::next_attack::turns;
use super::terms::Part;
use crate::ai::model::cache::Cache;
use crate::ai::model::figure::{FigureInfo, reach_of};
use crate::ai::model::goals::time_discount;
use crate::ai::model::mover::Mover;
use crate::ai::model::threat::When;
use crate::battle::{Fig, Menace, Range};
use crate::board::{Look, Sight, Space, Spaces};

/// The best attack to come, the sooner the better.
pub fn tempo_at(
    evaluator: &Evaluator,
    cache: &mut Cache,
    who: Fig,
    anchor: Space,
    spaces: &[Space],
    pace: u32,
) -> f64 {
    if !evaluator.counts_tempo() {
        return 0.0;
    }
    let table = &evaluator.table;
    let figure = table.figure(who);
    let fresh = if figure.fresh.is_empty() {
        figure.modes_on_foot(true)
    } else {
        &figure.fresh
    };
    let mut best = 0.0;
    for foe in &table.foes {
        let target = table.figure(*foe);
        let gap = target.gap(spaces);
        let (worth, left) = (evaluator.worth(*foe), evaluator.remaining(*foe));
        for mode in fresh {
            if mode.range == Range::Touch && target.aloft {
                continue;
            }
            let reach = reach_of(mode);
            let near = gap.min(reach);
            let chance = table.chance_at(cache, who, *foe, mode.how, Sight::Clear, near);
            let gain = worth * chance.harm() * left;
            if gain <= best {
                // It would not be worth more even at once.
                continue;
            }
            let field = cache.approach_costs(table.board, target, mode);
            let turns = match field[anchor.index()] {
                _ if figure.aloft => turns(gap, reach, pace, table.rounds_left),
                u32::MAX if mode.range == Range::Touch => continue,
                u32::MAX => turns(gap, reach, pace, table.rounds_left),
                way if mode.range == Range::Touch => turns(way, 1, pace, table.rounds_left),
                way => turns(way, 0, pace, table.rounds_left),
            };
            let value = gain * time_discount(turns);
            if value > best {
                best = value;
            }
        }
    }
    best
}

/// What helping, and being helped, is worth at a place.
pub fn aura_at(evaluator: &Evaluator, mover: &Mover, spaces: &[Space]) -> f64 {
    let table = &evaluator.table;
    let mut sum = 0.0;
    let helps = mover.members.iter().any(|who| table.figure(*who).aura > 0);
    for friend in &table.friends {
        let other = table.figure(*friend);
        let helps = helps || other.aura > 0;
        if !helps || !other.own || mover.takes(*friend) {
            continue;
        }
        let gap = other.gap(spaces);
        for who in &mover.members {
            let figure = table.figure(*who);
            let armed = |figure: &FigureInfo| !figure.fresh.is_empty();
            if figure.aura > 0 && gap <= figure.aura && armed(other) {
                sum += 0.15;
            }
            if other.aura > 0 && gap <= other.aura && armed(figure) {
                sum += 0.15;
            }
        }
    }
    sum
}

/// What standing in the way of attacks on friends is worth.
pub fn screen_at(evaluator: &Evaluator, cache: &mut Cache, mover: &Mover, spaces: &[Space]) -> f64 {
    let table = &evaluator.table;
    let own: f64 = mover.members.iter().map(|f| table.figure(*f).worth).sum();
    let mut here = Spaces::new(table.board.len());
    spaces.iter().for_each(|s| {
        here.insert(*s);
    });
    let mut sum = 0.0;
    for threat in &evaluator.threats.all {
        if threat.menace != Menace::Standing {
            continue;
        }
        let foe = table.figure(threat.foe);
        for friend in &table.friends {
            let figure = table.figure(*friend);
            if figure.worth <= own || mover.takes(*friend) {
                continue;
            }
            let (a, b) = (foe.at, figure.at);
            let apart = |a: Space, b: Space| table.board.gap(&[a], &[b]);
            let through = spaces
                .iter()
                .any(|s| apart(a, *s) + apart(*s, b) == apart(a, b));
            if !through {
                continue;
            }
            let harm = threat.harm(table, cache, *friend, &figure.spaces, When::Now);
            if harm.lost == 0.0 || harm.rank != 0 {
                continue;
            }
            let look = Look {
                from: &foe.spaces,
                to: &figure.spaces,
                eyes: (1, 1),
                figures: Some(&here),
            };
            let hidden = table
                .board
                .look(&look, |_, _| true)
                .is_none_or(|seen| seen.sight == Sight::Blocked);
            if hidden {
                let share = threat.share(table, harm.lost, *friend);
                sum += (figure.worth - own) * harm.lost * share * 0.5;
            }
        }
    }
    sum
}

/// What calling a friend to a figure's side is worth: the dearest that is far from all
/// enemies comes nearer to them.
pub fn summon_value(evaluator: &Evaluator, who: Fig) -> f64 {
    let table = &evaluator.table;
    if table.rounds_left == 0 {
        return 0.0;
    }
    let away = |at: Space| -> u32 {
        let gaps = table
            .foes
            .iter()
            .map(|f| table.grid.distance(at, table.figure(*f).at));
        gaps.min().unwrap_or(0)
    };
    let here = away(table.figure(who).at);
    let mut best = 0.0;
    for friend in &table.friends {
        let figure = table.figure(*friend);
        let there = away(figure.at);
        if *friend == who || there <= here + 6 {
            continue;
        }
        let gain = 0.3 * figure.worth * evaluator.profile.weight(Part::Tempo);
        if gain > best {
            best = gain;
        }
    }
    best
}
