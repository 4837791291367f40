//! Reading the JSON spelling.

use super::super::input::Input;
use super::super::snap::Point;
use super::data::{TileFault, unpack};
use super::doc::{
    Budget, Chunk, Content, Doc, Layer, MOST_SHAPES, Object, Props, Shape, Tile, Tileset,
    by_frequency, folder, open_set,
};
use super::json::{
    ChunkJson, DataJson, LayerJson, MapJson, ObjectJson, PropsJson, SetJson, TemplateJson,
    TileJson, TilesJson, XyJson, either, text_of,
};
use super::template::Template;
use super::tmx::stem;
use crate::source::Fault;

/// Reads a TMJ file with the tilesets it names.
///
/// # Errors
/// It is damaged, too large, or refers outside its folder.
pub fn read(input: &mut Input) -> Result<Doc, Fault> {
    let whole = input.text()?;
    let map: MapJson = serde_json::from_str(&whole)
        .map_err(|error| input.fault_of_json(&whole, "not a Tiled map", &error))?;
    let Some(layers) = map.layers else {
        return Err(input.fault("not a Tiled map: it has no layers"));
    };
    let length = |key: &str, found: Option<f64>| match found {
        Some(v) if !(v > 0.0 && v.is_finite()) => {
            let what = format!("{key} must be above 0, in pixels");
            Err(input.fault_near(&whole, &format!("\"{key}\""), what))
        }
        found => Ok(found.unwrap_or(1.0)),
    };
    let mut doc = Doc {
        orientation: map.orientation.unwrap_or_else(|| "orthogonal".into()),
        tile: (
            length("tilewidth", map.tilewidth)?,
            length("tileheight", map.tileheight)?,
        ),
        hexside: map.hexsidelength,
        axis_x: map.staggeraxis == "x",
        index_even: map.staggerindex == "even",
        infinite: map.infinite,
        props: map.properties.into(),
        ..Doc::default()
    };
    let said = [("width", map.width), ("height", map.height)];
    if let Some((key, _)) = said.iter().find(|(_, v)| v.is_none() && !doc.infinite) {
        return Err(input.fault(format!("the map has no {key}; expected \"{key}\": TILES")));
    }
    let (wide, high) = (map.width.unwrap_or(0), map.height.unwrap_or(0));
    doc.size = super::super::sketch::check_size(wide, high)
        .or_else(|e| if doc.infinite { Ok((0, 0)) } else { Err(e) })
        .map_err(|e| input.fault_near(&whole, "\"width\"", e))?;
    tilesets(input, &mut doc, map.tilesets)?;
    self::layers(input, &whole, &mut doc, layers)?;
    Ok(doc)
}

/// Reads the tilesets of a map, and those in files beside it.
fn tilesets(input: &mut Input, doc: &mut Doc, all: Vec<SetJson>) -> Result<(), Fault> {
    for set in all {
        let first = set.firstgid.max(1);
        let read = match &set.source {
            None => set_of(set, first),
            Some(path) => match open_set(input, &mut doc.notes, path)? {
                None => Tileset {
                    first,
                    name: stem(path),
                    ..Tileset::default()
                },
                Some(bytes) if bytes.trim_ascii_start().starts_with(b"<") => {
                    super::tmx::set_from(input, path, &bytes, first)?
                }
                Some(bytes) => set_from(path, &bytes, first)
                    .map_err(|e| input.fault_naming(path, format!("{path}: not a tileset: {e}")))?,
            },
        };
        doc.tilesets.push(read);
    }
    doc.tilesets.sort_by_key(|set| set.first);
    Ok(())
}

/// Reads the layers of a map; `whole` is the file, for faults.
fn layers(input: &Input, whole: &str, doc: &mut Doc, layers: Vec<LayerJson>) -> Result<(), Fault> {
    let mut budget = Budget::default();
    let each = |l| (l, false, (0.0, 0.0));
    let mut open: Vec<(LayerJson, bool, Point)> = layers.into_iter().rev().map(each).collect();
    while let Some((mut json, hidden, by)) = open.pop() {
        let hidden = hidden || !json.visible;
        // a group shifts what it holds
        let by = (by.0 + json.offsetx, by.1 + json.offsety);
        if json.kind == "group" {
            open.extend(json.layers.into_iter().rev().map(|l| (l, hidden, by)));
            continue;
        }
        let what = match json.kind.as_str() {
            "objectgroup" => {
                let objects = std::mem::take(&mut json.objects);
                Content::Objects(objects.into_iter().map(object).collect())
            }
            "imagelayer" => Content::Image,
            _ => Content::Tiles(tiles(&mut json, &mut budget).map_err(|e| {
                let name = serde_json::to_string(&json.name).unwrap_or_default();
                input.fault_near(whole, &name, format!("layer {:?}: {e}", json.name))
            })?),
        };
        doc.layers.push(Layer {
            offset: by,
            name: json.name,
            class: json.class,
            props: json.properties.into(),
            hidden,
            what,
        });
    }
    Ok(())
}

