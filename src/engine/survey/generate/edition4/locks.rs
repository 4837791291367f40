//! Locked doors: use for skill rolls on every map with doors (A9).

use crate::board::{Board, Gait, Images, Map, Space, Spaces};
use crate::survey::check::paths::unlocked;
use rand::RngExt;
use rand_pcg::Pcg64;
use std::collections::VecDeque;

/// How many doors are tried.
const TRIED: usize = 12;

type Side = (Space, Space);

/// Locks some of the shut doors, in all parts; whoever stands before one gets behind it another way.
pub fn lock_some(mut map: Map, images: &Images, rng: &mut Pcg64) -> Map {
    let shut = map.borders.iter().filter(|border| border.opens());
    let mut shut: Vec<Side> = shut.map(|border| border.between).collect();
    if shut.is_empty() {
        return map;
    }
    let board = unlocked(&Board::new(map.clone()));
    let mut locked: Vec<Side> = Vec::new();
    for _ in 0..TRIED {
        if shut.is_empty() {
            break;
        }
        let (a, b) = shut.swap_remove(rng.random_range(0..shut.len()));
        let parts = 0..images.parts();
        let all = parts.filter_map(|part| {
            let (a, b) = (images.image(a, part)?, images.image(b, part)?);
            Some((a.min(b), a.max(b)))
        });
        let before = locked.len();
        locked.extend(all);
        shut.retain(|side| !locked.contains(side));
        if !joined(&board, &locked, a, b) {
            locked.truncate(before);
        }
    }
    for border in &mut map.borders {
        border.locked = border.opens() && locked.contains(&border.between);
    }
    map
}

/// Whether one gets from a space to another over sides that are not closed. Steps over corners
/// are open only if such steps are.
fn joined(board: &Board, closed: &[Side], from: Space, to: Space) -> bool {
    let grid = board.grid();
    let mut seen = Spaces::of(board.len(), [from]);
    let mut open = VecDeque::from([from]);
    while let Some(space) = open.pop_front() {
        if space == to {
            return true;
        }
        for (direction, next) in grid.neighbours(space) {
            let side = (space.min(next), space.max(next));
            let steps = !grid.kind.is_diagonal(direction)
                && board.step_cost(space, direction, 1, Gait::Walk).is_some();
            if steps && !closed.contains(&side) && seen.insert(next) {
                open.push_back(next);
            }
        }
    }
    false
}
