//! The colour of what is drawn on a tile: a last resort to guess what it is.

use super::super::backdrop::{PngFault, pixels};
use super::super::input::{Beside, Missing};
use super::super::notes::Notes;
use super::doc::{Doc, Tile, Tileset};
use super::meaning::Work;
use rustc_hash::FxHashMap;

/// The most pixels of a picture of tiles.
const MOST_PIXELS: u64 = 16 << 20;
/// The most pictures that are opened for a map.
const MOST_PICTURES: usize = 256;
/// A tile with less colour than this says nothing, in percent of its pixels.
const LEAST: u64 = 25;
/// A tile with at least this much colour hides what lies below it.
const OPAQUE: u64 = 90;

/// The mean colour of a tile.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Mean {
    /// `0xrrggbb`.
    pub colour: u32,
    /// Whether it hides what lies below.
    pub opaque: bool,
}

/// A picture, four bytes a pixel: red, green, blue, opacity.
struct Image {
    wide: u32,
    high: u32,
    pixels: Vec<u8>,
}

/// The pictures of tiles that were opened.
pub(super) struct Pictures<'a> {
    beside: Beside<'a>,
    known: FxHashMap<String, Option<Image>>,
}

impl<'a> Pictures<'a> {
    pub fn new(beside: Beside<'a>) -> Self {
        Self {
            beside,
            known: FxHashMap::default(),
        }
    }

    /// The mean colour of a tile; none if its picture cannot be read or shows next to nothing.
    pub fn mean(&mut self, doc: &Doc, gid: u32, notes: &mut Notes) -> Option<Mean> {
        let (set, id) = doc.set_of(gid)?;
        let own = set
            .tiles
            .get(&id)
            .and_then(|tile: &Tile| tile.file.as_ref());
        if let Some(file) = own {
            let image = self.open(&format!("{}{file}", set.folder), notes)?;
            return image.mean(0, 0, image.wide, image.high);
        }
        let file = set.image.as_ref()?;
        let image = self.open(&format!("{}{file}", set.folder), notes)?;
        let (x, y, wide, high) = part(set, id, image.wide)?;
        image.mean(x, y, wide, high)
    }

    fn open(&mut self, path: &str, notes: &mut Notes) -> Option<&Image> {
        if !self.known.contains_key(path) {
            let found = match self.known.len() < MOST_PICTURES {
                true => match (self.beside)(path) {
                    Ok(bytes) => image(&bytes).map_err(|fault| fault.to_string()),
                    Err(Missing::NotThere(why) | Missing::Refused(why)) => Err(why),
                },
                false => Err("too many pictures".to_owned()),
            };
            if let Err(why) = &found {
                let what = format!("the picture of a tileset was not read: {why}");
                notes.lost(what, path);
            }
            self.known.insert(path.to_owned(), found.ok());
        }
        self.known[path].as_ref()
    }
}

impl Work<'_> {
    /// The kind of terrain that the colour of a tile proposes, and whether it hides what is below.
    pub(super) fn by_colour(&mut self, doc: &Doc, gid: u32) -> Option<(u8, bool)> {
        if let Some(known) = self.colours.get(&gid) {
            return *known;
        }
        let mean = self.pictures.mean(doc, gid, &mut self.sketch.notes);
        let found = mean.and_then(|mean| {
            let is = self.mapping.nearest(mean.colour)?;
            Some((self.sketch.kind(is, self.mapping), mean.opaque))
        });
        self.colours.insert(gid, found);
        found
    }
}

/// Where a tile lies in the picture of its set: left, top, width and height.
fn part(set: &Tileset, id: u32, wide: u32) -> Option<(u32, u32, u32, u32)> {
    // no picture is wider than this
    let pixels = |side: f64| side.clamp(0.0, 1e6) as u32;
    let (tile_wide, tile_high) = (pixels(set.tile.0), pixels(set.tile.1));
    if tile_wide == 0 || tile_high == 0 {
        return None;
    }
    let step = tile_wide + set.spacing;
    let across = wide.saturating_sub(2 * set.margin) + set.spacing;
    let columns = match set.columns {
        0 => across / step,
        columns => columns,
    };
    let columns = columns.max(1);
    let place = |n: u32, size: u32| n.checked_mul(size + set.spacing)?.checked_add(set.margin);
    Some((
        place(id % columns, tile_wide)?,
        place(id / columns, tile_high)?,
        tile_wide,
        tile_high,
    ))
}

impl Image {
    fn mean(&self, x: u32, y: u32, wide: u32, high: u32) -> Option<Mean> {
        if x >= self.wide || y >= self.high {
            return None;
        }
        let (right, bottom) = (
            x.saturating_add(wide).min(self.wide),
            y.saturating_add(high).min(self.high),
        );
        let mut sum = [0u64; 4];
        for row in y..bottom {
            let at = |column: u32| (row as usize * self.wide as usize + column as usize) * 4;
            for pixel in self.pixels[at(x)..at(right)].chunks_exact(4) {
                let opacity = u64::from(pixel[3]);
                for (sum, part) in sum.iter_mut().zip(&pixel[..3]) {
                    *sum += u64::from(*part) * opacity;
                }
                sum[3] += opacity;
            }
        }
        let all = u64::from(right - x) * u64::from(bottom - y);
        let percent = sum[3] * 100 / (all * 255);
        if percent < LEAST {
            return None;
        }
        let part = |i: usize| (sum[i] / sum[3]) as u32;
        Some(Mean {
            colour: part(0) << 16 | part(1) << 8 | part(2),
            opaque: percent >= OPAQUE,
        })
    }
}

/// Reads a PNG picture.
fn image(bytes: &[u8]) -> Result<Image, PngFault> {
    let (wide, high, pixels) = pixels(bytes, MOST_PIXELS)?;
    Ok(Image { wide, high, pixels })
}
