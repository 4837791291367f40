//! Making a board larger or smaller, and what stays where.

use super::Op;
use crate::board::{Grid, Spaces};

/// What stays in its place while a board becomes larger or smaller: from −1 (left, top) over 0
/// (the middle) to 1 (right, bottom).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Anchor {
    /// Left, middle, right.
    pub x: i8,
    /// Top, middle, bottom.
    pub y: i8,
}

impl Anchor {
    /// How many columns or rows come before those there are.
    fn before(side: i8, old: u32, new: u32) -> i64 {
        let more = i64::from(new) - i64::from(old);
        match side {
            ..0 => 0,
            0 => more.div_euclid(2),
            1.. => more,
        }
    }
}

/// What gives a board other sizes, one part of it staying where it is.
pub fn resized(grid: &Grid, columns: u32, rows: u32, anchor: Anchor) -> Op {
    Op::Size {
        columns,
        rows,
        left: Anchor::before(anchor.x, grid.columns, columns),
        top: Anchor::before(anchor.y, grid.rows, rows),
    }
}

/// What cuts a board down to the columns and rows of a selection; none where it is empty.
pub fn cropped(grid: &Grid, selected: &Spaces) -> Option<Op> {
    let columns = || selected.iter().map(|s| grid.column(s));
    let rows = || selected.iter().map(|s| grid.row(s));
    let (left, right) = (columns().min()?, columns().max()?);
    let (top, bottom) = (rows().min()?, rows().max()?);
    Some(Op::Size {
        columns: right - left + 1,
        rows: bottom - top + 1,
        left: -i64::from(left),
        top: -i64::from(top),
    })
}
