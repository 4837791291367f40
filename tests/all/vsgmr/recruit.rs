//! Recruit, and Revenge (T10, T11).

use super::{lane, scene};
use crate::drawn::KINDS;
use skirmish::battle::{Ask, Event, Side};
use skirmish::board::GridKind;

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
        assert!(!play.game.facts(b).may_move);
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
        assert_eq!(play.game.scores(), crate::halves([6, 10]));
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
