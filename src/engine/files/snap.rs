//! Free lines onto the sides between spaces.
//!
//! A line closes a side if it crosses the way between the centres of its two spaces: so whoever
//! could not walk from centre to centre still cannot, whatever angle the line has and wherever
//! between two centres it runs.

use crate::board::{Grid, Space};
use std::collections::{BTreeMap, BTreeSet};

/// A point, in the units of a [`Lattice`].
pub type Point = (f64, f64);

/// Where the spaces of a grid lie in another program's file.
pub struct Lattice {
    /// The grid.
    pub grid: Grid,
    /// Width and height of a space.
    pub space: Point,
    /// From one column to the next, and one row to the next.
    pub step: Point,
    /// How much further every other column (or row) lies down (or right).
    pub shift: Point,
}

/// What became of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapped {
    /// The sides it closes.
    pub sides: BTreeSet<(Space, Space)>,
    /// It ran beside the sides or across them, not along.
    pub moved: bool,
    /// It runs along the edge of the map, where nothing has to stand.
    pub edge: bool,
    /// Sides of bends that reached over one side and came back at once: a wall only where
    /// something else goes on from both ends.
    pub bends: BTreeSet<(Space, Space)>,
}

/// How much may be done for the lines and outlines of a map, against files that are made to keep
/// a reader busy: in steps of half a space along lines, or spaces held against corners.
pub struct Effort(u64);

impl Default for Effort {
    fn default() -> Self {
        Self(1_500_000)
    }
}

impl Effort {
    /// Asks for so many steps; false if there are not as many left.
    pub fn take(&mut self, steps: u64) -> bool {
        let left = self.0.checked_sub(steps);
        self.0 = left.unwrap_or(self.0);
        left.is_some()
    }
}

/// How far all lines are moved before they are judged, in spaces: what runs through the centres of
/// spaces must not lie now on the one side of them, now on the other. Not along a diagonal.
const NUDGE: Point = (-0.010, -0.013);
/// Lines that cross no way between centres are left out if they are shorter than this, in spaces.
const SHORTEST: f64 = 0.75;
/// Points no further apart than this are one, in spaces.
pub const CLOSE: f64 = 0.02;

impl Lattice {
    /// A lattice of squares, each one unit wide.
    pub fn squares(grid: Grid) -> Self {
        Self {
            grid,
            space: (1.0, 1.0),
            step: (1.0, 1.0),
            shift: (0.0, 0.0),
        }
    }

    /// A lattice on which any two neighbours over a side are one unit apart.
    pub fn to_scale(grid: Grid) -> Self {
        use crate::board::GridKind;
        // from one row of hexes to the next, and over corners
        let (near, far) = (0.75_f64.sqrt(), 1.0 / 0.75_f64.sqrt());
        match grid.kind {
            GridKind::Square => Self::squares(grid),
            GridKind::HexFlat => Self {
                grid,
                space: (far, 1.0),
                step: (near, 1.0),
                shift: (0.0, 0.5),
            },
            GridKind::HexPointy => Self {
                grid,
                space: (1.0, far),
                step: (1.0, near),
                shift: (0.5, 0.0),
            },
        }
    }

    /// Whether every other column or row is shifted, this one too.
    fn shifted(&self, column: i64, row: i64) -> Point {
        let odd = |n: i64| {
            let odd = n.rem_euclid(2) == 1;
            let further = odd == (self.grid.stagger == crate::board::Stagger::Even);
            f64::from(u8::from(further))
        };
        (self.shift.0 * odd(row), self.shift.1 * odd(column))
    }

    /// The centre of a space.
    pub fn centre(&self, space: Space) -> Point {
        self.at(self.grid.column(space).into(), self.grid.row(space).into())
    }

    fn at(&self, column: i64, row: i64) -> Point {
        let by = self.shifted(column, row);
        (
            column as f64 * self.step.0 + by.0 + self.space.0 / 2.0,
            row as f64 * self.step.1 + by.1 + self.space.1 / 2.0,
        )
    }

    /// The space whose centre is nearest to a point, if it is near at all.
    pub fn nearest(&self, point: Point) -> Option<Space> {
        let best = self.closest(point)?;
        let centre = self.centre(best);
        let inside = (centre.0 - point.0).abs() <= self.space.0 * 0.51
            && (centre.1 - point.1).abs() <= self.space.1 * 0.51;
        inside.then_some(best)
    }

