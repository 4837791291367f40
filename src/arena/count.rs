//! From rows to a report, one pair at a time. What is kept grows with the names that appear, not
//! with the number of games.

use super::stats::{Spread, Sprt, Times, Verdict, elo, wilson};
use super::{Made, Row, Stopped};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Wins, draws and losses, and the scores of the pairs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Games won, alone or with allies.
    pub wins: u64,
    /// Games nobody won, and in which it was no worse than any other.
    pub draws: u64,
    /// Games that others won, or drew without it.
    pub losses: u64,
    /// Its score in each pair against those of other names, each opponent by itself.
    pub pairs: Spread,
}

impl Tally {
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
        (elo(self.pairs.mean()), (elo(low), elo(high)))
    }
    /// Whether there are too few battles to say on which side of one half it stands.
    pub fn in_doubt(&self) -> bool {
        let (low, high) = self.pairs.interval();
        low <= 0.5 && 0.5 <= high
    }
    fn count(&mut self, made: Made) {
        match made {
            Made::Win => self.wins += 1,
            Made::Draw => self.draws += 1,
            Made::Loss => self.losses += 1,
        }
    }
}

/// Names by the order in which they appeared.
#[derive(Clone, Debug, Default, PartialEq)]
struct Names {
    all: Vec<String>,
    index: FxHashMap<String, usize>,
}

impl Names {
    fn of(&mut self, name: &str) -> usize {
        if let Some(known) = self.index.get(name) {
            return *known;
        }
        self.all.push(name.to_owned());
        self.index.insert(name.to_owned(), self.all.len() - 1);
        self.all.len() - 1
    }
}

/// A tally for each of one kind against each of another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matrix {
    /// Whose tallies.
    pub rows: Vec<String>,
    /// Against whom, where, or on which seat.
    pub columns: Vec<String>,
    /// Those there are, by row and column.
    pub cells: BTreeMap<(usize, usize), Tally>,
}

/// What is known of the battles on one map, or of one scenario.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Venue {
    /// Battles.
    pub games: u64,
    /// Those that somebody won.
    pub decided: u64,
    /// Those that ended without a winner, a loss or a point.
    pub pointless: u64,
    /// Rounds begun.
    pub rounds: Spread,
    /// Points of all sides.
    pub points: Spread,
    /// Changes of the lead.
    pub lead_changes: Spread,
}

impl Venue {
    fn add(&mut self, row: &Row) {
        self.games += 1;
        self.decided += u64::from(!row.drawn());
        self.pointless += u64::from(row.pointless());
        self.rounds.add(f64::from(row.rounds));
        self.points.add(row.points.iter().sum());
        self.lead_changes.add(f64::from(row.lead_changes));
    }
    /// Share of battles that somebody won.
    pub fn decisive(&self) -> f64 {
        self.decided as f64 / self.games.max(1) as f64
    }
    /// Share of battles without a winner, a loss or a point.
    pub fn pointless(&self) -> f64 {
        self.pointless as f64 / self.games.max(1) as f64
    }
}

/// What a series came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Whole pairs played.
    pub pairs: u64,
    /// All battles together.
    pub all: Venue,
    /// The agents, by name.
    pub agents: Vec<(String, Tally)>,
    /// The forces, by name, in battles against others.
    pub forces: Vec<(String, Tally)>,
    /// The seats, from 1.
    pub seats: Vec<(String, Tally)>,
    /// The maps.
    pub maps: Vec<(String, Venue)>,
    /// The scenarios.
    pub scenarios: Vec<(String, Venue)>,
    /// Each agent against each other.
    pub agent_matrix: Matrix,
    /// Each force against each other.
    pub force_matrix: Matrix,
    /// Each agent on each map.
    pub agents_on_maps: Matrix,
    /// Each agent in each scenario.
    pub agents_in_scenarios: Matrix,
    /// Each seat on each map: rows are maps.
    pub seats_on_maps: Matrix,
    /// Each seat in each scenario: rows are scenarios.
    pub seats_in_scenarios: Matrix,
    /// Battles by rounds begun.
    pub rounds: BTreeMap<u16, u64>,
    /// Battles by changes of the lead.
    pub lead_changes: BTreeMap<u32, u64>,
    /// How long each agent thought about its decisions, where that was measured.
    pub thinking: Vec<(String, Times)>,
    /// Why it stopped.
    pub stopped: Stopped,
    /// What the sequential test says, if there was one, and its log-likelihood ratio.
    pub sprt: Option<(Verdict, f64)>,
}

/// Scores of one pair, in the order in which they first came up.
#[derive(Default)]
struct Scores(Vec<((usize, usize), f64, u32)>);

impl Scores {
    fn add(&mut self, key: (usize, usize), score: f64) {
        match self.0.iter_mut().find(|s| s.0 == key) {
            Some(known) => {
                known.1 += score;
                known.2 += 1;
            }
            None => self.0.push((key, score, 1)),
        }
    }
    /// Means, each to where it belongs.
    fn into(self, tallies: &mut Tallies) {
        for (key, sum, count) in self.0 {
            let tally = tallies.entry(key).or_default();
            tally.pairs.add(sum / f64::from(count));
        }
    }
}

