//! A part of a map that is carried elsewhere, turned and flipped on the way.

use super::{Barrier, Kind, Op, Sheet};
use crate::board::{GridKind, Offset, Space, Spaces, Symmetry};
use crate::files::builtin::Builtin;
use std::collections::{BTreeMap, BTreeSet};

/// A turn or flip that loses nothing.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Clockwise: a quarter on squares, a sixth on hexes.
    Clockwise,
    /// The other way.
    Back,
    /// Left and right change places.
    Flip,
    /// Top and bottom change places.
    Upend,
}

/// A part of a map, seen from one of its spaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clip {
    kind: GridKind,
    cells: Vec<(Offset, String, i8)>,
    sides: Vec<(Offset, Offset, Barrier)>,
    /// The map's own kinds of terrain among them, for maps that lack them.
    own: Vec<Kind>,
}

impl Clip {
    /// The selected part of a sheet with the walls around it, seen from its middle; none where
    /// nothing is selected.
    pub fn copy(sheet: &Sheet, selected: &Spaces) -> Option<Self> {
        let middle = middle(sheet, selected)?;
        let at = |s: Space| sheet.grid.offset(middle, s);
        let cells = selected
            .iter()
            .map(|s| (at(s), sheet.kind(s).name.clone(), sheet.levels[s.index()]));
        let inside = |a: &Space, b: &Space| selected.contains(*a) || selected.contains(*b);
        let sides = sheet
            .borders
            .iter()
            .filter(|((a, b), _)| inside(a, b))
            .map(|((a, b), border)| (at(*a), at(*b), Barrier::from(border)));
        let there: BTreeSet<&str> = selected
            .iter()
            .map(|s| sheet.kind(s).name.as_str())
            .collect();
        let own = sheet
            .terrains
            .iter()
            .filter(|t| there.contains(t.name.as_str()) && Builtin::named(&t.name).is_none());
        Some(Self {
            kind: sheet.grid.kind,
            cells: cells.collect(),
            sides: sides.collect(),
            own: own.map(|t| Kind::carried(t, &sheet.terrains)).collect(),
        })
    }
    /// Whether it fits onto a grid: squares onto squares, hexes onto hexes that stand alike.
    pub fn fits(&self, kind: GridKind) -> bool {
        self.kind == kind
    }
    /// How many spaces it has.
    pub fn len(&self) -> usize {
        self.cells.len()
    }
    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }
    /// The same part turned or flipped.
    pub fn turned(&self, turn: Turn) -> Self {
        let way = |v: Offset| match turn {
            Turn::Clockwise => self.kind.turned(v),
            Turn::Back => {
                let steps = if self.kind.is_square() { 3 } else { 5 };
                (0..steps).fold(v, |v, _| self.kind.turned(v))
            }
            Turn::Flip => self.kind.flipped(v),
            Turn::Upend => self.kind.upended(v),
        };
        let cells = self.cells.iter().map(|(v, k, l)| (way(*v), k.clone(), *l));
        let mut cells: Vec<_> = cells.collect();
        cells.sort();
        let sides = self.sides.iter().map(|(a, b, s)| (way(*a), way(*b), *s));
        let mut sides: Vec<_> = sides.map(|(a, b, s)| (a.min(b), a.max(b), s)).collect();
        sides.sort_by_key(|(a, b, _)| (*a, *b));
        Self {
            kind: self.kind,
            cells,
            sides,
            own: self.own.clone(),
        }
    }
    /// The spaces it would cover.
    pub fn covers(&self, sheet: &Sheet, at: Space) -> Spaces {
        let grid = &sheet.grid;
        let spaces = self.cells.iter().filter_map(|(v, ..)| grid.shifted(at, *v));
        Spaces::of(grid.len(), spaces)
    }
    /// What puts it down, and its images in a symmetry; what would lie outside the board is left
    /// out.
    pub fn paste(&self, sheet: &Sheet, at: Space, symmetry: Symmetry) -> Vec<Op> {
        let grid = &sheet.grid;
        if self.kind != grid.kind {
            return Vec::new();
        }
        let empty = || Spaces::new(grid.len());
        let mut kinds: BTreeMap<&str, Spaces> = BTreeMap::new();
        let mut levels: BTreeMap<i8, Spaces> = BTreeMap::new();
        for (v, kind, level) in &self.cells {
            let Some(space) = grid.shifted(at, *v) else {
                continue;
            };
            let Some(images) = symmetry.images(grid, space) else {
                continue;
            };
            for image in images {
                kinds.entry(kind).or_insert_with(empty).insert(image);
                if kind != "void" {
                    levels.entry(*level).or_insert_with(empty).insert(image);
                }
            }
        }
        let covered = symmetry.spread(grid, &self.covers(sheet, at));
        let bare = sheet
            .borders
            .keys()
            .filter(|(a, b)| covered.contains(*a) && covered.contains(*b))
            .map(|(a, b)| (a.0, b.0));
        let mut ops = vec![Op::Side {
            barrier: None,
            on: bare.collect(),
        }];
        let lacking = self.own.iter().filter(|k| sheet.named(&k.name).is_none());
        ops.extend(lacking.cloned().map(Op::Kind));
        let ground = |(kind, on): (&str, Spaces)| Op::Ground {
            kind: kind.to_owned(),
            on,
        };
        ops.extend(kinds.into_iter().map(ground));
        ops.extend(levels.into_iter().map(|(to, on)| Op::Level { to, on }));
        let mut barriers: Vec<(Barrier, Vec<(u32, u32)>)> = Vec::new();
        for (a, b, barrier) in &self.sides {
            let (Some(a), Some(b)) = (grid.shifted(at, *a), grid.shifted(at, *b)) else {
                continue;
            };
            let side = BTreeSet::from([(a.0.min(b.0), a.0.max(b.0))]);
            let sides = symmetry.spread_sides(grid, &side);
            match barriers.iter_mut().find(|(known, _)| known == barrier) {
                Some((_, on)) => on.extend(sides),
                None => barriers.push((*barrier, sides.into_iter().collect())),
            }
        }
        ops.extend(barriers.into_iter().map(|(barrier, on)| Op::Side {
            barrier: Some(barrier),
            on,
        }));
        ops
    }
}

/// The space of a set nearest to the middle of its columns and rows.
fn middle(sheet: &Sheet, selected: &Spaces) -> Option<Space> {
    let grid = &sheet.grid;
    let place = |s: Space| (i64::from(grid.column(s)), i64::from(grid.row(s)));
    let (mut low, mut high) = ((i64::MAX, i64::MAX), (0, 0));
    for (c, r) in selected.iter().map(place) {
        low = (low.0.min(c), low.1.min(r));
        high = (high.0.max(c), high.1.max(r));
    }
    selected.iter().min_by_key(|s| {
        let (c, r) = place(*s);
        let (x, y) = (2 * c - low.0 - high.0, 2 * r - low.1 - high.1);
        x * x + y * y
    })
}
