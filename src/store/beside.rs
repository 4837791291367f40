//! Files that a map names: they lie in its folder or below, links lead nowhere else, and they are
//! not too long.

use super::disk;
use super::failure::{PictureError, Unusable};
use crate::files::foreign::Missing;
use crate::files::image;
use std::path::{Component, Path, PathBuf};

/// A picture that a map names.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The whole file.
    pub bytes: Vec<u8>,
    /// Its kind and size.
    pub about: image::About,
}

/// Opens the picture that the map in the file `map` names. It must lie in the map's folder or
/// below; nothing is unpacked.
///
/// # Errors
/// It is not there, lies elsewhere, is too large or no picture.
pub fn picture(map: &Path, named: &str) -> Result<Picture, PictureError> {
    opened(map, named).map_err(|why| PictureError {
        named: named.to_owned(),
        why,
    })
}

fn opened(map: &Path, named: &str) -> Result<Picture, Unusable> {
    let folder = map.parent().unwrap_or(Path::new(""));
    let place = place(folder, folder, named).map_err(|wrong| match wrong {
        Wrong::Outside => Unusable::Outside,
        Wrong::Link => Unusable::Link,
        Wrong::Below(common) => Unusable::Elsewhere(common),
        Wrong::Root(error) | Wrong::NotThere(error) => Unusable::Unread(error),
    })?;
    let bytes = disk::bytes(&place, image::MOST_BYTES, "a picture")
        .map_err(|failure| Unusable::File(Box::new(failure)))?;
    let about = image::about(&bytes).map_err(Unusable::Content)?;
    Ok(Picture { bytes, about })
}

/// Opens a file that the map in `folder` refers to; nothing outside `root` is opened.
///
/// # Errors
/// It is not there, lies elsewhere, or is longer than `most` bytes.
pub fn file(folder: &Path, root: &Path, inner: &str, most: u64) -> Result<Vec<u8>, Missing> {
    let refused = |why: &str, mend: &str| {
        Missing::Refused(format!("the map refers to {inner:?}, {why}; {mend}"))
    };
    let copy = "copy it into the map's folder";
    let place = place(folder, root, inner).map_err(|wrong| match wrong {
        Wrong::Outside => refused("which is outside its folder", copy),
        Wrong::Below(common) => refused(
            "which is outside its folder",
            &format!("allow it with --root {}", common.display()),
        ),
        Wrong::Link => refused("a link to a place outside its folder", copy),
        Wrong::Root(error) => Missing::Refused(format!(
            "cannot read the folder {}: {error}",
            root.display()
        )),
        Wrong::NotThere(error) => Missing::NotThere(error),
    })?;
    disk::bytes(&place, most, "a file beside a map")
        .map_err(|failure| Missing::Refused(failure.to_string()))
}

/// Why a name leads to no file that may be opened.
enum Wrong {
    /// It is no name of a file below a folder: a whole path, an address, a device.
    Outside,
    /// It leads out of the root; this folder holds both.
    Below(PathBuf),
    /// Links lead out of the root.
    Link,
    /// The root cannot be read.
    Root(String),
    /// There is no such file.
    NotThere(String),
}

/// A folder as the system knows it; no name is the current one.
fn whole(folder: &Path) -> std::io::Result<PathBuf> {
    match folder.as_os_str().is_empty() {
        true => disk::canonical(Path::new(".")),
        false => disk::canonical(folder),
    }
}

/// Where a file lies that something in `folder` names, links resolved.
fn place(folder: &Path, root: &Path, inner: &str) -> Result<PathBuf, Wrong> {
    let plain = inner.replace('\\', "/");
    let windows = plain.len() > 1 && plain.as_bytes()[1] == b':';
    if plain.contains("://") || windows || plain.starts_with('/') || plain.contains('\0') {
        return Err(Wrong::Outside);
    }
    let not_there = |error: std::io::Error| Wrong::NotThere(error.kind().to_string());
    let home = whole(folder).map_err(not_there)?;
    let root = whole(root).map_err(|error| Wrong::Root(error.to_string()))?;
    // where it would lie, without asking what is there
    let mut there = home.clone();
    // the nearest folder that holds both
    let mut common = home.clone();
    for part in Path::new(&plain).components() {
        match part {
            Component::Normal(name) => there.push(name),
            Component::ParentDir if there.pop() => {
                if !there.starts_with(&common) {
                    common = there.clone();
                }
            }
            Component::CurDir => {}
            _ => return Err(Wrong::Outside),
        }
    }
    if !there.starts_with(&root) {
        return Err(Wrong::Below(common));
    }
    let real = disk::canonical(&there).map_err(not_there)?;
    match real.starts_with(&root) {
        true => Ok(real),
        false => Err(Wrong::Link),
    }
}
