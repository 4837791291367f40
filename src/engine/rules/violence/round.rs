//! The turn: who goes first, whose turn it is, activations, the end.

use super::{Frame, Phase, Violence};
use crate::battle::{
    Aim, Answer, Battle, Event, Fig, HalfPoints, How, Log, Place, Reason, Side, Sides, Target,
    Victory,
};
use crate::board::{Space, Spaces};
use crate::dice::Faces;
use crate::rules::{aims, deploying, kit};
use smallvec::SmallVec;

/// Begins the first turn, or the one the scenario begins in.
pub fn open<L: Log>(battle: &mut Battle<Violence>, log: &mut L) {
    let start = battle.setup.brief.start.clone();
    for side in kit::sides(battle) {
        if end_if_lost(battle, side, log) {
            return;
        }
    }
    begin_turn(battle, start.round.max(1), log);
    let acting = start.step.as_deref() == Some("act");
    let first = start
        .first
        .or(start.turn)
        .or(acting.then_some(Side(0)))
        .filter(|_| start.step.as_deref() != Some("roll"));
    let Some(first) = first else { return };
    battle.state.frames.clear();
    battle.emit(Event::First { side: first }, log);
    if let Some(turn) = start.turn
        && turn != first
    {
        let step = "act";
        let side = Some(turn);
        battle.emit(Event::Step { side, step }, log);
    }
    hand_over(battle, 0, log);
}

/// Begins a turn: everybody rolls for who goes first (V3). After the last one it is a draw (V8).
fn begin_turn<L: Log>(battle: &mut Battle<Violence>, number: u16, log: &mut L) {
    if battle.state.table.turn > 0 {
        score_centre(battle, log);
    }
    if number > last_turn(battle) {
        return end_by_time(battle, log);
    }
    battle.emit(Event::Round { number }, log);
    let sides = kit::sides(battle)
        .filter(|side| !is_out(battle, *side))
        .collect();
    battle.state.frames.push(Frame::RollOff { sides });
}

/// Whether there is a centre to hold: in plain battles, but not without a limit of rounds, where
/// waiting there would win.
fn has_centre(battle: &Battle<Violence>) -> bool {
    let brief = &battle.setup.brief;
    battle.setup.config.centre > 0 && brief.rounds != Some(None) && brief.aim == Aim::Battle
}

/// The spaces of the centre; none if there is no centre to hold.
pub fn centre(battle: &Battle<Violence>) -> Option<Spaces> {
    let radius = u32::from(battle.setup.config.centre);
    let middle = battle.board.middle().filter(|_| has_centre(battle))?;
    let near = |space: &Space| battle.board.grid().distance(middle, *space) <= radius;
    let spaces = battle.board.standable().iter().filter(near);
    Some(Spaces::of(battle.board.len(), spaces))
}

/// How many fighters of a team stand in the centre.
pub fn in_centre(battle: &Battle<Violence>, centre: &Spaces, team: u8) -> u16 {
    let there = |f: &Fig| {
        let figure = battle.figure(*f);
        battle.team(figure.side) == team && centre.contains(figure.at)
    };
    battle.on_board().filter(there).count() as u16
}

/// At the end of a turn the team with most fighters in the centre scores.
fn score_centre<L: Log>(battle: &mut Battle<Violence>, log: &mut L) {
    let Some(centre) = centre(battle) else { return };
    let counts: SmallVec<[(u16, Side); 4]> = (0..battle.setup.sides.len() as u8)
        .map(|side| {
            let team = battle.team(Side(side));
            (in_centre(battle, &centre, team), Side(side))
        })
        .collect();
    let most = counts.iter().map(|(count, _)| *count).max().unwrap_or(0);
    let mut first = counts
        .iter()
        .filter(|(count, _)| *count == most && most > 0);
    let Some((_, side)) = first.next().copied() else {
        return;
    };
    if first.any(|(_, other)| battle.team(*other) != battle.team(side)) {
        return;
    }
    let points = HalfPoints::whole(battle.setup.config.centre_points);
    battle.emit(Event::Scored { side, points }, log);
}

