//! Symmetries a map can be painted in.

use super::{Op, Sheet, Side};
use crate::board::{Grid, GridKind, Motion, Space, Spaces, Use};
use std::collections::BTreeSet;

/// What a map is to look like from another side.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
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
}

impl Symmetry {
    /// All of them.
    pub const ALL: [Symmetry; 6] = [
        Symmetry::None,
        Symmetry::LeftRight,
        Symmetry::TopBottom,
        Symmetry::HalfTurn,
        Symmetry::Both,
        Symmetry::QuarterTurn,
    ];
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::LeftRight => "mirror left-right",
            Symmetry::TopBottom => "mirror top-bottom",
            Symmetry::HalfTurn => "half-turn",
            Symmetry::Both => "both mirrors",
            Symmetry::QuarterTurn => "four-fold",
        }
    }
    /// Whether boards of this kind can have it at all.
    pub fn suits(self, kind: GridKind) -> bool {
        self != Symmetry::QuarterTurn || kind.is_square()
    }
    /// Where a space is taken, itself first; none: some image of it lies outside the board.
    pub fn images(self, grid: &Grid, space: Space) -> Option<Vec<Space>> {
        let by = |motion, space| grid.moved(motion, space);
        Some(match self {
            Symmetry::None => vec![space],
            Symmetry::LeftRight => vec![space, by(Motion::LeftRight, space)?],
            Symmetry::TopBottom => vec![space, by(Motion::TopBottom, space)?],
            Symmetry::HalfTurn => vec![space, by(Motion::HalfTurn, space)?],
            Symmetry::Both => {
                let across = by(Motion::LeftRight, space)?;
                let (down, both) = (
                    by(Motion::TopBottom, space)?,
                    by(Motion::TopBottom, across)?,
                );
                vec![space, across, down, both]
            }
            Symmetry::QuarterTurn => {
                let one = by(Motion::QuarterTurn, space)?;
                let two = by(Motion::QuarterTurn, one)?;
                vec![space, one, two, by(Motion::QuarterTurn, two)?]
            }
        })
    }
    /// The spaces of the board that have no partner; none: the symmetry is exact on it.
    pub fn lacking(self, sheet: &Sheet) -> Spaces {
        let alone = |s: &Space| sheet.exists(*s) && self.images(&sheet.grid, *s).is_none();
        Spaces::of(sheet.grid.len(), sheet.spaces().filter(alone))
    }
    /// What makes it exact: the spaces without a partner become void.
    pub fn trim(self, sheet: &Sheet) -> Op {
        Op::Ground {
            kind: "void".to_owned(),
            on: self.lacking(sheet),
        }
    }
    /// Spaces with all their images; those without a partner are left out.
    pub fn spread(self, grid: &Grid, spaces: &Spaces) -> Spaces {
        if self == Symmetry::None {
            return spaces.clone();
        }
        let images = spaces.iter().filter_map(|s| self.images(grid, s));
        Spaces::of(grid.len(), images.flatten())
    }
    /// Sides with all their images.
    pub fn spread_sides(self, grid: &Grid, sides: &BTreeSet<Side>) -> BTreeSet<Side> {
        let mut all = BTreeSet::new();
        for (a, b) in sides {
            let images = (self.images(grid, Space(*a)), self.images(grid, Space(*b)));
            if let (Some(a), Some(b)) = images {
                let pairs = a.into_iter().zip(b);
                all.extend(pairs.map(|(a, b)| (a.0.min(b.0), a.0.max(b.0))));
            }
        }
        all
    }
    /// The seat that stands where image number `image` of a seat's zone lies.
    fn seat(self, seat: u8, image: u8) -> u8 {
        let (block, within) = ((seat - 1) / 4 * 4, (seat - 1) % 4);
        let turned = match self {
            Symmetry::QuarterTurn => (within + image) % 4,
            _ => within ^ image,
        };
        block + turned + 1
    }
    /// What lets spaces join a zone, or leave it, and their images the zones of those who stand
    /// there (`swap`), or the same zone.
    pub fn zoned(self, sheet: &Sheet, zone: usize, join: bool, on: &Spaces, swap: bool) -> Vec<Op> {
        let of = |zone, on| Op::Zone { zone, join, on };
        let Some(own) = sheet.zones.get(zone) else {
            return Vec::new();
        };
        let Some(seat) = own.seat.filter(|_| swap && self != Symmetry::None) else {
            return vec![of(zone, self.spread(&sheet.grid, on))];
        };
        let images: Vec<Vec<Space>> = on
            .iter()
            .filter_map(|s| self.images(&sheet.grid, s))
            .collect();
        let (mut ops, mut zones) = (Vec::new(), sheet.zones.len());
        let many = images.first().map_or(0, Vec::len);
        for image in 0..many {
            let there = self.seat(seat, image as u8);
            let spaces = Spaces::of(sheet.grid.len(), images.iter().map(|i| i[image]));
            let same = |z: &crate::board::Zone| z.kind == own.kind && z.seat == Some(there);
            let number = match sheet.zones.iter().position(same) {
                _ if there == seat => zone,
                Some(found) => found,
                // there may be no such zone yet
                None if own.kind != Use::Objective && join => {
                    ops.push(Op::NewZone {
                        kind: own.kind,
                        seat: Some(there),
                    });
                    zones += 1;
                    zones - 1
                }
                None => continue,
            };
            ops.push(of(number, spaces));
        }
        ops
    }
}
