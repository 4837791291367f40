//! Maps on paper and as pictures: SVG, PNG, and PDF pages at true scale.
//!
//! All lengths are millimetres. A board becomes shapes (`board`); they become SVG text (`svg`),
//! pixels (`raster`) or PDF (`pdf`), on one sheet (`sheet`) or on pages with marks, key and ruler
//! (`page`). `quick` lays out a quick reference. `render` writes the files. The feature `draw` has the
//! pixels of boards alone; texts and PDF need `print`.

mod backdrop;
mod board;
mod error;
#[cfg(feature = "print")]
mod figures;
mod key;
mod overlay;
#[cfg(feature = "print")]
mod page;
#[cfg(feature = "print")]
mod pdf;
#[cfg(feature = "print")]
mod quick;
mod raster;
#[cfg(feature = "print")]
mod reference;
mod render;
mod sheet;
mod svg;

pub use backdrop::Backdrop;
#[cfg(feature = "print")]
pub use backdrop::decoded;
pub use error::PrintError;
#[cfg(feature = "print")]
pub use figures::{Card, sheets};
#[cfg(feature = "print")]
pub use page::{Page, Paper, Plan, pages, plan};
#[cfg(feature = "print")]
pub use quick::{Piece, quick};
#[cfg(feature = "print")]
pub use render::{pdf, png_of_page};
pub use render::{png, png_in, png_with_size};
pub use sheet::{Sheet, show, strips};

use crate::board::{Board, Map};
use std::sync::Arc;

/// Points a space in which boards are drawn, whatever their size on paper: all details show.
const ZOOM: f32 = 48.0;

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
    /// Zones and levels.
    pub marks: bool,
    /// A key of the terrain.
    pub key: bool,
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
            key: false,
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
