//! The picture of what stands still on a board: kept while the view moves, grown and shrunk while
//! somebody zooms, and redrawn part by part, a little in each frame.

use super::super::picture::{self, Patch, Picture, fresh_revision};
use super::super::{platform, table, theme};
use crate::board::{Board, Spaces};
use crate::look::Zones;
use crate::look::layout::{Camera, Layout};
use egui::{Color32, Painter, Pos2, Rect, TextureId, Ui, Vec2, pos2};
use std::cell::Cell;
use std::sync::Arc;

/// Largest number of spaces drawn at once; larger boards are drawn part by part. A browser waits for each
/// frame, and runs the program slowly as it begins.
const AT_ONCE: f32 = if platform::ON_A_PAGE { 60.0 } else { 1_000.0 };

/// Width of a part of a picture, in spaces.
const PART: f32 = 8.0;

/// How long parts are drawn in one frame at most and at least, in seconds, graphics and all.
const SLICE: (f64, f64) = (0.006, 0.003);

/// How long a frame should take with all that is in it.
const FRAME: f64 = 0.014;

/// How much of what is known about a part's cost stays when the next ones cost less.
const CAUTION: f64 = 0.7;

/// The most changes that are drawn over a picture before all of it is drawn again.
const PATCHES: usize = 120;

/// A space of so few dots is small.
const SMALL: f32 = 14.0;

/// How long the view must rest before it is drawn sharp again, in seconds.
const REST: f64 = 0.12;

/// How much smaller and larger a picture may be shown while the view moves.
const STRETCH: std::ops::Range<f32> = 0.5..2.0;

/// How much smaller a picture is shown at least where there is one of the whole board.
const SHRINK: f32 = 0.7;

/// The inputs of a picture.
#[derive(Clone)]
struct Drawn {
    board: Arc<Board>,
    camera: Camera,
    zones: Zones,
    dots: f32,
}

impl Drawn {
    /// Whether it shows the same, if not as large.
    fn shows(&self, board: &Arc<Board>, zones: Zones, dots: f32) -> bool {
        Arc::ptr_eq(&self.board, board) && self.zones == zones && self.dots == dots
    }
    /// Whether it shows all of a part of the board.
    fn covers(&self, part: Rect) -> bool {
        self.camera.seen().contains_rect(part.shrink(1e-3))
    }
    /// Whether it is as large as a camera sees the board.
    fn fits(&self, zoom: f32) -> bool {
        (zoom / self.camera.zoom - 1.0).abs() < 1e-4
    }
    /// Whether it can be shown while the view moves.
    fn serves(&self, part: Rect, zoom: f32) -> bool {
        self.covers(part) && STRETCH.contains(&(zoom / self.camera.zoom))
    }
    /// Where a part of the board lies in it.
    fn place(&self, part: Rect) -> Rect {
        Rect::from_two_pos(self.camera.screen(part.min), self.camera.screen(part.max))
    }
    /// Where a part of it lies on the screen of a camera.
    fn on_screen(&self, camera: &Camera, part: Rect) -> Rect {
        let corner = |at: Pos2| camera.screen(self.camera.board(at));
        Rect::from_two_pos(corner(part.min), corner(part.max))
    }
}

/// A picture that is drawn part by part, a few in each frame.
struct Coming {
    drawn: Drawn,
    picture: Picture,
    /// The parts that are not drawn yet, the next one last.
    rest: Vec<Rect>,
    /// The parts that are there.
    done: Vec<Rect>,
    /// Whether the same board shows meanwhile.
    waits: bool,
}

/// Measured cost of the parts.
#[derive(Default)]
struct Pace {
    /// Seconds a square dot.
    cost: f64,
    /// How much was drawn last, in square dots, and how long its shapes took.
    given: Option<(f64, f64)>,
    /// How long that took to come into the picture.
    took: Cell<f64>,
    /// How long all the rest of the last frame took.
    rest: Cell<f64>,
}

impl Pace {
    /// How long parts may be drawn in this frame: what the rest of it leaves, if it is as long as
    /// that of the last one.
    fn slice(&self) -> f64 {
        (FRAME - self.rest.get()).clamp(SLICE.1, SLICE.0)
    }

