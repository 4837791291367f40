//! The XML spelling.

use super::super::input::Input;
use super::super::snap::Point;
use super::data::{TileFault, unpack};
use super::doc::{
    Budget, Chunk, Content, Doc, Layer, MOST_SHAPES, Object, Props, Shape, Tile, Tileset,
    by_frequency, folder, open_set, points,
};
use super::template::Template;
use crate::source::Fault;
use roxmltree::{Document, Node, ParsingOptions};

/// Elements and attributes of a file at most, against files that are only nesting.
const MOST_NODES: u32 = 20_000_000;
/// Groups within groups.
const DEEPEST: usize = 64;

fn parse<'a>(input: &Input, name: &str, text: &'a str) -> Result<Document<'a>, Fault> {
    let options = ParsingOptions {
        allow_dtd: true,
        nodes_limit: MOST_NODES,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(text, options).map_err(|error| {
        let at = error.pos();
        let said = error.to_string();
        let place = format!(" at {}:{}", at.row, at.col);
        let shown = said.strip_suffix(&place).unwrap_or(&said);
        let mut fault = input.fault_at(
            at.row as usize,
            at.col as usize,
            format!("damaged XML: {shown}"),
        );
        fault.file = name.to_owned();
        fault
    })
}

/// A number of an attribute; anything else is what is used if it is missing.
fn number(node: Node, key: &str, usual: f64) -> f64 {
    read_number(node, key).ok().flatten().unwrap_or(usual)
}

/// A number of an attribute, if it is there.
fn read_number(node: Node, key: &str) -> Result<Option<f64>, TileFault> {
    let Some(text) = node.attribute(key) else {
        return Ok(None);
    };
    let read = text.trim().parse::<f64>().ok().filter(|v| v.is_finite());
    let shown: String = text.chars().take(20).collect();
    read.map(Some)
        .ok_or_else(|| TileFault::NoNumber(key.to_owned(), shown))
}

/// Columns and rows of a map, layer or chunk.
fn size(node: Node) -> Result<(u64, u64), TileFault> {
    let read = |key: &'static str| {
        let value = read_number(node, key)?.unwrap_or(0.0);
        match value >= 0.0 && value.fract() == 0.0 {
            true => Ok(value.min(1e12) as u64),
            false => Err(TileFault::NotWhole(key, value)),
        }
    };
    Ok((read("width")?, read("height")?))
}

fn text<'a>(node: Node<'a, '_>, key: &str) -> &'a str {
    node.attribute(key).unwrap_or("")
}

/// `class` since Tiled 1.9, `type` before and after.
fn class(node: Node) -> String {
    node.attribute("class")
        .or(node.attribute("type"))
        .unwrap_or("")
        .to_owned()
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|c| c.has_tag_name(name))
}

fn props(node: Node) -> Props {
    let mut all = Props::new();
    members(node, "", 0, &mut all);
    all
}

/// Properties; those of a class are named after it, `CLASS.MEMBER`. Nobody nests classes deeply.
fn members(node: Node, of: &str, depth: usize, all: &mut Props) {
    let list = child(node, "properties");
    let list = list.iter().flat_map(|l| l.children());
    for p in list.filter(|c| c.has_tag_name("property")) {
        let name = format!("{of}{}", text(p, "name"));
        if depth < 8 && child(p, "properties").is_some() {
            members(p, &format!("{name}."), depth + 1, all);
            continue;
        }
        let value = p.attribute("value").or(p.text()).unwrap_or("");
        all.insert(name, value.to_owned());
    }
}

