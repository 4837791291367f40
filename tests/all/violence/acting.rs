//! Forces, turns and moves (V1–V4).

use super::*;

#[test]
fn v1_a_force_has_ten_points_of_fighters_for_two_three_and_four() {
    let force = |figures: &str| {
        let text = format!(
            "format = \"skirmish-force/1\"\nruleset = \"violence\"\nname = \"F\"\n{figures}"
        );
        Rules::Violence.force(&Source::new("f.toml", text), None)
    };
    let one = |size, count| format!("[[figure]]\nname = \"x\"\ncount = {count}\nis = \"{size}\"\n");
    for (size, halves) in [("small", 4), ("medium", 6), ("large", 8)] {
        let summary = force(&one(size, 2)).expect("a good force");
        assert_eq!(summary.points, HalfPoints(2 * halves));
        let figure = &summary.figures[1];
        assert_eq!((&*figure.name, &*figure.words), ("x", size));
        assert_eq!(figure.points, HalfPoints(halves));
    }
    assert!(
        force(&one("small", 5))
            .expect("10 points")
            .findings
            .is_empty()
    );
    let dear = force(&one("large", 3)).expect("readable");
    assert_eq!(
        dear.findings[0].what,
        "the force costs 12 points, but it may cost only 10"
    );
    assert_eq!(
        force(&one("huge", 1)).expect_err("unknown").to_string(),
        "f.toml:7:6: unknown size \"huge\"; it must be small, medium or large"
    );
    let odd = force("[[figure]]\nname = \"x\"\nis = \"small\"\narms = 2\n");
    assert_eq!(odd.expect_err("unknown key").at, Some((7, 1)));
    for (stem, text) in Rules::Violence.forces() {
        let source = Source::new(*stem, *text);
        let shipped = Rules::Violence.force(&source, None).expect(stem);
        assert_eq!(
            (shipped.points, shipped.findings.len()),
            (HalfPoints(20), 0),
            "{stem}"
        );
    }
    let mut dear = brief(drawn::board(GridKind::Square, FIELD, &[]), &["lll", "s"]);
    dear.sides[0].budget = None;
    let fault = Rules::Violence.begin(dear).expect_err("over its points");
    assert_eq!(fault.file, "force.toml");
}

#[test]
fn v2_small_medium_and_large_have_three_two_and_one_actions() {
    for kind in KINDS {
        let mut f = fight(kind, FIELD, &["s A1, m A3, l A5", "s J1, s J3, s J5"], &[]);
        f.play("1.1 to B1, 1.1 to C1, 1.1 to D1, done");
        assert_eq!(
            f.asked().0,
            Who::Side(Side(0)),
            "{kind:?}: all three are spent"
        );
        let mut f = fight(kind, FIELD, &["s A1, m A3, l A5", "s J1, s J3, s J5"], &[]);
        f.play("1.2 to B3, 1.2 to C3");
        assert_eq!(f.asked().0, Who::Side(Side(1)));
        let mut f = fight(kind, FIELD, &["s A1, m A3, l A5", "s J1, s J3, s J5"], &[]);
        f.play("1.3 to B5");
        assert_eq!(f.asked().0, Who::Side(Side(1)));
    }
}

#[test]
fn v2_an_activation_may_end_early() {
    let mut f = fight(GridKind::Square, FIELD, &["s A1, m A3", "s J1, s J3"], &[]);
    f.play("1.1 to B1");
    assert_eq!(
        f.asked().1,
        Ask::Act {
            only: Some(f.fig("1.1"))
        }
    );
    assert_eq!(f.refused("1.2 to B3"), "1.1 small acts now");
    f.play("done");
    assert_eq!(f.asked(), (Who::Side(Side(1)), Ask::Act { only: None }));
}

#[test]
fn v2_one_two_or_three_hits_remove_a_fighter() {
    for (size, points) in [("s", 1), ("m", 2), ("l", 3)] {
        let target = format!("{size} D1, s J6, s J5");
        let dice = [6, 1].repeat(points);
        let mut f = fight(GridKind::HexFlat, FIELD, &["s C1, s A6", &target], &dice);
        assert_eq!(usize::from(f.left("2.1")), points);
        for hit in 1..=points {
            f.play("1.1 attacks 2.1");
            assert_eq!(usize::from(f.left("2.1")), points - hit);
        }
        assert_eq!(f.game.place(f.fig("2.1")), Place::Gone);
        f.spent();
    }
}

#[test]
fn v3_the_highest_die_goes_first_and_equal_dice_roll_again() {
    let roll = |dice: &[u8]| {
        fight_with(
            GridKind::Square,
            FIELD,
            &["s A1", "s J1", "s J6"],
            dice,
            |b| {
                b.start.first = None;
            },
        )
    };
    let f = roll(&[2, 3, 5]);
    assert_eq!(f.asked().0, Who::Side(Side(2)));
    f.spent();
    let f = roll(&[4, 1, 4, 3, 3, 2, 6]);
    assert_eq!(f.asked().0, Who::Side(Side(2)));
    f.spent();
    let f = roll(&[4, 1, 4]);
    let Ask::Roll {
        purpose,
        dice,
        sides,
        ..
    } = f.asked().1
    else {
        panic!("the two who are equal roll again")
    };
    assert_eq!((purpose, dice.len()), (Purpose::Initiative, 2));
    assert_eq!(sides, [Side(0), Side(2)]);
}

