//! The record: same seed same bytes, cut off anywhere, damaged anywhere, verified.

use super::words::{begun, setup};
use skirmish::play::external;
use skirmish::play::matches::Step;
use skirmish::play::record::{self, Record, Verdict, verify};
use skirmish::rules::Rules;

/// A whole record of a battle.
fn written(rules: Rules, seed: u64) -> String {
    let setup = setup(rules, "ford", "battle", seed);
    let mut battle = begun(&setup);
    let mut text = record::head_line(&setup).unwrap();
    loop {
        match battle.step(u32::MAX) {
            Step::Applied(applied) => text.push_str(&record::lines(battle.game(), &applied)),
            Step::Over(outcome) => {
                text.push_str(&record::result_line(battle.game(), &outcome, setup.seed));
                return text;
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_record_verifies_and_equal_seeds_give_equal_bytes() {
    for rules in Rules::ALL {
        let text = written(rules, 11);
        assert_eq!(text, written(rules, 11));
        let record = Record::read("r", text.as_bytes()).unwrap();
        assert!(matches!(verify(&record), Ok(Verdict::Same { .. })));
    }
}

#[test]
fn cut_off_anywhere_in_its_last_lines_it_is_read_without_the_torn_one() {
    let text = written(Rules::Violence, 12);
    let from = text.len() - 1500;
    let mut torn = 0;
    for end in from..text.len() {
        if !text.is_char_boundary(end) {
            continue;
        }
        let record = Record::read("r", &text.as_bytes()[..end]).unwrap();
        assert_eq!(record.torn, !text[..end].ends_with('\n'));
        torn += usize::from(record.torn);
        if end % 97 == 0 {
            assert!(
                matches!(verify(&record), Ok(Verdict::Unfinished { .. })),
                "cut at {end}"
            );
        }
    }
    assert!(torn > 1000);
}

#[test]
fn a_damaged_line_is_named() {
    let text = written(Rules::Violence, 13);
    let mut lines: Vec<&str> = text.lines().collect();
    lines[7] = "{\"type\":\"ans";
    let damaged = Record::read("r", (lines.join("\n") + "\n").as_bytes()).unwrap_err();
    assert_eq!(damaged.line, 8);
    let mut lines: Vec<&str> = text.lines().collect();
    let answer = lines
        .iter()
        .rposition(|l| l.contains("\"answer\""))
        .unwrap();
    lines.remove(answer);
    assert!(Record::read("r", (lines.join("\n") + "\n").as_bytes()).is_err());
    assert!(Record::read("r", b"").is_err());
    assert!(
        Record::read(
            "r",
            b"{\"type\":\"battle\",\"format\":\"skirmish-record/2\"}\n"
        )
        .is_err()
    );
}

#[test]
fn an_answer_that_was_changed_is_named() {
    let text = written(Rules::Violence, 14);
    let record = Record::read("r", text.as_bytes()).unwrap();
    let (at, kept) = record
        .answers
        .iter()
        .enumerate()
        .find(|(_, k)| k.answer["do"] == "roll" && k.answer["faces"][0] != 6)
        .unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let face = kept.answer["faces"][0].to_string();
    lines[kept.line - 1] =
        lines[kept.line - 1].replace(&format!("\"faces\":[{face}"), "\"faces\":[6");
    let record = Record::read("r", (lines.join("\n") + "\n").as_bytes()).unwrap();
    match verify(&record).unwrap() {
        Verdict::Differs { number, .. } => assert_eq!(number, at as u64 + 1),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_summary_tells_what_the_record_tells_when_it_is_played() {
    use skirmish::play::Summary;
    for rules in Rules::ALL {
        let text = written(rules, 11);
        let record = Record::read("r", text.as_bytes()).unwrap();
        let summary = Summary::read(text.as_bytes()).unwrap();
        assert_eq!(summary.ruleset, rules.name());
        assert_eq!(summary.answers, record.answers.len());
        assert_eq!(summary.agents, record.setup.agents);
        let winners = summary.winners.expect("it is over");
        let told = record.result.as_ref().expect("it is over")["winners"].clone();
        assert_eq!(serde_json::json!(winners), told);
        // cut in the middle it is not over, and goes no further than the whole
        let half = text.len() / 2;
        let cut = text.floor_char_boundary(half);
        let part = Summary::read(&text.as_bytes()[..cut]).unwrap();
        assert_eq!(part.winners, None);
        assert!(part.round <= summary.round && part.answers < summary.answers);
    }
    assert_eq!(Summary::read(b"{}"), None);
}

#[test]
fn a_roll_tells_the_face_that_its_question_asked_for() {
    let parsed = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
    let mut faces_needed = 0;
    for rules in Rules::ALL {
        let setup = setup(rules, "ford", "battle", 11);
        let mut battle = begun(&setup);
        loop {
            let (decision, number) = (battle.game().decision(), battle.number());
            let asked = parsed(&external::ask_line(battle.game(), &decision, number, None));
            assert_eq!(asked["to_hit"], asked["need"]);
            let Step::Applied(applied) = battle.step(u32::MAX) else {
                break;
            };
            let lines = record::lines(battle.game(), &applied);
            let events: Vec<_> = lines.lines().skip(1).map(parsed).collect();
            let rolls: Vec<_> = events.iter().filter(|e| e["event"] == "rolled").collect();
            assert!(rolls.len() <= 1, "{lines}");
            for roll in rolls {
                assert_eq!(roll["to_hit"], asked["to_hit"], "{asked} {roll}");
                if let (Some(face), Some(natural)) =
                    (roll["to_hit"].as_i64(), roll["natural"].as_i64())
                {
                    faces_needed += 1;
                    assert!(natural >= face || roll["success"] == false, "{roll}");
                }
            }
            for note in events.iter().filter(|e| e["event"] == "noted") {
                assert_ne!(note["note_word"], "", "{note}");
            }
        }
    }
    assert!(faces_needed > 50, "{faces_needed}");
}
