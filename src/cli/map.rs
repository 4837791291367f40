//! `skirmish map …`: maps listed, drawn, checked and asked.

use super::board_text;
use super::map_query::{ReachArgs, RouteArgs, SightArgs};
use super::{Ended, Exit, Failure, output};
use crate::board::{Board, BorderKind, Cost, Map, Space, Stagger};
use crate::files::builtin::border_name;
use crate::files::map::read;
use crate::files::{cost_text, grid_name, level_sign, opacity_name, spans, use_name};
#[cfg(feature = "print")]
use crate::store::disk;
use crate::store::import;
#[cfg(feature = "print")]
use crate::store::import::How;
use crate::store::library::MAPS;
use crate::survey;
use clap::Subcommand;
use serde::Serialize;
use serde_json::{Value, json};

/// The commands about maps.
#[derive(Debug, Subcommand)]
pub enum MapCommand {
    /// List all maps
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Show a map as text; with --png draw a picture, with --json print every value
    Show {
        /// Map (name or file)
        map: String,
        /// Print JSON: every space and border with all values
        #[arg(long)]
        json: bool,
        /// Draw a picture of it, as in the window
        #[cfg(feature = "print")]
        #[arg(long, value_name = "FILE", conflicts_with = "json")]
        png: Option<std::path::PathBuf>,
    },
    /// Generate a map from a theme, a size and a seed
    New(super::map_new::NewArgs),
    /// Find mistakes in a map; with --battles, test whether it is fair
    Check(super::map_check::CheckArgs),
    /// Draw a new map in the window, or change one
    #[cfg(feature = "window")]
    Edit {
        /// Map (name or file)
        map: Option<String>,
        /// The window.
        #[command(flatten)]
        window: super::window::WindowArgs,
    },
    /// Read a map of another program, or write one for it
    Convert(super::convert::ConvertArgs),
    /// Print a map at true scale, and paper figures for it
    #[cfg(feature = "print")]
    Print(super::print::PrintArgs),
    /// Say whether there is sight between two spaces, and what blocks it
    Sight(SightArgs),
    /// List the spaces a figure can move to
    Reach(ReachArgs),
    /// Find the cheapest path from one space to another
    Route(RouteArgs),
}

/// Runs a command.
///
/// # Errors
/// Unknown maps and spaces, faulty files, output that cannot be written.
pub fn run(command: MapCommand) -> Ended {
    match command {
        MapCommand::List { json } => list(json),
        #[cfg(feature = "print")]
        MapCommand::Show {
            map,
            png: Some(file),
            ..
        } => picture(&map, &file),
        MapCommand::Show { map, json, .. } => show(&map, json),
        MapCommand::New(args) => super::map_new::run(&args),
        MapCommand::Check(args) => super::map_check::run(&args),
        #[cfg(feature = "window")]
        MapCommand::Edit { map, window } => {
            let app = crate::window::App::edit_map(map.as_deref())?;
            super::window::run(app, &window, "write the file in any text editor")
        }
        MapCommand::Convert(args) => super::convert::run(&args),
        #[cfg(feature = "print")]
        MapCommand::Print(args) => super::print::run(&args),
        MapCommand::Sight(args) => args.run(),
        MapCommand::Reach(args) => args.run(),
        MapCommand::Route(args) => args.run(),
    }
}

/// Finds, reads and compiles a map.
///
/// # Errors
/// There is no such map, or its file is at fault.
pub fn board(named: &str) -> Result<Board, Failure> {
    import::board(named)
}

/// A value as one line of JSON.
pub fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain values") + "\n"
}

// ---------------------------------------------------------------- list

#[derive(Serialize)]
struct Listed {
    name: String,
    title: String,
    grid: &'static str,
    columns: u32,
    rows: u32,
    seats: u8,
    scenarios: Vec<&'static str>,
    file: String,
}

