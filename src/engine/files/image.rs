//! Picture files that a map names: which kinds there are, and how large they may be.
//!
//! The size stands in the first bytes of a file, so that it is known before anything is unpacked.

use crate::source::as_text;
use imagesize::{ImageType, blob_size, image_type};

/// The longest picture file that is read, in bytes.
pub const MOST_BYTES: u64 = 32 << 20;
/// The widest and the highest picture, in pixels.
pub const MOST_SIDE: usize = 16_384;
/// The most pixels of a picture.
pub const MOST_PIXELS: usize = 1 << 26;

/// The kinds of pictures that are read.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// PNG.
    Png,
    /// JPEG.
    Jpeg,
    /// WebP.
    Webp,
}

impl Kind {
    /// The ending of its files' names.
    pub fn ending(self) -> &'static str {
        match self {
            Kind::Png => "png",
            Kind::Jpeg => "jpg",
            Kind::Webp => "webp",
        }
    }
    /// Its name in addresses that hold the picture itself.
    pub fn media_type(self) -> &'static str {
        match self {
            Kind::Png => "image/png",
            Kind::Jpeg => "image/jpeg",
            Kind::Webp => "image/webp",
        }
    }
}

/// What a picture file says about itself.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Its kind, by its first bytes; the ending of its name does not matter.
    pub kind: Kind,
    /// Its width in pixels.
    pub wide: usize,
    /// Its height in pixels.
    pub high: usize,
}

/// A picture file that cannot be used.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureFault {
    /// Longer than [`MOST_BYTES`].
    #[error("the picture is longer than {} MiB, the limit", MOST_BYTES >> 20)]
    TooLong,
    /// Of no known kind.
    #[error("the file is no PNG, JPEG or WebP picture")]
    OtherKind,
    /// Its first bytes make no sense.
    #[error("the picture is damaged")]
    Damaged,
    /// Without pixels: its width and height.
    #[error("the picture has {0} × {1} pixels")]
    Empty(usize, usize),
    /// Too wide, too high or too large in all: its width and height.
    #[error(
        "the picture has {0} × {1} pixels; the limits are {MOST_SIDE} a side and {MOST_PIXELS} in all"
    )]
    TooLarge(usize, usize),
}

as_text!(PictureFault);

/// Kind and size of a picture file, without unpacking it.
///
/// # Errors
/// What is wrong: it is of another kind, damaged, or too large.
///
/// ```
/// use skirmish_engine::files::{image, png};
/// let about = image::about(&png::png(3, 2, &[[0; 4]; 6])).unwrap();
/// assert_eq!((about.wide, about.high), (3, 2));
/// assert!(image::about(b"<svg/>").is_err());
/// ```
pub fn about(bytes: &[u8]) -> Result<About, PictureFault> {
    if bytes.len() as u64 > MOST_BYTES {
        return Err(PictureFault::TooLong);
    }
    let kind = match image_type(bytes) {
        Ok(ImageType::Png) => Kind::Png,
        Ok(ImageType::Jpeg) => Kind::Jpeg,
        Ok(ImageType::Webp) => Kind::Webp,
        _ => return Err(PictureFault::OtherKind),
    };
    let size = blob_size(bytes).map_err(|_| PictureFault::Damaged)?;
    let (wide, high) = (size.width, size.height);
    if wide == 0 || high == 0 {
        return Err(PictureFault::Empty(wide, high));
    }
    let fits = wide.max(high) <= MOST_SIDE && wide * high <= MOST_PIXELS;
    match fits {
        true => Ok(About { kind, wide, high }),
        false => Err(PictureFault::TooLarge(wide, high)),
    }
}
