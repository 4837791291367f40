//! The opponent that looks ahead: a few plans for its whole side, each played out in simulated battles
//! against the kinds of enemy that the others seem to be, to the end of the next round or a later one.
//!
//! Once a plan is chosen it is followed until the next dice roll or the opponent's turn. An opponent
//! that is asked in the middle of a turn plans from its beginning, and so finds the same plan again.
//! The baseline stays unless another plan is clearly better. Where nothing moves, as in a step of shots,
//! it does not look ahead: there playouts change the choice by chance only.

use super::playout::Playouts;
use super::race::Race;
use super::turn_plan::{PlanMaker, TurnPlan, Variant};
use crate::ai::agent::{Agent, Progress, Term, Thought, View, Weighed, Why};
use crate::ai::plan::candidates::Choice;
use crate::ai::plan::utility::{SharedWorkspace, UtilityAgent};
use crate::ai::score::profile::Profile;
use crate::ai::score::sweep::Workspace;
use crate::ai::score::terms::AHEAD;
use crate::battle::{Answer, Ask, Milli, Nerve, Side};
use crate::dice::mixed;
use crate::rules::Game;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::{MutexGuard, PoisonError};

/// The level that its own plan comes from.
const PLAN: u8 = 4;
/// Playouts for each figure that moves in a turn of moves.
const PLAYOUTS: u32 = 54;
/// Playouts for each act where moves and attacks compete: a side has few acts, and each matters more.
const FOR_ACTS: u32 = 160;
/// Figures beyond which there are no more.
const FIGURES: usize = 16;
/// Playouts for the question who goes first: it is asked once a round and matters to all.
const FIRST: u32 = 64;
/// Most work of one thought, about three seconds of one core, counted as
/// [`Cache::weighed`](crate::ai::model::cache::Cache::weighed) counts it.
const WORK: u64 = 10_000_000;
/// Fewest playouts of a thought: with fewer, plans cannot be told apart.
const LEAST: u32 = 36;

/// Looks ahead by a profile.
pub struct Search {
    name: String,
    seed: u64,
    plans: PlanMaker,
    playouts: Playouts,
    /// What its plans and playouts work with, and how much work they have done.
    shared: SharedWorkspace,
    work: Option<Comparison>,
    chosen: ChosenPlan,
}

/// A thought under way.
struct Comparison {
    number: u64,
    /// The battle it is about: this one, or that in which the turn began.
    about: Game,
    digest: u64,
    race: Race<TurnPlan>,
    /// What is still to be tried in the best way.
    variants: VecDeque<Variant>,
}

/// The way it goes.
#[derive(Default)]
struct ChosenPlan {
    /// The turn it is for, by the digest of the battle in which that began.
    turn: Option<u64>,
    /// What it answers, by the digest of the battle.
    answers: FxHashMap<u64, Answer>,
    ahead: Option<Gain>,
}

/// What a way gains that is not the plain opinion's.
#[derive(Clone)]
struct Gain {
    what: String,
    gain: f64,
    error: f64,
    battles: usize,
}

impl Search {
    /// An opponent of a profile; its imagined dice come from the seed.
    pub fn new(profile: &Profile, name: String, seed: u64) -> Self {
        let shared = SharedWorkspace::default();
        Self {
            name,
            seed,
            plans: PlanMaker::new(profile, PLAN, &shared),
            playouts: Playouts::new(profile, &shared),
            shared,
            work: None,
            chosen: ChosenPlan::default(),
        }
    }

    fn base(&mut self) -> &mut UtilityAgent {
        &mut self.plans.base
    }

