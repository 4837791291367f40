//! The maps that ship with the program, embedded in it.

/// A shipped file: its name without the ending, and its text.
pub type Shipped = (&'static str, &'static str);

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        /// All shipped maps, by name.
        pub const MAPS: &[Shipped] = &[$(($name, include_str!(concat!("../../../maps/", $name, ".toml")))),*];
    };
}

shipped![
    "barrows",
    "cargo-deck",
    "castle",
    "catacombs",
    "crater",
    "deepwood",
    "delta",
    "desert-outpost",
    "dockland",
    "duel-ground",
    "dungeon",
    "fallen-city",
    "farmstead",
    "ford",
    "forest-clearing",
    "garden",
    "graveyard",
    "greenwood",
    "hamlet",
    "harbour",
    "hedgerows",
    "hill-pass",
    "inlet",
    "market-town",
    "nursery",
    "old-walls",
    "racing-hills",
    "ruined-block",
    "sandpit",
    "sewer",
    "stable-yard",
    "starship-deck",
    "subway",
    "terrace",
    "two-fords",
    "village",
    "western-street",
];

/// The text of a shipped map, by its file name without the ending, in upper or lower case.
pub fn map(name: &str) -> Option<Shipped> {
    MAPS.iter()
        .copied()
        .find(|(shipped, _)| shipped.eq_ignore_ascii_case(name))
}
