//! An opponent with a limit of time: the best answer found so far counts when the time is over.

use super::agent::{Agent, Progress, Thought, View, Weighed};
use crate::battle::{Answer, Decision, Event};
use crate::rules::Game;

/// Steps of thought between two looks at the clock.
const STEPS: u32 = 2;

/// A clock for one thought after the other. The engine has none of its own: a driver hands one in.
pub trait Clock: Send {
    /// A thought begins.
    fn start(&mut self);
    /// Whether the time for it is over.
    fn is_over(&self) -> bool;
}

/// An agent that answers with the best found so far once its time is over. Agents that find their
/// answer in one step take as long as that takes.
pub struct Clocked {
    agent: Box<dyn Agent>,
    clock: Box<dyn Clock>,
    /// What the thought under way is about: the number of the question and the digest of the battle.
    about: Option<(u64, u64)>,
}

impl Clocked {
    /// An agent with a clock.
    pub fn new(agent: Box<dyn Agent>, clock: Box<dyn Clock>) -> Self {
        Self {
            agent,
            clock,
            about: None,
        }
    }
}

impl Agent for Clocked {
    fn name(&self) -> String {
        self.agent.name()
    }
    fn think(&mut self, view: &View, number: u64, budget: u32) -> Progress {
        let about = Some((number, view.game.digest()));
        if self.about != about {
            self.about = about;
            self.clock.start();
        }
        let mut left = budget;
        loop {
            let steps = left.min(STEPS);
            let progress = self.agent.think(view, number, steps);
            if let Progress::Thinking { .. } = progress {
                if self.clock.is_over()
                    && let Some(thought) = self.agent.stopped(view, number)
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
    fn ranked(&mut self, view: &View, number: u64) -> Vec<Thought> {
        self.agent.ranked(view, number)
    }
    fn weigh(&mut self, view: &View, answer: &Answer) -> Option<Weighed> {
        self.agent.weigh(view, answer)
    }
    fn stopped(&mut self, view: &View, number: u64) -> Option<Thought> {
        self.about = None;
        self.agent.stopped(view, number)
    }
    fn forget(&mut self) {
        self.agent.forget();
    }
    fn listens(&self) -> bool {
        self.agent.listens()
    }
    fn heard(
        &mut self,
        game: &Game,
        number: u64,
        question: &Decision,
        answer: &Answer,
        events: &[Event],
    ) {
        self.agent.heard(game, number, question, answer, events);
    }
    fn ended(&mut self, game: &Game) {
        self.agent.ended(game);
    }
    fn notice(&self) -> Option<String> {
        self.agent.notice()
    }
    fn replaced(&self) -> u64 {
        self.agent.replaced()
    }
    fn failed(&self) -> Option<String> {
        self.agent.failed()
    }
}
