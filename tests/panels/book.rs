//! Ground that explains itself when it is pointed at, in the rule book's own sentences.

use super::{at_home, battle, point, press, see};
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
