//! Shapes as pixels.

use super::Backdrop;
use crate::look::{Shape, StampKey, Stroke};
use ecolor::Color32;
use emath::{Pos2, Rect, Vec2, pos2};
use std::collections::HashMap;
use tiny_skia::{
    Color, FillRule, FilterQuality, GradientStop, LinearGradient, Paint, Path, PathBuilder,
    Pattern, Pixmap, PixmapPaint, Shader, SpreadMode, Transform,
};

/// Pictures drawn so far, each with the place of its top left corner against its origin.
pub type Sprites = HashMap<StampKey, Option<(Pixmap, i32, i32)>>;

/// A painter on pixels: points of the shapes are moved by `shift` and enlarged by `scale`.
pub struct Raster<'a> {
    /// Where it paints.
    pub pixmap: &'a mut Pixmap,
    /// Pixels of a point.
    pub scale: f32,
    /// Pixels by which everything is moved.
    pub shift: Vec2,
    /// Pictures drawn so far at this scale.
    pub sprites: &'a mut Sprites,
    /// The picture under the grid.
    pub backdrop: Option<&'a Backdrop>,
}

fn colour(c: Color32) -> Color {
    let [r, g, b, a] = c.to_srgba_unmultiplied();
    Color::from_rgba8(r, g, b, a)
}

fn stop([r, g, b, a]: [u8; 4]) -> Color {
    Color::from_rgba8(r, g, b, a)
}

fn solid<'a>(c: Color32) -> Paint<'a> {
    Paint {
        shader: Shader::SolidColor(colour(c)),
        anti_alias: true,
        ..Paint::default()
    }
}

fn path(points: &[Pos2], close: bool) -> Option<Path> {
    let mut path = PathBuilder::with_capacity(points.len() + 1, points.len());
    for (i, p) in points.iter().enumerate() {
        match i {
            0 => path.move_to(p.x, p.y),
            _ => path.line_to(p.x, p.y),
        }
    }
    if close {
        path.close();
    }
    path.finish()
}