    /// The space whose centre is nearest to a point that lies on the grid or no further off than
    /// a space.
    pub fn closest(&self, point: Point) -> Option<Space> {
        self.around(point).min_by(|a, b| {
            let away = |s: &Space| distance(self.centre(*s), point);
            away(a).total_cmp(&away(b))
        })
    }

    /// The spaces around a point.
    pub fn around(&self, point: Point) -> impl Iterator<Item = Space> + use<> {
        let column = ((point.0 - self.space.0 / 2.0) / self.step.0).round();
        let row = ((point.1 - self.space.1 / 2.0) / self.step.1).round();
        let grid = self.grid;
        let whole = |v: f64| v.clamp(-4.0, 2_000_000.0) as i64;
        let (column, row) = (whole(column), whole(row));
        (row - 2..=row + 2)
            .flat_map(move |r| (column - 2..=column + 2).filter_map(move |c| grid.at(c, r)))
    }

    /// The extent of the whole grid.
    pub fn extent(&self) -> Point {
        let (columns, rows) = (f64::from(self.grid.columns), f64::from(self.grid.rows));
        let wide = |n: f64, step: f64, space: f64, shift: f64, shifts: bool| {
            (n - 1.0) * step + space + if shifts { shift } else { 0.0 }
        };
        (
            wide(columns, self.step.0, self.space.0, self.shift.0, rows > 1.0),
            wide(rows, self.step.1, self.space.1, self.shift.1, columns > 1.0),
        )
    }

    /// The two ends of the side between two neighbours, clockwise seen from the first.
    pub fn side(&self, a: Space, b: Space) -> (Point, Point) {
        let (p, q) = (self.centre(a), self.centre(b));
        let middle = ((p.0 + q.0) / 2.0, (p.1 + q.1) / 2.0);
        let mut shared: Vec<Point> = self
            .corners(p)
            .into_iter()
            .filter(|c| {
                self.corners(q)
                    .iter()
                    .any(|d| distance(*c, *d) < self.space.0 * 1e-3)
            })
            .collect();
        shared.dedup_by(|a, b| distance(*a, *b) < self.space.0 * 1e-3);
        match shared.as_slice() {
            [c, d, ..] => (*c, *d),
            _ => (middle, middle),
        }
    }

    /// The corners of a space around its centre.
    pub fn corners(&self, centre: Point) -> Vec<Point> {
        let (w, h) = (self.space.0 / 2.0, self.space.1 / 2.0);
        // the straight part of a hex's two straight sides
        let around: Vec<Point> = match self.grid.kind {
            crate::board::GridKind::Square => vec![(w, -h), (w, h), (-w, h), (-w, -h)],
            crate::board::GridKind::HexFlat => {
                let s = self.step.0 - w;
                vec![(s, -h), (w, 0.0), (s, h), (-s, h), (-w, 0.0), (-s, -h)]
            }
            crate::board::GridKind::HexPointy => {
                let s = self.step.1 - h;
                vec![(0.0, -h), (w, -s), (w, s), (0.0, h), (-w, s), (-w, -s)]
            }
        };
        around
            .iter()
            .map(|c| (centre.0 + c.0, centre.1 + c.1))
            .collect()
    }

    /// The neighbours of a space over its sides.
    fn beside(&self, space: Space) -> impl Iterator<Item = Space> + use<> {
        let grid = self.grid;
        grid.neighbours(space)
            .filter(move |(_, n)| super::map::share_a_side(&grid, space, *n))
            .map(|(_, n)| n)
    }

    /// The steps it takes to lay a line.
    pub fn steps(&self, points: &[Point]) -> u64 {
        let (extent, cell) = (self.extent(), self.step.0.min(self.step.1));
        let pairs = points.windows(2);
        let there = pairs.filter_map(|pair| clip(pair[0], pair[1], extent, cell));
        let steps = there.map(|(p, q)| (distance(p, q) / (cell * 0.5)).ceil().clamp(1.0, 4e6));
        steps.map(|n| n as u64).sum::<u64>() + 1
    }

