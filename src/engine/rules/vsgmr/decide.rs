//! What is asked, which answers there are, and what each does.

use super::attack::{self, check_again};
use super::round::{self, ways_at_once, ways_now};
use super::sight::{self, Ways};
use super::stages::Attempt;
use super::table::{Attack, Frame, Stage, Step};
use super::traits::{self, Pool};
use super::{Skirmish, moving, preset, routes, scenarios, setup, skill, solo};
use crate::battle::{
    Answer, Ask, Decision, Event, Fig, Holder, How, Log, Purpose, Reaches, Target, Who,
};
use crate::board::{Facing, Space};
use crate::rules::kit::{self, over, roll};
use crate::rules::prizes;
use smallvec::smallvec;

/// See [`crate::battle::Ruleset::decision`].
pub fn decision(b: &Skirmish) -> Decision {
    let side = |who: Fig, ask| Decision {
        who: Who::Side(b.figure(who).side),
        ask,
    };
    if b.state.outcome.is_some() {
        return over();
    }
    let Some(frame) = b.state.frames.last() else {
        return Decision {
            who: Who::Side(b.state.table.turn),
            ask: Ask::Act { only: None },
        };
    };
    match frame {
        Frame::Setup(stage) => setup::decision(b, stage),
        Frame::Spawn(stage) => scenarios::decision(b, *stage),
        Frame::Solo(stage) => solo::decision(b, *stage),
        Frame::Initiative { rollers, .. } => roll(
            Purpose::Initiative,
            round::initiative_dice(*rollers),
            None,
            round::rollers(*rollers),
            None,
        ),
        Frame::First { side } => Decision {
            who: Who::Side(*side),
            ask: Ask::First,
        },
        Frame::Land { who } => side(*who, Ask::Land { who: *who }),
        Frame::PickUp { who, item } => side(
            *who,
            Ask::PickUp {
                who: *who,
                item: *item,
            },
        ),
        Frame::Face { who } => side(*who, Ask::Face { who: *who }),
        Frame::Attack(attack) => asked_by_attack(b, attack),
        Frame::Again(attack) => side(
            attack.who,
            Ask::Again {
                who: attack.who,
                how: attack.how,
            },
        ),
        Frame::Skill(attempt) => match attempt.rolled {
            None => roll(
                Purpose::Skill,
                smallvec![skill::die(b, attempt.who)],
                Some(attempt.who),
                vec![b.figure(attempt.who).side],
                Some(b.setup.config.skill_need - attempt.bonus),
            ),
            Some(success) => side(
                attempt.who,
                Ask::Reroll {
                    who: attempt.who,
                    purpose: Purpose::Skill,
                    success,
                },
            ),
        },
        Frame::Disable { who, .. } => plain(b, Purpose::Disable, *who),
        Frame::Summon { who, called: false } => plain(b, Purpose::Summon, *who),
        Frame::Summon { who, called: true } => side(*who, Ask::Summon { who: *who }),
        Frame::AtOnce { who } => side(*who, Ask::Act { only: Some(*who) }),
        Frame::Next => Decision {
            who: Who::Side(b.state.table.turn),
            ask: Ask::Act { only: None },
        },
    }
}

/// A roll of a figure that nothing is added to.
fn plain(b: &Skirmish, purpose: Purpose, who: Fig) -> Decision {
    let need = match purpose {
        Purpose::Disable => b.setup.config.disable_need,
        _ => b.setup.config.summon_need,
    };
    let sides = vec![b.figure(who).side];
    roll(purpose, smallvec![6], Some(who), sides, Some(need))
}

fn asked_by_attack(b: &Skirmish, attack: &Attack) -> Decision {
    if let Some((purpose, dice, by, need)) = attack::asks(b, attack) {
        let sides = vec![b.figure(by).side];
        let by = Some(by).filter(|_| purpose != Purpose::Terrain);
        return roll(purpose, dice, by, sides, Some(need));
    }
    let purpose = if attack.how == How::Shoot {
        Purpose::Shoot
    } else {
        Purpose::Fight
    };
    let target = match attack.at {
        Target::Figure(target) => target,
        _ => attack.who,
    };
    let (who, ask) = match attack.stage {
        Stage::ArmourReroll { saved, .. } => (
            target,
            Ask::Reroll {
                who: target,
                purpose: Purpose::Armour,
                success: saved,
            },
        ),
        Stage::Revenge => (
            target,
            Ask::Revenge {
                who: target,
                at: attack.who,
            },
        ),
        Stage::Reroll { hit, .. } => (
            attack.who,
            Ask::Reroll {
                who: attack.who,
                purpose,
                success: hit,
            },
        ),
        // the other stages ask nothing; they never stay on top
        _ => (
            attack.who,
            Ask::Act {
                only: Some(attack.who),
            },
        ),
    };
    Decision {
        who: Who::Side(b.figure(who).side),
        ask,
    }
}

