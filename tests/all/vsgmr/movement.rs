//! Movement, riding, carrying (B3–B10, M1–M7).

use super::{scene, walled};
use crate::drawn::KINDS;
use skirmish::battle::{Aim, Answer, Ask, Event, Holder, How, Place, Range, Scale};
use skirmish::board::{GridKind, Reach};
use skirmish::rules::Game;

/// The greatest cost a figure can spend, and its distance attack range.
fn far(game: &Game, name: &str) -> (u32, u32) {
    let who = game.all().find(|f| game.name(*f) == name).unwrap();
    let mut reach = Reach::default();
    assert!(game.reach(who, &mut reach), "{name} cannot move");
    let most = reach.ends().iter().map(|end| end.1).max().unwrap();
    let range = game
        .modes(who, true)
        .iter()
        .find_map(|mode| match mode.range {
            Range::Spaces(n) if mode.how == How::Shoot => Some(n),
            _ => None,
        });
    (most, range.unwrap_or(0))
}

/// A long strip of open ground.
fn strip(n: usize) -> String {
    ".".repeat(n)
}

#[test]
fn b3_the_scale_sets_movement_and_range() {
    let table = [
        (Scale::Mm4, 12, 20),
        (Scale::Mm15, 12, 20),
        (Scale::Mm28, 6, 12),
        (Scale::Mm54, 3, 8),
        (Scale::Mm90, 2, 5),
        (Scale::Mm180, 2, 3),
        (Scale::Mm300, 1, 2),
    ];
    for kind in KINDS {
        for (scale, moves, range) in table {
            let mut scene = scene(kind, &strip(40))
                .figure(1, "a", "troop, distance", "A1")
                .figure(2, "b", "troop", "AN1");
            scene.brief.scale = scale;
            assert_eq!(
                far(&scene.begin(&[]).game, "a"),
                (moves, range),
                "{scale:?}"
            );
        }
    }
    let plain = scene(GridKind::Square, &strip(40))
        .figure(1, "a", "troop, distance", "A1")
        .figure(2, "b", "troop", "AN1")
        .rule("dau_28mm = 10")
        .begin(&[]);
    assert_eq!(far(&plain.game, "a"), (6, 10));
}

#[test]
fn b4_cavalry_goes_half_as_far_again_and_vehicles_twice_as_far() {
    for (scale, cavalry, vehicle) in [
        (Scale::Mm28, 9, 12),
        (Scale::Mm15, 18, 24),
        (Scale::Mm54, 4, 6),
        (Scale::Mm300, 1, 2),
    ] {
        let rows = format!("{0} {0}", strip(40));
        let mut scene = scene(GridKind::Square, &rows)
            .figure(1, "c", "cavalry, Independent, Support (armour)", "A1")
            .figure(1, "v", "vehicle, Independent", "C1")
            .figure(2, "b", "troop", "AN1");
        scene.brief.scale = scale;
        let play = scene.begin(&[]);
        assert_eq!(far(&play.game, "c").0, cavalry, "{scale:?}");
        assert_eq!(far(&play.game, "v").0, vehicle, "{scale:?}");
        // half a unit, used as a distance, is at least 1
        let half = (cavalry / 2).max(1);
        assert_eq!(play.game.facts(play.fig("c")).aura, half, "{scale:?}");
    }
}

#[test]
fn b5_paper_measures_in_inches() {
    let rows = format!("{0} {0}", strip(40));
    let play = scene(GridKind::Square, &rows)
        .figure(1, "g", "troop, distance, Support (skill)", "A1")
        .figure(1, "c", "cavalry, Independent", "B1")
        .figure(1, "v", "vehicle, Independent, Support (armour)", "C1")
        .figure(2, "b", "troop", "AN1")
        .rule("measure = \"paper\"")
        .begin(&[]);
    assert_eq!(far(&play.game, "g"), (8, 11));
    assert_eq!(far(&play.game, "c").0, 11);
    assert_eq!(far(&play.game, "v").0, 15);
    assert_eq!(play.game.facts(play.fig("g")).aura, 4);
    assert_eq!(play.game.facts(play.fig("v")).aura, 8);
}