    /// Begins to think about a battle, as it is asked now or was when the turn began.
    fn begin(&mut self, about: &Game, side: Side, number: u64) -> Comparison {
        self.playouts.forget();
        self.playouts.read(about, side);
        let about = about.imagine();
        let view = &View::new(&about, side);
        // Caches are new, so that what was thought before does not change how much work is counted.
        *self.workspace() = Workspace::default();
        let (plans, variants) = self.plans.of(view, number);
        let of = match about.decision().ask {
            Ask::First => FIRST,
            _ => {
                let figures = plans.iter().map(|plan| plan.figures(view));
                let most = figures.max().unwrap_or(0);
                let each = match self.base().choice(view) {
                    Choice::Turn => PLAYOUTS,
                    _ => FOR_ACTS,
                };
                each * most.clamp(1, FIGURES) as u32
            }
        };
        let of = self.affordable(view, &plans, of);
        Comparison {
            number,
            digest: about.digest(),
            about,
            race: Race::new(plans, of),
            variants: variants.into(),
        }
    }

    /// How many of so many playouts its work allows; none if they are too few to tell plans apart.
    ///
    /// Two playouts of the baseline tell what one costs. The first also plays on to the first dice, which
    /// all of a plan against a kind of enemy share.
    fn affordable(&mut self, view: &View, plans: &[TurnPlan], of: u32) -> u32 {
        let arms = plans.len() as u64;
        if arms < 2 {
            return of;
        }
        let planned = self.workspace().cache.weighed;
        let round = view.game.status().round;
        let mut cost = |number| {
            let before = self.workspace().cache.weighed;
            let plan = &plans[0];
            self.playouts.one(plan, view.side, round, self.seed, number);
            self.workspace().cache.weighed - before
        };
        let (first, next) = (cost(0), cost(1).max(1));
        let begun = first.saturating_sub(next);
        // Every plan begins against two kinds of enemy. A variant is planned and begins too, and has four
        // playouts or more.
        let left = WORK.saturating_sub(planned + 2 * arms * begun);
        let variant = planned / arms + begun;
        let most = u32::try_from(left / (next + variant / 4)).unwrap_or(u32::MAX);
        if most < LEAST { 0 } else { of.min(most) }
    }

    fn workspace(&self) -> MutexGuard<'_, Workspace> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays one more playout; false if there is nothing left to play.
    fn step(&mut self, side: Side, work: &mut Comparison) -> bool {
        let view = &View::new(&work.about, side);
        let (number, plans) = (work.number, &mut self.plans);
        let variants = &mut work.variants;
        let next = work.race.next(|best| {
            let mut waiting = std::iter::from_fn(|| variants.pop_front());
            waiting.find_map(|variant| plans.varied(view, number, best, variant))
        });
        let Some((plan, way, playout)) = next else {
            return false;
        };
        let round = view.game.status().round;
        let key = mixed(self.seed ^ mixed(u64::from(round)));
        let value = self
            .playouts
            .one(plan, view.side, round, key, playout as u64);
        work.race.played(way, value);
        true
    }

    /// The way it goes in a turn, or only its first answer: that of the plain opinion, or a
    /// better one.
    fn settle(&mut self, turn: u64, race: &Race<TurnPlan>, only_first: bool) {
        let better = race.better();
        let plan = better.as_ref().map_or(race.baseline(), |way| way.plan);
        let steps = plan.asked.iter().zip(&plan.answers);
        let most = if only_first { 1 } else { usize::MAX };
        let kept = steps
            .take(most)
            .map(|(asked, answer)| (*asked, answer.clone()));
        self.chosen = ChosenPlan {
            turn: Some(turn),
            answers: kept.collect(),
            ahead: better.map(|way| Gain {
                what: way.plan.what.clone(),
                gain: way.gain,
                error: way.error,
                battles: way.battles,
            }),
        };
    }

