//! Figures drawn once and shown in many frames: what each looks like lies on one picture, from
//! which it is copied to wherever it stands. While somebody zooms the copies grow and shrink, and
//! are redrawn once the view rests.

use super::super::picture::{FIGURES, Patch, Picture, fresh_revision};
use super::figures::LETTER;
use super::{Piece, figure};
use crate::look::layout::Camera;
use egui::{Color32, Id, LayerId, Order, Painter, Pos2, Rect, Shape, Ui, Vec2, pos2, vec2};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// The size of the picture in dots.
const SHEET: Vec2 = vec2(2048.0, 1024.0);

/// Figures on bases of more dots than this, from the middle to the rim, are drawn where they stand:
/// there are few of them.
const LARGEST: f32 = 80.0;

/// So much of this is drawn onto the picture in one frame: a figure takes one, and one in which
/// more can be made out than its letter takes `DETAILED`.
const AT_ONCE: usize = 12;
const DETAILED: usize = 4;

/// How long the view must rest before figures are drawn for it, in seconds: the board comes first.
const REST: f64 = 0.2;

/// How a figure looks, on the picture.
struct Cell {
    /// Where it is on the picture, in points.
    part: Rect,
    /// Where it is around the place it stands on, in points.
    around: Rect,
    /// The zoom it is drawn for.
    zoom: f32,
}

/// Figures drawn once.
pub struct Sprites {
    picture: Option<Picture>,
    cells: FxHashMap<u64, Cell>,
    /// Where the next one goes, and how high its row is, in dots.
    free: Pos2,
    row: f32,
    /// There was no room for one more.
    full: bool,
    /// A number for all that stood on the board, and how large, when the picture was begun.
    scene: u64,
    dots: f32,
    /// The zoom of the last frame, and when it changed.
    zoom: f32,
    moved: f64,
}

impl Default for Sprites {
    fn default() -> Self {
        Self {
            picture: None,
            cells: FxHashMap::default(),
            free: Pos2::ZERO,
            row: 0.0,
            full: false,
            scene: 0,
            dots: 0.0,
            zoom: 0.0,
            moved: f64::NEG_INFINITY,
        }
    }
}

impl Sprites {
    /// The picture with all of them.
    pub fn picture(&self) -> Option<&Picture> {
        self.picture.as_ref()
    }

