//! Summon (T15).

use super::{lane, scene};
use crate::drawn::KINDS;
use skirmish::battle::{Answer, Ask, HalfPoints, How, Target};
use skirmish::board::GridKind;

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
            assert!(!play.game.facts(who).may_move);
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
fn t15_the_end_comes_before_what_is_left_to_do_at_once() {
    let mut play = scene(GridKind::Square, "....#.")
        .figure(1, "a", "troop, Summon", "B1")
        .figure(1, "c", "troop", "A1")
        .figure(2, "b", "troop", "D1")
        .device("C1", skirmish::battle::Effect::Score(HalfPoints(2)))
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
