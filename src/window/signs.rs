//! The sign of a side: its colour in its shape.

use super::theme::{self, glass};
use crate::battle::Side;
use egui::{Color32, Rect, Sense, Shape, Stroke, Ui, vec2};

/// A side's sign: its colour in its shape.
pub fn sign(ui: &mut Ui, side: Side, size: f32) {
    let (rect, _) = ui.allocate_exact_size(vec2(size, size), Sense::hover());
    draw_sign(ui.painter(), side, rect);
}

/// Draws a sign into a box.
pub fn draw_sign(painter: &egui::Painter, side: Side, rect: Rect) {
    let (at, r) = (rect.center(), rect.width() * 0.45);
    let fill = theme::side(side.index());
    let edge = Stroke::new(1.5, glass(Color32::WHITE, 170));
    match side.index() % 4 {
        0 => {
            painter.circle(at, r, fill, edge);
        }
        1 => {
            let rect = Rect::from_center_size(at, vec2(r, r) * 1.8);
            painter.rect(rect, 2.0, fill, edge, egui::StrokeKind::Inside);
        }
        n => {
            let corners = if n == 2 { 6 } else { 4 };
            let points = (0..corners)
                .map(|i| {
                    let a = i as f32 / corners as f32 * std::f32::consts::TAU;
                    at + vec2(a.sin(), -a.cos()) * r * 1.1
                })
                .collect();
            painter.add(Shape::convex_polygon(points, fill, edge));
        }
    }
}
