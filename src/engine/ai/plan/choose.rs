//! The choice among moves and strikes.

use super::activation::activations;
use super::candidate::{Candidate, nothing, strikes};
use super::intent::Intents;
use super::plan::{Plan, confirm, plan_of};
use crate::ai::action::Action;
use crate::ai::agent::View;
use crate::ai::model::mover::Options;
use crate::ai::model::table::Table;
use crate::ai::score::attack::settle_attacks;
use crate::ai::score::evaluator::Evaluator;
use crate::ai::score::sweep::Workspace;
use crate::ai::score::terms::{Part, Score, Tally};
use crate::battle::{Answer, Fig, Milli};
use crate::board::Space;

/// How widely choices are compared.
#[derive(Copy, Clone, Debug)]
pub struct Breadth {
    /// It is decided, not shown: turns of moves are thought through.
    pub decides: bool,
    /// How many figures that gain by going are compared before one goes.
    pub figures: usize,
    /// How many places of each are offered.
    pub places: usize,
}

/// To decide.
pub const NARROW: Breadth = Breadth {
    decides: true,
    figures: 1,
    places: 1,
};

/// To show what else there is.
pub const WIDE: Breadth = Breadth {
    decides: false,
    figures: usize::MAX,
    places: 2,
};

/// What could be done now.
pub fn act(
    mut evaluator: Evaluator,
    work: &mut Workspace,
    options: Options,
    only: Option<Fig>,
    breadth: Breadth,
) -> Vec<Candidate> {
    if let Some(candidate) = leaving(&evaluator, &options) {
        return vec![candidate];
    }
    let mut candidates = Vec::new();
    if options.competing {
        activations(&evaluator, work, &options, only, &mut candidates);
    } else if options.movers.is_empty() && options.placements.is_empty() {
        strikes(&evaluator, &mut work.cache, only, &mut candidates);
    } else {
        settle_attacks(&mut evaluator, &mut work.cache, &options.movers);
        placements(&evaluator, work, &options, &mut candidates);
        if candidates.is_empty() {
            moves(&mut evaluator, work, &options, breadth, &mut candidates);
        }
    }
    if options.done {
        candidates.push(nothing());
    }
    candidates
}

/// Walking off the board, where that counts and somebody can.
pub fn leaving(evaluator: &Evaluator, options: &Options) -> Option<Candidate> {
    let (value, who) = (evaluator.goals.leaving?, *options.leaves.first()?);
    let mut score = Score::default();
    score.add(Part::Objective, value);
    Some(Candidate {
        answer: Answer::Leave { who },
        who: Some(who),
        action: format!("{} leaves the board", evaluator.table.game.label(who)).into(),
        score,
    })
}

/// Better places for figures that came along with a lead, before another lead goes.
pub fn placements(
    evaluator: &Evaluator,
    work: &mut Workspace,
    options: &Options,
    candidates: &mut Vec<Candidate>,
) {
    // Not for nearly nothing.
    const LEAST: Milli = Milli(20);
    for (index, mover) in options.placements.iter().enumerate() {
        let mut plan = plan_of(evaluator, work, index, mover);
        if evaluator.depth.exact && plan.gain() >= LEAST {
            confirm(evaluator, &mut work.cache, mover, &mut plan);
        }
        let Some(best) = plan.places.first().filter(|_| plan.gain() >= LEAST) else {
            continue;
        };
        let (who, to) = (mover.lead, best.to);
        let score = best.score.minus(&plan.stay);
        candidates.push(Candidate {
            answer: Answer::Place { who, to },
            ..going_to(evaluator, who, to, score)
        });
    }
}

