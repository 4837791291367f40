//! Sight and cover, case by case.

use crate::drawn::{KINDS, board, damage, set, space, spaces};
use skirmish::board::{Board, Cause, Change, GridKind, Look, Sight, Space, Unseen};

use GridKind::{HexFlat, HexPointy, Square};

fn told(board: &Board, cause: Cause) -> String {
    match cause {
        Cause::Space(space) => board.grid().name(space),
        Cause::Border(a, b) => format!("{}|{}", board.grid().name(a), board.grid().name(b)),
    }
}

/// What one space sees of another, and why: `"cover C1 D1|E1"`; figures stand in the way.
fn look(board: &Board, from: &str, to: &str, figures: &str) -> String {
    let (from, to, figures) = (spaces(board, from), spaces(board, to), set(board, figures));
    let look = Look {
        from: &from,
        to: &to,
        eyes: (1, 1),
        figures: Some(&figures),
    };
    let seen = board.look(&look, |_, _| true).expect("a pair");
    let mut words = vec![format!("{:?}", seen.sight).to_lowercase()];
    let causes = board.causes(seen.from, seen.to, &look);
    words.extend(causes.into_iter().map(|cause| told(board, cause)));
    words.join(" ")
}

#[test]
fn s1_the_spaces_at_both_ends_never_block() {
    for kind in KINDS {
        assert_eq!(
            look(&board(kind, "F.F", &[]), "A1", "C1", "A1 C1"),
            "cover C1"
        );
        assert_eq!(look(&board(kind, "F..", &[]), "A1", "C1", ""), "clear");
        assert_eq!(look(&board(kind, "..", &[]), "A1", "A1", ""), "clear");
        // but what stands between them and their neighbours does
        assert_eq!(
            look(&board(kind, "...", &["A1|B1 wall"]), "A1", "C1", ""),
            "blocked A1|B1"
        );
        assert_eq!(
            look(&board(kind, "...", &["B1|C1 window"]), "A1", "C1", ""),
            "cover B1|C1"
        );
    }
}

#[test]
fn s1_the_best_pair_counts_first_in_reading_order() {
    let wide = board(Square, "..#.. .....", &[]);
    let (from, to) = (spaces(&wide, "A1 B1 A2 B2"), spaces(&wide, "E1"));
    let look_at = Look {
        from: &from,
        to: &to,
        eyes: (1, 1),
        figures: None,
    };
    let seen = wide.look(&look_at, |_, _| true).expect("a pair");
    assert_eq!((seen.sight, seen.from), (Sight::Cover, space(&wide, "B2")));
    let open = board(Square, "..... .....", &[]);
    let seen = open.look(&look_at, |_, _| true).expect("a pair");
    assert_eq!((seen.sight, seen.from), (Sight::Clear, space(&open, "A1")));
    // spaces of either figure do not block, whatever lies there
    let own = board(Square, ".#.#.", &[]);
    assert_eq!(look(&own, "A1 B1", "D1 E1", ""), "clear");
    assert_eq!(look(&own, "A1", "E1", ""), "blocked B1 D1");
}

#[test]
fn s2_walls_darkness_and_opposing_figures_block() {
    for kind in KINDS {
        for sign in ["#", "B", "F", "_"] {
            let rows = format!("..{sign}..");
            assert_eq!(look(&board(kind, &rows, &[]), "B1", "D1", ""), "blocked C1");
        }
        let open = board(kind, ".....", &[]);
        assert_eq!(look(&open, "B1", "D1", "C1"), "blocked C1");
        assert_eq!(look(&open, "B1", "D1", "A1 E1"), "clear");
    }
}

#[test]
fn s3_terrain_is_clear_partial_or_blocking() {
    for kind in KINDS {
        for (sign, sight) in [
            (".", "clear"),
            ("~", "clear"),
            ("\"", "clear"),
            (":", "cover C1"),
            ("T", "cover C1"),
        ] {
            let rows = format!("..{sign}..");
            assert_eq!(look(&board(kind, &rows, &[]), "B1", "D1", ""), sight);
        }
    }
}

