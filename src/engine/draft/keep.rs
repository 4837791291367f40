//! Writing a map or a scenario into the file it came from, with the comments that stand there.
//!
//! What the file said before and what it is to say now are compared as the program writes them;
//! what is alike in both stays in the file as somebody wrote it, whatever that looks like.

use super::Plan;
use crate::board::Map;
use crate::files;
use crate::source::Source;
use std::collections::{HashMap, HashSet};
use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, RawString, Table, TableLike, Value};

/// The text of a map file, as near to the text before as can be: whatever has not changed stays
/// as it was written, comments with it. Also the comments that were lost.
pub fn kept(map: &Map, before: Option<&str>) -> (String, Vec<String>) {
    woven(files::write(map), before, |text| {
        let again = files::map::read(&Source::new("map", text)).ok()?;
        Some(files::write(&again))
    })
}

/// The same for a scenario file.
pub fn kept_plan(plan: &Plan, before: Option<&str>) -> (String, Vec<String>) {
    woven(plan.text(), before, |text| {
        Plan::read(&Source::new("", text))
            .ok()
            .map(|plan| plan.text())
    })
}

/// The new text with whatever has not changed as it was. `plainly` says what a text means.
fn woven(
    plain: String,
    before: Option<&str>,
    plainly: impl Fn(&str) -> Option<String>,
) -> (String, Vec<String>) {
    let Some(before) = before else {
        return (plain, Vec::new());
    };
    let table = |text: &str| toml::from_str::<toml::Table>(text).ok();
    let means = |text: &str| table(&plainly(text)?);
    let (Some(was), now) = (plainly(before), table(&plain)) else {
        return (plain, comments(before));
    };
    if table(&was) == now {
        return (before.to_owned(), Vec::new());
    }
    // first with what stands there without need, such as a default, then without it
    let text = [false, true].into_iter().find_map(|bare| {
        merged(before, &was, &plain, bare).filter(|text| {
            let found = means(text);
            found.is_some() && (found == now || found == means(&plain))
        })
    });
    let text = text.unwrap_or(plain);
    let mut lost = comments(before);
    for comment in comments(&text) {
        if let Some(at) = lost.iter().position(|c| *c == comment) {
            lost.remove(at);
        }
    }
    (text, lost)
}

/// The comments of a text in TOML.
fn comments(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut left = text;
    while let Some(at) = left.find(['#', '"', '\'']) {
        left = &left[at..];
        if left.starts_with('#') {
            let end = left.find('\n').unwrap_or(left.len());
            found.push(left[..end].trim_end().to_owned());
            left = &left[end..];
            continue;
        }
        let quote = ["\"\"\"", "'''", "\"", "'"]
            .into_iter()
            .find(|q| left.starts_with(q))
            .expect("one of them was found");
        left = after_string(&left[quote.len()..], quote);
    }
    found
}

/// What follows a string that has begun.
fn after_string<'a>(mut left: &'a str, quote: &str) -> &'a str {
    let escapes = quote.starts_with('"');
    loop {
        let Some(at) = left.find(|c| quote.starts_with(c) || (escapes && c == '\\')) else {
            return "";
        };
        left = &left[at..];
        if let Some(rest) = left.strip_prefix(quote) {
            return rest;
        }
        // an escape and what it is of, or a quote that ends nothing
        let mut rest = left.chars();
        if rest.next() == Some('\\') {
            rest.next();
        }
        left = rest.as_str();
    }
}

/// The file with what differs between `was` and `now`; `bare` takes out whatever `now` has not.
fn merged(before: &str, was: &str, now: &str, bare: bool) -> Option<String> {
    let mut there: DocumentMut = before.parse().ok()?;
    let was: DocumentMut = was.parse().ok()?;
    let now: DocumentMut = now.parse().ok()?;
    merge(there.as_table_mut(), was.as_table(), now.as_table(), bare);
    Some(there.to_string())
}

fn merge(there: &mut dyn TableLike, was: &dyn TableLike, now: &dyn TableLike, bare: bool) {
    let gone: Vec<String> = there
        .iter()
        .map(|(key, _)| key.to_owned())
        .filter(|key| !now.contains_key(key) && (bare || was.contains_key(key)))
        .collect();
    for key in gone {
        there.remove(&key);
    }
    for (key, item) in now.iter() {
        if was.get(key).is_some_and(|w| same(w, item)) {
            continue;
        }
        match there.get_mut(key) {
            Some(old) => change(key, old, was.get(key), item, bare),
            None => {
                there.insert(key, fresh(item));
            }
        }
    }
}