/// The moves worth making, most urgent first.
fn moves(
    evaluator: &mut Evaluator,
    work: &mut Workspace,
    options: &Options,
    breadth: Breadth,
    candidates: &mut Vec<Candidate>,
) {
    let game = evaluator.table.game;
    let solo = game.sides()[evaluator.table.side.index()].solo;
    // Where all will move in turn, whoever is nearest to the enemy is looked at first, and only
    // as many as seem to gain by going.
    let all = solo;
    let mut waiting = options.movers.iter().enumerate().collect::<Vec<_>>();
    if !all {
        waiting
            .sort_by_cached_key(|(index, mover)| (nearest(&evaluator.table, mover.lead), *index));
    }
    let mut intents = if all {
        Intents::default()
    } else {
        Intents::read(evaluator, work, &waiting)
    };
    let mut waiting = waiting.into_iter();
    let mut plans: Vec<Plan> = Vec::with_capacity(options.movers.len());
    loop {
        let begun = plans.len();
        let mut promising = 0;
        for (index, mover) in waiting.by_ref() {
            let plan = intents.plan(evaluator, work, index, mover);
            promising += usize::from(plan.gain() > Milli::ZERO);
            plans.push(plan);
            if !all && promising == breadth.figures {
                break;
            }
        }
        if plans.len() == begun {
            break;
        }
        // The most promising first: whoever still gains after a closer look goes.
        plans[begun..].sort_by_key(|plan| -plan.gain());
        going(
            evaluator,
            work,
            options,
            &mut intents,
            &mut plans[begun..],
            breadth.places,
            candidates,
        );
        if !candidates.is_empty() {
            break;
        }
    }
}

/// How near the nearest enemy is to a figure.
pub fn nearest(table: &Table, who: Fig) -> u32 {
    let figure = table.figure(who);
    let gaps = table
        .foes
        .iter()
        .map(|f| table.board.gap(&figure.spaces, &table.figure(*f).spaces));
    gaps.min().unwrap_or(0)
}

/// Those of some plans that still gain after a closer look, as offers.
#[allow(clippy::too_many_arguments)]
fn going(
    evaluator: &mut Evaluator,
    work: &mut Workspace,
    options: &Options,
    intents: &mut Intents,
    plans: &mut [Plan],
    places: usize,
    candidates: &mut Vec<Candidate>,
) {
    let solo = evaluator.table.game.sides()[evaluator.table.side.index()].solo;
    let mut sure = Milli::ZERO;
    for plan in plans {
        let mover = &options.movers[plan.mover];
        let who = mover.lead;
        let rough = plan.gain();
        if evaluator.depth.exact && rough > sure {
            intents.without(evaluator, plan.mover, |evaluator| {
                confirm(evaluator, &mut work.cache, mover, plan);
            });
        }
        let mut gain = plan.gain();
        let at = evaluator.table.figure(who).at;
        let (mut to, mut score) = match plan.places.first() {
            Some(best) => (best.to, best.score.minus(&plan.stay)),
            None => continue,
        };
        if solo && gain <= Milli::ZERO && mover.ends.contains(&at) {
            // An activation is kept for who attacks from where it stands.
            let attack = plan.stay.part(Part::Kill) + plan.stay.part(Part::Wound);
            if attack > Milli::ZERO {
                (to, score) = (at, plan.stay);
                gain = score.total().max(Milli(1));
            }
        }
        if gain.min(score.total()) <= Milli::ZERO {
            continue;
        }
        sure = sure.max(gain);
        candidates.push(going_to(evaluator, who, to, score));
        for next in plan.places.iter().skip(1).take(places - 1) {
            let score = next.score.minus(&plan.stay);
            if next.to != to && score.total() > Milli::ZERO {
                candidates.push(going_to(evaluator, who, next.to, score));
            }
        }
    }
}

/// A move as an offer.
pub fn going_to(evaluator: &Evaluator, who: Fig, to: Space, score: Score) -> Candidate {
    Candidate {
        answer: Answer::Move { who, to },
        who: Some(who),
        action: Action::go(evaluator.table.game, who, to),
        score,
    }
}

/// Whether only some of a side's figures act, so that before each move it is compared who gains most.
pub fn compared(view: &View) -> bool {
    view.game.sides()[view.side.index()].solo
}

/// Whether a turn is thought through in which so much can be done.
pub fn thought_through(view: &View, options: &Options) -> bool {
    !compared(view) && options.only_moves()
}