    /// The next answer on the way it goes, if that leads through here; beside the plain opinion.
    fn going(&mut self, view: &View, number: u64, digest: u64) -> Option<Thought> {
        let answer = self.chosen.answers.get(&digest)?.clone();
        let plain = self.base().decide(view, number);
        let Some(ahead) = self.chosen.ahead.clone() else {
            return Some(plain);
        };
        if answer == plain.answer {
            return Some(plain);
        }
        let who = match answer {
            Answer::Move { who, .. } | Answer::Strike { who, .. } | Answer::Leave { who } => {
                Some(who)
            }
            _ => None,
        };
        let way = match self.base().weigh(view, &answer) {
            Some(weighed) if weighed.action.to_string() != ahead.what => {
                format!("{} ({})", weighed.action, ahead.what)
            }
            _ => ahead.what,
        };
        let Gain {
            gain,
            error,
            battles,
            ..
        } = ahead;
        let what = format!("{way}: in {battles} playouts it gains {gain:.2} ± {error:.2} points");
        let ahead = Term {
            name: AHEAD,
            points: Milli((gain * 1000.0).round() as i64),
        };
        Some(Thought {
            answer,
            why: Some(Why {
                who,
                chosen: Weighed {
                    action: what.into(),
                    terms: vec![ahead],
                },
                runner_up: plain.why.map(|why| why.chosen),
                nerve: Nerve::Steady,
            }),
        })
    }
}

impl Agent for Search {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn think(&mut self, view: &View, number: u64, budget: u32) -> Progress {
        let ask = view.game.decision().ask;
        if !matches!(ask, Ask::First | Ask::Act { .. }) {
            return self.base().think(view, number, budget);
        }
        let (digest, begun) = (view.game.digest(), view.game.begun());
        let turn = begun.as_ref().map_or(digest, Game::digest);
        let mut left = budget.max(1);
        loop {
            let chosen = self.chosen.turn == Some(turn);
            if chosen && let Some(thought) = self.going(view, number, digest) {
                return Progress::Decided(thought);
            }
            // A turn that has left its plan is planned again from here.
            let about = begun.as_ref().filter(|_| !chosen).unwrap_or(view.game);
            let asked = &View::new(about, view.side);
            if matches!(ask, Ask::Act { .. }) && self.base().choice(asked) == Choice::Attacks {
                return self.base().think(view, number, left);
            }
            let known = self.work.take().filter(|work| {
                work.number == number && work.digest == if chosen { digest } else { turn }
            });
            let mut work = match known {
                Some(work) => work,
                None => self.begin(about, view.side, number),
            };
            while self.step(view.side, &mut work) {
                left -= 1;
                if left == 0 {
                    let (done, of) = work.race.progress();
                    self.work = Some(work);
                    return Progress::Thinking { done, of };
                }
            }
            // Whoever goes first: what to do then has not been thought about.
            self.settle(turn, &work.race, matches!(ask, Ask::First));
            if work.digest == digest {
                let thought = self.going(view, number, digest);
                let thought = thought.unwrap_or_else(|| self.base().decide(view, number));
                return Progress::Decided(thought);
            }
        }
    }

    fn stopped(&mut self, view: &View, number: u64) -> Option<Thought> {
        let (digest, begun) = (view.game.digest(), view.game.begun());
        let turn = begun.as_ref().map_or(digest, Game::digest);
        let mut work = self.work.take().filter(|work| work.number == number)?;
        if work.digest != digest && work.digest != turn {
            return None;
        }
        let (done, of) = work.race.progress();
        work.race.stop();
        // What comes then is another question, to be thought about in full.
        self.settle(turn, &work.race, work.digest == digest);
        let thought = self.going(view, number, digest);
        self.chosen.answers.retain(|asked, _| *asked == digest);
        let mut thought = thought.unwrap_or_else(|| self.base().decide(view, number));
        if let Some(why) = &mut thought.why {
            let so_far = format!(
                "{} (stopped after {done} of {of} playouts)",
                why.chosen.action
            );
            why.chosen.action = so_far.into();
        }
        Some(thought)
    }

    fn ranked(&mut self, view: &View, number: u64) -> Vec<Thought> {
        let first = self.decide(view, number);
        let mut all = self.base().ranked(view, number);
        all.retain(|thought| thought.answer != first.answer);
        all.insert(0, first);
        all
    }

    fn weigh(&mut self, view: &View, answer: &Answer) -> Option<Weighed> {
        self.base().weigh(view, answer)
    }
}
