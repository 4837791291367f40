//! A sheet on another grid: squares for hexes, hexes for squares, and what is lost by it.
//!
//! Both boards lie over each other, middle on middle, a space as wide as before. A new space takes
//! ground, level and zones from the old one whose centre is nearest to its own. An old border
//! closes the new sides whose way from centre to centre it crosses, so a line of them stays whole.
//! Then two promises are kept: ground that hung together still does, and ground that did not still
//! does not. Whatever is not quite as it was is noted.

mod scene;
mod sides;
mod ways;

use super::{Sheet, area};
use crate::board::{Cost, Grid, GridKind, Images, Space, Spaces, Stagger, Symmetry};
use crate::files::notes::{Fate, Notes};
use crate::files::snap::{Lattice, Point, distance};
use crate::files::{SizeFault, check_size, use_name};
use std::collections::BTreeMap;

/// A sheet on another grid, its scenario with it, and what is not quite as it was.
///
/// # Errors
/// The board would be too large.
pub fn regridded(sheet: &Sheet, kind: GridKind) -> Result<(Sheet, Notes), SizeFault> {
    let mut notes = Notes::default();
    if sheet.grid.kind == kind {
        return Ok((sheet.clone(), notes));
    }
    let grid = alike(&sheet.grid, kind)?;
    let mut over = Over::new(sheet, grid);
    let mut now = Sheet {
        head: sheet.head.clone(),
        grid,
        terrains: sheet.terrains.clone(),
        ground: Vec::new(),
        levels: Vec::new(),
        borders: BTreeMap::new(),
        zones: Vec::new(),
        scene: None,
    };
    over.lay(&mut now);
    let mut lines = sides::Lines::of(&over, &now);
    lines.put(&over, &mut now);
    ways::join(&mut over, &mut now, &mut notes);
    ways::part(&over, &mut now, &mut notes);
    lines.note(&now, &mut notes);
    over.zones(&mut now, &mut notes);
    over.note(&now, &mut notes);
    if let Some(scene) = &sheet.scene {
        now.scene = Some(scene::carried(&over, &now, scene, &lines, &mut notes));
    }
    if let Some(picture) = now.head.picture.take() {
        notes.lost(
            "the picture was removed, because it does not fit the new grid",
            picture.file,
        );
    }
    if let Some(recipe) = now.head.recipe.take() {
        notes.lost(
            "the recipe was removed, because it generates the map on the old grid",
            recipe,
        );
    }
    Ok((now, notes))
}

/// The grid of another kind that covers the same ground: as many columns and rows as that takes,
/// an even number where it was even, so that middle comes to lie on middle.
fn alike(grid: &Grid, kind: GridKind) -> Result<Grid, SizeFault> {
    let step = |kind| Lattice::to_scale(Grid { kind, ..*grid }).step;
    let (was, is) = (step(grid.kind), step(kind));
    let fit = |n: u32, was: f64, is: f64| {
        let odd = f64::from(n % 2);
        let twos = ((f64::from(n) * was / is - odd) / 2.0).round();
        (2.0 * twos + odd).max(2.0 - odd) as u64
    };
    let (columns, rows) = check_size(fit(grid.columns, was.0, is.0), fit(grid.rows, was.1, is.1))?;
    Ok(Grid {
        kind,
        stagger: Stagger::default(),
        columns,
        rows,
    })
}

/// A sheet and the grid that lies over it.
struct Over<'a> {
    old: &'a Sheet,
    from: Lattice,
    to: Lattice,
    /// From a point of the new grid to the same one of the old.
    by: Point,
    /// For each new space the old one it is taken from.
    source: Vec<Space>,
    /// The connected areas of the old grid while doors are shut, numbered from 1; 0 where no figure
    /// can walk.
    group: Vec<u32>,
}

impl<'a> Over<'a> {
    fn new(old: &'a Sheet, grid: Grid) -> Self {
        let (from, to) = (Lattice::to_scale(old.grid), Lattice::to_scale(grid));
        let (a, b) = (from.extent(), to.extent());
        let mut over = Over {
            old,
            from,
            to,
            by: ((a.0 - b.0) / 2.0, (a.1 - b.1) / 2.0),
            source: Vec::new(),
            group: ways::groups(old),
        };
        let all = (0..grid.len() as u32).map(Space);
        over.source = all
            .map(|space| {
                let (x, y) = over.to.centre(space);
                let there = (x + over.by.0, y + over.by.1);
                let all = over.from.around(there).map(|s| (s, over.from.centre(s)));
                nearest(all, there, over.from.extent()).unwrap_or(Space(0))
            })
            .collect();
        over
    }
    /// A point of the old grid on the new one.
    fn there(&self, (x, y): Point) -> Point {
        (x - self.by.0, y - self.by.1)
    }
    /// The new space an old one lies nearest to.
    fn nearest(&self, old: Space) -> Space {
        let at = self.there(self.from.centre(old));
        self.to.closest(at).unwrap_or(Space(0))
    }
    /// The connected area of the old space that a new space is taken from.
    fn group(&self, new: Space) -> u32 {
        self.group[self.source[new.index()].index()]
    }
    /// Gives every new space its ground and level.
    fn lay(&self, now: &mut Sheet) {
        let of = |s: &Space| (self.old.ground[s.index()], self.old.levels[s.index()]);
        (now.ground, now.levels) = self.source.iter().map(of).unzip();
    }

