//! Every number and toggle of the rules, each to be changed in a rules file.

use super::force::Size;
use crate::battle::Scale;
use crate::rules::kit::{self, in_scale, rounds, some};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU8, NonZeroU16};

/// One value for each size of fighter.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BySize<T> {
    /// Small fighters.
    pub small: T,
    /// Medium fighters.
    pub medium: T,
    /// Large fighters.
    pub large: T,
}

impl<T: Copy> BySize<T> {
    /// The value for a size.
    pub fn of(&self, size: Size) -> T {
        match size {
            Size::Small => self.small,
            Size::Medium => self.medium,
            Size::Large => self.large,
        }
    }
}

/// A share in percent, from 1 to 100.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "u8", into = "u8")]
pub struct Percent(u8);

impl Percent {
    /// Half.
    pub const HALF: Percent = Percent(50);
    /// That share of a number, rounded up.
    pub fn rounded_up(self, of: usize) -> usize {
        (of * usize::from(self.0)).div_ceil(100)
    }
    /// Whether `part` is at least that share of `whole`.
    pub fn reached(self, part: usize, whole: usize) -> bool {
        part * 100 >= whole * usize::from(self.0)
    }
}

/// A number that is no share.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} percent is out of range; it must be from 1 to 100")]
pub struct NoPercent(u8);

impl TryFrom<u8> for Percent {
    type Error = NoPercent;
    fn try_from(n: u8) -> Result<Self, NoPercent> {
        match n {
            1..=100 => Ok(Self(n)),
            _ => Err(NoPercent(n)),
        }
    }
}

impl From<Percent> for u8 {
    fn from(percent: Percent) -> u8 {
        percent.0
    }
}

/// Which dice of a fighter on guard get the bonus (V6).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DefendDice {
    /// Only dice that it rolls against attacks.
    #[default]
    Defence,
    /// All of its dice, also those of its own attacks.
    All,
}

kit::config! {
    /// The configuration. Defaults are the rules as written.
    pub struct Config of "violence" {
        /// Points that a force may spend (V1). 0: no limit.
        pub points: u16 = 10,
        /// Cost of a fighter, in points (V1).
        pub cost: BySize<u8> = BySize {
            small: 2,
            medium: 3,
            large: 4,
        },
        /// Number of actions of a fighter in a turn (V2).
        pub actions: BySize<NonZeroU8> = BySize {
            small: some(3),
            medium: some(2),
            large: some(1),
        },
        /// Damage points that a fighter can lose before it is defeated (V2).
        pub damage_points: BySize<NonZeroU8> = BySize {
            small: some(1),
            medium: some(2),
            large: some(3),
        },
        /// Length of the arrow of one move, in spaces at 28 mm (V4). Other scales are in proportion.
        pub moves: BySize<u8> = BySize {
            small: 4,
            medium: 6,
            large: 7,
        },
        /// Spaces that a base adds to each move: it passes from one end of the arrow to the other (V4).
        pub base: u8 = 1,
        /// If on, a move may bend around what is in the way; if off, it goes in a straight line (V4).
        pub bent_moves: bool = false,
        /// Range of attacks, in spaces at 28 mm (V5). Other scales are in proportion.
        pub range: u8 = 6,
        /// If on, the attacker must see the target; if off, only the distance counts (V5).
        pub sight: bool = false,
        /// Number of sides of the dice (V3, V5).
        pub die: NonZeroU8 = some(6),
        /// Damage points that the target of a successful attack loses (V5).
        pub damage: NonZeroU8 = some(1),
        /// Added to the dice of a fighter on guard (V6).
        pub guard: BySize<u8> = BySize {
            small: 3,
            medium: 2,
            large: 1,
        },
        /// Which dice of a fighter on guard get the bonus: only defence rolls, or attack rolls too (V6).
        pub defend_dice: DefendDice = DefendDice::default(),
        /// Longest time on guard, in turns; the turn in which it begins counts (V6).
        pub guard_turns: NonZeroU8 = some(2),
        /// Share of a side's remaining fighters that may act in a turn, in percent, rounded up (V3).
        pub active_percent: Percent = Percent::HALF,
        /// A side loses the battle when it has lost this share of its fighters, in percent (V8).
        pub loss_percent: Percent = Percent::HALF,
        /// Radius of the centre of the board, in spaces (our choice). At the end of each turn the team
        /// with most fighters there scores; after the last turn most points win. 0: no centre, and
        /// the last turn ends in a draw. Without a limit of turns there is none either.
        pub centre: u8 = 3,
        /// Points for holding the centre at the end of a turn (our choice).
        pub centre_points: u8 = 1,
        /// Number of turns after which the battle is over (V8).
        pub turns: NonZeroU16 = rounds(20),
        /// Number of turns after which the battle is over if the scenario sets no limit.
        pub longest: NonZeroU16 = rounds(100),
    }
}

/// What keys mean that older records do not have: how their battles were played.
pub const BEFORE: &str = "base = 0\nbent_moves = true\ncentre = 0\n";

impl Config {
    /// Spaces of one move (V4). A fighter without moves does not move by its base either.
    pub fn move_of(&self, size: Size, scale: Scale) -> u32 {
        match in_scale(self.moves.of(size), scale) {
            0 => 0,
            arrow => arrow + u32::from(self.base),
        }
    }

    /// Spaces an attack reaches (V5).
    pub fn reach_of_attack(&self, scale: Scale) -> u32 {
        in_scale(self.range, scale)
    }
}
