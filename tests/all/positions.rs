//! Positions written down in scenario files, begun as a battle of each ruleset.

use skirmish::battle::{Answer, Ask, Fig, Purpose};
use skirmish::board::Board;
use skirmish::files::map;
use skirmish::play::external;
use skirmish::rules::{Game, Rules};
use skirmish::scenario::{Overrides, Scenario};
use skirmish::source::Source;
use std::sync::Arc;

/// Begins a battle of these figures' words, each side one, with these lines of a scenario after
/// its two first.
fn begin(of: Rules, sides: &[&[&str]], text: &str) -> Result<Game, String> {
    begin_by(of, sides, text, "")
}

/// The same with these lines of a rules file.
fn begin_by(of: Rules, sides: &[&[&str]], text: &str, rules: &str) -> Result<Game, String> {
    let ground = "format = \"skirmish-map/1\"\nname = \"M\"\ngrid = \"square\"\n\
         terrain = \"\"\"\n........\n........\n........\n........\"\"\"\n";
    let ground = map::read(&Source::new("m.toml", ground)).unwrap();
    let force = |figures: &&[&str]| {
        let head = "format = \"skirmish-force/1\"\nname = \"F\"\nruleset = ";
        let mut force = format!("{head}\"{}\"\n", of.name());
        for like in figures.chunk_by(|a, b| a == b) {
            let (name, count) = (like[0].replace(',', ""), like.len());
            let figure = format!("name = \"{name}\"\ncount = {count}\nis = \"{}\"", like[0]);
            force += &format!("[[figure]]\n{figure}\n");
        }
        Source::new("f.toml", force)
    };
    let forces: Vec<Source> = sides.iter().map(force).collect();
    let head = "format = \"skirmish-scenario/1\"\nname = \"S\"\n";
    let scenario = Scenario::read(&Source::new("s.toml", format!("{head}{text}")))
        .map_err(|fault| fault.to_string())?;
    let head = format!(
        "format = \"skirmish-rules/1\"\nruleset = \"{}\"\n",
        of.name()
    );
    let overrides = Overrides {
        rules: (!rules.is_empty()).then(|| Source::new("r.toml", head + rules)),
        ..Overrides::default()
    };
    let brief = scenario
        .brief(Arc::new(Board::new(ground)), &forces, &overrides)
        .map_err(|fault| fault.to_string())?;
    of.begin(brief).map_err(|fault| fault.to_string())
}

/// A figure that a scenario sets.
fn set(side: u8, unit: &str, place: &str) -> String {
    format!("[[figure]]\nside = {side}\nunit = {unit}\n{place}\n")
}

#[test]
fn whoever_is_aboard_may_be_said_before_the_mount() {
    let vsgmr: &[&str] = &["hero", "cavalry", "cavalry", "troop"];
    let text = [
        "round = 1\n".to_owned(),
        set(1, "\"hero\"", "mounted_on = \"cavalry\""),
        set(1, "4", "mounted_on = \"cavalry\""),
        set(1, "\"cavalry\"", "at = \"A1\""),
        set(1, "\"cavalry\"", "at = \"C1\""),
        set(2, "\"troop\"", "at = \"H4\""),
    ];
    let game = begin(Rules::Vsgmr, &[vsgmr, &["troop"]], &text.concat()).unwrap();
    let aboard = |who: u16| game.aboard(Fig(who));
    assert_eq!((aboard(0), aboard(3)), (Some(Fig(1)), Some(Fig(2))));
    let text = [
        "round = 1\n".to_owned(),
        set(1, "\"rifleman\"", "mounted_on = \"apc\""),
        set(1, "\"apc\"", "at = \"A1\""),
        set(2, "\"rifleman\"", "at = \"H4\""),
    ];
    let d8: &[&[&str]] = &[&["rifleman", "apc"], &["rifleman"]];
    let game = begin(Rules::D8, d8, &text.concat()).unwrap();
    assert_eq!(game.aboard(Fig(0)), Some(Fig(1)));
    for (of, sides, who, place, says) in [
        (
            Rules::Vsgmr,
            &[vsgmr, &["troop"]][..],
            "1",
            "mounted_on = \"mule\"",
            "s.toml:5:8: mounted_on names \"mule\", but no such mount stands on the board",
        ),
        (
            Rules::Vsgmr,
            &[vsgmr, &["troop"]],
            "2",
            "mounted_on = 2",
            "s.toml:5:8: mounted_on names \"2\", but no such mount stands on the board",
        ),
        (
            Rules::D8,
            d8,
            "1",
            "mounted_on = \"apc\"",
            "s.toml:5:8: mounted_on names \"apc\", but no such vehicle stands on the board",
        ),
    ] {
        let begun = begin(of, sides, &set(1, who, place));
        assert_eq!(begun.err().as_deref(), Some(says));
    }
}

