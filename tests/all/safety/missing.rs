//! Files that lack a key: the message names the key, its place, and a line that would be right.

use skirmish::ai::Profile;
use skirmish::files::{map, mapping::Mapping};
use skirmish::rules::{Rules, house::House};
use skirmish::scenario::Scenario;
use skirmish::source::{Fault, Source};
use std::collections::BTreeSet;
use toml_edit::{DocumentMut, Item, TableLike};

/// The whole files of a page, of each format.
fn examples() -> Vec<String> {
    let page = include_str!("../../../docs/formats.md");
    let fences = page.split("\n```toml ").skip(1);
    let bodies = fences.map(|fence| fence.split_once('\n').unwrap().1);
    let mut all: Vec<String> = bodies
        .map(|body| body.split("\n```").next().unwrap().to_owned())
        .collect();
    assert_eq!(all.len(), 6, "a file of each format");
    // what those files do not have
    all.push(
        "format = \"skirmish-map/1\"\nname = \"x\"\ngrid = \"square\"\nterrain = \"\"\"\n..\n..\"\"\"\n\
         picture = { file = \"a.png\", pixels_per_space = 70 }\n\
         zone = [{ kind = \"exit\", spaces = [\"A1\"] }]\n"
            .into(),
    );
    all.push("format = \"skirmish-rules/1\"\nruleset = \"violence\"\ncost = { small = 1, medium = 2, large = 3 }\n".into());
    all
}

/// Reads a file as one of a format.
fn read((kind, rules): (&str, Rules), source: &Source) -> Result<(), Fault> {
    match kind {
        "map" => map::read(source).map(drop),
        "scenario" => Scenario::read(source).map(drop),
        "force" => rules.force(source, None).map(drop),
        "rules" => House::read(rules, source).map(drop),
        "profile" => Profile::read(source).map(drop),
        "mapping" => Mapping::new("wesnoth", Some(source)).map(drop),
        other => panic!("{other}"),
    }
}

/// The ways to all keys of a table; places in lists are numbers.
fn ways(table: &dyn TableLike, before: &[String], into: &mut Vec<Vec<String>>) {
    for (key, item) in table.iter() {
        let way = [before, &[key.to_owned()]].concat();
        into.push(way.clone());
        if let Some(inner) = item.as_table_like() {
            ways(inner, &way, into);
        }
        if let Item::ArrayOfTables(list) = item {
            for (at, inner) in list.iter().enumerate() {
                ways(inner, &[&way[..], &[at.to_string()]].concat(), into);
            }
        }
    }
}

/// The file without a key.
fn without(text: &str, way: &[String]) -> String {
    let mut document: DocumentMut = text.parse().unwrap();
    let (last, before) = way.split_last().unwrap();
    let mut at: &mut Item = document.as_item_mut();
    for step in before {
        at = match step.parse::<usize>() {
            Ok(place) => {
                let list = at.as_array_of_tables_mut().unwrap();
                let table = list.get_mut(place).unwrap();
                table.remove(last);
                return document.to_string();
            }
            Err(_) => &mut at[step.as_str()],
        };
    }
    at.as_table_like_mut().unwrap().remove(last);
    document.to_string()
}

#[test]
fn a_missing_key_is_told_with_a_line_that_would_be_right() {
    let mut told = BTreeSet::new();
    for text in examples() {
        let whole = Source::new("whole.toml", text.clone());
        let kind = text
            .split("skirmish-")
            .nth(1)
            .unwrap()
            .split('/')
            .next()
            .unwrap();
        let rules = match text.contains("\"violence\"") {
            true => Rules::Violence,
            false => Rules::Vsgmr,
        };
        let kind = (kind, rules);
        read(kind, &whole).unwrap_or_else(|fault| panic!("{fault}"));
        let document: DocumentMut = text.parse().unwrap();
        let mut all = Vec::new();
        ways(document.as_table(), &[], &mut all);
        for way in all {
            let source = Source::new("a.toml", without(&text, &way));
            let key = way.last().unwrap();
            let Err(fault) = read(kind, &source) else {
                continue;
            };
            let said = fault.to_string();
            assert!(!said.contains("missing field"), "{said}");
            if !said.contains(" is missing; ") {
                continue;
            }
            assert!(
                said.contains(&format!(": the key \"{key}\" is missing; expected ")),
                "{said}"
            );
            let (line, column) = fault.at.unwrap();
            let place = source.text.lines().nth(line - 1).unwrap();
            let place: String = place.chars().skip(column - 1).collect();
            assert!(
                (line, column) == (1, 1) || place.starts_with(['[', '{']),
                "{said}: {place:?}"
            );
            // where an example is known it is one
            let right = [key.as_str(), " = "].concat();
            let table = ["weights"].contains(&key.as_str());
            assert!(table || said.contains(&right), "{said}");
            told.insert(way.last().unwrap().clone());
        }
    }
    for key in [
        "format",
        "name",
        "grid",
        "terrain",
        "between",
        "kind",
        "spaces",
        "ruleset",
        "is",
        "at",
        "effect",
        "side",
        "unit",
        "about",
        "weights",
        "kill",
        "file",
        "pixels_per_space",
        "medium",
    ] {
        assert!(told.contains(key), "{key} is not among {told:?}");
    }
}
