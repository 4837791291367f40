//! Ways in which a board is the same all over again, exact to the space.

use crate::board::{Grid, GridKind, Space, Spaces, Stagger};

/// A kind of symmetry.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// None.
    None,
    /// One half is the mirror image of the other.
    Mirror,
    /// One half is the other, turned by 180°.
    HalfTurn,
    /// Four equal parts: quarter turns on squares as wide as high, else both mirrors.
    Fourfold,
}

impl Symmetry {
    /// All kinds.
    pub const ALL: [Symmetry; 4] = [
        Symmetry::None,
        Symmetry::Mirror,
        Symmetry::HalfTurn,
        Symmetry::Fourfold,
    ];
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::Mirror => "mirror",
            Symmetry::HalfTurn => "half-turn",
            Symmetry::Fourfold => "fourfold",
        }
    }
    /// The kind of a name.
    pub fn named(name: &str) -> Option<Symmetry> {
        Symmetry::ALL.into_iter().find(|s| s.name() == name)
    }
}

/// One way of laying a board onto itself.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Turn {
    Stay,
    LeftRight,
    UpDown,
    Half,
    /// So many quarter turns, clockwise.
    Quarters(u8),
}

/// A symmetry on a board: where each space comes to lie.
///
/// Everything is reckoned in half spaces, so that the staggered columns (flat tops) or rows
/// (pointed tops) of hexes have whole coordinates too.
#[derive(Clone, Debug)]
pub struct Images {
    grid: Grid,
    turns: Vec<Turn>,
    /// Twice the middle of the board, in half spaces, across and down.
    middle: (i64, i64),
    /// Whether opposite sides lie left and right; else above and below.
    across: bool,
    places: Vec<[u32; 4]>,
    partnerless: Spaces,
}

const NOWHERE: u32 = u32::MAX;

fn shift(stagger: Stagger, line: i64) -> i64 {
    match stagger {
        Stagger::Even => line & 1,
        Stagger::Odd => 1 - (line & 1),
    }
}

/// Where a space lies, in half spaces.
fn halves(grid: &Grid, space: Space) -> (i64, i64) {
    let (column, row) = (i64::from(grid.column(space)), i64::from(grid.row(space)));
    match grid.kind {
        GridKind::Square => (2 * column, 2 * row),
        GridKind::HexFlat => (2 * column, 2 * row + shift(grid.stagger, column)),
        GridKind::HexPointy => (2 * column + shift(grid.stagger, row), 2 * row),
    }
}

/// The space there, if there is exactly one.
fn space_at(grid: &Grid, (x, y): (i64, i64)) -> Option<Space> {
    let half = |n: i64| (n % 2 == 0).then_some(n / 2);
    match grid.kind {
        GridKind::Square => grid.at(half(x)?, half(y)?),
        GridKind::HexFlat => {
            let column = half(x)?;
            grid.at(column, half(y - shift(grid.stagger, column))?)
        }
        GridKind::HexPointy => {
            let row = half(y)?;
            grid.at(half(x - shift(grid.stagger, row))?, row)
        }
    }
}

