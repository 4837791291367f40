//! `skirmish map …`: maps listed, drawn, checked and asked.

use super::board_text;
use super::convert;
use super::map_query::{ReachArgs, RouteArgs, SightArgs};
use super::open::{MAPS, is_foreign};
use super::{Ended, Exit, Failure, library, output};
use crate::battle::Scale;
use crate::board::{Board, BorderKind, Cost, Map, Space, Stagger};
use crate::files::builtin::border_name;
use crate::files::map::read;
use crate::files::{cost_text, grid_name, level_sign, opacity_name, spans, use_name};
use crate::survey::{self, Finding, Pace, Severity};
use clap::{Args, Subcommand};
use serde::Serialize;
use serde_json::{Value, json};

/// The commands about maps.
#[derive(Debug, Subcommand)]
pub enum MapCommand {
    /// List the maps there are
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Draw a map, or print everything it says
    Show {
        /// A map's name or file
        map: String,
        /// Print JSON: every space and border with all values
        #[arg(long)]
        json: bool,
        /// Draw it into a picture, as the window does
        #[cfg(feature = "print")]
        #[arg(long, value_name = "FILE", conflicts_with = "json")]
        png: Option<std::path::PathBuf>,
    },
    /// Draw up a map from a theme, a size and a seed
    New(super::map_new::NewArgs),
    /// Find mistakes in a map; with --battles, test whether it is fair
    Check(CheckArgs),
    /// Draw a map in the window: one there is, or a new one
    #[cfg(feature = "window")]
    Edit {
        /// A map's name or file
        map: Option<String>,
        /// The window.
        #[command(flatten)]
        window: super::window::WindowArgs,
    },
    /// Read a map of another program, or write one for it
    Convert(super::convert::ConvertArgs),
    /// Print a map at true scale, paper figures with it
    #[cfg(feature = "print")]
    Print(super::print::PrintArgs),
    /// Say whether one space sees another, and what is in the way
    Sight(SightArgs),
    /// List the spaces a figure can move to
    Reach(ReachArgs),
    /// Find the cheapest way from one space to another
    Route(RouteArgs),
}

