//! Pairs of acts, where figures share the actions of their side: the best pair, by its gain and by the
//! points that the enemies take in reply.

use super::activation::{actors, best_of};
use super::candidate::Candidate;
use crate::ai::model::figure::to_f64;
use crate::ai::model::mover::Options;
use crate::ai::score::evaluator::Evaluator;
use crate::ai::score::reply::{Gone, Reply};
use crate::ai::score::sweep::Workspace;
use crate::ai::score::terms::{Part, Score, Tally};
use crate::battle::{Answer, Fig, How, Milli, Target};
use crate::rules::Game;

/// The acts of a figure or group, with some of the actions.
pub struct Deed {
    pub candidate: Candidate,
    /// The enemies that are gone after it, each with its chance.
    pub gone: Gone,
}

/// Counts what the enemies take in reply instead of what threatens the mover alone.
pub fn count_reply(evaluator: &Evaluator, taken: f64, score: &mut Score) {
    let weight = evaluator.profile.judgement.reply * evaluator.profile.weight(Part::Loss);
    score.set(Part::Later, 0.0);
    score.set(Part::Loss, -weight * taken);
}

/// The best uses of shared actions. `others`: acts with one action, such as fire on a space.
pub fn together(
    evaluator: &Evaluator,
    work: &mut Workspace,
    options: &Options,
    only: Option<Fig>,
    others: Vec<Candidate>,
    candidates: &mut Vec<Candidate>,
) {
    let table = &evaluator.table;
    let reply = Reply::read(evaluator, &mut work.cache);
    let mut singles: Vec<Deed> = Vec::new();
    let mut left = 1;
    for (mover, actions) in actors(evaluator, options, only) {
        let mover = mover.as_ref();
        left = left.max(actions);
        singles.extend(best_of(evaluator, work, mover, 1, Some(&reply)));
        if actions > 1 {
            let all = best_of(evaluator, work, mover, actions, Some(&reply));
            candidates.extend(all.map(|deed| deed.candidate));
        }
    }
    // Fire on a space, and from off the board, brings no figure into danger.
    for mut candidate in others {
        candidate.score = candidate.score.times(i64::from(left));
        candidates.push(candidate);
    }
    if left > 1 {
        pair(table.game, &mut singles);
    }
    candidates.extend(singles.into_iter().map(|deed| deed.candidate));
}

/// The enemies beside its target that an attack from where a figure stands may destroy.
pub fn beside(evaluator: &Evaluator, who: Fig, how: How, at: Target) -> Gone {
    let (table, mut gone) = (&evaluator.table, Gone::new());
    if matches!(how, How::Burst | How::Blast) {
        let game = table.game;
        let act = game.act(who, how, at, crate::board::Sight::Clear);
        game.spread(&act, &mut |other, odds| {
            if !table.figure(other).friend {
                gone.push((other, to_f64(odds.defeat)));
            }
        });
    }
    gone
}

/// Adds to each act of one action the best that can be done with another one.
fn pair(game: &Game, singles: &mut [Deed]) {
    let partners: Vec<Score> = singles
        .iter()
        .map(|first| {
            let seconds = singles
                .iter()
                .filter(|second| may_follow(game, &first.candidate, &second.candidate));
            let scores = seconds.map(|second| rest_of(first, second));
            scores
                .max_by_key(Score::total)
                .filter(|score| score.total() > Milli::ZERO)
                .unwrap_or_default()
        })
        .collect();
    for (deed, partner) in singles.iter_mut().zip(&partners) {
        deed.candidate.score = deed.candidate.score.plus(partner);
    }
}

/// Whether an act is done as well after another: by somebody else, or once more from the same
/// place.
fn may_follow(game: &Game, first: &Candidate, second: &Candidate) -> bool {
    if first.who != second.who {
        return true;
    }
    let strikes = |candidate: &Candidate| matches!(candidate.answer, Answer::Strike { .. });
    let on_board = first
        .who
        .is_some_and(|who| game.on_board().any(|f| f == who));
    strikes(first) && strikes(second) && on_board
}

/// The gain of an act after another, which may have destroyed its targets.
fn rest_of(first: &Deed, second: &Deed) -> Score {
    let mut left: f64 = 1.0;
    for (foe, gone) in &first.gone {
        if second.gone.iter().any(|(other, _)| other == foe) {
            left = left.min(1.0 - gone);
        }
    }
    if left == 1.0 {
        return second.candidate.score;
    }
    let mut rest = Score::default();
    let points = second.candidate.score.total().0 as f64 / 1000.0;
    rest.add(Part::Kill, left * points);
    rest
}
