//! Squares and hexes: the only place where the two differ.
//!
//! Both are lattices: a space has integer coordinates (squares: column and row; hexes: axial
//! coordinates, the same for both orientations), steps and straight lines are the same
//! anywhere, and y grows downwards, so that a positive cross product turns clockwise.

mod mirror;
mod symmetry;
mod trace;

use super::{Footprint, Space, Spaces};
use hexx::{EdgeDirection, Hex, HexOrientation, OffsetHexMode};
pub use mirror::Motion;
use serde::{Deserialize, Serialize};
use smallvec::smallvec;
pub use symmetry::{Images, Symmetry};
pub(super) use trace::{Crossing, Portion, trace};

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

/// Where a straight push, or something thrown, ends: on a space, or beyond the edge.
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

/// A vector of the lattice.
pub type Offset = (i32, i32);

const SQUARE: [Offset; 8] = [
    (0, -1),
    (1, -1),
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
];
const HEX_FLAT: [Offset; 6] = around(EdgeDirection::FLAT_NORTH);
const HEX_POINTY: [Offset; 6] = around(EdgeDirection::POINTY_NORTH_EAST);

/// The six neighbours of a hex, clockwise from the given one.
const fn around(first: EdgeDirection) -> [Offset; 6] {
    let mut all = [(0, 0); 6];
    let mut i = 0;
    while i < 6 {
        let step = first.rotate_cw(i as u8).into_hex();
        all[i] = (step.x, step.y);
        i += 1;
    }
    all
}

/// Positive if `b` lies clockwise of `a` (y grows downwards).
pub(super) fn cross(a: (i64, i64), b: (i64, i64)) -> i64 {
    a.0 * b.1 - a.1 * b.0
}

impl GridKind {
    /// All kinds.
    pub const ALL: [GridKind; 3] = [GridKind::Square, GridKind::HexFlat, GridKind::HexPointy];
    /// The steps to the neighbours, clockwise from the northernmost.
    pub(super) fn steps(self) -> &'static [Offset] {
        match self {
            GridKind::Square => &SQUARE,
            GridKind::HexFlat => &HEX_FLAT,
            GridKind::HexPointy => &HEX_POINTY,
        }
    }
    /// Whether the spaces are squares.
    pub fn is_square(self) -> bool {
        self == GridKind::Square
    }
    /// Whether a direction leads over a corner.
    pub fn is_diagonal(self, direction: Facing) -> bool {
        self.is_square() && direction.0 % 2 == 1
    }
    /// Twice the dot product of two vectors, on this grid's own scale.
    fn dot(self, a: (i64, i64), b: (i64, i64)) -> i64 {
        let straight = 2 * (a.0 * b.0 + a.1 * b.1);
        if self.is_square() {
            straight
        } else {
            straight + a.0 * b.1 + a.1 * b.0
        }
    }
    /// The spaces of a figure of this size relative to its anchor; `None` if there is no such size.
    pub(super) fn parts(self, size: u8) -> &'static [Offset] {
        const BLOCK: [Offset; 9] = [
            (0, 0),
            (1, 0),
            (0, 1),
            (1, 1),
            (2, 0),
            (2, 1),
            (0, 2),
            (1, 2),
            (2, 2),
        ];
        const TRIANGLE: [Offset; 3] = [(0, 0), (1, 0), (0, 1)];
        const FLOWER: [Offset; 7] = [(0, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
        match (self, size) {
            (_, 1) => &BLOCK[..1],
            (GridKind::Square, 2) => &BLOCK[..4],
            (GridKind::Square, 3) => &BLOCK,
            (_, 2) => &TRIANGLE,
            (_, 3) => &FLOWER,
            _ => &[],
        }
    }
}

/// The name of a space, like a spreadsheet's cell: `A1`, `AA12`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    column: u32,
    row: u32,
}

impl std::fmt::Display for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // enough for every number there is
        let mut letters = [0; 7];
        let (mut first, mut rest) = (letters.len(), self.column + 1);
        while rest > 0 {
            first -= 1;
            letters[first] = b'A' + ((rest - 1) % 26) as u8;
            rest = (rest - 1) / 26;
        }
        for letter in &letters[first..] {
            write!(f, "{}", char::from(*letter))?;
        }
        write!(f, "{}", self.row + 1)
    }
}

impl Grid {
    /// The largest size of a figure (B10).
    pub const LARGEST: u8 = 3;

