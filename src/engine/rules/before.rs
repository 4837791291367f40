//! Records of older versions: what keys of the configuration meant before there were such keys.

use super::{D8, Plastic, Rules, Violence, Vsgmr};
use crate::battle::Ruleset;
use serde_json::{Map, Value};

impl Rules {
    /// Adds to the configuration of a record every key that it lacks because the record is older
    /// than the key. Its value is what was played before. Other missing keys stay missing.
    pub fn complete_older(self, config: &mut Value) {
        let before: toml::Table =
            toml::from_str(with!(self, R => R::BEFORE)).expect("our own text");
        let before = serde_json::to_value(before).expect("plain data");
        if let (Value::Object(config), Value::Object(before)) = (config, before) {
            add(config, before);
        }
    }
}

/// Adds values for keys that are missing, inside tables too.
fn add(into: &mut Map<String, Value>, values: Map<String, Value>) {
    for (key, value) in values {
        match (into.get_mut(&key), value) {
            (Some(Value::Object(inside)), Value::Object(values)) => add(inside, values),
            (Some(_), _) => {}
            (None, value) => {
                into.insert(key, value);
            }
        }
    }
}
