//! What a symmetry does to a sheet that is painted in it.

use super::{Op, Sheet, Side};
use crate::board::{Grid, Space, Spaces, Symmetry, Use, Zone};
use crate::files::map::MOST_SEATS;
use std::collections::BTreeSet;

impl Symmetry {
    /// The spaces of the board that have no partner; none: the symmetry is exact on it.
    pub fn lacking(self, sheet: &Sheet) -> Spaces {
        let alone = sheet.spaces().filter(|s| self.lacks(sheet, *s));
        Spaces::of(sheet.grid.len(), alone)
    }
    /// Whether a space of the board has no partner.
    pub fn lacks(self, sheet: &Sheet, space: Space) -> bool {
        sheet.exists(space) && self.images(&sheet.grid, space).is_none()
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
    /// The seat that stands in another part where this one stands in its own.
    pub fn seat(self, seat: u8, part: usize) -> u8 {
        let (seat, parts) = (usize::from(seat.max(1) - 1), self.parts());
        let (block, within) = (seat / parts * parts, seat % parts);
        (block + self.part(within, part)) as u8 + 1
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
        for part in 0..self.parts() {
            let there = self.seat(seat, part);
            let spaces = Spaces::of(sheet.grid.len(), images.iter().map(|i| i[part]));
            let same = |z: &Zone| z.kind == own.kind && z.seat == Some(there);
            let number = match sheet.zones.iter().position(same) {
                _ if there == seat => zone,
                Some(found) => found,
                // there may be no such zone yet
                None if own.kind != Use::Objective && join && there <= MOST_SEATS => {
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