    /// Learns from what was drawn last.
    fn learn(&mut self) {
        let took = self.took.take();
        if let Some((area, built)) = self.given.take() {
            let cost = (built + took) / area.max(1.0);
            let known = CAUTION * self.cost + (1.0 - CAUTION) * cost;
            self.cost = known.max(cost);
        }
    }
}

/// The picture that is shown, and the one that is being drawn.
#[derive(Default)]
pub(super) struct Drawing {
    shown: Option<(Drawn, Picture)>,
    /// One of the whole board, for what the one that is shown leaves out while the view moves.
    overview: Option<(Drawn, Picture)>,
    /// How many patches the picture that is shown had when it was whole.
    whole: usize,
    coming: Option<Box<Coming>>,
    pace: Pace,
    /// The camera of the last frame, when it moved, and whether it moves or has just done so.
    seen: Option<Camera>,
    moved: f64,
    moves: bool,
}

impl Drawing {
    pub(super) fn picture(&self) -> Option<&Picture> {
        self.shown.as_ref().map(|(_, picture)| picture)
    }

    pub(super) fn coming(&self) -> Option<&Picture> {
        self.coming.as_ref().map(|coming| &coming.picture)
    }

    pub(super) fn overview(&self) -> Option<&Picture> {
        self.overview.as_ref().map(|(_, picture)| picture)
    }

    /// What was added to the pictures took so long to be drawn, and all the rest of the frame.
    pub(super) fn drew(&self, seconds: f64, rest: f64) {
        self.pace.took.set(seconds);
        let built = self.pace.given.map_or(0.0, |(_, built)| built);
        self.pace.rest.set(rest - built);
    }

    /// The board is another now, but only on and beside these spaces.
    pub(super) fn patch(&mut self, board: &Arc<Board>, spaces: &Spaces, zones: Zones) {
        self.overview = None;
        let Some((drawn, picture)) = &mut self.shown else {
            return;
        };
        let changes = picture.patches.len() - self.whole.min(picture.patches.len());
        if changes >= PATCHES || drawn.board.grid() != board.grid() {
            return;
        }
        let layout = Layout::new(*board.grid());
        let mut area = Rect::NOTHING;
        for space in spaces.iter() {
            area.extend_with(layout.centre(space));
        }
        drawn.board = board.clone();
        if !area.is_positive() && spaces.is_empty() {
            return;
        }
        // what stands on a space reaches over its neighbours
        let area = area.expand(2.2);
        let rect = Rect::from_two_pos(drawn.camera.screen(area.min), drawn.camera.screen(area.max));
        let rect = rect.intersect(drawn.camera.view);
        if rect.is_positive() {
            picture.add(part(board, &drawn.camera, rect, zones));
        }
    }

    /// Sees to it that there is a picture of what a camera sees, or soon will be.
    pub(super) fn keep_up(&mut self, ui: &Ui, board: &Arc<Board>, camera: Camera, zones: Zones) {
        self.pace.learn();
        let dots = ui.ctx().pixels_per_point();
        let time = ui.input(|i| i.time);
        if self.seen != Some(camera) {
            self.seen = Some(camera);
            self.moved = time;
        }
        let bounds = Layout::new(*board.grid()).bounds();
        let wanted = camera.seen().intersect(bounds);
        let moves = time < self.moved + REST;
        self.moves = moves;
        let suits = |drawn: &Drawn| drawn.covers(wanted) && drawn.fits(camera.zoom);
        let whole = |(drawn, _): &(Drawn, Picture)| drawn.shows(board, zones, dots);
        self.overview = self.overview.take().filter(whole);
        let shown = self.shown.as_ref();
        if !shown.is_some_and(|(drawn, _)| suits(drawn))
            && let Some(all) = self.overview.take_if(|(drawn, _)| suits(drawn))
        {
            self.whole = all.1.patches.len();
            self.shown = Some(all);
        }
        let shown = self.shown.as_ref().map(|(drawn, _)| drawn);
        if let Some(drawn) = shown.filter(|drawn| drawn.shows(board, zones, dots)) {
            if suits(drawn) {
                self.coming = None;
                return;
            }
            // while somebody zooms, the picture there is grows or shrinks with it
            let there = self.overview.is_some() || drawn.serves(wanted, camera.zoom);
            if moves && there {
                ui.ctx().request_repaint_after_secs(REST as f32);
                return;
            }
        }
        let goes_on = self.coming.as_deref().is_some_and(|coming| {
            let drawn = &coming.drawn;
            let serves = suits(drawn) || moves && drawn.serves(wanted, camera.zoom);
            drawn.shows(board, zones, dots) && serves
        });
        if !goes_on {
            // from where somebody looks outwards
            let eye = ui.input(|i| i.pointer.hover_pos());
            let eye = eye.filter(|at| camera.view.contains(*at));
            let eye = camera.board(eye.unwrap_or(camera.view.center()));
            self.coming = Some(Box::new(self.begin(board, camera, zones, dots, eye)));
        }
        self.go_on(ui, camera.seen(), dots);
    }

