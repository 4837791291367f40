//! What was corrected after the text was read once more (D1, D5, D8, D9), and the keys that give the
//! older readings.

use super::*;

/// Open water with a strip of land on the far side.
const SEA: &str = "
wwwwwwwwwwwwwwwwwwwwwwww..
wwwwwwwwwwwwwwwwwwwwwwww..
wwwwwwwwwwwwwwwwwwwwwwww..
wwwwwwwwwwwwwwwwwwwwwwww..
wwwwwwwwwwwwwwwwwwwwwwww..
wwwwwwwwwwwwwwwwwwwwwwww..";

fn at_sea(kind: GridKind, sides: &[&[&str]], config: &str, dice: &[u8]) -> Fight {
    Fight::on(drawn::board(kind, SEA, &[]), sides, config, dice)
}

fn rolls(fight: &Fight, purpose: Purpose) -> usize {
    let is = |e: &&Event| matches!(e, Event::Rolled(r) if r.purpose == purpose);
    fight.log.iter().filter(is).count()
}

#[test]
fn d1_changed_free_actions_have_no_limit() {
    for kind in KINDS {
        let sides: [&[&str]; 2] = [
            &["APC @ G3", "rifleman > 1", "APC @ J3"],
            &["rifleman @ AH9"],
        ];
        let play = |config: &str| {
            let mut fight = Fight::on(drawn::board(kind, FIELD, &[]), &sides, config, &[]);
            fight.done();
            fight.done();
            fight.go("1.2", "I3");
            fight
        };
        let mut fight = play("");
        fight.go("1.2", "J3");
        let second = Some(fight.fig("1.3"));
        assert_eq!(fight.game.aboard(fight.fig("1.2")), second, "{kind:?}");
        // It may get off again, but not on what it has been on before: so the actions end.
        fight.go("1.2", "I3");
        let why = fight.refused(&fight.step("1.2", "J3"));
        assert!(why.contains("no vehicle with a free seat"), "{why}");
        assert!(fight.game.check(&fight.step("1.2", "G3")).is_ok());
        fight.done();
        assert_eq!(fight.game.status().round, 2);
        // The older reading: once a round. Nobody has anything left to do then.
        let fight = play("free_actions = \"once\"");
        assert_eq!(fight.game.status().round, 2, "{kind:?}");
    }
}

#[test]
fn d1_changed_an_action_fires_one_weapon() {
    let sides: [&[&str]; 2] = [
        &["squad boat, heavy machine gun, combat rifle, full auto @ A1"],
        &["rifleman @ H1", "rifleman @ Y6"],
    ];
    let sea = SEA.replacen("wwwwwwwwwwwwwwwwwwwwwwww", "wwwwwww.wwwwwwwwwwwwwwww", 1);
    for (config, shots) in [("", 1), ("one_weapon = false", 2)] {
        let board = drawn::board(GridKind::Square, &sea, &[]);
        let mut fight = Fight::on(board, &sides, config, &[2, 2]);
        fight.attack("1.1", How::Attack, "2.1");
        assert_eq!(rolls(&fight, Purpose::Attack), shots, "{config}");
    }
    // Two of one name are a twin mount, and fire together.
    let twin: [&[&str]; 2] = [
        &["squad boat, full auto, full auto @ A1"],
        &["rifleman @ H1", "rifleman @ Y6"],
    ];
    let board = drawn::board(GridKind::Square, &sea, &[]);
    let mut fight = Fight::on(board, &twin, "", &[2, 2]);
    fight.attack("1.1", How::Attack, "2.1");
    assert_eq!(rolls(&fight, Purpose::Attack), 2);
}

