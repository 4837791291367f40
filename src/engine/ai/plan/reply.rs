//! Answers to the smaller questions: a further attack, where to look, to land, to roll again.

use super::candidate::{Candidate, best, nothing, plain, strike};
use super::deploy::deploy;
use super::thinker::Thinker;
use crate::ai::agent::{Thought, View};
use crate::ai::model::cache::Cache;
use crate::ai::model::figure::{repeated, sight_of};
use crate::ai::model::lead::points_ahead;
use crate::ai::model::table::{Table, rivals};
use crate::battle::{Answer, Ask, Fig, Holder, How, Purpose, Range, Reaches};
use crate::board::{Facing, Sight, Space};
use crate::rules::Game;

/// An answer to a question that is no choice among moves and strikes.
pub fn minor_answer(thinker: &mut Thinker, view: &View) -> Thought {
    let thought = match view.game.decision().ask {
        Ask::Again { .. } => again(thinker, view),
        Ask::Face { who } => face(thinker, view, who),
        Ask::Land { who } => land(thinker, view, who),
        Ask::PickUp { .. } | Ask::Revenge { .. } => plain(Answer::Yes),
        Ask::Reroll {
            who,
            purpose,
            success,
        } => reroll(view, who, purpose, success),
        Ask::First => first(thinker, view),
        Ask::Deploy => deploy(thinker, view),
        _ => plain(view.game.preset()),
    };
    legal(view, thought)
}

/// The thought if its answer is legal, else the usual answer.
pub fn legal(view: &View, thought: Thought) -> Thought {
    // Acts come from the list of what is legal, or have been checked one by one.
    let listed = thought.why.is_some();
    if listed || view.game.check(&thought.answer).is_ok() {
        thought
    } else {
        plain(view.game.preset())
    }
}

/// The way to look that keeps most of what could be attacked, and of what attacks, in view, for a
/// figure where it stands in a battle that asks for it; all else is as on the table.
pub fn facing(table: &Table, cache: &mut Cache, game: &Game, who: Fig) -> Answer {
    let (figure, grid) = (table.figure(who), table.grid);
    let (at, spaces) = (game.at(who), game.spaces(who));
    let mut seen: Vec<(Space, Facing, f64)> = Vec::with_capacity(table.foes.len());
    for foe in &table.foes {
        let target = table.figure(*foe);
        let gap = target.gap(&spaces);
        let mut worth: f64 = 0.0;
        for mode in figure.fresh.iter().filter(|m| m.range != Range::Touch) {
            let Range::Spaces(range) = mode.range else {
                continue;
            };
            let near = if gap > range {
                0.02 + 0.5 / f64::from(1 + gap)
            } else {
                let pairs = spaces
                    .iter()
                    .flat_map(|a| target.spaces.iter().map(|b| table.board.sight(*a, *b)));
                match pairs.max() {
                    Some(Sight::Clear) => 1.0,
                    Some(Sight::Cover) => 0.5,
                    _ => 0.1,
                }
            };
            let chance = table.chance(cache, who, *foe, mode.how, Sight::Clear);
            let still = if figure.modes.is_empty() { 0.5 } else { 1.0 };
            worth = worth.max(target.worth * chance.harm() * near * still);
        }
        if worth == 0.0 {
            worth = 0.01 * target.worth / f64::from(1 + gap);
        }
        seen.push((target.at, grid.facing_to(at, target.at), worth));
    }
    let value = |facing: Facing| -> i64 {
        let mut best: f64 = 0.0;
        let mut all = 0.0;
        for (foe, towards, worth) in &seen {
            if spaces.iter().any(|s| grid.in_arc(facing, *s, *foe)) {
                best = best.max(*worth);
                all += worth;
                // Right ahead rather than just inside: it may move on.
                if *towards == facing {
                    all += 0.1 * worth;
                }
            }
        }
        ((best + 0.5 * all) * 1000.0) as i64
    };
    let mut chosen: Option<(i64, Facing)> = None;
    game.legal(&mut Reaches::default(), &mut |answer| {
        if let Answer::Face(facing) = answer {
            let value = value(facing);
            if chosen.is_none_or(|(most, _)| value > most) {
                chosen = Some((value, facing));
            }
        }
        true
    });
    chosen.map_or_else(|| game.preset(), |(_, facing)| Answer::Face(facing))
}

/// A further attack, or none.
fn again(thinker: &mut Thinker, view: &View) -> Thought {
    best(more(thinker, view)).unwrap_or_else(|| plain(view.game.preset()))
}

/// The further attacks there are, and none.
pub fn more(thinker: &mut Thinker, view: &View) -> Vec<Candidate> {
    let (evaluator, work) = thinker.evaluator(view);
    let mut candidates = Vec::new();
    let mut done = false;
    view.game.legal(&mut Reaches::default(), &mut |answer| {
        match answer {
            Answer::Strike { who, how, at } => {
                let sight = sight_of(view.game, who, how, at);
                if let Some(candidate) = strike(&evaluator, &mut work.cache, who, how, at, sight) {
                    candidates.push(candidate);
                }
            }
            Answer::Done => done = true,
            _ => {}
        }
        true
    });
    if done {
        candidates.push(nothing());
    }
    candidates
}

