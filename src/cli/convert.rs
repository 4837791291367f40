//! `skirmish map convert`: maps from and to other programs, and onto another grid.

use super::map::{finding_text, line};
use super::open::{self, MAPS};
use super::{Ended, Exit, Failure, beside, output};
use crate::battle::Scale;
use crate::board::{Board, GridKind, Map};
use crate::draft::{Plan, Scene, Sheet, regridded};
use crate::files::foreign::{self, Format, Input, LONGEST};
use crate::files::grid_name;
use crate::files::mapping::{DEFAULTS, Mapping};
use crate::files::notes::{Note, Notes};
use crate::files::{tiled, uvtt, write};
use crate::source::Source;
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
    /// File to write: .toml, .tmx or .uvtt
    #[arg(required_unless_present = "defaults")]
    to: Option<PathBuf>,
    /// Mapping file: the terrain that each word of the map file becomes; see --defaults
    #[arg(long, value_name = "FILE")]
    mapping: Option<String>,
    /// Folder with other files that the map refers to; without it, the map's own folder
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Move the map onto another grid: square, hex-flat or hex-pointy
    #[arg(long, value_name = "GRID", value_parser = super::map_new::grid)]
    grid: Option<GridKind>,
    /// Scenario to convert too; it is written beside the map as NAME.scenario.toml
    #[arg(long, value_name = "NAME|FILE", requires = "grid")]
    scenario: Option<String>,
    /// Print a built-in mapping: tiled, wesnoth or megamek
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["from", "to"])]
    defaults: Option<String>,
    /// Print JSON: everything that was left out or changed
    #[arg(long)]
    json: bool,
}

/// The longest file that is read beside a map.
const LONGEST_BESIDE: u64 = 16 << 20;

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
    let (mut map, format, mut notes) = open(from, args.mapping.as_deref(), args.root.as_deref())?;
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
    }
    if let (Ok(a), Ok(b)) = (Path::new(from).canonicalize(), to.canonicalize())
        && a == b
    {
        return Err(Failure::said(format!(
            "{from} would overwrite itself; name another file"
        )));
    }
    let (text, more, beside) = written(&map, target, to)?;
    notes.add(more);
    let mut files: Vec<(&Path, &[u8])> = vec![(to, text.as_bytes())];
    files.extend(beside.as_ref().map(|(path, bytes)| (&**path, &**bytes)));
    files.extend(
        scenario
            .as_ref()
            .map(|(path, text)| (&**path, text.as_bytes())),
    );
    open::write_together(&files)?;
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
    let plan = super::library::plan(name)?;
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
fn target(to: &Path) -> Result<Format, Failure> {
    let ending = to.extension().unwrap_or_default().to_string_lossy();
    match Format::of_ending(&ending) {
        Some(format @ (Format::Skirmish | Format::Tmx | Format::Uvtt)) => Ok(format),
        Some(format) => Err(Failure::said(format!(
            "{} files can be read but not written; use .toml, .tmx or .uvtt",
            format.name()
        ))),
        None => Err(Failure::said(format!(
            "{}: the ending of the file name decides the format; use .toml, .tmx or .uvtt",
            to.display()
        ))),
    }
}

