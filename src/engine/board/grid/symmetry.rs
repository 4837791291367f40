//! Ways in which a board is the same all over again, exact to the space.

use super::mirror::Motion::{self, LeftRight, QuarterTurn, SixthTurn, ThirdTurn, TopBottom};
use super::{Grid, GridKind, Stagger};
use crate::board::{Space, Spaces};
use serde::{Deserialize, Serialize};

/// What a board is to look like from another side.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub enum Symmetry {
    /// Anything.
    #[default]
    None,
    /// Left is the mirror image of right.
    LeftRight,
    /// Top is the mirror image of bottom.
    TopBottom,
    /// Half a turn changes nothing.
    HalfTurn,
    /// Both mirrors.
    Both,
    /// A quarter of a turn changes nothing; squares only.
    QuarterTurn,
    /// A third of a turn changes nothing; hexes only.
    ThirdTurn,
    /// A sixth of a turn changes nothing; hexes only.
    SixthTurn,
}

impl Symmetry {
    /// All of them.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::None,
        Symmetry::LeftRight,
        Symmetry::TopBottom,
        Symmetry::HalfTurn,
        Symmetry::Both,
        Symmetry::QuarterTurn,
        Symmetry::ThirdTurn,
        Symmetry::SixthTurn,
    ];
    /// Words that leave open which of two is meant: the board settles it.
    pub const LOOSE: [&str; 2] = ["mirror", "fourfold"];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::LeftRight => "mirror-left-right",
            Symmetry::TopBottom => "mirror-top-bottom",
            Symmetry::HalfTurn => "half-turn",
            Symmetry::Both => "both-mirrors",
            Symmetry::QuarterTurn => "quarter-turn",
            Symmetry::ThirdTurn => "third-turn",
            Symmetry::SixthTurn => "sixth-turn",
        }
    }
    /// What it is called where there is room.
    pub fn words(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::LeftRight => "mirror left-right",
            Symmetry::TopBottom => "mirror top-bottom",
            Symmetry::HalfTurn => "half-turn",
            Symmetry::Both => "both mirrors",
            Symmetry::QuarterTurn => "quarter turns",
            Symmetry::ThirdTurn => "thirds of a turn",
            Symmetry::SixthTurn => "sixths of a turn",
        }
    }
    /// The one a word means on a board: `mirror` takes the axis that is exact, else the one
    /// across the shorter edges; `fourfold` quarter turns on squares as wide as high, else both
    /// mirrors.
    pub fn named(word: &str, grid: &Grid) -> Option<Symmetry> {
        let known = Symmetry::ALL.into_iter().find(|s| s.name() == word);
        known.or(match word {
            "mirror" => {
                let exact_across = grid.kind == GridKind::HexFlat && grid.columns % 2 == 1;
                let exact_down = grid.kind == GridKind::HexPointy && grid.rows % 2 == 1;
                let across = match () {
                    () if exact_across && grid.columns <= 48 => true,
                    () if exact_down && grid.rows <= 48 => false,
                    () => grid.columns < grid.rows,
                };
                Some(if across {
                    Symmetry::LeftRight
                } else {
                    Symmetry::TopBottom
                })
            }
            "fourfold" if grid.kind.is_square() && grid.columns == grid.rows => {
                Some(Symmetry::QuarterTurn)
            }
            "fourfold" => Some(Symmetry::Both),
            _ => None,
        })
    }
    /// Whether boards of this kind can have it at all.
    pub fn suits(self, kind: GridKind) -> bool {
        match self {
            Symmetry::QuarterTurn => kind.is_square(),
            Symmetry::ThirdTurn | Symmetry::SixthTurn => !kind.is_square(),
            _ => true,
        }
    }
    /// What takes the board to each of its equal parts, itself first, the opposite one next.
    fn ways(self) -> &'static [&'static [Motion]] {
        match self {
            Symmetry::None => &[&[]],
            Symmetry::LeftRight => &[&[], &[LeftRight]],
            Symmetry::TopBottom => &[&[], &[TopBottom]],
            Symmetry::HalfTurn => &[&[], &[Motion::HalfTurn]],
            // corners above each other first: on hexes the opposite one is farthest
            Symmetry::Both => &[&[], &[TopBottom], &[LeftRight], &[LeftRight, TopBottom]],
            Symmetry::QuarterTurn => &[
                &[],
                &[QuarterTurn, QuarterTurn],
                &[QuarterTurn],
                &[QuarterTurn, QuarterTurn, QuarterTurn],
            ],
            Symmetry::ThirdTurn => &[&[], &[ThirdTurn], &[ThirdTurn; 2]],
            Symmetry::SixthTurn => &[
                &[],
                &[SixthTurn; 3],
                &[SixthTurn],
                &[SixthTurn; 4],
                &[SixthTurn; 2],
                &[SixthTurn; 5],
            ],
        }
    }
    /// How many equal parts a board has.
    pub fn parts(self) -> usize {
        self.ways().len()
    }
    /// The part that a part becomes when the board is taken to another.
    pub fn part(self, part: usize, by: usize) -> usize {
        // how many turns make each part
        let turns: &[usize] = match self {
            Symmetry::QuarterTurn => &[0, 2, 1, 3],
            Symmetry::ThirdTurn => &[0, 1, 2],
            Symmetry::SixthTurn => &[0, 3, 1, 4, 2, 5],
            _ => return part ^ by,
        };
        let sum = (turns[part] + turns[by]) % turns.len();
        turns.iter().position(|n| *n == sum).unwrap_or(0)
    }
    /// The image of a space in one of the parts; `None` if it is outside the board.
    pub fn image(self, grid: &Grid, space: Space, part: usize) -> Option<Space> {
        let way = self.ways()[part].iter();
        way.copied()
            .try_fold(space, |at, motion| grid.moved(motion, at))
    }
    /// Where a space is taken, itself first; none: some image of it lies outside the board.
    pub fn images(self, grid: &Grid, space: Space) -> Option<Vec<Space>> {
        (0..self.parts())
            .map(|part| self.image(grid, space, part))
            .collect()
    }
}