fn list(json: bool) -> Ended {
    let mut maps = Vec::new();
    for entry in MAPS.all() {
        let found = match &entry.path {
            Some(path) => MAPS.open(&path.display().to_string()),
            None => MAPS.open(&entry.name),
        };
        let read = found.and_then(|found| Ok((read(&found.source)?, found)));
        let (map, found) = match read {
            Ok(read) => read,
            Err(error) => {
                output::note(format!("{error}"));
                continue;
            }
        };
        let file = match found.path {
            Some(path) => path.display().to_string(),
            None => format!("maps/{}.toml", entry.name),
        };
        let board = Board::new(map);
        let map = board.map();
        maps.push(Listed {
            name: entry.name,
            title: map.name.clone(),
            grid: grid_name(map.grid.kind),
            columns: map.grid.columns,
            rows: map.grid.rows,
            seats: survey::seats(&board),
            scenarios: survey::scenarios(&board),
            file,
        });
    }
    if json {
        output::print(&line(&json!({ "maps": maps })))?;
        return Ok(Exit::Done);
    }
    let mut text = String::new();
    let wide = |cell: fn(&Listed) -> &str| {
        maps.iter()
            .map(|m| cell(m).chars().count())
            .max()
            .unwrap_or(0)
            .min(crate::shown::WIDEST)
    };
    let (names, titles) = (wide(|m| &m.name), wide(|m| &m.title));
    for map in &maps {
        text += &format!(
            "{:names$}  {:titles$}  {:10}  {:>2} × {:<2}  {} seats\n",
            map.name, map.title, map.grid, map.columns, map.rows, map.seats
        );
    }
    output::print(&text)?;
    Ok(Exit::Done)
}

// ---------------------------------------------------------------- show

fn show(named: &str, json: bool) -> Ended {
    let board = board(named)?;
    output::print(&if json {
        resolved(&board)
    } else {
        drawn(&board)
    })?;
    Ok(Exit::Done)
}

/// Draws a map as the window does.
#[cfg(feature = "print")]
fn picture(named: &str, file: &std::path::Path) -> Ended {
    let opened = import::open(named, &How::default())?;
    let picture = opened.picture()?;
    let backdrop = crate::store::export::backdrop_of(&opened.map, picture.as_deref());
    let board = Board::new(opened.map);
    let sheet = crate::print::show(&board, 6000.0, backdrop);
    let (wide, high) = sheet.size;
    let bytes = crate::print::png(&sheet, wide, high)?;
    disk::write(file, &bytes)?;
    output::print(&format!("{}\n", file.display()))?;
    Ok(Exit::Done)
}

/// A map with all its values.
#[derive(Serialize)]
struct Whole<'a> {
    name: &'a str,
    grid: &'static str,
    stagger: &'static str,
    columns: u32,
    rows: u32,
    space_mm: f64,
    spaces: Vec<Resolved<'a>>,
    borders: Vec<Value>,
    zones: Vec<Value>,
}

/// A space with all its values.
#[derive(Serialize)]
struct Resolved<'a> {
    space: String,
    elevation: i8,
    #[serde(flatten)]
    terrain: &'a Ground<'a>,
}

/// A terrain with all its values.
#[derive(Serialize)]
struct Ground<'a> {
    terrain: &'a str,
    cost: Value,
    sight: &'static str,
    height: u8,
    cover: bool,
    water: bool,
    hits: Option<u8>,
    becomes: Option<&'a str>,
    colour: String,
}

