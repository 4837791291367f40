//! Actions, movement, costs, the end (D1, D2, D7, D10).

use super::*;

#[test]
fn d1_a_player_has_two_actions_in_order_of_initiative() {
    for kind in KINDS {
        let sides: [&[&str]; 3] = [
            &["rifleman @ A1", "rifleman @ A3"],
            &["rifleman @ H8"],
            &["rifleman @ P8"],
        ];
        // Sides 2 and 3 are level at first; side 3 rolls higher then.
        let mut brief = brief(drawn::board(kind, FIELD, &[]), &sides, None);
        brief.start = Start::default();
        let game = Rules::D8.begin(brief).unwrap();
        let mut fight = Fight {
            game,
            dice: Script::new([2, 5, 5, 3, 6]),
            log: Vec::new(),
        };
        fight.roll();
        for side in [2, 1, 0] {
            assert_eq!(fight.side(), Side(side));
            let (who, to) = [("1.1", "A2"), ("2.1", "H9"), ("3.1", "P9")][usize::from(side)];
            fight.go(who, to);
            assert_eq!(fight.side(), Side(side), "two actions");
            fight.answer(&Answer::Done);
        }
        fight.spent();
        assert!(matches!(
            fight.asked().1,
            Ask::Roll {
                purpose: Purpose::Initiative,
                ..
            }
        ));
        assert_eq!(fight.game.status().round, 2);
    }
}

#[test]
fn d1_one_unit_may_use_both_actions_or_two_one_each() {
    let sides: [&[&str]; 2] = [&["rifleman @ A1", "rifleman @ A3"], &["rifleman @ Z1"]];
    let mut fight = Fight::new(GridKind::Square, &sides, &[]);
    fight.go("1.1", "E1");
    fight.go("1.1", "I1");
    assert_eq!(fight.side(), Side(1));
    let mut fight = Fight::new(GridKind::Square, &sides, &[]);
    fight.go("1.1", "E1");
    fight.go("1.2", "E3");
    assert_eq!(fight.side(), Side(1));
}

#[test]
fn d1_actions_may_be_each_units_own() {
    let sides: [&[&str]; 2] = [&["rifleman @ A1", "rifleman @ A3"], &["rifleman @ Z1"]];
    let board = drawn::board(GridKind::Square, FIELD, &[]);
    let mut fight = Fight::on(board, &sides, "actions_per = \"unit\"", &[]);
    for (who, to) in [("1.1", "E1"), ("1.1", "I1")] {
        fight.go(who, to);
    }
    let why = fight.refused(&fight.step("1.1", "J1"));
    assert!(why.contains("no actions left"), "{why}");
    fight.go("1.2", "E3");
    fight.go("1.2", "I3");
    assert_eq!(fight.side(), Side(1));
}

#[test]
fn d1_free_actions_get_units_on_and_off_vehicles() {
    for kind in KINDS {
        let sides: [&[&str]; 2] = [
            &["APC @ C3", "rifleman > 1", "rifleman @ E3"],
            &["rifleman @ AA9"],
        ];
        let mut fight = Fight::new(kind, &sides, &[]);
        assert_eq!(fight.game.aboard(fight.fig("1.2")), Some(fight.fig("1.1")));
        let why = fight.refused(&fight.step("1.2", "C5"));
        assert!(why.contains("free actions"), "{why}");
        fight.done();
        fight.done();
        assert_eq!(fight.game.status().step, "free actions");
        assert_eq!(fight.side(), Side(0));
        fight.go("1.3", "C3");
        assert_eq!(fight.game.aboard(fight.fig("1.3")), Some(fight.fig("1.1")));
        let out = fight.game.answers();
        let exit = out
            .iter()
            .find(|a| matches!(a, Answer::Move { .. }))
            .unwrap();
        fight.answer(&exit.clone());
        assert_eq!(fight.game.aboard(fight.fig("1.2")), None);
        fight.done();
        assert_eq!(fight.game.status().round, 2);
        assert!(fight.log.iter().any(|e| matches!(e, Event::Boarded { .. })));
        assert!(
            fight
                .log
                .iter()
                .any(|e| matches!(e, Event::Alighted { .. }))
        );
    }
}

