//! Rules that were read once more against their texts: cover, flight, support, terrain, ends,
//! measures and boats (A8, B5, B14, R4, S5, S6, T7, T16).

use super::{Play, fenced_lane, lane, scene, walled};
use crate::drawn::KINDS;
use skirmish::battle::{Ask, Event, How, Reason, Target};
use skirmish::board::GridKind;

// ---- sight and cover ----

#[test]
fn s5_changed_a_target_that_is_touched_is_never_in_cover_from_shots() {
    for kind in KINDS {
        for (rule, need) in [("", 5), ("touching_cover = true", 6)] {
            let mut play = lane(kind, ".T...")
                .figure(1, "a", "troop, distance", "A1")
                .figure(2, "b", "troop", "B1")
                .rule("facing = false")
                .rule(rule)
                .step("shoot")
                .begin(&[]);
            play.shoot("a", "b");
            assert_eq!(play.need(), need);
        }
        // nor does Stealth help, nor being aboard; from farther off both do
        for (at, need) in [("A1", 5), ("D1", 7)] {
            let mut play = lane(kind, "..T...")
                .figure(
                    1,
                    "a",
                    "troop, distance",
                    if at == "A1" { "B1" } else { at },
                )
                .figure(
                    2,
                    "b",
                    "troop, Stealth",
                    if at == "A1" { "C1" } else { "A1" },
                )
                .rule("facing = false")
                .step("shoot")
                .begin(&[]);
            if need == 7 {
                // the wood between hides it: no roll of a d6 can succeed, so none is asked for
                play.shoot("a", "b");
                assert!(play.on_board("b"));
                let missed = |e: &Event| matches!(e, Event::Missed { .. });
                assert!(play.log.iter().any(missed));
                assert!(!play.log.iter().any(|e| matches!(e, Event::Rolled(_))));
            } else {
                play.shoot("a", "b");
                assert_eq!(play.need(), need);
            }
        }
    }
}

#[test]
fn s6_changed_fliers_see_and_are_seen_over_guys_and_fences() {
    for kind in KINDS {
        let between = |aloft: &str| {
            super::fenced_lane(kind, ".......", &["B1|C1 fence"])
                .figure(1, "a", "troop, distance, Flight", &format!("A1{aloft}"))
                .figure(2, "guard", "troop", "D1")
                .figure(2, "b", "troop", "G1")
                .rule("facing = false")
                .step("shoot")
                .begin(&[])
        };
        let play = between("");
        play.refused(play.striking(How::Shoot, "a", "b"));
        let mut play = between(" aloft");
        play.shoot("a", "b");
        assert_eq!(play.need(), 5, "no cover either");
    }
}

// ---- flight ----

#[test]
fn t7_changed_a_flier_that_stays_in_the_air_ends_over_anything_but_a_figure() {
    for kind in KINDS {
        for (sign, rule, ends) in [
            ('#', "", true),
            ('w', "", true),
            ('B', "", true),
            ('#', "hover_anywhere = false", false),
        ] {
            let mut play = lane(kind, &format!("..{sign}..."))
                .figure(1, "a", "troop, Flight", "A1")
                .figure(2, "b", "troop", "E1")
                .rule(rule)
                .step("move")
                .begin(&[]);
            play.refused(play.moving("a", "E1"));
            if ends {
                play.go("a", "C1");
                // it cannot land there, so nobody asks
                assert!(!matches!(play.asks(), Ask::Land { .. }));
                assert!(play.game.aloft(play.fig("a")));
            } else {
                play.refused(play.moving("a", "C1"));
            }
        }
    }
}

#[test]
fn t7_changed_who_loses_its_pilot_over_a_wall_comes_down_beside_it() {
    let mut play = scene(GridKind::Square, "...... ..#... ......")
        .figure(1, "copter", "vehicle, Flight", "A2")
        .with("size = 1")
        .figure(1, "pilot", "troop", "on copter")
        .figure(1, "c", "troop", "A3")
        .figure(2, "b", "troop, distance, Sharpshooter", "F2")
        .rule("facing = false")
        .step("move")
        .begin(&[]);
    play.go("copter", "C2").until("shoot", 2);
    play.dice(&[6]).shoot("b", "pilot");
    assert!(!play.on_board("pilot"));
    assert!(!play.game.aloft(play.fig("copter")));
    assert_ne!(play.at("copter"), "C2");
}

