//! The other traits (T1, T3–T6, T12–T14, T16, T17).

use super::{lane, scene};
use crate::drawn::KINDS;
use skirmish::battle::{Answer, Ask, How, Purpose, Side};
use skirmish::board::GridKind;

#[test]
fn t1_area_effect_allows_a_second_and_a_third_shot_near_the_first_target() {
    for kind in KINDS {
        let mut play = lane(kind, "...............")
            .figure(1, "a", "troop, distance, Area Effect Attack", "A1")
            .figure(2, "b", "troop", "H1")
            .figure(2, "c", "troop, Flight", "K1 aloft")
            .figure(2, "d", "troop, Flight", "L1 aloft")
            .figure(2, "e", "troop, Flight", "G1 aloft")
            .rule("facing = false")
            .step("shoot")
            .begin(&[5]);
        play.shoot("a", "b");
        let again = Ask::Again {
            who: play.fig("a"),
            how: How::Shoot,
        };
        assert_eq!(play.asks(), again);
        // three spaces from H is K; L is too far from where the first target stood
        let why = play.refused(play.striking(How::Shoot, "a", "d"));
        assert!(why.contains('4') && why.contains('3'), "{why}");
        play.dice(&[5]).shoot("a", "c");
        assert_eq!(play.asks(), again);
        play.dice(&[5]).shoot("a", "e");
        // the third is the last
        assert_ne!(play.asks(), again);
        play.spent();
    }
}

#[test]
fn t1_only_after_a_success_armour_included() {
    for (dice, goes_on) in [(&[4u8][..], false), (&[5, 6], false), (&[5, 5], true)] {
        let mut play = scene(GridKind::Square, "....")
            .figure(1, "a", "troop, distance, Area Effect Attack", "A1 E")
            .figure(2, "b", "troop, light armour", "C1")
            .figure(2, "c", "troop, Flight", "D1 aloft")
            .step("shoot")
            .begin(dice);
        play.shoot("a", "b");
        assert_eq!(matches!(play.asks(), Ask::Again { .. }), goes_on);
        play.spent();
    }
}

#[test]
fn t3_combat_master_adds_one_hand_to_hand() {
    for (words, need) in [("troop", 3), ("hero", 2), ("vehicle, Independent", 2)] {
        let mut play = scene(GridKind::Square, "... ...")
            .figure(1, "a", &format!("{words}, Combat Master"), "A1")
            .figure(
                2,
                "b",
                "troop",
                if words == "troop" || words == "hero" {
                    "B1"
                } else {
                    "C1"
                },
            )
            .step("fight")
            .begin(&[]);
        play.fight("a", "b");
        assert_eq!(play.need(), need);
    }
}

#[test]
fn t4_disabled_figures_do_nothing_for_a_round_but_armour_works() {
    for kind in KINDS {
        let mut play = scene(kind, "#.#...........")
            .figure(1, "a", "troop, distance, Disable", "B1")
            .figure(2, "b", "troop, distance, light armour, Revenge", "N1")
            .figure(2, "c", "troop", "M1")
            .rule("facing = false")
            .step("fight")
            .begin(&[4]);
        // through walls, twelve spaces off, nothing added
        let disable = play.striking(How::Disable, "a", "b");
        play.answer(disable);
        // it has used its attack and its skill roll
        assert!(matches!(
            play.asks(),
            Ask::Roll {
                purpose: Purpose::Initiative,
                ..
            }
        ));
        play.dice(&[1, 6]).answer(Answer::Side(Side(1)));
        play.refused(play.moving("b", "L1"));
        assert!(play.game.facts(play.fig("c")).may_move);
        assert!(play.game.modes(play.fig("b"), false).is_empty());
        // and in the round after that it may act again
        for _ in 0..20 {
            if matches!(play.asks(), Ask::Roll { .. }) {
                break;
            }
            play.done();
        }
        play.dice(&[1, 6]).answer(Answer::Side(Side(1)));
        assert!(play.game.facts(play.fig("b")).may_move);
        play.spent();
    }
}