    /// Draws figures where they stand, in their order.
    pub fn show<'a>(
        &mut self,
        ui: &Ui,
        painter: &Painter,
        camera: &Camera,
        pieces: impl Iterator<Item = &'a Piece>,
    ) {
        let dots = ui.ctx().pixels_per_point();
        let time = ui.input(|i| i.time);
        let pieces: Vec<(u64, &Piece)> = pieces.map(|piece| (looks(piece), piece)).collect();
        let mut scene = FxHasher::default();
        camera.zoom.to_bits().hash(&mut scene);
        pieces.iter().for_each(|(key, _)| key.hash(&mut scene));
        let scene = scene.finish();
        if self.zoom != camera.zoom {
            // the first one shown is no move
            self.moved = if self.zoom == 0.0 { self.moved } else { time };
            self.zoom = camera.zoom;
        }
        let rests = time >= self.moved + REST;
        // what no longer stands there may have filled it; those that stand there now may be too
        // many for it as well, and then who has no room is drawn where it stands
        let again = rests && self.full && self.scene != scene;
        if self.picture.is_none() || again || self.dots != dots {
            self.begin(dots);
            self.scene = scene;
        }
        let mut left = if rests { AT_ONCE } else { 0 };
        let mut waits = !rests && self.full && self.scene != scene;
        for (key, piece) in pieces {
            // what comes and goes is drawn as it is now, and what is far larger than all others
            let lasts = piece.presence >= 1.0 && piece.radius * camera.zoom * dots < LARGEST;
            if !lasts {
                figure(painter, camera, piece);
                continue;
            }
            let ground = camera.screen(piece.at);
            let reach = piece.radius * camera.zoom * 4.0;
            if !camera.view.expand(reach).contains(ground) {
                continue;
            }
            let sharp = |cell: &Cell| cell.zoom == camera.zoom;
            if !self.full && !self.cells.get(&key).is_some_and(sharp) {
                let large = piece.radius * camera.zoom * dots >= LETTER;
                if left > 0 {
                    left = left.saturating_sub(if large { DETAILED } else { 1 });
                    self.draw(ui, key, piece, camera.zoom);
                } else {
                    waits = true;
                }
            }
            match self.cells.get(&key) {
                Some(cell) => copy(painter, camera, ground, cell, dots),
                None => figure(painter, camera, piece),
            }
        }
        if waits && rests {
            ui.ctx().request_repaint();
        } else if waits {
            let rest = self.moved + REST - time;
            ui.ctx()
                .request_repaint_after_secs(rest.max(0.0) as f32 + 0.001);
        }
    }

    /// Begins with an empty picture.
    fn begin(&mut self, dots: f32) {
        self.cells.clear();
        (self.free, self.row, self.full, self.dots) = (Pos2::ZERO, 0.0, false, dots);
        self.picture = Some(Picture {
            revision: fresh_revision(),
            ground: Color32::TRANSPARENT,
            size: SHEET / dots,
            shapes: Vec::new(),
            sharp: false,
            patches: Vec::new(),
        });
    }

    /// Draws a figure onto the picture.
    fn draw(&mut self, ui: &Ui, key: u64, piece: &Piece, zoom: f32) {
        let mut shapes = shapes(ui, piece, zoom);
        let bounds = shapes
            .iter()
            .map(Shape::visual_bounding_rect)
            .filter(Rect::is_finite)
            .fold(Rect::NOTHING, Rect::union);
        if !bounds.is_positive() {
            return;
        }
        // whole dots, and some more for soft edges
        let edge = vec2(2.0, 2.0);
        let (min, max) = (
            (bounds.min.to_vec2() * self.dots).floor() - edge,
            (bounds.max.to_vec2() * self.dots).ceil() + edge,
        );
        let Some(at) = self.room(max - min) else {
            // those that are not needed any more have filled it; what is copied in this frame
            // still has to be there
            self.full = true;
            return;
        };
        let part = Rect::from_min_size(at, max - min);
        let part = Rect::from_min_max(
            (part.min.to_vec2() / self.dots).to_pos2(),
            (part.max.to_vec2() / self.dots).to_pos2(),
        );
        let around = Rect::from_min_max((min / self.dots).to_pos2(), (max / self.dots).to_pos2());
        for shape in &mut shapes {
            shape.translate(part.min - around.min);
        }
        if let Some(picture) = &mut self.picture {
            picture.add(Patch { rect: part, shapes });
        }
        self.cells.insert(key, Cell { part, around, zoom });
    }

    /// Room for a figure of a size in dots, if there is any.
    fn room(&mut self, size: Vec2) -> Option<Pos2> {
        if self.free.x + size.x > SHEET.x {
            self.free = pos2(0.0, self.free.y + self.row);
            self.row = 0.0;
        }
        if size.x > SHEET.x || self.free.y + size.y > SHEET.y {
            return None;
        }
        let at = self.free;
        self.free.x += size.x;
        self.row = self.row.max(size.y);
        Some(at)
    }
}

/// The shapes of a figure that stands where both coordinates are 0.
fn shapes(ui: &Ui, piece: &Piece, zoom: f32) -> Vec<Shape> {
    let camera = Camera {
        centre: piece.at,
        zoom,
        view: Rect::from_center_size(Pos2::ZERO, Vec2::ZERO),
    };
    // painted on a layer of its own, which is emptied before anybody sees it
    let layer = LayerId::new(Order::Background, Id::unique("figure"));
    let painter = Painter::new(ui.ctx().clone(), layer, Rect::EVERYTHING);
    figure(&painter, &camera, piece);
    let list = ui
        .ctx()
        .graphics_mut(|all| std::mem::take(all.entry(layer)));
    list.all_entries().map(|e| e.shape.clone()).collect()
}

/// Copies a figure from the picture to where it stands.
fn copy(painter: &Painter, camera: &Camera, ground: Pos2, cell: &Cell, dots: f32) {
    let grown = camera.zoom / cell.zoom;
    // its dots lie on those of the screen where it is as large as it was drawn
    let ground = if grown == 1.0 {
        ((ground.to_vec2() * dots).round() / dots).to_pos2()
    } else {
        ground
    };
    let rect = Rect::from_min_max(
        ground + cell.around.min.to_vec2() * grown,
        ground + cell.around.max.to_vec2() * grown,
    );
    let sheet = SHEET / dots;
    let uv = Rect::from_min_max(
        (cell.part.min.to_vec2() / sheet).to_pos2(),
        (cell.part.max.to_vec2() / sheet).to_pos2(),
    );
    painter.image(FIGURES, rect, uv, Color32::WHITE);
}

/// A number for what a figure looks like, wherever it stands.
fn looks(piece: &Piece) -> u64 {
    fn add(piece: &Piece, all: &mut FxHasher) {
        let way = piece.facing.map(|v| (v.x.to_bits(), v.y.to_bits()));
        (piece.side, piece.appearance, piece.letter, way).hash(all);
        (piece.radius.to_bits(), piece.aloft, piece.health).hash(all);
        (piece.spent, piece.disabled, piece.riders.len()).hash(all);
        for rider in &piece.riders {
            add(rider, all);
        }
    }
    let mut all = FxHasher::default();
    add(piece, &mut all);
    all.finish()
}
