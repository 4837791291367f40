//! Paths, outlines, labels: what lies over the ground.

use super::super::theme::glass;
use crate::board::Space;
use crate::look::layout::{Camera, Layout};
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};

fn corners(layout: &Layout, camera: &Camera, space: Space, grow: f32) -> Vec<Pos2> {
    let centre = layout.centre(space);
    layout
        .corners()
        .iter()
        .map(|c| camera.screen(centre + *c * grow))
        .collect()
}

/// Fills a space.
pub fn fill_space(
    painter: &Painter,
    layout: &Layout,
    camera: &Camera,
    space: Space,
    fill: Color32,
) {
    painter.add(Shape::convex_polygon(
        corners(layout, camera, space, 1.0),
        fill,
        Stroke::NONE,
    ));
}

/// Strokes across a space, so that it differs by more than its colour.
pub fn hatch(painter: &Painter, layout: &Layout, camera: &Camera, space: Space, lines: u8) {
    if camera.zoom < 14.0 {
        return;
    }
    let centre = layout.centre(space);
    let ink = Stroke::new(1.2, glass(Color32::BLACK, 110));
    for i in 0..lines {
        let across = (f32::from(i) - f32::from(lines - 1) / 2.0) * 0.22;
        let (a, b) = (vec2(-0.26 + across, 0.26), vec2(0.26 + across, -0.26));
        painter.line_segment([camera.screen(centre + a), camera.screen(centre + b)], ink);
    }
}

/// Draws a line around a space.
pub fn ring_space(
    painter: &Painter,
    layout: &Layout,
    camera: &Camera,
    space: Space,
    stroke: Stroke,
) {
    let mut points = corners(layout, camera, space, 0.93);
    points.push(points[0]);
    points.push(points[1]);
    painter.add(Shape::line(points, stroke));
}

/// Draws a line around a set of spaces.
pub fn outline(
    painter: &Painter,
    layout: &Layout,
    camera: &Camera,
    spaces: &dyn Fn(Space) -> bool,
    all: impl Iterator<Item = Space>,
    grid: &crate::board::Grid,
    stroke: Stroke,
) {
    for space in all {
        let centre = layout.centre(space);
        for (d, from, to) in layout.sides() {
            if grid.neighbour(space, d).is_some_and(spaces) {
                continue;
            }
            painter.line_segment(
                [camera.screen(centre + from), camera.screen(centre + to)],
                stroke,
            );
        }
    }
}

/// A way over the board, with an arrow at its end.
pub fn path(painter: &Painter, camera: &Camera, points: &[Pos2], colour: Color32) {
    let points: Vec<Pos2> = points.iter().map(|p| camera.screen(*p)).collect();
    let wide = (camera.zoom * 0.12).clamp(2.5, 7.0);
    painter.add(Shape::line(
        points.clone(),
        Stroke::new(wide + 2.5, glass(Color32::BLACK, 130)),
    ));
    painter.add(Shape::line(points.clone(), Stroke::new(wide, colour)));
    if let [.., before, last] = points.as_slice() {
        let v = (*last - *before).normalized();
        head(painter, *last, v, wide * 1.7, colour);
    }
}

fn head(painter: &Painter, tip: Pos2, v: Vec2, size: f32, colour: Color32) {
    let across = v.rot90() * size;
    painter.add(Shape::convex_polygon(
        vec![tip + v * size, tip - across, tip + across],
        colour,
        Stroke::new(1.2, glass(Color32::BLACK, 150)),
    ));
}

/// A straight arrow between two points of the board.
pub fn arrow(painter: &Painter, camera: &Camera, from: Pos2, to: Pos2, colour: Color32) {
    let (a, b) = (camera.screen(from), camera.screen(to));
    if a.distance(b) < 2.0 {
        return;
    }
    let v = (b - a).normalized();
    let (a, b) = (a + v * camera.zoom * 0.3, b - v * camera.zoom * 0.42);
    let wide = (camera.zoom * 0.08).clamp(2.0, 5.0);
    painter.line_segment([a, b], Stroke::new(wide + 2.0, glass(Color32::BLACK, 120)));
    painter.line_segment([a, b], Stroke::new(wide, colour));
    head(painter, b, v, wide * 2.2, colour);
}