#[test]
fn s4_a_corner_of_squares_has_two_ways_round() {
    let at =
        |rows, borders: &[&str], figures| look(&board(Square, rows, borders), "A1", "B2", figures);
    assert_eq!(at(".# #.", &[], ""), "blocked B1 A2");
    assert_eq!(at(".# ..", &[], ""), "cover B1");
    assert_eq!(at(".. ..", &[], "B1"), "clear");
    assert_eq!(at(".. ..", &[], "B1 A2"), "blocked B1 A2");
    assert_eq!(at(".# ..", &[], "A2"), "blocked B1 A2");
    assert_eq!(at(".: :.", &[], ""), "cover B1 A2");
    assert_eq!(at(".: ..", &[], ""), "clear");
    assert_eq!(at(".# :.", &[], ""), "cover B1 A2");
    assert_eq!(at(".: ..", &[], "A2"), "cover B1 A2");
    assert_eq!(at("._ ..", &[], ""), "clear");
    assert_eq!(at("._ #.", &[], ""), "blocked B1 A2");
    assert_eq!(at("._ _.", &[], ""), "blocked B1 A2");
    assert_eq!(at(".. ..", &["A1|B1 wall"], ""), "cover A1|B1");
    assert_eq!(
        at(".. ..", &["A1|B1 wall", "A2|B2 wall"], ""),
        "blocked A1|B1 A2|B2"
    );
    assert_eq!(
        at(".. ..", &["A1|B1 wall", "B1|B2 wall"], ""),
        "cover A1|B1 B1|B2"
    );
    assert_eq!(
        at(".. ..", &["A1|B1 window", "A1|A2 window"], ""),
        "cover A1|B1 A1|A2"
    );
    assert_eq!(at(".. ..", &["A1|B1 window"], ""), "clear");
}

#[test]
fn s4_a_line_between_two_hexes_has_two_ways_round() {
    // flat tops: B2 and D2 look along the side of C2 and C3
    let at =
        |rows, borders: &[&str], figures| look(&board(HexFlat, rows, borders), "B2", "D2", figures);
    let open = "..... ..... .....";
    assert_eq!(at(open, &[], ""), "clear");
    assert_eq!(at("..... ..#.. ..#..", &[], ""), "blocked C2 C3");
    assert_eq!(at("..... ..#.. .....", &[], ""), "cover C2");
    assert_eq!(at(open, &[], "C2"), "clear");
    assert_eq!(at(open, &[], "C2 C3"), "blocked C2 C3");
    assert_eq!(at("..... ..#.. .....", &[], "C3"), "blocked C2 C3");
    assert_eq!(at("..... ..T.. ..T..", &[], ""), "cover C2 C3");
    assert_eq!(at("..... ..T.. .....", &[], ""), "clear");
    assert_eq!(at("..... ..T.. ..#..", &[], ""), "cover C2 C3");
    assert_eq!(at(open, &["B2|C2 wall"], ""), "cover B2|C2");
    assert_eq!(
        at(open, &["B2|C2 wall", "C3|D2 wall"], ""),
        "blocked B2|C2 D2|C3"
    );
    assert_eq!(
        at(open, &["C2|C3 wall"], ""),
        "clear",
        "a border along the line does nothing"
    );
    // off the map on one side
    let edge = |rows, figures| look(&board(HexFlat, rows, &[]), "A1", "C1", figures);
    assert_eq!(edge("... ...", ""), "clear");
    assert_eq!(edge(".#. ...", ""), "blocked B1");
    assert_eq!(edge(".T. ...", ""), "cover B1");
    assert_eq!(edge("... ...", "B1"), "blocked B1");
    // pointed tops: B1 and B3 look along the side of A2 and B2
    let at = |rows, borders: &[&str]| look(&board(HexPointy, rows, borders), "B1", "B3", "");
    assert_eq!(at("... ... ...", &[]), "clear");
    assert_eq!(at("... ##. ...", &[]), "blocked A2 B2");
    assert_eq!(at("... #.. ...", &[]), "cover A2");
    assert_eq!(at("... ... ...", &["A2|B2 wall"]), "clear");
}

#[test]
fn s4_a_hex_touched_at_a_single_point_does_nothing() {
    // four steps one way and one step beside it: the line passes the corner where the hexes
    // one and two steps along meet with the one beside them
    for (kind, along, beside) in [(HexFlat, "SE", "S"), (HexPointy, "E", "SE")] {
        let rows = vec![vec!['.'; 9]; 9];
        let drawn = |signs: Vec<Vec<char>>| {
            let rows: Vec<String> = signs.into_iter().map(String::from_iter).collect();
            board(kind, &rows.join(" "), &[])
        };
        let grid = *drawn(rows.clone()).grid();
        let steps = |names: &[&str]| {
            names
                .iter()
                .fold(grid.named("B2").expect("a space"), |space, name| {
                    let facing = grid.facing_named(name).expect("a facing");
                    grid.neighbour(space, facing).expect("inside")
                })
        };
        let walled = |at: Space| {
            let mut rows = rows.clone();
            rows[grid.row(at) as usize][grid.column(at) as usize] = '#';
            drawn(rows).line(steps(&[]), steps(&[along, along, along, along, beside]))
        };
        assert_eq!(walled(steps(&[along, beside])), Sight::Clear);
        assert_eq!(walled(steps(&[along])), Sight::Blocked);
        assert_eq!(walled(steps(&[along, along])), Sight::Blocked);
    }
}

