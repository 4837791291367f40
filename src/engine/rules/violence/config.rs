//! Every number and toggle of the rules, each to be changed in a rules file.

use super::force::Size;
use crate::battle::Scale;
use crate::source::{Fault, Source};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU8, NonZeroU16};
use toml::Spanned;

/// One value for each size of fighter.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BySize<T> {
    /// For small fighters.
    pub small: T,
    /// For medium fighters.
    pub medium: T,
    /// For large fighters.
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

/// A share, from 1 to 100 in the hundred.
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

impl TryFrom<u8> for Percent {
    type Error = String;
    fn try_from(n: u8) -> Result<Self, String> {
        if (1..=100).contains(&n) {
            Ok(Self(n))
        } else {
            Err(format!("{n} percent, expected 1 to 100"))
        }
    }
}

impl From<Percent> for u8 {
    fn from(percent: Percent) -> u8 {
        percent.0
    }
}

/// Which dice a guard is added to (V6).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DefendDice {
    /// Those rolled against attacks.
    #[default]
    Defence,
    /// All of the fighter's dice, its attacks included.
    All,
}

/// The configuration. Defaults are the rules as written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Begins with `skirmish-rules/`.
    pub format: String,
    /// The ruleset it configures.
    pub ruleset: String,
    /// Points a force may spend (V1); 0: as many as one likes.
    pub points: u16,
    /// What a fighter costs (V1).
    pub cost: BySize<u8>,
    /// Actions in an activation (V2).
    pub actions: BySize<NonZeroU8>,
    /// Damage points (V2).
    pub damage_points: BySize<NonZeroU8>,
    /// Spaces of one move at 28 mm; other scales in proportion (V4).
    pub moves: BySize<u8>,
    /// Spaces an attack reaches at 28 mm; other scales in proportion (V5).
    pub range: u8,
    /// Whether an attack needs a line of sight (V5).
    pub sight: bool,
    /// Sides of every die (V3, V5).
    pub die: NonZeroU8,
    /// Damage points a successful attack takes (V5).
    pub damage: NonZeroU8,
    /// What a guard adds to the fighter's dice (V6).
    pub guard: BySize<u8>,
    /// Which dice a guard is added to (V6).
    pub defend_dice: DefendDice,
    /// Turns a guard lasts at most, the one it is taken in included (V6).
    pub guard_turns: NonZeroU8,
    /// How many in a hundred of a side's living fighters may act in a turn, rounded up (V3).
    pub active_percent: Percent,
    /// A side that has lost so many in a hundred of its fighters has lost (V8).
    pub loss_percent: Percent,
    /// Turns after which a battle is a draw (V8).
    pub turns: NonZeroU16,
    /// The same where a scenario asks for no limit.
    pub longest: NonZeroU16,
}

/// A number known not to be 0.
const fn some(n: u8) -> NonZeroU8 {
    NonZeroU8::new(n).expect("not 0")
}

impl Default for Config {
    fn default() -> Self {
        Self {
            format: "skirmish-rules/1".into(),
            ruleset: "violence".into(),
            points: 10,
            cost: BySize {
                small: 2,
                medium: 3,
                large: 4,
            },
            actions: BySize {
                small: some(3),
                medium: some(2),
                large: some(1),
            },
            damage_points: BySize {
                small: some(1),
                medium: some(2),
                large: some(3),
            },
            moves: BySize {
                small: 4,
                medium: 6,
                large: 7,
            },
            range: 6,
            sight: false,
            die: some(6),
            damage: some(1),
            guard: BySize {
                small: 3,
                medium: 2,
                large: 1,
            },
            defend_dice: DefendDice::default(),
            guard_turns: some(2),
            active_percent: Percent::HALF,
            loss_percent: Percent::HALF,
            turns: NonZeroU16::new(20).expect("not 0"),
            longest: NonZeroU16::new(100).expect("not 0"),
        }
    }
}

impl Config {
    /// Reads a rules file; none: the defaults.
    ///
    /// # Errors
    /// What is wrong in the file, and where.
    pub fn read(rules: Option<&Source>) -> Result<Self, Fault> {
        #[derive(Deserialize)]
        struct Head {
            format: Spanned<String>,
            ruleset: Spanned<String>,
        }
        let Some(source) = rules else {
            return Ok(Self::default());
        };
        let head: Head = source.parse()?;
        source.version(&head.format, "rules", 1)?;
        if head.ruleset.get_ref() != "violence" {
            return Err(source.fault(
                head.ruleset.span(),
                format!(
                    "these are rules for {:?}, expected \"violence\"",
                    head.ruleset.get_ref()
                ),
            ));
        }
        source.parse()
    }

    /// Spaces of one move (V4).
    pub fn move_of(&self, size: Size, scale: Scale) -> u32 {
        in_scale(self.moves.of(size), scale)
    }

    /// Spaces an attack reaches (V5).
    pub fn reach_of_attack(&self, scale: Scale) -> u32 {
        in_scale(self.range, scale)
    }
}

/// Spaces at 28 mm, in another scale: as its Move Unit is to that of 28 mm, rounded down, but
/// something stays something.
fn in_scale(spaces: u8, scale: Scale) -> u32 {
    let n = u32::from(spaces);
    (n * scale.move_unit() / Scale::Mm28.move_unit()).max(n.min(1))
}
