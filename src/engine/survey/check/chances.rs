//! Findings about a start that favours a side or spoils the battle: sight, contact, cover.

use super::{FindingId, Survey};
use crate::board::{Gait, Sight};
use crate::survey::pace::LOPSIDED;
use crate::survey::ways::gap;

/// Percentage of pairs of deployment spaces in clear sight of each other that spoils a start.
const EXPOSED: usize = 25;
/// Percentage of covered ground below which a battle is a shooting match in the open.
const BARE: usize = 3;

impl Survey<'_> {
    /// Sides that can shoot at each other before the first move.
    pub(super) fn openings(&mut self) {
        let mut found = Vec::new();
        let (grid, shot) = (self.board.grid(), self.pace.shot);
        for (i, (seat, zone)) in self.zones.iter().enumerate() {
            for (other, facing) in &self.zones[i + 1..] {
                let (ours, theirs) = (self.sample(zone), self.sample(facing));
                let mut seen = 0;
                for a in &ours {
                    let near = theirs.iter().filter(|b| grid.distance(*a, **b) <= shot);
                    seen += near
                        .filter(|b| self.board.line(*a, **b) == Sight::Clear)
                        .count();
                }
                let pairs = ours.len() * theirs.len();
                if pairs > 0 && seen * 100 > pairs * EXPOSED {
                    let share = seen * 100 / pairs;
                    let what = format!(
                        "{share} % of the pairs of their deployment spaces see each other within {shot} spaces"
                    );
                    found.push((format!("seats {seat} and {other}"), what));
                }
            }
        }
        for (place, what) in found {
            self.warn(
                FindingId::StartExposed,
                place,
                what,
                "move the zones apart, or block the line of sight between them",
            );
        }
    }

    /// Whether battles can happen in the rounds there are.
    pub(super) fn contact(&mut self) {
        let far = self.pace.farthest();
        let mut found = Vec::new();
        for (i, (seat, zone)) in self.zones.iter().enumerate() {
            let ours = self.ground(zone);
            let costs = self.opened.field(&ours, 1, Gait::Walk);
            // Each seat must get at somebody; of the first two, at the other.
            let others = self.zones.iter().enumerate().filter(|(j, _)| match i {
                0 => *j == 1,
                1 => false,
                _ => *j != i,
            });
            let nearest = others
                .filter_map(|(_, (other, facing))| {
                    let theirs = self.ground(facing);
                    let cost = theirs
                        .iter()
                        .map(|s| costs[s.index()])
                        .min()
                        .filter(|c| *c != u32::MAX)?;
                    Some((cost, gap(self.board.grid(), &ours, &theirs), *other))
                })
                .min();
            let Some((cost, gap, other)) = nearest else {
                continue;
            };
            let place = format!("seats {seat} and {other}");
            if gap > far {
                let what =
                    format!("their deployment zones are {gap} spaces apart, more than {far}");
                found.push((
                    FindingId::ZonesFar,
                    place.clone(),
                    what,
                    "move them closer together, or play more rounds",
                ));
            }
            let round = cost
                .saturating_sub(1)
                .div_ceil(self.pace.movement.max(1))
                .max(1);
            if round + 2 > self.pace.rounds {
                let what = format!(
                    "the slowest figures on foot ({} spaces a round) reach the other side only in round {round} of {}",
                    self.pace.movement, self.pace.rounds
                );
                found.push((
                    FindingId::ContactLate,
                    place,
                    what,
                    "move the zones closer together, clear a road between them, or play more rounds",
                ));
            }
        }
        for (id, place, what, mend) in found {
            self.warn(id, place, what, mend);
        }
    }

    /// The first two sides have much more or less cover on the ground they reach first, or both
    /// have hardly any.
    pub(super) fn cover(&mut self) {
        let [first, second, ..] = &self.measured.sides[..] else {
            return;
        };
        let (a, b) = (first.cover, second.cover);
        if first.spaces == 0 || second.spaces == 0 {
            return;
        }
        let what =
            format!("seat 1 has cover on {a} % of the ground it reaches first, seat 2 on {b} %");
        if a.abs_diff(b) > LOPSIDED {
            let poor = if a < b { 1 } else { 2 };
            self.warn(
                FindingId::CoverOneSide,
                "seats 1 and 2",
                what,
                format!("add cover near seat {poor}, or remove some near the other seat"),
            );
        } else if a.max(b) < BARE {
            self.warn(
                FindingId::CoverLittle,
                "seats 1 and 2",
                what,
                format!("add woods, rocks, fences or hedges until both have cover on {BARE} %"),
            );
        }
    }
}
