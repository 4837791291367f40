//! A map being drawn up: whatever is put down appears in every part of the symmetry at once.

use crate::board::{BorderKind, Grid, Images, Space, Spaces};
use crate::files::map::share_a_side;
use rand::RngExt;
use rand_pcg::Pcg64;
use std::collections::{BTreeMap, VecDeque};

/// What the ground is made of: the built-in terrains, in their order.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ground {
    Open,
    Floor,
    Rubble,
    Scrub,
    Rocks,
    Wood,
    Thicket,
    Water,
    Deep,
    Darkness,
    Wall,
    /// Solid, taller than a wall.
    Building,
    Void,
}

impl Ground {
    fn plain(self) -> bool {
        matches!(self, Ground::Open | Ground::Floor)
    }
    /// Whether it lies in one piece with an edge round it, not as many small things.
    fn in_one(self) -> bool {
        matches!(self, Ground::Water | Ground::Deep | Ground::Darkness)
    }
    /// Whether somebody on foot can stand there.
    pub fn walkable(self) -> bool {
        !matches!(
            self,
            Ground::Deep | Ground::Wall | Ground::Building | Ground::Void
        )
    }
}

/// A rectangle of spaces.
#[derive(Copy, Clone, Debug)]
pub struct Rect {
    pub column: i64,
    pub row: i64,
    pub wide: i64,
    pub high: i64,
}

impl Rect {
    /// As much larger on every side.
    pub fn grown(self, by: i64) -> Rect {
        Rect {
            column: self.column - by,
            row: self.row - by,
            wide: self.wide + 2 * by,
            high: self.high + 2 * by,
        }
    }
}

/// A map being drawn up.
pub struct Canvas<'a> {
    pub grid: Grid,
    pub(super) images: &'a Images,
    pub(super) ground: Vec<Ground>,
    pub(super) level: Vec<i8>,
    pub(super) borders: BTreeMap<(Space, Space), (BorderKind, bool)>,
    /// Ways and the middle: they stay plain.
    pub(super) kept: Spaces,
    /// Zones: anybody can stand there.
    pub(super) zones: Vec<Spaces>,
    taken: Spaces,
    /// Whether anything is built in zones.
    pub built_up: bool,
    base: Ground,
    rng: Pcg64,
}

pub(super) fn pair(a: Space, b: Space) -> (Space, Space) {
    (a.min(b), a.max(b))
}

impl<'a> Canvas<'a> {
    /// A board of one kind of ground, with the zones of its seats.
    pub fn new(
        grid: Grid,
        images: &'a Images,
        base: Ground,
        zones: Vec<Spaces>,
        rng: Pcg64,
    ) -> Self {
        let mut ground = vec![base; grid.len()];
        for space in images.partnerless().iter() {
            ground[space.index()] = Ground::Void;
        }
        Self {
            grid,
            images,
            ground,
            level: vec![0; grid.len()],
            borders: BTreeMap::new(),
            kept: Spaces::new(grid.len()),
            zones,
            taken: Spaces::new(grid.len()),
            built_up: true,
            base,
            rng,
        }
    }

    // ------------------------------------------------------------ chance

