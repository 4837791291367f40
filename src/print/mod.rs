//! Maps on paper and as pictures: SVG, PNG, and PDF pages at true scale.
//!
//! All lengths are millimetres. A board becomes SVG text (`svg`), a sheet or pages of it with
//! marks, key and ruler (`page`), and these a picture or a PDF (`render`).

mod backdrop;
mod figures;
mod page;
mod render;
mod svg;

pub use backdrop::Backdrop;
pub use figures::{Card, sheets};
pub use page::{Paper, pages, sheet, strips};
pub use render::{Trouble, decoded, pdf, png, png_with_size};
pub use svg::{Sheet, escape, show};

use crate::board::{Board, Map};
use std::sync::Arc;

/// How much ink a print takes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub enum Style {
    /// As in the window.
    #[default]
    Full,
    /// Outlines on white.
    Saving,
    /// The lines between the spaces, and borders.
    Grid,
}

/// How a map is printed.
#[derive(Clone, Debug)]
pub struct Print {
    /// Size of a space.
    pub space: f64,
    /// Ink.
    pub style: Style,
    /// The name of every space on it.
    pub coordinates: bool,
    /// What only the game master should see: zones, levels.
    pub marks: bool,
    /// How much of a page is on the next one again.
    pub overlap: f64,
    /// The picture under the grid.
    pub backdrop: Option<Arc<Backdrop>>,
}

impl Print {
    /// A print of a map at its own size.
    pub fn of(map: &Map) -> Self {
        Self {
            space: f64::from(map.space_size) / 100.0,
            style: Style::Full,
            coordinates: false,
            marks: false,
            overlap: 10.0,
            backdrop: None,
        }
    }
    /// Width and height of the whole board.
    pub fn size(&self, board: &Board) -> (f64, f64) {
        let bounds = crate::look::layout::Layout::new(*board.grid()).bounds();
        (
            f64::from(bounds.width()) * self.space,
            f64::from(bounds.height()) * self.space,
        )
    }
}