    /// The sides a line through these points closes.
    pub fn snap(&self, points: &[Point]) -> Snapped {
        let mut out = Snapped::default();
        let extent = self.extent();
        let cell = self.step.0.min(self.step.1);
        let mut long = 0.0;
        let mut rim = true;
        let mut crossed = BTreeMap::new();
        for pair in points.windows(2) {
            let Some((p, q)) = clip(pair[0], pair[1], extent, cell) else {
                continue;
            };
            long += distance(p, q);
            rim &= on_rim(p, q, extent, cell);
            let (p, q) = (nudged(p, cell), nudged(q, cell));
            let pieces = (distance(p, q) / (cell * 0.5)).ceil().clamp(1.0, 4e6) as u32;
            let point = |i: u32| {
                // the ends exactly, so that nothing slips through between two pieces
                if i == pieces {
                    return q;
                }
                let t = f64::from(i) / f64::from(pieces);
                (p.0 + (q.0 - p.0) * t, p.1 + (q.1 - p.1) * t)
            };
            for i in 0..pieces {
                self.cross(point(i), point(i + 1), |side| {
                    *crossed.entry(side).or_default() += 1;
                });
            }
        }
        out.bends = self.straighten(&mut crossed);
        out.sides = crossed.into_keys().collect();
        out.edge = out.sides.is_empty() && rim && long > 0.0;
        out.moved = points.iter().any(|p| !self.is_corner(*p, cell * CLOSE));
        out
    }

    /// The side that stands for a line too short to lie across any way: the nearest that runs as
    /// it does. None if it is shorter than three quarters of a space.
    pub fn stand_in(&self, points: &[Point]) -> Option<(Space, Space)> {
        let (first, last) = (points.first()?, points.last()?);
        let cell = self.step.0.min(self.step.1);
        let long = distance(*first, *last) >= cell * SHORTEST;
        long.then(|| self.nearest_side(*first, *last)).flatten()
    }

    /// Takes out the sides that a long line crossed there and back, each alone and at a dead end:
    /// bends of a cave's wall, not walls.
    fn straighten(&self, crossed: &mut BTreeMap<(Space, Space), u32>) -> BTreeSet<(Space, Space)> {
        let back = |n: &u32| n.is_multiple_of(2);
        if crossed.values().all(back) || !crossed.values().any(back) {
            return BTreeSet::new();
        }
        let ends = |side: &(Space, Space)| self.ends(*side);
        // how many sides end in a corner, and how many of them were crossed there and back
        let mut corners: BTreeMap<(i64, i64), (u32, u32)> = BTreeMap::new();
        for (side, n) in crossed.iter() {
            for end in ends(side) {
                let here = corners.entry(end).or_default();
                here.0 += 1;
                here.1 += u32::from(back(n));
            }
        }
        let mut bends = BTreeSet::new();
        crossed.retain(|side, n| {
            let there = ends(side).map(|end| corners[&end]);
            let alone = there.iter().all(|(_, back)| *back == 1);
            let dead = there.iter().any(|(all, _)| *all == 1);
            let bend = back(n) && alone && dead;
            if bend {
                bends.insert(*side);
            }
            !bend
        });
        bends
    }

    /// Whether a corner of a space lies at the edge of the map.
    pub fn at_edge(&self, corner: Point) -> bool {
        let cell = self.step.0.min(self.step.1);
        let has = |space: &Space| {
            let corners = self.corners(self.centre(*space));
            corners.iter().any(|c| distance(*c, corner) <= cell * CLOSE)
        };
        let meeting = if self.grid.kind.is_square() { 4 } else { 3 };
        self.around(corner).filter(has).count() < meeting
    }

    /// The two corners in which a side ends, as keys that are the same for all sides there.
    pub fn ends(&self, side: (Space, Space)) -> [(i64, i64); 2] {
        let (p, q) = self.side(side.0, side.1);
        // corners of spaces lie far further apart than this
        let grain = self.step.0.min(self.step.1) * 0.05;
        [p, q].map(|p| ((p.0 / grain).round() as i64, (p.1 / grain).round() as i64))
    }

    /// The side nearest to the middle of a line that runs more along the line than across it; of a
    /// point any.
    pub fn nearest_side(&self, from: Point, to: Point) -> Option<(Space, Space)> {
        self.nearest_of(from, to, |_| true)
    }

