//! From what a Tiled map says to a map.

use super::super::input::Input;
use super::super::mapping::{Mapping, OwnTerrain, Part, Target};
use super::super::notes::{Fate, Notes};
use super::super::sketch::Sketch;
use super::super::snap::Effort;
use super::super::{builtin, map::INCH};
use super::colour::Pictures;
use super::doc::{Chunk, Content, Doc, Layer, Tile};
use super::frame::{Frame, frame};
use super::objects::{digits, opacity, use_named};
use super::solid::Solid;
use super::tally::{Tally, TileNote};
use crate::board::{Cost, Credit, Map, Opacity, Space, Use};
use crate::source::Fault;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What is left of a tile's number without the bits that turn and flip it.
pub(super) const ID: u32 = 0x0fff_ffff;

/// Properties that name what a tile is, as people call them.
const NAMES: [&str; 12] = [
    "type",
    "ty",
    "kind",
    "name",
    "biome",
    "ground",
    "material",
    "tile",
    "tiletype",
    "tile_type",
    "terraintype",
    "terrain_type",
];

/// The name of a property without the class it is a member of.
fn member(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key)
}

/// Whether a property names what a tile is.
fn is_name(key: &str) -> bool {
    NAMES.contains(&member(key).to_lowercase().as_str())
}

