//! Sight beside a slow answer from plain geometry: every space is a polygon with whole
//! corners, every line is clipped by every polygon, and all places on it are exact fractions.

use crate::drawn::{self, Chance, KINDS};
use skirmish::board::{
    Board, Cause, Grid, GridKind, Look, Map, Opacity, Seen, Sight, Space, Spaces, Stagger,
};
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// A fraction with a positive denominator.
#[derive(Copy, Clone, Debug)]
struct Fraction(i64, i64);

impl Fraction {
    fn between(a: Fraction, b: Fraction) -> Fraction {
        Fraction(a.0 * b.1 + b.0 * a.1, 2 * a.1 * b.1)
    }
}
impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Fraction {}
impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        let [a, b, c, d] = [self.0, self.1, other.0, other.1].map(i128::from);
        (a * d).cmp(&(c * b))
    }
}

type Point = (i64, i64);
/// Column and row, on the map or beside it.
type Cell = (i64, i64);

fn centre(grid: &Grid, (column, row): Cell) -> Point {
    let half = |n: i64| (n.rem_euclid(2) == 1) == (grid.stagger == Stagger::Even);
    match grid.kind {
        GridKind::Square => (2 * column, 2 * row),
        // hexes, stretched so that all their corners are whole
        GridKind::HexFlat => (3 * column, 2 * row + i64::from(half(column))),
        GridKind::HexPointy => (2 * column + i64::from(half(row)), 3 * row),
    }
}

fn corners(grid: &Grid, cell: Cell) -> Vec<Point> {
    let around: &[Point] = match grid.kind {
        GridKind::Square => &[(-1, -1), (1, -1), (1, 1), (-1, 1)],
        GridKind::HexFlat => &[(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)],
        GridKind::HexPointy => &[(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)],
    };
    let (x, y) = centre(grid, cell);
    around.iter().map(|c| (x + c.0, y + c.1)).collect()
}

/// The part of the line inside a cell, and whether it runs through the cell's interior.
fn clip(grid: &Grid, cell: Cell, a: Point, b: Point) -> Option<(Fraction, Fraction, bool)> {
    let corners = corners(grid, cell);
    let (mut low, mut high) = (Fraction(0, 1), Fraction(1, 1));
    let mut edges = Vec::new();
    for i in 0..corners.len() {
        let (p, q) = (corners[i], corners[(i + 1) % corners.len()]);
        let inside = |x: Point| (q.0 - p.0) * (x.1 - p.1) - (q.1 - p.1) * (x.0 - p.0);
        let (start, end) = (inside(a), inside(b));
        edges.push((start, end));
        match end.cmp(&start) {
            Ordering::Equal if start < 0 => return None,
            Ordering::Equal => {}
            Ordering::Greater => low = low.max(Fraction(-start, end - start)),
            Ordering::Less => high = high.min(Fraction(start, start - end)),
        }
    }
    if low > high {
        return None;
    }
    let middle = Fraction::between(low, high);
    let within = edges
        .iter()
        .all(|(start, end)| start * middle.1 + middle.0 * (end - start) > 0);
    Some((low, high, within))
}

#[derive(Default)]
struct Way {
    shut: bool,
    figure: bool,
    off: bool,
    partial: bool,
    shutting: Vec<Cause>,
    covering: Vec<Cause>,
}

impl Way {
    fn closed(&self) -> bool {
        self.shut || self.figure || self.off
    }
}

/// A line between two spaces of a look, from the map alone.
struct Slow<'a> {
    map: &'a Map,
    look: &'a Look<'a>,
    eyes: (i64, i64),
}

impl Slow<'_> {
    fn space(&self, (column, row): Cell) -> Option<Space> {
        self.map.grid.at(column, row)
    }
    fn ground(&self, space: Space) -> i64 {
        self.map.elevation[space.index()].into()
    }
    fn up_to(&self, top: i64, at: Fraction) -> bool {
        top * at.1 >= self.eyes.0 * at.1 + at.0 * (self.eyes.1 - self.eyes.0)
    }
    fn side(&self, way: &mut Way, a: Cell, b: Cell, at: Fraction) {
        let (Some(a), Some(b)) = (self.space(a), self.space(b)) else {
            return;
        };
        let between = (a.min(b), a.max(b));
        let Some(border) = self.map.borders.iter().find(|x| x.between == between) else {
            return;
        };
        let top = self.ground(a).max(self.ground(b)) + i64::from(border.height);
        let cause = Cause::Border(between.0, between.1);
        if self.up_to(top, at) {
            match border.sight {
                Opacity::Clear => {}
                Opacity::Partial => {
                    way.partial = true;
                    way.covering.push(cause);
                }
                Opacity::Blocking => {
                    way.shut = true;
                    way.shutting.push(cause);
                }
            }
        }
    }
    fn interior(&self, way: &mut Way, cell: Cell, at: Fraction) {
        let space = self.space(cell);
        let kind = space.map(|s| &self.map.terrains[usize::from(self.map.terrain[s.index()].0)]);
        let (Some(space), Some(kind)) = (space, kind.filter(|kind| !kind.void)) else {
            way.off = true;
            way.shutting.extend(space.map(Cause::Space));
            return;
        };
        if self.look.from.contains(&space) || self.look.to.contains(&space) {
            return;
        }
        let ground = self.ground(space);
        let full = ground + i64::from(kind.height);
        let solid = if kind.sight == Opacity::Blocking {
            full
        } else {
            ground
        };
        if self.up_to(solid, at) {
            way.shut = true;
            way.shutting.push(Cause::Space(space));
        } else {
            if self.look.figures.is_some_and(|f| f.contains(space)) && self.up_to(ground + 1, at) {
                way.figure = true;
                way.shutting.push(Cause::Space(space));
            }
            if kind.sight == Opacity::Partial && self.up_to(full, at) {
                way.partial = true;
                way.covering.push(Cause::Space(space));
            }
        }
    }
}