#[test]
fn v3_sides_alternate_and_half_rounded_up_may_act() {
    let mut f = fight(
        GridKind::HexPointy,
        FIELD,
        &["l A1, l A2, l A3, l A4, l A5", "l J1, l J2"],
        &[1, 6],
    );
    f.play("1.1 to B1");
    assert_eq!(f.refused("1.2 to B2"), "it belongs to another side");
    f.play("2.1 to I1, 1.2 to B2");
    assert_eq!(
        f.asked().0,
        Who::Side(Side(0)),
        "one of two is the other side's half"
    );
    assert_eq!(f.refused("1.1 to C1"), "it has already acted in this turn");
    f.play("1.3 to B3");
    assert_eq!((f.number(), f.asked().0), (2, Who::Side(Side(1))));
    assert!(
        f.can("2.1 to H1"),
        "a new turn, and everybody may act again"
    );
    f.spent();
}

#[test]
fn v3_half_is_of_those_living_when_the_turn_begins() {
    // Two of four act although one is lost before the second of them; then two of three.
    let sides = ["l A1, l A2, l A3, l A4", "s D2-0, l J1, l J2, l J3, l J4"];
    let sides = [sides[1], sides[0]];
    let mut f = fight(GridKind::Square, FIELD, &sides, &[1, 6, 1, 6, 6, 1, 6, 1]);
    f.play("1.1 attacks 2.1, 1.1 attacks 2.1, done, 2.1 attacks 1.1");
    assert_eq!(f.game.place(f.fig("1.1")), Place::Gone);
    f.play("1.2 to I1, 2.2 to B2, 1.3 to I2");
    assert_eq!(f.number(), 2);
    f.play("1.2 to H1, 2.1 to B1, 1.3 to H2, 2.2 to B3");
    assert_eq!(f.asked().1.name(), "roll", "two of the four left");
    f.spent();
}

#[test]
fn v3_passing_ends_the_side_s_turn() {
    let mut f = fight(
        GridKind::Square,
        FIELD,
        &["l A1, l A2, l A3", "l J1, l J2, l J3"],
        &[5, 2],
    );
    f.play("1.1 to B1, done, 1.2 to B2");
    assert_eq!(f.number(), 2);
    f.spent();
}

#[test]
fn v4_moves_are_four_six_and_seven_spaces_and_a_base_in_any_direction() {
    let rows = ".................\n".repeat(17);
    for kind in KINDS {
        for (size, spaces) in [("s", 5), ("m", 7), ("l", 8)] {
            let me = format!("{size} I9");
            let f = fight(kind, &rows, &[&me, "s A1"], &[]);
            let (mut reach, who) = (Reach::default(), f.fig("1.1"));
            assert!(f.game.reach(who, &mut reach));
            for space in f.game.board().spaces().iter() {
                let away = f.game.board().grid().distance(f.game.at(who), space);
                let there = away > 0 && away <= spaces && space != f.space("A1");
                let answer = Answer::Move { who, to: space };
                assert_eq!(
                    f.game.check(&answer).is_ok(),
                    there,
                    "{kind:?} {size} {space:?}"
                );
            }
        }
    }
    let mut f = fight(GridKind::Square, FIELD, &["s A1", "s J1"], &[]);
    assert_eq!(
        f.refused("1.1 to G1"),
        "G1 is 6 spaces away, and it can move only 5"
    );
}

#[test]
fn v4_other_scales_move_in_proportion() {
    for (scale, moves, range) in [
        (Scale::Mm15, [9, 13, 15], 12),
        (Scale::Mm54, [3, 4, 4], 3),
        (Scale::Mm300, [2, 2, 2], 1),
    ] {
        for (size, spaces) in ["s", "m", "l"].into_iter().zip(moves) {
            let rows = "..................\n".repeat(2);
            let me = format!("{size} A1");
            let f = fight_with(GridKind::Square, &rows, &[&me, "s R2"], &[], |b| {
                b.scale = scale;
            });
            let mut reach = Reach::default();
            f.game.reach(f.fig("1.1"), &mut reach);
            let far = reach.ends().iter().map(|(_, cost)| *cost).max();
            assert_eq!(far, Some(spaces), "{scale:?} {size}");
            let mode = f.game.modes(f.fig("1.1"), true)[0];
            assert_eq!(mode.range, skirmish::battle::Range::Spaces(range));
        }
    }
}

#[test]
fn v3_how_many_may_act_is_a_key() {
    for (percent, turn) in [(50, 2), (100, 1)] {
        let sides = ["l A1, l A2", "l J1"];
        let mut f = fight_with(GridKind::Square, FIELD, &sides, &[6, 1], |b| {
            b.rules = rules(&format!("active_percent = {percent}"));
        });
        f.play("1.1 to B1, 2.1 to I1");
        assert_eq!(f.number(), turn, "{percent}");
    }
}

#[test]
fn v2_damage_points_are_keys() {
    let sides = ["s A1, s A2", "s J1, s J2"];
    let f = fight_with(GridKind::Square, FIELD, &sides, &[], |b| {
        b.rules = rules("[damage_points]\nsmall = 2\nmedium = 2\nlarge = 3");
    });
    assert_eq!(f.left("1.1"), 2);
}
