//! The edition of 2017: movement, buildings, hits by size, forces (E1–E4).

use super::{Play, Scene, lane, scene};
use crate::drawn::KINDS;
use skirmish::battle::{
    Act, Answer, Ask, How, Odds, Purpose, Ratio, Scale, Severity, Side, Target,
};
use skirmish::board::{GridKind, Reach, Sight};
use skirmish::rules::Rules;
use skirmish::rules::vsgmr::numbers::move_unit;
use skirmish::rules::vsgmr::unit::{Edition, Kind};
use skirmish::rules::vsgmr::{Config, force};
use skirmish::source::Source;

fn drawing(kind: GridKind, rows: &str) -> Scene {
    scene(kind, rows).of_2017()
}

/// How far a figure gets over open ground.
fn farthest(play: &Play, name: &str) -> u32 {
    let mut reach = Reach::default();
    play.game.reach(play.fig(name), &mut reach);
    reach.ends().iter().map(|(_, cost)| *cost).max().unwrap()
}

#[test]
fn e1_guys_move_six_cavalry_ten_vehicles_eighteen() {
    for kind in KINDS {
        let rows = ["........................"; 4].join(" ");
        let play = drawing(kind, &rows)
            .figure(1, "guy", "troop", "A1")
            .figure(1, "horse", "cavalry", "A2")
            .figure(1, "rider", "troop", "on horse")
            .figure(1, "tank", "vehicle", "A3")
            .figure(1, "driver", "troop", "on tank")
            .figure(2, "foe", "troop", "X4")
            .step("move")
            .begin(&[]);
        assert_eq!(farthest(&play, "guy"), 6);
        assert_eq!(farthest(&play, "horse"), 10);
        assert_eq!(farthest(&play, "tank"), 18);
    }
}

#[test]
fn e1_other_scales_keep_the_factors_rounded_down() {
    let moves = |scale: Scale| {
        let config = Config {
            scale,
            ..Config::of(Edition::Of2017)
        };
        [Kind::Troop, Kind::Cavalry, Kind::Vehicle].map(|kind| move_unit(&config, kind))
    };
    let all: Vec<[u32; 3]> = Scale::ALL.into_iter().map(moves).collect();
    let listed = [
        [12, 20, 36],
        [12, 20, 36],
        [6, 10, 18],
        [3, 5, 9],
        [2, 3, 6],
        [2, 3, 6],
        [1, 1, 3],
    ];
    assert_eq!(all, listed);
}

#[test]
fn e1_figures_move_through_others_but_never_end_on_them() {
    for kind in KINDS {
        for through in [true, false] {
            let mut play = lane(kind, "......")
                .of_2017()
                .figure(1, "a", "troop", "A1")
                .figure(2, "b", "troop", "C1")
                .rule(&format!("move_through_enemies = {through}"))
                .step("move")
                .begin(&[]);
            play.refused(play.moving("a", "C1"));
            if through {
                play.go("a", "E1");
            } else {
                play.refused(play.moving("a", "E1"));
            }
        }
    }
}

// ---- buildings (E2) ----

#[test]
fn e2_buildings_never_move_and_never_fight_hand_to_hand() {
    for kind in KINDS {
        let mut play = drawing(kind, "...... ......")
            .figure(1, "hut", "building, small, distance", "A1")
            .figure(1, "c", "troop", "F2")
            .figure(2, "b", "troop", "B1")
            .step("move")
            .begin(&[]);
        assert_eq!(farthest(&play, "hut"), 0);
        let why = play.refused(play.moving("hut", "A2"));
        assert_eq!(why, "buildings do not move");
        play.until("shoot", 1);
        assert!(
            play.game
                .check(&play.striking(How::Shoot, "hut", "b"))
                .is_ok()
        );
        play.done().until("fight", 1);
        play.refused(play.striking(How::Fight, "hut", "b"));
    }
}

#[test]
fn e2_armed_buildings_shoot_with_one_more_all_around() {
    for kind in KINDS {
        for words in ["distance", "light armour"] {
            let mut play = lane(kind, "......")
                .of_2017()
                .figure(1, "fort", &format!("building, small, {words}"), "C1")
                .figure(2, "b", "troop", "A1")
                .figure(2, "c", "troop", "F1")
                .step("shoot")
                .begin(&[]);
            for at in ["b", "c"] {
                let shot = play.striking(How::Shoot, "fort", at);
                assert_eq!(play.game.check(&shot).is_ok(), words == "distance");
            }
            if words == "distance" {
                play.shoot("fort", "c");
                assert_eq!(play.need(), 4);
            }
        }
    }
}

