//! `map check --battles`: plays battles on a map and says whether its seats have equal chances.

use super::arena::beside::Overheard;
use super::arena::grid::{Grid, GridOptions};
use super::arena::{lines, progress, rows, threads, until_stopped};
use super::board_text;
use super::options::{BattleOptions, drawn_seed};
use super::{Failure, drive};
use crate::arena::heat::Heat;
use crate::arena::report::{FAIR, Seat as Compared, fairness, markdown_table};
use crate::arena::{self, Counter, Plan, Stopped};
use crate::battle::Side;
use crate::board::{Board, Motion, Space};
use crate::play::Seat;
use clap::Args;
use serde_json::{Map as Object, Value, json};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// Options of the battles that test a map.
#[derive(Debug, Args)]
#[command(next_help_heading = "Battles")]
pub struct BattlesArgs {
    /// Play N battles in pairs with sides swapped, and say whether the map is fair
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub battles: Option<u64>,
    /// Seed of the battles
    #[arg(long, value_name = "N", requires = "battles")]
    seed: Option<u64>,
    /// Computer opponent that plays all sides
    #[arg(
        long,
        value_name = "NAME[:LEVEL]",
        default_value = "utility",
        requires = "battles"
    )]
    agent: String,
    /// Force by name or file, of which the check knows the largest figures; once for each side
    #[arg(long = "force", value_name = "NAME|FILE")]
    pub forces: Vec<String>,
    /// Number of threads, by default all cores; the result does not depend on it
    #[arg(long, value_name = "N", requires = "battles", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Print a Markdown section with version, date, machine and command
    #[arg(long, requires = "battles", conflicts_with = "json")]
    pub markdown: bool,
}

