//! The board of a battle: its figures, and what clicks mean.

use super::super::board_view::Seen;
use super::super::history::{self};
use super::super::table::{self, Piece};
use super::super::theme::{self, Looks};
use crate::battle::{Answer, Ask, Event, Fig, Who};
use crate::board::Space;
use crate::look::layout::Layout;
use crate::rules::Game;
use egui::Ui;

use super::super::message::Message;
use super::aims::{aims, tokens};
use super::course::Course;
use super::turn::Question;
use super::{BattleScreen, Tool};

impl BattleScreen {
    // ---- the board ----

    /// Draws the board, and does what the mouse wants there.
    pub fn board(&mut self, ui: &mut Ui, looks: &Looks) {
        let board = self.course.game().board().clone();
        let facing = matches!(
            self.turn.asked.as_ref().map(|a| &a.decision.ask),
            Some(Ask::Face { .. })
        );
        // a drag from a space the chosen figure could go to draws where it is to look, and does
        // not move the board
        let (pressed, down) = ui.input(|i| (i.pointer.primary_pressed(), i.pointer.primary_down()));
        let on_way = self.goes_to(self.pointer.hover()).is_some();
        self.pointer.hold(pressed, down, on_way);
        let pan = !facing && !self.pointer.draws();
        let mut seen = self.pane.view.show(ui, &board, pan, false);
        if ui.input(|i| i.pointer.delta()) != egui::Vec2::ZERO {
            self.pointer.set_cursor(None);
        }
        if let (Some(space), Some(at)) = (self.pointer.cursor(), self.cursor_at()) {
            (seen.hover, seen.pointer) = (Some(space), Some(at));
        }
        // who draws where a figure is to look still asks about where it is to stand
        if self.pointer.turning().is_some() {
            seen.hover = self.pointer.turning();
        }
        // while the mouse is over the panel, the space stays the same
        if seen.response.contains_pointer()
            || self.pointer.cursor().is_some()
            || seen.hover.is_some()
        {
            self.pointer.set_hover(seen.hover);
        }
        let ends = self.turn.asked.is_some() || self.course.outcome().is_some();
        let waits = ends && self.course.is_settled();
        self.pane.follow(ui, looks, &self.course, waits);
        self.look();
        aims(
            self.course.game(),
            &seen.painter,
            &seen.camera,
            &seen.layout,
        );
        self.marks(ui, &seen, &board);
        let pieces = pieces(&self.course, self.turn.asked.as_ref(), &seen.layout);
        let figures = pieces.iter().map(|(_, piece)| piece);
        self.pane
            .sprites
            .show(ui, &seen.painter, &seen.camera, figures);
        let game = self.course.game();
        tokens(game, &seen.painter, &seen.camera, &seen.layout, &pieces);
        self.over(&seen, looks);
        self.take_wanted(ui);
        self.turn_by_mouse(&seen);
        if self.pointer.take_press() || seen.response.clicked() {
            self.click(&seen);
        }
        if seen.response.secondary_clicked() {
            self.choose(None);
        }
    }

    /// Takes the picture that was asked for.
    fn take_wanted(&mut self, ui: &Ui) {
        let (course, asked) = (&self.course, self.turn.asked.as_ref());
        let zones = self.pane.view.zones;
        self.photo
            .take_wanted(ui, course, zones, |painter, camera, layout| {
                aims(course.game(), painter, camera, layout);
                let pieces = pieces(course, asked, layout);
                for (_, piece) in &pieces {
                    table::figure(painter, camera, piece);
                }
                tokens(course.game(), painter, camera, layout, &pieces);
            });
    }

    /// The chosen figure, if it can go to a space.
    fn goes_to(&self, space: Option<Space>) -> Option<Fig> {
        let who = self.selection.chosen?;
        let moves = self.turn.asked.as_ref()?.legal.moves.get(&who)?;
        (self.tools.tool() == Tool::Play && moves.contains(&space?)).then_some(who)
    }

