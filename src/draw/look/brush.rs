//! What drawing needs everywhere: places, chance that never changes, smooth noise.

use super::colour::{glass, shade};
use super::layout::{Camera, Layout};
use super::shape::{Shape, StampKey, Stroke};
use crate::board::{Board, Facing, Space};
use ecolor::Color32;
use emath::{Pos2, Rect, Vec2, pos2, vec2};
use std::collections::HashMap;
use std::sync::Arc;

/// What a space looks like.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// Grass, sand, deck: the plain ground of a map.
    Open,
    /// Paved.
    Floor,
    /// Broken stones.
    Rubble,
    /// Bushes.
    Scrub,
    /// Boulders.
    Rocks,
    /// Trees.
    Wood,
    /// Trees that block sight.
    Thicket,
    /// Shallow water.
    Water,
    /// Deep water.
    Deep,
    /// Flat ground that no figure can enter: lava, a chasm.
    Pit,
    /// Darkness.
    Dark,
    /// Masonry.
    Wall,
    /// A roof.
    Building,
    /// Boxes and other loose things of a map's own.
    Things,
    /// Flat ground of a map's own that is not grass: snow, ice, mud.
    Own,
    /// Not part of the board.
    Void,
}

/// A pencil on a board, seen by a camera.
pub struct Brush<'a> {
    /// The board.
    pub board: &'a Board,
    /// Where its spaces lie.
    pub layout: Layout,
    /// How it is seen.
    pub camera: Camera,
    /// The spaces that are seen.
    pub seen: Vec<Space>,
    /// Of each kind of terrain.
    looks: Vec<Look>,
    shapes: Vec<Shape>,
    /// Pictures that were drawn already.
    stamps: HashMap<StampKey, Arc<[Shape]>>,
}

impl<'a> Brush<'a> {
    /// A brush for what the camera sees.
    pub fn new(board: &'a Board, layout: Layout, camera: Camera) -> Self {
        let seen = layout.within(camera.seen().expand(1.5));
        let looks = board.map().terrains.iter().map(look).collect();
        Self {
            board,
            layout,
            camera,
            seen,
            looks,
            shapes: Vec::new(),
            stamps: HashMap::new(),
        }
    }
    /// All that was drawn.
    pub fn done(self) -> Vec<Shape> {
        self.shapes
    }
    /// Adds a shape, in points of the screen.
    pub fn add(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }
    /// Draws a picture at a space: `draw` draws it around the origin, once for each key.
    pub fn stamp(&mut self, key: StampKey, space: Space, draw: impl FnOnce(&mut Self)) {
        let shapes = match self.stamps.get(&key) {
            Some(shapes) => shapes.clone(),
            None => {
                let mut others = std::mem::take(&mut self.shapes);
                let (camera, origin) = (self.camera, self.camera.view.center().to_vec2());
                self.camera.centre = (origin / camera.zoom).to_pos2();
                draw(self);
                self.camera = camera;
                std::mem::swap(&mut self.shapes, &mut others);
                let shapes: Arc<[Shape]> = others.into();
                self.stamps.insert(key, shapes.clone());
                shapes
            }
        };
        if !shapes.is_empty() {
            let at = self.at(self.centre(space)).to_vec2();
            self.add(Shape::Stamp { key, at, shapes });
        }
    }
    /// Which of the map's kinds of terrain a space has.
    pub fn kind(&self, space: Space) -> u8 {
        let terrain = self.board.terrain(space);
        let all = &self.board.map().terrains;
        let kind = all.iter().position(|t| std::ptr::eq(t, terrain));
        kind.unwrap_or(0) as u8
    }
    /// How a space looks.
    pub fn look(&self, space: Space) -> Look {
        let kind = usize::from(self.kind(space));
        self.looks.get(kind).copied().unwrap_or(Look::Open)
    }
    /// Whether the board is so far away that only colours can be told apart.
    pub fn is_far(&self) -> bool {
        self.camera.zoom < 4.0
    }
    /// Whether its terrain is water under the name that it has in every map.
    pub fn is_plain_water(&self, space: Space) -> bool {
        matches!(self.board.terrain(space).name.as_str(), "water" | "deep")
    }
    /// The colour its terrain has.
    pub fn colour(&self, space: Space) -> Color32 {
        let c = self.board.terrain(space).colour;
        Color32::from_rgb((c >> 16) as u8, (c >> 8) as u8, c as u8)
    }
    /// The centre of a space, in spaces.
    pub fn centre(&self, space: Space) -> Pos2 {
        self.layout.centre(space)
    }
    /// A point of the board on the screen.
    pub fn at(&self, point: Pos2) -> Pos2 {
        self.camera.screen(point)
    }
    /// Points of the screen a space.
    pub fn zoom(&self) -> f32 {
        self.camera.zoom
    }
    /// The neighbour over a side.
    pub fn beyond(&self, space: Space, side: Facing) -> Option<Space> {
        self.board
            .grid()
            .neighbour(space, side)
            .filter(|s| self.board.exists(*s))
    }
    /// A number from 0 to 1 that always belongs to this space and salt.
    pub fn chance(&self, space: Space, salt: u32) -> f32 {
        chance(space.0, salt)
    }
    /// A point within a space, by chance, at most `spread` from its centre.
    pub fn somewhere(&self, space: Space, salt: u32, spread: f32) -> Pos2 {
        let angle = self.chance(space, salt) * std::f32::consts::TAU;
        let away = self.chance(space, salt + 1).sqrt() * spread;
        self.centre(space) + Vec2::angled(angle) * away
    }
    /// A filled disc, in spaces.
    pub fn disc(&mut self, at: Pos2, radius: f32, fill: Color32) {
        let (at, radius) = (self.at(at), radius * self.zoom());
        self.add(Shape::Disc { at, radius, fill });
    }
    /// A filled convex shape, in spaces.
    pub fn patch(&mut self, points: &[Pos2], fill: Color32, stroke: Stroke) {
        let points = points.iter().map(|p| self.at(*p)).collect();
        self.add(Shape::Patch {
            points,
            fill,
            stroke,
        });
    }
    /// A line, in spaces; its width too.
    pub fn line(&mut self, from: Pos2, to: Pos2, width: f32, ink: Color32) {
        let (from, to) = (self.at(from), self.at(to));
        let width = (width * self.zoom()).max(0.6);
        self.add(Shape::Line {
            points: vec![from, to],
            stroke: Stroke::new(width, ink),
        });
    }
    /// A line through points, in spaces.
    pub fn stroke(&mut self, points: &[Pos2], width: f32, ink: Color32) {
        let points = points.iter().map(|p| self.at(*p)).collect();
        let stroke = Stroke::new((width * self.zoom()).max(0.6), ink);
        self.add(Shape::Line { points, stroke });
    }
    /// A shape with a colour at each corner, in spaces.
    pub fn blend(&mut self, corners: &[(Pos2, Color32)]) {
        let corners = corners.iter().map(|(p, c)| (self.at(*p), *c)).collect();
        self.add(Shape::Blend { corners });
    }
    /// An uneven round shape: a stone, a bush.
    pub fn blob(&mut self, at: Pos2, radius: f32, seed: u32, fill: Color32, stroke: Stroke) {
        let n = 9;
        let points: Vec<Pos2> = (0..n)
            .map(|i| {
                let angle = i as f32 / n as f32 * std::f32::consts::TAU;
                let r = radius * (0.82 + 0.3 * chance(seed, i));
                at + Vec2::angled(angle) * r
            })
            .collect();
        self.patch(&points, fill, stroke);
    }
    /// A box with a light top and its dark front below it.
    pub fn slab(&mut self, rect: Rect, deep: f32, top: Color32) {
        let edge = Stroke::new((0.02 * self.zoom()).clamp(0.5, 1.5), shade(top, 0.45));
        let front = Rect::from_min_max(
            pos2(rect.left(), rect.bottom() - 0.01),
            pos2(rect.right(), rect.bottom() + deep),
        );
        for (r, c) in [(front, shade(top, 0.6)), (rect, top)] {
            let corners = [
                r.left_top(),
                r.right_top(),
                r.right_bottom(),
                r.left_bottom(),
            ];
            self.patch(&corners, c, edge);
        }
    }
    /// A soft shadow of a round thing.
    pub fn shadow(&mut self, at: Pos2, radius: f32) {
        let at = at + vec2(0.06, 0.08);
        self.disc(at, radius * 1.12, glass(Color32::BLACK, 30));
        self.disc(at, radius, glass(Color32::BLACK, 45));
    }
}

