//! Attacks and skill rolls' place among them (A1–A8).

use super::{scene, walled};
use crate::drawn::KINDS;
use skirmish::battle::{Ask, Event, Fig, How, Purpose, Target};
use skirmish::board::{Change, GridKind};

/// What a shot needs and with which dice: attacker's words, target's words, terrain under it.
fn shot(words: &str, target: &str, ground: char) -> (i8, Vec<u8>) {
    let rows = format!("....{ground} .....");
    let mut play = scene(GridKind::Square, &rows)
        .figure(1, "a", words, "A1 E")
        .figure(2, "b", target, "E1")
        .step("shoot")
        .begin(&[]);
    play.shoot("a", "b");
    (play.need(), play.asked_dice())
}

/// What a fight needs.
fn blow(words: &str, target: &str) -> (i8, Vec<u8>) {
    let at = if words.starts_with("vehicle") {
        "A1"
    } else {
        "B1"
    };
    let mut play = scene(GridKind::Square, "... ...")
        .figure(1, "a", words, at)
        .figure(2, "b", target, "C1")
        .step("fight")
        .begin(&[]);
    play.fight("a", "b");
    (play.need(), play.asked_dice())
}

#[test]
fn a1_a_shot_hits_on_five() {
    assert_eq!(shot("troop, distance", "troop", '.'), (5, vec![6]));
    assert_eq!(shot("hero, distance", "troop", '.').0, 4);
    assert_eq!(shot("mook, distance", "troop", '.').0, 6);
    assert_eq!(shot("vehicle, distance, Independent", "troop", '.').0, 4);
}

#[test]
fn a1_within_the_distance_attack_unit_and_touching_or_in_the_air_too() {
    for kind in KINDS {
        let mut play = scene(kind, &".".repeat(16))
            .figure(1, "a", "troop, distance", "B1")
            .figure(2, "near", "troop", "A1")
            .figure(2, "there", "troop, Flight", "N1 aloft")
            .figure(2, "beyond", "troop", "O1")
            .rule("facing = false")
            .step("shoot")
            .begin(&[]);
        assert!(
            play.game
                .check(&play.striking(How::Shoot, "a", "near"))
                .is_ok()
        );
        let why = play.refused(play.striking(How::Shoot, "a", "beyond"));
        assert_eq!(why, "the target is 13 spaces away; it reaches only 12");
        play.shoot("a", "there");
        assert_eq!(play.need(), 5);
    }
}

#[test]
fn a2_cover_needs_a_six() {
    assert_eq!(shot("troop, distance", "troop", '"').0, 6);
    assert_eq!(shot("hero, distance", "troop", '"').0, 5);
    for kind in KINDS {
        let mut play = scene(kind, "..:..")
            .figure(1, "a", "troop, distance", "A1")
            .figure(2, "b", "troop", "E1")
            .rule("facing = false")
            .step("shoot")
            .begin(&[]);
        play.shoot("a", "b");
        // among flat tops a corridor of one row runs along the sides: two ways round
        assert_eq!(play.need(), 6, "{kind:?}");
    }
}

#[test]
fn a3_automatic_fire_rolls_two_and_takes_the_higher() {
    assert_eq!(
        shot("troop, distance, automatic fire", "troop", '.'),
        (5, vec![6, 6])
    );
    assert_eq!(blow("troop, distance, automatic fire", "troop").1, [6]);
    let mut play = scene(GridKind::Square, "...")
        .figure(1, "a", "troop, distance, automatic fire", "A1 E")
        .figure(2, "b", "troop", "C1")
        .step("shoot")
        .begin(&[1, 5]);
    play.shoot("a", "b");
    assert!(!play.on_board("b"));
    play.spent();
}

#[test]
fn a4_a_blow_hits_on_four_against_whoever_touches() {
    assert_eq!(blow("troop", "troop"), (4, vec![6]));
    assert_eq!(blow("hero", "troop").0, 3);
    assert_eq!(blow("mook", "troop").0, 5);
    assert_eq!(blow("vehicle, Independent", "troop").0, 3);
    // at a corner too, but not round a wall
    let rows = ".. ..";
    let at_corner = |borders: &[&str]| {
        let play = walled(GridKind::Square, rows, borders)
            .figure(1, "a", "troop", "A1")
            .figure(2, "b", "troop", "B2")
            .step("fight")
            .begin(&[]);
        play.game
            .check(&play.striking(How::Fight, "a", "b"))
            .is_ok()
    };
    assert!(at_corner(&[]));
    assert!(at_corner(&["A1|B1 wall"]));
    assert!(!at_corner(&["A1|B1 wall", "A1|A2 wall"]));
}

