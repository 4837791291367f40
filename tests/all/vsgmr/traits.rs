//! Traits (T1–T17).

use super::{lane, scene};
use crate::drawn::KINDS;
use skirmish::battle::{Answer, Ask, Event, How, Place, Purpose, Side, Target};
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
fn t2_cause_fear_turns_the_attack_into_flight() {
    for kind in KINDS {
        let mut play = lane(kind, "..........")
            .figure(1, "a", "troop, Area Effect Attack", "F1")
            .figure(1, "friend", "troop", "E1")
            .figure(2, "b", "troop, Cause Fear", "G1")
            .step("fight")
            .begin(&[2]);
        play.fight("a", "b");
        // six spaces: only five are left before the edge, and it goes on beyond it
        assert_eq!(play.game.place(play.fig("a")), Place::Gone);
        assert_eq!(play.game.scores(), [0, 6]);
        let mut play = lane(kind, "..........")
            .figure(1, "a", "troop", "I1")
            .figure(1, "friend", "troop", "H1")
            .figure(1, "last", "troop", "C1")
            .figure(2, "b", "troop, Cause Fear", "J1")
            .step("fight")
            .begin(&[1]);
        play.fight("a", "b");
        // through a friend; six spaces end on another friend: one less
        assert_eq!(play.at("a"), "D1");
        play.spent();
    }
}

#[test]
fn t2_whether_who_flees_would_leave_the_board_is_known_before() {
    for kind in KINDS {
        for (row, off) in [("..........", true), ("...............", false)] {
            let last = if off { "G1" } else { "L1" };
            let from = if off { "F1" } else { "K1" };
            let mut play = lane(kind, row)
                .figure(1, "a", "troop", from)
                .figure(2, "b", "troop, Cause Fear", last)
                .step("fight")
                .begin(&[2]);
            let (a, b) = (play.fig("a"), play.fig("b"));
            let at = play.space(from);
            assert_eq!(play.game.runs_off(a, at, b), off, "{from}");
            // as if it stood at the edge already
            let edge = play.space("B1");
            assert!(play.game.runs_off(a, edge, b));
            play.fight("a", "b");
            assert_eq!(play.game.place(a) == Place::Gone, off);
            play.spent();
        }
    }
}

#[test]
fn t2_it_turns_away_and_is_done_for_the_round_and_three_is_enough() {
    let mut play = scene(GridKind::Square, "............")
        .figure(1, "a", "hero, distance", "H1 E")
        .figure(1, "c", "hero, distance", "G1 E")
        .figure(2, "b", "troop, Cause Fear", "K1")
        .device("B1", skirmish::battle::Effect::Score(1))
        .step("shoot")
        .begin(&[2]);
    play.shoot("a", "b");
    assert_eq!((play.at("a").as_str(), play.facing("a")), ("B1", "W"));
    play.dice(&[3]).shoot("c", "b");
    assert_eq!(play.at("c"), "G1");
    // a could have used the device now
    assert!(!play.acts() || play.asked() == 2);
    play.spent();
}

#[test]
fn t2_the_fearless_stay_and_so_do_those_cornered() {
    for kind in KINDS {
        let mut play = lane(kind, "...")
            .figure(1, "a", "troop", "B1")
            .with("fearless = true")
            .figure(2, "b", "troop, Cause Fear", "C1")
            .step("fight")
            .begin(&[1]);
        play.fight("a", "b");
        assert_eq!(play.at("a"), "B1");
        let mut play = lane(kind, "#..")
            .figure(1, "a", "troop", "B1")
            .figure(2, "b", "troop, Cause Fear", "C1")
            .step("fight")
            .begin(&[1]);
        play.fight("a", "b");
        assert_eq!(play.at("a"), "B1");
    }
}