type Tallies = BTreeMap<(usize, usize), Tally>;

/// What each of several agents or forces, one a seat, made of each other in a game. Two that have
/// as many seats each meet as wholes: it counts whose best seat made more. Others meet seat by seat.
fn meetings(of: &[usize], row: &Row) -> Vec<((usize, usize), f64)> {
    let seats = |who: usize| (0..of.len()).filter(move |seat| of[*seat] == who);
    let made = |who: usize| seats(who).map(|seat| row.made(seat)).max();
    let mut all = Vec::new();
    for seat in 0..of.len() {
        for other in (0..of.len()).filter(|other| of[*other] != of[seat]) {
            let key = (of[seat], of[other]);
            if seats(key.0).count() != seats(key.1).count() {
                all.push((key, row.score(seat, other)));
            } else if !all.iter().any(|(known, _)| *known == key) {
                let [one, other] = [key.0, key.1].map(|who| made(who).unwrap_or(Made::Loss));
                all.push((key, one.against(other)));
            }
        }
    }
    all
}

/// One kind of tally: who, against what.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Agents,
    Forces,
    Seats,
    AgentMatrix,
    ForceMatrix,
    AgentsOnMaps,
    AgentsInScenarios,
    SeatsOnMaps,
    SeatsInScenarios,
}

impl Kind {
    const COUNT: usize = 9;
}

/// Counts games as they come in.
#[derive(Default)]
pub struct Counter {
    agents: Names,
    forces: Names,
    seats: usize,
    maps: Names,
    scenarios: Names,
    tallies: [Tallies; Kind::COUNT],
    all: Venue,
    map_venues: Vec<Venue>,
    scenario_venues: Vec<Venue>,
    pairs: u64,
    rounds: BTreeMap<u16, u64>,
    lead_changes: BTreeMap<u32, u64>,
    thinking: BTreeMap<usize, Times>,
    sprt: Option<Sprt>,
}

/// Changes of the lead from which on battles are counted together.
const MANY_LEADS: u32 = 20;

impl Counter {
    /// Nothing yet; with a sequential test about the first agent, if one is wanted.
    pub fn new(sprt: Option<Sprt>) -> Self {
        Self {
            sprt,
            ..Self::default()
        }
    }

    /// Games counted so far.
    pub fn games(&self) -> u64 {
        self.all.games
    }

    /// The games of one more pair.
    pub fn add(&mut self, pair: &[Row]) {
        let mut scores: [Scores; Kind::COUNT] = Default::default();
        for row in pair {
            self.add_game(row, &mut scores);
        }
        for (scores, tallies) in scores.into_iter().zip(&mut self.tallies) {
            scores.into(tallies);
        }
        self.pairs += 1;
    }

    fn add_game(&mut self, row: &Row, scores: &mut [Scores; Kind::COUNT]) {
        let sides = row.agents.len();
        let agents: Vec<usize> = row.agents.iter().map(|a| self.agents.of(a)).collect();
        let forces: Vec<usize> = row.forces.iter().map(|f| self.forces.of(f)).collect();
        let (map, scenario) = (self.maps.of(&row.map), self.scenarios.of(&row.scenario));
        self.seats = self.seats.max(sides);
        self.map_venues
            .resize_with(self.maps.all.len(), Venue::default);
        self.scenario_venues
            .resize_with(self.scenarios.all.len(), Venue::default);
        self.all.add(row);
        self.map_venues[map].add(row);
        self.scenario_venues[scenario].add(row);
        *self.rounds.entry(row.rounds).or_default() += 1;
        let leads = row.lead_changes.min(MANY_LEADS);
        *self.lead_changes.entry(leads).or_default() += 1;
        for (agent, times) in agents.iter().zip(row.thinking.iter().flatten()) {
            self.thinking.entry(*agent).or_default().merge(times);
        }
        for seat in 0..sides {
            let made = row.made(seat);
            let mut count = |kind: Kind, key: (usize, usize)| {
                let tally = self.tallies[kind as usize].entry(key).or_default();
                tally.count(made);
            };
            count(Kind::Agents, (agents[seat], 0));
            count(Kind::AgentsOnMaps, (agents[seat], map));
            count(Kind::AgentsInScenarios, (agents[seat], scenario));
            count(Kind::Seats, (seat, 0));
            count(Kind::SeatsOnMaps, (map, seat));
            count(Kind::SeatsInScenarios, (scenario, seat));
            if forces.iter().any(|f| *f != forces[seat]) {
                count(Kind::Forces, (forces[seat], 0));
            }
            for other in (0..sides).filter(|other| *other != seat) {
                let score = row.score(seat, other);
                let mut meet = |kind: Kind, key: (usize, usize)| {
                    scores[kind as usize].add(key, score);
                };
                meet(Kind::Seats, (seat, 0));
                meet(Kind::SeatsOnMaps, (map, seat));
                meet(Kind::SeatsInScenarios, (scenario, seat));
            }
        }
        for ((one, other), score) in meetings(&agents, row) {
            let mut meet = |kind: Kind, key: (usize, usize)| {
                scores[kind as usize].add(key, score);
            };
            meet(Kind::Agents, (one, 0));
            meet(Kind::AgentsOnMaps, (one, map));
            meet(Kind::AgentsInScenarios, (one, scenario));
            meet(Kind::AgentMatrix, (one, other));
            self.met(Kind::AgentMatrix, (one, other), score);
        }
        for ((one, other), score) in meetings(&forces, row) {
            scores[Kind::Forces as usize].add((one, 0), score);
            scores[Kind::ForceMatrix as usize].add((one, other), score);
            self.met(Kind::ForceMatrix, (one, other), score);
        }
    }

