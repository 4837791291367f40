//! `skirmish map convert`: maps from and to other programs, and onto another grid.

use super::map::line;
use super::map_check::finding_text;
use super::{Ended, Exit, Failure, output};
use crate::battle::Scale;
use crate::board::{Board, GridKind, Map};
use crate::draft::{Plan, Scene, Sheet, regridded};
use crate::files::foreign::Format;
use crate::files::grid_name;
use crate::files::mapping::DEFAULTS;
use crate::files::notes::{Note, Notes};
use crate::files::propose::Zones;
use crate::files::{image, tiled, uvtt, write};
use crate::store::import::{self, How, Opened};
use crate::store::{disk, library};
use crate::survey::{Finding, Pace};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Options of `map convert`.
#[derive(Debug, Args)]
pub struct ConvertArgs {
    /// Map (name, or file: .toml .uvtt .dd2vtt .df2vtt .tmx .tmj .map .cfg .board)
    #[arg(required_unless_present = "defaults")]
    from: Option<String>,
    /// File to write: .toml, .tmx, .uvtt, or .png with the facts of its grid beside it
    #[arg(required_unless_present = "defaults")]
    to: Option<PathBuf>,
    /// Mapping file: the terrain that each word of the map file becomes; see --defaults
    #[arg(long, value_name = "FILE")]
    mapping: Option<String>,
    /// Folder with other files that the map refers to; without it, the map's own folder
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Deployment zones to propose for a map without zones: edges, left-right, corners or none
    #[arg(long, value_name = "ZONES", default_value = "edges", value_parser = zones)]
    zones: Zones,
    /// Move the map onto another grid: square, hex-flat or hex-pointy
    #[arg(long, value_name = "GRID", value_parser = super::map_new::grid)]
    grid: Option<GridKind>,
    /// Scenario to convert too; it is written beside the map as NAME.scenario.toml
    #[arg(long, value_name = "NAME|FILE", requires = "grid")]
    scenario: Option<String>,
    /// Print a built-in mapping: uvtt, tiled, wesnoth or megamek
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["from", "to"])]
    defaults: Option<String>,
    /// Print JSON: everything that was left out or changed
    #[arg(long)]
    json: bool,
}

/// Reads where zones are proposed.
fn zones(text: &str) -> Result<Zones, String> {
    let found = Zones::ALL.into_iter().find(|zones| zones.name() == text);
    found.ok_or_else(|| "expected edges, left-right, corners or none".to_owned())
}

/// Converts a map.
///
/// # Errors
/// It cannot be read, is damaged or too large, refers outside its folder, or cannot be written.
pub fn run(args: &ConvertArgs) -> Ended {
    if let Some(name) = &args.defaults {
        let found = DEFAULTS.iter().find(|(n, _)| n == name);
        let names: Vec<_> = DEFAULTS.iter().map(|(n, _)| *n).collect();
        let text = found.ok_or_else(|| {
            Failure::said(format!(
                "unknown mapping {name:?}; known: {}",
                names.join(", ")
            ))
        })?;
        output::print(text.1)?;
        return Ok(Exit::Done);
    }
    let (Some(from), Some(to)) = (&args.from, &args.to) else {
        return Err(Failure::said(
            "two names are needed: a map and the file to write",
        ));
    };
    let target = target(to)?;
    let mut opened = import::open(
        from,
        &How {
            mapping: args.mapping.as_deref(),
            root: args.root.as_deref(),
            zones: args.zones,
        },
    )?;
    let mut picture = opened.picture()?;
    let mut notes = std::mem::take(&mut opened.notes);
    let Opened {
        mut map, format, ..
    } = opened;
    let mut scenario = None;
    if let Some(kind) = args.grid {
        let scene = match &args.scenario {
            Some(name) => Some(scene(name)?),
            None => None,
        };
        let sheet = Sheet {
            scene,
            ..Sheet::of(map)
        };
        let (laid, more) = regridded(&sheet, kind).map_err(Failure::said)?;
        notes.add(more);
        scenario = laid.scene.as_ref().map(|scene| beside_map(&scene.plan, to));
        map = laid.map();
        if map.credit.picture.is_none() {
            picture = None;
        }
    }
    if let (Ok(a), Ok(b)) = (Path::new(from).canonicalize(), to.canonicalize())
        && a == b
    {
        return Err(Failure::said(format!(
            "{from} would overwrite itself; name another file"
        )));
    }
    if let Some(bytes) = &picture {
        name_picture(&mut map, bytes, to);
    }
    let written = written(&map, target, to, picture)?;
    notes.add(written.notes);
    let mut files: Vec<(&Path, &[u8])> = vec![(to, &written.bytes)];
    files.extend(written.beside.iter().map(|(path, b)| (&**path, &**b)));
    files.extend(
        scenario
            .iter()
            .map(|(path, text)| (&**path, text.as_bytes())),
    );
    disk::write_together(&files)?;
    let found = args.grid.map(|_| checked(&map));
    report(
        args.json,
        from,
        to,
        &map,
        (format, target),
        &notes.all(),
        found.as_deref(),
    )?;
    Ok(Exit::Done)
}

