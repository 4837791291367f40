//! Short commands that a person types while playing.

mod error;
mod reading;

use crate::battle::{Answer, Ask, Decision, Fig, Status, Target};
use crate::board::Space;
use crate::rules::Game;
pub use error::OrderError;
pub use reading::read;

/// For how long the computer answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// This question.
    One,
    /// As long as it acts with one figure.
    Figure(Option<Fig>),
    /// To the end of the step.
    Step(Option<Status>),
    /// To the end.
    Rest,
}

impl Scope {
    /// The scope, beginning at this question.
    pub fn from(self, game: &Game, decision: &Decision) -> Self {
        match self {
            Scope::Figure(_) => Scope::Figure(match decision.ask {
                Ask::Act { only } => only,
                _ => None,
            }),
            Scope::Step(_) => Scope::Step(Some(game.status())),
            other => other,
        }
    }
    /// Whether it has ended before this question.
    pub fn is_over(&self, game: &Game, decision: &Decision) -> bool {
        match self {
            Scope::One | Scope::Rest => false,
            Scope::Figure(Some(figure)) => match decision.ask {
                Ask::Act { only: Some(only) } => only != *figure,
                Ask::Act { only: None } => true,
                _ => false,
            },
            Scope::Figure(None) => false,
            Scope::Step(begun) => begun.as_ref() != Some(&game.status()),
        }
    }
    /// The rest of it after this answer.
    pub fn after(self, answer: &Answer) -> Option<Self> {
        match self {
            Scope::One => None,
            Scope::Figure(None) => match answer {
                Answer::Move { who, .. }
                | Answer::MoveAndShut { who, .. }
                | Answer::Leave { who }
                | Answer::Strike { who, .. }
                | Answer::Place { who, .. } => Some(Scope::Figure(Some(*who))),
                Answer::Done => None,
                _ => Some(Scope::Figure(None)),
            },
            other => Some(other),
        }
    }
}

/// A command that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// An answer; whether it is legal is another matter.
    Answer(Answer),
    /// `volley`: with the squad of a figure, at that of a target.
    Volley(Fig, Fig),
    /// `e`: nothing more in this step, of this name if one is said.
    End(Option<String>),
    /// `?`, or `help` with a word.
    Help(Option<String>),
    /// `b`: the part around a space or figure, if one is named.
    Board(Option<Space>),
    /// `key`
    Key,
    /// `turn`: by so many quarter turns.
    Turn(u8),
    /// `i`
    Figures,
    /// `l`: of one figure, if one is named; with walls and other terrain.
    List(Option<Fig>, bool),
    /// `what` with a space; for a figure, if one is named.
    Space(Space, Option<Fig>),
    /// `what` with a figure.
    Figure(Fig),
    /// `near`
    Near(Option<Fig>),
    /// `score`
    Score,
    /// `aim`
    Aim,
    /// `rules`
    Rules,
    /// `r`
    Reach(Fig),
    /// `o`: whose, at whom, from where.
    Odds(Fig, Option<Target>, Option<Space>),
    /// `why`: of the last choice, or of what a figure did in its last turn.
    Why(Option<Fig>),
    /// `hint`
    Hint,
    /// `undo`
    Undo,
    /// `auto`
    Auto(Scope),
    /// `concede`
    Concede,
    /// `save`
    Save,
    /// `quit`
    Quit,
}