    /// A drag from a space the chosen figure can go to, or around a figure that is asked where
    /// to look, draws the way it is to look.
    fn turn_by_mouse(&mut self, seen: &Seen) {
        let asks = match self.turn.asked.as_ref().map(|a| &a.decision.ask) {
            Some(Ask::Face { who }) => Some(*who),
            _ => None,
        };
        let (painter, layout, camera) = (&seen.painter, &seen.layout, &seen.camera);
        if seen.response.drag_started_by(egui::PointerButton::Primary) && asks.is_none() {
            let from = painter.ctx().input(|i| i.pointer.press_origin());
            let space = from.and_then(|at| layout.space(camera.board(at)));
            let from = space.filter(|s| self.goes_to(Some(*s)).is_some());
            self.pointer.set_turning(from);
        }
        let released = seen.response.drag_stopped_by(egui::PointerButton::Primary);
        if let (Some(who), true, Some(pointer)) = (asks, released, seen.pointer) {
            let at = history::base_of(self.course.newest(), layout, who).0;
            self.answer(Answer::Face(layout.facing(pointer - at)), None);
            return;
        }
        let Some(to) = self.pointer.turning() else {
            return;
        };
        let Some(pointer) = painter.ctx().pointer_interact_pos() else {
            return;
        };
        let centre = layout.centre(to);
        let v = camera.board(pointer) - centre;
        let drawn = v.length() > 0.45;
        if drawn {
            let way = layout.direction(layout.facing(v));
            table::arrow(painter, camera, centre, centre + way * 1.6, theme::ACCENT);
        }
        table::ring_space(
            painter,
            layout,
            camera,
            to,
            egui::Stroke::new(3.0, theme::ACCENT),
        );
        if !released {
            return;
        }
        self.pointer.set_turning(None);
        let Some(who) = self.goes_to(Some(to)) else {
            return;
        };
        if !drawn && self.course.newest().at(who) == to {
            return;
        }
        if !drawn {
            self.answer(Answer::Move { who, to }, None);
            return;
        }
        let mut head = self.course.newest().clone();
        head.settle(&Answer::Move { who, to }, &mut ());
        if matches!(head.decision().ask, Ask::Face { .. }) {
            self.pointer.set_facing_after_move(who, layout.facing(v));
            self.answer(Answer::Move { who, to }, None);
        } else {
            let name = self.course.game().name(who);
            let word = format!("{name} has moved. Its facing does not matter in these rules.");
            self.answer(Answer::Move { who, to }, None);
            if self.message.is_none() {
                self.message = Some(Message::Done(word));
            }
        }
    }

    /// Finds out about where the mouse points.
    fn look(&mut self) {
        let after = self.course.history.len();
        let game = self
            .course
            .is_settled()
            .then(|| self.course.history.game(after));
        let (asked, pointer) = (self.turn.asked.as_ref(), &self.pointer);
        let pointed = (pointer.hover(), pointer.off());
        self.preview
            .look((after, game), asked, self.selection.chosen, pointed);
    }
}

/// Figures as they stand in what is shown, from the back to the front.
fn pieces(course: &Course, asked: Option<&Question>, layout: &Layout) -> Vec<(Fig, Piece)> {
    let game = course.game();
    let (moving, through) = course.player.events(&course.history);
    let mut pieces: Vec<(Fig, Piece)> = Vec::new();
    for who in game.on_board() {
        if game.aboard(who).is_some() {
            continue;
        }
        let mut drawn = piece(game, asked, layout, who);
        for rider in game.on_board().filter(|f| game.aboard(*f) == Some(who)) {
            drawn.riders.push(piece(game, asked, layout, rider));
        }
        for event in moving {
            match event {
                Event::Moved {
                    who: mover, path, ..
                }
                | Event::Fled { who: mover, path }
                | Event::Pushed { who: mover, path }
                    if *mover == who && path.len() > 1 =>
                {
                    let along = through * (path.len() - 1) as f32;
                    let i = (along as usize).min(path.len() - 2);
                    let (a, b) = (layout.centre(path[i]), layout.centre(path[i + 1]));
                    let first = layout.centre(path[0]);
                    let offset = drawn.at - first;
                    drawn.at = a + (b - a) * (along - i as f32) + offset;
                }
                Event::Defeated { who: gone, .. } if *gone == who => {
                    drawn.presence = 1.0 - through;
                }
                _ => {}
            }
        }
        pieces.push((who, drawn));
    }
    pieces.sort_by(|a, b| a.1.at.y.total_cmp(&b.1.at.y));
    pieces
}

/// A figure as it is drawn.
pub fn piece(game: &Game, asked: Option<&Question>, layout: &Layout, who: Fig) -> Piece {
    let shown = game.shown(who);
    let (at, radius) = history::base_of(game, layout, who);
    let spent = asked.is_some_and(|a| {
        matches!(a.decision.ask, Ask::Act { .. })
            && a.decision.who == Who::Side(game.side(who))
            && !a.legal.can_act(who)
    });
    let side = game.side(who).index();
    Piece {
        radius,
        facing: Some(layout.direction(game.facing(who))),
        aloft: game.aloft(who),
        health: shown.health,
        spent,
        disabled: shown.status.iter().any(|s| s.contains("disabled")),
        ..Piece::new(at, side, shown.appearance, shown.letter)
    }
}

/// The figures on a space, the outermost first.
pub(super) fn figures_at(game: &Game, space: Space) -> Vec<Fig> {
    game.on_board()
        .filter(|f| game.spaces(*f).contains(&space))
        .collect()
}
