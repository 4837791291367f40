//! House rules: every key of a ruleset's configuration as something to be set, whichever ruleset
//! it is, and the rules file that says what is not as usual.

use super::Rules;
use crate::source::{Fault, Source};
use serde_json::Value;
use std::fmt::Write;

/// A key of a configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// Its key, and the keys inside it: `["cost", "small"]`.
    pub path: Vec<String>,
    /// What it means, from the configuration's own docs, without the ids of rules.
    pub about: String,
    /// What it can be.
    pub kind: SettingKind,
    /// What it is unless somebody says otherwise.
    pub usual: Value,
}

/// What a key can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingKind {
    /// True or false.
    Switch,
    /// A whole number between two, both included; the ruleset may allow fewer.
    Number(i64, i64),
    /// One of these words, each with what it means.
    Choice(Vec<(String, String)>),
    /// A text, or anything else that is written as JSON.
    Text,
}

impl Setting {
    /// Its name for people: `Shoot need`, `Cost: small`.
    pub fn shown(&self) -> String {
        let plain = |key: &String| key.replace('_', " ");
        let words: Vec<String> = self.path.iter().map(plain).collect();
        let mut text = words.join(": ");
        if let Some(first) = text.get_mut(0..1) {
            first.make_ascii_uppercase();
        }
        text
    }
}

/// The rules of a table: those of a ruleset, and what is otherwise.
#[derive(Clone, Debug)]
pub struct House {
    rules: Rules,
    settings: Vec<Setting>,
    now: Vec<Value>,
}

/// A doc without the ids of rules at its end: `Rounds (R4); 0: none` is `Rounds; 0: none`.
fn without_ids(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(open) = rest.find(" (") {
        let (before, after) = rest.split_at(open);
        let close = after.find(')').unwrap_or(after.len() - 1);
        let inside = &after[2..close.max(2)];
        let ids = inside.split(", ").all(|id| {
            let mut chars = id.chars();
            chars.next().is_some_and(|c| c.is_ascii_uppercase())
                && chars.all(|c| c.is_ascii_digit())
        });
        out.push_str(before);
        if !ids {
            out.push_str(&after[..=close]);
        }
        rest = &after[close + 1..];
    }
    out.push_str(rest);
    out.replace('\n', " ").replace('`', "").trim().to_owned()
}

/// A schema with what it refers to.
fn resolved<'a>(schema: &'a Value, whole: &'a Value) -> &'a Value {
    let refers = |s: &'a Value| {
        let name = s.get("$ref")?.as_str()?.strip_prefix("#/$defs/")?;
        whole.get("$defs")?.get(name)
    };
    let any = schema
        .get("anyOf")
        .or_else(|| schema.get("allOf"))
        .and_then(Value::as_array)
        .and_then(|all| all.iter().find_map(refers));
    refers(schema).or(any).unwrap_or(schema)
}

/// The words a schema allows, each with what it means.
fn choices(schema: &Value) -> Option<Vec<(String, String)>> {
    let plain = |list: &Value| -> Option<Vec<(String, String)>> {
        list.as_array()?
            .iter()
            .map(|v| Some((v.as_str()?.to_owned(), String::new())))
            .collect()
    };
    if let Some(list) = schema.get("enum") {
        return plain(list);
    }
    let list = schema.get("oneOf")?.as_array()?;
    let mut all = Vec::new();
    for one in list {
        let about = one.get("description").and_then(Value::as_str).unwrap_or("");
        match (one.get("const"), one.get("enum")) {
            (Some(word), _) => all.push((word.as_str()?.to_owned(), without_ids(about))),
            (None, Some(words)) => all.extend(plain(words)?),
            (None, None) => return None,
        }
    }
    Some(all)
}

fn kind(schema: &Value, usual: &Value) -> SettingKind {
    if let Some(all) = choices(schema) {
        return SettingKind::Choice(all);
    }
    match usual {
        Value::Bool(_) => SettingKind::Switch,
        Value::Number(n) if n.is_i64() || n.is_u64() => {
            let bound = |key: &str| schema.get(key).and_then(Value::as_i64);
            let most = match schema.get("format").and_then(Value::as_str) {
                Some("uint8") => 255,
                Some("int8") => 127,
                Some("uint16") => 65_535,
                _ => 1_000_000,
            };
            SettingKind::Number(
                bound("minimum").unwrap_or(-most - 1),
                bound("maximum").unwrap_or(most),
            )
        }
        _ => SettingKind::Text,
    }
}

