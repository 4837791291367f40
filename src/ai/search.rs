//! The opponent that looks ahead: a few ways to go on, each played out in its head against
//! several kinds of enemy, to the end of the next round.
//!
//! Which ways are played out most is settled by sequential halving (Karnin, Koren and Somekh,
//! 2013); all see the same imagined dice. The answer of the plain opinion stands unless another
//! is clearly better.

use super::charge::Charge;
use super::choose::Breadth;
use super::goals::Goals;
use super::mind::Mind;
use super::profile::Profile;
use super::table::Table;
use super::terms::Part;
use super::{Agent, Progress, Term, Thought, View, Weighed, Why};
use crate::battle::{Answer, Ask, Decision, Fig, Place, Purpose, Side, Who};
use crate::dice::{Faces, imagined};
use crate::rules::Game;
use smallvec::SmallVec;

/// The level that its own plan comes from.
const PLAN: u8 = 4;
/// The level that imagined battles are played at.
const LIGHT: u8 = 2;
/// Playouts for each way to go on, on average.
const PLAYOUTS: u32 = 14;
/// In its head, one figure that gains by going is enough.
const AT_ONCE: Breadth = Breadth {
    figures: 1,
    places: 1,
};
/// Decisions after which an imagined battle is broken off.
const LONGEST: u32 = 3_000;
/// How many standard errors another way must be better by.
const CLEARLY: f64 = 2.0;

/// Ways of going on, as what counts how much more or less than usual.
const POSTURES: [(&str, &[(Part, f64)]); 5] = [
    (
        "attack",
        &[(Part::Loss, 0.4), (Part::Later, 0.0), (Part::Tempo, 1.5)],
    ),
    (
        "rush",
        &[
            (Part::Objective, 3.0),
            (Part::Tempo, 3.0),
            (Part::Loss, 0.6),
        ],
    ),
    ("hold", &[(Part::Loss, 1.6), (Part::Tempo, 0.2)]),
    (
        "fall back",
        &[(Part::Loss, 3.0), (Part::Later, 3.0), (Part::Tempo, 0.0)],
    ),
    ("strike", &[(Part::Kill, 1.6), (Part::Return, 2.0)]),
];

/// Looks ahead by a profile.
pub(super) struct Search {
    name: String,
    base: Mind,
    /// Full minds of the postures, for the first answer.
    postures: Vec<Mind>,
    /// Light minds, the base's first, then the postures': how its own side goes on.
    light: Vec<Mind>,
    /// What it expects of the others.
    others: Vec<Box<dyn Agent>>,
    work: Option<Work>,
}

/// One way to go on.
struct Way {
    answer: Answer,
    what: String,
    /// Index into the light minds.
    light: usize,
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
    /// An opponent of a profile.
    pub(super) fn new(profile: Profile, name: String) -> Self {
        let posed: Vec<Profile> = POSTURES
            .iter()
            .map(|(_, factors)| profile.clone().scaled(factors))
            .collect();
        let mind = |profile: &Profile, level| Mind::new(profile.clone(), level, name.clone());
        let light = std::iter::once(&profile).chain(&posed);
        Self {
            base: mind(&profile, PLAN),
            postures: posed.iter().map(|p| mind(p, PLAN)).collect(),
            light: light.map(|p| mind(p, LIGHT).comparing(AT_ONCE)).collect(),
            others: vec![
                Box::new(mind(&profile, LIGHT).comparing(AT_ONCE)),
                Box::new(Charge),
                Box::new(Mind::new(Profile::greedy(), LIGHT, "greedy".into()).comparing(AT_ONCE)),
            ],
            name,
            work: None,
        }
    }

    /// The ways to go on that differ; the plain opinion's first.
    fn begin(&mut self, view: &View, number: u64, digest: u64) -> Work {
        let thought = self.base.decide(view, number);
        let mut ways = vec![Way {
            answer: thought.answer.clone(),
            what: String::new(),
            light: 0,
            values: Vec::new(),
        }];
        let mut offer = |answer: Answer, what: String, light: usize| {
            if !ways.iter().any(|way| way.answer == answer) {
                ways.push(Way {
                    answer,
                    what,
                    light,
                    values: Vec::new(),
                });
            }
        };
        match view.game.decision().ask {
            Ask::First => {
                for side in view.game.all_sides() {
                    let answer = Answer::Side(side);
                    if view.game.check(&answer).is_ok() {
                        offer(answer, "another goes first".into(), 0);
                    }
                }
            }
            Ask::Act { .. } => {
                for (index, (mind, (name, _))) in self.postures.iter_mut().zip(POSTURES).enumerate()
                {
                    let other = mind.decide(view, number);
                    let what = match other.why {
                        Some(why) => format!("{} ({name})", why.chosen.what),
                        None => name.to_owned(),
                    };
                    offer(other.answer, what, index + 1);
                }
            }
            _ => {}
        }
        let race: Vec<usize> = (0..ways.len()).collect();
        let of = if ways.len() > 1 {
            PLAYOUTS * ways.len() as u32
        } else {
            0
        };
        let mut work = Work {
            number,
            digest,
            thought,
            ways,
            race,
            until: 0,
            done: 0,
            of,
        };
        work.next_stage();
        work
    }

