//! The harm that one enemy does if it uses all actions that its side shares.

use super::cache::Cache;
use super::figure::{repeated, sees};
use super::table::Table;
use super::threat::{Threat, ways};
use crate::battle::{Fig, Menace, Mode, Range};
use crate::board::{Sight, Space};

impl Threat {
    /// The share of a friend on these spaces that it destroys with all actions of its side: from
    /// where it stands, or with what a move leaves.
    pub fn harm_alone(
        &self,
        table: &Table,
        cache: &mut Cache,
        friend: Fig,
        spaces: &[Space],
    ) -> f64 {
        if self.menace == Menace::None {
            return 0.0;
        }
        let (foe, target) = (table.figure(self.foe), table.figure(friend));
        let gap = foe.gap(spaces);
        let mut most: f64 = 0.0;
        let mut consider = |mode: &Mode, sight, times, gap| {
            if mode.range != Range::Touch || !target.aloft {
                let chance = table.chance_at(cache, self.foe, friend, mode.how, sight, gap);
                most = most.max(repeated(chance.harm(), times));
            }
        };
        if foe.on {
            for mode in ways(foe, self.menace == Menace::Moving) {
                if let Some(sight) = sees(table.board, mode, &foe.spaces, spaces, gap, foe.arc) {
                    consider(mode, sight, mode.times, gap);
                }
            }
        }
        let near = gap.min(2).max(gap.saturating_sub(self.pace));
        let covered = spaces.iter().all(|s| table.board.terrain(*s).cover);
        for zone in self.after_a_move().iter().filter(|z| z.meets(spaces)) {
            let sight = match covered && (zone.mode.sight || !foe.on) {
                true => Sight::Cover,
                false => Sight::Clear,
            };
            // From off the board it acts once.
            let times = if foe.on { zone.times } else { 1 };
            consider(&zone.mode, sight, times, near);
        }
        most
    }
}
