//! What a battle begins with, in words no ruleset owns.

use super::{HalfPoints, Scale};
use crate::board::{Board, Facing, Space, Spaces, Use};
use crate::source::Source;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What the sides fight for (C1–C6).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// To be the last, or have the most points (C1).
    #[default]
    Battle,
    /// To get more than half across (C2).
    Escape,
    /// One group against another, to the end (C3).
    Ambush,
    /// To bring an object home (C4).
    Transport,
    /// To bring down, or hold, a building (C5).
    Fortress,
    /// To hold out against those who keep coming (C6).
    Spawning,
}

impl Aim {
    /// All aims.
    pub const ALL: [Aim; 6] = [
        Aim::Battle,
        Aim::Escape,
        Aim::Ambush,
        Aim::Transport,
        Aim::Fortress,
        Aim::Spawning,
    ];
    /// What the sides fight for, as a sentence for players.
    pub fn about(self) -> &'static str {
        match self {
            Aim::Battle => {
                "Each side tries to be the last on the board, or to have the most points"
            }
            Aim::Escape => {
                "A side wins when more than half of its figures have reached the far edge"
            }
            Aim::Ambush => "One side surprises the other; they fight until one of them is gone",
            Aim::Transport => "Each side tries to carry an object to its own edge of the board",
            Aim::Fortress => {
                "The attackers try to destroy a building; the defenders hold it until time is up"
            }
            Aim::Spawning => "The defenders hold out against attackers that keep coming back",
        }
    }
    /// Its name in files and options.
    pub fn name(self) -> &'static str {
        match self {
            Aim::Battle => "battle",
            Aim::Escape => "escape",
            Aim::Ambush => "ambush",
            Aim::Transport => "transport",
            Aim::Fortress => "fortress",
            Aim::Spawning => "spawning",
        }
    }
}

/// A side's part in a scenario.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The same as everybody's.
    #[default]
    Equal,
    /// Ambusher, Assaulter or Spawner.
    Attacker,
    /// Target, Defender or Infiltrator.
    Defender,
}

/// How figures are placed before the battle (R7).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Deploy {
    /// Sides take turns, one figure each.
    Alternating,
    /// One side places all its figures, then the next.
    #[default]
    AllAtOnce,
    /// The program places all figures.
    Auto,
}

/// How a battle is decided when its rounds are over (R4).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Victory {
    /// The last team on the board wins; if several are left, points decide.
    #[default]
    LastStanding,
    /// Only points decide.
    Points,
}

/// The solo table (O4).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Solo {
    /// No side rolls.
    #[default]
    Off,
    /// Only the computer's sides roll.
    Enemy,
    /// All sides roll.
    Both,
}

/// What using a device does (A9).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Opens or shuts the door between two spaces.
    Door(Space, Space),
    /// Takes the barrier between two spaces away.
    Force(Space, Space),
    /// Makes the terrain of a space what it becomes when destroyed.
    Clear(Space),
    /// Scores points for the user's side.
    Score(HalfPoints),
    /// The user's side wins.
    Win,
    /// Puts a reserve figure of the user's side on the board beside the device (a prisoner).
    Free,
}

/// Something to be used with a skill roll (A9).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DeviceSpec {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub at: Space,
    /// What success does.
    pub effect: Effect,
    /// Whether a figure in the air can use it (T7).
    pub from_air: bool,
    /// The skill that helps, for `specific_skills`.
    pub skill: Option<String>,
    /// Whether it can be used again after a success.
    pub again: bool,
    /// The only side that may use it, if it is one.
    pub side: Option<super::Side>,
    /// The side that loses the points that its use scores, if it is one.
    pub guard: Option<super::Side>,
}

/// Something to be carried (M7).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ItemSpec {
    /// Its name.
    pub name: String,
    /// Where it lies; none: the passable space nearest the centre (C4).
    pub at: Option<Space>,
    /// Half points that it counts for the side that holds it.
    pub points: HalfPoints,
    /// The side that loses the same while an enemy holds it, if it is one.
    pub guard: Option<super::Side>,
}

/// A figure set on the board beforehand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Placed {
    /// Its side.
    pub side: super::Side,
    /// The unit's name in the force file; or a number in force-file order (`"3"`).
    pub unit: String,
    /// Its anchor; none with `mounted_on`, `out` or `reserve`.
    pub at: Option<Space>,
    /// Where it looks.
    pub facing: Option<Facing>,
    /// Name or number of the mount it is aboard of.
    pub mounted_on: Option<String>,
    /// In the air.
    pub aloft: bool,
    /// Defeated already (`out = true`).
    pub out: bool,
    /// Not yet on the board.
    pub reserve: bool,
    /// Damage points or hits already taken.
    pub hits: u8,
    /// Where the file says it, for faults: (line, column).
    pub line: (usize, usize),
}

