//! What the collision shapes of a tile mean: a wall, borders on its sides, or nothing here.

use super::super::builtin;
use super::super::mapping::Target;
use super::super::snap::{Point, distance, inside};
use super::doc::{Doc, Object, Shape, Tile, Tileset};
use super::meaning::{ID, Work};
use super::objects::outline;
use crate::board::{BorderKind, Cost, Space};

/// Points across and down a tile that are asked whether a shape covers them.
const GRAIN: usize = 16;
/// The part of a tile that shapes must cover for a wall.
const COVERED: f64 = 0.5;
/// The part of a side that shapes must cover for a border.
const ALONG: f64 = 0.75;
/// How far from a side a line may run, as a part of the tile.
const NEAR: f64 = 0.2;

/// What the shapes of a tile close.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Solid {
    /// All of it.
    Whole,
    /// Some of its sides: top, right, bottom, left.
    Sides([bool; 4]),
    /// Less than that.
    Little,
}

impl Work<'_> {
    /// What a tile means whose shapes figures bump into.
    pub(super) fn bumped(&mut self, doc: &Doc, gid: u32, found: Option<Target>) -> Option<Target> {
        let closes = doc.set_of(gid).and_then(|(set, id)| {
            let tile = set.tiles.get(&id)?;
            solid(set, tile, self.frame.tile)
        });
        let upright = matches!(doc.orientation.as_str(), "orthogonal" | "hexagonal");
        let square = self.frame.grid.kind.is_square() && upright;
        let closes = match closes {
            Some(Solid::Sides(_)) if !square => Some(Solid::Little),
            closes => closes,
        };
        self.solids.insert(gid, closes);
        let place = Self::tile_name(doc, gid);
        let notes = &mut self.sketch.notes;
        match closes {
            Some(Solid::Little) => {
                let what = "collision shapes that cover less than half of a tile were left out";
                notes.lost(what, place);
                found
            }
            Some(Solid::Sides(_)) => {
                let what = "collision shapes along a side of a tile became walls on that side";
                notes.changed(what, place);
                found
            }
            Some(Solid::Whole) => {
                let named = found.as_ref().filter(|t| !t.ignored());
                let is = match named {
                    Some(target) if target.is_door() => return found,
                    Some(target) => {
                        let kind = self.sketch.kind(&target.is, self.mapping);
                        let terrain = self.sketch.terrain(kind);
                        match (terrain.cost, terrain.water) {
                            (Cost::No, _) => return found,
                            (_, true) => "deep",
                            _ => "wall",
                        }
                    }
                    None => "wall",
                };
                let what = format!("tiles covered by a collision shape became {is}");
                self.sketch.notes.changed(what, place);
                Some(Target {
                    is: is.to_owned(),
                    level: named.map_or(0, |t| t.level),
                    seat: None,
                    rank: 0,
                    over: false,
                })
            }
            None => found,
        }
    }

    /// Notes the sides that the shapes of a tile close.
    pub(super) fn bound(&mut self, number: u32, space: Space) {
        let Some(Some(Solid::Sides(sides))) = self.solids.get(&(number & ID)) else {
            return;
        };
        let grid = self.frame.grid;
        let (column, row) = (i64::from(grid.column(space)), i64::from(grid.row(space)));
        let steps = [(0, -1), (1, 0), (0, 1), (-1, 0)];
        for (closed, (x, y)) in turned(*sides, number).into_iter().zip(steps) {
            if let Some(next) = grid.at(column + x, row + y).filter(|_| closed) {
                self.closed.insert((space.min(next), space.max(next)));
            }
        }
    }

    /// Puts walls on the sides that collision shapes close, unless nobody could pass there.
    pub(super) fn close_sides(&mut self) {
        for between in std::mem::take(&mut self.closed) {
            let free = |space: Space| {
                let terrain = self.sketch.terrain(self.sketch.ground[space.index()]);
                !terrain.void && terrain.cost != Cost::No
            };
            if free(between.0) && free(between.1) {
                let wall = builtin::border(BorderKind::Wall, between);
                self.sketch.border(wall);
            }
        }
    }
}