    /// As [`Lattice::nearest_side`], of those that are asked for.
    pub fn nearest_of(
        &self,
        from: Point,
        to: Point,
        wanted: impl Fn((Space, Space)) -> bool,
    ) -> Option<(Space, Space)> {
        let point = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        let (p, q) = (from, to);
        let along = |side: &(Space, Space)| {
            let (a, b) = (self.centre(side.0), self.centre(side.1));
            let across = (b.0 - a.0) * (q.0 - p.0) + (b.1 - a.1) * (q.1 - p.1);
            let along = (b.0 - a.0) * (q.1 - p.1) - (b.1 - a.1) * (q.0 - p.0);
            across.abs() <= along.abs() && wanted(*side)
        };
        let sides = self
            .around(point)
            .flat_map(|a| self.beside(a).map(move |b| (a.min(b), a.max(b))))
            .filter(along);
        let away = |side: &(Space, Space)| {
            let (p, q) = (self.centre(side.0), self.centre(side.1));
            distance(((p.0 + q.0) / 2.0, (p.1 + q.1) / 2.0), point)
        };
        sides.min_by(|a, b| away(a).total_cmp(&away(b)))
    }

    /// The space in which a small closed line stands, and whether it stands round its middle; none
    /// if the line is open, or about as wide as a space: that is a room.
    pub fn standing(&self, points: &[Point]) -> Option<(Space, bool)> {
        let (first, last) = (points.first()?, points.last()?);
        let (low, high) = extent(points);
        let cell = self.step.0.min(self.step.1);
        let small = high.0 - low.0 <= cell * 0.9 && high.1 - low.1 <= cell * 0.9;
        let closed = points.len() >= 4 && distance(*first, *last) <= cell * CLOSE;
        let middle = ((low.0 + high.0) / 2.0, (low.1 + high.1) / 2.0);
        let space = self.nearest(middle).filter(|_| small && closed)?;
        Some((space, inside(self.centre(space), points)))
    }

    /// The spaces whose centres lie inside an outline.
    pub fn within(&self, outline: &[Point]) -> BTreeSet<Space> {
        let (low, high) = extent(outline);
        let grid = self.grid;
        let limit =
            |v: f64, step: f64, most: u32| (v / step).clamp(-2.0, f64::from(most) + 2.0) as i64;
        let mut all = BTreeSet::new();
        if outline.len() < 3 {
            return all;
        }
        let rows =
            limit(low.1, self.step.1, grid.rows) - 2..=limit(high.1, self.step.1, grid.rows) + 2;
        for row in rows {
            let columns = limit(low.0, self.step.0, grid.columns) - 2
                ..=limit(high.0, self.step.0, grid.columns) + 2;
            let spaces = columns.filter_map(|column| grid.at(column, row));
            all.extend(spaces.filter(|s| inside(self.centre(*s), outline)));
        }
        all
    }

    /// What it takes to find the spaces inside an outline, in steps along lines.
    pub fn effort_within(&self, outline: &[Point]) -> u64 {
        let (low, high) = extent(outline);
        let far = self.extent();
        let wide = (high.0.min(far.0) - low.0.max(0.0)).max(0.0) / self.step.0;
        let tall = (high.1.min(far.1) - low.1.max(0.0)).max(0.0) / self.step.1;
        // a corner is held against in a twentieth of the time that a step along a line takes
        let spaces = (wide + 4.0) * (tall + 4.0) * outline.len() as f64 / 20.0;
        spaces.clamp(0.0, 1e15) as u64
    }

    fn is_corner(&self, point: Point, close: f64) -> bool {
        self.around(point).any(|space| {
            self.corners(self.centre(space))
                .iter()
                .any(|c| distance(*c, point) <= close)
        })
    }

    /// The sides whose way between centres a line of a side's length crosses.
    pub fn crossed(&self, p: Point, q: Point) -> BTreeSet<(Space, Space)> {
        let mut sides = BTreeSet::new();
        self.cross(p, q, |side| {
            sides.insert(side);
        });
        sides
    }

    fn cross(&self, p: Point, q: Point, mut each: impl FnMut((Space, Space))) {
        let middle = ((p.0 + q.0) / 2.0, (p.1 + q.1) / 2.0);
        for a in self.around(middle) {
            let from = self.centre(a);
            for b in self.beside(a).filter(|b| a < *b) {
                let to = self.centre(b);
                let apart = (left(p, q, from) > 0.0) != (left(p, q, to) > 0.0);
                if apart && (left(from, to, p) > 0.0) != (left(from, to, q) > 0.0) {
                    each((a, b));
                }
            }
        }
    }
}