    /// Begins a picture of what a camera sees.
    fn begin(
        &self,
        board: &Arc<Board>,
        camera: Camera,
        zones: Zones,
        dots: f32,
        eye: Pos2,
    ) -> Coming {
        let view = camera.seen();
        // more than is seen, so that the board can be moved under the view
        let room = (picture::LARGEST as f32 / dots - camera.view.size().max_elem()).max(0.0);
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
        let drawn = Drawn {
            board: board.clone(),
            camera: Camera {
                view: Rect::from_min_size(Pos2::ZERO, size),
                ..camera
            },
            zones,
            dots,
        };
        let bounds = Layout::new(*board.grid()).bounds();
        let seen = drawn.camera.seen().intersect(bounds);
        // where the same board shows meanwhile at another zoom there is time
        let old = self.shown.as_ref().map(|(drawn, _)| drawn);
        let shows = old.filter(|drawn| drawn.shows(board, zones, dots));
        let rest = if seen.area() <= AT_ONCE && shows.is_none() {
            vec![drawn.camera.view]
        } else {
            let shown = shows.map(|old| old.camera.seen());
            let first = |there: Rect| {
                // what is not shown at all, then what is in view, from the eye outwards
                let missing = shown.is_none_or(|old| !old.contains_rect(there.intersect(bounds)));
                let seen = there.intersects(view);
                (!seen, !missing, there.center().distance_sq(eye))
            };
            parts(&drawn.camera, bounds, dots, first)
        };
        Coming {
            drawn,
            picture: Picture {
                revision: fresh_revision(),
                ground: theme::GROUND,
                size,
                shapes: Vec::new(),
                sharp: true,
                patches: Vec::new(),
            },
            rest,
            done: Vec::new(),
            waits: shows.is_some(),
        }
    }

    /// Draws as many parts of the picture that is coming as there is time for, those in view first;
    /// once it is whole it is the one that is shown, in a frame of its own: all of the view is new
    /// then.
    fn go_on(&mut self, ui: &Ui, view: Rect, dots: f32) {
        let Some(mut coming) = self.coming.take() else {
            return;
        };
        let whole = coming.rest.is_empty();
        let began = platform::now();
        let area = |part: &Rect| f64::from(part.area() * dots * dots);
        let mut given = 0.0;
        let slice = self.pace.slice();
        while !coming.rest.is_empty() {
            let drawn = &coming.drawn;
            let seen = drawn.place(view);
            let next = coming.rest.iter().rposition(|part| part.intersects(seen));
            let rect = coming.rest.remove(next.unwrap_or(coming.rest.len() - 1));
            let patch = part(&drawn.board, &drawn.camera, rect, drawn.zones);
            coming.picture.add(patch);
            coming.done.push(rect);
            given += area(&rect);
            let next = coming.rest.last().map_or(0.0, area);
            // beginning a picture takes time too, and what parts cost is known only once some
            // have been drawn
            let first = coming.done.len() == 1 || self.pace.cost == 0.0;
            if first || (given + next) * self.pace.cost > slice {
                break;
            }
        }
        self.pace.given = Some((given, platform::now() - began));
        if whole || coming.rest.is_empty() && !coming.waits {
            let coming = *coming;
            self.whole = coming.picture.patches.len();
            let all = Layout::new(*coming.drawn.board.grid()).bounds();
            let complete = coming.drawn.covers(all);
            let old = self.shown.replace((coming.drawn, coming.picture));
            let old = old
                .filter(|(drawn, picture)| drawn.covers(all) && picture.patches.len() <= PATCHES);
            self.overview = match complete {
                true => None,
                false => old.or(self.overview.take()),
            };
        } else {
            self.coming = Some(coming);
            ui.ctx().request_repaint();
        }
    }

