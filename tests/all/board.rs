//! Spaces, distances, footprints, edges, facings, pushes, objects, borders.

use crate::drawn::{self, Chance, KINDS, board, damage, set, space, spaces};
use skirmish::board::{
    Board, Change, Damage, DamagedBoards, Edge, Facing, Grid, GridKind, Landing, Sight, Space,
    Spaces, Stagger, Use, Zone,
};
use std::sync::Arc;

const STAGGERS: [Stagger; 2] = [Stagger::Even, Stagger::Odd];

fn grids(columns: u32, rows: u32) -> impl Iterator<Item = Grid> {
    let both = move |kind| {
        STAGGERS.map(|stagger| Grid {
            kind,
            stagger,
            columns,
            rows,
        })
    };
    KINDS.into_iter().flat_map(both)
}

fn all(grid: &Grid) -> Vec<Space> {
    (0..grid.len() as u32).map(Space).collect()
}

/// The centre of a space where a hex's side is 2/√3 long: x and y, in halves, each times a
/// factor of its own that `metric` knows.
fn centre(grid: &Grid, space: Space) -> (i64, i64) {
    let (column, row) = (i64::from(grid.column(space)), i64::from(grid.row(space)));
    let late = |n: i64| i64::from((n % 2 == 1) == (grid.stagger == Stagger::Even));
    match grid.kind {
        GridKind::Square => (2 * column, 2 * row),
        GridKind::HexFlat => (column, 2 * row + late(column)),
        GridKind::HexPointy => (2 * column + late(row), row),
    }
}

/// The dot product of two vectors of `centre`, times 4.
fn dot(grid: &Grid, a: (i64, i64), b: (i64, i64)) -> i64 {
    let (x, y) = (a.0 * b.0, a.1 * b.1);
    match grid.kind {
        GridKind::Square => x + y,
        GridKind::HexFlat => 3 * x + y,
        GridKind::HexPointy => x + 3 * y,
    }
}

fn vector(grid: &Grid, a: Space, b: Space) -> (i64, i64) {
    let (a, b) = (centre(grid, a), centre(grid, b));
    (b.0 - a.0, b.1 - a.1)
}

#[test]
fn b1_spaces_are_named_like_spreadsheet_cells() {
    for grid in grids(30, 12) {
        for space in all(&grid) {
            let name = grid.name(space);
            assert_eq!(grid.named(&name), Some(space));
            assert_eq!(grid.named(&name.to_lowercase()), Some(space));
            assert_eq!(
                grid.at(grid.column(space).into(), grid.row(space).into()),
                Some(space)
            );
        }
        assert_eq!(grid.name(Space(0)), "A1");
        assert_eq!(grid.name(Space(26 + 11 * 30)), "AA12");
        for wrong in [
            "",
            "A",
            "1",
            "A0",
            "A13",
            "AE1",
            "A+1",
            "A1x",
            "Ä1",
            "A01",
            "A99999999999999999999",
            "AAAAAAAAAAAAAAAAAAAAA1",
        ] {
            assert_eq!(grid.named(wrong), None, "{wrong}");
        }
    }
}

