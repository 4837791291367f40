//! Wrappers of agents: one measures thinking times, one passes on all events.

use super::stats::Times;
use crate::ai::{Agent, Progress, View, Wrapper};
use crate::battle::Event;
use crate::rules::Game;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Measures how long an agent thinks about each decision.
#[derive(Default)]
pub struct Timed {
    /// Thinking time of each decision.
    pub times: Arc<Mutex<Times>>,
    spent: Duration,
}

impl Wrapper for Timed {
    fn think(&mut self, agent: &mut dyn Agent, view: &View, number: u64, budget: u32) -> Progress {
        let begun = Instant::now();
        let progress = agent.think(view, number, budget);
        self.spent += begun.elapsed();
        if matches!(progress, Progress::Decided(_)) {
            let micros = std::mem::take(&mut self.spent).as_micros() as u64;
            let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
            times.add(micros);
        }
        progress
    }
}

/// Passes the events of every answer, and the state after them, to a function.
pub struct Observed<F>(pub F);

impl<F: FnMut(&Game, &[Event]) + Send> Wrapper for Observed<F> {
    fn listens(&self) -> bool {
        true
    }
    fn heard(&mut self, game: &Game, events: &[Event]) {
        (self.0)(game, events);
    }
}
