//! What an opponent is like, and what it keeps from one decision to the next.

use crate::ai::agent::{Thought, View};
use crate::ai::model::ground::Ground;
use crate::ai::model::table::Table;
use crate::ai::score::evaluator::{Depth, Evaluator};
use crate::ai::score::noise::NoiseSource;
use crate::ai::score::profile::Profile;
use crate::ai::score::sweep::Workspace;
use crate::ai::score::terms::Part;
use crate::battle::Answer;

/// An opponent of a profile and a level.
pub struct Thinker {
    pub profile: Profile,
    level: u8,
    pub noise: NoiseSource,
    pub work: Workspace,
    /// The ground of the deployment under way.
    pub ground: Ground,
}

impl Thinker {
    /// Of a profile and level.
    pub fn new(profile: Profile, level: u8) -> Self {
        // Who looks no farther than its own reach does not see what may hit it.
        let profile = match level {
            1 => profile.without(&[
                Part::Loss,
                Part::Later,
                Part::Return,
                Part::Aura,
                Part::Cohesion,
                Part::Screen,
            ]),
            2 => profile.without(&[Part::Later, Part::Return, Part::Cohesion, Part::Screen]),
            _ => profile,
        };
        Self {
            profile,
            level,
            noise: NoiseSource::NONE,
            work: Workspace::default(),
            ground: Ground::default(),
        }
    }

    /// The same that misjudges what it weighs.
    pub fn with_noise(self, noise: NoiseSource) -> Self {
        Self { noise, ..self }
    }

    /// What it looks at.
    pub fn depth(&self) -> Depth {
        Depth {
            threats: self.level >= 2 && self.profile.weight(Part::Loss) > 0.0,
            chaining: self.level >= 3 && self.profile.weight(Part::Loss) > 0.0,
            exact: self.level >= 4,
        }
    }

    /// A thought whose reasons say the nerve of the force, if it is a move and the nerve was heeded.
    pub fn with_nerve(&self, view: &View, mut thought: Thought) -> Thought {
        if let (Answer::Move { .. }, Some(why)) = (&thought.answer, &mut thought.why) {
            why.nerve = self.profile.nerve_of(view);
        }
        thought
    }

    /// The judge of a position in which nobody moves, with what it works in.
    pub fn evaluator<'a>(&'a mut self, view: &View<'a>) -> (Evaluator<'a>, &'a mut Workspace) {
        let depth = self.depth();
        let table = Table::read(view, &mut self.work.cache);
        let evaluator = Evaluator::new(table, &self.profile, depth, false, &mut self.work.cache);
        (evaluator.with_noise(self.noise), &mut self.work)
    }
}
