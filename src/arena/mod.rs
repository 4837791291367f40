//! Many battles, in pairs, on many threads, with the same result for any number of them.
//!
//! A pair is one seed, map and set of forces, played once for each way of seating the entrants
//! (two sides: sides swapped; more: seats rotated). It knows nothing of what is inside a battle:
//! whoever calls says how one game is played.

pub mod stats;

use crate::dice::{Stream, keyed};
use rand::RngExt;
use rayon::prelude::*;
use stats::{Spread, Sprt, Verdict, elo, wilson};

/// One game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its index in the series.
    pub game: u64,
    /// The pair it belongs to.
    pub pair: u64,
    /// The entrant on each seat.
    pub seats: Vec<usize>,
    /// The index of the force on each seat.
    pub forces: Vec<usize>,
    /// Its seed, the same within a pair.
    pub seed: u64,
}

/// How one game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played<T> {
    /// The winning seats; none: a draw.
    pub winners: Vec<usize>,
    /// The last round begun.
    pub rounds: u16,
    /// Nobody lost or scored anything.
    pub pointless: bool,
    /// What else there is to be said about it.
    pub more: T,
}

/// A job and how it went.
type Outcome<T, E> = (Job, Result<Played<T>, E>);

/// A series.
#[derive(Clone, Debug)]
pub struct Series {
    /// How many games; rounded up to whole pairs.
    pub games: u64,
    /// The names of the entrants, one a side.
    pub entrants: Vec<String>,
    /// The names of the forces, one a side.
    pub forces: Vec<String>,
    /// Forces stay on their seats: the scenario gives each its own part.
    pub fixed_forces: bool,
    /// Everything comes from this.
    pub seed: u64,
    /// Threads; the result does not depend on it.
    pub jobs: usize,
    /// Stop when this test has decided about the first entrant.
    pub sprt: Option<Sprt>,
    /// Play only the pairs whose index leaves this remainder: (i, n) for `--shard i/n`.
    pub shard: Option<(u64, u64)>,
}

/// Wins, draws and losses, and the scores of the pairs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Whose.
    pub name: String,
    /// Games won, alone or with allies.
    pub wins: u64,
    /// Games nobody won.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Its score in each pair.
    pub pairs: Spread,
}

impl Tally {
    fn new(name: &str) -> Self {
        Self {
            name: name.to_string(),
            ..Self::default()
        }
    }
    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
    /// Share of the points: draws count one half.
    pub fn share(&self) -> f64 {
        if self.games() == 0 {
            0.5
        } else {
            (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
        }
    }
    /// Wilson 95 % interval of the share.
    pub fn wilson(&self) -> (f64, f64) {
        wilson(
            self.wins as f64 + self.draws as f64 / 2.0,
            self.games() as f64,
        )
    }
    /// Elo difference to the rest, with the 95 % interval from the variance of pairs.
    pub fn elo(&self) -> (f64, (f64, f64)) {
        let (low, high) = self.pairs.interval();
        (elo(self.share()), (elo(low), elo(high)))
    }
    fn count(&mut self, won: bool, drawn: bool) -> f64 {
        match (won, drawn) {
            (_, true) => {
                self.draws += 1;
                0.5
            }
            (true, _) => {
                self.wins += 1;
                1.0
            }
            _ => {
                self.losses += 1;
                0.0
            }
        }
    }
}

/// What a series came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Games played.
    pub games: u64,
    /// Whole pairs played.
    pub pairs: u64,
    /// One a name among the entrants.
    pub agents: Vec<Tally>,
    /// One a name among the forces.
    pub forces: Vec<Tally>,
    /// One a seat.
    pub seats: Vec<Tally>,
    /// Share of games that somebody won.
    pub decisive: f64,
    /// Share of games that ended without a loss or a point.
    pub pointless: f64,
    /// Mean number of rounds.
    pub rounds: f64,
    /// Why it stopped: `games`, `sprt` or `interrupted`.
    pub stopped: &'static str,
    /// What the sequential test says, if there was one, and its log-likelihood ratio.
    pub sprt: Option<(Verdict, f64)>,
}

impl Series {
    /// Games in a pair: as many as there are seats to rotate through.
    pub fn pair_size(&self) -> u64 {
        self.entrants.len() as u64
    }
    /// Pairs in the whole series.
    pub fn pairs(&self) -> u64 {
        self.games.div_ceil(self.pair_size())
    }

    /// The jobs of a pair. Entrants move round the seats within it. Where both agents and forces
    /// differ, entrants also change forces from pair to pair, so that shares of agents are not
    /// shares of forces.
    pub fn pair(&self, pair: u64) -> Vec<Job> {
        let sides = self.entrants.len();
        let same_agents = self.entrants.iter().all(|e| *e == self.entrants[0]);
        let same_forces = self.forces.iter().all(|f| *f == self.forces[0]);
        let shift = if same_agents {
            0
        } else {
            (pair % sides as u64) as usize
        };
        let seed = |turn: usize| {
            // Between equals, moving round the seats would only repeat the same battle.
            let number = if same_agents && same_forces {
                pair * sides as u64 + turn as u64
            } else {
                pair
            };
            let mut rng = keyed(self.seed, Stream::Series, number);
            let _: u64 = rng.random();
            // Seeds are shown and typed: keep them short, and exact as JSON numbers.
            rng.random_range(0..1u64 << 48)
        };
        (0..sides)
            .map(|turn| {
                let seats: Vec<usize> = (0..sides).map(|seat| (seat + turn) % sides).collect();
                let forces = seats
                    .iter()
                    .map(|entrant| (entrant + shift) % sides)
                    .collect();
                Job {
                    game: pair * sides as u64 + turn as u64,
                    pair,
                    seats,
                    forces,
                    seed: seed(turn),
                }
            })
            .collect()
    }