#[test]
fn e2_buildings_have_the_armour_bought_and_one_more() {
    for (armour, need) in [
        ("", None),
        (", light armour", Some(5)),
        (", heavy armour", Some(3)),
    ] {
        let mut play = drawing(GridKind::Square, "......")
            .figure(1, "a", "troop, distance", "A1 E")
            .figure(2, "hut", &format!("building, small{armour}"), "E1")
            .figure(2, "b", "troop", "F1")
            .step("shoot")
            .begin(&[5]);
        play.shoot("a", "hut");
        let saves = matches!(
            play.asks(),
            Ask::Roll {
                purpose: Purpose::Armour,
                ..
            }
        );
        assert_eq!(need.is_some(), saves);
        match need {
            Some(need) => assert_eq!(play.need(), need),
            None => assert!(!play.on_board("hut")),
        }
    }
}

#[test]
fn e2_buildings_can_be_struck_hand_to_hand_and_be_in_cover() {
    for kind in KINDS {
        let mut play = lane(kind, "......")
            .of_2017()
            .figure(1, "a", "hero", "A1")
            .figure(2, "hut", "building, small", "B1")
            .figure(2, "b", "troop", "F1")
            .step("fight")
            .begin(&[]);
        play.fight("a", "hut");
        assert_eq!(play.need(), 3);
        play.dice(&[3]);
        assert!(!play.on_board("hut"));
        play.spent();
        let mut play = lane(kind, "..T...")
            .of_2017()
            .figure(1, "a", "troop, distance", "A1")
            .figure(2, "hut", "building, small", "E1")
            .figure(2, "b", "troop", "F1")
            .rule("facing = false")
            .step("shoot")
            .begin(&[]);
        play.shoot("a", "hut");
        assert_eq!(play.need(), 6);
    }
}

#[test]
fn e2_what_stands_behind_a_building_is_covered_or_hidden_for_friend_and_foe() {
    for kind in KINDS {
        for owner in [1, 2] {
            let mut play = lane(kind, "......")
                .of_2017()
                .figure(1, "a", "troop, distance", "A1")
                .figure(owner, "stump", "building, small", "C1")
                .figure(2, "b", "troop", "E1")
                .rule("facing = false")
                .step("shoot")
                .begin(&[]);
            play.shoot("a", "b");
            assert_eq!(play.need(), 6, "owner {owner}");
        }
    }
    let play = drawing(GridKind::Square, "........ ........")
        .figure(1, "a", "troop, distance", "A1 E")
        .figure(1, "hall", "building, medium", "C1")
        .figure(2, "b", "troop", "F1")
        .figure(2, "c", "troop", "B2")
        .step("shoot")
        .begin(&[]);
    assert_eq!(
        play.refused(play.striking(How::Shoot, "a", "b")),
        "the medium building at C1 blocks the line of sight"
    );
}

#[test]
fn e2_nobody_walks_through_a_building_and_a_fallen_one_leaves_open_ground() {
    for kind in KINDS {
        for owner in [1, 2] {
            let play = lane(kind, "......")
                .of_2017()
                .figure(1, "a", "troop", "A1")
                .figure(owner, "hut", "building, small", "C1")
                .figure(2, "b", "troop", "F1")
                .step("move")
                .begin(&[]);
            assert_eq!(farthest(&play, "a"), 1);
        }
        let mut play = lane(kind, "......")
            .of_2017()
            .figure(1, "a", "troop, distance", "A1")
            .figure(1, "d", "troop, distance", "B1")
            .figure(2, "hut", "building, small", "C1")
            .figure(2, "b", "troop", "E1")
            .rule("facing = false")
            .step("shoot")
            .begin(&[5]);
        let at = play.space("C1");
        assert_eq!(play.game.board().terrain(at).name, "small building");
        play.shoot("a", "hut");
        assert!(!play.on_board("hut"));
        assert_eq!(play.game.board().terrain(at).name, "open");
        assert_eq!(play.game.scores(), crate::halves([2, 0]));
        // and d sees through
        play.shoot("d", "b");
        assert_eq!(play.need(), 5);
    }
}

// ---- hits (E3) ----

#[test]
fn e3_buildings_take_one_three_or_five_hits_by_size() {
    for kind in KINDS {
        for (size, hits) in [("small", 1), ("medium", 3), ("large", 5)] {
            let rows = ["..............."; 7].join(" ");
            let mut play = drawing(kind, &rows)
                .figure(1, "a", "troop, distance", "A4")
                .figure(2, "fort", &format!("building, {size}"), "F4")
                .figure(2, "b", "troop", "O1")
                .rule("facing = false")
                .step("shoot")
                .begin(&[]);
            for left in (1..=hits).rev() {
                let shown = play.game.shown(play.fig("fort"));
                assert_eq!(shown.health, Some((left, hits)));
                assert!(play.on_board("fort"));
                play.dice(&[5]).shoot("a", "fort");
                if left > 1 {
                    // a new round
                    play.dice(&[6, 1]);
                    while !matches!(play.asks(), Ask::First) {
                        play.done();
                    }
                    play.answer(Answer::Side(Side(0))).until("shoot", 1);
                }
            }
            assert!(!play.on_board("fort"), "{size}");
            assert_eq!(play.game.scores(), crate::halves([2, 0]));
            play.spent();
        }
    }
}

