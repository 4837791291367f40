//! The answer of Enter: the computer's advice, the same that `hint` gives. If figures could still do
//! something in the step that it ends, the person is asked first, and Enter again says yes.

use super::choices::Choices;
use crate::ai::{Agent, Thought};
use crate::battle::{Answer, Ask, Decision, Fig, Who};
use crate::play::matches::Match;
use crate::play::tell;
use crate::rules::Game;

/// The advice for the question that is asked now.
#[derive(Debug, Default)]
pub struct DefaultAnswer {
    /// What it is about: the number of the question and the digest of the battle.
    about: (u64, u64),
    thought: Option<Thought>,
}

impl DefaultAnswer {
    /// The advice of an agent; it is asked once for each question. None for dice.
    pub fn of(
        &mut self,
        battle: &Match,
        decision: &Decision,
        agent: impl FnOnce() -> Option<Box<dyn Agent>>,
    ) -> Option<&Thought> {
        if matches!(decision.who, Who::Chance) {
            return None;
        }
        let about = (battle.number(), battle.game().digest());
        if self.thought.is_none() || self.about != about {
            self.about = about;
            self.thought = agent().and_then(|mut agent| battle.advice(&mut *agent));
        }
        self.thought.as_ref()
    }
}

/// An answer as brackets and hints show it.
pub fn shown(game: &Game, answer: &Answer) -> String {
    match answer {
        Answer::Done => "nothing more".to_owned(),
        answer => tell::answer(game, answer),
    }
}

/// A question that comes before something ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Sure {
    /// The step, or what one figure does, as advised: Enter is yes.
    End,
    /// The battle, which the person gives up: Enter is no.
    Concede,
}

/// The question before Enter ends a step as advised, if a figure can still do something in it.
pub fn before_end(game: &Game, decision: &Decision, choices: &Choices) -> Option<String> {
    let Ask::Act { only } = decision.ask else {
        return None;
    };
    let (moving, attacking) = (choices.movers(), choices.attackers());
    let ends = match only {
        Some(who) => format!(
            "End the turn of {} as advised? [yes]",
            tell::figure(game, who)
        ),
        None => format!("End the step \"{}\" as advised? [yes]", game.status().step),
    };
    let figures = |figures: &[Fig], one: &str, several: &str| match figures {
        [who] => format!("{} {one}", tell::figure(game, *who)),
        many => format!("{} figures {several}", many.len()),
    };
    let open = match (only, moving.is_empty(), attacking.is_empty()) {
        (_, true, true) => return None,
        (Some(_), false, _) => figures(&moving, "can still move", "can still move"),
        (None, false, _) => figures(&moving, "has not moved", "have not moved"),
        (_, true, false) => figures(&attacking, "can still attack", "can still attack"),
    };
    Some(format!("{open}. {ends}"))
}
