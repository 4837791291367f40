//! Answers that the program gives for a person: default answers, and those of the computer for a
//! figure, a step or the rest of the battle.

use super::super::session::Legal;
use super::BattleScreen;
use super::turn::Hint;
use crate::battle::{Answer, Ask, Decision, Fig, Side, Who};
use crate::rules::Game;

/// Questions that get their default answer without being asked.
#[derive(Copy, Clone, Debug)]
pub struct Automatic {
    /// Figures face by themselves.
    pub faces: bool,
    /// What is clear is settled: a success is kept, even if it could be rerolled, and a step in
    /// which only walls and the like can be attacked ends.
    pub settles: bool,
}

impl Automatic {
    /// The answer to a question that is not asked.
    pub(super) fn answer(self, decision: &Decision, legal: &Legal) -> Option<Answer> {
        if legal.is_only_done() || self.ends(decision, legal) {
            return Some(Answer::Done);
        }
        match decision.ask {
            Ask::Face { .. } if self.faces => legal.preset.clone(),
            Ask::Reroll { success: true, .. } if self.settles => legal.preset.clone(),
            _ => None,
        }
    }

    /// Whether a step ends in which only walls and the like can be attacked.
    pub(super) fn ends(self, decision: &Decision, legal: &Legal) -> bool {
        self.settles && matches!(decision.ask, Ask::Act { .. }) && legal.is_only_breaking()
    }
}

/// How far the computer plays for a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Auto {
    /// All that is asked about one figure, until somebody else may act.
    Figure(Fig),
    /// Until this side's step, or the round, is over.
    Step(Side, u16, &'static str),
    /// Until the battle is over, for these sides.
    Battle(Vec<Side>),
}

impl Auto {
    /// Whether it answers this question.
    fn answers(&self, game: &Game, decision: &Decision) -> bool {
        let Who::Side(asked) = decision.who else {
            return false;
        };
        match self {
            Auto::Figure(figure) => {
                game.side(*figure) == asked && decision.ask.about() == Some(*figure)
            }
            Auto::Step(side, round, step) => {
                let status = game.status();
                *side == asked && (status.round, status.step) == (*round, *step)
            }
            Auto::Battle(sides) => sides.contains(&asked),
        }
    }
}

impl BattleScreen {
    /// Whether the computer is about to answer for the person, or will when it is their turn.
    pub(super) fn plays_on(&self) -> bool {
        let Some(auto) = &self.turn.auto else {
            return false;
        };
        let game = self.course.newest();
        let asked = self.turn.asked.as_ref();
        !self.turn.is_rolling() && asked.is_none_or(|a| auto.answers(game, &a.decision))
    }

    /// Answers in the person's place what the computer was told to; whether it did. Where it has
    /// come to its end, it is told no more.
    pub(super) fn play_on(&mut self) -> bool {
        let (Some(auto), Some(asked)) = (&self.turn.auto, &self.turn.asked) else {
            return false;
        };
        let game = self.course.newest();
        let thought = auto
            .answers(game, &asked.decision)
            .then(|| self.course.session.as_ref()?.advice())
            .flatten();
        if let Some(thought) = thought {
            self.answer(thought.answer, thought.why);
            return true;
        }
        // other people answer for themselves meanwhile
        if !matches!(auto, Auto::Battle(_)) {
            self.turn.auto = None;
        }
        false
    }

    /// The computer does for the person what it would, or what the hint shows, and all that is
    /// asked about that figure.
    pub fn play_one(&mut self) {
        let Some(asked) = &self.turn.asked else {
            return;
        };
        let hint = self.turn.hint.as_ref().and_then(Hint::seen);
        let Some(thought) = hint.or_else(|| self.course.session.as_ref()?.advice()) else {
            return;
        };
        let who = thought.answer.figure().or(asked.decision.ask.about());
        self.selection.chosen = who.or(self.selection.chosen);
        self.turn.auto = who.map(Auto::Figure);
        self.answer(thought.answer, thought.why);
    }

    /// The computer plays the rest of this step for the person.
    pub fn play_rest(&mut self) {
        if let Some(side) = self.turn.side() {
            let status = self.course.newest().status();
            self.turn.auto = Some(Auto::Step(side, status.round, status.step));
        }
    }

    /// The computer plays for the person until the battle is over.
    pub fn play_out(&mut self) {
        let Some(side) = self.turn.side() else {
            return;
        };
        let mut sides = match self.turn.auto.take() {
            Some(Auto::Battle(sides)) => sides,
            _ => Vec::new(),
        };
        if !sides.contains(&side) {
            sides.push(side);
        }
        self.turn.auto = Some(Auto::Battle(sides));
    }
}