fn tiles(layer: &mut LayerJson, budget: &mut Budget) -> Result<Vec<Chunk>, TileFault> {
    let mut chunks = Vec::new();
    let parts = match (layer.chunks.take(), layer.data.take()) {
        (Some(chunks), _) => chunks,
        (None, Some(data)) => vec![ChunkJson {
            x: 0.0,
            y: 0.0,
            width: layer.width,
            height: layer.height,
            data,
        }],
        (None, None) => Vec::new(),
    };
    for part in parts {
        let count = budget.take(part.width, part.height)?;
        let found = match part.data {
            DataJson::List(list) if list.len() == count => {
                list.into_iter().map(|n| n as u32).collect()
            }
            DataJson::List(list) => {
                return Err(TileFault::Count(list.len(), count));
            }
            DataJson::Text(text) => {
                let encoding = if layer.encoding.is_empty() {
                    "base64"
                } else {
                    &layer.encoding
                };
                unpack(&text, encoding, &layer.compression, count)?
            }
        };
        chunks.push(Chunk {
            at: (
                part.x.clamp(-1e9, 1e9) as i64,
                part.y.clamp(-1e9, 1e9) as i64,
            ),
            wide: part.width as u32,
            tiles: found,
        });
    }
    Ok(chunks)
}

fn object(json: ObjectJson) -> Object {
    let points = |list: Vec<XyJson>| -> Vec<Point> { list.iter().map(|p| (p.x, p.y)).collect() };
    let shape = match (json.polygon, json.polyline) {
        (Some(list), _) => Shape::Polygon(points(list)),
        (_, Some(list)) => Shape::Polyline(points(list)),
        _ if json.ellipse => Shape::Ellipse,
        _ if json.point => Shape::Point,
        _ if json.text.is_some() => Shape::Text,
        _ => Shape::Rect,
    };
    Object {
        id: text_of(json.id),
        name: json.name,
        class: either(json.class, json.kind),
        at: (json.x, json.y),
        size: (json.width, json.height),
        turn: json.rotation,
        gid: json.gid,
        shape,
        template: json.template,
        props: json.properties.into(),
    }
}

/// A template's file.
pub fn template_from(bytes: &[u8]) -> Result<Template, serde_json::Error> {
    let json: TemplateJson = serde_json::from_slice(bytes)?;
    let name = |set: &SetJson| set.source.as_deref().map_or(set.name.clone(), stem);
    Ok(Template {
        object: object(json.object),
        set: json.tileset.map(|set| (set.firstgid.max(1), name(&set))),
    })
}

/// A tileset's file.
pub fn set_from(path: &str, bytes: &[u8], first: u32) -> Result<Tileset, serde_json::Error> {
    Ok(Tileset {
        folder: folder(path),
        ..set_of(serde_json::from_slice(bytes)?, first)
    })
}

fn set_of(json: SetJson, first: u32) -> Tileset {
    let whole = |value: f64| value.clamp(0.0, 1e6) as u32;
    let mut set = Tileset {
        first,
        name: json.name,
        image: json.image,
        tile: (json.tilewidth, json.tileheight),
        columns: whole(json.columns),
        margin: whole(json.margin),
        spacing: whole(json.spacing),
        ..Tileset::default()
    };
    let tiles = match json.tiles {
        TilesJson::List(list) => list,
        TilesJson::Table(table) => table
            .into_iter()
            .filter_map(|(id, tile)| {
                Some(TileJson {
                    id: id.parse().ok()?,
                    ..tile
                })
            })
            .collect(),
    };
    for tile in tiles {
        let names = tile.terrain.iter().filter_map(|t| usize::try_from(*t).ok());
        let names = names.filter_map(|t| json.terrains.get(t).map(|n| n.name.clone()));
        set.tiles.insert(
            tile.id,
            Tile {
                class: either(tile.class, tile.kind),
                props: tile.properties.into(),
                wangs: by_frequency(names),
                image: tile.image.as_deref().map(stem),
                file: tile.image,
                high: tile.imageheight.filter(|high| *high > 0.0),
                moves: tile.animation.is_some(),
                shapes: tile
                    .objectgroup
                    .objects
                    .into_iter()
                    .take(MOST_SHAPES)
                    .map(object)
                    .collect(),
            },
        );
    }
    for (id, table) in json.tileproperties {
        if let Ok(id) = id.parse() {
            let tile: &mut Tile = set.tiles.entry(id).or_default();
            tile.props.extend(Props::from(PropsJson::Table(table)));
        }
    }
    for wang in json.wangsets {
        let colours: Vec<String> = [wang.colors, wang.cornercolors, wang.edgecolors]
            .into_iter()
            .flatten()
            .map(|c| c.name)
            .collect();
        for tile in wang.wangtiles {
            let names = tile.wangid.iter().filter_map(|n| n.checked_sub(1));
            let names = names.filter_map(|n| colours.get(n).cloned());
            let found = by_frequency(names);
            set.tiles
                .entry(tile.tileid)
                .or_default()
                .wangs
                .extend(found);
        }
    }
    set
}
