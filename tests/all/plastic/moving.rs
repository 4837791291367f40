//! Phases, and how squads move (L1, L2).

use super::*;

#[test]
fn l1_all_move_then_all_attack_side_by_side() {
    for kind in KINDS {
        let mut f = fight(
            kind,
            FIELD,
            &["1s A1, 1s A2", "1s L1, 1s L2"],
            &[1, 1, 1, 1],
        );
        assert_eq!(f.turn(), ("move", 1), "{kind:?}");
        assert_eq!(f.refused("1.1 shoots 2.1"), "move a squad, or answer done");
        f.play("1.1 to B1, done");
        assert_eq!(f.turn(), ("move", 2));
        f.play("done");
        assert_eq!(f.turn(), ("attack", 1));
        assert_eq!(
            f.refused("1.1 to C1"),
            "attack with a squad, or answer done"
        );
        f.play("1.1 shoots 2.1, 1.2 shoots 2.1");
        assert_eq!(f.turn(), ("attack", 2));
        f.play("2.1 shoots 1.1, 2.2 shoots 1.1");
        f.spent();
        assert_eq!(f.game.status().round, 2, "{kind:?}");
        assert_eq!(f.asked().0, Who::Chance, "a new roll-off");
    }
}

#[test]
fn l1_with_the_toggle_sides_take_turns_in_attacking() {
    let sides = ["1s A1, 1s A2", "1s L1, 1s L2"];
    let turns = |b: &mut Brief| b.rules = rules("alternate_attacks = true");
    let mut f = fight_with(GridKind::Square, FIELD, &sides, &[1, 1, 1], turns);
    f.play("done, done");
    for (turn, shot) in [
        (1, "1.1 shoots 2.1"),
        (2, "2.1 shoots 1.1"),
        (1, "1.2 shoots 2.1"),
    ] {
        assert_eq!(f.turn(), ("attack", turn));
        f.play(shot);
    }
    assert_eq!(f.turn(), ("attack", 2));
    f.play("done");
    assert_eq!(f.game.status().round, 2, "nobody has an attack left");
    // A side that ends its attacks has none left in this turn.
    let mut f = fight_with(GridKind::Square, FIELD, &sides, &[1, 1], turns);
    f.play("done, done, done, 2.1 shoots 1.1");
    assert_eq!(f.turn(), ("attack", 2));
    f.play("2.2 shoots 1.1");
    assert_eq!(f.game.status().round, 2);
}

#[test]
fn l1_a_side_may_leave_squads_where_they_are() {
    let mut f = fight(GridKind::Square, FIELD, &["1s A1, s A4", "s L1, s L4"], &[]);
    f.play("done, 2.1 to K1, done");
    assert_eq!(f.turn(), ("attack", 1));
    f.play("done, done");
    assert_eq!(f.game.status().round, 2);
}

#[test]
fn l2_a_unit_moves_four_spaces_at_most() {
    for kind in KINDS {
        let mut f = fight(kind, FIELD, &["s A4, s A8", "s L4"], &[]);
        assert!(f.can("1.1 to E4"));
        assert_eq!(
            f.refused("1.1 to F4"),
            "F4 is 5 spaces away, and it can move only 4"
        );
        f.play("1.1 to E4");
        assert_eq!(f.refused("1.1 to E5"), "it has already moved in this turn");
    }
    let small = |scale, far: &str, farther: &str| {
        let f = fight_with(GridKind::Square, FIELD, &["s A4", "s L4"], &[], |b| {
            b.scale = scale
        });
        assert!(f.can(&format!("1.1 to {far}")) && !f.can(&format!("1.1 to {farther}")));
    };
    small(Scale::Mm15, "I4", "J4");
    small(Scale::Mm54, "C4", "D4");
    let mut f = fight_with(GridKind::Square, FIELD, &["s A4", "s L4"], &[], |b| {
        b.rules = rules("moves = 2");
    });
    assert_eq!(
        f.refused("1.1 to D4"),
        "D4 is 3 spaces away, and it can move only 2"
    );
}

