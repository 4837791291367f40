//! Recipes of generated maps.

use super::*;

#[test]
fn shipped_maps_are_what_their_recipe_gives() {
    let desk = Desk::new();
    let mut checked = 0;
    for (name, text) in skirmish::files::shipped::MAPS {
        let source = skirmish::source::Source::new(*name, *text);
        let map = skirmish::files::map::read(&source).unwrap();
        let Some(recipe) = &map.credit.recipe else {
            continue;
        };
        let out = desk.home.path().join(format!("{name}.toml"));
        let out = out.to_str().unwrap();
        let mut words = vec!["new", "--name", &map.name, "--out", out];
        words.extend(recipe.split_whitespace());
        let gave = desk.run(&words, "");
        assert_eq!(gave.code, 0, "{name}: {}", gave.err);
        assert!(
            fs::read_to_string(out).unwrap() == *text,
            "{name} is not what its recipe gives: an edition gives what it gave: what changes comes with the next one"
        );
        checked += 1;
    }
    assert_eq!(checked, 18);
}

#[test]
fn recipes_of_another_edition_are_refused() {
    let desk = Desk::new();
    let out = desk.home.path().join("out.toml");
    let words = "new --theme hills --size 24x20 --seed 1 --edition 1 --out";
    let mut words: Vec<&str> = words.split_whitespace().collect();
    words.push(out.to_str().unwrap());
    desk.refuses(&words, "not edition 1");
    assert!(!out.exists());
}
