//! Movement over the board: steps, reach, routes, fields.

mod slow;

use slow::{covers, slow_costs};

use crate::drawn::{self, Chance, KINDS, board, set, space, spaces};
use pathfinding::prelude::dijkstra_all;
use skirmish::board::{
    Board, Cost, Facing, Gait, Going, Grid, GridKind, Map, Mover, Reach, Sight, Space, Spaces,
};

#[test]
fn b6_a_remembered_reach_is_as_a_fresh_one_when_others_come_and_go() {
    let mut chance = Chance(68);
    for round in 0..90 {
        let map = drawn::random(KINDS[round % 3], round % 2 == 0, &mut chance);
        let board = Board::new(map.clone());
        let (size, gait) = (
            1 + chance.below(3) as u8,
            Gait::ALL[chance.below(3) as usize],
        );
        let from = Space(chance.below(map.grid.len() as u64) as u32);
        if map.grid.footprint(from, size).is_none() {
            continue;
        }
        let budget = 1 + chance.below(8) as u32;
        let (mut closed, mut taken) = (Spaces::new(board.len()), Spaces::new(board.len()));
        let mut known = Reach::remembering();
        for _ in 0..40 {
            let set = if chance.once_in(2) {
                &mut closed
            } else {
                &mut taken
            };
            let changed = Space(chance.below(board.len() as u64) as u32);
            if !set.insert(changed) {
                set.remove(changed);
            }
            taken.add(&closed);
            let mover = Mover {
                size,
                gait,
                budget,
                closed: &closed,
                taken: &taken,
            };
            let mut fresh = Reach::default();
            board.reach(from, &mover, &mut fresh);
            board.reach(from, &mover, &mut known);
            assert_eq!(known.ends(), fresh.ends(), "{mover:?} {from:?}");
            for space in (0..board.len() as u32).map(Space) {
                assert_eq!(board_cost(&known, space), board_cost(&fresh, space));
            }
        }
    }
}

#[test]
fn b6_a_remembered_reach_is_as_a_fresh_one_when_several_are_closed_and_opened_at_once() {
    let mut chance = Chance(69);
    for round in 0..60 {
        let map = drawn::random_of_size(KINDS[round % 3], round % 2 == 0, (20, 14), &mut chance);
        let board = Board::new(map);
        let from = Space(chance.below(board.len() as u64) as u32);
        let (budget, gait) = (2 + chance.below(9) as u32, Gait::ALL[round % 4]);
        let (mut closed, mut taken) = (Spaces::new(board.len()), Spaces::new(board.len()));
        let mut known = Reach::remembering();
        for _ in 0..40 {
            for _ in 0..chance.below(9) {
                let changed = Space(chance.below(board.len() as u64) as u32);
                if !closed.insert(changed) {
                    closed.remove(changed);
                }
            }
            if chance.once_in(2) {
                taken = closed.clone();
            }
            let mover = Mover {
                size: 1,
                gait,
                budget,
                closed: &closed,
                taken: &taken,
            };
            let mut fresh = Reach::default();
            board.reach(from, &mover, &mut fresh);
            board.reach(from, &mover, &mut known);
            assert_eq!(known.ends(), fresh.ends(), "{mover:?} {from:?}");
        }
    }
}

fn board_cost(reach: &Reach, space: Space) -> Option<u32> {
    reach.cost(space)
}

#[test]
fn b6_a_field_holds_the_cost_of_the_cheapest_route() {
    let mut chance = Chance(66);
    for round in 0..60 {
        let mut map = drawn::random(KINDS[round % 3], round % 2 == 0, &mut chance);
        let board = Board::new(map.clone());
        let (size, gait) = (
            1 + chance.below(3) as u8,
            Gait::ALL[chance.below(3) as usize],
        );
        if size == 1 {
            // a shut door is opened on the way, at the price of difficult ground
            for door in map.borders.iter_mut().filter(|border| border.opens()) {
                (door.closed, door.hard) = (false, true);
            }
        }
        let goal = Space(chance.below(map.grid.len() as u64) as u32);
        let goals = Spaces::of(board.len(), [goal]);
        let field = board.field(&goals, size, gait);
        let none = Spaces::new(board.len());
        let mover = Mover {
            size,
            gait,
            budget: 0,
            closed: &none,
            taken: &none,
        };
        for from in (0..board.len() as u32).map(Space) {
            if map.grid.footprint(from, size).is_none() {
                continue;
            }
            let costs = slow_costs(&map, from, &mover);
            let there = (0..board.len() as u32).map(Space);
            let there = there.filter(|s| covers(&map.grid, *s, size, &goals));
            let best = there.filter_map(|s| costs[s.index()]).min();
            assert_eq!(field[from.index()], best.unwrap_or(u32::MAX));
        }
    }
}