#[test]
fn s5_partial_obstacles_cover_and_so_does_the_ground_stood_on() {
    for kind in KINDS {
        let at = |rows, borders: &[&str]| look(&board(kind, rows, borders), "A1", "D1", "");
        assert_eq!(at("...\"", &[]), "cover D1");
        assert_eq!(
            at("T...", &[]),
            "clear",
            "the attacker's own wood covers nobody else"
        );
        assert_eq!(look(&board(kind, "..T.", &[]), "B1", "D1", ""), "cover C1");
        assert_eq!(
            look(&board(kind, "..T\"", &["B1|C1 fence"]), "B1", "D1", ""),
            "cover B1|C1 C1 D1"
        );
        assert_eq!(
            look(&board(kind, "...", &["A1|B1 window"]), "A1", "B1", ""),
            "cover A1|B1"
        );
        let door = board(kind, "..", &["A1|B1 door"]);
        let open = door.damaged(&damage(&[Change::Door(
            space(&door, "A1"),
            space(&door, "B1"),
            true,
        )]));
        assert_eq!(look(&door, "A1", "B1", ""), "blocked A1|B1");
        assert_eq!(look(&open, "A1", "B1", ""), "clear");
        // line leaves the target's own ground out, sight counts it
        let scrub = board(kind, "..\"", &[]);
        let (a, c) = (space(&scrub, "A1"), space(&scrub, "B1"));
        assert_eq!(scrub.line(a, c), Sight::Clear);
        let (b, c) = (space(&scrub, "B1"), space(&scrub, "C1"));
        assert_eq!(
            (scrub.line(b, c), scrub.sight(b, c), scrub.sight(c, b)),
            (Sight::Clear, Sight::Cover, Sight::Clear)
        );
    }
}

#[test]
fn s6_ridges_block_and_heights_see_over_obstacles() {
    let at = |rows, borders: &[&str]| look(&board(Square, rows, borders), "A1", "E1", "");
    assert_eq!(
        at("00100", &[]),
        "blocked C1",
        "a ridge one level above both ends"
    );
    assert_eq!(at("11011", &[]), "clear");
    assert_eq!(at("10100", &[]), "clear", "the line passes 1.5 levels up");
    assert_eq!(at("10110", &[]), "clear", "1.25 levels up at D1");
    assert_eq!(at("10120", &[]), "blocked D1");
    assert_eq!(at("9.#..", &[]), "clear");
    assert_eq!(at("5...#", &[]), "clear");
    assert_eq!(at("5..#.", &[]), "blocked D1");
    assert_eq!(
        at("5..o.", &[]),
        "clear",
        "rocks are one level high: 2.25 passes over"
    );
    assert_eq!(at("4....", &["B1|C1 fence"]), "clear");
    assert_eq!(
        at("4....", &["A1|B1 fence"]),
        "cover A1|B1",
        "it stands on the higher ground"
    );
}

#[test]
fn s6_figures_are_one_level_tall() {
    for kind in KINDS {
        let slope = board(kind, "20...", &[]);
        let figure = |at: &str| {
            let (from, to, figures) = (spaces(&slope, "A1"), spaces(&slope, "C1"), set(&slope, at));
            let look = Look {
                from: &from,
                to: &to,
                eyes: (1, 1),
                figures: Some(&figures),
            };
            slope.look(&look, |_, _| true).map(|seen| seen.sight)
        };
        if kind != HexFlat {
            assert_eq!(
                figure("B1"),
                Some(Sight::Clear),
                "the line passes two levels up"
            );
        }
        let level = board(kind, "...", &[]);
        assert_eq!(look(&level, "A1", "B1", "A1 B1"), "clear");
    }
}

#[test]
fn s6_eyes_higher_up_see_over_more() {
    let rocky = board(Square, "..o..", &[]);
    let (from, to) = (spaces(&rocky, "A1"), spaces(&rocky, "E1"));
    let seen = |eyes| {
        let look = Look {
            from: &from,
            to: &to,
            eyes,
            figures: None,
        };
        rocky.look(&look, |_, _| true).map(|seen| seen.sight)
    };
    assert_eq!(
        (seen((1, 1)), seen((2, 1)), seen((2, 2))),
        (Some(Sight::Cover), Some(Sight::Clear), Some(Sight::Clear))
    );
}

