//! All that could be done at a question.

use super::boarding::boardings;
use super::candidate::Candidate;
use super::choose::{Breadth, act, thought_through};
use super::considered::leave_out;
use super::thinker::Thinker;
use crate::ai::agent::View;
use crate::ai::model::mover::Options;
use crate::ai::model::table::Table;
use crate::ai::score::evaluator::Evaluator;
use crate::battle::Fig;

/// What could be done.
pub enum Candidates<'a> {
    /// Now, not sorted.
    Now(Vec<Candidate>),
    /// It is a turn of moves, to be thought through: the table, and what can be done.
    Turn(Box<Table<'a>>, Options),
}

/// What could be done, not sorted.
pub fn candidates<'a>(
    thinker: &mut Thinker,
    view: &View<'a>,
    only: Option<Fig>,
    breadth: Breadth,
) -> Candidates<'a> {
    let depth = thinker.depth();
    let cache = &mut thinker.work.cache;
    let table = Table::read(view, cache);
    let mut options = Options::read(&table, cache, view.game);
    if options.steps {
        return Candidates::Now(boardings(thinker, view));
    }
    if breadth.decides && thought_through(view, &options) {
        return Candidates::Turn(Box::new(table), options);
    }
    let moving = !options.movers.is_empty();
    let evaluator =
        Evaluator::new(table, &thinker.profile, depth, moving, cache).with_noise(thinker.noise);
    leave_out(&evaluator, cache, &mut options);
    Candidates::Now(act(evaluator, &mut thinker.work, options, only, breadth))
}

/// The kinds of acts that a side chooses from when it is asked to act.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Moves of a whole turn, which is thought through.
    Turn,
    /// Acts that are compared one by one, moves among them.
    Acts,
    /// Attacks or skills only, as in a step of shots: nothing moves.
    Attacks,
}

impl Choice {
    /// Reads the kind from the legal answers.
    pub fn read(thinker: &mut Thinker, view: &View) -> Self {
        let cache = &mut thinker.work.cache;
        let table = Table::read(view, cache);
        let options = Options::read(&table, cache, view.game);
        if thought_through(view, &options) {
            Self::Turn
        } else if options.movers.is_empty() && options.leaves.is_empty() && !options.competing {
            Self::Attacks
        } else {
            Self::Acts
        }
    }
}
