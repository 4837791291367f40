//! Where the tiles of a Tiled map lie on our grid.

use super::super::sketch::{SizeFault, check_size};
use super::super::snap::{Lattice, Point};
use super::doc::{Content, Doc};
use super::meaning::place;
use crate::board::{Grid, GridKind, Space, Stagger};
use crate::source::as_text;

/// Where the tiles of the file lie on the board.
pub(super) struct Frame {
    /// The first tile of the board.
    pub origin: (i64, i64),
    /// For diamonds: the least of both diagonals, and whether even rows lie further.
    pub diamond: Option<((i64, i64), bool, bool)>,
    pub grid: Grid,
    pub lattice: Lattice,
    pub tile: Point,
}

impl Frame {
    pub fn space(&self, column: i64, row: i64) -> Option<Space> {
        match self.diamond {
            None => self.grid.at(column - self.origin.0, row - self.origin.1),
            Some((least, axis_x, even)) => {
                let (u, v) = diagonal(column, row, axis_x, even);
                self.grid.at(u - least.0, v - least.1)
            }
        }
    }

    /// A point of the file in the units of the lattice.
    pub fn point(&self, p: Point) -> Point {
        match self.diamond {
            None => (
                p.0 - self.origin.0 as f64 * self.lattice.step.0,
                p.1 - self.origin.1 as f64 * self.lattice.step.1,
            ),
            Some((least, _, even)) => {
                let x = p.0 / (self.tile.0 / 2.0) - 1.0;
                let y = p.1 / (self.tile.1 / 2.0) - 1.0;
                let half = if even { -0.5 } else { 0.0 };
                (
                    (x + y) / 2.0 + half - least.0 as f64 + 0.5,
                    (y - x) / 2.0 + half - least.1 as f64 + 0.5,
                )
            }
        }
    }
}

/// Where a staggered diamond lies when the map is turned by an eighth.
pub(super) fn diagonal(column: i64, row: i64, axis_x: bool, even: bool) -> (i64, i64) {
    let further = |n: i64| i64::from((n.rem_euclid(2) == 0) == even);
    let (x, y) = match axis_x {
        true => (column, 2 * row + further(column)),
        false => (2 * column + further(row), row),
    };
    ((x + y).div_euclid(2), (y - x).div_euclid(2))
}

/// A shape or size that no board has.
#[derive(Debug, thiserror::Error)]
pub(super) enum FrameFault {
    #[error("{0}")]
    Size(#[from] SizeFault),
    #[error("{0} after its diamonds became squares")]
    Diamonds(SizeFault),
    #[error("orientation {0:?} is unknown; known: orthogonal, isometric, staggered, hexagonal")]
    Orientation(String),
}

as_text!(FrameFault);

/// The first tile of the board, and its size in columns and rows: of an endless map as far as there
/// are tiles.
fn extent(doc: &Doc) -> ((i64, i64), (u64, u64)) {
    let whole = ((0, 0), (u64::from(doc.size.0), u64::from(doc.size.1)));
    if !doc.infinite {
        return whole;
    }
    let chunks = doc.layers.iter().flat_map(|l| match &l.what {
        Content::Tiles(chunks) => chunks.as_slice(),
        _ => &[],
    });
    let (mut low, mut high) = ((i64::MAX, i64::MAX), (i64::MIN, i64::MIN));
    for chunk in chunks {
        for (i, _) in chunk.tiles.iter().enumerate().filter(|(_, t)| **t != 0) {
            let (x, y) = place(chunk, i);
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x), high.1.max(y));
        }
    }
    match high.0 >= low.0 {
        true => (
            low,
            ((high.0 - low.0 + 1) as u64, (high.1 - low.1 + 1) as u64),
        ),
        false => whole,
    }
}

/// The least of both diagonals of a staggered map, and its size when it is turned by an eighth.
fn turned(doc: &Doc, origin: (i64, i64), (columns, rows): (u32, u32)) -> ((i64, i64), (u64, u64)) {
    let (mut low, mut high) = ((i64::MAX, i64::MAX), (i64::MIN, i64::MIN));
    let (w, h) = (i64::from(columns), i64::from(rows));
    for (x, y) in [0, 1, w - 2, w - 1]
        .into_iter()
        .flat_map(|x| [0, 1, h - 2, h - 1].map(|y| (x.clamp(0, w - 1), y.clamp(0, h - 1))))
    {
        let (u, v) = diagonal(origin.0 + x, origin.1 + y, doc.axis_x, doc.index_even);
        low = (low.0.min(u), low.1.min(v));
        high = (high.0.max(u), high.1.max(v));
    }
    let size = ((high.0 - low.0 + 1) as u64, (high.1 - low.1 + 1) as u64);
    (low, size)
}

/// Shape and size of the board.
pub(super) fn frame(doc: &Doc) -> Result<Frame, FrameFault> {
    let (origin, size) = extent(doc);
    let (columns, rows) = check_size(size.0, size.1)?;
    let tile = (doc.tile.0.max(1.0), doc.tile.1.max(1.0));
    let grid = |kind, stagger, columns, rows| Grid {
        kind,
        stagger,
        columns,
        rows,
    };
    let square = grid(GridKind::Square, Stagger::Even, columns, rows);
    let square = match doc.props.get("stagger").map(String::as_str) {
        Some("odd") => Grid {
            stagger: Stagger::Odd,
            ..square
        },
        _ => square,
    };
    let plain = |lattice: Lattice| Frame {
        origin,
        diamond: None,
        grid: lattice.grid,
        lattice,
        tile,
    };
    let squares = |space: Point| {
        plain(Lattice {
            grid: square,
            space,
            step: space,
            shift: (0.0, 0.0),
        })
    };
    match doc.orientation.as_str() {
        "orthogonal" | "oblique" => Ok(squares(tile)),
        "isometric" => Ok(squares((tile.1, tile.1))),
        "hexagonal" => {
            let along = if doc.axis_x { origin.0 } else { origin.1 };
            let even = doc.index_even != (along.rem_euclid(2) == 1);
            let stagger = if even { Stagger::Odd } else { Stagger::Even };
            let side = doc.hexside.clamp(0.0, 1e6);
            let lattice = if doc.axis_x {
                Lattice {
                    grid: grid(GridKind::HexFlat, stagger, columns, rows),
                    space: tile,
                    step: ((tile.0 + side) / 2.0, tile.1),
                    shift: (0.0, tile.1 / 2.0),
                }
            } else {
                Lattice {
                    grid: grid(GridKind::HexPointy, stagger, columns, rows),
                    space: tile,
                    step: (tile.0, (tile.1 + side) / 2.0),
                    shift: (tile.0 / 2.0, 0.0),
                }
            };
            Ok(plain(lattice))
        }
        "staggered" => {
            let (low, size) = turned(doc, origin, (columns, rows));
            let (columns, rows) = check_size(size.0, size.1).map_err(FrameFault::Diamonds)?;
            let grid = grid(GridKind::Square, Stagger::Even, columns, rows);
            Ok(Frame {
                origin,
                diamond: Some((low, doc.axis_x, doc.index_even)),
                grid,
                lattice: Lattice::squares(grid),
                tile,
            })
        }
        other => Err(FrameFault::Orientation(other.to_owned())),
    }
}