// ---- support ----

#[test]
fn t16_changed_support_of_the_same_kind_adds_up() {
    for kind in KINDS {
        for (rule, need) in [("", 3), ("support_stacks = false", 4)] {
            let mut play = scene(kind, "...... ......")
                .figure(1, "a", "troop, distance", "A1")
                .figure(1, "s", "troop, Support (distance)", "A2")
                .figure(1, "t", "troop, Support (distance)", "B2")
                .figure(1, "u", "troop, Support (armour)", "B1")
                .figure(2, "b", "troop", "F1")
                .rule("facing = false")
                .rule(rule)
                .step("shoot")
                .begin(&[]);
            play.shoot("a", "b");
            assert_eq!(play.need(), need);
        }
    }
}

// ---- terrain ----

#[test]
fn a8_changed_trees_rocks_thickets_and_scrub_can_be_destroyed() {
    for kind in KINDS {
        for (sign, left) in [
            ('T', "open"),
            ('F', "open"),
            ('"', "open"),
            ('o', "rubble"),
            ('#', "rubble"),
        ] {
            for (face, falls) in [(2, true), (3, false)] {
                let mut play = lane(kind, &format!("..{sign}..."))
                    .figure(1, "a", "troop, distance", "A1")
                    .figure(2, "b", "troop", "F1")
                    .rule("facing = false")
                    .step("shoot")
                    .begin(&[]);
                let at = play.space("C1");
                play.dice(&[5, face])
                    .act(How::Shoot, "a", Target::Space(at));
                let name = play.game.board().terrain(at).name.clone();
                assert_eq!(name == left, falls, "{sign}: {name}");
            }
        }
        let play = lane(kind, "..T..~")
            .figure(1, "a", "troop, distance", "A1")
            .figure(2, "b", "troop", "E1")
            .rule("facing = false")
            .rule("breakable = \"walls\"")
            .step("shoot")
            .begin(&[]);
        for name in ["C1", "F1", "B1"] {
            play.refused(play.on(How::Shoot, "a", Target::Space(play.space(name))));
        }
    }
}

// ---- the end ----

#[test]
fn r4_changed_three_sides_play_on_until_one_team_is_left() {
    for (rule, ends) in [("", false), ("first_gone = \"ends\"", true)] {
        let mut play = scene(GridKind::Square, "....... .......")
            .figure(1, "a", "troop, distance", "A1")
            .figure(2, "b", "troop", "C1")
            .figure(3, "c", "troop", "G2")
            .rule("facing = false")
            .rule(rule)
            .step("shoot")
            .begin(&[]);
        play.dice(&[5]).shoot("a", "b");
        let outcome = play.game.outcome();
        if ends {
            assert_eq!(
                outcome.map(|o| (o.winners.bits(), o.reason)),
                Some((1, Reason::Points))
            );
            continue;
        }
        assert_eq!(outcome, None);
        play.dice(&[6, 1]);
        let initiative = |play: &Play| matches!(play.asks(), Ask::First);
        assert!(initiative(&play), "{:?}", play.asks());
    }
}

#[test]
fn r4_changed_mounts_that_nobody_is_left_to_ride_do_not_stand() {
    for (words, rule, over) in [
        ("cavalry", "", true),
        ("cavalry, Independent", "", false),
        ("cavalry", "empty_mounts_stand = true", false),
    ] {
        let mut play = scene(GridKind::Square, "......")
            .figure(1, "a", "hero, distance", "A1 E")
            .figure(2, "b", "troop", "C1")
            .figure(2, "horse", words, "F1")
            .rule(rule)
            .step("shoot")
            .begin(&[]);
        play.dice(&[6]).shoot("a", "b");
        assert_eq!(play.game.outcome().is_some(), over, "{words} {rule}");
    }
}

// ---- measures, water ----

