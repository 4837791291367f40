//! The step that a person saw at the prompt, so that `e` ends that one and no other.

use crate::battle::{Ask, Decision, Fig, Who};
use crate::play::tell;
use crate::rules::Game;

/// The step and the figure that a person saw when asked what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Whose question it is.
    pub side: Who,
    /// The round.
    pub round: u16,
    /// The step.
    pub step: &'static str,
    /// The one figure that acts, if it is one.
    pub only: Option<Fig>,
}

impl Stage {
    /// The stage of a question what to do; `None`: another question.
    pub fn of(game: &Game, decision: &Decision) -> Option<Self> {
        let Ask::Act { only } = decision.ask else {
            return None;
        };
        let status = game.status();
        Some(Self {
            side: decision.who,
            round: status.round,
            step: status.step,
            only,
        })
    }

    /// Whether `now` follows because this stage has ended, and not because a figure was chosen
    /// in it.
    pub fn has_ended(&self, now: &Stage) -> bool {
        let chosen = Stage {
            only: self.only.or(now.only),
            ..self.clone()
        };
        *now != chosen
    }

    fn in_words(&self, game: &Game, now: &Stage) -> String {
        match self.only {
            Some(who) => format!("The turn of {}", tell::figure(game, who)),
            None if (self.round, self.step) == (now.round, now.step) => {
                "The turn of your last figure".to_owned()
            }
            None => format!("The step \"{}\"", self.step),
        }
    }
}

/// Why `e` does not end what is asked about now; `None`: it does.
pub fn holds_back(
    game: &Game,
    now: Option<&Stage>,
    ended: Option<Stage>,
    named: Option<String>,
) -> Option<String> {
    let now = now?;
    if let Some(named) = named {
        return (!now.step.eq_ignore_ascii_case(&named)).then(|| {
            format!(
                "This is the step \"{}\", not \"{named}\"; nothing was ended.",
                now.step
            )
        });
    }
    let then = ended?;
    let asked = match now.only {
        Some(who) => format!("Now {} acts", tell::figure(game, who)),
        None => format!("This is the step \"{}\" of round {}", now.step, now.round),
    };
    Some(format!(
        "{} ended by itself after your last answer. {asked}: type e again to end it.",
        then.in_words(game, now)
    ))
}
