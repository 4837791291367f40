//! SVG text drawn over pixels.

use super::error::PrintError;
use tiny_skia::Pixmap;

#[cfg(feature = "print")]
use {
    std::sync::{Arc, OnceLock},
    tiny_skia::Transform,
};

/// Reads SVG with the program's own font, so that it looks the same everywhere.
#[cfg(feature = "print")]
pub(super) fn tree(svg: &str) -> Result<usvg::Tree, PrintError> {
    static FONTS: OnceLock<(Arc<usvg::fontdb::Database>, Option<String>)> = OnceLock::new();
    let (fonts, family) = FONTS.get_or_init(|| {
        let mut fonts = usvg::fontdb::Database::new();
        fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
        let family = fonts
            .faces()
            .next()
            .and_then(|f| f.families.first().map(|n| n.0.clone()));
        if let Some(family) = &family {
            fonts.set_sans_serif_family(family.clone());
        }
        (Arc::new(fonts), family)
    });
    let mut options = usvg::Options {
        fontdb: fonts.clone(),
        ..usvg::Options::default()
    };
    if let Some(family) = family {
        options.font_family.clone_from(family);
    }
    usvg::Tree::from_str(svg, &options).map_err(|e| PrintError::Svg(e.to_string()))
}

/// Draws SVG of a whole sheet, which has this many pixels, over the strip that begins at a row.
#[cfg(feature = "print")]
pub(super) fn overlay(
    svg: &str,
    on: &mut Pixmap,
    (wide, high): (u32, u32),
    top: u32,
) -> Result<(), PrintError> {
    let tree = tree(svg)?;
    let size = tree.size();
    let scale = Transform::from_scale(wide as f32 / size.width(), high as f32 / size.height());
    let placed = scale.post_translate(0.0, -(top as f32));
    resvg::render(&tree, placed, &mut on.as_mut());
    Ok(())
}

/// This build draws no texts.
#[cfg(not(feature = "print"))]
pub(super) fn overlay(
    _svg: &str,
    _on: &mut Pixmap,
    _size: (u32, u32),
    _top: u32,
) -> Result<(), PrintError> {
    Err(PrintError::NoTexts)
}
