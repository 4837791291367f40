//! The picture under the grid, ready to be drawn.

use super::error::PrintError;
#[cfg(feature = "print")]
use super::overlay::tree;
use crate::board::Picture;
use crate::files::image::{self, Kind};
use base64::Engine;
use std::sync::{Arc, OnceLock};
use tiny_skia::Pixmap;

/// The longest side of a picture that is drawn as pixels.
const LONGEST: f32 = 8192.0;

/// A picture that lies under the grid of a board.
pub struct Backdrop {
    /// Its file.
    pub(super) bytes: Vec<u8>,
    pub(super) kind: Kind,
    /// Width and height in pixels of the file.
    pub(super) size: (f32, f32),
    /// Its pixels, once they are needed.
    pixels: OnceLock<Option<Pixmap>>,
}

impl std::fmt::Debug for Backdrop {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let mut all = f.debug_struct("Backdrop");
        all.field("kind", &self.kind)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}

impl Backdrop {
    /// A picture from the bytes of its file; none if these are no picture, or it is not to be seen.
    pub fn new(picture: &Picture, bytes: &[u8]) -> Option<Arc<Self>> {
        let found = Self::of(bytes).ok()?;
        (picture.opacity > 0).then(|| Arc::new(found))
    }

    fn of(bytes: &[u8]) -> Result<Self, PrintError> {
        let about = image::about(bytes)?;
        Ok(Self {
            bytes: bytes.to_vec(),
            kind: about.kind,
            size: (about.wide as f32, about.high as f32),
            pixels: OnceLock::new(),
        })
    }

    /// All of it, as the address of an image in SVG.
    pub(super) fn address(&self) -> String {
        let text = base64::engine::general_purpose::STANDARD.encode(&self.bytes);
        format!("data:{};base64,{text}", self.kind.media_type())
    }

    /// Its pixels, and how many of them one pixel of the file has; none if it is damaged.
    pub(super) fn pixels(&self) -> Option<(&Pixmap, f32)> {
        let drawn = self.pixels.get_or_init(|| self.drawn(LONGEST).ok());
        let drawn = drawn.as_ref()?;
        Some((drawn, drawn.width() as f32 / self.size.0))
    }

    #[cfg(feature = "print")]
    fn drawn(&self, longest: f32) -> Result<Pixmap, PrintError> {
        let (wide, high) = self.size;
        let scale = (longest / wide.max(high)).min(1.0);
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             width=\"{wide}\" height=\"{high}\"><image width=\"{wide}\" height=\"{high}\" \
             preserveAspectRatio=\"none\" xlink:href=\"{}\"/></svg>",
            self.address()
        );
        let tree = tree(&svg)?;
        let size = |side: f32| (side * scale).round().max(1.0) as u32;
        let mut pixels = Pixmap::new(size(wide), size(high)).ok_or(PrintError::NoMemory)?;
        let shrunk = tiny_skia::Transform::from_scale(scale, scale);
        resvg::render(&tree, shrunk, &mut pixels.as_mut());
        Ok(pixels)
    }

    /// PNG pictures alone, as they are.
    #[cfg(not(feature = "print"))]
    fn drawn(&self, longest: f32) -> Result<Pixmap, PrintError> {
        let most = f64::from(longest) * f64::from(longest);
        let (wide, high, bytes) = crate::files::backdrop::pixels(&self.bytes, most as u64)
            .map_err(|why| PrintError::Pixels(why.to_string()))?;
        let mut pixels = Pixmap::new(wide, high).ok_or(PrintError::NoMemory)?;
        for (to, [r, g, b, a]) in pixels.pixels_mut().iter_mut().zip(bytes.as_chunks().0) {
            *to = tiny_skia::ColorU8::from_rgba(*r, *g, *b, *a).premultiply();
        }
        Ok(pixels)
    }
}

/// Width, height and pixels of a picture of any kind that can be drawn: red, green, blue and
/// opacity, the colours multiplied by it. A picture with a side longer than this is shrunk.
///
/// # Errors
/// It cannot be read.
#[cfg(feature = "print")]
pub fn decoded(bytes: &[u8], longest: f32) -> Result<(u32, u32, Vec<u8>), PrintError> {
    let pixels = Backdrop::of(bytes)?.drawn(longest)?;
    Ok((pixels.width(), pixels.height(), pixels.take()))
}
