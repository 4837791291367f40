//! Doors: soldiers open them by walking through; locked ones stay shut (B8).

use super::*;

/// A house of two rooms with a door between them.
const ROOMS: &str = "
    ..........
    ##########";

fn begin(door: &str, rule: &str) -> Fight {
    let board = drawn::board(GridKind::Square, ROOMS, &[&format!("C1|D1 {door}")]);
    fight_on(board, &["1s B1, 1s A1", "s J1"], &[], |brief| {
        if !rule.is_empty() {
            brief.rules = rules(rule);
        }
    })
}

#[test]
fn b8_changed_a_squad_opens_a_shut_door_by_walking_through_and_all_follow() {
    let mut fight = begin("door", "");
    // C1 for one, D1 for two: four spaces would reach F1 without the door
    let why = fight.game.check(&fight.parse("1.1 to F1"));
    assert!(why.is_err(), "the door costs one more");
    fight.play("1.1 to E1");
    let [x, y] = ["C1", "D1"].map(|name| fight.space(name));
    let opened = Event::Changed(skirmish::board::Change::Door(x, y, true));
    let at = |event: &Event| fight.log.iter().position(|e| e == event);
    let moved = fight
        .log
        .iter()
        .position(|event| matches!(event, Event::Moved { cost: 4, .. }));
    assert!(at(&opened) < moved && at(&opened).is_some());
    assert!(fight.game.board().border(x, y).is_some_and(|b| b.open));
    assert!(fight.together(&["1.1", "1.2"]));
}

#[test]
fn b8_changed_locked_doors_of_plastic_are_walls_and_the_key_shuts_the_others() {
    for (door, rule) in [("locked", ""), ("door", "opens_doors = false")] {
        let fight = begin(door, rule);
        let check = fight.game.check(&fight.parse("1.1 to D1"));
        assert!(check.is_err(), "{door} {rule}");
        let answers = fight.game.answers();
        let strikes = answers.iter().any(|a| matches!(a, Answer::Strike { .. }));
        assert!(!strikes, "there are no skill rolls");
    }
}
