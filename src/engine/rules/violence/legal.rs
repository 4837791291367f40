//! What may be answered, listed and checked.

use super::{Frame, Phase, Violence, attack_range, blockers_of, move_of, sight};
use crate::battle::{
    Answer, Ask, Battle, EachAnswer, Fig, How, Refused, Ruleset, Stand, Target, Who,
};
use crate::board::{Reach, Sight, Space};
use crate::rules::deploying::in_zone;
use crate::rules::kit;

/// Every legal answer to a question to a player.
pub fn legal(b: &Battle<Violence>, each: &mut EachAnswer) {
    if b.state.outcome.is_some() {
        return;
    }
    match b.state.frames.last() {
        Some(Frame::RollOff { .. } | Frame::Attack { .. }) => {}
        None if b.state.table.phase == Phase::Deploy => in_zone::legal(b, each),
        frame => {
            let only = match frame {
                Some(Frame::Active { who, .. }) => Some(*who),
                _ => None,
            };
            let mut reach = Reach::default();
            for who in b.on_board() {
                if may_act(b, only, who).is_ok() && !acts_of(b, who, &mut reach, each) {
                    return;
                }
            }
            each(Answer::Done);
        }
    }
}

/// Every act of one fighter; false: `each` has had enough.
fn acts_of(b: &Battle<Violence>, who: Fig, reach: &mut Reach, each: &mut EachAnswer) -> bool {
    let stand = Stand {
        at: b.figure(who).at,
        facing: None,
        aloft: false,
    };
    let mut more = true;
    Violence::strikes(b, who, stand, &mut |how, at, _| {
        more = each(Answer::Strike { who, how, at });
        more
    });
    if more && Violence::reach(b, who, reach) {
        for (to, _) in reach.ends() {
            if *to != stand.at && !each(Answer::Move { who, to: *to }) {
                return false;
            }
        }
    }
    more
}

/// Whether a fighter may act now (V3).
fn may_act(b: &Battle<Violence>, only: Option<Fig>, who: Fig) -> Result<(), Refused> {
    let refuse = |why: String| Err(Refused(why));
    let Some(figure) = b.state.figures.get(who.index()) else {
        return refuse("that figure does not exist".into());
    };
    if let Some(only) = only {
        return if who == only {
            Ok(())
        } else {
            refuse(format!("{} acts now", b.label_and_name(only)))
        };
    }
    if figure.side != b.state.table.side {
        refuse("it belongs to another side".into())
    } else if !figure.is_on() {
        refuse("it is not on the board".into())
    } else if figure.mark.acted {
        refuse("it has already acted in this turn".into())
    } else {
        Ok(())
    }
}

/// Whether an answer is legal.
///
/// # Errors
/// Why not.
pub fn check(b: &Battle<Violence>, answer: &Answer) -> Result<(), Refused> {
    let refuse = |why: String| Err(Refused(why));
    let decision = b.decision();
    match (&decision.who, &decision.ask) {
        (_, Ask::Over) => refuse("the battle is over".into()),
        (Who::Chance, Ask::Roll { dice, .. }) => match answer {
            Answer::Faces(faces) => kit::check_faces(dice, faces),
            _ => refuse("roll the dice first".into()),
        },
        (_, Ask::Deploy) => in_zone::check(b, answer),
        (_, Ask::Act { only }) => match *answer {
            Answer::Done => Ok(()),
            Answer::Move { who, to } => {
                may_act(b, *only, who)?;
                check_move(b, who, to)
            }
            Answer::Strike { who, how, at } => {
                may_act(b, *only, who)?;
                check_strike(b, who, how, at)
            }
            _ => refuse("move, attack or defend with a fighter, or answer done".into()),
        },
        _ => refuse("that does not answer the question".into()),
    }
}

/// Whether a fighter can move there (V4, V7).
fn check_move(b: &Battle<Violence>, who: Fig, to: Space) -> Result<(), Refused> {
    let refuse = |why: String| Err(Refused(why));
    if to.index() >= b.board.len() || !b.board.exists(to) {
        return refuse("that space is not on the board".into());
    }
    let (grid, from) = (b.board.grid(), b.figure(who).at);
    let name = grid.name(to);
    if to == from {
        return refuse(format!("it already stands on {name}"));
    }
    if !super::ground::is_flat(&b.board, to) {
        return refuse(format!("{name} is not flat, open ground"));
    }
    if let Some(there) = b.on_board().find(|f| b.figure(*f).at == to) {
        return refuse(format!("{} stands on {name}", b.label_and_name(there)));
    }
    let mut reach = Reach::default();
    if Violence::reach(b, who, &mut reach) && reach.cost(to).is_some() {
        return Ok(());
    }
    let far = move_of(b, who);
    if !b.setup.config.bent_moves && b.board.grid().distance(from, to) <= far {
        return Err(Refused(format!(
            "something is in the way to {name}: each move goes in a straight line"
        )));
    }
    Err(kit::out_of_reach(b, from, to, far))
}

/// Whether a fighter can do this (V5, V6).
fn check_strike(b: &Battle<Violence>, who: Fig, how: How, at: Target) -> Result<(), Refused> {
    let refuse = |why: String| Err(Refused(why));
    match (how, at) {
        (How::Defend, Target::Nothing) if b.figure(who).mark.acted => {
            refuse("it can defend only as its first action in a turn".into())
        }
        (How::Defend, Target::Nothing) => Ok(()),
        (How::Attack, Target::Figure(target)) => {
            if !b.all().any(|f| f == target) || !b.figure(target).is_on() {
                return refuse("the target is not on the board".into());
            }
            if b.allied(who, target) {
                return refuse(format!("{} is a friend", b.label_and_name(target)));
            }
            let (from, to) = (b.figure(who).at, b.figure(target).at);
            let (away, range) = (b.board.grid().distance(from, to), attack_range(b));
            if away > range {
                return refuse(format!(
                    "the target is {away} spaces away; it reaches only {range}"
                ));
            }
            let blockers = blockers_of(b, b.figure(who).side);
            if sight(b, blockers.as_ref(), from, to) == Sight::Blocked {
                return refuse(format!("{} is out of sight", b.label_and_name(target)));
            }
            Ok(())
        }
        _ => refuse("attack a figure, or defend".into()),
    }
}
