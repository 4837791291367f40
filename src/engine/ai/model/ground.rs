//! The ground of a deployment.

use crate::board::{Board, Sight, Space, Spaces};
use std::sync::Arc;

/// What behind cover counts of that.
const COVERED: f64 = 0.6;

/// The ground of a deployment, as long as the enemies' places are the same.
#[derive(Default)]
pub struct Ground {
    /// Where enemies are, or may come to be.
    spots: Vec<Space>,
    /// Path cost to the nearest of them, from everywhere.
    pub ways: Arc<Vec<u32>>,
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
            self.ways = board.kept_field(&goals);
            self.seen = vec![None; board.len()];
            self.spots = spots;
            self.board = Some(board.clone());
            let (looks, all) = (board.exposure(zone, &self.spots, worth), self.spots.len());
            for at in zone.iter() {
                self.seen[at.index()] = Some(looks[at.index()] / all.max(1) as f64);
            }
        }
        self
    }

    /// How much a space is seen from where enemies are, 0 to 1.
    pub fn seen(&mut self, board: &Board, at: Space) -> f64 {
        let all = self.spots.len().max(1) as f64;
        *self.seen[at.index()].get_or_insert_with(|| {
            let looks = self.spots.iter().map(|spot| worth(board.sight(*spot, at)));
            looks.sum::<f64>() / all
        })
    }
}

/// The weight of a sight.
fn worth(sight: Sight) -> f64 {
    match sight {
        Sight::Clear => 1.0,
        Sight::Cover => COVERED,
        Sight::Blocked => 0.0,
    }
}
