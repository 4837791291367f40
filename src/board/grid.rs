//! Squares and hexes: the only place where the two differ.

use super::{Footprint, Space, Spaces};
use serde::{Deserialize, Serialize};

/// The shape of the spaces.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GridKind {
    /// Squares; diagonal steps count 1 (B2).
    Square,
    /// Hexes with flat tops, in columns.
    HexFlat,
    /// Hexes with pointed tops, in rows.
    HexPointy,
}

/// Which columns (flat tops) or rows (pointed tops), counted from 1, sit half a hex further on.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stagger {
    /// Columns B, D, … or rows 2, 4, … (the default).
    #[default]
    Even,
    /// Columns A, C, … or rows 1, 3, ….
    Odd,
}

/// A direction a figure can face: an index into the grid's directions, clockwise from the
/// northernmost (squares: N, NE, …; flat hexes: N, NE, SE, …; pointy hexes: NE, E, SE, …).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Facing(pub u8);

/// A side of the board (B12).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// The first row.
    North,
    /// The last column.
    East,
    /// The last row.
    South,
    /// The first column.
    West,
}

impl Edge {
    /// All edges, clockwise from the north.
    pub const ALL: [Edge; 4] = [Edge::North, Edge::East, Edge::South, Edge::West];
    /// The edge `quarter_turns` clockwise from this one: 2 is the opposite edge. Looking from
    /// one's own edge across the board, 1 is the edge on the left and 3 the one on the right.
    pub fn turned(self, quarter_turns: usize) -> Edge {
        Edge::ALL[(self as usize + quarter_turns) % 4]
    }
}

/// Where a straight push ends: on a space, or beyond the edge.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Landing {
    /// On this space.
    On(Space),
    /// Off the board's rectangle.
    Off,
}

/// The grid of a board: its shape and size. Small and `Copy`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// The shape of the spaces.
    pub kind: GridKind,
    /// The offset of hex columns or rows; without effect on squares.
    pub stagger: Stagger,
    /// Number of columns.
    pub columns: u32,
    /// Number of rows.
    pub rows: u32,
}

impl Grid {
    /// Number of spaces of the rectangle, void included.
    pub fn len(&self) -> usize {
        todo!()
    }
    /// Whether the grid has no spaces.
    pub fn is_empty(&self) -> bool {
        todo!()
    }
    /// Column of a space, from 0.
    pub fn column(&self, _space: Space) -> u32 {
        todo!()
    }
    /// Row of a space, from 0.
    pub fn row(&self, _space: Space) -> u32 {
        todo!()
    }
    /// The space at a column and row, if inside.
    pub fn at(&self, _column: i64, _row: i64) -> Option<Space> {
        todo!()
    }
    /// The spreadsheet name of a space: `A1`, `AA12`.
    pub fn name(&self, _space: Space) -> String {
        todo!()
    }
    /// The space of a spreadsheet name, if there is one on this board. Accepts lower case.
    pub fn named(&self, _name: &str) -> Option<Space> {
        todo!()
    }
    /// The number of directions: 8 or 6.
    pub fn directions(&self) -> u8 {
        todo!()
    }
    /// The neighbour in a direction, if inside the rectangle.
    pub fn neighbour(&self, _space: Space, _direction: Facing) -> Option<Space> {
        todo!()
    }
    /// All neighbours with their directions, clockwise from the first direction.
    pub fn neighbours(&self, _space: Space) -> impl Iterator<Item = (Facing, Space)> + use<> {
        [].into_iter()
    }
    /// Distance in spaces (B2): Chebyshev or hex.
    pub fn distance(&self, _a: Space, _b: Space) -> u32 {
        todo!()
    }
    /// Distance of the nearest pair of two groups of spaces (B10). 0 for an empty group.
    pub fn gap(&self, _a: &[Space], _b: &[Space]) -> u32 {
        todo!()
    }
    /// The nearest pair of two groups: first in reading order of `a`, then of `b` (U3).
    pub fn nearest_pair(&self, _a: &[Space], _b: &[Space]) -> (Space, Space) {
        todo!()
    }
    /// Squared centre-to-centre distance, as an integer on this grid's own scale.
    pub fn squared_distance(&self, _a: Space, _b: Space) -> u64 {
        todo!()
    }
    /// Whether `to` lies in the arc of a figure at `from`: the dot product of facing and line
    /// is at least 0, so exactly sideways counts (S8). A space lies in its own arc.
    pub fn in_arc(&self, _facing: Facing, _from: Space, _to: Space) -> bool {
        todo!()
    }
    /// The facing nearest to the direction from one space to another; ties clockwise-first.
    pub fn facing_to(&self, _from: Space, _to: Space) -> Facing {
        todo!()
    }
    /// The direction of a step between neighbours.
    pub fn direction(&self, _from: Space, _to: Space) -> Option<Facing> {
        todo!()
    }
    /// The name of a facing: `N`, `NE`, ….
    pub fn facing_name(&self, _facing: Facing) -> &'static str {
        todo!()
    }
    /// The facing of a name, if this grid has it.
    pub fn facing_named(&self, _name: &str) -> Option<Facing> {
        todo!()
    }
    /// Step `i` of a straight push away from `from` through `to`: the space nearest to
    /// to + i·(to − from)/d, d their distance; ties clockwise (U3). `from` ≠ `to`.
    pub fn pushed(&self, _from: Space, _to: Space, _i: u32) -> Landing {
        todo!()
    }
    /// The spaces of a figure of this size (1: one space; squares n×n from the top left;
    /// hexes 1, 3, 7) anchored here, if all lie inside (B10). Anchor: top-left square, or
    /// the hex triangle's first in reading order, or the flower's centre.
    pub fn footprint(&self, _anchor: Space, _size: u8) -> Option<Footprint> {
        todo!()
    }
    /// The spaces in the first `n` rows or columns at an edge (B12).
    pub fn edge(&self, _edge: Edge, _n: u32) -> Spaces {
        todo!()
    }
    /// The space nearest to the middle of the board, first in reading order.
    pub fn nearest_to_centre(&self, _among: &Spaces) -> Option<Space> {
        todo!()
    }
}
