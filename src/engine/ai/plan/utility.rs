//! The opponent that weighs what it does: a sum of named terms, all in points.

use super::candidate::{best, plain};
use super::candidates::{Candidates, Choice, candidates};
use super::choose::NARROW;
use super::ranked::{rank, weigh_one};
use super::reply::{legal, minor_answer};
use super::thinker::Thinker;
use super::turn::TurnInProgress;
use crate::ai::agent::{Agent, Progress, Thought, View, Weighed};
use crate::ai::score::noise::NoiseSource;
use crate::ai::score::profile::Profile;
use crate::ai::score::sweep::Workspace;
use crate::battle::{Answer, Ask, Fig};
use std::sync::{Arc, Mutex, PoisonError};

/// Caches that several opponents use in turn: on large boards each takes megabytes.
pub type SharedWorkspace = Arc<Mutex<Workspace>>;

/// Weighs every place and every attack by a profile.
pub struct UtilityAgent {
    name: String,
    thinker: Thinker,
    in_progress: TurnInProgress,
    shared: Option<SharedWorkspace>,
}

impl UtilityAgent {
    /// An opponent of a profile and level.
    pub fn new(profile: Profile, level: u8, name: String) -> Self {
        Self {
            name,
            thinker: Thinker::new(profile, level),
            in_progress: TurnInProgress::default(),
            shared: None,
        }
    }

    /// The same opponent with caches that it shares with others.
    pub fn sharing(self, shared: &SharedWorkspace) -> Self {
        Self {
            shared: Some(shared.clone()),
            ..self
        }
    }

    /// Thinks with the caches that are shared, if they are.
    fn with_work<T>(&mut self, think: impl FnOnce(&mut Self) -> T) -> T {
        self.swap_work();
        let thought = think(self);
        self.swap_work();
        thought
    }

    fn swap_work(&mut self) {
        if let Some(shared) = &self.shared {
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::swap(&mut *shared, &mut self.thinker.work);
        }
    }

    /// The same opponent that misjudges what it weighs.
    pub fn with_noise(self, noise: NoiseSource) -> Self {
        Self {
            thinker: self.thinker.with_noise(noise),
            ..self
        }
    }

    /// What its side can do here.
    pub fn choice(&mut self, view: &View) -> Choice {
        self.with_work(|agent| Choice::read(&mut agent.thinker, view))
    }

    fn act(&mut self, view: &View, only: Option<Fig>) -> Thought {
        let known = self.in_progress.next(view);
        let thought = known.or_else(|| match candidates(&mut self.thinker, view, only, NARROW) {
            Candidates::Now(candidates) => best(candidates),
            Candidates::Turn(table, options) => {
                let thinker = &mut self.thinker;
                self.in_progress.turn(thinker, view, *table, options)
            }
        });
        let thought = thought.map(|thought| self.thinker.with_nerve(view, thought));
        thought.unwrap_or_else(|| {
            let done = view.game.check(&Answer::Done).is_ok();
            plain(if done {
                Answer::Done
            } else {
                view.game.preset()
            })
        })
    }
}

impl Agent for UtilityAgent {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn think(&mut self, view: &View, _number: u64, _budget: u32) -> Progress {
        Progress::Decided(self.with_work(|agent| {
            let thought = match view.game.decision().ask {
                Ask::Act { only } => Some(agent.act(view, only)),
                Ask::Face { .. } => agent.in_progress.resumed(&mut agent.thinker, view),
                _ => None,
            };
            match thought {
                Some(thought) => legal(view, thought),
                None => minor_answer(&mut agent.thinker, view),
            }
        }))
    }

    fn forget(&mut self) {
        self.in_progress.forget();
    }

    fn ranked(&mut self, view: &View, number: u64) -> Vec<Thought> {
        let all = self.with_work(|agent| rank(&mut agent.thinker, view));
        if all.is_empty() {
            return vec![self.decide(view, number)];
        }
        all
    }

    fn weigh(&mut self, view: &View, answer: &Answer) -> Option<Weighed> {
        self.with_work(|agent| weigh_one(&mut agent.thinker, view, answer))
    }
}