#[test]
fn what_is_kept_of_the_way_into_range_is_what_a_field_says() {
    let mut chance = Chance(67);
    for round in 0..60 {
        let map = drawn::random(KINDS[round % 3], round % 2 == 0, &mut chance);
        let board = Board::new(map.clone());
        let all = || (0..board.len() as u32).map(Space);
        let at = Space(chance.below(map.grid.len() as u64) as u32);
        let (range, sighted) = (chance.below(6) as u32, round % 4 < 2);
        let stands = all().filter(|s| {
            board.standable().contains(*s)
                && map.grid.distance(*s, at) <= range
                && (!sighted || board.sight(at, *s) != Sight::Blocked)
        });
        let goals = Spaces::of(board.len(), stands);
        let field = board.field(&goals, 1, Gait::Walk);
        assert_eq!(board.stands(at, range, sighted), Some(field.as_slice()));
        assert_eq!(board.ways_within(&[at], range, sighted), field);
        let to = board.field(&board.approach(&[at]), 1, Gait::Walk);
        assert_eq!(board.ways(at), Some(to.as_slice()));
    }
}

/// Spaces that can be reached, as `A1:0 B1:1`, in order of cost.
fn reached(
    board: &Board,
    from: &str,
    size: u8,
    gait: Gait,
    budget: u32,
    figures: [&str; 2],
) -> String {
    let (closed, mut taken) = (set(board, figures[0]), set(board, figures[1]));
    taken.add(&closed);
    let mut out = Reach::default();
    let mover = Mover {
        size,
        gait,
        budget,
        closed: &closed,
        taken: &taken,
    };
    board.reach(space(board, from), &mover, &mut out);
    let names = out
        .ends()
        .iter()
        .map(|(s, c)| format!("{}:{c}", board.grid().name(*s)));
    names.collect::<Vec<_>>().join(" ")
}

fn walk(board: &Board, from: &str, budget: u32, figures: [&str; 2]) -> String {
    reached(board, from, 1, Gait::Walk, budget, figures)
}

#[test]
fn b2_steps_lead_to_all_neighbours_at_cost_1() {
    let square = board(GridKind::Square, "... ... ...", &[]);
    assert_eq!(
        walk(&square, "B2", 1, ["", ""]),
        "B2:0 A1:1 B1:1 C1:1 A2:1 C2:1 A3:1 B3:1 C3:1"
    );
    let flat = board(GridKind::HexFlat, "... ... ...", &[]);
    assert_eq!(
        walk(&flat, "B2", 1, ["", ""]),
        "B2:0 B1:1 A2:1 C2:1 A3:1 B3:1 C3:1"
    );
    let pointy = board(GridKind::HexPointy, "... ... ...", &[]);
    assert_eq!(
        walk(&pointy, "B2", 1, ["", ""]),
        "B2:0 B1:1 C1:1 A2:1 C2:1 B3:1 C3:1"
    );
}

#[test]
fn b6_difficult_ground_hedges_and_slopes_cost_2_and_never_more() {
    for kind in KINDS {
        assert_eq!(
            walk(&board(kind, "..:..", &[]), "A1", 4, ["", ""]),
            "A1:0 B1:1 C1:3 D1:4"
        );
        assert_eq!(
            walk(&board(kind, "..1..", &[]), "A1", 9, ["", ""]),
            "A1:0 B1:1 C1:3 D1:5 E1:6"
        );
        let hedge = board(kind, "..:..", &["B1|C1 hedge", "C1|D1 hedge"]);
        assert_eq!(walk(&hedge, "A1", 9, ["", ""]), "A1:0 B1:1 C1:3 D1:5 E1:6");
        // also under an ally
        assert_eq!(
            walk(&board(kind, ".:.", &[]), "A1", 3, ["", "B1"]),
            "A1:0 C1:3"
        );
    }
}

