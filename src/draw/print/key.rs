//! The key of a printed map: what each terrain, border, zone and level looks like and does.

use super::board::shapes;
use super::svg::Drawing;
use super::{Print, Style, ZOOM};
use crate::board::{
    Board, Border, BorderKind, Cost, Grid, Map, Opacity, Space, Spaces, Terrain, TerrainId, Use,
    Zone,
};
use crate::files::builtin::border_name;
use crate::look::layout::{Camera, Layout};
use crate::shown::markup;
use emath::{Pos2, Rect, vec2};
use std::collections::BTreeMap;

/// Width of an entry, height of one, and size of its picture, in millimetres.
const WIDE: f64 = 60.0;
const HIGH: f64 = 13.0;
const PICTURE: f64 = 10.0;

/// The key in as many columns as fit a width, as SVG text, and how high it is.
pub fn key(board: &Board, print: &Print, wide: f64) -> (String, f64) {
    let entries = entries(board, print);
    let columns = ((wide / WIDE) as usize).max(1);
    let rows = entries.len().div_ceil(columns);
    let high = rows as f64 * HIGH + 6.0;
    (laid_out(&entries, rows), high)
}

/// The key on as many pages as it needs, if each has this room.
#[cfg(feature = "print")]
pub fn columns(board: &Board, print: &Print, (wide, high): (f64, f64)) -> Vec<String> {
    let entries = entries(board, print);
    let columns = ((wide / WIDE) as usize).max(1);
    let rows = ((high / HIGH) as usize).max(1);
    entries
        .chunks(columns * rows)
        .map(|page| laid_out(page, rows.min(page.len())))
        .collect()
}

/// Entries in columns of this many rows.
fn laid_out(entries: &[Entry], rows: usize) -> String {
    let mut out = String::new();
    for (i, entry) in entries.iter().enumerate() {
        let (x, y) = ((i / rows) as f64 * WIDE, (i % rows) as f64 * HIGH + 3.0);
        out += &format!(
            "<g transform=\"translate({x:.2} {y:.2})\">{}",
            entry.picture
        );
        let mut line = y_of_text(entry.facts.len());
        out += &format!(
            "<text x=\"{:.1}\" y=\"{line:.2}\" font-size=\"3.4\">{}</text>",
            PICTURE + 2.5,
            markup(&entry.name)
        );
        for fact in &entry.facts {
            line += 3.4;
            out += &format!(
                "<text x=\"{:.1}\" y=\"{line:.2}\" font-size=\"2.5\" fill=\"#303030\">{}</text>",
                PICTURE + 2.5,
                markup(fact)
            );
        }
        out += "</g>";
    }
    out
}

/// Where the first line of an entry stands.
fn y_of_text(facts: usize) -> f64 {
    if facts > 1 { 3.0 } else { 4.4 }
}

/// One line of the key.
struct Entry {
    picture: String,
    name: String,
    facts: Vec<String>,
}

fn entries(board: &Board, print: &Print) -> Vec<Entry> {
    let map = board.map();
    let mut entries = Vec::new();
    let mut count = vec![0usize; map.terrains.len()];
    for id in &map.terrain {
        count[usize::from(id.0)] += 1;
    }
    for (i, terrain) in map.terrains.iter().enumerate() {
        if count[i] > 0 && !terrain.void {
            let sample = sample(map, TerrainId(i as u8), 1);
            entries.push(Entry {
                picture: picture(sample, print, entries.len()),
                name: terrain.name.clone(),
                facts: facts(map, terrain),
            });
        }
    }
    let plain = plainest(map);
    let mut kinds: BTreeMap<String, &Border> = BTreeMap::new();
    for border in &map.borders {
        kinds.entry(border_title(border)).or_insert(border);
    }
    for (title, border) in kinds {
        let mut sample = sample(map, plain, 2);
        sample.borders = vec![Border {
            between: (Space(0), Space(1)),
            ..border.clone()
        }];
        entries.push(Entry {
            picture: close_up(sample, print, entries.len()),
            name: title,
            facts: border_facts(border),
        });
    }
    if print.marks {
        entries.extend(zone_entries(map, plain, print, entries.len()));
        if map.elevation.iter().any(|level| *level != 0) {
            let mut sample = sample(map, plain, 2);
            sample.elevation[1] = 1;
            entries.push(Entry {
                picture: picture(sample, print, entries.len()),
                name: "levels".to_owned(),
                facts: vec![
                    "+1, −1: higher or lower than the rest".to_owned(),
                    "a step to another level costs 2".to_owned(),
                ],
            });
        }
    }
    entries
}

fn zone_entries(map: &Map, plain: TerrainId, print: &Print, first: usize) -> Vec<Entry> {
    let mut kinds: BTreeMap<(Use, Option<u8>), ()> = BTreeMap::new();
    for zone in &map.zones {
        kinds.insert((zone.kind, zone.seat), ());
    }
    let zones = kinds.into_keys().enumerate().map(|(i, (kind, seat))| {
        let mut sample = sample(map, plain, 1);
        sample.zones = vec![Zone {
            kind,
            seat,
            spaces: Spaces::of(1, [Space(0)]),
        }];
        let name = match kind {
            Use::Deployment => "deployment zone",
            Use::Objective => "objective",
            Use::Exit => "exit",
        };
        Entry {
            picture: picture(sample, print, first + i),
            name: name.to_owned(),
            facts: seat.iter().map(|seat| format!("of seat {seat}")).collect(),
        }
    });
    zones.collect()
}

