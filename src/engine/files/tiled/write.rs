//! Writing TMX: terrain, levels and zones as tile layers, borders as lines, one embedded tileset
//! whose tiles say everything of their terrain. Reading it gives the same map again.

use super::super::builtin::{self, border_name};
use super::super::map_text::{cost_text, level_sign, opacity_name, use_name};
use super::super::png::png;
use super::super::snap::{Lattice, Point, runs};
use crate::board::{Border, BorderKind, Grid, GridKind, Map, Stagger, Use};
use crate::shown::markup;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Sizes of tiles in pixels.
fn lattice(grid: Grid) -> Lattice {
    let (space, step, shift) = match grid.kind {
        GridKind::Square => ((64.0, 64.0), (64.0, 64.0), (0.0, 0.0)),
        GridKind::HexFlat => ((64.0, 56.0), (48.0, 56.0), (0.0, 28.0)),
        GridKind::HexPointy => ((56.0, 64.0), (56.0, 48.0), (28.0, 0.0)),
    };
    Lattice {
        grid,
        space,
        step,
        shift,
    }
}

/// Levels there are tiles for.
const LEVELS: std::ops::RangeInclusive<i8> = -9..=9;
/// Columns of the picture of the tiles.
const WIDE: usize = 8;

fn property(out: &mut String, name: &str, kind: &str, value: &str) {
    let kind = if kind.is_empty() {
        String::new()
    } else {
        format!(" type=\"{kind}\"")
    };
    let _ = writeln!(
        out,
        "    <property name=\"{name}\"{kind} value=\"{}\"/>",
        markup(value)
    );
}

/// Writes the properties of a map.
fn properties(out: &mut String, map: &Map) {
    *out += "  <properties>\n";
    property(out, "name", "", &map.name);
    property(out, "skirmish", "", "skirmish-map/1");
    let size = format!("{}.{:02}", map.space_size / 100, map.space_size % 100);
    property(out, "space_mm", "float", &size);
    let credit = [
        ("author", &map.credit.author),
        ("notes", &map.credit.notes),
        ("recipe", &map.credit.recipe),
    ];
    for (key, value) in credit {
        if let Some(value) = value {
            property(out, key, "", value);
        }
    }
    if !map.credit.accept.is_empty() {
        property(out, "accept", "", &map.credit.accept.join(" "));
    }
    if map.grid.kind.is_square() && map.grid.stagger == Stagger::Odd {
        property(out, "stagger", "", "odd");
    }
    *out += "  </properties>\n";
}

/// The text of a TMX file. `picture` is the file of [`tiles`], beside it.
pub fn write(map: &Map, picture: &str) -> String {
    let grid = map.grid;
    let lattice = lattice(grid);
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let shape = match grid.kind {
        GridKind::Square => "orientation=\"orthogonal\"".to_owned(),
        kind => format!(
            "orientation=\"hexagonal\" hexsidelength=\"32\" staggeraxis=\"{}\" staggerindex=\"{}\"",
            if kind == GridKind::HexFlat { "x" } else { "y" },
            if grid.stagger == Stagger::Even {
                "odd"
            } else {
                "even"
            },
        ),
    };
    let objects = border_objects(map, &lattice);
    let layers = 2 + map.zones.len() + 1;
    let _ = writeln!(
        out,
        "<map version=\"1.10\" {shape} renderorder=\"right-down\" width=\"{}\" height=\"{}\" tilewidth=\"{}\" tileheight=\"{}\" infinite=\"0\" nextlayerid=\"{}\" nextobjectid=\"{}\">",
        grid.columns,
        grid.rows,
        lattice.space.0,
        lattice.space.1,
        layers + 1,
        objects.len() + 1,
    );
    properties(&mut out, map);
    let set = Set::new(map);
    set.write(&mut out, &lattice, picture);
    let void = |i: usize| map.terrains[usize::from(map.terrain[i].0)].void;
    layer(&mut out, grid, 1, "terrain", "", |i| match void(i) {
        true => 0,
        false => 1 + usize::from(map.terrain[i].0),
    });
    layer(&mut out, grid, 2, "elevation", "", |i| {
        match map.elevation[i] {
            0 => 0,
            level => set.level(level),
        }
    });
    for (n, zone) in map.zones.iter().enumerate() {
        let mut props = String::new();
        property(&mut props, "kind", "", use_name(zone.kind));
        if let Some(seat) = zone.seat {
            property(&mut props, "seat", "int", &seat.to_string());
        }
        let name = match zone.seat {
            Some(seat) => format!("{} {seat}", use_name(zone.kind)),
            None => use_name(zone.kind).to_owned(),
        };
        let has = |i: usize| zone.spaces.contains(crate::board::Space(i as u32));
        layer(&mut out, grid, 3 + n, &name, &props, |i| {
            if has(i) { set.zone(zone.kind) } else { 0 }
        });
    }
    let _ = writeln!(out, " <objectgroup id=\"{layers}\" name=\"borders\">");
    objects.iter().for_each(|o| out += o);
    out += " </objectgroup>\n</map>\n";
    out
}