/// What the shapes of a tile close, of those tiles that have some.
pub(super) fn solid(set: &Tileset, tile: &Tile, map_tile: Point) -> Option<Solid> {
    if tile.shapes.is_empty() {
        return None;
    }
    let size = |own: f64, map: f64| if own > 0.0 { own } else { map };
    let high = tile.high.unwrap_or(size(set.tile.1, map_tile.1));
    let wide = size(set.tile.0, map_tile.0).min(map_tile.0);
    // tall pictures stand on the lower end of their space
    let tall = high.min(map_tile.1);
    let top = high - tall;
    let place = |p: Point| (p.0 / wide, (p.1 - top) / tall);
    let shapes: Vec<(Vec<Point>, bool)> = tile
        .shapes
        .iter()
        .map(|object| {
            let points = outline(object, object.at).into_iter().map(place).collect();
            (points, is_area(object))
        })
        .collect();
    let covers = |p: Point| shapes.iter().any(|(line, area)| *area && inside(p, line));
    let step = |i: usize| (i as f64 + 0.5) / GRAIN as f64;
    let all = (0..GRAIN * GRAIN).filter(|i| covers((step(i % GRAIN), step(i / GRAIN))));
    let part = all.count() as f64 / (GRAIN * GRAIN) as f64;
    if part >= COVERED && covers((0.49, 0.49)) {
        return Some(Solid::Whole);
    }
    let edge = 0.5 / GRAIN as f64;
    let along = |point: &dyn Fn(f64) -> Point| {
        let near = |p: Point| {
            let by_line = |(line, area): &(Vec<Point>, bool)| !area && runs_by(line, p);
            covers(p) || shapes.iter().any(by_line)
        };
        let hit = (0..GRAIN).filter(|i| near(point(step(*i)))).count();
        hit as f64 >= ALONG * GRAIN as f64
    };
    let sides = [
        along(&|t| (t, edge)),
        along(&|t| (1.0 - edge, t)),
        along(&|t| (t, 1.0 - edge)),
        along(&|t| (edge, t)),
    ];
    match sides.contains(&true) {
        true => Some(Solid::Sides(sides)),
        false => Some(Solid::Little),
    }
}

fn is_area(object: &Object) -> bool {
    match object.shape {
        Shape::Rect | Shape::Ellipse => object.size.0 > 0.0 && object.size.1 > 0.0,
        Shape::Polygon(_) => true,
        Shape::Polyline(_) | Shape::Point | Shape::Text => false,
    }
}

/// Whether a line passes by a point at a side.
fn runs_by(line: &[Point], p: Point) -> bool {
    line.windows(2).any(|pair| {
        let (a, b) = (pair[0], pair[1]);
        let (x, y) = (b.0 - a.0, b.1 - a.1);
        let long = x * x + y * y;
        if long == 0.0 {
            return false;
        }
        let t = (((p.0 - a.0) * x + (p.1 - a.1) * y) / long).clamp(0.0, 1.0);
        distance((a.0 + x * t, a.1 + y * t), p) <= NEAR
    })
}

/// Bits of a tile's number that turn and flip it.
const FLIP_X: u32 = 1 << 31;
const FLIP_Y: u32 = 1 << 30;
const FLIP_DIAGONAL: u32 = 1 << 29;

/// The sides of a tile that is turned or flipped.
pub(super) fn turned([top, right, bottom, left]: [bool; 4], number: u32) -> [bool; 4] {
    let (mut top, mut right, mut bottom, mut left) = match number & FLIP_DIAGONAL {
        0 => (top, right, bottom, left),
        _ => (left, bottom, right, top),
    };
    if number & FLIP_X != 0 {
        std::mem::swap(&mut left, &mut right);
    }
    if number & FLIP_Y != 0 {
        std::mem::swap(&mut top, &mut bottom);
    }
    [top, right, bottom, left]
}
