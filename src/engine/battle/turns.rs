//! Turns: all that a side answers until dice are rolled or another side is asked.
//!
//! A battle keeps where the turn of who answers now began, so that an opponent that is asked in the
//! middle of one can plan from its beginning; and the last turns of each side, which tell how it plays.

use super::{Answer, Ask, Battle, Ruleset, Side, Who};
use std::sync::Arc;

/// The turns of each side that are kept, if somebody moved in them.
const KEPT: usize = 12;

/// The turns of a battle.
#[derive(Clone, Debug)]
pub struct Turns<R: Ruleset> {
    now: Turn<R>,
    /// The last ones that are over, in order.
    past: Option<Arc<Vec<Past<R>>>>,
}

/// The turn of who answers now: it begins with the first question what to do since chance or another
/// side answered.
#[derive(Clone, Debug)]
enum Turn<R: Ruleset> {
    /// It begins here, if this is such a question.
    Here,
    /// It began in this battle, with these answers.
    Begun(Arc<Battle<R>>, Vec<Answer>),
    /// Nobody keeps it: the battle is imagined.
    Unkept,
}

/// A turn that is over.
#[derive(Clone, Debug)]
struct Past<R: Ruleset> {
    side: Side,
    /// Where it began. That battle keeps no turns.
    begun: Arc<Battle<R>>,
    answers: Arc<[Answer]>,
}

impl<R: Ruleset> Default for Turns<R> {
    fn default() -> Self {
        Self {
            now: Turn::Here,
            past: None,
        }
    }
}

impl<R: Ruleset> Turns<R> {
    /// Of an imagined battle.
    fn unkept() -> Self {
        Self {
            now: Turn::Unkept,
            past: None,
        }
    }

    /// Whether turns are kept.
    pub fn kept(&self) -> bool {
        !matches!(self.now, Turn::Unkept)
    }

    /// The turn of who answered is over.
    pub fn over(&mut self, who: Who) {
        let now = std::mem::replace(&mut self.now, Turn::Here);
        let moves = |answer: &Answer| matches!(answer, Answer::Move { .. });
        let (Who::Side(side), Turn::Begun(mut begun, answers)) = (who, now) else {
            return;
        };
        if !answers.iter().any(moves) {
            return;
        }
        Arc::make_mut(&mut begun).turns = Self::unkept();
        let past = Arc::make_mut(self.past.get_or_insert_default());
        let same = |past: &&Past<R>| past.side == side;
        if past.iter().filter(same).count() == KEPT
            && let Some(oldest) = past.iter().position(|past| past.side == side)
        {
            past.remove(oldest);
        }
        past.push(Past {
            side,
            begun,
            answers: answers.into(),
        });
    }
}

impl<R: Ruleset> Battle<R> {
    /// Takes note of an answer to a question, which has not yet been carried out.
    pub(super) fn given(&mut self, ask: &Ask, answer: &Answer) {
        if matches!((&self.turns.now, ask), (Turn::Here, Ask::Act { .. })) {
            self.turns.now = Turn::Begun(Arc::new(self.clone()), Vec::new());
        }
        if let Turn::Begun(_, answers) = &mut self.turns.now {
            answers.push(answer.clone());
        }
    }

    /// Goes back to where the turn of who answers now began: what was done since, by this side
    /// alone and without dice, may have been one plan. False: it began here, or nobody kept it.
    pub fn rewind(&mut self) -> bool {
        let Turn::Begun(battle, _) = &self.turns.now else {
            return false;
        };
        *self = Battle::clone(battle);
        true
    }

    /// Whether the turn of who answers now began in the state of this battle, as far as anybody
    /// keeps that: imagined battles may have begun anywhere.
    pub fn began_in(&self, battle: &Self) -> bool {
        match &self.turns.now {
            Turn::Here => self.state == battle.state,
            Turn::Begun(begun, _) => begun.state == battle.state,
            Turn::Unkept => true,
        }
    }

    /// Goes back to where a turn began that is over and was kept, 0 for the oldest: whose turn it was,
    /// and what that side answered. None: no such turn is kept. The battle keeps no turns then.
    pub fn recall(&mut self, number: usize) -> Option<(Side, Arc<[Answer]>)> {
        let past = self.turns.past.as_ref()?.get(number)?;
        let (side, answers) = (past.side, past.answers.clone());
        *self = Battle::clone(&past.begun.clone());
        Some((side, answers))
    }

    /// Keeps no turns any longer.
    pub fn forget(&mut self) {
        self.turns = Turns::unkept();
    }
}