/// Adds a key, or those inside it.
fn collect(
    path: &[String],
    about: &str,
    schema: &Value,
    whole: &Value,
    usual: &Value,
    out: &mut Vec<Setting>,
) {
    let own = schema.get("description").and_then(Value::as_str);
    let schema = resolved(schema, whole);
    let about = match (own, about.is_empty()) {
        (Some(own), true) => own.to_owned(),
        (Some(own), false) => format!("{} {own}", about.trim_end()),
        (None, _) => about.to_owned(),
    };
    if let (Value::Object(inside), None) = (usual, choices(schema)) {
        for (key, value) in inside {
            let inner = schema
                .get("properties")
                .and_then(|p| p.get(key))
                .or(schema.get("additionalProperties"));
            let mut path = path.to_vec();
            path.push(key.clone());
            collect(
                &path,
                &about,
                inner.unwrap_or(&Value::Null),
                whole,
                value,
                out,
            );
        }
        return;
    }
    out.push(Setting {
        path: path.to_vec(),
        about: without_ids(&about),
        kind: kind(schema, usual),
        usual: usual.clone(),
    });
}

/// What stands at a path of a configuration.
fn at<'a>(config: &'a Value, path: &[String]) -> &'a Value {
    path.iter()
        .try_fold(config, |value, key| value.get(key))
        .unwrap_or(&Value::Null)
}

impl House {
    /// The rules as they are written.
    ///
    /// # Errors
    /// Never, unless a ruleset cannot read its own defaults.
    pub fn new(rules: Rules) -> Result<Self, Fault> {
        let config = rules.config(None)?;
        let schema = rules.schema();
        let mut settings = Vec::new();
        if let Value::Object(keys) = &config {
            for (key, usual) in keys {
                if FIXED.contains(&key.as_str()) {
                    continue;
                }
                let inner = schema.get("properties").and_then(|p| p.get(key));
                collect(
                    std::slice::from_ref(key),
                    "",
                    inner.unwrap_or(&Value::Null),
                    &schema,
                    usual,
                    &mut settings,
                );
            }
        }
        let now = settings.iter().map(|s| s.usual.clone()).collect();
        Ok(Self {
            rules,
            settings,
            now,
        })
    }

    /// The rules of a rules file.
    ///
    /// # Errors
    /// What is wrong in the file, and where.
    pub fn read(rules: Rules, source: &Source) -> Result<Self, Fault> {
        let config = rules.config(Some(source))?;
        let mut house = Self::new(rules)?;
        house.now = house
            .settings
            .iter()
            .map(|s| at(&config, &s.path).clone())
            .collect();
        Ok(house)
    }

    /// The ruleset.
    pub fn rules(&self) -> Rules {
        self.rules
    }
    /// Every key there is.
    pub fn settings(&self) -> &[Setting] {
        &self.settings
    }
    /// What a setting is now.
    pub fn value(&self, setting: usize) -> &Value {
        &self.now[setting]
    }
    /// Sets a setting; whether it is allowed is said by [`Self::fault`].
    pub fn set(&mut self, setting: usize, value: Value) {
        self.now[setting] = value;
    }
    /// Whether a setting is not as usual.
    pub fn is_changed(&self, setting: usize) -> bool {
        self.now[setting] != self.settings[setting].usual
    }
    /// Makes a setting as usual again.
    pub fn reset(&mut self, setting: usize) {
        self.now[setting] = self.settings[setting].usual.clone();
    }
    /// How many settings are not as usual.
    pub fn changed(&self) -> usize {
        (0..self.now.len()).filter(|i| self.is_changed(*i)).count()
    }

    /// The rules file: what is not as usual, a key a line.
    pub fn text(&self) -> String {
        let mut config = Value::Null;
        let mut usual = Value::Null;
        for (setting, now) in self.settings.iter().zip(&self.now) {
            put(&mut config, &setting.path, now);
            put(&mut usual, &setting.path, &setting.usual);
        }
        changes_text(self.rules, &config, &usual)
    }

    /// The rules file, if anything is not as usual.
    pub fn source(&self, name: &str) -> Option<Source> {
        (self.changed() > 0).then(|| Source::new(name, self.text()))
    }

    /// What the ruleset does not allow: the first key of the setting, if it is one's, and why.
    pub fn fault(&self) -> Option<(Option<String>, String)> {
        let source = self.source("house rules")?;
        let fault = self.rules.config(Some(&source)).err()?;
        let key = fault
            .at
            .and_then(|(line, _)| source.text.lines().nth(line - 1))
            .and_then(|line| Some(line.split_once(" = ")?.0.to_owned()));
        Some((key, fault.what))
    }
}

