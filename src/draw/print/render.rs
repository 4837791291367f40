//! From sheets and pages to files: PNG and PDF.

use super::error::{MOST_PIXELS, PrintError};
use super::sheet::Sheet;
use crate::files::png::with_size;

#[cfg(feature = "print")]
use {
    super::overlay::{overlay, tree},
    super::page::Page,
    super::pdf::Painter,
    krilla::geom::Size,
    krilla::page::PageSettings,
    krilla_svg::{SurfaceExt, SvgSettings},
    tiny_skia::Pixmap,
};

/// A sheet as a picture of this many pixels.
///
/// # Errors
/// It would be too large.
pub fn png(sheet: &Sheet, wide: f64, high: f64) -> Result<Vec<u8>, PrintError> {
    png_in(sheet, (wide, high), sheet.count())
}

/// The same, drawn in a number of strips.
///
/// # Errors
/// It would be too large.
pub fn png_in(
    sheet: &Sheet,
    (wide, high): (f64, f64),
    count: usize,
) -> Result<Vec<u8>, PrintError> {
    if wide * high > MOST_PIXELS {
        return Err(PrintError::TooManyPixels { wide, high });
    }
    let (w, h) = (wide.round().max(1.0) as u32, high.round().max(1.0) as u32);
    let refused = |e: png::EncodingError| PrintError::Png(e.to_string());
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, w, h);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().map_err(refused)?;
    let mut stream = writer.stream_writer().map_err(refused)?;
    let unwritten = |e: std::io::Error| PrintError::Png(e.to_string());
    sheet.rows((w, h), count, |strip| {
        let colours = strip.data().chunks_exact(4);
        let bytes: Vec<u8> = colours.flat_map(|c| [c[0], c[1], c[2]]).collect();
        std::io::Write::write_all(&mut stream, &bytes).map_err(unwritten)
    })?;
    stream.finish().map_err(refused)?;
    drop(writer);
    Ok(out)
}

/// A picture of a sheet in millimetres at a resolution in dots per inch, which the file names.
///
/// # Errors
/// It would be too large.
pub fn png_with_size(sheet: &Sheet, dpi: f64) -> Result<Vec<u8>, PrintError> {
    let pixels = dpi / 25.4;
    let (wide, high) = sheet.size;
    let picture = png(sheet, wide * pixels, high * pixels)?;
    Ok(with_size(&picture, (pixels * 1000.0).round() as u32))
}

/// A page without a board as a picture, at a resolution in dots per inch which the file names.
///
/// # Errors
/// It cannot be drawn.
#[cfg(feature = "print")]
pub fn png_of_page(page: &Page, dpi: f64) -> Result<Vec<u8>, PrintError> {
    let pixels = |mm: f64| (mm * dpi / 25.4).round().max(1.0) as u32;
    let (wide, high) = (pixels(page.size.0), pixels(page.size.1));
    let mut pixmap = Pixmap::new(wide, high).ok_or(PrintError::NoMemory)?;
    overlay(&page.svg, &mut pixmap, (wide, high), 0)?;
    let picture = pixmap.encode_png();
    let picture = picture.map_err(|e| PrintError::Png(e.to_string()))?;
    Ok(with_size(&picture, (dpi / 25.4 * 1000.0).round() as u32))
}

/// Pages as one PDF.
///
/// # Errors
/// A page cannot be drawn.
#[cfg(feature = "print")]
pub fn pdf(pages: &[Page]) -> Result<Vec<u8>, PrintError> {
    let mut document = krilla::Document::new();
    let mut painter = Painter::default();
    for sheet in pages {
        let points = |mm: f64| (mm * 72.0 / 25.4) as f32;
        let no_room = PrintError::NoRoom("a picture");
        let (wide, high) = sheet.size;
        let size = Size::from_wh(points(wide), points(high)).ok_or(no_room.clone())?;
        let settings = PageSettings::from_wh(size.width(), size.height()).ok_or(no_room)?;
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        if let Some(part) = &sheet.part {
            painter.part(&mut surface, part)?;
        }
        let tree = tree(&sheet.svg)?;
        let drawn = surface.draw_svg(&tree, size, SvgSettings::default());
        surface.finish();
        page.finish();
        drawn.ok_or(PrintError::Page)?;
    }
    document
        .finish()
        .map_err(|e| PrintError::Pdf(format!("{e:?}")))
}