#[test]
fn s7_views_are_rows_of_the_same_table() {
    for kind in KINDS {
        let town = board(kind, "..#.T.. .F..#.. ...#... ..T..#.", &["C3|D3 wall"]);
        for a in town.spaces().iter() {
            let view = town.view(a);
            for b in town.spaces().iter() {
                assert_eq!(view.contains(b), town.line(b, a) != Sight::Blocked);
                assert_eq!(view.contains(b), town.view(b).contains(a));
            }
        }
    }
}

#[test]
fn s8_only_pairs_in_the_arc_count() {
    for kind in KINDS {
        let open = board(kind, "..... ..... .....", &[]);
        let (from, to) = (spaces(&open, "C2"), spaces(&open, "E2"));
        let look = Look {
            from: &from,
            to: &to,
            eyes: (1, 1),
            figures: None,
        };
        for facing in (0..open.grid().directions()).map(skirmish::board::Facing) {
            let inside = open.grid().in_arc(facing, from[0], to[0]);
            let seen = open.look(&look, |a, b| open.grid().in_arc(facing, a, b));
            assert_eq!(seen.map(|seen| seen.sight), inside.then_some(Sight::Clear));
        }
    }
}

#[test]
fn s1_large_boards_answer_like_small_ones() {
    // 5,000 spaces have no table; what they share with a small board looks the same
    for kind in KINDS {
        let rows = |columns: usize, rows: usize| {
            let row = |y: usize| {
                let sign = |x: usize| {
                    if (x * 7 + y * 13).is_multiple_of(11) {
                        '#'
                    } else if (x + y).is_multiple_of(9) {
                        'T'
                    } else {
                        '.'
                    }
                };
                (0..columns).map(sign).collect::<String>()
            };
            (0..rows).map(row).collect::<Vec<_>>().join(" ")
        };
        let (large, small) = (
            board(kind, &rows(100, 50), &[]),
            board(kind, &rows(20, 12), &[]),
        );
        let there = |s: Space| {
            large
                .grid()
                .at(small.grid().column(s).into(), small.grid().row(s).into())
                .expect("inside")
        };
        // away from the edges, which the small board has and the large one has not
        let inner = |s: &Space| {
            (1..11).contains(&small.grid().row(*s)) && (1..19).contains(&small.grid().column(*s))
        };
        for a in small.spaces().iter().filter(inner).step_by(7) {
            let view = large.view(there(a));
            for b in small.spaces().iter().filter(inner) {
                assert_eq!(large.line(there(a), there(b)), small.line(a, b));
                assert_eq!(view.contains(there(b)), small.line(a, b) != Sight::Blocked);
            }
        }
        let (far, near) = (space(&large, "A1"), space(&large, "CV50"));
        assert_eq!(large.line(far, near), large.line(near, far));
        let long = board(kind, &".".repeat(5000), &[]);
        let ends = [Space(0), Space(4999)];
        assert_eq!(
            long.line(ends[0], ends[1]),
            if kind == HexFlat {
                long.line(ends[1], ends[0])
            } else {
                Sight::Clear
            }
        );
    }
}

#[test]
fn what_is_hidden_comes_in_from_the_near_and_is_exact_in_the_end() {
    for kind in KINDS {
        let rows = vec!["....F...#.....T....."; 20].join(" ");
        let board = board(kind, &rows, &["C3|D3 wall", "M9|N9 window"]);
        let from = space(&board, "J10");
        let mut unseen = Unseen::new(&board, from);
        unseen.go_on(&board, 24);
        // two columns and rows around it
        let near = |s: Space| (s.0 % 20).abs_diff(9) <= 2 && (s.0 / 20).abs_diff(9) <= 2;
        let blocked = |s: &Space| board.line(from, *s) == Sight::Blocked;
        let known: Vec<_> = unseen.hidden().iter().collect();
        let all: Vec<_> = board.spaces().iter().filter(blocked).collect();
        let close: Vec<_> = all.iter().copied().filter(|s| near(*s)).collect();
        assert_eq!(known, close);
        assert!(!unseen.is_done());
        while !unseen.is_done() {
            unseen.go_on(&board, 50);
        }
        assert_eq!(unseen.hidden().iter().collect::<Vec<_>>(), all);
        assert_eq!(unseen.from(), from);
    }
}