/// Options of `map check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// A map's name or file
    map: String,
    /// Figure scale: 4.7mm, 15mm, 28mm, 54mm, 90mm, 180mm or 300mm [default: the scenario's, or 28mm]
    #[arg(long)]
    scale: Option<String>,
    /// Rounds of a battle [default: the scenario's, or 5]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: Option<u32>,
    /// Scenario to check and play on the map, by name or file
    #[arg(long, value_name = "S")]
    scenario: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Battles that test whether the map is fair.
    #[command(flatten)]
    battles: super::map_battles::BattlesArgs,
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
        MapCommand::Check(args) => check(&args),
        #[cfg(feature = "window")]
        MapCommand::Edit { map, window } => {
            let app = crate::window::App::edit_map(map.as_deref()).map_err(Failure::said)?;
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
    let map = match is_foreign(named) {
        true => convert::open(named, None, None)?.0,
        false => read(&MAPS.open(named)?.source)?,
    };
    Ok(Board::new(map))
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
    let board = board(named)?;
    let sheet = crate::print::show(&board, 6000.0);
    let (wide, high) = sheet.size;
    let bytes = crate::print::png(&sheet, wide, high)
        .map_err(|trouble| Failure::said(trouble.to_string()))?;
    super::open::write(file, &bytes)?;
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

// ---------------------------------------------------------------- check

/// Findings about a scenario on a map.
fn scenario_on(name: &str, map: &str) -> Result<Vec<survey::Finding>, Failure> {
    let options = super::options::BattleOptions {
        map: Some(map.to_owned()),
        scenario: Some(name.to_owned()),
        ..Default::default()
    };
    let game = options.setup("utility")?.begin()?;
    Ok(crate::scenario::check(&game))
}

/// Speed of figures and number of rounds: from the options, else from the scenario.
fn pace(args: &CheckArgs) -> Result<Pace, Failure> {
    let plan = match &args.scenario {
        Some(name) => Some(library::plan(name)?),
        None => None,
    };
    let told = library::pace(plan.as_ref());
    let of_scale = match &args.scale {
        None => told,
        Some(name) => Pace::of(Scale::named(name).ok_or_else(|| {
            let known: Vec<_> = Scale::ALL.iter().map(|scale| scale.name()).collect();
            let known = known.join(", ");
            Failure::Said(format!("unknown scale {name:?}; there are: {known}"))
        })?),
    };
    Ok(Pace {
        rounds: args.rounds.unwrap_or(told.rounds),
        ..of_scale
    })
}

fn check(args: &CheckArgs) -> Ended {
    let pace = pace(args)?;
    let board = board(&args.map)?;
    let mut findings = survey::check(&board, pace);
    if let Some(name) = &args.scenario {
        findings.extend(scenario_on(name, &args.map)?);
        findings.sort_by_key(|finding| finding.severity);
    }
    let measured = survey::measures(&board, pace);
    let errors = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .count();
    let warnings = findings.len() - errors;
    let told = match args.battles.battles {
        Some(games) if errors == 0 => Some(super::map_battles::play(
            &args.map,
            &board,
            &args.battles,
            args.scenario.clone(),
            games,
        )?),
        _ => None,
    };
    if args.json {
        let name = &board.map().name;
        let mut all = json!({
            "map": name, "errors": errors, "warnings": warnings, "findings": findings,
            "measures": measured,
        });
        if let Some(told) = &told {
            all["battles"] = told.json(&board);
        }
        output::print(&line(&all))?;
    } else {
        let name = &board.map().name;
        let mut text = String::new();
        if let Some(told) = &told {
            if args.battles.markdown {
                let body = told.markdown();
                output::print(&super::markdown::section(
                    &format!("Fairness of {name}"),
                    &body,
                ))?;
                return Ok(Exit::Done);
            }
            text += &format!("{}\n", told.sentence());
        }
        text += &ready_text(name, errors, warnings);
        for finding in &findings {
            text += &finding_text(finding);
        }
        text += &measures_text(&measured);
        if let Some(told) = &told {
            text += &told.text(&board);
        }
        output::print(&text)?;
    }
    Ok(if errors == 0 { Exit::Done } else { Exit::No })
}

/// Whether a map can be played, in a sentence.
fn ready_text(name: &str, errors: usize, warnings: usize) -> String {
    let count = |n, what| match n {
        0 => format!("no {what}s"),
        n => survey::counted(n, what),
    };
    let (errors_text, warnings) = (count(errors, "error"), count(warnings, "warning"));
    match errors {
        0 => format!("{name} is ready to play: {errors_text}, {warnings}.\n"),
        _ => format!("{name} cannot be played yet: {errors_text}, {warnings}.\n"),
    }
}

/// A finding as a line.
pub(super) fn finding_text(finding: &Finding) -> String {
    let severity = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let Finding {
        place, what, mend, ..
    } = finding;
    format!("{severity}: {place}: {what}; {mend}\n")
}

/// Distances and ground of the seats, one line each.
fn measures_text(measured: &survey::Measures) -> String {
    let mut text = String::new();
    for way in &measured.ways {
        let [seat, other] = way.seats;
        text += &format!("seats {seat} and {other}: {} spaces apart", way.distance);
        match (way.cost, way.round) {
            (Some(cost), Some(round)) => {
                text += &format!(", the path costs {cost}, first contact in round {round}");
            }
            _ => text += ", no path between them",
        }
        match &way.narrows {
            Some(names) => text += &format!(", all paths lead through {}\n", names.join(", ")),
            None => text += "\n",
        }
    }
    for side in &measured.sides {
        text += &format!(
            "seat {}: {} spaces to deploy on, reaches {} spaces first, {} % of them cover, {} % open ground",
            side.seat, side.zone, side.spaces, side.cover, side.open
        );
        match side.objective {
            Some(cost) => text += &format!(", the nearest objective costs {cost}\n"),
            None => text += "\n",
        }
    }
    text
}
