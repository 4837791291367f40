//! A sensible answer, quickly: attack where it pays most, else come nearer; get on what is faster
//! where it is far, and off near enemies.

use super::{Battle8, Phase, deploy, ground, odds, query, round};
use crate::battle::{Answer, Ask, Fig, Milli, Odds, Ratio, Stand, Target};
use crate::board::Space;
use crate::rules::kit;

/// The answer.
pub fn preset(b: &Battle8) -> Answer {
    match (b.decision().ask, b.state.table.phase) {
        (Ask::Deploy, _) => deploy::preset(b),
        (Ask::Act { .. }, Phase::Act) => {
            let side = b.state.table.side;
            let able: Vec<Fig> = b
                .all()
                .filter(|f| b.figure(*f).side == side && round::actions_left(b, *f) > 0)
                .collect();
            best_attack(b, &able)
                .or_else(|| nearest_move(b, &able))
                .unwrap_or(Answer::Done)
        }
        (Ask::Act { .. }, Phase::Free) => get_off(b).or_else(|| get_on(b)).unwrap_or(Answer::Done),
        _ => Answer::Done,
    }
}

/// Gets somebody who cannot attack from aboard off toward an enemy that is at short range.
fn get_off(b: &Battle8) -> Option<Answer> {
    let (short, _) = b.setup.config.ranges(b.setup.brief.scale);
    let grid = b.board.grid();
    round::free_units(b, b.state.table.side).find_map(|who| {
        let vehicle = b.figure(who).aboard?;
        if ground::sort(b, vehicle).open {
            return None;
        }
        let enemies: Vec<Space> = b
            .on_board()
            .filter(|f| !b.allied(who, *f))
            .map(|f| b.figure(f).at)
            .collect();
        let to = ground::exits(b, who)
            .into_iter()
            .min_by_key(|s| (grid.gap(&[*s], &enemies), *s))?;
        (grid.gap(&[to], &enemies) <= short).then_some(Answer::Move { who, to })
    })
}

/// Gets somebody on what is faster, where no enemy is at long range.
fn get_on(b: &Battle8) -> Option<Answer> {
    let (_, long) = b.setup.config.ranges(b.setup.brief.scale);
    let grid = b.board.grid();
    round::free_units(b, b.state.table.side).find_map(|who| {
        let own = b.figure(who);
        let far = |f: Fig| grid.distance(own.at, b.figure(f).at) > long;
        if own.aboard.is_some() || !b.on_board().all(|f| b.allied(who, f) || far(f)) {
            return None;
        }
        let faster = |v: &Fig| ground::pace(b, *v) > ground::pace(b, who);
        let vehicle = b
            .on_board()
            .filter(|v| ground::can_board(b, who, *v))
            .find(faster)?;
        let to = b.figure(vehicle).at;
        Some(Answer::Move { who, to })
    })
}

/// Where a unit is.
fn stand(b: &Battle8, who: Fig) -> Stand {
    Stand {
        at: b.figure(who).at,
        facing: None,
        aloft: false,
    }
}

/// The attack that destroys most on average, own losses counted.
fn best_attack(b: &Battle8, able: &[Fig]) -> Option<Answer> {
    let mut best: Option<(Milli, Answer)> = None;
    let part = |chance: Ratio| {
        let (n, d) = (u128::from(*chance.numer()), u128::from(*chance.denom()));
        (n * 1000 / d) as i64
    };
    let share = |odds: &Odds| part(odds.defeat) + part(odds.wound) * part(odds.part) / 1000;
    for who in able {
        let here = stand(b, *who);
        query::strikes(b, *who, here, &mut |how, at, sight| {
            let mut gain = Milli::ZERO;
            if let Target::Figure(target) = at {
                let odds = odds::odds(b, *who, here, how, at, sight);
                gain += query::worth(b, target) * share(&odds);
            }
            odds::spread(b, *who, here, how, at, &mut |other, odds| {
                let worth = query::worth(b, other) * share(&odds);
                gain += if b.allied(*who, other) { -worth } else { worth };
            });
            if gain > best.as_ref().map_or(Milli::ZERO, |(most, _)| *most) {
                let who = *who;
                best = Some((gain, Answer::Strike { who, how, at }));
            }
            true
        });
    }
    best.map(|(_, answer)| answer)
}

/// The move that brings somebody nearer to the enemy.
fn nearest_move(b: &Battle8, able: &[Fig]) -> Option<Answer> {
    kit::nearest_move(b, able, |who, goals| {
        let (size, gait) = (ground::size(b, who), ground::gait(b, who));
        b.board.field(goals, size, gait).into()
    })
}
