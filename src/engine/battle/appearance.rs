//! What a figure looks like, for whoever draws it. A ruleset says it; nobody guesses it from names.

/// The outline of a figure.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Silhouette {
    /// A person.
    #[default]
    Person,
    /// A person who is smaller than others, or counts for less.
    Small,
    /// A person or beast who is larger than others.
    Large,
    /// A person who counts for more than others.
    Hero,
    /// A person who leads others.
    Commander,
    /// A horseman; a horse alone while its riders are figures of their own.
    Cavalry,
    /// A vehicle on the ground.
    Vehicle,
    /// A building.
    Building,
    /// A ship or boat.
    Ship,
    /// A submarine.
    Submarine,
    /// A plane.
    Plane,
    /// A helicopter.
    Helicopter,
}

impl Silhouette {
    /// Whether it has hands and a back, and so shows what it carries.
    pub fn is_person(self) -> bool {
        use Silhouette::{Commander, Hero, Large, Person, Small};
        matches!(self, Person | Small | Large | Hero | Commander)
    }
}

/// A weapon in hand.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Weapon {
    /// For fights hand to hand.
    Sword,
    /// A bow.
    Bow,
    /// A gun of any kind.
    Gun,
    /// The gun of a sniper.
    LongGun,
    /// A launcher or another weapon that rests on the shoulder.
    Launcher,
}

/// What a figure carries.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Gear {
    /// The weapon in its hand, if there is one.
    pub weapon: Option<Weapon>,
    /// Whether it carries a shield: it is hard to harm.
    pub shield: bool,
    /// Whether it has wings: it can fly.
    pub wings: bool,
}

impl Gear {
    /// A weapon and nothing else.
    pub const fn of(weapon: Weapon) -> Self {
        Self {
            weapon: Some(weapon),
            shield: false,
            wings: false,
        }
    }
}

/// What a figure looks like.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Appearance {
    /// Its outline.
    pub silhouette: Silhouette,
    /// What it carries; drawn where the outline [is a person's](Silhouette::is_person).
    pub gear: Gear,
}

impl Appearance {
    /// A figure of this outline with a weapon in its hand.
    pub const fn armed(silhouette: Silhouette, weapon: Weapon) -> Self {
        Self {
            silhouette,
            gear: Gear::of(weapon),
        }
    }
}
