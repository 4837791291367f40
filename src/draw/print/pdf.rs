//! Shapes as PDF: each picture is written once and referred to.

use super::Backdrop;
use super::error::PrintError;
use super::page::Part;
use super::raster::{gradient, ground};
use crate::files::image::Kind;
use crate::files::png::png;
use crate::look::{Shape, StampKey, Stroke as Line};
use ecolor::Color32;
use emath::{Pos2, Rect, Vec2};
use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Size, Transform};
use krilla::graphic::Graphic;
use krilla::image::Image;
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, LinearGradient, SpreadMethod, Stop, Stroke};
use krilla::surface::Surface;
use std::collections::HashMap;
use std::sync::Arc;

/// Pixels of a point in the picture of the ground: its colours run into each other slowly.
const FINE: f32 = 1.0 / 3.0;

/// What the pages of one document share.
#[derive(Default)]
pub struct Painter {
    stamps: HashMap<StampKey, Graphic>,
    /// Shaded strips, by their corners around the first in twentieths of a point, and colours.
    blends: HashMap<(Vec<i32>, [u8; 8]), Graphic>,
    /// The picture under the grid: read once, and then referred to.
    backdrop: Option<(Arc<Backdrop>, Option<Image>)>,
}

fn opacity(a: u8) -> NormalizedF32 {
    NormalizedF32::new(f32::from(a) / 255.0).unwrap_or(NormalizedF32::ONE)
}

fn fill(c: Color32) -> Fill {
    let [r, g, b, a] = c.to_srgba_unmultiplied();
    Fill {
        paint: rgb::Color::new(r, g, b).into(),
        opacity: opacity(a),
        rule: FillRule::NonZero,
    }
}

fn stroke(line: Line) -> Option<Stroke> {
    let [r, g, b, a] = line.color.to_srgba_unmultiplied();
    (line.width > 0.0 && a > 0).then(|| Stroke {
        paint: rgb::Color::new(r, g, b).into(),
        width: line.width,
        opacity: opacity(a),
        ..Stroke::default()
    })
}

fn trace(path: &mut PathBuilder, points: &[Pos2], close: bool) {
    for (i, p) in points.iter().enumerate() {
        match i {
            0 => path.move_to(p.x, p.y),
            _ => path.line_to(p.x, p.y),
        }
    }
    if close {
        path.close();
    }
}

fn outline(points: &[Pos2], close: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    trace(&mut path, points, close);
    path.finish()
}

/// A circle of four curves.
fn circle(at: Pos2, radius: f32) -> Option<Path> {
    // the length of the handles that comes nearest to a circle
    let handle = 0.552_284_8 * radius;
    let mut path = PathBuilder::new();
    path.move_to(at.x + radius, at.y);
    for (from, to) in [
        (Vec2::X, Vec2::Y),
        (Vec2::Y, -Vec2::X),
        (-Vec2::X, -Vec2::Y),
        (-Vec2::Y, Vec2::X),
    ] {
        let first = at + from * radius + to * handle;
        let second = at + to * radius + from * handle;
        let end = at + to * radius;
        path.cubic_to(first.x, first.y, second.x, second.y, end.x, end.y);
    }
    path.close();
    path.finish()
}

impl Painter {
    /// Draws a part of a board at its place on the page.
    pub fn part(&mut self, surface: &mut Surface, part: &Part) -> Result<(), PrintError> {
        let points = |mm: f64| (mm * 72.0 / 25.4) as f32;
        let (left, top, wide, high) = part.on;
        let clip =
            krilla::geom::Rect::from_xywh(points(left), points(top), points(wide), points(high));
        let mut frame = PathBuilder::new();
        let no_room = || PrintError::NoRoom("the map");
        frame.push_rect(clip.ok_or_else(no_room)?);
        let frame = frame.finish().ok_or_else(no_room)?;
        surface.push_clip_path(&frame, &FillRule::NonZero);
        let scale = points(part.unit);
        surface.push_transform(&Transform::from_row(
            scale,
            0.0,
            0.0,
            scale,
            points(left),
            points(top),
        ));
        if let Some(backdrop) = part.backdrop.as_ref().filter(|_| self.backdrop.is_none()) {
            self.backdrop = Some((backdrop.clone(), image(backdrop)));
        }
        self.all(surface, &part.shapes, part.view);
        surface.pop();
        surface.pop();
        Ok(())
    }

    /// Draws shapes; lines of one kind that follow each other become one path.
    fn all(&mut self, surface: &mut Surface, shapes: &[Shape], view: Rect) {
        let mut rest = shapes;
        while let Some(first) = rest.first() {
            let Shape::Line { stroke: ink, .. } = first else {
                self.put(surface, first, view);
                rest = &rest[1..];
                continue;
            };
            let mut path = PathBuilder::new();
            let mut run = 0;
            for shape in rest {
                match shape {
                    Shape::Line { points, stroke } if stroke == ink => {
                        trace(&mut path, points, false)
                    }
                    _ => break,
                }
                run += 1;
            }
            if let (Some(path), Some(stroke)) = (path.finish(), stroke(*ink)) {
                surface.set_fill(None);
                surface.set_stroke(Some(stroke));
                surface.draw_path(&path);
            }
            rest = &rest[run..];
        }
    }

