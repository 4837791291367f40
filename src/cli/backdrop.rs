//! Opening the picture under the grid of a map.

use super::Failure;
use crate::files::backdrop::{LONGEST, size};
use std::path::Path;

/// The bytes of the picture that a map names: a file in the map's folder or below.
///
/// # Errors
/// The map has no folder; the file is missing, too long, no picture, or lies elsewhere.
pub fn read(map: Option<&Path>, file: &str) -> Result<Vec<u8>, Failure> {
    let trouble = |why: String| Failure::said(format!("the picture {file:?} of the map: {why}"));
    let folder = map.and_then(Path::parent);
    let folder = folder.ok_or_else(|| trouble("the map is no file".to_owned()))?;
    let folder = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let failed = |error: std::io::Error| trouble(format!("it cannot be read: {error}"));
    let home = folder.canonicalize().map_err(failed)?;
    let path = home.join(file).canonicalize().map_err(failed)?;
    if !path.starts_with(&home) {
        return Err(trouble(
            "it lies outside the map's folder; copy it into that folder".to_owned(),
        ));
    }
    let bytes = super::open::bytes(&path, LONGEST as u64, "a picture")?;
    size(&bytes).map_err(trouble)?;
    Ok(bytes)
}
