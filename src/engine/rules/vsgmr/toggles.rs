//! Words of the configuration: the readings between which a toggle chooses, and the reading that
//! battles had before a key existed.

pub use crate::rules::doors::Doors;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// How distances are measured (B3, B5).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// By the table of figure scales.
    #[default]
    Scale,
    /// By the edges of a printed rules sheet.
    Paper,
}

/// What difficult ground and hills do to a move (B6, E6).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoughGround {
    /// Each such step costs 2.
    #[default]
    HalfSpeed,
    /// A move that touches such ground covers at most half of the Move Unit.
    HalfMove,
}

/// Which terrain can be destroyed (A8).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Breakable {
    /// Walls and buildings, trees, rocks, thickets and scrub.
    #[default]
    All,
    /// Walls and buildings only, and what the map says.
    Walls,
}

/// Objects that take several hits (E3).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Objects {
    /// Each space and each border by itself, unless the map says how many hits it takes.
    #[default]
    Spaces,
    /// Connected walls, in pieces, and whole buildings.
    Runs,
}

/// End of a battle of three or more teams (R4).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FirstGone {
    /// The others play on until one team is left.
    #[default]
    PlayOn,
    /// The battle ends, and points decide.
    Ends,
}

/// Where the object of a transport battle lies (C4).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ObjectPlace {
    /// A die decides among the spaces that are equally near to the centre.
    #[default]
    Die,
    /// The first of them in reading order.
    First,
}

/// Buildings of fortress assaults (C5).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FortressKind {
    /// A building that the map gives hits; else the largest run of walls or buildings.
    #[default]
    AnyRun,
    /// Only a building that the map gives hits.
    HitsOnly,
}

/// In which turns Inspiration may repeat an armour roll (T9).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InspirationArmour {
    /// In every turn.
    #[default]
    AnyTurn,
    /// Only in turns of the figure's own side.
    OwnTurn,
}

/// Reach of a figure with Sniper (T13).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SniperRange {
    /// The reach is doubled.
    #[default]
    Double,
    /// The reach is the long range of the scale table.
    LongRange,
}

/// What "half" on the solo table means (O2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SoloHalf {
    /// Half of the figures.
    #[default]
    Figures,
    /// Half of the points.
    Points,
}

/// The keys that the first records do not have, each with how those battles were played.
pub fn before() -> Value {
    json!({
        "rough": "half_speed",
        "paper_halves": false,
        "doors": "scenario",
        "prising": false,
        "touching_cover": true,
        "enemies_block_sight": true,
        "hover_anywhere": false,
        "capture_mounts": false,
        "passengers_attack": false,
        "idle_mounts_fight": false,
        "empty_mounts_stand": true,
        "support_stacks": false,
        "commander_required": false,
        "first_gone": "ends",
        "breakable": "walls",
        "objects": "spaces",
        "transport_object": "first",
        "fortress": "hits_only",
        "lone_mounts_return": false,
        "terrain_first": true,
        "wall_lines": false,
        "hopeless_rolls": true,
        "facing_of_all": true,
        "figure_disputes": false,
    })
}

/// Keys that only the edition of 2017 uses. Rules files of the grid variant may set them too.
pub const ONLY_2017: [&str; 21] = [
    "move_through_enemies",
    "enemies_block_sight",
    "idle_mounts_fight",
    "equal_figures",
    "figures_least",
    "figures_most",
    "heroes",
    "hits_by_size",
    "objects",
    "piece_most",
    "block_most",
    "small_hits",
    "medium_hits",
    "large_hits",
    "medium_from",
    "large_from",
    "terrain_die",
    "terrain_disputes",
    "terrain_first",
    "wall_lines",
    "building_bonus",
];