#[test]
fn d2_movement_points_are_ten_centimetres_each() {
    let config = Config::default();
    assert_eq!(config.point_of(Scale::Mm28), 4);
    for kind in KINDS {
        let sides: [&[&str]; 2] = [
            &[
                "rifleman @ A1",
                "hero, agility 2 @ A4",
                "tank @ A8",
                "hero @ A6",
            ],
            &["rifleman @ AH10"],
        ];
        let fight = Fight::new(kind, &sides, &[]);
        for (who, far) in [("1.1", 4), ("1.2", 12), ("1.3", 12), ("1.4", 4)] {
            let mut reach = Reach::default();
            assert!(fight.game.reach(fight.fig(who), &mut reach));
            let most = reach.ends().iter().map(|(_, cost)| *cost).max();
            assert_eq!(most, Some(far), "{who}");
        }
    }
    // Rough ground costs double.
    let board = drawn::board(GridKind::Square, "...:::::..........", &[]);
    let sides: [&[&str]; 2] = [&["rifleman @ C1"], &["rifleman @ R1"]];
    let fight = Fight::on(board, &sides, "", &[]);
    assert!(fight.game.check(&fight.step("1.1", "E1")).is_ok());
    let why = fight.refused(&fight.step("1.1", "F1"));
    assert!(why.contains("can move only 4"), "{why}");
}

#[test]
fn d2_going_up_or_down_costs_double() {
    for kind in KINDS {
        let board = drawn::board(kind, "001100..........", &[]);
        let sides: [&[&str]; 2] = [&["rifleman @ A1"], &["rifleman @ P1"]];
        let fight = Fight::on(board, &sides, "", &[]);
        let mut reach = Reach::default();
        assert!(fight.game.reach(fight.fig("1.1"), &mut reach));
        let cost = |at: &str| reach.cost(drawn::space(fight.game.board(), at));
        assert_eq!(
            (cost("B1"), cost("C1"), cost("D1")),
            (Some(1), Some(3), Some(4)),
            "{kind:?}"
        );
        assert_eq!(cost("E1"), None, "{kind:?}: down again");
    }
}

#[test]
fn d2_a_move_may_bend() {
    for kind in KINDS {
        let board = drawn::board(kind, ".#........\n.#........\n..........", &[]);
        let sides: [&[&str]; 2] = [&["rifleman @ A2"], &["rifleman @ J3"]];
        let fight = Fight::on(board, &sides, "", &[]);
        assert!(
            fight.game.check(&fight.step("1.1", "C2")).is_ok(),
            "{kind:?}"
        );
    }
}

#[test]
fn d7_unequal_forces_are_a_warning() {
    let tank = ["tank @ C5"];
    let warned = |points: usize| {
        let units: Vec<String> = (1..=points).map(|n| format!("rifleman @ A{n}")).collect();
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let fight = Fight::new(GridKind::Square, &[&tank, &units], &[]);
        fight.game.findings().into_iter().next().map(|f| f.what)
    };
    assert_eq!(warned(5), None, "5 points apart");
    let told = warned(4).expect("6 points apart");
    assert_eq!(told, "the forces have between 4 and 10 points");
}

#[test]
fn d1_changed_a_skill_is_an_action_that_works_a_device() {
    use skirmish::battle::{DeviceSpec, Effect, HalfPoints};
    for kind in KINDS {
        let play = |face: u8| {
            let sides: [&[&str]; 2] = [
                &["rifleman @ A1", "hero @ A3", "tank @ D5"],
                &["rifleman @ AH9"],
            ];
            let board = drawn::board(kind, FIELD, &[]);
            let mut brief = brief(board, &sides, None);
            brief.devices.push(DeviceSpec {
                name: "the radio".into(),
                at: drawn::space(&brief.board, "A2"),
                effect: Effect::Score(HalfPoints(10)),
                from_air: false,
                skill: None,
                again: false,
                side: None,
                guard: None,
            });
            let game = Rules::D8.begin(brief).expect("devices are known");
            let (dice, log) = (Script::new([face]), Vec::new());
            Fight { game, dice, log }
        };
        for (who, need) in [("1.1", 4), ("1.2", 3)] {
            for face in 1..=8 {
                let mut fight = play(face);
                let (who, how, at) = (fight.fig(who), How::Skill, Target::Device(0));
                let act = fight.game.act(who, how, at, Sight::Clear);
                let odds = fight.game.odds(&act).hit;
                assert_eq!(odds, Ratio::new(9 - u64::from(need), 8));
                fight.answer(&Answer::Strike { who, how, at });
                fight.spent();
                let scored = fight.game.scores()[0] > HalfPoints::ZERO;
                assert_eq!(scored, face >= need, "{kind:?} {face}");
                assert_eq!(fight.side(), Side(0), "one of two actions");
            }
        }
        let fight = play(8);
        let (who, how, at) = (fight.fig("1.3"), How::Skill, Target::Device(0));
        let why = fight.refused(&Answer::Strike { who, how, at });
        assert_eq!(why, "only infantry can make skill rolls");
        let goals = fight.game.goals(Side(0));
        assert!(
            goals
                .iter()
                .any(|g| matches!(g, skirmish::battle::Goal::Use { device: 0, .. }))
        );
    }
}