/// A scenario by name or file.
fn scene(name: &str) -> Result<Scene, Failure> {
    let plan = library::plan(name)?;
    Ok(Scene { file: None, plan })
}

/// The file a scenario goes to, beside its map, and its text.
fn beside_map(plan: &Plan, map: &Path) -> (PathBuf, String) {
    let name = map.file_name().map(|n| n.to_string_lossy().into_owned());
    let plan = Plan {
        map: name,
        ..plan.clone()
    };
    (map.with_extension("scenario.toml"), plan.text())
}

/// The findings of the map check for a map that was moved onto another grid.
fn checked(map: &Map) -> Vec<Finding> {
    let board = Board::new(map.clone());
    crate::survey::check(&board, Pace::of(Scale::default()))
}

/// The format of a file to be written.
fn target(to: &Path) -> Result<Target, Failure> {
    let ending = to.extension().unwrap_or_default().to_string_lossy();
    match Format::of_ending(&ending) {
        Some(format @ (Format::Skirmish | Format::Tmx | Format::Uvtt)) => Ok(Target::Map(format)),
        Some(format) => Err(Failure::said(format!(
            "{} files can be read but not written; use .toml, .tmx, .uvtt or .png",
            format.name()
        ))),
        None if ending.eq_ignore_ascii_case("png") => Ok(Target::Picture),
        None => Err(Failure::said(format!(
            "{}: the ending of the file name decides the format; use .toml, .tmx, .uvtt or .png",
            to.display()
        ))),
    }
}

/// What is written.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Target {
    /// A map.
    Map(Format),
    /// A picture, with the facts of its grid beside it.
    Picture,
}

impl Target {
    fn name(self) -> &'static str {
        match self {
            Target::Map(format) => format.name(),
            Target::Picture => "picture (PNG) and facts of its grid (JSON)",
        }
    }
}

/// Names the file of a map's picture: beside the file to be written, and called like it.
fn name_picture(map: &mut Map, bytes: &[u8], to: &Path) {
    let stem = to.file_stem().unwrap_or_default().to_string_lossy();
    let ending = image::about(bytes).map_or("png", |about| about.kind.ending());
    if let Some(picture) = &mut map.credit.picture {
        picture.file = format!("{stem}.{ending}");
    }
}

/// What is written for a map.
#[derive(Default)]
struct Written {
    /// The file itself.
    bytes: Vec<u8>,
    /// What that format cannot hold.
    notes: Notes,
    /// Files beside it.
    beside: Vec<(PathBuf, Vec<u8>)>,
}

