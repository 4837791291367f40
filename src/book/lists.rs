//! Lists that the program makes from its own data: what figures can have, ground, borders, keys.

use super::expression;
use super::ground;
use super::model::Entry;
use crate::battle::{Sheet, Sort};
use crate::rules::Rules;
use crate::rules::house::{House, SettingKind, inline};
use crate::scenario::{self, Scenario};
use crate::source::{Fault, Source};
use serde_json::Value;

/// What a list shows.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ListKind {
    /// Abilities without levels.
    Traits,
    /// Abilities with levels.
    Powers,
    /// Weapons.
    Weapons,
    /// Kinds of terrain.
    Terrain,
    /// What is said of figures while they play.
    Marks,
    /// Kinds of border.
    Borders,
    /// Scenarios.
    Scenarios,
    /// Kinds of figures.
    Units,
    /// Keys of the configuration.
    Configuration,
}

impl ListKind {
    /// All of them.
    pub const ALL: [ListKind; 9] = [
        ListKind::Traits,
        ListKind::Powers,
        ListKind::Weapons,
        ListKind::Terrain,
        ListKind::Marks,
        ListKind::Borders,
        ListKind::Scenarios,
        ListKind::Units,
        ListKind::Configuration,
    ];
    /// Its name behind `:list`, and what one entry is called.
    fn row(self) -> (&'static str, &'static str) {
        match self {
            ListKind::Traits => ("traits", "trait"),
            ListKind::Powers => ("powers", "power"),
            ListKind::Weapons => ("weapons", "weapon"),
            ListKind::Terrain => ("terrain", "terrain"),
            ListKind::Marks => ("marks", "mark"),
            ListKind::Borders => ("borders", "border"),
            ListKind::Scenarios => ("scenarios", "scenario"),
            ListKind::Units => ("units", "unit"),
            ListKind::Configuration => ("configuration", "key"),
        }
    }
    /// Its name behind `:list`.
    pub fn name(self) -> &'static str {
        self.row().0
    }
    /// What one entry is called.
    pub fn entry(self) -> &'static str {
        self.row().1
    }
    /// The kind of a name.
    pub fn named(name: &str) -> Option<ListKind> {
        ListKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The entries of a list by the rules in force; values that house rules change are marked.
///
/// # Errors
/// What is wrong in the rules file, and where.
pub fn entries(kind: ListKind, rules: Rules, house: Option<&Source>) -> Result<Vec<Entry>, Fault> {
    if kind == ListKind::Configuration {
        return configuration(rules, house);
    }
    let list = |house: Option<&Source>| -> Result<Vec<(String, String)>, Fault> {
        Ok(match kind {
            ListKind::Traits => words(&rules.sheet_of(house)?, Sort::Trait),
            ListKind::Powers => words(&rules.sheet_of(house)?, Sort::Power),
            ListKind::Weapons => words(&rules.sheet_of(house)?, Sort::Weapon),
            ListKind::Units => words(&rules.sheet_of(house)?, Sort::Unit),
            ListKind::Terrain => ground::terrain(rules, house),
            ListKind::Borders => ground::borders(rules, house),
            ListKind::Marks => {
                let marks = rules.marks().iter();
                marks
                    .map(|(name, about)| ((*name).to_owned(), sentence(about)))
                    .collect()
            }
            ListKind::Scenarios => scenarios(rules),
            ListKind::Configuration => Vec::new(),
        })
    };
    let now = list(with_listed(kind, rules, house)?.as_ref())?;
    let usual = match house {
        Some(_) => list(with_listed(kind, rules, None)?.as_ref())?,
        None => now.clone(),
    };
    let entry = |(name, about): (String, String)| {
        let before = usual.iter().find(|(other, _)| *other == name);
        let usual = before.filter(|(_, before)| *before != about);
        Entry {
            usual: usual.map(|(_, before)| before.clone()),
            value: None,
            name,
            about,
        }
    };
    Ok(now.into_iter().map(entry).collect())
}

/// The rules for a list: those in force, but what is listed is switched on. A book also explains
/// what only house rules bring in.
fn with_listed(
    kind: ListKind,
    rules: Rules,
    house: Option<&Source>,
) -> Result<Option<Source>, Fault> {
    let key = match kind {
        ListKind::Traits => "traits",
        ListKind::Powers => "super_powers",
        _ => return Ok(house.cloned()),
    };
    let mut with = match house {
        Some(source) => House::read(rules, source)?,
        None => House::new(rules)?,
    };
    let at = with.settings().iter().position(|s| s.path == [key]);
    match at {
        Some(at) if *with.value(at) == Value::Bool(false) => {
            with.set(at, Value::Bool(true));
            Ok(with.source("house rules"))
        }
        _ => Ok(house.cloned()),
    }
}

/// A text as a sentence: with a capital letter and a full stop.
pub(super) fn sentence(text: &str) -> String {
    let text = text.trim();
    let mut letters = text.chars();
    let first: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    let stop = if text.ends_with(['.', '?', '!']) || text.is_empty() {
        ""
    } else {
        "."
    };
    format!("{first}{}{stop}", letters.as_str())
}

/// The words of one sort.
fn words(sheet: &Sheet, sort: Sort) -> Vec<(String, String)> {
    let parts = sheet.parts.iter().filter(|part| part.sort == sort);
    let words = parts.flat_map(|part| &part.words);
    words
        .map(|word| (word.word.clone(), sentence(&word.about)))
        .collect()
}

/// The scenarios that ship with the program and that a ruleset plays.
fn scenarios(rules: Rules) -> Vec<(String, String)> {
    let read = scenario::SHIPPED.iter().filter_map(|(name, text)| {
        let scenario = Scenario::read(&Source::new(*name, *text)).ok()?;
        let played = scenario
            .ruleset()
            .is_none_or(|written| rules.plays(written));
        let notes = scenario.notes().unwrap_or_default();
        let notes = notes.split_whitespace().collect::<Vec<_>>().join(" ");
        let about = match notes.is_empty() {
            true => sentence(scenario.aim().about()),
            false => format!("{} {}", sentence(scenario.aim().about()), sentence(&notes)),
        };
        let played = played && rules.plays_aim(scenario.aim());
        played.then(|| ((*name).to_owned(), about))
    });
    read.collect()
}

/// Every key with its value and its default.
fn configuration(rules: Rules, source: Option<&Source>) -> Result<Vec<Entry>, Fault> {
    let house = match source {
        Some(source) => House::read(rules, source)?,
        None => House::new(rules)?,
    };
    let settings = house.settings().iter().enumerate();
    let used = settings.filter(|(_, setting)| rules.uses(&setting.path[0]));
    let entry = |(at, setting): (usize, &crate::rules::house::Setting)| {
        let mut about = sentence(&setting.about);
        if let SettingKind::Choice(all) = &setting.kind {
            let each = all.iter().map(|(word, meaning)| match meaning.is_empty() {
                true => word.clone(),
                false => format!("{word}: {}", meaning.trim_end_matches('.')),
            });
            let each: Vec<String> = each.collect();
            about = format!("{about} Values: {}.", each.join("; "));
        }
        let changed = house.is_changed(at);
        Entry {
            name: setting.path.join("."),
            about,
            value: Some(shown(house.value(at))),
            usual: changed.then(|| shown(&setting.usual)),
        }
    };
    Ok(used.map(entry).collect())
}

/// A value as it is written in a rules file.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => inline(other),
    }
}

/// The value of a key of a configuration as it is written in a rules file; `None`: no such key.
pub(super) fn written(config: &Value, key: &str) -> Option<String> {
    expression::value(config, key).map(shown)
}
