//! What the files of Tiled's JSON spelling hold.

use super::doc::Props;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
pub struct MapJson {
    pub orientation: Option<String>,
    #[serde(deserialize_with = "whole_if_any")]
    pub width: Option<u64>,
    #[serde(deserialize_with = "whole_if_any")]
    pub height: Option<u64>,
    pub tilewidth: Option<f64>,
    pub tileheight: Option<f64>,
    #[serde(deserialize_with = "or_none")]
    pub hexsidelength: f64,
    #[serde(deserialize_with = "or_none")]
    pub staggeraxis: String,
    #[serde(deserialize_with = "or_none")]
    pub staggerindex: String,
    #[serde(deserialize_with = "or_none")]
    pub infinite: bool,
    pub properties: PropsJson,
    #[serde(deserialize_with = "or_none")]
    pub tilesets: Vec<SetJson>,
    pub layers: Option<Vec<LayerJson>>,
}

/// A list of {name, value}, or in old files an object.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a list of properties")]
pub enum PropsJson {
    List(Vec<PropJson>),
    Table(BTreeMap<String, Value>),
    Other(serde::de::IgnoredAny),
}

impl Default for PropsJson {
    fn default() -> Self {
        PropsJson::List(Vec::new())
    }
}

#[derive(Deserialize)]
pub struct PropJson {
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub value: Value,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct SetJson {
    pub firstgid: u32,
    pub source: Option<String>,
    #[serde(deserialize_with = "or_none")]
    pub name: String,
    pub image: Option<String>,
    #[serde(deserialize_with = "or_none")]
    pub tilewidth: f64,
    #[serde(deserialize_with = "or_none")]
    pub tileheight: f64,
    #[serde(deserialize_with = "or_none")]
    pub columns: f64,
    #[serde(deserialize_with = "or_none")]
    pub margin: f64,
    #[serde(deserialize_with = "or_none")]
    pub spacing: f64,
    #[serde(deserialize_with = "or_none")]
    pub tiles: TilesJson,
    #[serde(deserialize_with = "or_none")]
    pub terrains: Vec<NamedJson>,
    #[serde(deserialize_with = "or_none")]
    pub wangsets: Vec<WangJson>,
    #[serde(deserialize_with = "or_none")]
    pub tileproperties: BTreeMap<String, BTreeMap<String, Value>>,
}

/// A list, or in old files an object by id.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a list of tiles")]
pub enum TilesJson {
    List(Vec<TileJson>),
    Table(BTreeMap<String, TileJson>),
}

impl Default for TilesJson {
    fn default() -> Self {
        TilesJson::List(Vec::new())
    }
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct TileJson {
    pub id: u32,
    #[serde(deserialize_with = "or_none")]
    pub class: String,
    #[serde(rename = "type", deserialize_with = "or_none")]
    pub kind: String,
    #[serde(deserialize_with = "or_none")]
    pub properties: PropsJson,
    pub image: Option<String>,
    pub imageheight: Option<f64>,
    #[serde(deserialize_with = "or_none")]
    pub terrain: Vec<i64>,
    pub animation: Option<serde::de::IgnoredAny>,
    #[serde(deserialize_with = "or_none")]
    pub objectgroup: ShapesJson,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct ShapesJson {
    #[serde(deserialize_with = "or_none")]
    pub objects: Vec<ObjectJson>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct NamedJson {
    #[serde(deserialize_with = "or_none")]
    pub name: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct WangJson {
    pub colors: Vec<NamedJson>,
    pub cornercolors: Vec<NamedJson>,
    pub edgecolors: Vec<NamedJson>,
    pub wangtiles: Vec<WangTileJson>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct WangTileJson {
    pub tileid: u32,
    pub wangid: Vec<usize>,
}

#[derive(Deserialize)]
#[serde(default)]
pub struct LayerJson {
    #[serde(rename = "type", deserialize_with = "or_none")]
    pub kind: String,
    #[serde(deserialize_with = "or_none")]
    pub name: String,
    #[serde(deserialize_with = "or_none")]
    pub class: String,
    #[serde(deserialize_with = "or_true")]
    pub visible: bool,
    #[serde(deserialize_with = "or_none")]
    pub offsetx: f64,
    #[serde(deserialize_with = "or_none")]
    pub offsety: f64,
    #[serde(deserialize_with = "whole")]
    pub width: u64,
    #[serde(deserialize_with = "whole")]
    pub height: u64,
    pub properties: PropsJson,
    pub data: Option<DataJson>,
    #[serde(deserialize_with = "or_none")]
    pub encoding: String,
    #[serde(deserialize_with = "or_none")]
    pub compression: String,
    pub chunks: Option<Vec<ChunkJson>>,
    #[serde(deserialize_with = "or_none")]
    pub objects: Vec<ObjectJson>,
    #[serde(deserialize_with = "or_none")]
    pub layers: Vec<LayerJson>,
}

impl Default for LayerJson {
    fn default() -> Self {
        Self {
            kind: String::new(),
            name: String::new(),
            class: String::new(),
            visible: true,
            offsetx: 0.0,
            offsety: 0.0,
            width: 0,
            height: 0,
            properties: PropsJson::default(),
            data: None,
            encoding: String::new(),
            compression: String::new(),
            chunks: None,
            objects: Vec::new(),
            layers: Vec::new(),
        }
    }
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "expected tile numbers as a list or as base64 text"
)]
pub enum DataJson {
    Text(String),
    List(Vec<i64>),
}

#[derive(Deserialize)]
pub struct ChunkJson {
    #[serde(default)]
    pub x: f64,
    #[serde(default)]
    pub y: f64,
    #[serde(default, deserialize_with = "whole")]
    pub width: u64,
    #[serde(default, deserialize_with = "whole")]
    pub height: u64,
    pub data: DataJson,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct ObjectJson {
    #[serde(deserialize_with = "or_none")]
    pub id: Value,
    #[serde(deserialize_with = "or_none")]
    pub name: String,
    #[serde(deserialize_with = "or_none")]
    pub class: String,
    #[serde(rename = "type", deserialize_with = "or_none")]
    pub kind: String,
    #[serde(deserialize_with = "or_none")]
    pub x: f64,
    #[serde(deserialize_with = "or_none")]
    pub y: f64,
    #[serde(deserialize_with = "or_none")]
    pub width: f64,
    #[serde(deserialize_with = "or_none")]
    pub height: f64,
    #[serde(deserialize_with = "or_none")]
    pub rotation: f64,
    #[serde(deserialize_with = "gid")]
    pub gid: Option<u32>,
    #[serde(deserialize_with = "or_none")]
    pub ellipse: bool,
    #[serde(deserialize_with = "or_none")]
    pub point: bool,
    pub text: Option<serde::de::IgnoredAny>,
    pub polygon: Option<Vec<XyJson>>,
    pub polyline: Option<Vec<XyJson>>,
    pub template: Option<String>,
    pub properties: PropsJson,
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct XyJson {
    pub x: f64,
    pub y: f64,
}

/// What is there, or nothing where another program wrote null.
pub fn or_none<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(
    from: D,
) -> Result<T, D::Error> {
    Ok(Option::<T>::deserialize(from)?.unwrap_or_default())
}

/// What is there, or true.
pub fn or_true<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    Ok(Option::<bool>::deserialize(from)?.unwrap_or(true))
}

/// A whole number, also one written as 3.0.
pub fn whole<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    Ok(whole_if_any(from)?.unwrap_or(0))
}

pub fn whole_if_any<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let Some(value) = Option::<f64>::deserialize(from)? else {
        return Ok(None);
    };
    match value >= 0.0 && value.fract() == 0.0 {
        true => Ok(Some(value.min(1e12) as u64)),
        false => Err(D::Error::custom(format!(
            "{value} is not a whole number, 0 or more"
        ))),
    }
}

pub fn gid<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u32>, D::Error> {
    Ok(whole_if_any(from)?.map(|gid| gid as u32))
}

pub fn text_of(value: Value) -> String {
    match value {
        Value::String(text) => text,
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

impl From<PropsJson> for Props {
    fn from(props: PropsJson) -> Props {
        let mut all = Props::new();
        match props {
            PropsJson::List(list) => {
                list.into_iter()
                    .for_each(|p| say(p.name, p.value, &mut all));
            }
            PropsJson::Table(table) => table.into_iter().for_each(|(k, v)| say(k, v, &mut all)),
            PropsJson::Other(_) => {}
        }
        all
    }
}

/// A property; those of a class are named after it, `CLASS.MEMBER`.
pub fn say(name: String, value: Value, all: &mut Props) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                say(format!("{name}.{key}"), value, all);
            }
        }
        value => drop(all.insert(name, text_of(value))),
    }
}

pub fn either(a: String, b: String) -> String {
    if a.is_empty() { b } else { a }
}

#[derive(Deserialize)]
pub struct TemplateJson {
    pub object: ObjectJson,
    #[serde(default)]
    pub tileset: Option<SetJson>,
}
