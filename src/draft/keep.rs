//! Writing a map or a scenario into the file it came from, with the comments that stand there.

use super::Plan;
use crate::board::Map;
use crate::files;
use crate::source::Source;
use toml_edit::{DocumentMut, Item};

/// The text of a map file, as near to the text before as can be: whatever has not changed stays
/// as it was written, comments with it. Also whether comments have been lost.
pub fn kept(map: &Map, before: Option<&str>) -> (String, bool) {
    woven(files::write(map), before, |text| {
        let again = files::map::read(&Source::new("map", text)).ok()?;
        Some(files::write(&again))
    })
}

/// The same for a scenario file.
pub fn kept_plan(plan: &Plan, before: Option<&str>) -> (String, bool) {
    woven(plan.text(), before, |text| {
        Plan::read(&text).ok().map(|plan| plan.text())
    })
}

/// The new text with whatever has not changed as it was. `plainly` says what a text means.
fn woven(
    plain: String,
    before: Option<&str>,
    plainly: impl Fn(String) -> Option<String>,
) -> (String, bool) {
    let Some(before) = before else {
        return (plain, false);
    };
    let comments = |text: &str| {
        text.lines()
            .filter(|l| l.trim_start().starts_with('#'))
            .count()
    };
    let text = merged(&plain, before)
        .filter(|text| plainly(text.clone()).as_ref() == Some(&plain))
        .unwrap_or_else(|| plain.clone());
    let lost = comments(&text) < comments(before);
    (text, lost)
}

/// The new values in the old text.
fn merged(new: &str, before: &str) -> Option<String> {
    let new: DocumentMut = new.parse().ok()?;
    let mut old: DocumentMut = before.parse().ok()?;
    let gone: Vec<String> = old.iter().map(|(k, _)| k.to_owned()).collect();
    for key in gone.iter().filter(|k| !new.contains_key(k)) {
        old.remove(key);
    }
    for (key, item) in new.iter() {
        let Some(there) = old.get_mut(key) else {
            old.insert(key, item.clone());
            continue;
        };
        if says(there) == says(item) {
            continue;
        }
        match (&mut *there, item) {
            (Item::Value(value), Item::Value(now)) => {
                let decor = value.decor().clone();
                *value = now.clone();
                *value.decor_mut() = decor;
            }
            (Item::ArrayOfTables(list), Item::ArrayOfTables(now)) => {
                // tables that are as they were keep their comments
                let mut fresh = now.clone();
                for (i, table) in fresh.iter_mut().enumerate() {
                    let says = table.to_string();
                    let same = list.iter().find(|t| bare(t) == says.trim());
                    match (same, list.get(i)) {
                        (Some(same), _) => *table = same.clone(),
                        (None, Some(there)) => {
                            *table.decor_mut() = there.decor().clone();
                            table.set_position(there.position());
                        }
                        (None, None) => {}
                    }
                }
                *list = fresh;
            }
            (Item::Table(table), Item::Table(now)) => {
                let gone: Vec<String> = table.iter().map(|(k, _)| k.to_owned()).collect();
                for key in gone.iter().filter(|k| !now.contains_key(k)) {
                    table.remove(key);
                }
                for (key, value) in now.iter() {
                    let same = table.get(key).is_some_and(|t| says(t) == says(value));
                    if !same {
                        table.insert(key, value.clone());
                    }
                }
            }
            _ => *there = item.clone(),
        }
    }
    Some(old.to_string())
}

/// What an item says, without regard to how it is written.
fn says(item: &Item) -> String {
    let mut holder = toml_edit::Table::new();
    holder.insert("x", item.clone());
    let mut document = DocumentMut::new();
    *document.as_table_mut() = holder;
    toml::from_str::<toml::Table>(&document.to_string())
        .map_or_else(|_| String::new(), |t| t.to_string())
}

fn bare(table: &toml_edit::Table) -> String {
    let mut table = table.clone();
    table.decor_mut().clear();
    table.to_string().trim().to_owned()
}