/// A dot in the middle of a space.
pub fn dot(painter: &Painter, camera: &Camera, at: Pos2, radius: f32, fill: Color32) {
    painter.circle(
        camera.screen(at),
        radius * camera.zoom,
        fill,
        Stroke::new(1.0, glass(Color32::BLACK, 120)),
    );
}

/// Objects and devices on a board.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Token {
    /// Something to be carried: a chest.
    Object,
    /// Something to be used: a lever.
    Device,
}

/// Draws an object or a device.
pub fn token(painter: &Painter, camera: &Camera, at: Pos2, token: Token) {
    let (middle, size) = (camera.screen(at), (camera.zoom * 0.24).clamp(5.0, 16.0));
    let edge = Stroke::new((size * 0.16).max(1.2), Color32::from_rgb(0x20, 0x14, 0x08));
    let rect = |from: Vec2, to: Vec2| Rect::from_min_max(middle + from * size, middle + to * size);
    let inside = egui::StrokeKind::Middle;
    match token {
        Token::Object => {
            let wood = Color32::from_rgb(0xb8, 0x74, 0x2c);
            let lid = Color32::from_rgb(0xe8, 0xb0, 0x40);
            let whole = rect(vec2(-1.0, -0.75), vec2(1.0, 0.75));
            painter.rect(whole, size * 0.25, wood, edge, inside);
            let top = rect(vec2(-1.0, -0.75), vec2(1.0, -0.1));
            painter.rect(top, size * 0.25, lid, edge, inside);
            let lock = rect(vec2(-0.2, -0.3), vec2(0.2, 0.2));
            painter.rect(lock, 0.0, Color32::from_rgb(0xff, 0xf0, 0xa0), edge, inside);
        }
        Token::Device => {
            let plate = rect(vec2(-0.8, 0.1), vec2(0.8, 0.8));
            let stick = [vec2(0.0, 0.4), vec2(0.6, -0.8)].map(|v| middle + v * size);
            painter.line_segment(stick, Stroke::new(size * 0.5, edge.color));
            let metal = Color32::from_rgb(0x58, 0xa0, 0xb0);
            painter.rect(plate, size * 0.2, metal, edge, inside);
            painter.line_segment(stick, Stroke::new(size * 0.25, Color32::WHITE));
            painter.circle(
                stick[1],
                size * 0.32,
                Color32::from_rgb(0xe0, 0x50, 0x38),
                edge,
            );
        }
    }
}

/// A small red triangle: a figure may be lost here, so likely.
pub fn warning(painter: &Painter, camera: &Camera, at: Pos2, likely: f32) {
    let size = camera.zoom * (0.05 + 0.13 * likely.clamp(0.0, 1.0));
    let middle = camera.screen(at);
    let points = [vec2(0.0, -1.0), vec2(0.9, 0.7), vec2(-0.9, 0.7)];
    painter.add(Shape::convex_polygon(
        points.map(|v| middle + v * size).to_vec(),
        Color32::from_rgb(0xe0, 0x3c, 0x28),
        Stroke::new(1.0, glass(Color32::BLACK, 160)),
    ));
}

/// A small text on a dark plate.
pub fn label(painter: &Painter, at: Pos2, text: &str, size: f32, ink: Color32) {
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(size), ink);
    let rect = Align2::CENTER_CENTER.anchor_size(at, galley.size());
    painter.rect_filled(
        rect.expand2(vec2(5.0, 2.0)),
        4.0,
        glass(Color32::from_rgb(18, 18, 22), 205),
    );
    painter.galley(rect.min, galley, ink);
}
