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
use emath::{Rect, vec2};
use layout::{Camera, Layout};

/// Everything of a board that stands still, but for its labels.
pub fn board(board: &Board, camera: &Camera, zones: Zones) -> Vec<Shape> {
    let mut brush = Brush::new(board, Layout::new(*board.grid()), *camera);
    let picture = picture(board, camera);
    if brush.is_far() {
        ground::far(&mut brush);
        picture.into_iter().for_each(|p| brush.add(p));
        zones::zones(&mut brush, zones);
        borders::far(&mut brush);
        return brush.done();
    }
    ground::draw(&mut brush);
    scenery::low(&mut brush);
    if picture.is_some() {
        // what stands there is on the picture too
        scenery::high(&mut brush);
        picture.into_iter().for_each(|p| brush.add(p));
        ground::grid_lines(&mut brush);
        zones::zones(&mut brush, zones);
    } else {
        ground::grid_lines(&mut brush);
        zones::zones(&mut brush, zones);
        scenery::high(&mut brush);
    }
    borders::draw(&mut brush);
    brush.done()
}

/// Where the picture under the grid lies, if there is one.
fn picture(board: &Board, camera: &Camera) -> Option<Shape> {
    let picture = board.map().credit.picture.as_ref()?;
    let units = |hundredths: i32| hundredths as f32 / picture.pixels_per_space as f32;
    let bounds = Layout::new(*board.grid()).bounds();
    let corner = bounds.min;
    let from = vec2(units(picture.offset.0), units(picture.offset.1));
    Some(Shape::Picture {
        at: camera.screen(corner - from),
        scale: camera.zoom * 100.0 / picture.pixels_per_space as f32,
        opacity: f32::from(picture.opacity) / 100.0,
        within: Rect::from_min_max(camera.screen(bounds.min), camera.screen(bounds.max)),
    })
}
