//! Flight, and mounts that go by themselves (T7, T8).

use super::{lane, scene};
use crate::drawn::KINDS;
use skirmish::battle::{Ask, How};
use skirmish::board::GridKind;

#[test]
fn t7_fliers_pass_over_everything_and_choose_to_land_or_not() {
    for kind in KINDS {
        let mut play = lane(kind, "..#.......")
            .figure(1, "a", "troop, Flight", "A1")
            .figure(2, "b", "troop", "D1")
            .figure(2, "c", "troop, distance", "H1")
            .rule("facing = false")
            .rule("hover_anywhere = false")
            .step("move")
            .begin(&[]);
        play.refused(play.moving("a", "C1"));
        play.refused(play.moving("a", "D1"));
        play.go("a", "E1");
        assert_eq!(play.asks(), Ask::Land { who: play.fig("a") });
        play.no();
        assert!(play.game.aloft(play.fig("a")));
        play.until("shoot", 2);
        assert!(
            play.game
                .check(&play.striking(How::Shoot, "c", "a"))
                .is_ok()
        );
        play.until("fight", 2);
        // b beside it may strike the wall, not a figure in the air
        let why = play.refused(play.striking(How::Fight, "b", "a"));
        assert!(why.contains("air"), "{why}");
    }
}

#[test]
fn t7_odds_kept_from_before_are_not_those_of_who_has_risen() {
    let state = |aloft: &str| {
        let play = scene(GridKind::Square, "......")
            .figure(1, "a", "troop, Flight", &format!("A1{aloft}"))
            .figure(2, "b", "troop, distance", "B1")
            .step("move")
            .begin(&[]);
        let known = play.game.odds_state();
        known.expect("odds do not depend on where figures are")
    };
    assert_ne!(state(""), state(" aloft"));
}

#[test]
fn t7_landed_it_fights_and_the_state_lasts_until_its_next_move() {
    let mut play = scene(GridKind::Square, "......")
        .figure(1, "a", "troop, Flight", "A1")
        .figure(2, "b", "troop", "D1")
        .figure(2, "under", "troop", "F1")
        .step("move")
        .begin(&[]);
    play.go("a", "C1").yes();
    play.until("fight", 1);
    assert!(
        play.game
            .check(&play.striking(How::Fight, "a", "b"))
            .is_ok()
    );
    let mut play = scene(GridKind::Square, "......")
        .figure(1, "a", "troop, Flight", "C1 aloft")
        .figure(2, "b", "troop", "D1")
        .step("move")
        .begin(&[]);
    // one may pass under it, and not end there
    play.until("move", 2);
    play.refused(play.moving("b", "C1"));
    play.go("b", "B1");
    assert!(play.game.aloft(play.fig("a")));
}

#[test]
fn t7_a_mount_in_the_air_takes_its_load_along_and_lands_without_its_rider() {
    let mut play = scene(GridKind::Square, "............")
        .figure(1, "bird", "cavalry, Flight", "A1")
        .figure(1, "r", "troop", "on bird")
        .figure(2, "b", "troop, distance", "L1")
        .rule("facing = false")
        .step("move")
        .begin(&[]);
    play.go("bird", "C1").no();
    assert!(play.game.aloft(play.fig("r")));
    play.refused(play.moving("r", "D1"));
    play.until("shoot", 2);
    play.dice(&[6]).shoot("b", "r");
    assert!(!play.on_board("r") && play.on_board("bird"));
    assert!(!play.game.aloft(play.fig("bird")));
    play.spent();
}

#[test]
fn t8_independent_mounts_act_alone_and_carry() {
    let mut play = scene(GridKind::Square, "........")
        .figure(1, "wolf", "cavalry, Independent", "A1")
        .figure(1, "r", "troop, distance", "B1")
        .figure(2, "b", "troop", "H1")
        .rule("facing = false")
        .rule("passengers_attack = false")
        .step("move")
        .begin(&[]);
    play.go("r", "A1").go("wolf", "G1");
    assert_eq!(play.at("r"), "G1");
    play.until("fight", 1);
    assert!(
        play.game
            .check(&play.striking(How::Fight, "wolf", "b"))
            .is_ok()
    );
    play.refused(play.striking(How::Fight, "r", "b"));
}

#[test]
fn t7_no_boarding_or_picking_up_in_the_air() {
    let mut play = scene(GridKind::Square, "..........")
        .figure(1, "a", "troop, Flight", "A1")
        .figure(1, "bird", "cavalry, Flight, Independent", "H1 aloft")
        .figure(1, "c", "troop", "F1")
        .figure(2, "b", "troop", "J1")
        .item("crown", "C1")
        .step("move")
        .begin(&[]);
    play.refused(play.moving("c", "H1"));
    play.go("a", "C1").no();
    assert!(play.acts(), "nothing is picked up in the air");
    assert_eq!(
        play.game.item(0),
        skirmish::battle::Holder::Space(play.space("C1"))
    );
}