fn written(
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
            uvtt::fits(map).map_err(Failure::said)?;
            let drawn = drawn(map, picture);
            let image = drawn.as_ref().ok();
            let (text, mut notes) = uvtt::write(map, image).map_err(Failure::said)?;
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
#[cfg(feature = "print")]
fn pixels(map: &Map) -> Result<u32, String> {
    let bounds = crate::look::layout::Layout::new(map.grid).bounds();
    let most = (4096.0 / bounds.width().max(bounds.height())).floor() as u32;
    match most {
        0..8 => Err("the map is too large to draw".to_owned()),
        _ => Ok(most.min(70)),
    }
}

/// A picture of the board alone, without frame, with so many pixels a space.
#[cfg(feature = "print")]
fn bare(map: &Map, pixels: u32, picture: Option<&[u8]>) -> Result<(Vec<u8>, (u32, u32)), String> {
    let board = Board::new(map.clone());
    let mut how = crate::print::Print::of(map);
    how.backdrop = backdrop_of(map, picture);
    let sheet = crate::print::strips(&board, &how);
    let bounds = crate::look::layout::Layout::new(map.grid).bounds();
    let size = |units: f32| (f64::from(units) * f64::from(pixels)).round();
    let (wide, high) = (size(bounds.width()), size(bounds.height()));
    let png = crate::print::png(&sheet, wide, high).map_err(|e| e.to_string())?;
    Ok((png, (wide as u32, high as u32)))
}

/// The picture under the grid as print takes it.
#[cfg(feature = "print")]
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
#[cfg(feature = "print")]
fn drawn(map: &Map, picture: Option<Vec<u8>>) -> Result<uvtt::Drawn, String> {
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

#[cfg(not(feature = "print"))]
fn drawn(map: &Map, picture: Option<Vec<u8>>) -> Result<uvtt::Drawn, String> {
    if let (Some(named), Some(bytes)) = (&map.credit.picture, picture)
        && let Some(pixels) = fits_as_it_is(map, named, &bytes)
    {
        return Ok(uvtt::Drawn { bytes, pixels });
    }
    Err("this build cannot draw pictures".to_owned())
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
#[cfg(feature = "print")]
fn pictured(map: &Map, to: &Path, picture: Option<Vec<u8>>) -> Result<Written, Failure> {
    let pixels = pixels(map).map_err(Failure::said)?;
    let (png, size) = bare(map, pixels, picture.as_deref()).map_err(Failure::said)?;
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

#[cfg(not(feature = "print"))]
fn pictured(_map: &Map, _to: &Path, _picture: Option<Vec<u8>>) -> Result<Written, Failure> {
    Err(Failure::said("this build cannot draw pictures"))
}

fn report(
    as_json: bool,
    from: &str,
    to: &Path,
    map: &Map,
    (was, is): (Format, Target),
    notes: &[Note],
    found: Option<&[Finding]>,
) -> Result<(), Failure> {
    let grid = map.grid;
    if as_json {
        let findings: Vec<_> = notes
            .iter()
            .map(|note| {
                json!({
                    "severity": "warning",
                    "where": note.places.join(", "),
                    "what": note.what,
                    "mend": mend(note),
                    "count": note.count,
                    "fate": note.fate.name(),
                })
            })
            .collect();
        let mut all = json!({
            "in": from, "out": to.display().to_string(),
            "from": was.name(), "to": is.name(),
            "name": map.name, "grid": grid_name(grid.kind),
            "columns": grid.columns, "rows": grid.rows,
            "findings": findings,
        });
        if let Some(found) = found {
            all["check"] = json!(found);
        }
        return output::print(&line(&all));
    }
    let mut text = format!(
        "{} → {}: {}, {}, {} × {} spaces\n",
        from,
        to.display(),
        map.name,
        grid_name(grid.kind),
        grid.columns,
        grid.rows
    );
    for fate in ["lost", "changed", "guessed"] {
        let list: Vec<&Note> = notes.iter().filter(|n| n.fate.name() == fate).collect();
        if list.is_empty() {
            continue;
        }
        text += match fate {
            "lost" => "Left out:\n",
            "changed" => "Changed:\n",
            _ => "Guessed:\n",
        };
        for note in list {
            let indent = 8_usize.saturating_sub(note.count.to_string().len());
            text += &format!("{:indent$}{note}\n", "");
            if !note.mend.is_empty() {
                text += &format!("{:9}otherwise: {}\n", "", note.mend);
            }
        }
    }
    if let Some(line) = notes.iter().find_map(|note| unnamed(note, was)) {
        text += &format!(
            "Name the unknown terrains in a file, and give it with --mapping FILE \
             (--defaults {} prints the known names):\n        format = \"skirmish-mapping/1\"\n        \
             [terrain]\n        {line} = \"wood\"\n",
            was.mapping()
        );
    }
    match found {
        Some([]) => text += "The map check finds no problems.\n",
        Some(found) => {
            text += "The map check finds:\n";
            for finding in found {
                text += &format!("  {}", finding_text(finding));
            }
        }
        None => {}
    }
    output::print(&text)
}

/// The key of a mapping line that would name the unknown terrain of a note.
fn unnamed(note: &Note, format: Format) -> Option<String> {
    let word = match note.what.strip_prefix("terrain ") {
        Some(rest) => rest.split_once(" is unknown")?.0,
        None if note.what.starts_with("unknown tiles of layer") => note.places.first()?,
        None => return None,
    };
    let levels = if format == Format::MegaMek { ":*" } else { "" };
    Some(format!("{:?}", format!("{word}{levels}")))
}

/// The advice for a note; empty if there is none.
fn mend(note: &Note) -> &str {
    let has = |word: &str| note.what.contains(word);
    if !note.mend.is_empty() {
        &note.mend
    } else if has("unknown") {
        "name it in a file for --mapping"
    } else if has("tileset file is missing") {
        "put the tileset into the map's folder"
    } else if has("snapped") {
        "look at the borders of the map"
    } else {
        ""
    }
}