/// A number from 0 to 1 that always belongs to these two.
pub fn chance(a: u32, b: u32) -> f32 {
    let mut h = a.wrapping_mul(0x9e37_79b1) ^ b.wrapping_mul(0x85eb_ca77).rotate_left(13);
    h ^= h >> 15;
    h = h.wrapping_mul(0x2c1b_3c6d);
    h ^= h >> 12;
    h = h.wrapping_mul(0x297a_2d39);
    h ^= h >> 15;
    (h & 0xffff) as f32 / 65535.0
}

/// Smooth noise from 0 to 1.
pub fn noise(p: Pos2, salt: u32) -> f32 {
    let (x, y) = (p.x.floor(), p.y.floor());
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (u, v) = (ease(p.x - x), ease(p.y - y));
    let corner = |dx: i32, dy: i32| {
        chance(
            (x as i32 + dx) as u32,
            ((y as i32 + dy) as u32).wrapping_mul(7919) ^ salt,
        )
    };
    let top = corner(0, 0) * (1.0 - u) + corner(1, 0) * u;
    let bottom = corner(0, 1) * (1.0 - u) + corner(1, 1) * u;
    top * (1.0 - v) + bottom * v
}

fn look(terrain: &crate::board::Terrain) -> Look {
    use crate::board::{Cost, Opacity};
    // "large wood" looks like wood
    let of = terrain.name.rsplit(' ').next().unwrap_or_default();
    match of {
        "open" => Look::Open,
        "floor" => Look::Floor,
        "rubble" => Look::Rubble,
        "scrub" => Look::Scrub,
        "rocks" => Look::Rocks,
        "wood" => Look::Wood,
        "thicket" => Look::Thicket,
        "water" => Look::Water,
        "deep" => Look::Deep,
        "darkness" => Look::Dark,
        "wall" => Look::Wall,
        "building" => Look::Building,
        _ if terrain.void => Look::Void,
        _ if terrain.water && terrain.cost == Cost::No => Look::Deep,
        _ if terrain.water => Look::Water,
        _ if terrain.cost == Cost::No && terrain.height >= 2 => Look::Building,
        _ if terrain.cost == Cost::No && terrain.height == 0 && terrain.sight == Opacity::Clear => {
            Look::Pit
        }
        _ if terrain.cost == Cost::No => Look::Wall,
        _ if terrain.sight != Opacity::Clear || terrain.cover => Look::Things,
        _ if terrain.cost == Cost::Plain && is_green(terrain.colour) => Look::Open,
        _ => Look::Own,
    }
}

/// Whether a colour is that of grass.
fn is_green(colour: u32) -> bool {
    let [_, r, g, b] = colour.to_be_bytes().map(u32::from);
    g > r + 12 && g > b + 30
}
