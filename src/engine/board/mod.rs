//! The board: spaces, terrain, borders, elevation, footprints, facing, sight, reach, route.
//!
//! It knows no figures and no rules: who stands where and who may pass comes in as sets of
//! spaces. Squares and hexes differ in [`grid`] and nowhere else. Integers only.

mod compiled;
mod damage;
mod damaged;
mod exposed;
mod footprint;
pub mod grid;
mod hop;
mod line;
mod lines;
mod map;
mod mover;
mod open_reach;
mod reach;
mod route;
mod runs;
mod shape;
mod sight;
mod sight_table;
mod space;
mod step;
mod straight;
mod sweep;
mod terrain;
mod unseen;
mod ways;

pub use compiled::Board;
pub use damage::{Change, Damage};
pub use damaged::DamagedBoards;
pub use exposed::evenly;
pub use footprint::Footprint;
pub use grid::{
    Cell, Edge, Facing, Grid, GridKind, Images, Landing, Motion, Offset, Stagger, Symmetry,
};
pub use lines::Lines;
pub use map::{Border, BorderKind, Credit, Map, Picture, Use, Zone};
pub use mover::{Gait, Going, Mover, Rough};
pub use reach::Reach;
pub use route::Route;
pub use runs::{Between, Runs};
pub use sight::{Cause, Look, Seen};
pub use space::{Space, Spaces};
pub use sweep::Sight;
pub use terrain::{Cost, Opacity, Terrain, TerrainId};
pub use unseen::Unseen;

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Board({:?}, {:?})", self.map().name, self.grid())
    }
}
