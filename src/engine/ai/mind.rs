//! The opponent that weighs what it does: a sum of named terms, all in points.

use super::choose::{Breadth, NARROW, act};
use super::judge::{Depth, Judge};
use super::memory::Memory;
use super::mover::Options;
use super::offer::{Offer, best, plain};
use super::profile::Profile;
use super::slip::Slips;
use super::table::Table;
use super::terms::Part;
use super::turn::{Turn, thought_through};
use super::{Agent, Progress, Thought, View, Weighed};
use crate::battle::{Answer, Ask, Fig};

/// Weighs every place and every attack by a profile.
pub(super) struct Mind {
    pub(super) profile: Profile,
    name: String,
    level: u8,
    /// What others mean to do is asked before anybody goes.
    asking: bool,
    pub(super) slips: Slips,
    pub(super) memory: Memory,
    /// The turn of moves it is in the middle of.
    pub(super) under_way: Option<Turn>,
}

/// What could be done.
pub(super) enum Offers {
    /// Now, not sorted.
    Now(Vec<Offer>),
    /// It is a turn of moves, to be thought through.
    Turn(Options),
}

impl Mind {
    /// An opponent of a profile and level.
    pub(super) fn new(profile: Profile, level: u8, name: String) -> Self {
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
            name,
            level,
            asking: true,
            slips: Slips::NONE,
            memory: Memory::default(),
            under_way: None,
        }
    }

    /// The same opponent that does not ask what others mean to do before anybody goes.
    pub(super) fn unasking(self) -> Self {
        Self {
            asking: false,
            ..self
        }
    }

    /// The same opponent that misjudges what it weighs.
    pub(super) fn slipping(self, slips: Slips) -> Self {
        Self { slips, ..self }
    }

    pub(super) fn depth(&self) -> Depth {
        Depth {
            threats: self.level >= 2 && self.profile.weight(Part::Loss) > 0.0,
            chaining: self.level >= 3 && self.profile.weight(Part::Loss) > 0.0,
            asking: self.asking,
            exact: self.level >= 4,
        }
    }

    fn act(&mut self, view: &View, only: Option<Fig>) -> Thought {
        let known = self.in_turn(view);
        let thought = known.or_else(|| match self.offers(view, only, NARROW) {
            Offers::Now(offers) => best(offers),
            Offers::Turn(options) => self.turn(view, options),
        });
        thought.unwrap_or_else(|| {
            let done = view.game.check(&Answer::Done).is_ok();
            plain(if done {
                Answer::Done
            } else {
                view.game.preset()
            })
        })
    }

    /// What could be done, not sorted.
    pub(super) fn offers(&mut self, view: &View, only: Option<Fig>, breadth: Breadth) -> Offers {
        let game = view.game;
        let mut memory = std::mem::take(&mut self.memory);
        let table = Table::read(view, &mut memory);
        let options = Options::read(&table, &mut memory, game);
        let turn = breadth.decides && thought_through(view, &options);
        if options.steps || turn {
            self.memory = memory;
            return if options.steps {
                Offers::Now(self.steps(view))
            } else {
                Offers::Turn(options)
            };
        }
        let judge = Judge::new(
            table,
            &self.profile,
            self.depth(),
            !options.movers.is_empty(),
            &mut memory,
        )
        .slipping(self.slips);
        let offers = act(judge, &mut memory, options, only, breadth);
        self.memory = memory;
        Offers::Now(offers)
    }

    pub(super) fn judge<'a>(&'a self, view: &View<'a>, memory: &mut Memory) -> Judge<'a> {
        let table = Table::read(view, memory);
        Judge::new(table, &self.profile, self.depth(), false, memory).slipping(self.slips)
    }
}

impl Agent for Mind {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn think(&mut self, view: &View, _number: u64, _budget: u32) -> Progress {
        let game = view.game;
        let thought = match game.decision().ask {
            Ask::Act { only } => self.act(view, only),
            Ask::Again { .. } => self.again(view),
            Ask::Face { who } => match self.resumed(view) {
                Some(thought) => thought,
                None => self.face(view, who),
            },
            Ask::Land { who } => self.land(view, who),
            Ask::PickUp { .. } | Ask::Revenge { .. } => plain(Answer::Yes),
            Ask::Reroll {
                who,
                purpose,
                success,
            } => self.reroll(view, who, purpose, success),
            Ask::First => self.first(view),
            Ask::Deploy => self.deploy(view),
            _ => plain(game.preset()),
        };
        // Acts come from the list of what is legal, or have been checked one by one.
        let listed = thought.why.is_some();
        let thought = if listed || game.check(&thought.answer).is_ok() {
            thought
        } else {
            plain(game.preset())
        };
        Progress::Decided(thought)
    }

    fn forget(&mut self) {
        self.under_way = None;
    }

    fn ranked(&mut self, view: &View, number: u64) -> Vec<Thought> {
        self.rank(view, number)
    }

    fn weigh(&mut self, view: &View, answer: &Answer) -> Option<Weighed> {
        self.weigh_one(view, answer)
    }
}
