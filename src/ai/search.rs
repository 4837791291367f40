//! The opponent that looks ahead: a few ways for its whole side to go on, each played out in its
//! head against several kinds of enemy, to the end of the next round.
//!
//! Who has settled on a way goes it until dice are rolled or another side has its turn. The plain
//! opinion stands unless another way is better.

use super::course::{Course, Courses, Variant};
use super::mind::Mind;
use super::playout::Playouts;
use super::profile::Profile;
use super::race::Race;
use super::{Agent, Progress, Term, Thought, View, Weighed, Why};
use crate::battle::{Answer, Ask};
use crate::dice::mixed;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The level that its own plan comes from.
const PLAN: u8 = 4;
/// Battles in the head for each figure that does something.
const PLAYOUTS: u32 = 42;
/// Figures beyond which there are no more.
const FIGURES: usize = 16;
/// Battles for who goes first: that is asked once a round, and matters to everybody.
const FIRST: u32 = 64;

/// Looks ahead by a profile.
pub(super) struct Search {
    name: String,
    seed: u64,
    courses: Courses,
    playouts: Playouts,
    work: Option<Work>,
    settled: Settled,
}

/// A thought under way.
struct Work {
    number: u64,
    digest: u64,
    thought: Thought,
    race: Race,
    /// What is still to be tried in the best way.
    variants: VecDeque<Variant>,
}

/// The way it goes.
#[derive(Default)]
struct Settled {
    /// What it answers, by the digest of the battle.
    answers: FxHashMap<u64, Answer>,
    ahead: Option<Ahead>,
}

/// What a way gains that is not the plain opinion's.
#[derive(Clone)]
struct Ahead {
    what: String,
    gain: f64,
    error: f64,
    battles: usize,
}

impl Search {
    /// An opponent of a profile; its imagined dice come from the seed.
    pub(super) fn new(profile: &Profile, name: String, seed: u64) -> Self {
        Self {
            name,
            seed,
            courses: Courses::new(profile, PLAN),
            playouts: Playouts::new(profile),
            work: None,
            settled: Settled::default(),
        }
    }

    fn base(&mut self) -> &mut Mind {
        &mut self.courses.base
    }

    /// Begins to think about a question.
    fn begin(&mut self, view: &View, number: u64, digest: u64) -> Work {
        let thought = self.base().decide(view, number);
        let courses = self.courses.of(view, number, &thought.answer);
        let (of, variants) = match view.game.decision().ask {
            Ask::First => (FIRST, Vec::new()),
            _ => {
                let most = courses.iter().map(Course::doing).max().unwrap_or(0);
                let of = PLAYOUTS * most.clamp(1, FIGURES) as u32;
                (of, Courses::variants(&courses))
            }
        };
        Work {
            number,
            digest,
            thought,
            race: Race::new(courses, of),
            variants: variants.into(),
        }
    }

    /// Plays one more battle in its head. False: there is nothing left to play.
    fn step(&mut self, view: &View, work: &mut Work) -> bool {
        let (number, courses) = (work.number, &mut self.courses);
        let variants = &mut work.variants;
        let next = work.race.next(|best| {
            let mut waiting = std::iter::from_fn(|| variants.pop_front());
            waiting.find_map(|variant| courses.varied(view, number, best, variant))
        });
        let Some((course, way, playout)) = next else {
            return false;
        };
        let round = view.game.status().round;
        let key = mixed(self.seed ^ mixed(u64::from(round)));
        let value = self
            .playouts
            .one(&course.then, view.side, round, key, playout as u64);
        work.race.played(way, value);
        true
    }

    /// The way it goes from here, or only its first answer: that of the plain opinion, or a
    /// better one.
    fn settle(&mut self, race: &Race, only_first: bool) {
        let better = race.better();
        let course = better.as_ref().map_or(race.plain(), |way| way.course);
        let steps = course.asked.iter().zip(&course.answers);
        let most = if only_first { 1 } else { usize::MAX };
        let kept = steps
            .take(most)
            .map(|(asked, answer)| (*asked, answer.clone()));
        self.settled = Settled {
            answers: kept.collect(),
            ahead: better.map(|way| Ahead {
                what: way.course.what.clone(),
                gain: way.gain,
                error: way.error,
                battles: way.battles,
            }),
        };
    }

    /// The next answer on the way it goes, if that leads through here; beside the plain opinion.
    fn going(&mut self, view: &View, digest: u64, plain: Thought) -> Option<Thought> {
        let answer = self.settled.answers.get(&digest)?.clone();
        let Some(ahead) = self.settled.ahead.clone() else {
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
            Some(weighed) if weighed.what != ahead.what => {
                format!("{} ({})", weighed.what, ahead.what)
            }
            _ => ahead.what,
        };
        let Ahead {
            gain,
            error,
            battles,
            ..
        } = ahead;
        let what = format!(
            "{way}: looking ahead it gains {gain:.2} ± {error:.2} points over {battles} battles"
        );
        let ahead = Term {
            name: "ahead",
            milli: (gain * 1000.0).round() as i64,
        };
        Some(Thought {
            answer,
            why: Some(Why {
                who,
                chosen: Weighed {
                    what,
                    terms: vec![ahead],
                },
                runner_up: plain.why.map(|why| why.chosen),
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
        let digest = view.game.digest();
        if self.settled.answers.contains_key(&digest) {
            let plain = self.base().decide(view, number);
            if let Some(thought) = self.going(view, digest, plain) {
                return Progress::Decided(thought);
            }
        }
        let known = self.work.take();
        let mut work = match known {
            Some(work) if work.number == number && work.digest == digest => work,
            _ => self.begin(view, number, digest),
        };
        for _ in 0..budget.max(1) {
            if !self.step(view, &mut work) {
                // Whoever goes first: what to do then has not been thought about.
                self.settle(&work.race, matches!(ask, Ask::First));
                let plain = work.thought.clone();
                let thought = self.going(view, digest, plain).unwrap_or(work.thought);
                return Progress::Decided(thought);
            }
        }
        let (done, of) = work.race.progress();
        self.work = Some(work);
        Progress::Thinking { done, of }
    }

    fn stopped(&mut self, view: &View, number: u64) -> Option<Thought> {
        let digest = view.game.digest();
        let mut work = self.work.take()?;
        if (work.number, work.digest) != (number, digest) {
            return None;
        }
        let (done, of) = work.race.progress();
        work.race.stop();
        // What comes then is another question, to be thought about in full.
        self.settle(&work.race, true);
        let thought = self.going(view, digest, work.thought);
        let mut thought = thought?;
        if let Some(why) = &mut thought.why {
            why.chosen.what += &format!(" (stopped after {done} of {of} plays)");
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
