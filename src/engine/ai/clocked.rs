//! A limit of time: the best answer found so far counts when the time is over.

use super::agent::{Agent, Progress, View};
use super::wrapped::Wrapper;

/// Steps of thought between two looks at the clock.
const STEPS: u32 = 2;

/// A clock for one thought after the other. The engine has none of its own: a driver hands one in.
pub trait Clock: Send {
    /// A thought begins.
    fn start(&mut self);
    /// Whether the time for it is over.
    fn is_over(&self) -> bool;
}

/// Makes an agent answer with the best found so far once its time is over. Agents that find their
/// answer in one step take as long as that takes.
pub struct Clocked {
    clock: Box<dyn Clock>,
    /// What the thought under way is about: the number of the question and the digest of the battle.
    about: Option<(u64, u64)>,
}

impl Clocked {
    /// A limit by a clock.
    pub fn new(clock: Box<dyn Clock>) -> Self {
        Self { clock, about: None }
    }
}

impl Wrapper for Clocked {
    fn think(&mut self, agent: &mut dyn Agent, view: &View, number: u64, budget: u32) -> Progress {
        let about = Some((number, view.game.digest()));
        if self.about != about {
            self.about = about;
            self.clock.start();
        }
        let mut left = budget;
        loop {
            let steps = left.min(STEPS);
            let progress = agent.think(view, number, steps);
            if let Progress::Thinking { .. } = progress {
                if self.clock.is_over()
                    && let Some(thought) = agent.stopped(view, number)
                {
                    self.about = None;
                    return Progress::Decided(thought);
                }
                left -= steps;
                if left > 0 {
                    continue;
                }
            } else {
                self.about = None;
            }
            return progress;
        }
    }
    fn stopped(&mut self) {
        self.about = None;
    }
}