#[test]
fn e3_a_building_saves_by_its_armour_and_the_hit_does_not_count() {
    let mut play = drawing(GridKind::Square, "...... ......")
        .figure(1, "a", "troop", "B1")
        .figure(2, "fort", "building, medium, heavy armour", "C1")
        .figure(2, "b", "troop", "F2")
        .step("fight")
        .begin(&[4, 3]);
    play.fight("a", "fort");
    assert_eq!(play.game.shown(play.fig("fort")).health, Some((3, 3)));
    play.spent();
}

#[test]
fn e3_terrain_gets_no_armour_and_takes_hits_by_size() {
    for kind in KINDS {
        // one space of wall: small, gone at the first hit, without a roll
        let mut play = scene(kind, "..#... ......")
            .of_2017()
            .figure(1, "a", "troop, distance", "A1")
            .figure(2, "b", "troop", "F2")
            .rule("facing = false")
            .step("shoot")
            .begin(&[5]);
        let wall = play.space("C1");
        play.act(How::Shoot, "a", Target::Space(wall));
        assert_eq!(play.game.board().terrain(wall).name, "rubble");
        play.spent();
        // three spaces of one building: medium, gone at the third
        let mut play = scene(kind, "..KKK. ......")
            .of_2017()
            .figure(1, "a", "troop, distance", "A1")
            .figure(1, "c", "troop, distance", "B1")
            .figure(1, "d", "troop, distance", "B2")
            .figure(2, "b", "troop", "F2")
            .rule("facing = false")
            .step("shoot")
            .begin(&[5]);
        let keep = play.space("C1");
        play.act(How::Shoot, "a", Target::Space(keep));
        play.dice(&[6]).act(How::Shoot, "c", Target::Space(keep));
        assert_eq!(play.game.board().terrain(keep).name, "keep");
        play.dice(&[5]).act(How::Shoot, "d", Target::Space(keep));
        for space in [keep, play.space("D1"), play.space("E1")] {
            assert_eq!(play.game.board().terrain(space).name, "rubble");
        }
        play.spent();
    }
}

#[test]
fn e3_odds_of_a_building_wear_it_down() {
    let play = drawing(GridKind::Square, "........ ........")
        .figure(1, "a", "troop, distance", "A1 E")
        .figure(2, "fort", "building, medium, heavy armour", "F1")
        .figure(2, "hut", "building, small, light armour", "D2")
        .step("shoot")
        .begin(&[]);
    let odds = |at: &str| -> Odds {
        let (who, at) = (play.fig("a"), Target::Figure(play.fig(at)));
        let stand = play.game.stand(who);
        play.game
            .odds(&Act::new(who, stand, How::Shoot, at, Sight::Clear))
    };
    let fort = odds("fort");
    assert_eq!(fort.defeat, Ratio::new(0, 1));
    assert_eq!(
        (fort.wound, fort.part),
        (Ratio::new(1, 9), Ratio::new(1, 3))
    );
    assert_eq!(odds("hut").defeat, Ratio::new(2, 9));
    // as the dice have it
    for (name, what, p) in [
        ("fort", "wounded", Ratio::new(1, 9)),
        ("hut", "defeated", Ratio::new(2, 9)),
    ] {
        let (who, at) = (play.fig("a"), Target::Figure(play.fig(name)));
        let all = play.game.outcomes(who, How::Shoot, at, Default::default());
        let found = all.iter().find(|(words, _)| words.contains(what)).unwrap();
        assert_eq!(found.1, p, "{name}: {all:?}");
    }
}

// ---- forces (E4) ----

fn force(figures: &str) -> Result<Vec<String>, String> {
    let text =
        format!("format = \"skirmish-force/1\"\nruleset = \"vsgmr2017\"\nname = \"F\"\n{figures}");
    match Rules::Vsgmr2017.force(&Source::new("f.toml", text), None) {
        Ok(force) => Ok(force.findings.into_iter().map(|f| f.what).collect()),
        Err(fault) => Err(fault.to_string()),
    }
}

fn figure(name: &str, count: u32, words: &str) -> String {
    format!("[[figure]]\nname = \"{name}\"\ncount = {count}\nis = \"{words}\"\n")
}

#[test]
fn e4_a_force_has_one_hero() {
    let troops = figure("t", 4, "troop");
    let one = force(&format!("{}{troops}", figure("h", 1, "hero")));
    assert_eq!(one, Ok(vec![]));
    let none = force(&troops).unwrap();
    assert_eq!(none, ["the force has no hero"]);
    let two = force(&format!(
        "{}{}{troops}",
        figure("h", 1, "hero"),
        figure("g", 1, "distance, hero")
    ));
    assert_eq!(
        two,
        Err("f.toml:11:17: too many heroes: these rules allow 1 in a force".into())
    );
}