#[test]
fn d5_changed_weapons_against_infantry_do_nothing_to_vehicles_unless_critical() {
    for kind in KINDS {
        let tank = ["tank @ H5", "rifleman @ A1"];
        // A hit is not even defended; a critical one defeats.
        let guns: [&[&str]; 2] = [&["support, heavy machine gun @ C5"], &tank];
        let mut fight = Fight::new(kind, &guns, &[7, 7, 7, 7, 7]);
        fight.attack("1.1", How::Burst, "2.1");
        fight.spent();
        assert!(fight.lives("2.1"), "{kind:?}: five hits");
        let mut fight = Fight::new(kind, &guns, &[8]);
        fight.attack("1.1", How::Burst, "2.1");
        assert!(!fight.lives("2.1"), "{kind:?}: a critical first shot");
        let grenades: [&[&str]; 2] = [&["grenadier @ C5"], &tank];
        let mut fight = Fight::new(kind, &grenades, &[7]);
        fight.attack("1.1", How::Blast, "2.1");
        assert!(fight.lives("2.1"), "{kind:?}: a grenade");
        let rockets: [&[&str]; 2] = [&["support, rocket launcher @ C5"], &tank];
        let mut fight = Fight::new(kind, &rockets, &[7, 4]);
        fight.attack("1.1", How::Blast, "2.1");
        assert!(!fight.lives("2.1"), "{kind:?}: a rocket");
    }
}

#[test]
fn d5_changed_of_a_burst_only_the_first_die_can_be_critical_against_a_vehicle() {
    for gun in ["light machine gun", "heavy machine gun"] {
        let me = format!("support, {gun} @ C5");
        let sides: [&[&str]; 2] = [&[&me], &["tank @ H5", "rifleman @ A1"]];
        let fire = |config: &str, dice: &[u8]| {
            let board = drawn::board(GridKind::Square, FIELD, &[]);
            let mut fight = Fight::on(board, &sides, config, dice);
            fight.attack("1.1", How::Burst, "2.1");
            fight
        };
        let fight = fire("", &[7, 8, 8, 8, 8]);
        fight.spent();
        assert!(fight.lives("2.1"), "{gun}");
        let fight = fire("burst_criticals = \"each\"", &[7, 8]);
        assert!(!fight.lives("2.1"), "{gun}");
        // Against infantry each shot can be.
        let sides: [&[&str]; 2] = [&[&me], &["hero, armour 2 @ H5", "rifleman @ A1"]];
        let mut fight = Fight::new(GridKind::Square, &sides, &[7, 8, 8]);
        fight.attack("1.1", How::Burst, "2.1");
        assert!(!fight.lives("2.1"), "{gun}");
    }
}

#[test]
fn d8_changed_the_light_machine_gun_is_a_small_arm() {
    for kind in KINDS {
        let sides: [&[&str]; 2] = [
            &["support @ C5"],
            &["hero @ H5", "rifleman @ H6", "rifleman @ AH10"],
        ];
        // Misses go nowhere, hits are defended one by one, and two wounds defeat a hero.
        let mut fight = Fight::new(kind, &sides, &[2, 4, 8, 5, 1, 3, 6, 2]);
        fight.attack("1.1", How::Burst, "2.1");
        fight.spent();
        assert!(!fight.lives("2.1") && fight.lives("2.2"), "{kind:?}");
        assert_eq!(rolls(&fight, Purpose::Scatter), 0);
        let board = drawn::board(kind, FIELD, &[]);
        let config = "light_mg = \"machine_gun\"";
        let mut fight = Fight::on(board, &sides, config, &[4, 1]);
        fight.attack("1.1", How::Burst, "2.1");
        assert!(
            !fight.lives("2.1"),
            "{kind:?}: a direct hit of a machine gun"
        );
    }
}

