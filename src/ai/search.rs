//! The opponent that looks ahead: a few ways to go on, each played out in its head against
//! several kinds of enemy, to the end of the next round.
//!
//! Which ways are played out most is settled by sequential halving (Karnin, Koren and Somekh,
//! 2013); all see the same imagined dice, and all through a round, so that who has chosen a way
//! finds the rest of it as good at the next question. The answer of the plain opinion stands
//! unless another is better.

use super::course::{Course, Courses};
use super::mind::Mind;
use super::playout::Playouts;
use super::profile::Profile;
use super::{Agent, Progress, Term, Thought, View, Weighed, Why};
use crate::battle::{Answer, Ask};
use crate::dice::mixed;
use rustc_hash::FxHashMap;

/// The level that its own plan comes from.
const PLAN: u8 = 4;
/// Playouts for a question.
const PLAYOUTS: u32 = 48;
/// Playouts for who goes first: that is asked once a round, and matters to everybody.
const FIRST: u32 = 200;
/// How many standard errors another way must be better by.
const CLEARLY: f64 = 1.0;
/// Of a way with fewer playouts nothing is known when a thought is stopped: all may be lucky.
const ENOUGH: usize = 6;
/// So many playouts are remembered.
const KNOWN: usize = 1 << 16;

/// Looks ahead by a profile.
pub(super) struct Search {
    name: String,
    seed: u64,
    courses: Courses,
    playouts: Playouts,
    work: Option<Work>,
    /// What playouts came to, by the battle they began with, the round of the question and their
    /// number.
    known: FxHashMap<(u64, u16, u32), f64>,
}

/// One way to go on.
struct Way {
    course: Course,
    /// What its playouts were worth, in order.
    values: Vec<f64>,
}

/// A thought under way.
struct Work {
    number: u64,
    digest: u64,
    thought: Thought,
    ways: Vec<Way>,
    /// Indices of those still in the race; the first is the plain opinion's.
    race: Vec<usize>,
    /// Playouts each in the race is to have before the race is halved.
    until: u32,
    /// Playouts done, and in all.
    done: u32,
    of: u32,
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
            known: FxHashMap::default(),
        }
    }

    fn base(&mut self) -> &mut Mind {
        &mut self.courses.base
    }

    /// Begins to think about a question.
    fn begin(&mut self, view: &View, number: u64, digest: u64) -> Work {
        if self.known.len() > KNOWN {
            self.known.clear();
        }
        let thought = self.base().decide(view, number);
        let courses = self.courses.of(view, number, &thought.answer);
        let of = match view.game.decision().ask {
            Ask::First => FIRST,
            _ => PLAYOUTS,
        };
        let way = |course| Way {
            course,
            values: Vec::new(),
        };
        let ways: Vec<Way> = courses.into_iter().map(way).collect();
        let mut work = Work {
            number,
            digest,
            thought,
            race: (0..ways.len()).collect(),
            until: 0,
            done: 0,
            of: if ways.len() > 1 { of } else { 0 },
            ways,
        };
        work.next_stage();
        work
    }

    /// Plays one more battle in its head. False: there is nothing left to play.
    fn step(&mut self, view: &View, work: &mut Work) -> bool {
        let index = match work.waiting() {
            Some(index) => index,
            None => {
                if work.done >= work.of || !work.halve() {
                    return false;
                }
                match work.waiting() {
                    Some(index) => index,
                    None => return false,
                }
            }
        };
        let way = &mut work.ways[index];
        let (course, playout) = (&way.course, way.values.len() as u32);
        let round = view.game.status().round;
        let known = self.known.entry((course.digest, round, playout));
        let value = *known.or_insert_with(|| {
            let key = mixed(self.seed ^ mixed(u64::from(round)));
            self.playouts
                .one(&course.then, view.side, round, key, u64::from(playout))
        });
        way.values.push(value);
        work.done += 1;
        true
    }

    /// The plain opinion, or what is better.
    fn decided(&mut self, view: &View, work: Work) -> Thought {
        let Some((index, gain, error)) = work.better() else {
            return work.thought;
        };
        let Way { course, values } = &work.ways[index];
        let answer = course.answers[0].clone();
        if answer == work.thought.answer {
            return work.thought;
        }
        let who = match answer {
            Answer::Move { who, .. } | Answer::Strike { who, .. } | Answer::Leave { who } => {
                Some(who)
            }
            _ => None,
        };
        let way = match self.base().weigh(view, &answer) {
            Some(weighed) if weighed.what != course.what => {
                format!("{} ({})", weighed.what, course.what)
            }
            _ => course.what.clone(),
        };
        let what = format!(
            "{way}: looking ahead it gains {gain:.2} ± {error:.2} points over {} battles",
            values.len()
        );
        let ahead = Term {
            name: "ahead",
            milli: (gain * 1000.0).round() as i64,
        };
        Thought {
            answer,
            why: Some(Why {
                who,
                chosen: Weighed {
                    what,
                    terms: vec![ahead],
                },
                runner_up: work.thought.why.map(|why| why.chosen),
            }),
        }
    }
}