#[test]
fn e4_four_to_ten_figures_and_as_many_as_the_others_are_only_advised() {
    let counted = |n: u32| {
        let hero = figure("h", 1, "hero");
        force(&format!("{hero}{}", figure("t", n - 1, "troop"))).unwrap()
    };
    assert_eq!(counted(3), ["the force has 3 figures; 4 to 10 are usual"]);
    assert_eq!((counted(4), counted(10)), (vec![], vec![]));
    assert_eq!(counted(11), ["the force has 11 figures; 4 to 10 are usual"]);
    let play = drawing(GridKind::Square, "........ ........")
        .figure(1, "a", "hero", "A1")
        .figure(1, "c", "troop", "A2")
        .figure(2, "b", "hero", "H1")
        .step("move")
        .begin(&[]);
    let found = play.game.findings();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].severity, Severity::Warning);
    assert_eq!(
        found[0].what,
        "the number of figures differs: 1 here, Side 1 has 2"
    );
}

#[test]
fn e4_no_points_commanders_mooks_traits_or_powers() {
    for (words, wrong) in [
        (
            "mook",
            "these rules have no mooks; use troop, or set mooks = true in the rules",
        ),
        (
            "hero, commander",
            "these rules have no commanders; remove the word, or set commanders = true in the rules",
        ),
    ] {
        let fault = force(&figure("x", 1, words)).unwrap_err();
        assert!(fault.ends_with(wrong), "{fault}");
    }
    let idle = force(&figure("x", 1, "hero, Flight, Super-Fight minor")).unwrap();
    assert_eq!(idle.len(), 3, "{idle:?}");
    // each figure scores one, whatever it is
    for words in ["troop", "hero, heavy armour", "vehicle, distance"] {
        let mut play = drawing(GridKind::Square, "........ ........")
            .figure(1, "a", "troop", "B1")
            .figure(2, "b", words, "C1")
            .figure(2, "c", "troop", "H2")
            .step("fight")
            .begin(&[]);
        let armoured = words.contains("armour");
        play.dice(if armoured { &[4, 1] } else { &[4] });
        play.fight("a", "b");
        assert_eq!(play.game.scores(), crate::halves([2, 0]), "{words}");
    }
    // no armour comes free, and buildings are of this edition alone
    let config = Config::of(Edition::Of2017);
    let text = "format = \"skirmish-force/1\"\nruleset = \"vsgmr2017\"\nname = \"F\"\n\
                [[figure]]\nname = \"t\"\nis = \"vehicle\"\n";
    let read = force::read(&Source::new("f", text), &config).unwrap();
    assert_eq!(
        read.figures[0].unit.armour,
        skirmish::rules::vsgmr::unit::Armour::None
    );
    let old = text
        .replace("vsgmr2017", "vsgmr")
        .replace("vehicle", "building");
    assert!(Rules::Vsgmr.force(&Source::new("f", old), None).is_err());
}

#[test]
fn e4_every_toggle_can_be_switched_back() {
    let rules = Source::new(
        "r",
        "format = \"skirmish-rules/1\"\nruleset = \"vsgmr2017\"\ntraits = true\nheroes = 0\n",
    );
    let config = Rules::Vsgmr2017.config(Some(&rules)).unwrap();
    // what is not said stays as the edition has it
    assert_eq!(
        (&config["traits"], &config["mooks"], &config["heroes"]),
        (&true.into(), &false.into(), &0.into())
    );
    assert_eq!(config["vehicle_move_28mm"], 18);
    let grid = Rules::Vsgmr.config(None).unwrap();
    assert_eq!(grid["vehicle_move_28mm"], 12);
    assert!(Rules::Vsgmr.config(Some(&rules)).is_err());
}

#[test]
fn e4_sample_forces_have_eight_figures_one_hero_and_often_buildings() {
    let forces = Rules::Vsgmr2017.forces();
    let mut built = 0;
    for (stem, text) in forces {
        let force = Rules::Vsgmr2017
            .force(&Source::new(*stem, *text), None)
            .unwrap();
        assert!(force.findings.is_empty(), "{stem}: {:?}", force.findings);
        assert_eq!(force.figures.len(), 8, "{stem}");
        let of = |kind: &str| {
            let words = force.figures.iter().map(|f| &f.words);
            words.filter(|words| words.starts_with(kind)).count()
        };
        assert_eq!(of("hero"), 1, "{stem}");
        built += usize::from(of("building") > 0);
    }
    assert!(forces.len() >= 6 && built >= 4);
}

// ---- terrain placed by hand (E5) ----