    /// Plays one more battle in its head. False: there is nothing left to play.
    fn step(&mut self, view: &View, work: &mut Work) -> bool {
        let waiting = |work: &Work| {
            let few = |index: &&usize| (work.ways[**index].values.len() as u32) < work.until;
            work.race.iter().find(few).copied()
        };
        let index = match waiting(work) {
            Some(index) => index,
            None => {
                if work.done >= work.of || !work.halve() {
                    return false;
                }
                match waiting(work) {
                    Some(index) => index,
                    None => return false,
                }
            }
        };
        let playout = work.ways[index].values.len() as u64;
        let way = &work.ways[index];
        let value = self.playout(view, &way.answer, way.light, work.digest, playout);
        work.ways[index].values.push(value);
        work.done += 1;
        true
    }

    /// What it comes to if it goes on in this way.
    fn playout(
        &mut self,
        view: &View,
        answer: &Answer,
        light: usize,
        key: u64,
        playout: u64,
    ) -> f64 {
        let mut game = view.imagine();
        let round = game.status().round;
        let team = game.team(view.side);
        let style = playout as usize % self.others.len();
        let mut dice = Imagined {
            key: key ^ playout.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            rolled: Vec::new(),
        };
        game.settle(answer, &mut ());
        for number in 0..LONGEST {
            let now = game.status().round;
            if game.outcome().is_some() || now > round + 1 {
                break;
            }
            let decision = game.decision();
            let answer = match decision.who {
                Who::Chance => match dice.faces(&decision) {
                    Some(faces) => Answer::Faces(faces),
                    None => break,
                },
                Who::Side(side) => {
                    let seen = View::new(&game, side);
                    let thought = if game.team(side) == team {
                        // The posture holds for this round only.
                        let mind = if now == round { light } else { 0 };
                        self.light[mind].decide(&seen, u64::from(number))
                    } else {
                        self.others[style].decide(&seen, u64::from(number))
                    };
                    thought.answer
                }
            };
            game.settle(&answer, &mut ());
        }
        self.value(&game, view.side)
    }

    /// What a position is worth to a side: its figures against those of the others, what is
    /// fought for, and the victory if there is one.
    fn value(&mut self, game: &Game, side: Side) -> f64 {
        let team = game.team(side);
        let (mut own, mut theirs) = (0.0, 0.0);
        for fig in game.all().filter(|f| game.place(*f) != Place::Gone) {
            let worth = game.worth(fig) as f64 / 1000.0;
            if game.team(game.side(fig)) == team {
                own += worth;
            } else {
                theirs += worth;
            }
        }
        let mut teams: SmallVec<[u8; 8]> = game.all_sides().map(|s| game.team(s)).collect();
        teams.sort_unstable();
        teams.dedup();
        let mut value = own - theirs / (teams.len().max(2) - 1) as f64;
        if let Some(outcome) = game.outcome() {
            let prize = 0.375 * (own + theirs) + 2.0;
            let won = outcome.winners & (1 << side.0) != 0;
            value += match (won, outcome.winners) {
                (true, _) => prize,
                (false, 0) => 0.0,
                (false, _) => -prize,
            };
            return value;
        }
        value + self.potential(game, side, team)
    }

    /// How near the own side is to what it fights for, and the others to theirs.
    fn potential(&mut self, game: &Game, side: Side, team: u8) -> f64 {
        let mut sum = 0.0;
        let weight = self.base.profile.weight(Part::Objective);
        for other in game.all_sides() {
            let friend = game.team(other) == team;
            if friend && other != side {
                continue;
            }
            let mut memory = std::mem::take(&mut self.light[0].memory);
            let table = Table::read(&View::new(game, other), &mut memory);
            let goals = Goals::read(&table, &mut memory);
            if goals.any {
                let leads = table.friends.iter().filter(|f| {
                    let man = table.man(**f);
                    man.own && man.lead == **f
                });
                let near: f64 = leads
                    .map(|f| goals.at(&table, *f, table.man(*f).at, 6))
                    .sum();
                sum += if friend { near } else { -near };
            }
            self.light[0].memory = memory;
        }
        weight * sum
    }
}

