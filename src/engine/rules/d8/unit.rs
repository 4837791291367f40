//! What a unit is: its kind, its weapons, a hero's buffs; and the words for it (D7, D8).

use super::config::Config;
use crate::battle::{Appearance, Gear, HalfPoints, How, Silhouette, Weapon as InHand};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$about])* $variant),* }
        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];
            /// Its name in force files.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }
        }
    };
}

named! {
    /// The kinds of unit (D7, D9).
    Kind {
        /// One point of infantry.
        Rifleman = "rifleman",
        /// Carries a grenade launcher.
        Grenadier = "grenadier",
        /// Carries a sniper rifle.
        Sniper = "sniper",
        /// Carries a heavy weapon.
        Support = "support",
        /// Takes a wound before falling, and buffs.
        Hero = "hero",
        /// Armoured personnel carrier.
        Apc = "APC",
        /// Tank.
        Tank = "tank",
        /// Helicopter: moves as a vehicle.
        Helicopter = "helicopter",
        /// Carries infantry over water, who may fire from it.
        SquadBoat = "squad boat",
        /// Hunts submarines.
        Destroyer = "destroyer",
        /// Hunts ships, and only depth charges and torpedoes find it.
        Submarine = "submarine",
        /// Attacks from off the map.
        Plane = "plane",
        /// Fires salvoes from off the map.
        Battleship = "battleship",
        /// Unarmed: boats start from it, and planes are back sooner.
        Carrier = "carrier",
    }
}

named! {
    /// The weapons (D8, D9).
    Weapon {
        /// Small arm.
        SemiAuto = "semi auto",
        /// Small arm.
        FullAuto = "full auto",
        /// Small arm.
        SubMachineGun = "sub-machine gun",
        /// Small arm.
        CombatRifle = "combat rifle",
        /// Heavy small arm; fires bursts.
        LightMachineGun = "light machine gun",
        /// Heavy small arm.
        SniperRifle = "sniper rifle",
        /// Heavy, with splash.
        RocketLauncher = "rocket launcher",
        /// Heavy, with splash.
        GrenadeLauncher = "grenade launcher",
        /// Heavy; fires bursts.
        HeavyMachineGun = "heavy machine gun",
        /// A submarine's rockets.
        Torpedoes = "torpedoes",
        /// A destroyer's rockets.
        DepthCharges = "depth charges",
        /// A battleship's salvoes.
        Artillery = "artillery",
    }
}

/// Other words for kinds.
const KINDS: [(&str, Kind); 5] = [
    ("scout", Kind::Sniper),
    ("armoured personnel carrier", Kind::Apc),
    ("armored personnel carrier", Kind::Apc),
    ("jet", Kind::Plane),
    ("boat", Kind::SquadBoat),
];

/// Other words for weapons.
const WEAPONS: [(&str, Weapon); 8] = [
    ("smg", Weapon::SubMachineGun),
    ("rifle", Weapon::CombatRifle),
    ("lmg", Weapon::LightMachineGun),
    ("hmg", Weapon::HeavyMachineGun),
    ("rockets", Weapon::RocketLauncher),
    ("grenades", Weapon::GrenadeLauncher),
    ("torpedo", Weapon::Torpedoes),
    ("depth charge", Weapon::DepthCharges),
];

impl Kind {
    /// The kind of a word.
    pub fn named(word: &str) -> Option<Kind> {
        let other = KINDS.iter().find(|(w, _)| w.eq_ignore_ascii_case(word));
        Kind::ALL
            .iter()
            .copied()
            .find(|k| k.name().eq_ignore_ascii_case(word))
            .or(other.map(|(_, kind)| *kind))
    }
    /// Whether it is a vehicle: not hurt by small arms and splash (D5).
    pub fn is_vehicle(self) -> bool {
        !matches!(
            self,
            Kind::Rifleman | Kind::Grenadier | Kind::Sniper | Kind::Support | Kind::Hero
        )
    }
    /// Whether it moves on water.
    pub fn sails(self) -> bool {
        matches!(
            self,
            Kind::SquadBoat | Kind::Destroyer | Kind::Submarine | Kind::Carrier
        )
    }
}

impl Weapon {
    /// The weapon of a word.
    pub fn named(word: &str) -> Option<Weapon> {
        let other = WEAPONS.iter().find(|(w, _)| w.eq_ignore_ascii_case(word));
        Weapon::ALL
            .iter()
            .copied()
            .find(|w| w.name().eq_ignore_ascii_case(word))
            .or(other.map(|(_, weapon)| *weapon))
    }
}

/// What a unit is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// Its kind.
    pub kind: Kind,
    /// Its weapons.
    pub weapons: SmallVec<[Weapon; 4]>,
    /// Points of armour a hero has bought.
    pub armour: u8,
    /// Points of agility a hero has bought.
    pub agility: u8,
    /// What a hero adds to attack rolls.
    pub accuracy: u8,
    /// What a hero adds to all rolls near it.
    pub morale: u8,
}

