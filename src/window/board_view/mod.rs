//! A board in a panel: camera, mouse and keys, and the picture of what stands still.

mod drawing;

use super::picture::{self, Picture};
use super::table;
use crate::board::{Board, Space, Spaces};
use crate::look::Zones;
use crate::look::layout::{Camera, Layout};
use drawing::Drawing;
use egui::{Key, Pos2, Rect, Sense, Ui, vec2};
use std::sync::Arc;

/// A board in a panel.
pub struct BoardView {
    camera: Option<Camera>,
    /// Fitted to the panel: stays so while the panel changes.
    fitted: bool,
    drawing: Drawing,
    steers: Vec<Steer>,
    /// Whether a person has moved the view since this was asked last.
    steered: bool,
    /// Which zones are shown.
    pub zones: Zones,
    /// Whether coordinates are shown.
    pub coordinates: bool,
}

/// A move of the view that was asked for by a key.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Steer {
    /// The board moves by a number of steps.
    Pan(egui::Vec2),
    /// Nearer (above 1) or further.
    Zoom(f32),
    /// All of the board.
    Fit,
}

/// The mouse on the board.
pub struct Seen {
    /// The response of the whole panel.
    pub response: egui::Response,
    /// For drawing on top.
    pub painter: egui::Painter,
    /// How the board is seen.
    pub camera: Camera,
    /// Where its spaces lie.
    pub layout: Layout,
    /// The space under the mouse.
    pub hover: Option<Space>,
    /// The place of the mouse on the board.
    pub pointer: Option<Pos2>,
}

impl Default for BoardView {
    fn default() -> Self {
        Self {
            camera: None,
            fitted: true,
            drawing: Drawing::default(),
            steers: Vec::new(),
            steered: false,
            zones: Zones::All,
            coordinates: true,
        }
    }
}

/// The height of the line below a board that is looked at.
const LINE: f32 = 24.0;

/// A board that is narrower has no words there.
const NARROW: f32 = 320.0;

impl BoardView {
    /// The picture that has to be drawn before the next frame.
    pub fn picture(&self) -> Option<&Picture> {
        self.drawing.picture()
    }

    /// The picture that is being drawn part by part, to be shown instead once it is whole.
    pub fn coming(&self) -> Option<&Picture> {
        self.drawing.coming()
    }

    /// All pictures the board is shown with, and what each is known as.
    pub fn pictures(&self) -> impl Iterator<Item = (egui::TextureId, &Picture)> {
        let drawing = &self.drawing;
        let all = [
            (picture::BOARD, drawing.picture()),
            (picture::COMING, drawing.coming()),
            (picture::OVERVIEW, drawing.overview()),
        ];
        all.into_iter()
            .filter_map(|(id, picture)| Some((id, picture?)))
    }

    /// Forgets how the board was seen: for another board.
    pub fn forget(&mut self) {
        self.camera = None;
        self.fitted = true;
    }

    /// The space's place on the screen, if it is in view.
    pub fn place_of(&self, board: &Board, space: Space) -> Option<Pos2> {
        let camera = self.camera?;
        let at = camera.screen(Layout::new(*board.grid()).centre(space));
        camera.view.contains(at).then_some(at)
    }

    /// Moves the view in the next frame.
    pub fn steer_by(&mut self, steer: Steer) {
        self.steers.push(steer);
    }

    /// Looks at a point, so near.
    pub fn aim(&mut self, centre: Pos2, zoom: f32) {
        self.camera = Some(Camera {
            centre,
            zoom,
            view: Rect::ZERO,
        });
        self.fitted = false;
    }

    /// How the board is seen.
    pub fn camera(&self) -> Option<Camera> {
        self.camera
    }

    /// Whether the view shows the whole board.
    pub fn is_fitted(&self) -> bool {
        self.fitted
    }

    /// Moves a point of the board to the middle of the view.
    pub fn centre_on(&mut self, at: Pos2) {
        if let Some(camera) = &mut self.camera {
            camera.centre = at;
            self.fitted = false;
        }
    }

    /// Whether a person has moved the view since the last call.
    pub fn take_steered(&mut self) -> bool {
        std::mem::take(&mut self.steered)
    }

    /// Brings a space into view.
    pub fn look_at(&mut self, board: &Board, space: Space) {
        if self.place_of(board, space).is_none()
            && let Some(camera) = &mut self.camera
        {
            camera.centre = Layout::new(*board.grid()).centre(space);
            self.fitted = false;
        }
    }

    /// What was added to the pictures took so many seconds to be drawn, and all the rest of the
    /// frame.
    pub fn drew(&self, seconds: f64, rest: f64) {
        self.drawing.drew(seconds, rest);
    }

