//! The moves of a whole turn, planned as the turn begins. Figures choose one after the other; each
//! counts on those before it and on the intents of the next ones.
//!
//! The plan stays valid while the battle matches the state it predicted. An opponent that is asked in
//! the middle of a turn plans from its beginning, and so finds the same plan again.

use super::candidate::{Candidate, best, chosen, nothing, plain};
use super::choose::{compared, going_to, leaving, nearest, placements};
use super::considered::{leave_out, leave_out_of};
use super::intent::{Intents, asked};
use super::plan::{Plan, confirm};
use super::reply::{facing, minor_answer};
use super::thinker::Thinker;
use crate::ai::agent::{Thought, View};
use crate::ai::model::cache::Cache;
use crate::ai::model::mover::Options;
use crate::ai::model::table::Table;
use crate::ai::score::attack::{moved, settle_attacks};
use crate::ai::score::evaluator::Evaluator;
use crate::ai::score::place::mount_at;
use crate::ai::score::sweep::Workspace;
use crate::battle::{Answer, Ask, Fig, Milli, Side, Who};
use crate::board::Space;
use crate::rules::Game;
use std::cell::Cell;
use std::sync::Arc;

/// More steps than any turn has.
const LONGEST: usize = 1_000;

/// What a side does in a turn of moves.
pub struct Turn {
    /// The battle in which it begins.
    begun: Game,
    steps: Vec<Step>,
    /// The step after the last that was asked for.
    next: Cell<usize>,
}

/// One answer of it.
struct Step {
    /// The battle in which it is given.
    asked: Game,
    thought: Thought,
}

impl Turn {
    /// Whether it may be the turn that a battle is in.
    fn is_of(&self, game: &Game) -> bool {
        self.begun.same_battle(game) && game.began_in(&self.begun)
    }

    /// The next answer in a battle of this turn, if it leads through there.
    fn answer(&self, game: &Game) -> Option<Thought> {
        let here = |step: &Step| step.asked.eq_ignoring_facing(game);
        let next = self.next.get();
        let at = match self.steps.get(next) {
            Some(step) if here(step) => next,
            _ => self.steps.iter().position(here)?,
        };
        self.next.set(at + 1);
        Some(self.steps[at].thought.clone())
    }
}

/// Result of one planning step.
enum Stage {
    /// Somebody has gone, and everything has to be looked at again.
    Again,
    /// There is nothing more to move.
    Over,
}

/// The turn that an opponent is in the middle of.
#[derive(Default)]
pub struct TurnInProgress(Option<Turn>);

impl TurnInProgress {
    /// Forgets it.
    pub fn forget(&mut self) {
        self.0 = None;
    }

    /// The next answer in it, if it leads through here.
    pub fn next(&self, view: &View) -> Option<Thought> {
        let turn = self.0.as_ref()?;
        turn.is_of(view.game)
            .then(|| turn.answer(view.game))
            .flatten()
    }

    /// The next answer of the turn that has begun; the turn is planned again if it is not known.
    pub fn resumed(&mut self, thinker: &mut Thinker, view: &View) -> Option<Thought> {
        if compared(view) {
            return None;
        }
        let known = self.0.as_ref();
        if !known.is_some_and(|turn| turn.is_of(view.game)) {
            let begun = view.game.begun()?;
            let begun = View::new(&begun, view.side);
            self.0 = Some(think_of(thinker, &begun, None, None));
        }
        self.next(view)
    }

    /// The next answer in a turn of moves, given the table, which has just been read, and what can
    /// be done now.
    pub fn turn(
        &mut self,
        thinker: &mut Thinker,
        view: &View,
        table: Table,
        options: Options,
    ) -> Option<Thought> {
        if view.game.began_in(view.game) {
            self.0 = Some(think_of(thinker, view, Some(table), Some(options)));
            return self.next(view);
        }
        let resumed = self.resumed(thinker, view);
        if resumed.is_some() {
            return resumed;
        }
        // Somebody else has led it elsewhere.
        think_of(thinker, view, None, Some(options)).answer(view.game)
    }
}

