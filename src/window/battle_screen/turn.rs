//! The person's turn: the question, the computer's advice, and answers that are not the person's own.

use super::{Auto, Automatic};
use crate::ai::Thought;
use crate::battle::{Answer, Ask, Decision, Fig, How, Side, Target, Who};
use crate::board::Facing;
use crate::rules::Game;
use crate::window::session::Legal;

/// A question to a person, prepared once.
pub struct Question {
    /// The question.
    pub decision: Decision,
    /// The legal answers.
    pub legal: Legal,
    /// Faces typed so far.
    pub(super) typed: Vec<u8>,
    /// The way keys have turned the figure that is asked where to look.
    pub(super) turned: Option<Facing>,
}

/// Advice of the computer.
pub struct Hint {
    /// Its choices, best first.
    pub choices: Vec<Thought>,
    /// The one that is looked at.
    pub seen: usize,
    /// Tells this advice from every other one.
    pub number: u32,
}

impl Hint {
    /// The choice that is looked at, with the next best beside it.
    pub fn seen(&self) -> Option<Thought> {
        let mut thought = self.choices.get(self.seen)?.clone();
        if let (Some(why), Some(next)) = (&mut thought.why, self.choices.get(self.seen + 1)) {
            why.runner_up = next.why.as_ref().map(|w| w.chosen.clone());
        }
        Some(thought)
    }
}

/// The person's turn.
pub struct Turn {
    /// The question, where a person is asked.
    pub asked: Option<Question>,
    /// The computer's advice, best first, and which of it is looked at.
    pub hint: Option<Hint>,
    /// How often the computer has given advice.
    hints: u32,
    /// Questions that get their default answer without being asked.
    pub automatic: Automatic,
    /// The part that the computer plays for the person.
    pub auto: Option<Auto>,
    /// The number of answers before a step to which the person has come back after it ended by
    /// itself.
    pub(super) reopened: Option<usize>,
    /// How much longer the battle waits after a step has ended by itself, in seconds, so that one
    /// can go back before dice are rolled.
    pub(super) grace: f32,
}

impl Default for Turn {
    fn default() -> Self {
        Self {
            asked: None,
            hint: None,
            hints: 0,
            automatic: Automatic {
                faces: true,
                settles: true,
            },
            auto: None,
            reopened: None,
            grace: 0.0,
        }
    }
}

impl Turn {
    /// Whether dice are typed now.
    pub fn is_rolling(&self) -> bool {
        let asked = self.asked.as_ref();
        asked.is_some_and(|a| matches!(a.decision.ask, Ask::Roll { .. }))
    }

    /// The faces typed so far.
    pub fn typed(&self) -> &[u8] {
        self.asked.as_ref().map_or(&[], |asked| &asked.typed)
    }

    /// The faces that have been typed, once they are all there.
    pub(super) fn rolled(&self) -> Option<Answer> {
        let asked = self.asked.as_ref()?;
        match &asked.decision.ask {
            Ask::Roll { dice, .. } if dice.len() == asked.typed.len() => {
                Some(Answer::Faces(asked.typed.iter().copied().collect()))
            }
            _ => None,
        }
    }

    /// Takes back all faces that have been typed.
    pub(super) fn clear_faces(&mut self) {
        if let Some(asked) = &mut self.asked {
            asked.typed.clear();
        }
    }

    /// Who is asked.
    pub(super) fn who(&self) -> Option<Who> {
        self.asked.as_ref().map(|asked| asked.decision.who)
    }

    /// The side that is asked.
    pub(super) fn side(&self) -> Option<Side> {
        match self.who()? {
            Who::Side(side) => Some(side),
            Who::Chance => None,
        }
    }

    /// Shows the computer's choices, best first.
    pub(super) fn advise(&mut self, choices: Vec<Thought>) {
        self.hints += 1;
        self.hint = Some(Hint {
            choices,
            seen: 0,
            number: self.hints,
        });
    }

    /// The ways in which a figure can attack another one.
    pub(super) fn ways_to(&self, game: &Game, who: Fig, at: Fig) -> Vec<(How, Target)> {
        let Some(asked) = &self.asked else {
            return Vec::new();
        };
        let strikes = asked.legal.strikes.get(&who).into_iter().flatten();
        let there = |(_, target): &&(How, Target)| *target == Target::Figure(at);
        match game.allied(at, who) {
            true => Vec::new(),
            false => strikes.filter(there).copied().collect(),
        }
    }
}
