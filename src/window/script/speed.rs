//! How fast an opponent plays: battles against itself, always the same ones, without drawing.

use super::super::platform;
use crate::battle::Side;
use crate::board::Board;
use crate::play::matches::{Match, Seat, Step};
use crate::play::{AgentName, Setup};
use crate::store::options::{BattleOptions, USUAL};
use crate::store::{Failure, opponents};
use std::fmt;
use std::sync::Arc;

/// The battles: Elves against Orcs on the map Ford.
const MAP: &str = "ford";
const FORCES: [&str; 2] = ["elves", "orcs"];

/// What was measured.
#[derive(Default)]
pub struct Speed {
    agent: String,
    battles: u32,
    /// A figure-turn is one figure on the board in one round, with all its steps.
    turns: u64,
    seconds: f64,
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "speed of {}: {:.0} figure-turns a second ({} in {:.3} s, {} battles)",
            self.agent,
            self.turns as f64 / self.seconds.max(1e-6),
            self.turns,
            self.seconds,
            self.battles
        )
    }
}

/// Plays so many battles of an opponent against itself, with the seeds 1, 2, 3 and so on.
///
/// # Errors
/// There is no such opponent.
pub fn measured(battles: u32, agent: &str) -> Result<Speed, Failure> {
    let setup = BattleOptions {
        map: Some(MAP.to_owned()),
        forces: FORCES.map(str::to_owned).to_vec(),
        agents: vec![agent.into(); 2],
        ..BattleOptions::default()
    }
    .setup(USUAL)?;
    let board = setup.board()?;
    let mut speed = Speed {
        agent: agent.to_owned(),
        battles,
        ..Speed::default()
    };
    // once without the clock: tables of sight are made when they are first used
    play(&setup, 0, &board)?;
    for seed in 1..=battles {
        let begun = platform::now();
        speed.turns += play(&setup, seed.into(), &board)?;
        speed.seconds += platform::now() - begun;
    }
    Ok(speed)
}

/// Plays a battle to its end; its figure-turns.
fn play(setup: &Setup, seed: u64, board: &Arc<Board>) -> Result<u64, Failure> {
    let game = setup.begin_on(board.clone())?;
    let seat = |(i, name): (usize, &AgentName)| {
        let agent = opponents::agent(name, seed, Side(i as u8))?;
        Ok::<_, Failure>(Seat::Agent(agent))
    };
    let seats: Result<Vec<Seat>, _> = setup.agents.iter().enumerate().map(seat).collect();
    let mut battle = Match::new(game, seats?, Some(seed));
    let (mut round, mut turns) = (0, 0);
    loop {
        let now = battle.game().status().round;
        if now != round {
            round = now;
            turns += battle.game().on_board().count() as u64;
        }
        match battle.step(1) {
            Step::Applied(_) | Step::Thinking { .. } => {}
            Step::Over(_) => return Ok(turns),
            Step::Waiting(_) => return Err(Failure::message("this opponent waits for somebody")),
        }
    }
}
