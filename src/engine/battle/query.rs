//! What opponents, overlays and reports ask of any ruleset.

use super::{Appearance, Fig, HalfPoints, Holder, How, Listed, Milli, Nerve, Side, Target};
use crate::board::{Facing, Sight, Space, Spaces};

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

/// What opponents and overlays know of a figure.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// What it is worth to its side now.
    pub worth: Milli,
    /// Whether it may still move in this round (it need not be its turn).
    pub may_move: bool,
    /// Whether it can attack from where it is: not from inside a vehicle, say.
    pub in_action: bool,
    /// How far it helps its friends by being near, in spaces; 0: it does not.
    pub aura: u32,
    /// Where it looks, if it can shoot only at what lies ahead (S8); `None`: it looks all around.
    pub arc: Option<Facing>,
}

impl Facts {
    /// A plain figure of this worth that may move or not.
    pub fn plain(worth: Milli, may_move: bool) -> Self {
        Self {
            worth,
            may_move,
            in_action: true,
            aura: 0,
            arc: None,
        }
    }
}

/// One act of a figure, as it is or as it might be: what odds are asked about.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// Who acts.
    pub who: Fig,
    /// Where it stands, or might stand.
    pub stand: Stand,
    /// How it acts.
    pub how: How,
    /// On what.
    pub at: Target,
    /// What it sees of that.
    pub sight: Sight,
    /// How many spaces it is away, where that is imagined; `None`: as they stand.
    pub gap: Option<u32>,
    /// Where the target might stand; `None`: where it is.
    pub onto: Option<Space>,
    /// With everybody who joins in; else the figure's own part alone.
    pub joint: bool,
}

impl Act {
    /// A figure's own part in an act from a stand.
    pub fn new(who: Fig, stand: Stand, how: How, at: Target, sight: Sight) -> Self {
        Self {
            who,
            stand,
            how,
            at,
            sight,
            gap: None,
            onto: None,
            joint: false,
        }
    }
    /// The same from so many spaces away.
    pub fn from_afar(self, gap: u32) -> Self {
        Self {
            gap: Some(gap),
            ..self
        }
    }
    /// The same with the target on this space.
    pub fn onto(self, to: Space) -> Self {
        Self {
            onto: Some(to),
            ..self.from_afar(0)
        }
    }
    /// The same with everybody who joins in.
    pub fn joint(self) -> Self {
        Self {
            joint: true,
            ..self
        }
    }
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

impl Mode {
    /// A hand to hand attack on touching figures, once, before or after a move.
    pub fn hand_to_hand() -> Self {
        Self {
            how: How::Fight,
            range: Range::Touch,
            sight: false,
            times: 1,
            still: false,
        }
    }
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
    /// A hit, with this chance, defeats; nothing else happens.
    pub const fn of_defeat(chance: Ratio) -> Odds {
        Odds {
            hit: chance,
            defeat: chance,
            ..Odds::NONE
        }
    }
    /// A die with so many sides defeats if it shows at least `need`; nothing else happens.
    pub fn of_die(sides: u8, need: i8) -> Odds {
        let (sides, below) = (u64::from(sides), u64::try_from(need - 1).unwrap_or(0));
        Odds::of_defeat(Ratio::new(sides - below.min(sides), sides))
    }
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

impl Goal {
    /// Have figures in these spaces: `need` more are missing.
    pub fn reach(spaces: Spaces, need: u16) -> Self {
        Goal::Reach {
            spaces,
            need,
            leave: false,
        }
    }
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
    /// What it looks like.
    pub appearance: Appearance,
    /// What is the matter with it now: `moved`, `disabled`, `in the air`.
    pub status: Vec<String>,
    /// Damage points left and at most, where there are more than one.
    pub health: Option<(u8, u8)>,
    /// What it costs.
    pub points: HalfPoints,
}

impl Shown {
    /// A figure of one space without damage points of which there is no more to say than what kind
    /// it is.
    pub fn plain(name: &str, kind: &'static str, points: HalfPoints) -> Self {
        Self {
            name: name.into(),
            letter: first_letter(name),
            kind,
            size: 1,
            words: kind.into(),
            appearance: Appearance::default(),
            status: Vec::new(),
            health: None,
            points,
        }
    }
}

impl Shown {
    /// A figure of one space without damage points, as its force file describes it.
    pub fn listed<U>(listed: &Listed<U>) -> Self {
        Self {
            words: listed.words.clone(),
            appearance: listed.appearance,
            ..Self::plain(&listed.name, "figure", listed.points)
        }
    }
}

/// The first letter of a name, as a capital.
pub fn first_letter(name: &str) -> char {
    name.chars()
        .find(|c| c.is_alphabetic())
        .map_or('?', |c| c.to_uppercase().next().unwrap_or(c))
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

impl Status {
    /// A battle with a last round.
    pub fn of(
        (round, last): (u16, u16),
        (step, turn): (&'static str, Option<Side>),
        first: Option<Side>,
    ) -> Self {
        Self {
            round,
            rounds: Some(last),
            step,
            turn,
            first,
        }
    }
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

/// A figure of a force file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForceFigure<U> {
    /// What it is called.
    pub name: String,
    /// The figure it begins aboard of: an index, counted from 0.
    pub aboard: Option<usize>,
    /// The ruleset's own data.
    pub unit: U,
    /// What it is, in the words of force files.
    pub words: String,
    /// What it looks like.
    pub appearance: Appearance,
    /// Footprint size (B10).
    pub size: u8,
    /// What it costs.
    pub points: HalfPoints,
}

impl<U> ForceFigure<U> {
    /// A figure of one space that begins on its own feet, called what it is.
    pub fn plain(words: impl Into<String>, points: HalfPoints, unit: U) -> Self {
        let words = words.into();
        Self {
            name: words.clone(),
            aboard: None,
            unit,
            words,
            appearance: Appearance::default(),
            size: 1,
            points,
        }
    }
}

/// A force as read from its file.
#[derive(Clone, Debug)]
pub struct Force<U> {
    /// Its name.
    pub name: String,
    /// What its figures are like under fire.
    pub nerve: Nerve,
    /// Its figures, in file order.
    pub figures: Vec<ForceFigure<U>>,
    /// What its figures cost together.
    pub points: HalfPoints,
    /// What is doubtful about it.
    pub findings: Vec<Finding>,
}

impl<U> Force<U> {
    /// The force without the ruleset's own data, for lists and checks.
    pub fn summary(self) -> Force<()> {
        let plain = |f: ForceFigure<U>| ForceFigure {
            unit: (),
            name: f.name,
            aboard: f.aboard,
            words: f.words,
            appearance: f.appearance,
            size: f.size,
            points: f.points,
        };
        Force {
            name: self.name,
            nerve: self.nerve,
            figures: self.figures.into_iter().map(plain).collect(),
            points: self.points,
            findings: self.findings,
        }
    }
}
