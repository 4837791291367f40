//! Draws the board and the figures, by code alone.
//!
//! What does not change while nothing moves (ground, borders, zones, coordinates) becomes one
//! picture that is drawn again only when board or camera change; figures and marks are drawn on
//! top of it in every frame.

mod dice;
mod figures;
mod marks;
mod silhouettes;
mod sprites;

pub use dice::said;
pub use figures::{Piece, figure, portrait};
pub use marks::{
    Token, arrow, dot, fill_space, hatch, label, outline, path, ring_space, token, warning,
};
pub use sprites::Sprites;

use super::{backdrop, theme};
use crate::board::{Board, Picture};
use crate::look::layout::{Camera, Layout};
use crate::look::{self, Zones};
use egui::epaint::{Mesh, Vertex};
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2};

/// Everything of a board that stands still.
pub fn board(board: &Board, camera: &Camera, zones: Zones) -> Vec<Shape> {
    let picture = board.map().credit.picture.as_ref();
    painted(look::board(board, camera, zones), picture)
}

/// Letters of the columns above and below, numbers of the rows at both sides, always in view.
pub fn names(painter: &Painter, board: &Board, camera: &Camera, layout: &Layout) {
    let grid = board.grid();
    let (step_x, step_y) = match grid.kind {
        crate::board::GridKind::HexFlat => (crate::look::layout::HALF_ROOT_3, 1.0),
        crate::board::GridKind::HexPointy => (1.0, crate::look::layout::HALF_ROOT_3),
        crate::board::GridKind::Square => (1.0, 1.0),
    };
    let font = FontId::proportional(if camera.zoom > 24.0 { 12.0 } else { 10.0 });
    const CORNER: f32 = 14.0;
    let thin = |step: f32, room: f32| -> u32 {
        [1, 2, 5, 10, 20]
            .into_iter()
            .find(|n| *n as f32 * step * camera.zoom >= room)
            .unwrap_or(50)
    };
    let (every_x, every_y) = (thin(step_x, 20.0), thin(step_y, 14.0));
    let shown = |n: u32, every: u32| match every {
        2 => n.is_multiple_of(2),
        _ => n == 0 || (n + 1).is_multiple_of(every),
    };
    let bounds = layout.bounds();
    let ink = Color32::from_rgb(0xc8, 0xc4, 0xb8);
    let view = camera.view;
    let shown_board = Rect::from_two_pos(camera.screen(bounds.min), camera.screen(bounds.max));
    let write = |at: Pos2, text: String| {
        if view.expand(10.0).contains(at) {
            // a dark edge, for labels that lie on the board while it is larger than the view
            if shown_board.intersects(Rect::from_center_size(at, Vec2::splat(17.0))) {
                painter.circle_filled(at, 8.5, theme::glass(theme::GROUND, 150));
            }
            painter.text(at, Align2::CENTER_CENTER, text, font.clone(), ink);
        }
    };
    let top = (camera.screen(bounds.min).y - 11.0).max(view.top() + 9.0);
    let bottom = (camera.screen(bounds.max).y + 11.0).min(view.bottom() - 9.0);
    let left = (camera.screen(bounds.min).x - 12.0).max(view.left() + 10.0);
    let right = (camera.screen(bounds.max).x + 12.0).min(view.right() - 10.0);
    for column in (0..grid.columns).filter(|c| shown(*c, every_x)) {
        let Some((name, first)) = layout.column(column) else {
            continue;
        };
        let x = camera.screen(first).x;
        // in the corners it would lie on the number of a row
        if x < left + CORNER || x > right - CORNER {
            continue;
        }
        write(pos2(x, top), name.clone());
        write(pos2(x, bottom), name);
    }
    for row in (0..grid.rows).filter(|r| shown(*r, every_y)) {
        let Some(space) = grid.at(0, row.into()) else {
            continue;
        };
        let y = camera.screen(layout.centre(space)).y;
        write(pos2(left, y), (row + 1).to_string());
        write(pos2(right, y), (row + 1).to_string());
    }
}

/// Shapes as egui's painter takes them.
fn painted(shapes: Vec<look::Shape>, picture: Option<&Picture>) -> Vec<Shape> {
    let stroke = |s: look::Stroke| Stroke::new(s.width, s.color);
    let mesh = |corners: &[(Pos2, Color32)]| Mesh {
        vertices: corners
            .iter()
            .map(|(p, c)| Vertex::untextured(*p, *c))
            .collect(),
        ..Mesh::default()
    };
    let shape = |shape| match shape {
        look::Shape::Patch {
            points,
            fill,
            stroke: edge,
        } => Shape::convex_polygon(points, fill, stroke(edge)),
        look::Shape::Line {
            points,
            stroke: line,
        } => match points.as_slice() {
            [from, to] => Shape::line_segment([*from, *to], stroke(line)),
            _ => Shape::line(points, stroke(line)),
        },
        look::Shape::Disc { at, radius, fill } => Shape::circle_filled(at, radius, fill),
        look::Shape::Blend { corners } => {
            let mut fan = mesh(&corners);
            (2..corners.len() as u32).for_each(|i| fan.add_triangle(0, i - 1, i));
            Shape::mesh(fan)
        }
        look::Shape::Tiles { tiles } => {
            let mut all = Mesh::default();
            for (points, colour) in tiles {
                let first = all.vertices.len() as u32;
                let corners = points.iter().map(|p| Vertex::untextured(*p, colour));
                all.vertices.extend(corners);
                (2..points.len() as u32)
                    .for_each(|i| all.add_triangle(first, first + i - 1, first + i));
            }
            Shape::mesh(all)
        }
        look::Shape::Mesh { corners, triangles } => {
            let mut all = mesh(&corners);
            triangles
                .iter()
                .for_each(|[a, b, c]| all.add_triangle(*a, *b, *c));
            Shape::mesh(all)
        }
        look::Shape::Picture {
            at,
            scale,
            opacity,
            within,
        } => picture
            .and_then(|picture| backdrop::shape(picture, (at, scale), opacity, within))
            .unwrap_or(Shape::Noop),
        look::Shape::Stamp { .. } => Shape::Noop,
    };
    let plain = shapes.into_iter().flat_map(|shape| match shape {
        look::Shape::Stamp { at, shapes, .. } => shapes.iter().map(|s| s.moved(at)).collect(),
        other => vec![other],
    });
    plain.map(shape).collect()
}