/// What a look finds along the line between two spaces, and why.
fn slow(map: &Map, from: Space, to: Space, look: &Look) -> (Sight, BTreeSet<Cause>) {
    let grid = &map.grid;
    let cell = |s: Space| (i64::from(grid.column(s)), i64::from(grid.row(s)));
    let (first, last) = (cell(from), cell(to));
    let (a, b) = (centre(grid, first), centre(grid, last));
    let level = |s: Space, eye: u8| i64::from(map.elevation[s.index()]) + i64::from(eye);
    let eyes = (level(from, look.eyes.0), level(to, look.eyes.1));
    let line = Slow { map, look, eyes };
    let (mut through, mut touched) = (Vec::new(), Vec::new());
    for column in first.0.min(last.0) - 1..=first.0.max(last.0) + 1 {
        for row in first.1.min(last.1) - 2..=first.1.max(last.1) + 2 {
            match clip(grid, (column, row), a, b) {
                Some((low, high, true)) => through.push((low, high, (column, row))),
                Some((low, high, false)) => touched.push((low, high, (column, row))),
                None => {}
            }
        }
    }
    through.sort();
    let (mut sight, mut causes) = (Sight::Clear, BTreeSet::new());
    for pair in through.windows(2).filter(|_| from != to) {
        let ((_, left, before), (entered, until, after)) = (pair[0], pair[1]);
        let shared = corners(grid, before);
        let shared = corners(grid, after)
            .into_iter()
            .filter(|c| shared.contains(c))
            .count();
        if shared == 2 {
            let mut way = Way::default();
            line.side(&mut way, before, after, entered);
            if way.shut {
                sight = Sight::Blocked;
            } else if way.partial {
                sight = sight.min(Sight::Cover);
            }
            causes.extend(way.shutting.into_iter().chain(way.covering));
        } else {
            // the two spaces that the line passes between, all the way from one to the other
            let beside = touched.iter().filter(|t| t.0 == left && t.1 == entered);
            let beside: Vec<_> = beside.map(|(_, _, beside)| *beside).collect();
            let found = corner(
                &line,
                (before, left),
                (after, entered),
                &beside,
                &mut causes,
            );
            sight = sight.min(found);
        }
        if after != last {
            let mut way = Way::default();
            line.interior(&mut way, after, Fraction::between(entered, until));
            if way.closed() {
                sight = Sight::Blocked;
            } else if way.partial {
                sight = sight.min(Sight::Cover);
            }
            causes.extend(way.shutting.into_iter().chain(way.covering));
        }
    }
    (sight, causes)
}

/// What a look finds where it leaves one space and enters another by a corner, between the two
/// spaces beside it.
fn corner(
    line: &Slow,
    (before, left): (Cell, Fraction),
    (after, entered): (Cell, Fraction),
    beside: &[Cell],
    causes: &mut BTreeSet<Cause>,
) -> Sight {
    let way = |beside: &Cell| {
        let mut way = Way::default();
        line.interior(&mut way, *beside, Fraction::between(left, entered));
        if !way.off {
            line.side(&mut way, before, *beside, left);
            line.side(&mut way, *beside, after, entered);
        }
        way
    };
    let ways: Vec<Way> = beside.iter().map(way).collect();
    assert_eq!(ways.len(), 2, "two ways round");
    let closed = ways.iter().filter(|way| way.closed()).count();
    let partial = ways
        .iter()
        .filter(|way| !way.closed() && way.partial)
        .count();
    let shut = ways.iter().any(|way| way.shut);
    let found = match (closed, partial) {
        (2, _) => Sight::Blocked,
        (1, 1) | (0, 2) => Sight::Cover,
        (1, _) if shut => Sight::Cover,
        _ => Sight::Clear,
    };
    for way in ways {
        let edge_only = way.off && found != Sight::Blocked;
        if found != Sight::Clear && !edge_only {
            let counts = if way.closed() {
                way.shutting
            } else {
                way.covering
            };
            causes.extend(counts);
        }
    }
    found
}

fn void(map: &Map, space: Space) -> bool {
    map.terrains[usize::from(map.terrain[space.index()].0)].void
}

