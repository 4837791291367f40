//! Maps as files for other programs, and as pictures.

use super::failure::{Failure, Undrawn};
use crate::board::Map;
use crate::files::foreign::Format;
use crate::files::notes::Notes;
use crate::files::{image, tiled, uvtt, write};
use std::path::{Path, PathBuf};

/// What a map is written as.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A map.
    Map(Format),
    /// A picture, with the facts of its grid beside it.
    Picture,
}

impl Target {
    /// The format of a file to be written, by its ending.
    ///
    /// # Errors
    /// No map can be written in that format.
    pub fn of(to: &Path) -> Result<Self, Failure> {
        let ending = to.extension().unwrap_or_default().to_string_lossy();
        match Format::of_ending(&ending) {
            Some(format @ (Format::Skirmish | Format::Tmx | Format::Uvtt)) => {
                Ok(Target::Map(format))
            }
            Some(format) => Err(Failure::message(format!(
                "{} files can be read but not written; use .toml, .tmx, .uvtt or .png",
                format.name()
            ))),
            None if ending.eq_ignore_ascii_case("png") => Ok(Target::Picture),
            None => Err(Failure::message(format!(
                "{}: the ending of the file name decides the format; use .toml, .tmx, .uvtt or .png",
                to.display()
            ))),
        }
    }
    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Target::Map(format) => format.name(),
            Target::Picture => "picture (PNG) and facts of its grid (JSON)",
        }
    }
}

/// Names the file of a map's picture: beside the file to be written, and called like it.
pub fn name_picture(map: &mut Map, bytes: &[u8], to: &Path) {
    let stem = to.file_stem().unwrap_or_default().to_string_lossy();
    let ending = image::about(bytes).map_or("png", |about| about.kind.ending());
    if let Some(picture) = &mut map.credit.picture {
        picture.file = format!("{stem}.{ending}");
    }
}

/// What is written for a map.
#[derive(Debug, Default)]
pub struct Written {
    /// The file itself.
    pub bytes: Vec<u8>,
    /// What that format cannot hold.
    pub notes: Notes,
    /// Files beside it.
    pub beside: Vec<(PathBuf, Vec<u8>)>,
}

/// A map as the file `to` and those beside it. `picture`: the picture under its grid.
///
/// # Errors
/// The format cannot hold this map, or this build cannot draw.
pub fn written(
    map: &Map,
    target: Target,
    to: &Path,
    picture: Option<Vec<u8>>,
) -> Result<Written, Failure> {
    match target {
        Target::Picture => pictured(map, to, picture),
        Target::Map(Format::Tmx) => {
            let stem = to.file_stem().unwrap_or_default().to_string_lossy();
            let tiles = format!("{stem}-tiles.png");
            let mut notes = Notes::default();
            if let Some(picture) = &map.credit.picture {
                let what = "the picture under the grid was left out";
                notes.lost(what, picture.file.clone());
            }
            Ok(Written {
                bytes: tiled::write(map, &tiles).into_bytes(),
                notes,
                beside: vec![(to.with_file_name(tiles), tiled::tiles(map).png)],
            })
        }
        Target::Map(Format::Uvtt) => {
            uvtt::fits(map).map_err(Failure::message)?;
            let drawn = drawn(map, picture);
            let image = drawn.as_ref().ok();
            let (text, mut notes) = uvtt::write(map, image).map_err(Failure::message)?;
            if let Err(why) = drawn {
                notes.lost(
                    format!("the file contains no picture: {why}"),
                    "the whole map",
                );
            }
            Ok(Written {
                bytes: text.into_bytes(),
                notes,
                ..Written::default()
            })
        }
        Target::Map(_) => {
            let named = map.credit.picture.as_ref();
            let beside = named.zip(picture);
            let beside = beside.map(|(named, bytes)| (to.with_file_name(&named.file), bytes));
            Ok(Written {
                bytes: write(map).into_bytes(),
                beside: beside.into_iter().collect(),
                ..Written::default()
            })
        }
    }
}

/// The pixels of a space in a picture for other programs, so that none of its sides has more than
/// 4096: many programs show no larger ones.
#[cfg(feature = "draw")]
fn pixels(map: &Map) -> Result<u32, Undrawn> {
    let bounds = crate::look::layout::Layout::new(map.grid).bounds();
    let most = (4096.0 / bounds.width().max(bounds.height())).floor() as u32;
    match most {
        0..8 => Err(Undrawn::TooLarge),
        _ => Ok(most.min(70)),
    }
}