/// Plans the turn that begins here, given the table, if nothing else has been read since, and what
/// can be done, if that is known.
fn think_of(
    thinker: &mut Thinker,
    view: &View,
    mut table: Option<Table>,
    mut options: Option<Options>,
) -> Turn {
    let (side, begun) = (view.side, view.game.imagine());
    let mut then = begun.clone();
    let mut steps = Vec::new();
    while steps.len() < LONGEST && then.decision().who == Who::Side(side) {
        if !matches!(then.decision().ask, Ask::Act { .. }) {
            table = None;
            let thought = minor_answer(thinker, &View::new(&then, side));
            then.settle(&thought.answer, &mut ());
            continue;
        }
        let known = (table.take(), options.take());
        let stage = stage(thinker, side, known, &mut then, &mut steps);
        if matches!(stage, Stage::Over) {
            break;
        }
    }
    Turn {
        begun,
        steps,
        next: Cell::new(0),
    }
}

/// Plans on as long as the position that was read can be kept up to date.
fn stage(
    thinker: &mut Thinker,
    side: Side,
    (table, options): (Option<Table>, Option<Options>),
    then: &mut Game,
    steps: &mut Vec<Step>,
) -> Stage {
    let base = then.clone();
    let view = View::new(&base, side);
    let depth = thinker.depth();
    let work = &mut thinker.work;
    let table = table.unwrap_or_else(|| Table::read(&view, &mut work.cache));
    let mut options = options.unwrap_or_else(|| Options::read(&table, &mut work.cache, &base));
    if !options.only_moves() {
        return Stage::Over;
    }
    let evaluator = Evaluator::new(table, &thinker.profile, depth, true, &mut work.cache);
    let mut evaluator = evaluator.with_noise(thinker.noise);
    leave_out(&evaluator, &mut work.cache, &mut options);
    let mut at_once: Vec<Candidate> = leaving(&evaluator, &options).into_iter().collect();
    if at_once.is_empty() {
        settle_attacks(&mut evaluator, &mut work.cache, &options.movers);
        placements(&evaluator, work, &options, &mut at_once);
    }
    if let Some(thought) = best(at_once) {
        take(then, steps, thought);
        return Stage::Again;
    }
    let mut sequence = Sequence::of(evaluator, options, side);
    let again = sequence.play(work, then, steps);
    if !again && sequence.options.done && then.decision().who == Who::Side(side) {
        take(then, steps, chosen(vec![nothing()]));
    }
    if again { Stage::Again } else { Stage::Over }
}

/// Gives an answer in a thought.
fn take(then: &mut Game, steps: &mut Vec<Step>, thought: Thought) {
    let answer = thought.answer.clone();
    steps.push(Step {
        asked: then.clone(),
        thought,
    });
    then.settle(&answer, &mut ());
}

/// Movers who choose one after the other.
struct Sequence<'a> {
    evaluator: Evaluator<'a>,
    options: Options,
    side: Side,
    intents: Intents,
    /// Spaces that were left or entered, in order.
    changed: Vec<Space>,
    /// How many of them each mover has seen.
    seen: Vec<usize>,
}

impl<'a> Sequence<'a> {
    fn of(evaluator: Evaluator<'a>, options: Options, side: Side) -> Self {
        Self {
            intents: Intents::none(&evaluator, options.movers.len()),
            seen: vec![0; options.movers.len()],
            changed: Vec::new(),
            evaluator,
            options,
            side,
        }
    }

