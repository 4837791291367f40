//! Battles that test the set pieces: the shipped scenarios with a map and forces of their own. Each
//! should be winnable by both sides and last long enough.

use super::grid::{Grid, GridOptions};
use super::stats::wilson;
use super::{Plan, Row, run};
use crate::ai::Agent;
use crate::battle::Side;
use crate::files::shipped;
use crate::play::{AgentName, Setup};
use crate::rules::Rules;
use crate::scenario::{SHIPPED, Scenario};
use crate::source::Source;
use crate::store::Failure;
use crate::store::options::BattleOptions;
use std::ops::ControlFlow;

/// Results of the battles of one set piece.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Name of the scenario.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Titles of the forces, a side each.
    pub forces: Vec<String>,
    /// Battles played.
    pub games: u64,
    /// Share of the first side in points won; a draw counts as half.
    pub share: f64,
    /// The 95 % Wilson interval of the share.
    pub interval: (f64, f64),
    /// Median of the rounds begun.
    pub rounds: u16,
    /// The last round there can be.
    pub last: u16,
    /// See [`fingerprint`].
    pub fingerprint: String,
}

/// Shares of the first side that count as winnable by both.
pub const EVEN: std::ops::RangeInclusive<f64> = 0.35..=0.65;

impl Measured {
    /// Whether both sides can win, and the battle lasts at least half of its rounds.
    pub fn holds(&self) -> bool {
        EVEN.contains(&self.share) && 2 * self.rounds >= self.last
    }

    /// Whether the battles tell: the interval is not wider than the shares that count as even.
    pub fn is_told(&self) -> bool {
        self.interval.1 - self.interval.0 <= EVEN.end() - EVEN.start()
    }
}

/// The names of the set pieces, in the order in which they ship.
pub fn names() -> Vec<&'static str> {
    let read = |text: &str| Scenario::read(&Source::new("set piece", text)).ok();
    let placed = |text: &str| read(text).is_some_and(|scenario| scenario.map().is_some());
    let all = SHIPPED.iter().filter(|(_, text)| placed(text));
    all.map(|(name, _)| *name).collect()
}

/// Eight characters that stand for scenario, map and forces of a set piece. If one of
/// these changes, it has to be measured again; not so the nerve of a force, which `utility` does not
/// heed. None: there is no set piece of that name.
pub fn fingerprint(name: &str) -> Option<String> {
    let (_, text) = SHIPPED.iter().find(|(known, _)| *known == name)?;
    let scenario = Scenario::read(&Source::new(name, *text)).ok()?;
    let (_, map) = shipped::map(scenario.map()?)?;
    let rules = scenario.ruleset().unwrap_or(Rules::ALL[0]);
    let mut parts = vec![*text, map];
    for side in 0..scenario.sides()? {
        let force = scenario.force(side)?;
        let known = rules.forces().iter().find(|(known, _)| *known == force)?;
        parts.push(known.1);
    }
    // 32 bits by the rule of Fowler, Noll and Vo, the same on every machine
    let fold = |sum: u32, byte: u8| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    let counts = |line: &&str| !line.starts_with("nerve = ");
    let lines = |part: &&'static str| part.split_inclusive('\n').filter(counts);
    let bytes = |part| lines(part).flat_map(str::bytes).chain([0]);
    let bytes = parts.iter().flat_map(bytes);
    Some(format!("{:08x}", bytes.fold(0x811c_9dc5, fold)))
}

/// Plays the battles of a set piece. `agent` makes the opponents; `each` gets the number of battles
/// played after every pair; the series stops when `go_on` is false.
///
/// # Errors
/// If there is no such set piece, or its battles cannot be set up.
pub fn measure(
    (name, opponent): (&str, &str),
    (games, seed, jobs): (u64, u64, usize),
    agent: impl Fn(&Setup, &AgentName, Side) -> Result<Box<dyn Agent>, Failure> + Sync,
    mut each: impl FnMut(u64),
    go_on: impl FnMut() -> bool,
) -> Result<Measured, Failure> {
    let fingerprint = fingerprint(name).ok_or_else(|| {
        Failure::message(format!(
            "there is no set piece {name:?}; there are: {}",
            names().join(", ")
        ))
    })?;
    let battle = BattleOptions {
        scenario: Some(name.to_owned()),
        agents: vec![opponent.into()],
        seed: Some(seed),
        ..BattleOptions::default()
    };
    let setup = battle.setup(opponent)?;
    let title = Scenario::read(&setup.scenario)?.name().to_owned();
    let last = setup.begin()?.status().rounds.unwrap_or(0);
    let grid = Grid::new(&battle, &GridOptions::default())?;
    let plan = Plan::new(grid.cells.clone(), games, seed);
    let (mut forces, mut rounds, mut score) = (Vec::new(), Vec::new(), 0.0);
    run(
        &plan,
        0,
        jobs,
        |job| grid.play(job, &agent),
        |pair| {
            for (_, line) in pair {
                let row = Row::read(&line)?;
                score += row.score(0, 1);
                rounds.push(row.rounds);
                forces = row.titles.map_or(row.forces, |titles| titles.forces);
            }
            each(rounds.len() as u64);
            Ok(ControlFlow::Continue(()))
        },
        go_on,
    )?;
    rounds.sort_unstable();
    let games = rounds.len() as u64;
    Ok(Measured {
        name: name.to_owned(),
        title,
        forces,
        games,
        share: score / games.max(1) as f64,
        interval: wilson(score, games as f64),
        rounds: rounds.get(rounds.len() / 2).copied().unwrap_or(0),
        last,
        fingerprint,
    })
}
