//! What a figure is: flavour, weapons, armour, traits and super powers (P1–P4, T, U).

use crate::battle::{Appearance, Choice, Gear, HalfPoints, Silhouette, Weapon};

/// The editions of the rules that this module plays.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Edition {
    /// The grid variant for every scale, with points, traits and super powers.
    #[default]
    Grid,
    /// The basic rules of 2017, with buildings that fight (E1–E5).
    Of2017,
}

impl Edition {
    /// All editions; the first is the default.
    pub const ALL: [Edition; 2] = [Edition::Grid, Edition::Of2017];
    /// Its name in files and options.
    pub fn name(self) -> &'static str {
        match self {
            Edition::Grid => "vsgmr",
            Edition::Of2017 => "vsgmr2017",
        }
    }
}

/// The kinds of figures. The first three are guys.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// An ordinary guy.
    Troop,
    /// A guy with +1 to attacks and skill rolls.
    Hero,
    /// A guy with −1 to attacks, armour and skill rolls.
    Mook,
    /// Ridden.
    Cavalry,
    /// Driven.
    Vehicle,
    /// Stands where it is, and may be armed (E2).
    Building,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 6] = [
        Kind::Troop,
        Kind::Hero,
        Kind::Mook,
        Kind::Cavalry,
        Kind::Vehicle,
        Kind::Building,
    ];
    /// Its name in force files.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Troop => "troop",
            Kind::Hero => "hero",
            Kind::Mook => "mook",
            Kind::Cavalry => "cavalry",
            Kind::Vehicle => "vehicle",
            Kind::Building => "building",
        }
    }
    /// Whether the rules of an edition know it (E2, E4).
    pub fn is_of(self, edition: Edition) -> bool {
        self != Kind::Building || edition == Edition::Of2017
    }
    /// Troop, hero or mook.
    #[inline]
    pub fn is_guy(self) -> bool {
        matches!(self, Kind::Troop | Kind::Hero | Kind::Mook)
    }
}

/// Armour worn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Armour {
    /// None: no armour roll at all.
    None,
    /// 6+.
    Light,
    /// 4+.
    Heavy,
}

/// The traits (T1–T17).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Trait {
    /// T1.
    AreaEffect,
    /// T2.
    CauseFear,
    /// T3.
    CombatMaster,
    /// T4.
    Disable,
    /// T5.
    DoubleStrike,
    /// T6.
    IgnoresArmor,
    /// T7.
    Flight,
    /// T8.
    Independent,
    /// T9.
    Inspiration,
    /// T10.
    Recruit,
    /// T11.
    Revenge,
    /// T12.
    Sharpshooter,
    /// T13.
    Sniper,
    /// T14.
    Stealth,
    /// T15.
    Summon,
    /// T16.
    Support,
    /// T17.
    Tough,
}

impl Trait {
    /// All traits, T1 first.
    pub const ALL: [Trait; 17] = [
        Trait::AreaEffect,
        Trait::CauseFear,
        Trait::CombatMaster,
        Trait::Disable,
        Trait::DoubleStrike,
        Trait::IgnoresArmor,
        Trait::Flight,
        Trait::Independent,
        Trait::Inspiration,
        Trait::Recruit,
        Trait::Revenge,
        Trait::Sharpshooter,
        Trait::Sniper,
        Trait::Stealth,
        Trait::Summon,
        Trait::Support,
        Trait::Tough,
    ];
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Trait::AreaEffect => "Area Effect Attack",
            Trait::CauseFear => "Cause Fear",
            Trait::CombatMaster => "Combat Master",
            Trait::Disable => "Disable",
            Trait::DoubleStrike => "Double Strike",
            Trait::IgnoresArmor => "Ignores Armor",
            Trait::Flight => "Flight",
            Trait::Independent => "Independent",
            Trait::Inspiration => "Inspiration",
            Trait::Recruit => "Recruit",
            Trait::Revenge => "Revenge",
            Trait::Sharpshooter => "Sharpshooter",
            Trait::Sniper => "Sniper",
            Trait::Stealth => "Stealth",
            Trait::Summon => "Summon",
            Trait::Support => "Support",
            Trait::Tough => "Tough",
        }
    }
}

/// A set of traits.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Traits(u32);