fn layer(
    out: &mut String,
    grid: Grid,
    id: usize,
    name: &str,
    props: &str,
    tile: impl Fn(usize) -> usize,
) {
    let class = if props.is_empty() {
        ""
    } else {
        " class=\"zone\""
    };
    let _ = writeln!(
        out,
        " <layer id=\"{id}\" name=\"{name}\"{class} width=\"{}\" height=\"{}\">",
        grid.columns, grid.rows
    );
    if !props.is_empty() {
        let _ = write!(out, "  <properties>\n{props}  </properties>\n");
    }
    out.push_str("  <data encoding=\"csv\">\n");
    let columns = grid.columns as usize;
    for row in 0..grid.rows as usize {
        for column in 0..columns {
            let last = row + 1 == grid.rows as usize && column + 1 == columns;
            let _ = write!(
                out,
                "{}{}",
                tile(row * columns + column),
                if last { "" } else { "," }
            );
        }
        out.push('\n');
    }
    out.push_str("</data>\n </layer>\n");
}

/// Borders that are alike, as lines.
fn border_objects(map: &Map, lattice: &Lattice) -> Vec<String> {
    let mut alike: BTreeMap<(BorderKind, String), Vec<&Border>> = BTreeMap::new();
    for border in &map.borders {
        alike
            .entry((border.kind, border_props(border)))
            .or_default()
            .push(border);
    }
    let mut objects = Vec::new();
    for ((kind, props), list) in alike {
        for run in runs(lattice, list.iter().map(|b| b.between)) {
            let (first, last): (Point, Point) = (run[0], run[run.len() - 1]);
            let mut text = String::new();
            let _ = writeln!(
                text,
                "  <object id=\"{}\" type=\"{}\" x=\"{}\" y=\"{}\">",
                objects.len() + 1,
                border_name(kind),
                first.0,
                first.1
            );
            if !props.is_empty() {
                let _ = write!(text, "   <properties>\n{props}   </properties>\n");
            }
            let _ = writeln!(
                text,
                "   <polyline points=\"0,0 {},{}\"/>\n  </object>",
                last.0 - first.0,
                last.1 - first.1
            );
            objects.push(text);
        }
    }
    objects
}

fn border_props(border: &Border) -> String {
    let plain = match border.open {
        true => builtin::open_door(border.between),
        false => builtin::border(border.kind, border.between),
    };
    let mut out = String::new();
    if border.locked {
        property(&mut out, "locked", "bool", "true");
    }
    if border.open {
        property(&mut out, "open", "bool", "true");
    } else {
        if (border.closed, border.hard) != (plain.closed, plain.hard) {
            let step = match (border.closed, border.hard) {
                (true, _) => "no",
                (false, true) => "2",
                (false, false) => "1",
            };
            property(&mut out, "move", "", step);
        }
        if border.sight != plain.sight {
            property(&mut out, "sight", "", opacity_name(border.sight));
        }
    }
    if border.height != plain.height {
        property(&mut out, "height", "int", &border.height.to_string());
    }
    out
}

/// The tiles of the one tileset: all terrains, all levels, all uses of zones.
struct Set<'a> {
    map: &'a Map,
}

impl<'a> Set<'a> {
    fn new(map: &'a Map) -> Self {
        Self { map }
    }
    fn levels_from(&self) -> usize {
        self.map.terrains.len()
    }
    fn zones_from(&self) -> usize {
        self.levels_from() + LEVELS.count()
    }
    fn len(&self) -> usize {
        self.zones_from() + 3
    }
    fn level(&self, level: i8) -> usize {
        1 + self.levels_from() + (level.clamp(-9, 9) + 9) as usize
    }
    fn zone(&self, kind: Use) -> usize {
        1 + self.zones_from() + kind as usize
    }

    fn write(&self, out: &mut String, lattice: &Lattice, picture: &str) {
        let rows = self.len().div_ceil(WIDE);
        let (w, h) = lattice.space;
        let _ = writeln!(
            out,
            " <tileset firstgid=\"1\" name=\"skirmish\" tilewidth=\"{w}\" tileheight=\"{h}\" tilecount=\"{}\" columns=\"{WIDE}\">\n  <image source=\"{}\" width=\"{}\" height=\"{}\"/>",
            rows * WIDE,
            markup(picture),
            w * WIDE as f64,
            h * rows as f64
        );
        for (id, terrain) in self.map.terrains.iter().enumerate() {
            let _ = writeln!(
                out,
                "  <tile id=\"{id}\" type=\"{}\">\n   <properties>",
                markup(&terrain.name)
            );
            property(out, "sign", "", &terrain.sign.to_string());
            property(out, "cost", "", cost_text(terrain.cost).trim_matches('"'));
            property(out, "sight", "", opacity_name(terrain.sight));
            property(out, "height", "int", &terrain.height.to_string());
            property(
                out,
                "cover",
                "bool",
                if terrain.cover { "true" } else { "false" },
            );
            property(
                out,
                "water",
                "bool",
                if terrain.water { "true" } else { "false" },
            );
            if let Some(hits) = terrain.hits {
                property(out, "hits", "int", &hits.to_string());
            }
            if let Some(left) = terrain.becomes {
                property(
                    out,
                    "becomes",
                    "",
                    &self.map.terrains[usize::from(left.0)].name,
                );
            }
            property(out, "colour", "", &format!("#{:06x}", terrain.colour));
            out.push_str("   </properties>\n  </tile>\n");
        }
        for (i, level) in LEVELS.enumerate() {
            let id = self.levels_from() + i;
            let _ = writeln!(out, "  <tile id=\"{id}\" type=\"level\">\n   <properties>");
            property(out, "level", "int", &level.to_string());
            out.push_str("   </properties>\n  </tile>\n");
        }
        out.push_str(" </tileset>\n");
    }
}

