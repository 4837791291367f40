//! How a board looks: ground, scenery, borders and zones as a few kinds of shapes.
//!
//! The window puts the shapes on the screen, `print` into pictures and pages; both look alike
//! because neither decides anything. It knows no figures, no window, no paper.

pub mod borders;
pub mod brush;
pub mod colour;
pub mod ground;
pub mod layout;
pub mod scenery;
pub mod shape;
pub mod zones;

pub use brush::Brush;
pub use shape::{Shape, StampKey, Stroke};
pub use zones::{Seats, Zones};

use crate::board::Board;
use layout::{Camera, Layout};

/// Everything of a board that stands still, but for its labels.
pub fn board(board: &Board, camera: &Camera, zones: Zones) -> Vec<Shape> {
    let mut brush = Brush::new(board, Layout::new(*board.grid()), *camera);
    if brush.is_far() {
        ground::far(&mut brush);
        zones::zones(&mut brush, zones);
        borders::far(&mut brush);
        return brush.done();
    }
    ground::draw(&mut brush);
    scenery::low(&mut brush);
    ground::grid_lines(&mut brush);
    zones::zones(&mut brush, zones);
    scenery::high(&mut brush);
    borders::draw(&mut brush);
    brush.done()
}
