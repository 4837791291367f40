//! A sensible answer, quickly: attack where it pays most, else come nearer, else defend.

use super::{Violence, deploy};
use crate::battle::{Act, Answer, Ask, Battle, Fig, How, Ratio, Ruleset, Stand, Target};
use crate::board::Gait;
use crate::rules::kit;
use std::rc::Rc;

/// The answer.
pub fn preset(b: &Battle<Violence>) -> Answer {
    let only = match b.decision().ask {
        Ask::Deploy => return deploy::preset(b),
        Ask::Act { only } => only,
        _ => return Answer::Done,
    };
    let able: Vec<Fig> = match only {
        Some(who) => vec![who],
        None => b
            .on_board()
            .filter(|f| {
                let figure = b.figure(*f);
                figure.side == b.state.table.side && !figure.mark.acted
            })
            .collect(),
    };
    best_attack(b, &able)
        .or_else(|| nearest_move(b, &able))
        .unwrap_or(match (only, able.first()) {
            (None, Some(who)) => Answer::Strike {
                who: *who,
                how: How::Defend,
                at: Target::Nothing,
            },
            _ => Answer::Done,
        })
}

/// The attack that destroys most on average.
fn best_attack(b: &Battle<Violence>, able: &[Fig]) -> Option<Answer> {
    let mut best: Option<(Ratio, Answer)> = None;
    for who in able {
        let stand = Stand {
            at: b.figure(*who).at,
            facing: None,
            aloft: false,
        };
        Violence::strikes(b, *who, stand, &mut |how, at, sight| {
            if let Target::Figure(target) = at {
                let odds = Violence::odds(b, &Act::new(*who, stand, how, at, sight));
                let worth = Ratio::from_integer(super::worth(b, target).0.unsigned_abs());
                let gain = (odds.defeat + odds.wound * odds.part) * worth;
                if best.as_ref().is_none_or(|(most, _)| gain > *most) {
                    let who = *who;
                    best = Some((gain, Answer::Strike { who, how, at }));
                }
            }
            true
        });
    }
    best.filter(|(gain, _)| *gain > Ratio::from_integer(0))
        .map(|(_, answer)| answer)
}

/// The move that brings somebody nearer to the enemy.
fn nearest_move(b: &Battle<Violence>, able: &[Fig]) -> Option<Answer> {
    let mut ways: Option<Rc<[u32]>> = None;
    kit::nearest_move(b, able, |_, goals| {
        let ways = ways.get_or_insert_with(|| b.board.field(goals, 1, Gait::Walk).into());
        ways.clone()
    })
}
