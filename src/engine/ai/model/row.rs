//! A number for each space of a board.

use std::sync::Arc;

/// A table with an entry for each space: the board's own, or one remembered.
#[derive(Clone, Debug)]
pub enum Row<'a, T> {
    /// The board keeps it.
    Board(&'a [T]),
    /// It is remembered.
    Own(Arc<Vec<T>>),
}

impl<T> std::ops::Deref for Row<'_, T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        match self {
            Row::Board(row) => row,
            Row::Own(row) => row,
        }
    }
}
