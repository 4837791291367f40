//! Connected areas of a board, and distances between sets of spaces.

use crate::board::{Board, Gait, Grid, Space, Spaces};
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
                let open_step = board.step_cost(space, direction, 1, Gait::Walk).is_some();
                if group[next.index()] == 0 && open_step {
                    group[next.index()] = mine;
                    open.push_back(next);
                }
            }
        }
    }
    (group, members)
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
