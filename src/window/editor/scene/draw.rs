//! Figures, objects and devices over the board.

use super::Stage;
use crate::board::Grid;
use crate::draft::plan::{Placed, Plan};
use crate::window::board_view::Seen;
use crate::window::{table, theme};
use egui::{Color32, FontId, Stroke as Pen, vec2};

impl Stage {
    /// Everything of a scenario that has a place, drawn over the board.
    pub(in crate::window::editor) fn draw(&self, plan: &Plan, grid: &Grid, seen: &Seen) {
        let painter = &seen.painter;
        for (what, at) in plan.placed() {
            let Some(space) = grid.named(at) else {
                continue;
            };
            let centre = seen.camera.screen(seen.layout.centre(space));
            let radius = (seen.camera.zoom * 0.36).max(3.0);
            let ring = match self.held == Some(what) {
                true => Pen::new(3.0, theme::ACCENT),
                false => Pen::new(1.5, Color32::WHITE),
            };
            let (fill, letter) = match what {
                Placed::Figure(i) => {
                    let figure = &plan.figure[i];
                    let side = usize::from(figure.side.max(1)) - 1;
                    let facing = figure.facing.as_deref().and_then(|f| {
                        let to = grid.named(f).filter(|to| *to != space);
                        grid.facing_named(f)
                            .or(to.map(|to| grid.facing_to(space, to)))
                    });
                    if let Some((_, next)) =
                        facing.and_then(|d| grid.neighbours(space).find(|(way, _)| *way == d))
                    {
                        let to = seen.camera.screen(seen.layout.centre(next));
                        let nose = centre + (to - centre).normalized() * radius * 1.6;
                        painter
                            .line_segment([centre, nose], Pen::new(radius * 0.35, Color32::WHITE));
                    }
                    painter.circle(centre, radius, theme::side(side), ring);
                    (None, figure.unit.text())
                }
                Placed::Item(i) => (
                    Some(Color32::from_rgb(0xd8, 0xb0, 0x30)),
                    plan.item[i].name.clone(),
                ),
                Placed::Device(i) => (
                    Some(Color32::from_rgb(0x48, 0x88, 0x98)),
                    plan.device[i].name.clone(),
                ),
            };
            if let Some(fill) = fill {
                let points = match what {
                    Placed::Item(_) => vec![
                        vec2(0.0, -1.0),
                        vec2(1.0, 0.0),
                        vec2(0.0, 1.0),
                        vec2(-1.0, 0.0),
                    ],
                    _ => vec![
                        vec2(-0.8, -0.8),
                        vec2(0.8, -0.8),
                        vec2(0.8, 0.8),
                        vec2(-0.8, 0.8),
                    ],
                };
                let points = points.into_iter().map(|v| centre + v * radius).collect();
                painter.add(egui::Shape::convex_polygon(points, fill, ring));
            }
            if radius > 7.0 {
                let letters: String = letter
                    .split_whitespace()
                    .filter_map(|w| w.chars().next())
                    .take(2)
                    .collect();
                painter.text(
                    centre,
                    egui::Align2::CENTER_CENTER,
                    letters.to_uppercase(),
                    FontId::proportional(radius * 0.9),
                    Color32::WHITE,
                );
            }
            if self.held == Some(what) {
                let under = centre + vec2(0.0, radius + 10.0);
                table::label(painter, under, &letter, 12.0, theme::TEXT);
            }
        }
    }
}
