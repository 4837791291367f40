//! What is hidden from a space, found out bit by bit: on a large board it takes a while.

use super::{Board, Sight, Space, Spaces};

/// The spaces that do not see a space, as far as they have been looked at: the near ones first.
#[derive(Clone, Debug)]
pub struct Unseen {
    from: Space,
    /// Those not yet looked at, the farthest first.
    rest: Vec<Space>,
    hidden: Spaces,
}

impl Unseen {
    /// Nothing is known yet.
    pub fn new(board: &Board, from: Space) -> Self {
        let columns = board.grid().columns;
        let place = |space: Space| (space.0 % columns, space.0 / columns);
        let (column, row) = place(from);
        let away = |space: &Space| {
            let (c, r) = place(*space);
            std::cmp::Reverse(column.abs_diff(c).max(row.abs_diff(r)))
        };
        let mut rest = Vec::from_iter(board.spaces().iter().filter(|space| *space != from));
        rest.sort_by_key(away);
        Self {
            from,
            rest,
            hidden: Spaces::new(board.len()),
        }
    }

    /// The space they do not see.
    pub fn from(&self) -> Space {
        self.from
    }

    /// Looks at so many more.
    pub fn go_on(&mut self, board: &Board, most: usize) {
        let left = self.rest.len().saturating_sub(most);
        for space in self.rest.drain(left..) {
            if board.line(self.from, space) == Sight::Blocked {
                self.hidden.insert(space);
            }
        }
    }

    /// Whether all have been looked at.
    pub fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    /// Those that are known not to see it.
    pub fn hidden(&self) -> &Spaces {
        &self.hidden
    }
}
