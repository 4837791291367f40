//! The maps that ship with the program, embedded in it.

/// A shipped file: its name without the ending, and its text.
pub type Shipped = (&'static str, &'static str);

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        /// All shipped maps, by name.
        pub const MAPS: &[Shipped] = &[$(($name, include_str!(concat!("../../maps/", $name, ".toml")))),*];
    };
}

shipped![
    "castle",
    "crater",
    "delta",
    "desert-outpost",
    "duel-ground",
    "dungeon",
    "ford",
    "forest-clearing",
    "graveyard",
    "harbour",
    "hill-pass",
    "inlet",
    "ruined-block",
    "sandpit",
    "sewer",
    "starship-deck",
    "subway",
    "village",
    "western-street",
];

/// The text of a shipped map, by its file name without the ending, in upper or lower case.
pub fn map(name: &str) -> Option<Shipped> {
    MAPS.iter()
        .copied()
        .find(|(shipped, _)| shipped.eq_ignore_ascii_case(name))
}
