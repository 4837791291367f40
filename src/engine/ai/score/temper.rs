//! What the nerve of a force changes for an opponent with temper.

use super::evaluator::Evaluator;
use super::stance::Stance;
use super::terms::{Part, Tally};
use crate::ai::model::figure::{FigureInfo, reach_of};
use crate::ai::model::mover::Mover;
use crate::ai::model::table::Table;
use crate::battle::Nerve;
use crate::board::Space;

/// What a nerve changes.
#[derive(Copy, Clone, Debug)]
pub struct Temper {
    /// Factor of own losses before the figure acts again.
    loss: f64,
    /// Factor of own losses after that.
    later: f64,
    /// Factor of being near the fight.
    engage: f64,
    /// Cost of a step back, as a share of the figure.
    back: f64,
    /// Cost of standing beside an enemy, as a share of a figure that shoots.
    near: f64,
    /// Steps back are not considered at all.
    pub never_back: bool,
}

/// How far away an enemy no longer bothers a cautious figure, in spaces.
const DISTANCE: u32 = 6;

impl Temper {
    /// Nothing changes.
    const NONE: Temper = Temper {
        loss: 1.0,
        later: 1.0,
        engage: 1.0,
        back: 0.0,
        near: 0.0,
        never_back: false,
    };

    /// What a nerve changes.
    pub fn of(nerve: Nerve) -> Temper {
        match nerve {
            Nerve::Steady => Temper::NONE,
            Nerve::Reckless => Temper {
                loss: 0.7,
                later: 0.5,
                engage: 1.5,
                back: 0.3,
                ..Temper::NONE
            },
            Nerve::Cautious => Temper {
                loss: 1.15,
                later: 1.5,
                near: 0.3,
                ..Temper::NONE
            },
            Nerve::Mindless => Temper {
                loss: 0.5,
                later: 0.0,
                engage: 1.5,
                never_back: true,
                ..Temper::NONE
            },
        }
    }

    /// Changes what counts.
    pub fn colour(self, stance: &mut Stance) {
        stance.loss *= self.loss;
        stance.later *= self.later;
        stance.engage *= self.engage;
    }

    /// Whether places differ by it.
    pub fn counts(self) -> bool {
        self.back > 0.0 || self.near > 0.0
    }
}

/// How far the nearest enemy is from some spaces, in spaces.
pub fn nearest_enemy(table: &Table, spaces: &[Space]) -> u32 {
    let gaps = table.foes.iter().map(|foe| table.figure(*foe).gap(spaces));
    gaps.min().unwrap_or(0)
}

/// How far a figure attacks in a fresh round.
fn reach(figure: &FigureInfo) -> u32 {
    figure.fresh.iter().map(reach_of).max().unwrap_or(0)
}

impl Evaluator<'_> {
    /// Adds what the nerve of a group makes of a place for its lead.
    pub fn count_nerve(&self, score: &mut impl Tally, mover: &Mover, spaces: &[Space]) {
        let (table, temper) = (&self.table, self.temper);
        if !temper.counts() {
            return;
        }
        let figure = table.figure(mover.lead);
        let worth = mover.members.iter().map(|who| table.figure(*who).worth);
        let worth: f64 = worth.sum();
        let gap = nearest_enemy(table, spaces);
        let mut cost = 0.0;
        if gap > nearest_enemy(table, &figure.spaces) {
            cost += temper.back * worth;
        }
        let keeps = reach(figure).min(DISTANCE);
        if keeps > 1 && gap < keeps {
            cost += temper.near * worth * f64::from(keeps - gap) / f64::from(keeps);
        }
        score.add(Part::Nerve, -cost);
    }
}