#[test]
fn d7_costs_and_buffs_are_those_of_the_list() {
    let cost = |words: &str| {
        let force = Rules::D8.force(&force(&[words]), None);
        force.map(|f| f.points).map_err(|fault| fault.to_string())
    };
    for (words, points) in [
        ("rifleman", 1),
        ("grenadier", 3),
        ("sniper", 3),
        ("support", 3),
        ("hero", 5),
        ("hero, armour 2, morale", 10),
        ("hero, agility 1, accuracy", 8),
        ("tank", 10),
        ("APC", 10),
        ("squad boat", 10),
        ("helicopter", 10),
        ("destroyer", 10),
        ("submarine", 10),
    ] {
        assert_eq!(cost(words), Ok(HalfPoints::whole(points)), "{words}");
    }
    for (words, why) in [
        ("hero, armour 1, agility 1", "cannot have both"),
        ("hero, armour 3", "may have 1 to 2"),
        ("hero, armour 1, accuracy, morale", "may cost only 5"),
        ("hero, agility 1, sniper rifle", "heavy weapon"),
        ("rifleman, armour 1", "only a hero"),
        ("rifleman, rocket launcher", "it may have semi auto"),
        ("wizard", "the words are rifleman"),
    ] {
        let error = cost(words).expect_err(words);
        assert!(error.contains(why), "{words}: {error}");
    }
}

#[test]
fn d7_morale_reaches_ten_centimetres() {
    for (at, reaches) in [("C9", true), ("C10", false)] {
        let hero = format!("hero, morale @ {at}");
        let sides: [&[&str]; 2] = [&["rifleman @ C5", &hero], &["rifleman @ G5", "tank @ W8"]];
        let mut fight = Fight::new(GridKind::Square, &sides, &[3, 7]);
        fight.attack("1.1", How::Attack, "2.1");
        let hit = fight.log.iter().any(|e| matches!(e, Event::Hit { .. }));
        assert_eq!(hit, reaches);
        assert_eq!(fight.game.facts(fight.fig("1.2")).aura, 4);
    }
}

#[test]
fn d10_the_last_force_wins_else_points_after_eight_rounds() {
    for kind in KINDS {
        let sides: [&[&str]; 2] = [&["rifleman @ C5"], &["rifleman @ F5"]];
        let mut fight = Fight::new(kind, &sides, &[8]);
        fight.attack("1.1", How::Attack, "2.1");
        let end = fight.game.outcome().expect("over");
        assert_eq!((end.winners.bits(), end.reason), (1, Reason::LastStanding));
        let sides: [&[&str]; 2] = [&["rifleman @ C5"], &["rifleman @ F5", "rifleman @ H5"]];
        let mut fight = Fight::new(kind, &sides, &[8]);
        fight.attack("1.1", How::Attack, "2.1");
        fight.done();
        fight.done();
        for _ in 2..=8 {
            fight.dice = Script::new([5, 4]);
            fight.roll();
            fight.done();
            fight.done();
        }
        let end = fight.game.outcome().expect("over");
        assert_eq!(
            (end.winners.bits(), end.reason, end.rounds),
            (1, Reason::Points, 8)
        );
    }
}