fn compare(kind: GridKind, hilly: bool, boards: u32) {
    let mut chance = Chance(u64::from(boards) + u64::from(hilly) * 7 + kind as u64 * 13);
    for _ in 0..boards {
        let map = drawn::random(kind, hilly, &mut chance);
        let len = map.grid.len();
        let board = Board::new(map.clone());
        for _ in 0..10 {
            let [from, to] = [0, 1].map(|_| Space(chance.below(len as u64) as u32));
            if void(&map, from) || void(&map, to) {
                assert_eq!(board.line(from, to), Sight::Blocked);
                continue;
            }
            compare_spaces(&board, from, to);
        }
        for _ in 0..3 {
            compare_groups(&board, &mut chance);
        }
    }
}

/// Compares a look from one space at another, and why it is as it is.
fn compare_spaces(board: &Board, from: Space, to: Space) {
    let map = board.map();
    let grid = map.grid;
    let plain = Look {
        from: &[from],
        to: &[to],
        eyes: (1, 1),
        figures: None,
    };
    let (sight, causes) = slow(map, from, to, &plain);
    let names = [grid.name(from), grid.name(to)];
    assert_eq!(board.line(from, to), sight, "{names:?} of {map:?}");
    assert_eq!(board.walk(from, to), sight, "{names:?} of {map:?}");
    assert_eq!(board.line(to, from), sight, "{names:?} of {map:?}");
    assert_eq!(board.view(from).contains(to), sight != Sight::Blocked);
    let covered = map.terrains[usize::from(map.terrain[to.index()].0)].cover;
    let own = if covered {
        sight.min(Sight::Cover)
    } else {
        sight
    };
    assert_eq!(board.sight(from, to), own);
    let mut told: BTreeSet<Cause> = causes;
    if covered {
        told.insert(Cause::Space(to));
    }
    let causes = board.causes(from, to, &plain);
    assert_eq!(
        causes.iter().copied().collect::<BTreeSet<_>>(),
        told,
        "{names:?} of {map:?}"
    );
    assert_eq!(causes.len(), told.len());
    assert_eq!(
        causes.is_empty(),
        own == Sight::Clear,
        "{names:?} of {map:?}"
    );
}

/// Compares a look from a group of spaces at another, over figures or none.
fn compare_groups(board: &Board, chance: &mut Chance) {
    let map = board.map();
    let (grid, len) = (map.grid, map.grid.len());
    let group = |chance: &mut Chance| {
        let anchor = Space(chance.below(len as u64) as u32);
        grid.footprint(anchor, 1 + chance.below(3) as u8)
    };
    let (Some(from), Some(to)) = (group(chance), group(chance)) else {
        return;
    };
    if from.iter().chain(&to).any(|s| void(map, *s)) {
        return;
    }
    let figures: Vec<Space> = (0..len as u32)
        .map(Space)
        .filter(|_| chance.once_in(5))
        .collect();
    let figures = Spaces::of(len, figures);
    let figures = (!chance.once_in(3)).then_some(&figures);
    let eyes = if chance.once_in(2) {
        (1, 1)
    } else {
        (1, 1 + chance.below(3) as u8)
    };
    let look = Look {
        from: &from,
        to: &to,
        eyes,
        figures,
    };
    let mut best: Option<Seen> = None;
    for (from, to) in from.iter().flat_map(|f| to.iter().map(|t| (*f, *t))) {
        let covered = map.terrains[usize::from(map.terrain[to.index()].0)].cover;
        let worst = if covered { Sight::Cover } else { Sight::Clear };
        let seen = Seen {
            sight: slow(map, from, to, &look).0.min(worst),
            from,
            to,
        };
        if best.is_none_or(|best| seen.sight > best.sight) {
            best = Some(seen);
        }
    }
    assert_eq!(board.look(&look, |_, _| true), best, "{look:?} of {map:?}");
}

#[test]
#[ignore = "slow"]
fn s1_sight_on_squares_equals_plain_geometry() {
    compare(GridKind::Square, false, 1000);
    compare(GridKind::Square, true, 1000);
}

#[test]
fn s1_sight_on_flat_hexes_equals_plain_geometry() {
    compare(GridKind::HexFlat, false, 400);
    compare(GridKind::HexFlat, true, 400);
}

#[test]
#[ignore = "slow"]
fn s1_more_sight_on_flat_hexes_equals_plain_geometry() {
    compare(GridKind::HexFlat, false, 1000);
    compare(GridKind::HexFlat, true, 1000);
}

#[test]
#[ignore = "slow"]
fn s1_sight_on_pointy_hexes_equals_plain_geometry() {
    compare(GridKind::HexPointy, false, 1000);
    compare(GridKind::HexPointy, true, 1000);
}

#[test]
fn s7_sight_is_symmetric() {
    let mut chance = Chance(7);
    for round in 0..120 {
        let map = drawn::random(KINDS[round % 3], round % 2 == 0, &mut chance);
        let board = Board::new(map);
        let all: Vec<Space> = (0..board.len() as u32).map(Space).collect();
        for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (*a, *b))) {
            assert_eq!(board.line(a, b), board.line(b, a));
            if board.terrain(a).cover == board.terrain(b).cover {
                assert_eq!(board.sight(a, b), board.sight(b, a));
            }
        }
    }
}
