//! What damage has made of a board, kept for a while.

use super::{Board, Damage};
use std::sync::{Arc, Mutex, PoisonError};

/// How many boards are kept.
const KEPT: usize = 16;

/// The damaged boards that were asked for last. Battles that begin with the same board, or are
/// played on in somebody's head, come to the same damage again and again: their boards are
/// compiled once.
#[derive(Debug, Default)]
pub struct DamagedBoards {
    /// The one asked for last comes last.
    kept: Mutex<Vec<(Damage, Arc<Board>)>>,
}

impl DamagedBoards {
    /// The whole board with this damage; it must be the same whole board every time.
    pub fn of(&self, whole: &Arc<Board>, damage: &Damage) -> Arc<Board> {
        let damage = damage.to_ground();
        if damage.changes().is_empty() {
            return whole.clone();
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(i) = kept.iter().rposition(|(of, _)| *of == damage) {
            kept[i..].rotate_left(1);
            return kept[kept.len() - 1].1.clone();
        }
        if kept.len() == KEPT {
            kept.remove(0);
        }
        let board = Arc::new(whole.damaged(&damage));
        kept.push((damage, board.clone()));
        board
    }
}