#[test]
fn t4_a_disabled_mount_lets_its_rider_step_off() {
    let mut play = scene(GridKind::Square, "............")
        .figure(1, "a", "troop, Disable", "A1")
        .figure(2, "horse", "cavalry", "F1")
        .figure(2, "r", "troop", "on horse")
        .step("fight")
        .begin(&[4]);
    let disable = play.striking(How::Disable, "a", "horse");
    play.answer(disable);
    play.dice(&[1, 6]).answer(Answer::Side(Side(1)));
    assert!(!play.game.facts(play.fig("horse")).may_move);
    play.go("r", "C1");
    // and a disabled rider does not steer
    let mut play = scene(GridKind::Square, "............")
        .figure(1, "a", "troop, Disable", "A1")
        .figure(2, "horse", "cavalry", "F1")
        .figure(2, "r", "troop", "on horse")
        .step("fight")
        .begin(&[4]);
    let disable = play.striking(How::Disable, "a", "r");
    play.answer(disable);
    play.dice(&[1, 6]).answer(Answer::Side(Side(1)));
    assert!(!play.game.facts(play.fig("horse")).may_move);
    assert!(!play.game.facts(play.fig("r")).may_move);
}

#[test]
fn t5_double_strike_allows_one_more_blow() {
    for kind in KINDS {
        let mut play = scene(kind, "....")
            .figure(1, "a", "troop, Double Strike", "B1")
            .figure(2, "b", "troop", "A1")
            .figure(2, "c", "troop", "C1")
            .figure(2, "z", "troop", "D1")
            .step("fight")
            .begin(&[4]);
        play.fight("a", "b");
        assert!(matches!(play.asks(), Ask::Again { .. }));
        play.dice(&[4]).fight("a", "c");
        assert!(!play.on_board("b") && !play.on_board("c"));
        assert!(!matches!(play.asks(), Ask::Again { .. }));
        play.spent();
    }
}

#[test]
fn t6_ignores_armor_takes_two_armour_rolls() {
    for (dice, stays) in [
        (&[4u8, 6, 6][..], true),
        (&[4, 6, 5], false),
        (&[4, 5], false),
    ] {
        let mut play = scene(GridKind::Square, "...")
            .figure(1, "a", "troop, Ignores Armor", "A1")
            .figure(2, "b", "troop, light armour", "B1")
            .figure(2, "z", "troop", "C1")
            .step("fight")
            .begin(dice);
        play.fight("a", "b");
        assert_eq!(play.on_board("b"), stays);
        play.spent();
    }
}

#[test]
fn t12_sharpshooter_adds_one_at_a_distance() {
    for (words, need) in [("troop", 4), ("hero", 3)] {
        let mut play = scene(GridKind::Square, "...")
            .figure(1, "a", &format!("{words}, distance, Sharpshooter"), "A1 E")
            .figure(2, "b", "troop", "C1")
            .step("shoot")
            .begin(&[]);
        play.shoot("a", "b");
        assert_eq!(play.need(), need);
    }
}

#[test]
fn t13_sniper_doubles_the_range_or_takes_the_long_one() {
    for (rule, far, beyond) in [("double", "Y1", "Z1"), ("long_range", "Z1", "AA1")] {
        let play = scene(GridKind::Square, &".".repeat(30))
            .figure(1, "a", "troop, distance, Sniper, Disable", "A1 E")
            .figure(2, "b", "troop, Flight", &format!("{far} aloft"))
            .figure(2, "c", "troop", beyond)
            .rule(&format!("sniper = \"{rule}\""))
            .step("shoot")
            .begin(&[]);
        for how in [How::Shoot, How::Disable] {
            assert!(play.game.check(&play.striking(how, "a", "b")).is_ok());
            play.refused(play.striking(how, "a", "c"));
        }
    }
}