/// Where a figure looks that has come to stand somewhere.
fn face(thinker: &mut Thinker, view: &View, who: Fig) -> Thought {
    let cache = &mut thinker.work.cache;
    let table = Table::read(view, cache);
    let answer = facing(&table, cache, view.game, who);
    plain(answer)
}

/// Down to fight or carry; up where blows threaten.
fn land(thinker: &mut Thinker, view: &View, who: Fig) -> Thought {
    let game = view.game;
    let cache = &mut thinker.work.cache;
    let table = Table::read(view, cache);
    let figure = table.figure(who);
    let touching = |foe: &&Fig| {
        let target = table.figure(**foe);
        !target.aloft && table.board.touching(&figure.spaces, &target.spaces)
    };
    let fights = figure.modes.iter().any(|m| m.how == How::Fight);
    let shoots = figure.modes.iter().any(|m| m.how == How::Shoot);
    let mut gain = 0.0;
    let mut loss = 0.0;
    for foe in table.foes.iter().filter(touching) {
        let worth = table.figure(*foe).worth;
        let harm = table
            .chance(cache, who, *foe, How::Fight, Sight::Clear)
            .harm();
        if fights && worth * harm > gain {
            gain = worth * harm;
        }
        let back = table
            .chance(cache, *foe, who, How::Fight, Sight::Clear)
            .harm();
        loss += figure.worth * back;
    }
    if shoots {
        // It could shoot instead.
        gain *= 0.4;
    }
    let item = (0..game.items().len() as u8).any(|i| match game.item(i) {
        Holder::Space(space) => figure.spaces.contains(&space),
        Holder::Figure(_) => false,
    });
    let armed = figure.fresh.iter().any(|m| m.how == How::Shoot);
    let down = item || gain > loss * 0.6 || (gain > 0.0 && !armed);
    let answer = if down { Answer::Yes } else { Answer::No };
    plain(if game.check(&answer).is_ok() {
        answer
    } else {
        game.preset()
    })
}

/// Whether a failed roll is worth the reroll.
fn reroll(view: &View, who: Fig, purpose: Purpose, success: bool) -> Thought {
    if success {
        return plain(Answer::No);
    }
    let game = view.game;
    // The most that could be saved for: the dearest own figure.
    let dearest = game
        .on_board()
        .filter(|f| game.side(*f) == view.side)
        .map(|f| game.facts(f).worth)
        .max()
        .unwrap_or_default();
    let use_it = match purpose {
        // An armour roll saves the figure that makes it.
        Purpose::Armour => game.facts(who).worth * 3 >= dearest,
        _ => true,
    };
    plain(if use_it { Answer::Yes } else { Answer::No })
}

/// Chooses who goes first. The side that moves last chooses where to fight, which is worth more than
/// to strike first, unless most attacks are deadly. A side moves first if no enemy threatens it, or
/// against several opponents.
fn first(thinker: &mut Thinker, view: &View) -> Thought {
    let game = view.game;
    // The one to the left, so that all others have gone before.
    let left = game.all_sides().filter(|side| *side > view.side);
    let right = game.all_sides().filter(|side| *side < view.side);
    let enemy = left.chain(right).find(|side| {
        game.team(*side) != game.team(view.side) && game.on_board().any(|f| game.side(f) == *side)
    });
    let last = enemy.filter(|_| {
        thinker.depth().threats && rivals(game, view.side) == 1 && rather_last(thinker, view)
    });
    plain(last.map_or_else(|| game.preset(), Answer::Side))
}

/// Whether it is better to move last than to strike first against one team: for a side that leads,
/// for a level side in the last round, and wherever blows are not deadly.
fn rather_last(thinker: &mut Thinker, view: &View) -> bool {
    let judgement = thinker.profile.judgement;
    let cache = &mut thinker.work.cache;
    let table = Table::read(view, cache);
    let (ahead, over) = (points_ahead(&table), table.rounds_left == 0);
    let waits = table.game.lead_counts() && (ahead > 0.0 || ahead == 0.0 && over);
    waits || !judgement.strikes_first(|| blows(&table, cache))
}

/// Value-weighted mean melee damage (0–1 of a target) of the figures that do best hand to hand;
/// figures that do better from afar count as 0.
fn blows(table: &Table, cache: &mut Cache) -> f64 {
    let foes = table.foes.iter().map(|foe| table.figure(*foe).worth);
    let foes: f64 = foes.sum();
    let (mut sum, mut all) = (0.0, 0.0);
    for who in &table.friends {
        let figure = table.figure(*who);
        let (mut best, mut touch) = (0.0, false);
        for mode in &figure.fresh {
            let mut harm = 0.0;
            for foe in &table.foes {
                let chance = table.chance(cache, *who, *foe, mode.how, Sight::Clear);
                let more = 1.0 + chance.hit * f64::from(chance.again);
                harm += table.figure(*foe).worth * repeated(chance.harm(), mode.times) * more;
            }
            if harm > best {
                (best, touch) = (harm, mode.range == Range::Touch);
            }
        }
        all += figure.worth;
        if touch {
            sum += figure.worth * best;
        }
    }
    if sum > 0.0 { sum / (all * foes) } else { 0.0 }
}
