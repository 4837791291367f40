//! Routes beside a general A* search: the same cost and the same way, space by space.

use crate::drawn::{Chance, KINDS, random, random_of_size};
use pathfinding::prelude::astar;
use skirmish::board::{Board, Gait, GridKind, Mover, Route, Space, Spaces, Stagger};

/// More than all spaces of a way together can lie beside its straight line.
const STEP: u64 = 1 << 42;

/// A place on a lattice in which all steps and straight lines are the same anywhere.
fn on_lattice(board: &Board, space: Space) -> (i64, i64) {
    let grid = board.grid();
    let (column, row) = (i64::from(grid.column(space)), i64::from(grid.row(space)));
    let half = |at: i64| match grid.stagger {
        Stagger::Even => at.div_euclid(2),
        Stagger::Odd => (at + 1).div_euclid(2),
    };
    match grid.kind {
        GridKind::Square => (column, row),
        GridKind::HexFlat => (column, row - half(column)),
        GridKind::HexPointy => (column - half(row), row),
    }
}

/// The cheapest way, of equally cheap ones the straightest, ties by the order of directions.
fn general_search(board: &Board, from: Space, to: Space, mover: &Mover) -> Option<Route> {
    let (start, end) = (on_lattice(board, from), on_lattice(board, to));
    let beside_line = |space: Space| {
        let at = on_lattice(board, space);
        let (x, y) = (at.0 - start.0, at.1 - start.1);
        (x * (end.1 - start.1) - y * (end.0 - start.0)).unsigned_abs()
    };
    let meets = |anchor: Space, set: &Spaces| {
        let footprint = board.grid().footprint(anchor, mover.size);
        footprint.is_none_or(|spaces| spaces.iter().any(|space| set.contains(*space)))
    };
    let rests = match mover.gait {
        Gait::Fly => board.fits(to, mover.size, mover.gait).is_some(),
        _ => true,
    };
    if from != to && (!rests || meets(to, mover.taken) || meets(to, mover.closed)) {
        return None;
    }
    let onward = |space: &Space| {
        let mut onward = Vec::new();
        for (direction, next) in board.grid().neighbours(*space) {
            let cost = board.step_cost(*space, direction, mover.size, mover.gait);
            if let Some(cost) = cost.filter(|_| !meets(next, mover.closed)) {
                onward.push((next, u64::from(cost) * STEP + beside_line(next)));
            }
        }
        onward
    };
    let at_least = |space: &Space| u64::from(board.grid().distance(*space, to)) * STEP;
    let (path, cost) = astar(&from, onward, at_least, |space| *space == to)?;
    Some(Route {
        cost: (cost / STEP) as u32,
        path,
    })
}

fn compare(board: &Board, pairs: usize, chance: &mut Chance) {
    let len = board.len() as u64;
    let some = |chance: &mut Chance, once_in: u64| {
        let all = (0..len as u32).map(Space);
        Spaces::of(board.len(), all.filter(|_| chance.once_in(once_in)))
    };
    let closed = some(chance, 9);
    let mut taken = some(chance, 9);
    taken.add(&closed);
    for _ in 0..pairs {
        let mover = Mover {
            size: 1 + chance.below(3) as u8,
            gait: Gait::ALL[chance.below(4) as usize],
            budget: 0,
            closed: &closed,
            taken: &taken,
        };
        let [from, to] = [0, 1].map(|_| Space(chance.below(len) as u32));
        if board.grid().footprint(from, mover.size).is_none() {
            continue;
        }
        let expected = general_search(board, from, to, &mover);
        assert_eq!(
            board.route(from, to, &mover),
            expected,
            "{mover:?} {from:?} {to:?} {:?}",
            board.map()
        );
    }
}

#[test]
fn b6_routes_equal_a_general_search_space_by_space() {
    let mut chance = Chance(71);
    for round in 0..300 {
        let map = random(KINDS[round % 3], round % 2 == 0, &mut chance);
        compare(&Board::new(map), 20, &mut chance);
    }
}

#[test]
fn b6_routes_on_boards_without_tables_equal_a_general_search() {
    let mut chance = Chance(72);
    for kind in KINDS {
        let map = random_of_size(kind, true, (90, 60), &mut chance);
        compare(&Board::new(map), 20, &mut chance);
    }
}