#[test]
fn b5_changed_paper_halves_are_the_most_on_rough_ground() {
    for kind in KINDS {
        let begin = |words: &str, rule: &str| {
            let row = format!(".T{}", ".".repeat(18));
            let mut scene = lane(kind, &row).figure(1, "a", words, "A1");
            if words != "troop" {
                scene = scene.figure(1, "rider", "troop", "on a").with("");
            }
            scene
                .figure(2, "b", "troop", "T1")
                .rule("measure = \"paper\"")
                .rule(rule)
                .step("move")
                .begin(&[])
        };
        // 8½ for cavalry, 4 for guys: whole spaces, each of which costs 1
        for (words, far, too_far) in [("troop", "E1", "F1"), ("cavalry", "I1", "J1")] {
            let mut play = begin(words, "");
            play.refused(play.moving("a", too_far));
            play.go("a", far);
        }
        let mut play = begin("troop", "paper_halves = false");
        play.go("a", "H1");
    }
}

#[test]
fn b14_new_swimmers_cross_water_and_boats_stay_on_it_and_carry() {
    for kind in KINDS {
        let mut play = lane(kind, "..wwww..")
            .figure(1, "fish", "troop, swims", "A1")
            .figure(1, "boat", "vehicle, boat", "C1")
            .with("size = 1")
            .figure(1, "sailor", "troop", "B1")
            .figure(2, "b", "troop", "H1")
            .step("move")
            .begin(&[]);
        play.go("sailor", "C1");
        assert_eq!(play.aboard("sailor"), Some("boat"));
        play.refused(play.moving("boat", "G1"));
        play.refused(play.moving("boat", "B1"));
        play.go("boat", "F1");
        assert_eq!(play.at("sailor"), "F1");
        play.go("fish", "D1");
        play.until("move", 2).done();
        play.dice(&[6, 1]);
        play.answer(skirmish::battle::Answer::Side(skirmish::battle::Side(0)));
        play.go("sailor", "G1");
        assert_eq!(play.aboard("sailor"), None);
    }
}

// ---- the edition of 2017 ----

#[test]
fn e6_new_a_move_that_touches_rough_ground_covers_half() {
    for kind in KINDS {
        let begin = |rule: &str| {
            lane(kind, "T.......")
                .of_2017()
                .figure(1, "a", "troop", "A1")
                .figure(2, "b", "troop", "H1")
                .rule(rule)
                .step("move")
                .begin(&[])
        };
        // out of a wood: at most 3 in that move
        let mut play = begin("");
        let why = play.refused(play.moving("a", "E1"));
        assert!(why.contains("only 3"), "{why}");
        play.go("a", "D1");
        begin("rough = \"half_speed\"").go("a", "G1");
        // into one at the end
        let mut play = lane(kind, "...T....")
            .of_2017()
            .figure(1, "a", "troop", "A1")
            .figure(2, "b", "troop", "H1")
            .step("move")
            .begin(&[]);
        play.refused(play.moving("a", "E1"));
        play.go("a", "D1");
        // up a hill
        let play = lane(kind, "0000111.")
            .of_2017()
            .figure(1, "a", "troop", "A1")
            .figure(2, "b", "troop", "H1")
            .step("move")
            .begin(&[]);
        play.refused(play.moving("a", "E1"));
        assert!(play.game.check(&play.moving("a", "D1")).is_ok());
    }
}

#[test]
fn e6_new_b6_the_first_step_may_overspend_half_a_move_too() {
    for kind in KINDS {
        // half of 2 is 1, and a step through a shut door costs 2
        let mut play = fenced_lane(kind, "T.......", &["A1|B1 door"])
            .of_2017()
            .figure(1, "a", "troop", "A1")
            .figure(2, "b", "troop", "H1")
            .rule("guy_move_28mm = 2")
            .step("move")
            .begin(&[]);
        play.refused(play.moving("a", "C1"));
        play.go("a", "B1");
        assert_eq!(play.at("a"), "B1");
    }
}

#[test]
fn e7_new_with_one_side_gone_the_most_points_destroyed_win() {
    let mut play = scene(GridKind::Square, ".....")
        .of_2017()
        .figure(1, "a", "hero, distance", "A1 E")
        .figure(2, "b", "troop", "C1")
        .step("shoot")
        .begin(&[]);
    play.dice(&[4]).shoot("a", "b");
    let outcome = play.game.outcome().expect("an end");
    assert_eq!(
        (outcome.winners.bits(), outcome.reason),
        (1, Reason::Points)
    );
}

