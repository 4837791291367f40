//! Transport, boats, fire from off the map, odds, and the rules file (D9).

use super::*;

#[test]
fn d9_a_lost_vehicle_lets_its_load_out() {
    for kind in KINDS {
        let sides: [&[&str]; 2] = [
            &["support, rocket launcher @ H5"],
            &["APC @ P5", "rifleman > 1", "rifleman > 1", "rifleman @ A1"],
        ];
        let mut fight = Fight::new(kind, &sides, &[4, 1, 8, 8]);
        let why = fight.refused(&fight.strike("1.1", How::Blast, "2.2"));
        assert!(why.contains("aboard 2.1"), "{why}");
        fight.attack("1.1", How::Blast, "2.1");
        fight.spent();
        assert!(!fight.lives("2.1") && fight.lives("2.2") && fight.lives("2.3"));
        assert_eq!(fight.game.aboard(fight.fig("2.2")), None);
        assert_ne!(fight.at("2.2"), fight.at("2.3"));
    }
}

#[test]
fn d9_boats_sail_and_infantry_wades() {
    let rows = "
....wwww..........
....wwww..........
....wwww..........
....~~~~..........
....~~~~..........";
    for kind in KINDS {
        let board = drawn::board(kind, rows, &[]);
        let sides: [&[&str]; 2] = [
            &["squad boat @ E1", "rifleman @ C4", "rifleman > 1"],
            &["rifleman @ R5"],
        ];
        let mut fight = Fight::on(board, &sides, "", &[]);
        assert!(fight.game.check(&fight.step("1.1", "E4")).is_ok());
        let why = fight.refused(&fight.step("1.1", "H1"));
        assert!(why.contains("cannot stand"), "{why}");
        assert!(fight.game.check(&fight.step("1.2", "E4")).is_ok());
        let why = fight.refused(&fight.step("1.2", "E3"));
        assert!(why.contains("cannot stand"), "{why}");
        fight.go("1.1", "G1");
        fight.done();
        fight.done();
        // Only the far bank is beside the boat.
        let exits = fight.game.answers();
        let to = exits.iter().find_map(|a| match a {
            Answer::Move { who, to } if *who == fight.fig("1.3") => Some(*to),
            _ => None,
        });
        let grid = *fight.game.board().grid();
        assert!(grid.column(to.expect("a bank")) == 8);
    }
    // Nobody aboard of anything, and no water.
    let board = drawn::board(GridKind::Square, FIELD, &[]);
    let mut brief = brief(board, &[&["squad boat"], &["rifleman"]], None);
    brief.deploy = Some(Deploy::Auto);
    let fault = Rules::D8.begin(brief).expect_err("no water").to_string();
    assert!(fault.contains("the map has no water"), "{fault}");
}

#[test]
fn d9_those_aboard_of_a_boat_attack_but_not_those_in_an_apc() {
    let water = drawn::board(GridKind::HexFlat, "wwww......\nwwww......\n..........", &[]);
    let sides: [&[&str]; 2] = [&["squad boat @ A1", "rifleman > 1"], &["rifleman @ J1"]];
    let fight = Fight::on(water, &sides, "", &[]);
    assert!(
        fight
            .game
            .check(&fight.strike("1.2", How::Attack, "2.1"))
            .is_ok()
    );
    assert!(
        fight
            .game
            .check(&fight.strike("1.1", How::Burst, "2.1"))
            .is_ok()
    );
    assert!(
        fight
            .game
            .check(&fight.strike("1.1", How::Attack, "2.1"))
            .is_ok()
    );
    let sides: [&[&str]; 2] = [&["APC @ A1", "rifleman > 1"], &["rifleman @ J1"]];
    let fight = Fight::new(GridKind::HexFlat, &sides, &[]);
    let why = fight.refused(&fight.strike("1.2", How::Attack, "2.1"));
    assert!(why.contains("units aboard it cannot attack"), "{why}");
}