impl Raster<'_> {
    fn transform(&self) -> Transform {
        let (s, by) = (self.scale, self.shift);
        Transform::from_row(s, 0.0, 0.0, s, by.x, by.y)
    }

    fn at(&self, p: Pos2) -> Pos2 {
        (p.to_vec2() * self.scale + self.shift).to_pos2()
    }

    fn fill(&mut self, path: Option<Path>, paint: &Paint) {
        let transform = self.transform();
        if let Some(path) = path {
            self.pixmap
                .fill_path(&path, paint, FillRule::Winding, transform, None);
        }
    }

    fn stroke(&mut self, path: Option<Path>, stroke: Stroke) {
        if stroke.width <= 0.0 || stroke.color.a() == 0 {
            return;
        }
        let line = tiny_skia::Stroke {
            width: stroke.width,
            ..tiny_skia::Stroke::default()
        };
        let transform = self.transform();
        if let Some(path) = path {
            self.pixmap
                .stroke_path(&path, &solid(stroke.color), &line, transform, None);
        }
    }

    /// Paints a shape.
    pub fn put(&mut self, shape: &Shape) {
        match shape {
            Shape::Patch {
                points,
                fill,
                stroke,
            } => {
                if fill.a() > 0 {
                    self.fill(path(points, true), &solid(*fill));
                }
                if stroke.width > 0.0 {
                    self.stroke(path(points, true), *stroke);
                }
            }
            Shape::Line { points, stroke } => self.stroke(path(points, false), *stroke),
            Shape::Disc { at, radius, fill } => {
                self.fill(PathBuilder::from_circle(at.x, at.y, *radius), &solid(*fill));
            }
            Shape::Blend { corners } => self.blend(corners),
            Shape::Tiles { tiles } => {
                for (points, c) in tiles {
                    self.fill(path(points, true), &solid(*c));
                }
            }
            Shape::Mesh { corners, triangles } => {
                let (wide, high) = (self.pixmap.width(), self.pixmap.height());
                let placed: Vec<(Pos2, Color32)> =
                    corners.iter().map(|(p, c)| (self.at(*p), *c)).collect();
                let pixels = self.pixmap.pixels_mut();
                for triangle in triangles {
                    let corners = triangle.map(|i| placed[i as usize]);
                    shade(corners, (wide as usize, high as usize), |i, [r, g, b]| {
                        let pixel = tiny_skia::PremultipliedColorU8::from_rgba(r, g, b, 255);
                        pixels[i] = pixel.unwrap_or(pixels[i]);
                    });
                }
            }
            Shape::Picture {
                at,
                scale,
                opacity,
                within,
            } => self.picture((*at, *scale), *opacity, *within),
            Shape::Stamp { key, at, shapes } => self.stamp(*key, *at, shapes),
        }
    }

    /// The picture under the grid, as far as it lies on the board.
    fn picture(&mut self, (at, scale): (Pos2, f32), opacity: f32, within: Rect) {
        let Some(picture) = self.backdrop else {
            return;
        };
        let whole = Rect::from_min_size(at, Vec2::from(picture.size) * scale);
        let seen = whole.intersect(within);
        let rect = tiny_skia::Rect::from_ltrb(seen.min.x, seen.min.y, seen.max.x, seen.max.y);
        let (Some(rect), Some((pixels, fine))) = (rect, picture.pixels()) else {
            return;
        };
        let scale = scale / fine;
        let shader = Pattern::new(
            pixels.as_ref(),
            SpreadMode::Pad,
            FilterQuality::Bilinear,
            opacity,
            Transform::from_row(scale, 0.0, 0.0, scale, at.x, at.y),
        );
        let paint = Paint {
            shader,
            anti_alias: false,
            ..Paint::default()
        };
        self.fill(Some(PathBuilder::from_rect(rect)), &paint);
    }

    fn blend(&mut self, corners: &[(Pos2, Color32)]) {
        let Some((points, from, to)) = gradient(corners) else {
            return;
        };
        let stops = vec![
            GradientStop::new(0.0, stop(from.1)),
            GradientStop::new(1.0, stop(to.1)),
        ];
        let point = |p: Pos2| tiny_skia::Point::from_xy(p.x, p.y);
        let shader = LinearGradient::new(
            point(from.0),
            point(to.0),
            stops,
            SpreadMode::Pad,
            Transform::identity(),
        );
        if let Some(shader) = shader {
            let paint = Paint {
                shader,
                anti_alias: true,
                ..Paint::default()
            };
            self.fill(path(&points, true), &paint);
        }
    }

    /// Draws a picture: as pixels that are kept, at the nearest whole pixel.
    fn stamp(&mut self, key: StampKey, at: Vec2, shapes: &[Shape]) {
        if !self.sprites.contains_key(&key) {
            let sprite = self.sprite(shapes);
            self.sprites.insert(key, sprite);
        }
        let place = (at * self.scale + self.shift).round();
        let Some(Some((sprite, left, top))) = self.sprites.get(&key) else {
            return;
        };
        self.pixmap.draw_pixmap(
            place.x as i32 + left,
            place.y as i32 + top,
            sprite.as_ref(),
            &PixmapPaint::default(),
            Transform::identity(),
            None,
        );
    }

    fn sprite(&self, shapes: &[Shape]) -> Option<(Pixmap, i32, i32)> {
        let mut all = Rect::NOTHING;
        shapes
            .iter()
            .for_each(|shape| all = all.union(extent(shape)));
        let corner = (all.min.to_vec2() * self.scale).floor() - Vec2::splat(1.0);
        let size = (all.max.to_vec2() * self.scale).ceil() - corner + Vec2::splat(1.0);
        let mut pixmap = Pixmap::new(size.x as u32, size.y as u32)?;
        let mut raster = Raster {
            pixmap: &mut pixmap,
            scale: self.scale,
            shift: corner * -1.0,
            sprites: &mut Sprites::new(),
            backdrop: None,
        };
        shapes.iter().for_each(|shape| raster.put(shape));
        Some((pixmap, corner.x as i32, corner.y as i32))
    }
}

/// The rectangle that a shape needs.
fn extent(shape: &Shape) -> Rect {
    let around = |points: &[Pos2], by: f32| Rect::from_points(points).expand(by);
    match shape {
        Shape::Patch { points, stroke, .. } | Shape::Line { points, stroke } => {
            around(points, stroke.width.max(0.0))
        }
        Shape::Disc { at, radius, .. } => Rect::from_center_size(*at, Vec2::splat(radius * 2.0)),
        Shape::Blend { corners } | Shape::Mesh { corners, .. } => {
            let points: Vec<Pos2> = corners.iter().map(|(p, _)| *p).collect();
            around(&points, 0.0)
        }
        Shape::Tiles { tiles } => {
            let all = tiles.iter().map(|(points, _)| around(points, 0.0));
            all.fold(Rect::NOTHING, Rect::union)
        }
        Shape::Picture { within, .. } => *within,
        Shape::Stamp { at, shapes, .. } => {
            let all = shapes.iter().map(|shape| extent(shape).translate(*at));
            all.fold(Rect::NOTHING, Rect::union)
        }
    }
}

