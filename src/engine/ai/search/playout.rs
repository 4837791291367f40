//! Playouts: simulated battles to the end of the next round, or of a later one.

use super::enemy::{EachKind, Enemies, Expected, Kind, Readings};
use super::luck::{Scales, points};
use super::stretch::{Simulation, Stretches};
use super::turn_plan::{HOLD, TurnPlan};
use crate::ai::agent::{Agent, View};
use crate::ai::baseline::charge::Charge;
use crate::ai::model::cache::Cache;
use crate::ai::model::goals::Goals;
use crate::ai::model::table::Table;
use crate::ai::plan::utility::{SharedWorkspace, UtilityAgent};
use crate::ai::score::judgement::Judgement;
use crate::ai::score::profile::Profile;
use crate::ai::score::terms::Part;
use crate::battle::{Answer, Ask, Decision, Fig, Purpose, Side, Who};
use crate::dice::{Faces, imagined};
use crate::rules::Game;

/// The level of the players: an opponent that sees less attacks where a better one would wait.
const LEVEL: u8 = 4;
/// The share of a battle's value that the figures left have among several teams, where the score
/// decides: the rest is the lead, for what others do to each other is won by them.
const STANDING: f64 = 0.25;

/// How many rounds playouts go on longer among several teams.
const AMONG_SEVERAL: u16 = 1;

/// The players of a playout.
struct Players {
    /// How its own side goes on.
    own: UtilityAgent,
    /// Players of the other sides: one of each kind.
    others: EachKind<Box<dyn Agent>>,
}

impl Players {
    /// By a profile. It expects enemies to have its weights, and the usual judgement.
    fn of(profile: &Profile, shared: &SharedWorkspace) -> Self {
        let agent = |profile| UtilityAgent::new(profile, LEVEL, "playout".into()).sharing(shared);
        let usual = profile.clone().judging(Judgement::USUAL);
        Self {
            own: agent(profile.clone()),
            others: Kind::ALL.map(|kind| -> Box<dyn Agent> {
                match kind {
                    Kind::Like => Box::new(agent(usual.clone())),
                    Kind::Charging => Box::new(Charge::default()),
                    Kind::Greedy => Box::new(agent(Profile::greedy())),
                    Kind::Waiting => Box::new(agent(usual.clone().scaled(&HOLD))),
                }
            }),
        }
    }
}

/// Plays battles out.
pub struct Playouts {
    players: Players,
    /// The weight of the aim.
    objective: f64,
    /// For how many rounds after this one they go on.
    rounds: u16,
    cache: Cache,
    /// The kinds of enemy that it expects.
    expected: Expected,
    readings: Readings,
    /// What came between rolls in earlier playouts.
    stretches: Stretches,
}

impl Playouts {
    /// By a profile.
    pub fn new(profile: &Profile, shared: &SharedWorkspace) -> Self {
        Self {
            players: Players::of(profile, shared),
            objective: profile.weight(Part::Objective),
            rounds: profile.playout_rounds,
            cache: Cache::default(),
            expected: Expected::default(),
            readings: Readings::default(),
            stretches: Stretches::default(),
        }
    }

    /// Expects enemies of the kinds that their last turns in this battle resemble, from now on.
    pub fn read(&mut self, game: &Game, side: Side) {
        self.expected = self.readings.read(game, side, &mut self.players.others);
    }

    /// What a battle comes to for a side, if it goes on from here, but for the luck of its
    /// attacks: one of all equally likely ways, by the key and its number. `round`: the one it is now.
    pub fn one(&mut self, from: &TurnPlan, side: Side, round: u16, key: u64, number: u64) -> f64 {
        let enemies = self.expected.in_playout(number);
        let several = Scales::of(&from.then, side).others() > 1.0;
        let rounds = self.rounds + if several { AMONG_SEVERAL } else { 0 };
        let mut battle = Simulation::new(&from.then, side, round + rounds);
        let mut dice = Dice {
            key: key ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            rolled: Vec::new(),
        };
        loop {
            self.play_to_next_roll(&mut battle, &enemies);
            match dice.faces(&battle.game.decision()) {
                Some(faces) if battle.goes_on() => battle.answer(&Answer::Faces(faces)),
                _ => break,
            }
        }
        let Simulation { game, luck, .. } = battle;
        self.value(&game, side, luck.scales()) - luck.total(&game)
    }

