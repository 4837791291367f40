//! Getting on what carries others, and off it, where nothing else can be done.

use super::candidate::{Candidate, nothing};
use super::thinker::Thinker;
use crate::ai::agent::View;
use crate::ai::model::figure::{reach_of, repeated, sees};
use crate::ai::model::goals::time_discount;
use crate::ai::model::mover::Mover;
use crate::ai::model::table::Table;
use crate::ai::score::danger::danger_at;
use crate::ai::score::evaluator::Approach;
use crate::ai::score::position::tempo_at;
use crate::ai::score::terms::{Part, Score, Tally};
use crate::battle::{Answer, Fig, Milli, Reaches};
use crate::board::{Sight, Space};

/// Least score of a step over, so that nobody gets on and off for nothing.
const LEAST: Milli = Milli(50);

/// Whoever is better off on, or off, what carries it, and nothing more.
pub fn boardings(thinker: &mut Thinker, view: &View) -> Vec<Candidate> {
    let game = view.game;
    let mut steps: Vec<(Fig, Vec<Space>)> = Vec::new();
    game.legal(&mut Reaches::default(), &mut |answer| {
        if let Answer::Move { who, to } = answer {
            match steps.last_mut() {
                Some((last, all)) if *last == who => all.push(to),
                _ => steps.push((who, vec![to])),
            }
        }
        true
    });
    let mut candidates = Vec::new();
    for (who, mut all) in steps {
        let was = standing(thinker, view, who);
        few(&Table::read(view, &mut thinker.work.cache), who, &mut all);
        for to in all {
            let mut then = view.imagine();
            let answer = Answer::Move { who, to };
            if then.answer(&answer, &mut Vec::new()).is_err() {
                continue;
            }
            let after = View::new(&then, view.side);
            let score = standing(thinker, &after, who).minus(&was);
            let on = game.aboard(who).is_none();
            // Nobody leaves what shelters it before there is something to attack.
            let early = !on && !game.facts(who).in_action && score.part(Part::Kill) <= Milli::ZERO;
            if score.total() >= LEAST && !early {
                let what = match on.then(|| then.aboard(who)).flatten() {
                    Some(mount) => format!("{} gets on {}", game.label(who), game.label(mount)),
                    None => format!(
                        "{} gets off to {}",
                        game.label(who),
                        game.board().grid().name(to)
                    ),
                };
                candidates.push(Candidate {
                    answer,
                    who: Some(who),
                    action: what.into(),
                    score,
                });
            }
        }
    }
    candidates.push(nothing());
    candidates
}

/// What it is worth for a figure to be where it is when the next round comes.
fn standing(thinker: &mut Thinker, view: &View, who: Fig) -> Score {
    let (evaluator, work) = thinker.evaluator(view);
    let cache = &mut work.cache;
    let mut score = Score::default();
    let table = &evaluator.table;
    let (game, figure) = (table.game, table.figure(who));
    if !figure.on {
        return score;
    }
    let share = share(table, figure.lead);
    let serves = game.facts(who).in_action;
    let mut mover = Mover::staying(who);
    let pace = cache.pace(game, figure.lead);
    let (mut best, mut share_soon) = (0.0, 1.0);
    match game.aboard(who) {
        // One action moves all aboard.
        Some(_) => mover.pace = pace,
        None => {
            mover.pace = ((f64::from(pace) * share) as u32).max(1);
            if evaluator.depth.threats {
                let danger = danger_at(&evaluator, cache, &mover, figure.at, &figure.spaces, false);
                evaluator.count_danger(&mut score, danger.loss, danger.later, Approach::STAY);
            }
        }
    }
    if serves {
        for foe in &table.foes {
            let target = table.figure(*foe);
            let gap = figure.gap(&target.spaces);
            for mode in figure.fresh.iter().filter(|mode| gap <= reach_of(mode)) {
                let sight = sees(table.board, mode, &figure.spaces, &target.spaces, gap, None);
                let Some(sight) = sight.filter(|s| *s != Sight::Blocked) else {
                    continue;
                };
                let chance = table.chance_at(cache, who, *foe, mode.how, sight, gap);
                let gain = evaluator.worth(*foe) * repeated(chance.harm(), mode.times);
                if gain > best {
                    best = gain;
                }
            }
        }
    } else {
        // It has to get off first.
        share_soon = time_discount(1.0);
    }
    score.add(
        Part::Kill,
        evaluator.profile.weight(Part::Kill) * best * share,
    );
    let tempo = tempo_at(
        &evaluator,
        cache,
        who,
        figure.at,
        &figure.spaces,
        mover.pace,
    );
    evaluator.count_tempo(&mut score, tempo * share_soon);
    score
}

/// How likely a figure is to be among those that act in a round, where a side shares its actions.
fn share(table: &Table, lead: Fig) -> f64 {
    let Some(actions) = table.game.shared_actions() else {
        return 1.0;
    };
    let able = |f: &&Fig| {
        let figure = table.figure(**f);
        figure.own && figure.lead == **f && (!figure.fresh.is_empty() || **f == lead)
    };
    let all = table.friends.iter().filter(able).count().max(1) as f64;
    let share = 2.0 * f64::from(actions) / all;
    if share < 1.0 { share } else { 1.0 }
}

/// Of many places to get off to, the one nearest to an enemy, and the nearest of those with cover.
fn few(table: &Table, who: Fig, all: &mut Vec<Space>) {
    if table.game.aboard(who).is_none() {
        return;
    }
    let gap = |at: &Space| {
        let gaps = table.foes.iter().map(|f| table.figure(*f).gap(&[*at]));
        (gaps.min().unwrap_or(0), *at)
    };
    let covered = |at: &&Space| table.board.covering().contains(**at);
    let near = all.iter().copied().min_by_key(gap);
    let cover = all.iter().filter(covered).copied().min_by_key(gap);
    *all = near
        .into_iter()
        .chain(cover.filter(|c| Some(*c) != near))
        .collect();
}