#[test]
fn d9_agility_is_useless_aboard() {
    let sides: [&[&str]; 2] = [
        &["APC @ C3", "hero, agility 2 > 1"],
        &["support, rocket launcher @ M3"],
    ];
    let fight = Fight::new(GridKind::Square, &sides, &[]);
    let mut reach = Reach::default();
    assert!(
        !fight.game.reach(fight.fig("1.2"), &mut reach),
        "it does not move by itself"
    );
    assert!(fight.game.reach(fight.fig("1.1"), &mut reach));
    let most = reach.ends().iter().map(|(_, cost)| *cost).max();
    assert_eq!(most, Some(12), "nor faster with it");
    // Nobody aims at those aboard, so there is nothing to dodge.
    let mut trial = fight.game.clone();
    trial.answer(&Answer::Done, &mut ()).unwrap();
    let (who, how) = (fight.fig("2.1"), How::Blast);
    let at = fight.target("1.2");
    assert!(trial.check(&Answer::Strike { who, how, at }).is_err());
}

#[test]
fn d9_a_squad_boat_has_one_heavy_mount_and_two_light_ones() {
    let read = |words: &str| {
        Rules::D8
            .force(&force(&[words]), None)
            .map_err(|f| f.to_string())
    };
    assert!(read("squad boat, rocket launcher, combat rifle, full auto").is_ok());
    let two = read("squad boat, rocket launcher, sniper rifle").expect_err("two heavy");
    assert!(two.contains("at most 1 heavy weapons"), "{two}");
    let four = "squad boat, rocket launcher, combat rifle, full auto, semi auto";
    let four = read(four).expect_err("four");
    assert!(four.contains("at most 3 weapons"), "{four}");
}

#[test]
fn d9_helicopters_move_as_land_vehicles_do() {
    for (config, over) in [("", false), ("helicopters_fly = true", true)] {
        let rows = "..#.......\n..#.......";
        let board = drawn::board(GridKind::Square, rows, &[]);
        let sides: [&[&str]; 2] = [&["helicopter @ A1"], &["rifleman @ J1"]];
        let fight = Fight::on(board, &sides, config, &[]);
        assert_eq!(
            fight.game.check(&fight.step("1.1", "D1")).is_ok(),
            over,
            "{config}"
        );
    }
}

#[test]
fn d9_a_crew_may_be_needed() {
    let sides: [&[&str]; 2] = [&["APC @ C3", "rifleman @ E3"], &["rifleman @ J9"]];
    let board = drawn::board(GridKind::Square, FIELD, &[]);
    let config = "[kind.apc]\ncrew = 1";
    let mut fight = Fight::on(board, &sides, config, &[]);
    let why = fight.refused(&fight.strike("1.1", How::Burst, "2.1"));
    assert!(why.contains("needs a crew of 1 aboard"), "{why}");
    let why = fight.refused(&fight.step("1.1", "C4"));
    assert!(why.contains("cannot move"), "{why}");
    fight.done();
    fight.done();
    fight.go("1.2", "C3");
    fight.done();
    fight.dice = Script::new([5, 4]);
    fight.roll();
    assert!(fight.game.check(&fight.step("1.1", "C4")).is_ok());
}

#[test]
fn d9_planes_and_battleships_fire_from_off_the_map() {
    for kind in KINDS {
        let sides: [&[&str]; 2] = [
            &[
                "rifleman @ A1",
                "battleship",
                "plane",
                "plane, heavy machine gun",
            ],
            &["rifleman @ P5", "rifleman @ P7", "tank @ AF9"],
        ];
        // A salvo of three: hit (defence fails), then two misses far away.
        let mut fight = Fight::new(kind, &sides, &[6, 1, 1, 1, 8, 1, 1, 8]);
        let (ship, plane) = (fight.fig("1.2"), fight.fig("1.3"));
        let guns = fight.fig("1.4");
        assert_eq!(fight.game.off_board_figures(Side(0)), [ship, plane, guns]);
        assert_eq!(fight.game.place(ship), Place::Reserve);
        let why = fight.refused(&fight.step("1.2", "A2"));
        assert!(why.contains("cannot move"), "{why}");
        fight.attack("1.2", How::Blast, "2.1");
        fight.spent();
        assert!(!fight.lives("2.1"));
        let why = fight.refused(&fight.strike("1.2", How::Blast, "2.2"));
        assert!(why.contains("back in round 2"), "{why}");
        // A plane has machine guns or rockets; without a carrier it misses a round.
        let burst = |who| fight.game.check(&fight.strike(who, How::Burst, "2.2"));
        assert!(burst("1.4").is_ok() && burst("1.3").is_err());
        fight.dice = Script::new([8]);
        fight.attack("1.3", How::Blast, "2.3");
        assert!(!fight.lives("2.3"));
        fight.done();
        fight.dice = Script::new([5, 4]);
        fight.roll();
        assert_eq!(fight.game.status().round, 2);
        let why = fight.refused(&fight.strike("1.3", How::Blast, "2.2"));
        assert!(why.contains("back in round 3"), "{why}");
        assert!(
            fight
                .game
                .check(&fight.strike("1.2", How::Blast, "2.2"))
                .is_ok()
        );
    }
}

