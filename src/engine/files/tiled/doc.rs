//! What a Tiled map says, whichever way it is spelled.

use super::super::input::{Input, Missing};
use super::super::notes::Notes;
use super::super::snap::Point;
use super::data::{MOST_TILES, TileFault};
use crate::source::Fault;
use std::collections::BTreeMap;

/// Properties by name, as text.
pub type Props = BTreeMap<String, String>;

/// A map.
#[derive(Default)]
pub struct Doc {
    pub orientation: String,
    pub size: (u32, u32),
    pub tile: (f64, f64),
    pub hexside: f64,
    /// Whether columns are staggered, not rows.
    pub axis_x: bool,
    /// Whether the even ones (from 0) lie further.
    pub index_even: bool,
    pub infinite: bool,
    pub props: Props,
    pub tilesets: Vec<Tileset>,
    pub layers: Vec<Layer>,
    pub notes: Notes,
}

impl Doc {
    /// The set a tile belongs to, and its number there. The sets are in the order of their numbers.
    pub fn set_of(&self, gid: u32) -> Option<(&Tileset, u32)> {
        let set = &self.tilesets[self.index_of(gid)?];
        Some((set, gid - set.first))
    }
    /// Which set a tile belongs to.
    pub fn index_of(&self, gid: u32) -> Option<usize> {
        let after = self.tilesets.partition_point(|set| set.first <= gid);
        after.checked_sub(1)
    }
    /// What a set says of a tile.
    pub fn tile(&self, gid: u32) -> Option<&Tile> {
        let (set, id) = self.set_of(gid)?;
        set.tiles.get(&id)
    }
}

/// A set of tiles.
#[derive(Default)]
pub struct Tileset {
    pub first: u32,
    pub name: String,
    /// Its picture, which holds all of its tiles.
    pub image: Option<String>,
    /// Width and height of a tile in pixels.
    pub tile: (f64, f64),
    pub columns: u32,
    /// Pixels around the picture, and between two tiles.
    pub margin: u32,
    pub spacing: u32,
    /// The folder of its file, from that of the map; empty, or with a stroke at the end.
    pub folder: String,
    pub tiles: BTreeMap<u32, Tile>,
}

/// What a set says of one tile.
#[derive(Default, Clone)]
pub struct Tile {
    pub class: String,
    pub props: Props,
    pub image: Option<String>,
    /// The file of its own picture, and its height in pixels.
    pub file: Option<String>,
    pub high: Option<f64>,
    /// Names of its terrains or Wang colours, the most frequent first.
    pub wangs: Vec<String>,
    /// It moves.
    pub moves: bool,
    /// What figures bump into.
    pub shapes: Vec<Object>,
}

/// A layer; groups are resolved.
#[derive(Default)]
pub struct Layer {
    pub name: String,
    pub class: String,
    pub props: Props,
    pub hidden: bool,
    /// How far it is shifted, in pixels, groups around it included.
    pub offset: Point,
    pub what: Content,
}

impl Layer {
    /// Its objects, if it holds any.
    pub fn objects_mut(&mut self) -> &mut [Object] {
        match &mut self.what {
            Content::Objects(objects) => objects,
            _ => &mut [],
        }
    }
}

/// What a layer holds.
#[derive(Default)]
pub enum Content {
    Tiles(Vec<Chunk>),
    Objects(Vec<Object>),
    #[default]
    Image,
}

/// A rectangle of tiles.
pub struct Chunk {
    pub at: (i64, i64),
    pub wide: u32,
    pub tiles: Vec<u32>,
}

/// Something placed freely.
#[derive(Clone, Default)]
pub struct Object {
    pub id: String,
    pub name: String,
    pub class: String,
    pub at: Point,
    pub size: Point,
    /// How far it is turned clockwise, in degrees.
    pub turn: f64,
    pub gid: Option<u32>,
    pub shape: Shape,
    /// The file that says what the object itself does not.
    pub template: Option<String>,
    pub props: Props,
}

/// The shape of an object; points are relative to where it is.
#[derive(Clone, Default)]
pub enum Shape {
    #[default]
    Rect,
    Ellipse,
    Point,
    Text,
    Polygon(Vec<Point>),
    Polyline(Vec<Point>),
}

/// Shapes of one tile that are read at most.
pub const MOST_SHAPES: usize = 64;

/// Counts tiles before they are read.
#[derive(Default)]
pub struct Budget(u64);

impl Budget {
    /// Asks for room for so many tiles.
    pub fn take(&mut self, wide: u64, high: u64) -> Result<usize, TileFault> {
        let tiles = wide.saturating_mul(high);
        self.0 = self.0.saturating_add(tiles);
        if self.0 > MOST_TILES {
            return Err(TileFault::TooMany);
        }
        Ok(tiles as usize)
    }
}

/// Opens a tileset beside the map.
pub fn open_set(
    input: &mut Input,
    notes: &mut Notes,
    path: &str,
) -> Result<Option<Vec<u8>>, Fault> {
    match (input.beside)(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(Missing::NotThere(why)) => {
            let what = format!("a tileset file is missing, so its tiles have no names: {why}");
            notes.lost(what, path);
            Ok(None)
        }
        Err(Missing::Refused(why)) => Err(input.fault_naming(path, why)),
    }
}

/// The folder of a file, with a stroke at the end; empty for a name alone.
pub fn folder(path: &str) -> String {
    let end = path.rfind(['/', '\\']).map_or(0, |at| at + 1);
    path[..end].to_owned()
}

/// The points of `0,0 1,2 3,4`.
pub fn points(text: &str) -> Vec<Point> {
    text.split_whitespace()
        .filter_map(|pair| {
            let (x, y) = pair.split_once(',')?;
            Some((x.parse().ok()?, y.parse().ok()?))
        })
        .collect()
}

/// The most frequent first, each once.
pub fn by_frequency(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut counted: Vec<(String, usize)> = Vec::new();
    for name in names {
        match counted.iter_mut().find(|(n, _)| *n == name) {
            Some(found) => found.1 += 1,
            None => counted.push((name, 1)),
        }
    }
    counted.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    counted.into_iter().map(|(name, _)| name).collect()
}
