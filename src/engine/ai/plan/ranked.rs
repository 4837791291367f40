//! All candidates at a question, for people who want to see more than the choice.

use super::candidate::{Candidate, chosen, strike};
use super::candidates::{Candidates, candidates};
use super::choose::{WIDE, going_to};
use super::plan::gain_of;
use super::reply::more;
use super::thinker::Thinker;
use crate::ai::agent::{Thought, View, Weighed};
use crate::ai::model::figure::sight_of;
use crate::ai::model::mover::Options;
use crate::ai::model::table::Table;
use crate::ai::score::attack::settle_attacks;
use crate::ai::score::evaluator::Evaluator;
use crate::battle::{Answer, Ask};

/// All offers, best first; none where only one answer is looked for.
pub fn rank(thinker: &mut Thinker, view: &View) -> Vec<Thought> {
    let mut candidates: Vec<Candidate> = match view.game.decision().ask {
        Ask::Act { only } => match candidates(thinker, view, only, WIDE) {
            Candidates::Now(candidates) => candidates,
            Candidates::Turn(..) => Vec::new(),
        },
        Ask::Again { .. } => more(thinker, view),
        _ => Vec::new(),
    };
    candidates.sort_by_key(|candidate| -candidate.score.total());
    candidates
        .into_iter()
        .map(|candidate| chosen(vec![candidate]))
        .collect()
}

/// A move or strike as it weighs it; none where it weighs nothing like it.
pub fn weigh_one(thinker: &mut Thinker, view: &View, answer: &Answer) -> Option<Weighed> {
    let depth = thinker.depth();
    let cache = &mut thinker.work.cache;
    let table = Table::read(view, cache);
    let acting = matches!(view.game.decision().ask, Ask::Act { .. });
    let candidate = match answer {
        Answer::Move { who, to } | Answer::Place { who, to } if acting => {
            let options = Options::read(&table, cache, view.game);
            let mut evaluator = Evaluator::new(table, &thinker.profile, depth, true, cache)
                .with_noise(thinker.noise);
            settle_attacks(&mut evaluator, cache, &options.movers);
            let all = match answer {
                Answer::Place { .. } => &options.placements,
                _ => &options.movers,
            };
            let mover = all.iter().find(|m| m.lead == *who);
            mover
                .and_then(|mover| gain_of(&evaluator, cache, mover, *to))
                .map(|score| going_to(&evaluator, *who, *to, score))
        }
        Answer::Strike { who, how, at } => {
            let evaluator = Evaluator::new(table, &thinker.profile, depth, false, cache)
                .with_noise(thinker.noise);
            let sight = sight_of(view.game, *who, *how, *at);
            strike(&evaluator, cache, *who, *how, *at, sight)
        }
        _ => None,
    };
    candidate.map(|candidate| candidate.score.weighed(candidate.action))
}
