//! Templates of objects: what an object does not say itself is taken from a file of its own.

use super::doc::{Doc, Object, Shape};
use super::meaning::ID;
use super::{tmj, tmx};
use crate::files::input::{Input, Missing};
use crate::source::Fault;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// A template: an object, and the set its tile comes from.
pub struct Template {
    /// What objects are made from.
    pub object: Object,
    /// First number and name of the set.
    pub set: Option<(u32, String)>,
}

/// The most templates that are opened for a map.
const MOST: usize = 256;

/// Fills in what objects leave to their templates.
///
/// # Errors
/// A template is damaged or lies outside the folder of the map.
pub fn fill(doc: &mut Doc, input: &mut Input) -> Result<(), Fault> {
    let mut known: BTreeMap<String, Option<Template>> = BTreeMap::new();
    for object in doc.layers.iter_mut().flat_map(|layer| layer.objects_mut()) {
        let Some(path) = object.template.clone() else {
            continue;
        };
        let room = known.len() < MOST;
        if let Entry::Vacant(gap) = known.entry(path.clone()) {
            let found = match room.then(|| (input.beside)(&path)) {
                None => Err("too many templates".to_owned()),
                Some(Ok(bytes)) => Ok(read(input, &path, &bytes)?),
                Some(Err(Missing::NotThere(why))) => Err(why),
                Some(Err(Missing::Refused(why))) => return Err(input.fault_naming(&path, why)),
            };
            let found = found.map_err(|why| {
                let what =
                    format!("a template file is missing, so its objects are incomplete: {why}");
                doc.notes.lost(what, path.clone());
            });
            gap.insert(found.ok());
        }
        let Some(Some(template)) = known.get(&path) else {
            continue;
        };
        complete(object, &template.object);
        if let (None, Some(gid)) = (object.gid, template.object.gid) {
            let named = |name: &str| doc.tilesets.iter().find(|set| set.name == name);
            let here = template.set.as_ref().and_then(|(first, name)| {
                let there = (gid & ID).checked_sub(*first)?;
                Some(named(name)?.first + there)
            });
            // a picture of a set the map does not know means nothing
            object.gid = Some(here.unwrap_or(ID));
        }
    }
    Ok(())
}

fn read(input: &Input, path: &str, bytes: &[u8]) -> Result<Template, Fault> {
    match bytes.trim_ascii_start().starts_with(b"{") {
        true => tmj::template_from(bytes)
            .map_err(|e| input.fault_naming(path, format!("{path}: not a template: {e}"))),
        false => tmx::template_from(input, path, bytes),
    }
}

/// What the object says stands; all else comes from the template.
fn complete(object: &mut Object, from: &Object) {
    if object.name.is_empty() {
        object.name.clone_from(&from.name);
    }
    if object.class.is_empty() {
        object.class.clone_from(&from.class);
    }
    if object.size == (0.0, 0.0) {
        object.size = from.size;
    }
    if object.turn == 0.0 {
        object.turn = from.turn;
    }
    if matches!(object.shape, Shape::Rect) {
        object.shape = from.shape.clone();
    }
    for (key, value) in &from.props {
        object.props.entry(key.clone()).or_insert(value.clone());
    }
}
