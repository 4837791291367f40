//! Super powers (U1–U3).

use super::{Play, fenced_lane, lane, scene};
use crate::drawn::KINDS;
use skirmish::battle::{Answer, Ask, Event, HalfPoints, How, Place, Side};
use skirmish::board::{GridKind, Reach};

#[test]
fn u1_stronger_dice() {
    for (level, die) in [("minor", 8), ("major", 10), ("superior", 12)] {
        let mut play = scene(GridKind::Square, "...")
            .figure(
                1,
                "a",
                &format!("troop, distance, automatic fire, super-blast {level}"),
                "A1",
            )
            .figure(
                2,
                "b",
                &format!("troop, light armour, super-armour {level}"),
                "C1",
            )
            .rule("facing = false")
            .step("shoot")
            .begin(&[]);
        play.shoot("a", "b");
        assert_eq!(play.asked_dice(), [die, die]);
        play.dice(&[5, 1]);
        assert_eq!((play.asked_dice(), play.need()), (vec![die], 6));
        let mut fight = scene(GridKind::Square, "..")
            .figure(1, "a", &format!("troop, super-fight {level}"), "A1")
            .figure(2, "b", "troop", "B1")
            .step("fight")
            .begin(&[]);
        fight.fight("a", "b");
        assert_eq!(fight.asked_dice(), [die]);
        let mut skill = scene(GridKind::Square, "..")
            .figure(1, "a", &format!("troop, super-skill {level}"), "A1")
            .figure(2, "b", "troop", "B1")
            .device("A1", skirmish::battle::Effect::Score(HalfPoints(1)))
            .step("skill")
            .begin(&[]);
        skill.act(How::Skill, "a", skirmish::battle::Target::Device(0));
        assert_eq!(skill.asked_dice(), [die]);
    }
}

#[test]
fn u2_super_move_goes_farther_and_acts_sooner() {
    for (level, far) in [("minor", 9), ("major", 12), ("superior", 15)] {
        let play = scene(GridKind::Square, &".".repeat(30))
            .figure(1, "a", &format!("troop, super-move {level}"), "A1")
            .figure(2, "b", "troop", "AD1")
            .begin(&[]);
        let mut reach = Reach::default();
        play.game.reach(play.fig("a"), &mut reach);
        assert_eq!(reach.ends().iter().map(|e| e.1).max(), Some(far));
    }
    let mut play = scene(GridKind::Square, "..........")
        .figure(1, "a", "troop, super-move superior", "A1")
        .figure(1, "c", "troop, super-move minor", "B1")
        .figure(2, "b", "troop", "J1")
        .begin(&[3, 5]);
    // 3 + 3 beats 5
    assert_eq!((play.asks(), play.asked()), (Ask::First, 1));
    play.answer(Answer::Side(Side(0)));
}

#[test]
fn u2_a_riders_super_move_does_not_help_its_mount() {
    let play = scene(GridKind::Square, &".".repeat(30))
        .figure(1, "horse", "cavalry", "A1")
        .figure(1, "r", "troop, super-move superior", "on horse")
        .figure(2, "b", "troop", "AD1")
        .begin(&[]);
    let mut reach = Reach::default();
    play.game.reach(play.fig("horse"), &mut reach);
    assert_eq!(reach.ends().iter().map(|e| e.1).max(), Some(9));
}

/// A blow with this natural die, saved by armour, on this board: a at A1, b at B1.
fn knock(kind: GridKind, rows: &str, die: u8, target: &str) -> Play {
    let mut play = lane(kind, rows)
        .figure(1, "a", "troop, super-fight superior", "A1")
        .figure(2, "b", target, "B1")
        .rule("facing = false")
        .step("fight")
        .begin(&[die, 6]);
    play.fight("a", "b");
    play.spent();
    play
}

#[test]
fn u3_knockback_is_half_a_move_unit_a_point_above_seven() {
    for kind in KINDS {
        let rows = ".".repeat(30);
        for (die, to) in [(7, "B1"), (8, "E1"), (9, "H1"), (10, "K1"), (12, "Q1")] {
            let play = knock(kind, &rows, die, "troop, light armour");
            assert_eq!(play.at("b"), to, "{die}");
        }
        // half of nine is four and a half: two of it are nine
        let horse = knock(kind, &rows, 8, "cavalry, Independent");
        assert_eq!(horse.at("b"), "F1");
        let horse = knock(kind, &rows, 9, "cavalry, Independent");
        assert_eq!(horse.at("b"), "K1");
    }
}