#[test]
fn t2_what_is_in_the_way_is_gone_round_if_that_leads_farther_off() {
    let mut play = scene(
        GridKind::Square,
        ".......... ....#..... .......... ..........",
    )
    .figure(1, "a", "troop", "F2")
    .figure(2, "b", "troop, Cause Fear", "G2")
    .step("fight")
    .begin(&[1]);
    play.fight("a", "b");
    let Some(Event::Fled { path, .. }) = play.log.iter().find(|e| matches!(e, Event::Fled { .. }))
    else {
        panic!("no flight")
    };
    let grid = *play.game.board().grid();
    let names: Vec<_> = path.iter().map(|s| grid.name(*s)).collect();
    // round the wall at E2: E1 and E3 are equally far from G2; clockwise from the north E3 is met
    // first; from there on along the line away from G2
    assert_eq!(names[..2], ["F2", "E3"]);
    assert_eq!(names[2], "D3");
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
        assert!(play.game.may_move(play.fig("c")));
        assert!(play.game.modes(play.fig("b"), false).is_empty());
        // and in the round after that it may act again
        for _ in 0..20 {
            if matches!(play.asks(), Ask::Roll { .. }) {
                break;
            }
            play.done();
        }
        play.dice(&[1, 6]).answer(Answer::Side(Side(1)));
        assert!(play.game.may_move(play.fig("b")));
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
    assert!(!play.game.may_move(play.fig("horse")));
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
    assert!(!play.game.may_move(play.fig("horse")));
    assert!(!play.game.may_move(play.fig("r")));
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
fn t7_fliers_pass_over_everything_and_choose_to_land_or_not() {
    for kind in KINDS {
        let mut play = lane(kind, "..#.......")
            .figure(1, "a", "troop, Flight", "A1")
            .figure(2, "b", "troop", "D1")
            .figure(2, "c", "troop, distance", "H1")
            .rule("facing = false")
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
fn t9_inspiration_rolls_again_once_a_round_and_the_second_stands() {
    let mut play = scene(GridKind::Square, ".....")
        .figure(1, "a", "troop", "B1")
        .figure(1, "c", "troop", "D1")
        .figure(1, "banner", "troop, Inspiration", "A1")
        .figure(2, "b", "troop", "C1")
        .figure(2, "z", "troop", "E1")
        .step("fight")
        .begin(&[3]);
    play.fight("a", "b");
    assert_eq!(
        play.asks(),
        Ask::Reroll {
            who: play.fig("a"),
            purpose: Purpose::Fight,
            success: false
        }
    );
    play.yes().dice(&[2]);
    assert!(play.on_board("b"));
    // used up
    play.dice(&[3]).fight("c", "b");
    assert!(play.acts());
    play.spent();
}

#[test]
fn t9_not_for_a_teammate_and_not_for_the_dead() {
    let mut scene_ = scene(GridKind::Square, ".....")
        .figure(1, "a", "troop", "B1")
        .figure(2, "b", "troop", "C1")
        .figure(3, "banner", "troop, Inspiration", "E1")
        .step("fight");
    scene_.brief.aim = skirmish::battle::Aim::Battle;
    let mut play = scene_.begin(&[3]);
    play.fight("a", "b");
    assert!(!matches!(play.asks(), Ask::Reroll { .. }));
}

#[test]
fn t9_armour_rolls_on_any_turn_or_the_owners() {
    for (rule, asked) in [("any_turn", true), ("own_turn", false)] {
        let mut play = scene(GridKind::Square, ".....")
            .figure(1, "a", "troop", "A1")
            .figure(2, "b", "troop, light armour, Inspiration", "B1")
            .figure(2, "z", "troop", "E1")
            .rule(&format!("inspiration_armour = \"{rule}\""))
            .step("fight")
            .begin(&[4, 1]);
        play.fight("a", "b");
        assert_eq!(matches!(play.asks(), Ask::Reroll { .. }), asked, "{rule}");
        if asked {
            assert_eq!(play.asked(), 2);
            play.yes().dice(&[6]);
            assert!(play.on_board("b"));
        }
        play.spent();
    }
}

#[test]
fn t9_all_dice_of_the_roll_and_before_fear() {
    let mut play = scene(GridKind::Square, ".........")
        .figure(
            1,
            "a",
            "troop, distance, automatic fire, Inspiration",
            "D1 E",
        )
        .figure(2, "b", "troop, Cause Fear", "H1")
        .step("shoot")
        .begin(&[1, 2]);
    play.shoot("a", "b");
    assert_eq!(play.at("a"), "D1");
    play.yes();
    assert_eq!(play.asked_dice(), [6, 6]);
    play.dice(&[5, 1]);
    assert!(!play.on_board("b"));
    play.spent();
}

#[test]
fn t10_the_recruited_join_where_they_stand() {
    for kind in KINDS {
        let mut play = scene(kind, "....")
            .figure(1, "a", "troop, Recruit", "A1")
            .figure(2, "b", "hero, distance, Revenge", "B1")
            .figure(2, "z", "troop", "D1")
            .item("crown", "D1")
            .step("fight")
            .begin(&[4, 5]);
        play.fight("a", "b");
        let b = play.fig("b");
        assert_eq!((play.game.side(b), play.at("b")), (Side(0), "B1".into()));
        assert_eq!(play.game.scores()[0], play.game.shown(b).points);
        assert!(!play.game.may_move(b));
        assert!(play.game.modes(b, false).is_empty());
        play.spent();
    }
}

#[test]
fn t10_a_recruited_mount_loses_its_load_and_a_recruited_rider_its_seat() {
    for target in ["horse", "r"] {
        let mut play = scene(GridKind::Square, "... ...")
            .figure(1, "a", "troop, Recruit", "A1")
            .figure(2, "horse", "cavalry", "B1")
            .figure(2, "r", "troop", "on horse")
            .step("fight")
            .begin(&[4]);
        play.fight("a", target);
        if target == "horse" {
            play.dice(&[1]);
        }
        play.dice(&[5]);
        assert_eq!(play.game.side(play.fig(target)), Side(0));
        assert_eq!(play.aboard("r"), None);
        assert_eq!((play.at("horse"), play.at("r")), ("B1".into(), "C1".into()));
        play.spent();
    }
}

#[test]
fn t10_refused_it_is_removed_after_its_revenge() {
    let mut play = scene(GridKind::Square, "...")
        .figure(1, "a", "troop, Recruit", "A1")
        .figure(2, "b", "troop, Revenge", "B1")
        .figure(2, "z", "troop", "C1")
        .step("fight")
        .begin(&[4, 4]);
    play.fight("a", "b");
    assert!(matches!(play.asks(), Ask::Revenge { .. }));
    play.no();
    assert!(!play.on_board("b"));
    play.spent();
}

#[test]
fn t11_revenge_strikes_back_before_removal() {
    for kind in KINDS {
        let mut play = lane(kind, "....")
            .figure(1, "a", "troop, Double Strike, Revenge", "A1")
            .figure(1, "y", "troop", "D1")
            .figure(2, "b", "troop, Revenge", "B1")
            .figure(2, "z", "troop", "C1")
            .step("fight")
            .begin(&[4]);
        play.fight("a", "b");
        assert_eq!(
            play.asks(),
            Ask::Revenge {
                who: play.fig("b"),
                at: play.fig("a")
            }
        );
        assert_eq!(play.asked(), 2);
        play.yes().dice(&[4]);
        // both fall; a takes no revenge and strikes no second time
        assert!(!play.on_board("a") && !play.on_board("b"));
        assert_eq!(play.game.scores(), [6, 10]);
        play.spent();
    }
}

#[test]
fn t11_only_with_the_same_kind_of_attack_in_range() {
    let begin = |words: &str, at: &str| {
        let mut play = scene(GridKind::Square, &".".repeat(30))
            .figure(1, "a", "troop, distance, Sniper", "A1 E")
            .figure(2, "b", words, at)
            .figure(2, "z", "troop", "AD1")
            .step("shoot")
            .begin(&[6]);
        play.shoot("a", "b");
        matches!(play.asks(), Ask::Revenge { .. })
    };
    assert!(begin("troop, distance, Revenge", "M1 E"));
    assert!(!begin("troop, Revenge", "M1 E"));
    assert!(!begin("troop, distance, Revenge", "N1 E"));
}

#[test]
fn t11_fear_only_fails_it_and_nobody_aboard_takes_it() {
    let mut play = scene(GridKind::Square, ".......")
        .figure(1, "a", "troop, Cause Fear", "A1")
        .figure(2, "b", "troop, Revenge", "B1")
        .figure(2, "z", "troop", "G1")
        .step("fight")
        .begin(&[4]);
    play.fight("a", "b").yes().dice(&[1]);
    assert!(!play.on_board("b"));
    assert!(!play.log.iter().any(|e| matches!(e, Event::Fled { .. })));
    let mut play = scene(GridKind::Square, ".......")
        .figure(1, "a", "troop", "A1")
        .figure(2, "horse", "cavalry", "B1")
        .figure(2, "b", "troop, Revenge", "on horse")
        .step("fight")
        .begin(&[4]);
    play.fight("a", "b");
    assert!(!play.on_board("b"));
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
            .step("shoot")
            .begin(&[]);
        play.shoot("a", "b");
        assert_eq!(play.need(), need);
    }
    let mut rider = scene(GridKind::Square, "...")
        .figure(1, "a", "troop, distance", "A1 E")
        .figure(2, "horse", "cavalry", "C1")
        .figure(2, "b", "troop, Stealth", "on horse")
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
fn t15_summon_calls_an_ally_who_may_act_at_once() {
    for kind in KINDS {
        let mut play = lane(kind, "...............")
            .figure(1, "a", "troop, Summon", "E1")
            .figure(1, "c", "troop", "A1")
            .figure(2, "b", "troop", "I1")
            .step("shoot")
            .begin(&[]);
        play.act(How::Summon, "a", Target::Nothing);
        assert_eq!(play.need(), 5);
        play.dice(&[5]);
        assert_eq!(play.asks(), Ask::Summon { who: play.fig("a") });
        let c = play.fig("c");
        let far = Answer::Place {
            who: c,
            to: play.space("I1"),
        };
        play.refused(far);
        let beyond = Answer::Place {
            who: c,
            to: play.space("J1"),
        };
        play.refused(beyond);
        let to = play.space("H1");
        play.answer(Answer::Place { who: c, to });
        assert_eq!(play.at("c"), "H1");
        assert_eq!(play.asks(), Ask::Act { only: Some(c) });
        play.dice(&[3]).fight("c", "b");
        // it has moved no step and may not after attacking
        assert!(!matches!(play.asks(), Ask::Act { only: Some(_) }));
        play.spent();
    }
}

#[test]
fn t15_what_it_leaves_undone_stays_for_later_and_waiting_ones_wait() {
    for waits in [false, true] {
        let mut play = scene(GridKind::Square, "......")
            .figure(1, "a", "troop, Summon", "B1")
            .with(&format!("summon_waits = {waits}"))
            .figure(1, "c", "troop", "A1")
            .figure(2, "b", "troop", "F1")
            .step("shoot")
            .begin(&[]);
        play.act(How::Summon, "a", Target::Nothing).dice(&[6]);
        let (who, to) = (play.fig("c"), play.space("E1"));
        play.answer(Answer::Place { who, to });
        if waits {
            assert!(!play.game.may_move(who));
            play.until("fight", 1);
            play.refused(play.striking(How::Fight, "c", "b"));
        } else {
            play.done();
            play.until("fight", 1);
            assert!(
                play.game
                    .check(&play.striking(How::Fight, "c", "b"))
                    .is_ok()
            );
        }
    }
}

#[test]
fn t15_nobody_to_call_is_not_offered_and_a_mount_comes_with_its_load() {
    let alone = scene(GridKind::Square, "......")
        .figure(1, "a", "troop, Summon", "B1")
        .figure(2, "b", "troop", "F1")
        .step("shoot")
        .begin(&[]);
    assert!(!alone.acts() || alone.asked() != 1);
    let mut play = scene(GridKind::Square, "..........")
        .figure(1, "a", "troop, Summon", "B1")
        .figure(1, "horse", "cavalry", "H1")
        .figure(1, "r", "troop", "on horse")
        .figure(2, "b", "troop", "J1")
        .step("shoot")
        .begin(&[]);
    play.act(How::Summon, "a", Target::Nothing).dice(&[5]);
    let (who, to) = (play.fig("horse"), play.space("D1"));
    let off = Answer::Place {
        who: play.fig("r"),
        to,
    };
    assert!(play.game.check(&off).is_ok());
    play.answer(Answer::Place { who, to });
    assert_eq!(
        (play.at("r"), play.aboard("r")),
        ("D1".into(), Some("horse"))
    );
}

#[test]
fn t16_support_helps_allies_near_it_with_one_kind_of_roll() {
    for (at, need) in [("A1", 4), ("E1", 3)] {
        // a second supporter beside the first adds nothing
        let beside = if at == "A1" { "B1" } else { "F1" };
        let mut play = scene(GridKind::Square, "...........")
            .figure(1, "a", "troop", "H1")
            .figure(1, "s", "troop, Support (hand to hand)", at)
            .figure(1, "s2", "troop, Support (hand to hand)", beside)
            .figure(2, "b", "troop", "I1")
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
fn t15_the_end_comes_before_what_is_left_to_do_at_once() {
    let mut play = scene(GridKind::Square, "....#.")
        .figure(1, "a", "troop, Summon", "B1")
        .figure(1, "c", "troop", "A1")
        .figure(2, "b", "troop", "D1")
        .device("C1", skirmish::battle::Effect::Score(2))
        .step("shoot")
        .begin(&[]);
    play.act(How::Summon, "a", Target::Nothing).dice(&[5]);
    let (who, to) = (play.fig("c"), play.space("C1"));
    play.answer(Answer::Place { who, to });
    play.dice(&[4]).fight("c", "b");
    // the skill roll is left, but the battle is over
    assert!(play.game.outcome().is_some());
    assert_eq!(play.asks(), Ask::Over);
}

#[test]
fn t15_a_summoned_figure_moves_before_it_attacks_and_not_after() {
    let mut play = scene(GridKind::Square, "..........")
        .figure(1, "a", "troop, Summon", "B1")
        .figure(1, "c", "troop", "A1")
        .figure(2, "b", "troop", "J1")
        .step("fight")
        .begin(&[]);
    play.act(How::Summon, "a", Target::Nothing).dice(&[5]);
    let (who, to) = (play.fig("c"), play.space("E1"));
    play.answer(Answer::Place { who, to });
    play.go("c", "I1");
    play.refused(play.moving("c", "H1"));
    play.dice(&[1]).fight("c", "b");
    assert!(!matches!(play.asks(), Ask::Act { only: Some(_) }));
    play.spent();
}

#[test]
fn t9_a_success_may_be_rolled_again_too_and_skill_rolls() {
    let mut play = scene(GridKind::Square, "...")
        .figure(1, "a", "troop, Inspiration", "A1")
        .figure(2, "b", "troop", "C1")
        .device("B1", skirmish::battle::Effect::Score(2))
        .step("skill")
        .begin(&[4]);
    play.act(How::Skill, "a", Target::Device(0));
    assert_eq!(
        play.asks(),
        Ask::Reroll {
            who: play.fig("a"),
            purpose: Purpose::Skill,
            success: true
        }
    );
    assert_eq!(play.game.preset(), Answer::No);
    play.no();
    assert_eq!(play.game.scores(), [2, 0]);
    play.spent();
}

#[test]
fn t9_its_own_armour_uses_its_own_inspiration_first() {
    let mut play = scene(GridKind::Square, "....")
        .figure(1, "a", "troop", "A1")
        .figure(2, "x", "troop, Inspiration", "D1")
        .figure(2, "b", "troop, light armour, Inspiration", "B1")
        .step("fight")
        .begin(&[4, 1]);
    play.fight("a", "b").yes();
    assert!(play.log.contains(&Event::Rerolled {
        giver: play.fig("b"),
        who: play.fig("b")
    }));
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
    assert!(!play.game.may_move(play.fig("b")));
    for _ in 0..20 {
        if matches!(play.asks(), Ask::Roll { .. }) {
            break;
        }
        play.done();
    }
    play.dice(&[6, 1]).answer(Answer::Side(Side(1)));
    assert!(play.game.may_move(play.fig("b")));
}