#[test]
fn l6_changed_ground_that_can_be_entered_costs_one() {
    let rows = "......\n:::F~o\n011222";
    for kind in KINDS {
        let board = || drawn::board(kind, rows, &["A1|B1 fence", "B1|C1 hedge"]);
        let sides = ["s A1, s A2, s A3", "s F3"];
        let f = fight_on(board(), &sides, &[], |_| {});
        let cost = |f: &Fight, who: &str, to: &str| {
            let mut reach = Reach::default();
            assert!(f.game.reach(f.fig(who), &mut reach));
            reach.cost(f.space(to))
        };
        assert_eq!(
            cost(&f, "1.1", "C1"),
            Some(2),
            "{kind:?}: over fence and hedge"
        );
        assert_eq!(
            cost(&f, "1.2", "E2"),
            Some(4),
            "{kind:?}: rubble, bushes, water"
        );
        assert_eq!(cost(&f, "1.3", "D3"), Some(3), "{kind:?}: two slopes");
        let f = fight_on(board(), &sides, &[], |b| {
            b.rules = rules("rough_ground = true")
        });
        assert_ne!(cost(&f, "1.1", "B1"), Some(1), "{kind:?}: a fence stops");
        assert_eq!(cost(&f, "1.3", "B3"), Some(2), "{kind:?}: up");
        assert_eq!(cost(&f, "1.3", "C3"), Some(3), "{kind:?}: level");
    }
    // Walls, buildings and deep water stop everybody.
    for sign in ['#', 'B', 'w'] {
        let f = fight(
            GridKind::Square,
            &format!("..{sign}..."),
            &["s A1", "s F1"],
            &[],
        );
        assert!(f.can("1.1 to B1") && !f.can("1.1 to C1") && !f.can("1.1 to D1"));
    }
    for side in ["wall", "window"] {
        let board = drawn::board(GridKind::Square, ".....", &[&format!("A1|B1 {side}")]);
        let f = fight_on(board, &["s A1", "s E1"], &[], |_| {});
        assert!(!f.can("1.1 to B1"), "{side}");
    }
}

#[test]
fn l2_one_answer_moves_the_whole_squad_and_it_hangs_together() {
    for kind in KINDS {
        let squad = "1s C3, 1s B3, 1s B4, 1s C4, 1h B2";
        let labels = ["1.1", "1.2", "1.3", "1.4", "1.5"];
        let f = fight(kind, FIELD, &[squad, "s L8"], &[]);
        for lead in labels {
            let mut reach = Reach::default();
            f.game.reach(f.fig(lead), &mut reach);
            for (to, _) in reach.ends().iter().skip(1) {
                let mut game = f.game.clone();
                let who = f.fig(lead);
                game.answer(&Answer::Move { who, to: *to }, &mut ())
                    .expect("in reach");
                let after = Fight {
                    game,
                    dice: Script::new([]),
                    log: Vec::new(),
                };
                assert_eq!(after.game.at(who), *to);
                assert!(
                    after.together(&labels),
                    "{kind:?}: {lead} to {}",
                    after.at(lead)
                );
                let all: BTreeSet<String> = labels.iter().map(|l| after.at(l)).collect();
                assert_eq!(all.len(), 5, "nobody shares a space");
            }
        }
    }
}

#[test]
fn l2_followers_keep_their_places_beside_the_leader() {
    for (kind, moved) in [
        (GridKind::Square, ["G3", "F3", "F4", "G4"]),
        (GridKind::HexFlat, ["G3", "F3", "F4", "G4"]),
        // Half a hex ahead of the leader before, level with it now.
        (GridKind::HexPointy, ["G3", "F3", "F4", "G5"]),
    ] {
        let mut f = fight(kind, FIELD, &["1s C3, 1s B3, 1s B4, 1s C4", "s L8"], &[]);
        f.play("1.1 to G3");
        let now: Vec<String> = (1..=4).map(|n| f.at(&format!("1.{n}"))).collect();
        assert_eq!(now, moved, "{kind:?}");
    }
}

#[test]
fn l2_followers_run_as_far_as_it_takes() {
    // The way through the gap is long for those who stand on the far side.
    let rows = "....#....\n....#....\n....#....\n.........";
    for kind in KINDS {
        let mut f = fight(kind, rows, &["1s F4, 1s D1", "s I1"], &[]);
        f.play("1.1 to F1");
        assert!(f.together(&["1.1", "1.2"]), "{kind:?}");
        let run = f.log.iter().find_map(|e| match e {
            Event::Moved { who, cost, .. } if *who == f.fig("1.2") => Some(*cost),
            _ => None,
        });
        assert!(run > Some(4), "{kind:?}: {run:?}");
    }
}

#[test]
fn l2_who_finds_no_way_stays_until_the_next_move() {
    let rows = "...#....\n...#....\n...#....";
    let mut f = fight(
        GridKind::Square,
        rows,
        &["1s E1, 1s A1", "s H3, s H1"],
        &[1, 2, 6, 1],
    );
    f.play("1.1 to F1");
    assert_eq!(f.at("1.2"), "A1");
}