/// Reads a TMX file with the tilesets it names.
///
/// # Errors
/// It is damaged, too large, or refers outside its folder.
pub fn read(input: &mut Input) -> Result<Doc, Fault> {
    let whole = input.text()?;
    let file = input.file.to_owned();
    let xml = parse(input, &file, &whole)?;
    let map = xml.root_element();
    let fault = |node: Node, what: String| {
        let at = xml.text_pos_at(node.range().start);
        Fault {
            file: file.clone(),
            at: Some((at.row as usize, at.col as usize)),
            what,
        }
    };
    if !map.has_tag_name("map") {
        let what = format!("expected a <map>, found <{}>", map.tag_name().name());
        return Err(fault(map, what));
    }
    let length = |key| match read_number(map, key) {
        Ok(found) if found.is_none_or(|v| v > 0.0) => Ok(found.unwrap_or(1.0)),
        Ok(_) => Err(fault(map, format!("{key} must be above 0, in pixels"))),
        Err(what) => Err(fault(map, format!("{what}; expected pixels"))),
    };
    let mut doc = Doc {
        orientation: map
            .attribute("orientation")
            .unwrap_or("orthogonal")
            .to_owned(),
        tile: (length("tilewidth")?, length("tileheight")?),
        hexside: number(map, "hexsidelength", 0.0),
        axis_x: text(map, "staggeraxis") == "x",
        index_even: text(map, "staggerindex") == "even",
        infinite: text(map, "infinite") == "1",
        props: props(map),
        ..Doc::default()
    };
    let there = |key: &str| map.has_attribute(key) || doc.infinite;
    if let Some(key) = ["width", "height"].into_iter().find(|key| !there(key)) {
        let what = format!("the map has no {key}; expected {key}=\"TILES\"");
        return Err(fault(map, what));
    }
    let (wide, high) = size(map).map_err(|e| fault(map, e.into()))?;
    doc.size = super::super::sketch::check_size(wide, high)
        .or_else(|e| if doc.infinite { Ok((0, 0)) } else { Err(e) })
        .map_err(|e| fault(map, e.into()))?;
    layers(input, &mut doc, map, &fault)?;
    doc.tilesets.sort_by_key(|set| set.first);
    Ok(doc)
}

/// Reads the layers and tilesets of a map.
fn layers(
    input: &mut Input,
    doc: &mut Doc,
    map: Node,
    fault: &impl Fn(Node, String) -> Fault,
) -> Result<(), Fault> {
    let mut budget = Budget::default();
    // groups are opened in place; what they hold comes in their order
    let each = |c| (c, 0, false, (0.0, 0.0));
    let mut open: Vec<(Node, usize, bool, Point)> = map.children().rev().map(each).collect();
    while let Some((node, depth, hidden, by)) = open.pop() {
        let hidden = hidden || text(node, "visible") == "0";
        // a group shifts what it holds
        let by = (
            by.0 + number(node, "offsetx", 0.0),
            by.1 + number(node, "offsety", 0.0),
        );
        let mut layer = Layer {
            name: text(node, "name").to_owned(),
            class: class(node),
            props: if node.is_element() {
                props(node)
            } else {
                Props::new()
            },
            hidden,
            offset: by,
            what: Content::Image,
        };
        match node.tag_name().name() {
            "tileset" => {
                let set = tileset(input, doc, node)?;
                doc.tilesets.push(set);
                continue;
            }
            "group" if depth < DEEPEST => {
                open.extend(node.children().rev().map(|c| (c, depth + 1, hidden, by)));
                continue;
            }
            "group" => {
                return Err(fault(
                    node,
                    format!("groups are nested more than {DEEPEST} deep"),
                ));
            }
            "layer" => {
                let chunks = tiles(node, &mut budget, doc.infinite);
                layer.what = Content::Tiles(
                    chunks.map_err(|e| fault(node, format!("layer {:?}: {e}", layer.name)))?,
                );
            }
            "objectgroup" => {
                let all = node.children().filter(|c| c.has_tag_name("object"));
                let (good, bad): (Vec<Node>, Vec<Node>) = all.partition(|o| readable(*o));
                for object in bad {
                    let what = "objects with numbers that cannot be read were left out";
                    let at = object.document().text_pos_at(object.range().start);
                    doc.notes.lost(what, format!("line {}", at.row));
                }
                layer.what = Content::Objects(good.into_iter().map(object).collect());
            }
            "imagelayer" => {}
            _ => continue,
        }
        doc.layers.push(layer);
    }
    Ok(())
}

