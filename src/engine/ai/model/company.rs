//! Friends and enemies around a group that is about to move.

use super::table::Table;
use crate::battle::Fig;
use crate::board::Space;
use smallvec::SmallVec;
use std::cell::OnceCell;

/// Friends and enemies around a group that is about to move.
#[derive(Clone)]
pub struct Company {
    own: f64,
    /// What counts as near.
    reach: u32,
    /// Points of the friends, itself among them, and of the enemies near all its places.
    near: [f64; 2],
    /// Figures near some of its places: friends (0) and enemies (1).
    maybe: SmallVec<[(Fig, usize); 16]>,
    /// Points near each of its places, once somebody has asked.
    each: OnceCell<Vec<[f64; 2]>>,
}

impl Company {
    /// Finds the figures near a group wherever it goes, and those that may be.
    pub fn around(table: &Table, lead: Fig, members: &[Fig], pace: u32) -> Company {
        let at = table.figure(lead).at;
        let own: f64 = members.iter().map(|f| table.figure(*f).worth).sum();
        let mut company = Company {
            own,
            reach: 2 * pace.clamp(3, 6),
            near: [own, 0.0],
            maybe: SmallVec::new(),
            each: OnceCell::new(),
        };
        for (side, list) in [&table.friends, &table.foes].into_iter().enumerate() {
            for fig in list.iter().filter(|f| !members.contains(f)) {
                let figure = table.figure(*fig);
                let gap = u32::from(figure.far[at.index()]);
                if gap + pace <= company.reach {
                    company.near[side] += figure.worth;
                } else if gap <= company.reach + pace {
                    company.maybe.push((*fig, side));
                }
            }
        }
        company
    }

    /// The cost of having more enemies than friends near, in points.
    pub fn alone(&self, table: &Table, anchor: Space) -> f64 {
        let mut near = self.near;
        for (fig, side) in &self.maybe {
            let figure = table.figure(*fig);
            if u32::from(figure.far[anchor.index()]) <= self.reach {
                near[*side] += figure.worth;
            }
        }
        self.outnumbered(near)
    }

    /// Whether nowhere can be more points of enemies near than of friends.
    pub fn never_outnumbered(&self, table: &Table) -> bool {
        let foes = self.maybe.iter().filter(|(_, side)| *side == 1);
        let most = foes.fold(self.near[1], |most, (foe, _)| {
            most + table.figure(*foe).worth
        });
        most <= self.near[0]
    }

    /// Points of the friends and of the enemies near each of all its places: what
    /// [`Company::alone`] adds up, figure by figure.
    pub fn each(&self, table: &Table, places: &[Space]) -> &[[f64; 2]] {
        self.each.get_or_init(|| {
            let mut each = vec![self.near; places.len()];
            for (fig, side) in &self.maybe {
                let figure = table.figure(*fig);
                let (far, worth, side) = (&figure.far[..], figure.worth, *side);
                let reach = self.reach.min(u32::from(u16::MAX)) as u16;
                for (i, sums) in each.iter_mut().enumerate() {
                    if far[places[i].index()] <= reach {
                        sums[side] += worth;
                    }
                }
            }
            each
        })
    }

    /// The cost with these points of friends and enemies near.
    pub fn outnumbered(&self, [friends, foes]: [f64; 2]) -> f64 {
        if foes <= friends {
            return 0.0;
        }
        self.own * (foes - friends) / (foes + friends)
    }
}
