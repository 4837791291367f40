//! The tray at the edge of the board with the figures that act from off it.

use super::super::battle_screen::{BattleScreen, Command, Tray, has_tray, off_board, piece};
use super::super::signs::draw_sign;
use super::super::table;
use super::super::theme;
use super::bare;
use crate::battle::Fig;
use crate::look::layout::Layout;
use egui::{Color32, Rect, RichText, Sense, Stroke, StrokeKind, Ui, vec2};

/// The size of a figure in the tray.
const CELL: egui::Vec2 = vec2(54.0, 50.0);

/// Draws the tray above the board, if anybody acts from off it; where each figure is.
pub fn tray(ui: &mut Ui, screen: &BattleScreen, commands: &mut Vec<Command>) -> Tray {
    let mut tray = Tray::default();
    if !has_tray(&screen.course.history.start) {
        return tray;
    }
    let mut pointed = None;
    bare(ui, egui::Panel::top("tray"))
        .exact_size(CELL.y + 10.0)
        .show(ui, |ui| {
            egui::ScrollArea::horizontal()
                .id_salt("tray")
                .show(ui, |ui| {
                    ui.horizontal_centered(|ui| {
                        ui.label(RichText::new("Off the board").weak());
                        for who in off_board(screen.course.game()) {
                            let cell = cell(ui, screen, who, commands);
                            tray.0.insert(who, cell.rect.center());
                            if cell.hovered() {
                                pointed = Some(who);
                            }
                        }
                    });
                });
        });
    if pointed != screen.pointer.off() {
        commands.push(Command::PointOff(pointed));
    }
    tray
}

/// A figure that can be clicked.
fn cell(
    ui: &mut Ui,
    screen: &BattleScreen,
    who: Fig,
    commands: &mut Vec<Command>,
) -> egui::Response {
    let game = screen.course.game();
    let name = format!("{} {}", game.label(who), game.name(who));
    let (rect, response) = ui.allocate_exact_size(CELL, Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name.as_str()));
    if response.clicked() {
        commands.push(Command::ClickOff(who));
    }
    let can_act = screen
        .turn
        .asked
        .as_ref()
        .is_some_and(|a| a.legal.can_act(who));
    let edge = if screen.selection.chosen == Some(who) {
        Stroke::new(2.5, theme::ACCENT)
    } else if screen.aims_at(who) {
        Stroke::new(2.5, Color32::from_rgb(0xff, 0x6a, 0x4a))
    } else if response.hovered() || response.has_focus() {
        Stroke::new(1.5, Color32::WHITE)
    } else if can_act {
        Stroke::new(1.5, theme::glass(Color32::WHITE, 150))
    } else {
        Stroke::new(1.0, theme::shade(theme::CARD, 1.5))
    };
    let painter = ui.painter();
    painter.rect(rect, 5.0, theme::CARD, edge, StrokeKind::Inside);
    let layout = Layout::new(*game.board().grid());
    let piece = piece(game, screen.turn.asked.as_ref(), &layout, who);
    table::portrait(&ui.painter_at(rect), rect.shrink(4.0), &piece);
    let corner = Rect::from_min_size(rect.left_top() + vec2(3.0, 3.0), vec2(12.0, 12.0));
    draw_sign(painter, game.side(who), corner);
    response.on_hover_text(name)
}
