//! Every number and toggle of the rules, each to be changed in a rules file.
//!
//! Where the source gives no figure, the choice is ours; such keys say so.

use super::kinds::{Kinds, Weapons};
use super::unit::{Kind, Unit, Weapon};
use crate::battle::Scale;
use crate::rules::doors::Doors;
use crate::rules::kit::{rounds, some};
use crate::source::{Fault, Source};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::num::{NonZeroU8, NonZeroU16};

pub use super::kinds::{Against, Arm, At, Carried, Far, Sort};

/// The owner of the actions of a turn (D1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ActionsPer {
    /// Each player, who divides them among its units as it likes.
    #[default]
    Player,
    /// Each unit.
    Unit,
}

/// What a light machine gun is (D8).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LightMg {
    /// A small arm: its burst is ordinary shots at one target.
    #[default]
    SmallArm,
    /// A machine gun: each shot of its burst hits everybody on a space.
    MachineGun,
}

/// Which shots of a burst can be critical against a vehicle (D5).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BurstCriticals {
    /// The first only.
    #[default]
    First,
    /// Each of them.
    Each,
}

/// How often a unit may get on or off in the free actions of a round (D1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FreeActions {
    /// As often as its player likes, but not twice on the same vehicle.
    #[default]
    Unlimited,
    /// Once.
    Once,
}

/// Fate of the units aboard a lost vehicle or boat (D9).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LostLoad {
    /// They get to the nearest free space: a hero takes a wound, all others roll their defence.
    #[default]
    Hurt,
    /// They get out unhurt within `escape` spaces, or are lost without a roll.
    Unhurt,
}

/// The configuration. Defaults are the rules as written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// File format and version; begins with `skirmish-rules/`.
    pub format: String,
    /// Name of the ruleset that this file changes.
    pub ruleset: String,
    /// Number of sides of the dice (D1, D3, D4).
    pub die: NonZeroU8,
    /// The owner of the actions of a turn (D1): each player, or each unit.
    pub actions_per: ActionsPer,
    /// Number of actions in a turn (D1).
    pub actions: NonZeroU8,
    /// Number of actions of the side that goes first in the first round (D1; our choice). 0: as
    /// many as in all turns.
    pub opening_actions: u8,
    /// Length of one movement point (10 cm), in spaces at 28 mm (D2; our choice). Other scales are
    /// in proportion.
    pub point: NonZeroU8,
    /// Number needed on the die to hit a target on a neighbouring space (D3).
    pub adjacent: u8,
    /// Number needed on the die to hit at short range (D3).
    pub short: u8,
    /// Number needed on the die to hit at long range (D3).
    pub long: u8,
    /// Short range in spaces (D3; our choice). 0: short range of the figure scale.
    pub short_range: u8,
    /// Long range in spaces (D3; our choice). 0: long range of the figure scale.
    pub long_range: u8,
    /// An attack misses if its die shows this number or less, whatever is added (D3).
    pub failure: u8,
    /// An attack is critical if its die shows this number or more (D3).
    pub critical: u8,
    /// Number needed on the die for a defence roll (D4).
    pub defence: u8,
    /// Added to defence rolls in cover (D4).
    pub cover: u8,
    /// Number of wounds that defeat a hero (D5; our choice).
    pub hero_wounds: NonZeroU8,
    /// If on, weapons against infantry harm vehicles only by critical hits; if off, as other weapons
    /// do (D5, D8).
    pub anti_infantry_spares_vehicles: bool,
    /// Which shots of a burst can be critical against a vehicle (D5; our choice).
    pub burst_criticals: BurstCriticals,
    /// If on, a burst ends when its gunner is defeated; if off, all its shots are fired (D8; our
    /// choice).
    pub burst_ends: bool,
    /// What a light machine gun is: a small arm or a machine gun (D8; our choice).
    pub light_mg: LightMg,
    /// If on, an attack fires one weapon, or all weapons of one name; if off, all weapons that are
    /// used in the same way (D1).
    pub one_weapon: bool,
    /// How often each unit may get on or off in the free actions of a round (D1).
    pub free_actions: FreeActions,
    /// How doors are opened (B8; our choice): by moving through, by skill rolls, or only by devices
    /// of a scenario. Locked doors take a skill roll, unless only devices open doors.
    pub doors: Doors,
    /// Number needed on the die for a skill roll (D1; our choice).
    pub skill_need: i8,
    /// Added to skill rolls of heroes (D1; our choice).
    pub skill_hero: i8,
    /// Distance that a shot goes astray for each point of the die, in centimetres (D6).
    pub scatter: u8,
    /// Added to rolls of units aboard (D9); usually negative.
    pub aboard: i8,
    /// Largest armour that a hero may buy (D7).
    #[serde(alias = "armor_most")]
    pub armour_most: u8,
    /// Largest agility that a hero may buy (D7).
    pub agility_most: u8,
    /// Largest accuracy that a hero may buy (D7).
    pub accuracy_most: u8,
    /// Largest morale that a hero may buy (D7).
    pub morale_most: u8,
    /// Cost of one point of armour, in points (D7).
    #[serde(alias = "armor_cost")]
    pub armour_cost: u8,
    /// Cost of one point of agility, in points (D7).
    pub agility_cost: u8,
    /// Cost of one point of accuracy, in points (D7).
    pub accuracy_cost: u8,
    /// Cost of one point of morale, in points (D7).
    pub morale_cost: u8,
    /// Largest cost of all buffs of a hero together, in points (D7).
    pub buffs_most: u8,
    /// Number of rounds after which points decide the battle (D10; our choice).
    pub rounds: NonZeroU16,
    /// Number of rounds after which points decide the battle if the scenario sets no limit (our
    /// choice).
    pub longest: NonZeroU16,
    /// Largest difference between the forces, in points, without a warning (D7; our choice).
    pub points_tolerance: u16,
    /// If on, helicopters fly over everything; if off, they move as land vehicles do (D9).
    pub helicopters_fly: bool,
    /// Rounds that a plane misses after an attack if its side has no carrier (our choice).
    pub turnaround: u8,
    /// If on, enemies can attack battleships and planes that act from off the map (D9; our choice):
    /// submarines, destroyers and planes a battleship, with rockets; planes a plane.
    pub intercept: bool,
    /// Fate of the units aboard a lost vehicle or boat (D9; our choice).
    pub lost_load: LostLoad,
    /// Largest distance from a wreck at which units from it find a place, in spaces (our choice);
    /// used if they get out unhurt.
    pub escape: u8,
    /// Kinds of unit (D7, D9).
    pub kind: Kinds,
    /// Weapons (D8, D9).
    pub weapon: Weapons,
    /// The light machine gun, where it is a machine gun.
    #[serde(skip)]
    machine_gun: Option<Arm>,
}