/// A picture of the tiles.
pub struct Tiles {
    /// PNG bytes.
    pub png: Vec<u8>,
}

/// The picture of the tiles a TMX file of this map uses.
pub fn tiles(map: &Map) -> Tiles {
    let lattice = lattice(map.grid);
    let set = Set::new(map);
    let (w, h) = (lattice.space.0 as usize, lattice.space.1 as usize);
    let (wide, high) = (w * WIDE, h * set.len().div_ceil(WIDE));
    let mut pixels = vec![[0u8; 4]; wide * high];
    for tile in 0..set.len() {
        let (left, top) = (tile % WIDE * w, tile / WIDE * h);
        let (colour, alpha, sign) = if tile < set.levels_from() {
            let terrain = &map.terrains[tile];
            (terrain.colour, 255, None)
        } else if tile < set.zones_from() {
            let level = (tile - set.levels_from()) as i8 - 9;
            (
                if level < 0 { 0x20_40_80 } else { 0xff_f0_c0 },
                0,
                Some(level),
            )
        } else {
            let colours = [0x2f_7f_c4, 0xff_d2_4a, 0xf4_f1_e4];
            (colours[tile - set.zones_from()], 110, None)
        };
        for y in 0..h {
            for x in 0..w {
                let rim = rim(map.grid.kind, (x, y), (w, h));
                if rim <= 0.0 {
                    continue;
                }
                let shade = if rim < 1.5 && alpha == 255 { 0.82 } else { 1.0 };
                let part = |shift: u32| (f64::from((colour >> shift) & 255) * shade) as u8;
                let ink = sign.is_some_and(|level| {
                    digit(level, x as i32 - w as i32 / 2, y as i32 - h as i32 / 2)
                });
                pixels[(top + y) * wide + left + x] = match ink {
                    true => [part(16), part(8), part(0), 255],
                    false => [part(16), part(8), part(0), alpha],
                };
            }
        }
    }
    Tiles {
        png: png(wide as u32, high as u32, &pixels),
    }
}

/// How far inside a tile a pixel lies; negative outside.
fn rim(kind: GridKind, (x, y): (usize, usize), (w, h): (usize, usize)) -> f64 {
    let (x, y) = (x as f64 + 0.5, y as f64 + 0.5);
    let (w, h) = (w as f64, h as f64);
    let (dx, dy) = ((x - w / 2.0).abs(), (y - h / 2.0).abs());
    let straight = (w / 2.0 - dx).min(h / 2.0 - dy);
    let slant = match kind {
        GridKind::Square => f64::MAX,
        // from (w/4, h/2) to (w/2, 0)
        GridKind::HexFlat => (w / 2.0 - dx) * h / 2.0 - dy * w / 4.0,
        GridKind::HexPointy => (h / 2.0 - dy) * w / 2.0 - dx * h / 4.0,
    };
    straight.min(slant / 32.0)
}

/// Whether a pixel belongs to the digits of a level, around the middle of a tile.
fn digit(level: i8, x: i32, y: i32) -> bool {
    let rows = match level_sign(level.abs()) {
        '0' => [7, 5, 5, 5, 7],
        '1' => [2, 6, 2, 2, 7],
        '2' => [7, 1, 7, 4, 7],
        '3' => [7, 1, 7, 1, 7],
        '4' => [5, 5, 7, 1, 1],
        '5' => [7, 4, 7, 1, 7],
        '6' => [7, 4, 7, 5, 7],
        '7' => [7, 1, 1, 2, 2],
        '8' => [7, 5, 7, 5, 7],
        _ => [7, 5, 7, 1, 7],
    };
    let size = 4;
    let (column, row) = ((x + 6).div_euclid(size), (y + 10).div_euclid(size));
    let minus = level < 0 && row == 2 && (-3..=-2).contains(&column);
    let on = (0..3).contains(&column)
        && (0..5).contains(&row)
        && rows[row as usize] >> (2 - column) & 1 == 1;
    on || minus
}
