//! `map check --battles`: plays battles on a map and says whether its seats have equal chances.

use super::arena::{progress, until_stopped};
use super::machine::threads;
use super::{Failure, board_text, drive};
use crate::arena::map_battles::{self, MapResult};
use crate::arena::report::markdown_table;
use crate::board::{Board, Space};
use crate::store::options::BattleOptions;
use clap::Args;
use serde_json::{Map as Object, Value, json};

/// Options of the battles that test a map.
#[derive(Debug, Args)]
#[command(next_help_heading = "Battles")]
pub struct BattlesArgs {
    /// Play N battles in pairs with sides swapped, and say whether the map is fair
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub battles: Option<u64>,
    /// Seed of the battles; without it, a random seed is used and printed
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
    /// Force (name or file), once for each side; the check also looks for places that are too
    /// narrow for its largest figures
    #[arg(long = "force", value_name = "NAME|FILE")]
    pub forces: Vec<String>,
    /// Number of threads, by default all cores; the result does not depend on it
    #[arg(long, value_name = "N", requires = "battles", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Print a Markdown section with version, date, machine and command
    #[arg(long, requires = "battles", conflicts_with = "json")]
    pub markdown: bool,
}

impl BattlesArgs {
    /// Seed of the battles; without it, a random seed is used and printed, if one is given.
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }
    /// The opponent that plays all sides.
    pub fn agent(&self) -> &str {
        &self.agent
    }
    /// Number of threads, if one is given.
    pub fn jobs(&self) -> Option<u16> {
        self.jobs
    }
}

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
) -> Result<MapResult, Failure> {
    let battle = BattleOptions {
        map: Some(map.to_owned()),
        scenario,
        forces: args.forces.clone(),
        agents: vec![args.agent.as_str().into()],
        seed: args.seed,
        ..BattleOptions::default()
    };
    let jobs = args.jobs.map_or_else(threads, usize::from);
    let bar = progress(games, 0);
    let limit = battle.bot_limit();
    let result = map_battles::play(
        battle,
        board.len(),
        games,
        jobs,
        |setup, name, side| drive::agent(setup, name, side, limit),
        |result| bar.set_position(result.games),
        until_stopped(),
    );
    bar.finish_and_clear();
    result
}

/// The opponents and the number of battles.
fn played(result: &MapResult) -> String {
    let ways = match result.ways {
        1 => "",
        _ => ", the map also turned and flipped",
    };
    format!(
        "{} battles of {} against itself, sides swapped{ways}, seed {}",
        result.games, result.agent, result.seed
    )
}

/// The result as JSON.
pub fn json(result: &MapResult, board: &Board) -> Value {
    let seats: Vec<Value> = result
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
    for (name, counts) in result.heat.all() {
        let spaces = (0u32..).zip(counts).filter(|(_, count)| **count > 0);
        let counts: Object<String, Value> = spaces
            .map(|(space, count)| (board.grid().name(Space(space)), json!(count)))
            .collect();
        heat.insert(name.to_owned(), Value::Object(counts));
    }
    json!({
        "games": result.games, "seed": result.seed, "agent": result.agent, "ways": result.ways,
        "seats": seats,
        "verdict": result.verdict(), "sentence": result.sentence(), "heat": heat,
    })
}

/// The body of a Markdown section.
pub fn markdown(result: &MapResult) -> String {
    let rows: Vec<Vec<String>> = result
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
        result.sentence(),
        markdown_table(&head, &rows),
        played(result)
    )
}

/// For people: the seats, and three boards on which 1 to 9 stand for rarely to often. The
/// sentence is not part of it.
pub fn text(result: &MapResult, board: &Board) -> String {
    let mut text = format!("{}:\n", played(result));
    for seat in &result.seats {
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
    for (name, counts) in result.heat.all() {
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
