//! From what a Tiled map says to a map.

use super::super::foreign::Input;
use super::super::mapping::{Mapping, OwnTerrain, Part, Target};
use super::super::notes::{Fate, Notes};
use super::super::sketch::{Sketch, check_size};
use super::super::snap::{Lattice, Point};
use super::super::{builtin, map::INCH};
use super::doc::{Chunk, Content, Doc, Layer, Object, Props, Shape, Tile};
use crate::board::{
    Border, BorderKind, Cost, Credit, Grid, GridKind, Map, Opacity, Space, Stagger, Use,
};
use crate::source::Fault;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What is left of a tile's number without the bits that turn and flip it.
const ID: u32 = 0x0fff_ffff;

/// Where the tiles of the file lie on the board.
struct Frame {
    /// The first tile of the board.
    origin: (i64, i64),
    /// For diamonds: the least of both diagonals, and whether even rows lie further.
    diamond: Option<((i64, i64), bool, bool)>,
    grid: Grid,
    lattice: Lattice,
    tile: Point,
}

impl Frame {
    fn space(&self, column: i64, row: i64) -> Option<Space> {
        match self.diamond {
            None => self.grid.at(column - self.origin.0, row - self.origin.1),
            Some((least, axis_x, even)) => {
                let (u, v) = diagonal(column, row, axis_x, even);
                self.grid.at(u - least.0, v - least.1)
            }
        }
    }

    /// A point of the file in the units of the lattice.
    fn point(&self, p: Point) -> Point {
        match self.diamond {
            None => (
                p.0 - self.origin.0 as f64 * self.lattice.step.0,
                p.1 - self.origin.1 as f64 * self.lattice.step.1,
            ),
            Some((least, _, even)) => {
                let x = p.0 / (self.tile.0 / 2.0) - 1.0;
                let y = p.1 / (self.tile.1 / 2.0) - 1.0;
                let half = if even { -0.5 } else { 0.0 };
                (
                    (x + y) / 2.0 + half - least.0 as f64 + 0.5,
                    (y - x) / 2.0 + half - least.1 as f64 + 0.5,
                )
            }
        }
    }
}

/// Where a staggered diamond lies when the map is turned by an eighth.
fn diagonal(column: i64, row: i64, axis_x: bool, even: bool) -> (i64, i64) {
    let further = |n: i64| i64::from((n.rem_euclid(2) == 0) == even);
    let (x, y) = match axis_x {
        true => (column, 2 * row + further(column)),
        false => (2 * column + further(row), row),
    };
    ((x + y).div_euclid(2), (y - x).div_euclid(2))
}

/// Makes a map.
pub fn map(mut doc: Doc, input: &mut Input) -> Result<(Map, Notes), Fault> {
    let frame = frame(&doc).map_err(|e| input.fault(e))?;
    let title = ["name", "title"].iter().find_map(|k| doc.props.get(*k));
    let title = title.filter(|t| !t.trim().is_empty()).cloned();
    let title = title.unwrap_or_else(|| input.name.to_owned());
    let grid = frame.grid;
    let mut sketch = Sketch::new(&title, grid.kind, grid.stagger, grid.columns, grid.rows);
    sketch.notes = std::mem::take(&mut doc.notes);
    sketch.space_size = doc
        .props
        .get("space_mm")
        .and_then(|v| hundredths(v))
        .unwrap_or(INCH);
    if doc.props.contains_key("skirmish") {
        let said = |key: &str| doc.props.get(key).cloned();
        sketch.credit = Credit {
            author: said("author"),
            notes: said("notes"),
            recipe: said("recipe"),
        };
    }
    if frame.diamond.is_some() {
        let what = "the staggered diamonds lie as squares, the map turned by an eighth";
        sketch.notes.changed(what, "");
    }
    let mut work = Work {
        known: FxHashMap::default(),
        empty: vec![true; grid.len()],
        void: 0,
        mapping: input.mapping,
        sketch,
        frame,
    };
    work.adopt(&doc);
    let painted = doc
        .layers
        .iter()
        .any(|l| matches!(l.what, Content::Tiles(_)));
    for layer in &doc.layers {
        work.layer(&doc, layer);
    }
    work.finish_ground(painted);
    for layer in &doc.layers {
        if let Content::Objects(objects) = &layer.what {
            for object in objects {
                work.object(&doc, layer, object);
            }
        }
    }
    work.sketch.finish(input.file)
}