    /// Forgets the battles that it has played out.
    pub fn forget(&mut self) {
        self.stretches.forget();
    }

    /// Plays on until dice are rolled or it is over.
    fn play_to_next_roll(&mut self, battle: &mut Simulation, enemies: &Enemies) {
        let Players { own, others } = &mut self.players;
        let team = battle.game.team(battle.side);
        self.stretches.follow(battle, enemies, |battle| {
            // Nothing that was thought of another battle decides.
            own.forget();
            others.iter_mut().for_each(|other| other.forget());
            while battle.goes_on() {
                let Who::Side(side) = battle.game.decision().who else {
                    break;
                };
                let seen = View::new(&battle.game, side);
                let number = u64::from(battle.decisions);
                let thought = if battle.game.team(side) == team {
                    own.decide(&seen, number)
                } else {
                    others[enemies.kind(side) as usize].decide(&seen, number)
                };
                battle.answer(&thought.answer);
            }
        });
    }

    /// What a position is worth to a side: its figures against those of the others, what is
    /// fought for, and the victory if there is one.
    fn value(&mut self, game: &Game, side: Side, scales: Scales) -> f64 {
        let team = game.team(side);
        let (mut own, mut theirs) = (0.0, 0.0);
        for who in game.all() {
            if scales.own(game, who) {
                own += points(game, who);
            } else {
                theirs += points(game, who);
            }
        }
        let others = scales.others();
        let mut value = own - theirs / others;
        if others > 1.0 && game.lead_counts() {
            value = STANDING * value + (1.0 - STANDING) * lead(game, team, others);
        }
        if let Some(outcome) = game.outcome() {
            let prize = 0.375 * (own + theirs) + 2.0;
            value += match (outcome.won(side), outcome.winners.is_empty()) {
                (true, _) => prize,
                (false, true) => 0.0,
                (false, false) => -prize,
            };
            return value;
        }
        value + self.potential(game, side, team)
    }

    /// How near the own side is to what it fights for, and the others to theirs.
    fn potential(&mut self, game: &Game, side: Side, team: u8) -> f64 {
        let mut sum = 0.0;
        let weight = self.objective;
        for other in game.all_sides() {
            let friend = game.team(other) == team;
            if friend && other != side {
                continue;
            }
            let mut cache = std::mem::take(&mut self.cache);
            let table = Table::read(&View::new(game, other), &mut cache);
            let goals = Goals::read(&table, &mut cache);
            if goals.any {
                let leads = table.friends.iter().filter(|f| {
                    let figure = table.figure(**f);
                    figure.own && figure.lead == **f
                });
                let near: f64 = leads
                    .map(|f| goals.at(&table, *f, table.figure(*f).at, 6))
                    .sum();
                sum += if friend { near } else { -near };
            }
            self.cache = cache;
        }
        weight * sum
    }
}

/// The lead of a team in points: over the best of the others, and over all of them on average, half each.
fn lead(game: &Game, team: u8, others: f64) -> f64 {
    let (mut own, mut all, mut best) = (0.0, 0.0, 0.0_f64);
    for side in game.all_sides() {
        let score = f64::from(game.scores()[side.index()].0) / 2.0;
        if game.team(side) == team {
            own += score;
        } else {
            all += score;
            best = best.max(score);
        }
    }
    own - 0.5 * (best + all / others)
}

/// Dice of an imagined battle: the same figure's same roll shows the same in all of one key,
/// whatever else happens.
struct Dice {
    key: u64,
    /// How often each has rolled for each purpose.
    rolled: Vec<(Option<Fig>, Purpose, u64)>,
}

impl Dice {
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
        let number = (fig << 32) | (purpose.number() << 16) | nth;
        Some(imagined(self.key, number, dice))
    }
}