/// The chunks of a layer.
fn tiles(layer: Node, budget: &mut Budget, infinite: bool) -> Result<Vec<Chunk>, TileFault> {
    let Some(data) = child(layer, "data") else {
        return Ok(Vec::new());
    };
    let mut chunks = Vec::new();
    let parts: Vec<Node> = data
        .children()
        .filter(|c| c.has_tag_name("chunk"))
        .collect();
    let whole = parts.is_empty() && !infinite || data.children().any(|c| c.has_tag_name("tile"));
    let parts = if whole { vec![layer] } else { parts };
    for part in parts {
        let (wide, high) = size(part)?;
        let count = budget.take(wide, high)?;
        let body = if whole { data } else { part };
        let encoding = text(data, "encoding");
        let found = if encoding.is_empty() {
            let tile = |t: Node| {
                t.attribute("gid")
                    .map_or(Ok(0), |g| g.trim().parse::<u32>())
            };
            let each = body
                .children()
                .filter(|c| c.has_tag_name("tile"))
                .take(count + 1);
            let all: Result<Vec<u32>, _> = each.map(tile).collect();
            let all = all.map_err(|_| TileFault::NoGid)?;
            if all.len() != count {
                return Err(TileFault::Count(all.len(), count));
            }
            all
        } else {
            let packed: String = body
                .children()
                .filter_map(|c| c.text().filter(|_| c.is_text()))
                .collect();
            unpack(&packed, encoding, text(data, "compression"), count)?
        };
        let at = |key| number(part, key, 0.0).clamp(-1e9, 1e9) as i64;
        chunks.push(Chunk {
            at: if whole { (0, 0) } else { (at("x"), at("y")) },
            wide: wide as u32,
            tiles: found,
        });
    }
    Ok(chunks)
}

/// Whether all numbers of an object can be read.
fn readable(node: Node) -> bool {
    let keys = ["x", "y", "width", "height", "rotation"];
    let gid = node
        .attribute("gid")
        .is_none_or(|g| g.trim().parse::<u32>().is_ok());
    let list = |c: Node| {
        c.attribute("points")
            .map(|p| (p.split_whitespace().count(), points(p)))
    };
    let lists = node.children().filter_map(list);
    gid && keys.iter().all(|key| read_number(node, key).is_ok())
        && lists.into_iter().all(|(said, read)| said == read.len())
}

fn object(node: Node) -> Object {
    let shape = node.children().find_map(|c| match c.tag_name().name() {
        "ellipse" => Some(Shape::Ellipse),
        "point" => Some(Shape::Point),
        "text" => Some(Shape::Text),
        "polygon" => Some(Shape::Polygon(points(text(c, "points")))),
        "polyline" => Some(Shape::Polyline(points(text(c, "points")))),
        _ => None,
    });
    Object {
        id: text(node, "id").to_owned(),
        name: text(node, "name").to_owned(),
        class: class(node),
        at: (number(node, "x", 0.0), number(node, "y", 0.0)),
        size: (number(node, "width", 0.0), number(node, "height", 0.0)),
        turn: number(node, "rotation", 0.0),
        gid: node.attribute("gid").and_then(|g| g.trim().parse().ok()),
        shape: shape.unwrap_or_default(),
        template: node.attribute("template").map(str::to_owned),
        props: props(node),
    }
}

/// A template's file.
///
/// # Errors
/// It is damaged, or something else.
pub fn template_from(input: &Input, path: &str, bytes: &[u8]) -> Result<Template, Fault> {
    let whole = String::from_utf8_lossy(bytes);
    let xml = parse(input, path, whole.trim_start_matches('\u{feff}'))?;
    let root = xml.root_element();
    let found = child(root, "object").filter(|_| root.has_tag_name("template"));
    let Some(made) = found.filter(|made| readable(*made)) else {
        return Err(input.fault_naming(path, format!("{path} is not a template of an object")));
    };
    let set = child(root, "tileset").map(|set| {
        let first = number(set, "firstgid", 1.0).clamp(1.0, f64::from(1u32 << 28)) as u32;
        let name = set.attribute("source").map(stem);
        (first, name.unwrap_or_else(|| text(set, "name").to_owned()))
    });
    Ok(Template {
        object: object(made),
        set,
    })
}

