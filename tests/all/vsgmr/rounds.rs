//! The round (R1–R11) and facing (S8).

use super::{Play, lane, scene};
use crate::drawn::KINDS;
use skirmish::battle::{
    Answer, Ask, Event, HalfPoints, How, Outcome, Purpose, Reason, Side, Victory, Who,
};
use skirmish::board::GridKind;

fn two(kind: GridKind, rows: &str, words: &str) -> super::Scene {
    let last = rows.len() as u8;
    scene(kind, rows)
        .figure(1, "a", words, "A1")
        .figure(2, "b", words, &format!("{}1", (b'A' + last - 1) as char))
        .rule("facing = false")
}

#[test]
fn r1_the_highest_chooses_and_those_level_roll_again() {
    let mut play = two(GridKind::Square, ".....", "troop").begin(&[4, 4]);
    let Ask::Roll { purpose, sides, .. } = play.asks() else {
        panic!("level sides roll again")
    };
    assert_eq!(purpose, Purpose::Initiative);
    assert_eq!(sides, [Side(0), Side(1)]);
    play.dice(&[2, 5]);
    assert_eq!((play.asks(), play.asked()), (Ask::First, 2));
    play.answer(Answer::Side(Side(0)));
    assert_eq!(play.asked(), 1);
    play.go("a", "B1");
    assert_eq!(play.asked(), 2);
}

#[test]
fn r1_only_those_level_roll_again_and_then_it_goes_to_the_left() {
    let mut play = scene(GridKind::Square, ".......")
        .figure(1, "a", "troop", "A1")
        .figure(2, "b", "troop", "C1")
        .figure(3, "c", "troop", "E1")
        .begin(&[2, 6, 6]);
    let Ask::Roll { sides, .. } = play.asks() else {
        panic!("level sides roll again")
    };
    assert_eq!(sides, [Side(1), Side(2)]);
    play.dice(&[3, 4]);
    assert_eq!(play.asked(), 3);
    play.answer(Answer::Side(Side(2)));
    let mut order = vec![];
    for _ in 0..3 {
        order.push(play.asked());
        play.done();
    }
    assert_eq!(order, [3, 1, 2]);
}

#[test]
fn r2_moves_then_shots_then_fights_then_skills_player_by_player() {
    let mut play = scene(GridKind::Square, "...")
        .figure(1, "a", "troop, distance", "A1")
        .figure(1, "a2", "troop", "B1")
        .figure(2, "b", "troop, distance", "C1")
        .rule("facing = false")
        .device("A1", skirmish::battle::Effect::Score(HalfPoints(2)))
        .step("move")
        .begin(&[]);
    let mut seen = vec![];
    while let Ask::Act { .. } = play.asks() {
        seen.push((play.game.status().step, play.asked()));
        play.done();
    }
    assert_eq!(
        seen,
        [
            ("move", 1),
            ("move", 2),
            ("shoot", 1),
            ("shoot", 2),
            ("fight", 1),
            ("fight", 2),
            ("skill", 1),
        ]
    );
    assert!(matches!(
        play.asks(),
        Ask::Roll {
            purpose: Purpose::Initiative,
            ..
        }
    ));
}

#[test]
fn r3_any_number_of_players_with_allies() {
    let mut scene = scene(GridKind::Square, "........");
    for side in 1..=8 {
        let at = format!("{}1", (b'A' + side - 1) as char);
        scene = scene.figure(side, &format!("f{side}"), "troop", &at);
    }
    let play = scene.begin(&[1, 2, 3, 4, 5, 6, 1, 2]);
    assert_eq!(play.asked(), 6);
    assert_eq!(play.game.answers().len(), 8);
    play.spent();
}

/// Plays to the end with everybody passing.
fn pass(play: &mut Play) -> Outcome {
    loop {
        if let Some(outcome) = play.game.outcome() {
            return outcome;
        }
        let decision = play.game.decision();
        match (decision.who, decision.ask) {
            (Who::Chance, Ask::Roll { .. }) => {
                play.dice(&[6, 1]);
            }
            (_, Ask::First) => {
                play.answer(Answer::Side(Side(0)));
            }
            _ => {
                play.done();
            }
        }
    }
}

#[test]
fn r4_five_rounds_then_points_and_equal_points_are_a_draw() {
    let outcome = pass(&mut two(GridKind::Square, "..........", "troop").begin(&[]));
    assert_eq!((outcome.winners.bits(), outcome.rounds), (0, 5));
    assert_eq!(outcome.reason, Reason::Points);
    let mut scene = two(GridKind::Square, "..........", "troop");
    scene.brief.rounds = Some(Some(2));
    assert_eq!(pass(&mut scene.begin(&[])).rounds, 2);
}

