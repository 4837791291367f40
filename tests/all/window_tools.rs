//! Tools of the window on battles of every ruleset: luck, why not there, taking over.

use skirmish::play::record::Record;
use skirmish::rules::Rules;
use skirmish::store::disk::with_home;
use skirmish::store::options::BattleOptions;
use skirmish::window::{App, rehearse};
use std::path::Path;

/// A battle of two agents on a small map, played to its end, with its record.
fn played(ruleset: &str, seed: u64, home: &Path) -> App {
    let options = BattleOptions {
        map: Some("duel-ground".into()),
        ruleset: Some(ruleset.into()),
        agents: vec!["utility".into(), "charge".into()],
        seed: Some(seed),
        ..BattleOptions::default()
    };
    let setup = options.setup("human").expect("a battle");
    let mut app = App::recorded(setup, &home.join("battle.jsonl")).expect("a battle");
    rehearse(&mut app, "wait 5\nkey Space\nkey Space\nwait idle\n")
        .unwrap_or_else(|e| panic!("{e}"));
    app
}

/// What the report says of each side's dice: how many, and what they showed together.
fn luck(report: &str) -> Vec<(u32, u32)> {
    let said = report.split("\nLuck\n").nth(1).expect("luck in the report");
    said.lines()
        .take_while(|line| !line.is_empty())
        .map(|line| {
            let words = line.split_once(": ").expect("a side").1;
            assert!(words.contains(" rolled, "), "no dice in {line:?}");
            let numbers: Vec<u32> = words
                .split([' ', ','])
                .filter_map(|word| word.parse().ok())
                .collect();
            (numbers[0], numbers[1])
        })
        .collect()
}

/// The faces of every roll of a record.
fn rolls(home: &Path) -> Vec<Vec<u32>> {
    let text = std::fs::read_to_string(home.join("battle.jsonl")).expect("a record");
    text.lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
        .filter(|line| line["type"] == "answer" && line["do"] == "roll")
        .map(|line| {
            let faces = line["faces"].as_array().expect("faces");
            faces
                .iter()
                .map(|f| f.as_u64().expect("a face") as u32)
                .collect()
        })
        .collect()
}

/// A battle and what its report says of it.
struct Reported {
    /// Dice and their sum, of each side.
    luck: Vec<(u32, u32)>,
    /// The faces of every roll.
    rolls: Vec<Vec<u32>>,
    /// How many rolls said where a shell came down.
    astray: u32,
    report: String,
}

impl Reported {
    /// How many dice are luck, and how many were rolled.
    fn dice(&self) -> (u32, u32) {
        let luck = self.luck.iter().map(|(n, _)| n).sum();
        let all = self.rolls.iter().map(|faces| faces.len() as u32).sum();
        (luck, all)
    }
}

fn reported(ruleset: &str) -> Reported {
    let home = tempfile::tempdir().expect("a folder");
    let report = with_home(home.path(), || {
        let mut app = played(ruleset, 7, home.path());
        rehearse(&mut app, "button \"Save report\"\n").unwrap_or_else(|e| panic!("{e}"));
        std::fs::read_to_string(home.path().join("reports/duel-ground-7.txt")).expect("a report")
    });
    let text = std::fs::read_to_string(home.path().join("battle.jsonl")).expect("a record");
    let astray = text.matches("\"purpose\":\"scatter\"").count() as u32;
    Reported {
        luck: luck(&report),
        rolls: rolls(home.path()),
        astray,
        report,
    }
}

#[test]
fn of_opposed_dice_each_is_luck_for_the_side_that_rolled_it() {
    let Reported {
        luck,
        rolls,
        report,
        ..
    } = reported("violence");
    // in violence both sides roll a die whenever any is rolled
    let dice = rolls.len() as u32;
    assert!(dice > 10, "{report}");
    assert!(
        luck.iter().all(|(n, _)| *n == dice),
        "{luck:?} of {dice}: {report}"
    );
    let all: u32 = rolls.iter().flatten().sum();
    assert_eq!(
        luck.iter().map(|(_, sum)| sum).sum::<u32>(),
        all,
        "{report}"
    );
}

#[test]
#[ignore = "slow"]
fn dice_that_say_where_a_shell_comes_down_are_no_luck() {
    let seen = reported("d8");
    let (dice, all) = seen.dice();
    let (astray, report) = (seen.astray, &seen.report);
    assert!(astray > 0, "no shell went astray: {report}");
    assert_eq!(dice, all - 2 * astray, "{report}");
}

#[test]
#[ignore = "slow"]
fn pooled_dice_are_all_luck_for_the_squad_that_rolled_them() {
    let seen = reported("plastic");
    let (dice, all) = seen.dice();
    assert_eq!(dice, all, "{}", seen.report);
}

/// Watches a record of a ruleset, and asks why a figure did not go elsewhere.
fn why_not_there(rules: Rules) {
    let ruleset = rules.name();
    let home = tempfile::tempdir().expect("a folder");
    with_home(home.path(), || {
        drop(played(ruleset, 7, home.path()));
        let file = home.path().join("battle.jsonl");
        let bytes = std::fs::read(&file).expect("a record");
        let record = Record::read("battle.jsonl", &bytes).expect("a whole record");
        let mut app = App::replay(&record).expect("a battle that can be shown");
        rehearse(
            &mut app,
            "wait 5\nkey Space\nbutton \"Round\"\nbutton \"Round 2\"\nbutton \"Why not?\"
hover J10\nsee \"Why not J10?\"\n",
        )
        .unwrap_or_else(|e| panic!("{ruleset}: {e}"));
    });
}

mod why_not_there_is_answered_where_a_record_is_watched {
    for_each_ruleset!(super::why_not_there:
        #[ignore = "slow"] vsgmr
        #[ignore = "slow"] vsgmr2017
        violence
        #[ignore = "slow"] plastic
        #[ignore = "slow"] d8
    );
}

#[test]
#[ignore = "slow"]
fn why_not_there_says_that_nothing_has_been_chosen_yet() {
    let home = tempfile::tempdir().expect("a folder");
    let mut app = played("vsgmr", 7, home.path());
    rehearse(
        &mut app,
        "button \"Look at the board\"\nbutton \"Start\"\nbutton \"Why not?\"\nhover J10
see \"The computer has not moved a figure yet.\"\n",
    )
    .unwrap_or_else(|e| panic!("{e}"));
}