#[test]
fn b6_difficult_ground_halves_movement_and_the_first_step_is_always_possible() {
    for kind in KINDS {
        let play = scene(kind, "..\"\"\"\"...b".replace('b', ".").as_str())
            .figure(1, "a", "troop", "A1")
            .figure(2, "b", "troop", "J1")
            .step("move")
            .begin(&[]);
        // 1 + 2 + 2 = 5 to D1; E1 would be 7
        assert!(play.game.check(&play.moving("a", "D1")).is_ok());
        let why = play.refused(play.moving("a", "E1"));
        assert!(why.contains('7') && why.contains('6'), "{why}");
        let mut slow = scene(kind, "\"\"\"..")
            .figure(1, "a", "troop", "A1")
            .figure(2, "b", "troop", "E1");
        slow.brief.scale = Scale::Mm300;
        let mut slow = slow.step("move").begin(&[]);
        slow.go("a", "B1");
        assert_eq!(slow.at("a"), "B1");
    }
}

#[test]
fn b6_swimmers_are_not_slowed_by_water_and_hills_cost_two() {
    let play = scene(GridKind::Square, "~~~~~~~. 12......")
        .figure(1, "s", "troop", "A1")
        .with("swims = true")
        .figure(1, "h", "troop", "A2")
        .figure(2, "b", "troop", "H1")
        .step("move")
        .begin(&[]);
    assert!(play.game.check(&play.moving("s", "G1")).is_ok());
    let Answer::Move { who, to } = play.moving("h", "B2") else {
        unreachable!()
    };
    let mut reach = Reach::default();
    play.game.reach(who, &mut reach);
    assert_eq!(reach.cost(to), Some(2));
}

#[test]
fn b7_friends_let_pass_enemies_do_not_and_nobody_shares_a_space() {
    for kind in KINDS {
        let mut play = scene(kind, ".....")
            .figure(1, "a", "troop", "A1")
            .figure(1, "friend", "troop", "B1")
            .figure(2, "enemy", "troop", "D1")
            .step("move")
            .begin(&[]);
        play.refused(play.moving("a", "B1"));
        play.refused(play.moving("a", "D1"));
        play.refused(play.moving("a", "E1"));
        play.go("a", "C1");
    }
}

#[test]
fn b8_barriers_stop_movement() {
    for kind in KINDS {
        for barrier in ["wall", "fence", "window", "locked"] {
            let play = walled(kind, "...", &[&format!("A1|B1 {barrier}")])
                .figure(1, "a", "troop", "A1")
                .figure(2, "b", "troop", "C1")
                .step("move")
                .begin(&[]);
            play.refused(play.moving("a", "B1"));
        }
    }
}

#[test]
fn b9_leaving_is_offered_only_where_it_is_rewarded_and_scores_nothing() {
    for exits in [false, true] {
        let mut scene = scene(GridKind::Square, ".......... ..........")
            .figure(1, "a", "cavalry", "F1")
            .figure(1, "r", "troop", "on a")
            .figure(1, "z", "troop", "A2")
            .figure(2, "b", "troop", "J2")
            .step("move");
        scene.brief.exits = exits;
        let mut play = scene.begin(&[]);
        let leave = Answer::Leave { who: play.fig("a") };
        if exits {
            // side 1 has no zone; its own edge is the one opposite the exit
            play.answer(leave);
            assert_eq!(play.game.place(play.fig("a")), Place::Out);
            assert_eq!(play.game.place(play.fig("r")), Place::Out);
            assert_eq!(play.game.scores(), crate::halves([0, 0]));
        } else {
            play.refused(leave);
        }
    }
}

#[test]
fn b9_forced_off_the_board_all_aboard_go_and_the_cause_scores() {
    for kind in KINDS {
        let mut play = scene(kind, "...")
            .figure(1, "a", "cavalry", "A1")
            .figure(1, "r", "troop", "on a")
            .figure(1, "z", "troop", "C1")
            .figure(2, "b", "hero, Cause Fear", "B1")
            .item("crown", "C1")
            .step("fight")
            .begin(&[1]);
        play.fight("a", "b");
        assert_eq!(play.game.place(play.fig("a")), Place::Gone);
        assert_eq!(play.game.place(play.fig("r")), Place::Gone);
        // cavalry 2 points, troop 1
        assert_eq!(play.game.scores(), crate::halves([0, 6]));
        play.spent();
    }
}

#[test]
fn b10_large_figures_fill_and_touch_with_all_their_spaces() {
    let mut play = scene(GridKind::Square, "....... ....... ..#....")
        .figure(1, "v", "vehicle, Independent", "A1")
        .figure(2, "b", "troop", "F1")
        .step("move")
        .begin(&[]);
    assert_eq!(play.game.spaces(play.fig("v")).len(), 4);
    // the wall at C3 keeps it out of B2 and C2 as anchors
    play.refused(play.moving("v", "B2"));
    play.go("v", "D1");
    play.until("fight", 1);
    let fight = play.striking(How::Fight, "v", "b");
    assert!(play.game.answers().contains(&fight));
    for kind in [GridKind::HexFlat, GridKind::HexPointy] {
        let play = scene(kind, ".... .... ....")
            .figure(1, "v", "vehicle, Independent", "B1")
            .figure(2, "b", "troop", "D3")
            .begin(&[]);
        assert_eq!(play.game.spaces(play.fig("v")).len(), 3);
    }
}

