//! The reasons of the computer's choices, calculated again if the record has none.

use super::course::Course;
use super::forecast;
use crate::ai::{View, Why};
use crate::battle::{Answer, Ask, Line, Who};
use crate::play::AgentName;
use crate::store::opponents;
use std::collections::BTreeMap;

/// The choice of the computer that is looked at, and what is known of its choices.
#[derive(Default)]
pub struct Reasons {
    /// `None`: the last one.
    of: Option<usize>,
    /// Why choices were made of which the record keeps no reasons; `None` where no reasons can be
    /// found.
    known: BTreeMap<usize, Option<Why>>,
}

impl Reasons {
    /// Looks at a choice; `None`: at the last one.
    pub(super) fn look_at(&mut self, choice: Option<usize>) {
        self.of = choice;
    }

    /// The choice whose reasons are shown: the one that was picked, or the last one.
    pub fn choice(&self, course: &Course) -> Option<usize> {
        let shown = course.shown();
        self.of
            .filter(|i| *i < shown)
            .or_else(|| course.choice_before(shown))
    }

    /// Why the computer chose what it chose, as far as that has been found out.
    pub fn why<'a>(&'a self, course: &'a Course, i: usize) -> Option<&'a Why> {
        let recorded = course.history.moments.get(i)?.applied.why.as_ref();
        recorded.or_else(|| self.known.get(&i)?.as_ref())
    }

    /// Finds out why the computer made a choice. A record keeps no reasons: then the same agent is
    /// asked in the same position; nothing where it would choose something else now.
    pub fn find(&mut self, course: &Course, i: usize) {
        if course.history.moments[i].applied.why.is_none() && !self.known.contains_key(&i) {
            self.known.insert(i, course.reasons_again(i));
        }
    }
}

impl Course {
    /// Whether the computer chose in a moment what it could have chosen otherwise.
    fn is_choice(&self, i: usize) -> bool {
        let moment = &self.history.moments[i];
        match &moment.applied.why {
            Some(why) => why.runner_up.is_some() || !why.chosen.terms.is_empty(),
            None => {
                self.is_computers(i)
                    && matches!(self.history.game(i).decision().ask, Ask::Act { .. })
                    && moment.applied.answer != Answer::Done
            }
        }
    }

    fn is_computers(&self, i: usize) -> bool {
        let Who::Side(side) = self.history.moments[i].applied.by else {
            return false;
        };
        let agent = self.setup.agents.get(side.index());
        matches!(agent, Some(AgentName::Opponent { .. }))
    }

    /// The last choice of the computer before a moment.
    pub fn choice_before(&self, i: usize) -> Option<usize> {
        (0..i).rev().find(|i| self.is_choice(*i))
    }

    /// The first choice of the computer after a moment, of what has been shown.
    pub fn choice_after(&self, i: usize) -> Option<usize> {
        (i + 1..self.shown()).find(|i| self.is_choice(*i))
    }

    /// The named numbers behind what was rolled in a moment: those of the attack it was rolled
    /// for; none where it was for something else.
    pub fn behind(&self, i: usize) -> Vec<Line> {
        for at in (0..=i.min(self.history.len().saturating_sub(1))).rev() {
            let applied = &self.history.moments[at].applied;
            match (applied.by, &applied.answer) {
                (
                    Who::Side(_),
                    Answer::Strike {
                        who,
                        how,
                        at: target,
                    },
                ) => {
                    return forecast::lines(self.history.game(at), *who, *how, *target);
                }
                // rolled again, or not; the dice themselves
                (Who::Side(_), Answer::Yes | Answer::No) | (Who::Chance, _) => {}
                _ => break,
            }
        }
        Vec::new()
    }

    /// The reasons of a choice, from the same agent in the same position.
    fn reasons_again(&self, i: usize) -> Option<Why> {
        let applied = &self.history.moments[i].applied;
        let Who::Side(side) = applied.by else {
            return None;
        };
        let name = self.setup.agents.get(side.index())?;
        let mut agent = opponents::agent(name, self.setup.seed, side).ok()?;
        let game = self.history.game(i);
        let thought = agent.decide(&View::new(game, side), applied.number);
        (thought.answer == applied.answer).then_some(thought.why)?
    }
}
