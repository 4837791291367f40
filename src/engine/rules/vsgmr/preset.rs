//! A sensible answer to any question, quickly: toward the enemy, the best odds, roll failures
//! again.

use super::round::{self, ways_at_once, ways_now};
use super::sight::{self, Ways};
use super::table::{Frame, Step};
use super::{Skirmish, decide, eyes, moving, query, riding, scenarios, setup, solo, traits};
use crate::battle::{Act, Answer, Ask, Fig, How, Milli, Ratio, Reaches, Target, Who};
use crate::board::{Reach, Sight, Space};

/// The preset answer.
pub fn answer(b: &Skirmish) -> Answer {
    match b.state.frames.last() {
        Some(Frame::Setup(stage)) => return setup::preset(b, stage),
        Some(Frame::Spawn(stage)) => return scenarios::preset(b, *stage),
        Some(Frame::Solo(stage)) => return solo::preset(b, *stage),
        _ => {}
    }
    let decision = decide::decision(b);
    let Who::Side(side) = decision.who else {
        return Answer::Done;
    };
    match decision.ask {
        Ask::First => Answer::Side(side),
        Ask::Act { only: None } => {
            let own = b.on_board().filter(|f| b.figure(*f).side == side);
            if b.state.table.step == Step::Move {
                own.filter(|f| b.figure(*f).aboard.is_none() && moving::may_move(b, *f))
                    .find_map(|who| advance(b, who))
                    .unwrap_or(Answer::Done)
            } else {
                own.filter_map(|who| best(b, who, ways_now(b, who)))
                    .max_by_key(|(chance, _)| *chance)
                    .map_or(Answer::Done, |(_, answer)| answer)
            }
        }
        Ask::Act { only: Some(who) } => {
            let step = round::may_move_at_once(b, who)
                .then(|| advance(b, who))
                .flatten();
            step.or_else(|| best(b, who, ways_at_once(b, who)).map(|(_, answer)| answer))
                .unwrap_or(Answer::Done)
        }
        Ask::Face { who } => {
            let at = b.figure(who).at;
            Answer::Face(match eyes::nearest_enemy(b, who) {
                Some(to) if to != at => b.board.grid().facing_to(at, to),
                _ => b.figure(who).facing,
            })
        }
        Ask::Land { who } => {
            if b.unit(who).distance && !touched(b, who) {
                Answer::No
            } else {
                Answer::Yes
            }
        }
        Ask::PickUp { .. } | Ask::Revenge { .. } => Answer::Yes,
        Ask::Reroll { success, .. } => {
            if success {
                Answer::No
            } else {
                Answer::Yes
            }
        }
        Ask::Again { who, how } => again(b, who, how),
        Ask::Summon { who } => {
            let mut found: Option<((Milli, i64), Answer)> = None;
            traits::calls(b, who, &mut |called, to| {
                let near = -i64::from(enemy_distance(b, called, to));
                let key = (query::worth(b, called), near);
                if found.as_ref().is_none_or(|(most, _)| key > *most) {
                    found = Some((key, Answer::Place { who: called, to }));
                }
                true
            });
            found.map_or(Answer::Done, |(_, answer)| answer)
        }
        _ => first(b),
    }
}

/// The further attack with the best odds.
fn again(b: &Skirmish, who: Fig, how: How) -> Answer {
    let Some(Frame::Again(attack)) = b.state.frames.last() else {
        return Answer::Done;
    };
    let mut found: Option<(Ratio, Answer)> = None;
    for at in b.on_board().map(Target::Figure) {
        if super::attack::check_again(b, attack, at).is_ok() {
            let stand = b.stand(who);
            let chance = query::odds(b, &Act::new(who, stand, how, at, Sight::Clear)).defeat;
            if found.as_ref().is_none_or(|(most, _)| chance > *most) {
                found = Some((chance, Answer::Strike { who, how, at }));
            }
        }
    }
    found.map_or(Answer::Done, |(_, answer)| answer)
}

/// The first legal answer.
fn first(b: &Skirmish) -> Answer {
    let mut found = Answer::Done;
    decide::legal(b, &mut Reaches::default(), &mut |answer| {
        found = answer;
        false
    });
    found
}

/// Whether an enemy touches a figure.
fn touched(b: &Skirmish, who: Fig) -> bool {
    let own = eyes::spaces(b, who);
    b.on_board()
        .any(|at| !b.allied(at, who) && b.board.touching(&own, &eyes::spaces(b, at)))
}

/// Distance from a space to the nearest opposing figure of another.
fn enemy_distance(b: &Skirmish, who: Fig, at: Space) -> u32 {
    b.on_board()
        .filter(|f| !b.allied(*f, who))
        .map(|f| b.board.grid().distance(at, b.figure(f).at))
        .min()
        .unwrap_or(0)
}

/// A move of a figure toward the enemy; shooters stay where they have a target.
fn advance(b: &Skirmish, who: Fig) -> Option<Answer> {
    let here = b.figure(who).at;
    if b.unit(who).distance && traits::sees_anyone(b, who) {
        return Some(Answer::Move { who, to: here });
    }
    let mut reach = Reach::default();
    if !moving::reach(b, who, &mut reach) {
        return None;
    }
    let mount = |at: Space| {
        b.on_board().any(|m| {
            riding::boardable(b, m, who)
                && b.spaces_at(b.figure(m).at, b.unit(m).size).contains(&at)
        })
    };
    let to = reach
        .ends()
        .iter()
        .filter(|(at, _)| *at == here || !mount(*at))
        .map(|(at, cost)| (enemy_distance(b, who, *at), *cost, *at))
        .min()?
        .2;
    Some(Answer::Move { who, to })
}

/// The best act of a figure where it stands, with its chance.
fn best(b: &Skirmish, who: Fig, ways: Ways) -> Option<(Ratio, Answer)> {
    let stand = b.stand(who);
    let mut found: Option<(Ratio, Answer)> = None;
    sight::strikes(b, who, stand, ways, &mut |how, at, sight| {
        let chance = query::odds(b, &Act::new(who, stand, how, at, sight)).defeat;
        if found.as_ref().is_none_or(|(most, _)| chance > *most) {
            found = Some((chance, Answer::Strike { who, how, at }));
        }
        true
    });
    found
}