#[test]
fn m1_a_figure_moves_once_by_the_cheapest_way() {
    for kind in KINDS {
        let mut play = scene(kind, "....... .......")
            .figure(1, "a", "troop", "A1")
            .figure(2, "b", "troop", "G2")
            .step("move")
            .begin(&[]);
        play.go("a", "C1");
        let moved = play.log.iter().find_map(|e| match e {
            Event::Moved { path, cost, .. } => Some((path.len(), *cost)),
            _ => None,
        });
        assert_eq!(moved, Some((3, 2)));
        // a had the only move of its side
        assert_eq!(play.asked(), 2);
    }
}

#[test]
fn m1_staying_is_a_move_too() {
    let mut play = scene(GridKind::Square, ".......")
        .figure(1, "a", "troop", "A1")
        .figure(1, "c", "troop", "B1")
        .figure(2, "b", "troop", "G1")
        .step("move")
        .begin(&[]);
    play.go("a", "A1");
    assert!(!play.game.facts(play.fig("a")).may_move);
    play.refused(play.moving("a", "A1"));
}

#[test]
fn m2_a_guy_boards_by_moving_there_if_there_is_a_seat() {
    for kind in KINDS {
        let mut play = scene(kind, ".........")
            .figure(1, "horse", "cavalry", "C1")
            .figure(1, "a", "troop", "A1")
            .figure(1, "c", "troop", "B1")
            .figure(2, "b", "troop", "I1")
            .step("move")
            .begin(&[]);
        assert!(!play.game.facts(play.fig("horse")).may_move);
        play.go("a", "C1");
        assert_eq!(play.aboard("a"), Some("horse"));
        // the seat is taken
        play.refused(play.moving("c", "C1"));
        // and the mount may move in the same round
        play.go("horse", "F1");
        assert_eq!(play.at("a"), "F1");
    }
}

#[test]
fn m2_vehicles_seat_five_and_any_of_their_spaces_will_do() {
    let mut scene = scene(GridKind::Square, "........ ........ ........")
        .figure(1, "v", "vehicle", "C1")
        .figure(2, "b", "troop", "H3")
        .step("move");
    for i in 0..6 {
        scene = scene.figure(
            1,
            &format!("g{i}"),
            "troop",
            ["A1", "A2", "A3", "B1", "B2", "B3"][i],
        );
    }
    let mut play = scene.begin(&[]);
    for (i, to) in ["C1", "C2", "D1", "D2", "C2"].into_iter().enumerate() {
        play.go(&format!("g{i}"), to);
        assert_eq!(play.aboard(&format!("g{i}")), Some("v"));
        assert_eq!(play.at(&format!("g{i}")), "C1");
    }
    play.refused(play.moving("g5", "C2"));
}

#[test]
fn m3_a_mount_needs_a_rider_or_independence() {
    let mut play = scene(GridKind::Square, ".......... ..........")
        .figure(1, "horse", "cavalry", "A1")
        .figure(1, "wolf", "cavalry, Independent", "A2")
        .figure(1, "bike", "cavalry", "B1")
        .figure(1, "r", "troop", "on bike")
        .figure(2, "b", "troop", "C2")
        .step("move")
        .begin(&[]);
    play.refused(play.moving("horse", "C1"));
    play.go("wolf", "B2");
    play.go("bike", "D1");
    assert_eq!(play.at("r"), "D1");
    // its rider has moved with it
    assert!(!play.game.facts(play.fig("r")).may_move);
    play.until("fight", 1);
    let answers = play.game.answers();
    assert!(answers.contains(&play.striking(How::Fight, "wolf", "b")));
    assert!(answers.contains(&play.striking(How::Fight, "bike", "b")));
    assert!(!answers.contains(&play.striking(How::Fight, "r", "b")));
}

#[test]
fn m4_whoever_is_aboard_steps_off_to_act() {
    for kind in KINDS {
        let mut play = scene(kind, "..........")
            .figure(1, "horse", "cavalry", "C1")
            .figure(1, "r", "troop, distance", "on horse")
            .figure(2, "b", "troop", "J1")
            .rule("facing = false")
            .step("move")
            .begin(&[]);
        play.refused(play.moving("r", "C1"));
        play.go("r", "E1");
        assert_eq!(play.aboard("r"), None);
        assert!(!play.game.facts(play.fig("horse")).may_move);
        play.until("shoot", 1);
        assert!(
            play.game
                .answers()
                .contains(&play.striking(How::Shoot, "r", "b"))
        );
    }
}

