//! What threatens a figure where it stands: which enemies can attack it before it acts again, from
//! where and with what odds, and the chance that they defeat it.

use crate::battle::{Act, Event, Fig, How, Menace, Mode, Odds, Place, Range, Ratio, Stand, Target};
use crate::board::{Look, Reach, Sight, Space, Spaces};
use crate::rules::Game;
use smallvec::SmallVec;

/// The worst attack of one enemy.
#[derive(Clone, Debug)]
pub struct Danger {
    /// The enemy.
    pub enemy: Fig,
    /// How it attacks.
    pub how: How,
    /// The space from which it attacks.
    pub from: Space,
    /// What it sees from there.
    pub sight: Sight,
    /// The exact odds of one such attack.
    pub odds: Odds,
    /// How often it can be made.
    pub times: u8,
}

/// All that threatens a figure.
#[derive(Clone, Debug, Default)]
pub struct Dangers {
    /// The enemies, worst first.
    pub each: Vec<Danger>,
    /// The chance that it is lost if all of them attack it as often as they can: wounds add up,
    /// there are no rerolls, and the enemies do not stand in each other's way.
    pub lost: f64,
}

fn real(ratio: Ratio) -> f64 {
    *ratio.numer() as f64 / *ratio.denom() as f64
}

/// How often an attack can be made: where moves and attacks cost actions, coming near costs one.
fn times(mode: &Mode, moved: bool) -> u8 {
    if mode.how == How::Attack && moved {
        mode.times.saturating_sub(1)
    } else {
        mode.times
    }
}

fn range(mode: &Mode) -> u32 {
    match mode.range {
        Range::Touch => 1,
        Range::Spaces(n) => n,
    }
}

/// Looks at every place from which an enemy could attack the figure where it stands now.
pub fn dangers(game: &Game, who: Fig) -> Dangers {
    let mut out = Dangers::default();
    if game.place(who) != Place::On {
        return out;
    }
    let spaces = game.spaces(who);
    let mut reach = Reach::default();
    for enemy in game.on_board().filter(|f| !game.allied(*f, who)) {
        if let Some(danger) = worst(game, enemy, who, &spaces, &mut reach) {
            out.each.push(danger);
        }
    }
    out.each.sort_by(|a, b| {
        let key = |d: &Danger| (d.odds.defeat, d.odds.wound);
        key(b).cmp(&key(a)).then(a.enemy.cmp(&b.enemy))
    });
    out.lost = lost(game, who, &out.each);
    out
}

/// The most dangerous attack of one enemy; `None`: it has none.
fn worst(game: &Game, enemy: Fig, who: Fig, spaces: &[Space], reach: &mut Reach) -> Option<Danger> {
    let menace = game.menace(enemy, who);
    if menace == Menace::None {
        return None;
    }
    let mut modes = game.modes(enemy, false);
    // An enemy that has used up its attacks has them again before the figure acts.
    let fresh = modes.is_empty();
    if fresh {
        modes = game.modes(enemy, true);
    }
    let far = modes.iter().map(range).max()?;
    let grid = game.board().grid();
    let here = game.stand(enemy);
    let stands = stands(game, enemy, menace, reach);
    let blockers = fresh.then(|| game.blockers(game.side(enemy)));
    let size = game.size(enemy);
    let mut best: Option<Danger> = None;
    for stand in stands {
        let near = |at: Space| match size {
            1 => grid.gap(&[at], spaces),
            n => grid
                .footprint(at, n)
                .map_or(u32::MAX, |own| grid.gap(&own, spaces)),
        };
        if near(stand.at) > far {
            continue;
        }
        let mut consider = |how: How, sight: Sight| {
            let Some(mode) = modes.iter().find(|m| m.how == how) else {
                return;
            };
            let times = times(mode, stand.at != here.at);
            let odds = game.odds(&Act::new(enemy, stand, how, Target::Figure(who), sight));
            let gain = |odds: &Odds, times: u8| (odds.defeat, odds.wound, times);
            if times > 0
                && best
                    .as_ref()
                    .is_none_or(|old| gain(&odds, times) > gain(&old.odds, old.times))
            {
                best = Some(Danger {
                    enemy,
                    how,
                    from: stand.at,
                    sight,
                    odds,
                    times,
                });
            }
        };
        match &blockers {
            None => game.strikes(enemy, stand, &mut |how, at, sight| {
                if at == Target::Figure(who) {
                    consider(how, sight);
                }
                true
            }),
            Some(blockers) => {
                for mode in &modes {
                    if let Some(sight) = sees(game, enemy, stand, mode, spaces, blockers) {
                        consider(mode.how, sight);
                    }
                }
            }
        }
    }
    best
}