/// Reads a map of any format.
///
/// # Errors
/// It cannot be read, is damaged, too large, or refers outside its folder.
pub fn open(
    from: &str,
    mapping: Option<&str>,
    root: Option<&Path>,
) -> Result<(Map, Format, Notes), Failure> {
    let path = Path::new(from);
    let ending = path
        .extension()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let by_name = Format::of_ending(&ending);
    if by_name == Some(Format::Skirmish)
        || (!path.is_file() && !from.contains(['/', '\\']) && by_name.is_none())
    {
        let map = crate::files::map::read(&MAPS.open(from)?.source)?;
        return Ok((map, Format::Skirmish, Notes::default()));
    }
    let bytes = open::bytes(path, LONGEST, "a map")?;
    let unsure = matches!(
        ending.to_ascii_lowercase().as_str(),
        "json" | "xml" | "map" | ""
    );
    let by_bytes = Format::of_bytes(&bytes);
    let format = if unsure {
        by_bytes.or(by_name)
    } else {
        by_name.or(by_bytes)
    };
    let format = format.ok_or_else(|| {
        let known: Vec<_> = Format::ALL
            .iter()
            .flat_map(|f| f.endings())
            .map(|e| format!(".{e}"))
            .collect();
        Failure::said(format!(
            "{from}: unknown map format; known: {}",
            known.join(" ")
        ))
    })?;
    let user = match mapping {
        Some(file) => Some(Source::new(file, open::read_text(Path::new(file))?)),
        None => None,
    };
    let mapping = Mapping::new(format.mapping(), user.as_ref())?;
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let name = path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let (map, notes) = foreign::read(
        format,
        &mut Input {
            file: from,
            name: &name,
            bytes: &bytes,
            mapping: &mapping,
            beside: &mut |inner| {
                beside::file(&folder, root.unwrap_or(&folder), inner, LONGEST_BESIDE)
            },
        },
    )?;
    Ok((map, format, notes))
}

/// The text of a map in a format, what that format cannot hold, and a file to go beside it.
type Written = (String, Notes, Option<(PathBuf, Vec<u8>)>);

fn written(map: &Map, format: Format, to: &Path) -> Result<Written, Failure> {
    match format {
        Format::Tmx => {
            let stem = to.file_stem().unwrap_or_default().to_string_lossy();
            let picture = format!("{stem}-tiles.png");
            let text = tiled::write(map, &picture);
            Ok((
                text,
                Notes::default(),
                Some((to.with_file_name(picture), tiled::tiles(map).png)),
            ))
        }
        Format::Uvtt => {
            uvtt::fits(map).map_err(Failure::said)?;
            let picture = picture(map);
            let drawn = picture.as_ref().ok();
            let (text, mut notes) = uvtt::write(map, drawn).map_err(Failure::said)?;
            if let Err(why) = picture {
                notes.lost(
                    format!("the file contains no picture: {why}"),
                    "the whole map",
                );
            }
            Ok((text, notes, None))
        }
        _ => Ok((write(map), Notes::default(), None)),
    }
}

/// The picture that goes into a Universal VTT file.
///
/// # Errors
/// Why there is none.
#[cfg(feature = "print")]
fn picture(map: &Map) -> Result<uvtt::Picture, String> {
    let board = crate::board::Board::new(map.clone());
    // large maps take fewer pixels a square: drawing takes its time, and many tables show no
    // picture of more than 4096 pixels a side
    let pixels = (4096 / map.grid.columns.max(map.grid.rows)).min(70);
    if pixels < 8 {
        return Err("the map is too large to draw".to_owned());
    }
    let sheet = crate::print::strips(&board, &crate::print::Print::of(map));
    let (wide, high) = sheet.size;
    let scale = f64::from(pixels) * 100.0 / f64::from(map.space_size);
    let png = crate::print::png(&sheet, wide * scale, high * scale).map_err(|e| e.to_string())?;
    Ok(uvtt::Picture { png, pixels })
}

#[cfg(not(feature = "print"))]
fn picture(_map: &Map) -> Result<uvtt::Picture, String> {
    Err("this build cannot draw pictures".to_owned())
}

fn report(
    as_json: bool,
    from: &str,
    to: &Path,
    map: &Map,
    (was, is): (Format, Format),
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
    for fate in ["lost", "changed"] {
        let list: Vec<&Note> = notes.iter().filter(|n| n.fate.name() == fate).collect();
        if list.is_empty() {
            continue;
        }
        text += match fate {
            "lost" => "Left out:\n",
            _ => "Changed:\n",
        };
        for note in list {
            let indent = 8_usize.saturating_sub(note.count.to_string().len());
            text += &format!("{:indent$}{note}\n", "");
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
fn mend(note: &Note) -> &'static str {
    let has = |word: &str| note.what.contains(word);
    if has("unknown") {
        "name it in a file for --mapping"
    } else if has("tileset file is missing") {
        "put the tileset into the map's folder"
    } else if has("snapped") {
        "look at the borders of the map"
    } else {
        ""
    }
}
