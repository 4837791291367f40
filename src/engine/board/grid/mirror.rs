//! Motions of a whole board onto itself, and turns and flips of its lattice.

use super::{Grid, GridKind, Offset, Stagger};
use crate::board::Space;

/// A motion of a whole board onto itself.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Motion {
    /// Left and right change places.
    LeftRight,
    /// Top and bottom change places.
    TopBottom,
    /// Half a turn around the middle.
    HalfTurn,
    /// A quarter of a turn clockwise, of squares.
    QuarterTurn,
    /// A third of a turn clockwise around the hex in the middle column and row.
    ThirdTurn,
    /// A sixth of a turn clockwise around the hex in the middle column and row.
    SixthTurn,
}

impl Grid {
    /// Where a motion takes a space. None: no space of the board lies there; where that happens
    /// the rest of the board, without those spaces, is what is moved onto itself.
    pub fn moved(&self, motion: Motion, space: Space) -> Option<Space> {
        use Motion::{HalfTurn, LeftRight, QuarterTurn, SixthTurn, ThirdTurn, TopBottom};
        let place = (i64::from(self.column(space)), i64::from(self.row(space)));
        let size = (i64::from(self.columns), i64::from(self.rows));
        let ((column, row), (columns, rows)) = (place, size);
        match (self.kind, motion) {
            (GridKind::Square, LeftRight) => self.at(columns - 1 - column, row),
            (GridKind::Square, TopBottom) => self.at(column, rows - 1 - row),
            (GridKind::Square, HalfTurn) => self.at(columns - 1 - column, rows - 1 - row),
            (GridKind::Square, QuarterTurn) => {
                let n = columns.min(rows);
                (column < n && row < n).then(|| self.at(n - 1 - row, column))?
            }
            (_, QuarterTurn) | (GridKind::Square, SixthTurn | ThirdTurn) => None,
            (_, SixthTurn | ThirdTurn) => {
                let middle = self.middle();
                let once = self.kind.turned(self.offset(middle, space));
                let turned = match motion {
                    ThirdTurn => self.kind.turned(once),
                    _ => once,
                };
                self.shifted(middle, turned)
            }
            (GridKind::HexFlat, _) => {
                let (column, row) = self.moved_hex(motion, place, size);
                self.at(column, row)
            }
            // pointed tops are flat ones with rows for columns
            (GridKind::HexPointy, _) => {
                let motion = match motion {
                    LeftRight => TopBottom,
                    TopBottom => LeftRight,
                    same => same,
                };
                let (row, column) = self.moved_hex(motion, (row, column), (rows, columns));
                self.at(column, row)
            }
        }
    }

    /// The space in the middle column and row; of an even number the one before the middle.
    pub fn middle(&self) -> Space {
        Space((self.rows - 1) / 2 * self.columns + (self.columns - 1) / 2)
    }

    /// The same in staggered columns of hexes.
    fn moved_hex(
        &self,
        motion: Motion,
        (x, y): (i64, i64),
        (wide, high): (i64, i64),
    ) -> (i64, i64) {
        let odd = match self.stagger {
            Stagger::Even => 1,
            Stagger::Odd => 0,
        };
        // a column half a hex further on has its middle there too: its last hex is left over
        let over = i64::from(wide > 1 && x % 2 == odd);
        match motion {
            // of an even number of columns the last is left over
            Motion::LeftRight => (wide - 1 - x - i64::from(wide % 2 == 0), y),
            Motion::TopBottom => (x, high - 1 - y - over),
            Motion::HalfTurn if wide % 2 == 0 => (wide - 1 - x, high - 1 - y),
            _ => (wide - 1 - x, high - 1 - y - over),
        }
    }

    /// The spaces of a straight line from one space to another, ends included.
    pub fn straight(&self, from: Space, to: Space) -> Vec<Space> {
        let d = i64::from(self.distance(from, to));
        if d == 0 {
            return vec![from];
        }
        let (start, line) = (
            super::wide(self.lattice(from)),
            super::wide(self.offset(from, to)),
        );
        let point = |i: i64| (start.0 * d + line.0 * i, start.1 * d + line.1 * i);
        let all = (0..=d).filter_map(|i| {
            let (x, y) = self.nearest(point(i), d, line);
            self.space_at((i32::try_from(x).ok()?, i32::try_from(y).ok()?))
        });
        all.collect()
    }
}

impl GridKind {
    /// A vector of the lattice turned clockwise by the least exact turn: a quarter on squares, a
    /// sixth on hexes.
    pub fn turned(self, (x, y): Offset) -> Offset {
        if self.is_square() {
            (-y, x)
        } else {
            (-y, x + y)
        }
    }
    /// A vector of the lattice with left and right changed.
    pub fn flipped(self, (x, y): Offset) -> Offset {
        match self {
            GridKind::Square => (-x, y),
            GridKind::HexFlat => (-x, x + y),
            GridKind::HexPointy => (-x - y, y),
        }
    }
    /// A vector of the lattice with top and bottom changed.
    pub fn upended(self, (x, y): Offset) -> Offset {
        match self {
            GridKind::Square => (x, -y),
            GridKind::HexFlat => (x, -x - y),
            GridKind::HexPointy => (x + y, -y),
        }
    }
}