impl Work {
    /// How many playouts each in the race has before it is halved next.
    fn next_stage(&mut self) {
        let stages = self.ways.len().max(2).ilog2() + 1;
        let share = self.of / (stages * self.race.len().max(1) as u32);
        self.until += share.max(1);
    }

    /// Leaves the better half in the race, the plain opinion always. False: it is decided.
    fn halve(&mut self) -> bool {
        if self.race.len() <= 2 {
            return false;
        }
        let mut others: Vec<usize> = self.race[1..].to_vec();
        others.sort_by(|a, b| self.mean(*b).total_cmp(&self.mean(*a)).then(a.cmp(b)));
        others.truncate(self.race.len().div_ceil(2).max(2) - 1);
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

    /// The plain opinion, or what is clearly better.
    fn decided(self) -> Thought {
        let best = self.race[1..]
            .iter()
            .map(|index| (*index, self.margin(*index)))
            .filter(|(_, (gain, error))| *gain > 0.0 && *gain > CLEARLY * error)
            .max_by(|a, b| a.1.0.total_cmp(&b.1.0));
        let Some((index, (gain, error))) = best else {
            return self.thought;
        };
        let way = &self.ways[index];
        let who = match way.answer {
            Answer::Move { who, .. } | Answer::Strike { who, .. } | Answer::Leave { who } => {
                Some(who)
            }
            _ => None,
        };
        let what = format!(
            "{}: looking ahead it gains {gain:.2} ± {error:.2} points over {} battles",
            way.what,
            way.values.len()
        );
        let ahead = Term {
            name: "ahead",
            milli: (gain * 1000.0).round() as i64,
        };
        Thought {
            answer: way.answer.clone(),
            why: Some(Why {
                who,
                chosen: Weighed {
                    what,
                    terms: vec![ahead],
                },
                runner_up: self.thought.why.map(|why| why.chosen),
            }),
        }
    }
}

/// Dice of an imagined battle: the same figure's same roll shows the same in all of one key,
/// whatever else happens.
struct Imagined {
    key: u64,
    /// How often each has rolled for each purpose.
    rolled: Vec<(Option<Fig>, Purpose, u64)>,
}

impl Imagined {
    /// The faces of a roll; none where none is asked for.
    fn faces(&mut self, decision: &Decision) -> Option<Faces> {
        let Ask::Roll {
            purpose, dice, by, ..
        } = &decision.ask
        else {
            return None;
        };
        let same = |r: &&mut (Option<Fig>, Purpose, u64)| r.0 == *by && r.1 == *purpose;
        let nth = match self.rolled.iter_mut().find(same) {
            Some(known) => {
                known.2 += 1;
                known.2
            }
            None => {
                self.rolled.push((*by, *purpose, 0));
                0
            }
        };
        let fig = by.map_or(0, |f| f.index() as u64 + 1);
        let number = (fig << 32) | ((*purpose as u64) << 16) | nth;
        Some(imagined(self.key, number, dice))
    }
}

impl Agent for Search {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn think(&mut self, view: &View, number: u64, budget: u32) -> Progress {
        let ask = view.game.decision().ask;
        if !matches!(ask, Ask::First | Ask::Act { .. }) {
            return self.base.think(view, number, budget);
        }
        let digest = view.game.digest();
        let known = self.work.take();
        let mut work = match known {
            Some(work) if work.number == number && work.digest == digest => work,
            _ => self.begin(view, number, digest),
        };
        for _ in 0..budget.max(1) {
            if work.of == 0 || !self.step(view, &mut work) {
                return Progress::Decided(work.decided());
            }
        }
        let (done, of) = (work.done, work.of);
        self.work = Some(work);
        Progress::Thinking { done, of }
    }

    fn ranked(&mut self, view: &View, number: u64) -> Vec<Thought> {
        let first = self.decide(view, number);
        let mut all = self.base.ranked(view, number);
        all.retain(|thought| thought.answer != first.answer);
        all.insert(0, first);
        all
    }

    fn weigh(&mut self, view: &View, answer: &Answer) -> Option<Weighed> {
        self.base.weigh(view, answer)
    }
}
