//! A board in a panel: camera, mouse and keys, and the picture of what stands still.

use super::app::{Patch, Picture};
use super::layout::{Camera, Layout};
use super::{platform, shell, table, theme};
use crate::board::{Board, Space, Spaces};
use crate::look::Zones;
use egui::{Color32, Key, Pos2, Rect, Sense, TextureId, Ui, Vec2, pos2, vec2};
use std::sync::Arc;

/// What a picture was drawn from.
#[derive(Clone)]
struct Drawn {
    board: Arc<Board>,
    camera: Camera,
    zones: Zones,
    dots: f32,
}

impl Drawn {
    /// Whether it shows all of a part of the board.
    fn covers(&self, part: Rect) -> bool {
        self.camera.seen().contains_rect(part.shrink(1e-3))
    }
    /// Whether it shows as much of the board as another camera, and as large.
    fn suits(&self, part: Rect, zoom: f32) -> bool {
        self.covers(part) && (zoom / self.camera.zoom - 1.0).abs() < 1e-4
    }
}

/// A picture that is drawn part by part, a few in each frame.
struct Coming {
    drawn: Drawn,
    picture: Picture,
    /// The parts that are not drawn yet, the next one last.
    rest: Vec<Rect>,
}

/// So many spaces are drawn at once; more of them part by part.
const AT_ONCE: f32 = 1_000.0;

/// A part of a picture is so many spaces wide.
const PART: f32 = 20.0;

/// How long parts are drawn in one frame, in seconds.
const SLICE: f64 = 0.006;

/// The most parts that are drawn over a picture before all of it is drawn again.
const PATCHES: usize = 120;

/// A space of so few dots is small.
const SMALL: f32 = 14.0;

/// How long the view must rest before it is drawn sharp again, in seconds.
const REST: f64 = 0.12;

/// A board in a panel.
pub struct BoardView {
    camera: Option<Camera>,
    /// Fitted to the panel: stays so while the panel changes.
    fitted: bool,
    drawn: Option<Drawn>,
    picture: Option<Picture>,
    coming: Option<Box<Coming>>,
    /// The camera of the last frame, and when it moved.
    seen: Option<Camera>,
    moved: f64,
    steers: Vec<Steer>,
    /// Which zones are shown.
    pub zones: Zones,
    /// Whether coordinates are shown.
    pub coordinates: bool,
}

/// A move of the view that was asked for by a key.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Steer {
    /// The board moves by so many steps.
    Pan(egui::Vec2),
    /// Nearer (above 1) or further.
    Zoom(f32),
    /// All of the board.
    Fit,
}

/// What the mouse does on the board.
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
            drawn: None,
            picture: None,
            coming: None,
            seen: None,
            moved: 0.0,
            steers: Vec::new(),
            zones: Zones::All,
            coordinates: true,
        }
    }
}

impl BoardView {
    /// The picture that has to be drawn before the next frame.
    pub fn picture(&self) -> Option<&Picture> {
        self.picture.as_ref()
    }

