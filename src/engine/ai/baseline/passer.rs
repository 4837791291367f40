//! A side that does nothing: every opponent should beat it.

use crate::ai::agent::{Agent, Progress, Thought, View};
use crate::battle::{Answer, Ask};

/// Ends every step at once; where something must be chosen, takes the default answer.
pub struct Passer;

impl Agent for Passer {
    fn name(&self) -> String {
        "passer".into()
    }

    fn think(&mut self, view: &View, _number: u64, _budget: u32) -> Progress {
        let game = view.game;
        let may_pass = matches!(game.decision().ask, Ask::Act { .. } | Ask::Again { .. });
        let answer = match may_pass && game.check(&Answer::Done).is_ok() {
            true => Answer::Done,
            false => game.preset(),
        };
        Progress::Decided(Thought { answer, why: None })
    }
}
