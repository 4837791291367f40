//! The ground of a deployment.

use crate::board::{Board, Gait, Sight, Space, Spaces};
use std::sync::Arc;

/// What behind cover counts of that.
const COVERED: f64 = 0.6;

/// The ground of a deployment, as long as the enemies' places are the same.
#[derive(Default)]
pub struct Ground {
    /// Where enemies are, or may come to be.
    spots: Vec<Space>,
    /// Path cost to the nearest of them, from everywhere.
    pub ways: Vec<u32>,
    /// How much each space is seen from them, 0 to 1, where it has been asked for.
    seen: Vec<Option<f64>>,
    /// The board that it is of; held, so that its address stays its own.
    board: Option<Arc<Board>>,
}

impl Ground {
    /// The ground as it is now, for places in a zone above all.
    pub fn of(mut self, board: &Arc<Board>, spots: Vec<Space>, zone: &Spaces) -> Self {
        let same = self.board.as_ref().is_some_and(|b| Arc::ptr_eq(b, board));
        if !same || self.spots != spots {
            let goals = Spaces::of(board.len(), spots.iter().copied());
            self.ways = board.field(&goals, 1, Gait::Walk);
            self.seen = vec![None; board.len()];
            self.spots = spots;
            self.board = Some(board.clone());
            self.look_around(board, zone);
        }
        self
    }

    /// Looks at all places of a zone at once, where the board keeps what is seen from where.
    fn look_around(&mut self, board: &Board, zone: &Spaces) {
        let lines = self.spots.iter().map(|spot| board.kept_lines(*spot));
        let Some(lines) = lines.collect::<Option<Vec<_>>>() else {
            return;
        };
        let all = lines.len().max(1) as f64;
        let mut looks = vec![0.0; board.len()];
        for lines in &lines {
            for (at, covered) in lines.seen(zone) {
                let covered = covered || board.covering().contains(at);
                looks[at.index()] += [1.0, COVERED][usize::from(covered)];
            }
        }
        for at in zone.iter() {
            self.seen[at.index()] = Some(looks[at.index()] / all);
        }
    }

    /// How much a space is seen from where enemies are, 0 to 1.
    pub fn seen(&mut self, board: &Board, at: Space) -> f64 {
        *self.seen[at.index()].get_or_insert_with(|| {
            let looks = self.spots.iter().map(|spot| match board.sight(*spot, at) {
                Sight::Clear => 1.0,
                Sight::Cover => COVERED,
                Sight::Blocked => 0.0,
            });
            looks.sum::<f64>() / self.spots.len().max(1) as f64
        })
    }
}
