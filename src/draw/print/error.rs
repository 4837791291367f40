//! What cannot be drawn or written.

use crate::files::image::PictureFault;

/// Pixels of a picture at most.
pub(super) const MOST_PIXELS: f64 = 120e6;

/// Pages at most.
pub(super) const MOST_PAGES: u32 = 400;

/// Why a sheet, a page or a picture cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PrintError {
    /// The text of a page is no SVG that can be drawn.
    #[error("the page cannot be drawn: {0}")]
    Svg(String),
    /// The pixels find no room in memory.
    #[error("not enough memory for the picture")]
    NoMemory,
    /// A picture of this many pixels is too large.
    #[error(
        "the picture would have {wide:.0} × {high:.0} pixels, more than the limit of {most:.0}; use a smaller --dpi, or write .svg",
        most = MOST_PIXELS
    )]
    TooManyPixels {
        /// Pixels from left to right.
        wide: f64,
        /// Pixels from top to bottom.
        high: f64,
    },
    /// The map takes more pages than are written.
    #[error(
        "the map is {wide:.0} × {high:.0} mm and needs {pages} pages; the limit is {most}. Use a smaller --space or a larger --paper, or write one sheet as .svg",
        most = MOST_PAGES
    )]
    TooManyPages {
        /// Its width in millimetres.
        wide: f64,
        /// Its height in millimetres.
        high: f64,
        /// How many pages it takes.
        pages: u32,
    },
    /// The quick reference is too long for a page of this paper.
    #[error("the quick reference does not fit on one page of {0}; use a larger --paper")]
    TooLong(&'static str),
    /// A page of this size has no room for what is named.
    #[error("the page has no room for {0}")]
    NoRoom(&'static str),
    /// A page was refused by the writer of PDF files.
    #[error("a page could not be drawn")]
    Page,
    /// The PNG file cannot be written.
    #[error("the PNG cannot be written: {0}")]
    Png(String),
    /// The PDF file cannot be written.
    #[error("cannot write PDF: {0}")]
    Pdf(String),
    /// The program was built without the feature `print`.
    #[error("this build cannot draw texts")]
    NoTexts,
    /// The bytes are no picture that can be read.
    #[error(transparent)]
    Picture(#[from] PictureFault),
    /// The pixels of a PNG picture cannot be read.
    #[cfg(not(feature = "print"))]
    #[error("{0}")]
    Pixels(String),
}
