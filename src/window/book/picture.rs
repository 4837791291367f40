//! The small boards of the book, drawn as boards are drawn everywhere.

use super::super::{table, theme};
use crate::board::Sight;
use crate::book::Diagram;
use crate::look::Zones;
use crate::look::layout::{Camera, Layout};
use egui::{Align2, FontId, Label, RichText, Sense, Stroke, Ui, vec2};

/// Points a space.
const SPACE: f32 = 38.0;
/// Room around the board for its names.
const RIM: f32 = 22.0;

/// Draws a board with its figures, lines and marks, and what there is to say below.
pub fn diagram(ui: &mut Ui, diagram: &Diagram) {
    let layout = Layout::new(*diagram.board.grid());
    let bounds = layout.bounds();
    let room = (ui.available_width() - 2.0 * RIM).max(60.0);
    let space = SPACE.min(room / bounds.width()).max(12.0);
    let size = bounds.size() * space + vec2(2.0 * RIM, 2.0 * RIM);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &diagram.note));
    if ui.is_rect_visible(rect) {
        let painter = ui.painter_at(rect);
        let camera = Camera {
            centre: bounds.center(),
            zoom: space,
            view: rect,
        };
        painter.rect_filled(rect, 3.0, theme::GROUND);
        painter.extend(table::board(&diagram.board, &camera, Zones::Hidden));
        table::names(&painter, &diagram.board, &camera, &layout);
        over(&painter, diagram, &camera, &layout);
    }
    let mut say = |text: String| {
        if !text.is_empty() {
            ui.add(Label::new(RichText::new(text).size(13.0)).wrap());
        }
    };
    say(diagram.key());
    say(diagram.seen().join(" "));
    say(diagram.note.clone());
}

/// What lies over the board.
fn over(painter: &egui::Painter, diagram: &Diagram, camera: &Camera, layout: &Layout) {
    let centre = |space| camera.screen(layout.centre(space));
    for way in &diagram.ways {
        let points: Vec<_> = way.iter().map(|space| layout.centre(*space)).collect();
        table::path(painter, camera, &points, theme::ACCENT);
    }
    for line in &diagram.lines {
        let colour = match line.sight {
            Sight::Clear => theme::GOOD,
            Sight::Cover => theme::ACCENT,
            Sight::Blocked => theme::BAD,
        };
        let ends = [centre(line.ends.0), centre(line.ends.1)];
        painter.line_segment(
            ends,
            Stroke::new(5.0, theme::glass(egui::Color32::BLACK, 140)),
        );
        painter.line_segment(ends, Stroke::new(2.5, colour));
    }
    for (space, text) in &diagram.marks {
        let beside = match diagram.figure(*space) {
            Some(_) => vec2(0.0, camera.zoom * 0.4),
            None => vec2(0.0, 0.0),
        };
        table::label(
            painter,
            centre(*space) + beside,
            text,
            13.0,
            egui::Color32::WHITE,
        );
    }
    for figure in &diagram.figures {
        let fill = theme::side(usize::from(figure.side));
        let at = centre(figure.at);
        painter.circle(
            at,
            camera.zoom * 0.36,
            fill,
            Stroke::new(1.5, egui::Color32::WHITE),
        );
        let font = FontId::proportional(camera.zoom * 0.42);
        let white = egui::Color32::WHITE;
        painter.text(at, Align2::CENTER_CENTER, figure.letter, font, white);
    }
}
