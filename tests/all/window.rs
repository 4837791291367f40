//! The window without a display: scripts drive the same frames, and nothing is drawn.

use skirmish::cli::options::BattleOptions;
use skirmish::play::record::{Record, Verdict, verify};
use skirmish::window::{App, rehearse, script};

/// A battle between two agents on a small map.
fn battle(agents: [&str; 2], home: &std::path::Path) -> App {
    // the record goes to a folder of its own; no other test of this binary reads it
    let options = BattleOptions {
        map: Some("duel-ground".into()),
        forces: vec!["dwarves".into(), "orcs".into()],
        agents: agents.map(String::from).to_vec(),
        seed: Some(7),
        record: Some(home.join("battle.jsonl")),
        bot_time: 10.0,
        ..BattleOptions::default()
    };
    let setup = options.setup("human").expect("a battle");
    App::recorded(setup, &home.join("battle.jsonl")).expect("a battle that begins")
}

#[test]
fn a_script_with_a_wrong_line_is_refused_with_its_number() {
    let error = script::read("s", "wait idle\n\njump C4").expect_err("no such command");
    assert!(
        error.starts_with("s:3: unknown command \"jump\""),
        "{error}"
    );
    let error = script::read("s", "key Elephant").expect_err("no such key");
    assert!(error.contains("no key \"Elephant\""), "{error}");
}

#[test]
fn an_unknown_control_fails_with_its_line() {
    let error = rehearse(&mut App::new(Some(7)), "wait 2\nbutton \"Elephant\"")
        .expect_err("no such button");
    assert!(
        error.starts_with("script:2: there is no control \"Elephant\""),
        "{error}"
    );
    assert!(error.contains("Quick battle"), "{error}");
}

#[test]
fn a_battle_played_through_the_window_has_a_record_that_verifies() {
    let home = tempfile::tempdir().expect("a folder");
    let mut app = battle(["human", "utility"], home.path());
    let mut script = String::from("wait idle\nbutton \"Place everything for me\"\nwait idle\n");
    // every question in the usual way, some by mouse and button
    script.push_str("key N\nkey H\nbutton \"Do it\"\nwait idle\nkey U\nwait idle\n");
    for _ in 0..40 {
        script.push_str("key Enter\nkey Space\nwait idle\n");
    }
    rehearse(&mut app, &script).expect("every line can be done");
    app.close();
    let bytes = std::fs::read(home.path().join("battle.jsonl")).expect("a record");
    let record = Record::read("battle.jsonl", &bytes).expect("a whole record");
    assert!(
        record.answers.len() > 30,
        "{} answers",
        record.answers.len()
    );
    let verdict = verify(&record).expect("a record that can be played");
    assert!(!matches!(verdict, Verdict::Differs { .. }), "{verdict:?}");
}

#[test]
fn a_watched_battle_gives_the_same_as_the_same_battle_without_a_window() {
    let home = tempfile::tempdir().expect("a folder");
    let mut app = battle(["utility", "charge"], home.path());
    rehearse(
        &mut app,
        "wait 5\nkey Space\nwait 2\nkey Space\nwait idle\n",
    )
    .expect("done");
    app.close();
    let bytes = std::fs::read(home.path().join("battle.jsonl")).expect("a record");
    let record = Record::read("battle.jsonl", &bytes).expect("a whole record");
    let verdict = verify(&record).expect("a record that can be played");
    let Verdict::Same { digest, .. } = verdict else {
        panic!("the battle is not over: {verdict:?}");
    };
    let setup = record.setup.clone();
    let mut agents: Vec<_> = setup
        .agents
        .iter()
        .enumerate()
        .map(|(i, name)| {
            skirmish::ai::agent(name, setup.seed, skirmish::battle::Side(i as u8)).expect("known")
        })
        .collect();
    let game = setup.begin().expect("the same battle");
    let played = skirmish::play::run(game, &mut agents, setup.seed);
    assert_eq!(skirmish::play::words::digest(&played.game), digest);
}
