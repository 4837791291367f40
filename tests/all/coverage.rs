//! The tables of `tests/coverage`: every sentence of the rule texts, and the test that plays it.

use serde::Deserialize;
use skirmish::rules::Rules;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// How a sentence is played.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[allow(clippy::enum_variant_names)]
enum Played {
    #[serde(rename = "as written")]
    AsWritten,
    #[serde(rename = "interpreted")]
    Interpreted,
    #[serde(rename = "not played")]
    NotPlayed,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    format: String,
    ruleset: String,
    text: String,
    sentence: Vec<Sentence>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sentence {
    id: String,
    section: String,
    says: String,
    row: String,
    played: Played,
    reason: Option<String>,
    #[serde(default)]
    tests: Vec<String>,
    #[serde(default)]
    toggles: Vec<String>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The table of a ruleset; none: there is no such file.
fn table(rules: Rules) -> Option<Table> {
    let path = root().join(format!("tests/coverage/{}.toml", rules.name()));
    let text = std::fs::read_to_string(&path).ok()?;
    let table = toml::from_str(&text).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
    Some(table)
}

/// The texts of all sources in some folders and below.
fn sources(folders: &[&str]) -> Vec<String> {
    let mut open: Vec<PathBuf> = folders.iter().map(|folder| root().join(folder)).collect();
    let mut texts = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ext| ext == "rs") {
                texts.push(std::fs::read_to_string(&path).expect("a source"));
            }
        }
    }
    texts
}

/// The names of all functions in the sources, those of tests among them.
fn test_names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for text in sources(&["tests", "src"]) {
        for (at, _) in text.match_indices("fn ") {
            let rest = &text[at + 3..];
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            names.insert(rest[..end.unwrap_or(rest.len())].to_owned());
        }
    }
    names
}

/// Whether a configuration has a key; dots lead into tables.
fn has_key(config: &serde_json::Value, key: &str) -> bool {
    key.split('.')
        .try_fold(config, |value, part| value.get(part))
        .is_some()
}

/// Whether a text is ids of rulings, such as `V4, V7`.
fn is_row(row: &str) -> bool {
    row.split(", ").all(|id| {
        let (letter, number) = id.split_at(id.len().min(1));
        letter.chars().all(|c| c.is_ascii_uppercase()) && number.parse::<u8>().is_ok_and(|n| n > 0)
    })
}

/// What is wrong with a sentence.
fn faults(
    sentence: &Sentence,
    names: &BTreeSet<String>,
    config: &serde_json::Value,
) -> Vec<String> {
    let mut faults = Vec::new();
    let mut fault = |what: String| faults.push(format!("{:?}: {what}", sentence.says));
    if sentence.section.is_empty() || !is_row(&sentence.row) {
        fault(format!(
            "section {:?}, row {:?}",
            sentence.section, sentence.row
        ));
    }
    let long = |text: &str| {
        let sentences = text.split(['.', ':', ';']);
        sentences.map(|s| s.split_whitespace().count()).max() > Some(25)
    };
    if long(&sentence.says) || sentence.reason.as_deref().is_some_and(long) {
        fault("a sentence has more than 25 words".to_owned());
    }
    let reason = sentence.reason.as_deref().is_some_and(|r| !r.is_empty());
    if sentence.played != Played::AsWritten && !reason {
        fault("it needs a reason".to_owned());
    }
    if sentence.played != Played::NotPlayed && sentence.tests.is_empty() {
        fault("no test plays it".to_owned());
    }
    if sentence.played == Played::Interpreted && sentence.toggles.is_empty() {
        let said = sentence.reason.as_deref().unwrap_or_default();
        if !said.contains("no other reading") {
            fault("no toggle gives the other reading".to_owned());
        }
    }
    for test in &sentence.tests {
        if !names.contains(test) {
            fault(format!("there is no test {test}"));
        }
    }
    for key in &sentence.toggles {
        if !has_key(config, key) {
            fault(format!("there is no key {key}"));
        }
    }
    faults
}

#[test]
fn every_sentence_of_the_rule_texts_has_a_verdict_and_a_test() {
    let names = test_names();
    let mut all = Vec::new();
    for rules in Rules::ALL {
        let Some(table) = table(rules) else { continue };
        assert_eq!(table.format, "skirmish-coverage/1");
        assert_eq!(table.ruleset, rules.name());
        assert!(!table.text.is_empty());
        let config = rules.config(None).expect("defaults");
        let mut said = BTreeSet::new();
        let mut ids = BTreeSet::new();
        for sentence in &table.sentence {
            if !ids.insert(&sentence.id) {
                all.push(format!("{}: two sentences have this id", sentence.id));
            }
            if !said.insert(&sentence.says) {
                all.push(format!("{:?}: it stands there twice", sentence.says));
            }
            all.extend(faults(sentence, &names, &config));
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn the_other_reading_of_every_interpreted_sentence_is_played_in_a_test() {
    let tests = sources(&["tests/all"]).concat();
    let mut not = Vec::new();
    for rules in Rules::ALL {
        let Some(table) = table(rules) else { continue };
        for sentence in &table.sentence {
            let keys = sentence.toggles.iter().filter(|key| {
                let last = key.rsplit('.').next().unwrap_or(key);
                !tests.contains(last)
            });
            if sentence.played == Played::Interpreted {
                not.extend(keys.map(|key| format!("{}: {key}", rules.name())));
            }
        }
    }
    assert!(not.is_empty(), "no test changes {}", not.join(", "));
}

#[test]
fn nearly_every_sentence_is_played() {
    for rules in Rules::ALL {
        let Some(table) = table(rules) else { continue };
        let all = table.sentence.len();
        let not = table
            .sentence
            .iter()
            .filter(|s| s.played == Played::NotPlayed);
        let not = not.count();
        assert!(
            20 * not <= all,
            "{}: {not} of {all} are not played",
            rules.name()
        );
    }
}

#[test]
fn faults_of_a_sentence_are_found() {
    let config = Rules::Violence.config(None).expect("defaults");
    let names = BTreeSet::from(["v1_known".to_owned()]);
    let good = || Sentence {
        id: "V2.1".to_owned(),
        section: "Game".to_owned(),
        says: "A small fighter has three actions.".to_owned(),
        row: "V2".to_owned(),
        played: Played::AsWritten,
        reason: None,
        tests: vec!["v1_known".to_owned()],
        toggles: vec!["actions.small".to_owned()],
    };
    let count = |change: &dyn Fn(&mut Sentence)| {
        let mut sentence = good();
        change(&mut sentence);
        faults(&sentence, &names, &config).len()
    };
    assert_eq!(count(&|_| {}), 0);
    assert_eq!(count(&|s| s.row = "2V".to_owned()), 1);
    assert_eq!(count(&|s| s.tests = vec!["v9_unknown".to_owned()]), 1);
    assert_eq!(count(&|s| s.toggles = vec!["actions.huge".to_owned()]), 1);
    assert_eq!(count(&|s| s.tests.clear()), 1);
    assert_eq!(count(&|s| s.played = Played::Interpreted), 1);
    assert_eq!(count(&|s| s.says = "word ".repeat(26)), 1);
    assert_eq!(count(&|s| s.section.clear()), 1);
}