/// A rules file that changes single keys of another, or of the rules as they are written: each
/// change is a line as in such a file, `facing = false`, `moves.small = 5`, `victory = points`.
///
/// # Errors
/// Which change cannot be made, and why.
pub fn changed(
    rules: Rules,
    file: Option<&Source>,
    changes: &[String],
) -> Result<Option<Source>, Fault> {
    let mut config = rules.config(file)?;
    let said = |change: &str, what: String| {
        Source::new(format!("--rule {change}"), "").fault_of_words(what)
    };
    let mut first: Vec<String> = Vec::new();
    for change in changes {
        let Some((key, value)) = change.split_once('=') else {
            let what = "a rule needs a key and a value, such as facing=false".to_owned();
            return Err(said(change, what));
        };
        let key = spelled(key.trim());
        let path: Vec<String> = key.split('.').map(|k| k.trim().to_owned()).collect();
        let known = config.as_object().into_iter().flat_map(|keys| keys.keys());
        let known: Vec<&str> = known
            .map(String::as_str)
            .filter(|k| !FIXED.contains(k))
            .collect();
        if !known.contains(&path[0].as_str()) {
            let what = format!(
                "unknown rule {:?}; the rules are {}",
                path[0],
                known.join(", ")
            );
            return Err(said(change, what));
        }
        let value = written(value.trim());
        if value.is_object() || !at(&config, &path).is_object() {
            merge(&mut config, &path, &value);
        } else {
            let inside: Vec<&str> = at(&config, &path)
                .as_object()
                .into_iter()
                .flat_map(|k| k.keys())
                .map(String::as_str)
                .collect();
            let what = format!(
                "{} has several values ({}); name one of them, such as {}.{}=…",
                key,
                inside.join(", "),
                key,
                inside.first().unwrap_or(&"")
            );
            return Err(said(change, what));
        }
        first.push(path[0].clone());
    }
    let text = changes_text(rules, &config, &rules.config(None)?);
    let source = Source::new("house rules", text);
    match rules.config(Some(&source)) {
        Ok(_) => Ok(Some(source)),
        Err(fault) => {
            let line = fault
                .at
                .and_then(|(line, _)| source.text.lines().nth(line - 1));
            let key = line.and_then(|line| Some(line.split_once(" = ")?.0));
            let which = first
                .iter()
                .zip(changes)
                .rfind(|(first, _)| Some(first.as_str()) == key);
            let change = which.map_or_else(|| changes.join(", "), |(_, change)| change.clone());
            Err(said(&change, fault.what))
        }
    }
}

/// A key as it stands in the rules: `armor` is `armour` there.
fn spelled(key: &str) -> String {
    key.replace("armor", "armour")
}

/// Puts a value at a path inside another; of several values those that are named.
fn merge(into: &mut Value, path: &[String], value: &Value) {
    match value {
        Value::Object(keys) if at(into, path).is_object() => {
            for (key, value) in keys {
                merge(into, &[path, &[spelled(key)]].concat(), value);
            }
        }
        _ => put(into, path, value),
    }
}

/// The text of a rules file: every key of a configuration that is not as usual.
fn changes_text(rules: Rules, config: &Value, usual: &Value) -> String {
    let mut text = format!(
        "format = \"skirmish-rules/1\"\nruleset = {}\n",
        toml::Value::from(rules.name())
    );
    for (key, value) in config.as_object().into_iter().flatten() {
        if !FIXED.contains(&key.as_str()) && usual.get(key) != Some(value) && !value.is_null() {
            let _ = writeln!(text, "{key} = {}", inline(value));
        }
    }
    text
}

/// Keys that say what a rules file is.
const FIXED: [&str; 2] = ["format", "ruleset"];

/// A value as people write it: as in a rules file, words without quotes too.
fn written(text: &str) -> Value {
    let line = format!("value = {text}");
    let read = toml::from_str::<toml::Table>(&line).ok();
    let value = read.and_then(|table| serde_json::to_value(table.get("value")?).ok());
    value.unwrap_or_else(|| Value::from(text))
}

/// Puts a value at a path inside another.
fn put(into: &mut Value, path: &[String], value: &Value) {
    match path.split_first() {
        None => *into = value.clone(),
        Some((key, rest)) => {
            if !into.is_object() {
                *into = Value::Object(serde_json::Map::new());
            }
            put(&mut into[key.as_str()], rest, value);
        }
    }
}

/// A value as TOML on one line.
pub fn inline(value: &Value) -> String {
    match value {
        Value::Object(keys) => {
            let inside: Vec<String> = keys
                .iter()
                .filter(|(_, v)| !v.is_null())
                .map(|(k, v)| format!("{k} = {}", inline(v)))
                .collect();
            format!("{{ {} }}", inside.join(", "))
        }
        Value::Array(all) => {
            let inside: Vec<String> = all.iter().map(inline).collect();
            format!("[{}]", inside.join(", "))
        }
        Value::String(text) => toml::Value::from(text.as_str()).to_string(),
        other => other.to_string(),
    }
}