fn hundredths(text: &str) -> Option<u32> {
    let size = text
        .parse::<f64>()
        .ok()
        .filter(|v| (1.0..=1000.0).contains(v))?;
    Some((size * 100.0).round() as u32)
}

/// Shape and size of the board.
fn frame(doc: &Doc) -> Result<Frame, String> {
    let chunks = || {
        doc.layers.iter().flat_map(|l| match &l.what {
            Content::Tiles(chunks) => chunks.as_slice(),
            _ => &[],
        })
    };
    let (mut origin, mut size) = ((0, 0), (u64::from(doc.size.0), u64::from(doc.size.1)));
    if doc.infinite {
        let (mut low, mut high) = ((i64::MAX, i64::MAX), (i64::MIN, i64::MIN));
        for chunk in chunks() {
            for (i, _) in chunk.tiles.iter().enumerate().filter(|(_, t)| **t != 0) {
                let (x, y) = place(chunk, i);
                low = (low.0.min(x), low.1.min(y));
                high = (high.0.max(x), high.1.max(y));
            }
        }
        if high.0 >= low.0 {
            origin = low;
            size = ((high.0 - low.0 + 1) as u64, (high.1 - low.1 + 1) as u64);
        }
    }
    let (columns, rows) = check_size(size.0, size.1)?;
    let tile = (doc.tile.0.max(1.0), doc.tile.1.max(1.0));
    let grid = |kind, stagger, columns, rows| Grid {
        kind,
        stagger,
        columns,
        rows,
    };
    let square = grid(GridKind::Square, Stagger::Even, columns, rows);
    let square = match doc.props.get("stagger").map(String::as_str) {
        Some("odd") => Grid {
            stagger: Stagger::Odd,
            ..square
        },
        _ => square,
    };
    let plain = |lattice: Lattice| Frame {
        origin,
        diamond: None,
        grid: lattice.grid,
        lattice,
        tile,
    };
    let squares = |space: Point| {
        plain(Lattice {
            grid: square,
            space,
            step: space,
            shift: (0.0, 0.0),
        })
    };
    match doc.orientation.as_str() {
        "orthogonal" | "oblique" => Ok(squares(tile)),
        "isometric" => Ok(squares((tile.1, tile.1))),
        "hexagonal" => {
            let along = if doc.axis_x { origin.0 } else { origin.1 };
            let even = doc.index_even != (along.rem_euclid(2) == 1);
            let stagger = if even { Stagger::Odd } else { Stagger::Even };
            let side = doc.hexside.clamp(0.0, 1e6);
            let lattice = if doc.axis_x {
                Lattice {
                    grid: grid(GridKind::HexFlat, stagger, columns, rows),
                    space: tile,
                    step: ((tile.0 + side) / 2.0, tile.1),
                    shift: (0.0, tile.1 / 2.0),
                }
            } else {
                Lattice {
                    grid: grid(GridKind::HexPointy, stagger, columns, rows),
                    space: tile,
                    step: (tile.0, (tile.1 + side) / 2.0),
                    shift: (tile.0 / 2.0, 0.0),
                }
            };
            Ok(plain(lattice))
        }
        "staggered" => {
            let (mut low, mut high) = ((i64::MAX, i64::MAX), (i64::MIN, i64::MIN));
            let (w, h) = (i64::from(columns), i64::from(rows));
            for (x, y) in [0, 1, w - 2, w - 1]
                .into_iter()
                .flat_map(|x| [0, 1, h - 2, h - 1].map(|y| (x.clamp(0, w - 1), y.clamp(0, h - 1))))
            {
                let (u, v) = diagonal(origin.0 + x, origin.1 + y, doc.axis_x, doc.index_even);
                low = (low.0.min(u), low.1.min(v));
                high = (high.0.max(u), high.1.max(v));
            }
            let size = ((high.0 - low.0 + 1) as u64, (high.1 - low.1 + 1) as u64);
            let (columns, rows) = check_size(size.0, size.1)
                .map_err(|e| format!("{e} once its diamonds lie as squares"))?;
            let grid = grid(GridKind::Square, Stagger::Even, columns, rows);
            Ok(Frame {
                origin,
                diamond: Some((low, doc.axis_x, doc.index_even)),
                grid,
                lattice: Lattice::squares(grid),
                tile,
            })
        }
        other => Err(format!(
            "orientation {other:?} is unknown; known: orthogonal, isometric, staggered, hexagonal"
        )),
    }
}