#[test]
fn a4_fences_and_cover_do_not_matter_hand_to_hand() {
    for kind in KINDS {
        for (border, apart) in [
            ("fence", false),
            ("window", false),
            ("wall", true),
            ("door", true),
        ] {
            let play = walled(kind, "..", &[&format!("A1|B1 {border}")])
                .figure(1, "a", "troop", "A1")
                .figure(2, "b", "troop", "B1")
                .step("fight")
                .begin(&[]);
            let fight = play.striking(How::Fight, "a", "b");
            assert_eq!(play.game.check(&fight).is_err(), apart, "{border}");
        }
    }
    let mut play = scene(GridKind::Square, ".\"")
        .figure(1, "a", "troop", "A1")
        .figure(2, "b", "troop", "B1")
        .step("fight")
        .begin(&[]);
    play.fight("a", "b");
    assert_eq!(play.need(), 4);
}

/// What an armour roll needs, and its dice.
fn armour(target: &str) -> Option<(i8, Vec<u8>)> {
    let mut play = scene(GridKind::Square, "...")
        .figure(1, "a", "troop", "A1")
        .figure(2, "b", target, "B1")
        .figure(2, "z", "troop", "C1")
        .rule("empty_mounts_stand = true")
        .step("fight")
        .begin(&[6]);
    play.fight("a", "b");
    match play.asks() {
        Ask::Roll {
            purpose: Purpose::Armour,
            ..
        } => Some((play.need(), play.asked_dice())),
        _ => None,
    }
}

#[test]
fn a5_armour_turns_a_hit_into_a_miss() {
    assert_eq!(armour("troop"), None);
    assert_eq!(armour("troop, light armour"), Some((6, vec![6])));
    assert_eq!(armour("troop, heavy armour"), Some((4, vec![6])));
    assert_eq!(armour("mook, heavy armour"), Some((5, vec![6])));
    // cavalry has light armour for nothing, a hero no bonus on it
    assert_eq!(armour("cavalry"), Some((6, vec![6])));
    assert_eq!(armour("hero, light armour"), Some((6, vec![6])));
    for (face, stays) in [(4, true), (3, false)] {
        let mut play = scene(GridKind::Square, "...")
            .figure(1, "a", "troop", "A1")
            .figure(2, "b", "troop, heavy armour", "B1")
            .figure(2, "z", "troop", "C1")
            .step("fight")
            .begin(&[4, face]);
        play.fight("a", "b");
        assert_eq!(play.on_board("b"), stays);
        play.spent();
    }
    let mut tank = scene(GridKind::Square, "... ...")
        .figure(1, "a", "troop", "A1")
        .figure(2, "b", "vehicle", "B1")
        .rule("empty_mounts_stand = true")
        .step("fight")
        .begin(&[6]);
    tank.fight("a", "b");
    assert_eq!(tank.need(), 5);
}

#[test]
fn a6_bonuses_add_up_and_no_face_is_special() {
    assert_eq!(shot("hero, distance, Sharpshooter", "troop", '.').0, 3);
    // with Support a natural 1 hits hand to hand
    let mut play = scene(GridKind::Square, "....")
        .figure(1, "a", "hero, Combat Master", "B1")
        .figure(1, "s", "troop, Support (hand to hand)", "A1")
        .figure(2, "b", "troop", "C1")
        .figure(2, "z", "troop", "D1")
        .step("fight")
        .begin(&[1]);
    play.fight("a", "b");
    assert!(!play.on_board("b"));
    play.spent();
}