/// What keys mean that older records do not have: how their battles were played.
pub const BEFORE: &str = r#"
opening_actions = 0
doors = "scenario"
burst_criticals = "each"
burst_ends = false
light_mg = "machine_gun"
one_weapon = false
free_actions = "once"
intercept = false
lost_load = "unhurt"
[kind.carrier]
off_map = true
"#;

impl Default for Config {
    fn default() -> Self {
        Self {
            format: "skirmish-rules/1".into(),
            ruleset: "d8".into(),
            die: some(8),
            actions_per: ActionsPer::Player,
            actions: some(2),
            opening_actions: 0,
            point: some(4),
            adjacent: 2,
            short: 4,
            long: 6,
            short_range: 0,
            long_range: 0,
            failure: 1,
            critical: 8,
            defence: 8,
            cover: 2,
            hero_wounds: some(2),
            anti_infantry_spares_vehicles: true,
            burst_criticals: BurstCriticals::First,
            burst_ends: true,
            light_mg: LightMg::SmallArm,
            one_weapon: true,
            free_actions: FreeActions::Unlimited,
            doors: Doors::Move,
            skill_need: 4,
            skill_hero: 1,
            scatter: 1,
            aboard: -2,
            armour_most: 2,
            agility_most: 2,
            accuracy_most: 1,
            morale_most: 1,
            armour_cost: 1,
            agility_cost: 1,
            accuracy_cost: 2,
            morale_cost: 3,
            buffs_most: 5,
            rounds: rounds(8),
            longest: rounds(50),
            points_tolerance: 5,
            helicopters_fly: false,
            turnaround: 1,
            intercept: true,
            lost_load: LostLoad::Hurt,
            escape: 3,
            kind: Kinds::default(),
            weapon: Weapons::default(),
            machine_gun: None,
        }
    }
}