/// The last turn (V8).
pub fn last_turn(battle: &Battle<Violence>) -> u16 {
    let config = &battle.setup.config;
    kit::last_round(battle, config.turns, config.longest)
}

/// The roll for who goes first: the highest does, those who are equal roll again (V3).
pub fn roll_off<L: Log>(battle: &mut Battle<Violence>, faces: &Faces, log: &mut L) {
    if let Some(Frame::RollOff { sides }) = battle.state.frames.pop()
        && kit::roll_off(battle, &sides, faces, |sides| Frame::RollOff { sides }, log)
    {
        hand_over(battle, 0, log);
    }
}

/// Lets the next side act that still may, beginning `next` sides on from the one whose turn it
/// was; a new turn begins when nobody may.
fn hand_over<L: Log>(battle: &mut Battle<Violence>, next: u8, log: &mut L) {
    let now = battle.state.table.side;
    match deploying::next_side(battle, now, next, |side| may_activate(battle, side)) {
        None => begin_turn(battle, battle.state.table.turn + 1, log),
        Some(side) if side == now => {}
        Some(side) => battle.emit(
            Event::Step {
                side: Some(side),
                step: "act",
            },
            log,
        ),
    }
}

/// Whether a side may still activate somebody in this turn (V3).
fn may_activate(battle: &Battle<Violence>, side: Side) -> bool {
    battle.state.table.left[side.index()] > 0
        && battle.on_board().any(|f| {
            let figure = battle.figure(f);
            figure.side == side && !figure.mark.acted
        })
}

/// The actions a figure has left: all of them if it may still be activated in this turn.
pub fn actions_left(battle: &Battle<Violence>, who: Fig) -> u8 {
    let figure = battle.figure(who);
    match acting(battle) {
        Some((active, left)) if active == who => left,
        _ if !figure.is_on() || figure.mark.acted => 0,
        _ if battle.state.table.phase == Phase::Act
            && battle.state.table.left[figure.side.index()] == 0 =>
        {
            0
        }
        _ => all_actions(battle, who),
    }
}

/// The actions of one activation (V2).
pub fn all_actions(battle: &Battle<Violence>, who: Fig) -> u8 {
    battle.setup.config.actions.of(*battle.unit(who)).get()
}

/// The fighter whose activation is under way, and the actions it has left.
pub fn acting(battle: &Battle<Violence>) -> Option<(Fig, u8)> {
    battle.state.frames.iter().find_map(|frame| match frame {
        Frame::Active { who, left } => Some((*who, *left)),
        _ => None,
    })
}

/// Carries out a legal answer to the question who acts and how.
pub fn act<L: Log>(battle: &mut Battle<Violence>, answer: &Answer, log: &mut L) {
    match *answer {
        Answer::Done => {
            if battle.state.frames.pop().is_none() {
                let side = battle.state.table.side;
                battle.emit(Event::Passed { side }, log);
            }
            hand_over(battle, 1, log);
        }
        Answer::Move { who, to } => {
            spend_action(battle, who, log);
            go(battle, who, to, log);
            end_activation_if_spent(battle, log);
        }
        Answer::Strike { who, how, at } => {
            spend_action(battle, who, log);
            battle.emit(Event::Struck { who, how, at }, log);
            match (how, at) {
                (How::Defend, _) => {
                    battle.emit(Event::Guarded { who }, log);
                    end_activation_if_spent(battle, log);
                }
                (_, Target::Figure(at)) => {
                    battle.state.frames.push(Frame::Attack { who, at });
                }
                _ => {}
            }
        }
        _ => {}
    }
}

