//! Doors that open nothing.

use crate::board::{Board, BorderKind, Space};

/// The doors that stand free at one of their ends, so that anybody walks round them; sorted.
pub fn idle(board: &Board) -> Vec<(Space, Space)> {
    let doors = board.borders().iter();
    let doors = doors.filter(|b| b.kind == BorderKind::Door);
    let mut idle: Vec<_> = doors.map(|b| b.between).collect();
    idle.retain(|(a, b)| {
        let mut ends = ends(board, *a, *b).into_iter();
        ends.any(|round| is_free(board, *a, &round, *b))
    });
    idle.sort_unstable();
    idle
}

/// The spaces round each end of the side between two spaces: one on hexes, two on squares.
fn ends(board: &Board, a: Space, b: Space) -> Vec<Vec<Space>> {
    let grid = board.grid();
    let place = |s: Space| (i64::from(grid.column(s)), i64::from(grid.row(s)));
    if grid.kind.is_square() {
        let ((x, y), (u, v)) = (place(a), place(b));
        let (across, down) = (v - y, u - x);
        let end = |by: i64| {
            let beside = |(x, y): (i64, i64)| grid.at(x + by * across, y + by * down);
            Some(vec![beside((x, y))?, beside((u, v))?])
        };
        return [1, -1].into_iter().filter_map(end).collect();
    }
    let both = grid.neighbours(a).map(|(_, over)| over);
    both.filter(|over| grid.direction(*over, b).is_some())
        .map(|over| vec![over])
        .collect()
}

/// Whether one may walk from a space over these to another without any border.
fn is_free(board: &Board, from: Space, round: &[Space], to: Space) -> bool {
    let mut at = from;
    let steps = round.iter().chain([&to]);
    let mut clear = steps.map(|next| {
        let before = std::mem::replace(&mut at, *next);
        board.border(before, *next).is_none()
    });
    clear.all(|clear| clear) && round.iter().all(|s| board.standable().contains(*s))
}
