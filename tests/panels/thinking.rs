//! A long thought of an opponent.

use super::*;

#[test]
fn a_long_thought_can_be_stopped_and_the_battle_goes_on() {
    at_home(|| {
        let options = BattleOptions {
            map: Some("duel-ground".into()),
            forces: ["dwarves", "orcs"].map(String::from).to_vec(),
            agents: vec!["human".into(), "search".into()],
            seed: Some(7),
            ..BattleOptions::default()
        };
        let setup = options.setup("human").expect("a battle");
        let app = App::battle(setup).expect("a battle that begins");
        let mut table = Harness::builder()
            .with_size([1024.0, 640.0])
            .with_step_dt(0.1)
            .build_ui_state(|ui, app: &mut App| app.frame(ui), app);
        let says = |text: &'static str| {
            move |table: &Table| table.query_all_by_label_contains(text).next().is_some()
        };
        until(
            &mut table,
            "nobody is asked",
            says("Place everything for me"),
        );
        table.get_by_label("Place everything for me").click();
        // who goes first is what it thinks about the longest
        until(
            &mut table,
            "nobody thinks",
            says("The computer is thinking"),
        );
        let home = skirmish::store::disk::home().expect("a data folder");
        let answers = || {
            let record = std::fs::read_to_string(home.join("records/duel-ground-7.jsonl"));
            let record = record.expect("a record");
            record.matches("\"type\":\"answer\"").count()
        };
        let before = answers();
        table.get_by_label("Stop").click();
        until(&mut table, "it thinks on", |_| answers() > before);
        // it answers what follows, or it is the player's turn
        until(&mut table, "the battle stands still", |table| {
            answers() > before + 1 || says("End step")(table)
        });
    });
}
