//! Counts rows into a report, one pair at a time. Memory grows with the number of names, not with
//! the number of games.

use super::stats::{Spread, Sprt, Times, Verdict, elo, wilson};
use super::{Made, Row, Stopped};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Wins, draws and losses, and the scores of the pairs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Games won, alone or with allies.
    pub wins: u64,
    /// Games that nobody won and in which no side did better.
    pub draws: u64,
    /// Games that others won, or that others drew at its cost.
    pub losses: u64,
    /// Score in each pair against each other name.
    pub pairs: Spread,
}

impl Tally {
    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
    /// Share of games won; a draw counts as half.
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
    /// Elo difference to the others, with the 95 % interval from the variance of pairs.
    pub fn elo(&self) -> (f64, (f64, f64)) {
        let (low, high) = self.pairs.interval();
        (elo(self.pairs.mean()), (elo(low), elo(high)))
    }
    /// Whether the interval of the score contains one half, so that nothing is decided.
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

/// Names in the order in which they appeared, with their titles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    all: Vec<String>,
    titles: Vec<Option<String>>,
    index: FxHashMap<String, usize>,
}

impl Names {
    fn titled(&mut self, name: &str, title: Option<&String>) -> usize {
        let at = self.of(name);
        if self.titles[at].is_none() {
            self.titles[at] = title.cloned();
        }
        at
    }
    /// The title of a name, for people: with the name behind it where two titles are equal; the
    /// name itself where no title is known.
    pub fn title(&self, name: &str) -> String {
        let titles = || self.titles.iter().flatten();
        match self
            .index
            .get(name)
            .and_then(|at| self.titles[*at].as_ref())
        {
            Some(title) if titles().filter(|t| *t == title).count() > 1 => {
                format!("{title} ({name})")
            }
            Some(title) => title.clone(),
            None => name.to_owned(),
        }
    }
    /// All names.
    pub fn names(&self) -> &[String] {
        &self.all
    }
    fn of(&mut self, name: &str) -> usize {
        if let Some(known) = self.index.get(name) {
            return *known;
        }
        self.all.push(name.to_owned());
        self.titles.push(None);
        self.index.insert(name.to_owned(), self.all.len() - 1);
        self.all.len() - 1
    }
}

/// A table of tallies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matrix {
    /// Names of the rows.
    pub rows: Vec<String>,
    /// Names of the columns: opponents, maps, scenarios or seats.
    pub columns: Vec<String>,
    /// Tallies by row and column; missing ones were not played.
    pub cells: BTreeMap<(usize, usize), Tally>,
}

/// Counts of the battles on one map, or of one scenario.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Venue {
    /// Number of battles.
    pub games: u64,
    /// Battles with a winner.
    pub decided: u64,
    /// Battles without a winner in which nobody scored a point.
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
    /// Share of battles with a winner.
    pub fn decisive(&self) -> f64 {
        self.decided as f64 / self.games.max(1) as f64
    }
    /// Share of battles without a winner in which nobody scored a point.
    pub fn pointless(&self) -> f64 {
        self.pointless as f64 / self.games.max(1) as f64
    }
}

/// The result of a series.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Whole pairs played.
    pub pairs: u64,
    /// Counts of all battles.
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
    /// Thinking times of each agent, where they were measured.
    pub thinking: Vec<(String, Times)>,
    /// How many answers of each agent the default answer stands for, where programs played.
    pub replaced: Vec<(String, u64)>,
    /// Why the series ended.
    pub stopped: Stopped,
    /// Decision of the sequential test, if there was one, and its log-likelihood ratio.
    pub sprt: Option<(Verdict, f64)>,
    /// The two Elo differences of the sequential test.
    pub asked: Option<Sprt>,
    /// Titles of the forces.
    pub force_names: Names,
    /// Titles of the maps.
    pub map_names: Names,
    /// Titles of the scenarios.
    pub scenario_names: Names,
}