    /// The picture that is being drawn part by part, to be shown instead once it is whole.
    pub fn coming(&self) -> Option<&Picture> {
        self.coming.as_ref().map(|coming| &coming.picture)
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

    /// Brings a space into view.
    pub fn look_at(&mut self, board: &Board, space: Space) {
        if self.place_of(board, space).is_none()
            && let Some(camera) = &mut self.camera
        {
            camera.centre = Layout::new(*board.grid()).centre(space);
            self.fitted = false;
        }
    }

    /// The board is another now, but only on and beside these spaces: only there it is drawn
    /// again.
    pub fn patch(&mut self, board: &Arc<Board>, spaces: &Spaces) {
        let (Some(drawn), Some(picture)) = (&mut self.drawn, &mut self.picture) else {
            return;
        };
        if picture.patches.len() >= PATCHES || drawn.board.grid() != board.grid() {
            return;
        }
        let layout = Layout::new(*board.grid());
        let mut area = Rect::NOTHING;
        for space in spaces.iter() {
            area.extend_with(layout.centre(space));
        }
        if !area.is_positive() && spaces.is_empty() {
            drawn.board = board.clone();
            return;
        }
        // what stands on a space reaches over its neighbours
        let area = area.expand(2.2);
        let rect = Rect::from_two_pos(drawn.camera.screen(area.min), drawn.camera.screen(area.max));
        let rect = rect.intersect(drawn.camera.view);
        drawn.board = board.clone();
        if !rect.is_positive() {
            return;
        }
        picture.add(part(board, &drawn.camera, rect, self.zones));
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
            self.fitted = false;
            camera.keep(bounds);
        }
        let fit = keys && ui.input(|i| i.key_pressed(Key::F) || i.key_pressed(Key::Home));
        if fit || self.steers.contains(&Steer::Fit) {
            self.fitted = true;
            camera = Camera::fit(bounds, rect);
        }
        self.steers.clear();
        self.camera = Some(camera);
        self.draw(ui, board, camera);
        let painter = ui.painter_at(rect);
        let whole = self.drawn.as_ref().is_some_and(|drawn| {
            let shown = Rect::from_two_pos(
                camera.screen(drawn.camera.board(Pos2::ZERO)),
                camera.screen(drawn.camera.board(drawn.camera.view.max)),
            );
            shown.expand(1e-2).contains_rect(rect)
        });
        if !whole {
            painter.rect_filled(rect, 0.0, theme::GROUND);
            // where the picture does not reach, what there is of the next one
            if let Some(coming) = &mut self.coming {
                let zoom = coming.drawn.camera.zoom;
                coming.picture.sharp = (camera.zoom / zoom - 1.0).abs() < 1e-4;
                spread(&painter, rect, &camera, &coming.drawn.camera, shell::COMING);
            }
        }
        if let (Some(drawn), Some(picture)) = (&self.drawn, &mut self.picture) {
            picture.sharp = (camera.zoom / drawn.camera.zoom - 1.0).abs() < 1e-4;
            spread(&painter, rect, &camera, &drawn.camera, shell::BOARD);
        }
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

    fn draw(&mut self, ui: &Ui, board: &Arc<Board>, camera: Camera) {
        let dots = ui.ctx().pixels_per_point();
        let time = ui.input(|i| i.time);
        if self.seen != Some(camera) {
            self.seen = Some(camera);
            self.moved = time;
        }
        let bounds = Layout::new(*board.grid()).bounds();
        let wanted = camera.seen().intersect(bounds);
        let same = |drawn: &Drawn| self.same(drawn, board, dots);
        if let Some(drawn) = self.drawn.as_ref().filter(|drawn| same(drawn)) {
            if drawn.suits(wanted, camera.zoom) {
                self.coming = None;
                return;
            }
            // while somebody zooms, the picture there is grows or shrinks with it
            let nearer = camera.zoom / drawn.camera.zoom;
            let near = drawn.covers(wanted) && (0.5..2.0).contains(&nearer);
            if near && time < self.moved + REST {
                ui.ctx().request_repaint_after_secs(REST as f32);
                return;
            }
        }
        let suits =
            |coming: &Coming| same(&coming.drawn) && coming.drawn.suits(wanted, camera.zoom);
        if !self.coming.as_deref().is_some_and(suits) {
            self.coming = Some(Box::new(self.begin(board, camera, dots)));
        }
        self.go_on(ui);
    }

    /// Whether a picture shows what is to be shown, if not as large.
    fn same(&self, drawn: &Drawn, board: &Arc<Board>, dots: f32) -> bool {
        Arc::ptr_eq(&drawn.board, board) && drawn.zones == self.zones && drawn.dots == dots
    }

    /// Begins a picture of what a camera sees.
    fn begin(&self, board: &Arc<Board>, camera: Camera, dots: f32) -> Coming {
        // more than is seen, so that the board can be moved under the view
        let room = (shell::PICTURE / dots - camera.view.size().max_elem()).max(0.0);
        // many small spaces take long to draw
        let share = if camera.zoom * dots < SMALL {
            0.12
        } else {
            0.4
        };
        let margin = (camera.view.size() * share).min(Vec2::splat(room / 2.0));
        // its dots lie where the screen's do: then they are shown as they are
        let centre = camera.view.center().to_vec2() * dots;
        let half = ((camera.view.size() / 2.0 + margin) * dots).floor() + centre - centre.floor();
        let size = half * 2.0 / dots;
        let camera = Camera {
            view: Rect::from_min_size(Pos2::ZERO, size),
            ..camera
        };
        let bounds = Layout::new(*board.grid()).bounds();
        let seen = camera.seen().intersect(bounds);
        // where the same board shows meanwhile at another zoom there is time
        let old = self.drawn.as_ref();
        let shows = old.is_some_and(|drawn| self.same(drawn, board, dots));
        let rest = if seen.area() <= AT_ONCE && !shows {
            vec![camera.view]
        } else {
            parts(&camera, bounds, old.map(|drawn| drawn.camera.seen()), dots)
        };
        Coming {
            drawn: Drawn {
                board: board.clone(),
                camera,
                zones: self.zones,
                dots,
            },
            picture: Picture {
                revision: super::app::fresh_revision(),
                ground: theme::GROUND,
                size,
                shapes: Vec::new(),
                sharp: true,
                patches: Vec::new(),
            },
            rest,
        }
    }

    /// Draws some parts of the picture that is coming; once it is whole it is the one that is shown.
    fn go_on(&mut self, ui: &Ui) {
        let Some(mut coming) = self.coming.take() else {
            return;
        };
        let began = platform::now();
        while let Some(rect) = coming.rest.pop() {
            let drawn = &coming.drawn;
            let patch = part(&drawn.board, &drawn.camera, rect, drawn.zones);
            coming.picture.add(patch);
            if platform::now() - began > SLICE {
                break;
            }
        }
        if coming.rest.is_empty() {
            let coming = *coming;
            self.picture = Some(coming.picture);
            self.drawn = Some(coming.drawn);
        } else {
            self.coming = Some(coming);
            ui.ctx().request_repaint();
        }
    }
}

/// A part of a picture, drawn.
fn part(board: &Board, camera: &Camera, rect: Rect, zones: Zones) -> Patch {
    let camera = Camera {
        centre: camera.board(rect.center()),
        view: rect,
        ..*camera
    };
    let shapes = table::board(board, &camera, zones);
    Patch { rect, shapes }
}

/// The parts of a picture in which there is something of the board, what an old picture does not
/// show last, for parts are taken from the end.
fn parts(camera: &Camera, bounds: Rect, old: Option<Rect>, dots: f32) -> Vec<Rect> {
    let wide = ((PART * camera.zoom * dots).clamp(96.0, 512.0)).round() / dots;
    let view = camera.view;
    let mut all = Vec::new();
    let mut top = view.top();
    while top < view.bottom() {
        let mut left = view.left();
        while left < view.right() {
            let part = Rect::from_min_size(pos2(left, top), Vec2::splat(wide)).intersect(view);
            let there = Rect::from_two_pos(camera.board(part.min), camera.board(part.max));
            if there.intersects(bounds) {
                all.push((old.is_none_or(|old| !old.contains_rect(there)), part));
            }
            left += wide;
        }
        top += wide;
    }
    let middle = view.center();
    all.sort_by(|(a, p), (b, q)| {
        let away = |r: &Rect| r.center().distance_sq(middle);
        a.cmp(b).then(away(q).total_cmp(&away(p)))
    });
    all.into_iter().map(|(_, part)| part).collect()
}

/// Shows as much of a picture of the board as there is to be seen.
fn spread(painter: &egui::Painter, rect: Rect, camera: &Camera, of: &Camera, texture: TextureId) {
    // from the screen to the board, and to the picture of it
    let size = of.view.size();
    let at = |corner: Pos2| {
        let there = of.screen(camera.board(corner));
        pos2(there.x / size.x, there.y / size.y)
    };
    let shown = Rect::from_two_pos(
        camera.screen(of.board(Pos2::ZERO)),
        camera.screen(of.board(of.view.max)),
    );
    let part = rect.intersect(shown);
    if part.is_positive() {
        let uv = Rect::from_min_max(at(part.min), at(part.max));
        painter.image(texture, part, uv, Color32::WHITE);
    }
}