fn change(key: &str, there: &mut Item, was: Option<&Item>, now: &Item, bare: bool) {
    if let (Some(old), Some(new)) = (there.as_table_like_mut(), now.as_table_like()) {
        let none = Table::new();
        let was = was.and_then(Item::as_table_like).unwrap_or(&none);
        return merge(old, was, new, bare);
    }
    match (&mut *there, now) {
        (Item::Value(value), Item::Value(new)) => {
            let decor = value.decor().clone();
            *value = new.clone();
            *value.decor_mut() = decor;
        }
        (Item::ArrayOfTables(list), Item::ArrayOfTables(new)) => {
            let none = ArrayOfTables::new();
            let was = was.and_then(Item::as_array_of_tables).unwrap_or(&none);
            match key {
                "border" => borders(list, was, new),
                _ => tables(list, was, new, bare),
            }
        }
        _ => *there = fresh(now),
    }
}

/// Tables of a list, each of which stands for one of what the file means.
fn tables(list: &mut ArrayOfTables, was: &ArrayOfTables, now: &ArrayOfTables, bare: bool) {
    let mut left: Vec<Option<(&Table, Table)>> = Vec::new();
    if list.len() == was.len() {
        let pairs = was.iter().zip(list.iter());
        left = pairs
            .map(|(was, there)| Some((was, there.clone())))
            .collect();
    }
    let mut result: Vec<Option<Table>> = vec![None; now.len()];
    for (to, new) in result.iter_mut().zip(now.iter()) {
        let alike = |old: &&mut Option<(&Table, Table)>| {
            let old = old.as_ref();
            old.is_some_and(|(was, _)| same_table(*was, new))
        };
        let old = left.iter_mut().find(alike).and_then(Option::take);
        *to = old.map(|(_, there)| there);
    }
    for (i, new) in now.iter().enumerate() {
        if result[i].is_some() {
            continue;
        }
        let at = match left.get(i) {
            Some(Some(_)) => Some(i),
            _ => left.iter().position(Option::is_some),
        };
        let old = at.and_then(|at| left[at].take());
        result[i] = Some(match old {
            Some((was, mut there)) => {
                merge(&mut there, was, new, bare);
                there
            }
            None => fresh_table(new),
        });
    }
    let mut result: Vec<Table> = result.into_iter().flatten().collect();
    // tables are written by the place they had; in another order all follow the first
    let places: Vec<_> = result.iter().filter_map(Table::position).collect();
    if !places.is_sorted() {
        let first = places.iter().min().copied();
        for (i, table) in result.iter_mut().enumerate() {
            table.set_position(first.filter(|_| i == 0));
        }
    }
    list.clear();
    result.into_iter().for_each(|table| list.push(table));
}

/// Borders: a table of the file may be of any part of those that are alike.
fn borders(list: &mut ArrayOfTables, was: &ArrayOfTables, now: &ArrayOfTables) {
    let (old, new) = (kinds(was), kinds(now));
    let mut kept: HashSet<String> = HashSet::new();
    for table in list.iter_mut() {
        let Some(between) = table.get_mut("between").and_then(Item::as_array_mut) else {
            continue;
        };
        thin(between, |pair| {
            let pair = side(pair);
            let stays = new.contains_key(&pair) && old.get(&pair) == new.get(&pair);
            if stays {
                kept.insert(pair);
            }
            stays
        });
    }
    list.retain(|table| sides(table).next().is_some());
    for table in now.iter() {
        let added: Vec<&Value> = sides(table).filter(|v| !kept.contains(&side(v))).collect();
        if added.is_empty() {
            continue;
        }
        let kind = kind(table);
        let alike = |there: &&mut Table| {
            let first = sides(there).next().map(side);
            first.is_some_and(|pair| new.get(&pair) == Some(&kind))
        };
        let mut like: Vec<&mut Table> = list.iter_mut().filter(alike).collect();
        match like
            .pop()
            .and_then(|t| t.get_mut("between")?.as_array_mut())
        {
            Some(between) => added.into_iter().for_each(|pair| push(between, pair)),
            None => {
                let mut fresh = fresh_table(table);
                let between: Array = added.into_iter().cloned().collect();
                fresh.insert("between", Item::Value(between.into()));
                list.push(fresh);
            }
        }
    }
}

