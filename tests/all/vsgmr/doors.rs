//! Doors that figures open, shut and unlock, and barriers that they prise open (A9, B8).

use super::{Play, walled};
use crate::drawn::KINDS;
use skirmish::battle::{Answer, Event, How, Target};
use skirmish::board::{Change, GridKind, Space};

/// A lane of five spaces with a border between B1 and C1, on any grid.
fn corridor(kind: GridKind, door: &str) -> super::Scene {
    super::fenced_lane(kind, ".....", &[&format!("B1|C1 {door}")])
}

fn door(play: &Play) -> (Space, Space) {
    let (x, y) = (play.space("B1"), play.space("C1"));
    (x.min(y), x.max(y))
}

fn stands_open(play: &Play) -> bool {
    let (x, y) = door(play);
    play.game.board().border(x, y).is_none_or(|door| door.open)
}

#[test]
fn b8_changed_a_guy_on_foot_opens_a_shut_door_by_walking_through_for_one_more() {
    for kind in KINDS {
        let mut play = corridor(kind, "door")
            .figure(1, "first", "troop", "B1")
            .figure(1, "then", "troop", "A1")
            .figure(2, "b", "troop", "E1")
            .step("move")
            .begin(&[]);
        play.go("first", "C1");
        assert!(stands_open(&play));
        let (x, y) = door(&play);
        let opened = Event::Changed(Change::Door(x, y, true));
        let at = |event: &Event| play.log.iter().position(|e| e == event);
        let moved = |cost: u32| {
            let is = |e: &Event| matches!(e, Event::Moved { cost: c, .. } if *c == cost);
            play.log.iter().position(is)
        };
        assert!(
            at(&opened).is_some() && at(&opened) < moved(2),
            "{:?}",
            play.log
        );
        // it stays open for everybody, at no price
        play.go("then", "D1");
        let last = play.log.iter().rev().find_map(|event| match event {
            Event::Moved { cost, .. } => Some(*cost),
            _ => None,
        });
        assert_eq!(last, Some(3));
    }
}

#[test]
fn b8_changed_the_route_knows_what_a_door_costs_and_riders_do_not_open_it() {
    for kind in KINDS {
        let begin = |words: &str| {
            let scene = corridor(kind, "door").figure(1, "a", words, "A1");
            let scene = match words {
                "troop" => scene,
                _ => scene.figure(1, "rider", "troop", "on a"),
            };
            scene
                .figure(2, "b", "troop", "E1")
                .rule("guy_move_28mm = 3")
                .step("move")
                .begin(&[])
        };
        let play = begin("troop");
        let why = play.refused(play.moving("a", "D1"));
        assert!(why.contains("costs 4"), "{why}");
        let play = begin("cavalry");
        let why = play.refused(play.moving("a", "C1"));
        assert!(why.contains("no way"), "{why}");
    }
}

#[test]
fn b8_changed_shut_doors_block_sight_and_blows_until_they_are_open() {
    for kind in KINDS {
        for (state, sees) in [("door", false), ("locked", false), ("open", true)] {
            let play = corridor(kind, state)
                .figure(1, "a", "troop, distance", "B1")
                .figure(2, "b", "troop", "C1")
                .rule("facing = false")
                .step("shoot")
                .begin(&[]);
            let shot = play.striking(How::Shoot, "a", "b");
            assert_eq!(play.game.check(&shot).is_ok(), sees, "{state}");
        }
    }
}

#[test]
fn b8_changed_a_guy_may_shut_a_door_at_the_end_of_its_move() {
    for kind in KINDS {
        let mut play = corridor(kind, "door")
            .figure(1, "a", "troop", "A1")
            .figure(2, "b", "troop", "E1")
            .step("move")
            .begin(&[]);
        let (who, to, door) = (play.fig("a"), play.space("C1"), door(&play));
        play.answer(Answer::MoveAndShut { who, to, door });
        assert_eq!(
            (play.at("a"), stands_open(&play)),
            ("C1".to_string(), false)
        );
        // nobody is asked: the others are on
        assert_eq!(play.asked(), 2);
        // only beside it, and only if it stands open then
        for (at, to) in [("D1", "D1"), ("C1", "D1")] {
            let play = corridor(kind, "open")
                .figure(1, "a", "troop", at)
                .figure(2, "b", "troop", "E1")
                .step("move")
                .begin(&[]);
            let (who, to) = (play.fig("a"), play.space(to));
            play.refused(Answer::MoveAndShut { who, to, door });
        }
    }
}