#[test]
fn e8_new_enemies_do_not_block_sight_and_mounts_without_riders_fight() {
    for kind in KINDS {
        let mut play = lane(kind, "......")
            .of_2017()
            .figure(1, "a", "troop, distance", "A1")
            .figure(1, "horse", "cavalry", "B1")
            .figure(2, "guard", "troop", "C1")
            .figure(2, "b", "troop", "F1")
            .rule("facing = false")
            .step("move")
            .begin(&[]);
        play.refused(play.moving("horse", "B1"));
        play.until("shoot", 1);
        assert!(
            play.game
                .check(&play.striking(How::Shoot, "a", "b"))
                .is_ok()
        );
        play.until("fight", 1);
        assert!(
            play.game
                .check(&play.striking(How::Fight, "horse", "guard"))
                .is_ok()
        );
        let play = lane(kind, "......")
            .of_2017()
            .figure(1, "a", "troop, distance", "A1")
            .figure(1, "horse", "cavalry", "B1")
            .figure(2, "guard", "troop", "C1")
            .figure(2, "b", "troop", "F1")
            .rule("facing = false")
            .rule("enemies_block_sight = true")
            .step("shoot")
            .begin(&[]);
        play.refused(play.striking(How::Shoot, "a", "b"));
    }
}

#[test]
fn e9_new_figures_move_through_opposing_ones_and_never_end_on_them() {
    for kind in KINDS {
        let mut play = lane(kind, "......")
            .of_2017()
            .figure(1, "a", "troop", "A1")
            .figure(2, "b", "troop", "C1")
            .step("move")
            .begin(&[]);
        play.refused(play.moving("a", "C1"));
        play.go("a", "E1");
    }
}

#[test]
fn e3_changed_walls_take_hits_by_the_size_of_their_piece_and_fall_as_one() {
    for kind in KINDS {
        // three spaces of wall are of medium size: three hits
        let mut play = lane(kind, "a###..".replace('a', ".").as_str())
            .of_2017()
            .figure(1, "a", "hero, distance", "A1")
            .figure(2, "b", "troop", "F1")
            .rule("facing = false")
            .rule("rounds = 9")
            .step("shoot")
            .begin(&[]);
        let wall = Target::Space(play.space("B1"));
        for hit in 1..=3 {
            play.dice(&[4]).act(How::Shoot, "a", wall);
            let stands = play.game.board().terrain(play.space("C1")).name == "wall";
            assert_eq!(stands, hit < 3, "hit {hit}");
            if hit < 3 {
                play.until("shoot", 9);
                play.dice(&[6, 1]);
                play.answer(skirmish::battle::Answer::Side(skirmish::battle::Side(0)));
                play.until("shoot", 1);
            }
        }
        assert_eq!(play.game.board().terrain(play.space("D1")).name, "rubble");
    }
}

#[test]
fn e3_changed_borders_form_pieces_split_at_corners_and_doors() {
    let borders = [
        "A1|A2 wall",
        "B1|B2 wall",
        "C1|C2 door",
        "D1|D2 wall",
        "D2|E2 wall",
    ];
    let play = walled(GridKind::Square, "..... ..... .....", &borders)
        .of_2017()
        .figure(1, "a", "hero, distance", "A1")
        .figure(2, "b", "troop", "E3")
        .rule("facing = false")
        .step("shoot")
        .begin(&[]);
    let runs = play.game.board().runs(6, 60);
    let piece = |x: &str, y: &str| {
        runs.of_border((play.space(x), play.space(y)))
            .map(<[_]>::len)
    };
    assert_eq!(piece("A1", "A2"), Some(2));
    assert_eq!(piece("B1", "B2"), Some(2));
    assert_eq!(piece("C1", "C2"), None);
    assert_eq!(piece("D1", "D2"), Some(1));
    assert_eq!(piece("D2", "E2"), Some(1));
}

// ---- scales ----