#[test]
fn d9_a_carrier_has_planes_back_at_once() {
    let sides: [&[&str]; 2] = [
        &["rifleman @ A3", "plane", "carrier @ A1"],
        &["rifleman @ P3", "rifleman @ R3"],
    ];
    let sea = "wwww..............\nwwww..............\n..................";
    let sea = drawn::board(GridKind::Square, sea, &[]);
    let mut fight = Fight::on(sea, &sides, "", &[8]);
    fight.attack("1.2", How::Blast, "2.1");
    fight.done();
    fight.done();
    fight.dice = Script::new([5, 4]);
    fight.roll();
    assert!(
        fight
            .game
            .check(&fight.strike("1.2", How::Blast, "2.2"))
            .is_ok()
    );
    assert!(
        fight.game.modes(fight.fig("1.3"), true).is_empty(),
        "unarmed"
    );
}

#[test]
fn d9_submarines_hunt_ships_and_destroyers_hunt_submarines() {
    let sea = "
wwwwwwwwwwww......
wwwwwwwwwwww......
wwwwwwwwwwww......";
    for kind in KINDS {
        let board = drawn::board(kind, sea, &[]);
        let sides: [&[&str]; 2] = [
            &["submarine @ A1", "rifleman @ P3"],
            &["destroyer @ G1", "tank @ M1", "rifleman @ P1"],
        ];
        let mut fight = Fight::on(board, &sides, "", &[4, 1]);
        let why = fight.refused(&fight.strike("1.1", How::Blast, "2.2"));
        assert!(why.contains("none of its weapons"), "{why}");
        let mut trial = fight.game.clone();
        trial.answer(&Answer::Done, &mut ()).unwrap();
        let at = |how, at: &str| {
            let (who, at) = (fight.fig("2.1"), fight.target(at));
            trial.check(&Answer::Strike { who, how, at })
        };
        assert!(at(How::Blast, "1.1").is_ok(), "depth charges");
        assert!(
            at(How::Burst, "1.1")
                .unwrap_err()
                .to_string()
                .contains("under water")
        );
        assert!(at(How::Blast, "1.2").is_err());
        assert!(at(How::Burst, "1.2").is_ok());
        fight.attack("1.1", How::Blast, "2.1");
        fight.spent();
        assert!(!fight.lives("2.1"));
    }
}

#[test]
fn every_number_is_a_key_of_the_rules_file() {
    let shown = Rules::D8.config(None).unwrap();
    let text = toml::to_string(&shown).unwrap();
    let read = D8::config(Some(&Source::new("rules.toml", text))).unwrap();
    assert_eq!(read, Config::default());
    let one = rules("[weapon.sniper-rifle]\nbonus = 3\n[kind.tank]\narmour = 1");
    let read = D8::config(one.as_ref()).unwrap();
    let weapon = skirmish::rules::d8::unit::Weapon::SniperRifle;
    assert_eq!(read.weapon(weapon).bonus, 3);
    assert!(read.weapon(weapon).heavy);
    for wrong in [
        "[weapon.sling]\nbonus = 1",
        "[weapon.artillery]\nrange = 3",
        "[weapon.artillery]\nshots = 0",
        "[kind.tank]\nsize = 4",
        "spin = 1",
    ] {
        assert!(D8::config(rules(wrong).as_ref()).is_err(), "{wrong}");
    }
}

