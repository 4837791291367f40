//! Writing map files.

use super::builtin::{self, Builtin, TERRAINS, border_name};
use super::map::{INCH, NEWEST};
use crate::board::{
    Border, BorderKind, Cost, Grid, GridKind, Map, Opacity, Spaces, Stagger, Terrain, TerrainId,
    Use,
};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The text of a map in the map format: reading it gives the same map again.
///
/// Levels beyond −9 to 9 have no character and are written as the nearest that has.
pub fn write(map: &Map) -> String {
    let mut out = String::with_capacity(map.terrain.len() * 3 + 1024);
    line(&mut out, format_args!("format = \"skirmish-map/{NEWEST}\""));
    line(&mut out, format_args!("name = {}", quoted(&map.name)));
    if let Some(author) = &map.credit.author {
        line(&mut out, format_args!("author = {}", quoted(author)));
    }
    if let Some(notes) = &map.credit.notes {
        line(&mut out, format_args!("notes = {}", quoted(notes)));
    }
    if let Some(recipe) = &map.credit.recipe {
        line(&mut out, format_args!("recipe = {}", quoted(recipe)));
    }
    if let Some(picture) = &map.credit.picture {
        line(
            &mut out,
            format_args!("picture = {}", super::backdrop::text(picture)),
        );
    }
    if !map.credit.accept.is_empty() {
        let ids: Vec<String> = map.credit.accept.iter().map(|id| quoted(id)).collect();
        line(&mut out, format_args!("accept = [{}]", ids.join(", ")));
    }
    line(
        &mut out,
        format_args!("grid = \"{}\"", grid_name(map.grid.kind)),
    );
    if map.grid.stagger == Stagger::Odd {
        line(&mut out, format_args!("stagger = \"odd\""));
    }
    if map.space_size != INCH {
        let size = format!("{}.{:02}", map.space_size / 100, map.space_size % 100);
        let short = size.strip_suffix('0').unwrap_or(&size);
        line(&mut out, format_args!("space_mm = {short}"));
    }
    let sign = |id: &TerrainId| map.terrains[usize::from(id.0)].sign;
    picture(&mut out, "terrain", map.grid, map.terrain.iter().map(sign));
    if map.elevation.iter().any(|level| *level != 0) {
        picture(
            &mut out,
            "elevation",
            map.grid,
            map.elevation.iter().map(|level| level_sign(*level)),
        );
    }
    legend(&mut out, map);
    borders(&mut out, map);
    for zone in &map.zones {
        line(
            &mut out,
            format_args!("\n[[zone]]\nkind = \"{}\"", use_name(zone.kind)),
        );
        if let Some(seat) = zone.seat {
            line(&mut out, format_args!("seat = {seat}"));
        }
        list(&mut out, "spaces", &spans(&map.grid, &zone.spaces));
    }
    out
}

/// The name of a grid in map files.
pub fn grid_name(kind: GridKind) -> &'static str {
    match kind {
        GridKind::Square => "square",
        GridKind::HexFlat => "hex-flat",
        GridKind::HexPointy => "hex-pointy",
    }
}

/// The name of a zone's use in map files.
pub fn use_name(kind: Use) -> &'static str {
    match kind {
        Use::Deployment => "deployment",
        Use::Objective => "objective",
        Use::Exit => "exit",
    }
}

/// The name of an opacity in map files.
pub fn opacity_name(sight: Opacity) -> &'static str {
    match sight {
        Opacity::Clear => "clear",
        Opacity::Partial => "partial",
        Opacity::Blocking => "blocking",
    }
}

/// A cost as map files write it.
pub fn cost_text(cost: Cost) -> &'static str {
    match cost {
        Cost::Plain => "1",
        Cost::Hard => "2",
        Cost::No => "\"no\"",
    }
}

/// The character of a level in the elevation of a map file.
pub fn level_sign(level: i8) -> char {
    match level.clamp(-9, 9) {
        level @ 0..=9 => (b'0' + level as u8) as char,
        level => (b'a' + (-1 - level) as u8) as char,
    }
}

/// A set of spaces as few names and rectangles: `A1:C2`, `D4`.
pub fn spans(grid: &Grid, spaces: &Spaces) -> Vec<String> {
    let mut left = spaces.clone();
    let at = |column: u32, row: u32| crate::board::Space(row * grid.columns + column);
    let mut found = Vec::new();
    for first in spaces.iter() {
        if !left.contains(first) {
            continue;
        }
        let (column, row) = (grid.column(first), grid.row(first));
        let right = (column..grid.columns)
            .take_while(|c| left.contains(at(*c, row)))
            .last()
            .unwrap_or(column);
        let whole = |row: &u32| (column..=right).all(|c| left.contains(at(c, *row)));
        let bottom = (row..grid.rows).take_while(whole).last().unwrap_or(row);
        for row in row..=bottom {
            (column..=right).for_each(|c| left.remove(at(c, row)));
        }
        let (a, b) = (grid.name(first), grid.name(at(right, bottom)));
        found.push(if a == b { a } else { format!("{a}:{b}") });
    }
    found
}

