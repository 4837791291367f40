//! How weaker opponents err: as people do who are new to the game.
//!
//! What an opponent overlooks or forgets stays so for a round: it is keyed by the opponent's seed, the
//! round and the figure, so that it does not waver within a round.

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
    /// A figure that cannot attack yet stays where it is, unless it is among the first.
    pub hesitates: f64,
    /// It acts first whenever it may choose.
    pub rushes: f64,
    /// A figure is deployed without a thought of cover.
    pub exposes: f64,
}

/// How many of the figures nearest to the enemy never hesitate.
pub const FOREMOST: usize = 4;

impl Habits {
    /// No errors.
    pub const NONE: Habits = Habits {
        overlooks: 0.0,
        nearest: 0.0,
        forgets: 0.0,
        fixates: 0.0,
        hesitates: 0.0,
        rushes: 0.0,
        exposes: 0.0,
    };

    /// The shares by the names that a profile file gives them.
    fn named(&self) -> [(&'static str, f64); 7] {
        [
            ("overlooks", self.overlooks),
            ("nearest", self.nearest),
            ("forgets", self.forgets),
            ("fixates", self.fixates),
            ("hesitates", self.hesitates),
            ("rushes", self.rushes),
            ("exposes", self.exposes),
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

    /// Whether a figure hesitates: `place` is its place among all that may move, the one nearest to the
    /// enemy first.
    pub fn hesitates(self, who: Fig, place: usize) -> bool {
        place >= FOREMOST && self.is_so(self.habits.hesitates, 5, who)
    }

    /// Whether its side acts first if it may choose.
    pub fn rushes(self) -> bool {
        self.is_so(self.habits.rushes, 6, Fig(0))
    }

    /// Whether a figure is deployed without a thought of cover.
    pub fn exposes(self, who: Fig) -> bool {
        self.is_so(self.habits.exposes, 7, who)
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