/// See [`crate::battle::Ruleset::legal`].
pub fn legal(b: &Skirmish, known: &mut Reaches, each: &mut dyn FnMut(Answer) -> bool) {
    match b.state.frames.last() {
        Some(Frame::Setup(stage)) => return setup::legal(b, stage, each),
        Some(Frame::Spawn(stage)) => return scenarios::legal(b, *stage, each),
        Some(Frame::Solo(stage)) => return solo::legal(b, *stage, each),
        _ => {}
    }
    let Decision {
        who: Who::Side(side),
        ask,
    } = decision(b)
    else {
        return;
    };
    match ask {
        Ask::First => {
            for side in kit::sides(b).filter(|s| round::alive(b, *s)) {
                if !each(Answer::Side(side)) {
                    return;
                }
            }
        }
        Ask::Act { only: None } => {
            let own: Vec<Fig> = b.on_board().filter(|f| b.figure(*f).side == side).collect();
            let moves = b.state.table.step == Step::Move;
            let _ = own
                .iter()
                .all(|who| acts_of(b, *who, moves, ways_now(b, *who), known, each))
                && each(Answer::Done);
        }
        Ask::Act { only: Some(who) } => {
            let moves = round::may_move_at_once(b, who);
            let _ = acts_of(b, who, moves, ways_at_once(b, who), known, each) && each(Answer::Done);
        }
        Ask::Face { .. } => {
            let _ = (0..b.board.grid().directions()).all(|f| each(Answer::Face(Facing(f))));
        }
        Ask::Land { .. } | Ask::PickUp { .. } | Ask::Reroll { .. } | Ask::Revenge { .. } => {
            let _ = each(Answer::Yes) && each(Answer::No);
        }
        Ask::Again { who, how } => {
            if let Some(Frame::Again(attack)) = b.state.frames.last() {
                let _ = b.on_board().all(|at| {
                    let at = Target::Figure(at);
                    check_again(b, attack, at).is_err() || each(Answer::Strike { who, how, at })
                }) && each(Answer::Done);
            }
        }
        Ask::Summon { who } => {
            let _ = traits::calls(b, who, &mut |called, to| {
                each(Answer::Place { who: called, to })
            }) && each(Answer::Done);
        }
        _ => {}
    }
}

/// See [`crate::battle::Hints::moves`].
pub fn moves(
    b: &Skirmish,
    who: Fig,
    known: &mut Reaches,
    each: &mut (impl FnMut(Space) -> bool + ?Sized),
) {
    let Decision {
        who: Who::Side(side),
        ask: Ask::Act { only },
    } = decision(b)
    else {
        return;
    };
    let now = match only {
        None => b.figure(who).side == side && b.state.table.step == Step::Move,
        Some(only) => only == who && round::may_move_at_once(b, who),
    };
    if now {
        moving::moves(b, who, known.of(who), each);
    }
}

/// The acts of one figure; false when `each` has said so.
fn acts_of(
    b: &Skirmish,
    who: Fig,
    moves: bool,
    ways: Ways,
    known: &mut Reaches,
    each: &mut dyn FnMut(Answer) -> bool,
) -> bool {
    if moves {
        let reach = known.of(who);
        if !moving::moves(b, who, reach, &mut |to| each(Answer::Move { who, to })) {
            return false;
        }
        let doors = !routes::each_shut(b, who, reach, &mut |to, door| {
            each(Answer::MoveAndShut { who, to, door })
        });
        if doors {
            return false;
        }
        if moving::way_out(b, who).is_some() && !each(Answer::Leave { who }) {
            return false;
        }
    }
    ways.none()
        || sight::acts(b, who, ways, &mut |how, at| {
            each(Answer::Strike { who, how, at })
        })
}

/// See [`crate::battle::Ruleset::resolve`].
pub fn resolve<L: Log>(b: &mut Skirmish, answer: &Answer, log: &mut L) {
    match b.state.frames.last().cloned() {
        None => act(b, answer, log),
        Some(frame) => go_on(b, frame, answer, log),
    }
    round::advance(b, log);
}

/// An answer to the question of the step.
fn act<L: Log>(b: &mut Skirmish, answer: &Answer, log: &mut L) {
    if *answer == Answer::Done {
        let side = b.state.table.turn;
        b.emit(Event::Passed { side }, log);
        round::next(b, log);
        return;
    }
    if b.setup.config.everyone_acts {
        b.state.frames.push(Frame::Next);
    }
    perform(b, answer, log);
}

/// A figure acts.
fn perform<L: Log>(b: &mut Skirmish, answer: &Answer, log: &mut L) {
    solo::activate(b, answer, log);
    match *answer {
        Answer::Move { who, to } => moving::go(b, who, to, None, log),
        Answer::MoveAndShut { who, to, door } => moving::go(b, who, to, Some(door), log),
        Answer::Leave { who } => {
            if let Some(from) = moving::way_out(b, who) {
                moving::leave(b, who, from, log);
            }
        }
        Answer::Strike { who, how, at } => match (how, at) {
            (How::Disable, Target::Figure(at)) => traits::disable(b, who, at, log),
            (How::Summon, _) => traits::summon(b, who, log),
            (How::Skill, at) => skill::begin(b, who, at, log),
            _ => attack::begin(b, who, how, at, log),
        },
        _ => {}
    }
}