#[test]
fn b8_changed_a_locked_door_opens_by_a_skill_roll_from_beside_it_or_by_force() {
    for kind in KINDS {
        for (face, open) in [(3, false), (4, true)] {
            let mut play = corridor(kind, "locked")
                .figure(1, "a", "troop", "B1")
                .figure(1, "far", "troop", "A1")
                .figure(2, "b", "troop", "E1")
                .step("move")
                .begin(&[]);
            play.refused(play.moving("a", "C1"));
            play.until("skill", 1);
            let (x, y) = door(&play);
            let lock = Target::Border(x, y);
            let why = play.refused(play.on(How::Skill, "far", lock));
            assert!(why.contains("beside"), "{why}");
            play.act(How::Skill, "a", lock);
            assert_eq!(play.need(), 4);
            play.dice(&[face]);
            assert_eq!(stands_open(&play), open);
            play.spent();
        }
        // a blow that its terrain roll does not save breaks it (A8)
        let mut play = corridor(kind, "locked")
            .figure(1, "a", "troop", "B1")
            .figure(2, "b", "troop", "E1")
            .step("fight")
            .begin(&[]);
        let (x, y) = door(&play);
        play.dice(&[4, 2])
            .act(How::Fight, "a", Target::Border(x, y));
        assert!(play.game.board().border(x, y).is_none());
    }
}

#[test]
fn b8_changed_the_toggle_says_how_doors_are_opened() {
    for (rule, moves, rolls) in [
        ("move", true, false),
        ("skill", false, true),
        ("scenario", false, false),
    ] {
        let mut play = corridor(GridKind::Square, "door")
            .figure(1, "a", "troop", "B1")
            .figure(2, "b", "troop", "E1")
            .rule(&format!("doors = {rule:?}"))
            .step("move")
            .begin(&[]);
        let through = play.moving("a", "C1");
        assert_eq!(play.game.check(&through).is_ok(), moves, "{rule}");
        play.until("skill", 1);
        let (x, y) = door(&play);
        let roll = play.on(How::Skill, "a", Target::Border(x, y));
        assert_eq!(play.game.answers().contains(&roll), rolls, "{rule}");
    }
}

#[test]
fn a9_new_skill_rolls_prise_fences_and_windows_open_but_no_walls() {
    for kind in KINDS {
        for (border, prised) in [
            ("fence", true),
            ("window", true),
            ("wall", false),
            ("hedge", false),
        ] {
            let mut play = corridor(kind, border)
                .figure(1, "a", "hero", "B1")
                .figure(2, "b", "troop", "E1")
                .step("skill")
                .begin(&[]);
            let (x, y) = door(&play);
            let roll = play.on(How::Skill, "a", Target::Border(x, y));
            if prised {
                play.answer(roll);
                // a hero adds 1
                assert_eq!(play.need(), 3);
                play.dice(&[3]);
                assert!(play.game.board().border(x, y).is_none());
            } else {
                assert!(!play.game.answers().contains(&roll), "{border}");
            }
        }
    }
}

#[test]
fn a9_changed_super_skill_and_once_a_round_hold_for_locked_doors_too() {
    let mut play = walled(
        GridKind::Square,
        "... ...",
        &["A1|B1 locked", "A1|A2 locked"],
    )
    .figure(1, "a", "hero, Super-Skill major", "A1")
    .figure(2, "b", "troop", "C2")
    .step("skill")
    .begin(&[]);
    let lock = |play: &Play, other: &str| {
        let (x, y) = (play.space("A1"), play.space(other));
        Target::Border(x.min(y), x.max(y))
    };
    let (one, two) = (lock(&play, "B1"), lock(&play, "A2"));
    play.act(How::Skill, "a", one);
    assert_eq!((play.asked_dice(), play.need()), (vec![10], 3));
    play.dice(&[3]);
    assert!(!play.game.answers().contains(&play.on(How::Skill, "a", two)));
}