#[test]
fn b6_the_first_step_may_overspend_and_ends_the_move() {
    for kind in KINDS {
        assert_eq!(
            walk(&board(kind, ".:..", &[]), "A1", 1, ["", ""]),
            "A1:0 B1:2"
        );
        assert_eq!(
            walk(&board(kind, "..:.", &[]), "A1", 2, ["", ""]),
            "A1:0 B1:1"
        );
        assert_eq!(walk(&board(kind, ".:..", &[]), "A1", 1, ["", "B1"]), "A1:0");
        assert_eq!(walk(&board(kind, "....", &[]), "A1", 0, ["", ""]), "A1:0");
    }
}

#[test]
fn b7_through_allies_not_through_opponents_never_onto_either() {
    for kind in KINDS {
        assert_eq!(
            walk(&board(kind, "....", &[]), "A1", 3, ["", "B1"]),
            "A1:0 C1:2 D1:3"
        );
        assert_eq!(
            walk(&board(kind, "....", &[]), "A1", 3, ["C1", ""]),
            "A1:0 B1:1"
        );
    }
    let square = board(GridKind::Square, "...... ......", &[]);
    let large = |figures| reached(&square, "A1", 2, Gait::Walk, 4, figures);
    assert_eq!(large(["E2", ""]), "A1:0 B1:1 C1:2");
    assert_eq!(large(["", "D2"]), "A1:0 B1:1 E1:4");
}

#[test]
fn b8_closed_sides_and_walls_stop_every_way() {
    for kind in KINDS {
        for barrier in ["wall", "fence", "window", "door"] {
            let side = format!("B1|C1 {barrier}");
            assert_eq!(
                walk(&board(kind, "....", &[&side]), "A1", 9, ["", ""]),
                "A1:0 B1:1"
            );
        }
        assert_eq!(
            walk(&board(kind, "..#.", &[]), "A1", 9, ["", ""]),
            "A1:0 B1:1"
        );
        assert_eq!(
            walk(&board(kind, "..w.", &[]), "A1", 9, ["", ""]),
            "A1:0 B1:1"
        );
        assert_eq!(
            walk(&board(kind, ".._.", &[]), "A1", 9, ["", ""]),
            "A1:0 B1:1"
        );
    }
}

#[test]
fn b8_a_diagonal_step_is_closed_only_if_both_ways_round_are() {
    let step = |rows, borders: &[&str]| {
        let board = board(GridKind::Square, rows, borders);
        board.step_cost(space(&board, "A1"), Facing(3), 1, Gait::Walk)
    };
    assert_eq!(step(".. ..", &[]), Some(1));
    assert_eq!(step(".# ..", &[]), Some(1));
    assert_eq!(step(".# #.", &[]), None);
    assert_eq!(step(".. #.", &["A1|B1 fence"]), None);
    assert_eq!(step(".. ..", &["A1|B1 wall", "A2|B2 wall"]), None);
    assert_eq!(step(".. ..", &["A1|B1 wall", "B1|B2 wall"]), Some(1));
    assert_eq!(step(".. ..", &["A1|B1 hedge", "A2|B2 hedge"]), Some(2));
    assert_eq!(step(".. ..", &["A1|B1 hedge", "B1|B2 hedge"]), Some(1));
    assert_eq!(step(".: :.", &[]), Some(1));
    // figures beside the step do not count
    let open = board(GridKind::Square, ".. ..", &[]);
    assert_eq!(walk(&open, "A1", 1, ["B1 A2", ""]), "A1:0 B2:1");
}

#[test]
fn b10_every_space_of_a_large_figure_must_pass() {
    let square = board(GridKind::Square, "....# ..... .....", &[]);
    assert_eq!(
        reached(&square, "A1", 2, Gait::Walk, 9, ["", ""]),
        "A1:0 B1:1 A2:1 B2:1 C1:2 C2:2 D2:3"
    );
    // a fence may not run through it
    let fenced = board(GridKind::Square, ".... ....", &["C1|D1 fence"]);
    assert_eq!(
        reached(&fenced, "A1", 2, Gait::Walk, 9, ["", ""]),
        "A1:0 B1:1"
    );
    for kind in [GridKind::HexFlat, GridKind::HexPointy] {
        let open = board(kind, "..... ..... .....", &[]);
        let closed = board(kind, "..... ..#.. .....", &[]);
        for size in [2, 3] {
            let anchor = if size == 2 { "A1" } else { "B2" };
            let free = reached(&open, anchor, size, Gait::Walk, 3, ["", ""]);
            let less = reached(&closed, anchor, size, Gait::Walk, 3, ["", ""]);
            assert!(free.len() > less.len(), "{free} / {less}");
        }
    }
    // difficult under one of its spaces is difficult
    let rough = board(GridKind::Square, ".... ..:.", &[]);
    assert_eq!(
        reached(&rough, "A1", 2, Gait::Walk, 9, ["", ""]),
        "A1:0 B1:2 C1:4"
    );
}

