//! What friends probably do that have yet to move, so that the figure that goes first counts on them:
//! an enemy that several attack strikes only one of them.

use super::plan::{Plan, plan_of};
use crate::ai::model::mover::Mover;
use crate::ai::model::threat::When;
use crate::ai::score::attack::{AttackValue, best_attack};
use crate::ai::score::danger::{Danger, danger_at};
use crate::ai::score::evaluator::{Approach, Evaluator};
use crate::ai::score::sweep::Workspace;
use crate::battle::{Fig, How, Milli};
use crate::board::Space;
use smallvec::SmallVec;

/// Probability that a friend does what it intends.
const LIKELY: f64 = 0.6;

/// How many of the next movers are asked for their intents. Fewer where the position is read again
/// after each move.
const ASKED: usize = 5;
const ASKED_AGAIN: usize = 2;

/// How many others are asked before a mover goes.
pub fn asked(evaluator: &Evaluator, mover: &Mover) -> usize {
    if mover.alone(&evaluator.table) {
        ASKED
    } else {
        ASKED_AGAIN
    }
}

/// Largest probability that a planned attack is taken to succeed with.
const MOST: f64 = 0.95;

/// What one figure, or a group, means to do.
struct Intent {
    /// Each member's part.
    parts: SmallVec<[Role; 1]>,
}

/// What one figure means to do.
struct Role {
    who: Fig,
    /// Whom it attacks, how, and how likely that one is gone then.
    attack: Option<(Fig, How, f64)>,
    /// For each threat what the figure is to it now and next where it means to go.
    prizes: SmallVec<[[f64; 2]; 12]>,
}

/// What all mean to do who have yet to move, as far as they walk alone or together, by mover.
#[derive(Default)]
pub struct Intents {
    all: Vec<Option<Intent>>,
    /// The plans they come from, by mover, as long as no intent changes anything for anybody.
    plans: Vec<Option<Plan>>,
}

impl Intents {
    /// Of so many movers, none of whom has been asked. A single one has nobody to count on.
    pub fn none(evaluator: &Evaluator, movers: usize) -> Self {
        let mut intents = Self::default();
        let depth = evaluator.depth;
        if movers > 1 && depth.chaining && depth.threats {
            intents.all.resize_with(movers, || None);
            intents.plans.resize_with(movers, || None);
        }
        intents
    }

    /// Lets the first movers choose in this order, each with its number, and each counting on those
    /// before it.
    pub fn read(
        evaluator: &mut Evaluator,
        work: &mut Workspace,
        movers: &[(usize, &Mover)],
    ) -> Self {
        let mut intents = Self::none(evaluator, movers.len());
        for (index, mover) in movers.iter().copied().take(1 + ASKED_AGAIN) {
            intents.ask(evaluator, work, index, mover);
        }
        intents
    }

    /// Asks a mover what it means to do, unless it has been asked.
    pub fn ask(
        &mut self,
        evaluator: &mut Evaluator,
        work: &mut Workspace,
        index: usize,
        mover: &Mover,
    ) {
        let led = mover.members.len() > 1 && mover.formations.is_empty();
        if led || !matches!(self.all.get(index), Some(None)) {
            return;
        }
        // A rough look is enough for one that walks alone: it chooses anew when it goes.
        let rough = mover.alone(&evaluator.table);
        let thinned = (rough && mover.ends.len() > 1).then(|| mover.thinned());
        let plan = plan_of(evaluator, work, index, thinned.as_ref().unwrap_or(mover));
        let at = evaluator.table.figure(mover.lead).at;
        let to = match plan.places.first() {
            Some(best) if plan.gain() > Milli::ZERO => best.to,
            _ => at,
        };
        let attack = plan.attacks.map(|attacks| attacks[usize::from(to == at)]);
        let mut intent = Intent::of(evaluator, work, mover, to, attack);
        if intent.change(evaluator, true) {
            self.change();
        }
        self.plans[index] = (!rough).then_some(plan);
        self.all[index] = Some(intent);
    }

    /// Something is not as it was: plans that have been made do not hold any more.
    fn change(&mut self) {
        self.plans.fill_with(|| None);
    }

    /// No longer counts on what a mover meant to do.
    pub fn forget(&mut self, evaluator: &mut Evaluator, index: usize) {
        if let Some(mut intent) = self.all.get_mut(index).and_then(Option::take)
            && intent.change(evaluator, false)
        {
            self.change();
        }
    }