/// Column and row of a tile of a chunk.
fn place(chunk: &Chunk, i: usize) -> (i64, i64) {
    let wide = chunk.wide.max(1) as usize;
    (
        chunk.at.0 + (i % wide) as i64,
        chunk.at.1 + (i / wide) as i64,
    )
}

struct Work<'a> {
    mapping: &'a Mapping,
    sketch: Sketch,
    frame: Frame,
    known: FxHashMap<u32, Option<Target>>,
    /// Spaces nothing was drawn on yet.
    empty: Vec<bool>,
    void: u8,
}

impl Work<'_> {
    /// Terrains the file itself describes, by the properties of tiles.
    fn adopt(&mut self, doc: &Doc) {
        let all = || doc.tilesets.iter().flat_map(|set| set.tiles.values());
        let own: Vec<&Tile> = all()
            .filter(|tile| tile.props.contains_key("cost") && !tile.class.is_empty())
            .collect();
        let ours = doc.props.contains_key("skirmish");
        if ours {
            let list = own.iter().filter(|t| t.props.contains_key("sign"));
            self.sketch
                .adopt(list.map(|t| described(t, &own)).collect());
        } else {
            self.sketch.kind("open", self.mapping);
            for tile in own
                .iter()
                .filter(|t| builtin::Builtin::named(&t.class).is_none())
            {
                let (_, values) = described(tile, &[]);
                self.sketch.own(&tile.class, &values, self.mapping);
            }
        }
        self.void = self.sketch.kind("void", self.mapping);
        if ours && !own.iter().any(|t| t.class == "void") {
            // only there if something is empty
            self.sketch.unlist_last("void");
            self.void = u8::MAX;
        }
    }

    /// What a tile means, by what its set says of it.
    fn meaning(&mut self, doc: &Doc, gid: u32) -> Option<Target> {
        if let Some(known) = self.known.get(&gid) {
            return known.clone();
        }
        let found = doc
            .tilesets
            .iter()
            .rev()
            .find(|set| set.first <= gid)
            .and_then(|set| {
                let id = gid - set.first;
                let exact = self
                    .mapping
                    .find(Part::Terrain, &format!("{}#{id}", set.name));
                if let Some(found) = exact {
                    return Some(found.clone());
                }
                let tile = set.tiles.get(&id);
                if let Some(tile) = tile.filter(|t| self.sketch.knows(&t.class)) {
                    return Some(Target {
                        is: tile.class.clone(),
                        level: 0,
                        seat: None,
                        rank: 0,
                    });
                }
                let names = tile.into_iter().flat_map(|tile| {
                    let said = ["terrain", "skirmish"]
                        .iter()
                        .filter_map(|k| tile.props.get(*k));
                    let class = Some(&tile.class).into_iter();
                    said.chain(class).chain(&tile.wangs).chain(&tile.image)
                });
                let mut names = names.filter(|n| !n.is_empty());
                names
                    .find_map(|name| self.mapping.find(Part::Terrain, name))
                    .cloned()
            });
        let set = doc.tilesets.iter().rev().find(|set| set.first <= gid);
        if set
            .and_then(|set| set.tiles.get(&(gid - set.first)))
            .is_some_and(|t| t.extras)
        {
            let what = "movements and shapes of tiles have no place here";
            self.sketch.notes.lost(what, Self::tile_name(doc, gid));
        }
        self.known.insert(gid, found.clone());
        found
    }

    /// The name of a tile, for notes.
    fn tile_name(doc: &Doc, gid: u32) -> String {
        match doc.tilesets.iter().rev().find(|set| set.first <= gid) {
            Some(set) => format!("{}#{}", set.name, gid - set.first),
            None => format!("tile {gid}"),
        }
    }

    fn layer(&mut self, doc: &Doc, layer: &Layer) {
        if layer.moved && !matches!(layer.what, Content::Image) {
            self.sketch.notes.lost(
                "shifts of whole layers have no place here",
                layer.name.clone(),
            );
        }
        match &layer.what {
            Content::Image => self
                .sketch
                .notes
                .lost("pictures as layers have no place here", layer.name.clone()),
            Content::Objects(_) => {}
            Content::Tiles(chunks) => self.tiles(doc, layer, chunks),
        }
    }

    fn tiles(&mut self, doc: &Doc, layer: &Layer, chunks: &[Chunk]) {
        let named = [
            layer.props.get("terrain"),
            layer.props.get("skirmish"),
            Some(&layer.class),
            Some(&layer.name),
        ];
        let named = named.into_iter().flatten().filter(|n| !n.is_empty());
        let target = named
            .clone()
            .find_map(|n| self.mapping.find(Part::Layer, n))
            .cloned();
        let is_zone = layer.class == "zone" || target.as_ref().is_some_and(|t| t.is == "zone");
        let is = target.as_ref().map(|t| t.is.as_str()).unwrap_or("");
        let drawn: usize = chunks
            .iter()
            .map(|c| c.tiles.iter().filter(|t| **t != 0).count())
            .sum();
        if is == "ignore" || (layer.hidden && target.is_none() && !is_zone) {
            let what = match is {
                "ignore" => format!("tiles of layer {:?}, which is only looks", layer.name),
                _ => format!("tiles of layer {:?}, which is hidden", layer.name),
            };
            self.sketch
                .notes
                .count(Fate::Lost, what, drawn, String::new());
            return;
        }
        let ground = target
            .clone()
            .filter(|t| !matches!(t.is.as_str(), "elevation" | "zone"));
        let ground_kind = ground
            .as_ref()
            .map(|t| self.sketch.kind(&t.is, self.mapping));
        let mut zone = BTreeSet::new();
        let mut turned = 0;
        let mut outside = 0;
        for chunk in chunks {
            for (i, tile) in chunk.tiles.iter().enumerate().filter(|(_, t)| **t != 0) {
                let (column, row) = place(chunk, i);
                let Some(space) = self.frame.space(column, row) else {
                    outside += 1;
                    continue;
                };
                turned += usize::from(tile & !ID != 0);
                let gid = tile & ID;
                if is_zone {
                    zone.insert(space);
                } else if is == "elevation" {
                    self.level(doc, gid, space);
                } else {
                    self.tile(doc, layer, gid, space, ground.as_ref().zip(ground_kind));
                }
            }
        }
        let notes = &mut self.sketch.notes;
        let what = format!(
            "tiles of layer {:?} are turned or flipped, which is only looks",
            layer.name
        );
        notes.count(Fate::Lost, what, turned, String::new());
        let what = format!("tiles of layer {:?} lie outside the map", layer.name);
        notes.count(Fate::Lost, what, outside, String::new());
        if is_zone {
            self.zone_layer(layer, zone);
        }
    }

    fn level(&mut self, doc: &Doc, gid: u32, space: Space) {
        let set = doc.tilesets.iter().rev().find(|set| set.first <= gid);
        let tile = set.and_then(|set| set.tiles.get(&(gid - set.first)));
        let says = tile.and_then(|t| t.props.get("level").or(t.props.get("elevation")));
        match says
            .and_then(|v| v.parse::<f64>().ok())
            .filter(|v| v.is_finite())
        {
            Some(level) => self.sketch.levels[space.index()] += level.clamp(-1e6, 1e6) as i32,
            None => {
                let what = "tiles of the elevation without a property level";
                self.sketch.notes.lost(what, Self::tile_name(doc, gid));
            }
        }
    }

    fn tile(
        &mut self,
        doc: &Doc,
        layer: &Layer,
        gid: u32,
        space: Space,
        ground: Option<(&Target, u8)>,
    ) {
        let i = space.index();
        if let Some(target) = self.meaning(doc, gid) {
            if target.ignored() {
                let what = format!("tiles of layer {:?} that are only looks", layer.name);
                self.sketch.notes.lost(what, Self::tile_name(doc, gid));
                return;
            }
            let kind = self.sketch.kind(&target.is, self.mapping);
            self.set(space, kind, target.level);
        } else if let Some((target, kind)) = ground {
            self.set(space, kind, target.level);
        } else {
            let set = doc.tilesets.iter().rev().find(|set| set.first <= gid);
            let by_set = set
                .and_then(|set| self.mapping.find(Part::Terrain, &set.name))
                .cloned();
            let first = self.empty[i];
            let place = Self::tile_name(doc, gid);
            if let Some(target) = by_set.filter(|t| first && !t.ignored()) {
                let kind = self.sketch.kind(&target.is, self.mapping);
                self.set(space, kind, target.level);
            } else if first {
                let what = format!(
                    "tiles of layer {:?} without a meaning became open ground",
                    layer.name
                );
                self.sketch.notes.changed(what, place);
                let kind = self.sketch.kind("open", self.mapping);
                self.set(space, kind, 0);
            } else {
                let what = format!(
                    "tiles of layer {:?} without a meaning were left out",
                    layer.name
                );
                self.sketch.notes.lost(what, place);
            }
        }
    }

    fn set(&mut self, space: Space, kind: u8, level: i32) {
        self.empty[space.index()] = false;
        self.sketch.ground[space.index()] = kind;
        self.sketch.levels[space.index()] += level;
    }

    /// What nothing was drawn on is not part of the board; on a map without tiles everything is.
    fn finish_ground(&mut self, painted: bool) {
        let bare = self.empty.iter().all(|e| *e);
        if bare && painted {
            self.sketch
                .notes
                .changed("the map has no tiles; all of it became open ground", "");
        }
        if bare {
            let open = self.sketch.kind("open", self.mapping);
            self.sketch.ground.fill(open);
            return;
        }
        if self.empty.iter().any(|e| *e) && self.void == u8::MAX {
            self.void = self.sketch.kind("void", self.mapping);
        }
        for (i, empty) in self.empty.iter().enumerate() {
            if *empty {
                self.sketch.ground[i] = self.void;
            }
        }
    }

    fn zone_layer(&mut self, layer: &Layer, zone: BTreeSet<Space>) {
        let said = layer
            .props
            .get("kind")
            .cloned()
            .unwrap_or_else(|| layer.name.clone());
        let target = self.mapping.find(Part::Object, &said).cloned();
        let is = target
            .as_ref()
            .map_or(said.as_str(), |t| t.is.as_str())
            .to_owned();
        let seat = layer.props.get("seat").and_then(|s| s.parse().ok());
        let seat = seat
            .or(target.and_then(|t| t.seat))
            .or_else(|| digits(&layer.name));
        match use_named(&is) {
            Some(kind) => self.sketch.zone(
                kind,
                seat.filter(|_| kind == Use::Deployment || layer.props.contains_key("seat")),
                zone,
            ),
            None => self
                .sketch
                .notes
                .lost("zones of an unknown kind were left out", layer.name.clone()),
        }
    }

    fn object(&mut self, doc: &Doc, layer: &Layer, object: &Object) {
        let called = [&object.class, &object.name, &object.id]
            .into_iter()
            .find(|n| !n.is_empty());
        let place = called.cloned().unwrap_or_default();
        let names = [
            object.props.get("terrain"),
            Some(&object.class),
            Some(&object.name),
            Some(&layer.class),
            Some(&layer.name),
        ];
        let mut names = names.into_iter().flatten().filter(|n| !n.is_empty());
        let mut target = names
            .find_map(|n| self.mapping.find(Part::Object, n))
            .cloned();
        if target.is_none() {
            target = object.gid.and_then(|gid| self.meaning(doc, gid & ID));
        }
        let Some(target) = target else {
            let what = match (&object.shape, object.gid, object.template) {
                (Shape::Text, ..) => "texts have no place here".to_owned(),
                (_, Some(_), _) => format!(
                    "pictures as objects in layer {:?} without a meaning",
                    layer.name
                ),
                (_, _, true) => format!("objects from templates in layer {:?}", layer.name),
                _ => format!("objects in layer {:?} without a meaning", layer.name),
            };
            self.sketch.notes.lost(what, place);
            return;
        };
        if target.ignored() {
            let what = format!("objects of layer {:?} that are only looks", layer.name);
            return self.sketch.notes.lost(what, place);
        }
        if object.turned {
            let what = format!(
                "objects of layer {:?} are turned; they were read as if they were not",
                layer.name
            );
            self.sketch.notes.changed(what, place.clone());
        }
        let at = (object.at.0 + layer.offset.0, object.at.1 + layer.offset.1);
        let outline = outline(object, at);
        let outline: Vec<Point> = outline.into_iter().map(|p| self.frame.point(p)).collect();
        if let Some(kind) = use_named(&target.is) {
            self.place_zone(kind, &target, object, &outline, place);
        } else if let Some((kind, _)) = builtin::BORDERS.iter().find(|(_, n)| *n == target.is) {
            self.place_border(*kind, object, &outline, place);
        } else {
            self.fill(&target, &outline, place);
        }
    }

    /// The spaces an outline covers; a small or open one the nearest.
    fn covered(&self, outline: &[Point]) -> BTreeSet<Space> {
        let lattice = &self.frame.lattice;
        let mut all = BTreeSet::new();
        let low = outline
            .iter()
            .fold((f64::MAX, f64::MAX), |l, p| (l.0.min(p.0), l.1.min(p.1)));
        let high = outline
            .iter()
            .fold((f64::MIN, f64::MIN), |h, p| (h.0.max(p.0), h.1.max(p.1)));
        if outline.len() >= 3 {
            let limit =
                |v: f64, step: f64, most: u32| (v / step).clamp(-2.0, f64::from(most) + 2.0) as i64;
            let grid = lattice.grid;
            let rows = limit(low.1, lattice.step.1, grid.rows) - 2
                ..=limit(high.1, lattice.step.1, grid.rows) + 2;
            for row in rows {
                let columns = limit(low.0, lattice.step.0, grid.columns) - 2
                    ..=limit(high.0, lattice.step.0, grid.columns) + 2;
                let spaces = columns.filter_map(|column| grid.at(column, row));
                all.extend(spaces.filter(|s| inside(lattice.centre(*s), outline)));
            }
        }
        if all.is_empty() && !outline.is_empty() {
            let middle = ((low.0 + high.0) / 2.0, (low.1 + high.1) / 2.0);
            all.extend(lattice.nearest(middle));
        }
        all
    }

    fn place_zone(
        &mut self,
        kind: Use,
        target: &Target,
        object: &Object,
        outline: &[Point],
        place: String,
    ) {
        let mut spaces = self.covered(outline);
        if spaces.is_empty() {
            return self
                .sketch
                .notes
                .lost("zones outside the map were left out", place);
        }
        let seat = object.props.get("seat").and_then(|s| s.parse().ok());
        let seat = seat.or(target.seat).or_else(|| digits(&object.name));
        if kind == Use::Deployment && spaces.len() == 1 {
            let what = "places to start became deployment zones with all within two spaces";
            self.sketch.notes.changed(what, place);
            let grid = self.frame.grid;
            let start = *spaces.first().expect("one");
            let (column, row) = (i64::from(grid.column(start)), i64::from(grid.row(start)));
            for r in row - 3..=row + 3 {
                let near = (column - 3..=column + 3).filter_map(|c| grid.at(c, r));
                spaces.extend(near.filter(|s| {
                    let t = self.sketch.terrain(self.sketch.ground[s.index()]);
                    grid.distance(*s, start) <= 2 && t.cost != Cost::No
                }));
            }
        }
        self.sketch.zone(kind, seat, spaces);
    }

    fn place_border(
        &mut self,
        kind: BorderKind,
        object: &Object,
        outline: &[Point],
        place: String,
    ) {
        let closed = !matches!(object.shape, Shape::Polyline(_) | Shape::Point);
        if closed && kind == BorderKind::Wall {
            // a box that things bump into fills the spaces whose middle it covers
            let spaces = self.covered(outline);
            let whole = |s: &Space| inside(self.frame.lattice.centre(*s), outline);
            let filled: Vec<Space> = spaces.into_iter().filter(whole).collect();
            if !filled.is_empty() {
                let wall = self.sketch.kind("wall", self.mapping);
                filled
                    .into_iter()
                    .for_each(|s| self.sketch.ground[s.index()] = wall);
                return;
            }
        }
        let line = match (closed, kind) {
            // what fills a gap lies along its longer side
            (true, BorderKind::Door | BorderKind::Window | BorderKind::Wall) => long_axis(outline),
            (true, _) => outline.iter().chain(outline.first()).copied().collect(),
            (false, _) => outline.to_vec(),
        };
        let mut snapped = self.frame.lattice.snap(&line);
        if snapped.sides.is_empty() && !snapped.edge && !matches!(object.shape, Shape::Polyline(_))
        {
            let middle = line.first().zip(line.last());
            let middle = middle.map(|(p, q)| ((p.0 + q.0) / 2.0, (p.1 + q.1) / 2.0));
            snapped
                .sides
                .extend(middle.and_then(|p| self.frame.lattice.nearest_side(p)));
            snapped.moved = true;
        }
        if snapped.sides.is_empty() {
            let what = match snapped.edge {
                true => "lines along the edge of the map are the edge itself here",
                false => "lines too small to stand between two spaces were left out",
            };
            return self.sketch.notes.lost(what, place);
        }
        if snapped.moved {
            let what = "lines that do not follow the sides of spaces were snapped to them";
            self.sketch.notes.changed(what, place);
        }
        for between in snapped.sides {
            self.sketch.border(with_props(kind, between, &object.props));
        }
    }

    fn fill(&mut self, target: &Target, outline: &[Point], place: String) {
        let spaces = self.covered(outline);
        if spaces.is_empty() {
            return self
                .sketch
                .notes
                .lost("objects outside the map were left out", place);
        }
        let kind = self.sketch.kind(&target.is, self.mapping);
        for space in spaces {
            self.sketch.ground[space.index()] = kind;
        }
    }
}