    /// Lets them choose, whoever is nearest to an enemy first. Whether everything has to be looked
    /// at again.
    fn play(&mut self, work: &mut Workspace, then: &mut Game, steps: &mut Vec<Step>) -> bool {
        let movers = &self.options.movers;
        let mut order: Vec<usize> = (0..movers.len()).collect();
        order.sort_by_cached_key(|i| (nearest(&self.evaluator.table, movers[*i].lead), *i));
        for (place, index) in order.iter().copied().enumerate() {
            self.look_again(&mut work.cache, then, index);
            let most = asked(&self.evaluator, &self.options.movers[index]);
            for next in order[place + 1..].iter().take(most) {
                self.look_again(&mut work.cache, then, *next);
                let mover = &self.options.movers[*next];
                self.intents.ask(&mut self.evaluator, work, *next, mover);
            }
            let thought = self.choose(work, index);
            self.intents.forget(&mut self.evaluator, index);
            let Some(thought) = thought else {
                continue;
            };
            let Answer::Move { who, to } = thought.answer else {
                continue;
            };
            let from = self.evaluator.table.figure(who).spaces.clone();
            let kept = self.kept_up(index, to);
            take(then, steps, thought);
            if !kept || !self.arrived(&mut work.cache, then, steps, who, to) {
                return true;
            }
            self.intents.aside(&mut self.evaluator, |evaluator| {
                moved(evaluator, &mut work.cache, then, who, to);
            });
            self.changed.extend(from);
            self.changed
                .extend(&self.evaluator.table.figure(who).spaces);
        }
        false
    }

    /// Where a mover would go now, if it gains by that after a closer look.
    fn choose(&mut self, work: &mut Workspace, index: usize) -> Option<Thought> {
        let mover = &self.options.movers[index];
        let (evaluator, intents) = (&mut self.evaluator, &mut self.intents);
        let mut plan: Plan = intents.plan(evaluator, work, index, mover);
        if plan.gain() <= Milli::ZERO {
            return None;
        }
        if evaluator.depth.exact {
            intents.without(evaluator, index, |evaluator| {
                confirm(evaluator, &mut work.cache, mover, &mut plan);
            });
        }
        if plan.gain() <= Milli::ZERO {
            return None;
        }
        let places = plan.places.iter().take(2);
        let candidates =
            places.map(|p| going_to(evaluator, mover.lead, p.to, p.score.minus(&plan.stay)));
        let mut candidates: Vec<Candidate> = candidates.collect();
        if self.options.done {
            candidates.push(nothing());
        }
        candidates.sort_by_key(|candidate| -candidate.score.total());
        Some(chosen(candidates))
    }

    /// Whether what has been read can be kept up if a mover goes to a space: it walks by itself,
    /// and boards nothing.
    fn kept_up(&self, index: usize, to: Space) -> bool {
        let mover = &self.options.movers[index];
        mover.alone(&self.evaluator.table) && mount_at(&self.evaluator.table, mover, to).is_none()
    }

    /// Goes on to the next question what to do; whether the move has changed nothing but where the
    /// figure is, and its side is asked.
    fn arrived(
        &self,
        cache: &mut Cache,
        then: &mut Game,
        steps: &mut Vec<Step>,
        who: Fig,
        to: Space,
    ) -> bool {
        let base = self.evaluator.table.game;
        loop {
            let decision = then.decision();
            match decision.ask {
                _ if decision.who != Who::Side(self.side) => return false,
                Ask::Face { who } => {
                    let answer = facing(&self.evaluator.table, cache, then, who);
                    take(then, steps, plain(answer));
                }
                Ask::Act { .. } => break,
                _ => return false,
            }
        }
        let (now, was) = (then.status(), base.status());
        let same_step = (now.round, now.step, now.turn) == (was.round, was.step, was.turn);
        let same = |item: u8| then.item(item) == base.item(item);
        let same_board = Arc::ptr_eq(then.board(), base.board());
        same_step && same_board && then.at(who) == to && (0..base.items().len() as u8).all(same)
    }

    /// Looks again at where a mover can go, if somebody has moved around it since.
    fn look_again(&mut self, cache: &mut Cache, then: &Game, index: usize) {
        let seen = std::mem::replace(&mut self.seen[index], self.changed.len());
        if seen == self.changed.len() {
            return;
        }
        let mover = &mut self.options.movers[index];
        mover.renew();
        let figure = self.evaluator.table.figure(mover.lead);
        let near = |space: &Space| figure.gap(&[*space]) <= mover.pace + 1;
        if self.changed[seen..].iter().any(near) {
            mover.look_again(&self.evaluator.table, cache, then);
            leave_out_of(&self.evaluator, cache, mover);
        }
    }
}