/// A picture of the board alone, without frame, with so many pixels a space.
#[cfg(feature = "draw")]
fn bare(map: &Map, pixels: u32, picture: Option<&[u8]>) -> Result<(Vec<u8>, (u32, u32)), Undrawn> {
    let board = crate::board::Board::new(map.clone());
    let mut how = crate::print::Print::of(map);
    how.backdrop = backdrop_of(map, picture);
    let sheet = crate::print::strips(&board, &how);
    let bounds = crate::look::layout::Layout::new(map.grid).bounds();
    let size = |units: f32| (f64::from(units) * f64::from(pixels)).round();
    let (wide, high) = (size(bounds.width()), size(bounds.height()));
    let png = crate::print::png(&sheet, wide, high)?;
    Ok((png, (wide as u32, high as u32)))
}

/// The picture under the grid as print takes it.
#[cfg(feature = "draw")]
pub fn backdrop_of(
    map: &Map,
    picture: Option<&[u8]>,
) -> Option<std::sync::Arc<crate::print::Backdrop>> {
    let named = map.credit.picture.as_ref()?;
    crate::print::Backdrop::new(named, picture?)
}

/// The picture that goes into a Universal VTT file: the one under the grid if it fits as it is.
///
/// # Errors
/// Why there is none.
#[cfg(feature = "draw")]
fn drawn(map: &Map, picture: Option<Vec<u8>>) -> Result<uvtt::Drawn, Undrawn> {
    if let (Some(named), Some(bytes)) = (&map.credit.picture, &picture)
        && let Some(pixels) = fits_as_it_is(map, named, bytes)
    {
        let bytes = bytes.clone();
        return Ok(uvtt::Drawn { bytes, pixels });
    }
    let pixels = pixels(map)?;
    let (bytes, _) = bare(map, pixels, picture.as_deref())?;
    Ok(uvtt::Drawn { bytes, pixels })
}

#[cfg(not(feature = "draw"))]
fn drawn(map: &Map, picture: Option<Vec<u8>>) -> Result<uvtt::Drawn, Undrawn> {
    if let (Some(named), Some(bytes)) = (&map.credit.picture, picture)
        && let Some(pixels) = fits_as_it_is(map, named, &bytes)
    {
        return Ok(uvtt::Drawn { bytes, pixels });
    }
    Err(Undrawn::NotInThisBuild)
}

/// The whole pixels a square has in a picture that shows the board and nothing else.
fn fits_as_it_is(map: &Map, named: &crate::board::Picture, bytes: &[u8]) -> Option<u32> {
    let about = image::about(bytes).ok()?;
    let pixels = named.pixels_per_space / 100;
    let near = |size: usize, spaces: u32| {
        let wanted = spaces as usize * pixels as usize;
        size.abs_diff(wanted) <= pixels as usize / 2
    };
    let fits = named.pixels_per_space.is_multiple_of(100)
        && named.offset == (0, 0)
        && named.opacity == 100
        && near(about.wide, map.grid.columns)
        && near(about.high, map.grid.rows);
    fits.then_some(pixels)
}

/// A picture without frame, and beside it the facts of its grid.
#[cfg(feature = "draw")]
fn pictured(map: &Map, to: &Path, picture: Option<Vec<u8>>) -> Result<Written, Failure> {
    let pixels = pixels(map)?;
    let (png, size) = bare(map, pixels, picture.as_deref())?;
    let file = to.file_name().unwrap_or_default().to_string_lossy();
    let facts = crate::files::tabletop::facts(map, &file, pixels, size);
    let text = serde_json::to_string_pretty(&facts).expect("plain values") + "\n";
    let mut notes = Notes::default();
    notes.lost(
        "the picture says nothing of terrain, walls, doors and zones",
        "the whole map",
    );
    Ok(Written {
        bytes: png,
        notes,
        beside: vec![(to.with_extension("grid.json"), text.into_bytes())],
    })
}

#[cfg(not(feature = "draw"))]
fn pictured(_map: &Map, _to: &Path, _picture: Option<Vec<u8>>) -> Result<Written, Failure> {
    Err(Undrawn::NotInThisBuild.into())
}