impl Unit {
    /// A unit of a kind as it comes.
    pub fn plain(kind: Kind, config: &Config) -> Unit {
        Unit {
            kind,
            weapons: config.kind(kind).usual().collect(),
            armour: 0,
            agility: 0,
            accuracy: 0,
            morale: 0,
        }
    }
    /// Its weapons that are used in this way, in order.
    pub fn battery<'a>(
        &'a self,
        config: &'a Config,
        how: How,
    ) -> impl Iterator<Item = Weapon> + 'a {
        self.weapons
            .iter()
            .copied()
            .filter(move |w| config.weapon(*w).how() == how)
    }
    /// What it costs (D7).
    pub fn cost(&self, config: &Config) -> HalfPoints {
        let buffs = config.buffs(self);
        HalfPoints::whole(config.kind(self.kind).cost) + HalfPoints::whole(buffs)
    }
}

/// Reads a unit in words: `hero, light machine gun, armour 2, accuracy`.
///
/// # Errors
/// What is wrong, and at which byte.
pub fn read(text: &str, config: &Config) -> Result<Unit, (usize, UnitFault)> {
    let mut unit: Option<Unit> = None;
    let mut weapons: SmallVec<[Weapon; 4]> = SmallVec::new();
    let mut byte = 0;
    for part in text.split(',') {
        let at = byte + (part.len() - part.trim_start().len());
        byte += part.len() + 1;
        let word = part.trim();
        let fault = |fault| Err((at, fault));
        if let Some(kind) = Kind::named(word) {
            if let Some(unit) = &unit {
                return fault(UnitFault::TwoKinds(unit.kind));
            }
            unit = Some(Unit::plain(kind, config));
        } else if let Some(weapon) = Weapon::named(word) {
            weapons.push(weapon);
        } else if let Some((buff, points)) = buff(word) {
            let Some(unit) = unit.as_mut().filter(|u| u.kind == Kind::Hero) else {
                return fault(UnitFault::NoHero(word.to_owned()));
            };
            let (slot, most) = match buff {
                Buff::Armour => (&mut unit.armour, config.armour_most),
                Buff::Agility => (&mut unit.agility, config.agility_most),
                Buff::Accuracy => (&mut unit.accuracy, config.accuracy_most),
                Buff::Morale => (&mut unit.morale, config.morale_most),
            };
            if *slot > 0 {
                return fault(UnitFault::Twice(word.to_owned()));
            }
            if points == 0 || points > most {
                return fault(UnitFault::OutOfRange(word.to_owned(), most));
            }
            *slot = points;
        } else {
            return fault(UnitFault::Unknown(word.to_owned()));
        }
    }
    let Some(mut unit) = unit else {
        return Err((0, UnitFault::NoKind));
    };
    if !weapons.is_empty() {
        unit.weapons = weapons;
    }
    check(&unit, config).map_err(|fault| (0, fault))?;
    Ok(unit)
}

/// What is wrong with the words of a unit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnitFault {
    /// Another kind was there already.
    #[error("a unit has only one kind, and this one is already a {}", .0.name())]
    TwoKinds(Kind),
    /// A buff without a hero.
    #[error("only a hero can have {0}; write hero before it")]
    NoHero(String),
    /// A buff that was there already.
    #[error("{0:?} is there twice; remove one")]
    Twice(String),
    /// A buff that is too small or too large, and the most there may be.
    #[error("{0:?} is out of range; a hero may have 1 to {1}")]
    OutOfRange(String, u8),
    /// No word of these rules.
    #[error("unknown word {0:?}; the words are {words}", words = known())]
    Unknown(String),
    /// No kind.
    #[error(
        "the kind of unit is missing; add one of {}",
        names(Kind::ALL, Kind::name)
    )]
    NoKind,
    /// Too many weapons, and the most there may be.
    #[error("a {kind} may have at most {1} weapons", kind = .0.name())]
    Weapons(Kind, u8),
    /// A weapon that this kind cannot have, and those that it can.
    #[error(
        "a {} cannot have a {}; it may have {}",
        .0.name(), .1.name(), names(.2, Weapon::name)
    )]
    Weapon(Kind, Weapon, Vec<Weapon>),
    /// Too many heavy weapons, and the most there may be.
    #[error("a {kind} may have at most {1} heavy weapons", kind = .0.name())]
    Heavy(Kind, u8),
    /// Two buffs that exclude each other.
    #[error("a hero cannot have both armour and agility")]
    ArmourAndAgility,
    /// A weapon that excludes a buff.
    #[error("a hero with a heavy weapon cannot have agility")]
    HeavyAndAgility,
    /// Buffs that cost too much, and what they may cost.
    #[error("its buffs cost {0} points; those of a hero may cost only {1}")]
    Buffs(u16, u8),
}

