//! The tables of the configuration: weapons and kinds of unit.
//!
//! Where the source gives no figure, the choice is ours; such keys say so.

use super::unit::{Kind, Weapon};
use crate::battle::How;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;

/// Longest range of a weapon (our choice).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Far {
    /// Short range.
    Short,
    /// Long range.
    Long,
}

/// What a weapon may be aimed at (D9).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum At {
    /// Everything that is not under water.
    Surface,
    /// Only boats and submarines.
    Ships,
    /// Only submarines.
    Submarines,
}

/// What a weapon is made against (D8).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// Everything alike.
    All,
    /// Vehicles: each hit harms them.
    Vehicles,
    /// Infantry; see `anti_infantry_spares_vehicles`.
    Infantry,
}

/// A weapon.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Arm {
    /// If on, it is a heavy weapon and does not go with agility.
    pub heavy: bool,
    /// Number of shots in one attack.
    pub shots: u8,
    /// If on, it hits everybody on the space where it lands; if off, only its target.
    pub area: bool,
    /// If on, it also hits the spaces around the one where it lands.
    pub splash: bool,
    /// What it is made against.
    pub against: Against,
    /// What it may be aimed at.
    pub at: At,
    /// Its longest range (our choice).
    pub reach: Far,
    /// Added to its attack rolls (our choice).
    pub bonus: i8,
}

impl Arm {
    /// The way of attacking it is used in.
    pub fn how(&self) -> How {
        match (self.area, self.splash) {
            (false, _) if self.shots > 1 => How::Burst,
            (false, _) => How::Attack,
            (true, false) => How::Burst,
            (true, true) => How::Blast,
        }
    }
}

/// A kind of unit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Sort {
    /// Cost in points (D7).
    pub cost: u8,
    /// Movement points (D2).
    pub movement: u8,
    /// Added to its defence rolls; vehicles only (our choice).
    pub armour: u8,
    /// Width in spaces, 1 to 3 (our choice).
    pub size: u8,
    /// Number of infantry units that it carries (our choice).
    pub seats: u8,
    /// Number of boats that it carries (our choice).
    pub hangar: u8,
    /// If on, it acts from off the map (D9).
    pub off_map: bool,
    /// Infantry aboard that it needs to move and attack (our choice). 0: its cost includes a crew.
    pub crew: u8,
    /// If on, infantry aboard may attack (D9).
    pub open: bool,
    /// Weapons that it has or may have (our choice).
    pub weapons: BTreeMap<Weapon, Carried>,
    /// Largest number of weapons (our choice, but for squad boats, planes and helicopters).
    pub arms: u8,
    /// How many of its weapons may be heavy (our choice, but for squad boats).
    pub heavy: u8,
}

/// Whether a kind of unit carries a weapon.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Carried {
    /// Not allowed.
    No,
    /// Allowed, if the force file names it.
    May,
    /// Standard, unless the force file names other weapons.
    Usual,
}

impl Sort {
    /// The weapons it has unless its force file says others.
    pub fn usual(&self) -> impl Iterator<Item = Weapon> + '_ {
        let usual = |(_, carried): &(&Weapon, &Carried)| **carried == Carried::Usual;
        self.weapons.iter().filter(usual).map(|(weapon, _)| *weapon)
    }
    /// Whether it may have a weapon.
    pub fn may(&self, weapon: Weapon) -> bool {
        self.weapons.get(&weapon).is_some_and(|c| *c != Carried::No)
    }
}

/// Takes over what a rules file says.
trait Lay {
    fn lay(&mut self, over: Self);
}

macro_rules! laid {
    ($($type:ty),*) => { $(impl Lay for $type {
        fn lay(&mut self, over: Self) {
            *self = over;
        }
    })* };
}

laid!(u8, i8, bool, Far, At, Against);

impl Lay for BTreeMap<Weapon, Carried> {
    fn lay(&mut self, over: Self) {
        self.extend(over);
    }
}

