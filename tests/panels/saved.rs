//! Battles that are kept, or cannot be.

use super::*;

#[test]
fn a_battle_that_cannot_be_recorded_says_so_before_it_begins() {
    at_home(|| {
        let home = skirmish::store::disk::home().expect("a data folder");
        std::fs::write(home.join("records"), "no folder").expect("a file");
        let mut table = battle("duel-ground", ["dwarves", "orcs"]);
        see(&table, &["This battle cannot be saved: "]);
        assert!(
            table
                .query_by_label("Which figure do you place, and where?")
                .is_none()
        );
        press(&mut table, "Play on without saving");
        see(&table, &["Which figure do you place, and where?"]);
        assert!(table.query_by_label_contains("cannot be saved").is_none());
    });
}

#[test]
fn saved_battles_that_are_gone_or_have_a_name_already_are_named() {
    at_home(|| {
        for _ in 0..2 {
            drop(battle("duel-ground", ["dwarves", "orcs"]));
        }
        let mut table = menu();
        press(&mut table, "Saved battles");
        press(&mut table, "Rename duel-ground-7");
        table.event(egui::Event::Text("-2".to_owned()));
        table.run();
        key(&mut table, egui::Key::Enter);
        see(&table, &["there is already a saved battle with this name"]);
        // the keyboard still writes into the field
        table.event(egui::Event::Text("0".to_owned()));
        table.run();
        key(&mut table, egui::Key::Enter);
        see(
            &table,
            &["Resume duel-ground-7-20", "Resume duel-ground-7-2"],
        );
        let home = skirmish::store::disk::home().expect("a data folder");
        std::fs::remove_file(home.join("records/duel-ground-7-2.jsonl")).expect("a record");
        press(&mut table, "Resume duel-ground-7-2");
        see(&table, &["cannot read", "duel-ground-7-20"]);
        assert!(table.query_by_label("Resume duel-ground-7-2").is_none());
    });
}

#[test]
fn a_deleted_battle_can_be_put_back() {
    at_home(|| {
        drop(battle("duel-ground", ["dwarves", "orcs"]));
        let home = skirmish::store::disk::home().expect("a data folder");
        let records = home.join("records");
        let mut table = menu();
        press(&mut table, "Saved battles");
        press(&mut table, "Delete duel-ground-7");
        see(
            &table,
            &["Delete duel-ground-7? It is moved to the folder \"deleted\""],
        );
        press(&mut table, "Delete it");
        see(
            &table,
            &[
                "Deleted duel-ground-7. It is now in the folder \"deleted\"",
                "There are no saved battles yet",
            ],
        );
        assert!(records.join("deleted/duel-ground-7.jsonl").is_file());
        press(&mut table, "Restore it");
        see(&table, &["Resume duel-ground-7"]);
        assert!(records.join("duel-ground-7.jsonl").is_file());
        assert!(table.query_by_label("Restore it").is_none());
    });
}