/// Properties of tiles that are read, or that our own files carry.
const TILE_PROPS: [&str; 14] = [
    "terrain",
    "skirmish",
    "cost",
    "sight",
    "height",
    "cover",
    "water",
    "hits",
    "becomes",
    "colour",
    "sign",
    "level",
    "elevation",
    "open",
];

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
            picture: None,
            accept: said("accept")
                .iter()
                .flat_map(|ids| ids.split_whitespace().map(str::to_owned))
                .collect(),
        };
    }
    if frame.diamond.is_some() {
        let what = "the staggered diamonds became squares; the map is turned by 45°";
        sketch.notes.changed(what, "");
    }
    if matches!(doc.orientation.as_str(), "isometric" | "oblique") {
        let what = format!(
            "the {} map became squares seen from above; neighbouring spaces stay neighbours",
            doc.orientation
        );
        sketch.notes.changed(what, "");
    }
    let mut work = Work {
        known: FxHashMap::default(),
        sets: FxHashMap::default(),
        called: FxHashMap::default(),
        effort: Effort::default(),
        empty: vec![true; grid.len()],
        guessed: vec![false; grid.len()],
        solids: FxHashMap::default(),
        closed: BTreeSet::new(),
        pictures: Pictures::new(&mut *input.beside),
        colours: FxHashMap::default(),
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
    work.finish_ground(painted, doc.props.contains_key("skirmish"));
    work.close_sides();
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

/// Column and row of a tile of a chunk.
pub(super) fn place(chunk: &Chunk, i: usize) -> (i64, i64) {
    let wide = chunk.wide.max(1) as usize;
    (
        chunk.at.0 + (i % wide) as i64,
        chunk.at.1 + (i / wide) as i64,
    )
}

pub(super) struct Work<'a> {
    pub mapping: &'a Mapping,
    pub sketch: Sketch,
    pub frame: Frame,
    pub known: FxHashMap<u32, Option<Target>>,
    /// What the names of sets mean.
    pub sets: FxHashMap<usize, Option<Target>>,
    /// What names of objects and of their layers mean: most objects share theirs.
    pub called: FxHashMap<String, Option<Target>>,
    /// What may still be done for lines and outlines.
    pub effort: Effort,
    /// Spaces nothing was drawn on yet.
    pub empty: Vec<bool>,
    /// Spaces of which nothing is known for sure.
    pub guessed: Vec<bool>,
    /// What the collision shapes of tiles close.
    pub solids: FxHashMap<u32, Option<Solid>>,
    /// The sides that collision shapes close.
    pub closed: BTreeSet<(Space, Space)>,
    pub pictures: Pictures<'a>,
    /// What the colours of tiles propose.
    pub colours: FxHashMap<u32, Option<(u8, bool)>>,
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
    }

    /// What a tile means, by what its set says of it.
    pub(super) fn meaning(&mut self, doc: &Doc, gid: u32) -> Option<Target> {
        if let Some(known) = self.known.get(&gid) {
            return known.clone();
        }
        let found = doc.set_of(gid).and_then(|(set, id)| {
            if let Some(found) = self.mapping.find_tile(&set.name, id) {
                return Some(found.clone());
            }
            let tile = set.tiles.get(&id);
            if let Some(tile) = tile.filter(|t| self.sketch.knows(&t.class)) {
                return Some(Target {
                    is: tile.class.clone(),
                    level: 0,
                    seat: None,
                    rank: 0,
                    over: false,
                });
            }
            let names = tile.into_iter().flat_map(|tile| {
                let said = ["terrain", "skirmish"]
                    .iter()
                    .filter_map(|k| tile.props.get(*k));
                let class = Some(&tile.class).into_iter();
                // a switch that is on says what the tile is: collides = true
                let on = tile.props.iter().filter(|(_, v)| *v == "true");
                let on = on.map(|(key, _)| member(key));
                let called = tile.props.iter().filter(|(key, _)| is_name(key));
                let called = called.map(|(_, value)| value.as_str());
                said.chain(class)
                    .map(String::as_str)
                    .chain(on)
                    .chain(called)
                    .chain(tile.wangs.iter().map(String::as_str))
                    .chain(tile.image.as_deref())
            });
            let mut names = names.filter(|n| !n.is_empty());
            names
                .find_map(|name| self.mapping.find(Part::Terrain, name))
                .cloned()
        });
        let tile = doc.tile(gid);
        if tile.is_some_and(|t| t.moves) {
            let what = "animations of tiles are not supported";
            self.sketch.notes.lost(what, Self::tile_name(doc, gid));
        }
        let found = self.bumped(doc, gid, found);
        for (key, value) in tile.into_iter().flat_map(|t| &t.props) {
            let known = |word: &str| self.mapping.find(Part::Terrain, word).is_some();
            let says = (value == "true" && known(member(key))) || (is_name(key) && known(value));
            if !says && !TILE_PROPS.contains(&key.as_str()) {
                let what = format!("the tile property {key:?} is not supported");
                self.sketch.notes.lost(what, Self::tile_name(doc, gid));
            }
        }
        self.known.insert(gid, found.clone());
        found
    }

    /// The name of a tile, for notes.
    pub(super) fn tile_name(doc: &Doc, gid: u32) -> String {
        match doc.set_of(gid) {
            Some((set, id)) => format!("{}#{id}", set.name),
            None => format!("tile {gid}"),
        }
    }

    fn layer(&mut self, doc: &Doc, layer: &Layer) {
        if layer.offset != (0.0, 0.0) && matches!(layer.what, Content::Tiles(_)) {
            self.sketch
                .notes
                .lost("layer offsets are not supported", layer.name.clone());
        }
        match &layer.what {
            Content::Image => self
                .sketch
                .notes
                .lost("image layers are not supported", layer.name.clone()),
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
                "ignore" => format!("tiles of layer {:?}, which is only decoration", layer.name),
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
        let mut zone = BTreeSet::new();
        let mut turned = 0;
        let mut outside = 0;
        let mut tally = Tally::default();
        for chunk in chunks {
            for (i, tile) in chunk.tiles.iter().enumerate().filter(|(_, t)| **t != 0) {
                let (column, row) = place(chunk, i);
                let Some(space) = self.frame.space(column, row) else {
                    outside += 1;
                    continue;
                };
                let gid = tile & ID;
                let sided = matches!(self.solids.get(&gid), Some(Some(Solid::Sides(_))));
                turned += usize::from(tile & !ID != 0 && !sided);
                if is_zone {
                    zone.insert(space);
                } else if is == "elevation" {
                    self.level(doc, gid, space);
                } else {
                    self.tile(doc, gid, space, ground.as_ref(), &mut tally);
                    self.bound(*tile, space);
                }
            }
        }
        self.tell(doc, layer, tally);
        let notes = &mut self.sketch.notes;
        let what = format!(
            "tiles of layer {:?} are rotated or flipped, which has no effect",
            layer.name
        );
        notes.count(Fate::Lost, what, turned, String::new());
        let what = format!(
            "tiles of layer {:?} outside the map were left out",
            layer.name
        );
        notes.count(Fate::Lost, what, outside, String::new());
        if is_zone {
            self.zone_layer(layer, zone);
        }
    }

    fn level(&mut self, doc: &Doc, gid: u32, space: Space) {
        let says = said_of(doc, gid, "level").or(said_of(doc, gid, "elevation"));
        match says
            .and_then(|v| v.parse::<f64>().ok())
            .filter(|v| v.is_finite())
        {
            Some(level) => self.sketch.levels[space.index()] += level.clamp(-1e6, 1e6) as i32,
            None => {
                let what = "tiles of the elevation layer without a property \"level\"";
                self.sketch.notes.lost(what, Self::tile_name(doc, gid));
            }
        }
    }

    /// Lays one tile. What is to be said of it is counted, not said tile by tile.
    fn tile(
        &mut self,
        doc: &Doc,
        gid: u32,
        space: Space,
        ground: Option<&Target>,
        tally: &mut Tally,
    ) {
        if let Some(target) = ground.filter(|target| target.over) {
            // still read, for what is to be said of it
            self.meaning(doc, gid);
            return self.put(space, target, false);
        }
        if let Some(target) = self.meaning(doc, gid) {
            if target.ignored() {
                return tally.count(TileNote::Looks, gid);
            }
            let open = target.is_door() && said_of(doc, gid, "open").is_some_and(|v| v == "true");
            return self.put(space, &target, open);
        }
        if let Some(target) = ground {
            return self.put(space, target, false);
        }
        let bare = self.empty[space.index()];
        if !bare && !self.guessed[space.index()] {
            return tally.count(TileNote::LeftOut, gid);
        }
        if let Some(target) = self.by_set(doc, gid).filter(|_| bare) {
            tally.count(TileNote::BySet, gid);
            return self.put(space, &target, false);
        }
        let mean = self.by_colour(doc, gid);
        let Some((kind, _)) = mean.filter(|(_, opaque)| bare || *opaque) else {
            let note = if bare {
                TileNote::Open
            } else {
                TileNote::LeftOut
            };
            tally.count(note, gid);
            if bare {
                let kind = self.sketch.kind("open", self.mapping);
                self.set(space, kind, 0);
                self.guessed[space.index()] = true;
            }
            return;
        };
        tally.count(TileNote::ByColour(kind), gid);
        self.set(space, kind, 0);
        self.guessed[space.index()] = true;
    }

    /// What the name of a tile's set says of it.
    fn by_set(&mut self, doc: &Doc, gid: u32) -> Option<Target> {
        let index = doc.index_of(gid)?;
        let mapping = self.mapping;
        let found = self.sets.entry(index).or_insert_with(|| {
            let found = mapping.find(Part::Terrain, &doc.tilesets[index].name);
            found.filter(|t| !t.ignored()).cloned()
        });
        found.clone()
    }

    /// Notes what was counted of the tiles of a layer.
    fn tell(&mut self, doc: &Doc, layer: &Layer, tally: Tally) {
        for (note, gid, count) in tally.all {
            let name = &layer.name;
            let (fate, what) = match note {
                TileNote::Looks => (
                    Fate::Lost,
                    format!("tiles of layer {name:?} that are only decoration"),
                ),
                TileNote::LeftOut => (
                    Fate::Lost,
                    format!("unknown tiles of layer {name:?} were left out"),
                ),
                TileNote::Open => (
                    Fate::Changed,
                    format!("unknown tiles of layer {name:?} became open ground"),
                ),
                TileNote::ByColour(kind) => {
                    let is = &self.sketch.terrain(kind).name;
                    let what = format!("tiles of layer {name:?} became {is} by their mean colour");
                    let place = Self::tile_name(doc, gid);
                    let line = format!("[terrain] {place:?} = {is:?}");
                    self.sketch.notes.guessed(what, count, place, &line);
                    continue;
                }
                TileNote::BySet => {
                    let is = self.by_set(doc, gid).map_or_else(String::new, |t| t.is);
                    let what = "tiles named only by their tileset became";
                    (Fate::Changed, format!("{what} {is}"))
                }
            };
            let place = Self::tile_name(doc, gid);
            self.sketch.notes.count(fate, what, count, place);
        }
    }

    /// Lays ground, or sets a door into what lies there.
    pub(super) fn put(&mut self, space: Space, target: &Target, open: bool) {
        let i = space.index();
        if !target.is_door() {
            self.sketch.doors.remove(&space);
            let kind = self.sketch.kind(&target.is, self.mapping);
            return self.set(space, kind, target.level);
        }
        self.sketch.doors.insert(space, open);
        let under = self.sketch.terrain(self.sketch.ground[i]);
        let kind = match self.empty[i] || under.void || under.cost == Cost::No {
            true => self.sketch.kind("floor", self.mapping),
            false => self.sketch.ground[i],
        };
        self.set(space, kind, target.level);
    }

    pub(super) fn set(&mut self, space: Space, kind: u8, level: i32) {
        self.empty[space.index()] = false;
        self.guessed[space.index()] = false;
        self.sketch.ground[space.index()] = kind;
        self.sketch.levels[space.index()] += level;
    }

    /// What nothing was drawn on is not part of the board; on a map without tiles everything is.
    fn finish_ground(&mut self, painted: bool, ours: bool) {
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
        let passable = |i: &usize| self.sketch.terrain(self.sketch.ground[*i]).cost != Cost::No;
        let doors = &self.sketch.doors;
        let stood = |i: &usize| !self.empty[*i] && !doors.contains_key(&Space(*i as u32));
        let mut is = "void";
        if !ours && !(0..self.empty.len()).filter(stood).any(|i| passable(&i)) {
            let what = "only walls are drawn; the empty spaces became floor";
            self.sketch.notes.changed(what, "");
            is = "floor";
        }
        if !self.empty.iter().any(|e| *e) {
            return;
        }
        let kind = self.sketch.kind(is, self.mapping);
        for (i, empty) in self.empty.iter().enumerate() {
            if *empty {
                self.sketch.ground[i] = kind;
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
}

/// What a set says of a tile under a name.
fn said_of<'a>(doc: &'a Doc, gid: u32, key: &str) -> Option<&'a String> {
    doc.tile(gid)?.props.get(key)
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
