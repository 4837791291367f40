//! Positions in which opponents use what the rules offer (A8, A9, B8, M2, M4, T16).

use super::{Play, Scene, scene, walled};
use skirmish::ai::{View, agent};
use skirmish::battle::{Answer, Ask, How, Side, Target, Who};
use skirmish::board::GridKind;

/// What the opponent `utility` answers now.
fn answer(play: &Play) -> Answer {
    let Who::Side(side) = play.game.decision().who else {
        panic!("dice are asked for");
    };
    let mut utility = agent("utility", 1, side).expect("an opponent");
    utility.decide(&View::new(&play.game, side), 1).answer
}

/// Lets `utility` answer for a side as long as it is asked without dice.
fn plays(scene: Scene, side: Side) -> (Play, Vec<Answer>) {
    let mut play = scene.begin(&[]);
    let mut given = Vec::new();
    for _ in 0..40 {
        if play.game.decision().who != Who::Side(side) {
            break;
        }
        let answer = answer(&play);
        given.push(answer.clone());
        play.answer(answer);
    }
    (play, given)
}

#[test]
fn b8_opponents_walk_through_shut_doors() {
    let wall = ["D1|E1 wall", "D2|E2 door", "D3|E3 wall"];
    let room = walled(GridKind::Square, "........ ........ ........", &wall)
        .figure(1, "a", "troop", "B2")
        .figure(2, "b", "troop", "H2")
        .step("move");
    let (play, given) = plays(room, Side(0));
    let (x, y) = (play.space("D2"), play.space("E2"));
    let open = play.game.board().border(x, y).expect("a door").open;
    assert!(open, "{given:?}");
}

#[test]
fn a9_opponents_unlock_the_door_that_is_in_their_way() {
    let wall = ["D1|E1 wall", "D2|E2 locked", "D3|E3 wall"];
    let play = walled(GridKind::Square, "........ ........ ........", &wall)
        .figure(1, "a", "troop", "D2")
        .figure(2, "b", "troop", "H2")
        .step("skill")
        .begin(&[]);
    let (x, y) = (play.space("D2"), play.space("E2"));
    let unlock = play.on(How::Skill, "a", Target::Border(x, y));
    assert_eq!(answer(&play), unlock);
}

#[test]
fn m4_opponents_shoot_from_inside_a_vehicle() {
    let play = scene(GridKind::Square, "........ ........")
        .figure(1, "truck", "vehicle", "B1 E")
        .with("size = 1")
        .figure(1, "driver", "troop", "on truck")
        .figure(1, "gunner", "troop, distance", "on truck")
        .figure(2, "b", "troop", "F1")
        .figure(2, "c", "troop", "H2")
        .step("shoot")
        .begin(&[]);
    assert_eq!(answer(&play), play.striking(How::Shoot, "gunner", "b"));
}

#[test]
fn c5_opponents_bring_a_fortress_of_walls_down() {
    use skirmish::battle::Role;
    let wall = ["C1|D1 wall", "C2|D2 wall", "C3|D3 wall", "C4|D4 wall"];
    let mut siege = walled(GridKind::Square, &["............"; 4].join(" "), &wall)
        .figure(1, "a", "hero, distance", "A2 E")
        .figure(2, "b", "troop", "L4")
        .rule("facing = false")
        .step("shoot");
    siege.brief.aim = skirmish::battle::Aim::Fortress;
    siege.roles = vec![Role::Attacker, Role::Defender];
    let play = siege.begin(&[]);
    assert!(matches!(play.asks(), Ask::Act { .. }));
    let shot = answer(&play);
    assert!(
        matches!(
            shot,
            Answer::Strike {
                how: How::Shoot,
                at: Target::Border(..),
                ..
            }
        ),
        "{shot:?}"
    );
}

#[test]
fn m2_opponents_take_an_empty_mount_of_the_enemy() {
    let rows = [".............."; 3].join(" ");
    let near = scene(GridKind::Square, &rows)
        .figure(1, "a", "troop", "A2")
        .figure(2, "horse", "cavalry", "C2")
        .figure(2, "b", "troop", "N2")
        .step("move");
    let (play, given) = plays(near, Side(0));
    assert_eq!(play.aboard("a"), Some("horse"), "{given:?}");
}

#[test]
fn a8_opponents_break_a_wall_that_keeps_them_from_the_enemy() {
    let wall = ["D1|E1 wall", "D2|E2 wall", "D3|E3 wall"];
    let play = walled(GridKind::Square, "........ ........ ........", &wall)
        .figure(1, "a", "troop", "D2")
        .figure(2, "b", "troop", "H2")
        .step("fight")
        .begin(&[]);
    let (x, y) = (play.space("D2"), play.space("E2"));
    let blow = play.on(How::Fight, "a", Target::Border(x, y));
    assert_eq!(answer(&play), blow);
    // With a way round that is hardly longer nobody hits a wall.
    let play = walled(GridKind::Square, "........ ........ ........", &wall[..2])
        .figure(1, "a", "troop", "D2")
        .figure(2, "b", "troop", "H2")
        .step("fight")
        .begin(&[]);
    assert!(!matches!(
        play.asks(),
        Ask::Act { .. } if answer(&play) != Answer::Done
    ));
}

#[test]
fn t16_opponents_keep_support_where_it_helps_and_spread_it() {
    // Two supporters and two groups that are too far apart for one of them.
    let rows = ["..............."; 12].join(" ");
    let spread = scene(GridKind::Square, &rows)
        .figure(1, "a", "troop, distance", "A2")
        .figure(1, "c", "troop, distance", "A11")
        .figure(1, "s", "troop, Support (distance)", "A5")
        .figure(1, "t", "troop, Support (distance)", "A8")
        .figure(2, "b", "troop", "O2")
        .figure(2, "d", "troop", "O11")
        .rule("facing = false")
        .step("move");
    let (play, given) = plays(spread, Side(0));
    let board = play.game.board();
    let gap = |one: &str, other: &str| {
        let (x, y) = (play.game.at(play.fig(one)), play.game.at(play.fig(other)));
        board.grid().distance(x, y)
    };
    for armed in ["a", "c"] {
        let nearest = ["s", "t"]
            .map(|helper| gap(armed, helper))
            .into_iter()
            .min();
        assert!(nearest <= Some(3), "{armed}: {nearest:?}, {given:?}");
    }
}
