//! Wrappers of agents: one measures thinking times, one passes on all events.

use super::stats::Times;
use crate::ai::{Agent, Progress, Thought, View};
use crate::battle::{Answer, Decision, Event};
use crate::rules::Game;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// An agent whose thinking times are measured.
pub struct Timed {
    agent: Box<dyn Agent>,
    /// Thinking time of each decision.
    pub times: Arc<Mutex<Times>>,
    spent: Duration,
}

impl Timed {
    /// Wraps an agent.
    pub fn new(agent: Box<dyn Agent>) -> Self {
        Self {
            agent,
            times: Arc::default(),
            spent: Duration::ZERO,
        }
    }
}

impl Agent for Timed {
    fn name(&self) -> String {
        self.agent.name()
    }
    fn think(&mut self, view: &View, number: u64, budget: u32) -> Progress {
        let begun = Instant::now();
        let progress = self.agent.think(view, number, budget);
        self.spent += begun.elapsed();
        if matches!(progress, Progress::Decided(_)) {
            let micros = std::mem::take(&mut self.spent).as_micros() as u64;
            let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
            times.add(micros);
        }
        progress
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

/// An agent together with a function that gets every event.
pub struct Observed<F> {
    agent: Box<dyn Agent>,
    each: F,
}

impl<F: FnMut(&Game, &[Event]) + Send> Observed<F> {
    /// Wraps an agent; `each` gets the events of every answer, and the state after them.
    pub fn new(agent: Box<dyn Agent>, each: F) -> Self {
        Self { agent, each }
    }
}

impl<F: FnMut(&Game, &[Event]) + Send> Agent for Observed<F> {
    fn name(&self) -> String {
        self.agent.name()
    }
    fn think(&mut self, view: &View, number: u64, budget: u32) -> Progress {
        self.agent.think(view, number, budget)
    }
    fn decide(&mut self, view: &View, number: u64) -> Thought {
        self.agent.decide(view, number)
    }
    fn listens(&self) -> bool {
        true
    }
    fn heard(
        &mut self,
        game: &Game,
        number: u64,
        question: &Decision,
        answer: &Answer,
        events: &[Event],
    ) {
        (self.each)(game, events);
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