#[test]
fn t14_stealth_is_always_in_cover_and_really_in_cover_needs_seven() {
    for (ground, need) in [('.', 6), ('"', 7)] {
        let mut play = scene(GridKind::Square, &format!("..{ground}"))
            .figure(1, "a", "troop, distance", "A1 E")
            .figure(2, "b", "troop, Stealth", "C1")
            .rule("hopeless_rolls = true")
            .step("shoot")
            .begin(&[]);
        play.shoot("a", "b");
        assert_eq!(play.need(), need);
    }
    let mut rider = scene(GridKind::Square, "...")
        .figure(1, "a", "troop, distance", "A1 E")
        .figure(2, "horse", "cavalry", "C1")
        .figure(2, "b", "troop, Stealth", "on horse")
        .rule("hopeless_rolls = true")
        .step("shoot")
        .begin(&[]);
    rider.shoot("a", "b");
    assert_eq!(rider.need(), 7);
    let mut fight = scene(GridKind::Square, "..")
        .figure(1, "a", "troop", "A1")
        .figure(2, "b", "troop, Stealth", "B1")
        .step("fight")
        .begin(&[]);
    fight.fight("a", "b");
    assert_eq!(fight.need(), 4);
}

#[test]
fn t16_support_helps_allies_near_it_with_one_kind_of_roll() {
    for (at, need) in [("A1", 4), ("E1", 3)] {
        // a second supporter beside the first adds nothing where their help does not add up
        let beside = if at == "A1" { "B1" } else { "F1" };
        let mut play = scene(GridKind::Square, "...........")
            .figure(1, "a", "troop", "H1")
            .figure(1, "s", "troop, Support (hand to hand)", at)
            .figure(1, "s2", "troop, Support (hand to hand)", beside)
            .figure(2, "b", "troop", "I1")
            .rule("support_stacks = false")
            .step("fight")
            .begin(&[]);
        play.fight("a", "b");
        assert_eq!(play.need(), need, "{at}");
    }
    let mut own = scene(GridKind::Square, "..")
        .figure(1, "a", "troop, distance, Support (distance)", "A1 E")
        .figure(2, "b", "troop, light armour, Support (armour)", "B1")
        .step("shoot")
        .begin(&[]);
    own.shoot("a", "b");
    assert_eq!(own.need(), 4);
    own.dice(&[4]);
    assert_eq!(own.need(), 5);
}

#[test]
fn t17_tough_adds_one_to_armour() {
    for (words, need) in [("troop, light armour", 5), ("troop, heavy armour", 3)] {
        let mut play = scene(GridKind::Square, "..")
            .figure(1, "a", "troop", "A1")
            .figure(2, "b", &format!("{words}, Tough"), "B1")
            .step("fight")
            .begin(&[4]);
        play.fight("a", "b");
        assert_eq!(play.need(), need);
    }
    let mut bare = scene(GridKind::Square, "..")
        .figure(1, "a", "troop", "A1")
        .figure(2, "b", "troop, Tough", "B1")
        .step("fight")
        .begin(&[4]);
    bare.fight("a", "b");
    assert!(!bare.on_board("b"));
}

#[test]
fn t4_disabling_again_does_not_add_up() {
    let mut play = scene(GridKind::Square, "..........")
        .figure(1, "a", "troop, Disable", "A1")
        .figure(1, "c", "troop, Disable", "B1")
        .figure(2, "b", "troop", "J1")
        .step("skill")
        .begin(&[4]);
    play.answer(play.striking(How::Disable, "a", "b"));
    play.dice(&[4]);
    play.answer(play.striking(How::Disable, "c", "b"));
    play.dice(&[6, 1]).answer(Answer::Side(Side(1)));
    assert!(!play.game.facts(play.fig("b")).may_move);
    for _ in 0..20 {
        if matches!(play.asks(), Ask::Roll { .. }) {
            break;
        }
        play.done();
    }
    play.dice(&[6, 1]).answer(Answer::Side(Side(1)));
    assert!(play.game.facts(play.fig("b")).may_move);
}