/// The end of a gradient: a point, and its red, green, blue and opacity.
pub type End = (Pos2, [u8; 4]);

/// The corners of a blend and its gradient: from the colour of the first two corners to that of
/// the others, straight away from them. What fades to nothing keeps its colour on the way.
pub fn gradient(corners: &[(Pos2, Color32)]) -> Option<(Vec<Pos2>, End, End)> {
    let (near, far) = (corners.first()?.1, corners.last()?.1);
    let points: Vec<Pos2> = corners.iter().map(|c| c.0).collect();
    let along = (*points.get(1)? - points[0]).normalized();
    let away = points[points.len() - 1] - points[0];
    let away = away - along * away.dot(along);
    let kept = |c: Color32, like: Color32| {
        let [r, g, b, _] = if c.a() == 0 { like } else { c }.to_srgba_unmultiplied();
        [r, g, b, c.a()]
    };
    let start = points[0];
    Some((
        points,
        (start, kept(near, far)),
        (start + away, kept(far, near)),
    ))
}

/// Calls a function with every pixel of a triangle and its colour between those of the corners.
pub fn shade(
    [a, b, c]: [(Pos2, Color32); 3],
    (wide, high): (usize, usize),
    mut put: impl FnMut(usize, [u8; 3]),
) {
    let cross = |p: Pos2, q: Pos2, r: Pos2| (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    let whole = cross(a.0, b.0, c.0);
    if whole.abs() < 1e-6 {
        return;
    }
    let low = a.0.min(b.0).min(c.0);
    let top = a.0.max(b.0).max(c.0);
    let range = |from: f32, to: f32, most: usize| {
        let from = (from - 0.5).floor().clamp(0.0, most as f32) as usize;
        from..((to + 0.5).ceil().clamp(0.0, most as f32) as usize)
    };
    for y in range(low.y, top.y, high) {
        for x in range(low.x, top.x, wide) {
            let p = pos2(x as f32 + 0.5, y as f32 + 0.5);
            let u = cross(b.0, c.0, p) / whole;
            let v = cross(c.0, a.0, p) / whole;
            let w = 1.0 - u - v;
            if u < -1e-4 || v < -1e-4 || w < -1e-4 {
                continue;
            }
            let part = |i: usize| {
                let at = |colour: Color32| f32::from(colour.to_array()[i]);
                (at(a.1) * u + at(b.1) * v + at(c.1) * w)
                    .round()
                    .clamp(0.0, 255.0) as u8
            };
            put(y * wide + x, [part(0), part(1), part(2)]);
        }
    }
}

/// The ground of a mesh as pixels, `fine` of them a point, within a rectangle; and their number.
pub fn ground(
    corners: &[(Pos2, Color32)],
    triangles: &[[u32; 3]],
    view: Rect,
    fine: f32,
) -> (usize, usize, Vec<[u8; 4]>) {
    let wide = (view.width() * fine).ceil().max(1.0) as usize;
    let high = (view.height() * fine).ceil().max(1.0) as usize;
    let mut pixels = vec![[0u8; 4]; wide * high];
    for triangle in triangles {
        let corners = triangle.map(|i| {
            let (p, c) = corners[i as usize];
            let at = (p - view.min) * fine;
            (pos2(at.x, at.y), c)
        });
        shade(corners, (wide, high), |i, [r, g, b]| {
            pixels[i] = [r, g, b, 255];
        });
    }
    spread(&mut pixels, wide);
    (wide, high, pixels)
}

/// Gives pixels beside the ground its colour, so that its edge does not fade when it is enlarged.
fn spread(pixels: &mut [[u8; 4]], wide: usize) {
    let before = pixels.to_vec();
    for (i, pixel) in pixels.iter_mut().enumerate().filter(|(_, p)| p[3] == 0) {
        let column = i % wide;
        let beside = [
            (column > 0).then(|| i - 1),
            (column + 1 < wide).then(|| i + 1),
            i.checked_sub(wide),
            Some(i + wide),
        ];
        let mut beside = beside.into_iter().flatten();
        if let Some(near) = beside.find_map(|j| before.get(j).filter(|p| p[3] > 0)) {
            *pixel = *near;
        }
    }
}