#[test]
fn b13_new_scale_takes_the_usual_names_and_the_nearest_row() {
    use skirmish::battle::Scale;
    for (name, scale) in [
        ("28mm", Scale::Mm28),
        ("1/72", Scale::Mm28),
        ("20mm", Scale::Mm28),
        ("25mm", Scale::Mm28),
        ("30mm", Scale::Mm28),
        ("32mm", Scale::Mm28),
        ("40mm", Scale::Mm28),
        ("6mm", Scale::Mm4),
        ("10mm", Scale::Mm15),
        ("54mm", Scale::Mm54),
        ("75mm", Scale::Mm90),
        ("300", Scale::Mm300),
        ("N", Scale::Mm15),
        ("HO", Scale::Mm28),
        ("O", Scale::Mm54),
        ("G", Scale::Mm90),
    ] {
        assert_eq!(Scale::named(name), Some(scale), "{name}");
    }
    for name in ["", "mm", "tall", "0mm", "1/0", "2/72", "5000mm"] {
        assert_eq!(Scale::named(name), None, "{name}");
    }
    assert!(Scale::Mm28.is_exact("28mm") && Scale::Mm28.is_exact("32mm"));
    assert!(!Scale::Mm28.is_exact("40mm") && !Scale::Mm15.is_exact("10mm"));
}

#[test]
fn b13_new_late_contact_and_sides_too_near_are_warned_about() {
    let found = |rows: usize, rounds: u16| -> Vec<String> {
        let field = vec![".".repeat(rows); rows].join(" ");
        let mut scene = scene(GridKind::Square, &field)
            .figure(1, "a", "hero, commander", "")
            .figure(2, "b", "hero, commander", "");
        scene.brief.rounds = Some(Some(rounds));
        let play = scene.begin(&[]);
        play.game.findings().into_iter().map(|f| f.what).collect()
    };
    let says = |found: &[String], word: &str| found.iter().any(|what| what.contains(word));
    assert!(says(&found(8, 5), "begin"), "{:?}", found(8, 5));
    assert!(says(&found(60, 5), "meet in round"), "{:?}", found(60, 5));
    assert!(!says(&found(60, 9), "meet in round"));
    let good = found(26, 5);
    assert!(!says(&good, "begin") && !says(&good, "meet"), "{good:?}");
}

#[test]
fn a9_new_skills_that_are_worth_nothing_are_warned_about() {
    for (border, idle) in [
        ("A1|A2 wall", true),
        ("A1|A2 locked", false),
        ("A1|A2 fence", false),
    ] {
        let field = vec!["............"; 26].join(" ");
        let play = walled(GridKind::Square, &field, &[border])
            .figure(1, "a", "hero, commander, Super-Skill minor", "")
            .figure(2, "b", "hero, commander", "")
            .begin(&[]);
        let found = play.game.findings();
        let says = found.iter().any(|f| f.what.contains("worth nothing"));
        assert_eq!(says, idle, "{border}");
    }
}

// ---- rolls and facing ----

#[test]
fn a6_a_roll_that_cannot_succeed_is_not_asked_for() {
    for (rule, asked) in [("", false), ("hopeless_rolls = true", true)] {
        // a mook's light armour needs 7 on a d6
        let mut play = scene(GridKind::Square, "..")
            .figure(1, "a", "troop", "A1")
            .figure(2, "b", "mook, light armour", "B1")
            .rule(rule)
            .step("fight")
            .begin(&[]);
        play.dice(&[4]).fight("a", "b");
        let rolls = matches!(play.asks(), Ask::Roll { .. });
        assert_eq!((rolls, play.on_board("b")), (asked, asked));
    }
}

#[test]
fn s8_facing_is_asked_and_told_only_where_it_matters() {
    let moved = |words: &str, rule: &str| {
        let mut play = scene(GridKind::Square, "....")
            .figure(1, "a", words, "A1 W")
            .figure(2, "b", "troop", "D1")
            .rule(rule)
            .step("move")
            .begin(&[]);
        play.go("a", "B1");
        let told = play.log.iter().any(|e| matches!(e, Event::Faced { .. }));
        (matches!(play.asks(), Ask::Face { .. }), told)
    };
    assert_eq!(moved("troop", ""), (false, false));
    assert_eq!(moved("troop", "facing_of_all = true"), (false, true));
    assert_eq!(moved("troop, distance", ""), (true, false));
}
