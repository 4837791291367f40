//! The pictures under the grids of maps: read once, and kept as textures.

use super::file_name;
use crate::board::{Map, Picture};
use crate::files::image::{self, About};
use crate::store::beside;
use crate::store::import::{self, How};
use crate::store::library::is_foreign;
use crate::store::{Failure, disk};
use egui::{ColorImage, Context, Pos2, Rect, Shape, TextureHandle, TextureOptions, Vec2};
use std::cell::RefCell;
use std::path::Path;

/// A picture that was read.
struct Known {
    picture: Picture,
    bytes: Vec<u8>,
    /// Its size in pixels of the file.
    size: Vec2,
    /// What is not a texture yet.
    image: Option<ColorImage>,
    texture: Option<TextureHandle>,
}

/// The most pictures that are kept.
const MOST: usize = 4;
/// The longest side of a texture.
const LONGEST: u16 = 4096;

thread_local! {
    static KNOWN: RefCell<Vec<Known>> = const { RefCell::new(Vec::new()) };
}

/// Reads the picture of a map, whose file or name this is; the newest of a name counts.
///
/// # Errors
/// The map names a picture that cannot be read.
pub fn load(file: &str, map: &Map) -> Result<(), Failure> {
    let Some(picture) = &map.credit.picture else {
        return Ok(());
    };
    let bytes = match is_foreign(file) {
        true => import::open(file, &How::default())?.picture()?,
        false => {
            let found = beside::picture(Path::new(file), &picture.file)?;
            Some(found.bytes)
        }
    };
    match bytes {
        Some(bytes) => keep(picture.clone(), bytes),
        None => Ok(()),
    }
}

/// Keeps the bytes of a picture.
///
/// # Errors
/// They are no picture that can be shown.
pub fn keep(picture: Picture, bytes: Vec<u8>) -> Result<(), Failure> {
    let about = about(&bytes)?;
    let image = decoded(&bytes)?;
    KNOWN.with_borrow_mut(|known| {
        known.retain(|k| k.picture.file != picture.file);
        if known.len() >= MOST {
            known.remove(0);
        }
        known.push(Known {
            picture,
            bytes,
            size: Vec2::new(about.wide as f32, about.high as f32),
            image: Some(image),
            texture: None,
        });
    });
    Ok(())
}

/// Kind and size of a picture.
fn about(bytes: &[u8]) -> Result<About, Failure> {
    image::about(bytes).map_err(Failure::of)
}

/// Writes the picture beside a map that is saved under another name.
///
/// # Errors
/// It cannot be written.
pub fn save_beside(picture: &Picture, map: &Path) -> Result<Option<Picture>, Failure> {
    let bytes = KNOWN.with_borrow(|known| {
        let found = known.iter().find(|k| k.picture.file == picture.file);
        found.map(|k| k.bytes.clone())
    });
    let Some(bytes) = bytes else {
        return Ok(None);
    };
    let stem = map.file_stem().unwrap_or_default().to_string_lossy();
    let ending = about(&bytes)?.kind.ending();
    let file = file_name::stem(&stem).unwrap_or_else(|_| "map".to_owned()) + "." + ending;
    disk::write(&map.with_file_name(&file), &bytes)?;
    let picture = Picture {
        file,
        ..picture.clone()
    };
    keep(picture.clone(), bytes)?;
    Ok(Some(picture))
}

/// Makes textures of pictures that were read since the last frame.
pub fn take_up(ctx: &Context) {
    KNOWN.with_borrow_mut(|known| {
        for known in known.iter_mut() {
            if let Some(image) = known.image.take() {
                let name = known.picture.file.clone();
                known.texture = Some(ctx.load_texture(name, image, TextureOptions::LINEAR));
            }
        }
    });
}

/// The shape of the picture of a board; none if it was not read.
pub fn shape(
    picture: &Picture,
    (at, scale): (Pos2, f32),
    opacity: f32,
    within: Rect,
) -> Option<Shape> {
    KNOWN.with_borrow(|known| {
        let known = known.iter().find(|k| k.picture.file == picture.file)?;
        let texture = known.texture.as_ref()?;
        let whole = Rect::from_min_size(at, known.size * scale);
        let seen = whole.intersect(within);
        let part = |p: Pos2| ((p - whole.min) / whole.size()).to_pos2();
        let uv = Rect::from_min_max(part(seen.min), part(seen.max));
        let tint = egui::Color32::WHITE.gamma_multiply(opacity);
        seen.is_positive()
            .then(|| Shape::image(texture.id(), seen, uv, tint))
    })
}

/// The pixels of a picture, shrunk to what a texture can hold.
#[cfg(feature = "print")]
fn decoded(bytes: &[u8]) -> Result<ColorImage, Failure> {
    let (wide, high, pixels) = crate::print::decoded(bytes, LONGEST.into())?;
    let size = [wide as usize, high as usize];
    Ok(ColorImage::from_rgba_premultiplied(size, &pixels))
}

/// The pixels of a PNG picture.
#[cfg(not(feature = "print"))]
fn decoded(bytes: &[u8]) -> Result<ColorImage, Failure> {
    let most = u64::from(LONGEST) * u64::from(LONGEST);
    let pixels = crate::files::backdrop::pixels(bytes, most);
    let (wide, high, pixels) = pixels.map_err(Failure::of)?;
    let size = [wide as usize, high as usize];
    Ok(ColorImage::from_rgba_unmultiplied(size, &pixels))
}