/// Takes one action of the fighter's activation, which begins if it has not.
fn spend_action<L: Log>(battle: &mut Battle<Violence>, who: Fig, log: &mut L) {
    if battle.state.frames.is_empty() {
        let left = all_actions(battle, who);
        battle.emit(Event::Activated { who }, log);
        battle.state.frames.push(Frame::Active { who, left });
    }
    if let Some(Frame::Active { left, .. }) = battle.state.frames.last_mut() {
        *left -= 1;
    }
}

/// Ends the activation when no action is left.
pub fn end_activation_if_spent<L: Log>(battle: &mut Battle<Violence>, log: &mut L) {
    if let Some(Frame::Active { left: 0, .. }) = battle.state.frames.last() {
        battle.state.frames.pop();
        hand_over(battle, 1, log);
    }
}

/// Moves a fighter to a space within its reach (V4, V7).
fn go<L: Log>(battle: &mut Battle<Violence>, who: Fig, to: crate::board::Space, log: &mut L) {
    let (taken, far) = (super::others(battle, who), super::move_of(battle, who));
    let (from, board) = (battle.figure(who).at, &battle.board);
    let route = if battle.setup.config.bent_moves {
        board.route(from, to, &super::walker(far, &taken))
    } else {
        board.straight_route(from, to, far, &taken)
    };
    kit::go(battle, who, route, log);
}

/// The fighters a side had, and those it has lost; reserves take no part.
fn losses(battle: &Battle<Violence>, side: Side) -> (usize, usize) {
    let mut all = 0;
    let mut lost = 0;
    for figure in battle.state.figures.iter().filter(|f| f.side == side) {
        all += usize::from(figure.place != Place::Reserve);
        lost += usize::from(figure.place == Place::Gone);
    }
    (all, lost)
}

/// Whether a side has lost half of its fighters, and with it the game (V8).
pub fn is_out(battle: &Battle<Violence>, side: Side) -> bool {
    let (all, lost) = losses(battle, side);
    all == 0 || battle.setup.config.loss_percent.reached(lost, all)
}

/// Ends the battle if this side is out and only one team is left. If others still fight on, its
/// fighters leave the board (V8). True: it is over.
pub fn end_if_lost<L: Log>(battle: &mut Battle<Violence>, side: Side, log: &mut L) -> bool {
    if !is_out(battle, side) {
        return false;
    }
    let mut left: Vec<u8> = kit::sides(battle)
        .filter(|s| !is_out(battle, *s))
        .map(|s| battle.team(s))
        .collect();
    left.dedup();
    let winner = left.first().copied();
    if left.iter().all(|team| Some(*team) == winner) {
        let winners = winner.map_or(Sides::NONE, |team| battle.team_sides(team));
        let reason = match winner {
            Some(_) => Reason::HalfLost,
            None => Reason::NobodyLeft,
        };
        end(battle, winners, reason, log);
        return true;
    }
    let leaving: Vec<Fig> = battle
        .on_board()
        .filter(|f| battle.figure(*f).side == side)
        .collect();
    for who in leaving {
        battle.emit(Event::Left { who }, log);
    }
    false
}

/// Whether points decide when the turns are over.
pub fn points_count(battle: &Battle<Violence>) -> bool {
    has_centre(battle) || battle.setup.brief.victory == Some(Victory::Points)
}

/// Ends a battle whose turns are over: a draw (V8), unless points count.
fn end_by_time<L: Log>(battle: &mut Battle<Violence>, log: &mut L) {
    if let Some((winners, reason)) = aims::at_limit(battle) {
        return end(battle, winners, reason, log);
    }
    if !points_count(battle) {
        return end(battle, Sides::NONE, Reason::TooLong, log);
    }
    end(battle, battle.leading(), Reason::Points, log);
}

/// Ends the battle.
fn end<L: Log>(battle: &mut Battle<Violence>, winners: Sides, reason: Reason, log: &mut L) {
    let turn = battle.state.table.turn;
    kit::end(battle, (winners, reason), turn, log);
}