    /// Number of spaces of the rectangle, void included.
    pub fn len(&self) -> usize {
        self.columns as usize * self.rows as usize
    }
    /// Whether the grid has no spaces.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Column of a space, from 0.
    pub fn column(&self, space: Space) -> u32 {
        space.0 % self.columns
    }
    /// Row of a space, from 0.
    pub fn row(&self, space: Space) -> u32 {
        space.0 / self.columns
    }
    /// The space at a column and row, if inside.
    pub fn at(&self, column: i64, row: i64) -> Option<Space> {
        let inside = |value, limit| (0..i64::from(limit)).contains(&value);
        (inside(column, self.columns) && inside(row, self.rows))
            .then(|| Space((row * i64::from(self.columns) + column) as u32))
    }
    /// The spreadsheet name of a space: `A1`, `AA12`.
    pub fn name(&self, space: Space) -> String {
        self.cell(space).to_string()
    }
    /// The spreadsheet name of a space, to be shown.
    pub fn cell(&self, space: Space) -> Cell {
        Cell {
            column: self.column(space),
            row: self.row(space),
        }
    }
    /// The name of the side between two spaces: `A1|A2`.
    pub fn side_name(&self, (a, b): (Space, Space)) -> String {
        format!("{}|{}", self.name(a), self.name(b))
    }
    /// The space of a spreadsheet name, if there is one on this board. Accepts lower case.
    pub fn named(&self, name: &str) -> Option<Space> {
        let split = name.find(|c: char| !c.is_ascii_alphabetic())?;
        let (letters, digits) = name.split_at(split);
        if letters.is_empty()
            || digits.starts_with('0')
            || !digits.bytes().all(|b| b.is_ascii_digit())
        {
            return None;
        }
        let column = letters.bytes().try_fold(0i64, |column, b| {
            let letter = i64::from(b.to_ascii_uppercase() - b'A') + 1;
            column.checked_mul(26)?.checked_add(letter)
        })?;
        self.at(column - 1, digits.parse::<i64>().ok()? - 1)
    }
    /// The number of directions: 8 or 6.
    pub fn directions(&self) -> u8 {
        self.kind.steps().len() as u8
    }
    /// How hexx numbers the hexes of this grid; none for squares.
    fn offset_mode(&self) -> Option<(OffsetHexMode, HexOrientation)> {
        // hexx counts columns and rows from 0, maps from 1
        let mode = match self.stagger {
            Stagger::Even => OffsetHexMode::Odd,
            Stagger::Odd => OffsetHexMode::Even,
        };
        match self.kind {
            GridKind::Square => None,
            GridKind::HexFlat => Some((mode, HexOrientation::Flat)),
            GridKind::HexPointy => Some((mode, HexOrientation::Pointy)),
        }
    }
    /// Lattice coordinates of a column and row, inside or not.
    pub(super) fn lattice_at(&self, column: i32, row: i32) -> Offset {
        match self.offset_mode() {
            None => (column, row),
            Some((mode, orientation)) => {
                let hex = Hex::from_offset_coordinates([column, row], mode, orientation);
                (hex.x, hex.y)
            }
        }
    }
    /// Column and row of lattice coordinates, inside or not.
    pub(super) fn place(&self, at: Offset) -> (i32, i32) {
        match self.offset_mode() {
            None => at,
            Some((mode, orientation)) => {
                let [column, row] = Hex::new(at.0, at.1).to_offset_coordinates(mode, orientation);
                (column, row)
            }
        }
    }
    /// Lattice coordinates of a space.
    pub(super) fn lattice(&self, space: Space) -> Offset {
        self.lattice_at(self.column(space) as i32, self.row(space) as i32)
    }
    /// The space at lattice coordinates, if inside.
    pub(super) fn space_at(&self, at: Offset) -> Option<Space> {
        let (column, row) = self.place(at);
        self.at(column.into(), row.into())
    }
    /// The vector from one space to another.
    pub fn offset(&self, from: Space, to: Space) -> Offset {
        let (a, b) = (self.lattice(from), self.lattice(to));
        (b.0 - a.0, b.1 - a.1)
    }
    /// The space a vector away, if inside.
    pub fn shifted(&self, space: Space, by: Offset) -> Option<Space> {
        let at = self.lattice(space);
        self.space_at((at.0 + by.0, at.1 + by.1))
    }
    /// The space that lies from `at` as `to` lies from `from`, if inside.
    pub fn alongside(&self, from: Space, to: Space, at: Space) -> Option<Space> {
        self.shifted(at, self.offset(from, to))
    }
    /// The neighbour in a direction, if inside the rectangle.
    pub fn neighbour(&self, space: Space, direction: Facing) -> Option<Space> {
        self.shifted(space, *self.kind.steps().get(usize::from(direction.0))?)
    }
    /// All neighbours with their directions, clockwise from the first direction.
    pub fn neighbours(&self, space: Space) -> impl Iterator<Item = (Facing, Space)> + use<> {
        let grid = *self;
        (0..self.directions())
            .map(Facing)
            .filter_map(move |facing| Some((facing, grid.neighbour(space, facing)?)))
    }
    /// Distance in spaces (B2): Chebyshev or hex.
    pub fn distance(&self, a: Space, b: Space) -> u32 {
        self.length(self.offset(a, b))
    }
    /// The number of steps a vector takes.
    pub(super) fn length(&self, (x, y): Offset) -> u32 {
        if self.kind.is_square() {
            x.unsigned_abs().max(y.unsigned_abs())
        } else {
            Hex::new(x, y).unsigned_distance_to(Hex::ZERO)
        }
    }
    /// Distance of the nearest pair of two groups of spaces (B10). 0 for an empty group.
    pub fn gap(&self, a: &[Space], b: &[Space]) -> u32 {
        if let ([a], [b]) = (a, b) {
            return self.distance(*a, *b);
        }
        let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (*a, *b)));
        pairs.map(|(a, b)| self.distance(a, b)).min().unwrap_or(0)
    }
    /// The nearest pair of two groups: first in reading order of `a`, then of `b` (U3).
    ///
    /// # Panics
    /// If a group is empty.
    pub fn nearest_pair(&self, a: &[Space], b: &[Space]) -> (Space, Space) {
        let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (*a, *b)));
        pairs
            .min_by_key(|&(a, b)| (self.distance(a, b), a, b))
            .expect("two groups with spaces")
    }
    /// Squared centre-to-centre distance, as an integer on this grid's own scale.
    pub fn squared_distance(&self, a: Space, b: Space) -> u64 {
        let v = wide(self.offset(a, b));
        self.kind.dot(v, v) as u64 / 2
    }
    /// Whether `to` lies in the arc of a figure at `from`: the dot product of facing and line
    /// is at least 0, so exactly sideways counts (S8). A space lies in its own arc.
    pub fn in_arc(&self, facing: Facing, from: Space, to: Space) -> bool {
        let ahead = self.kind.steps()[usize::from(facing.0 % self.directions())];
        self.kind.dot(wide(ahead), wide(self.offset(from, to))) >= 0
    }
    /// The facing nearest to the direction from one space to another; of two equally near the
    /// first in clockwise order from the first direction. The first direction if they are equal.
    pub fn facing_to(&self, from: Space, to: Space) -> Facing {
        let line = wide(self.offset(from, to));
        let mut best = (Facing(0), 0);
        for (i, step) in self.kind.steps().iter().enumerate() {
            let step = wide(*step);
            let dot = self.kind.dot(step, line);
            // the squared cosine, up to a common factor: steps are 1 or, diagonally, √2 long
            let near = dot * dot.abs() * 4 / self.kind.dot(step, step);
            if near > best.1 {
                best = (Facing(i as u8), near);
            }
        }
        best.0
    }
    /// The direction of a step between neighbours.
    pub fn direction(&self, from: Space, to: Space) -> Option<Facing> {
        let step = self.offset(from, to);
        let found = self.kind.steps().iter().position(|s| *s == step)?;
        Some(Facing(found as u8))
    }
    /// The direction opposite to this one.
    pub fn opposite(&self, facing: Facing) -> Facing {
        let n = self.directions();
        Facing((facing.0 + n / 2) % n)
    }
    /// The names of the facings, in order.
    pub fn facing_names(&self) -> &'static [&'static str] {
        match self.kind {
            GridKind::Square => &["N", "NE", "E", "SE", "S", "SW", "W", "NW"],
            GridKind::HexFlat => &["N", "NE", "SE", "S", "SW", "NW"],
            GridKind::HexPointy => &["NE", "E", "SE", "SW", "W", "NW"],
        }
    }
    /// The name of a facing: `N`, `NE`, ….
    pub fn facing_name(&self, facing: Facing) -> &'static str {
        self.facing_names()[usize::from(facing.0 % self.directions())]
    }
    /// The facing of a name, if this grid has it. Accepts lower case.
    pub fn facing_named(&self, name: &str) -> Option<Facing> {
        let found = self
            .facing_names()
            .iter()
            .position(|n| n.eq_ignore_ascii_case(name))?;
        Some(Facing(found as u8))
    }
    /// Step `i` of a straight push away from `from` through `to`: the space nearest to
    /// to + i·(to − from)/d, d their distance; ties clockwise (U3). `from` ≠ `to`.
    pub fn pushed(&self, from: Space, to: Space, i: u32) -> Landing {
        let (start, line) = (wide(self.lattice(to)), wide(self.offset(from, to)));
        let d = i64::from(self.distance(from, to)).max(1);
        let point = (
            start.0 * d + line.0 * i64::from(i),
            start.1 * d + line.1 * i64::from(i),
        );
        let (x, y) = self.nearest(point, d, line);
        let at = i32::try_from(x).ok().zip(i32::try_from(y).ok());
        let space = at.and_then(|at| self.space_at(at));
        space.map_or(Landing::Off, Landing::On)
    }
    /// The lattice point nearest to a point that is given `d` times as large; of two as near the
    /// one clockwise of the line.
    fn nearest(&self, point: (i64, i64), d: i64, line: (i64, i64)) -> (i64, i64) {
        // the nearest of the four lattice points around, all times d
        let corner = (point.0.div_euclid(d), point.1.div_euclid(d));
        let around = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| (corner.0 + x, corner.1 + y));
        let nearest = around.into_iter().min_by_key(|at| {
            let away = (at.0 * d - point.0, at.1 * d - point.1);
            (self.kind.dot(away, away), -cross(line, away))
        });
        nearest.unwrap_or(corner)
    }
    /// Where something comes down so many steps from a space in a direction, even beyond the
    /// edge, and the spaces of the board next to that place (D6).
    pub fn scattered(&self, from: Space, direction: Facing, steps: u32) -> (Landing, Footprint) {
        let all = self.kind.steps();
        let step = all[usize::from(direction.0) % all.len()];
        let (start, far) = (self.lattice(from), steps as i32);
        let at = (start.0 + far * step.0, start.1 + far * step.1);
        let landing = self.space_at(at).map_or(Landing::Off, Landing::On);
        let beside = all
            .iter()
            .filter_map(|s| self.space_at((at.0 + s.0, at.1 + s.1)));
        (landing, beside.collect())
    }
    /// The spaces of a figure of this size (1: one space; 2 and 3: squares 2×2 and 3×3 from the
    /// top left, hexes 3 and 7) anchored here, if all lie inside (B10). Anchor: top-left square,
    /// or the hex triangle's first in reading order, or the flower's centre.
    pub fn footprint(&self, anchor: Space, size: u8) -> Option<Footprint> {
        if size == 1 {
            return Some(smallvec![anchor]);
        }
        let parts = self.kind.parts(size);
        let all: Option<Footprint> = parts
            .iter()
            .map(|part| self.shifted(anchor, *part))
            .collect();
        let mut all = all.filter(|all| !all.is_empty())?;
        all.sort_unstable();
        Some(all)
    }
    /// The spaces in the first `n` rows or columns at an edge (B12).
    pub fn edge(&self, edge: Edge, n: u32) -> Spaces {
        let inside = |space: &Space| {
            let (column, row) = (self.column(*space), self.row(*space));
            match edge {
                Edge::North => row < n,
                Edge::East => self.columns - 1 - column < n,
                Edge::South => self.rows - 1 - row < n,
                Edge::West => column < n,
            }
        };
        Spaces::of(self.len(), (0..self.len() as u32).map(Space).filter(inside))
    }
    /// The space nearest to the middle of the board, first in reading order.
    pub fn nearest_to_centre(&self, among: &Spaces) -> Option<Space> {
        among
            .iter()
            .min_by_key(|space| self.distance_to_centre(*space))
    }
    /// All spaces that are as near to the middle of the board as any, in reading order.
    pub fn all_nearest_to_centre(&self, among: &Spaces) -> Vec<Space> {
        let least = among
            .iter()
            .map(|space| self.distance_to_centre(space))
            .min();
        let nearest = |space: &Space| Some(self.distance_to_centre(*space)) == least;
        among.iter().filter(nearest).collect()
    }
    /// How far a space is from the middle of the board: a measure to compare spaces by.
    fn distance_to_centre(&self, space: Space) -> i64 {
        // twice the distance from the middle; four times where a stagger needs half spaces
        let (columns, rows) = (i64::from(self.columns), i64::from(self.rows));
        let shifted = |n: u32| match self.stagger {
            Stagger::Even => i64::from(n % 2),
            Stagger::Odd => i64::from((n + 1) % 2),
        };
        let spread = |n: u32| if n > 1 { 1 } else { 2 * shifted(0) };
        let (column, row) = (i64::from(self.column(space)), i64::from(self.row(space)));
        let (x, y) = (2 * column - (columns - 1), 2 * row - (rows - 1));
        match self.kind {
            GridKind::Square => x * x + y * y,
            // columns lie √3/2 of a hex's height apart, rows a height
            GridKind::HexFlat => {
                let y = 2 * y + 2 * shifted(column as u32) - spread(self.columns);
                3 * x * x + y * y
            }
            GridKind::HexPointy => {
                let x = 2 * x + 2 * shifted(row as u32) - spread(self.rows);
                x * x + 3 * y * y
            }
        }
    }
}

fn wide(v: Offset) -> (i64, i64) {
    (v.0.into(), v.1.into())
}
