//! What may be answered, listed and checked.

use super::{Battle8, Frame, Phase, aiming, deploy, ground, known, query, round, skill};
use crate::battle::{Answer, Ask, Fig, How, Refused, Target, Who};
use crate::board::{Reach, Space};
use crate::dice::fit;
use crate::rules::kit;

/// Every legal answer to a question to a player.
pub fn legal(b: &Battle8, each: &mut dyn FnMut(Answer) -> bool) {
    if b.state.outcome.is_some() {
        return;
    }
    match (b.state.frames.last(), b.state.table.phase) {
        (None, Phase::Deploy) => deploy::legal(b, each),
        (Some(Frame::Turns { .. }), Phase::Act) => {
            let mut reach = Reach::default();
            for who in b.all() {
                if may_act(b, who).is_ok() && !acts_of(b, who, &mut reach, each) {
                    return;
                }
            }
            each(Answer::Done);
        }
        (Some(Frame::Turns { .. }), Phase::Free) => {
            for who in round::free_units(b, b.state.table.side) {
                for to in free_spaces(b, who) {
                    if !each(Answer::Move { who, to }) {
                        return;
                    }
                }
            }
            each(Answer::Done);
        }
        _ => {}
    }
}

/// Where a unit can get off to, or onto (D1).
fn free_spaces(b: &Battle8, who: Fig) -> Vec<Space> {
    if b.figure(who).aboard.is_some() {
        return ground::exits(b, who);
    }
    b.on_board()
        .filter(|v| ground::can_board(b, who, *v))
        .flat_map(|v| ground::spaces(b, v))
        .collect()
}

/// Every act of one unit; false: `each` has had enough.
fn acts_of(b: &Battle8, who: Fig, reach: &mut Reach, each: &mut dyn FnMut(Answer) -> bool) -> bool {
    for how in query::ways(b, who) {
        for target in query::targets(b, who) {
            let at = Target::Figure(target);
            if aiming::aim(b, who, None, how, at).is_ok() && !each(Answer::Strike { who, how, at })
            {
                return false;
            }
        }
        if how != How::Blast {
            continue;
        }
        for space in query::beside_enemies(b, who) {
            let at = Target::Space(space);
            if aiming::aim(b, who, None, how, at).is_ok() && !each(Answer::Strike { who, how, at })
            {
                return false;
            }
        }
    }
    for at in skill::targets(b) {
        let how = How::Skill;
        let usable = skill::in_reach(b, who, None, at).is_ok();
        if usable && !each(Answer::Strike { who, how, at }) {
            return false;
        }
    }
    if ground::reach(b, who, reach) {
        let here = b.figure(who).at;
        for (to, _) in reach.ends() {
            if *to != here && !each(Answer::Move { who, to: *to }) {
                return false;
            }
        }
    }
    true
}

/// Whether a unit may act now (D1, D9).
fn may_act(b: &Battle8, who: Fig) -> Result<(), Refused> {
    let refuse = |why: String| Err(Refused(why));
    let Some(figure) = b.state.figures.get(who.index()) else {
        return refuse("that figure does not exist".into());
    };
    let off = ground::stays_off(b, who);
    if figure.side != b.state.table.side {
        refuse("it belongs to another side".into())
    } else if !figure.is_on() && !off {
        refuse("it is not on the board".into())
    } else if off && figure.mark.back > b.state.table.round {
        refuse(format!("it comes back in round {}", figure.mark.back))
    } else if round::actions_left(b, who) == 0 {
        refuse("it has no actions left".into())
    } else {
        Ok(())
    }
}

/// Whether an answer is legal.
///
/// # Errors
/// Why not.
pub fn check(b: &Battle8, answer: &Answer) -> Result<(), Refused> {
    let refuse = |why: &str| Err(Refused(why.into()));
    let decision = b.decision();
    match (&decision.who, &decision.ask) {
        (_, Ask::Over) => refuse("the battle is over"),
        (Who::Chance, Ask::Roll { dice, .. }) => match answer {
            Answer::Faces(faces) if fit(dice, faces) => Ok(()),
            Answer::Faces(faces) => Err(Refused(format!(
                "{:?} does not fit dice with {:?} sides",
                faces.as_slice(),
                dice.as_slice()
            ))),
            _ => refuse("roll the dice first"),
        },
        (_, Ask::Deploy) => deploy::check(b, answer),
        (_, Ask::Act { .. }) => match (b.state.table.phase, answer) {
            (_, Answer::Done) => Ok(()),
            (Phase::Free, Answer::Move { who, to }) => check_free(b, *who, *to),
            (Phase::Free, _) => refuse("units may only get on or off vehicles now"),
            (_, Answer::Move { who, to }) => {
                may_act(b, *who)?;
                check_move(b, *who, *to)
            }
            (_, Answer::Strike { who, how, at }) => {
                may_act(b, *who)?;
                if *how == How::Skill {
                    return skill::in_reach(b, *who, None, *at);
                }
                aiming::in_action(b, *who)?;
                aiming::aim(b, *who, None, *how, *at).map(|_| ())
            }
            _ => refuse("move or attack with a unit, or answer done"),
        },
        _ => refuse("that does not answer the question"),
    }
}

/// Whether a unit can move there (D2).
fn check_move(b: &Battle8, who: Fig, to: Space) -> Result<(), Refused> {
    let refuse = |why: String| Err(Refused(why));
    if !known(b, to) {
        return refuse("that space is not on the board".into());
    }
    let from = b.figure(who).at;
    let (grid, budget) = (b.board.grid(), ground::movement(b, who));
    let name = grid.name(to);
    if let Some(vehicle) = b.figure(who).aboard {
        return refuse(format!(
            "it is aboard {} and can get off only in the free actions",
            b.label_and_name(vehicle)
        ));
    }
    if budget == 0 {
        return refuse("it cannot move: it has no movement points".into());
    }
    if to == from {
        return refuse(format!("it already stands on {name}"));
    }
    let mut reach = Reach::default();
    if ground::reach(b, who, &mut reach) && reach.cost(to).is_some() {
        return Ok(());
    }
    let footprint = b.board.fits(to, ground::size(b, who), ground::gait(b, who));
    let Some(footprint) = footprint else {
        return refuse(format!(
            "it cannot stand on {name} ({})",
            b.board.terrain(to).name
        ));
    };
    if let Some(there) = footprint
        .iter()
        .find_map(|s| ground::standing(b, *s).filter(|f| *f != who))
    {
        return refuse(format!("{} stands on {name}", b.label_and_name(there)));
    }
    Err(kit::out_of_reach(b, from, to, budget))
}

/// Whether a unit can get on or off there (D1).
fn check_free(b: &Battle8, who: Fig, to: Space) -> Result<(), Refused> {
    let refuse = |why: String| Err(Refused(why));
    let figure = kit::own_figure(b, who, b.state.table.side)?;
    if !round::is_free(b, who) {
        return refuse("it has already got on or off in this round".into());
    }
    if free_spaces(b, who).contains(&to) {
        return Ok(());
    }
    if !known(b, to) {
        return refuse("that space is not on the board".into());
    }
    let name = b.board.grid().name(to);
    if figure.aboard.is_some() {
        refuse(format!("it cannot get off on {name}"))
    } else {
        refuse(format!("no vehicle with a free seat for it is at {name}"))
    }
}
