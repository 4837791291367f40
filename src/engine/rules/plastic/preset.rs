//! A sensible answer, quickly: who sees an enemy stays and shoots where most die; the others
//! come nearer.

use super::squad;
use super::volley::{self, Shot};
use super::{Phase, Plastic, deploy, ground, moving, odds};
use crate::battle::{Act, Answer, Ask, Battle, Fig, How, Ratio, Stand, Target};
use crate::board::{Reach, Space, Spaces};

/// The answer.
pub fn preset(b: &Battle<Plastic>) -> Answer {
    match b.decision().ask {
        Ask::Deploy => deploy::preset(b),
        Ask::Act { .. } if b.state.table.phase == Phase::Move => advance(b).unwrap_or(Answer::Done),
        Ask::Act { .. } => attack(b).unwrap_or(Answer::Done),
        _ => Answer::Done,
    }
}

/// The attack that kills most on average.
fn attack(b: &Battle<Plastic>) -> Option<Answer> {
    let mut best: Option<(Ratio, Answer)> = None;
    let side = b.state.table.side;
    for who in b.on_board().filter(|f| b.figure(*f).side == side) {
        let stand = Stand {
            at: b.figure(who).at,
            facing: None,
            aloft: false,
        };
        let from = Shot::stand(b, who, stand.at);
        volley::aims(b, who, from, &mut |at, sight| {
            let (how, at) = (How::Shoot, Target::Figure(at));
            let odds = odds::odds(b, &Act::new(who, stand, how, at, sight).joint());
            let kills = odds.defeat + odds.more;
            if best.as_ref().is_none_or(|(most, _)| kills > *most) {
                best = Some((kills, Answer::Strike { who, how, at }));
            }
            true
        });
    }
    best.map(|(_, answer)| answer)
}

/// The move that brings the first squad that sees nobody nearer to the enemy.
fn advance(b: &Battle<Plastic>) -> Option<Answer> {
    let side = b.state.table.side;
    let team = b.team(side);
    let foes: Vec<Fig> = b
        .on_board()
        .filter(|f| b.team(b.figure(*f).side) != team)
        .collect();
    let spaces = foes.iter().map(|f| b.figure(*f).at);
    let goals = Spaces::of(b.board.len(), spaces);
    let ways = b.board.field(&goals, 1, ground::gait(&b.setup.config));
    let sees = |who: Fig, at: Space| {
        let mut some = false;
        volley::aims(b, who, Shot::stand(b, who, at), &mut |_, _| {
            some = true;
            false
        });
        some
    };
    let mut reach = Reach::default();
    for head in squad::heads(b, side) {
        let mates = squad::mates(b, head);
        if moving::to_move(b, head).is_err() {
            continue;
        }
        let seeing = mates.iter().filter(|f| sees(**f, b.figure(**f).at)).count();
        if 2 * seeing >= mates.len() {
            continue;
        }
        let lead = squad::front(b, &mates);
        let at = b.figure(lead).at;
        if !moving::reach(b, lead, &mut reach) {
            continue;
        }
        let far = |space: Space| ways[space.index()];
        let best = reach
            .ends()
            .iter()
            .filter(|(to, _)| far(*to) < far(at))
            .min_by_key(|(to, cost)| (far(*to), *cost, *to));
        if let Some((to, _)) = best {
            return Some(Answer::Move { who: lead, to: *to });
        }
    }
    None
}
