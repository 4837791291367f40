//! How weaker opponents err: as people do who are new to the game.
//!
//! What an opponent overlooks or forgets stays so for a round: it is keyed by the opponent's seed, the
//! round and the figure, so that it does not waver within a round.

use super::temper::nearest_enemy;
use crate::ai::model::table::Table;
use crate::battle::Fig;
use crate::dice::mixed;
use crate::rules::Game;

/// How often an opponent errs in each way, as a share of the rounds (0 to 1).
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Habits {
    /// It does not see what an enemy can do that is nobody's nearest: a flank.
    pub overlooks: f64,
    /// A figure attacks the nearest enemy instead of the best target.
    pub nearest: f64,
    /// A figure forgets the objective.
    pub forgets: f64,
    /// A figure fears only the enemy nearest to it.
    pub fixates: f64,
    /// A figure is forgotten, unless it is among the first.
    pub neglects: f64,
}

/// How many of the figures nearest to the enemy are never forgotten.
const FOREMOST: usize = 4;

impl Habits {
    /// No errors.
    pub const NONE: Habits = Habits {
        overlooks: 0.0,
        nearest: 0.0,
        forgets: 0.0,
        fixates: 0.0,
        neglects: 0.0,
    };

    /// The shares by the names that a profile file gives them.
    fn named(&self) -> [(&'static str, f64); 5] {
        [
            ("overlooks", self.overlooks),
            ("nearest", self.nearest),
            ("forgets", self.forgets),
            ("fixates", self.fixates),
            ("neglects", self.neglects),
        ]
    }

    /// As in a profile file; empty if there are none.
    pub fn text(&self) -> String {
        if *self == Self::NONE {
            return String::new();
        }
        let lines = self
            .named()
            .map(|(name, share)| format!("{name} = {share:?}\n"));
        format!("\n[habits]\n{}", lines.concat())
    }

    /// The errors of the round that a position is in.
    pub fn now(self, seed: u64, game: &Game) -> Errors {
        Errors {
            habits: self,
            key: mixed(seed ^ mixed(u64::from(game.status().round))),
        }
    }
}

/// The errors of one round.
#[derive(Copy, Clone, Debug)]
pub struct Errors {
    habits: Habits,
    key: u64,
}

impl Errors {
    /// None at all.
    pub const NONE: Errors = Errors {
        habits: Habits::NONE,
        key: 0,
    };

    /// Whether something of this share of the rounds is so in this one.
    fn is_so(self, share: f64, kind: u64, who: Fig) -> bool {
        share > 0.0 && {
            let bits = mixed(self.key ^ mixed(kind << 32 | who.index() as u64));
            ((bits >> 40) as f64) < share * f64::from(1 << 24)
        }
    }

    /// Whether a figure attacks the nearest enemy.
    pub fn attacks_nearest(self, who: Fig) -> bool {
        self.is_so(self.habits.nearest, 1, who)
    }

    /// Whether a figure forgets the objective.
    pub fn forgets(self, who: Fig) -> bool {
        self.is_so(self.habits.forgets, 2, who)
    }

    /// Whether it does not see what an enemy can do.
    pub fn overlooks(self, table: &Table, foe: Fig) -> bool {
        self.is_so(self.habits.overlooks, 3, foe) && !nearest_of_somebody(table, foe)
    }

    /// Whether a figure fears only the enemy nearest to it.
    pub fn fixates(self, who: Fig) -> bool {
        self.is_so(self.habits.fixates, 4, who)
    }

    /// Whether a figure of the own side is forgotten: never one of those nearest to the enemy.
    pub fn neglects(self, table: &Table, who: Fig) -> bool {
        self.is_so(self.habits.neglects, 7, who) && {
            let gap = |who: Fig| nearest_enemy(table, &table.figure(who).spaces);
            let own = table.friends.iter().filter(|f| table.figure(**f).own);
            let here = (gap(who), who);
            own.filter(|f| (gap(**f), **f) < here).count() >= FOREMOST
        }
    }

    /// Whether there is anything to overlook.
    pub fn may_overlook(self) -> bool {
        self.habits.overlooks > 0.0
    }
}

/// Whether an enemy is the nearest to one of the friends.
fn nearest_of_somebody(table: &Table, foe: Fig) -> bool {
    table.friends.iter().any(|friend| {
        let figure = table.figure(*friend);
        let gap = |foe: &Fig| figure.gap(&table.figure(*foe).spaces);
        table.foes.iter().map(gap).min() == Some(gap(&foe))
    })
}