/// The terrain on which borders and zones are shown: open ground, else the first.
fn plainest(map: &Map) -> TerrainId {
    let plain = |t: &Terrain| t.cost == Cost::Plain && !t.cover && !t.void;
    let place = map.terrains.iter().position(plain);
    TerrainId(place.unwrap_or(0) as u8)
}

/// A board of a few spaces of one terrain, side by side.
fn sample(map: &Map, terrain: TerrainId, columns: u32) -> Map {
    let grid = Grid {
        columns,
        rows: 1,
        ..map.grid
    };
    Map {
        name: map.name.clone(),
        grid,
        terrain: vec![terrain; grid.len()],
        elevation: vec![0; grid.len()],
        borders: Vec::new(),
        zones: Vec::new(),
        ..map.clone()
    }
}

/// A small board as SVG text, as large as the pictures of the key.
fn picture(map: Map, print: &Print, number: usize) -> String {
    let bounds = Layout::new(map.grid).bounds();
    seen(map, print, number, bounds)
}

/// The middle of a small board, where its border stands.
fn close_up(map: Map, print: &Print, number: usize) -> String {
    let middle = Layout::new(map.grid).bounds().center();
    let bounds = Rect::from_center_size(middle, vec2(1.0, 1.0));
    seen(map, print, number, bounds)
}

/// The part of a small board within bounds.
fn seen(map: Map, print: &Print, number: usize, bounds: Rect) -> String {
    let board = Board::new(map);
    let view = Rect::from_min_size(Pos2::ZERO, vec2(bounds.width(), bounds.height()) * ZOOM);
    let camera = Camera {
        centre: bounds.center(),
        zoom: ZOOM,
        view,
    };
    let mut drawing = Drawing::new(&format!("k{number}"));
    drawing.all(&shapes(&board, &camera, &bare(print)), view);
    let scale = PICTURE / f64::from(view.width().max(view.height()));
    let id = format!("k{number}c");
    format!(
        "<defs><clipPath id=\"{id}\"><rect width=\"{:.2}\" height=\"{:.2}\"/></clipPath></defs><g transform=\"scale({scale:.5})\" clip-path=\"url(#{id})\">{}</g>",
        view.width(),
        view.height(),
        drawing.done()
    )
}

/// The style of a print without names.
fn bare(print: &Print) -> Print {
    let style = match print.style {
        Style::Full => Style::Full,
        // terrains cannot be told apart by the grid alone
        Style::Saving | Style::Grid => Style::Saving,
    };
    Print {
        style,
        coordinates: false,
        ..print.clone()
    }
}

fn cost(cost: Cost) -> &'static str {
    match cost {
        Cost::Plain => "costs 1",
        Cost::Hard => "costs 2",
        Cost::No => "no entry",
    }
}

fn sight(sight: Opacity, height: u8) -> Option<String> {
    let levels = match height {
        1 => "1 level high".to_owned(),
        n => format!("{n} levels high"),
    };
    match sight {
        Opacity::Clear => None,
        Opacity::Partial => Some(format!("partly blocks sight, {levels}")),
        Opacity::Blocking => Some(format!("blocks sight, {levels}")),
    }
}

/// What a terrain does.
fn facts(map: &Map, terrain: &Terrain) -> Vec<String> {
    let mut first = cost(terrain.cost).to_owned();
    if terrain.water {
        first += ", water";
    }
    if terrain.cover {
        first += ", cover";
    }
    if let Some(hits) = terrain.hits {
        first += &format!(", falls at {hits} hits");
    }
    let left = terrain
        .becomes
        .map(|id| &map.terrains[usize::from(id.0)].name);
    if let Some(left) = left {
        first += &format!(", leaves {left}");
    }
    let mut facts = vec![first];
    facts.extend(sight(terrain.sight, terrain.height));
    facts
}

fn border_title(border: &Border) -> String {
    match border.kind {
        BorderKind::Door if border.open => "door, open".to_owned(),
        BorderKind::Door if border.locked => "door, locked".to_owned(),
        BorderKind::Door => "door, shut".to_owned(),
        kind => border_name(kind).to_owned(),
    }
}

/// What a border does.
fn border_facts(border: &Border) -> Vec<String> {
    let step = match (border.closed, border.hard) {
        (true, _) if border.locked => "opens by a skill roll or by force",
        (true, _) if border.opens() => "opens for 1 more",
        (true, _) => "no way through",
        (false, true) => "costs 2",
        (false, false) => "no effect",
    };
    let mut facts = vec![step.to_owned()];
    facts.extend(sight(border.sight, border.height));
    facts
}
