//! The picture under the grid of a map: what a map file says of it, and the pixels of PNG files.

use crate::board::Picture;
use crate::source::{Fault, Source, as_text};
use serde::Deserialize;
use toml::Spanned;

/// What a map file says of its picture.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    file: Spanned<String>,
    #[serde(default)]
    offset: Option<Spanned<(f64, f64)>>,
    pixels_per_space: Spanned<f64>,
    #[serde(default)]
    opacity: Option<Spanned<f64>>,
}

/// Reads what a map file says of its picture.
///
/// # Errors
/// The file lies outside the map's folder, or a number is out of range.
pub(super) fn read(source: &Source, written: &Spanned<Written>) -> Result<Picture, Fault> {
    let written = written.get_ref();
    let file = written.file.get_ref();
    if !inside(file) {
        let what = format!(
            "the picture is {file:?}, expected a file in the map's folder or below, such as \"yard.png\""
        );
        return Err(source.fault(written.file.span(), what));
    }
    let hundredths = |value: f64| (value * 100.0).round();
    let pixels = *written.pixels_per_space.get_ref();
    if !(1.0..=10_000.0).contains(&pixels) {
        let what = format!("pixels_per_space is {pixels}, expected 1 to 10000");
        return Err(source.fault(written.pixels_per_space.span(), what));
    }
    let offset = match &written.offset {
        None => (0, 0),
        Some(offset) => {
            let (x, y) = *offset.get_ref();
            if !(x.abs() <= 1e6 && y.abs() <= 1e6) {
                let what =
                    format!("offset is [{x}, {y}], expected pixels from -1000000 to 1000000");
                return Err(source.fault(offset.span(), what));
            }
            (hundredths(x) as i32, hundredths(y) as i32)
        }
    };
    let opacity = match &written.opacity {
        None => 100,
        Some(opacity) if (0.0..=1.0).contains(opacity.get_ref()) => {
            hundredths(*opacity.get_ref()) as u8
        }
        Some(opacity) => {
            let what = format!("opacity is {}, expected 0 to 1", opacity.get_ref());
            return Err(source.fault(opacity.span(), what));
        }
    };
    Ok(Picture {
        file: file.clone(),
        offset,
        pixels_per_space: hundredths(pixels) as u32,
        opacity,
    })
}

/// Whether a name stays in the folder that it is seen from.
fn inside(file: &str) -> bool {
    let parts = || file.split(['/', '\\']);
    let drive = file.as_bytes().get(1) == Some(&b':');
    !file.trim().is_empty()
        && !drive
        && !file.chars().any(char::is_control)
        && parts().all(|part| !part.is_empty() && part != "..")
}

/// The value of `picture` in a map file.
pub(super) fn text(picture: &Picture) -> String {
    let number = |hundredths: i64| match hundredths % 100 {
        0 => (hundredths / 100).to_string(),
        _ => format!("{}", hundredths as f64 / 100.0),
    };
    let mut text = format!(
        "{{ file = {}, pixels_per_space = {}",
        toml::Value::String(picture.file.clone()),
        number(picture.pixels_per_space.into())
    );
    if picture.offset != (0, 0) {
        let (x, y) = picture.offset;
        text += &format!(", offset = [{}, {}]", number(x.into()), number(y.into()));
    }
    if picture.opacity != 100 {
        text += &format!(", opacity = {}", number(picture.opacity.into()));
    }
    text + " }"
}

/// A PNG picture whose pixels cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PngFault {
    /// Of another kind, or damaged.
    #[error("it is no PNG file that can be read ({0})")]
    Damaged(#[from] png::DecodingError),
    /// More pixels than the limit: width, height, limit.
    #[error("it has {0} × {1} pixels, the limit is {2} in all")]
    TooMany(u32, u32, u64),
    /// More bytes than this machine can address.
    #[error("it is too large")]
    TooLarge,
}

as_text!(PngFault);

/// Width, height and pixels (red, green, blue, opacity) of a PNG picture of at most so many pixels.
///
/// # Errors
/// It is damaged, of another kind, or too large.
pub fn pixels(bytes: &[u8], most: u64) -> Result<(u32, u32, Vec<u8>), PngFault> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info()?;
    let (wide, high) = (reader.info().width, reader.info().height);
    if u64::from(wide) * u64::from(high) > most {
        return Err(PngFault::TooMany(wide, high, most));
    }
    let size = reader.output_buffer_size().ok_or(PngFault::TooLarge)?;
    let mut raw = vec![0; size];
    let frame = reader.next_frame(&mut raw)?;
    let raw = &raw[..frame.buffer_size()];
    let all: Vec<u8> = match frame.color_type {
        png::ColorType::Rgba => raw.to_vec(),
        png::ColorType::Rgb => raw
            .as_chunks::<3>()
            .0
            .iter()
            .flat_map(|[r, g, b]| [*r, *g, *b, 255])
            .collect(),
        png::ColorType::GrayscaleAlpha => raw
            .as_chunks::<2>()
            .0
            .iter()
            .flat_map(|[v, a]| [*v, *v, *v, *a])
            .collect(),
        png::ColorType::Grayscale | png::ColorType::Indexed => {
            raw.iter().flat_map(|v| [*v, *v, *v, 255]).collect()
        }
    };
    Ok((wide, high, all))
}
