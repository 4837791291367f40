//! All that could be done at a question.

use super::choose::{Breadth, act, thought_through};
use super::offer::Offer;
use super::step::steps;
use super::thinker::Thinker;
use crate::ai::agent::View;
use crate::ai::model::mover::Options;
use crate::ai::model::table::Table;
use crate::ai::score::evaluator::Evaluator;
use crate::battle::Fig;

/// What could be done.
pub enum Offers {
    /// Now, not sorted.
    Now(Vec<Offer>),
    /// It is a turn of moves, to be thought through.
    Turn(Options),
}

/// What could be done, not sorted.
pub fn offers(thinker: &mut Thinker, view: &View, only: Option<Fig>, breadth: Breadth) -> Offers {
    let depth = thinker.depth();
    let cache = &mut thinker.work.cache;
    let table = Table::read(view, cache);
    let options = Options::read(&table, cache, view.game);
    if options.steps {
        return Offers::Now(steps(thinker, view));
    }
    if breadth.decides && thought_through(view, &options) {
        return Offers::Turn(options);
    }
    let moving = !options.movers.is_empty();
    let evaluator =
        Evaluator::new(table, &thinker.profile, depth, moving, cache).with_noise(thinker.noise);
    Offers::Now(act(evaluator, &mut thinker.work, options, only, breadth))
}

/// Whether a turn of moves is thought through here.
pub fn is_turn(thinker: &mut Thinker, view: &View) -> bool {
    let cache = &mut thinker.work.cache;
    let table = Table::read(view, cache);
    let options = Options::read(&table, cache, view.game);
    thought_through(view, &options)
}