/// Scores of one pair, in the order of their first appearance.
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
    /// Adds the mean of each score to its tally.
    fn into(self, tallies: &mut Tallies) {
        for (key, sum, count) in self.0 {
            let tally = tallies.entry(key).or_default();
            tally.pairs.add(sum / f64::from(count));
        }
    }
}

type Tallies = BTreeMap<(usize, usize), Tally>;

/// Scores of agents or forces (`of`: one index a seat) against each other in a game. If two of them
/// have the same number of seats, their best seats are compared, else every seat with every seat.
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

/// The subject of a tally.
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

/// Counts games one pair at a time.
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
    replaced: BTreeMap<usize, u64>,
    sprt: Option<Sprt>,
}

/// Battles with this many changes of the lead or more are counted together.
const MANY_LEADS: u32 = 20;

impl Counter {
    /// An empty counter, perhaps with a sequential test about the first agent.
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

    /// The most sides of a game so far.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// Adds the games of a pair.
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
        let titles = row.titles.as_ref();
        let titled = |(seat, name): (usize, &String)| {
            let title = titles.and_then(|t| t.forces.get(seat));
            self.forces.titled(name, title)
        };
        let forces: Vec<usize> = row.forces.iter().enumerate().map(titled).collect();
        let map = self.maps.titled(&row.map, titles.map(|t| &t.map));
        let scenario = titles.map(|t| &t.scenario);
        let scenario = self.scenarios.titled(&row.scenario, scenario);
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
        for (agent, count) in agents.iter().zip(row.replaced.iter().flatten()) {
            *self.replaced.entry(*agent).or_default() += count;
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

    /// Decision of the sequential test about the pairs so far, if there is one.
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
            replaced: self
                .replaced
                .iter()
                .map(|(agent, count)| (agents[*agent].clone(), *count))
                .collect(),
            stopped,
            sprt: self.verdict(),
            asked: self.sprt,
            force_names: self.forces.clone(),
            map_names: self.maps.clone(),
            scenario_names: self.scenarios.clone(),
        }
    }
}

impl Report {
    /// The same report for people: titles instead of file names.
    pub fn titled(&self) -> Report {
        let mut shown = self.clone();
        let [forces, maps, scenarios] = [&self.force_names, &self.map_names, &self.scenario_names];
        for (name, _) in &mut shown.forces {
            *name = forces.title(name);
        }
        for (name, _) in &mut shown.maps {
            *name = maps.title(name);
        }
        for (name, _) in &mut shown.scenarios {
            *name = scenarios.title(name);
        }
        let rename = |list: &mut Vec<String>, names: &Names| {
            for name in list {
                *name = names.title(name);
            }
        };
        rename(&mut shown.force_matrix.rows, forces);
        rename(&mut shown.force_matrix.columns, forces);
        rename(&mut shown.agents_on_maps.columns, maps);
        rename(&mut shown.agents_in_scenarios.columns, scenarios);
        rename(&mut shown.seats_on_maps.rows, maps);
        rename(&mut shown.seats_in_scenarios.rows, scenarios);
        shown
    }

    /// Notes, a sentence each: answers that programs did not give, seats with an advantage, battles
    /// without a point.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        for (agent, count) in self.replaced.iter().filter(|(_, count)| *count > 0) {
            remarks.push(format!(
                "{agent}: the default answer replaced {count} answers that were late, wrong or missing; the score is not its own alone"
            ));
        }
        let matrix = &self.seats_on_maps;
        for ((map, seat), tally) in &matrix.cells {
            let (low, high) = tally.pairs.interval();
            if low > 0.5 {
                remarks.push(format!(
                    "{}: seat {} has an advantage, it wins {:.0} % ({:.0}–{:.0})",
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
                    "{map}: {:.0} % of the battles end without a point for any side",
                    100.0 * venue.pointless()
                ));
            }
        }
        remarks
    }
}
