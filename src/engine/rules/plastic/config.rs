//! Every number and toggle of the rules, each to be changed in a rules file.

use super::force::Kind;
use crate::battle::Scale;
use crate::source::{Fault, Source};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU8, NonZeroU16};
use toml::Spanned;

/// One value for each kind of figure.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ByKind<T> {
    /// For soldiers.
    pub soldier: T,
    /// For heavy weapons.
    pub heavy: T,
    /// For snipers.
    pub sniper: T,
}

impl<T: Copy> ByKind<T> {
    /// The value for a kind.
    pub fn of(&self, kind: Kind) -> T {
        match kind {
            Kind::Soldier => self.soldier,
            Kind::Heavy => self.heavy,
            Kind::Sniper => self.sniper,
        }
    }
}

/// What is added to the number a die must show (L4).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Modifiers {
    /// The target stands lower than the attacker.
    pub downhill: i8,
    /// The target stands higher than the attacker.
    pub uphill: i8,
    /// The attacker is a heavy weapon or a sniper.
    pub special_attacker: i8,
    /// The target is a heavy weapon or a sniper.
    pub special_target: i8,
    /// The attacker has not moved in this turn.
    pub still: i8,
    /// The target is behind cover.
    pub cover: i8,
}

/// The configuration. Defaults are the rules as written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Begins with `skirmish-rules/`.
    pub format: String,
    /// The ruleset it configures.
    pub ruleset: String,
    /// Spaces the front figure of a move goes at most at 28 mm; other scales in proportion (L2).
    pub moves: u8,
    /// Figures of a squad stand at most so many spaces from the next of them (L2).
    pub cohesion: NonZeroU8,
    /// Sides of every die (L3).
    pub die: NonZeroU8,
    /// What a die must show to kill, before anything is added (L3).
    pub to_kill: u8,
    /// A die that shows this or less never kills, whatever is added (L4).
    pub never: u8,
    /// What is added to the number a die must show (L4).
    pub modifiers: Modifiers,
    /// Dice of one attack (L7).
    pub dice: ByKind<NonZeroU8>,
    /// Attacks in one turn (L7).
    pub attacks: ByKind<NonZeroU8>,
    /// Whether it may attack in a turn in which it has moved (L7).
    pub attack_after_move: ByKind<bool>,
    /// Whether it may be one of a squad (L7).
    pub in_squad: ByKind<bool>,
    /// Heavy weapons and snipers together for every squad of a force (L7).
    pub specials_per_squad: u8,
    /// Figures from which on those who act together are a squad that allows a special (L7).
    pub squad_least: NonZeroU8,
    /// Spaces an attack reaches at 28 mm, other scales in proportion; 0: as far as the eye (L3).
    pub range: u8,
    /// Points for killing a figure (L8).
    pub score: ByKind<u8>,
    /// Whether a warning says that forces do not have equally many figures (L6).
    pub equal_figures: bool,
    /// Turns of a battle (L8).
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
            ruleset: "plastic".into(),
            moves: 4,
            cohesion: some(1),
            die: some(6),
            to_kill: 4,
            never: 1,
            modifiers: Modifiers {
                downhill: -1,
                uphill: 1,
                special_attacker: -1,
                special_target: 1,
                still: -1,
                cover: 1,
            },
            dice: ByKind {
                soldier: some(1),
                heavy: some(4),
                sniper: some(1),
            },
            attacks: ByKind {
                soldier: some(1),
                heavy: some(1),
                sniper: some(2),
            },
            attack_after_move: ByKind {
                soldier: true,
                heavy: true,
                sniper: false,
            },
            in_squad: ByKind {
                soldier: true,
                heavy: true,
                sniper: false,
            },
            specials_per_squad: 1,
            squad_least: some(2),
            range: 0,
            score: ByKind {
                soldier: 1,
                heavy: 1,
                sniper: 1,
            },
            equal_figures: true,
            turns: NonZeroU16::new(8).expect("not 0"),
            longest: NonZeroU16::new(50).expect("not 0"),
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
        if head.ruleset.get_ref() != "plastic" {
            return Err(source.fault(
                head.ruleset.span(),
                format!(
                    "these are rules for {:?}, expected \"plastic\"",
                    head.ruleset.get_ref()
                ),
            ));
        }
        source.parse()
    }

    /// Spaces of one move (L2).
    pub fn pace(&self, scale: Scale) -> u32 {
        in_scale(self.moves, scale)
    }

    /// Spaces an attack reaches, if that is limited (L3).
    pub fn reach_of_attack(&self, scale: Scale) -> Option<u32> {
        (self.range > 0).then(|| in_scale(self.range, scale))
    }
}

/// Spaces at 28 mm, in another scale: as its Move Unit is to that of 28 mm, rounded down, but
/// something stays something.
fn in_scale(spaces: u8, scale: Scale) -> u32 {
    let n = u32::from(spaces);
    (n * scale.move_unit() / Scale::Mm28.move_unit()).max(n.min(1))
}
