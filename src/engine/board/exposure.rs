//! How much places are seen from others.

use super::{Board, Sight, Space, Spaces};

/// How many of some spots see a space.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Exposure {
    /// Those that see it without cover.
    pub clear: u32,
    /// Those that see it in cover.
    pub covered: u32,
}

impl Exposure {
    fn count(&mut self, sight: Sight) {
        match sight {
            Sight::Clear => self.clear += 1,
            Sight::Cover => self.covered += 1,
            Sight::Blocked => {}
        }
    }
}

impl Board {
    /// How much a space is seen from some spots, its own cover counted ([`Board::sight`]).
    pub fn exposure(&self, at: Space, spots: &[Space]) -> Exposure {
        let mut exposure = Exposure::default();
        let sights = spots.iter().map(|spot| self.sight(*spot, at));
        sights.for_each(|sight| exposure.count(sight));
        exposure
    }

    /// The same for all spaces of a zone: an entry for each space of the board, zeros outside of it.
    pub fn exposures(&self, zone: &Spaces, spots: &[Space]) -> Vec<Exposure> {
        let mut all = vec![Exposure::default(); self.len()];
        let lines = spots.iter().map(|spot| self.kept_lines(*spot));
        let Some(lines) = lines.collect::<Option<Vec<_>>>() else {
            zone.iter()
                .for_each(|at| all[at.index()] = self.exposure(at, spots));
            return all;
        };
        for (at, covered) in lines.into_iter().flat_map(|lines| lines.seen(zone)) {
            let covered = covered || self.covering().contains(at);
            all[at.index()].count(if covered { Sight::Cover } else { Sight::Clear });
        }
        all
    }
}