#[test]
fn m4_not_in_the_round_of_boarding_nor_after_the_mount_has_moved() {
    let mut play = scene(GridKind::Square, "..........")
        .figure(1, "horse", "cavalry", "C1")
        .figure(1, "r", "troop", "A1")
        .figure(1, "bike", "cavalry", "E1")
        .figure(1, "s", "troop", "on bike")
        .figure(2, "b", "troop", "J1")
        .step("move")
        .begin(&[]);
    play.go("r", "C1");
    play.refused(play.moving("r", "B1"));
    play.go("bike", "G1");
    play.refused(play.moving("s", "H1"));
}

#[test]
fn m4_the_spaces_of_a_large_mount_cost_nothing() {
    let mut play = scene(GridKind::Square, "............ ............")
        .figure(1, "v", "vehicle", "A1")
        .figure(1, "r", "troop", "on v")
        .figure(2, "b", "troop", "L1")
        .step("move")
        .begin(&[]);
    // six spaces from B1, the nearer of its spaces
    play.refused(play.moving("r", "I1"));
    play.go("r", "H1");
    assert_eq!(play.at("r"), "H1");
    assert!(play.log.iter().any(|e| matches!(e, Event::Alighted { .. })));
}

#[test]
fn m5_whoever_is_aboard_is_in_cover_from_shots_only() {
    let mut play = scene(GridKind::Square, "....")
        .figure(1, "a", "troop, distance", "A1")
        .figure(1, "h", "troop", "D1")
        .figure(2, "horse", "cavalry", "C1")
        .figure(2, "r", "troop", "on horse")
        .rule("facing = false")
        .step("shoot")
        .begin(&[]);
    play.shoot("a", "r");
    assert_eq!(play.need(), 6);
    play.dice(&[1]).until("fight", 1);
    play.fight("h", "r");
    assert_eq!(play.need(), 4);
}

#[test]
fn m6_a_destroyed_mount_drops_its_load_where_it_stood() {
    for kind in KINDS {
        let mut play = scene(kind, ".... .... ....")
            .figure(1, "a", "hero, distance", "A1")
            .figure(2, "v", "vehicle", "B1")
            .figure(2, "p", "troop", "on v")
            .figure(2, "q", "troop", "on v")
            .rule("facing = false")
            .step("shoot")
            .begin(&[6, 1]);
        let former: Vec<_> = play.game.spaces(play.fig("v")).to_vec();
        play.shoot("a", "v");
        assert!(!play.on_board("v"));
        assert_eq!((play.aboard("p"), play.aboard("q")), (None, None));
        assert_eq!(play.game.at(play.fig("p")), former[0]);
        assert_eq!(play.game.at(play.fig("q")), former[1]);
        play.spent();
    }
}

#[test]
fn m7_items_are_picked_up_at_the_end_of_a_move_and_dropped_in_defeat() {
    for kind in KINDS {
        let mut play = scene(kind, "......")
            .figure(1, "a", "troop", "A1")
            .figure(2, "b", "hero, distance", "F1")
            .item("crown", "C1")
            .rule("facing = false")
            .step("move")
            .begin(&[]);
        play.go("a", "C1");
        assert_eq!(
            play.asks(),
            Ask::PickUp {
                who: play.fig("a"),
                item: 0
            }
        );
        play.yes();
        assert_eq!(play.game.item(0), Holder::Figure(play.fig("a")));
        play.until("shoot", 2).shoot("b", "a").dice(&[6]);
        assert_eq!(play.game.item(0), Holder::Space(play.space("C1")));
    }
    let mut passing = scene(GridKind::Square, "......")
        .figure(1, "a", "troop", "A1")
        .figure(2, "b", "troop", "F1")
        .item("crown", "B1")
        .step("move")
        .begin(&[]);
    passing.go("a", "C1");
    assert!(passing.acts());
    assert_eq!(passing.game.item(0), Holder::Space(passing.space("B1")));
}

#[test]
fn escape_rewards_leaving() {
    let mut scene = scene(GridKind::Square, "....... .......")
        .figure(1, "a", "troop", "F1")
        .figure(1, "c", "troop", "A1")
        .figure(1, "d", "troop", "A2")
        .figure(2, "b", "troop", "G2")
        .step("move");
    scene.brief.aim = Aim::Escape;
    let play = scene.begin(&[]);
    assert!(
        play.game
            .check(&Answer::Leave { who: play.fig("a") })
            .is_ok()
    );
}