/// A symmetry on a board: where each space comes to lie, as a table.
#[derive(Clone, Debug)]
pub struct Images {
    grid: Grid,
    symmetry: Symmetry,
    /// For each space its image in every part.
    places: Vec<u32>,
    partnerless: Spaces,
}

const NOWHERE: u32 = u32::MAX;

impl Images {
    /// A symmetry on a board. Where it is not exact, some spaces have no partner.
    pub fn new(grid: Grid, symmetry: Symmetry) -> Self {
        let parts = symmetry.parts();
        let mut places = Vec::with_capacity(grid.len() * parts);
        let mut partnerless = Spaces::new(grid.len());
        for space in (0..grid.len() as u32).map(Space) {
            for part in 0..parts {
                let image = symmetry.image(&grid, space, part);
                places.push(image.map_or(NOWHERE, |s| s.0));
                if image.is_none() {
                    partnerless.insert(space);
                }
            }
        }
        // What has lost one of its partners is no part of the board, nor are the others.
        let lost: Vec<Space> = partnerless.iter().collect();
        for space in lost {
            for image in &places[space.index() * parts..][..parts] {
                if *image != NOWHERE {
                    partnerless.insert(Space(*image));
                }
            }
        }
        Images {
            grid,
            symmetry,
            places,
            partnerless,
        }
    }

    /// How many equal parts the board has.
    pub fn parts(&self) -> usize {
        self.symmetry.parts()
    }
    /// Whether the opposite side lies left or right; else above or below.
    pub fn across(&self) -> bool {
        match self.symmetry {
            Symmetry::LeftRight => true,
            Symmetry::TopBottom => false,
            _ => self.grid.columns < self.grid.rows,
        }
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
        let image = *self.of(space).get(part)?;
        (image != NOWHERE).then_some(Space(image))
    }
    fn of(&self, space: Space) -> &[u32] {
        let parts = self.parts();
        &self.places[space.index() * parts..][..parts]
    }
    /// A space and its partners, each part in turn; on an axis a space is its own partner.
    pub fn all(&self, space: Space) -> impl Iterator<Item = Space> + '_ {
        let there = self.of(space).iter().filter(|image| **image != NOWHERE);
        there.map(|image| Space(*image))
    }
    /// The spaces around the middle of the board: those whose partners are nearest to them.
    pub fn centre(&self) -> Space {
        let middle = self.middle();
        let there = |space: &Space| {
            let (x, y) = halves(&self.grid, *space);
            let (dx, dy) = (2 * x - middle.0, 2 * y - middle.1);
            dx * dx + dy * dy
        };
        let all = (0..self.grid.len() as u32).map(Space);
        all.filter(|space| !self.partnerless.contains(*space))
            .min_by_key(there)
            .unwrap_or(Space(0))
    }
    /// Twice the middle of the board, in half spaces, across and down.
    fn middle(&self) -> (i64, i64) {
        let (columns, rows) = (i64::from(self.grid.columns), i64::from(self.grid.rows));
        let (left_right, mirrored) = match self.symmetry {
            Symmetry::None | Symmetry::HalfTurn | Symmetry::QuarterTurn => (false, false),
            Symmetry::ThirdTurn | Symmetry::SixthTurn => {
                let (x, y) = halves(&self.grid, self.grid.middle());
                return (2 * x, 2 * y);
            }
            Symmetry::LeftRight | Symmetry::Both => (true, true),
            Symmetry::TopBottom => (false, true),
        };
        let top_bottom = mirrored && self.symmetry != Symmetry::LeftRight;
        // Lines that are mirrored onto each other must be staggered alike: an odd number.
        let lines = |n: i64, mirrored: bool| match mirrored && n % 2 == 0 {
            true => 2 * (n - 2).max(0),
            false => 2 * (n - 1),
        };
        let even = |n: i64| i64::from(!mirrored && n % 2 == 0);
        match self.grid.kind {
            GridKind::Square if self.symmetry == Symmetry::QuarterTurn => {
                let n = columns.min(rows);
                (2 * (n - 1), 2 * (n - 1))
            }
            GridKind::Square => (2 * (columns - 1), 2 * (rows - 1)),
            GridKind::HexFlat => (lines(columns, left_right), 2 * (rows - 1) + even(columns)),
            GridKind::HexPointy => (2 * (columns - 1) + even(rows), lines(rows, top_bottom)),
        }
    }
    /// Whether what is on the board is the same in every part: `what` is asked of each space.
    pub fn holds<T: PartialEq>(&self, what: impl Fn(Space) -> T) -> bool {
        let all = (0..self.grid.len() as u32).map(Space);
        all.filter(|space| !self.partnerless.contains(*space))
            .all(|space| self.all(space).all(|image| what(image) == what(space)))
    }
}

/// Where a space lies, in half spaces, so that staggered lines have whole coordinates too.
fn halves(grid: &Grid, space: Space) -> (i64, i64) {
    let (column, row) = (i64::from(grid.column(space)), i64::from(grid.row(space)));
    let shift = |line: i64| match grid.stagger {
        Stagger::Even => line & 1,
        Stagger::Odd => 1 - (line & 1),
    };
    match grid.kind {
        GridKind::Square => (2 * column, 2 * row),
        GridKind::HexFlat => (2 * column, 2 * row + shift(column)),
        GridKind::HexPointy => (2 * column + shift(row), 2 * row),
    }
}
