//! Any legal answer.

use crate::ai::agent::{Agent, Progress, Thought, View};
use crate::battle::{Answer, Fig, Reaches, Side};
use crate::dice::{Stream, keyed};
use rand::{Rng, RngExt};

/// Answers by chance: which figure first, then what it does, so that a figure with many ways to
/// go is not chosen more often than one with few.
pub struct Random {
    seed: u64,
    side: Side,
    answers: Vec<Answer>,
    reaches: Reaches,
}

impl Random {
    pub fn new(seed: u64, side: Side) -> Self {
        Self {
            seed,
            side,
            answers: Vec::new(),
            reaches: Reaches::remembering(),
        }
    }
}

impl Agent for Random {
    fn name(&self) -> String {
        "random".into()
    }

    fn think(&mut self, view: &View, number: u64, _budget: u32) -> Progress {
        let mut rng = keyed(self.seed, Stream::Agent(self.side.0), number);
        // The first output of neighbouring keys is alike; skip it.
        let _: u64 = rng.random();
        self.answers.clear();
        let reaches = self.reaches.on(view.game.board());
        view.game.legal(reaches, &mut |answer| {
            self.answers.push(answer);
            true
        });
        let answer = pick(&mut self.answers, &mut rng).unwrap_or_else(|| view.game.preset());
        Progress::Decided(Thought { answer, why: None })
    }
}

/// One of the answers: a figure among those that can do something (or none of them), then one of
/// its answers.
fn pick(answers: &mut Vec<Answer>, rng: &mut impl Rng) -> Option<Answer> {
    let mut actors: Vec<Option<Fig>> = Vec::new();
    let mut last = None;
    for answer in answers.iter() {
        let actor = answer.figure();
        // answers of one figure mostly follow each other
        if last != Some(actor) && !actors.contains(&actor) {
            actors.push(actor);
        }
        last = Some(actor);
    }
    if actors.is_empty() {
        return None;
    }
    let chosen = actors[rng.random_range(0..actors.len())];
    answers.retain(|answer| answer.figure() == chosen);
    Some(answers.swap_remove(rng.random_range(0..answers.len())))
}
