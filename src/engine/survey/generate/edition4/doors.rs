//! Doors of a finished map: apart from each other, on dry ground, and no more than needed.

use super::super::canvas::{Canvas, Ground, pair};
use crate::board::{BorderKind, Space};

type Side = (Space, Space);

impl Canvas<'_> {
    /// Whether two doors stand side by side: in one wall, or round the corner of it.
    fn beside(&self, a: Side, b: Side) -> bool {
        let near = |s: Space, t: Space| self.grid.distance(s, t) <= 1;
        near(a.0, b.0) && near(a.1, b.1) || near(a.0, b.1) && near(a.1, b.0)
    }

    fn doors(&self) -> Vec<Side> {
        let doors = self.borders.iter();
        let doors = doors.filter(|(_, (kind, _))| *kind == BorderKind::Door);
        doors.map(|(side, _)| *side).collect()
    }

    /// Whether a door, with its images, stands apart from all others and from these.
    pub(super) fn is_apart(&self, a: Space, b: Space) -> bool {
        let parts = 0..self.images.parts();
        let image = |part| {
            let (a, b) = (self.images.image(a, part)?, self.images.image(b, part)?);
            Some(pair(a, b))
        };
        let mut mine: Vec<Side> = parts.filter_map(image).collect();
        mine.sort_unstable();
        mine.dedup();
        mine.iter().enumerate().all(|(i, side)| {
            let mut images = mine[i + 1..].iter();
            images.all(|other| !self.beside(*side, *other)) && !self.has_door_beside(*side)
        })
    }

    fn has_door_beside(&self, (a, b): Side) -> bool {
        let around = |s: Space| {
            let near = self.grid.neighbours(s).map(|(_, next)| next);
            near.chain([s]).collect::<Vec<Space>>()
        };
        let (here, there) = (around(a), around(b));
        let is_door = |c: Space, d: Space| {
            let border = self.borders.get(&pair(c, d));
            let door = border.is_some_and(|(kind, _)| *kind == BorderKind::Door);
            door && pair(c, d) != (a, b)
        };
        here.iter().any(|c| there.iter().any(|d| is_door(*c, *d)))
    }

    /// Walls up every door that stands beside another.
    pub(super) fn part_doors(&mut self) {
        for (a, b) in self.doors() {
            let still = self.borders.get(&pair(a, b));
            if still.is_some_and(|(kind, _)| *kind == BorderKind::Door) && !self.is_apart(a, b) {
                self.replace(a, b, Some((BorderKind::Wall, false)));
            }
        }
    }

    /// No door opens onto water.
    pub(super) fn dry_doors(&mut self, base: Ground) {
        for (a, b) in self.doors() {
            for space in [a, b] {
                if matches!(self.at(space), Ground::Water | Ground::Deep) {
                    self.paint(space, base);
                }
            }
        }
    }

    /// Puts something on a side, or nothing, in all parts: across a way too.
    pub(super) fn replace(&mut self, a: Space, b: Space, border: Option<(BorderKind, bool)>) {
        for part in 0..self.images.parts() {
            if let (Some(a), Some(b)) = (self.images.image(a, part), self.images.image(b, part)) {
                match border {
                    Some(border) => self.borders.insert(pair(a, b), border),
                    None => self.borders.remove(&pair(a, b)),
                };
            }
        }
    }

    /// Opens ground that cannot be reached: by a door where it stands apart from others, else by
    /// a gap; what has no wall to open is filled.
    pub(super) fn open_up(&mut self, fill: Ground, from: Space) {
        for _ in 0..40 {
            let reached = self.reached(from);
            let all = (0..self.grid.len() as u32).map(Space);
            let lost: Vec<Space> = all
                .filter(|s| self.at(*s).walkable() && !reached.contains(*s))
                .collect();
            if lost.is_empty() {
                return;
            }
            let walls: Vec<Side> = lost
                .iter()
                .flat_map(|space| self.grid.neighbours(*space).map(|(_, next)| (*space, next)))
                .filter(|(space, next)| reached.contains(*next) && self.closed(*space, *next, true))
                .collect();
            if walls.is_empty() {
                for space in lost {
                    if !self.in_zone(space) && !self.kept.contains(space) {
                        self.paint(space, fill);
                    }
                }
                continue;
            }
            let dry = |s: Space| !matches!(self.at(s), Ground::Water | Ground::Deep);
            let good = walls.iter().copied().filter(|(a, b)| {
                let fence = self.borders.get(&pair(*a, *b));
                let fence = fence.is_some_and(|(kind, _)| *kind == BorderKind::Fence);
                !fence && dry(*a) && dry(*b) && self.is_apart(*a, *b)
            });
            let good: Vec<Side> = good.collect();
            if good.is_empty() {
                let (a, b) = walls[self.below(walls.len() as i64) as usize];
                self.replace(a, b, None);
            } else {
                let (a, b) = good[self.below(good.len() as i64) as usize];
                let open = self.chance(50);
                self.replace(a, b, Some((BorderKind::Door, open)));
            }
        }
    }
}