/// The most shots of one attack: more would tell nothing new.
pub const MOST_SHOTS: usize = 10;

impl Config {
    /// Makes what follows from several keys.
    pub(super) fn settle(&mut self) {
        self.machine_gun = match self.light_mg {
            LightMg::SmallArm => None,
            LightMg::MachineGun => {
                let arm = self.weapon.0.get(&Weapon::LightMachineGun);
                arm.map(|arm| Arm { area: true, ..*arm })
            }
        };
    }

    /// Whether every number of a rules file is one that can be played with.
    ///
    /// # Errors
    /// Which is not.
    pub fn check(&self, source: &Source) -> Result<(), Fault> {
        for (kind, sort) in &self.kind.0 {
            if !(1..=3).contains(&sort.size) {
                let what = format!("the size of a {} must be 1, 2 or 3", kind.name());
                return Err(source.fault_under(&["kind", kind.name(), "size"], what));
            }
        }
        for (weapon, arm) in &self.weapon.0 {
            if !(1..=MOST_SHOTS as u8).contains(&arm.shots) {
                let what = format!(
                    "the shots of a {} must be from 1 to {MOST_SHOTS}",
                    weapon.name()
                );
                return Err(source.fault_under(&["weapon", weapon.name(), "shots"], what));
            }
        }
        Ok(())
    }

    /// A kind of unit.
    pub fn kind(&self, kind: Kind) -> &Sort {
        &self.kind.0[&kind]
    }

    /// A weapon.
    pub fn weapon(&self, weapon: Weapon) -> &Arm {
        match &self.machine_gun {
            Some(arm) if weapon == Weapon::LightMachineGun => arm,
            _ => &self.weapon.0[&weapon],
        }
    }

    /// What a hero's buffs cost (D7).
    pub fn buffs(&self, unit: &Unit) -> u16 {
        let all = [
            (unit.armour, self.armour_cost),
            (unit.agility, self.agility_cost),
            (unit.accuracy, self.accuracy_cost),
            (unit.morale, self.morale_cost),
        ];
        all.iter()
            .map(|(points, cost)| u16::from(*points) * u16::from(*cost))
            .sum()
    }

    /// Spaces of a movement point, of 10 cm (D2): at least 1.
    pub fn point_of(&self, scale: Scale) -> u32 {
        // As a space of 28 mm is to one of this scale, rounded to the nearest.
        let (n, own) = (u32::from(self.point.get()), scale.space());
        ((2 * n * Scale::Mm28.space() + own) / (2 * own)).max(1)
    }

    /// Spaces that a shot goes astray by the face of the distance die, rounded up (D6).
    pub fn astray(&self, face: u8, scale: Scale) -> u32 {
        (u32::from(face) * u32::from(self.scatter) * self.point_of(scale)).div_ceil(10)
    }

    /// Spaces of short and of long range (D3).
    pub fn ranges(&self, scale: Scale) -> (u32, u32) {
        let or = |own: u8, scale: u32| if own > 0 { u32::from(own) } else { scale };
        let short = or(self.short_range, scale.short());
        (short, or(self.long_range, scale.long()).max(short))
    }

    /// How near that is: 0 adjacent, 1 short, 2 long; none: out of range (D3).
    pub fn band(&self, gap: u32, scale: Scale) -> Option<u8> {
        let (short, long) = self.ranges(scale);
        match gap {
            0 | 1 => Some(0),
            _ if gap <= short => Some(1),
            _ if gap <= long => Some(2),
            _ => None,
        }
    }

    /// Whether a weapon reaches so far.
    pub fn reaches(&self, arm: &Arm, band: u8) -> bool {
        band < 2 || arm.reach == Far::Long
    }

    /// Spaces a weapon reaches.
    pub fn range(&self, arm: &Arm, scale: Scale) -> u32 {
        let (short, long) = self.ranges(scale);
        match arm.reach {
            Far::Short => short,
            Far::Long => long,
        }
    }

    /// The attack roll needed (D3).
    pub fn need(&self, band: u8) -> i8 {
        let need = match band {
            0 => self.adjacent,
            1 => self.short,
            _ => self.long,
        };
        i8::try_from(need).unwrap_or(i8::MAX)
    }
}
