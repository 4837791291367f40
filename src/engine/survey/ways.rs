//! Connected areas of a board, and the obstacles between them.

use crate::board::{Board, Grid, GridKind, Space, Spaces};
use std::collections::VecDeque;

/// The group of spaces each space belongs to, by steps on foot; 0: nobody can stand there.
pub(super) fn groups(board: &Board) -> (Vec<u32>, Vec<Vec<Space>>) {
    let mut group = vec![0u32; board.len()];
    let mut members: Vec<Vec<Space>> = Vec::new();
    let mut open = VecDeque::new();
    for start in board.standable().iter() {
        if group[start.index()] != 0 {
            continue;
        }
        let mine = members.len() as u32 + 1;
        members.push(Vec::new());
        group[start.index()] = mine;
        open.push_back(start);
        while let Some(space) = open.pop_front() {
            members[mine as usize - 1].push(space);
            for (direction, next) in board.grid().neighbours(space) {
                if group[next.index()] == 0 && board.steps(space, direction) {
                    group[next.index()] = mine;
                    open.push_back(next);
                }
            }
        }
    }
    (group, members)
}

/// The fewest spaces and borders that would have to be opened between two sets of spaces.
pub(super) fn breach(board: &Board, from: &Spaces, to: &Spaces) -> Option<String> {
    let mut before = vec![None; board.len()];
    let mut cost = vec![u32::MAX; board.len()];
    let mut open: VecDeque<Space> = from.iter().collect();
    from.iter().for_each(|space| cost[space.index()] = 0);
    let stand = board.standable();
    let mut end = None;
    while let Some(space) = open.pop_front() {
        if to.contains(space) {
            end = Some(space);
            break;
        }
        for (direction, next) in board.grid().neighbours(space) {
            if !board.exists(next) {
                continue;
            }
            let free = board.steps(space, direction) && stand.contains(next);
            // nothing stands on a corner that could be opened there
            if !free && stand.contains(next) && is_corner(board.grid(), space, next) {
                continue;
            }
            let sum = cost[space.index()] + u32::from(!free);
            if sum < cost[next.index()] {
                cost[next.index()] = sum;
                before[next.index()] = Some(space);
                match free {
                    true => open.push_front(next),
                    false => open.push_back(next),
                }
            }
        }
    }
    let mut names = Vec::new();
    let mut at = end?;
    while let Some(earlier) = before[at.index()] {
        if cost[at.index()] > cost[earlier.index()] {
            names.push(match stand.contains(at) {
                true => format!("{}|{}", board.grid().name(earlier), board.grid().name(at)),
                false => board.grid().name(at),
            });
        }
        at = earlier;
    }
    names.reverse();
    names.truncate(6);
    (!names.is_empty()).then(|| names.join(", "))
}

/// Whether two neighbours meet only at a corner.
fn is_corner(grid: &Grid, a: Space, b: Space) -> bool {
    grid.kind == GridKind::Square && grid.column(a) != grid.column(b) && grid.row(a) != grid.row(b)
}

/// Distance of the nearest pair of two sets of spaces, by spreading from one of them: sets may be
/// as large as the board.
pub(super) fn gap(grid: &Grid, from: &Spaces, to: &Spaces) -> u32 {
    let mut seen = from.clone();
    let mut edge: Vec<Space> = from.iter().collect();
    let mut distance = 0;
    while !edge.is_empty() && !edge.iter().any(|space| to.contains(*space)) {
        distance += 1;
        let next = edge.iter().flat_map(|space| grid.neighbours(*space));
        edge = next
            .filter_map(|(_, space)| seen.insert(space).then_some(space))
            .collect();
    }
    distance
}
