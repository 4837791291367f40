//! Agents around which something is done: a clock that ends their thoughts, a count of events.

use super::agent::{Agent, Progress, Thought, View, Weighed};
use crate::battle::{Answer, Decision, Event};
use crate::rules::Game;

/// Changes how an agent answers, or listens with it. The agent does whatever a wrapper leaves out.
pub trait Wrapper: Send {
    /// Thinks, see [`Agent::think`].
    fn think(&mut self, agent: &mut dyn Agent, view: &View, number: u64, budget: u32) -> Progress {
        agent.think(view, number, budget)
    }
    /// A thought is ended from outside.
    fn stopped(&mut self) {}
    /// Whether the wrapper wants to be told what happens.
    fn listens(&self) -> bool {
        false
    }
    /// What happened, and the battle after it; only if it [listens](Wrapper::listens).
    fn heard(&mut self, _game: &Game, _events: &[Event]) {}
}

/// An agent with a wrapper.
pub struct Wrapped<W> {
    agent: Box<dyn Agent>,
    wrapper: W,
}

impl<W: Wrapper> Wrapped<W> {
    /// Puts a wrapper around an agent.
    pub fn new(agent: Box<dyn Agent>, wrapper: W) -> Self {
        Self { agent, wrapper }
    }
}

impl<W: Wrapper> Agent for Wrapped<W> {
    fn name(&self) -> String {
        self.agent.name()
    }
    fn think(&mut self, view: &View, number: u64, budget: u32) -> Progress {
        self.wrapper.think(&mut *self.agent, view, number, budget)
    }
    fn ranked(&mut self, view: &View, number: u64) -> Vec<Thought> {
        self.agent.ranked(view, number)
    }
    fn weigh(&mut self, view: &View, answer: &Answer) -> Option<Weighed> {
        self.agent.weigh(view, answer)
    }
    fn stopped(&mut self, view: &View, number: u64) -> Option<Thought> {
        self.wrapper.stopped();
        self.agent.stopped(view, number)
    }
    fn forget(&mut self) {
        self.agent.forget();
    }
    fn listens(&self) -> bool {
        self.wrapper.listens() || self.agent.listens()
    }
    fn heard(
        &mut self,
        game: &Game,
        number: u64,
        question: &Decision,
        answer: &Answer,
        events: &[Event],
    ) {
        self.wrapper.heard(game, events);
        if self.agent.listens() {
            self.agent.heard(game, number, question, answer, events);
        }
    }
    fn ended(&mut self, game: &Game) {
        if self.agent.listens() {
            self.agent.ended(game);
        }
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
