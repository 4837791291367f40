//! Attacks, guards, obstacles (V5–V7).

use super::*;

#[test]
fn v5_only_a_higher_attacker_does_damage() {
    for kind in KINDS {
        for (mine, theirs) in (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))) {
            let sides = ["s A1, s A2, s A3", "l B1, s J1, s J2"];
            let mut f = fight(kind, FIELD, &sides, &[mine, theirs]);
            f.play("1.1 attacks 2.1");
            assert_eq!(f.left("2.1"), if mine > theirs { 2 } else { 3 });
            assert_eq!(f.left("1.1"), 1, "a higher target does nothing");
            f.spent();
        }
    }
}

#[test]
fn v5_any_number_of_the_actions_may_attack_whom_it_likes() {
    let sides = ["s A1, s A2, s A3", "l B1, m C1, s D1, s D2"];
    let mut f = fight(GridKind::Square, FIELD, &sides, &[6, 1, 1, 6, 3, 2]);
    f.play("1.1 attacks 2.1, 1.1 attacks 2.3, 1.1 attacks 2.2");
    assert_eq!((f.left("2.1"), f.left("2.2"), f.left("2.3")), (2, 1, 1));
    assert_eq!(f.asked().0, Who::Side(Side(1)));
    f.spent();
}

#[test]
fn v5_range_is_six_spaces_and_walls_do_not_matter() {
    let rows = ".#......\n.#......";
    let mut f = fight(
        GridKind::Square,
        rows,
        &["s A1, s A2", "s G1, s H1"],
        &[6, 1],
    );
    assert_eq!(
        f.refused("1.1 attacks 2.2"),
        "the target is 7 spaces away; it reaches only 6"
    );
    f.play("1.1 attacks 2.1");
    assert_eq!(f.game.place(f.fig("2.1")), Place::Gone);
    f.spent();
}

#[test]
fn v5_with_the_toggle_an_attack_needs_sight() {
    for kind in KINDS {
        let sides = ["s A1, s H1", "s E1, s F3"];
        let rows = "..##....\n..##....\n........";
        let open = fight(kind, rows, &sides, &[]);
        assert!(open.can("1.1 attacks 2.1"));
        let f = fight_with(kind, rows, &sides, &[], |b| b.rules = rules("sight = true"));
        assert!(!f.can("1.1 attacks 2.1"), "{kind:?}");
        assert!(f.can("1.2 attacks 2.1"), "{kind:?}");
        let stand = Stand {
            at: f.game.at(f.fig("1.1")),
            facing: None,
            aloft: false,
        };
        f.game.strikes(f.fig("1.1"), stand, &mut |how, at, _| {
            assert!(how == How::Defend || at == Target::Figure(f.fig("2.2")));
            true
        });
    }
    // An enemy in the way blocks, a friend does not.
    let sides = ["s A1, s B1, s A2", "s C1, s D1, s D2"];
    let f = fight_with(GridKind::Square, "....\n....", &sides, &[], |b| {
        b.rules = rules("sight = true");
    });
    assert!(f.can("1.1 attacks 2.1") && !f.can("1.1 attacks 2.2") && f.can("1.3 attacks 2.3"));
    assert_eq!(f.game.blockers(Side(0)).count(), 3);
}

#[test]
fn v5_friends_and_allies_are_no_targets() {
    let sides = ["s A1, s A2", "s B1", "s C1"];
    let mut f = fight_with(GridKind::Square, FIELD, &sides, &[], |b| {
        b.sides[1].team = 1
    });
    assert_eq!(f.refused("1.1 attacks 1.2"), "1.2 small is a friend");
    assert_eq!(f.refused("1.1 attacks 2.1"), "2.1 small is a friend");
    assert!(f.can("1.1 attacks 3.1"));
}

#[test]
fn v6_a_guard_adds_three_two_or_one_to_the_target_s_die() {
    for (size, guard) in [("s", 3), ("m", 2), ("l", 1)] {
        let me = format!("{size} A1, s A2, s A3");
        let dice = [2 + guard, 2, 2 + guard + 1, 2];
        // The attacker's die is at most 6.
        let dice: Vec<u8> = dice.iter().map(|d| (*d).min(6)).collect();
        let mut f = fight(GridKind::Square, FIELD, &[&me, "s B1, s J1, s J2"], &dice);
        f.play("1.1 defends");
        if size != "l" {
            f.play("done");
        }
        let before = f.left("1.1");
        f.play("2.1 attacks 1.1");
        assert_eq!(f.left("1.1"), before, "{size}: equal with the guard");
        f.play("2.1 attacks 1.1");
        assert_eq!(
            f.left("1.1"),
            before - 1,
            "{size}: higher than with the guard"
        );
        f.spent();
    }
}

#[test]
fn v6_a_guard_is_the_first_action_or_none_and_takes_one() {
    let sides = ["m A1, s A2", "s J1, s J2"];
    let mut f = fight(GridKind::Square, FIELD, &sides, &[]);
    f.play("1.1 to B1");
    assert_eq!(
        f.refused("1.1 defends"),
        "it can defend only as its first action in a turn"
    );
    let mut f = fight(GridKind::Square, FIELD, &sides, &[]);
    f.play("1.1 defends, 1.1 to B1");
    assert_eq!(
        f.asked().0,
        Who::Side(Side(1)),
        "one action was left, not two"
    );
}