    /// Puts the picture on the screen, and over it what is there already of the next one.
    pub(super) fn show(&mut self, painter: &Painter, rect: Rect, camera: &Camera) {
        let covers = |drawn: &Drawn| {
            let place = drawn.on_screen(camera, drawn.camera.view);
            place.expand(1e-2).contains_rect(rect)
        };
        if let Some(coming) = &mut self.coming {
            let drawn = &coming.drawn;
            coming.picture.sharp = drawn.fits(camera.zoom);
            let seen = drawn.place(camera.seen());
            // where all of it is new in every frame, what lies under it would be drawn for nothing
            if self.moves && covers(drawn) && !coming.rest.iter().any(|part| part.intersects(seen))
            {
                spread(
                    painter,
                    rect,
                    camera,
                    (drawn, drawn.camera.view),
                    picture::COMING,
                );
                return;
            }
        }
        // what has to shrink a lot takes longer than what grows, and too little of it is left
        let fine = |drawn: &Drawn| camera.zoom >= drawn.camera.zoom * SHRINK;
        let overview = self.overview.is_some();
        let shown = self.shown.as_mut();
        let shown = shown.filter(|(drawn, _)| fine(drawn) || !overview);
        let mut left = vec![rect];
        if let Some((drawn, _)) = &shown {
            let place = drawn.on_screen(camera, drawn.camera.view);
            left = picture::without(rect, place);
        }
        if let Some((drawn, picture)) = &mut self.overview {
            picture.sharp = drawn.fits(camera.zoom);
            let place = drawn.on_screen(camera, drawn.camera.view);
            for part in &left {
                spread(
                    painter,
                    *part,
                    camera,
                    (drawn, drawn.camera.view),
                    picture::OVERVIEW,
                );
            }
            left = left
                .iter()
                .flat_map(|part| picture::without(*part, place))
                .collect();
        }
        for part in left {
            painter.rect_filled(part, 0.0, theme::GROUND);
        }
        if let Some((drawn, picture)) = shown {
            picture.sharp = drawn.fits(camera.zoom);
            spread(
                painter,
                rect,
                camera,
                (drawn, drawn.camera.view),
                picture::BOARD,
            );
        }
        if let Some(coming) = &self.coming {
            for part in &coming.done {
                spread(
                    painter,
                    rect,
                    camera,
                    (&coming.drawn, *part),
                    picture::COMING,
                );
            }
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

/// The parts of a picture in which there is something of the board; those that come first in the
/// order stand last, for parts are taken from the end.
fn parts(
    camera: &Camera,
    bounds: Rect,
    dots: f32,
    order: impl Fn(Rect) -> (bool, bool, f32),
) -> Vec<Rect> {
    let wide = ((PART * camera.zoom * dots).clamp(128.0, 256.0)).round() / dots;
    let view = camera.view;
    let mut all = Vec::new();
    let mut top = view.top();
    while top < view.bottom() {
        let mut left = view.left();
        while left < view.right() {
            let part = Rect::from_min_size(pos2(left, top), Vec2::splat(wide)).intersect(view);
            let there = Rect::from_two_pos(camera.board(part.min), camera.board(part.max));
            if there.intersects(bounds) {
                all.push((order(there), part));
            }
            left += wide;
        }
        top += wide;
    }
    all.sort_by(|((a, b, c), _), ((x, y, z), _)| (x, y).cmp(&(a, b)).then(z.total_cmp(c)));
    all.into_iter().map(|(_, part)| part).collect()
}

/// Shows as much of a part of a picture of the board as there is to be seen.
fn spread(
    painter: &Painter,
    rect: Rect,
    camera: &Camera,
    (of, part): (&Drawn, Rect),
    texture: TextureId,
) {
    // from the screen to the board, and to the picture of it
    let size = of.camera.view.size();
    let at = |corner: Pos2| {
        let there = of.camera.screen(camera.board(corner));
        pos2(there.x / size.x, there.y / size.y)
    };
    let part = rect.intersect(of.on_screen(camera, part));
    if part.is_positive() {
        let uv = Rect::from_min_max(at(part.min), at(part.max));
        painter.image(texture, part, uv, Color32::WHITE);
    }
}