impl Work {
    /// The first in the race that has had too few playouts.
    fn waiting(&self) -> Option<usize> {
        let few = |index: &&usize| (self.ways[**index].values.len() as u32) < self.until;
        self.race.iter().find(few).copied()
    }

    /// How many playouts each in the race has before it is halved next: in every stage to come
    /// there are as many in all.
    fn next_stage(&mut self) {
        let (mut stages, mut left) = (1, self.race.len());
        while left > 2 {
            left = left.div_ceil(2);
            stages += 1;
        }
        let share = self.of.saturating_sub(self.done) / (stages * self.race.len() as u32);
        self.until += share;
    }

    /// Leaves the better half in the race, the plain opinion always. False: it is decided.
    fn halve(&mut self) -> bool {
        if self.race.len() <= 2 {
            return false;
        }
        let mut others: Vec<usize> = self.race[1..].to_vec();
        others.sort_by(|a, b| self.mean(*b).total_cmp(&self.mean(*a)).then(a.cmp(b)));
        others.truncate(self.race.len().div_ceil(2) - 1);
        self.race.truncate(1);
        self.race.extend(others);
        self.next_stage();
        true
    }

    fn mean(&self, index: usize) -> f64 {
        let values = &self.ways[index].values;
        values.iter().sum::<f64>() / values.len().max(1) as f64
    }

    /// How much better than the plain opinion another way was in the same imagined battles, and
    /// the standard error of that.
    fn margin(&self, index: usize) -> (f64, f64) {
        let pairs = self.ways[index].values.iter().zip(&self.ways[0].values);
        let gains: Vec<f64> = pairs.map(|(a, b)| a - b).collect();
        let n = gains.len() as f64;
        if n < 2.0 {
            return (0.0, f64::INFINITY);
        }
        let mean = gains.iter().sum::<f64>() / n;
        let spread: f64 = gains.iter().map(|g| (g - mean) * (g - mean)).sum();
        (mean, (spread / (n - 1.0) / n).sqrt())
    }

    /// The way that is better than the plain opinion by most, with its gain and the standard
    /// error of that.
    fn better(&self) -> Option<(usize, f64, f64)> {
        let margins = self.race[1..].iter().map(|index| {
            let (gain, error) = self.margin(*index);
            (*index, gain, error)
        });
        margins
            .filter(|(_, gain, error)| *gain > 0.0 && *gain > CLEARLY * error)
            .max_by(|a, b| a.1.total_cmp(&b.1))
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
        let known = self.work.take();
        let mut work = match known {
            Some(work) if work.number == number && work.digest == digest => work,
            _ => self.begin(view, number, digest),
        };
        for _ in 0..budget.max(1) {
            if work.of == 0 || !self.step(view, &mut work) {
                return Progress::Decided(self.decided(view, work));
            }
        }
        let (done, of) = (work.done, work.of);
        self.work = Some(work);
        Progress::Thinking { done, of }
    }

    fn stopped(&mut self, view: &View, number: u64) -> Option<Thought> {
        let digest = view.game.digest();
        let mut work = self.work.take()?;
        if (work.number, work.digest) != (number, digest) {
            return None;
        }
        let so_far = format!(" (stopped after {} of {} plays)", work.done, work.of);
        // the first is the plain opinion, the others are measured by it
        let plain = work.race[0];
        let known = |way: &usize| *way == plain || work.ways[*way].values.len() >= ENOUGH;
        work.race.retain(known);
        let mut thought = self.decided(view, work);
        if let Some(why) = &mut thought.why {
            why.chosen.what += &so_far;
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