#[test]
fn u3_rough_ground_brakes_and_obstacles_enemies_and_barriers_stop() {
    for kind in KINDS {
        let play = knock(kind, "...\"\"\"...", 9, "troop, light armour");
        // 1 + 2 + 2 and one left: not enough for a further difficult space
        assert_eq!(play.at("b"), "E1");
        let play = knock(kind, "...#.....", 9, "troop, light armour");
        assert_eq!(play.at("b"), "C1");
        let mut play = fenced_lane(kind, ".......", &["C1|D1 fence"])
            .figure(1, "a", "troop, super-fight superior", "A1")
            .figure(2, "b", "troop, light armour", "B1")
            .step("fight")
            .begin(&[9, 6]);
        play.fight("a", "b");
        assert_eq!(play.at("b"), "C1");
        let mut play = lane(kind, ".......")
            .figure(1, "a", "troop, super-fight superior", "A1")
            .figure(1, "wall", "troop", "E1")
            .figure(2, "b", "troop, light armour", "B1")
            .step("fight")
            .begin(&[9, 6]);
        play.fight("a", "b");
        assert_eq!(play.at("b"), "D1");
    }
}

#[test]
fn u3_it_passes_its_own_team_but_ends_on_a_free_space() {
    for kind in KINDS {
        let begin = |friend: &str| {
            let mut play = lane(kind, "..........")
                .figure(1, "a", "troop, super-fight superior", "A1")
                .figure(2, "b", "troop, light armour", "B1")
                .figure(2, "friend", "troop", friend)
                .step("fight")
                .begin(&[8, 6]);
            play.fight("a", "b");
            play.at("b")
        };
        assert_eq!(begin("D1"), "E1");
        assert_eq!(begin("E1"), "D1");
    }
}

#[test]
fn u3_off_the_map_is_lost_and_scores() {
    for kind in KINDS {
        let mut play = lane(kind, "....")
            .figure(1, "a", "troop, super-fight superior", "B1")
            .figure(2, "b", "troop, light armour", "C1")
            .figure(2, "z", "troop", "A1")
            .item("crown", "C1")
            .step("fight")
            .begin(&[8, 6]);
        play.fight("a", "b");
        assert_eq!(play.game.place(play.fig("b")), Place::Gone);
        assert_eq!(play.game.scores(), crate::halves([4, 0]));
        play.spent();
    }
}

#[test]
fn b9_changed_driven_off_the_board_is_told_as_that() {
    let mut play = lane(GridKind::Square, "....")
        .figure(1, "a", "troop, super-fight superior", "B1")
        .figure(2, "b", "troop, light armour", "C1")
        .figure(2, "z", "troop", "A1")
        .step("fight")
        .begin(&[8, 6]);
    play.fight("a", "b");
    let mut teller = skirmish::play::tell::Teller::default();
    let lines = play.log.iter().flat_map(|e| teller.tell(&play.game, e));
    let lines: Vec<String> = lines.collect();
    let off = |line: &&String| line.contains("is driven off the board by side 1");
    assert_eq!(lines.iter().filter(off).count(), 1, "{lines:?}");
    assert!(
        !lines.iter().any(|line| line.contains("defeated")),
        "{lines:?}"
    );
}

#[test]
fn u3_it_keeps_its_facing_and_is_done_for_the_round() {
    let mut play = scene(GridKind::Square, "............")
        .figure(1, "a", "troop, distance, super-blast superior", "A1 E")
        .figure(2, "b", "troop, light armour, distance", "C1 W")
        .step("shoot")
        .begin(&[8, 6]);
    play.shoot("a", "b");
    assert_eq!((play.at("b").as_str(), play.facing("b")), ("F1", "W"));
    // b's own shot is lost: the round is over
    assert!(matches!(play.asks(), Ask::Roll { .. }));
    assert!(play.log.iter().any(|e| matches!(e, Event::Pushed { .. })));
}