#[test]
fn l2_the_owner_names_the_leader_and_nobody_follows_ahead_of_it() {
    for kind in KINDS {
        let mut f = fight(kind, FIELD, &["1s D4, 1s C4, 1s B4", "s L8"], &[]);
        let who = f.fig("1.3");
        f.play("1.3 to F4");
        assert_eq!(f.game.at(who), f.space("F4"));
        let grid = *f.game.board().grid();
        let (from, to) = (f.space("B4"), f.space("F4"));
        for mate in ["1.1", "1.2"] {
            let at = f.game.at(f.fig(mate));
            let square = |a, b| grid.squared_distance(a, b);
            assert!(
                square(from, at) <= square(to, at) + square(from, to),
                "{kind:?}"
            );
        }
    }
}

#[test]
fn l2_followers_can_be_put_elsewhere_as_long_as_the_squad_hangs_together() {
    let mut f = fight(
        GridKind::Square,
        FIELD,
        &["1s C3, 1s B3, 1s A3, s A8", "s L8"],
        &[],
    );
    assert_eq!(
        f.refused("1.2 at B2"),
        "only figures that have just followed their leader can be put elsewhere"
    );
    f.play("1.1 to G3");
    assert_eq!((f.at("1.2"), f.at("1.3")), ("F3".into(), "E3".into()));
    assert_eq!(f.refused("1.3 at H4"), "H4 is ahead of the leader 1.1 1s");
    assert_eq!(
        f.refused("1.3 at C3"),
        "C3 is too far from the rest of the squad"
    );
    assert_eq!(
        f.refused("1.2 at G4"),
        "without it there, the squad falls apart"
    );
    assert_eq!(f.refused("1.3 at F3"), "1.2 1s stands on F3");
    f.play("1.3 at G4");
    assert_eq!(
        f.refused("1.3 at G2"),
        "only figures that have just followed their leader can be put elsewhere, and only once"
    );
    f.play("1.2 at G2");
    assert_eq!((f.at("1.2"), f.at("1.3")), ("G2".into(), "G4".into()));
    // Another squad moves: this one stays as it is.
    f.play("1.4 to B8");
    assert!(!f.can("1.2 at F3"));
    assert_eq!(f.turn(), ("move", 2), "nobody is left to move or to put");
}

#[test]
fn l2_gaps_are_closed_at_the_next_move_and_that_is_no_move() {
    let squad = "1s A4, 1s B4, 1s C4, 1s D4, 1s F4";
    for kind in KINDS {
        // By the answer of the owner, around whom it names.
        let mut f = fight_together(kind, FIELD, &[squad, "s L4"], &[]);
        assert!(
            f.game
                .shown(f.fig("1.1"))
                .status
                .contains(&"squad has gaps".into())
        );
        assert!(f.can("1.5 to F4"), "{kind:?}");
        f.play("1.5 to F4");
        assert!(f.together(&["1.1", "1.2", "1.3", "1.4", "1.5"]), "{kind:?}");
        assert_eq!(f.at("1.5"), "F4");
        assert_eq!(
            f.refused("1.1 to A5"),
            "it has already moved in this turn; you can still put it elsewhere in its squad"
        );
        f.play("done, done");
        f.play("1.1 shoots 2.1");
        assert_eq!(f.wanted(), (5, 3), "{kind:?}: they have not moved");
        // By itself, around the largest part.
        let mut f = fight_together(kind, FIELD, &[squad, "s L4"], &[]);
        f.play("done");
        assert!(f.together(&["1.1", "1.2", "1.3", "1.4", "1.5"]), "{kind:?}");
        assert_eq!((f.at("1.1"), f.at("1.4")), ("A4".into(), "D4".into()));
        f.play("done, 1.1 shoots 2.1");
        assert_eq!(f.wanted(), (5, 3));
        // A real move is one.
        let mut f = fight_together(kind, FIELD, &[squad, "s L4"], &[]);
        f.play("1.5 to G4, done, done, 1.1 shoots 2.1");
        assert_eq!(f.wanted(), (5, 4));
    }
    let f = fight(GridKind::Square, FIELD, &["1s A1, 1s B1", "s L4"], &[]);
    assert!(!f.can("1.1 to A1"), "nothing to close");
}

#[test]
fn l2_cohesion_is_a_number_of_the_rules() {
    let wide = |b: &mut Brief| b.rules = rules("cohesion = 2");
    let f = fight_with(
        GridKind::Square,
        FIELD,
        &["1s A1, 1s C1", "s L4"],
        &[],
        wide,
    );
    assert!(!f.can("1.1 to A1"), "two spaces are no gap");
    let f = fight(GridKind::Square, FIELD, &["1s A1, 1s C1", "s L4"], &[]);
    assert!(f.can("1.1 to A1"));
}
