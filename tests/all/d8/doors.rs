//! Doors: infantry opens them by walking, and locked ones with a skill roll (B8, A9, D1).

use super::*;
use skirmish::ai::{View, agent};
use skirmish::board::{Change, Space};

/// A lane of six spaces with a border between its second and third; the names of its spaces.
fn lane(kind: GridKind, door: &str) -> (Board, [&'static str; 6]) {
    let down = kind == GridKind::HexFlat;
    let (rows, names) = match down {
        true => (". . . . . .", ["A1", "A2", "A3", "A4", "A5", "A6"]),
        false => ("......", ["A1", "B1", "C1", "D1", "E1", "F1"]),
    };
    let border = format!("{}|{} {door}", names[1], names[2]);
    (drawn::board(kind, rows, &[&border]), names)
}

/// A battle in such a lane: a unit on its first space, another on its second, an enemy on its last.
fn begin(kind: GridKind, door: &str, units: [&str; 2], config: &str, dice: &[u8]) -> Fight {
    let (board, names) = lane(kind, door);
    let first = format!("{} @ {}", units[0], names[0]);
    let second = format!("{} @ {}", units[1], names[1]);
    let enemy = format!("rifleman @ {}", names[5]);
    Fight::on(board, &[&[&first, &second], &[&enemy]], config, dice)
}

/// The spaces on the two sides of the door.
fn door(fight: &Fight) -> (Space, Space) {
    let names = match fight.game.board().grid().kind {
        GridKind::HexFlat => ["A2", "A3"],
        _ => ["B1", "C1"],
    };
    let [x, y] = names.map(|name| drawn::space(fight.game.board(), name));
    (x.min(y), x.max(y))
}

fn stands_open(fight: &Fight) -> bool {
    let (x, y) = door(fight);
    fight
        .game
        .board()
        .border(x, y)
        .is_some_and(|door| door.open)
}

#[test]
fn b8_changed_infantry_of_d8_opens_a_shut_door_by_walking_through() {
    for kind in KINDS {
        let (_, names) = lane(kind, "door");
        let mut fight = begin(kind, "door", ["rifleman", "hero"], "", &[]);
        fight.go("1.2", names[2]);
        let (x, y) = door(&fight);
        let opened = Event::Changed(Change::Door(x, y, true));
        assert!(stands_open(&fight) && fight.log.contains(&opened));
        let cost = fight.log.iter().find_map(|event| match event {
            Event::Moved { cost, .. } => Some(*cost),
            _ => None,
        });
        assert_eq!(cost, Some(2), "one space more");
        // the old reading: a shut door is a wall
        let fight = begin(
            kind,
            "door",
            ["rifleman", "hero"],
            "doors = \"scenario\"",
            &[],
        );
        fight.refused(&fight.step("1.2", names[2]));
    }
    // vehicles open no doors
    let board = drawn::board(
        GridKind::Square,
        "......... .........",
        &["C1|D1 door", "C2|D2 door"],
    );
    let fight = Fight::on(board, &[&["tank @ B1"], &["rifleman @ I1"]], "", &[]);
    fight.refused(&fight.step("1.1", "D1"));
}

#[test]
fn a9_changed_a_locked_door_of_d8_opens_by_a_skill_roll_from_beside_it() {
    for kind in KINDS {
        for (words, need) in [("rifleman", 4), ("hero", 3)] {
            for face in [need - 1, need] {
                let mut fight = begin(kind, "locked", ["rifleman", words], "", &[face]);
                let (_, names) = lane(kind, "locked");
                fight.refused(&fight.step("1.2", names[2]));
                let (x, y) = door(&fight);
                let (how, at) = (How::Skill, Target::Border(x, y));
                let far = Answer::Strike {
                    who: fight.fig("1.1"),
                    how,
                    at,
                };
                assert_eq!(fight.refused(&far), "it must stand beside that");
                let who = fight.fig("1.2");
                let roll = Answer::Strike { who, how, at };
                assert!(fight.game.answers().contains(&roll));
                let act = fight.game.act(who, how, at, Sight::Clear);
                assert_eq!(
                    fight.game.odds(&act).hit,
                    Ratio::new(9 - u64::from(need), 8)
                );
                fight.answer(&roll);
                fight.spent();
                assert_eq!(stands_open(&fight), face >= need, "{kind:?} {face}");
                assert_eq!(fight.side(), Side(0), "one of two actions");
            }
        }
    }
}

#[test]
fn b8_changed_the_key_of_d8_says_how_doors_are_opened() {
    for (rule, door_state, moves, rolls) in [
        ("move", "door", true, false),
        ("move", "locked", false, true),
        ("skill", "door", false, true),
        ("scenario", "locked", false, false),
    ] {
        let config = format!("doors = {rule:?}");
        let fight = begin(
            GridKind::Square,
            door_state,
            ["rifleman", "sniper"],
            &config,
            &[],
        );
        let through = fight.step("1.2", "C1");
        assert_eq!(fight.game.check(&through).is_ok(), moves, "{rule}");
        let (x, y) = door(&fight);
        let (who, how, at) = (fight.fig("1.2"), How::Skill, Target::Border(x, y));
        let roll = Answer::Strike { who, how, at };
        assert_eq!(fight.game.answers().contains(&roll), rolls, "{rule}");
    }
}

#[test]
fn b8_changed_opponents_of_d8_open_the_locked_door_in_their_way() {
    let mut fight = begin(GridKind::Square, "locked", ["sniper", "rifleman"], "", &[]);
    let mut utility = agent("utility", 1, Side(0)).expect("an opponent");
    let answer = utility.decide(&View::new(&fight.game, Side(0)), 1).answer;
    let (x, y) = door(&fight);
    let (how, at) = (How::Skill, Target::Border(x, y));
    let who = fight.fig("1.2");
    assert_eq!(answer, Answer::Strike { who, how, at });
    fight.answer(&answer);
}