#[test]
fn r4_without_a_limit_fifty_rounds_are_a_draw() {
    let mut scene = two(GridKind::Square, "..........", "troop");
    scene.brief.rounds = Some(None);
    let outcome = pass(&mut scene.begin(&[]));
    assert_eq!(
        (outcome.winners.bits(), outcome.reason, outcome.rounds),
        (0, Reason::TooLong, 50)
    );
}

#[test]
fn r4_the_last_team_standing_wins_or_points_decide() {
    for kind in KINDS {
        for victory in [Victory::LastStanding, Victory::Points] {
            let mut scene = two(kind, "..", "troop").step("fight");
            scene.brief.victory = Some(victory);
            let mut play = scene.begin(&[6]);
            play.fight("a", "b");
            let reason = match victory {
                Victory::LastStanding => Reason::LastStanding,
                Victory::Points => Reason::Points,
            };
            let outcome = play.game.outcome().expect("an end");
            assert_eq!((outcome.winners.bits(), outcome.reason), (1, reason));
            assert_eq!(play.game.scores(), crate::halves([2, 0]));
            play.spent();
        }
    }
}

#[test]
fn r4_with_three_teams_the_first_one_gone_ends_it_by_points() {
    let mut play = scene(GridKind::Square, "...")
        .figure(1, "a", "troop", "A1")
        .figure(2, "b", "hero", "B1")
        .figure(3, "c", "troop", "C1")
        .rule("first_gone = \"ends\"")
        .step("fight")
        .begin(&[6]);
    play.fight("a", "b");
    let outcome = play.game.outcome().expect("an end");
    assert_eq!(
        (outcome.winners.bits(), outcome.reason),
        (1, Reason::Points)
    );
}

#[test]
fn r4_reserves_keep_a_side_in_the_battle() {
    let mut play = scene(GridKind::Square, "..")
        .figure(1, "a", "troop", "A1")
        .figure(2, "b", "troop", "B1")
        .figure(2, "c", "troop", "reserve")
        .step("fight")
        .begin(&[6]);
    play.fight("a", "b");
    assert!(play.game.outcome().is_none());
}

#[test]
fn r5_one_attack_a_round_and_moving_as_well() {
    let mut play = scene(GridKind::Square, "....")
        .figure(1, "a", "troop, distance", "A1")
        .figure(2, "b", "troop", "D1")
        .rule("facing = false")
        .step("move")
        .begin(&[]);
    play.go("a", "C1").until("shoot", 1);
    play.dice(&[1]).shoot("a", "b");
    play.until("fight", 2);
    // a has no attack left: only b is asked
    assert_eq!(play.asked(), 2);
    play.spent();
}

#[test]
fn r6_everyone_acts_one_figure_at_a_time_and_a_pass_is_final() {
    let mut play = scene(GridKind::Square, "......... .........")
        .figure(1, "a", "troop", "A1")
        .figure(1, "c", "troop", "A2")
        .figure(2, "b", "troop", "I1")
        .figure(2, "d", "troop", "I2")
        .rule("everyone_acts = true")
        .step("move")
        .begin(&[]);
    play.go("a", "B1");
    assert_eq!(play.asked(), 2);
    play.done();
    assert_eq!(play.asked(), 1);
    play.go("c", "B2");
    // side 2 has passed, side 1 has nothing left: the round is over
    assert!(matches!(play.asks(), Ask::Roll { .. }));
}

#[test]
fn r9_every_choice_is_one_decision_with_its_answers() {
    let mut play = two(GridKind::Square, "....", "troop").begin(&[3, 1]);
    assert_eq!(
        play.game.answers(),
        [Answer::Side(Side(0)), Answer::Side(Side(1))]
    );
    play.answer(Answer::Side(Side(1)));
    assert_eq!(play.asked(), 2);
    let answers = play.game.answers();
    assert!(answers.contains(&play.moving("b", "B1")));
    assert!(answers.contains(&Answer::Done));
    assert!(!answers.contains(&play.moving("a", "B1")));
}

#[test]
fn r10_half_points_are_whole_numbers() {
    let mut play = two(GridKind::Square, "..", "mook")
        .step("fight")
        .begin(&[6]);
    play.fight("a", "b");
    assert_eq!(play.game.scores(), crate::halves([1, 0]));
}

