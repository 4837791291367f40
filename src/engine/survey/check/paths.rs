//! Findings about ground that cannot be reached, or only by one path.

use super::opening::{Search, doors, remedy};
use super::{FindingId, Severity, Survey, counted, listed, title};
use crate::board::{Board, Change, Damage, Space, Spaces, Zone};
use crate::survey::ways::groups;
use std::collections::BTreeMap;

type Found = ((Severity, FindingId), String, String, String);

impl Survey<'_> {
    /// Every zone must be in reach of the others, best without opening a door.
    pub(super) fn connections(&mut self) {
        let (shut, _) = groups(self.board);
        let (open, _) = groups(&self.opened);
        let Some((home, first)) = self.zones.first().copied() else {
            return;
        };
        let of = |zone: &Zone, group: &[u32]| -> Vec<u32> {
            let mut found: Vec<u32> = self.ground(zone).iter().map(|s| group[s.index()]).collect();
            found.sort_unstable();
            found.dedup();
            found
        };
        let meet = |a: &[u32], b: &[u32]| a.iter().any(|g| b.contains(g));
        let (home_open, home_shut) = (of(first, &open), of(first, &shut));
        let mut found: Vec<Found> = Vec::new();
        for (seat, zone) in self.zones.iter().filter(|_| !self.can_be_sailed()) {
            found.extend(self.cut_off(*seat, zone, &open));
        }
        for zone in &self.board.map().zones {
            let (here_open, here_shut) = (of(zone, &open), of(zone, &shut));
            if std::ptr::eq(zone, first) || here_open.is_empty() || home_open.is_empty() {
                continue;
            }
            let place = listed(self.board, &zone.spaces);
            let (from, to) = (self.ground(first), self.ground(zone));
            if !meet(&home_open, &here_open) {
                let way = Search::new(&self.opened).between(&from, &to);
                let way = way.map(|way| remedy(&self.opened, &way));
                found.push((
                    (Severity::Error, FindingId::ZoneUnreachable),
                    place,
                    format!("{} cannot be reached from seat {home}", title(zone)),
                    format!("open a path: {}", way.unwrap_or_default()),
                ));
            } else if !meet(&home_shut, &here_shut) {
                let search = Search {
                    cost: doors,
                    ..Search::new(self.board)
                };
                let way = search.between(&from, &to);
                let way = way.map(|way| remedy(self.board, &way));
                found.push((
                    (Severity::Warning, FindingId::ZoneBehindDoors),
                    place,
                    format!(
                        "{} can be reached from seat {home} only through shut doors",
                        title(zone)
                    ),
                    format!("{}, or make a gap", way.unwrap_or_default()),
                ));
            }
        }
        for (kind, place, what, mend) in found {
            self.find(kind, place, what, mend);
        }
    }

    /// A zone with parts that are not connected to its largest part.
    fn cut_off(&self, seat: u8, zone: &Zone, group: &[u32]) -> Option<Found> {
        let ground = self.ground(zone);
        let mut parts: BTreeMap<u32, Spaces> = BTreeMap::new();
        let none = || Spaces::new(self.board.grid().len());
        for space in ground.iter() {
            let part = parts.entry(group[space.index()]).or_insert_with(none);
            part.insert(space);
        }
        let mut parts: Vec<Spaces> = parts.into_values().collect();
        parts.sort_by_key(|part| std::cmp::Reverse(part.count()));
        let mut rest = ground.clone();
        rest.subtract(parts.first()?);
        let count = rest.count();
        if count == 0 {
            return None;
        }
        let way = Search::new(&self.opened).joining(parts);
        let way = way.map(|way| remedy(&self.opened, &way));
        Some((
            (Severity::Warning, FindingId::ZoneSplit),
            listed(self.board, &rest),
            format!(
                "{} of the deployment zone of seat {seat} {} cut off from the rest of it",
                counted(count, "space"),
                if count == 1 { "is" } else { "are" }
            ),
            format!(
                "open a path: {}; or remove them from the zone",
                way.unwrap_or_default()
            ),
        ))
    }

    /// Every path leads through one single space, and boats cannot go around it.
    pub(super) fn narrows(&mut self) {
        if self.can_be_sailed() {
            return;
        }
        for way in self.measured.ways.clone() {
            let Some(narrows) = way.narrows.filter(|names| names.len() == 1) else {
                continue;
            };
            if narrows[0].contains(':') {
                continue;
            }
            let [seat, other] = way.seats;
            self.warn(
                FindingId::PathSingle,
                narrows[0].clone(),
                format!("every path between seats {seat} and {other} leads through this one space"),
                "open a second path, or widen this one",
            );
        }
    }

    /// Which of some areas is the main one: that of the first seat, else the largest.
    fn main_area(&self, areas: &[Vec<Space>]) -> Option<usize> {
        match self.zones.first().map(|(_, zone)| self.ground(zone)) {
            Some(ground) if !ground.is_empty() => areas
                .iter()
                .position(|area| area.iter().any(|s| ground.contains(*s))),
            _ => (0..areas.len()).max_by_key(|i| (areas[*i].len(), std::cmp::Reverse(*i))),
        }
    }

    /// Walkable ground that nobody can walk to.
    pub(super) fn lost_areas(&mut self) {
        let (_, areas) = groups(&self.opened);
        let Some(main) = self.main_area(&areas) else {
            return;
        };
        let whole = Spaces::of(self.board.len(), areas[main].iter().copied());
        for (i, area) in areas.iter().enumerate() {
            if i == main {
                continue;
            }
            let spaces = Spaces::of(self.board.len(), area.iter().copied());
            // A deployment zone that is cut off has been reported as such.
            if self
                .zones
                .iter()
                .any(|(_, zone)| zone.spaces.meets(&spaces))
            {
                continue;
            }
            let way = Search::new(&self.opened).between(&spaces, &whole);
            let way = way.map(|way| remedy(&self.opened, &way));
            self.warn(
                FindingId::GroundLost,
                listed(self.board, &spaces),
                format!(
                    "{} that no figure on foot can reach",
                    counted(area.len(), "walkable space")
                ),
                format!(
                    "open a path: {}; or give them a terrain that figures cannot enter",
                    way.unwrap_or_default()
                ),
            );
        }
    }

    /// Ground that only locked doors lead to: where no skill opens them, they are walls (B8).
    pub(super) fn locked_areas(&mut self) {
        if !self.board.borders().iter().any(|border| border.locked) {
            return;
        }
        let walked = unlocked(self.board);
        let (_, areas) = groups(&walked);
        let (open, _) = groups(&self.opened);
        let Some(main) = self.main_area(&areas) else {
            return;
        };
        let home = areas[main].first().map_or(0, |space| open[space.index()]);
        let whole = Spaces::of(self.board.len(), areas[main].iter().copied());
        for (i, area) in areas.iter().enumerate() {
            if i == main || open[area[0].index()] != home {
                continue;
            }
            let spaces = Spaces::of(self.board.len(), area.iter().copied());
            let search = Search {
                cost: doors,
                ..Search::new(&walked)
            };
            let way = search.between(&spaces, &whole);
            let way = way.map(|way| remedy(&walked, &way));
            self.warn(
                FindingId::GroundLocked,
                listed(self.board, &spaces),
                format!(
                    "{} behind locked doors: in rulesets without skill rolls no figure gets there",
                    counted(area.len(), "walkable space")
                ),
                format!("{}; or accept it", way.unwrap_or_default()),
            );
        }
    }
}

/// The board with all doors open that are not locked.
pub(in crate::survey) fn unlocked(board: &Board) -> Board {
    let mut damage = Damage::default();
    for door in board.borders().iter().filter(|border| border.opens()) {
        damage.add(Change::Door(door.between.0, door.between.1, true));
    }
    board.damaged(&damage)
}