fn nudged(p: Point, cell: f64) -> Point {
    (p.0 + NUDGE.0 * cell, p.1 + NUDGE.1 * cell)
}

/// The corners of the box around an outline: the least and the greatest.
pub fn extent(outline: &[Point]) -> (Point, Point) {
    let start = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
    outline.iter().fold(start, |(low, high), p| {
        let least = (low.0.min(p.0), low.1.min(p.1));
        (least, (high.0.max(p.0), high.1.max(p.1)))
    })
}

/// Whether a point lies inside an outline.
pub fn inside(p: Point, outline: &[Point]) -> bool {
    let mut within = false;
    for (i, a) in outline.iter().enumerate() {
        let b = outline[(i + 1) % outline.len()];
        if (a.1 > p.1) != (b.1 > p.1) && p.0 < (b.0 - a.0) * (p.1 - a.1) / (b.1 - a.1) + a.0 {
            within = !within;
        }
    }
    within
}

/// How far apart two points are; the same on every machine, as `hypot` is not.
pub fn distance(a: Point, b: Point) -> f64 {
    let (x, y) = (a.0 - b.0, a.1 - b.1);
    (x * x + y * y).sqrt()
}

/// Positive if `c` lies to the one side of the line from `a` to `b`, negative on the other.
fn left(a: Point, b: Point, c: Point) -> f64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// Whether a line lies within half a space of the same edge of the map, outside all centres.
fn on_rim(p: Point, q: Point, extent: Point, cell: f64) -> bool {
    let both = |inside: &dyn Fn(Point) -> bool| inside(p) && inside(q);
    let near = cell * 0.5;
    both(&|p| p.0 <= near)
        || both(&|p| p.1 <= near)
        || both(&|p| p.0 >= extent.0 - near)
        || both(&|p| p.1 >= extent.1 - near)
}

/// The part of a line on the map and one space around it.
fn clip(p: Point, q: Point, extent: Point, cell: f64) -> Option<(Point, Point)> {
    if ![p.0, p.1, q.0, q.1]
        .iter()
        .all(|v| v.is_finite() && v.abs() < 1e12)
    {
        return None;
    }
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for (start, along, most) in [(p.0, q.0 - p.0, extent.0), (p.1, q.1 - p.1, extent.1)] {
        for (room, slope) in [(start + cell, -along), (most + cell - start, along)] {
            if slope == 0.0 {
                if room < 0.0 {
                    return None;
                }
            } else if slope > 0.0 {
                to = to.min(room / slope);
            } else {
                from = from.max(room / slope);
            }
        }
    }
    let at = |t: f64| (p.0 + (q.0 - p.0) * t, p.1 + (q.1 - p.1) * t);
    // untouched ends stay exactly what they were
    let a = if from > 0.0 { at(from) } else { p };
    let b = if to < 1.0 { at(to) } else { q };
    (from <= to).then_some((a, b))
}

/// Sides as lines as long as they can be: straight runs of squares' sides in one, hexes' each
/// alone. The map's own units.
pub fn runs(lattice: &Lattice, sides: impl IntoIterator<Item = (Space, Space)>) -> Vec<Vec<Point>> {
    let mut lines: Vec<(Point, Point)> = sides
        .into_iter()
        .map(|(a, b)| lattice.side(a, b))
        .map(|(p, q)| {
            if (p.0, p.1) <= (q.0, q.1) {
                (p, q)
            } else {
                (q, p)
            }
        })
        .collect();
    if lattice.grid.kind.is_square() {
        let upright = |l: &(Point, Point)| l.0.0 == l.1.0;
        let key = |l: &(Point, Point)| match upright(l) {
            true => (0, l.0.0, l.0.1),
            false => (1, l.0.1, l.0.0),
        };
        lines.sort_by(|a, b| {
            key(a)
                .partial_cmp(&key(b))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        lines.dedup();
        let mut joined: Vec<(Point, Point)> = Vec::new();
        for line in lines {
            match joined.last_mut() {
                Some(last) if last.1 == line.0 && upright(last) == upright(&line) => {
                    last.1 = line.1
                }
                _ => joined.push(line),
            }
        }
        lines = joined;
    }
    lines.into_iter().map(|(p, q)| vec![p, q]).collect()
}