#[test]
fn d8_changed_a_burst_ends_with_its_gunner() {
    // The miss comes back to the gunner, whose defence fails.
    let sides: [&[&str]; 2] = [
        &["support, heavy machine gun @ C3", "rifleman @ A10"],
        &["rifleman @ D3", "rifleman @ AH9"],
    ];
    let fire = |config: &str| {
        let board = drawn::board(GridKind::Square, FIELD, &[]);
        let mut fight = Fight::on(board, &sides, config, &[1, 7, 1, 1]);
        fight.attack("1.1", How::Burst, "2.1");
        fight.spent();
        assert!(!fight.lives("1.1"));
        fight
    };
    let fight = fire("");
    assert!(
        matches!(fight.asked().1, Ask::Act { .. }),
        "nothing is fired"
    );
    let fight = fire("burst_ends = false");
    assert!(
        matches!(fight.asked().1, Ask::Roll { .. }),
        "four more shots"
    );
}

#[test]
fn d9_changed_who_is_aboard_of_a_lost_vehicle_rolls_for_it() {
    for kind in KINDS {
        let sides: [&[&str]; 2] = [
            &["support, rocket launcher @ H5"],
            &[
                "APC @ P5",
                "rifleman > 1",
                "rifleman > 1",
                "hero > 1",
                "rifleman @ A1",
            ],
        ];
        // The APC is hit; then one of two riflemen defends itself, and the hero is wounded.
        let mut fight = Fight::new(kind, &sides, &[8, 8, 7]);
        fight.attack("1.1", How::Blast, "2.1");
        fight.spent();
        let lives = ["2.1", "2.2", "2.3", "2.4"].map(|who| fight.lives(who));
        assert_eq!(lives, [false, true, false, true], "{kind:?}");
        assert_eq!(fight.game.shown(fight.fig("2.4")).health, Some((1, 2)));
        assert_eq!(
            fight.game.scores()[0],
            HalfPoints::whole(11),
            "the APC and a rifleman"
        );
        let board = drawn::board(kind, FIELD, &[]);
        let mut fight = Fight::on(board, &sides, "lost_load = \"unhurt\"", &[8]);
        fight.attack("1.1", How::Blast, "2.1");
        fight.spent();
        assert!(
            fight.lives("2.2") && fight.lives("2.3"),
            "{kind:?}: no roll"
        );
        assert_eq!(fight.game.shown(fight.fig("2.4")).health, Some((2, 2)));
    }
}

#[test]
fn d9_changed_nobody_drowns_without_a_roll() {
    for kind in KINDS {
        let sides: [&[&str]; 2] = [
            &["support, rocket launcher @ Y3", "rifleman @ Z6"],
            &[
                "squad boat @ H3",
                "rifleman > 1",
                "rifleman > 1",
                "destroyer @ A1",
            ],
        ];
        let mut fight = at_sea(kind, &sides, "", &[8, 8, 8]);
        fight.attack("1.1", How::Blast, "2.1");
        fight.spent();
        assert!(
            fight.lives("2.2") && fight.lives("2.3"),
            "{kind:?}: on the nearest land"
        );
        let column = |who: &str| {
            let grid = fight.game.board().grid();
            grid.column(fight.game.at(fight.fig(who)))
        };
        assert!(column("2.2") >= 24 && column("2.3") >= 24, "{kind:?}");
        let mut fight = at_sea(kind, &sides, "lost_load = \"unhurt\"", &[8]);
        fight.attack("1.1", How::Blast, "2.1");
        assert!(!fight.lives("2.2"), "{kind:?}: too far, so lost");
    }
}