/// Everything a map says, with all values resolved, as JSON.
fn resolved(board: &Board) -> String {
    let map = board.map();
    let name = |space: Space| map.grid.name(space);
    let cost = |cost: Cost| match cost {
        Cost::Plain => json!(1),
        Cost::Hard => json!(2),
        Cost::No => json!("no"),
    };
    let grounds: Vec<Ground> = map
        .terrains
        .iter()
        .map(|terrain| Ground {
            terrain: &terrain.name,
            cost: cost(terrain.cost),
            sight: opacity_name(terrain.sight),
            height: terrain.height,
            cover: terrain.cover,
            water: terrain.water,
            hits: terrain.hits,
            becomes: terrain
                .becomes
                .map(|id| map.terrains[usize::from(id.0)].name.as_str()),
            colour: format!("#{:06x}", terrain.colour),
        })
        .collect();
    let spaces = (0..board.len() as u32).map(Space).map(|space| Resolved {
        space: name(space),
        elevation: board.level(space),
        terrain: &grounds[usize::from(map.terrain[space.index()].0)],
    });
    let spaces: Vec<Resolved> = spaces.collect();
    let borders: Vec<Value> = map
        .borders
        .iter()
        .map(|border| {
            let step = match (border.closed, border.hard) {
                (true, _) => Cost::No,
                (false, true) => Cost::Hard,
                (false, false) => Cost::Plain,
            };
            let mut value = json!({
                "between": format!("{}|{}", name(border.between.0), name(border.between.1)),
                "kind": border_name(border.kind), "move": cost(step),
                "sight": opacity_name(border.sight), "height": border.height,
            });
            if border.kind == BorderKind::Door {
                value["open"] = json!(border.open);
                value["state"] = json!(match (border.open, border.locked) {
                    (true, _) => "open",
                    (false, true) => "locked",
                    (false, false) => "shut",
                });
            }
            value
        })
        .collect();
    let zones: Vec<Value> = map
        .zones
        .iter()
        .map(|zone| {
            let spaces: Vec<String> = zone.spaces.iter().map(name).collect();
            json!({ "kind": use_name(zone.kind), "seat": zone.seat, "spaces": spaces })
        })
        .collect();
    line(&Whole {
        name: &map.name,
        grid: grid_name(map.grid.kind),
        stagger: stagger_name(map),
        columns: map.grid.columns,
        rows: map.grid.rows,
        space_mm: f64::from(map.space_size) / 100.0,
        spaces,
        borders,
        zones,
    })
}

fn stagger_name(map: &Map) -> &'static str {
    match map.grid.stagger {
        Stagger::Even => "even",
        Stagger::Odd => "odd",
    }
}

/// A map as text: the board, what its characters mean, its levels and zones.
fn drawn(board: &Board) -> String {
    let map = board.map();
    let mut text = format!(
        "{}: {}, {} × {} spaces\n\n",
        map.name,
        grid_name(map.grid.kind),
        map.grid.columns,
        map.grid.rows
    );
    let mut put = |lines: Vec<String>| {
        for line in lines {
            text += line.trim_end();
            text.push('\n');
        }
        text.push('\n');
    };
    let sign = |space: Space| {
        if board.exists(space) {
            board.terrain(space).sign
        } else {
            ' '
        }
    };
    put(board_text::draw(board, sign));
    let mut key = terrain_key(map);
    let borders = board_text::border_key(board);
    if !borders.is_empty() {
        key.push(format!("borders: {}", borders.join(", ")));
    }
    put(key);
    if map.elevation.iter().any(|level| *level != 0) {
        put(vec!["Levels (a to i are -1 to -9):".to_owned()]);
        let level = |space: Space| {
            if board.exists(space) {
                level_sign(board.level(space))
            } else {
                ' '
            }
        };
        put(board_text::draw(
            &Board::new(Map {
                borders: Vec::new(),
                ..map.clone()
            }),
            level,
        ));
    }
    let zones = map.zones.iter().map(|zone| {
        let seat = zone
            .seat
            .map(|seat| format!(" of seat {seat}"))
            .unwrap_or_default();
        format!(
            "{}{seat}: {}",
            use_name(zone.kind),
            spans(&map.grid, &zone.spaces).join(", ")
        )
    });
    put(zones.collect());
    text.trim_end().to_owned() + "\n"
}

/// A line for each terrain that the map has: its sign, cost and cover.
fn terrain_key(map: &Map) -> Vec<String> {
    let mut key = Vec::new();
    for (i, terrain) in map.terrains.iter().enumerate().filter(|(_, t)| !t.void) {
        let count = map
            .terrain
            .iter()
            .filter(|id| usize::from(id.0) == i)
            .count();
        if count == 0 {
            continue;
        }
        let mut about = format!(
            "{} {}: cost {}",
            terrain.sign,
            terrain.name,
            cost_text(terrain.cost).replace('"', "")
        );
        if terrain.height > 0 {
            about += &format!(
                ", sight {}, height {}",
                opacity_name(terrain.sight),
                terrain.height
            );
        }
        if terrain.cover {
            about += ", cover";
        }
        if let Some(hits) = terrain.hits {
            about += &format!(", falls at {hits} hits");
        }
        key.push(about);
    }
    key
}