#[test]
fn u3_a_mount_takes_its_load_and_a_rider_is_thrown_off() {
    for kind in KINDS {
        let mut play = lane(kind, "..............")
            .figure(1, "a", "troop, super-fight superior", "A1")
            .figure(2, "horse", "cavalry", "B1")
            .figure(2, "r", "troop, light armour", "on horse")
            .step("fight")
            .begin(&[8, 6]);
        let mut other = lane(kind, "..............")
            .figure(1, "a", "troop, super-fight superior", "A1")
            .figure(2, "horse", "cavalry", "B1")
            .figure(2, "r", "troop, light armour", "on horse")
            .step("fight")
            .begin(&[8, 6]);
        play.fight("a", "horse");
        assert_eq!((play.at("horse"), play.at("r")), ("F1".into(), "F1".into()));
        assert_eq!(play.aboard("r"), Some("horse"));
        other.fight("a", "r");
        assert_eq!(
            (other.at("horse"), other.at("r")),
            ("B1".into(), "E1".into())
        );
        assert_eq!(other.aboard("r"), None);
        // no free place: it stays aboard
        let mut held = lane(kind, "..#")
            .figure(1, "a", "troop, super-fight superior", "A1")
            .figure(2, "horse", "cavalry", "B1")
            .figure(2, "r", "troop, light armour", "on horse")
            .step("fight")
            .begin(&[8, 6]);
        held.fight("a", "r");
        assert_eq!(
            (held.at("r"), held.aboard("r")),
            ("B1".into(), Some("horse"))
        );
    }
}

#[test]
fn u3_in_the_air_it_goes_over_everything_and_ends_on_nothing() {
    for kind in KINDS {
        for (rows, to) in [("....#.......", "F1"), (".....#......", "E1")] {
            let mut play = lane(kind, rows)
                .figure(1, "a", "troop, distance, super-blast superior", "A1")
                .figure(2, "b", "troop, light armour, Flight", "C1 aloft")
                .rule("facing = false")
                .step("shoot")
                .begin(&[8, 6]);
            play.shoot("a", "b");
            assert_eq!(play.at("b"), to);
        }
    }
}

#[test]
fn u3_the_line_of_a_slanting_push_is_straight() {
    // two along, one down: over C2/D3 and so on
    let mut play = scene(
        GridKind::Square,
        "........ ........ ........ ........ ........",
    )
    .figure(1, "a", "troop, distance, super-blast superior", "A1")
    .figure(2, "b", "troop, light armour", "C2")
    .rule("facing = false")
    .step("shoot")
    .begin(&[8, 6]);
    play.shoot("a", "b");
    // steps to D2½, E3, F3½; halves are rounded clockwise
    let Some(Event::Pushed { path, .. }) =
        play.log.iter().find(|e| matches!(e, Event::Pushed { .. }))
    else {
        panic!("no push")
    };
    let names: Vec<_> = path
        .iter()
        .map(|s| play.game.board().grid().name(*s))
        .collect();
    assert_eq!(names, ["C2", "D3", "E3", "F4"]);
}

#[test]
fn u3_a_large_figure_shifts_as_a_whole() {
    let begin = |kind, rows: &str| {
        let mut play = scene(kind, rows)
            .figure(1, "a", "troop, super-fight superior", "A1")
            .figure(2, "v", "vehicle", "B1")
            .figure(2, "z", "troop", "L3")
            .step("fight")
            .begin(&[8, 6]);
        play.fight("a", "v");
        play.spent();
        play.at("v")
    };
    let open = "............ ............ ............";
    assert_eq!(begin(GridKind::Square, open), "H1");
    assert_eq!(begin(GridKind::HexPointy, open), "H1");
    // half of it runs against a wall
    let walled = "............ .....#...... ............";
    assert_eq!(begin(GridKind::Square, walled), "D1");
}

#[test]
fn u3_each_knockback_starts_anew() {
    // two of the same strength: each pushes by itself
    let mut play = scene(GridKind::Square, "...............")
        .figure(1, "a", "troop, distance, super-blast superior", "A1")
        .figure(1, "c", "troop, distance, super-blast superior", "B1")
        .figure(2, "b", "troop, light armour", "D1")
        .rule("facing = false")
        .step("shoot")
        .begin(&[8, 6, 8, 6]);
    play.shoot("a", "b");
    assert_eq!(play.at("b"), "G1");
    play.shoot("c", "b");
    assert_eq!(play.at("b"), "J1");
    play.spent();
}