/// Takes entries out of a list; comments on the line of an entry go and stay with it.
fn thin(list: &mut Array, mut stays: impl FnMut(&Value) -> bool) {
    let before = list.len();
    if !list.to_string().contains(['\n', '#']) {
        list.retain(stays);
        if list.len() < before {
            list.fmt();
        }
        return;
    }
    let text = |raw: Option<&RawString>| raw.and_then(RawString::as_str).unwrap_or("").to_owned();
    // what stands before an entry: the rest of the line before, and its own
    let cut = |space: String| {
        let at = space.find('\n').unwrap_or(0);
        let own = space[at..].to_owned();
        (space[..at].to_owned(), own)
    };
    let spaces = list.iter().map(|value| text(value.decor().prefix()));
    let mut spaces: Vec<String> = spaces.collect();
    spaces.push(text(Some(list.trailing())));
    let mut spaces = spaces.into_iter().map(cut);
    let (mut rest, mut own) = spaces.next().expect("one at least");
    let mut all = Array::new();
    for value in list.iter() {
        let (after, next) = spaces.next().expect("one for each, and the end");
        if stays(value) {
            let mut value = value.clone();
            value.decor_mut().set_prefix(rest + &own);
            all.push_formatted(value);
            rest = after;
        }
        own = next;
    }
    all.set_trailing(rest + &own);
    all.set_trailing_comma(list.trailing_comma());
    *all.decor_mut() = list.decor().clone();
    *list = all;
}

/// Adds to a list as its last entry is written.
fn push(list: &mut Array, pair: &Value) {
    let prefix = list.iter().last().and_then(|last| {
        let prefix = last.decor().prefix()?.as_str()?;
        let line = prefix.rfind('\n')?;
        Some(prefix[line..].to_owned())
    });
    let pair = pair.as_str().unwrap_or_default();
    match prefix {
        Some(prefix) => list.push_formatted(Value::from(pair).decorated(prefix, "")),
        None => list.push(pair),
    }
}

/// What a border is, side by side.
fn kinds(list: &ArrayOfTables) -> HashMap<String, String> {
    list.iter()
        .flat_map(|table| {
            let kind = kind(table);
            sides(table).map(move |pair| (side(pair), kind.clone()))
        })
        .collect()
}

/// What a table says of its borders, as the program writes it.
fn kind(table: &Table) -> String {
    let mut table = table.clone();
    table.remove("between");
    table.to_string().trim().to_owned()
}

fn sides(table: &Table) -> impl Iterator<Item = &Value> {
    let between = table.get("between").and_then(Item::as_array);
    between.into_iter().flat_map(Array::iter)
}

/// A side under one name, whichever way it is written.
fn side(pair: &Value) -> String {
    let text = pair.as_str().unwrap_or_default().to_uppercase();
    let mut ends: Vec<&str> = text.split('|').map(str::trim).collect();
    ends.sort_unstable();
    ends.join("|")
}

/// An item of another text, which has no place in this one yet.
fn fresh(item: &Item) -> Item {
    match item {
        Item::Table(table) => Item::Table(fresh_table(table)),
        Item::ArrayOfTables(list) => {
            let mut all = ArrayOfTables::new();
            list.iter().for_each(|table| all.push(fresh_table(table)));
            Item::ArrayOfTables(all)
        }
        _ => item.clone(),
    }
}

fn fresh_table(table: &Table) -> Table {
    let mut table = table.clone();
    table.set_position(None);
    table
}

/// Whether two items say the same, however they are written.
fn same(a: &Item, b: &Item) -> bool {
    if let (Some(a), Some(b)) = (a.as_table_like(), b.as_table_like()) {
        return same_table(a, b);
    }
    match (a, b) {
        (Item::Value(a), Item::Value(b)) => same_value(a, b),
        (Item::ArrayOfTables(a), Item::ArrayOfTables(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same_table(a, b))
        }
        (a, b) => a.is_none() && b.is_none(),
    }
}

fn same_table(a: &dyn TableLike, b: &dyn TableLike) -> bool {
    let mut keys = a.iter();
    a.len() == b.len() && keys.all(|(key, item)| b.get(key).is_some_and(|other| same(item, other)))
}

fn same_value(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::String(a), Value::String(b)) => a.value() == b.value(),
        (Value::Integer(a), Value::Integer(b)) => a.value() == b.value(),
        (Value::Float(a), Value::Float(b)) => a.value() == b.value(),
        (Value::Boolean(a), Value::Boolean(b)) => a.value() == b.value(),
        (Value::Datetime(a), Value::Datetime(b)) => a.value() == b.value(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| same_value(a, b))
        }
        (Value::InlineTable(a), Value::InlineTable(b)) => same_table(a, b),
        _ => false,
    }
}
