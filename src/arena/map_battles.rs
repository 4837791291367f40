//! Battles that test a map: whether its seats have equal chances, and where things happen.

use super::grid::{Grid, GridOptions};
use super::heat::Heat;
use super::report::{FAIR, Seat as Compared, fairness};
use super::wrappers::Observed;
use super::{Counter, Plan, Row, Stopped, run};
use crate::ai::{Agent, Wrapped};
use crate::battle::{Event, Side};
use crate::board::{Motion, Space};
use crate::play::{AgentName, Setup};
use crate::rules::Game;
use crate::store::Failure;
use crate::store::options::{BattleOptions, drawn_seed};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// Result of one seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SeatResult {
    /// Its number.
    pub seat: String,
    /// Battles won.
    pub wins: u64,
    /// Battles drawn.
    pub draws: u64,
    /// Battles lost.
    pub losses: u64,
    /// Share of battles won; a draw counts as half.
    pub share: f64,
    /// The 95 % Wilson interval of the share.
    pub interval: (f64, f64),
}

/// Result of the battles on a map.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MapResult {
    /// Battles played.
    pub games: u64,
    /// Their seed.
    pub seed: u64,
    /// The opponent that played all sides.
    pub agent: String,
    /// Result of each seat.
    pub seats: Vec<SeatResult>,
    /// Number of orientations of the map: as drawn, turned, flipped.
    pub ways: usize,
    /// Where figures walked, shot and died.
    pub heat: Heat,
}

/// Orientations of a map besides the drawn one. Opponents take the first of equally good spaces in
/// reading order; without these, that would favour a seat.
const MOTIONS: [Motion; 3] = [Motion::HalfTurn, Motion::LeftRight, Motion::TopBottom];

/// Plays battles on a board of `spaces` spaces. Without a scenario, the map is also turned and
/// flipped where that is exact. `agent` makes the opponents. `each` gets the result after every pair;
/// the series stops when `go_on` is false.
///
/// # Errors
/// If the battles cannot be set up, or an opponent cannot be made.
pub fn play(
    mut battle: BattleOptions,
    spaces: usize,
    games: u64,
    jobs: usize,
    agent: impl Fn(&Setup, &AgentName, Side) -> Result<Box<dyn Agent>, Failure> + Sync,
    mut each: impl FnMut(&MapResult),
    go_on: impl FnMut() -> bool,
) -> Result<MapResult, Failure> {
    let seed = battle.seed.unwrap_or_else(drawn_seed);
    battle.seed = Some(seed);
    let name = battle
        .agents
        .first()
        .map_or_else(String::new, AgentName::to_string);
    let mut grid = Grid::new(&battle, &GridOptions::default())?;
    let mut images = vec![(0..spaces as u32).map(|s| Some(Space(s))).collect()];
    let free = battle.scenario.is_none();
    for motion in MOTIONS.into_iter().filter(|_| free) {
        if grid.lay(0, motion)?.is_some() {
            images.push(grid.images(0, motion));
        }
    }
    let plan = Plan::new(grid.cells.clone(), games, seed);
    let heats = Arc::new(Mutex::new(vec![Heat::new(spaces); images.len()]));
    let mut counter = Counter::new(None);
    let tell = |counter: &Counter| {
        let mut heat = Heat::new(spaces);
        let heats = heats.lock().unwrap_or_else(PoisonError::into_inner);
        for (there, images) in heats.iter().zip(&images) {
            heat.join(there, images);
        }
        MapResult {
            games: counter.games(),
            seed,
            agent: name.clone(),
            seats: seat_results(counter),
            ways: images.len(),
            heat,
        }
    };
    run(
        &plan,
        0,
        jobs,
        |job| {
            grid.play(job, |setup, name, side| {
                let agent = agent(setup, name, side)?;
                // It is enough to listen to one of the agents.
                Ok(match side {
                    Side(0) => {
                        let (heats, venue) = (heats.clone(), job.venue);
                        let count = move |game: &Game, events: &[Event]| {
                            let mut heats = heats.lock().unwrap_or_else(PoisonError::into_inner);
                            heats[venue].add(game, events);
                        };
                        Box::new(Wrapped::new(agent, Observed(count)))
                    }
                    _ => agent,
                })
            })
        },
        |pair| {
            let rows = pair.iter().map(|(_, line)| Row::read(line));
            counter.add(&rows.collect::<Result<Vec<Row>, _>>()?);
            each(&tell(&counter));
            Ok(ControlFlow::Continue(()))
        },
        go_on,
    )?;
    Ok(tell(&counter))
}

/// The results of all seats so far.
fn seat_results(counter: &Counter) -> Vec<SeatResult> {
    let seats = counter.report(Stopped::Games).seats.into_iter();
    let seats = seats.map(|(seat, tally)| SeatResult {
        seat,
        wins: tally.wins,
        draws: tally.draws,
        losses: tally.losses,
        share: tally.share(),
        interval: tally.wilson(),
    });
    seats.collect()
}

impl MapResult {
    /// The answer in a sentence: `The map is fair: seat 1 wins 49 % (45–53) of 400 battles.`
    pub fn sentence(&self) -> String {
        let seats: Vec<Compared> = self
            .seats
            .iter()
            .map(|seat| Compared {
                name: &seat.seat,
                share: seat.share,
                interval: seat.interval,
                draws: seat.draws > 0,
            })
            .collect();
        fairness("The map is fair", &seats, self.games)
    }
    /// The answer in a few words.
    pub fn verdict(&self) -> String {
        let even = 1.0 / self.seats.len().max(1) as f64;
        let better = self.seats.iter().find(|seat| seat.interval.0 > even);
        let sure = |seat: &SeatResult| {
            let (low, high) = seat.interval;
            low >= even - FAIR && high <= even + FAIR
        };
        match better {
            Some(seat) => {
                let [low, high] =
                    [seat.interval.0, seat.interval.1].map(|x| (100.0 * (x - even)).round());
                format!(
                    "seat {} is better off, by {} to {high} points in 100",
                    seat.seat,
                    low.max(1.0)
                )
            }
            None if self.seats.iter().all(sure) => {
                "no seat is better off by more than 10 points in 100".to_owned()
            }
            None => "not enough battles yet".to_owned(),
        }
    }
}
