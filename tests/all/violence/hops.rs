//! Moves as straight hops, which stop before what is in the way (V4).

use super::*;

#[test]
fn v4_changed_a_move_is_a_straight_hop_and_a_base_longer() {
    let rows = "..........\n".repeat(3);
    for kind in KINDS {
        let sides = ["s A2, s A3", "s J2, s J3"];
        let mut f = fight(kind, &rows, &sides, &[]);
        f.play("1.1 to F2");
        let moved = f.log.iter().find_map(|e| match e {
            Event::Moved { path, cost, .. } => Some((path.clone(), *cost)),
            _ => None,
        });
        let (path, cost) = moved.expect("it has moved");
        assert_eq!(
            (path.len(), cost),
            (6, 5),
            "{kind:?}: the arrow of 4 and the base"
        );
        let grid = f.game.board().grid();
        assert!(
            path.windows(2).all(|w| grid.distance(w[0], w[1]) == 1),
            "{kind:?}"
        );
        let mut f = fight_with(kind, &rows, &sides, &[], |b| b.rules = rules("base = 0"));
        let refused = f.refused("1.1 to F2");
        assert_eq!(refused, "F2 is 5 spaces away, and it can move only 4");
        assert!(f.can("1.1 to E2"), "{kind:?}: without the base");
    }
}

#[test]
fn v4_changed_hops_stop_before_what_is_in_the_way() {
    for kind in KINDS {
        for rows in [
            "...#......\n..........",
            "...:......\n..........",
            "...1......\n..........",
        ] {
            let mut f = fight(kind, rows, &["s A1, s J2", "s I2, s H2"], &[]);
            assert!(f.can("1.1 to C1"), "{kind:?}: up to it");
            assert_eq!(
                f.refused("1.1 to E1"),
                "something is in the way to E1: each move goes in a straight line"
            );
        }
        // A friend and an enemy are in the way alike.
        for sides in [["s A1, s D1", "s J1, s J2"], ["s A1, s J2", "s D1, s J1"]] {
            let f = fight(kind, "..........\n..........", &sides, &[]);
            assert!(f.can("1.1 to C1") && !f.can("1.1 to E1"), "{kind:?}");
        }
        let board = drawn::board(kind, "......\n......", &["C1|D1 fence"]);
        let f = fight_on(board, &["s A1, s A2", "s F2, s F1"], &[], |_| {});
        assert!(
            f.can("1.1 to C1") && !f.can("1.1 to D1"),
            "{kind:?}: a fence"
        );
    }
}

#[test]
fn v4_changed_through_a_corner_both_spaces_beside_it_must_be_free() {
    let far = |rows: &str| {
        let f = fight(GridKind::Square, rows, &["s A1", "s E4"], &[]);
        (f.can("1.1 to B2"), f.can("1.1 to C3"))
    };
    assert_eq!(far(".....\n.....\n.....\n....."), (true, true));
    assert_eq!(far(".#...\n.....\n.....\n....."), (false, false));
    assert_eq!(far(".....\n..#..\n.....\n....."), (true, false));
    // On hexes the line from A2 to C2 runs between two spaces.
    let far = |rows: &str| {
        let f = fight(GridKind::HexFlat, rows, &["s A2", "s E4"], &[]);
        f.can("1.1 to C2")
    };
    assert!(far(".....\n.....\n.....\n....."));
    assert!(!far(".#...\n.....\n.....\n....."));
    assert!(!far(".....\n.#...\n.....\n....."));
}

#[test]
fn v4_changed_an_obstacle_is_gone_round_by_several_hops() {
    for kind in KINDS {
        let rows = "..........\n..........\n....#.....\n....#.....\n....#.....";
        let mut f = fight(kind, rows, &["s C4, s A1", "s J1, s J4"], &[]);
        assert!(!f.can("1.1 to G4"), "{kind:?}");
        f.play("1.1 to D1, 1.1 to F1, 1.1 to G4");
        assert_eq!(f.at("1.1"), "G4", "{kind:?}: each hop in its own direction");
    }
}

#[test]
fn v4_changed_the_bent_path_is_a_toggle() {
    for kind in KINDS {
        let rows = "..........\n....#.....\n....#.....";
        let sides = ["m D2, s A1", "s J1, s J3"];
        let f = fight_with(kind, rows, &sides, &[], |b| {
            b.rules = rules("bent_moves = true")
        });
        assert!(f.can("1.1 to F2"), "{kind:?}");
        let f = fight(kind, rows, &sides, &[]);
        assert!(!f.can("1.1 to F2"), "{kind:?}");
    }
}

#[test]
fn v4_changed_every_hop_is_a_line_of_neighbours() {
    let rows = "...................\n".repeat(19);
    for kind in KINDS {
        for centre in ["J10", "I9"] {
            let me = format!("l {centre}");
            let f = fight(kind, &rows, &[&me, "s A1"], &[]);
            let who = f.fig("1.1");
            let mut reach = Reach::default();
            assert!(f.game.reach(who, &mut reach));
            assert!(reach.ends().len() > 200, "{kind:?}");
            for (to, cost) in reach.ends().iter().skip(1) {
                let mut game = f.game.clone();
                let mut log: Vec<Event> = Vec::new();
                game.answer(&Answer::Move { who, to: *to }, &mut log)
                    .expect("in reach");
                let path = log.iter().find_map(|e| match e {
                    Event::Moved { path, .. } => Some(path.clone()),
                    _ => None,
                });
                let path = path.expect("it has moved");
                let grid = game.board().grid();
                assert_eq!(path.len() as u32, cost + 1, "{kind:?} {centre} {to:?}");
                assert!(path.windows(2).all(|w| grid.distance(w[0], w[1]) == 1));
                assert_eq!(path.last(), Some(to));
            }
        }
    }
}