/// Where an enemy can attack from: where it stands, and where it can move.
fn stands(game: &Game, enemy: Fig, menace: Menace, reach: &mut Reach) -> Vec<Stand> {
    let here = game.stand(enemy);
    if menace != Menace::Moving {
        return vec![here];
    }
    let at = |at: Space| Stand {
        at,
        facing: None,
        ..here
    };
    game.reach(enemy, reach);
    let moved = reach.ends().iter().filter(|(to, _)| *to != here.at);
    std::iter::once(at(here.at))
        .chain(moved.map(|(to, _)| at(*to)))
        .collect()
}

/// What a fresh enemy would see of these spaces.
fn sees(
    game: &Game,
    enemy: Fig,
    stand: Stand,
    mode: &Mode,
    spaces: &[Space],
    blockers: &Spaces,
) -> Option<Sight> {
    let board = game.board();
    let own: SmallVec<[Space; 4]> = board
        .grid()
        .footprint(stand.at, game.size(enemy))
        .map_or_else(
            || SmallVec::from_slice(&[stand.at]),
            |f| f.iter().copied().collect(),
        );
    match mode.range {
        Range::Touch => board.touching(&own, spaces).then_some(Sight::Clear),
        Range::Spaces(n) if board.grid().gap(&own, spaces) > n => None,
        Range::Spaces(_) if !mode.sight => Some(Sight::Clear),
        Range::Spaces(_) => {
            let look = Look {
                from: &own,
                to: spaces,
                eyes: (1, 1),
                figures: Some(blockers),
            };
            board
                .look(&look, |_, _| true)
                .map(|seen| seen.sight)
                .filter(|sight| *sight != Sight::Blocked)
        }
    }
}

/// The chance that these attacks, one after the other, defeat a figure.
fn lost(game: &Game, who: Fig, each: &[Danger]) -> f64 {
    let health = usize::from(game.shown(who).health.map_or(1, |(left, _)| left).max(1));
    // Battles in which the figure has 1, 2, … damage points left.
    let mut heads: Vec<Game> = Vec::new();
    for left in 1..health {
        let mut head = game.clone();
        head.show(&Event::Wounded {
            who,
            left: left as u8,
        });
        heads.push(head);
    }
    heads.push(game.clone());
    // chance[n]: the chance of n damage points left; chance[0]: of its defeat.
    let mut chance = vec![0.0; health + 1];
    chance[health] = 1.0;
    for danger in each {
        let stand = Stand {
            at: danger.from,
            facing: None,
            ..game.stand(danger.enemy)
        };
        let odds: Vec<(f64, f64)> = heads
            .iter()
            .map(|head| {
                let at = Target::Figure(who);
                let odds = head.odds(&Act::new(danger.enemy, stand, danger.how, at, danger.sight));
                (real(odds.defeat), real(odds.wound))
            })
            .collect();
        for _ in 0..danger.times {
            for left in 1..=health {
                let (defeat, wound) = odds[left - 1];
                let here = chance[left];
                chance[0] += here * defeat;
                chance[left - 1] += here * wound;
                chance[left] = here * (1.0 - defeat - wound);
            }
        }
    }
    chance[0].clamp(0.0, 1.0)
}