impl Images {
    /// A symmetry on a board. Where it is not exact, some spaces have no partner.
    pub fn new(grid: Grid, symmetry: Symmetry) -> Self {
        let (columns, rows) = (i64::from(grid.columns), i64::from(grid.rows));
        let (odd_columns, odd_rows) = (columns % 2 == 1, rows % 2 == 1);
        // The way from one side's zone to the other's goes along the shorter edge, unless a
        // mirror is exact only along the other.
        let shorter = columns < rows;
        let across = match (symmetry, grid.kind) {
            (Symmetry::Mirror, GridKind::HexFlat) if odd_columns && columns <= 48 => true,
            (Symmetry::Mirror, GridKind::HexPointy) if odd_rows && rows <= 48 => false,
            _ => shorter,
        };
        let turns: &[Turn] = match symmetry {
            Symmetry::None => &[Turn::Stay],
            Symmetry::Mirror if across => &[Turn::Stay, Turn::LeftRight],
            Symmetry::Mirror => &[Turn::Stay, Turn::UpDown],
            Symmetry::HalfTurn => &[Turn::Stay, Turn::Half],
            Symmetry::Fourfold if grid.kind.is_square() && columns == rows => &[
                Turn::Stay,
                Turn::Quarters(2),
                Turn::Quarters(1),
                Turn::Quarters(3),
            ],
            // Corners above each other first: on hexes the opposite one is farthest.
            Symmetry::Fourfold => &[Turn::Stay, Turn::UpDown, Turn::LeftRight, Turn::Half],
        };
        let mirrored = turns.contains(&Turn::LeftRight) || turns.contains(&Turn::UpDown);
        let lines = |n: i64, odd: bool| {
            // Lines that are mirrored onto each other must be staggered alike: an odd number.
            let whole = if mirrored && !odd { n - 1 } else { n };
            2 * (whole.max(1) - 1)
        };
        let middle = match grid.kind {
            GridKind::Square => (2 * (columns - 1), 2 * (rows - 1)),
            GridKind::HexFlat => {
                let x = if turns.contains(&Turn::LeftRight) {
                    lines(columns, odd_columns)
                } else {
                    2 * (columns - 1)
                };
                let y = 2 * (rows - 1) + i64::from(!mirrored && !odd_columns);
                (x, y)
            }
            GridKind::HexPointy => {
                let y = if turns.contains(&Turn::UpDown) {
                    lines(rows, odd_rows)
                } else {
                    2 * (rows - 1)
                };
                let x = 2 * (columns - 1) + i64::from(!mirrored && !odd_rows);
                (x, y)
            }
        };
        let mut images = Images {
            grid,
            turns: turns.to_vec(),
            middle,
            across,
            places: Vec::with_capacity(grid.len()),
            partnerless: Spaces::new(grid.len()),
        };
        for space in (0..grid.len() as u32).map(Space) {
            let mut place = [NOWHERE; 4];
            for (to, turn) in place.iter_mut().zip(turns) {
                match images.turned(space, *turn) {
                    Some(image) => *to = image.0,
                    None => {
                        images.partnerless.insert(space);
                    }
                }
            }
            images.places.push(place);
        }
        // What has lost one of its partners is no part of the board, nor are the others.
        let lost: Vec<Space> = images.partnerless.iter().collect();
        for space in lost {
            for image in images.places[space.index()] {
                if image != NOWHERE {
                    images.partnerless.insert(Space(image));
                }
            }
        }
        images
    }

    fn turned(&self, space: Space, turn: Turn) -> Option<Space> {
        let (x, y) = halves(&self.grid, space);
        let (w, h) = self.middle;
        let to = match turn {
            Turn::Stay => (x, y),
            Turn::LeftRight => (w - x, y),
            Turn::UpDown => (x, h - y),
            Turn::Half | Turn::Quarters(2) => (w - x, h - y),
            Turn::Quarters(1) => (w - y, x),
            Turn::Quarters(_) => (y, h - x),
        };
        space_at(&self.grid, to)
    }

    /// How many equal parts the board has.
    pub fn parts(&self) -> usize {
        self.turns.len()
    }
    /// Whether the opposite side lies left or right; else above or below.
    pub fn across(&self) -> bool {
        self.across
    }
    /// Whether every space has its partners.
    pub fn exact(&self) -> bool {
        self.partnerless.is_empty()
    }
    /// The spaces without a partner: they must be void for the board to be symmetric.
    pub fn partnerless(&self) -> &Spaces {
        &self.partnerless
    }
    /// Where a space comes to lie in one of the parts, the space itself in the first.
    pub fn image(&self, space: Space, part: usize) -> Option<Space> {
        let image = *self.places[space.index()].get(part)?;
        (image != NOWHERE).then_some(Space(image))
    }
    /// A space and its partners, each part in turn; on an axis a space is its own partner.
    pub fn all(&self, space: Space) -> impl Iterator<Item = Space> + use<> {
        let place = self.places[space.index()];
        place
            .into_iter()
            .filter(|image| *image != NOWHERE)
            .map(Space)
    }
    /// The spaces around the middle of the board: those whose partners are nearest to them.
    pub fn centre(&self) -> Space {
        let there = |space: &Space| {
            let (x, y) = halves(&self.grid, *space);
            let (dx, dy) = (2 * x - self.middle.0, 2 * y - self.middle.1);
            dx * dx + dy * dy
        };
        let all = (0..self.grid.len() as u32).map(Space);
        all.filter(|space| !self.partnerless.contains(*space))
            .min_by_key(there)
            .unwrap_or(Space(0))
    }
    /// Whether what is on the board is the same in every part: `what` is asked of each space.
    pub fn holds<T: PartialEq>(&self, what: impl Fn(Space) -> T) -> bool {
        let all = (0..self.grid.len() as u32).map(Space);
        all.filter(|space| !self.partnerless.contains(*space))
            .all(|space| self.all(space).all(|image| what(image) == what(space)))
    }
}