    fn put(&mut self, surface: &mut Surface, shape: &Shape, view: Rect) {
        match shape {
            Shape::Patch {
                points,
                fill: inner,
                stroke: edge,
            } => {
                let inner = (inner.a() > 0).then(|| fill(*inner));
                let edge = stroke(*edge);
                if inner.is_some() || edge.is_some() {
                    draw(surface, outline(points, true), inner, edge);
                }
            }
            // drawn with their neighbours
            Shape::Line {
                points,
                stroke: ink,
            } => {
                if let Some(ink) = stroke(*ink) {
                    draw(surface, outline(points, false), None, Some(ink));
                }
            }
            Shape::Disc {
                at,
                radius,
                fill: inner,
            } => {
                draw(surface, circle(*at, *radius), Some(fill(*inner)), None);
            }
            Shape::Tiles { tiles } => {
                for (points, inner) in tiles {
                    draw(surface, outline(points, true), Some(fill(*inner)), None);
                }
            }
            Shape::Blend { corners } => self.blend(surface, corners),
            Shape::Mesh { corners, triangles } if !triangles.is_empty() => {
                let (wide, high, pixels) = ground(corners, triangles, view, FINE);
                let file = png(wide as u32, high as u32, &pixels);
                let size = Size::from_wh(wide as f32 / FINE, high as f32 / FINE);
                let (Ok(image), Some(size)) = (Image::from_png(file.into(), true), size) else {
                    return;
                };
                let at = Transform::from_translate(view.left(), view.top());
                surface.push_transform(&at);
                surface.draw_image(image, size);
                surface.pop();
            }
            Shape::Mesh { .. } => {}
            Shape::Picture {
                at,
                scale,
                opacity,
                within,
            } => self.picture(surface, (*at, *scale), *opacity, *within),
            Shape::Stamp { key, at, shapes } => {
                let graphic = match self.stamps.get(key) {
                    Some(known) => known.clone(),
                    None => {
                        let graphic = self.graphic(surface, shapes, view);
                        self.stamps.insert(*key, graphic.clone());
                        graphic
                    }
                };
                place(surface, graphic, *at);
            }
        }
    }

    /// The picture under the grid, as far as it lies on the board.
    fn picture(&self, surface: &mut Surface, (at, scale): (Pos2, f32), opacity: f32, within: Rect) {
        let Some((backdrop, Some(image))) = &self.backdrop else {
            return;
        };
        let (wide, high) = backdrop.size;
        let corners = [
            within.left_top(),
            within.right_top(),
            within.right_bottom(),
            within.left_bottom(),
        ];
        let size = Size::from_wh(wide * scale, high * scale);
        let opacity = NormalizedF32::new(opacity);
        let (Some(frame), Some(size), Some(opacity)) = (outline(&corners, true), size, opacity)
        else {
            return;
        };
        surface.push_clip_path(&frame, &FillRule::NonZero);
        surface.push_opacity(opacity);
        surface.push_transform(&Transform::from_translate(at.x, at.y));
        surface.draw_image(image.clone(), size);
        surface.pop();
        surface.pop();
        surface.pop();
    }

    fn graphic(&mut self, surface: &mut Surface, shapes: &[Shape], view: Rect) -> Graphic {
        let mut builder = surface.stream_builder();
        let mut inner = builder.surface();
        self.all(&mut inner, shapes, view);
        inner.finish();
        Graphic::new(builder.finish(), false)
    }

    /// A shaded strip: those of one shape and colour are written once.
    fn blend(&mut self, surface: &mut Surface, corners: &[(Pos2, Color32)]) {
        let Some(first) = corners.first().map(|c| c.0.to_vec2()) else {
            return;
        };
        let around: Vec<(Pos2, Color32)> = corners.iter().map(|(p, c)| (*p - first, *c)).collect();
        let Some((points, from, to)) = gradient(&around) else {
            return;
        };
        let rough = |v: f32| (v * 20.0).round() as i32;
        let place_of = points.iter().flat_map(|p| [rough(p.x), rough(p.y)]);
        let mut colours = [0; 8];
        colours[..4].copy_from_slice(&from.1);
        colours[4..].copy_from_slice(&to.1);
        let key = (place_of.collect::<Vec<i32>>(), colours);
        if !self.blends.contains_key(&key) {
            let stop = |at: f32, [r, g, b, a]: [u8; 4]| Stop {
                offset: NormalizedF32::new(at).unwrap_or(NormalizedF32::ZERO),
                color: rgb::Color::new(r, g, b).into(),
                opacity: opacity(a),
            };
            let shading = LinearGradient {
                x1: from.0.x,
                y1: from.0.y,
                x2: to.0.x,
                y2: to.0.y,
                transform: Transform::identity(),
                spread_method: SpreadMethod::Pad,
                stops: vec![stop(0.0, from.1), stop(1.0, to.1)],
                anti_alias: false,
            };
            let mut builder = surface.stream_builder();
            let mut inner = builder.surface();
            let shaded = Fill {
                paint: shading.into(),
                ..Fill::default()
            };
            draw(&mut inner, outline(&points, true), Some(shaded), None);
            inner.finish();
            let graphic = Graphic::new(builder.finish(), false);
            self.blends.insert(key.clone(), graphic);
        }
        if let Some(graphic) = self.blends.get(&key) {
            place(surface, graphic.clone(), first);
        }
    }
}

/// A picture as PDF takes it; none if it is damaged.
fn image(backdrop: &Backdrop) -> Option<Image> {
    let bytes = backdrop.bytes.clone().into();
    let image = match backdrop.kind {
        Kind::Png => Image::from_png(bytes, true),
        Kind::Jpeg => Image::from_jpeg(bytes, true),
        Kind::Webp => Image::from_webp(bytes, true),
    };
    image.ok()
}

fn draw(surface: &mut Surface, path: Option<Path>, fill: Option<Fill>, stroke: Option<Stroke>) {
    if let Some(path) = path {
        surface.set_fill(fill);
        surface.set_stroke(stroke);
        surface.draw_path(&path);
    }
}

fn place(surface: &mut Surface, graphic: Graphic, at: Vec2) {
    surface.push_transform(&Transform::from_translate(at.x, at.y));
    surface.draw_graphic(graphic);
    surface.pop();
}
