//! The picture under the grid, ready to be drawn.

use crate::board::Picture;
use crate::files::image;
use base64::Engine;
use std::sync::Arc;

/// A picture that lies under the grid of a board.
#[derive(Clone, PartialEq, Eq)]
pub struct Backdrop {
    /// All of it, as the address of an image in SVG.
    pub(super) address: String,
    /// Width and height in pixels.
    pub(super) size: (u32, u32),
}

impl std::fmt::Debug for Backdrop {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("Backdrop")
            .field("size", &self.size)
            .finish()
    }
}

impl Backdrop {
    /// A picture from the bytes of its file; none if these are no picture, or it is not to be seen.
    pub fn new(picture: &Picture, bytes: &[u8]) -> Option<Arc<Self>> {
        let found = Self::of(bytes)?;
        (picture.opacity > 0).then(|| Arc::new(found))
    }

    /// A picture from the bytes of its file.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        let about = image::about(bytes).ok()?;
        let text = base64::engine::general_purpose::STANDARD.encode(bytes);
        Some(Self {
            address: format!("data:{};base64,{text}", about.kind.media_type()),
            size: (about.wide as u32, about.high as u32),
        })
    }
}