/// Result of one seat.
#[derive(Clone, Debug)]
pub struct Fared {
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
#[derive(Clone, Debug)]
pub struct Told {
    /// Battles played.
    pub games: u64,
    /// Their seed.
    pub seed: u64,
    /// The opponent that played all sides.
    pub agent: String,
    /// Result of each seat.
    pub seats: Vec<Fared>,
    /// Number of orientations of the map: as drawn, turned, flipped.
    pub ways: usize,
    /// Where figures walked, shot and died.
    pub heat: Heat,
}

/// Orientations of a map besides the drawn one. Opponents take the first of equally good spaces in
/// reading order; without these, that would favour a seat.
const LYING: [Motion; 3] = [Motion::HalfTurn, Motion::LeftRight, Motion::TopBottom];

/// Plays the battles of `map check`, with a progress bar.
///
/// # Errors
/// If they cannot be set up.
pub fn play(
    map: &str,
    board: &Board,
    args: &BattlesArgs,
    scenario: Option<String>,
    games: u64,
) -> Result<Told, Failure> {
    let battle = BattleOptions {
        map: Some(map.to_owned()),
        scenario,
        forces: args.forces.clone(),
        agents: vec![args.agent.clone()],
        seed: args.seed,
        ..BattleOptions::default()
    };
    let jobs = args.jobs.map_or_else(threads, usize::from);
    let bar = progress(games, 0);
    let told = tried(
        battle,
        board.len(),
        games,
        jobs,
        |told| bar.set_position(told.games),
        until_stopped(),
    );
    bar.finish_and_clear();
    told
}

/// Plays battles on a board of `spaces` spaces. Without a scenario, the map is also turned and
/// flipped where that is exact. `each` gets the result after every pair; the series stops when
/// `go_on` is false.
///
/// # Errors
/// If the battles cannot be set up.
pub fn tried(
    mut battle: BattleOptions,
    spaces: usize,
    games: u64,
    jobs: usize,
    mut each: impl FnMut(&Told),
    go_on: impl FnMut() -> bool,
) -> Result<Told, Failure> {
    let seed = battle.seed.unwrap_or_else(drawn_seed);
    battle.seed = Some(seed);
    battle.bot_time = 10.0;
    let agent = battle.agents.first().cloned().unwrap_or_default();
    let mut grid = Grid::new(&battle, &GridOptions::default())?;
    let mut images = vec![(0..spaces as u32).map(|s| Some(Space(s))).collect()];
    let free = battle.scenario.is_none();
    for motion in LYING.into_iter().filter(|_| free) {
        if grid.lay(0, motion)?.is_some() {
            images.push(grid.images(0, motion));
        }
    }
    let plan = Plan::new(grid.cells.clone(), games, seed);
    let heats = Arc::new(Mutex::new(vec![Heat::new(spaces); images.len()]));
    let mut counter = Counter::new(None);
    let limit = battle.bot_limit();
    let tell = |counter: &Counter| {
        let seats = counter.report(Stopped::Games).seats.into_iter();
        let seats = seats.map(|(seat, tally)| Fared {
            seat,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            share: tally.share(),
            interval: tally.wilson(),
        });
        let mut heat = Heat::new(spaces);
        let heats = heats.lock().unwrap_or_else(PoisonError::into_inner);
        for (there, images) in heats.iter().zip(&images) {
            heat.join(there, images);
        }
        Told {
            games: counter.games(),
            seed,
            agent: agent.clone(),
            seats: seats.collect(),
            ways: images.len(),
            heat,
        }
    };
    arena::run(
        &plan,
        0,
        jobs,
        |job| {
            grid.play_with(job, |setup, name, side| {
                let seat = drive::seat(setup, name, side, limit)?;
                let Seat::Agent(agent) = seat else {
                    return Err(Failure::said(
                        "a map is tested by computer opponents; --agent names one",
                    ));
                };
                // It is enough to listen to one of the agents.
                Ok(match side {
                    Side(0) => {
                        let (heats, venue) = (heats.clone(), job.venue);
                        Box::new(Overheard::new(agent, move |game, events| {
                            let mut heats = heats.lock().unwrap_or_else(PoisonError::into_inner);
                            heats[venue].add(game, events);
                        }))
                    }
                    _ => agent,
                })
            })
        },
        |pair| {
            counter.add(&rows(&lines(pair))?);
            each(&tell(&counter));
            Ok(ControlFlow::Continue(()))
        },
        go_on,
    )?;
    Ok(tell(&counter))
}

impl Told {
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
        let sure = |seat: &Fared| {
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
    /// The result as JSON.
    pub fn json(&self, board: &Board) -> Value {
        let seats: Vec<Value> = self
            .seats
            .iter()
            .map(|seat| {
                json!({
                    "seat": seat.seat, "wins": seat.wins, "draws": seat.draws,
                    "losses": seat.losses, "share": seat.share,
                    "low": seat.interval.0, "high": seat.interval.1,
                })
            })
            .collect();
        let mut heat = Object::new();
        for (name, counts) in self.heat.all() {
            let spaces = (0u32..).zip(counts).filter(|(_, count)| **count > 0);
            let counts: Object<String, Value> = spaces
                .map(|(space, count)| (board.grid().name(Space(space)), json!(count)))
                .collect();
            heat.insert(name.to_owned(), Value::Object(counts));
        }
        json!({
            "games": self.games, "seed": self.seed, "agent": self.agent, "ways": self.ways,
            "seats": seats,
            "verdict": self.verdict(), "sentence": self.sentence(), "heat": heat,
        })
    }
    /// Who played, and how often.
    fn played(&self) -> String {
        let ways = match self.ways {
            1 => "",
            _ => ", the map also turned and flipped",
        };
        format!(
            "{} battles of {} against itself, sides swapped{ways}, seed {}",
            self.games, self.agent, self.seed
        )
    }
    /// The body of a Markdown section.
    pub fn markdown(&self) -> String {
        let rows: Vec<Vec<String>> = self
            .seats
            .iter()
            .map(|seat| {
                vec![
                    seat.seat.clone(),
                    seat.wins.to_string(),
                    seat.draws.to_string(),
                    seat.losses.to_string(),
                    format!("{:.1} %", 100.0 * seat.share),
                    format!(
                        "{:.1}–{:.1}",
                        100.0 * seat.interval.0,
                        100.0 * seat.interval.1
                    ),
                ]
            })
            .collect();
        let head = ["Seat", "Wins", "Draws", "Losses", "Score", "95 %"];
        format!(
            "{}\n\n{}\n{}.\n",
            self.sentence(),
            markdown_table(&head, &rows),
            self.played()
        )
    }
    /// For people: the seats, and three boards on which 1 to 9 stand for rarely to often. The
    /// sentence is not part of it.
    pub fn text(&self, board: &Board) -> String {
        let mut text = format!("{}:\n", self.played());
        for seat in &self.seats {
            text += &format!(
                "seat {}: {:.0} % ({:.0}–{:.0}), {} won, {} drawn, {} lost\n",
                seat.seat,
                100.0 * seat.share,
                100.0 * seat.interval.0,
                100.0 * seat.interval.1,
                seat.wins,
                seat.draws,
                seat.losses
            );
        }
        for (name, counts) in self.heat.all() {
            let most = counts.iter().copied().max().unwrap_or(0);
            if most == 0 {
                continue;
            }
            text += &format!("\nWhere figures {name} (9 stands for {most} times):\n");
            let sign = |space: Space| match counts[space.index()] {
                _ if !board.exists(space) => ' ',
                0 if board.standable().contains(space) => '.',
                0 => '#',
                count => char::from(b'0' + (count * 9).div_ceil(most) as u8),
            };
            for line in board_text::draw(board, sign) {
                text += line.trim_end();
                text.push('\n');
            }
        }
        text
    }
}
