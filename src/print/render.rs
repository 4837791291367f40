//! From SVG to pictures and pages.

use super::Backdrop;
use super::page::Page;
use super::svg::Sheet;
use crate::files::png::with_size;
use krilla::geom::Size;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt, SvgSettings};
use resvg::tiny_skia::{Pixmap, Transform};
use std::sync::Arc;

/// What cannot be drawn or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Trouble(pub String);

/// Pixels of a picture at most.
const MOST_PIXELS: f64 = 120e6;

/// Reads SVG with the program's own font, so that it looks the same everywhere.
fn tree(svg: &str) -> Result<usvg::Tree, Trouble> {
    let mut options = usvg::Options::default();
    let fonts = Arc::make_mut(&mut options.fontdb);
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    let family = fonts
        .faces()
        .next()
        .and_then(|f| f.families.first().map(|n| n.0.clone()));
    if let Some(family) = family {
        fonts.set_sans_serif_family(family.clone());
        options.font_family = family;
    }
    usvg::Tree::from_str(svg, &options)
        .map_err(|e| Trouble(format!("the page cannot be drawn: {e}")))
}

/// A sheet as a picture of this many pixels.
///
/// # Errors
/// It would be too large.
pub fn png(sheet: &Sheet, wide: f64, high: f64) -> Result<Vec<u8>, Trouble> {
    if wide * high > MOST_PIXELS {
        return Err(Trouble(format!(
            "the picture would have {wide:.0} × {high:.0} pixels, more than the limit of {MOST_PIXELS:.0}; use a smaller --dpi, or write .svg"
        )));
    }
    let (w, h) = (wide.round().max(1.0) as u32, high.round().max(1.0) as u32);
    let room = |high| {
        Pixmap::new(w, high).ok_or_else(|| Trouble("not enough memory for the picture".into()))
    };
    let mut picture = room(h)?;
    for (svg, top, bottom) in &sheet.strips {
        let row = |at: &f64| (at / sheet.size.1 * f64::from(h)).round() as u32;
        let (top, bottom) = (row(top), row(bottom));
        if bottom <= top {
            continue;
        }
        let tree = tree(svg)?;
        let size = tree.size();
        let scale = Transform::from_scale(w as f32 / size.width(), h as f32 / size.height());
        let mut strip = room(bottom - top)?;
        let lifted = scale.post_translate(0.0, -(top as f32));
        resvg::render(&tree, lifted, &mut strip.as_mut());
        let bytes = |row: u32| row as usize * w as usize * 4;
        picture.data_mut()[bytes(top)..bytes(bottom)].copy_from_slice(strip.data());
    }
    picture
        .encode_png()
        .map_err(|e| Trouble(format!("the PNG cannot be written: {e}")))
}

/// A picture of a sheet in millimetres at a resolution in dots per inch, which the file names.
///
/// # Errors
/// It would be too large.
pub fn png_with_size(sheet: &Sheet, dpi: f64) -> Result<Vec<u8>, Trouble> {
    let pixels = dpi / 25.4;
    let (wide, high) = sheet.size;
    let picture = png(sheet, wide * pixels, high * pixels)?;
    Ok(with_size(&picture, (pixels * 1000.0).round() as u32))
}

/// Pages as one PDF.
///
/// # Errors
/// A page cannot be drawn.
pub fn pdf(pages: &[Page]) -> Result<Vec<u8>, Trouble> {
    let mut document = krilla::Document::new();
    for (svg, (wide, high)) in pages {
        let points = |mm: f64| (mm * 72.0 / 25.4) as f32;
        let tree = tree(svg)?;
        let no_room = || Trouble("the page has no room for a picture".into());
        let size = Size::from_wh(points(*wide), points(*high)).ok_or_else(no_room)?;
        let settings = PageSettings::from_wh(size.width(), size.height()).ok_or_else(no_room)?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        let drawn = surface.draw_svg(&tree, size, SvgSettings::default());
        surface.finish();
        page.finish();
        drawn.ok_or_else(|| Trouble("a page could not be drawn".into()))?;
    }
    document
        .finish()
        .map_err(|e| Trouble(format!("cannot write PDF: {e:?}")))
}

/// Width, height and pixels of a picture of any kind that can be drawn: red, green, blue and
/// opacity, the colours multiplied by it. A picture with a side longer than this is shrunk.
///
/// # Errors
/// It cannot be read.
pub fn decoded(bytes: &[u8], longest: f32) -> Result<(u32, u32, Vec<u8>), String> {
    let picture = Backdrop::of(bytes).ok_or("it is no picture")?;
    let (wide, high) = (picture.size.0 as f32, picture.size.1 as f32);
    let scale = (longest / wide.max(high)).min(1.0);
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         width=\"{wide}\" height=\"{high}\"><image width=\"{wide}\" height=\"{high}\" \
         preserveAspectRatio=\"none\" xlink:href=\"{}\"/></svg>",
        picture.address
    );
    let tree = tree(&svg).map_err(|trouble| trouble.to_string())?;
    let size = |side: f32| (side * scale).round().max(1.0) as u32;
    let mut pixels = Pixmap::new(size(wide), size(high)).ok_or("it is too large")?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixels.as_mut(),
    );
    Ok((pixels.width(), pixels.height(), pixels.take()))
}
