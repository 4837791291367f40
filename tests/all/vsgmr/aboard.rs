//! Who may do what aboard of mounts and vehicles, and whose they are (M2–M4).

use super::{Play, scene};
use crate::drawn::KINDS;
use skirmish::battle::{Event, How};

#[test]
fn m2_changed_an_empty_mount_of_an_opponent_can_be_taken_and_moves_at_once() {
    for kind in KINDS {
        let rows = ["........."; 3].join(" ");
        let mut play = scene(kind, &rows)
            .figure(1, "a", "troop", "A2")
            .figure(2, "horse", "cavalry", "C2")
            .figure(2, "b", "troop", "I2")
            .step("move")
            .begin(&[]);
        play.go("a", "C2");
        assert_eq!(play.aboard("a"), Some("horse"));
        let horse = play.fig("horse");
        assert_eq!(play.game.side(horse).0, 0);
        assert!(
            play.log
                .iter()
                .any(|e| matches!(e, Event::Captured { who, .. } if *who == horse))
        );
        assert_eq!(play.game.scores(), crate::halves([0, 0]));
        play.go("horse", "G2");
        assert_eq!(play.at("a"), "G2");
    }
}

#[test]
fn m2_changed_not_an_independent_one_nor_one_with_somebody_aboard_nor_when_switched_off() {
    let begin = |words: &str, rider: bool, rule: &str| -> Play {
        let mut scene = scene(skirmish::board::GridKind::Square, "......")
            .figure(1, "a", "troop", "A1")
            .figure(2, "horse", words, "C1");
        if rider {
            scene = scene.figure(2, "b", "troop", "on horse");
        } else {
            scene = scene.figure(2, "b", "troop", "F1");
        }
        scene.rule(rule).step("move").begin(&[])
    };
    let free = begin("cavalry", false, "");
    assert!(free.game.check(&free.moving("a", "C1")).is_ok());
    for (words, rider, rule) in [
        ("cavalry, Independent", false, ""),
        ("cavalry", true, ""),
        ("cavalry", false, "capture_mounts = false"),
    ] {
        let play = begin(words, rider, rule);
        play.refused(play.moving("a", "C1"));
    }
}

#[test]
fn m4_changed_passengers_attack_from_where_the_vehicle_is_and_the_driver_does_not() {
    for kind in KINDS {
        let rows = [".........."; 3].join(" ");
        let mut play = scene(kind, &rows)
            .figure(1, "truck", "vehicle", "B1")
            .with("size = 1")
            .figure(1, "driver", "troop, distance", "on truck")
            .figure(1, "gunner", "troop, distance", "on truck")
            .figure(2, "b", "troop", "F1")
            .rule("facing = false")
            .step("shoot")
            .begin(&[]);
        let why = play.refused(play.striking(How::Shoot, "driver", "b"));
        assert!(why.contains("steers"), "{why}");
        play.shoot("gunner", "b");
        assert_eq!(play.need(), 5);
        play.dice(&[5]);
        assert!(!play.on_board("b"));
    }
}

#[test]
fn m4_changed_passengers_shoot_only_into_the_front_of_their_vehicle() {
    let begin = |facing: &str| {
        scene(skirmish::board::GridKind::Square, "......")
            .figure(1, "truck", "vehicle", &format!("C1 {facing}"))
            .with("size = 1")
            .figure(1, "driver", "troop", "on truck")
            .figure(1, "gunner", "troop, distance", "on truck")
            .figure(2, "b", "troop", "F1")
            .step("shoot")
            .begin(&[])
    };
    let play = begin("E");
    assert!(
        play.game
            .check(&play.striking(How::Shoot, "gunner", "b"))
            .is_ok()
    );
    let play = begin("W");
    play.refused(play.striking(How::Shoot, "gunner", "b"));
}

#[test]
fn m4_changed_skill_rolls_need_leaving_and_the_toggle_keeps_all_aboard_idle() {
    let play = super::walled(
        skirmish::board::GridKind::Square,
        "......",
        &["C1|D1 locked"],
    )
    .figure(1, "truck", "vehicle", "C1 E")
    .with("size = 1")
    .figure(1, "driver", "troop", "on truck")
    .figure(1, "thief", "troop", "on truck")
    .figure(1, "other", "troop", "A1")
    .figure(2, "b", "troop", "F1")
    .step("skill")
    .begin(&[]);
    let (x, y) = (play.space("C1"), play.space("D1"));
    let roll = play.on(How::Skill, "thief", skirmish::battle::Target::Border(x, y));
    assert!(!play.game.answers().contains(&roll));
    let play = scene(skirmish::board::GridKind::Square, "......")
        .figure(1, "truck", "vehicle", "C1 E")
        .with("size = 1")
        .figure(1, "driver", "troop", "on truck")
        .figure(1, "gunner", "troop, distance", "on truck")
        .figure(1, "other", "troop, distance", "A1 E")
        .figure(2, "b", "troop", "F1")
        .rule("passengers_attack = false")
        .step("shoot")
        .begin(&[]);
    let why = play.refused(play.striking(How::Shoot, "gunner", "b"));
    assert!(why.contains("aboard"), "{why}");
}

#[test]
fn m3_changed_independent_mounts_carry_and_their_riders_attack() {
    for kind in KINDS {
        let mut play = scene(kind, "......")
            .figure(1, "beast", "cavalry, Independent", "C1")
            .figure(1, "rider", "troop, distance", "on beast")
            .figure(2, "b", "troop", "F1")
            .figure(2, "c", "troop", "D1")
            .rule("facing = false")
            .step("shoot")
            .begin(&[]);
        play.dice(&[5]).shoot("rider", "c");
        assert!(!play.on_board("c"));
        // the mount itself still moves and fights
        play.until("move", 1);
        play.until("fight", 1);
        assert_eq!(play.aboard("rider"), Some("beast"));
    }
}