#[test]
fn b11_levels_compare_space_by_space() {
    // moving along a ridge that lies under half of the figure costs 1 a step
    let ridge = board(GridKind::Square, "1111 ....", &[]);
    assert_eq!(
        reached(&ridge, "A1", 2, Gait::Walk, 9, ["", ""]),
        "A1:0 B1:1 C1:2"
    );
    let steps = board(GridKind::Square, "..11 ..11", &[]);
    assert_eq!(
        reached(&steps, "A1", 2, Gait::Walk, 9, ["", ""]),
        "A1:0 B1:2 C1:4"
    );
}

#[test]
fn t7_fliers_pass_everything_and_end_on_free_ground() {
    for kind in KINDS {
        let wild = board(kind, ".:#2w.", &["A1|B1 wall", "D1|E1 hedge"]);
        let fly = |figures| reached(&wild, "A1", 1, Gait::Fly, 5, figures);
        assert_eq!(fly(["", ""]), "A1:0 B1:1 D1:3 F1:5");
        assert_eq!(fly(["", "B1"]), "A1:0 D1:3 F1:5");
        let hole = board(kind, "._.", &[]);
        assert_eq!(reached(&hole, "A1", 1, Gait::Fly, 5, ["", ""]), "A1:0");
    }
}

#[test]
fn b6_swimmers_take_water_as_open_ground() {
    for kind in KINDS {
        let river = board(kind, ".~w~.", &[]);
        assert_eq!(
            reached(&river, "A1", 1, Gait::Swim, 4, ["", ""]),
            "A1:0 B1:1 C1:2 D1:3 E1:4"
        );
        assert_eq!(walk(&river, "A1", 4, ["", ""]), "A1:0 B1:2");
        assert!(river.fits(space(&river, "C1"), 1, Gait::Swim).is_some());
        assert!(river.fits(space(&river, "C1"), 1, Gait::Walk).is_none());
        assert!(river.fits(space(&river, "C1"), 1, Gait::Fly).is_none());
    }
}

#[test]
fn b6_routes_are_the_same_every_time() {
    for kind in KINDS {
        let field = board(kind, "........ ........ ..#..... ........", &[]);
        let (from, to) = (space(&field, "A1"), space(&field, "H3"));
        let none = Spaces::new(field.len());
        let mover = Mover {
            size: 1,
            gait: Gait::Walk,
            budget: 0,
            closed: &none,
            taken: &none,
        };
        let first = field.route(from, to, &mover).expect("a way");
        assert_eq!(Some(first), field.route(from, to, &mover));
        let stuck = board(kind, "..#. ..#. ..#.", &[]);
        assert_eq!(
            stuck.route(spaces(&stuck, "A1")[0], spaces(&stuck, "D3")[0], &mover),
            None
        );
    }
}

#[test]
fn m4_a_figure_may_set_out_from_any_of_several_spaces() {
    let mut chance = Chance(4);
    for round in 0..60 {
        let board = Board::new(drawn::random(KINDS[round % 3], true, &mut chance));
        let none = Spaces::new(board.len());
        let mut some = || Space(chance.below(board.len() as u64) as u32);
        let starts = [some(), some(), some()];
        let taken = Spaces::of(board.len(), [some(), starts[2]]);
        let mover = Mover {
            size: 1,
            gait: Gait::Walk,
            budget: 5,
            closed: &none,
            taken: &taken,
        };
        let mut all = Reach::default();
        board.reach_from(&starts, &mover, &mut all);
        let mut single = Reach::default();
        for space in (0..board.len() as u32).map(Space) {
            let costs = starts.map(|start| {
                board.reach(start, &mover, &mut single);
                let rests = space == starts[0] || !taken.contains(space);
                single.cost(space).filter(|_| rests)
            });
            assert_eq!(all.cost(space), costs.into_iter().flatten().min());
        }
    }
}