    fn met(&mut self, kind: Kind, key: (usize, usize), score: f64) {
        let tally = self.tallies[kind as usize].entry(key).or_default();
        tally.count(match score {
            1.0 => Made::Win,
            0.5 => Made::Draw,
            _ => Made::Loss,
        });
    }

    /// What the sequential test says about the pairs so far, if there is one.
    pub fn verdict(&self) -> Option<(Verdict, f64)> {
        let sprt = self.sprt?;
        let first = self.tallies[Kind::Agents as usize].get(&(0, 0));
        let scores = first.map_or_else(Spread::default, |tally| tally.pairs);
        Some((sprt.verdict(&scores), sprt.ratio(&scores)))
    }

    /// Whether the sequential test has decided.
    pub fn decided(&self) -> bool {
        self.verdict().is_some_and(|(v, _)| v != Verdict::Open)
    }

    /// The report so far.
    pub fn report(&self, stopped: Stopped) -> Report {
        let seats: Vec<String> = (1..=self.seats).map(|seat| seat.to_string()).collect();
        let list = |kind: Kind, names: &[String]| -> Vec<(String, Tally)> {
            let tally = |at| self.tallies[kind as usize].get(&(at, 0)).cloned();
            let named = names.iter().enumerate();
            named
                .map(|(at, name)| (name.clone(), tally(at).unwrap_or_default()))
                .collect()
        };
        let matrix = |kind: Kind, rows: &[String], columns: &[String]| Matrix {
            rows: rows.to_vec(),
            columns: columns.to_vec(),
            cells: self.tallies[kind as usize].clone(),
        };
        let venues = |names: &Names, venues: &[Venue]| -> Vec<(String, Venue)> {
            names.all.iter().cloned().zip(venues.to_vec()).collect()
        };
        let (agents, forces) = (&self.agents.all, &self.forces.all);
        let (maps, scenarios) = (&self.maps.all, &self.scenarios.all);
        let thinking = self.thinking.iter();
        Report {
            pairs: self.pairs,
            all: self.all.clone(),
            agents: list(Kind::Agents, agents),
            forces: {
                let mut met = list(Kind::Forces, forces);
                met.retain(|(_, tally)| tally.games() > 0);
                met
            },
            seats: list(Kind::Seats, &seats),
            maps: venues(&self.maps, &self.map_venues),
            scenarios: venues(&self.scenarios, &self.scenario_venues),
            agent_matrix: matrix(Kind::AgentMatrix, agents, agents),
            force_matrix: matrix(Kind::ForceMatrix, forces, forces),
            agents_on_maps: matrix(Kind::AgentsOnMaps, agents, maps),
            agents_in_scenarios: matrix(Kind::AgentsInScenarios, agents, scenarios),
            seats_on_maps: matrix(Kind::SeatsOnMaps, maps, &seats),
            seats_in_scenarios: matrix(Kind::SeatsInScenarios, scenarios, &seats),
            rounds: self.rounds.clone(),
            lead_changes: self.lead_changes.clone(),
            thinking: thinking
                .map(|(agent, times)| (agents[*agent].clone(), times.clone()))
                .collect(),
            stopped,
            sprt: self.verdict(),
        }
    }
}

impl Report {
    /// What stands out about the maps, a sentence each: seats that decide, battles about nothing.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        let matrix = &self.seats_on_maps;
        for ((map, seat), tally) in &matrix.cells {
            let (low, high) = tally.pairs.interval();
            if low > 0.5 {
                remarks.push(format!(
                    "{}: seat {} is better off, {:.0} % of the points ({:.0} … {:.0})",
                    matrix.rows[*map],
                    matrix.columns[*seat],
                    100.0 * tally.pairs.mean(),
                    100.0 * low,
                    100.0 * high
                ));
            }
        }
        for (map, venue) in &self.maps {
            if wilson(venue.pointless as f64, venue.games as f64).0 > 0.1 {
                remarks.push(format!(
                    "{map}: {:.0} % of the battles end without a point",
                    100.0 * venue.pointless()
                ));
            }
        }
        remarks
    }
}
