//! What opponents, overlays and reports ask of any ruleset.

use super::{Holder, How, Side};
use crate::board::{Facing, Space, Spaces};

/// An exact chance.
pub type Ratio = num_rational::Ratio<u64>;

/// Where a figure stands, or might stand.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stand {
    /// Anchor space.
    pub at: Space,
    /// Where it looks; none: wherever suits it best.
    pub facing: Option<Facing>,
    /// In the air.
    pub aloft: bool,
}

/// How far a way of acting goes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Range {
    /// Touching figures only.
    Touch,
    /// Up to so many spaces.
    Spaces(u32),
}

/// A way of attacking that a figure has.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mode {
    /// The way.
    pub how: How,
    /// How far.
    pub range: Range,
    /// Whether it needs a line of sight.
    pub sight: bool,
    /// How often it may be used before the others act again.
    pub times: u8,
    /// Only by a figure that does not move before, in the same round.
    pub still: bool,
}

/// What an attack may lead to, exactly.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The attack roll succeeds.
    pub hit: Ratio,
    /// The target is defeated (or, for other ways of acting: it works).
    pub defeat: Ratio,
    /// The target is wounded and lives; worth `part` of it.
    pub wound: Ratio,
    /// The share of the target that one wound takes.
    pub part: Ratio,
    /// The attacker flees.
    pub flee: Ratio,
    /// The target is pushed back.
    pub pushed: Ratio,
    /// The attacker itself is defeated by what follows.
    pub lost: Ratio,
    /// How many others are defeated along with the target, on average.
    pub more: Ratio,
    /// Further attacks of the kind that successes allow.
    pub again: u8,
    /// Within so many spaces of the first target, where that matters.
    pub again_within: Option<u32>,
}

impl Odds {
    /// Nothing can come of it.
    pub const NONE: Odds = Odds {
        hit: Ratio::new_raw(0, 1),
        defeat: Ratio::new_raw(0, 1),
        wound: Ratio::new_raw(0, 1),
        part: Ratio::new_raw(0, 1),
        flee: Ratio::new_raw(0, 1),
        pushed: Ratio::new_raw(0, 1),
        lost: Ratio::new_raw(0, 1),
        more: Ratio::new_raw(0, 1),
        again: 0,
        again_within: None,
    };
}

/// One named modifier or number, for showing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is.
    pub name: String,
    /// Its value, as shown: `+1`, `5+`, `d8`.
    pub value: String,
}

/// What being on guard lets through of the harm otherwise done to a figure.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Shelter {
    /// If the figure does nothing.
    pub stays: Ratio,
    /// If it acts without taking guard.
    pub acting: Ratio,
    /// If it takes guard now; none: it cannot.
    pub taken: Option<Ratio>,
}

impl Shelter {
    /// There is no guard to take, and none taken.
    pub const NONE: Shelter = Shelter {
        stays: Ratio::new_raw(1, 1),
        acting: Ratio::new_raw(1, 1),
        taken: None,
    };
}

/// What an enemy can still do before a figure acts again.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Menace {
    /// Nothing.
    None,
    /// Attack from where it stands.
    Standing,
    /// Move, then attack.
    Moving,
}

/// What a side can win besides points, for opponents that plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Have figures in these spaces (or out over them): `need` more are missing.
    Reach {
        /// Where.
        spaces: Spaces,
        /// How many more figures.
        need: u16,
        /// Whether walking off from there counts too.
        leave: bool,
    },
    /// Bring an item to these spaces.
    Carry {
        /// Its index.
        item: u8,
        /// Where it is now.
        now: Holder,
        /// Where to.
        to: Spaces,
    },
    /// Destroy an object: `hits` more are missing.
    Destroy {
        /// Its spaces.
        object: Spaces,
        /// Hits.
        hits: u8,
    },
    /// Keep the others from destroying an object.
    Guard {
        /// Its spaces.
        object: Spaces,
        /// Hits it can still take before it falls.
        hits: u8,
    },
    /// Use a device.
    Use {
        /// Its index.
        device: u8,
        /// Where it is.
        at: Space,
    },
    /// Be alive, or defeat everybody, by this or that round: nothing to walk to.
    Fight,
}

/// How a figure is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Its name in the force.
    pub name: String,
    /// One letter for it.
    pub letter: char,
    /// What kind of thing it is, in the ruleset's word: `hero`, `cavalry`, `small`.
    pub kind: &'static str,
    /// Footprint size (B10).
    pub size: u8,
    /// What it is and has, in the words of force files.
    pub words: String,
    /// What is the matter with it now: `moved`, `disabled`, `in the air`.
    pub status: Vec<String>,
    /// Damage points left and at most, where there are more than one.
    pub health: Option<(u8, u8)>,
    /// Points, in half points.
    pub points: i32,
}

/// Where a battle stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// The round, from 1; 0 before the first.
    pub round: u16,
    /// How many there are, if limited.
    pub rounds: Option<u16>,
    /// The ruleset's word for the step.
    pub step: &'static str,
    /// Whose turn it is.
    pub turn: Option<Side>,
    /// Who goes first in this round, where the ruleset remembers that.
    pub first: Option<Side>,
}

/// How bad a finding is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// It cannot be used like this.
    Error,
    /// It can, but probably should not.
    Warning,
}

/// Something a check found.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Finding {
    /// How bad.
    pub severity: Severity,
    /// Where: a space, a figure, `file:line:column`.
    #[serde(rename = "where")]
    pub place: String,
    /// What is wrong.
    pub what: String,
    /// What would mend it.
    pub mend: String,
}

/// A force as read from its file, for lists and checks.
#[derive(Clone, Debug)]
pub struct Force<U> {
    /// Its name.
    pub name: String,
    /// Its figures, in file order: name, what it begins aboard of (index), unit.
    pub figures: Vec<(String, Option<usize>, U)>,
    /// Half points.
    pub points: i32,
    /// What is doubtful about it.
    pub findings: Vec<Finding>,
}