    /// A number from 0 to one less than this.
    pub fn below(&mut self, n: i64) -> i64 {
        if n <= 1 {
            0
        } else {
            self.rng.random_range(0..n)
        }
    }
    /// A number between two, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below(high - low + 1)
    }
    /// True with this probability in per cent.
    pub fn chance(&mut self, percent: i64) -> bool {
        self.below(100) < percent
    }
    /// Some space.
    pub fn anywhere(&mut self) -> Space {
        Space(self.below(self.grid.len() as i64) as u32)
    }
    /// How many of something a board of this size has, one for so many spaces, each part with
    /// its share.
    pub fn share(&self, spaces: usize) -> usize {
        (self.grid.len() / spaces / self.images.parts()).max(1)
    }

    // ------------------------------------------------------------ spaces

    /// What is there.
    pub fn at(&self, space: Space) -> Ground {
        self.ground[space.index()]
    }
    /// The middle of the board.
    pub fn centre(&self) -> Space {
        self.images.centre()
    }
    /// Whether the symmetry puts something else of the same column, or row, beside what is put there.
    pub fn doubled(&self, space: Space) -> bool {
        let (column, row) = (self.grid.column(space), self.grid.row(space));
        let edge = |n: u32, of: u32| n == 0 || n + 1 == of;
        self.images.all(space).any(|image| {
            image != space
                && (edge(column, self.grid.columns) && self.grid.column(image) == column
                    || edge(row, self.grid.rows) && self.grid.row(image) == row)
        })
    }
    /// Whether a space belongs to a zone.
    pub fn in_zone(&self, space: Space) -> bool {
        self.zones.iter().any(|zone| zone.contains(space))
    }
    /// Whether nothing may be built there.
    pub fn is_kept(&self, space: Space) -> bool {
        self.kept.contains(space)
    }
    /// The spaces within this many steps.
    pub fn disc(&self, centre: Space, radius: u32) -> Vec<Space> {
        let mut found = vec![centre];
        let mut seen = Spaces::of(self.grid.len(), [centre]);
        let mut from = 0;
        for _ in 0..radius {
            let end = found.len();
            for i in from..end {
                for (_, next) in self.grid.neighbours(found[i]) {
                    if seen.insert(next) {
                        found.push(next);
                    }
                }
            }
            from = end;
        }
        found
    }
    /// The spaces of a rectangle; `None` if it does not fit on the board.
    pub fn spaces(&self, rect: Rect) -> Option<Vec<Space>> {
        let mut all = Vec::new();
        for row in rect.row..rect.row + rect.high {
            for column in rect.column..rect.column + rect.wide {
                all.push(self.grid.at(column, row)?);
            }
        }
        Some(all)
    }

    /// Whether ground may be put down there.
    fn takes(&self, space: Space, ground: Ground) -> bool {
        (ground.plain() || !self.kept.contains(space))
            && (ground.walkable() || !self.in_zone(space))
            && self.at(space) != Ground::Void
    }
    /// Puts ground down, in all parts: nothing but plain ground on ways, nothing that stops
    /// anybody in zones.
    pub fn paint(&mut self, space: Space, ground: Ground) {
        if !self.takes(space, ground) {
            return;
        }
        for image in self.images.all(space) {
            self.ground[image.index()] = ground;
        }
    }
    /// Makes a space no part of the board, in all parts.
    pub fn cut_off(&mut self, space: Space) {
        for image in self.images.all(space) {
            self.ground[image.index()] = Ground::Void;
        }
    }
    /// How far each space is from the nearest way.
    pub fn off_the_ways(&self) -> Vec<u32> {
        let mut away = vec![u32::MAX; self.grid.len()];
        let mut open: VecDeque<Space> = self.kept.iter().collect();
        for space in &open {
            away[space.index()] = 0;
        }
        while let Some(space) = open.pop_front() {
            for (_, next) in self.grid.neighbours(space) {
                if away[next.index()] == u32::MAX {
                    away[next.index()] = away[space.index()] + 1;
                    open.push_back(next);
                }
            }
        }
        away
    }
    /// Raises the ground to a level, if it is lower.
    pub fn raise(&mut self, space: Space, level: i8) {
        for image in self.images.all(space) {
            let now = &mut self.level[image.index()];
            *now = (*now).max(level);
        }
    }
    /// From now on a space stays plain.
    pub fn keep(&mut self, space: Space, ground: Ground) {
        if self.at(space) == Ground::Void {
            return;
        }
        for image in self.images.all(space) {
            self.kept.insert(image);
            self.ground[image.index()] = ground;
        }
    }
    /// Marks a space as built upon.
    pub fn take(&mut self, space: Space) {
        for image in self.images.all(space) {
            self.taken.insert(image);
        }
    }

    /// Whether a rectangle is free: on the board and off the ways, nothing
    /// built there, and none of it a partner of another.
    pub fn free(&self, rect: Rect) -> bool {
        let Some(spaces) = self.spaces(rect) else {
            return false;
        };
        let mine = Spaces::of(self.grid.len(), spaces.iter().copied());
        spaces.iter().all(|space| {
            !self.taken.contains(*space)
                && !self.kept.contains(*space)
                && (self.built_up || !self.in_zone(*space))
                && self.at(*space) != Ground::Void
                && self.images.all(*space).skip(1).all(|s| !mine.contains(s))
        })
    }
    /// A free place for a rectangle of this size with a margin around it.
    pub fn place(&mut self, wide: i64, high: i64, margin: i64) -> Option<Rect> {
        for _ in 0..60 {
            let rect = Rect {
                column: self.below(i64::from(self.grid.columns) - wide + 1),
                row: self.below(i64::from(self.grid.rows) - high + 1),
                wide,
                high,
            };
            let around = Rect {
                column: (rect.column - margin).max(0),
                row: (rect.row - margin).max(0),
                wide: 0,
                high: 0,
            };
            let right = (rect.column + wide + margin).min(i64::from(self.grid.columns));
            let bottom = (rect.row + high + margin).min(i64::from(self.grid.rows));
            let around = Rect {
                wide: right - around.column,
                high: bottom - around.row,
                ..around
            };
            if self.free(around) {
                for space in self.spaces(rect).unwrap_or_default() {
                    self.take(space);
                }
                return Some(rect);
            }
        }
        None
    }

    /// A patch of about so many spaces that grows from one of them; only where `on` allows.
    pub fn patch(
        &mut self,
        from: Space,
        size: usize,
        ground: Ground,
        on: impl Fn(&Self, Space) -> bool,
    ) -> Vec<Space> {
        let mut grown = Vec::new();
        let mut edge = vec![from];
        let mut seen = Spaces::of(self.grid.len(), [from]);
        while grown.len() < size && !edge.is_empty() {
            let i = self.next_of(&edge, ground);
            let space = edge.swap_remove(i);
            if !on(self, space) || !self.takes(space, ground) {
                continue;
            }
            self.paint(space, ground);
            grown.push(space);
            for (_, next) in self.grid.neighbours(space) {
                let joined = !ground.in_one() || share_a_side(&self.grid, space, next);
                if joined && seen.insert(next) {
                    edge.push(next);
                }
            }
        }
        grown
    }
    /// Where a patch grows next: what lies in one piece fills its bays first.
    fn next_of(&mut self, edge: &[Space], ground: Ground) -> usize {
        let some = self.below(edge.len() as i64) as usize;
        if !ground.in_one() {
            return some;
        }
        let other = self.below(edge.len() as i64) as usize;
        let bay = |i: usize| {
            let around = self.grid.neighbours(edge[i]);
            around.filter(|(_, s)| self.at(*s) == ground).count()
        };
        if bay(other) > bay(some) { other } else { some }
    }
    /// Several patches on natural ground.
    pub fn scatter(&mut self, one_for: usize, sizes: (i64, i64), ground: Ground) {
        for _ in 0..self.share(one_for) {
            let (from, size) = (self.anywhere(), self.between(sizes.0, sizes.1));
            let base = self.base;
            self.patch(from, size as usize, ground, |canvas, space| {
                canvas.at(space) == base && !canvas.taken.contains(space)
            });
        }
    }

    /// The spaces of a way from one space to another, a little crooked.
    pub fn way(&mut self, from: Space, to: Space, crooked: i64) -> Vec<Space> {
        let mut way = vec![from];
        let mut at = from;
        while at != to {
            let far = self.grid.distance(at, to);
            let nearer: Vec<Space> = self
                .grid
                .neighbours(at)
                .map(|(_, next)| next)
                .filter(|next| self.grid.distance(*next, to) < far)
                .collect();
            let next = if self.chance(crooked) {
                nearer[self.below(nearer.len() as i64) as usize]
            } else {
                let straight = |space: &Space| (self.grid.squared_distance(*space, to), space.0);
                *nearer.iter().min_by_key(|s| straight(s)).unwrap_or(&to)
            };
            // A diagonal step needs one of its corners to be open as well.
            if !share_a_side(&self.grid, at, next) {
                let corner = self.grid.at(
                    i64::from(self.grid.column(next)),
                    i64::from(self.grid.row(at)),
                );
                way.extend(corner);
            }
            at = next;
            way.push(at);
        }
        way
    }
    /// A way that stays plain, one space wide or a little more.
    pub fn road(&mut self, from: Space, to: Space, crooked: i64, ground: Ground) {
        for space in self.way(from, to, crooked) {
            self.keep(space, ground);
            if let Some(side) = self.grid.neighbours(space).map(|(_, s)| s).nth(1) {
                self.keep(side, ground);
            }
        }
    }

    // ------------------------------------------------------------ borders

    /// Puts something on a side, in all parts; nothing across a way.
    pub fn border(&mut self, a: Space, b: Space, kind: BorderKind, open: bool) {
        let across = self.kept.contains(a) && self.kept.contains(b);
        if across && !(kind == BorderKind::Door && open) {
            return;
        }
        for part in 0..self.images.parts() {
            if let (Some(a), Some(b)) = (self.images.image(a, part), self.images.image(b, part)) {
                self.borders.insert(pair(a, b), (kind, open));
            }
        }
    }
    /// Takes away what is on a side, in all parts.
    pub fn clear(&mut self, a: Space, b: Space) {
        for part in 0..self.images.parts() {
            if let (Some(a), Some(b)) = (self.images.image(a, part), self.images.image(b, part)) {
                self.borders.remove(&pair(a, b));
            }
        }
    }
    /// The sides around a group of spaces: inner and outer space.
    pub fn outline(&self, spaces: &[Space]) -> Vec<(Space, Space)> {
        let inside = Spaces::of(self.grid.len(), spaces.iter().copied());
        let mut sides = Vec::new();
        for space in spaces {
            for (_, next) in self.grid.neighbours(*space) {
                let outer = !inside.contains(next) && self.at(next) != Ground::Void;
                if outer && share_a_side(&self.grid, *space, next) {
                    sides.push((*space, next));
                }
            }
        }
        sides
    }
    /// Puts a border around a group of spaces, with so many openings, which may be doors; so
    /// many in a hundred of the other sides are windows.
    pub fn enclose(
        &mut self,
        spaces: &[Space],
        kind: BorderKind,
        openings: usize,
        doors: bool,
        windows: i64,
    ) {
        let sides = self.outline(spaces);
        for (a, b) in &sides {
            let kind = match self.chance(windows) {
                true => BorderKind::Window,
                false => kind,
            };
            self.border(*a, *b, kind, false);
        }
        let ways: Vec<(Space, Space)> = sides
            .into_iter()
            .filter(|(a, b)| self.at(*a).walkable() && self.at(*b).walkable())
            .collect();
        for _ in 0..openings.min(ways.len()) {
            let (a, b) = ways[self.below(ways.len() as i64) as usize];
            if doors {
                let open = self.chance(60);
                self.border(a, b, BorderKind::Door, open);
            } else {
                self.clear(a, b);
            }
        }
    }
}