#[test]
fn d9_changed_boats_start_from_a_carrier_that_can_be_sunk() {
    for kind in KINDS {
        let sides: [&[&str]; 2] = [
            &[
                "carrier @ C3",
                "squad boat > 1",
                "rifleman > 2",
                "rifleman @ Z1",
            ],
            &["submarine @ P3", "rifleman @ Z6"],
        ];
        let mut fight = at_sea(kind, &sides, "", &[]);
        let boat = fight.fig("1.2");
        assert_eq!(fight.game.aboard(boat), Some(fight.fig("1.1")), "{kind:?}");
        assert!(
            fight.game.modes(fight.fig("1.1"), true).is_empty(),
            "unarmed"
        );
        assert!(fight.game.facts(fight.fig("1.1")).may_move);
        let why = fight.refused(&fight.strike("1.2", How::Burst, "2.2"));
        assert!(why.contains("aboard"), "{why}");
        fight.done();
        fight.done();
        let exit = fight.game.answers().into_iter().find_map(|a| match a {
            Answer::Move { who, to } if who == boat => Some(to),
            _ => None,
        });
        let who = boat;
        let to = exit.expect("a berth");
        fight.answer(&Answer::Move { who, to });
        assert_eq!(fight.game.aboard(boat), None, "{kind:?}: it is launched");
        fight.done();
        fight.dice = Script::new([2, 5, 8]);
        fight.roll();
        // The submarine has the initiative and sinks the carrier.
        fight.attack("2.1", How::Blast, "1.1");
        assert!(!fight.lives("1.1") && fight.lives("1.2"), "{kind:?}");
    }
}

#[test]
fn d9_changed_battleships_and_planes_can_be_intercepted() {
    for kind in KINDS {
        let sides: [&[&str]; 2] = [
            &[
                "submarine @ C3",
                "destroyer, rocket launcher @ G3",
                "plane",
                "rifleman @ Z1",
            ],
            &["battleship", "plane", "rifleman @ Z6"],
        ];
        let fight = at_sea(kind, &sides, "", &[]);
        let can =
            |who: &str, how: How, at: &str| fight.game.check(&fight.strike(who, how, at)).is_ok();
        for who in ["1.1", "1.2", "1.3"] {
            assert!(can(who, How::Blast, "2.1"), "{kind:?} {who}");
        }
        assert!(
            can("1.3", How::Blast, "2.2"),
            "{kind:?}: plane against plane"
        );
        assert!(!can("1.2", How::Blast, "2.2") && !can("1.4", How::Attack, "2.1"));
        // At long range: 7 hits, 6 misses and goes nowhere. A battleship has armour 3.
        for (dice, sunk) in [
            (&[6][..], false),
            (&[7, 5], false),
            (&[7, 4], true),
            (&[8], true),
        ] {
            let mut fight = at_sea(kind, &sides, "", dice);
            fight.attack("1.1", How::Blast, "2.1");
            fight.spent();
            let gone = fight.game.place(fight.fig("2.1")) == Place::Gone;
            assert_eq!(gone, sunk, "{kind:?} {dice:?}");
            assert_eq!(rolls(&fight, Purpose::Scatter), 0);
        }
        let fight = at_sea(kind, &sides, "intercept = false", &[]);
        let why = fight.refused(&fight.strike("1.1", How::Blast, "2.1"));
        assert_eq!(why, "the target is not on the board");
        // What is told as odds is what happens.
        let fight = at_sea(kind, &sides, "", &[]);
        let (who, at) = (fight.fig("1.1"), fight.target("2.1"));
        let odds = fight
            .game
            .odds(&fight.game.act(who, How::Blast, at, Sight::Clear));
        let told = fight.game.outcomes(who, How::Blast, at, Policy::default());
        let sunk = told
            .iter()
            .find(|(what, _)| what == "defeated")
            .map(|(_, p)| *p);
        assert_eq!(Some(odds.defeat), sunk, "{kind:?}");
    }
}

#[test]
fn d9_changed_planes_and_helicopters_have_rockets_or_machine_guns() {
    let read = |words: &str| Rules::D8.force(&force(&[words, "rifleman"]), None);
    for words in [
        "plane",
        "plane, heavy machine gun",
        "helicopter, rockets",
        "helicopter, lmg",
    ] {
        assert!(read(words).is_ok(), "{words}");
    }
    for words in [
        "plane, rockets, heavy machine gun",
        "helicopter, rockets, lmg",
    ] {
        let fault = read(words).expect_err(words).to_string();
        assert!(fault.contains("at most 1 weapons"), "{fault}");
    }
}
