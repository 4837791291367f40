//! Every number and toggle of the rules, each to be changed in a rules file.

use super::force::Kind;
use crate::battle::Scale;
use crate::rules::kit::{self, in_scale, rounds, some};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU8, NonZeroU16};

/// One value for each kind of figure.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ByKind<T> {
    /// Soldiers.
    pub soldier: T,
    /// Heavy weapons.
    pub heavy: T,
    /// Snipers.
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

/// The figures that attack together in one attack (L3).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fire {
    /// One figure; each die is compared with the number of the figure that it would kill.
    #[default]
    Each,
    /// All figures of the squad that see the target; those that need the same number roll together.
    Squad,
}

/// Added to the number needed on the die to kill (L4).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Modifiers {
    /// If the target stands lower than the attacker.
    pub downhill: i8,
    /// If the target stands higher than the attacker.
    pub uphill: i8,
    /// If the attacker is a heavy weapon or a sniper.
    pub special_attacker: i8,
    /// If the target is a heavy weapon or a sniper.
    pub special_target: i8,
    /// If the attacker has not moved this turn.
    pub still: i8,
    /// If the target is in cover.
    pub cover: i8,
}

kit::config! {
    /// The configuration. Defaults are the rules as written.
    pub struct Config of "plastic" {
        /// Movement of the leading figure of a squad, in spaces at 28 mm (L2). Other scales are in
        /// proportion.
        pub moves: u8 = 4,
        /// Largest distance between neighbours in a squad, in spaces (L2).
        pub cohesion: NonZeroU8 = some(1),
        /// If on, difficult ground, hedges and other levels cost 2 spaces and fences stop figures; if
        /// off, every space that can be entered costs 1 (L6).
        pub rough_ground: bool = false,
        /// If on, figures open the shut doors that they walk through, for one space more; if off, a
        /// shut door is a wall (B8; our choice). A locked door is always a wall.
        pub opens_doors: bool = true,
        /// If on, figures in the way give cover (L6).
        pub figures_cover: bool = true,
        /// If on, thickets and bushes can hide a target wholly; if off, they only give cover (L6).
        pub bushes_block: bool = false,
        /// The figures that attack together in one attack: one alone, or a whole squad (L3).
        pub fire: Fire = Fire::Each,
        /// If on, sides take turns in the attack phase, one attack each; if off, one side makes all its
        /// attacks, then the next (L1).
        pub alternate_attacks: bool = false,
        /// Number of sides of the dice (L3).
        pub die: NonZeroU8 = some(6),
        /// Number needed on the die to kill, before modifiers (L3).
        pub to_kill: u8 = 4,
        /// A die that shows this number or less never kills (L4).
        pub never: u8 = 1,
        /// Added to the number needed to kill (L4); a negative number makes it easier.
        pub modifiers: Modifiers = Modifiers {
            downhill: -1,
            uphill: 1,
            special_attacker: -1,
            special_target: 1,
            still: -1,
            cover: 1,
        },
        /// Number of dice rolled in one attack (L7).
        pub dice: ByKind<NonZeroU8> = ByKind {
            soldier: some(1),
            heavy: some(4),
            sniper: some(1),
        },
        /// Number of attacks in a turn (L7).
        pub attacks: ByKind<NonZeroU8> = ByKind {
            soldier: some(1),
            heavy: some(1),
            sniper: some(2),
        },
        /// If on, it may attack in a turn in which it has moved; if off, it may not (L7).
        pub attack_after_move: ByKind<bool> = ByKind {
            soldier: true,
            heavy: true,
            sniper: false,
        },
        /// If on, it may belong to a squad; if off, it is always alone (L7).
        pub in_squad: ByKind<bool> = ByKind {
            soldier: true,
            heavy: true,
            sniper: false,
        },
        /// Heavy weapons and snipers together that a force may have for each of its squads (L7).
        pub specials_per_squad: u8 = 1,
        /// Smallest number of figures in a squad that allows a heavy weapon or sniper (L7).
        pub squad_least: NonZeroU8 = some(2),
        /// Range of attacks, in spaces at 28 mm (L3). Other scales are in proportion. 0: no limit.
        pub range: u8 = 0,
        /// Points for killing one (L8).
        pub score: ByKind<u8> = ByKind {
            soldier: 1,
            heavy: 1,
            sniper: 1,
        },
        /// If on, a warning says when forces differ in their number of figures (L6).
        pub equal_figures: bool = true,
        /// Number of turns in a battle (L8).
        pub turns: NonZeroU16 = rounds(8),
        /// Number of turns in a battle if the scenario sets no limit.
        pub longest: NonZeroU16 = rounds(50),
    }
}

/// What keys mean that older records do not have: how their battles were played.
pub const BEFORE: &str = r#"
rough_ground = true
opens_doors = false
figures_cover = false
bushes_block = true
fire = "squad"
alternate_attacks = false
"#;

impl Config {
    /// Spaces of one move (L2).
    pub fn pace(&self, scale: Scale) -> u32 {
        in_scale(self.moves, scale)
    }

    /// Spaces an attack reaches, if that is limited (L3).
    pub fn reach_of_attack(&self, scale: Scale) -> Option<u32> {
        (self.range > 0).then(|| in_scale(self.range, scale))
    }
}