#[test]
fn v6_a_guard_lasts_until_the_next_activation_or_the_end_of_the_next_turn() {
    let guarded = |f: &Fight| {
        f.game
            .shown(f.fig("1.1"))
            .status
            .iter()
            .any(|s| s.starts_with("on guard"))
    };
    let sides = ["l A1, l A2, l A3", "l J1, l J2, l J3"];
    let mut f = fight(GridKind::Square, FIELD, &sides, &[6, 1, 6, 1]);
    f.play("1.1 defends, done, done");
    assert!(guarded(&f) && f.number() == 2);
    f.play("1.2 to B2");
    assert!(guarded(&f), "another's activation is not its own");
    f.play("done, done");
    assert!(!guarded(&f) && f.number() == 3, "the next turn is over");
    f.spent();
    let mut f = fight(GridKind::Square, FIELD, &sides, &[6, 1]);
    f.play("1.1 defends, done, done, 1.1 to B1");
    assert!(!guarded(&f), "its next activation");
    f.spent();
}

#[test]
fn v6_the_turns_of_a_guard_are_a_key() {
    for (turns, still) in [(2, true), (1, false)] {
        let sides = ["l A1, l A2, l A3", "l J1, l J2, l J3"];
        let mut f = fight_with(GridKind::Square, FIELD, &sides, &[6, 1], |b| {
            b.rules = rules(&format!("guard_turns = {turns}"));
        });
        f.play("1.1 defends, done, done");
        let status = f.game.shown(f.fig("1.1")).status;
        let on_guard = status.iter().any(|s| s.starts_with("on guard"));
        assert_eq!((f.number(), on_guard), (2, still), "{turns}");
    }
}

#[test]
fn v6_with_the_toggle_the_guard_counts_for_attacks_too() {
    for (toggle, left) in [("defence", 3), ("all", 2)] {
        let sides = ["m A1, s A2, s A3", "l B1, s J1, s J2"];
        let mut f = fight_with(GridKind::Square, FIELD, &sides, &[3, 4], |b| {
            b.rules = rules(&format!("defend_dice = \"{toggle}\""));
        });
        f.play("1.1 defends, 1.1 attacks 2.1");
        assert_eq!(f.left("2.1"), left, "{toggle}");
        f.spent();
    }
}

#[test]
fn v7_nobody_moves_through_a_fighter_friend_or_foe() {
    for other in ["s A1, s D1", "s A1, s J1"] {
        let enemy = if other.ends_with("D1") {
            "s J1, s I1"
        } else {
            "s D1, s I1"
        };
        let mut f = fight(GridKind::Square, "..........", &[other, enemy], &[]);
        assert!(f.can("1.1 to C1") && !f.can("1.1 to E1"));
        assert_eq!(
            f.refused("1.1 to E1"),
            "something is in the way to E1: each move goes in a straight line"
        );
        assert!(f.refused("1.1 to D1").ends_with("stands on D1"));
    }
}

#[test]
fn v7_all_but_flat_ground_is_an_obstacle() {
    for sign in [':', '"', 'o', 'T', 'F', '~', 'w', '#', 'B', '1', '_'] {
        for kind in KINDS {
            let rows = format!("..{sign}......\n..{sign}......");
            let f = fight(kind, &rows, &["m A1, s A2", "s I1, s I2"], &[]);
            assert!(f.can("1.1 to B1"));
            assert!(
                !f.can("1.1 to C1") && !f.can("1.1 to D1"),
                "{sign} {kind:?}"
            );
        }
    }
    for side in ["hedge", "fence", "wall", "window", "door"] {
        let border = format!("B1|C1 {side}");
        let board = drawn::board(GridKind::Square, ".....", &[&border]);
        let f = fight_on(board, &["m A1", "s E1"], &[], |_| {});
        assert!(!f.can("1.1 to C1"), "{side}");
        let mut reach = Reach::default();
        f.game.reach(f.fig("1.1"), &mut reach);
        assert_eq!(reach.ends().len(), 2, "{side}");
    }
}

#[test]
fn v7_moves_stay_on_flat_ground_on_random_boards() {
    let mut chance = Chance(7);
    for round in 0..300 {
        let map = drawn::random(KINDS[round % 3], true, &mut chance);
        let mut b = brief(Board::new(map), &["sm", "ls"]);
        b.deploy = Some(Deploy::Auto);
        let Ok(mut game) = Rules::Violence.begin(b) else {
            continue;
        };
        let mut log: Vec<Event> = Vec::new();
        for _ in 0..60 {
            step(&mut game, &mut chance, &mut log);
        }
        let board = game.board().clone();
        let levels: Vec<i8> = game
            .all()
            .filter(|f| game.place(*f) == Place::On)
            .map(|f| board.level(game.at(f)))
            .collect();
        assert!(levels.windows(2).all(|w| w[0] == w[1]), "one level");
        for event in log {
            if let Event::Moved { path, cost, .. } = event {
                assert_eq!(path.len() as u32, cost + 1, "every step costs 1");
                assert!(path.iter().all(|s| board.standable().contains(*s)));
            }
        }
    }
}