/// A table by name, of which a rules file may change single entries.
macro_rules! table {
    ($(#[$doc:meta])* $Table:ident of $Key:ident, $Row:ident changed by $Change:ident {
        $($(#[$said:meta])* $field:ident : $type:ty),* $(,)?
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
        #[serde(transparent)]
        pub struct $Table(pub(super) BTreeMap<$Key, $Row>);
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct $Change { $($(#[$said])* $field: Option<$type>),* }
        impl<'de> Deserialize<'de> for $Table {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let mut table = $Table::default();
                for (key, change) in BTreeMap::<$Key, $Change>::deserialize(deserializer)? {
                    let row = table.0.get_mut(&key).expect("every name has its row");
                    $(if let Some(value) = change.$field { row.$field.lay(value); })*
                }
                Ok(table)
            }
        }
    };
}

table! {
    /// The weapons.
    Weapons of Weapon, Arm changed by ArmChange {
        heavy: bool, shots: u8, area: bool, splash: bool,
        against: Against, at: At, reach: Far, bonus: i8,
    }
}

table! {
    /// The kinds of unit.
    Kinds of Kind, Sort changed by SortChange {
        cost: u8, movement: u8, #[serde(alias = "armor")] armour: u8, size: u8, seats: u8,
        hangar: u8, off_map: bool, crew: u8, open: bool,
        weapons: BTreeMap<Weapon, Carried>, arms: u8, heavy: u8,
    }
}

impl Default for Weapons {
    fn default() -> Self {
        let small = Arm {
            heavy: false,
            shots: 1,
            area: false,
            splash: false,
            against: Against::All,
            at: At::Surface,
            reach: Far::Short,
            bonus: 0,
        };
        let heavy = Arm {
            heavy: true,
            reach: Far::Long,
            ..small
        };
        let grenade = Arm {
            area: true,
            splash: true,
            against: Against::Infantry,
            ..heavy
        };
        let rocket = Arm {
            against: Against::Vehicles,
            ..grenade
        };
        let burst = Arm {
            shots: 5,
            area: true,
            ..heavy
        };
        let of = |weapon: &Weapon| match weapon {
            Weapon::SemiAuto | Weapon::FullAuto | Weapon::SubMachineGun => small,
            Weapon::CombatRifle => Arm {
                reach: Far::Long,
                ..small
            },
            Weapon::LightMachineGun => Arm {
                area: false,
                ..burst
            },
            Weapon::SniperRifle => Arm { bonus: 1, ..heavy },
            Weapon::RocketLauncher => rocket,
            Weapon::GrenadeLauncher => grenade,
            Weapon::HeavyMachineGun => Arm {
                against: Against::Infantry,
                ..burst
            },
            Weapon::Torpedoes => Arm {
                at: At::Ships,
                ..rocket
            },
            Weapon::DepthCharges => Arm {
                at: At::Submarines,
                ..rocket
            },
            Weapon::Artillery => Arm {
                shots: 3,
                against: Against::All,
                ..grenade
            },
        };
        Weapons(Weapon::ALL.iter().map(|w| (*w, of(w))).collect())
    }
}

impl Default for Kinds {
    #[expect(clippy::too_many_lines, reason = "a table")]
    fn default() -> Self {
        use Weapon::*;
        let small = [SemiAuto, FullAuto, SubMachineGun, CombatRifle];
        let infantry = [
            SemiAuto,
            FullAuto,
            SubMachineGun,
            CombatRifle,
            LightMachineGun,
            SniperRifle,
            RocketLauncher,
            GrenadeLauncher,
            HeavyMachineGun,
        ];
        let sort = |cost, weapons: &[Weapon], may: &[Weapon], heavy| Sort {
            cost,
            movement: 1,
            armour: 0,
            size: 1,
            seats: 0,
            hangar: 0,
            off_map: false,
            crew: 0,
            open: false,
            weapons: may
                .iter()
                .map(|w| (*w, Carried::May))
                .chain(weapons.iter().map(|w| (*w, Carried::Usual)))
                .collect(),
            arms: weapons.len() as u8,
            heavy,
        };
        let vehicle = |weapons: &[Weapon], may: &[Weapon], heavy| Sort {
            movement: 3,
            size: 2,
            ..sort(10, weapons, may, heavy)
        };
        let of = |kind: &Kind| match kind {
            Kind::Rifleman => sort(1, &[CombatRifle], &small, 0),
            Kind::Grenadier => sort(3, &[GrenadeLauncher], &[GrenadeLauncher], 1),
            Kind::Sniper => sort(3, &[SniperRifle], &[SniperRifle], 1),
            Kind::Support => sort(
                3,
                &[LightMachineGun],
                &[LightMachineGun, HeavyMachineGun, RocketLauncher],
                1,
            ),
            Kind::Hero => sort(5, &[CombatRifle], &infantry, 1),
            Kind::Apc => Sort {
                armour: 2,
                seats: 8,
                ..vehicle(&[HeavyMachineGun], &infantry, 1)
            },
            // With a second weapon, or more armour, forces of tanks win too often.
            Kind::Tank => Sort {
                armour: 2,
                ..vehicle(&[RocketLauncher], &infantry, 1)
            },
            // Without armour, rocket launchers win too often.
            Kind::Helicopter => Sort {
                armour: 1,
                seats: 4,
                ..vehicle(&[RocketLauncher], &infantry, 1)
            },
            Kind::SquadBoat => Sort {
                seats: 8,
                open: true,
                ..vehicle(&[HeavyMachineGun, CombatRifle, FullAuto], &infantry, 1)
            },
            Kind::Destroyer => {
                let may = [DepthCharges, HeavyMachineGun, RocketLauncher];
                Sort {
                    armour: 2,
                    ..vehicle(&[DepthCharges, HeavyMachineGun], &may, 2)
                }
            }
            Kind::Submarine => vehicle(&[Torpedoes], &[Torpedoes], 1),
            Kind::Plane => Sort {
                movement: 0,
                size: 1,
                off_map: true,
                ..vehicle(&[RocketLauncher], &[RocketLauncher, HeavyMachineGun], 1)
            },
            Kind::Battleship => Sort {
                movement: 0,
                size: 1,
                armour: 3,
                off_map: true,
                ..vehicle(&[Artillery], &[Artillery], 1)
            },
            Kind::Carrier => Sort {
                armour: 3,
                hangar: 3,
                ..vehicle(&[], &[], 0)
            },
        };
        Kinds(Kind::ALL.iter().map(|k| (*k, of(k))).collect())
    }
}
