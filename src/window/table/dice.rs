//! Words and dice over the board.

use super::super::history::Caption;
use super::super::theme::{self, glass};
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, pos2, vec2};

/// A word over the board, with dice before it, above those that are there already (`taken`).
pub fn said(painter: &Painter, at: Pos2, said: &Caption, taken: &mut Vec<Rect>) {
    let ink = match said.good {
        Some(true) => theme::GOOD,
        Some(false) => theme::BAD,
        None => theme::TEXT,
    };
    let die = 22.0;
    let galley = painter.layout_no_wrap(said.text.clone(), FontId::proportional(14.0), ink);
    let dice = said.faces.len() as f32 * (die + 4.0);
    let gap = if said.faces.is_empty() || said.text.is_empty() {
        0.0
    } else {
        4.0
    };
    let size = vec2(
        dice + gap + galley.size().x,
        galley.size().y.max(if dice > 0.0 { die } else { 0.0 }),
    );
    let mut rect = Align2::CENTER_BOTTOM.anchor_size(at, size);
    let edge = vec2(7.0, 4.0);
    while let Some(there) = taken.iter().find(|t| t.intersects(rect.expand2(edge))) {
        rect = rect.translate(vec2(0.0, there.top() - edge.y - 2.0 - rect.bottom()));
    }
    let plate = rect.expand2(edge);
    taken.push(plate);
    painter.rect_filled(plate, 6.0, glass(Color32::from_rgb(16, 16, 20), 220));
    for (i, face) in said.faces.iter().enumerate() {
        let corner = pos2(
            rect.left() + i as f32 * (die + 4.0),
            rect.center().y - die / 2.0,
        );
        draw_die(painter, Rect::from_min_size(corner, vec2(die, die)), *face);
    }
    painter.galley(
        pos2(
            rect.right() - galley.size().x,
            rect.center().y - galley.size().y / 2.0,
        ),
        galley,
        ink,
    );
}

fn draw_die(painter: &Painter, rect: Rect, face: u8) {
    painter.rect(
        rect,
        4.0,
        Color32::from_rgb(0xfa, 0xf6, 0xea),
        Stroke::new(1.0, Color32::BLACK),
        egui::StrokeKind::Inside,
    );
    let ink = Color32::from_rgb(0x22, 0x1c, 0x18);
    if face > 6 {
        painter.text(
            rect.center(),
            Align2::CENTER_CENTER,
            face,
            FontId::proportional(14.0),
            ink,
        );
        return;
    }
    let step = rect.width() * 0.26;
    let spots: &[(f32, f32)] = match face {
        1 => &[(0.0, 0.0)],
        2 => &[(-1.0, -1.0), (1.0, 1.0)],
        3 => &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
        4 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
        5 => &[
            (-1.0, -1.0),
            (1.0, -1.0),
            (0.0, 0.0),
            (-1.0, 1.0),
            (1.0, 1.0),
        ],
        _ => &[
            (-1.0, -1.0),
            (1.0, -1.0),
            (-1.0, 0.0),
            (1.0, 0.0),
            (-1.0, 1.0),
            (1.0, 1.0),
        ],
    };
    for (x, y) in spots {
        painter.circle_filled(
            rect.center() + vec2(*x, *y) * step,
            rect.width() * 0.095,
            ink,
        );
    }
}