impl Traits {
    /// Whether the trait is in the set.
    #[inline]
    pub fn has(self, one: Trait) -> bool {
        self.0 >> one as u8 & 1 == 1
    }
    /// Adds a trait; false if it was there.
    pub fn add(&mut self, one: Trait) -> bool {
        let fresh = !self.has(one);
        self.0 |= 1 << one as u8;
        fresh
    }
    /// The traits, T1 first.
    pub fn iter(self) -> impl Iterator<Item = Trait> {
        Trait::ALL.into_iter().filter(move |t| self.has(*t))
    }
    /// How many.
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }
}

/// The super powers (U1, U2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Power {
    /// Armour rolls.
    Armour,
    /// Distance attacks.
    Blast,
    /// Hand to hand attacks.
    Fight,
    /// Movement and initiative.
    Move,
    /// Skill rolls.
    Skill,
}

impl Power {
    /// All powers.
    pub const ALL: [Power; 5] = [
        Power::Armour,
        Power::Blast,
        Power::Fight,
        Power::Move,
        Power::Skill,
    ];
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Power::Armour => "Super-Armor",
            Power::Blast => "Super-Blast",
            Power::Fight => "Super-Fight",
            Power::Move => "Super-Move",
            Power::Skill => "Super-Skill",
        }
    }
}

/// How strong a super power is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[repr(u8)]
pub enum Level {
    /// Not had.
    #[default]
    None,
    /// d8.
    Minor,
    /// d10.
    Major,
    /// d12.
    Superior,
}

impl Level {
    /// The levels one can have.
    pub const ALL: [Level; 3] = [Level::Minor, Level::Major, Level::Superior];
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Level::None => "",
            Level::Minor => "minor",
            Level::Major => "major",
            Level::Superior => "superior",
        }
    }
    /// Sides of the die rolled: 6, 8, 10, 12.
    pub fn die(self) -> u8 {
        6 + 2 * self as u8
    }
}

/// A figure's data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The edition whose words it is written in.
    pub edition: Edition,
    /// Flavour or type.
    pub kind: Kind,
    /// Commands the force (P4).
    pub commander: bool,
    /// Armour worn.
    pub armour: Armour,
    /// Makes distance attacks.
    pub distance: bool,
    /// Automatic fire (A3).
    pub automatic: bool,
    /// Traits.
    pub traits: Traits,
    /// Super powers, indexed by [`Power`].
    pub powers: [Level; 5],
    /// The kind of roll Support supports, before the player changes it (T16).
    pub support: Choice,
    /// Footprint size (B10).
    pub size: u8,
    /// Seats for guys, the controller's included (M2); 0: carries nobody.
    pub seats: u8,
    /// Whether it carries cavalry and smaller vehicles too (M2).
    pub carries_mounts: bool,
    /// Swims: water does not slow it (B6).
    pub swims: bool,
    /// A boat: it moves on water alone, deep or not (B14).
    pub boat: bool,
    /// Never struck by fear (T2).
    pub fearless: bool,
    /// Whoever it summons waits a round (P5).
    pub summon_waits: bool,
    /// Named skills (A9), in lower case.
    pub skills: Vec<String>,
    /// What it costs.
    pub cost: HalfPoints,
}

impl Unit {
    /// Whether it is a building: it never moves, nor fights hand to hand (E2).
    #[inline]
    pub fn is_building(&self) -> bool {
        self.kind == Kind::Building
    }
    /// Whether fear never strikes it (T2): buildings have no legs to run on.
    pub fn is_fearless(&self) -> bool {
        self.fearless || self.is_building()
    }
    /// Whether it has a trait.
    #[inline]
    pub fn has(&self, one: Trait) -> bool {
        self.traits.has(one)
    }
    /// What it looks like.
    pub fn appearance(&self) -> Appearance {
        let silhouette = match self.kind {
            _ if self.commander => Silhouette::Commander,
            Kind::Troop => Silhouette::Person,
            Kind::Hero => Silhouette::Hero,
            Kind::Mook => Silhouette::Small,
            Kind::Cavalry => Silhouette::Cavalry,
            Kind::Vehicle => Silhouette::Vehicle,
            Kind::Building => Silhouette::Building,
        };
        let weapon = match self.kind {
            _ if self.distance && self.has(Trait::Sniper) => Some(Weapon::LongGun),
            _ if self.distance => Some(Weapon::Gun),
            Kind::Mook => None,
            _ => Some(Weapon::Sword),
        };
        let gear = Gear {
            weapon,
            shield: self.armour != Armour::None || self.power(Power::Armour) != Level::None,
            wings: self.has(Trait::Flight),
        };
        Appearance { silhouette, gear }
    }
    /// The level of a super power.
    #[inline]
    pub fn power(&self, power: Power) -> Level {
        self.powers[power as usize]
    }
}
