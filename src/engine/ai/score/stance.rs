//! How the score and the time left change what counts.

use crate::ai::model::cache::Cache;
use crate::ai::model::lead::points_ahead;
use crate::ai::model::table::Table;

/// How the score and the time left change what counts.
#[derive(Copy, Clone, Debug)]
pub struct Stance {
    pub loss: f64,
    pub later: f64,
    pub tempo: f64,
    /// Of being near the fight.
    pub engage: f64,
}

/// How far the enemies have come out of their deployment zone, as a share (0–1) of half the way that
/// they could have gone. Enemies that do not come are feared less. 1 if it cannot be said.
fn eager(table: &Table, cache: &mut Cache) -> f64 {
    let rounds = f64::from(table.game.status().round.saturating_sub(1));
    let (mut come, mut could) = (0.0, 0.0);
    for foe in &table.foes {
        let side = table.game.side(*foe);
        if rounds == 0.0 || table.game.sides()[side.index()].zone.is_empty() {
            return 1.0;
        }
        let out = cache.distances_from_deployment(table.game, side);
        let spaces = table.figure(*foe).spaces.iter();
        let out = spaces.map(|at| out[at.index()]).min().unwrap_or(0);
        come += f64::from(out);
        could += 0.5 * rounds * f64::from(cache.pace(table.game, *foe));
    }
    if come < could { come / could } else { 1.0 }
}

/// Extra cost of losses while the enemy strikes first: a figure that keeps away from enemies that
/// come anyway may strike first in the next round.
const WAITING: f64 = 0.8;

/// Share of the boldness of late rounds that is left to a side that is struck first: it may strike
/// first in the next round.
const STRUCK_FIRST: f64 = 0.6;

/// How much more each round counts that a battle without a limit has lasted.
const PRESSURE: f64 = 0.25;
/// After how many rounds without an end patience runs out: else nobody storms what cannot be won
/// cheaply, such as a bunker.
const PATIENT: u16 = 8;
/// By how many times each round counts more from then on.
const IMPATIENCE: f64 = 1.3;
/// The round after which it does not grow any more.
const MOST_IMPATIENT: u16 = 40;

impl Stance {
    /// A side that leads plays safe; a side that does not takes more risk towards the last round.
    /// Against several rivals a loss counts half, because only one of them gains by it. `later`:
    /// whether dangers after the next act count; `first`: whether the own side strikes first.
    pub fn of(table: &Table, cache: &mut Cache, later: bool, first: bool) -> Self {
        let share = if table.rivals > 1 { 0.5 } else { 1.0 };
        let struck_first = !first && table.rounds_left > 0;
        let late = table.late * if struck_first { STRUCK_FIRST } else { 1.0 };
        let (loss, tempo) = if !table.game.lead_counts() {
            // Nothing is won by waiting.
            (1.0 - 0.8 * late, 1.0 + 12.0 * late)
        } else if points_ahead(table) > 0.0 {
            (1.0 + 0.3 * late, 1.0 + late)
        } else {
            (1.0 - 0.8 * late, (1.0 + late) * (1.0 + 6.0 * late))
        };
        // After the last round there is no attack to come.
        let tempo = if table.rounds_left > 0 { tempo } else { 0.0 };
        let eager = if later { eager(table, cache) } else { 0.0 };
        let waiting = if first { 0.0 } else { WAITING * eager * eager };
        Self {
            loss: share * loss * (1.0 + waiting),
            later: share * eager,
            tempo,
            engage: 1.0,
        }
    }

    /// Presses on where there is no limit of rounds: the more, the longer the battle lasts. Only an
    /// opponent that wants to fight does.
    pub fn press(&mut self, table: &Table) {
        let status = table.game.status();
        if status.rounds.is_none() {
            let mut pressure = 1.0 + PRESSURE * f64::from(status.round.saturating_sub(1));
            for _ in PATIENT..status.round.min(MOST_IMPATIENT) {
                pressure *= IMPATIENCE;
            }
            self.engage *= pressure;
            self.tempo *= pressure;
            self.loss /= pressure;
            self.later /= pressure;
        }
    }
}