/// A border with what an object says of it.
fn with_props(kind: BorderKind, between: (Space, Space), props: &Props) -> Border {
    let is = |key: &str, value: &str| props.get(key).is_some_and(|v| v == value);
    let mut border = match kind == BorderKind::Door && is("open", "true") {
        true => builtin::open_door(between),
        false => builtin::border(kind, between),
    };
    if let Some(height) = props.get("height").and_then(|h| h.parse().ok()) {
        border.height = height;
    }
    if border.open {
        return border;
    }
    match props.get("move").map(String::as_str) {
        Some("1") => (border.closed, border.hard) = (false, false),
        Some("2") => (border.closed, border.hard) = (false, true),
        Some("no") => (border.closed, border.hard) = (true, false),
        _ => {}
    }
    if let Some(sight) = props.get("sight").and_then(|s| opacity(s)) {
        border.sight = sight;
    }
    border
}

fn opacity(word: &str) -> Option<Opacity> {
    match word {
        "clear" => Some(Opacity::Clear),
        "partial" => Some(Opacity::Partial),
        "blocking" => Some(Opacity::Blocking),
        _ => None,
    }
}

/// The terrain a tile's properties describe.
fn described(tile: &Tile, all: &[&Tile]) -> (String, OwnTerrain) {
    let get = |key: &str| tile.props.get(key).map(String::as_str);
    let becomes = get("becomes")
        .filter(|b| !b.is_empty() && (all.is_empty() || all.iter().any(|t| t.class == *b)));
    let own = OwnTerrain {
        cost: match get("cost") {
            Some("2") => Cost::Hard,
            Some("no") => Cost::No,
            _ => Cost::Plain,
        },
        sight: get("sight").and_then(opacity).unwrap_or(Opacity::Clear),
        height: get("height").and_then(|h| h.parse().ok()).unwrap_or(0),
        cover: get("cover") == Some("true"),
        water: get("water") == Some("true"),
        hits: get("hits").and_then(|h| h.parse().ok()).filter(|h| *h > 0),
        becomes: becomes.map(str::to_owned),
        colour: get("colour").and_then(super::super::legend::parse_colour),
        sign: get("sign").and_then(|s| {
            let mut chars = s.chars();
            chars
                .next()
                .filter(|c| chars.next().is_none() && !c.is_control())
        }),
    };
    (tile.class.clone(), own)
}

