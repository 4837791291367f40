//! Cause Fear (T2).

use super::{lane, scene};
use crate::drawn::KINDS;
use skirmish::battle::{Event, HalfPoints, Place};
use skirmish::board::GridKind;

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
        assert_eq!(play.game.scores(), crate::halves([0, 6]));
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
        .device("B1", skirmish::battle::Effect::Score(HalfPoints(1)))
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
