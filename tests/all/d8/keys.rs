//! Keys of the configuration give other numbers and the other readings of the text (D1, D3, D5, D7,
//! D9).

use super::*;
use skirmish::battle::{DeviceSpec, Effect};

fn on_field(sides: &[&[&str]], config: &str, dice: &[u8]) -> Fight {
    Fight::on(
        drawn::board(GridKind::Square, FIELD, &[]),
        sides,
        config,
        dice,
    )
}

#[test]
fn d1_the_first_side_of_the_first_round_may_have_fewer_actions() {
    let sides: [&[&str]; 2] = [&["rifleman @ A1"], &["rifleman @ Z1"]];
    for (config, next) in [("", 0), ("opening_actions = 1", 1)] {
        let mut fight = on_field(&sides, config, &[]);
        fight.go("1.1", "B1");
        assert_eq!(fight.side(), Side(next), "{config}");
    }
    // The other side has all its actions, and so has the first one in the next round.
    let mut fight = on_field(&sides, "opening_actions = 1", &[]);
    fight.go("1.1", "B1");
    fight.go("2.1", "Y1");
    fight.go("2.1", "X1");
    fight.dice = Script::new([5, 4]);
    fight.roll();
    assert_eq!((fight.game.status().round, fight.side()), (2, Side(0)));
    fight.go("1.1", "C1");
    assert_eq!(fight.side(), Side(0));
}

#[test]
fn d1_the_number_of_skill_rolls_and_what_heroes_add_are_keys() {
    for (unit, config, need) in [
        ("rifleman @ A1", "", 4),
        ("rifleman @ A1", "skill_need = 6", 6),
        ("hero @ A1", "", 3),
        ("hero @ A1", "skill_hero = 3", 1),
    ] {
        let board = drawn::board(GridKind::Square, FIELD, &[]);
        let at = drawn::space(&board, "B1");
        let mut brief = brief(board, &[&[unit], &["rifleman @ Z1"]], rules(config));
        brief.devices.push(DeviceSpec {
            name: "the lever".into(),
            at,
            effect: Effect::Win,
            from_air: false,
            skill: None,
            again: false,
            side: None,
            guard: None,
        });
        let mut game = Rules::D8.begin(brief).unwrap();
        let (who, how, at) = (game.labelled("1.1").unwrap(), How::Skill, Target::Device(0));
        game.answer(&Answer::Strike { who, how, at }, &mut ())
            .unwrap();
        let Ask::Roll { need: asked, .. } = game.decision().ask else {
            panic!("no roll")
        };
        assert_eq!(asked, Some(need), "{unit} {config}");
    }
}

#[test]
fn d3_ranges_and_critical_failures_are_keys() {
    let sides: [&[&str]; 2] = [&["rifleman @ A1"], &["rifleman @ N1", "rifleman @ A9"]];
    let need = |config: &str| {
        let mut fight = on_field(&sides, config, &[]);
        fight.attack("1.1", How::Attack, "2.1");
        match fight.asked().1 {
            Ask::Roll { need, .. } => need,
            other => panic!("{other:?}"),
        }
    };
    // 13 spaces: long range at 28 mm, where the short one is 10
    assert_eq!((need(""), need("short_range = 13")), (Some(6), Some(4)));
    let sides: [&[&str]; 2] = [&["rifleman @ A1"], &["rifleman @ B1", "rifleman @ A9"]];
    for (config, defends) in [("", false), ("failure = 0\nadjacent = 1", true)] {
        let mut fight = on_field(&sides, config, &[1]);
        fight.attack("1.1", How::Attack, "2.1");
        let defence = matches!(
            fight.asked().1,
            Ask::Roll { purpose, .. } if purpose != Purpose::Attack
        );
        assert_eq!(defence, defends, "{config}");
    }
}

#[test]
fn d5_the_wounds_of_a_hero_are_a_key() {
    let sides: [&[&str]; 2] = [&["rifleman @ C5"], &["hero @ F5", "rifleman @ A1"]];
    for (config, lives) in [("", true), ("hero_wounds = 1", false)] {
        let mut fight = on_field(&sides, config, &[5, 1]);
        fight.attack("1.1", How::Attack, "2.1");
        assert_eq!(fight.lives("2.1"), lives, "{config}");
    }
}

#[test]
fn d7_prices_and_limits_of_buffs_are_keys() {
    let read = |words: &str, config: &str| {
        let force = Rules::D8.force(&force(&[words]), rules(config).as_ref());
        force
            .map(|force| force.points)
            .map_err(|fault| fault.to_string())
    };
    for (words, key, points) in [
        ("hero, armour 1", "armour_cost = 3", 8),
        ("hero, agility 1", "agility_cost = 2", 7),
        ("hero, accuracy", "accuracy_cost = 4", 9),
        ("hero, morale", "morale_cost = 1", 6),
    ] {
        assert_eq!(read(words, key), Ok(HalfPoints::whole(points)), "{key}");
    }
    for (words, key) in [
        ("hero, armour 2", "armour_most = 1"),
        ("hero, agility 2", "agility_most = 1"),
        ("hero, accuracy", "accuracy_most = 0"),
        ("hero, morale", "morale_most = 0"),
        ("hero, accuracy, morale", "buffs_most = 4"),
    ] {
        assert!(read(words, "").is_ok(), "{words}");
        assert!(read(words, key).is_err(), "{words}: {key}");
    }
}

#[test]
fn d9_planes_may_be_back_at_once_and_carriers_off_the_map() {
    let sides: [&[&str]; 2] = [
        &["rifleman @ A3", "plane"],
        &["rifleman @ P3", "rifleman @ R3"],
    ];
    for (config, back) in [("", false), ("turnaround = 0", true)] {
        let mut fight = on_field(&sides, config, &[8]);
        fight.attack("1.2", How::Blast, "2.1");
        fight.done();
        fight.done();
        fight.dice = Script::new([5, 4]);
        fight.roll();
        let again = fight.strike("1.2", How::Blast, "2.2");
        assert_eq!(fight.game.check(&again).is_ok(), back, "{config}");
    }
    let sides: [&[&str]; 2] = [&["rifleman @ A3", "carrier"], &["rifleman @ P3"]];
    let fight = on_field(&sides, "[kind.carrier]\noff_map = true", &[]);
    assert_eq!(fight.game.off_board_figures(Side(0)), [fight.fig("1.2")]);
}