fn line(out: &mut String, text: std::fmt::Arguments) {
    writeln!(out, "{text}").expect("writing to a string");
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// A string of rows. In double quotes as a rule; in single ones where that saves escapes.
fn picture(out: &mut String, key: &str, grid: Grid, signs: impl Iterator<Item = char>) {
    let signs: Vec<char> = signs.collect();
    let rows: Vec<String> = signs
        .chunks(grid.columns as usize)
        .map(|row| row.iter().collect())
        .collect();
    let special = rows.iter().any(|row| row.contains(['"', '\\']));
    // Three quotes in a row, or a last one before the closing quotes, need the escapes.
    let single = rows.iter().any(|row| row.contains("''"))
        || rows.last().is_some_and(|row| row.ends_with('\''));
    let (quote, escape) = if special && !single {
        ("'''", false)
    } else {
        ("\"\"\"", special)
    };
    line(out, format_args!("{key} = {quote}"));
    for (i, row) in rows.iter().enumerate() {
        let end = if i + 1 == rows.len() { quote } else { "" };
        match escape {
            true => line(
                out,
                format_args!("{}{end}", row.replace('\\', "\\\\").replace('"', "\\\"")),
            ),
            false => line(out, format_args!("{row}{end}")),
        }
    }
}

/// The terrains that reading could not guess from the picture alone.
fn legend(out: &mut String, map: &Map) {
    let mut implied: BTreeSet<TerrainId> = BTreeSet::new();
    let mut open: Vec<TerrainId> = map
        .terrain
        .iter()
        .copied()
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let own = |id: TerrainId| same_builtin(map, &map.terrains[usize::from(id.0)]).is_none();
    open.extend(
        (0..map.terrains.len())
            .map(|i| TerrainId(i as u8))
            .filter(|id| own(*id)),
    );
    while let Some(id) = open.pop() {
        if implied.insert(id) {
            open.extend(map.terrains[usize::from(id.0)].becomes);
        }
    }
    let mut first = true;
    for (i, terrain) in map.terrains.iter().enumerate() {
        let value = match same_builtin(map, terrain) {
            Some(b) if b.sign == terrain.sign && implied.contains(&TerrainId(i as u8)) => continue,
            Some(b) => format!("\"{}\"", b.name),
            None => own_table(map, terrain),
        };
        if std::mem::take(&mut first) {
            line(out, format_args!("\n[legend]"));
        }
        line(
            out,
            format_args!("{} = {value}", quoted(&terrain.sign.to_string())),
        );
    }
}

/// The built-in terrain whose values this one has.
fn same_builtin(map: &Map, terrain: &Terrain) -> Option<&'static Builtin> {
    let built_in = &TERRAINS[Builtin::named(&terrain.name)?];
    let becomes = terrain
        .becomes
        .map(|id| map.terrains[usize::from(id.0)].name.as_str());
    (built_in.terrain(terrain.sign, terrain.becomes) == *terrain && becomes == built_in.becomes)
        .then_some(built_in)
}

fn own_table(map: &Map, terrain: &Terrain) -> String {
    let mut text = format!(
        "{{ name = {}, cost = {}, sight = \"{}\", height = {}, cover = {}",
        quoted(&terrain.name),
        cost_text(terrain.cost),
        opacity_name(terrain.sight),
        terrain.height,
        terrain.cover
    );
    if let Some(left) = terrain.becomes {
        if let Some(hits) = terrain.hits {
            text += &format!(", hits = {hits}");
        }
        text += &format!(
            ", becomes = {}",
            quoted(&map.terrains[usize::from(left.0)].name)
        );
    }
    if terrain.water {
        text += ", water = true";
    }
    text + &format!(", colour = \"#{:06x}\" }}", terrain.colour)
}

/// Borders that are alike share one table.
fn borders(out: &mut String, map: &Map) {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for border in &map.borders {
        let says = border_keys(border);
        let name = format!(
            "{}|{}",
            map.grid.name(border.between.0),
            map.grid.name(border.between.1)
        );
        match groups.iter_mut().find(|(s, _)| *s == says) {
            Some((_, names)) => names.push(name),
            None => groups.push((says, vec![name])),
        }
    }
    for (says, names) in groups {
        line(out, format_args!("\n[[border]]"));
        list(out, "between", &names);
        out.push_str(&says);
    }
}

fn border_keys(border: &Border) -> String {
    let plain = match border.open {
        true => builtin::open_door(border.between),
        false => builtin::border(border.kind, border.between),
    };
    let mut says = format!("kind = \"{}\"\n", border_name(border.kind));
    if border.locked {
        says += "state = \"locked\"\n";
    }
    if border.kind == BorderKind::Door && border.open {
        says += "open = true\n";
    } else {
        if (border.closed, border.hard) != (plain.closed, plain.hard) {
            let step = if border.closed {
                "\"no\""
            } else {
                ["1", "2"][usize::from(border.hard)]
            };
            says += &format!("move = {step}\n");
        }
        if border.sight != plain.sight {
            says += &format!("sight = \"{}\"\n", opacity_name(border.sight));
        }
    }
    if border.height != plain.height {
        says += &format!("height = {}\n", border.height);
    }
    says
}

/// A list of names, on one line if it is short, else eight a line.
fn list(out: &mut String, key: &str, names: &[String]) {
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    if quoted.len() <= 8 {
        return line(out, format_args!("{key} = [{}]", quoted.join(", ")));
    }
    line(out, format_args!("{key} = ["));
    for chunk in quoted.chunks(8) {
        line(out, format_args!("  {},", chunk.join(", ")));
    }
    line(out, format_args!("]"));
}