    fn zones(&self, now: &mut Sheet, notes: &mut Notes) {
        for (i, zone) in self.old.zones.iter().enumerate() {
            let mut spaces = self.carried(now, &zone.spaces);
            let real = |s: &Space| self.old.exists(*s);
            let (had, has) = (zone.spaces.iter().filter(real).count(), spaces.count());
            if has == 0 {
                let near = zone.spaces.iter().filter(real).map(|s| self.nearest(s));
                spaces = Spaces::of(now.grid.len(), near.filter(|s| now.exists(*s)));
            }
            let has = spaces.count();
            if had != has {
                let seat = zone.seat.map_or(String::new(), |s| format!(" of seat {s}"));
                let what = format!(
                    "zone {} ({}{seat}) has {has} spaces instead of {had}",
                    i + 1,
                    use_name(zone.kind),
                );
                notes.changed(what, "");
            }
            let zone = crate::board::Zone {
                spaces,
                ..zone.clone()
            };
            now.zones.push(zone);
        }
    }
    /// The new spaces that are taken from some old ones.
    fn carried(&self, now: &Sheet, old: &Spaces) -> Spaces {
        let from = |s: &Space| now.exists(*s) && old.contains(self.source[s.index()]);
        Spaces::of(now.grid.len(), now.spaces().filter(from))
    }

    /// Notes what became of size, ground and symmetry.
    fn note(&self, now: &Sheet, notes: &mut Notes) {
        let (old, grid) = (self.old, now.grid);
        if (grid.columns, grid.rows) != (old.grid.columns, old.grid.rows) {
            let what = format!(
                "the board has {} × {} spaces instead of {} × {}",
                grid.columns, grid.rows, old.grid.columns, old.grid.rows
            );
            notes.changed(what, "");
        }
        let mut taken = vec![0u32; old.grid.len()];
        self.source.iter().for_each(|s| taken[s.index()] += 1);
        for space in old.spaces().filter(|s| old.exists(*s)) {
            let (kind, place) = (&old.kind(space).name, old.grid.name(space));
            match taken[space.index()] {
                0 => notes.lost(format!("spaces of {kind} that were dropped"), place),
                1 => {}
                n => {
                    let what = format!("spaces of {kind} that became more than one");
                    notes.count(Fate::Changed, what, n as usize - 1, place);
                }
            }
        }
        for symmetry in Symmetry::ALL.into_iter().skip(1) {
            let even = |sheet: &Sheet| {
                symmetry.suits(sheet.grid.kind)
                    && symmetry.lacking(sheet).is_empty()
                    && Images::new(sheet.grid, symmetry)
                        .holds(|s| (&sheet.kind(s).name, sheet.levels[s.index()]))
            };
            if even(old) && !even(now) {
                let what = format!(
                    "the terrain is no longer symmetric under {}",
                    words(symmetry)
                );
                notes.lost(what, "");
            }
        }
    }
}

/// What lies nearest to a point; of several as near the one clockwise around the middle of the
/// board, so that what is the same after half a turn stays so.
fn nearest<T>(all: impl Iterator<Item = (T, Point)>, to: Point, extent: Point) -> Option<T> {
    let centred = |p: Point| (p.0 - extent.0 / 2.0, p.1 - extent.1 / 2.0);
    let (x, y) = centred(to);
    let mut best: Option<(T, f64, f64)> = None;
    for (what, at) in all {
        let far = distance(at, to);
        let turn = x * centred(at).1 - y * centred(at).0;
        let nearer = best.as_ref().is_none_or(|(_, least, most)| {
            far < least - CLOSE || (far < least + CLOSE && turn > most + CLOSE)
        });
        if nearer {
            best = Some((what, far, turn));
        }
    }
    best.map(|(what, ..)| what)
}

/// Lengths that differ by less are the same.
const CLOSE: f64 = 1e-9;

fn words(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::HalfTurn => "a half-turn",
        other => other.words(),
    }
}

/// Whether figures on foot can stand on a space.
fn is_ground(sheet: &Sheet, space: Space) -> bool {
    sheet.exists(space) && sheet.kind(space).cost != Cost::No
}

/// The sides of a space, as borders name them.
fn sides_of(grid: &Grid, space: Space) -> impl Iterator<Item = (Space, Space)> + use<> {
    area::beside(grid, space).map(move |next| (space.min(next), space.max(next)))
}