#[test]
fn b1_even_stagger_sets_columns_b_and_d_half_a_hex_lower() {
    let beside = |kind, stagger, name| {
        let grid = Grid {
            kind,
            stagger,
            columns: 4,
            rows: 4,
        };
        let all = grid.neighbours(grid.named(name).expect("a space"));
        all.map(|(f, s)| format!("{}:{}", grid.facing_name(f), grid.name(s)))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let (even, odd) = (Stagger::Even, Stagger::Odd);
    assert_eq!(
        beside(GridKind::HexFlat, even, "B2"),
        "N:B1 NE:C2 SE:C3 S:B3 SW:A3 NW:A2"
    );
    assert_eq!(
        beside(GridKind::HexFlat, even, "C2"),
        "N:C1 NE:D1 SE:D2 S:C3 SW:B2 NW:B1"
    );
    assert_eq!(
        beside(GridKind::HexFlat, odd, "B2"),
        "N:B1 NE:C1 SE:C2 S:B3 SW:A2 NW:A1"
    );
    assert_eq!(
        beside(GridKind::HexPointy, even, "B2"),
        "NE:C1 E:C2 SE:C3 SW:B3 W:A2 NW:B1"
    );
    assert_eq!(
        beside(GridKind::HexPointy, odd, "B2"),
        "NE:B1 E:C2 SE:B3 SW:A3 W:A2 NW:A1"
    );
    assert_eq!(
        beside(GridKind::Square, even, "B2"),
        "N:B1 NE:C1 E:C2 SE:C3 S:B3 SW:A3 W:A2 NW:A1"
    );
}

#[test]
fn b2_distance_is_the_number_of_steps() {
    for grid in grids(7, 6) {
        for from in all(&grid) {
            let mut steps = vec![u32::MAX; grid.len()];
            steps[from.index()] = 0;
            let mut queue = std::collections::VecDeque::from([from]);
            while let Some(space) = queue.pop_front() {
                for (facing, next) in grid.neighbours(space) {
                    assert_eq!(grid.direction(space, next), Some(facing));
                    assert_eq!(grid.neighbour(next, grid.opposite(facing)), Some(space));
                    if steps[next.index()] == u32::MAX {
                        steps[next.index()] = steps[space.index()] + 1;
                        queue.push_back(next);
                    }
                }
            }
            for to in all(&grid) {
                assert_eq!(grid.distance(from, to), steps[to.index()]);
                let line = vector(&grid, from, to);
                assert_eq!(
                    grid.squared_distance(from, to) as i64 * 4,
                    dot(&grid, line, line)
                );
            }
        }
    }
}

#[test]
fn b2_gaps_are_the_distance_from_the_nearest_of_a_set() {
    let rows = "..#....\n...._..\n.......\n_......\n.......";
    for kind in KINDS {
        let board = board(kind, rows, &[]);
        for names in ["A1", "C1 G5", "D3 D4 B2", ""] {
            let set = set(&board, names);
            let near: Vec<Space> = set.iter().collect();
            for (space, gap) in all(board.grid()).into_iter().zip(board.gaps(&set)) {
                match names {
                    "" => assert_eq!(gap, u16::MAX),
                    _ => assert_eq!(u32::from(gap), board.grid().gap(&near, &[space])),
                }
                let single = near.iter().map(|at| board.gap(&[*at], &[space])).min();
                assert_eq!(single.unwrap_or(u32::from(u16::MAX)), u32::from(gap));
            }
        }
    }
}

#[test]
fn b2_what_is_near_some_spaces_is_told_as_by_their_distances() {
    let rows = "..#....\n...._..\n..F....\n_......\n.......";
    for kind in KINDS {
        let board = board(kind, rows, &[]);
        let (all, most) = (all(board.grid()), set(&board, "A1 B2 C2 F4 G1 G5"));
        for names in ["A1", "C1 G5", ""] {
            let from = spaces(&board, names);
            // farther than any table goes, too
            for range in [0, 1, 2, 5, 70] {
                let near = |space: &Space| {
                    let gap = from.iter().map(|at| board.gap(&[*at], &[*space])).min();
                    gap.is_some_and(|gap| gap <= range)
                };
                let found = board.within(&from, range, &most);
                let expected = most.iter().filter(|space| !from.is_empty() && near(space));
                assert_eq!(found, Spaces::of(board.len(), expected));
            }
        }
        for from in all {
            for (range, sight) in [(0, false), (2, false), (2, true), (6, true)] {
                let hit = |to: Space| {
                    let seen = board.line(from, to) != Sight::Blocked;
                    board.gap(&[from], &[to]) <= range && (seen || !sight)
                };
                let expected = Spaces::of(board.len(), most.iter().filter(|to| hit(*to)));
                let those = board.those_within(from, range, sight, &most);
                assert_eq!(those, Some(expected), "{from:?} {range} {sight}");
            }
            assert_eq!(board.those_within(from, 64, false, &most), None);
        }
    }
}

#[test]
fn b10_footprints_keep_their_shape_and_measure_from_the_nearest_pair() {
    for grid in grids(8, 8) {
        let square = grid.kind == GridKind::Square;
        for (size, spaces) in [
            (1, 1),
            (2, if square { 4 } else { 3 }),
            (3, if square { 9 } else { 7 }),
        ] {
            let mut fitting = 0;
            for anchor in all(&grid) {
                let Some(footprint) = grid.footprint(anchor, size) else {
                    continue;
                };
                fitting += 1;
                assert_eq!(footprint.len(), spaces);
                assert!(footprint.is_sorted());
                assert!(footprint.contains(&anchor));
                if size == 2 {
                    assert_eq!(footprint[0], anchor);
                }
                // all spaces of a block or triangle touch; a flower lies around its centre
                let widest = if size == 3 && square { 2 } else { 1 };
                let inner = |s: &Space| size != 3 || square || *s == anchor;
                for a in footprint.iter().filter(|s| inner(s)) {
                    assert!(footprint.iter().all(|b| grid.distance(*a, *b) <= widest));
                }
                let far = Space(grid.len() as u32 - 1);
                let nearest = footprint.iter().map(|s| grid.distance(*s, far)).min();
                assert_eq!(Some(grid.gap(&footprint, &[far])), nearest);
                let (a, b) = grid.nearest_pair(&footprint, &[far]);
                let first = footprint
                    .iter()
                    .find(|s| Some(grid.distance(**s, far)) == nearest);
                assert_eq!((Some(&a), b), (first, far));
            }
            assert!(fitting > 20);
        }
        assert_eq!(grid.footprint(Space(0), 0), None);
        assert_eq!(grid.footprint(Space(0), 4), None);
    }
}

#[test]
fn b12_an_edge_is_a_row_or_a_column() {
    for grid in grids(5, 4) {
        let names = |edge, n| {
            grid.edge(edge, n)
                .iter()
                .map(|s| grid.name(s))
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(names(Edge::North, 1), "A1 B1 C1 D1 E1");
        assert_eq!(names(Edge::West, 1), "A1 A2 A3 A4");
        assert_eq!(names(Edge::South, 1), "A4 B4 C4 D4 E4");
        assert_eq!(names(Edge::East, 2), "D1 E1 D2 E2 D3 E3 D4 E4");
        assert_eq!(grid.edge(Edge::East, 9).count(), 20);
        assert!(grid.edge(Edge::North, 0).is_empty());
    }
    // from the south edge, looking north: left is west, right is east
    assert_eq!(
        [1, 2, 3].map(|n| Edge::South.turned(n)),
        [Edge::West, Edge::North, Edge::East]
    );
}

#[test]
fn c4_the_space_nearest_to_the_centre() {
    for grid in grids(5, 4)
        .chain(grids(4, 5))
        .chain(grids(6, 3))
        .chain(grids(1, 3))
    {
        let centres: Vec<_> = all(&grid).iter().map(|s| centre(&grid, *s)).collect();
        let middle = |of: fn(&(i64, i64)) -> i64| {
            let values = centres.iter().map(of);
            values.clone().min().unwrap_or(0) + values.max().unwrap_or(0)
        };
        let (x, y) = (middle(|c| c.0), middle(|c| c.1));
        let away = |s: &Space| {
            let c = centre(&grid, *s);
            let v = (2 * c.0 - x, 2 * c.1 - y);
            dot(&grid, v, v)
        };
        let everything = Spaces::of(grid.len(), all(&grid));
        let best = all(&grid).into_iter().min_by_key(|s| (away(s), *s));
        assert_eq!(grid.nearest_to_centre(&everything), best);
        assert_eq!(grid.nearest_to_centre(&Spaces::new(grid.len())), None);
    }
}

#[test]
fn s8_an_arc_is_everything_not_behind() {
    for grid in grids(9, 9) {
        let middle = grid.named("E5").expect("a space");
        for (facing, ahead) in grid.neighbours(middle) {
            assert!(grid.in_arc(facing, middle, middle));
            assert_eq!(grid.facing_named(grid.facing_name(facing)), Some(facing));
            let front = vector(&grid, middle, ahead);
            for to in all(&grid) {
                let line = vector(&grid, middle, to);
                assert_eq!(
                    grid.in_arc(facing, middle, to),
                    dot(&grid, front, line) >= 0
                );
            }
        }
    }
}

#[test]
fn s8_exactly_sideways_is_in_the_arc() {
    let grid = |kind| Grid {
        kind,
        stagger: Stagger::Even,
        columns: 9,
        rows: 9,
    };
    let sees = |kind, facing: &str, to: &str| {
        let grid = grid(kind);
        let facing = grid.facing_named(facing).expect("a facing");
        grid.in_arc(facing, grid.named("E5").unwrap(), grid.named(to).unwrap())
    };
    assert!(sees(GridKind::Square, "N", "A5") && !sees(GridKind::Square, "N", "A6"));
    assert!(sees(GridKind::Square, "NE", "A1") && !sees(GridKind::Square, "NE", "D5"));
    assert!(sees(GridKind::HexFlat, "N", "C5") && !sees(GridKind::HexFlat, "N", "D5"));
    assert!(sees(GridKind::HexPointy, "E", "E3") && !sees(GridKind::HexPointy, "E", "D4"));
}

#[test]
fn s8_figures_turn_to_the_nearest_facing() {
    for grid in grids(9, 9) {
        let middle = grid.named("E5").expect("a space");
        let steps: Vec<_> = grid.neighbours(middle).collect();
        for to in all(&grid).into_iter().filter(|to| *to != middle) {
            let line = vector(&grid, middle, to);
            // compare cosines without roots: squares with their signs
            let near = |next: Space| {
                let step = vector(&grid, middle, next);
                let dot_ = dot(&grid, step, line);
                dot_ * dot_.abs() * 24 / dot(&grid, step, step)
            };
            let best = steps.iter().map(|(_, s)| near(*s)).max().expect("steps");
            let first = steps
                .iter()
                .find(|(_, s)| near(*s) == best)
                .expect("a best one");
            assert_eq!(grid.facing_to(middle, to), first.0);
        }
        assert_eq!(grid.facing_to(middle, middle), Facing(0));
    }
}

#[test]
fn u3_pushes_run_straight_away_from_the_attacker() {
    for grid in grids(11, 11) {
        let from = grid.named("F6").expect("a space");
        for to in all(&grid).into_iter().filter(|to| *to != from) {
            let (line, d) = (vector(&grid, from, to), i64::from(grid.distance(from, to)));
            let mut last = to;
            assert_eq!(grid.pushed(from, to, 0), Landing::On(to));
            for i in 1..12 {
                let Landing::On(landed) = grid.pushed(from, to, i) else {
                    break;
                };
                assert_eq!(grid.distance(last, landed), 1, "each step is one space");
                last = landed;
                // no other space lies nearer to the exact point; ties are on the clockwise side
                let (c, i) = (centre(&grid, to), i64::from(i));
                let away = |s: Space| {
                    let s = centre(&grid, s);
                    let v = (d * (s.0 - c.0) - i * line.0, d * (s.1 - c.1) - i * line.1);
                    (dot(&grid, v, v), -(line.0 * v.1 - line.1 * v.0))
                };
                for (_, other) in grid.neighbours(landed) {
                    assert!(away(landed) < away(other), "{grid:?} {to:?} {i}");
                }
            }
        }
    }
    let grid = Grid {
        kind: GridKind::Square,
        stagger: Stagger::Even,
        columns: 9,
        rows: 9,
    };
    let [a, b] = ["A1", "C2"].map(|n| grid.named(n).expect("a space"));
    let push = |i| match grid.pushed(a, b, i) {
        Landing::On(space) => grid.name(space),
        Landing::Off => "off".into(),
    };
    assert_eq!([1, 2, 3, 6, 7].map(push), ["D3", "E3", "F4", "I5", "off"]);
}

#[test]
fn a4_walls_and_shut_doors_separate_fences_and_windows_do_not() {
    for kind in KINDS {
        let touch = |borders: &[&str]| {
            let board = board(kind, "...", borders);
            board.touching(&spaces(&board, "A1"), &spaces(&board, "B1"))
        };
        assert!(touch(&[]));
        assert!(!touch(&["A1|B1 wall"]) && !touch(&["A1|B1 door"]));
        assert!(touch(&["A1|B1 fence"]) && touch(&["A1|B1 window"]) && touch(&["A1|B1 hedge"]));
        let apart = board(kind, "...", &[]);
        assert!(!apart.touching(&spaces(&apart, "A1"), &spaces(&apart, "C1")));
        assert!(apart.touching(&spaces(&apart, "A1 B1"), &spaces(&apart, "C1")));
        let cliff = board(kind, "05", &[]);
        assert!(cliff.touching(&spaces(&cliff, "A1"), &spaces(&cliff, "B1")));
        let door = board(kind, "..", &["A1|B1 door"]);
        let [a, b] = ["A1", "B1"].map(|n| space(&door, n));
        let open = door.damaged(&damage(&[Change::Door(a, b, true)]));
        assert!(open.touching(&[a], &[b]));
    }
}

#[test]
fn a4_corners_are_cut_off_only_both_ways_round() {
    let touch = |rows, borders: &[&str]| {
        let board = board(GridKind::Square, rows, borders);
        board.touching(&spaces(&board, "A1"), &spaces(&board, "B2"))
    };
    assert!(touch(".. ..", &[]) && touch(".# ..", &[]) && touch(".w w.", &[]));
    assert!(!touch(".# #.", &[]) && !touch(".# _.", &[]));
    assert!(touch(".. ..", &["A1|B1 wall", "B1|B2 wall"]));
    assert!(!touch(".. ..", &["A1|B1 wall", "A2|B2 wall"]));
    assert!(touch(".. ..", &["A1|B1 wall", "A2|B2 window"]));
    assert!(!touch(".. #.", &["A1|B1 door"]));
}

#[test]
fn a8_an_object_with_hits_is_all_its_connected_spaces() {
    for kind in KINDS {
        let town = board(kind, "KK.K #K.. K#..", &[]);
        let object = |name| {
            let all = town.object(space(&town, name));
            all.iter()
                .map(|s| town.grid().name(*s))
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(object("D1"), "D1");
        assert_eq!(object("A2"), "A2");
        assert_eq!(object("C1"), "");
        assert!(object("A1").starts_with("A1 B1"));
        if kind == GridKind::Square {
            assert_eq!(
                (object("B2"), object("A3")),
                ("A1 B1 B2".into(), "A3".into())
            );
        }
        assert_eq!(object("B1"), object("A1"));
    }
}

#[test]
fn a8_damage_changes_the_board_and_not_the_map() {
    for kind in KINDS {
        let whole = board(kind, ".#K.", &["A1|B1 wall", "C1|D1 door"]);
        let [a, b, c, d] = ["A1", "B1", "C1", "D1"].map(|n| space(&whole, n));
        let ruin = whole.damaged(&damage(&[
            Change::Door(d, c, true),
            Change::Ruined(b),
            Change::Removed(b, a),
            Change::Hit(c, 1),
            Change::Hit(c, 2),
        ]));
        assert_eq!(ruin.map(), whole.map());
        assert_eq!(
            (ruin.terrain(b).name.as_str(), ruin.terrain(c).name.as_str()),
            ("rubble", "keep")
        );
        assert_eq!((ruin.border(a, b), ruin.border(b, a)), (None, None));
        assert!(
            ruin.border(c, d)
                .is_some_and(|door| door.open && !door.closed)
        );
        assert!(ruin.steps(a, ruin.grid().direction(a, b).unwrap()));
        assert!(ruin.standable().contains(b) && !whole.standable().contains(b));
        let mended = ruin.damaged(&damage(&[]));
        assert_eq!(mended.borders(), whole.borders());
        assert_eq!(mended.terrain(b).name, "wall");
        let shut = ruin.damaged(&damage(&[
            Change::Door(c, d, true),
            Change::Door(c, d, false),
        ]));
        assert_eq!(shut.border(c, d), whole.border(c, d));
    }
}

#[test]
fn a8_what_became_of_a_board_is_kept_and_forgotten() {
    let whole = Arc::new(board(GridKind::HexFlat, "K#K.K#K. .#..#..#", &[]));
    let kept = DamagedBoards::default();
    let breakable: Vec<Space> = whole.breakable().iter().collect();
    let mut chance = Chance(21);
    let mut last: Option<(Damage, Arc<Board>)> = None;
    for _ in 0..500 {
        let down = breakable.iter().filter(|_| chance.below(2) == 0);
        let changes: Vec<Change> = down.map(|space| Change::Ruined(*space)).collect();
        let mut hurt = damage(&changes);
        let (now, anew) = (kept.of(&whole, &hurt), whole.damaged(&hurt));
        for space in whole.spaces().iter() {
            assert_eq!(now.terrain(space), anew.terrain(space));
            assert_eq!(now.view(space), anew.view(space));
        }
        hurt.add(Change::Hit(breakable[0], 1));
        assert!(
            Arc::ptr_eq(&now, &kept.of(&whole, &hurt)),
            "a hit shows nowhere"
        );
        if let Some((before, board)) = last {
            assert!(Arc::ptr_eq(&board, &kept.of(&whole, &before)));
        }
        last = Some((hurt, now));
    }
    assert!(Arc::ptr_eq(&whole, &kept.of(&whole, &Damage::default())));
}

#[test]
fn a8_equal_damage_is_equal_in_any_order() {
    let mut chance = Chance(8);
    for _ in 0..200 {
        let some = |chance: &mut Chance| {
            let (a, b) = (
                Space(chance.below(4) as u32),
                Space(4 + chance.below(4) as u32),
            );
            match chance.below(4) {
                0 => Change::Ruined(a),
                1 => Change::Hit(a, 2),
                2 => Change::Removed(b, a),
                _ => Change::Door(a, b, true),
            }
        };
        let changes: Vec<Change> = (0..chance.below(8)).map(|_| some(&mut chance)).collect();
        let backwards: Vec<Change> = changes.iter().rev().copied().collect();
        let damage = damage(&changes);
        assert_eq!(damage, drawn::damage(&backwards));
        assert!(damage.changes().windows(2).all(|pair| pair[0] < pair[1]));
        let hit = changes.contains(&Change::Hit(Space(1), 2));
        assert_eq!(damage.hits(Space(1)), if hit { 2 } else { 0 });
    }
}

#[test]
fn zones_of_a_seat_go_together() {
    let mut map = drawn::map(GridKind::Square, "....", &[]);
    let zone = |kind, seat, n| Zone {
        kind,
        seat,
        spaces: Spaces::of(4, [Space(n)]),
    };
    map.zones = vec![
        zone(Use::Deployment, Some(1), 0),
        zone(Use::Deployment, Some(1), 1),
        zone(Use::Exit, None, 3),
    ];
    let board = Board::new(map);
    assert_eq!(board.zone(Use::Deployment, 1), Some(&set(&board, "A1 B1")));
    assert_eq!(board.zone(Use::Deployment, 2), None);
    assert_eq!(board.zone(Use::Exit, 2), Some(&set(&board, "D1")));
}