#[test]
fn what_a_figure_cannot_be_is_refused_not_overlooked() {
    let sides: &[&[&str]] = &[&["troop", "troop, Flight"], &["troop"]];
    let fault = |figures: &[String]| begin(Rules::Vsgmr, sides, &figures.concat()).err();
    let at = |unit: &str, place: &str| set(1, unit, place);
    assert_eq!(
        fault(&[at("1", "at = \"A1\""), at("1", "at = \"B1\"")]).as_deref(),
        Some("s.toml:9:8: side 1 has no figure \"1\" left to set")
    );
    assert_eq!(
        fault(&[at("1", "at = \"A1\"\naloft = true")]).as_deref(),
        Some("s.toml:5:8: troop cannot be in the air: it does not have Flight")
    );
    assert_eq!(
        fault(&[at("1", "at = \"A1\"\nhits = 1")]).as_deref(),
        Some("s.toml:5:8: troop survives at most 0 hits; write out = true if it is defeated")
    );
    assert_eq!(fault(&[at("2", "at = \"A1\"\naloft = true")]), None);
    let fort: &[&[&str]] = &[&["hero", "building"], &["hero"]];
    let hit = |hits: u8| {
        let place = format!("at = \"A1\"\nhits = {hits}");
        begin(Rules::Vsgmr2017, fort, &set(1, "2", &place)).err()
    };
    assert_eq!(hit(2), None);
    assert_eq!(
        hit(3).as_deref(),
        Some("s.toml:5:8: building survives at most 2 hits; write out = true if it is defeated")
    );
}

#[test]
fn a_battle_begins_in_any_step_that_it_shows() {
    let one = |of: Rules, words: &str, step: &str| {
        let text = [
            format!("round = 2\nstep = \"{step}\"\n"),
            set(1, "1", "at = \"A1\""),
            set(1, "2", "at = \"C1\""),
            set(2, "1", "at = \"H4\""),
        ];
        begin(of, &[&[words, words], &[words]], &text.concat())
    };
    let mut game = one(Rules::Vsgmr, "troop", "initiative").unwrap();
    let asked = |game: &Game| match game.decision().ask {
        Ask::Roll { purpose, .. } => Some(purpose),
        _ => None,
    };
    assert_eq!(asked(&game), Some(Purpose::Initiative));
    assert_eq!(game.status().step, "initiative");
    let unlike = Answer::Faces([2, 5].into_iter().collect());
    game.answer(&unlike, &mut Vec::new()).unwrap();
    assert!(matches!(game.decision().ask, Ask::First));
    let first = game.preset();
    game.answer(&first, &mut Vec::new()).unwrap();
    assert_eq!((game.status().round, game.status().step), (2, "move"));
    for (of, words, steps) in [
        (Rules::Vsgmr, "troop", &["initiative", "move"][..]),
        (Rules::Violence, "small", &["roll", "act"]),
        (
            Rules::Plastic,
            "soldier, squad 1",
            &["roll", "move", "attack"],
        ),
        (Rules::D8, "rifleman", &["roll", "act"]),
    ] {
        for step in steps {
            let sides = match of {
                Rules::Plastic => [&[words][..], &[words]],
                _ => [&[words, words][..], &[words]],
            };
            let figures = [set(1, "1", "at = \"A1\""), set(2, "1", "at = \"D2\"")];
            let text = format!("round = 2\nstep = \"{step}\"\n{}", figures.concat());
            let game = begin(of, &sides, &text).unwrap();
            assert_eq!(game.status().step, *step, "{}", of.name());
        }
        let fault = one(of, words, "dance").err().unwrap();
        assert!(
            fault.starts_with("s.toml:4:8: unknown step \"dance\"; the steps are "),
            "{fault}"
        );
    }
    assert!(one(Rules::D8, "rifleman", "free actions").is_ok());
}

#[test]
fn more_results_of_dice_than_can_be_listed_are_counted() {
    let listed = |soldiers: usize, rules: &str| {
        let squad = vec!["soldier, squad 1"; soldiers];
        let mut text = "round = 1\nstep = \"attack\"\n".to_owned();
        for i in 0..soldiers {
            let at = |row| format!("at = \"{}{row}\"", (b'A' + i as u8) as char);
            let number = (i + 1).to_string();
            text += &(set(1, &number, &at(1)) + &set(2, &number, &at(4)));
        }
        let mut game = begin_by(Rules::Plastic, &[&squad, &squad], &text, rules).unwrap();
        let attack = game.answers().swap_remove(0);
        game.answer(&attack, &mut Vec::new()).unwrap();
        let line = external::list_line(&game, &game.decision(), 2);
        serde_json::from_str::<serde_json::Value>(&line).unwrap()
    };
    // Where the whole squad fires at once, all its dice are rolled together.
    let squad = "fire = \"squad\"\n";
    let few = listed(4, squad);
    assert_eq!(few["answers"].as_array().unwrap().len(), 6 * 6 * 6 * 6);
    assert!(few["left_out"].is_null());
    let many = listed(5, squad);
    assert!(many["answers"].as_array().unwrap().is_empty());
    assert_eq!(many["left_out"], 6 * 6 * 6 * 6 * 6);
    // Where one figure fires after the other, each die is rolled alone.
    let one = listed(5, "");
    assert_eq!(one["answers"].as_array().unwrap().len(), 6);
    assert!(one["left_out"].is_null());
}
