//! Words and ground that explain themselves when they are pointed at, in the rule book's own sentences.

use super::{Table, at_home, battle, key, menu, point, press, see};
use egui::Key;
use egui_kittest::kittest::Queryable;
use skirmish::book::Book;
use skirmish::rules::Rules;

/// What the rule book says about a word: its first words.
fn said(rules: Rules, word: &str) -> String {
    let book = Book::read(rules, None).expect("a book");
    let found = book.explain(word);
    let about = found.into_iter().find_map(|one| one.about);
    about.unwrap_or_else(|| panic!("the book says nothing about {word:?}"))
}

#[test]
fn the_ground_that_is_pointed_at_explains_itself() {
    at_home(|| {
        let mut table = battle("duel-ground", ["dwarves", "orcs"]);
        press(&mut table, "Place everything for me");
        for (space, ground) in [("D5", "open"), ("C8", "rocks")] {
            point(&mut table, space);
            see(&table, &[ground, &said(Rules::Vsgmr, ground)]);
        }
    });
}

/// Points at the first control that contains this text, for longer than a hint waits.
fn point_at(table: &mut Table, label: &str) {
    let found = table.query_all_by_label_contains(label).next();
    found
        .unwrap_or_else(|| panic!("nothing says {label:?}"))
        .hover();
    table.run();
    table.run_steps(12);
}

#[test]
fn the_words_of_a_figure_explain_themselves_and_f1_opens_the_book_there() {
    at_home(|| {
        let mut table = battle("duel-ground", ["dwarves", "orcs"]);
        press(&mut table, "Place everything for me");
        key(&mut table, Key::N);
        let said = said(Rules::Vsgmr, "Inspiration");
        assert!(table.query_all_by_label_contains(&said).next().is_none());
        point_at(&mut table, "Inspiration");
        see(&table, &[&said]);
        key(&mut table, Key::F1);
        see(&table, &["Traits that help friends"]);
    });
}

#[test]
fn the_words_of_the_forces_explain_themselves() {
    at_home(|| {
        let mut table = menu();
        press(&mut table, "Forces");
        point_at(&mut table, "Sharpshooter");
        see(&table, &[&said(Rules::Vsgmr, "Sharpshooter")]);
    });
}

#[test]
fn the_words_of_the_force_builder_explain_themselves_and_f1_opens_the_book_there() {
    at_home(|| {
        let mut table = menu();
        press(&mut table, "Forces");
        press(&mut table, "New force");
        press(&mut table, "hero");
        point_at(&mut table, "Stealth");
        see(
            &table,
            &[said(Rules::Vsgmr, "Stealth").trim_end_matches('.')],
        );
        key(&mut table, Key::F1);
        see(&table, &["Traits that protect"]);
    });
}