/// A tileset, embedded or from a file beside the map.
fn tileset(input: &mut Input, doc: &mut Doc, node: Node) -> Result<Tileset, Fault> {
    let first = number(node, "firstgid", 1.0).clamp(1.0, f64::from(1u32 << 28)) as u32;
    let Some(path) = node.attribute("source") else {
        return Ok(set(node, first));
    };
    let Some(bytes) = open_set(input, &mut doc.notes, path)? else {
        return Ok(Tileset {
            first,
            name: stem(path),
            ..Tileset::default()
        });
    };
    if bytes.trim_ascii_start().starts_with(b"{") {
        return super::tmj::set_from(path, &bytes, first)
            .map_err(|e| input.fault_naming(path, format!("{path}: not a tileset: {e}")));
    }
    set_from(input, path, &bytes, first)
}

/// A tileset's file.
///
/// # Errors
/// It is damaged, or something else.
pub fn set_from(input: &Input, path: &str, bytes: &[u8], first: u32) -> Result<Tileset, Fault> {
    let whole = String::from_utf8_lossy(bytes);
    let xml = parse(input, path, whole.trim_start_matches('\u{feff}'))?;
    let root = xml.root_element();
    match root.has_tag_name("tileset") {
        true => Ok(Tileset {
            folder: folder(path),
            ..set(root, first)
        }),
        false => {
            let begins = root.tag_name().name();
            let what = format!("{path} is not a tileset: it begins with <{begins}>");
            Err(input.fault_naming(path, what))
        }
    }
}

/// The name of a file without folder and ending.
pub fn stem(path: &str) -> String {
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    file.rsplit_once('.')
        .map_or(file, |(stem, _)| stem)
        .to_owned()
}

fn set(node: Node, first: u32) -> Tileset {
    let whole = |key| number(node, key, 0.0).clamp(0.0, 1e6) as u32;
    let mut set = Tileset {
        first,
        name: text(node, "name").to_owned(),
        image: child(node, "image").map(|i| text(i, "source").to_owned()),
        tile: (
            number(node, "tilewidth", 0.0),
            number(node, "tileheight", 0.0),
        ),
        columns: whole("columns"),
        margin: whole("margin"),
        spacing: whole("spacing"),
        ..Tileset::default()
    };
    let terrains: Vec<&str> = child(node, "terraintypes")
        .iter()
        .flat_map(|l| l.children().filter(|c| c.has_tag_name("terrain")))
        .map(|t| text(t, "name"))
        .collect();
    for tile in node.children().filter(|c| c.has_tag_name("tile")) {
        let id = number(tile, "id", 0.0).clamp(0.0, f64::from(1u32 << 28)) as u32;
        let corners = text(tile, "terrain")
            .split(',')
            .filter_map(|c| c.trim().parse::<usize>().ok());
        let names = corners.filter_map(|c| terrains.get(c).map(|n| (*n).to_owned()));
        set.tiles.insert(
            id,
            Tile {
                class: class(tile),
                props: props(tile),
                image: child(tile, "image").map(|i| stem(text(i, "source"))),
                file: child(tile, "image").map(|i| text(i, "source").to_owned()),
                high: child(tile, "image")
                    .map(|i| number(i, "height", 0.0))
                    .filter(|high| *high > 0.0),
                wangs: by_frequency(names),
                moves: child(tile, "animation").is_some(),
                shapes: child(tile, "objectgroup")
                    .iter()
                    .flat_map(|group| group.children())
                    .filter(|c| c.has_tag_name("object") && readable(*c))
                    .take(MOST_SHAPES)
                    .map(object)
                    .collect(),
            },
        );
    }
    let sets = child(node, "wangsets");
    for wang in sets
        .iter()
        .flat_map(|s| s.children().filter(|c| c.has_tag_name("wangset")))
    {
        let colours: Vec<&str> = wang
            .children()
            .filter(|c| {
                ["wangcolor", "wangcornercolor", "wangedgecolor"].contains(&c.tag_name().name())
            })
            .map(|c| text(c, "name"))
            .collect();
        for tile in wang.children().filter(|c| c.has_tag_name("wangtile")) {
            let id = number(tile, "tileid", 0.0).clamp(0.0, f64::from(1u32 << 28)) as u32;
            let names = text(tile, "wangid")
                .split(',')
                .filter_map(|n| n.trim().parse::<usize>().ok()?.checked_sub(1))
                .filter_map(|n| colours.get(n).map(|c| (*c).to_owned()));
            let found = by_frequency(names);
            let tile = set.tiles.entry(id).or_default();
            tile.wangs.extend(found);
        }
    }
    set
}