#[test]
fn r11_toggles_take_their_rules_away() {
    let config = two(GridKind::Square, "..", "troop")
        .begin(&[])
        .game
        .config();
    for on in ["points", "mooks", "traits", "super_powers", "facing"] {
        // facing is switched off by this scene
        assert_eq!(config[on], on != "facing", "{on}");
    }
    for off in ["everyone_acts", "specific_skills"] {
        assert_eq!(config[off], false, "{off}");
    }
    let mut bare = scene(GridKind::Square, "..")
        .figure(1, "a", "hero, Combat Master, super-fight major", "A1")
        .figure(2, "b", "troop, Cause Fear", "B1")
        .rule("traits = false")
        .rule("super_powers = false")
        .rule("points = false")
        .step("fight")
        .begin(&[]);
    bare.fight("a", "b");
    assert_eq!((bare.asked_dice(), bare.need()), (vec![6], 3));
    bare.dice(&[6]);
    assert_eq!(bare.game.scores(), crate::halves([2, 0]));
}

#[test]
fn s8_a_shooter_sees_what_is_in_front_of_it_and_turns_after_moving() {
    for kind in KINDS {
        let (fore, back) = match kind {
            GridKind::Square => ("E", "W"),
            GridKind::HexPointy => ("E", "W"),
            GridKind::HexFlat => ("NE", "NW"),
        };
        let mut play = scene(kind, ".........")
            .figure(1, "a", "troop, distance", &format!("C1 {back}"))
            .figure(1, "z", "troop, distance", &format!("B1 {fore}"))
            .figure(2, "b", "troop", "G1")
            .step("shoot")
            .begin(&[]);
        assert!(
            play.game
                .check(&play.striking(How::Shoot, "z", "b"))
                .is_ok()
        );
        let why = play.refused(play.striking(How::Shoot, "a", "b"));
        assert!(why.contains("front"), "{why}");
        play.until("fight", 1);
        let mut play = scene(kind, ".........")
            .figure(1, "a", "troop, distance", &format!("C1 {back}"))
            .figure(2, "b", "troop", "I1")
            .step("move")
            .begin(&[]);
        play.go("a", "D1");
        assert_eq!(play.asks(), Ask::Face { who: play.fig("a") });
        let preset = play.game.preset();
        play.answer(preset);
        assert!(matches!(play.log.last(), Some(Event::Step { .. })));
        play.until("shoot", 1);
        assert!(
            play.game
                .answers()
                .contains(&play.striking(How::Shoot, "a", "b"))
        );
    }
}

#[test]
fn s8_who_is_set_without_a_facing_looks_at_the_nearest_enemy_it_sees() {
    for kind in KINDS {
        let (fore, back) = match kind {
            GridKind::HexFlat => ("S", "N"),
            GridKind::Square | GridKind::HexPointy => ("E", "W"),
        };
        let sees = |at: &str, side: u8| {
            let play = lane(kind, "..#......")
                .figure(1, "horse", "cavalry", at)
                .figure(1, "a", "troop, distance", "on horse")
                .figure(2, "near", "troop", "A1")
                .figure(side, "far", "troop", "I1")
                .step("shoot")
                .begin(&[]);
            assert_eq!(play.facing("a"), play.facing("horse"));
            play.facing("a")
        };
        // The near one is behind the wall; then nobody else is there, then nothing between.
        assert_eq!(sees("E1", 2), fore);
        assert_eq!(sees("E1", 1), back);
        assert_eq!(sees("B1", 2), back);
    }
}

#[test]
fn s8_facing_does_not_matter_hand_to_hand_nor_when_switched_off() {
    let play = scene(GridKind::Square, "..")
        .figure(1, "a", "troop", "A1 W")
        .figure(2, "b", "troop", "B1")
        .step("fight")
        .begin(&[]);
    assert!(
        play.game
            .check(&play.striking(How::Fight, "a", "b"))
            .is_ok()
    );
    let mut play = scene(GridKind::Square, "......")
        .figure(1, "a", "troop, distance", "A1 W")
        .figure(2, "b", "troop", "F1")
        .rule("facing = false")
        .step("move")
        .begin(&[]);
    play.go("a", "B1");
    assert!(play.acts());
    play.until("shoot", 1);
    assert!(
        play.game
            .check(&play.striking(How::Shoot, "a", "b"))
            .is_ok()
    );
}

#[test]
fn s1_s2_enemies_block_the_line_and_friends_do_not() {
    for kind in KINDS {
        let play = scene(kind, ".....")
            .figure(1, "a", "troop, distance", "A1")
            .figure(1, "friend", "troop", "B1")
            .figure(2, "b", "troop", "C1")
            .figure(2, "c", "troop", "E1")
            .rule("facing = false")
            .step("shoot")
            .begin(&[]);
        let answers = play.game.answers();
        assert!(answers.contains(&play.striking(How::Shoot, "a", "b")));
        let why = play.refused(play.striking(How::Shoot, "a", "c"));
        assert!(why.contains("C1"), "{why}");
    }
}
