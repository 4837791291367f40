//! What would follow: odds of attacks, and what a move leads to.

use super::super::panels;
use crate::battle::{Answer, Ask, Event, Fig, How, Menace, Odds, Place, Range, Stand, Target};
use crate::board::{Reach, Sight, Space};
use crate::rules::Game;

use super::{Outlook, Prospect};

/// How attacks of a figure on a target would go from where it stands.
pub fn prospects(game: &Game, who: Fig, target: Target) -> Vec<Prospect> {
    let stand = game.stand(who);
    let mut all = Vec::new();
    game.strikes(who, stand, &mut |how, at, sight| {
        if at == target {
            all.push((how, sight));
        }
        true
    });
    if all.is_empty() {
        // no way at all from here: say why for each way it has
        return game
            .modes(who, true)
            .into_iter()
            .map(|mode| Prospect {
                how: mode.how,
                at: target,
                sight: Sight::Blocked,
                odds: Odds::NONE,
                lines: Vec::new(),
                legal: Err(refusal(game, who, mode.how, target).unwrap_or_else(|| {
                    match mode.range {
                        Range::Touch => "it does not touch it".to_owned(),
                        Range::Spaces(n) => format!("out of sight, or farther than {n} spaces"),
                    }
                })),
            })
            .collect();
    }
    all.into_iter()
        .map(|(how, sight)| Prospect {
            how,
            at: target,
            sight,
            odds: game.joint(who, how, target, sight),
            lines: game.lines(who, stand, how, target, sight),
            legal: refusal(game, who, how, target).map_or(Ok(()), Err),
        })
        .collect()
}

fn refusal(game: &Game, who: Fig, how: How, at: Target) -> Option<String> {
    game.check(&Answer::Strike { who, how, at })
        .err()
        .map(|r| r.to_string())
}

/// Where an enemy could attack a figure from before the figure acts again: where it stands, and
/// the nearest places it could move to first.
fn stands(game: &Game, enemy: Fig, who: Fig) -> Vec<Stand> {
    const MOST: usize = 4;
    let here = Stand {
        facing: None,
        ..game.stand(enemy)
    };
    match game.menace(enemy, who) {
        Menace::None => Vec::new(),
        Menace::Standing => vec![here],
        Menace::Moving => {
            let mut reach = Reach::default();
            game.reach(enemy, &mut reach);
            let (grid, target) = (game.board().grid(), game.spaces(who));
            let mut ends: Vec<(u32, Space)> = reach
                .ends()
                .iter()
                .map(|(to, _)| (grid.gap(&[*to], &target), *to))
                .collect();
            ends.sort_unstable();
            let near = ends.into_iter().take(MOST);
            std::iter::once(here)
                .chain(near.map(|(_, at)| Stand { at, ..here }))
                .collect()
        }
    }
}

/// What there is to know about moving to a place, found by moving there in the head.
pub fn outlook(game: &Game, who: Fig, to: Space) -> Outlook {
    let mut head = game.clone();
    let mut events = Vec::new();
    head.settle(&Answer::Move { who, to }, &mut events);
    // where it faces there, and whatever else is asked on the way, the usual way
    for _ in 0..4 {
        match head.decision().ask {
            Ask::Face { .. } | Ask::Land { .. } => {
                let preset = head.preset();
                head.settle(&preset, &mut ());
            }
            _ => break,
        }
    }
    let (path, cost) = events
        .iter()
        .find_map(|e| match e {
            Event::Moved { who: w, path, cost } if *w == who => Some((path.clone(), Some(*cost))),
            _ => None,
        })
        .unwrap_or_default();
    let mut out = Outlook {
        to,
        cost,
        path,
        dangers: Vec::new(),
        lost: 0.0,
        targets: Vec::new(),
    };
    if head.place(who) != Place::On {
        return out;
    }
    let mut safe = 1.0;
    for enemy in head.on_board().filter(|f| !head.allied(*f, who)) {
        let mut best: Option<(How, crate::battle::Ratio)> = None;
        for stand in stands(&head, enemy, who) {
            head.strikes(enemy, stand, &mut |how, at, sight| {
                if at == Target::Figure(who) {
                    let odds = head.odds(enemy, stand, how, at, sight);
                    if best.is_none_or(|(_, old)| odds.defeat > old) {
                        best = Some((how, odds.defeat));
                    }
                }
                true
            });
        }
        if let Some((how, chance)) = best {
            safe *= 1.0 - panels::float(chance);
            out.dangers.push((enemy, how, chance));
        }
    }
    out.lost = 1.0 - safe;
    let stand = head.stand(who);
    head.strikes(who, stand, &mut |how, at, sight| {
        if let Target::Figure(enemy) = at
            && !head.allied(enemy, who)
        {
            let odds = head.odds(who, stand, how, at, sight);
            out.targets.push((enemy, how, odds.defeat));
        }
        true
    });
    out.targets.sort_by_key(|t| std::cmp::Reverse(t.2));
    out
}
