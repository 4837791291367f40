//! The records of `tests/records/`, which every version must replay.

use serde_json::Value;
use skirmish::play::record::{self, Record, Replay, Verdict, verify};
use skirmish::rules::Rules;
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/records");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder of records")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "jsonl"))
        .collect();
    files.sort();
    files
}

fn name(path: &Path) -> &str {
    let name = path.file_name().and_then(|name| name.to_str());
    name.expect("a name in plain letters")
}

/// Leaves out the fields of `now` that `was` does not have: newer versions may add fields.
fn leave_out_new_fields(now: &mut Value, was: &Value) {
    match (now, was) {
        (Value::Object(now), Value::Object(was)) => {
            now.retain(|key, _| was.contains_key(key));
            for (key, now) in now {
                leave_out_new_fields(now, &was[key.as_str()]);
            }
        }
        (Value::Array(now), Value::Array(was)) => {
            for (now, was) in now.iter_mut().zip(was) {
                leave_out_new_fields(now, was);
            }
        }
        _ => {}
    }
}

/// Compares the line written now with the line of a file, byte for byte.
fn assert_same_line(at: &str, now: &str, was: &str) {
    let parsed = |line: &str| serde_json::from_str::<Value>(line).expect("a line of JSON");
    let (mut new, old) = (parsed(now), parsed(was));
    leave_out_new_fields(&mut new, &old);
    if old["type"] == "battle" {
        new["program"] = old["program"].clone();
    }
    assert_eq!(new.to_string(), was, "{at}");
}

/// Replays a record and compares every line that counts with the one written now.
fn assert_written_again(file: &str, text: &str) {
    let record = Record::read(file, text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    assert!(!record.torn, "{file}: the last line has no end");
    let lines: Vec<&str> = text.lines().collect();
    let compare =
        |line: usize, now: &str| assert_same_line(&format!("{file}:{line}"), now, lines[line - 1]);
    compare(1, &record::head_line(&record.setup).expect("rules"));
    let mut replay = Replay::new(&record).unwrap_or_else(|fault| panic!("{fault}"));
    for kept in &record.answers {
        let again = replay.step().expect("an answer").expect("known words");
        assert_eq!(again.differs, None, "{file}");
        let (game, applied) = (replay.game(), &again.applied);
        compare(kept.line, &record::answer_line(game, applied, None, None));
        assert_eq!(
            applied.events.len(),
            kept.events.len(),
            "{file}:{}",
            kept.line
        );
        for (event, (line, _)) in applied.events.iter().zip(&kept.events) {
            compare(*line, &record::event_line(game, applied, event));
        }
    }
    let outcome = replay.game().outcome().expect("the battle is over");
    let result = record::result_line(replay.game(), &outcome, record.setup.seed);
    compare(lines.len(), &result);
}

#[test]
fn every_kept_record_is_written_again_byte_for_byte() {
    for path in files() {
        let (file, text) = (name(&path), std::fs::read_to_string(&path).expect("a text"));
        assert!(text.len() <= 300_000, "{file} is too large");
        assert_written_again(file, &text);
        let record = Record::read(file, text.as_bytes()).expect("read before");
        let verdict = verify(&record);
        assert!(
            matches!(verdict, Ok(Verdict::Same { .. })),
            "{file}: {verdict:?}"
        );
    }
}

#[test]
fn every_ruleset_has_two_records_or_more() {
    let files = files();
    for rules in Rules::ALL {
        let start = format!("{}-", rules.name());
        let of = files.iter().filter(|path| name(path).starts_with(&start));
        let of_ruleset = |path: &&PathBuf| {
            let bytes = std::fs::read(path).expect("a file");
            Record::read(name(path), &bytes).is_ok_and(|record| record.setup.rules == rules)
        };
        let count = of.filter(of_ruleset).count();
        assert!(count >= 2, "{} has {count} records", rules.name());
    }
}

#[test]
fn records_show_solo_battles_and_moves_taken_back() {
    let texts: Vec<String> = files()
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("a text"))
        .collect();
    assert!(texts.iter().any(|text| text.contains("{\"type\":\"undo\"")));
    assert!(texts.iter().any(|text| text.contains("\"solo\":\"both\"")));
}

#[test]
fn a_record_that_comes_out_otherwise_is_noticed() {
    let path = files().into_iter().next().expect("a record");
    let text = std::fs::read_to_string(&path).expect("a text");
    let changed = text.replacen("\"type\":\"event\",", "\"type\":\"event\",\"more\":1,", 1);
    assert_ne!(text, changed);
    let noticed = std::panic::catch_unwind(|| assert_written_again("changed", &changed));
    assert!(noticed.is_err());
}