fn use_named(name: &str) -> Option<Use> {
    [Use::Deployment, Use::Objective, Use::Exit]
        .into_iter()
        .find(|u| super::super::map_text::use_name(*u) == name)
}

/// The number in a name: `spawn 2`.
fn digits(name: &str) -> Option<u8> {
    let digits: String = name
        .chars()
        .skip_while(|c| !c.is_ascii_digit())
        .take_while(char::is_ascii_digit)
        .collect();
    digits.parse().ok()
}

/// The corners of an object, in pixels.
fn outline(object: &Object, at: Point) -> Vec<Point> {
    let (w, h) = object.size;
    match &object.shape {
        Shape::Polygon(points) | Shape::Polyline(points) => {
            points.iter().map(|p| (at.0 + p.0, at.1 + p.1)).collect()
        }
        Shape::Point | Shape::Text => vec![at],
        Shape::Ellipse => (0..24)
            .map(|i| {
                let angle = f64::from(i) / 24.0 * std::f64::consts::TAU;
                (
                    at.0 + w / 2.0 * (1.0 + angle.cos()),
                    at.1 + h / 2.0 * (1.0 + angle.sin()),
                )
            })
            .collect(),
        // pictures stand on where they are
        Shape::Rect if object.gid.is_some() => vec![(at.0 + w / 2.0, at.1 - h.min(w) / 2.0)],
        Shape::Rect if w == 0.0 && h == 0.0 => vec![at],
        Shape::Rect => vec![at, (at.0 + w, at.1), (at.0 + w, at.1 + h), (at.0, at.1 + h)],
    }
}

/// The middle line of a shape along its longer side.
fn long_axis(outline: &[Point]) -> Vec<Point> {
    let low = outline
        .iter()
        .fold((f64::MAX, f64::MAX), |l, p| (l.0.min(p.0), l.1.min(p.1)));
    let high = outline
        .iter()
        .fold((f64::MIN, f64::MIN), |h, p| (h.0.max(p.0), h.1.max(p.1)));
    let middle = ((low.0 + high.0) / 2.0, (low.1 + high.1) / 2.0);
    if high.0 - low.0 >= high.1 - low.1 {
        vec![(low.0, middle.1), (high.0, middle.1)]
    } else {
        vec![(middle.0, low.1), (middle.0, high.1)]
    }
}

/// Whether a point lies inside an outline.
fn inside(p: Point, outline: &[Point]) -> bool {
    let mut within = false;
    for (i, a) in outline.iter().enumerate() {
        let b = outline[(i + 1) % outline.len()];
        if (a.1 > p.1) != (b.1 > p.1) && p.0 < (b.0 - a.0) * (p.1 - a.1) / (b.1 - a.1) + a.0 {
            within = !within;
        }
    }
    within
}
