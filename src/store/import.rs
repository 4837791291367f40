//! Opening maps of any format, with the files beside them.

use super::library::{MAPS, is_foreign};
use super::{Failure, beside, disk, output, text};
use crate::board::{Board, Map};
use crate::files::foreign::{self, Format, Imported, Input, LONGEST};
use crate::files::mapping::Mapping;
use crate::files::notes::{Fate, Notes};
use crate::files::propose::{self, Zones};
use crate::source::Source;
use std::path::{Path, PathBuf};

/// The longest file that is read beside a map.
const LONGEST_BESIDE: u64 = 16 << 20;

/// How a map of another program is read.
#[derive(Clone, Debug, Default)]
pub struct How<'a> {
    /// The user's mapping file.
    pub mapping: Option<&'a str>,
    /// The folder in which files that the map names may lie; none: the map's own.
    pub root: Option<&'a Path>,
    /// Where zones are proposed, if the file has none.
    pub zones: Zones,
}

/// A map that was opened.
#[derive(Debug)]
pub struct Opened {
    /// The map.
    pub map: Map,
    /// The format of its file.
    pub format: Format,
    /// What was not carried over, changed or guessed.
    pub notes: Notes,
    /// Its file; `None` if it is built in.
    pub path: Option<PathBuf>,
    /// The bytes of its picture, if its own file holds them.
    picture: Option<Vec<u8>>,
}

impl Opened {
    /// The picture under the grid of the map, from its file or from beside it.
    ///
    /// # Errors
    /// The map names a picture that cannot be read.
    pub fn picture(&self) -> Result<Option<Vec<u8>>, Failure> {
        match (&self.picture, &self.map.credit.picture) {
            (Some(bytes), _) => Ok(Some(bytes.clone())),
            (None, Some(picture)) => {
                let Some(path) = &self.path else {
                    let what = format!("picture {:?}: the map is no file", picture.file);
                    return Err(Failure::message(what));
                };
                let found = beside::picture(path, &picture.file);
                Ok(Some(found?.bytes))
            }
            (None, None) => Ok(None),
        }
    }
}

/// Opens a map of any format, by name or file.
///
/// # Errors
/// It cannot be read, is damaged, too large, or refers outside its folder.
pub fn open(from: &str, how: &How) -> Result<Opened, Failure> {
    let path = Path::new(from);
    let ending = path
        .extension()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let by_name = Format::of_ending(&ending);
    if by_name == Some(Format::Skirmish)
        || (!disk::is_file(path) && !from.contains(['/', '\\']) && by_name.is_none())
    {
        let found = MAPS.open(from)?;
        return Ok(Opened {
            map: crate::files::map::read(&found.source)?,
            format: Format::Skirmish,
            notes: Notes::default(),
            path: found.path,
            picture: None,
        });
    }
    let bytes = disk::bytes(path, LONGEST, "a map")?;
    let format = format_of(from, &ending, &bytes)?;
    let user = match how.mapping {
        Some(file) => Some(Source::new(file, text::read_text(Path::new(file))?)),
        None => None,
    };
    let mapping = Mapping::new(format.mapping(), user.as_ref())?;
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let name = path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let Imported {
        mut map,
        mut notes,
        picture,
    } = foreign::read(
        format,
        &mut Input {
            file: from,
            name: &name,
            bytes: &bytes,
            mapping: &mapping,
            beside: &mut |inner| {
                let root = how.root.unwrap_or(&folder);
                beside::file(&folder, root, inner, LONGEST_BESIDE)
            },
        },
    )?;
    if format != Format::Skirmish {
        propose::zones(&mut map, how.zones, &mut notes);
    }
    Ok(Opened {
        map,
        format,
        notes,
        path: Some(path.to_owned()),
        picture,
    })
}

/// The format of a file by the ending of its name, or by how it begins.
fn format_of(from: &str, ending: &str, bytes: &[u8]) -> Result<Format, Failure> {
    let by_name = Format::of_ending(ending);
    let unsure = matches!(
        ending.to_ascii_lowercase().as_str(),
        "json" | "xml" | "map" | ""
    );
    let by_bytes = Format::of_bytes(bytes);
    let format = if unsure {
        by_bytes.or(by_name)
    } else {
        by_name.or(by_bytes)
    };
    format.ok_or_else(|| {
        let known: Vec<_> = Format::ALL
            .iter()
            .flat_map(|f| f.endings())
            .map(|e| format!(".{e}"))
            .collect();
        Failure::message(format!(
            "{from}: unknown map format; known: {}",
            known.join(" ")
        ))
    })
}

/// A map of any format as the text of a map file, for a battle; what a map of another program lost
/// on the way is counted in a note.
///
/// # Errors
/// It cannot be found or read.
pub fn source(named: &str) -> Result<Source, Failure> {
    if !is_foreign(named) {
        return Ok(MAPS.open(named)?.source);
    }
    let opened = open(named, &How::default())?;
    if let Some(said) = counted(&opened.notes, named) {
        output::note(said);
    }
    Ok(Source::new(named, crate::files::write(&opened.map)))
}

/// How much of a map was left out, changed or guessed, and how to list it.
pub fn counted(notes: &Notes, named: &str) -> Option<String> {
    let all = notes.all();
    let count = |fate| all.iter().filter(|note| note.fate == fate).count();
    let parts = [
        (count(Fate::Lost), "left out"),
        (count(Fate::Changed), "changed"),
        (count(Fate::Guessed), "guessed"),
    ];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, word)| format!("{n} {word}"))
        .collect();
    let list = format!(
        "list them: skirmish map convert {} FILE.toml",
        text::quoted(named)
    );
    (!parts.is_empty()).then(|| {
        format!(
            "{named} comes from another program. Kinds of things: {}. To {list}",
            parts.join(", ")
        )
    })
}

/// Finds, reads and compiles a map of any format.
///
/// # Errors
/// There is no such map, or its file is at fault.
pub fn board(named: &str) -> Result<Board, Failure> {
    Ok(Board::new(open(named, &How::default())?.map))
}