    /// The board is another now, but only on and beside these spaces: only there it is drawn
    /// again.
    pub fn patch(&mut self, board: &Arc<Board>, spaces: &Spaces) {
        self.drawing.patch(board, spaces, self.zones);
    }

    /// Draws the board into what is left of the panel. `pan`: a drag with the first button moves
    /// the board (else only the others do).
    pub fn show(&mut self, ui: &mut Ui, board: &Arc<Board>, pan: bool, keys: bool) -> Seen {
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        let layout = Layout::new(*board.grid());
        let bounds = layout.bounds();
        let mut camera = match self.camera {
            Some(camera) if !self.fitted => Camera {
                view: rect,
                ..camera
            },
            _ => Camera::fit(bounds, rect),
        };
        let before = camera;
        self.steer(ui, &response, &mut camera, pan, keys);
        if camera != before {
            self.steered = true;
            self.fitted = false;
            camera.keep(bounds);
        }
        let fit = keys && ui.input(|i| i.key_pressed(Key::F) || i.key_pressed(Key::Home));
        if fit || self.steers.contains(&Steer::Fit) {
            self.fitted = true;
            self.steered = true;
            camera = Camera::fit(bounds, rect);
        }
        self.steers.clear();
        self.camera = Some(camera);
        self.drawing.keep_up(ui, board, camera, self.zones);
        let painter = ui.painter_at(rect);
        self.drawing.show(&painter, rect, &camera);
        if self.coordinates {
            table::names(&painter, board, &camera, &layout);
        }
        let pointer = response.hover_pos().map(|at| camera.board(at));
        let hover = pointer
            .and_then(|p| layout.space(p))
            .filter(|s| board.exists(*s));
        Seen {
            response,
            painter,
            camera,
            layout,
            hover,
            pointer,
        }
    }

    /// Draws the board to be looked at, with a line below it about where the mouse points.
    pub fn show_words(
        &mut self,
        ui: &mut Ui,
        board: &Arc<Board>,
        keys: bool,
        words: impl Fn(Option<Space>) -> String,
    ) {
        let whole = ui.available_rect_before_wrap();
        if whole.width() < NARROW {
            self.show(ui, board, true, keys);
            return;
        }
        let (above, line) = whole.split_top_bottom_at_y(whole.bottom() - LINE);
        let above = egui::UiBuilder::new().max_rect(above);
        let seen = ui.scope_builder(above, |ui| self.show(ui, board, true, keys));
        let painter = ui.painter();
        painter.rect_filled(line, 0.0, super::theme::GROUND);
        let font = egui::FontId::proportional(13.0);
        let (text, ink) = (words(seen.inner.hover), super::theme::TEXT);
        painter.text(line.center(), egui::Align2::CENTER_CENTER, text, font, ink);
    }

    fn steer(
        &self,
        ui: &Ui,
        response: &egui::Response,
        camera: &mut Camera,
        pan: bool,
        keys: bool,
    ) {
        use egui::PointerButton::{Middle, Primary, Secondary};
        let dragged = response.dragged_by(Middle)
            || response.dragged_by(Secondary)
            || (pan && response.dragged_by(Primary));
        if dragged {
            camera.pan(response.drag_delta());
            ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
        }
        if let Some(at) = response.hover_pos() {
            let (scroll, pinch) = ui.input(|i| (i.smooth_scroll_delta().y, i.zoom_delta()));
            let factor = (scroll * 0.004).exp() * pinch;
            if (factor - 1.0).abs() > 1e-4 {
                camera.zoom_at(at, factor);
            }
        }
        let step = 0.12 * camera.view.width().min(camera.view.height());
        let middle = camera.view.center();
        for steer in &self.steers {
            match steer {
                Steer::Pan(by) => camera.pan(*by * step),
                Steer::Zoom(by) => camera.zoom_at(middle, *by),
                Steer::Fit => {}
            }
        }
        if !keys {
            return;
        }
        ui.input(|i| {
            for (key, by) in [
                (Key::ArrowLeft, vec2(step, 0.0)),
                (Key::ArrowRight, vec2(-step, 0.0)),
                (Key::ArrowUp, vec2(0.0, step)),
                (Key::ArrowDown, vec2(0.0, -step)),
            ] {
                if i.key_pressed(key) && i.modifiers.is_none() {
                    camera.pan(by);
                }
            }
            if i.key_pressed(Key::Plus) || i.key_pressed(Key::Equals) {
                camera.zoom_at(middle, 1.25);
            }
            if i.key_pressed(Key::Minus) {
                camera.zoom_at(middle, 0.8);
            }
        });
    }
}