#[test]
fn the_sample_forces_cost_what_they_say() {
    for (stem, text) in Rules::D8.forces() {
        let force = Rules::D8
            .force(&Source::new(*stem, *text), None)
            .expect(stem);
        assert_eq!(force.points, HalfPoints(60), "{stem}");
        assert!(force.findings.is_empty(), "{stem}: {:?}", force.findings);
    }
}

#[test]
fn enemies_threaten_by_whose_turn_is_next() {
    let sides: [&[&str]; 2] = [&["rifleman @ C5"], &["rifleman @ H5"]];
    let mut fight = Fight::new(GridKind::Square, &sides, &[]);
    let menace = |f: &Fight| f.game.menace(f.fig("2.1"), f.fig("1.1"));
    assert_eq!(menace(&fight), Menace::Moving);
    fight.done();
    assert_eq!(
        fight.game.menace(fight.fig("1.1"), fight.fig("2.1")),
        Menace::Standing
    );
    let list = fight.game.outcomes(
        fight.fig("2.1"),
        How::Attack,
        fight.target("1.1"),
        Policy::default(),
    );
    let all: Ratio = list.iter().map(|(_, p)| *p).sum();
    assert_eq!(all, Ratio::from_integer(1));
}

/// What an opponent answers, with its reasons.
fn thought(fight: &Fight, name: &str) -> skirmish::ai::Thought {
    let side = fight.side();
    let mut agent = skirmish::ai::agent(name, 1, side).unwrap();
    agent.decide(&skirmish::ai::View::new(&fight.game, side), 1)
}

#[test]
fn d1_computers_ride_while_it_is_far_and_get_off_where_they_shoot() {
    let rules = "[kind.tank]\narms = 2\nheavy = 2\narmour = 3\n[kind.apc]\narmour = 2";
    for kind in KINDS {
        for (enemy, riding) in [("rifleman @ AG4", true), ("rifleman @ I4", false)] {
            let sides: [&[&str]; 2] = [
                &["APC @ C4", "rifleman, semi auto @ C3"],
                &[enemy, "tank, rocket launcher, heavy machine gun @ AG9"],
            ];
            let mut fight = Fight::on(drawn::board(kind, FIELD, &[]), &sides, rules, &[]);
            fight.done();
            fight.done();
            let on = fight.step("1.2", "C4");
            assert!(fight.game.check(&on).is_ok(), "{kind:?}");
            for name in ["utility", "utility:2", "bold"] {
                let thought = thought(&fight, name);
                let boards = matches!(thought.answer, Answer::Move { .. });
                assert_eq!(boards, riding, "{kind:?} {name}: {thought:?}");
                assert!(thought.why.is_some());
            }
            let preset = fight.game.preset();
            assert_eq!(matches!(preset, Answer::Move { .. }), riding, "{kind:?}");
            // Who is aboard stays there, or gets off.
            let sides: [&[&str]; 2] = [
                &["APC @ C4", "rifleman, semi auto > 1"],
                &[enemy, "tank, rocket launcher, heavy machine gun @ AG9"],
            ];
            let mut fight = Fight::on(drawn::board(kind, FIELD, &[]), &sides, rules, &[]);
            fight.done();
            fight.done();
            let thought = thought(&fight, "utility");
            let leaves = matches!(thought.answer, Answer::Move { .. });
            assert_eq!(leaves, !riding, "{kind:?}: {thought:?}");
        }
    }
}

#[test]
fn d9_computers_reckon_with_fire_from_off_the_map() {
    let menace = |sides: [&[&str]; 2]| {
        let fight = Fight::new(GridKind::Square, &sides, &[]);
        fight.game.menace(fight.fig("2.2"), fight.fig("1.1"))
    };
    assert_eq!(
        menace([&["rifleman @ C4"], &["rifleman @ AG4", "battleship"]]),
        Menace::Moving
    );
    assert_eq!(
        menace([&["rifleman @ C4"], &["rifleman @ AG4", "plane"]]),
        Menace::Moving
    );
}