    /// Plays the series. `play` plays one game; `each` gets every game in order; `go_on` is asked
    /// between batches. Memory does not grow with the number of games.
    ///
    /// # Errors
    /// The first error of `play` or `each`, in order of games.
    pub fn run<T: Send, E: Send>(
        &self,
        play: impl Fn(&Job) -> Result<Played<T>, E> + Sync,
        mut each: impl FnMut(&Job, &Played<T>) -> Result<(), E>,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<Report, E> {
        let threads = rayon::ThreadPoolBuilder::new()
            .num_threads(self.jobs)
            .build()
            .expect("threads can be started");
        let mine = |pair: &u64| self.shard.is_none_or(|(i, n)| pair % n == i);
        let mut counter = Counter::new(self);
        let mut pairs = (0..self.pairs()).filter(mine).peekable();
        // The batch is the same for any number of threads, so that a test stops at the same pair.
        const BATCH: usize = 64;
        'series: while pairs.peek().is_some() {
            if !go_on() {
                counter.report.stopped = "interrupted";
                break;
            }
            let batch: Vec<u64> = pairs.by_ref().take(BATCH).collect();
            let done: Vec<Vec<Outcome<T, E>>> = threads.install(|| {
                batch
                    .par_iter()
                    .map(|pair| {
                        let play_one = |job: Job| {
                            let played = play(&job);
                            (job, played)
                        };
                        self.pair(*pair).into_par_iter().map(play_one).collect()
                    })
                    .collect()
            });
            for pair in done {
                let mut games = Vec::with_capacity(pair.len());
                for (job, played) in pair {
                    let played = played?;
                    each(&job, &played)?;
                    games.push((job, played));
                }
                counter.add(self, &games);
                if let Some(sprt) = &self.sprt {
                    let scores = &counter.report.agents[0].pairs;
                    let verdict = sprt.verdict(scores);
                    counter.report.sprt = Some((verdict, sprt.ratio(scores)));
                    if verdict != Verdict::Open {
                        counter.report.stopped = "sprt";
                        break 'series;
                    }
                }
            }
        }
        Ok(counter.finish())
    }
}

/// Counts games as they come in.
struct Counter {
    report: Report,
    decided: u64,
    pointless: u64,
    rounds: u64,
    agent_of: Vec<usize>,
    force_of: Vec<usize>,
}

/// The distinct names, and for each name which it is.
fn distinct(names: &[String]) -> (Vec<Tally>, Vec<usize>) {
    let mut tallies: Vec<Tally> = Vec::new();
    let which = names
        .iter()
        .map(|name| {
            tallies
                .iter()
                .position(|t| t.name == *name)
                .unwrap_or_else(|| {
                    tallies.push(Tally::new(name));
                    tallies.len() - 1
                })
        })
        .collect();
    (tallies, which)
}

impl Counter {
    fn new(series: &Series) -> Self {
        let (agents, agent_of) = distinct(&series.entrants);
        let (forces, force_of) = distinct(&series.forces);
        let seats = (1..=series.entrants.len())
            .map(|seat| Tally::new(&seat.to_string()))
            .collect();
        let report = Report {
            games: 0,
            pairs: 0,
            agents,
            forces,
            seats,
            decisive: 0.0,
            pointless: 0.0,
            rounds: 0.0,
            stopped: "games",
            sprt: None,
        };
        Self {
            report,
            decided: 0,
            pointless: 0,
            rounds: 0,
            agent_of,
            force_of,
        }
    }

    fn add<T>(&mut self, series: &Series, games: &[(Job, Played<T>)]) {
        let report = &mut self.report;
        let mut agents = vec![(0.0, 0u32); report.agents.len()];
        let mut forces = vec![(0.0, 0u32); report.forces.len()];
        let mut seats = vec![(0.0, 0u32); report.seats.len()];
        for (job, played) in games {
            report.games += 1;
            let drawn = played.winners.is_empty();
            self.decided += u64::from(!drawn);
            self.pointless += u64::from(drawn && played.pointless);
            self.rounds += u64::from(played.rounds);
            for (seat, entrant) in job.seats.iter().enumerate() {
                let won = played.winners.contains(&seat);
                let agent = self.agent_of[*entrant];
                let force = self.force_of[job.forces[seat]];
                for (tallies, scores, at) in [
                    (&mut report.agents, &mut agents, agent),
                    (&mut report.forces, &mut forces, force),
                    (&mut report.seats, &mut seats, seat),
                ] {
                    scores[at].0 += tallies[at].count(won, drawn);
                    scores[at].1 += 1;
                }
            }
        }
        debug_assert_eq!(games.len() as u64, series.pair_size());
        report.pairs += 1;
        for (tallies, scores) in [
            (&mut report.agents, agents),
            (&mut report.forces, forces),
            (&mut report.seats, seats),
        ] {
            for (tally, (score, games)) in tallies.iter_mut().zip(scores) {
                tally.pairs.add(score / f64::from(games.max(1)));
            }
        }
    }

    fn finish(mut self) -> Report {
        let games = self.report.games.max(1) as f64;
        self.report.decisive = self.decided as f64 / games;
        self.report.pointless = self.pointless as f64 / games;
        self.report.rounds = self.rounds as f64 / games;
        self.report
    }
}
