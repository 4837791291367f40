//! Files of other programs: which there are, and what is read and written.

use super::notes::Notes;
use super::{megamek, tiled, uvtt, wesnoth};
use crate::source::{Fault, Source};

pub use super::input::{Beside, Imported, Input, Missing, place};

/// The longest foreign file that is read, in bytes; pictures inside make some of them long.
pub const LONGEST: u64 = 256 << 20;
/// The longest file without pictures.
pub const LONGEST_PLAIN: u64 = 64 << 20;

/// A format of map files.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// Our own.
    Skirmish,
    /// Universal VTT.
    Uvtt,
    /// Tiled's XML.
    Tmx,
    /// Tiled's JSON.
    Tmj,
    /// Wesnoth.
    Wesnoth,
    /// MegaMek.
    MegaMek,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 6] = [
        Format::Skirmish,
        Format::Uvtt,
        Format::Tmx,
        Format::Tmj,
        Format::Wesnoth,
        Format::MegaMek,
    ];
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Format::Skirmish => "skirmish",
            Format::Uvtt => "Universal VTT",
            Format::Tmx => "Tiled (TMX)",
            Format::Tmj => "Tiled (JSON)",
            Format::Wesnoth => "Wesnoth",
            Format::MegaMek => "MegaMek",
        }
    }
    /// The ends of its files' names.
    pub fn endings(self) -> &'static [&'static str] {
        match self {
            Format::Skirmish => &["toml"],
            Format::Uvtt => &["uvtt", "dd2vtt", "df2vtt"],
            Format::Tmx => &["tmx", "xml"],
            Format::Tmj => &["tmj", "json"],
            Format::Wesnoth => &["map", "mask", "cfg"],
            Format::MegaMek => &["board"],
        }
    }
    /// The format of a file by the end of its name.
    pub fn of_ending(ending: &str) -> Option<Format> {
        let ending = ending.to_ascii_lowercase();
        Format::ALL
            .into_iter()
            .find(|f| f.endings().contains(&ending.as_str()))
    }
    /// The format of a file by how it begins.
    pub fn of_bytes(bytes: &[u8]) -> Option<Format> {
        let head = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]);
        let head = head.trim_start_matches('\u{feff}').trim_start();
        let first = head
            .lines()
            .find(|l| !l.trim_start().starts_with('#'))
            .unwrap_or("");
        if head.starts_with('<') {
            Some(Format::Tmx)
        } else if head.starts_with('{') {
            let is_vtt = ["pixels_per_grid", "line_of_sight", "map_origin"];
            let vtt = is_vtt.iter().any(|word| head.contains(word));
            Some(if vtt { Format::Uvtt } else { Format::Tmj })
        } else if first.starts_with("size ") {
            Some(Format::MegaMek)
        } else if head.contains("skirmish-map/") {
            Some(Format::Skirmish)
        } else if first.starts_with("border_size") || first.contains(',') {
            Some(Format::Wesnoth)
        } else {
            None
        }
    }
    /// The mapping it is read with.
    pub fn mapping(self) -> &'static str {
        match self {
            Format::Tmx | Format::Tmj => "tiled",
            Format::Wesnoth => "wesnoth",
            Format::MegaMek => "megamek",
            Format::Uvtt => "uvtt",
            Format::Skirmish => "",
        }
    }
}

/// Reads a map of another program.
///
/// # Errors
/// The file is damaged, too large, or refers outside its folder.
pub fn read(format: Format, input: &mut Input) -> Result<Imported, Fault> {
    let most = match format {
        Format::Uvtt => LONGEST,
        Format::Skirmish => super::map::LONGEST_FILE as u64,
        _ => LONGEST_PLAIN,
    };
    if input.bytes.len() as u64 > most {
        let what = format!(
            "the file is {} bytes long, the limit for {} is {most} bytes",
            input.bytes.len(),
            format.name()
        );
        return Err(input.fault(what));
    }
    match format {
        Format::Skirmish => {
            let text = String::from_utf8(input.bytes.to_vec()).map_err(|error| {
                let (line, column) = place(input.bytes, error.utf8_error().valid_up_to());
                input.fault_at(line, column, "not UTF-8 text")
            })?;
            let map = super::map::read(&Source::new(input.file, text))?;
            Ok((map, Notes::default()).into())
        }
        Format::Uvtt => uvtt::read(input),
        Format::Tmx | Format::Tmj => Ok(tiled::read(format == Format::Tmj, input)?.into()),
        Format::Wesnoth => Ok(wesnoth::read(input)?.into()),
        Format::MegaMek => Ok(megamek::read(input)?.into()),
    }
}