/// An answer to the question of what is half done.
fn go_on<L: Log>(b: &mut Skirmish, frame: Frame, answer: &Answer, log: &mut L) {
    let yes = *answer == Answer::Yes;
    match (frame, answer) {
        (Frame::Setup(stage), answer) => setup::resolve(b, stage, answer, log),
        (Frame::Spawn(stage), answer) => scenarios::resolve(b, stage, answer, log),
        (Frame::Solo(stage), answer) => solo::resolve(b, stage, answer, log),
        (Frame::Initiative { rollers, fresh }, Answer::Faces(faces)) => {
            round::initiative(b, rollers, fresh, faces, log);
        }
        (Frame::First { .. }, Answer::Side(side)) => {
            b.state.frames.pop();
            round::begin(b, *side, log);
        }
        (Frame::Land { who }, _) => {
            b.state.frames.pop();
            if b.figure(who).aloft == yes {
                b.emit(Event::Flew { who, aloft: !yes }, log);
            }
        }
        (Frame::PickUp { who, item }, _) => {
            b.state.frames.pop();
            if yes {
                prizes::moves(b, item, Holder::Figure(who), log);
            }
        }
        (Frame::Face { who }, Answer::Face(facing)) => {
            b.state.frames.pop();
            if b.figure(who).facing != *facing {
                b.emit(
                    Event::Faced {
                        who,
                        facing: *facing,
                    },
                    log,
                );
            }
        }
        (Frame::Attack(attack), Answer::Faces(faces)) => attack::rolled(b, &attack, faces, log),
        (Frame::Attack(attack), _) => go_on_attack(b, &attack, yes, log),
        (Frame::Again(attack), answer) => {
            b.state.frames.pop();
            if let Answer::Strike { at, .. } = answer {
                attack::again(b, attack, *at, log);
            }
        }
        (Frame::Skill(attempt), Answer::Faces(faces)) => skill::rolled(b, attempt, faces, log),
        (Frame::Skill(attempt), _) => {
            if yes {
                traits::reroll(b, attempt.who, Pool::Skill, log);
                let again = Attempt {
                    rolled: None,
                    again: true,
                    ..attempt
                };
                replace(b, Frame::Skill(again));
            } else {
                skill::settled(b, attempt, attempt.rolled == Some(true), log);
            }
        }
        (Frame::Disable { who, at }, Answer::Faces(faces)) => {
            traits::disabled(b, who, at, faces, log);
        }
        (Frame::Summon { who, called: false }, Answer::Faces(faces)) => {
            traits::summoned(b, who, faces, log);
        }
        (Frame::Summon { who, .. }, Answer::Place { who: called, to }) => {
            traits::call(b, who, *called, *to, log);
        }
        (Frame::Summon { .. }, _) => {
            b.state.frames.pop();
        }
        (Frame::AtOnce { .. }, Answer::Done) => {
            b.state.frames.pop();
        }
        (Frame::AtOnce { .. }, answer) => perform(b, answer, log),
        _ => {}
    }
}

/// Puts another frame in the place of the one on top.
fn replace(b: &mut Skirmish, frame: Frame) {
    b.state.frames.pop();
    b.state.frames.push(frame);
}

/// An answer to a question within an attack.
fn go_on_attack<L: Log>(b: &mut Skirmish, attack: &Attack, yes: bool, log: &mut L) {
    let with = |stage| {
        Frame::Attack(Attack {
            stage,
            ..attack.clone()
        })
    };
    match attack.stage {
        Stage::Reroll { hit, fear, push } => {
            if yes {
                traits::reroll(b, attack.who, Pool::Attack, log);
                replace(b, with(Stage::Roll { again: true }));
            } else {
                attack::settled(b, hit, fear, push, log);
            }
        }
        Stage::ArmourReroll {
            left,
            bonus,
            push,
            saved,
        } => {
            if yes {
                if let Target::Figure(target) = attack.at {
                    traits::reroll(b, target, Pool::Armour, log);
                }
                replace(
                    b,
                    with(Stage::Armour {
                        left,
                        bonus,
                        push,
                        again: true,
                    }),
                );
            } else {
                attack::armoured(b, left, bonus, push, saved, log);
            }
        }
        Stage::Revenge => {
            replace(b, with(Stage::Remove));
            if yes {
                traits::revenge(b, attack, log);
            }
        }
        _ => {}
    }
}

/// See [`crate::battle::Ruleset::preset`].
pub fn preset(b: &Skirmish) -> Answer {
    preset::answer(b)
}
