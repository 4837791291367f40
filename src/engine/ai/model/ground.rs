//! The ground of a deployment.

use crate::board::{Board, Exposure, Gait, Space, Spaces};
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
            let exposures = board.exposures(zone, &self.spots);
            for at in zone.iter() {
                self.seen[at.index()] = Some(share(exposures[at.index()], &self.spots));
            }
        }
        self
    }

    /// How much a space is seen from where enemies are, 0 to 1.
    pub fn seen(&mut self, board: &Board, at: Space) -> f64 {
        let spots = &self.spots;
        *self.seen[at.index()].get_or_insert_with(|| share(board.exposure(at, spots), spots))
    }
}

/// The share of some spots that see a space.
fn share(exposure: Exposure, spots: &[Space]) -> f64 {
    let looks = f64::from(exposure.clear) + COVERED * f64::from(exposure.covered);
    looks / spots.len().max(1) as f64
}