/// The names of kinds or weapons, for a sentence.
fn names<T: Copy>(all: &[T], name: fn(T) -> &'static str) -> String {
    let names: Vec<_> = all.iter().map(|one| name(*one)).collect();
    names.join(", ")
}

/// What a hero can buy.
#[derive(Copy, Clone)]
enum Buff {
    Armour,
    Agility,
    Accuracy,
    Morale,
}

/// A buff with its points: `armour 2`, `agility +1`, `morale`.
fn buff(word: &str) -> Option<(Buff, u8)> {
    let (name, points) = match word.split_once([' ', '+']) {
        Some((name, points)) => {
            let points = points.trim().trim_start_matches('+').trim();
            (name.trim(), points.parse().ok()?)
        }
        None => (word, 1),
    };
    let buff = match name.to_ascii_lowercase().as_str() {
        "armour" | "armor" => Buff::Armour,
        "agility" => Buff::Agility,
        "accuracy" => Buff::Accuracy,
        "morale" => Buff::Morale,
        _ => return None,
    };
    Some((buff, points))
}

impl Unit {
    /// What it looks like.
    pub fn appearance(&self) -> Appearance {
        let silhouette = match self.kind {
            Kind::Rifleman | Kind::Grenadier | Kind::Sniper | Kind::Support => Silhouette::Person,
            Kind::Hero => Silhouette::Hero,
            Kind::Apc | Kind::Tank => Silhouette::Vehicle,
            Kind::Helicopter => Silhouette::Helicopter,
            Kind::SquadBoat | Kind::Destroyer | Kind::Battleship | Kind::Carrier => {
                Silhouette::Ship
            }
            Kind::Submarine => Silhouette::Submarine,
            Kind::Plane => Silhouette::Plane,
        };
        let has = |any: &[Weapon]| self.weapons.iter().any(|weapon| any.contains(weapon));
        let in_hand = if has(&[Weapon::RocketLauncher, Weapon::GrenadeLauncher]) {
            InHand::Launcher
        } else if self.kind == Kind::Sniper || has(&[Weapon::SniperRifle]) {
            InHand::LongGun
        } else {
            InHand::Gun
        };
        let gear = Gear {
            shield: self.armour > 0,
            ..Gear::of(in_hand)
        };
        Appearance { silhouette, gear }
    }
}

/// Every word there is.
fn known() -> String {
    let kinds = Kind::ALL.iter().map(|k| k.name());
    let weapons = Weapon::ALL.iter().map(|w| w.name());
    let buffs = ["armour 1", "agility 1", "accuracy 1", "morale 1"];
    let words: Vec<_> = kinds.chain(weapons).chain(buffs).collect();
    words.join(", ")
}

/// Whether a unit may be so (D7, D8).
fn check(unit: &Unit, config: &Config) -> Result<(), UnitFault> {
    let (spec, kind) = (config.kind(unit.kind), unit.kind);
    if unit.weapons.len() > usize::from(spec.arms) {
        return Err(UnitFault::Weapons(kind, spec.arms));
    }
    if let Some(weapon) = unit.weapons.iter().find(|w| !spec.may(**w)) {
        let may = Weapon::ALL.iter().filter(|w| spec.may(**w));
        let may = may.copied().collect();
        return Err(UnitFault::Weapon(kind, *weapon, may));
    }
    let heavy = |w: &&Weapon| config.weapon(**w).heavy;
    let heavies = unit.weapons.iter().filter(heavy).count();
    if heavies > usize::from(spec.heavy) {
        return Err(UnitFault::Heavy(kind, spec.heavy));
    }
    if unit.armour > 0 && unit.agility > 0 {
        return Err(UnitFault::ArmourAndAgility);
    }
    if unit.agility > 0 && heavies > 0 {
        return Err(UnitFault::HeavyAndAgility);
    }
    let buffs = config.buffs(unit);
    if buffs > u16::from(config.buffs_most) {
        return Err(UnitFault::Buffs(buffs, config.buffs_most));
    }
    Ok(())
}

/// A unit in the words that `read` takes.
pub fn spell(unit: &Unit) -> String {
    let mut words = vec![unit.kind.name().to_string()];
    words.extend(unit.weapons.iter().map(|w| w.name().to_string()));
    for (name, points) in [
        ("armour", unit.armour),
        ("agility", unit.agility),
        ("accuracy", unit.accuracy),
        ("morale", unit.morale),
    ] {
        match points {
            0 => {}
            1 => words.push(name.into()),
            more => words.push(format!("{name} {more}")),
        }
    }
    words.join(", ")
}