    /// Does something to the judge, after which no plan holds, as if nobody meant anything.
    pub fn aside(&mut self, evaluator: &mut Evaluator, work: impl FnOnce(&mut Evaluator)) {
        for intent in self.all.iter_mut().flatten() {
            intent.change(evaluator, false);
        }
        work(evaluator);
        for intent in self.all.iter_mut().flatten() {
            intent.change(evaluator, true);
        }
        self.change();
    }

    /// What a mover would best do as all the others mean to do what they mean to.
    pub fn plan(
        &mut self,
        evaluator: &mut Evaluator,
        work: &mut Workspace,
        index: usize,
        mover: &Mover,
    ) -> Plan {
        let known = self.plans.get_mut(index).and_then(Option::take);
        known.unwrap_or_else(|| {
            self.without(evaluator, index, |evaluator| {
                plan_of(evaluator, work, index, mover)
            })
        })
    }

    /// Does something as if a mover meant nothing yet.
    pub fn without<T>(
        &mut self,
        evaluator: &mut Evaluator,
        mover: usize,
        work: impl FnOnce(&Evaluator) -> T,
    ) -> T {
        let mut intent = self.all.get_mut(mover).and_then(Option::as_mut);
        if let Some(intent) = &mut intent {
            intent.change(evaluator, false);
        }
        let done = work(evaluator);
        if let Some(intent) = &mut intent {
            intent.change(evaluator, true);
        }
        done
    }
}

impl Intent {
    /// Of one who means to go somewhere, or to stay; `known`: its attack from there, of a figure
    /// alone, where that is known.
    fn of(
        evaluator: &Evaluator,
        work: &mut Workspace,
        mover: &Mover,
        to: Space,
        known: Option<Option<AttackValue>>,
    ) -> Self {
        let table = &evaluator.table;
        let lead = table.figure(mover.lead);
        let approach = if to == lead.at {
            Approach::STAY
        } else {
            Approach::GO
        };
        let spaces = table.spaces_at(lead, to);
        let danger = match known {
            Some(_) => Danger::default(),
            None => danger_at(evaluator, &mut work.cache, mover, to, &spaces, false),
        };
        let sure = |gone: f64| if gone < MOST { gone } else { MOST };
        let mut parts = SmallVec::new();
        for (i, who) in mover.members.iter().enumerate() {
            let figure = table.figure(*who);
            let at = mover.stand(i, to);
            let spaces = table.spaces_at(figure, at);
            let attack = match known {
                Some(attack) => attack,
                None => best_attack(
                    evaluator,
                    &mut work.cache,
                    *who,
                    at,
                    &spaces,
                    approach,
                    &danger,
                    i,
                ),
            };
            let prizes = evaluator.threats.all.iter().map(|threat| {
                let mut square = |when| {
                    let harm = threat.harm(table, &mut work.cache, *who, &spaces, when);
                    let prize = figure.worth * harm.lost;
                    prize * prize
                };
                [square(When::Now), square(When::Next)]
            });
            parts.push(Role {
                who: *who,
                prizes: prizes.collect(),
                attack: attack.map(|attack| (attack.at, attack.how, sure(attack.gone * LIKELY))),
            });
        }
        Self { parts }
    }

    /// Counts on it, or no longer does; whether that changes anything.
    fn change(&mut self, evaluator: &mut Evaluator, counts: bool) -> bool {
        let mut changes = false;
        for part in &mut self.parts {
            changes |= part.change(evaluator, counts);
        }
        changes
    }
}

impl Role {
    /// Counts on it, or no longer does; whether that changes anything.
    fn change(&mut self, evaluator: &mut Evaluator, counts: bool) -> bool {
        let mut changes = false;
        if let Some((foe, how, gone)) = self.attack {
            let gone = if counts {
                gone
            } else {
                1.0 - 1.0 / (1.0 - gone)
            };
            evaluator.reduce(foe, gone);
            evaluator.threats.planned(foe, how, gone);
            changes = true;
        }
        for (i, threat) in evaluator.threats.all.iter_mut().enumerate() {
            let Some(prizes) = self.prizes.get_mut(i) else {
                break;
            };
            for when in [When::Now, When::Next] {
                let prize = &mut prizes[when as usize];
                let meant = *prize;
                threat.exchange(when, self.who, prize);
                changes |= *prize != meant;
            }
        }
        changes
    }
}
