//! Words on the screen that explain themselves when they are pointed at: traits, powers, weapons
//! and terrain (the rule book's own sentences).

use super::{Table, at_home, battle, menu, point, press, see};
use egui_kittest::kittest::Queryable;
use skirmish::book::Book;
use skirmish::rules::Rules;
use skirmish::store::options::BattleOptions;

/// What the rule book says about a word: its first words.
fn said(rules: Rules, word: &str) -> String {
    let book = Book::read(rules, None).expect("a book");
    let found = book.explain(word);
    let about = found.into_iter().find_map(|one| one.about);
    about.unwrap_or_else(|| panic!("the book says nothing about {word:?}"))
}

/// Fails unless the word on the screen explains itself when the mouse is over it.
fn explains_itself(table: &mut Table, rules: Rules, word: &str) {
    let text = said(rules, word);
    {
        let mut words = table.query_all_by_label_contains(word);
        words
            .next()
            .unwrap_or_else(|| panic!("{word:?} is not on the screen"))
            .hover();
    }
    table.run_steps(12);
    see(table, &[&text]);
}

/// The first figures of the first side: how the list of figures begins with them, and their words.
fn figures(map: &str, forces: [&str; 2]) -> Vec<(String, Vec<String>)> {
    let options = BattleOptions {
        map: Some(map.into()),
        forces: forces.map(String::from).to_vec(),
        seed: Some(7),
        ..BattleOptions::default()
    };
    let game = options.setup("human").expect("a battle").begin();
    let game = game.expect("a battle that begins");
    let first = game.all().filter(|who| game.side(*who).0 == 0).take(3);
    let words = |who| {
        let shown = game.shown(who);
        let words = shown.words.split(", ").map(str::to_owned).collect();
        (format!("{} {}", game.label(who), shown.name), words)
    };
    first.map(words).collect()
}

#[test]
fn every_word_of_a_figure_explains_itself() {
    at_home(|| {
        for (rules, forces, map) in [
            (Rules::Vsgmr, ["justice-team", "orcs"], "duel-ground"),
            (Rules::D8, ["commandos", "rifle-platoon"], "crater"),
        ] {
            let mut table = battle(map, forces);
            press(&mut table, "Place everything for me");
            for (label, words) in figures(map, forces) {
                {
                    let mut found = table.query_all_by_label_contains(&label);
                    found.next().expect("a figure in the list").click();
                }
                table.run();
                for word in words {
                    explains_itself(&mut table, rules, &word);
                }
            }
        }
    });
}

#[test]
fn the_ground_that_is_pointed_at_explains_itself() {
    at_home(|| {
        let mut table = battle("duel-ground", ["dwarves", "orcs"]);
        press(&mut table, "Place everything for me");
        for (space, ground) in [("D5", "open ground")] {
            point(&mut table, space);
            see(&table, &[ground, &said(Rules::Vsgmr, ground)]);
        }
    });
}

#[test]
fn the_builder_explains_what_a_figure_can_be() {
    at_home(|| {
        let mut table = menu();
        press(&mut table, "Forces");
        press(&mut table, "New force");
        press(&mut table, "hero");
        for word in ["distance", "Stealth", "Super-Fight"] {
            {
                let mut all = table.query_all_by_label_contains(word);
                all.next().expect("a word of the force").hover();
            }
            table.run_steps(12);
            let about = Rules::Vsgmr
                .sheet()
                .parts
                .into_iter()
                .flat_map(|part| part.words);
            let about = about.into_iter().find(|one| one.word.starts_with(word));
            see(&table, &[&about.expect("it is listed").about]);
        }
    });
}
