//! Kinds of terrain.

use serde::{Deserialize, Serialize};

/// What a step onto a space costs (B6).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cost {
    /// An ordinary step: 1.
    Plain,
    /// Difficult ground: 2.
    Hard,
    /// Nobody enters on foot.
    No,
}

/// What a space or border does to a line of sight crossing it (S3, S5).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opacity {
    /// Nothing.
    Clear,
    /// Cover.
    Partial,
    /// Blocked.
    Blocking,
}

/// Index into a map's list of terrains.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TerrainId(pub u8);

/// One kind of terrain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Terrain {
    /// Its name, e.g. `wood`.
    pub name: String,
    /// The character that stands for it in a map file.
    pub sign: char,
    /// What entering costs.
    pub cost: Cost,
    /// Swimmers enter at cost 1, whatever `cost` says.
    pub water: bool,
    /// Not part of the board: never entered, not even in the air (`void`).
    pub void: bool,
    /// What it does to lines of sight.
    pub sight: Opacity,
    /// Height above the ground, in levels.
    pub height: u8,
    /// Whether a figure standing here is in cover (S5).
    pub cover: bool,
    /// A single object over all connected spaces of this kind that takes this many unsaved
    /// hits (A8); none: each space falls by itself at the first.
    pub hits: Option<u8>,
    /// The terrain that is left when it is destroyed; `None` if it cannot be destroyed.
    pub becomes: Option<TerrainId>,
    /// Colour when drawn, 0xRRGGBB.
    pub colour: u32,
}