#[test]
fn a7_the_defeated_are_removed_and_score() {
    for kind in KINDS {
        let mut play = scene(kind, "...")
            .figure(1, "a", "troop", "A1")
            .figure(2, "b", "hero, heavy armour", "B1")
            .figure(2, "z", "troop", "C1")
            .step("fight")
            .begin(&[4, 1]);
        play.fight("a", "b");
        assert!(!play.on_board("b"));
        assert_eq!(play.game.scores(), crate::halves([8, 0]));
        let side = play.game.side(play.fig("a"));
        assert!(play.log.contains(&Event::Defeated {
            who: play.fig("b"),
            by: Some(side)
        }));
        play.spent();
    }
}

#[test]
fn a8_walls_can_be_shot_to_rubble() {
    for kind in KINDS {
        let mut play = scene(kind, "...#..")
            .figure(1, "a", "troop, distance", "A1")
            .figure(1, "c", "troop, distance", "B1")
            .figure(2, "b", "troop", "F1")
            .rule("facing = false")
            .step("shoot")
            .begin(&[5, 3]);
        let wall = Target::Space(play.space("D1"));
        play.act(How::Shoot, "a", wall);
        assert_eq!(play.game.board().terrain(play.space("D1")).name, "wall");
        play.spent();
        play.act(How::Shoot, "c", wall);
        assert_eq!(play.need(), 5);
        play.dice(&[5, 2]);
        assert_eq!(play.game.board().terrain(play.space("D1")).name, "rubble");
        assert_eq!(play.game.scores(), crate::halves([0, 0]));
        play.spent();
    }
}

#[test]
fn a8_a_building_with_hits_is_one_object() {
    for kind in KINDS {
        let mut play = scene(kind, "..KK. .....")
            .figure(1, "a", "troop, distance", "A1")
            .figure(1, "c", "troop, distance", "B1")
            .figure(1, "d", "troop", "C2")
            .figure(2, "b", "troop", "E2")
            .rule("facing = false")
            .step("shoot")
            .begin(&[6, 1]);
        let (near, far) = (play.space("C1"), play.space("D1"));
        play.act(How::Shoot, "a", Target::Space(near));
        play.dice(&[6, 1]);
        play.act(How::Shoot, "c", Target::Space(near));
        // two hits of three: nothing has fallen
        assert_eq!(play.game.board().terrain(near).name, "keep");
        play.until("fight", 1);
        let target = [near, far]
            .into_iter()
            .map(Target::Space)
            .find(|at| play.game.check(&play.on(How::Fight, "d", *at)).is_ok())
            .expect("something to strike");
        play.dice(&[4, 2]).act(How::Fight, "d", target);
        for space in [near, far] {
            assert_eq!(play.game.board().terrain(space).name, "rubble");
        }
        play.spent();
    }
}

#[test]
fn a8_borders_fall_too() {
    for kind in KINDS {
        let mut play = walled(kind, "....", &["B1|C1 wall"])
            .figure(1, "a", "troop", "B1")
            .figure(1, "c", "troop, distance", "A1")
            .figure(2, "b", "troop", "D1")
            .rule("facing = false")
            .step("shoot")
            .begin(&[]);
        let wall = Target::Border(play.space("B1"), play.space("C1"));
        assert!(play.game.check(&play.on(How::Shoot, "c", wall)).is_ok());
        play.until("fight", 1);
        play.dice(&[4, 1]).act(How::Fight, "a", wall);
        assert!(
            play.game
                .board()
                .border(play.space("B1"), play.space("C1"))
                .is_none()
        );
        assert!(play.log.contains(&Event::Changed(Change::Removed(
            play.space("B1"),
            play.space("C1")
        ))));
        play.spent();
    }
}

#[test]
fn a8_ground_and_traits_against_armour_do_not_count() {
    let mut play = scene(GridKind::Square, ".~.#..")
        .figure(
            1,
            "a",
            "troop, distance, Ignores Armor, Area Effect Attack",
            "A1",
        )
        .figure(2, "b", "troop", "F1")
        .rule("facing = false")
        .step("shoot")
        .begin(&[]);
    for bare in ["B1", "C1"] {
        let at = Target::Space(play.space(bare));
        play.refused(play.on(How::Shoot, "a", at));
    }
    let wall = Target::Space(play.space("D1"));
    // one roll of the wall, no second attack
    play.dice(&[6, 1]).act(How::Shoot, "a", wall);
    assert_ne!(
        play.asks(),
        Ask::Again {
            who: Fig(0),
            how: How::Shoot
        }
    );
    play.spent();
}
