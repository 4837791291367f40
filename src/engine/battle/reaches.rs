//! Where figures can go, kept from one question to the next.

use super::Fig;
use crate::board::{Board, Reach};
use std::sync::Arc;

/// Memory for where the figures of a battle can go, on one board alone: either an entry for each,
/// which is not worked out again unless something has changed around it, or one for all.
#[derive(Debug, Default)]
pub struct Reaches {
    /// By figure; the only one where nothing is remembered.
    all: Vec<Reach>,
    remembering: bool,
    /// The board of these entries, where it has been named.
    board: Option<Arc<Board>>,
}

impl Reaches {
    /// Memory that remembers.
    pub fn remembering() -> Self {
        Self {
            remembering: true,
            ..Self::default()
        }
    }
    /// The same for a board: what is remembered of another is forgotten.
    pub fn on(&mut self, board: &Arc<Board>) -> &mut Self {
        if !self.board.as_ref().is_some_and(|b| Arc::ptr_eq(b, board)) {
            self.all.clear();
            self.board = Some(board.clone());
        }
        self
    }
    /// What is kept of a figure, to be filled anew.
    pub fn of(&mut self, who: Fig) -> &mut Reach {
        let (index, fresh): (_, fn() -> Reach) = if self.remembering {
            (who.index(), Reach::remembering)
        } else {
            (0, Reach::default)
        };
        if self.all.len() <= index {
            self.all.resize_with(index + 1, fresh);
        }
        &mut self.all[index]
    }
}