impl Placed {
    /// A figure of a side, in no place yet and unharmed.
    pub fn new(side: super::Side, unit: impl Into<String>) -> Self {
        Self {
            side,
            unit: unit.into(),
            at: None,
            facing: None,
            mounted_on: None,
            aloft: false,
            out: false,
            reserve: false,
            hits: 0,
            line: (0, 0),
        }
    }
}

/// Where in a round to begin. The words are the ruleset's.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Start {
    /// The round, from 1; 0 means from the beginning.
    pub round: u16,
    /// The step.
    pub step: Option<String>,
    /// Whose turn it is.
    pub turn: Option<super::Side>,
    /// Who acts first in this round.
    pub first: Option<super::Side>,
    /// Where the file says the step, for faults: (line, column).
    pub at: Option<(usize, usize)>,
}

/// One side at the beginning.
#[derive(Clone, Debug)]
pub struct BriefSide {
    /// The force file's text.
    pub force: Source,
    /// The seat it takes, from 1.
    pub seat: u8,
    /// Sides of one team are allied.
    pub team: u8,
    /// Its part.
    pub role: Role,
    /// Points it may spend, where the scenario says.
    pub budget: Option<HalfPoints>,
    /// Where it deploys, where the scenario says; else the ruleset makes the zone.
    pub zone: Option<Spaces>,
    /// Whether the computer plays it (O4: `solo = "enemy"`).
    pub computer: bool,
}

/// Everything a battle begins with.
#[derive(Clone, Debug)]
pub struct Brief {
    /// The board.
    pub board: Arc<Board>,
    /// The sides.
    pub sides: Vec<BriefSide>,
    /// The rules configuration's text, if one was given: the ruleset reads it.
    pub rules: Option<Source>,
    /// The ruleset whose points the budgets of sides are, where the scenario is for several.
    pub budgets: Option<String>,
    /// What they fight for.
    pub aim: Aim,
    /// The scenario text, for faults about its figures.
    pub scenario: Source,
    /// Figure scale.
    pub scale: Scale,
    /// Rounds: none given, or "none", or a number.
    pub rounds: Option<Option<u16>>,
    /// How it is decided, if the scenario says.
    pub victory: Option<Victory>,
    /// How figures are placed, if the scenario says.
    pub deploy: Option<Deploy>,
    /// The solo table, if the scenario or an option says.
    pub solo: Option<Solo>,
    /// Where walking off the board is rewarded: seats that may leave, by exit zones (B9).
    pub exits: bool,
    /// Items.
    pub items: Vec<ItemSpec>,
    /// Devices.
    pub devices: Vec<DeviceSpec>,
    /// Figures set beforehand. If there are any, figures not named are in reserve or deployed
    /// as the scenario's `deploy` says.
    pub placed: Vec<Placed>,
    /// Where to begin.
    pub start: Start,
}

impl BriefSide {
    /// A side of its own team, on a seat.
    pub fn new(force: Source, seat: u8) -> Self {
        Self {
            force,
            seat,
            team: seat,
            role: Role::Equal,
            budget: None,
            zone: None,
            computer: true,
        }
    }
}

impl Brief {
    /// A plain battle: a side for each of the forces, against all others, deployed where the board
    /// says.
    pub fn new(board: Arc<Board>, forces: impl IntoIterator<Item = Source>) -> Self {
        let side = |(force, seat)| BriefSide {
            zone: board.zone(Use::Deployment, seat).cloned(),
            ..BriefSide::new(force, seat)
        };
        Self {
            sides: forces.into_iter().zip(1..).map(side).collect(),
            board,
            rules: None,
            budgets: None,
            aim: Aim::Battle,
            scenario: Source::new("scenario", ""),
            scale: Scale::default(),
            rounds: None,
            victory: None,
            deploy: None,
            solo: None,
            exits: false,
            items: Vec::new(),
            devices: Vec::new(),
            placed: Vec::new(),
            start: Start::default(),
        }
    }

    /// Whether walking off the board is worth anything to anybody (B9, C2).
    pub fn rewards_exits(&self) -> bool {
        self.exits || self.aim == Aim::Escape
    }
}
