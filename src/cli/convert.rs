//! `skirmish map convert`: maps from and to other programs, and onto another grid.

use super::map::line;
use super::map_check::finding_text;
use super::{Ended, Exit, Failure, ValueError, output};
use crate::battle::Scale;
use crate::board::{Board, GridKind, Map};
use crate::draft::{Plan, Scene, Sheet, regridded};
use crate::files::foreign::Format;
use crate::files::grid_name;
use crate::files::mapping::DEFAULTS;
use crate::files::notes::Note;
use crate::files::propose::Zones;
use crate::store::export::{Target, name_picture, written};
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
    /// Mapping file: which terrain each word of the map file becomes; --defaults prints examples
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
    /// Print the built-in mapping of a format: uvtt, tiled, wesnoth or megamek
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["from", "to"])]
    defaults: Option<String>,
    /// Print JSON with everything that was left out or changed
    #[arg(long)]
    json: bool,
}

/// Reads where zones are proposed.
fn zones(text: &str) -> Result<Zones, ValueError> {
    let found = Zones::ALL.into_iter().find(|zones| zones.name() == text);
    found.ok_or(ValueError::Expected("edges, left-right, corners or none"))
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
            Failure::message(format!(
                "unknown mapping {name:?}; known: {}",
                names.join(", ")
            ))
        })?;
        output::print(text.1)?;
        return Ok(Exit::Done);
    }
    let (Some(from), Some(to)) = (&args.from, &args.to) else {
        return Err(Failure::message(
            "two names are needed: a map and the file to write",
        ));
    };
    let target = Target::of(to)?;
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
        let (laid, more) = regridded(&sheet, kind).map_err(Failure::message)?;
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
        return Err(Failure::message(format!(
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
